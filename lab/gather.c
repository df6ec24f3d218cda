/*
 * gather.c - what is seen of a game while it is played: clauses, modifiers and numbers that came
 * up in its log; who was lost; where units stood, fought and were last seen.
 *
 * A modifier that came up may have changed nothing: where a roll can be read again from the log, it
 * is read without each of its modifiers on the same dice.
 *
 * Nothing here knows a game.  Events name clauses, checks and rows; the scene of a position names
 * units, their arm, their strength and their place.  A number of the rules is seen to come up where
 * a modifier or a band of a roll is made of it; rows that only bound a move or a distance leave no
 * trace in a log, and `lab vary` is there for them.
 * SPDX-License-Identifier: MIT
 */
#include "lab/game.h"

#include <stdlib.h>
#include <string.h>

typedef struct known {
    bool is_seen, is_here, is_placed; /* placed: not in reserve */
    gg_side side;
    uint8_t role;
    uint32_t first_strength, strength;
    gg_point at;
} known;

struct lab_eyes {
    gg_scene_room room;
    known units[LAB_UNITS_MAX];
    uint32_t mods_before[256];
    uint16_t round;
    gg_state *waiting; /* a position that has not been looked at yet */
    bool is_waiting;
};

uint32_t lab_mods_before(const gg_ruleset *rules, uint32_t check)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < check; i++) count += rules->checks[i]->mod_count;
    return count;
}

struct lab_eyes *lab_open_eyes(const gg_ruleset *rules)
{
    struct lab_eyes *eyes = cli_memory(sizeof *eyes);
    eyes->waiting = cli_memory(rules->state_bytes);
    gg_assert(rules->check_count <= 256 && rules->unit_count <= LAB_UNITS_MAX);
    for (uint32_t i = 0; i < rules->check_count; i++)
        eyes->mods_before[i] = lab_mods_before(rules, i);
    return eyes;
}

void lab_close_eyes(struct lab_eyes *eyes)
{
    if (eyes != NULL) free(eyes->waiting);
    free(eyes);
}

/* ---- Places. ---- */

lab_grid lab_grid_of(const gg_scene *scene)
{
    const int32_t wide = scene->high.x - scene->low.x, high = scene->high.y - scene->low.y;
    lab_grid grid = {.columns = LAB_TABLE_COLUMNS, .low = scene->low};
    if (wide <= 0 || high <= 0) return (lab_grid){.columns = 1, .rows = 1, .size = {1, 1}};
    if (scene->cell > 0) grid.columns = (wide + scene->cell - 1) / scene->cell;
    const int32_t cell = scene->cell > 0 ? scene->cell : (wide + grid.columns - 1) / grid.columns;
    grid.rows = (high + cell - 1) / cell;
    grid.size = (gg_point){cell, cell};
    gg_assert(grid.columns <= LAB_GRID_MAX && grid.rows <= LAB_GRID_MAX);
    return grid;
}

static int cell_of(const lab_grid *grid, gg_point at)
{
    int column = (at.x - grid->low.x) / grid->size.x, row = (at.y - grid->low.y) / grid->size.y;
    if (column < 0) column = 0;
    if (row < 0) row = 0;
    if (column >= grid->columns) column = grid->columns - 1;
    if (row >= grid->rows) row = grid->rows - 1;
    return row * grid->columns + column;
}

static bool is_troops(const gg_mark *mark)
{
    return mark->unit < LAB_UNITS_MAX && mark->side < GG_NOBODY
           && (mark->shape == GG_BLOCK || mark->shape == GG_DISC || mark->shape == GG_RESERVE)
           && mark->role >= GG_ROLE_infantry && mark->role <= GG_ROLE_token
           && (mark->flags & GG_FLAG_GHOST) == 0;
}

/* A unit may be drawn as several marks; its strength is theirs together. */
static void know(struct lab_eyes *eyes, const gg_mark *mark)
{
    known *unit = &eyes->units[mark->unit];
    if (!unit->is_here) unit->strength = 0;
    unit->is_here = true;
    unit->side = mark->side;
    unit->role = mark->role;
    unit->strength += mark->strength;
    unit->is_placed = mark->shape != GG_RESERVE;
    if (unit->is_placed) unit->at = mark->at;
}

static void look_at(lab_table *table, const gg_state *state)
{
    struct lab_eyes *eyes = table->eyes;
    const gg_ruleset *rules = table->match.rules;
    gg_scene scene = gg_scene_in(&eyes->room);
    for (uint32_t i = 0; i < rules->unit_count; i++) eyes->units[i].is_here = false;
    rules->draw(state, GG_NOBODY, &scene);
    if (table->seen.grid.columns == 0) table->seen.grid = lab_grid_of(&scene);
    for (uint32_t i = 0; i < scene.count; i++)
        if (is_troops(&scene.marks[i])) know(eyes, &scene.marks[i]);
    for (uint32_t i = 0; i < rules->unit_count; i++) {
        known *unit = &eyes->units[i];
        if (unit->is_here && !unit->is_seen) unit->first_strength = unit->strength;
        unit->is_seen = unit->is_seen || unit->is_here;
    }
}

/* A position that changed is looked at when somebody needs it: drawing is most of what gathering
 * costs. */
static void look_later(lab_table *table)
{
    memcpy(table->eyes->waiting, table->match.state, table->match.rules->state_bytes);
    table->eyes->is_waiting = true;
}

static void look_now(lab_table *table)
{
    if (table->eyes->is_waiting) look_at(table, table->eyes->waiting);
    table->eyes->is_waiting = false;
}

