/*
 * fuzz_record.c - bytes are a record: it is refused with a place, or true; and a true one is
 * written again as true.
 * SPDX-License-Identifier: MIT
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "core/record.h"

static void replay(const gg_ruleset *rules, const char *text)
{
    static char again[FUZZ_TEXT_MAX];
    void *memory, *other_memory;
    gg_match *match = fuzz_match(rules, 0, &memory), *other = fuzz_match(rules, 1, &other_memory);
    gg_record_trouble trouble = gg_record_replay(match, rules, memory, text, UINT32_MAX);
    if (trouble.text != NULL) {
        gg_assert(trouble.at <= strlen(text) && trouble.line > 0);
        return;
    }
    fuzz_check_position(rules, match->state);
    gg_text out = gg_text_over(again, sizeof again);
    gg_record_write(match, GG_NOBODY, true, &out);
    if (out.cut) return;
    trouble = gg_record_replay(other, rules, other_memory, again, UINT32_MAX);
    gg_assert(trouble.text == NULL);
    gg_assert(gg_match_hash(match) == gg_match_hash(other));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t count)
{
    fuzz_bytes in = {data, count};
    char *text = fuzz_text(&in);
    gg_error error;
    const gg_ruleset *rules = gg_record_ruleset(text, &error);
    if (rules == NULL) gg_assert(error.text != NULL && error.at <= strlen(text));
    else if (gg_record_is(text)) replay(rules, text);
    free(text);
    return 0;
}
