/*
 * fault.c - the server is killed with SIGKILL at random moments while a crowd plays, and starts
 * again on the same store:
 *   fault GROGNARD [--kills N] [--games N] [--seed N]
 * After it every action that was acknowledged must be in the log of its side, once and in its
 * order; what was under way is sent again and must be answered well.  At the end each game's
 * record must replay and its dice must verify, and the file must be sound.  Prints TAP.
 *
 * A killed process loses what it had not written, not what the disk had not kept: that the disk is
 * asked is the business of synchronous=FULL, which tests/server/store.c looks after.
 */
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "client.h"
#include "core/text.h"
#include "crowd.h"

enum {
    KILLS = 5,
    GAMES = 40,
    GAMES_MAX = 4000,
    LOAD_US = 400 * 1000,     /* the longest time between two kills, after everybody is back */
    HASTE = 8,                /* every eighth kill comes while the server still starts */
    HASTE_US = 60 * 1000,
    CHECKS = 5,               /* the logs are looked at after every fifth, and at the end */
    PATIENCE_US = 60 * 1000000,
};

static int counted, failed;

__attribute__((format(printf, 2, 3))) static void claim(bool so, const char *format, ...)
{
    va_list list;
    printf("%s %d - ", so ? "ok" : "not ok", ++counted);
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    putchar('\n');
    fflush(stdout);
    failed += !so;
}

_Noreturn void gg_broken(const char *what, const char *file, int line)
{
    printf("Bail out! %s:%d: %s\n", file, line, what);
    exit(1);
}

/* ---- Is everything there that was acknowledged? ---- */

typedef struct check {
    crowd_seat *seat;
    uint32_t next; /* the act that is expected now */
    bool extra;    /* the one that was under way is there as well */
    char trouble[512];
} check;

static bool is_extra(const check *it, const char *action, uint32_t ply)
{
    const crowd_seat *seat = it->seat;
    return it->next == seat->act_count && seat->asks && !it->extra
           && strcmp(action, seat->sent) == 0 && ply > seat->sent_ply;
}

/* An entry of the log: the next of the side's own actions, or none of its own. */
static bool check_entry(check *it, const json_t *entry, uint32_t ply)
{
    const char *side = json_string_value(json_object_get(entry, "side"));
    const char *action = json_string_value(json_object_get(entry, "action"));
    if (side == NULL || action == NULL) return false;
    if (strcmp(side, gg_side_name(it->seat->side)) != 0
        || json_is_true(json_object_get(entry, "forced")))
        return true;
    const crowd_act *act = it->next < it->seat->act_count ? &it->seat->acts[it->next] : NULL;
    if (act != NULL && strcmp(act->text, action) == 0 && ply > act->sent_ply && ply <= act->ply) {
        it->next++;
        return true;
    }
    if (is_extra(it, action, ply)) return it->extra = true;
    snprintf(it->trouble, sizeof it->trouble, "telling %u has \"%s\"; act %u is \"%s\" of %u", ply,
             action, it->next, act == NULL ? "none" : act->text, act == NULL ? 0 : act->ply);
    return false;
}

static bool check_line(check *it, const char *line)
{
    json_t *told = json_loads(line, 0, NULL), *entry;
    const uint32_t ply = (uint32_t)json_integer_value(json_object_get(told, "ply"));
    bool well = told != NULL;
    size_t i;
    json_array_foreach(json_object_get(told, "entries"), i, entry)
    {
        well = well && check_entry(it, entry, ply);
    }
    json_decref(told);
    return well;
}

