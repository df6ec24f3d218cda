/*
 * charge.c - declaring charges, closing up to volley range, completing them (LG-1.13, LG-1.17,
 * LG-1.20, LG-1.21, LG-R54 to LG-R58, LG-R60, LG-R63, LG-R66 to LG-R69).
 */
#include "lucky.h"

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
            found |= lg_bit(u);
    return found;
}

int32_t lg_charge_allowance(const gg_state *s, unsigned u, int32_t facing, int32_t k)
{
    const lg_unit *unit = &s->units[u];
    bool difficult =
        lg_way_is_difficult(s, lg_everywhere(s), unit->at, gg_along(unit->at, facing * 10, k));
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

static gg_verdict way_legal(const gg_state *s, unsigned u, unsigned target, int32_t facing,
                            lg_aimed *out)
{
    const lg_unit *unit = &s->units[u];
    gg_pose pose = {unit->at, facing * 10};
    gg_convex shape = lg_shape_at(s, u, pose, unit->formation), its = lg_shape(s, target);
    gg_course course = gg_course_of(&shape, facing * 10);
    out->k = gg_course_touches(&course, &its, 0, CONTACT_MAX);
    if (out->k == GG_NEVER) return lg_refuse(R_CHARGE_MISSES);
    out->allowance = lg_charge_allowance(s, u, facing, out->k);
    if (out->k > out->allowance)
        return lg_refuse_by(R_CHARGE_TOO_FAR, (out->k + 9) / 10, out->allowance / 10);
    gg_verdict verdict = lg_pose_legal(s, u, pose, unit->formation);
    if (verdict.reason != R_LEGAL) return verdict;
    if (lg_blocked_at(s, &course, u, target, 0, out->k) != GG_NEVER)
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

void lg_charge_apply(gg_state *s, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)dice;
    lg_order_spend(s, action->who);
    lg_charge_declare(s, action->who, action->whom, action->item, KIND_CHARGE, log);
}

static bool may_break_at(const gg_state *s, unsigned target)
{
    if (s->fight.beaten & lg_bit(target)) return false;
    for (int i = 0; i < s->combat_count; i++)
        if (s->combats[i] & lg_bit(target)) return false;
    return true;
}

bool lg_has_charge(const gg_state *s, unsigned u, bool breaking)
{
    if (charger_legal(s, u).reason != R_LEGAL) return false;
    const lg_unit *unit = &s->units[u];
    int32_t reach = lg_rate(s, unit) * HUNDREDTH;
    gg_convex dot = gg_dot(unit->at);
    uint64_t near = lg_near(s, gg_bounds_of(&dot), reach + 14 * INCH) & ~lg_bit(u);
    for (int target = lg_next(&near); target != GG_NEVER; target = lg_next(&near)) {
        if (s->units[target].side == unit->side) continue;
        if (breaking && !may_break_at(s, (unsigned)target)) continue;
        if (chargeable(s, u, (unsigned)target).reason != R_LEGAL) continue;
        int32_t straight = lg_direction(unit->at, s->units[target].at);
        for (int32_t i = 0; i < 360; i++) { /* the likely facings first */
            int32_t facing = (straight + (i % 2 ? i / 2 + 1 : 360 - i / 2)) % 360;
            lg_aimed aim;
            if (way_legal(s, u, (unsigned)target, facing, &aim).reason == R_LEGAL) return true;
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

static int32_t contact_distance(const gg_state *s, unsigned u, gg_pose pose, unsigned target)
{
    gg_convex shape = lg_shape_at(s, u, pose, s->units[u].formation), its = lg_shape(s, target);
    gg_course course = gg_course_of(&shape, pose.facing);
    return gg_course_touches(&course, &its, 0, CONTACT_MAX);
}

/* Slides along the pose's facing from `from` to `to`, or to the last tick before something. */
static int32_t slide(const gg_state *s, unsigned u, gg_pose pose, unsigned but, int32_t from,
                     int32_t to, bool *blocked)
{
    gg_convex shape = lg_shape_at(s, u, pose, s->units[u].formation);
    gg_course course = gg_course_of(&shape, pose.facing);
    int32_t first = lg_blocked_at(s, &course, u, but, from, to);
    *blocked = first != GG_NEVER;
    if (!*blocked) return to;
    return first > from ? first - 1 : from;
}

static bool is_blocked_here(const gg_state *s, unsigned u, gg_pose pose, unsigned but)
{
    bool blocked;
    slide(s, u, pose, but, 0, 0, &blocked);
    return blocked;
}

static closing goes_on(const gg_state *s, unsigned u, closing plan, unsigned target)
{
    const int32_t halt = lg_length(s, N_volley_halt);
    int32_t to = plan.k > halt ? plan.k - halt : 0;
    gg_pose from = plan.pose;
    plan.moved = slide(s, u, from, target, 0, to, &plan.fails);
    plan.pose.at = gg_along(from.at, from.facing, plan.moved);
    return plan;
}

static closing after_evade(const gg_state *s, unsigned u, closing plan)
{
    const lg_charge *charge = &s->charges[u];
    gg_point at = s->units[u].at;
    gg_pose turned = {at, lg_direction(at, s->units[charge->target].at) * 10};
    if (is_blocked_here(s, u, turned, charge->target)) return plan;
    int32_t k = contact_distance(s, u, turned, charge->target);
    if (k != GG_NEVER && k <= charge->allowance) {
        plan.pose = turned;
        plan.k = k;
        plan.flank = true;
        return goes_on(s, u, plan, charge->target);
    }
    const int32_t halt = lg_length(s, N_volley_halt);
    int32_t to = charge->k_declared > halt ? charge->k_declared - halt : 0;
    bool blocked;
    plan.pose.facing = charge->facing * 10;
    plan.moved = slide(s, u, plan.pose, NOBODY, 0, to, &blocked);
    plan.pose.at = gg_along(at, plan.pose.facing, plan.moved);
    return plan;
}

static closing close_plan(const gg_state *s, unsigned u)
{
    const lg_charge *charge = &s->charges[u];
    const lg_unit *unit = &s->units[u];
    unsigned target = charge->target;
    closing plan = {
        .pose = lg_pose(unit), .start = unit->at, .fails = true, .flank = charge->flank};
    if (!lg_is_on_table(s, target)) return plan;
    const lg_unit *its = &s->units[target];
    if (its->did & DID_EVADE) return after_evade(s, u, plan);
    /* In answer to this charge, not earlier in the turn. */
    bool squared =
        its->formation == FORM_SQUARE && (its->did & DID_SQUARE) && (its->did & DID_RESPOND);
    int32_t limit = charge->allowance + (squared ? lg_length(s, N_square_reach) : 0);
    plan.k = contact_distance(s, u, plan.pose, target);
    if (plan.k == GG_NEVER || plan.k > limit) {
        gg_pose turned = {unit->at, lg_direction(unit->at, its->at) * 10};
        if (is_blocked_here(s, u, turned, target)) return plan;
        plan.pose = turned;
        plan.k = contact_distance(s, u, turned, target);
        if (plan.k == GG_NEVER || plan.k > limit) return plan;
    }
    return goes_on(s, u, plan, target);
}

gg_pose lg_close_pose(const gg_state *s, unsigned charger) { return close_plan(s, charger).pose; }

static void close_one(gg_state *s, unsigned u, gg_log *log)
{
    lg_charge *charge = &s->charges[u];
    closing plan = close_plan(s, u);
    charge->start = plan.start;
    charge->k = (uint16_t)(plan.k > 0 ? plan.k : 0);
    charge->moved = (uint16_t)plan.moved;
    charge->flank = plan.flank;
    charge->status = plan.fails ? CHARGE_FAILED : CHARGE_CLOSED;
    charge->target_at = s->units[charge->target].at;
    lg_move_to(s, u, plan.pose.at, plan.pose.facing / 10, S_CLOSES, log);
    if (plan.fails)
        lg_tell(log, GG_NOTE, S_CHARGE_FAILS, u, (lg_told){.whom = lg_whom(charge->target)});
}

static unsigned charger_in_order(const gg_state *s, int order)
{
    for (unsigned u = 0; u < s->unit_count; u++)
        if (s->charges[u].order == order) return u;
    return NOBODY;
}

void lg_close_up(gg_state *s, gg_log *log)
{
    for (int order = 1; order <= s->charge_count; order++) {
        unsigned u = charger_in_order(s, order);
        if (u == NOBODY || s->charges[u].status != CHARGE_DECLARED
            || s->charges[u].kind == KIND_COUNTER)
            continue;
        close_one(s, u, log);
    }
}

void lg_abort_apply(gg_state *s, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)dice;
    const unsigned u = action->who;
    s->charges[u].status = CHARGE_FAILED;
    lg_tell(log, GG_NOTE, S_CALLED_OFF, u, (lg_told){.whom = lg_whom(s->charges[u].target)});
}

/* ---- Completing (LG-R60, LG-R67, LG-R68). ---- */

/* LG-R84: connected pairs form one combat. */
static void add_pair(gg_state *s, unsigned u, unsigned hit)
{
    uint64_t pair = lg_bit(u) | lg_bit(hit);
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
        s->fight.occupying |= lg_bit(u);
        s->fight.run_down = 1;
        return;
    }
    if (lg_has_no_flanks(s, hit)) charge->flank = 0; /* LG-R92 */
    lg_tell(log, GG_NOTE, S_CONTACT, u, (lg_told){.whom = lg_whom(hit), .to = s->units[u].at});
    add_pair(s, u, hit);
}

static void charge_fails(gg_state *s, unsigned u, gg_log *log)
{
    s->charges[u].status = CHARGE_FAILED;
    lg_tell(log, GG_NOTE, S_CHARGE_FAILS, u, (lg_told){.whom = lg_whom(s->charges[u].target)});
}

static void complete_counter(gg_state *s, unsigned u, gg_log *log)
{
    lg_charge *charge = &s->charges[u];
    const lg_unit *unit = &s->units[u];
    unsigned met = charge->target;
    if (!lg_is_on_table(s, met) || unit->shaken > 0 || lg_is_routing(unit)) {
        charge_fails(s, u, log);
        return;
    }
    gg_pose pose = {unit->at, lg_direction(unit->at, s->units[met].at) * 10};
    int32_t k = contact_distance(s, u, pose, met);
    bool blocked = true;
    if (k != GG_NEVER && k <= lg_charge_allowance(s, u, pose.facing / 10, k))
        slide(s, u, pose, met, 0, k, &blocked);
    if (blocked) {
        charge_fails(s, u, log);
        return;
    }
    charge->flank = !lg_has_no_flanks(s, met) && !lg_is_in_front(s, met, unit->at);
    charge->k = charge->moved = (uint16_t)k;
    lg_move_to(s, u, gg_along(unit->at, pose.facing, k), pose.facing / 10, S_COUNTER_HITS, log);
    lg_charge *its = &s->charges[met];
    its->flank = 0;             /* LG-R60 */
    if (lg_is_charging(s, met)) /* LG-R91: shaken before it is hit, it defends */
        its->status = s->units[met].shaken > 0 ? CHARGE_FAILED : CHARGE_MET;
    make_contact(s, u, met, log);
}

/* LG-R67: the target went elsewhere since M3, so the charger takes a new aim. */
static bool aim_again(gg_state *s, unsigned u, gg_log *log)
{
    lg_charge *charge = &s->charges[u];
    const lg_unit *unit = &s->units[u];
    gg_pose turned = {unit->at, lg_direction(unit->at, s->units[charge->target].at) * 10};
    if (is_blocked_here(s, u, turned, charge->target)) return false;
    int32_t k = contact_distance(s, u, turned, charge->target);
    if (k == GG_NEVER || k > charge->allowance - charge->moved) {
        lg_move_to(s, u, unit->at, turned.facing / 10, S_TURNS, log);
        return false;
    }
    lg_turn_to(s, u, turned.facing / 10, log); /* and goes on */
    charge->start = unit->at;
    charge->k = (uint16_t)k;
    charge->moved = 0;
    return true;
}

static void complete_charge(gg_state *s, unsigned u, gg_log *log)
{
    lg_charge *charge = &s->charges[u];
    const lg_unit *unit = &s->units[u];
    unsigned target = charge->target;
    bool fails = !lg_is_on_table(s, target) || unit->shaken > 0 || lg_is_routing(unit);
    if (!fails) {
        gg_point at = s->units[target].at;
        bool went = at.x != charge->target_at.x || at.y != charge->target_at.y;
        fails = went && !aim_again(s, u, log);
    }
    if (fails) {
        charge_fails(s, u, log);
        return;
    }
    gg_pose pose = {charge->start, unit->facing * 10};
    int32_t to = slide(s, u, pose, target, charge->moved, charge->k, &fails);
    charge->moved = (uint16_t)to;
    lg_move_to(s, u, gg_along(pose.at, pose.facing, to), unit->facing, S_CHARGES_HOME, log);
    if (fails) charge_fails(s, u, log);
    else make_contact(s, u, target, log);
}

void lg_complete(gg_state *s, gg_log *log)
{
    for (int order = 1; order <= s->charge_count; order++) {
        unsigned u = charger_in_order(s, order);
        if (u != NOBODY && s->charges[u].status == CHARGE_DECLARED
            && s->charges[u].kind == KIND_COUNTER)
            complete_counter(s, u, log);
    }
    for (int order = 1; order <= s->charge_count; order++) {
        unsigned u = charger_in_order(s, order);
        if (u != NOBODY && s->charges[u].status == CHARGE_CLOSED) complete_charge(s, u, log);
    }
}
