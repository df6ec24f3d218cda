/*
 * slots.c - the games of the page: begun, loaded, played, taken back, told.
 * SPDX-License-Identifier: MIT
 */
#include "wasm/wasm.h"

#include "core/numbers.h"
#include "core/position.h"
#include "core/sheet.h"
#include "core/state_hash.h"
#include "players/batch.h"

#include <string.h>

enum { EVENTS_MAX = GG_MATCH_EVENTS_MAX };

/* ---- Slots. ---- */

static wasm_slot slots[WASM_SLOTS];

wasm_slot *wasm_slot_at(uint32_t slot)
{
    gg_assert(slot < WASM_SLOTS && slots[slot].is_open);
    return &slots[slot];
}

/* Closed, and with memory for this game. */
static wasm_slot *slot_for(uint32_t number, const gg_ruleset *rules)
{
    gg_assert(number < WASM_SLOTS);
    wasm_slot *slot = &slots[number];
    const size_t bytes = gg_match_bytes(rules);
    slot->is_open = slot->is_recorded = false;
    slot->part = (gg_record_part){.is_part = false};
    if (slot->shown == NULL) {
        slot->shown = wasm_memory(GG_STATE_BYTES_MAX);
        slot->told = wasm_memory(GG_STATE_BYTES_MAX);
        slot->present = wasm_memory(GG_STATE_BYTES_MAX);
    }
    if (bytes > slot->memory_bytes) {
        slot->memory = wasm_memory(bytes);
        slot->memory_bytes = bytes;
    }
    return slot;
}

/* From now on the pictures of this slot are seen from the north, or (0) from the south. */
EXPORT(turn_table) void turn_table(uint32_t number, uint32_t turned);
void turn_table(uint32_t number, uint32_t turned)
{
    gg_assert(number < WASM_SLOTS);
    slots[number].turned = turned != 0;
}

static uint32_t plies_of(const wasm_slot *slot)
{
    if (slot->is_recorded) return slot->part.told;
    return slot->match.past_count + slot->match.entry_count + slot->part.hides;
}

/* The match has changed other than by going on. */
static void show_end(wasm_slot *slot)
{
    slot->is_open = true;
    slot->ply = plies_of(slot);
    slot->teller = gg_teller_of(&slot->match, slot->told);
}

const gg_state *wasm_shown(const wasm_slot *slot)
{
    if (slot->is_recorded) return slot->match.state;
    const uint32_t last = slot->match.past_count + slot->match.entry_count;
    if (slot->ply > last) return slot->present;
    return slot->ply == last ? slot->match.state : slot->shown;
}

gg_seat wasm_seat(const wasm_slot *slot, gg_side viewer)
{
    gg_seat seat = gg_seat_at(slot->match.rules, wasm_shown(slot), viewer, wasm_room_for_state(0));
    seat.names = gg_names_of(&slot->match);
    return seat;
}

/* ---- Where a slot stands. ---- */

static void wire_seed(gg_json *json, uint64_t seed)
{
    char bytes[24];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    const uint64_t million = 1000000;
    if (seed >= million) gg_put_int(&text, (int64_t)(seed / million));
    for (uint64_t one = seed >= million ? million / 10 : 0; one > 0; one /= 10)
        gg_put_char(&text, (char)('0' + seed / one % 10));
    if (seed < million) gg_put_int(&text, (int64_t)seed);
    gg_json_string(json, "seed", bytes);
}

static void wire_names(gg_json *json, const gg_match *match, bool all)
{
    const gg_ruleset *rules = match->rules;
    const bool is_scenario = match->scenario < rules->scenario_count;
    gg_json_string(json, "game", rules->name);
    gg_json_int(json, "version", rules->version);
    if (is_scenario) gg_json_string(json, "scenario", rules->scenarios[match->scenario].name);
    gg_json_string(json, "title",
                   is_scenario ? rules->scenarios[match->scenario].title : rules->title);
    gg_json_object(json, "seats");
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        gg_json_string(json, gg_side_name(side), match->seats[side]);
    gg_json_end(json);
    if (match->has_seed && all) wire_seed(json, match->seed);
}

