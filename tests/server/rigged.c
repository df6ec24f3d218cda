/*
 * rigged.c - a server for tests whose time, random numbers and disk are the test's:
 *   server-rigged serve --port N --store sqlite:FILE --static FOLDER
 * The rest is the server as it is.  It also has the ruleset `secret` of the tests.  Its clock is
 * read through the linker (--wrap=clock_gettime); libsodium and SQLite have hooks for theirs.
 * SPDX-License-Identifier: MIT
 */
#include "rigged.h"

#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "grognard.h"
#include "server/hall.h"
#include "server/serve.h"

static rigged *switches;

_Noreturn void gg_broken(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    abort();
}

/* ---- Time: as it is set.  What passes is told to the server as such; the machine's own clocks
 * stand still, unless the test stops the process, lets the machine sleep or sets its clock. ---- */

int __real_clock_gettime(clockid_t which, struct timespec *out);
int __wrap_clock_gettime(clockid_t which, struct timespec *out);

enum { TICKS = 1000 * 1000 };
static _Atomic int64_t begun; /* what the switch said first */

static int64_t wall_ms(void)
{
    static _Atomic int64_t told;
    const int64_t now = switches->now;
    if (begun == 0) begun = told = now;
    hall_move_time(now - atomic_exchange(&told, now));
    return begun + switches->wall_set + switches->stopped + switches->slept;
}

int __wrap_clock_gettime(clockid_t which, struct timespec *out)
{
    if (switches == NULL || switches->now == 0) return __real_clock_gettime(which, out);
    const int64_t wall = wall_ms();
    int64_t ms = wall;
    if (which != CLOCK_REALTIME) ms = TICKS + switches->stopped;
    if (which == CLOCK_BOOTTIME) ms += switches->slept;
    *out = (struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    return 0;
}

/* ---- Random numbers: one row of them for each seed. ---- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t row;

static uint64_t next_bits(void)
{
    uint64_t bits = row += 0x9e3779b97f4a7c15u;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111ebu;
    return bits ^ bits >> 31;
}

static void fill(void *out, const size_t count)
{
    unsigned char *bytes = out;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < count; i++) bytes[i] = (unsigned char)next_bits();
    pthread_mutex_unlock(&lock);
}

static uint32_t one_number(void)
{
    uint32_t number;
    fill(&number, sizeof number);
    return number;
}

static const char *name_of_row(void) { return "rigged"; }

static randombytes_implementation numbers = {
    .implementation_name = name_of_row, .random = one_number, .buf = fill};

/* ---- Cheating: what a player gives to the dice is thrown away. ---- */

bool __real_table_write_sit(const uint8_t token[TABLE_HASH_BYTES], const char *name,
                            const char *contribution, char out[TABLE_TEXT_MAX]);
bool __wrap_table_write_sit(const uint8_t token[TABLE_HASH_BYTES], const char *name,
                            const char *contribution, char out[TABLE_TEXT_MAX]);

bool __wrap_table_write_sit(const uint8_t token[TABLE_HASH_BYTES], const char *name,
                            const char *contribution, char out[TABLE_TEXT_MAX])
{
    const bool swaps = switches != NULL && switches->swaps != 0;
    return __real_table_write_sit(token, name, swaps ? "what suits me" : contribution, out);
}

/* ---- */

static void say_ready(int port)
{
    printf("http://localhost:%d/\n", port);
    fflush(stdout);
}

static const char *word_after(int argc, char **argv, const char *flag, const char *otherwise)
{
    for (int i = 2; i + 1 < argc; i++)
        if (strcmp(argv[i], flag) == 0) return argv[i + 1];
    return otherwise;
}

int main(int argc, char **argv)
{
    char error[512] = "";
    switches = rigged_find();
    if (switches != NULL && !disk_rig(switches)) return 2;
    if (switches != NULL && switches->seed != 0) {
        row = switches->seed;
        randombytes_set_implementation(&numbers);
    }
    const serve_options options = {
        .host = "127.0.0.1",
        .port = atoi(word_after(argc, argv, "--port", "0")),
        .store = word_after(argc, argv, "--store", ""),
        .folder = word_after(argc, argv, "--static", ""),
        .games = (uint32_t)atoi(word_after(argc, argv, "--games", "2000")),
        .connections = 8000,
        .per_address = 5000,
        .thinkers = 1,
        .answers = 256,
        .metrics_token = getenv("GROGNARD_METRICS_TOKEN"),
        .ready = say_ready,
    };
    if (serve(&options, error, sizeof error)) return 0;
    fprintf(stderr, "%s\n", error);
    return 1;
}
