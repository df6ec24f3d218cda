/*
 * notation.c - positions and actions as rows; core reads and writes them.
 *
 *     position drill 1
 *     option rounds=4
 *     phase act            orders initiative act closing over; default act
 *     round 2              default 1
 *     turn blue            whose turn it is; default blue
 *     initiative blue      who had it last; default: in a turn that side, before nobody
 *     ready red            in the phase orders
 *     closing A1>B2        in the phase closing: who moved, and whom it charges (if it does)
 *     over red resign      winner (or nobody) and why: gone, rounds, resign
 *     wood 8,6 2.5         centre and radius in inches
 *     redoubt 12,6 1
 *     A1 files:3 6,2 march acted fired shaken
 *
 * Later lines override earlier ones; `A1 gone` takes a company away.
 * SPDX-License-Identifier: MIT
 */
#include "core/fields.h"
#include "rules/drill/law/drill.h"

#include <string.h>

const char *const drill_order_words[] = {"", "hold", "march", "shoot", NULL};
const char *const drill_ground_words[] = {"", "wood", "redoubt", NULL};
static const char *const ended_words[] = {"", "gone", "rounds", "resign", NULL};
static const char *const side_words[] = {"blue", "red", NULL};

static const char expected_company[] = "expected a company: A1 to A3, B1 to B3";
static const char expected_place[] = "expected a place: inches east,north";
static const char expected_side[] = "expected blue, red or nobody";

enum { FAR = 1000 * INCH, NOWHERE = INT32_MIN };

void drill_write_unit(const gg_state *state, gg_unit who, gg_text *out)
{
    (void)state;
    gg_assert(who < UNITS);
    gg_put_char(out, drill_side_of(who) == GG_BLUE ? 'A' : 'B');
    gg_put_int(out, who % COMPANIES + 1);
}

void drill_write_place(gg_point at, gg_text *out) { gg_put_table_place(out, at); }

/* ---- Actions: march A1 12.5,3 / charge A1>B2 / order A1 hold / ready. ---- */

#define WHO GG_UNIT_FIELD("company", "", expected_company, 0, UNITS - 1, GG_AT(gg_action, who))
#define ORDER(type, member, ...)                                                                   \
    GG_WORD_FIELD("order", "", "expected hold, march or shoot", drill_order_words,                 \
                  GG_AT(type, member), __VA_ARGS__)
static const gg_field who_at[] = {
    WHO,
    GG_PLACE_FIELD("x,y", "", expected_place, FAR, GG_AT(gg_action, at)),
};
static const gg_field who_whom[] = {
    WHO,
    GG_UNIT_FIELD("target", ">", "expected > and a target, as in A1>B2", 0, UNITS - 1,
                  .flags = GG_FIELD_JOINED, GG_AT(gg_action, whom)),
};
static const gg_field order[] = {WHO, ORDER(gg_action, item, .flags = 0)};

#include "core/actions.def"

/* ---- Lines of a position. ---- */

static const gg_field phase[] = {
    GG_WORD_FIELD("phase", "", "expected a phase: orders, initiative, act, closing or over",
                  drill_phase_words, .standard = PHASE_ACT, GG_AT(gg_state, phase)),
};
static const gg_field number_of_round[] = {
    GG_NUMBER_FIELD("round", "", "expected the number of a round", 1, ROUNDS_MAX, .standard = 1,
                    GG_AT(gg_state, round)),
};
static const gg_field turn[] = {
    GG_SIDE_FIELD("side", "", "expected blue or red", GG_RED, GG_AT(gg_state, side)),
};
static const gg_field initiative[] = {
    GG_SIDE_FIELD("side", "", expected_side, GG_NOBODY, .standard = GG_NOBODY,
                  GG_AT(gg_state, initiative)),
};
static const gg_field ready[] = {
    GG_FIELD("sides", "", "expected blue or red", .kind = GG_FIELD_BITS, .words = side_words,
             GG_AT(gg_state, ready)),
};
static const gg_field closing[] = {
    GG_UNIT_FIELD("mover", "", expected_company, 0, UNITS - 1, .shift = 1, GG_AT(gg_state, mover)),
    GG_UNIT_FIELD("charged", ">", "expected the company that is charged", 0, UNITS - 1, .shift = 1,
                  .flags = GG_FIELD_JOINED | GG_FIELD_OPTIONAL, GG_AT(gg_state, charged)),
};
static const gg_field over[] = {
    GG_SIDE_FIELD("winner", "", expected_side, GG_NOBODY, .standard = GG_NOBODY,
                  GG_AT(gg_state, winner)),
    GG_WORD_FIELD("why", "", "expected gone, rounds or resign", ended_words,
                  GG_AT(gg_state, ended)),
};
static const gg_field ground[] = {
    GG_WORD_FIELD("ground", "", "expected wood or redoubt", drill_ground_words,
                  GG_AT(circle, ground)),
    GG_PLACE_FIELD("centre", "", expected_place, FAR, GG_AT(circle, at)),
    GG_DECIMAL_FIELD("radius", "", "expected a radius of at most six inches", 3, 1, CIRCLE_MAX,
                     GG_AT(circle, radius)),
};
static const gg_field company_fields[] = {
    GG_NUMBER_FIELD("files", "files:", "expected : and 1 to 4, as in files:3", 1, FILES_MAX,
                    GG_AT(company, files)),
    GG_PLACE_FIELD("place", "", expected_place, FAR, GG_AT(company, at)),
    ORDER(company, order, .flags = GG_FIELD_OPTIONAL),
    GG_FLAG_FIELD("acted", 1, GG_AT(company, has_acted)),
    GG_FLAG_FIELD("fired", 1, GG_AT(company, has_fired)),
    GG_FLAG_FIELD("shaken", 1, GG_AT(company, is_shaken)),
    GG_FLAG_FIELD("gone", 0, GG_AT(company, files)),
};

