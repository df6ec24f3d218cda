/*
 * ask.h - the five questions of a player at a measured table: how far, what is seen, what lies
 * before it and how far it shoots, what would it meet, where may it go.  A game says what its
 * rules make of them in one constant gt_asks, and lays its own reach with the help below.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_TABLE_ASK_H
#define GG_TABLE_ASK_H

#include "core/question.h"
#include "table/move.h"

/* A body, a marker (a commander: a point) or a place. */
typedef struct gt_thing {
    gg_unit unit; /* GG_NO_UNIT: a place */
    bool is_body;
    gg_side side; /* of a place GG_NOBODY */
    gg_point at;
    gt_shapes shapes;
} gt_thing;

enum { GT_BANDS = 4 };
/* What a body shoots and charges with. */
typedef struct gt_arms {
    int32_t bands[GT_BANDS]; /* ticks, the farthest first; the others are where it changes */
    int band_count;          /* 0: it does not fire, and `silent` says so */
    bool all_round;
    const char *silent; /* "cavalry does not fire" */
    gg_clause clause;   /* of either */
    int32_t charge;     /* how far it charges straight ahead; 0: it does not */
    gg_clause charge_clause;
} gt_arms;

typedef struct gt_asks {
    gg_clause measure, sight, zones, contact; /* what each answer cites */
    gg_reason not_here;
    int32_t zone_depth;   /* ticks that are shown of flanks and rear */
    int32_t contact_most; /* ticks that contact with a body is looked for */
    /* More sentences for a measured distance: ranges, moves, command. */
    void (*limits)(const gg_state *, const gt_thing *who, const gt_thing *whom, int32_t ticks,
                   gg_text *);
    /* Whether one sees the other, where rules of its own say so; NULL: by heights (sight.c), and by
     * the next four. */
    void (*sees)(const gt_table *, const gt_thing *who, const gt_thing *whom, gg_answer *,
                 gg_text *, gg_scene *);
    gg_reason out_of_sight;
    gg_point (*eye)(const gt_table *, unsigned body);
    bool (*all_round)(const gt_table *, unsigned body); /* it looks all round; gt_never */
    /* The clause by which it fires to its front alone; 0: it never fires. */
    gg_clause (*fires_ahead)(const gt_table *, unsigned body);
    bool (*no_flanks)(const gt_table *,
                      unsigned body); /* no side of it is flank or rear; gt_never */
    void (*arms)(const gt_table *, unsigned body, gt_arms *out);
    /* Tenths of a degree; of one whose arms charge.  NULL where none does. */
    int32_t (*charge_way)(const gt_table *, unsigned body, int32_t facing);
    gg_clause flank;    /* cited where contact is made in front or flank */
    const char *barred; /* "deep water" */
    /* What else than ground that is barred to all closes its way; NULL: nothing. */
    void (*closed)(const gt_table *, unsigned body, gt_closed *out);
    /* NULL where a row of answers.def tells it (core/pieces.h). */
    void (*reach)(const gt_table *, gg_side, const gt_thing *who, gg_answer *, gg_text *,
                  gg_scene *);
    void (*ride)(const gt_table *, const gt_thing *who, gg_answer *, gg_text *, gg_scene *);
    /* of a marker; NULL: `reach` tells that, too */
} gt_asks;

void gt_ask(const gt_table *, const gt_asks *, gg_side, const gg_question *, gg_answer *,
            gg_scene *);
bool gt_never(const gt_table *, unsigned body); /* that is so of no body */

/* ---- Help for reach. ---- */
void gt_put_thing(gg_text *, const gt_table *, const gt_thing *);
void gt_put_ticks(gg_text *, const gt_table *, int32_t ticks);
void gt_put_cited(gg_text *, const gt_table *, gg_clause);
/* " Within musket range, 3 inches (LG-5.3)." */
void gt_put_limit(gg_text *, const gt_table *, const char *what, int32_t limit, int32_t ticks,
                  gg_clause);
void gt_refused(gg_answer *, const gt_table *, gg_verdict); /* the verdict and its clause */
/* The same, and told: where something may not be done now though it could be. */
void gt_tell_refused(gg_answer *, const gt_table *, gg_verdict, gg_text *);
/* Whether it may be done now; where not, why not. */
void gt_tell_now(gg_answer *, const gt_table *, gg_verdict now, gg_text *);
/* "ac0 may ride 18 inches (LG-3.1)", and where to. */
typedef struct gt_ride {
    int32_t most;
    gg_clause clause;
    gg_verdict now;
    bool (*may_end)(void *with, gg_point);
    void *with;
} gt_ride;
void gt_tell_ride(const gt_table *, const gt_ride *, const gt_thing *who, gg_answer *, gg_text *,
                  gg_scene *);
/* Around a place, as far as it may get and no farther than the table goes. */
gg_bounds gt_around(const gt_table *, gg_point, int32_t most);

#endif
