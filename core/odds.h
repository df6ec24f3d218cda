/*
 * odds.h - everything that may come of an action, each outcome with its chance.
 *
 * The rules hold no odds: the action is applied to a copy again and again, with dice that
 * enumerate.  Players, `grognard odds` and the tests all ask this one function.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_ODDS_H
#define GG_ODDS_H

#include "core/dice.h"
#include "grognard.h"

/*
 * One outcome: the state after it, its chance, and its events (NULL if no log was given).
 * Different rolls may lead to equal states; whoever wants them together adds them up.
 * With `after` NULL everything told so far is void: enumeration passed its bound and the
 * outcomes begin anew, as samples.
 */
typedef void gg_odds_each(void *to, const gg_state *after, gg_fraction chance, const gg_log *);

/* Who takes the decisions on the way, where a run goes on through them: next() gives what is done
 * now and by whom, or says that the run ends here.  `mind`, which is 0 when a run begins, is all it
 * remembers of a run.  Runs that begin alike need not be played from their beginning: up to
 * `stop_count` states on the way are kept in `stops`. */
typedef struct gg_odds_walk {
    bool (*next)(void *with, const gg_state *now, gg_side *, gg_action *);
    void *with;
    uint32_t *mind;
    gg_state *const *stops;
    uint32_t stop_count;
} gg_odds_walk;

typedef struct gg_odds_ask {
    gg_state *scratch;        /* rules->state_bytes of memory for the copies */
    const gg_odds_walk *walk; /* in place of all that `reach` does; or NULL */
    bool reach;               /* go on through the game's own steps: see below */
    const gg_action *closing; /* what closes the side's part of a secret step, or NULL: see below */
    const gg_action *content; /* how sides say that dice which lie may lie, or NULL: see below */
    gg_log *log;              /* emptied before each outcome, or NULL */
    uint32_t runs_max;        /* enumerate at most so many outcomes (and at most GG_RUNS_MAX) ... */
    uint32_t samples;   /* ... else sample so many, each with the chance 1/samples; 0: do not */
    gg_dice *random;    /* for the samples; may be NULL when samples is 0 */
    gg_odds_each *each; /* NULL: only count */
    void *to;
} gg_odds_ask;

typedef struct gg_odds {
    bool exact;    /* every outcome was told, and the chances add up to one */
    bool reaches;  /* as far as it should: else the action alone was enumerated */
    bool content;  /* dice that could have been thrown again were left lying */
    bool closes;   /* the side was taken to close its part of the step after the action */
    uint32_t runs; /* outcomes told */
} gg_odds;

/*
 * With `reach` an outcome is what there is when somebody decides again: the steps that nobody
 * decides are taken, while they belong to what the action began.  They no longer do in another
 * round, or when play is back at an earlier phase (another turn has begun; the rows of phases stand
 * in the order of play), and never more than GG_REACH_STEPS of them.  A choice in a secret step
 * comes to nothing before its part is closed, so `closing` is done after it where it may be.  Where
 * dice may be thrown again that were thrown on the way (turn.again), everybody is `content`.  Where
 * all that is too much to enumerate, an action that rolls itself is enumerated alone; one that does
 * not is sampled.
 */
enum { GG_REACH_STEPS = 16, GG_WALK_STEPS = 128, GG_STOPS_MAX = 24 };
/* Does the game itself go on from here with what was begun when the turn was `begun`? */
bool gg_odds_go_on(gg_turn begun, gg_turn now);

/* Of an action that is legal for this side in this state, which is not changed. */
gg_odds gg_odds_of(const gg_ruleset *, const gg_state *, gg_side, const gg_action *,
                   const gg_odds_ask *);

/* A chance in 2^30ths, rounded down: for sums in which exact fractions would overflow. */
enum { GG_CHANCE_ONE = 1 << 30 };
int64_t gg_chance_parts(gg_fraction);

#endif
