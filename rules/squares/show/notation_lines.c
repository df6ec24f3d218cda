/*
 * notation_lines.c - positions as rows; core reads and writes them.
 *
 * What has an obvious value need not be written, so the writer leaves out whatever the reader would
 * work out by itself: both ask sq_usual_of().  Pieces are read before everything else, which can so
 * name them wherever it stands.
 * SPDX-License-Identifier: MIT
 */
#include "core/fields.h"
#include "rules/squares/show/notation.h"

#include <string.h>

/* ---- Words. ---- */

static const char *const side_words[] = {"blue", "red", NULL};

/* A piece that is not on the board has one of these in place of square and facing. */
static const char *const status_words[] = {
    [STATUS_NONE] = "",           [STATUS_UNPLACED] = "unplaced", [STATUS_ON_BOARD] = "",
    [STATUS_REMOVED] = "removed", [STATUS_LEFT] = "left",
};
enum { STATUSES = sizeof status_words / sizeof status_words[0] };

static const char *const ended_words[] = {
    [ENDED_NOT] = "",
    [ENDED_TWICE] = "twice",
    [ENDED_LIMIT] = "limit",
    [ENDED_RESIGN] = "resign",
};
enum { ENDINGS = sizeof ended_words / sizeof ended_words[0] };

static const char *const kind_words[KINDS] = {
#define KIND(id, name, ...) [KIND_##id] = name,
#include "rules/squares/law/units.def"
#undef KIND
};

static const char pool_letters[ARMS] = {[ARM_I] = 'I', [ARM_A] = 'A', [ARM_C] = 'C'};
static const arm pool_order[ARMS] = {ARM_I, ARM_C, ARM_A};

static const char expected_side[] = "expected blue or red";
static const char expected_facing[] = "expected a facing N, E, S or W, or square";

/* ---- The turn and what has happened in it. ---- */

/* A square, or - for none. */
static const char *read_square_or_none(gg_scan *scan, uint8_t *out)
{
    gg_scan_spaces(scan);
    if (!gg_scan_char(scan, '-')) return sq_read_square(scan, out);
    *out = NO_SQUARE;
    return NULL;
}

static void put_line(gg_text *out, const char *word, const char *value)
{
    gg_put_words(out, "%s %s\n", word, value);
}

static const char *read_practice(gg_scan *scan, gg_state *state, uint32_t nth)
{
    (void)scan, (void)nth;
    state->practice = 1;
    return NULL;
}

static void write_practice(const gg_state *state, gg_text *out)
{
    if (state->practice) gg_put(out, "practice\n");
}

static bool is_first_told(const gg_state *state, uint32_t nth)
{
    (void)nth;
    return state->first != sq_usual_first(state);
}

static bool is_first_given(const gg_state *state, uint32_t nth)
{
    (void)nth;
    return state->first_given != 0;
}

static const char *read_given(gg_scan *scan, gg_state *state, uint32_t nth)
{
    (void)nth;
    if (gg_scan_is(scan, "ground")) state->ground_given = 1;
    else if (gg_scan_is(scan, "armies")) state->armies_given = 1;
    else return "expected ground or armies";
    return NULL;
}

static void write_given(const gg_state *state, gg_text *out)
{
    if (state->ground_given) put_line(out, "given", "ground");
    if (state->armies_given) put_line(out, "given", "armies");
}

static const char *read_designated(gg_scan *scan, gg_state *state, uint32_t nth)
{
    (void)scan;
    state->designated[nth] = 1;
    return NULL;
}

static void write_designated(const gg_state *state, gg_text *out)
{
    for (int side = 0; side < 2; side++)
        if (state->designated[side]) put_line(out, "designated", gg_side_name((gg_side)side));
}

static bool is_round_told(const gg_state *state, uint32_t nth)
{
    (void)nth;
    return state->phase >= PHASE_ROLL || state->round != 1 || state->turn_in_round != 1;
}

/* pool I2 C1 A0 */
static const char *read_pool(gg_scan *scan, gg_state *state, uint32_t nth)
{
    enum { MOST = 99 };
    (void)nth;
    memset(state->pool, 0, sizeof state->pool);
    for (;;) {
        int which = 0;
        int64_t dice;
        gg_scan_spaces(scan);
        if (gg_scan_line_ends(scan)) return NULL;
        while (which < ARMS && !gg_scan_char(scan, pool_letters[which])) which++;
        if (which == ARMS) return "expected dice such as I2, C1 or A0";
        if (!gg_scan_int(scan, 0, MOST, &dice)) return "expected a number of dice";
        state->pool[which] = (uint8_t)dice;
    }
}

