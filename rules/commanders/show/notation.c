/*
 * notation.c - positions as rows, and the names that they use; core reads and writes them.  The
 * lines of a combat are in notation_combat.c.
 *
 *   position commanders 2     heading: the game and the version of its rules
 *   option terrain=1          one for each option that differs from its standard value
 *   stage combined_go         words of stages.def; default planning
 *   round 3; vp blue 4        also pool (sector points left), tie (who wins a drawn game), die
 *   handicap blue 4           points more than a side has at the start, whatever the options
 *   forest a2; hill b3 c1; building b2; river a2|a3; bridge b2|b3; road b2|b3
 *   general blue b1; flag red a3; big_flag red c3; rose nobody b2; big_rose nobody b2 taken
 *   b1 blue 4I 2A 1I(s)       so many units of a type in a sector, numbered as they come;
 *                             (s) spent, (r) routed, (q) in square, (i) inside the building
 *   bI3 b1 spent              one unit by name: place, then words and key:value
 *   order blue 2I b1 b2       an order; it goes to the lowest numbers there that have none
 *
 * A written position lists every unit by name, and `plan` lines in place of `order` lines, as
 * the units say which line is theirs.  Zones, dice and what has been said in the present step
 * follow only where there are any.  Later lines override earlier ones; units are read before
 * everything else, which can so name them wherever it stands.
 */
#include "rules/commanders/law/commanders.h"
#include "notation.h"

#include <string.h>

/* ---- Words. ---- */

/* CMD-1.2 for the sectors. */
const char *const commanders_place_names[PLACES + 1] = {
    "a1", "a2", "a3", "b1",  "b2",       "b3",  "c1",   "c2",
    "c3", "rb", "rr", "box", "captured", "out", "gone", NULL,
};
const char *const commanders_ground_names[GROUNDS + 1] = {
    "a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3", "rb", "rr", NULL,
};
const char *const commanders_side_names[] = {"blue", "red", NULL};

static const char *const marker_names[MARKERS + 1] = {
    "", "general", "flag", "big_flag", "rose", "big_rose", NULL,
};
static const char *const ending_names[ENDINGS + 1] = {
    "", "points", "rounds", "no_units", "morale", "resigned", NULL,
};
/* The order of the bits. */
static const char *const status_names[] = {"routed", "spent", "square", "inside", NULL};
static const char *const deed_names[] = {"reacted", "retreated", "withdrew", "countercharges",
                                         "fought",  "declined",  "acted",    NULL};
static const char *const terrain_names[] = {"forest", "hill", "building", NULL};
static const char *const border_names[] = {"river", "bridge", "road", NULL};
static const char *const ready_names[] = {"none", "blue", "red", NULL};
enum { GROUND_NAMES = 3, NOT_SAID = 255 };

static const char expected_side[] = "expected blue or red";
static const char expected_owner[] = "expected blue, red or nobody";
static const char expected_sector[] = "expected a sector, a1 to c3";
static const char expected_ground[] = "expected a sector or a reserve";
static const char expected_zone[] = "expected a zone such as b1|b2, b2#1 or b2@";
static const char expected_units[] = "expected units such as 2I, 1C or 1A";
static const char too_many_units[] = "a side has at most thirty units";

/* ---- Names. ---- */

void commanders_put_zone(gg_text *out, int id)
{
    if (id < ZONE_CONTESTED) {
        gg_put_words(out, "%s|%s", commanders_place_names[commanders_border_ends[id][0]],
                     commanders_place_names[commanders_border_ends[id][1]]);
    } else if (id < ZONE_BUILDING) {
        gg_put_words(out, "%s#%d", commanders_place_names[(id - ZONE_CONTESTED) / CONTESTED_ZONES],
                     (id - ZONE_CONTESTED) % CONTESTED_ZONES + 1);
    } else {
        gg_put(out, commanders_place_names[id - ZONE_BUILDING]);
        gg_put_char(out, '@');
    }
}

