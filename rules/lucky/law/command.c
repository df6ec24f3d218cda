/*
 * command.c - orders and the men who give them (LG-1.3 to LG-1.9, chapter 2, LG-R29 to LG-R44).
 * SPDX-License-Identifier: MIT
 */
#include "core/roll.h"
#include "army.h"

/* ---- Commanders. ---- */

bool lg_is_here(const gg_state *s, gg_unit n)
{
    if (n < UNITS_MAX) return lg_is_on_table(s, n);
    return n - UNITS_MAX < s->commander_count && lg_is_present(&s->commanders[n - UNITS_MAX]);
}

static bool is_muted(const gg_state *s, const lg_commander *his)
{
    return his->mute == 1 && his->side == s->active; /* LG-R116 */
}

int lg_holding_limit(const gg_state *s, const lg_commander *his)
{
    static const uint8_t rows[] = {N_NONE, N_holds_poor, N_holds_able, N_holds_good};
    return lg_number(s, rows[his->quality < 3 ? his->quality : 3]);
}

int32_t lg_command_range(const gg_state *s, lg_level level)
{
    static const uint8_t rows[LEVELS] = {N_command_cinc, N_command_corps, N_command_division};
    return lg_length(s, rows[level]);
}

bool lg_is_in_command(const gg_state *s, unsigned c, unsigned u)
{
    if (s->units[u].side != s->commanders[c].side) return false;
    if (s->commanders[c].level == LEVEL_CINC) return true;
    unsigned division = s->units[u].division;
    return division == c || (division != NOBODY && s->commanders[division].superior == c);
}

/* ---- Reserve orders. ---- */

gg_verdict lg_reserve_legal(const gg_state *s, unsigned u)
{
    const lg_unit *unit = &s->units[u];
    if (unit->division == NOBODY) return lg_refuse(R_NO_DIVISION);
    const lg_commander *his = &s->commanders[unit->division];
    if (!lg_is_present(his)) return lg_refuse(R_COMMANDER_GONE);
    if (is_muted(s, his)) return lg_refuse(R_COMMANDER_MUTED);
    if (his->held == 0) return lg_refuse(R_NO_RESERVE);
    int32_t range = lg_command_range(s, LEVEL_DIVISION);
    if (lg_point_is_within(s, his->at, u, range)) return lg_legal;
    gg_convex dot = gg_dot(his->at), shape = lg_shape(s, u);
    return lg_refuse_by(R_UNIT_OUT_OF_RANGE, (gg_distance_between(&dot, &shape) + 9) / 10,
                        range / 10);
}

void lg_reserve_spend(gg_state *s, unsigned u, gg_log *log)
{
    lg_commander *his = &s->commanders[s->units[u].division];
    gg_assert(his->held > 0);
    his->held--;
    lg_tell(log, GG_NOTE, S_RESERVE_SPENT, UNITS_MAX + (unsigned)s->units[u].division,
            (lg_told){.whom = lg_whom(u), .amount = his->held});
}

/* ---- The rolls. ---- */

uint64_t lg_active_at(const gg_state *s, lg_level level)
{
    uint64_t found = 0;
    for (unsigned c = 0; c < s->commander_count; c++)
        if (s->commanders[c].side == s->active && s->commanders[c].level == level)
            found |= gt_bit(c);
    return found;
}

bool lg_cinc_rolls(const gg_state *s)
{
    uint64_t his = lg_active_at(s, LEVEL_CINC);
    if (his == 0) return false;
    const lg_commander *cinc = &s->commanders[gg_next_bit(&his)];
    return lg_is_present(cinc) && !is_muted(s, cinc);
}

void lg_orders_apply(gg_state *s, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)action;
    uint64_t cinc = lg_active_at(s, LEVEL_CINC);
    const unsigned c = gt_take(&cinc);
    lg_commander *his = &s->commanders[c];
    int die = gg_roll_die(dice, "orders", (gg_unit)(UNITS_MAX + c), GG_NO_UNIT);
    his->pool = (uint8_t)(die + his->quality); /* LG-2.1 */
    lg_tell(log, GG_ROLL, S_CINC_ROLLS, UNITS_MAX + c,
            (lg_told){.die = (uint8_t)die, .had = his->quality});
    lg_tell(log, GG_STATUS, S_HAS_ORDERS, UNITS_MAX + c, (lg_told){.amount = his->pool});
}

/* LG-2.7: corps commanders who were given orders roll for more. */
static uint64_t corps_given(const gg_state *s)
{
    uint64_t given = 0;
    for (uint64_t rest = lg_active_at(s, LEVEL_CORPS); rest != 0;) {
        const unsigned c = gt_take(&rest);
        if (s->commanders[c].given > 0) given |= gt_bit(c);
    }
    return given;
}

