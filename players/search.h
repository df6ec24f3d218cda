/*
 * search.h - the player that searches, for all games: what its files share.
 *
 * It decides over whole turns.  A plan is what its side does until its turn is over, action by
 * action.  Plans come from a fast policy with a bias (attack that one, go there, this arm first,
 * hold these back), made of what the ruleset offers, and from plans that are changed in one place.
 * Each is played on again and again in worlds that may be so (guess), against what the other side
 * may do, for a few turns; where it ends the score judges.  The time goes to the plans that look
 * best.  Where both sides choose in secret the best of them are mixed, so that nobody can know
 * which one comes.
 *
 * Reading order: search.c (a decision), search_race.c (which plan), search_heads.c (several
 * searches for one decision), search_plan.c (playing one on), search_policy.c (the fast policy),
 * search_mix.c (secret choices), levels.c (the rows).
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_SEARCH_H
#define GG_SEARCH_H

#include "players/strangers.h"

enum {
    GG_PLAN_MAX = 64,      /* actions of a plan that are remembered */
    GG_SEARCH_GUESSES = 8, /* worlds that may be so, for one decision */
    GG_SEARCH_OFFERS = 16384,
    GG_SEARCH_NOTES = 48 << 10, /* bytes that the ruleset keeps from score to score */
    GG_SEARCH_PLANS = 64,       /* that are compared at a time */
    GG_SEARCH_KNOWN = 1 << 13,
    GG_SEARCH_KEPT = 3,  /* plans that are kept from one decision to the next */
    GG_SEARCH_HEADS = 8, /* searches for one decision at most, */
    GG_HEAD_LINES = 4,   /* and what each brings home */
    GG_MIX_PLANS = 8,    /* of each side that are played against each other in secret */
    GG_BIASES = 3,
    GG_TRUST_OWN = 255,
    GG_NET_OWN = 255,
    GG_MANNER_OWN = 255,
    GG_GUESSES_ALWAYS = 255,
    GG_VALUE_ONE = 10000, /* a game that is won */
    GG_VALUE_HALF = GG_VALUE_ONE / 2,
};

/* A row of players.def. */
typedef struct gg_level {
    uint32_t playouts;    /* a turn */
    uint8_t ahead;        /* turns it looks beyond its own */
    uint8_t tries;        /* offers that its policy tries on a copy at each step */
    uint16_t temperature; /* how much worse a plan may be and still be taken: 10000ths of a win */
    uint16_t overlooks;   /* thousandths of the units, and of targets, that it forgets in a turn */
    uint8_t trust;        /* tenths that what was learnt from games counts at the end of a playout;
                           * GG_TRUST_OWN: as the game says */
    uint8_t base;         /* begins with what greedy would do: 0 never, 1 in secret and in the
                           * games whose manner says so, 2 always */
    uint8_t guesses;      /* of eight worlds, in how many a plan written in secret is guessed at;
                           * GG_GUESSES_ALWAYS: in all, and where it is not written yet as well */
    uint8_t calm;         /* how many quarters an action's average counts for the policy, beside
                           * what it gained just now by its dice */
    uint8_t heads;        /* searches of their own for a decision that has the effort for them: the
                           * same whatever number of threads there are */
    uint8_t net;          /* a network in place of the weights: 0 never, 1 `network`,
                           * GG_NET_OWN the game's, if it has one */
    uint8_t drawn;        /* hundredths of a win that a draw is worth: less than half, so that
                           * nobody sits a game out */
    uint8_t doubt; /* hundredths of a win by which a line may be worse than one playout says */
    uint8_t lean;  /* 0: it wants nothing beyond the score */
    uint8_t faith; /* of a secret choice: as how many playouts of each pair what a line came
                           * to before counts */
    uint8_t luck;  /* 1: what an action rolls in a playout follows from the playout, from when
                           * it is done and by whom, and from nothing that was done or thought
                           * before: lines that differ in one place have the same luck in all
                           * others; 0: one throw after the other; GG_MANNER_OWN: as the game's
                           * manner says */
    uint8_t each;  /* 1: where no more is offered than lines fit, each offer is a line, the policy
                           * goes on, and a turn's decisions share its effort evenly; 0: lines are
                           * plans; GG_MANNER_OWN likewise */
    gg_style style;
    const gg_network *network;
} gg_level;

/* What it would do until its turn is over. */
typedef struct gg_plan {
    uint32_t count;
    gg_action actions[GG_PLAN_MAX];
    uint8_t phases[GG_PLAN_MAX]; /* in which each is done */
} gg_plan;

