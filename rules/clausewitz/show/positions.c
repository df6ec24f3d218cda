/*
 * positions.c - the lines of a position as rows; docs/notation.md describes them.
 * SPDX-License-Identifier: MIT
 */
#include "core/fields.h"
#include "rules/clausewitz/show/show.h"
#include "table/notation.h"

#include <string.h>

enum { FAR = 1000 * CM, NOWHERE = INT32_MIN, NUMBER_MAX = 99 /* of a Brigade */ };

static const char expected_brigade[] = "expected a Brigade such as A1";
static const char expected_place[] = "expected a place in centimetres: east,north";
static const char expected_via[] =
    "expected a place in centimetres: east,north; not 0,0, which stands for none";
static const char expected_side[] = "expected blue or red";

static const char *const ended_words[] = {"", "turns", "gone", "resigned", NULL};
static const char *const gone_words[] = {
    "", "destroyed", "dispersed", "surrendered", "left", "undeployed", "waiting", "attached", NULL};
static const char *const health_words[] = {"",        "well",    "wounded", "dead",
                                           "removed", "captive", "waiting", NULL};
static const char *const rank_words[] = {"cinc", "god", NULL};
static const char *const did_words[] = {"ordered", "limited", "braved", "revealed", "spent", NULL};
static const char *const status_words[] = {"fleeing", NULL};
static const char *const flag_words[] = {"skirmish", NULL};
static const char *const frame_words[] = {"",       "begin", "window",  "hits",  "shaken",
                                          "damage", "fail",  "panic",   "melee", "charge",
                                          "escape", "hold",  "counter", "brave", NULL};

/* ---- Units: 3xLI(4) LT(3):rifle FA6(6):limbered LI(3/4):column,brave. ---- */

static bool scan_text(gg_scan *scan, const char *word)
{
    const size_t length = strlen(word);
    if (strncmp(scan->text + scan->at, word, length) != 0) return false;
    scan->at += (uint32_t)length;
    return true;
}

static bool scan_number(gg_scan *scan, int low, int high, int *out)
{
    int64_t number;
    const char next = scan->text[scan->at];
    if (next < '0' || next > '9' || !gg_scan_int(scan, low, high, &number)) return false;
    *out = (int)number;
    return true;
}

typedef struct trait {
    const char *word;
    size_t offset;
    int low, high;
} trait;
static const trait traits[] = {
    {"steady=", offsetof(cw_unit, steady), 2, 6},  {"foot=", offsetof(cw_unit, foot), 2, 6},
    {"horse=", offsetof(cw_unit, horse), 2, 6},    {"rating=", offsetof(cw_unit, rating), 1, 6},
    {"morale=", offsetof(cw_unit, morale), 0, 2},  {"lent=", offsetof(cw_unit, lent), 1, 64},
    {"also=", offsetof(cw_unit, lent) + 1, 1, 64},
};
enum { TRAITS = sizeof traits / sizeof *traits };

static uint8_t *trait_of(cw_unit *u, int row) { return (uint8_t *)u + traits[row].offset; }

/* One word behind the colon. */
static const char *read_trait(gg_scan *scan, cw_unit *u)
{
    int number;
    for (int form = FORM_LINE; form < FORMS; form++)
        if (gg_scan_is(scan, cw_form_defs[form].words)) return u->formation = (uint8_t)form, NULL;
    for (int row = 0; row < SPECIALS; row++)
        if (gg_scan_is(scan, cw_special_words[row]))
            return u->specials |= (uint16_t)(1 << row), NULL;
    if (gg_scan_is(scan, "rifle")) return u->weapon = WEAPON_RIFLE, NULL;
    if (gg_scan_is(scan, "uncoloured")) return u->colours_lost = 1, NULL;
    if (scan_text(scan, "men=")) {
        if (!scan_number(scan, 1, 9999, &number)) return "expected a number of men";
        return u->men = (uint16_t)number, NULL;
    }
    for (int row = 0; row < TRAITS; row++) {
        if (!scan_text(scan, traits[row].word)) continue;
        if (!scan_number(scan, traits[row].low, traits[row].high, &number))
            return "expected a number that fits here";
        return *trait_of(u, row) = (uint8_t)number, NULL;
    }
    return "expected a formation, a special rule, rifle, men= or another number of the unit";
}

static bool scan_code(gg_scan *scan, cw_type *type, cw_weapon *weapon)
{
    for (int row = TYPE_LI; row < TYPES; row++) {
        if (!scan_text(scan, cw_unit_defs[row].code)) continue;
        *type = (cw_type)row;
        *weapon = cw_unit_defs[row].mounted ? WEAPON_NONE : WEAPON_MUSKET;
        if (row == TYPE_FA || row == TYPE_HA) {
            *weapon = WEAPON_POUND6;
            for (int gun = WEAPON_HOWITZER; gun >= WEAPON_POUND6; gun--)
                if (scan_text(scan, cw_weapon_defs[gun].code))
                    return *weapon = (cw_weapon)gun, true;
        }
        return true;
    }
    return false;
}

