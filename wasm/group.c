/*
 * group.c - several units at once, for the page: what each would do, who is under whom, and the
 * next step of a long way.
 * SPDX-License-Identifier: MIT
 */
#include "wasm/wasm.h"

#include "core/board_question.h"
#include "core/danger.h"

static gg_group_room *room_for_group(void)
{
    static gg_group_room room;
    static gg_event events[GG_MATCH_EVENTS_MAX];
    if (room.work != NULL) return &room;
    room = (gg_group_room){.work = wasm_memory(GG_STATE_BYTES_MAX),
                           .scratch = wasm_memory(GG_STATE_BYTES_MAX),
                           .seen = wasm_memory(GG_STATE_BYTES_MAX),
                           .scene = wasm_memory(sizeof(gg_scene_room)),
                           .log = {.events = events, .limit = GG_MATCH_EVENTS_MAX}};
    return &room;
}

static gg_unit unit_named(const gg_seat *seat, const char *name)
{
    return name[0] == 0 ? GG_NO_UNIT : gg_find_unit(seat->rules, seat->view, seat->side, name);
}

/* ---- Plans. ---- */

static gg_group_plan plan;

static void wire_part(gg_json *json, const gg_seat *seat, const gg_group_part *part)
{
    gg_json_object(json, NULL);
    wasm_wire_unit(json, "who", seat, part->who);
    gg_json_bool(json, "does", part->fate == GG_GROUP_DOES);
    if (part->fate != GG_GROUP_IDLE)
        gg_wire_action(json, seat->rules, seat->view, seat->side, &part->action);
    if (part->fate == GG_GROUP_REFUSED)
        gg_wire_verdict(json, "verdict", seat->rules, part->verdict);
    if (part->fate == GG_GROUP_DOES && part->whom != GG_NO_UNIT) {
        wasm_wire_unit(json, "whom", seat, part->whom);
        gg_json_decimal(json, "percent", gg_share_percent(part->harm), GG_PERCENT_DECIMALS);
    }
    gg_json_end(json);
}

static void write_plan(gg_json *json, const wasm_call *call)
{
    const gg_seat seat = wasm_seat(call->slot, call->side);
    gg_json_object(json, NULL);
    gg_json_array(json, "parts");
    for (uint32_t i = 0; i < plan.count; i++) wire_part(json, &seat, &plan.parts[i]);
    gg_json_end(json);
    if (plan.quiet) gg_json_bool(json, "undoable", true);
    wasm_wire_sketches(json, "svg", call, &plan.parts[0].action, sizeof plan.parts[0], plan.does);
    gg_json_end(json);
}

/* LIKE (an action, or ""), UNIT...; the kind is a gg_group_kind. */
EXPORT(group)
uint32_t group(uint32_t slot, gg_side side, uint32_t kind, int32_t by_x, int32_t by_y, int32_t to_x,
               int32_t to_y);
uint32_t group(uint32_t slot, gg_side side, uint32_t kind, int32_t by_x, int32_t by_y, int32_t to_x,
               int32_t to_y)
{
    const wasm_call call = {.slot = wasm_slot_at(slot), .side = side};
    const gg_seat seat = wasm_seat(call.slot, side);
    gg_group_room *room = room_for_group();
    gg_complaint complaint;
    gg_group wanted = {.kind = (gg_group_kind)kind, .by = {by_x, by_y}, .to = {to_x, to_y}};
    gg_assert(kind <= GG_GROUP_FIRE);
    room->offers = call.slot->match.offers;
    for (uint32_t word = 1; wasm_word(word)[0] != 0 && wanted.count < GG_GROUP_MAX; word++) {
        const gg_unit unit = unit_named(&seat, wasm_word(word));
        if (unit != GG_NO_UNIT) wanted.units[wanted.count++] = unit;
    }
    plan = (gg_group_plan){.count = 0};
    if (kind != GG_GROUP_LIKE || gg_seat_read(&seat, wasm_word(0), &wanted.like, &complaint))
        gg_group_find(&seat, &wanted, room, &plan);
    return wasm_respond(write_plan, &call);
}

/* ---- Who is under whom. ---- */