void commanders_write_unit(const gg_state *state, gg_unit who, gg_text *out)
{
    const unit *u = &state->units[who];
    gg_put_char(out, side_of(who) == GG_BLUE ? 'b' : 'r');
    if (u->number == 0) { /* nobody is called so in this game */
        gg_put_char(out, '-');
        gg_put_int(out, who - first_of(side_of(who)) + 1);
        return;
    }
    gg_put_char(out, commanders_letter((type)u->type));
    gg_put_int(out, u->number);
}

/* Who looks for a name tries points that are no place of ours: they have none. */
static const char *place_name(int32_t place)
{
    return place >= 0 && place < PLACES ? commanders_place_names[place] : "";
}

void commanders_write_place(gg_point place, gg_text *out)
{
    if (place.y == 1 && place.x >= 0 && place.x < ZONE_IDS) commanders_put_zone(out, place.x);
    if (place.y == 0 || place.y >= PLACE_PAIR) gg_put(out, place_name(place.x));
    if (place.y < PLACE_PAIR) return;
    gg_put_char(out, ' ');
    gg_put(out, place_name(place.y - PLACE_PAIR));
}

/* ---- Readers of names; each moves past what it read, or does not move. ---- */

bool commanders_scan_place(gg_scan *scan, int *place, int limit)
{
    for (int i = 0; i < limit; i++) {
        if (!gg_scan_is(scan, commanders_place_names[i])) continue;
        *place = i;
        return true;
    }
    return false;
}

bool commanders_scan_type(gg_scan *scan, int *of)
{
    for (int i = 0; i < TYPES; i++) {
        if (!gg_scan_char(scan, commanders_letter((type)i))) continue;
        *of = i;
        return true;
    }
    return false;
}

/* a2|b2, b2#1 or b2@. */
bool commanders_scan_zone(gg_scan *scan, int *id)
{
    gg_scan here = *scan;
    int sector, other;
    int64_t number;
    if (!commanders_scan_place(&here, &sector, SECTORS)) return false;
    if (gg_scan_char(&here, '@')) {
        *id = ZONE_BUILDING + sector;
    } else if (gg_scan_char(&here, '#')) {
        if (!gg_scan_int(&here, 1, CONTESTED_ZONES, &number)) return false;
        *id = ZONE_CONTESTED + sector * CONTESTED_ZONES + (int)number - 1;
    } else {
        if (!gg_scan_char(&here, '|') || !commanders_scan_place(&here, &other, SECTORS))
            return false;
        if (sector >= other || !commanders_is_adjacent(sector, other)) return false;
        *id = commanders_border(sector, other);
    }
    *scan = here;
    return true;
}

/* bI3 */
static bool scan_name(gg_scan *scan, int *side, int *of, int *number)
{
    gg_scan here = *scan;
    int64_t n;
    bool is_blue = gg_scan_char(&here, 'b');
    if (!is_blue && !gg_scan_char(&here, 'r')) return false;
    if (!commanders_scan_type(&here, of) || !gg_scan_int(&here, 1, UNITS, &n)) return false;
    *side = is_blue ? GG_BLUE : GG_RED;
    *number = (int)n;
    *scan = here;
    return true;
}

static int find_unit(const gg_state *state, int side, int of, int number)
{
    for (int i = side * UNITS; i < (side + 1) * UNITS; i++)
        if (state->units[i].number == number && state->units[i].type == of) return i;
    return -1;
}

bool commanders_scan_name(gg_scan *scan, const gg_state *state, gg_unit *who)
{
    int side, of, number;
    if (!scan_name(scan, &side, &of, &number)) return false;
    const int found = find_unit(state, side, of, number);
    *who = found < 0 ? GG_NO_UNIT : (gg_unit)found;
    return true;
}

/* C1, ^C1 or vC1, as the board shows bC1 or rC1.  Sectors are written small, so that a1 is none of
 * them. */
