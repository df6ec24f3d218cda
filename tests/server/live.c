/*
 * live.c - the server as its users meet it: a real process on a real port.
 *   live GROGNARD
 * Plays games of every ruleset over HTTP and WebSocket, kills the server in the middle and goes
 * on; tries what people may and may not do.  Prints TAP.
 * SPDX-License-Identifier: MIT
 */
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "client.h"
#include "core/text.h"
#include "tap.h"

enum { PLIES_MAX = 400, KILLED_AT = 25, SHORT_MS = 400, LONG_MS = 120000, PAUSE_US = 5000 };

static bool status_is(answer it, int status)
{
    const bool so = it.status == status;
    if (!so) printf("# %d: %s\n", it.status, it.body == NULL ? "" : it.body);
    answer_free(&it);
    return so;
}

static bool refused_with(answer it, int status, const char *error)
{
    const bool so = it.status == status && strcmp(answer_text(&it, "error"), error) == 0;
    if (!so) printf("# %d: %s\n", it.status, it.body == NULL ? "" : it.body);
    answer_free(&it);
    return so;
}

/* ---- Whole games. ---- */

typedef struct heard { /* what a viewer was told, line by line */
    stream stream;
    char *lines;
    size_t count;
    int ply;
    bool gap, over;
} heard;

static void hear(heard *h, int wait_ms)
{
    for (json_t *object; (object = stream_next(&h->stream, wait_ms)) != NULL;) {
        const char *tell = json_string_value(json_object_get(object, "tell"));
        const json_int_t ply = json_integer_value(json_object_get(object, "ply"));
        const char *status = json_string_value(json_object_get(object, "status"));
        if (tell != NULL && strcmp(tell, "state") == 0) {
            h->over |= status != NULL && strcmp(status, "over") == 0;
        } else if (ply > 0 && tell != NULL && strcmp(tell, "answer") != 0) {
            h->gap |= ply != h->ply + 1;
            h->ply = (int)ply;
            char *line = json_dumps(object, JSON_COMPACT);
            const size_t length = strlen(line);
            h->lines = realloc(h->lines, h->count + length + 2);
            memcpy(h->lines + h->count, line, length);
            memcpy(h->lines + h->count + length, "\n", 2);
            h->count += length + 1;
            free(line);
        }
        json_decref(object);
        if (h->over) return;
    }
}

/* One decision of either side; false: the game is over (or nobody may decide: a bug). */
static bool step(const game *g, gg_dice *dice, bool *trouble)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        char action[GG_ACTION_TEXT_MAX];
        int64_t ply;
        answer state = game_get(g, side, "");
        const bool over = strcmp(answer_text(&state, "status"), "over") == 0;
        const bool chosen = game_choose(g, &state, side, dice, action, sizeof action, &ply);
        answer_free(&state);
        if (over) return false;
        if (!chosen) continue;
        answer done = game_act(g, side, ply, action);
        if (done.status != 200) {
            printf("# %s %s: %d %s\n", gg_side_name(side), action, done.status,
                   done.body == NULL ? "" : done.body);
            *trouble = true;
        }
        answer_free(&done);
        return !*trouble;
    }
    *trouble = true;
    puts("# nobody may decide");
    return false;
}

static bool log_is(const game *g, gg_side viewer, const char *lines)
{
    answer log = game_get(g, viewer, "log?since=0");
    bool same = log.status == 200;
    char *rest = log.body == NULL ? NULL : log.body, *line;
    size_t at = 0;
    while (same && (line = strsep(&rest, "\n")) != NULL && line[0] != '\0') {
        json_t *object = json_loads(line, 0, NULL);
        char *text = json_dumps(object, JSON_COMPACT);
        same = text != NULL && strncmp(lines + at, text, strlen(text)) == 0;
        if (!same) printf("# log:   %.300s\n# heard: %.300s\n", line, lines + at);
        at += text == NULL ? 0 : strlen(text) + 1;
        free(text);
        json_decref(object);
    }
    same = same && at == strlen(lines);
    answer_free(&log);
    return same;
}

static bool run_on_record(const server_process *s, const char *command, const answer *record)
{
    char name[1100], line[2400];
    snprintf(name, sizeof name, "%s/record.grog", s->folder);
    FILE *out = fopen(name, "w");
    if (record->body != NULL) fwrite(record->body, 1, record->count, out);
    fclose(out);
    snprintf(line, sizeof line, "'%s' %s --quiet '%s'", s->binary, command, name);
    return system(line) == 0;
}

