/*
 * chart.h - the pictures of the laboratory, as SVG.  Each is a whole <svg> element that stands
 * alone or in a page.
 * SPDX-License-Identifier: MIT
 */
#ifndef LAB_CHART_H
#define LAB_CHART_H

#include "lab/figures.h"

#include "grognard.h"

#include <stdio.h>

/* What one change does. */
typedef struct lab_effect {
    const char *name, *knob; /* knob: the one that is turned; NULL: several */
    uint64_t games;
    bool is_certain;
    lab_interval share, rounds;
    lab_interval turned; /* games that end with another winner on the same dice */
    lab_interval other;  /* games that end otherwise in anything */
    gg_clause clause;    /* of what is changed; 0: several */
} lab_effect;

/* Effects on share and length beside each other, with their intervals. */
void lab_chart_tornado(FILE *, const char *title, const lab_effect *, int count);
/* How many games ended in each round, by who won: blue below, then drawn, then red. */
void lab_chart_rounds(FILE *, const uint64_t (*ended)[3], int rounds);
/* What share of all games blue and red have won by the end of each round. */
void lab_chart_won_by(FILE *, const uint64_t (*ended)[3], int rounds);
/* How often a number fell into each of `bins` between least and most. */
void lab_chart_histogram(FILE *, const char *what, const uint64_t *counts, int bins, double least,
                         double most);
/* Shares as bars, each with its words. */
typedef struct lab_bar {
    const char *name, *words;
    lab_interval share;
} lab_bar;
void lab_chart_bars(FILE *, const lab_bar *, int count);

/* From who wins (rows 0 blue, 1 red, 2 nobody) to how it ends. */
typedef struct lab_flow {
    const char *name, *words;
    uint64_t games[3];
} lab_flow;
void lab_chart_flow(FILE *, const lab_flow *, int count);

/* Words as they stand in XML. */
void lab_put_xml(FILE *, const char *words);

#endif
