/*
 * clausewitz.h - the state of the game of Brigades, chits and reactions, and what its chapters
 * share.
 *
 * Reading order: clausewitz.c (the ruleset), machine.c (the turn machine), command.c (chits,
 * Generals, ADCs, orders), brigade.c (what a Brigade is), ground.c (terrain), move.c (marches and
 * Zones of Control), drillbook.c (formations, widths, rests, guns, detaching), react.c (windows and
 * hold tests), morale.c, shoot.c, melee.c, risk.c (Generals at risk), scout.c (set-up), ending.c,
 * then offer.c, score.c, secrets.c, aim.c, sketch.c, question.c, notation.c (actions),
 * positions.c, words.c, draw.c, card.c, sheet.c, audit.c.  What any measured table has is in
 * table/.
 */
#ifndef CLAUSEWITZ_H
#define CLAUSEWITZ_H

#include "core/action.h"
#include "core/text.h"
#include "grognard.h"
#include "table/inputs.h"
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

/* ---- brigade.c: what a Brigade is. ---- */
extern const gt_game cw_game;
gt_table cw_table(const gg_state *);
typedef struct cw_unit_def {
    const char *code, *words;
    uint8_t mounted, command, skirmish, role;
    uint16_t specials;
    gg_clause clause;
} cw_unit_def;
extern const cw_unit_def cw_unit_defs[]; /* by cw_type */
typedef struct cw_weapon_def {
    const char *code, *words;
    bool is_gun;
    gg_clause clause;
} cw_weapon_def;
extern const cw_weapon_def cw_weapon_defs[];
typedef struct cw_form_def {
    char letter;
    const char *words;
    bool fires, quarter, rerolls_steady, rerolls_fire, quick, moves;
    gg_clause clause;
} cw_form_def;
extern const cw_form_def cw_form_defs[];
extern const char *const cw_special_words[]; /* in notation, ended by NULL */
static inline bool cw_is_here(const gg_state *s, unsigned b)
{
    return b < s->body_count && s->bodies[b].removed == GONE_NOT;
}
static inline bool cw_is_fleeing(const gg_state *s, unsigned b)
{
    return (s->bodies[b].status & STATUS_FLEEING) != 0;
}
static inline bool cw_stands(const gg_state *s, unsigned b) /* has a Zone of Control */
{
    return cw_is_here(s, b) && !cw_is_fleeing(s, b);
}
static inline int cw_count(const gg_state *s, unsigned b) { return s->bodies[b].strength; }
static inline bool cw_is_infantry(const cw_unit *u)
{
    return u->type == TYPE_LI || u->type == TYPE_LT || u->type == TYPE_SK;
}
static inline bool cw_is_mounted(const cw_unit *u) { return cw_unit_defs[u->type].mounted != 0; }
static inline bool cw_is_cavalry(const cw_unit *u)
{
    return u->type == TYPE_HC || u->type == TYPE_NC || u->type == TYPE_LC;
}
static inline bool cw_is_guns(const cw_unit *u) { return u->type == TYPE_FA || u->type == TYPE_HA; }
bool cw_any(const gg_state *, unsigned b, bool (*is)(const cw_unit *));
bool cw_all(const gg_state *, unsigned b, bool (*is)(const cw_unit *));
bool cw_any_form(const gg_state *, unsigned b, cw_form);
bool cw_any_special(const gg_state *, unsigned b, unsigned special);
bool cw_all_special(const gg_state *, unsigned b, unsigned special);
static inline bool cw_is_horse(const gg_state *s, unsigned b)
{
    return cw_all(s, b, cw_is_mounted);
}
int32_t cw_reach(const gg_state *, cw_weapon, bool far); /* T5 */
/* A new unit as T4 has it. */
cw_unit cw_unit_of(const gg_state *, cw_type, cw_weapon, int men);
int cw_dice_of_men(const gg_state *, cw_type, int men); /* CW-R35 */
int cw_men_of_dice(const gg_state *, cw_type, int dice);
int cw_points(const gg_state *, const cw_unit *); /* T16 */
int cw_rating(const gg_state *, unsigned b);      /* CW-R34 */
/* No more than are kept count. */
void cw_add_losses(cw_brigade *, int hits, int lost);
/* Its own, else its Division's (CW-R32); it binds nothing but the score (CW-R107). */
int cw_objective_of(const gg_state *, unsigned b);
gg_convex cw_base(const gg_state *, unsigned b, int slot);
gg_point cw_base_middle(const gg_state *, unsigned b, int slot);
gg_point cw_middle(const gg_state *, unsigned b);
/* Brigades of the other side that stand within a length of this one; and whether any does. */
uint64_t cw_enemies_within(const gg_state *, unsigned b, int32_t limit);
bool cw_in_zone(const gg_state *, unsigned b); /* of an enemy: CW-12.1 */
/* The nearest enemy base of the Brigades in the set: least distance, lower id, lower slot. */
typedef struct cw_nearest {
    int brigade, slot;
    int32_t distance;
} cw_nearest; /* -1: none */
cw_nearest cw_nearest_base(const gg_state *, unsigned b, uint64_t among);
uint64_t cw_side_set(const gg_state *, gg_side, bool standing_only);
gg_zone cw_zone_of(const gg_state *, unsigned b, unsigned other, int slot); /* CW-R8 */
/* CW-R5 between a point and a Brigade. */
int32_t cw_point_distance(const gg_state *, gg_point, unsigned b);
gg_pose cw_pose(const gg_state *, unsigned b);
gg_box cw_box(const gg_state *, unsigned b);
/* The slot is taken out and the rest closes up; with nobody left it is gone for this reason. */
void cw_take_unit(gg_state *, unsigned b, int slot);