static void wire_standing(gg_json *json, const char *key, wasm_slot *slot, gg_side viewer)
{
    gg_match *match = &slot->match;
    const gg_ruleset *rules = match->rules;
    const gg_state *state = wasm_shown(slot);
    const gg_seat seat = wasm_seat(slot, viewer);
    const bool hides = gg_position_hides(rules, state, wasm_room_for_state(1));
    char hash[17] = "";
    gg_text text = gg_text_over(hash, sizeof hash);
    if (viewer == GG_SEES_ALL || !hides) gg_put_hex(&text, gg_state_hash(rules, state), 16);
    gg_json_object(json, key);
    wire_names(json, match, viewer == GG_SEES_ALL || !hides);
    gg_json_int(json, "ply", slot->ply);
    gg_json_int(json, "plies", plies_of(slot));
    gg_json_string(json, "hash", hash);
    gg_json_bool(json, "hides", hides);
    if (viewer == GG_SEES_ALL && slot->ply == plies_of(slot))
        gg_json_bool(json, "goes_on", gg_match_forced(match, &(gg_side){0}, &(gg_action){0}));
    gg_wire_house(json, "house", rules, state);
    gg_json_object(json, "undo");
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        gg_json_bool(json, gg_side_name(side),
                     slot->ply == plies_of(slot) && !slot->part.hides && !slot->is_recorded
                         && gg_match_may_undo(match, side));
    gg_json_end(json);
    gg_wire_played_by(json, "played_by", rules, &slot->part);
    if (match->past_count > 0) gg_json_int(json, "past", match->past_count);
    if (slot->part.is_part) {
        gg_json_object(json, "part");
        gg_json_string(json, "viewer", gg_viewer_name(slot->part.side));
        gg_json_int(json, "open", slot->part.open);
        gg_json_int(json, "told", slot->part.told);
        gg_json_bool(json, "hides", slot->part.hides);
        gg_json_end(json);
    }
    gg_json_object(json, "turn");
    gg_wire_turn(json, rules, seat.view);
    gg_json_end(json);
    gg_json_end(json);
}

static void write_standing(gg_json *json, const wasm_call *call)
{
    wire_standing(json, NULL, call->slot, call->side);
}

EXPORT(standing) uint32_t standing(uint32_t slot, gg_side viewer);
uint32_t standing(uint32_t slot, gg_side viewer)
{
    return wasm_respond(write_standing, &(wasm_call){.slot = wasm_slot_at(slot), .side = viewer});
}

static void write_done(gg_json *json, const wasm_call *call)
{
    gg_json_object(json, NULL);
    gg_json_bool(json, "ok", true);
    wire_standing(json, "standing", call->slot, GG_SEES_ALL);
    gg_json_end(json);
}

static uint32_t respond_done(wasm_slot *slot)
{
    return wasm_respond(write_done, &(wasm_call){.slot = slot});
}

/* ---- Complaints. ---- */

static gg_complaint complaint;
static const gg_ruleset *complaint_rules;

static void write_complaint(gg_json *json, const wasm_call *call)
{
    (void)call;
    gg_wire_complaint(json, NULL, complaint_rules, &complaint);
}

static uint32_t respond_complaint(const gg_ruleset *rules)
{
    complaint_rules = rules;
    return wasm_respond(write_complaint, &(wasm_call){.slot = NULL});
}

/* ---- Beginning. ---- */

static bool read_seat(gg_match *match, gg_side side, const char *name)
{
    gg_text seat = gg_text_over(match->seats[side], GG_PLAYER_NAME_MAX);
    for (; *name != 0; name++) gg_put_char(&seat, (unsigned char)*name < ' ' ? ' ' : *name);
    return seat.count > 0;
}

/* GAME, SCENARIO ("": the first), BLUE, RED, NAME=VALUE... */
EXPORT(open) uint32_t open(uint32_t number, uint64_t seed);
uint32_t open(uint32_t number, uint64_t seed)
{
    int32_t values[GG_OPTIONS_MAX];
    int16_t house[GG_NUMBERS_MAX] = {0};
    uint32_t scenario = 0;
    const gg_ruleset *rules = gg_find_rules(wasm_word(0), &complaint);
    for (int i = 0; i < GG_OPTIONS_MAX; i++) values[i] = GG_OPTION_UNSET;
    bool good = rules != NULL;
    if (good && wasm_word(1)[0] != 0)
        good = gg_find_scenario(rules, wasm_word(1), &scenario, &complaint);
    for (uint32_t word = 4; good && wasm_word(word)[0] != 0; word++)
        good = gg_load_option(rules, wasm_word(word), values, house, &complaint);
    if (!good) return respond_complaint(NULL);
    wasm_slot *slot = slot_for(number, rules);
    gg_match *match = &slot->match;
    const gg_error error =
        gg_match_begin(match, rules, slot->memory, scenario, values, house, gg_dice_random(seed));
    if (error.text != NULL) {
        gg_complain_setup(rules, scenario, error, &complaint);
        return respond_complaint(NULL);
    }
    match->seed = seed;
    match->has_seed = true;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        if (!read_seat(match, side, wasm_word(2u + side))) read_seat(match, side, "me");
    show_end(slot);
    return respond_done(slot);
}

