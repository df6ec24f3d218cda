/*
 * show.c - `grognard show FILE`: a position, or a record at any point, drawn.
 */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

typedef struct wishes {
    const char *side, *svg, *text, *json, *at, *out;
} wishes;

static int draw_svg(const cli_game *game, gg_side viewer, const char *out)
{
    char *svg = cli_svg(game->rules, game->match.state, viewer);
    int code = cli_write_file(out != NULL ? out : "-", svg, strlen(svg));
    free(svg);
    return code == CLI_GO_ON ? CLI_YES : code;
}

static int show(const cli_game *game, const wishes *wish, gg_side viewer)
{
    const gg_ruleset *rules = game->rules;
    if (wish->svg != NULL) return draw_svg(game, viewer, wish->out);
    if (wish->json != NULL) {
        gg_scene scene;
        cli_draw(rules, game->match.state, viewer, &scene);
        cli_print_json(cli_scene_json(rules, game->match.state, &scene));
        return CLI_YES;
    }
    cli_show_text(rules, game->match.state, viewer, cli_wants_colour(stdout), stdout);
    return CLI_YES;
}

int cli_show(int argc, char **argv)
{
    static cli_game game;
    wishes wish = {0};
    cli_list words = {0};
    const cli_flag flags[] = {
        {"--side", "SIDE", "as blue, red or (standard) all see it", &wish.side, NULL},
        {"--text", NULL, "for the terminal (standard)", &wish.text, NULL},
        {"--svg", NULL, "as a picture", &wish.svg, NULL},
        {"--json", NULL, "as data: what is drawn, and whose turn it is", &wish.json, NULL},
        {"--at", "N", "a record: after N actions", &wish.at, NULL},
        {"--out", "FILE", "where the picture goes", &wish.out, NULL},
    };
    const cli_call call = {
        "show FILE [--side blue|red|all] [--svg|--text|--json] [--at N] [--out FILE]",
        "Draws a position or the end of a record.  - is standard input.",
        flags,
        6,
        1,
        1};
    int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    gg_side viewer = CLI_ALL;
    uint64_t plies = UINT32_MAX;
    if ((wish.svg != NULL) + (wish.text != NULL) + (wish.json != NULL) > 1)
        return cli_misuse("say only one of --svg, --text, --json.");
    if (wish.out != NULL && wish.svg == NULL) return cli_misuse("--out goes with --svg.");
    if (wish.side != NULL && (code = cli_read_side(wish.side, true, &viewer)) != CLI_GO_ON)
        return code;
    if (wish.at != NULL && (!cli_read_number(wish.at, &plies) || plies >= UINT32_MAX))
        return cli_misuse("--at needs a number of actions, not \"%.40s\".", wish.at);
    if ((code = cli_load(&game, words.items[0], (uint32_t)plies)) != CLI_GO_ON) return code;
    if (wish.at != NULL && !game.is_record)
        return cli_misuse("%s is a position; --at goes with a record.", game.file);
    code = show(&game, &wish, viewer);
    cli_unload(&game);
    return code;
}
