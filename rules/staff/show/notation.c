/*
 * notation.c - positions and actions as rows; core reads and writes them.  rules/staff/README.md
 * has every line and every action with an example.
 * SPDX-License-Identifier: MIT
 */
#include "core/fields.h"
#include "rules/staff/show/show.h"

#include <string.h>

const staff_words staff_names = {
#define TYPE(id, name, ...) .types[TYPE_##id] = name,
#define SIZE(id, name, ...) .sizes[SIZE_##id] = name,
#define FORMATION(id, name, ...) .formations[FORM_##id] = name,
#define RULE(id, name, ...) .rules[RULE_ROW_##id] = name,
#define TRAIT(id, name, ...) .traits[TRAIT_##id] = name,
#define NATION(id, name, ...) .nations[NATION_##id] = name,
#define ORDER(id, name, ...) .orders[ORDER_##id] = name,
#include "rules/staff/law/units.def"
#undef TYPE
#undef SIZE
#undef FORMATION
#undef RULE
#undef TRAIT
#undef NATION
#undef ORDER
    .orders[ORDER_NONE] = "",
};
const char *const staff_response_names[] = {"",        "stand", "fire",   "evade",
                                            "counter", "turn",  "square", NULL};
static const char *const keep_words[] = {"centre", "left", "right", NULL};
static const char *const face_words[] = {"front", "rear", "left", "right", NULL};
static const char *const cover_words[] = {"open", "soft", "hard", NULL};
static const char *const contact_words[] = {"waits", "fought", NULL};
static const char *const status_words[] = {"disordered",  "retreated",  "fresh", "won",
                                           "steady_used", "first_used", NULL};
static const char *const did_words[] = {"moved_first", "ordered", "handled", "square_moved",
                                        "shot",        "reacted", NULL};
static const char *const commander_words[] = {"acted", "last_given", "moved", "rerolled", NULL};
static const char *const ended_words[] = {"", "broken", "time", "resigned", NULL};
static const char *const by_words[] = {"order", "followme", "rally", NULL};

static const char expected_unit[] = "expected a unit, such as a1 or b51";
static const char expected_commander[] = "expected a commander, such as ac1, or ac0 of the army";
static const char expected_place[] = "expected a place: inches east,north";
static const char expected_facing[] = "expected a facing in whole degrees, 0 to 359";
static const char expected_phase[] = "expected a phase, such as initiative, command or shoot";

enum { FAR = 400 * INCH, FIRST_COMMANDER = UNITS_MAX, LAST_NAME = NAMES - 1 };

/* ---- Names: a1, b51; ac1 the commander of blue's first brigade, ac0 of its army. ---- */

static const char ranks[] = "c";

void staff_write_unit(const gg_state *s, gg_unit who, gg_text *out)
{
    if (who >= UNITS_MAX && who < NAMES) {
        const unsigned row = who - (unsigned)UNITS_MAX;
        const gt_name name = {(gg_side)(row / BRIGADES_MAX), 0, (int)(row % BRIGADES_MAX)};
        gt_write_name(name, ranks, out);
    } else if (who < s->unit_count) {
        gt_write_name((gt_name){s->units[who].side, -1, s->units[who].number}, ranks, out);
    } else {
        gg_put_char(out, '?');
        gg_put_int(out, who);
    }
}

void staff_write_place(gg_point at, gg_text *out) { gg_put_table_place(out, at); }

/* ---- Statements: advance form acol charge b51 b52. ---- */

static const char *read_detail(gg_scan *scan, const gg_state *s, staff_statement *it, int step)
{
    int row;
    int64_t number;
    gg_unit unit;
    gg_scan here = *scan;
    gg_scan_spaces(&here);
    if (it->kinds[step] == ORDER_FORM) {
        if (!gg_scan_row(&here, staff_names.formations, FORMATIONS, &row))
            return *scan = here, "expected a formation after form";
        it->items[step] = (uint8_t)row;
    } else if (it->kinds[step] == ORDER_ENTER) {
        if (!gg_scan_is(&here, "house") || (gg_scan_spaces(&here), false)
            || !gg_scan_int(&here, 1, AREAS_MAX, &number))
            return *scan = here, "expected house and its number after enter";
        it->items[step] = (uint8_t)number;
    } else if (it->kinds[step] == ORDER_CHARGE) {
        int count = 0;
        while (count < GROUP_MAX && gg_scan_unit(&here, &staff_rules, s, 0, UNITS_MAX - 1, &unit)) {
            it->targets[count++] = (uint8_t)(unit + 1);
            *scan = here;
            gg_scan_spaces(&here);
        }
        return count == 0 ? (*scan = here, "expected a target after charge") : NULL;
    } else {
        return NULL;
    }
    *scan = here;
    return NULL;
}