/* (4) dice, (3/4) of so many to begin with, (800) men. */
static const char *read_dice(gg_scan *scan, const gg_state *s, cw_type type, cw_weapon weapon,
                             cw_unit *out)
{
    int dice = 4, start = 0;
    if (type >= TYPE_HC && type <= TYPE_LC) dice = 4;
    if (gg_scan_char(scan, '(')) {
        if (!scan_number(scan, 0, 9999, &dice)) return "expected dice or men";
        if (gg_scan_char(scan, '/') && !scan_number(scan, 1, DICE_MAX, &start))
            return "expected the dice it began with";
        if (dice == 0 && start == 0) return "expected dice or men"; /* 0/4: about to be removed */
        if (!gg_scan_char(scan, ')')) return "expected )";
    }
    const bool is_men = dice > DICE_MAX;
    if (start == 0) start = is_men ? cw_dice_of_men(s, type, dice) : dice;
    if (start > DICE_MAX) return "a unit has at most 20 dice";
    *out = cw_unit_of(s, type, weapon, is_men ? dice : cw_men_of_dice(s, type, start));
    out->dice_start = (uint8_t)start;
    out->dice = is_men ? out->dice_start : (uint8_t)dice;
    return NULL;
}

static const char *read_one_unit(gg_scan *scan, const gg_state *s, int *times, cw_unit *out)
{
    cw_type type;
    cw_weapon weapon;
    gg_scan here = *scan;
    *times = 1;
    if (scan_number(&here, 1, SLOTS, times) && !gg_scan_char(&here, 'x')) return expected_brigade;
    if (gg_scan_char(&here, '?')) {
        *out = (cw_unit){.type = TYPE_HIDDEN};
        *scan = here;
        return NULL;
    }
    if (!scan_code(&here, &type, &weapon)) return expected_brigade; /* nothing was taken */
    *scan = here;
    const char *wrong = read_dice(scan, s, type, weapon, out);
    if (wrong != NULL || !gg_scan_char(scan, ':')) return wrong;
    do {
        wrong = read_trait(scan, out);
    } while (wrong == NULL && gg_scan_char(scan, ','));
    return wrong;
}

/* The state that is being read, by something in it. */
static gg_state *state_of(void *at, size_t offset)
{
    void *state = (char *)at - offset;
    return state;
}

/* The row of the Brigade of these units. */
static size_t row_of_units(const gg_state *s, const cw_unit *units)
{
    return (size_t)(units - s->units[0]) / SLOTS;
}

static const char *read_units(gg_scan *scan, const gg_state *s, void *at)
{
    cw_unit unit, *units = at;
    int times;
    const size_t nth = row_of_units(s, units);
    gt_body *body = &state_of(units, offsetof(gg_state, units[nth]))->bodies[nth];
    const uint32_t from = scan->at;
    const char *wrong = read_one_unit(scan, s, &times, &unit);
    if (scan->at == from) return wrong;
    if (wrong != NULL) return wrong;
    if (body->strength + times > SLOTS) return "a Brigade has at most five units";
    for (; times > 0; times--) units[body->strength++] = unit;
    return NULL;
}

static void write_traits(const gg_state *s, const cw_unit *u, gg_text *out)
{
    const cw_type type = (cw_type)u->type;
    cw_unit plain =
        cw_unit_of(s, type, (cw_weapon)u->weapon, cw_men_of_dice(s, type, u->dice_start));
    char mark = ':';
#define SAY(said)                                                                                  \
    do {                                                                                           \
        gg_put_char(out, mark);                                                                    \
        gg_put(out, said);                                                                         \
        mark = ',';                                                                                \
    } while (0)
    if (u->weapon == WEAPON_RIFLE) SAY("rifle");
    if (u->formation != plain.formation) SAY(cw_form_defs[u->formation].words);
    for (int row = 0; row < SPECIALS; row++)
        if ((u->specials & ~plain.specials) >> row & 1) SAY(cw_special_words[row]);
    if (u->men != plain.men) {
        SAY("men=");
        gg_put_int(out, u->men);
    }
    for (int row = 0; row < TRAITS; row++) {
        const int own = ((const uint8_t *)u)[traits[row].offset];
        if (own == *trait_of(&plain, row)) continue;
        SAY(traits[row].word);
        gg_put_int(out, own);
    }
    if (u->colours_lost) SAY("uncoloured");
#undef SAY
}

static void write_units(const gg_state *s, const void *at, gg_text *out)
{
    const cw_unit *units = at;
    const gt_body *body = &s->bodies[row_of_units(s, units)];
    for (int slot = 0; slot < body->strength;) {
        const cw_unit *u = &units[slot];
        int times = 1;
        while (slot + times < body->strength && memcmp(u, &units[slot + times], sizeof *u) == 0)
            times++;
        slot += times;
        gg_put_char(out, ' ');
        if (times > 1) {
            gg_put_int(out, times);
            gg_put_char(out, 'x');
        }
        gg_put(out, cw_unit_defs[u->type].code);
        if (u->type == TYPE_HIDDEN) continue;
        if (cw_is_guns(u)) gg_put(out, cw_weapon_defs[u->weapon].code);
        gg_put_char(out, '(');
        gg_put_int(out, u->dice);
        if (u->dice != u->dice_start) {
            gg_put_char(out, '/');
            gg_put_int(out, u->dice_start);
        }
        gg_put_char(out, ')');
        write_traits(s, u, out);
    }
}

