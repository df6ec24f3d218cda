/*
 * recover.c - the way back in by mail, and sessions one by one:   recover GROGNARD
 *
 * The answer is the same for accounts that are there and those that are not; a link works once, for
 * half an hour, only the last one, and ends every other session; the store has no token.  Sessions
 * are listed, and ended, by their owner alone.  Prints TAP.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "person.h"
#include "tap.h"

enum { MINUTE = 60, TOKEN = 32 };

static office mails = {.is_mail = true};
static person anna, bob, nobody;

static const char asked[] = "If there is such an account";

static bool ask(const char *who)
{
    char body[128];
    snprintf(body, sizeof body, "{\"who\":\"%s\"}", who);
    return says(as(&nobody, "POST", "/api/recover", body), asked);
}

static answer set(const char *token, const char *password)
{
    char body[256];
    snprintf(body, sizeof body, "{\"token\":\"%s\",\"password\":\"%s\"}", token, password);
    return as(&nobody, "POST", "/api/recover/password", body);
}

/* The token of the last mail, when it has come so often. */
static bool take_token(int often, char token[TOKEN + 1])
{
    char link[256] = "";
    const bool came = office_gets(&mails, "/recover#", often)
                      && office_find(&mails, "/recover#", link, sizeof link);
    const char *at = strchr(link, '#');
    snprintf(token, TOKEN + 1, "%.32s", at == NULL ? "" : at + 1);
    return came && strlen(token) == TOKEN;
}

static bool is_in_store(const server_process *s, const char *what)
{
    char line[2400];
    snprintf(line, sizeof line, "cat '%s'/games.db* '%s/log' | grep -qaF '%s'", s->folder,
             s->folder, what);
    return system(line) == 0;
}

static void try_asking(void)
{
    answer known = as(&nobody, "POST", "/api/recover", "{\"who\":\"Anna\"}");
    answer unknown = as(&nobody, "POST", "/api/recover", "{\"who\":\"Zoe\"}");
    answer unconfirmed = as(&nobody, "POST", "/api/recover", "{\"who\":\"Bob\"}");
    claim(known.status == 200 && unknown.status == 200 && unconfirmed.status == 200
              && strcmp(known.body, unknown.body) == 0 && strcmp(known.body, unconfirmed.body) == 0
              && strlen(known.headers) == strlen(unknown.headers),
          "the answer does not tell whether there is such an account");
    answer_free(&known);
    answer_free(&unknown);
    answer_free(&unconfirmed);
    claim(is(as(&nobody, "POST", "/api/recover", "{}"), 400, "bad-request")
              && is(as(&nobody, "POST", "/api/recover", "{\"who\":\"\"}"), 400, "bad-request")
              && is(as(&nobody, "GET", "/api/recover", NULL), 405, "method"),
          "it must be asked for somebody");
}

static pair_game match;
static char taken[2][80]; /* tokens of its seats, blue's first */

/* What her old browser gets with all that it has: its cookie and the token of the seat. */
static answer as_before(const char *cookie, const char *name)
{
    char path[96], headers[512];
    const char *token = taken[strcmp(match.first, "red") == 0];
    snprintf(path, sizeof path, "/api/games/%s%s", match.id, name);
    snprintf(headers, sizeof headers, "%sAuthorization: Bearer %s\r\n", cookie, token);
    return call_with(anna.port, "GET", path, headers, NULL);
}