static int16_t read_house[GG_NUMBERS_MAX];

static void write_house(gg_json *json, const wasm_call *call)
{
    (void)call;
    gg_json_object(json, NULL);
    gg_json_bool(json, "ok", true);
    gg_wire_differences(json, "house", complaint_rules, read_house);
    gg_json_end(json);
}

/* GAME, NAME, TEXT: what a file of tables changes, for open() or a server. */
EXPORT(read_tables) uint32_t read_tables(uint32_t bytes);
uint32_t read_tables(uint32_t bytes)
{
    const gg_ruleset *rules = gg_find_rules(wasm_word(0), &complaint);
    char *text = wasm_word(2);
    if (rules == NULL || !gg_load_text(wasm_word(1), text, bytes, &complaint))
        return respond_complaint(NULL);
    memset(read_house, 0, sizeof read_house);
    if (!gg_read_tables(rules, wasm_word(1), text, read_house, &complaint))
        return respond_complaint(NULL);
    complaint_rules = rules;
    return wasm_respond(write_house, &(wasm_call){.slot = NULL});
}

/* The request's own room is overwritten by the next one. */
static void keep_text(wasm_slot *slot, const char *text)
{
    const size_t bytes = strlen(text) + 1;
    if (bytes > slot->text_bytes) {
        slot->text = wasm_memory(2 * bytes);
        slot->text_bytes = 2 * bytes;
    }
    memcpy(slot->text, text, bytes);
    if (slot->match.past != NULL) slot->match.past = slot->text;
}

/* NAME, TEXT: the match at the end of it; NULL, and there is a complaint to respond with. */
static wasm_slot *load(uint32_t number, uint32_t bytes)
{
    const char *name = wasm_word(0);
    char *text = wasm_word(1);
    const gg_ruleset *rules = NULL;
    complaint_rules = NULL;
    if (gg_load_text(name, text, bytes, &complaint)) rules = gg_load_rules(name, text, &complaint);
    if (rules == NULL) return NULL;
    wasm_slot *slot = slot_for(number, rules);
    complaint_rules = rules;
    if (!gg_load_match(&slot->match, rules, slot->memory, name, text, UINT32_MAX, &slot->part,
                       &complaint))
        return NULL;
    if (slot->part.is_corrected || slot->match.past != NULL) keep_text(slot, text);
    gg_text names = gg_text_over(slot->names, sizeof slot->names);
    gg_write_names(&names, &(gg_names){.rules = rules, .text = text});
    if (!names.cut && slot->names[0] != 0) slot->match.names = slot->names;
    return slot;
}

/* NAME, TEXT.  A record goes on with its own dice; a position, or a record without a seed, gets
 * new ones.  One side's part of a running game is a game from the position which that side sees. */
EXPORT(open_text) uint32_t open_text(uint32_t number, uint64_t seed, uint32_t bytes);
uint32_t open_text(uint32_t number, uint64_t seed, uint32_t bytes)
{
    wasm_slot *slot = load(number, bytes);
    if (slot == NULL) return respond_complaint(complaint_rules);
    gg_match *match = &slot->match;
    slot->part.is_part = slot->part.hides = false;
    if (!match->has_seed) {
        match->dice = gg_dice_random(seed);
        match->seed = seed;
        match->has_seed = match->entry_count == 0;
    }
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        if (match->seats[side][0] == 0) read_seat(match, side, "me");
    show_end(slot);
    return respond_done(slot);
}

/* NAME, TEXT.  To look at and not to play on.  Where one side's part of a running game hides
 * something, there is a ply after the last that can be played: what the side sees now. */
EXPORT(open_replay) uint32_t open_replay(uint32_t number, uint32_t bytes);
uint32_t open_replay(uint32_t number, uint32_t bytes)
{
    wasm_slot *slot = load(number, bytes);
    if (slot == NULL) return respond_complaint(complaint_rules);
    gg_match *match = &slot->match;
    if (slot->part.hides) {
        memcpy(slot->present, match->state, match->rules->state_bytes);
        gg_record_replay(match, match->rules, slot->memory, wasm_word(1), slot->part.open);
    }
    slot->is_recorded = slot->part.is_corrected || match->past != NULL;
    show_end(slot);
    return respond_done(slot);
}

/* ---- Playing. ---- */

static uint32_t respond_full(void)
{
    gg_complain_full(&complaint);
    return respond_complaint(NULL);
}

static void gone_on(wasm_slot *slot)
{
    slot->ply = plies_of(slot);
    gg_match_clear_log(&slot->match);
}