/* U, said where it is not the sum of its units' bonuses. */
enum { RESERVE_UNSAID = 255 };
static int sum_of_morale(const gg_state *s, unsigned b)
{
    int sum = 0;
    for (int slot = 0; slot < cw_count(s, b); slot++) sum += s->units[b][slot].morale;
    return sum;
}

static const char *read_reserve(gg_scan *scan, const gg_state *s, void *base)
{
    int number;
    if (!gg_scan_is(scan, "reserve")) return NULL;
    gg_scan_spaces(scan);
    if (!scan_number(scan, 0, 10, &number)) return "expected 0 to 10";
    const size_t nth = (size_t)((const gt_body *)base - s->bodies);
    state_of(base, offsetof(gg_state, bodies[nth]))->brigades[nth].reserve = (uint8_t)number;
    return NULL;
}

static void write_reserve(const gg_state *s, const void *base, gg_text *out)
{
    const unsigned b = (unsigned)((const gt_body *)base - s->bodies);
    if (s->brigades[b].reserve == sum_of_morale(s, b)) return;
    gg_put(out, " reserve ");
    gg_put_int(out, s->brigades[b].reserve);
}

/* A parent may stand behind its child, which has the lowest id that was free: until all Brigades
 * are read (settle_parent) it is known by its number. */
enum { PARENT_SAID = BRIGADES_MAX };
_Static_assert(PARENT_SAID + NUMBER_MAX <= UINT8_MAX, "both fit");

static const char *read_parent(gg_scan *scan, const gg_state *s, void *at)
{
    cw_brigade *brigade = at;
    const bool blue = s->bodies[brigade - s->brigades].side == GG_BLUE;
    int number;
    if (!gg_scan_is(scan, "of")) return NULL;
    gg_scan_spaces(scan);
    if (!gg_scan_char(scan, blue ? 'A' : 'B') || !scan_number(scan, 1, NUMBER_MAX, &number))
        return "expected a Brigade of the same side, such as A1";
    brigade->parent = (uint8_t)(PARENT_SAID + number);
    return NULL;
}

static void write_parent(const gg_state *s, const void *at, gg_text *out)
{
    const cw_brigade *brigade = at;
    if (brigade->parent == 0) return;
    gg_put(out, " of ");
    cw_write_unit(s, (gg_unit)(brigade->parent - 1), out);
}

static const char *settle_parent(gg_state *s, unsigned child)
{
    uint8_t *parent = &s->brigades[child].parent;
    const int number = *parent - PARENT_SAID;
    unsigned b = 0;
    if (number <= 0) return NULL;
    while (b < s->body_count
           && (s->bodies[b].side != s->bodies[child].side || s->bodies[b].number != number))
        b++;
    *parent = (uint8_t)(b + 1);
    return b < s->body_count ? NULL : "a Brigade is of another that is not there";
}

/* Sets of Brigades, in hexadecimal. */
static bool scan_set(gg_scan *scan, uint64_t *out)
{
    static const char digits[] = "0123456789abcdef";
    const uint32_t from = scan->at;
    uint64_t set = 0;
    for (const char *digit;
         scan->text[scan->at] != '\0' && (digit = strchr(digits, scan->text[scan->at])) != NULL;
         scan->at++)
        set = set << 4 | (uint64_t)(digit - digits);
    *out = set;
    return scan->at > from && scan->at - from <= 16;
}

static const char *read_set(gg_scan *scan, const gg_state *s, void *at)
{
    (void)s;
    return scan_set(scan, at) ? NULL : "expected hexadecimal digits";
}

static void write_set(const gg_state *s, const void *at, gg_text *out)
{
    (void)s;
    gg_put_char(out, ' ');
    gg_put_hex(out, *(const uint64_t *)at, 16);
}

static const char *read_set_led(gg_scan *scan, const gg_state *s, void *at)
{
    if (!gg_scan_is(scan, "set")) return NULL;
    gg_scan_spaces(scan);
    return read_set(scan, s, at);
}

static void write_set_led(const gg_state *s, const void *at, gg_text *out)
{
    if (*(const uint64_t *)at == 0) return;
    gg_put(out, " set");
    write_set(s, at, out);
}

/* ---- The rows. ---- */