static void try_link(const server_process *s)
{
    char first[TOKEN + 1], second[TOKEN + 1], before[256];
    snprintf(before, sizeof before, "%s", anna.cookie);
    claim(pair_begin_with(&match, &anna, &bob, "null", taken)
              && is(as_before(before, "/note"), 200, ""),
          "she plays a game");
    person again = {.port = s->port};
    claim(take_token(1, first), "a mail came, one");
    claim(ask("ANNA@Example.org") && take_token(2, second) && strcmp(first, second) != 0,
          "another by her address, however it is written");
    claim(!is_in_store(s, first) && !is_in_store(s, second), "neither store nor log has a token");
    claim(is(set(first, "battery staple"), 404, "unknown"), "only the last one is good");
    claim(is(set("00000000000000000000000000000000", "battery staple"), 404, "unknown"),
          "one that is made up is not");
    claim(is(set(second, "short"), 400, "bad-request"), "a bad password does not use it up");
    claim(says(as(&anna, "GET", "/api/me", NULL), "\"name\":\"Anna\""), "she is logged in");
    claim(take_cookie(set(second, "battery staple"), 200, &again)
              && says(as(&again, "GET", "/api/me", NULL), "\"name\":\"Anna\""),
          "with the link she has a new password, and is in");
    claim(says(as(&anna, "GET", "/api/me", NULL), "\"name\":null"), "her other session has ended");
    claim(is(as_before(before, ""), 401, "session")
              && is(as_before(before, "/note"), 401, "session")
              && says(pair_as(&match, &again, "GET", "", NULL), match.first),
          "and the browser that had it opens her seat no more, by its token neither");
    claim(is(set(second, "battery staple two"), 404, "unknown"), "the link works once");
    claim(
        is(as(&nobody, "POST", "/api/login", "{\"name\":\"Anna\",\"password\":\"correct horse\"}"),
           401, "login")
            && take_cookie(as(&nobody, "POST", "/api/login",
                              "{\"name\":\"Anna\",\"password\":\"battery staple\"}"),
                           200, &anna),
        "the new password is the one");
}

static void try_late(const server_process *s)
{
    char token[TOKEN + 1];
    claim(ask("anna") && take_token(3, token), "another");
    move_time(s, 31 * MINUTE);
    claim(is(set(token, "battery staple"), 404, "unknown"), "after half an hour it is too late");
    claim(is(as(&nobody, "POST", "/api/recover", "{\"who\":\"anna\"}"), 429, "too-fast")
              || is(as(&nobody, "POST", "/api/recover", "{\"who\":\"anna\"}"), 429, "too-fast"),
          "and nobody's mailbox is filled");
    claim(is(as(&nobody, "POST", "/api/recover", "{\"who\":\"zoe\"}"), 200, "")
              && is(as(&nobody, "POST", "/api/recover", "{\"who\":\"zoe\"}"), 200, "")
              && is(as(&nobody, "POST", "/api/recover", "{\"who\":\"zoe\"}"), 429, "too-fast"),
          "nor does that tell who is there");
}

/* ---- Sessions. ---- */

/* The id of the session that is this one, or is not. */
static bool find_session(const person *who, bool this, char id[64])
{
    answer it = as(who, "GET", "/api/me/sessions", NULL);
    size_t at;
    json_t *one;
    id[0] = '\0';
    json_array_foreach(json_object_get(it.json, "sessions"), at, one)
    {
        if (json_is_true(json_object_get(one, "this")) == this)
            snprintf(id, 64, "%s", json_string_value(json_object_get(one, "id")));
    }
    answer_free(&it);
    return id[0] != '\0';
}

static answer end(const person *who, const char *id)
{
    char body[128];
    snprintf(body, sizeof body, "{\"id\":\"%s\"}", id);
    return as(who, "POST", "/api/me/sessions/end", body);
}

