/*
 * play.c - `grognard play`: a game from its set-up to its end, for people and computers.
 * SPDX-License-Identifier: MIT
 */
#include "cli/play.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { THINK_MS_MAX = 3600000, PLAYOUTS_MAX = 1 << 24, THREADS_MOST = 64 };

/* ---- The table. ---- */
static bool has_person(const cli_table *table)
{
    return table->seats[GG_BLUE] == NULL || table->seats[GG_RED] == NULL;
}

bool cli_is_watched(const cli_table *table)
{
    return cli_is_terminal() && has_person(table) && !table->json;
}

char *cli_news(cli_table *table)
{
    char *bytes = NULL;
    size_t count = 0;
    FILE *out = open_memstream(&bytes, &count);
    if (out == NULL) abort();
    if (table->said != NULL) fputs(table->said, out);
    cli_tell(&table->teller, UINT32_MAX, out);
    fclose(out);
    return bytes;
}

/* Has a person decided anything?  Until then there is nothing that could be lost. */
static bool has_begun(const cli_table *table)
{
    const gg_match *match = &table->game.match;
    for (uint32_t i = 0; i < match->entry_count; i++) {
        const gg_entry *entry = &match->entries[i];
        if (!entry->forced && entry->side < GG_NOBODY && table->seats[entry->side] == NULL)
            return true;
    }
    return false;
}

/* A disk that is full ends no game that a person plays: it is told, and tried again. */
static int keep(cli_table *table)
{
    if (table->home.in_folder && !table->home.is_there && !has_begun(table)) return CLI_GO_ON;
    const int code = cli_keep(&table->home, &table->game.match);
    if (code == CLI_GO_ON || !has_person(table)) return code;
    table->code = code;
    return CLI_GO_ON;
}

static void say_how_it_ended(const cli_table *table, FILE *out)
{
    cli_say_end(&table->game.match, out);
    if (table->home.is_there) fprintf(out, "The record is in %s.\n", table->home.file);
}

/* The end is told though the reader should have had enough before it. */
static void page_end(cli_table *table)
{
    const gg_match *match = &table->game.match;
    char *bytes = NULL, *news = cli_news(table);
    size_t count = 0;
    FILE *out = open_memstream(&bytes, &count);
    if (out == NULL) abort();
    fprintf(out, "\n");
    cli_show_text(match->rules, match->state, GG_SEES_ALL, table->colour, out);
    fputs(news, out);
    say_how_it_ended(table, out);
    fclose(out);
    if (!cli_page(bytes)) say_how_it_ended(table, stdout);
    free(bytes);
    free(news);
}

static void say_end(cli_table *table)
{
    const gg_match *match = &table->game.match;
    if (table->json) {
        cli_print_position_json(match->rules, match->state);
    } else if (cli_is_watched(table)) {
        page_end(table);
    } else {
        printf("\n");
        if (has_person(table))
            cli_show_text(match->rules, match->state, GG_SEES_ALL, table->colour, stdout);
        say_how_it_ended(table, stdout);
    }
}

static gg_side first_deciding(gg_turn turn)
{
    return (turn.deciding & GG_SIDES_BLUE) != 0 ? GG_BLUE : GG_RED;
}

