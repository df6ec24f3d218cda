/*
 * clash.h - a charge or a melee from the order that begins it to its end: what the other side may
 * answer, and what comes of each answer.
 *
 * Dice are enumerated as for any odds (core/odds.h); where a side has to decide on the way, the run
 * goes on with a choice.  The first decision of the other side that matters gives the answers, and
 * each is followed to the end by itself.  Every later decision of either side that belongs to the
 * clash (clash rules of the game) goes as is best for who decides, by the game's score; what does
 * not belong to it is passed over: nobody else does anything meanwhile.
 *
 * What becomes of a unit in a run is the worst that is told of it (the game's rows of fates), so
 * the chances of its fates, and of none, add up to one.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_CLASH_H
#define GG_CLASH_H

#include "core/outcomes.h"

#define GG_UNHARMED "comes to no harm" /* of whom nothing worse is told */

enum {
    GG_REPLIES_MAX = 16,     /* answers that are followed; what is offered beyond is left out ... */
    GG_REPLIES_OF_KIND = 3,  /* ... as is what differs only in how it is done */
    GG_FATED_MAX = 8,        /* units that are told of */
    GG_CLASH_DEPTH = 3,      /* states that are looked at beneath each other */
    GG_CLASH_CHOICES = 2048, /* decisions that are remembered */
    GG_CLASH_STOPS = 12,     /* states that are kept on the way */
};

typedef struct gg_likelihood {
    gg_fraction chance; /* bottom 0: too fine for 64 bits */
    uint64_t share;     /* of GG_SHARE_ONE */
    uint32_t runs;
} gg_likelihood;

/* What becomes of a unit: by the rows of fates, and last of all nothing worse. */
typedef struct gg_fated {
    gg_unit who;
    gg_likelihood parts[GG_FATES_MAX + 1];
} gg_fated;

typedef struct gg_reply {
    gg_action action;      /* the answer; kind UINT8_MAX: nothing can be answered */
    gg_likelihood offered; /* how likely it may be given at all */
    int64_t worth;         /* to who answers, by the game's score */
    bool exact;            /* else sampled: `runs` samples */
    bool followed;         /* a later decision was taken as is best */
    uint32_t runs;
    gg_likelihood they,
        we; /* somebody of the enemy's, or of the asking side's, gives way or worse */
    uint32_t throw_count, fated_count;
    gg_throw throws[GG_THROWS_MAX]; /* modifiers of both sides */
    gg_fated fated[GG_FATED_MAX];   /* who is charged first, then who charges */
} gg_reply;

/* Memory of the caller. */
typedef struct gg_clash_choice {
    uint64_t hash; /* of a state in which somebody decides, and how deep; 0: nothing yet */
    gg_action action;
} gg_clash_choice;
typedef struct gg_clash_room {
    gg_state *scratch[GG_CLASH_DEPTH];
    gg_state *stops[GG_CLASH_STOPS];
    gg_action *offers; /* rules->actions_max */
    gg_log log;
    gg_fight *fight;
    gg_clash_choice choices[GG_CLASH_CHOICES];
    gg_reply replies[GG_REPLIES_MAX];
} gg_clash_room;

typedef struct gg_clash {
    gg_clash_room *room;
    gg_side answering; /* GG_NOBODY: nobody has anything to answer */
    uint32_t count;    /* replies: the best for who answers first; 0: it is no clash */
    uint32_t left_out; /* answers that found no room */
} gg_clash;

/* Of a legal action in a state of which nothing is hidden from who asks, or is guessed. */
gg_clash gg_clash_of(const gg_ruleset *, const gg_state *, gg_side, const gg_action *,
                     uint32_t runs_max, uint32_t samples, gg_clash_room *);
/* The answer in words: "b1: try to form square"; "red gives no answer". */
void gg_put_reply(gg_text *, const gg_ruleset *, const gg_state *view, const gg_clash *,
                  const gg_reply *);

#endif