gg_unit commanders_find_unit(const gg_state *state, gg_side side, const char *text)
{
    gg_scan scan = gg_scan_over(text);
    int of, found[2];
    int64_t number;
    bool is_blue = gg_scan_char(&scan, '^'), is_red = !is_blue && gg_scan_char(&scan, 'v');
    if (!commanders_scan_type(&scan, &of) || !gg_scan_int(&scan, 1, UNITS, &number)
        || text[scan.at] != '\0')
        return GG_NO_UNIT;
    found[GG_BLUE] = is_red ? -1 : find_unit(state, GG_BLUE, of, (int)number);
    found[GG_RED] = is_blue ? -1 : find_unit(state, GG_RED, of, (int)number);
    if (side <= GG_RED && found[side] >= 0) return (gg_unit)found[side];
    if ((found[GG_BLUE] >= 0) == (found[GG_RED] >= 0)) return GG_NO_UNIT; /* both, or neither */
    return (gg_unit)(found[GG_BLUE] >= 0 ? found[GG_BLUE] : found[GG_RED]);
}

/* ---- Writing. ---- */

void commanders_put_word(gg_text *out, const char *word)
{
    gg_put_char(out, ' ');
    gg_put(out, word);
}

/* `word a1 c2` for the sectors of a set; nothing for an empty one. */
static void write_sectors(const char *word, const char *side, uint16_t set, gg_text *out)
{
    if (set == 0) return;
    gg_put(out, word);
    if (side != NULL) commanders_put_word(out, side);
    for (int sector = 0; sector < SECTORS; sector++)
        if ((set >> sector & 1) != 0) commanders_put_word(out, commanders_place_names[sector]);
    gg_put_char(out, '\n');
}

/* ---- Words of a line, with the blanks before them. ---- */

static const char *read_side(gg_scan *scan, gg_side *side)
{
    gg_scan_spaces(scan);
    return gg_scan_side(scan, side) ? NULL : expected_side;
}

static const char *read_owner(gg_scan *scan, gg_side *owner)
{
    gg_scan_spaces(scan);
    *owner = GG_NOBODY;
    return gg_scan_is(scan, "nobody") || gg_scan_side(scan, owner) ? NULL : expected_owner;
}

const char *commanders_read_sector(gg_scan *scan, int *sector)
{
    gg_scan_spaces(scan);
    return commanders_scan_place(scan, sector, SECTORS) ? NULL : expected_sector;
}

bool commanders_line_ends(gg_scan *scan)
{
    gg_scan_spaces(scan);
    return gg_scan_line_ends(scan);
}

/* The rest of the line: sectors, by bit. */
static const char *read_sectors(gg_scan *scan, uint16_t *set)
{
    *set = 0;
    while (!commanders_line_ends(scan)) {
        int sector;
        const char *trouble = commanders_read_sector(scan, &sector);
        if (trouble != NULL) return trouble;
        *set |= (uint16_t)(1u << sector);
    }
    return NULL;
}

/* Does one of these words stand here?  Does not move. */
static int32_t begins_with(const gg_scan *scan, const char *const *words, int count)
{
    gg_scan here = *scan;
    int row;
    return gg_scan_row(&here, words, count, &row) ? 0 : -1;
}

/* ---- Points. ---- */

static const char *settle_points(gg_state *state, uint32_t nth, bool is_said)
{
    if (is_said) return NULL;
    const int start = commanders_points_at_start(state);
    state->points[nth] = (int16_t)(state->points[nth] + start); /* with a handicap */
    return NULL;
}

static const char *read_handicap(gg_scan *scan, gg_state *state, uint32_t nth)
{
    int64_t points;
    gg_scan_spaces(scan);
    if (!gg_scan_int(scan, -99, 99, &points)) return "expected victory points";
    state->points[nth] = (int16_t)points;
    return NULL;
}

/* CMD-12.8, CMD-R70: one point for each round of the scenario, and one is gone with each. */
static int usual_pool(const gg_state *state)
{
    int left = state->options[OPT_rounds] - state->round + 1;
    return left < 0 ? 0 : left;
}

static bool has_unusual_pool(const gg_state *state, uint32_t nth)
{
    (void)nth;
    return state->sector_pool != usual_pool(state);
}

static const char *settle_pool(gg_state *state, uint32_t nth, bool is_said)
{
    (void)nth;
    if (!is_said) state->sector_pool = (uint8_t)usual_pool(state);
    return NULL;
}

