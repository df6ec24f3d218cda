/*
 * table.c - the room of the measured table against slow, obviously right answers: trying every
 * body, every tick, every base.  Three kinds of tables are asked alike: bodies held by their
 * centre, by their front, and brigades of bases.  table_ways.c asks about moves.
 * SPDX-License-Identifier: MIT
 */
#include "tests/table_worlds.h"

/* ---- Polygons. ---- */

/* Inside by winding: how often the corners go round the place; the rim counts. */
static bool slowly_inside(const gg_point *at, int count, gg_point p)
{
    int winding = 0;
    for (int i = 0; i < count; i++) {
        const gg_point a = at[i], b = at[(i + 1) % count];
        const int64_t side =
            (int64_t)(b.x - a.x) * (p.y - a.y) - (int64_t)(b.y - a.y) * (p.x - a.x);
        const gg_convex edge = gg_segment(a, b), dot = gg_dot(p);
        if (gg_touches(&edge, &dot)) return true;
        if (a.y <= p.y && b.y > p.y && side > 0) winding++;
        if (a.y > p.y && b.y <= p.y && side < 0) winding--;
    }
    return winding != 0;
}

static void test_polygons(void **unused)
{
    (void)unused;
    for (int i = 0; i < cases(400); i++) {
        gg_point at[GT_POLYGON];
        const int count = random_polygon(at, (gg_point){0, 0}, between(20, 3000));
        for (int k = 0; k < 20; k++) {
            const gg_point p = k < 10 ? (gg_point){between(-3000, 3000), between(-3000, 3000)}
                                      : at[between(0, count - 1)];
            assert_int_equal(gg_polygon_holds(at, count, p), slowly_inside(at, count, p));
        }
        gg_convex triangles[GT_POLYGON];
        const int found = gt_triangles(at, count, triangles);
        assert_true(found <= count - 2); /* fewer where three corners lie in one line */
        int64_t whole = 0, parts = 0;
        for (int k = 1; k + 1 < count; k++)
            whole += (int64_t)(at[k].x - at[0].x) * (at[k + 1].y - at[0].y)
                     - (int64_t)(at[k].y - at[0].y) * (at[k + 1].x - at[0].x);
        for (int k = 0; k < found; k++) {
            const gg_point *c = triangles[k].at;
            const int64_t twice = (int64_t)(c[1].x - c[0].x) * (c[2].y - c[0].y)
                                  - (int64_t)(c[1].y - c[0].y) * (c[2].x - c[0].x);
            assert_true(twice < 0); /* clockwise */
            parts -= twice;
        }
        assert_true(parts == (whole < 0 ? -whole : whole));
    }
}

/* A way that goes through the inside of a triangle goes through that of the polygon; one that only
 * runs along the seam of two does too, and its middle pieces tell. */
static bool slowly_passes(const gg_point *at, int count, gg_point from, gg_point to)
{
    gg_convex triangles[GT_POLYGON];
    const int found = gt_triangles(at, count, triangles);
    for (int i = 0; i < found; i++)
        if (gg_passes_through(from, to, &triangles[i])) return true;
    enum { PIECES = 256 }; /* all of it so many times larger: then every piece ends at a whole */
    gg_point large[GT_POLYGON];
    for (int i = 0; i < count; i++) large[i] = (gg_point){at[i].x * PIECES, at[i].y * PIECES};
    for (int i = 0; i <= PIECES; i++) {
        const gg_point p = {from.x * PIECES + (to.x - from.x) * i,
                            from.y * PIECES + (to.y - from.y) * i};
        const gg_convex dot = gg_dot(p);
        bool on_rim = false;
        for (int k = 0; k < count; k++) {
            const gg_convex edge = gg_segment(large[k], large[(k + 1) % count]);
            on_rim = on_rim || gg_touches(&edge, &dot);
        }
        if (!on_rim && slowly_inside(large, count, p)) return true;
    }
    return false;
}

static void test_polygon_ways(void **unused)
{
    (void)unused;
    int seams = 0;
    for (int i = 0; i < cases(1500); i++) {
        gg_point at[GT_POLYGON];
        const int count = random_polygon(at, (gg_point){0, 0}, between(0, 1) ? 40 : 3000);
        const gg_point from = between(0, 2) ? (gg_point){between(-3000, 3000), between(-3000, 3000)}
                                            : at[between(0, count - 1)];
        const gg_point to = between(0, 2) ? (gg_point){between(-3000, 3000), between(-3000, 3000)}
                                          : at[between(0, count - 1)];
        seams += from.x == to.x && from.y == to.y;
        assert_int_equal(gt_polygon_passes(at, count, from, to),
                         slowly_passes(at, count, from, to));
    }
    assert_true(seams > 0);
    const gg_point bow[] = {{0, 0}, {100, 100}, {100, 0}, {0, 100}};
    assert_false(gt_polygon_is_simple(bow, 4));
}

