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
 */
#include "core/action.h"
#include "core/fields.h"
#include "drill.h"

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

#define WHO                                                                                        \
    {                                                                                              \
        .name = "company", .lead = "", .expected = expected_company, .kind = GG_FIELD_UNIT,        \
        .high = UNITS - 1, GG_AT(gg_action, who)                                                   \
    }
static const gg_field who_at[] = {
    WHO,
    {.name = "x,y",
     .lead = "",
     .expected = expected_place,
     .kind = GG_FIELD_PLACE,
     .low = -FAR,
     .high = FAR,
     GG_AT(gg_action, at)},
};
static const gg_field who_whom[] = {
    WHO,
    {.name = "target",
     .lead = ">",
     .expected = "expected > and a target, as in A1>B2",
     .kind = GG_FIELD_UNIT,
     .flags = GG_FIELD_JOINED,
     .high = UNITS - 1,
     GG_AT(gg_action, whom)},
};
static const gg_field order[] = {
    WHO,
    {.name = "order",
     .lead = "",
     .expected = "expected hold, march or shoot",
     .kind = GG_FIELD_WORD,
     .words = drill_order_words,
     GG_AT(gg_action, item)},
};

#include "core/actions.def"

/* ---- Lines of a position. ---- */

static const gg_field phase[] = {
    {.name = "phase",
     .lead = "",
     .kind = GG_FIELD_WORD,
     .words = drill_phase_words,
     .expected = "expected a phase: orders, initiative, act, closing or over",
     .standard = PHASE_ACT,
     GG_AT(gg_state, phase)},
};
static const gg_field number_of_round[] = {
    {.name = "round",
     .lead = "",
     .expected = "expected the number of a round",
     .kind = GG_FIELD_NUMBER,
     .low = 1,
     .high = ROUNDS_MAX,
     .standard = 1,
     GG_AT(gg_state, round)},
};
static const gg_field turn[] = {
    {.name = "side",
     .lead = "",
     .expected = "expected blue or red",
     .kind = GG_FIELD_SIDE,
     .high = GG_RED,
     GG_AT(gg_state, side)},
};
static const gg_field initiative[] = {
    {.name = "side",
     .lead = "",
     .expected = expected_side,
     .kind = GG_FIELD_SIDE,
     .high = GG_NOBODY,
     .standard = GG_NOBODY,
     GG_AT(gg_state, initiative)},
};
static const gg_field ready[] = {
    {.name = "sides",
     .lead = "",
     .expected = "expected blue or red",
     .kind = GG_FIELD_BITS,
     .words = side_words,
     GG_AT(gg_state, ready)},
};
static const gg_field closing[] = {
    {.name = "mover",
     .lead = "",
     .expected = expected_company,
     .kind = GG_FIELD_UNIT,
     .high = UNITS - 1,
     .shift = 1,
     GG_AT(gg_state, mover)},
    {.name = "charged",
     .lead = ">",
     .expected = "expected the company that is charged",
     .kind = GG_FIELD_UNIT,
     .flags = GG_FIELD_JOINED | GG_FIELD_OPTIONAL,
     .high = UNITS - 1,
     .shift = 1,
     GG_AT(gg_state, charged)},
};
static const gg_field over[] = {
    {.name = "winner",
     .lead = "",
     .expected = expected_side,
     .kind = GG_FIELD_SIDE,
     .high = GG_NOBODY,
     .standard = GG_NOBODY,
     GG_AT(gg_state, winner)},
    {.name = "why",
     .lead = "",
     .expected = "expected gone, rounds or resign",
     .kind = GG_FIELD_WORD,
     .words = ended_words,
     GG_AT(gg_state, ended)},
};
static const gg_field ground[] = {
    {.name = "ground",
     .lead = "",
     .expected = "expected wood or redoubt",
     .kind = GG_FIELD_WORD,
     .words = drill_ground_words,
     GG_AT(circle, ground)},
    {.name = "centre",
     .lead = "",
     .expected = expected_place,
     .kind = GG_FIELD_PLACE,
     .low = -FAR,
     .high = FAR,
     GG_AT(circle, at)},
    {.name = "radius",
     .lead = "",
     .expected = "expected a radius in inches",
     .kind = GG_FIELD_DECIMAL,
     .decimals = 3,
     .high = FAR,
     GG_AT(circle, radius)},
};
static const gg_field company_fields[] = {
    {.name = "files",
     .lead = "files:",
     .expected = "expected : and 1 to 4, as in files:3",
     .kind = GG_FIELD_NUMBER,
     .low = 1,
     .high = FILES_MAX,
     GG_AT(company, files)},
    {.name = "place",
     .lead = "",
     .expected = expected_place,
     .kind = GG_FIELD_PLACE,
     .low = -FAR,
     .high = FAR,
     GG_AT(company, at)},
    {.name = "order",
     .lead = "",
     .expected = "expected hold, march or shoot",
     .kind = GG_FIELD_WORD,
     .flags = GG_FIELD_OPTIONAL,
     .words = drill_order_words,
     GG_AT(company, order)},
    {.name = "acted", .lead = "acted", .kind = GG_FIELD_FLAG, .high = 1, GG_AT(company, has_acted)},
    {.name = "fired", .lead = "fired", .kind = GG_FIELD_FLAG, .high = 1, GG_AT(company, has_fired)},
    {.name = "shaken",
     .lead = "shaken",
     .kind = GG_FIELD_FLAG,
     .high = 1,
     GG_AT(company, is_shaken)},
    {.name = "gone", .lead = "gone", .kind = GG_FIELD_FLAG, .high = 0, GG_AT(company, files)},
};

static bool moves(const gg_state *state, uint32_t nth)
{
    (void)nth;
    return state->mover != 0;
}

static bool is_over(const gg_state *state, uint32_t nth)
{
    (void)nth;
    return state->ended != ENDED_NOT;
}

static bool has_circle(const gg_state *state, uint32_t nth)
{
    return state->circles[nth].ground != GROUND_NONE;
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

static bool has_company(const gg_state *state, uint32_t nth)
{
    return state->companies[nth].files > 0;
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
    {LINE("closing", closing), .is_there = moves},
    {LINE("over", over), .is_there = is_over},
    {LINE("", ground), .first_unit = GG_NO_UNIT, GG_THINGS(gg_state, circles),
     .is_there = has_circle, .which = which_circle},
    {LINE("", company_fields), GG_THINGS(gg_state, companies), .is_there = has_company,
     .which = which_company, .is_free = true,
     .expected = "expected files:N, a place, an order, acted, fired, shaken or gone"},
};
_Static_assert(sizeof drill_lines / sizeof *drill_lines == POSITION_LINES, "one row for each");

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
