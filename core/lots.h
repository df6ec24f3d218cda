/*
 * lots.h - one offer by chance, without listing all of them.
 */
#ifndef CORE_LOTS_H
#define CORE_LOTS_H

#include "core/dice.h"
#include "grognard.h"

#include <string.h>

/* One of the offers, each with the same chance, by random dice.  `kept` and `offers` are the
 * caller's room (kept_bytes, actions_max); there must be something to offer. */
gg_action gg_pick(const gg_ruleset *, const gg_state *, gg_side, void *kept, gg_action *offers,
                  gg_dice *);

/* All that the lots hold, one part after the other: offer() of a game that tells all in lots. */
uint32_t gg_list_lots(const gg_lot_rules *, const gg_state *, gg_side, void *kept, gg_action *out,
                      uint32_t limit);

/* ---- For who tells and who offers. ---- */

typedef struct gg_lots {
    gg_lot *at;
    uint32_t count;
} gg_lots;
/* A lot with no places is none. */
static inline void gg_add_lot(gg_lots *lots, int kind, unsigned who, unsigned parts, unsigned bound)
{
    if (parts == 0 || bound == 0) return;
    gg_assert(lots->count < GG_LOTS_MAX);
    lots->at[lots->count++] =
        (gg_lot){(uint16_t)kind, (uint16_t)who, (uint16_t)parts, (uint16_t)bound};
}
/* Was it thought of before? */
static inline bool gg_is_among(const gg_action *offers, uint32_t count, const gg_action *action)
{
    for (uint32_t i = 0; i < count; i++)
        if (memcmp(&offers[i], action, sizeof *action) == 0) return true;
    return false;
}

#endif
