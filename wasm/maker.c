/*
 * maker.c - for the page's editor: the rows of a game, and what a text says that is being written.
 * SPDX-License-Identifier: MIT
 */
#include "wasm/wasm.h"

#include "core/maker.h"

#include <string.h>

static const gg_ruleset *asked_rules;

static void write_rows(gg_json *json, const wasm_call *call)
{
    (void)call;
    gg_wire_rows(json, NULL, asked_rules);
}

/* GAME */
EXPORT(rows) uint32_t rows(void);
uint32_t rows(void)
{
    static gg_complaint none;
    asked_rules = gg_find_rules(wasm_word(0), &none);
    gg_assert(asked_rules != NULL);
    return wasm_respond(write_rows, &(wasm_call){.slot = NULL});
}

/* ---- What a text says. ---- */

static gg_outline outline;
static gg_faults faults;
static const char *written; /* the text as it came */
static char *accepted;      /* what of it can stand */
static bool stands;

static void wire_worth(gg_json *json)
{
    const gg_ruleset *rules = asked_rules;
    const gg_state *state = wasm_room_for_state(2);
    if (!stands) return;
    gg_json_object(json, "worth");
    for (gg_unit unit = 0; unit < rules->unit_count; unit++) {
        char name[GG_NAME_MAX];
        gg_text text = gg_text_over(name, sizeof name);
        const int32_t points = rules->army->worth(state, unit);
        rules->write_unit(state, unit, &text);
        if (points > 0 && name[0] != '?') gg_json_int(json, name, points);
    }
    gg_json_end(json);
}

static void write_outline(gg_json *json, const wasm_call *call)
{
    (void)call;
    gg_json_object(json, NULL);
    gg_json_bool(json, "stands", stands);
    gg_json_string(json, "accepted", accepted);
    gg_wire_outline(json, "outline", written, &outline, &faults);
    wire_worth(json);
    gg_json_end(json);
}

/* GAME, TEXT; `lately`: where it was changed last. */
EXPORT(outline_text) uint32_t outline_text(uint32_t lately);
uint32_t outline_text(uint32_t lately)
{
    static char *room;
    static size_t limit;
    static gg_complaint none;
    asked_rules = gg_find_rules(wasm_word(0), &none);
    gg_assert(asked_rules != NULL);
    written = wasm_word(1);
    const size_t bytes = strlen(written) + 1;
    if (outline.rows == NULL) {
        outline.rows = wasm_memory(GG_STATEMENTS_MAX * sizeof *outline.rows);
        outline.limit = GG_STATEMENTS_MAX;
        outline.parts =
            (gg_spans){.rows = wasm_memory(GG_SPANS_MAX * sizeof(gg_span)), .limit = GG_SPANS_MAX};
    }
    if (bytes > limit) {
        limit = 2 * bytes;
        room = wasm_memory(limit);
        accepted = wasm_memory(limit);
    }
    memcpy(accepted, written, bytes);
    stands = gg_find_faults(asked_rules, accepted, room, lately, wasm_room_for_state(2), &outline,
                            &faults);
    return wasm_respond(write_outline, &(wasm_call){.slot = NULL});
}
