/*
 * respond.c - the charged side answers: emergency square, evade, counter-charge (chapter 4,
 * LG-1.14 to LG-1.16, LG-R57, LG-R59, LG-R61, LG-R62, LG-R64, LG-R65).
 * SPDX-License-Identifier: MIT
 */
#include "core/roll.h"
#include "fight.h"

/* ---- Who may answer. ---- */

static gg_verdict responder_legal(const lg_unit *unit)
{
    if (lg_is_routing(unit)) return lg_refuse(R_ROUTING);
    return unit->did & DID_RESPOND ? lg_refuse(R_HAS_RESPONDED) : lg_legal;
}

/* ---- Emergency square (LG-1.15). ---- */

typedef struct square_query {
    uint8_t is_short, line, unsteady, quality, order, nation;
} square_query;

#define ROLL square
#define QUERY square_query
#define ROWS "rules/lucky/law/square.def"
#include "core/modifiers.def"

static const gg_band square_bands[] = {
    {0, LG_4_5, "forms square", N_square_forms},
    {0, LG_4_14, "fails and is disordered"},
};

const gg_check lg_square_check = {
    .name = "square",
    .clause = LG_4_5,
    GG_SIXES(GG_SUM, gg_one_die, lg_numbers),
    GG_MODS(square_mods),
    GG_BANDS(square_bands),
    .rule = "One die; {square_forms} or more forms square. Either way the unit does not fire this "
            "turn (LG-4.15).",
};

static bool is_horse(const gg_state *s, unsigned u) { return lg_is_horse(&s->units[u]); }

static uint64_t charging_cavalry(const gg_state *s, unsigned target)
{
    return gg_those(s, lg_chargers_of(s, target), is_horse);
}

gg_verdict lg_square_legal(const gg_state *s, const gg_action *action)
{
    unsigned u = action->who;
    const lg_unit *unit = &s->units[u];
    gg_verdict verdict = responder_legal(unit);
    if (verdict.reason != R_LEGAL) return verdict;
    if (action->flags > 1) return lg_refuse(R_NO_SUCH_ACTION);
    if (!lg_is_foot(unit)) return lg_refuse(R_ONLY_INFANTRY_SQUARES);
    if (charging_cavalry(s, u) == 0) return lg_refuse(R_NO_CAVALRY_CHARGE);
    if (unit->formation == FORM_SQUARE) return lg_refuse(R_SQUARE_ALREADY);
    if (unit->did & DID_SQUARE) return lg_refuse(R_SQUARE_ONCE);
    if (!lg_is_open(lg_ground_at(s, unit->at))) return lg_refuse(R_SQUARE_IN_OPEN);
    verdict = lg_pose_legal(s, u, lg_pose(unit), FORM_SQUARE);
    if (verdict.reason != R_LEGAL) return verdict;
    return action->flags ? lg_reserve_legal(s, u) : lg_legal;
}

static square_query square_of(const gg_state *s, const gg_action *action)
{
    const lg_unit *unit = &s->units[action->who];
    square_query query = {
        .line = unit->formation == FORM_LINE,
        .unsteady = unit->shaken > 0 || (unit->status & STATUS_DISORDERED) != 0,
        .quality = (uint8_t)lg_quality_of(s, action->who),
        .order = action->flags != 0,
        .nation = lg_nations[unit->nation].square && !(unit->flags & FLAG_LANDWEHR), /* LG-4.13 */
    };
    uint64_t cavalry = charging_cavalry(s, action->who);
    for (unsigned u = gt_take(&cavalry); u != NOBODY; u = gt_take(&cavalry)) /* LG-R57: the least */
        if (s->charges[u].k_declared < lg_length(s, N_short_charge)) query.is_short = 1;
    return query;
}

void lg_square_apply(gg_state *s, const gg_action *action, gg_dice *dice, gg_log *log)
{
    unsigned u = action->who;
    lg_unit *unit = &s->units[u];
    square_query query = square_of(s, action);
    if (action->flags) lg_reserve_spend(s, u, log);
    unit->did |= DID_RESPOND | DID_SQUARE | DID_NO_FIRE; /* LG-4.15 */
    if (gg_roll_check(&lg_square_check, CHECK_SQUARE, s->house, &query, (gg_unit)u, GG_NO_UNIT,
                      dice, log)
        == 0) {
        lg_set_formation(s, u, FORM_SQUARE);
        lg_tell(log, GG_STATUS, S_FORMS_SQUARE, u,
                (lg_told){.amount = unit->facing, .clause = LG_4_5});
    } else {
        lg_disorder(s, u, LG_4_14, log);
    }
}