static void play_whole_game(server_process *s, const gg_ruleset *rules)
{
    game g;
    gg_dice dice = gg_dice_random(1805);
    heard ears[3];
    bool trouble = false;
    const char *name = rules->name;
    memset(ears, 0, sizeof ears);
    claim(game_begin(&g, s->port, rules, rules->scenarios[0].name, "link", "link"),
          "%s: two people sit down", name);
    for (gg_side viewer = GG_BLUE; viewer <= GG_NOBODY; viewer++)
        trouble |= !stream_open(&ears[viewer].stream, s->port, g.id, viewer != GG_RED,
                                viewer == GG_NOBODY ? NULL : g.tokens[viewer], 0);
    claim(!trouble, "%s: blue and a watcher listen by WebSocket, red by server-sent events", name);
    int plies = 0;
    for (; plies < PLIES_MAX && step(&g, &dice, &trouble); plies++) {
        if (plies != KILLED_AT) continue;
        for (gg_side viewer = GG_BLUE; viewer <= GG_NOBODY; viewer++) hear(&ears[viewer], SHORT_MS);
        server_kill(s);
        claim(server_restart(s), "%s: the server is killed and comes back", name);
        for (gg_side viewer = GG_BLUE; viewer <= GG_NOBODY; viewer++) {
            stream_close(&ears[viewer].stream);
            trouble |=
                !stream_open(&ears[viewer].stream, s->port, g.id, viewer == GG_RED,
                             viewer == GG_NOBODY ? NULL : g.tokens[viewer], ears[viewer].ply);
        }
    }
    claim(!trouble, "%s: %d decisions, each legal by the side's own view", name, plies);
    answer resigned = game_post(&g, GG_RED, "resign", "{}"); /* if it is not over yet */
    answer_free(&resigned);
    for (gg_side viewer = GG_BLUE; viewer <= GG_NOBODY; viewer++) {
        hear(&ears[viewer], LONG_MS);
        claim(!ears[viewer].gap && ears[viewer].over,
              "%s: the viewer %u heard every telling once, and the end", name, viewer);
        claim(log_is(&g, viewer, ears[viewer].lines), "%s: the viewer %u finds the same in the log",
              name, viewer);
        stream_close(&ears[viewer].stream);
        free(ears[viewer].lines);
    }
    answer record = game_get(&g, GG_NOBODY, "record");
    claim(run_on_record(s, "replay", &record), "%s: the record replays", name);
    claim(run_on_record(s, "verify", &record), "%s: every die is proved", name);
    answer_free(&record);
}

/* ---- What may and may not be done. ---- */

static void try_acting(server_process *s, const gg_ruleset *rules)
{
    game g, other;
    gg_dice dice = gg_dice_random(7);
    char action[GG_ACTION_TEXT_MAX];
    int64_t ply = 0;
    gg_side side = GG_BLUE;
    game_begin(&g, s->port, rules, rules->scenarios[0].name, "link", "link");
    game_begin(&other, s->port, rules, rules->scenarios[0].name, "link", "link");
    answer state = game_get(&g, side, "");
    if (!game_choose(&g, &state, side, &dice, action, sizeof action, &ply)) {
        answer_free(&state);
        state = game_get(&g, side = GG_RED, "");
        game_choose(&g, &state, side, &dice, action, sizeof action, &ply);
    }
    answer_free(&state);
    claim(refused_with(game_act(&g, GG_NOBODY, ply, action), 403, "forbidden"),
          "a watcher cannot act");
    game mixed = g;
    memcpy(mixed.tokens, other.tokens, sizeof mixed.tokens);
    claim(refused_with(game_act(&mixed, side, ply, action), 401, "token"),
          "a token of another game is none here");
    char body[512];
    snprintf(body, sizeof body, "{\"side\":\"%s\",\"ply\":%lld,\"action\":\"%s\"}",
             gg_side_name(1 - side), (long long)ply, action);
    claim(refused_with(game_post(&g, side, "action", body), 403, "forbidden"),
          "nobody acts for the other side");
    claim(refused_with(game_act(&g, side, ply + 1, action), 409, "stale"),
          "a ply that is not there yet is stale");
    claim(refused_with(game_act(&g, side, ply, "dance"), 422, "unreadable"),
          "what is no notation is unreadable");
    claim(refused_with(game_post(&g, side, "action", "{\"ply\":1}"), 400, "bad-request"),
          "an action without an action is a bad request");
    answer first = game_act(&g, side, ply, action), second = game_act(&g, side, ply, action);
    claim(first.status == 200 && second.status == 200
              && json_is_true(json_object_get(second.json, "again"))
              && answer_number(&first, "ply") == answer_number(&second, "ply"),
          "the same action sent twice is done once");
    answer_free(&first);
    answer_free(&second);
    claim(refused_with(game_act(&g, side, ply, "end of something else"), 409, "stale"),
          "another action for a ply that has passed is stale");
}

