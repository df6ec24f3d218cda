/*
 * clausewitz.h - the state of the game of Brigades, chits and reactions, its tables, its rolls and
 * the turn machine.  The chapters follow in the book's order: army.h (Brigades, command, drill, the
 * set-up, the end, fog), ground.h, move.h, fight.h (reactions, morale, fire, melee, charges, risk).
 * What any measured table has is in table/.
 * SPDX-License-Identifier: MIT
 */
#ifndef CLAUSEWITZ_H
#define CLAUSEWITZ_H

#include "core/action.h"
#include "core/text.h"
#include "grognard.h"
#include "table/move.h"
#include "table/table.h"

/* ---- Tables: one enum constant per row of each .def file. ---- */
#define GAME clausewitz
#define CLAUSED(n) CW_##n
#define TYPED(n) cw_##n
#include "core/names.def"

enum {
#define SPECIAL(id, word, words, points, clause) SPECIAL_ROW_##id,
#include "specials.def"
#undef SPECIAL
    SPECIALS
};
enum { /* the bits of a unit's special rules */
#define SPECIAL(id, word, words, points, clause) SPECIAL_##id = 1 << SPECIAL_ROW_##id,
#include "specials.def"
#undef SPECIAL
};

/* Row 0 is what nobody may know: of a hidden Brigade a side sees units without a type. */
typedef enum cw_type {
    TYPE_HIDDEN,
#define UNIT(id, code, words, mounted, morale, men, steady, rating, foot, horse, command,          \
             skirmish, special, role, clause)                                                      \
    TYPE_##id,
#include "units.def"
#undef UNIT
    TYPES
} cw_type;

typedef enum cw_weapon {
#define WEAPON(id, code, words, effective, far, gun, clause) WEAPON_##id,
#include "weapons.def"
#undef WEAPON
    WEAPONS
} cw_weapon;

typedef enum cw_form {
#define FORM(id, letter, words, share, steady, fire, quick, moves, clause) FORM_##id,
#include "formations.def"
#undef FORM
    FORMS
} cw_form;

typedef enum cw_class { OPEN, ROUGH, DIFFICULT, IMPASSABLE } cw_class; /* worse and worse */
typedef enum cw_ground {
#define GROUND(id, name, words, class, flags, depth, role, clause) GROUND_##id,
#include "ground.def"
#undef GROUND
    GROUNDS
} cw_ground;

/* The rows of a kind of unit, and of a weapon, stand one after the other. */
enum { N_UNIT_ROWS = N_LI_men - N_LI_morale == 1 ? 6 : 0, N_WEAPON_ROWS = 2 };

/* Why a Brigade is not on the table.  WAITING has yet to deploy; ATTACHED has set its id free. */
typedef enum cw_gone {
    GONE_NOT,
    GONE_DESTROYED,
    GONE_DISPERSED,
    GONE_SURRENDERED,
    GONE_LEFT,
    GONE_NOT_DEPLOYED,
    GONE_WAITING,
    GONE_ATTACHED,
    GONES
} cw_gone;
typedef enum cw_rank { RANK_CINC, RANK_GOD, RANKS } cw_rank;
typedef enum cw_health {              /* of a General */
                         HEALTH_NONE, /* there is no such General */
                         HEALTH_WELL,
                         HEALTH_WOUNDED,
                         HEALTH_DEAD,
                         HEALTH_REMOVED,
                         HEALTH_CAPTIVE,
                         HEALTH_WAITING,
                         HEALTHS
} cw_health;
typedef enum cw_ended { ENDED_NOT, ENDED_TURNS, ENDED_GONE, ENDED_RESIGNED, ENDEDS } cw_ended;
/* The rows of T10, by the small-arms band of the enemy (CW-R106). */
typedef enum cw_band { BAND_OUTSIDE, BAND_LONG, BAND_EFFECTIVE } cw_band;
/* CW-R10, CW-R21: one part of a march. */
typedef enum cw_leg { LEG_NONE, LEG_AHEAD, LEG_LEFT, LEG_RIGHT, LEG_TOWARD, LEG_AWAY, LEGS } cw_leg;

