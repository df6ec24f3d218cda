/*
 * clause_index.h - where each clause is used: made by tools/clauses at build time as
 * clause_index.c, read by `grognard clauses`.
 * SPDX-License-Identifier: MIT
 */
#ifndef CLAUSE_INDEX_H
#define CLAUSE_INDEX_H

#include <stdint.h>

typedef struct clause_use {
    const char *number;       /* SQ-8.15 */
    const char *const *code;  /* "rules/squares/law/attack.def:12", NULL at the end */
    const char *const *tests; /* "rules/squares/tests/fight.txt:E50", NULL at the end */
} clause_use;

/* One for each ruleset; the last one has no name. */
extern const struct clause_index {
    const char *ruleset;
    const clause_use *uses;
    uint32_t count;
} clause_indexes[];

#endif
