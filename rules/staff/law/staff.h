/*
 * staff.h - the state of the game of brigade command in inches, and what its chapters share.
 *
 * Reading order: clauses.def (the rulebook), staff.c (sequence of play), command.c (initiative,
 * orders, blunders, commanders), move.c (moving, forming, falling back), sight.c, charge.c and
 * respond.c, shoot.c, morale.c, combat.c, ending.c, then offer.c, aim.c, question.c, sketch.c,
 * notation.c, words.c, draw.c, score.c, sheet.c, audit.c.  What any measured table has is in
 * table/.
 */
#ifndef STAFF_H
#define STAFF_H

#include "core/action.h"
#include "core/action.h"
#include "core/text.h"
#include "grognard.h"
#include "table/inputs.h"
#include "table/move.h"
#include "table/notation.h"
#include "table/table.h"
#include "table/watch.h"

/* ---- Tables: one enum constant per row of each .def file. ---- */
#define GAME staff
#define CLAUSED(n) ST_##n
#define TYPED(n) staff_##n
#include "core/names.def"

typedef enum staff_class { CLASS_INF, CLASS_CAV, CLASS_ART, CLASSES } staff_class;
typedef enum staff_type {
#define TYPE(id, name, words, class, role, combat, shoot, save, stamina, weapon, rules, clause)    \
    TYPE_##id,
#include "units.def"
#undef TYPE
    TYPES
} staff_type;
typedef enum staff_size {
#define SIZE(id, name, words, combat, shoot, stamina, clause) SIZE_##id,
#include "units.def"
#undef SIZE
    SIZES
} staff_size;
typedef enum staff_formation {
#define FORMATION(id, name, words, shoot, combat, charges, flanks, closing, clause) FORM_##id,
#include "units.def"
#undef FORMATION
    FORMATIONS
} staff_formation;
typedef enum staff_footprint {
#define FOOTPRINT(id, words, w0, d0, w1, d1, w2, d2, w3, d3, clause) FOOTPRINT_##id,
#include "units.def"
#undef FOOTPRINT
    FOOTPRINTS
} staff_footprint;
typedef enum staff_weapon {
#define WEAPON(id, name, words, range, near, half, s, m, l, clause) WEAPON_##id,
#include "units.def"
#undef WEAPON
    WEAPONS
} staff_weapon;
enum {
#define RULE(id, name, words, clause) RULE_ROW_##id,
#include "units.def"
#undef RULE
    RULES
};
enum { /* special rules of a unit (T20): bit n is row n */
#define RULE(id, name, words, clause) RULE_##id = 1 << RULE_ROW_##id,
#include "units.def"
#undef RULE
};
typedef enum staff_trait {
#define TRAIT(id, name, words, clause) TRAIT_##id,
#include "units.def"
#undef TRAIT
    TRAITS
} staff_trait;
typedef enum staff_nation {
#define NATION(id, name, words, coat, clause) NATION_##id,
#include "units.def"
#undef NATION
    NATIONS
} staff_nation;
typedef enum staff_kind { /* of order (T4); 0: none */
                          ORDER_NONE,
#define ORDER(id, name, words, clause) ORDER_##id,
#include "units.def"
#undef ORDER
                          ORDERS
} staff_kind;
typedef enum staff_ground {
#define GROUND(id, name, words, flags, formed, skirmish, horse, guns, role, clause) GROUND_##id,
#include "ground.def"
#undef GROUND
    GROUNDS
} staff_ground;
typedef enum staff_line {
#define LINE(id, name, words, formed, skirmish, horse, guns, role, clause) LINE_##id,
#include "ground.def"
#undef LINE
    LINES
} staff_line;
/* What ground does to a mover (the values of its four rows of numbers). */
typedef enum staff_pace { PACE_FREE, PACE_HALF, PACE_BARRED, PACE_COSTS } staff_pace;
enum { MOVER_FORMED, MOVER_SKIRMISH, MOVER_HORSE, MOVER_GUNS, MOVERS };

/* Numbers of one thing lie side by side. */
enum { STAT_COMBAT, STAT_SHOOT, STAT_SAVE, STAT_STAMINA, STATS };
enum { WEAPON_RANGE, WEAPON_SHORT, WEAPON_HALF, WEAPON_DICE, WEAPON_NUMBERS = WEAPON_DICE + 3 };

/* The blunder table's kinds (T3). */
typedef enum staff_blunder {
    BLUNDER_FALL_BACK,
    BLUNDER_LEFT,
    BLUNDER_RIGHT,
    BLUNDER_FORWARD,
    BLUNDER_CHARGE,
    BLUNDERS
} staff_blunder;
typedef enum staff_response {
    RESPONSE_NONE,
    RESPONSE_STAND,
    RESPONSE_FIRE,
    RESPONSE_EVADE,
    RESPONSE_COUNTER,
    RESPONSE_TURN,
    RESPONSE_SQUARE,
    RESPONSES
} staff_response;
typedef enum staff_cover { COVER_NONE, COVER_SOFT, COVER_HARD, COVERS } staff_cover;
typedef enum staff_ended { ENDED_NOT, ENDED_BROKEN, ENDED_TIME, ENDED_RESIGNED } staff_ended;
typedef enum staff_there { NOT_THERE, THERE, LOST } staff_there; /* a commander */

