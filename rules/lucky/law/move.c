/*
 * move.c - moving, falling back, changing formation, reserve moves, limbering (chapter 3, LG-R15 to
 * LG-R26, LG-R45 to LG-R53) and the end of the movement step.
 * SPDX-License-Identifier: MIT
 */
#include "fight.h"

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

/* LG-R45, LG-R129: on the march or where it stands. */
static gg_verdict formation_legal(const lg_unit *unit, int form)
{
    if (!lg_is_foot(unit) || form > FORM_SQUARE) return lg_refuse(R_NOT_ITS_FORMATION);
    return form == FORM_MASS && !lg_may_mass(unit) ? lg_refuse(R_NO_MASS) : lg_legal;
}

static gg_verdict unlimber_legal(const lg_unit *unit)
{
    if (unit->formation != FORM_LIMB) return lg_refuse(R_NOT_LIMBERED);
    return unit->did & DID_UNLIMBER ? lg_refuse(R_UNLIMBERED_ONCE) : lg_legal;
}

static gg_verdict forms_legal(const lg_unit *unit, const lg_path *path, lg_mode mode)
{
    int form = path->form_start != 0 ? path->form_start : path->form_end;
    if (path->form_start != 0 && path->form_end != 0) return lg_refuse(R_TWO_FORMATIONS);
    if (form != 0) {
        if (mode != MODE_MOVE) return lg_refuse(R_NO_CHANGE_HERE);
        gg_verdict verdict = formation_legal(unit, form - 1);
        if (verdict.reason != R_LEGAL) return verdict;
        if (form - 1 == FORM_SQUARE) return lg_refuse(R_SQUARE_BY_FORM);
        if (form - 1 == unit->formation) return lg_refuse(R_FORMED_ALREADY); /* LG-R141 */
    }
    if (unit->formation == FORM_SQUARE && path->form_start == 0) return lg_refuse(R_SQUARE_STANDS);
    if (mode == MODE_RESERVE && (unit->formation == FORM_LINE || unit->formation == FORM_UNL))
        return lg_refuse(R_NO_RESERVE_MOVE);
    if (!path->unlimber) return lg_legal;
    return mode == MODE_MOVE ? unlimber_legal(unit) : lg_refuse(R_NO_CHANGE_HERE);
}

static bool is_turn(int32_t degrees) { return degrees >= -180 && degrees <= 180; }

static gg_verdict legs_legal(const gg_state *s, const lg_path *path, lg_mode mode)
{
    int32_t shifts = 0;
    if (path->legs < 1 || !is_turn(path->turn_end)) return lg_refuse(R_NO_SUCH_ACTION);
    for (int i = 0; i < path->legs; i++) {
        int32_t ahead = mode == MODE_BACK ? -path->ahead[i] : path->ahead[i];
        if (ahead < 0 || ahead > LENGTH_MAX || !is_turn(path->turn[i]))
            return lg_refuse(R_NO_SUCH_ACTION);
        shifts += gg_size_of(path->shift[i]);
        if (gg_size_of(path->shift[i]) > ahead)
            return lg_refuse_by(R_SHIFT_WITHOUT_ADVANCE, gg_size_of(path->shift[i]), ahead);
    }
    if (shifts > lg_number(s, N_base_width))
        return lg_refuse_by(R_SHIFT_TOO_FAR, shifts, lg_number(s, N_base_width));
    return lg_legal;
}

/* LG-R18: turns are pivots, and all of them count. */
static int32_t turns_of(const lg_path *path)
{
    int32_t turns = gg_size_of(path->turn_end);
    for (int i = 0; i < path->legs; i++) turns += gg_size_of(path->turn[i]);
    return turns;
}

/* LG-R21, in its order. */
int32_t lg_allowance(const gg_state *s, unsigned u, const lg_path *path, lg_mode mode,
                     bool difficult)
{
    const lg_unit *unit = &s->units[u];
    lg_formation formation =
        path->form_start != 0 ? (lg_formation)(path->form_start - 1) : unit->formation;
    int32_t allowance =
        mode == MODE_RESERVE ? lg_number(s, N_reserve_move) : lg_rate_in(s, unit->type, formation);
    if (difficult && !lg_is_light_foot(unit) && allowance > lg_number(s, N_difficult_move))
        allowance = lg_number(s, N_difficult_move);
    if (turns_of(path) >= lg_number(s, N_wide_turn)) allowance /= 2;
    if (path->form_start != 0 || path->form_end != 0) allowance /= 2;
    return allowance;
}

