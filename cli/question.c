/*
 * question.c - questions before deciding, for `show` and for people at play: reach, sight, measure,
 * arcs, contact.
 * SPDX-License-Identifier: MIT
 */
#include "cli/cli.h"
#include "core/wire.h"

#include <stdlib.h>
#include <string.h>

bool cli_answer(const gg_seat *seat, const gg_question *question, gg_answer *answer,
                gg_scene *scene)
{
    gg_seat_ask(seat, question, answer, scene);
    return true;
}

static const char *unit_name(const void *list, int row)
{
    const char *const *names = list;
    return names[row];
}

const char *cli_nearest_unit(const gg_seat *seat, const char *typed, char *bytes, uint32_t limit)
{
    char word[32];
    const uint16_t count = seat->rules->unit_count;
    char(*names)[GG_NAME_MAX] = cli_memory(count * sizeof *names);
    const char **list = cli_memory((count + 1u) * sizeof *list);
    for (gg_unit unit = 0; unit < count; unit++) {
        gg_text text = gg_text_over(names[unit], sizeof names[unit]);
        seat->rules->write_unit(seat->view, unit, &text);
        list[unit] = names[unit][0] != '?' ? names[unit] : ""; /* ?7: there is no such unit */
    }
    typed += strspn(typed, " ,");
    snprintf(word, sizeof word, "%.*s", (int)strcspn(typed, " ,"), typed);
    cli_nearest(word, unit_name, list, bytes, limit);
    free(list);
    free(names);
    return bytes;
}

void cli_print_answer_json(const gg_seat *seat, const gg_answer *answer, const gg_scene *marks)
{
    for (uint32_t limit = 1 << 16;; limit *= 2) {
        gg_text text = cli_text(limit);
        gg_json json = gg_json_into(&text);
        gg_wire_answer(&json, NULL, seat->rules, seat->view, answer);
        gg_wire_scene(&json, "picture", seat->rules, seat->view, marks);
        gg_json_end(&json);
        if (!text.cut) puts(text.bytes);
        free(text.bytes);
        if (!text.cut) return;
    }
}