enum { /* what a unit is, beyond its turn */
       /* retreated: it does not recover (ST-1.6); fresh and won: ST-R82 */
       STATUS_DISORDERED = 1,
       STATUS_RETREATED = 2,
       STATUS_FRESH = 4,
       STATUS_WON = 8,
       STATUS_STEADY_USED = 16,
       STATUS_FIRST_USED = 32,
};
enum { /* what a unit did in this player turn */
       DID_INITIATIVE = 1,
       DID_ORDER = 2,
       DID_HANDLE = 4,
       DID_SQUARE = 8,
       DID_SHOOT = 16,
       DID_REACT = 32, /* closing or traversing fire (ST-11.7): cleared in every player turn */
};
enum { /* what a commander did in this turn */
       CDID_ACT = 1,
       CDID_LAST = 2,
       CDID_MOVE = 4,
       CDID_REROLL = 8,
};
enum { CONTACT_WAITS = 1, CONTACT_FOUGHT = 2 };

enum {
    UNITS_MAX = 64,
    BRIGADES_MAX = 8,                   /* a side; row 0 is the army commander's */
    COMMANDERS_MAX = 2 * BRIGADES_MAX,  /* row: side * BRIGADES_MAX + brigade */
    NAMES = UNITS_MAX + COMMANDERS_MAX, /* gg_unit: units first, then commanders */
    GROUP_MAX = 8,                      /* units of one brigade, and so of one order */
    STEPS_MAX = 3,                      /* kinds in a statement (ST-2.20, ST-4.15) */
    AREAS_MAX = 24,
    STRETCHES_MAX = 24, /* of lines */
    CONTACTS_MAX = 96,
    NAME_BYTES = GG_CALLED_BYTES,
    NOBODY = GT_NOBODY,
    INCH = 1000,    /* ticks; the rulebook's mil is a tick (ST-R1, ST-T25) */
    TOLERANCE = 10, /* ST-R4 */
    TOUCH = 10,     /* contact (ST-R10), and the slack of ST-R20 */
    ALL_DICE = 99,
    BUILDING_MAX = 20 * INCH,
    REACH_MAX = 23 * INCH, /* no body reaches farther from its place */
};

/* ---- The state: plain bytes, no pointers, no unnamed padding. ---- */

/* A unit is a gt_body and a staff_more of the same row; rows run by ascending number (id).
 *   at, facing   front-centre point and whole degrees (ST-R3)
 *   side, number, type, formation; quality: size; division: brigade 1..7
 *   shaken: casualties; status: STATUS_ bits; did: DID_ bits; orders: moves made in this turn
 *   removed: 1 destroyed (then all that is not its description is 0) */
typedef gt_body staff_unit;
typedef struct staff_more {
    uint16_t rules;     /* beyond those of its type */
    uint8_t elite;      /* its number (T20.7); 0: the standard one */
    uint8_t hold_until; /* full turn before which it may not act; 0: none */
    uint8_t inside;     /* garrison of the nth building, from 1; 0: in none */
    uint8_t emptied;    /* a garrison that it fought is destroyed: the nth building, until it has
                          * decided (ST-R81) */
    uint8_t zero[2];
    char name[NAME_BYTES];
} staff_more;
_Static_assert(sizeof(staff_more) == sizeof(gt_body), "rows of notation reach from one to other");

/* A commander and the brigade he has. */
typedef struct staff_commander {
    gg_point at;
    uint8_t there; /* staff_there */
    uint8_t rating, trait, mounted;
    uint8_t joined;         /* unit + 1; 0: none */
    uint8_t did, given;     /* CDID_ bits; orders given in this turn */
    uint8_t nation, broken; /* of his brigade */
    uint8_t zero[3];
    char name[NAME_BYTES];
} staff_commander;
_Static_assert(sizeof(staff_commander) == 40, "no hidden padding");

/* Two enemies that touch: a has charged b (ST-R71).  Dice: what each allots to the other. */
typedef struct staff_contact {
    uint8_t a, face_a, b, face_b; /* units + 1; gg_zone */
    uint8_t cover;                /* of b, against a's hits (ST-R61) */
    uint8_t flags;                /* CONTACT_ bits */
    uint8_t dice_a, dice_b;
} staff_contact;

/* What units are told to do (ST-R28). */
typedef struct staff_statement {
    uint8_t count;
    uint8_t kinds[STEPS_MAX];
    uint8_t items[STEPS_MAX];   /* FORM: the formation; ENTER: the nth building, from 1 */
    uint8_t targets[GROUP_MAX]; /* CHARGE: a unit + 1 for each unit of the order, lowest first */
    uint8_t zero;
} staff_statement;
_Static_assert(sizeof(staff_statement) == 16, "no hidden padding");

/* The order in hand, from its roll until it is carried out. */
typedef struct staff_order {
    uint64_t units;   /* whom it was given to */
    uint64_t waiting; /* who has still to move, the one that is moving included */
    staff_statement statement;
    uint8_t commander;  /* row + 1; 0: no order */
    uint8_t action;     /* ACTION_ORDER, ACTION_FOLLOWME, ACTION_RALLY */
    uint8_t granted;    /* moves */
    uint8_t unit, used; /* who moves now, + 1, and how many of its moves are used */
    uint8_t blunder;    /* the face that counts, while units blunder */
    uint8_t wild;       /* moves of a wild charge */
    uint8_t is_free;    /* the free move after a failure (ST-20.1) */
} staff_order;
_Static_assert(sizeof(staff_order) == 40, "no hidden padding");

