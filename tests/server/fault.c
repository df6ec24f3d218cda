/*
 * fault.c - the server is killed with SIGKILL at random moments while a crowd plays, and starts
 * again on the same store:
 *   fault GROGNARD [--kills N] [--games N] [--seed N] [--rigged SERVER]
 * After it every game that was created, every seat that was taken and every action that was
 * acknowledged must be there, in the log of its side, once and in its order; what was under way is
 * sent again and must be answered well.  Somebody chats and writes notes meanwhile: each line and
 * note that was acknowledged must be there too.  Before some of the kills the process is stopped
 * for a while, before others a copy of the store is begun, which is whole or is not there.  At the
 * end each game's record must replay and its dice must verify, and the file must be sound.  Prints
 * TAP.
 *
 * A killed process loses what it had not written, not what the disk had not kept.  With --rigged
 * the power is cut as well: the server's disk (disk.c) knows what had been synced, and all the rest
 * is thrown away before it starts again.
 * SPDX-License-Identifier: MIT
 */
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "client.h"
#include "core/text.h"
#include "crowd.h"
#include "rigged.h"
#include "tap.h"

enum {
    KILLS = 5,
    GAMES = 40,
    GAMES_MAX = 4000,
    LOAD_US = 400 * 1000, /* the longest time between two kills, after everybody is back */
    HASTE = 8,            /* every eighth kill comes while the server still starts */
    HASTE_US = 60 * 1000,
    PAUSE_US = 150 * 1000, /* the process is stopped so long, in every other life */
    COPIES = 3,            /* in every third a copy is made */
    SOONEST = 3,           /* acknowledged before the kill in every other life, on any machine */
    CHECKS = 5,            /* the logs are looked at after every fifth, and at the end */
    PATIENCE_US = 60 * 1000000,
    TALKED_ABOUT = 12, /* games, the first ones */
    SAID_MAX = 1 << 18,
};

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

/* ---- Chat and notes. ---- */

typedef struct said { /* one line of chat, or a note, that was sent */
    uint8_t game, side;
    bool note, acknowledged;
    uint32_t number; /* that the answer gave a line */
} said;

typedef struct talk { /* in memory that the talker shares */
    uint32_t count, checked;
    said lines[SAID_MAX];
} talk;

static void text_of(const talk *t, uint32_t i, char out[48])
{
    snprintf(out, 48, "%s number %u", t->lines[i].note ? "note" : "line", i);
}

static bool is_up(int port)
{
    answer it = call(port, "GET", "/healthz", NULL, NULL);
    const bool up = it.status != 0;
    answer_free(&it);
    return up;
}

/* One line or note; false: nobody answers any more. */
static bool say(talk *t, int port, const crowd *c, gg_dice *dice)
{
    const uint32_t games = c->count < TALKED_ABOUT ? c->count : TALKED_ABOUT;
    const uint32_t number = gg_dice_pick(dice, games), i = t->count;
    const crowd_seat *seat = &c->games[number].seats[gg_dice_pick(dice, 2)];
    char path[96], body[96], text[48];
    if (i == SAID_MAX) return false;
    if (!seat->sat) return is_up(port);
    said *line = &t->lines[i];
    *line = (said){.game = (uint8_t)number, .side = seat->side, .note = gg_dice_pick(dice, 2) == 0};
    t->count++; /* from here on it may be there */
    text_of(t, i, text);
    snprintf(path, sizeof path, "/api/games/%s/%s", seat->game->id, line->note ? "note" : "chat");
    snprintf(body, sizeof body, "{\"text\":\"%s\"}", text);
    answer it = call(port, "POST", path, seat->token, body);
    line->number = (uint32_t)answer_number(&it, "number");
    line->acknowledged = it.status == 200;
    const bool goes_on = it.status == 200 || it.status == 503;
    answer_free(&it);
    return goes_on;
}

/* A process of its own, until the server is gone; perhaps another one has its port by then. */
static pid_t begin_talk(talk *t, int port, const crowd *c, gg_dice *dice)
{
    gg_dice own = gg_dice_random(gg_dice_bits(dice));
    const pid_t talker = fork();
    if (talker != 0) return talker;
    const int64_t until = crowd_now() + LOAD_US; /* in the beginning nobody may sit yet */
    while (c->count > 0 && crowd_now() < until && say(t, port, c, &own)) usleep(2000);
    _exit(0);
}

/* A line may be older than those that are read back. */
static bool has_line(const char *chat, uint32_t number, const char *text)
{
    char wanted[96];
    uint32_t first = 0;
    const char *at = strstr(chat, "\"number\":");
    if (at != NULL) sscanf(at + 9, "%u", &first);
    if (number < first) return true;
    snprintf(wanted, sizeof wanted, "\"number\":%u,", number);
    at = strstr(chat, wanted);
    const char *end = at == NULL ? NULL : strchr(at, '\n'), *found = NULL;
    snprintf(wanted, sizeof wanted, "\"text\":\"%s\"", text);
    if (at != NULL) found = strstr(at, wanted);
    return found != NULL && (end == NULL || found < end);
}

