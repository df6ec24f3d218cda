/*
 * greedy.c - the player that looks one action ahead.
 *
 * It fills in what it cannot see with one guess, tries every offer on copies of that guess and
 * takes the best expectation of the ruleset's score: exact while the outcomes of an action are
 * few, sampled beyond.  Of equals it takes one at random, but first of all it gets done: an
 * action that keeps the decision must beat the present score, and every offer that ends the phase
 * or hands the decision on unless that can be done afterwards just as well.  So its score rises
 * with each action it goes on with, and its turns end.  Where a phase ends by itself, because each
 * action spends something, the better of going on and handing on is enough: what is promised now
 * (moves that are granted) need not come true to the last inch.
 * SPDX-License-Identifier: MIT
 */
#include "core/odds.h"
#include "players/strangers.h"

#include <stdalign.h>
#include <string.h>

enum {
    RUNS_ALL = 16384,     /* copies tried for one decision, shared among its offers ... */
    RUNS_MIN = 32,        /* ... but at least so many for each, */
    RUNS_MAX = 2048,      /* and never more; */
    NOTES_MAX = 48 << 10, /* bytes that a ruleset keeps from score to score */
    SAMPLES = 48,         /* an action with more outcomes is judged by so many of them */
};

typedef struct worth {
    const gg_leaning *leaning;
    const gg_ruleset *rules;
    gg_state *view; /* scratch: a score is of what the side would see */
    void *notes;    /* the ruleset's, from score to score */
    gg_side side;
    int64_t sum, parts; /* of chance times score, of chances; in 2^30ths */
    bool hands_on;      /* in no outcome does this side go on deciding in this phase */
    uint8_t phase;
} worth;

typedef struct choice {
    bool hands_on;
    int64_t score; /* expected, in 256ths */
    uint32_t offer, equals;
} choice;

static void weigh_outcome(void *to, const gg_state *after, gg_fraction chance, const gg_log *log)
{
    (void)log;
    worth *w = to;
    if (after == NULL) {
        w->sum = 0, w->parts = 0, w->hands_on = true;
        return;
    }
    w->rules->view(after, w->side, w->view);
    const int64_t parts = gg_chance_parts(chance);
    w->sum += parts * gg_leaning_score(w->leaning, w->rules, w->view, w->side, w->notes);
    w->parts += parts;
    const gg_turn turn = w->rules->turn(after);
    if (!turn.over && (turn.deciding & 1u << w->side) != 0 && turn.phase == w->phase)
        w->hands_on = false;
}

/* The whole part and eight more bits: finer differences are the rounding of the chances. */
static int64_t mean_of(const worth *w)
{
    const int64_t whole = w->sum / w->parts, rest = w->sum % w->parts;
    return whole * 256 + rest * 256 / w->parts;
}

static choice weigh(const gg_leaning *leaning, const gg_decision *d, const gg_state *now,
                    const gg_action *action, gg_odds_ask *ask, gg_state *view, void *notes)
{
    const gg_ruleset *rules = d->rules;
    const gg_side side = d->side;
    worth w = {.leaning = leaning,
               .rules = rules,
               .view = view,
               .notes = notes,
               .side = side,
               .hands_on = true,
               .phase = rules->turn(now).phase};
    ask->to = &w;
    gg_odds_of(rules, now, side, action, ask);
    gg_assert(w.parts > 0); /* of so few outcomes one at least is not too rare to count */
    return (choice){.hands_on = w.hands_on, .score = mean_of(&w)};
}

/* Keeps the better one; of equals each with the same chance in the end. */
static void keep_better(choice *best, choice other, gg_dice *dice)
{
    if (best->equals == 0 || other.score > best->score) {
        *best = other;
        best->equals = 1;
    } else if (other.score == best->score) {
        other.equals = best->equals + 1;
        if (gg_dice_pick(dice, other.equals) == 0) *best = other;
        else best->equals = other.equals;
    }
}

/* Of more outcomes than these some are tried. */
static uint32_t outcomes_max(const gg_ruleset *rules, uint32_t usual)
{
    const uint32_t most = rules->judgement->outcomes_max;
    return most > 0 && most < usual ? most : usual;
}

/* After this action, may the side still do that other one?  Of one outcome. */
static bool is_left_open(const gg_ruleset *rules, const gg_state *now, gg_side side,
                         const gg_action *action, const gg_action *other, const gg_odds_ask *ask)
{
    memcpy(ask->scratch, now, rules->state_bytes);
    rules->apply(ask->scratch, side, action, ask->random, NULL);
    return rules->legal(ask->scratch, side, other).reason == 0;
}

void gg_greedy_choose(const gg_player *self, const gg_decision *d, gg_action *out)
{
    const gg_ruleset *const rules = d->rules;
    const gg_state *const view = d->view;
    const gg_action *const offers = d->offers;
    const gg_progress *const progress = d->progress;
    gg_dice *const dice = d->dice;
    const gg_side side = d->side;
    const uint32_t count = d->count;
    alignas(max_align_t) unsigned char now_bytes[GG_STATE_BYTES_MAX];
    alignas(max_align_t) unsigned char scratch_bytes[GG_STATE_BYTES_MAX];
    alignas(max_align_t) unsigned char seen_bytes[GG_STATE_BYTES_MAX];
    alignas(max_align_t) unsigned char notes[NOTES_MAX];
    gg_state *now = (gg_state *)(void *)now_bytes, *seen = (gg_state *)(void *)seen_bytes;
    gg_assert(count > 0 && rules->score_note_bytes <= sizeof notes);
    *out = offers[0];
    if (count == 1) return;
    memset(notes, 0, rules->score_note_bytes);
    rules->guess(view, side, dice, now);
    const gg_leaning leaning = gg_leaning_of(self->name, rules); /* greedy has none */

    const uint32_t share = RUNS_ALL / count;
    gg_odds_ask ask = {
        .scratch = (gg_state *)(void *)scratch_bytes,
        .runs_max = share < RUNS_MIN   ? RUNS_MIN
                    : share > RUNS_MAX ? RUNS_MAX
                                       : share,
        .samples = SAMPLES,
        .random = dice,
        .each = weigh_outcome,
    };
    ask.runs_max = outcomes_max(rules, ask.runs_max);
    choice goes_on = {.equals = 0}, hands_on = {.equals = 0};
    for (uint32_t i = 0; i < count; i++) {
        choice one = weigh(&leaning, d, now, &offers[i], &ask, seen, notes);
        one.offer = i;
        keep_better(one.hands_on ? &hands_on : &goes_on, one, dice);
        if (progress != NULL) progress->told(progress->to, i + 1, count);
        if (gg_is_enough(progress)) break;
    }
    const int64_t present = gg_leaning_score(&leaning, rules, view, side, notes) * 256;
    const bool spends = rules->turn(now).spends;
    const bool rises = goes_on.equals > 0 && goes_on.score > present;
    bool is_done = hands_on.equals > 0 && (goes_on.equals == 0 || (!rises && !spends));
    if (hands_on.equals > 0 && goes_on.equals > 0 && goes_on.score <= hands_on.score)
        is_done = !rises
                  || !is_left_open(rules, now, side, &offers[goes_on.offer],
                                   &offers[hands_on.offer], &ask);
    *out = offers[is_done ? hands_on.offer : goes_on.offer];
}

extern const gg_player gg_player_greedy;
const gg_player gg_player_greedy = {
    .name = "greedy",
    .title = "The greedy one",
    .text = "tries each offered action on a copy and takes the best expectation of the score",
    .choose = gg_greedy_choose,
};
