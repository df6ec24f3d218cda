/*
 * secret_wire.c - two games that differ only in what a side may not know give that side, and the
 * watchers, equal bytes:   secret_wire SERVER-RIGGED
 *
 * Two real servers with the same time and the same random numbers (rigged.c) play the same game.
 * Now and then, where both sides choose in secret, the one that hides something does so: it
 * chooses differently at each server, at other moments, more or less often, takes choices back,
 * is refused something, writes itself a note.  Everything that the others get meanwhile, by
 * WebSocket, by server-sent events and by every GET there is, heads and lengths included, is
 * compared byte by byte.  Then it takes all that back and the games go on alike, until a last
 * difference, in which it closes its part at one server only, stays until the end.  And where plans
 * are written for a whole round, two plans of which nothing is carried out stay unknown through it,
 * in the number and order of what everybody is asked too.  Prints TAP.
 *
 * That it can fail was tried by putting leaks into the server, one at a time; each was found: the
 * position of the true state in place of the view; the whole record; plies that count what is
 * hidden; tellings of sealed choices, and of their being taken back; the true clock of a side that
 * has closed its part; an offer of a draw that lapses when the other side chooses in secret; the
 * time of a secret choice in "my games"; a state that is sent again although nothing of it changed.
 * The last test here has one built in.
 * SPDX-License-Identifier: MIT
 */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "core/action.h"
#include "core/position.h"
#include "client.h"
#include "core/text.h"
#include "rigged.h"
#include "tap.h"
#include "tests/secret.h"

enum {
    STEPS_MAX = 400,
    HOUSES = 2,
    VIEWERS = 3, /* blue, red, GG_NOBODY: a watcher */
    HIDDEN_MAX = 3,
    WAIT_MS = 120000,
    BEGIN_S = 1794729600,
};

/* ---- Two houses. ---- */

/* A WebSocket and server-sent events, each in every form that a client can ask for. */
static const struct form {
    bool is_socket;
    const char *wants; /* more of the hello, or of the query */
} forms[] = {{true, ""}, {false, ""}, {true, ",\"changes\":true"}, {false, "&changes=1"}};
enum { FORMS = sizeof forms / sizeof forms[0] };

typedef struct house {
    server_process server;
    rigged *switches;
    char switches_name[128];
    char cookies[2][256]; /* of the accounts of blue and red, as lines of a head */
    game game;
    stream streams[VIEWERS][FORMS];
} house;

typedef struct pair {
    house houses[HOUSES];
    const gg_ruleset *rules;
    gg_side hider;
    gg_dice dice;
    gg_state *view;
    int differences; /* places where bytes differed that should not */
    int compared;    /* comparisons in which something really was different and hidden */
    int closed;      /* parts that were closed at one server only */
} pair;

static house *house_of(pair *p, int number) { return &p->houses[number]; }

static void pass_time(house *h, int64_t ms) { h->switches->now += ms; }

static void same_time(pair *p)
{
    const int64_t one = p->houses[0].switches->now, two = p->houses[1].switches->now;
    p->houses[0].switches->now = p->houses[1].switches->now = one > two ? one : two;
}

static bool make_account(house *h, gg_side side)
{
    char body[128];
    snprintf(body, sizeof body, "{\"name\":\"%s-player\",\"password\":\"correct horse\"}",
             gg_side_name(side));
    answer made = call(h->server.port, "POST", "/api/accounts", NULL, body);
    const char *cookie = strcasestr(made.headers, "set-cookie: ");
    if (made.status == 201 && cookie != NULL)
        snprintf(h->cookies[side], sizeof h->cookies[side], "Cookie: %.*s\r\n",
                 (int)strcspn(cookie + 12, ";\r"), cookie + 12);
    const bool well = h->cookies[side][0] != '\0';
    answer_free(&made);
    return well;
}

static bool open_house(house *h, const char *binary)
{
    h->switches = rigged_new(h->switches_name);
    if (h->switches == NULL) return false;
    h->switches->now = (int64_t)BEGIN_S * 1000;
    h->switches->seed = 1805;
    return server_start(&h->server, binary) && make_account(h, GG_BLUE) && make_account(h, GG_RED);
}

/* ---- Comparing. ---- */

