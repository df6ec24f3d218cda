/*
 * table_ways.c - how bodies move on the measured table, against slow, obviously right answers:
 * trying every small piece of a way.  The examples at the end are those of the games.
 * SPDX-License-Identifier: MIT
 */
#include "tests/table_worlds.h"

/* ---- Sliding, tick by tick as it is written. ---- */

static bool lies_barred(const gt_table *t, const gg_convex *shape)
{
    return gt_overlaps_any(t, gt_areas_with(t, gt_everywhere(t), GT_BARRED), shape);
}

static bool lies_on_body(const gt_table *t, const gg_convex *shape, unsigned other)
{
    const gg_convex its = gt_shape(t, other);
    return gg_overlaps(shape, &its, t->game->tolerance);
}

static bool is_enemy(const gt_table *t, unsigned u, unsigned other)
{
    return other != u && gt_is_here(t, other) && !gt_is_routing(t, other)
           && t->bodies[other].side != t->bodies[u].side;
}

typedef struct slow_way {
    const gt_table *t;
    unsigned u;
    gg_course course;
    bool ignored[64], rout;
} slow_way;

static bool stops_at(const slow_way *way, int32_t k, bool *enemy)
{
    const gg_convex shape = gg_course_at(&way->course, k);
    *enemy = false;
    for (unsigned other = 0; other < way->t->body_count; other++)
        if (is_enemy(way->t, way->u, other) && !way->ignored[other]
            && lies_on_body(way->t, &shape, other))
            return *enemy = true;
    return lies_barred(way->t, &shape) || (!way->rout && gt_is_off_table(way->t, &shape));
}

static bool is_free_at(const slow_way *way, int32_t k)
{
    const gg_convex shape = gg_course_at(&way->course, k);
    for (unsigned other = 0; other < way->t->body_count; other++)
        if (other != way->u && gt_is_here(way->t, other) && !way->ignored[other]
            && lies_on_body(way->t, &shape, other))
            return false;
    return true;
}

static gt_forced slowly_forced(const slow_way *way, gg_point from, int32_t n)
{
    int32_t k = 0;
    bool enemy = false;
    while (k < n && !stops_at(way, k + 1, &enemy)) k++;
    bool stopped = k < n;
    if (!stopped) /* on to the first free place */
        while (!is_free_at(way, k) && !(stopped = stops_at(way, k + 1, &enemy))) k++;
    const int32_t end = k;
    if (stopped && k >= n) k = n;
    while (stopped && k >= 0 && !is_free_at(way, k)) k--;
    gt_forced result = {k < 0 ? GT_DESTROYED : GT_MOVED, k < 0 ? 0 : k};
    if (!way->rout) return result;
    if (stopped && enemy) return (gt_forced){GT_DESTROYED, end};
    const gg_point by = gg_course_by(&way->course, result.k);
    if (result.end == GT_MOVED && gt_is_outside(way->t, (gg_point){from.x + by.x, from.y + by.y}))
        result.end = GT_LEFT;
    return result;
}

/* Whoever lies under the sliding body somewhere is gone over, and was touched no later. */
static void goes_over_whom(const gt_table *t, const gg_course *course, int32_t n)
{
    gt_set over;
    gt_goes_over(t, course, 0, n, &over);
    for (unsigned other = 1; other < t->body_count; other++) {
        int32_t first = GG_NEVER;
        for (int32_t k = 0; k <= n && first == GG_NEVER; k += 50) {
            const gg_convex there = gg_course_at(course, k);
            if (gt_is_here(t, other) && lies_on_body(t, &there, other)) first = k;
        }
        if (first == GG_NEVER) continue;
        assert_true(gt_has(&over, other));
        const int32_t touched = gt_touches_at(t, course, other, n);
        assert_true(touched != GG_NEVER && touched <= first);
    }
    assert_false(gt_has(&over, 0));
}

