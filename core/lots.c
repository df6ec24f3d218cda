/*
 * lots.c - one offer by chance: for random play, which has no use for the others.
 *
 * A ruleset tells its offers in lots, each with how many it may hold at most, before it looks at
 * any of them closely.  A number is drawn among all places that there could be; the part with that
 * place is opened, and if nothing is in that place, all is drawn anew.  Whatever was drawn in
 * vain, each offer has the same chance as every other.
 */
#include "core/lots.h"

#include <string.h>

enum { PART_MAX = 64 }; /* offers of one part, by any game that lists its lots */
enum { DRAWS = 48 };    /* so many in vain, and the offers are listed after all */

static inline uint32_t places_of(const gg_lot *lot) { return (uint32_t)lot->parts * lot->bound; }

gg_action gg_pick(const gg_ruleset *rules, const gg_state *state, gg_side side, void *kept,
                  gg_action *offers, gg_dice *dice)
{
    gg_lot lots[GG_LOTS_MAX];
    const uint32_t count = rules->lots->tell(state, side, kept, lots);
    uint32_t places = 0;
    for (uint32_t i = 0; i < count; i++) places += places_of(&lots[i]);
    for (int draws = 0; places > 0 && draws < DRAWS; draws++) {
        const gg_lot *lot = lots;
        uint32_t place = gg_dice_pick(dice, places);
        for (; place >= places_of(lot); lot++) place -= places_of(lot);
        const bool whole = lot->bound == 1; /* most have one place in a part: no division */
        const uint32_t part = whole ? place : place / lot->bound;
        const uint32_t nth = whole ? 0 : place % lot->bound;
        if (nth < rules->lots->open(state, side, kept, lot, part, offers)) return offers[nth];
    }
    const uint32_t listed = rules->offer(state, side, kept, offers, rules->actions_max);
    gg_assert(listed > 0);
    return offers[listed == 1 ? 0 : gg_dice_pick(dice, listed)];
}

uint32_t gg_list_lots(const gg_lot_rules *rules, const gg_state *state, gg_side side, void *kept,
                      gg_action *out, uint32_t limit)
{
    gg_lot lots[GG_LOTS_MAX];
    gg_action last[PART_MAX]; /* which may not all fit */
    const uint32_t count = rules->tell(state, side, kept, lots);
    uint32_t listed = 0;
    for (const gg_lot *lot = lots; lot < lots + count; lot++) {
        for (uint32_t part = 0; part < lot->parts && listed < limit; part++) {
            const bool fits = lot->bound <= limit - listed;
            gg_assert(fits || lot->bound <= PART_MAX);
            gg_action *to = fits ? out + listed : last;
            uint32_t some = rules->open(state, side, kept, lot, part, to);
            if (some > limit - listed) some = limit - listed;
            if (!fits) memcpy(out + listed, last, some * sizeof *last);
            listed += some;
        }
    }
    return listed;
}
