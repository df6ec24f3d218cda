/*
 * dice.c - tests of the sources of chance: every kind, and that enumeration is exact.
 * SPDX-License-Identifier: MIT
 */
#include "unit.h"

/* The published outputs of xoshiro256** seeded by splitmix64 from 0. */
static void random_is_xoshiro(void **unused)
{
    (void)unused;
    static const uint64_t published[] = {
        11091344671253066420u, 13793997310169335082u, 1900383378846508768u,
        7684712102626143532u,  13521403990117723737u,
    };
    gg_dice dice = gg_dice_random(0);
    for (size_t i = 0; i < sizeof published / sizeof *published; i++)
        assert_int_equal(gg_dice_bits(&dice), published[i]);
}

static void random_faces_are_pinned(void **unused)
{
    (void)unused;
    static const int faces[] = {3, 2, 2, 2, 3, 4, 4, 2, 3, 1, 2, 1};
    gg_dice dice = gg_dice_random(1805);
    for (size_t i = 0; i < sizeof faces / sizeof *faces; i++)
        assert_int_equal(gg_roll(&dice, 6), faces[i]);
}

static void equal_seeds_give_equal_faces(void **unused)
{
    (void)unused;
    gg_dice one = gg_dice_random(77), two = gg_dice_random(77), other = gg_dice_random(78);
    int differ = 0;
    for (int i = 0; i < 1000; i++) {
        int face = gg_roll(&one, 6);
        assert_int_equal(face, gg_roll(&two, 6));
        differ += face != gg_roll(&other, 6);
    }
    assert_true(differ > 500);
}

/* Six thousand throws: chi-square with 5 degrees of freedom stays below 30 (one in 70,000). */
static void random_faces_are_even(void **unused)
{
    (void)unused;
    int seen[7] = {0};
    gg_dice dice = gg_dice_random(12);
    for (int i = 0; i < 6000; i++) {
        int face = gg_roll(&dice, 6);
        assert_in_range(face, 1, 6);
        seen[face]++;
    }
    int squares = 0;
    for (int face = 1; face <= 6; face++) squares += (seen[face] - 1000) * (seen[face] - 1000);
    assert_true(squares < 30 * 1000);
}

static void picks_reach_every_number(void **unused)
{
    (void)unused;
    gg_dice dice = gg_dice_random(3);
    for (uint32_t count = 1; count <= 13; count++) {
        uint32_t seen = 0;
        for (int i = 0; i < 500; i++) {
            uint32_t pick = gg_dice_pick(&dice, count);
            assert_true(pick < count);
            seen |= 1u << pick;
        }
        assert_int_equal(seen, (1u << count) - 1);
    }
}

/* ---- Scripted. ---- */

static void scripted_gives_its_faces(void **unused)
{
    (void)unused;
    static const uint8_t faces[] = {6, 1, 20, 3, 3, 4};
    uint8_t shown[3];
    gg_dice dice = gg_dice_scripted(faces, 6);
    assert_int_equal(gg_roll(&dice, 6), 6);
    assert_int_equal(gg_roll(&dice, 6), 1);
    assert_int_equal(gg_roll(&dice, 20), 20);
    assert_int_equal(gg_roll_hits(&dice, 3, 6, 1u << 2, shown), 2);
    assert_memory_equal(shown, faces + 3, 3);
    assert_int_equal(dice.trouble, GG_DICE_FINE);
    assert_int_equal(dice.face_next, 6);
    assert_int_equal(dice.requests, 4);
}

static void scripted_runs_dry(void **unused)
{
    (void)unused;
    static const uint8_t faces[] = {4};
    gg_dice dice = gg_dice_scripted(faces, 1);
    gg_roll_for(&dice, "morale", 7, 9);
    gg_roll(&dice, 6);
    assert_int_equal(dice.trouble, GG_DICE_FINE);
    assert_in_range(gg_roll(&dice, 8), 1, 8);
    assert_int_equal(dice.trouble, GG_DICE_DRY);
    assert_int_equal(dice.asked_sides, 8);
    assert_int_equal(dice.asked_count, 1);
    assert_string_equal(dice.purpose, "morale");
    assert_int_equal(dice.who, 7);
    assert_int_equal(dice.whom, 9);
    assert_in_range(gg_roll(&dice, 20), 1, 20);
    assert_int_equal(dice.asked_sides, 8); /* the first trouble is the one reported */
}