static const char *read_statement(gg_scan *scan, const gg_state *s, void *out)
{
    staff_statement it = {.count = 0};
    int row;
    for (int step = 0; step < STEPS_MAX; step++) {
        gg_scan here = *scan;
        gg_scan_spaces(&here);
        if (!gg_scan_row(&here, staff_names.orders, ORDERS, &row)) break;
        *scan = here;
        it.kinds[step] = (uint8_t)row;
        it.count = (uint8_t)(step + 1);
        const char *expected = read_detail(scan, s, &it, step);
        if (expected != NULL) return expected;
    }
    memcpy(out, &it, sizeof it);
    return NULL;
}

static void write_statement(const gg_state *s, const void *said, gg_text *out)
{
    const staff_statement *it = said;
    for (int step = 0; step < it->count; step++) {
        const unsigned kind = it->kinds[step];
        gt_put_word(out, kind < ORDERS ? staff_names.orders[kind] : "?");
        if (kind == ORDER_FORM)
            gt_put_word(out, it->items[step] < FORMATIONS ? staff_names.formations[it->items[step]]
                                                          : "?");
        if (kind == ORDER_ENTER) gt_put_number(out, "house", it->items[step]);
        for (int i = 0; i < GROUP_MAX && kind == ORDER_CHARGE && it->targets[i] != 0; i++) {
            gg_put_char(out, ' ');
            staff_write_unit(s, (gg_unit)(it->targets[i] - 1), out);
        }
    }
}

static const char *read_action_statement(gg_scan *scan, const gg_state *s, void *base)
{
    staff_statement it = {.count = 0};
    const char *expected = read_statement(scan, s, &it);
    if (expected == NULL) staff_state_in(&it, base);
    return expected;
}

static void write_action_statement(const gg_state *s, const void *base, gg_text *out)
{
    const staff_statement it = staff_statement_of(base);
    write_statement(s, &it, out);
}

/* ---- Dice of an allotment: one number for each enemy, lowest first; a byte each. ---- */

enum { SPLITS = 4 * GG_ARGS };

static const char *read_split(gg_scan *scan, const gg_state *s, void *base)
{
    (void)s;
    gg_action *action = base;
    int64_t number;
    for (int i = 0; i < SPLITS; i++) {
        gg_scan here = *scan;
        gg_scan_spaces(&here);
        if (!gg_scan_int(&here, 0, ALL_DICE, &number)) break;
        *scan = here;
        action->args[i / 4] |= (int32_t)((uint32_t)number << (8 * (i % 4)));
    }
    return NULL;
}

static void write_split(const gg_state *s, const void *base, gg_text *out)
{
    (void)s;
    const gg_action *action = base;
    for (int i = 0, count = staff_shares(action); i < count; i++) {
        gg_put_char(out, ' ');
        gg_put_int(out, staff_share(action, i));
    }
}

/* ---- Actions. ---- */

#define WHO GG_UNIT_FIELD("unit", "", expected_unit, 0, UNITS_MAX - 1, GG_AT(gg_action, who))
#define COMMANDER                                                                                  \
    GG_UNIT_FIELD("commander", "", expected_commander, FIRST_COMMANDER, LAST_NAME,                 \
                  GG_AT(gg_action, who))
#define WHOM                                                                                       \
    GG_UNIT_FIELD("unit", ">", "expected > and a unit, as in a1>b51", 0, UNITS_MAX - 1,            \
                  .flags = GG_FIELD_JOINED, GG_AT(gg_action, whom))
#define PLACE GG_PLACE_FIELD("x,y", "", expected_place, FAR, GG_AT(gg_action, at))
#define FACING GG_NUMBER_FIELD("facing", "", expected_facing, 0, 359, GG_AT(gg_action, args[0]))
#define FORMATION_ITEM                                                                             \
    GG_WORD_FIELD("formation", "", "expected a formation", staff_names.formations,                 \
                  GG_AT(gg_action, item))
#define FIGURE                                                                                     \
    GG_COUNT_FIELD("figure", "expected a figure, 0 to 15", GT_FIGURES - 1,                         \
                   GG_AT(gg_action, args[0]))