/* ---- Evade. ---- */

static const gg_band evade_bands[] = {
    {0, LG_4_4, "goes its normal move", N_evade_full},
    {0, LG_4_3, "goes half its normal move", N_evade_half},
    {0, LG_4_2, "does not get away and is disordered"},
};

const gg_check lg_evade_check = {
    .name = "evade",
    .clause = LG_4_1,
    GG_SIXES(GG_SUM, gg_one_die, lg_numbers),
    GG_BANDS(evade_bands),
    .rule = "One die, no modifiers.",
};

static bool evades_free(const gg_state *s, const lg_unit *unit)
{
    return (unit->flags & FLAG_COSSACK) || !s->options[OPT_evade_needs_order]; /* LG-11.7 */
}

static gg_verdict evader_legal(const gg_state *s, unsigned u)
{
    const lg_unit *unit = &s->units[u];
    if (lg_is_horse(unit)) return lg_legal;
    if (lg_is_guns(unit))
        return unit->formation == FORM_LIMB ? lg_legal : lg_refuse(R_CANNOT_EVADE);
    if (!(unit->flags & FLAG_LIGHT) || lg_has_no_flanks(s, u)) return lg_refuse(R_CANNOT_EVADE);
    return lg_legal;
}

gg_verdict lg_evade_legal(const gg_state *s, const gg_action *action)
{
    unsigned u = action->who;
    gg_verdict verdict = responder_legal(&s->units[u]);
    if (verdict.reason != R_LEGAL) return verdict;
    if (lg_chargers_of(s, u) == 0) return lg_refuse(R_NOT_CHARGED);
    verdict = evader_legal(s, u);
    if (verdict.reason != R_LEGAL) return verdict;
    return evades_free(s, &s->units[u]) ? lg_legal : lg_reserve_legal(s, u);
}

static unsigned nearest_charger(const gg_state *s, unsigned u)
{
    uint64_t set = lg_chargers_of(s, u);
    unsigned found = NOBODY;
    int32_t nearest = INT32_MAX;
    for (unsigned c = gt_take(&set); c != NOBODY; c = gt_take(&set)) {
        int32_t distance = gg_distance(s->units[c].at, s->units[u].at);
        bool earlier = found != NOBODY && s->charges[c].order < s->charges[found].order;
        if (distance > nearest || (distance == nearest && !earlier)) continue;
        nearest = distance;
        found = c;
    }
    return found;
}

/* LG-R62. */
static void evade_move(gg_state *s, unsigned u, bool half, gg_log *log)
{
    lg_unit *unit = &s->units[u];
    gg_point from = unit->at;
    int32_t facing = lg_direction(s->units[nearest_charger(s, u)].at, from);
    int32_t n = lg_rate(s, unit) / (half ? 2 : 1) * HUNDREDTH;
    int32_t cap = lg_number(s, N_difficult_move) / (half ? 2 : 1) * HUNDREDTH;
    if (!lg_is_light_foot(unit) && n > cap
        && lg_way_is_difficult(s, from, gg_along(from, facing * 10, n)))
        n = cap;
    gt_forced way = lg_forced_move(s, u, facing, facing, n, false);
    if (way.end == GT_DESTROYED) { /* it stays as it stood instead */
        lg_tell(log, GG_NOTE, S_NO_WAY_OUT, u, lg_plain);
        return;
    }
    gg_pose there = {gg_along(from, facing * 10, way.k), facing * 10};
    gg_pose about = {there.at, gg_facing(facing * 10 + GG_HALF_TURN)};
    bool turns = !lg_stands_on(s, u, about, unit->formation);
    lg_move_to(s, u, there.at, turns ? about.facing / 10 : facing, S_EVADES, log);
    if (way.k > 0) unit->did |= DID_EVADE | DID_NO_FIRE;
}

