/*
 * morale.c - casualties, disorder, break tests and what they do (T16, T17, ST-R62 to ST-R64).
 * SPDX-License-Identifier: MIT
 */
#include "core/roll.h"
#include "charge.h"
#include "shoot.h"

#define ROLL break
#define QUERY staff_test
#define ROWS "rules/staff/law/break.def"
#include "core/modifiers.def"
static const gg_band break_bands[] = {
#define BREAK_ROW(id, words, least, si, sc, sa, ci, cc, ca, clause)                                \
    {0, clause, words, N_break_##id##_least},
#define BREAK_REST(id, words, si, sc, sa, ci, cc, ca, clause) {0, clause, words, 0},
#include "results.def"
#undef BREAK_ROW
#undef BREAK_REST
};
enum { BREAK_BANDS = sizeof break_bands / sizeof *break_bands, BREAK_COLUMNS = 2 * CLASSES };
/* What each class does in each row of T17: the first of its six numbers. */
static const uint16_t break_results[BREAK_BANDS] = {
#define BREAK_ROW(id, words, least, si, sc, sa, ci, cc, ca, clause) N_break_##id##_shoot_inf,
#define BREAK_REST(id, words, si, sc, sa, ci, cc, ca, clause) N_break_##id##_shoot_inf,
#include "results.def"
#undef BREAK_ROW
#undef BREAK_REST
};

const gg_check staff_break_check = {
    .name = "break test",
    .verb = "takes a break test",
    .clause = ST_R64,
    GG_SIXES(GG_SUM, gg_two_dice, staff_numbers),
    .band_count = BREAK_BANDS,
    GG_MODS(break_mods),
    .bands = break_bands,
    .rule = "Two dice. What the total means for infantry, cavalry and artillery, under fire and in "
            "combat, is the table of break test results.",
};

/* ---- Casualties and disorder. ---- */

int staff_excess(const gg_state *s, unsigned u)
{
    const int over = s->more[u].casualties - staff_stamina(s, u);
    return over > 0 ? over : 0;
}

void staff_cap_casualties(gg_state *s, unsigned u)
{
    const int most = staff_stamina(s, u);
    if (s->more[u].casualties > most) s->more[u].casualties = (uint8_t)most;
}

void staff_suffer(gg_state *s, unsigned u, int casualties, gg_log *log)
{
    if (casualties == 0) return;
    const bool was_shaken = staff_is_shaken(s, u);
    s->more[u].casualties = (uint8_t)(s->more[u].casualties + casualties);
    staff_say_numbers(log, GG_LOSS, S_CASUALTIES, (gg_unit)u, GG_NO_UNIT, casualties,
                      s->more[u].casualties);
    if (!was_shaken && staff_is_shaken(s, u)) /* ST-9.9, ST-13.10 */
        staff_say(log, GG_STATUS, S_SHAKEN, (gg_unit)u, GG_NO_UNIT);
}

void staff_shed(gg_state *s, unsigned u, int casualties)
{
    const int had = s->more[u].casualties;
    s->more[u].casualties = (uint8_t)(had > casualties ? had - casualties : 0);
}

void staff_disorder(gg_state *s, unsigned u, gg_log *log)
{
    if (staff_is_disordered(&s->units[u])) return;
    s->units[u].status |= STATUS_DISORDERED;
    staff_say(log, GG_STATUS, S_DISORDERED, (gg_unit)u, GG_NO_UNIT);
}

/* ST-24.1: two dice for each commander who is with it. */
void staff_risk_commanders(gg_state *s, unsigned u, gg_dice *dice, gg_log *log)
{
    if (!s->options[OPT_commander_risk]) return;
    for (unsigned row = 0; row < COMMANDERS_MAX; row++) {
        if (s->commanders[row].there != THERE || s->commanders[row].joined != u + 1) continue;
        const gg_unit he = (gg_unit)(UNITS_MAX + row);
        gg_roll_for(dice, "danger", he, GG_NO_UNIT);
        const int one = gg_roll(dice, 6), other = gg_roll(dice, 6);
        const bool dies = one + other >= staff_number(s, N_commander_killed);
        gg_show_dice(staff_say(log, GG_ROLL, dies ? S_KILLED : S_UNHURT, he, (gg_unit)u), one,
                     other);
        if (dies) staff_lose_commander(s, row, log);
    }
}

/* ---- Destruction and retreat. ---- */

/* It makes no more moves of the order in hand (ST-R64, R67). */
static void give_up_order(gg_state *s, unsigned u)
{
    s->order.waiting &= ~gt_bit(u);
    if (s->order.unit == u + 1) s->order.unit = s->order.used = 0;
}

/* Off the table: contacts ended, a joined commander lost (ST-R37), its place in an order given
 * up. */
static void destroy(gg_state *s, unsigned u, gg_log *log)
{
    staff_end_contacts(s, u);
    for (unsigned row = 0; row < COMMANDERS_MAX; row++) /* ST-R37 */
        if (s->commanders[row].there == THERE && s->commanders[row].joined == u + 1)
            staff_lose_commander(s, row, log);
    gt_grid_take(s->grid.strips, 1, s->grid.cell, u, s->units[u].at);
    staff_strike_out(s, u);
    staff_note_unit(s, u);
    s->victors &= ~gt_bit(u);
    s->crossing.asked &= ~gt_bit(u);
    if (s->last_who == u + 1) {
        s->last_who = 0;
        s->last_from = (gg_point){0, 0};
    }
    give_up_order(s, u);
    staff_say(log, GG_LOSS, S_DESTROYED, (gg_unit)u, GG_NO_UNIT);
}

static void retire(gg_state *s, unsigned u, gg_zone face, gg_log *log)
{
    staff_unit *it = &s->units[u];
    if (it->formation == FORM_GARRISON) { /* ST-R19: it stays, and keeps its contacts */
        it->status |= STATUS_RETREATED;
        staff_say(log, GG_STATUS, S_GARRISON_STAYS, (gg_unit)u, GG_NO_UNIT);
        staff_disorder(s, u, log);
        return;
    }
    if (staff_fall_back(s, u, face, staff_rate(s, u), staff_number(s, N_least_retreat), log) == 0) {
        staff_say(log, GG_STATUS, S_HEMMED_IN, (gg_unit)u, GG_NO_UNIT);
        destroy(s, u, log); /* T17: less than that is a break */
        return;
    }
    staff_end_contacts(s, u);
    it->status |= STATUS_RETREATED;
    give_up_order(s, u);
    staff_disorder(s, u, log);
}

void staff_carry_out(gg_state *s, unsigned u, staff_outcome outcome, gg_zone face, gg_log *log)
{
    switch (outcome) {
    case OUTCOME_HOLD: return;
    case OUTCOME_RETIRE: retire(s, u, face, log); return;
    case OUTCOME_BREAK: destroy(s, u, log); return;
    }
}

/* ---- The test. ---- */

staff_outcome staff_break_test(gg_state *s, unsigned u, const staff_test *test, gg_dice *dice,
                               gg_log *log)
{
    if (staff_has_rule(s, u, RULE_STEADY) && !(s->units[u].status & STATUS_STEADY_USED)) {
        s->units[u].status |= STATUS_STEADY_USED; /* T20.8 */
        staff_say(log, GG_STATUS, S_STEADY, (gg_unit)u, GG_NO_UNIT);
        return OUTCOME_HOLD;
    }
    static const uint16_t sayings[] = {
        [OUTCOME_BREAK] = S_BREAKS, [OUTCOME_RETIRE] = S_RETIRES, [OUTCOME_HOLD] = S_HOLDS};
    gg_event *event =
        gg_roll_event(&staff_break_check, CHECK_BREAK, (gg_unit)u, GG_NO_UNIT, dice, log, NULL);
    const int band = gg_check_roll(&staff_break_check, s->house, test, dice, event);
    const int column = (test->is_combat ? CLASSES : 0) + test->unit_class;
    const int outcome = staff_number(s, break_results[band] + column);
    if (event != NULL) {
        event->saying = sayings[outcome];
        event->clause = break_bands[band].clause;
    }
    return (staff_outcome)outcome;
}
