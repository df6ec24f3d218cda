/*
 * staff.h - the state of the game of brigade command in inches, and the questions that every
 * chapter asks about it.
 *
 * Reading order: clauses.def (the rulebook), staff.c (the sequence of play), then the chapters:
 * initiative.c, command.c, ride.c, blunder.c; pace.c, move.c, way.c, reach.c, forced.c; charge.c,
 * respond.c; sight.c, shoot.c, morale.c; combat.c; ending.c.  What any measured table has is in
 * table/.
 * SPDX-License-Identifier: MIT
 */
#ifndef STAFF_H
#define STAFF_H

#include "tables.h"

/* ---- The state: plain bytes, no pointers, no unnamed padding. ---- */

/* A unit is the same row of two arrays of gg_state, units and more; rows run by ascending number
 * (id).  Its gt_body stands with the middle of its front at `at` and faces in whole degrees
 * (ST-R3); its division is its brigade, 1 to 7; status and did hold STATUS_ and DID_ bits.  Of a
 * unit that is destroyed (removed: 1) all is 0 that is not its description. */
typedef gt_body staff_unit;
typedef struct staff_more {
    uint16_t rules;     /* beyond those of its type */
    uint8_t size;       /* T11 */
    uint8_t casualties; /* ST-R62 */
    uint8_t moves;      /* made in this turn */
    uint8_t elite;      /* its number (T20.7); 0: the standard one */
    uint8_t hold_until; /* full turn before which it may not act; 0: none */
    uint8_t inside;     /* garrison of the nth building, from 1; 0: in none */
    uint8_t emptied;    /* a garrison that it fought is destroyed: the nth building, until it has
                          * decided (ST-R81) */
    uint8_t zero;
    char name[NAME_BYTES];
} staff_more;
_Static_assert(sizeof(staff_more) == 10 + NAME_BYTES, "no hidden padding");

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
    return s->more[u].casualties >= staff_stamina(s, u);
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
/* Takes all from a unit but its description (ST-R87). */
void staff_strike_out(gg_state *, unsigned unit);
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
enum { NOWHERE = INT32_MIN }; /* no place has been read yet */
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

#endif
