/*
 * move.c - moving, falling back, changing formation, reserve moves, limbering (chapter 3, LG-R15 to
 * LG-R26, LG-R45 to LG-R53) and the end of the movement step.
 */
#include "lucky.h"

#include <string.h>

/* ---- Paths in actions.  args[2 i] is the way ahead of leg i, args[2 i + 1] its turn and shift;
 * item is the number of legs, at.x the final turn, flags formations and unlimbering. ---- */

enum { SHIFT_UNIT = 1 << 16, FORM_END_SHIFT = 3, UNLIMBER_FLAG = 64 };

void lg_path_pack(const lg_path *path, gg_action *action)
{
    action->item = (uint16_t)path->legs;
    action->flags = (uint8_t)(path->form_start | path->form_end << FORM_END_SHIFT
                              | (path->unlimber ? UNLIMBER_FLAG : 0));
    action->at = (gg_point){path->turn_end, 0};
    for (int i = 0; i < path->legs; i++) {
        action->args[2 * i] = path->ahead[i];
        action->args[2 * i + 1] = path->turn[i] * SHIFT_UNIT + path->shift[i];
    }
}

lg_path lg_path_of(const gg_action *action)
{
    lg_path path = {
        .legs = action->item > LEGS_MAX ? LEGS_MAX : action->item,
        .turn_end = action->at.x,
        .form_start = action->flags & 7,
        .form_end = action->flags >> FORM_END_SHIFT & 7,
        .unlimber = (action->flags & UNLIMBER_FLAG) != 0,
    };
    for (int i = 0; i < path.legs; i++) {
        int32_t both = action->args[2 * i + 1];
        int32_t shift = (int32_t)(((uint32_t)both + SHIFT_UNIT / 2) % SHIFT_UNIT) - SHIFT_UNIT / 2;
        path.ahead[i] = action->args[2 * i];
        path.shift[i] = shift;
        path.turn[i] = (int32_t)(((int64_t)both - shift) / SHIFT_UNIT);
    }
    return path;
}

/* ---- What a unit may do at all. ---- */

static int32_t size_of(int32_t n)
{
    return n < 0 ? -n : n;
}

static gg_verdict forms_legal(const lg_unit *unit, const lg_path *path, lg_mode mode)
{
    int form = path->form_start != 0 ? path->form_start : path->form_end;
    if (path->form_start != 0 && path->form_end != 0) return lg_refuse(R_TWO_FORMATIONS, 0, 0);
    if (form != 0) {
        if (mode != MODE_MOVE) return lg_refuse(R_NO_CHANGE_HERE, 0, 0);
        if (!lg_is_foot(unit) || form - 1 > FORM_SQUARE)
            return lg_refuse(R_NOT_ITS_FORMATION, 0, 0);
        if (form - 1 == FORM_SQUARE) return lg_refuse(R_SQUARE_BY_FORM, 0, 0);
        if (form - 1 == FORM_MASS && !lg_may_mass(unit)) return lg_refuse(R_NO_MASS, 0, 0);
    }
    if (unit->formation == FORM_SQUARE && path->form_start == 0)
        return lg_refuse(R_SQUARE_STANDS, 0, 0);
    if (mode == MODE_RESERVE && (unit->formation == FORM_LINE || unit->formation == FORM_UNL))
        return lg_refuse(R_NO_RESERVE_MOVE, 0, 0);
    if (!path->unlimber) return lg_legal;
    if (mode != MODE_MOVE) return lg_refuse(R_NO_CHANGE_HERE, 0, 0);
    if (unit->formation != FORM_LIMB) return lg_refuse(R_NOT_LIMBERED, 0, 0);
    if (unit->did & DID_UNLIMBER) return lg_refuse(R_UNLIMBERED_ONCE, 0, 0);
    return lg_legal;
}

static bool is_turn(int32_t degrees)
{
    return degrees >= -180 && degrees <= 180;
}

