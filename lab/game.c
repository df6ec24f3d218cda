/*
 * game.c - plays one game of a run.  See game.h.
 *
 * The dice of match and players are those of `grognard play ... --seed SEED` with the seed of the
 * game, so that any game of a batch can be played again there, move by move.
 * SPDX-License-Identifier: MIT
 */
#include "lab/game.h"

#include "core/position.h"
#include "core/state_hash.h"
#include "lab/batch.h"
#include "lab/seats.h"
#include "players/batch.h"

#include <stdlib.h>
#include <string.h>

/* ---- What is played. ---- */

void lab_wish_flags(lab_wishes *wish, cli_flag *flags)
{
    const cli_flag all[LAB_WISH_FLAGS] = {
        {"--blue", "PLAYER", "who plays blue, as guard or guard@200; greedy unless told",
         &wish->blue, NULL},
        {"--red", "PLAYER", "who plays red; greedy unless told", &wish->red, NULL},
        {"--seed", "N", "the same seed plays the same games; 1 unless told", &wish->seed, NULL},
        {"--option", "K=V", "an option of the game, or a number of its rules; may come again", NULL,
         &wish->options},
        {"--tables", "FILE", "by these house rules (`grognard tables` prints the standard ones)",
         &wish->tables, NULL},
        {"--swap", NULL, "each battle twice on the same dice, the players change sides",
         &wish->swap, NULL},
        {"--threads", "N", "games at the same time; one for each processor unless told",
         &wish->threads, NULL},
    };
    memcpy(flags, all, sizeof all);
}

int lab_read_count(const char *flag, const char *text, uint64_t low, uint64_t high, uint64_t *out)
{
    if (cli_read_number(text, out) && *out >= low && *out <= high) return CLI_GO_ON;
    return cli_misuse("%s takes a number from %llu to %llu, and not \"%.40s\".", flag,
                      (unsigned long long)low, (unsigned long long)high, text);
}

int lab_read_threads(const char *text, int *threads)
{
    uint64_t count = (uint64_t)lab_processors();
    const int code =
        text == NULL ? CLI_GO_ON : lab_read_count("--threads", text, 1, LAB_THREADS_MAX, &count);
    *threads = (int)count;
    return code;
}

int lab_seat(lab_setup *setup, gg_side side, const char *name)
{
    const int length = snprintf(setup->names[side], LAB_SEAT_NAME_MAX, "%s", name);
    if (length >= LAB_SEAT_NAME_MAX)
        return cli_misuse("a player's name has at most %d characters.", LAB_SEAT_NAME_MAX - 1);
    return lab_read_seat(name, &setup->players[side], &setup->efforts[side], NULL);
}

int lab_try_setup(const lab_setup *setup)
{
    gg_match match;
    gg_complaint complaint;
    void *memory = cli_memory(gg_match_bytes(setup->rules));
    const gg_error error = gg_match_begin(&match, setup->rules, memory, setup->scenario,
                                          setup->options, setup->house, gg_dice_random(0));
    free(memory);
    if (error.text == NULL) return CLI_GO_ON;
    gg_complain_setup(setup->rules, setup->scenario, error, &complaint);
    return cli_complain(setup->rules, &complaint);
}

int lab_read_setup(lab_setup *setup, const cli_list *words, const lab_wishes *wish)
{
    gg_complaint complaint;
    *setup = (lab_setup){
        .rules = cli_find_rules(words->items[0]), .seed = 1, .swap = wish->swap != NULL};
    const gg_ruleset *rules = setup->rules;
    if (rules == NULL) return CLI_MISUSE;
    for (int i = 0; i < GG_OPTIONS_MAX; i++) setup->options[i] = GG_OPTION_UNSET;
    int code = CLI_GO_ON;
    if (wish->tables != NULL) code = cli_read_tables(rules, wish->tables, setup->house);
    if (code == CLI_GO_ON)
        code = lab_seat(setup, GG_BLUE, wish->blue == NULL ? "greedy" : wish->blue);
    if (code == CLI_GO_ON) code = lab_seat(setup, GG_RED, wish->red == NULL ? "greedy" : wish->red);
    if (code != CLI_GO_ON) return code;
    if (wish->seed != NULL && !cli_read_number(wish->seed, &setup->seed))
        return cli_misuse("--seed takes a number, and not \"%.40s\".", wish->seed);
    bool good =
        words->count < 2 || gg_find_scenario(rules, words->items[1], &setup->scenario, &complaint);
    for (int i = 0; good && i < wish->options.count; i++)
        good =
            gg_load_option(rules, wish->options.items[i], setup->options, setup->house, &complaint);
    return good ? lab_try_setup(setup) : cli_complain(rules, &complaint);
}

