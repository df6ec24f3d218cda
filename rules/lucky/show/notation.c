/*
 * notation.c - positions as rows, one thing per line; core reads and writes them.
 *
 *     table 36 36              width and height in inches
 *     area hill level 1 value 4 held blue 20,16 28,16 28,20 20,20
 *     ad1 good 18,6 under ac0 holds 2
 *     a1 inf French avg 6 column 14,9 0 ad1 light skirm shaken 1 orders 1
 *
 * A number directly behind a unit's place is its facing, any other its strength.  A line that
 * names a unit or commander again changes what it says and leaves the rest.  What no line says is
 * worked out in setup.c.
 * SPDX-License-Identifier: MIT
 */
#include "core/fields.h"
#include "core/position.h"
#include "rules/lucky/show/show.h"

#include <string.h>

/* ---- Names. ---- */

const lg_words lg_names = {
#define TYPE(id, name, ...) .types[TYPE_##id] = name,
#define FORMATION(id, name, ...) .formations[FORM_##id] = name,
#define FLAG(id, name, ...) .flags[FLAG_ROW_##id] = name,
#define NATION(id, name, ...) .nations[NATION_##id] = name,
#include "rules/lucky/law/nations.def"
#include "rules/lucky/law/units.def"
#undef TYPE
#undef FORMATION
#undef FLAG
#undef NATION
};
static const char *const quality_names[] = {"poor", "avg", "vet", "elite", NULL};
const char *const lg_commander_quality_names[] = {"",          "poor",      "able", "good",
                                                  "excellent", "brilliant", NULL};
static const char *const did_names[] = {"acted",  "moved",   "charged",   "no_fire",    "fired",
                                        "evaded", "squared", "responded", "unlimbered", NULL};
static const char *const status_names[] = {"disordered", "routing", "prepared", "must_leave", NULL};
static const char *const charge_names[] = {"",    "declared", "closed", "failed",
                                           "met", "contact",  NULL};
static const char *const kind_names[] = {"charge", "counter", "break", NULL};
static const char *const side_names[] = {"blue", "red", NULL};
static const char *const edge_names[] = {"north", "east", "south", "west", NULL};
static const char *const ended_names[] = {"not", "broken", "time", "resigned", NULL};
static const char level_letters[LEVELS + 1] = "ckd";

void lg_write_place(gg_point at, gg_text *out) { gg_put_table_place(out, at); }

void lg_write_unit(const gg_state *s, gg_unit u, gg_text *out)
{
    if (u < UNITS_MAX && u < s->unit_count) {
        gt_write_name((gt_name){s->units[u].side, -1, s->units[u].number}, level_letters, out);
    } else if (u >= UNITS_MAX && u - UNITS_MAX < s->commander_count) {
        const lg_commander *his = &s->commanders[u - UNITS_MAX];
        gt_write_name((gt_name){his->side, his->level, his->number}, level_letters, out);
    } else {
        gg_put_char(out, '?');
        gg_put_int(out, u);
    }
}

/* ---- What several lines are made of. ---- */

static const char expected_number[] = "expected a number that fits here";
static const char expected_side[] = "expected blue or red";
static const char expected_unit[] = "expected a unit named before";
static const char expected_units[] = "expected units named before";
static const char expected_commander[] = "expected a commander named before";
static const char expected_place[] = "expected a place such as 18,4";

enum { FAR = 400 * INCH };
#define UNIT(type, member, word, says)                                                             \
    GG_UNIT_FIELD("unit", word, says, 0, UNITS_MAX - 1, GG_AT(type, member))
#define UNITS(type, member)                                                                        \
    GG_UNITS_FIELD("units", "", expected_units, UNITS_MAX - 1, GG_AT(type, member))
#define COMMANDER(type, member, word, says)                                                        \
    GG_UNIT_FIELD("commander", word, says, UNITS_MAX, NAMES - 1, .flags = GG_FIELD_OPTIONAL,       \
                  .shift = -UNITS_MAX, .standard = NOBODY, GG_AT(type, member))

/* ---- The table. ---- */

