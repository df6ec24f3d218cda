/*
 * balance.h - what battles between computer players say of a scenario: is it even?
 *
 * rules/GAME/scenarios/balance.def has a row for each scenario that was played, as `grognard lab
 * even` prints it.  Start screens tell those that are not.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_BALANCE_H
#define GG_BALANCE_H

#include "core/text.h"

/* NULL: nobody has played it yet. */
const gg_balance *gg_balance_of(const gg_ruleset *, const char *scenario);
/* Blue's share of the wins in per cent, a draw counting half. */
int gg_blue_share(const gg_battles *);
/* Does one side have two games of three, or more? */
bool gg_is_lopsided(const gg_battles *);
/* Is it even, in a sentence or two for people: only of a scenario that is not. */
void gg_put_balance(gg_text *, const gg_ruleset *, const gg_balance *);

#endif
