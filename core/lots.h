/*
 * lots.h - one offer by chance, without listing all of them.
 */
#ifndef CORE_LOTS_H
#define CORE_LOTS_H

#include "core/dice.h"
#include "grognard.h"

/* One of the offers, each with the same chance, by random dice.  `kept` and `offers` are the
 * caller's room (kept_bytes, actions_max); there must be something to offer. */
gg_action gg_pick(const gg_ruleset *, const gg_state *, gg_side, void *kept, gg_action *offers,
                  gg_dice *);

#endif
