/*
 * lucky.h - the state of the game with orders and opposed dice, its tables, and the sequence of
 * play.  The chapters follow in the book's order: ground.h (table and sight), army.h (command,
 * status, victory), move.h, fight.h (charges, answers, fire, combat, the winner's reaction).
 * SPDX-License-Identifier: MIT
 */
#ifndef LUCKY_H
#define LUCKY_H

#include "core/action.h"
#include "core/text.h"
#include "grognard.h"
#include "table/move.h"
#include "table/table.h"

/* ---- Tables: one enum constant per row of each .def file. ---- */
#define GAME lucky
#define CLAUSED(n) LG_##n
#define TYPED(n) lg_##n
#include "core/names.def"

typedef enum lg_type {
#define TYPE(id, name, words, role, clause) TYPE_##id,
#include "units.def"
#undef TYPE
    TYPES
} lg_type;

typedef enum lg_formation {
#define FORMATION(id, name, words, drawn, clause) FORM_##id,
#include "units.def"
#undef FORMATION
    FORMATIONS
} lg_formation;

/* The words that may describe a unit; bit n is row n. */
enum {
#define FLAG(id, name, words, clause) FLAG_ROW_##id,
#include "units.def"
#undef FLAG
    FLAGS
};
enum {
#define FLAG(id, name, words, clause) FLAG_##id = 1 << FLAG_ROW_##id,
#include "units.def"
#undef FLAG
};

typedef enum lg_nation {
#define NATION(id, ...) NATION_##id,
#include "nations.def"
#undef NATION
    NATIONS
} lg_nation;

typedef enum lg_ground {
#define GROUND(id, name, difficult, cover, open, sight, role, words, clause) GROUND_##id,
#include "ground.def"
#undef GROUND
    GROUNDS
} lg_ground;

typedef struct lg_nation_row { /* as in nations.def */
    const char *name;
    uint8_t coat;
    uint8_t foot, guns, skirmishers, penalty, square, battery, mass, markers, line;
    const char *words;
    gg_clause clause;
} lg_nation_row;
extern const lg_nation_row lg_nations[NATIONS];

/* LG-R125: quality has its own modifiers and changes no strength. */
typedef enum lg_quality { POOR, AVERAGE, VETERAN, ELITE, QUALITIES } lg_quality;
typedef enum lg_level { LEVEL_CINC, LEVEL_CORPS, LEVEL_DIVISION, LEVELS } lg_level;
typedef enum lg_cover { COVER_NONE, COVER_SOFT, COVER_HARD, COVER_FORT, COVERS } lg_cover;
typedef enum lg_skirmishers { SKIRMISH_LIGHT, SKIRMISH_FROM_1809, SKIRMISH_ALL } lg_skirmishers;
typedef enum lg_line_rule { LINE_NEVER, LINE_TO_1808, LINE_ALWAYS } lg_line_rule;
typedef enum lg_charge_kind { KIND_CHARGE, KIND_COUNTER, KIND_BREAK } lg_charge_kind;
/* FAILED, MET and CONTACT are final; a charger met or in contact is attacking (LG-R91). */
typedef enum lg_charge_status {
    CHARGE_NONE,
    CHARGE_DECLARED,
    CHARGE_CLOSED,
    CHARGE_FAILED,
    CHARGE_MET,
    CHARGE_CONTACT
} lg_charge_status;
typedef enum lg_removed { REMOVED_NOT, REMOVED_DESTROYED, REMOVED_LEFT } lg_removed;
typedef enum lg_ended { ENDED_NOT, ENDED_BROKEN, ENDED_TIME, ENDED_RESIGNED } lg_ended;
typedef enum lg_rally { RALLY_DISORDER, RALLY_SHAKEN, RALLY_ROUT, RALLIES } lg_rally;

enum { /* what a unit is now */
       STATUS_DISORDERED = 1,
       STATUS_ROUTING = 2,
       STATUS_PREPARED = 4,
       STATUS_MUST_LEAVE = 8,
};
enum { SUPPORT_BEHIND, SUPPORT_ENGAGED, SUPPORT_EITHER }; /* the option `support` (LG-R145) */
enum { /* what a unit did in this player turn; row n of the words in notation.c is bit n */
       DID_ACT = 1,
       DID_MOVE = 2,
       DID_CHARGE = 4,
       DID_NO_FIRE = 8,
       DID_FIRE = 16,
       DID_EVADE = 32,
       DID_SQUARE = 64,
       DID_RESPOND = 128,
       DID_UNLIMBER = 256,
};