/* The charge in hand (ST-R48). */
typedef struct staff_charge {
    gg_point from, to; /* P of the charger at its start and at its end pose */
    int32_t shift;     /* k */
    int16_t from_facing, facing;
    uint8_t charger, target; /* units + 1 */
    uint8_t face;            /* of the target that is met */
    uint8_t response;
    uint8_t got_away; /* the target evaded and was not caught */
    uint8_t back;     /* the phase it began in */
    uint8_t zero[2];
} staff_charge;
_Static_assert(sizeof(staff_charge) == 32, "no hidden padding");

/* A move that draws traversing fire (ST-R67). */
typedef struct staff_crossing {
    uint64_t asked;    /* who has still to decide */
    gg_point from, to; /* body centre of the mover, before and after */
    int16_t facing;    /* of the mover, after */
    uint8_t mover;     /* unit + 1; 0: none */
    uint8_t back;      /* the phase to go back to; of a charge that of the charge */
    uint8_t zero[4];
} staff_crossing;
_Static_assert(sizeof(staff_crossing) == 32, "no hidden padding");

/* What is worked out once: never hashed nor written, made by settling, kept by staff_put() and all
 * else that moves, forms, removes or engages a unit (notes.c). */
typedef struct staff_stand { /* how a unit stands */
    gg_point corners[4];
    gg_bounds bounds;
    gg_point centre;
    gg_box box;
    int32_t outer;                   /* no corner is farther from its place */
    uint8_t level;                   /* of the ground under its centre (ST-R11) */
    uint8_t in_wood, in_crops, zero; /* ST-R6: half of it */
} staff_stand;
typedef struct staff_notes {
    uint64_t here[2];          /* units of each side on the table */
    uint64_t engaged;          /* who has a contact */
    uint64_t close[UNITS_MAX]; /* the enemies in whose proximity it is (ST-R8) */
    int32_t reach;             /* no unit reaches farther from its place, however it forms */
    int32_t zero;
    staff_stand stands[UNITS_MAX];
} staff_notes;
_Static_assert(sizeof(staff_stand) == 76 && sizeof(staff_notes) % 8 == 0, "no hidden padding");

struct gg_state {
    gt_grid grid;
    staff_order order;
    staff_crossing crossing;
    uint64_t fight;   /* ALLOT, ROUND: who is in the engagement that is fought */
    uint64_t victors; /* VICTOR: who has still to decide */
    staff_charge charge;
    staff_unit units[UNITS_MAX];
    staff_more more[UNITS_MAX];
    staff_commander commanders[COMMANDERS_MAX];
    staff_contact contacts[CONTACTS_MAX];
    gt_area areas[AREAS_MAX];
    gt_line lines[STRETCHES_MAX];
    char area_names[AREAS_MAX][NAME_BYTES];
    int32_t width, height; /* ticks */
    gg_point last_from;    /* for the picture: what moved last, and from where */
    int16_t options[OPTIONS];
    uint8_t phase, active, first;
    uint8_t turn;      /* full turn, from 1 */
    uint8_t commander; /* who acts, row + 1; 0: nobody */
    uint8_t unit_count, area_count, stretch_count, contact_count;
    uint8_t lost[2]; /* commanders lost (T26.4) */
    uint8_t ended, winner;
    uint8_t last_who; /* unit + 1 */
    uint8_t zero[2];
    int16_t house[(NUMBERS + 3) / 4 * 4]; /* what is not played by the standard numbers */
    staff_notes notes;
};
_Static_assert(OPTIONS % 2 == 0 && offsetof(gg_state, house) % 8 == 0, "no hidden padding");

/* ---- Small questions. ---- */
#include "core/state.def"
static inline bool staff_is_here(const gg_state *s, unsigned u)
{
    return u < s->unit_count && s->units[u].removed == 0;
}
typedef struct staff_type_row {
    uint16_t rules;
    uint8_t class, weapon, role;
} staff_type_row;
extern const staff_type_row staff_types[TYPES];
static inline staff_class staff_class_of(const staff_unit *u)
{
    return (staff_class)staff_types[u->type].class;
}
static inline bool staff_is_foot(const staff_unit *u) { return staff_class_of(u) == CLASS_INF; }
static inline bool staff_is_horse(const staff_unit *u) { return staff_class_of(u) == CLASS_CAV; }
static inline bool staff_is_guns(const staff_unit *u) { return staff_class_of(u) == CLASS_ART; }
static inline bool staff_has_rule(const gg_state *s, unsigned u, unsigned rule)
{
    return ((staff_types[s->units[u].type].rules | s->more[u].rules) & rule) != 0;
}
static inline bool staff_is_disordered(const staff_unit *u)
{
    return (u->status & STATUS_DISORDERED) != 0;
}
/* ST-T9: what a formation may do. */
typedef struct staff_drill {
    uint8_t charges, has_flanks, closing_fire;
} staff_drill;
extern const staff_drill staff_drills[FORMATIONS];
/* STAT_ of a unit, its size counted in (T10, T11); shooting of guns is by band (T12). */
int staff_stat(const gg_state *, unsigned unit, int stat);
static inline int staff_stamina(const gg_state *s, unsigned u)
{
    return staff_stat(s, u, STAT_STAMINA);
}
int staff_weapon_number(const gg_state *, unsigned unit, int number); /* WEAPON_ rows of T12 */
/* ST-R62: shaken while casualties are as many as stamina. */
static inline bool staff_is_shaken(const gg_state *s, unsigned u)
{
    return s->units[u].shaken >= staff_stamina(s, u);
}
static inline bool staff_is_engaged(const gg_state *s, unsigned u) /* has a contact */
{
    return s->notes.engaged >> u & 1;
}
static inline unsigned staff_commander_row(const staff_unit *u)
{
    return u->side * (unsigned)BRIGADES_MAX + u->division;
}
static inline bool staff_is_of_broken(const gg_state *s, unsigned u) /* ST-R86 */
{
    return s->commanders[staff_commander_row(&s->units[u])].broken != 0;
}
/* Units of a side on the table. */
static inline uint64_t staff_side(const gg_state *s, gg_side side) { return s->notes.here[side]; }

