/*
 * move.c - marches (chapters 12 to 14): ways by samples (CW-R9), wheels (CW-R10), moves toward and
 * away inside a Zone of Control (CW-R21), stopping at its edge (CW-R22).
 * SPDX-License-Identifier: MIT
 */
#include "fight.h"

/* ---- Who may move at all. ---- */

static bool is_unlimbered(const gg_state *s, unsigned b)
{
    return cw_any_form(s, b, FORM_UNLIMBERED);
}

/* No Square, no unlimbered gun. */
static gg_verdict may_move(const gg_state *s, unsigned b)
{
    if (cw_any_form(s, b, FORM_SQUARE)) return cw_refuse(R_IN_SQUARE);
    if (is_unlimbered(s, b)) return cw_refuse(R_IS_UNLIMBERED);
    return cw_legal;
}

/* ---- Running over ADCs and Generals (CW-R31, CW-R92). ---- */

enum { ROUNDED = 100 }; /* what a way is longer than its legs, and more */

static void run_over_at(gg_state *s, unsigned b, const gt_shapes *shapes, gg_log *log)
{
    if (cw_is_fleeing(s, b)) return;
    cw_catch_adcs(s, b, shapes, log);
    if (s->options[OPT_capture_generals]) cw_capture_generals(s, b, shapes, log);
}

/* Is there anything of the other side so near that a Brigade of this side could run over it? */
static bool may_run_over(const gg_state *s, gg_side side, gg_point at, int64_t far)
{
    const int64_t contact = far + cw_number(s, N_general_contact);
    for (int i = 0; i < ADCS_MAX && s->adcs[i].objective != 0; i++)
        if (s->adcs[i].side != side && !gg_is_farther(at, s->adcs[i].at, contact)) return true;
    for (int g = 0; g < GENERALS_MAX && s->options[OPT_capture_generals]; g++) {
        const cw_general *his = &s->generals[gg_other(side)][g];
        if (cw_is_in_play(his) && !gg_is_farther(at, his->at, far)) return true;
    }
    return false;
}

void cw_run_over(gg_state *s, unsigned b, gg_pose from, int32_t direction, int32_t length,
                 gg_log *log)
{
    const gt_table t = cw_table(s);
    const gg_side side = (gg_side)s->bodies[b].side;
    const int64_t outer = gt_body_circles(&t, b).outer;
    if (cw_is_fleeing(s, b) || !may_run_over(s, side, from.at, outer + length + ROUNDED)) return;
    for (int32_t at = 0;; at = at + SAMPLE < length ? at + SAMPLE : length) {
        const gg_pose pose = {gg_along(from.at, direction, at), from.facing};
        if (may_run_over(s, side, pose.at, outer)) {
            const gt_shapes shapes = gt_shapes_at(&t, b, pose, s->bodies[b].formation);
            run_over_at(s, b, &shapes, log);
        }
        if (at == length) return;
    }
}

/* ---- Going by samples. ---- */

gt_going cw_going(const gg_state *s, unsigned b, int32_t direction, int32_t length)
{
    return (gt_going){.body = b,
                      .pose = cw_pose(s, b),
                      .formation = s->bodies[b].formation,
                      .direction = direction,
                      .length = length,
                      .step = SAMPLE,
                      .contact = -1};
}

static gt_set set_of(uint64_t bits) { return (gt_set){.words = 1, .bits = {bits}}; }

int32_t cw_first_contact(const gg_state *s, const gt_going *going, uint64_t with, int32_t limit,
                         int *whom)
{
    const gt_table t = cw_table(s);
    const gt_set set = set_of(with);
    return gt_first_contact(&t, going, &set, limit, whom);
}

/* A way as it is walked: judged at each sample, or (with `changes`) done.  Only those near the
 * whole way are looked at. */
typedef struct walker {
    const gg_state *s;
    gt_table t;
    cw_marcher *shared;
    gg_state *changes;
    gg_log *log;
    unsigned b;
    gg_pose pose;
    gg_box box;
    int64_t outer;           /* no base reaches farther from its place */
    uint64_t standing, fled; /* enemies */
    uint64_t others;         /* anybody it may come to lie on */
    uint64_t kept_off;       /* enemies it may not come near: CW-R74, CW-R75 */
    uint64_t areas;          /* but open ones */
    cw_class worst;
    int64_t declared; /* its length, wheels and all */
    bool quick;
    bool inside; /* the table: its edge is far */
    bool road;   /* on it at every sample */
    bool first;  /* the next sample is the first */
    bool away;
    bool guns;    /* and nothing else: CW-R111 asks for the sample before */
    bool stopped; /* the rest of the move is lost */
    bool has_last;
    gg_pose last; /* of the sample before, */
    int32_t gap;  /* and how far the nearest enemy was, if he was near; GG_NEVER */
    int contact;  /* whom it touched; -1 */
    gg_verdict verdict;
} walker;

