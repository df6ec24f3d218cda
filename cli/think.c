/*
 * think.c - a computer decides at the terminal: how far it is, several threads for one decision,
 * and "move now", which is Enter or Ctrl-C while it thinks.
 * SPDX-License-Identifier: MIT
 */
#include "cli/play.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
    SHOW_AFTER_MS = 700, /* who answers sooner says nothing about it */
    STACK_BYTES = GG_PLAYER_STACK_BYTES + (1 << 20),
    THREADS_MAX = 8,
};

/* Ctrl-C while the computer thinks: the first says "move now", the second ends the game. */
static atomic_int impatient;

static void count_interrupts(int number)
{
    if (++impatient < 2) return;
    signal(number, SIG_DFL);
    raise(number); /* the game is on the disk */
}

cli_interrupts cli_guard_interrupts(void) { return signal(SIGINT, count_interrupts); }

void cli_be_patient(void) { impatient = 0; }

/* ---- Threads. ---- */

typedef struct worker {
    gg_part_of_work *part;
    void *about, *room;
    uint32_t nth, step, parts;
} worker;

static void *work(void *to)
{
    const worker *it = to;
    for (uint32_t nth = it->nth; nth < it->parts; nth += it->step)
        it->part(it->about, nth, it->room);
    return NULL;
}

/* The last part has the decision's room and is the caller's; the others are dealt out among threads
 * with rooms of their own.  Where no thread or room is to be had the caller does that work too. */
static void work_together(void *to, gg_part_of_work *part, void *about, uint32_t parts, void *room)
{
    const cli_table *table = to;
    const uint32_t others = parts - 1,
                   threads = table->threads - 1 < others ? table->threads - 1 : others;
    pthread_t ids[THREADS_MAX];
    worker workers[THREADS_MAX];
    bool runs[THREADS_MAX] = {false};
    pthread_attr_t with;
    pthread_attr_init(&with);
    pthread_attr_setstacksize(&with, STACK_BYTES);
    for (uint32_t i = 0; i < threads; i++) {
        workers[i] = (worker){.part = part,
                              .about = about,
                              .nth = i,
                              .step = threads,
                              .parts = others,
                              .room = table->helper_rooms[i]};
        runs[i] = pthread_create(&ids[i], &with, work, &workers[i]) == 0;
    }
    pthread_attr_destroy(&with);
    part(about, parts - 1, room);
    for (uint32_t i = 0; i < threads; i++)
        if (runs[i]) pthread_join(ids[i], NULL);
        else work(&workers[i]);
}

static size_t most_room(void)
{
    size_t most = 0;
    for (const gg_player *const *player = gg_players; *player != NULL; player++)
        if ((*player)->room_bytes > most) most = (*player)->room_bytes;
    return most;
}

static void make_rooms(cli_table *table)
{
    if (table->player_room != NULL) return;
    table->player_room = cli_memory(most_room());
    if (table->threads > THREADS_MAX) table->threads = THREADS_MAX;
    for (uint32_t i = 0; i + 1 < table->threads; i++)
        table->helper_rooms[i] = cli_memory(most_room());
}

void cli_free_players(cli_table *table)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) free(table->player_memory[side]);
    free(table->player_room);
    for (uint32_t i = 0; i < THREADS_MAX; i++) free(table->helper_rooms[i]);
}

uint32_t cli_processors(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > THREADS_MAX ? THREADS_MAX : (uint32_t)count;
}

/* ---- How far it is, and whether anybody waits. ---- */

typedef struct patience {
    const gg_player *player;
    int64_t begun;
    uint32_t percent;
    bool shows, shown, hears; /* on this terminal; something stands there; Enter counts */
    pthread_t listener;       /* one of the threads reads keys */
} patience;

static int64_t tell_time(void *to)
{
    struct timespec now;
    (void)to;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void show_progress(void *to, uint32_t done, uint32_t all)
{
    patience *it = to;
    if (!it->shows || all == 0 || tell_time(NULL) - it->begun < SHOW_AFTER_MS) return;
    const uint32_t percent = (uint32_t)((uint64_t)done * 100 / all);
    if (it->shown && percent == it->percent) return;
    it->percent = percent;
    it->shown = true;
    fprintf(stderr, "\r\033[K%s thinks: %u %%  (Enter: move now) ", it->player->title, percent);
    fflush(stderr);
}

/* An empty line is "move now"; one with words in it is for later, and is left where it is. */
static bool is_enough(void *to)
{
    const patience *it = to;
    int waiting = 0;
    char key;
    if (impatient > 0) return true;
    if (!it->hears || !pthread_equal(pthread_self(), it->listener)) return false;
    if (ioctl(STDIN_FILENO, FIONREAD, &waiting) != 0 || waiting != 1) return false;
    if (read(STDIN_FILENO, &key, 1) == 1) impatient = 1;
    return true;
}

void cli_computer_decides(cli_table *table, gg_side side, const gg_player *player)
{
    gg_match *match = &table->game.match;
    const gg_ruleset *rules = match->rules;
    gg_state *view = cli_memory(rules->state_bytes);
    gg_action action = {0};
    gg_verdict verdict;
    gg_match_view(match, side, view);
    const uint32_t count = rules->offer(view, side, match->offers, rules->actions_max);
    gg_assert(count > 0);
    /* `auto` asks greedy for a side that somebody else may hold: greedy keeps nothing */
    void **memory = &table->player_memory[side];
    if (*memory == NULL && player->memory_bytes > 0) *memory = cli_memory(player->memory_bytes);
    if (player->room_bytes > 0) make_rooms(table);
    const bool watched = cli_is_terminal() && player->level != NULL && !table->json
                         && (table->seats[GG_BLUE] == NULL || table->seats[GG_RED] == NULL);
    patience waits = {.player = player,
                      .begun = tell_time(NULL),
                      .hears = watched,
                      .listener = pthread_self(),
                      .shows = watched && isatty(STDERR_FILENO) != 0};
    const gg_progress progress = {
        .told = show_progress, .now_ms = tell_time, .enough = is_enough, .to = &waits};
    const gg_hands hands = {.together = work_together, .to = table, .threads = table->threads};
    const gg_decision decision = {.rules = rules,
                                  .view = view,
                                  .offers = match->offers,
                                  .count = count,
                                  .side = side,
                                  .dice = &table->player_dice[side],
                                  .effort = table->effort,
                                  .memory = *memory,
                                  .room = table->player_room,
                                  .progress = &progress,
                                  .hands = table->threads > 1 ? &hands : NULL};
    player->choose(player, &decision, &action);
    if (waits.shown) fputs("\r\033[K", stderr);
    const gg_match_answer answer = gg_match_do(match, side, &action, &verdict);
    gg_assert(answer == GG_MATCH_DONE || answer == GG_MATCH_FULL);
    free(view);
}
