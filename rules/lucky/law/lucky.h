/*
 * lucky.h - the state of the game with orders and opposed dice, and what its chapters share.
 *
 * Reading order: lucky.c (sequence of play), command.c, stand.c (who may stand where), move.c,
 * charge.c and respond.c, fire.c, combat.c, outcome.c, reaction.c, status.c (markers, rallies,
 * nations), review.c, then offer.c, aim.c, sketch.c, question.c, setup.c, notation.c,
 * notation_action.c, words.c, draw.c, sheet.c.  What any measured table has is in table/.
 */
#ifndef LUCKY_H
#define LUCKY_H

#include "core/action.h"
#include "core/text.h"
#include "grognard.h"
#include "table/inputs.h"
#include "table/move.h"
#include "table/notation.h"
#include "table/table.h"
#include "table/watch.h"

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
_Static_assert(FLAGS <= 7, "the last bit says that nothing was said of skirmishers");

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

/* Each action has a judge, asked in its phases and of the side that decides (lucky.c), who must
 * answer for any bytes; and somebody who does it, perhaps with dice. */
typedef gg_verdict lg_judging(const gg_state *, const gg_action *);
typedef void lg_doing(gg_state *, const gg_action *, gg_dice *, gg_log *);
#define ACTION(id, word, fields, phases, called, help, said, more, sketch, cites, judge, does,     \
               how)                                                                                \
    lg_judging judge;                                                                              \
    lg_doing does;