static const gg_field phase_fields[] = {
    GG_WORD_FIELD(
        "phase", "", "expected a phase: setup, scout, deploy, begin, draw, general, activate ...",
        cw_phase_words, .flags = GG_FIELD_OPTIONAL, .standard = PHASE_DRAW, GG_AT(gg_state, phase)),
};
static const gg_field turn_fields[] = {
    GG_NUMBER_FIELD("turn", "", "expected the number of a turn", 1, 99, .flags = GG_FIELD_OPTIONAL,
                    .standard = 1, GG_AT(gg_state, turn)),
};
static const gg_field table_fields[] = {
    GG_DECIMAL_FIELD("width", "", "expected 20 to 400 centimetres", 3, TABLE_MIN, TABLE_MAX,
                     .standard = 180 * CM, GG_AT(gg_state, width)),
    GG_DECIMAL_FIELD("height", "", "expected 20 to 400 centimetres", 3, TABLE_MIN, TABLE_MAX,
                     .standard = 120 * CM, GG_AT(gg_state, height)),
};
static const gg_field chit_fields[] = {
    GG_SIDE_FIELD("side", "", expected_side, GG_RED, .shift = 1, GG_AT(gg_state, chit)),
    GG_FLAG_FIELD("used", 1, GG_AT(gg_state, chit_used)),
};
static const gg_field active_fields[] = {
    GG_UNIT_FIELD("Brigade", "", expected_brigade, 0, BRIGADES_MAX - 1, .shift = 1,
                  GG_AT(gg_state, active)),
    GG_FLAG_FIELD("over", 1, GG_AT(gg_state, active_over)),
    GG_FLAG_FIELD("rushed", 1, GG_AT(gg_state, impetuous_used)),
};
static const gg_field side_fields[] = {
    GG_SIDE_FIELD("side", "", expected_side, GG_RED, .flags = GG_FIELD_OPTIONAL,
                  GG_AT(gg_state, side)),
    GG_SIDE_FIELD("first", "first", expected_side, GG_RED, .flags = GG_FIELD_OPTIONAL, .shift = 1,
                  GG_AT(gg_state, first_locked)),
};
#define OF_SIDE(named, side, member, most)                                                         \
    GG_COUNT_FIELD(named, "expected a number", most, GG_AT(gg_state, member[side]))
#define OF_SIDES(member, most)                                                                     \
    OF_SIDE("blue", GG_BLUE, member, most), OF_SIDE("red", GG_RED, member, most)
