/*
 * crowd.c - many games at once.  See crowd.h.
 *
 * It reads the few members of a message that it needs by their names: a whole JSON reader would
 * cost more than the server it measures.
 * SPDX-License-Identifier: MIT
 */
#include "core/action.h"
#include "core/position.h"
#include "crowd.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "core/text.h"

enum { EVENTS_MAX = 256, READ_MAX = 1 << 20, OPENING_MAX = 64, REQUEST_MAX = 1024, WAIT_MS = 20 };

int64_t crowd_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void complain(crowd *c, const crowd_seat *seat, const char *what, const char *text)
{
    if (c->trouble[0] == '\0')
        snprintf(c->trouble, sizeof c->trouble, "%s of %s: %s: %.300s", gg_side_name(seat->side),
                 seat->game->id, what, text);
}

/* ---- Members of a message. ---- */

static uint32_t take_number(const char *at, const char **end)
{
    uint32_t number = 0;
    for (; *at >= '0' && *at <= '9'; at++) number = 10 * number + (uint32_t)(*at - '0');
    if (end != NULL) *end = at;
    return number;
}

static bool read_number(const char *text, const char *key, uint32_t *out)
{
    const char *at = strstr(text, key);
    if (at == NULL) return false;
    *out = take_number(at + strlen(key), NULL);
    return true;
}

/* A string from behind its first quote on, without its escapes; where it ends, NULL: it does not
 * end, or is too long. */
static const char *unescape(const char *at, char *out, size_t limit, size_t *count)
{
    *count = 0;
    for (;;) {
        const size_t plain = strcspn(at, "\"\\");
        if (*count + plain + 2 > limit) return NULL;
        memcpy(out + *count, at, plain);
        *count += plain;
        at += plain;
        if (*at != '\\') break;
        out[(*count)++] = at[1] == 'n' ? '\n' : at[1];
        at += 2;
    }
    out[*count] = '\0';
    return *at == '"' ? at + 1 : NULL;
}

/* The text behind the key; false: absent or too long. */
static bool read_text(const char *text, const char *key, char *out, size_t limit)
{
    size_t count;
    const char *at = strstr(text, key);
    return at != NULL && unescape(at + strlen(key), out, limit, &count) != NULL;
}

static bool decides(const char *text, gg_side side)
{
    const char *at = strstr(text, "\"deciding\":[");
    const char *end = at == NULL ? NULL : strchr(at, ']');
    const char *name = at == NULL ? NULL : strstr(at + 12, gg_side_name(side));
    return name != NULL && name < end;
}

/* ---- Sending. ---- */

static void leave(crowd *c, crowd_seat *seat)
{
    if (seat->stage == STAGE_AWAY) return;
    if (seat->stage == STAGE_ASKING) c->opening--;
    close(seat->fd);
    seat->stage = STAGE_AWAY;
    seat->count = 0;
}

/* A line that is cut may still hold something to be heard: hear() closes it. */
static void put_bytes(crowd *c, const crowd_seat *seat, const void *bytes, size_t count)
{
    if (send(seat->fd, bytes, count, MSG_NOSIGNAL) != (ssize_t)count) c->cut++;
    c->sent += count;
}

static void put_message(crowd *c, crowd_seat *seat, const char *text, size_t count)
{
    uint8_t frame[8 + REQUEST_MAX] = {0x81};
    size_t head = 2;
    if (count < 126) {
        frame[1] = (uint8_t)(0x80 | count);
    } else {
        frame[1] = 0x80 | 126;
        frame[2] = (uint8_t)(count >> 8);
        frame[3] = (uint8_t)count;
        head = 4;
    }
    memcpy(frame + head + 4, text, count); /* the mask is noughts */
    put_bytes(c, seat, frame, head + 4 + count);
}

static void post(crowd *c, crowd_seat *seat, const char *path, const char *bearer, const char *body)
{
    char text[2 * REQUEST_MAX];
    const int count =
        snprintf(text, sizeof text,
                 "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%s%s%sContent-Length: %zu"
                 "\r\n\r\n%s",
                 path, c->options.port, bearer == NULL ? "" : "Authorization: Bearer ",
                 bearer == NULL ? "" : bearer, bearer == NULL ? "" : "\r\n", strlen(body), body);
    put_bytes(c, seat, text, (size_t)count);
}

