/*
 * figures.h - the statistics of the laboratory: shares, means and what is sure about them.
 * SPDX-License-Identifier: MIT
 */
#ifndef LAB_FIGURES_H
#define LAB_FIGURES_H

#include <stdbool.h>
#include <stdint.h>

#define LAB_Z95 1.959963984540054 /* half of a 95 % interval, in standard errors */

typedef struct lab_interval {
    double value, low, high;
} lab_interval;

/* A share with Wilson's interval; `z` is LAB_Z95 for one that holds the truth in 95 of 100. */
lab_interval lab_wilson(uint64_t of, uint64_t all, double z);
/* How many standard errors leave this chance outside, both sides together. */
double lab_z_of(double outside);

/* Numbers that come one by one. */
typedef struct lab_mean {
    uint64_t count;
    double mean, squares; /* of the differences from the mean */
    double least, most;
} lab_mean;
void lab_add(lab_mean *, double);
double lab_deviation(const lab_mean *); /* of the numbers */
double lab_error(const lab_mean *);     /* of their mean */
lab_interval lab_mean_interval(const lab_mean *, double z);
/* Of a share whose games come in groups on the same dice, such as the two of a pair: `groups` has
 * the share of each.  Wilson's interval for as many games as their spread shows: from one game for
 * a group, where all of a group end alike, to all of them. */
lab_interval lab_wilson_of(const lab_mean *groups, int size, double z);
/* The groups of that many pairs: what is counted came up in so many games, and in both of a pair so
 * often. */
lab_mean lab_pairs(uint64_t of, uint64_t both, uint64_t pairs);
/* The same for the mean of paired differences of results, each of which lies in -1 .. 1: it never
 * claims more than so many pairs can show, even if all of them are equal. */
lab_interval lab_paired_interval(const lab_mean *, double z);

#endif
