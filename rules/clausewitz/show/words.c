/*
 * words.c - actions in plain words, for a button or a spoken line: "march wheel left 9.5 degrees,
 * ahead 1 cm".
 * SPDX-License-Identifier: MIT
 */
#include "core/fields.h"
#include "core/question.h"
#include "rules/clausewitz/show/show.h"

static void put_degrees(int32_t tenths, gg_text *out)
{
    gg_put_decimal(out, tenths, 10);
    gg_put(out, tenths == 10 ? " degree" : " degrees");
}

static void say_legs(const gg_telling *it)
{
    static const char *const ways[LEGS] = {
        [LEG_LEFT] = "wheel left ",
        [LEG_RIGHT] = "wheel right ",
        [LEG_AHEAD] = "ahead ",
        [LEG_TOWARD] = "toward the enemy ",
        [LEG_AWAY] = "away from the enemy ",
    };
    for (int i = 0; i < LEGS_MAX; i++) {
        const int32_t kind = it->action->args[2 * i], amount = it->action->args[2 * i + 1];
        if (kind <= LEG_NONE || kind >= LEGS) break;
        const bool wheels = kind == LEG_LEFT || kind == LEG_RIGHT;
        gg_put_words(it->out, i > 0 ? ", %s" : " %s", ways[kind]);
        if (wheels) put_degrees(amount, it->out);
        else gg_put_words(it->out, "%t cm", amount);
    }
}

/* All that are packed, until one is none. */
static void put_forms(int32_t packed, const char *before, gg_text *out)
{
    for (int slot = 0; slot < SLOTS; slot++) {
        const int form = cw_packed_form(packed, slot);
        if (form < 0 || form >= FORMS) break;
        gg_put_words(out, "%s%s", slot > 0 ? ", " : before, cw_form_defs[form].words);
    }
}

static void say_forms(const gg_telling *it)
{
    const gg_action *action = it->action;
    bool alike = true;
    int first = -1;
    for (int slot = 0; slot < SLOTS; slot++) {
        const int form = cw_packed_form(action->args[0], slot);
        if (form < FORM_LINE || form > FORM_SQUARE) continue;
        if (action->who < it->view->body_count
            && it->view->units[action->who][slot].type == TYPE_SK)
            continue;
        if (first < 0) first = form;
        alike = alike && form == first;
    }
    if (alike && first >= 0) gg_put(it->out, cw_form_defs[first].words);
    else put_forms(action->args[0], "", it->out);
}

static void say_facing(const gg_telling *it)
{
    put_degrees(it->action->args[0], it->out);
    gg_put_words(it->out, " (%s)", gg_wind_name(gg_facing(it->action->args[0])));
}

static void say_deploy(const gg_telling *it)
{
    say_facing(it);
    if (it->action->args[3] != 0) put_forms(it->action->args[3], ", ", it->out);
}

static void say_aide(const gg_telling *it)
{
    const gg_point by = it->action->at;
    cw_write_objective(it->view, it->action->args[0], it->out);
    if (by.x == 0 && by.y == 0) return;
    gg_put(it->out, ", by way of a place ");
    gg_put_spot(it->out, &clausewitz_rules, by);
}

#define PLACED cw_place_of
#include "core/sentences.def"