/* ---- ground.c ---- */
cw_class cw_class_of(unsigned ground);
/* Where a Brigade would stand: is every corner on the table (as far as it may be, CW-R18), does it
 * overlap anybody but those in `but`, does it touch impassable ground that it may not enter? */
static inline bool cw_is_on_table_place(const gg_state *s, gg_point at)
{
    return at.x >= 0 && at.y >= 0 && at.x <= s->width && at.y <= s->height;
}
bool cw_is_on_table(const gg_state *, unsigned b, const gt_shapes *);
int cw_overlaps(const gg_state *, unsigned b, const gt_shapes *, uint64_t but); /* whom; -1 */
bool cw_touches(const gg_state *, const gt_shapes *, cw_class least); /* nine points, CW-R15 */
bool cw_pose_is_legal(const gg_state *, unsigned b, gg_pose, int wide, gg_verdict *);
bool cw_may_enter_impassable(const gg_state *, unsigned b); /* CW-4.6 */
uint64_t cw_areas_from(const gg_state *, cw_class least);   /* areas of this class or worse */
cw_class cw_worst_among(const gg_state *, const gt_shapes *, uint64_t areas);
bool cw_all_on_road(const gg_state *, const gt_shapes *);
int cw_level(const gg_state *, gg_point);    /* CW-R16 */
int cw_hill_row(const gg_state *, gg_point); /* CW-R99: what the highest there adds; or N_NONE */
bool cw_in_ground(const gg_state *, gg_point, cw_ground);
bool cw_in_class(const gg_state *, gg_point, cw_class);
int cw_save_at(const gg_state *, gg_point); /* 0: none */
/* CW-R12 to CW-R14: what a front unit sees straight ahead. */
typedef struct cw_seen {
    uint8_t brigade, slot;
    int32_t range;
} cw_seen;
enum { SEEN_MAX = 64 };
/* Enemy bases that the slot may aim at, each once with its least range, sorted by range, Brigade,
 * slot; up to this far.  Troops and ground block as the rules have it. */
int cw_sees(const gg_state *, unsigned b, int slot, int32_t far, cw_seen out[SEEN_MAX]);
/* The first base of anybody on one of the front row's lines is this enemy, level ignored, within
 * a range; sees_ground: CW-R14 is asked too (CHARGE). */
bool cw_is_ahead(const gg_state *, unsigned b, unsigned enemy, int32_t far, bool sees_ground);
/* The same of any enemy that stands or flees. */
bool cw_any_ahead(const gg_state *, unsigned b, int32_t far);

