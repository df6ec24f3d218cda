/*
 * review.c - prepared units, objectives, army break and the time limit (chapter 12, LG-R27,
 * LG-R131 to LG-R136).
 * SPDX-License-Identifier: MIT
 */
#include "army.h"

bool lg_counts_as_lost(const gg_state *s, const lg_unit *unit)
{
    return unit->removed != REMOVED_NOT || lg_is_routing(unit)
           || (lg_is_fatigued(s, unit) && unit->shaken > 0);
}

int lg_lost_units(const gg_state *s, gg_side side)
{
    int lost = 0;
    for (unsigned u = 0; u < s->unit_count; u++)
        lost += s->units[u].side == side && lg_counts_as_lost(s, &s->units[u]);
    return lost;
}

int lg_breaks_at(const gg_state *s, gg_side side)
{
    static const uint16_t bears[2] = {[GG_BLUE] = N_bears_blue, [GG_RED] = N_bears_red};
    const int percent = lg_number(s, N_breaks_at) + lg_number(s, bears[side]);
    return percent > 0 ? percent : 0;
}

int lg_points(const gg_state *s, gg_side side)
{
    static const uint16_t starts[2] = {[GG_BLUE] = N_start_blue, [GG_RED] = N_start_red};
    int points =
        lg_lost_units(s, gg_other(side)) * lg_number(s, N_lost_points) + lg_number(s, starts[side]);
    for (int i = 0; i < s->area_count; i++)
        if (s->areas[i].owner == side + 1) points += s->areas[i].value;
    return points;
}

/* Those on the table whose place lies in this area. */
static uint64_t placed_in(const gt_table *t, unsigned area)
{
    gt_set inside;
    gt_placed_in(t, area, &inside);
    return inside.bits[0];
}

/* LG-R27: who stood still in a building through this player turn. */
void lg_prepare(gg_state *s)
{
    const gt_table t = lg_table(s);
    for (uint64_t areas = gt_areas_with(&t, gt_everywhere(&t), GT_BUILDING); areas != 0;) {
        uint64_t inside = placed_in(&t, gt_take(&areas));
        for (unsigned u = gt_take(&inside); u != NOBODY; u = gt_take(&inside)) {
            lg_unit *unit = &s->units[u];
            if (lg_is_horse(unit) || lg_is_routing(unit) || (unit->did & DID_MOVE)) continue;
            unit->status |= STATUS_PREPARED;
        }
    }
}

void lg_hold_objectives(gg_state *s, gg_log *log)
{
    const gt_table t = lg_table(s);
    for (unsigned i = 0; i < s->area_count; i++) {
        gt_area *area = &s->areas[i];
        if (area->value == 0) continue;
        bool there[2] = {false, false};
        uint64_t inside = placed_in(&t, i);
        for (unsigned u = gt_take(&inside); u != NOBODY; u = gt_take(&inside))
            if (!lg_is_routing(&s->units[u])) there[s->units[u].side] = true;
        if (there[0] == there[1]) continue;
        uint8_t owner = there[0] ? 1 : 2;
        if (area->owner == owner) continue;
        area->owner = owner;
        lg_tell(log, GG_NOTE, owner == 1 ? S_BLUE_HOLDS : S_RED_HOLDS, NOBODY,
                (lg_told){.amount = (int)i + 1, .had = area->value});
    }
}

static bool is_broken(const gg_state *s, gg_side side)
{
    return !s->practice /* LG-12.1, LG-R132 */
           && 100 * lg_lost_units(s, side) > lg_breaks_at(s, side) * s->start_units[side];
}

static void game_ends(gg_state *s, lg_ended how, gg_side winner)
{
    s->ended = (uint8_t)how;
    s->winner = winner;
    s->phase = PHASE_OVER;
}

static void end_by_time(gg_state *s, gg_log *log)
{
    int blue = lg_points(s, GG_BLUE), red = lg_points(s, GG_RED),
        lead = blue > red ? blue - red : red - blue;
    gg_side winner = lead < s->options[OPT_vp_margin] || lead == 0 ? GG_NOBODY
                     : blue > red                                  ? GG_BLUE
                                                                   : GG_RED;
    lg_tell(log, GG_END,
            winner == GG_BLUE  ? S_BLUE_WINS_TIME
            : winner == GG_RED ? S_RED_WINS_TIME
                               : S_DRAWN_TIME,
            NOBODY, (lg_told){.amount = blue, .had = red});
    game_ends(s, ENDED_TIME, winner);
}

/* LG-1.25: V1.  Ends the game, or leaves it to the other side's player turn. */
void lg_review(gg_state *s, gg_log *log)
{
    lg_prepare(s);
    lg_hold_objectives(s, log);
    bool blue = is_broken(s, GG_BLUE), red = is_broken(s, GG_RED);
    if (blue || red) {
        gg_side winner = blue && red ? GG_NOBODY : blue ? GG_RED : GG_BLUE; /* LG-R133 */
        lg_tell(log, GG_END,
                blue && red ? S_BOTH_BREAK
                : blue      ? S_BLUE_BREAKS
                            : S_RED_BREAKS,
                NOBODY,
                (lg_told){.amount = lg_lost_units(s, blue ? GG_BLUE : GG_RED),
                          .had = s->start_units[blue ? GG_BLUE : GG_RED]});
        game_ends(s, ENDED_BROKEN, winner);
        return;
    }
    if (s->active == GG_RED && s->turn >= s->turns) {
        end_by_time(s, log);
        return;
    }
    if (s->active == GG_RED) s->turn++;
    s->active = gg_other(s->active);
    lg_tell(log, GG_PHASE, s->active == GG_BLUE ? S_BLUE_TURN : S_RED_TURN, NOBODY,
            (lg_told){.amount = s->turn});
    lg_turn_begins(s, log);
    s->phase = PHASE_C1;
}