/* ---- The table (table/table.h). ---- */
extern const gt_game staff_game;
static inline gt_table staff_table(const gg_state *s)
{
    return (gt_table){.game = &staff_game,
                      .state = s,
                      .bodies = s->units,
                      .areas = s->areas,
                      .lines = s->lines,
                      .strips = s->grid.strips,
                      .width = s->width,
                      .height = s->height,
                      .cell = s->grid.cell,
                      .body_count = s->unit_count,
                      .words = 1,
                      .area_count = s->area_count,
                      .line_count = s->stretch_count,
                      .reach = s->notes.reach};
}
/* The box it has in this formation; a garrison has its building's (ST-R3, T8). */
gg_box staff_box(const gg_state *, unsigned unit, unsigned formation);
static inline gg_box staff_own_box(const gg_state *s, unsigned u) { return s->notes.stands[u].box; }
static inline gg_pose staff_pose(const gg_state *s, unsigned u)
{
    return (gg_pose){s->units[u].at, s->units[u].facing * 10};
}
static inline gg_convex staff_shape(const gg_state *s, unsigned u)
{
    const gg_point *at = s->notes.stands[u].corners;
    return (gg_convex){.count = 4, .at = {at[0], at[1], at[2], at[3]}};
}
gg_point staff_centre_at(gg_pose, gg_box); /* body centre (ST-R3) */
static inline gg_point staff_centre(const gg_state *s, unsigned u)
{
    return s->notes.stands[u].centre;
}
static inline gg_zone staff_arc(const gg_state *s, unsigned u, gg_point at) /* ST-R5 */
{
    return gg_zone_of_point(staff_pose(s, u), staff_own_box(s, u), at);
}
int32_t staff_distance(const gg_state *, unsigned unit, unsigned other); /* DIST (ST-R4) */
bool staff_is_within(const gg_state *, unsigned unit, unsigned other, int32_t limit);
static inline bool staff_is_in_proximity(const gg_state *s, unsigned u) /* ST-R8 */
{
    return s->notes.close[u] != 0;
}
/* Are eight or more of its sixteen figures, so placed, in an area of this kind (ST-R6)? */
bool staff_is_on(const gg_state *, gg_pose, gg_box, staff_ground);
int staff_level(const gg_state *, gg_point centre); /* LEVEL (ST-R11) */
/* The area row of the nth building, from 1, or NOBODY; and the other way round. */
unsigned staff_building(const gg_state *, unsigned nth);
unsigned staff_building_number(const gg_state *, unsigned area);
unsigned staff_garrison(const gg_state *, unsigned area); /* who holds it, or NOBODY */
gg_pose staff_building_pose(const gg_state *, unsigned area);
gg_box staff_building_box(const gg_state *, unsigned area);

/* ---- notes.c: what is worked out once. ---- */
void staff_make_notes(gg_state *);
void staff_note_unit(gg_state *, unsigned unit);  /* it stands otherwise, or no longer */
void staff_note_stand(gg_state *, unsigned unit); /* that alone, not whom it is near */
void staff_note_contacts(gg_state *);

/* ---- staff.c: the sequence of play. ---- */
gg_side staff_decider(const gg_state *); /* GG_NOBODY: the game moves by itself, or is over */
void staff_finish(gg_state *, staff_ended, gg_side winner, gg_log *);
/* Goes on until somebody, or the dice, must be asked. */
void staff_play_on(gg_state *, gg_log *);

/* Every action: the judge and the doer.  A judge is asked only in the action's phase, of the side
 * that
 * decides, and must answer for any bytes. */
#define DECLARED
#include "core/actions.def"

/* ---- command.c: initiative, orders, blunders, commanders. ---- */
typedef struct staff_rating { /* the query of the modifiers of T2 */
    int rating, steps;        /* steps of distance exceeded */
    int trait;
    bool is_bare; /* follow me and rally: T21.6 alone (ST-R35) */
    bool is_in_proximity, is_attack_column, is_french, is_marching, is_on_road;
    bool is_reliable, is_unreliable;
    bool has_charge, is_retreat, is_first, is_personal, is_austrian_crowd;
    bool is_rally;
} staff_rating;
/* From a commander to a unit (ST-R30). */
int32_t staff_command_distance(const gg_state *, unsigned commander, unsigned unit);
const gg_check *staff_order_preview(const gg_state *, const gg_action *, void *query);
staff_statement staff_statement_of(const gg_action *);
void staff_state_in(const staff_statement *, gg_action *);
uint64_t staff_units_of(const gg_action *);
void staff_units_in(uint64_t, gg_action *);
/* May this step be made now, as initiative, order or by a victor?  The first part of every step.
 * The mover if there is one, or NULL. */
