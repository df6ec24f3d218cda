/*
 * clocks.c - whose time it is when the server is not there, and when somebody sets the clock:
 *   clocks GROGNARD SERVER-RIGGED
 *
 * A process that is really stopped and goes on; a machine that sleeps, a clock that is set forward
 * and back, a server that is down while it is (rigged.c): nobody loses by it, deadlines that people
 * are shown move along, the log says it, who listens is told.  Then time passes, and flags fall.
 * Prints TAP.
 * SPDX-License-Identifier: MIT
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "client.h"
#include "rigged.h"
#include "tap.h"

enum { SECOND = 1000, HOUR = 3600 * SECOND, BEGIN_S = 1794729600, WAIT_TRIES = 2400, WAIT_MS = 50 };
#define DAY (24 * (int64_t)HOUR)

typedef struct clocked {
    int port;
    char id[32], tokens[2][80];
} clocked;

static bool begin(clocked *g, int port, const char *clock)
{
    char body[256], path[96];
    g->port = port;
    snprintf(body, sizeof body, "{\"game\":\"squares\",\"scenario\":\"sq-tiny\",\"clock\":%s}",
             clock);
    answer made = call(port, "POST", "/api/games", NULL, body);
    bool well = made.status == 201;
    snprintf(g->id, sizeof g->id, "%s", answer_text(&made, "id"));
    snprintf(path, sizeof path, "/api/games/%s/sit", g->id);
    for (int side = 0; well && side < 2; side++) {
        const json_t *seat =
            json_object_get(json_object_get(made.json, "seats"), side == 0 ? "blue" : "red");
        answer sat =
            call(port, "POST", path, json_string_value(json_object_get(seat, "invitation")), "{}");
        snprintf(g->tokens[side], sizeof g->tokens[side], "%s", answer_text(&sat, "token"));
        well = sat.status == 200;
        answer_free(&sat);
    }
    answer_free(&made);
    return well;
}

/* The deadline of the clock that runs; 0: none does. */
static int64_t deadline_in(const json_t *clock)
{
    for (int side = 0; side < 2; side++) {
        const json_t *hand = json_object_get(clock, side == 0 ? "blue" : "red");
        if (json_is_true(json_object_get(hand, "runs")))
            return json_integer_value(json_object_get(hand, "deadline"));
    }
    return 0;
}

static bool look(const clocked *g, const char *status, int64_t *deadline)
{
    char path[96];
    snprintf(path, sizeof path, "/api/games/%s", g->id);
    answer it = call(g->port, "GET", path, g->tokens[0], NULL);
    const bool so = strcmp(answer_text(&it, "status"), status) == 0;
    if (!so) printf("# %d %.200s\n", it.status, it.body == NULL ? "" : it.body);
    if (deadline != NULL) *deadline = deadline_in(json_object_get(it.json, "clock"));
    answer_free(&it);
    return so;
}

static bool comes_to(const clocked *g, const char *status)
{
    char path[96];
    snprintf(path, sizeof path, "/api/games/%s", g->id);
    bool so = false;
    for (int i = 0; i < WAIT_TRIES && !so; i++) {
        answer it = call(g->port, "GET", path, g->tokens[0], NULL);
        so = strcmp(answer_text(&it, "status"), status) == 0;
        answer_free(&it);
        if (!so) usleep(WAIT_MS * 1000);
    }
    return so;
}

/* Of the server's log: lines with this in them. */
static int logged(const server_process *s, const char *what)
{
    char name[1100], line[1024];
    int count = 0;
    snprintf(name, sizeof name, "%s/log", s->folder);
    FILE *log = fopen(name, "r");
    while (log != NULL && fgets(line, sizeof line, log) != NULL)
        count += strstr(line, what) != NULL;
    if (log != NULL) fclose(log);
    return count;
}

static bool comes_to_log(const server_process *s, const char *what, int count)
{
    for (int i = 0; i < WAIT_TRIES && logged(s, what) < count; i++) usleep(WAIT_MS * 1000);
    return logged(s, what) == count;
}

/* ---- A process that is stopped. ---- */

/* He hears that the server was away, and his deadline with it. */
static void listen(stream *from, int64_t *away, int64_t *deadline)
{
    *away = 0;
    for (json_t *it; *away == 0 && (it = stream_next(from, 60000)) != NULL; json_decref(it))
        if (strcmp(json_string_value(json_object_get(it, "tell")), "away") == 0)
            *away = json_integer_value(json_object_get(it, "ms"));
    *deadline = 0;
    for (json_t *it; *deadline == 0 && (it = stream_next(from, 60000)) != NULL; json_decref(it))
        *deadline = deadline_in(json_object_get(it, "clock"));
}

/* A game with a few seconds, most of which are left; on a slow machine it has to be more of them.
 * 0: not even then. */
static int begin_in_time(clocked *g, stream *from, int port, int64_t *deadline)
{
    for (int seconds = 8; seconds <= 256; seconds *= 2) {
        char clock[64];
        snprintf(clock, sizeof clock, "{\"kind\":\"bank\",\"seconds\":%d}", seconds);
        if (!begin(g, port, clock) || !stream_open(from, port, g->id, true, g->tokens[0], -1))
            return 0;
        if (look(g, "playing", deadline) && *deadline - wall_ms() > seconds * SECOND * 3 / 4)
            return seconds;
        stream_close(from);
    }
    return 0;
}