enum { /* gt_body.did */
       DID_ORDERED = 1,
       DID_LIMITED = 2,
       DID_BRAVE = 4,
       DID_REVEALED = 8,
       DID_SPENT = 16 /* ran this turn and flees no more: no reactions (CW-12.7, CW-13.10) */
};
enum { STATUS_FLEEING = 1 };   /* gt_body.status */
enum { FLAG_SKIRMISH = 1 };    /* gt_body.flags */
enum { OBJECTIVE_SEALED = 7 }; /* cw_adc.objective: not ours to know */

enum {
    CM = 1000, /* ticks */
    BRIGADES_MAX = 64,
    GENERALS_MAX = 8, /* a side */
    MARKERS_MAX = 32, /* a side */
    /* gg_unit: Brigades by their id, Generals of A and of B, scouting markers of A and of B */
    FIRST_GENERAL = BRIGADES_MAX,
    FIRST_MARKER = FIRST_GENERAL + 2 * GENERALS_MAX,
    NAMES = FIRST_MARKER + 2 * MARKERS_MAX,
    ADCS_MAX = 24,
    SLOTS = GT_BASES_MAX, /* CW-5.2 */
    OBJECTIVES_MAX = 6,
    DIVISIONS = 8,
    AREAS_MAX = 32,
    CORNERS_MAX = 256,
    LINES_MAX = 32,
    FRAMES_MAX = 160,
    HITS_MAX = 99,
    DICE_MAX = 20,
    BASE_WIDTH = 4 * CM, /* CW-1.2: the lengths scale with it, so it is no number of its own */
    BASE_DEPTH = 3 * CM,
    TOLERANCE = 20, /* CW-R6 */
    SAMPLE = 500,   /* CW-R9 */
    NOBODY = GT_NOBODY,
    LEGS_MAX = 3, /* CW-R10 */
    TABLE_MIN = 20 * CM,
    TABLE_MAX = 400 * CM,
};

/* Lengths are thousandths of a rules-centimetre, a quarter of a base width, so that other scales
 * change nothing but labels (CW-1.3, CW-1.6); x is east, y north, facings are tenths of a degree
 * (CW-R2). Tables are of any size between TABLE_MIN and TABLE_MAX (CW-3.1). */

/* ---- The state: plain bytes, no pointers, no unnamed padding. ---- */
/* A base is a unit (CW-1.5).  What is tracked of it are dice and formation, of its Brigade morale,
 * actions and rating (CW-1.8, CW-1.9); command bases have no place (CW-2.11, CW-R26). */
typedef struct cw_unit {
    uint16_t men; /* or guns, to begin with */
    uint16_t specials;
    uint8_t type; /* TYPE_HIDDEN: empty slot, or not ours to know */
    uint8_t dice, dice_start;
    uint8_t formation, weapon;
    uint8_t steady, foot, horse; /* CC v Foot, CC v Horse */
    uint8_t rating, morale;
    uint8_t lent[2]; /* skirmish Brigades (id + 1) that have a die of it (CW-R71) */
    uint8_t colours_lost;
    uint8_t zero;
} cw_unit;
_Static_assert(sizeof(cw_unit) == 18, "no hidden padding");

/*
 * A Brigade is the same row of three arrays of gg_state: bodies, brigades and units.  Its gt_body
 * stands with R, the middle of its front edge, at `at` and faces in tenths of a degree; its
 * division is 0 if it is the CinC's own, its strength the number of its units, its formation how
 * many of them stand abreast; did, status, flags and removed hold DID_*, STATUS_*, FLAG_*, cw_gone.
 */
typedef struct cw_brigade {
    uint8_t hits;      /* H, not yet recovered */
    uint8_t reserve;   /* U: the morale bonuses it started with */
    uint8_t actions;   /* AP, left */
    uint8_t objective; /* its own; 0: its Division's */
    uint8_t parent;    /* id + 1; 0: none */
    uint8_t lost;      /* strength lost (CW-R94), at most 255 */
    uint8_t zero[2];
} cw_brigade;
_Static_assert(sizeof(cw_brigade) == 8, "no hidden padding");

/* The CinC or a General of Division (CW-2.1). */
typedef struct cw_general {
    gg_point at;
    uint8_t health, rank, division, rating;
    uint8_t captor; /* Brigade id + 1, while captive */
    uint8_t activated, has_adc, actions;
} cw_general;
_Static_assert(sizeof(cw_general) == 16, "no hidden padding");

typedef struct cw_adc {
    gg_point at, via;
    gg_unit to;              /* a General or a Brigade */
    uint8_t side, objective; /* objective 0: there is no such ADC */
    uint8_t rides, has_via;
    uint8_t zero[2];
} cw_adc;
_Static_assert(sizeof(cw_adc) == 24, "no hidden padding");