static const gg_field table[] = {
    GG_DECIMAL_FIELD("width", "", "expected a width of 12 to 144 inches", 3, TABLE_MIN, TABLE_MAX,
                     .standard = TABLE_USUAL, GG_AT(gg_state, width)),
    GG_DECIMAL_FIELD("height", "", "expected a height of 12 to 144 inches", 3, TABLE_MIN, TABLE_MAX,
                     .standard = TABLE_USUAL, GG_AT(gg_state, height)),
};
static const gg_field year[] = {
    GG_NUMBER_FIELD("year", "", "expected a year from 1700 to 1900", 1700, 1900, .standard = 1812,
                    GG_AT(gg_state, year)),
};
static const gg_field turns[] = {
    GG_NUMBER_FIELD("turns", "", "expected a number of turns", 1, TURNS_MAX, .standard = 12,
                    GG_AT(gg_state, turns)),
};
static const gg_field turn[] = {
    GG_NUMBER_FIELD("turn", "", "expected the number of the turn", 1, TURNS_MAX, .standard = 1,
                    GG_AT(gg_state, turn)),
    GG_SIDE_FIELD("side", "", expected_side, GG_RED, .flags = GG_FIELD_GUESSED,
                  GG_AT(gg_state, active)),
    GG_WORD_FIELD("phase", "", "expected a phase", lg_phase_words, .flags = GG_FIELD_GUESSED,
                  .standard = PHASE_M1, GG_AT(gg_state, phase)),
};
/* The edge where a side is at home; it faces there that leaves the table.  Blue sits south. */
static const gg_field home[] = {
    GG_WORD_FIELD("edge", "", "expected north, east, south or west", edge_names, .step = 90,
                  .size = 2),
};

static const char *settle_home(gg_state *s, uint32_t nth, bool is_said)
{
    if (!is_said && nth == GG_BLUE) s->home[GG_BLUE] = 180;
    return NULL;
}

/* The line is its word. */
static const gg_field practice[] = {
    GG_FIELD("practice", "", NULL, .kind = GG_FIELD_FLAG, .high = 1, .flags = GG_FIELD_JOINED,
             GG_AT(gg_state, practice)),
};

#define ROOM lg_game
#include "table/ground_lines.def"

/* ---- Commanders. ---- */

static const gg_field commander[] = {
    GG_WORD_FIELD("quality", "", expected_number, lg_commander_quality_names,
                  GG_AT(lg_commander, quality)),
    GG_PLACE_FIELD("place", "", expected_place, FAR, GG_AT(lg_commander, at)),
    COMMANDER(lg_commander, superior, "under", expected_commander),
    GG_COUNT_FIELD("gone", expected_number, AWAY_MAX, GG_AT(lg_commander, gone)),
    GG_COUNT_FIELD("mute", expected_number, AWAY_MAX, GG_AT(lg_commander, mute)),
    GG_COUNT_FIELD("holds", expected_number, HELD_MAX, GG_AT(lg_commander, held)),
    GG_COUNT_FIELD("pool", expected_number, 99, GG_AT(lg_commander, pool)),
    GG_COUNT_FIELD("given", expected_number, 99, GG_AT(lg_commander, given)),
    GG_FLAG_FIELD("moved", 1, GG_AT(lg_commander, moved)),
    GG_FLAG_FIELD("closed", 1, GG_AT(lg_commander, closed)),
};

static int32_t known_commander(gg_state *s, gg_scan *scan, const char **expected)
{
    gg_unit who;
    *expected = expected_commander;
    bool found = gg_scan_unit(scan, &lucky_rules, s, UNITS_MAX, NAMES - 1, &who);
    return found ? who - UNITS_MAX : -1;
}

/* The CinC is above all others, unless a line says otherwise. */
static unsigned add_commander(gg_state *s, gt_name it)
{
    unsigned c = s->commander_count++;
    s->commanders[c] = (lg_commander){.side = it.side,
                                      .level = (uint8_t)it.rank,
                                      .number = (uint8_t)it.number,
                                      .superior = NOBODY,
                                      .quality = 2,
                                      .attached = NOBODY};
    for (unsigned other = 0; other < c && it.rank > LEVEL_CINC; other++)
        if (s->commanders[other].side == it.side && s->commanders[other].level == LEVEL_CINC)
            s->commanders[c].superior = (uint8_t)other;
    return c;
}