static const gg_field bag_fields[] = {OF_SIDES(bag, 90)};
static const gg_field score_fields[] = {OF_SIDES(score, 9999)};
static const gg_field colours_fields[] = {OF_SIDES(colours, 255)};
static const gg_field scouted_fields[] = {OF_SIDES(scouted, 60)};
static const gg_field over_fields[] = {
    GG_SIDE_FIELD("winner", "", "expected blue, red or nobody", GG_NOBODY, .standard = GG_NOBODY,
                  GG_AT(gg_state, winner)),
    GG_WORD_FIELD("why", "", "expected turns, gone or resigned", ended_words,
                  GG_AT(gg_state, ended)),
};
static const gg_field objective_fields[] = {
    GG_NUMBER_FIELD("number", "", "expected the number of an objective: 1 to 6", 1, OBJECTIVES_MAX,
                    GG_AT(cw_objective, number)),
    GG_PLACE_FIELD("place", "", expected_place, FAR, GG_AT(cw_objective, at)),
    GG_NUMBER_FIELD("value", "blue", "expected 1 to 9", 1, 9, .flags = GG_FIELD_OPTIONAL,
                    .standard = 1, .offset = offsetof(cw_objective, value), .size = 1),
    GG_NUMBER_FIELD("value", "red", "expected 1 to 9", 1, 9, .flags = GG_FIELD_OPTIONAL,
                    .standard = 1, .offset = offsetof(cw_objective, value) + 1, .size = 1),
    GG_SIDE_FIELD("by", "by", expected_side, GG_RED, .flags = GG_FIELD_OPTIONAL, .shift = 1,
                  GG_AT(cw_objective, placed_by)),
    GG_NAME_FIELD(GG_BESIDE(gg_state, names.objectives, )),
};
static const gg_field marker_fields[] = {
    GG_PLACE_FIELD("place", "", expected_place, FAR, GG_AT(cw_marker, at)),
    GG_FLAG_FIELD("locked", 1, GG_AT(cw_marker, locked)),
};
static const gg_field general_fields[] = {
    GG_WORD_FIELD("rank", "", "expected cinc or god", rank_words, GG_AT(cw_general, rank)),
    /* always said: read, it is the number of the General */
    GG_COUNT_FIELD("division", "expected 0 to 7", DIVISIONS - 1, .standard = -1,
                   GG_AT(cw_general, division)),
    GG_NUMBER_FIELD("rating", "rating", "expected 1 to 6", 1, 6, GG_AT(cw_general, rating)),
    GG_PLACE_FIELD("place", "", expected_place, FAR, GG_AT(cw_general, at)),
    GG_COUNT_FIELD("actions", "expected 0 to 9", 9, GG_AT(cw_general, actions)),
    GG_FLAG_FIELD("activated", 1, GG_AT(cw_general, activated)),
    GG_FLAG_FIELD("adc", 1, GG_AT(cw_general, has_adc)),
    GG_WORD_FIELD("health", "", "expected well, wounded, dead, removed, captive or waiting",
                  health_words, .flags = GG_FIELD_OPTIONAL, .standard = HEALTH_WELL,
                  GG_AT(cw_general, health)),
    GG_UNIT_FIELD("captor", "of", expected_brigade, 0, BRIGADES_MAX - 1, .flags = GG_FIELD_OPTIONAL,
                  .shift = 1, GG_AT(cw_general, captor)),
    GG_NAME_FIELD(GG_BESIDE(gg_state, names.generals, )),
};
static const gg_field adc_fields[] = {
    GG_SIDE_FIELD("side", "", expected_side, GG_RED, GG_AT(cw_adc, side)),
    /* under fog both may be sealed, and are not said then */
    GG_UNIT_FIELD("to", "to", "expected a General or a Brigade", 0, FIRST_MARKER - 1,
                  .flags = GG_FIELD_OPTIONAL, .standard = GG_NO_UNIT, GG_AT(cw_adc, to)),
    GG_NUMBER_FIELD("objective", "objective", "expected 1 to 6", 1, OBJECTIVES_MAX,
                    .flags = GG_FIELD_OPTIONAL, .standard = OBJECTIVE_SEALED,
                    GG_AT(cw_adc, objective)),
    GG_PLACE_FIELD("place", "at", expected_place, FAR, GG_AT(cw_adc, at)),
    GG_COUNT_FIELD("rides", "expected 0 to 9", 9, GG_AT(cw_adc, rides)),
    GG_PLACE_FIELD("via", "via", expected_via, FAR, .flags = GG_FIELD_OPTIONAL, GG_AT(cw_adc, via)),
};
static const gg_field brigade_fields[] = {
    GG_OWN_MEMBER("units", "expected units such as 3xLI(4)", read_units, write_units, 0,
                  GG_BESIDE(gg_state, units, )),
    GG_NUMBER_FIELD("wide", "wide", "expected 3, 2 or 1", 1, 3, GG_AT(gt_body, formation)),
    GG_PLACE_FIELD("place", "", expected_place, FAR, GG_AT(gt_body, at)),
    GG_DECIMAL_FIELD("facing", "facing", "expected a facing in degrees: 0 to 359.9", 1, 0,
                     GG_TURN - 1, GG_AT(gt_body, facing)),
    GG_COUNT_FIELD("division", "expected 0 to 7", DIVISIONS - 1, GG_AT(gt_body, division)),
    GG_OWN_FIELD("reserve", "expected 0 to 10", read_reserve, write_reserve, 0),
    GG_COUNT_FIELD("hits", "expected 0 to 99", HITS_MAX, GG_BESIDE(gg_state, brigades, .hits)),
    GG_COUNT_FIELD("ap", "expected 0 to 9", 9, GG_BESIDE(gg_state, brigades, .actions)),
    GG_NUMBER_FIELD("objective", "objective", "expected 1 to 6", 1, OBJECTIVES_MAX,
                    .flags = GG_FIELD_OPTIONAL, GG_BESIDE(gg_state, brigades, .objective)),
    GG_OWN_MEMBER("parent", "expected of and a Brigade such as A1", read_parent, write_parent, 0,
                  GG_BESIDE(gg_state, brigades, )),
    GG_COUNT_FIELD("lost", "expected 0 to 255", 255, GG_BESIDE(gg_state, brigades, .lost)),
    GG_BITS_FIELD("did", did_words, GG_AT(gt_body, did)),
    GG_BITS_FIELD("status", status_words, GG_AT(gt_body, status)),
    GG_BITS_FIELD("flags", flag_words, GG_AT(gt_body, flags)),
    GG_WORD_FIELD("gone", "", "expected why it is gone", gone_words, .flags = GG_FIELD_OPTIONAL,
                  GG_AT(gt_body, removed)),
    GG_NAME_FIELD(GG_BESIDE(gg_state, names.brigades, )),
};
static const gg_field frame_fields[] = {
    GG_WORD_FIELD("frame", "", "expected begin, window, hits, ...", frame_words,
                  GG_AT(cw_frame, kind)),
    GG_NUMBER_FIELD("step", "", "expected a number", 0, 255, GG_AT(cw_frame, step)),
    GG_NUMBER_FIELD("who", "", "expected a number", 0, 255, GG_AT(cw_frame, who)),
    GG_NUMBER_FIELD("whom", "", "expected a number", 0, 255, GG_AT(cw_frame, whom)),
    GG_NUMBER_FIELD("n", "", "expected a number", INT32_MIN, INT32_MAX, GG_AT(cw_frame, n)),
    GG_NUMBER_FIELD("m", "", "expected a number", INT32_MIN, INT32_MAX, GG_AT(cw_frame, m)),
    GG_OWN_MEMBER("set", "expected set and hexadecimal digits", read_set_led, write_set_led,
                  GG_FIELD_OPTIONAL, GG_AT(cw_frame, set)),
};

/* ---- Lines of the game's own. ---- */