static void put_bytes(const char *name, const char *bytes, size_t count, size_t at)
{
    const size_t from = at < 60 ? 0 : at - 60;
    printf("#   %s: ...", name);
    for (size_t i = from; i < count && i < at + 60; i++)
        putchar(bytes[i] >= ' ' && bytes[i] <= '~' ? bytes[i] : '.');
    putchar('\n');
}

static void compare(pair *p, const char *what, gg_side viewer, const char *one, size_t one_count,
                    const char *two, size_t two_count)
{
    size_t at = 0;
    while (at < one_count && at < two_count && one[at] == two[at]) at++;
    if (at == one_count && at == two_count) return;
    if (p->differences++ > 0) return; /* the first says it all */
    printf("# %s, what %s gets by %s differs at byte %zu (of %zu and %zu)\n", p->rules->name,
           gg_side_name(viewer), what, at, one_count, two_count);
    put_bytes("one", one, one_count, at);
    put_bytes("two", two, two_count, at);
}

static void compare_answers(pair *p, const char *what, gg_side viewer, answer *one, answer *two)
{
    if (one->status == 0 || two->status == 0) p->differences++;
    compare(p, what, viewer, one->headers, strlen(one->headers), two->headers,
            strlen(two->headers));
    compare(p, what, viewer, one->body == NULL ? "" : one->body, one->count,
            two->body == NULL ? "" : two->body, two->count);
    answer_free(one);
    answer_free(two);
}

/* "*" of a path is the game's id. */
static answer get(const house *h, gg_side viewer, const char *where, const char *headers)
{
    char path[128], lines[512];
    const size_t before = strcspn(where, "*");
    const bool named = where[before] == '*';
    snprintf(path, sizeof path, "%.*s%s%s", (int)before, where, named ? h->game.id : "",
             named ? where + before + 1 : "");
    game_put_headers(&h->game, viewer, lines, sizeof lines);
    return call_with(h->server.port, "GET", path, headers == NULL ? lines : headers, NULL);
}

static void compare_gets(pair *p, gg_side viewer)
{
    static const char *const paths[] = {
        "/api/games", /* open to everybody: this one is listed */
        "/api/games/*",
        "/api/games/*/record",
        "/api/games/*/chat",
        "/api/games/*/note",
        "/game/*.json",
        "/game/*.grog",
        "/game/*.svg",
        "/game/*.txt",
        "/api/games/*/log?since=0", /* the last: what was read for streams is then sent */
    };
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        answer one = get(&p->houses[0], viewer, paths[i], NULL);
        answer two = get(&p->houses[1], viewer, paths[i], NULL);
        compare_answers(p, paths[i], viewer, &one, &two);
    }
    if (viewer > GG_RED) return;
    answer one = get(&p->houses[0], viewer, "/api/me/games", p->houses[0].cookies[viewer]);
    answer two = get(&p->houses[1], viewer, "/api/me/games", p->houses[1].cookies[viewer]);
    compare_answers(p, "/api/me/games", viewer, &one, &two);
}

/* All that has come over a line so far. */
static void drain(stream *s)
{
    for (;;) {
        if (s->limit - s->count < 65536) {
            s->limit = 2 * s->limit + 131072;
            s->bytes = realloc(s->bytes, s->limit);
        }
        const ssize_t got = recv(s->fd, s->bytes + s->count, s->limit - s->count - 1, MSG_DONTWAIT);
        if (got <= 0) break;
        s->count += (size_t)got;
    }
    s->bytes[s->count] = '\0';
}

static void compare_streams(pair *p, gg_side viewer)
{
    for (int form = 0; form < FORMS; form++) {
        char what[80];
        stream *one = &p->houses[0].streams[viewer][form];
        stream *two = &p->houses[1].streams[viewer][form];
        drain(one);
        drain(two);
        snprintf(what, sizeof what, "%s%s", forms[form].is_socket ? "WebSocket" : "events",
                 forms[form].wants);
        if (viewer != p->hider)
            compare(p, what, viewer, one->bytes, one->count, two->bytes, two->count);
        one->count = two->count = 0;
    }
}

static void forget_streams(pair *p)
{
    for (int i = 0; i < HOUSES * VIEWERS * FORMS; i++) {
        stream *s = &p->houses[i % HOUSES].streams[i / HOUSES % VIEWERS][i / HOUSES / VIEWERS];
        drain(s);
        s->count = 0;
    }
}

