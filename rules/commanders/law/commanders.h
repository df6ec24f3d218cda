/*
 * commanders.h - the state of the game on eleven sectors, and what its chapters share.
 *
 * Reading order: stages.def and commanders.c (sequence of play), board.c, planning.c,
 * movement.c, reactions.c, positions.c, combat.c, rerolls.c, withdrawal.c, bombardment.c, rally.c,
 * scoring.c, setup.c, terrain.c, secrets.c (what each side may know), prospects.c (what a player
 * hopes for), notes.c, notation.c, notation_combat.c, actions.c, draw.c, sketch.c (what an action
 * means on the board), question.c, danger.c, sheet.c, audit.c.
 */
#ifndef COMMANDERS_H
#define COMMANDERS_H

#include "core/action.h"
#include "core/dice.h"
#include "core/numbers.h"
#include "core/space.h"
#include "core/text.h"
#include "grognard.h"

/* ---- Tables: one enum constant per row of each .def file. ---- */
#define GAME commanders
#define CLAUSED(n) CMD_##n
#define TYPED(n) commanders_##n
#include "core/names.def"
typedef commanders_reason reason;
typedef commanders_saying saying;
typedef commanders_action_kind action_kind;
_Static_assert(PHASES <= 64, "a set of stages, which core calls phases, is a word");

typedef enum type {
#define TYPE(id, ...) TYPE_##id,
#include "units.def"
#undef TYPE
    TYPES
} type;

/* What a unit is in the eyes of the modifier table T1. */
typedef enum stance {
#define STANCE(id, ...) STANCE_##id,
#include "stances.def"
#undef STANCE
    STANCES
} stance;

/* The steps of a movement phase; fast movement and combined arms both run through them. */
typedef enum step_id {
    STEP_GO,
    STEP_ROOM,
    STEP_RETREAT,
    STEP_DIVIDE,
    STEP_REACT,
    STEP_REACTIONS,
    STEP_RANGED_AIM,
    STEP_VOLLEY,
    STEP_RANGED_REROLL,
    STEP_WITHDRAW,
    STEP_MELEE_AIM,
    STEP_MELEE,
    STEP_MELEE_REROLL,
    STEP_ENTER,
    STEPS
} step_id;

/* ---- Places. ---- */
enum {
    SECTORS = 9, /* a1 a2 a3 b1 ... c3: column * 3 + row (CMD-P1) */
    RESERVE_BLUE = 9,
    RESERVE_RED = 10,
    GROUNDS = 11,   /* sectors and reserves: where units stand */
    PLACE_BOX = 11, /* the routed box of the unit's side (CMD-9.7) */
    PLACE_TAKEN,    /* captured, in the enemy's scoring box (CMD-8.16) */
    PLACE_OUT,      /* hit out of the game in this phase; captured or destroyed at CMD-P18 */
    PLACE_GONE,     /* has left the game */
    PLACES,
    NO_SECTOR = 255,
    BORDERS = 12,
    SPACES = 5,    /* of a side in a zone (CMD-1.5) */
    ROOM_MAX = 6,  /* units of a side in a sector (CMD-1.4) */
    MOVES_MAX = 2, /* actions of a unit in a round */
    DICE_MAX = 2,  /* of one unit */
    RANGE_MAX = 2, /* from edge to edge of the board */
};

enum {
    UNITS = 30, /* a side (CMD-13.1) */
    ALL_UNITS = 2 * UNITS,
    PLAN_MAX = 16,     /* order lines of a side: at most 14 orders and two extra ones */
    SECTOR_ZONES = 4,  /* zones over the borders of one sector */
    BORDER_ZONES = 12, /* at most, contested sectors included: each uses up a border */
    ZONES_MAX = BORDER_ZONES + SECTORS,
    ACTIONS_MAX = 512, /* offered at once */
};

/* How a gg_point names a place in events: x a place, y 0; x a zone id, y 1; x a sector and the
 * one after it as y - PLACE_PAIR. */
enum { PLACE_PAIR = 100 };

/* ---- Zones: a border, a contested sector's T#1 to T#3, or a building T@. ---- */
enum {
    ZONE_CONTESTED = BORDERS,              /* + sector * 3 + number - 1 */
    ZONE_BUILDING = BORDERS + SECTORS * 3, /* + sector */
    ZONE_IDS = ZONE_BUILDING + SECTORS,
    CONTESTED_ZONES = 3,
};

