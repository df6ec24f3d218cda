/*
 * client.c - how fast the server answers:
 *   bench-client PORT GAMES WINDOW SECONDS [GAME SCENARIO]
 * Opens so many games, each with two WebSockets that listen, and then keeps so many actions under
 * way, going round the games; prints one JSON object.  An action counts when its answer has come,
 * which the server sends after it is on the disk; its latency is from the send to the answer.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

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

int main(int argc, char **argv)
{
    crowd c;
    if (argc < 5) {
        fprintf(stderr, "usage: bench-client PORT GAMES WINDOW SECONDS [GAME SCENARIO]\n");
        return 2;
    }
    const uint32_t games = (uint32_t)atoi(argv[2]);
    const crowd_options options = {
        .port = atoi(argv[1]), .games = games, .window = (uint32_t)atoi(argv[3]),
        .games_max = games + 200000, .seed = 1805,
        .game = argc > 6 ? argv[5] : "squares", .scenario = argc > 6 ? argv[6] : "sq-tiny"};
    allow_files();
    if (!crowd_open(&c, &options)) return 1;
    const int64_t begun = crowd_now();
    bool well = crowd_run(&c, begun + OPENING_US, true);
    const int64_t open = crowd_now();
    well = well && crowd_run(&c, open + WARM_US, false);
    c.latency_limit = LATENCIES_MAX;
    c.latencies = malloc(LATENCIES_MAX * sizeof *c.latencies);
    c.measures = true;
    const uint64_t before = c.answered;
    const int64_t first = crowd_now();
    well = well && crowd_run(&c, first + atoll(argv[4]) * 1000000, false);
    const double seconds = (double)(crowd_now() - first) / 1e6;
    qsort(c.latencies, c.latency_count, sizeof *c.latencies, by_size);
    printf("{\"server\":\"grognard\",\"game\":\"%s\",\"games\":%u,\"window\":%u,\"opening_s\":%.2f,"
           "\"actions\":%llu,\"seconds\":%.2f,\"actions_per_second\":%.0f,\"p50_ms\":%.2f,"
           "\"p90_ms\":%.2f,\"p99_ms\":%.2f,\"max_ms\":%.2f}\n",
           options.scenario, games, options.window, (double)(open - begun) / 1e6,
           (unsigned long long)(c.answered - before), seconds,
           (double)(c.answered - before) / seconds, at(&c, 0.5), at(&c, 0.9), at(&c, 0.99),
           at(&c, 1));
    if (!well || c.trouble[0] != '\0') fprintf(stderr, "%s\n", c.trouble);
    crowd_close(&c);
    return !well;
}
