/*
 * releases.c - games in the stores of earlier releases go on:   releases GROGNARD FOLDER ...
 *
 * Each FOLDER has store.sql, a store with a running game of each ruleset, and games.txt, which says
 * who sits in them.  Each game is read, told to both sides and played on; its record is verified.
 *
 *   releases --corrected GAME GROGNARD FOLDER
 *
 * The rules of this game were corrected since, in GROGNARD: its players are told, the game goes on,
 * and one of them may object.
 *
 *   releases --unstanding GAME EARLIER GROGNARD
 *
 * EARLIER writes a store, which is then made one of a schema that knew nothing of standings: nobody
 * knows how a game stood behind the first action that GROGNARD's rules play otherwise.
 *
 *   releases --make GROGNARD FOLDER     makes games.txt, and games.db to be dumped as store.sql
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

enum { MADE = 30, MORE = 12, PATH_MAX_BYTES = 512 };

static const gg_ruleset *rules_named(const char *name)
{
    for (int i = 0; gg_rulesets[i] != NULL; i++)
        if (strcmp(gg_rulesets[i]->name, name) == 0) return gg_rulesets[i];
    return NULL;
}

/* Somebody's decision; false: nobody can decide, or it is refused. */
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
        if (!well) printf("# %s: %d %s\n", action, done.status, done.body);
        answer_free(&done);
        return well;
    }
    return false;
}

static int play(const game *g, gg_dice *dice, int limit)
{
    int count = 0;
    while (count < limit && play_one(g, dice)) count++;
    return count;
}

/* ---- Making. ---- */

/* A game of drill is soon over. */
static int made_of(const gg_ruleset *rules)
{
    return strcmp(rules->name, "drill") == 0 ? 12 : MADE;
}

static bool make_game(FILE *out, int port, const gg_ruleset *rules)
{
    game g;
    gg_dice dice = gg_dice_random(rules->version);
    const char *scenario = rules->scenarios[rules->scenario_count - 1].name;
    if (!game_begin(&g, port, rules, scenario, "link", "link")
        || play(&g, &dice, made_of(rules)) != made_of(rules))
        return false;
    return fprintf(out, "%s %s %s %s\n", rules->name, g.id, g.tokens[GG_BLUE], g.tokens[GG_RED])
           > 0;
}

static int make(const char *binary, const char *folder)
{
    server_process s;
    char path[PATH_MAX_BYTES], command[4096];
    snprintf(path, sizeof path, "%s/games.txt", folder);
    FILE *out = fopen(path, "w");
    bool well = out != NULL && server_start(&s, binary);
    for (int i = 0; well && gg_rulesets[i] != NULL; i++)
        well = make_game(out, s.port, gg_rulesets[i]);
    well = well && server_stop(&s) == 0 && fclose(out) == 0;
    snprintf(command, sizeof command, "cp '%s' '%s/games.db'", s.store + strlen("sqlite:"), folder);
    return well && system(command) == 0 ? 0 : 1;
}

/* ---- Playing on. ---- */

static char *read_whole(const char *path)
{
    FILE *in = fopen(path, "r");
    if (in == NULL) return NULL;
    fseek(in, 0, SEEK_END);
    const long size = ftell(in);
    char *text = calloc(1, (size_t)size + 1);
    rewind(in);
    if (fread(text, 1, (size_t)size, in) != (size_t)size) text[0] = '\0';
    fclose(in);
    return text;
}

static bool restore(const server_process *s, const char *folder)
{
    char path[PATH_MAX_BYTES];
    sqlite3 *db = NULL;
    const char *file = s->store + strlen("sqlite:");
    snprintf(path, sizeof path, "%s/store.sql", folder);
    char *text = read_whole(path);
    bool well = text != NULL && unlink(file) == 0 && sqlite3_open(file, &db) == SQLITE_OK
                && sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK;
    if (!well) printf("# %s: %s\n", path, sqlite3_errmsg(db));
    sqlite3_close(db);
    free(text);
    return well;
}

static bool verifies_record(const server_process *s, const game *g)
{
    char file[1200], line[2600];
    answer record = game_get(g, GG_NOBODY, "record");
    snprintf(file, sizeof file, "%.900s/%s.grog", s->folder, g->id);
    FILE *out = fopen(file, "w");
    const bool well = out != NULL && record.status == 200
                      && fwrite(record.body, 1, record.count, out) == record.count
                      && fclose(out) == 0;
    answer_free(&record);
    snprintf(line, sizeof line, "'%s' replay --quiet '%s' && '%s' verify --quiet '%s'", s->binary,
             file, s->binary, file);
    return well && system(line) == 0;
}

