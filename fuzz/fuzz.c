/*
 * fuzz.c - bytes, memory and the checks that the fuzz targets share.
 * SPDX-License-Identifier: MIT
 */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/picture.h"
#include "core/position.h"

_Noreturn void gg_broken(const char *what, const char *file, int line)
{
    fprintf(stderr, "broken assertion at %s:%d: %s\n", file, line, what);
    abort();
}

uint8_t fuzz_byte(fuzz_bytes *in)
{
    if (in->left == 0) return 0;
    in->left--;
    return *in->at++;
}

uint32_t fuzz_number(fuzz_bytes *in)
{
    uint32_t high = fuzz_byte(in);
    return high << 8 | fuzz_byte(in);
}

const gg_ruleset *fuzz_ruleset(fuzz_bytes *in)
{
    uint32_t count = 0;
    while (gg_rulesets[count] != NULL) count++;
    return gg_rulesets[fuzz_byte(in) % count];
}

static void *room(size_t bytes)
{
    void *memory = calloc(1, bytes);
    if (memory == NULL) exit(2);
    return memory;
}

char *fuzz_text(fuzz_bytes *in)
{
    char *text = room(in->left + 1);
    memcpy(text, in->at, in->left);
    return text;
}

gg_state *fuzz_state(int number)
{
    static void *states[4];
    if (states[number] == NULL) states[number] = room(GG_STATE_BYTES_MAX);
    return states[number];
}

gg_match *fuzz_match(const gg_ruleset *rules, int number, void **memory)
{
    static gg_match *matches[2];
    static void *memories[2];
    static size_t sizes[2];
    size_t bytes = gg_match_bytes(rules);
    if (matches[number] == NULL) matches[number] = room(sizeof(gg_match));
    if (sizes[number] < bytes) {
        free(memories[number]);
        memories[number] = room(bytes);
        sizes[number] = bytes;
    }
    *memory = memories[number];
    return matches[number];
}

static void check_offers(const gg_ruleset *rules, const gg_state *state)
{
    gg_turn turn = rules->turn(state);
    gg_action *offers = room(rules->actions_max * sizeof *offers);
    uint32_t all = 0;
    for (gg_side side = GG_BLUE; side <= GG_NOBODY; side++) {
        uint32_t count = rules->offer(state, side, offers, rules->actions_max);
        for (uint32_t i = 0; i < count; i++)
            gg_assert(rules->legal(state, side, &offers[i]).reason == 0);
        all += count;
    }
    gg_assert(turn.over || all > 0);
    free(offers);
}

void fuzz_check_position(const gg_ruleset *rules, const gg_state *state)
{
    static char text[FUZZ_TEXT_MAX];
    static gg_scene_room memory;
    gg_assert(gg_audit(rules, state) == NULL);
    gg_text out = gg_text_over(text, sizeof text);
    gg_write_position(rules, state, &out);
    gg_assert(!out.cut);
    gg_assert(gg_read_position(rules, text, fuzz_state(3)).text == NULL);
    gg_assert(memcmp(state, fuzz_state(3), rules->state_bytes) == 0);
    check_offers(rules, state);
    gg_scene scene = gg_scene_in(&memory);
    rules->draw(state, GG_NOBODY, &scene);
    out = gg_text_over(text, sizeof text);
    gg_picture_text(&scene, true, &out);
    out = gg_text_over(text, sizeof text);
    gg_picture_svg(&scene, &out);
}
