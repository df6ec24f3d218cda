/*
 * post.c - accounts, clocks and messages as people meet them: a real server, with a mail server
 * and a webhook's receiver on this machine.
 *   post GROGNARD
 * Prints TAP.
 * SPDX-License-Identifier: MIT
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "person.h"
#include "tap.h"

enum { WAIT_TRIES = 1200, WAIT_US = 100000, MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR };

static office mails = {.is_mail = true}, hooks;
static int port;
static person anna, bob;
static person nobody; /* without a session */

static void meet(const server_process *s) { port = anna.port = bob.port = nobody.port = s->port; }

static void make_accounts(void)
{
    person second = {.port = port};
    claim(take_cookie(as(&nobody, "POST", "/api/accounts",
                         "{\"name\":\"Anna\",\"password\":\"correct horse\"}"),
                      201, &anna)
              && take_cookie(as(&nobody, "POST", "/api/accounts",
                                "{\"name\":\"Bob\",\"password\":\"battery staple\"}"),
                             201, &bob),
          "two people make accounts");
    claim(is(as(&nobody, "POST", "/api/accounts",
                "{\"name\":\"ANNA\",\"password\":\"battery staple\"}"),
             409, "spent"),
          "a name is taken whatever its capitals");
    claim(is(as(&nobody, "POST", "/api/accounts",
                "{\"name\":\"Carl'--\",\"password\":\"battery staple\"}"),
             400, "bad-request")
              && is(as(&nobody, "POST", "/api/accounts",
                       "{\"name\":\"Carl\",\"password\":\"short\"}"),
                    400, "bad-request"),
          "names and passwords that will not do are refused");
    claim(take_cookie(as(&nobody, "POST", "/api/login",
                         "{\"name\":\"anna\",\"password\":\"correct horse\"}"),
                      200, &second)
              && says(as(&second, "GET", "/api/me", NULL), "\"name\":\"Anna\""),
          "she logs in on another device");
    claim(is(as(&second, "POST", "/api/logout", "{}"), 200, "")
              && says(as(&second, "GET", "/api/me", NULL), "\"name\":null")
              && says(as(&anna, "GET", "/api/me", NULL), "\"name\":\"Anna\""),
          "and out, and only there");
    claim(is(as(&nobody, "GET", "/api/me/games", NULL), 401, "session"),
          "who is not logged in has no games");
}

static void try_foreign_sites(void)
{
    char headers[512];
    snprintf(headers, sizeof headers,
             "%sOrigin: https://evil.example\r\nContent-Type: application/json\r\n", anna.cookie);
    claim(is(call_with(port, "POST", "/api/me/notify", headers, "{\"mail\":false}"), 403, "origin"),
          "another site cannot use her session");
    snprintf(headers, sizeof headers,
             "%sOrigin: http://127.0.0.1:%d\r\nHost: 127.0.0.1:%d\r\nContent-Type: text/plain\r\n",
             anna.cookie, port, port);
    claim(!is(call_with(port, "POST", "/api/me/notify", headers, "{\"mail\":false}"), 200, "")
              && says(as(&anna, "GET", "/api/me", NULL), "\"notify\":{\"mail\":true"),
          "nor can a form");
}

static void guess_passwords(void)
{
    int wrong = 0, stopped = 0;
    person second = {.port = port};
    for (int i = 0; i < 8; i++) {
        answer it =
            as(&nobody, "POST", "/api/login", "{\"name\":\"Bob\",\"password\":\"battery horse\"}");
        wrong += it.status == 401;
        stopped += it.status == 429;
        answer_free(&it);
    }
    claim(wrong == 5 && stopped == 3, "who guesses passwords is stopped after five");
    claim(is(as(&nobody, "POST", "/api/login",
                "{\"name\":\"Nobody\",\"password\":\"battery horse\"}"),
             401, "login"),
          "a name that is none is answered like a wrong password");
    claim(take_cookie(as(&nobody, "POST", "/api/login",
                         "{\"name\":\"Anna\",\"password\":\"correct horse\"}"),
                      200, &second)
              && says(as(&bob, "GET", "/api/me", NULL), "\"name\":\"Bob\""),
          "others, and sessions that are open, are not");
}

/* ---- Mail and webhook. ---- */

