/*
 * reaction.c - the winner's reaction: the die, occupying, breaking through (chapter 8, LG-R106 to
 * LG-R114).
 * SPDX-License-Identifier: MIT
 */
#include "core/roll.h"
#include "fight.h"

/* ---- The reaction die. ---- */

typedef struct winner {
    uint8_t quality, shaken;
} winner;

#define ROLL react
#define QUERY winner
#define ROWS "rules/lucky/law/react.def"
#include "core/modifiers.def"

static const gg_band react_bands[] = {
    {0, LG_8_10, "in good order", N_react_good},
    {0, LG_8_9, "disordered", N_react_steady},
    {0, LG_8_8, "disordered", N_react_disorder},
    {0, LG_8_7, "loses {react_loss} and disordered", N_react_cost},
    {0, LG_8_6, "shaken and loses {react_shaken_loss}", N_react_shake},
    {-99, LG_8_5, "shaken and loses {react_worst_loss}"},
};

const gg_check lg_react_check = {
    .name = "reaction",
    .clause = LG_8_1,
    GG_SIXES(GG_SUM, gg_one_die, lg_numbers),
    GG_MODS(react_mods),
    GG_BANDS(react_bands),
    .rule = "One die for each unit of the winning side.",
};

static void good_order(gg_state *s, unsigned u, gg_log *log)
{
    lg_unit *unit = &s->units[u];
    int clears = s->options[OPT_good_order_clears]; /* LG-R107 */
    if (clears >= 1) unit->status &= (uint8_t)~STATUS_DISORDERED;
    if (clears == 2) unit->shaken = 0;
    lg_note_health(s, u);
    lg_tell(log, GG_STATUS, S_GOOD_ORDER, u, lg_plain);
}

static void react_one(gg_state *s, unsigned u, gg_dice *dice, gg_log *log)
{
    winner query = {(uint8_t)lg_quality_of(s, u), s->units[u].shaken > 0};
    int band = gg_roll_check(&lg_react_check, CHECK_REACT, s->house, &query, (gg_unit)u, GG_NO_UNIT,
                             dice, log);
    gg_clause clause = react_bands[band].clause;
    if (band == 0) good_order(s, u, log);
    else if (band <= 3) lg_disorder(s, u, clause, log);
    else lg_shake(s, u, clause, log);
    static const uint8_t losses[] = {
        N_NONE, N_NONE, N_NONE, N_react_loss, N_react_shaken_loss, N_react_worst_loss};
    int loss = lg_number(s, losses[band]);
    if (loss > 0 && lg_is_on_table(s, u)) lg_lose(s, u, loss, log);
}

static uint64_t winners(const gg_state *s)
{
    return gg_those(s, lg_of_side(s, s->fight.winner, s->fight.units), lg_stands);
}

bool lg_any_winner(const gg_state *s) { return winners(s) != 0; }

/* The winner's lead if it is one of them, else the first. */
static unsigned lead_first(const gg_state *s, uint64_t set)
{
    if (s->fight.winner <= GG_RED && (set & gt_bit(s->fight.lead[s->fight.winner])))
        return s->fight.lead[s->fight.winner];
    return gt_take(&set);
}

/* LG-R110: has every enemy unit of the combat routed or been destroyed? */
static bool all_gone(const gg_state *s) { return gg_those(s, s->fight.beaten, lg_stands) == 0; }

void lg_react_apply(gg_state *s, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)action;
    uint64_t rest = winners(s);
    while (rest != 0) {
        unsigned u = lead_first(s, rest);
        rest &= ~gt_bit(u);
        if (lg_is_on_table(s, u)) react_one(s, u, dice, log);
    }
    /* Who attacked here is settled now: by a breakthrough later on that is over (LG-R139). */
    bool any = s->options[OPT_defender_breakthrough];
    s->fight.occupying = gg_those(s, winners(s), lg_is_attacking);
    s->fight.breaking = !all_gone(s) ? 0 : any ? winners(s) : s->fight.occupying; /* LG-R110 */
}

/* ---- Occupying (LG-R109). ---- */

/* The first k at which the centre comes into a building the unit may not stand in. */
static int32_t first_closed_building(const gg_state *s, unsigned u, int32_t to)
{
    const lg_unit *unit = &s->units[u];
    gg_convex dot = gg_dot(unit->at);
    gg_course course = gg_course_of(&dot, unit->facing * 10);
    int32_t first = GG_NEVER;
    for (int i = 0; i < s->area_count; i++) {
        if (s->areas[i].type != GROUND_BUA && s->areas[i].type != GROUND_FORT) continue;
        gg_convex area = gt_small_shape(&lg_game, &s->areas[i]);
        int32_t k = gg_course_touches(&course, &area, 1, to);
        if (k == GG_NEVER || (first != GG_NEVER && k >= first)) continue;
        gg_pose there = {gg_along(unit->at, unit->facing * 10, k), unit->facing * 10};
        gg_verdict verdict = lg_pose_legal(s, u, there, unit->formation);
        if (lg_is_burning(s, there.at) || verdict.reason == R_NO_CAVALRY_INSIDE
            || verdict.reason == R_COLUMN_INSIDE || verdict.reason == R_BUILDING_FULL)
            first = k;
    }
    return first;
}

static gg_point beaten_place(const gg_state *s, unsigned u)
{
    return s->fight.run_down ? s->charges[u].target_at
                             : s->fight.lead_at[gg_other(s->units[u].side)];
}