/* Where it is at one sample; its box is found when somebody's circle is near, and its shapes are
 * made when somebody's box is. */
typedef struct spot {
    gg_pose pose;
    bool is_made, is_framed;
    gt_frame frame;
    gt_shapes shapes;
} spot;

static const gt_frame *spot_frame(const walker *w, spot *at)
{
    if (!at->is_framed) at->frame = gt_frame_of(at->pose, w->box);
    at->is_framed = true;
    return &at->frame;
}

static const gt_frame *its_frame(const walker *w, unsigned other)
{
    cw_marcher *near = w->shared;
    if (!(near->framed >> other & 1))
        near->frames[other] = gt_frame_of(cw_pose(w->s, other), cw_box(w->s, other));
    near->framed |= gt_bit(other);
    return &near->frames[other];
}

static const gt_shapes *spot_shapes(const walker *w, spot *at)
{
    if (!at->is_made)
        at->shapes = gt_shapes_at(&w->t, w->b, at->pose, w->s->bodies[w->b].formation);
    at->is_made = true;
    return &at->shapes;
}

static const gt_shapes *its_shapes(const walker *w, unsigned other, gt_shapes *room)
{
    cw_marcher *near = w->shared;
    for (int i = 0; i < near->count; i++)
        if (near->who[i] == other) return &near->of[i];
    if (near->count < CROWD_KEPT) {
        near->who[near->count] = (uint8_t)other;
        room = &near->of[near->count++];
    }
    *room = gt_shapes_of(&w->t, other);
    return room;
}

/* Those of the set of whom some base is so near, by the circles about their places. */
static uint64_t circled(const walker *w, gg_point at, uint64_t set, int32_t limit)
{
    uint64_t near = 0;
    while (set != 0) {
        const unsigned other = (unsigned)gg_next_bit(&set);
        const gt_circles both = {w->outer + gt_body_circles(&w->t, other).outer, -1};
        if (gt_places_within(at, w->s->bodies[other].at, both, limit) != 0) near |= gt_bit(other);
    }
    return near;
}

/* The same by their boxes too. */
static uint64_t close_by(const walker *w, spot *at, uint64_t set, int32_t limit)
{
    uint64_t near = set == 0 ? 0 : circled(w, at->pose.at, set, limit);
    for (uint64_t rest = near; rest != 0;) {
        const unsigned other = (unsigned)gg_next_bit(&rest);
        if (gt_frames_apart(spot_frame(w, at), its_frame(w, other), limit)) near &= ~gt_bit(other);
    }
    return near;
}

/* Is a base of one of the set so near? */
static bool any_within(const walker *w, spot *at, uint64_t set, int32_t limit)
{
    uint64_t rest = close_by(w, at, set, limit);
    while (rest != 0) {
        gt_shapes room;
        const gt_shapes *its = its_shapes(w, (unsigned)gg_next_bit(&rest), &room);
        if (gt_shapes_within(spot_shapes(w, at), its, limit)) return true;
    }
    return false;
}

/* CW-R74, CW-R75: who must stay away from whom. */
static uint64_t must_keep_off(const walker *w, uint64_t enemies)
{
    if (enemies == 0 || cw_all(w->s, w->b, cw_is_guns)) return enemies;
    if (!cw_any(w->s, w->b, cw_is_mounted)) return 0;
    uint64_t squares = 0;
    while (enemies != 0) {
        const unsigned other = (unsigned)gg_next_bit(&enemies);
        if (cw_any_form(w->s, other, FORM_SQUARE)) squares |= gt_bit(other);
    }
    return squares;
}

static gg_verdict keeps_off(const walker *w, spot *at)
{
    const int32_t gap = cw_number(w->s, N_keep_off);
    if (w->guns || !any_within(w, at, w->kept_off, gap - 1)) return cw_legal;
    return cw_refuse_by(R_SQUARE_KEEP_OFF, 0, gap / 10);
}

int32_t cw_enemy_gap(const gg_state *s, unsigned b, const gt_shapes *own)
{
    const int32_t limit = cw_number(s, N_keep_off);
    const gt_table t = cw_table(s);
    int32_t least = GG_NEVER;
    gt_set near;
    gt_enemies_near(&t, s->bodies[b].side, gt_shapes_bounds(own), limit, &near);
    for (uint64_t rest = near.bits[0]; rest != 0;) {
        const gt_shapes its = gt_shapes_of(&t, (unsigned)gg_next_bit(&rest));
        const int32_t gap = gt_shapes_distance(own, &its);
        if (gap <= limit && (least == GG_NEVER || gap < least)) least = gap;
    }
    return least;
}

static bool is_same_pose(gg_pose one, gg_pose other)
{
    return one.facing == other.facing && gg_is_same_place(one.at, other.at);
}

/* CW-R111: a Brigade of guns alone goes back to the sample before and stops there when this one is
 * near an enemy.  If the sample before was near too, the distance must have grown. */
