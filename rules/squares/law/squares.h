/*
 * squares.h - the state of the game on 12 x 12 squares, and what its chapters share.
 *
 * Reading order: sequence.c (sequence of play), ground.c (cards, river, bridges), army.c,
 * deploy.c, pieces.c (shapes and places), move.c, fight.c, retreat.c, act.c, offer.c, victory.c,
 * notation.c, draw.c, sketch.c (what an action means on the board), question.c, words.c,
 * sheet.c.
 * SPDX-License-Identifier: MIT
 */
#ifndef SQUARES_H
#define SQUARES_H

#include "core/action.h"
#include "core/dice.h"
#include "core/text.h"
#include "grognard.h"

/* ---- Tables: one enum constant per row of each .def file. ---- */
#define GAME squares
#define CLAUSED(n) SQ_##n
#define TYPED(n) squares_##n
#include "core/names.def"
#define DECLARED
#include "core/actions.def"
typedef squares_reason reason;
typedef squares_saying saying;
typedef squares_phase phase;
typedef squares_action_kind action_kind;

/* Their standard values, for the tables that name them. */
enum {
#define NUMBER(id, standard, ...) STANDARD_##id = (standard),
#define CALLED(...)
#include "numbers.def"
#undef NUMBER
#undef CALLED
};

/* The three letters a unit may have (T1); the die's other faces are X and blank. */
typedef enum arm { ARM_I, ARM_A, ARM_C, ARMS } arm;
typedef enum face { FACE_I, FACE_A, FACE_C, FACE_X, FACE_BLANK, FACE_KINDS } face;

typedef enum kind {
#define KIND(id, name, arm, bases, move, quality, heavy, points, range, brow, role, ...) KIND_##id,
#include "units.def"
#undef KIND
    KINDS
} kind;

typedef enum ground {
#define GROUND(id, letter, close_order, skirmishers, horse, guns, level, cover, slow, hides, role, \
               clause)                                                                             \
    GROUND_##id,
#include "ground.def"
#undef GROUND
    GROUNDS
} ground;

typedef enum facing { NORTH, EAST, SOUTH, WEST, FACINGS } facing;

typedef enum token {
#define TOKEN(id, meaning, who, clause) TOKEN_##id,
#include "tokens.def"
#undef TOKEN
    TOKENS
} token;
_Static_assert(TOKENS == 16, "a token takes four bits of an action");

typedef enum fight {
    FIGHT_NONE,
    FIGHT_ATTACK,
    FIGHT_SHOOT,
    FIGHT_SHOOT_N,
    FIGHT_SHOOT_E,
    FIGHT_SHOOT_S,
    FIGHT_SHOOT_W,
    FIGHTS
} fight;
typedef enum form { FORM_BLOCK, FORM_LINE, FORM_COLUMN, FORM_SQUARE, FORMS } form;
typedef enum status {
    STATUS_NONE,
    STATUS_UNPLACED,
    STATUS_ON_BOARD,
    STATUS_REMOVED,
    STATUS_LEFT
} status;
typedef enum ended { ENDED_NOT, ENDED_TWICE, ENDED_LIMIT, ENDED_RESIGN } ended;

/*
 * How an action carries its parts.
 *   designate: flags = g | h << 1 | l << 2
 *   deploy:    who, at (command square: column, row), item = form, flags = facing
 *   act:       who, flags = fight, item = number of tokens, args[0] = the tokens, the first in the
 *              lowest four bits
 */
enum {
    SIDE = 12, /* SQ-1.1 */
    BOARD = SIDE * SIDE,
    NO_SQUARE = 255,
    UNITS = 27, /* a side: 24, one of them as four detachments (SQ-R16) */
    PIECES = 2 * UNITS,
    CARDS = 54,
    POINTS_MAX = 3,              /* of movement, by any house rules */
    TOKENS_MAX = POINTS_MAX + 2, /* and a march bonus of two (SQ-R25) */
    DETACHMENTS = 4,
};