enum { ROUTED = 1, SPENT = 2, SQUARE = 4, INSIDE = 8 }; /* unit.status */
enum {                                                  /* unit.deeds, this phase */
       REACTED = 1,                                     /* tried a square or a countercharge */
       RETREATED = 2,
       WITHDREW = 4,
       COUNTERCHARGES = 8, /* an attacker by its reaction */
       FOUGHT = 16,        /* rolled in melee, so far as that can spend it (CMD-R40) */
       DECLINED = 32,      /* could enter in the fast phase and did not */
       ACTED = 64,         /* used an action */
};
enum { FOREST = 1, HILL = 2, BUILDING = 4 }; /* state.terrain */
enum { RIVER = 1, BRIDGE = 2, ROAD = 4 };    /* state.borders */
typedef enum marker {
    MARKER_NONE,
    MARKER_GENERAL,
    MARKER_FLAG,
    MARKER_BIG_FLAG,
    MARKER_ROSE,
    MARKER_BIG_ROSE,
    MARKERS
} marker;
enum { TRIES_SQUARE = 1, TRIES_COUNTERCHARGE = 2 }; /* unit.named, reactions */
enum { NAMED_MOVE = 1, NAMED_ROAD = 2 };            /* unit.named, non-combat */
enum { NAMED_BOMBARDS = 1, NAMED_BUILDING = 2 };    /* unit.named, bombardment */
typedef enum ended {
    ENDED_NOT,
    ENDED_POINTS,
    ENDED_ROUNDS,
    ENDED_NO_UNITS,
    ENDED_MORALE,
    ENDED_RESIGN,
    ENDINGS
} ended;

/* Sectors in fields marked (+1) are stored one higher, so that 0 means none. */
typedef struct unit {
    uint8_t type, number; /* number 0: not in this game */
    uint8_t place, status;
    uint8_t order;    /* line of the side's plan (+1); secret until scoring */
    uint8_t done;     /* steps of its path achieved */
    uint8_t actions;  /* used in this round */
    uint8_t tried[2]; /* goals of those actions (+1): what everybody has seen of its order */
    uint8_t token;    /* artillery: the sector its token lies in (+1) */
    uint8_t goal;     /* where it goes, moves or fires in this phase (+1); secret while chosen */
    uint8_t from;     /* the place it left in this phase (+1): it has moved */
    uint8_t deeds;
    uint8_t hits;     /* scored in this phase */
    uint8_t named;    /* what its owner says of it in the present secret step */
    uint8_t zone;     /* the zone it stands in (+1) */
    uint32_t hitters; /* PLACE_OUT: enemy units, by bit, that may capture it (CMD-R39) */
} unit;
_Static_assert(sizeof(unit) == 20, "no hidden padding");

/* One line of a plan: 2C c1 c2 c3. */
typedef struct order {
    uint8_t count, type, from, step1, step2 /* (+1) */, zero;
} order;
_Static_assert(sizeof(order) == 6, "no hidden padding");

typedef struct zone {
    uint8_t id;
    uint8_t blue;    /* of a border zone: the sector behind blue's spaces */
    uint8_t attacks; /* sides that attack here; both: the zone is crossed (CMD-P5) */
    uint8_t zero;
    uint8_t space[2][SPACES];   /* the unit standing there (+1) */
    uint8_t target[2][SPACES];  /* the unit it declared to attack (+1) */
    uint8_t ignores[2];         /* bit n: the unit in space n passes over the routed one opposite */
    uint8_t dice[2][SPACES][2]; /* faces lying before the space; artillery has two */
} zone;
_Static_assert(sizeof(zone) == 46, "no hidden padding");

/* What follows from the rest (notes.c). */
typedef struct notes {
    uint32_t in[2][GROUNDS]; /* a side's units there, by bit, the first of the side lowest */
    uint8_t free[2][GROUNDS][TYPES]; /* as long as plans are written: who can get an order */
    uint16_t inside[2];              /* as long: the sectors where it sits in a building, by bit */
    uint8_t zero[2];
} notes;
_Static_assert(sizeof(notes) == 160, "no hidden padding");