/* Numbered 1 to 6 (CW-3.8). */
typedef struct cw_objective {
    gg_point at;
    uint8_t number, placed_by; /* number 0: not there */
    uint8_t value[2];          /* for each side */
} cw_objective;
_Static_assert(sizeof(cw_objective) == 12, "no hidden padding");

typedef struct cw_marker {
    gg_point at;
    uint8_t exists, locked, zero[2];
} cw_marker;
_Static_assert(sizeof(cw_marker) == 12, "no hidden padding");

/* The melee that is being fought; there is never more than one. */
typedef struct cw_melee {
    uint8_t joined[2];  /* bits of Generals, by side */
    uint8_t engaged[2]; /* bits of slots, attacker and defender, before the damage dice */
    uint8_t hits[2];    /* attacker's, defender's */
    uint8_t loser;      /* 0 nobody, 1 attacker, 2 defender */
    uint8_t zero;
} cw_melee;
_Static_assert(sizeof(cw_melee) == 8, "no hidden padding");

/*
 * The pending stack.  What is left to do of an action stands here as frames, the next one on top;
 * machine.c runs the top frame until it is done or somebody must decide.  No function waits.
 */
typedef enum cw_frame_kind {
    FRAME_NONE,
    FRAME_BEGIN,  /* the turn begins: wounded Generals, recovery (machine.c) */
    FRAME_WINDOW, /* after an action of who: reactions, hold tests (react.c); whom: bombarded, n and
                     m: those bombarded by hold fire */
    FRAME_HITS,   /* hits of fire on who: saves, damage dice (shoot.c) */
    FRAME_SHAKEN, /* option test_on_hits: the set tests (shoot.c) */
    FRAME_DAMAGE, /* n damage dice of who (morale.c) */
    FRAME_FAIL,   /* who failed a test by n in band m, because of whom (morale.c) */
    FRAME_PANIC,  /* the set tests, friends of a fleer (morale.c) */
    FRAME_MELEE,  /* who has come into contact with whom (melee.c) */
    FRAME_CHARGE, /* who charges whom, n ticks away (melee.c) */
    FRAME_ESCAPE, /* General who is moved by his owner (risk.c) */
    FRAME_HOLD,   /* who tests whether it can hold its fire (react.c) */
    FRAME_COUNTER, /* who counter charges whom, who tests first (charge.c) */
    FRAME_BRAVE,   /* who failed a test by -n, with whom charging it, and may roll again; set: it is
                      rallied (morale.c) */
    FRAMES
} cw_frame_kind;
typedef struct cw_frame {
    uint64_t set;
    int32_t n, m;
    uint8_t kind, step, who, whom;
    uint8_t zero[4];
} cw_frame;
_Static_assert(sizeof(cw_frame) == 24, "no hidden padding");

/* What the scenario calls its things, "" where it does not.  It decides nothing and is no part of
 * the hash: games of before there were names replay. */
typedef struct cw_names {
    char brigades[BRIGADES_MAX][GG_CALLED_BYTES];
    char generals[2 * GENERALS_MAX][GG_CALLED_BYTES];
    char areas[AREAS_MAX][GG_CALLED_BYTES];
    char objectives[OBJECTIVES_MAX][GG_CALLED_BYTES];
} cw_names;

