/*
 * turns.c - a thread that asks for short turns is let in sooner, and gets no more of the processor
 * than before; those that it starts do not come by them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>

#include "server/turns.h"

static turns_kept mine(void)
{
    turns_kept how;
    if (!turns_look(&how)) skip(); /* this kernel does not tell */
    return how;
}

static void *look(void *to)
{
    turns_look(to);
    return NULL;
}

static bool has_turns(const turns_kept *how) /* whose length one may ask for */
{
    enum { OTHER = 0, BATCH = 3 };
    return how->nanoseconds != 0 && (how->policy == OTHER || how->policy == BATCH);
}

static void only_the_turns_are_shorter(void **unused)
{
    (void)unused;
    turns_kept later;
    pthread_t thread;
    const turns_kept before = mine();
    turns_shorten(TURNS_STORE_US);
    const turns_kept after = mine();
    assert_int_equal(after.policy, before.policy);
    assert_int_equal(after.nice, before.nice);
    assert_int_equal(after.priority, before.priority);
    if (!has_turns(&before) || (after.flags & TURNS_NOT_INHERITED) == 0) return; /* refused */
    assert_int_equal(after.nanoseconds, TURNS_STORE_US * 1000);
    assert_int_equal(pthread_create(&thread, NULL, look, &later), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(later.nanoseconds, before.nanoseconds);
    assert_int_equal(later.nice, before.nice);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(only_the_turns_are_shorter)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
