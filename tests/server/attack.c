/*
 * attack.c - a game under attack, and attackers.  See attack.h.
 * SPDX-License-Identifier: MIT
 */
#include "attack.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/text.h"

/* ---- The peaceful game, and the game under attack. ---- */

bool choose(game *g, gg_dice *dice, gg_side *side, char *action, int64_t *ply)
{
    for (*side = GG_BLUE; *side <= GG_RED; ++*side) {
        answer state = game_get(g, *side, "");
        const bool chosen = game_choose(g, &state, *side, dice, action, GG_ACTION_TEXT_MAX, ply);
        answer_free(&state);
        if (chosen) return true;
    }
    return false;
}

bool goes_on(scene *s)
{
    gg_side side;
    char action[GG_ACTION_TEXT_MAX];
    int64_t ply;
    if (!choose(&s->peace, &s->dice, &side, action, &ply)) {
        stream_close(&s->watcher);
        s->heard = 0;
        return game_begin(&s->peace, s->server.port, s->peace.rules,
                          s->peace.rules->scenarios[0].name, "link", "link")
               && stream_open(&s->watcher, s->server.port, s->peace.id, true, NULL, 0)
               && choose(&s->peace, &s->dice, &side, action, &ply);
    }
    answer done = game_act(&s->peace, side, ply, action);
    bool well = done.status == 200;
    if (!well) printf("# %d %s\n", done.status, done.body == NULL ? "" : done.body);
    answer_free(&done);
    for (const int before = s->heard; well && s->heard == before;) {
        json_t *told = stream_next(&s->watcher, SILENCE_MS);
        const char *tell = json_string_value(json_object_get(told, "tell"));
        const int told_ply = (int)json_integer_value(json_object_get(told, "ply"));
        well = tell != NULL;
        if (well && strcmp(tell, "state") != 0 && told_ply > 0) {
            well = told_ply == s->heard + 1;
            s->heard = told_ply;
        }
        json_decref(told);
    }
    return well;
}

/* ---- Attackers. ---- */

int attacker(int port, int number)
{
    const struct sockaddr_in to = {.sin_family = AF_INET,
                                   .sin_port = htons((uint16_t)port),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const struct sockaddr_in from = {.sin_family = AF_INET,
                                     .sin_addr.s_addr = htonl(INADDR_LOOPBACK + (uint32_t)number)};
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), now = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &now, sizeof now);
    if (bind(fd, (const struct sockaddr *)&from, sizeof from) == 0
        && connect(fd, (const struct sockaddr *)&to, sizeof to) == 0)
        return fd;
    close(fd);
    return -1;
}

static bool is_whole(const heard *h)
{
    const char *end = strstr(h->bytes, "\r\n\r\n");
    const char *length = end == NULL ? NULL : strcasestr(h->bytes, "content-length:");
    if (length == NULL || length > end) return false;
    return h->count >= (size_t)(end + 4 - h->bytes) + strtoul(length + 15, NULL, 10);
}

void listen_to(int fd, heard *h, int wait_ms)
{
    h->count = 0;
    h->closed = false;
    h->bytes[0] = '\0';
    while (h->count + 1 < sizeof h->bytes && !is_whole(h)) {
        struct pollfd wait = {.fd = fd, .events = POLLIN};
        if (poll(&wait, 1, wait_ms) <= 0) break;
        const ssize_t got = recv(fd, h->bytes + h->count, sizeof h->bytes - 1 - h->count, 0);
        h->closed = got <= 0;
        if (got <= 0) break;
        h->count += (size_t)got;
        h->bytes[h->count] = '\0';
    }
    h->status = CLOSED;
    h->error[0] = '\0';
    sscanf(h->bytes, "HTTP/1.%*d %d", &h->status);
    const char *error = strstr(h->bytes, "\"error\":\"");
    if (error != NULL) sscanf(error + 9, "%63[^\"]", h->error);
}

size_t fill_in(const scene *s, const char *from, size_t count, char *out)
{
    char port[16], ply[24], old[24];
    snprintf(port, sizeof port, "%d", s->server.port);
    snprintf(ply, sizeof ply, "%lld", (long long)s->ply);
    snprintf(old, sizeof old, "%lld", (long long)s->ply - 1);
    const struct {
        const char *name, *text;
    } words[] = {
        {"$ID", s->target.id},
        {"$MINE", s->target.tokens[s->mover]},
        {"$PORT", port},
        {"$THEIRS", s->target.tokens[1 - s->mover]},
        {"$PLY", ply},
        {"$OLD", old},
        {"$ELSE", s->peace.tokens[0]},
        {"$ACTION", s->action},
        {"$SIDE", gg_side_name(s->mover)},
        {"$OTHER", gg_side_name(1 - s->mover)},
        {"$OPEN", s->open},
    };
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        size_t k = 0, length = 0;
        for (; from[i] == '$' && k < sizeof words / sizeof words[0]; k++) {
            length = strlen(words[k].name);
            if (count - i >= length && memcmp(from + i, words[k].name, length) == 0) break;
            length = 0;
        }
        if (length == 0) {
            out[at++] = from[i];
        } else {
            memcpy(out + at, words[k].text, strlen(words[k].text));
            at += strlen(words[k].text);
            i += length - 1;
        }
    }
    out[at] = '\0';
    return at;
}

void report(const heard *h)
{
    printf("# %d %s: %.300s\n", h->status, h->closed ? "closed" : "open", h->bytes);
}
