/*
 * choices.c - what the page asks before anybody decides: pictures, offers, odds, aims, answers.
 *
 * All of it works on what the side may know, so nothing that is hidden can be read out of it.
 * SPDX-License-Identifier: MIT
 */
#include "wasm/wasm.h"

#include "core/board_question.h"
#include "core/question.h"

enum {
    OUTCOMES_MAX = 16384, /* different ones that are told apart */
    OUTCOMES_TOLD = 48,   /* one by one */
    SLOTS_COUNT = 32768,
    WORDS_BYTES = 1 << 20,
};

/* ---- Pictures. ---- */

static gg_scene drawn(const wasm_call *call, const gg_seat *seat)
{
    static gg_scene_room room;
    gg_scene scene = gg_scene_in(&room);
    const gg_match *match = &call->slot->match;
    const gg_names names = gg_names_of(match);
    gg_seat_draw(seat, &scene);
    gg_names_dress(&names, &scene);
    if (match->scenario < match->rules->scenario_count)
        gg_scene_entitle(&scene, match->rules->scenarios[match->scenario].title);
    return scene;
}

/* As it lies on the screen. */
static gg_scene pictured(const wasm_call *call)
{
    const gg_seat seat = wasm_seat(call->slot, call->side);
    gg_scene scene = drawn(call, &seat);
    if (call->slot->turned) gg_scene_turn(&scene, &scene);
    return scene;
}

static wasm_call look(uint32_t slot, gg_side viewer)
{
    return (wasm_call){.slot = wasm_slot_at(slot), .side = viewer};
}

static void wire_map(gg_json *json, const gg_scene *scene)
{
    const gg_svg_map map = gg_svg_map_of(scene);
    gg_json_object(json, "map");
    gg_json_int(json, "x", map.x);
    gg_json_int(json, "y", map.y);
    gg_json_int(json, "units", map.units);
    gg_json_int(json, "ticks", map.ticks);
    gg_json_int(json, "width", map.width);
    gg_json_int(json, "height", map.height);
    gg_wire_point(json, "low", scene->low);
    gg_wire_point(json, "high", scene->high);
    gg_json_int(json, "cell", scene->cell);
    gg_json_end(json);
}

void wasm_wire_board(gg_json *json, const char *key, const wasm_call *call)
{
    const gg_seat seat = wasm_seat(call->slot, call->side);
    gg_scene scene = drawn(call, &seat);
    uint32_t mark;
    gg_json_object(json, key);
    gg_json_string(json, "title", scene.title);
    gg_wire_status(json, seat.rules, seat.view, &scene);
    gg_wire_units(json, "units", seat.rules, seat.view, &scene);
    if (call->slot->turned) gg_scene_turn(&scene, &scene); /* places stay, pictures turn */
    gg_json_open_text(json, "svg", &mark);
    gg_svg_board(&scene, json->out);
    gg_json_close_text(json, mark);
    wire_map(json, &scene);
    gg_json_end(json);
}

static void write_board(gg_json *json, const wasm_call *call) { wasm_wire_board(json, NULL, call); }

EXPORT(board) uint32_t board(uint32_t slot, gg_side viewer);
uint32_t board(uint32_t slot, gg_side viewer)
{
    const wasm_call call = look(slot, viewer);
    return wasm_respond(write_board, &call);
}

static void write_svg(gg_text *out, const wasm_call *call)
{
    const gg_scene scene = pictured(call);
    gg_picture_svg(&scene, out);
}

EXPORT(svg) uint32_t svg(uint32_t slot, gg_side viewer);
uint32_t svg(uint32_t slot, gg_side viewer)
{
    const wasm_call call = look(slot, viewer);
    return wasm_write(write_svg, &call);
}

static void write_text(gg_text *out, const wasm_call *call)
{
    const gg_seat seat = wasm_seat(call->slot, call->side);
    const gg_scene scene = drawn(call, &seat);
    gg_picture_text(&scene, false, out);
}

EXPORT(text) uint32_t text(uint32_t slot, gg_side viewer);
uint32_t text(uint32_t slot, gg_side viewer)
{
    const wasm_call call = look(slot, viewer);
    return wasm_write(write_text, &call);
}

