/*
 * notation.c - positions as rows, and the names that they use; core reads and writes them.  The
 * lines of units and plans are in notation_troops.c, those of a combat in notation_combat.c.
 *
 *   position commanders 2     heading: the game and the version of its rules
 *   option terrain=1          one for each option that differs from its standard value
 *   stage combined_go         words of stages.def; default planning
 *   round 3; vp blue 4        also pool (sector points left), tie (who wins a drawn game), die
 *   handicap blue 4           points more than a side has at the start, whatever the options
 *   forest a2; hill b3 c1; building b2; river a2|a3; bridge b2|b3; road b2|b3
 *   general blue b1; flag red a3; big_flag red c3; rose nobody b2; big_rose nobody b2 taken
 *
 * A written position lists every unit by name, and `plan` lines in place of `order` lines, as
 * the units say which line is theirs.  Zones, dice and what has been said in the present step
 * follow only where there are any.  Later lines override earlier ones; units are read before
 * everything else, which can so name them wherever it stands.
 * SPDX-License-Identifier: MIT
 */
#include "rules/commanders/law/board.h"
#include "rules/commanders/law/scoring.h"
#include "notation.h"

#include <string.h>

/* ---- Words. ---- */

const char *const commanders_side_names[] = {"blue", "red", NULL};

static const char *const marker_names[MARKERS + 1] = {
    "", "general", "flag", "big_flag", "rose", "big_rose", NULL,
};
static const char *const ending_names[ENDINGS + 1] = {
    "", "points", "rounds", "no_units", "morale", "resigned", NULL,
};
static const char *const terrain_names[] = {"forest", "hill", "building", NULL};
static const char *const border_names[] = {"river", "bridge", "road", NULL};
static const char *const ready_names[] = {"none", "blue", "red", NULL};
enum { GROUND_NAMES = 3, NOT_SAID = 255 };

static const char expected_owner[] = "expected blue, red or nobody";

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

const char *commanders_read_side(gg_scan *scan, gg_side *side)
{
    gg_scan_spaces(scan);
    return gg_scan_side(scan, side) ? NULL : commanders_expected_side;
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
    return commanders_scan_place(scan, sector, SECTORS) ? NULL : commanders_expected_sector;
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
int32_t commanders_begins_with(const gg_scan *scan, const char *const *words, int count)
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
    return commanders_begins_with(scan, terrain_names, GROUND_NAMES);
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
    return commanders_begins_with(scan, border_names, GROUND_NAMES);
}

static const char *read_borders(gg_scan *scan, gg_state *state, uint32_t nth)
{
    int row = 0, id;
    (void)nth;
    gg_scan_row(scan, border_names, GROUND_NAMES, &row);
    while (!commanders_line_ends(scan)) {
        if (!commanders_scan_zone(scan, &id)) return commanders_expected_zone;
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
    return commanders_begins_with(scan, marker_names, MARKERS);
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

static bool has_ready(const gg_state *state, uint32_t nth)
{
    (void)nth;
    return is_secret(state);
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
    GG_SIDE_FIELD("side", "", commanders_expected_side, GG_RED, .shift = 1, GG_AT(gg_state, tie)),
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
#define BY_SIDE .names = commanders_side_names, .expected = commanders_expected_side
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
     .read = commanders_read_order,
     GG_NEVER_WRITTEN},
    {.word = "plan",
     BY_SIDE,
     GG_THINGS(gg_state, plan_count),
     .read = commanders_read_plan,
     .write = commanders_write_plan,
     GG_FROM(plan_from)},
    {.word = "",
     .which = commanders_which_counts,
     .read = commanders_read_counts,
     GG_NEVER_WRITTEN,
     .is_early = true},
    {.word = "",
     .fields = commanders_unit_fields,
     .field_count = COMMANDERS_UNIT_FIELDS,
     GG_THINGS(gg_state, units),
     .is_there = commanders_has_unit,
     GG_FROM(unit_from),
     .which = commanders_which_unit,
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
    {.word = "ready", FIELDS(ready_fields), .is_there = has_ready, GG_FROM(ready_from)},
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
static void begin_here(gg_state *state, bool says_ready)
{
    const bool secret = is_secret(state);
    if (state->stage != PHASE_ORDER_DICE && (!secret || says_ready)) return;
    if (secret && is_phase_start(state->stage)) {
        commanders_clear_phase(state);
        commanders_arrive(state, state->stage, NULL);
    } else if (secret) commanders_pass_over(state);
    commanders_play_on(state, NULL);
}

const char *commanders_settle(gg_state *state, const int32_t *options)
{
    const bool says_ready = state->ready != NOT_SAID;
    if (!says_ready) state->ready = 0;
    const char *broken = options == NULL ? NULL : commanders_set_up(state, options);
    if (broken == NULL) commanders_make_notes(state);
    if (broken == NULL) broken = commanders_audit(state); /* before anything goes on from there */
    if (broken != NULL) return broken;
    if (options != NULL) commanders_play_on(state, NULL);
    else begin_here(state, says_ready);
    return NULL;
}