struct gg_state {
    unit units[ALL_UNITS]; /* blue's first; of a side by type and number */
    zone zones[ZONES_MAX]; /* in the order of CMD-P1 */
    order plan[2][PLAN_MAX];
    uint8_t plan_count[2], zone_count, stage;
    uint8_t ready; /* sides that are done in the present secret step */
    uint8_t pass;  /* STEP_ROOM: 0 free moves, 1 walk-ins, 2 after retreats */
    uint8_t reroll_at, reroll_side, reroll_passes, zero1;
    uint8_t rerolls[2][SECTORS];
    uint8_t held[SECTORS]; /* status at the start of the phase: side, or GG_NOBODY (CMD-R31) */
    uint8_t terrain[SECTORS], borders[BORDERS];
    uint8_t marker[SECTORS], owner[SECTORS], taken[SECTORS];
    uint8_t garrison_target[SECTORS], garrison_die[SECTORS]; /* target: unit (+1) (CMD-R57) */
    uint8_t order_die[2];                                    /* what order_dice gave */
    uint8_t rally[2][TYPES];  /* `rally I`, `rally C` said in this step */
    uint8_t sector_pool, tie; /* tie: the side (+1) that wins a drawn game */
    uint8_t result, winner;
    uint16_t said[2];    /* goals named by enter or stay; sectors named by garrison or leave */
    uint16_t settled[2]; /* goals already entered or left alone in CMD-P19 */
    int16_t points[2];
    uint16_t round;
    int16_t options[OPTIONS];
    uint8_t zero2[4];
    int16_t house[NUMBERS + NUMBERS % 2]; /* what is not played by the standard numbers */
    notes notes;
};
_Static_assert(sizeof(gg_state) % 4 == 0, "whole words: no padding at the end");

/* ---- Numbers: number_hit_from(state) and so on, a function for each row. ---- */
#define NUMBER(id, standard, ...)                                                                  \
    static inline int number_##id(const gg_state *s) { return (standard) + s->house[N_##id]; }
#include "numbers.def"
#undef NUMBER

/* ---- Little questions. ---- */
/* Actions of a unit in a round. */
static inline int moves_of(const gg_state *s, int of)
{
    return of == TYPE_C   ? number_cavalry_moves(s)
           : of == TYPE_I ? number_infantry_moves(s)
                          : number_artillery_moves(s);
}
static inline gg_side side_of(gg_unit who) { return who < UNITS ? GG_BLUE : GG_RED; }
static inline gg_unit first_of(gg_side side) { return side == GG_BLUE ? 0 : UNITS; }
static inline gg_side enemy_of(gg_side side) { return side == GG_BLUE ? GG_RED : GG_BLUE; }
static inline int column_of(int sector) { return sector / 3; }
static inline int row_of(int sector) { return sector % 3; }
static inline int reserve_of(gg_side side) { return side == GG_BLUE ? RESERVE_BLUE : RESERVE_RED; }
static inline int home_row(gg_side side) { return side == GG_BLUE ? 0 : 2; }
static inline bool is_routed(const unit *u) { return (u->status & ROUTED) != 0; }
static inline bool is_spent(const unit *u) { return (u->status & SPENT) != 0; }
static inline bool is_inside(const unit *u) { return (u->status & INSIDE) != 0; }
static inline bool is_on_board(const unit *u) { return u->number != 0 && u->place < GROUNDS; }
static inline bool is_attacking(const unit *u) { return u->goal != 0; }
static inline int least(int one, int other) { return one < other ? one : other; }
static inline gg_unit index_of(const gg_state *s, const unit *u) { return (gg_unit)(u - s->units); }

/* ---- notes.c ---- */
void commanders_make_notes(gg_state *);  /* of a state that was read, guessed or seen in part */
void commanders_note_plan(gg_state *);   /* when planning begins, or a line is struck out */
void commanders_forget_plan(gg_state *); /* when it is over */
void commanders_put(gg_state *, unit *, int place); /* the only way to another place */
static inline uint32_t commanders_bit(gg_unit who) { return 1u << (who - first_of(side_of(who))); }
/* Takes the first unit out of a set of a side's units, which is not empty. */
static inline const unit *commanders_take(const gg_state *s, gg_side side, uint64_t *set)
{
    return &s->units[first_of(side) + gg_next_bit(set)];
}