#define STATEMENT                                                                                  \
    GG_OWN_FIELD("orders",                                                                         \
                 "expected advance, retreat, charge, face, "                                       \
                 "form, limber, unlimber, handle, enter or leave",                                 \
                 read_action_statement, write_action_statement, 0)

static const gg_field who[] = {WHO}, commander[] = {COMMANDER}, pose[] = {WHO, PLACE, FACING},
                      turn_to[] = {WHO, FACING}, ride[] = {COMMANDER, PLACE},
                      join[] = {COMMANDER, WHOM}, figure[] = {WHO, FIGURE},
                      shoot[] = {WHO, WHOM, FIGURE}, leave[] = {WHO, PLACE, FACING, FORMATION_ITEM},
                      followme[] = {WHO, STATEMENT};
static const gg_field charge[] = {
    WHO,
    WHOM,
    GG_DECIMAL_FIELD("shift", "shift", "expected a shift in inches", 3, -FAR, FAR,
                     .flags = GG_FIELD_OPTIONAL, GG_AT(gg_action, args[0])),
};
static const gg_field form[] = {
    WHO,
    FORMATION_ITEM,
    GG_WORD_FIELD("kept", "", "expected centre, left or right", keep_words,
                  .flags = GG_FIELD_OPTIONAL, GG_AT(gg_action, args[0])),
};
static const gg_field enter[] = {
    WHO,
    GG_NUMBER_FIELD("building", "house", "expected house and its number", 1, AREAS_MAX,
                    GG_AT(gg_action, item)),
};
static const gg_field order[] = {
    GG_UNITS_FIELD("units", "", expected_unit, UNITS_MAX - 1, .offset = offsetof(gg_action, args),
                   .size = 8),
    STATEMENT,
};
static const gg_field respond[] = {
    GG_WORD_FIELD("response", "", "expected stand, fire, evade, counter, turn or square",
                  staff_response_names, GG_AT(gg_action, item)),
};
static const gg_field allot[] = {
    WHO,
    GG_OWN_FIELD("dice", "expected dice for each enemy", read_split, write_split, 0),
};

#include "core/actions.def"

/* ---- Lines of a position. ---- */

#define COUNT(typed, last, ...)                                                                    \
    GG_COUNT_FIELD(typed, "expected a number after " typed, last, __VA_ARGS__)