/* What this seat has to ask next before it can play. */
static void ask_next(crowd *c, crowd_seat *seat)
{
    const crowd_game *game = seat->game;
    char path[64], body[REQUEST_MAX];
    if (game->id[0] == '\0') {
        snprintf(body, sizeof body, "{\"game\":\"%s\",\"scenario\":\"%s\"}", game->rules->name,
                 game->scenario);
        post(c, seat, "/api/games", NULL, body);
    } else if (!seat->sat) {
        snprintf(path, sizeof path, "/api/games/%s/sit", game->id);
        snprintf(body, sizeof body, "{\"name\":\"one of many\",\"token\":\"%s\"}", seat->token);
        post(c, seat, path, seat->invitation, body);
    } else {
        const int count =
            snprintf(body, sizeof body,
                     "GET /api/games/%s/stream HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
                     "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                     "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
                     game->id, c->options.port);
        put_bytes(c, seat, body, (size_t)count);
    }
}

static void come(crowd *c, crowd_seat *seat)
{
    const struct sockaddr_in to = {.sin_family = AF_INET,
                                   .sin_port = htons((uint16_t)c->options.port),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int now = 1;
    seat->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (seat->fd < 0 || connect(seat->fd, (const struct sockaddr *)&to, sizeof to) != 0) {
        if (seat->fd >= 0) close(seat->fd);
        c->cut++;
        return;
    }
    setsockopt(seat->fd, IPPROTO_TCP, TCP_NODELAY, &now, sizeof now);
    fcntl(seat->fd, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = seat};
    epoll_ctl(c->events, EPOLL_CTL_ADD, seat->fd, &event);
    seat->stage = STAGE_ASKING;
    seat->decides = false;
    c->opening++;
    ask_next(c, seat);
}

static void say_hello(crowd *c, crowd_seat *seat)
{
    char text[256];
    seat->stage = STAGE_PLAYING;
    c->opening--;
    const int count = snprintf(text, sizeof text,
                               "{\"do\":\"hello\",\"id\":0,\"token\":\"%s\",\"since\":%u,"
                               "\"changes\":true}",
                               seat->token, seat->told);
    put_message(c, seat, text, (size_t)count);
}

/* ---- Acting. ---- */

static void send_action(crowd *c, crowd_seat *seat)
{
    char text[REQUEST_MAX];
    const int count =
        snprintf(text, sizeof text, "{\"do\":\"action\",\"id\":1,\"ply\":%u,\"action\":\"%s\"}",
                 seat->sent_ply, seat->sent);
    seat->asks = true;
    seat->sent_at = crowd_now();
    c->asking++;
    put_message(c, seat, text, (size_t)count);
}

static void act(crowd *c, crowd_seat *seat)
{
    const gg_ruleset *rules = seat->game->rules;
    if (gg_read_position(rules, seat->position, c->view).text != NULL) {
        complain(c, seat, "its position cannot be read", seat->position);
        return;
    }
    const uint32_t count = rules->offer(c->view, seat->side, c->offers, rules->actions_max);
    if (count == 0) {
        complain(c, seat, "nothing is offered", seat->position);
        return;
    }
    gg_text text = gg_text_over(seat->sent, sizeof seat->sent);
    gg_write_action(rules, c->view, &c->offers[gg_dice_pick(&c->dice, count)], &text);
    seat->sent_ply = seat->ply;
    send_action(c, seat);
}

static void be_ready(crowd *c, crowd_seat *seat)
{
    if (seat->queued || seat->asks || !seat->decides) return;
    seat->queued = true;
    c->ready[(c->ready_first + c->ready_count++) % c->ready_limit] = seat;
}

static void let_act(crowd *c)
{
    while (c->ready_count > 0 && c->asking < c->options.window) {
        crowd_seat *seat = c->ready[c->ready_first];
        c->ready_first = (c->ready_first + 1) % c->ready_limit;
        c->ready_count--;
        seat->queued = false;
        if (seat->stage == STAGE_PLAYING && seat->decides && !seat->asks) act(c, seat);
    }
}

/* ---- Hearing. ---- */

static void keep_act(crowd *c, crowd_seat *seat, uint32_t ply)
{
    if (!c->options.keeps_acts) return;
    if (seat->act_count == seat->act_limit) {
        seat->act_limit = 2 * seat->act_limit + 16;
        seat->acts = realloc(seat->acts, seat->act_limit * sizeof *seat->acts);
    }
    seat->acts[seat->act_count++] =
        (crowd_act){.sent_ply = seat->sent_ply, .ply = ply, .text = strdup(seat->sent)};
}

static void hear_answer(crowd *c, crowd_seat *seat, const char *text)
{
    uint32_t to = 0, status = 0, ply = 0;
    read_number(text, "\"to\":", &to);
    read_number(text, "\"status\":", &status);
    if (to == 0) { /* of the hello: now what was not answered is sent again */
        if (status != 200) complain(c, seat, "the hello was refused", text);
        else if (seat->asks) send_action(c, seat);
        return;
    }
    seat->asks = false;
    c->asking--;
    if (status == 200 && read_number(text, "\"ply\":", &ply)) {
        const int64_t took = crowd_now() - seat->sent_at;
        if (c->measures && c->latency_count < c->latency_limit)
            c->latencies[c->latency_count++] = (uint32_t)took;
        c->answered++;
        c->again += strstr(text, "\"again\":true") != NULL;
        keep_act(c, seat, ply);
        if (ply > seat->ply) seat->decides = false; /* till the state comes */
    } else if (status == 409) { /* decided too late: the state has come, or comes */
        c->stale++;
    } else {
        complain(c, seat, seat->sent, text);
    }
    be_ready(c, seat);
}

static void hold(crowd_seat *seat, size_t count)
{
    if (seat->position_limit >= count) return;
    seat->position_limit = count + count / 2;
    seat->position = realloc(seat->position, seat->position_limit);
}

static void hear_state(crowd *c, crowd_seat *seat, const char *text, size_t count)
{
    crowd_game *game = seat->game;
    read_number(text, "\"ply\":", &seat->ply);
    seat->turns = strstr(text, "\"status\":\"playing\"") != NULL && decides(text, seat->side);
    seat->decides = seat->turns;
    if (strstr(text, "\"status\":\"over\"") != NULL) {
        if (!game->over) c->alive--;
        game->over = true;
        if (!c->options.keeps_acts) leave(c, seat); /* as people do; who checks wants to hear all */
        return;
    }
    hold(seat, count + 1);
    if (!read_text(text, "\"position\":\"", seat->position, seat->position_limit) && seat->decides)
        complain(c, seat, "a state without a position", text);
    be_ready(c, seat);
}

/* The position with its lines changed: [[first, count, "line", ...], ...], numbered as before. */
static bool edit(crowd_seat *seat, const char *edits, char *out, size_t limit)
{
    const char *old = seat->position;
    size_t made = 0;
    uint32_t line = 0;
    while (*edits == '[' || *edits == ',') {
        const char *end;
        if (*edits == ',') edits++;
        const uint32_t first = take_number(edits + 1, &end);
        uint32_t gone = *end == ',' ? take_number(end + 1, &end) : 0;
        const char *kept = old;
        for (; line < first && old != NULL; line++)
            old = (old = strchr(old, '\n')) == NULL ? NULL : old + 1;
        if (old == NULL) return false;
        memcpy(out + made, kept, (size_t)(old - kept));
        made += (size_t)(old - kept);
        for (; gone > 0 && old != NULL; gone--, line++)
            old = (old = strchr(old, '\n')) == NULL ? NULL : old + 1;
        for (edits = end; edits != NULL && *edits == ',';) {
            size_t count;
            edits = unescape(edits + 2, out + made, limit - made, &count);
            made += count;
            out[made++] = '\n';
        }
        if (edits == NULL || *edits++ != ']') return false;
        if (old == NULL && *edits != ']') return false; /* nothing is left to change */
    }
    if (old == NULL) made--; /* its last line went: the new last has no end either */
    else made += strlen(strcpy(out + made, old));
    out[made] = '\0';
    return *edits == ']';
}

static void hear_change(crowd *c, crowd_seat *seat, const char *text, size_t count)
{
    static const char key[] = "\"lines\":[";
    const char *lines = strstr(text, key);
    read_number(text, "\"ply\":", &seat->ply);
    if (strstr(text, "\"deciding\":[") != NULL) seat->turns = decides(text, seat->side);
    seat->decides = seat->turns;
    if (lines != NULL) {
        const size_t limit = strlen(seat->position) + count + 2;
        if (limit > READ_MAX || !edit(seat, lines + sizeof key - 1, c->edited, READ_MAX)) {
            complain(c, seat, "a change that does not fit", text);
            return;
        }
        hold(seat, limit);
        strcpy(seat->position, c->edited);
    }
    be_ready(c, seat);
}

static void hear_message(crowd *c, crowd_seat *seat, const char *text, size_t count)
{
    static const char answer[] = "{\"tell\":\"answer\"", state[] = "{\"tell\":\"state\"";
    static const char here[] = "{\"tell\":\"here\"", change[] = "{\"tell\":\"change\"";
    uint32_t ply;
    if (strncmp(text, answer, sizeof answer - 1) == 0) {
        hear_answer(c, seat, text);
    } else if (strncmp(text, change, sizeof change - 1) == 0) {
        hear_change(c, seat, text, count);
    } else if (strncmp(text, state, sizeof state - 1) == 0) {
        hear_state(c, seat, text, count);
    } else if (strncmp(text, here, sizeof here - 1) != 0 && read_number(text, "\"ply\":", &ply)) {
        if (ply != seat->told + 1) complain(c, seat, "a telling is missing or comes twice", text);
        seat->told = ply;
    }
}

/* An answer of HTTP; returns how many bytes it took, 0: it is not whole. */
static size_t hear_http(crowd *c, crowd_seat *seat, char *bytes)
{
    crowd_game *game = seat->game;
    char *end = strstr(bytes, "\r\n\r\n"), *length = strcasestr(bytes, "content-length:");
    if (end == NULL) return 0;
    size_t whole = (size_t)(end + 4 - bytes);
    const int status = atoi(bytes + 9);
    if (status == 101) {
        say_hello(c, seat);
        return whole;
    }
    if (length != NULL && length < end) whole += strtoul(length + 15, NULL, 10);
    if (strlen(bytes) < whole) return 0;
    if (status == 201) {
        const char *blue = strstr(end, "\"blue\":"), *red = strstr(end, "\"red\":");
        static const char key[] = "\"invitation\":\"";
        if (blue == NULL || red == NULL || !read_text(end, "\"id\":\"", game->id, CROWD_ID_MAX)
            || !read_text(blue, key, game->seats[0].invitation, CROWD_TOKEN_MAX)
            || !read_text(red, key, game->seats[1].invitation, CROWD_TOKEN_MAX))
            complain(c, seat, "an odd answer", end);
        else come(c, &game->seats[1]);
    } else if (status == 200) {
        seat->sat = true;
    } else {
        complain(c, seat, "refused", bytes);
        leave(c, seat);
        return 0;
    }
    ask_next(c, seat);
    return whole;
}

/* A frame; returns how many bytes it took, 0: it is not whole. */
static size_t hear_frame(crowd *c, crowd_seat *seat, char *bytes, size_t count)
{
    const uint8_t *at = (const uint8_t *)bytes;
    size_t head = 2, length = count >= 2 ? at[1] & 127 : 0;
    if (count < 2) return 0;
    if (length == 126 && count >= 4) {
        length = (size_t)at[2] << 8 | at[3];
        head = 4;
    } else if (length == 127 && count >= 10) {
        length = 0;
        for (int i = 0; i < 8; i++) length = length << 8 | at[2 + i];
        head = 10;
    } else if (length >= 126) {
        return 0;
    }
    if (count < head + length) return 0;
    const char next = bytes[head + length];
    bytes[head + length] = '\0';
    if ((at[0] & 15) == 1) hear_message(c, seat, bytes + head, length);
    bytes[head + length] = next;
    return head + length;
}

/* Reads what is there; what is left over of it waits with the seat. */
static void hear(crowd *c, crowd_seat *seat)
{
    static char bytes[READ_MAX + 1];
    memcpy(bytes, seat->bytes == NULL ? "" : seat->bytes, seat->count);
    const ssize_t got = recv(seat->fd, bytes + seat->count, READ_MAX - seat->count, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (got <= 0) {
        leave(c, seat);
        c->cut++;
        return;
    }
    const size_t count = seat->count + (size_t)got;
    c->received += (uint64_t)got;
    size_t used = 0, took = 1;
    bytes[count] = '\0';
    while (took > 0 && used < count && seat->stage != STAGE_AWAY) {
        took = seat->stage == STAGE_ASKING ? hear_http(c, seat, bytes + used)
                                           : hear_frame(c, seat, bytes + used, count - used);
        used += took;
    }
    if (seat->stage == STAGE_AWAY) return;
    seat->count = count - used;
    if (seat->count > seat->limit) {
        seat->limit = 2 * seat->count;
        seat->bytes = realloc(seat->bytes, seat->limit);
    }
    if (seat->count > 0) memcpy(seat->bytes, bytes + used, seat->count);
}

/* ---- The games. ---- */

static void fresh_token(crowd *c, char *out)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    enum { LENGTH = 32 };
    for (int i = 0; i < LENGTH; i++) out[i] = letters[gg_dice_pick(&c->dice, sizeof letters - 1)];
    out[LENGTH] = '\0';
}

static const gg_ruleset *rules_for(const crowd *c, uint32_t number)
{
    uint32_t count = 0;
    for (; gg_rulesets[count] != NULL; count++)
        if (c->options.game != NULL && strcmp(gg_rulesets[count]->name, c->options.game) == 0)
            return gg_rulesets[count];
    return gg_rulesets[number % count];
}

static void begin_game(crowd *c)
{
    crowd_game *game = &c->games[c->count];
    memset(game, 0, sizeof *game);
    game->rules = rules_for(c, c->count++);
    game->scenario =
        c->options.scenario != NULL ? c->options.scenario : game->rules->scenarios[0].name;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        game->seats[side] = (crowd_seat){.game = game, .side = side, .fd = -1};
        fresh_token(c, game->seats[side].token);
    }
    c->alive++;
    come(c, &game->seats[GG_BLUE]);
}