typedef struct staff_mover staff_mover;
gg_verdict staff_may_step(const gg_state *, gg_side, const gg_action *, staff_mover *);
/* Its two halves: may any such step be made, and where must it lead? */
typedef enum staff_lead { LEADS_ANYWHERE, LEADS_BACK, LEADS_AWAY, LEADS_NEARER } staff_lead;
typedef struct staff_duty {
    staff_lead lead;
    staff_reason otherwise; /* what it is refused with if it does not */
    unsigned target;        /* nearer to whom */
} staff_duty;
gg_verdict staff_duty_of(const gg_state *, gg_side, const gg_action *, staff_duty *);
bool staff_does(const gg_state *, const gg_action *, const staff_duty *, staff_mover *);
/* After a step: the moves it used, the next who moves. */
void staff_step_done(gg_state *, unsigned unit, bool ends, gg_log *);
void staff_lose_commander(gg_state *, unsigned row, gg_log *);
/* ST-R22: lone commanders on whom this unit now stands join a friend. */
void staff_ride_down(gg_state *, unsigned unit, gg_log *);
void staff_go_on_with_order(gg_state *);
void staff_go_on_with_blunder(gg_state *, gg_log *);
void staff_order_over(gg_state *); /* no more of this order, nor of this commander's */
int32_t staff_held_bearing(const gg_state *, unsigned unit, gg_point to); /* ST-R20 */

/* ---- move.c ---- */
int32_t staff_rate(const gg_state *, unsigned unit); /* T7, of its formation now */
bool staff_is_on_road(const gg_state *, gg_pose, gg_box);
/* Where a `go`, `turn`, `form`, `limber`, `unlimber`, `handle`, `enter`, `leave` would end: pose
 * and
 * formation. */
typedef struct staff_place {
    gg_pose pose;
    uint8_t formation, inside;
} staff_place;
bool staff_place_of(const gg_state *, const gg_action *, staff_place *);
/* May it enter the nth building from where it stands, if its order lets it (ST-R19)? */
gg_verdict staff_can_enter(const gg_state *, unsigned unit, unsigned nth);
/* Areas that it cannot go through, and types of lines. */
uint64_t staff_barred_to(const gg_state *, unsigned unit);
uint32_t staff_lines_barred_to(const gg_state *, unsigned unit);
staff_place staff_place_now(const gg_state *, unsigned unit);
/* May it go from where it is to that pose (ST-R9, R10, R12, R15, R16)?  With `but` (a unit, or
 * NOBODY) left out of the path, and no gap kept if it charges. */
gg_verdict staff_may_go(const gg_state *, unsigned unit, gg_pose to, unsigned but, bool charges);
/* May it stand so (ST-R9, R10, R17)? */
gg_verdict staff_may_stand(const gg_state *, unsigned unit, const staff_place *);
/* Is there ground that bars it, though it may stand in it already (ST-R51)? */
bool staff_is_barred(const gg_state *, unsigned unit, const staff_place *);
gg_convex staff_place_shape(const gg_state *, unsigned unit, const staff_place *);
/* DIST to the nearest enemy of what stands so, but not more than `limit`. */
int32_t staff_nearest(const gg_state *, gg_side, const gg_convex *, int32_t limit);
/* Everybody on the table who may reach so near to the bounds. */
uint64_t staff_near(const gg_state *, gg_bounds, int32_t reach);
/* A mover that faces so, before it moves, and how others lie to it. */
typedef struct staff_turned {
    int32_t facing;
    gg_convex shape;
    gg_bounds bounds;
    gt_frame frame;
    uint64_t known; /* whose row is worked out */
    uint32_t areas; /* and of which areas */
    gt_beside rows[UNITS_MAX];
    gt_rim grounds[AREAS_MAX];
} staff_turned;
/* What all moves of one unit share, for who asks about many. */
struct staff_mover {
    const gg_state *s;
    unsigned unit;
    int kind; /* MOVER_ */
    int32_t rate;
    gg_pose was;
    gg_box box;
    gg_convex before;
    gg_bounds about;               /* what has been looked at: as far as it may go, and the gap */
    uint64_t bodies, barred, half; /* in it: others; areas that bar it or halve its pace */
    uint64_t lane;                 /* of the others, those that can be in the way now */
    uint64_t passable;             /* friends that it passes, or that let it pass (ST-R15) */
    uint32_t walls, hurdles;       /* and stretches of lines that bar it or cost it */
    uint64_t tried_in, is_in;      /* areas that it was held against, and that it stands on */
    uint64_t asked;                /* whose distance is known, */
    int32_t far[UNITS_MAX];        /* and that */
    bool marches;                  /* in a column on a road */
    int32_t nearest;               /* DIST to the nearest enemy; GG_NEVER: not asked yet */
    staff_duty duty;               /* of all its moves, where many are asked about */
    bool is_held;                  /* ST-R13: it goes straight on or back, and turns little */
    bool is_headed;                /* and that is so, and ST-R81 too, of the way it tries now */
    staff_turned own, turned;      /* as it faces now, and as it faced last in a move */
};
void staff_find_mover(const gg_state *, unsigned unit, staff_mover *);
int32_t staff_distance_now(staff_mover *, unsigned other); /* DIST before it moves */
/* staff_may_go(), and whether it does, without the reason: what costs least is asked first. */
gg_verdict staff_may_go_as(const staff_mover *, gg_pose to, unsigned but, bool charges);
bool staff_can_go(staff_mover *, gg_pose to, unsigned but, bool charges);
/* For who asks about many moves of one kind, `go` or `handle`: may there be any; any in that
 * direction that ends facing so (whole degrees), of a quarter of an inch to so much; and this one
 * of them? */
