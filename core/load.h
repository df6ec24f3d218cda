/*
 * load.h - reading what people give: names, options, actions, positions, records; and the
 * sentence when that cannot be done.  Every front end gives the same one.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_LOAD_H
#define GG_LOAD_H

#include "core/match.h"
#include "core/record.h"
#include "core/text.h"

enum {
    GG_FILE_BYTES_MAX = 2 * 1024 * 1024, /* of a position or record */
    GG_SENTENCE_MAX = 1024
};

/* What is wrong, as a plain sentence; sentence[0] is 0 when nothing is. */
typedef struct gg_complaint {
    bool is_no;            /* understood, and the answer is no; else it could not be understood */
    uint32_t line, column; /* from 1; 0 where there is no such place */
    gg_verdict verdict;    /* what the rules say, where they say something */
    char sentence[GG_SENTENCE_MAX];
} gg_complaint;

const gg_ruleset *gg_find_rules(const char *name, gg_complaint *); /* NULL: complains */
bool gg_find_scenario(const gg_ruleset *, const char *name, uint32_t *row, gg_complaint *);
/* name=value into its row of `values`, which has GG_OPTIONS_MAX; or, for a number of the rules
 * (core/numbers.h), into its row of `house`, which has number_count.  With `house` NULL there are
 * options only. */
bool gg_load_option(const gg_ruleset *, const char *text, int32_t *values, int16_t *house,
                    gg_complaint *);

/* A scenario that these options do not go with. */
void gg_complain_setup(const gg_ruleset *, uint32_t scenario, gg_error, gg_complaint *);

/* Bytes of a file (or of a person) become text: ends of lines as they should be, nothing that is
 * not text.  There is a zero at bytes[count]. */
bool gg_load_text(const char *name, char *bytes, size_t count, gg_complaint *);
/* The game that a text is of; `name` is what to call the text in sentences. */
const gg_ruleset *gg_load_rules(const char *name, const char *text, gg_complaint *);
/* A position, or a record replayed and verified as far as `plies` (UINT32_MAX: to its end).
 * `memory` is as for gg_match_begin.  `part` (or NULL) gets what is to be known about a record
 * that is one side's part of a running game. */
bool gg_load_match(gg_match *, const gg_ruleset *, void *memory, const char *name, const char *text,
                   uint32_t plies, gg_record_part *part, gg_complaint *);

void gg_complain_not_now(gg_turn, gg_side, gg_complaint *);
void gg_complain_refused(const gg_ruleset *, gg_verdict, gg_complaint *);
void gg_complain_full(gg_complaint *);
/* An action typed by a person. */
bool gg_load_action(const gg_ruleset *, const gg_state *, const char *text, gg_action *,
                    gg_complaint *);

#endif