static bool is_over(const gg_state *state, uint32_t nth)
{
    (void)nth;
    return state->ended != ENDED_NOT;
}

/* The next circle that is free, if ground stands here. */
static int32_t which_circle(gg_state *state, gg_scan *scan, const char **expected)
{
    gg_scan here = *scan;
    int row;
    if (!gg_scan_row(&here, drill_ground_words, GROUNDS, &row)) return -1;
    for (int32_t i = 0; i < CIRCLES; i++)
        if (state->circles[i].ground == GROUND_NONE) return i;
    *expected = "there is room for four circles of ground";
    return -1;
}

/* A line says everything about its company; the place must be said (settle). */
static int32_t which_company(gg_state *state, gg_scan *scan, const char **expected)
{
    (void)expected;
    gg_unit who;
    if (!gg_scan_unit(scan, &drill_rules, state, 0, UNITS - 1, &who)) return -1;
    state->companies[who] = (company){.files = FILES_MAX, .at = {NOWHERE, NOWHERE}};
    return who;
}

#define LINE(typed, rows) .word = typed, .fields = rows, .field_count = sizeof rows / sizeof *rows
const gg_line_def drill_lines[] = {
    {LINE("phase", phase)},
    {LINE("round", number_of_round)},
    {LINE("turn", turn)},
    {LINE("initiative", initiative)},
    {LINE("ready", ready)},
    {LINE("closing", closing), .is_rare = true},
    {LINE("over", over), .is_there = is_over},
    {LINE("", ground), .first_unit = GG_NO_UNIT, GG_THINGS(gg_state, circles), .is_rare = true,
     .which = which_circle},
    {LINE("", company_fields), GG_THINGS(gg_state, companies), .is_rare = true,
     .which = which_company, .is_free = true,
     .expected = "expected files:N, a place, an order, acted, fired, shaken or gone"},
};
_Static_assert(sizeof drill_lines / sizeof *drill_lines == POSITION_LINES, "one row for each");

/* What somebody who makes a battle can put on the table, as these lines have it. */
const gg_pattern drill_patterns[] = {
    {"", "the first step", "phase orders"},
    {"troops", "company", "{A|B}{1..} files:3 {at}"},
    {"ground", "wood", "wood {at} 2"},
    {"ground", "redoubt", "redoubt {at} 1"},
    {NULL, NULL, NULL},
};

/* What follows from the rest: a revealed company without an order holds, a turn has a leader. */
const char *drill_settle(gg_state *state, const int32_t *options)
{
    (void)options; /* a game begins as its position stands */
    const bool in_turn = state->phase == PHASE_ACT || state->phase == PHASE_CLOSING;
    const bool is_revealed = in_turn || state->phase == PHASE_INITIATIVE;
    if (in_turn && state->initiative == GG_NOBODY) state->initiative = state->side;
    for (int i = 0; i < UNITS; i++) {
        company *c = &state->companies[i];
        if (c->files == 0) memset(c, 0, sizeof *c);
        else if (c->at.x == NOWHERE) return "a company needs a place: inches east,north";
        else if (c->order == ORDER_NONE && is_revealed) c->order = ORDER_HOLD;
    }
    return NULL;
}