static int32_t spent_on(const lg_path *path)
{
    int32_t spent = 0;
    for (int i = 0; i < path->legs; i++) spent += gg_size_of(path->ahead[i]);
    return spent;
}

/* ---- Who moves, and the enemies its moves must mind. ---- */

int lg_first_form(const lg_unit *unit, lg_mode mode)
{
    return unit->formation == FORM_SQUARE && mode == MODE_MOVE ? FORM_COLUMN + 1 : 0;
}

static int32_t enemy_gap(const gg_state *s) { return s->options[OPT_enemy_gap] * HUNDREDTH; }

void lg_mover_begin(lg_mover *out, const gg_state *s, gg_side side)
{
    const gt_table t = lg_table(s);
    const gt_set enemies = {.words = 1, .bits = {s->notes.here[gg_other(side)]}};
    out->s = s;
    gt_mover_begin(&out->on, &t, &enemies, enemy_gap(s));
}

void lg_mover_take(lg_mover *out, unsigned u)
{
    enum { AROUND = 14 * INCH }; /* a cavalry move and a side step */
    gt_mover_take(&out->on, u, AROUND);
    out->inner = GG_NEVER;
}

/* How near that enemy may not come; GG_NEVER: he only must not be stood on. */
static int32_t move_gap(gt_mover *mover, unsigned other)
{
    if (!gt_has(&mover->enemies, other) || gt_is_routing(&mover->t, other)) return GG_NEVER;
    return gt_minded_of(mover, other)->gap - 1;
}

static int32_t reserve_gap(gt_mover *mover, unsigned other)
{
    return gt_has(&mover->enemies, other) ? lg_length(mover->t.state, N_reserve_gap) : GG_NEVER;
}

static gt_gap_of *gap_of_mode(lg_mode mode)
{
    return mode == MODE_RESERVE ? reserve_gap : move_gap;
}

void lg_mover_turns(lg_mover *mover, gt_turns *turns, lg_mode mode, int32_t far)
{
    const gg_state *s = mover->s;
    const lg_unit *unit = &s->units[mover->on.unit];
    const lg_path path = {.form_start = lg_first_form(unit, mode)};
    const int32_t gap = mode == MODE_RESERVE ? lg_length(s, N_reserve_gap) : enemy_gap(s);
    gt_mover_turns(&mover->on, turns, lg_end_formation(unit, &path), far,
                   lg_length(s, N_base_width), gap, gap_of_mode(mode));
    mover->plain = path.form_start == 0 && s->options[OPT_interpenetrate]
                   && forms_legal(unit, &path, mode).reason == R_LEGAL;
    mover->advances = unit->shaken == 0 && !lg_is_fatigued(s, unit)
                      && (!lg_line_binds(s, unit) || unit->formation == FORM_LINE);
    for (int wide = 0; wide < 2; wide++) {
        const lg_path turned = {.turn_end = wide ? lg_number(s, N_wide_turn) : 0,
                                .form_start = path.form_start};
        mover->allowed[wide] = lg_allowance(s, mover->on.unit, &turned, mode, false);
    }
}

/* LG-R16 */
static gg_verdict gap_legal(lg_mover *mover, const gt_set *enemies, gt_covered *it)
{
    gt_trouble with = gt_keeps_gap(&mover->on, enemies, it);
    if (with.whom == GG_NEVER) return lg_legal;
    if (with.through) return lg_refuse(R_THROUGH_ENEMY);
    return lg_refuse_by(R_TOO_NEAR_ENEMY, with.had / HUNDREDTH, with.needed / HUNDREDTH);
}

/* LG-R51: farther than this from every enemy, routing ones too. */
static gg_verdict reserve_gap_legal(lg_mover *mover, const gt_set *enemies, gt_covered *it)
{
    const int32_t gap = lg_length(mover->s, N_reserve_gap);
    gt_trouble with = gt_keeps_clear(&mover->on, enemies, it, gap);
    if (with.whom == GG_NEVER) return lg_legal;
    return lg_refuse_by(R_RESERVE_TOO_NEAR, with.had / HUNDREDTH, gap / HUNDREDTH);
}

