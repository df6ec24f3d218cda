/*
 * search_plan.c - plays a plan on in a world that may be so, and says what it came to.
 * SPDX-License-Identifier: MIT
 */
#include "core/judgement.h"
#include "core/network.h"
#include "players/search.h"

#include <string.h>

enum {
    STEPS_MAX = 4000, /* of one playout: whatever a game does, it ends */
    SEGMENT_MAX = 600,
    TENTHS = 10,
    TIMES = 64,
    SCALE_AFTER = 8, /* playouts before their scores are believed to show how much they differ */
};

/* ---- What the end of a playout is worth. ---- */

/* 10000 / (1 + 2^-x), x in 16ths: between the rows it is straight. */
static int32_t logistic(int64_t x)
{
    static const int16_t rows[] = {5000, 6667, 8000, 8889, 9412, 9697, 9846, 9922, 9961};
    enum { ROWS = sizeof rows / sizeof rows[0] };
    const int64_t far = x < 0 ? -x : x, row = far / 16, part = far % 16;
    int32_t value = rows[ROWS - 1];
    if (row + 1 < ROWS) value = (int32_t)(rows[row] + (rows[row + 1] - rows[row]) * part / 16);
    return x < 0 ? GG_VALUE_ONE - value : value;
}

/* How far apart the ends of playouts lie is the scale, and where they lie on average the middle: a
 * score means other things early and late, and in every game. */
static void note_end(gg_search *s, int64_t margin)
{
    if (s->ends >= 1 << 16) return;
    s->ends++;
    s->ends_sum += margin;
    const int64_t off = margin - s->ends_sum / s->ends;
    s->ends_spread += off < 0 ? -off : off;
    if (s->ends < SCALE_AFTER) {
        s->centre = s->ends_sum / s->ends;
        s->scale = s->ends_spread / s->ends * 2 + 1;
    } else if ((s->ends & (s->ends - 1)) == 0 && s->ends <= 64) { /* then it stands still */
        s->centre = s->ends_sum / s->ends;
        s->scale = s->ends_spread / s->ends * 2 + 1;
    }
}

/* The side's own score, and not the difference of both: scores reward who closes with the enemy,
 * which both sides do alike, and the difference would leave nobody a reason to come nearer. */
static int64_t margin_of(gg_search *s, const gg_state *state)
{
    return gg_search_score(s, state, s->side);
}

static int32_t value_of(gg_search *s, const gg_state *state)
{
    const gg_turn turn = s->rules->turn(state);
    if (turn.over && turn.winner == s->side) return GG_VALUE_ONE;
    if (turn.over && turn.winner != GG_NOBODY) return 0;
    if (turn.over) return s->level->drawn * (GG_VALUE_ONE / 100);
    const int64_t margin = margin_of(s, state);
    note_end(s, margin);
    const int32_t by_score = logistic((margin - s->centre) * 16 / s->scale);
    if (s->trust == 0) return by_score;
    const int32_t learnt =
        s->network->count == 0
            ? gg_chance_to_win(s->rules, s->seen, s->side)
            : gg_chance_of_odds(gg_network_odds(s->rules, s->network, s->seen, s->side));
    return (s->trust * learnt + (TENTHS - s->trust) * by_score) / TENTHS;
}

/* ---- Playing on. ---- */

typedef struct stage {
    gg_turn begun;
    uint32_t cursor[2];   /* in the plans of the two sides */
    int32_t own;          /* decisions of the side that strays */
    uint8_t times[TIMES]; /* how often the same side has done the same in this phase, by its hash */
} stage;

static gg_side side_of(gg_turn turn)
{
    if (turn.deciding == GG_SIDES_NONE) return GG_NOBODY;
    return (turn.deciding & GG_SIDES_BLUE) != 0 ? GG_BLUE : GG_RED;
}

/* The next action of the plan that belongs to this phase and may be done. */
static bool next_of_plan(gg_search *s, const gg_plan *plan, uint32_t *cursor, uint8_t phase,
                         gg_side side, gg_action *out)
{
    if (plan == NULL) return false;
    for (uint32_t i = *cursor; i < plan->count; i++) {
        if (plan->phases[i] != phase) continue;
        if (s->rules->legal(s->now, side, &plan->actions[i]).reason != 0) continue;
        *cursor = i + 1;
        *out = plan->actions[i];
        return true;
    }
    return false;
}

static void hear_nothing(void *to, uint32_t done, uint32_t all) { (void)to, (void)done, (void)all; }

static void record(gg_search *s, const gg_action *action, uint8_t phase)
{
    gg_plan *plan = &s->spare;
    if (plan->count == GG_PLAN_MAX) return;
    plan->phases[plan->count] = phase;
    plan->actions[plan->count++] = *action;
}