static void try_game(const server_process *s, const game *g)
{
    gg_dice dice = gg_dice_random(7);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        answer log = game_get(g, side, "log?since=0");
        claim(log.status == 200, "%s: its log is told to %s", g->rules->name, gg_side_name(side));
        answer_free(&log);
    }
    const int played = play(g, &dice, MORE);
    claim(played == MORE, "%s: it is played on (%d actions)", g->rules->name, played);
    answer over = game_post(g, GG_RED, "resign", "{}");
    claim(over.status == 200, "%s: red resigns", g->rules->name);
    answer_free(&over);
    claim(verifies_record(s, g), "%s: its record and its dice are verified", g->rules->name);
}

/* ---- Rules that were corrected. ---- */

static bool has(answer it, const char *text)
{
    const bool so = it.status == 200 && it.body != NULL && strstr(it.body, text) != NULL;
    if (!so) printf("# %d %s\n", it.status, it.body == NULL ? "" : it.body);
    answer_free(&it);
    return so;
}

static bool object(const game *g, gg_side side)
{
    answer it = game_post(g, side, "object", "{}");
    const bool so = it.status == 200;
    answer_free(&it);
    return so;
}

/* It goes on, and is what it was when it is read again, whatever has been played meanwhile. */
static void try_corrected(server_process *s, const game *g, bool objects)
{
    gg_dice dice = gg_dice_random(8);
    const char *name = g->rules->name;
    answer state = game_get(g, GG_BLUE, "");
    const json_t *rules = json_object_get(state.json, "rules");
    claim(json_is_true(json_object_get(rules, "object"))
              && json_array_size(json_object_get(rules, "corrections")) == 1,
          "%s: blue is told which rule was corrected, and may object", name);
    answer_free(&state);
    claim(has(game_get(g, GG_RED, "log?since=0"), "\"tell\":\"corrected\""),
          "%s: the log says so, too", name);
    claim(has(game_get(g, GG_NOBODY, ""), "\"object\":false"), "%s: a watcher may not object",
          name);
    claim(play(g, &dice, 2) == 2, "%s: it is played on", name);
    claim(server_stop(s) == 0 && server_restart(s), "the server starts again");
    claim(has(game_get(g, GG_BLUE, "log?since=0"), "\"tell\":\"corrected\""),
          "%s: it is told again", name);
    const int more = play(g, &dice, 1);
    claim(more == 1, "%s: and goes on", name);
    claim(!object(g, GG_NOBODY), "%s: a watcher cannot object", name);
    if (objects) {
        claim(object(g, GG_BLUE) || object(g, GG_RED), "%s: who has not played on objects", name);
        claim(has(game_get(g, GG_BLUE, ""), "\"how\":\"objected\""), "%s: it is drawn", name);
        claim(has(game_get(g, GG_BLUE, ""), "\"unrated\":true"), "%s: and does not count", name);
        claim(has(game_get(g, GG_NOBODY, "record"), "server result draw objected"),
              "%s: its record says so", name);
    } else {
        answer over = game_post(g, GG_RED, "resign", "{}");
        claim(over.status == 200, "%s: red resigns", name);
        answer_free(&over);
    }
    claim(has(game_get(g, GG_NOBODY, "record"), "\nrules 2 DR-8\n"),
          "%s: its record says where it went on", name);
    claim(verifies_record(s, g), "%s: its record and its dice are verified", name);
}

/* ---- Stores from before there were standings. ---- */

enum { RUNNING, RESIGNED, TIMED, ENDED, OLD_GAMES };
static const char *const old_names[OLD_GAMES] = {"a running game", "a resigned one",
                                                 "one that ended by the rules, with a clock",
                                                 "one that ended by the rules"};

/* What is asked of the store, as one number; -1: nothing. */
static int64_t ask_store(const server_process *s, const char *question)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *made = NULL;
    int64_t found = -1;
    if (sqlite3_open(s->store + strlen("sqlite:"), &db) == SQLITE_OK
        && sqlite3_prepare_v2(db, question, -1, &made, NULL) == SQLITE_OK
        && sqlite3_step(made) == SQLITE_ROW)
        found = sqlite3_column_int64(made, 0);
    sqlite3_finalize(made);
    sqlite3_close(db);
    return found;
}