/* ---- command.c ---- */
static inline cw_general *cw_general_of(gg_state *s, unsigned unit)
{
    return &s->generals[(unit - FIRST_GENERAL) / GENERALS_MAX]
                       [(unit - FIRST_GENERAL) % GENERALS_MAX];
}
static inline const cw_general *cw_general_at(const gg_state *s, unsigned unit)
{
    return &s->generals[(unit - FIRST_GENERAL) / GENERALS_MAX]
                       [(unit - FIRST_GENERAL) % GENERALS_MAX];
}
static inline bool cw_is_general(unsigned unit)
{
    return unit >= FIRST_GENERAL && unit < FIRST_MARKER;
}
static inline const cw_marker *cw_scout_at(const gg_state *s, unsigned unit)
{
    return &s->markers[(unit - FIRST_MARKER) / MARKERS_MAX][(unit - FIRST_MARKER) % MARKERS_MAX];
}
/* Of a Brigade, a General or a scouting marker. */
static inline gg_point cw_place_of(const gg_state *s, unsigned unit)
{
    if (unit < BRIGADES_MAX) return s->bodies[unit].at;
    return cw_is_general(unit) ? cw_general_at(s, unit)->at : cw_scout_at(s, unit)->at;
}
static inline gg_side cw_general_side(unsigned unit)
{
    return (gg_side)((unit - FIRST_GENERAL) / GENERALS_MAX);
}
void cw_free(gg_state *, unsigned general, gg_point at, gg_log *); /* CW-R92 */
bool cw_is_in_play(const cw_general *);                            /* well or wounded */
gg_verdict cw_general_may_act(const gg_state *, gg_side, unsigned general);
bool cw_has_general_with_actions(const gg_state *, gg_side);
void cw_ride_adcs(gg_state *, gg_side, gg_log *);
void cw_lose_adcs(gg_state *, unsigned to, gg_log *); /* CW-R31: this addressee is gone */
/* CW-R31: an enemy Brigade so placed takes the ADCs it touches. */
void cw_catch_adcs(gg_state *, unsigned b, const gt_shapes *, gg_log *);
cw_command_query cw_command_of(const gg_state *, unsigned general, unsigned b);
void cw_fill_bag(gg_state *);
void cw_succeed(gg_state *, gg_log *); /* CW-R80 */
gg_verdict cw_general_may_end(const gg_state *, gg_side, gg_point from, gg_point to, int32_t most);

/* ---- drillbook.c ---- */
void cw_forget_loan(gg_state *, unsigned skirmishers); /* no unit has a die there any more */

/* ---- move.c: marches.  Also what forced moves and charges are made of. ---- */
/* CW-2.8, CW-R31, CW-R92: what an enemy Brigade runs over on its way from a pose, by samples. */
void cw_run_over(gg_state *, unsigned b, gg_pose from, int32_t direction, int32_t length, gg_log *);
void cw_capture_generals(gg_state *, unsigned b, const gt_shapes *, gg_log *);
gt_going cw_going(const gg_state *, unsigned b, int32_t direction, int32_t length);
int32_t cw_first_contact(const gg_state *, const gt_going *, uint64_t with, int32_t limit,
                         int *whom);
/* The gap between the Brigade, with these shapes, and the nearest enemy base, where it is less than
 * guns alone keep to (CW-R111); else GG_NEVER. */
int32_t cw_enemy_gap(const gg_state *, unsigned b, const gt_shapes *own);
/* What all marches of one Brigade in one state share, for who asks about many: those near it, and
 * what its first wheel met, degree by degree. */
