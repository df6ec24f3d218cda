/*
 * mpi.c - messages between ranks by MPI.  A file of its own that `grognard lab run` loads only when
 * mpirun has started it; see ranks.h.
 */
#include "lab/ranks.h"

#include <mpi.h>
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

/* A message is on its way at once, unless the one it is for is dead: then it may never be. */
static bool send_to(int to, const void *bytes, size_t count, long most_us)
{
    MPI_Request request;
    int done = 0;
    if (MPI_Isend(bytes, (int)count, MPI_BYTE, to, TAG, MPI_COMM_WORLD, &request) != MPI_SUCCESS)
        return false;
    for (const int64_t until = now_us() + most_us; now_us() < until;) {
        if (MPI_Test(&request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) return false;
        if (done) return true;
        usleep(PAUSE_US);
    }
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

/* MPI_Finalize waits for everybody, the dead included: without them it is left undone. */
static void end(bool all)
{
    if (all) MPI_Finalize();
}

const lab_post lab_mpi_post = {
    .begin = begin,
    .now_us = now_us,
    .send = send_to,
    .look = look,
    .take = take,
    .end = end,
};