/* ---- board.c: sectors, borders, counting. ---- */
extern const uint8_t commanders_border_ends[BORDERS][2];
extern const uint16_t commanders_neighbours[GROUNDS]; /* by bit (CMD-1.3) */
enum { NEAR_MAX = 4 };
extern const uint8_t commanders_near[GROUNDS][NEAR_MAX + 1]; /* as lists that end with NO_SECTOR */
extern const uint8_t commanders_borders[SECTORS][SECTORS];   /* the border of two sectors (+1) */
static inline bool commanders_is_adjacent(int from, int to)
{
    return (commanders_neighbours[from] >> to & 1) != 0;
}
static inline int commanders_border(int from, int to) { return commanders_borders[from][to] - 1; }
int commanders_behind(gg_side, int sector); /* towards the own reserve (CMD-6.5) */
int commanders_ahead(int from, int to); /* straight on from a step (CMD-R3); NO_SECTOR: nowhere */
int commanders_distance(int from, int to); /* in moves (CMD-R26) */
int commanders_command_sector(const gg_state *, gg_side);
int commanders_units_in(const gg_state *, gg_side, int place);   /* all that count for room */
int commanders_belonging(const gg_state *, gg_side, int sector); /* unrouted, not in a building */
bool commanders_has_enemies_outside(const gg_state *, const unit *garrison);
static inline bool commanders_is_shut_in(const gg_state *state, const unit *u)
{
    return is_inside(u) && commanders_has_enemies_outside(state, u); /* CMD-R55 */
}
const unit *commanders_garrison(const gg_state *, int sector); /* NULL: nobody inside */
/* Is it free to get an order?  A garrison that is shut in is not (CMD-R55). */
static inline bool commanders_is_orderable(const gg_state *state, const unit *u)
{
    return !is_routed(u) && u->order == 0 && !commanders_is_shut_in(state, u);
}
uint32_t commanders_garrisons(const gg_state *, gg_side); /* sectors it sits inside, by bit */
gg_side commanders_control(const gg_state *,
                           int sector); /* for rally and scoring (CMD-1.7, CMD-R55) */
void commanders_note_control(const gg_state *,
                             uint8_t control[SECTORS]);             /* of all sectors at once */
bool commanders_is_friendly(const gg_state *, gg_side, int ground); /* by the status of the phase */
void commanders_note_status(gg_state *);                            /* at the start of a phase */
stance commanders_stance(const unit *);
uint32_t commanders_rank(const gg_state *,
                         int index); /* of one side, the lower comes first (CMD-P1) */
void commanders_sort(const gg_state *, uint8_t *list, int count); /* units of one side, by rank */
char commanders_letter(type);
bool commanders_attacks_at_range(type);
bool commanders_attacks_in_melee(type);
int commanders_type_points(const gg_state *, type);
int commanders_type_dice(const gg_state *, type); /* at range */

/* ---- terrain.c (chapter 17). ---- */
static inline bool commanders_has(const gg_state *state, int ground, int feature)
{
    return ground < SECTORS && (state->terrain[ground] & feature) != 0;
}
static inline bool commanders_border_has(const gg_state *state, int from, int to, int feature)
{
    if (from >= SECTORS || to >= SECTORS || from == to) return false;
    return (state->borders[commanders_border(from, to)] & feature) != 0;
}
/* CMD-1.6, CMD-R51: the three of forest (going in) and river (both ways, bridge or not) replace the
 * five. */
static inline int commanders_border_limit(const gg_state *state, int from, int to)
{
    if (!state->options[OPT_terrain]) return number_border_units(state);
    const bool is_narrow = (commanders_has(state, to, FOREST) && from != to)
                           || commanders_border_has(state, from, to, RIVER);
    return is_narrow ? number_narrow_units(state) : number_border_units(state);
}
reason commanders_narrow_reason(const gg_state *, int from, int to);
reason commanders_guns_stopped(const gg_state *, int from, int to); /* R_LEGAL: they may move */
bool commanders_is_under_attack(const gg_state *, gg_side owner, int sector); /* in this phase */
gg_unit commanders_garrison_unit(const gg_state *, gg_side, int sector);      /* who would go in */

/* ---- commanders.c: the sequence of play. ---- */
static inline int step_of(const gg_state *s)
{
    return s->stage >= PHASE_COMBINED_GO && s->stage < PHASE_COMBINED_GO + STEPS
               ? s->stage - PHASE_COMBINED_GO
           : s->stage >= PHASE_FAST_GO && s->stage < PHASE_FAST_GO + STEPS
               ? s->stage - PHASE_FAST_GO
               : STEPS;
}
static inline bool is_fast(const gg_state *s) { return s->stage < PHASE_BOMBARD; }
static inline uint8_t stage_at(const gg_state *s, step_id at)
{
    return (uint8_t)((is_fast(s) ? PHASE_FAST_GO : PHASE_COMBINED_GO) + at);
}
void commanders_play_on(gg_state *,
                        gg_log *); /* to the next step in which somebody or the dice decide */
void commanders_tell_all(gg_log *, gg_event_kind, saying, gg_unit who, int at, int to, int amount);
static inline void commanders_tell(gg_log *log, gg_event_kind kind, saying words, gg_unit who,
                                   int at, int to, int amount)
{
    if (log != NULL) commanders_tell_all(log, kind, words, who, at, to, amount);
}
void commanders_reveal(gg_log *, action_kind);
void commanders_arrive(gg_state *, int next,
                       gg_log *); /* at a stage, and who has nothing to do there is ready */