enum { CROWD_KEPT = 8, WHEEL_SAMPLE = 10 /* CW-R9 */, WHEEL_SAMPLES = 91 };
typedef struct cw_wheeled { /* after a sample */
    gg_verdict verdict;
    uint8_t worst, road, stopped, zero;
} cw_wheeled;
typedef struct cw_company { /* who and what a march of this length may come near */
    int64_t length;         /* -1: nobody's */
    uint64_t others, standing, fled, kept_off, areas;
    bool inside; /* it cannot leave the table */
} cw_company;
struct cw_marcher {
    int zoned;       /* in a Zone of Control: 1, 0; -1: not asked yet */
    int faced;       /* somebody to move toward: 1, 0; -1: not asked yet */
    int32_t away;    /* from the nearest in whose Zone it is; -1: not asked yet */
    int ground;      /* the worst that it stands on, a cw_class; -1: not asked yet */
    int on_road;     /* all of it, one wide: 1, 0; -1: not asked yet */
    bool any_reason; /* who asks wants to know whether, and not why not */
    cw_company near; /* of the march judged last */
    int wheeled[2];  /* samples that are known, to the left and to the right */
    int count;       /* of those whose shapes are kept */
    uint64_t framed; /* whose frame is known */
    uint8_t who[CROWD_KEPT];
    cw_wheeled wheels[2][WHEEL_SAMPLES];
    gt_frame frames[BRIGADES_MAX];
    gt_shapes of[CROWD_KEPT];
};
/* A march of one leg; others are put behind it. */
static inline gg_action cw_march_of(cw_action_kind kind, unsigned b, int32_t leg, int32_t amount)
{
    gg_action action = gg_action_on(kind, b, GG_NO_UNIT);
    action.args[0] = leg;
    action.args[1] = amount;
    return action;
}
void cw_begin_marches(cw_marcher *, bool any_reason);
gg_verdict cw_judge_march(const gg_state *, gg_side, const gg_action *, cw_marcher *);
bool cw_may_march(const gg_state *, gg_side, unsigned b, cw_action_kind); /* of any length */
int32_t cw_farthest_march(const gg_state *, unsigned b, bool quick, cw_marcher *);
int32_t cw_march_away(const gg_state *, unsigned b, cw_marcher *); /* CW-R21: which way that is */
gg_pose cw_march_end(const gg_state *, const gg_action *);
bool cw_is_beyond_marches(const gg_state *, const gg_action *);
bool cw_march_engages(const gg_state *, gg_side, const gg_action *); /* horse, a Column */

/* ---- react.c ---- */
cw_next cw_run_window(gg_state *, cw_frame *, gg_dice *, gg_log *);
bool cw_may_react(const gg_state *, unsigned b); /* in the window on top */
/* What holds of every action of a Brigade, of its own, in a window or charged: whose it is, is it
 * its turn, can it pay, may it do that after a withdrawal. */
gg_verdict cw_may_act(const gg_state *, gg_side, unsigned b, cw_action_kind);
/* The test before the action if there must be one (engages: mounted units would engage a Column,
 * CW-R42), and the payment.  False: it failed, and what comes of that is on the stack.  True: the
 * caller does the action now; in an activation the window for reactions is on the stack already. */
bool cw_begin_act(gg_state *, unsigned b, cw_action_kind, bool engages, gg_dice *, gg_log *);
void cw_pay(gg_state *, unsigned b, int cost);
/* What is rolled first: the test of that, because of which charger (NOBODY: none); the test of
 * Hold!; the Steady! dice of a shot that needs no test. */
bool cw_tests_before(const gg_state *, unsigned b, cw_action_kind, bool engages, unsigned *charger);
bool cw_holds_by_test(const gg_state *, unsigned b);
bool cw_first_steady(const gg_state *, const gg_action *, cw_dice_query *);
void cw_aims_how(const gg_state *, const gg_action *, int *how, unsigned *at); /* SHOOT_* */

/*
 * ---- morale.c ----
 * The test of a Brigade: 2 dice, and 2 more if a Brave unit's re-roll is due (CW-R72).  It returns
 * the margin: 0 or more passed, -n failed by n.  `charger` (NOBODY: none) counts as near (CW-R40).
 */
int cw_test(gg_state *, unsigned b, unsigned charger, bool rally, gg_dice *, gg_log *);
int cw_needed(const gg_state *, unsigned b); /* T (T14) */
cw_morale_query cw_morale_of(const gg_state *, unsigned b, unsigned charger, bool rally);
int32_t cw_small_arms(const gg_state *, unsigned b, bool far); /* the longest; 0: it has none */
cw_band cw_band_of(const gg_state *, unsigned b);              /* CW-R106, as it stands now */
/* Does an action of this Brigade need a test now, apart from engaging a Column (CW-R42)? */
bool cw_must_test(const gg_state *, unsigned b);
/* Unsaved hits: H and lost strength at once, a FRAME_DAMAGE for the dice (CW-18.1, CW-18.2). */
void cw_damage(gg_state *, unsigned b, int hits, gg_log *);
cw_next cw_run_damage(gg_state *, cw_frame *, gg_dice *, gg_log *); /* asks PHASE_LOSS */
/* A failed test: pushes FRAME_FAIL.  margin is n > 0; band as it was before moving; the move goes
 * away from `enemy` (NOBODY: the nearest).  Hits first, then the move; a flight panics friends. */
