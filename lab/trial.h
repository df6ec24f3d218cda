/*
 * trial.h - the same battles by several rules: common random numbers.
 *
 * Game number n of every variant has the same dice, so that luck that all share drops out of the
 * differences between them.
 * SPDX-License-Identifier: MIT
 */
#ifndef LAB_TRIAL_H
#define LAB_TRIAL_H

#include "lab/batch.h"
#include "lab/figures.h"
#include "lab/game.h"

#include <jansson.h>

enum { LAB_VARIANT_NAME_MAX = 128, LAB_VARIANTS_MAX = 4096, LAB_TRIAL_GAMES_MAX = 1000000 };

typedef struct lab_variant {
    char name[LAB_VARIANT_NAME_MAX]; /* "attack_rear 2 (-1)"; "" for the one that is changed */
    lab_setup setup;
    uint64_t played;
    uint8_t *halves; /* for each game: 2 blue has won, 1 drawn, 0 red has won; else not played */
    uint16_t *rounds;
    uint64_t *finals; /* a hash of how everything stood at the end, whatever the numbers */
    bool is_certain;  /* its effect on the share: no more games are needed */
    bool is_idle;     /* it has changed nothing: no more games are needed either */
} lab_variant;

/* In memory of its own for so many games. */
void lab_open_variant(lab_variant *, const lab_setup *, uint64_t games);
void lab_close_variant(lab_variant *);
/* Plays games played .. until - 1 of each variant that is neither certain nor idle.
 * LAB_ALL_PLAYED, or LAB_STOPPED: then with as many more games as all of them have. */
lab_batch_end lab_play_variants(lab_variant *, int count, uint64_t until, int threads);

/* Everything is counted by battle: of two games on the same dice (--swap) the mean is one number.
 * Of the first `games`: blue's share, a draw counting half. */
lab_mean lab_share_of(const lab_variant *, uint64_t games);
lab_mean lab_rounds_of(const lab_variant *, uint64_t games);
/* The differences, battle by battle. */
lab_mean lab_share_change(const lab_variant *, const lab_variant *base);
lab_mean lab_rounds_change(const lab_variant *, const lab_variant *base);
/* Which share of the games has another winner. */
lab_interval lab_turned(const lab_variant *, const lab_variant *base, double z);
/* Which share has ended otherwise in anything, be it one man more or less. */
lab_interval lab_other(const lab_variant *, const lab_variant *base, double z);

/* ---- What is changed: a number of the rules or an option of the scenario. ---- */
typedef struct lab_knob {
    bool is_option;
    uint32_t row;
    const char *name;
    int32_t low, high, step; /* what it may be */
    int32_t now;
    gg_clause clause;
} lab_knob;

/* CLI_GO_ON, or an exit code after a sentence. */
int lab_find_knob(const lab_setup *, const char *name, lab_knob *);
/* The setup with this value. */
void lab_turn_knob(lab_setup *, const lab_knob *, int32_t value);
/* Can a game begin so?  Without a word. */
bool lab_can_begin(const lab_setup *);

#endif