enum {
    UNITS_MAX = 64,
    COMMANDERS_MAX = 32,
    NAMES = UNITS_MAX + COMMANDERS_MAX, /* gg_unit: units first, then commanders */
    AREAS_MAX = 24,
    COMBATS_MAX = 32,
    FRAMES_MAX = 24,
    NOBODY = GT_NOBODY,      /* no unit, no commander, no area */
    LEGS_MAX = 3,            /* LG-R19 */
    INCH = 1000,             /* ticks */
    HUNDREDTH = 10,          /* ticks: the grain of what players choose (LG-R1) */
    TOLERANCE = 50,          /* LG-R6 */
    CONTACT_MAX = 36 * INCH, /* LG-R9 */
    ORDERS_MAX = 3,          /* on a unit, by any house rule */
    HELD_MAX = 3,            /* by a commander of a division */
    SHAKEN_MAX = 3,          /* markers on a unit */
    AWAY_MAX = 9,            /* player turns that a commander misses */
    STRENGTH_MAX = 12,
    TURNS_MAX = 200,
    TABLE_MIN = 12 * INCH,
    TABLE_USUAL = 48 * INCH,
    TABLE_MAX = 144 * INCH,
    PLACE_MAX = 200 * INCH,             /* no player names a place or a length */
    LENGTH_MAX = PLACE_MAX / HUNDREDTH, /* beyond these */
    UNSAID = 255,                       /* while a position is read; see setup.c */
    SKIRM_UNSAID = 128,                 /* the same, among a unit's flags */
};

typedef gt_body lg_unit; /* facing: whole degrees; division: a commander's row */

typedef struct lg_commander {
    gg_point at;
    uint8_t side, level, number, superior; /* superior: row or NOBODY */
    uint8_t quality;                       /* 1..5 (T1) */
    uint8_t attached;                      /* unit or NOBODY */
    uint8_t held, pool, given, moved, closed;
    uint8_t mute, gone; /* player turns still to count (LG-R116, LG-R117) */
    uint8_t zero[3];
} lg_commander;
_Static_assert(sizeof(lg_commander) == 24, "no hidden padding");

/* Each unit has at most one charge that matters: its latest.  Lengths in ticks. */
typedef struct lg_charge {
    gg_point start, declared; /* its centre at the last aim, and at declaration */
    gg_point target_at;       /* its target's centre at M3 */
    uint16_t k, k_declared, allowance, moved;
    int16_t facing; /* as declared */
    uint8_t target, kind, status, flank;
    uint8_t order; /* of declaration, from 1 */
    uint8_t zero;
} lg_charge;
_Static_assert(sizeof(lg_charge) == 40, "no hidden padding");

/* The combat, or the breakthrough, that is being played. */
typedef struct lg_fight {
    uint64_t units;                         /* everybody in it */
    uint64_t retiring, occupying, breaking; /* who has still to decide in K3, K5, K6 */
    uint64_t beaten;                        /* the losing side's units (LG-R111) */
    gg_point lead_at[2];                    /* of each side's lead, at contact */
    uint8_t base;                           /* the side that counts as A here (LG-R84) */
    uint8_t attacker;                       /* attacking side */
    uint8_t lead[2];
    uint8_t winner; /* GG_NOBODY: a draw */
    uint8_t difference;
    uint8_t flank[2];                  /* did a flank bonus of that side count? */
    uint8_t breaker, breaker_fired_at; /* X steps: the charging unit; its target has fired */
    uint8_t run_down;                  /* K5 belongs to chargers that ran down routers */
    uint8_t zero[5];
} lg_fight;
_Static_assert(sizeof(lg_fight) == 72, "no hidden padding");

/* A K6 that was left for a breakthrough and will be gone on with. */
typedef struct lg_frame {
    uint64_t breaking, beaten;
    uint8_t winner, lead, zero[6];
} lg_frame;

/* What is worked out once: never hashed nor written, made by settling, kept by every action. */
typedef struct lg_notes {
    uint64_t can[UNITS_MAX]; /* in a step of fire: the nearest few a unit that may can fire at */
    uint64_t firers;         /* those that can fire at somebody */
    uint64_t here[2];        /* on the table, by side */
    uint64_t unwell;         /* shaken, disordered or routing, on the table */
    uint8_t phase;           /* that step + 1; 0: it is none */
    uint8_t stale;           /* somebody moved, formed or left since; 0 between actions */
    uint8_t zero[2];
    int32_t reach; /* of any unit from its centre, by the sizes that are played */
} lg_notes;