static void count_standing(lab_table *table)
{
    const struct lab_eyes *eyes = table->eyes;
    for (uint32_t i = 0; i < table->match.rules->unit_count; i++) {
        const known *unit = &eyes->units[i];
        if (unit->is_here && unit->is_placed)
            table->seen.places.stand[unit->side][cell_of(&table->seen.grid, unit->at)]++;
    }
}

/* ---- The log. ---- */

static void see_number(lab_seen *seen, const gg_check *check, uint16_t row)
{
    if (check->numbers != NULL && row > 0) seen->numbers[row]++;
}

static int within(const gg_check *check, int sum)
{
    if (check->sum_min >= check->sum_max) return sum; /* no clamp */
    return sum < check->sum_min ? check->sum_min : sum > check->sum_max ? check->sum_max : sum;
}

static int band_at(const gg_check *check, const int16_t *house, int value)
{
    int row = 0;
    while (row + 1 < check->band_count && value < gg_band_least(check, house, row)) row++;
    return row;
}

/* The same dice without one of the modifiers: is the result another?  Only where dice are added up
 * and bands read the total; the faces that count, elsewhere, are not in the log.  Of a group whose
 * largest alone counts the others are not in the log either: without it there is none. */
static void judge_lines(lab_table *table, const gg_check *check, const gg_event *event)
{
    const int16_t *house = gg_house_of(table->match.rules, table->match.state);
    int sum = 0;
    if (check->kind != GG_SUM || check->against != NULL || check->band_count == 0) return;
    if (band_at(check, house, event->total) != event->band) return; /* read in its own way */
    for (int i = 0; i < event->line_count; i++) sum += event->lines[i].amount;
    for (int i = 0; i < event->line_count; i++) {
        const uint32_t row = table->eyes->mods_before[event->check] + event->lines[i].mod;
        const int without =
            event->total - within(check, sum) + within(check, sum - event->lines[i].amount);
        table->seen.judged[row]++;
        if (band_at(check, house, without) != event->band) table->seen.changed[row]++;
    }
}

static void see_roll(lab_table *table, const gg_event *event)
{
    const gg_check *check = table->match.rules->checks[event->check];
    lab_seen *seen = &table->seen;
    if (event->clause == 0) seen->clauses[check->clause]++;
    for (int i = 0; i < event->line_count; i++) {
        const gg_mod *mod = &check->mods[event->lines[i].mod];
        seen->mods[table->eyes->mods_before[event->check] + event->lines[i].mod]++;
        seen->clauses[mod->clause]++;
        see_number(seen, check, mod->number);
    }
    judge_lines(table, check, event);
    if (event->band >= check->band_count) return;
    seen->clauses[check->bands[event->band].clause]++;
    see_number(seen, check, check->bands[event->band].number);
}

static void see_fight(lab_table *table, const gg_event *event)
{
    const gg_unit both[2] = {event->who, event->whom};
    const known *units = table->eyes->units;
    const uint32_t count = table->match.rules->unit_count;
    if (both[0] >= count || both[1] >= count) return;
    if (units[both[0]].side == units[both[1]].side) return;
    for (int i = 0; i < 2; i++)
        table->seen.places.fight[cell_of(&table->seen.grid, units[both[i]].at)]++;
}

void lab_see_begin(lab_table *table)
{
    memset(table->eyes->units, 0, sizeof table->eyes->units);
    table->eyes->round = gg_match_turn(&table->match).round;
    table->eyes->is_waiting = false;
    look_at(table, table->match.state);
}

/* Something on the board may have changed its place. */
static bool changes_places(const gg_log *log)
{
    for (uint32_t i = 0; i < log->count; i++)
        if (log->events[i].kind == GG_MOVE || log->events[i].kind == GG_LOSS) return true;
    return false;
}

/* Where units stood before it matters: two roll against each other, or something is lost. */
static bool needs_places(const gg_log *log)
{
    for (uint32_t i = 0; i < log->count; i++) {
        const gg_event *event = &log->events[i];
        if (event->kind == GG_LOSS) return true;
        if (event->kind == GG_ROLL && event->check != GG_NO_CHECK && event->whom != GG_NO_UNIT)
            return true;
    }
    return false;
}

void lab_see_action(lab_table *table)
{
    const gg_match *match = &table->match;
    if (needs_places(&match->log)) look_now(table);
    for (uint32_t i = 0; i < match->log.count; i++) {
        const gg_event *event = &match->log.events[i];
        if (event->clause != 0) table->seen.clauses[event->clause]++;
        if (event->kind != GG_ROLL || event->check == GG_NO_CHECK) continue;
        see_roll(table, event);
        see_fight(table, event);
    }
    const uint16_t round = gg_match_turn(match).round;
    const bool changes = changes_places(&match->log);
    if (round != table->eyes->round) {
        if (changes) look_now(table); /* else it is seen now as it was */
        table->eyes->is_waiting = false;
        look_at(table, match->state);
        count_standing(table);
    } else if (changes) look_later(table);
    table->eyes->round = round;
}

void lab_see_end(lab_table *table)
{
    lab_seen *seen = &table->seen;
    const bool is_last =
        table->eyes->is_waiting
        && memcmp(table->eyes->waiting, table->match.state, table->match.rules->state_bytes) == 0;
    look_now(table);
    if (!is_last) look_at(table, table->match.state);
    for (uint32_t i = 0; i < table->match.rules->unit_count; i++) {
        const known *unit = &table->eyes->units[i];
        if (!unit->is_seen) continue;
        lab_loss *loss = &seen->losses[unit->side][unit->role];
        const uint32_t left = unit->is_here ? unit->strength : 0;
        if (!unit->is_here) {
            loss->units++;
            if (unit->is_placed) seen->places.lost[unit->side][cell_of(&seen->grid, unit->at)]++;
        }
        if (left < unit->first_strength) loss->strength += unit->first_strength - left;
    }
}