static void try_sitting(server_process *s, const gg_ruleset *rules)
{
    char body[256], path[64];
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"seats\":{\"blue\":\"link\",\"red\":\"open\"}}",
             rules->name);
    answer made = call(s->port, "POST", "/api/games", NULL, body);
    const char *invitation = json_string_value(json_object_get(
        json_object_get(json_object_get(made.json, "seats"), "blue"), "invitation"));
    snprintf(path, sizeof path, "/api/games/%s/sit", answer_text(&made, "id"));
    const char *own = "{\"name\":\"Anna\",\"token\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}";
    claim(status_is(call(s->port, "POST", path, invitation, own), 200), "an invitation sits down");
    claim(status_is(call(s->port, "POST", path, invitation, own), 200),
          "... and again with the token of its own, if the answer was lost");
    claim(refused_with(call(s->port, "POST", path, invitation, "{}"), 409, "spent"),
          "... but not anew: it is spent");
    claim(refused_with(call(s->port, "POST", path, "nonsense", "{}"), 401, "token"),
          "nobody sits down with a made-up invitation");
    claim(refused_with(call(s->port, "POST", path, NULL, "{\"contribution\":\"\\n\"}"), 400,
                       "bad-request"),
          "a contribution is one line");
    claim(status_is(call(s->port, "POST", path, NULL, "{\"name\":\"Bob\"}"), 200),
          "an open seat needs no invitation");
    claim(refused_with(call(s->port, "POST", path, NULL, "{\"name\":\"Eve\"}"), 409, "spent"),
          "... and is taken then");
    answer_free(&made);
}

static void try_offers(server_process *s, const gg_ruleset *rules)
{
    game g;
    game_begin(&g, s->port, rules, rules->scenarios[0].name, "link", "link");
    claim(refused_with(game_post(&g, GG_BLUE, "draw", "{\"answer\":\"accept\"}"), 409, "not-now"),
          "what is not offered cannot be accepted");
    claim(status_is(game_post(&g, GG_BLUE, "draw", "{\"answer\":\"offer\"}"), 200),
          "blue offers a draw");
    answer state = game_get(&g, GG_RED, "");
    const char *by =
        json_string_value(json_object_get(json_object_get(state.json, "offered"), "draw"));
    claim(by != NULL && strcmp(by, "blue") == 0, "red sees the offer");
    claim(json_object_get(json_object_get(state.json, "dice"), "secret") == NULL,
          "the secret is not told while the game runs");
    answer_free(&state);
    claim(status_is(game_post(&g, GG_RED, "draw", "{\"answer\":\"decline\"}"), 200),
          "red declines");
    status_is(game_post(&g, GG_BLUE, "draw", "{}"), 200);
    claim(status_is(game_post(&g, GG_RED, "draw", "{\"answer\":\"accept\"}"), 200),
          "red accepts the next");
    state = game_get(&g, GG_NOBODY, "");
    const json_t *result = json_object_get(state.json, "result");
    claim(strcmp(answer_text(&state, "status"), "over") == 0
              && json_is_null(json_object_get(result, "winner")),
          "the game is drawn");
    claim(json_object_get(json_object_get(state.json, "dice"), "secret") != NULL,
          "the secret is told when it is over");
    answer_free(&state);
    status_is(game_post(&g, GG_BLUE, "rematch", "{}"), 200);
    status_is(game_post(&g, GG_RED, "rematch", "{}"), 200);
    state = game_get(&g, GG_RED, "");
    char path[64];
    snprintf(path, sizeof path, "/api/games/%s/sit", answer_text(&state, "rematch"));
    answer sat = call(s->port, "POST", path, g.tokens[GG_RED], "{\"name\":\"Bob\"}");
    claim(sat.status == 200 && strcmp(answer_text(&sat, "side"), "blue") == 0,
          "in the rematch the sides change, and the token of before is the invitation");
    answer_free(&sat);
    answer_free(&state);
}

