/*
 * picture.c - from a state to its picture, for those subcommands that show one.
 * SPDX-License-Identifier: MIT
 */
#include "cli/cli.h"
#include "core/names.h"
#include "core/numbers.h"
#include "core/picture.h"

#include <stdlib.h>
#include <unistd.h>

void cli_draw(const gg_ruleset *rules, const gg_state *state, gg_side viewer, gg_scene *scene)
{
    static gg_scene_room memory;
    gg_state *view = cli_memory(rules->state_bytes);
    *scene = gg_scene_in(&memory);
    gg_position_for(rules, state, viewer, view);
    rules->draw(view, viewer == GG_SEES_ALL ? GG_NOBODY : viewer, scene);
    gg_title_house(rules, view, scene);
    free(view);
}

void cli_sign(const gg_match *match, gg_scene *scene)
{
    const gg_names names = gg_names_of(match);
    gg_names_sign(&names, scene);
}

/* On a terminal it fits the window, with two lines left for what is said below it. */
void cli_show_scene(const gg_scene *scene, const gg_scene *over, bool colour, FILE *out)
{
    gg_text text = cli_text(1 << 18);
    const bool seen = isatty(fileno(out)) != 0;
    const gg_frame frame = {.colour = colour,
                            .columns = seen ? cli_terminal_width() : 0,
                            .lines = seen ? cli_terminal_height() - 3 : 0,
                            .over = over};
    gg_picture_text_in(scene, &frame, &text);
    gg_assert(!text.cut);
    fputs(text.bytes, out);
    free(text.bytes);
}

void cli_show_text(const gg_ruleset *rules, const gg_state *state, gg_side viewer, bool colour,
                   FILE *out)
{
    gg_scene scene;
    cli_draw(rules, state, viewer, &scene);
    cli_show_scene(&scene, NULL, colour, out);
}

char *cli_svg_of(const gg_scene *board, const gg_scene *over)
{
    for (uint32_t limit = 1 << 18;; limit *= 2) {
        gg_text text = cli_text(limit);
        gg_picture_svg_over(board, over, &text);
        if (!text.cut) return text.bytes;
        free(text.bytes);
    }
}

char *cli_svg(const gg_ruleset *rules, const gg_state *state, gg_side viewer)
{
    gg_scene scene;
    cli_draw(rules, state, viewer, &scene);
    return cli_svg_of(&scene, NULL);
}

bool cli_wants_colour(FILE *out)
{
    const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if (no != NULL && no[0] != 0) return false;
    if (terminal != NULL && terminal[0] == 'd' && terminal[1] == 'u') return false; /* dumb */
    return isatty(fileno(out)) != 0;
}
