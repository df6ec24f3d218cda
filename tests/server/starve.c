/*
 * starve.c - nobody can starve anybody: long games that many ask for, games with a crowd around
 * them, and computers that think for long, beside people who just want to play.
 *   starve GROGNARD RIGGED
 * The server is behind a proxy here, so that the clients have addresses of their own.  Prints TAP.
 */
#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "client.h"
#include "tap.h"

enum { CYCLES = 12000, READERS = 60, SOON_MS = 5000, LATE_MS = 60000 };

static const char *const flags[] = {"--behind-proxy", "--rate", "0", "--creations", "0", NULL};

/* ---- Questions whose answers are not waited for. ---- */

static int ask(int port, const char *path, const char *address)
{
    const struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    char text[512];
    const int count = snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: x\r\n"
                               "X-Forwarded-For: %s\r\nConnection: close\r\n\r\n", path, address);
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || connect(fd, (const struct sockaddr *)&to, sizeof to) != 0
        || send(fd, text, (size_t)count, MSG_NOSIGNAL) != count)
        puts("# a question could not be asked");
    return fd;
}

static int unanswered(const int *fds, int count)
{
    int open = 0;
    for (int i = 0; i < count; i++) {
        struct pollfd wait = {.fd = fds[i], .events = POLLIN};
        open += poll(&wait, 1, 0) == 0;
    }
    return open;
}

/* The status that comes, sooner or later; 0: none. */
static int status_of(int fd)
{
    char bytes[64] = "";
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    int status = 0;
    if (poll(&wait, 1, LATE_MS) > 0 && recv(fd, bytes, sizeof bytes - 1, 0) > 0)
        sscanf(bytes, "HTTP/1.1 %d", &status);
    close(fd);
    return status;
}

static int64_t metric(int port, const char *name)
{
    char line[128];
    answer all = call(port, "GET", "/metrics", NULL, NULL);
    snprintf(line, sizeof line, "\ngrognard_%s ", name);
    const char *at = all.body == NULL ? NULL : strstr(all.body, line);
    const int64_t value = at == NULL ? -1 : strtoll(at + strlen(line), NULL, 10);
    answer_free(&all);
    return value;
}

/* ---- Orders that are given and taken back. ---- */

typedef struct cycle {
    game g;
    gg_side side;
    char action[GG_ACTION_TEXT_MAX];
} cycle;

static bool act(const cycle *c)
{
    answer state = game_get(&c->g, c->side, "");
    answer done = game_act(&c->g, c->side, answer_number(&state, "ply"), c->action);
    const bool well = done.status == 200;
    answer_free(&state);
    answer_free(&done);
    return well;
}

static int take_back(const cycle *c)
{
    answer done = game_post(&c->g, c->side, "takeback", "{}");
    const int status = done.status;
    answer_free(&done);
    return status;
}

/* A game in which a side has just taken back an order. */
static bool begin_cycle(cycle *c, int port, const char *red)
{
    gg_dice dice = gg_dice_random(1805);
    const gg_ruleset *rules = gg_rulesets[0];
    for (int tries = 0; tries < 200; tries++) {
        if (tries % 50 == 0
            && !game_begin(&c->g, port, rules, rules->scenarios[0].name, "link", red))
            return false;
        for (c->side = GG_BLUE; c->side <= GG_RED; c->side++) {
            int64_t ply;
            answer state = game_get(&c->g, c->side, "");
            const bool decides = c->g.tokens[c->side][0] != '\0'
                                 && game_choose(&c->g, &state, c->side, &dice, c->action,
                                                sizeof c->action, &ply);
            answer_free(&state);
            /* Twice: the first time it may only have been asked for. */
            if (decides && act(c) && take_back(c) == 200 && act(c) && take_back(c) == 200)
                return true;
        }
    }
    return false;
}

