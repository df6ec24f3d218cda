/*
 * mpi.c - messages between ranks by MPI.  A file of its own that `grognard lab run` loads only when
 * mpirun has started it; see ranks.h.
 * SPDX-License-Identifier: MIT
 */
#include "lab/ranks.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TAG = 18, PAUSE_US = 200 };

static bool begin(int *rank, int *ranks)
{
    int given = 0;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &given) != MPI_SUCCESS) return false;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN); /* one may die, the others go on */
    MPI_Comm_rank(MPI_COMM_WORLD, rank);
    MPI_Comm_size(MPI_COMM_WORLD, ranks);
    return given >= MPI_THREAD_FUNNELED;
}

/* By the clock: where there are more ranks than processors each look gives way to others, and a
 * thousand looks may take a thousand times as long as their pauses. */
static int64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* A message on its way has bytes of its own: one that has not gone in time may still go, long after
 * the caller's are something else. */
typedef struct letter {
    struct letter *next;
    MPI_Request request;
    char bytes[];
} letter;

static letter *under_way; /* those that their senders wait for no more */

static bool has_gone(letter *one)
{
    int done = 0;
    return MPI_Test(&one->request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && done;
}

static void drop_gone(void)
{
    for (letter **at = &under_way; *at != NULL;) {
        letter *one = *at;
        if (has_gone(one)) {
            *at = one->next;
            free(one);
        } else at = &one->next;
    }
}

static letter *post(int to, const void *bytes, size_t count)
{
    letter *one = malloc(sizeof *one + count);
    if (one == NULL) return NULL;
    memcpy(one->bytes, bytes, count);
    if (MPI_Isend(one->bytes, (int)count, MPI_BYTE, to, TAG, MPI_COMM_WORLD, &one->request)
        == MPI_SUCCESS)
        return one;
    free(one);
    return NULL;
}

/* A message is on its way at once, unless the one it is for is dead: then it may never be. */
static bool send_to(int to, const void *bytes, size_t count, long most_us)
{
    drop_gone();
    letter *one = post(to, bytes, count);
    if (one == NULL) return false;
    for (const int64_t until = now_us() + most_us;;) {
        if (has_gone(one)) {
            free(one);
            return true;
        }
        if (now_us() >= until) break;
        usleep(PAUSE_US);
    }
    one->next = under_way;
    under_way = one;
    return false;
}

static bool look(int *from, size_t *count)
{
    int is_there = 0, bytes = 0;
    MPI_Status status;
    if (MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &is_there, &status) != MPI_SUCCESS
        || !is_there || MPI_Get_count(&status, MPI_BYTE, &bytes) != MPI_SUCCESS)
        return false;
    *from = status.MPI_SOURCE;
    *count = (size_t)bytes;
    return true;
}

static bool take(int from, void *bytes, size_t count)
{
    return MPI_Recv(bytes, (int)count, MPI_BYTE, from, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
           == MPI_SUCCESS;
}

/* MPI_Finalize waits for everybody, the dead included, and for every message: without them it is
 * left undone. */
static void end(bool all)
{
    drop_gone();
    if (all && under_way == NULL) MPI_Finalize();
}

const lab_post lab_mpi_post = {
    .begin = begin,
    .now_us = now_us,
    .send = send_to,
    .look = look,
    .take = take,
    .end = end,
};