/* A liking for actions that are alike in one field. */
typedef struct gg_bias {
    uint8_t field; /* 0: none */
    int32_t value, strength;
} gg_bias;

typedef struct gg_bent {
    gg_bias biases[GG_BIASES];
    int32_t patience; /* added to what hands the decision on */
} gg_bent;

/* A plan that is kept, as far as it is not done. */
typedef struct gg_kept {
    gg_plan plan;
    gg_bent bent;
} gg_kept;

/* What is known of an action wherever it was tried. */
typedef struct gg_known {
    uint64_t key;
    int32_t gain; /* of score, on average */
    uint16_t count;
    bool hands_on;
} gg_known;

/* What is kept between decisions: player->memory_bytes. */
typedef struct gg_search_memory {
    gg_kept kept[GG_SEARCH_KEPT]; /* the first is what it means to do, the others what may come
                                    * of the same beginning */
    uint32_t kept_count;
    bool began;
    uint8_t phase, first_phase; /* now, and at the beginning of the turn */
    uint16_t round;
    uint32_t playouts;         /* spent in this turn */
    int64_t ms;                /* the same */
    uint64_t blind;            /* what is overlooked in this turn follows from it */
    uint32_t decisions, usual; /* of this turn so far; of the last one */
} gg_search_memory;

/* A plan and how it did. */
typedef struct gg_line_of_play {
    gg_plan plan;
    gg_bent bent;   /* what it goes on with where the plan does not fit */
    uint32_t count; /* playouts */
    int64_t sum, squares;
    int32_t first; /* the offer it begins with, or -1 */
    bool is_base;  /* greedy's: another must prove that it is better */
} gg_line_of_play;

/* Where a decision stands. */
typedef enum gg_thought_stage {
    GG_THOUGHT_RACE,
    GG_THOUGHT_PLAY_OFF,
    GG_THOUGHT_MIX,
    GG_THOUGHT_DONE
} gg_thought_stage;

/* What one head brings home: its best lines that begin differently or go on differently. */
typedef struct gg_head {
    uint32_t count, playouts;
    gg_line_of_play lines[GG_HEAD_LINES];
} gg_head;

/* The best plans of both sides, each against each. */
typedef struct gg_matrix {
    uint32_t rows, columns, gathered, pass, row, column;
    gg_line_of_play *lines[GG_MIX_PLANS];
    gg_plan others[GG_MIX_PLANS];
    int64_t sums[GG_MIX_PLANS][GG_MIX_PLANS]; /* of the values for this side */
    int64_t counts[GG_MIX_PLANS][GG_MIX_PLANS];
} gg_matrix;

typedef struct gg_search {
    const gg_player *player;
    const gg_ruleset *rules;
    const gg_decision *decision;
    const gg_level *level;
    gg_search_memory *memory;
    gg_side side;
    gg_style style;
    gg_dice dice;  /* for everything here */
    uint64_t seed; /* of the playouts */
    gg_state *guesses[GG_SEARCH_GUESSES], *now, *trial, *seen;
    gg_action *offers;
    void *notes;                     /* the ruleset's, from score to score */
    uint32_t playouts, playouts_max; /* of this decision */
    int64_t begun_ms, ms_max;        /* of the present stage; 0: no clock */
    bool stopped, hurried;           /* this stage is over; somebody wants the choice now */
    uint8_t luck, each;              /* of this game and level */
    int64_t centre, scale;           /* of the scores where playouts ended */
    int64_t ends_sum, ends_spread, ends;
    int64_t gain_spread, gains;
    gg_leaning leaning;        /* what it wants beyond the score */
    int32_t trust;             /* the level's, where the game has a judgement */
    const gg_network *network; /* without bytes: the weights judge */
    gg_turn turn;
    gg_plan spare; /* one that is being recorded */
    gg_thought_stage stage;
    bool is_open, mixes, is_quiet; /* the race has begun; secret; another head tells */
    uint32_t head, heads;          /* the one that runs in this room, of so many */
    uint32_t playouts_all;         /* of the decision; `playouts_max` is for the present stage */
    uint32_t playouts_race;        /* of all of it but mixing */
    uint32_t playouts_before;      /* of the heads that are done */
    int64_t begun_all, ms_all;
    uint64_t seed_all;
    gg_line_of_play *best;
    gg_matrix matrix;
    gg_head brought[GG_SEARCH_HEADS];
    uint32_t line_count;
    gg_line_of_play lines[GG_SEARCH_PLANS];
    gg_known known[GG_SEARCH_KNOWN];
} gg_search;

