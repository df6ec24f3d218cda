/*
 * backup.c - copies of the store.  See backup.h.
 * SPDX-License-Identifier: MIT
 */
#include "server/backup.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "server/log.h"
#include "server/table.h"
#include "server/work.h"

enum { STEM_MAX = 200, MOMENT = 16 /* 20261115T093048Z */, COPIES_MAX = 4096 };

/* ---- Names. ---- */

/* "games" of "/var/lib/grognard/games.db". */
static void put_stem(const char *file, char out[STEM_MAX])
{
    const char *slash = strrchr(file, '/');
    snprintf(out, STEM_MAX, "%s", slash == NULL ? file : slash + 1);
    char *dot = strrchr(out, '.');
    if (dot != NULL && dot != out) *dot = '\0';
}

/* Is it a copy of this store?  STEM-MOMENT.db, or STEM-MOMENT_2.db where that was there already. */
static bool is_copy(const char *name, const char *stem)
{
    const size_t length = strlen(stem);
    if (strncmp(name, stem, length) != 0 || name[length] != '-') return false;
    const char *at = name + length + 1;
    for (int i = 0; i < MOMENT; i++) {
        const bool digit = at[i] >= '0' && at[i] <= '9';
        if (i == 8 ? at[i] != 'T' : i == MOMENT - 1 ? at[i] != 'Z' : !digit) return false;
    }
    at += MOMENT;
    if (*at == '_') at += 1 + strspn(at + 1, "0123456789");
    return strcmp(at, ".db") == 0;
}

/* What an interrupted one left behind: .STEM-XXXXXX.part */
static bool is_part(const char *name, const char *stem)
{
    const size_t length = strlen(stem), whole = strlen(name);
    return name[0] == '.' && strncmp(name + 1, stem, length) == 0 && name[1 + length] == '-'
           && whole > 5 && strcmp(name + whole - 5, ".part") == 0;
}

static void put_moment(int64_t seconds, char out[MOMENT + 1])
{
    const time_t at = (time_t)seconds;
    struct tm utc;
    gmtime_r(&at, &utc);
    strftime(out, MOMENT + 1, "%Y%m%dT%H%M%SZ", &utc);
}

/* ---- The folder. ---- */

static int compare_names(const void *one, const void *other)
{
    return strcmp(*(char *const *)one, *(char *const *)other);
}

/* Names in order, the oldest first, in the heap. */
static uint32_t list_copies(const char *folder, const char *stem, char *names[COPIES_MAX])
{
    uint32_t count = 0;
    DIR *list = opendir(folder);
    for (struct dirent *at; list != NULL && count < COPIES_MAX && (at = readdir(list)) != NULL;)
        if (is_copy(at->d_name, stem) && (names[count] = strdup(at->d_name)) != NULL) count++;
    if (list != NULL) closedir(list);
    qsort(names, count, sizeof names[0], compare_names);
    return count;
}

/* Never the one just made, even if the machine's clock was set back since the others were. */
static uint32_t drop_old(const backup_plan *plan, const char *stem, const char *made)
{
    char *names[COPIES_MAX], path[2 * BACKUP_NAME_MAX];
    uint32_t dropped = 0, left = list_copies(plan->folder, stem, names);
    const uint32_t count = left;
    for (uint32_t i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", plan->folder, names[i]);
        if (plan->keep != 0 && left > plan->keep && strcmp(path, made) != 0 && unlink(path) == 0) {
            dropped++;
            left--;
        }
        free(names[i]);
    }
    return dropped;
}

int64_t backup_newest(const char *file, const char *folder)
{
    char stem[STEM_MAX], *names[COPIES_MAX], path[2 * BACKUP_NAME_MAX];
    int64_t newest = 0;
    put_stem(file, stem);
    const uint32_t count = list_copies(folder, stem, names);
    for (uint32_t i = 0; i < count; i++) {
        struct stat about;
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        if (stat(path, &about) == 0 && about.st_mtime > newest) newest = about.st_mtime;
        free(names[i]);
    }
    return newest;
}

/* Whoever writes one holds it locked; what nobody holds was left by one that was killed. */
static void sweep(const char *folder, const char *stem)
{
    char path[2 * BACKUP_NAME_MAX];
    DIR *list = opendir(folder);
    for (struct dirent *at; list != NULL && (at = readdir(list)) != NULL;) {
        if (!is_part(at->d_name, stem)) continue;
        snprintf(path, sizeof path, "%s/%s", folder, at->d_name);
        const int fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
        if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0) unlink(path);
        if (fd >= 0) close(fd);
    }
    if (list != NULL) closedir(list);
}

static bool sync_folder(const char *folder)
{
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool kept = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0) close(fd);
    return kept;
}

/* ---- Looking at a copy before it counts. ---- */

typedef struct check {
    const backup_plan *plan;
    backup_made *made;
    store_session *session;
    table *table;
    const char *trouble;
    int64_t until; /* seconds; 0: however long it takes */
    char *error;
    bool stopped;
} check;