/* ---- Who is near. ---- */

static void test_near(void **unused)
{
    (void)unused;
    for (int i = 0; i < cases(150); i++) {
        world w, again;
        const gt_game *game = games[i % 3];
        const unsigned count = (unsigned)between(1, BODIES);
        random_world(&w, game, count);
        const gt_table *t = &w.t;
        for (unsigned u = 0; u < count; u += 3) { /* some move */
            if (w.bodies[u].removed) continue;
            gt_grid_take(w.strips, t->words, t->cell, u, w.bodies[u].at);
            w.bodies[u].at = random_place();
            put_body(&w, u);
        }
        memcpy(&again, &w, sizeof w);
        memset(again.strips, 0, sizeof again.strips);
        for (unsigned u = count; u-- > 0;)
            if (w.bodies[u].removed == 0) put_body(&again, u);
        assert_memory_equal(w.strips, again.strips, sizeof w.strips);
        const gg_point at = random_place();
        const gg_bounds bounds = {at, {at.x + between(0, 4000), at.y + between(0, 4000)}};
        const int32_t reach = between(0, 9000);
        gt_set near, cells, enemies;
        gt_near(t, bounds, reach, &near);
        gt_near_cells(t, bounds, reach, &cells);
        gt_enemies_near(t, GG_RED, bounds, reach, &enemies);
        const gg_convex box = {.count = 4,
                               .at = {bounds.low,
                                      {bounds.low.x, bounds.high.y},
                                      bounds.high,
                                      {bounds.high.x, bounds.low.y}}};
        for (unsigned u = 0; u < count; u++) {
            const gt_shapes shapes = gt_shapes_of(t, u);
            bool is_near = false;
            for (int k = 0; k < shapes.count && w.bodies[u].removed == 0; k++)
                is_near = is_near || gg_is_within(&shapes.at[k], &box, reach);
            if (is_near) assert_true(gt_has(&near, u) && gt_has(&cells, u));
            if (gt_has(&near, u)) assert_true(gt_has(&cells, u) && w.bodies[u].removed == 0);
            assert_int_equal(gt_has(&enemies, u), gt_has(&near, u) && w.bodies[u].side != GG_RED);
        }
        int last = -1, listed = 0;
        for (int u = gt_next(&near); u != GG_NEVER; u = gt_next(&near), listed++) {
            assert_true(u > last);
            last = u;
        }
        assert_true(gt_is_empty(&near) && listed <= (int)count);
    }
}

static void test_nearest(void **unused)
{
    (void)unused;
    for (int i = 0; i < cases(200); i++) {
        world w;
        random_world(&w, games[i % 3], (unsigned)between(2, 90));
        const unsigned u = 0;
        w.bodies[u].removed = 0;
        const gt_shapes own = gt_shapes_of(&w.t, u);
        const int32_t limit = between(0, 12000);
        int32_t found = GG_NEVER, distance = GG_NEVER;
        int whom = GG_NEVER;
        for (unsigned other = 1; other < w.t.body_count; other++) {
            if (w.bodies[other].removed || w.bodies[other].status
                || w.bodies[other].side == w.bodies[u].side)
                continue;
            const int32_t d = gt_distance(&w.t, u, other);
            if (d > limit || (whom != GG_NEVER && d >= distance)) continue;
            distance = d;
            whom = (int)other;
        }
        assert_int_equal(gt_nearest_enemy(&w.t, w.bodies[u].side, &own, limit, &found), whom);
        if (whom != GG_NEVER) assert_int_equal(found, distance);
    }
}

static int64_t square_to(const gt_body *body, gg_point from)
{
    const int64_t x = body->at.x - from.x, y = body->at.y - from.y;
    return x * x + y * y;
}