#define ROOM cw_game
#define AREA_NAMES names.areas
#define CORNERS (CORNERS_MAX - 1)
#define STRETCHES line_count
#include "table/ground_lines.def"

/* division blue 1 objective 2 */
static const gg_field division_fields[] = {
    GG_COUNT_FIELD("objective", "expected 0 to 6", OBJECTIVES_MAX, .size = 1),
};

static const char *read_division(gg_scan *scan, gg_state *s, uint32_t nth)
{
    (void)nth;
    gg_side side;
    int division, objective;
    gg_scan_spaces(scan);
    if (!gg_scan_side(scan, &side)) return expected_side;
    gg_scan_spaces(scan);
    if (!scan_number(scan, 0, DIVISIONS - 1, &division)) return "expected a Division: 0 to 7";
    gg_scan_spaces(scan);
    if (!gg_scan_is(scan, "objective")) return "expected objective";
    gg_scan_spaces(scan);
    if (!scan_number(scan, 0, OBJECTIVES_MAX, &objective)) return "expected 0 to 6";
    s->division_objective[side][division] = (uint8_t)objective;
    return NULL;
}

static void write_divisions(const gg_state *s, gg_text *out)
{
    for (int side = 0; side < 2; side++)
        for (int division = 0; division < DIVISIONS; division++) {
            if (s->division_objective[side][division] == 0) continue;
            gg_put_words(out, "division %s %d objective %d\n", gg_side_name((gg_side)side),
                         division, s->division_objective[side][division]);
        }
}

/* melee: its eight bytes; panicked: a set; last: what moved last, and from where. */
#define BYTE_OF_MELEE(called, n)                                                                   \
    GG_NUMBER_FIELD(called, "", "expected eight numbers", 0, 255, .size = 1,                       \
                    .offset = offsetof(gg_state, melee) + (n))
static const gg_field melee_fields[] = {
    BYTE_OF_MELEE("blue's Generals", 0),
    BYTE_OF_MELEE("red's Generals", 1),
    BYTE_OF_MELEE("engaged attackers", 2),
    BYTE_OF_MELEE("engaged defenders", 3),
    BYTE_OF_MELEE("hits of the attacker", 4),
    BYTE_OF_MELEE("hits of the defender", 5),
    BYTE_OF_MELEE("loser", 6),
    BYTE_OF_MELEE("none", 7),
};
_Static_assert(sizeof(cw_melee) == sizeof melee_fields / sizeof *melee_fields, "all of it");
static const gg_field panicked_fields[] = {
    GG_OWN_MEMBER("set", "expected hexadecimal digits", read_set, write_set, 0,
                  GG_AT(gg_state, panicked)),
};
/* doing march A1 ahead 3: the action that waits for a Brave Brigade's answer. */
static const char expected_action[] = "expected an action, as a player writes it";

static const char *read_doing(gg_scan *scan, const gg_state *s, void *at)
{
    gg_scan_spaces(scan);
    const gg_error error = gg_read_action(&clausewitz_rules, s, scan->text + scan->at, at);
    if (error.text != NULL) return expected_action;
    while (!gg_scan_line_ends(scan)) scan->at++;
    return NULL;
}

static void write_doing(const gg_state *s, const void *at, gg_text *out)
{
    gg_put_char(out, ' ');
    gg_write_action(&clausewitz_rules, s, at, out);
}

static const gg_field doing_fields[] = {
    GG_OWN_MEMBER("action", expected_action, read_doing, write_doing, 0, GG_AT(gg_state, doing)),
};
static const gg_field last_fields[] = {
    GG_UNIT_FIELD("Brigade", "", expected_brigade, 0, BRIGADES_MAX - 1, .shift = 1,
                  GG_AT(gg_state, last_who)),
    GG_PLACE_FIELD("from", "", expected_place, FAR, GG_AT(gg_state, last_from)),
};

/* ---- Which thing a line is about, and which things are there. ---- */

static bool is_over(const gg_state *s, uint32_t nth) { return (void)nth, s->ended != ENDED_NOT; }
static bool is_fought(const gg_state *s, uint32_t nth)
{
    static const cw_melee none;
    (void)nth;
    return memcmp(&s->melee, &none, sizeof none) != 0;
}
static bool is_any_panicked(const gg_state *s, uint32_t nth) { return (void)nth, s->panicked != 0; }
static bool is_waiting(const gg_state *s, uint32_t nth)
{
    (void)nth;
    return cw_is_action_waiting(s);
}
static bool is_table_said(const gg_state *s, uint32_t nth)
{
    (void)nth;
    return s->width != 180 * CM || s->height != 120 * CM;
}
static bool has_objective(const gg_state *s, uint32_t nth)
{
    return s->objectives[nth].number != 0;
}
static bool has_adc(const gg_state *s, uint32_t nth) { return s->adcs[nth].objective != 0; }
static bool has_marker(const gg_state *s, uint32_t nth)
{
    return s->markers[nth / MARKERS_MAX][nth % MARKERS_MAX].exists;
}
static bool has_general(const gg_state *s, uint32_t nth)
{
    return s->generals[nth / GENERALS_MAX][nth % GENERALS_MAX].health != HEALTH_NONE;
}
static bool has_brigade(const gg_state *s, uint32_t nth) { return s->bodies[nth].number != 0; }