static int64_t ticks_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

static bool check_goes_on(void *to)
{
    const backup_plan *plan = ((const check *)to)->plan;
    return plan->goes_on == NULL || plan->goes_on(plan->to);
}

static bool redo_deed(void *to, const store_deed *deed)
{
    check *it = to;
    return table_redo(it->table, deed, NULL, &it->trouble);
}

/* A game by rules that this program does not have cannot be played again, and is kept as it is.
 * One that is broken is so in the store, too: the copy is better than none, but it is said. */
static bool play_again(check *it, const char *id)
{
    store_game *row = malloc(sizeof *row);
    table_refusal why;
    const bool found = row != NULL && store_read_game(it->session, id, row) == STORE_FOUND;
    it->table = found ? table_new(row, &why) : NULL;
    const bool played =
        it->table != NULL && store_read_deeds(it->session, row, 0, redo_deed, it, &it->trouble);
    const bool other_rules = found && it->table == NULL;
    it->made->replayed += played;
    table_free(it->table);
    free(row);
    return played || other_rules;
}

static bool check_game(void *to, const char *id)
{
    check *it = to;
    it->trouble = "its row or its deeds in the store are not what they were";
    const bool in_time = it->until == 0 || ticks_s() < it->until;
    const bool well = store_check_game(it->session, id, true) && (!in_time || play_again(it, id));
    it->stopped = !check_goes_on(it);
    if (it->stopped) return false; /* it may not have been looked at to its end */
    if (!well && it->made->broken++ == 0)
        snprintf(it->made->trouble, sizeof it->made->trouble, "%s: %s", id, it->trouble);
    return true;
}

static bool check_games(void *to, store_session *session)
{
    check *it = to;
    store_size size = {0};
    it->session = session;
    snprintf(it->error, BACKUP_ERROR_MAX, "its games cannot be read");
    it->made->older = !store_is_current(session);
    if (it->made->older) return true; /* whole, that is all */
    if (!store_measure(session, &size) || !store_read_ids(session, check_game, it)) return false;
    it->made->games = size.games;
    it->made->deeds = size.deeds;
    if (it->stopped) snprintf(it->error, BACKUP_ERROR_MAX, "it was stopped");
    return !it->stopped;
}

/* ---- Making one. ---- */

static bool fail(char error[BACKUP_ERROR_MAX], const char *what)
{
    snprintf(error, BACKUP_ERROR_MAX, "%s: %s", what, strerror(errno));
    return false;
}

/* Given its name, once it deserves it; a name that is there is never taken over. */
static bool give_name(const backup_plan *plan, const char *stem, const char *part,
                      backup_made *made, char error[BACKUP_ERROR_MAX])
{
    char moment[MOMENT + 1], number[16] = "";
    put_moment(time(NULL), moment);
    for (int i = 2; i < 1000; i++) {
        if (snprintf(made->name, sizeof made->name, "%s/%s-%s%s.db", plan->folder, stem, moment,
                     number)
            >= (int)sizeof made->name)
            break;
        if (access(made->name, F_OK) != 0)
            return (rename(part, made->name) == 0 && sync_folder(plan->folder))
                   || fail(error, made->name);
        snprintf(number, sizeof number, "_%d", i);
    }
    errno = EEXIST;
    return fail(error, made->name);
}

static bool fill(const backup_plan *plan, const char *part, backup_made *made,
                 char error[BACKUP_ERROR_MAX])
{
    const store_copying how = {
        .from = plan->file, .into = part, .goes_on = plan->goes_on, .to = plan->to};
    check looked = {.plan = plan, .made = made, .error = error};
    struct stat about;
    if (!store_copy(&how, error, BACKUP_ERROR_MAX)) return false;
    if (plan->seconds != 0) looked.until = ticks_s() + plan->seconds;
    const store_visiting visit = {
        .file = part, .run = check_games, .goes_on = check_goes_on, .to = &looked};
    if (!store_visit(&visit, error, BACKUP_ERROR_MAX)) {
        const size_t said = strlen(error);
        if (made->broken > 0)
            snprintf(error + said, BACKUP_ERROR_MAX - said,
                     "; of its games %llu cannot be read, the first is %s",
                     (unsigned long long)made->broken, made->trouble);
        return false;
    }
    if (stat(part, &about) != 0) return fail(error, part);
    made->bytes = (uint64_t)about.st_size;
    return true;
}

bool backup_make(const backup_plan *plan, backup_made *made, char error[BACKUP_ERROR_MAX])
{
    char stem[STEM_MAX], part[BACKUP_NAME_MAX];
    *made = (backup_made){0};
    put_stem(plan->file, stem);
    if (access(plan->file, R_OK) != 0) return fail(error, plan->file);
    if (mkdir(plan->folder, 0700) != 0 && errno != EEXIST) return fail(error, plan->folder);
    sweep(plan->folder, stem);
    if (snprintf(part, sizeof part, "%s/.%s-XXXXXX.part", plan->folder, stem) >= (int)sizeof part) {
        errno = ENAMETOOLONG;
        return fail(error, plan->folder);
    }
    const int fd = mkstemps(part, 5); /* 0600 */
    if (fd < 0) return fail(error, plan->folder);
    flock(fd, LOCK_EX | LOCK_NB);
    const bool well = fill(plan, part, made, error) && give_name(plan, stem, part, made, error);
    if (!well) unlink(part);
    close(fd);
    if (well) made->dropped = drop_old(plan, stem, made->name);
    return well;
}