/* By places, few of them apart, so that many are equally near: the first of equals comes first. */
static void test_nearest_places(void **unused)
{
    (void)unused;
    for (int i = 0; i < cases(300); i++) {
        gt_body bodies[64];
        for (int u = 0; u < 64; u++)
            bodies[u] = (gt_body){.at = {100 * between(0, 6), 100 * between(0, 6)}};
        const uint64_t among = random_bits() & random_bits();
        const gg_point from = {100 * between(0, 6), 100 * between(0, 6)};
        const int limit = between(1, 12);
        unsigned found[64];
        const int count = gt_nearest_places(bodies, among, from, limit, found);
        uint64_t rest = among;
        for (int k = 0; k < limit && rest != 0; k++) {
            unsigned best = GT_NOBODY;
            for (unsigned u = 0; u < 64; u++)
                if ((rest >> u & 1)
                    && (best == GT_NOBODY
                        || square_to(&bodies[u], from) < square_to(&bodies[best], from)))
                    best = u;
            if (k == 0) assert_int_equal(gt_nearest_place(bodies, among, from), (int)best);
            assert_true(k < count);
            assert_int_equal(found[k], best);
            rest &= ~((uint64_t)1 << best);
        }
        int64_t all = 0;
        for (uint64_t left = among; left != 0; left &= left - 1) all++;
        assert_int_equal(count, all < limit ? all : limit);
        uint64_t taken = among, again = 0;
        for (unsigned u = gt_take(&taken); u != GT_NOBODY; u = gt_take(&taken))
            again |= (uint64_t)1 << u;
        assert_true(again == among && taken == 0);
    }
    assert_int_equal(gt_nearest_place(NULL, 0, (gg_point){0, 0}), GG_NEVER);
}

/* ---- Bodies. ---- */

static void test_distances(void **unused)
{
    (void)unused;
    for (int i = 0; i < cases(3000); i++) {
        world w;
        random_world(&w, games[i % 3], 2);
        const gt_shapes a = gt_shapes_of(&w.t, 0), b = gt_shapes_of(&w.t, 1);
        int32_t least = INT32_MAX;
        for (int k = 0; k < a.count; k++)
            for (int n = 0; n < b.count; n++) {
                const int32_t d = gg_distance_between(&a.at[k], &b.at[n]);
                if (d < least) least = d;
            }
        assert_int_equal(gt_distance(&w.t, 0, 1), least);
        for (int32_t off = -1; off <= 1; off++)
            assert_int_equal(gt_is_within(&w.t, 0, 1, least + off), off >= 0);
        const gg_point p = random_place();
        const gg_convex dot = gg_dot(p);
        least = INT32_MAX;
        for (int k = 0; k < a.count; k++) {
            const int32_t d = gg_distance_between(&a.at[k], &dot);
            if (d < least) least = d;
        }
        for (int32_t off = -1; off <= 1; off++)
            assert_int_equal(gt_point_is_within(&w.t, p, 0, least + off), off >= 0);
        const int32_t reach = gt_reach(&w.t); /* and no corner is farther than the reach */
        for (int k = 0; k < a.count; k++)
            for (int n = 0; n < 4; n++)
                assert_true(gg_distance(w.bodies[0].at, a.at[k].at[n]) <= reach + 2);
    }
}

/* The layout of a brigade by its definition, slot by slot. */
static void test_brigades(void **unused)
{
    (void)unused;
    const gg_point base = {4000, 3000};
    for (int bases = 1; bases <= GT_BASES_MAX; bases++)
        for (int wide = 1; wide <= 3; wide++) {
            int rows = 0, left = bases;
            for (; left > 0; rows++) {
                const int abreast = left < wide ? left : wide;
                assert_int_equal(gt_abreast(bases, wide, rows), abreast);
                for (int i = 0; i < abreast; i++) {
                    const gg_point at = gt_base_centre(base, bases, wide, rows * wide + i);
                    assert_int_equal(at.x, (2 * i - abreast + 1) * 2000);
                    assert_int_equal(at.y, -(3000 * rows + 1500));
                }
                left -= abreast;
            }
            assert_int_equal(gt_rows(bases, wide), rows);
            const gg_box box = gt_brigade_box(base, bases, wide);
            assert_int_equal(box.half, (bases < wide ? bases : wide) * 2000);
            assert_int_equal(box.front, 0);
            assert_int_equal(box.rear, -3000 * rows);
        }
    /* four bases of which one stands behind another: centres at 28.5, 25.5, 22.5, 19.5 */
    for (int slot = 0; slot < 4; slot++) {
        const gg_point at =
            gg_to_world((gg_pose){{50000, 30000}, 0}, gt_base_centre(base, 4, 1, slot));
        assert_int_equal(at.x, 50000);
        assert_int_equal(at.y, 28500 - 3000 * slot);
    }
}

/* ---- Ground and sight. ---- */

