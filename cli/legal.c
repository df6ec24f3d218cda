/*
 * legal.c - `grognard legal FILE --side S`: the offered actions, one to a line.
 * SPDX-License-Identifier: MIT
 */
#include "cli/cli.h"

typedef enum style { NOTATION, WORDS, JSON } style;

/* The words stand in a comment, so that a line can be given back as it is. */
static void print_action(const gg_seat *seat, const gg_action *action, style how)
{
    enum { COLUMN = 28 };
    char bytes[GG_ACTION_TEXT_MAX], words[GG_WORDS_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes), said = gg_text_over(words, sizeof words);
    if (how == JSON) {
        cli_print_offer_json(seat, action);
        return;
    }
    gg_seat_write(seat, action, &text);
    gg_seat_say(seat, action, &said);
    if (how == WORDS) printf("%-*s # %s\n", COLUMN, bytes, words);
    else puts(bytes);
}

/* A word on stderr: an empty list is an answer. */
static void say_why_none(const gg_match *match, gg_side side)
{
    gg_complaint complaint;
    gg_seat seat = cli_seat(match, side);
    gg_complain_not_now(gg_seat_turn(&seat), side, &complaint);
    cli_leave(&seat);
    fprintf(stderr, "grognard: %s\n", complaint.sentence);
}

int cli_legal(int argc, char **argv)
{
    static cli_game game;
    const char *side_text = NULL, *json = NULL, *with_words = NULL, *tables = NULL;
    cli_list words = {0};
    const cli_flag flags[] = {
        {"--side", "SIDE", "blue or red; may be left out where only one can act", &side_text, NULL},
        {"--words", NULL, "each action also in plain words, as a comment", &with_words, NULL},
        {"--tables", "FILE", "house rules for a position that has none", &tables, NULL},
        {"--json", NULL, "one object per action", &json, NULL},
    };
    const cli_call call = {"legal FILE --side blue|red [--words] [--tables FILE] [--json]",
                           "The actions a side is offered, in notation, one per line.  A step that "
                           "nobody decides is offered to either.",
                           flags,
                           4,
                           1,
                           1};
    int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    gg_side side;
    code = cli_load_by(&game, words.items[0], UINT32_MAX, tables);
    if (code != CLI_GO_ON) return code;
    if ((code = cli_find_side(&game.match, side_text, &side)) != CLI_GO_ON) return code;
    gg_seat seat = cli_seat(&game.match, side);
    const uint32_t count = gg_seat_offers(&seat, game.match.offers, game.rules->actions_max);
    for (uint32_t i = 0; i < count; i++)
        print_action(&seat, &game.match.offers[i],
                     json != NULL         ? JSON
                     : with_words != NULL ? WORDS
                                          : NOTATION);
    cli_leave(&seat);
    if (count == 0) say_why_none(&game.match, side);
    cli_unload(&game);
    return CLI_YES;
}