static void compare_all(pair *p)
{
    same_time(p);
    for (gg_side viewer = GG_BLUE; viewer < VIEWERS; viewer++)
        if (viewer != p->hider) compare_gets(p, viewer);
    for (gg_side viewer = GG_BLUE; viewer < VIEWERS; viewer++) compare_streams(p, viewer);
}

/* ---- A game. ---- */

static bool sit(house *h, const answer *made, gg_side side)
{
    char path[96], body[160], headers[512];
    const json_t *seat = json_object_get(json_object_get(made->json, "seats"), gg_side_name(side));
    const char *invitation = json_string_value(json_object_get(seat, "invitation"));
    snprintf(path, sizeof path, "/api/games/%s/sit", h->game.id);
    snprintf(body, sizeof body, "{\"contribution\":\"%s's dice\"}", gg_side_name(side));
    snprintf(headers, sizeof headers, "Content-Type: application/json\r\n%s%s%s%s",
             invitation == NULL ? "" : "Authorization: Bearer ",
             invitation == NULL ? "" : invitation, invitation == NULL ? "" : "\r\n",
             h->cookies[side]);
    answer sat = call_with(h->server.port, "POST", path, headers, body);
    snprintf(h->game.tokens[side], sizeof h->game.tokens[side], "%s", answer_text(&sat, "token"));
    const bool well = sat.status == 200;
    if (!well) printf("# %d %s\n", sat.status, sat.body == NULL ? "" : sat.body);
    answer_free(&sat);
    return well;
}

static bool begin_game(house *h, const gg_ruleset *rules, const char *scenario, const char *options,
                       const char *clock)
{
    char body[512];
    h->game = (game){.port = h->server.port, .rules = rules};
    memcpy(h->game.cookies, h->cookies, sizeof h->cookies);
    snprintf(body, sizeof body,
             "{\"game\":\"%s\",\"scenario\":\"%s\",\"options\":%s,\"clock\":%s,"
             "\"seats\":{\"red\":\"open\"},\"listed\":true}",
             rules->name, scenario, options, clock);
    answer made = call(h->server.port, "POST", "/api/games", NULL, body);
    snprintf(h->game.id, sizeof h->game.id, "%s", answer_text(&made, "id"));
    const bool well = made.status == 201 && sit(h, &made, GG_BLUE) && sit(h, &made, GG_RED);
    if (!well) printf("# %d %s\n", made.status, made.body == NULL ? "" : made.body);
    answer_free(&made);
    return well;
}

/* Until the line has said so. */
static bool await_words(stream *s, const char *words)
{
    for (;;) {
        drain(s);
        if (memmem(s->bytes, s->count, words, strlen(words)) != NULL) return true;
        struct pollfd wait = {.fd = s->fd, .events = POLLIN};
        if (poll(&wait, 1, WAIT_MS) <= 0) return false;
    }
}

/* Who is here: then the line is open for good. */
static bool await_here(stream *s) { return await_words(s, "\"tell\":\"here\""); }

static bool ask_for_stream(house *h, gg_side viewer, int form, int since)
{
    stream *s = &h->streams[viewer][form];
    const struct form *how = &forms[form];
    char query[96] = "", text[512] = "";
    const bool plays = viewer <= GG_RED;
    if (how->is_socket) {
        const char *cookie = plays ? h->cookies[viewer] : "";
        if (!stream_knock(s, h->server.port, h->game.id, true, "", cookie)) return false;
        if (plays) snprintf(query, sizeof query, ",\"token\":\"%s\"", h->game.tokens[viewer]);
        snprintf(text, sizeof text, "{\"do\":\"hello\",\"since\":%d%s%s}", since, query,
                 how->wants);
        return stream_send(s, text);
    }
    snprintf(query, sizeof query, "?since=%d%s", since, how->wants);
    game_put_headers(&h->game, viewer, text, sizeof text);
    return stream_knock(s, h->server.port, h->game.id, false, query, text);
}

static bool open_stream(house *h, gg_side viewer, int form, int since)
{
    return ask_for_stream(h, viewer, form, since) && await_here(&h->streams[viewer][form]);
}

/* How many watch is told once a second: all come at once, and what came until everybody knows of
 * all of them, when nothing is hidden yet, is not compared. */