static const gg_field table[] = {
    GG_DECIMAL_FIELD("width", "", "expected width and height in inches", 3, 24 * INCH, 144 * INCH,
                     .standard = 72 * INCH, GG_AT(gg_state, width)),
    GG_DECIMAL_FIELD("height", "", "expected width and height in inches", 3, 24 * INCH, 144 * INCH,
                     .standard = 48 * INCH, GG_AT(gg_state, height)),
};
static const gg_field phase[] = {
    GG_WORD_FIELD("phase", "", expected_phase, staff_phase_words, .standard = PHASE_INITIATIVE,
                  GG_AT(gg_state, phase)),
};
static const gg_field turn[] = {
    GG_NUMBER_FIELD("turn", "", "expected the number of a turn", 1, 99, .standard = 1,
                    GG_AT(gg_state, turn)),
    GG_SIDE_FIELD("side", "", "expected blue or red", GG_RED, GG_AT(gg_state, active)),
    GG_SIDE_FIELD("first", "first", "expected blue or red", GG_RED, .flags = GG_FIELD_OPTIONAL,
                  GG_AT(gg_state, first)),
};
static const gg_field acting[] = {
    GG_UNIT_FIELD("commander", "", expected_commander, FIRST_COMMANDER, LAST_NAME,
                  .shift = 1 - UNITS_MAX, GG_AT(gg_state, commander)),
};
static const gg_field lost[] = {
    GG_NUMBER_FIELD("blue", "", "expected commanders lost by blue and by red", 0, 255,
                    GG_AT(gg_state, lost[0])),
    GG_NUMBER_FIELD("red", "", "expected commanders lost by blue and by red", 0, 255,
                    GG_AT(gg_state, lost[1])),
};
static const gg_field unit_fields[] = {
    GG_WORD_FIELD("type", "", NULL, staff_names.types, GG_AT(staff_unit, type)),
    GG_WORD_FIELD("size", "", NULL, staff_names.sizes, .flags = GG_FIELD_OPTIONAL,
                  GG_BESIDE(gg_state, more, .size)),
    GG_WORD_FIELD("formation", "", NULL, staff_names.formations, GG_AT(staff_unit, formation)),
    GG_PLACE_FIELD("place", "", expected_place, FAR, GG_AT(staff_unit, at)),
    GG_NUMBER_FIELD("facing", "", expected_facing, 0, 359, .flags = GG_FIELD_FOLLOWS,
                    GG_AT(staff_unit, facing)),
    GG_NUMBER_FIELD("brigade", "brigade", "expected a brigade, 1 to 7", 1, BRIGADES_MAX - 1,
                    GG_AT(staff_unit, division)),
    COUNT("casualties", 12, GG_BESIDE(gg_state, more, .casualties)),
    GG_BITS_FIELD("status", status_words, GG_AT(staff_unit, status)),
    GG_BITS_FIELD("rules", staff_names.rules, GG_BESIDE(gg_state, more, .rules)),
    COUNT("elite_on", 6, GG_BESIDE(gg_state, more, .elite)),
    COUNT("hold_until", 99, GG_BESIDE(gg_state, more, .hold_until)),
    COUNT("house", AREAS_MAX, GG_BESIDE(gg_state, more, .inside)),
    COUNT("emptied", AREAS_MAX, GG_BESIDE(gg_state, more, .emptied)),
    GG_BITS_FIELD("did", did_words, GG_AT(staff_unit, did)),
    COUNT("moves", 15, GG_BESIDE(gg_state, more, .moves)),
    GG_FLAG_FIELD("destroyed", 1, GG_AT(staff_unit, removed)),
    GG_NAME_FIELD(GG_BESIDE(gg_state, more, .name)),
};
static const gg_field commander_fields[] = {
    /* ST-T23: 5 to 7 below (ST-T23.1), 8 average (ST-T23.2), 9 and 10 above it (ST-T23.3) */
    GG_NUMBER_FIELD("rating", "rating", "expected a staff rating, 5 to 10", 5, 10,
                    GG_AT(staff_commander, rating)),
    GG_PLACE_FIELD("place", "", expected_place, FAR, GG_AT(staff_commander, at)),
    GG_WORD_FIELD("trait", "", NULL, staff_names.traits, .flags = GG_FIELD_OPTIONAL,
                  GG_AT(staff_commander, trait)),
    GG_WORD_FIELD("nation", "", NULL, staff_names.nations, .flags = GG_FIELD_OPTIONAL,
                  GG_AT(staff_commander, nation)),
    GG_FLAG_FIELD("on_foot", 0, .standard = 1, GG_AT(staff_commander, mounted)),
    GG_UNIT_FIELD("joined", "with", expected_unit, 0, UNITS_MAX - 1, .flags = GG_FIELD_OPTIONAL,
                  .shift = 1, GG_AT(staff_commander, joined)),
    GG_BITS_FIELD("did", commander_words, GG_AT(staff_commander, did)),
    COUNT("orders", 99, GG_AT(staff_commander, given)),
    GG_FLAG_FIELD("nobody", NOT_THERE, .standard = THERE, GG_AT(staff_commander, there)),
    GG_FLAG_FIELD("lost", LOST, .standard = THERE, GG_AT(staff_commander, there)),
    GG_FLAG_FIELD("broken", 1, GG_AT(staff_commander, broken)),
    GG_NAME_FIELD(GG_AT(staff_commander, name)),
};
#define UNIT_AT(typed, what, type, member, more)                                                   \
    GG_UNIT_FIELD(what, typed, expected_unit, 0, UNITS_MAX - 1, .shift = 1, .flags = more,         \
                  GG_AT(type, member))
#define FACE_AT(called, type, member)                                                              \
    GG_WORD_FIELD(called, "", "expected front, rear, left or right", face_words,                   \
                  GG_AT(type, member))
static const gg_field contact[] = {
    UNIT_AT("", "charger", staff_contact, a, 0),
    FACE_AT("face of the charger", staff_contact, face_a),
    UNIT_AT("", "charged", staff_contact, b, 0),
    FACE_AT("face of the charged", staff_contact, face_b),
    GG_WORD_FIELD("cover", "", NULL, cover_words, .flags = GG_FIELD_OPTIONAL,
                  GG_AT(staff_contact, cover)),
    GG_BITS_FIELD("state", contact_words, GG_AT(staff_contact, flags)),
    COUNT("dice", 99, GG_AT(staff_contact, dice_a)),
    COUNT("against", 99, GG_AT(staff_contact, dice_b)),
};
#define UNITS_AT(typed, member)                                                                    \
    GG_UNITS_FIELD("units", typed, expected_unit, UNITS_MAX - 1, .flags = GG_FIELD_OPTIONAL,       \
                   GG_AT(gg_state, member))