static gg_verdict legs_legal(const lg_path *path, lg_mode mode)
{
    int32_t shifts = 0;
    if (path->legs < 1 || !is_turn(path->turn_end)) return lg_refuse(R_NO_SUCH_ACTION, 0, 0);
    for (int i = 0; i < path->legs; i++) {
        int32_t ahead = mode == MODE_BACK ? -path->ahead[i] : path->ahead[i];
        if (ahead < 0 || ahead > 20000 || !is_turn(path->turn[i]))
            return lg_refuse(R_NO_SUCH_ACTION, 0, 0);
        shifts += size_of(path->shift[i]);
        if (size_of(path->shift[i]) > ahead)
            return lg_refuse(R_SHIFT_WITHOUT_ADVANCE, size_of(path->shift[i]), ahead);
    }
    if (shifts > BASE_WIDTH / HUNDREDTH)
        return lg_refuse(R_SHIFT_TOO_FAR, shifts, BASE_WIDTH / HUNDREDTH);
    return lg_legal;
}

/* LG-R18: turns are pivots, and all of them count. */
static int32_t turns_of(const lg_path *path)
{
    int32_t turns = size_of(path->turn_end);
    for (int i = 0; i < path->legs; i++)
        turns += size_of(path->turn[i]);
    return turns;
}

/* LG-R21, in its order. */
int32_t lg_allowance(const gg_state *s, unsigned u, const lg_path *path, lg_mode mode,
                     bool difficult)
{
    const lg_unit *unit = &s->units[u];
    lg_formation formation =
        path->form_start != 0 ? (lg_formation)(path->form_start - 1) : unit->formation;
    int32_t allowance = mode == MODE_RESERVE ? 3600 : lg_rate(unit->type, formation).rate;
    if (difficult && !(lg_is_foot(unit) && (unit->flags & FLAG_LIGHT)) && allowance > 300)
        allowance = 300;
    if (turns_of(path) >= 90) allowance /= 2;
    if (path->form_start != 0 || path->form_end != 0) allowance /= 2;
    return allowance;
}

/* ---- The enemies a move must mind. ---- */

typedef struct minded {
    unsigned unit;
    gg_convex shape;
    int32_t gap;
    bool overlapped;
} minded;
typedef struct minds {
    uint64_t near; /* everybody, friends too */
    int count;
    minded each[UNITS_MAX];
} minds;

static void mind_enemies(const gg_state *s, unsigned u, gg_bounds bounds, int32_t gap, minds *out)
{
    uint64_t near = lg_enemies_near(s, u, bounds, gap, &out->near);
    gg_convex own;
    out->count = 0;
    for (int other = lg_next(&near); other != GG_NEVER; other = lg_next(&near)) {
        if (lg_is_routing(&s->units[other])) continue;
        if (out->count == 0) own = lg_shape(s, u);
        minded *it = &out->each[out->count++];
        it->unit = (unsigned)other;
        it->shape = lg_shape(s, (unsigned)other);
        it->gap = gap;
        if (gg_is_within(&own, &it->shape, gap - 1))
            it->gap = gg_distance_between(&own, &it->shape);
        it->overlapped = it->gap == 0 && gg_overlaps(&own, &it->shape, TOLERANCE);
    }
}

static gg_verdict gap_legal(const minds *enemies, const gg_convex *shape)
{
    for (int i = 0; i < enemies->count; i++) {
        const minded *it = &enemies->each[i];
        if (gg_is_within(shape, &it->shape, it->gap - 1))
            return lg_refuse(R_TOO_NEAR_ENEMY, gg_distance_between(shape, &it->shape) / 10,
                             it->gap / 10);
        if (it->gap == 0 && !it->overlapped && gg_overlaps(shape, &it->shape, TOLERANCE))
            return lg_refuse(R_THROUGH_ENEMY, 0, 0);
    }
    return lg_legal;
}

/* Option interpenetrate 0: friends block. */
static bool crosses_friend(const gg_state *s, unsigned u, const gg_convex *swept)
{
    gg_convex own = lg_shape(s, u);
    uint64_t near = lg_near(s, gg_bounds_of(swept), 0) & ~lg_bit(u);
    for (int other = lg_next(&near); other != GG_NEVER; other = lg_next(&near)) {
        if (s->units[other].side != s->units[u].side) continue;
        gg_convex its = lg_shape(s, (unsigned)other);
        if (gg_overlaps(swept, &its, TOLERANCE) && !gg_overlaps(&own, &its, TOLERANCE)) return true;
    }
    return false;
}