static void test_sliding(void **unused)
{
    (void)unused;
    int ends[3] = {0, 0, 0};
    for (int i = 0; i < cases(400); i++) {
        world w;
        random_world(&w, games[i % 2], (unsigned)between(2, 14));
        gt_table *t = &w.t;
        w.bodies[0].removed = 0;
        if (i % 5 == 0) w.bodies[0].at.y = between(0, 2500); /* so that some leave the table */
        memset(w.strips, 0, sizeof w.strips);
        for (unsigned u = 0; u < t->body_count; u++)
            if (w.bodies[u].removed == 0) put_body(&w, u);
        const gg_pose pose = gt_pose(t, 0);
        const int32_t direction = 10 * between(0, 359), n = between(1, 2500);
        const gg_convex shape = gt_shape(t, 0);
        slow_way way = {
            .t = t, .u = 0, .course = gg_course_of(&shape, direction), .rout = between(0, 1) == 0};
        for (unsigned other = 0; other < t->body_count; other++)
            way.ignored[other] = is_enemy(t, 0, other) && lies_on_body(t, &shape, other);
        const gt_forced fast = gt_forced_move(t, 0, pose, direction, n, way.rout),
                        slow = slowly_forced(&way, pose.at, n);
        assert_int_equal(fast.end, slow.end);
        assert_int_equal(fast.k, slow.k);
        ends[fast.end]++;
        int32_t blocked = GG_NEVER;
        for (int32_t k = 0; k <= n && blocked == GG_NEVER; k++) {
            const gg_convex there = gg_course_at(&way.course, k);
            bool on = lies_barred(t, &there) || gt_is_off_table(t, &there);
            for (unsigned other = 2; other < t->body_count && !on; other++)
                on = gt_is_here(t, other) && lies_on_body(t, &there, other);
            if (on) blocked = k;
        }
        assert_int_equal(gt_blocked_at(t, &way.course, 0, 1, 0, n), blocked);
        bool stopped;
        const int32_t came = gt_slide(t, &way.course, 0, 1, 0, n, &stopped);
        assert_int_equal(stopped, blocked != GG_NEVER);
        assert_int_equal(came, !stopped ? n : blocked > 0 ? blocked - 1 : 0);
        goes_over_whom(t, &way.course, n);
    }
    assert_true(ends[GT_MOVED] > 0 && ends[GT_DESTROYED] > 0 && ends[GT_LEFT] > 0);
}

/* ---- Samples. ---- */

static gt_set everybody(const gt_table *t, unsigned but, int side)
{
    gt_set set = gt_none(t);
    for (unsigned u = 0; u < t->body_count; u++)
        if (u != but && gt_is_here(t, u) && (side < 0 || t->bodies[u].side == side))
            gt_add(&set, u);
    return set;
}

/* Of those that stop it. */
static bool is_near_at_a_sample(const gt_table *t, const gt_going *going, int32_t limit)
{
    for (int32_t at = 0;;
         at = at + going->step < going->length ? at + going->step : going->length) {
        const gt_shapes shapes = gt_shapes_at(t, 0, gt_gone_to(going, at), going->formation);
        gt_set rest = going->stop;
        for (int other = gt_next(&rest); other != GG_NEVER; other = gt_next(&rest)) {
            const gt_shapes its = gt_shapes_of(t, (unsigned)other);
            if (gt_shapes_within(&shapes, &its, limit)) return true;
        }
        if (at == going->length) return false;
    }
}

static void check_contact(const gt_table *t, const gt_going *going)
{
    int whom;
    const int32_t limit = between(0, 2000),
                  k = gt_first_contact(t, going, &going->stop, limit, &whom);
    gt_pace found;
    const bool is_near = gt_first_near(t, going, &going->stop, limit, &found);
    assert_int_equal(is_near, k != GG_NEVER);
    if (!is_near) assert_false(is_near_at_a_sample(t, going, limit));
    if (!is_near) return;
    assert_true(k == 0 ? found.to == 0 : found.from < k && k <= found.to);
    const gt_shapes there = gt_shapes_at(t, 0, gt_gone_to(going, k), going->formation),
                    its = gt_shapes_of(t, (unsigned)whom);
    assert_true(gt_shapes_within(&there, &its, limit));
    if (k == 0) return;
    const gt_shapes before = gt_shapes_at(t, 0, gt_gone_to(going, k - 1), going->formation);
    gt_set rest = going->stop;
    for (int other = gt_next(&rest); other != GG_NEVER; other = gt_next(&rest)) {
        const gt_shapes other_shapes = gt_shapes_of(t, (unsigned)other);
        assert_false(gt_shapes_within(&before, &other_shapes, limit));
    }
}