static int32_t which_objective(gg_state *s, gg_scan *scan, const char **expected)
{
    int number;
    gg_scan here = *scan;
    if (!scan_number(&here, 1, OBJECTIVES_MAX, &number))
        return *expected = "expected the number of an objective: 1 to 6", -1;
    memset(s->names.objectives[number - 1], 0, GG_CALLED_BYTES);
    s->objectives[number - 1] = (cw_objective){.number = (uint8_t)number, .value = {1, 1}};
    return number - 1;
}

static int32_t which_adc(gg_state *s, gg_scan *scan, const char **expected)
{
    (void)scan;
    for (int32_t i = 0; i < ADCS_MAX; i++) {
        if (s->adcs[i].objective != 0) continue;
        s->adcs[i] = (cw_adc){.to = GG_NO_UNIT, .objective = OBJECTIVE_SEALED};
        return i;
    }
    return *expected = "there are too many ADCs", -1;
}

static int32_t which_general(gg_state *s, gg_scan *scan, const char **expected)
{
    gg_unit unit;
    (void)expected;
    if (!gg_scan_unit(scan, &clausewitz_rules, s, FIRST_GENERAL, FIRST_MARKER - 1, &unit))
        return -1;
    const int nth = unit - FIRST_GENERAL, own = nth % GENERALS_MAX;
    memset(s->names.generals[nth], 0, sizeof s->names.generals[nth]);
    /* CW-8.13; only the CinC is activated to begin with */
    *cw_general_of(s, unit) = (cw_general){
        .at = {NOWHERE, NOWHERE},
        .health = HEALTH_WELL,
        .rank = own == 0 ? RANK_CINC : RANK_GOD,
        .division = (uint8_t)own,
        .rating = (uint8_t)cw_number(s, own == 0 ? N_cinc_rating : N_god_rating),
    };
    return nth;
}

static int32_t which_marker(gg_state *s, gg_scan *scan, const char **expected)
{
    gg_unit unit;
    (void)expected;
    if (!gg_scan_unit(scan, &clausewitz_rules, s, FIRST_MARKER, NAMES - 1, &unit)) return -1;
    const int nth = unit - FIRST_MARKER;
    s->markers[nth / MARKERS_MAX][nth % MARKERS_MAX] = (cw_marker){.exists = 1};
    return nth;
}

/* Found by its name, or the next row.  A line says everything about its Brigade. */
static int32_t which_brigade(gg_state *s, gg_scan *scan, const char **expected)
{
    gg_scan here = *scan;
    int number;
    const bool blue = gg_scan_char(&here, 'A');
    if (!blue && !gg_scan_char(&here, 'B')) return -1;
    if (!scan_number(&here, 1, NUMBER_MAX, &number)) return -1;
    const char next = here.text[here.at];
    if (next != ' ' && next != '\t' && !gg_scan_line_ends(&here)) return -1;
    const gg_side side = blue ? GG_BLUE : GG_RED;
    unsigned b = 0;
    while (b < s->body_count && (s->bodies[b].side != side || s->bodies[b].number != number)) b++;
    if (b == BRIGADES_MAX) return *expected = "there are too many Brigades", -1;
    if (b == s->body_count) s->body_count++;
    memset(s->units[b], 0, sizeof s->units[b]);
    memset(s->names.brigades[b], 0, sizeof s->names.brigades[b]);
    s->bodies[b] = (gt_body){.at = {NOWHERE, NOWHERE},
                             .side = side,
                             .number = (uint8_t)number,
                             .facing = blue ? 0 : GG_HALF_TURN};
    s->brigades[b] = (cw_brigade){.reserve = RESERVE_UNSAID};
    *scan = here;
    return (int32_t)b;
}

static const gg_bytes divisions_from[] = {GG_BYTES(gg_state, division_objective)},
                      /* how its units are described by the rules in force */
    brigades_from[] = {GG_BYTES(gg_state, options), GG_BYTES(gg_state, house)};

