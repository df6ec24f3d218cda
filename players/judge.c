/*
 * judge.c - from scores to chances.  See judge.h.
 * SPDX-License-Identifier: MIT
 */
#include "players/judge.h"

#include <string.h>

enum {
    STEPS_MAX = 4000, /* of one game: whatever is played, it ends */
    SCALES = 15,      /* that are tried, each half as large again as the one before */
    TEMPO_LEAST = 16, /* samples of either side's turn that show what a turn is worth */
    DOUBTS = 2,       /* drawn games added on either side: few games prove little */
};

void gg_judge_begin(gg_judge *judge, const gg_ruleset *rules, const gg_player *player,
                    gg_search *search)
{
    gg_assert(player->level != NULL);
    memset(judge, 0, sizeof *judge);
    judge->rules = rules;
    judge->player = player;
    judge->search = search;
    judge->level = *player->level;
    judge->level.overlooks = 0;
    judge->level.temperature = 0;
}

int32_t gg_logistic(int64_t x)
{
    static const int16_t rows[] = {5000, 5858, 6667, 7388, 8000, 8498, 8889, 9188, 9412, 9577, 9697,
                                   9784, 9846, 9891, 9922, 9945, 9961, 9972, 9981, 9986, 9990};
    enum { ROWS = sizeof rows / sizeof rows[0], STEP = 128 };
    const int64_t far = x < 0 ? -x : x, row = far / STEP, part = far % STEP;
    int32_t value = rows[ROWS - 1];
    if (row + 1 < ROWS) value = (int32_t)(rows[row] + (rows[row + 1] - rows[row]) * part / STEP);
    return x < 0 ? GG_VALUE_ONE - value : value;
}

static int32_t margin_of(gg_judge *judge, const gg_state *state)
{
    int32_t scores[2];
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        judge->rules->view(state, side, judge->search->seen);
        scores[side] = judge->rules->score(judge->search->seen, side, judge->search->notes, NULL);
    }
    return scores[GG_BLUE] - scores[GG_RED];
}

/* ---- Playing. ---- */

/* Where both decide, chance says who goes first: the policy of the one who is last sees more than
 * it should, and neither side is to gain by that. */
static gg_side side_of(gg_turn turn, gg_dice *dice)
{
    if (turn.deciding == GG_SIDES_NONE) return GG_NOBODY;
    if (turn.deciding == GG_SIDES_BOTH) return gg_dice_pick(dice, 2) == 0 ? GG_BLUE : GG_RED;
    return (turn.deciding & GG_SIDES_BLUE) != 0 ? GG_BLUE : GG_RED;
}

static void take_step(gg_judge *judge, gg_turn turn)
{
    gg_search *s = judge->search;
    const gg_side side = side_of(turn, &s->dice);
    gg_action action;
    if (side == GG_NOBODY) {
        const uint32_t count =
            judge->rules->offer(s->now, side, s->offers, judge->rules->actions_max);
        gg_assert(count > 0);
        action = s->offers[0];
    } else {
        action = gg_policy_choose(s, s->now, side, NULL);
    }
    judge->rules->apply(s->now, side, &action, &s->dice, NULL);
}

/* The samples of one game are spread over all of it, however long it is: when there is no room for
 * more, every other one is dropped, and from then on only half as many are taken. */
typedef struct sampling {
    uint32_t first, seen, stride;
    gg_turn last;
} sampling;

static void take_sample(gg_judge *judge, sampling *of, gg_turn turn)
{
    const bool is_new = turn.round != of->last.round || turn.deciding != of->last.deciding;
    if (!is_new || turn.deciding == GG_SIDES_NONE) return;
    of->last = turn;
    if (of->seen++ % of->stride != 0) return;
    if (judge->sample_count - of->first == GG_JUDGE_SAMPLES_OF_GAME) {
        uint32_t kept = of->first;
        for (uint32_t i = of->first; i < judge->sample_count; i += 2)
            judge->samples[kept++] = judge->samples[i];
        judge->sample_count = kept;
        of->stride *= 2;
    }
    if (judge->sample_count == GG_JUDGE_SAMPLES) return;
    judge->samples[judge->sample_count++] =
        (gg_judge_sample){.margin = margin_of(judge, judge->search->now),
                          .round = turn.round,
                          .deciding = turn.deciding};
}

