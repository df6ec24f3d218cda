/*
 * clauses_lines.h - what the files that run clause tests share: a line, its words, a test.
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_CLAUSES_LINES_H
#define TESTS_CLAUSES_LINES_H

#include "grognard.h"
#include "support.h"

enum { LINES_MAX = 20000, FACES_MAX = 512, EVENTS_MAX = 512, TOKENS_MAX = 64, TOKEN_BYTES = 64 };

typedef struct line {
    char *text; /* without the blanks around it */
    int indent, number;
} line;

typedef struct words {
    char word[TOKENS_MAX][TOKEN_BYTES];
    int count;
} words;

/* What one test works on.  `state` is where the game stands, `before` where it stood before the
 * last do or step: events name units as they were then. */
typedef struct test {
    const char *file, *name;
    const gg_ruleset *rules;
    gg_state *state, *before, *other;
    bool has_state;
    const words *told_rows; /* words that `then` must say of a piece that has them; NULL: none */
    bool closes_alone;      /* the file says `close alone` */
    const char *number;     /* "id=value", a house rule laid under every position; NULL: none */
    gg_turn closed;         /* the secret step that was last looked at for it */
    int assertions;
    gg_event events[EVENTS_MAX];
    gg_log log;
    char position_before[TEXT_MAX], position[TEXT_MAX], extra[TEXT_MAX];
    char expected_failure[MESSAGE_MAX];
    char message[4 * MESSAGE_MAX];
} test;

/* ---- clauses.c: failing, words, positions. ---- */
bool fail(test *t, const line *at, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool fail_refused(test *t, const line *at, gg_verdict verdict);
words words_of(const char *text);
char *next_word(char **text);
char *trimmed(char *text);
char *part_at_colon(char *text);
bool side_of_word(const char *word, gg_side *side);
const char *one_line(const char *text);
void write_position(test *t, const gg_state *state, char *bytes);
bool is_sound(test *t, const line *at);

/* ---- clauses_do.c: what is done, and its dice. ---- */
void close_alone(test *t);
bool read_position(test *t, const line *at, const char *text);
bool is_unit_name(test *t, const gg_state *state, const char *word, gg_unit *unit);
bool has_word(const words *whole, const char *word);
const char *line_within(const char *position, const char *wanted);
words line_of_piece(const char *position, const char *name);
bool line_stands(test *t, const gg_state *state, const char *position, const char *wanted);
bool read_decision(test *t, const line *at, char *text, gg_side *side, gg_action *action);
bool run_legal(test *t, const line *at, char *rest);
bool run_refuse(test *t, const line *at, char *rest);
bool run_do(test *t, const line *at, char *rest);
bool run_step(test *t, const line *at, char *rest);
bool run_roll(test *t, const line *at, char *rest);
bool run_say(test *t, const line *at, char *rest);

/* ---- clauses_look.c: what is looked at. ---- */
int read_block(const line *at, int count, char *rest, char *out, size_t limit);
bool check_then(test *t, const line *at, char *block);
bool run_change(test *t, const line *at, char *rest);
bool run_offered(test *t, const line *at, char *rest);
bool run_not(test *t, const line *at, char *rest);
bool run_odds(test *t, const line *at, char *rest);
bool run_comes(test *t, const line *at, char *rest);
bool run_on(test *t, const line *at, char *rest);
bool run_over(test *t, const line *at, char *rest);
bool run_start(test *t, const line *at, char *rest);
bool run_draws(test *t, const line *at, char *rest);
bool run_asks(test *t, const line *at, char *rest);
bool run_sheet(test *t, const line *at, char *rest);
bool check_bad(test *t, const line *at, char *rest, char *block);

#endif