void commanders_pass_over(gg_state *);

typedef struct stage_row {
    uint8_t kind;                       /* stage_kind */
    void (*open)(gg_state *, gg_log *); /* on arriving there */
    /* Has this side (or have the dice) something to do?  Where orders are used that is the same
     * for both: might somebody have, by what both know (CMD-R63)? */
    bool (*asks)(const gg_state *, gg_side);
    uint32_t (*offer)(const gg_state *, gg_side, gg_action *, uint32_t);
    uint8_t (*close)(gg_state *, gg_log *);           /* when nobody has: the stage that follows */
    uint8_t (*roll)(gg_state *, gg_dice *, gg_log *); /* of the game's own steps */
} stage_row;
typedef enum stage_kind { SECRET, OWN, OPEN, OVER } stage_kind;
extern const stage_row commanders_stages[PHASES];

/* Stages by bit, for actions.def; a step is one of fast movement and one of combined arms. */
#define STEP(id) (IN(FAST_GO) << STEP_##id | IN(COMBINED_GO) << STEP_##id)
#define STEPS_AIM (STEP(RANGED_AIM) | STEP(MELEE_AIM))
#define STEPS_REROLL (STEP(RANGED_REROLL) | STEP(MELEE_REROLL))
#define STEPS_ENTER (STEP(ROOM) | STEP(ENTER))
#define SECRETLY (GG_EVER & ~STEPS_REROLL)

typedef enum action_form {
    FORM_WORD,  /* ready */
    FORM_ORDER, /* order 2C c1 c2 c3: flags count, item type, at from and step, args[0] step (+1) */
    FORM_TROOPS,  /* go 2I b1 b2:        flags count, item type, at from and to */
    FORM_SIDE,    /* stay c1 c2:         at from and to */
    FORM_RETREAT, /* retreat 2C c2:      flags count, at.x sector */
    FORM_DIVIDE,  /* divide b2 ...:      at.x sector, args[0] zones of its units, three bits each */
    FORM_SPACES,  /* square c1|c2 1 2:   item zone id, flags spaces by bit */
    FORM_TARGET,  /* target Z 3 at Z 1:  item zone id, flags space; at target's zone id and space */
    FORM_REROLL,  /* reroll Z red 1 2: item zone id, flags side, at space and die (0: its only) */
    FORM_SECTOR,  /* garrison b2:        at.x sector */
    FORM_BOMBARD, /* bombard b1 b3 2:    flags count, at from and to, item 1: the building */
    FORM_RALLY,   /* rally A b1:         item type, at.x sector or NO_SECTOR */
    FORM_DEPLOY,  /* deploy 4I b1:       flags count, item type, at.x sector */
    FORMS
} action_form;
extern const uint8_t commanders_forms[ACTIONS]; /* of each action */
#define ACTION(id, word, form, stages, judge, doing, ...)                                          \
    gg_judging judge;                                                                              \
    gg_doing doing;
#include "actions.def"
#undef ACTION

static inline gg_verdict refuse(reason why) { return (gg_verdict){(gg_reason)why, 0, 0}; }
static inline gg_verdict refuse_count(reason why, int had, int needed)
{
    return (gg_verdict){(gg_reason)why, had, needed};
}
static inline gg_action make_action(action_kind kind)
{
    return (gg_action){.kind = (uint8_t)kind, .who = GG_NO_UNIT, .whom = GG_NO_UNIT};
}
static inline gg_action make_troops(action_kind kind, int count, int of, int from, int to)
{
    gg_action action = make_action(kind);
    action.flags = (uint8_t)count;
    action.item = (gg_unit)of;
    action.at = (gg_point){from, to};
    return action;
}
static inline uint32_t put_offer(gg_action *out, uint32_t count, uint32_t limit, gg_action action)
{
    if (count < limit) out[count++] = action;
    return count;
}

/* ---- setup.c (chapter 13). ---- */
/* A scenario with these options, which are in the state already; NULL, or why not. */
const char *commanders_set_up(gg_state *, const int32_t *options);
int commanders_points_at_start(const gg_state *);
bool commanders_deploy_asks(const gg_state *, gg_side);
uint32_t commanders_deploy_offer(const gg_state *, gg_side, gg_action *, uint32_t);
uint8_t commanders_deploy_close(gg_state *, gg_log *);
gg_verdict commanders_deploy_ready(const gg_state *, gg_side);

