/*
 * post.c - a message that has not gone when its time is up keeps its bytes: lab/mpi.c with an MPI
 * of our own for sending, in which a message goes when we say so.
 * SPDX-License-Identifier: MIT
 */
#include "core/unit.h"

#include "lab/ranks.h"

#include <mpi.h>

enum { MESSAGES_MAX = 4 };

static struct {
    const char *bytes[MESSAGES_MAX]; /* as MPI would read them, whenever it does */
    int count, asked_after;
    bool goes, is_over;
} wire;

int MPI_Isend(const void *bytes, int count, MPI_Datatype kind, int to, int tag, MPI_Comm all,
              MPI_Request *request)
{
    (void)count, (void)kind, (void)to, (void)tag, (void)all;
    assert_true(wire.count < MESSAGES_MAX);
    wire.bytes[wire.count++] = bytes;
    *request = MPI_REQUEST_NULL;
    return MPI_SUCCESS;
}

int MPI_Test(MPI_Request *request, int *done, MPI_Status *status)
{
    (void)request, (void)status;
    wire.asked_after++;
    *done = wire.goes;
    return MPI_SUCCESS;
}

int MPI_Finalize(void)
{
    wire.is_over = true;
    return MPI_SUCCESS;
}

static void what_has_not_gone_keeps_its_bytes(void **state)
{
    (void)state;
    char words[] = "game 7";
    assert_false(lab_mpi_post.send(1, words, sizeof words, 0));
    memset(words, 'x', sizeof words);
    assert_string_equal(wire.bytes[0], "game 7");
    lab_mpi_post.end(true);
    assert_false(wire.is_over); /* it would wait for this message for ever */
    wire.goes = true;
    assert_true(lab_mpi_post.send(1, words, sizeof words, 0));
    const int before = wire.asked_after;
    lab_mpi_post.end(true);
    assert_true(wire.is_over);
    assert_int_equal(wire.asked_after, before); /* both have gone: nobody is asked after */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_has_not_gone_keeps_its_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
