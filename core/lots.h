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

/* All that the lots hold, one part after the other: offer() of a game that tells all in lots. */
uint32_t gg_list_lots(const gg_lot_rules *, const gg_state *, gg_side, void *kept, gg_action *out,
                      uint32_t limit);
/* For who tells: a lot with no places is none. */
static inline void gg_add_lot(gg_lot *lots, uint32_t *count, gg_lot lot)
{
    if (lot.parts == 0 || lot.bound == 0) return;
    gg_assert(*count < GG_LOTS_MAX);
    lots[(*count)++] = lot;
}

#endif