/* ---- planning.c (chapters 3, 15). ---- */
typedef struct allowance {
    int orders, extra, rally_only;
} allowance; /* CMD-R61 */
allowance commanders_allowance(const gg_state *, gg_side);
int commanders_orders_left(const gg_state *, gg_side, int sector); /* for units in this sector */
int commanders_orders_saved(const gg_state *, gg_side);            /* what may rally */
/* By what both sides know: might units that have not acted have an order, or orders be saved? */
bool commanders_may_have_more_orders(const gg_state *, gg_side);
bool commanders_may_have_saved_orders(const gg_state *, gg_side);
/* Where its order leads a unit that has an action left (CMD-3.4, CMD-R3); NO_SECTOR: nowhere. */
static inline int commanders_step_by(const order *line, const unit *u)
{
    if (u->done == 0) return u->place == line->from ? line->step1 : NO_SECTOR;
    if (u->done > 1 || u->place != line->step1) return NO_SECTOR;
    return line->step2 != 0 ? line->step2 - 1 : commanders_ahead(line->from, line->step1);
}
int commanders_next_step(const gg_state *, const unit *); /* the same; also for one without them */
bool commanders_order_dice_asks(const gg_state *, gg_side);
uint8_t commanders_order_dice_roll(gg_state *, gg_dice *, gg_log *);
void commanders_plan_open(gg_state *, gg_log *);
bool commanders_plan_asks(const gg_state *, gg_side);
bool commanders_plan_is_content(const gg_state *, gg_side);
uint32_t commanders_plan_offer(const gg_state *, gg_side, gg_action *, uint32_t);
uint8_t commanders_plan_close(gg_state *, gg_log *);
/* Who carries out the order of this unit: the lowest number of those that look like it, which gets
 * the order for its own. */
unit *commanders_stand_in(gg_state *, unit *);
bool commanders_couriers_asks(const gg_state *, gg_side);
uint8_t commanders_couriers_roll(gg_state *, gg_dice *, gg_log *);
bool commanders_courier_query(const gg_state *, void *query); /* of the first die */

/* ---- movement.c (chapter 4). ---- */
void commanders_go_open(gg_state *, gg_log *);
bool commanders_go_asks(const gg_state *, gg_side);
uint32_t commanders_go_offer(const gg_state *, gg_side, gg_action *, uint32_t);
uint8_t commanders_go_close(gg_state *, gg_log *);
bool commanders_room_asks(const gg_state *, gg_side);
uint32_t commanders_room_offer(const gg_state *, gg_side, gg_action *, uint32_t);
uint8_t commanders_room_close(gg_state *, gg_log *);
uint8_t commanders_make_room(gg_state *, gg_log *); /* walk-ins, from where choices were shown */
void commanders_move_open(gg_state *, gg_log *);
bool commanders_move_asks(const gg_state *, gg_side);
uint32_t commanders_move_offer(const gg_state *, gg_side, gg_action *, uint32_t);
uint8_t commanders_move_close(gg_state *, gg_log *);
/* Who would go into a sector, and for how many there is room. */
typedef struct entry {
    uint8_t units[UNITS];
    int count, room, free; /* free: may stay out, where that may be chosen */
} entry;
gg_judging commanders_room_legal;
gg_verdict commanders_judge_entry(const gg_state *, const entry *, const gg_action *);
void commanders_room_apply(gg_state *, gg_side, const gg_action *);
void commanders_use_action(unit *, int goal);
void commanders_take_off(gg_state *, unit *,
                         int place); /* off the field, to the box or out of the game */
void commanders_step_into(gg_state *, unit *, int goal, gg_log *, saying);
void commanders_capture_routed(gg_state *, gg_side by, int sector, gg_log *); /* CMD-9.4 */
void commanders_capture_in(gg_state *, const uint16_t entered[2], gg_log *);

/* ---- reactions.c (chapter 6). ---- */
bool commanders_retreat_asks(const gg_state *, gg_side);
uint32_t commanders_retreat_offer(const gg_state *, gg_side, gg_action *, uint32_t);
uint8_t commanders_retreat_close(gg_state *, gg_log *);
bool commanders_react_asks(const gg_state *, gg_side);
uint32_t commanders_react_offer(const gg_state *, gg_side, gg_action *, uint32_t);
uint8_t commanders_react_close(gg_state *, gg_log *);
bool commanders_reactions_asks(const gg_state *, gg_side);
uint8_t commanders_reactions_roll(gg_state *, gg_dice *, gg_log *);
gg_unit commanders_first_reaction(const gg_state *);