/* Squares are column + 12 * row, both from 0 at a1. */
typedef struct piece {
    uint8_t kind, bases;
    int8_t quality;           /* -1, 0, +1; its kind's unless a scenario says otherwise */
    uint8_t number;           /* of its unit, from 1; pieces of one unit share it */
    uint8_t detachment;       /* 0 none, 1..4 a..d (SQ-R16) */
    uint8_t status;           /* with what follows, where it stands and how */
    uint8_t square1, square2; /* the command square first (SQ-R21) */
    uint8_t facing, in_square;
    uint8_t acted, activated; /* activated: its unit was, this turn */
} piece;
_Static_assert(sizeof(piece) == 12, "no hidden padding");

/* What follows from the rest and is worked out once. */
typedef struct sq_notes {
    uint8_t units[2]; /* SQ-12.1: of each side, on the board; from the first roll on */
    uint8_t zero[2];
} sq_notes;

struct gg_state {
    piece pieces[PIECES]; /* blue's (A) in 0..26, red's (B) in 27..53; unit = index */
    uint8_t ground[BOARD];
    uint8_t at[BOARD];   /* the piece on a square + 1, 0: free */
    uint8_t deck[CARDS]; /* until the ground lies; then zero.  0: no card given */
    uint8_t piece_count[2];
    int16_t options[OPTIONS];
    uint8_t phase, side;          /* whose decision or turn it is */
    uint8_t first, turn_in_round; /* first player; 1 or 2 */
    uint8_t first_given;          /* a scenario names the first player: 0 no, 1 blue, 2 red */
    uint8_t armies_given, ground_given, deck_given;
    uint8_t pool[ARMS];
    uint8_t dice_n[2], start_units[2], designated[2];
    uint8_t lost_this_round, quiet;
    uint8_t result, winner; /* ended; GG_BLUE, GG_RED, GG_NOBODY */
    uint8_t practice;       /* a position to try things on: nobody wins by numbers */
    uint8_t river_count;    /* for the picture and the bridges */
    uint8_t river[BOARD];   /* its squares from the first end to the second */
    int16_t start_points[2];
    uint16_t round;
    uint16_t last_who; /* for the picture: what was done last */
    uint8_t last_from, last_to, last_fight, last_target;
    int16_t house[NUMBERS]; /* what is not played by the standard numbers */
    sq_notes notes;
};
_Static_assert(offsetof(gg_state, notes) == offsetof(gg_state, house) + sizeof(int16_t[NUMBERS])
                   && sizeof(gg_state) % 2 == 0,
               "no hidden padding");

