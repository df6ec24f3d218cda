/*
 * strangers.c - limits by account, and tries that no stranger uses up:   strangers GROGNARD
 *
 * The server stands behind a proxy, so that everybody may come from any address.  Prints TAP.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "browser.h"
#include "tap.h"

static void come_from(person *who, int number)
{
    snprintf(who->from, sizeof who->from, "X-Forwarded-For: 198.51.%d.%d\r\n", number / 200,
             number % 200);
}

static void try_limits(void)
{
    enum { TRIES = 400 };
    person anna = {0}, bob = {0};
    int well = 0, fast = 0;
    come_from(&anna, 1000);
    come_from(&bob, 1001);
    claim(make(&anna, "Anna") && make(&bob, "Bob"), "behind a proxy, two accounts");
    int tries = 0;
    for (; tries < TRIES && fast < 5; tries++) {
        come_from(&anna, tries);
        answer it = as(&anna, "GET", "/api/me", NULL);
        well += it.status == 200;
        fast += it.status == 429 && strcasestr(it.headers, "\nretry-after:") != NULL;
        answer_free(&it);
    }
    claim(well >= 19 && fast == 5 && well + fast == tries,
          "an account has no more calls from many addresses than from one");
    claim(is_named(&bob, "Bob"), "another account is not touched by it");
    table t;
    bool made = true;
    for (int i = 0; i < 3; i++) {
        come_from(&bob, 100 + i);
        made = made && create(&t, &bob);
    }
    come_from(&bob, 110);
    claim(made && is(as(&bob, "POST", "/api/games", "{\"game\":\"squares\"}"), 429, "too-fast"),
          "nor more new games");
    person guest = {0};
    come_from(&guest, 120);
    claim(create(&t, &guest), "a guest makes one");
}

/* A call on a game by its token (or an invitation), from his address; the status. */
static int on_game(const person *who, const char *id, const char *name, const char *token,
                   const char *body, char *out, const char *what)
{
    char path[96], bearer[160] = "";
    snprintf(path, sizeof path, "/api/games/%s/%s", id, name);
    if (token != NULL) snprintf(bearer, sizeof bearer, "Authorization: Bearer %s\r\n", token);
    answer it = call_with(port, "POST", path, headers_of(who, bearer), body);
    if (out != NULL) snprintf(out, 64, "%s", answer_text(&it, what));
    const int status = it.status;
    answer_free(&it);
    return status;
}

/* A new game by a rematch counts as one, and so does an open seat. */
static void try_other_roads(void)
{
    enum { MOST = 3, MORE = 5 }; /* new games of one address */
    person guest = {0}, maker = {0};
    char id[64], token[64], invitation[64];
    int games = 0, seats = 0;
    come_from(&guest, 3000);
    answer it =
        as(&guest, "POST", "/api/games",
           "{\"game\":\"squares\",\"scenario\":\"sq-tiny\",\"seats\":{\"red\":\"greedy\"}}");
    snprintf(id, sizeof id, "%s", answer_text(&it, "id"));
    const json_t *seat = json_object_get(json_object_get(it.json, "seats"), "blue");
    snprintf(invitation, sizeof invitation, "%s",
             json_string_value(json_object_get(seat, "invitation")));
    answer_free(&it);
    int status = on_game(&guest, id, "sit", invitation, "{}", token, "token");
    for (; status == 200 && games < MORE; games++) {
        if (on_game(&guest, id, "resign", token, "{}", NULL, "") != 200) break;
        status = on_game(&guest, id, "rematch", token, "{}", id, "rematch");
        if (status == 200) status = on_game(&guest, id, "sit", token, "{}", token, "token");
    }
    claim(status == 429 && games == MOST, "rematches are new games: %d, then %d", games, status);
    come_from(&guest, 3001);
    for (int i = 0; i < MORE; i++) {
        come_from(&maker, 3010 + i);
        it =
            as(&maker, "POST", "/api/games", "{\"game\":\"squares\",\"seats\":{\"red\":\"open\"}}");
        snprintf(id, sizeof id, "%s", answer_text(&it, "id"));
        answer_free(&it);
        status = on_game(&guest, id, "sit", NULL, "{}", NULL, "");
        seats += status == 200;
    }
    claim(status == 429 && seats == MOST, "nobody takes all open seats: %d, then %d", seats,
          status);
    claim(on_game(&maker, id, "sit", NULL, "{}", NULL, "") == 200, "what he left another takes");
}

static void try_strangers(void)
{
    person dora = {0}, stranger = {0}, fresh = {0};
    int wrong = 0, stopped = 0;
    come_from(&dora, 2000);
    claim(make(&dora, "Dora"), "somebody has an account");
    for (int i = 0; i < 90 && stopped == 0; i++) { /* one from each address */
        come_from(&stranger, 2100 + i);
        const int status = enter(&stranger, "/api/login", "Dora", "wrong horse");
        wrong += status == 401;
        stopped += status == 429;
    }
    claim(wrong >= 50 && stopped == 1, "strangers from everywhere have 50 tries, then none");
    come_from(&fresh, 2300);
    claim(enter(&fresh, "/api/login", "Dora", "correct horse") == 429,
          "a browser that she never used waits, too");
    snprintf(stranger.known, sizeof stranger.known, "%s", dora.known);
    if (stranger.known[0] != '\0') stranger.known[strlen(stranger.known) - 1] ^= 1;
    come_from(&stranger, 2302);
    claim(enter(&stranger, "/api/login", "Dora", "wrong horse") == 429,
          "a mark that was not given is none");
    dora.session[0] = '\0';
    come_from(&dora, 2301);
    char mark[sizeof dora.known];
    snprintf(mark, sizeof mark, "%s", dora.known);
    claim(log_in(&dora, "Dora") && strcmp(mark, dora.known) == 0,
          "her own browser enters all the same, from wherever it is, and keeps its mark");
    claim(is(as(&dora, "POST", "/api/me/password",
                "{\"password\":\"correct horse\",\"new\":\"battery staple\"}"),
             200, ""),
          "and changes her password");
    int tries = 0;
    dora.session[0] = '\0';
    for (int i = 0; i < 20; i++) tries += enter(&dora, "/api/login", "Dora", "wrong horse") == 401;
    claim(tries >= 9 && tries < 20, "who steals the mark has what she has left, and no more");
}

int main(int argc, char **argv)
{
    static const char *const limited[] = {"--rate",         "5", "--creations", "3",
                                          "--behind-proxy", NULL};
    server_process s;
    if (argc != 2) return 1;
    if (start(&s, argv[1], limited)) {
        try_limits();
        try_other_roads();
        try_strangers();
        stop(&s);
    }
    return claims_end();
}
