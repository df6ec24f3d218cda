/*
 * ending.c - the end of a player turn and of the game (ST-R84 to ST-R87, T26).
 * SPDX-License-Identifier: MIT
 */
#include "combat.h"
#include "shoot.h"

#include <string.h>

/* ---- Recovering. ---- */

static void recover(gg_state *s, unsigned u, gg_log *log)
{
    staff_unit *it = &s->units[u];
    if (staff_is_engaged(s, u)) return;
    if (staff_is_disordered(it) && !(it->status & STATUS_RETREATED)) {
        it->status &= (uint8_t)~STATUS_DISORDERED;
        staff_say(log, GG_STATUS, S_RECOVERS, (gg_unit)u, GG_NO_UNIT);
    }
    if (staff_has_rule(s, u, RULE_BRAVE) && staff_is_shaken(s, u) && !staff_is_in_proximity(s, u)) {
        staff_shed(s, u, staff_number(s, N_brave_casualties));
        staff_say(log, GG_STATUS, S_BRAVE, (gg_unit)u, GG_NO_UNIT);
    }
}

/* ---- Brigades and armies. ---- */

void staff_brigade_strengths(const gg_state *s, gg_side side, staff_strength out[BRIGADES_MAX])
{
    staff_strength formed[BRIGADES_MAX] = {{0, 0}};
    memset(out, 0, BRIGADES_MAX * sizeof *out);
    for (unsigned u = 0; u < s->unit_count; u++) {
        const staff_unit *it = &s->units[u];
        if (it->side != side) continue;
        const bool is_gone = it->removed || staff_is_shaken(s, u);
        out[it->division].all++, out[it->division].gone += is_gone;
        if (!staff_is_guns(it)) formed[it->division].all++, formed[it->division].gone += is_gone;
    }
    for (unsigned i = 0; i < BRIGADES_MAX && !s->options[OPT_brigade_counts_artillery]; i++)
        if (formed[i].all > 0) out[i] = formed[i];
}

int staff_brigade_strength(const gg_state *s, unsigned row, int *gone)
{
    staff_strength of[BRIGADES_MAX];
    staff_brigade_strengths(s, (gg_side)(row / BRIGADES_MAX), of);
    *gone = of[row % BRIGADES_MAX].gone;
    return of[row % BRIGADES_MAX].all;
}

static void say_brigade(unsigned row, bool is_broken, int gone, int all, gg_log *log)
{
    staff_say_numbers(log, GG_STATUS, is_broken ? S_BRIGADE_BREAKS : S_BRIGADE_RECOVERS,
                      (gg_unit)(UNITS_MAX + row), GG_NO_UNIT, gone, all);
}

/* How much of a brigade breaks it: never none of it, whatever the handicap. */
static int breaks_brigade(const gg_state *s, gg_side side)
{
    static const uint16_t bears[2] = {[GG_BLUE] = N_bears_blue, [GG_RED] = N_bears_red};
    const int percent = s->options[OPT_brigade_break] + staff_number(s, bears[side]);
    return percent > 0 ? percent : 1;
}

bool staff_breaks_brigade(const gg_state *s, gg_side side, int gone, int all)
{
    return all <= staff_number(s, N_small_brigade) ? gone >= all
                                                   : 100 * gone >= breaks_brigade(s, side) * all;
}

static void review_brigade(gg_state *s, unsigned row, gg_log *log)
{
    int gone;
    const int n = staff_brigade_strength(s, row, &gone);
    if (n == 0) return;
    const bool is_broken = staff_breaks_brigade(s, (gg_side)(row / BRIGADES_MAX), gone, n);
    if (is_broken != (s->commanders[row].broken != 0)) say_brigade(row, is_broken, gone, n, log);
    s->commanders[row].broken = is_broken;
}

/* How many brigades an army has, and how many of them are broken. */
static int count_brigades(const gg_state *s, gg_side side, int *broken)
{
    int brigades = 0, gone;
    *broken = 0;
    for (unsigned row = side * (unsigned)BRIGADES_MAX + 1; row % BRIGADES_MAX != 0; row++) {
        if (staff_brigade_strength(s, row, &gone) == 0) continue;
        brigades++;
        *broken += s->commanders[row].broken;
    }
    return brigades;
}

static bool is_army_broken(const gg_state *s, gg_side side)
{
    int broken;
    const int brigades = count_brigades(s, side, &broken);
    return brigades > 0 && 100 * broken >= s->options[OPT_army_break] * brigades;
}

/* ---- Victory points (ST-T26): what the other side has lost, and what is held. ---- */