static int32_t which_commander(gg_state *s, gg_scan *scan, const char **expected)
{
    gg_scan here = *scan;
    gt_name it;
    if (!gt_scan_name(&here, level_letters, &it) || it.rank < 0) return -1;
    const int32_t known = known_commander(s, scan, expected);
    if (known >= 0) return known;
    *expected = "there are too many commanders";
    if (s->commander_count == COMMANDERS_MAX) return -1;
    *scan = here;
    return (int32_t)add_commander(s, it);
}

/* ---- Units. ---- */

/* The strength it began with stands in one word, so that it is never taken for the strength. */
static const char *read_start(gg_scan *scan, const gg_state *s, void *base)
{
    (void)s;
    lg_unit *unit = base;
    gg_scan here = *scan;
    int64_t number;
    if (!gg_scan_is(&here, "start") || !gg_scan_char(&here, ':')
        || !gg_scan_int(&here, 0, STRENGTH_MAX, &number))
        return NULL;
    unit->start = (uint8_t)number;
    *scan = here;
    return NULL;
}

static void write_start(const gg_state *s, const void *base, gg_text *out)
{
    (void)s;
    const lg_unit *unit = base;
    if (unit->start == unit->strength) return;
    gt_put_word(out, "start:");
    gg_put_int(out, unit->start);
}

static const char *read_no_skirmishers(gg_scan *scan, const gg_state *s, void *base)
{
    (void)s;
    lg_unit *unit = base;
    if (gg_scan_is(scan, "no_skirm")) unit->flags &= (uint8_t) ~(FLAG_SKIRM | SKIRM_UNSAID);
    return NULL;
}

static void write_no_skirmishers(const gg_state *s, const void *base, gg_text *out)
{
    const lg_unit *unit = base;
    if (!(unit->flags & FLAG_SKIRM) && lg_skirmish_default(s, unit)) gt_put_word(out, "no_skirm");
}

static const char *read_fresh(gg_scan *scan, const gg_state *s, void *base)
{
    (void)s;
    lg_unit *unit = base;
    if (gg_scan_is(scan, "fresh")) unit->did = unit->status = unit->shaken = 0;
    return NULL;
}

static void write_nothing(const gg_state *s, const void *base, gg_text *out)
{
    (void)s, (void)base, (void)out;
}

static const gg_field unit[] = {
    GG_WORD_FIELD("type", "", NULL, lg_names.types, GG_AT(lg_unit, type)),
    GG_WORD_FIELD("nation", "", NULL, lg_names.nations, GG_AT(lg_unit, nation)),
    GG_WORD_FIELD("quality", "", NULL, quality_names, GG_AT(lg_unit, quality)),
    GG_NUMBER_FIELD("strength", "", NULL, 0, STRENGTH_MAX, GG_AT(lg_unit, strength)),
    GG_WORD_FIELD("formation", "", NULL, lg_names.formations, GG_AT(lg_unit, formation)),
    GG_PLACE_FIELD("place", "", NULL, FAR, GG_AT(lg_unit, at)),
    GG_NUMBER_FIELD("facing", "", NULL, 0, 359, .flags = GG_FIELD_FOLLOWS, GG_AT(lg_unit, facing)),
    COMMANDER(lg_unit, division, "", NULL),
    GG_BITS_FIELD("flags", lg_names.flags, GG_AT(lg_unit, flags)),
    GG_OWN_FIELD("no skirmishers", NULL, read_no_skirmishers, write_no_skirmishers, 0),
    GG_OWN_FIELD("start", NULL, read_start, write_start, 0),
    GG_FLAG_FIELD("destroyed", REMOVED_DESTROYED, GG_AT(lg_unit, removed)),
    GG_FLAG_FIELD("left", REMOVED_LEFT, GG_AT(lg_unit, removed)),
    GG_COUNT_FIELD("shaken", expected_number, SHAKEN_MAX, GG_AT(lg_unit, shaken)),
    GG_BITS_FIELD("status", status_names, GG_AT(lg_unit, status)),
    GG_COUNT_FIELD("orders", expected_number, ORDERS_MAX, GG_AT(lg_unit, orders)),
    GG_BITS_FIELD("did", did_names, GG_AT(lg_unit, did)),
    GG_OWN_FIELD("fresh", NULL, read_fresh, write_nothing, 0),
};