static bool is_held_off(walker *w, spot *at)
{
    if (!w->guns || (w->has_last && is_same_pose(w->last, at->pose))) return false;
    const int32_t gap = cw_enemy_gap(w->s, w->b, spot_shapes(w, at));
    if (w->has_last && gap != GG_NEVER && (w->gap == GG_NEVER || gap <= w->gap)) {
        if (w->gap != GG_NEVER && is_same_pose(w->last, cw_pose(w->s, w->b)))
            w->verdict =
                cw_refuse_by(R_GUNS_KEEP_OFF, w->gap / 10, cw_number(w->s, N_keep_off) / 10);
        w->pose = w->last;
        return w->stopped = true;
    }
    w->has_last = true;
    w->last = at->pose;
    w->gap = gap;
    return false;
}

static bool touches_enemy(const walker *w, spot *at)
{
    return any_within(w, at, w->standing | w->fled, TOLERANCE);
}

static bool lies_on_another(const walker *w, spot *at)
{
    uint64_t rest = close_by(w, at, w->others, 0);
    while (rest != 0) {
        gt_shapes room;
        const gt_shapes *its = its_shapes(w, (unsigned)gg_next_bit(&rest), &room);
        if (gt_shapes_overlap(spot_shapes(w, at), its, TOLERANCE)) return true;
    }
    return false;
}

/* Only what is worse than the worst so far is looked at. */
static void has_met(walker *w, cw_class class)
{
    if (class <= w->worst) return;
    w->worst = class;
    w->areas &= class == IMPASSABLE ? 0 : cw_areas_from(w->s, (cw_class)(class + 1));
}

static void look_at_ground(walker *w, spot *at)
{
    const uint64_t areas =
        w->areas == 0 ? 0 : gt_areas_among(&w->t, w->areas, gt_frame_bounds(spot_frame(w, at)));
    if (areas != 0) has_met(w, cw_worst_among(w->s, spot_shapes(w, at), areas));
    if (w->road) w->road = cw_all_on_road(w->s, spot_shapes(w, at));
}

static bool is_off_table(const walker *w, spot *at)
{
    if (w->inside) return false;
    const gg_bounds its = gt_frame_bounds(spot_frame(w, at));
    const bool is_in =
        its.low.x >= 0 && its.low.y >= 0 && its.high.x <= w->s->width && its.high.y <= w->s->height;
    return !is_in && !cw_is_on_table(w->s, w->b, spot_shapes(w, at));
}

/* One sample.  False: the move is illegal, or has ended at the one before. */
static bool sample(walker *w, gg_pose pose, bool wheel)
{
    spot at;
    at.pose = pose;
    at.is_made = at.is_framed = false;
    const int32_t zone = cw_number(w->s, N_zone_of_control);
    if (is_held_off(w, &at)) return false;
    if (w->changes != NULL) {
        if (may_run_over(w->s, (gg_side)w->s->bodies[w->b].side, pose.at, w->outer))
            run_over_at(w->changes, w->b, spot_shapes(w, &at), w->log);
        w->stopped = wheel && any_within(w, &at, w->standing, zone);
        return true;
    }
    look_at_ground(w, &at);
    if (is_off_table(w, &at)) w->verdict = cw_refuse(R_OFF_TABLE);
    else if (lies_on_another(w, &at)) w->verdict = cw_refuse(R_OVERLAPS);
    else if (wheel && touches_enemy(w, &at)) w->verdict = cw_refuse(R_WHEEL_TOUCHES);
    else if (!w->first && !w->away) w->verdict = keeps_off(w, &at);
    else if (!w->first && touches_enemy(w, &at)) w->verdict = cw_refuse(R_AWAY_TOUCHES);
    w->first = false;
    if (wheel && cw_is_legal(w->verdict)) w->stopped = any_within(w, &at, w->standing, zone);
    return cw_is_legal(w->verdict);
}

/* ---- How far (T3). ---- */

/* CW-T3; on a road one wide all the way, and then nothing else counts (CW-R17). */
static int32_t allowance(const walker *w, cw_class worst)
{
    const gg_state *s = w->s;
    const bool horse = cw_is_horse(s, w->b);
    const int32_t march = cw_number(s, horse ? N_march_horse : N_march_foot);
    const int32_t fast = cw_number(s, horse ? N_quick_horse : N_quick_foot);
    if (w->road) return (w->quick ? fast : march) + cw_number(s, N_road_bonus);
    switch (worst) {
    case OPEN: return w->quick ? fast : march;
    case ROUGH: return cw_number(s, horse ? N_rough_horse : N_rough_foot);
    case DIFFICULT: return cw_number(s, horse ? N_difficult_horse : N_difficult_foot);
    case IMPASSABLE: return cw_number(s, N_elbruc_march); /* CW-R73 */
    }
    return 0;
}