/* The note is the last that was acknowledged, or one that was sent after it. */
static bool is_due(const talk *t, const said *like, const char *note)
{
    bool due = note[0] == '\0';
    for (uint32_t i = 0; i < t->count; i++) {
        const said *at = &t->lines[i];
        char text[48];
        if (!at->note || at->game != like->game || at->side != like->side) continue;
        text_of(t, i, text);
        if (at->acknowledged) due = false;
        due |= strcmp(text, note) == 0;
    }
    return due;
}

static bool check_said(const talk *t, const crowd_seat *seat, const said *line, const char *chat,
                       const char *note)
{
    char text[48];
    if (line->note) return is_due(t, line, note);
    text_of(t, (uint32_t)(line - t->lines), text);
    return !line->acknowledged || has_line(chat, line->number, text) || seat == NULL;
}

/* What was said since `from` in all those games. */
static bool check_talk(talk *t, const crowd *c, int port, uint32_t from, char *trouble,
                       size_t limit)
{
    bool well = true;
    for (int place = 0; well && place < 2 * TALKED_ABOUT && (uint32_t)place / 2 < c->count;
         place++) {
        const crowd_seat *seat = &c->games[place / 2].seats[place % 2];
        char path[96];
        if (!seat->sat) continue;
        snprintf(path, sizeof path, "/api/games/%s/chat", seat->game->id);
        answer chat = call(port, "GET", path, seat->token, NULL);
        snprintf(path, sizeof path, "/api/games/%s/note", seat->game->id);
        answer note = call(port, "GET", path, seat->token, NULL);
        for (uint32_t i = from; well && i < t->count; i++) {
            const said *line = &t->lines[i];
            if (line->game != place / 2 || line->side != seat->side) continue;
            well = chat.body != NULL
                   && check_said(t, seat, line, chat.body, answer_text(&note, "text"));
            if (!well)
                snprintf(trouble, limit, "%s: %s %u of %s is lost (%s)", seat->game->id,
                         line->note ? "note" : "line", i, gg_side_name(seat->side),
                         answer_text(&note, "text"));
        }
        answer_free(&chat);
        answer_free(&note);
    }
    t->checked = t->count;
    return well;
}

/* ---- Killing. ---- */

/* A process of its own, so that the moment owes nothing to what the crowd just does. */
static pid_t aim(pid_t victim, useconds_t after, bool pauses)
{
    const pid_t killer = fork();
    if (killer != 0) return killer;
    usleep(after / 2);
    if (pauses) {
        kill(victim, SIGSTOP);
        usleep(PAUSE_US);
        kill(victim, SIGCONT);
    }
    usleep(after / 2);
    kill(victim, SIGKILL);
    _exit(0);
}

static const char *program; /* grognard */

/* Beside all that; it need not be done before the server dies. */
static pid_t begin_copy(const server_process *s)
{
    const pid_t copier = fork();
    if (copier != 0) return copier;
    char line[4096];
    snprintf(line, sizeof line,
             "'%s' backup '%s' --to '%s/copies' --quick --keep 99 >/dev/null 2>&1", program,
             s->store + strlen("sqlite:"), s->folder);
    _exit(system(line) == 0 ? 0 : 1);
}

