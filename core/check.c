/*
 * check.c - one table per roll, and the readers of it: resolve, explain, odds.
 * (The fourth, the printed sheet, is in sheet.c.)
 * SPDX-License-Identifier: MIT
 */
#include "core/dice.h"
#include "core/roll.h"
#include "grognard.h"

#include <string.h>

/* In one group only the modifier that changes most counts. */
static bool is_outdone(const gg_check *check, const int *amounts, int row)
{
    uint8_t group = check->mods[row].group;
    if (group == 0) return false;
    int own = amounts[row] < 0 ? -amounts[row] : amounts[row];
    for (int other = 0; other < check->mod_count; other++) {
        if (other == row || check->mods[other].group != group) continue;
        int its = amounts[other] < 0 ? -amounts[other] : amounts[other];
        if (its > own || (its == own && other < row)) return true;
    }
    return false;
}

static int amount_of(const gg_check *check, const int16_t *house, const gg_mod *mod,
                     const void *query)
{
    if (check->numbers == NULL) return mod->amount(query);
    const int times = mod->times(query);
    return times == 0 ? 0 : times * gg_number_value(check->numbers, house, mod->number);
}

int gg_one_die(const void *query)
{
    (void)query;
    return 1;
}

int gg_two_dice(const void *query)
{
    (void)query;
    return 2;
}

int gg_check_mods(const gg_check *check, const int16_t *house, const void *query, gg_event *event)
{
    int amounts[64];
    gg_assert(check->mod_count <= 64);
    for (int row = 0; row < check->mod_count; row++)
        amounts[row] = amount_of(check, house, &check->mods[row], query);
    int sum = 0;
    for (int row = 0; row < check->mod_count; row++) {
        if (amounts[row] == 0 || is_outdone(check, amounts, row)) continue;
        sum += amounts[row];
        if (event == NULL) continue;
        gg_assert(event->line_count < GG_LINES_MAX);
        gg_assert(amounts[row] >= INT8_MIN && amounts[row] <= INT8_MAX);
        event->lines[event->line_count++] =
            (gg_line){.mod = (uint8_t)row, .amount = (int8_t)amounts[row], .seen_by = GG_SIDES_ALL};
    }
    if (check->kind == GG_SUM && check->sum_min < check->sum_max) {
        if (sum < check->sum_min) sum = check->sum_min;
        if (sum > check->sum_max) sum = check->sum_max;
    }
    return sum;
}

static int dice_of(const gg_check *check, const void *query, int mods)
{
    int dice = check->dice(query);
    if (check->kind != GG_HITS) return dice;
    int least = check->dice_min == NULL ? 0 : check->dice_min(query);
    dice += mods;
    return dice < least ? least : dice;
}

int gg_check_dice(const gg_check *check, const int16_t *house, const void *query)
{
    return dice_of(check, query,
                   check->kind == GG_HITS ? gg_check_mods(check, house, query, NULL) : 0);
}

int gg_band_least(const gg_check *check, const int16_t *house, int row)
{
    const gg_band *band = &check->bands[row];
    return band->number == 0 ? band->at_least
                             : gg_number_value(check->numbers, house, band->number);
}

static int band_of(const gg_check *check, const int16_t *house, int value)
{
    for (int row = 0; row + 1 < check->band_count; row++)
        if (value >= gg_band_least(check, house, row)) return row;
    return check->band_count == 0 ? 0 : check->band_count - 1;
}

static int roll_sum(const gg_check *check, int dice, gg_dice *source, gg_event *event)
{
    int sum = 0;
    for (int i = 0; i < dice; i++) {
        int face = gg_roll(source, check->sides);
        sum += face;
        if (event != NULL) event->faces[i] = (uint8_t)face;
    }
    return sum;
}

static uint32_t faces_of(const gg_check *check, const void *query, int mods)
{
    if (check->kind == GG_SUM) return 0;
    if (check->kind == GG_HITS) return check->faces(query);
    const int needs = check->needs(query);
    uint32_t faces = 0;
    for (int face = 1; face <= check->sides; face++)
        if (face + mods >= needs) faces |= 1u << (face - 1);
    if (check->always != NULL) faces |= check->always(query);
    if (check->never != NULL) faces &= ~check->never(query);
    return faces;
}

static void tell_roll(const gg_check *check, const void *query, int dice, int value, int band,
                      uint32_t counting, gg_event *event)
{
    if (event == NULL) return;
    event->counting = counting;
    event->face_count = (uint8_t)dice;
    event->base = (uint8_t)check->dice(query);
    if (check->needs != NULL) event->needs = (uint8_t)check->needs(query);
    event->total = (int16_t)value;
    event->band = (uint8_t)band;
    if (event->clause == 0) event->clause = check->clause;
}

/* For dice that were asked what is rolled first. */
static void note_first(const gg_check *check, const void *query, gg_dice *source)
{
    if (source->requests > 0 || source->first_check != NULL) return;
    source->first_check = check;
    if (check->query_bytes > 0) memcpy(source->first_query, query, check->query_bytes);
}