static int64_t count_actions(const server_process *s, const game *g)
{
    char question[128];
    snprintf(question, sizeof question, "SELECT count(*) FROM deeds WHERE game = '%s' AND kind = 3",
             g->id);
    return ask_store(s, question);
}

/* Lines of actions in the record: none is left out. */
static int64_t count_lines(const game *g)
{
    int64_t count = 0;
    answer record = game_get(g, GG_NOBODY, "record");
    for (const char *at = record.body; at != NULL; at = strchr(at, '\n')) {
        at += *at == '\n';
        char side[8];
        if (sscanf(at, "%*d %7s", side) == 1 && *at >= '0' && *at <= '9'
            && (strcmp(side, "blue") == 0 || strcmp(side, "red") == 0))
            count++;
    }
    answer_free(&record);
    return count;
}

static void copy_result(const game *g, char *out, size_t limit)
{
    answer state = game_get(g, GG_BLUE, "");
    const json_t *result = json_object_get(state.json, "result");
    const char *winner = json_string_value(json_object_get(result, "winner"));
    const char *how = json_string_value(json_object_get(result, "how"));
    snprintf(out, limit, "%s %s", winner == NULL ? "nobody" : winner, how == NULL ? "" : how);
    answer_free(&state);
}

static bool make_old(const server_process *s, const gg_ruleset *rules, game *games,
                     char results[OLD_GAMES][64])
{
    const char *scenario = rules->scenarios[rules->scenario_count - 1].name;
    for (int i = 0; i < OLD_GAMES; i++) {
        gg_dice dice = gg_dice_random(5);
        const int actions = i < TIMED ? made_of(rules) : 5000;
        if (!game_begin_timed(&games[i], s->port, rules, scenario, "link", "link",
                              i == TIMED ? "{\"kind\":\"days\",\"days\":3}"
                                         : "{\"kind\":\"none\"}"))
            return false;
        play(&games[i], &dice, actions);
        if (i == RESIGNED) {
            answer over = game_post(&games[i], GG_RED, "resign", "{}");
            answer_free(&over);
        }
        copy_result(&games[i], results[i], 64);
    }
    return strcmp(results[RUNNING], "nobody ") == 0
           && strcmp(results[RESIGNED], "blue resigned") == 0
           && strstr(results[TIMED], " rules") != NULL && strstr(results[ENDED], " rules") != NULL;
}

static bool forget_standings(const server_process *s)
{
    sqlite3 *db = NULL;
    const bool well =
        sqlite3_open(s->store + strlen("sqlite:"), &db) == SQLITE_OK
        && sqlite3_exec(db, "DROP TABLE standings; PRAGMA user_version = 15", NULL, NULL, NULL)
               == SQLITE_OK;
    sqlite3_close(db);
    return well;
}

/* As it was told when it ended; nothing is changed in the store. */
static void try_ended(const server_process *s, const game *g, const char *name, const char *result)
{
    char now[64], question[128];
    const int64_t actions = count_actions(s, g);
    copy_result(g, now, sizeof now);
    claim(strcmp(now, result) == 0, "%s has its result: %s (%s)", name, result, now);
    claim(has(game_get(g, GG_BLUE, ""), "\"status\":\"over\""), "   it is over");
    claim(has(game_get(g, GG_BLUE, ""), "\"object\":false,\"recorded\":true"),
          "   nobody may object to it, and it is shown as recorded");
    claim(has(game_get(g, GG_RED, "log?since=0"), "\"tell\":\"end\""), "   its log tells its end");
    claim(!object(g, GG_BLUE), "   nor can anybody");
    claim(count_lines(g) == actions, "   its record has all %d actions", (int)actions);
    claim(verifies_record(s, g), "   which can be read, and its dice are verified");
    answer rematch = game_post(g, GG_BLUE, "rematch", "{\"answer\":\"offer\"}");
    claim(rematch.status == 200, "   a rematch can be offered");
    answer_free(&rematch);
    snprintf(question, sizeof question, "SELECT status FROM games WHERE id = '%s'", g->id);
    claim(ask_store(s, question) == 2, "   the store has it as over");
}