enum {
    GG_SEARCH_MEMORY_BYTES = sizeof(gg_search_memory),
    GG_SEARCH_ROOM_BYTES = sizeof(gg_search) + 64 + (GG_SEARCH_GUESSES + 3) * GG_STATE_BYTES_MAX
                           + GG_SEARCH_OFFERS * sizeof(gg_action) + GG_SEARCH_NOTES,
};

void gg_search_choose(const gg_player *, const gg_decision *, gg_action *out);
/* The same in pieces: NULL when it was chosen at once.  The decision stays where it is. */
gg_search *gg_search_begin(const gg_player *, const gg_decision *, gg_action *out);
bool gg_search_go_on(gg_search *); /* true: there is nothing more to think about */
void gg_search_take(gg_search *, gg_action *out);
/* A search in the decision's room that has done nothing yet: for who needs its policy; and one in
 * another room. */
gg_search *gg_search_open(const gg_player *, const gg_decision *);
gg_search *gg_search_open_in(void *room, const gg_player *, const gg_decision *);
/* The clock of the decision, or 0 where there is none. */
int64_t gg_search_clock(const gg_search *);
void gg_search_tell(const gg_search *); /* how far it is */

/* ---- search_policy.c ---- */
/* What the state is worth to a side, as far as it sees: score and leaning. */
int32_t gg_search_score(gg_search *, const gg_state *, gg_side);
/* One decision of this side in this state, chosen fast; it is not done yet. */
gg_action gg_policy_choose(gg_search *, const gg_state *, gg_side, const gg_bent *);
/* Tries every offer of the decision once, so that the policy knows them. */
void gg_policy_weigh(gg_search *);
/* A liking that is made of one of these offers. */
gg_bent gg_policy_bend(gg_search *, const gg_action *offers, uint32_t count);
bool gg_policy_overlooks(const gg_search *, const gg_action *);
uint64_t gg_stirred(uint64_t hash, uint64_t with);

/* ---- search_plan.c ---- */
/* Plays on from one of the worlds: this side by the line, the other by a plan (NULL: as it likes),
 * and records what this side did.  Returns the value for this side. */
typedef struct gg_playout {
    uint32_t world;
    uint64_t seed;
    const gg_plan *plan, *others; /* NULL: as the policy likes */
    const gg_bent *bent;
    int32_t stray;  /* at this decision of its own the plan is left, once; -1: never */
    gg_side record; /* whose actions go into search->spare; GG_NOBODY: nobody's */
    bool greedy;    /* this side decides as greedy does, while the present phase lasts */
} gg_playout;
int32_t gg_plan_play(gg_search *, const gg_playout *);
/* What greedy would do in `now`, if he wanted what the levels want. */
gg_action gg_search_greedys(gg_search *, gg_side);
/* Is it enough for this stage of the decision? */
bool gg_search_is_over(gg_search *);
bool gg_search_is_hurried(gg_search *);

/* To leave off for now: who asked takes the thought up again later. */
bool gg_search_pauses(const gg_search *);

/* ---- search_heads.c ---- */
/* Worlds, dice and what is known of the offers, for the head that this room belongs to. */
void gg_head_open(gg_search *);
/* How many heads this decision has, by the effort it may take. */
uint32_t gg_heads_of(const gg_search *);
/* All heads one after the other, or together where the decision has hands; true: all are done, and
 * the lines they brought are those of the search. */
bool gg_heads_run(gg_search *);

/* ---- search_race.c ---- */
/* Lines join and are played on; true: it is over. */
bool gg_race_on(gg_search *);
/* No line joins any more, those that are there go on; true: it is over. */
bool gg_play_off_on(gg_search *);
gg_line_of_play *gg_best_line(gg_search *);
bool gg_plans_agree(const gg_plan *, const gg_plan *);
int64_t gg_line_worth(const gg_search *, const gg_line_of_play *);
int64_t gg_line_mean(const gg_line_of_play *);
/* How much worse it may be than it looks. */
int64_t gg_line_doubt(const gg_search *, const gg_line_of_play *);
uint32_t gg_root_of(uint64_t square);
/* The first of its actions in this phase that is offered; -1: none. */
int32_t gg_plan_first(const gg_search *, const gg_plan *);

/* ---- search_mix.c ---- */
/* Which of the lines are mixed with the best one; false: there is nothing to mix. */
bool gg_mix_open(gg_search *);
/* Plays them against each other; true: it is over. */
bool gg_mix_on(gg_search *);
gg_line_of_play *gg_mix_take(gg_search *);

#endif