static bool slowly_holds(const gt_table *t, unsigned i, gg_point p)
{
    gg_point room[GT_CORNERS];
    int count;
    const gg_point *corners = gt_corners(t, i, room, &count);
    return slowly_inside(corners, count, p);
}

static void test_ground(void **unused)
{
    (void)unused;
    for (int i = 0; i < cases(600); i++) {
        world w;
        random_world(&w, games[i % 3], 1);
        const gt_table *t = &w.t;
        const gg_point p = random_place(), q = random_place();
        gt_here here = {.building = GT_NOBODY};
        int cover = 0;
        bool on[2] = {false, false};
        uint64_t slow = 0;
        for (unsigned a = 0; a < AREAS; a++) {
            const gt_area *area = &w.areas[a];
            assert_int_equal(gt_holds(t, a, p), slowly_holds(t, a, p));
            if (grounds[area->type].flags & GT_SLOW) {
                slow |= gt_bit(a);
                gg_point room[GT_CORNERS];
                int count;
                const gg_point *corners = gt_corners(t, a, room, &count);
                on[1] = on[1] || slowly_holds(t, a, p) || slowly_holds(t, a, q)
                        || gt_polygon_passes(corners, count, p, q);
            }
            if (!slowly_holds(t, a, p)) continue;
            here.types |= (uint16_t)(1u << area->type);
            if (area->level > here.level) here.level = area->level;
            if (area->type == HOUSE && here.building == GT_NOBODY) here.building = (uint8_t)a;
            if (grounds[area->type].cover > cover) cover = grounds[area->type].cover;
            on[0] = on[0] || (grounds[area->type].flags & GT_CLOSED);
        }
        const gt_here found = gt_ground_at(t, p);
        assert_int_equal(found.types, here.types);
        assert_int_equal(found.level, here.level);
        assert_int_equal(found.building, here.building);
        assert_int_equal(gt_building_at(t, p), here.building);
        assert_int_equal(gt_level_at(t, p), here.level);
        assert_int_equal(gt_cover(t->game, found), cover);
        assert_int_equal(gt_is_on(t->game, found, GT_CLOSED), on[0]);
        assert_true(gt_areas_with(t, gt_everywhere(t), GT_SLOW) == slow);
        assert_int_equal(gt_way_is_on(t, slow, p, q), on[1]);
        const gg_convex shape =
            gg_rectangle((gg_pose){p, between(0, 3599)}, (gg_box){1500, 700, -700});
        const uint64_t about = gt_areas_about(t, gg_bounds_of(&shape));
        for (unsigned a = 0; a < AREAS; a++) {
            gg_convex pieces[GT_POLYGON];
            const int count = gt_pieces(t, a, pieces);
            bool touches = false;
            for (int k = 0; k < count; k++) touches = touches || gg_touches(&pieces[k], &shape);
            if (touches) assert_true(about >> a & 1);
        }
    }
}

/* What hides, by the words of table.h. */
static bool slowly_hidden(const gt_table *t, unsigned from, unsigned to, gg_point eye, gg_point p,
                          bool ground_only)
{
    const gg_point own = t->bodies[from].at, its = t->bodies[to].at;
    const int a = gt_level_at(t, own), b = gt_level_at(t, its), top = a > b ? a : b;
    for (unsigned i = 0; i < t->area_count; i++) {
        const gt_area *area = &t->areas[i];
        const int height = area->type == HILL ? area->level : grounds[area->type].height;
        if (height <= top || slowly_holds(t, i, own) || slowly_holds(t, i, its)) continue;
        if (gt_passes_inside(t, i, eye, p)) return true;
    }
    for (unsigned u = 0; u < t->body_count && !ground_only; u++) {
        if (u == from || u == to || !gt_is_here(t, u) || gt_is_routing(t, u)) continue;
        const gg_convex shape = gt_shape(t, u);
        if (top > 0 && gt_level_at(t, t->bodies[u].at) + 1 <= top) continue;
        if (gg_passes_through(eye, p, &shape)) return true;
    }
    return false;
}

