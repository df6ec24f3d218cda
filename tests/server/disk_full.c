/*
 * disk_full.c - a disk that cannot be written to:   disk_full SERVER-RIGGED GROGNARD
 *
 * While the disk fails (rigged.h) every action, line and note is refused with 503, nobody is told
 * anything, and nothing of it is ever there; when it recovers the same action is done, once, and
 * the game goes on.  Nobody gets another die for the first one that was lost.  Prints TAP.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client.h"
#include "core/text.h"
#include "rigged.h"
#include "tap.h"

enum { SILENCE_MS = 300, WAIT_MS = 60000, PLIES = 6, TRIES = 3, POLLS = 6000, POLL_US = 10000 };

typedef struct trial {
    server_process server;
    rigged *switches;
    char switches_name[128];
    const char *grognard;
    game game;
    stream player, watcher;
    gg_dice dice;
    gg_side side;                    /* who decides, */
    char action[GG_ACTION_TEXT_MAX]; /* what he wants to do, */
    int64_t ply;                     /* and after which telling */
} trial;

static bool choose(trial *t)
{
    for (t->side = GG_BLUE; t->side <= GG_RED; t->side++) {
        answer state = game_get(&t->game, t->side, "");
        const bool chosen =
            game_choose(&t->game, &state, t->side, &t->dice, t->action, sizeof t->action, &t->ply);
        answer_free(&state);
        if (chosen) return true;
    }
    return false;
}

static bool is_refused(answer it)
{
    const bool so = it.status == 503 && strcmp(answer_text(&it, "error"), "unavailable") == 0;
    if (!so) printf("# %d %s\n", it.status, it.body == NULL ? "" : it.body);
    answer_free(&it);
    return so;
}

static int status_of(answer it)
{
    const int status = it.status;
    answer_free(&it);
    return status;
}

static bool is_telling(const json_t *told)
{
    const char *tell = json_string_value(json_object_get(told, "tell"));
    return tell != NULL && strcmp(tell, "state") != 0 && strcmp(tell, "here") != 0;
}

/* Until the telling with this ply has come. */
static bool hears_all(stream *s, int64_t ply)
{
    bool heard = false;
    for (json_t *told; !heard && (told = stream_next(s, WAIT_MS)) != NULL; json_decref(told))
        heard = is_telling(told) && json_integer_value(json_object_get(told, "ply")) == ply;
    return heard;
}

/* The tellings that come over a line until it falls silent, as many as are expected at least. */
static int count_tellings(stream *s, int expected)
{
    int tellings = 0;
    for (json_t *told; (told = stream_next(s, tellings < expected ? WAIT_MS : SILENCE_MS)) != NULL;
         json_decref(told))
        tellings += is_telling(told);
    return tellings;
}

static char *record_of(const trial *t)
{
    answer record = game_get(&t->game, GG_NOBODY, "record");
    char *text = record.status == 200 ? strdup(record.body) : strdup("");
    answer_free(&record);
    return text;
}

static bool begin(trial *t, const gg_ruleset *rules)
{
    if (!game_begin(&t->game, t->server.port, rules, rules->scenarios[0].name, "link", "link")
        || !stream_open(&t->player, t->server.port, t->game.id, true, t->game.tokens[GG_BLUE], 0)
        || !stream_open(&t->watcher, t->server.port, t->game.id, false, NULL, 0))
        return false;
    for (int i = 0; i < PLIES; i++)
        if (!choose(t) || status_of(game_act(&t->game, t->side, t->ply, t->action)) != 200)
            return false;
    return choose(t) && hears_all(&t->player, t->ply) && hears_all(&t->watcher, t->ply);
}

static void finish(trial *t, const char *what)
{
    char file[1100], line[2400];
    status_of(game_post(&t->game, GG_RED, "resign", "{}"));
    char *record = record_of(t);
    snprintf(file, sizeof file, "%s/record.grog", t->server.folder);
    FILE *out = fopen(file, "w");
    fputs(record, out);
    fclose(out);
    free(record);
    snprintf(line, sizeof line, "'%s' verify --quiet '%s'", t->grognard, file);
    claim(system(line) == 0, "%s: its record replays, and every die is proved", what);
    stream_close(&t->player);
    stream_close(&t->watcher);
}