void gg_judge_play(gg_judge *judge, const gg_state *from, uint64_t seed,
                   const gg_progress *progress)
{
    gg_search *s = judge->search;
    sampling of = {.first = judge->sample_count, .stride = 1, .last = {.round = UINT16_MAX}};
    const gg_level *level = s->level;
    s->level = &judge->level;
    s->dice = gg_dice_random(seed);
    /* what the policy remembers would make one game like the other */
    memset(s->known, 0, sizeof s->known);
    memcpy(s->now, from, judge->rules->state_bytes);
    gg_turn turn = judge->rules->turn(s->now);
    for (uint32_t step = 0; !turn.over && step < STEPS_MAX; step++) {
        take_sample(judge, &of, turn);
        take_step(judge, turn);
        turn = judge->rules->turn(s->now);
        if (step % 16 == 15 && gg_is_enough(progress)) {
            judge->sample_count = of.first; /* nobody knows how it would have ended */
            break;
        }
    }
    const uint8_t halves = !turn.over || turn.winner == GG_NOBODY ? 1
                           : turn.winner == GG_BLUE               ? 2
                                                                  : 0;
    for (uint32_t i = of.first; i < judge->sample_count; i++) judge->samples[i].halves = halves;
    judge->games++;
    s->level = level;
}

/* ---- Learning. ---- */

static int64_t turned(const gg_judge_stage *stage, const gg_judge_sample *it)
{
    return it->margin
           + (it->deciding == GG_SIDES_BLUE  ? stage->tempo
              : it->deciding == GG_SIDES_RED ? -stage->tempo
                                             : 0);
}

static int32_t chance_at(const gg_judge_stage *stage, int64_t margin)
{
    return gg_logistic((margin - stage->centre) * 256 / stage->scale);
}

typedef struct batch { /* the samples of one stage */
    const gg_judge_sample *samples;
    uint32_t count; /* of all */
    uint32_t from, until;
    int64_t mean, spread, halves;
    uint32_t own;
} batch;

static bool is_of(const batch *b, const gg_judge_sample *sample)
{
    return sample->round >= b->from && sample->round <= b->until;
}

/* Sum of the chances, and of the squares by which they were off. */
static void try_stage(const batch *b, const gg_judge_stage *stage, int64_t *chances,
                      int64_t *squares)
{
    *chances = *squares = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        if (!is_of(b, &b->samples[i])) continue;
        const int64_t chance = chance_at(stage, turned(stage, &b->samples[i]));
        const int64_t off = b->samples[i].halves * GG_VALUE_HALF - chance;
        *chances += chance;
        *squares += off * off;
    }
    for (int sign = -1; sign <= 1; sign += 2) {
        const int64_t chance = chance_at(stage, b->mean + sign * b->spread);
        *chances += DOUBTS * chance;
        *squares += DOUBTS * (chance - GG_VALUE_HALF) * (chance - GG_VALUE_HALF);
    }
}

/* So that as many games are won as the chances say together. */
static void centre(const batch *b, gg_judge_stage *stage)
{
    const int64_t wanted = b->halves * GG_VALUE_HALF + 2 * DOUBTS * GG_VALUE_HALF;
    int64_t low = b->mean - 12 * (int64_t)stage->scale, high = b->mean + 12 * (int64_t)stage->scale;
    while (high - low > 1) {
        int64_t chances, squares;
        const int64_t middle = low + (high - low) / 2;
        stage->centre = (int32_t)middle;
        try_stage(b, stage, &chances, &squares);
        if (chances > wanted) low = middle;
        else high = middle;
    }
    stage->centre = (int32_t)low;
}

