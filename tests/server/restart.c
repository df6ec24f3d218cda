/*
 * restart.c - what a server finds when it starts again:   restart GROGNARD
 *
 * Computer players think on although nobody looks at their games; games of rules that this program
 * does not have are refused clearly, listed so, and disturb nobody; dice go on with the next number
 * and are proved in the end.  Prints TAP.
 * SPDX-License-Identifier: MIT
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client.h"
#include "core/text.h"
#include "tap.h"

enum { GAMES = 4, WAIT_MS = 120000, PAUSE_MS = 50 };

static const gg_ruleset *rules_named(const char *name)
{
    for (int i = 0; gg_rulesets[i] != NULL; i++)
        if (strcmp(gg_rulesets[i]->name, name) == 0) return gg_rulesets[i];
    return gg_rulesets[0];
}

static bool is_refused(answer it, int status, const char *error)
{
    const bool so = it.status == status && strcmp(answer_text(&it, "error"), error) == 0;
    if (!so) printf("# %d %s\n", it.status, it.body == NULL ? "" : it.body);
    answer_free(&it);
    return so;
}

/* ---- Computer players. ---- */

static int64_t metric(int port, const char *name)
{
    long long value = -1;
    answer it = call(port, "GET", "/metrics", METRICS_TOKEN, NULL);
    const char *at = it.body;
    while (at != NULL && (at = strstr(at, name)) != NULL) {
        if (at > it.body && at[-1] == '\n') sscanf(at + strlen(name), " %lld", &value);
        at++;
    }
    answer_free(&it);
    return value;
}

/* Nobody asks for the games themselves, before and after. */
static void try_computers(server_process *s)
{
    for (int i = 0; i < GAMES; i++) {
        answer made = call(s->port, "POST", "/api/games", NULL,
                           "{\"game\":\"squares\",\"scenario\":\"sq-large\","
                           "\"seats\":{\"blue\":\"random\",\"red\":\"random\"}}");
        claim(made.status == 201, "two computers sit down");
        answer_free(&made);
    }
    server_kill(s);
    claim(server_restart(s), "the server is killed and starts again");
    int64_t moves = 0;
    for (int ms = 0; ms < WAIT_MS && moves < 20; ms += PAUSE_MS) {
        usleep(PAUSE_MS * 1000);
        moves = metric(s->port, "grognard_computer_moves_total");
    }
    claim(moves >= 20, "the computers go on by themselves (%lld actions)", (long long)moves);
}

/* ---- Old rules. ---- */

static bool change(const server_process *s, const char *statement)
{
    sqlite3 *db = NULL;
    const bool well = sqlite3_open(s->store + strlen("sqlite:"), &db) == SQLITE_OK
                      && sqlite3_exec(db, statement, NULL, NULL, NULL) == SQLITE_OK
                      && sqlite3_changes(db) == 1;
    sqlite3_close(db);
    return well;
}

static bool has(answer it, const char *text)
{
    const bool so = it.status == 200 && it.body != NULL && strstr(it.body, text) != NULL;
    if (!so) printf("# %d %s\n", it.status, it.body == NULL ? "" : it.body);
    answer_free(&it);
    return so;
}

static bool play_one(const game *g, gg_dice *dice)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        char action[GG_ACTION_TEXT_MAX];
        int64_t ply;
        answer state = game_get(g, side, "");
        const bool chosen = game_choose(g, &state, side, dice, action, sizeof action, &ply);
        answer_free(&state);
        if (!chosen) continue;
        answer done = game_act(g, side, ply, action);
        const bool well = done.status == 200;
        answer_free(&done);
        return well;
    }
    return false;
}

static int count_of(const char *text, const char *what)
{
    int count = 0;
    for (; text != NULL && (text = strstr(text, what)) != NULL; text++) count++;
    return count;
}

