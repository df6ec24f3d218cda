/*
 * search_mix.c - secret choices: regret matching over plans.
 *
 * The best plans are played against plans the other side may have, each against each; then both
 * sides learn in turn which plan they would rather have had, and play what they regret most in that
 * share.  The average of what they played is what nobody can gain against by knowing it.
 * SPDX-License-Identifier: MIT
 */
#include "players/search.h"

#include <string.h>

enum { PLANS = GG_MIX_PLANS, ROUNDS = 2000, CLOSE = 600 };

/* The best lines that differ in what they do in this phase. */
static bool is_same_here(const gg_search *s, const gg_plan *one, const gg_plan *two)
{
    uint32_t i = 0, j = 0;
    for (;;) {
        while (i < one->count && one->phases[i] != s->turn.phase) i++;
        while (j < two->count && two->phases[j] != s->turn.phase) j++;
        if (i == one->count || j == two->count) return i == one->count && j == two->count;
        if (memcmp(&one->actions[i++], &two->actions[j++], sizeof(gg_action)) != 0) return false;
    }
}

static void add_row(const gg_search *s, gg_matrix *m, gg_line_of_play *line)
{
    for (uint32_t i = 0; i < m->rows; i++)
        if (is_same_here(s, &m->lines[i]->plan, &line->plan)) return;
    uint32_t at = m->rows;
    if (at == PLANS) {
        if (gg_line_worth(s, m->lines[--at]) >= gg_line_worth(s, line)) return;
    } else {
        m->rows++;
    }
    for (; at > 0 && gg_line_worth(s, m->lines[at - 1]) < gg_line_worth(s, line); at--)
        m->lines[at] = m->lines[at - 1];
    m->lines[at] = line;
}

/* What the other side may do: recorded from playouts in which it did as it liked.  False: later. */
static bool gather(gg_search *s, gg_matrix *m)
{
    for (; m->gathered < PLANS && !gg_search_is_over(s); m->gathered++) {
        gg_line_of_play *line = m->lines[m->gathered % m->rows];
        const gg_playout playout = {.world = m->gathered,
                                    .seed = s->seed + 7919 * (m->gathered + 1),
                                    .plan = &line->plan,
                                    .bent = &line->bent,
                                    .stray = -1,
                                    .record = s->side == GG_BLUE ? GG_RED : GG_BLUE};
        gg_plan_play(s, &playout);
        m->others[m->columns++] = s->spare;
        if (gg_search_pauses(s)) {
            m->gathered++;
            return false;
        }
    }
    m->gathered = PLANS;
    return true;
}

static void play_one(gg_search *s, gg_matrix *m)
{
    const gg_playout playout = {.world = m->pass,
                                .seed = s->seed + m->pass,
                                .plan = &m->lines[m->row]->plan,
                                .others = &m->others[m->column],
                                .bent = &m->lines[m->row]->bent,
                                .stray = -1,
                                .record = GG_NOBODY};
    m->sums[m->row][m->column] += gg_plan_play(s, &playout);
    m->counts[m->row][m->column]++;
    if (++m->column < m->columns) return;
    m->column = 0;
    if (++m->row < m->rows) return;
    m->row = 0;
    m->pass++;
}

static int64_t payoff(const gg_search *s, const gg_matrix *m, uint32_t row, uint32_t column)
{
    /* a few playouts prove little: as if so many had come to what the line did before */
    const int64_t faith = s->level->faith;
    return (m->sums[row][column] + faith * gg_line_mean(m->lines[row]))
           / (m->counts[row][column] + faith);
}

/* In the share of what is regretted; evenly if nothing is. */
static uint32_t by_regret(gg_search *s, const int64_t *regrets, uint32_t count)
{
    int64_t all = 0;
    for (uint32_t i = 0; i < count; i++) all += regrets[i] > 0 ? regrets[i] : 0;
    if (all == 0) return gg_dice_pick(&s->dice, count);
    int64_t at = (int64_t)(gg_dice_bits(&s->dice) % (uint64_t)all);
    for (uint32_t i = 0; i + 1 < count; i++) {
        at -= regrets[i] > 0 ? regrets[i] : 0;
        if (at < 0) return i;
    }
    return count - 1;
}

static uint32_t match_regrets(gg_search *s, const gg_matrix *m)
{
    int64_t own[PLANS] = {0}, other[PLANS] = {0}, played[PLANS] = {0};
    for (int round = 0; round < ROUNDS; round++) {
        const uint32_t row = by_regret(s, own, m->rows), column = by_regret(s, other, m->columns);
        const int64_t got = payoff(s, m, row, column);
        for (uint32_t i = 0; i < m->rows; i++) own[i] += payoff(s, m, i, column) - got;
        for (uint32_t j = 0; j < m->columns; j++) other[j] += got - payoff(s, m, row, j);
        if (round >= ROUNDS / 4) played[row]++;
    }
    return by_regret(s, played, m->rows);
}

/* What a line is worth at least, as far as its playouts say: few of them prove little. */
static int64_t surely(const gg_search *s, const gg_line_of_play *line)
{
    return gg_line_mean(line) - gg_line_doubt(s, line);
}

bool gg_mix_open(gg_search *s)
{
    gg_matrix *m = &s->matrix;
    const int64_t least = surely(s, s->best) - CLOSE;
    for (uint32_t i = 0; i < s->line_count; i++)
        if (s->lines[i].count > 3 && surely(s, &s->lines[i]) >= least) add_row(s, m, &s->lines[i]);
    return m->rows >= 2;
}

bool gg_mix_on(gg_search *s)
{
    gg_matrix *m = &s->matrix;
    if (m->gathered < PLANS && !gather(s, m)) return false;
    while (m->columns > 0 && !gg_search_is_over(s)) {
        play_one(s, m);
        gg_search_tell(s);
        if (gg_search_pauses(s)) return false;
    }
    return true;
}

gg_line_of_play *gg_mix_take(gg_search *s)
{
    const gg_matrix *m = &s->matrix;
    return m->columns == 0 ? s->best : m->lines[match_regrets(s, m)];
}