void cw_fail(gg_state *, unsigned b, unsigned enemy, int margin, cw_band);
cw_next cw_run_fail(gg_state *, cw_frame *, gg_dice *, gg_log *);
/* CW-R23: at once, no frames.  Distance in ticks; by_will: guns alone keep off (CW-R111). */
void cw_withdraw(gg_state *, unsigned b, unsigned enemy, int32_t distance, bool by_will, gg_log *);
/* CW-R24, CW-R43, CW-R45, CW-R66: marks it fleeing, disperses or moves it, pushes FRAME_PANIC. */
void cw_flee(gg_state *, unsigned b, unsigned enemy, int32_t distance, gg_log *);
/* The same move for one that is not put to flight (CW-R64); false: it left the table. */
bool cw_run_away(gg_state *, unsigned b, unsigned enemy, int32_t distance, bool turns,
                 uint64_t *friends_near, gg_log *);
int32_t cw_march_rate(const gg_state *, unsigned b); /* in the open: a withdrawal */
int32_t cw_flee_step(const gg_state *, unsigned b);
/* CW-R82: the test of a fleeing Brigade when the turn begins, and what comes of it. */
void cw_recover(gg_state *, unsigned b, gg_dice *, gg_log *);
cw_next cw_run_panic(gg_state *, cw_frame *, gg_dice *, gg_log *);
bool cw_is_surrounded(const gg_state *, unsigned b, uint64_t standing_enemies); /* CW-R67 */

/*
 * ---- shoot.c ----
 * SHOOT_FIRE: infantry of the front row; SHOOT_GUNS: unlimbered guns; both: hold fire.  `at` is the
 * only Brigade that may be shot (NOBODY: free choice), `wish` the preferred one (CW-R49).
 * `charging`: 4+ at any distance up to the charge's (CW-R62).
 */
enum { SHOOT_FIRE = 1, SHOOT_GUNS = 2, SHOOT_CHARGER = 4 };
/* Can any unit shoot so? */
bool cw_can_shoot(const gg_state *, unsigned b, int how, unsigned at);
/* Whom its guns fire at, each at its nearest target (hold fire, CW-R53). */
uint64_t cw_bombards(const gg_state *, unsigned b);
/* Rolls Steady and Fire! of all units, reveals the shooter, pushes FRAME_HITS for the targets. */
void cw_shoot(gg_state *, unsigned b, int how, unsigned at, unsigned wish, gg_dice *, gg_log *);
bool cw_first_shot(const gg_state *, unsigned b, int how, unsigned at, unsigned wish,
                   cw_dice_query *); /* the Steady! dice of the first unit */
/* Of 2 to the 60th: that a shot does anything to it (gg_ruleset.harm). */
uint64_t cw_harm(const gg_state *, gg_side, const gg_action *, gg_unit whom);
cw_next cw_run_hits(gg_state *, cw_frame *, gg_dice *, gg_log *);
cw_next cw_run_shaken(gg_state *, cw_frame *, gg_dice *, gg_log *);
/* CW-R50: may these guns be aimed at this Brigade? */
gg_verdict cw_may_bombard(const gg_state *, unsigned b, unsigned whom);

/*
 * ---- melee.c ----
 * Contact, unless one of the two has surrendered: pushes FRAME_MELEE; the frame finds out whether
 * it is a push or a combat (CW-R57), asks Generals (PHASE_JOIN), rolls, deals damage, tests the
 * loser, risks, colours, impetuous.
 */
unsigned cw_asked_general(const gg_state *); /* PHASE_JOIN: a gg_unit */
void cw_contact(gg_state *, unsigned attacker, unsigned defender);
cw_next cw_run_melee(gg_state *, cw_frame *, gg_dice *, gg_log *);
/* A unit of b goes while a melee of b is being settled: call it before the unit is taken away. */
void cw_melee_forget(gg_state *, unsigned b, int slot);
/* Straight ahead as far as it may; whom it meets, or -1. */
int cw_advance(gg_state *, unsigned b, int32_t length, gg_log *);

/* ---- charge.c ---- */
cw_next cw_run_charge(gg_state *, cw_frame *, gg_dice *, gg_log *); /* asks PHASE_CHARGED */
void cw_charge_answered(gg_state *); /* PHASE_CHARGED: the target has reacted, or will not */
/* COUNTER_CHARGE after its own test and payment: the enemy tests, the advance, contact. */
void cw_counter_charge(gg_state *, unsigned b, unsigned enemy, gg_dice *, gg_log *);
gg_verdict cw_may_counter(const gg_state *, unsigned b, unsigned enemy);