static void test_sight(void **unused)
{
    (void)unused;
    int hidden = 0, seen = 0;
    for (int i = 0; i < cases(700); i++) {
        world w;
        random_world(&w, games[i % 2], (unsigned)between(2, 12));
        for (unsigned a = 0; a < 4; a++) { /* hills, so that some stand on them */
            const int16_t x = (int16_t)between(0, 1500), y = (int16_t)between(0, 1000);
            w.areas[a] = (gt_area){.type = HILL,
                                   .level = (uint8_t)between(1, 3),
                                   .count = 4,
                                   .x = {x, x, (int16_t)(x + 1500), (int16_t)(x + 1500)},
                                   .y = {y, (int16_t)(y + 1200), (int16_t)(y + 1200), y},
                                   .low_x = x,
                                   .low_y = y,
                                   .high_x = (int16_t)(x + 1500),
                                   .high_y = (int16_t)(y + 1200)};
        }
        if (w.t.surveyed) gt_survey(&w.t);
        const gt_table *t = &w.t;
        const gg_point eye = gg_to_world(gt_pose(t, 0), (gg_point){0, gt_box(t, 0).front});
        gg_point points[5];
        gt_sight sight;
        const bool ground_only = between(0, 3) == 0;
        gt_sight_between(t, 0, eye, 1, ground_only, &sight);
        gt_test_points(t, 1, points);
        for (int k = 0; k < 5; k++) {
            const int by = gt_in_the_way(t, &sight, points[k]);
            const bool is_hidden = slowly_hidden(t, 0, 1, eye, points[k], ground_only);
            assert_int_equal(by != GG_NEVER, is_hidden);
            hidden += is_hidden, seen += !is_hidden;
            const gt_block first = gt_first_block(t, &sight, points[k]);
            assert_int_equal(first.body != GG_NEVER || first.area != GG_NEVER, is_hidden);
        }
    }
    assert_true(hidden > 100 && seen > 100);
}

/* ---- Notation. ---- */

static gg_error read_area(const char *text, const gt_game *game, gt_store *store, gt_area *out)
{
    gg_scan scan = gg_scan_over(text);
    return gt_read_area(&scan, game, store, out);
}

static void test_notation(void **unused)
{
    (void)unused;
    char text[4096];
    for (int i = 0; i < cases(2000); i++) {
        const gg_point at = {between(-400000, 400000), between(-400000, 400000)};
        gg_point again;
        gg_text out = gg_text_over(text, sizeof text);
        gg_put_table_place(&out, at);
        gg_scan scan = gg_scan_over(text);
        assert_true(gg_scan_table_place(&scan, &again) && text[scan.at] == '\0');
        assert_true(at.x == again.x && at.y == again.y);
        const gt_name name = {(gg_side)between(0, 1), between(-1, 2), between(0, 99)};
        gt_name read;
        out = gg_text_over(text, sizeof text);
        gt_write_name(name, "ckd", &out);
        scan = gg_scan_over(text);
        assert_true(gt_scan_name(&scan, "ckd", &read) && text[scan.at] == '\0');
        assert_true(read.side == name.side && read.rank == name.rank && read.number == name.number);
    }
    for (int i = 0; i < cases(300); i++) { /* areas of both kinds, byte for byte */
        world w, again;
        random_world(&w, games[i % 3], 0);
        memcpy(&again, &w, sizeof w);
        again.t.areas = again.areas;
        if (w.t.corners != NULL) again.t.corners = again.corners;
        gt_store store = {again.corners, 0, AREAS * GT_POLYGON};
        for (unsigned a = 0; a < AREAS; a++) {
            w.areas[a].value = (uint8_t)between(0, 9);
            w.areas[a].owner = (uint8_t)between(0, 2);
            w.areas[a].burning = (uint8_t)between(0, 1);
            gg_text out = gg_text_over(text, sizeof text);
            gt_write_area(&w.t, a, &out);
            gt_game game = *w.t.game;
            game.levels = 3;
            const gg_error error =
                read_area(text + 5, &game, w.t.corners != NULL ? &store : NULL, &again.areas[a]);
            assert_null(error.text);
            char second[4096];
            out = gg_text_over(second, sizeof second);
            gt_write_area(&again.t, a, &out);
            assert_string_equal(text, second);
        }
        assert_null(gt_audit_ground(&again.t, store.count));
    }
    gt_area area = {.count = 0};
    gg_point corners[8];
    gt_store store = {corners, 0, 8};
    assert_non_null(read_area("wood 0,0 10,10 10,0 0,10", &by_bases, &store, &area).text);
    assert_non_null(read_area("wood 0,0 10,10", &by_bases, &store, &area).text);
    assert_non_null(read_area("sea 0,0 10,0 0,10", &by_bases, &store, &area).text);
    assert_int_equal(store.count, 0);
    assert_non_null(read_area("wood 0,0 10,0 2,2 0,10", &by_centre, NULL, &area).text);
    assert_non_null(read_area("wood 0,0 10,0 0,10.001", &by_centre, NULL, &area).text);
    assert_null(read_area("wood 0,0 10,0 2,2 0,10", &by_bases, &store, &area).text);
}