static void scripted_says_how_many_it_lacks(void **unused)
{
    (void)unused;
    static const uint8_t faces[] = {4, 4, 4};
    gg_dice dice = gg_dice_scripted(faces, 3);
    gg_roll_hits(&dice, 5, 6, 8, NULL);
    assert_int_equal(dice.trouble, GG_DICE_DRY);
    assert_int_equal(dice.asked_count, 2);
    gg_roll_hits(&dice, 4, 6, 8, NULL);
    assert_int_equal(dice.asked_count, 2); /* the first trouble is the one reported */
}

static void scripted_face_must_be_on_the_die(void **unused)
{
    (void)unused;
    static const uint8_t seven[] = {7, 2}, nought[] = {0};
    gg_dice dice = gg_dice_scripted(seven, 2);
    gg_roll(&dice, 6);
    assert_int_equal(dice.trouble, GG_DICE_BAD_FACE);
    assert_int_equal(dice.face_next, 0);
    dice = gg_dice_scripted(nought, 1);
    gg_roll(&dice, 6);
    assert_int_equal(dice.trouble, GG_DICE_BAD_FACE);
}

static void faces_are_traced(void **unused)
{
    (void)unused;
    uint8_t trace[8];
    gg_dice dice = gg_dice_random(5), again = gg_dice_random(5);
    dice.trace = trace;
    dice.trace_limit = 8;
    for (int i = 0; i < 4; i++) gg_roll(&dice, 6);
    gg_roll_hits(&dice, 6, 6, 3, NULL); /* two more than there is room for */
    assert_int_equal(dice.trace_count, 8);
    for (int i = 0; i < 8; i++) assert_int_equal(trace[i], gg_roll(&again, 6));
}

static void random_shows_what_it_counts(void **unused)
{
    (void)unused;
    static const uint8_t kind_of[6] = {0, 0, 1, 2, 2, 2};
    gg_dice dice = gg_dice_random(9);
    for (int run = 0; run < 200; run++) {
        int counts[GG_KINDS_MAX], by_hand[3] = {0};
        uint8_t shown[12];
        gg_roll_kinds(&dice, 12, 6, kind_of, 3, counts, shown);
        for (int i = 0; i < 12; i++) by_hand[kind_of[shown[i] - 1]]++;
        for (int kind = 0; kind < 3; kind++) assert_int_equal(counts[kind], by_hand[kind]);
    }
}

/* ---- Enumeration against counting by hand. ---- */

enum { RESULTS_MAX = 4096 };

typedef struct tally {
    gg_fraction chance[RESULTS_MAX];
    gg_fraction sum;
    uint32_t runs;
} tally;

/* Something that rolls and comes to a number below RESULTS_MAX. */
typedef int shape(gg_dice *);

static void enumerate(shape *roll, tally *out)
{
    for (int i = 0; i < RESULTS_MAX; i++) out->chance[i] = (gg_fraction){0, 1};
    out->sum = (gg_fraction){0, 1};
    gg_dice dice = gg_dice_enumerate();
    while (gg_dice_next(&dice)) {
        int result = roll(&dice);
        assert_in_range(result, 0, RESULTS_MAX - 1);
        assert_true(gg_fraction_plus(&out->chance[result], dice.weight));
        assert_true(gg_fraction_plus(&out->sum, dice.weight));
    }
    assert_int_equal(dice.trouble, GG_DICE_FINE);
    out->runs = dice.runs;
    assert_fraction(out->sum, 1, 1);
}

/* Plays the shape with every sequence of `count` single faces; it uses exactly those dice, or
 * fewer (then what it leaves is multiplied away). */
static void by_hand(shape *roll, int count, int sides, uint64_t ways[RESULTS_MAX], uint64_t *all)
{
    uint8_t faces[12];
    memset(ways, 0, RESULTS_MAX * sizeof *ways);
    *all = 1;
    for (int i = 0; i < count; i++) *all *= (uint64_t)sides;
    for (uint64_t number = 0; number < *all; number++) {
        uint64_t rest = number;
        for (int i = 0; i < count; i++, rest /= (uint64_t)sides)
            faces[i] = (uint8_t)(1 + rest % (uint64_t)sides);
        gg_dice dice = gg_dice_scripted(faces, (uint32_t)count);
        int result = roll(&dice);
        assert_int_equal(dice.trouble, GG_DICE_FINE);
        ways[result]++;
    }
}

