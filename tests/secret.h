/*
 * secret.h - a tiny ruleset with secret simultaneous orders, for the tests of match and record.
 *
 * Three rounds.  In each both sides choose a bid of 1 to 3 in secret (they may change it once),
 * and say `ready`; then the bids are revealed and a die is rolled: the higher bid scores the die
 * less its bid, equal bids score nothing.  Either side may `resign`.  With the option sealed=1 the
 * choice of the side that is left alone is secret too, and no `ready` is said for anybody.
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_SECRET_H
#define TESTS_SECRET_H

#include "grognard.h"

extern const gg_ruleset secret_rules;

#endif
