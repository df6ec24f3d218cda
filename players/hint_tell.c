/*
 * hint_tell.c - a hint in words, and as JSON.  See hint.h.
 * SPDX-License-Identifier: MIT
 */
#include "core/action.h"
#include "core/names.h"
#include "players/hint.h"

#include <string.h>

void gg_put_percent(gg_text *out, int32_t chance)
{
    gg_put_int(out, (chance + 50) / 100);
    gg_put(out, " %");
}

void gg_put_percent_signed(gg_text *out, int32_t chance)
{
    const int32_t size = chance < 0 ? -chance : chance;
    gg_put_char(out, chance < 0 && size >= 5 ? '-' : '+');
    if (size >= 95) {
        gg_put_int(out, (size + 50) / 100);
    } else { /* tenths, where that is all there is */
        gg_put(out, "0.");
        gg_put_int(out, (size + 5) / 10);
    }
    gg_put(out, " %");
}

/* With the names that people use in place of the codes. */
static void put_named(gg_text *out, const gg_hint_ask *ask, const char *words)
{
    if (ask->names == NULL) gg_put(out, words);
    else gg_put_named(out, ask->names, ask->view, words);
}

/* The action as it is told here. */
static void put_action(gg_text *out, const gg_hint_ask *ask, const gg_action *action)
{
    char bytes[GG_SAY_MAX + 2 * GG_NAME_MAX];
    gg_text words = gg_text_over(bytes, sizeof bytes);
    gg_put_spoken(&words, ask->rules, ask->view, ask->side, action);
    put_named(out, ask, bytes);
}

static void put_unit(gg_text *out, const gg_hint_ask *ask, gg_unit unit)
{
    char name[GG_NAME_MAX];
    gg_text text = gg_text_over(name, sizeof name);
    ask->rules->write_unit(ask->view, unit, &text);
    put_named(out, ask, name[0] == 0 ? "one of them" : name);
}

void gg_put_spoken(gg_text *out, const gg_ruleset *rules, const gg_state *view, gg_side side,
                   const gg_action *action)
{
    char name[GG_NAME_MAX], bytes[GG_ACTION_TEXT_MAX];
    gg_text unit = gg_text_over(name, sizeof name), text = gg_text_over(bytes, sizeof bytes);
    if (action->who < rules->unit_count) {
        rules->write_unit(view, action->who, &unit);
        gg_write_action(rules, view, action, &text);
        if (gg_action_names(bytes, name)) {
            gg_put(out, name);
            gg_put(out, ": ");
        }
    }
    rules->say_action(view, side, action, out);
}

/* ---- What moved. ---- */

static void put_gain(gg_text *out, const gg_hint_ask *ask, const gg_hint_line *line)
{
    if (line->place[0] != 0) {
        gg_put(out, line->is_taken ? "takes " : "gives up ");
        gg_put(out, line->place);
        if (line->hurt.unit != GG_NO_UNIT) gg_put(out, " and ");
    }
    if (line->hurt.unit != GG_NO_UNIT) {
        gg_put(out, "costs ");
        put_unit(out, ask, line->hurt.unit);
        gg_put_char(out, ' ');
        gg_put_hundredths(out, line->hurt.hundredths);
        gg_put(out, " on average");
    } else if (line->place[0] == 0) {
        gg_put(out, line->gain >= 0 ? "stands better" : "stands worse");
    }
    gg_put(out, ": ");
    gg_put_percent_signed(out, line->gain);
}

void gg_put_reason(gg_text *out, const gg_hint_ask *ask, const gg_hint_line *line)
{
    put_gain(out, ask, line);
    gg_put(out, "; ");
    if (line->risked.unit != GG_NO_UNIT) {
        gg_put(out, "the answer may cost ");
        put_unit(out, ask, line->risked.unit);
        gg_put_char(out, ' ');
        gg_put_hundredths(out, line->risked.hundredths);
    } else {
        gg_put(out, "after the answer");
    }
    gg_put(out, ": ");
    gg_put_percent_signed(out, line->answer);
}

/* ---- For people. ---- */