/* Over ground of which this is the worst. */
static gg_verdict ground_legal(const walker *w, cw_class worst)
{
    if (!w->road && worst == IMPASSABLE && !cw_may_enter_impassable(w->s, w->b))
        return cw_refuse(R_IMPASSABLE);
    if (w->quick && !w->road && worst != OPEN) return cw_refuse(R_QUICK_GROUND);
    const int32_t allowed = allowance(w, worst);
    if (w->declared <= allowed) return cw_legal;
    return cw_refuse_by(R_TOO_FAR, ((int32_t)w->declared + 9) / 10, allowed / 10);
}

/* ---- Ahead, wheeling, toward and away. ---- */

/* Nothing at all is near: no sample tells anything. */
static bool is_alone(const walker *w)
{
    return w->changes == NULL && w->inside && !w->road
           && (w->others | w->standing | w->fled | w->areas) == 0;
}

/* Of the set those whose boxes come so near to its lane. */
static uint64_t in_lane(const walker *w, const gt_frame *lane, uint64_t set, int32_t limit)
{
    for (uint64_t rest = set; rest != 0;) {
        const unsigned other = (unsigned)gg_next_bit(&rest);
        if (gt_frames_apart(lane, its_frame(w, other), limit)) set &= ~gt_bit(other);
    }
    return set;
}

/* Straight ahead all samples of a stretch lie in one rectangle: who is not near that is near to
 * none of them. */
typedef struct lane {
    uint64_t others, kept_off, areas;
    bool inside;
} lane;

static lane look_along(const walker *w, gt_pace stretch)
{
    gg_box box = w->box;
    box.front += stretch.to;
    box.rear += stretch.from;
    const gt_frame frame = gt_frame_of(w->pose, box);
    const gg_bounds about = gt_frame_bounds(&frame);
    return (lane){.others = in_lane(w, &frame, w->others, 0),
                  .kept_off = in_lane(w, &frame, w->kept_off, cw_number(w->s, N_keep_off)),
                  .areas = w->areas == 0 ? 0 : gt_areas_among(&w->t, w->areas, about),
                  .inside = w->inside
                            || (about.low.x >= 0 && about.low.y >= 0 && about.high.x <= w->s->width
                                && about.high.y <= w->s->height)};
}

/* Nobody is near it and, but for these areas, nothing: no sample tells anything else. */
static bool is_empty(const walker *w, const lane *it, uint64_t but)
{
    return !w->road && it->inside && (it->others | it->kept_off | (it->areas & ~but)) == 0;
}

static bool go_straight(walker *w, int32_t direction, int32_t length)
{
    for (int32_t at = 0; !is_alone(w); at = at + SAMPLE < length ? at + SAMPLE : length) {
        const gg_pose pose = {gg_along(w->pose.at, direction, at), w->pose.facing};
        if (!sample(w, pose, false)) return false;
        if (at == length) break;
    }
    return true;
}

static bool straight(walker *w, int32_t direction, int32_t length)
{
    const uint64_t others = w->others, kept_off = w->kept_off;
    bool is_told = true; /* by samples */
    const bool looks =
        w->changes == NULL && !w->away && direction == w->pose.facing && !is_alone(w);
    if (looks) {
        const lane it = look_along(w, (gt_pace){0, length});
        is_told = !is_empty(w, &it, 0);
        w->others = it.others;
        w->kept_off = it.kept_off;
    }
    if (!is_told) w->first = w->has_last = false;
    else if (!go_straight(w, direction, length)) return false;
    w->others = others;
    w->kept_off = kept_off;
    w->pose.at = gg_along(w->pose.at, direction, length);
    return true;
}

static gt_going going_ahead(const walker *w, int32_t length)
{
    gt_going going = cw_going(w->s, w->b, w->pose.facing, length);
    going.pose = w->pose;
    return going;
}

/* Outside all Zones of Control it ends where it enters one (CW-R22), or touches who flees; what
 * lies behind is not looked at (CW-R108). */
static int32_t stops_at(walker *w, int32_t length)
{
    const gt_going going = going_ahead(w, length);
    int whom, touched;
    const int32_t zone =
        cw_first_contact(w->s, &going, w->standing, cw_number(w->s, N_zone_of_control), &whom);
    const uint64_t met = w->guns ? 0 : w->fled; /* guns alone never come so near */
    const int32_t contact = cw_first_contact(w->s, &going, met, TOLERANCE, &touched);
    const bool touches = contact != GG_NEVER && (zone == GG_NEVER || contact <= zone);
    if (touches) w->contact = touched;
    if (!touches && zone == GG_NEVER) return length;
    w->stopped = true;
    return touches ? contact : zone;
}

static bool ahead(walker *w, int32_t length)
{
    return straight(w, w->pose.facing, stops_at(w, length));
}

/* Whether it may march does not hang on which of these areas it comes to. */
static bool is_any_ground_as_good(const walker *w, uint64_t areas)
{
    const bool may = cw_is_legal(ground_legal(w, w->worst));
    while (areas != 0) {
        const cw_class class = cw_class_of(w->s->areas[gg_next_bit(&areas)].type);
        if (cw_is_legal(ground_legal(w, class)) != may) return false;
    }
    return true;
}

