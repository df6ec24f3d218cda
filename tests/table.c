/*
 * table.c - the room of the measured table against slow, obviously right answers: trying every
 * body, every tick, every base, every small piece of a way.  Three kinds of tables are asked alike:
 * bodies held by their centre, by their front, and brigades of bases.  The examples at the end are
 * those of the games that stand on the room.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/fields.h"
#include "table/ask.h"
#include "table/notation.h"
#include "table/notes.h"

/* ---- Chance. ---- */

static uint64_t random_state = 0x1806;

static uint64_t random_bits(void)
{
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static int32_t between(int32_t low, int32_t high)
{
    return low + (int32_t)(random_bits() % (uint64_t)(high - low + 1));
}

static int cases(int quick)
{
    const char *deep = getenv("GG_DEEP");
    return deep != NULL && deep[0] == '1' ? 50 * quick : quick;
}

/* ---- Tables. ---- */

enum { WOOD, HILL, DEEP, HOUSE, GROUNDS };
static const gt_ground grounds[GROUNDS] = {
    [WOOD] = {.name = "wood", .words = "a wood", .flags = GT_SLOW | GT_CLOSED, .height = 2},
    [HILL] = {.name = "hill", .words = "a hill", .flags = GT_HILL},
    [DEEP] = {.name = "deep", .words = "deep water", .flags = GT_BARRED},
    [HOUSE] = {.name = "house", .words = "a house", .flags = GT_BUILDING, .height = 2, .cover = 2},
};
/* Sizes in grains of 10 ticks: a line and a column. */
static const int16_t numbers[] = {600, 150, 300, 400};
#define SIZES                                                                                      \
    .sizes = {{{0, 1}, {2, 3}}}, .all_sizes = {{0, 1}, {2, 3}}, .all_sizes_count = 2,              \
    .grounds = grounds, .ground_count = GROUNDS, .tolerance = 50, .grain = 10, .step = 10,         \
    .routing = 1
static const gt_game by_centre = {SIZES, .fore = 5, .aft = 5};
static const gt_game by_front = {SIZES, .fore = 0, .aft = 10};
static const gt_game by_bases = {
    .grounds = grounds,
    .ground_count = GROUNDS,
    .tolerance = 20,
    .grain = 20,
    .step = 1,
    .routing = 1,
    .base = {4000, 3000},
};
static const gt_game *const games[] = {&by_centre, &by_front, &by_bases};

enum { BODIES = 200, AREAS = 6, WORDS = 4 };
typedef struct world {
    gt_body bodies[BODIES];
    gt_area areas[AREAS];
    gg_point corners[AREAS * GT_POLYGON];
    gt_line lines[4];
    uint64_t strips[2 * GT_STRIPS * WORDS];
    gt_table t;
} world;

static void put_body(world *w, unsigned u)
{
    gt_grid_put(w->strips, w->t.words, w->t.cell, u, w->bodies[u].at);
}

static void random_body(world *w, unsigned u)
{
    const bool bases = w->t.game->base.x != 0;
    w->bodies[u] = (gt_body){
        .at = {between(0, w->t.width), between(0, w->t.height)},
        .facing = (int16_t)(bases ? between(0, 3599) : between(0, 359)),
        .side = (uint8_t)between(0, 1),
        .strength = (uint8_t)between(1, GT_BASES_MAX),
        .formation = (uint8_t)(bases ? between(1, 3) : between(0, 1)),
        .status = between(0, 5) == 0,
        .removed = between(0, 9) == 0,
    };
    if (between(0, 2) == 0) w->bodies[u].facing = (int16_t)(w->bodies[u].facing / 90 * 90);
    if (w->bodies[u].removed == 0) put_body(w, u);
}

/* A strictly convex one with corners in grains. */
static void random_small(world *w, unsigned i)
{
    gg_convex shape = {.count = 0};
    do {
        gg_point corners[4];
        const gg_point at = {10 * between(0, 3000), 10 * between(0, 3000)};
        for (int k = 0; k < 4; k++)
            corners[k] = (gg_point){at.x + 10 * between(-500, 500), at.y + 10 * between(-500, 500)};
        if (!gg_convex_from(corners, between(3, 4), &shape)) shape.count = 0;
    } while (shape.count == 0);
    gt_area *area = &w->areas[i];
    *area = (gt_area){.type = (uint8_t)between(0, GROUNDS - 1), .count = (uint8_t)shape.count};
    area->level = area->type == HILL ? (uint8_t)between(1, 3) : 0;
    const gg_bounds bounds = gg_bounds_of(&shape);
    for (int k = 0; k < shape.count; k++) {
        area->x[k] = (int16_t)(shape.at[k].x / 10);
        area->y[k] = (int16_t)(shape.at[k].y / 10);
    }
    area->low_x = (int16_t)(bounds.low.x / 10), area->low_y = (int16_t)(bounds.low.y / 10);
    area->high_x = (int16_t)(bounds.high.x / 10), area->high_y = (int16_t)(bounds.high.y / 10);
}

/* A star about a middle: any number of corners, seldom convex, always simple. */
static int random_polygon(gg_point *out, gg_point middle, int32_t size)
{
    int count;
    do {
        count = between(3, GT_POLYGON);
        for (int i = 0; i < count; i++)
            out[i] = gg_along(middle, gg_facing(i * GG_TURN / count), between(size / 8, size));
    } while (!gt_polygon_is_simple(out, count));
    const int half = between(0, 1) == 0 ? count / 2 : 0;
    for (int i = 0; i < half; i++) { /* the other way round */
        const gg_point swap = out[i];
        out[i] = out[count - 1 - i], out[count - 1 - i] = swap;
    }
    return count;
}

static void random_stored(world *w, unsigned i)
{
    gg_point *corners = w->corners + GT_POLYGON * i;
    const gg_point middle = {between(0, 30000), between(0, 30000)};
    const int count = random_polygon(corners, middle, between(1000, 6000));
    gt_area *area = &w->areas[i];
    *area = (gt_area){.type = (uint8_t)between(0, GROUNDS - 1),
                      .count = (uint8_t)count,
                      .x = {(int16_t)(GT_POLYGON * i)},
                      .low_x = (int16_t)((middle.x - 6000) / 20 - 1),
                      .low_y = (int16_t)((middle.y - 6000) / 20 - 1),
                      .high_x = (int16_t)((middle.x + 6000) / 20 + 1),
                      .high_y = (int16_t)((middle.y + 6000) / 20 + 1)};
    area->level = area->type == HILL ? (uint8_t)between(1, 3) : 0;
}

static void random_world(world *w, const gt_game *game, unsigned count)
{
    memset(w, 0, sizeof *w);
    w->t = (gt_table){
        .game = game,
        .bodies = w->bodies,
        .areas = w->areas,
        .corners = game == &by_bases ? w->corners : NULL,
        .lines = w->lines,
        .strips = w->strips,
        .numbers = game == &by_bases ? NULL : numbers,
        .width = 30000,
        .height = 24000,
        .body_count = (uint16_t)count,
        .words = (uint16_t)((count + 63) / 64),
        .area_count = AREAS,
        .cell = gt_cell(30000, 24000),
    };
    for (unsigned u = 0; u < count; u++) random_body(w, u);
    for (unsigned i = 0; i < AREAS; i++)
        if (game == &by_bases) random_stored(w, i);
        else random_small(w, i);
    if (between(0, 1) == 0) gt_survey(&w->t);
}

static gg_point random_place(void)
{
    return (gg_point){between(-2000, 32000), between(-2000, 26000)};
}

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
        cmocka_unit_test(test_zones),        cmocka_unit_test(test_notation),
        cmocka_unit_test(test_lines),        cmocka_unit_test(test_polygons),
        cmocka_unit_test(test_polygon_ways), cmocka_unit_test(test_near),
        cmocka_unit_test(test_nearest),      cmocka_unit_test(test_nearest_places),
        cmocka_unit_test(test_distances),    cmocka_unit_test(test_brigades),
        cmocka_unit_test(test_ground),       cmocka_unit_test(test_sight),
        cmocka_unit_test(test_sliding),      cmocka_unit_test(test_steps),
        cmocka_unit_test(test_mover),        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_arcs),         cmocka_unit_test(test_examples),
        cmocka_unit_test(test_beside),       cmocka_unit_test(test_rims),
        cmocka_unit_test(test_rays),         cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_copies),       cmocka_unit_test(test_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
