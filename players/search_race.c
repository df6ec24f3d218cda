/*
 * search_race.c - which plan?  They race: the ones that do best are played on most often, and new
 * ones join while there is time, most of them good ones that were changed in one place.
 * SPDX-License-Identifier: MIT
 */
#include "players/search.h"

#include <string.h>

enum {
    CURIOSITY = 3000, /* how much a plan may be better than it looks after one playout */
    LOOK_EVERY = 16,  /* playouts between two looks whether it is settled: */
    SETTLED = 4,      /* after a quarter of what it may take, */
    OBVIOUS = 16,     /* or a sixteenth, with twice the doubt */
    OFFERS_FOR_GREEDY = 400,
    SURER = 4,    /* tenths of the doubt that are left where lines have the same luck */
    KNOWN_BY = 6, /* playouts of a line that is the best beyond doubt */
    RISK = 4,     /* a quarter of the spread counts for who is bold, against who is careful */
};

uint32_t gg_root_of(uint64_t square)
{
    uint64_t root = 0;
    for (uint64_t bit = UINT64_C(1) << 31; bit != 0; bit >>= 1)
        if ((root + bit) * (root + bit) <= square) root += bit;
    return (uint32_t)root;
}

static uint32_t log2_of(uint32_t number)
{
    uint32_t log = 0;
    for (; number > 1; number >>= 1) log++;
    return log;
}

int64_t gg_line_mean(const gg_line_of_play *line)
{
    return line->count == 0 ? GG_VALUE_HALF : line->sum / line->count;
}

static int64_t risk_of(const gg_search *s, const gg_line_of_play *line)
{
    if (s->style == GG_STYLE_STEADY || line->count < 2) return 0;
    const int64_t mean = gg_line_mean(line), spread = line->squares / line->count - mean * mean;
    const int64_t risk = gg_root_of(spread > 0 ? (uint64_t)spread : 0) / RISK;
    return s->style == GG_STYLE_BOLD ? risk : -risk;
}

/* Lines that have the same luck differ by themselves, and a few playouts show it. */
static int64_t doubt_of(const gg_search *s)
{
    const int64_t doubt = s->level->doubt * (GG_VALUE_ONE / 100);
    return s->luck > 0 ? doubt * SURER / 10 : doubt;
}

int64_t gg_line_doubt(const gg_search *s, const gg_line_of_play *line)
{
    return doubt_of(s) * 16 / (int64_t)gg_root_of(256u * line->count);
}

int64_t gg_line_worth(const gg_search *s, const gg_line_of_play *line)
{
    if (line->count == 0) return INT64_MIN;
    if (line->is_base) return gg_line_mean(line) + risk_of(s, line);
    return gg_line_mean(line) + risk_of(s, line) - gg_line_doubt(s, line);
}

static int64_t hope_of(const gg_search *s, const gg_line_of_play *line, uint32_t log)
{
    return gg_line_mean(line) + risk_of(s, line)
           + CURIOSITY * (int64_t)gg_root_of(256u * log / line->count) / 16 / 2;
}

/* ---- Lines. ---- */

int32_t gg_plan_first(const gg_search *s, const gg_plan *plan)
{
    const gg_decision *d = s->decision;
    for (uint32_t i = 0; i < plan->count; i++) {
        if (plan->phases[i] != s->turn.phase) continue;
        for (uint32_t offer = 0; offer < d->count; offer++)
            if (memcmp(&plan->actions[i], &d->offers[offer], sizeof(gg_action)) == 0)
                return (int32_t)offer;
    }
    return -1;
}

static void note(gg_line_of_play *line, int32_t value)
{
    line->count++;
    line->sum += value;
    line->squares += (int64_t)value * value;
}

static gg_line_of_play *worst_line(gg_search *s)
{
    gg_line_of_play *worst = &s->lines[s->line_count - 1];
    for (uint32_t i = 0; i + 1 < s->line_count; i++)
        if (!s->lines[i].is_base && gg_line_mean(&s->lines[i]) < gg_line_mean(worst))
            worst = &s->lines[i];
    return worst;
}

/* The same worlds and dice for every line at its nth playout: what differs is the line. */
static gg_playout playout_of(const gg_search *s, const gg_line_of_play *line)
{
    return (gg_playout){.world = line->count,
                        .seed = s->seed + line->count,
                        .plan = &line->plan,
                        .bent = &line->bent,
                        .stray = -1,
                        .record = GG_NOBODY};
}

static void play_line(gg_search *s, gg_line_of_play *line)
{
    const gg_playout playout = playout_of(s, line);
    note(line, gg_plan_play(s, &playout));
}

