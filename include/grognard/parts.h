/*
 * parts.h - the rows of a ruleset, and the parts of the contract: what belongs together beside the
 * rules themselves, such as what a hand means, names, danger and judgement.
 * SPDX-License-Identifier: MIT
 */
#ifndef GROGNARD_PARTS_H
#define GROGNARD_PARTS_H

#include "grognard/scene.h"

/*
 * ---- Judgement: what makes a win likely, learnt from games (core/judgement.h). ----
 * A feature is something that each side has more or less of.  Its weights, in 65536ths of a
 * natural logarithm of the odds for one more than the other has, are for the beginning of a game
 * and for its end; `grognard lab tune` fits them and writes the rows.
 */
typedef struct gg_feature {
    const char *id; /* stable: tables and data name it */
    int32_t early, late;
    const char *text; /* for people: "battalions" */
} gg_feature;

/* An input of a network (core/network.h) that is on, and how often; and its bytes. */
typedef struct gg_input {
    uint16_t row;
    uint8_t count, zero;
} gg_input;
typedef struct gg_network {
    const uint8_t *bytes;
    uint32_t count;
} gg_network;

/* ---- The ruleset. ---- */
typedef struct gg_clause_def {
    const char *number, *title, *gist;
} gg_clause_def;
/* In the text {had} and {needed} are the numbers of the verdict; {had:length} as in a saying. */
typedef struct gg_reason_def {
    const char *id;
    gg_clause clause;
    const char *text;
} gg_reason_def;
typedef struct gg_phase_def {
    const char *name;
    gg_clause clause;
    const char *orders; /* how its actions are written, for people; NULL: nobody decides in it */
    const char *until;  /* what ends it and what comes next: a sentence; NULL: it just passes */
} gg_phase_def;
typedef struct gg_option {
    const char *name;
    int32_t standard, low, high, step; /* allowed: low, low + step, ... high */
    gg_clause clause;
    const char *text;
} gg_option;
typedef struct gg_scenario {
    const char *name, *title, *size, *length, *text;
    const char *position; /* in the ruleset's own notation */
} gg_scenario;

/* What battles between computer players say of a scenario (core/balance.h). */
typedef struct gg_battles {
    uint16_t blue, red, drawn; /* how many ended so */
} gg_battles;
typedef struct gg_balance {
    const char *scenario; /* NULL ends the rows */
    gg_battles battles;   /* greedy against greedy */
    const char *variant;  /* "max_rounds=30": played so it is more even; "": none was found */
    gg_battles varied;
} gg_balance;

enum { GG_OPTION_UNSET = INT32_MIN }; /* the scenario's value, else the standard one */

/* A rule that an earlier version had otherwise: records and running games made before it go on
 * (docs/record.md), and their players are told of it. */
typedef struct gg_correction {
    const char *id;   /* stable: "waiting_charges" */
    uint32_t version; /* the first with it */
    gg_clause clause;
    const char *text; /* what is otherwise now: a sentence */
} gg_correction;

/* A word of the rulebook, and the clause that says what it means. */
typedef struct gg_term {
    const char *word;
    gg_clause clause;
} gg_term;

/*
 * ---- Parts of the contract. ----
 * What belongs together is a struct of its own.  Every function of the contract is there in every
 * game: where a game has nothing to say, it names the part, or the function, that core has ready
 * (core/ready.c).
 */

/* What one more of a feature is worth to the player of this name, beyond the score. */
typedef struct gg_leaning_def {
    const char *player; /* of players/strangers.def, or "search": the levels; NULL ends the rows */
    uint8_t feature;
    int32_t worth;
} gg_leaning_def;

/* How players that search think in this game. */
typedef struct gg_manner {
    bool base;    /* they begin with greedy's plan though nothing is secret: where much is offered
                   * and their own policy tries a handful of it */
    uint8_t luck; /* 1: plans meet the same luck */
    uint8_t each; /* 1: each offer is weighed by itself */
} gg_manner;