struct gg_state {
    uint64_t combats[COMBATS_MAX]; /* the units of each combat that waits, in order */
    lg_fight fight;
    lg_frame frames[FRAMES_MAX];
    gt_grid grid; /* where the units on the table are */
    lg_unit units[UNITS_MAX];
    lg_commander commanders[COMMANDERS_MAX];
    lg_charge charges[UNITS_MAX];
    int32_t width, height;    /* ticks */
    gt_area areas[AREAS_MAX]; /* corners in hundredths */
    int16_t options[(OPTIONS + 3) / 4 * 4];
    int16_t home[2]; /* facing of each side's home edge */
    uint16_t year;
    uint8_t phase, active;
    uint8_t turn, turns;
    uint8_t unit_count, commander_count, area_count, combat_count, frame_count;
    uint8_t start_units[2];
    uint8_t open_division; /* LG-R44: row or NOBODY */
    uint8_t charge_count;  /* declared in this player turn and not over at the last breakthrough */
    uint8_t ended, winner;
    uint8_t practice; /* a position to try things on: no army breaks */
    uint8_t last_who; /* for the picture: what moved last, and from where */
    uint8_t zero[3];
    gg_point last_from;
    int16_t house[(NUMBERS + 3) / 4 * 4]; /* what is not played by the standard numbers */
    lg_notes notes;
};

#include "core/state.def"
/* A number that is a length, in ticks. */
static inline int32_t lg_length(const gg_state *s, int row)
{
    return lg_number(s, row) * HUNDREDTH;
}

/* Each action has a judge, who is asked in its phases and of the side that decides (sequence.c) and
 * must answer for any bytes.  What it DOES takes no dice; what ROLLS may. */
typedef gg_verdict lg_judging(const gg_state *, const gg_action *);
typedef void lg_doing(gg_state *, const gg_action *, gg_log *);
typedef void lg_rolling(gg_state *, const gg_action *, gg_dice *, gg_log *);
#define DOES(its) lg_doing its
#define ROLLS(its) lg_rolling its
#define ACTION(id, word, fields, phases, called, help, said, more, sketch, cites, judge, done,     \
               how)                                                                                \
    lg_judging judge;                                                                              \
    done;
#include "actions.def"
#undef ACTION
#undef DOES
#undef ROLLS
enum {              /* how it is done */
       BY_UNIT = 1, /* the unit that acts must be on the table and belong to the side */
       GOES_ON = 2, /* to the next decision: it was the only one here */
       STEP = 4,    /* the game's own: a roll that must be made, and then the next phase */
       SWEPT = 8,   /* it is not judged again: to sweep its way is dear */
};

static inline bool lg_is_on_table(const gg_state *s, unsigned u)
{
    return u < s->unit_count && s->units[u].removed == REMOVED_NOT;
}
static inline bool lg_is_routing(const lg_unit *u) { return (u->status & STATUS_ROUTING) != 0; }
/* On the table, and not routing. */
static inline bool lg_stands(const gg_state *s, unsigned u)
{
    return lg_is_on_table(s, u) && !lg_is_routing(&s->units[u]);
}
static inline bool lg_is_foot(const lg_unit *u) { return u->type == TYPE_INF; }
static inline bool lg_is_light_foot(const lg_unit *u)
{
    return lg_is_foot(u) && (u->flags & FLAG_LIGHT);
}
static inline bool lg_is_horse(const lg_unit *u) { return u->type == TYPE_CAV; }
static inline bool lg_is_guns(const lg_unit *u) { return u->type >= TYPE_FOOT; }
/* LG-10.9, LG-R122 */
static inline bool lg_is_fatigued(const gg_state *s, const lg_unit *u)
{
    return u->strength <= lg_number(s, N_fatigued_at);
}

/* ---- sequence.c ---- */
void lg_play_on(gg_state *, gg_log *);
gg_side lg_decider(const gg_state *);
bool lg_any_winner(const gg_state *); /* a unit to react (LG-R106) */
/* Whose RETIRE, OCCUPY or BREAK the phase asks for, or NOBODY. */
unsigned lg_asked(const gg_state *);

#endif
