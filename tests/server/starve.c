/*
 * starve.c - nobody can starve anybody: long games that many ask for, games with a crowd around
 * them, and computers that think for long, beside people who just want to play.
 *   starve GROGNARD RIGGED
 * The server is behind a proxy here, so that the clients have addresses of their own.  Prints TAP.
 * SPDX-License-Identifier: MIT
 */
#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "client.h"
#include "core/text.h"
#include "server/store_sqlite.h"
#include "tap.h"

#ifdef __SANITIZE_THREAD__
enum { CYCLES = 1500 }; /* it takes ten times as long */
#else
enum { CYCLES = 12000 };
#endif
enum { READERS = 60, SOON_MS = 5000, LATE_MS = 60000 };

static const char *const flags[] = {"--behind-proxy", "--rate", "0", "--creations", "0",
                                    "--answers",      "64",     NULL};

/* ---- Questions whose answers are not waited for. ---- */

static int ask(int port, const char *path, const char *address)
{
    const struct sockaddr_in to = {.sin_family = AF_INET,
                                   .sin_port = htons((uint16_t)port),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    char text[512];
    const int count = snprintf(text, sizeof text,
                               "GET %s HTTP/1.1\r\nHost: x\r\n"
                               "X-Forwarded-For: %s\r\nConnection: close\r\n\r\n",
                               path, address);
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
    answer all = call(port, "GET", "/metrics", METRICS_TOKEN, NULL);
    snprintf(line, sizeof line, "\ngrognard_%s ", name);
    const char *at = all.body == NULL ? NULL : strstr(all.body, line);
    const int64_t value = at == NULL ? -1 : strtoll(at + strlen(line), NULL, 10);
    answer_free(&all);
    return value;
}

static bool wait_for(int port, const char *name, int64_t value)
{
    for (int i = 0; i < 6000 && metric(port, name) != value; i++) usleep(20 * 1000);
    return metric(port, name) == value;
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
            const bool decides =
                c->g.tokens[c->side][0] != '\0'
                && game_choose(&c->g, &state, c->side, &dice, c->action, sizeof c->action, &ply);
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
    while (often < 200 && act(&c) && (status = take_back(&c)) == 200) often++;
    claim(status == 409 && often == 64, "64 times and no more (%d, then %d)", often, status);
    answer state = game_get(&c.g, c.side, "");
    claim(state.status == 200, "and the game goes on");
    answer_free(&state);
}

/* What a server that had no bounds may have in its store: thousands of deeds, done by the test,
 * each like the one two before it. */
typedef struct longer {
    store_session session;
    const char *id;
    store_deed last[2];
    char texts[2][STORE_TEXT_MAX];
    uint8_t faces[2][4096];
} longer;

static bool keep_deed(void *to, const store_deed *deed)
{
    longer *it = to;
    const int at = deed->number % 2;
    if (deed->face_count > sizeof it->faces[at]) return false;
    it->last[at] = *deed;
    snprintf(it->texts[at], sizeof it->texts[at], "%s", deed->text);
    if (deed->face_count > 0) memcpy(it->faces[at], deed->faces, deed->face_count);
    it->last[at].text = it->texts[at];
    it->last[at].faces = it->faces[at];
    return true;
}

static bool add_deeds(longer *it)
{
    store_game row;
    const char *trouble = "";
    bool well = store_read_game(&it->session, it->id, &row) == STORE_FOUND
                && store_read_deeds(&it->session, &row, 0, keep_deed, it, &trouble);
    for (uint32_t i = 0; well && i < 2 * CYCLES; i++) {
        store_deed *deed = &it->last[(row.deeds + i) % 2];
        deed->number += 2;
        deed->ply += 2;
        well = store_add_deed(&it->session, it->id, deed);
    }
    return well;
}

static bool lengthen(const server_process *s, const char *id)
{
    static longer it;
    it = (longer){.id = id};
    sqlite3_open(s->store + strlen("sqlite:"), &it.session.db);
    const bool well = store_session_begin(&it.session)
                      && sqlite3_exec(it.session.db, "BEGIN", NULL, NULL, NULL) == SQLITE_OK
                      && add_deeds(&it)
                      && sqlite3_exec(it.session.db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
    if (!well) printf("# %s\n", sqlite3_errmsg(it.session.db));
    store_session_close(&it.session);
    return well;
}

static void long_logs(server_process *s, game *of)
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
    claim(state.status == 200 && open_at_game > 0, "a player's game is read while %d of them wait",
          open_at_game);
    answer_free(&state);
    for (int i = 0; i < READERS; i++) {
        const int status = status_of(fds[i]);
        const bool is_answer = status == 200 || status == 503;
        if (!is_answer) printf("# %d of them got %d\n", i, status);
        answered += is_answer;
    }
    claim(answered == READERS, "each of them is answered in the end, or told that it is too much");
    for (int i = 0; i < 600 && metric(s->port, "store_oldest_stranger_read_ms") != 0; i++)
        usleep(50 * 1000);
    claim(metric(s->port, "store_oldest_stranger_read_ms") == 0, "then nothing waits any more");
    const double logs = metric(s->port, "logs_total");
    snprintf(path, sizeof path, "/api/games/%s/log?since=0", c.g.id);
    for (int i = 0; i < READERS; i++) fds[i] = ask(s->port, path, "198.51.100.9");
    for (int i = answered = 0; i < READERS; i++) answered += status_of(fds[i]) == 200;
    const int readings = (int)(metric(s->port, "logs_total") - logs);
    claim(answered == READERS && readings > 0 && readings < READERS / 4,
          "%d who ask for the same share what was read (%d times)", answered, readings);
    *of = c.g;
}

/* ---- Snapshots: what is asked for is what it costs, and they are not believed. ---- */

static bool has_snapshot(const server_process *s, const char *id, bool proved)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *made = NULL;
    bool found = false;
    if (sqlite3_open(s->store + strlen("sqlite:"), &db) == SQLITE_OK
        && sqlite3_prepare_v2(db, "SELECT 1 FROM snapshots WHERE game = ?1 AND proved >= ?2", -1,
                              &made, NULL)
               == SQLITE_OK) {
        sqlite3_bind_text(made, 1, id, -1, SQLITE_STATIC);
        sqlite3_bind_int(made, 2, proved);
        found = sqlite3_step(made) == SQLITE_ROW;
    }
    sqlite3_finalize(made);
    sqlite3_close(db);
    return found;
}

