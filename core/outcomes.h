/*
 * outcomes.h - everything that may come of an action, for people: outcomes that leave the same
 * position are one outcome, described by what happens on the way to it.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_OUTCOMES_H
#define GG_OUTCOMES_H

#include "core/fight.h"
#include "core/odds.h"
#include "core/text.h"

/* Shares of one are told in so many parts: finer than any percentage that people read, and they
 * add up where exact fractions would not fit into 64 bits. */
#define GG_SHARE_ONE (UINT64_C(1) << 60)

typedef struct gg_outcome {
    uint64_t hash;          /* of the position it leaves */
    gg_fraction chance;     /* bottom 0: too fine for 64 bits, only `share` is known */
    uint64_t share;         /* of GG_SHARE_ONE */
    uint32_t runs;          /* ways that lead to it, or samples that did */
    uint32_t first, length; /* its sentences, one to a line, in the words of the room */
    gg_turn turn;           /* where it ends: who decides next, and about what */
    uint8_t rolls;          /* it reads like another but for its rolls: 1 what they came to is told
                         * too, 2 with one throw of the dice that leads there */
} gg_outcome;

/* Memory of the caller. */
typedef struct gg_outcomes_room {
    gg_outcome *outcomes;
    uint32_t outcome_limit;
    uint32_t *slots;     /* a table to find outcomes by their hash; */
    uint32_t slot_count; /* more of them than outcomes */
    gg_text words;
    gg_log log;
    gg_state *scratch;
    gg_state *view;  /* one more state, for what the viewer sees of an outcome */
    gg_fight *fight; /* for the dice, and how it may end in short; NULL: not wanted */
} gg_outcomes_room;

typedef struct gg_outcomes {
    gg_outcomes_room *room;
    bool exact;       /* every outcome was told, and the chances add up to one */
    uint32_t runs;    /* outcomes enumerated, or sampled */
    uint32_t count;   /* in room->outcomes, likeliest first */
    bool reaches;     /* to the next decision: else to the end of the action, and dice follow */
    bool content;     /* dice that could have been thrown again were left lying */
    bool closes;      /* the side was taken to close its part of the secret step after the action */
    bool stops_alike; /* every outcome ends with the same decision */
    uint32_t common;  /* so many characters of its words every outcome has in common */
    gg_outcome rest;  /* what found no room; its runs are 0 when everything did */
} gg_outcomes;

typedef struct gg_outcomes_ask {
    gg_side viewer; /* what happens is told as this side may know it, and outcomes that it could
                      * not tell apart are one */
    uint32_t runs_max, samples; /* as in gg_odds_ask */
    const gg_action *closing, *content;
} gg_outcomes_ask;

/* Of a legal action.  Neither the position nor anything but the room is changed. */
gg_outcomes gg_outcomes_of(const gg_ruleset *, const gg_state *, gg_side, const gg_action *,
                           gg_outcomes_ask, gg_outcomes_room *);
/* The sentences of an outcome, or its own if `common` is left out; not ended by a zero. */
const char *gg_outcome_words(const gg_outcomes *, const gg_outcome *, bool with_common,
                             uint32_t *length);

/* Where an outcome ends, if that is elsewhere than where its action was decided: "until red decides
 * (melee re-rolls)".  False, and nothing put, if it is not. */
bool gg_put_stop(gg_text *, const gg_ruleset *, gg_turn begun, gg_turn end);

/* Hundred-millionths of a percent. */
enum { GG_PERCENT_DECIMALS = 8 };
uint64_t gg_share_of(gg_fraction);
uint64_t gg_share_percent(uint64_t share);
/* 95 % limits of a share that so many of so many samples showed, in millionths of a percent. */
enum { GG_ERROR_DECIMALS = 6 };
uint64_t gg_share_error(uint32_t runs, uint32_t samples);

/* ---- The first roll by itself. ---- */
typedef struct gg_first_roll {
    const gg_check *check;
    gg_event event; /* its modifiers, and the dice before them */
    int dice, results;
    gg_fraction odds[GG_OUTCOMES_MAX];
} gg_first_roll;

/* False when the action rolls nothing by a table.  `view` is what the side may know. */
bool gg_first_roll_of(const gg_ruleset *, const gg_state *view, gg_side, const gg_action *,
                      gg_first_roll *);
void gg_put_first_result(gg_text *, const gg_ruleset *, const gg_state *, const gg_first_roll *,
                         int result);

#endif