static void test_steps(void **unused)
{
    (void)unused;
    for (int i = 0; i < cases(250); i++) {
        world w;
        random_world(&w, games[i % 3], (unsigned)between(2, 14));
        const gt_table *t = &w.t;
        const gt_set none = gt_none(t);
        gt_going going = {
            .body = 0,
            .pose = gt_pose(t, 0),
            .formation = w.bodies[0].formation,
            .direction = between(0, 1) == 0 ? gt_pose(t, 0).facing : between(0, 3599),
            .length = between(0, 9000),
            .step = 250 * between(1, 2),
            .edge = (gt_edge)between(0, 2),
            .barred = gt_areas_with(t, gt_everywhere(t), GT_BARRED),
            .nine_points = between(0, 1) == 0,
            .stop = everybody(t, 0, !w.bodies[0].side),
            .minded = none,
            .met = none,
            .contact = -1,
        };
        gt_gone gone;
        gt_go(t, &going, &gone);
        int32_t last = 0, is_free = -1;
        const gt_set all = everybody(t, 0, -1);
        for (int32_t at = 0;;) { /* every sample, whole rules at each */
            const gt_shapes shapes = gt_shapes_at(t, 0, gt_gone_to(&going, at), going.formation);
            bool fails = gt_stands_on(t, 0, &shapes, &going.stop) != GG_NEVER;
            for (int k = 0; k < shapes.count; k++) {
                const gg_convex *shape = &shapes.at[k];
                const gg_point middle = {
                    (int32_t)gg_rdiv((int64_t)shape->at[0].x + shape->at[2].x, 2),
                    (int32_t)gg_rdiv((int64_t)shape->at[0].y + shape->at[2].y, 2)};
                if (going.edge == GT_EDGE_CORNERS) fails = fails || gt_is_off_table(t, shape);
                if (going.edge == GT_EDGE_CENTRES) fails = fails || gt_is_outside(t, middle);
                for (unsigned a = 0; a < AREAS; a++)
                    if (going.barred >> a & 1)
                        fails = fails
                                || (going.nine_points ? gt_nine_in(t, a, shape) > 0
                                                      : gt_area_overlaps(t, a, shape));
            }
            if (at > 0 && fails) break;
            last = at;
            if (gt_stands_on(t, 0, &shapes, &all) == GG_NEVER) is_free = at;
            if (at == going.length) break;
            at = at + going.step < going.length ? at + going.step : going.length;
        }
        assert_int_equal(gone.last, last);
        assert_int_equal(gone.free, is_free);
        check_contact(t, &going);
    }
}

/* ---- Legs. ---- */

static void test_mover(void **unused)
{
    (void)unused;
    for (int i = 0; i < cases(300); i++) {
        world w;
        random_world(&w, games[i % 2], (unsigned)between(2, 90));
        const gt_table *t = &w.t;
        w.bodies[0].removed = 0;
        gt_mover mover;
        gt_set enemies = gt_none(t);
        for (unsigned other = 1; other < t->body_count; other++)
            if (gt_is_here(t, other) && t->bodies[other].side != t->bodies[0].side)
                gt_add(&enemies, other);
        gt_mover_begin(&mover, t, &enemies, 2000);
        gt_mover_take(&mover, 0, 9000);
        const gg_pose start = {w.bodies[0].at, 10 * between(0, 359)};
        const gg_point to = gg_to_world(start, (gg_point){between(-500, 500), between(0, 6000)});
        gt_walk walk = {.legs = 1,
                        .at = {start.at, to},
                        .facing = {start.facing},
                        .formation = 0,
                        .end = {to, start.facing},
                        .end_formation = 0};
        gt_walk_shapes(&mover, &walk);
        gt_walk_about(&mover, &walk);
        gt_covered covered = gt_walk_covers(&mover, &walk, 0);
        const gt_trouble trouble = gt_keeps_gap(&mover, &walk.enemies, &covered);
        const gg_convex before = gt_shape_at(t, 0, start, 0), own = gt_shape(t, 0),
                        swept = gg_swept(&before, (gg_point){to.x - start.at.x, to.y - start.at.y});
        int whom = GG_NEVER;
        bool nearer = false;
        int32_t now = INT32_MAX, then = INT32_MAX;
        const gg_convex here = gg_dot(w.bodies[0].at), there = gg_dot(to);
        for (unsigned other = 1; other < t->body_count; other++) {
            if (!is_enemy(t, 0, other)) continue;
            const gg_convex its = gt_shape(t, other);
            const int32_t had = gg_distance_between(&own, &its),
                          will = gg_distance_between(&swept, &its);
            const int32_t gap = had < 2000 ? had : 2000;
            const bool through =
                gap == 0 && !gg_overlaps(&own, &its, 50) && gg_overlaps(&swept, &its, 50);
            if (whom == GG_NEVER && (will < gap || through)) whom = (int)other;
            if (gg_distance_between(&here, &its) < now) now = gg_distance_between(&here, &its);
            if (gg_distance_between(&there, &its) < then) then = gg_distance_between(&there, &its);
        }
        nearer = then < now;
        assert_int_equal(trouble.whom, whom);
        assert_int_equal(gt_is_advance(&mover, to), nearer);
        const uint64_t slow = gt_areas_with(t, gt_everywhere(t), GT_SLOW);
        assert_int_equal(gt_walk_is_slow(&mover, &walk), gt_way_is_on(t, slow, start.at, to));
        const gt_set all = everybody(t, 0, -1);
        const gt_shapes last = {.count = 1, .at = {walk.last}};
        assert_int_equal(gt_is_occupied(t, 0, &walk.last, to, 0, &all),
                         gt_stands_on(t, 0, &last, &all) != GG_NEVER);
        bool friend_crossed = false;
        for (unsigned other = 1; other < t->body_count; other++) {
            if (!gt_is_here(t, other) || t->bodies[other].side != t->bodies[0].side) continue;
            const gg_convex its = gt_shape(t, other);
            friend_crossed =
                friend_crossed || (gg_overlaps(&swept, &its, 50) && !gg_overlaps(&own, &its, 50));
        }
        assert_int_equal(gt_crosses_friend(&mover, &swept), friend_crossed);
    }
}