/* A computer may have been asked to decide for this side; never for the other. */
static const gg_player *sitting(cli_table *table, gg_side side)
{
    if (table->seats[side] != NULL) return table->seats[side];
    if (!table->auto_phase || table->auto_side != side) return NULL;
    const gg_turn turn = gg_match_turn(&table->game.match);
    if (table->auto_until == turn.phase && table->auto_round == turn.round)
        return gg_player_named("greedy");
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

/* Between two people at one screen a curtain comes down, if there is anything to hide, and what one
 * typed is forgotten in any case.  False: the input ended behind it. */
static bool change_places(cli_table *table, gg_side side)
{
    const gg_match *match = &table->game.match;
    const gg_side before = table->last_person;
    table->last_person = side;
    if (before == GG_NOBODY || before == side || !cli_is_terminal()) return true;
    cli_forget_lines();
    if (!hides_something(match) && !gg_turn_is_secret(gg_match_turn(match))) return true;
    if (!table->json) printf("\033[2J\033[3J\033[HThe screen is %s's now.", gg_side_name(side));
    do /* Ctrl-C lifts no curtain */
        free(cli_ask_aside("  Press Enter when the other has turned away. "));
    while (cli_line_fate() == CLI_LINE_CANCELLED);
    if (!table->json) printf("\033[2J\033[3J\033[H");
    cli_forget_lines();
    free(table->shown);
    free(table->said);
    table->shown = table->said = NULL;
    return cli_line_fate() == CLI_LINE_TYPED;
}

static void say_kept(const cli_table *table)
{
    const cli_home *home = &table->home;
    if (table->json || !home->is_there) return;
    if (home->in_folder)
        printf("The game is kept: `grognard play --resume` goes on with it.  It lies in\n%s\n",
               home->file);
    else printf("`grognard play %s` goes on with it.\n", home->file);
}

static int end_of_input(const cli_table *table)
{
    if (!isatty(STDIN_FILENO)) return cli_no("the input ended before the game did.");
    say_kept(table);
    return CLI_YES;
}

static int ask_person(cli_table *table, gg_side side)
{
    const int code = keep(table); /* before a person thinks for long */
    if (code != CLI_GO_ON) return code;
    if (!change_places(table, side)) return end_of_input(table);
    switch (cli_person_decides(table, side)) {
    case CLI_CHOSE:
        table->teller.roll_count = 0; /* `why` speaks of what was rolled since one's last action */
        return keep(table);
    case CLI_QUIT: say_kept(table); return CLI_YES;
    case CLI_KILLED: return CLI_YES;
    case CLI_INPUT_ENDED: break;
    }
    return end_of_input(table);
}

/* One decision and everything up to the next; CLI_GO_ON, or the exit code at the end. */
static int next_decision(cli_table *table)
{
    gg_match *match = &table->game.match;
    gg_match_clear_log(match);
    if (gg_match_run(match) == GG_MATCH_FULL) return cli_no("the record is full.");
    if (!cli_is_watched(table)) cli_tell(&table->teller, UINT32_MAX, stdout);
    const gg_turn turn = gg_match_turn(match);
    if (turn.over) {
        const int code = keep(table);
        say_end(table);
        return code == CLI_GO_ON ? CLI_YES : code;
    }
    const gg_side side = first_deciding(turn);
    const gg_player *player = sitting(table, side);
    if (player == NULL) return ask_person(table, side);
    cli_computer_decides(table, side, player);
    return CLI_GO_ON;
}

/* ---- Beginning. ---- */
typedef struct wishes {
    const char *blue, *red, *seed, *record, *json, *force, *resume, *tables;
    const char *think, *playouts, *style, *threads;
    cli_list options;
} wishes;

static bool is_player(const char *name)
{
    return strcmp(name, "me") == 0 || gg_player_named(name) != NULL;
}

static const char *player_name(const void *of, int row)
{
    (void)of;
    if (row == 0) return "me";
    return gg_players[row - 1] != NULL ? gg_players[row - 1]->name : NULL;
}

/* Who is asked for, else who sat there in a saved game, else a person against the computer. */
static int take_seat(cli_table *table, gg_side side, const char *wish, const char *standard,
                     uint64_t seed)
{
    char *seat = table->game.match.seats[side], near[64];
    const char *name = wish != NULL ? wish : is_player(seat) ? seat : standard;
    if (!is_player(name))
        return cli_misuse("there is no player \"%.40s\"%s; `grognard players` lists them.", name,
                          cli_nearest(name, player_name, NULL, near, sizeof near));
    if (name != seat) snprintf(seat, GG_PLAYER_NAME_MAX, "%s", name);
    table->player_dice[side] = gg_dice_random(seed * 2 + side + 1);
    table->seats[side] = gg_player_named(name);
    return CLI_GO_ON;
}

static int take_seats(cli_table *table, const wishes *wish, uint64_t seed)
{
    const bool red_sits = wish->red != NULL && strcmp(wish->red, "me") == 0;
    const bool unsaid = wish->blue == NULL && !is_player(table->game.match.seats[GG_BLUE]);
    int code = take_seat(table, GG_BLUE, wish->blue,
                         cli_is_terminal() && !red_sits ? "me" : "greedy", seed);
    if (code == CLI_GO_ON) code = take_seat(table, GG_RED, wish->red, "greedy", seed);
    if (code != CLI_GO_ON) return code;
    if (unsaid && !has_person(table) && !cli_is_terminal())
        fprintf(stderr, "grognard: there is no terminal, so both sides are computers; --blue me "
                        "reads blue's orders from the input.\n");
    return CLI_GO_ON;
}

static int begin_scenario(cli_table *table, const cli_list *words, const wishes *wish,
                          uint64_t seed)
{
    const int code =
        cli_begin(&table->game, words, &wish->options, wish->tables, gg_dice_random(seed));
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
static int begin_file(cli_table *table, const cli_list *words, const wishes *wish, uint64_t seed)
{
    if (words->count > 1 || wish->options.count > 0)
        return cli_misuse("a saved game has its scenario and options already.");
    const int code = cli_load_by(&table->game, words->items[0], UINT32_MAX, wish->tables);
    if (code != CLI_GO_ON) return code;
    gg_match *match = &table->game.match;
    if (match->has_seed) return CLI_GO_ON;
    match->dice = gg_dice_random(seed);
    match->seed = seed;
    match->has_seed = match->entry_count == 0;
    return CLI_GO_ON;
}

/* ---- Where it is kept. ---- */
static bool is_same_file(const char *one, const char *other)
{
    struct stat a, b;
    return stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev
           && a.st_ino == b.st_ino;
}

/* --record: a file of its own, which may only be there already if somebody says so. */
static int keep_in_record(cli_table *table, const wishes *wish, const char *played)
{
    if (strcmp(wish->record, "-") == 0) return cli_misuse("--record needs a file of its own.");
    const bool same = played != NULL && is_same_file(wish->record, played);
    if (!same && wish->force == NULL && cli_would_overwrite(wish->record)
        && !cli_may_overwrite(wish->record))
        return cli_misuse("%s is there already; --force overwrites it.", wish->record);
    const int code =
        cli_would_overwrite(wish->record) ? cli_hold(&table->home, wish->record) : CLI_GO_ON;
    if (code != CLI_GO_ON) return code;
    table->home.file = strdup(wish->record);
    return cli_keep(&table->home, &table->game.match); /* an unwritable place is known at once */
}

/* A record that is played on is where the game lives; it is not touched before it changes. */
static int keep_where_it_was(cli_table *table, const char *file)
{
    const int code = cli_hold(&table->home, file);
    if (code != CLI_GO_ON) return code;
    table->home.file = strdup(file);
    table->home.in_folder = cli_is_in_folder(file);
    table->home.is_there = true;
    table->home.written = cli_record_text(&table->game.match, GG_SEES_ALL);
    return CLI_GO_ON;
}

/* `played` is the file the game was read from, or NULL. */
static int find_home(cli_table *table, const wishes *wish, const char *played)
{
    const cli_game *game = &table->game;
    if (wish->record != NULL) return keep_in_record(table, wish, played);
    if (!has_person(table) || gg_match_turn(&game->match).over) return CLI_GO_ON;
    if (played != NULL && game->is_record && !game->part.is_part && cli_would_overwrite(played)
        && access(played, W_OK) == 0)
        return keep_where_it_was(table, played);
    if (cli_is_terminal() && !cli_keep_in_folder(&table->home, &game->match))
        fprintf(stderr, "grognard: there is no place to keep the game by itself; `save FILE` keeps "
                        "it.\n");
    return CLI_GO_ON;
}

/* ---- Unfinished games. ---- */
static int unfinished(cli_kept **games, int *all)
{
    int count = 0;
    *all = cli_kept_games(games);
    for (int i = 0; i < *all; i++) {
        const cli_kept one = (*games)[i];
        if (one.over) continue;
        (*games)[i] = (*games)[count];
        (*games)[count++] = one;
    }
    return count;
}

/* `grognard play` alone: what there is to go on with. */
static int list_unfinished(void)
{
    cli_kept *games;
    int all;
    const int count = unfinished(&games, &all);
    if (count > 0) puts("Unfinished games, the newest first:");
    for (int i = 0; i < count; i++) cli_say_kept(&games[i], i + 1);
    cli_forget_kept(games, all);
    if (count == 0)
        return cli_misuse("say what to play; usage: grognard play GAME [SCENARIO].  `grognard "
                          "games` lists the games.");
    puts("`grognard play --resume` goes on with the first, `--resume N` with another.");
    return CLI_YES;
}

/* --resume, --resume 2, --resume NAME: the file it means, in memory of its own. */
static int find_unfinished(const cli_list *words, char **file)
{
    cli_kept *games;
    int all, chosen = -1;
    uint64_t number = 1;
    const int count = unfinished(&games, &all);
    const char *word = words->count > 0 ? words->items[0] : "1";
    if (cli_read_number(word, &number) && number >= 1 && number <= (uint64_t)count)
        chosen = (int)number - 1;
    for (int i = 0; i < count && chosen < 0; i++) {
        const char *name = strrchr(games[i].file, '/') + 1;
        if (strcmp(word, name) == 0 || strcmp(word, games[i].file) == 0) chosen = i;
    }
    if (chosen >= 0) *file = strdup(games[chosen].file);
    cli_forget_kept(games, all);
    if (chosen >= 0) return CLI_GO_ON;
    if (count == 0) return cli_misuse("there is no unfinished game to go on with.");
    return cli_misuse("there is no unfinished game \"%.60s\"; `grognard play` lists them.", word);
}

static void say_unfinished(const cli_table *table)
{
    cli_kept *games;
    int all, count = unfinished(&games, &all);
    for (int i = 0, before = count; i < before; i++)
        if (games[i].held) count--; /* this one, and those at other terminals */
    cli_forget_kept(games, all);
    if (count > 0 && table->home.in_folder)
        printf("There %s %d unfinished game%s; `grognard play` lists %s.\n",
               count == 1 ? "is" : "are", count, count == 1 ? "" : "s", count == 1 ? "it" : "them");
}

/* ---- Opening. ---- */
static int read_effort(cli_table *table, const wishes *wish)
{
    uint64_t number = 0;
    if (wish->think != NULL && wish->playouts != NULL)
        return cli_misuse("--think or --playouts, not both.");
    if (wish->think != NULL
        && (!cli_read_number(wish->think, &number) || number == 0 || number > THINK_MS_MAX))
        return cli_misuse("--think wants milliseconds, 1 to %d.", THINK_MS_MAX);
    if (wish->think != NULL) table->effort.turn_ms = (uint32_t)number;
    if (wish->playouts != NULL
        && (!cli_read_number(wish->playouts, &number) || number == 0 || number > PLAYOUTS_MAX))
        return cli_misuse("--playouts wants a number, 1 to %d.", PLAYOUTS_MAX);
    if (wish->playouts != NULL) table->effort.playouts = (uint32_t)number;
    for (int i = GG_STYLE_BOLD; wish->style != NULL && i <= GG_STYLE_CAREFUL; i++)
        if (strcmp(wish->style, gg_style_name((gg_style)i)) == 0) table->effort.style = (gg_style)i;
    table->threads = cli_processors();
    if (wish->threads != NULL
        && (!cli_read_number(wish->threads, &number) || number == 0 || number > THREADS_MOST))
        return cli_misuse("--threads wants a number, 1 to %d.", THREADS_MOST);
    if (wish->threads != NULL) table->threads = (uint32_t)number;
    if (wish->style != NULL && table->effort.style == GG_STYLE_OWN)
        return cli_misuse("--style is bold, steady or careful, not \"%.40s\".", wish->style);
    return CLI_GO_ON;
}

static int set_up(cli_table *table, const cli_list *words, const wishes *wish)
{
    uint64_t seed;
    int code = read_effort(table, wish);
    if (code == CLI_GO_ON) code = cli_read_seed(wish->seed, &seed);
    if (code != CLI_GO_ON) return code;
    const bool from_file = is_file(words->items[0]);
    code = (from_file ? begin_file : begin_scenario)(table, words, wish, seed);
    if (code == CLI_GO_ON && wish->seed != NULL && table->game.match.seed != seed)
        return cli_misuse("a saved game has its dice already; leave out --seed.");
    if (code == CLI_GO_ON) code = take_seats(table, wish, seed);
    if (code != CLI_GO_ON) return code;
    return find_home(table, wish, from_file ? words->items[0] : NULL);
}

static int begin(cli_table *table, const cli_list *words, const wishes *wish)
{
    char *file = NULL;
    int code = wish->resume != NULL ? find_unfinished(words, &file) : CLI_GO_ON;
    if (code != CLI_GO_ON) return code;
    const char *const items[] = {file};
    const cli_list resumed = {.items = (const char **)items, .count = 1};
    code = set_up(table, file != NULL ? &resumed : words, wish);
    free(file);
    if (code != CLI_GO_ON) return code;
    const bool blue_sits = table->seats[GG_BLUE] == NULL, red_sits = table->seats[GG_RED] == NULL;
    const gg_side viewer = blue_sits && red_sits ? GG_NOBODY
                           : blue_sits           ? GG_BLUE
                           : red_sits            ? GG_RED
                                                 : GG_SEES_ALL;
    table->teller = cli_teller_for(&table->game.match, viewer, wish->json != NULL);
    cli_teller_move(&table->teller, table->game.match.entry_count);
    table->json = wish->json != NULL;
    table->colour = cli_wants_colour(stdout);
    return CLI_GO_ON;
}

static void write_game(gg_json *json, const void *of)
{
    const cli_table *table = of;
    const gg_match *match = &table->game.match;
    char seed[32];
    gg_json_object(json, NULL);
    gg_json_string(json, "event", "game");
    gg_json_string(json, "game", match->rules->name);
    gg_json_int(json, "version", match->rules->version);
    if (match->scenario < match->rules->scenario_count)
        gg_json_string(json, "scenario", match->rules->scenarios[match->scenario].name);
    gg_json_object(json, "seats");
    gg_json_string(json, "blue", match->seats[GG_BLUE]);
    gg_json_string(json, "red", match->seats[GG_RED]);
    gg_json_end(json);
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)match->seed);
    if (match->has_seed) gg_json_string(json, "seed", seed);
    gg_json_int(json, "plies", match->entry_count);
    if (table->home.file != NULL) gg_json_string(json, "record", table->home.file);
    gg_json_end(json);
}

