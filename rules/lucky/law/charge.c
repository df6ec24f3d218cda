/*
 * charge.c - declaring charges, closing up to volley range, completing them (LG-1.13, LG-1.17,
 * LG-1.20, LG-1.21, LG-R54 to LG-R58, LG-R60, LG-R63, LG-R66 to LG-R69).
 * SPDX-License-Identifier: MIT
 */
#include "fight.h"

/* ---- Who and how far. ---- */

bool lg_is_charging(const gg_state *s, unsigned u)
{
    return s->charges[u].status == CHARGE_DECLARED || s->charges[u].status == CHARGE_CLOSED;
}

bool lg_is_attacking(const gg_state *s, unsigned u)
{
    return s->charges[u].status == CHARGE_MET || s->charges[u].status == CHARGE_CONTACT;
}

uint64_t lg_chargers_of(const gg_state *s, unsigned target)
{
    uint64_t found = 0;
    for (unsigned u = 0; u < s->unit_count; u++)
        if (lg_is_charging(s, u) && s->charges[u].target == target
            && s->charges[u].kind != KIND_COUNTER)
            found |= gt_bit(u);
    return found;
}

int32_t lg_charge_allowance(const gg_state *s, unsigned u, int32_t facing, int32_t k)
{
    const lg_unit *unit = &s->units[u];
    bool difficult = lg_way_is_difficult(s, unit->at, gg_along(unit->at, facing * 10, k));
    int32_t turn = gg_turn_between(unit->facing * 10, facing * 10) / 10;
    lg_path path = {.legs = 1, .turn = {turn}};
    return lg_allowance(s, u, &path, MODE_MOVE, difficult) * HUNDREDTH;
}

static gg_verdict charger_legal(const gg_state *s, unsigned u)
{
    const lg_unit *unit = &s->units[u];
    if (lg_is_guns(unit)) return lg_refuse(R_GUNS_NEVER_CHARGE);
    if (unit->formation == FORM_SQUARE) return lg_refuse(R_SQUARE_STANDS);
    if (lg_is_routing(unit)) return lg_refuse(R_ROUTING);
    if (unit->shaken > 0) return lg_refuse(R_SHAKEN_CHARGE);
    if (lg_is_fatigued(s, unit)) return lg_refuse(R_FATIGUED_CHARGE);
    return lg_legal;
}

static gg_verdict chargeable(const gg_state *s, unsigned u, unsigned target)
{
    const lg_unit *unit = &s->units[u];
    if (!lg_is_on_table(s, target)) return lg_refuse(R_NOT_ON_TABLE);
    const lg_unit *its = &s->units[target];
    if (its->side == unit->side) return lg_refuse(R_NOT_AN_ENEMY);
    if (lg_line_binds(s, unit) && unit->formation != FORM_LINE && lg_is_foot(its)
        && lg_is_open(lg_ground_at(s, its->at)))
        return lg_refuse(R_CHARGE_IN_LINE); /* LG-R52 */
    gt_table t = lg_table(s);
    gg_point points[5];
    int count = gt_test_points(&t, target, points);
    gt_sight sight;
    gt_sight_between(&t, u, unit->at, target, true, &sight);
    for (int i = 0; i < count; i++)
        if (gt_in_the_way(&t, &sight, points[i]) == GG_NEVER) return lg_legal;
    return lg_refuse(R_CHARGE_UNSEEN);
}

bool lg_passes_by(const gg_state *s, unsigned u, unsigned target, int32_t facing)
{
    const gt_table t = lg_table(s);
    const gg_box own = gt_box(&t, u);
    const int32_t outer = (int32_t)gt_body_circles(&t, target).outer + 2;
    const gg_point at = gg_to_local((gg_pose){s->units[u].at, facing * 10}, s->units[target].at);
    return at.x > own.half + outer || at.x < -own.half - outer || at.y < own.rear - outer;
}