static int32_t known_unit(gg_state *s, gg_scan *scan, const char **expected)
{
    gg_unit who;
    *expected = "expected charger and target";
    return gg_scan_unit(scan, &lucky_rules, s, 0, UNITS_MAX - 1, &who) ? who : -1;
}

static int32_t which_unit(gg_state *s, gg_scan *scan, const char **expected)
{
    gg_scan here = *scan;
    gt_name it;
    if (!gt_scan_name(&here, level_letters, &it) || it.rank >= 0) return -1;
    const int32_t known = known_unit(s, scan, expected);
    if (known >= 0) return known;
    *expected = "there are too many units";
    if (s->unit_count == UNITS_MAX) return -1;
    *scan = here;
    s->units[s->unit_count] = lg_new_unit(it.side, it.number);
    return s->unit_count++;
}

static const gg_field attached[] = {
    UNIT(lg_commander, attached, "", expected_unit),
};

static bool is_attached(const gg_state *s, uint32_t nth)
{
    return nth < s->commander_count && s->commanders[nth].attached != NOBODY;
}

/* ---- Charges and combats. ---- */

static const char of_charge[] =
    "expected order, facing, k, of, allowance, gone, start, from, at of a charge";
static const gg_field charge[] = {
    UNIT(lg_charge, target, "", "expected charger and target"),
    GG_WORD_FIELD("kind", "", "expected charge, counter or break", kind_names,
                  GG_AT(lg_charge, kind)),
    GG_WORD_FIELD("status", "", "expected declared, closed, failed, met or contact", charge_names,
                  GG_AT(lg_charge, status)),
    GG_NUMBER_FIELD("order", "order", of_charge, 1, 255, GG_AT(lg_charge, order)),
    GG_NUMBER_FIELD("facing", "facing", of_charge, 0, 359, GG_AT(lg_charge, facing)),
    GG_NUMBER_FIELD("k", "k", of_charge, 0, CONTACT_MAX, GG_AT(lg_charge, k)),
    GG_NUMBER_FIELD("k_declared", "of", of_charge, 0, CONTACT_MAX, GG_AT(lg_charge, k_declared)),
    GG_NUMBER_FIELD("allowance", "allowance", of_charge, 0, CONTACT_MAX,
                    GG_AT(lg_charge, allowance)),
    GG_NUMBER_FIELD("moved", "gone", of_charge, 0, CONTACT_MAX, GG_AT(lg_charge, moved)),
    GG_PLACE_FIELD("place", "start", of_charge, FAR, GG_AT(lg_charge, start)),
    GG_PLACE_FIELD("place", "from", of_charge, FAR, GG_AT(lg_charge, declared)),
    GG_PLACE_FIELD("place", "at", of_charge, FAR, GG_AT(lg_charge, target_at)),
    GG_FLAG_FIELD("flank", 1, GG_AT(lg_charge, flank)),
};

static bool has_charge(const gg_state *s, uint32_t nth)
{
    return nth < s->unit_count && s->charges[nth].status != CHARGE_NONE;
}

static const char of_fight[] = "expected sides, lead, lead, at, at, winner, by, flank, flank, "
                               "breaker, fired, run_down";
#define LEAD(called, side)                                                                         \
    GG_UNIT_FIELD(called, "lead", of_fight, 0, UNITS_MAX - 1, .flags = GG_FIELD_NAMED,             \
                  GG_AT(gg_state, fight.lead[side]))
#define LEAD_AT(called, side)                                                                      \
    GG_PLACE_FIELD(called, "at", of_fight, FAR, .flags = GG_FIELD_NAMED,                           \
                   GG_AT(gg_state, fight.lead_at[side]))
#define FLANK(called, side)                                                                        \
    GG_NUMBER_FIELD(called, "flank", of_fight, 0, 1, .flags = GG_FIELD_NAMED,                      \
                    GG_AT(gg_state, fight.flank[side]))