/* ---- positions.c (chapter 7). ---- */
typedef struct division { /* units of one side that are divided among zones */
    int count, zone_count;
    uint8_t units[2 * ROOM_MAX], zones[SECTOR_ZONES], places[SECTOR_ZONES];
    bool pooled; /* attackers of a contested sector (CMD-R8), as against defenders */
} division;
int commanders_zone_by_id(const gg_state *, int id); /* its number, or -1 */
int commanders_zone_sector(const zone *, gg_side);   /* behind this side's spaces */
bool commanders_is_border_zone(const zone *);
bool commanders_zone_touches(const zone *, int sector);
static inline const unit *commanders_in_space(const gg_state *state, const zone *z, gg_side side,
                                              int space)
{
    const int who = z->space[side][space];
    return who == 0 ? NULL : &state->units[who - 1];
}
bool commanders_division(const gg_state *, gg_side, int sector, division *); /* true: to be asked */
void commanders_take_positions(gg_state *);                                  /* CMD-P9 */
void commanders_lay_melee(gg_state *);    /* CMD-P16: lays out the spaces */
void commanders_settle_melee(gg_state *); /* and makes them count */
void commanders_clear_spaces(gg_state *); /* of those who are off the board */
void commanders_divide_open(gg_state *, gg_log *);
bool commanders_divide_asks(const gg_state *, gg_side);
uint32_t commanders_divide_offer(const gg_state *, gg_side, gg_action *, uint32_t);
uint8_t commanders_divide_close(gg_state *, gg_log *);

/* ---- combat.c (chapter 8). ---- */
typedef struct fight_query { /* all that a modifier of a ranged or melee roll may look at */
    uint8_t row, column;     /* stances */
    uint8_t unopposed, spent, fast, forest, river, walls;
    int8_t slope; /* -1 uphill, +1 downhill */
    uint8_t zero[7];
} fight_query;
typedef struct aim {    /* what a unit in a space does in this part of the combat */
    const unit *target; /* NULL: it does not roll */
    bool unopposed;
} aim;
bool commanders_is_melee(const gg_state *);
aim commanders_aim_of(const gg_state *, const zone *, gg_side, int space, bool melee);
aim commanders_garrison_aim(const gg_state *, int sector, bool melee);
int commanders_result(const gg_state *, const zone *, const unit *, aim, int die, bool melee);
void commanders_aim_open(gg_state *, gg_log *);
bool commanders_aim_asks(const gg_state *, gg_side);
uint32_t commanders_aim_offer(const gg_state *, gg_side, gg_action *, uint32_t);
uint8_t commanders_aim_close(gg_state *, gg_log *);
bool commanders_dice_asks(const gg_state *, gg_side);
uint8_t commanders_dice_roll(gg_state *, gg_dice *, gg_log *);
typedef struct hits {
    uint8_t count[ALL_UNITS], scored[ALL_UNITS];
    uint32_t by[ALL_UNITS];
} hits;
void commanders_count_hits(const gg_state *, bool melee, hits *, gg_log *);   /* as the dice lie */
void commanders_strike(gg_state *, unit *, int count, uint32_t by, gg_log *); /* CMD-R39 */
void commanders_apply_hits(gg_state *, gg_log *);

/* ---- rerolls.c (CMD-8.2, CMD-P12). ---- */
void commanders_reroll_open(gg_state *, gg_log *);
bool commanders_reroll_asks(const gg_state *, gg_side);
uint32_t commanders_reroll_offer(const gg_state *, gg_side, gg_action *, uint32_t);
uint8_t commanders_reroll_close(gg_state *, gg_log *);
/* ---- withdrawal.c (chapter 9). ---- */
void commanders_withdraw_open(gg_state *, gg_log *);
bool commanders_withdraw_asks(const gg_state *, gg_side);
uint32_t commanders_withdraw_offer(const gg_state *, gg_side, gg_action *, uint32_t);
uint8_t commanders_withdraw_close(gg_state *, gg_log *);
bool commanders_enter_asks(const gg_state *, gg_side);
uint32_t commanders_enter_offer(const gg_state *, gg_side, gg_action *, uint32_t);
uint8_t commanders_enter_close(gg_state *, gg_log *);
void commanders_settle_fight(gg_state *, gg_log *);  /* CMD-P18 */
uint8_t commanders_phase_ends(gg_state *, gg_log *); /* CMD-P20; the stage after the phase */
void commanders_clear_phase(gg_state *);