#define POINT_AT(typed, member)                                                                    \
    GG_PLACE_FIELD(typed, typed, expected_place, FAR, GG_AT(gg_state, member))
#define FACING_AT(called, member)                                                                  \
    GG_NUMBER_FIELD(called, "", expected_facing, 0, 359, GG_AT(gg_state, member))
#define BACK_AT(member)                                                                            \
    GG_WORD_FIELD("phase", "back", expected_phase, staff_phase_words, GG_AT(gg_state, member))
static const gg_field order_line[] = {
    GG_UNIT_FIELD("commander", "", expected_commander, FIRST_COMMANDER, LAST_NAME,
                  .shift = 1 - UNITS_MAX, GG_AT(gg_state, order.commander)),
    GG_WORD_FIELD("action", "", "expected order, followme or rally", by_words,
                  .shift = ACTION_ORDER, GG_AT(gg_state, order.action)),
    UNITS_AT("to", order.units),
    GG_OWN_MEMBER("orders", "expected advance, retreat or another kind of order", read_statement,
                  write_statement, GG_FIELD_OPTIONAL, GG_AT(gg_state, order.statement)),
    COUNT("granted", 3, GG_AT(gg_state, order.granted)),
    UNITS_AT("waiting", order.waiting),
    UNIT_AT("moving", "moving", gg_state, order.unit, GG_FIELD_OPTIONAL),
    COUNT("used", 3, GG_AT(gg_state, order.used)),
    COUNT("blunder", 6, GG_AT(gg_state, order.blunder)),
    COUNT("wild", 3, GG_AT(gg_state, order.wild)),
    GG_FLAG_FIELD("free", 1, GG_AT(gg_state, order.is_free)),
};
static const gg_field charge_line[] = {
    UNIT_AT("", "charger", gg_state, charge.charger, 0),
    UNIT_AT(">", "target", gg_state, charge.target, GG_FIELD_JOINED),
    GG_DECIMAL_FIELD("shift", "shift", "expected a shift in inches", 3, -FAR, FAR,
                     .flags = GG_FIELD_OPTIONAL, GG_AT(gg_state, charge.shift)),
    POINT_AT("from", charge.from),
    FACING_AT("facing before", charge.from_facing),
    POINT_AT("to", charge.to),
    FACING_AT("facing", charge.facing),
    FACE_AT("face", gg_state, charge.face),
    GG_WORD_FIELD("response", "response", "expected a response", staff_response_names,
                  .flags = GG_FIELD_OPTIONAL, GG_AT(gg_state, charge.response)),
    GG_FLAG_FIELD("away", 1, GG_AT(gg_state, charge.got_away)),
    BACK_AT(charge.back),
};
static const gg_field crossing_line[] = {
    UNIT_AT("", "mover", gg_state, crossing.mover, 0),
    POINT_AT("from", crossing.from),
    POINT_AT("to", crossing.to),
    FACING_AT("facing", crossing.facing),
    UNITS_AT("asked", crossing.asked),
    BACK_AT(crossing.back),
};
static const gg_field fight_line[] = {UNITS_AT("", fight)};
static const gg_field victors_line[] = {UNITS_AT("", victors)};
static const gg_field last_line[] = {
    UNIT_AT("", "unit", gg_state, last_who, 0),
    POINT_AT("from", last_from),
};
static const gg_field over[] = {
    GG_SIDE_FIELD("winner", "", "expected blue, red or nobody", GG_NOBODY, .standard = GG_NOBODY,
                  GG_AT(gg_state, winner)),
    GG_WORD_FIELD("why", "", "expected broken, time or resigned", ended_words,
                  GG_AT(gg_state, ended)),
};

static bool lost_any(const gg_state *s, uint32_t nth)
{
    (void)nth;
    return s->lost[0] != 0 || s->lost[1] != 0;
}
static bool is_over(const gg_state *s, uint32_t nth) { return (void)nth, s->ended != ENDED_NOT; }
static bool has_commander(const gg_state *s, uint32_t nth)
{
    const staff_commander *his = &s->commanders[nth];
    return his->there != NOT_THERE || his->nation != NATION_NONE || his->broken;
}

