/*
 * review.h - a game that was played, looked back upon: the chance to win after every action, the
 * luck of the dice apart from what the sides made of it, turning points with a better action.
 *
 * One judge (judge.h) speaks throughout; he learns from games of his own that he plays on from
 * moments of this one.  An action leads from one chance to the next, and the way has two parts:
 *   choice  from the chance before it to what the action was worth on average over all dice,
 *   luck    from there to what the dice made of it.
 * Every outcome is weighed by the same odds code that tells the chances beforehand.  So the chance
 * at the beginning, all choices and all luck add up to the result, to the last ten thousandth;
 * what is not exact is only where between luck and choice the line runs, and that error is told.
 * Luck has no expectation: whoever judges, in the long run it comes to nothing.
 *
 * Mistakes are found apart from that: the player thinks about a decision with what its side knew,
 * and his choice and the one that was made are played on with the same dice.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_REVIEW_H
#define GG_REVIEW_H

#include "core/match.h"
#include "players/hint.h"

enum {
    GG_REVIEW_TURNING = 5,
    GG_REVIEW_PLAYOUTS = 160,   /* the standard effort of a decision that is looked at */
    GG_REVIEW_GAMES_MS = 12000, /* and how long the parts may take where there is a clock and */
    GG_REVIEW_LOOK_MS = 36000,  /* nobody said how many playouts */
};

typedef struct gg_review_ask {
    const gg_match *match;
    const gg_player *player;     /* one with a level: he judges and thinks */
    uint32_t playouts;           /* for each decision looked at; 0: the standard, by the clock */
    const gg_progress *progress; /* may be NULL */
} gg_review_ask;

/* Of one action; all in 10000ths, and of blue where nothing else is said. */
typedef struct gg_review_ply {
    int32_t choice, luck;
    int32_t luck_error;       /* 95 % limits; 0: every outcome was weighed */
    int32_t loss, loss_error; /* for who decided: less than with `better` */
    gg_action better;
    uint8_t rolled;     /* dice were thrown */
    uint8_t decided;    /* somebody had a choice */
    uint8_t looked;     /* the player thought about it: loss and better are known */
    uint8_t is_mistake; /* the loss is half as large again as its error: of as many decisions as are
                         * looked at, chance makes none of them look so */
} gg_review_ply;

/* Of one side, for that side; of the game itself (GG_NOBODY) for blue. */
typedef struct gg_review_side {
    int32_t luck, luck_error, choice, loss;
    uint32_t rolls, decisions, looked, mistakes;
} gg_review_side;

/* What became of a unit. */
typedef struct gg_review_unit {
    gg_unit unit;
    gg_side side;
    uint8_t role, had, has; /* strength at most, and at the end; 0: it is gone */
    char name[GG_NAME_MAX];
} gg_review_unit;

typedef struct gg_review {
    const gg_review_ask *ask;
    uint32_t plies;
    int32_t *chances;    /* of blue, after 0 .. plies actions */
    uint16_t *rounds;    /* in which each action was done */
    gg_review_ply *each; /* plies of them */
    gg_review_side sides[3];
    int32_t play; /* all choices together, for blue: what one side's turn adds the other's
                            * takes, so they mean something only against each other */
    bool over;
    gg_turn end;
    uint32_t games, playouts;
    int32_t square; /* how far off the judge is with his own games: gg_judge_square() */
    uint32_t turning_count, turning[GG_REVIEW_TURNING]; /* actions, in order */
    uint32_t unit_count;
    gg_review_unit *units;
} gg_review;

/* Memory of the caller, for max_align_t, whatever is in it. */
size_t gg_review_bytes(const gg_match *, const gg_player *);
/* False: it was told that it is enough.  A match that has no action yet cannot be reviewed. */
bool gg_review_find(const gg_review_ask *, void *room, gg_review *);

/* ---- review_tell.c ---- */
void gg_put_review_heading(gg_text *, const gg_review *); /* "Squares: Two bridges" */
void gg_put_review_end(gg_text *, const gg_review *);     /* "Blue wins after 119 actions." */
/* What was done, by whom: "blue, A2: move to f4".  `before` gets the state it was done in. */
void gg_put_review_action(gg_text *, const gg_review *, uint32_t ply, gg_state *before,
                          gg_state *view);
/* What dice and decision came to, and what would have been better; `before` as it was left. */
void gg_put_review_turning(gg_text *, const gg_review *, uint32_t ply, const gg_state *before,
                           gg_state *view);
void gg_put_review_losses(gg_text *, const gg_review *, gg_side, bool gone); /* else who is left */
void gg_put_review_judge(gg_text *, const gg_review *); /* who judged, and how */
/* A page of text, and all of it for programs; `one` and `two` are room for states. */
void gg_put_review(gg_text *, const gg_review *, gg_state *one, gg_state *two);
void gg_wire_review(gg_json *, const char *key, const gg_review *, gg_state *one, gg_state *two);

/* ---- review_draw.c ---- */
/* The curve with the bars of luck below it: a file that stands alone, or for a page. */
void gg_review_curve(gg_text *, const gg_review *, bool alone);
/* A battle report: one HTML file with curve, figures, pictures and prose. */
typedef struct gg_review_room {
    gg_state *one, *two;
    gg_scene_room *board, *over;
} gg_review_room;
void gg_review_page(gg_text *, const gg_review *, const gg_review_room *);

#endif
