/*
 * json.c - lines for programs: one object each, as core/wire.h writes them.
 */
#include "cli/cli.h"

#include <stdlib.h>

typedef struct about {
    const gg_ruleset *rules;
    const gg_state *state;
    const gg_event *event;
    const gg_scene *scene;
    gg_verdict verdict;
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

static void write_verdict(gg_json *json, const void *of)
{
    const about *it = of;
    gg_wire_verdict(json, NULL, it->rules, it->verdict);
}

void cli_print_verdict_json(const gg_ruleset *rules, gg_verdict verdict)
{
    cli_print_json(write_verdict, &(about){.rules = rules, .verdict = verdict});
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