#include "actions.def"
#undef ACTION
enum {              /* how it is done */
       BY_UNIT = 1, /* the one that acts must be on the table, and its side's */
       GOES_ON = 2, /* to the next decision: it was the only one here */
       STEP = 4,    /* the game's own: a roll that must be made, and then the next phase */
       SWEPT = 8,   /* who does it takes its way as judged: sweeping it is dear */
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

/* ---- The table (table/table.h): what the chapters ask of it, by state. ---- */
extern const gt_game lg_game;
static inline gt_table lg_table(const gg_state *s)
{
    gt_table t; /* what a survey finds is not set */
    t.game = &lg_game;
    t.state = s;
    t.bodies = s->units;
    t.areas = s->areas;
    t.corners = NULL;
    t.lines = NULL;
    t.strips = s->grid.strips;
    t.numbers = s->options;
    t.shapes = NULL;
    t.width = s->width;
    t.height = s->height;
    t.cell = s->grid.cell;
    t.body_count = s->unit_count;
    t.words = 1;
    t.area_count = s->area_count;
    t.line_count = 0;
    t.surveyed = false;
    t.reach = s->notes.reach;
    return t;
}
static inline gg_box lg_box(const gg_state *s, lg_type type, lg_formation formation)
{
    gt_table t = lg_table(s);
    return gt_number_box(&t, type, formation);
}
static inline gg_pose lg_pose(const lg_unit *u) { return (gg_pose){u->at, u->facing * 10}; }
static inline gg_convex lg_shape_at(const gg_state *s, unsigned u, gg_pose pose, lg_formation form)
{
    return gg_rectangle(pose, lg_box(s, (lg_type)s->units[u].type, form));
}
static inline gg_convex lg_shape(const gg_state *s, unsigned u)
{
    return lg_shape_at(s, u, lg_pose(&s->units[u]), (lg_formation)s->units[u].formation);
}
static inline gt_here lg_ground_at(const gg_state *s, gg_point at)
{
    gt_table t = lg_table(s);
    return gt_ground_at(&t, at);
}
static inline bool lg_is_open(gt_here here) { return !gt_is_on(&lg_game, here, GT_CLOSED); }
/* LG-R11: the best single cover counts. */
static inline lg_cover lg_cover_of(gt_here here) { return (lg_cover)gt_cover(&lg_game, here); }
/* Buildings on fire (LG-R82). */
static inline bool lg_is_burning(const gg_state *s, gg_point at)
{
    gt_table t = lg_table(s);
    return gt_any_burning(&t, gt_everywhere(&t), at);
}
/* LG-R7, whole degrees. */
static inline int32_t lg_direction(gg_point from, gg_point to)
{
    return gg_bearing_to(from, to, 10) / 10;
}
/* The turn from one facing to another, -180..179. */
static inline int32_t lg_turn_from(int32_t facing, int32_t to)
{
    return (to - facing + 900) % 360 - 180;
}
/* Units that may be so near. */
static inline uint64_t lg_near(const gg_state *s, gg_bounds bounds, int32_t reach)
{
    gt_table t = lg_table(s);
    gt_set near;
    gt_near(&t, bounds, reach, &near);
    return near.bits[0];
}
/* Circles mostly tell, and no table is made. */
static inline gt_circles lg_circles(const gg_state *s, unsigned u)
{
    return gt_circles_of(lg_box(s, (lg_type)s->units[u].type, (lg_formation)s->units[u].formation));
}
static inline bool lg_is_within(const gg_state *s, unsigned u, unsigned other, int32_t limit)
{
    gt_circles own = lg_circles(s, u), its = lg_circles(s, other),
               both = {own.outer + its.outer, own.inner + its.inner};
    int known = gt_places_within(s->units[u].at, s->units[other].at, both, limit);
    if (known >= 0) return known;
    const gt_table t = lg_table(s);
    return gt_is_shape_within(&t, u, other, limit);
}
static inline bool lg_point_is_within(const gg_state *s, gg_point at, unsigned u, int32_t limit)
{
    int known = gt_places_within(at, s->units[u].at, lg_circles(s, u), limit);
    if (known >= 0) return known;
    const gt_table t = lg_table(s);
    return gt_is_shape_by(&t, at, u, limit);
}
/* Is the straight way of a centre in difficult ground (LG-R24)? */
static inline bool lg_way_is_difficult(const gg_state *s, gg_point from, gg_point to)
{
    gt_table t = lg_table(s);
    return gt_way_is_on(&t, gt_areas_with(&t, gt_everywhere(&t), GT_SLOW), from, to);
}
/* LG-R28; how far it went is told of a rout that an enemy stopped, too (LG-R140). */
static inline gt_forced lg_forced_move(const gg_state *s, unsigned u, int32_t facing,
                                       int32_t direction, int32_t n, bool rout)
{
    gt_table t = lg_table(s);
    return gt_forced_move(&t, u, (gg_pose){s->units[u].at, facing * 10}, direction * 10, n, rout);
}

/* ---- stand.c: fronts, and where a unit may stand. ---- */
/* Infantry or artillery in a BUA or fort, or a square: no flank, no rear (LG-R8). */
bool lg_has_no_flanks(const gg_state *, unsigned unit);
bool lg_is_in_front(const gg_state *, unsigned unit, gg_point);
/* LG-R16's legal pose, the enemy gap aside. */
gg_verdict lg_pose_legal(const gg_state *, unsigned unit, gg_pose, lg_formation);
/* Does the unit, so placed, stand on another? */
bool lg_stands_on(const gg_state *, unsigned unit, gg_pose, lg_formation);
/* The first again, where the shape and what may be near it are known already: others, barred
 * ground and buildings. */
gg_verdict lg_shape_legal(const gt_table *, unsigned unit, const gg_convex *, gg_point at,
                          lg_formation, const gt_set *near, uint64_t barred, uint64_t buildings);

/* ---- status.c: units change: poses, markers, losses, rallies; nations and quality. ---- */
int32_t lg_rate(const gg_state *, const lg_unit *); /* its move in hundredths (T4) */
int32_t lg_rate_in(const gg_state *, lg_type, lg_formation);
lg_quality lg_quality_of(const gg_state *, unsigned unit); /* landwehr beside regulars (LG-R127) */
bool lg_line_binds(const gg_state *, const lg_unit *);     /* LG-R52 */
int lg_shaken_limit(const gg_state *, const lg_unit *);
bool lg_may_mass(const lg_unit *);
bool lg_skirmish_default(const gg_state *, const lg_unit *);
/* What an event tells beyond who: whom + 1 (lg_whom), the face of a plain die, a clause that is
 * better than the saying's own. */
typedef struct lg_told {
    int amount, had, total;
    gg_point at, to;
    gg_clause clause;
    uint16_t whom;
    uint8_t die;
} lg_told;
static const lg_told lg_plain = {0};
static inline uint16_t lg_whom(unsigned unit) { return (uint16_t)(unit + 1); }
void lg_tell(gg_log *, gg_event_kind, lg_saying, unsigned who, lg_told);
/* A new place and facing, with its commander; no rule is asked. */
void lg_put(gg_state *, unsigned unit, gg_point, int32_t facing);
/* The same as the end of a move that is told, with the commanders it rides down (LG-R43). */
void lg_move_to(gg_state *, unsigned unit, gg_point, int32_t facing, lg_saying, gg_log *);
/* A turn that is told, after which the unit still goes on (LG-R142). */
void lg_turn_to(gg_state *, unsigned unit, int32_t facing, gg_log *);
void lg_set_formation(gg_state *, unsigned unit, lg_formation);
void lg_remove(gg_state *, unsigned unit, lg_removed, gg_log *);
void lg_lose(gg_state *, unsigned unit, int amount, gg_log *);
void lg_shake(gg_state *, unsigned unit, gg_clause, gg_log *);
void lg_disorder(gg_state *, unsigned unit, gg_clause, gg_log *);
void lg_rout(gg_state *, unsigned unit, gg_clause, gg_log *); /* it runs when all is known */
gt_forced lg_run(gg_state *, unsigned unit, int32_t facing, lg_saying, gg_log *);
void lg_rout_ends(gg_state *, unsigned unit, gt_forced_end, gg_log *);
void lg_rout_home(gg_state *, unsigned unit, gg_log *);               /* LG-R121 */
void lg_commander_resettle(gg_state *, unsigned commander, gg_log *); /* LG-R43 */
void lg_commander_lost(gg_state *, unsigned commander, lg_saying, gg_log *);
void lg_note_health(gg_state *, unsigned unit); /* whoever changes that tells it here */
bool lg_has_rally(const gg_state *, gg_side);

/* ---- command.c ---- */
static inline bool lg_is_present(const lg_commander *his) { return his->gone == 0; }
/* Of a unit or a commander by its name: is it on the table, whose is it, where? */
bool lg_is_here(const gg_state *, gg_unit);
static inline gg_side lg_side_of(const gg_state *s, gg_unit n)
{
    return n < UNITS_MAX ? s->units[n].side : s->commanders[n - UNITS_MAX].side;
}
static inline gg_point lg_place_of(const gg_state *s, gg_unit n)
{
    return n < UNITS_MAX ? s->units[n].at : s->commanders[n - UNITS_MAX].at;
}
int lg_holding_limit(const gg_state *, const lg_commander *);
int32_t lg_command_range(const gg_state *, lg_level);
/* Has the unit's division commander an order in reserve for it, in range (LG-R38)? */
gg_verdict lg_reserve_legal(const gg_state *, unsigned unit);
/* The range and all else aside. */
static inline bool lg_has_reserve(const gg_state *s, unsigned u)
{
    const unsigned division = s->units[u].division;
    return division != NOBODY && s->commanders[division].held > 0;
}
int lg_most_to_give(const gg_state *, unsigned from, unsigned to); /* as things stand */
void lg_reserve_spend(gg_state *, unsigned unit, gg_log *);
bool lg_is_in_command(const gg_state *, unsigned commander, unsigned unit);
bool lg_has_give(const gg_state *, lg_level);
uint64_t lg_active_at(const gg_state *, lg_level); /* commanders of the active side */
bool lg_cinc_rolls(const gg_state *);              /* has it a CinC who may? */
bool lg_corps_roll(const gg_state *);              /* has a corps commander been given orders? */
bool lg_has_assign(const gg_state *);
void lg_turn_begins(gg_state *, gg_log *); /* H0 */

/* ---- move.c ---- */
typedef struct lg_path {
    int legs;
    int32_t turn[LEGS_MAX], ahead[LEGS_MAX], shift[LEGS_MAX]; /* degrees; hundredths */
    int32_t turn_end;
    int form_start, form_end; /* formation + 1, or 0 */
    bool unlimber;
} lg_path;
typedef enum lg_mode { MODE_MOVE, MODE_RESERVE, MODE_ADVANCE, MODE_BACK } lg_mode;
static inline lg_mode lg_mode_of(lg_action_kind kind)
{
    if (kind == ACTION_RESERVE) return MODE_RESERVE;
    return kind == ACTION_ADVANCE ? MODE_ADVANCE : MODE_MOVE;
}
typedef struct lg_end {
    gg_pose pose;
    lg_formation formation;
} lg_end;
void lg_path_pack(const lg_path *, gg_action *);
lg_path lg_path_of(const gg_action *);
gg_verdict lg_path_legal(const gg_state *, unsigned unit, const lg_path *, lg_mode, lg_end *out);
/* The same, for who asks about many paths of one unit: what it must mind is worked out once. */
typedef struct lg_mover {
    const gg_state *s;
    gt_mover on;
    int32_t inner; /* of lg_is_shut; GG_NEVER: not worked out */
    /* with rows by degrees (lg_mover_turns): they tell of ways (lg_rows_tell); nothing keeps it
     * from advancing; it may go so far over open ground, turning less or more */
    bool plain, advances;
    int32_t allowed[2];
} lg_mover;
/* One of this side, and then which one: for who asks about one after the other. */
void lg_mover_begin(lg_mover *, const gg_state *, gg_side);
void lg_mover_take(lg_mover *, unsigned unit);
/* From now on very many ways are asked about, all by this mode and no longer than `far`. */
void lg_mover_turns(lg_mover *, gt_turns *, lg_mode, int32_t far);
gg_verdict lg_way_legal(lg_mover *, const lg_path *, lg_mode, lg_end *out);
/* The verdict at little cost, of a way by one leg: which reason it gives of those that a detour may
 * avoid is left open.  False: it must be judged. */
bool lg_rows_tell(lg_mover *, const lg_path *, lg_mode, gg_verdict *out);
/* No path to within a hundredth of this place is legal, whatever its legs and facings; sometimes
 * no when that is so. */
bool lg_is_shut(lg_mover *, lg_mode, gg_point at);
/* The same, because somebody stands there, of one that faces and is formed like this. */
bool lg_is_shut_facing(lg_mover *, gg_pose, lg_formation);
/* Is a way surely not legal that begins with this leg, which ends so? */
bool lg_leg_is_stopped(const lg_mover *, const lg_path *, lg_mode, gg_pose arrives);
/* The same, because one that comes so has a corner off the table. */
bool lg_is_off_table(const lg_mover *, gg_pose arrives);
/* The same, because the enemy who stopped it last is too near for one that comes so from there. */
bool lg_is_stopped(lg_mover *, gg_point from, gg_pose arrives);
lg_formation lg_end_formation(const lg_unit *, const lg_path *);
lg_end lg_end_of(const lg_unit *, const lg_path *); /* where it leads, legal or not */
/* After the turn and the straight way of one leg (LG-R19). */
static inline gg_pose lg_leg_end(gg_pose pose, const lg_path *path, int leg)
{
    pose.facing = gg_facing(pose.facing + path->turn[leg] * 10);
    pose.at =
        gg_to_world(pose, (gg_point){path->shift[leg] * HUNDREDTH, path->ahead[leg] * HUNDREDTH});
    return pose;
}
gg_verdict lg_back_legal(const gg_state *, unsigned unit, int32_t hundredths, lg_end *out);
/* How far it may go, in hundredths, before LG-R16 and its kin are asked. */
int32_t lg_allowance(const gg_state *, unsigned unit, const lg_path *, lg_mode, bool difficult);
/* It is longer than that, even over open ground. */
bool lg_is_too_far(const lg_mover *, const lg_path *, lg_mode);
/* The assigned order an action in M1 would use (LG-R36, LG-R44). */
gg_verdict lg_order_legal(const gg_state *, unsigned unit);
gg_verdict lg_order_is_open(const gg_state *, unsigned unit);
void lg_order_spend(gg_state *, unsigned unit);
/* The same of a MOVE, RESERVE, BACK or FORM of that unit. */
gg_verdict lg_mover_legal(lg_mover *, const gg_action *);
void lg_move_end(gg_state *, gg_log *); /* orders lapse, burning buildings empty */

/* ---- aim.c: what a hand means that puts a unit down. ---- */
/* A path that ends at this place, facing there in tenths of a degree or (-1) as it comes: a legal
 * one if there is one among those a player would think of, and its verdict. */
gg_verdict lg_path_to(const gg_state *, unsigned unit, lg_mode, gg_point to, int32_t facing,
                      lg_path *out);
/* Is there a path that a hand means by putting the unit there?  For who asks about many places,
 * one near the other: the guess, {0} at first, says what to look at first and changes nothing. */
typedef struct lg_last_try {
    int turn, late; /* late: of what is tried after the turns; 0: nothing of that */
    bool passed;
} lg_last_try;
bool lg_may_end(lg_mover *, lg_mode, gg_point to, lg_last_try *);
/* What a hand means by moving a square: column first (LG-R47).  Formation + 1, or 0. */
int lg_first_form(const lg_unit *, lg_mode);
/* The nearest place that may be named (LG-R1). */
static inline gg_point lg_grained(gg_point at)
{
    return (gg_point){(int32_t)gg_rdiv(at.x, HUNDREDTH) * HUNDREDTH,
                      (int32_t)gg_rdiv(at.y, HUNDREDTH) * HUNDREDTH};
}
/* He rides there: he joins nobody, and rallies nobody. */
static inline gg_action lg_ride_of(unsigned commander, gg_point at)
{
    gg_action action = gg_action_on(ACTION_RIDE, UNITS_MAX + commander, GG_NO_UNIT);
    action.item = GG_NO_UNIT;
    action.at = at;
    return action;
}
/* May a player name it? */
static inline bool lg_may_be_named(gg_point at)
{
    return at.x % HUNDREDTH == 0 && at.y % HUNDREDTH == 0 && at.x >= -PLACE_MAX && at.x <= PLACE_MAX
           && at.y >= -PLACE_MAX && at.y <= PLACE_MAX;
}
/* One leg more (LG-R19). */
bool lg_go_on(const gg_state *, gg_side, const gg_action *begun, gg_point at, int32_t facing,
              gg_action *out);

/* ---- charge.c: declaring, closing up, completing. ---- */
typedef struct lg_aimed {
    int32_t k, allowance;
    bool flank;
} lg_aimed;
/* All of the target lies behind, or beside the strip ahead: nothing need slide to know that. */
bool lg_passes_by(const gg_state *, unsigned unit, unsigned target, int32_t facing);
/* Of a CHARGE or BREAK at this facing; ticks in `out`. */
gg_verdict lg_aim_legal(const gg_state *, unsigned unit, unsigned target, int32_t facing,
                        lg_aimed *out);
int32_t lg_charge_allowance(const gg_state *, unsigned unit, int32_t facing, int32_t k);
void lg_charge_declare(gg_state *, unsigned unit, unsigned target, int32_t facing, lg_charge_kind,
                       gg_log *);
/* Some legal facing against some legal target? (LG-R112) */
bool lg_has_charge(const gg_state *, unsigned unit, bool breaking);
bool lg_is_charging(const gg_state *, unsigned unit);       /* declared or closed */
bool lg_is_attacking(const gg_state *, unsigned unit);      /* LG-R91 */
uint64_t lg_chargers_of(const gg_state *, unsigned target); /* live charges at it, no counters */
bool lg_waits_in_combat(const gg_state *, unsigned unit);
void lg_charges_end(gg_state *); /* all but those of combats that wait */
gg_verdict lg_new_enemy_legal(const gg_state *, unsigned target); /* of a BREAK (LG-R111) */
/* Where the charger would halt in M3 as things stand. */
gg_pose lg_close_pose(const gg_state *, unsigned charger);
void lg_close_up(gg_state *, gg_log *); /* M3, X2 */
void lg_complete(gg_state *, gg_log *); /* F4, X5: fills combats or fight.occupying */

/* ---- respond.c: square, evade, counter-charge. ---- */
bool lg_has_response(const gg_state *, gg_side);

/* ---- fire.c ---- */
int32_t lg_fire_range(const gg_state *, const lg_unit *);
enum { TARGETS_NOTED = 4 }; /* guns that see half an army need not think of all of it */
void lg_make_notes(gg_state *);
void lg_note_fire(gg_state *); /* of this step alone */
void lg_keep_notes(gg_state *);
/* For who asks about many pairs of one position: each is looked at once. */
typedef struct lg_shots {
    gt_table t;                                /* surveyed when it is first asked */
    uint64_t asked[UNITS_MAX], can[UNITS_MAX]; /* by firer */
    uint64_t batteries;                        /* foot batteries that can fire at somebody */
    uint64_t known, beside[UNITS_MAX]; /* by battery: others so near that they may join it */
} lg_shots;
lg_shots lg_shots_of(const gg_state *);
/* Every later battery that can join the lead against the target, however far from it: linked by
 * those between.  0 if they are no grand battery (LG-R78). */
uint64_t lg_grand_battery(lg_shots *, const gg_state *, unsigned lead, unsigned target);
uint64_t lg_fire_helpers(const gg_action *);

/* ---- combat.c: the two totals. ---- */
void lg_fight_begins(gg_state *, gg_log *); /* who is in it, attacking side, leads */
uint64_t lg_of_side(const gg_state *, gg_side, uint64_t units); /* those of the side */
bool lg_has_both_sides(const gg_state *, uint64_t units);
int lg_fight_total(gg_state *, gg_side, gg_dice *, gg_log *);

/* ---- outcome.c: losses, risk, rout, retire. ---- */
/* From how far to how far, in hundredths. */
void lg_retire_range(const gg_state *, unsigned unit, int32_t *low, int32_t *high);
unsigned lg_retire_next(const gg_state *); /* whose retire it is, or NOBODY */
void lg_retire(gg_state *, unsigned unit, int32_t hundredths, gg_log *);

/* ---- reaction.c: reaction dice, occupying, breaking through. ---- */
unsigned lg_occupier(const gg_state *);    /* whose OCCUPY it is, or NOBODY */
void lg_occupy_next(gg_state *, gg_log *); /* those before who have no room are dropped */
void lg_occupy(gg_state *, unsigned unit, gg_log *);
unsigned lg_breaker(const gg_state *);    /* whose BREAK it is, or NOBODY */
void lg_break_next(gg_state *, gg_log *); /* those before who are not entitled are dropped */
bool lg_must_break(const gg_state *, unsigned unit);

/* ---- review.c ---- */
int lg_lost_units(const gg_state *, gg_side); /* LG-R131 */
bool lg_counts_as_lost(const gg_state *, const lg_unit *);
int lg_breaks_at(const gg_state *, gg_side); /* per cent of its units (LG-12.1) */
int lg_points(const gg_state *, gg_side);    /* LG-R134 */
void lg_hold_objectives(gg_state *, gg_log *);
void lg_review(gg_state *, gg_log *);
void lg_prepare(gg_state *);

/* ---- lucky.c: the sequence of play. ---- */
void lg_play_on(gg_state *, gg_log *);
gg_side lg_decider(const gg_state *);
bool lg_any_winner(const gg_state *); /* a unit to react (LG-R106) */
/* Whose RETIRE, OCCUPY or BREAK the phase asks for, or NOBODY. */
unsigned lg_asked(const gg_state *);

/* ---- offer.c, setup.c, notation*.c, words.c, draw.c, sheet.c. ---- */
enum { SCORED_BYTES = 36 << 10 };
enum { LUCKY_INPUTS = GT_INPUT_ROWS(6, 9, 4) }; /* inputs.c: kinds, bands, states */
enum { POSITION_LINES = 26 };
lg_unit lg_new_unit(gg_side, int number); /* of which nothing was said yet */
int lg_count_units(const gg_state *, gg_side);
gg_mark *lg_draw_thing(const gg_state *, gg_unit, gg_scene *); /* a unit or a commander */

/* What things are called, each list ended by NULL: in notation, and for people. */
typedef struct lg_words {
    const char *types[TYPES + 1], *formations[FORMATIONS + 1], *flags[FLAGS + 1],
        *nations[NATIONS + 1];
} lg_words;
extern const lg_words lg_names, lg_says; /* for people nations have their rows */
extern const char *const lg_commander_quality_names[];

enum { SCENARIOS = 5 };

#endif