static bool waits_for_snapshot(const server_process *s, const char *id, bool proved)
{
    for (int i = 0; i < 2400 && !has_snapshot(s, id, proved); i++) usleep(50 * 1000);
    return has_snapshot(s, id, proved);
}

/* Another name in it, and its own hash as it should be: it still fits the deed before it. */
static bool falsify(const server_process *s, const char *id)
{
    static const char name[] = "player of blue";
    sqlite3 *db = NULL;
    sqlite3_stmt *made = NULL;
    bool well =
        sqlite3_open(s->store + strlen("sqlite:"), &db) == SQLITE_OK
        && sqlite3_prepare_v2(db, "SELECT bytes FROM snapshots WHERE game = ?1", -1, &made, NULL)
               == SQLITE_OK;
    sqlite3_bind_text(made, 1, id, -1, SQLITE_STATIC);
    well = well && sqlite3_step(made) == SQLITE_ROW;
    const size_t count = well ? (size_t)sqlite3_column_bytes(made, 0) : 0;
    uint8_t *bytes = malloc(count + 1);
    if (well) memcpy(bytes, sqlite3_column_blob(made, 0), count);
    sqlite3_finalize(made);
    uint8_t *at = memmem(bytes, count, name, sizeof name - 1);
    if (at != NULL) memcpy(at, "someone", 7);
    if (count > 8) {
        const uint64_t hash = gg_hash(bytes, count - 8);
        memcpy(bytes + count - 8, &hash, 8);
    }
    well = at != NULL
           && sqlite3_prepare_v2(db, "UPDATE snapshots SET bytes = ?2, proved = 0 WHERE game = ?1",
                                 -1, &made, NULL)
                  == SQLITE_OK;
    if (well) {
        sqlite3_bind_text(made, 1, id, -1, SQLITE_STATIC);
        sqlite3_bind_blob64(made, 2, bytes, count, SQLITE_STATIC);
        well = sqlite3_step(made) == SQLITE_DONE;
        sqlite3_finalize(made);
    }
    free(bytes);
    sqlite3_close(db);
    return well;
}

static bool is_same(answer one, answer other)
{
    const bool same = one.status == 200 && other.status == 200 && one.count == other.count
                      && memcmp(one.body, other.body, one.count) == 0;
    answer_free(&one);
    answer_free(&other);
    return same;
}