/* ---- In the server: by the clock, on a thread of its own. ---- */

enum { HOUR_MS = 3600 * 1000, AGAIN_MS = 10 * 60 * 1000, CHECK_SECONDS = 20 };

typedef struct round {
    work_job work;
    backups *b;
    backup_plan plan;
    backup_made made;
    char error[BACKUP_ERROR_MAX];
    bool well;
    int64_t begun; /* ticks */
} round;

struct backups {
    char file[BACKUP_NAME_MAX], folder[BACKUP_NAME_MAX];
    backup_times times;
    work *thread;
    round *under_way;
    atomic_bool stopping;
    bool asked;   /* since the start: when the newest was made */
    int64_t next; /* ticks */
    int64_t now_s, ticks;
    backup_figures figures;
};

static bool goes_on(void *to) { return !((backups *)to)->stopping; }

static void run_round(work_job *job)
{
    round *it = (round *)job;
    it->well = backup_make(&it->plan, &it->made, it->error);
}

static void say_made(const round *it, int64_t took_ms)
{
    char bytes[32], ms[32], replayed[32], broken[32];
    snprintf(bytes, sizeof bytes, "%llu", (unsigned long long)it->made.bytes);
    snprintf(ms, sizeof ms, "%lld", (long long)took_ms);
    snprintf(replayed, sizeof replayed, "%llu", (unsigned long long)it->made.replayed);
    snprintf(broken, sizeof broken, "%llu", (unsigned long long)it->made.broken);
    log_say("backup", "file", it->made.name, "bytes", bytes, "ms", ms, "replayed", replayed,
            "broken", broken, it->made.broken > 0 ? "text" : NULL, it->made.trouble, NULL);
}

static void round_done(work_job *job)
{
    round *it = (round *)job;
    backups *b = it->b;
    const int64_t pause = (int64_t)b->times.hours * HOUR_MS, took = b->ticks - it->begun;
    b->under_way = NULL;
    b->figures.well = it->well;
    if (it->well) {
        b->figures.made++;
        b->figures.last = b->now_s;
        b->figures.bytes = it->made.bytes;
        b->figures.took_ms = (uint64_t)took;
        say_made(it, took);
    } else if (!b->stopping) {
        b->figures.failed++;
        log_say("backup failed", "why", it->error, NULL);
    }
    b->next = b->ticks + (it->well || pause < AGAIN_MS ? pause : AGAIN_MS);
    free(it);
}

backups *backups_open(const char *where, const backup_times *times, void (*wake)(void *app),
                      void *app)
{
    static const char scheme[] = "sqlite:";
    backups *b = calloc(1, sizeof *b);
    if (b == NULL) return NULL;
    b->times = *times;
    snprintf(b->file, sizeof b->file, "%s",
             strncmp(where, scheme, sizeof scheme - 1) == 0 ? where + sizeof scheme - 1 : where);
    snprintf(b->folder, sizeof b->folder, "%s", times->folder);
    b->figures = (backup_figures){.last = backup_newest(b->file, b->folder), .well = true};
    b->thread = work_open(1, 1, wake, app);
    if (b->thread != NULL) return b;
    free(b);
    return NULL;
}

void backups_second(backups *b, int64_t now_s, int64_t ticks)
{
    const int64_t pause = (int64_t)b->times.hours * HOUR_MS;
    b->now_s = now_s;
    b->ticks = ticks;
    if (!b->asked) { /* a server that is often started makes no more of them for that */
        const int64_t age = (now_s - b->figures.last) * 1000;
        b->next = ticks + (age < 0 || age > pause ? 0 : pause - age);
        b->asked = true;
    }
    if (b->under_way != NULL || b->stopping || ticks < b->next) return;
    round *it = calloc(1, sizeof *it);
    if (it == NULL) return;
    *it = (round){.work = {.run = run_round, .done = round_done}, .b = b, .begun = ticks};
    it->plan = (backup_plan){.file = b->file,
                             .folder = b->folder,
                             .keep = b->times.keep,
                             .seconds = CHECK_SECONDS,
                             .goes_on = goes_on,
                             .to = b};
    if (work_ask(b->thread, &it->work)) b->under_way = it;
    else free(it);
}

void backups_deliver(backups *b) { work_deliver(b->thread); }

backup_figures backups_count(const backups *b) { return b->figures; }

void backups_close(backups *b)
{
    if (b == NULL) return;
    b->stopping = true;
    work_close(b->thread);
    free(b);
}