bool staff_begin_moves(staff_mover *, gg_side, staff_action_kind);
bool staff_begin_way(staff_mover *, int32_t bearing, int32_t facing, int32_t most);
/* Of so many equal parts of the way, those that nobody surely shuts. */
int staff_open_parts(staff_mover *, int32_t bearing, int32_t facing, int32_t most, int parts);
bool staff_can_move(staff_mover *, const gg_action *);
/* Its two halves: by who and what lies about its way, and by where it must lead. */
bool staff_can_reach(staff_mover *, const gg_action *);
bool staff_move_fits(staff_mover *, const gg_action *);
/* Its two halves: all but who and what lies about there, which is the second. */
gg_verdict staff_change_fits(const gg_state *, gg_side, const gg_action *, staff_mover *,
                             staff_place *);
gg_verdict staff_change_stands(staff_mover *, const staff_place *);
/* RET (ST-R28): straight back, and no nearer to any enemy. */
bool staff_is_retreat(staff_mover *, gg_pose to);
/* It stands there, for thoughts: place, grid and stand, but not whom it is near. */
void staff_think_so(gg_state *, unsigned unit, const staff_place *);
/* Puts a unit there: grid, joined commander, ridden-down commanders, the picture's last move. */
void staff_put(gg_state *, unsigned unit, const staff_place *, gg_log *);
/* ADVANCE_STRAIGHT (ST-R20) and FALLBACK (ST-R21): how far, and where it would stand.  `but` is
 * left out.
 * The pose is the old one if it does not move. */
int32_t staff_advance_straight(const gg_state *, unsigned unit, int32_t bearing, int32_t length,
                               unsigned but, gg_pose *end);
int32_t staff_fall_back_to(const gg_state *, unsigned unit, gg_zone face, int32_t length,
                           gg_pose *end, uint64_t *passed);
/* Falls back: moved, friends it passes disordered; how far it went, 0 if that would be less than
 * `least`.  Not disordered itself. */
int32_t staff_fall_back(gg_state *, unsigned unit, gg_zone face, int32_t length, int32_t least,
                        gg_log *);

/* ---- sight.c (ST-R11) ---- */
typedef struct staff_line_of_sight {
    bool blocked;
    int unit, area; /* what blocks it, first found; GG_NEVER */
} staff_line_of_sight;
/* From a point of the viewer to a point of the target.  Either may be NOBODY, a mere place: a place
 * in a building is seen like its garrison, and who stands on the place hides nothing. */
staff_line_of_sight staff_look(const gg_state *, unsigned viewer, gg_point eye, unsigned target,
                               gg_point to);
/* All figures of a target at once: bit n of each set is figure n.  Of `among` alone. */
typedef struct staff_figures {
    uint32_t blocked, by_friend, by_ground, over_friends;
} staff_figures;
staff_figures staff_look_at_all(const gg_state *, unsigned viewer, gg_point eye, unsigned target,
                                gg_pose target_pose, const gg_point figures[GT_FIGURES],
                                uint32_t among);
uint32_t staff_figures_ahead(const gg_state *, unsigned viewer,
                             const gg_point figures[GT_FIGURES]); /* in its front arc */
/* Has it a figure of the target in its front arc and in sight from P (ST-R46 a)? */
bool staff_sees(const gg_state *, unsigned viewer, unsigned target);

/* ---- charge.c, respond.c ---- */
/* Where `charge` would end, and whether it may (ST-R45, R46). */
/* ST-T4: what CHARGE asks of a unit, be it that it only comes nearer to its target. */
gg_verdict staff_may_be_sent(const gg_state *, unsigned unit, unsigned target);
gg_verdict staff_may_charge(const gg_state *, unsigned unit, unsigned target); /* ST-R45 */
/* The first legal charge with shift 0, +500, -500 ... (ST-R34). */
bool staff_find_charge(const gg_state *, unsigned unit, unsigned target, staff_charge *out);
/* Its second half: it sees and reaches the target, by who and what lies about both. */
bool staff_reaches(staff_mover *, unsigned target, staff_charge *);
gg_pose staff_charge_pose(const gg_state *, gg_pose target, gg_box, gg_zone face, int32_t shift);
void staff_begin_charge(gg_state *, const staff_charge *, staff_phase back, gg_log *);
void staff_go_on_with_charge(gg_state *, gg_log *);
/* ST-R49: does the charger, from where it stands, catch who has evaded?  ST-R51: how it meets the
 * target in another pose and formation, its distance not tested. */
bool staff_catches(const gg_state *, unsigned unit, unsigned target, staff_charge *out);
bool staff_meets(const gg_state *, unsigned unit, unsigned target, gg_pose, gg_box,
                 unsigned formation, staff_charge *out);
void staff_after_crossing(gg_state *, gg_log *);
/* After a move: asks for traversing fire, or goes on. */
void staff_begin_crossing(gg_state *, unsigned mover, gg_point from, staff_phase back);
unsigned staff_asked(const gg_state *); /* PHASE_TRAVERSE: who decides next, or NOBODY */
/* The virtual target of the crossing in hand for this unit: pose of the mover. */
bool staff_virtual_target(const gg_state *, const staff_crossing *, unsigned by, gg_pose *);
/* What ends with being engaged (R82). */
void staff_end_contacts(gg_state *, unsigned unit);