static answer tail_of_log(const game *g, int64_t ply)
{
    char name[64];
    snprintf(name, sizeof name, "log?since=%lld", (long long)ply - 3);
    return game_get(g, GG_BLUE, name);
}

static void snapshots(server_process *s, const game *g)
{
    answer state = game_get(g, GG_BLUE, "");
    const int64_t ply = answer_number(&state, "ply");
    claim(waits_for_snapshot(s, g->id, false), "of a long game a snapshot is kept");
    answer record = game_get(g, GG_BLUE, "record"), log = tail_of_log(g, ply);
    claim(server_stop(s) == 0 && server_restart(s), "a new start");
    claim(is_same(state, game_get(g, GG_BLUE, "")), "the game is the same");
    const int64_t redone = metric(s->port, "deeds_redone_total");
    claim(redone >= 0 && redone < 600, "and was read by doing %d deeds again", (int)redone);
    claim(is_same(record, game_get(g, GG_BLUE, "record")), "its record is the same");
    claim(is_same(log, tail_of_log(g, ply)), "so is the end of its log");
    claim(waits_for_snapshot(s, g->id, true), "a replay proves the snapshot");
    answer before = game_get(g, GG_BLUE, "");
    claim(server_stop(s) == 0 && falsify(s, g->id) && server_restart(s), "one that is wrong ...");
    answer_free(&before);
    before = game_get(g, GG_BLUE, "");
    for (int i = 0; i < 2400 && metric(s->port, "snapshots_wrong_total") == 0; i++)
        usleep(50 * 1000);
    claim(metric(s->port, "snapshots_wrong_total") == 1, "... is found out");
    bool right = false;
    for (int i = 0; i < 2400 && !right; i++, usleep(50 * 1000)) {
        answer now = game_get(g, GG_BLUE, "");
        right = now.status == 200 && strstr(now.body, "player of blue") != NULL;
        answer_free(&now);
    }
    claim(right, "and the game is what its deeds say");
    answer_free(&before);
}

/* ---- Answers that nobody reads. ---- */

enum { UNREAD = 62, HOUSES = 4, EACH = 16 };                             /* lines */
enum { SHARE_KB = 21 << 10, BUDGET_KB = 64 << 10, SPARE_KB = 48 << 10 }; /* by the flags */

