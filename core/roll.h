/*
 * roll.h - a check that is rolled in a game: the dice are told what for, the log what came of it.
 * SPDX-License-Identifier: MIT
 */
#ifndef CORE_ROLL_H
#define CORE_ROLL_H

#include "grognard.h"

/* The rows of a check and how many there are, as core/modifiers.def makes them. */
#define GG_MODS(rows)                                                                              \
    .mods = rows, .mod_count = sizeof rows / sizeof *rows, .query_bytes = rows##_query_bytes
#define GG_BANDS(rows) .bands = rows, .band_count = sizeof rows / sizeof *rows
/* Its kind, how many six-sided dice it takes, and the numbers of the ruleset that it is made of. */
#define GG_SIXES(how, many, rows) .kind = how, .sides = 6, .dice = many, .numbers = rows

/* Names the roll for the dice and opens its event: the row of the ruleset's checks, the check's
 * clause, the units.  Without a log it is `unseen`, for who reads a total or a face of it, or NULL.
 */
gg_event *gg_roll_event(const gg_check *, uint8_t row, gg_unit who, gg_unit whom, gg_dice *,
                        gg_log *, gg_event *unseen);

/* A plain die of six sides, for a purpose of the game's own. */
static inline int gg_roll_die(gg_dice *dice, const char *purpose, gg_unit who, gg_unit whom)
{
    gg_roll_for(dice, purpose, who, whom);
    return gg_roll(dice, 6);
}

/* What came up on one die or two (0: one alone); of what nobody reads nothing. */
static inline void gg_show_dice(gg_event *event, int one, int other)
{
    if (event == NULL) return;
    event->faces[0] = (uint8_t)one;
    event->faces[1] = (uint8_t)other;
    event->face_count = other == 0 ? 1 : 2;
}

/* All of it, where the result is all that is wanted: a row of the bands, or a number of hits. */
int gg_roll_check(const gg_check *, uint8_t row, const int16_t *house, const void *query,
                  gg_unit who, gg_unit whom, gg_dice *, gg_log *);
/* The same where it is the total, and the face of the first die before anything was added. */
int gg_roll_total(const gg_check *, uint8_t row, const int16_t *house, const void *query,
                  gg_unit who, gg_unit whom, gg_dice *, gg_log *, int *face);

#endif