/* A new line is recorded while it is played for the first time: `from` is changed at the nth own
 * decision (NULL: the whole is new). */
static void add_line(gg_search *s, const gg_line_of_play *from, gg_bent bent, int32_t stray)
{
    gg_line_of_play fresh_bent = {.bent = bent};
    gg_playout playout = playout_of(s, &fresh_bent);
    playout.plan = from == NULL ? NULL : &from->plan;
    playout.stray = stray;
    playout.record = s->side;
    playout.seed = s->seed ^ (uint64_t)(s->playouts + 1) << 32;
    playout.world = s->playouts;
    const int32_t value = gg_plan_play(s, &playout);
    const int32_t first = gg_plan_first(s, &s->spare);
    if (first < 0) return;
    gg_line_of_play *line =
        s->line_count < GG_SEARCH_PLANS ? &s->lines[s->line_count++] : worst_line(s);
    memset(line, 0, sizeof *line);
    line->plan = s->spare;
    line->bent = bent;
    line->first = first;
    note(line, value);
}

/* Adds the plans of the last decision that can still be carried out. */
static void add_kept(gg_search *s)
{
    for (uint32_t i = 0; i < s->memory->kept_count; i++) {
        const gg_kept *kept = &s->memory->kept[i];
        const int32_t first = gg_plan_first(s, &kept->plan);
        if (first < 0) continue;
        gg_line_of_play *line = &s->lines[s->line_count++];
        memset(line, 0, sizeof *line);
        line->plan = kept->plan;
        line->bent = kept->bent;
        line->first = first;
        play_line(s, line);
    }
}

bool gg_plans_agree(const gg_plan *one, const gg_plan *two)
{
    return one->count == two->count && memcmp(one->phases, two->phases, one->count) == 0
           && memcmp(one->actions, two->actions, one->count * sizeof one->actions[0]) == 0;
}

/* A secret plan is put together from many small choices, none of which shows anything by itself,
 * and in some games more is offered than the policy can try: there what greedy would do is the
 * first line of those who know it.  To leave it, another must have shown that it is better, and not
 * only lucky so far.  Where very much is offered greedy himself takes too long. */
static void add_base(gg_search *s)
{
    const bool wanted =
        s->turn.secret
        || (s->rules->judgement->manner.base && s->decision->count <= OFFERS_FOR_GREEDY);
    if (s->level->base < (wanted ? 1 : 2) || s->stopped) return;
    const gg_bent none = {.patience = 0};
    const gg_playout playout = {
        .seed = s->seed ^ 1, .bent = &none, .stray = -1, .record = s->side, .greedy = true};
    gg_plan_play(s, &playout);
    const int32_t first = gg_plan_first(s, &s->spare);
    if (first < 0) return;
    gg_line_of_play *line = &s->lines[s->line_count++];
    memset(line, 0, sizeof *line);
    line->plan = s->spare;
    line->first = first;
    line->is_base = true;
    play_line(s, line);
}

/* Where each offer is a line: greedy's, while another was played more often.  Seen once, it would
 * be left for whatever did better than that once. */
static gg_line_of_play *too_little_known(gg_search *s)
{
    gg_line_of_play *base = NULL;
    uint32_t most = 0;
    for (uint32_t i = 0; i < s->line_count && s->each > 0; i++) {
        if (s->lines[i].is_base) base = &s->lines[i];
        if (s->lines[i].count > most) most = s->lines[i].count;
    }
    return base != NULL && base->count < most ? base : NULL;
}

static gg_line_of_play *most_hopeful(gg_search *s)
{
    gg_line_of_play *known_less = too_little_known(s);
    if (known_less != NULL) return known_less;
    const uint32_t log = log2_of(s->playouts) + 1;
    gg_line_of_play *best = &s->lines[0];
    int64_t hope = INT64_MIN;
    for (uint32_t i = 0; i < s->line_count; i++) {
        if (s->lines[i].count == 0) return &s->lines[i];
        const int64_t its = hope_of(s, &s->lines[i], log);
        if (its > hope) hope = its, best = &s->lines[i];
    }
    return best;
}

gg_line_of_play *gg_best_line(gg_search *s)
{
    gg_line_of_play *best = &s->lines[0];
    for (uint32_t i = 1; i < s->line_count; i++)
        if (gg_line_worth(s, &s->lines[i]) > gg_line_worth(s, best)) best = &s->lines[i];
    return best;
}