static bool open_streams(pair *p)
{
    char all[32];
    snprintf(all, sizeof all, "\"watchers\":%d}", FORMS);
    bool well = true;
    for (int i = 0; i < HOUSES; i++)
        for (gg_side viewer = GG_BLUE; viewer < VIEWERS; viewer++)
            for (int form = 0; form < FORMS; form++)
                well = well && ask_for_stream(house_of(p, i), viewer, form, 0);
    for (int i = 0; i < HOUSES * VIEWERS * FORMS; i++)
        well = well
               && await_words(
                   &p->houses[i % HOUSES].streams[i / HOUSES % VIEWERS][i / HOUSES / VIEWERS], all);
    forget_streams(p);
    return well;
}

static void close_streams(house *h)
{
    for (gg_side viewer = GG_BLUE; viewer < VIEWERS; viewer++)
        for (int form = 0; form < FORMS; form++) stream_close(&h->streams[viewer][form]);
}

/* One of the others goes and comes back, and hears what he has missed.  He slams the door, so that
 * the server knows of it at once. */
static bool come_back(pair *p, gg_side viewer, int form, int since)
{
    const struct linger slam = {.l_onoff = 1};
    for (int i = 0; i < HOUSES; i++) {
        house *h = house_of(p, i);
        stream *other = &h->streams[p->hider][0]; /* is told that he has gone */
        drain(other);
        other->count = 0;
        setsockopt(h->streams[viewer][form].fd, SOL_SOCKET, SO_LINGER, &slam, sizeof slam);
        stream_close(&h->streams[viewer][form]);
        if (!await_here(other) || !open_stream(h, viewer, form, since)) return false;
    }
    return true;
}

/* ---- Playing. ---- */

/* What a side sees: its ply, and its view in p->view. */
static bool look(pair *p, int number, gg_side side, int64_t *ply)
{
    answer state = game_get(&p->houses[number].game, side, "");
    const bool plays = strcmp(answer_text(&state, "status"), "playing") == 0;
    const bool read =
        plays && gg_read_position(p->rules, answer_text(&state, "position"), p->view).text == NULL;
    *ply = answer_number(&state, "ply");
    answer_free(&state);
    return read;
}

static bool decides(const pair *p, gg_side side)
{
    const gg_turn turn = p->rules->turn(p->view);
    return !turn.over && (turn.deciding >> side & 1) != 0;
}

static bool is_secret(const pair *p)
{
    const gg_turn turn = p->rules->turn(p->view);
    return turn.secret || turn.deciding == GG_SIDES_BOTH;
}

/* A choice by chance that does not close the side's part; false: there is only that. */
static bool choose(pair *p, gg_side side, gg_dice *dice, bool may_close, char *action)
{
    gg_action *offers = malloc(p->rules->actions_max * sizeof *offers);
    const uint32_t count = p->rules->offer(p->view, side, offers, p->rules->actions_max);
    bool chosen = false;
    for (int tries = 0; count > 0 && !chosen && tries < 8; tries++) {
        gg_text text = gg_text_over(action, GG_ACTION_TEXT_MAX);
        gg_write_action(p->rules, p->view, &offers[gg_dice_pick(dice, count)], &text);
        chosen = may_close || strcmp(action, "ready") != 0;
    }
    free(offers);
    return chosen;
}

/* The same action of one of the others at both, in the same moment. */
static bool act_alike(pair *p, gg_side side, const char *action)
{
    answer answers[HOUSES];
    bool well = true;
    for (int i = 0; i < HOUSES; i++) {
        int64_t ply = 0;
        well = well && look(p, i, side, &ply);
        answers[i] = game_act(&p->houses[i].game, side, ply, action);
        well = well && answers[i].status == 200;
        if (answers[i].status != 200) printf("# %s: %s\n", action, answers[i].body);
    }
    if (side != p->hider) compare_answers(p, "action", side, &answers[0], &answers[1]);
    for (int i = 0; i < HOUSES; i++) answer_free(&answers[i]);
    return well;
}

static void post_alike(pair *p, gg_side side, const char *name, const char *body)
{
    answer one = game_post(&p->houses[0].game, side, name, body);
    answer two = game_post(&p->houses[1].game, side, name, body);
    compare_answers(p, name, side, &one, &two);
}

