/*
 * wire.c - games, turns, events and positions as JSON.  See wire.h.
 * SPDX-License-Identifier: MIT
 */
#include "core/wire.h"

#include "core/balance.h"
#include "core/names.h"
#include "core/numbers.h"
#include "core/position.h"
#include "core/state_hash.h"
#include "core/wire_parts.h"

#include <string.h>

/* ---- Small parts. ---- */

void wire_clause(gg_json *json, const gg_ruleset *rules, gg_clause clause)
{
    if (clause != 0) gg_json_string(json, "clause", gg_clause_number(rules, clause));
}

void wire_unit(gg_json *json, const char *key, const gg_ruleset *rules, const gg_state *state,
               gg_unit unit)
{
    if (unit == GG_NO_UNIT) return;
    char bytes[WIRE_NAME_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    rules->write_unit(state, unit, &text);
    gg_json_string(json, key, bytes);
}

void gg_wire_said(gg_json *json, const char *key, const gg_state *state, const char *sentence)
{
    uint32_t mark;
    gg_json_open_text(json, key, &mark);
    if (json->names == NULL) gg_put(json->out, sentence);
    else gg_put_named(json->out, json->names, state, sentence);
    gg_json_close_text(json, mark);
}

void wire_called(gg_json *json, const char *key, const gg_state *state, const char *code)
{
    char bytes[WIRE_NAME_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    if (json->names != NULL && gg_put_called(&text, json->names, state, code))
        gg_json_string(json, key, bytes);
}

static void wire_place(gg_json *json, const char *key, const gg_ruleset *rules, gg_point at)
{
    char bytes[WIRE_NAME_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    rules->write_place(at, &text);
    gg_json_string(json, key, bytes);
}

void wire_hash(gg_json *json, uint64_t hash)
{
    char bytes[17];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_put_hex(&text, hash, 16);
    gg_json_string(json, "hash", bytes);
}

void gg_wire_point(gg_json *json, const char *key, gg_point at)
{
    gg_json_object(json, key);
    gg_json_int(json, "x", at.x);
    gg_json_int(json, "y", at.y);
    gg_json_end(json);
}

/* ---- The games there are. ---- */

void gg_wire_clause(gg_json *json, const char *key, const gg_clause_def *clause)
{
    gg_json_object(json, key);
    gg_json_string(json, "id", clause->number);
    gg_json_string(json, "title", clause->title);
    gg_json_string(json, "gist", clause->gist);
    gg_json_end(json);
}

void gg_wire_option(gg_json *json, const char *key, const gg_ruleset *rules,
                    const gg_option *option)
{
    gg_json_object(json, key);
    gg_json_string(json, "name", option->name);
    gg_json_int(json, "standard", option->standard);
    gg_json_int(json, "low", option->low);
    gg_json_int(json, "high", option->high);
    gg_json_int(json, "step", option->step);
    gg_json_string(json, "clause", gg_clause_number(rules, option->clause));
    gg_json_string(json, "text", option->text);
    gg_json_end(json);
}

void gg_wire_corrections(gg_json *json, const char *key, const gg_ruleset *rules, uint32_t since)
{
    gg_json_array(json, key);
    for (const gg_correction *row = gg_corrections_since(rules, since); row->id != NULL; row++) {
        gg_json_object(json, NULL);
        gg_json_string(json, "id", row->id);
        gg_json_int(json, "version", row->version);
        gg_json_string(json, "clause", gg_clause_number(rules, row->clause));
        gg_json_string(json, "text", row->text);
        gg_json_end(json);
    }
    gg_json_end(json);
}

void gg_wire_played_by(gg_json *json, const char *key, const gg_ruleset *rules,
                       const gg_record_part *part)
{
    char bytes[GG_WORDS_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    if (!part->is_corrected) return;
    gg_put_played_by(&text, part);
    gg_json_object(json, key);
    gg_json_int(json, "version", part->version);
    gg_json_int(json, "verified", part->verified);
    gg_json_int(json, "behind", part->behind);
    gg_json_string(json, "text", bytes);
    gg_wire_corrections(json, "corrections", rules, part->version);
    gg_json_end(json);
}

static void scenario_fields(gg_json *json, const gg_scenario *scenario)
{
    gg_json_string(json, "name", scenario->name);
    gg_json_string(json, "title", scenario->title);
    gg_json_string(json, "size", scenario->size);
    gg_json_string(json, "length", scenario->length);
    gg_json_string(json, "text", scenario->text);
}

static bool is_body(const gg_mark *mark)
{
    return (mark->shape == GG_BLOCK || mark->shape == GG_RESERVE || mark->shape == GG_DISC)
           && mark->unit != GG_NO_UNIT && (mark->flags & GG_FLAG_GHOST) == 0;
}

/* What a side has at the start, by kind. */
static void wire_force(gg_json *json, gg_side side, const gg_scene *scene)
{
    uint32_t counts[GG_ROLES] = {0};
    for (uint32_t i = 0; i < scene->count; i++)
        if (is_body(&scene->marks[i]) && scene->marks[i].side == side)
            counts[scene->marks[i].role]++;
    gg_json_array(json, gg_side_name(side));
    for (int role = 0; role < GG_ROLES; role++) {
        if (counts[role] == 0) continue;
        gg_json_object(json, NULL);
        gg_json_string(json, "role", gg_roles[role].name);
        gg_json_string(json, "words", gg_roles[role].words);
        gg_json_int(json, "count", counts[role]);
        gg_json_end(json);
    }
    gg_json_end(json);
}

static void wire_battles(gg_json *json, const char *key, const gg_battles *battles)
{
    gg_json_object(json, key);
    gg_json_int(json, "blue", battles->blue);
    gg_json_int(json, "red", battles->red);
    gg_json_int(json, "drawn", battles->drawn);
    gg_json_end(json);
}

/* What battles between computer players say of it, where it was played. */
static void wire_balance(gg_json *json, const gg_ruleset *rules, uint32_t row)
{
    const gg_balance *it = gg_balance_of(rules, rules->scenarios[row].name);
    char words[GG_WORDS_MAX * 4];
    gg_text text = gg_text_over(words, sizeof words);
    if (it == NULL) return;
    gg_put_balance(&text, rules, it);
    gg_json_object(json, "balance");
    wire_battles(json, "battles", &it->battles);
    if (text.count > 0) gg_json_string(json, "words", words);
    if (text.count > 0 && it->variant[0] != 0) {
        gg_json_string(json, "variant", it->variant);
        wire_battles(json, "varied", &it->varied);
    }
    gg_json_end(json);
}

void gg_wire_scenario(gg_json *json, const char *key, const gg_ruleset *rules, uint32_t row,
                      gg_state *scratch, gg_scene_room *room)
{
    int32_t options[GG_OPTIONS_MAX];
    gg_scene scene = gg_scene_in(room);
    for (int i = 0; i < GG_OPTIONS_MAX; i++) options[i] = GG_OPTION_UNSET;
    gg_json_object(json, key);
    scenario_fields(json, &rules->scenarios[row]);
    memset(scratch, 0, rules->state_bytes);
    if (gg_setup(rules, scratch, row, options, NULL).text == NULL)
        rules->draw(scratch, GG_NOBODY, &scene);
    wire_force(json, GG_BLUE, &scene);
    wire_force(json, GG_RED, &scene);
    wire_balance(json, rules, row);
    gg_json_end(json);
}

static void wire_number(gg_json *json, const gg_ruleset *rules, const int16_t *house, uint32_t row)
{
    const gg_number *number = &rules->numbers[row];
    uint32_t mark;
    gg_json_object(json, NULL);
    gg_json_string(json, "id", number->id);
    gg_json_int(json, "value", gg_number_value(rules->numbers, house, row));
    gg_json_int(json, "standard", number->standard);
    gg_json_int(json, "low", number->low);
    gg_json_int(json, "high", number->high);
    gg_json_string(json, "unit", number->unit);
    gg_json_open_text(json, "text", &mark);
    gg_put_numbered(json->out, rules, house, number->text);
    gg_json_close_text(json, mark);
    gg_json_string(json, "clause", gg_clause_number(rules, number->clause));
    gg_json_end(json);
}

void gg_wire_tables(gg_json *json, const char *key, const gg_ruleset *rules, const int16_t *house)
{
    gg_json_object(json, key);
    gg_json_string(json, "game", rules->name);
    gg_json_array(json, "numbers");
    for (uint32_t row = 1; row < rules->number_count; row++) wire_number(json, rules, house, row);
    gg_json_end(json);
    gg_json_end(json);
}

void gg_wire_house(gg_json *json, const char *key, const gg_ruleset *rules, const gg_state *state)
{
    gg_wire_differences(json, key, rules, gg_house_of(rules, state));
}

void gg_wire_differences(gg_json *json, const char *key, const gg_ruleset *rules,
                         const int16_t *house)
{
    if (gg_house_hash(rules, house) == 0) return;
    gg_json_object(json, key);
    wire_hash(json, gg_house_hash(rules, house));
    gg_json_array(json, "numbers");
    for (uint32_t row = 1; row < rules->number_count; row++)
        if (house[row] != 0) wire_number(json, rules, house, row);
    gg_json_end(json);
    gg_json_end(json);
}

static void wire_phase(gg_json *json, const gg_ruleset *rules, const gg_phase_def *phase)
{
    gg_json_object(json, NULL);
    gg_json_string(json, "name", phase->name);
    gg_json_string(json, "clause", gg_clause_number(rules, phase->clause));
    if (phase->orders != NULL) gg_json_string(json, "orders", phase->orders);
    gg_json_end(json);
}

void gg_wire_game(gg_json *json, const char *key, const gg_ruleset *rules, gg_state *scratch,
                  gg_scene_room *room)
{
    gg_json_object(json, key);
    gg_json_string(json, "id", rules->name);
    gg_json_string(json, "title", rules->title);
    gg_json_int(json, "version", rules->version);
    gg_json_string(json, "measure", rules->measure);
    gg_json_array(json, "scenarios");
    for (uint32_t i = 0; i < rules->scenario_count; i++)
        gg_wire_scenario(json, NULL, rules, i, scratch, room);
    gg_json_end(json);
    gg_json_array(json, "options");
    for (uint32_t i = 0; i < rules->option_count; i++)
        gg_wire_option(json, NULL, rules, &rules->options[i]);
    gg_json_end(json);
    gg_json_array(json, "numbers");
    for (uint32_t row = 1; row < rules->number_count; row++) wire_number(json, rules, NULL, row);
    gg_json_end(json);
    gg_json_array(json, "phases");
    for (uint32_t i = 0; i < rules->phase_count; i++) wire_phase(json, rules, &rules->phases[i]);
    gg_json_end(json);
    gg_json_array(json, "clauses");
    for (uint32_t i = 1; i < rules->clause_count; i++)
        gg_wire_clause(json, NULL, &rules->clauses[i]);
    gg_json_end(json);
    gg_wire_corrections(json, "corrections", rules, 0);
    gg_json_array(json, "glossary");
    for (const gg_term *term = rules->glossary; term->word != NULL; term++) {
        gg_json_object(json, NULL);
        gg_json_string(json, "word", term->word);
        wire_clause(json, rules, term->clause);
        gg_json_end(json);
    }
    gg_json_end(json);
    gg_json_end(json);
}

/* ---- Events. ---- */

void gg_wire_mods(gg_json *json, const char *key, const gg_ruleset *rules, const gg_state *state,
                  const gg_check *check, const gg_event *event)
{
    uint32_t mark;
    gg_json_array(json, key);
    for (int i = 0; i < event->line_count; i++) {
        const gg_mod *mod = &check->mods[event->lines[i].mod];
        gg_json_object(json, NULL);
        gg_json_string(json, "id", mod->id);
        wire_clause(json, rules, mod->clause);
        gg_json_int(json, "amount", event->lines[i].amount);
        gg_json_open_text(json, "text", &mark);
        gg_put_numbered(json->out, rules, gg_house_of(rules, state), mod->text);
        gg_json_close_text(json, mark);
        gg_json_end(json);
    }
    gg_json_end(json);
}

static void wire_faces(gg_json *json, const gg_check *check, const gg_event *event)
{
    if (event->face_count == 0) return;
    gg_json_array(json, "dice");
    for (int i = 0; i < event->face_count; i++) gg_json_int(json, NULL, event->faces[i]);
    gg_json_end(json);
    if (event->counting != 0 && check != NULL) {
        uint32_t mark;
        gg_json_array(json, "counts");
        for (int i = 0; i < event->face_count; i++)
            gg_json_bool(json, NULL, (event->counting >> (event->faces[i] - 1) & 1) != 0);
        gg_json_end(json);
        gg_json_open_text(json, "counting", &mark);
        gg_put_counting(json->out, check, event->counting);
        gg_json_close_text(json, mark);
        if (check->what != NULL) gg_json_string(json, "what", check->what);
    }
    if (check == NULL || check->letters == NULL) return;
    char bytes[GG_FACES_MAX + 1];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    for (int i = 0; i < event->face_count; i++) gg_put_face(&text, check, event->faces[i]);
    gg_json_string(json, "faces", bytes);
}

static void wire_roll(gg_json *json, const gg_ruleset *rules, const gg_state *state,
                      const gg_check *check, const gg_event *event)
{
    char bytes[256];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    if (event->line_count > 0) gg_wire_mods(json, "mods", rules, state, check, event);
    if (check->kind == GG_HITS) gg_json_int(json, "base", event->base);
    if (check->kind == GG_EACH) gg_json_int(json, "needs", event->needs);
    gg_json_int(json, "total", event->total);
    gg_put_result(&text, rules, state, check, event);
    gg_json_string(json, "result", bytes);
}

/* The fields that a sentence names, by their first letters: {at} {to} {amount} {had} {total}; a
 * {to:course} is made of both places. */
enum { AT = 1, TO = 2, AMOUNT = 4, HAD = 8, TOTAL = 16 };

static uint32_t named_fields(const char *sentence)
{
    static const struct {
        const char *name;
        uint32_t fields;
    } names[] = {{"at}", AT},        {"at:", AT},  {"to}", TO},     {"to:course}", AT | TO},
                 {"amount", AMOUNT}, {"had", HAD}, {"total", TOTAL}};
    uint32_t named = 0;
    for (const char *at = strchr(sentence, '{'); at != NULL; at = strchr(at, '{')) {
        at++;
        for (uint32_t i = 0; i < sizeof names / sizeof names[0]; i++)
            if (at[0] == names[i].name[0] && strncmp(at, names[i].name, strlen(names[i].name)) == 0)
                named |= names[i].fields;
    }
    return named;
}

/* Which of its fields an event fills is told by its sentence: the ones the saying names.  The
 * total of a roll by a table has been told already. */
static void wire_saying(gg_json *json, const gg_ruleset *rules, const gg_event *event,
                        bool is_check)
{
    const gg_saying *saying = &rules->sayings[event->saying];
    gg_json_string(json, "saying", saying->id);
    const uint32_t named = named_fields(saying->text);
    if ((named & AT) != 0) wire_place(json, "at", rules, event->at);
    if ((named & TO) != 0) wire_place(json, "to", rules, event->to);
    if ((named & AMOUNT) != 0) gg_json_int(json, "amount", event->amount);
    if ((named & HAD) != 0) gg_json_int(json, "had", event->had);
    if ((named & TOTAL) != 0 && !is_check) gg_json_int(json, "total", event->total);
}

void gg_wire_event(gg_json *json, const char *key, const gg_ruleset *rules, const gg_state *state,
                   const gg_event *event)
{
    const bool is_check = event->kind == GG_ROLL && event->check != GG_NO_CHECK;
    const gg_check *check = is_check ? rules->checks[event->check] : NULL;
    char bytes[WIRE_SENTENCE_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_json_object(json, key);
    gg_json_string(json, "event", gg_event_name(event->kind));
    if (is_check) gg_json_string(json, "check", check->name);
    wire_clause(json, rules, event->clause);
    wire_unit(json, "who", rules, state, event->who);
    wire_unit(json, "whom", rules, state, event->whom);
    /* a roll that only counts is written with the game's usual letters */
    wire_faces(json, is_check || rules->check_count == 0 ? check : rules->checks[0], event);
    if (is_check) wire_roll(json, rules, state, check, event);
    if (event->saying != 0) wire_saying(json, rules, event, is_check);
    gg_put_event(&text, rules, state, event);
    gg_wire_said(json, "text", state, bytes);
    gg_json_end(json);
}

static bool sees_any(const gg_log *log, gg_side viewer)
{
    for (uint32_t i = 0; i < log->count; i++)
        if (viewer == GG_SEES_ALL || gg_event_is_seen(&log->events[i], viewer)) return true;
    return false;
}

bool gg_wire_entry(gg_json *json, const char *key, gg_teller *teller, gg_side viewer, uint32_t ply,
                   gg_log *room, gg_ways_room *ways)
{
    const gg_ruleset *rules = teller->match->rules;
    char bytes[GG_ACTION_TEXT_MAX];
    char said[GG_NAME_MAX + GG_WORDS_MAX];
    gg_text action = gg_text_over(bytes, sizeof bytes), words = gg_text_over(said, sizeof said);
    const gg_turn turn = rules->turn(gg_teller_seen(teller, viewer)); /* as it looked to him */
    room->count = 0;
    gg_tell_words(teller, &words);
    if (ways != NULL) wire_ways_before(ways, teller, viewer);
    const gg_entry *entry = gg_tell_next(teller, &action, room);
    if (entry == NULL) return false;
    const bool hidden = gg_entry_is_hidden(entry, viewer);
    if (hidden && !sees_any(room, viewer)) return false;
    gg_json_object(json, key);
    gg_json_int(json, "ply", ply);
    gg_json_string(json, "side", gg_side_name(entry->side));
    gg_json_string(json, "action", hidden ? "" : bytes);
    if (!hidden) gg_wire_said(json, "words", gg_teller_seen(teller, viewer), said);
    /* That a secret choice was the only one would tell what the others were. */
    if (entry->forced && !hidden) gg_json_bool(json, "forced", true);
    if (entry->sealed) gg_json_bool(json, "sealed", true);
    gg_json_int(json, "round", turn.round);
    gg_json_string(json, "phase", rules->phases[turn.phase].name);
    gg_json_array(json, "events");
    const gg_state *seen = room->count > 0 ? gg_teller_seen(teller, viewer) : NULL;
    for (uint32_t i = 0; i < room->count; i++) {
        gg_event event;
        if (gg_event_for(viewer, &room->events[i], &event))
            gg_wire_event(json, NULL, rules, seen, &event);
    }
    gg_json_end(json);
    if (ways != NULL) wire_ways_after(json, ways, teller, viewer);
    gg_json_end(json);
    return true;
}

/* ---- Positions. ---- */

void gg_wire_turn(gg_json *json, const gg_ruleset *rules, const gg_state *state)
{
    const gg_turn turn = rules->turn(state);
    const gg_phase_def *phase = &rules->phases[turn.phase];
    gg_json_string(json, "phase", phase->name);
    gg_json_int(json, "round", turn.round);
    gg_json_array(json, "deciding");
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        if ((turn.deciding >> side & 1) != 0) gg_json_string(json, NULL, gg_side_name(side));
    gg_json_end(json);
    gg_json_bool(json, "over", turn.over);
    if (turn.over && turn.winner == GG_NOBODY) gg_json_null(json, "winner");
    else if (turn.over) gg_json_string(json, "winner", gg_side_name(turn.winner));
    wire_clause(json, rules, turn.clause);
    if (phase->orders != NULL && !turn.over) gg_json_string(json, "orders", phase->orders);
    if (phase->until != NULL && !turn.over) gg_json_string(json, "until", phase->until);
    if (turn.secret) gg_json_bool(json, "secret", true);
}

void gg_wire_position(gg_json *json, const char *key, const gg_ruleset *rules,
                      const gg_state *state)
{
    uint32_t mark;
    gg_json_object(json, key);
    gg_json_string(json, "event", "position");
    gg_json_string(json, "game", rules->name);
    gg_json_int(json, "version", rules->version);
    gg_wire_turn(json, rules, state);
    wire_hash(json, gg_state_hash(rules, state));
    gg_wire_house(json, "house", rules, state);
    gg_json_open_text(json, "position", &mark);
    gg_write_position(rules, state, json->out);
    gg_json_close_text(json, mark);
    gg_json_end(json);
}

/* ---- Bodies of troops. ---- */

static gg_point place_of(const gg_scene *scene, const gg_mark *mark)
{
    if (scene->cell == GG_CELL_PLAN) return mark->to;
    if (scene->cell == 0) return mark->at;
    return (gg_point){mark->at.x / scene->cell, mark->at.y / scene->cell};
}

static void wire_one_unit(gg_json *json, const gg_ruleset *rules, const gg_state *view,
                          const gg_scene *scene, const gg_mark *mark)
{
    gg_json_object(json, NULL);
    char bytes[WIRE_NAME_MAX];
    gg_text code = gg_text_over(bytes, sizeof bytes);
    rules->write_unit(view, mark->unit, &code);
    gg_json_string(json, "name", bytes);
    wire_called(json, "called", view, bytes);
    gg_json_int(json, "unit", mark->unit); /* data-unit of the picture */
    if (mark->side < GG_NOBODY) gg_json_string(json, "side", gg_side_name(mark->side));
    gg_json_string(json, "role", gg_roles[mark->role].name);
    gg_json_string(json, "words", gg_roles[mark->role].words);
    gg_json_int(json, "x", mark->at.x);
    gg_json_int(json, "y", mark->at.y);
    gg_json_int(json, "facing", mark->facing);
    gg_json_int(json, "strength", wire_strength_of(mark));
    if (wire_strength_of(mark) < mark->strength) gg_json_int(json, "orders", mark->strength);
    wire_markers(json, mark);
    wire_flags(json, mark->flags);
    if (mark->coat != GG_COAT_none) gg_json_string(json, "coat", wire_coat_name(mark->coat));
    if (mark->form != GG_FORM_NONE) gg_json_string(json, "form", wire_form_name(mark->form));
    if (mark->quality != GG_QUALITY_USUAL)
        gg_json_string(json, "quality", wire_quality_name(mark->quality));
    if (mark->shape == GG_RESERVE) {
        gg_json_string(json, "place", "");
        gg_json_bool(json, "reserve", true);
    } else {
        wire_place(json, "place", rules, place_of(scene, mark));
    }
    gg_json_end(json);
}

void gg_wire_units(gg_json *json, const char *key, const gg_ruleset *rules, const gg_state *view,
                   const gg_scene *scene)
{
    gg_json_array(json, key);
    for (uint32_t i = 0; i < scene->count; i++)
        if (is_body(&scene->marks[i])) wire_one_unit(json, rules, view, scene, &scene->marks[i]);
    gg_json_end(json);
}