/* No sample on that stretch tells whether it may march. */
static bool is_free_between(const walker *w, gt_pace stretch)
{
    if (is_alone(w)) return true;
    const lane it = look_along(w, stretch);
    return is_empty(w, &it, it.areas) && is_any_ground_as_good(w, it.areas);
}

/* Between which samples that is; false: nowhere. */
static bool stops_between(const walker *w, int32_t length, gt_pace *out)
{
    const int32_t zone = cw_number(w->s, N_zone_of_control);
    const gt_set standing = set_of(w->standing), fled = set_of(w->fled);
    const gt_going going = going_ahead(w, length);
    gt_pace other;
    const bool stops = gt_first_near(&w->t, &going, &standing, zone, out);
    if (!gt_first_near(&w->t, &going, &fled, TOLERANCE, &other)) return stops;
    if (!stops || other.to < out->to) *out = other;
    return true;
}

/* May it go ahead?  Where between two samples it ends matters only if something is to be met
 * there. */
static bool may_go_ahead(walker *w, int32_t length)
{
    gg_pose pose = w->pose;
    gt_pace last;
    if (is_free_between(w, (gt_pace){0, length})) return true;
    if (!stops_between(w, length, &last)) return straight(w, pose.facing, length);
    if (!straight(w, pose.facing, last.from)) return false;
    w->pose = pose;
    if (last.to == 0 || is_free_between(w, last)) return true;
    pose.at = gg_along(pose.at, pose.facing, stops_at(w, last.to));
    return sample(w, pose, false);
}

/* What was found at the nth degree of this wheel, and before. */
static bool remember(walker *w, const cw_wheeled *then)
{
    has_met(w, (cw_class)then->worst);
    w->road = w->road && then->road;
    w->stopped = then->stopped;
    w->verdict = then->verdict;
    w->first = false;
    return cw_is_legal(w->verdict);
}

static bool wheel(walker *w, bool right, int32_t tenths)
{
    const gg_pose from = w->pose;
    const bool shares = w->first && w->changes == NULL && !w->guns;
    cw_wheeled *kept = w->shared->wheels[right];
    int *known = &w->shared->wheeled[right], n = 0;
    if (shares && *known > 0)
        n = *known - 1 < tenths / WHEEL_SAMPLE ? *known - 1 : tenths / WHEEL_SAMPLE;
    for (; !is_alone(w); n++) {
        const int32_t at = n * WHEEL_SAMPLE < tenths ? n * WHEEL_SAMPLE : tenths;
        const bool is_whole = shares && at == n * WHEEL_SAMPLE && n < WHEEL_SAMPLES;
        bool good;
        if (is_whole && n < *known) {
            good = remember(w, &kept[n]);
            if (good && !w->stopped && at < tenths) continue;
            w->pose = gt_wheel(from, w->box, right, at);
        } else {
            w->pose = gt_wheel(from, w->box, right, at);
            good = sample(w, w->pose, true);
        }
        if (is_whole && n == *known) {
            kept[n] = (cw_wheeled){w->verdict, (uint8_t)w->worst, w->road, w->stopped, 0};
            *known = n + 1;
        }
        if (!good) return false;
        if (w->stopped || at == tenths) return true;
    }
    w->pose = gt_wheel(from, w->box, right, tenths);
    return true;
}

/* CW-R21: stops at first contact with any enemy. */
static bool toward(walker *w, int32_t length)
{
    gt_going going = cw_going(w->s, w->b, w->pose.facing, length);
    int whom;
    const uint64_t met = w->guns ? 0 : w->standing | w->fled;
    const int32_t contact = cw_first_contact(w->s, &going, met, TOLERANCE, &whom);
    if (contact != GG_NEVER) {
        w->contact = whom;
        length = contact;
    }
    return straight(w, w->pose.facing, length);
}

/* Directly away from the nearest of these enemies (CW-R21, CW-R23). */
static int32_t away_from(const gg_state *s, unsigned b, uint64_t among)
{
    const cw_nearest near = cw_nearest_base(s, b, among);
    gg_assert(near.brigade >= 0);
    return gt_away(s->bodies[b].facing, cw_zone_of(s, b, (unsigned)near.brigade, near.slot));
}

int32_t cw_march_away(const gg_state *s, unsigned b, cw_marcher *shared)
{
    const int32_t zone = cw_number(s, N_zone_of_control);
    if (shared->away < 0) shared->away = away_from(s, b, cw_enemies_within(s, b, zone));
    return shared->away;
}

static bool away(walker *w, int32_t length)
{
    w->away = true;
    return straight(w, cw_march_away(w->s, w->b, w->shared), length);
}