/* At one house, for itself: how many choices it made. */
static int hide(pair *p, int number, int most, gg_dice *dice)
{
    house *h = house_of(p, number);
    char action[GG_ACTION_TEXT_MAX], note[64];
    int made = 0;
    int64_t ply;
    while (made < most && look(p, number, p->hider, &ply) && is_secret(p) && decides(p, p->hider)
           && choose(p, p->hider, dice, false, action)) {
        pass_time(h, 1000 + (int64_t)gg_dice_pick(dice, 9000));
        answer done = game_act(&h->game, p->hider, ply, action);
        const bool well = done.status == 200;
        answer_free(&done);
        if (!well) break;
        made++;
    }
    if (number == 0) { /* and what is refused is refused in silence */
        answer refused = game_act(&h->game, p->hider, 0, "nonsense");
        answer_free(&refused);
    }
    snprintf(note, sizeof note, "{\"text\":\"mine %d %d\"}", number, made);
    answer noted = game_post(&h->game, p->hider, "note", note);
    answer_free(&noted);
    return made;
}

static void take_back(pair *p, int number, int count)
{
    for (int i = 0; i < count; i++) {
        pass_time(house_of(p, number), 500);
        answer back = game_post(&p->houses[number].game, p->hider, "takeback", "{}");
        if (back.status != 200) printf("# takeback: %d %s\n", back.status, back.body);
        answer_free(&back);
    }
}

/* Does the one who hides something see two different games? */
static bool really_differ(pair *p)
{
    answer one = game_get(&p->houses[0].game, p->hider, "");
    answer two = game_get(&p->houses[1].game, p->hider, "");
    const bool differ = strcmp(answer_text(&one, "position"), answer_text(&two, "position")) != 0;
    answer_free(&one);
    answer_free(&two);
    return differ;
}

/* One of the others chooses as well, meanwhile. */
static void meanwhile(pair *p, gg_dice *dice)
{
    const gg_side other = 1 - p->hider;
    char action[GG_ACTION_TEXT_MAX];
    int64_t ply;
    if (look(p, 0, other, &ply) && decides(p, other) && choose(p, other, dice, false, action))
        act_alike(p, other, action);
}

/* Where both choose in secret: the hider differs, and goes back. */
static bool differ_for_a_while(pair *p)
{
    gg_dice *dice = &p->dice;
    const gg_side other = 1 - p->hider;
    gg_dice own[HOUSES] = {gg_dice_random(gg_dice_bits(dice)), gg_dice_random(gg_dice_bits(dice))};
    int made[HOUSES];
    if (gg_dice_pick(dice, 3) == 0) post_alike(p, other, "draw", "{}");
    if (gg_dice_pick(dice, 3) == 0) post_alike(p, GG_NOBODY, "chat", "{\"text\":\"Ah!\"}");
    compare_all(p);
    for (int i = 0; i < HOUSES; i++)
        made[i] = hide(p, i, (int)gg_dice_pick(&own[i], HIDDEN_MAX + 1), &own[i]);
    compare_all(p);
    p->compared += really_differ(p);
    if (gg_dice_pick(dice, 2) == 0) meanwhile(p, dice);
    if (gg_dice_pick(dice, 4) == 0
        && !come_back(p, gg_dice_pick(dice, 2) == 0 ? GG_NOBODY : other,
                      (int)gg_dice_pick(dice, FORMS), (int)gg_dice_pick(dice, 3))) {
        puts("# who went does not come back");
        return false;
    }
    compare_all(p);
    for (int i = 0; i < HOUSES; i++) take_back(p, i, made[i]);
    compare_all(p);
    if (!really_differ(p)) return true;
    printf("# taken back %d and %d choices, and still not alike\n", made[0], made[1]);
    return false;
}

/* The last time: one closes its part, the other does not.  (Drill says aloud who is ready: there
 * neither does.) */
static void differ_for_good(pair *p)
{
    gg_dice own = gg_dice_random(gg_dice_bits(&p->dice));
    int64_t ply;
    hide(p, 0, HIDDEN_MAX, &own);
    const bool opens = !look(p, 0, 1 - p->hider, &ply) || !decides(p, 1 - p->hider);
    if (!opens && strcmp(p->rules->name, "drill") != 0 && look(p, 0, p->hider, &ply)) {
        answer closed = game_act(&p->houses[0].game, p->hider, ply, "ready");
        p->closed += closed.status == 200;
        answer_free(&closed);
    }
    pass_time(house_of(p, 1), 60 * 1000);
    hide(p, 1, 1, &own);
    compare_all(p);
    p->compared += really_differ(p);
    meanwhile(p, &p->dice);
    compare_all(p);
}