bool crowd_open(crowd *c, const crowd_options *options)
{
    uint32_t actions_max = 0;
    memset(c, 0, sizeof *c);
    c->options = *options;
    for (int i = 0; gg_rulesets[i] != NULL; i++)
        if (gg_rulesets[i]->actions_max > actions_max) actions_max = gg_rulesets[i]->actions_max;
    c->games = calloc(options->games_max, sizeof *c->games);
    c->ready_limit = 2 * options->games_max;
    c->ready = calloc(c->ready_limit, sizeof(crowd_seat *));
    c->view = calloc(1, GG_STATE_BYTES_MAX);
    c->offers = calloc(actions_max, sizeof *c->offers);
    c->edited = malloc(READ_MAX);
    c->dice = gg_dice_random(options->seed);
    c->events = epoll_create1(EPOLL_CLOEXEC);
    return c->games != NULL && c->ready != NULL && c->view != NULL && c->offers != NULL
           && c->edited != NULL && c->events >= 0;
}

static bool is_open(const crowd *c)
{
    if (c->opening > 0 || c->alive < c->options.games) return false;
    for (uint32_t i = 0; i < c->count; i++)
        for (int side = 0; side < 2; side++)
            if (!c->games[i].over && c->games[i].seats[side].stage != STAGE_PLAYING) return false;
    return true;
}