static void try_sessions(int port)
{
    static const char login[] = "{\"name\":\"Bob\",\"password\":\"correct horse\"}";
    person phone = {.port = port};
    char id[64], own[64], hers[64];
    claim(take_cookie(call_with(port, "POST", "/api/login",
                                "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:115.0)"
                                " Gecko/20100101 Firefox/115.0\r\n"
                                "Content-Type: application/json\r\n",
                                login),
                      200, &phone),
          "he logs in a second time");
    claim(says(as(&bob, "GET", "/api/me/sessions", NULL), "\"browser\":\"Firefox on Linux\""),
          "the list says by what");
    claim(find_session(&bob, true, own) && find_session(&bob, false, id)
              && find_session(&anna, true, hers) && strcmp(own, id) != 0,
          "it has both, and says which is this one");
    claim(is(as(&nobody, "GET", "/api/me/sessions", NULL), 401, "session")
              && is(end(&nobody, id), 401, "session"),
          "nobody else sees it");
    claim(is(end(&anna, id), 404, "unknown") && is(end(&bob, hers), 404, "unknown")
              && is(end(&bob, "x"), 404, "unknown")
              && is(as(&bob, "POST", "/api/me/sessions/end", "{}"), 400, "bad-request")
              && says(as(&phone, "GET", "/api/me", NULL), "\"name\":\"Bob\""),
          "one can end one's own alone");
    claim(is(end(&bob, id), 200, "") && says(as(&phone, "GET", "/api/me", NULL), "\"name\":null")
              && says(as(&bob, "GET", "/api/me", NULL), "\"name\":\"Bob\""),
          "he ends the other one, and goes on with this");
    claim(is(end(&bob, id), 404, "unknown"), "it is gone");
}

/* ---- Another mail address. ---- */

static person clara;

static long letters_to(const char *address)
{
    char receiver[128];
    snprintf(receiver, sizeof receiver, "\r\nTo: <%s>\r\n", address);
    return office_times(&mails, receiver);
}

static bool letters_come(const char *address, long often)
{
    char receiver[128];
    snprintf(receiver, sizeof receiver, "\r\nTo: <%s>\r\n", address);
    return office_gets(&mails, receiver, (int)often);
}

/* Is this said to him whose address it is? */
static bool is_told(const char *address, const char *what, const char *besides)
{
    char receiver[128];
    snprintf(receiver, sizeof receiver, "\r\nTo: <%s>\r\n", address);
    char *letter = office_letter(&mails, what);
    const bool so =
        letter != NULL && strstr(letter, receiver) != NULL && strstr(letter, besides) != NULL;
    if (!so) printf("# %s\n", letter == NULL ? "no letter" : letter);
    free(letter);
    return so;
}

/* Who has only the session changes nothing, and nobody hears of it. */
static void try_without_password(void)
{
    static const char old[] = "clara@example.org", fresh[] = "{\"address\":\"thief@example.org\"";
    char body[256];
    claim(person_confirm(&clara, &mails, old), "she has an address");
    snprintf(body, sizeof body, "%s}", fresh);
    claim(is(as(&clara, "POST", "/api/me/mail", body), 400, "bad-request"),
          "another one needs the password");
    snprintf(body, sizeof body, "%s,\"password\":\"wrong horse\"}", fresh);
    claim(is(as(&clara, "POST", "/api/me/mail", body), 401, "login"), "the right one");
    claim(is(as(&clara, "POST", "/api/me/mail", "{\"address\":null}"), 400, "bad-request")
              && is(as(&nobody, "POST", "/api/me/mail", body), 401, "session"),
          "so does none at all, and a session");
    claim(says(as(&clara, "GET", "/api/me", NULL),
               "\"mail\":{\"address\":\"clara@example.org\",\"confirmed\":true}"),
          "it is still hers");
    claim(office_stays(&mails, "thief@example.org", 0) && letters_to(old) == 1,
          "and nobody was written to");
}