struct gg_state {
    uint64_t strips[2 * GT_STRIPS]; /* the grid */
    uint64_t panicked;              /* who has tested in this chain (CW-R66) */
    cw_frame frames[FRAMES_MAX];
    cw_frame answered; /* a FRAME_BRAVE, from its owner's answer to the test that stopped there */
    gt_body bodies[BRIGADES_MAX];
    cw_brigade brigades[BRIGADES_MAX];
    cw_unit units[BRIGADES_MAX][SLOTS];
    cw_general generals[2][GENERALS_MAX];
    cw_adc adcs[ADCS_MAX];
    cw_objective objectives[OBJECTIVES_MAX];
    cw_marker markers[2][MARKERS_MAX];
    gg_point corners[CORNERS_MAX];
    gt_line lines[LINES_MAX];
    gt_area areas[AREAS_MAX];
    int32_t width, height, cell;
    gg_point last_from; /* for the picture: what moved last, and from where */
    gg_action doing;    /* waits for the answer to a FRAME_BRAVE; all 0: the frame below does */
    int16_t options[OPTIONS];
    int16_t score[2];
    uint8_t division_objective[2][DIVISIONS];
    uint8_t colours[2], bag[2], scouted[2];
    cw_melee melee;
    uint8_t phase, turn;
    uint8_t side; /* who places, scouts or deploys next */
    uint8_t chit; /* whose chit is in play, + 1; 0: none */
    uint8_t chit_used;
    uint8_t active;      /* the Brigade that is activated, id + 1; 0: none */
    uint8_t active_over; /* its activation ends when all is done */
    uint8_t impetuous_used;
    uint8_t first_locked; /* side + 1; 0: nobody yet */
    uint8_t frame_count, body_count, area_count, line_count;
    uint8_t corner_count; /* of 256: never full */
    uint8_t ended, winner;
    uint8_t last_who; /* id + 1 */
    uint8_t zero[3 + 2 * (OPTIONS % 2)];
    int16_t house[NUMBERS + (4 - NUMBERS % 4) % 4]; /* what is not played by the standard */
    cw_names names;
};
_Static_assert(sizeof(cw_names) % 8 == 0, "no hidden padding");
_Static_assert(sizeof(gg_state) <= GG_STATE_BYTES_MAX, "it must fit");

#include "core/state.def"
static inline bool cw_is_legal(gg_verdict v) { return v.reason == R_LEGAL; }

/* ---- clausewitz.c ---- */
enum { SCENARIOS = 6 };
/* cw_judge(); a march by what those of its Brigade share. */
typedef struct cw_marcher cw_marcher;
gg_verdict cw_judge_as(const gg_state *, gg_side, const gg_action *, cw_marcher *);

#define DECLARED
#include "core/actions.def"

/* ---- Rolls: all that a modifier may look at (T2, T14), and the checks. ---- */
typedef struct cw_morale_query {
    int needed, cavalry;
    bool weaker, is_rally;
} cw_morale_query;
typedef struct cw_command_query {
    int general, brigade, light;
    bool is_drilled;
} cw_command_query;
/* `dice` dice, each succeeds from `needs`: Steady, Fire!, saves, damage, melee ... */
typedef struct cw_dice_query {
    int dice, needs, lowest;
    bool flank, rear, gentle, steep, village; /* of melee dice (T12) */
} cw_dice_query;
typedef struct cw_risk_query {
    int unused;
} cw_risk_query;
/* Rolls a check of dice that each succeed or not, named for who and whom; how many did. */
int cw_roll_all(gg_state *, int check, const cw_dice_query *, gg_unit who, gg_unit whom, gg_dice *,
                gg_log *);
int cw_roll_dice(gg_state *, int check, int dice, int needs, gg_unit who, gg_unit whom, gg_dice *,
                 gg_log *);
/* (D6 + 1) / 2. */
int cw_roll_d3(gg_clause why, gg_unit who, gg_dice *, gg_log *);

/* ---- machine.c: the turn machine and the pending stack. ---- */
/* A new frame on top of the stack; the caller fills the rest.  The pointer lives until the next. */
cw_frame *cw_push(gg_state *, cw_frame_kind, unsigned who, unsigned whom);
void cw_pop(gg_state *);
static inline const cw_frame *cw_top_of(const gg_state *s)
{
    return &s->frames[s->frame_count - 1];
}
static inline cw_frame *cw_top(gg_state *s) { return &s->frames[s->frame_count - 1]; }
/* What running a frame comes to: it changed something and is to be looked at again (or is popped),
 * or somebody must decide: then it has set s->phase, and s->side where the phase does not tell. */
typedef enum cw_next { GO_ON, ASK } cw_next;
/* Goes on to the next point at which somebody decides or chance has a step of its own. */
void cw_run(gg_state *, gg_dice *, gg_log *);
/* After every action, reaction and forced move: captures, fog, surrounded (CW-R67, sides A, B). */
void cw_check_all(gg_state *, gg_log *);
/* Takes the Brigade away for good; its frames find out by themselves. */
void cw_remove(gg_state *, unsigned b, cw_gone, gg_log *);
/* The activation of this Brigade ends, if it is the active one. */
void cw_end_activation(gg_state *, unsigned b);
void cw_move_to(gg_state *, unsigned b, gg_pose); /* and the grid; nothing else */

#endif