/* One plan more, while there are fewer than the time so far allows. */
static void widen(gg_search *s)
{
    const gg_decision *d = s->decision;
    const gg_bent bent = gg_policy_bend(s, d->offers, d->count);
    const uint32_t kind = gg_dice_pick(&s->dice, 8);
    if (s->line_count < 3 || kind < 3) {
        add_line(s, NULL, bent, -1);
        return;
    }
    const gg_line_of_play *from = kind < 6 ? gg_best_line(s) : most_hopeful(s);
    const uint32_t length = from->plan.count == 0 ? 1 : from->plan.count;
    const uint32_t stray = kind % 2 == 0 ? 0 : gg_dice_pick(&s->dice, length);
    add_line(s, from, bent, (int32_t)stray);
}

/* Has so large a part of the effort been spent: one nth? */
static bool is_spent(const gg_search *s, uint32_t nth)
{
    if (s->playouts >= s->playouts_max / nth) return true;
    return s->ms_max > 0 && (gg_search_clock(s) - s->begun_ms) * nth >= s->ms_max;
}

/* Do all that may still be the best begin alike?  Then the rest of the time is for later. */
static bool begin_alike(gg_search *s, int64_t doubt)
{
    const gg_line_of_play *best = gg_best_line(s);
    const int64_t least = gg_line_worth(s, best)
                          - (doubt - doubt_of(s)) * 16 / (int64_t)gg_root_of(256u * best->count);
    for (uint32_t i = 0; i < s->line_count; i++) {
        const gg_line_of_play *it = &s->lines[i];
        if (it->count == 0) return false;
        const int64_t most = gg_line_mean(it) + doubt * 16 / (int64_t)gg_root_of(256u * it->count);
        if (it->first != best->first && most >= least) return false;
    }
    return true;
}

static bool is_settled(gg_search *s)
{
    const uint32_t count = gg_best_line(s)->count;
    if (s->playouts % LOOK_EVERY != 0 || count < 4) return false;
    if (is_spent(s, SETTLED)) return begin_alike(s, doubt_of(s));
    return count >= KNOWN_BY && is_spent(s, OBVIOUS) && begin_alike(s, 2 * doubt_of(s));
}

/* Where few actions are offered, and dice decide much: hundreds of plans would each be played a
 * few times and the luckiest be taken, but what is done now is one of a few. */
static bool is_each(const gg_search *s)
{
    return s->each > 0 && !s->turn.secret && s->decision->count <= GG_SEARCH_PLANS;
}

static void add_offer(gg_search *s, uint32_t offer, bool is_base)
{
    gg_line_of_play *line = &s->lines[s->line_count++];
    memset(line, 0, sizeof *line);
    line->plan.count = 1;
    line->plan.actions[0] = s->decision->offers[offer];
    line->plan.phases[0] = s->turn.phase;
    line->first = (int32_t)offer;
    line->is_base = is_base;
    play_line(s, line);
}

/* Greedy's first: it is taken when there is time for nothing else. */
static void add_each(gg_search *s)
{
    const gg_decision *d = s->decision;
    memcpy(s->now, s->guesses[0], s->rules->state_bytes);
    s->dice = gg_dice_random(s->seed ^ 1);
    const gg_action greedys = gg_search_greedys(s, s->side);
    for (int others = 0; others < 2; others++)
        for (uint32_t i = 0; i < d->count && (others == 0 || !gg_search_is_over(s)); i++) {
            const bool is_greedys = memcmp(&greedys, &d->offers[i], sizeof greedys) == 0;
            if (is_greedys == (others == 0)) add_offer(s, i, is_greedys);
        }
}

static void open_race(gg_search *s)
{
    if (is_each(s)) {
        add_each(s);
        return;
    }
    add_base(s);
    add_kept(s);
    add_line(s, NULL, (gg_bent){.patience = 0}, -1);
}

static bool is_wider(const gg_search *s)
{
    const uint32_t wanted = 3 + gg_root_of(5u * s->playouts);
    if (is_each(s)) return false;
    return (s->line_count < wanted && s->line_count < GG_SEARCH_PLANS) || s->playouts % 8 == 0;
}

bool gg_race_on(gg_search *s)
{
    if (s->line_count == 0) open_race(s);
    while (!gg_search_is_over(s)) {
        if (is_wider(s)) widen(s);
        else play_line(s, most_hopeful(s));
        gg_search_tell(s);
        if (s->line_count > 0 && is_settled(s)) return true;
        if (gg_search_pauses(s)) return false;
    }
    return true;
}

bool gg_play_off_on(gg_search *s)
{
    while (!gg_search_is_over(s)) {
        play_line(s, most_hopeful(s));
        gg_search_tell(s);
        if (is_settled(s)) return true;
        if (gg_search_pauses(s)) return false;
    }
    return true;
}
