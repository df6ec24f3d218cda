/*
 * search_mix.c - secret choices: regret matching over plans.
 *
 * The best plans are played against plans the other side may have, each against each; then both
 * sides learn in turn which plan they would rather have had, and play what they regret most in that
 * share.  The average of what they played is what nobody can gain against by knowing it.
 */
#include "players/search.h"

#include <string.h>

enum { PLANS = 8, ROUNDS = 2000, CLOSE = 600, DOUBT = 2500, FAITH = 4 };

typedef struct matrix {
    uint32_t rows, columns;
    gg_line_of_play *lines[PLANS];
    int64_t sums[PLANS][PLANS]; /* of the values for this side */
    int64_t counts[PLANS][PLANS];
} matrix;

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

static void add_row(const gg_search *s, matrix *m, gg_line_of_play *line)
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

/* What the other side may do: recorded from playouts in which it did as it liked. */
static uint32_t gather(gg_search *s, const matrix *m, gg_plan others[PLANS])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < PLANS && !gg_search_is_over(s); i++) {
        gg_line_of_play *line = m->lines[i % m->rows];
        const gg_playout playout = {
            .world = i, .seed = s->seed + 7919 * (i + 1), .plan = &line->plan, .bent = &line->bent,
            .stray = -1, .record = s->side == GG_BLUE ? GG_RED : GG_BLUE};
        gg_plan_play(s, &playout);
        others[count++] = s->spare;
    }
    return count;
}

static void play_each(gg_search *s, matrix *m, const gg_plan *others)
{
    for (uint32_t pass = 0; !gg_search_is_over(s); pass++)
        for (uint32_t row = 0; row < m->rows; row++)
            for (uint32_t column = 0; column < m->columns; column++) {
                if (gg_search_is_over(s)) return;
                const gg_playout playout = {
                    .world = pass, .seed = s->seed + pass, .plan = &m->lines[row]->plan,
                    .others = &others[column], .bent = &m->lines[row]->bent, .stray = -1,
                    .record = GG_NOBODY};
                m->sums[row][column] += gg_plan_play(s, &playout);
                m->counts[row][column]++;
            }
}

static int64_t payoff(const matrix *m, uint32_t row, uint32_t column)
{
    /* a few playouts prove little: as if so many had come to what the line did before */
    return (m->sums[row][column] + FAITH * gg_line_mean(m->lines[row]))
           / (m->counts[row][column] + FAITH);
}

/* In the share of what is regretted; evenly if nothing is. */
static uint32_t by_regret(gg_search *s, const int64_t *regrets, uint32_t count)
{
    int64_t all = 0;
    for (uint32_t i = 0; i < count; i++)
        all += regrets[i] > 0 ? regrets[i] : 0;
    if (all == 0) return gg_dice_pick(&s->dice, count);
    int64_t at = (int64_t)(gg_dice_bits(&s->dice) % (uint64_t)all);
    for (uint32_t i = 0; i + 1 < count; i++) {
        at -= regrets[i] > 0 ? regrets[i] : 0;
        if (at < 0) return i;
    }
    return count - 1;
}

static uint32_t match_regrets(gg_search *s, const matrix *m)
{
    int64_t own[PLANS] = {0}, other[PLANS] = {0}, played[PLANS] = {0};
    for (int round = 0; round < ROUNDS; round++) {
        const uint32_t row = by_regret(s, own, m->rows), column = by_regret(s, other, m->columns);
        const int64_t got = payoff(m, row, column);
        for (uint32_t i = 0; i < m->rows; i++)
            own[i] += payoff(m, i, column) - got;
        for (uint32_t j = 0; j < m->columns; j++)
            other[j] += got - payoff(m, row, j);
        if (round >= ROUNDS / 4) played[row]++;
    }
    return by_regret(s, played, m->rows);
}

/* What a line is worth at least, as far as its playouts say: few of them prove little. */
static int64_t surely(const gg_line_of_play *line)
{
    return gg_line_mean(line) - DOUBT * 16 / (int64_t)gg_root_of(256u * line->count);
}

gg_line_of_play *gg_mix(gg_search *s, gg_line_of_play *best)
{
    matrix m = {.rows = 0};
    gg_plan others[PLANS];
    const int64_t least = surely(best) - CLOSE;
    for (uint32_t i = 0; i < s->line_count; i++)
        if (s->lines[i].count > 3 && surely(&s->lines[i]) >= least)
            add_row(s, &m, &s->lines[i]);
    if (m.rows < 2) return best;
    m.columns = gather(s, &m, others);
    if (m.columns == 0) return best;
    play_each(s, &m, others);
    return m.lines[match_regrets(s, &m)];
}