static void confirm_address(void)
{
    char link[256];
    claim(is(person_mail(&anna, "anna@example.org\\r\\nBcc: x@y.z"), 400, "bad-request"),
          "an address with a second line is none");
    claim(says(person_mail(&anna, "anna@example.org"), "\"confirmed\":false")
              && office_gets(&mails, "\r\nTo: <anna@example.org>\r\n", 1)
              && office_find(&mails, "/mail/confirm?t=", link, sizeof link),
          "a link is mailed to a new address");
    claim(says(as(&nobody, "GET", link, NULL), "</button>")
              && says(as(&anna, "GET", "/api/me", NULL), "\"confirmed\":false"),
          "looking at the link confirms nothing");
    claim(says(as(&nobody, "POST", link, "confirm=yes"), "Confirmed")
              && says(as(&anna, "GET", "/api/me", NULL), "\"confirmed\":true"),
          "its button does");
    link[strlen(link) - 1] ^= 1;
    claim(says(as(&nobody, "POST", link, ""), "not good"), "a changed link does not");
    char body[256];
    snprintf(body, sizeof body, "{\"webhook\":\"http://127.0.0.1:%d/hook\"}", hooks.port);
    claim(says(as(&bob, "POST", "/api/me/notify", body), "/hook")
              && is(as(&bob, "POST", "/api/me/notify/test", "{\"channel\":\"webhook\"}"), 200, "")
              && office_gets(&hooks, "\"event\":\"test\"", 1),
          "a webhook can be tried out");
}

/* ---- What is chosen in the page. ---- */

static void keep_choices(void)
{
    static const char *const bad[] = {
        "{\"pace\":350}",
        "{\"pace\":\"\"}",
        "{\"pace\":\"1 theme=dark\"}",
        "{\"pa=ce\":\"1\"}",
        "{\"\":\"1\"}",
        "{\"theme\":\"<b>\"}",
        "{\"theme\":\"a\\u0000b\"}",
        "{\"theme\":\"abcdefghijklmnopqrstuvwxy\"}",
        "{\"abcdefghijklmnopqrstuvwxy\":\"dark\"}",
        "{\"theme\":{\"dark\":\"true\"}}",
    };
    claim(says(as(&anna, "GET", "/api/me", NULL), "\"page\":{}")
              && is(as(&nobody, "POST", "/api/me/page", "{\"pace\":\"350\"}"), 401, "session"),
          "an account has chosen nothing yet; who has none chooses nothing");
    claim(says(as(&anna, "POST", "/api/me/page", "{\"pace\":\"350\",\"theme\":\"dark\"}"),
               "\"page\":{\"pace\":\"350\",\"theme\":\"dark\"}")
              && says(as(&anna, "POST", "/api/me/page", "{\"pace\":null,\"show\":\"slow\"}"),
                      "\"page\":{\"theme\":\"dark\",\"show\":\"slow\"}")
              && says(as(&bob, "GET", "/api/me", NULL), "\"page\":{}"),
          "choices are kept one by one, and are the account's own");
    bool refused = true;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        refused = is(as(&anna, "POST", "/api/me/page", bad[i]), 400, "bad-request") && refused;
    claim(refused, "what is no choice is refused");
    char body[64];
    int taken = 0, status = 200;
    for (; taken < 40 && status == 200; taken++) {
        snprintf(body, sizeof body, "{\"choice-%02d\":\"abcdefghijklmnopqrstuvwx\"}", taken);
        answer it = as(&anna, "POST", "/api/me/page", body);
        status = it.status;
        answer_free(&it);
    }
    claim(status == 400 && taken > 10 && taken < 20
              && says(as(&anna, "GET", "/api/me", NULL), "\"theme\":\"dark\",\"show\":\"slow\""),
          "there is room for some, and what is too much changes nothing");
}

static char game_id[32], blue_token[80];

static char *path_of(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "/api/games/%s%s", game_id, name);
    return path;
}

static bool sit(const person *who, const char *invitation, char token[80])
{
    char headers[512];
    snprintf(headers, sizeof headers, "%sAuthorization: Bearer %s\r\n", who->cookie, invitation);
    answer it = call_with(port, "POST", path_of("/sit"), headers, "{}");
    const bool so = it.status == 200;
    snprintf(token, 80, "%s", answer_text(&it, "token"));
    answer_free(&it);
    return so;
}

