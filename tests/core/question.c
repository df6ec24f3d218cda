/*
 * question.c - tests of what the games on a measured table share in answering questions: names,
 * lengths, the ruler, zones and ranges, and the tracing of outlines.
 * SPDX-License-Identifier: MIT
 */
#include "unit.h"

#include "core/dice.h"
#include "core/picture.h"
#include "core/position.h"
#include "core/question.h"

static gg_scene_room memory;

/* ---- Words. ---- */

static const char *length_of(int64_t hundredths, const char *measure)
{
    static char bytes[64];
    const gg_ruleset rules = {.measure = measure};
    gg_text out = gg_text_over(bytes, sizeof bytes);
    gg_put_length(&out, &rules, hundredths);
    return bytes;
}

static void lengths_are_written_as_people_say_them(void **state)
{
    (void)state;
    assert_string_equal(length_of(450, "inches"), "4.5 inches");
    assert_string_equal(length_of(100, "inches"), "1 inch");
    assert_string_equal(length_of(100, "centimetres"), "1 centimetre");
    assert_string_equal(length_of(101, "inches"), "1.01 inches");
    assert_string_equal(length_of(0, "inches"), "0 inches");
    assert_string_equal(length_of(1206, "centimetres"), "12.06 centimetres");
    assert_string_equal(length_of(-25, "inches"), "-0.25 inches");
    assert_string_equal(length_of(300, ""), "3");
    assert_string_equal(length_of(300, NULL), "3");
}

