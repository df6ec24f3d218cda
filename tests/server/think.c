/*
 * think.c - which thought is thought next, and which gives way.  The players here think until they
 * are told to stop, so nothing depends on how long anything takes.
 * SPDX-License-Identifier: MIT
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "core/match.h"
#include "server/think.h"
#include "tests/secret.h"

enum { MINUTE_MS = 60 * 1000, TEN_SECONDS_MS = 10 * 1000, MANY = 60 };
enum { FOREIGNER = 7, STRANGER = 8 }; /* who asks */

/* ---- Players. ---- */

static atomic_int begun, released; /* thoughts of players that are held, and those let go */

static void choose_held(const gg_player *self, const gg_decision *d, gg_action *out)
{
    (void)self;
    const int nth = begun++;
    *out = d->offers[0];
    while (!gg_is_enough(d->progress) && nth >= released) sched_yield();
}

static void choose_now(const gg_player *self, const gg_decision *d, gg_action *out)
{
    (void)self;
    *out = d->offers[0];
}

static void do_nothing(void *app) { (void)app; }

static const gg_player held = {.name = "held", .thinks_ms = MINUTE_MS, .choose = choose_held},
                       held_short = {.name = "held short",
                                     .thinks_ms = TEN_SECONDS_MS,
                                     .choose = choose_held},
                       brief = {.name = "brief", .thinks_ms = TEN_SECONDS_MS, .choose = choose_now},
                       lengthy = {.name = "lengthy", .thinks_ms = MINUTE_MS, .choose = choose_now},
                       quick = {.name = "quick", .choose = choose_now};

/* ---- Thoughts. ---- */

static thinkers *all;
static gg_match match;
static void *memory;

static int open_them(void **unused)
{
    (void)unused;
    memory = malloc(gg_match_bytes(&secret_rules));
    begun = released = 0;
    all = thinkers_start(1, do_nothing, NULL);
    return memory != NULL && all != NULL
                   && gg_match_begin(&match, &secret_rules, memory, 0, NULL, NULL,
                                     gg_dice_random(1))
                              .text
                          == NULL
               ? 0
               : 1;
}

static int close_them(void **unused)
{
    (void)unused;
    thinkers_stop(all);
    thinkers_free(all);
    free(memory);
    return 0;
}

static thought *ask(const gg_player *player, uint64_t key, bool idle)
{
    thought *it = calloc(1, sizeof *it);
    assert_non_null(it);
    it->rules = &secret_rules;
    it->player = player;
    it->side = GG_BLUE;
    it->wait.key = key;
    it->idle = idle;
    it->view = malloc(secret_rules.state_bytes);
    it->memory = malloc(1);
    gg_match_view(&match, GG_BLUE, it->view);
    assert_true(thinkers_ask(all, it));
    return it;
}

static void wait_until_begun(int count)
{
    while (begun < count) sched_yield();
}

/* The next thought that is finished is this one, and something was chosen. */
static void assert_next(const thought *it)
{
    thought *next;
    while ((next = thinkers_next(all)) == NULL) sched_yield();
    assert_ptr_equal(next, it);
    assert_true(next->chosen);
    thought_free(next);
}

/* ---- Tests. ---- */

static void what_nobody_waits_for_gives_way_to_everybody(void **unused)
{
    (void)unused;
    const thought *idle = ask(&held, FOREIGNER, true);
    wait_until_begun(1);
    assert_next(ask(&lengthy, STRANGER, false));
    assert_next(ask(&brief, STRANGER, false));
    assert_next(ask(&lengthy, FOREIGNER, false)); /* to his own games, too */
    assert_next(ask(&quick, STRANGER, false));
    released = 1;
    assert_next(idle); /* and goes on where it was */
    assert_int_equal(begun, 1);
}

static void it_waits_behind_everybody(void **unused)
{
    (void)unused;
    const thought *first = ask(&held, STRANGER, false);
    wait_until_begun(1);
    const thought *idle = ask(&brief, FOREIGNER, true), *later = ask(&lengthy, STRANGER, false);
    assert_int_equal(thinkers_count(all).waiting[THINK_IDLE], 1);
    assert_int_equal(thinkers_count(all).waiting[THINK_SLOW], 1);
    released = 1;
    assert_next(first);
    assert_next(later);
    assert_next(idle);
}