/* ---- bombardment.c (chapter 10). ---- */
typedef struct shell_query {
    uint8_t column, range, token, walls;
} shell_query;
typedef struct shell {
    gg_unit who, whom;
    shell_query query;
} shell;                                                     /* one die of a battery */
int commanders_shells(const gg_state *, shell *, int limit); /* all of the phase, in order */
void commanders_bombard_open(gg_state *, gg_log *);
bool commanders_bombard_asks(const gg_state *, gg_side);
uint32_t commanders_bombard_offer(const gg_state *, gg_side, gg_action *, uint32_t);
uint8_t commanders_bombard_close(gg_state *, gg_log *);
bool commanders_bombardment_asks(const gg_state *, gg_side);
uint8_t commanders_bombardment_roll(gg_state *, gg_dice *, gg_log *);
uint8_t commanders_bombardment_over(gg_state *, gg_log *);
enum { SHELLS_MAX = 2 * ALL_UNITS };

/* ---- rally.c (chapter 11). ---- */
bool commanders_rally_asks(const gg_state *, gg_side);
uint32_t commanders_rally_offer(const gg_state *, gg_side, gg_action *, uint32_t);
uint8_t commanders_rally_close(gg_state *, gg_log *);

/* ---- scoring.c (chapters 12, 14, 16). ---- */
void commanders_scoring_open(gg_state *, gg_log *);
uint8_t commanders_scoring_roll(gg_state *, gg_dice *, gg_log *);
void commanders_end(gg_state *, ended, gg_side winner, gg_log *);
int commanders_sector_points(const gg_state *, gg_side,
                             int sector); /* for the enemy of its owner */
gg_clause commanders_ending_clause(const gg_state *);

/* ---- sketch.c, question.c: before deciding. ---- */
/* The sectors and reserves where the offers of this unit end: by bit. */
uint16_t commanders_reach(const gg_state *, gg_side, gg_unit who);
/* Where a battery can fire, whatever its orders (CMD-10.1). */
gg_verdict commanders_fire_verdict(const gg_state *, gg_side, int from, int to);
/* At a building with both dice, which has to be in the open (CMD-R58). */
gg_verdict commanders_building_verdict(const gg_state *, gg_side, const gg_action *);

/* ---- danger.c ---- */
bool commanders_threats(const gg_state *, gg_side, gg_unit who, gg_point at, gg_threat *,
                        uint32_t *count);

/* ---- secrets.c, prospects.c. ---- */
int commanders_plan_worth(const gg_state *, gg_side);
/* inputs.c: rows for each side's types in every place, routed or spent or not. */
enum { COMMANDERS_INPUTS = 2 * TYPES * PLACES * 4 };
extern const gg_network commanders_network; /* network.c */

/* ---- notation.c, notation_combat.c, actions.c, words.c, draw.c, sheet.c, audit.c. ---- */
extern const char *const commanders_place_names[PLACES + 1], *const commanders_ground_names[];
extern const char *const commanders_type_words[TYPES];
enum { COMMANDERS_LINES = 27 };
gg_unit commanders_find_unit(const gg_state *, gg_side, const char *); /* by its label */
void commanders_put_zone(gg_text *, int id);
/* The same for people: "between b1 and b2". */
void commanders_write_zone(const gg_state *, int64_t id, gg_text *);
/* How many units of a division go to zone `rank` and are like its unit i, if that is the first of
 * them; else 0.  `zones` as in the action: three bits a unit. */
int commanders_alike(const gg_state *, const division *, uint32_t zones, int rank, int i);
bool commanders_scan_zone(gg_scan *, int *id);
bool commanders_scan_place(gg_scan *, int *place, int limit); /* one of the first `limit` places */
bool commanders_scan_type(gg_scan *, int *type);
gg_mark *commanders_draw_place(gg_scene *, gg_role, int place); /* its area */
/* as the n-th unit of its side in its place */
gg_mark *commanders_draw_unit(const gg_state *, gg_unit, int n, gg_scene *);
/* where draw() puts it now; NULL: it is off the board, or there is no room */
gg_mark *commanders_draw_standing(const gg_state *, gg_unit, gg_scene *);
/* as on an order sheet */
/* Without the steps that are done. */
void commanders_draw_order(gg_scene *, gg_side, const order *, int done, uint16_t flags);
gg_point commanders_middle_of(int place);
gg_point commanders_space_at(const zone *, gg_side, int space);

/* T1: the row of the numbers with each cell; 0: the two never meet so. */
extern const uint8_t commanders_ranged_cells[STANCES][STANCES],
    commanders_melee_cells[STANCES][STANCES];
_Static_assert(NUMBERS <= UINT8_MAX, "a cell names its row in a byte");
enum { SCENARIOS = 9 }; /* files in scenarios/ */

#endif