/* ---- Turning, arcs, figures. ---- */

static void same_pose(gg_pose pose, int32_t x, int32_t y, int32_t facing)
{
    assert_int_equal(pose.at.x, x);
    assert_int_equal(pose.at.y, y);
    assert_int_equal(pose.facing, facing);
}

static void test_turns(void **unused)
{
    (void)unused;
    const gg_box line = {4000, 0, -1500};
    const gg_pose one = {{36000, 12000}, 0};
    same_pose(gt_wheel(one, line, true, 450), 37172, 14828, 450);
    assert_int_equal(gt_corner_shift(one, line, (gg_pose){{37172, 14828}, 450}, line), 6230);
    same_pose(gt_turn_about(one, line, 1800), 36000, 10500, 1800);
    const gg_box column = {2000, 0, -3000};
    same_pose(gt_reform(one, line, column, GT_KEEP_FRONT), 36000, 12000, 0);
    same_pose(gt_reform(one, line, column, GT_KEEP_LEFT), 34000, 12000, 0);
    same_pose(gt_reform(one, line, column, GT_KEEP_RIGHT), 38000, 12000, 0);
    same_pose(gt_turn_about((gg_pose){{36000, 24000}, 900}, (gg_box){4000, 0, -2000}, 1800), 35000,
              23000, 1800);
    for (int i = 0; i < cases(2000); i++) { /* a wheel keeps its corner, a turn its middle */
        const gg_pose pose = {random_place(), between(0, 3599)};
        const gg_box box = {between(500, 6000), 0, -between(500, 6000)};
        const bool right = between(0, 1);
        const int32_t tenths = between(0, 450);
        const gg_pose there = gt_wheel(pose, box, right, tenths);
        const gg_point corner = {right ? box.half : -box.half, 0}, was = gg_to_world(pose, corner),
                       is = gg_to_world(there, corner);
        assert_true(gg_distance(was, is) <= 2);
        const gg_pose turned = gt_turn_about(pose, box, between(0, 3599));
        const gg_point middle = {0, box.rear / 2};
        assert_true(gg_distance(gg_to_world(pose, middle), gg_to_world(turned, middle)) <= 2);
        const gg_point ahead = gg_to_world(there, (gg_point){0, between(200, 9000)});
        const int32_t found = gt_wheel_to(pose, box, right, 450, ahead);
        if (found != GG_NEVER) {
            assert_true(found <= tenths + 3);
            assert_true(abs(gg_to_local(gt_wheel(pose, box, right, found), ahead).x) <= 40);
        }
        const gg_point any = random_place(); /* the first of all tenths */
        int32_t first = 0;
        for (; first <= 450; first++) {
            const gg_point local = gg_to_local(gt_wheel(pose, box, right, first), any);
            if (local.y >= 0 && (right ? local.x : -local.x) <= 0) break;
        }
        assert_int_equal(gt_wheel_to(pose, box, right, 450, any), first > 450 ? GG_NEVER : first);
        const gg_zone zone = (gg_zone)between(0, 3);
        const gg_point far = gg_to_world(pose, (gg_point){zone == GG_ZONE_LEFT    ? -9000
                                                          : zone == GG_ZONE_RIGHT ? 9000
                                                                                  : 0,
                                                          zone == GG_ZONE_FRONT  ? 9000
                                                          : zone == GG_ZONE_REAR ? -15000
                                                                                 : box.rear / 2});
        const gg_point edge = gt_edge_middle(pose, box, zone);
        const gg_point gone = gg_along(edge, gt_away(pose.facing, zone), 3000);
        assert_true(gg_distance(gone, far) > gg_distance(edge, far)); /* away is away */
    }
    assert_int_equal(gt_wheel_cost((gg_box){6000, 0, -3000}, 0), 0);
    /* a quarter of a circle of 12000: 18850 */
    assert_int_equal(gt_wheel_cost((gg_box){6000, 0, -3000}, 900), 18850);
}

