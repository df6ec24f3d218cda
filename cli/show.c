/*
 * show.c - `grognard show FILE`: a position, or a record at any point, drawn, with the answer to a
 * question over it.
 * SPDX-License-Identifier: MIT
 */
#include "cli/cli.h"
#include "core/names.h"
#include "core/picture.h"
#include "core/question.h"

#include <stdlib.h>
#include <string.h>

enum { QUESTIONS = GG_ASK_CONTACT + 1 };

typedef struct wishes {
    const char *side, *svg, *text, *json, *at, *out;
    const char *questions[QUESTIONS]; /* what each kind of question is about, or NULL */
} wishes;

static int write_svg(const gg_scene *board, const gg_scene *over, const char *out)
{
    char *svg = cli_svg_of(board, over);
    int code = cli_write_file(out != NULL ? out : "-", svg, strlen(svg));
    free(svg);
    return code == CLI_GO_ON ? CLI_YES : code;
}

static void entitle(const cli_game *game, gg_scene *scene)
{
    const uint32_t scenario = game->match.scenario;
    if (scenario < game->rules->scenario_count)
        gg_scene_entitle(scene, game->rules->scenarios[scenario].title);
}

/* A picture has the country and the names of places; in characters they would cover the board, but
 * that of a plan has signs for them (cli_sign). */
static void dress(const cli_game *game, gg_scene *scene)
{
    const gg_names names = gg_names_of(&game->match);
    gg_names_dress(&names, scene);
}

static int show(const cli_game *game, const wishes *wish, const gg_seat *seat)
{
    gg_scene scene;
    cli_draw(game->rules, seat->view, seat->viewer, &scene);
    if (wish->svg != NULL) {
        dress(game, &scene);
        entitle(game, &scene);
        return write_svg(&scene, NULL, wish->out);
    }
    if (wish->json == NULL) cli_sign(&game->match, &scene);
    if (wish->json != NULL) cli_print_scene_json(game->rules, seat->view, &scene);
    else cli_show_scene(&scene, NULL, cli_wants_colour(stdout), stdout);
    return CLI_YES;
}

/* Draws the answer over the picture, or tells it; the exit code is the answer. */
static int answer(const cli_game *game, const wishes *wish, const gg_seat *seat,
                  gg_question_kind kind)
{
    static const char *const names[QUESTIONS] = {"reach", "sight", "measure", "arcs", "contact"};
    static gg_scene_room memory;
    const gg_ruleset *rules = game->rules;
    char text[128], near[80];
    gg_question question;
    gg_answer found;
    gg_scene board, over = gg_scene_in(&memory);
    gg_text coded = gg_text_over(text, sizeof text);
    gg_complaint alike;
    gg_put_words(&coded, "%s ", names[kind]);
    if (!gg_put_coded(&coded, &seat->names, seat->view, wish->questions[kind], &alike))
        return cli_misuse("--%s: %s", names[kind], alike.sentence);
    const gg_error error = gg_read_question(rules, seat->view, seat->side, text, &question);
    if (error.text != NULL)
        return cli_misuse("--%s \"%.40s\": %s%s.", names[kind], wish->questions[kind], error.text,
                          cli_nearest_unit(seat, text + error.at, near, sizeof near));
    cli_draw(rules, seat->view, seat->viewer, &board);
    over.low = board.low;
    over.high = board.high;
    over.cell = board.cell;
    if (!cli_answer(seat, &question, &found, &over))
        return cli_misuse("%s answers no such questions.", rules->name);
    const int code = found.yes ? CLI_YES : CLI_NO;
    if (wish->json != NULL) {
        cli_print_answer_json(seat, &found, &over);
        return code;
    }
    if (wish->svg != NULL) {
        dress(game, &board);
        entitle(game, &board);
        const int written = write_svg(&board, &over, wish->out);
        return written == CLI_YES ? code : written;
    }
    cli_show_scene(&board, kind == GG_ASK_REACH ? &over : NULL, cli_wants_colour(stdout), stdout);
    cli_say_line(stdout, 0, found.words);
    return code;
}

static int show_or_answer(const cli_game *game, const wishes *wish, const gg_seat *seat)
{
    int asked = 0, kind = 0;
    for (int i = 0; i < QUESTIONS; i++)
        if (wish->questions[i] != NULL) asked++, kind = i;
    if (asked > 1) return cli_misuse("ask one question at a time.");
    return asked == 0 ? show(game, wish, seat) : answer(game, wish, seat, (gg_question_kind)kind);
}

static int check_wishes(const wishes *wish, gg_side *viewer, uint64_t *plies)
{
    if ((wish->svg != NULL) + (wish->text != NULL) + (wish->json != NULL) > 1)
        return cli_misuse("say only one of --svg, --text, --json.");
    if (wish->out != NULL && wish->svg == NULL) return cli_misuse("--out goes with --svg.");
    if (wish->at != NULL && (!cli_read_number(wish->at, plies) || *plies >= UINT32_MAX))
        return cli_misuse("--at needs a number of actions, not \"%.40s\".", wish->at);
    return wish->side != NULL ? cli_read_side(wish->side, true, viewer) : CLI_GO_ON;
}

int cli_show(int argc, char **argv)
{
    static cli_game game;
    wishes wish = {0};
    cli_list words = {0};
    const char **asks = wish.questions;
    const cli_flag flags[] = {
        {"--side", "SIDE", "as blue, red or (standard) all see it", &wish.side, NULL},
        {"--text", NULL, "for the terminal (standard)", &wish.text, NULL},
        {"--svg", NULL, "as a picture", &wish.svg, NULL},
        {"--json", NULL, "as data: what is drawn, and whose turn it is", &wish.json, NULL},
        {"--at", "N", "a record: after N actions", &wish.at, NULL},
        {"--out", "FILE", "where the picture goes", &wish.out, NULL},
        {"--reach", "UNIT", "where it may end a move, and why not beyond", &asks[GG_ASK_REACH],
         NULL},
        {"--sight", "A,B", "does A see B, or what is in the way?", &asks[GG_ASK_SIGHT], NULL},
        {"--measure", "A,B", "how far it is; A, B: units or places (24:18.5, d4)",
         &asks[GG_ASK_MEASURE], NULL},
        {"--arcs", "UNIT", "its front, flanks and rear; how far it shoots", &asks[GG_ASK_ARCS],
         NULL},
        {"--contact", "UNIT,B", "what it would meet going straight to B", &asks[GG_ASK_CONTACT],
         NULL},
    };
    const cli_call call = {
        .usage = "show FILE [--side blue|red|all] [--svg|--text|--json] [--at N] [--out FILE] "
                 "[QUESTION]",
        .text = "Draws a position or the end of a record.  - is standard input.  With a question "
                "(--reach ... --contact) the answer is drawn over it; 0 is yes, 1 is no.",
        .flags = flags,
        .flag_count = sizeof flags / sizeof flags[0],
        .words_min = 1,
        .words_max = 1,
    };
    int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    gg_side viewer = GG_SEES_ALL;
    uint64_t plies = UINT32_MAX;
    if ((code = check_wishes(&wish, &viewer, &plies)) != CLI_GO_ON) return code;
    if ((code = cli_load(&game, words.items[0], (uint32_t)plies)) != CLI_GO_ON) return code;
    if (wish.at != NULL && !game.is_record)
        return cli_misuse("%s is a position; --at goes with a record.", game.file);
    gg_seat seat = cli_seat(&game.match, viewer);
    code = show_or_answer(&game, &wish, &seat);
    cli_leave(&seat);
    cli_unload(&game);
    return code;
}