uint64_t lab_game_seed(const lab_setup *setup, uint64_t game)
{
    return gg_seed_of_game(setup->seed, setup->swap ? game / 2 : game);
}

/* Who sits there in this game: the first of the setup's two, or the second. */
static gg_side sits(const lab_setup *setup, uint64_t game, gg_side side)
{
    return setup->swap && game % 2 == 1 ? 1 - side : side;
}

const gg_player *lab_game_player(const lab_setup *setup, uint64_t game, gg_side side)
{
    return setup->players[sits(setup, game, side)];
}

const char *lab_game_seat(const lab_setup *setup, uint64_t game, gg_side side)
{
    return setup->names[sits(setup, game, side)];
}

gg_effort lab_game_effort(const lab_setup *setup, uint64_t game, gg_side side)
{
    return setup->efforts[sits(setup, game, side)];
}

/* ---- The one that plays. ---- */

/* What the hungrier of the two players needs; they may change sides. */
static size_t larger_need(const lab_setup *setup, bool memory)
{
    const gg_player *one = setup->players[0], *other = setup->players[1];
    const size_t a = memory ? one->memory_bytes : one->room_bytes;
    const size_t b = memory ? other->memory_bytes : other->room_bytes;
    return a > b ? a : b;
}

lab_table *lab_open_table(const lab_setup *setup, bool looks)
{
    const gg_ruleset *rules = setup->rules;
    lab_table *table = cli_memory(sizeof *table);
    table->setup = setup;
    table->looks = looks;
    table->memory = cli_memory(gg_match_bytes(rules));
    table->view = cli_memory(rules->state_bytes);
    table->player_memory[GG_BLUE] = cli_memory(larger_need(setup, true));
    table->player_memory[GG_RED] = cli_memory(larger_need(setup, true));
    table->player_room = cli_memory(larger_need(setup, false));
    table->seen.clauses = cli_memory(rules->clause_count * sizeof(uint32_t));
    table->seen.mods = cli_memory(lab_mods_before(rules, rules->check_count) * sizeof(uint32_t));
    table->seen.judged = cli_memory(lab_mods_before(rules, rules->check_count) * sizeof(uint32_t));
    table->seen.changed = cli_memory(lab_mods_before(rules, rules->check_count) * sizeof(uint32_t));
    table->seen.numbers = cli_memory(rules->number_count * sizeof(uint32_t));
    if (looks) table->eyes = lab_open_eyes(rules);
    return table;
}

void lab_close_table(lab_table *table)
{
    lab_close_eyes(table->eyes);
    free(table->seen.clauses);
    free(table->seen.mods);
    free(table->seen.judged);
    free(table->seen.changed);
    free(table->seen.numbers);
    free(table->view);
    free(table->player_memory[GG_BLUE]);
    free(table->player_memory[GG_RED]);
    free(table->player_room);
    free(table->memory);
    free(table);
}

static bool is_stopped(void *to)
{
    (void)to;
    return lab_is_stopped();
}

static void told_nothing(void *to, uint32_t done, uint32_t all) { (void)to, (void)done, (void)all; }

static gg_error begin_at_start(lab_table *table, uint64_t game, gg_dice dice)
{
    const lab_setup *setup = table->setup;
    char bytes[LAB_START_BYTES];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    setup->write_start(setup, game, &text);
    gg_assert(!text.cut);
    gg_match_begin_empty(&table->match, setup->rules, table->memory, dice);
    const gg_error error = gg_read_position(setup->rules, bytes, table->match.state);
    if (error.text == NULL) gg_match_begin_filled(&table->match);
    return error;
}

static void begin_game(lab_table *table, uint64_t game)
{
    const lab_setup *setup = table->setup;
    gg_match *match = &table->match;
    const uint64_t seed = lab_game_seed(setup, game);
    const gg_dice dice = gg_dice_random(seed);
    const gg_error error = setup->write_start != NULL
                               ? begin_at_start(table, game, dice)
                               : gg_match_begin(match, setup->rules, table->memory, setup->scenario,
                                                setup->options, setup->house, dice);
    gg_assert(error.text == NULL); /* it was tried before the run began */
    match->seed = seed;
    match->has_seed = true;
    memset(table->player_memory[GG_BLUE], 0, larger_need(setup, true));
    memset(table->player_memory[GG_RED], 0, larger_need(setup, true));
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        snprintf(match->seats[side], GG_PLAYER_NAME_MAX, "%s",
                 lab_game_player(setup, game, side)->name);
}