/* The log after what was looked at before, line by line. */
static bool check_seat(int port, crowd_seat *seat, char *trouble, size_t limit)
{
    char path[96];
    check it = {.seat = seat, .next = seat->checked_acts};
    snprintf(path, sizeof path, "/api/games/%s/log?since=%u", seat->game->id, seat->checked_ply);
    answer log = call(port, "GET", path, seat->sat ? seat->token : NULL, NULL);
    bool well = log.status == 200 && log.body != NULL;
    char *rest = log.body, *line;
    while (well && (line = strsep(&rest, "\n")) != NULL && line[0] != '\0')
        well = check_line(&it, line);
    if (well && it.next < seat->act_count) {
        well = false;
        snprintf(it.trouble, sizeof it.trouble, "\"%s\" of %u is lost", seat->acts[it.next].text,
                 seat->acts[it.next].ply);
    }
    if (!well)
        snprintf(trouble, limit, "%s of %s, since %u: %d %s", gg_side_name(seat->side),
                 seat->game->id, seat->checked_ply, log.status, it.trouble);
    if (well && it.next > 0 && !it.extra) {
        seat->checked_acts = it.next;
        seat->checked_ply = seat->acts[it.next - 1].ply;
    }
    answer_free(&log);
    return well;
}

/* `all`: from the beginning, else what is new. */
static bool check_crowd(crowd *c, int port, bool all, char *trouble, size_t limit)
{
    for (uint32_t i = 0; i < c->count; i++) {
        for (int side = 0; side < 2 && c->games[i].id[0] != '\0'; side++) {
            crowd_seat *seat = &c->games[i].seats[side];
            if (all) seat->checked_acts = seat->checked_ply = 0;
            if (!all && seat->checked_acts == seat->act_count) continue;
            if (!check_seat(port, seat, trouble, limit)) return false;
        }
    }
    return true;
}

/* ---- Killing. ---- */

/* A process of its own, so that the moment owes nothing to what the crowd just does. */
static pid_t aim(pid_t victim, useconds_t after)
{
    const pid_t killer = fork();
    if (killer != 0) return killer;
    usleep(after);
    kill(victim, SIGKILL);
    _exit(0);
}

static server_process *starting;

static void on_alarm(int signal)
{
    (void)signal;
    if (starting->pid > 0) kill(starting->pid, SIGKILL);
}

/* Starts it and kills it while it opens, repairs or migrates its store. */
static void restart_in_haste(server_process *s, gg_dice *dice)
{
    const int port = s->port;
    const struct itimerval when = {.it_value.tv_usec = 1 + (long)gg_dice_pick(dice, HASTE_US)};
    starting = s;
    s->pid = 0;
    signal(SIGALRM, on_alarm);
    setitimer(ITIMER_REAL, &when, NULL);
    server_restart(s);
    setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL);
    server_kill(s);
    s->port = port;
}

/* One life of the server; false: something was lost, or does not go on. */
static bool live_and_die(server_process *s, crowd *c, gg_dice *dice, int number, char *trouble,
                         size_t limit)
{
    if (number % HASTE == HASTE - 1) restart_in_haste(s, dice);
    if (!server_restart(s)) {
        snprintf(trouble, limit, "the server does not start again");
        return false;
    }
    if (number % CHECKS == 0 && !check_crowd(c, s->port, false, trouble, limit)) return false;
    crowd_resume(c, s->port);
    const pid_t killer = aim(s->pid, gg_dice_pick(dice, LOAD_US));
    const bool outlived = crowd_run(c, crowd_now() + PATIENCE_US, false);
    waitpid(killer, NULL, 0);
    waitpid(s->pid, NULL, 0);
    crowd_hang_up(c);
    snprintf(trouble, limit, "%s", c->trouble);
    return !outlived && c->trouble[0] == '\0';
}

/* ---- The end. ---- */

static bool run_on(const server_process *s, const char *command, const char *file)
{
    char line[2400];
    snprintf(line, sizeof line, "'%s' %s --quiet '%s'", s->binary, command, file);
    return system(line) == 0;
}

/* Whoever still plays gives up, so that the whole record and the secret of the dice are told. */
static bool check_record(const server_process *s, crowd_game *played, char *trouble, size_t limit)
{
    char path[96], file[1100];
    snprintf(path, sizeof path, "/api/games/%s/resign", played->id);
    if (!played->over) {
        answer resigned = call(s->port, "POST", path, played->seats[0].token, "{}");
        answer_free(&resigned);
    }
    snprintf(path, sizeof path, "/api/games/%s/record", played->id);
    answer record = call(s->port, "GET", path, NULL, NULL);
    snprintf(file, sizeof file, "%s/record.grog", s->folder);
    FILE *out = fopen(file, "w");
    if (record.body != NULL) fwrite(record.body, 1, record.count, out);
    fclose(out);
    const bool well = record.status == 200 && run_on(s, "replay", file)
                      && run_on(s, "verify", file);
    if (!well) snprintf(trouble, limit, "%s: %d", played->id, record.status);
    answer_free(&record);
    return well;
}