static bool has_tie(const gg_state *state, uint32_t nth)
{
    (void)nth;
    return state->tie != 0;
}

static bool has_die(const gg_state *state, uint32_t nth) { return state->order_die[nth] != 0; }

/* ---- Ground and markers. ---- */

static int32_t which_terrain(gg_state *state, gg_scan *scan, const char **expected)
{
    (void)state, (void)expected;
    return begins_with(scan, terrain_names, GROUND_NAMES);
}

static const char *read_terrain(gg_scan *scan, gg_state *state, uint32_t nth)
{
    int row = 0;
    uint16_t set;
    (void)nth;
    gg_scan_row(scan, terrain_names, GROUND_NAMES, &row);
    const char *trouble = read_sectors(scan, &set);
    for (int sector = 0; sector < SECTORS; sector++)
        if ((set >> sector & 1) != 0) state->terrain[sector] |= (uint8_t)(1u << row);
    if (set != 0) state->options[OPT_terrain] = 1;
    return trouble;
}

static void write_terrain(const gg_state *state, gg_text *out)
{
    for (int row = 0; row < GROUND_NAMES; row++) {
        uint16_t set = 0;
        for (int sector = 0; sector < SECTORS; sector++)
            if ((state->terrain[sector] >> row & 1) != 0) set |= (uint16_t)(1u << sector);
        write_sectors(terrain_names[row], NULL, set, out);
    }
}

static int32_t which_border(gg_state *state, gg_scan *scan, const char **expected)
{
    (void)state, (void)expected;
    return begins_with(scan, border_names, GROUND_NAMES);
}

static const char *read_borders(gg_scan *scan, gg_state *state, uint32_t nth)
{
    int row = 0, id;
    (void)nth;
    gg_scan_row(scan, border_names, GROUND_NAMES, &row);
    while (!commanders_line_ends(scan)) {
        if (!commanders_scan_zone(scan, &id)) return expected_zone;
        if (id >= BORDERS) return "expected a border such as b1|b2";
        state->borders[id] |= (uint8_t)(1u << row);
        state->options[OPT_terrain] = 1;
    }
    return NULL;
}

static void write_borders(const gg_state *state, gg_text *out)
{
    for (int row = 0; row < GROUND_NAMES; row++) {
        bool has_any = false;
        for (int border = 0; border < BORDERS; border++) {
            if ((state->borders[border] >> row & 1) == 0) continue;
            if (!has_any) gg_put(out, border_names[row]);
            has_any = true;
            gg_put_char(out, ' ');
            commanders_put_zone(out, border);
        }
        if (has_any) gg_put_char(out, '\n');
    }
}

static int32_t which_marker(gg_state *state, gg_scan *scan, const char **expected)
{
    (void)state, (void)expected;
    return begins_with(scan, marker_names, MARKERS);
}

static const char *read_marker(gg_scan *scan, gg_state *state, uint32_t nth)
{
    int kind = MARKER_NONE, sector;
    gg_side owner;
    (void)nth;
    gg_scan_row(scan, marker_names, MARKERS, &kind);
    const char *trouble = read_owner(scan, &owner);
    if (trouble == NULL) trouble = commanders_read_sector(scan, &sector);
    if (trouble != NULL) return trouble;
    state->marker[sector] = (uint8_t)kind;
    state->owner[sector] = owner;
    state->options[OPT_objectives] = 1;
    gg_scan_spaces(scan);
    state->taken[sector] = gg_scan_is(scan, "taken");
    const bool is_rose = kind == MARKER_ROSE || kind == MARKER_BIG_ROSE;
    return is_rose || (owner != GG_NOBODY && !state->taken[sector])
               ? NULL
               : "a general or a flag belongs to a side and is never used up";
}

static void write_markers(const gg_state *state, gg_text *out)
{
    for (int sector = 0; sector < SECTORS; sector++) {
        if (state->marker[sector] == MARKER_NONE) continue;
        gg_put(out, marker_names[state->marker[sector]]);
        commanders_put_word(out, gg_side_name(state->owner[sector]));
        commanders_put_word(out, commanders_place_names[sector]);
        if (state->taken[sector]) commanders_put_word(out, "taken");
        gg_put_char(out, '\n');
    }
}

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

