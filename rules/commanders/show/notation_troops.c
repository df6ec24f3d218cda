/*
 * notation_troops.c - the lines of a position that tell of units and of the plan:
 *
 *   b1 blue 4I 2A 1I(s)       so many units of a type in a sector, numbered as they come;
 *                             (s) spent, (r) routed, (q) in square, (i) inside the building
 *   bI3 b1 spent              one unit by name: place, then words and key:value
 *   order blue 2I b1 b2       an order; it goes to the lowest numbers there that have none
 *   plan blue 2I b1 b2        the same as it is written, as the units say which line is theirs
 * SPDX-License-Identifier: MIT
 */
#include "notation.h"
#include "rules/commanders/law/board.h"
#include "rules/commanders/law/planning.h"
#include "rules/commanders/law/scoring.h"
#include "rules/commanders/law/sequence.h"

#include <string.h>

static const char too_many_units[] = "a side has at most thirty units";

/* The order of the bits. */
static const char *const deed_names[] = {"reacted", "retreated", "withdrew", "countercharges",
                                         "fought",  "declined",  "acted",    NULL};
static const char *const status_names[] = {"routed", "spent", "square", "inside", NULL};
/* ---- Units. ---- */

/* The unit of this name, which is made if there is none; NULL: there is no room.  Units of a side
 * lie by type and number. */
static unit *unit_named(gg_state *state, int side, int of, int number)
{
    unit *first = &state->units[side * UNITS], *at = first, *end = first + UNITS;
    while (at < end && at->number != 0
           && (at->type < of || (at->type == of && at->number < number)))
        at++;
    if (at < end && at->number == number && at->type == of) return at;
    if (at == end || end[-1].number != 0) return NULL;
    memmove(at + 1, at, (size_t)(end - at - 1) * sizeof *at);
    *at = (unit){.type = (uint8_t)of, .number = (uint8_t)number};
    return at;
}

static const char *read_letters(gg_scan *scan, uint8_t *status)
{
    if (!gg_scan_char(scan, '(')) return NULL;
    do {
        if (gg_scan_char(scan, 's')) *status |= SPENT;
        else if (gg_scan_char(scan, 'r')) *status |= ROUTED;
        else if (gg_scan_char(scan, 'q')) *status |= SQUARE;
        else if (gg_scan_char(scan, 'i')) *status |= INSIDE;
        else return "expected s, r, q or i";
    } while (gg_scan_char(scan, ','));
    return gg_scan_char(scan, ')') ? NULL : "expected )";
}

int32_t commanders_which_counts(gg_state *state, gg_scan *scan, const char **expected)
{
    (void)state, (void)expected;
    return commanders_begins_with(scan, commanders_place_names, PLACES);
}

/* New units of a type, with the lowest numbers that are free. */
static const char *raise_units(gg_state *state, gg_side side, int of, int count, unit like)
{
    for (int number = 1; count > 0; number++) {
        if (number > UNITS) return too_many_units;
        if (commanders_unit_of(state, side, of, number) >= 0) continue;
        unit *u = unit_named(state, side, of, number);
        if (u == NULL) return too_many_units;
        u->place = like.place;
        u->status = like.status;
        count--;
    }
    return NULL;
}

/* b1 blue 4I 2A 1I(s) */
const char *commanders_read_counts(gg_scan *scan, gg_state *state, uint32_t nth)
{
    int place = 0, of;
    gg_side side;
    (void)nth;
    commanders_scan_place(scan, &place, PLACES);
    const char *trouble = commanders_read_side(scan, &side);
    while (trouble == NULL && !commanders_line_ends(scan)) {
        int64_t count;
        unit like = {.place = (uint8_t)place};
        if (!gg_scan_int(scan, 0, UNITS, &count) || !commanders_scan_type(scan, &of))
            return commanders_expected_units;
        trouble = read_letters(scan, &like.status);
        if (trouble == NULL) trouble = raise_units(state, side, of, (int)count, like);
    }
    return trouble;
}

int32_t commanders_which_unit(gg_state *state, gg_scan *scan, const char **expected)
{
    int side, of, number;
    if (!commanders_scan_label(scan, &side, &of, &number)) return -1;
    unit *u = unit_named(state, side, of, number);
    if (u == NULL) return *expected = too_many_units, -1;
    *u = (unit){.type = (uint8_t)of, .number = (uint8_t)number};
    return (int32_t)(u - state->units);
}

bool commanders_has_unit(const gg_state *state, uint32_t nth)
{
    return state->units[nth].number != 0;
}

static const char *read_tried(gg_scan *scan, const gg_state *state, void *at)
{
    unit *u = (unit *)(void *)((char *)at - offsetof(unit, tried));
    int place;
    (void)state;
    if (strncmp(scan->text + scan->at, "tried:", 6) != 0) return commanders_expected_ground;
    scan->at += 6;
    if (!commanders_scan_place(scan, &place, GROUNDS)) return commanders_expected_ground;
    if (u->actions == 2) return "a unit tries two steps at most";
    u->tried[u->actions++] = (uint8_t)(place + 1);
    return NULL;
}

static void write_tried(const gg_state *state, const void *at, gg_text *out)
{
    const uint8_t *tried = at;
    (void)state;
    for (int i = 0; i < 2; i++) {
        if (tried[i] == 0) continue;
        gg_put(out, " tried:");
        gg_put(out, commanders_place_names[tried[i] - 1]);
    }
}

/* Until zones are known, a unit's zone is stored as its id (+1). */
static const char *read_zone_of(gg_scan *scan, const gg_state *state, void *at)
{
    int id;
    (void)state;
    if (strncmp(scan->text + scan->at, "zone:", 5) != 0) return commanders_expected_zone;
    scan->at += 5;
    if (!commanders_scan_zone(scan, &id)) return commanders_expected_zone;
    *(uint8_t *)at = (uint8_t)(id + 1);
    return NULL;
}