static bool leg(walker *w, int32_t kind, int32_t amount, bool is_last)
{
    const bool only_asks = w->shared->any_reason && w->changes == NULL && is_last && !w->guns;
    switch ((cw_leg)kind) {
    case LEG_AHEAD: return only_asks ? may_go_ahead(w, amount) : ahead(w, amount);
    case LEG_LEFT:
    case LEG_RIGHT: return wheel(w, kind == LEG_RIGHT, amount);
    case LEG_TOWARD: return toward(w, amount);
    case LEG_AWAY: return away(w, amount);
    case LEG_NONE:
    case LEGS: break;
    }
    return true;
}

/* Who and what is near a march of these many ticks: wheels and all, its place moves no farther. */
static void find_company(const walker *w, int64_t length, cw_company *it)
{
    const gg_state *s = w->s;
    const gg_point at = w->pose.at;
    const int32_t most = (int32_t)(length < GG_SPACE_MAX ? length : GG_SPACE_MAX) + ROUNDED;
    const int32_t far = most + (int32_t)w->outer, zone = cw_number(s, N_zone_of_control);
    const gg_bounds about = {{at.x - far, at.y - far}, {at.x + far, at.y + far}};
    gt_set near;
    *it = (cw_company){.length = length};
    gt_near_cells(&w->t, (gg_bounds){at, at}, far + zone, &near);
    gt_drop(&near, w->b);
    for (uint64_t rest = circled(w, at, near.bits[0], most + zone); rest != 0;) {
        const unsigned other = (unsigned)gg_next_bit(&rest);
        if (!cw_is_here(s, other)) continue;
        const gt_circles both = {w->outer + gt_body_circles(&w->t, other).outer, -1};
        if (gt_places_within(at, s->bodies[other].at, both, most) != 0) it->others |= gt_bit(other);
        if (s->bodies[other].side == s->bodies[w->b].side) continue;
        if (cw_stands(s, other)) it->standing |= gt_bit(other);
        else it->fled |= gt_bit(other);
    }
    it->kept_off = must_keep_off(w, it->standing | it->fled);
    it->areas = gt_areas_among(&w->t, cw_areas_from(s, ROUGH), about);
    it->inside = about.low.x >= 0 && about.low.y >= 0 && about.high.x <= s->width
                 && about.high.y <= s->height;
}

/* On a road one wide: who does not begin so is on none at every sample (CW-R17). */
static bool begins_on_road(const gg_state *s, unsigned b, cw_marcher *shared)
{
    if (s->line_count == 0 || gt_abreast(cw_count(s, b), s->bodies[b].formation, 0) != 1)
        return false;
    if (shared->on_road < 0) {
        const gt_table t = cw_table(s);
        const gt_shapes shapes = gt_shapes_of(&t, b);
        shared->on_road = cw_all_on_road(s, &shapes);
    }
    return shared->on_road;
}

static walker walker_of(const gg_state *s, unsigned b, int64_t length, cw_marcher *shared)
{
    const gt_table t = cw_table(s);
    walker w = {.s = s,
                .t = t,
                .shared = shared,
                .b = b,
                .pose = cw_pose(s, b),
                .box = cw_box(s, b),
                .outer = gt_body_circles(&t, b).outer,
                .declared = length,
                .road = begins_on_road(s, b, shared),
                .first = true,
                .contact = -1,
                .verdict = cw_legal};
    const cw_company *near = &shared->near;
    if (near->length != length) find_company(&w, length, &shared->near);
    w.others = near->others;
    w.standing = near->standing;
    w.fled = near->fled;
    w.kept_off = near->kept_off;
    w.areas = near->areas;
    w.inside = near->inside;
    w.guns = w.kept_off != 0 && cw_all(s, b, cw_is_guns);
    return w;
}

static void walk(walker *w, const gg_action *action)
{
    for (int i = 0; i < LEGS_MAX && !w->stopped; i++) {
        if (action->args[2 * i] == LEG_NONE) break;
        const bool is_last = i == LEGS_MAX - 1 || action->args[2 * i + 2] == LEG_NONE;
        if (!leg(w, action->args[2 * i], action->args[2 * i + 1], is_last)) break;
    }
}

/* What the legs cost, declared; -1: no such march. */
static int64_t declared(const gg_state *s, unsigned b, const gg_action *action, gg_verdict *why)
{
    const gg_box box = cw_box(s, b);
    const int32_t most = cw_number(s, N_wheel_most);
    int64_t sum = 0;
    bool ended = false;
    *why = cw_refuse(R_NO_MOVE);
    for (int i = 0; i < LEGS_MAX; i++) {
        const int32_t kind = action->args[2 * i], amount = action->args[2 * i + 1];
        ended |= kind == LEG_NONE;
        if (ended && (kind != LEG_NONE || amount != 0)) return -1;
        if (ended) continue;
        if (kind < LEG_NONE || kind >= LEGS || amount < 1 || amount > TABLE_MAX) return -1;
        const bool wheels = kind == LEG_LEFT || kind == LEG_RIGHT;
        if (wheels && amount > most) return *why = cw_refuse_by(R_WHEEL_MOST, amount, most), -1;
        if (kind >= LEG_TOWARD && (i > 0 || action->args[2] != LEG_NONE)) return -1;
        sum += wheels ? gt_wheel_cost(box, amount) : amount;
    }
    return sum < 1 ? -1 : sum;
}