/* Judgement: what is learnt from games, for players and the laboratory. */
typedef struct gg_judgement_rules {
    /* What each side has of every feature, by the same measure for both and whoever looks;
     * returns how much of the game is over, in 1024ths. */
    int32_t (*appraise)(const gg_state *view, int32_t values[2][GG_FEATURES_MAX]);
    /* What stands where, as this side sees it from its own edge: the same rows for both. */
    uint32_t (*inputs)(const gg_state *view, gg_side, gg_input *out, uint32_t limit);
    const gg_feature *features;
    const gg_network *network; /* that players use in place of the weights, if it has bytes */
    uint32_t feature_count;
    uint32_t trust;                   /* tenths that it counts for players beside the score */
    uint32_t input_count, inputs_max; /* rows (0: no network can be made); most that are on */
    const gg_leaning_def *leanings;   /* rules/GAME/play/leanings.def */
    gg_manner manner;
    uint32_t outcomes_max; /* that are tried of one action before some of them have to do; 0: as
                            * many as of any game */
} gg_judgement_rules;
extern const gg_judgement_rules gg_no_judgement; /* no feature, no input */
extern const gg_network gg_no_network;           /* none is better than the weights */
extern const gg_leaning_def gg_no_leanings[];    /* nobody wants anything beyond the score */
uint32_t gg_no_inputs(const gg_state *view, gg_side, gg_input *out, uint32_t limit);

/* Before deciding: what a hand means, and what may be asked.  None of these changes anything; all
 * work on a view. */
typedef struct gg_hand_rules {
    /* What the action means on the board, before any die: ghosts where units would stand, paths
     * there, arrows at targets.  Of any action that can be written, legal or not. */
    void (*sketch)(const gg_state *view, gg_side, const gg_action *, gg_scene *);
    /* The action a hand means that puts the unit down at this place, or on that unit, facing
     * there in tenths of a degree (-1: as it comes).  It may be illegal, and legal() says why.
     * False: a hand cannot mean anything there. */
    bool (*aim)(const gg_state *view, gg_side, gg_unit who, gg_unit whom, gg_point at,
                int32_t facing, gg_action *out);
    /* The action that begins as this one and goes on from its end to that place, by a way-point
     * more.  False: it cannot go on. */
    bool (*go_on)(const gg_state *view, gg_side, const gg_action *begun, gg_point at,
                  int32_t facing, gg_action *out);
    void (*ask)(const gg_state *view, gg_side, const gg_question *, gg_answer *, gg_scene *);
    /* Has it chosen enough in this step, though more is offered, that ending it leaves nothing
     * undone? */
    bool (*is_content)(const gg_state *view, gg_side);
} gg_hand_rules;
bool gg_no_way_points(const gg_state *view, gg_side, const gg_action *begun, gg_point at,
                      int32_t facing, gg_action *out); /* in this game no action has any */
bool gg_never_content(const gg_state *view, gg_side);  /* whatever is offered is left undone */

/* What the enemy could do to a unit (core/danger.h). */
typedef enum gg_danger_kind {
    GG_DANGER_UNKNOWN,
    GG_DANGER_BY_MOMENTS, /* moment() says it */
    GG_DANGER_BY_PLACES /* threats() says it: a plan of sectors, where nobody is ordered by name */
} gg_danger_kind;
typedef struct gg_danger_rules {
    /* Turns the state to the nth moment at which that side may hurt the other, everybody standing
     * where he stands and free to act: its fire, its charges.  The state is then good for offers
     * and odds and for nothing else.  False: there are no more. */
    bool (*moment)(gg_state *, gg_side, uint32_t nth);
    /* What enemies could do to the unit in that place, each once with its fire and once if it could
     * charge; out has room for GG_THREATS_MAX.  False: it can only fight its way in. */
    bool (*threats)(const gg_state *view, gg_side, gg_unit, gg_point place, gg_threat *out,
                    uint32_t *count);
    /* Of 2 to the 60th: how likely it is that this shot does anything to that unit, where a volley
     * has too many dice for core to throw them all; GG_NO_HARM_KNOWN: it is no shot, or core goes
     * through the outcomes. */
    uint64_t (*harm)(const gg_state *, gg_side, const gg_action *, gg_unit whom);
    gg_danger_kind kind;
} gg_danger_rules;
extern const gg_danger_rules gg_no_danger; /* nothing is known of it */
bool gg_no_moment(gg_state *, gg_side, uint32_t nth);
bool gg_no_threats(const gg_state *view, gg_side, gg_unit, gg_point place, gg_threat *out,
                   uint32_t *count);