static void bounded(int port)
{
    cycle c;
    int often = 2, status = 200;
    claim(begin_cycle(&c, port, "link"), "an order is taken back");
    while (often < 200 && act(&c) && (status = take_back(&c)) == 200)
        often++;
    claim(status == 409 && often == 64, "64 times and no more (%d, then %d)", often, status);
    answer state = game_get(&c.g, c.side, "");
    claim(state.status == 200, "and the game goes on");
    answer_free(&state);
}

/* What a server that had no bounds may have in its store: thousands of deeds, done by the test,
 * each like the one two before it. */
static bool lengthen(const server_process *s, const char *id)
{
    static const char text[] =
        "WITH RECURSIVE more(k) AS (VALUES (1) UNION ALL SELECT k + 1 FROM more WHERE k < ?2)"
        " INSERT INTO deeds (game, number, kind, side, ply, hash, at, text, faces)"
        " SELECT game, number + 2 * k, kind, side, ply + 2 * k, hash, at, text, faces"
        " FROM deeds, more WHERE game = ?1 AND number >= (SELECT max(number) - 1 FROM deeds"
        " WHERE game = ?1)";
    sqlite3 *db = NULL;
    sqlite3_stmt *made = NULL;
    bool well = sqlite3_open(s->store + strlen("sqlite:"), &db) == SQLITE_OK
                && sqlite3_prepare_v2(db, text, -1, &made, NULL) == SQLITE_OK;
    if (well) {
        sqlite3_bind_text(made, 1, id, -1, SQLITE_STATIC);
        sqlite3_bind_int(made, 2, CYCLES);
        well = sqlite3_step(made) == SQLITE_DONE;
    }
    if (!well) printf("# %s\n", sqlite3_errmsg(db));
    sqlite3_finalize(made);
    sqlite3_close(db);
    return well;
}

static void long_logs(server_process *s)
{
    cycle c;
    game other;
    int fds[READERS], open_at_login, open_at_game, answered = 0;
    char path[128];
    const gg_ruleset *rules = gg_rulesets[0];
    begin_cycle(&c, s->port, "link");
    game_begin(&other, s->port, rules, rules->scenarios[0].name, "link", "link");
    claim(server_stop(s) == 0 && lengthen(s, c.g.id) && server_restart(s),
          "a game with %d deeds more", 2 * CYCLES);
    for (int i = 0; i < READERS; i++) {
        snprintf(path, sizeof path, "/api/games/%s/log?since=%d", c.g.id, i);
        fds[i] = ask(s->port, path, "198.51.100.9");
    }
    usleep(300 * 1000);
    answer login = call_with(s->port, "POST", "/api/login", "X-Forwarded-For: 203.0.113.4\r\n",
                             "{\"name\":\"nobody\",\"password\":\"no such word\"}");
    open_at_login = unanswered(fds, READERS);
    claim(login.status == 401 && open_at_login > 0,
          "a stranger's login is answered (%d) while %d of %d logs are not", login.status,
          open_at_login, READERS);
    answer_free(&login);
    answer state = call_with(s->port, "GET", "/healthz", "", NULL);
    claim(state.status == 200, "the server is well, and says so");
    answer_free(&state);
    state = game_get(&other, GG_BLUE, "");
    open_at_game = unanswered(fds, READERS);
    claim(state.status == 200 && open_at_game > 0,
          "a player's game is read while %d of them wait", open_at_game);
    answer_free(&state);
    for (int i = 0; i < READERS; i++) {
        const int status = status_of(fds[i]);
        answered += status == 200 || status == 503;
    }
    claim(answered == READERS, "each of them is answered in the end, or told that it is too much");
    claim(metric(s->port, "store_oldest_stranger_read_ms") == 0, "then nothing waits any more");
}

int main(int argc, char **argv)
{
    server_process s;
    if (argc < 3) return 2;
    claim(server_start_limited(&s, argv[1], flags), "a server starts");
    bounded(s.port);
    long_logs(&s);
    claim(server_stop(&s) == 0, "it stops");
    if (claims_failed() == 0) server_clean(&s);
    return claims_end();
}
