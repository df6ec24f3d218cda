/*
 * players.h - the computer players: each one looks at a view, weighs what is offered and chooses.
 *
 * A player sees what its side may know and nothing more, and it gets dice of its own: a search
 * on a copy cannot foresee the roll that the match will make.  It uses no heap and no clock: what
 * it keeps between its decisions and what it works with is memory that its caller gives, as much as
 * its row says; the rest lies on the stack (GG_PLAYER_STACK_BYTES in all).  Given the same view,
 * offers, dice, memory and playouts it makes the same choice on every platform, unless it is told
 * that it has thought enough.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_PLAYERS_H
#define GG_PLAYERS_H

#include "core/dice.h"
#include "grognard.h"

/* A thread that lets players choose has at least this much stack to spare. */
enum { GG_PLAYER_STACK_BYTES = 6 * GG_STATE_BYTES_MAX };

/* Told how far the thinking is: so many of so many offers are weighed.  It changes nothing of the
 * choice, and a player that chooses at once tells nothing. */
typedef struct gg_progress {
    void (*told)(void *to, uint32_t done, uint32_t all);
    void *to;
    /* Asked now and then, every few milliseconds: true means that there is no more time, or that
     * nobody wants the choice any more.  The player then takes the best it knows and returns.
     * NULL: it has all the time it wants. */
    bool (*enough)(void *to);
    /* Milliseconds, of whatever clock: only differences count.  NULL: there is no clock, and an
     * effort in milliseconds is not heeded. */
    int64_t (*now_ms)(void *to);
    /* For gg_think_on() alone, asked as `enough` is: true means to leave off for now. */
    bool (*pause)(void *to);
} gg_progress;

/* Several hands for one decision: each part is worked on once, with a room of its own of the
 * player's room_bytes, at the same time where there are threads.  `together` comes back when all
 * are done; the last part has the room of the decision.  What the progress calls must then bear
 * being asked from several threads; told() is the last part's alone. */
typedef void gg_part_of_work(void *about, uint32_t nth, void *room);
typedef struct gg_hands {
    void (*together)(void *to, gg_part_of_work *part, void *about, uint32_t parts, void *room);
    void *to;
    uint32_t threads; /* that work at the same time */
} gg_hands;

/* No more time?  `progress` may be NULL. */
static inline bool gg_is_enough(const gg_progress *progress)
{
    return progress != NULL && progress->enough != NULL && progress->enough(progress->to);
}

/* Whether it likes a risk, or fears one. */
typedef enum gg_style { GG_STYLE_OWN, GG_STYLE_BOLD, GG_STYLE_STEADY, GG_STYLE_CAREFUL } gg_style;

const char *gg_style_name(gg_style); /* "bold"; of GG_STYLE_OWN "" */

struct gg_level;

/* How hard a player thinks; all zeros: as its row says.  Playouts are the reproducible measure;
 * both are for a whole turn of its side, which the player shares out over the turn's decisions. */
typedef struct gg_effort {
    uint32_t playouts; /* at most so many games are played on in its head */
    uint32_t turn_ms;  /* and then so long, by the clock of the progress, as the only bound */
    gg_style style;
    const struct gg_level *row; /* search.h: another row than its own, to see what a number of it is
                                 * worth; NULL: its own */
} gg_effort;

/* What a player is given when it has to choose. */
typedef struct gg_decision {
    const gg_ruleset *rules;
    const gg_state *view;    /* rules->view for this side */
    const gg_action *offers; /* rules->offer for this side, at least one */
    uint32_t count;
    gg_side side;
    gg_dice *dice; /* random ones, its own */
    gg_effort effort;
    /* player->memory_bytes of its own, for max_align_t: zeroed when a game begins, then as it left
     * them at its last decision for this side.  Who cannot keep them gives zeros each time: it then
     * makes its plan anew. */
    void *memory;
    /* player->room_bytes to work in, for max_align_t: whatever is in it does not matter. */
    void *room;
    const gg_progress *progress; /* may be NULL */
    const gg_hands *hands;       /* NULL: one after the other.  The choice is the same */
} gg_decision;

typedef struct gg_player {
    const char *name, *text; /* what `--blue` calls it; what it does, in a sentence */
    const char *title;       /* for people: "The Guard" */
    uint32_t thinks_ms;      /* about how long a turn may take it; 0: it chooses at once.  A server
                         * keeps those that think apart from those that do not */
    uint32_t memory_bytes, room_bytes;
    const struct gg_level *level; /* players/search.h; NULL: it does not search */
    void (*choose)(const struct gg_player *, const gg_decision *, gg_action *out);
} gg_player;

/* A choice in pieces, for who cannot be told anything while it is made: the page's worker. */
struct gg_search;
typedef struct gg_thinking {
    const gg_player *player;
    gg_decision decision;
    struct gg_search *search; /* NULL: it is done */
    gg_action action;
} gg_thinking;
void gg_think_begin(gg_thinking *, const gg_player *, const gg_decision *);
/* Goes on until it is done, or progress->pause says so.  True: `action` is the choice. */
bool gg_think_on(gg_thinking *);

/* Takes the best expectation of the score: greedy, and the strangers of strangers.h. */
void gg_greedy_choose(const gg_player *, const gg_decision *, gg_action *out);

extern const gg_player *const gg_players[]; /* one row of players.def each, NULL at the end */

const char *gg_player_style(const gg_player *); /* "bold"; of one that does not search "" */
/* The player of this name, or NULL. */
const gg_player *gg_player_named(const char *name);

#endif