static void write_stylesheet(gg_text *out, const wasm_call *call)
{
    (void)call;
    gg_svg_style(out);
}

EXPORT(stylesheet) uint32_t stylesheet(void);
uint32_t stylesheet(void) { return wasm_write(write_stylesheet, &(wasm_call){.slot = NULL}); }

static void write_legend(gg_text *out, const wasm_call *call)
{
    const gg_seat seat = wasm_seat(call->slot, call->side);
    const gg_scene scene = drawn(call, &seat);
    gg_svg_legend(&scene, (int)call->number, out);
}

/* The meaning of the signs that occur, as a picture so wide. */
EXPORT(legend) uint32_t legend(uint32_t slot, gg_side viewer, uint32_t width);
uint32_t legend(uint32_t slot, gg_side viewer, uint32_t width)
{
    wasm_call call = look(slot, viewer);
    call.number = width;
    return wasm_write(write_legend, &call);
}

static void write_card(gg_json *json, const wasm_call *call)
{
    const gg_seat seat = wasm_seat(call->slot, call->side);
    gg_json_object(json, NULL);
    gg_wire_card(json, "card", seat.rules, seat.view,
                 gg_find_unit(seat.rules, seat.view, seat.side, wasm_word(0)));
    gg_json_end(json);
}

/* WHO: all that is to be known of a unit. */
EXPORT(card) uint32_t card(uint32_t slot, gg_side viewer);
uint32_t card(uint32_t slot, gg_side viewer)
{
    const wasm_call call = look(slot, viewer);
    return wasm_respond(write_card, &call);
}

/* ---- Offers. ---- */

static gg_scene sketched(const gg_seat *seat, const gg_action *action)
{
    static gg_scene_room room;
    gg_scene scene = gg_scene_in(&room);
    gg_seat_sketch(seat, action, &scene);
    return scene;
}

/* Nobody decides on the page: it lets the game go on by run(). */
static bool decides(const gg_seat *seat)
{
    return seat->side != GG_NOBODY && gg_seat_decides(seat);
}

void wasm_wire_offers(gg_json *json, const char *key, const wasm_call *call)
{
    gg_action *offers = call->slot->match.offers;
    const gg_seat seat = wasm_seat(call->slot, call->side);
    const uint32_t count =
        decides(&seat) ? gg_seat_offers(&seat, offers, seat.rules->actions_max) : 0;
    gg_json_array(json, key);
    for (uint32_t i = 0; i < count; i++) {
        const gg_scene sketch = sketched(&seat, &offers[i]);
        gg_wire_offer(json, NULL, seat.rules, seat.view, seat.side, &offers[i], &sketch);
    }
    gg_json_end(json);
}

static void write_offers(gg_json *json, const wasm_call *call)
{
    wasm_wire_offers(json, NULL, call);
}

EXPORT(offers) uint32_t offers(uint32_t slot, gg_side side);
uint32_t offers(uint32_t slot, gg_side side)
{
    const wasm_call call = look(slot, side);
    return wasm_respond(write_offers, &call);
}

/* ---- One action: the first word of the request. ---- */

/* Reads it, or writes the complaint. */
static bool read_action(gg_json *json, const gg_seat *seat, gg_action *action)
{
    gg_complaint complaint;
    if (gg_seat_read(seat, wasm_word(0), action, &complaint)) return true;
    gg_wire_complaint(json, NULL, seat->rules, &complaint);
    return false;
}

static bool may_act(gg_json *json, const gg_seat *seat)
{
    gg_complaint complaint;
    if (decides(seat)) return true;
    gg_complain_not_now(gg_seat_turn(seat), seat->side, &complaint);
    gg_wire_complaint(json, NULL, NULL, &complaint);
    return false;
}

static bool takes_back(const wasm_call *call, const gg_seat *seat, const gg_action *action)
{
    static gg_event events[GG_MATCH_EVENTS_MAX];
    gg_log log = {.events = events, .limit = GG_MATCH_EVENTS_MAX};
    return gg_seat_takes_back(seat, action, call->slot->match.offers, &log, wasm_room_for_state(1));
}

