/*
 * rating.h - how strong players are, from games between them: points, Elo, and when to stop.
 *
 * Games come in pairs: the same dice twice, with the sides changed.  What is counted is the pair,
 * so that a side that is easier to win with, or lucky dice, cancel out.
 * SPDX-License-Identifier: MIT
 */
#ifndef LAB_RATING_H
#define LAB_RATING_H

#include <stdbool.h>
#include <stdint.h>

enum { LAB_PLAYERS_MAX = 16 };

/* The games of two players, from the first one's side; `pairs` by half points of both games. */
typedef struct lab_tally {
    uint32_t wins, draws, losses;
    uint32_t pairs[5]; /* 0, a half, 1, 1 and a half, 2 points */
    uint32_t half;     /* half points of the pair that has begun */
} lab_tally;

void lab_count(lab_tally *, int half_points); /* a game: 0, 1 or 2 half points */

typedef struct lab_estimate {
    double at, low, high;
} lab_estimate; /* 95 % lie between */

/* Points a game, 0 to 1.  A pair of one win and one loss is taken for granted besides, so that a
 * few games that all ended alike prove little. */
lab_estimate lab_points(const lab_tally *);
lab_estimate lab_elo(const lab_tally *);

/* Sequential test: is the first player better by `high` Elo, or only by `low`?  Beyond +2.94 the
 * former holds, below -2.94 the latter, each with an error of 5 %. */
double lab_sprt(const lab_tally *, double low, double high);
extern const double lab_sprt_bound;

/* Elo of each of `count` players from the tallies of all pairs (row before column), the first one's
 * is 0; `error` gets half the width of the 95 % interval of the difference from the first. */
void lab_ratings(uint32_t count, const lab_tally tallies[LAB_PLAYERS_MAX][LAB_PLAYERS_MAX],
                 double elo[LAB_PLAYERS_MAX], double error[LAB_PLAYERS_MAX]);

#endif