static void test_lines(void **unused)
{
    (void)unused;
    static const gt_ground kinds[] = {{.name = "hedge"}, {.name = "road"}};
    static const gt_game game = {.lines = kinds, .line_kinds = 2};
    static const char two[] = "line road 1,2 3,4 5.125,6\nline hedge 0,0 10,10\n";
    gt_line lines[3];
    int count = 0;
    gg_scan scan = gg_scan_over(two);
    while (gg_scan_next_line(&scan)) {
        assert_true(gg_scan_is(&scan, "line"));
        assert_null(gt_read_line(&scan, &game, lines, &count, 3).text);
    }
    assert_int_equal(count, 3);
    char text[256];
    gg_text out = gg_text_over(text, sizeof text);
    const gt_table t = {.game = &game, .lines = lines, .line_count = 3};
    gt_write_lines(&t, &out);
    assert_string_equal(text, two);
    static const char *const wrong[] = {"road 1,2", "wall 1,2 3,4", "road 1,2 1,2", "road 1,2 3",
                                        "road 1,2 3,4"};
    for (int i = 0; i < 5; i++) {
        scan = gg_scan_over(wrong[i]);
        assert_non_null(gt_read_line(&scan, &game, lines, &count, 3).text);
        assert_int_equal(count, 3);
    }
}

/* ---- Beside each other: what it says surely is so, and mostly it says something. ---- */

static gg_box random_box(void)
{
    const int32_t front = between(0, 1) ? 0 : between(100, 2000);
    const int32_t half = between(0, 99) ? between(300, 4000) : between(1, 12); /* or very thin */
    return (gg_box){half, front, front == 0 ? -between(500, 3000) : -front};
}

/* Small coordinates, so that they often just touch. */
static gg_point nearby(int32_t size)
{
    return (gg_point){between(-size, size), between(-size, size)};
}

static void test_beside(void **unused)
{
    (void)unused;
    int sure = 0, swept_sure = 0, turned_sure = 0, tried = 20000;
    for (int i = 0; i < tried; i++) {
        const int32_t size = between(0, 1) ? 4000 : 12000, tolerance = 10;
        const gg_pose was = {nearby(size), between(0, 359) * 10},
                      then = {was.at, between(0, 359) * 10},
                      stands = {nearby(size), between(0, 3599)};
        const gg_box box = random_box(), its = random_box();
        const gg_point by = nearby(between(0, 3) ? size : 300);
        const gg_convex before = gg_rectangle(was, box), other = gg_rectangle(stands, its),
                        turned = gg_rectangle(then, box), after = gg_moved(&before, by),
                        turned_after = gg_moved(&turned, by), swept = gg_swept(&before, by),
                        hull = gg_hull(&before, &turned_after);
        const gt_frame frame = gt_frame_of(was, box), turned_frame = gt_frame_of(then, box),
                       its_frame = gt_frame_of(stands, its);
        const gt_beside row = gt_beside_of(&frame, &its_frame),
                        turned_row = gt_beside_of(&turned_frame, &its_frame);
        const int32_t gap = gt_beside_gap(&frame, &row, by), way = gt_swept_gap(&frame, &row, by);
        const int32_t far = gg_distance_between(&after, &other);
        if (gap > GT_BESIDE_SLACK) assert_true(far >= gap - GT_BESIDE_SLACK);
        if (gap < -tolerance - GT_BESIDE_SLACK) assert_true(gg_overlaps(&after, &other, tolerance));
        if (way > GT_BESIDE_SLACK) assert_false(gg_touches(&swept, &other));
        if (way < -tolerance - GT_BESIDE_SLACK) assert_true(gg_overlaps(&other, &swept, tolerance));
        sure += gap > GT_BESIDE_SLACK || gap < -tolerance - GT_BESIDE_SLACK;
        swept_sure += way > GT_BESIDE_SLACK || way < -tolerance - GT_BESIDE_SLACK;
        const int32_t limit = between(0, 3000);
        if (gt_beside_within(&frame, &row, by, limit)) assert_true(far <= limit);
        const bool past = gt_turned_past(&row, &turned_row, by),
                   through = gt_turned_through(&turned_frame, &row, &turned_row, by, tolerance);
        if (past) assert_false(gg_touches(&hull, &other));
        if (through) assert_true(gg_overlaps(&other, &hull, tolerance));
        turned_sure += past || through;
    }
    assert_true(sure > tried * 9 / 10);
    assert_true(swept_sure > tried * 9 / 10);
    assert_true(turned_sure > tried * 7 / 10);
}