bool lg_corps_roll(const gg_state *s) { return corps_given(s) != 0; }

void lg_corps_apply(gg_state *s, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)action;
    for (uint64_t rest = corps_given(s); rest != 0;) {
        const unsigned c = gt_take(&rest);
        lg_commander *his = &s->commanders[c];
        int die = gg_roll_die(dice, "corps orders", (gg_unit)(UNITS_MAX + c), GG_NO_UNIT);
        int own = s->options[OPT_corps_formula] == 0 ? (die + his->quality + 1) / 2
                                                     : die + (his->quality + 1) / 2;
        his->pool = (uint8_t)(own + his->given - lg_number(s, N_corps_keeps)); /* LG-2.8 */
        lg_tell(log, GG_ROLL, S_CORPS_ROLLS, UNITS_MAX + c,
                (lg_told){.die = (uint8_t)die, .had = his->given, .total = his->quality});
        lg_tell(log, GG_STATUS, S_HAS_ORDERS, UNITS_MAX + c,
                (lg_told){.amount = his->pool, .clause = LG_2_8});
    }
}

/* ---- Handing orders on. ---- */

/* LG-R31: is he the one who gives orders to this subordinate? */
static bool is_giver(const gg_state *s, unsigned from, unsigned to)
{
    const lg_commander *giver = &s->commanders[from], *taker = &s->commanders[to];
    if (giver->side != taker->side || giver->level == LEVEL_DIVISION) return false;
    if (taker->superior == from) return true;
    if (giver->level != LEVEL_CINC || taker->level != LEVEL_DIVISION) return false;
    return taker->superior != NOBODY && !lg_is_present(&s->commanders[taker->superior]);
}

/* May he be handed so many?  The range is measured when they are handed on (LG-R32). */
static gg_verdict taker_legal(const gg_state *s, unsigned from, unsigned to, int orders)
{
    const lg_commander *giver = &s->commanders[from], *taker = &s->commanders[to];
    if (!is_giver(s, from, to)) return lg_refuse(R_NOT_SUBORDINATE);
    if (!lg_is_present(taker)) return lg_refuse(R_COMMANDER_GONE);
    if (is_muted(s, taker)) return lg_refuse(R_COMMANDER_MUTED);
    int32_t range = lg_command_range(s, giver->level);
    if (gg_is_farther(giver->at, taker->at, range))
        return lg_refuse_by(giver->level == LEVEL_CINC ? R_CINC_OUT_OF_RANGE : R_CORPS_OUT_OF_RANGE,
                            (gg_distance(giver->at, taker->at) + 9) / 10, range / 10);
    if (taker->level == LEVEL_DIVISION && taker->held + orders > lg_holding_limit(s, taker))
        return lg_refuse_by(R_HOLDS_ENOUGH, taker->held + orders, lg_holding_limit(s, taker));
    return lg_legal;
}

gg_verdict lg_give_legal(const gg_state *s, const gg_action *action)
{
    unsigned from = action->who - (unsigned)UNITS_MAX, to = action->whom - (unsigned)UNITS_MAX;
    if (from >= s->commander_count || to >= s->commander_count) return lg_refuse(R_NO_SUCH_ACTION);
    const lg_commander *giver = &s->commanders[from];
    if (giver->side != s->active) return lg_refuse(R_NOT_YOUR_UNIT);
    if (giver->level != (s->phase == PHASE_C2 ? LEVEL_CINC : LEVEL_CORPS))
        return lg_refuse(R_NOT_HIS_STEP);
    if (action->item < 1 || action->item > giver->pool)
        return lg_refuse_by(R_NOT_SO_MANY_ORDERS, action->item, giver->pool);
    return taker_legal(s, from, to, action->item);
}

int lg_most_to_give(const gg_state *s, unsigned from, unsigned to)
{
    const lg_commander *giver = &s->commanders[from], *taker = &s->commanders[to];
    if (taker_legal(s, from, to, 1).reason != R_LEGAL) return 0;
    const int room = lg_holding_limit(s, taker) - taker->held;
    return taker->level == LEVEL_DIVISION && room < giver->pool ? room : giver->pool;
}

bool lg_has_give(const gg_state *s, lg_level level)
{
    for (uint64_t rest = lg_active_at(s, level); rest != 0;) {
        const unsigned from = gt_take(&rest);
        for (unsigned to = 0; s->commanders[from].pool > 0 && to < s->commander_count; to++)
            if (taker_legal(s, from, to, 1).reason == R_LEGAL) return true;
    }
    return false;
}