static void try_words(server_process *s, const gg_ruleset *rules)
{
    game g;
    game_begin(&g, s->port, rules, rules->scenarios[0].name, "link", "link");
    status_is(game_post(&g, GG_BLUE, "chat", "{\"text\":\"good luck\"}"), 200);
    status_is(game_post(&g, GG_NOBODY, "chat", "{\"text\":\"blue is lost\"}"), 200);
    answer red = game_get(&g, GG_RED, "chat"), watcher = game_get(&g, GG_NOBODY, "chat");
    claim(strstr(red.body, "good luck") != NULL && strstr(red.body, "lost") == NULL,
          "a player reads the players' room only");
    claim(strstr(watcher.body, "good luck") == NULL && strstr(watcher.body, "lost") != NULL,
          "a watcher reads the watchers' room only");
    answer_free(&red);
    answer_free(&watcher);
    claim(refused_with(game_post(&g, GG_BLUE, "chat", "{\"text\":\"\"}"), 400, "bad-request"),
          "nothing cannot be said");
    status_is(game_post(&g, GG_BLUE, "note", "{\"text\":\"hold the hill\"}"), 200);
    answer own = game_get(&g, GG_BLUE, "note"), others = game_get(&g, GG_RED, "note");
    claim(strcmp(answer_text(&own, "text"), "hold the hill") == 0
              && strcmp(answer_text(&others, "text"), "") == 0,
          "a note is its side's own");
    answer_free(&own);
    answer_free(&others);
    claim(refused_with(game_get(&g, GG_NOBODY, "note"), 403, "forbidden"), "watchers have no note");
}

/* A message, and its answer among what else comes. */
static int64_t ask_socket(stream *s, const char *text, const char *error)
{
    int64_t ply = -1;
    bool answered = false;
    stream_send(s, text);
    for (json_t *object; !answered && (object = stream_next(s, LONG_MS)) != NULL;) {
        const char *tell = json_string_value(json_object_get(object, "tell"));
        const char *found = json_string_value(json_object_get(object, "error"));
        answered = tell != NULL && strcmp(tell, "answer") == 0
                   && json_integer_value(json_object_get(object, "to")) == 77;
        const bool as_said =
            error == NULL ? found == NULL : found != NULL && strcmp(found, error) == 0;
        if (answered && as_said) ply = json_integer_value(json_object_get(object, "ply"));
        json_decref(object);
    }
    return ply;
}

static void try_socket(server_process *s, const gg_ruleset *rules)
{
    game g;
    stream blue;
    gg_dice dice = gg_dice_random(9);
    char action[GG_ACTION_TEXT_MAX], text[512];
    int64_t ply = 0;
    gg_side side = GG_BLUE;
    game_begin(&g, s->port, rules, rules->scenarios[0].name, "link", "link");
    answer state = game_get(&g, side, "");
    if (!game_choose(&g, &state, side, &dice, action, sizeof action, &ply)) {
        answer_free(&state);
        state = game_get(&g, side = GG_RED, "");
        game_choose(&g, &state, side, &dice, action, sizeof action, &ply);
    }
    answer_free(&state);
    stream_open(&blue, s->port, g.id, true, g.tokens[side], 0);
    snprintf(text, sizeof text, "{\"do\":\"action\",\"id\":77,\"ply\":%lld,\"action\":\"%s\"}",
             (long long)ply, action);
    claim(ask_socket(&blue, text, NULL) > ply, "an action by WebSocket is answered");
    claim(ask_socket(&blue, text, NULL) > ply, "... and, sent again, not done again");
    claim(ask_socket(&blue, "{\"do\":\"dance\",\"id\":77}", "unknown") == 0,
          "an unknown message is answered");
    claim(ask_socket(&blue, "{\"do\":\"action\",\"id\":77,\"side\":\"nobody\"}", "bad-request")
              == 0,
          "a message that lacks something is answered");
    stream_close(&blue);
    stream_open(&blue, s->port, g.id, true, "no token of this game at all", 0);
    claim(ask_socket(&blue, "{\"do\":\"state\",\"id\":77}", "token") == 0
              || stream_next(&blue, SHORT_MS) == NULL,
          "a socket with a wrong token learns nothing");
    stream_close(&blue);
}

/* Squares: an activation without dice can be taken back while the turn goes on. */
static void try_takeback(server_process *s, const gg_ruleset *rules)
{
    game g;
    gg_dice dice = gg_dice_random(21);
    bool taken = false, refused = false, agreed = false;
    game_begin(&g, s->port, rules, rules->scenarios[0].name, "link", "link");
    for (int i = 0; i < 60 && !(taken && refused && agreed); i++) {
        for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
            char action[GG_ACTION_TEXT_MAX];
            int64_t ply;
            answer before = game_get(&g, side, "");
            if (game_choose(&g, &before, side, &dice, action, sizeof action, &ply)) {
                answer done = game_act(&g, side, ply, action), after = game_get(&g, side, "");
                const bool can = json_is_true(json_object_get(after.json, "takeback"));
                answer back = game_post(&g, side, "takeback", "{}");
                answer now = game_get(&g, side, "");
                const bool asked = json_is_string(
                    json_object_get(json_object_get(now.json, "offered"), "takeback"));
                if (asked) {
                    answer_free(&now);
                    status_is(game_post(&g, 1 - side, "takeback", "{\"answer\":\"accept\"}"), 200);
                    now = game_get(&g, side, "");
                }
                const bool same =
                    strcmp(answer_text(&now, "position"), answer_text(&before, "position")) == 0;
                refused |= !can && back.status == 409;
                taken |= can && !asked && same;
                agreed |= can && asked && same;
                if (can && same) /* and play on */
                    status_is(game_act(&g, side, answer_number(&now, "ply"), action), 200);
                answer_free(&done);
                answer_free(&after);
                answer_free(&back);
                answer_free(&now);
            }
            answer_free(&before);
        }
    }
    claim(taken, "a choice is taken back, and the position is what it was");
    claim(agreed, "... and, when the decision has passed on, by consent");
    claim(refused, "a roll is not taken back");
}

