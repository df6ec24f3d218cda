/*
 * hint.h - a player explains himself: the best actions he sees, the chance to win with each, and
 * what moves it.
 *
 * All of it comes from a view, so it tells nothing that the side may not know: what is hidden is
 * guessed.  The player thinks as he would for a move of his own; then each of his best actions, and
 * the one that was asked about, is played on with the same dice in the same worlds, first to the
 * end of the turn and then through the answer to it, and a judge (judge.h) says what that comes to.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_HINT_H
#define GG_HINT_H

#include "core/json.h"
#include "core/picture.h"
#include "core/seat.h"
#include "players/judge.h"

enum {
    GG_HINT_BEST = 3,
    GG_HINT_LINES = GG_HINT_BEST + 1, /* and the one that was asked about */
    GG_HINT_PLAYOUTS = 300,           /* the standard effort; with a clock and nothing else said, */
    GG_HINT_GAMES_MS = 2500,
    GG_HINT_LINE_MS = 1200, /* no longer than that for each part */
    GG_HINT_UNITS = 2048,
    GG_HINT_PLACES = 64,
    GG_HINT_PLAN = 4, /* actions that are told of what would follow */
};

/* What is asked. */
typedef struct gg_hint_ask {
    const gg_ruleset *rules;
    const gg_state *view; /* rules->view for this side, which has to decide */
    gg_side side;
    const gg_player *player; /* one with a level */
    uint32_t playouts;       /* 0: GG_HINT_PLAYOUTS */
    uint64_t seed;
    const gg_action *also;        /* NULL, or an action that is to be weighed too */
    const struct gg_names *names; /* core/names.h: what people call units; NULL: by their codes */
    const gg_judge *judge;        /* one who has learnt; NULL: he learns from games of his own */
    const gg_progress *progress;  /* may be NULL */
} gg_hint_ask;

/* A unit and what it loses on average, in hundredths of what is shown of its strength. */
typedef struct gg_hint_loss {
    gg_unit unit; /* GG_NO_UNIT: none */
    int32_t hundredths;
} gg_hint_loss;

/* Chances are 10000ths; errors are 95 % limits. */
typedef struct gg_hint_line {
    gg_action action;
    gg_action then[GG_HINT_PLAN]; /* how the plan goes on in this turn */
    uint32_t then_count;
    int32_t chance, error;      /* to win with it */
    int32_t worse, worse_error; /* than the first line; of the first itself 0 */
    int32_t gain, answer;       /* what the turn adds to the chance, what the answer to it takes */
    gg_hint_loss hurt, risked;  /* the enemy who loses most in the turn; who does in the answer */
    int32_t losses[2];          /* of both sides in turn and answer, in hundredths */
    char place[GG_NAME_MAX];    /* an objective that changes hands, or "" */
    bool is_taken;              /* ... to this side; else it is lost */
    bool is_asked;              /* it is the action that was asked about */
} gg_hint_line;

typedef struct gg_hint {
    uint32_t count; /* of lines: best first, what was asked about last unless it is among them */
    gg_hint_line lines[GG_HINT_LINES];
    int32_t now;                    /* the chance without a plan, by such playouts as a line's */
    uint32_t games, playouts, each; /* the judge's games, the player's playouts, those of a line */
    bool is_only;                   /* there is nothing to choose */
    /* What the player himself would choose, by his search and before the lines were weighed, and
     * how much worse than that the action is which was asked about: so no luck of the weighing is
     * in the difference. */
    gg_action choice;
    int32_t asked_worse, asked_error;
} gg_hint;

/* Memory of the caller, for max_align_t, whatever is in it. */
size_t gg_hint_bytes(const gg_player *);
/* False: it was told that it is enough, and there is no hint. */
bool gg_hint_find(const gg_hint_ask *, void *room, gg_hint *);

/* ---- hint_tell.c ---- */
/* "A2: move to f4 and attack B2". */
void gg_put_spoken(gg_text *, const gg_ruleset *, const gg_state *view, gg_side, const gg_action *);
/* "costs B2 1.4 on average: +12 %; the answer may cost A2 0.6: -4 %". */
void gg_put_reason(gg_text *, const gg_hint_ask *, const gg_hint_line *);
void gg_put_percent(gg_text *, int32_t chance);        /* "54 %" */
void gg_put_percent_signed(gg_text *, int32_t chance); /* "+4 %", "-0.4 %" */
/* A whole hint for people, and for programs. */
void gg_put_hint(gg_text *, const gg_hint_ask *, const gg_hint *);
void gg_wire_hint(gg_json *, const char *key, const gg_hint_ask *, const gg_hint *);
/* Why this action?  One sentence of him who took it, for a hint that was asked about it. */
void gg_put_why(gg_text *, const gg_hint_ask *, const gg_hint *);

#endif