static void put_line(gg_text *out, const gg_hint_ask *ask, const gg_hint *hint, uint32_t nth)
{
    const gg_hint_line *line = &hint->lines[nth];
    char bytes[GG_ACTION_TEXT_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_write_action(ask->rules, ask->view, &line->action, &text);
    gg_put(out, line->is_asked && nth >= GG_HINT_BEST ? "asked: " : "");
    if (nth < GG_HINT_BEST) gg_put_int(out, nth + 1), gg_put(out, ". ");
    gg_put(out, bytes);
    gg_put(out, "\n   ");
    put_action(out, ask, &line->action);
    gg_put(out, ".\n   Chance to win ");
    gg_put_percent(out, line->chance);
    gg_put(out, " (within ");
    gg_put_int(out, (line->error + 99) / 100);
    gg_put_char(out, ')');
    if (nth > 0 && line->worse > 0) {
        gg_put(out, ", ");
        gg_put_percent_signed(out, -line->worse);
        gg_put(out, " against the first");
        if (line->worse < line->worse_error) gg_put(out, " (not sure)");
    }
    gg_put(out, ". It ");
    gg_put_reason(out, ask, line);
    gg_put(out, ".\n");
}

void gg_put_hint(gg_text *out, const gg_hint_ask *ask, const gg_hint *hint)
{
    if (hint->is_only) {
        gg_put(out, "There is one thing to do: ");
        put_action(out, ask, &hint->lines[0].action);
        gg_put(out, ".\n");
        return;
    }
    gg_put(out, ask->player->title);
    gg_put(out, " would do this as ");
    gg_put(out, gg_side_name(ask->side));
    gg_put(out, ", whose chance to win is now about ");
    gg_put_percent(out, hint->now);
    gg_put(out, ":\n");
    for (uint32_t i = 0; i < hint->count; i++) put_line(out, ask, hint, i);
}

void gg_put_why(gg_text *out, const gg_hint_ask *ask, const gg_hint *hint)
{
    const gg_hint_line *taken = NULL, *other = NULL;
    for (uint32_t i = 0; i < hint->count; i++) {
        const gg_hint_line *line = &hint->lines[i];
        if (line->is_asked) taken = line;
        else if (other == NULL || line->chance > other->chance) other = line;
    }
    if (hint->is_only || taken == NULL) {
        gg_put(out, "There was nothing else to do.");
        return;
    }
    gg_put(out, "It ");
    gg_put_reason(out, ask, taken);
    gg_put(out, "; so ");
    gg_put_percent(out, taken->chance);
    gg_put(out, " to win");
    if (other != NULL) {
        gg_put(out, ", against ");
        gg_put_percent(out, other->chance);
        gg_put(out, " with \"");
        put_action(out, ask, &other->action);
        gg_put_char(out, '"');
    }
    gg_put_char(out, '.');
}

/* ---- For programs. ---- */

static void wire_loss(gg_json *json, const char *key, const gg_hint_ask *ask, gg_hint_loss loss)
{
    char name[GG_NAME_MAX];
    gg_text text = gg_text_over(name, sizeof name);
    if (loss.unit == GG_NO_UNIT) return;
    ask->rules->write_unit(ask->view, loss.unit, &text);
    gg_json_object(json, key);
    gg_json_string(json, "unit", name);
    gg_json_decimal(json, "loses", (uint64_t)loss.hundredths, 2);
    gg_json_end(json);
}

static void wire_words(gg_json *json, const gg_hint_ask *ask, const gg_action *action)
{
    char bytes[GG_ACTION_TEXT_MAX], spoken[512];
    gg_text text = gg_text_over(bytes, sizeof bytes), words = gg_text_over(spoken, sizeof spoken);
    gg_write_action(ask->rules, ask->view, action, &text);
    put_action(&words, ask, action);
    gg_json_string(json, "action", bytes);
    gg_json_string(json, "words", spoken);
}

static void wire_line(gg_json *json, const gg_hint_ask *ask, const gg_hint_line *line)
{
    char bytes[512];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_json_object(json, NULL);
    wire_words(json, ask, &line->action);
    gg_json_hundredths(json, "chance", line->chance);
    gg_json_hundredths(json, "error", line->error);
    gg_json_hundredths(json, "worse", line->worse);
    gg_json_hundredths(json, "worse_error", line->worse_error);
    gg_json_hundredths(json, "gain", line->gain);
    gg_json_hundredths(json, "answer", line->answer);
    gg_json_object(json, "losses");
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        gg_json_decimal(json, gg_side_name(side), (uint64_t)line->losses[side], 2);
    gg_json_end(json);
    wire_loss(json, "hurt", ask, line->hurt);
    wire_loss(json, "risked", ask, line->risked);
    gg_put_reason(&text, ask, line);
    gg_json_string(json, "why", bytes);
    if (line->is_asked) gg_json_bool(json, "asked", true);
    gg_json_array(json, "then");
    for (uint32_t i = 0; i < line->then_count; i++) {
        gg_text then = gg_text_over(bytes, sizeof bytes);
        gg_write_action(ask->rules, ask->view, &line->then[i], &then);
        gg_json_string(json, NULL, bytes);
    }
    gg_json_end(json);
    gg_json_end(json);
}

void gg_wire_hint(gg_json *json, const char *key, const gg_hint_ask *ask, const gg_hint *hint)
{
    gg_json_object(json, key);
    gg_json_string(json, "event", "hint");
    gg_json_string(json, "side", gg_side_name(ask->side));
    gg_json_string(json, "player", ask->player->name);
    gg_json_string(json, "title", ask->player->title);
    if (hint->is_only) {
        gg_json_bool(json, "only", true);
        wire_words(json, ask, &hint->lines[0].action);
        gg_json_end(json);
        return;
    }
    gg_json_int(json, "playouts", hint->playouts);
    gg_json_int(json, "games", hint->games);
    gg_json_int(json, "each", hint->each);
    gg_json_hundredths(json, "now", hint->now);
    gg_json_array(json, "best");
    for (uint32_t i = 0; i < hint->count; i++) wire_line(json, ask, &hint->lines[i]);
    gg_json_end(json);
    if (ask->also != NULL) {
        char bytes[1024];
        gg_text text = gg_text_over(bytes, sizeof bytes);
        gg_put_why(&text, ask, hint);
        gg_json_string(json, "why", bytes);
    }
    gg_json_end(json);
}