static void test_arcs(void **unused)
{
    (void)unused;
    const gg_box line = {4000, 0, -1500};
    const gg_pose one = {{36000, 12000}, 0};
    for (int i = 0; i < GT_FIGURES; i++) {
        const gg_point at = gt_figure(one, line, i);
        assert_int_equal(at.x, 36000 - 3500 + 1000 * (i % 8));
        assert_int_equal(at.y, 12000 - (i < 8 ? 375 : 1125));
    }
    const gg_pose target = {{36000, 24000}, 0};
    assert_true(gt_enfilades((gg_point){50000, 23250}, target, line));
    assert_true(gt_enfilades((gg_point){50000, 25875}, target, line));
    assert_false(gt_enfilades((gg_point){50000, 25876}, target, line));
    assert_false(gt_enfilades((gg_point){36000, 40000}, target, line));
    /* crossing the front of one that faces south, from 30000 to 37000: half of it */
    const gg_pose firing = {{36000, 30000}, 1800};
    gg_point middle;
    int32_t across;
    assert_true(gt_before_front(firing, line, 12000, (gg_point){29000, 24000},
                                (gg_point){36000, 24000}, &middle, &across));
    assert_int_equal(across, 4000);
    assert_int_equal(middle.x, 34000);
    assert_true(gt_before_front(firing, line, 12000, (gg_point){29000, 24000},
                                (gg_point){44000, 24000}, &middle, &across));
    assert_int_equal(across, 8000);
    assert_false(gt_before_front(firing, line, 12000, (gg_point){29000, 34000},
                                 (gg_point){44000, 34000}, &middle, &across));
    /* straight ahead: a base 3.000 before it, seen by a line within its width alone */
    const gg_convex base =
        gt_base_shape((gg_pose){{50000, 33000}, 1800}, (gg_point){4000, 3000}, 1, 1, 0);
    const gg_pose front = {{50000, 30000}, 0};
    assert_int_equal(gt_straight_ahead(front, 0, &base), 3000);
    assert_int_equal(gt_straight_ahead(front, 1600, &base), 3000);
    assert_int_equal(gt_straight_ahead(front, 2001, &base), GG_NEVER);
    assert_int_equal(gt_straight_ahead((gg_pose){{50000, 37000}, 0}, 0, &base), GG_NEVER);
}