static void write_pool(const gg_state *state, gg_text *out)
{
    static const uint8_t none[ARMS] = {0}; /* as it is outside a turn */
    if (state->phase != PHASE_ACT && memcmp(state->pool, none, sizeof none) == 0) return;
    gg_put(out, "pool");
    for (int i = 0; i < ARMS; i++) {
        gg_put_words(out, " %c%d", pool_letters[pool_order[i]], state->pool[pool_order[i]]);
    }
    gg_put_char(out, '\n');
}

/* start blue 12 104: units and strength points. */
static const char *read_start(gg_scan *scan, gg_state *state, uint32_t nth)
{
    int64_t units, points;
    gg_scan_spaces(scan);
    if (!gg_scan_int(scan, 0, UNITS, &units)) return "expected a number of units";
    gg_scan_spaces(scan);
    if (!gg_scan_int(scan, 0, INT16_MAX, &points)) return "expected a number of strength points";
    state->start_units[nth] = (uint8_t)units;
    state->start_points[nth] = (int16_t)points;
    return NULL;
}

static void put_side_numbers(gg_text *out, const char *word, int side, int number, int other)
{
    gg_put_words(out, "%s %s %d", word, gg_side_name((gg_side)side), number);
    if (other >= 0) {
        gg_put_char(out, ' ');
        gg_put_int(out, other);
    }
    gg_put_char(out, '\n');
}

/* With the dice of the side. */
static void write_start(const gg_state *state, gg_text *out)
{
    const sq_usual usual = sq_usual_of(state);
    for (int side = 0; side < 2; side++) {
        const int units = state->start_units[side], points = state->start_points[side];
        if (units != usual.start_units[side] || points != usual.start_points[side])
            put_side_numbers(out, "start", side, units, points);
        if (state->dice_n[side] != sq_usual_dice(state, side))
            put_side_numbers(out, "dice", side, state->dice_n[side], -1);
    }
}

static const char *read_result(gg_scan *scan, gg_state *state, uint32_t nth)
{
    gg_side winner = GG_NOBODY;
    int row;
    (void)nth;
    if (!gg_scan_is(scan, "draw") && !gg_scan_side(scan, &winner))
        return "expected blue, red or draw";
    gg_scan_spaces(scan);
    if (!gg_scan_row(scan, ended_words, ENDINGS, &row)) return "expected twice, limit or resign";
    state->winner = winner;
    state->result = (uint8_t)row;
    return NULL;
}

static void write_result(const gg_state *state, gg_text *out)
{
    if (state->result == ENDED_NOT) return;
    gg_put(out, "result ");
    put_line(out, state->winner == GG_NOBODY ? "draw" : gg_side_name(state->winner),
             ended_words[state->result]);
}

static const char *read_last_name(gg_scan *scan, gg_state *state)
{
    sq_name called;
    state->last_who = GG_NO_UNIT;
    if (gg_scan_char(scan, '-')) return NULL;
    const gg_scan before = *scan;
    if (!sq_scan_name(scan, &called)) return "expected a piece such as A1, or -";
    state->last_who = sq_find_piece(state, &called);
    if (state->last_who != GG_NO_UNIT) return NULL;
    *scan = before;
    return "no such piece in this position";
}

/* last A1 d3 d4 attack d5: who, from, to, fight, at what square; - where there is none. */
static const char *read_last(gg_scan *scan, gg_state *state, uint32_t nth)
{
    int row = 0;
    (void)nth;
    const char *trouble = read_last_name(scan, state);
    if (trouble == NULL) trouble = read_square_or_none(scan, &state->last_from);
    if (trouble == NULL) trouble = read_square_or_none(scan, &state->last_to);
    gg_scan_spaces(scan);
    if (trouble == NULL && !gg_scan_row(scan, sq_fight_words, FIGHTS, &row))
        trouble = "expected none, attack or shoot";
    state->last_fight = (uint8_t)row;
    return trouble != NULL ? trouble : read_square_or_none(scan, &state->last_target);
}

static bool has_last(const gg_state *state)
{
    return state->last_who != GG_NO_UNIT || state->last_from != NO_SQUARE
           || state->last_to != NO_SQUARE || state->last_target != NO_SQUARE
           || state->last_fight != FIGHT_NONE;
}