static gg_verdict way_legal(const gg_state *s, unsigned u, unsigned target, int32_t facing,
                            lg_aimed *out)
{
    const lg_unit *unit = &s->units[u];
    if (lg_passes_by(s, u, target, facing)) return lg_refuse(R_CHARGE_MISSES);
    const gt_table t = lg_table(s);
    gg_pose pose = {unit->at, facing * 10};
    const gg_course course = gt_course_ahead(&t, u, pose);
    out->k = gt_touches_at(&t, &course, target, CONTACT_MAX);
    if (out->k == GG_NEVER) return lg_refuse(R_CHARGE_MISSES);
    out->allowance = lg_charge_allowance(s, u, facing, out->k);
    if (out->k > out->allowance)
        return lg_refuse_by(R_CHARGE_TOO_FAR, (out->k + 9) / 10, out->allowance / 10);
    gg_verdict verdict = lg_pose_legal(s, u, pose, unit->formation);
    if (verdict.reason != R_LEGAL) return verdict;
    if (gt_blocked_at(&t, &course, u, target, 0, out->k) != GG_NEVER)
        return lg_refuse(R_CHARGE_BLOCKED);
    out->flank = !lg_has_no_flanks(s, target) && !lg_is_in_front(s, target, unit->at);
    return lg_legal;
}

gg_verdict lg_aim_legal(const gg_state *s, unsigned u, unsigned target, int32_t facing,
                        lg_aimed *out)
{
    gg_verdict verdict = charger_legal(s, u);
    if (verdict.reason == R_LEGAL) verdict = chargeable(s, u, target);
    if (verdict.reason == R_LEGAL && (facing < 0 || facing > 359))
        verdict = lg_refuse(R_NO_SUCH_ACTION);
    return verdict.reason == R_LEGAL ? way_legal(s, u, target, facing, out) : verdict;
}

gg_verdict lg_charge_legal(const gg_state *s, const gg_action *action)
{
    lg_aimed aim;
    gg_verdict verdict = lg_order_legal(s, action->who);
    if (verdict.reason != R_LEGAL) return verdict;
    return lg_aim_legal(s, action->who, action->whom, action->item, &aim);
}

void lg_charge_apply(gg_state *s, const gg_action *action, gg_log *log)
{
    lg_order_spend(s, action->who);
    lg_charge_declare(s, action->who, action->whom, action->item, KIND_CHARGE, log);
}

gg_verdict lg_new_enemy_legal(const gg_state *s, unsigned target)
{
    if (s->fight.beaten & gt_bit(target)) return lg_refuse(R_BEATEN_ALREADY);
    return lg_waits_in_combat(s, target) ? lg_refuse(R_IN_COMBAT) : lg_legal;
}

bool lg_has_charge(const gg_state *s, unsigned u, bool breaking)
{
    if (charger_legal(s, u).reason != R_LEGAL) return false;
    const lg_unit *unit = &s->units[u];
    int32_t reach = lg_rate(s, unit) * HUNDREDTH;
    uint64_t near = lg_near(s, (gg_bounds){unit->at, unit->at}, reach + 14 * INCH);
    for (unsigned target = gt_take(&near); target != NOBODY; target = gt_take(&near)) {
        if (s->units[target].side == unit->side) continue;
        if (breaking && lg_new_enemy_legal(s, target).reason != R_LEGAL) continue;
        if (chargeable(s, u, target).reason != R_LEGAL) continue;
        int32_t straight = lg_direction(unit->at, s->units[target].at);
        for (int32_t i = 0; i < 360; i++) { /* the likely facings first */
            int32_t facing = (straight + (i % 2 ? i / 2 + 1 : 360 - i / 2)) % 360;
            lg_aimed aim;
            if (way_legal(s, u, target, facing, &aim).reason == R_LEGAL) return true;
        }
    }
    return false;
}

