/*
 * browser.c - people as their browsers have them, for tests.  See browser.h.
 * SPDX-License-Identifier: MIT
 */
#include "browser.h"

#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "tap.h"

enum { HEADERS_MAX = 4096 };

int port;

const char *headers_of(const person *who, const char *more)
{
    static char headers[HEADERS_MAX];
    int count = snprintf(headers, sizeof headers, "%s", more);
    if (who == NULL) return headers;
    count += snprintf(headers + count, sizeof headers - (size_t)count, "%s", who->from);
    if (who->session[0] != '\0' || who->known[0] != '\0')
        snprintf(headers + count, sizeof headers - (size_t)count, "Cookie: %s%s%s\r\n",
                 who->session, who->session[0] == '\0' ? "" : "; ", who->known);
    return headers;
}

answer as(const person *who, const char *method, const char *path, const char *body)
{
    return call_with(port, method, path, headers_of(who, ""), body);
}

bool is(answer it, int status, const char *error)
{
    const bool so = it.status == status && strcmp(answer_text(&it, "error"), error) == 0;
    if (!so) printf("# %d: %s\n", it.status, it.body == NULL ? "" : it.body);
    answer_free(&it);
    return so;
}

bool says(answer it, const char *what)
{
    const bool so = it.body != NULL && strstr(it.body, what) != NULL;
    if (!so) printf("# %d: %s\n", it.status, it.body == NULL ? "" : it.body);
    answer_free(&it);
    return so;
}

/* With this word in the sentence. */
bool refuses(answer it, int status, const char *word)
{
    const bool so = it.status == status && strstr(answer_text(&it, "text"), word) != NULL;
    if (!so) printf("# %d %s\n", it.status, it.body == NULL ? "" : it.body);
    answer_free(&it);
    return so;
}

bool is_named(const person *who, const char *name)
{
    answer it = as(who, "GET", "/api/me", NULL);
    const bool so = it.status == 200 && strcmp(answer_text(&it, "name"), name) == 0;
    answer_free(&it);
    return so;
}

void take_cookies(const answer *it, person *who)
{
    for (const char *at = it->headers; (at = strcasestr(at, "\nset-cookie: ")) != NULL;) {
        at += strlen("\nset-cookie: ");
        char *to =
            strncmp(at, "grognard-known", 14) == 0 || strncmp(at, "__Host-grognard-known", 21) == 0
                ? who->known
                : who->session;
        snprintf(to, sizeof who->session, "%.*s", (int)strcspn(at, ";"), at);
    }
}

/* Logs in, or makes the account; the browser sends what cookies it has. */
int enter(person *who, const char *path, const char *name, const char *password)
{
    char body[256];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"%s\"}", name, password);
    answer it = as(who, "POST", path, body);
    const int status = it.status;
    if (status < 300) take_cookies(&it, who);
    answer_free(&it);
    return status;
}

bool make(person *who, const char *name)
{
    return enter(who, "/api/accounts", name, "correct horse") == 201;
}

bool log_in(person *who, const char *name)
{
    return enter(who, "/api/login", name, "correct horse") == 200;
}

/* ---- Games. ---- */

const char *path_of(const char *id, const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "/api/games/%s%s", id, name);
    return path;
}

bool create(table *t, const person *who)
{
    answer it = as(who, "POST", "/api/games", "{\"game\":\"squares\",\"scenario\":\"sq-tiny\"}");
    const bool so = it.status == 201;
    snprintf(t->id, sizeof t->id, "%s", answer_text(&it, "id"));
    for (int side = 0; side < 2; side++) {
        const char *text = json_string_value(json_object_get(
            json_object_get(json_object_get(it.json, "seats"), gg_side_name((gg_side)side)),
            "invitation"));
        snprintf(t->invitations[side], sizeof t->invitations[side], "%s", text ? text : "");
    }
    answer_free(&it);
    return so;
}

bool sit(table *t, const person *who, int side)
{
    char more[256];
    snprintf(more, sizeof more, "Authorization: Bearer %s\r\n", t->invitations[side]);
    answer it = call_with(port, "POST", path_of(t->id, "/sit"), headers_of(who, more), "{}");
    const bool so = it.status == 200;
    snprintf(t->tokens[side], sizeof t->tokens[side], "%s", answer_text(&it, "token"));
    answer_free(&it);
    return so;
}

bool begin(table *t, const person *blue, const person *red)
{
    return create(t, blue) && sit(t, blue, 0) && sit(t, red, 1);
}

/* ---- The server. ---- */

bool start(server_process *s, const char *binary, const char *const *words)
{
    const bool up = server_start_limited(s, binary, words);
    port = s->port;
    claim(up, "the server starts");
    return up;
}

void stop(server_process *s)
{
    claim(server_stop(s) == 0, "the server stops cleanly");
    if (claims_failed() == 0) server_clean(s);
    else printf("# see %s\n", s->folder);
}
