/*
 * play.c - `grognard play`: a game from its set-up to its end, for people and computers.
 */
#include "cli/play.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- The computers. ---- */
void cli_computer_decide(cli_table *table, gg_side side, const gg_player *player)
{
    gg_match *match = &table->game.match;
    const gg_ruleset *rules = match->rules;
    gg_state *view = cli_memory(rules->state_bytes);
    gg_action action = {0};
    gg_verdict verdict;
    gg_match_view(match, side, view);
    const uint32_t count = rules->offer(view, side, match->offers, rules->actions_max);
    gg_assert(count > 0);
    player->choose(rules, view, side, match->offers, count, &table->player_dice[side], NULL,
                   &action);
    const gg_match_answer answer = gg_match_do(match, side, &action, &verdict);
    gg_assert(answer == GG_MATCH_DONE || answer == GG_MATCH_FULL);
    free(view);
}

/* ---- The table. ---- */
int cli_keep_record(const cli_table *table)
{
    if (table->record == NULL) return CLI_GO_ON;
    char *text = cli_record_text(&table->game.match, GG_SEES_ALL);
    const int code = cli_write_file(table->record, text, strlen(text));
    free(text);
    return code;
}

static void say_end(const cli_table *table)
{
    const gg_match *match = &table->game.match;
    if (table->json) {
        cli_print_position_json(match->rules, match->state);
        return;
    }
    printf("\n");
    if (table->seats[GG_BLUE] == NULL || table->seats[GG_RED] == NULL)
        cli_show_text(match->rules, match->state, GG_SEES_ALL, table->colour, stdout);
    cli_say_end(match, stdout);
    if (table->record != NULL) printf("The record is in %s.\n", table->record);
}

static gg_side first_deciding(gg_turn turn)
{
    return (turn.deciding & GG_SIDES_BLUE) != 0 ? GG_BLUE : GG_RED;
}

/* A computer may have been asked to place this side's army. */
static const gg_player *sitting(cli_table *table, gg_side side)
{
    if (table->seats[side] != NULL) return table->seats[side];
    const gg_turn turn = gg_match_turn(&table->game.match);
    if (table->auto_phase && table->auto_until == turn.phase) return gg_player_named("greedy");
    table->auto_phase = false;
    return NULL;
}

/* Is anything in the game that one of the two may not know? */
static bool hides_something(const gg_match *match)
{
    gg_state *scratch = cli_memory(match->rules->state_bytes);
    const bool hides = gg_position_hides(match->rules, match->state, scratch);
    free(scratch);
    return hides;
}

/* Between two people at one screen a curtain comes down, if there is anything to hide. */
static void change_places(cli_table *table, gg_side side)
{
    const gg_side before = table->last_person;
    table->last_person = side;
    if (before == GG_NOBODY || before == side || !cli_is_terminal()) return;
    if (!hides_something(&table->game.match)) return;
    printf("\033[2J\033[3J\033[HThe screen is %s's now.", gg_side_name(side));
    free(cli_ask("  Press Enter when the other has turned away. "));
    printf("\033[2J\033[3J\033[H");
    free(table->shown);
    table->shown = NULL;
}

/* One decision and everything up to the next; CLI_GO_ON, or the exit code at the end. */
static int next_decision(cli_table *table)
{
    gg_match *match = &table->game.match;
    gg_match_clear_log(match);
    if (gg_match_run(match) == GG_MATCH_FULL) return cli_no("the record is full.");
    cli_tell(&table->teller, UINT32_MAX, stdout);
    const gg_turn turn = gg_match_turn(match);
    int code = CLI_GO_ON;
    if (turn.over) {
        code = cli_keep_record(table);
        say_end(table);
        return code == CLI_GO_ON ? CLI_YES : code;
    }
    const gg_side side = first_deciding(turn);
    const gg_player *player = sitting(table, side);
    if (player != NULL) {
        cli_computer_decide(table, side, player);
        return CLI_GO_ON;
    }
    if ((code = cli_keep_record(table)) != CLI_GO_ON)
        return code; /* before a person thinks for long */
    change_places(table, side);
    switch (cli_me_decide(table, side)) {
    case CLI_CHOSE:
        table->teller.roll_count = 0; /* `why` speaks of what was rolled since one's last action */
        return CLI_GO_ON;
    case CLI_QUIT: return CLI_YES;
    case CLI_INPUT_ENDED: break;
    }
    if (!isatty(STDIN_FILENO)) return cli_no("the input ended before the game did.");
    printf("\n");
    return CLI_YES;
}

/* ---- Beginning. ---- */
typedef struct wishes {
    const char *blue, *red, *seed, *record, *json;
} wishes;

static bool is_player(const char *name)
{
    return strcmp(name, "me") == 0 || gg_player_named(name) != NULL;
}

/* Who is asked for, else who sat there in a saved game, else a person against the computer. */
static int take_seat(cli_table *table, gg_side side, const char *wish, uint64_t seed)
{
    char *seat = table->game.match.seats[side];
    const char *standard = side == GG_BLUE && cli_is_terminal() ? "me" : "greedy";
    const char *name = wish != NULL ? wish : is_player(seat) ? seat : standard;
    if (!is_player(name))
        return cli_misuse("there is no player \"%.40s\"; say me, or one that `grognard players` "
                          "lists.",
                          name);
    if (name != seat) snprintf(seat, GG_PLAYER_NAME_MAX, "%s", name);
    table->player_dice[side] = gg_dice_random(seed * 2 + side + 1);
    table->seats[side] = gg_player_named(name);
    return CLI_GO_ON;
}

