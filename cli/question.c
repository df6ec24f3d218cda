/*
 * question.c - questions before deciding, for `show` and for people at play: reach, sight, measure,
 * arcs, contact.
 */
#include "cli/cli.h"
#include "core/wire.h"

#include <stdlib.h>

bool cli_answer(const gg_ruleset *rules, const gg_state *state, gg_side viewer,
                const gg_question *question, gg_answer *answer, gg_scene *scene)
{
    if (rules->ask == NULL) return false;
    const bool all = viewer == GG_SEES_ALL;
    gg_state *view = cli_memory(rules->state_bytes);
    if (!all) rules->view(state, viewer, view);
    rules->ask(all ? state : view, all ? GG_NOBODY : viewer, question, answer, scene);
    free(view);
    return true;
}

void cli_print_answer_json(const gg_ruleset *rules, const gg_state *state, const gg_answer *answer,
                           const gg_scene *marks)
{
    for (uint32_t limit = 1 << 16;; limit *= 2) {
        gg_text text = cli_text(limit);
        gg_json json = gg_json_into(&text);
        gg_wire_answer(&json, NULL, rules, state, answer);
        gg_wire_scene(&json, "picture", rules, state, marks);
        gg_json_end(&json);
        if (!text.cut) puts(text.bytes);
        free(text.bytes);
        if (!text.cut) return;
    }
}