/* Nothing is done, and nobody hears of it. */
static void fail(trial *t, rigged_disk how, const char *what)
{
    bool refused = true;
    char *before = record_of(t);
    t->switches->disk = how;
    for (int i = 0; i < TRIES; i++)
        refused &= is_refused(game_act(&t->game, t->side, t->ply, t->action));
    claim(refused && t->switches->faults > 0, "%s: an action is refused with 503", what);
    claim(is_refused(game_post(&t->game, t->side, "chat", "{\"text\":\"lost\"}"))
              && is_refused(game_post(&t->game, t->side, "note", "{\"text\":\"lost\"}")),
          "%s: so are a line of chat and a note", what);
    claim(is_refused(call(t->server.port, "POST", "/api/games", NULL, "{\"game\":\"squares\"}")),
          "%s: so is a new game", what);
    claim(status_of(call(t->server.port, "GET", "/healthz", NULL, NULL)) == 503,
          "%s: /healthz says so", what);
    claim(status_of(call(t->server.port, "GET", "/api/rules", NULL, NULL)) == 200,
          "%s: what needs no disk goes on", what);
    char *after = record_of(t);
    answer chat = game_get(&t->game, t->side, "chat");
    claim(strcmp(before, after) == 0 && before[0] != '\0' && strstr(chat.body, "lost") == NULL,
          "%s: the game is as it was", what);
    answer_free(&chat);
    free(before);
    free(after);
    const int player = count_tellings(&t->player, 0), watcher = count_tellings(&t->watcher, 0);
    claim(player == 0 && watcher == 0, "%s: nobody is told anything", what);
}

static void recover(trial *t, const char *what)
{
    t->switches->disk = DISK_WELL;
    answer done = game_act(&t->game, t->side, t->ply, t->action);
    claim(done.status == 200 && json_object_get(done.json, "again") == NULL,
          "%s: when the disk is well the action is done, for the first time", what);
    answer_free(&done);
    answer again = game_act(&t->game, t->side, t->ply, t->action);
    claim(again.status == 200 && json_is_true(json_object_get(again.json, "again")),
          "%s: and only once", what);
    answer_free(&again);
    const int player = count_tellings(&t->player, 1), watcher = count_tellings(&t->watcher, 1);
    claim(player == 1 && watcher == 1, "%s: those who listen hear of it once (%d, %d)", what,
          player, watcher);
    claim(status_of(call(t->server.port, "GET", "/healthz", NULL, NULL)) == 200,
          "%s: /healthz is content", what);
    bool goes_on = true;
    for (int i = 0; i < PLIES && goes_on && choose(t); i++)
        goes_on = status_of(game_act(&t->game, t->side, t->ply, t->action)) == 200;
    claim(goes_on, "%s: the game goes on", what);
}

/* Killed while the disk is full: what was acknowledged is there when it comes back. */
static void die_while_full(trial *t)
{
    char *before = record_of(t);
    t->switches->disk = DISK_FULL;
    is_refused(game_act(&t->game, t->side, t->ply, t->action));
    server_kill(&t->server);
    t->switches->disk = DISK_WELL;
    const bool up = server_restart(&t->server);
    char *after = up ? record_of(t) : strdup("");
    claim(up && strcmp(before, after) == 0 && before[0] != '\0',
          "killed while the disk is full: nothing more and nothing less is there");
    free(before);
    free(after);
}

/* What /healthz says, when it says so within a while. */
static bool comes_to_say(const trial *t, int status, const char *why)
{
    for (int i = 0; i < POLLS; i++) {
        answer health = call(t->server.port, "GET", "/healthz", NULL, NULL);
        const bool says = health.status == status
                          && (why == NULL || strcmp(answer_text(&health, "why"), why) == 0);
        answer_free(&health);
        if (says) return true;
        usleep(POLL_US);
    }
    return false;
}

