/*
 * contract.h - the promises of tests/contract.def, checked along random games.
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_CONTRACT_H
#define TESTS_CONTRACT_H

#include "support.h"

typedef enum promise {
#define PROMISE(id, words, optional) PROMISE_##id,
#include "contract.def"
#undef PROMISE
    PROMISES
} promise;

extern const char *const promise_words[PROMISES];
extern const bool promise_is_optional[PROMISES];

/* The games of one scenario, and what was found. */
typedef struct contract {
    const gg_ruleset *rules;
    uint32_t scenario;
    int32_t fixed[GG_OPTIONS_MAX]; /* what an option is in every game; or GG_OPTION_UNSET */
    uint64_t checked[PROMISES];
    uint32_t broken[PROMISES];
    char message[PROMISES][MESSAGE_MAX]; /* of the first time it was broken */

    gg_match *match, *other; /* the game, and another for secrets and replays */
    void *memory, *other_memory;
    gg_dice dice; /* the test's own: choices, garbage */
    uint64_t seed;
    uint32_t step;
    gg_state *copy, *second, *view, *seen;
    gg_action *offers, *more;
    void *notes; /* the same for score() */
    gg_event *events, *more_events;
    char *text, *more_text;
} contract;

contract *contract_make(const gg_ruleset *, uint32_t scenario);
void contract_free(contract *);
/* Plays one random game and checks at every step; `thorough` checks the dear things more often. */
void contract_play(contract *, uint64_t seed, bool thorough);
/* The same, but only writes and reads back each position, and at one place in `every` what can be
 * done and what each side sees: thousands of games in the time of a few. */
void contract_play_texts(contract *, uint64_t seed, uint32_t every);

/* Counts a check; the message, with seed and step to find it again, is made only when it fails. */
#define contract_expect(c, promised, holds, ...)                                                   \
    ((c)->checked[promised]++, (holds) ? (void)0 : contract_break(c, promised, __VA_ARGS__))
void contract_break(contract *, promise, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- contract_questions.c: about one position. ---- */
void check_turn(contract *);
void check_offers(contract *, gg_side);
/* So many were offered, and lie in c->offers. */
void check_score(contract *);
void check_answers(contract *, gg_side);
void check_judgement(contract *, gg_side);
void check_whole(contract *, gg_side);
void check_texts(contract *);
void check_position_text(contract *);
void check_views(contract *);
void check_picture(contract *);
void check_garbage(contract *, gg_side, const gg_action *offered);
void check_bad_text(contract *, const gg_action *offered);

/* ---- contract_before.c: what is asked before deciding. ---- */
void check_before(contract *, gg_side);
void check_sketch_of_text(contract *, const gg_action *read);
void check_secret_before(contract *, gg_side, const gg_state *one, const gg_state *other);

/* ---- contract_worlds.c: what others see of a secret, for as long as it is one. ---- */
void check_worlds(contract *, gg_side chooser);
void check_guessed_worlds(contract *, gg_side watched);
void check_outcomes(contract *, gg_side, const gg_action *);

/* ---- contract_actions.c: about doing something. ---- */
void check_setup(contract *, const int32_t *options);
void check_apply(contract *, gg_side, const gg_action *);
void check_action_text(contract *, const gg_state *, gg_side, const gg_action *);
void check_preview(contract *, gg_side, const gg_action *);
void check_secret(contract *, gg_side chooser);
/* What is chosen in secret may still be seen on the table: moves and losses that both logs tell
 * this side, and tell differently. */
bool are_told_apart(const gg_event *one, uint32_t count, const gg_event *other, uint32_t others,
                    gg_side);
/* A choice that was made: the state it led to, and what was told of it. */
typedef struct deed {
    const gg_state *after;
    const gg_log *log;
} deed;
bool are_rolled_apart(const gg_ruleset *, const deed *, const deed *, gg_side);
void check_hash(contract *, const gg_state *before, const gg_action *);
void check_undo(contract *, gg_side, const gg_action *);
void check_events(contract *, const gg_event *, uint32_t count);
bool is_plain(const char *told);
void check_record(contract *);
void check_parts(contract *);

enum { CONTRACT_EVENTS = 512 };

#endif