/* A step of the game at which both are alike; false: it is over, or something went wrong. */
static bool step(pair *p, bool *secret)
{
    const gg_side first = (gg_side)gg_dice_pick(&p->dice, 2);
    for (int i = 0; i < 2; i++) {
        const gg_side side = i == 0 ? first : 1 - first;
        char action[GG_ACTION_TEXT_MAX];
        int64_t ply;
        if (!look(p, 0, side, &ply)) return false;
        *secret = is_secret(p);
        if (!decides(p, side) || !choose(p, side, &p->dice, true, action)) continue;
        for (int number = 0; number < HOUSES; number++) pass_time(house_of(p, number), 2000);
        return act_alike(p, side, action);
    }
    return false;
}

static bool hider_decides_in_secret(pair *p)
{
    int64_t ply;
    return look(p, 0, p->hider, &ply) && is_secret(p) && decides(p, p->hider);
}

typedef struct match_up {
    const char *rules, *scenario, *options, *clock;
    gg_side hider;
    int windows; /* differences that are taken back, before the last */
} match_up;

static bool play_pair(pair *p, const match_up *m, uint64_t seed)
{
    p->hider = m->hider;
    p->dice = gg_dice_random(seed);
    p->differences = p->compared = 0;
    for (int i = 0; i < HOUSES; i++)
        if (!begin_game(house_of(p, i), p->rules, m->scenario, m->options, m->clock)) return false;
    if (!open_streams(p)) return false;
    int windows = 0;
    bool well = true, secret;
    for (int steps = 0; well && steps < STEPS_MAX && windows <= m->windows; steps++) {
        if (gg_dice_pick(&p->dice, 3) == 0 && hider_decides_in_secret(p)) {
            if (windows++ == m->windows) differ_for_good(p);
            else well = differ_for_a_while(p);
        }
        if (windows > m->windows || !step(p, &secret)) break;
    }
    same_time(p);
    for (int i = 0; i < HOUSES; i++) { /* the lists of games stay alike */
        answer over = game_post(&p->houses[i].game, 1 - p->hider, "resign", "{}");
        answer_free(&over);
        close_streams(house_of(p, i));
    }
    return well;
}

/* ---- Plans of which nothing is carried out. ---- */

static int64_t round_of(const pair *p) { return p->rules->turn(p->view).round; }

/* The others do what they like; the hider says each time, and last, only what closes the step. */
static bool play_round(pair *p, int *steps)
{
    const gg_side other = 1 - p->hider;
    char action[GG_ACTION_TEXT_MAX];
    int64_t ply, round = 0;
    for (*steps = 0; *steps < STEPS_MAX; ++*steps) {
        if (!look(p, 0, other, &ply)) return true;
        if (round == 0) round = round_of(p);
        if (round_of(p) != round) return true; /* the plans lie open */
        compare_all(p);
        if (p->differences > 0) return false;
        if (decides(p, other) && choose(p, other, &p->dice, true, action)) {
            if (!act_alike(p, other, action)) return false;
            continue;
        }
        if (!look(p, 0, p->hider, &ply) || !decides(p, p->hider)) return false;
        if (!act_alike(p, p->hider, is_secret(p) ? "ready" : "pass")) return false;
    }
    return false;
}

static bool play_plans(pair *p, const match_up *m, uint64_t seed, int *steps)
{
    gg_dice own[HOUSES] = {gg_dice_random(seed + 1), gg_dice_random(seed + 2)};
    p->hider = m->hider;
    p->dice = gg_dice_random(seed);
    p->differences = 0;
    for (int i = 0; i < HOUSES; i++)
        if (!begin_game(house_of(p, i), p->rules, m->scenario, m->options, m->clock)) return false;
    if (!open_streams(p)) return false;
    for (int i = 0; i < HOUSES; i++)
        hide(p, i, i * HIDDEN_MAX, &own[i]); /* none at all, and some */
    same_time(p);
    forget_streams(p); /* the game may have moved by itself while they were opened */
    p->compared = really_differ(p);
    const bool well = act_alike(p, p->hider, "ready") && play_round(p, steps);
    same_time(p);
    for (int i = 0; i < HOUSES; i++) {
        answer over = game_post(&p->houses[i].game, 1 - p->hider, "resign", "{}");
        answer_free(&over);
        close_streams(house_of(p, i));
    }
    return well;
}

