/*
 * grognard.h - the contract between engine, rulesets, players and front ends.
 *
 * A ruleset is one constant struct: tables that can be printed and functions that
 * can be trusted.  What happens depends on (state, action, dice) and on nothing
 * else: a ruleset has no clock, no allocation, no output, no floating point and
 * no variable that outlives a call.
 *
 * The chapters are in grognard/: basics, rolls, actions, scene and parts.  This file has the struct
 * that a ruleset is.
 *
 * docs/writing-a-ruleset.md has a section for each member of gg_ruleset.
 * SPDX-License-Identifier: MIT
 */
#ifndef GROGNARD_H
#define GROGNARD_H

#include "grognard/parts.h"

struct gg_ruleset {
    uint32_t version;          /* of the rules and of the state's bytes: a record names it */
    uint32_t position_version; /* of the notation of positions, where that is another; else 0 */
    uint32_t state_bytes;
    uint32_t note_bytes; /* the end of the state, behind the numbers: what follows from the rest
                             * and is worked out once, or only says how things are called.
                             * settle() makes it, apply() keeps it so; it is never hashed and
                             * decides nothing */
    uint32_t score_note_bytes; /* what score() wants to keep; 0: nothing */
    uint32_t actions_max;      /* most actions ever offered at once */
    uint32_t decisions_max;    /* most actions in one game, the game's own steps included */
    uint16_t unit_count;       /* units are 0 .. unit_count-1 */
    uint16_t clause_count, reason_count, saying_count, check_count;
    uint16_t phase_count, option_count, number_count, scenario_count;
    uint8_t action_count, line_count;
    uint32_t options_at; /* in the state: int16_t for each option */
    uint32_t house_at;   /* in the state, its last member: int16_t for each number */

    /* From here on nothing is NULL. */
    const char *name, *title;
    const char *measure; /* what lengths are told in: "inches", "centimetres"; "" on a board */

    /* Rows. */
    const gg_clause_def *clauses; /* row 0 is empty */
    const gg_reason_def *reasons; /* row 0 is "legal" */
    const gg_saying *sayings;     /* row 0 is empty */
    const gg_check *const *checks;
    const gg_phase_def *phases;
    const gg_option *options;
    const gg_number *numbers; /* row 0 is empty */
    const gg_scenario *scenarios;
    const gg_balance *balances; /* of the scenarios that were played: scenarios/balance.def */
    /* Notation: what is written is read back, byte for byte. */
    const gg_action_def *actions;     /* by kind; the last one is resign */
    const gg_line_def *lines;         /* of a position */
    const gg_term *glossary;          /* ended by a row without a word */
    const gg_correction *corrections; /* by version; ended by a row without an id */
    const gg_pattern *patterns;       /* for who makes a battle of his own; ended by NULLs */

    /* Play. */
    gg_turn (*turn)(const gg_state *);
    /* Sensible choices, the same whenever it is asked; returns how many. */
    uint32_t (*offer)(const gg_state *, gg_side, gg_action *out, uint32_t limit);
    gg_verdict (*legal)(const gg_state *, gg_side, const gg_action *);
    void (*apply)(gg_state *, gg_side, const gg_action *, gg_dice *, gg_log *);
    /* After the lines of a position were read: fills in what follows from them.  With `options` it
     * is a scenario that is set up: what the players chose (GG_OPTION_UNSET: nothing) is in the
     * state already, and the game goes on to its first step.  NULL, or why there can be no such
     * position; what audit() finds is asked for afterwards. */
    const char *(*settle)(gg_state *, const int32_t *options);
    const char *(*audit)(const gg_state *); /* the invariant that does not hold, or NULL */

    /* Knowledge. */
    void (*view)(const gg_state *, gg_side, gg_state *out); /* what this side may know */
    void (*guess)(const gg_state *view, gg_side, gg_dice *, gg_state *out); /* what may be so */
    /* How well it stands; for players.  `notes` is score_note_bytes of the caller's, or NULL: zeros
     * to begin with, then left alone; it says the same with and without.  `own`, unless it is
     * NULL, is filled from the same look, of a game that is not over: what this side has of every
     * feature, as appraise() says. */
    int32_t (*score)(const gg_state *view, gg_side, void *notes, int32_t own[GG_FEATURES_MAX]);
    /* The first roll of the action and its query, or NULL when it rolls nothing. */
    const gg_check *(*preview)(const gg_state *view, gg_side, const gg_action *, void *query);

    /* Words and pictures. */
    /* The action in plain words, short, for a button or a spoken line: "move to f4, facing east,
     * and shoot at B2".  Its unit is not named again, and no two offers of one unit read alike.
     * Of any action that can be written, legal or not. */
    void (*say_action)(const gg_state *view, gg_side, const gg_action *, gg_text *out);
    void (*write_unit)(const gg_state *, gg_unit, gg_text *out);
    void (*write_place)(gg_point, gg_text *out);
    void (*draw)(const gg_state *view, gg_side, gg_scene *);
    void (*sheet)(gg_sheet *);

    /* Parts. */
    const gg_hand_rules *hand;
    const gg_army_rules *army;
    const gg_name_rules *names;
    const gg_danger_rules *danger;
    const gg_clash_rules *clash;
    const gg_judgement_rules *judgement;
};

extern const gg_term gg_no_glossary[];          /* no word is explained */
extern const gg_balance gg_no_balances[];       /* no scenario was played */
extern const gg_correction gg_no_corrections[]; /* the rules are as they always were */

/* For the games on a board: aim() takes the offered action whose sketch ends there, and ask()
 * answers from the offers; core/board_question.h. */

extern const gg_ruleset *const gg_rulesets[]; /* rules/rulesets.c: the one list, NULL at the end */

/* For rulesets in which nothing is hidden. */
#define GG_VIEW_ALL(name)                                                                          \
    void name(const gg_state *state, gg_side side, gg_state *out)                                  \
    {                                                                                              \
        (void)side;                                                                                \
        *out = *state;                                                                             \
    }
#define GG_GUESS_SAME(name)                                                                        \
    void name(const gg_state *view, gg_side side, gg_dice *dice, gg_state *out)                    \
    {                                                                                              \
        (void)side, (void)dice;                                                                    \
        *out = *view;                                                                              \
    }

#endif