void lg_give_apply(gg_state *s, const gg_action *action, gg_log *log)
{
    lg_commander *giver = &s->commanders[action->who - UNITS_MAX];
    lg_commander *taker = &s->commanders[action->whom - UNITS_MAX];
    giver->pool = (uint8_t)(giver->pool - action->item);
    if (taker->level == LEVEL_CORPS) taker->given = (uint8_t)(taker->given + action->item);
    else taker->held = (uint8_t)(taker->held + action->item);
    lg_tell(log, GG_NOTE, S_GIVES, action->who,
            (lg_told){.whom = lg_whom(action->whom),
                      .amount = action->item,
                      .had = giver->pool,
                      .clause = giver->level == LEVEL_CORPS   ? LG_1_6
                                : taker->level == LEVEL_CORPS ? LG_1_4
                                                              : LG_1_5});
}

/* ---- Orders on units: what is not put on one stays in reserve (LG-1.8, LG-2.10). ---- */

gg_verdict lg_assign_legal(const gg_state *s, const gg_action *action)
{
    unsigned u = action->who;
    const lg_unit *unit = &s->units[u];
    gg_verdict verdict = lg_reserve_legal(s, u); /* present, not muted, holds one, in range */
    if (verdict.reason != R_LEGAL) return verdict;
    const lg_commander *his = &s->commanders[unit->division];
    if (action->item < 1 || action->item > his->held)
        return lg_refuse_by(R_NOT_SO_MANY_ORDERS, action->item, his->held);
    if (unit->orders + action->item > lg_number(s, N_unit_orders))
        return lg_refuse_by(R_ENOUGH_ORDERS, unit->orders + action->item,
                            lg_number(s, N_unit_orders));
    return lg_legal;
}

bool lg_has_assign(const gg_state *s)
{
    uint64_t own = s->notes.here[s->active];
    for (unsigned u = gt_take(&own); u != NOBODY; u = gt_take(&own))
        if (s->units[u].orders < lg_number(s, N_unit_orders)
            && lg_reserve_legal(s, u).reason == R_LEGAL)
            return true;
    return false;
}

void lg_assign_apply(gg_state *s, const gg_action *action, gg_log *log)
{
    lg_unit *unit = &s->units[action->who];
    lg_commander *his = &s->commanders[unit->division];
    his->held = (uint8_t)(his->held - action->item);
    unit->orders = (uint8_t)(unit->orders + action->item);
    lg_tell(log, GG_NOTE, S_ASSIGNS, UNITS_MAX + (unsigned)unit->division,
            (lg_told){.whom = lg_whom(action->who), .amount = action->item, .had = his->held});
}

/* ---- Commanders ride (LG-3.1, LG-10.5, LG-R41, LG-R42). ---- */

static gg_verdict attach_legal(const gg_state *s, unsigned c, unsigned u, gg_point at)
{
    if (!lg_is_on_table(s, u)) return lg_refuse(R_NOT_ON_TABLE);
    const lg_unit *unit = &s->units[u];
    if (unit->side != s->commanders[c].side) return lg_refuse(R_NOT_YOUR_UNIT);
    if (lg_is_routing(unit)) return lg_refuse(R_ROUTING);
    if (!lg_is_in_command(s, c, u)) return lg_refuse(R_NOT_HIS_COMMAND);
    for (unsigned other = 0; other < s->commander_count; other++)
        if (other != c && s->commanders[other].attached == u) return lg_refuse(R_HAS_COMMANDER);
    if (!lg_point_is_within(s, at, u, lg_length(s, N_beside))) return lg_refuse(R_NOT_BESIDE);
    return lg_legal;
}

static gg_verdict comfort_legal(const gg_state *s, unsigned c, unsigned u, gg_point at)
{
    if (!lg_is_on_table(s, u)) return lg_refuse(R_NOT_ON_TABLE);
    const lg_unit *unit = &s->units[u];
    if (s->commanders[c].level == LEVEL_DIVISION) return lg_refuse(R_NOT_SENIOR);
    if (unit->side != s->commanders[c].side) return lg_refuse(R_NOT_YOUR_UNIT);
    if (lg_is_routing(unit)) return lg_refuse(R_ROUTING);
    if (unit->shaken == 0) return lg_refuse(R_NOT_SHAKEN);
    if (!lg_point_is_within(s, at, u, lg_length(s, N_beside))) return lg_refuse(R_NOT_BESIDE);
    return lg_legal;
}

static bool is_by_enemy(const gg_state *s, gg_side side, gg_point at)
{
    gt_table t = lg_table(s);
    gt_set near;
    const int32_t beside = lg_length(s, N_beside);
    gt_near_cells(&t, (gg_bounds){at, at}, beside, &near);
    for (int u = gt_next(&near); u != GG_NEVER; u = gt_next(&near))
        if (s->units[u].side != side && !lg_is_routing(&s->units[u])
            && lg_point_is_within(s, at, (unsigned)u, beside))
            return true;
    return false;
}