/* It goes on from the last action that comes out as it was; what came after it stays to be read. */
static void try_undone(server_process *s, const game *g)
{
    gg_dice dice = gg_dice_random(8);
    const int64_t actions = count_actions(s, g);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        claim(has(game_get(g, side, ""), "\"object\":true,\"undone\":true"),
              "a running game: %s is told what no longer counts", gg_side_name(side));
        claim(has(game_get(g, side, "log?since=0"), "\"undone\":true"), "   in the log, too");
    }
    claim(count_actions(s, g) == actions, "   the store keeps all %d actions", (int)actions);
    claim(play(g, &dice, 2) == 2, "   it is played on");
    claim(server_stop(s) == 0 && server_restart(s), "   the server starts again");
    claim(play(g, &dice, 1) == 1, "   and it goes on");
    claim(has(game_get(g, GG_RED, ""), "\"undone\":true"), "   and is said still");
    answer over = game_post(g, GG_RED, "resign", "{}");
    answer_free(&over);
    claim(count_actions(s, g) >= actions + 3 && count_lines(g) == count_actions(s, g),
          "   its record has all actions of the store");
    claim(verifies_record(s, g), "   which can be read, and its dice are verified");
    char line[2600];
    snprintf(line, sizeof line, "'%s' replay '%.900s/%s.grog' | grep -q ' no longer count'",
             s->binary, s->folder, g->id);
    claim(system(line) == 0, "   and replay says what no longer counts");
}

static int try_unstanding(const gg_ruleset *rules, const char *earlier, const char *binary)
{
    server_process s;
    game games[OLD_GAMES];
    char results[OLD_GAMES][64];
    const bool made = server_start(&s, earlier) && make_old(&s, rules, games, results)
                      && server_stop(&s) == 0 && forget_standings(&s);
    claim(made, "there is a store without standings");
    snprintf(s.binary, sizeof s.binary, "%s", binary);
    claim(made && server_restart(&s), "it is opened by other rules");
    for (int i = RESIGNED; made && i < OLD_GAMES; i++)
        try_ended(&s, &games[i], old_names[i], i == ENDED ? "nobody unrecorded" : results[i]);
    if (made) try_undone(&s, &games[RUNNING]);
    claim(server_stop(&s) == 0, "it stops when it is told to");
    if (claims_failed() == 0) server_clean(&s);
    else printf("# its log and store are in %s\n", s.folder);
    return claims_end();
}

static const char *corrected = "";

static void try_release(server_process *s, const char *folder, bool restored)
{
    static const char *const says_so[] = {"--rate", "0", "--creations", "0", "--restored", NULL};
    char path[PATH_MAX_BYTES], name[32], line[512];
    s->limits = restored ? says_so : NULL;
    claim(server_stop(s) == 0 && restore(s, folder) && server_restart(s), "%s is opened%s", folder,
          restored ? ", as a copy" : "");
    snprintf(path, sizeof path, "%s/games.txt", folder);
    FILE *in = fopen(path, "r");
    int games = 0;
    while (in != NULL && fgets(line, sizeof line, in) != NULL) {
        game g = {.port = s->port};
        if (sscanf(line, "%31s %31s %79s %79s", name, g.id, g.tokens[0], g.tokens[1]) != 4)
            continue;
        g.rules = rules_named(name);
        if (g.rules == NULL) continue;
        if (strcmp(corrected, name) == 0) try_corrected(s, &g, restored);
        else try_game(s, &g);
        games++;
    }
    if (in != NULL) fclose(in);
    claim(games > 0, "%d games were tried", games);
}

int main(int argc, char **argv)
{
    server_process s;
    if (argc == 4 && strcmp(argv[1], "--make") == 0) return make(argv[2], argv[3]);
    if (argc == 5 && strcmp(argv[1], "--unstanding") == 0 && rules_named(argv[2]) != NULL)
        return try_unstanding(rules_named(argv[2]), argv[3], argv[4]);
    if (argc > 3 && strcmp(argv[1], "--corrected") == 0) {
        corrected = argv[2];
        argc -= 2;
        argv += 2;
    }
    if (argc < 3 || !server_start(&s, argv[1])) {
        puts("Bail out! the server does not start");
        return 1;
    }
    for (int i = 2; i < argc; i++) {
        try_release(&s, argv[i], false);
        try_release(&s, argv[i], true);
    }
    claim(server_stop(&s) == 0, "it stops when it is told to");
    if (claims_failed() == 0) server_clean(&s);
    else printf("# its log and store are in %s\n", s.folder);
    return claims_end();
}