static void write_judgement(gg_json *json, const wasm_call *call)
{
    const gg_seat seat = wasm_seat(call->slot, call->side);
    gg_action action;
    if (!may_act(json, &seat) || !read_action(json, &seat, &action)) return;
    const gg_verdict verdict = gg_seat_judge(&seat, &action);
    gg_json_object(json, NULL);
    gg_json_bool(json, "ok", true);
    gg_wire_action(json, seat.rules, seat.view, seat.side, &action);
    if (verdict.reason != 0)
        gg_wire_refusal(json, "verdict", &seat, verdict, call->slot->match.offers);
    else gg_wire_lapses(json, &seat, &action, call->slot->match.offers);
    if (seat.rules->actions[action.kind].ends) gg_json_bool(json, "ends", true);
    if (verdict.reason == 0 && takes_back(call, &seat, &action))
        gg_json_bool(json, "undoable", true);
    gg_json_end(json);
}

EXPORT(judge) uint32_t judge(uint32_t slot, gg_side side);
uint32_t judge(uint32_t slot, gg_side side)
{
    const wasm_call call = look(slot, side);
    return wasm_respond(write_judgement, &call);
}

static void wire_overlay(gg_json *json, const wasm_call *call, const gg_seat *seat,
                         gg_scene *overlay)
{
    const gg_scene board = drawn(call, seat);
    uint32_t mark;
    if (call->slot->turned) gg_scene_turn(overlay, &board);
    gg_json_open_text(json, "svg", &mark);
    gg_svg_overlay(overlay, &board, json->out);
    gg_json_close_text(json, mark);
}

void wasm_wire_unit(gg_json *json, const char *key, const gg_seat *seat, gg_unit unit)
{
    char name[GG_NAME_MAX];
    gg_text text = gg_text_over(name, sizeof name);
    seat->rules->write_unit(seat->view, unit, &text);
    gg_json_string(json, key, name);
}

void wasm_wire_sketches(gg_json *json, const char *key, const wasm_call *call,
                        const gg_action *first, size_t apart, uint32_t count)
{
    const gg_seat seat = wasm_seat(call->slot, call->side);
    const gg_scene board = drawn(call, &seat);
    uint32_t mark;
    gg_json_open_text(json, key, &mark);
    for (uint32_t i = 0; i < count; i++) {
        const void *at = (const char *)first + i * apart;
        gg_scene over = sketched(&seat, at);
        if (call->slot->turned) gg_scene_turn(&over, &board);
        gg_svg_overlay(&over, &board, json->out);
    }
    gg_json_close_text(json, mark);
}

static void write_sketch(gg_json *json, const wasm_call *call)
{
    const gg_seat seat = wasm_seat(call->slot, call->side);
    gg_action action;
    if (!read_action(json, &seat, &action)) return;
    gg_scene sketch = sketched(&seat, &action);
    gg_json_object(json, NULL);
    gg_json_bool(json, "ok", true);
    gg_json_object(json, "sketch");
    gg_wire_sketch(json, seat.rules, seat.view, &sketch);
    wire_overlay(json, call, &seat, &sketch);
    gg_json_end(json);
    gg_json_end(json);
}

EXPORT(sketch) uint32_t sketch(uint32_t slot, gg_side side);
uint32_t sketch(uint32_t slot, gg_side side)
{
    const wasm_call call = look(slot, side);
    return wasm_respond(write_sketch, &call);
}

/* ---- Odds. ---- */

static gg_outcomes_room *room_for_outcomes(void)
{
    static gg_event events[GG_MATCH_EVENTS_MAX];
    static gg_outcomes_room room;
    if (room.outcomes != NULL) return &room;
    room = (gg_outcomes_room){
        .outcomes = wasm_memory(OUTCOMES_MAX * sizeof(gg_outcome)),
        .outcome_limit = OUTCOMES_MAX,
        .slots = wasm_memory(SLOTS_COUNT * sizeof(uint32_t)),
        .slot_count = SLOTS_COUNT,
        .words = gg_text_over(wasm_memory(WORDS_BYTES), WORDS_BYTES),
        .log = {.events = events, .limit = GG_MATCH_EVENTS_MAX},
        .scratch = wasm_room_for_state(1),
        .view = wasm_room_for_state(3),
        .fight = wasm_memory(sizeof(gg_fight)),
    };
    return &room;
}