/* ---- Numbers: number_gun_range(state) and so on, a function for each row. ---- */
#define NUMBER(id, standard, ...)                                                                  \
    static inline int number_##id(const gg_state *state)                                           \
    {                                                                                              \
        return (standard) + state->house[N_##id];                                                  \
    }
#define CALLED(...)
#include "numbers.def"
#undef NUMBER
#undef CALLED

/* ---- pieces.c: shapes, places, counts. ---- */
static inline gg_unit first_piece(gg_side side) { return side == GG_BLUE ? 0 : UNITS; }
static inline gg_side side_of(gg_unit who) { return who < UNITS ? GG_BLUE : GG_RED; }
static inline gg_side other_side(gg_side side) { return side == GG_BLUE ? GG_RED : GG_BLUE; }
static inline int column_of(uint8_t square) { return square % SIDE; }
static inline int row_of(uint8_t square) { return square / SIDE; }
static inline bool is_on_board(gg_point at)
{
    return at.x >= 0 && at.x < SIDE && at.y >= 0 && at.y < SIDE;
}
static inline gg_point sq_point_of(uint8_t square)
{
    return (gg_point){column_of(square), row_of(square)};
}
static inline uint8_t sq_square_at(gg_point at) { return (uint8_t)(at.x + SIDE * at.y); }
static inline facing left_of(facing f) { return (facing)((f + 3) % FACINGS); }
static inline facing right_of(facing f) { return (facing)((f + 1) % FACINGS); }
static inline facing behind(facing f) { return (facing)((f + 2) % FACINGS); }

/* The rows of units.def and ground.def as numbers. */
typedef enum holder {
    HOLDS_CLOSE_ORDER,
    HOLDS_SKIRMISHERS,
    HOLDS_HORSE,
    HOLDS_GUNS,
    HOLDERS
} holder;
typedef struct kind_row {
    uint8_t arm, bases, move;
    int8_t quality;
    uint8_t heavy, points, holder;
    uint8_t range, brow_range; /* brow: the front square of a hill (SQ-R46) */
} kind_row;
typedef struct ground_row {
    uint8_t holds[HOLDERS], level, cover, slow, hides;
} ground_row;
extern const kind_row squares_kinds[KINDS];
extern const ground_row squares_grounds[GROUNDS];
/* The row of what a ground holds where it is a number of the rules; N_NONE elsewhere. */
extern const uint8_t squares_room_numbers[GROUNDS][HOLDERS];
extern const uint8_t squares_steps[BOARD][FACINGS];

/* NO_SQUARE: off the board. */
static inline uint8_t step_from(unsigned square, facing f) { return squares_steps[square][f]; }
/* T6: most bases of a kind in a square. */
static inline int capacity(const gg_state *state, ground g, kind k)
{
    const unsigned its_holder = squares_kinds[k].holder;
    return squares_grounds[g].holds[its_holder] + state->house[squares_room_numbers[g][its_holder]];
}
static inline arm arm_of(kind k) { return (arm)squares_kinds[k].arm; }
/* T12: strength points of a base. */
static inline int strength_of(const gg_state *state, kind k)
{
    return squares_kinds[k].points + state->house[N_points_INF + (int)k];
}
/* T5: points of movement. */
static inline int moves_of(const gg_state *state, kind k)
{
    return squares_kinds[k].move + state->house[N_move_INF + (int)k];
}
/* T5: bases of a full piece. */
static inline int full_bases(const gg_state *state, kind k)
{
    return squares_kinds[k].bases + state->house[N_bases_INF + (int)k];
}
/* infantry or cavalry that may take two squares (SQ-R21) */
bool sq_is_close_order(kind);
form sq_form_of(const piece *);
/* Which of two touching squares is the command square, seen along the facing (SQ-5.7, SQ-R21). */
uint8_t sq_command_square(uint8_t one, uint8_t other, facing);
/* The other square of a line or column with this command square; NO_SQUARE off the board or for
 * a block. */
static inline uint8_t sq_other_square(form wanted, uint8_t command, facing f)
{
    switch (wanted) {
    case FORM_LINE: return step_from(command, left_of(f));
    case FORM_COLUMN: return step_from(command, behind(f));
    case FORM_BLOCK:
    case FORM_SQUARE:
    case FORMS: break;
    }
    return NO_SQUARE;
}
/* Bases in the command square and in the other one (SQ-R21). */
static inline int bases_in_command(const piece *p)
{
    return p->square2 == NO_SQUARE ? p->bases : (p->bases + 1) / 2;
}
static inline int bases_in_other(const piece *p)
{
    return p->square2 == NO_SQUARE ? 0 : p->bases / 2;
}
/* Can these squares hold the piece with its bases split as SQ-R21 says? Other pieces do not
 * matter here. */
bool sq_ground_holds(const gg_state *, const piece *, uint8_t square1, uint8_t square2);
/* Legal, or the rule that keeps so many of its bases out of a square: edge, other pieces,
 * ground. */
gg_verdict sq_square_verdict(const gg_state *, gg_unit, uint8_t square, int bases);
/* The same for the piece as it would stand, its bases split as SQ-R21 says. */
gg_verdict sq_place_verdict(const gg_state *, gg_unit, uint8_t square1, uint8_t square2);
/* Are they free, the piece itself not counted? */
bool squares_are_free(const gg_state *, gg_unit, uint8_t square1, uint8_t square2);
/* onto the board, or elsewhere on it */
void sq_piece_put(gg_state *, gg_unit, uint8_t square1, uint8_t square2, facing);
void sq_piece_take(gg_state *, gg_unit, status);   /* off the board, in battle */
int sq_active_units(const gg_state *, gg_side);    /* SQ-12.1, SQ-R59 */
int sq_strength_points(const gg_state *, gg_side); /* T12 */
/* dice_n, start_units and start_points from the pieces as they stand (SQ-R57, SQ-R60). */
void sq_count_start(gg_state *);

/* ---- ground.c: cards, river, bridges (chapters 2 and 3). ---- */
void sq_deal(gg_state *, gg_dice *, gg_log *);
bool sq_armies_can_meet(const gg_state *); /* SQ-R67 */

/* ---- army.c: armies by dice and the three designations (chapter 4). ---- */
void sq_roll_armies(gg_state *, gg_dice *, gg_log *);
/* Is anything open to this side? (SQ-R15) */
bool sq_has_designations(const gg_state *, gg_side);
uint32_t sq_designate_offer(const gg_state *, gg_side, gg_action *out, uint32_t limit);

/* ---- deploy.c (chapter 5). ---- */
bool sq_has_unplaced(const gg_state *, gg_side);
uint32_t sq_deploy_offer(const gg_state *, gg_side, gg_action *out, uint32_t limit);

/* ---- position.c: what is so unless a line of a position says otherwise. ---- */
typedef struct sq_usual {
    uint8_t pool[ARMS], start_units[2];
    int16_t start_points[2];
} sq_usual;
sq_usual sq_usual_of(const gg_state *);
uint8_t sq_usual_first(const gg_state *);          /* who began the round */
uint8_t sq_usual_dice(const gg_state *, int side); /* SQ-R57; before the battle there are none */
/* What a line settles once it was read, or left out: NULL, or what is wrong (gg_line_def). */
typedef const char *sq_settling(gg_state *, uint32_t nth, bool is_said);
sq_settling sq_settle_phase, sq_settle_first, sq_settle_pool, sq_settle_start, sq_settle_dice,
    sq_settle_result, sq_settle_last;

/* ---- notes.c ---- */
void sq_note_units(gg_state *);            /* once the battle has begun */
bool sq_may_anybody_act(const gg_state *); /* of the side whose turn it is */

/* ---- sequence.c: the sequence of play. ---- */
/* From set-up steps and turn ends to the next step in which something happens. */
void sq_play_on(gg_state *, gg_log *);

/* ---- sketch.c, question.c: before deciding. ---- */
/* The squares a piece on the board could come to stand in if it had a die, other than its own, from
 * a1 row by row: at most GG_REACH_MAX, returns how many. */
uint32_t sq_reach(const gg_state *, gg_unit who, gg_point *places);

/* ---- notation.c, words.c, draw.c, sheet.c. ---- */
int32_t squares_worth(const gg_state *, gg_unit);
enum { SQUARES_LINES = 21 };
bool squares_name_unit(const gg_state *, gg_unit, gg_text *);
/* the block of a piece where it stands; its `to` is the command square */
gg_mark *squares_draw_piece(const gg_state *, gg_unit, gg_scene *);
/* inputs.c: rows for each side's kinds, and facings, on every square. */
enum { SQ_INPUTS = 2 * KINDS * BOARD + 2 * (FACINGS + 1) * BOARD };
/* squares_audit() of one piece and its squares */
const char *squares_audit_piece(const gg_state *, gg_unit);

enum { SCENARIOS = 6 }; /* files in scenarios/ */

#endif
