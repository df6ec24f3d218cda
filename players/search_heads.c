/*
 * search_heads.c - several searches for one decision, so that several threads can work on it.
 *
 * Each head has worlds, dice and a race of its own and brings home its best lines; then these are
 * played off against each other in the worlds of the last head.  How many heads there are follows
 * from the effort and never from the threads, so the choice is the same on one thread and on eight.
 * SPDX-License-Identifier: MIT
 */
#include "players/search.h"

#include <string.h>

enum {
    HEAD_LEAST = 128,    /* playouts that a head is worth having for, */
    HEAD_LEAST_MS = 150, /* or milliseconds, */
    PLAY_OFF_SHARE = 4,  /* a quarter of the effort is for the play-off */
};

uint32_t gg_heads_of(const gg_search *s)
{
    uint32_t heads = s->playouts_all / HEAD_LEAST;
    if (s->ms_all > 0 && s->ms_all / HEAD_LEAST_MS < heads)
        heads = (uint32_t)(s->ms_all / HEAD_LEAST_MS);
    if (heads > s->level->heads) heads = s->level->heads;
    if (heads > GG_SEARCH_HEADS) heads = GG_SEARCH_HEADS;
    return heads < 1 ? 1 : heads;
}

/* Where both choose in secret, and nothing is hidden from before, the view is a world by itself:
 * the other side has still everything to choose.  Later it has, and is guessed at; but a guess is
 * not likely to be right, so every other world has the bare view then. */
static bool is_bare(const gg_search *s, int world)
{
    return s->turn.secret && s->level->guesses != GG_GUESSES_ALWAYS
           && (s->memory->first_phase == s->turn.phase || world >= s->level->guesses);
}

/* As if nothing had been thought in this room. */
static void forget(gg_search *s)
{
    s->playouts = 0;
    s->line_count = 0;
    s->centre = 0;
    s->scale = 1;
    s->ends_sum = s->ends_spread = s->ends = 0;
    s->gain_spread = s->gains = 0;
    memset(s->known, 0, sizeof s->known);
}

void gg_head_open(gg_search *s)
{
    if (s->head > 0) forget(s);
    s->is_open = true;
    s->seed = s->seed_all + s->head * UINT64_C(0x9e3779b97f4a7c15);
    s->dice = gg_dice_random(~s->seed);
    for (int i = 0; i < GG_SEARCH_GUESSES; i++)
        if (is_bare(s, i)) memcpy(s->guesses[i], s->decision->view, s->rules->state_bytes);
        else s->rules->guess(s->decision->view, s->side, &s->dice, s->guesses[i]);
    gg_policy_weigh(s);
}

/* What this head may spend; `together` work at the same time. */
static void take_part(gg_search *s, uint32_t together)
{
    s->playouts_max = (s->playouts_race - s->playouts_race / PLAY_OFF_SHARE) / s->heads;
    s->stopped = s->hurried;
    s->begun_ms = gg_search_clock(s);
    if (s->ms_all == 0) return;
    if (together > s->heads) together = s->heads;
    s->ms_max = (s->ms_all - s->ms_all / PLAY_OFF_SHARE) * together / s->heads;
    if (s->ms_max < 1) s->ms_max = 1;
}

static bool is_among(const gg_line_of_play *lines, uint32_t count, const gg_line_of_play *it)
{
    for (uint32_t i = 0; i < count; i++)
        if (gg_plans_agree(&lines[i].plan, &it->plan)) return true;
    return false;
}

/* The best lines of the race, the best first. */
static void bring_home(gg_search *s, gg_head *home)
{
    bool is_taken[GG_SEARCH_PLANS] = {false};
    home->count = 0;
    home->playouts = s->playouts;
    while (home->count < GG_HEAD_LINES) {
        int best = -1;
        for (uint32_t i = 0; i < s->line_count; i++)
            if (!is_taken[i]
                && (best < 0 || gg_line_worth(s, &s->lines[i]) > gg_line_worth(s, &s->lines[best])))
                best = (int)i;
        if (best < 0) return;
        is_taken[best] = true;
        if (is_among(home->lines, home->count, &s->lines[best])) continue;
        home->lines[home->count++] = s->lines[best];
    }
}

/* The lines of all heads.  What they came to is forgotten, for it was counted in other worlds and
 * on other scales, unless all begin alike: then there is nothing to play off. */
static void gather_lines(gg_search *s)
{
    bool differ = s->mixes;
    s->line_count = 0;
    s->playouts_before = 0;
    s->playouts = 0;
    for (uint32_t head = 0; head < s->heads; head++) {
        const gg_head *home = &s->brought[head];
        s->playouts_before += home->playouts;
        for (uint32_t i = 0; i < home->count; i++) {
            if (is_among(s->lines, s->line_count, &home->lines[i])) continue;
            s->lines[s->line_count++] = home->lines[i];
            differ = differ || home->lines[i].first != s->lines[0].first;
        }
    }
    for (uint32_t i = 0; differ && i < s->line_count; i++)
        s->lines[i].count = 0, s->lines[i].sum = s->lines[i].squares = 0;
    s->stopped = s->hurried;
    s->playouts_max = differ && !s->stopped ? s->playouts_race / PLAY_OFF_SHARE : 0;
    s->begun_ms = gg_search_clock(s);
    if (s->ms_all > 0) s->ms_max = s->ms_all / PLAY_OFF_SHARE + 1;
}

typedef struct errand {
    gg_search *main;
    uint32_t together;
} errand;

static void run_part(void *about, uint32_t nth, void *room)
{
    const errand *of = about;
    gg_search *const all = of->main, *s = all;
    if (nth + 1 < all->heads) {
        s = gg_search_open_in(room, all->player, all->decision);
        s->heads = all->heads;
        s->seed_all = all->seed_all;
        s->playouts_all = all->playouts_all;
        s->playouts_race = all->playouts_race;
        s->ms_all = all->ms_all;
        s->mixes = all->mixes;
        s->is_quiet = true;
    }
    s->head = nth;
    take_part(s, of->together);
    gg_head_open(s);
    while (!gg_race_on(s)) {}
    bring_home(s, &all->brought[nth]);
}

/* One after the other in one room; false: it is to go on later. */
static bool run_in_turn(gg_search *s)
{
    for (; s->head < s->heads; s->head++) {
        if (!s->is_open) {
            if (s->hurried && s->brought[0].count > 0) return true;
            take_part(s, 1);
            gg_head_open(s);
        }
        if (!gg_race_on(s)) return false;
        bring_home(s, &s->brought[s->head]);
        s->playouts_before += s->playouts;
        s->is_open = false;
    }
    return true;
}

bool gg_heads_run(gg_search *s)
{
    const gg_hands *hands = s->decision->hands;
    if (s->heads == 1) {
        if (!s->is_open) gg_head_open(s);
        return gg_race_on(s);
    }
    if (hands != NULL && hands->threads > 1) {
        errand of = {.main = s, .together = hands->threads};
        hands->together(hands->to, run_part, &of, s->heads, s->decision->room);
    } else if (!run_in_turn(s)) {
        return false;
    }
    gather_lines(s);
    return true;
}
