/*
 * advice.c - what a computer player tells the page: hints, reasons, and a look back on a game.
 * SPDX-License-Identifier: MIT
 */
#include "wasm/wasm.h"

#include "players/review.h"

#include <string.h>

/* The worker's: how far it is, and its clock in milliseconds. */
__attribute__((import_module("env"), import_name("progress"))) void hear_progress(uint32_t done,
                                                                                  uint32_t all);
__attribute__((import_module("env"), import_name("now"))) double hear_clock(void);

static void tell_progress(void *to, uint32_t done, uint32_t all)
{
    (void)to;
    hear_progress(done, all);
}

static int64_t tell_time(void *to)
{
    (void)to;
    return (int64_t)hear_clock();
}

static const gg_progress told = {.told = tell_progress, .now_ms = tell_time};

/* Memory is never given back: what is too small makes room for something larger. */
static void *room_of(size_t bytes)
{
    static void *room;
    static size_t largest;
    if (bytes <= largest) return room;
    largest = bytes;
    return room = wasm_memory(bytes);
}

/* ---- Hints. ---- */

static gg_hint hint_found;
static gg_hint_ask hint_asked;
static gg_action also_asked;

static void write_hint(gg_json *json, const wasm_call *call)
{
    (void)call;
    gg_json_object(json, NULL);
    gg_json_bool(json, "ok", true);
    gg_wire_hint(json, "hint", &hint_asked, &hint_found);
    gg_json_end(json);
}

static void write_failure(gg_json *json, const wasm_call *call)
{
    const gg_seat seat = wasm_seat(call->slot, call->side);
    gg_complaint complaint;
    if (!gg_seat_decides(&seat)) gg_complain_not_now(gg_seat_turn(&seat), seat.side, &complaint);
    else gg_seat_read(&seat, wasm_word(1), &also_asked, &complaint);
    gg_wire_complaint(json, NULL, seat.rules, &complaint);
}

/* PLAYER, ACTION: the best he sees for this side, and of the action (or "") why it was done. */
EXPORT(hint) uint32_t hint(uint32_t slot, gg_side side, uint32_t playouts);
uint32_t hint(uint32_t slot, gg_side side, uint32_t playouts)
{
    static gg_state *view;
    static gg_names names;
    const wasm_call call = {.slot = wasm_slot_at(slot), .side = side};
    const gg_seat seat = wasm_seat(call.slot, side);
    const gg_player *player = gg_player_named(wasm_word(0));
    const bool is_asked = wasm_word(1)[0] != 0;
    gg_complaint complaint;
    gg_assert(player != NULL && player->level != NULL);
    if (!gg_seat_decides(&seat)
        || (is_asked && !gg_seat_read(&seat, wasm_word(1), &also_asked, &complaint)))
        return wasm_respond(write_failure, &call);
    if (view == NULL) view = wasm_memory(GG_STATE_BYTES_MAX);
    names = gg_names_of(&call.slot->match);
    memcpy(view, seat.view, seat.rules->state_bytes); /* the seat's own is lent for one call */
    hint_asked = (gg_hint_ask){.rules = seat.rules,
                               .view = view,
                               .side = side,
                               .player = player,
                               .playouts = playouts,
                               .seed = 1,
                               .also = is_asked ? &also_asked : NULL,
                               .names = &names,
                               .progress = &told};
    gg_hint_find(&hint_asked, room_of(gg_hint_bytes(player)), &hint_found);
    return wasm_respond(write_hint, &call);
}

/* ---- Looking back. ---- */

static gg_review looked_back;
static gg_review_ask review_asked;

static gg_review_room scenes(void)
{
    static gg_scene_room *board, *over;
    if (board == NULL) board = wasm_memory(sizeof *board), over = wasm_memory(sizeof *over);
    return (gg_review_room){
        .one = wasm_room_for_state(1), .two = wasm_room_for_state(2), .board = board, .over = over};
}

static void write_review(gg_json *json, const wasm_call *call)
{
    uint32_t mark;
    (void)call;
    gg_json_object(json, NULL);
    gg_json_bool(json, "ok", true);
    gg_wire_review(json, "review", &looked_back, wasm_room_for_state(1), wasm_room_for_state(2));
    gg_json_open_text(json, "curve", &mark);
    gg_review_curve(json->out, &looked_back, false);
    gg_json_close_text(json, mark);
    gg_json_end(json);
}

/* PLAYER: the whole game of the slot, by his judgement; 0 playouts: the standard effort. */
EXPORT(review) uint32_t review(uint32_t slot, uint32_t playouts);
uint32_t review(uint32_t slot, uint32_t playouts)
{
    const wasm_call call = {.slot = wasm_slot_at(slot)};
    const gg_player *player = gg_player_named(wasm_word(0));
    gg_assert(player != NULL && player->level != NULL && call.slot->match.entry_count > 0);
    review_asked = (gg_review_ask){
        .match = &call.slot->match, .player = player, .playouts = playouts, .progress = &told};
    gg_review_find(&review_asked, room_of(gg_review_bytes(&call.slot->match, player)),
                   &looked_back);
    return wasm_respond(write_review, &call);
}

static void write_report(gg_text *out, const wasm_call *call)
{
    const gg_review_room room = scenes();
    (void)call;
    gg_review_page(out, &looked_back, &room);
}

/* The last review as a battle report, one HTML file. */
EXPORT(report) uint32_t report(void);
uint32_t report(void)
{
    gg_assert(looked_back.ask != NULL);
    return wasm_write(write_report, &(wasm_call){.slot = NULL});
}
