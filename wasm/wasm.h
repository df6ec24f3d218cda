/*
 * wasm.h - what the files of the wasm build share: memory, texts in and out, slots.
 *
 * The page writes its request (zero-ended words, one after the other) to where request() says,
 * calls an export, which returns the length of its response, and reads that where response()
 * says.  There is one thread, and the memory lives as long as the page: so here, and only here,
 * things outlive a call.
 * SPDX-License-Identifier: MIT
 */
#ifndef WASM_H
#define WASM_H

#include "core/load.h"
#include "core/names.h"
#include "core/wire.h"

#define EXPORT(name) __attribute__((export_name(#name)))

enum { WASM_SLOTS = 4 };

/* A game of the page: the match, and the place in its record that is shown. */
typedef struct wasm_slot {
    gg_match match;
    void *memory;
    size_t memory_bytes;
    gg_state *shown, *told, *present; /* of GG_STATE_BYTES_MAX each */
    uint32_t ply;                     /* shown: after so many actions */
    gg_record_part part; /* of a replay of one side's part; if it hides anything, a last ply
                             * shows `present`: what the side sees now */
    char *text;          /* of a record that corrected rules play otherwise: a copy */
    size_t text_bytes;   /* the room for it */
    bool is_recorded;    /* a replay of such a record: the match is played to each place anew */
    gg_teller teller;    /* of the log; its state is `told` */
    char names[16384];   /* of a game from a position: the lines of its text with names */
    bool is_open;
    bool turned; /* its pictures are seen from the north */
} wasm_slot;

/* What an export was asked. */
typedef struct wasm_call {
    wasm_slot *slot;
    gg_side side;  /* who acts, or who looks */
    gg_side asker; /* ... and whose offers are asked for */
    uint32_t number;
    uint64_t seed;
    gg_point from, to;
    int32_t facing;
} wasm_call;

/* ---- memory.c ---- */
void *wasm_memory(size_t bytes);  /* zeroed, for ever */
char *wasm_word(uint32_t number); /* a word of the request, from 0; "" after the last */
/* Lets the writer write the response, again with more room while it does not fit; its length. */
typedef void wasm_writer(gg_text *, const wasm_call *);
typedef void wasm_json_writer(gg_json *, const wasm_call *);
uint32_t wasm_write(wasm_writer *, const wasm_call *);
uint32_t wasm_respond(wasm_json_writer *, const wasm_call *);
gg_state *wasm_room_for_state(uint32_t which); /* a few of them, for one call */

/* ---- slots.c ---- */
wasm_slot *wasm_slot_at(uint32_t slot); /* it must be open */
const gg_state *wasm_shown(const wasm_slot *);
/* All that the page asks of the position shown goes through the seat of who asks. */
gg_seat wasm_seat(const wasm_slot *, gg_side viewer);

/* ---- choices.c ---- */
void wasm_wire_board(gg_json *, const char *key, const wasm_call *);
void wasm_wire_offers(gg_json *, const char *key, const wasm_call *);
void wasm_wire_unit(gg_json *, const char *key, const gg_seat *, gg_unit); /* by name */
/* Actions that lie so many bytes apart, as they would be on the board: a text. */
void wasm_wire_sketches(gg_json *, const char *key, const wasm_call *, const gg_action *first,
                        size_t apart, uint32_t count);

#endif
