/*
 * fair.c - provable dice: the formula, its evenness, and that every change is found.
 * SPDX-License-Identifier: MIT
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sodium.h>
#include <string.h>

#include "server/fair.h"

static fair example(void)
{
    fair f = {.id = "k3f9q2dw", .contributions = {"7 of hearts", "queen of spades"}};
    for (int i = 0; i < FAIR_SECRET_BYTES; i++) f.secret[i] = (uint8_t)i;
    return f;
}

/* Worked out by another program with another library: docs/dice.md has it. */
static void the_formula_is_the_published_one(void **unused)
{
    (void)unused;
    const fair f = example();
    uint8_t commitment[FAIR_HASH_BYTES];
    char hex[2 * FAIR_HASH_BYTES + 1];
    static const int six[] = {6, 2, 1, 2, 4, 4, 6, 4, 1, 1, 1, 6};
    fair_commitment(&f, f.secret, commitment);
    sodium_bin2hex(hex, sizeof hex, commitment, sizeof commitment);
    assert_string_equal(hex, "cf5ba96ff5d1282a7b6df3ad674fdf67f5aeda4297d8a9fc078b2681e79427d0");
    for (int i = 0; i < 12; i++) assert_int_equal(fair_face(&f, (uint64_t)i + 1, 6), six[i]);
}

static void each_part_changes_the_dice(void **unused)
{
    (void)unused;
    const fair f = example();
    for (int part = 0; part < 4; part++) {
        fair g = f;
        if (part == 0) g.secret[31] ^= 1;
        if (part == 1) g.id[7] = 'x';
        if (part == 2) g.contributions[0][0] = '8';
        if (part == 3) g.contributions[1][0] = 'Q';
        int same = 0;
        for (uint64_t n = 1; n <= 200; n++) same += fair_face(&f, n, 20) == fair_face(&g, n, 20);
        assert_in_range(same, 0, 40); /* about 10 by chance */
    }
}

static void faces_are_even(void **unused)
{
    (void)unused;
    const fair f = example();
    static const int sides[] = {2, 6, 10, 20};
    enum { ROLLS = 60000 };
    for (int s = 0; s < 4; s++) {
        int counts[21] = {0};
        for (uint64_t n = 1; n <= ROLLS; n++) counts[fair_face(&f, n, sides[s])]++;
        const int expected = ROLLS / sides[s];
        for (int face = 1; face <= sides[s]; face++) /* five standard deviations */
            assert_true((counts[face] - expected) * (counts[face] - expected) < 25 * expected);
    }
}

static void a_source_counts_its_dice(void **unused)
{
    (void)unused;
    const fair f = example();
    fair_source source = {.fair = &f};
    for (uint64_t n = 1; n <= 20; n++) assert_int_equal(fair_draw(&source, 6), fair_face(&f, n, 6));
}

static void contributions_are_lines(void **unused)
{
    (void)unused;
    assert_true(fair_may_contribute(""));
    assert_true(fair_may_contribute("7 of hearts"));
    assert_false(fair_may_contribute(" leading"));
    assert_false(fair_may_contribute("trailing "));
    assert_false(fair_may_contribute("two\nlines"));
    assert_false(fair_may_contribute("\xc3\xa9"));
    char long_one[70];
    memset(long_one, 'x', sizeof long_one);
    long_one[64] = '\0';
    assert_true(fair_may_contribute(long_one));
    long_one[64] = 'x';
    long_one[65] = '\0';
    assert_false(fair_may_contribute(long_one));
}

static void the_heading_reads_back(void **unused)
{
    (void)unused;
    const fair f = example();
    fair g;
    char bytes[1024 + 64];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_put(&text, "grognard 1\n");
    fair_write_heading(&f, true, &text);
    gg_put(&text, "1 blue server : #\n");
    assert_int_equal(fair_read_heading(bytes, &g), FAIR_TOLD);
    assert_memory_equal(&f, &g, sizeof f);
}