/* ---- Advancing (LG-R23). ---- */

static bool ends_by_open_infantry(lg_mover *mover, const gg_convex *shape)
{
    const gg_state *s = mover->s;
    gt_set near;
    const int32_t by = lg_length(s, N_form_by);
    gt_near_among(&mover->on.t, &mover->on.enemies, gg_bounds_of(shape), by, &near);
    for (int other = gt_next(&near); other != GG_NEVER; other = gt_next(&near)) {
        const lg_unit *its = &s->units[other];
        if (!lg_is_foot(its) || lg_is_routing(its)) continue;
        if (gg_is_within(shape, &gt_minded_of(&mover->on, (unsigned)other)->shape, by)
            && !gt_is_on(&lg_game, gt_ground_at(&mover->on.t, its->at), GT_CLOSED))
            return true;
    }
    return false;
}

static gg_verdict advance_legal(lg_mover *mover, const lg_end *end, const gg_convex *shape)
{
    const gg_state *s = mover->s;
    const lg_unit *unit = &s->units[mover->on.unit];
    if (unit->shaken > 0 && gt_is_advance(&mover->on, end->pose.at))
        return lg_refuse(R_SHAKEN_FORWARD);
    if (lg_is_fatigued(s, unit) && gt_is_advance(&mover->on, end->pose.at))
        return lg_refuse(R_FATIGUED_FORWARD);
    if (!lg_line_binds(s, unit) || end->formation == FORM_LINE) return lg_legal;
    if (gt_building_at(&mover->on.t, end->pose.at) != NOBODY) return lg_legal; /* LG-R52 */
    if (ends_by_open_infantry(mover, shape) && gt_is_advance(&mover->on, end->pose.at))
        return lg_refuse(R_MUST_FORM_LINE);
    return lg_legal;
}

/* ---- The whole path. ---- */

lg_formation lg_end_formation(const lg_unit *unit, const lg_path *path)
{
    if (path->unlimber) return FORM_UNL;
    int form = path->form_end != 0 ? path->form_end : path->form_start;
    return form != 0 ? (lg_formation)(form - 1) : (lg_formation)unit->formation;
}

/* Where its centre goes and how it ends. */
static void walk_centre(const lg_unit *unit, const lg_path *path, gt_walk *out)
{
    gg_pose pose = lg_pose(unit);
    out->legs = path->legs;
    out->at[0] = pose.at;
    for (int i = 0; i < path->legs; i++) {
        pose = lg_leg_end(pose, path, i);
        out->at[i + 1] = pose.at;
        out->facing[i] = pose.facing;
    }
    out->end = (gg_pose){pose.at, gg_facing(pose.facing + path->turn_end * 10)};
    out->formation = path->form_start != 0 ? (unsigned)path->form_start - 1 : unit->formation;
    out->end_formation = lg_end_formation(unit, path);
    out->changes = path->turn_end != 0 || path->form_end != 0 || path->unlimber;
}

lg_end lg_end_of(const lg_unit *unit, const lg_path *path)
{
    gt_walk way;
    walk_centre(unit, path, &way);
    return (lg_end){way.end, (lg_formation)way.end_formation};
}

static gg_verdict distance_legal(const lg_mover *mover, const lg_path *path, lg_mode mode,
                                 bool difficult)
{
    const gg_state *s = mover->s;
    unsigned u = mover->on.unit;
    if (mode == MODE_RESERVE && difficult) return lg_refuse(R_RESERVE_GROUND);
    int32_t spent = spent_on(path), allowance = lg_allowance(s, u, path, mode, difficult);
    if (spent <= allowance) return lg_legal;
    bool forms = path->form_start != 0 || path->form_end != 0,
         turns = turns_of(path) >= lg_number(s, N_wide_turn);
    bool ground = allowance < lg_allowance(s, u, path, mode, false);
    return lg_refuse_by(ground  ? R_TOO_FAR_DIFFICULT
                        : turns ? R_TOO_FAR_TURNING
                        : forms ? R_TOO_FAR_FORMING
                                : R_TOO_FAR,
                        spent, allowance);
}