static bool has_told_of_red(const heard *ear)
{
    return ear->lines != NULL && strstr(ear->lines, "\"side\":\"red\"") != NULL;
}

static void try_computer(server_process *s, const gg_ruleset *rules)
{
    game g;
    gg_dice dice = gg_dice_random(3);
    heard ear = {0};
    int own = 0;
    bool over = false;
    game_begin(&g, s->port, rules, rules->scenarios[0].name, "link", "random");
    stream_open(&ear.stream, s->port, g.id, true, g.tokens[GG_BLUE], 0);
    /* Ten decisions; more where all of them belonged to one player turn of the other side. */
    for (const time_t until = time(NULL) + LONG_MS / 1000;
         (own < 10 || (!has_told_of_red(&ear) && own < 80)) && !over && time(NULL) < until;) {
        char action[GG_ACTION_TEXT_MAX];
        int64_t ply;
        answer state = game_get(&g, GG_BLUE, "");
        over = strcmp(answer_text(&state, "status"), "over") == 0;
        if (game_choose(&g, &state, GG_BLUE, &dice, action, sizeof action, &ply)) {
            answer done = game_act(&g, GG_BLUE, ply, action);
            own += done.status == 200;
            answer_free(&done);
        } else {
            usleep(PAUSE_US); /* the computer decides */
        }
        answer_free(&state);
        if (own >= 10) hear(&ear, SHORT_MS);
    }
    if (over && !ear.over) hear(&ear, LONG_MS);
    claim(own >= 10 || over, "%s: a computer player plays its side", rules->name);
    claim(has_told_of_red(&ear), "%s: what it does is told", rules->name);
    stream_close(&ear.stream);
    free(ear.lines);
    answer made = call(s->port, "POST", "/api/games", NULL,
                       "{\"game\":\"squares\",\"seats\":{\"blue\":\"nobody we know\"}}");
    claim(refused_with(made, 400, "bad-request"), "an unknown player is refused");
}

/* ---- Plain HTTP. ---- */

/* The same address with another ending: for links, chats and pictures in them. */
static void try_forms(server_process *s, const gg_ruleset *rules)
{
    char path[64];
    game g;
    game_begin(&g, s->port, rules, rules->scenarios[0].name, "link", "link");
    snprintf(path, sizeof path, "/game/%s.svg", g.id);
    answer it = call(s->port, "GET", path, NULL, NULL);
    claim(it.status == 200 && strstr(it.body, "<svg") != NULL && strstr(it.body, "</svg>") != NULL
              && strstr(it.headers, "Content-Type: image/svg+xml") != NULL
              && strstr(it.headers, "default-src 'none'; style-src 'unsafe-inline'; sandbox;")
                     != NULL
              && strstr(it.headers, "script-src") == NULL,
          "%s: a picture, in which nothing runs", rules->name);
    answer_free(&it);
    snprintf(path, sizeof path, "/game/%s.txt", g.id);
    it = call(s->port, "GET", path, NULL, NULL);
    claim(it.status == 200 && strstr(it.body, rules->scenarios[0].title) != NULL,
          "%s: the board in letters", rules->name);
    answer_free(&it);
}

