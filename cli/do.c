/*
 * do.c - `grognard do FILE --side S ACTION`: judges one action, applies it, explains it.
 *
 * With --dice exactly these are thrown: the action takes what it needs, and the game's own
 * steps that follow go on while some are left.  Otherwise the game rolls for itself and goes
 * on until somebody has to decide, but not past the first step of a side in a new round.
 * SPDX-License-Identifier: MIT
 */
#include "core/position.h"
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

typedef struct wishes {
    const char *side, *dice, *seed, *out, *json;
} wishes;

static bool is_piped(const wishes *wish)
{
    return wish->out != NULL && strcmp(wish->out, "-") == 0;
}

static int do_thrown(gg_match *match, gg_side side, const gg_action *action, const wishes *wish)
{
    cli_throw dice = {0};
    gg_action forced;
    int code = cli_read_dice(match->rules, wish->dice, &dice);
    if (code == CLI_GO_ON) code = cli_do_with_dice(match, side, action, &dice);
    dice.used = match->dice.face_next;
    while (code == CLI_GO_ON && match->dice.face_next < dice.count
           && gg_match_forced(match, &side, &forced))
        code = cli_do_with_dice(match, side, &forced, &dice);
    if (code == CLI_GO_ON && match->dice.face_next < dice.count)
        code = cli_misuse("dice are left over: %u were given and %u used.", dice.count,
                          match->dice.face_next);
    free(dice.faces);
    return code;
}

static int do_rolled(gg_match *match, gg_side side, const gg_action *action, const wishes *wish)
{
    uint64_t seed;
    gg_verdict verdict;
    const int code = cli_read_seed(wish->seed, &seed);
    if (code != CLI_GO_ON) return code;
    match->dice = gg_dice_random(seed);
    switch (gg_match_do(match, side, action, &verdict)) {
    case GG_MATCH_DONE: break;
    case GG_MATCH_REFUSED: return cli_refuse(match->rules, verdict);
    case GG_MATCH_NOT_NOW: return cli_not_now(match, side);
    case GG_MATCH_FULL:
    case GG_MATCH_DICE: return cli_no("the record is full.");
    }
    return gg_match_run_round(match) == GG_MATCH_DONE ? CLI_GO_ON : cli_no("the record is full.");
}

static void tell(const cli_game *game, uint32_t first, bool json, FILE *out)
{
    cli_teller teller = cli_teller_for(&game->match, GG_SEES_ALL, json);
    cli_teller_move(&teller, first);
    cli_tell(&teller, UINT32_MAX, out);
    cli_teller_free(&teller);
}

/* The file first: if it cannot be written nothing is told, as if nothing had been done.  Where the
 * position goes to standard output, for the next program in a pipe, the log goes beside it. */
static int give_position(const cli_game *game, uint32_t first, const wishes *wish)
{
    gg_text text = cli_text(1 << 16);
    gg_write_position(game->rules, game->match.state, &text);
    gg_assert(!text.cut);
    const int code =
        wish->out != NULL ? cli_write_file(wish->out, text.bytes, text.count) : CLI_GO_ON;
    if (code == CLI_GO_ON) {
        tell(game, first, wish->json != NULL, is_piped(wish) ? stderr : stdout);
        if (wish->json != NULL) cli_print_position_json(game->rules, game->match.state);
        else if (wish->out == NULL) printf("\n%s", text.bytes);
    }
    free(text.bytes);
    return code == CLI_GO_ON ? CLI_YES : code;
}

static int judge_and_do(cli_game *game, const char *line, const wishes *wish)
{
    gg_side side;
    gg_action action;
    int code = cli_find_side(&game->match, wish->side, &side);
    if (code != CLI_GO_ON) return code;
    gg_seat seat = cli_seat(&game->match, GG_NOBODY); /* whose file it is may see it all */
    code = cli_read_action(&seat, line, &action);
    cli_leave(&seat);
    if (code != CLI_GO_ON) return code;
    const uint32_t first = game->match.entry_count;
    code = (wish->dice != NULL ? do_thrown : do_rolled)(&game->match, side, &action, wish);
    return code == CLI_GO_ON ? give_position(game, first, wish) : code;
}

int cli_do(int argc, char **argv)
{
    static cli_game game;
    wishes wish = {0};
    cli_list words = {0};
    const cli_flag flags[] = {
        {"--side", "SIDE", "blue or red; may be left out where only one can act", &wish.side, NULL},
        {"--dice", "3,4,..", "throw exactly these; on a terminal missing ones are asked for",
         &wish.dice, NULL},
        {"--seed", "N", "roll with this seed", &wish.seed, NULL},
        {"--out", "FILE", "the new position goes there; with - the log goes to stderr", &wish.out,
         NULL},
        {"--json", NULL, "one object per event, then the position", &wish.json, NULL},
    };
    const cli_call call = {
        "do FILE --side blue|red ACTION [--dice 3,4,..|--seed N] [--out FILE] [--json]",
        "Judges and applies one action: the explained log, then the new position.",
        flags,
        5,
        2,
        64};
    int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    if (wish.dice != NULL && wish.seed != NULL)
        return cli_misuse("say --dice or --seed, not both.");
    if (wish.json != NULL && is_piped(&wish))
        return cli_misuse("with --json the position is in the last object; leave out --out -.");
    if ((code = cli_load(&game, words.items[0], UINT32_MAX)) != CLI_GO_ON) return code;
    char *line = cli_join(&words, 1);
    code = judge_and_do(&game, line, &wish);
    free(line);
    cli_unload(&game);
    return code;
}