/* LG-R51: more than 12 inches from every enemy, routing ones too. */
static gg_verdict reserve_gap_legal(const gg_state *s, unsigned u, const gg_convex *shape)
{
    uint64_t near = lg_enemies_near(s, u, gg_bounds_of(shape), 12 * INCH, NULL);
    for (int other = lg_next(&near); other != GG_NEVER; other = lg_next(&near)) {
        gg_convex its = lg_shape(s, (unsigned)other);
        if (gg_is_within(shape, &its, 12 * INCH))
            return lg_refuse(R_RESERVE_TOO_NEAR, gg_distance_between(shape, &its) / 10, 1200);
    }
    return lg_legal;
}

/* ---- Advancing. ---- */

static bool is_steady_enemy(const gg_state *s, unsigned u, unsigned other)
{
    const lg_unit *its = &s->units[other];
    return lg_is_on_table(s, other) && its->side != s->units[u].side && !lg_is_routing(its);
}

/* The steady enemy whose centre is nearest, or NOBODY. */
static unsigned likely_nearest(const gg_state *s, unsigned u, gg_point at)
{
    unsigned found = NOBODY;
    int64_t nearest = INT64_MAX;
    for (unsigned other = 0; other < s->unit_count; other++) {
        int64_t x = s->units[other].at.x - at.x, y = s->units[other].at.y - at.y;
        if (x * x + y * y >= nearest || !is_steady_enemy(s, u, other)) continue;
        nearest = x * x + y * y;
        found = other;
    }
    return found;
}

static int32_t nearest_enemy(const gg_state *s, unsigned u, gg_point at)
{
    unsigned likely = likely_nearest(s, u, at);
    if (likely == NOBODY) return INT32_MAX;
    gg_convex dot = gg_dot(at), shape = lg_shape(s, likely);
    int32_t nearest = gg_distance_between(&dot, &shape);
    uint64_t rest = lg_enemies_near(s, u, (gg_bounds){at, at}, nearest, NULL) & ~lg_bit(likely);
    for (int other = lg_next(&rest); other != GG_NEVER; other = lg_next(&rest)) {
        if (!is_steady_enemy(s, u, (unsigned)other)
            || !lg_point_is_within(s, at, (unsigned)other, nearest - 1))
            continue;
        shape = lg_shape(s, (unsigned)other);
        nearest = gg_distance_between(&dot, &shape);
    }
    return nearest;
}

/* LG-R23: nearer to the nearest enemy than before? */
static bool is_advance(const gg_state *s, unsigned u, gg_point to)
{
    int32_t before = nearest_enemy(s, u, s->units[u].at);
    if (before == INT32_MAX) return false;
    uint64_t near = lg_enemies_near(s, u, (gg_bounds){to, to}, before, NULL);
    for (int other = lg_next(&near); other != GG_NEVER; other = lg_next(&near))
        if (is_steady_enemy(s, u, (unsigned)other)
            && lg_point_is_within(s, to, (unsigned)other, before - 1))
            return true;
    return false;
}

static bool ends_by_open_infantry(const gg_state *s, unsigned u, const gg_convex *shape)
{
    uint64_t near = lg_enemies_near(s, u, gg_bounds_of(shape), 6 * INCH, NULL);
    for (int other = lg_next(&near); other != GG_NEVER; other = lg_next(&near)) {
        const lg_unit *its = &s->units[other];
        if (!lg_is_foot(its) || lg_is_routing(its)) continue;
        gg_convex other_shape = lg_shape(s, (unsigned)other);
        if (gg_is_within(shape, &other_shape, 6 * INCH) && lg_is_open(lg_ground_at(s, its->at)))
            return true;
    }
    return false;
}

static gg_verdict advance_legal(const gg_state *s, unsigned u, const lg_end *end,
                                const gg_convex *shape)
{
    const lg_unit *unit = &s->units[u];
    if (unit->shaken > 0 && is_advance(s, u, end->pose.at))
        return lg_refuse(R_SHAKEN_FORWARD, 0, 0);
    if (lg_is_fatigued(unit) && is_advance(s, u, end->pose.at))
        return lg_refuse(R_FATIGUED_FORWARD, 0, 0);
    if (!lg_line_binds(s, unit) || end->formation == FORM_LINE) return lg_legal;
    if (lg_building_at(s, end->pose.at) != NOBODY) return lg_legal; /* LG-R52 */
    if (ends_by_open_infantry(s, u, shape) && is_advance(s, u, end->pose.at))
        return lg_refuse(R_MUST_FORM_LINE, 0, 0);
    return lg_legal;
}

/* ---- The whole path. ---- */