void lg_charge_declare(gg_state *s, unsigned u, unsigned target, int32_t facing,
                       lg_charge_kind kind, gg_log *log)
{
    lg_aimed aim = {0};
    lg_unit *unit = &s->units[u];
    if (kind != KIND_COUNTER) {
        gg_verdict verdict = way_legal(s, u, target, facing, &aim);
        gg_assert(verdict.reason == R_LEGAL);
        unit->did |= DID_ACT | DID_CHARGE;
    }
    s->charges[u] = (lg_charge){
        .start = unit->at,
        .declared = unit->at,
        .k = (uint16_t)aim.k,
        .k_declared = (uint16_t)aim.k,
        .allowance = (uint16_t)aim.allowance,
        .facing = (int16_t)facing,
        .target = (uint8_t)target,
        .kind = (uint8_t)kind,
        .status = CHARGE_DECLARED,
        .flank = aim.flank,
        .order = ++s->charge_count,
    };
    lg_tell(log, GG_NOTE,
            kind == KIND_CHARGE  ? S_CHARGES
            : kind == KIND_BREAK ? S_BREAKS
                                 : S_COUNTERS,
            u, (lg_told){.whom = lg_whom(target), .amount = aim.k / 10, .had = facing});
    if (kind != KIND_COUNTER) lg_put(s, u, unit->at, facing);
}

/* ---- Closing up (LG-R58, LG-R63). ---- */

typedef struct closing {
    gg_pose pose;
    gg_point start; /* the aim it goes from */
    int32_t k, moved;
    bool fails, flank;
} closing;

/* Straight at the middle of the target from where the charger stands, and how far contact is so, or
 * GG_NEVER.  False: it cannot turn there. */
static bool aim_anew(const gt_table *t, unsigned u, unsigned target, gg_pose *pose, int32_t *k)
{
    const gg_point at = t->bodies[u].at;
    *pose = (gg_pose){at, lg_direction(at, t->bodies[target].at) * 10};
    const gg_course course = gt_course_ahead(t, u, *pose);
    if (gt_blocked_at(t, &course, u, target, 0, 0) != GG_NEVER) return false;
    *k = gt_touches_at(t, &course, target, CONTACT_MAX);
    return true;
}

static bool is_in_reach(int32_t k, int32_t limit) { return k != GG_NEVER && k <= limit; }

/* On to volley range of what is k away; true: nothing was in the way. */
static bool goes_on(const gt_table *t, unsigned u, closing *plan, int32_t k, unsigned but)
{
    const int32_t halt = lg_length(t->state, N_volley_halt);
    const gg_course course = gt_course_ahead(t, u, plan->pose);
    bool blocked;
    plan->moved = gt_slide(t, &course, u, but, 0, k > halt ? k - halt : 0, &blocked);
    plan->pose.at = gg_along(plan->pose.at, plan->pose.facing, plan->moved);
    return !blocked;
}

static closing close_plan(const gg_state *s, unsigned u)
{
    const lg_charge *charge = &s->charges[u];
    const lg_unit *unit = &s->units[u], *its = &s->units[charge->target];
    const gt_table t = lg_table(s);
    closing plan = {
        .pose = lg_pose(unit), .start = unit->at, .fails = true, .flank = charge->flank};
    if (!lg_is_on_table(s, charge->target)) return plan;
    /* In answer to this charge, not earlier in the turn. */
    const bool evaded = its->did & DID_EVADE, squared = its->formation == FORM_SQUARE
                                                        && (its->did & DID_SQUARE)
                                                        && (its->did & DID_RESPOND);
    int32_t limit = charge->allowance + (squared ? lg_length(s, N_square_reach) : 0);
    const gg_course course = gt_course_ahead(&t, u, plan.pose);
    plan.k = evaded ? GG_NEVER : gt_touches_at(&t, &course, charge->target, CONTACT_MAX);
    if (!is_in_reach(plan.k, limit)) {
        gg_pose turned;
        int32_t k;
        if (!aim_anew(&t, u, charge->target, &turned, &k)) return plan;
        if (evaded && !is_in_reach(k, limit)) { /* as far as it was declared */
            plan.pose.facing = charge->facing * 10;
            goes_on(&t, u, &plan, charge->k_declared, NOBODY);
            return plan;
        }
        plan.pose = turned;
        plan.k = k;
        plan.flank |= evaded;
        if (!is_in_reach(k, limit)) return plan;
    }
    plan.fails = !goes_on(&t, u, &plan, plan.k, charge->target);
    return plan;
}

gg_pose lg_close_pose(const gg_state *s, unsigned charger) { return close_plan(s, charger).pose; }

