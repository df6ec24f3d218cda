/*
 * judgement.h - how likely a side is to win as things stand, by what was learnt from games.
 *
 * The ruleset says what each side has of every feature, a table of weights what that makes of the
 * odds.  Only the difference of the two sides counts, so what is good for one is as bad for the
 * other.  The chance is one for all phases of a game, and integers only: the same everywhere.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_JUDGEMENT_H
#define GG_JUDGEMENT_H

#include "grognard.h"

enum {
    GG_ODDS_ONE = 65536,     /* a natural logarithm of the odds of one: 73 % */
    GG_CHANCE_SURE = 10000,  /* a game that is won */
    GG_PROGRESS_OVER = 1024, /* all of the game is over */
};

/* Has this game a judgement: features, and weights that somebody has fitted? */
bool gg_has_judgement(const gg_ruleset *);

/* What this side has of every feature, as appraise() says: for the score() of a game that has no
 * look of its own in common with it. */
void gg_own_features(const gg_ruleset *, const gg_state *view, gg_side,
                     int32_t own[GG_FEATURES_MAX]);

/* The logarithm of the odds that this side wins, in 65536ths, of a game that is not over. */
int32_t gg_odds_to_win(const gg_ruleset *, const gg_state *view, gg_side);

/* Blue's, of what appraise() said; not bounded. */
int64_t gg_odds_of_features(const gg_ruleset *, const int32_t values[2][GG_FEATURES_MAX],
                            int32_t progress);

/* The chance that goes with it, 0 .. GG_CHANCE_SURE; all, nothing or half where it is over. */
int32_t gg_chance_to_win(const gg_ruleset *, const gg_state *view, gg_side);

/* 10000 / (1 + e^-odds). */
int32_t gg_chance_of_odds(int64_t odds);

#endif