/* The dice say who begins: games are begun until it is blue. */
static bool create(char invitations[2][80])
{
    answer it = as(
        &nobody, "POST", "/api/games",
        "{\"game\":\"squares\",\"scenario\":\"sq-tiny\",\"clock\":{\"kind\":\"days\",\"days\":2}}");
    snprintf(game_id, sizeof game_id, "%s", answer_text(&it, "id"));
    const json_t *seats = json_object_get(it.json, "seats");
    for (int side = 0; side < 2; side++) {
        const char *text = json_string_value(
            json_object_get(json_object_get(seats, side == 0 ? "blue" : "red"), "invitation"));
        snprintf(invitations[side], 80, "%s", text == NULL ? "" : text);
    }
    answer_free(&it);
    return invitations[0][0] != '\0';
}

static bool begin_as_blue(void)
{
    char invitations[2][80], red_token[80], headers[512];
    for (int i = 0; i < 40; i++) {
        if (!create(invitations) || !sit(&nobody, invitations[0], blue_token)) return false;
        snprintf(headers, sizeof headers, "%sAuthorization: Bearer %s\r\n", anna.cookie,
                 blue_token);
        answer claimed = call_with(port, "POST", path_of("/claim"), headers, "{}");
        const bool hers = strcmp(answer_text(&claimed, "account"), "Anna") == 0;
        answer_free(&claimed);
        if (!hers || !sit(&bob, invitations[1], red_token)) return false;
        answer state = as(&anna, "GET", path_of(""), NULL);
        const bool begins =
            state.body != NULL && strstr(state.body, "\"deciding\":[\"blue\"]") != NULL;
        answer_free(&state);
        if (begins) return true;
    }
    return false;
}

static const char *about(const char *before, const char *after)
{
    static char text[128];
    snprintf(text, sizeof text, "%s%s%s", before, game_id, after);
    return text;
}

static void begin_game(void)
{
    char headers[512];
    claim(begin_as_blue(),
          "a guest sits down and her account claims the seat; another comes with his");
    snprintf(headers, sizeof headers, "%sAuthorization: Bearer %s\r\n", bob.cookie, blue_token);
    claim(is(call_with(port, "POST", path_of("/claim"), headers, "{}"), 403, "forbidden"),
          "nobody else's can");
    claim(says(as(&anna, "GET", path_of(""), NULL), "\"you\":\"blue\"")
              && says(as(&bob, "GET", path_of(""), NULL), "\"you\":\"red\"")
              && says(as(&nobody, "GET", path_of(""), NULL), "\"you\":\"watcher\""),
          "sessions play without tokens");
    claim(office_gets(&mails,
                      about("Subject: squares ", ", round 1: your turn as Blue against Bob\r\n"),
                      1),
          "she is told by mail that it is her turn");
    answer it = as(&anna, "GET", "/next", NULL);
    claim(it.status == 302 && strstr(it.headers, "/game/") != NULL, "/next leads her to a game");
    answer_free(&it);
    claim(says(as(&anna, "GET", "/api/me/games", NULL), "\"yours\":true"), "her list says so");
}

/* She acts until it is his turn. */
static bool pass_on(const person *who, const char *side)
{
    for (int i = 0; i < 20; i++) {
        char body[64], wanted[32];
        answer it = as(who, "GET", path_of(""), NULL);
        snprintf(wanted, sizeof wanted, "\"deciding\":[\"%s\"]", side);
        const bool done = it.body != NULL && strstr(it.body, wanted) == NULL;
        snprintf(body, sizeof body, "{\"ply\":%d,\"action\":\"end\"}",
                 (int)answer_number(&it, "ply"));
        answer_free(&it);
        if (done) return true;
        answer acted = as(who, "POST", path_of("/action"), body);
        if (acted.status != 200) printf("# %d: %s\n", acted.status, acted.body);
        answer_free(&acted);
    }
    return false;
}

/* A mail that was asked for has come: whatever was due before it has been looked at. */
static bool passes_by(const person *who)
{
    const int before = office_times(&mails, "\r\nSubject: ");
    return person_test(who, "mail") && office_gets(&mails, "\r\nSubject: ", before + 1);
}

