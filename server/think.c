/*
 * think.c - worker threads in which computer players choose.  See think.h.
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE /* pthread_timedjoin_np */
#include "core/action.h"
#include "server/think.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "core/text.h"

enum {
    THREADS_MAX = 9, /* the quick one, and up to eight */
    STACK_BYTES = 8 << 20,
    DEEP = 3,      /* thoughts on one thread, each of which gives way to the next */
    SHORTER = 4,   /* so many times shorter is far shorter */
    COST_MS = 100, /* of thinking are one turn of an asker */
    SLOW_NICE = 10,
    QUICK_NICE = 5, /* who plays goes before who thinks */
    PATIENCE_SECONDS = 2,
};

/* Of one asker there may be a hall full of people behind one address. */
static const lanes_rule rules_of_lanes[LANES_MAX] = {
    [THINK_QUICK] = {4096, 256}, [THINK_SLOW] = {4096, 256}, [THINK_IDLE] = {4096, 256}};

typedef struct thinker {
    thinkers *all;
    uint32_t lanes;
    pthread_t thread;
    struct {
        void *room; /* for players that want some */
        size_t room_bytes;
    } levels[DEEP];
    uint32_t depth; /* thoughts that have begun */
} thinker;

struct thinkers {
    lanes_queue asked;
    queue finished;
    thinker threads[THREADS_MAX];
    uint32_t count;
    atomic_bool stopping;
    bool abandoned; /* a thread did not come back: nothing of this is freed */
    uint64_t dropped;
    void (*wake)(void *app);
    void *app;
};

static bool is_quick(const gg_player *player) { return player->thinks_ms <= THINK_AT_ONCE_MS; }

/* ---- On the threads. ---- */

static void hear_progress(void *to, uint32_t done, uint32_t all)
{
    (void)to, (void)done, (void)all;
}

static uint32_t cost_of(const gg_player *player) { return 1 + player->thinks_ms / COST_MS; }

static void finish(thinker *, lanes_item *);

/* The next thought that this one gives way to; NULL: none. */
static lanes_item *take_before(thinkers *all, const thought *it)
{
    if (it->idle) return lanes_take(&all->asked, 1u << THINK_QUICK | 1u << THINK_SLOW, false);
    if (it->paused > it->player->thinks_ms) return NULL;
    return lanes_take_small(&all->asked, THINK_SLOW, it->wait.key, cost_of(it->player) / SHORTER);
}

static void give_way(thought *it)
{
    thinker *t = it->by;
    if (t->depth == DEEP) return;
    const int64_t since = lanes_now();
    for (lanes_item *at; !t->all->stopping && (at = take_before(t->all, it)) != NULL;)
        finish(t, at);
    it->paused += lanes_now() - since;
}

static bool is_enough(void *to)
{
    thought *it = to;
    const int64_t budget = (int64_t)it->player->thinks_ms * THINK_TIMES + THINK_LEAST_MS;
    if (!it->unwanted) give_way(it);
    return it->unwanted || it->by->all->stopping || lanes_now() - it->begun - it->paused > budget;
}

/* Its own time: it stands while others are thought. */
static int64_t tell_time(void *to)
{
    const thought *it = to;
    return lanes_now() - it->paused;
}

/* The room of a thread grows to what the players it met want; false: there is none to be had. */
static bool has_room_for(thinker *t, const gg_player *player)
{
    const uint32_t level = t->depth - 1;
    if (player->room_bytes <= t->levels[level].room_bytes) return true;
    void *room = malloc(player->room_bytes);
    if (room == NULL) return false;
    free(t->levels[level].room);
    t->levels[level].room = room;
    t->levels[level].room_bytes = player->room_bytes;
    return true;
}

static void think(thinker *t, thought *it)
{
    const gg_ruleset *rules = it->rules;
    gg_action *offers = malloc(rules->actions_max * sizeof *offers);
    const gg_progress progress = {
        .told = hear_progress, .enough = is_enough, .now_ms = tell_time, .to = it};
    it->chosen = false;
    it->paused = 0;
    it->begun = lanes_now();
    if (offers == NULL || !has_room_for(t, it->player)) {
        free(offers);
        return;
    }
    const uint32_t count = rules->offer(it->view, it->side, offers, rules->actions_max);
    if (count > 0) {
        gg_dice dice = gg_dice_random(it->seed);
        gg_action action;
        const gg_decision decision = {.rules = rules,
                                      .view = it->view,
                                      .offers = offers,
                                      .count = count,
                                      .side = it->side,
                                      .dice = &dice,
                                      .memory = it->memory,
                                      .room = t->levels[t->depth - 1].room,
                                      .progress = &progress}; /* as much as its row says */
        it->player->choose(it->player, &decision, &action);
        gg_text text = gg_text_over(it->text, sizeof it->text);
        gg_write_action(rules, it->view, &action, &text);
        it->chosen = !text.cut;
    }
    free(offers);
}