/* ---- */

#define NO_CLOCK "{\"kind\":\"none\"}"
#define DAYS "{\"kind\":\"days\",\"days\":3}"
#define BANK "{\"kind\":\"bank\",\"seconds\":86400,\"increment\":30}"

static const match_up pairs[] = {
    {"secret", "plain", "{\"sealed\":1}", BANK, GG_RED, 2},
    {"secret", "plain", "{\"sealed\":1}", DAYS, GG_BLUE, 1},
    {"drill", NULL, "{}", DAYS, GG_RED, 4},
    {"commanders", NULL, "{}", BANK, GG_BLUE, 12},
    {"commanders", NULL, "{}", DAYS, GG_RED, 9},
    {"commanders", NULL, "{}", NO_CLOCK, GG_RED, 6},
};

static const match_up plans[] = {
    {"commanders", "skirmish", "{}", NO_CLOCK, GG_BLUE, 0},
    {"commanders", "marengo", "{}", DAYS, GG_RED, 0},
    /* without couriers: a die for every order would move all dice after it */
    {"commanders", "ligny", "{\"order_distance\":0}", NO_CLOCK, GG_RED, 0},
};

static const gg_ruleset *find_rules(const char *name)
{
    if (strcmp(name, secret_rules.name) == 0) return &secret_rules;
    for (int i = 0; gg_rulesets[i] != NULL; i++)
        if (strcmp(gg_rulesets[i]->name, name) == 0) return gg_rulesets[i];
    return NULL;
}

static void try_pairs(pair *p)
{
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        match_up m = pairs[i];
        p->rules = find_rules(m.rules);
        if (m.scenario == NULL) m.scenario = p->rules->scenarios[0].name;
        const bool played = play_pair(p, &m, 1805 + i);
        claim(played && p->differences == 0 && p->compared > 0,
              "%s, clock %s, %s hides: %d different games, %s for everybody else", m.rules, m.clock,
              gg_side_name(m.hider), p->compared,
              p->differences == 0 ? "equal bytes" : "different bytes");
    }
}

static void try_plans(pair *p)
{
    for (size_t i = 0; i < sizeof plans / sizeof plans[0]; i++) {
        const match_up *m = &plans[i];
        int steps = 0;
        p->rules = find_rules(m->rules);
        const bool played = play_plans(p, m, 100 + i, &steps);
        claim(played && p->differences == 0 && p->compared > 0,
              "%s %s: through a round, %d steps, two plans of %s give %s", m->rules, m->scenario,
              steps, gg_side_name(m->hider),
              p->differences == 0 ? "equal bytes" : "different bytes");
    }
}

/* A leak that is there: the hider is taken for one of the others. */
static void try_leak(pair *p)
{
    const match_up m = pairs[0];
    gg_dice own = gg_dice_random(7);
    p->rules = &secret_rules;
    p->hider = GG_RED;
    p->differences = 0;
    p->dice = gg_dice_random(9);
    bool well = true;
    for (int i = 0; i < HOUSES; i++)
        well = well && begin_game(house_of(p, i), p->rules, m.scenario, m.options, m.clock);
    well = well && open_streams(p);
    if (well) hide(p, 1, 1, &own);
    p->hider = GG_BLUE;
    printf("# a difference is wanted now:\n");
    compare_all(p);
    claim(well && p->differences > 0, "what the other side really did would have been found");
    for (int i = 0; i < HOUSES; i++) close_streams(house_of(p, i));
}

int main(int argc, char **argv)
{
    static pair p;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc < 2 || !open_house(&p.houses[0], argv[1]) || !open_house(&p.houses[1], argv[1])) {
        puts("Bail out! the servers do not start");
        return 1;
    }
    p.view = calloc(1, GG_STATE_BYTES_MAX);
    try_pairs(&p);
    try_plans(&p);
    claim(p.closed > 0, "%d times a side had closed its part at one server only", p.closed);
    try_leak(&p);
    for (int i = 0; i < HOUSES; i++) {
        claim(server_stop(&p.houses[i].server) == 0, "server %d stops when it is told to", i + 1);
        rigged_free(p.houses[i].switches, p.houses[i].switches_name);
        if (claims_failed() == 0) server_clean(&p.houses[i].server);
    }
    free(p.view);
    return claims_end();
}