static long resident_kb(pid_t pid)
{
    char name[64];
    long all = 0, resident = 0;
    snprintf(name, sizeof name, "/proc/%d/statm", (int)pid);
    FILE *in = fopen(name, "r");
    if (in == NULL || fscanf(in, "%ld %ld", &all, &resident) != 2) resident = 0;
    if (in != NULL) fclose(in);
    return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

/* All of an answer, read bit by bit. */
static bool reads_all(int port, const char *path, const char *address, size_t *count)
{
    char bytes[65536 + 1];
    const int fd = ask(port, path, address);
    size_t wanted = 0;
    *count = 0;
    for (ssize_t got; (got = recv(fd, bytes, sizeof bytes - 1, 0)) > 0; *count += (size_t)got) {
        bytes[got] = '\0';
        const char *body = *count > 0 ? NULL : strstr(bytes, "\r\n\r\n");
        const char *said = *count > 0 ? NULL : strstr(bytes, "Content-Length: ");
        if (body != NULL && said != NULL)
            wanted = (size_t)(body + 4 - bytes) + strtoull(said + 16, NULL, 10);
    }
    close(fd);
    return wanted > 0 && *count == wanted;
}

/* So many lines of each of these households ask for the log, each from another place on, so that
 * no two share what is read, and read nothing of it. */
static long leave_unread(const server_process *s, const game *g, int houses, int each, int *fds)
{
    long most = 0;
    for (int i = 0; i < houses * each; i++) {
        char address[32], path[128];
        snprintf(address, sizeof address, "203.0.113.%d", 100 + i / each);
        snprintf(path, sizeof path, "/api/games/%s/log?since=%d", g->id, i);
        fds[i] = ask(s->port, path, address);
        if (i % 16 != 15 && i + 1 < houses * each) continue;
        for (int k = i - i % 16; k <= i; k++) { /* it has been told, and lies there */
            struct pollfd wait = {.fd = fds[k], .events = POLLIN};
            poll(&wait, 1, LATE_MS);
        }
        const long now = resident_kb(s->pid);
        if (now > most) most = now;
    }
    return most;
}

static void unread(const server_process *s, const game *g)
{
    static int fds[HOUSES * EACH + UNREAD];
    char path[128];
    size_t whole = 0, again;
    snprintf(path, sizeof path, "/api/games/%s/log?since=0", g->id);
    const bool read = reads_all(s->port, path, "198.51.100.20", &whole);
    claim(read, "a log of %zu KiB", whole >> 10);
    const long before = resident_kb(s->pid);
    long grown = leave_unread(s, g, 1, UNREAD, fds) - before;
    claim(whole >> 10 > (4 << 10) && grown < SHARE_KB + SPARE_KB,
          "%d who do not read it cost %ld KiB, not %zu", UNREAD, grown, UNREAD * whole >> 10);
    const int64_t hung_up = metric(s->port, "answers_unread_total");
    claim(hung_up > 0 && metric(s->port, "answers_unsent_bytes") >> 10 <= SHARE_KB,
          "%d of them were hung up on", (int)hung_up);
    claim(reads_all(s->port, path, "203.0.113.100", &again) && again == whole,
          "a neighbour of theirs who reads gets all of it");
    for (int i = 0; i < UNREAD; i++) close(fds[i]);
    claim(wait_for(s->port, "answers_unsent_bytes", 0), "and when they are gone nothing waits");
    grown = leave_unread(s, g, HOUSES, EACH, fds) - before;
    claim(metric(s->port, "answers_unsent_bytes") >> 10 <= BUDGET_KB
              && grown < BUDGET_KB + SPARE_KB,
          "%d of %d addresses cost %ld KiB", HOUSES * EACH, HOUSES, grown);
    claim(reads_all(s->port, path, "198.51.100.20", &again) && again == whole,
          "and a stranger gets all of it");
    for (int i = 0; i < HOUSES * EACH; i++) close(fds[i]);
    claim(wait_for(s->port, "answers_unsent_bytes", 0), "then nothing waits any more");
}

/* ---- Crowds. ---- */

enum { WATCHERS = 200, ADDRESSES = 4, IN_MEMORY = 40, HEAR_MS = 120000 };

static bool watch(stream *w, int port, const char *id, int number)
{
    char header[64];
    snprintf(header, sizeof header, "X-Forwarded-For: 198.51.100.%d\r\n", number);
    return stream_knock(w, port, id, false, "?since=0", header);
}

/* The side that decides acts; the ply of it, or -1. */
static int64_t play_on(const game *g, gg_dice *dice)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        int64_t ply;
        char action[GG_ACTION_TEXT_MAX];
        answer state = game_get(g, side, "");
        const bool decides = game_choose(g, &state, side, dice, action, sizeof action, &ply);
        answer_free(&state);
        if (!decides) continue;
        answer done = game_act(g, side, ply, action);
        const int64_t after = done.status == 200 ? answer_number(&done, "ply") : -1;
        answer_free(&done);
        return after;
    }
    return -1;
}

/* Hears of the telling with this ply, sooner or later. */
static bool hears(stream *w, int64_t ply)
{
    for (json_t *told; (told = stream_next(w, HEAR_MS)) != NULL;) {
        const char *tell = json_string_value(json_object_get(told, "tell"));
        const bool is_it = tell != NULL && strcmp(tell, "state") != 0
                           && json_integer_value(json_object_get(told, "ply")) >= ply;
        json_decref(told);
        if (is_it) return true;
    }
    return false;
}

static void crowd(int port)
{
    static stream watchers[WATCHERS], one_more, players[2];
    gg_dice dice = gg_dice_random(1806);
    game g;
    int open = 0, hear = 0;
    game_begin(&g, port, gg_rulesets[0], gg_rulesets[0]->scenarios[0].name, "link", "link");
    for (int i = 0; i < WATCHERS; i++) open += watch(&watchers[i], port, g.id, i % ADDRESSES);
    claim(open == WATCHERS, "%d watch a game, from %d addresses", open, ADDRESSES);
    claim(!watch(&one_more, port, g.id, ADDRESSES), "one more is too many");
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        claim(stream_open(&players[side], port, g.id, side == GG_RED, g.tokens[side], 0),
              "%s has a place at his own game", gg_side_name(side));
    const double logs = metric(port, "logs_total");
    const int64_t ply = play_on(&g, &dice);
    claim(ply > 0 && hears(&players[0], ply) && hears(&players[1], ply),
          "both hear how it goes on");
    for (int i = 0; i < WATCHERS; i++) hear += hears(&watchers[i], ply);
    claim(hear == WATCHERS, "and so do %d watchers", hear);
    claim(metric(port, "logs_total") == logs, "of one telling: nothing is read for any of them");
    for (int i = 0; i < WATCHERS; i++) stream_close(&watchers[i]);
    stream_close(&one_more);
    stream_close(&players[0]);
    stream_close(&players[1]);
}