static void say_title(const gg_match *match)
{
    char bytes[1024], seed[32] = "";
    const bool is_scenario = match->scenario < match->rules->scenario_count;
    if (match->has_seed)
        snprintf(seed, sizeof seed, "  Seed %llu.", (unsigned long long)match->seed);
    snprintf(bytes, sizeof bytes, "%s%s%s.  Blue is %s, red is %s.%s", match->rules->title,
             is_scenario ? ": " : "",
             is_scenario ? match->rules->scenarios[match->scenario].title : "",
             match->seats[GG_BLUE], match->seats[GG_RED], seed);
    cli_say_line(stdout, 2, bytes);
}

static void say_welcome(const cli_table *table)
{
    const gg_match *match = &table->game.match;
    if (table->json) {
        cli_print_json(write_game, table);
        return;
    }
    say_title(match);
    cli_say_house(match, stdout);
    if (!has_person(table)) return;
    if (table->home.file != NULL) printf("It is kept in %s as you play.\n", table->home.file);
    if (cli_is_terminal()) say_unfinished(table);
    printf("Type ? for help.\n");
}

static int play_on(cli_table *table)
{
    int code = CLI_GO_ON;
    const bool guarded = cli_is_terminal() && has_person(table);
    const cli_interrupts before = guarded ? cli_guard_interrupts() : SIG_DFL;
    cli_watch(&table->game.match);
    say_welcome(table);
    while (code == CLI_GO_ON) {
        cli_be_patient();
        code = next_decision(table);
    }
    cli_watch(NULL);
    if (guarded) signal(SIGINT, before);
    return code == CLI_YES && table->code != 0 ? table->code : code;
}

