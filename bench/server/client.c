/*
 * client.c - how fast the server answers, and what it costs:
 *   bench-client PORT GAMES WINDOW SECONDS [SERVER [GAME SCENARIO]]
 * Opens so many games, each with two WebSockets that listen, and then keeps so many actions under
 * way, going round the games; prints one JSON object.  An action counts when its answer has come,
 * which the server sends after it is on the disk; its latency is from the send to the answer.
 * SERVER is the number of the server's process: with it the line also says how much processor
 * time and how many bytes written each action cost there (0: not asked for), and how much memory a
 * game takes that has just begun, with its two sockets, and one that is being played.
 * SECONDS written as =2000 means 2,000 actions, however long they take, and no warming up: for who
 * counts instructions (bench/server/cost.sh).
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/server/crowd.h"

enum { LATENCIES_MAX = 8 << 20, OPENING_US = 300 * 1000000, WARM_US = 1000000 };

_Noreturn void gg_broken(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    exit(1);
}

static int by_size(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static double at(const crowd *c, double part)
{
    if (c->latency_count == 0) return 0;
    return c->latencies[(size_t)(part * (double)(c->latency_count - 1))] / 1000.0;
}

static void allow_files(void)
{
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
}

/* ---- What it costs. ---- */

/* Memory that another process has, in KiB. */
static double resident(int process)
{
    char path[64];
    long all = 0, pages = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", process);
    FILE *file = fopen(path, "r");
    if (file == NULL || fscanf(file, "%ld %ld", &all, &pages) != 2) pages = 0;
    if (file != NULL) fclose(file);
    return (double)pages * (double)sysconf(_SC_PAGESIZE) / 1024;
}

typedef struct cost {
    double server_user, server_kernel; /* microseconds of processor */
    double client;
    double written; /* bytes, by the server, to files */
    uint64_t received, sent, answered;
} cost;

/* The processor time of another process stands behind its name, which ends with a bracket. */
static void read_server(int process, cost *now)
{
    char path[64], text[4096], *end;
    const double tick = 1e6 / (double)sysconf(_SC_CLK_TCK);
    unsigned long user = 0, kernel = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    FILE *file = fopen(path, "r");
    if (file != NULL) {
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        end = strrchr(text, ')');
        if (end != NULL)
            sscanf(end + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &kernel);
        fclose(file);
    }
    now->server_user = (double)user * tick;
    now->server_kernel = (double)kernel * tick;
    snprintf(path, sizeof path, "/proc/%d/io", process);
    file = fopen(path, "r");
    if (file == NULL) return;
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    const char *written = strstr(text, "wchar: ");
    if (written != NULL) now->written = strtod(written + strlen("wchar: "), NULL);
    fclose(file);
}

static cost count_cost(const crowd *c, int process)
{
    struct rusage own;
    cost now = {.received = c->received, .sent = c->sent, .answered = c->answered};
    if (process != 0) read_server(process, &now);
    getrusage(RUSAGE_SELF, &own);
    now.client = (double)(own.ru_utime.tv_sec + own.ru_stime.tv_sec) * 1e6
                 + (double)(own.ru_utime.tv_usec + own.ru_stime.tv_usec);
    return now;
}

static void print_cost(const cost *before, const cost *after, int process)
{
    const double actions = (double)(after->answered - before->answered);
    printf(",\"client_us\":%.1f,\"bytes_to_client\":%.0f,\"bytes_from_client\":%.0f",
           (after->client - before->client) / actions,
           (double)(after->received - before->received) / actions,
           (double)(after->sent - before->sent) / actions);
    if (process != 0)
        printf(",\"server_user_us\":%.1f,\"server_kernel_us\":%.1f,\"server_written\":%.0f",
               (after->server_user - before->server_user) / actions,
               (after->server_kernel - before->server_kernel) / actions,
               (after->written - before->written) / actions);
    printf("}\n");
}

int main(int argc, char **argv)
{
    crowd c;
    if (argc < 5) {
        fprintf(stderr, "usage: bench-client PORT GAMES WINDOW SECONDS [SERVER [GAME SCENARIO]]\n");
        return 2;
    }
    const int process = argc > 5 ? atoi(argv[5]) : 0;
    const uint32_t games = (uint32_t)atoi(argv[2]);
    const crowd_options options = {.port = atoi(argv[1]),
                                   .games = games,
                                   .window = (uint32_t)atoi(argv[3]),
                                   .games_max = games + 200000,
                                   .seed = 1805,
                                   .game = argc > 7 ? argv[6] : "squares",
                                   .scenario = argc > 7 ? argv[7] : "sq-tiny"};
    allow_files();
    if (!crowd_open(&c, &options)) return 1;
    const int64_t begun = crowd_now();
    const double empty = process == 0 ? 0 : resident(process);
    bool well = crowd_run(&c, begun + OPENING_US, true);
    const int64_t open = crowd_now();
    const double full = process == 0 ? 0 : resident(process);
    const bool counts = argv[4][0] == '=';
    if (counts) c.enough = strtoull(argv[4] + 1, NULL, 10);
    else well = well && crowd_run(&c, open + WARM_US, false);
    c.latency_limit = LATENCIES_MAX;
    c.latencies = malloc(LATENCIES_MAX * sizeof *c.latencies);
    c.measures = true;
    const cost before = count_cost(&c, process);
    const int64_t first = crowd_now();
    well = well && crowd_run(&c, first + (counts ? OPENING_US : atoll(argv[4]) * 1000000), false);
    const double seconds = (double)(crowd_now() - first) / 1e6;
    const cost after = count_cost(&c, process);
    const double played = process == 0 ? 0 : resident(process);
    const uint64_t actions = after.answered - before.answered;
    qsort(c.latencies, c.latency_count, sizeof *c.latencies, by_size);
    printf("{\"server\":\"grognard\",\"game\":\"%s\",\"games\":%u,\"window\":%u,\"opening_s\":%.2f,"
           "\"actions\":%llu,\"seconds\":%.2f,\"actions_per_second\":%.0f,\"p50_ms\":%.2f,"
           "\"p90_ms\":%.2f,\"p99_ms\":%.2f,\"max_ms\":%.2f",
           options.scenario, games, options.window, (double)(open - begun) / 1e6,
           (unsigned long long)actions, seconds, (double)actions / seconds, at(&c, 0.5),
           at(&c, 0.9), at(&c, 0.99), at(&c, 1));
    if (process != 0)
        printf(",\"server_kib\":%.0f,\"kib_per_game\":%.1f,\"kib_per_game_played\":%.1f", full,
               (full - empty) / games, (played - empty) / games);
    print_cost(&before, &after, process);
    if (!well || c.trouble[0] != '\0') fprintf(stderr, "%s\n", c.trouble);
    crowd_close(&c);
    return !well;
}