/* Longer than any ground allows: it need not be walked to know that it may not be done. */
bool cw_is_beyond_marches(const gg_state *s, const gg_action *action)
{
    static const uint16_t rows[2][5] = {
        {N_march_foot, N_quick_foot, N_rough_foot, N_difficult_foot, N_elbruc_march},
        {N_march_horse, N_quick_horse, N_rough_horse, N_difficult_horse, N_elbruc_march}};
    const bool quick = action->kind == ACTION_QUICK;
    if ((!quick && action->kind != ACTION_MARCH) || !cw_is_here(s, action->who)) return false;
    int32_t most = 0;
    for (int i = 0; i < 5; i++) {
        const int32_t rate = cw_number(s, rows[cw_is_horse(s, action->who)][i]);
        if (rate > most && (quick || i != 1)) most = rate;
    }
    gg_verdict why;
    return declared(s, action->who, action, &why) > most + cw_number(s, N_road_bonus);
}

static bool is_zoned(const gg_state *s, unsigned b, cw_marcher *shared)
{
    if (shared->zoned < 0) shared->zoned = cw_in_zone(s, b);
    return shared->zoned;
}

static bool is_faced(const gg_state *s, unsigned b, cw_marcher *shared)
{
    if (shared->faced < 0) shared->faced = cw_any_ahead(s, b, cw_number(s, N_zone_of_control));
    return shared->faced;
}

static gg_verdict legs_fit_zone(const gg_state *s, unsigned b, const gg_action *action,
                                cw_marcher *shared)
{
    const bool straight_only = action->args[0] >= LEG_TOWARD;
    if (is_zoned(s, b, shared)) {
        if (action->kind == ACTION_QUICK) return cw_refuse(R_QUICK_IN_ZONE);
        if (!straight_only) return cw_refuse(R_ONLY_STRAIGHT);
        if (action->args[0] == LEG_TOWARD && !is_faced(s, b, shared))
            return cw_refuse_by(R_NOBODY_AHEAD, 0, cw_number(s, N_zone_of_control) / 10);
    } else if (straight_only) {
        return cw_refuse(R_NOT_IN_ZONE);
    }
    return cw_legal;
}

void cw_begin_marches(cw_marcher *m, bool any_reason)
{
    m->zoned = m->faced = m->on_road = m->ground = -1;
    m->away = -1;
    m->any_reason = any_reason;
    m->near.length = -1;
    m->wheeled[0] = m->wheeled[1] = m->count = 0;
    m->framed = 0;
}

static cw_class ground_under(const gg_state *s, unsigned b, cw_marcher *shared)
{
    if (shared->ground < 0) {
        const gt_table t = cw_table(s);
        const gt_frame frame = gt_frame_of(cw_pose(s, b), cw_box(s, b));
        const uint64_t areas = gt_areas_among(&t, cw_areas_from(s, ROUGH), gt_frame_bounds(&frame));
        const gt_shapes shapes = areas == 0 ? (gt_shapes){.count = 0} : gt_shapes_of(&t, b);
        shared->ground = areas == 0 ? OPEN : cw_worst_among(s, &shapes, areas);
    }
    return (cw_class)shared->ground;
}

/* No ground that it may come to allows more than that: the worst on its way is not better than what
 * it stands on. */
int32_t cw_farthest_march(const gg_state *s, unsigned b, bool quick, cw_marcher *shared)
{
    static const uint16_t rows[2][4] = {
        {N_march_foot, N_rough_foot, N_difficult_foot, N_elbruc_march},
        {N_march_horse, N_rough_horse, N_difficult_horse, N_elbruc_march}};
    const bool horse = cw_is_horse(s, b), road = begins_on_road(s, b, shared);
    const cw_class under = road ? OPEN : ground_under(s, b, shared);
    int32_t most = 0;
    if (quick) most = under == OPEN ? cw_number(s, horse ? N_quick_horse : N_quick_foot) : 0;
    for (int i = (int)under; i <= IMPASSABLE && !quick; i++)
        if (cw_number(s, rows[horse][i]) > most) most = cw_number(s, rows[horse][i]);
    return most + (road ? cw_number(s, N_road_bonus) : 0);
}

/* Any march of this kind. */
static gg_verdict may_march(const gg_state *s, gg_side side, unsigned b, cw_action_kind kind)
{
    gg_verdict why = cw_may_act(s, side, b, kind);
    if (!cw_is_legal(why)) return why;
    why = may_move(s, b);
    if (!cw_is_legal(why)) return why;
    for (int slot = 0; slot < cw_count(s, b) && kind == ACTION_QUICK; slot++)
        if (!cw_form_defs[s->units[b][slot].formation].quick) /* CW-6.8 */
            return cw_refuse(R_NOT_QUICK);
    return cw_legal;
}