static void test_rims(void **unused)
{
    (void)unused;
    int sure = 0, past = 0;
    for (int i = 0; i < 10000; i++) {
        world w;
        random_world(&w, &by_centre, 2);
        const gg_convex area = gt_small_shape(&by_centre, &w.areas[0]);
        const gg_point near = area.at[0], aside = nearby(6000),
                       by = nearby(between(0, 1) ? 300 : 6000);
        const gg_pose was = {{near.x + aside.x, near.y + aside.y}, between(0, 359) * 10},
                      then = {was.at, between(0, 359) * 10};
        const gg_box box = random_box();
        const gg_convex before = gg_rectangle(was, box), turned = gg_rectangle(then, box),
                        turned_after = gg_moved(&turned, by), swept = gg_swept(&before, by),
                        hull = gg_hull(&before, &turned_after);
        const gt_frame frame = gt_frame_of(was, box), turned_frame = gt_frame_of(then, box);
        gt_rim rim, turned_rim;
        gt_rim_of(&frame, &before, &area, &rim);
        gt_rim_of(&turned_frame, &turned, &area, &turned_rim);
        const int32_t gap = gt_rim_gap(&frame, &rim, by);
        if (gap > GT_BESIDE_SLACK) assert_false(gg_touches(&swept, &area));
        if (gap < -10 - GT_BESIDE_SLACK) assert_true(gg_overlaps(&swept, &area, 10));
        sure += gap > GT_BESIDE_SLACK || gap < -10 - GT_BESIDE_SLACK;
        if (!gt_turned_by_rim(&rim, &turned_rim, by)) continue;
        assert_false(gg_overlaps(&hull, &area, 10));
        past++;
    }
    assert_true(sure > 9000);
    assert_true(past > 1000);
}

/* Every line as gg_cuts() has it, also where it only just passes. */
static void test_rays(void **unused)
{
    (void)unused;
    int cut = 0;
    for (int i = 0; i < 20000; i++) {
        const int32_t size = between(0, 2) ? 3000 : 60;
        const gg_pose pose = {nearby(size), between(0, 3) ? between(0, 3599) : between(0, 3) * 900};
        const gg_box small = {between(5, 60), between(5, 60), -between(5, 60)};
        const gg_convex shape = gg_rectangle(pose, size == 60 ? small : random_box());
        gg_point to[GT_RAYS_MAX];
        for (int k = 0; k < GT_RAYS_MAX; k++) to[k] = nearby(3 * size);
        gt_rays rays;
        gt_rays_to(nearby(2 * size), to, GT_RAYS_MAX, &rays);
        const uint32_t among = (uint32_t)random_bits() & 0xffff;
        const uint32_t found = gt_rays_cut(&rays, among, &shape, 10);
        for (int k = 0; k < GT_RAYS_MAX; k++) {
            const bool is_cut = (among >> k & 1) && gg_cuts(rays.eye, to[k], &shape, 10);
            assert_int_equal(found >> k & 1, is_cut);
            cut += is_cut;
        }
    }
    assert_true(cut > 10000);
}

/* ---- What still holds of an earlier position. ---- */

/* What each could do is said by how both stand. */
static gt_prospect prospect_by_flags(const gg_state *none, void *with, unsigned u, unsigned e)
{
    (void)none;
    const gt_body *bodies = with;
    const unsigned sum = bodies[u].flags * 7u + bodies[e].flags * 3u;
    return (gt_prospect){.fire = (int16_t)(sum % 5),
                         .charge = (int16_t)(sum % 11),
                         .far = (uint8_t)(sum % 6 == 0 ? GT_FAR_OFF : sum % 13)};
}

static gt_outlook outlook_anew(gt_body *bodies, unsigned u, uint64_t enemies)
{
    gt_outlook best = {.near = GT_FAR_OFF, .nearest = GT_NOBODY};
    for (unsigned e = 0; e < GT_PAIRED_MAX; e++) {
        if (!(enemies >> e & 1)) continue;
        const gt_prospect it = prospect_by_flags(NULL, bodies, u, e);
        if (it.fire > best.fire) best.fire = it.fire;
        if (it.charge > best.charge) best.charge = it.charge;
        if (it.far < best.near) best.near = it.far, best.nearest = (uint8_t)e;
    }
    return best;
}

/* Bodies change, come and go: the outlooks are those that are worked out anew, and whose nearest
 * enemy is another, or stands otherwise, is told. */