/* The enemies a reserve move minds; none for others. */
static void reserve_about(const lg_mover *mover, lg_mode mode, const gt_walk *way, gt_set *out)
{
    *out = (gt_set){.words = 1};
    if (mode != MODE_RESERVE || gt_turned_enemies(&mover->on, way, out)) return;
    gt_mover_near(&mover->on, way->bounds, lg_length(mover->s, N_reserve_gap), out);
    out->bits[0] &= mover->on.enemies.bits[0];
}

/* Do rows tell of the first of several legs that nothing and nobody stops it? */
static bool is_first_clear(const lg_mover *mover, const lg_path *path, const gt_walk *way)
{
    const int32_t ahead = path->ahead[0] * HUNDREDTH, aside = path->shift[0] * HUNDREDTH;
    const gg_pose arrives = {way->at[1], way->facing[0]};
    return mover->on.turns != NULL && mover->plain && path->legs > 1
           && gt_has_row(&mover->on, arrives, ahead, aside)
           && gt_goes_clear(&mover->on, arrives, ahead, aside, false);
}

static gg_verdict leg_legal(lg_mover *mover, const lg_path *path, const gt_walk *way,
                            const gt_set *reserve, int leg)
{
    const gg_state *s = mover->s;
    if (gt_are_off_table(&mover->on.t, way->arrived[leg])) return lg_refuse(R_OFF_TABLE);
    if (leg == 0 && is_first_clear(mover, path, way)) return lg_legal;
    bool friends_block = !s->options[OPT_interpenetrate];
    uint64_t barred = way->areas & mover->on.t.barred;
    if ((way->enemies.bits[0] | reserve->bits[0]) == 0 && barred == 0 && !friends_block)
        return lg_legal;
    gt_covered it = gt_walk_covers(&mover->on, way, leg);
    gg_verdict verdict = lg_legal;
    if (mover->on.plainly) /* whichever is told, it may be avoided: what stops more often first */
        verdict = reserve_gap_legal(mover, reserve, &it);
    if (verdict.reason == R_LEGAL) verdict = gap_legal(mover, &way->enemies, &it);
    if (verdict.reason != R_LEGAL) return verdict;
    if (barred != 0 && gt_overlaps_any(&mover->on.t, barred, gt_swept(&it)))
        return lg_refuse(R_DEEP);
    if (friends_block && gt_crosses_friend(&mover->on, gt_swept(&it)))
        return lg_refuse(R_FRIEND_IN_WAY);
    return mover->on.plainly ? lg_legal : reserve_gap_legal(mover, reserve, &it);
}

/* Where it stands in the end. */
static gg_verdict end_legal(lg_mover *mover, const gt_walk *way, const gt_set *reserve,
                            const lg_end *end)
{
    gg_point at = end->pose.at;
    if (gt_any_burning(&mover->on.t, way->areas, at)) return lg_refuse(R_BURNING);
    const gt_table *t = &mover->on.t;
    gg_verdict verdict =
        lg_shape_legal(t, mover->on.unit, &way->last, at, end->formation, &way->everybody,
                       way->areas & t->barred, way->areas & t->buildings);
    if (verdict.reason != R_LEGAL) return verdict;
    if ((way->enemies.bits[0] | reserve->bits[0]) != 0) {
        gt_covered it = gt_walk_ends(&mover->on, way);
        verdict = gap_legal(mover, &way->enemies, &it);
        if (verdict.reason == R_LEGAL && way->changes)
            verdict = reserve_gap_legal(mover, reserve, &it);
    }
    return verdict.reason == R_LEGAL ? advance_legal(mover, end, &way->last) : verdict;
}