static void play_by_post(server_process *s)
{
    stream open;
    char link[256];
    claim(pass_on(&anna, "blue"), "she acts with her session, until it is his turn");
    server_kill(s);
    claim(server_restart(s), "the server is killed and comes back");
    claim(office_gets(&hooks, about("\"event\":\"turn\",\"game\":\"squares\",\"id\":\"", "\""), 1),
          "he is told by webhook, once");
    claim(stream_knock(&open, port, game_id, false, "?since=0", anna.cookie),
          "she looks at the game");
    const int before = office_times(&mails, "your turn as");
    claim(pass_on(&bob, "red"), "he acts, until it is hers");
    move_time(s, MINUTE);
    claim(passes_by(&anna) && office_stays(&mails, "your turn as", before),
          "who looks at the game is sent no mail");
    stream_close(&open);
    move_time(s, 9 * MINUTE);
    claim(office_stays(&mails, "your turn as", before), "who has just left is not sent one either");
    move_time(s, 2 * MINUTE);
    claim(office_gets(&mails, "your turn as", before + 2), /* in the subject and below */
          "but ten minutes later, if it is still her turn");
    claim(is(as(&bob, "POST", path_of("/draw"), "{\"answer\":\"offer\"}"), 200, "")
              && office_gets(&mails, "a draw is offered to you as ", 2),
          "a mail says what he offers");
    claim(office_find(&mails, "/mail/off?t=", link, sizeof link)
              && says(as(&nobody, "GET", link, NULL), "</button>")
              && says(as(&nobody, "POST", link, "List-Unsubscribe=One-Click"), "No more mails")
              && says(as(&anna, "GET", "/api/me", NULL), "\"notify\":{\"mail\":false"),
          "each mail has a link that turns them off");
}

/* ---- Trouble, and time. ---- */

static void try_three_times(server_process *s)
{
    const int before = office_times(&hooks, "\"event\":\"test\"");
    hooks.status = 302;
    claim(is(as(&bob, "POST", "/api/me/notify/test", "{\"channel\":\"webhook\"}"), 200, "")
              && office_gets(&hooks, "\"event\":\"test\"", before + 1),
          "a webhook that leads elsewhere is not followed");
    claim(comes_to_say(&bob, "/api/me",
                       "{\"channel\":\"webhook\",\"text\":\"the address answered 302\""),
          "and he sees what went wrong");
    hooks.status = 307;
    kill(s->pid, SIGUSR1); /* tomorrow */
    claim(office_gets(&hooks, "\"event\":\"test\"", before + 2)
              && comes_to_say(&bob, "/api/me",
                              "{\"channel\":\"webhook\",\"text\":\"the address answered 307\""),
          "it is tried again later");
    kill(s->pid, SIGUSR1);
    claim(office_gets(&hooks, "\"event\":\"test\"", before + 3), "and a third time");
    hooks.status = 204;
}

static void run_out_of_time(void)
{
    claim(comes_to_say(&anna, path_of(""), "\"how\":\"time\"")
              && says(as(&anna, "GET", path_of(""), NULL), "\"status\":\"over\"")
              && says(as(&bob, "GET", "/api/me/games", NULL), "\"how\":\"time\""),
          "after two days the flag has fallen, and both see it");
    claim(office_gets(&hooks, about("\"event\":\"over\",\"game\":\"squares\",\"id\":\"", "\""), 1),
          "he is told");
}

/* Two sit down; how many milliseconds the one who decides has left, 0: none. */
static int begin_with_clock(int seconds, char tokens[2][80])
{
    char body[160];
    bool sat = true;
    int left = 0;
    snprintf(body, sizeof body,
             "{\"game\":\"squares\",\"scenario\":\"sq-tiny\",\"clock\":{\"kind\":\"bank\","
             "\"seconds\":%d,\"increment\":0}}",
             seconds);
    answer it = as(&nobody, "POST", "/api/games", body);
    snprintf(game_id, sizeof game_id, "%s", answer_text(&it, "id"));
    const json_t *seats = json_object_get(it.json, "seats");
    for (int side = 0; side < 2; side++)
        sat = sit(&nobody,
                  json_string_value(json_object_get(
                      json_object_get(seats, side == 0 ? "blue" : "red"), "invitation")),
                  tokens[side])
              && sat;
    answer_free(&it);
    it = call(port, "GET", path_of(""), tokens[0], NULL);
    for (int side = 0; sat && side < 2; side++) {
        const json_t *hand =
            json_object_get(json_object_get(it.json, "clock"), side == 0 ? "blue" : "red");
        const json_int_t deadline = json_integer_value(json_object_get(hand, "deadline"));
        if (json_is_true(json_object_get(hand, "runs"))) left = (int)(deadline - wall_ms());
    }
    answer_free(&it);
    return left;
}