/* Whoever has this cookie sits down in a game by house rules. */
static void try_house(const server_process *s, const char *cookie)
{
    char headers[512], path[96];
    answer made = call_with(s->port, "POST", "/api/games", cookie,
                            "{\"game\":\"drill\",\"options\":{\"march\":80}}");
    const json_t *blue = json_object_get(json_object_get(made.json, "seats"), "blue");
    const char *invitation = json_string_value(json_object_get(blue, "invitation"));
    snprintf(path, sizeof path, "/api/games/%s/sit", answer_text(&made, "id"));
    snprintf(headers, sizeof headers, "%sAuthorization: Bearer %s\r\n", cookie,
             invitation == NULL ? "" : invitation);
    answer sat = call_with(s->port, "POST", path, headers, "{}");
    answer list = call_with(s->port, "GET", "/api/me/games", cookie, NULL);
    claim(sat.status == 200 && count_of(list.body, "\"id\":") == 2
              && count_of(list.body, "\"house\":true") == 1,
          "\"my games\" says which one is played by house rules");
    answer_free(&made);
    answer_free(&sat);
    answer_free(&list);
}

static void try_old_rules(server_process *s)
{
    game old, other;
    gg_dice dice = gg_dice_random(4);
    char cookie[300] = "", headers[512], statement[128], path[96];
    const gg_ruleset *squares = rules_named("squares");
    answer made = call(s->port, "POST", "/api/accounts", NULL,
                       "{\"name\":\"veteran\",\"password\":\"correct horse\"}");
    const char *at = strcasestr(made.headers, "set-cookie: ");
    if (at != NULL)
        snprintf(cookie, sizeof cookie, "Cookie: %.*s\r\n", (int)strcspn(at + 12, ";\r"), at + 12);
    answer_free(&made);
    claim(game_begin(&old, s->port, squares, "sq-tiny", "link", "link") && play_one(&old, &dice)
              && game_begin(&other, s->port, squares, "sq-tiny", "link", "link"),
          "two games begin");
    snprintf(headers, sizeof headers, "Authorization: Bearer %s\r\n%s", old.tokens[GG_BLUE],
             cookie);
    snprintf(path, sizeof path, "/api/games/%s/claim", old.id);
    answer claimed = call_with(s->port, "POST", path, headers, "{}");
    claim(claimed.status == 200, "one is an account's");
    snprintf(old.cookies[GG_BLUE], sizeof old.cookies[GG_BLUE], "%.255s", cookie);
    answer_free(&claimed);
    claim(server_stop(s) == 0, "the server stops");
    snprintf(statement, sizeof statement, "UPDATE games SET version = 99 WHERE id = '%s'", old.id);
    claim(change(s, statement) && server_restart(s), "it comes back with other rules");
    claim(is_refused(game_get(&old, GG_BLUE, ""), 410, "old-rules"), "the state: 410 old-rules");
    claim(is_refused(game_act(&old, GG_BLUE, 0, "end"), 410, "old-rules"), "an action: the same");
    claim(is_refused(game_get(&old, GG_NOBODY, "record"), 410, "old-rules"), "the record");
    claim(is_refused(game_get(&old, GG_BLUE, "log?since=0"), 410, "old-rules"), "the log");
    claim(is_refused(game_get(&old, GG_BLUE, "stream"), 410, "old-rules"), "the stream");
    claim(has(call_with(s->port, "GET", "/api/me/games", cookie, NULL), "\"old_rules\":true"),
          "\"my games\" has it, and says so");
    claim(has(call_with(s->port, "GET", "/api/me/games", cookie, NULL), "\"waiting\":0"),
          "and it waits for nobody");
    claim(play_one(&other, &dice), "the other game goes on");
    claim(server_stop(s) == 0, "the server stops again");
    snprintf(statement, sizeof statement, "UPDATE games SET version = %u WHERE id = '%s'",
             squares->version, old.id);
    claim(change(s, statement) && server_restart(s) && play_one(&old, &dice),
          "with a program that has them the old game goes on");
    try_house(s, cookie);
}

/* ---- What the disk has lost. ---- */

static bool log_says(const server_process *s, const char *what, const char *about)
{
    char name[1100], line[2048];
    bool said = false;
    snprintf(name, sizeof name, "%s/log", s->folder);
    FILE *log = fopen(name, "r");
    while (log != NULL && fgets(line, sizeof line, log) != NULL)
        said = said || (strstr(line, what) != NULL && strstr(line, about) != NULL);
    if (log != NULL) fclose(log);
    return said;
}