/* At most so many steps that nobody decides. */
EXPORT(run) uint32_t run(uint32_t number, uint32_t steps);
uint32_t run(uint32_t number, uint32_t steps)
{
    wasm_slot *slot = wasm_slot_at(number);
    for (; steps > 0; steps--) {
        const gg_match_answer answer = gg_match_step(&slot->match);
        if (answer == GG_MATCH_NOT_NOW) break;
        if (answer != GG_MATCH_DONE) return respond_full();
        gone_on(slot);
    }
    return respond_done(slot);
}

/* Does the first word of the request: 0; else the length of the response that says why not. */
static uint32_t do_word(wasm_slot *slot, gg_side side)
{
    gg_match *match = &slot->match;
    gg_action action;
    gg_verdict verdict;
    gg_seat seat = gg_seat_at(match->rules, match->state, side, wasm_room_for_state(0));
    seat.names = gg_names_of(match); /* as this side sees them */
    if (!gg_load_action(match->rules, match->state, wasm_word(0), &action, &complaint)
        && !gg_seat_read(&seat, wasm_word(0), &action, &complaint))
        return respond_complaint(match->rules);
    switch (gg_match_do(match, side, &action, &verdict)) {
    case GG_MATCH_DONE: break;
    case GG_MATCH_REFUSED:
        gg_complain_refused(match->rules, verdict, &complaint);
        return respond_complaint(match->rules);
    case GG_MATCH_NOT_NOW:
        gg_complain_not_now(gg_match_turn(match), side, &complaint);
        return respond_complaint(match->rules);
    case GG_MATCH_FULL:
    case GG_MATCH_DICE: return respond_full();
    }
    gone_on(slot);
    return 0;
}

/* ACTION */
EXPORT(act) uint32_t act(uint32_t number, gg_side side);
uint32_t act(uint32_t number, gg_side side)
{
    wasm_slot *slot = wasm_slot_at(number);
    const uint32_t refused = do_word(slot, side);
    return refused != 0 ? refused : respond_done(slot);
}

EXPORT(undo) uint32_t undo(uint32_t number, gg_side side);
uint32_t undo(uint32_t number, gg_side side)
{
    wasm_slot *slot = wasm_slot_at(number);
    if (!gg_match_undo(&slot->match, side)) return 0;
    show_end(slot);
    return 1;
}

EXPORT(go_to) uint32_t go_to(uint32_t number, uint32_t ply);
uint32_t go_to(uint32_t number, uint32_t ply)
{
    wasm_slot *slot = wasm_slot_at(number);
    const uint32_t last = plies_of(slot);
    if (slot->is_recorded) {
        gg_match *match = &slot->match;
        slot->ply = ply < last ? ply : last;
        gg_record_replay(match, match->rules, slot->memory, slot->text, slot->ply);
        return respond_done(slot);
    }
    const uint32_t first = slot->match.past_count; /* nothing before it is in the match */
    if (ply > last) ply = last;
    if (ply < first) ply = first;
    gg_teller teller = {.match = &slot->match, .state = slot->shown, .told = slot->ply - first};
    /* What is shown at the end is the match itself: its copy is old. */
    if (slot->ply - first >= slot->match.entry_count)
        teller = gg_teller_of(&slot->match, slot->shown);
    gg_teller_move(&teller, ply - first);
    slot->ply = ply;
    return respond_done(slot);
}

/* ---- Telling. ---- */

static gg_log *room_for_log(void)
{
    static gg_event events[EVENTS_MAX];
    static gg_log log = {.events = events, .limit = EVENTS_MAX};
    return &log;
}

/* An action as it stands in the record: "12 blue end : 3 4 # ...". */
static void wire_line(gg_json *json, const char *line, uint32_t ply)
{
    const char *at = line + strspn(line, "0123456789") + 1;
    const bool forced = *at == '[';
    at += forced;
    const bool blue = strncmp(at, "blue ", 5) == 0, red = strncmp(at, "red ", 4) == 0;
    at += blue ? 5 : red ? 4 : 0;
    uint32_t count = (uint32_t)strcspn(at, forced ? "]\n" : "\n");
    for (uint32_t i = 0; !forced && i + 1 < count; i++)
        if (at[i] == ' ' && at[i + 1] == ':') count = i;
    gg_json_object(json, NULL);
    gg_json_int(json, "ply", ply);
    gg_json_string(json, "side", gg_side_name(blue ? GG_BLUE : red ? GG_RED : GG_NOBODY));
    gg_json_bytes(json, "action", at, count);
    gg_json_bytes(json, "words", at, count);
    if (forced) gg_json_bool(json, "forced", true);
    gg_json_bool(json, "recorded", true);
    gg_json_int(json, "round", 0);
    gg_json_string(json, "phase", "");
    gg_json_array(json, "events");
    gg_json_end(json);
    gg_json_end(json);
}