/* LG-R141: as it forms, before it goes anywhere; the edge and buildings bind at the end. */
static gg_verdict start_legal(const lg_mover *mover, const lg_path *path)
{
    const gg_state *s = mover->s;
    const gt_table *t = &mover->on.t;
    unsigned u = mover->on.unit;
    gg_pose pose = lg_pose(&s->units[u]);
    if (path->form_start == 0) return lg_legal;
    lg_formation form = (lg_formation)(path->form_start - 1);
    if (lg_stands_on(s, u, pose, form)) return lg_refuse(R_NO_ROOM_TO_FORM);
    gg_convex shape = gt_shape_at(t, u, pose, form);
    uint64_t areas = gt_areas_about(t, gg_bounds_of(&shape));
    return gt_overlaps_any(t, areas & t->barred, &shape) ? lg_refuse(R_NO_ROOM_TO_FORM) : lg_legal;
}

static int32_t allowed_to(const lg_mover *mover, const lg_path *path, lg_mode mode)
{
    if (mover->on.turns == NULL) return lg_allowance(mover->s, mover->on.unit, path, mode, false);
    return mover->allowed[turns_of(path) >= lg_number(mover->s, N_wide_turn)];
}

bool lg_is_too_far(const lg_mover *mover, const lg_path *path, lg_mode mode)
{
    return spent_on(path) > allowed_to(mover, path, mode);
}

/* Its length and the edge (LG-R15), before all else in lg_way_legal(), too. */
static gg_verdict length_legal(const lg_mover *mover, const lg_path *path, lg_mode mode,
                               gg_pose arrives)
{
    const gt_mover *on = &mover->on;
    const bool slow =
        gt_turned_slow(on, arrives, path->ahead[0] * HUNDREDTH, path->shift[0] * HUNDREDTH);
    if (slow || lg_is_too_far(mover, path, mode)) {
        const gg_verdict verdict = distance_legal(mover, path, mode, slow);
        if (verdict.reason != R_LEGAL) return verdict;
    }
    const bool off = gt_are_off_table(&on->t, gt_turned_bounds(on, arrives));
    return off ? lg_refuse(R_OFF_TABLE) : lg_legal;
}

/* What is left then of a way that is clear: who stands at its end (LG-R17), and advancing. */
static gg_verdict clear_legal(lg_mover *mover, const lg_path *path, gg_pose arrives)
{
    const gt_mover *on = &mover->on;
    lg_end end = {arrives, (lg_formation)mover->s->units[on->unit].formation};
    if (path->turn_end != 0) {
        end.pose.facing = gg_facing(arrives.facing + path->turn_end * 10);
        if (gt_are_off_table(&on->t, gt_turned_bounds(on, end.pose))) return lg_refuse(R_OFF_TABLE);
    }
    if (gt_turned_on_somebody(on, end.pose)) return lg_refuse(R_OCCUPIED);
    if (mover->advances) return lg_legal;
    const gg_convex shape = gt_turned_shape(on, end.pose);
    return advance_legal(mover, &end, &shape);
}

bool lg_leg_is_stopped(const lg_mover *mover, const lg_path *path, lg_mode mode, gg_pose arrives)
{
    const int32_t ahead = path->ahead[0] * HUNDREDTH, aside = path->shift[0] * HUNDREDTH;
    return mover->on.turns != NULL && gt_has_row(&mover->on, arrives, ahead, aside)
           && (length_legal(mover, path, mode, arrives).reason != R_LEGAL
               || gt_is_stopped(&mover->on, arrives, ahead, aside));
}

bool lg_rows_tell(lg_mover *mover, const lg_path *path, lg_mode mode, gg_verdict *out)
{
    if (mover->on.turns == NULL || !mover->plain || path->legs != 1) return false;
    const gg_pose from = lg_pose(&mover->s->units[mover->on.unit]);
    const gg_pose arrives = lg_leg_end(from, path, 0);
    const int32_t ahead = path->ahead[0] * HUNDREDTH, aside = path->shift[0] * HUNDREDTH;
    if (!gt_has_row(&mover->on, arrives, ahead, aside)) return false;
    *out = length_legal(mover, path, mode, arrives);
    if (out->reason != R_LEGAL) return true;
    if (gt_goes_clear(&mover->on, arrives, ahead, aside, path->turn_end != 0)) {
        *out = clear_legal(mover, path, arrives);
        return true;
    }
    *out = lg_refuse(R_TOO_NEAR_ENEMY);
    return gt_is_stopped(&mover->on, arrives, ahead, aside)
           || gt_likely_stops(&mover->on, from.at, arrives, 0);
}