static void survive_an_outage(server_process *s)
{
    char tokens[2][80];
    int seconds = 8, left = begin_with_clock(seconds, tokens);
    while (left < seconds * 750 && seconds < 256) /* a slow machine needs more of them */
        left = begin_with_clock(seconds *= 2, tokens);
    claim(left > 0, "two sit down at a clock of %d seconds", seconds);
    claim(server_stop(s) == 0, "the server stops");
    sleep((unsigned)seconds + 1);
    answer it = {0};
    claim(server_restart(s)
              && says(call(port, "GET", path_of(""), tokens[0], NULL), "\"status\":\"playing\""),
          "after a longer time than that nobody has lost");
    bool over = false;
    for (int i = 0; i < WAIT_TRIES && !over; i++) {
        usleep(WAIT_US);
        it = call(port, "GET", path_of(""), tokens[0], NULL);
        over = strcmp(answer_text(&it, "status"), "over") == 0;
        answer_free(&it);
    }
    claim(over && says(call(port, "GET", path_of(""), tokens[1], NULL), "\"how\":\"time\""),
          "but then one has");
    it = call(port, "POST", path_of("/action"), tokens[0], "{\"ply\":1,\"action\":\"end\"}");
    claim(it.status == 409, "an action that comes too late is not done");
    answer_free(&it);
}

static void leave(void)
{
    person second = {.port = port};
    claim(is(as(&anna, "POST", "/api/me/password",
                "{\"password\":\"wrong wrong\",\"new\":\"another horse\"}"),
             401, "login"),
          "a password is not changed without the old one");
    claim(take_cookie(as(&nobody, "POST", "/api/login",
                         "{\"name\":\"Anna\",\"password\":\"correct horse\"}"),
                      200, &second)
              && is(as(&anna, "POST", "/api/me/password",
                       "{\"password\":\"correct horse\",\"new\":\"another horse\"}"),
                    200, "")
              && says(as(&second, "GET", "/api/me", NULL), "\"name\":null")
              && says(as(&anna, "GET", "/api/me", NULL), "\"name\":\"Anna\""),
          "a new password ends every other session");
    claim(is(as(&anna, "POST", "/api/me/delete", "{\"password\":\"another horse\"}"), 200, "")
              && says(as(&anna, "GET", "/api/me", NULL), "\"name\":null"),
          "an account can be deleted");
}

/* ---- One mail a day, and reminders. ---- */

static const char long_clock[] = "{\"kind\":\"days\",\"days\":14}";

/* Turns it on for an hour that begins in `minutes` at least; how many seconds that are. */
static int choose_hour(const person *who, int minutes)
{
    char body[96];
    const long now = (long)time(NULL), at = ((now + minutes * MINUTE) / HOUR + 1) * HOUR;
    snprintf(body, sizeof body, "{\"digest\":true,\"digest_hour\":%ld}", at % DAY / HOUR);
    return person_set(who, body) ? (int)(at - now) : 0;
}

static bool letter_has(const char *what, const char *const *parts, size_t count, bool wanted)
{
    char *letter = office_letter(&mails, what);
    bool well = letter != NULL;
    for (size_t i = 0; well && i < count; i++) {
        well = (strstr(letter, parts[i]) != NULL) == wanted;
        if (!well) printf("# %s: %s\n", parts[i], letter);
    }
    free(letter);
    return well;
}

static void gather(server_process *s, pair_game games[3])
{
    claim(pair_begin(&games[0], &anna, &bob, long_clock)
              && pair_begin(&games[1], &anna, &bob, long_clock)
              && pair_begin(&games[2], &bob, &anna, long_clock),
          "two games wait for her, one for him");
    const int wait = choose_hour(&anna, 10);
    claim(wait > 0 && says(as(&anna, "GET", "/api/me", NULL), "\"digest\":true"),
          "she wants one mail a day, at an hour of hers");
    claim(pair_pass_on(&games[0], &anna, games[0].first)
              && pair_pass_on(&games[0], &bob, games[0].second),
          "they play a turn");
    move_time(s, wait - 5 * MINUTE);
    claim(office_stays(&mails, "\r\nSubject: squares", 0)
              && office_stays(&mails, "games wait for you", 0),
          "she gets no mails of single turns, and none before the hour");
    move_time(s, 6 * MINUTE);
    claim(office_gets(&mails, "\r\nSubject: 2 games wait for you\r\n", 1), "then one mail comes");
    const char *const in[] = {games[0].id,
                              games[1].id,
                              "\r\nList-Unsubscribe: <http://games.example",
                              "\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n",
                              "\r\nMessage-ID: <",
                              "\nDate: ",
                              ", in 14 days\r\n",
                              "\r\nAuto-Submitted: auto-generated\r\n"};
    const char *const out[] = {games[2].id};
    claim(letter_has("Subject: 2 games wait", in, sizeof in / sizeof in[0], true)
              && letter_has("Subject: 2 games wait", out, 1, false),
          "it lists the two that wait, and not the third");
    move_time(s, 3 * HOUR);
    claim(office_stays(&mails, "games wait for you", 1), "and no second one on the same day");
}