bool cw_may_march(const gg_state *s, gg_side side, unsigned b, cw_action_kind kind)
{
    return cw_is_legal(may_march(s, side, b, kind));
}

static gg_verdict march_legal(const gg_state *s, gg_side side, const gg_action *action,
                              cw_marcher *shared, walker *out)
{
    const bool quick = action->kind == ACTION_QUICK;
    const unsigned b = action->who;
    gg_verdict why = may_march(s, side, b, action->kind);
    if (!cw_is_legal(why)) return why;
    const int64_t sum = declared(s, b, action, &why);
    if (sum < 0) return why;
    why = legs_fit_zone(s, b, action, shared);
    if (!cw_is_legal(why)) return why;
    const bool horse = cw_is_horse(s, b); /* no ground is faster than a road */
    const int32_t most = cw_number(s, quick ? (horse ? N_quick_horse : N_quick_foot)
                                            : (horse ? N_march_horse : N_march_foot))
                         + cw_number(s, N_road_bonus);
    if (sum > 2 * most && sum > 2 * CM)
        return cw_refuse_by(R_TOO_FAR, (int32_t)sum / 10, most / 10);
    if (shared->any_reason && sum > cw_farthest_march(s, b, quick, shared))
        return cw_refuse(R_TOO_FAR);
    *out = walker_of(s, b, sum, shared);
    out->quick = quick;
    walk(out, action);
    return cw_is_legal(out->verdict) ? ground_legal(out, out->worst) : out->verdict;
}

gg_verdict cw_judge_march(const gg_state *s, gg_side side, const gg_action *action, cw_marcher *m)
{
    walker w;
    return march_legal(s, side, action, m, &w);
}

/* CW-11.4: outside all zones one march after the other; wheels on a front corner (CW-14.4). */
gg_verdict cw_march_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    cw_marcher alone;
    cw_begin_marches(&alone, false);
    return cw_judge_march(s, side, action, &alone);
}

gg_verdict cw_quick_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    return cw_march_legal(s, side, action);
}

/* Where it would end, of any march that has legs: for sketches. */
gg_pose cw_march_end(const gg_state *s, const gg_action *action)
{
    gg_verdict why;
    const int64_t sum = declared(s, action->who, action, &why);
    if (sum < 0) return cw_pose(s, action->who);
    cw_marcher alone;
    cw_begin_marches(&alone, false);
    walker w = walker_of(s, action->who, sum, &alone);
    if (action->args[0] == LEG_AWAY && !cw_in_zone(s, action->who)) return w.pose;
    walk(&w, action);
    return w.pose;
}

/* ---- Doing it. ---- */

/* Does the march bring mounted units into contact with a Column (CW-6.11)? */
static bool engages_column(const gg_state *s, unsigned b, int contact)
{
    return contact >= 0 && cw_any(s, b, cw_is_mounted)
           && cw_any_form(s, (unsigned)contact, FORM_COLUMN);
}

bool cw_march_engages(const gg_state *s, gg_side side, const gg_action *action)
{
    walker w;
    cw_marcher alone;
    cw_begin_marches(&alone, false);
    return cw_is_legal(march_legal(s, side, action, &alone, &w))
           && engages_column(s, action->who, w.contact);
}

static void march(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    const unsigned b = action->who;
    const bool quick = action->kind == ACTION_QUICK;
    walker w;
    cw_marcher alone;
    cw_begin_marches(&alone, false);
    gg_assert(cw_is_legal(march_legal(s, side, action, &alone, &w)));
    if (!cw_begin_act(s, b, action->kind, engages_column(s, b, w.contact), dice, log)) return;
    gg_verdict why;
    const int64_t length = declared(s, b, action, &why);
    if (may_run_over(s, side, s->bodies[b].at, w.outer + length + ROUNDED)) {
        cw_begin_marches(&alone, false); /* the test may have changed who is near */
        walker does = walker_of(s, b, length, &alone);
        does.changes = s;
        does.log = log;
        walk(&does, action);
    }
    const gg_point from = s->bodies[b].at;
    /* Of a face-down Brigade both look alike: only the quick one tells that it is in no Line. */
    const bool told_quick = quick && !cw_is_hidden(s, b, gg_other(side));
    cw_move_to(s, b, w.pose);
    cw_say_move(log, told_quick ? S_QUICK_MARCHES : S_MARCHES, (gg_unit)b, GG_NO_UNIT, from,
                s->bodies[b].at);
    cw_check_all(s, log);
    if (w.contact >= 0) cw_contact(s, b, (unsigned)w.contact);
}

void cw_march_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    march(s, side, action, dice, log);
}

void cw_quick_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    march(s, side, action, dice, log);
}