static void test_pairs(void **unused)
{
    (void)unused;
    static gt_pairs watch;
    gt_outlook best[GT_PAIRED_MAX], was[GT_PAIRED_MAX];
    gt_body bodies[GT_PAIRED_MAX] = {{.side = 0}};
    gt_news news = {.bodies = bodies, .of = prospect_by_flags, .with = bodies};
    int told = 0;
    memset(&watch, 0x5a, sizeof watch); /* nothing was kept: nothing of it may count */
    memset(best, 0, sizeof best);
    for (unsigned u = 0; u < GT_PAIRED_MAX; u++) bodies[u].side = (uint8_t)between(0, 1);
    for (int i = 0; i < cases(3000); i++) {
        news.changed = i == 0 ? ~UINT64_C(0) : 0;
        for (int n = i == 0 ? GT_PAIRED_MAX : between(0, 3); n > 0; n--) {
            const unsigned u = (unsigned)between(0, GT_PAIRED_MAX - 1);
            bodies[u].flags = (uint8_t)between(0, 255);
            bodies[u].removed = between(0, 4) == 0;
            news.changed |= gt_bit(u);
        }
        news.here[0] = news.here[1] = 0;
        for (unsigned u = 0; u < GT_PAIRED_MAX; u++)
            if (!bodies[u].removed) news.here[bodies[u].side] |= gt_bit(u);
        memcpy(was, best, sizeof was);
        const uint64_t otherwise = gt_note_pairs(&watch, best, &news);
        for (unsigned u = 0; u < GT_PAIRED_MAX; u++) {
            if (bodies[u].removed) continue;
            const gt_outlook anew = outlook_anew(bodies, u, news.here[1 - bodies[u].side]);
            assert_memory_equal(&best[u], &anew, sizeof anew);
            if (otherwise >> u & 1) continue;
            told++;
            assert_int_equal(was[u].nearest, anew.nearest);
            assert_true(anew.nearest == GT_NOBODY || !(news.changed >> anew.nearest & 1));
        }
    }
    assert_true(told > 10000);
}

static void test_copies(void **unused)
{
    (void)unused;
    int32_t one = 1, one_copy = 9, other[2] = {2, 3}, other_copy[2] = {8, 8};
    const gt_part parts[] = {{&one_copy, &one, sizeof one}, {other_copy, other, sizeof other}};
    uint32_t is_made = false;
    one_copy = one, memcpy(other_copy, other, sizeof other);
    assert_false(gt_are_noted(parts, 2, &is_made)); /* the same by chance: nothing was made yet */
    assert_true(gt_are_noted(parts, 2, &is_made));
    other[1] = 4;
    assert_false(gt_are_noted(parts, 2, &is_made));
    assert_true(gt_are_noted(parts, 2, &is_made));
    assert_int_equal(other_copy[1], 4);
    one = 6;
    assert_false(gt_are_noted(parts, 2, &is_made));
    assert_true(gt_are_noted(parts, 2, &is_made));
    assert_int_equal(one_copy, 6);
    one = 5;
    assert_false(gt_is_noted(&one_copy, &one, sizeof one));
    assert_true(gt_is_noted(&one_copy, &one, sizeof one));
}

/* What a game has none of: whoever is no body is nobody. */
static void test_none(void **unused)
{
    (void)unused;
    const gt_game game = {.marker = gt_no_marker};
    const gt_body bodies[2] = {{.at = {5, 6}, .side = GG_RED}, {.removed = 1}};
    const gt_table t = {.game = &game, .bodies = bodies, .body_count = 2};
    gt_spot spot;
    assert_true(gt_find(&t, 0, &spot) && spot.at.y == 6 && spot.side == GG_RED);
    assert_false(gt_find(&t, 1, &spot) || gt_find(&t, 2, &spot) || gt_never(&t, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_notation),       cmocka_unit_test(test_lines),
        cmocka_unit_test(test_polygons),       cmocka_unit_test(test_polygon_ways),
        cmocka_unit_test(test_near),           cmocka_unit_test(test_nearest),
        cmocka_unit_test(test_nearest_places), cmocka_unit_test(test_distances),
        cmocka_unit_test(test_brigades),       cmocka_unit_test(test_ground),
        cmocka_unit_test(test_sight),          cmocka_unit_test(test_beside),
        cmocka_unit_test(test_rims),           cmocka_unit_test(test_rays),
        cmocka_unit_test(test_pairs),          cmocka_unit_test(test_copies),
        cmocka_unit_test(test_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
