/*
 * keep.c - the file that a game lives in while people play it: nothing typed is ever lost.
 *
 * After every decision of a person the record is written anew, whole or not at all, and is on the
 * disk before the game goes on.  It lives in the file that --record names, in the record that is
 * played on, or in a folder for unfinished games.  There may be secrets in it, so that nobody else
 * may read what lies in that folder.  Who plays holds a lock on it: two terminals cannot play one
 * game apart.
 * SPDX-License-Identifier: MIT
 */
#include "cli/play.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { HOME_MODE = 0600, FOLDER_MODE = 0700, UNFINISHED_MAX = 100, PATH_LIMIT = 4096 };

/* ---- The folder of unfinished games. ---- */

/* Makes each folder on the way there that is missing. */
static bool make_folders(char *path)
{
    for (char *at = path + 1; *at != 0; at++) {
        if (*at != '/') continue;
        *at = 0;
        const bool good = mkdir(path, FOLDER_MODE) == 0 || errno == EEXIST;
        *at = '/';
        if (!good) return false;
    }
    return mkdir(path, FOLDER_MODE) == 0 || errno == EEXIST;
}

/* In memory of its own; NULL where the system gives no place. */
static char *folder_name(void)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    char path[PATH_LIMIT];
    int length = -1;
    if (state != NULL && state[0] == '/')
        length = snprintf(path, sizeof path, "%s/grognard", state);
    else if (home != NULL && home[0] == '/')
        length = snprintf(path, sizeof path, "%s/.local/state/grognard", home);
    return length > 0 && length < (int)sizeof path - 256 ? strdup(path) : NULL;
}

bool cli_is_in_folder(const char *file)
{
    char *folder = folder_name();
    const size_t length = folder != NULL ? strlen(folder) : 0;
    const bool inside = length > 0 && strncmp(file, folder, length) == 0 && file[length] == '/';
    free(folder);
    return inside;
}

/* The heading and the end of a record tell enough for a list. */
static void take_word(const char *line, const char *key, char *into, size_t limit)
{
    const size_t length = strlen(key);
    if (strncmp(line, key, length) == 0 && line[length] == ' ')
        snprintf(into, limit, "%.*s", (int)strcspn(line + length + 1, " \n"), line + length + 1);
}

static void read_summary(const char *text, cli_kept *kept)
{
    char actions[16] = "0", result[16] = "";
    while (*text != 0) {
        take_word(text, "ruleset", kept->game, sizeof kept->game);
        take_word(text, "scenario", kept->scenario, sizeof kept->scenario);
        take_word(text, "blue", kept->seats[GG_BLUE], sizeof kept->seats[GG_BLUE]);
        take_word(text, "red", kept->seats[GG_RED], sizeof kept->seats[GG_RED]);
        take_word(text, "result", result, sizeof result);
        take_word(text, "end", actions, sizeof actions);
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    kept->actions = (uint32_t)strtoul(actions, NULL, 10);
    kept->over = result[0] != 0;
}

static bool is_held(const char *file)
{
    const int open_file = open(file, O_RDONLY | O_CLOEXEC);
    if (open_file < 0) return false;
    const bool held = flock(open_file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    close(open_file);
    return held;
}

static bool look_at(const char *folder, const char *name, cli_kept *kept)
{
    struct stat about;
    char path[PATH_LIMIT];
    const size_t length = strlen(name);
    if (name[0] == '.' || length < 6 || strcmp(name + length - 5, ".grog") != 0) return false;
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) return false;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size > GG_FILE_BYTES_MAX)
        return false;
    *kept = (cli_kept){.file = strdup(path), .when = about.st_mtime, .held = is_held(path)};
    char *text = cli_memory((size_t)about.st_size + 1);
    FILE *file = fopen(path, "rb");
    if (file != NULL) {
        text[fread(text, 1, (size_t)about.st_size, file)] = 0;
        fclose(file);
    }
    read_summary(text, kept);
    free(text);
    return true;
}

static int compare_age(const void *one, const void *other)
{
    const cli_kept *a = one, *b = other;
    if (a->when != b->when) return a->when > b->when ? -1 : 1;
    return strcmp(b->file, a->file); /* names tell the time too */
}

int cli_kept_games(cli_kept **games)
{
    char *folder = folder_name();
    DIR *all = folder != NULL ? opendir(folder) : NULL;
    int count = 0, limit = 0;
    *games = NULL;
    for (struct dirent *one; all != NULL && (one = readdir(all)) != NULL;) {
        if (count == limit) {
            limit = limit > 0 ? 2 * limit : 16;
            *games = realloc(*games, (size_t)limit * sizeof **games);
            if (*games == NULL) abort();
        }
        if (look_at(folder, one->d_name, &(*games)[count])) count++;
    }
    if (all != NULL) closedir(all);
    free(folder);
    if (count > 0) qsort(*games, (size_t)count, sizeof **games, compare_age);
    return count;
}