static void what_is_missing_is_said(void **unused)
{
    (void)unused;
    const fair f = example();
    fair g;
    char bytes[1024];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_put(&text, "grognard 1\n");
    assert_int_equal(fair_read_heading(bytes, &g), FAIR_ABSENT);
    fair_write_heading(&f, false, &text);
    assert_int_equal(fair_read_heading(bytes, &g), FAIR_NOT_OVER);
    *strstr(bytes, "commitment ") = 'x';
    assert_int_equal(fair_read_heading(bytes, &g), FAIR_DAMAGED);
}

/* ---- After a restore. ---- */

static fair restored(void)
{
    fair f = example();
    for (int i = 1; i <= 3; i++) { /* the last two before a die was rolled between them */
        uint8_t secret[FAIR_SECRET_BYTES];
        memset(secret, 100 + i, sizeof secret);
        assert_true(fair_add_secret(&f, i == 1 ? 57 : 90, secret));
    }
    return f;
}

static void a_later_secret_draws_later_dice(void **unused)
{
    (void)unused;
    const fair before = example();
    fair f = restored(), last = example();
    memset(last.secret, 103, sizeof last.secret);
    int same = 0;
    for (uint64_t n = 1; n <= 300; n++) {
        const int face = fair_face(&f, n, 20);
        if (n < 57) assert_int_equal(face, fair_face(&before, n, 20));
        else same += face == fair_face(&before, n, 20);
        if (n >= 90) assert_int_equal(face, fair_face(&last, n, 20));
    }
    assert_in_range(same, 0, 40); /* about 12 by chance */
    fair_forget(&f);
}

static fair_told read_changed(const char *heading, const char *words, size_t at, char to)
{
    char bytes[2048];
    fair g;
    snprintf(bytes, sizeof bytes, "%s", heading);
    char *found = strstr(bytes, words);
    assert_non_null(found);
    found[at] = to;
    const fair_told told = fair_read_heading(bytes, &g);
    fair_forget(&g);
    return told;
}

static void all_secrets_read_back(void **unused)
{
    (void)unused;
    fair f = restored(), g;
    char bytes[2048];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_put(&text, "grognard 1\n");
    fair_write_heading(&f, false, &text);
    assert_non_null(strstr(bytes, "\nserver restored-commitment "));
    assert_null(strstr(bytes, "57")); /* nobody is told how many dice were rolled */
    assert_int_equal(fair_read_heading(bytes, &g), FAIR_NOT_OVER);
    fair_forget(&g);
    text = gg_text_over(bytes, sizeof bytes);
    gg_put(&text, "grognard 1\n");
    fair_write_heading(&f, true, &text);
    gg_put(&text, "1 blue server : #\n");
    assert_int_equal(fair_read_heading(bytes, &g), FAIR_TOLD);
    assert_int_equal(g.later_count, 3);
    for (uint64_t n = 1; n <= 200; n++)
        assert_int_equal(fair_face(&f, n, 20), fair_face(&g, n, 20));
    fair_forget(&g);
    fair_forget(&f);
    assert_int_equal(read_changed(bytes, "server restored-secret 57 ", 30, 'f'), FAIR_OTHER);
    assert_int_equal(read_changed(bytes, "server restored-commitment ", 30, 'f'), FAIR_OTHER);
    assert_int_equal(read_changed(bytes, "server restored-secret 57 ", 23, '9'), FAIR_DAMAGED);
    assert_int_equal(read_changed(bytes, "server restored-secret 57 ", 30, 'g'), FAIR_DAMAGED);
    assert_int_equal(read_changed(bytes, "server restored-secret 90 67", 7, 'x'), FAIR_DAMAGED);
    assert_int_equal(read_changed(bytes, "server restored-commitment ", 7, 'x'), FAIR_OTHER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_formula_is_the_published_one),
        cmocka_unit_test(each_part_changes_the_dice),
        cmocka_unit_test(faces_are_even),
        cmocka_unit_test(a_source_counts_its_dice),
        cmocka_unit_test(contributions_are_lines),
        cmocka_unit_test(the_heading_reads_back),
        cmocka_unit_test(what_is_missing_is_said),
        cmocka_unit_test(a_later_secret_draws_later_dice),
        cmocka_unit_test(all_secrets_read_back),
    };
    if (sodium_init() < 0) return 1;
    return cmocka_run_group_tests_name("fair", tests, NULL, NULL);
}