int staff_points(const gg_state *s, gg_side side)
{
    static const uint16_t starts[2] = {[GG_BLUE] = N_start_blue, [GG_RED] = N_start_red};
    const gg_side enemy = gg_other(side);
    int points = s->lost[enemy] * staff_number(s, N_vp_commander), gone;
    points += staff_number(s, starts[side]);
    for (unsigned u = 0; u < s->unit_count; u++) {
        const staff_unit *it = &s->units[u];
        if (it->side == side && !it->removed && s->more[u].inside != 0)
            points += s->areas[staff_building(s, s->more[u].inside)].value;
        if (it->side != enemy) continue;
        if (it->removed) points += staff_number(s, N_vp_destroyed);
        else if (staff_is_shaken(s, u)) points += staff_number(s, N_vp_shaken);
    }
    for (unsigned row = enemy * (unsigned)BRIGADES_MAX + 1; row % BRIGADES_MAX != 0; row++)
        if (s->commanders[row].broken && staff_brigade_strength(s, row, &gone) > 0)
            points += staff_number(s, N_vp_brigade);
    return points;
}

/* ---- The end of the game: who has won, and why. ---- */

/* Its two numbers: brigades broken of how many, or the winner's points and the loser's. */
static void say_end(staff_saying saying, int amount, int had, gg_log *log)
{
    staff_say_numbers(log, GG_END, saying, GG_NO_UNIT, GG_NO_UNIT, amount, had);
}

static void say_broken(const gg_state *s, gg_log *log)
{
    const gg_side loser = gg_other(s->winner == GG_NOBODY ? GG_BLUE : s->winner);
    int broken;
    const int brigades = count_brigades(s, loser, &broken);
    say_end(s->winner == GG_BLUE  ? S_RED_BROKEN
            : s->winner == GG_RED ? S_BLUE_BROKEN
                                  : S_BOTH_BROKEN,
            broken, brigades, log);
}

static void say_points(const gg_state *s, gg_log *log)
{
    const gg_side first = s->winner == GG_RED ? GG_RED : GG_BLUE;
    say_end(s->winner == GG_BLUE  ? S_BLUE_HAS_MORE
            : s->winner == GG_RED ? S_RED_HAS_MORE
                                  : S_POINTS_EQUAL,
            staff_points(s, first), staff_points(s, gg_other(first)), log);
}

void staff_finish(gg_state *s, staff_ended how, gg_side winner, gg_log *log)
{
    s->phase = PHASE_OVER;
    s->ended = (uint8_t)how;
    s->winner = winner;
    s->commander = 0;
    s->order = (staff_order){.units = 0};
    s->charge = (staff_charge){.shift = 0};
    s->crossing = (staff_crossing){.asked = 0};
    s->fight = s->victors = 0;
    switch (how) {
    case ENDED_BROKEN: say_broken(s, log); break;
    case ENDED_TIME: say_points(s, log); break;
    case ENDED_RESIGNED:
        say_end(winner == GG_RED ? S_BLUE_GIVES_UP : S_RED_GIVES_UP, 0, 0, log);
        break;
    case ENDED_NOT: break;
    }
}

static void count_points(gg_state *s, gg_log *log)
{
    const int blue = staff_points(s, GG_BLUE), red = staff_points(s, GG_RED);
    staff_say_numbers(log, GG_NOTE, S_POINTS, GG_NO_UNIT, GG_NO_UNIT, blue, red);
    staff_finish(s, ENDED_TIME, blue > red ? GG_BLUE : red > blue ? GG_RED : GG_NOBODY, log);
}

/* ---- The end of a player turn. ---- */

static void next_turn(gg_state *s, gg_log *log)
{
    if (s->active != s->first) {
        if (s->turn >= s->options[OPT_turn_limit]) {
            count_points(s, log);
            return;
        }
        s->turn++;
    }
    s->active = gg_other(s->active);
    s->phase = PHASE_START;
    staff_say_number(log, GG_PHASE, s->active == GG_BLUE ? S_BLUE_TURN : S_RED_TURN, GG_NO_UNIT,
                     GG_NO_UNIT, s->turn);
}

void staff_end_turn(gg_state *s, gg_log *log)
{
    for (unsigned u = 0; u < s->unit_count; u++)
        if (staff_is_here(s, u) && s->units[u].side == s->active) recover(s, u, log);
    for (unsigned row = 0; row < COMMANDERS_MAX; row++)
        if (row % BRIGADES_MAX != 0) review_brigade(s, row, log);
    for (unsigned i = 0; i < s->contact_count; i++)
        s->contacts[i].flags = s->contacts[i].dice_a = s->contacts[i].dice_b = 0;
    const bool blue = is_army_broken(s, GG_BLUE), red = is_army_broken(s, GG_RED);
    if (blue || red)
        staff_finish(s, ENDED_BROKEN, blue && red ? GG_NOBODY : blue ? GG_RED : GG_BLUE, log);
    else next_turn(s, log);
}