void cli_forget_kept(cli_kept *games, int count)
{
    for (int i = 0; i < count; i++) free(games[i].file);
    free(games);
}

void cli_say_kept(const cli_kept *kept, int number)
{
    char when[64];
    struct tm parts;
    localtime_r(&kept->when, &parts);
    strftime(when, sizeof when, "%e %B, %H:%M", &parts);
    printf("%2d) %s%s%s, %s against %s, %u action%s, %s%s\n    %s\n", number, kept->game,
           kept->scenario[0] != 0 ? " " : "", kept->scenario, kept->seats[GG_BLUE],
           kept->seats[GG_RED], kept->actions, kept->actions == 1 ? "" : "s",
           when[0] == ' ' ? when + 1 : when, kept->held ? " (being played)" : "", kept->file);
}

/* Room for one more: finished games make place, the oldest first; unfinished ones never. */
static bool make_room(void)
{
    cli_kept *games;
    const int count = cli_kept_games(&games);
    int left = count;
    for (int i = count - 1; i >= 0 && left >= UNFINISHED_MAX; i--)
        if (games[i].over && !games[i].held && unlink(games[i].file) == 0) left--;
    cli_forget_kept(games, count);
    return left < UNFINISHED_MAX;
}

/* ---- Where a game lives. ---- */

bool cli_keep_in_folder(cli_home *home, const gg_match *match)
{
    char name[PATH_LIMIT], when[32];
    struct tm parts;
    const time_t now = time(NULL);
    char *folder = folder_name();
    const bool fits = folder != NULL && make_folders(folder) && make_room();
    localtime_r(&now, &parts);
    strftime(when, sizeof when, "%Y%m%d-%H%M%S", &parts);
    const char *scenario = match->scenario < match->rules->scenario_count
                               ? match->rules->scenarios[match->scenario].name
                               : "position";
    for (int i = 1; fits && home->file == NULL && i <= UNFINISHED_MAX; i++) {
        char more[16] = "";
        if (i > 1) snprintf(more, sizeof more, "-%d", i);
        snprintf(name, sizeof name, "%s/%s-%s-%s%s.grog", folder, match->rules->name, scenario,
                 when, more);
        if (access(name, F_OK) != 0) home->file = strdup(name);
    }
    home->in_folder = home->file != NULL;
    free(folder);
    return home->file != NULL;
}

/* The name may have got another file while we waited for the lock: then once more. */
int cli_hold(cli_home *home, const char *file)
{
    for (int tries = 0; tries < 3; tries++) {
        struct stat held, named;
        const int lock = open(file, O_RDONLY | O_CLOEXEC);
        if (lock < 0) return cli_misuse("%s cannot be opened: %s.", file, strerror(errno));
        if (flock(lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
            close(lock);
            return cli_misuse("%s is being played at another terminal.", file);
        }
        if (fstat(lock, &held) == 0 && stat(file, &named) == 0 && held.st_ino == named.st_ino) {
            home->lock = lock;
            home->is_held = true;
            return CLI_GO_ON;
        }
        close(lock);
    }
    return cli_misuse("%s is being played at another terminal.", file);
}

static void let_go(cli_home *home)
{
    if (home->is_held) close(home->lock);
    home->is_held = false;
}

/* The first time the name must be free, unless the game was read from there. */
int cli_keep(cli_home *home, const gg_match *match)
{
    if (home->file == NULL) return CLI_GO_ON;
    char *text = cli_record_text(match, GG_SEES_ALL);
    if (home->written != NULL && strcmp(home->written, text) == 0) {
        free(text);
        return CLI_GO_ON;
    }
    int lock = -1;
    const int code =
        cli_replace_file(home->file, text, strlen(text), home->in_folder ? HOME_MODE : -1, &lock);
    if (code != CLI_GO_ON) {
        free(text);
        return code;
    }
    if (lock >= 0) {
        let_go(home);
        home->lock = lock;
        home->is_held = true;
    }
    home->is_there = true;
    free(home->written);
    home->written = text;
    return CLI_GO_ON;
}

void cli_discard(cli_home *home)
{
    if (home->in_folder && home->is_there) unlink(home->file);
    home->is_there = false;
}

void cli_leave_home(cli_home *home)
{
    let_go(home);
    free(home->file);
    free(home->written);
    *home = (cli_home){0};
}