static void write_last(const gg_state *state, gg_text *out)
{
    if (!has_last(state)) return;
    gg_put(out, "last ");
    squares_write_unit(state, state->last_who, out);
    gg_put_char(out, ' ');
    sq_put_square(out, state->last_from);
    gg_put_char(out, ' ');
    sq_put_square(out, state->last_to);
    gg_put_words(out, " %s ", sq_fight_words[state->last_fight]);
    sq_put_square(out, state->last_target);
    gg_put_char(out, '\n');
}

/* ---- Pieces. ---- */

static bool has_piece(const gg_state *state, uint32_t nth)
{
    return nth % UNITS < state->piece_count[nth / UNITS];
}

/* Its own place in the list if the name is known, else the next one. */
static int32_t which_piece(gg_state *state, gg_scan *scan, const char **expected)
{
    sq_name called;
    if (!sq_scan_name(scan, &called)) return -1;
    gg_unit who = sq_find_piece(state, &called);
    if (who == GG_NO_UNIT && state->piece_count[called.side] == UNITS) {
        *expected = "a side has at most 27 pieces";
        return -1;
    }
    if (who == GG_NO_UNIT) who = (gg_unit)(called.side * UNITS + state->piece_count[called.side]++);
    state->pieces[who] = (piece){
        .number = called.number,
        .detachment = called.detachment,
        .square1 = NO_SQUARE,
        .square2 = NO_SQUARE,
    };
    return who;
}

/* inf:4 */
static const char *read_kind(gg_scan *scan, const gg_state *state, void *base)
{
    piece *it = base;
    int row;
    int64_t bases;
    const gg_scan before = *scan;
    if (!gg_scan_row(scan, kind_words, KINDS, &row))
        return "expected a kind and its bases such as inf:4, "
               "of inf, guard, consc, skirm, cav, heavy or art";
    const int most = squares_kinds[row].bases;
    bases = full_bases(state, (kind)row);
    if (gg_scan_char(scan, ':') && !gg_scan_int(scan, 0, most, &bases))
        return *scan = before, scan->at++, "that is not a number of bases such a piece can have";
    it->kind = (uint8_t)row;
    it->bases = (uint8_t)bases;
    it->quality = squares_kinds[row].quality;
    return NULL;
}

static void write_kind(const gg_state *state, const void *base, gg_text *out)
{
    const piece *it = base;
    (void)state;
    gg_put_words(out, " %s:%d", kind_words[it->kind], it->bases);
}

/* d3 N, e4+d4 E, d3 square */
static const char *read_squares_and_facing(gg_scan *scan, piece *it)
{
    int way = NORTH;
    gg_scan here = *scan;
    if (!sq_scan_square(&here, &it->square1)
        || (gg_scan_char(&here, '+') && !sq_scan_square(&here, &it->square2)))
        return "expected a square such as d3 or e4+d4, or unplaced, removed or left";
    *scan = here;
    it->status = STATUS_ON_BOARD;
    gg_scan_spaces(scan);
    if (gg_scan_is(scan, "square")) it->in_square = 1;
    else if (!gg_scan_row(scan, sq_facing_words, FACINGS, &way)) return expected_facing;
    it->facing = (uint8_t)way;
    return NULL;
}

static const char *read_place(gg_scan *scan, const gg_state *state, void *at)
{
    piece *it = (piece *)(void *)((char *)at - offsetof(piece, status));
    int row;
    (void)state;
    if (!gg_scan_row(scan, status_words, STATUSES, &row)) return read_squares_and_facing(scan, it);
    it->status = (uint8_t)row;
    if (row == STATUS_REMOVED) it->bases = 0;
    return NULL;
}

static void write_place(const gg_state *state, const void *at, gg_text *out)
{
    const piece *it = (const piece *)(const void *)((const char *)at - offsetof(piece, status));
    (void)state;
    gg_put_char(out, ' ');
    if (it->status != STATUS_ON_BOARD) {
        gg_put(out, status_words[it->status]);
        return;
    }
    sq_put_square(out, it->square1);
    if (it->square2 != NO_SQUARE) {
        gg_put_char(out, '+');
        sq_put_square(out, it->square2);
    }
    gg_put_char(out, ' ');
    gg_put(out, it->in_square ? "square" : sq_facing_words[it->facing]);
}

static const char *read_quality(gg_scan *scan, const gg_state *state, void *base)
{
    static const char *const qualities[] = {"quality-1", "quality+0", "quality+1"};
    piece *it = base;
    int row;
    (void)state;
    if (!gg_scan_row(scan, qualities, 3, &row)) return "expected quality+1 or quality-1";
    it->quality = (int8_t)(row - 1);
    return NULL;
}