/* Those after `ply`, up to `last`; of them those after `from`. */
static void wire_lines(gg_json *json, const char *line, uint32_t ply, uint32_t last, uint32_t from)
{
    while (ply < last && *line != '\0') {
        if (*line >= '0' && *line <= '9' && ++ply > from) wire_line(json, line, ply);
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
}

/* What is verified is told by the rules, the others as they stand there. */
static void wire_recorded(gg_json *json, const wasm_call *call)
{
    static gg_ways_room ways;
    wasm_slot *slot = call->slot;
    gg_match *match = &slot->match;
    gg_record_replay(match, match->rules, slot->memory, slot->text, slot->part.verified);
    slot->teller = gg_teller_of(match, slot->told);
    gg_teller_move(&slot->teller, call->number);
    while (slot->teller.told < match->entry_count)
        gg_wire_entry(json, NULL, &slot->teller, call->side, slot->teller.told + 1, room_for_log(),
                      &ways);
    wire_lines(json, slot->text + slot->part.shown_at, slot->part.verified, slot->part.told,
               call->number);
    gg_record_replay(match, match->rules, slot->memory, slot->text, slot->ply);
}

static void wire_log(gg_json *json, const char *key, const wasm_call *call)
{
    static gg_ways_room ways;
    gg_teller *teller = &call->slot->teller;
    if (call->slot->is_recorded) {
        gg_json_array(json, key);
        wire_recorded(json, call);
        gg_json_end(json);
        return;
    }
    const gg_match *match = &call->slot->match;
    const uint32_t first = match->past_count;
    gg_teller_move(teller, call->number > first ? call->number - first : 0);
    gg_json_array(json, key);
    if (match->past != NULL) wire_lines(json, match->past, 0, first, call->number);
    while (teller->told < match->entry_count)
        gg_wire_entry(json, NULL, teller, call->side, first + teller->told + 1, room_for_log(),
                      &ways);
    gg_json_end(json);
}

static void write_log(gg_json *json, const wasm_call *call) { wire_log(json, NULL, call); }

/* The actions after the first `from`. */
EXPORT(log) uint32_t tell_log(uint32_t slot, gg_side viewer, uint32_t from);
uint32_t tell_log(uint32_t slot, gg_side viewer, uint32_t from)
{
    return wasm_respond(write_log,
                        &(wasm_call){.slot = wasm_slot_at(slot), .side = viewer, .number = from});
}

static void write_position(gg_text *out, const wasm_call *call)
{
    const gg_seat seat = wasm_seat(call->slot, call->side);
    gg_write_position(seat.rules, seat.view, out);
}

EXPORT(position) uint32_t position(uint32_t slot, gg_side viewer);
uint32_t position(uint32_t slot, gg_side viewer)
{
    return wasm_write(write_position, &(wasm_call){.slot = wasm_slot_at(slot), .side = viewer});
}

static void write_record(gg_text *out, const wasm_call *call)
{
    const gg_match *match = &call->slot->match;
    const bool all = call->side == GG_SEES_ALL || gg_match_turn(match).over;
    gg_record_write(match, all ? GG_NOBODY : call->side, all, out);
}

/* ---- All that is shown of a game, in one answer. ---- */

/* `side`: whose offers; `call`: who looks, and after which ply the log begins. */
static void wire_sight(gg_json *json, const char *key, const wasm_call *call, gg_side side)
{
    const wasm_call asker = {.slot = call->slot, .side = side};
    gg_json_object(json, key);
    wire_standing(json, "standing", call->slot, call->side);
    wasm_wire_board(json, "board", call);
    wire_log(json, "log", call);
    if (side <= GG_RED) wasm_wire_offers(json, "offers", &asker);
    gg_json_end(json);
}

static void write_sight(gg_json *json, const wasm_call *call)
{
    wire_sight(json, NULL, call, call->asker);
}

EXPORT(see) uint32_t see(uint32_t slot, gg_side viewer, gg_side side, uint32_t from);
uint32_t see(uint32_t slot, gg_side viewer, gg_side side, uint32_t from)
{
    return wasm_respond(
        write_sight,
        &(wasm_call){.slot = wasm_slot_at(slot), .side = viewer, .asker = side, .number = from});
}

static void write_ordered(gg_json *json, const wasm_call *call)
{
    uint32_t mark;
    gg_json_object(json, NULL);
    gg_json_bool(json, "ok", true);
    wire_standing(json, "standing", call->slot, GG_SEES_ALL);
    gg_json_open_text(json, "record", &mark);
    write_record(json->out, &(wasm_call){.slot = call->slot, .side = GG_SEES_ALL});
    gg_json_close_text(json, mark);
    wire_sight(json, "sight", call, call->asker);
    gg_json_end(json);
}

/* ACTION; an order of a person, and all that the page shows and keeps after it. */
EXPORT(order) uint32_t order(uint32_t number, gg_side side, gg_side viewer, uint32_t from);
uint32_t order(uint32_t number, gg_side side, gg_side viewer, uint32_t from)
{
    wasm_slot *slot = wasm_slot_at(number);
    const uint32_t refused = do_word(slot, side);
    if (refused != 0) return refused;
    return wasm_respond(write_ordered,
                        &(wasm_call){.slot = slot, .side = viewer, .asker = side, .number = from});
}

EXPORT(record) uint32_t record(uint32_t slot, gg_side viewer);
uint32_t record(uint32_t slot, gg_side viewer)
{
    return wasm_write(write_record, &(wasm_call){.slot = wasm_slot_at(slot), .side = viewer});
}

/* ---- The games and players there are. ---- */

static void write_games(gg_json *json, const wasm_call *call)
{
    static gg_scene_room room;
    (void)call;
    gg_json_array(json, NULL);
    for (int i = 0; gg_rulesets[i] != NULL; i++)
        gg_wire_game(json, NULL, gg_rulesets[i], wasm_room_for_state(0), &room);
    gg_json_end(json);
}

EXPORT(games) uint32_t games(void);
uint32_t games(void) { return wasm_respond(write_games, &(wasm_call){.slot = NULL}); }

static void write_players(gg_json *json, const wasm_call *call)
{
    (void)call;
    gg_json_array(json, NULL);
    for (int i = 0; gg_players[i] != NULL; i++) {
        gg_json_object(json, NULL);
        gg_json_string(json, "name", gg_players[i]->name);
        gg_json_string(json, "title", gg_players[i]->title);
        gg_json_string(json, "text", gg_players[i]->text);
        gg_json_string(json, "style", gg_player_style(gg_players[i]));
        gg_json_int(json, "thinks_ms", gg_players[i]->thinks_ms);
        gg_json_end(json);
    }
    gg_json_end(json);
}

EXPORT(players) uint32_t players(void);
uint32_t players(void) { return wasm_respond(write_players, &(wasm_call){.slot = NULL}); }

static void write_sheet(gg_text *out, const wasm_call *call)
{
    static gg_sheet sheet;
    (void)call;
    const gg_ruleset *rules = gg_find_rules(wasm_word(0), &complaint);
    gg_assert(rules != NULL);
    gg_sheet_write(&sheet, rules, NULL, true, out);
}

/* GAME */
EXPORT(sheet) uint32_t sheet(void);
uint32_t sheet(void) { return wasm_write(write_sheet, &(wasm_call){.slot = NULL}); }

static void write_names(gg_text *out, const wasm_call *call)
{
    uint32_t row;
    (void)call;
    const gg_ruleset *rules = gg_find_rules(wasm_word(0), &complaint);
    if (rules == NULL || !gg_find_scenario(rules, wasm_word(1), &row, &complaint)) return;
    gg_write_names(out, &(gg_names){.rules = rules, .text = rules->scenarios[row].position});
}

/* GAME, SCENARIO: what its units, places and sides are called, to be added to a position. */
EXPORT(names) uint32_t names(void);
uint32_t names(void) { return wasm_write(write_names, &(wasm_call){.slot = NULL}); }

/* ---- Computer players. ---- */

/* The worker's: how far the thinking is. */
__attribute__((import_module("env"), import_name("progress"))) void progress(uint32_t done,
                                                                             uint32_t all);

static void tell_progress(void *to, uint32_t done, uint32_t all)
{
    (void)to;
    progress(done, all);
}

/* What a player keeps between its decisions in one game.  The worker is not told where a game
 * begins: another player or game, or an earlier round, is taken for that. */
typedef struct mind {
    const gg_player *player;
    const gg_ruleset *rules;
    uint16_t round;
    void *memory;
} mind;

static void *memory_of(const gg_player *player, const gg_ruleset *rules, gg_side side,
                       uint16_t round)
{
    static mind minds[2];
    static size_t most;
    for (int i = 0; most == 0 && gg_players[i] != NULL; i++)
        if (gg_players[i]->memory_bytes > most) most = gg_players[i]->memory_bytes;
    mind *it = &minds[side];
    if (it->memory == NULL) it->memory = wasm_memory(most);
    if (it->player != player || it->rules != rules || round < it->round)
        memset(it->memory, 0, most);
    it->player = player, it->rules = rules, it->round = round;
    return it->memory;
}

static void *room_of(const gg_player *player)
{
    static void *room;
    static size_t bytes;
    if (player->room_bytes <= bytes) return room;
    bytes = player->room_bytes;
    return room = wasm_memory(bytes);
}

/* The worker's clock, in milliseconds. */
__attribute__((import_module("env"), import_name("now"))) double now(void);

static int64_t tell_time(void *to)
{
    (void)to;
    return (int64_t)now();
}

/* What is being thought about.  The seat's view is lent for one call, so it has copies. */
static struct thought {
    gg_thinking thinking;
    gg_dice dice;
    gg_state *view;
    gg_action *offers;
    double until;
    bool hurried;
} thought;

static bool is_time_to_pause(void *to)
{
    (void)to;
    return now() >= thought.until;
}

static bool is_hurried(void *to)
{
    (void)to;
    return thought.hurried;
}

static void begin_thought(wasm_slot *slot, gg_side side, uint64_t seed)
{
    static const gg_progress told = {.told = tell_progress,
                                     .now_ms = tell_time,
                                     .enough = is_hurried,
                                     .pause = is_time_to_pause};
    const gg_seat seat = wasm_seat(slot, side);
    const gg_ruleset *rules = slot->match.rules;
    const gg_player *player = gg_player_named(wasm_word(0));
    if (thought.view == NULL) {
        size_t most = 0;
        for (int i = 0; gg_rulesets[i] != NULL; i++)
            if (gg_rulesets[i]->actions_max > most) most = gg_rulesets[i]->actions_max;
        thought.view = wasm_memory(GG_STATE_BYTES_MAX);
        thought.offers = wasm_memory(most * sizeof *thought.offers);
    }
    const uint32_t count = gg_seat_offers(&seat, thought.offers, rules->actions_max);
    gg_assert(player != NULL && count > 0);
    memcpy(thought.view, seat.view, rules->state_bytes);
    thought.dice = gg_dice_random(seed);
    thought.hurried = false;
    const uint16_t round = rules->turn(thought.view).round;
    const gg_decision decision = {.rules = rules,
                                  .view = thought.view,
                                  .offers = thought.offers,
                                  .count = count,
                                  .side = side,
                                  .dice = &thought.dice,
                                  .memory = memory_of(player, rules, side, round),
                                  .room = room_of(player),
                                  .progress = &told};
    gg_think_begin(&thought.thinking, player, &decision);
}

static void write_choice(gg_json *json, const wasm_call *call)
{
    char bytes[GG_ACTION_TEXT_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    const gg_seat seat = wasm_seat(call->slot, call->side);
    gg_seat_write(&seat, &thought.thinking.action, &text);
    gg_json_object(json, NULL);
    gg_json_bool(json, "ok", true);
    gg_json_string(json, "action", bytes);
    gg_json_int(json, "offers", thought.thinking.decision.count);
    gg_json_end(json);
}

static void write_begun(gg_json *json, const wasm_call *call)
{
    (void)call;
    gg_json_object(json, NULL);
    gg_json_bool(json, "ok", true);
    gg_json_end(json);
}

static bool may_think(const wasm_slot *slot, gg_side side)
{
    const gg_turn turn = slot->match.rules->turn(wasm_shown(slot));
    gg_assert(gg_player_named(wasm_word(0)) != NULL);
    if (!turn.over && (turn.deciding >> side & 1) != 0) return true;
    gg_complain_not_now(turn, side, &complaint);
    return false;
}

/* PLAYER: he begins to think about what he would do, knowing what the side may know. */
EXPORT(think_begin) uint32_t think_begin(uint32_t number, gg_side side, uint64_t seed);
uint32_t think_begin(uint32_t number, gg_side side, uint64_t seed)
{
    wasm_slot *slot = wasm_slot_at(number);
    if (!may_think(slot, side)) return respond_complaint(NULL);
    begin_thought(slot, side, seed);
    return wasm_respond(write_begun, &(wasm_call){.slot = slot, .side = side});
}

/* Goes on for so many milliseconds; with `hurried` he comes to an end at once.  1: he is done. */
EXPORT(think_on) uint32_t think_on(double ms, uint32_t hurried);
uint32_t think_on(double ms, uint32_t hurried)
{
    thought.until = now() + ms;
    thought.hurried = hurried != 0;
    return gg_think_on(&thought.thinking);
}

/* What he came to. */
EXPORT(think_take) uint32_t think_take(uint32_t number, gg_side side);
uint32_t think_take(uint32_t number, gg_side side)
{
    gg_assert(thought.thinking.player != NULL && thought.thinking.search == NULL);
    return wasm_respond(write_choice, &(wasm_call){.slot = wasm_slot_at(number), .side = side});
}

/* PLAYER: all of it in one call. */
EXPORT(think) uint32_t think(uint32_t number, gg_side side, uint64_t seed);
uint32_t think(uint32_t number, gg_side side, uint64_t seed)
{
    wasm_slot *slot = wasm_slot_at(number);
    if (!may_think(slot, side)) return respond_complaint(NULL);
    begin_thought(slot, side, seed);
    thought.until = now() + 1e12;
    while (!gg_think_on(&thought.thinking)) {}
    return wasm_respond(write_choice, &(wasm_call){.slot = slot, .side = side});
}

/* ---- What may come. ---- */

/* The slot goes on from what this side, which decides, may take its position for; nothing of the
 * true one is kept, and the dice are others. */
EXPORT(suppose) void suppose(uint32_t number, gg_side side, uint64_t seed);
void suppose(uint32_t number, gg_side side, uint64_t seed)
{
    wasm_slot *slot = wasm_slot_at(number);
    const gg_ruleset *rules = slot->match.rules;
    gg_state *guess = wasm_room_for_state(1);
    gg_dice dice = gg_dice_random(seed);
    const gg_seat seat = wasm_seat(slot, side);
    rules->guess(seat.view, side, &dice, guess);
    gg_match_begin_at(&slot->match, rules, slot->memory, guess, dice);
    slot->part = (gg_record_part){.is_part = false};
    show_end(slot);
}

/* ---- The laboratory: a whole game between computer players. ---- */

static void *memory_for_bout(gg_side side)
{
    static void *memories[2];
    size_t most = 0;
    for (int i = 0; gg_players[i] != NULL; i++)
        if (gg_players[i]->memory_bytes > most) most = gg_players[i]->memory_bytes;
    if (memories[side] == NULL) memories[side] = wasm_memory(most);
    return memset(memories[side], 0, most);
}

static void write_finish(gg_json *json, const wasm_call *call)
{
    gg_match *match = &call->slot->match;
    const gg_turn turn = gg_match_turn(match);
    gg_json_object(json, NULL);
    gg_json_bool(json, "over", turn.over != 0);
    gg_json_string(json, "winner", gg_side_name(turn.over ? turn.winner : GG_NOBODY));
    gg_json_string(json, "clause", gg_clause_number(match->rules, turn.over ? turn.clause : 0));
    gg_json_int(json, "round", turn.round);
    gg_json_int(json, "decisions", call->number);
    gg_json_end(json);
}

/* Plays the game that was just opened, by those of its seats, to its end.  It is the game that
 * `grognard lab run` plays with this seed. */
EXPORT(finish) uint32_t finish(uint32_t number);
uint32_t finish(uint32_t number)
{
    wasm_slot *slot = wasm_slot_at(number);
    gg_match *match = &slot->match;
    gg_bout bout = {.match = match, .view = wasm_room_for_state(0)};
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        bout.players[side] = gg_player_named(match->seats[side]);
        gg_assert(bout.players[side] != NULL);
        bout.memory[side] = memory_for_bout(side);
    }
    bout.room = room_of(bout.players[GG_BLUE]);
    if (bout.players[GG_RED]->room_bytes > bout.players[GG_BLUE]->room_bytes)
        bout.room = room_of(bout.players[GG_RED]);
    gg_bout_begin(&bout, match->seed);
    gg_match_answer answer = GG_MATCH_DONE;
    while (answer == GG_MATCH_DONE && !gg_match_turn(match).over) {
        gg_match_clear_log(match);
        answer = gg_bout_step(&bout);
    }
    show_end(slot);
    return wasm_respond(
        write_finish,
        &(wasm_call){.slot = slot, .number = bout.decisions[GG_BLUE] + bout.decisions[GG_RED]});
}

/* The seed of a game of a run. */
EXPORT(game_seed) uint64_t game_seed(uint64_t run, uint64_t game);
uint64_t game_seed(uint64_t run, uint64_t game) { return gg_seed_of_game(run, game); }

static void write_signature(gg_text *out, const wasm_call *call)
{
    static char *room;
    const gg_ruleset *rules = gg_find_rules(wasm_word(0), &complaint);
    gg_assert(rules != NULL);
    (void)call;
    if (room == NULL) room = wasm_memory(GG_SIGNATURE_ROOM);
    wasm_slot *slot = slot_for(WASM_SLOTS - 1, rules);
    gg_put_hex(
        out,
        gg_signature_of(rules, &slot->match, slot->memory, gg_text_over(room, GG_SIGNATURE_ROOM)),
        16);
}

/* GAME: as tests/signature.txt has it; plays the whole batch. */
EXPORT(signature) uint32_t signature(void);
uint32_t signature(void) { return wasm_write(write_signature, &(wasm_call){.slot = NULL}); }
