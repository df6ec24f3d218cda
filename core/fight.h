/*
 * fight.h - what is thrown on the way to the outcomes of an action, and how it may end, in short.
 *
 * Outcomes tell apart every position that may come.  People who are about to roll want less: which
 * dice are thrown, by whom and with which modifiers, and what may come of it in a handful of lines.
 * Both are gathered while the outcomes are enumerated, for every game alike.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_FIGHT_H
#define GG_FIGHT_H

#include "core/picture.h"
#include "grognard.h"

enum {
    GG_THROWS_MAX = 32,   /* rolls of one action that are told; more are left out */
    GG_ENDINGS_MAX = 256, /* endings while they are gathered; the rest is one */
    GG_ENDINGS_TOLD = 6,  /* endings that are told, at most */
    GG_PARTS_MAX = 10,    /* things that one ending is made of */
    GG_FIGHT_UNITS = 1024,
};

/* One roll that may be made: as it was first met. */
typedef struct gg_throw {
    gg_event event; /* check, who, whom, every modifier that any way to it has, and the
                         * sentence if it is the same in all */
    uint64_t share; /* of GG_SHARE_ONE: how likely it is thrown at all */
    uint32_t runs;  /* ways in which it is */
    uint32_t line_runs[GG_LINES_MAX]; /* and in which each modifier applies */
    uint8_t nth;                      /* the same roll again, in one way */
    uint8_t least, most;              /* dice */
    uint8_t result_count;             /* 0: what it comes to decides nothing alone */
    struct {
        int16_t total;
        uint8_t band, zero;
        uint64_t share;
    } results[GG_OUTCOMES_MAX];
} gg_throw;

/* One thing that happens: a sentence, and from where to where its numbers go. */
typedef struct gg_happening {
    gg_event_kind kind;
    uint16_t saying;
    gg_unit who, whom;
    gg_side side;                        /* of who */
    uint8_t times;                       /* 1, or how often it happens to somebody of the side */
    bool any_place;                      /* the places differ */
    int16_t amount[2], had[2], total[2]; /* least and most */
    gg_point at, to;
} gg_happening;

typedef struct gg_ending {
    gg_fraction chance; /* bottom 0: too fine for 64 bits */
    uint64_t share;
    uint32_t runs, count;
    gg_happening parts[GG_PARTS_MAX];
} gg_ending;

typedef struct gg_fight {
    gg_throw throws[GG_THROWS_MAX]; /* in the order in which they are made */
    uint32_t throw_count;
    gg_ending endings[GG_ENDINGS_MAX]; /* likeliest first, when they are finished */
    uint32_t ending_count;
    gg_ending rest;                /* what found no room; no runs: everything did */
    gg_side sides[GG_FIGHT_UNITS]; /* of each unit, as the seat sees it */
    gg_scene_room scene;
} gg_fight;

/* Whose unit is whose, as the one who asks may know it. */
void gg_fight_begin(gg_fight *, const gg_ruleset *, const gg_state *view, gg_side);
/* What was gathered is void. */
void gg_fight_forget(gg_fight *);
/* One way it may go. */
void gg_fight_run(gg_fight *, const gg_ruleset *, gg_side viewer, gg_fraction chance,
                  const gg_log *);
/* The same of its dice alone. */
void gg_fight_throws(gg_fight *, const gg_ruleset *, gg_side viewer, gg_fraction chance,
                     const gg_log *);
/* Endings become as few as are told: first those that differ in numbers only are one, then those
 * that differ in which units of a side it happens to. */
void gg_fight_finish(gg_fight *);

/* "B1 loses 1 to 2 bases and falls back"; "nothing". */
void gg_put_ending(gg_text *, const gg_ruleset *, const gg_state *, const gg_ending *);
/* "saves", or what the game says of dice that belong to no table. */
void gg_put_throw(gg_text *, const gg_ruleset *, const gg_state *, const gg_throw *);
/* What one result of a throw is called. */
void gg_put_throw_result(gg_text *, const gg_ruleset *, const gg_state *, const gg_throw *,
                         int result);

#endif
