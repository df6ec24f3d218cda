/*
 * question.c - questions before deciding, for `show` and for people at play: reach, sight, measure,
 * arcs, contact.
 */
#include "cli/cli.h"
#include "core/wire.h"

#include <stdlib.h>
#include <string.h>

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

static const char *unit_name(const void *list, int row)
{
    const char *const *names = list;
    return names[row];
}

const char *cli_nearest_unit(const gg_ruleset *rules, const gg_state *view, const char *typed,
                             char *bytes, uint32_t limit)
{
    char word[32];
    char (*names)[GG_NAME_MAX] = cli_memory(rules->unit_count * sizeof *names);
    const char **list = cli_memory((rules->unit_count + 1u) * sizeof *list);
    for (gg_unit unit = 0; unit < rules->unit_count; unit++) {
        gg_text text = gg_text_over(names[unit], sizeof names[unit]);
        rules->write_unit(view, unit, &text);
        list[unit] = names[unit];
    }
    typed += strspn(typed, " ,");
    snprintf(word, sizeof word, "%.*s", (int)strcspn(typed, " ,"), typed);
    cli_nearest(word, unit_name, list, bytes, limit);
    free(list);
    free(names);
    return bytes;
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