/* Falling back and advancing straight, as worked in the examples of a game held by its front. */
static void test_examples(void **unused)
{
    (void)unused;
    world w;
    random_world(&w, &by_front, 2);
    w.t.width = 72000, w.t.height = 48000, w.t.area_count = 0;
    w.t.cell = gt_cell(72000, 48000);
    memset(w.strips, 0, sizeof w.strips);
    w.bodies[0] = (gt_body){.at = {36000, 12000}, .side = GG_BLUE};
    w.bodies[1] = (gt_body){.at = {36000, 30001}, .facing = 180, .side = GG_RED};
    put_body(&w, 0);
    put_body(&w, 1);
    const gt_set none = gt_none(&w.t), red = everybody(&w.t, 0, GG_RED);
    gt_going going = {.body = 0,
                      .pose = gt_pose(&w.t, 0),
                      .direction = 0,
                      .length = 18000,
                      .step = 250,
                      .stop = red,
                      .minded = red,
                      .met = none,
                      .gap = 1000,
                      .slack = 10,
                      .contact = -1};
    gt_gone gone;
    gt_go(&w.t, &going, &gone); /* to a gap of 1000, in steps of 250 */
    assert_int_equal(gone.free, 17000);
    assert_int_equal(gone.stopped_by, 1);
    w.bodies[1].at.y = 30000; /* a gap of 1000 is enough, one of 999 is not */
    gt_go(&w.t, &going, &gone);
    assert_int_equal(gone.free, 17000);
    w.bodies[1].at.y = 29999;
    gt_go(&w.t, &going, &gone);
    assert_int_equal(gone.free, 16750);
    w.bodies[1].at.y = 30001;
    going.direction = gt_away(0, GG_ZONE_FRONT); /* back, to the edge of the table */
    gt_go(&w.t, &going, &gone);
    assert_int_equal(gone.free, 10500);
    going.stop = going.minded = none;
    going.met = red;
    going.contact = 20;
    going.direction = 0;
    going.length = 28000;
    going.step = 500;
    gt_go(&w.t, &going, &gone); /* contact to the tick */
    assert_true(gone.contact);
    assert_int_equal(gone.last, 17981);
    w.lines[0] = (gt_line){.type = 3, .from = {30000, 16000}, .to = {42000, 16000}};
    w.lines[1] = (gt_line){.type = 3, .from = {42000, 16000}, .to = {50000, 20000}};
    w.t.line_count = 2;
    const gg_point from = {36000, 12000};
    assert_int_equal(gt_lines_crossed(&w.t, 3, from, (gg_point){36000, 16000}), 1);
    assert_int_equal(gt_lines_crossed(&w.t, 3, from, (gg_point){36000, 15999}), 0);
    assert_int_equal(gt_lines_crossed(&w.t, 3, from, (gg_point){48000, 20000}), 1); /* the joint */
    w.lines[1].chain++; /* written as two lines they meet all the same */
    assert_int_equal(gt_lines_crossed(&w.t, 3, from, (gg_point){48000, 20000}), 1);
    w.lines[1].to = (gg_point){30000, 18000}; /* a wedge: over both, or over its point */
    assert_int_equal(gt_lines_crossed(&w.t, 3, from, (gg_point){36000, 20000}), 2);
    assert_int_equal(gt_lines_crossed(&w.t, 3, from, (gg_point){48000, 20000}), 1);
    const gg_convex dot = gg_dot(from);
    assert_true(gt_is_on_line(&w.t, 3, &dot, 4000));
    assert_false(gt_is_on_line(&w.t, 3, &dot, 3999));
}

/* Markers at 20,20 60,30 100,10: a corner at 60,29 is inside, 80,21 is not, 10,14 by the strip. */
static void test_zones(void **unused)
{
    (void)unused;
    const gg_point area[] = {
        {20000, 0}, {20000, 20000}, {60000, 30000}, {100000, 10000}, {100000, 0}};
    const gt_zone zone = {area, 5, 2, 15000};
    world w;
    random_world(&w, &by_bases, 2);
    w.t.width = 120000, w.t.height = 90000;
    assert_true(gt_zone_holds(&w.t, &zone, (gg_point){60000, 29000}));
    assert_false(gt_zone_holds(&w.t, &zone, (gg_point){80000, 21000}));
    assert_true(gt_zone_holds(&w.t, &zone, (gg_point){10000, 14000}));
    assert_false(gt_zone_holds(&w.t, &zone, (gg_point){10000, 15001}));
    assert_false(gt_zone_holds(&w.t, &zone, (gg_point){10000, -1}));
    w.bodies[0] = (gt_body){.at = {60000, 25000}, .strength = 2, .formation = 2};
    w.bodies[1] = (gt_body){.at = {68999, 25000}, .strength = 2, .formation = 2};
    const gt_shapes own = gt_shapes_of(&w.t, 0);
    assert_true(gt_is_in_zone(&w.t, &zone, &own));
    w.bodies[0].at.x = 90000;
    const gt_shapes outside = gt_shapes_of(&w.t, 0);
    assert_false(gt_is_in_zone(&w.t, &zone, &outside));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_zones),    cmocka_unit_test(test_sliding),
        cmocka_unit_test(test_steps),    cmocka_unit_test(test_mover),
        cmocka_unit_test(test_turns),    cmocka_unit_test(test_arcs),
        cmocka_unit_test(test_examples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