uint64_t gg_no_harm_known(const gg_state *, gg_side, const gg_action *, gg_unit whom);

/*
 * A clash is a charge or a melee, from the order that begins it until it is over (core/clash.h).
 * What becomes of a unit in it is told by its sentences: a row for each that counts.
 */
typedef enum gg_fate_kind {
    GG_FATE_WEAKER, /* it stays, but has lost men or order */
    GG_FATE_YIELDS, /* it gives way */
    GG_FATE_BREAKS, /* it runs */
    GG_FATE_LOST    /* it is gone */
} gg_fate_kind;
typedef struct gg_fate {
    uint16_t saying; /* that was told of {who} */
    gg_fate_kind kind;
    const char *text; /* "routs" */
} gg_fate;
enum { GG_FATES_MAX = 24 };
typedef struct gg_clash_rules {
    uint64_t answers; /* bit n: in row n of the phases those who clash may answer ... */
    uint64_t choices; /* ... or choose something else about it */
    uint64_t passes;  /* bit n: actions of kind n let a decision pass: "end", "stay" */
    /* Is this an action that begins a clash, is an answer in it or rolls it? */
    bool (*begins)(const gg_state *view, const gg_action *);
    /* What was begun with this action has come to its end. */
    bool (*is_over)(const gg_state *now, const gg_action *begun);
    /* What is offered in a phase of answers or choices belongs to the clash. */
    bool (*concerns)(const gg_state *now, const gg_action *begun, const gg_action *offer);
    const gg_fate *fates; /* the worst first */
    uint32_t fate_count;
} gg_clash_rules;
extern const gg_clash_rules gg_no_clash; /* nobody charges, nobody comes to blows */
bool gg_always_over(const gg_state *now, const gg_action *begun); /* nobody is asked on the way */
bool gg_concerns_all(const gg_state *now, const gg_action *begun, const gg_action *offer);

/* Names beside those of the notation. */
typedef struct gg_name_rules {
    /* The unit that this side means by what stands beside it on the board, where that is not its
     * name: its own before the enemy's.  GG_NO_UNIT: nobody, or there is no telling which. */
    gg_unit (*find_unit)(const gg_state *view, gg_side, const char *text);
    /* What people call it, where the state holds names; else, of units that no scenario could name,
     * what comes behind their number ("Dragoons").  False, and nothing written: it has no name, or
     * a view may not know it. */
    bool (*name_unit)(const gg_state *, gg_unit, gg_text *out);
    /* What a sentence numbers, {amount:place}: "objective 2 (the farm)". */
    void (*write_number)(const gg_state *, int64_t number, gg_text *out);
    bool has_labels; /* what stands beside units on the board is not their names */
    bool are_kept;   /* the state holds names; else they stand in scenarios alone (core/names.h) */
} gg_name_rules;
extern const gg_name_rules gg_no_names; /* the board shows what is written, and no more is known */
gg_unit gg_no_label(const gg_state *view, gg_side, const char *text);
bool gg_no_name(const gg_state *, gg_unit, gg_text *out);
void gg_plain_number(const gg_state *, int64_t number, gg_text *out);

/* What people want to know of an army. */
typedef struct gg_army_rules {
    /* A unit's card: all that decides its dice, who commands it, what it has done this turn. */
    void (*describe)(const gg_state *view, gg_unit, gg_facts *);
    /* Who commands it: a unit's commander, and his own; GG_NO_UNIT: nobody. */
    gg_unit (*commander)(const gg_state *view, gg_unit);
    /* What a unit counts in points, where the game has them; else 0. */
    int32_t (*worth)(const gg_state *, gg_unit);
    /* What wins the game, by which clause, and how far each side has come. */
    void (*terms)(const gg_state *view, gg_facts *);
} gg_army_rules;
extern const gg_army_rules gg_plain_army; /* no cards, no commanders, no points, no terms */
gg_unit gg_nobody_commands(const gg_state *view, gg_unit);
int32_t gg_no_points(const gg_state *, gg_unit);

#endif