static void write_quality(const gg_state *state, const void *base, gg_text *out)
{
    const piece *it = base;
    (void)state;
    if (it->quality == squares_kinds[it->kind].quality) return;
    gg_put(out, " quality");
    gg_put_signed(out, it->quality);
}

static const gg_field piece_fields[] = {
    GG_OWN_MEMBER("kind", NULL, read_kind, write_kind, GG_FIELD_FIRST, GG_SPAN(piece, kind, bases)),
    GG_OWN_MEMBER("place", NULL, read_place, write_place, GG_FIELD_FIRST,
                  GG_SPAN(piece, status, in_square)),
    GG_OWN_MEMBER("quality", NULL, read_quality, write_quality, 0, GG_SPAN(piece, kind, quality)),
    GG_FLAG_FIELD("acted", 1, GG_AT(piece, acted)),
    GG_FLAG_FIELD("activated", 1, GG_AT(piece, activated)),
};

/* Onto its squares, if they are free; the audit knows how a piece may stand. */
static const char *settle_piece(gg_state *state, uint32_t nth, bool is_said)
{
    const gg_unit who = (gg_unit)nth;
    const piece *it = &state->pieces[who];
    if (!is_said) return NULL;
    if (it->status == STATUS_ON_BOARD) {
        if (state->phase < PHASE_DEPLOY)
            return "before the deployment no piece stands on the board";
        if (!squares_are_free(state, who, it->square1, it->square2))
            return "another piece stands there already";
        state->at[it->square1] = (uint8_t)(who + 1);
        if (it->square2 != NO_SQUARE) state->at[it->square2] = (uint8_t)(who + 1);
    }
    return squares_audit_piece(state, who);
}

/* ---- The lines of a position. ---- */

