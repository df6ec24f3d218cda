/*
 * queue.c - the bounded queue between threads.
 * SPDX-License-Identifier: MIT
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "server/queue.h"

typedef struct message {
    queue_link link;
    int number;
} message;

static void it_keeps_the_order(void **unused)
{
    (void)unused;
    queue q;
    message messages[3] = {{.number = 1}, {.number = 2}, {.number = 3}};
    queue_open(&q, 3);
    for (int i = 0; i < 3; i++) assert_true(queue_put(&q, &messages[i].link));
    assert_int_equal(queue_count(&q), 3);
    for (int i = 0; i < 3; i++) assert_int_equal(((message *)queue_take(&q))->number, i + 1);
    queue_free(&q);
}

static void a_full_one_says_so(void **unused)
{
    (void)unused;
    queue q;
    message messages[2];
    queue_open(&q, 1);
    assert_true(queue_put(&q, &messages[0].link));
    assert_false(queue_put(&q, &messages[1].link));
    assert_ptr_equal(queue_take(&q), &messages[0]);
    assert_true(queue_put(&q, &messages[1].link));
    assert_ptr_equal(queue_take(&q), &messages[1]);
    queue_free(&q);
}

static void all_or_so_many(void **unused)
{
    (void)unused;
    queue q;
    message messages[5];
    queue_open(&q, 10);
    assert_null(queue_take_all(&q, 3, false));
    for (int i = 0; i < 5; i++) queue_put(&q, &messages[i].link);
    queue_link *first = queue_take_all(&q, 3, false);
    assert_ptr_equal(first, &messages[0]);
    assert_ptr_equal(first->next->next, &messages[2]);
    assert_null(first->next->next->next);
    first = queue_take_all(&q, UINT32_MAX, true);
    assert_ptr_equal(first, &messages[3]);
    assert_null(first->next->next);
    assert_int_equal(queue_count(&q), 0);
    queue_free(&q);
}

static void a_closed_one_is_emptied(void **unused)
{
    (void)unused;
    queue q;
    message one, two;
    queue_open(&q, 10);
    queue_put(&q, &one.link);
    queue_close(&q);
    assert_false(queue_put(&q, &two.link));
    assert_ptr_equal(queue_take(&q), &one);
    assert_null(queue_take(&q));
    queue_free(&q);
}

enum { EACH = 20000, SENDERS = 3 };

static void *send_many(void *to)
{
    for (int i = 0; i < EACH; i++) {
        message *m = malloc(sizeof *m);
        m->number = i;
        while (!queue_put(to, &m->link)) {}
    }
    return NULL;
}

static void nothing_is_lost_between_threads(void **unused)
{
    (void)unused;
    queue q;
    pthread_t threads[SENDERS];
    int64_t sum = 0;
    queue_open(&q, 64);
    for (int i = 0; i < SENDERS; i++) pthread_create(&threads[i], NULL, send_many, &q);
    for (int got = 0; got < SENDERS * EACH;)
        for (queue_link *at = queue_take_all(&q, 16, true); at != NULL; got++) {
            queue_link *next = at->next;
            sum += ((message *)at)->number;
            free(at);
            at = next;
        }
    for (int i = 0; i < SENDERS; i++) pthread_join(threads[i], NULL);
    assert_int_equal(sum, (int64_t)SENDERS * EACH * (EACH - 1) / 2);
    queue_free(&q);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_keeps_the_order),
        cmocka_unit_test(a_full_one_says_so),
        cmocka_unit_test(all_or_so_many),
        cmocka_unit_test(a_closed_one_is_emptied),
        cmocka_unit_test(nothing_is_lost_between_threads),
    };
    return cmocka_run_group_tests_name("queue", tests, NULL, NULL);
}