/* ---- Lines that are open and silent, come and go. ---- */

enum { LINES = 1000, ROUNDS = 3 };
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
enum { LINE_KB = 64, LEFT_KB = 64 }; /* it keeps what was freed, and who touched what */
#else
enum { LINE_KB = 8, LEFT_KB = 1 };
#endif

static bool wait_for_lines(int port, int64_t count) { return wait_for(port, "listeners", count); }

static void silent_lines(const server_process *s)
{
    static stream lines[LINES];
    game games[LINES / WATCHERS];
    long first = 0, before = resident_kb(s->pid);
    const long begun = before;
    for (int i = 0; i < LINES / WATCHERS; i++)
        game_begin(&games[i], s->port, gg_rulesets[0], gg_rulesets[0]->scenarios[0].name, "link",
                   "link");
    before = resident_kb(s->pid);
    for (int round = 0; round < ROUNDS; round++) {
        int open = 0;
        for (int i = 0; i < LINES; i++) {
            char header[64];
            snprintf(header, sizeof header, "X-Forwarded-For: 198.51.100.%d\r\n", i % 50);
            open += stream_knock(&lines[i], s->port, games[i / WATCHERS].id, true, "", header)
                    && stream_send(&lines[i], "{\"do\":\"hello\"}");
        }
        const bool all = open == LINES && wait_for_lines(s->port, LINES);
        const long now = resident_kb(s->pid);
        if (round == 0) {
            first = now;
            claim(all && now - before < (long)LINES * LINE_KB,
                  "%d silent lines cost %ld KiB, under %d each", LINES, now - before, LINE_KB);
        }
        for (int i = 0; i < LINES; i++) stream_close(&lines[i]);
        wait_for_lines(s->port, 0);
    }
    const long after = resident_kb(s->pid);
    claim(after - first < (long)LINES * LEFT_KB,
          "after %d times as many came and went it is the same (%ld, %ld, then %ld KiB)", ROUNDS,
          begun, first, after);
}

/* More games are watched than there is room for. */
static void many_watched(const char *binary)
{
    static const char *const few[] = {"--behind-proxy", "--rate", "0", "--creations", "0",
                                      "--games",        "40",     NULL};
    static game games[2 * IN_MEMORY];
    static stream watchers[2 * IN_MEMORY];
    gg_dice dice = gg_dice_random(1807);
    server_process s;
    int open = 0, played = 0, heard = 0;
    claim(server_start_limited(&s, binary, few), "a server with room for %d games", IN_MEMORY);
    for (int i = 0; i < 2 * IN_MEMORY; i++)
        game_begin(&games[i], s.port, gg_rulesets[0], gg_rulesets[0]->scenarios[0].name, "link",
                   "link");
    open += stream_open(&watchers[0], s.port, games[0].id, true, games[0].tokens[GG_BLUE], 0);
    for (int i = 1; i < 2 * IN_MEMORY; i++)
        open += watch(&watchers[i], s.port, games[i].id, i % 60);
    claim(open == 2 * IN_MEMORY, "twice as many are watched, one by its player (%d)", open);
    claim(metric(s.port, "games_in_memory") <= IN_MEMORY, "it has no more of them in memory");
    const double loaded = metric(s.port, "games_loaded_total");
    claim(play_on(&games[0], &dice) > 0 && metric(s.port, "games_loaded_total") == loaded,
          "the one whose player looks has stayed there");
    stream_close(&watchers[0]);
    claim(play_on(&games[2 * IN_MEMORY - 1], &dice) > 0 && play_on(&games[1], &dice) > 0
              && metric(s.port, "games_loaded_total") > loaded,
          "others have gone, and come back when they are played");
    for (int i = 1; i < 2 * IN_MEMORY; i += 7) {
        const int64_t ply = play_on(&games[i], &dice);
        played += ply > 0;
        heard += ply > 0 && hears(&watchers[i], ply);
    }
    claim(played == 12 && heard == played, "those that are watched, too, and who watches hears it");
    game fresh;
    claim(game_begin(&fresh, s.port, gg_rulesets[0], gg_rulesets[0]->scenarios[0].name, "link",
                     "link"),
          "a new one begins");
    answer health = call(s.port, "GET", "/healthz", NULL, NULL);
    claim(health.status == 200, "and the server is well");
    answer_free(&health);
    for (int i = 1; i < 2 * IN_MEMORY; i++) stream_close(&watchers[i]);
    claim(server_stop(&s) == 0, "it stops");
    server_clean(&s);
}