typedef struct walk {
    gg_convex before[LEGS_MAX], after[LEGS_MAX]; /* of each leg, turned already */
    gg_point at[LEGS_MAX + 1];                   /* where each begins, and the end */
    gg_convex last;                              /* as it will stand */
    gg_bounds bounds;
    uint64_t areas;
    bool difficult, changes; /* changes: turns or forms when it has arrived */
} walk;

static void widen(gg_bounds *bounds, gg_bounds by)
{
    if (by.low.x < bounds->low.x) bounds->low.x = by.low.x;
    if (by.low.y < bounds->low.y) bounds->low.y = by.low.y;
    if (by.high.x > bounds->high.x) bounds->high.x = by.high.x;
    if (by.high.y > bounds->high.y) bounds->high.y = by.high.y;
}

static void walk_path(const gg_state *s, unsigned u, const lg_path *path, lg_end *end, walk *out)
{
    const lg_unit *unit = &s->units[u];
    gg_pose pose = lg_pose(unit);
    end->formation = path->form_start != 0 ? (lg_formation)(path->form_start - 1) : unit->formation;
    out->at[0] = pose.at;
    for (int i = 0; i < path->legs; i++) {
        gg_point from = pose.at;
        pose = lg_leg_end(pose, path, i);
        out->at[i + 1] = pose.at;
        out->before[i] = lg_shape_at(s, u, (gg_pose){from, pose.facing}, end->formation);
        out->after[i] =
            gg_moved(&out->before[i], (gg_point){pose.at.x - from.x, pose.at.y - from.y});
        gg_bounds bounds = gg_bounds_of(&out->before[i]);
        widen(&bounds, gg_bounds_of(&out->after[i]));
        if (i == 0) out->bounds = bounds;
        widen(&out->bounds, bounds);
    }
    pose.facing = gg_facing(pose.facing + path->turn_end * 10);
    end->pose = pose;
    if (path->form_end != 0) end->formation = (lg_formation)(path->form_end - 1);
    if (path->unlimber) end->formation = FORM_UNL;
    out->last = out->after[path->legs - 1]; /* and within what it swept */
    out->changes = path->turn_end != 0 || path->form_end != 0 || path->unlimber;
    if (out->changes) {
        out->last = lg_shape_at(s, u, end->pose, end->formation);
        widen(&out->bounds, gg_bounds_of(&out->last));
    }
    out->areas = lg_areas_about(s, out->bounds);
    out->difficult = false;
    for (int i = 0; i < path->legs && out->areas != 0 && !out->difficult; i++)
        out->difficult = lg_way_is_difficult(s, out->areas, out->at[i], out->at[i + 1]);
}

static gg_verdict distance_legal(const gg_state *s, unsigned u, const lg_path *path, lg_mode mode,
                                 const walk *way)
{
    int32_t spent = 0;
    for (int i = 0; i < path->legs; i++)
        spent += size_of(path->ahead[i]);
    if (mode == MODE_RESERVE && way->difficult) return lg_refuse(R_RESERVE_GROUND, 0, 0);
    int32_t allowance = lg_allowance(s, u, path, mode, way->difficult);
    if (spent <= allowance) return lg_legal;
    bool forms = path->form_start != 0 || path->form_end != 0;
    bool ground = allowance < lg_allowance(s, u, path, mode, false);
    return lg_refuse(ground                 ? R_TOO_FAR_DIFFICULT
                     : turns_of(path) >= 90 ? R_TOO_FAR_TURNING
                     : forms                ? R_TOO_FAR_FORMING
                                            : R_TOO_FAR,
                     spent, allowance);
}

/* The ground a leg sweeps is worked out only where something could lie on it. */
static gg_verdict leg_legal(const gg_state *s, unsigned u, lg_mode mode, const minds *enemies,
                            const walk *way, int leg)
{
    gg_bounds bounds = gg_bounds_of(&way->after[leg]), table = lg_table(s);
    if (bounds.low.x < 0 || bounds.low.y < 0 || bounds.high.x > table.high.x
        || bounds.high.y > table.high.y)
        return lg_refuse(R_OFF_TABLE, 0, 0); /* LG-R15 */
    bool friends_block = !s->options[OPT_interpenetrate];
    if (enemies->count == 0 && way->areas == 0 && !friends_block && mode != MODE_RESERVE)
        return lg_legal;
    gg_point from = way->at[leg], to = way->at[leg + 1];
    gg_convex swept = gg_swept(&way->before[leg], (gg_point){to.x - from.x, to.y - from.y});
    gg_verdict verdict = gap_legal(enemies, &swept);
    if (verdict.reason != R_LEGAL) return verdict;
    if (lg_overlaps_deep(s, way->areas, &swept)) return lg_refuse(R_DEEP, 0, 0);
    if (friends_block && crosses_friend(s, u, &swept)) return lg_refuse(R_FRIEND_IN_WAY, 0, 0);
    return mode == MODE_RESERVE ? reserve_gap_legal(s, u, &swept) : lg_legal;
}

