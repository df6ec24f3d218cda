/*
 * start.c - what a server says when it cannot begin, and what it does not do by half:
 *   start GROGNARD SERVER-RIGGED
 *
 * A store that cannot be written, no room on the disk, a second server on the same file by another
 * name; two actions in one request; numbers that are not for everybody.  Prints TAP.
 * SPDX-License-Identifier: MIT
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "client.h"
#include "core/text.h"
#include "rigged.h"
#include "tap.h"

enum { NOBODY = 65534 };

/* Starts it on this store, as somebody without rights if we have them; what it says and its exit
 * code, or -1 if it had to be stopped because it did begin. */
static int try_start(const char *binary, const char *store, bool as_nobody, char said[1024])
{
    int ends[2], status = 0;
    if (pipe(ends) != 0) return -2;
    const pid_t pid = fork();
    if (pid == 0) {
        if (as_nobody && geteuid() == 0 && (setgid(NOBODY) != 0 || setuid(NOBODY) != 0)) _exit(99);
        dup2(ends[1], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        execl(binary, binary, "serve", "--host", "127.0.0.1", "--port", "0", "--store", store,
              "--static", "/nowhere", (char *)NULL);
        _exit(98);
    }
    close(ends[1]);
    size_t count = 0;
    said[0] = '\0';
    for (ssize_t got; count < 1023 && strstr(said, "localhost") == NULL
                      && (got = read(ends[0], said + count, 1023 - count)) > 0;) {
        count += (size_t)got;
        said[count] = '\0';
    }
    const bool began = strstr(said, "localhost") != NULL;
    if (began) kill(pid, SIGTERM);
    close(ends[0]);
    waitpid(pid, &status, 0);
    said[strcspn(said, "\n")] = '\0';
    return began ? -1 : WIFEXITED(status) ? WEXITSTATUS(status) : -2;
}

static bool says_why(const char *said, const char *what)
{
    return strstr(said, what) != NULL && strstr(said, "memory") == NULL;
}

/* ---- A store that cannot be written. ---- */

static void try_rights(const server_process *s)
{
    char said[1024], file[1200], where[1300];
    const char *games = s->store + strlen("sqlite:");
    chmod(s->folder, 0777);
    char lock[1200];
    snprintf(lock, sizeof lock, "%s.lock", games);
    unlink(lock);
    chmod(games, 0440);
    if (geteuid() == 0 && chown(games, (uid_t)-1, NOBODY) != 0) return;
    claim(try_start(s->binary, s->store, true, said) == 2
              && (says_why(said, "cannot be written") || says_why(said, "Permission denied")),
          "a read-only file: %s", said);
    chmod(games, 0600);
    snprintf(file, sizeof file, "%s/shut", s->folder);
    mkdir(file, 0555);
    snprintf(where, sizeof where, "sqlite:%s/games.db", file);
    claim(try_start(s->binary, where, true, said) == 2 && says_why(said, "denied"),
          "a folder in which nothing can be made: %s", said);
    snprintf(where, sizeof where, "sqlite:%s/none/games.db", s->folder);
    claim(try_start(s->binary, where, true, said) == 2 && says_why(said, "No such file"),
          "a folder that is not there: %s", said);
    snprintf(where, sizeof where, "sqlite:%s", s->folder);
    claim(try_start(s->binary, where, false, said) == 2 && says_why(said, s->folder),
          "a folder for a file: %s", said);
    snprintf(where, sizeof where, "sqlite:%s/log", s->folder);
    const char *another = where + strlen("sqlite:");
    struct stat about = {0};
    chmod(another, 0644);
    claim(try_start(s->binary, where, false, said) == 2 && says_why(said, "not a database"),
          "another file: %s", said);
    claim(stat(another, &about) == 0 && (about.st_mode & 0777) == 0644,
          "   and everybody may read it as before");
    chmod(s->folder, 0700);
}

static void try_full(const char *binary, const server_process *s)
{
    char said[1024], name[128], where[1200];
    rigged *switches = rigged_new(name);
    if (switches == NULL) return;
    switches->disk = DISK_FULL;
    claim(try_start(binary, s->store, false, said) == 1 && says_why(said, "disk"),
          "no room for what it has to write first: %s", said);
    snprintf(where, sizeof where, "sqlite:%s/new.db", s->folder);
    claim(try_start(binary, where, false, said) == 1 && says_why(said, "disk"),
          "nor for a new store: %s", said);
    rigged_free(switches, name);
    unsetenv(RIGGED_SWITCHES);
}

/* ---- A second server. ---- */

static void try_second(const server_process *s)
{
    static const struct {
        const char *name;
        int (*make)(const char *, const char *);
    } ways[] = {{"symbolic", symlink}, {"hard", link}};
    char said[1024], other[1100], where[1200];
    const char *games = s->store + strlen("sqlite:");
    claim(try_start(s->binary, s->store, false, said) == 2 && strstr(said, "another") != NULL,
          "a second server on the same file is refused: %s", said);
    for (int i = 0; i < 2; i++) {
        snprintf(other, sizeof other, "%s/%s.db", s->folder, ways[i].name);
        snprintf(where, sizeof where, "sqlite:%s", other);
        claim(ways[i].make(games, other) == 0 && try_start(s->binary, where, false, said) == 2
                  && strstr(said, "another") != NULL,
              "by a %s link, too: %s", ways[i].name, said);
        unlink(other);
    }
    snprintf(other, sizeof other, "%s/.", s->folder);
    snprintf(where, sizeof where, "sqlite:%s/games.db", other);
    claim(try_start(s->binary, where, false, said) == 2, "and by another path");
}

/* ---- Two actions at once. ---- */

static void try_two(const server_process *s, const gg_ruleset *rules)
{
    static const char *const between[] = {"; ", ";", " ;\n", "\n"};
    game g;
    gg_dice dice = gg_dice_random(3);
    bool well = game_begin(&g, s->port, rules, rules->scenarios[0].name, "link", "link");
    int tried = 0;
    for (gg_side side = GG_BLUE; well && side <= GG_RED; side++) {
        char action[GG_ACTION_TEXT_MAX], both[2 * GG_ACTION_TEXT_MAX + 8];
        int64_t ply, after;
        answer state = game_get(&g, side, "");
        const bool chosen = game_choose(&g, &state, side, &dice, action, sizeof action, &ply);
        answer_free(&state);
        for (size_t i = 0; chosen && i < sizeof between / sizeof between[0]; i++) {
            snprintf(both, sizeof both, "%s%s%s", action, between[i], action);
            json_t *body = json_pack("{s:I,s:s}", "ply", (json_int_t)ply, "action", both);
            char *text = json_dumps(body, JSON_COMPACT);
            answer it = game_post(&g, side, "action", text);
            answer now = game_get(&g, side, "");
            after = answer_number(&now, "ply");
            well = well && it.status == 422 && strcmp(answer_text(&it, "error"), "unreadable") == 0
                   && after == ply;
            if (!well) printf("# %s: %d %s\n", both, it.status, it.body);
            tried++;
            answer_free(&now);
            answer_free(&it);
            free(text);
            json_decref(body);
        }
        if (!chosen) continue;
        answer it = game_act(&g, side, ply, action); /* alone it is fine */
        well = well && it.status == 200;
        answer_free(&it);
        break;
    }
    claim(well && tried > 0, "%s: two actions in one request are refused, and none is done",
          rules->name);
}

/* ---- Numbers. ---- */

static void try_metrics(server_process *s)
{
    answer it = call(s->port, "GET", "/metrics", NULL, NULL);
    claim(it.status == 401, "/metrics is not for everybody");
    answer_free(&it);
    it = call(s->port, "GET", "/metrics", "only-for-those-tests", NULL);
    claim(it.status == 401, "nor for who has another token");
    answer_free(&it);
    it = call(s->port, "GET", "/metrics", METRICS_TOKEN, NULL);
    claim(it.status == 200 && strstr(it.body, "grognard_up_seconds") != NULL,
          "but for whose it is");
    answer_free(&it);
    char file[1100];
    static char name[1100];
    static const char *const limits[] = {"--rate", "0", "--metrics-token", name, NULL};
    snprintf(file, sizeof file, "%s/token", s->folder);
    memcpy(name, file, sizeof name);
    FILE *out = fopen(file, "w");
    fputs("a token of its own file\n", out);
    fclose(out);
    s->limits = limits;
    claim(server_stop(s) == 0 && !server_restart(s), "a token with blanks in it is refused");
    waitpid(s->pid, NULL, 0);
    out = fopen(file, "w");
    fputs("0123456789abcdef0123456789abcdef\n", out);
    fclose(out);
    claim(server_restart(s), "it may stand in a file");
    it = call(s->port, "GET", "/metrics", "0123456789abcdef0123456789abcdef", NULL);
    claim(it.status == 200, "and is the one there");
    answer_free(&it);
    s->limits = NULL;
}

static void try_none(const char *binary)
{
    char said[1024];
    setenv("GROGNARD_METRICS_TOKEN", "", 1);
    claim(try_start(binary, "sqlite:/tmp/never.db", false, said) == 2, "no empty token");
    unsetenv("GROGNARD_METRICS_TOKEN");
}

int main(int argc, char **argv)
{
    server_process s;
    if (argc < 3 || !server_start(&s, argv[1])) {
        puts("Bail out! the server does not start");
        return 1;
    }
    try_second(&s);
    for (int i = 0; gg_rulesets[i] != NULL; i++) try_two(&s, gg_rulesets[i]);
    try_metrics(&s);
    claim(server_stop(&s) == 0, "it stops when it is told to");
    try_rights(&s);
    try_full(argv[2], &s);
    try_none(argv[1]);
    if (claims_failed() == 0) server_clean(&s);
    else printf("# its log and store are in %s\n", s.folder);
    return claims_end();
}