static void agrees(shape *roll, int count, int sides)
{
    static tally exact;
    static uint64_t ways[RESULTS_MAX];
    uint64_t all;
    enumerate(roll, &exact);
    by_hand(roll, count, sides, ways, &all);
    for (int i = 0; i < RESULTS_MAX; i++) {
        gg_fraction wanted = gg_fraction_reduce((gg_fraction){ways[i], all});
        assert_fraction(exact.chance[i], wanted.top, wanted.bottom);
    }
}

static int two_dice(gg_dice *dice) { return gg_roll(dice, 6) + gg_roll(dice, 6); }

static int five_for_hits(gg_dice *dice) { return gg_roll_hits(dice, 5, 6, 0x13, NULL); }

/* The special die of squares: I I A C X blank. */
static int four_of_five_kinds(gg_dice *dice)
{
    static const uint8_t kind_of[6] = {0, 0, 1, 2, 3, 4};
    int counts[GG_KINDS_MAX];
    gg_roll_kinds(dice, 4, 6, kind_of, 5, counts, NULL);
    return counts[0] + 5 * counts[1] + 25 * counts[2] + 125 * counts[3] + 625 * counts[4];
}

static int with_a_kind_that_cannot_come(gg_dice *dice)
{
    static const uint8_t kind_of[4] = {3, 0, 3, 3};
    int counts[GG_KINDS_MAX];
    gg_roll_kinds(dice, 5, 4, kind_of, 6, counts, NULL);
    assert_int_equal(counts[1] + counts[2] + counts[4] + counts[5], 0);
    return counts[0] * 10 + counts[3];
}

/* Hits, a saving throw for each, and one more die when nothing was saved: requests that depend
 * on what came before. */
static int hits_then_saves(gg_dice *dice)
{
    int hits = gg_roll_hits(dice, 3, 6, 0x38, NULL);
    int saved = gg_roll_hits(dice, hits, 6, 0x30, NULL);
    int more = hits > 0 && saved == 0 ? gg_roll(dice, 6) : 0;
    return hits * 100 + saved * 10 + more;
}

static int reroll_of_ones(gg_dice *dice)
{
    int first = gg_roll(dice, 6);
    return first == 1 ? 10 + gg_roll(dice, 6) : first;
}

static void enumeration_equals_counting(void **unused)
{
    (void)unused;
    agrees(two_dice, 2, 6);
    agrees(five_for_hits, 5, 6);
    agrees(four_of_five_kinds, 4, 6);
    agrees(with_a_kind_that_cannot_come, 5, 4);
    agrees(hits_then_saves, 7, 6);
    agrees(reroll_of_ones, 2, 6);
}

static int twenty(gg_dice *dice) { return gg_roll_hits(dice, 20, 6, 0x07, NULL); }

/* Twenty dice are 21 runs, not 6^20, and each is the binomial over 2^20 to the last digit. */
static void twenty_dice_are_exact(void **unused)
{
    (void)unused;
    static tally exact;
    enumerate(twenty, &exact);
    assert_int_equal(exact.runs, 21);
    uint64_t ways = 1;
    for (uint64_t hits = 0; hits <= 20; hits++) {
        gg_fraction wanted = gg_fraction_reduce((gg_fraction){ways, 1u << 20});
        assert_fraction(exact.chance[hits], wanted.top, wanted.bottom);
        ways = ways * (20 - hits) / (hits + 1);
    }
}

/* Twelve special dice: as many outcomes as ways to share 12 among 5 kinds. */
static int twelve_of_five_kinds(gg_dice *dice)
{
    static const uint8_t kind_of[6] = {0, 0, 1, 2, 3, 4};
    int counts[GG_KINDS_MAX], sum = 0;
    gg_roll_kinds(dice, 12, 6, kind_of, 5, counts, NULL);
    for (int kind = 0; kind < 5; kind++) sum += counts[kind];
    assert_int_equal(sum, 12);
    return counts[0];
}