gg_verdict lg_path_legal(const gg_state *s, unsigned u, const lg_path *path, lg_mode mode,
                         lg_end *end)
{
    walk way;
    gg_verdict verdict = forms_legal(&s->units[u], path, mode);
    if (verdict.reason == R_LEGAL) verdict = legs_legal(path, mode);
    if (verdict.reason != R_LEGAL) return verdict;
    walk_path(s, u, path, end, &way);
    verdict = distance_legal(s, u, path, mode, &way);
    if (verdict.reason != R_LEGAL) return verdict;
    minds enemies;
    mind_enemies(s, u, way.bounds, s->options[OPT_enemy_gap] * HUNDREDTH, &enemies);
    for (int i = 0; i < path->legs; i++) {
        verdict = leg_legal(s, u, mode, &enemies, &way, i);
        if (verdict.reason != R_LEGAL) return verdict;
    }
    if (lg_is_burning(s, way.areas, end->pose.at)) return lg_refuse(R_BURNING, 0, 0);
    lg_about about = {enemies.near, way.areas};
    verdict = lg_shape_legal(s, u, &way.last, end->pose.at, end->formation, about);
    if (verdict.reason == R_LEGAL) verdict = gap_legal(&enemies, &way.last);
    if (verdict.reason == R_LEGAL && mode == MODE_RESERVE && way.changes)
        verdict = reserve_gap_legal(s, u, &way.last);
    if (verdict.reason == R_LEGAL) verdict = advance_legal(s, u, end, &way.last);
    return verdict;
}

gg_verdict lg_back_legal(const gg_state *s, unsigned u, int32_t hundredths, lg_end *end)
{
    lg_path path = {.legs = 1, .ahead = {-hundredths}}; /* LG-R22 */
    return lg_path_legal(s, u, &path, MODE_BACK, end);
}

/* ---- Orders. ---- */

gg_verdict lg_order_is_open(const gg_state *s, unsigned u)
{
    unsigned division = s->units[u].division;
    if (division != NOBODY && s->commanders[division].closed)
        return lg_refuse(R_DIVISION_CLOSED, 0, 0);
    return lg_legal;
}

/* LG-R82: a unit in a burning building needs no order to leave it. */
static bool leaves_free(const lg_unit *unit, lg_action kind)
{
    return (unit->status & STATUS_MUST_LEAVE) && (kind == ACTION_MOVE || kind == ACTION_BACK);
}

static gg_verdict order_legal(const gg_state *s, gg_side side, unsigned u, bool free)
{
    if (s->phase != PHASE_M1) return lg_refuse(R_NOT_NOW, 0, 0);
    if (u >= UNITS_MAX || !lg_is_on_table(s, u)) return lg_refuse(R_NOT_ON_TABLE, 0, 0);
    const lg_unit *unit = &s->units[u];
    if (unit->side != side) return lg_refuse(R_NOT_YOUR_UNIT, 0, 0);
    if (lg_is_routing(unit)) return lg_refuse(R_ROUTING, 0, 0);
    if (free) return lg_legal;
    if (unit->orders == 0) return lg_refuse(R_NO_ORDER, 0, 0);
    return lg_order_is_open(s, u);
}

gg_verdict lg_order_legal(const gg_state *s, gg_side side, unsigned u)
{
    gg_verdict verdict = order_legal(s, side, u, false);
    if (verdict.reason == R_LEGAL && (s->units[u].did & (DID_ACT | DID_CHARGE)))
        return lg_refuse(R_HAS_ACTED, 0, 0);
    return verdict;
}