static int begin_scenario(cli_table *table, const cli_list *words, const cli_list *options,
                          uint64_t seed)
{
    const int code = cli_begin(&table->game, words, options, gg_dice_random(seed));
    if (code != CLI_GO_ON) return code;
    table->game.match.seed = seed;
    table->game.match.has_seed = true;
    return CLI_GO_ON;
}

/* Names of games have no dots and no slashes; a file that is not there is told as one. */
static bool is_file(const char *name)
{
    gg_complaint complaint;
    if (gg_find_rules(name, &complaint) != NULL) return false;
    return strcmp(name, "-") == 0 || strpbrk(name, "./") != NULL || access(name, F_OK) == 0;
}

/* A record goes on with its own dice; a position, or a record without a seed, gets new ones. */
static int begin_file(cli_table *table, const cli_list *words, const cli_list *options,
                      uint64_t seed)
{
    if (words->count > 1 || options->count > 0)
        return cli_misuse("a saved game has its scenario and options already.");
    const int code = cli_load(&table->game, words->items[0], UINT32_MAX);
    if (code != CLI_GO_ON) return code;
    gg_match *match = &table->game.match;
    if (match->has_seed) return CLI_GO_ON;
    match->dice = gg_dice_random(seed);
    match->seed = seed;
    match->has_seed = match->entry_count == 0;
    return CLI_GO_ON;
}

static int begin(cli_table *table, const cli_list *words, const cli_list *options,
                 const wishes *wish)
{
    uint64_t seed;
    int code = cli_read_seed(wish->seed, &seed);
    if (code != CLI_GO_ON) return code;
    if (wish->record != NULL && strcmp(wish->record, "-") == 0)
        return cli_misuse("--record needs a file of its own.");
    code = (is_file(words->items[0]) ? begin_file : begin_scenario)(table, words, options, seed);
    if (code == CLI_GO_ON && wish->seed != NULL && table->game.match.seed != seed)
        return cli_misuse("a saved game has its dice already; leave out --seed.");
    if (code == CLI_GO_ON) code = take_seat(table, GG_BLUE, wish->blue, seed);
    if (code == CLI_GO_ON) code = take_seat(table, GG_RED, wish->red, seed);
    if (code != CLI_GO_ON) return code;
    const bool blue_sits = table->seats[GG_BLUE] == NULL, red_sits = table->seats[GG_RED] == NULL;
    const gg_side viewer = blue_sits && red_sits ? GG_NOBODY
                           : blue_sits           ? GG_BLUE
                           : red_sits            ? GG_RED
                                                 : GG_SEES_ALL;
    table->teller = cli_teller_for(&table->game.match, viewer, wish->json != NULL);
    cli_teller_move(&table->teller, table->game.match.entry_count);
    table->record = wish->record;
    table->json = wish->json != NULL;
    table->colour = cli_wants_colour(stdout);
    return CLI_GO_ON;
}

static void say_welcome(const cli_table *table)
{
    const gg_match *match = &table->game.match;
    if (table->json) return;
    printf("%s", match->rules->title);
    if (match->scenario < match->rules->scenario_count)
        printf(": %s", match->rules->scenarios[match->scenario].title);
    printf(".  Blue is %s, red is %s.", match->seats[GG_BLUE], match->seats[GG_RED]);
    if (match->has_seed) printf("  Seed %llu.", (unsigned long long)match->seed);
    printf("\n");
    if (table->seats[GG_BLUE] == NULL || table->seats[GG_RED] == NULL) printf("Type ? for help.\n");
}

int cli_play(int argc, char **argv)
{
    static cli_table table;
    table.last_person = GG_NOBODY;
    wishes wish = {0};
    cli_list words = {0}, options = {0};
    const cli_flag flags[] = {
        {"--blue", "PLAYER", "me, or a computer player", &wish.blue, NULL},
        {"--red", "PLAYER", "the same for the other side", &wish.red, NULL},
        {"--seed", "N", "the dice; from the system if not given", &wish.seed, NULL},
        {"--record", "FILE", "keep the record there", &wish.record, NULL},
        {"--option", "NAME=VALUE", "an option of the game; may come again", NULL, &options},
        {"--json", NULL, "one object per action and event", &wish.json, NULL},
    };
    const cli_call call = {"play GAME [SCENARIO] [--blue PLAYER] [--red PLAYER] [--seed N] "
                           "[--record FILE] [--option NAME=VALUE]...\n"
                           "       grognard play FILE ...",
                           "Plays a game to its end, or goes on with a saved one.  Two times me is "
                           "a game for two at one terminal.",
                           flags,
                           6,
                           1,
                           2};
    int code = cli_read_args(&call, argc, argv, &words);
    if (code == CLI_GO_ON) code = begin(&table, &words, &options, &wish);
    if (code == CLI_GO_ON)
        code = cli_keep_record(&table); /* a place that cannot be written is known at once */
    if (code != CLI_GO_ON) return code;
    cli_watch(&table.game.match);
    say_welcome(&table);
    while (code == CLI_GO_ON)
        code = next_decision(&table);
    cli_watch(NULL);
    cli_teller_free(&table.teller);
    free(table.saved);
    free(table.shown);
    cli_unload(&table.game);
    return code;
}