/* ---- shoot.c: who shoots at whom, and the SHOT of the turn machine. ---- */
/* Why a target is not clear (ST-T6): bit n is row n + 1 of T6.  ST-T6.1 ST-8.1, ST-T6.2 ST-8.2,
 * ST-T6.3 ST-8.3, ST-T6.4 ST-8.4, ST-T6.5 ST-8.5, ST-T6.6 ST-8.6, ST-T6.7 ST-8.7, ST-T6.8 ST-8.8 */
enum {
    UNCLEAR_SKIRMISHER = 1,
    UNCLEAR_HALF_RANGE = 2,
    UNCLEAR_ARC = 4,
    UNCLEAR_TERRAIN = 8,
    UNCLEAR_GUNS = 16,
    UNCLEAR_COVER = 32,
    UNCLEAR_FRIENDS = 64,
    UNCLEAR_GROUND = 128,
};
typedef enum staff_fire { FIRE_VOLLEY, FIRE_CLOSING, FIRE_TRAVERSING } staff_fire;
typedef enum staff_band { BAND_NONE, BAND_SHORT, BAND_MEDIUM, BAND_LONG } staff_band; /* of guns */
/* A shot at a target, wherever that is thought to stand; the query of the modifiers of T14. */
typedef struct staff_shot {
    gg_pose target_pose;
    gg_point eye;  /* SP (ST-R7) */
    int32_t range; /* 0 in closing fire */
    uint8_t shooter, target, fire, figure;
    uint8_t arc, seen; /* figures of the target in arc, and of them in sight */
    uint8_t band, dice, needs;
    uint8_t cover;   /* of the target (ST-R61) */
    uint8_t unclear; /* bit n: T6 row n + 1 */
    bool is_in_range, is_enfilade, over_friends;
    /* of the shooter: weak: shaken, disordered */
    bool is_close, is_skirmisher, is_guns, is_weak;
    bool is_mass; /* target T14.2 */
    bool is_first_fire;
} staff_shot;
/* Works out the shot; it may be asked of any two enemies.  `figure` counts for skirmishers (0..15).
 * In closing fire range is 0, no sight is needed, only T6.1 and T6.4 can make it unclear
 * (ST-R66). */
staff_shot staff_shot_at(const gg_state *, unsigned shooter, int figure, unsigned target,
                         gg_pose target_pose, staff_fire);
/* SP of ST-R7, towards a target with its middle there; `figure` counts for skirmishers. */
gg_point staff_shooting_point(const gg_state *, unsigned unit, int figure, gg_point target_centre);
/* The most dice it could shoot with: 0 for who has none (ST-R54, R70). */
int staff_shooting_dice(const gg_state *, unsigned unit);
/* SHOT: to hit, re-rolls, disorder, saves, casualties, commander-risk, break test and what comes
 * of it.
 * Sets STATUS_FIRST_USED; the caller sets DID_SHOOT or DID_REACT. */
void staff_fire_shot(gg_state *, const staff_shot *, gg_dice *, gg_log *);
/* The first roll of `shoot` and `traverse`. */
const gg_check *staff_shoot_preview(const gg_state *, const gg_action *, void *query);
/* May it shoot in this phase at all; and whom may it choose, from this figure (ST-R54, R55)? */
gg_verdict staff_may_shoot(const gg_state *, gg_side, unsigned unit);
/* Of those that are not known to be in it already.  The figures of all targets are worked out once
 * for who asks much of one position. */
typedef struct staff_aims {
    uint64_t known;
    gg_point figures[UNITS_MAX][GT_FIGURES];
} staff_aims;
uint64_t staff_targets(const gg_state *, unsigned unit, int figure, uint64_t known, staff_aims *);
typedef struct staff_save { /* the query of the modifiers of T15 */
    int dice, least;        /* one for each hit; the unit's M */
    int cover, band;        /* COVER_; BAND_ of the guns that hit it */
    bool is_attack_column, is_marching, is_lanced, six_passes;
} staff_save;
/* The saves of a unit for so many hits: cover, band and lances are the caller's; how many saved. */
staff_save staff_save_of(const gg_state *, unsigned unit, int hits);
int staff_roll_saves(const gg_state *, unsigned unit, const staff_save *, staff_saying, gg_dice *,
                     gg_log *);

/* ---- morale.c ---- */
typedef enum staff_outcome { OUTCOME_BREAK, OUTCOME_RETIRE, OUTCOME_HOLD } staff_outcome;
typedef struct staff_test { /* the query of the modifiers of T16 */
    int excess, unit_class;
    bool is_disordered, is_by_guns, is_combat; /* is_combat: its column of T17 */
} staff_test;
/* Rolls, or holds without dice (STEADY); changes nothing else but STATUS_STEADY_USED. */
staff_outcome staff_break_test(gg_state *, unsigned unit, const staff_test *, gg_dice *, gg_log *);
/* RETIRE and BREAK (T17, ST-R64): falling back from this face, disorder, STATUS_RETREATED, its
 * contacts
 * ended; a garrison stays. */