/* ---- Thinking. ---- */

enum { SLOW_GAMES = 20, UNWATCHED = 60, MOVES_MS = 240000, STOPS_MS = 20000 };

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Blue, of the first ruleset, plays until it is the computer's decision. */
static bool hand_over(const game *g, gg_dice *dice)
{
    for (int i = 0; i < 500; i++) {
        char action[GG_ACTION_TEXT_MAX];
        int64_t ply;
        answer state = game_get(g, GG_BLUE, "");
        const bool over = strcmp(answer_text(&state, "status"), "playing") != 0;
        const bool decides = game_choose(g, &state, GG_BLUE, dice, action, sizeof action, &ply);
        answer_free(&state);
        if (over || !decides) return !over;
        answer done = game_act(g, GG_BLUE, ply, action);
        answer_free(&done);
    }
    return false;
}

static bool begin_against(game *g, int port, const char *player, gg_dice *dice)
{
    return game_begin(g, port, gg_rulesets[0], gg_rulesets[0]->scenarios[0].name, "link", player)
           && hand_over(g, dice);
}

static int64_t ply_of(const game *g)
{
    answer state = game_get(g, GG_BLUE, "");
    const int64_t ply = answer_number(&state, "ply");
    answer_free(&state);
    return ply;
}

static bool moves(const game *g, int64_t since)
{
    for (const int64_t until = now_ms() + MOVES_MS; now_ms() < until; usleep(20 * 1000))
        if (ply_of(g) > since) return true;
    return false;
}

/* Somebody makes as many games as he may, of computers against each other, and goes. */
static void nobody_looks(int port, gg_dice *dice)
{
    game foreign, own;
    int made = 0;
    for (int i = 0; i < UNWATCHED; i++)
        made += game_begin(&foreign, port, gg_rulesets[0], gg_rulesets[0]->scenarios[0].name,
                           "slowest", "slowest");
    claim(made == UNWATCHED && wait_for(port, "thoughts_idle", UNWATCHED - 1),
          "computers think about %d games that nobody looks at, each for a minute", made);
    const bool asked = begin_against(&own, port, "slow", dice);
    claim(asked && moves(&own, ply_of(&own)), "somebody else's computer decides all the same");
    stream watcher;
    claim(stream_open(&watcher, port, foreign.id, true, NULL, 0)
              && wait_for(port, "thoughts_idle", UNWATCHED - 2),
          "a game that is watched waits with the others");
    stream_close(&watcher);
}

static void thinking(const char *rigged)
{
    static game slow[SLOW_GAMES];
    static int64_t plies[SLOW_GAMES];
    gg_dice dice = gg_dice_random(1809);
    server_process s;
    game quick, last, other;
    int waiting = 0;
    claim(server_start_limited(&s, rigged, flags), "a server with one thread for slow players");
    begin_against(&quick, s.port, "greedy", &dice);
    for (int i = 0; i < SLOW_GAMES; i++)
        if (begin_against(&slow[i], s.port, "slowest", &dice)) plies[i] = ply_of(&slow[i]);
    const int64_t before = ply_of(&quick);
    const bool asked = moves(&quick, before - 1) && hand_over(&quick, &dice);
    const bool moved = asked && moves(&quick, before);
    for (int i = 0; i < SLOW_GAMES; i++) waiting += ply_of(&slow[i]) == plies[i];
    claim(moved && waiting > SLOW_GAMES / 2,
          "a quick player has decided while %d of %d slow ones have not", waiting, SLOW_GAMES);
    claim(server_stop(&s) == 0, "it stops");
    claim(server_restart(&s), "another begins");

    cycle c;
    claim(begin_cycle(&c, s.port, "slowest"), "against one that thinks for a minute ...");
    hand_over(&c.g, &dice);
    claim(begin_against(&other, s.port, "slow", &dice), "... and another for a second");
    const int64_t then = ply_of(&other);
    sleep(2); /* it would have decided by now */
    claim(ply_of(&other) == then, "who has to wait for it");
    answer gone = game_post(&c.g, GG_BLUE, "resign", "{}");
    claim(gone.status == 200 && moves(&other, then), "but not once nobody wants that any more");
    answer_free(&gone);
    begin_against(&last, s.port, "deaf", &dice);
    usleep(200 * 1000);
    const int64_t told = now_ms();
    claim(server_stop(&s) == 0 && now_ms() - told < STOPS_MS, "SIGTERM does not wait for thoughts");
    server_clean(&s);
    claim(server_start_limited(&s, rigged, flags), "a server");
    nobody_looks(s.port, &dice);
    claim(server_stop(&s) == 0, "it stops");
    server_clean(&s);
}