void lg_evade_apply(gg_state *s, const gg_action *action, gg_dice *dice, gg_log *log)
{
    unsigned u = action->who;
    lg_unit *unit = &s->units[u];
    if (!evades_free(s, unit)) lg_reserve_spend(s, u, log);
    unit->did |= DID_RESPOND;
    int band = 0;
    if (!(unit->flags & FLAG_COSSACK) || s->options[OPT_cossack_evade_roll]) {
        band = gg_roll_check(&lg_evade_check, CHECK_EVADE, s->house, NULL, (gg_unit)u, GG_NO_UNIT,
                             dice, log);
    }
    if (band == 2) lg_disorder(s, u, LG_4_2, log);
    else evade_move(s, u, band == 1, log);
}

/* ---- Counter-charge: fatigued cavalry may (LG-10.11). ---- */

static gg_verdict counter_way_legal(const gg_state *s, unsigned u, unsigned charger)
{
    const lg_unit *unit = &s->units[u];
    const gt_table t = lg_table(s);
    gg_pose halt = lg_close_pose(s, charger);
    int32_t facing = lg_direction(unit->at, halt.at);
    const gg_course course = gt_course_ahead(&t, u, (gg_pose){unit->at, facing * 10});
    const gg_convex its = gt_shape_at(&t, charger, halt, s->units[charger].formation);
    int32_t k = gg_course_touches(&course, &its, 0, CONTACT_MAX);
    if (k == GG_NEVER) return lg_refuse(R_CHARGE_MISSES);
    int32_t allowance = lg_charge_allowance(s, u, facing, k);
    if (k > allowance) return lg_refuse_by(R_CHARGE_TOO_FAR, (k + 9) / 10, allowance / 10);
    const bool blocked = gt_blocked_at(&t, &course, u, charger, 0, k) != GG_NEVER;
    return blocked ? lg_refuse(R_CHARGE_BLOCKED) : lg_legal;
}

gg_verdict lg_counter_legal(const gg_state *s, const gg_action *action)
{
    unsigned u = action->who, charger = action->whom;
    const lg_unit *unit = &s->units[u];
    gg_verdict verdict = responder_legal(unit);
    if (verdict.reason != R_LEGAL) return verdict;
    if (!lg_is_horse(unit)) return lg_refuse(R_ONLY_CAVALRY_COUNTERS);
    if (unit->shaken > 0) return lg_refuse(R_SHAKEN_CHARGE);
    if (lg_waits_in_combat(s, u)) return lg_refuse(R_IN_COMBAT);
    if (!lg_is_on_table(s, charger) || s->units[charger].side == unit->side
        || s->charges[charger].status != CHARGE_DECLARED)
        return lg_refuse(R_NOT_CHARGING);
    verdict = lg_reserve_legal(s, u);
    return verdict.reason == R_LEGAL ? counter_way_legal(s, u, charger) : verdict;
}

void lg_counter_apply(gg_state *s, const gg_action *action, gg_log *log)
{
    unsigned u = action->who;
    lg_reserve_spend(s, u, log);
    s->units[u].did |= DID_RESPOND;
    lg_charge_declare(s, u, action->whom, s->units[u].facing, KIND_COUNTER, log);
}

/* ---- Is there anything to answer with? ---- */

static bool has_counter(const gg_state *s, unsigned u)
{
    gg_action action = {.kind = ACTION_COUNTER, .who = (gg_unit)u};
    if (!lg_is_horse(&s->units[u]) || lg_reserve_legal(s, u).reason != R_LEGAL) return false;
    for (unsigned c = 0; c < s->unit_count; c++) {
        action.whom = (gg_unit)c;
        if (s->charges[c].status == CHARGE_DECLARED
            && lg_counter_legal(s, &action).reason == R_LEGAL)
            return true;
    }
    return false;
}

bool lg_has_response(const gg_state *s, gg_side side)
{
    bool charged = false;
    for (unsigned u = 0; u < s->unit_count && !charged; u++)
        charged = s->charges[u].status == CHARGE_DECLARED;
    if (!charged) return false;
    uint64_t own = s->notes.here[side];
    for (unsigned u = gt_take(&own); u != NOBODY; u = gt_take(&own)) {
        gg_action action = {.kind = ACTION_SQUARE, .who = (gg_unit)u};
        if (lg_square_legal(s, &action).reason == R_LEGAL) return true;
        if (lg_evade_legal(s, &action).reason == R_LEGAL) return true;
        if (has_counter(s, u)) return true;
    }
    return false;
}