static void charge_fails(gg_state *s, unsigned u, gg_log *log)
{
    s->charges[u].status = CHARGE_FAILED;
    lg_tell(log, GG_NOTE, S_CHARGE_FAILS, u, (lg_told){.whom = lg_whom(s->charges[u].target)});
}

static void close_one(gg_state *s, unsigned u, gg_log *log)
{
    lg_charge *charge = &s->charges[u];
    closing plan = close_plan(s, u);
    charge->start = plan.start;
    charge->k = (uint16_t)(plan.k > 0 ? plan.k : 0);
    charge->moved = (uint16_t)plan.moved;
    charge->flank = plan.flank;
    charge->status = CHARGE_CLOSED;
    charge->target_at = s->units[charge->target].at;
    lg_move_to(s, u, plan.pose.at, plan.pose.facing / 10, S_CLOSES, log);
    if (plan.fails) charge_fails(s, u, log);
}

/* The next in the order of declaration whose charge stands so; NOBODY: there are no more. */
static unsigned next_charger(const gg_state *s, int *order, lg_charge_status status, bool counters)
{
    while (++*order <= s->charge_count)
        for (unsigned u = 0; u < s->unit_count; u++) {
            const lg_charge *its = &s->charges[u];
            if (its->order == *order && its->status == status
                && (its->kind == KIND_COUNTER) == counters)
                return u;
        }
    return NOBODY;
}

void lg_close_up(gg_state *s, gg_log *log)
{
    int order = 0;
    for (unsigned u; (u = next_charger(s, &order, CHARGE_DECLARED, false)) != NOBODY;)
        close_one(s, u, log);
}

void lg_abort_apply(gg_state *s, const gg_action *action, gg_log *log)
{
    const unsigned u = action->who;
    s->charges[u].status = CHARGE_FAILED;
    lg_tell(log, GG_NOTE, S_CALLED_OFF, u, (lg_told){.whom = lg_whom(s->charges[u].target)});
}

/* ---- Completing (LG-R60, LG-R67, LG-R68). ---- */

bool lg_waits_in_combat(const gg_state *s, unsigned u)
{
    for (int i = 0; i < s->combat_count; i++)
        if (s->combats[i] & gt_bit(u)) return true;
    return false;
}

/* A charge is over when its combat has been fought, and counts in no later one (LG-R139).  Charges
 * whose combats wait go on and keep their order (LG-R144). */
void lg_charges_end(gg_state *s)
{
    const int count = s->charge_count;
    s->charge_count = 0;
    for (unsigned u = 0; u < s->unit_count; u++)
        if (!lg_waits_in_combat(s, u)) s->charges[u] = (lg_charge){.target = 0};
    for (int order = 1; order <= count; order++)
        for (unsigned u = 0; u < s->unit_count; u++)
            if (s->charges[u].order == order) s->charges[u].order = ++s->charge_count;
}

/* LG-R84: connected pairs form one combat. */
static void add_pair(gg_state *s, unsigned u, unsigned hit)
{
    uint64_t pair = gt_bit(u) | gt_bit(hit);
    int first = -1;
    for (int i = 0; i < s->combat_count; i++) {
        if (!(s->combats[i] & pair)) continue;
        if (first < 0) {
            first = i;
            s->combats[i] |= pair;
            continue;
        }
        s->combats[first] |= s->combats[i];
        for (int j = i; j + 1 < s->combat_count; j++) s->combats[j] = s->combats[j + 1];
        s->combats[--s->combat_count] = 0;
        i--;
    }
    if (first >= 0) return;
    gg_assert(s->combat_count < COMBATS_MAX); /* each has a unit of both sides */
    s->combats[s->combat_count++] = pair;
}

static void make_contact(gg_state *s, unsigned u, unsigned hit, gg_log *log)
{
    lg_charge *charge = &s->charges[u];
    charge->status = CHARGE_CONTACT;
    charge->target_at = s->units[hit].at;
    if (lg_is_routing(&s->units[hit])) {
        lg_tell(log, GG_NOTE, S_RUNS_DOWN, u, (lg_told){.whom = lg_whom(hit)});
        lg_remove(s, hit, REMOVED_DESTROYED, log);
        s->fight.occupying |= gt_bit(u);
        s->fight.run_down = 1;
        return;
    }
    if (lg_has_no_flanks(s, hit)) charge->flank = 0; /* LG-R92 */
    lg_tell(log, GG_NOTE, S_CONTACT, u, (lg_told){.whom = lg_whom(hit), .to = s->units[u].at});
    add_pair(s, u, hit);
}