gg_verdict lg_way_legal(lg_mover *mover, const lg_path *path, lg_mode mode, lg_end *end)
{
    const lg_unit *unit = &mover->s->units[mover->on.unit];
    gt_walk way;
    gt_set reserve;
    gg_verdict verdict = forms_legal(unit, path, mode);
    if (verdict.reason == R_LEGAL) verdict = legs_legal(mover->s, path, mode);
    if (verdict.reason != R_LEGAL) return verdict;
    walk_centre(unit, path, &way);
    *end = (lg_end){way.end, (lg_formation)way.end_formation};
    /* which needs no shapes */
    verdict = distance_legal(mover, path, mode, gt_walk_is_slow(&mover->on, &way));
    if (verdict.reason == R_LEGAL) verdict = start_legal(mover, path);
    if (verdict.reason != R_LEGAL) return verdict;
    gt_walk_shapes(&mover->on, &way);
    gt_walk_about(&mover->on, &way);
    reserve_about(mover, mode, &way, &reserve);
    for (int i = 0; i < path->legs; i++) {
        verdict = leg_legal(mover, path, &way, &reserve, i);
        if (verdict.reason != R_LEGAL) return verdict;
    }
    return end_legal(mover, &way, &reserve, end);
}

gg_verdict lg_path_legal(const gg_state *s, unsigned u, const lg_path *path, lg_mode mode,
                         lg_end *end)
{
    lg_mover mover;
    lg_mover_begin(&mover, s, s->units[u].side);
    lg_mover_take(&mover, u);
    return lg_way_legal(&mover, path, mode, end);
}

/* ---- Places that are shut: judged by the place alone, for who asks about very many. ---- */

enum { ROUNDED = 2 * HUNDREDTH }; /* a path ends within a hundredth or so of what it aims at */

/* A circle that lies in its shape, however it faces and whatever formation it ends in. */
static int32_t inner_circle(const gg_state *s, const lg_unit *unit)
{
    int32_t inner = INT32_MAX;
    for (int form = 0; form < FORMATIONS; form++) {
        if (lg_is_foot(unit) ? form > FORM_SQUARE : form != unit->formation) continue;
        gg_box box = lg_box(s, unit->type, (lg_formation)form);
        if (box.half < inner) inner = box.half;
        if (box.front < inner) inner = box.front;
    }
    return inner;
}

bool lg_is_shut(lg_mover *mover, lg_mode mode, gg_point at)
{
    const gg_state *s = mover->s;
    if (mover->inner == GG_NEVER)
        mover->inner = inner_circle(s, &s->units[mover->on.unit]) - ROUNDED;
    const int32_t inner = mover->inner;
    const int32_t gap = mode == MODE_RESERVE ? lg_length(s, N_reserve_gap) : enemy_gap(s);
    return gt_is_shut(&mover->on, at, inner, gap, gap_of_mode(mode));
}

bool lg_is_shut_facing(lg_mover *mover, gg_pose pose, lg_formation formation)
{
    return gt_is_shut_facing(&mover->on, pose, formation, ROUNDED);
}

bool lg_is_off_table(const lg_mover *mover, gg_pose arrives)
{
    if (mover->on.turns == NULL) return false;
    const gg_bounds about = gt_turned_bounds(&mover->on, arrives);
    return gt_are_off_table(&mover->on.t,
                            (gg_bounds){{about.low.x + ROUNDED, about.low.y + ROUNDED},
                                        {about.high.x - ROUNDED, about.high.y - ROUNDED}});
}

bool lg_is_stopped(lg_mover *mover, gg_point from, gg_pose arrives)
{
    return gt_likely_stops(&mover->on, from, arrives, ROUNDED);
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
    if (division != NOBODY && s->commanders[division].closed) return lg_refuse(R_DIVISION_CLOSED);
    return lg_legal;
}

/* LG-R82: a unit in a burning building needs no order to leave it. */
static bool leaves_free(const lg_unit *unit, lg_action_kind kind)
{
    return (unit->status & STATUS_MUST_LEAVE) && (kind == ACTION_MOVE || kind == ACTION_BACK);
}