/* One deed is gone, as a flipped bit in a page takes it away: nothing that is left looks wrong. */
static void try_lost_deed(server_process *s)
{
    game hurt, other;
    gg_dice dice = gg_dice_random(5);
    char statement[160];
    const gg_ruleset *squares = rules_named("squares");
    claim(game_begin(&hurt, s->port, squares, "sq-tiny", "link", "link") && play_one(&hurt, &dice)
              && play_one(&hurt, &dice)
              && game_begin(&other, s->port, squares, "sq-tiny", "link", "link"),
          "two games begin");
    claim(server_stop(s) == 0, "the server stops");
    snprintf(statement, sizeof statement,
             "DELETE FROM deeds WHERE game = '%s' AND number = (SELECT max(number) FROM deeds"
             " WHERE game = '%s')",
             hurt.id, hurt.id);
    claim(change(s, statement) && server_restart(s), "it starts without the last deed of one");
    claim(is_refused(game_get(&hurt, GG_BLUE, ""), 500, "broken"), "that is told as broken");
    claim(is_refused(game_get(&hurt, GG_NOBODY, "log?since=0"), 500, "broken"), "so is its log");
    claim(is_refused(game_get(&hurt, GG_NOBODY, "record"), 500, "broken"), "and its record");
    claim(is_refused(game_act(&hurt, GG_BLUE, 0, "end"), 500, "broken"), "nobody plays it on");
    claim(play_one(&other, &dice), "the other game goes on");
    int64_t broken = -1;
    for (int ms = 0; ms < WAIT_MS && broken != 1; ms += PAUSE_MS) {
        usleep(PAUSE_MS * 1000);
        broken = metric(s->port, "grognard_broken_games");
    }
    claim(broken == 1, "the look at the store has found it (%lld)", (long long)broken);
    claim(log_says(s, "\"broken\"", hurt.id) && !log_says(s, "\"broken\"", other.id)
              && log_says(s, "\"store looked at\"", "\"broken\":\"1\""),
          "and the log says which one");
}

/* ---- Dice. ---- */

static bool verify(const server_process *s, const game *g)
{
    char file[1100], line[2400];
    answer record = game_get(g, GG_NOBODY, "record");
    snprintf(file, sizeof file, "%s/record.grog", s->folder);
    FILE *out = fopen(file, "w");
    if (record.body != NULL) fwrite(record.body, 1, record.count, out);
    fclose(out);
    answer_free(&record);
    snprintf(line, sizeof line, "'%s' verify --quiet '%s'", s->binary, file);
    return system(line) == 0;
}

static bool is_over(const game *g)
{
    answer it = game_get(g, GG_NOBODY, "");
    const bool so = strcmp(answer_text(&it, "status"), "over") == 0;
    answer_free(&it);
    return so;
}

/* False: an action or a restart fails, or the game is over before. */
static bool play_through_restarts(server_process *s, const game *g, gg_dice *dice)
{
    for (int i = 0; i < 30; i++) {
        if (!play_one(g, dice)) return false;
        if (i % 10 != 5) continue;
        server_kill(s);
        if (!server_restart(s)) return false;
    }
    return true;
}

/* The server's dice have no seed: a game may be over too soon, and then another one is played. */
static void try_dice(server_process *s, const gg_ruleset *rules)
{
    enum { GAMES_MAX = 20 };
    game g;
    gg_dice dice = gg_dice_random(6);
    /* The first scenario of staff is so small that this would be so often. */
    const char *scenario = rules->scenarios[rules == rules_named("staff")].name;
    bool well = false, soon = true;
    for (int i = 0; i < GAMES_MAX && soon; i++) {
        well = game_begin(&g, s->port, rules, scenario, "link", "link")
               && play_through_restarts(s, &g, &dice);
        soon = !well && is_over(&g);
    }
    answer over = game_post(&g, GG_RED, "resign", "{}");
    answer_free(&over);
    claim(well && verify(s, &g), "%s: three restarts in a game, and every die is the next one",
          rules->name);
}

int main(int argc, char **argv)
{
    server_process s;
    if (argc < 2 || !server_start(&s, argv[1])) {
        puts("Bail out! the server does not start");
        return 1;
    }
    try_computers(&s);
    try_old_rules(&s);
    try_lost_deed(&s);
    for (int i = 0; gg_rulesets[i] != NULL; i++) try_dice(&s, gg_rulesets[i]);
    claim(server_stop(&s) == 0, "it stops when it is told to");
    if (claims_failed() == 0) server_clean(&s);
    else printf("# its log and store are in %s\n", s.folder);
    return claims_end();
}