static const gg_field fight[] = {
    GG_SIDE_FIELD("base", "", of_fight, GG_RED, GG_AT(gg_state, fight.base)),
    GG_SIDE_FIELD("attacker", "", of_fight, GG_RED, GG_AT(gg_state, fight.attacker)),
    LEAD("blue's lead", GG_BLUE),
    LEAD("red's lead", GG_RED),
    LEAD_AT("place of blue's lead", GG_BLUE),
    LEAD_AT("place of red's lead", GG_RED),
    GG_SIDE_FIELD("winner", "winner", of_fight, GG_NOBODY, .standard = GG_NOBODY,
                  GG_AT(gg_state, fight.winner)),
    GG_NUMBER_FIELD("fight.difference", "by", of_fight, 0, 255, GG_AT(gg_state, fight.difference)),
    FLANK("blue's flank", GG_BLUE),
    FLANK("red's flank", GG_RED),
    UNIT(gg_state, fight.breaker, "breaker", of_fight),
    GG_NUMBER_FIELD("fight.breaker_fired_at", "fired", of_fight, 0, 1,
                    GG_AT(gg_state, fight.breaker_fired_at)),
    GG_NUMBER_FIELD("fight.run_down", "run_down", of_fight, 0, 1, GG_AT(gg_state, fight.run_down)),
};
static const gg_field fighting[] = {UNITS(gg_state, fight.units)};
static const gg_field retiring[] = {UNITS(gg_state, fight.retiring)};
static const gg_field occupying[] = {UNITS(gg_state, fight.occupying)};
static const gg_field breaking[] = {UNITS(gg_state, fight.breaking)};
static const gg_field beaten[] = {UNITS(gg_state, fight.beaten)};

/* The sets of units of a fight follow it; without it they are not written either. */
static bool is_fought(const gg_state *s, uint32_t nth)
{
    (void)nth;
    const lg_fight none = {.winner = GG_NOBODY};
    return memcmp(&s->fight, &none, sizeof none) != 0;
}

static const gg_field combat[] = {
    GG_UNITS_FIELD("units", "", expected_units, UNITS_MAX - 1, .size = sizeof(uint64_t)),
};

/* A frame and its sets stand together, so the line of the frame writes them all. */
static const char of_frame[] = "expected the side and its lead";
static const gg_field frame[] = {
    GG_SIDE_FIELD("side", "", of_frame, GG_RED, GG_AT(lg_frame, winner)),
    UNIT(lg_frame, lead, "lead", of_frame),
};
static const gg_field frame_breaking[] = {UNITS(lg_frame, breaking)};
static const gg_field frame_beaten[] = {UNITS(lg_frame, beaten)};

static void write_frame_line(const gg_thing *thing, const char *word, const gg_field *fields,
                             int count, gg_text *out)
{
    if (!gg_field_is_said(thing, fields)) return;
    gg_put(out, word);
    gg_write_fields(thing, fields, count, out);
    gg_put_char(out, '\n');
}

static void write_frames(const gg_state *s, gg_text *out)
{
    for (int i = 0; i < s->frame_count; i++) {
        lg_frame copy = s->frames[i];
        const gg_thing thing = {.rules = &lucky_rules, .state = s, .base = &copy};
        write_frame_line(&thing, "frame", frame, 2, out);
        write_frame_line(&thing, "frame_breaking", frame_breaking, 1, out);
        write_frame_line(&thing, "frame_beaten", frame_beaten, 1, out);
    }
}

static int32_t last_frame(gg_state *s, gg_scan *scan, const char **expected)
{
    (void)scan;
    *expected = "expected a frame before this";
    return s->frame_count - 1;
}

static bool never(const gg_state *s, uint32_t nth)
{
    (void)s, (void)nth;
    return false;
}

/* ---- The rest. ---- */

/* How many units a side began with: as many as there are if no line says it. */
static const gg_field began[] = {
    GG_NUMBER_FIELD("units", "", "expected a side and its units", 0, 200, .size = 1),
};

static bool began_otherwise(const gg_state *s, uint32_t nth)
{
    return s->start_units[nth] != lg_count_units(s, (gg_side)nth);
}

static const char *settle_began(gg_state *s, uint32_t nth, bool is_said)
{
    if (!is_said) s->start_units[nth] = (uint8_t)lg_count_units(s, (gg_side)nth);
    return NULL;
}

static const gg_field open[] = {
    GG_UNIT_FIELD("division", "", "expected a division named before", UNITS_MAX, NAMES - 1,
                  .shift = -UNITS_MAX, .standard = NOBODY, GG_AT(gg_state, open_division)),
};