#define LINE(typed, rows) .word = typed, GG_FIELDS(rows)
const gg_line_def cw_lines[] = {
    {LINE("phase", phase_fields)},
    {LINE("turn", turn_fields)},
    {LINE("table", table_fields), .is_there = is_table_said},
    {LINE("side", side_fields)},
    {LINE("bag", bag_fields)},
    {LINE("score", score_fields)},
    {LINE("colours", colours_fields)},
    {LINE("scouted", scouted_fields)},
    {LINE("over", over_fields), .is_there = is_over},
    AREA_LINE("there are too many areas"),
    STRETCH_LINE,
    {LINE("objective", objective_fields), GG_THINGS(gg_state, objectives), .first_unit = GG_NO_UNIT,
     .is_there = has_objective, .which = which_objective},
    {LINE("division", division_fields), .offset = offsetof(gg_state, division_objective),
     .stride = 1, .count = 2 * DIVISIONS, .read = read_division, .write = write_divisions,
     GG_FROM(divisions_from)},
    /* Brigades before Generals: a captive names his captor. */
    {LINE("", brigade_fields), GG_THINGS(gg_state, bodies), GG_COUNTED(gg_state, body_count),
     .is_there = has_brigade, .which = which_brigade, .is_free = true, GG_FROM(brigades_from),
     .expected = "expected units such as 3xLI(4), wide N, a place, facing F, hits N, ap N ..."},
    {LINE("", general_fields), .first_unit = FIRST_GENERAL, .offset = offsetof(gg_state, generals),
     .stride = sizeof(cw_general), .count = 2 * GENERALS_MAX, .is_there = has_general,
     .which = which_general, .is_free = true,
     .expected =
         "expected cinc, god, division N, rating N, a place, actions N, activated, adc ..."},
    {LINE("", marker_fields), .first_unit = FIRST_MARKER, .offset = offsetof(gg_state, markers),
     .stride = sizeof(cw_marker), .count = 2 * MARKERS_MAX, .is_there = has_marker,
     .which = which_marker, .is_free = true, .expected = "expected a place or locked"},
    {LINE("adc", adc_fields), GG_THINGS(gg_state, adcs), .first_unit = GG_NO_UNIT,
     .is_there = has_adc, .which = which_adc},
    {LINE("chit", chit_fields), .is_rare = true},
    {LINE("active", active_fields), .is_rare = true},
    {LINE("pending", frame_fields), GG_THINGS(gg_state, frames), GG_COUNTED(gg_state, frame_count),
     .full = "there is too much pending"},
    {LINE("melee", melee_fields), .is_there = is_fought},
    {LINE("panicked", panicked_fields), .is_there = is_any_panicked},
    {LINE("doing", doing_fields), .is_there = is_waiting},
    {LINE("last", last_fields), .is_rare = true},
};
_Static_assert(sizeof cw_lines / sizeof *cw_lines == POSITION_LINES, "one row for each");

/* ---- What follows from the rest. ---- */

static const char *settle_brigade(gg_state *s, unsigned b)
{
    gt_body *body = &s->bodies[b];
    uint8_t *reserve = &s->brigades[b].reserve;
    if (*reserve == RESERVE_UNSAID) *reserve = (uint8_t)sum_of_morale(s, b);
    if (body->formation == 0) body->formation = body->strength < 3 ? body->strength : 3;
    if (body->formation == 0) body->formation = 1;
    if (body->removed != GONE_NOT) {
        if (body->at.x == NOWHERE) body->at = (gg_point){0, 0};
        return NULL;
    }
    if (body->strength == 0) return "a Brigade needs units, such as 3xLI(4)";
    if (body->at.x == NOWHERE) return "a Brigade needs a place in centimetres: east,north";
    gt_grid_put(s->strips, 1, s->cell, b, body->at);
    return NULL;
}

/* A phase that was not said is that of the chit and the Brigade that are. */
static void settle_phase(gg_state *s)
{
    if (s->active != 0 && s->chit == 0) {
        s->chit = (uint8_t)(s->bodies[s->active - 1].side + 1);
        s->chit_used = 1;
    }
    if (s->phase == PHASE_DRAW && s->frame_count == 0) {
        if (s->active != 0) s->phase = PHASE_ACTIVATE;
        else if (s->chit != 0) s->phase = PHASE_GENERAL;
        else if (s->bag[GG_BLUE] + s->bag[GG_RED] == 0) s->phase = PHASE_BEGIN;
    }
    if (s->active != 0 && cw_is_here(s, s->active - 1u))
        s->bodies[s->active - 1].did |= DID_ORDERED; /* one that is gone has nothing to remember */
}

const char *cw_settle(gg_state *s, const int32_t *options)
{
    s->cell = gt_cell(s->width, s->height);
    for (unsigned b = 0; b < s->body_count; b++) {
        const char *wrong = settle_parent(s, b);
        if (wrong == NULL) wrong = settle_brigade(s, b);
        if (wrong != NULL) return wrong;
    }
    for (unsigned g = FIRST_GENERAL; g < FIRST_MARKER; g++) {
        cw_general *his = cw_general_of(s, g);
        if (his->health == HEALTH_NONE) continue;
        if (his->health == HEALTH_WAITING && his->at.x == NOWHERE) his->at = (gg_point){0, 0};
        if (his->at.x == NOWHERE) return "a General needs a place in centimetres: east,north";
        if (his->rank == RANK_CINC && his->health != HEALTH_DEAD && his->health != HEALTH_REMOVED)
            his->activated = 1; /* CW-7.3 */
    }
    for (int i = 0; i < ADCS_MAX; i++)
        s->adcs[i].has_via = s->adcs[i].via.x != 0 || s->adcs[i].via.y != 0;
    if (options != NULL) cw_begin_setup(s);
    settle_phase(s);
    return NULL;
}