/* The first of the two, she. */
static bool comes_to_be_here(const pair_game *g, bool here)
{
    char path[64], what[64];
    const bool blue = here && strcmp(g->first, "blue") == 0, red = here && !blue;
    snprintf(path, sizeof path, "/api/games/%s", g->id);
    snprintf(what, sizeof what, "\"here\":{\"blue\":%s,\"red\":%s", blue ? "true" : "false",
             red ? "true" : "false");
    return comes_to_say(&anna, path, what);
}

static void say_nothing(server_process *s, pair_game games[3])
{
    stream open;
    claim(pair_pass_on(&games[0], &anna, games[0].first)
              && pair_pass_on(&games[1], &anna, games[1].first),
          "she plays, and nothing waits for her");
    move_time(s, DAY);
    claim(office_stays(&mails, "Subject: ", office_times(&mails, "Subject: ")),
          "there is no mail about nothing");
    claim(pair_pass_on(&games[0], &bob, games[0].second), "he plays");
    claim(stream_knock(&open, port, games[0].id, true, "", anna.cookie)
              && stream_send(&open, "{\"do\":\"hello\",\"since\":0}")
              && comes_to_be_here(&games[0], true),
          "she looks at it");
    move_time(s, DAY);
    claim(office_stays(&mails, "waits for you", 0), "what she looks at does not wait for her");
    stream_close(&open);
    claim(comes_to_be_here(&games[0], false), "she leaves");
}

static void tell_the_end(server_process *s, pair_game games[3])
{
    claim(is(pair_as(&games[1], &bob, "POST", "/resign", "{}"), 200, ""), "he resigns a game");
    move_time(s, DAY);
    claim(office_gets(&mails, "Subject: 1 game waits for you, 1 game is over\r\n", 1),
          "the next mail tells what waits, and what is over");
    const char *const in[] = {games[0].id, games[1].id, " resigns."};
    claim(letter_has("1 game is over", in, 3, true), "and how");
    move_time(s, DAY);
    claim(office_gets(&mails, "Subject: 1 game waits for you\r\n", 1), "the end is told once");
}

/* What is told hangs on no clock: one that is set back tells nothing again, one that is set forward
 * forgets nothing. */
static void tell_it_once_by_any_clock(server_process *s)
{
    pair_game late;
    set_wall(s, -2 * DAY);
    claim(office_stays(&mails, "Subject: 1 game waits for you\r\n", 1), "the clock is set back");
    move_time(s, DAY);
    claim(office_gets(&mails, "Subject: 1 game waits for you\r\n", 2)
              && office_stays(&mails, "is over\r\n", 1),
          "with the clock set back the end is not told again");
    claim(pair_begin(&late, &anna, &bob, long_clock)
              && is(pair_as(&late, &bob, "POST", "/resign", "{}"), 200, ""),
          "he resigns another game");
    set_wall(s, 3 * DAY);
    claim(office_gets(&mails, "is over\r\n", 2), "with the clock set forward this end is told");
    const char *const in[] = {late.id};
    claim(letter_has("is over\r\n", in, 1, true), "and it is this one");
    move_time(s, DAY);
    claim(office_gets(&mails, "Subject: 1 game waits for you\r\n", 3)
              && office_stays(&mails, "is over\r\n", 2),
          "once");
}

/* As a mail program does it: RFC 8058. */
static bool unsubscribe(const char *link, const char *type, const char *body)
{
    char headers[128];
    snprintf(headers, sizeof headers, "Content-Type: %s\r\n", type);
    return says(call_with(port, "POST", link, headers, body), "No more mails");
}