int gg_check_roll(const gg_check *check, const int16_t *house, const void *query, gg_dice *source,
                  gg_event *event)
{
    if (source->first_query != NULL) note_first(check, query, source);
    int mods = gg_check_mods(check, house, query, event);
    int dice = dice_of(check, query, mods);
    const uint32_t faces = faces_of(check, query, mods);
    gg_assert(dice >= 0 && dice <= GG_FACES_MAX);
    int value =
        check->kind == GG_SUM
            ? roll_sum(check, dice, source, event) + (check->against == NULL ? mods : 0)
            : gg_roll_hits(source, dice, check->sides, faces, event == NULL ? NULL : event->faces);
    const int band = check->held == NULL
                         ? band_of(check, house, value)
                         : check->held(house, query, value, check->needs(query) + mods);
    tell_roll(check, query, dice, value, band, faces, event);
    return check->kind == GG_SUM ? band : value;
}

/* Kinds of faces: bit 0 counts, bit 1 is marked; those that no face has are left out, so that
 * nothing is asked for twice when odds are enumerated. */
int gg_check_roll_marked(const gg_check *check, const int16_t *house, const void *query,
                         gg_dice *source, gg_event *event, uint32_t marked, int *count)
{
    gg_assert(check->kind != GG_SUM && check->sides <= GG_DIE_SIDES_MAX);
    if (source->first_query != NULL) note_first(check, query, source);
    int mods = gg_check_mods(check, house, query, event), dice = dice_of(check, query, mods);
    gg_assert(dice >= 0 && dice <= GG_FACES_MAX);
    const uint32_t faces = faces_of(check, query, mods);
    uint8_t kind_of[GG_DIE_SIDES_MAX], what[4];
    int kinds = 0, row[4] = {-1, -1, -1, -1}, counts[GG_KINDS_MAX] = {0};
    for (int face = 0; face < check->sides; face++) {
        const unsigned is = (faces >> face & 1) | (marked >> face & 1) << 1;
        if (row[is] < 0) what[kinds] = (uint8_t)is, row[is] = kinds++;
        kind_of[face] = (uint8_t)row[is];
    }
    gg_roll_kinds(source, dice, check->sides, kind_of, kinds, counts,
                  event == NULL ? NULL : event->faces);
    int value = 0;
    *count = 0;
    for (int kind = 0; kind < kinds; kind++) {
        if (what[kind] & 1) value += counts[kind];
        if (what[kind] & 2) *count += counts[kind];
    }
    tell_roll(check, query, dice, value, band_of(check, house, value), faces, event);
    return value;
}

int gg_check_odds(const gg_check *check, const int16_t *house, const void *query,
                  gg_fraction odds[GG_OUTCOMES_MAX])
{
    int bands = check->band_count > 0 ? check->band_count : 1; /* without bands: one result */
    int results = check->kind == GG_SUM ? bands : gg_check_dice(check, house, query) + 1;
    gg_assert(results <= GG_OUTCOMES_MAX);
    for (int i = 0; i < results; i++) odds[i] = (gg_fraction){0, 1};
    for (gg_dice dice = gg_dice_enumerate(); gg_dice_next(&dice);) {
        int result = gg_check_roll(check, house, query, &dice, NULL);
        bool exact = gg_fraction_plus(&odds[result], dice.weight);
        gg_assert(exact); /* one roll of a check is far below the bounds */
    }
    for (int i = 0; i < results; i++) odds[i] = gg_fraction_reduce(odds[i]);
    return results;
}

gg_event *gg_log_add(gg_log *log, gg_event_kind kind, gg_clause clause)
{
    if (log == NULL || log->count == log->limit) return NULL;
    gg_event *event = &log->events[log->count++];
    memset(event, 0, sizeof *event);
    event->kind = (uint8_t)kind;
    event->clause = clause;
    event->seen_by = GG_SIDES_ALL;
    event->check = GG_NO_CHECK;
    event->who = event->whom = GG_NO_UNIT;
    return event;
}

gg_event *gg_say(gg_log *log, const gg_ruleset *rules, gg_event_kind kind, unsigned saying,
                 gg_unit who, gg_unit whom)
{
    if (log == NULL) return NULL;
    gg_event *event = gg_log_add(log, kind, rules->sayings[saying].clause);
    if (event == NULL) return NULL;
    event->saying = (uint16_t)saying;
    event->who = who;
    event->whom = whom;
    return event;
}

/* ---- In a game (core/roll.h). ---- */

gg_event *gg_roll_event(const gg_check *check, uint8_t row, gg_unit who, gg_unit whom,
                        gg_dice *dice, gg_log *log, gg_event *unseen)
{
    gg_event *event = gg_log_add(log, GG_ROLL, check->clause);
    gg_roll_for(dice, check->name, who, whom);
    if (event == NULL) event = unseen;
    if (event == NULL) return NULL;
    event->check = row;
    event->who = who;
    event->whom = whom;
    return event;
}

int gg_roll_check(const gg_check *check, uint8_t row, const int16_t *house, const void *query,
                  gg_unit who, gg_unit whom, gg_dice *dice, gg_log *log)
{
    gg_event *event = gg_roll_event(check, row, who, whom, dice, log, NULL);
    return gg_check_roll(check, house, query, dice, event);
}

int gg_roll_total(const gg_check *check, uint8_t row, const int16_t *house, const void *query,
                  gg_unit who, gg_unit whom, gg_dice *dice, gg_log *log, int *face)
{
    gg_event unseen = {.kind = GG_ROLL};
    gg_event *event = gg_roll_event(check, row, who, whom, dice, log, &unseen);
    gg_check_roll(check, house, query, dice, event);
    *face = event->faces[0];
    return event->total;
}