/* Each of them is played again, whole. */
static int count_good_copies(const server_process *s, int *all)
{
    char line[4096];
    int good = 0;
    *all = 0;
    snprintf(line, sizeof line,
             "for copy in '%s'/copies/games-*.db; do [ ! -e \"$copy\" ] ||"
             " { echo; '%s' backup \"$copy\" --to '%s/again' --keep 1 >/dev/null 2>&1 &&"
             " echo good; }; done",
             s->folder, program, s->folder);
    FILE *from = popen(line, "r");
    char word[64];
    while (from != NULL && fgets(word, sizeof word, from) != NULL) {
        *all += word[0] == '\n';
        good += word[0] == 'g';
    }
    if (from != NULL) pclose(from);
    return good;
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

static bool rigs; /* the power is cut too */

static void cut_power(const server_process *s)
{
    if (rigs && !disk_cut(s->store + strlen("sqlite:"))) printf("# no power cut\n");
}

/* One life of the server; false: something was lost, or does not go on. */
static bool live_and_die(server_process *s, crowd *c, talk *t, gg_dice *dice, int number,
                         char *trouble, size_t limit)
{
    cut_power(s);
    if (number % HASTE == HASTE - 1) {
        restart_in_haste(s, dice);
        cut_power(s);
    }
    if (!server_restart(s)) {
        snprintf(trouble, limit, "the server does not start again");
        return false;
    }
    if (number % CHECKS == 0
        && (!check_crowd(c, s->port, false, trouble, limit)
            || !check_talk(t, c, s->port, t->checked, trouble, limit)))
        return false;
    crowd_resume(c, s->port);
    const pid_t talker = begin_talk(t, s->port, c, dice);
    const pid_t copier = !rigs && number % COPIES == COPIES - 1 ? begin_copy(s) : 0;
    if (number % 2 == 0) {
        c->enough = c->answered + SOONEST;
        crowd_run(c, crowd_now() + PATIENCE_US, false);
        c->enough = 0;
    }
    const pid_t killer = aim(s->pid, gg_dice_pick(dice, LOAD_US), !rigs && number % 2 == 1);
    const bool outlived = crowd_run(c, crowd_now() + PATIENCE_US, false);
    waitpid(killer, NULL, 0);
    waitpid(s->pid, NULL, 0);
    waitpid(talker, NULL, 0);
    if (copier > 0) waitpid(copier, NULL, 0);
    crowd_hang_up(c);
    snprintf(trouble, limit, "%s", c->trouble);
    return !outlived && c->trouble[0] == '\0';
}

/* ---- The end. ---- */

static bool run_on(const server_process *s, const char *command, const char *file)
{
    char line[2400];
    (void)s;
    snprintf(line, sizeof line, "'%s' %s --quiet '%s'", program, command, file);
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
    const bool well =
        record.status == 200 && run_on(s, "replay", file) && run_on(s, "verify", file);
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

static void look_back(server_process *s, crowd *c, talk *t)
{
    char trouble[600] = "";
    uint32_t begun = 0, over = 0, records = 0;
    bool well = check_crowd(c, s->port, true, trouble, sizeof trouble);
    claim(well, "the logs of all games hold every acknowledged action once, in order %s", trouble);
    trouble[0] = '\0';
    well = check_talk(t, c, s->port, 0, trouble, sizeof trouble);
    claim(well && t->count > 0, "of %u lines and notes none is lost that was acknowledged %s",
          t->count, trouble);
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

static const char *word_after(int argc, char **argv, const char *flag)
{
    for (int i = 2; i + 1 < argc; i++)
        if (strcmp(argv[i], flag) == 0) return argv[i + 1];
    return NULL;
}

static int number_after(int argc, char **argv, const char *flag, int otherwise)
{
    const char *word = word_after(argc, argv, flag);
    return word == NULL ? otherwise : atoi(word);
}

int main(int argc, char **argv)
{
    server_process s;
    crowd c;
    char trouble[600] = "";
    const int kills = number_after(argc, argv, "--kills", KILLS);
    const int seed = number_after(argc, argv, "--seed", 1805);
    gg_dice dice = gg_dice_random((uint64_t)seed);
    char switches_name[128] = "";
    const char *server = word_after(argc, argv, "--rigged");
    rigged *switches = server == NULL ? NULL : rigged_new(switches_name);
    talk *t = mmap(NULL, sizeof *t, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    rigs = switches != NULL;
    if (rigs) switches->keeps_images = 1;
    program = argc < 2 ? NULL : argv[1];
    printf("# seed %d\n", seed);
    if (program == NULL || t == MAP_FAILED || !server_start(&s, rigs ? server : program)) {
        puts("Bail out! the server does not start");
        return 1;
    }
    const crowd_options options = {.port = s.port,
                                   .window = UINT32_MAX,
                                   .games_max = GAMES_MAX,
                                   .keeps_acts = true,
                                   .games = (uint32_t)number_after(argc, argv, "--games", GAMES),
                                   .seed = (uint64_t)seed};
    server_kill(&s);
    bool well = crowd_open(&c, &options);
    int lives = 0;
    for (; well && lives < kills; lives++)
        well = live_and_die(&s, &c, t, &dice, lives, trouble, sizeof trouble);
    claim(well,
          "%s %d times in the middle of %u games, nothing acknowledged was lost: "
          "%llu actions, %llu of them sent again and not done twice, %llu decided too late %s",
          rigs ? "the power cut" : "killed", lives, c.count, (unsigned long long)c.answered,
          (unsigned long long)c.again, (unsigned long long)c.stale, trouble);
    claim(c.answered > (uint64_t)lives, "there was something to lose");
    cut_power(&s);
    claim(server_restart(&s), "it starts once more");
    look_back(&s, &c, t);
    claim(server_stop(&s) == 0, "it stops when it is told to");
    claim(check_file(&s), "the file is sound");
    int copies = 0;
    const int good = count_good_copies(&s, &copies);
    claim(good == copies && (rigs || copies > 0 || kills < COPIES),
          "of %d copies that were made meanwhile %d can be played again", copies, good);
    crowd_close(&c);
    if (rigs) rigged_free(switches, switches_name);
    if (claims_failed() == 0) server_clean(&s);
    else printf("# its log and store are in %s\n", s.folder);
    return claims_end();
}
