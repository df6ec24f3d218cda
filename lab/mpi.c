/*
 * mpi.c - messages between ranks by MPI.  A file of its own that `grognard lab run` loads only when
 * mpirun has started it; see ranks.h.
 */
#include "lab/ranks.h"

#include <mpi.h>
#include <unistd.h>

enum { TAG = 18, TRIES_MAX = 300000, PAUSE_US = 200 }; /* a minute */

static bool begin(int *rank, int *ranks)
{
    int given = 0;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &given) != MPI_SUCCESS) return false;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN); /* one may die, the others go on */
    MPI_Comm_rank(MPI_COMM_WORLD, rank);
    MPI_Comm_size(MPI_COMM_WORLD, ranks);
    return given >= MPI_THREAD_FUNNELED;
}

/* Who does not take it within a minute will not. */
static bool send_to(int to, const void *bytes, size_t count)
{
    MPI_Request request;
    int done = 0;
    if (MPI_Isend(bytes, (int)count, MPI_BYTE, to, TAG, MPI_COMM_WORLD, &request) != MPI_SUCCESS)
        return false;
    for (int i = 0; i < TRIES_MAX; i++) {
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
    .begin = begin, .send = send_to, .look = look, .take = take, .end = end,
};
