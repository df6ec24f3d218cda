/*
 * lanes.c - what waits in lanes: the first before the second, fairly by who asks, and bounded.
 * SPDX-License-Identifier: MIT
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "server/lanes.h"

enum { ALL = (1 << LANES_MAX) - 1 };

static const lanes_rule rules[LANES_MAX] = {{8, 4}, {8, 2}};
static lanes_queue q;

static int open_them(void **unused)
{
    (void)unused;
    return lanes_open(&q, rules) ? 0 : 1;
}

static int close_them(void **unused)
{
    (void)unused;
    while (lanes_take(&q, ALL, false) != NULL) {}
    lanes_free(&q);
    return 0;
}

static void the_first_lane_goes_first(void **unused)
{
    (void)unused;
    static lanes_item late = {.lane = 1, .key = 1}, early = {.lane = 0, .key = 1};
    assert_true(lanes_put(&q, &late));
    assert_true(lanes_put(&q, &early));
    assert_int_equal(lanes_count(&q, ALL), 2);
    assert_ptr_equal(lanes_take(&q, ALL, true), &early);
    assert_null(lanes_take(&q, 1u << 0, false)); /* whoever takes of the first lane only */
    assert_ptr_equal(lanes_take(&q, ALL, true), &late);
}

static void nobodys_many_stand_before_anothers_one(void **unused)
{
    (void)unused;
    static lanes_item many[4] = {{.key = 7}, {.key = 7}, {.key = 7}, {.key = 7}};
    static lanes_item one = {.key = 8}, two = {.key = 8};
    for (int i = 0; i < 4; i++) assert_true(lanes_put(&q, &many[i]));
    assert_ptr_equal(lanes_take(&q, ALL, true), &many[0]);
    assert_true(lanes_put(&q, &one));
    assert_true(lanes_put(&q, &two));
    assert_ptr_equal(lanes_take(&q, ALL, true), &one);
    assert_ptr_equal(lanes_take(&q, ALL, true), &many[1]);
    assert_ptr_equal(lanes_take(&q, ALL, true), &two);
    assert_ptr_equal(lanes_take(&q, ALL, true), &many[2]);
    assert_ptr_equal(lanes_take(&q, ALL, true), &many[3]);
}

static void it_is_bounded(void **unused)
{
    (void)unused;
    static lanes_item items[9];
    for (int i = 0; i < 9; i++) items[i] = (lanes_item){.key = (uint64_t)i / 4 + 1};
    static lanes_item fifth = {.key = 1};
    for (int i = 0; i < 4; i++) assert_true(lanes_put(&q, &items[i]));
    assert_false(lanes_put(&q, &fifth)); /* of one asker */
    for (int i = 4; i < 8; i++) assert_true(lanes_put(&q, &items[i]));
    assert_false(lanes_put(&q, &items[8])); /* of all */
    static lanes_item nowhere = {.lane = 3};
    assert_false(lanes_put(&q, &nowhere));
}

static void one_can_be_raised_and_taken_out(void **unused)
{
    (void)unused;
    static lanes_item first = {.lane = 1, .key = 1}, second = {.lane = 1, .key = 2};
    lanes_put(&q, &first);
    lanes_put(&q, &second);
    lanes_raise(&q, &second, 0);
    lanes_raise(&q, &first, 3); /* that is no better place */
    assert_ptr_equal(lanes_take(&q, 1u << 0, false), &second);
    assert_false(lanes_remove(&q, &second));
    assert_true(lanes_remove(&q, &first));
    assert_int_equal(lanes_count(&q, ALL), 0);
    assert_true(lanes_put(&q, &first)); /* the asker's place is free again */
    assert_true(lanes_put(&q, &second));
}

static void time_runs_out(void **unused)
{
    (void)unused;
    const lanes_item never = {.deadline = 0}, past = {.deadline = lanes_now() - 5},
                     later = {.deadline = lanes_now() + 60000};
    assert_false(lanes_is_late(&never));
    assert_true(lanes_is_late(&past));
    assert_false(lanes_is_late(&later));
    assert_int_equal(lanes_oldest(&q, ALL), 0);
}

static void a_closed_one_is_emptied(void **unused)
{
    (void)unused;
    static lanes_item one = {.key = 1}, two = {.key = 1};
    lanes_put(&q, &one);
    lanes_close(&q);
    assert_false(lanes_put(&q, &two));
    assert_ptr_equal(lanes_take(&q, ALL, true), &one);
    assert_null(lanes_take(&q, ALL, true));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_first_lane_goes_first, open_them, close_them),
        cmocka_unit_test_setup_teardown(nobodys_many_stand_before_anothers_one, open_them,
                                        close_them),
        cmocka_unit_test_setup_teardown(it_is_bounded, open_them, close_them),
        cmocka_unit_test_setup_teardown(one_can_be_raised_and_taken_out, open_them, close_them),
        cmocka_unit_test_setup_teardown(time_runs_out, open_them, close_them),
        cmocka_unit_test_setup_teardown(a_closed_one_is_emptied, open_them, close_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