static void kinds_are_multinomial(void **unused)
{
    (void)unused;
    static tally exact;
    enumerate(twelve_of_five_kinds, &exact);
    assert_int_equal(exact.runs, 1820);             /* 16 over 4 */
    assert_fraction(exact.chance[0], 4096, 531441); /* (4/6)^12 */
    assert_fraction(exact.chance[12], 1, 531441);   /* (2/6)^12 */
}

static void enumeration_shows_an_arrangement(void **unused)
{
    (void)unused;
    uint8_t shown[6];
    for (gg_dice dice = gg_dice_enumerate(); gg_dice_next(&dice);) {
        int hits = gg_roll_hits(&dice, 6, 6, 0x21, shown), counted = 0;
        for (int i = 0; i < 6; i++) {
            assert_in_range(shown[i], 1, 6);
            counted += shown[i] == 1 || shown[i] == 6;
        }
        assert_int_equal(hits, counted);
    }
}

static void nothing_to_roll_is_one_run(void **unused)
{
    (void)unused;
    gg_dice dice = gg_dice_enumerate();
    assert_true(gg_dice_next(&dice));
    assert_int_equal(gg_roll_hits(&dice, 0, 6, 1, NULL), 0);
    assert_fraction(dice.weight, 1, 1);
    assert_false(gg_dice_next(&dice));
    assert_int_equal(dice.runs, 1);
}

static void enumeration_knows_its_bounds(void **unused)
{
    (void)unused;
    uint32_t runs = 0;
    gg_dice dice = gg_dice_enumerate();
    for (; gg_dice_next(&dice); runs++)
        for (int i = 0; i < 8; i++) gg_roll(&dice, 6);
    assert_int_equal(dice.trouble, GG_DICE_TOO_MANY);
    assert_int_equal(runs, GG_RUNS_MAX);
    dice = gg_dice_enumerate();
    assert_true(gg_dice_next(&dice));
    for (int i = 0; i <= GG_REQUESTS_MAX; i++) gg_roll(&dice, 1);
    assert_int_equal(dice.trouble, GG_DICE_TOO_MANY);
    assert_false(gg_dice_next(&dice));
}

/* A loop that rolls until a six ends even when the enumeration has given up. */
static void open_ended_rolls_come_to_an_end(void **unused)
{
    (void)unused;
    gg_dice dice = gg_dice_enumerate();
    while (gg_dice_next(&dice))
        while (gg_roll(&dice, 6) != 6) continue;
    assert_int_equal(dice.trouble, GG_DICE_TOO_MANY);
    static const uint8_t none[1] = {1};
    dice = gg_dice_scripted(none, 1);
    while (gg_roll(&dice, 6) != 6) continue;
    assert_int_equal(dice.trouble, GG_DICE_DRY);
}

static void impossible_dice_break(void **unused)
{
    (void)unused;
    gg_dice dice = gg_dice_random(1);
    assert_breaks(gg_roll(&dice, 0));
    assert_breaks(gg_roll(&dice, GG_DIE_SIDES_MAX + 1));
    assert_breaks(gg_dice_pick(&dice, 0));
    assert_breaks(gg_dice_next(&dice));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_is_xoshiro),
        cmocka_unit_test(random_faces_are_pinned),
        cmocka_unit_test(equal_seeds_give_equal_faces),
        cmocka_unit_test(random_faces_are_even),
        cmocka_unit_test(picks_reach_every_number),
        cmocka_unit_test(scripted_gives_its_faces),
        cmocka_unit_test(scripted_runs_dry),
        cmocka_unit_test(scripted_says_how_many_it_lacks),
        cmocka_unit_test(scripted_face_must_be_on_the_die),
        cmocka_unit_test(faces_are_traced),
        cmocka_unit_test(random_shows_what_it_counts),
        cmocka_unit_test(enumeration_equals_counting),
        cmocka_unit_test(twenty_dice_are_exact),
        cmocka_unit_test(kinds_are_multinomial),
        cmocka_unit_test(enumeration_shows_an_arrangement),
        cmocka_unit_test(nothing_to_roll_is_one_run),
        cmocka_unit_test(enumeration_knows_its_bounds),
        cmocka_unit_test(open_ended_rolls_come_to_an_end),
        cmocka_unit_test(impossible_dice_break),
    };
    return run_units(tests);
}
