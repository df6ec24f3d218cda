/*
 * sequence.h - the sequence of play: stages, actions, refusals and what the log is told.
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMANDERS_SEQUENCE_H
#define COMMANDERS_SEQUENCE_H

#include "commanders.h"

static inline int step_of(const gg_state *s)
{
    return s->stage >= PHASE_COMBINED_GO && s->stage < PHASE_COMBINED_GO + STEPS
               ? s->stage - PHASE_COMBINED_GO
           : s->stage >= PHASE_FAST_GO && s->stage < PHASE_FAST_GO + STEPS
               ? s->stage - PHASE_FAST_GO
               : STEPS;
}
static inline bool is_fast(const gg_state *s) { return s->stage < PHASE_BOMBARD; }
static inline uint8_t stage_at(const gg_state *s, step_id at)
{
    return (uint8_t)((is_fast(s) ? PHASE_FAST_GO : PHASE_COMBINED_GO) + at);
}
/* Goes on to the next stage in which a side decides or something is rolled. */
void commanders_play_on(gg_state *, gg_log *);
void commanders_tell_all(gg_log *, gg_event_kind, saying, gg_unit who, int at, int to, int amount);
static inline void commanders_tell(gg_log *log, gg_event_kind kind, saying words, gg_unit who,
                                   int at, int to, int amount)
{
    if (log != NULL) commanders_tell_all(log, kind, words, who, at, to, amount);
}
void commanders_reveal(gg_log *, action_kind);
void commanders_arrive(gg_state *, int next, gg_log *); /* at a stage */
void commanders_pass_over(gg_state *); /* makes a side ready that has nothing to decide */

/* SECRET: each side decides until it says ready.  ORDERED: so too, but it uses orders, and both
 * sides are asked or neither (CMD-R63).  OPEN: one side after the other.  OWN: the game's dice. */
typedef enum stage_kind { SECRET, ORDERED, OPEN, OWN, OVER } stage_kind;
typedef struct stage_row {
    uint8_t kind;                       /* stage_kind */
    void (*open)(gg_state *, gg_log *); /* on arriving there */
    /* Has this side something to decide, or to roll?  ORDERED: might it have, by what both know? */
    bool (*asks)(const gg_state *, gg_side);
    uint32_t (*offer)(const gg_state *, gg_side, gg_action *, uint32_t); /* where sides decide */
    uint8_t (*roll)(gg_state *, gg_dice *, gg_log *);                    /* OWN */
    uint8_t (*close)(gg_state *, gg_log *); /* when no side has: the stage that follows */
} stage_row;
extern const stage_row commanders_stages[PHASES];
#define STAGE(id, word, name, clause, kind, open, asks, offer, close, orders, until)               \
    void open(gg_state *, gg_log *);                                                               \
    bool asks(const gg_state *, gg_side);                                                          \
    uint32_t offer(const gg_state *, gg_side, gg_action *, uint32_t);                              \
    uint8_t close(gg_state *, gg_log *);
#define DICE(id, word, name, clause, open, asks, roll, close)                                      \
    void open(gg_state *, gg_log *);                                                               \
    bool asks(const gg_state *, gg_side);                                                          \
    uint8_t roll(gg_state *, gg_dice *, gg_log *);                                                 \
    uint8_t close(gg_state *, gg_log *);
#include "stages.def"
#undef STAGE
#undef DICE
static inline bool is_secret(const gg_state *s)
{
    return commanders_stages[s->stage].kind <= ORDERED;
}

/* Stages by bit, for actions.def; a step is one of fast movement and one of combined arms. */
#define IN_STEP(id) (IN(FAST_GO) << STEP_##id | IN(COMBINED_GO) << STEP_##id)
#define STEPS_AIM (IN_STEP(RANGED_AIM) | IN_STEP(MELEE_AIM))
#define STEPS_REROLL (IN_STEP(RANGED_REROLL) | IN_STEP(MELEE_REROLL))
#define STEPS_ENTER (IN_STEP(ROOM) | IN_STEP(ENTER))
#define SECRETLY (GG_EVER & ~STEPS_REROLL)

typedef enum action_form {
    FORM_WORD,  /* ready */
    FORM_ORDER, /* order 2C c1 c2 c3: flags count, item type, at from and step, args[0] step (+1) */
    FORM_TROOPS,  /* go 2I b1 b2:        flags count, item type, at from and to */
    FORM_SIDE,    /* stay c1 c2:         at from and to */
    FORM_RETREAT, /* retreat 2C c2:      flags count, at.x sector */
    FORM_DIVIDE,  /* divide b2 ...:      at.x sector, args[0] zones of its units, three bits each */
    FORM_SPACES,  /* square c1|c2 1 2:   item zone id, flags spaces by bit */
    FORM_TARGET,  /* target Z 3 at Z 1:  item zone id, flags space; at target's zone id and space */
    FORM_REROLL,  /* reroll Z red 1 2: item zone id, flags side, at space and die (0: its only) */
    FORM_SECTOR,  /* garrison b2:        at.x sector */
    FORM_BOMBARD, /* bombard b1 b3 2:    flags count, at from and to, item 1: the building */
    FORM_RALLY,   /* rally A b1:         item type, at.x sector or NO_SECTOR */
    FORM_DEPLOY,  /* deploy 4I b1:       flags count, item type, at.x sector */
    FORMS
} action_form;
extern const uint8_t commanders_forms[ACTIONS]; /* of each action */
#define ACTION(id, word, form, stages, judge, doing, ...)                                          \
    gg_judging judge;                                                                              \
    gg_doing doing;
#include "actions.def"
#undef ACTION

static inline gg_verdict refuse(reason why) { return (gg_verdict){(gg_reason)why, 0, 0}; }
static inline gg_verdict refuse_count(reason why, int had, int needed)
{
    return (gg_verdict){(gg_reason)why, had, needed};
}
static inline gg_action make_action(action_kind kind)
{
    return (gg_action){.kind = (uint8_t)kind, .who = GG_NO_UNIT, .whom = GG_NO_UNIT};
}
static inline gg_action make_troops(action_kind kind, int count, int of, int from, int to)
{
    gg_action action = make_action(kind);
    action.flags = (uint8_t)count;
    action.item = (gg_unit)of;
    action.at = (gg_point){from, to};
    return action;
}
static inline uint32_t put_offer(gg_action *out, uint32_t count, uint32_t limit, gg_action action)
{
    if (count < limit) out[count++] = action;
    return count;
}

#endif