static void write_zone_of(const gg_state *state, const void *at, gg_text *out)
{
    const uint8_t stored = *(const uint8_t *)at;
    if (stored == 0) return;
    gg_put(out, " zone:");
    commanders_put_zone(out, state->zones[stored - 1].id);
}

#define KEY_NUMBER(title, most, member)                                                            \
    {                                                                                              \
        .name = title, .lead = title ":", .expected = "expected a number that fits here",          \
        .kind = GG_FIELD_NUMBER, .flags = GG_FIELD_OPTIONAL, .low = 1, .high = most,               \
        GG_AT(unit, member)                                                                        \
    }
#define KEY_PLACE(title, member)                                                                   \
    {                                                                                              \
        .name = title, .lead = title ":", .expected = commanders_expected_ground,                  \
        .kind = GG_FIELD_WORD, .flags = GG_FIELD_OPTIONAL, .words = commanders_ground_names,       \
        .shift = 1, GG_AT(unit, member)                                                            \
    }
const gg_field commanders_unit_fields[COMMANDERS_UNIT_FIELDS] = {
    GG_WORD_FIELD("place", "", "expected a place: a sector, rb, rr, box, captured or gone",
                  commanders_place_names, .flags = GG_FIELD_FIRST, GG_AT(unit, place)),
    GG_BITS_FIELD("status", status_names, GG_AT(unit, status)),
    KEY_NUMBER("order", PLAN_MAX, order),
    KEY_NUMBER("done", 2, done),
    GG_OWN_MEMBER("tried", NULL, read_tried, write_tried, 0, GG_AT(unit, tried)),
    KEY_PLACE("token", token),
    KEY_PLACE("goal", goal),
    KEY_PLACE("from", from),
    GG_BITS_FIELD("deeds", deed_names, GG_AT(unit, deeds)),
    KEY_NUMBER("hits", 9, hits),
    KEY_NUMBER("named", ZONES_MAX, named),
    GG_OWN_MEMBER("zone", NULL, read_zone_of, write_zone_of, 0, GG_AT(unit, zone)),
};

/* ---- Plans. ---- */

/* 2C c1 c2 c3, as an action carries it. */
static const char *read_order(gg_scan *scan, gg_action *action)
{
    int64_t count;
    int of, places[3], steps = 0;
    gg_scan_spaces(scan);
    if (!gg_scan_int(scan, 1, UNITS, &count) || !commanders_scan_type(scan, &of))
        return commanders_expected_units;
    for (; steps < 3 && (steps < 2 || !commanders_line_ends(scan)); steps++) {
        gg_scan_spaces(scan);
        if (!commanders_scan_place(scan, &places[steps], GROUNDS))
            return commanders_expected_ground;
    }
    *action = make_troops(ACTION_ORDER, (int)count, of, places[0], places[1]);
    if (steps == 3) action->args[0] = places[2] + 1;
    return NULL;
}

/* Judged as in planning, when it was given, whatever stage the position is of. */
static reason give_order(gg_state *state, gg_side side, const gg_action *action, bool has_room)
{
    const uint8_t stage = state->stage;
    const int16_t points = state->points[side]; /* on which the orders may depend (CMD-16.1) */
    state->stage = PHASE_PLAN;
    commanders_make_notes(state);
    if (points == 0) state->points[side] = (int16_t)commanders_points_at_start(state);
    const reason why = (reason)commanders_order_legal(state, side, action).reason;
    state->points[side] = points;
    if (why == R_LEGAL && has_room) commanders_order_apply(state, side, action, NULL, NULL);
    state->stage = stage;
    return why;
}

const char *commanders_read_order(gg_scan *scan, gg_state *state, uint32_t nth)
{
    const gg_side side = (gg_side)nth;
    const gg_scan before = *scan;
    gg_action action;
    const char *trouble = read_order(scan, &action);
    if (trouble != NULL) return trouble;
    const bool has_room = state->plan_count[side] < PLAN_MAX;
    const reason why = give_order(state, side, &action, has_room);
    if (why == R_LEGAL && has_room) return NULL;
    *scan = before;
    return why == R_ORDERS_USED && has_room ? "there are more orders than the side has"
                                            : "this order cannot be given here";
}

const char *commanders_read_plan(gg_scan *scan, gg_state *state, uint32_t nth)
{
    gg_action action;
    const char *trouble = read_order(scan, &action);
    if (trouble != NULL) return trouble;
    if (state->plan_count[nth] == PLAN_MAX) return "there are more orders than the side has";
    state->plan[nth][state->plan_count[nth]++] = (order){.count = action.flags,
                                                         .type = (uint8_t)action.item,
                                                         .from = (uint8_t)action.at.x,
                                                         .step1 = (uint8_t)action.at.y,
                                                         .step2 = (uint8_t)action.args[0]};
    return NULL;
}

void commanders_write_plan(const gg_state *state, gg_text *out)
{
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < state->plan_count[side]; i++) {
            const order *line = &state->plan[side][i];
            gg_put(out, "plan");
            commanders_put_word(out, gg_side_name((gg_side)side));
            gg_put_words(out, " %d%c", line->count, commanders_letter((type)line->type));
            commanders_put_word(out, commanders_place_names[line->from]);
            commanders_put_word(out, commanders_place_names[line->step1]);
            if (line->step2 != 0) commanders_put_word(out, commanders_place_names[line->step2 - 1]);
            gg_put_char(out, '\n');
        }
}