void lg_order_spend(gg_state *s, unsigned u)
{
    lg_unit *unit = &s->units[u];
    gg_assert(unit->orders > 0);
    unit->orders--;
    if (unit->division == NOBODY || unit->division == s->open_division) return;
    if (s->open_division != NOBODY) s->commanders[s->open_division].closed = 1; /* LG-R44 */
    s->open_division = unit->division;
}

/* LG-R112, option impetuous_scope: ordered British cavalry that can charge may do nothing else. */
static bool is_held_to_charge(const gg_state *s, unsigned u)
{
    const lg_unit *unit = &s->units[u];
    return s->options[OPT_impetuous_scope] == 1 && unit->nation == NATION_BRITISH
           && lg_is_horse(unit) && unit->orders > 0 && lg_has_charge(s, u, false);
}

/* ---- FORM. ---- */

static gg_verdict form_legal(const gg_state *s, unsigned u, const gg_action *action)
{
    const lg_unit *unit = &s->units[u];
    if (!lg_is_foot(unit) || action->item > FORM_SQUARE)
        return lg_refuse(R_NOT_ITS_FORMATION, 0, 0);
    if (action->item == FORM_MASS && !lg_may_mass(unit)) return lg_refuse(R_NO_MASS, 0, 0);
    if (!is_turn(action->at.x)) return lg_refuse(R_NO_SUCH_ACTION, 0, 0);
    gg_pose pose = {unit->at, gg_facing((unit->facing + action->at.x) * 10)};
    gg_convex shape = lg_shape_at(s, u, pose, (lg_formation)action->item);
    gg_bounds bounds = gg_bounds_of(&shape);
    minds enemies;
    mind_enemies(s, u, bounds, s->options[OPT_enemy_gap] * HUNDREDTH, &enemies);
    lg_about about = {enemies.near, lg_areas_about(s, bounds)};
    gg_verdict verdict =
        lg_shape_legal(s, u, &shape, pose.at, (lg_formation)action->item, about);
    return verdict.reason == R_LEGAL ? gap_legal(&enemies, &shape) : verdict;
}

/* ---- All of them. ---- */

static gg_verdict guns_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    unsigned u = action->who;
    bool limber = action->kind == ACTION_LIMBER;
    gg_verdict verdict = order_legal(s, side, u, !limber);
    if (verdict.reason != R_LEGAL) return verdict;
    const lg_unit *unit = &s->units[u];
    if (!lg_is_guns(unit)) return lg_refuse(R_NOT_ARTILLERY, 0, 0);
    if (limber) return unit->formation == FORM_UNL ? lg_legal : lg_refuse(R_LIMBERED_ALREADY, 0, 0);
    if (unit->formation != FORM_LIMB) return lg_refuse(R_NOT_LIMBERED, 0, 0);
    return unit->did & DID_UNLIMBER ? lg_refuse(R_UNLIMBERED_ONCE, 0, 0) : lg_legal;
}

static gg_verdict path_or_back_legal(const gg_state *s, const gg_action *action, lg_end *end)
{
    unsigned u = action->who;
    if (action->kind == ACTION_BACK) {
        if (s->units[u].formation == FORM_SQUARE) return lg_refuse(R_SQUARE_STANDS, 0, 0);
        if (action->args[0] < 0) return lg_refuse(R_NO_SUCH_ACTION, 0, 0);
        return lg_back_legal(s, u, action->args[0], end);
    }
    if (action->item < 1 || action->item > LEGS_MAX) return lg_refuse(R_NO_SUCH_ACTION, 0, 0);
    lg_path path = lg_path_of(action);
    return lg_path_legal(s, u, &path, action->kind == ACTION_RESERVE ? MODE_RESERVE : MODE_MOVE,
                         end);
}

gg_verdict lg_move_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    if (action->kind == ACTION_LIMBER || action->kind == ACTION_UNLIMBER)
        return guns_legal(s, side, action);
    unsigned u = action->who;
    bool free = u < s->unit_count && leaves_free(&s->units[u], action->kind);
    gg_verdict verdict = order_legal(s, side, u, free);
    if (verdict.reason != R_LEGAL) return verdict;
    if (s->units[u].did & (DID_ACT | DID_CHARGE)) return lg_refuse(R_HAS_ACTED, 0, 0);
    if (is_held_to_charge(s, u)) return lg_refuse(R_MUST_CHARGE, 0, 0);
    if (action->kind == ACTION_FORM) return form_legal(s, u, action);
    lg_end end;
    return path_or_back_legal(s, action, &end);
}

