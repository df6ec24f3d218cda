/*
 * words.c - actions in plain words, for people who do not read the notation: "forward 4 inches,
 * wheel right 30 degrees, forward 2, form line", "give ad1 2 orders", "charge b3".
 * SPDX-License-Identifier: MIT
 */
#include "core/question.h"
#include "rules/lucky/show/show.h"

/* ---- A move: parts with commas between them, and the measure is named once. ---- */

static void put_length(gg_text *out, const char *way, int32_t hundredths, bool *is_named)
{
    gg_put_more(out, true, way);
    if (*is_named) gg_put_hundredths(out, hundredths);
    else gg_put_length(out, &lucky_rules, hundredths);
    *is_named = true;
}

static void put_turn(gg_text *out, int32_t degrees)
{
    if (degrees == 0) return;
    gg_put_more(out, true, degrees > 0 ? "wheel right " : "wheel left ");
    gg_put_count(out, degrees > 0 ? degrees : -degrees, "degree");
}

static void put_form(gg_text *out, int form)
{
    if (form == 0) return;
    gg_put_more(out, true, "form ");
    gg_put(out, lg_says.formations[form - 1]);
}

static void say_path(const gg_telling *it)
{
    const lg_path path = lg_path_of(it->action);
    char words[2 * GG_SAY_MAX];
    gg_text out = gg_text_over(words, sizeof words);
    bool is_named = false;
    put_form(&out, path.form_start);
    for (int i = 0; i < path.legs; i++) {
        put_turn(&out, path.turn[i]);
        if (path.ahead[i] != 0) put_length(&out, "forward ", path.ahead[i], &is_named);
        if (path.shift[i] > 0) put_length(&out, "shift right ", path.shift[i], &is_named);
        if (path.shift[i] < 0) put_length(&out, "shift left ", -path.shift[i], &is_named);
    }
    put_turn(&out, path.turn_end);
    put_form(&out, path.form_end);
    gg_put_more(&out, path.unlimber, "unlimber");
    gg_put(it->out, out.count > 0 ? words : "stay where it is");
}

static void say_form(const gg_telling *it)
{
    char words[2 * GG_SAY_MAX];
    gg_text out = gg_text_over(words, sizeof words);
    put_form(&out, it->action->item < FORMATIONS ? it->action->item + 1 : 0);
    put_turn(&out, it->action->at.x);
    gg_put(it->out, words);
}

/* ---- Other actions of units and commanders. ---- */

/* Straight at the target goes without saying. */
static void say_charge(const gg_telling *it)
{
    const int32_t facing = it->action->item;
    const lg_unit *units = it->view->units;
    if (facing == lg_direction(units[it->action->who].at, units[it->action->whom].at)) return;
    gg_put_words(it->out, ", facing %d degree%p (%s)", facing, gg_wind_name(facing * 10));
}

static void say_fire(const gg_telling *it)
{
    uint64_t helpers = lg_fire_helpers(it->action), rest = helpers;
    int count = 0, told = 0;
    while (gt_take(&rest) != NOBODY) count++;
    if (count > 0) gg_put(it->out, " with ");
    for (unsigned u = gt_take(&helpers); u != NOBODY; u = gt_take(&helpers)) {
        gg_put_joint(it->out, told++, count);
        lg_write_unit(it->view, (gg_unit)u, it->out);
    }
}

/* ---- Ends. ---- */

/* What is over; and what comes next is asked of the rules, on a copy: an end takes no dice. */
static void say_end(const gg_telling *it)
{
    static const char *const words[PHASES] = {
        [PHASE_C2] = "end the commander in chief's orders",
        [PHASE_C3] = "end corps orders",
        [PHASE_C4] = "keep other orders in reserve",
        [PHASE_M1] = "end movement and charges",
        [PHASE_M2] = "end responses",
        [PHASE_F1] = "cease fire",
        [PHASE_F2] = "cease fire",
        [PHASE_F3] = "end rallies",
        [PHASE_F4A] = "call no more charges off",
        [PHASE_K0A] = "end rallies",
        [PHASE_K0B] = "end rallies",
        [PHASE_X1] = "end responses",
        [PHASE_X3] = "cease fire",
        [PHASE_X4] = "end rallies",
    };
    const gg_state *s = it->view;
    gg_put(it->out, words[s->phase] != NULL ? words[s->phase] : "end this step");
    if (lg_judge(s, it->side, it->action).reason != R_LEGAL) return;
    gg_state after = *s;
    lucky_rules.apply(&after, it->side, it->action, NULL, NULL);
    if (after.phase == PHASE_OVER) gg_put(it->out, "; the battle is over");
    else if (after.active != s->active)
        gg_put_words(it->out, "; %s's turn is next", gg_side_name(after.active));
    else gg_put_words(it->out, "; next: %s", lucky_rules.phases[after.phase].name);
}

#define PLACED lg_place_of
#include "core/sentences.def"