/* `offers` is room for what is offered in this game. */
static gg_clash_room *room_for_clash(gg_action *offers)
{
    static gg_event events[GG_MATCH_EVENTS_MAX];
    static gg_clash_room *room;
    if (room == NULL) {
        room = wasm_memory(sizeof *room);
        for (int i = 0; i < GG_CLASH_DEPTH; i++) room->scratch[i] = wasm_memory(GG_STATE_BYTES_MAX);
        for (int i = 0; i < GG_CLASH_STOPS; i++) room->stops[i] = wasm_memory(GG_STATE_BYTES_MAX);
        room->log = (gg_log){.events = events, .limit = GG_MATCH_EVENTS_MAX};
        room->fight = wasm_memory(sizeof *room->fight);
    }
    room->offers = offers;
    return room;
}

/* Enumerating may take a while, so it is done once and written as often as it takes. */
typedef struct odds_found {
    gg_action action;
    gg_seat_chances chances;
    gg_clash clash;
} odds_found;
static odds_found found;

static void write_odds(gg_json *json, const wasm_call *call)
{
    const gg_seat seat = wasm_seat(call->slot, call->side);
    gg_json_object(json, NULL);
    gg_json_bool(json, "ok", true);
    gg_wire_odds(json, "odds",
                 &(gg_wire_odds_of){.seat = &seat,
                                    .action = &found.action,
                                    .chances = &found.chances,
                                    .clash = &found.clash,
                                    .most = OUTCOMES_TOLD,
                                    .offers = call->slot->match.offers});
    gg_json_end(json);
}

static void write_no_odds(gg_json *json, const wasm_call *call)
{
    const gg_seat seat = wasm_seat(call->slot, call->side);
    gg_complaint complaint;
    gg_action action;
    if (!may_act(json, &seat) || !read_action(json, &seat, &action)) return;
    gg_complain_refused(seat.rules, gg_seat_judge(&seat, &action), &complaint);
    gg_wire_complaint(json, NULL, seat.rules, &complaint);
}

/* ACTION.  At most so many outcomes are enumerated; beyond that so many are sampled; and the same
 * of a charge or a melee to its end. */
EXPORT(odds)
uint32_t odds(uint32_t slot, gg_side side, uint32_t runs_max, uint32_t samples, uint32_t clash_runs,
              uint32_t clash_samples);
uint32_t odds(uint32_t slot, gg_side side, uint32_t runs_max, uint32_t samples, uint32_t clash_runs,
              uint32_t clash_samples)
{
    const wasm_call call = look(slot, side);
    const gg_seat seat = wasm_seat(call.slot, side);
    gg_complaint complaint;
    if (!decides(&seat) || !gg_seat_read(&seat, wasm_word(0), &found.action, &complaint)
        || gg_seat_judge(&seat, &found.action).reason != 0)
        return wasm_respond(write_no_odds, &call);
    found.chances = gg_seat_odds(&seat, &found.action, runs_max, samples, room_for_outcomes(),
                                 wasm_room_for_state(2));
    found.clash = gg_seat_clash(&seat, &found.action, clash_runs, clash_samples,
                                room_for_clash(call.slot->match.offers), wasm_room_for_state(2));
    return wasm_respond(write_odds, &call);
}

/* ---- Hands and questions: the first two words of the request are units, or empty. ---- */

static gg_unit unit_asked(const gg_seat *seat, uint32_t word)
{
    const char *name = wasm_word(word);
    return name[0] == 0 ? GG_NO_UNIT : gg_find_unit(seat->rules, seat->view, seat->side, name);
}

static void wire_aim(gg_json *json, const gg_seat *seat, const gg_action *action, gg_action *offers)
{
    const gg_verdict verdict = gg_seat_judge(seat, action);
    gg_json_object(json, NULL);
    gg_wire_action(json, seat->rules, seat->view, seat->side, action);
    gg_json_bool(json, "legal", verdict.reason == 0);
    if (verdict.reason != 0) gg_wire_refusal(json, "verdict", seat, verdict, offers);
    gg_json_end(json);
}