static gg_verdict order_legal(const gg_state *s, unsigned u, bool free)
{
    const lg_unit *unit = &s->units[u];
    if (lg_is_routing(unit)) return lg_refuse(R_ROUTING);
    if (free) return lg_legal;
    if (unit->orders == 0) return lg_refuse(R_NO_ORDER);
    return lg_order_is_open(s, u);
}

gg_verdict lg_order_legal(const gg_state *s, unsigned u)
{
    gg_verdict verdict = order_legal(s, u, false);
    if (verdict.reason == R_LEGAL && (s->units[u].did & (DID_ACT | DID_CHARGE)))
        return lg_refuse(R_HAS_ACTED);
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

static gg_verdict form_legal(lg_mover *mover, const gg_action *action)
{
    const gg_state *s = mover->s;
    const lg_unit *unit = &s->units[mover->on.unit];
    lg_formation form = (lg_formation)action->item;
    gg_verdict verdict = formation_legal(unit, action->item);
    if (verdict.reason != R_LEGAL) return verdict;
    if (!is_turn(action->at.x)) return lg_refuse(R_NO_SUCH_ACTION);
    gg_pose pose = {unit->at, gg_facing((unit->facing + action->at.x) * 10)};
    gt_table *t = &mover->on.t;
    gg_convex shape = gt_shape_at(t, mover->on.unit, pose, form);
    gg_bounds bounds = gg_bounds_of(&shape);
    gt_set near;
    gt_mover_near(&mover->on, bounds, mover->on.gap, &near);
    uint64_t areas = gt_areas_about(t, bounds);
    verdict = lg_shape_legal(t, mover->on.unit, &shape, pose.at, form, &near, areas & t->barred,
                             areas & t->buildings);
    if (verdict.reason != R_LEGAL) return verdict;
    gt_covered it = gt_covered_by(gt_circles_in(t, mover->on.unit, form), &shape, pose.at, pose.at);
    near.bits[0] &= mover->on.enemies.bits[0];
    gt_keep_standing(t, &near);
    return gap_legal(mover, &near, &it);
}

/* ---- All of them. ---- */

gg_verdict lg_guns_legal(const gg_state *s, const gg_action *action)
{
    unsigned u = action->who;
    bool limber = action->kind == ACTION_LIMBER;
    gg_verdict verdict = order_legal(s, u, !limber);
    if (verdict.reason != R_LEGAL) return verdict;
    const lg_unit *unit = &s->units[u];
    if (!lg_is_guns(unit)) return lg_refuse(R_NOT_ARTILLERY);
    if (limber) return unit->formation == FORM_UNL ? lg_legal : lg_refuse(R_LIMBERED_ALREADY);
    return unlimber_legal(unit);
}

static lg_path path_or_back_of(const gg_action *action)
{
    if (action->kind != ACTION_BACK) return lg_path_of(action);
    return (lg_path){.legs = 1, .ahead = {-action->args[0]}}; /* LG-R22 */
}

static gg_verdict path_or_back_legal(lg_mover *mover, const gg_action *action)
{
    bool back = action->kind == ACTION_BACK;
    if (back && mover->s->units[mover->on.unit].formation == FORM_SQUARE)
        return lg_refuse(R_SQUARE_STANDS);
    if (back ? action->args[0] < 0 : action->item < 1 || action->item > LEGS_MAX)
        return lg_refuse(R_NO_SUCH_ACTION);
    lg_path path = path_or_back_of(action);
    lg_end end;
    lg_mode mode = back ? MODE_BACK : action->kind == ACTION_RESERVE ? MODE_RESERVE : MODE_MOVE;
    return lg_way_legal(mover, &path, mode, &end);
}

/* The place aside. */
static gg_verdict may_move(const gg_state *s, const gg_action *action)
{
    unsigned u = action->who;
    gg_verdict verdict = order_legal(s, u, leaves_free(&s->units[u], action->kind));
    if (verdict.reason != R_LEGAL) return verdict;
    if (s->units[u].did & (DID_ACT | DID_CHARGE)) return lg_refuse(R_HAS_ACTED);
    return is_held_to_charge(s, u) ? lg_refuse(R_MUST_CHARGE) : lg_legal;
}

gg_verdict lg_mover_legal(lg_mover *mover, const gg_action *action)
{
    gg_verdict verdict = may_move(mover->s, action);
    if (verdict.reason != R_LEGAL) return verdict;
    return action->kind == ACTION_FORM ? form_legal(mover, action)
                                       : path_or_back_legal(mover, action);
}

gg_verdict lg_move_legal(const gg_state *s, const gg_action *action)
{
    gg_verdict verdict = may_move(s, action); /* before all that a mover works out */
    if (verdict.reason != R_LEGAL) return verdict;
    lg_mover mover;
    lg_mover_begin(&mover, s, s->units[action->who].side);
    lg_mover_take(&mover, action->who);
    return lg_mover_legal(&mover, action);
}

void lg_guns_apply(gg_state *s, const gg_action *action, gg_log *log)
{
    lg_unit *unit = &s->units[action->who];
    bool limber = action->kind == ACTION_LIMBER;
    if (limber) lg_order_spend(s, action->who);
    else unit->did |= DID_UNLIMBER;
    unit->formation = limber ? FORM_LIMB : FORM_UNL; /* not a change of pose (LG-R27) */
    lg_tell(log, GG_STATUS, limber ? S_LIMBERS : S_UNLIMBERS, action->who, lg_plain);
}

static void tell_formation(const lg_unit *unit, unsigned u, gg_log *log)
{
    static const uint16_t sayings[FORMATIONS] = {
        [FORM_LINE] = S_FORMS_LINE,     [FORM_COLUMN] = S_FORMS_COLUMN, [FORM_MASS] = S_FORMS_MASS,
        [FORM_SQUARE] = S_FORMS_SQUARE, [FORM_RIDING] = S_NONE,         [FORM_LIMB] = S_LIMBERS,
        [FORM_UNL] = S_UNLIMBERS,
    };
    lg_tell(log, GG_STATUS, (lg_saying)sayings[unit->formation], u,
            (lg_told){.amount = unit->facing});
}

void lg_form_apply(gg_state *s, const gg_action *action, gg_log *log)
{
    unsigned u = action->who;
    lg_unit *unit = &s->units[u];
    lg_order_spend(s, u);
    unit->did |= DID_ACT;
    lg_set_formation(s, u, (lg_formation)action->item);
    lg_put(s, u, unit->at, gg_facing((unit->facing + action->at.x) * 10) / 10);
    tell_formation(unit, u, log);
}

void lg_move_apply(gg_state *s, const gg_action *action, gg_log *log)
{
    gg_assert(may_move(s, action).reason == R_LEGAL);
    unsigned u = action->who;
    lg_unit *unit = &s->units[u];
    if (!leaves_free(unit, action->kind)) lg_order_spend(s, u);
    unit->did |= DID_ACT;
    lg_path path = path_or_back_of(action);
    lg_end end = lg_end_of(unit, &path);
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
    gt_table t;
    unsigned area;
    gg_point from;
    int32_t direction;
} leaving;

static bool is_outside(void *with, int32_t k)
{
    const leaving *it = with;
    return !gt_holds(&it->t, it->area, gg_along(it->from, it->direction, k));
}

/* LG-R82: how far it is to the first place towards the home edge that is in no burning building:
 * out of its own, and of those that stand wall to wall with it. */
static int32_t way_out(const gg_state *s, unsigned u)
{
    enum { FAR = 2 * CONTACT_MAX + 600 * INCH }; /* beyond any area */
    leaving it = {lg_table(s), 0, s->units[u].at, s->home[s->units[u].side] * 10};
    int32_t k = 0;
    while (it.area < s->area_count) {
        if (s->areas[it.area].burning && !is_outside(&it, k)) {
            k = gg_bisect(k, FAR, is_outside, &it);
            it.area = 0; /* it may have come into one that was looked at before */
        } else {
            it.area++;
        }
    }
    return k;
}

static void evict(gg_state *s, unsigned u, gg_log *log)
{
    lg_unit *unit = &s->units[u];
    int32_t home = s->home[unit->side], n = way_out(s, u);
    gt_forced way = lg_forced_move(s, u, unit->facing, home, n, false);
    if (way.end == GT_DESTROYED) {
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