int cli_play(int argc, char **argv)
{
    static cli_table table;
    table.last_person = GG_NOBODY;
    wishes wish = {0};
    cli_list words = {0};
    const cli_flag flags[] = {
        {"--blue", "PLAYER", "me, or a computer player", &wish.blue, NULL},
        {"--red", "PLAYER", "the same for the other side", &wish.red, NULL},
        {"--seed", "N", "the dice; from the system if not given", &wish.seed, NULL},
        {"--think", "MS", "milliseconds a turn for a computer that searches", &wish.think, NULL},
        {"--playouts", "N", "its effort a turn, the same every time", &wish.playouts, NULL},
        {"--threads", "N", "for one decision of such a computer; it decides the same",
         &wish.threads, NULL},
        {"--style", "WORD", "bold, steady or careful", &wish.style, NULL},
        {"--record", "FILE", "keep the record there", &wish.record, NULL},
        {"--force", NULL, "though there is such a file already", &wish.force, NULL},
        {"--resume", NULL, "go on with an unfinished game, the last or the one named", &wish.resume,
         NULL},
        {"--option", "NAME=VALUE", "an option of the game; may come again", NULL, &wish.options},
        {"--tables", "FILE", "house rules: numbers of the game, as `tables` prints them",
         &wish.tables, NULL},
        {"--json", NULL, "one object per action and event", &wish.json, NULL},
    };
    const cli_call call = {
        .usage = "play GAME [SCENARIO] [--blue PLAYER] [--red PLAYER] [--seed N] [--record FILE] "
                 "[--option NAME=VALUE]... [--tables FILE]\n"
                 "       grognard play FILE ...\n"
                 "       grognard play --resume [N|NAME]",
        .text = "Plays a game to its end, or goes on with a saved one, which then holds what "
                "follows.  Two times me is a game for two at one terminal.  Alone it lists the "
                "unfinished games, which keep themselves.",
        .flags = flags,
        .flag_count = sizeof flags / sizeof flags[0],
        .words_max = 2,
    };
    int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    if (words.count == 0 && wish.resume == NULL) return list_unfinished();
    code = begin(&table, &words, &wish);
    if (code != CLI_GO_ON) return code;
    code = play_on(&table);
    cli_leave_home(&table.home);
    cli_teller_free(&table.teller);
    cli_free_players(&table);
    free(table.saved);
    free(table.shown);
    free(table.said);
    cli_unload(&table.game);
    if (cli_ended_by_signal() != 0) { /* so that who sent it sees it */
        signal(cli_ended_by_signal(), SIG_DFL);
        raise(cli_ended_by_signal());
    }
    return code;
}