static void try_pages(server_process *s)
{
    answer it = call(s->port, "GET", "/", NULL, NULL);
    claim(it.status == 200 && strstr(it.body, "make static") != NULL,
          "without the page's files the server says how to build them");
    claim(strstr(it.headers, "Content-Security-Policy: default-src 'none'") != NULL
              && strstr(it.headers, "nosniff") != NULL,
          "every answer has its security headers");
    answer_free(&it);
    char name[1100], tag[64] = "";
    snprintf(name, sizeof name, "%s/app.js", s->pages);
    FILE *out = fopen(name, "w");
    for (int i = 0; i < 100; i++) fputs("console.log('the same again');\n", out);
    fclose(out);
    strcat(name, ".br");
    out = fopen(name, "w");
    fputs("squeezed before", out); /* nobody but the browser looks into it */
    fclose(out);
    server_stop(s);
    server_restart(s);
    it = call_with(s->port, "GET", "/app.js", "Accept-Encoding: gzip, br\r\n", NULL);
    claim(it.status == 200 && strstr(it.headers, "Content-Encoding: br\r\n") != NULL
              && strstr(it.headers, "Content-Type: text/javascript") != NULL && it.count == 15,
          "what the build has squeezed is sent to who takes it");
    answer_free(&it);
    claim(status_is(call(s->port, "GET", "/app.js.br", NULL, NULL), 404),
          "... and is no file of its own");
    it = call_with(s->port, "GET", "/app.js", "Accept-Encoding: gzip, br;q=0\r\n", NULL);
    claim(it.status == 200 && strstr(it.headers, "Content-Encoding: gzip") != NULL
              && strstr(it.headers, "Content-Type: text/javascript") != NULL && it.count < 1000,
          "a file of the page has its type and is compressed");
    const char *at = strstr(it.headers, "ETag: ");
    if (at != NULL) snprintf(tag, sizeof tag, "If-None-Match: %.26s\r\n", at + 6);
    answer_free(&it);
    claim(status_is(call_with(s->port, "GET", "/app.js", tag, NULL), 304),
          "... and is not sent to who has it");
    it = call(s->port, "HEAD", "/app.js", NULL, NULL);
    claim(it.status == 200 && it.count == 0, "HEAD has no body");
    answer_free(&it);
    claim(status_is(call(s->port, "GET", "/game/abcdefgh/blue", NULL, NULL), 200),
          "an address of the page is the page");
    claim(status_is(call(s->port, "GET", "/../../etc/passwd", NULL, NULL), 404)
              || status_is(call(s->port, "GET", "/../../etc/passwd", NULL, NULL), 403),
          "nothing outside is served");
    claim(status_is(call(s->port, "GET", "/healthz", NULL, NULL), 200), "it is well");
    it = call(s->port, "GET", "/metrics", METRICS_TOKEN, NULL);
    claim(it.status == 200 && strstr(it.body, "\ngrognard_requests_total ") != NULL,
          "it counts for Prometheus");
    answer_free(&it);
    claim(status_is(call(s->port, "GET", "/api/rules", NULL, NULL), 200), "it lists the games");
    claim(refused_with(call(s->port, "GET", "/api/games/nosuchid", NULL, NULL), 404, "unknown"),
          "there is no such game");
    claim(refused_with(call(s->port, "DELETE", "/api/games/nosuchid", NULL, NULL), 405, "method"),
          "there is no such method");
    claim(refused_with(call_with(s->port, "POST", "/api/games",
                                 "Origin: https://elsewhere.example\r\n"
                                 "Content-Type: application/json\r\n",
                                 "{\"game\":\"squares\"}"),
                       403, "origin"),
          "another site's page cannot create games");
    claim(
        refused_with(call(s->port, "POST", "/api/games", NULL, "[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]"),
                     400, "bad-request"),
        "deep JSON is refused");
}

/* ---- What is sent is sent once. ---- */

static uint32_t segments(const stream *line)
{
    struct tcp_info info;
    socklen_t size = sizeof info;
    memset(&info, 0, sizeof info);
    getsockopt(line->fd, IPPROTO_TCP, TCP_INFO, &info, &size);
    return info.tcpi_data_segs_in;
}

/* Each piece of a message is a system call here and a wake-up there: a message is one. */
static void try_one_piece(server_process *s, const gg_ruleset *rules)
{
    static const char ask[] = "{\"do\":\"state\",\"id\":77}";
    stream line;
    game g;
    uint32_t messages = 0;
    size_t length = 0;
    claim(game_begin(&g, s->port, rules, "sq-large", "link", "link")
              && stream_open(&line, s->port, g.id, true, g.tokens[0], 0)
              && ask_socket(&line, ask, NULL) >= 0, /* what greets him has come */
          "somebody listens");
    const uint32_t before = segments(&line);
    stream_send(&line, ask);
    for (json_t *told; length == 0 && (told = stream_next(&line, LONG_MS)) != NULL; messages++) {
        const char *position = json_string_value(json_object_get(told, "position"));
        if (json_integer_value(json_object_get(told, "to")) == 77 && position != NULL)
            length = strlen(position);
        json_decref(told);
    }
    const uint32_t pieces = segments(&line) - before;
    claim(length > 800 && pieces > 0 && pieces <= messages,
          "a position of %zu bytes comes in one piece (%u of %u)", length, pieces, messages);
    stream_close(&line);
}

/* ---- House rules. ---- */