static void turn_off(server_process *s)
{
    static const char form[] =
        "--x\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n"
        "--x--\r\n";
    char link[256];
    const int before = office_times(&mails, "Subject: ");
    claim(
        office_find(&mails, "/mail/off?t=", link, sizeof link)
            && unsubscribe(link, "application/x-www-form-urlencoded", "List-Unsubscribe=One-Click")
            && says(as(&anna, "GET", "/api/me", NULL), "\"notify\":{\"mail\":false"),
        "one click of a mail program turns it off");
    move_time(s, DAY);
    claim(office_stays(&mails, "Subject: ", before), "and no more mails come");
    claim(person_set(&anna, "{\"mail\":true}")
              && unsubscribe(link, "multipart/form-data; boundary=x", form)
              && says(as(&anna, "GET", "/api/me", NULL), "\"notify\":{\"mail\":false"),
          "however it writes its form");
}

static void remind(server_process *s)
{
    pair_game held, played;
    const int before = office_times(&mails, "your clock runs out");
    claim(person_set(&anna, "{\"mail\":true,\"digest\":true,\"remind\":12}")
              && pair_begin(&held, &anna, &bob, "{\"kind\":\"days\",\"days\":2}")
              && pair_begin(&played, &anna, &bob, "{\"kind\":\"days\",\"days\":2}"),
          "two games with two days for a turn");
    move_time(s, 35 * HOUR);
    claim(office_stays(&mails, "your clock runs out", before)
              && pair_pass_on(&played, &anna, played.first),
          "after 35 hours she has played one of them");
    move_time(s, HOUR + MINUTE);
    claim(office_gets(&mails, "your clock runs out", before + 2), /* in the subject and below */
          "12 hours before the end she is reminded of the other, digest or not");
    const char *const in[] = {held.id, "Your time is up on ", " UTC, in 12 hours.\r\n",
                              "\r\nList-Unsubscribe: <"};
    const char *const out[] = {played.id};
    claim(letter_has("your clock runs out", in, 4, true)
              && letter_has("your clock runs out", out, 1, false),
          "the mail says when");
    move_time(s, 11 * HOUR);
    claim(office_stays(&mails, "your clock runs out", before + 2)
              && says(pair_as(&held, &anna, "GET", "", NULL), "\"status\":\"playing\""),
          "once");
    move_time(s, 2 * HOUR);
    char path[64];
    snprintf(path, sizeof path, "/api/games/%s", held.id);
    claim(comes_to_say(&anna, path, "\"how\":\"time\""), "and then her flag falls");
}

static void by_the_day(server_process *s)
{
    pair_game games[3];
    claim(person_join(&anna, s->port, "Anna") && person_join(&bob, s->port, "Bob")
              && person_confirm(&anna, &mails, "anna@example.org"),
          "two others, one with a mail address");
    gather(s, games);
    say_nothing(s, games);
    tell_the_end(s, games);
    tell_it_once_by_any_clock(s);
    turn_off(s);
    remind(s);
}

/* ---- All of it. ---- */

static void live_on(server_process *s)
{
    make_accounts();
    try_foreign_sites();
    guess_passwords();
    confirm_address();
    keep_choices();
    survive_an_outage(s); /* before time is moved, which a restart forgets */
    begin_game();
    play_by_post(s);
    try_three_times(s);
    run_out_of_time();
    leave();
}

int main(int argc, char **argv)
{
    char smtp[64];
    if (argc != 2 || !office_open(&mails) || !office_open(&hooks)) return 1;
    snprintf(smtp, sizeof smtp, "smtp://127.0.0.1:%d", mails.port);
    const char *const words[] = {"--rate",
                                 "0",
                                 "--creations",
                                 "0",
                                 "--public-url",
                                 "http://games.example",
                                 "--smtp",
                                 smtp,
                                 "--mail-from",
                                 "games@example.org",
                                 "--notify-delay",
                                 "1",
                                 "--private-webhooks",
                                 "--for-tests",
                                 NULL};
    static void (*const parts[])(server_process *) = {live_on, by_the_day};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        server_process s;
        claim(server_start_limited(&s, argv[1], words), "the server starts");
        meet(&s);
        office_clear(&mails);
        parts[i](&s);
        claim(server_stop(&s) == 0, "the server stops cleanly");
        if (claims_failed() == 0) server_clean(&s);
        else printf("# see %s\n", s.folder);
    }
    return claims_end();
}