static void try_stop(const char *binary)
{
    server_process s;
    clocked g;
    stream from;
    int64_t before = 0, after = 0, away, told;
    const int seconds = server_start(&s, binary) ? begin_in_time(&g, &from, s.port, &before) : 0;
    claim(seconds > 0, "a game with %d seconds begins", seconds);
    const int64_t stopped = wall_ms();
    kill(s.pid, SIGSTOP);
    while (wall_ms() < before + 2 * SECOND) usleep(WAIT_MS * 1000);
    const int64_t least = wall_ms() - stopped - 2 * SECOND;
    kill(s.pid, SIGCONT);
    claim(look(&g, "playing", &after), "the server is stopped for longer: nobody has lost");
    const int64_t most = wall_ms() - stopped + 2 * SECOND;
    claim(after - before > least && after - before < most, "the deadline is later by %lld ms",
          (long long)(after - before));
    listen(&from, &away, &told);
    claim(away > least && away < most && told == after,
          "who listens is told of %lld ms, and of his new deadline", (long long)away);
    claim(comes_to_log(&s, "\"what\":\"away\",\"ms\":\"", 1), "the log says so");
    claim(comes_to(&g, "over"), "when the rest is over too he has lost");
    stream_close(&from);
    claim(server_stop(&s) == 0, "it stops when it is told to");
    if (claims_failed() == 0) server_clean(&s);
}

/* ---- A machine whose clock is set, that sleeps, that is down. ---- */

typedef struct rig {
    server_process s;
    rigged *switches;
    clocked days, bank;
    int64_t deadlines[2];
} rig;

/* Both go on, and their deadlines on the wall have moved by so much. */
static bool go_on(rig *r, int64_t by)
{
    bool well = true;
    for (int i = 0; i < 2; i++) {
        const clocked *g = i == 0 ? &r->days : &r->bank;
        int64_t deadline;
        well = look(g, "playing", &deadline) && well;
        if (deadline - r->deadlines[i] != by)
            printf("# the deadline moved by %lld, not %lld\n",
                   (long long)(deadline - r->deadlines[i]), (long long)by);
        well = well && deadline - r->deadlines[i] == by;
        r->deadlines[i] = deadline;
    }
    return well;
}

static void try_time(const char *binary)
{
    rig r = {0};
    char name[128];
    r.switches = rigged_new(name);
    if (r.switches == NULL) return;
    r.switches->now = (int64_t)BEGIN_S * SECOND;
    r.switches->seed = 12;
    claim(server_start(&r.s, binary) && begin(&r.days, r.s.port, "{\"kind\":\"days\",\"days\":2}")
              && begin(&r.bank, r.s.port, "{\"kind\":\"bank\",\"seconds\":600}")
              && look(&r.days, "playing", &r.deadlines[0])
              && look(&r.bank, "playing", &r.deadlines[1]),
          "two games begin: two days for a decision, ten minutes for all");
    r.switches->wall_set += 30 * DAY;
    claim(go_on(&r, 30 * DAY) && comes_to_log(&r.s, "\"clock set\",\"ms\":\"2592000000\"", 1),
          "the clock is set forward by thirty days");
    r.switches->wall_set -= 60 * DAY;
    claim(go_on(&r, -60 * DAY) && comes_to_log(&r.s, "\"clock set\",\"ms\":\"-5184000000\"", 1),
          "and back by sixty");
    r.switches->slept += 3 * DAY;
    claim(go_on(&r, 3 * DAY) && comes_to_log(&r.s, "\"asleep\",\"ms\":\"259200000\"", 1),
          "the machine sleeps for three");
    r.switches->stopped += DAY;
    claim(go_on(&r, DAY - SECOND) && comes_to_log(&r.s, "\"away\",\"ms\":\"86399000\"", 1),
          "the server stands for one: a second of it counts, for it may have been there");
    r.switches->now += 5 * SECOND;
    claim(go_on(&r, 0), "time passes, and the deadlines stay where they are");
    claim(server_stop(&r.s) == 0, "the server stops");
    r.switches->wall_set += 9 * DAY;
    claim(server_restart(&r.s) && go_on(&r, 9 * DAY) && comes_to_log(&r.s, "\"was down\"", 1),
          "it is down for nine days");
    server_kill(&r.s);
    r.switches->wall_set -= 20 * DAY;
    claim(server_restart(&r.s) && look(&r.days, "playing", NULL) && look(&r.bank, "playing", NULL),
          "it is killed, and comes back twenty days earlier");
    r.switches->now += 11 * 60 * SECOND;
    claim(comes_to(&r.bank, "over") && look(&r.days, "playing", NULL), "ten minutes are over");
    r.switches->now += 2 * DAY;
    claim(comes_to(&r.days, "over"), "and then two days");
    claim(server_stop(&r.s) == 0, "it stops when it is told to");
    if (claims_failed() == 0) server_clean(&r.s);
    rigged_free(r.switches, name);
}

int main(int argc, char **argv)
{
    if (argc < 3) return 1;
    try_stop(argv[1]);
    try_time(argv[2]);
    return claims_end();
}