static void who_comes_to_look_has_it_hurry(void **unused)
{
    (void)unused;
    const thought *first = ask(&held, STRANGER, false);
    wait_until_begun(1);
    thought *idle = ask(&brief, FOREIGNER, true);
    const thought *more = ask(&lengthy, STRANGER, false);
    thinkers_hurry(all, idle);
    assert_next(idle); /* it is far shorter than what is under way */
    released = 1;
    assert_next(first);
    assert_next(more);
}

static void under_way_it_gives_way_no_longer(void **unused)
{
    (void)unused;
    thought *idle = ask(&held, FOREIGNER, true);
    wait_until_begun(1);
    thinkers_hurry(all, idle);
    const thought *other = ask(&lengthy, STRANGER, false);
    released = 1;
    assert_next(idle);
    assert_next(other);
}

static void short_ones_of_others_come_first(void **unused)
{
    (void)unused;
    const thought *slow = ask(&held, FOREIGNER, false);
    wait_until_begun(1);
    const thought *own = ask(&brief, FOREIGNER, false), *same = ask(&lengthy, STRANGER, false);
    assert_next(ask(&brief, STRANGER, false)); /* far shorter, of another asker */
    assert_int_equal(thinkers_count(all).waiting[THINK_SLOW], 2);
    released = 1;
    assert_next(slow);
    assert_next(same);
    assert_next(own);
}

/* A hall's worth of games of one asker, all waited for, and one of somebody else. */
static void nobodys_many_stand_before_anothers_one(void **unused)
{
    (void)unused;
    const thought *first = ask(&held, FOREIGNER, false), *many[MANY];
    wait_until_begun(1);
    for (int i = 0; i < MANY; i++) many[i] = ask(&lengthy, FOREIGNER, false);
    const thought *one = ask(&lengthy, STRANGER, false), *two = ask(&lengthy, STRANGER, false);
    released = 1;
    assert_next(first);
    assert_next(one);
    assert_next(many[0]);
    assert_next(two);
    for (int i = 1; i < MANY; i++) assert_next(many[i]);
}

/* Askers take turns by the time that their players want: six short thoughts for one long one. */
static void turns_are_as_long_as_thoughts(void **unused)
{
    (void)unused;
    const thought *first = ask(&held_short, FOREIGNER, false), *longs[2], *shorts[7];
    wait_until_begun(1);
    for (int i = 0; i < 2; i++) longs[i] = ask(&lengthy, FOREIGNER + 2, false);
    for (int i = 0; i < 7; i++) shorts[i] = ask(&brief, STRANGER, false);
    released = 1;
    assert_next(first);
    assert_next(longs[0]);
    for (int i = 0; i < 6; i++) assert_next(shorts[i]);
    assert_next(longs[1]);
    assert_next(shorts[6]);
}

static void three_deep_and_all_unwanted(void **unused)
{
    (void)unused;
    thought *deep[3] = {ask(&held, FOREIGNER, true)};
    wait_until_begun(1);
    deep[1] = ask(&held, FOREIGNER, false);
    wait_until_begun(2);
    deep[2] = ask(&held_short, STRANGER, false);
    wait_until_begun(3);
    for (int i = 0; i < 3; i++) thinkers_drop(all, deep[i]);
    for (int i = 2; i >= 0; i--) assert_next(deep[i]);
    assert_next(ask(&quick, STRANGER, false));
    ask(&held, FOREIGNER, true); /* the stop does not wait for it */
    wait_until_begun(4);
}

#define A_TEST(of) cmocka_unit_test_setup_teardown(of, open_them, close_them)

int main(void)
{
    const struct CMUnitTest tests[] = {
        A_TEST(what_nobody_waits_for_gives_way_to_everybody),
        A_TEST(it_waits_behind_everybody),
        A_TEST(who_comes_to_look_has_it_hurry),
        A_TEST(under_way_it_gives_way_no_longer),
        A_TEST(short_ones_of_others_come_first),
        A_TEST(nobodys_many_stand_before_anothers_one),
        A_TEST(turns_are_as_long_as_thoughts),
        A_TEST(three_deep_and_all_unwanted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