void staff_carry_out(gg_state *, unsigned unit, staff_outcome, gg_zone face, gg_log *);
int staff_excess(const gg_state *, unsigned unit);
void staff_cap_casualties(gg_state *, unsigned unit); /* ST-R62 */
void staff_disorder(gg_state *, unsigned unit, gg_log *);
void staff_suffer(gg_state *, unsigned unit, int casualties, gg_log *);
void staff_risk_commanders(gg_state *, unsigned unit, gg_dice *, gg_log *); /* ST-24.1 */

/* ---- combat.c ---- */
/* Everybody in the engagement of this unit, over contacts that are not waiting (ST-R71, R72). */
uint64_t staff_engagement(const gg_state *, unsigned unit);
int staff_combat_dice(const gg_state *, unsigned unit); /* ST-R74 */
/* PHASE_ALLOT: who splits his dice next, or NOBODY; the stock split for those that need not. */
unsigned staff_allotter(const gg_state *);
/* ST-R77: supports of a side in an engagement; bit 0 rear, 1 left, 2 right, and who they are. */
int staff_supports(const gg_state *, uint64_t fight, gg_side, uint64_t *who);
/* PHASE_VICTOR: may it, asked now, do more than stay (ST-R81)? */
bool staff_may_follow_up(const gg_state *, unsigned unit);
unsigned staff_victor(const gg_state *); /* whose decision it is, or NOBODY */
typedef struct staff_blows {             /* the query of the modifiers of T18 */
    int dice, needs;
    bool is_charging, has_won, is_weak, is_skirmisher, is_flanked;
} staff_blows;
typedef struct staff_tally {                   /* the query of a side's result (T19) */
    int casualties, supports, building, heavy; /* supports: bits as in staff_supports */
    bool has_square;
} staff_tally;
/* PHASE_COMBAT begins; is anything left to be fought in it? */
void staff_begin_combat(gg_state *, gg_log *);
bool staff_has_fight(const gg_state *);
/* Splits worth offering to the allotter: the stock one first. */
int staff_share(const gg_action *, int i); /* dice for the ith enemy */
int staff_shares(const gg_action *);       /* up to the last who gets any */
uint32_t staff_splits(const gg_state *, unsigned unit, gg_action *out, uint32_t limit);
uint64_t staff_supports_of(const gg_state *, unsigned unit, int *bits);
/* PHASE_VICTOR: drops who can do nothing but stay; with nobody left it is PHASE_COMBAT again.
 * Asked whenever that phase begins or goes on. */
void staff_settle_victors(gg_state *);

/* ---- ending.c: the end of a player turn and of the game. ---- */
void staff_end_turn(gg_state *, gg_log *);   /* ST-R84, BRAVE, R86, R87, then the next START */
int staff_points(const gg_state *, gg_side); /* T26 */
/* n and b of ST-R86 */
int staff_brigade_strength(const gg_state *, unsigned row, int *gone);
typedef struct staff_strength {
    int all, gone;
} staff_strength;
/* The same of all brigades of a side. */
void staff_brigade_strengths(const gg_state *, gg_side, staff_strength out[BRIGADES_MAX]);
/* ST-R86: a brigade of so many breaks by losing so many. */
bool staff_breaks_brigade(const gg_state *, gg_side, int gone, int all);

/* ---- aim.c ---- */
/* For who asks about very many places of one unit whether a hand that puts it down there means
 * something legal: `now`, where a step of its own is asked for and it may go somewhere; else
 * whether some order could take it there, as it faces. */
enum { STAFF_OTHER_STEPS = 3 + 3 * FORM_DEPLOYED };
typedef struct staff_goer {
    staff_mover m;
    gg_side side;
    bool now, moves; /* moves: ways are open to it, if they lead where they must */
    staff_action_kind kind;
    int other_count;
    gg_point others[STAFF_OTHER_STEPS]; /* where it comes without going: turning, forming */
    uint32_t houses_asked, houses_open; /* bit n: building n */
} staff_goer;
void staff_begin_going(const gg_state *, gg_side, unsigned unit, bool now, staff_goer *);
bool staff_can_end(staff_goer *, gg_point at);

/* ---- offer.c, aim.c, question.c, sketch.c, notation.c, words.c, draw.c, score.c, sheet.c,
 * audit.c ---- */
enum { STAFF_LINES = 17 };
bool staff_name_unit(const gg_state *, gg_unit, gg_text *);
/* What an area is called: its name or "the hill"; areas are counted from 1. */
void staff_write_area(const gg_state *, int64_t number, gg_text *);
/* The log of a unit that has left that place: up which hill, into which wood, in what formation. */
void staff_say_step(const gg_state *, unsigned u, staff_saying, const staff_place *from, gg_log *);
gg_mark *staff_draw_thing(const gg_state *, gg_unit, gg_scene *); /* a unit or a commander */
enum { SCORED_BYTES = 40 << 10 };
enum { STAFF_INPUTS = GT_INPUT_ROWS(7, 6, 5) }; /* inputs.c: kinds, bands, states */

/* What things are called, each list ended by NULL: in notation, and for people. */
typedef struct staff_words {
    const char *types[TYPES + 1], *sizes[SIZES + 1], *formations[FORMATIONS + 1], *rules[RULES + 1];
    const char *traits[TRAITS + 1], *nations[NATIONS + 1], *orders[ORDERS + 1];
} staff_words;
extern const staff_words staff_names, staff_says;
extern const char *const staff_response_names[];

enum { SCENARIOS = 5 };

#endif
