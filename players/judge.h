/*
 * judge.h - the chance to win, by the judgement of a named player, made a probability.
 *
 * A score only says which of two positions is better.  The judge plays whole games on, from
 * positions that may be so, both sides by the fast policy of his level; from them he learns how the
 * difference of the two sides' scores goes with who wins in the end, in four stages of the game.
 * A curve is fitted to each: so 60 % means that six in ten of such positions were won.  Nothing is
 * kept in a table: other armies, house rules and a better score need no new figures.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_JUDGE_H
#define GG_JUDGE_H

#include "players/search.h"

enum {
    GG_JUDGE_STAGES = 4,
    GG_JUDGE_SAMPLES = 16384,
    GG_JUDGE_SAMPLES_OF_GAME = 32,
};

/* A position on the way, and what came of its game. */
typedef struct gg_judge_sample {
    int32_t margin; /* blue's score less red's */
    uint16_t round;
    uint8_t halves; /* 2: blue won, 1: drawn, 0: red won */
    gg_sides deciding;
} gg_judge_sample;

/* Of the rounds up to `until`: the margin at which both are as likely to win, how much more doubles
 * the odds, and half of by how much it lies lower on average when blue has the turn than when red
 * has it: a turn that is still to come is worth something that no score shows. */
typedef struct gg_judge_stage {
    uint16_t until;
    int32_t centre, scale, tempo;
} gg_judge_stage;

typedef struct gg_judge {
    const gg_ruleset *rules;
    const gg_player *player;
    gg_search *search; /* for its policy */
    gg_level level;    /* the player's own, but nothing is overlooked */
    uint32_t games, sample_count, stage_count;
    gg_judge_stage stages[GG_JUDGE_STAGES];
    gg_judge_sample samples[GG_JUDGE_SAMPLES];
} gg_judge;

/* A judge who knows nothing yet.  The player has a level; the room is one for his search, and the
 * judge uses it while he plays and judges. */
void gg_judge_begin(gg_judge *, const gg_ruleset *, const gg_player *, gg_search *);
/* Plays one game on from this position (whole, nothing hidden), by a seed of its own. */
void gg_judge_play(gg_judge *, const gg_state *from, uint64_t seed, const gg_progress *);
/* Learns from the games played so far. */
void gg_judge_learn(gg_judge *);
/* Blue's chance to win in 10000ths, half of a draw counted in; what is over is certain. */
int32_t gg_judge_blue(gg_judge *, const gg_state *);
/* The same for this side. */
int32_t gg_judge_chance(gg_judge *, const gg_state *, gg_side);

/* 10000 / (1 + 2^-x), x in 256ths; between 10 and 9990. */
int32_t gg_logistic(int64_t x);
/* Blue's chance in such a position. */
int32_t gg_judge_sampled(const gg_judge *, const gg_judge_sample *);
/* How far off the judge is with these samples: the mean square in 10000ths, 2500 for who always
 * says "half". */
int32_t gg_judge_square(const gg_judge *, const gg_judge_sample *, uint32_t count);

#endif