static void write_under(gg_json *json, const wasm_call *call)
{
    const gg_seat seat = wasm_seat(call->slot, call->side);
    gg_unit units[GG_GROUP_MAX], who = unit_named(&seat, wasm_word(0));
    uint32_t count = who == GG_NO_UNIT ? 0 : gg_group_under(&seat, who, units);
    if (count == 0 && who != GG_NO_UNIT) {
        who = seat.rules->army->commander(seat.view, who);
        if (who != GG_NO_UNIT) count = gg_group_under(&seat, who, units);
    }
    gg_json_object(json, NULL);
    if (count > 0) {
        const gg_unit higher = seat.rules->army->commander(seat.view, who);
        wasm_wire_unit(json, "commander", &seat, who);
        if (higher != GG_NO_UNIT) wasm_wire_unit(json, "higher", &seat, higher);
    }
    gg_json_array(json, "units");
    for (uint32_t i = 0; i < count; i++) wasm_wire_unit(json, NULL, &seat, units[i]);
    gg_json_end(json);
    gg_json_end(json);
}

/* WHO: a commander and all he has under him, or the same of a unit's commander. */
EXPORT(under) uint32_t under(uint32_t slot, gg_side side);
uint32_t under(uint32_t slot, gg_side side)
{
    return wasm_respond(write_under, &(wasm_call){.slot = wasm_slot_at(slot), .side = side});
}

/* ---- A long way. ---- */

static gg_action step;
static bool is_step, arrives;

static void write_step(gg_json *json, const wasm_call *call)
{
    const gg_seat seat = wasm_seat(call->slot, call->side);
    if (!is_step) {
        gg_json_null(json, NULL);
        return;
    }
    gg_json_object(json, NULL);
    gg_wire_action(json, seat.rules, seat.view, seat.side, &step);
    gg_json_bool(json, "arrives", arrives);
    gg_json_end(json);
}

/* WHO: the next step of its way there, or null. */
EXPORT(towards) uint32_t towards(uint32_t slot, gg_side side, int32_t x, int32_t y);
uint32_t towards(uint32_t slot, gg_side side, int32_t x, int32_t y)
{
    const wasm_call call = {.slot = wasm_slot_at(slot), .side = side};
    const gg_seat seat = wasm_seat(call.slot, side);
    const gg_unit who = unit_named(&seat, wasm_word(0));
    is_step = who != GG_NO_UNIT
              && gg_group_towards(&seat, who, (gg_point){x, y}, room_for_group(), &step, &arrives);
    return wasm_respond(write_step, &call);
}

/* ---- Danger. ---- */

static gg_danger dangers[GG_DANGER_SIDE];
static uint32_t danger_count;

static void write_dangers(gg_json *json, const wasm_call *call)
{
    const gg_seat seat = wasm_seat(call->slot, call->side);
    gg_json_array(json, NULL);
    for (uint32_t i = 0; i < danger_count; i++) {
        const gg_danger *it = &dangers[i];
        gg_json_object(json, NULL);
        gg_json_int(json, "x", it->at.x);
        gg_json_int(json, "y", it->at.y);
        if (it->size.x > 0) {
            gg_json_int(json, "width", it->size.x);
            gg_json_int(json, "height", it->size.y);
        }
        gg_json_decimal(json, "fire", gg_share_percent(it->fire), GG_PERCENT_DECIMALS);
        gg_json_int(json, "shooters", it->shooters);
        gg_json_int(json, "chargers", it->chargers);
        gg_json_array(json, "foes");
        for (uint32_t k = 0; k < it->foe_count; k++) wasm_wire_unit(json, NULL, &seat, it->foes[k]);
        gg_json_end(json);
        gg_json_end(json);
    }
    gg_json_end(json);
}

/* WHO: the places of this row to which it may go, with what could happen to it there. */
EXPORT(danger) uint32_t danger(uint32_t slot, gg_side side, uint32_t row);
uint32_t danger(uint32_t slot, gg_side side, uint32_t row)
{
    const wasm_call call = {.slot = wasm_slot_at(slot), .side = side};
    const gg_seat seat = wasm_seat(call.slot, side);
    const gg_unit who = unit_named(&seat, wasm_word(0));
    gg_group_room *room = room_for_group();
    room->offers = call.slot->match.offers;
    danger_count = who == GG_NO_UNIT ? 0 : gg_danger_row(&seat, who, row, room, dangers);
    return wasm_respond(write_dangers, &call);
}