static const gg_field phase_fields[] = {
    GG_WORD_FIELD("phase", "",
                  "expected terrain, army, designate, deploy, first, roll, act or over",
                  squares_phase_words, .standard = PHASE_ACT, GG_AT(gg_state, phase)),
};
static const gg_field turn_fields[] = {
    GG_SIDE_FIELD("side", "", expected_side, GG_RED, GG_AT(gg_state, side)),
};
static const gg_field first_fields[] = {
    GG_SIDE_FIELD("side", "", expected_side, GG_RED, GG_AT(gg_state, first)),
};
static const gg_field first_given_fields[] = {
    GG_SIDE_FIELD("side", "", expected_side, GG_RED, .shift = 1, GG_AT(gg_state, first_given)),
};
static const gg_field round_fields[] = {
    GG_NUMBER_FIELD("round", "", "expected the number of the round", 1, UINT16_MAX, .standard = 1,
                    GG_AT(gg_state, round)),
    GG_NUMBER_FIELD("turn", "", "expected the turn in the round, 1 or 2", 1, 2,
                    .flags = GG_FIELD_GUESSED, .standard = 1, GG_AT(gg_state, turn_in_round)),
};
static const gg_field quiet_fields[] = {
    GG_NUMBER_FIELD("rounds", "", "expected a number of rounds", 0, UINT8_MAX,
                    .flags = GG_FIELD_OPTIONAL, GG_AT(gg_state, quiet)),
};
static const gg_field lost_fields[] = {
    GG_NUMBER_FIELD("losses", "", "expected a number of losses", 0, UINT8_MAX,
                    .flags = GG_FIELD_OPTIONAL, GG_AT(gg_state, lost_this_round)),
};
/* What lines of our own say, for the hash of a position. */
#define POOL(at)                                                                                   \
    GG_NUMBER_FIELD(#at, "", NULL, 0, 99, .flags = GG_FIELD_OPTIONAL, .size = 1,                   \
                    .offset = offsetof(gg_state, pool) + ARM_##at)
static const gg_field pool_fields[] = {POOL(I), POOL(A), POOL(C)};
static const gg_field start_fields[] = {
    GG_NUMBER_FIELD("units", "", NULL, 0, UNITS, .size = 1),
    GG_NUMBER_FIELD("points", "", NULL, 0, INT16_MAX, GG_BESIDE(gg_state, start_points, )),
};
#define LAST_SQUARE(title, member)                                                                 \
    GG_NUMBER_FIELD(title, "", NULL, 0, NO_SQUARE, .standard = NO_SQUARE, GG_AT(gg_state, member))
static const gg_field last_fields[] = {
    GG_UNIT_FIELD("piece", "", NULL, 0, PIECES - 1, .flags = GG_FIELD_OPTIONAL,
                  .standard = GG_NO_UNIT, GG_AT(gg_state, last_who)),
    LAST_SQUARE("from", last_from),
    LAST_SQUARE("to", last_to),
    GG_WORD_FIELD("fight", "", NULL, sq_fight_words, GG_AT(gg_state, last_fight)),
    LAST_SQUARE("at", last_target),
};
static const gg_field dice_fields[] = {
    GG_NUMBER_FIELD("dice", "", "expected a number of dice", 0, UNITS, .size = sizeof(uint8_t)),
};

/* What lines follow from beside their things. */
#define OF(member) GG_BYTES(gg_state, member)
static const gg_bytes practice_from[] = {OF(practice)},
                      first_from[] = {OF(phase), OF(side), OF(turn_in_round)},
                      given_from[] = {OF(ground_given), OF(armies_given)},
                      designated_from[] = {OF(designated)}, pool_from[] = {OF(phase), OF(pool)},
                      start_from[] = {OF(pieces),  OF(piece_count), OF(start_units),
                                      OF(dice_n),  OF(phase),       OF(side),
                                      OF(options), OF(house),       OF(start_points)},
                      result_from[] = {OF(result), OF(winner)},
                      last_from[] = {OF(last_who),   OF(last_from), OF(last_to),
                                     OF(last_fight), OF(pieces),    OF(last_target)},
                      cards_from[] = {OF(deck), OF(deck_given)}, map_from[] = {OF(ground)},
                      course_from[] = {OF(river), OF(river_count)};

#define FIELDS(rows) .fields = rows, .field_count = sizeof rows / sizeof *rows
#define BY_SIDE .names = side_words, .expected = expected_side
const gg_line_def squares_lines[] = {
    {.word = "practice", .read = read_practice, .write = write_practice, GG_FROM(practice_from)},
    {.word = "phase", FIELDS(phase_fields), .settle = sq_settle_phase},
    {.word = "turn", FIELDS(turn_fields)},
    {.word = "first",
     FIELDS(first_fields),
     .is_there = is_first_told,
     .settle = sq_settle_first,
     GG_FROM(first_from)},
    {.word = "first_given", FIELDS(first_given_fields), .is_there = is_first_given},
    {.word = "given", .read = read_given, .write = write_given, GG_FROM(given_from)},
    {.word = "designated",
     BY_SIDE,
     GG_THINGS(gg_state, designated),
     .read = read_designated,
     .write = write_designated,
     GG_FROM(designated_from)},
    {.word = "round", FIELDS(round_fields), .is_there = is_round_told, GG_FROM(first_from)},
    {.word = "pool",
     FIELDS(pool_fields),
     .read = read_pool,
     .write = write_pool,
     .settle = sq_settle_pool,
     GG_FROM(pool_from)},
    {.word = "quiet", FIELDS(quiet_fields)},
    {.word = "lost", FIELDS(lost_fields)},
    {.word = "start",
     FIELDS(start_fields),
     BY_SIDE,
     GG_THINGS(gg_state, start_units),
     .read = read_start,
     .write = write_start,
     .settle = sq_settle_start,
     GG_FROM(start_from)},
    {.word = "dice",
     FIELDS(dice_fields),
     BY_SIDE,
     GG_THINGS(gg_state, dice_n),
     GG_NEVER_WRITTEN,
     .settle = sq_settle_dice},
    {.word = "result",
     .read = read_result,
     .write = write_result,
     .settle = sq_settle_result,
     GG_FROM(result_from)},
    {.word = "last",
     FIELDS(last_fields),
     .read = read_last,
     .write = write_last,
     .settle = sq_settle_last,
     GG_FROM(last_from)},
    {.word = "cards",
     .read = sq_read_cards,
     .write = sq_write_cards,
     .settle = sq_settle_cards,
     GG_FROM(cards_from)},
    {.word = "map", .read = sq_read_map, .write = sq_write_map, GG_FROM(map_from)},
    {.word = "abcdefghijkl", .read = sq_read_letters, GG_NEVER_WRITTEN},
    {.word = "course", .read = sq_read_course, .write = sq_write_course, GG_FROM(course_from)},
    {.word = "", .which = sq_which_ground, .read = sq_read_ground, GG_NEVER_WRITTEN},
    {.word = "",
     FIELDS(piece_fields),
     GG_THINGS(gg_state, pieces),
     .is_there = has_piece,
     .which = which_piece,
     .settle = settle_piece,
     .is_free = true,
     .is_early = true,
     .expected = "expected acted, activated, quality+1 or quality-1"},
};
_Static_assert(sizeof squares_lines / sizeof *squares_lines == SQUARES_LINES, "one row for each");
