/*
 * fuzz_position.c - bytes are a position: it is refused with a place, or it is sound, reads back
 * byte for byte, and can be played and drawn.
 * SPDX-License-Identifier: MIT
 */
#include "core/position.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t count)
{
    fuzz_bytes in = {data, count};
    const gg_ruleset *rules = fuzz_ruleset(&in);
    gg_state *state = fuzz_state(0), *untouched = fuzz_state(1);
    char *text = fuzz_text(&in);
    memset(state, 0x5a, rules->state_bytes);
    memset(untouched, 0x5a, rules->state_bytes);
    gg_error error = gg_read_position(rules, text, state);
    if (error.text == NULL) {
        fuzz_check_position(rules, state);
    } else {
        gg_assert(error.at <= strlen(text));
        gg_assert(memcmp(state, untouched, rules->state_bytes) == 0);
    }
    free(text);
    return 0;
}