static bool has_house(const answer *it, const char *id, int value)
{
    const json_t *numbers = json_object_get(json_object_get(it->json, "house"), "numbers");
    const json_t *first = json_array_get(numbers, 0);
    const char *its = json_string_value(json_object_get(first, "id"));
    return json_array_size(numbers) == 1 && its != NULL && strcmp(its, id) == 0
           && json_integer_value(json_object_get(first, "value")) == value;
}

static bool plays_by(server_process *s, const char *body, const char *id, int value)
{
    char path[64];
    answer made = call(s->port, "POST", "/api/games", NULL, body);
    snprintf(path, sizeof path, "/api/games/%s", answer_text(&made, "id"));
    answer it = call(s->port, "GET", path, NULL, NULL);
    const bool so = made.status == 201 && has_house(&it, id, value);
    answer_free(&made);
    answer_free(&it);
    return so;
}

static void try_house(server_process *s)
{
    claim(plays_by(s, "{\"game\":\"drill\",\"options\":{\"rounds\":3,\"march\":80}}", "march", 80),
          "a number of the rules is an option too");
    claim(plays_by(s, "{\"game\":\"drill\",\"tables\":\"tables drill 1\\nmarch=70 # ours\\n\"}",
                   "march", 70),
          "a game comes with its tables");
    claim(refused_with(call(s->port, "POST", "/api/games", NULL,
                            "{\"game\":\"drill\",\"options\":{\"march\":8000}}"),
                       400, "bad-request"),
          "what a row does not allow is refused");
    answer it = call(s->port, "POST", "/api/games", NULL,
                     "{\"game\":\"drill\",\"tables\":\"tables drill\\nmarsh=70\"}");
    claim(it.status == 400 && strstr(it.body, "line 2, column 1") != NULL,
          "a line of tables that is wrong is named");
    answer_free(&it);
    claim(refused_with(
              call(s->port, "POST", "/api/games", NULL, "{\"game\":\"drill\",\"tables\":[1]}"), 400,
              "bad-request"),
          "tables that are no text are refused");
    claim(refused_with(call(s->port, "POST", "/api/games", NULL,
                            "{\"game\":\"commanders\",\"scenario\":\"marengo\","
                            "\"options\":{\"sector_room\":5}}"),
                       400, "bad-request"),
          "house rules that do not go with a scenario are refused");
}

/* ---- Games that anybody may join. ---- */

#define OPEN_GAME "{\"game\":\"squares\",\"scenario\":\"sq-tiny\",\"seats\":{\"red\":\"open\"}"

/* Somebody makes it and sits down as blue; `id` gets its name. */
static void make_open(const server_process *s, bool listed, const char *name, game *g)
{
    char path[128], body[128];
    answer made = call(s->port, "POST", "/api/games", NULL,
                       listed ? OPEN_GAME ",\"listed\":true,\"clock\":{\"kind\":\"days\","
                                          "\"days\":2}}"
                              : OPEN_GAME "}");
    const json_t *seat = json_object_get(json_object_get(made.json, "seats"), "blue");
    *g = (game){.port = s->port};
    snprintf(g->id, sizeof g->id, "%s", answer_text(&made, "id"));
    snprintf(path, sizeof path, "/api/games/%s/sit", g->id);
    snprintf(body, sizeof body, "{\"name\":\"%s\"}", name);
    answer sat =
        call(s->port, "POST", path, json_string_value(json_object_get(seat, "invitation")), body);
    snprintf(g->tokens[GG_BLUE], sizeof g->tokens[GG_BLUE], "%s", answer_text(&sat, "token"));
    answer_free(&sat);
    answer_free(&made);
}

/* How it stands in the list, as one line of JSON without what changes; "": it does not. */
static const char *listed_as(const server_process *s, const char *id)
{
    static char line[512];
    answer list = call(s->port, "GET", "/api/games", NULL, NULL);
    size_t i;
    json_t *one;
    line[0] = '\0';
    json_array_foreach(json_object_get(list.json, "games"), i, one)
    {
        if (strcmp(json_string_value(json_object_get(one, "id")), id) != 0) continue;
        json_object_del(one, "id");
        json_object_del(one, "changed");
        char *text = json_dumps(one, JSON_COMPACT);
        snprintf(line, sizeof line, "%s", text);
        free(text);
    }
    answer_free(&list);
    return line;
}

