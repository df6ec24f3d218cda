/*
 * tune.h - positions of games with how they ended, and the weights that fit them.
 * SPDX-License-Identifier: MIT
 */
#ifndef LAB_TUNE_H
#define LAB_TUNE_H

#include "grognard.h"

enum { LAB_BINS = 10 };

/* A position of a game, from blue's side. */
typedef struct lab_sample {
    uint32_t game;
    uint16_t nth, of;              /* of the game's samples */
    int16_t progress;              /* 1024ths */
    uint8_t winner;                /* of the game in the end */
    uint8_t held_out;              /* not used for fitting */
    int32_t lead;                  /* of blue's score over red's */
    int32_t more[GG_FEATURES_MAX]; /* that blue has than red */
} lab_sample;

typedef struct lab_weights {
    double early[GG_FEATURES_MAX], late[GG_FEATURES_MAX]; /* logarithm of the odds for one more */
} lab_weights;

/* How well a forecast did on the games that were held out. */
typedef struct lab_forecast {
    uint32_t games, samples;
    double auc[3], score_auc[3]; /* at a quarter, a half, three quarters of a game */
    double loss, brier;          /* mean logarithm of what was said of the result; mean square */
    double said[LAB_BINS], was[LAB_BINS]; /* chances in ten steps: said, and what they came to */
    uint32_t in_bin[LAB_BINS];
    double error; /* mean distance of said and was */
} lab_forecast;

/* Logistic regression; `pull` draws weights to nothing. */
void lab_tune_weights(const lab_sample *, uint32_t count, uint32_t features, double pull,
                      lab_weights *out);
double lab_odds_of(const lab_sample *, uint32_t features, const lab_weights *);
void lab_try_forecast(const lab_sample *, uint32_t count, uint32_t features, const lab_weights *,
                      lab_forecast *out);

#endif