static void write_aim(gg_json *json, const wasm_call *call)
{
    const gg_seat seat = wasm_seat(call->slot, call->side);
    const gg_scene scene = drawn(call, &seat);
    const gg_point place = gg_scene_place(&scene, call->to); /* from a point of the picture */
    const gg_unit who = unit_asked(&seat, 0), whom = unit_asked(&seat, 1);
    gg_action action;
    if (decides(&seat) && gg_seat_aim(&seat, who, whom, place, call->facing, &action))
        wire_aim(json, &seat, &action, call->slot->match.offers);
    else gg_json_null(json, NULL);
}

static wasm_call put_down(uint32_t slot, gg_side side, int32_t x, int32_t y, int32_t facing)
{
    wasm_call call = look(slot, side);
    call.to = (gg_point){x, y};
    call.facing = facing;
    return call;
}

/* WHO, WHOM: the action that a hand means which puts WHO down there, or on WHOM; or null. */
EXPORT(aim) uint32_t aim(uint32_t slot, gg_side side, int32_t x, int32_t y, int32_t facing);
uint32_t aim(uint32_t slot, gg_side side, int32_t x, int32_t y, int32_t facing)
{
    const wasm_call call = put_down(slot, side, x, y, facing);
    return wasm_respond(write_aim, &call);
}

static void write_going_on(gg_json *json, const wasm_call *call)
{
    const gg_seat seat = wasm_seat(call->slot, call->side);
    gg_action begun, action;
    gg_complaint complaint;
    if (decides(&seat) && gg_seat_read(&seat, wasm_word(0), &begun, &complaint)
        && gg_seat_go_on(&seat, &begun, call->to, call->facing, &action))
        wire_aim(json, &seat, &action, call->slot->match.offers);
    else gg_json_null(json, NULL);
}

/* ACTION: the one that begins so and goes on to that place; or null. */
EXPORT(go_on) uint32_t go_on(uint32_t slot, gg_side side, int32_t x, int32_t y, int32_t facing);
uint32_t go_on(uint32_t slot, gg_side side, int32_t x, int32_t y, int32_t facing)
{
    const wasm_call call = put_down(slot, side, x, y, facing);
    return wasm_respond(write_going_on, &call);
}

static void write_answer(gg_json *json, const wasm_call *call)
{
    static gg_scene_room room;
    const gg_seat seat = wasm_seat(call->slot, call->side);
    const gg_scene scene = drawn(call, &seat);
    const gg_question question = {.kind = (uint8_t)call->number,
                                  .who = unit_asked(&seat, 0),
                                  .whom = unit_asked(&seat, 1),
                                  .from = gg_scene_place(&scene, call->from),
                                  .to = gg_scene_place(&scene, call->to)};
    gg_scene overlay = gg_scene_in(&room);
    gg_answer answer;
    gg_seat_ask(&seat, &question, &answer, &overlay);
    gg_json_object(json, NULL);
    gg_json_bool(json, "ok", true);
    gg_wire_answer(json, "answer", seat.rules, seat.view, &answer);
    wire_overlay(json, call, &seat, &overlay);
    gg_json_end(json);
    gg_json_end(json);
}

/* WHO, WHOM; the kind is a gg_question_kind. */
EXPORT(ask)
uint32_t ask(uint32_t slot, gg_side viewer, uint32_t kind, int32_t from_x, int32_t from_y,
             int32_t to_x, int32_t to_y);
uint32_t ask(uint32_t slot, gg_side viewer, uint32_t kind, int32_t from_x, int32_t from_y,
             int32_t to_x, int32_t to_y)
{
    wasm_call call = look(slot, viewer);
    gg_assert(kind <= GG_ASK_CONTACT);
    call.number = kind;
    call.from = (gg_point){from_x, from_y};
    call.to = (gg_point){to_x, to_y};
    return wasm_respond(write_answer, &call);
}
