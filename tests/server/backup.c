/*
 * backup.c - copies of a store that is written to all the time:   backup GROGNARD DICE.PY
 *
 * Each ends, is whole, readable by its owner alone, and holds all that was acknowledged before it
 * began; a server started on one goes on from there.  What cannot be copied leaves nothing behind.
 * The server makes them by itself, too.  Prints TAP.
 * SPDX-License-Identifier: MIT
 */
#include <dirent.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "client.h"
#include "core/text.h"
#include "tap.h"

enum { PADDING_ROWS = 12000, PADDING_FROM = 1000000 };
enum { WAIT_TRIES = 2400, WAIT_US = 50000, COPIES = 3, MOST_SECONDS = 120 };

static char program[1024], folder[1100], file[1100];

/* ---- Running the command. ---- */

/* Its exit code; what it said is in `said`. */
static int run(const char *before, const char *arguments, char said[2048])
{
    char line[8192];
    snprintf(line, sizeof line, "%s '%s' backup %s 2>&1", before, program, arguments);
    FILE *from = popen(line, "r");
    if (from == NULL) return -1;
    said[fread(said, 1, 2047, from)] = '\0';
    const int status = pclose(from);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int run_here(const char *store, const char *to, const char *more, char said[2048])
{
    char arguments[4096];
    snprintf(arguments, sizeof arguments, "'%s' --to '%s' %s", store, to, more);
    return run("", arguments, said);
}

/* Copies there, the newest (by name), and other files. */
static int count_copies(const char *in, char newest[1200], int *others)
{
    char best[256] = "";
    int count = 0;
    *others = 0;
    DIR *list = opendir(in);
    for (struct dirent *at; list != NULL && (at = readdir(list)) != NULL;) {
        const size_t length = strlen(at->d_name);
        if (strcmp(at->d_name, ".") == 0 || strcmp(at->d_name, "..") == 0) continue;
        const bool copy = strncmp(at->d_name, "games-", 6) == 0 && length > 3
                          && strcmp(at->d_name + length - 3, ".db") == 0;
        count += copy;
        *others += !copy;
        if (copy && strcmp(at->d_name, best) > 0) snprintf(best, sizeof best, "%s", at->d_name);
    }
    if (list != NULL) closedir(list);
    snprintf(newest, 1200, "%.900s/%.200s", in, best);
    return count;
}

static bool change(const char *store, const char *statement)
{
    sqlite3 *db = NULL;
    char *error = NULL;
    const bool well = sqlite3_open(store, &db) == SQLITE_OK
                      && sqlite3_exec(db, statement, NULL, NULL, &error) == SQLITE_OK;
    if (!well) printf("# %s\n", error == NULL ? sqlite3_errmsg(db) : error);
    sqlite3_close(db);
    return well;
}

static int64_t ask(const char *store, const char *question)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *made = NULL;
    int64_t number = -1;
    if (sqlite3_open_v2(store, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK
        && sqlite3_prepare_v2(db, question, -1, &made, NULL) == SQLITE_OK
        && sqlite3_step(made) == SQLITE_ROW)
        number = sqlite3_column_int64(made, 0);
    sqlite3_finalize(made);
    sqlite3_close(db);
    return number;
}

/* ---- Somebody who writes all the time. ---- */

typedef struct chatter {
    const game *g;
    atomic_int said; /* lines that were acknowledged */
    atomic_bool stops;
} chatter;

static void *chat_on(void *to)
{
    chatter *c = to;
    while (!c->stops) {
        answer it = game_post(c->g, GG_BLUE, "chat", "{\"text\":\"still here\"}");
        if (it.status == 200) c->said++;
        answer_free(&it);
    }
    return NULL;
}

/* A store of some size: the copy takes longer than the pause between two writes. */
static bool pad(const char *store, const char *id)
{
    char statement[512];
    snprintf(statement, sizeof statement,
             "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)"
             " INSERT INTO lines (game, number, room, side, at, name, text)"
             " SELECT '%s', %d + i, 1, 2, 0, 'pad', hex(randomblob(1000)) FROM n",
             PADDING_ROWS, id, PADDING_FROM);
    return change(store, statement);
}

/* Some of the copy is written, and what is left of another one is not meant. */
static bool is_under_way(void)
{
    bool so = false;
    DIR *list = opendir(folder);
    for (struct dirent *at; list != NULL && (at = readdir(list)) != NULL;) {
        char path[1400];
        struct stat about;
        snprintf(path, sizeof path, "%s/%s", folder, at->d_name);
        so = so
             || (strstr(at->d_name, ".part") != NULL && strstr(at->d_name, "killed") == NULL
                 && stat(path, &about) == 0 && about.st_size > 0);
    }
    if (list != NULL) closedir(list);
    return so;
}

/* A copy that stands still in the middle until somebody was served beside it: its exit code, and
 * how many lines were. */
static int copy_beside(chatter *c, char said[2048], int *during)
{
    int ends[2], status = 0;
    size_t count = 0;
    const int before = c->said;
    const time_t begun = time(NULL);
    if (pipe(ends) != 0) return -1;
    const pid_t copier = fork();
    if (copier == 0) {
        dup2(ends[1], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        execl(program, program, "backup", file, "--to", folder, "--keep", "2", (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    struct pollfd ended = {.fd = ends[0], .events = POLLIN};
    while (!is_under_way() && poll(&ended, 1, 0) == 0) {}
    kill(copier, SIGSTOP);
    for (const int held = c->said; c->said == held && time(NULL) - begun < MOST_SECONDS;)
        usleep(1000);
    kill(copier, SIGCONT);
    for (ssize_t got; (got = read(ends[0], said + count, 2047 - count)) > 0;) count += (size_t)got;
    said[count] = '\0';
    close(ends[0]);
    waitpid(copier, &status, 0);
    *during = c->said - before;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void copy_under_load(const server_process *s, const game *g)
{
    chatter c = {.g = g};
    pthread_t thread;
    char said[2048], newest[1200], part[1200];
    int others;
    (void)s;
    snprintf(part, sizeof part, "%.900s/.games-killed.part", folder);
    FILE *left = fopen(part, "w");
    if (left != NULL) fclose(left);
    pthread_create(&thread, NULL, chat_on, &c);
    for (int i = 0; i < COPIES; i++) {
        const time_t begun = time(NULL);
        while (c.said < 5 * (i + 1) && time(NULL) - begun < MOST_SECONDS) usleep(1000);
        int during = 0;
        const int before = c.said, code = copy_beside(&c, said, &during);
        const int count = count_copies(folder, newest, &others);
        claim(code == 0 && time(NULL) - begun < MOST_SECONDS,
              "copy %d is there, with writes under way: %.*s", i + 1, (int)strcspn(said, "\n"),
              said);
        claim(during > 0, "nobody had to wait for it (%d lines meanwhile)", during);
        claim(count == (i < 2 ? i + 1 : 2) && others == 0, "%d copies, and nothing else", count);
        char question[96];
        snprintf(question, sizeof question, "SELECT max(number) - %d FROM lines",
                 PADDING_FROM + PADDING_ROWS);
        const int64_t lines = ask(newest, question);
        claim(lines >= before, "it has the %d lines that were acknowledged before", before);
    }
    c.stops = true;
    pthread_join(thread, NULL);
}

/* ---- A server on a copy. ---- */

static void restore(server_process *s, game *g)
{
    char newest[1200], line[4096];
    int others;
    struct stat about;
    answer state = game_get(g, GG_BLUE, "");
    const int64_t ply = answer_number(&state, "ply");
    answer_free(&state);
    count_copies(folder, newest, &others);
    claim(stat(newest, &about) == 0 && (about.st_mode & 0777) == 0600, "it is its owner's alone");
    claim(server_stop(s) == 0, "the server stops");
    snprintf(line, sizeof line, "rm -f '%s' '%s-wal' '%s-shm' && install -m 600 '%s' '%s'", file,
             file, file, newest, file);
    claim(system(line) == 0 && server_restart(s), "the copy takes its place, and it starts");
    state = game_get(g, GG_BLUE, "");
    claim(state.status == 200 && answer_number(&state, "ply") == ply, "the game is where it was");
    answer_free(&state);
    answer over = game_post(g, GG_BLUE, "resign", "{}");
    claim(over.status == 200, "and goes on");
    answer_free(&over);
}

/* ---- The dice after that. ---- */

enum { FACES_MAX = 4096, PLAYED = 30, ENOUGH = 24 };

/* All dice of the game so far, a byte each, as its record has them; what it says besides. */
static int read_faces(const game *g, char faces[FACES_MAX], char heading[4096])
{
    int count = 0;
    answer it = game_get(g, GG_NOBODY, "record");
    snprintf(heading, 4096, "%.*s", it.body == NULL ? 0 : 4000, it.body == NULL ? "" : it.body);
    for (char *line = it.body; line != NULL && *line != '\0';) {
        char *end = strchr(line, '\n'), *at = line;
        if (end != NULL) *end = '\0';
        char *hash = *line >= '0' && *line <= '9' ? strrchr(line, '#') : NULL;
        if (hash != NULL) {
            *hash = '\0';
            at = strrchr(line, ':');
        }
        for (at = hash == NULL || at == NULL ? NULL : strtok(at + 1, " ");
             at != NULL && count < FACES_MAX; at = strtok(NULL, " "))
            faces[count++] = (char)atoi(at);
        line = end == NULL ? NULL : end + 1;
    }
    answer_free(&it);
    return count;
}

static bool act_once(const game *g, gg_dice *dice)
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

/* The same choices again, until enough dice were rolled; how many. */
static int play_on(const game *g, int before, char faces[FACES_MAX], char heading[4096])
{
    gg_dice dice = gg_dice_random(1815);
    int count = before;
    while (count < before + ENOUGH && act_once(g, &dice)) count = read_faces(g, faces, heading);
    return count;
}

static bool put_back(server_process *s, const char *copies)
{
    char newest[1200], line[4096];
    int others;
    count_copies(copies, newest, &others);
    snprintf(line, sizeof line, "rm -f '%s' '%s-wal' '%s-shm' && install -m 600 '%s' '%s'", file,
             file, file, newest, file);
    return server_stop(s) == 0 && system(line) == 0 && server_restart(s);
}

static int prove(const server_process *s, const char *script, const game *g, char said[2048])
{
    char name[1100], line[4096];
    answer record = game_get(g, GG_NOBODY, "record");
    snprintf(name, sizeof name, "%s/proof.grog", s->folder);
    FILE *out = fopen(name, "w");
    fwrite(record.body, 1, record.count, out);
    fclose(out);
    answer_free(&record);
    snprintf(line, sizeof line, "'%s' verify '%s' && python3 '%s' '%s'", s->binary, name, script,
             name);
    FILE *from = popen(line, "r");
    said[fread(said, 1, 2047, from)] = '\0';
    return pclose(from);
}

/* What somebody kept who saw both promises in this heading; the exit code of verify --mine. */
static int verify_mine(const server_process *s, const game *g, const char *heading, char spoilt)
{
    char name[1100], line[4096], promises[2][65] = {"", ""};
    const char *first = strstr(heading, "\nserver commitment ");
    const char *second = strstr(heading, "\nserver restored-commitment ");
    if (first != NULL) snprintf(promises[0], 65, "%s", first + strlen("\nserver commitment "));
    if (second != NULL)
        snprintf(promises[1], 65, "%s", second + strlen("\nserver restored-commitment "));
    if (spoilt != '\0') promises[1][9] = promises[1][9] == spoilt ? '0' : spoilt;
    snprintf(name, sizeof name, "%s/mine.txt", s->folder);
    FILE *out = fopen(name, "w");
    fprintf(out,
            "grognard mine 1\ngame %s\nside blue\ncommitment %s\ncontribution blue's dice\n"
            "restored-commitment %s\n",
            g->id, promises[0], promises[1]);
    fclose(out);
    snprintf(line, sizeof line, "'%s' verify --quiet '%s/proof.grog' --mine '%s' 2>/dev/null",
             s->binary, s->folder, name);
    const int status = system(line);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static size_t count_restores(const game *g)
{
    answer state = game_get(g, GG_NOBODY, "");
    const json_t *dice = json_object_get(state.json, "dice");
    const size_t count = json_array_size(json_object_get(dice, "restored"));
    answer_free(&state);
    return count;
}

/* Who has seen what a restore throws away knows nothing of what comes instead. */
static void roll_again(server_process *s, const char *script)
{
    static char before[FACES_MAX], lost[FACES_MAX], now[FACES_MAX];
    char copies[1200], said[2048], heading[4096], again[4096];
    game g, waiting;
    gg_dice dice = gg_dice_random(1809);
    const gg_ruleset *rules = gg_rulesets[0];
    snprintf(copies, sizeof copies, "%.900s/again", s->folder);
    claim(game_begin(&g, s->port, rules, rules->scenarios[0].name, "link", "link")
              && game_begin(&waiting, s->port, rules, rules->scenarios[0].name, "link", "link"),
          "games begin");
    for (int i = 0; i < PLAYED; i++) act_once(&g, &dice);
    const int rolled = read_faces(&g, before, heading);
    claim(run_here(file, copies, "", said) == 0, "a copy is made in the middle of one");
    const int once = play_on(&g, rolled, lost, heading);
    claim(once >= rolled + ENOUGH && strstr(heading, "restored-") == NULL,
          "it goes on, with %d more dice", once - rolled);
    claim(server_stop(s) == 0 && server_restart(s), "the server stops and starts");
    read_faces(&g, now, heading);
    claim(memcmp(now, lost, (size_t)once) == 0 && strstr(heading, "restored-") == NULL,
          "that alone changes nothing");
    claim(put_back(s, copies), "the copy takes the store's place");
    claim(read_faces(&g, now, heading) == rolled && memcmp(now, before, (size_t)rolled) == 0,
          "what was lost is lost");
    const int twice = play_on(&g, rolled, now, heading);
    claim(twice >= rolled + ENOUGH && memcmp(now + rolled, lost + rolled, ENOUGH) != 0,
          "the same choices meet other dice");
    claim(strstr(heading, "\nserver restored-commitment ") != NULL
              && strstr(heading, "restored-secret") == NULL,
          "the record promises a second secret");
    claim(put_back(s, copies), "it is restored once more");
    const int third = play_on(&g, rolled, lost, again);
    claim(third >= rolled + ENOUGH && memcmp(now + rolled, lost + rolled, ENOUGH) != 0,
          "and the dice are others again");
    claim(server_stop(s) == 0 && server_restart(s), "the server stops and starts");
    claim(read_faces(&g, now, heading) == third && memcmp(now, lost, (size_t)third) == 0
              && strcmp(heading, again) == 0,
          "a copy that was taken over is no copy any more");
    answer over = game_post(&g, GG_RED, "resign", "{}");
    answer state = game_get(&g, GG_NOBODY, "");
    const json_t *list = json_object_get(json_object_get(state.json, "dice"), "restored");
    claim(over.status == 200 && json_array_size(list) == 1
              && json_integer_value(json_object_get(json_array_get(list, 0), "from")) == rolled + 1,
          "in the end it is told from which die on");
    answer_free(&over);
    answer_free(&state);
    static const char *const says_so[] = {"--rate", "0", "--restored", NULL};
    claim(server_stop(s) == 0 && (s->limits = says_so) && server_restart(s),
          "who starts it says so");
    claim(count_restores(&waiting) == 2 && count_restores(&g) == 1,
          "a running game has another secret then, too; one that is over has none");
    const bool proved = prove(s, script, &g, said) == 0;
    claim(proved && strstr(said, "restored from a copy") != NULL, "both secrets are proved: %.*s",
          (int)strcspn(said, "\n"), said);
    claim(verify_mine(s, &g, again, '\0') == 0 && verify_mine(s, &g, again, 'a') == 1,
          "and held against both promises that somebody kept");
}

/* ---- What cannot be copied. ---- */

static void try_trouble(const server_process *s, const game *g)
{
    char said[2048], other[1200], line[2400], newest[1200], statement[256];
    int others;
    snprintf(other, sizeof other, "%.900s/other", s->folder);
    snprintf(line, sizeof line, "%s/none.db", s->folder);
    claim(run_here(line, other, "", said) == 1 && strstr(said, "No such file") != NULL,
          "a store that is not there");
    claim(run_here("/etc/passwd", other, "", said) == 1 && strstr(said, "not a database") != NULL,
          "a file that is none");
    claim(run_here(file, "/nowhere/at/all", "", said) == 1, "a folder that cannot be");
    claim(run_here(file, other, "--keep 0", said) == 2 && run("", "x", said) == 2, "misuse is 2");
    snprintf(line, sizeof line, "'%s' --to '%s'", file, other);
    claim(run("trap '' XFSZ; ulimit -f 2000;", line, said) == 1, "no room for it: %.*s",
          (int)strcspn(said, "\n"), said);
    claim(count_copies(other, newest, &others) == 0 && others == 0, "nothing is left of all that");
    snprintf(statement, sizeof statement,
             "UPDATE deeds SET hash = hash + 1 WHERE game = '%s' AND kind = 2", g->id);
    claim(change(file, statement) && run_here(file, other, "--json", said) == 1
              && strstr(said, "\"broken\":1") != NULL && strstr(said, g->id) != NULL
              && count_copies(other, newest, &others) == 1,
          "a game that cannot be played again is copied, and said");
    snprintf(statement, sizeof statement,
             "UPDATE deeds SET hash = hash - 1 WHERE game = '%s' AND kind = 2", g->id);
    claim(change(file, statement), "it is mended");
    snprintf(statement, sizeof statement,
             "UPDATE deeds SET text = text || 'x' WHERE game = '%s' AND number = 0", g->id);
    claim(change(file, statement) && run_here(file, other, "--json", said) == 1
              && strstr(said, "\"broken\":1") != NULL && strstr(said, g->id) != NULL
              && count_copies(other, newest, &others) == 2,
          "so is one whose deeds have changed, though it could be played");
    snprintf(line, sizeof line,
             "dd if=/dev/urandom of='%s' bs=4096 seek=300 count=40 conv=notrunc 2>&1", file);
    FILE *damaged = popen(line, "r");
    if (damaged != NULL) pclose(damaged);
    claim(run_here(file, other, "", said) == 1 && strstr(said, "there is no copy") != NULL
              && count_copies(other, newest, &others) == 2 && others == 0,
          "a store that is damaged is not copied over anything");
}

/* ---- The server by itself. ---- */

static bool comes_to_say(int port, const char *path, const char *what, bool wanted)
{
    bool so = false;
    for (int i = 0; i < WAIT_TRIES && !so; i++) {
        answer it = call(port, "GET", path, METRICS_TOKEN, NULL);
        so = it.body != NULL && (strstr(it.body, what) != NULL) == wanted;
        answer_free(&it);
        if (!so) usleep(WAIT_US);
    }
    return so;
}

static void by_itself(const char *binary)
{
    server_process s;
    char to[1200], newest[1200];
    int others;
    static char folder_word[1200];
    static const char *const limits[] = {
        "--rate", "0", "--backup", folder_word, "--backup-every", "1", "--backup-keep", "2", NULL};
    const char *temporary = getenv("TMPDIR");
    snprintf(to, sizeof to, "%.900s/backups-XXXXXX", temporary == NULL ? "/tmp" : temporary);
    if (mkdtemp(to) == NULL) return;
    snprintf(folder_word, sizeof folder_word, "%s", to);
    claim(server_start_limited(&s, binary, limits), "a server that makes copies starts");
    claim(comes_to_say(s.port, "/healthz", "\"backup\":{\"ok\":true,\"last\":null}", false)
              && comes_to_say(s.port, "/metrics", "\ngrognard_backups_total 1\n", true)
              && count_copies(to, newest, &others) == 1 && others == 0,
          "the first is there at once, and /healthz and /metrics say so");
    claim(server_stop(&s) == 0 && server_restart(&s), "it starts again");
    sleep(2);
    claim(count_copies(to, newest, &others) == 1
              && comes_to_say(s.port, "/healthz", "\"last\":1", true),
          "no other is made before its time");
    claim(server_stop(&s) == 0, "it stops when it is told to");
    if (claims_failed() == 0) server_clean(&s);
    char line[1300];
    snprintf(line, sizeof line, "rm -rf '%s'", to);
    if (system(line) != 0) perror(to);
}

int main(int argc, char **argv)
{
    server_process s;
    game g;
    char said[2048];
    if (argc < 2 || !server_start(&s, argv[1])) {
        puts("Bail out! the server does not start");
        return 1;
    }
    snprintf(program, sizeof program, "%s", argv[1]);
    snprintf(folder, sizeof folder, "%.900s/copies", s.folder);
    snprintf(file, sizeof file, "%s", s.store + strlen("sqlite:"));
    claim(game_begin(&g, s.port, gg_rulesets[0], gg_rulesets[0]->scenarios[0].name, "link", "link"),
          "a game begins");
    claim(run_here(file, folder, "", said) == 0, "a small store is copied");
    char line[1200], newest[1200];
    int others;
    count_copies(folder, newest, &others);
    snprintf(line, sizeof line, "rm -f '%.1000s'/*", folder);
    claim(system(line) == 0 && server_stop(&s) == 0 && pad(file, g.id) && server_restart(&s),
          "it becomes a larger one");
    if (claims_failed() > 0) return claims_end(); /* without it the others wait for it */
    copy_under_load(&s, &g);
    restore(&s, &g);
    roll_again(&s, argc > 2 ? argv[2] : "tests/server/dice.py");
    claim(server_stop(&s) == 0, "it stops when it is told to");
    try_trouble(&s, &g);
    by_itself(argv[1]);
    if (claims_failed() == 0) server_clean(&s);
    else printf("# its log and store are in %s\n", s.folder);
    return claims_end();
}
