/*
 * fuzz.h - what the fuzz targets share.  Each target is one function over bytes; built with
 * libFuzzer it is fed by it, else fuzz/main.c feeds it files.
 * SPDX-License-Identifier: MIT
 */
#ifndef FUZZ_H
#define FUZZ_H

#include "core/match.h"
#include "core/text.h"
#include "grognard.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t count);

enum { FUZZ_TEXT_MAX = 1 << 18 };

/* The bytes of the input, one after the other; zeros when there are no more. */
typedef struct fuzz_bytes {
    const uint8_t *at;
    size_t left;
} fuzz_bytes;

uint8_t fuzz_byte(fuzz_bytes *);
uint32_t fuzz_number(fuzz_bytes *); /* of two bytes */
const gg_ruleset *fuzz_ruleset(fuzz_bytes *);
/* The rest as text: a copy that ends in a zero, to be freed. */
char *fuzz_text(fuzz_bytes *);

/* Memory that is there for good: one state of any ruleset, by number 0 to 3. */
gg_state *fuzz_state(int number);
/* A match of this ruleset in memory of its own, one of two. */
gg_match *fuzz_match(const gg_ruleset *, int number, void **memory);

/* What must hold in every position that a ruleset lets through. */
void fuzz_check_position(const gg_ruleset *, const gg_state *);

#endif