static void guns_apply(gg_state *s, const gg_action *action, gg_log *log)
{
    lg_unit *unit = &s->units[action->who];
    bool limber = action->kind == ACTION_LIMBER;
    if (limber)
        lg_order_spend(s, action->who);
    else
        unit->did |= DID_UNLIMBER;
    unit->formation = limber ? FORM_LIMB : FORM_UNL; /* not a change of pose (LG-R27) */
    lg_say(log, GG_STATUS, limber ? S_LIMBERS : S_UNLIMBERS, action->who, lg_plain);
}

static void tell_formation(const lg_unit *unit, unsigned u, gg_log *log)
{
    static const uint16_t sayings[FORMATIONS] = {
        [FORM_LINE] = S_FORMS_LINE,     [FORM_COLUMN] = S_FORMS_COLUMN, [FORM_MASS] = S_FORMS_MASS,
        [FORM_SQUARE] = S_FORMS_SQUARE, [FORM_RIDING] = S_NONE,         [FORM_LIMB] = S_LIMBERS,
        [FORM_UNL] = S_UNLIMBERS,
    };
    lg_say(log, GG_STATUS, (lg_saying)sayings[unit->formation], u,
           (lg_told){.amount = unit->facing});
}

void lg_move_apply(gg_state *s, const gg_action *action, gg_log *log)
{
    if (action->kind == ACTION_LIMBER || action->kind == ACTION_UNLIMBER) {
        guns_apply(s, action, log);
        return;
    }
    unsigned u = action->who;
    lg_unit *unit = &s->units[u];
    if (!leaves_free(unit, action->kind)) lg_order_spend(s, u);
    unit->did |= DID_ACT;
    if (action->kind == ACTION_FORM) {
        lg_set_formation(s, u, (lg_formation)action->item);
        lg_put(s, u, unit->at, gg_facing((unit->facing + action->at.x) * 10) / 10);
        tell_formation(unit, u, log);
        return;
    }
    lg_end end;
    gg_verdict verdict = path_or_back_legal(s, action, &end);
    gg_assert(verdict.reason == R_LEGAL);
    bool changes = end.formation != unit->formation;
    if (end.formation == FORM_UNL && changes) {
        unit->did |= DID_UNLIMBER;
        unit->formation = FORM_UNL;
    }
    lg_set_formation(s, u, end.formation);
    lg_move_to(s, u, end.pose.at, end.pose.facing / 10,
               action->kind == ACTION_BACK      ? S_FALLS_BACK
               : action->kind == ACTION_RESERVE ? S_MOVES_RESERVE
                                                : S_MOVES,
               log);
    if (changes) tell_formation(unit, u, log);
}

/* ---- The end of M1. ---- */

typedef struct leaving {
    const gg_state *s;
    unsigned unit;
} leaving;

static bool is_outside(void *with, int32_t k)
{
    const leaving *it = with;
    const lg_unit *unit = &it->s->units[it->unit];
    return !lg_is_burning(it->s, lg_everywhere(it->s),
                          gg_along(unit->at, it->s->home[unit->side] * 10, k));
}

/* LG-R82: just far enough that the centre is outside, towards the home edge. */
static void evict(gg_state *s, unsigned u, gg_log *log)
{
    lg_unit *unit = &s->units[u];
    leaving it = {s, u};
    int32_t home = s->home[unit->side], n = gg_bisect(0, 2 * CONTACT_MAX, is_outside, &it);
    lg_forced way = lg_forced_move(s, u, unit->facing, home, n, false);
    if (way.end == FORCED_DESTROYED) {
        lg_remove(s, u, REMOVED_DESTROYED, log);
        return;
    }
    lg_move_to(s, u, gg_along(unit->at, home * 10, way.k), unit->facing, S_DRIVEN_OUT, log);
    lg_disorder(s, u, LG_R82, log);
}

void lg_move_end(gg_state *s, gg_log *log)
{
    for (unsigned u = 0; u < s->unit_count; u++) {
        lg_unit *unit = &s->units[u];
        unit->orders = 0; /* LG-R37 */
        if (unit->side == s->active && lg_is_on_table(s, u) && (unit->status & STATUS_MUST_LEAVE)
            && !lg_is_routing(unit))
            evict(s, u, log);
    }
}