bool crowd_run(crowd *c, int64_t until, bool stops_when_open)
{
    struct epoll_event events[EVENTS_MAX];
    while (crowd_now() < until && c->trouble[0] == '\0') {
        while (c->alive < c->options.games && c->count < c->options.games_max
               && c->opening < OPENING_MAX && c->cut == 0)
            begin_game(c);
        if (c->alive == 0 || (stops_when_open && is_open(c))) return true;
        if (c->enough != 0 && c->answered >= c->enough) return true;
        const int count = epoll_wait(c->events, events, EVENTS_MAX, WAIT_MS);
        for (int i = 0; i < count; i++) {
            crowd_seat *seat = events[i].data.ptr;
            if (seat->stage != STAGE_AWAY) hear(c, seat);
        }
        if (c->cut > 0 && count <= 0) return false; /* and what had come was heard */
        if (!stops_when_open) let_act(c);
    }
    return c->trouble[0] == '\0';
}

void crowd_hang_up(crowd *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        for (int side = 0; side < 2; side++) leave(c, &c->games[i].seats[side]);
    c->asking = 0;
}

void crowd_resume(crowd *c, int port)
{
    crowd_hang_up(c);
    c->options.port = port;
    c->cut = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        crowd_game *game = &c->games[i];
        if (game->over) continue;
        come(c, &game->seats[GG_BLUE]);
        if (game->id[0] != '\0') come(c, &game->seats[GG_RED]);
    }
}

void crowd_close(crowd *c)
{
    crowd_hang_up(c);
    for (uint32_t i = 0; i < c->count; i++)
        for (int side = 0; side < 2; side++) {
            crowd_seat *seat = &c->games[i].seats[side];
            for (uint32_t k = 0; k < seat->act_count; k++) free(seat->acts[k].text);
            free(seat->acts);
            free(seat->bytes);
            free(seat->position);
        }
    close(c->events);
    free(c->games);
    free(c->ready);
    free(c->view);
    free(c->offers);
    free(c->edited);
    free(c->latencies);
}
