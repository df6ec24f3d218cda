/*
 * support.h - what the test programs share: TAP lines, files, memory for states, broken assertions.
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdio.h>

#include "core/match.h"
#include "core/text.h"
#include "grognard.h"

enum { TEXT_MAX = 1 << 18, MESSAGE_MAX = 2048 };

/* ---- TAP: one line per test, the plan last, exit status 1 when something failed. ---- */
void tap_ok(const char *format, ...) __attribute__((format(printf, 1, 2)));
void tap_not_ok(const char *format, ...) __attribute__((format(printf, 1, 2)));
void tap_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
int tap_done(void); /* the exit status */

/* ---- Broken assertions of the code under test come back here, if somebody waits for them:
 *      if (setjmp(*broken_catch()) == 0) { ... } else { use broken_text(); }
 *      broken_release();                                                                   ---- */
jmp_buf *broken_catch(void);
void broken_release(void);
const char *broken_text(void);

/* ---- Memory and files. ---- */
/* Ends the program when there is no memory: tests have nothing better to do. */
void *room(size_t bytes);
gg_state *room_for_state(const gg_ruleset *);
/* The whole file with a zero after it (room() memory), or NULL when it cannot be read. */
char *read_whole(const char *path, size_t *count);
bool write_whole(const char *path, const char *text, size_t count);

/* ---- Rulesets. ---- */
const gg_ruleset *ruleset_named(const char *name);
uint32_t scenario_named(const gg_ruleset *, const char *name); /* UINT32_MAX: none */
bool same_state(const gg_ruleset *, const gg_state *, const gg_state *);
/* What `side` may know of an action's step in words: for messages. */
const char *action_words(const gg_ruleset *, const gg_state *, const gg_action *);

#endif