/* Does anything name a unit already?  Then no unit may be put between others: rows would shift. */
static bool is_any_named(const gg_state *s)
{
    for (int row = 0; row < COMMANDERS_MAX; row++)
        if (s->commanders[row].joined != 0) return true;
    return s->contact_count > 0 || s->order.commander != 0 || s->charge.charger != 0
           || s->crossing.mover != 0 || s->fight != 0 || s->victors != 0 || s->last_who != 0;
}

/* A line says everything about its unit; rows run by number. */
static int32_t which_unit(gg_state *s, gg_scan *scan, const char **expected)
{
    gg_scan here = *scan;
    gt_name name;
    if (!gt_scan_name(&here, ranks, &name) || name.rank >= 0) return -1;
    if (name.number == 0) return *expected = "units are numbered from 1 to 99", -1;
    unsigned row = 0;
    while (row < s->unit_count && s->units[row].number < name.number) row++;
    const bool is_known = row < s->unit_count && s->units[row].number == name.number;
    if (is_known && s->units[row].side != name.side)
        return *expected = "a number stands for one unit: the other side has it", -1;
    if (!is_known) {
        if (s->unit_count == UNITS_MAX) return *expected = "there is room for 64 units", -1;
        if (row < s->unit_count && is_any_named(s))
            return *expected = "units come before the lines that name them", -1;
        for (unsigned u = s->unit_count; u > row; u--) {
            s->units[u] = s->units[u - 1];
            s->more[u] = s->more[u - 1];
        }
        s->unit_count++;
    }
    s->units[row] = (staff_unit){.at = {NOWHERE, NOWHERE},
                                 .side = name.side,
                                 .number = (uint8_t)name.number,
                                 .facing = name.side == GG_BLUE ? 0 : 180,
                                 .division = 1};
    s->more[row] = (staff_more){.rules = 0};
    *scan = here;
    return (int32_t)row;
}

static int32_t which_commander(gg_state *s, gg_scan *scan, const char **expected)
{
    gg_scan here = *scan;
    gt_name name;
    if (!gt_scan_name(&here, ranks, &name) || name.rank < 0) return -1;
    if (name.number >= BRIGADES_MAX) return *expected = "there are brigades 1 to 7", -1;
    const int row = name.side * BRIGADES_MAX + name.number;
    s->commanders[row] =
        (staff_commander){.at = {NOWHERE, NOWHERE}, .there = THERE, .rating = 8, .mounted = 1};
    *scan = here;
    return row;
}

#define ROOM staff_game
#define AREA_NAMES area_names
#define STRETCHES stretch_count
#include "table/ground_lines.def"

#define LINE_OF(typed, rows) .word = typed, GG_FIELDS(rows)
const gg_line_def staff_lines[] = {
    {LINE_OF("table", table)},
    {LINE_OF("turn", turn)},
    {LINE_OF("phase", phase)},
    {LINE_OF("acting", acting), .is_rare = true},
    {LINE_OF("lost", lost), .is_there = lost_any},
    AREA_LINE("there is room for 24 areas"),
    STRETCH_LINE,
    {LINE_OF("", unit_fields), GG_THINGS(gg_state, units), GG_COUNTED(gg_state, unit_count),
     .which = which_unit, .is_free = true,
     .expected = "expected a type, a size, a formation, a place and facing, brigade N, a rule, "
                 "casualties N, or what it is and did"},
    {LINE_OF("", commander_fields), GG_THINGS(gg_state, commanders), .is_there = has_commander,
     .which = which_commander, .is_free = true, .first_unit = FIRST_COMMANDER,
     .expected = "expected rating N, a place, a trait, a nation, on_foot, with UNIT, lost, broken, "
                 "or what he did"},
    {LINE_OF("contact", contact), GG_THINGS(gg_state, contacts),
     GG_COUNTED(gg_state, contact_count), .full = "there are too many contacts"},
    {LINE_OF("order", order_line), .is_rare = true},
    {LINE_OF("charge", charge_line), .is_rare = true},
    {LINE_OF("crossing", crossing_line), .is_rare = true},
    {LINE_OF("fight", fight_line), .is_rare = true},
    {LINE_OF("victors", victors_line), .is_rare = true},
    {LINE_OF("last", last_line), .is_rare = true},
    {LINE_OF("over", over), .is_there = is_over},
};
_Static_assert(sizeof staff_lines / sizeof *staff_lines == STAFF_LINES, "one row for each");