/* Both decide at the same time: what one does in secret is nothing to the other. */
static void changing_ones_mind(const char *rigged)
{
    gg_dice dice = gg_dice_random(1810);
    const gg_ruleset *rules = NULL;
    server_process s;
    game g;
    int cycles = 0;
    bool moved = false;
    for (int i = 0; gg_rulesets[i] != NULL; i++)
        if (strcmp(gg_rulesets[i]->name, "commanders") == 0) rules = gg_rulesets[i];
    claim(server_start_limited(&s, rigged, flags), "a server");
    game_begin(&g, s.port, rules, rules->scenarios[0].name, "link", "slow");
    for (const int64_t until = now_ms() + MOVES_MS; now_ms() < until && !moved; cycles++) {
        char action[GG_ACTION_TEXT_MAX];
        int64_t ply;
        answer state = game_get(&g, GG_BLUE, "");
        if (game_choose(&g, &state, GG_BLUE, &dice, action, sizeof action, &ply)
            && strcmp(action, "ready") != 0) {
            answer done = game_act(&g, GG_BLUE, ply, action);
            answer_free(&done);
            usleep(200 * 1000);
            done = game_post(&g, GG_BLUE, "takeback", "{}");
            answer_free(&done);
        }
        answer_free(&state);
        moved = metric(s.port, "computer_moves_total") > 0;
    }
    claim(moved, "a computer decides although the other changes his mind all the time (%d times)",
          cycles);
    claim(server_stop(&s) == 0, "it stops");
    server_clean(&s);
}

/* A game that is over leaves memory with the last who looked at it, and comes back for who asks. */
static void over_and_left(int port)
{
    game g;
    stream line;
    const int64_t before = metric(port, "games_in_memory");
    claim(game_begin(&g, port, gg_rulesets[0], gg_rulesets[0]->scenarios[0].name, "link", "link")
              && stream_open(&line, port, g.id, true, g.tokens[GG_BLUE], 0)
              && wait_for_lines(port, 1),
          "a game, and one who looks at it");
    answer over = game_post(&g, GG_RED, "resign", "{}");
    claim(over.status == 200 && metric(port, "games_in_memory") == before + 1,
          "it is over, and in memory as long as he looks");
    answer_free(&over);
    stream_close(&line);
    int64_t now = -1;
    for (int i = 0; i < 2400 && now != before; i++) {
        usleep(50 * 1000);
        now = metric(port, "games_in_memory");
    }
    claim(now == before, "and then no more");
    answer state = game_get(&g, GG_BLUE, "");
    claim(strcmp(answer_text(&state, "status"), "over") == 0, "who asks finds it all the same");
    answer_free(&state);
}

int main(int argc, char **argv)
{
    server_process s;
    game longest;
    if (argc < 3) return 2;
    claim(server_start_limited(&s, argv[1], flags), "a server starts");
    over_and_left(s.port);
    silent_lines(&s);
    bounded(s.port);
    crowd(s.port);
    many_watched(argv[1]);
    long_logs(&s, &longest);
    unread(&s, &longest);
    snapshots(&s, &longest);
    thinking(argv[2]);
    changing_ones_mind(argv[2]);
    claim(server_stop(&s) == 0, "it stops");
    if (claims_failed() == 0) server_clean(&s);
    return claims_end();
}