/* What was asked has come to the disk, and waits there. */
static bool comes_to_wait(const trial *t)
{
    for (int i = 0; i < POLLS && t->switches->waiting == 0; i++) usleep(POLL_US);
    return t->switches->waiting > 0;
}

static bool hears_answer(stream *s)
{
    for (json_t *told; (told = stream_next(s, WAIT_MS)) != NULL; json_decref(told)) {
        const char *tell = json_string_value(json_object_get(told, "tell"));
        if (tell == NULL || strcmp(tell, "answer") != 0) continue;
        if (json_integer_value(json_object_get(told, "to")) != 7) continue;
        const bool well = json_integer_value(json_object_get(told, "status")) == 200;
        json_decref(told);
        return well;
    }
    return false;
}

/* A disk that does not answer: whoever watches the server hears of it, others are served, and what
 * was asked is done when it comes to.  Six seconds pass by the test's own clock. */
static void wait_for_disk(trial *t, rigged_disk how, const char *why)
{
    enum { LONG_MS = 6000 };
    char text[600];
    t->switches->now = 1794729600000;
    claim(server_stop(&t->server) == 0 && server_restart(&t->server), "%s: a new start", why);
    bool asked = true;
    if (how == DISK_KEEPS_WRITERS)
        asked = choose(t)
                && stream_open(&t->player, t->server.port, t->game.id, true,
                               t->game.tokens[t->side], 0);
    snprintf(text, sizeof text, "{\"do\":\"action\",\"id\":7,\"ply\":%lld,\"action\":\"%s\"}",
             (long long)t->ply, t->action);
    if (how == DISK_KEEPS_READERS) { /* the game is not in memory: who says hello waits for it */
        snprintf(text, sizeof text, "{\"do\":\"hello\",\"id\":7,\"token\":\"%s\"}",
                 t->game.tokens[GG_BLUE]);
        asked = stream_knock(&t->player, t->server.port, t->game.id, true, "", "");
    }
    t->switches->disk = (int)how;
    asked = asked && stream_send(&t->player, text);
    claim(asked && comes_to_wait(t) && comes_to_say(t, 200, NULL),
          "%s: for a while nothing is the matter", why);
    t->switches->stopped += LONG_MS;
    claim(comes_to_say(t, 503, why), "%s: /healthz says so", why);
    claim(status_of(call(t->server.port, "GET", "/api/rules", NULL, NULL)) == 200,
          "%s: what needs no disk goes on", why);
    t->switches->disk = DISK_WELL;
    claim(hears_answer(&t->player), "%s: it is done when the disk answers", why);
    claim(comes_to_say(t, 200, NULL), "%s: and all is well", why);
    stream_close(&t->player);
}

int main(int argc, char **argv)
{
    static trial t;
    static const struct {
        rigged_disk how;
        const char *what;
    } ways[] = {{DISK_FULL, "full"}, {DISK_NO_SYNC, "not kept"}, {DISK_HALF_FULL, "half full"}};
    const gg_ruleset *rules = gg_rulesets[0];
    t.switches = rigged_new(t.switches_name);
    t.dice = gg_dice_random(1813);
    if (argc < 3 || t.switches == NULL || !server_start(&t.server, argv[1])) {
        puts("Bail out! the server does not start");
        return 1;
    }
    t.grognard = argv[2];
    for (int i = 0; i < 3; i++) {
        claim(begin(&t, rules), "%s: a game begins", ways[i].what);
        fail(&t, ways[i].how, ways[i].what);
        recover(&t, ways[i].what);
        finish(&t, ways[i].what);
    }
    claim(begin(&t, rules), "a game begins");
    die_while_full(&t);
    stream_close(&t.player);
    wait_for_disk(&t, DISK_KEEPS_WRITERS, "writes wait");
    wait_for_disk(&t, DISK_KEEPS_READERS, "reads wait");
    claim(server_stop(&t.server) == 0, "it stops when it is told to");
    rigged_free(t.switches, t.switches_name);
    stream_close(&t.watcher);
    if (claims_failed() == 0) server_clean(&t.server);
    else printf("# its log and store are in %s\n", t.server.folder);
    return claims_end();
}