gg_verdict lg_ride_legal(const gg_state *s, const gg_action *action)
{
    unsigned c = action->who - (unsigned)UNITS_MAX;
    if (c >= s->commander_count) return lg_refuse(R_NO_SUCH_ACTION);
    const lg_commander *his = &s->commanders[c];
    if (his->side != s->active) return lg_refuse(R_NOT_YOUR_UNIT);
    if (!lg_is_present(his)) return lg_refuse(R_COMMANDER_GONE);
    if (his->moved) return lg_refuse(R_COMMANDER_MOVED);
    gg_point at = action->at;
    if (at.x % HUNDREDTH != 0 || at.y % HUNDREDTH != 0) return lg_refuse(R_NO_SUCH_ACTION);
    if (at.x < 0 || at.y < 0 || at.x > s->width || at.y > s->height) return lg_refuse(R_OFF_TABLE);
    if (gg_is_farther(his->at, at, lg_length(s, N_ride)))
        return lg_refuse_by(R_RIDES_TOO_FAR, (gg_distance(his->at, at) + 9) / 10,
                            lg_number(s, N_ride));
    gg_point end = at;
    if (action->whom != GG_NO_UNIT) {
        gg_verdict verdict = attach_legal(s, c, action->whom, at);
        if (verdict.reason != R_LEGAL) return verdict;
        end = s->units[action->whom].at;
    } else if (is_by_enemy(s, his->side, at)) {
        return lg_refuse(R_RIDES_INTO_ENEMY);
    }
    return action->item == GG_NO_UNIT ? lg_legal : comfort_legal(s, c, action->item, end);
}

void lg_ride_apply(gg_state *s, const gg_action *action, gg_log *log)
{
    unsigned c = action->who - (unsigned)UNITS_MAX;
    lg_commander *his = &s->commanders[c];
    bool joins = action->whom != GG_NO_UNIT;
    gg_point to = joins ? s->units[action->whom].at : action->at;
    lg_tell(log, GG_MOVE, joins ? S_JOINS : S_RIDES, action->who,
            (lg_told){.whom = joins ? lg_whom(action->whom) : 0, .at = his->at, .to = to});
    his->moved = 1;
    his->attached = joins ? (uint8_t)action->whom : NOBODY;
    his->at = to;
    if (action->item == GG_NO_UNIT) return;
    lg_unit *unit = &s->units[action->item];
    unit->shaken--; /* LG-10.5 */
    lg_note_health(s, action->item);
    lg_tell(log, GG_STATUS, S_ENCOURAGED, action->item,
            (lg_told){.whom = lg_whom(action->who), .amount = unit->shaken});
}

/* ---- H0: a player turn begins. ---- */

/* LG-R117: where a replacement appears. */
static unsigned post_of(const gg_state *s, unsigned c)
{
    unsigned any = NOBODY, any_routing = NOBODY;
    uint64_t own = s->notes.here[s->commanders[c].side];
    for (unsigned u = gt_take(&own); u != NOBODY; u = gt_take(&own)) {
        bool routing = lg_is_routing(&s->units[u]);
        if (!routing && lg_is_in_command(s, c, u)) return u;
        if (!routing && any == NOBODY) any = u;
        if (routing && any_routing == NOBODY) any_routing = u;
    }
    return any != NOBODY ? any : any_routing;
}

static void commander_turn_begins(gg_state *s, unsigned c, gg_log *log)
{
    lg_commander *his = &s->commanders[c];
    his->moved = his->closed = his->pool = his->given = 0;
    if (his->side != s->active) return;
    if (his->mute > 0) his->mute--;
    if (!s->options[OPT_reserve_carry]) his->held = 0;
    if (his->gone == 0) return;
    if (his->gone > 1) {
        his->gone--;
        return;
    }
    unsigned post = post_of(s, c);
    if (post == NOBODY) return; /* with nobody to command he stays away */
    his->gone = 0;
    his->at = s->units[post].at;
    lg_tell(log, GG_NOTE, S_REPLACED, UNITS_MAX + c,
            (lg_told){.to = his->at, .amount = his->quality});
}

void lg_turn_begins(gg_state *s, gg_log *log)
{
    s->open_division = NOBODY;
    s->charge_count = 0;
    for (unsigned u = 0; u < s->unit_count; u++) {
        s->units[u].did = 0;
        s->units[u].orders = 0;
        s->charges[u] = (lg_charge){.target = 0};
    }
    for (unsigned c = 0; c < s->commander_count; c++) commander_turn_begins(s, c, log);
}