/* ---- risk.c ---- */
/* T9: 2 dice; what becomes of him; from 8 a FRAME_ESCAPE.  `general` is a gg_unit. */
void cw_risk(gg_state *, unsigned general, gg_dice *, gg_log *);
cw_next cw_run_escape(gg_state *, cw_frame *, gg_dice *, gg_log *); /* asks PHASE_ESCAPE */
void cw_carry_captives(gg_state *);          /* CW-R92: they are where their captor is */
void cw_capture_found(gg_state *, gg_log *); /* CW-R114 */

/* ---- scout.c, ending.c, score.c ---- */
void cw_begin_setup(gg_state *);        /* a scenario as it is played: scouting, objectives */
void cw_setup_on(gg_state *, gg_log *); /* after each choice of setup, scout and deploy */
gg_point cw_scout_end(const gg_state *, gg_side, gg_point from, gg_point to);
bool cw_is_order(int32_t packed, int count);
bool cw_may_form(const cw_unit *, int form);
void cw_reorder(gg_state *, unsigned b, int32_t packed);
int cw_objectives_each(const gg_state *);                               /* T13 */
int cw_objective_points(const gg_state *, unsigned objective, gg_side); /* CW-R83: its worth */
int cw_points_now(const gg_state *, unsigned objective, gg_side); /* CW-R83, as it stands now */
/* Brigades of either side that stand near enough to hold it; does one of this side, one that was
 * told to or any; and what it brings then, to who has asked. */
uint64_t cw_about(const gg_state *, unsigned objective);
bool cw_holds(const gg_state *, unsigned objective, gg_side, bool assigned, uint64_t about);
int cw_points_by(const gg_state *, unsigned objective, gg_side, uint64_t about);
void cw_end_turn(gg_state *, gg_log *); /* points; over, or the next turn begins */
void cw_finish(gg_state *, cw_ended, gg_side winner, gg_log *);
enum { CLAUSEWITZ_INPUTS = GT_INPUT_ROWS(5, 16, 4) }; /* inputs.c: kinds, bands, states */
gg_point cw_goal_of(const gg_state *, unsigned b);    /* where it would go, for players */

/* ---- offer.c, secrets.c, aim.c, sketch.c, question.c, notation.c, words.c, draw.c ... ---- */
bool cw_is_hidden(const gg_state *, unsigned b, gg_side from); /* fog: not revealed to that side */
bool cw_is_face_down(const gg_state *, unsigned b);
bool cw_is_secret(const gg_state *); /* what is chosen now is not for the other side's eyes */
void cw_reveal(gg_state *, unsigned b, gg_log *);
uint64_t cw_hidden_set(const gg_state *); /* who is not revealed */
void cw_hide_events(const gg_state *, uint64_t hidden, gg_log *, uint32_t first);
/* Would a hand that puts the Brigade there mean a legal march?  in_zone: what cw_in_zone() says. */
bool cw_can_march_to(const gg_state *, unsigned b, gg_point at, bool in_zone, cw_marcher *);
int cw_usual_width(const gg_state *, unsigned b);
bool cw_go_on(const gg_state *, gg_side, const gg_action *begun, gg_point at, int32_t facing,
              gg_action *out);
int32_t cw_worth(const gg_state *, gg_unit);
enum { POSITION_LINES = 23 };
bool cw_name_unit(const gg_state *, gg_unit, gg_text *);
void cw_write_objective(const gg_state *, int64_t number, gg_text *); /* "objective 2 (the farm)" */
gg_mark *cw_draw_thing(const gg_state *, gg_unit, gg_scene *); /* Brigade, General or marker */

/* Packed in a number of an action: formations of the slots (3 bits each, form + 1, 0: no more), and
 * an order of the slots (3 bits each, the old slot, XOR the slots as they stand). */
static inline int cw_packed_form(int32_t packed, int slot)
{
    return (packed >> (3 * slot) & 7) - 1;
}
static inline int cw_packed_slot(int32_t packed, int slot)
{
    return (packed >> (3 * slot) & 7) ^ slot;
}

#endif