static void forget(const gg_ruleset *rules, lab_seen *seen)
{
    const lab_seen kept = {.clauses = seen->clauses,
                           .mods = seen->mods,
                           .numbers = seen->numbers,
                           .judged = seen->judged,
                           .changed = seen->changed};
    const size_t mods = lab_mods_before(rules, rules->check_count) * sizeof *kept.mods;
    memset(kept.clauses, 0, rules->clause_count * sizeof *kept.clauses);
    memset(kept.mods, 0, mods);
    memset(kept.judged, 0, mods);
    memset(kept.changed, 0, mods);
    memset(kept.numbers, 0, rules->number_count * sizeof *kept.numbers);
    *seen = kept;
}

/* How many decisions of this game are taken by chance. */
static uint32_t opening_of(const lab_setup *setup, uint64_t game)
{
    if (setup->openings == 0) return 0;
    return (uint32_t)((lab_game_seed(setup, game) >> 17) % (setup->openings + 1));
}

static void take_over(gg_bout *bout, const lab_setup *setup, uint64_t game)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        bout->players[side] = lab_game_player(setup, game, side);
        bout->efforts[side] = lab_game_effort(setup, game, side);
    }
}

/* The clause of the sentence that tells the end: where one ruling knows several ends, as ST-R87
 * does, it says which. */
static gg_clause clause_of_end(const gg_match *match, gg_turn turn)
{
    if (!turn.over) return 0;
    for (uint32_t i = match->log.count; i-- > 0;)
        if (match->log.events[i].kind == GG_END) return match->log.events[i].clause;
    return turn.clause;
}

gg_turn lab_no_turn(void)
{
    gg_turn none;
    memset(&none, 0xff, sizeof none);
    return none;
}

bool lab_is_turn(const lab_table *table, gg_turn *last)
{
    const gg_turn then = *last, now = gg_match_turn(&table->match);
    if (now.over || now.deciding == GG_SIDES_NONE) return false;
    *last = now;
    const bool one = now.deciding == GG_SIDES_BLUE || now.deciding == GG_SIDES_RED;
    return now.round != then.round || now.phase < then.phase
           || (one && then.deciding + now.deciding == GG_SIDES_BOTH && now.phase == then.phase);
}

bool lab_play(lab_table *table, uint64_t game)
{
    static const gg_progress progress = {.told = told_nothing, .enough = is_stopped};
    gg_match *match = &table->match;
    gg_bout bout = {
        .match = match, .view = table->view, .room = table->player_room, .progress = &progress};
    const uint32_t opening = opening_of(table->setup, game);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        bout.players[side] = gg_player_named("random");
        bout.memory[side] = table->player_memory[side];
    }
    if (opening == 0) take_over(&bout, table->setup, game);
    forget(table->setup->rules, &table->seen);
    begin_game(table, game);
    gg_bout_begin(&bout, lab_game_seed(table->setup, game));
    if (table->looks) lab_see_begin(table);
    if (table->watch != NULL) table->watch(table->to, table);
    while (!gg_match_turn(match).over) {
        if (lab_is_stopped()) return false;
        gg_match_clear_log(match);
        if (opening > 0 && bout.decisions[GG_BLUE] + bout.decisions[GG_RED] == opening)
            take_over(&bout, table->setup, game);
        const gg_match_answer answer = gg_bout_step(&bout);
        if (answer == GG_MATCH_FULL) break;
        gg_assert(answer == GG_MATCH_DONE || lab_is_stopped());
        if (table->looks) lab_see_action(table);
        if (table->watch != NULL) table->watch(table->to, table);
    }
    const gg_turn turn = gg_match_turn(match);
    lab_seen *seen = &table->seen;
    memcpy(seen->decisions, bout.decisions, sizeof seen->decisions);
    seen->steps = bout.steps;
    seen->offers = bout.offers;
    seen->over = turn.over;
    seen->winner = turn.over ? turn.winner : GG_NOBODY;
    seen->clause = clause_of_end(match, turn);
    seen->round = turn.round;
    seen->final = gg_state_hash(match->rules, match->state);
    if (table->looks) lab_see_end(table);
    return !lab_is_stopped();
}
