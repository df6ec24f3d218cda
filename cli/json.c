/*
 * json.c - lines for programs: one object each, as core/wire.h writes them.
 * SPDX-License-Identifier: MIT
 */
#include "cli/cli.h"

#include <stdlib.h>

typedef struct about {
    const gg_ruleset *rules;
    const gg_state *state;
    const gg_event *event;
    const gg_scene *scene;
} about;

void cli_print_json(cli_json_writer *write, const void *of)
{
    for (uint32_t limit = 1 << 16;; limit *= 2) {
        gg_text text = cli_text(limit);
        gg_json json = gg_json_into(&text);
        write(&json, of);
        if (!text.cut) puts(text.bytes);
        free(text.bytes);
        if (!text.cut) return;
    }
}

static void write_event(gg_json *json, const void *of)
{
    const about *it = of;
    gg_wire_event(json, NULL, it->rules, it->state, it->event);
}

void cli_print_events_json(const gg_ruleset *rules, const gg_state *state, const gg_log *log,
                           gg_side viewer)
{
    for (uint32_t i = 0; i < log->count; i++) {
        gg_event event;
        if (!gg_event_for(viewer, &log->events[i], &event)) continue;
        cli_print_json(write_event, &(about){.rules = rules, .state = state, .event = &event});
    }
}

/* A refusal is the verdict of the rules, with the error in it; anything else the error alone. */
typedef struct trouble {
    const gg_ruleset *rules;
    const gg_complaint *complaint;
    int code;
} trouble;

static void write_error(gg_json *json, const void *of)
{
    const trouble *it = of;
    const gg_complaint *complaint = it->complaint;
    const bool refused = it->rules != NULL && complaint->verdict.reason != 0;
    gg_json_object(json, NULL);
    if (refused && complaint->line == 0)
        gg_wire_verdict_fields(json, it->rules, complaint->verdict);
    else gg_json_string(json, "event", "error");
    gg_json_object(json, "error");
    gg_json_string(json, "text", complaint->sentence);
    gg_json_int(json, "code", it->code);
    if (complaint->line != 0) gg_json_int(json, "line", complaint->line);
    if (complaint->column != 0) gg_json_int(json, "column", complaint->column);
    if (refused) gg_wire_verdict(json, "verdict", it->rules, complaint->verdict);
    gg_json_end(json);
    gg_json_end(json);
}

void cli_print_error_json(const gg_ruleset *rules, const gg_complaint *complaint, int code)
{
    cli_print_json(write_error, &(trouble){.rules = rules, .complaint = complaint, .code = code});
}

typedef struct said {
    const char *event, *words;
} said;

static void write_words(gg_json *json, const void *of)
{
    const said *it = of;
    gg_json_object(json, NULL);
    gg_json_string(json, "event", it->event);
    gg_json_string(json, "text", it->words);
    gg_json_end(json);
}

void cli_print_words_json(const char *event, const char *words)
{
    if (words[0] != 0) cli_print_json(write_words, &(said){event, words});
}

static void write_position(gg_json *json, const void *of)
{
    const about *it = of;
    gg_wire_position(json, NULL, it->rules, it->state);
}

void cli_print_position_json(const gg_ruleset *rules, const gg_state *state)
{
    cli_print_json(write_position, &(about){.rules = rules, .state = state});
}

static void write_scene(gg_json *json, const void *of)
{
    const about *it = of;
    gg_wire_scene(json, NULL, it->rules, it->state, it->scene);
}

void cli_print_scene_json(const gg_ruleset *rules, const gg_state *state, const gg_scene *scene)
{
    cli_print_json(write_scene, &(about){.rules = rules, .state = state, .scene = scene});
}

typedef struct offered {
    const gg_seat *seat;
    const gg_action *action;
} offered;

static void write_offer(gg_json *json, const void *of)
{
    static gg_scene_room memory;
    const offered *it = of;
    const gg_seat *seat = it->seat;
    gg_scene sketch = gg_scene_in(&memory);
    gg_seat_sketch(seat, it->action, &sketch);
    gg_json_object(json, NULL);
    gg_json_string(json, "event", "offer");
    gg_json_string(json, "side", gg_side_name(seat->side));
    gg_wire_offer_fields(json, seat->rules, seat->view, seat->side, it->action, &sketch);
    gg_json_end(json);
}

void cli_print_offer_json(const gg_seat *seat, const gg_action *action)
{
    cli_print_json(write_offer, &(offered){seat, action});
}
