/*
 * person.c - people with accounts, for tests.  See person.h.
 * SPDX-License-Identifier: MIT
 */
#include "person.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { TRIES = 600, PAUSE_US = 100000, ACTIONS_MOST = 20 };

static void show(const answer *it)
{
    printf("# %d: %.1000s\n", it->status, it->body == NULL ? "" : it->body);
}

bool is(answer it, int status, const char *error)
{
    const bool so = it.status == status && strcmp(answer_text(&it, "error"), error) == 0;
    if (!so) show(&it);
    answer_free(&it);
    return so;
}

static bool has(answer it, const char *what, bool aloud)
{
    const bool so = it.body != NULL && strstr(it.body, what) != NULL;
    if (!so && aloud) show(&it);
    answer_free(&it);
    return so;
}

bool says(answer it, const char *what) { return has(it, what, true); }

bool comes_to_say(const person *who, const char *path, const char *what)
{
    for (int i = 0; i < TRIES; i++) {
        if (has(as(who, "GET", path, NULL), what, false)) return true;
        usleep(PAUSE_US);
    }
    return says(as(who, "GET", path, NULL), what);
}

answer as(const person *who, const char *method, const char *path, const char *body)
{
    return call_with(who->port, method, path, who->cookie, body);
}

bool take_cookie(answer it, int status, person *who)
{
    const char *at = strcasestr(it.headers, "set-cookie: ");
    const bool so = it.status == status && at != NULL;
    if (so)
        snprintf(who->cookie, sizeof who->cookie, "Cookie: %.*s\r\n", (int)strcspn(at + 12, ";"),
                 at + 12);
    else show(&it);
    answer_free(&it);
    return so;
}

bool person_join(person *who, int port, const char *name)
{
    char body[128];
    *who = (person){.port = port};
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"correct horse\"}", name);
    return take_cookie(as(who, "POST", "/api/accounts", body), 201, who);
}

answer person_mail(const person *who, const char *address)
{
    char body[256];
    snprintf(body, sizeof body, "{\"address\":\"%s\",\"password\":\"correct horse\"}", address);
    return as(who, "POST", "/api/me/mail", body);
}

bool person_confirm(const person *who, office *mails, const char *address)
{
    const person nobody = {.port = who->port};
    char receiver[128], link[256];
    snprintf(receiver, sizeof receiver, "\r\nTo: <%s>\r\n", address);
    const int before = office_times(mails, receiver);
    return is(person_mail(who, address), 200, "") && office_gets(mails, receiver, before + 1)
           && office_find(mails, "/mail/confirm?t=", link, sizeof link)
           && says(as(&nobody, "POST", link, "confirm=yes"), "Confirmed");
}

bool person_set(const person *who, const char *settings)
{
    return is(as(who, "POST", "/api/me/notify", settings), 200, "");
}

bool person_test(const person *who, const char *channel)
{
    char body[64];
    snprintf(body, sizeof body, "{\"channel\":\"%s\"}", channel);
    return is(as(who, "POST", "/api/me/notify/test", body), 200, "");
}

void move_time(const server_process *s, int seconds)
{
    sigqueue(s->pid, SIGUSR1, (union sigval){.sival_int = seconds});
}

void set_wall(const server_process *s, int seconds)
{
    sigqueue(s->pid, SIGUSR2, (union sigval){.sival_int = seconds});
}

/* ---- Games. ---- */

answer pair_as(const pair_game *g, const person *who, const char *method, const char *name,
               const char *body)
{
    char path[128];
    snprintf(path, sizeof path, "/api/games/%s%s", g->id, name);
    return as(who, method, path, body);
}

/* As a guest: the dice have not said yet whose seat it will be. */
static bool sit(const pair_game *g, int port, const json_t *seats, const char *side, char token[80])
{
    char path[128];
    const char *invitation =
        json_string_value(json_object_get(json_object_get(seats, side), "invitation"));
    snprintf(path, sizeof path, "/api/games/%s/sit", g->id);
    answer it = call(port, "POST", path, invitation, "{}");
    snprintf(token, 80, "%s", answer_text(&it, "token"));
    return is(it, 200, "");
}

static bool claim_seat(const pair_game *g, const person *who, const char *token)
{
    char path[128], headers[512];
    snprintf(path, sizeof path, "/api/games/%s/claim", g->id);
    snprintf(headers, sizeof headers, "%sAuthorization: Bearer %s\r\n", who->cookie, token);
    return is(call_with(who->port, "POST", path, headers, "{}"), 200, "");
}

bool pair_begin(pair_game *g, const person *first, const person *second, const char *clock)
{
    char tokens[2][80];
    return pair_begin_with(g, first, second, clock, tokens);
}

bool pair_begin_with(pair_game *g, const person *first, const person *second, const char *clock,
                     char tokens[2][80])
{
    const person nobody = {.port = first->port};
    char body[256];
    snprintf(body, sizeof body, "{\"game\":\"squares\",\"scenario\":\"sq-tiny\",\"clock\":%s}",
             clock);
    answer made = as(&nobody, "POST", "/api/games", body);
    const json_t *seats = json_object_get(made.json, "seats");
    snprintf(g->id, sizeof g->id, "%s", answer_text(&made, "id"));
    const bool sat = sit(g, first->port, seats, "blue", tokens[0])
                     && sit(g, first->port, seats, "red", tokens[1]);
    answer_free(&made);
    if (!sat) return false;
    const bool red = !has(pair_as(g, &nobody, "GET", "", NULL), "\"deciding\":[\"blue\"]", false);
    strcpy(g->first, red ? "red" : "blue");
    strcpy(g->second, red ? "blue" : "red");
    return claim_seat(g, first, tokens[red]) && claim_seat(g, second, tokens[!red]);
}

bool pair_pass_on(const pair_game *g, const person *who, const char *side)
{
    char body[64], wanted[32];
    snprintf(wanted, sizeof wanted, "\"deciding\":[\"%s\"]", side);
    for (int i = 0; i < ACTIONS_MOST; i++) {
        answer it = pair_as(g, who, "GET", "", NULL);
        const bool done = it.body != NULL && strstr(it.body, wanted) == NULL;
        snprintf(body, sizeof body, "{\"ply\":%d,\"action\":\"end\"}",
                 (int)answer_number(&it, "ply"));
        answer_free(&it);
        if (done) return true;
        if (!is(pair_as(g, who, "POST", "/action", body), 200, "")) return false;
    }
    return false;
}
