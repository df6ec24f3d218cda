/*
 * players.h - the computer players: each one looks at a view, weighs what is offered and chooses.
 *
 * A player sees what its side may know and nothing more, and it gets dice of its own: a search
 * on a copy cannot foresee the roll that the match will make.  It uses no heap: its copies of the
 * state lie on the stack and are bounded by GG_STATE_BYTES_MAX (GG_PLAYER_STACK_BYTES in all).
 * Given the same view, offers and dice it makes the same choice on every platform, unless it is
 * told that it has thought enough.
 */
#ifndef GG_PLAYERS_H
#define GG_PLAYERS_H

#include "core/dice.h"
#include "grognard.h"

/* A thread that lets players choose has at least this much stack to spare. */
enum { GG_PLAYER_STACK_BYTES = 4 * GG_STATE_BYTES_MAX };

/* Told how far the thinking is: so many of so many offers are weighed.  It changes nothing of the
 * choice, and a player that chooses at once tells nothing. */
typedef struct gg_progress {
    void (*told)(void *to, uint32_t done, uint32_t all);
    void *to;
    /* Asked now and then, every few milliseconds: true means that there is no more time, or that
     * nobody wants the choice any more.  The player then takes the best it knows and returns.
     * NULL: it has all the time it wants. */
    bool (*enough)(void *to);
} gg_progress;

/* No more time?  `progress` may be NULL. */
static inline bool gg_is_enough(const gg_progress *progress)
{
    return progress != NULL && progress->enough != NULL && progress->enough(progress->to);
}

typedef struct gg_player {
    const char *name, *text; /* what `--blue` calls it; what it does, in a sentence */
    uint32_t thinks_ms; /* about how long a choice may take it; 0: it chooses at once.  A server
                         * keeps those that think apart from those that do not */
    /*
     * Chooses one of `offers` (rules->offer for this side, at least one) into `out`.
     * `view` is rules->view for this side; `dice` are random ones, the player's own; the progress
     * may be NULL.
     */
    void (*choose)(const gg_ruleset *, const gg_state *view, gg_side, const gg_action *offers,
                   uint32_t count, gg_dice *, const gg_progress *, gg_action *out);
} gg_player;

extern const gg_player *const gg_players[]; /* one row of players.def each, NULL at the end */

/* The player of this name, or NULL. */
const gg_player *gg_player_named(const char *name);

#endif