static thought *thought_of(lanes_item *item)
{
    return (thought *)(void *)((char *)item - offsetof(thought, wait));
}

static void finish(thinker *t, lanes_item *at)
{
    thought *it = thought_of(at);
    it->by = t;
    t->depth++;
    if (!it->unwanted && !t->all->stopping) think(t, it);
    t->depth--;
    queue_put(&t->all->finished, &it->link);
    t->all->wake(t->all->app);
}

static void *think_on(void *to)
{
    thinker *t = to;
    /* The loop comes first: one choice takes longer than answering everybody. */
    setpriority(PRIO_PROCESS, 0, (t->lanes >> THINK_SLOW & 1) != 0 ? SLOW_NICE : QUICK_NICE);
    for (lanes_item *at; (at = lanes_take(&t->all->asked, t->lanes, true)) != NULL;) finish(t, at);
    for (int level = 0; level < DEEP; level++) free(t->levels[level].room);
    return NULL;
}

/* ---- On the loop. ---- */

thinkers *thinkers_start(uint32_t threads, void (*wake)(void *app), void *app)
{
    thinkers *t = calloc(1, sizeof *t);
    if (t == NULL) return NULL;
    t->wake = wake;
    t->app = app;
    queue_open(&t->finished, UINT32_MAX);
    if (!lanes_open(&t->asked, rules_of_lanes)) threads = 0;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    for (uint32_t i = 0; threads > 0 && i <= threads && i < THREADS_MAX; i++) {
        thinker *one = &t->threads[t->count];
        one->all = t;
        one->lanes = i == 0 ? 1u << THINK_QUICK : (1u << THINK_LANES) - 1;
        if (pthread_create(&one->thread, &attributes, think_on, one) == 0) t->count++;
    }
    pthread_attr_destroy(&attributes);
    return t;
}

static void drop_waiting(thinkers *t)
{
    for (lanes_item *at; (at = lanes_take(&t->asked, ~0u, false)) != NULL;)
        thought_free(thought_of(at));
}

void thinkers_stop(thinkers *t)
{
    struct timespec until;
    t->stopping = true;
    lanes_close(&t->asked);
    drop_waiting(t);
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += PATIENCE_SECONDS;
    for (uint32_t i = 0; i < t->count; i++)
        if (pthread_clockjoin_np(t->threads[i].thread, NULL, CLOCK_MONOTONIC, &until) != 0)
            t->abandoned = true;
    t->count = 0;
}

/* A thread that did not listen is still in there.  Nobody reads it: were it not volatile, the
 * compiler would not keep it, and who looks for leaks would find one. */
static thinkers *volatile left_behind;

void thinkers_free(thinkers *t)
{
    if (t->abandoned) {
        left_behind = t;
        return;
    }
    drop_waiting(t);
    for (thought *it; (it = thinkers_next(t)) != NULL;) thought_free(it);
    lanes_free(&t->asked);
    queue_free(&t->finished);
    free(t);
}

static uint8_t lane_of(const thought *it)
{
    return it->idle ? THINK_IDLE : is_quick(it->player) ? THINK_QUICK : THINK_SLOW;
}

bool thinkers_ask(thinkers *t, thought *it)
{
    it->wait.lane = lane_of(it);
    it->wait.cost = cost_of(it->player);
    return t->count > 0 && lanes_put(&t->asked, &it->wait);
}

void thinkers_hurry(thinkers *t, thought *it)
{
    if (!it->idle) return;
    it->idle = false;
    lanes_raise(&t->asked, &it->wait, lane_of(it)); /* if it waits */
}

void thinkers_drop(thinkers *t, thought *it)
{
    t->dropped++;
    it->unwanted = true;
    if (lanes_remove(&t->asked, &it->wait)) thought_free(it);
}

thought *thinkers_next(thinkers *t) { return (thought *)queue_take_all(&t->finished, 1, false); }

thinkers_figures thinkers_count(thinkers *t)
{
    thinkers_figures figures = {.dropped = t->dropped};
    for (int lane = 0; lane < THINK_LANES; lane++) {
        figures.waiting[lane] = lanes_count(&t->asked, 1u << lane);
        figures.oldest[lane] = lanes_oldest(&t->asked, 1u << lane);
    }
    return figures;
}

void thought_free(thought *it)
{
    free(it->view);
    free(it->memory);
    free(it);
}
