/*
 * words.c - actions in plain words, for people who do not read the notation: "go 8 inches north,
 * facing
 * 45 degrees", "charge b51, 2 inches along its front", "order advance, advance, charge b51 to a1,
 * a2".
 * SPDX-License-Identifier: MIT
 */
#include "core/fields.h"
#include "core/question.h"
#include "rules/staff/show/show.h"

static void put_unit(const gg_state *s, const char *before, gg_unit who, gg_text *out)
{
    gg_put(out, before);
    staff_write_unit(s, who, out);
}

static void put_formation(unsigned formation, gg_text *out)
{
    gg_put(out, formation < FORMATIONS ? staff_says.formations[formation] : "?");
}

/* By its name, if it has one. */
static void put_house(const gg_state *s, unsigned nth, gg_text *out)
{
    const unsigned area = staff_building(s, nth);
    if (area != NOBODY) staff_write_area(s, area + 1, out);
    else gg_put_words(out, "building %d", (int)nth);
}

/* ---- Steps. ---- */

static void say_formation(const gg_telling *it) { put_formation(it->action->item, it->out); }

static void say_charge(const gg_telling *it)
{
    const int32_t shift = it->action->args[0];
    if (shift == 0) return;
    const int32_t ticks = gg_size_of(shift);
    gg_put(it->out, ", ");
    gg_put_decimal(it->out, ticks, INCH);
    gg_put_words(it->out, " %s to the %s of its face", ticks == INCH ? "inch" : "inches",
                 shift < 0 ? "left" : "right");
}

static void say_house(const gg_telling *it) { put_house(it->view, it->action->item, it->out); }

/* ---- Orders. ---- */

static void say_statement(const gg_telling *it)
{
    const staff_statement said = staff_statement_of(it->action);
    for (int i = 0; i < said.count; i++) {
        const unsigned kind = said.kinds[i];
        const bool forms = kind == ORDER_FORM && said.items[i] < FORMATIONS;
        if (i > 0) gg_put(it->out, ", ");
        gg_put(it->out, forms                 ? "form "
                        : kind == ORDER_ENTER ? "enter "
                        : kind < ORDERS       ? staff_says.orders[kind]
                                              : "?");
        if (forms) put_formation(said.items[i], it->out);
        if (kind == ORDER_ENTER) put_house(it->view, said.items[i], it->out);
        for (int n = 0; n < GROUP_MAX && kind == ORDER_CHARGE && said.targets[n]; n++)
            put_unit(it->view, " ", (gg_unit)(said.targets[n] - 1), it->out);
    }
}

static void say_order(const gg_telling *it)
{
    uint64_t units = staff_units_of(it->action);
    const char *before = " ";
    for (unsigned u = gt_take(&units); u != NOBODY; u = gt_take(&units), before = ", ")
        put_unit(it->view, before, (gg_unit)u, it->out);
    gg_put(it->out, ": ");
    say_statement(it);
}

static bool is_commander(gg_unit who) { return who >= UNITS_MAX && who < NAMES; }

static void say_command(const gg_telling *it)
{
    const gg_unit who = it->action->who;
    if (!is_commander(who)) return;
    gg_put_words(it->out, ", with a rating of %d", it->view->commanders[who - UNITS_MAX].rating);
}

/* ---- Answers, shots and blows. ---- */

static void say_figure(const gg_telling *it)
{
    const gg_action *action = it->action;
    if (action->who >= UNITS_MAX || it->view->units[action->who].formation != FORM_SKIRM) return;
    if (action->args[0] == 0) return; /* ST-7.3: the first one, if it says nothing */
    gg_put_words(it->out, ", measured from its figure %d", action->args[0]);
}

static void say_split(const gg_telling *it)
{
    for (int i = 0, count = staff_shares(it->action); i < count; i++)
        gg_put_words(it->out, "%s%d", i == 0 ? " " : " and ", staff_share(it->action, i));
}

static gg_point place_of(const gg_state *s, gg_unit who)
{
    return who < UNITS_MAX ? s->units[who].at : s->commanders[who - UNITS_MAX].at;
}

#define PLACED place_of
#include "core/sentences.def"

/* ---- Names. ---- */

bool staff_name_unit(const gg_state *s, gg_unit who, gg_text *out)
{
    if (!is_commander(who) && who >= s->unit_count) return false;
    const char *name = is_commander(who) ? s->commanders[who - UNITS_MAX].name : s->more[who].name;
    gg_put(out, name);
    return name[0] != '\0';
}

void staff_write_area(const gg_state *s, int64_t number, gg_text *out)
{
    static const char *const kinds[] = {
#define GROUND(id, name, words, flags, formed, skirmish, horse, guns, role, clause) "the " name,
#include "rules/staff/law/ground.def"
#undef GROUND
    };
    gg_assert(number > 0 && number <= s->area_count);
    const char *name = s->area_names[number - 1];
    gg_put(out, name[0] != '\0' ? name : kinds[s->areas[number - 1].type]);
}
