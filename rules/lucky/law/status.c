/*
 * status.c - what units are and how they change: rates, quality, nations, poses, markers, losses,
 * commanders ridden down, rallies (chapters 10 and 11, LG-R40, LG-R43, LG-R118 to LG-R130).
 * SPDX-License-Identifier: MIT
 */
#include "fight.h"

#include <string.h>

/* ---- What the tables say of a unit. ---- */

int32_t lg_rate_in(const gg_state *s, lg_type type, lg_formation formation)
{
    static const uint8_t rows[TYPES][FORMATIONS] = {
#define RATE(id, type, formation, rate, clause, words)                                             \
    [TYPE_##type][FORM_##formation] = N_move_##id,
#include "units.def"
#undef RATE
    };
    return lg_number(s, rows[type][formation]);
}

int32_t lg_rate(const gg_state *s, const lg_unit *unit)
{
    return lg_rate_in(s, (lg_type)unit->type, (lg_formation)unit->formation);
}

/* Ticks. */
static int32_t rout_rate(const gg_state *s, lg_type type)
{
    static const uint8_t rows[TYPES] = {
#define ROUT(id, type, rate, clause, words) [TYPE_##type] = N_rout_##id,
#include "units.def"
#undef ROUT
    };
    return lg_length(s, rows[type]);
}

const lg_nation_row lg_nations[NATIONS] = {
#define NATION(id, ...) {__VA_ARGS__},
#include "nations.def"
#undef NATION
};

int lg_shaken_limit(const gg_state *s, const lg_unit *unit)
{ /* LG-10.1, LG-10.2, LG-11.6 */
    return lg_number(s, lg_is_foot(unit) ? lg_nations[unit->nation].markers : N_markers);
}

bool lg_may_mass(const lg_unit *unit)
{
    return lg_nations[unit->nation].mass != 0; /* LG-11.5, LG-R129 */
}

/* LG-R128: what a unit has unless its line says otherwise. */
bool lg_skirmish_default(const gg_state *s, const lg_unit *unit)
{
    if (!lg_is_foot(unit)) return false;
    if (unit->flags & FLAG_LIGHT) return true;
    if (unit->flags & FLAG_LANDWEHR) return false;
    lg_skirmishers who = lg_nations[unit->nation].skirmishers;
    return who == SKIRMISH_ALL
           || (who == SKIRMISH_FROM_1809 && s->year >= lg_number(s, N_skirmish_year));
}

/* LG-11.10 to LG-11.12 before 1809 (LG-11.11: Prussians), LG-11.13 in every year. */
bool lg_line_binds(const gg_state *s, const lg_unit *unit)
{
    if (!lg_is_foot(unit)) return false;
    lg_line_rule rule = lg_nations[unit->nation].line;
    return rule == LINE_ALWAYS || (rule == LINE_TO_1808 && s->year < lg_number(s, N_line_year));
}

/* LG-R127: poor Prussian landwehr is average beside a regular. */
lg_quality lg_quality_of(const gg_state *s, unsigned u)
{
    const lg_unit *unit = &s->units[u];
    if (unit->quality != POOR || unit->nation != NATION_PRUSSIAN || !(unit->flags & FLAG_LANDWEHR))
        return unit->quality;
    const int32_t width = lg_length(s, N_base_width);
    gg_convex shape = lg_shape(s, u);
    uint64_t near = lg_near(s, gg_bounds_of(&shape), width) & ~gt_bit(u);
    for (unsigned other = gt_take(&near); other != NOBODY; other = gt_take(&near)) {
        const lg_unit *its = &s->units[other];
        if (its->side == unit->side && !lg_is_guns(its) && !(its->flags & FLAG_LANDWEHR)
            && !lg_is_routing(its) && lg_is_within(s, u, other, width))
            return AVERAGE;
    }
    return POOR;
}

/* ---- Saying. ---- */

void lg_tell(gg_log *log, gg_event_kind kind, lg_saying what, unsigned who, lg_told told)
{
    gg_event *event = lg_say(log, kind, (int)what, who == NOBODY ? GG_NO_UNIT : (gg_unit)who,
                             told.whom == 0 ? GG_NO_UNIT : (gg_unit)(told.whom - 1));
    if (event == NULL) return;
    if (told.clause != 0) event->clause = told.clause;
    event->amount = (int16_t)told.amount;
    event->had = (int16_t)told.had;
    event->total = (int16_t)told.total;
    event->at = told.at;
    event->to = told.to;
    event->faces[0] = told.die;
    event->face_count = told.die != 0;
}

/* ---- Poses. ---- */

static void unit_has_changed(gg_state *s, unsigned u)
{
    lg_unit *unit = &s->units[u];
    s->notes.stale = 1;
    unit->did |= DID_MOVE;
    unit->status &= (uint8_t)~STATUS_PREPARED; /* LG-R27 */
    if (!(unit->status & STATUS_MUST_LEAVE)) return;
    if (!lg_is_burning(s, unit->at)) /* LG-R82 */
        unit->status &= (uint8_t)~STATUS_MUST_LEAVE;
}

void lg_put(gg_state *s, unsigned u, gg_point at, int32_t facing)
{
    lg_unit *unit = &s->units[u];
    if (gg_is_same_place(unit->at, at) && unit->facing == facing) return;
    gt_grid_take(s->grid.strips, 1, s->grid.cell, u, unit->at);
    unit->at = at;
    unit->facing = (int16_t)facing;
    gt_grid_put(s->grid.strips, 1, s->grid.cell, u, at);
    for (int c = 0; c < s->commander_count; c++)
        if (s->commanders[c].attached == u) s->commanders[c].at = at;
    unit_has_changed(s, u);
}

void lg_set_formation(gg_state *s, unsigned u, lg_formation formation)
{
    if (s->units[u].formation == formation) return;
    s->units[u].formation = (uint8_t)formation;
    unit_has_changed(s, u);
}

/* LG-R43: enemy commanders that stand alone where the unit has come to. */
static void ride_down(gg_state *s, unsigned u, gg_log *log)
{
    const lg_unit *unit = &s->units[u];
    if (lg_is_routing(unit)) return;
    for (unsigned c = 0; c < s->commander_count; c++) {
        const lg_commander *his = &s->commanders[c];
        if (his->side == unit->side || his->attached != NOBODY || !lg_is_present(his)) continue;
        if (lg_point_is_within(s, his->at, u, lg_length(s, N_beside)))
            lg_commander_resettle(s, c, log);
    }
}

static void put_told(gg_state *s, unsigned u, gg_pose to, lg_saying what, gg_log *log)
{
    gg_point from = s->units[u].at;
    lg_tell(log, GG_MOVE, what, u, (lg_told){.at = from, .to = to.at, .amount = to.facing / 10});
    s->last_who = (uint8_t)u;
    s->last_from = from;
    lg_put(s, u, to.at, to.facing / 10);
}

void lg_move_to(gg_state *s, unsigned u, gg_point at, int32_t facing, lg_saying what, gg_log *log)
{
    put_told(s, u, (gg_pose){at, facing * 10}, what, log);
    ride_down(s, u, log);
}

void lg_turn_to(gg_state *s, unsigned u, int32_t facing, gg_log *log)
{
    put_told(s, u, (gg_pose){s->units[u].at, facing * 10}, S_TURNS, log);
}

/* ---- Losses. ---- */

void lg_note_health(gg_state *s, unsigned u)
{
    const lg_unit *unit = &s->units[u];
    const bool ails = unit->shaken > 0 || (unit->status & (STATUS_DISORDERED | STATUS_ROUTING));
    if (ails && lg_is_on_table(s, u)) s->notes.unwell |= gt_bit(u);
    else s->notes.unwell &= ~gt_bit(u);
}

void lg_remove(gg_state *s, unsigned u, lg_removed how, gg_log *log)
{
    lg_unit *unit = &s->units[u];
    gg_assert(unit->removed == REMOVED_NOT);
    s->notes.stale = 1;
    lg_tell(log, GG_LOSS, how == REMOVED_LEFT ? S_LEAVES_TABLE : S_DESTROYED, u,
            (lg_told){.at = unit->at});
    gt_grid_take(s->grid.strips, 1, s->grid.cell, u, unit->at);
    unit->removed = (uint8_t)how;
    s->notes.here[unit->side] &= ~gt_bit(u);
    unit->at = (gg_point){0, 0};
    unit->facing = 0;
    unit->strength = unit->shaken = unit->status = unit->orders = 0;
    lg_note_health(s, u);
    unit->did = 0;
    if (lg_is_foot(unit)) unit->formation = FORM_COLUMN;
    memset(&s->charges[u], 0, sizeof s->charges[u]);
    for (unsigned c = 0; c < s->commander_count; c++)
        if (s->commanders[c].attached == u) lg_commander_resettle(s, c, log);
}

void lg_lose(gg_state *s, unsigned u, int amount, gg_log *log)
{
    lg_unit *unit = &s->units[u];
    if (amount > unit->strength) amount = unit->strength;
    if (amount == 0) return;
    unit->strength = (uint8_t)(unit->strength - amount);
    lg_tell(log, GG_LOSS, S_LOSES, u, (lg_told){.amount = amount, .had = unit->strength});
    if (unit->strength == 0) lg_remove(s, u, REMOVED_DESTROYED, log); /* LG-R123 */
}

void lg_disorder(gg_state *s, unsigned u, gg_clause clause, gg_log *log)
{
    lg_unit *unit = &s->units[u];
    if (unit->status & (STATUS_DISORDERED | STATUS_ROUTING)) return;
    unit->status |= STATUS_DISORDERED;
    lg_note_health(s, u);
    lg_tell(log, GG_STATUS, S_DISORDERED, u, (lg_told){.clause = clause});
}

void lg_shake(gg_state *s, unsigned u, gg_clause clause, gg_log *log)
{
    lg_unit *unit = &s->units[u];
    if (lg_is_routing(unit)) return; /* LG-R80 */
    if (unit->shaken < lg_shaken_limit(s, unit)) {
        unit->shaken++;
        lg_note_health(s, u);
        lg_tell(log, GG_STATUS, S_SHAKEN, u, (lg_told){.amount = unit->shaken, .clause = clause});
        return;
    }
    switch (s->options[OPT_excess_shaken]) { /* LG-R79 */
    case 1: lg_lose(s, u, 1, log); break;
    case 2:
        if (lg_is_guns(unit)) lg_remove(s, u, REMOVED_DESTROYED, log);
        else lg_rout_home(s, u, log);
        break;
    default: lg_tell(log, GG_NOTE, S_NO_MORE_MARKERS, u, (lg_told){.amount = unit->shaken}); break;
    }
}

/* It has run as far as it could; from there its commander seeks a place (LG-R140). */
void lg_rout_ends(gg_state *s, unsigned u, gt_forced_end end, gg_log *log)
{
    if (end == GT_DESTROYED) lg_remove(s, u, REMOVED_DESTROYED, log);
    if (end == GT_LEFT) lg_remove(s, u, REMOVED_LEFT, log);
}

void lg_rout(gg_state *s, unsigned u, gg_clause clause, gg_log *log)
{
    lg_unit *unit = &s->units[u];
    s->notes.stale = 1; /* it hides nothing now */
    unit->shaken = 0;
    unit->status = (uint8_t)((unit->status & STATUS_MUST_LEAVE) | STATUS_ROUTING);
    lg_note_health(s, u);
    if (lg_is_charging(s, u)) s->charges[u].status = CHARGE_FAILED; /* for good */
    lg_tell(log, GG_STATUS, S_ROUTS, u, (lg_told){.clause = clause});
    if (lg_is_foot(unit)) lg_set_formation(s, u, FORM_COLUMN);
}

gt_forced lg_run(gg_state *s, unsigned u, int32_t facing, lg_saying what, gg_log *log)
{
    const lg_unit *unit = &s->units[u];
    gt_forced way = lg_forced_move(s, u, facing, facing, rout_rate(s, unit->type), true);
    lg_move_to(s, u, gg_along(unit->at, facing * 10, way.k), facing, what, log);
    return way;
}

void lg_rout_home(gg_state *s, unsigned u, gg_log *log)
{
    if (!lg_is_routing(&s->units[u])) lg_rout(s, u, LG_R79, log);
    lg_rout_ends(s, u, lg_run(s, u, s->home[s->units[u].side], S_RUNS_HOME, log).end, log);
}

/* ---- Commanders without a place. ---- */

void lg_commander_lost(gg_state *s, unsigned c, lg_saying what, gg_log *log)
{
    lg_commander *his = &s->commanders[c];
    lg_tell(log, GG_LOSS, what, UNITS_MAX + c, (lg_told){.at = his->at});
    his->gone = (uint8_t)lg_number(s, N_gone_turns); /* LG-R117 */
    his->attached = NOBODY;
    his->held = his->pool = his->given = 0;
    if (his->quality > 1) his->quality--; /* LG-9.12, LG-9.13 */
    his->at = (gg_point){0, 0};
    his->mute = 0;
}

void lg_commander_resettle(gg_state *s, unsigned c, gg_log *log)
{
    lg_commander *his = &s->commanders[c];
    const gt_table t = lg_table(s);
    const gt_shapes dot = {.count = 1, .at = {gg_dot(his->at)}};
    int32_t distance;
    const int found =
        gt_nearest_enemy(&t, gg_other(his->side), &dot, 2 * TABLE_MAX, &distance); /* his own */
    his->attached = NOBODY;
    if (found == GG_NEVER) {
        lg_commander_lost(s, c, S_CAPTURED, log);
        return;
    }
    his->at = s->units[found].at;
    lg_tell(log, GG_MOVE, S_SEEKS_SAFETY, UNITS_MAX + c,
            (lg_told){.whom = lg_whom((unsigned)found), .to = his->at});
}

/* ---- Rallies (LG-1.10, LG-R39, LG-R40). ---- */

static bool uses_own_order(const gg_state *s, unsigned u)
{
    return s->phase == PHASE_M1 && s->units[u].orders > 0
           && lg_order_is_open(s, u).reason == R_LEGAL;
}

gg_verdict lg_rally_legal(const gg_state *s, const gg_action *action)
{
    const unsigned u = action->who, from = action->item;
    const lg_unit *unit = &s->units[u];
    if (from >= RALLIES) return lg_refuse(R_NO_SUCH_ACTION);
    if (from == RALLY_DISORDER && !(unit->status & STATUS_DISORDERED))
        return lg_refuse(R_NOT_DISORDERED);
    if (from == RALLY_SHAKEN && unit->shaken == 0) return lg_refuse(R_NOT_SHAKEN);
    if (from == RALLY_ROUT && !lg_is_routing(unit)) return lg_refuse(R_NOT_ROUTING);
    return uses_own_order(s, u) ? lg_legal : lg_reserve_legal(s, u);
}

bool lg_has_rally(const gg_state *s, gg_side side)
{
    uint64_t rest = s->notes.unwell;
    for (unsigned u = gt_take(&rest); u != NOBODY; u = gt_take(&rest)) {
        if (s->units[u].side != side) continue;
        if (uses_own_order(s, u)) return true;
        if (lg_reserve_legal(s, u).reason == R_LEGAL) return true;
    }
    return false;
}

void lg_rally_apply(gg_state *s, const gg_action *action, gg_log *log)
{
    unsigned u = action->who;
    lg_unit *unit = &s->units[u];
    if (uses_own_order(s, u)) lg_order_spend(s, u);
    else lg_reserve_spend(s, u, log);
    switch ((lg_rally)action->item) {
    case RALLY_DISORDER:
        unit->status &= (uint8_t)~STATUS_DISORDERED;
        lg_tell(log, GG_STATUS, S_ORDERED_AGAIN, u, lg_plain);
        break;
    case RALLY_SHAKEN:
        unit->shaken--;
        lg_tell(log, GG_STATUS, S_STEADIED, u, (lg_told){.amount = unit->shaken});
        break;
    case RALLY_ROUT:
        s->notes.stale = 1;
        unit->status &= (uint8_t) ~(STATUS_ROUTING | STATUS_DISORDERED);
        unit->shaken = (uint8_t)lg_shaken_limit(s, unit); /* LG-10.7, LG-10.8 */
        lg_put(s, u, unit->at, (unit->facing + 180) % 360);
        lg_tell(log, GG_STATUS, S_RALLIES, u, (lg_told){.amount = unit->shaken});
        break;
    case RALLIES: break;
    }
    lg_note_health(s, u);
}