static int32_t which_counts(gg_state *state, gg_scan *scan, const char **expected)
{
    (void)state, (void)expected;
    return begins_with(scan, commanders_place_names, PLACES);
}

/* New units of a type, with the lowest numbers that are free. */
static const char *raise_units(gg_state *state, gg_side side, int of, int count, unit like)
{
    for (int number = 1; count > 0; number++) {
        if (number > UNITS) return too_many_units;
        if (find_unit(state, side, of, number) >= 0) continue;
        unit *u = unit_named(state, side, of, number);
        if (u == NULL) return too_many_units;
        u->place = like.place;
        u->status = like.status;
        count--;
    }
    return NULL;
}

/* b1 blue 4I 2A 1I(s) */
static const char *read_counts(gg_scan *scan, gg_state *state, uint32_t nth)
{
    int place = 0, of;
    gg_side side;
    (void)nth;
    commanders_scan_place(scan, &place, PLACES);
    const char *trouble = read_side(scan, &side);
    while (trouble == NULL && !commanders_line_ends(scan)) {
        int64_t count;
        unit like = {.place = (uint8_t)place};
        if (!gg_scan_int(scan, 0, UNITS, &count) || !commanders_scan_type(scan, &of))
            return expected_units;
        trouble = read_letters(scan, &like.status);
        if (trouble == NULL) trouble = raise_units(state, side, of, (int)count, like);
    }
    return trouble;
}

static int32_t which_unit(gg_state *state, gg_scan *scan, const char **expected)
{
    int side, of, number;
    if (!scan_name(scan, &side, &of, &number)) return -1;
    unit *u = unit_named(state, side, of, number);
    if (u == NULL) return *expected = too_many_units, -1;
    *u = (unit){.type = (uint8_t)of, .number = (uint8_t)number};
    return (int32_t)(u - state->units);
}

static bool has_unit(const gg_state *state, uint32_t nth) { return state->units[nth].number != 0; }

static const char *read_tried(gg_scan *scan, const gg_state *state, void *at)
{
    unit *u = (unit *)(void *)((char *)at - offsetof(unit, tried));
    int place;
    (void)state;
    if (strncmp(scan->text + scan->at, "tried:", 6) != 0) return expected_ground;
    scan->at += 6;
    if (!commanders_scan_place(scan, &place, GROUNDS)) return expected_ground;
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
    if (strncmp(scan->text + scan->at, "zone:", 5) != 0) return expected_zone;
    scan->at += 5;
    if (!commanders_scan_zone(scan, &id)) return expected_zone;
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
        .name = title, .lead = title ":", .expected = expected_ground, .kind = GG_FIELD_WORD,      \
        .flags = GG_FIELD_OPTIONAL, .words = commanders_ground_names, .shift = 1,                  \
        GG_AT(unit, member)                                                                        \
    }
