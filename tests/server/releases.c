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
 *   releases --make GROGNARD FOLDER     makes games.txt, and games.db to be dumped as store.sql
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