static bool complete_counter(gg_state *s, unsigned u, gg_log *log)
{
    lg_charge *charge = &s->charges[u];
    const lg_unit *unit = &s->units[u];
    unsigned met = charge->target;
    const gt_table t = lg_table(s);
    gg_pose pose = {unit->at, lg_direction(unit->at, s->units[met].at) * 10};
    const gg_course course = gt_course_ahead(&t, u, pose);
    int32_t k = gt_touches_at(&t, &course, met, CONTACT_MAX);
    if (k == GG_NEVER || k > lg_charge_allowance(s, u, pose.facing / 10, k)
        || gt_blocked_at(&t, &course, u, met, 0, k) != GG_NEVER)
        return false;
    charge->flank = !lg_has_no_flanks(s, met) && !lg_is_in_front(s, met, unit->at);
    charge->k = charge->moved = (uint16_t)k;
    lg_move_to(s, u, gg_along(unit->at, pose.facing, k), pose.facing / 10, S_COUNTER_HITS, log);
    lg_charge *its = &s->charges[met];
    its->flank = 0;             /* LG-R60 */
    if (lg_is_charging(s, met)) /* LG-R91: shaken before it is hit, it defends */
        its->status = s->units[met].shaken > 0 ? CHARGE_FAILED : CHARGE_MET;
    make_contact(s, u, met, log);
    return true;
}

/* LG-R67: the target went elsewhere since M3, so the charger takes a new aim. */
static bool aim_again(gg_state *s, unsigned u, gg_log *log)
{
    lg_charge *charge = &s->charges[u];
    const lg_unit *unit = &s->units[u];
    const gt_table t = lg_table(s);
    gg_pose turned;
    int32_t k;
    if (!aim_anew(&t, u, charge->target, &turned, &k)) return false;
    if (!is_in_reach(k, charge->allowance - charge->moved)) {
        lg_move_to(s, u, unit->at, turned.facing / 10, S_TURNS, log);
        return false;
    }
    lg_turn_to(s, u, turned.facing / 10, log); /* and goes on */
    charge->start = unit->at;
    charge->k = (uint16_t)k;
    charge->moved = 0;
    return true;
}

static bool complete_charge(gg_state *s, unsigned u, gg_log *log)
{
    lg_charge *charge = &s->charges[u];
    const lg_unit *unit = &s->units[u];
    unsigned target = charge->target;
    gg_point at = s->units[target].at;
    bool went = !gg_is_same_place(at, charge->target_at), blocked;
    if (went && !aim_again(s, u, log)) return false;
    const gt_table t = lg_table(s);
    gg_pose pose = {charge->start, unit->facing * 10};
    const gg_course course = gt_course_ahead(&t, u, pose);
    int32_t to = gt_slide(&t, &course, u, target, charge->moved, charge->k, &blocked);
    charge->moved = (uint16_t)to;
    lg_move_to(s, u, gg_along(pose.at, pose.facing, to), unit->facing, S_CHARGES_HOME, log);
    if (!blocked) make_contact(s, u, target, log);
    return !blocked;
}

/* All that have come so far, in the order of declaration. */
static void complete_all(gg_state *s, lg_charge_status status, bool counters, gg_log *log)
{
    int order = 0;
    for (unsigned u; (u = next_charger(s, &order, status, counters)) != NOBODY;) {
        const lg_unit *unit = &s->units[u];
        if (!lg_is_on_table(s, s->charges[u].target) || unit->shaken > 0 || lg_is_routing(unit)
            || !(counters ? complete_counter : complete_charge)(s, u, log))
            charge_fails(s, u, log);
    }
}

void lg_complete(gg_state *s, gg_log *log)
{
    complete_all(s, CHARGE_DECLARED, true, log);
    complete_all(s, CHARGE_CLOSED, false, log);
}