static const gg_field unit_fields[] = {
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
        return expected_units;
    for (; steps < 3 && (steps < 2 || !commanders_line_ends(scan)); steps++) {
        gg_scan_spaces(scan);
        if (!commanders_scan_place(scan, &places[steps], GROUNDS)) return expected_ground;
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

static const char *read_new_order(gg_scan *scan, gg_state *state, uint32_t nth)
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

static const char *read_plan(gg_scan *scan, gg_state *state, uint32_t nth)
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

static void write_plan(const gg_state *state, gg_text *out)
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

/* ---- Who held what when the phase began; what has been said. ---- */

/* Until all is read, who holds a sector is kept one higher: 0 means that no line says it. */
static const char *read_held(gg_scan *scan, gg_state *state, uint32_t nth)
{
    gg_side owner;
    uint16_t set = 0;
    (void)nth;
    const char *trouble = read_owner(scan, &owner);
    if (trouble == NULL) trouble = read_sectors(scan, &set);
    for (int sector = 0; sector < SECTORS; sector++)
        if ((set >> sector & 1) != 0) state->held[sector] = (uint8_t)(owner + 1);
    return trouble;
}

static const char *settle_held(gg_state *state, uint32_t nth, bool is_said)
{
    uint8_t said[SECTORS];
    (void)nth, (void)is_said;
    memcpy(said, state->held, sizeof said);
    commanders_make_notes(state); /* all units have been read */
    commanders_note_status(state);
    for (int sector = 0; sector < SECTORS; sector++)
        if (said[sector] != 0) state->held[sector] = (uint8_t)(said[sector] - 1);
    return NULL;
}

/* The status of the phase, where it is not what the units of the moment say. */
static void write_held(const gg_state *state, gg_text *out)
{
    gg_state now = *state;
    uint16_t held[3] = {0, 0, 0};
    commanders_note_status(&now);
    for (int sector = 0; sector < SECTORS; sector++)
        if (now.held[sector] != state->held[sector])
            held[state->held[sector]] |= (uint16_t)(1u << sector);
    for (int side = 0; side < 3; side++)
        write_sectors("held", gg_side_name((gg_side)side), held[side], out);
}

static const char *read_said(gg_scan *scan, gg_state *state, uint32_t nth)
{
    return read_sectors(scan, &state->said[nth]);
}

static const char *read_settled(gg_scan *scan, gg_state *state, uint32_t nth)
{
    return read_sectors(scan, &state->settled[nth]);
}

static const char *read_rally(gg_scan *scan, gg_state *state, uint32_t nth)
{
    int64_t count;
    int of;
    gg_scan_spaces(scan);
    if (!gg_scan_int(scan, 0, UNITS / 2, &count)) return "expected units such as 2I";
    if (!commanders_scan_type(scan, &of) || of == TYPE_A) return "expected I or C";
    state->rally[nth][of] = (uint8_t)count;
    return NULL;
}

static void write_said(const gg_state *state, gg_text *out)
{
    for (int side = 0; side < 2; side++) {
        write_sectors("said", gg_side_name((gg_side)side), state->said[side], out);
        write_sectors("settled", gg_side_name((gg_side)side), state->settled[side], out);
        for (int of = 0; of < TYPES; of++) {
            if (state->rally[side][of] == 0) continue;
            gg_put(out, "rally");
            commanders_put_word(out, gg_side_name((gg_side)side));
            gg_put_words(out, " %d%c\n", state->rally[side][of], commanders_letter((type)of));
        }
    }
}

static bool is_secret(const gg_state *state, uint32_t nth)
{
    (void)nth;
    return commanders_stages[state->stage].kind == SECRET;
}

static bool has_result(const gg_state *state, uint32_t nth)
{
    (void)nth;
    return state->result != ENDED_NOT;
}

/* ---- The rows. ---- */

static const gg_field stage_fields[] = {
    GG_WORD_FIELD(
        "stage", "",
        "expected a stage such as planning, fast_go, bombard, combined_go, move, rally or "
        "scoring",
        commanders_phase_words, .standard = PHASE_PLAN, GG_AT(gg_state, stage)),
};
static const gg_field round_fields[] = {
    GG_NUMBER_FIELD("round", "", "expected a round, 1 to 12", 1, 12, .standard = 1,
                    GG_AT(gg_state, round)),
};
static const gg_field points_fields[] = {
    GG_NUMBER_FIELD("points", "", "expected victory points", -99, 99, .size = sizeof(int16_t)),
};
static const gg_field pool_fields[] = {
    GG_NUMBER_FIELD("points", "", "expected the points left in the pool, 0 to 10", 0, 10,
                    GG_AT(gg_state, sector_pool)),
};
static const gg_field tie_fields[] = {
    GG_SIDE_FIELD("side", "", expected_side, GG_RED, .shift = 1, GG_AT(gg_state, tie)),
};
static const gg_field die_fields[] = {
    GG_NUMBER_FIELD("die", "", "expected a die, 1 to 6", 1, 6, .size = sizeof(uint8_t)),
};
static const gg_field pass_fields[] = {
    GG_NUMBER_FIELD("pass", "", "expected 0, 1 or 2", 0, 2, .flags = GG_FIELD_OPTIONAL,
                    GG_AT(gg_state, pass)),
};
/* What lines of our own say, for the hash of a position. */
#define HELD(sector)                                                                               \
    GG_NUMBER_FIELD(#sector, "", NULL, 0, GG_NOBODY, .size = 1,                                    \
                    .offset = offsetof(gg_state, held) + (sector))
static const gg_field held_fields[] = {HELD(0), HELD(1), HELD(2), HELD(3), HELD(4),
                                       HELD(5), HELD(6), HELD(7), HELD(8)};
_Static_assert(sizeof held_fields / sizeof *held_fields == SECTORS, "all sectors");
#define SAID_ABOUT(title, member)                                                                  \
    GG_BITS_FIELD(title, commanders_place_names, GG_BESIDE(gg_state, member, ))
#define RALLIES(type)                                                                              \
    GG_NUMBER_FIELD(#type, "", NULL, 0, UNITS, GG_BESIDE(gg_state, rally, [TYPE_##type]))
static const gg_field said_fields[] = {SAID_ABOUT("said", said), SAID_ABOUT("settled", settled),
                                       RALLIES(I), RALLIES(C)};
static const gg_field ready_fields[] = {
    GG_WORD_FIELD("side", "", "expected none, blue or red", ready_names, .standard = NOT_SAID,
                  GG_AT(gg_state, ready)),
};
static const gg_field result_fields[] = {
    GG_SIDE_FIELD("winner", "", expected_owner, GG_NOBODY, .standard = GG_NOBODY,
                  GG_AT(gg_state, winner)),
    GG_WORD_FIELD("why", "", "expected points, rounds, no_units, morale or resigned", ending_names,
                  GG_AT(gg_state, result)),
};

/* What lines follow from beside their things. */
#define OF(member) GG_BYTES(gg_state, member)
static const gg_bytes pool_from[] = {OF(stage), OF(options), OF(house), OF(round)},
                      terrain_from[] = {OF(terrain)}, border_from[] = {OF(borders)},
                      marker_from[] = {OF(marker), OF(owner), OF(taken)},
                      plan_from[] = {OF(plan), OF(plan_count)},
                      unit_from[] = {GG_BYTES_OF_EACH(gg_state, zones, id)},
                      held_from[] = {OF(units), OF(held)},
                      combat_from[] = {OF(zones),
                                       OF(zone_count),
                                       GG_BYTES_OF_EACH(gg_state, units, hitters),
                                       OF(garrison_target),
                                       OF(garrison_die),
                                       OF(rerolls)},
                      turn_from[] = {OF(stage), OF(reroll_at), OF(reroll_side), OF(reroll_passes)},
                      said_from[] = {OF(said), OF(settled), OF(rally)}, ready_from[] = {OF(stage)};

#define FIELDS(rows) .fields = rows, .field_count = sizeof rows / sizeof *rows
#define BY_SIDE .names = commanders_side_names, .expected = expected_side
const gg_line_def commanders_lines[] = {
    {.word = "stage", FIELDS(stage_fields)},
    {.word = "round", FIELDS(round_fields)},
    {.word = "vp",
     FIELDS(points_fields),
     BY_SIDE,
     GG_THINGS(gg_state, points),
     .settle = settle_points},
    {.word = "handicap",
     BY_SIDE,
     GG_THINGS(gg_state, points),
     .read = read_handicap,
     GG_NEVER_WRITTEN},
    {.word = "pool",
     FIELDS(pool_fields),
     .is_there = has_unusual_pool,
     .settle = settle_pool,
     GG_FROM(pool_from)},
    {.word = "tie", FIELDS(tie_fields), .is_there = has_tie},
    {.word = "die",
     FIELDS(die_fields),
     BY_SIDE,
     GG_THINGS(gg_state, order_die),
     .is_there = has_die},
    {.word = "",
     .which = which_terrain,
     .read = read_terrain,
     .write = write_terrain,
     GG_FROM(terrain_from)},
    {.word = "",
     .which = which_border,
     .read = read_borders,
     .write = write_borders,
     GG_FROM(border_from)},
    {.word = "",
     .which = which_marker,
     .read = read_marker,
     .write = write_markers,
     GG_FROM(marker_from)},
    {.word = "order",
     BY_SIDE,
     GG_THINGS(gg_state, plan_count),
     .read = read_new_order,
     GG_NEVER_WRITTEN},
    {.word = "plan",
     BY_SIDE,
     GG_THINGS(gg_state, plan_count),
     .read = read_plan,
     .write = write_plan,
     GG_FROM(plan_from)},
    {.word = "", .which = which_counts, .read = read_counts, GG_NEVER_WRITTEN, .is_early = true},
    {.word = "",
     FIELDS(unit_fields),
     GG_THINGS(gg_state, units),
     .is_there = has_unit,
     GG_FROM(unit_from),
     .which = which_unit,
     .is_free = true,
     .is_early = true,
     .expected = "expected a word such as routed, spent, square, inside or order:2"},
    {.word = "held",
     FIELDS(held_fields),
     .read = read_held,
     .write = write_held,
     .settle = settle_held,
     GG_FROM(held_from)},
    {.word = "zone",
     .read = commanders_read_zone,
     .write = commanders_write_combat,
     GG_FROM(combat_from),
     .settle = commanders_settle_zones},
    {.word = "aim", .read = commanders_read_aim, GG_NEVER_WRITTEN},
    {.word = "dice", .read = commanders_read_dice, GG_NEVER_WRITTEN},
    {.word = "hit", .read = commanders_read_hit, GG_NEVER_WRITTEN},
    {.word = "rerolls",
     BY_SIDE,
     GG_THINGS(gg_state, rerolls),
     .read = commanders_read_rerolls,
     GG_NEVER_WRITTEN},
    {.word = "pass", FIELDS(pass_fields)},
    {.word = "combat",
     .read = commanders_read_combat,
     .write = commanders_write_turn,
     GG_FROM(turn_from)},
    {.word = "said",
     BY_SIDE,
     GG_THINGS(gg_state, said),
     FIELDS(said_fields),
     .read = read_said,
     .write = write_said,
     GG_FROM(said_from)},
    {.word = "settled",
     BY_SIDE,
     GG_THINGS(gg_state, settled),
     .read = read_settled,
     GG_NEVER_WRITTEN},
    {.word = "rally", BY_SIDE, GG_THINGS(gg_state, rally), .read = read_rally, GG_NEVER_WRITTEN},
    {.word = "ready", FIELDS(ready_fields), .is_there = is_secret, GG_FROM(ready_from)},
    {.word = "result", FIELDS(result_fields), .is_there = has_result},
};
_Static_assert(sizeof commanders_lines / sizeof *commanders_lines == COMMANDERS_LINES,
               "one row for each");

/* ---- What was not said. ---- */

/* Stages at which a phase begins: a position written by hand may stand there. */
static bool is_phase_start(int stage)
{
    return stage == PHASE_DEPLOY || stage == PHASE_PLAN || stage == PHASE_FAST_GO
           || stage == PHASE_BOMBARD || stage == PHASE_COMBINED_GO || stage == PHASE_MOVE
           || stage == PHASE_RALLY;
}

/* A position that does not say who is ready stands where a phase begins, and goes on from there. */
static void begin_here(gg_state *state, bool has_ready)
{
    bool secret = commanders_stages[state->stage].kind == SECRET;
    if (state->stage != PHASE_ORDER_DICE && (!secret || has_ready)) return;
    if (secret && is_phase_start(state->stage)) {
        commanders_clear_phase(state);
        commanders_arrive(state, state->stage, NULL);
    } else if (secret) commanders_pass_over(state);
    commanders_play_on(state, NULL);
}

const char *commanders_settle(gg_state *state, const int32_t *options)
{
    const bool has_ready = state->ready != NOT_SAID;
    if (!has_ready) state->ready = 0;
    const char *broken = options == NULL ? NULL : commanders_set_up(state, options);
    if (broken == NULL) commanders_make_notes(state);
    if (broken == NULL) broken = commanders_audit(state); /* before anything goes on from there */
    if (broken != NULL) return broken;
    if (options != NULL) commanders_play_on(state, NULL);
    else begin_here(state, has_ready);
    return NULL;
}