/* One look ahead, but a careful one. */
gg_action gg_search_greedys(gg_search *s, gg_side side)
{
    static const gg_player leaning = {.name = "search", .choose = gg_greedy_choose};
    const gg_player *greedy = s->level->lean > 0 ? &leaning : gg_player_named("greedy");
    const gg_progress *outer = s->decision->progress;
    const gg_progress progress = {.told = hear_nothing,
                                  .to = outer == NULL ? NULL : outer->to,
                                  .enough = outer == NULL ? NULL : outer->enough};
    gg_action action;
    s->rules->view(s->now, side, s->seen);
    const gg_decision d = {.rules = s->rules,
                           .view = s->seen,
                           .offers = s->offers,
                           .side = side,
                           .dice = &s->dice,
                           .count = s->rules->offer(s->now, side, s->offers, s->rules->actions_max),
                           .progress = &progress};
    greedy->choose(greedy, &d, &action);
    return action;
}

/* Has greedy's plan alone taken a quarter of the time? */
static bool is_long(const gg_search *s)
{
    return s->ms_max > 0 && (gg_search_clock(s) - s->begun_ms) * 4 > s->ms_max;
}

static gg_action decide(gg_search *s, const gg_playout *p, stage *at, gg_turn turn, gg_side side)
{
    const bool own = side == s->side;
    gg_action action;
    if (own && p->greedy && turn.phase == s->turn.phase && !is_long(s))
        return gg_search_greedys(s, side);
    const bool strays = own && at->own++ == p->stray;
    if (next_of_plan(s, own ? p->plan : p->others, &at->cursor[side], turn.phase, side, &action)
        && !strays)
        return action;
    return gg_policy_choose(s, s->now, side, own ? p->bent : NULL);
}

/* A turn begins with its first decision.  It is over in another round, when play is back at an
 * earlier phase, or when it is for the other side alone to decide in the phase it began with. */
static bool is_another_turn(gg_turn begun, gg_turn now)
{
    const bool other =
        begun.deciding + now.deciding == GG_SIDES_BOTH && begun.deciding != 0 && now.deciding != 0;
    return now.over || now.round != begun.round || now.phase < begun.phase
           || (other && now.phase == begun.phase);
}

/* Who does it, how and when, but not what for: a shot at another target has the same luck. */
static void apply(gg_search *s, const gg_playout *p, stage *at, gg_turn turn, gg_side side,
                  const gg_action *action)
{
    if (s->luck == 0) {
        s->rules->apply(s->now, side, action, &s->dice, NULL);
        return;
    }
    const uint64_t when = (uint64_t)turn.round << 16 | (uint64_t)turn.phase << 8 | (uint64_t)side;
    const uint64_t what = (uint64_t)action->kind << 16 | action->who;
    const uint64_t luck = gg_stirred(gg_stirred(p->seed, when), what);
    gg_dice dice = gg_dice_random(gg_stirred(luck, at->times[luck % TIMES]++));
    s->rules->apply(s->now, side, action, &dice, NULL);
}

/* True: the game goes on. */
static bool play_turn(gg_search *s, const gg_playout *p, uint32_t *steps)
{
    stage at = {.begun = s->rules->turn(s->now)};
    gg_turn turn = at.begun;
    for (uint32_t i = 0; i < SEGMENT_MAX && *steps < STEPS_MAX; i++, ++*steps) {
        const gg_side side = side_of(turn);
        gg_action action;
        if (side == GG_NOBODY) {
            const uint32_t count = s->rules->offer(s->now, side, s->offers, s->rules->actions_max);
            gg_assert(count > 0);
            action = s->offers[0];
        } else {
            if (at.begun.deciding == GG_SIDES_NONE) at.begun = turn;
            action = decide(s, p, &at, turn, side);
            if (p->record == side) record(s, &action, turn.phase);
        }
        apply(s, p, &at, turn, side, &action);
        turn = s->rules->turn(s->now);
        if (turn.over) return false;
        if (at.begun.deciding != GG_SIDES_NONE && is_another_turn(at.begun, turn)) return true;
    }
    return true;
}

int32_t gg_plan_play(gg_search *s, const gg_playout *p)
{
    uint32_t steps = 0;
    memcpy(s->now, s->guesses[p->world % GG_SEARCH_GUESSES], s->rules->state_bytes);
    s->dice = gg_dice_random(p->seed);
    s->spare.count = 0;
    s->playouts++;
    gg_playout freely = {.stray = -1, .record = GG_NOBODY};
    bool goes_on = play_turn(s, p, &steps);
    for (uint32_t turn = 0; goes_on && turn < s->level->ahead; turn++) {
        freely.seed = gg_stirred(p->seed, turn + 1);
        goes_on = play_turn(s, &freely, &steps);
    }
    return value_of(s, s->now);
}

bool gg_search_is_hurried(gg_search *s)
{
    if (gg_is_enough(s->decision->progress)) s->hurried = true;
    return s->hurried;
}

bool gg_search_is_over(gg_search *s)
{
    if (s->stopped || s->playouts >= s->playouts_max) return true;
    if (gg_search_is_hurried(s)) s->stopped = true;
    if (s->ms_max > 0 && gg_search_clock(s) - s->begun_ms >= s->ms_max) s->stopped = true;
    return s->stopped;
}