/* Who takes the open seats of his own games does not push others out of the list. */
static void try_busy(const server_process *s)
{
    enum { BUSY = 9, MOST = 6 }; /* of one address, in docs/http.md */
    game busy[BUSY];
    int shown = 0;
    for (int i = 0; i < BUSY; i++) {
        char path[128];
        make_open(s, true, "Emma", &busy[i]);
        snprintf(path, sizeof path, "/api/games/%s/sit", busy[i].id);
        answer sat = call(s->port, "POST", path, NULL, "{\"name\":\"Emma\"}");
        answer_free(&sat);
    }
    for (int i = 0; i < BUSY; i++) shown += listed_as(s, busy[i].id)[0] != '\0';
    claim(shown == MOST && listed_as(s, busy[BUSY - MOST - 1].id)[0] == '\0',
          "of one address so many under way are in the list, the newest (%d)", shown);
}

static void try_listed(server_process *s)
{
    enum { MANY = 5, MOST = 3 }; /* of one address, in docs/http.md */
    game private, open, many[MANY];
    char path[128];
    make_open(s, false, "Anna", &private);
    claim(listed_as(s, private.id)[0] == '\0', "an open seat alone is in no list");
    make_open(s, true, "Anna", &open);
    claim(strcmp(listed_as(s, open.id),
                 "{\"game\":\"squares\",\"scenario\":\"sq-tiny\",\"status\":\"waiting\","
                 "\"side\":\"red\",\"blue\":\"Anna\",\"red\":null,"
                 "\"clock\":{\"kind\":\"days\",\"days\":2},\"here\":false}")
              == 0,
          "who makes a game may say that anybody may join");
    answer list = call(s->port, "GET", "/api/games", NULL, NULL);
    claim(strstr(list.body, "token") == NULL && strstr(list.body, "invitation") == NULL
              && strstr(list.body, open.tokens[GG_BLUE]) == NULL,
          "the list gives nobody's token away");
    answer_free(&list);
    server_kill(s);
    claim(server_restart(s) && listed_as(s, open.id)[0] != '\0', "a new start keeps the list");
    snprintf(path, sizeof path, "/api/games/%s/sit", open.id);
    claim(status_is(call(s->port, "POST", path, NULL, "{\"side\":\"red\",\"name\":\"Bob\"}"), 200),
          "whoever comes first has the seat");
    claim(refused_with(call(s->port, "POST", path, NULL, "{\"side\":\"red\",\"name\":\"Carl\"}"),
                       409, "spent"),
          "who comes second is told so");
    claim(strstr(listed_as(s, open.id), "\"status\":\"playing\",\"blue\":\"Anna\",\"red\":\"Bob\"")
              != NULL,
          "then it is there to be watched");
    claim(status_is(game_post(&open, GG_BLUE, "resign", "{}"), 200)
              && listed_as(s, open.id)[0] == '\0',
          "what is over is not in the list");
    int shown = 0;
    for (int i = 0; i < MANY; i++) make_open(s, true, "Dora", &many[i]);
    for (int i = 0; i < MANY; i++) shown += listed_as(s, many[i].id)[0] != '\0';
    claim(shown == MOST && listed_as(s, many[0].id)[0] == '\0'
              && listed_as(s, many[MANY - 1].id)[0] != '\0',
          "of one address so many wait, and the oldest fall out");
    try_busy(s);
    claim(refused_with(
              call(s->port, "POST", "/api/games", NULL, "{\"game\":\"squares\",\"listed\":true}"),
              400, "bad-request"),
          "a game without an open seat is not listed");
    claim(refused_with(call(s->port, "POST", "/api/games", NULL, OPEN_GAME ",\"listed\":1}"), 400,
                       "bad-request"),
          "listed is true or false");
}

/* ---- */

static const gg_ruleset *rules_named(const char *name)
{
    for (int i = 0; gg_rulesets[i] != NULL; i++)
        if (strcmp(gg_rulesets[i]->name, name) == 0) return gg_rulesets[i];
    return gg_rulesets[0];
}

int main(int argc, char **argv)
{
    server_process s;
    if (argc < 2 || !server_start(&s, argv[1])) {
        puts("Bail out! the server does not start");
        return 1;
    }
    const gg_ruleset *squares = rules_named("squares");
    try_pages(&s);
    try_sitting(&s, squares);
    try_acting(&s, squares);
    try_offers(&s, squares);
    try_words(&s, squares);
    try_socket(&s, squares);
    try_takeback(&s, squares);
    try_one_piece(&s, squares);
    for (int i = 0; gg_rulesets[i] != NULL; i++) {
        play_whole_game(&s, gg_rulesets[i]);
        try_computer(&s, gg_rulesets[i]);
        try_forms(&s, gg_rulesets[i]);
    }
    try_house(&s);
    try_listed(&s);
    claim(server_stop(&s) == 0, "it stops when it is told to");
    if (claims_failed() == 0) server_clean(&s);
    else printf("# its log and store are in %s\n", s.folder);
    return claims_end();
}
