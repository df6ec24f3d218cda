/*
 * network.h - a small network that corrects a game's judgement, learnt from games of our own.
 *
 * Each side looks at the view from its own edge: what stands where are the inputs that the ruleset
 * lists, each with a small count, and both sides' features come to them.  They are added up to a
 * first layer for each side; the second sees both, once from here and once from there, and the
 * difference of the two is added to the odds of the judgement.  So what is good for one side is as
 * bad for the other.  Weights are bytes, sums are integers: the same everywhere.
 *
 * The bytes, low ones first where a number has several: "GN1" and a zero; inputs (2); features;
 * the first layer's units; the second's; three zeros; a signed byte for each input and unit (127:
 * one); two bytes for each unit and own feature, other's feature and the progress (127 * 256: one);
 * two for the start of each unit (127: one); a signed byte for each second unit and first one of
 * either side (64: one); two for the start of each (127 * 64: one); two for each second unit's part
 * of the odds (256: a natural logarithm).  "GN2" and a zero: after these, four bytes for what comes
 * to the early and to the late weight of each feature (65536: a natural logarithm), so that other
 * weights can be tried against those of the table.  tools/train/network.py writes them.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_NETWORK_H
#define GG_NETWORK_H

#include "grognard.h"

enum { GG_NETWORK_BYTES_MAX = 256 * 1024 };

/* Does it belong to this game?  NULL, or what is wrong with it. */
const char *gg_network_check(const gg_ruleset *, const gg_network *);

/* The logarithm of the odds that this side wins, in 65536ths, of a game that is not over: as
 * gg_odds_to_win(), by a network that fits the game. */
int32_t gg_network_odds(const gg_ruleset *, const gg_network *, const gg_state *view, gg_side);

#endif