/* Where an order goes is told by hand and measure, to the hundredth. */
static void places_are_told_without_coordinates(void **state)
{
    (void)state;
    const gg_ruleset rules = {.measure = "inches"};
    const gg_point here = {10000, 20000};
    const struct {
        gg_point to;
        const char *course, *exact;
    } rows[] = {
        {{10000, 28000}, "8 inches north", "8 inches north"},
        {{13000, 17000}, "4.25 inches south-east", "4.25 inches south-east"},
        {{8360, 27500}, "7.68 inches north", "7.5 inches north and 1.64 west"},
        {{8350, 27500}, "7.68 inches north", "7.5 inches north and 1.65 west"},
        {{12000, 19000}, "2.24 inches south-east", "1 inch south and 2 east"},
        {{10000, 20000}, "on the spot", "on the spot"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char course[64], exact[64];
        gg_text out = gg_text_over(course, sizeof course), more = gg_text_over(exact, sizeof exact);
        gg_put_course(&out, &rules, here, rows[i].to);
        gg_put_exact_course(&more, &rules, here, rows[i].to);
        assert_string_equal(course, rows[i].course);
        assert_string_equal(exact, rows[i].exact);
    }
    char spot[96];
    gg_text out = gg_text_over(spot, sizeof spot);
    gg_put_spot(&out, &rules, here);
    assert_string_equal(spot, "10 inches from the west edge and 20 from the south edge");
}

/* Pairs of places about one, on its axes and diagonals too: alike are those whose words are. */
static void places_are_told_alike_by_part_of_a_hundredth(void **state)
{
    (void)state;
    enum { SIDE = 24, PLACES = SIDE * SIDE };
    const gg_ruleset rules = {.measure = "inches"};
    const gg_point here = {10000, 20000};
    static char words[PLACES][64];
    static gg_point at[PLACES];
    int alike = 0;
    for (int i = 0; i < PLACES; i++) {
        at[i] = (gg_point){here.x + i % SIDE - 4, here.y + i / SIDE - 12};
        gg_text out = gg_text_over(words[i], sizeof words[i]);
        gg_put_exact_course(&out, &rules, here, at[i]);
    }
    for (int i = 0; i < PLACES; i++)
        for (int k = i; k < PLACES; k++) {
            const bool same = strcmp(words[i], words[k]) == 0;
            alike += same && i != k;
            assert_int_equal(gg_is_same_course(&rules, here, at[i], at[k]), same);
        }
    assert_true(alike > PLACES);
}

static const gg_reason_def reasons[] = {
    {"LEGAL", 0, "That is legal."},
    {"FAR", 0, "That takes {had:length}; it has {needed:hundredths}, {had} of them."},
    {"ODD", 0, "That is {had:furlongs}."},
};

static void refusals_tell_lengths(void **state)
{
    (void)state;
    const gg_ruleset rules = {.measure = "inches", .reasons = reasons, .reason_count = 3};
    char bytes[128];
    gg_text out = gg_text_over(bytes, sizeof bytes);
    gg_put_verdict(&out, &rules, (gg_verdict){1, 450, 400});
    assert_string_equal(bytes, "That takes 4.5 inches; it has 4, 450 of them.");
    assert_breaks(gg_put_verdict(&out, &rules, (gg_verdict){2, 1, 1}));
}

static void parts_of_a_hundredth_count_up(void **state)
{
    (void)state;
    const gg_ruleset rules = {.measure = "inches"};
    char bytes[64];
    gg_text out = gg_text_over(bytes, sizeof bytes);
    gg_put_ticks(&out, &rules, 6001);
    assert_string_equal(bytes, "6.01 inches");
}

static void units_are_found_by_name(void **state)
{
    (void)state;
    const gg_ruleset *rules = ruleset_named("lucky");
    gg_state *position = room_for_state(rules);
    assert_null(gg_setup(rules, position, 0, NULL, NULL).text);
    for (gg_unit unit = 0; unit < rules->unit_count; unit++) {
        char name[GG_NAME_MAX];
        gg_text out = gg_text_over(name, sizeof name);
        rules->write_unit(position, unit, &out);
        const gg_unit found = name[0] == '?' ? GG_NO_UNIT : unit; /* ?7 is nobody's name */
        assert_int_equal(gg_find_unit(rules, position, GG_BLUE, name), found);
    }
    assert_int_equal(gg_find_unit(rules, position, GG_BLUE, "A1"),
                     gg_find_unit(rules, position, GG_BLUE, "a1"));
    assert_int_equal(gg_find_unit(rules, position, GG_BLUE, "a"), GG_NO_UNIT);
    assert_int_equal(gg_find_unit(rules, position, GG_BLUE, ""), GG_NO_UNIT);
    free(position);
}

/* What the board shows can be typed, in every game; one's own unit is meant before the enemy's. */
static void what_the_board_shows_can_be_typed(void **state)
{
    (void)state;
    for (const gg_ruleset *const *r = gg_rulesets; *r != NULL; r++) {
        const gg_ruleset *rules = *r;
        gg_state *position = room_for_state(rules);
        int found = 0;
        assert_null(gg_setup(rules, position, 0, NULL, NULL).text);
        gg_scene scene = gg_scene_in(&memory);
        rules->draw(position, GG_NOBODY, &scene);
        for (uint32_t i = 0; i < scene.count; i++) {
            const gg_mark *mark = &scene.marks[i];
            if (mark->shape != GG_BLOCK || mark->unit == GG_NO_UNIT || mark->label[0] == 0)
                continue;
            const gg_unit unit = gg_find_unit(rules, position, mark->side, mark->label);
            if (unit != mark->unit)
                fail_msg("%s: nobody finds %s by its label", rules->name, mark->label);
            found++;
        }
        assert_true(found > 0 || strcmp(rules->name, "squares") == 0); /* squares deploys first */
        free(position);
    }
}

static void names_of_nobody_are_refused(void **state)
{
    (void)state;
    static const char *const nobody[] = {
        "measure C99 a1",   "measure zz,a1", "sight ? ?", "reach v",   "reach ^", "reach ^X1",
        "measure a1 9:9:9", "reach C",       "reach C1x", "reach ?11", "arcs ?12"};
    for (const gg_ruleset *const *r = gg_rulesets; *r != NULL; r++) {
        gg_state *position = room_for_state(*r);
        assert_null(gg_setup(*r, position, 0, NULL, NULL).text);
        for (size_t i = 0; i < sizeof nobody / sizeof *nobody; i++) {
            gg_question question;
            const gg_error error = gg_read_question(*r, position, GG_BLUE, nobody[i], &question);
            assert_non_null(error.text);
            assert_non_null(strstr(error.text, "there is no such unit or place"));
        }
        free(position);
    }
}

static void of_two_labels_the_own_one_is_meant(void **state)
{
    (void)state;
    const gg_ruleset *rules = ruleset_named("commanders");
    gg_state *position = room_for_state(rules);
    assert_null(gg_read_position(rules, "b1 blue 1C; b3 red 2C; a1 blue 1A", position).text);
    const gg_unit blue = gg_find_unit(rules, position, GG_BLUE, "bC1");
    const gg_unit red = gg_find_unit(rules, position, GG_BLUE, "rC1");
    assert_int_equal(gg_find_unit(rules, position, GG_BLUE, "C1"), blue);
    assert_int_equal(gg_find_unit(rules, position, GG_RED, "C1"), red);
    assert_int_equal(gg_find_unit(rules, position, GG_BLUE, "vC1"), red);
    assert_int_equal(gg_find_unit(rules, position, GG_RED, "^C1"), blue);
    assert_int_equal(gg_find_unit(rules, position, GG_NOBODY, "C1"), GG_NO_UNIT);
    assert_int_equal(gg_find_unit(rules, position, GG_BLUE, "C2"), red + 1); /* only red has it */
    assert_int_equal(gg_find_unit(rules, position, GG_RED, "^C2"), GG_NO_UNIT);
    gg_question question;
    assert_null(gg_read_question(rules, position, GG_BLUE, "measure A1 a1", &question).text);
    assert_int_equal(question.who, gg_find_unit(rules, position, GG_BLUE, "bA1"));
    assert_int_equal(question.whom, GG_NO_UNIT); /* a1 is the sector */
    free(position);
}

/* ---- The ruler, against a walk over both rims. ---- */

static gg_convex any_shape(gg_dice *dice)
{
    const gg_point at = {(int32_t)gg_dice_pick(dice, 12000), (int32_t)gg_dice_pick(dice, 12000)};
    if (gg_dice_pick(dice, 5) == 0) return gg_dot(at);
    const int32_t deep = 300 + (int32_t)gg_dice_pick(dice, 1500);
    const gg_box box = {300 + (int32_t)gg_dice_pick(dice, 2500), deep, -deep};
    return gg_rectangle((gg_pose){at, (int32_t)gg_dice_pick(dice, 3600)}, box);
}

/* Is the point on the rim or inside, to a tick and a half? */
static bool belongs(const gg_convex *shape, gg_point at)
{
    const gg_convex dot = gg_dot(at);
    return gg_distance_between(shape, &dot) <= 2;
}

static void the_ruler_lies_between_the_nearest_points(void **state)
{
    (void)state;
    gg_dice dice = gg_dice_random(7);
    for (int i = 0; i < 20000; i++) {
        const gg_convex one = any_shape(&dice), other = any_shape(&dice);
        const gg_ruler ruler = gg_nearest(&one, &other);
        const int32_t length = gg_distance(ruler.from, ruler.to);
        const int32_t distance = gg_distance_between(&one, &other);
        assert_true(belongs(&one, ruler.from));
        assert_true(belongs(&other, ruler.to));
        assert_in_range(length, distance > 2 ? distance - 2 : 0, distance + 2);
        if (distance == 0) assert_int_equal(length, 0);
    }
}

/* ---- Zones and ranges: a point is in the area exactly if the kernel says so. ---- */

static const gg_bounds wide = {{-200000, -200000}, {200000, 200000}};

static bool mark_holds(const gg_scene *scene, uint32_t mark, gg_point at)
{
    const gg_mark *it = &scene->marks[mark];
    return gg_polygon_holds(scene->points + it->first, it->corners, at);
}

/* Corners of areas are whole ticks, so within a few ticks of a line either zone will do. */
static bool is_by_line(gg_pose pose, gg_box box, gg_point at)
{
    const gg_zone zone = gg_zone_of_point(pose, box, at);
    for (int i = 0; i < 4; i++) {
        const gg_point beside = {at.x
                                     + (i == 0   ? 5
                                        : i == 1 ? -5
                                                 : 0),
                                 at.y
                                     + (i == 2   ? 5
                                        : i == 3 ? -5
                                                 : 0)};
        if (gg_zone_of_point(pose, box, beside) != zone) return true;
    }
    return false;
}

static void zones_are_the_kernels(void **state)
{
    (void)state;
    gg_dice dice = gg_dice_random(8);
    static const gg_zone zones[] = {GG_ZONE_FRONT, GG_ZONE_REAR, GG_ZONE_LEFT, GG_ZONE_RIGHT};
    for (int i = 0; i < 200; i++) {
        gg_scene scene = gg_scene_in(&memory);
        const gg_pose pose = {{5000, 5000}, (int32_t)gg_dice_pick(&dice, 3600)};
        const gg_box box = {1000 + (int32_t)gg_dice_pick(&dice, 1000), 800, -800};
        for (int z = 0; z < 4; z++) gg_lay_zone(&scene, wide, pose, box, zones[z], 20000);
        assert_int_equal(scene.count, 4);
        const gg_convex body = gg_rectangle(pose, box);
        for (int j = 0; j < 100; j++) {
            const gg_point at = {(int32_t)gg_dice_pick(&dice, 16000) - 3000,
                                 (int32_t)gg_dice_pick(&dice, 16000) - 3000};
            if (gg_holds(&body, at) || is_by_line(pose, box, at)) continue;
            for (uint32_t z = 0; z < 4; z++)
                assert_int_equal(mark_holds(&scene, z, at),
                                 gg_zone_of_point(pose, box, at) == zones[z]);
        }
    }
}

static void ranges_hold_what_is_within_them(void **state)
{
    (void)state;
    gg_dice dice = gg_dice_random(9);
    for (int i = 0; i < 200; i++) {
        gg_scene scene = gg_scene_in(&memory);
        const gg_pose pose = {{0, 0}, (int32_t)gg_dice_pick(&dice, 3600)};
        const gg_box box = {2000, 500, -500};
        const int32_t range = 3000;
        gg_lay_range(&scene, GG_ROLE_range, wide, pose, box, false, range);
        gg_lay_range(&scene, GG_ROLE_range, wide, pose, box, true, range);
        assert_int_equal(scene.count, 2);
        const gg_convex body = gg_rectangle(pose, box);
        for (int j = 0; j < 100; j++) {
            const gg_point at = {(int32_t)gg_dice_pick(&dice, 14000) - 7000,
                                 (int32_t)gg_dice_pick(&dice, 14000) - 7000};
            const gg_convex dot = gg_dot(at);
            const int32_t distance = gg_distance_between(&body, &dot);
            /* the arcs are drawn in steps of 5 degrees: 3 ticks in 3000 at most */
            if (distance > range - 10 && distance < range + 10) continue;
            assert_int_equal(mark_holds(&scene, 1, at), distance <= range);
            if (distance < 5 || is_by_line(pose, box, at)) continue;
            assert_int_equal(mark_holds(&scene, 0, at),
                             distance <= range && gg_zone_of_point(pose, box, at) == GG_ZONE_FRONT);
        }
    }
}

static void areas_end_at_the_edge(void **state)
{
    (void)state;
    gg_scene scene = gg_scene_in(&memory);
    const gg_bounds table = {{0, 0}, {10000, 8000}};
    gg_lay_range(&scene, GG_ROLE_range, table, (gg_pose){{500, 500}, 300},
                 (gg_box){1000, 500, -500}, true, 4000);
    assert_int_equal(scene.count, 1);
    for (uint32_t i = 0; i < scene.point_count; i++) {
        assert_in_range(scene.points[i].x, 0, 10000);
        assert_in_range(scene.points[i].y, 0, 8000);
    }
    /* and one that lies outside is none */
    gg_lay_range(&scene, GG_ROLE_range, table, (gg_pose){{-9000, 500}, 0},
                 (gg_box){1000, 500, -500}, true, 2000);
    assert_int_equal(scene.count, 1);
}

/* ---- Tracing. ---- */

typedef struct rings {
    gg_point middle[3];
    int32_t inner[3], outer[3];
    int count;
} rings;

static bool is_in_ring(void *with, gg_point at)
{
    const rings *it = with;
    for (int i = 0; i < it->count; i++) {
        const int32_t distance = gg_distance(it->middle[i], at);
        if (distance <= it->outer[i] && distance >= it->inner[i]) return true;
    }
    return false;
}

/* How far from the nearest rim. */
static int32_t off_rim(const rings *it, gg_point at)
{
    int32_t least = INT32_MAX;
    for (int i = 0; i < it->count; i++) {
        const int32_t distance = gg_distance(it->middle[i], at);
        const int32_t a = abs(distance - it->outer[i]), b = abs(distance - it->inner[i]);
        if (a < least) least = a;
        if (b < least && it->inner[i] > 0) least = b;
    }
    return least;
}

/* Clear of the rims by a part of a cell a place is in some area exactly if it passes; holes too. */
static void outlines_hold_what_passes(void **state)
{
    (void)state;
    const rings cases[] = {
        {{{10000, 10000}}, {0}, {6000}, 1},
        {{{10000, 10000}}, {3000}, {8000}, 1},
        {{{6000, 6000}, {14000, 14000}}, {0, 2000}, {3000, 5000}, 2},
        {{{5000, 15000}, {15000, 15000}, {10000, 5000}}, {1500, 0, 2000}, {4000, 3000, 4500}, 3},
    };
    const gg_bounds bounds = {{0, 0}, {20000, 20000}};
    gg_dice dice = gg_dice_random(10);
    for (unsigned c = 0; c < sizeof cases / sizeof *cases; c++) {
        rings it = cases[c];
        gg_scene scene = gg_scene_in(&memory);
        assert_int_equal(gg_trace(&scene, GG_ROLE_reach, bounds, 50, is_in_ring, &it), it.count);
        assert_int_equal(scene.count, it.count);
        for (uint32_t i = 0; i < scene.point_count; i++)
            assert_true(is_in_ring(&it, scene.points[i]));
        for (int i = 0; i < 20000; i++) {
            const gg_point at = {(int32_t)gg_dice_pick(&dice, 20000),
                                 (int32_t)gg_dice_pick(&dice, 20000)};
            if (off_rim(&it, at) < 60) continue;
            bool held = false;
            for (uint32_t mark = 0; mark < scene.count; mark++)
                held = held || mark_holds(&scene, mark, at);
            assert_int_equal(held, is_in_ring(&it, at));
        }
    }
}

static void nothing_passes_nothing_is_laid(void **state)
{
    (void)state;
    rings none = {.count = 0};
    gg_scene scene = gg_scene_in(&memory);
    const gg_bounds bounds = {{0, 0}, {20000, 20000}};
    assert_int_equal(gg_trace(&scene, GG_ROLE_reach, bounds, 50, is_in_ring, &none), 0);
    assert_int_equal(scene.count, 0);
    assert_int_equal(gg_trace(NULL, GG_ROLE_reach, bounds, 50, is_in_ring, &none), 0);
    scene.point_limit = 10; /* no room for it */
    rings one = {{{10000, 10000}}, {0}, {6000}, 1};
    assert_int_equal(gg_trace(&scene, GG_ROLE_reach, bounds, 50, is_in_ring, &one), 0);
    assert_int_equal(scene.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_are_written_as_people_say_them),
        cmocka_unit_test(places_are_told_without_coordinates),
        cmocka_unit_test(places_are_told_alike_by_part_of_a_hundredth),
        cmocka_unit_test(refusals_tell_lengths),
        cmocka_unit_test(parts_of_a_hundredth_count_up),
        cmocka_unit_test(units_are_found_by_name),
        cmocka_unit_test(what_the_board_shows_can_be_typed),
        cmocka_unit_test(names_of_nobody_are_refused),
        cmocka_unit_test(of_two_labels_the_own_one_is_meant),
        cmocka_unit_test(the_ruler_lies_between_the_nearest_points),
        cmocka_unit_test(zones_are_the_kernels),
        cmocka_unit_test(ranges_hold_what_is_within_them),
        cmocka_unit_test(areas_end_at_the_edge),
        cmocka_unit_test(outlines_hold_what_passes),
        cmocka_unit_test(nothing_passes_nothing_is_laid),
    };
    return run_units(tests);
}