static bool check_file(const server_process *s)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *made = NULL;
    bool well = sqlite3_open(s->store + strlen("sqlite:"), &db) == SQLITE_OK
                && sqlite3_prepare_v2(db, "PRAGMA integrity_check", -1, &made, NULL) == SQLITE_OK
                && sqlite3_step(made) == SQLITE_ROW
                && strcmp((const char *)sqlite3_column_text(made, 0), "ok") == 0;
    sqlite3_finalize(made);
    made = NULL;
    well = well && sqlite3_prepare_v2(db, "PRAGMA foreign_key_check", -1, &made, NULL) == SQLITE_OK
           && sqlite3_step(made) == SQLITE_DONE;
    sqlite3_finalize(made);
    sqlite3_close(db);
    return well;
}

static void look_back(server_process *s, crowd *c)
{
    char trouble[600] = "";
    uint32_t begun = 0, over = 0, records = 0;
    bool well = check_crowd(c, s->port, true, trouble, sizeof trouble);
    claim(well, "the logs of all games hold every acknowledged action once, in order %s", trouble);
    trouble[0] = '\0';
    well = true;
    for (uint32_t i = 0; well && i < c->count; i++) {
        over += c->games[i].over;
        begun += c->games[i].id[0] != '\0';
        if (!c->games[i].seats[0].sat || !c->games[i].seats[1].sat) continue;
        well = check_record(s, &c->games[i], trouble, sizeof trouble);
        records++;
    }
    claim(well, "%u records of %u games (%u played to their end) replay and verify %s", records,
          begun, over, trouble);
}

static int number_after(int argc, char **argv, const char *flag, int otherwise)
{
    for (int i = 2; i + 1 < argc; i++)
        if (strcmp(argv[i], flag) == 0) return atoi(argv[i + 1]);
    return otherwise;
}

int main(int argc, char **argv)
{
    server_process s;
    crowd c;
    char trouble[600] = "";
    const int kills = number_after(argc, argv, "--kills", KILLS);
    const int seed = number_after(argc, argv, "--seed", (int)getpid());
    gg_dice dice = gg_dice_random((uint64_t)seed);
    printf("# seed %d\n", seed);
    if (argc < 2 || !server_start(&s, argv[1])) {
        puts("Bail out! the server does not start");
        return 1;
    }
    const crowd_options options = {
        .port = s.port, .window = UINT32_MAX, .games_max = GAMES_MAX, .keeps_acts = true,
        .games = (uint32_t)number_after(argc, argv, "--games", GAMES), .seed = (uint64_t)seed};
    server_kill(&s);
    bool well = crowd_open(&c, &options);
    int lives = 0;
    for (; well && lives < kills; lives++)
        well = live_and_die(&s, &c, &dice, lives, trouble, sizeof trouble);
    claim(well, "killed %d times in the middle of %u games, nothing acknowledged was lost: "
          "%llu actions, %llu of them sent again and not done twice, %llu decided too late %s",
          lives, c.count, (unsigned long long)c.answered, (unsigned long long)c.again,
          (unsigned long long)c.stale, trouble);
    claim(c.answered > (uint64_t)lives, "there was something to lose");
    claim(server_restart(&s), "it starts once more");
    look_back(&s, &c);
    claim(server_stop(&s) == 0, "it stops when it is told to");
    claim(check_file(&s), "the file is sound");
    printf("1..%d\n", counted);
    crowd_close(&c);
    if (failed == 0) server_clean(&s);
    else printf("# its log and store are in %s\n", s.folder);
    return failed > 0;
}