/* The old one stays in force until the new one is confirmed. */
static void try_new_address(void)
{
    static const char old[] = "clara@example.org", fresh[] = "clara@new.example";
    char link[256], token[TOKEN + 1];
    claim(says(person_mail(&clara, fresh),
               "\"mail\":{\"address\":\"clara@example.org\",\"confirmed\":true,"
               "\"new\":\"clara@new.example\"}"),
          "with it there is a new one beside the old");
    claim(letters_come(old, 2) && letters_come(fresh, 1)
              && is_told(old, "another mail address for your account", fresh)
              && is_told(old, "another mail address for your account", "until then")
              && office_find(&mails, "/mail/confirm?t=", link, sizeof link)
              && is_told(fresh, link, "open this within two days"),
          "the old one is told, the new one gets a link");
    claim(person_test(&clara, "mail") && letters_come(old, 3), "messages go on to the old one");
    const int before = office_times(&mails, "/recover#");
    claim(ask("clara") && take_token(before + 1, token) && letters_to(old) == 4
              && letters_to(fresh) == 1,
          "so does the way back in");
    claim(says(as(&nobody, "POST", link, "confirm=yes"), "Confirmed")
              && says(as(&clara, "GET", "/api/me", NULL),
                      "\"mail\":{\"address\":\"clara@new.example\",\"confirmed\":true}"),
          "the link makes the new one hers");
    claim(person_test(&clara, "mail") && letters_come(fresh, 2) && letters_to(old) == 4,
          "from then on messages go there");
    claim(says(as(&nobody, "POST", link, "confirm=yes"), "not good"), "the link works once");
}

static void try_second_thoughts(void)
{
    static const char now[] = "clara@new.example";
    char link[256];
    const long letters = letters_to(now);
    claim(is(person_mail(&clara, "typo@new.example"), 200, "") && letters_come(now, letters + 1)
              && letters_come("typo@new.example", 1)
              && office_find(&mails, "/mail/confirm?t=", link, sizeof link),
          "a third one");
    claim(says(person_mail(&clara, now), "\"confirmed\":true}")
              && says(as(&nobody, "POST", link, "confirm=yes"), "not good"),
          "who says the old one again has thought better of it");
    claim(is(person_mail(&clara, "typo@new.example"), 200, "")
              && letters_come("typo@new.example", 2)
              && office_find(&mails, "/mail/confirm?t=", link, sizeof link)
              && is(as(&clara, "POST", "/api/me/password",
                       "{\"password\":\"correct horse\",\"new\":\"battery staple\"}"),
                    200, "")
              && says(as(&nobody, "POST", link, "confirm=yes"), "not good")
              && says(as(&clara, "GET", "/api/me", NULL), "\"confirmed\":true}"),
          "a new password drops an address that somebody else may have asked for");
    const long last = letters + 2;
    claim(letters_come(now, last)
              && says(as(&clara, "POST", "/api/me/mail",
                         "{\"address\":null,\"password\":\"battery staple\"}"),
                      "\"mail\":{\"address\":null,\"confirmed\":false}")
              && letters_come(now, last + 1) && is_told(now, "none any more", "If it was not you"),
          "whose address is taken away is told so");
}

static void try_other_address(int port)
{
    claim(person_join(&clara, port, "Clara"), "somebody else");
    try_without_password();
    try_new_address();
    try_second_thoughts();
}

int main(int argc, char **argv)
{
    server_process s;
    char smtp[64];
    if (argc < 2 || !office_open(&mails)) return 1;
    snprintf(smtp, sizeof smtp, "smtp://127.0.0.1:%d", mails.port);
    const char *const limits[] = {"--rate",         "0",  "--public-url", "http://games.example",
                                  "--smtp",         smtp, "--mail-from",  "games@example.org",
                                  "--notify-delay", "1",  "--for-tests",  NULL};
    if (!server_start_limited(&s, argv[1], limits)) {
        puts("Bail out! the server does not start");
        return 1;
    }
    nobody = (person){.port = s.port};
    claim(person_join(&anna, s.port, "Anna") && person_join(&bob, s.port, "Bob")
              && person_confirm(&anna, &mails, "anna@example.org")
              && is(person_mail(&bob, "bob@example.org"), 200, ""),
          "two accounts, one with a confirmed address");
    try_asking();
    try_link(&s);
    try_late(&s);
    try_sessions(s.port);
    try_other_address(s.port);
    claim(server_stop(&s) == 0, "it stops when it is told to");
    if (claims_failed() == 0) server_clean(&s);
    else printf("# its log and store are in %s\n", s.folder);
    office_shut(&mails);
    return claims_end();
}