static int32_t occupy_distance(const gg_state *s, unsigned u)
{
    const lg_unit *unit = &s->units[u];
    int32_t to = gg_distance(unit->at, beaten_place(s, u));
    if (to == 0) return 0;
    const gt_table t = lg_table(s);
    const gg_course course = gt_course_ahead(&t, u, lg_pose(unit));
    int32_t blocked = gt_blocked_at(&t, &course, u, NOBODY, 1, to);
    int32_t closed = first_closed_building(s, u, to);
    if (blocked != GG_NEVER && blocked - 1 < to) to = blocked - 1;
    if (closed != GG_NEVER && closed - 1 < to) to = closed - 1;
    return to;
}

static bool may_occupy(const gg_state *s, unsigned u)
{
    const lg_unit *unit = &s->units[u];
    /* LG-8.11: artillery never advances. */
    return lg_stands(s, u) && !lg_is_guns(unit) && occupy_distance(s, u) > 0;
}

/* Those who ran down routers go in the order of their charges, others lead first. */
unsigned lg_occupier(const gg_state *s)
{
    uint64_t rest = s->fight.occupying;
    if (!s->fight.run_down) return lead_first(s, rest);
    unsigned found = NOBODY;
    for (unsigned u = gt_take(&rest); u != NOBODY; u = gt_take(&rest))
        if (found == NOBODY || s->charges[u].order < s->charges[found].order) found = u;
    return found;
}

void lg_occupy_next(gg_state *s)
{
    for (unsigned u = lg_occupier(s); u != NOBODY && !may_occupy(s, u); u = lg_occupier(s))
        s->fight.occupying &= ~gt_bit(u);
}

void lg_occupy(gg_state *s, unsigned u, gg_log *log)
{
    const lg_unit *unit = &s->units[u];
    int32_t k = occupy_distance(s, u);
    lg_move_to(s, u, gg_along(unit->at, unit->facing * 10, k), unit->facing, S_OCCUPIES, log);
}

/* ---- Breaking through (LG-R110 to LG-R113). ---- */

/* Judged when the unit is asked: an earlier unit's breakthrough may have shaken it (LG-R110). */
static bool may_break(const gg_state *s, unsigned u)
{
    const lg_unit *unit = &s->units[u];
    return lg_stands(s, u) && !lg_is_guns(unit) && unit->shaken == 0 && !lg_is_fatigued(s, unit);
}

unsigned lg_breaker(const gg_state *s) { return lead_first(s, s->fight.breaking); }

void lg_break_next(gg_state *s)
{
    for (unsigned u = lg_breaker(s); u != NOBODY && !may_break(s, u); u = lg_breaker(s))
        s->fight.breaking &= ~gt_bit(u);
}

bool lg_must_break(const gg_state *s, unsigned u)
{
    const lg_unit *unit = &s->units[u];
    return unit->nation == NATION_BRITISH && lg_is_horse(unit) && lg_has_charge(s, u, true);
}

gg_verdict lg_break_legal(const gg_state *s, const gg_action *action)
{
    lg_aimed aim;
    if (action->who != lg_asked(s)) return lg_refuse(R_NOT_ASKED);
    if (action->whom >= UNITS_MAX) return lg_refuse(R_NOT_ON_TABLE);
    gg_verdict verdict = lg_new_enemy_legal(s, action->whom);
    if (verdict.reason != R_LEGAL) return verdict;
    return lg_aim_legal(s, action->who, action->whom, action->item, &aim);
}

/* LG-8.16, LG-8.18: a new charge; the rest of this K6 waits until it is over, with all it leads
 * to. */
void lg_break_apply(gg_state *s, const gg_action *action, gg_log *log)
{
    lg_fight *fight = &s->fight;
    unsigned u = action->who;
    fight->breaking &= ~gt_bit(u);
    if (fight->breaking != 0 && s->frame_count < FRAMES_MAX)
        s->frames[s->frame_count++] = (lg_frame){
            .breaking = fight->breaking,
            .beaten = fight->beaten,
            .winner = fight->winner,
            .lead = fight->lead[fight->winner],
        };
    lg_charges_end(s);
    lg_charge_declare(s, u, action->whom, action->item, KIND_BREAK, log);
    *fight = (lg_fight){.base = s->units[u].side, .winner = GG_NOBODY, .breaker = (uint8_t)u};
    for (unsigned other = 0; other < s->unit_count; other++)
        s->units[other].did &= (uint16_t) ~(DID_RESPOND | DID_EVADE);
    s->phase = PHASE_X1;
}

gg_verdict lg_advance_legal(const gg_state *s, const gg_action *action)
{
    if (action->who != lg_asked(s)) return lg_refuse(R_NOT_ASKED);
    if (lg_must_break(s, action->who)) return lg_refuse(R_MUST_BREAK);
    if (action->item < 1 || action->item > LEGS_MAX) return lg_refuse(R_NO_SUCH_ACTION);
    lg_path path = lg_path_of(action);
    lg_end end;
    return lg_path_legal(s, action->who, &path, MODE_ADVANCE, &end);
}

void lg_advance_apply(gg_state *s, const gg_action *action, gg_log *log)
{
    lg_path path = lg_path_of(action);
    lg_end end = lg_end_of(&s->units[action->who], &path);
    s->fight.breaking &= ~gt_bit(action->who);
    lg_move_to(s, action->who, end.pose.at, end.pose.facing / 10, S_ADVANCES, log);
}