static int32_t tempo_of(const batch *b)
{
    int64_t sums[2] = {0}, counts[2] = {0};
    for (uint32_t i = 0; i < b->count; i++) {
        const gg_judge_sample *it = &b->samples[i];
        if (!is_of(b, it) || (it->deciding != GG_SIDES_BLUE && it->deciding != GG_SIDES_RED))
            continue;
        const int side = it->deciding == GG_SIDES_RED;
        sums[side] += it->margin, counts[side]++;
    }
    if (counts[0] < TEMPO_LEAST || counts[1] < TEMPO_LEAST) return 0;
    return (int32_t)((sums[1] / counts[1] - sums[0] / counts[0]) / 2);
}

static void fit(batch *b, gg_judge_stage *stage)
{
    stage->tempo = tempo_of(b);
    for (uint32_t i = 0; i < b->count; i++)
        if (is_of(b, &b->samples[i]))
            b->own++, b->mean += b->samples[i].margin, b->halves += b->samples[i].halves;
    if (b->own > 0) b->mean /= b->own;
    for (uint32_t i = 0; i < b->count; i++) {
        const int64_t off = b->samples[i].margin - b->mean;
        if (is_of(b, &b->samples[i])) b->spread += off < 0 ? -off : off;
    }
    if (b->own > 0) b->spread /= b->own;
    int64_t least = INT64_MAX, scale = b->spread / 4 + 1;
    gg_judge_stage best = *stage;
    for (int i = 0; i < SCALES; i++, scale = scale + scale / 2 + 1) {
        int64_t chances, squares;
        stage->scale = (int32_t)scale;
        centre(b, stage);
        try_stage(b, stage, &chances, &squares);
        if (squares < least) least = squares, best = *stage;
    }
    *stage = best;
}

/* Stages have about as many samples each: the rounds are counted out. */
void gg_judge_learn(gg_judge *judge)
{
    uint32_t seen = 0, from = 0;
    judge->stage_count = 0;
    for (uint32_t round = 0; seen < judge->sample_count || judge->stage_count == 0; round++) {
        for (uint32_t i = 0; i < judge->sample_count; i++) seen += judge->samples[i].round == round;
        const uint32_t wanted = judge->sample_count * (judge->stage_count + 1) / GG_JUDGE_STAGES;
        if (seen < wanted) continue;
        gg_judge_stage *stage = &judge->stages[judge->stage_count++];
        batch b = {.samples = judge->samples,
                   .count = judge->sample_count,
                   .from = from,
                   .until = seen == judge->sample_count ? UINT16_MAX : round};
        *stage = (gg_judge_stage){.until = (uint16_t)b.until, .scale = 1};
        fit(&b, stage);
        from = round + 1;
        if (judge->stage_count == GG_JUDGE_STAGES || b.until == UINT16_MAX) return;
    }
}

/* ---- Judging. ---- */

static const gg_judge_stage *stage_of(const gg_judge *judge, uint32_t round)
{
    const gg_judge_stage *stage = judge->stages;
    while (stage + 1 < judge->stages + judge->stage_count && round > stage->until) stage++;
    return stage;
}

int32_t gg_judge_sampled(const gg_judge *judge, const gg_judge_sample *it)
{
    const gg_judge_stage *stage = stage_of(judge, it->round);
    return chance_at(stage, turned(stage, it));
}

int32_t gg_judge_blue(gg_judge *judge, const gg_state *state)
{
    const gg_turn turn = judge->rules->turn(state);
    if (turn.over)
        return turn.winner == GG_BLUE ? GG_VALUE_ONE : turn.winner == GG_RED ? 0 : GG_VALUE_HALF;
    gg_assert(judge->stage_count > 0);
    const gg_judge_sample it = {
        .margin = margin_of(judge, state), .round = turn.round, .deciding = turn.deciding};
    return gg_judge_sampled(judge, &it);
}

int32_t gg_judge_chance(gg_judge *judge, const gg_state *state, gg_side side)
{
    const int32_t blue = gg_judge_blue(judge, state);
    return side == GG_RED ? GG_VALUE_ONE - blue : blue;
}

int32_t gg_judge_square(const gg_judge *judge, const gg_judge_sample *samples, uint32_t count)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        const int64_t off =
            samples[i].halves * GG_VALUE_HALF - gg_judge_sampled(judge, &samples[i]);
        sum += off * off;
    }
    return count == 0 ? 0 : (int32_t)(sum / count / GG_VALUE_ONE);
}
