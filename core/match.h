/*
 * match.h - the layer between rules and people: whose turn, undo, secrecy, record.
 *
 * Every front end speaks to a match and never to a ruleset's insides.  The match takes
 * by itself what nobody has to decide: the game's own steps (deals, rolls that must be
 * made) and decisions with a single choice, where the ruleset says that what it offers is all
 * there is; the record shows those in brackets.
 * Undo goes back to the last roll or reveal and never across it.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_MATCH_H
#define GG_MATCH_H

#include "core/dice.h"
#include "grognard.h"

enum {
    GG_MATCH_EVENTS_MAX = 512, /* events of one action */
    GG_PLAYER_NAME_MAX = 32,
};

/* One action of the record. */
typedef struct gg_entry {
    gg_action action;
    gg_side side;
    uint8_t forced;        /* taken by the match: shown in brackets */
    uint8_t sealed;        /* made in secret, not yet revealed */
    uint8_t barrier;       /* rolled or revealed: undo stops here */
    uint8_t secret;        /* made in secret, whether revealed by now or not */
    uint8_t opens;         /* after it nothing at all was sealed any more */
    gg_sides dice_seen_by; /* who saw each of its rolls */
    uint8_t zero;
    uint32_t face_first, face_count; /* in match->faces */
} gg_entry;

struct gg_match;
/* Somebody who looks on while actions are done: match->state is as the last entry left it, its
 * events are those of the log from `first_event` on. */
typedef void gg_witness(void *to, const struct gg_match *, uint32_t first_event);

typedef struct gg_match {
    const gg_ruleset *rules;
    gg_dice dice;
    uint64_t seed;
    bool has_seed;
    uint32_t scenario; /* row, or UINT32_MAX when it began from a position */
    int32_t options[GG_OPTIONS_MAX];
    char seats[2][GG_PLAYER_NAME_MAX];
    const char *heading; /* more lines for the heading of the record, or NULL */
    const char *names;   /* of a game from a position: the text with its names, or NULL */
    const char *past;    /* of a game that goes on by corrected rules: its record as far as the
                          * position that it goes on from; else NULL */
    uint32_t past_bytes, past_count; /* how long that is, how many actions it tells, ... */
    uint32_t past_version;           /* ... and by which version; 0: it was today's */
    uint32_t past_undone;            /* its last actions, which count no longer */
    const char *behind; /* of a game that ended by earlier rules: what its record tells after the
                         * last action of the match; else NULL */
    uint32_t behind_bytes, behind_count;
    gg_state *state, *start, *barrier, *scratch; /* in the caller's memory; after an action was done
                                                  * the scratch copy is the state before it */
    gg_entry *entries;
    uint32_t entry_count, entry_limit;
    uint32_t barrier_at;  /* entries that undo cannot touch */
    uint32_t sealed_from; /* none before this one is sealed any more */
    uint8_t *faces;
    uint32_t face_count, face_limit;
    gg_action *offers; /* room for rules->actions_max */
    gg_event *events;  /* of the last action and what the match took after it; room for
                                * GG_MATCH_EVENTS_MAX */
    gg_log log;
    gg_witness *witness; /* NULL: nobody looks on */
    void *witness_to;
} gg_match;

typedef enum gg_match_answer {
    GG_MATCH_DONE,
    GG_MATCH_REFUSED, /* the rules say no: see the verdict */
    GG_MATCH_NOT_NOW, /* it is not this side's decision, or the game is over */
    GG_MATCH_FULL,    /* the record is full */
    GG_MATCH_DICE,    /* the dice ran dry or did not fit: nothing was changed */
} gg_match_answer;

/* Bytes of memory a match of this ruleset needs beyond its struct. */
size_t gg_match_bytes(const gg_ruleset *);
/* Begins from a scenario, by house rules if there are any (core/numbers.h).
 * `options` has rules->option_count values (GG_OPTION_UNSET allowed) or
 * is NULL. */
gg_error gg_match_begin(gg_match *, const gg_ruleset *, void *memory, uint32_t scenario,
                        const int32_t *options, const int16_t *house, gg_dice dice);
/* Begins from a position. */
void gg_match_begin_at(gg_match *, const gg_ruleset *, void *memory, const gg_state *,
                       gg_dice dice);
/* The same in two steps, for who has no room of its own for a state: fill match->state between. */
void gg_match_begin_empty(gg_match *, const gg_ruleset *, void *memory, gg_dice dice);
void gg_match_begin_filled(gg_match *);

/* Takes the steps nobody decides until a side has a real choice or the game is over.
 * Called after begin and after each do by those who want the game to run on. */
gg_match_answer gg_match_run(gg_match *);
/* The same, but in a new round no side's only choice is taken: one who studies a position in which
 * nobody can do anything wants the next round and not the end of the game. */
gg_match_answer gg_match_run_round(gg_match *);
/* One of those steps: what it would be, without taking it; false when there is none. */
bool gg_match_forced(gg_match *, gg_side *, gg_action *);
/* The same in any state; `offers` is room for rules->actions_max. */
bool gg_forced_in(const gg_ruleset *, const gg_state *, gg_action *offers, gg_side *, gg_action *);
/* Takes one of them, for who tells each on its own.  GG_MATCH_NOT_NOW when there is none. */
gg_match_answer gg_match_step(gg_match *);
/* Takes a side's single offer, whether or not it is all that the side may do, for who does again
 * what was taken so once.  GG_MATCH_NOT_NOW when there is none. */
gg_match_answer gg_match_take_single(gg_match *);
gg_match_answer gg_match_do(gg_match *, gg_side, const gg_action *, gg_verdict *);
/* Empties the log of events; do and run add to it. */
void gg_match_clear_log(gg_match *);

/* As if the last action, which was done just now, had not been: it is not what it should be. */
void gg_match_forget_last(gg_match *);
/* Takes back this side's last action since the barrier; false when there is none. */
bool gg_match_undo(gg_match *, gg_side);
bool gg_match_may_undo(gg_match *, gg_side); /* there is one */
/* The entry that it would be by the record alone, without looking whether what came after it can
 * stay; false when there is none, or the side has closed its part of a secret step. */
bool gg_match_last_of(const gg_match *, gg_side, uint32_t *entry);
/* Every game has this word, and it is one thing to players whether it was their turn or not. */
bool gg_is_resignation(const gg_ruleset *, const gg_state *, const gg_action *);

gg_turn gg_match_turn(const gg_match *);
bool gg_turn_is_secret(gg_turn);          /* what is chosen now is sealed until it is revealed */
uint64_t gg_match_hash(const gg_match *); /* of its state: core/state_hash.h */
/* What the side may know, in `out` (rules->state_bytes). */
void gg_match_view(const gg_match *, gg_side, gg_state *out);
/* May this side see this event?  GG_NOBODY is a watcher. */
bool gg_event_is_seen(const gg_event *, gg_side);

#endif
