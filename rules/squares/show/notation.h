/*
 * notation.h - what the notation of actions and that of positions share: words, names and places.
 * SPDX-License-Identifier: MIT
 */
#ifndef SQUARES_NOTATION_H
#define SQUARES_NOTATION_H

#include "rules/squares/law/squares.h"

extern const char *const sq_fight_words[FIGHTS + 1], *const sq_facing_words[FACINGS + 1];
extern const char sq_expected_square[];

/* What a piece is called: A1, B12, A5c. */
typedef struct sq_name {
    gg_side side;
    uint8_t number, detachment;
} sq_name;

void sq_put_square(gg_text *, uint8_t square); /* - for none */
bool sq_ends_word(const gg_scan *);            /* neither a letter nor a digit stands here */
/* Each moves past what it read, or does not move. */
bool sq_scan_square(gg_scan *, uint8_t *out);
const char *sq_read_square(gg_scan *, uint8_t *out); /* NULL, or what was expected */
bool sq_scan_name(gg_scan *, sq_name *out);
gg_unit sq_find_piece(const gg_state *, const sq_name *);

/* ---- notation_ground.c: lines of the ground (core/position.h). ---- */
const char *sq_read_cards(gg_scan *, gg_state *, uint32_t nth);
void sq_write_cards(const gg_state *, gg_text *);
const char *sq_settle_cards(gg_state *, uint32_t nth, bool is_said);
const char *sq_read_map(gg_scan *, gg_state *, uint32_t nth);
void sq_write_map(const gg_state *, gg_text *);
const char *sq_read_letters(gg_scan *, gg_state *, uint32_t nth);
const char *sq_read_course(gg_scan *, gg_state *, uint32_t nth);
void sq_write_course(const gg_state *, gg_text *);
int32_t sq_which_ground(gg_state *, gg_scan *, const char **expected);
const char *sq_read_ground(gg_scan *, gg_state *, uint32_t nth);

#endif