static const gg_field declared[] = {
    GG_NUMBER_FIELD("charges", "", "expected how many charges were declared", 0, 255,
                    GG_AT(gg_state, charge_count)),
};

static const gg_field ended[] = {
    GG_WORD_FIELD("ended", "", "expected broken, time or resigned", ended_names,
                  GG_AT(gg_state, ended)),
    GG_SIDE_FIELD("winner", "", "expected the winner", GG_NOBODY, .standard = GG_NOBODY,
                  GG_AT(gg_state, winner)),
};

static const gg_field last[] = {
    GG_UNIT_FIELD("unit", "", "expected a unit", 0, UNITS_MAX - 1, .standard = NOBODY,
                  GG_AT(gg_state, last_who)),
    GG_PLACE_FIELD("place", "", "expected a place", FAR, GG_AT(gg_state, last_from)),
};

/* What lines follow from beside their things. */
#define OF(member) GG_BYTES(gg_state, member)
static const gg_bytes unit_from[] = {OF(year), OF(house)}, attached_from[] = {OF(commander_count)},
                      charge_from[] = {OF(unit_count)}, fight_from[] = {OF(fight)},
                      frame_from[] = {OF(frames), OF(frame_count)},
                      began_from[] = {OF(units), OF(unit_count)};

#define LINE(typed, rows) .word = typed, GG_FIELDS(rows)
const gg_line_def lg_lines[] = {
    {LINE("practice", practice)},
    {LINE("table", table)},
    {LINE("year", year)},
    {LINE("turns", turns)},
    {LINE("home", home), GG_THINGS(gg_state, home), .settle = settle_home, .names = side_names,
     .expected = expected_side},
    {LINE("turn", turn)},
    AREA_LINE("there are too many areas"),
    {LINE("", commander), GG_THINGS(gg_state, commanders), .first_unit = UNITS_MAX,
     GG_COUNTED(gg_state, commander_count), .which = which_commander, .is_free = true,
     .expected = "expected a place such as 18,4, poor, able, good, excellent, brilliant or another "
                 "word about a commander"},
    {LINE("", unit), GG_THINGS(gg_state, units), GG_COUNTED(gg_state, unit_count),
     .which = which_unit, .is_free = true, GG_FROM(unit_from),
     .expected = "expected a word about a unit: kind, nation, quality, strength, formation, "
                 "place, facing"},
    {LINE("attached", attached), GG_THINGS(gg_state, commanders), .first_unit = UNITS_MAX,
     .is_there = is_attached, .which = known_commander, GG_FROM(attached_from)},
    {LINE("charging", charge), GG_THINGS(gg_state, charges), .is_there = has_charge,
     .which = known_unit, GG_FROM(charge_from)},
    {LINE("combat", combat), GG_THINGS(gg_state, combats), GG_COUNTED(gg_state, combat_count),
     .full = "there are too many combats"},
    {LINE("fight", fight), .is_there = is_fought, GG_FROM(fight_from)},
    {LINE("fighting", fighting)},
    {LINE("retiring", retiring)},
    {LINE("occupying", occupying)},
    {LINE("breaking", breaking)},
    {LINE("beaten", beaten)},
    {LINE("frame", frame), GG_THINGS(gg_state, frames), GG_COUNTED(gg_state, frame_count),
     .full = "there are too many frames", .write = write_frames, GG_FROM(frame_from)},
    {LINE("frame_breaking", frame_breaking), GG_THINGS(gg_state, frames), .is_there = never,
     .which = last_frame},
    {LINE("frame_beaten", frame_beaten), GG_THINGS(gg_state, frames), .is_there = never,
     .which = last_frame},
    {LINE("start", began), GG_THINGS(gg_state, start_units), .is_there = began_otherwise,
     GG_FROM(began_from), .settle = settle_began, .names = side_names,
     .expected = "expected a side and its units"},
    {LINE("open", open), .is_rare = true},
    {LINE("declared", declared), .is_rare = true},
    {LINE("ended", ended), .is_rare = true},
    {LINE("last", last), .is_rare = true},
};
_Static_assert(sizeof lg_lines / sizeof *lg_lines == POSITION_LINES, "one row for each");
