/*
 * hint.c - `grognard hint FILE`: what a computer player would do here, and why.
 *
 * He is asked through the side's seat, so a hint tells nothing that the side may not know.
 * SPDX-License-Identifier: MIT
 */
#include "cli/hint.h"

#include "core/names.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PLAYOUTS_MAX = 1 << 20, WORDS_BYTES = 1 << 14 };

static volatile sig_atomic_t was_interrupted;

static void note_interrupt(int signal_number)
{
    (void)signal_number;
    was_interrupted = 1;
}

static bool is_interrupted(void *to)
{
    (void)to;
    return was_interrupted != 0;
}

static void show_progress(void *to, uint32_t done, uint32_t all)
{
    static uint32_t shown;
    const uint32_t percent = all == 0 ? 0 : (uint32_t)((uint64_t)done * 100 / all);
    (void)to;
    if (percent == shown) return;
    shown = percent;
    fprintf(stderr, "\r%s %u %% ", (const char *)to, percent);
    fflush(stderr);
}

static void hear_nothing(void *to, uint32_t done, uint32_t all) { (void)to, (void)done, (void)all; }

cli_patience cli_begin_waiting(const char *words)
{
    const bool shows = isatty(STDERR_FILENO) != 0;
    struct sigaction action = {.sa_handler = note_interrupt};
    cli_patience p = {.progress = {.told = shows ? show_progress : hear_nothing,
                                   .enough = is_interrupted,
                                   .to = (void *)(uintptr_t)words},
                      .shows = shows};
    was_interrupted = 0;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, &p.before);
    return p;
}

bool cli_end_waiting(cli_patience *p)
{
    sigaction(SIGINT, &p->before, NULL);
    if (p->shows) fputs("\r\033[K", stderr);
    return was_interrupted == 0;
}

const gg_player *cli_find_level(const char *name)
{
    const gg_player *player = gg_player_named(name);
    if (player != NULL && player->level != NULL) return player;
    if (player != NULL) {
        cli_misuse("%s does not think ahead and can explain nothing; say --level line, grenadier, "
                   "guard or marshal.",
                   name);
        return NULL;
    }
    cli_misuse("there is no player \"%.40s\"; `grognard players` lists them.", name);
    return NULL;
}

bool cli_say_hint(const cli_hint_wish *wish, FILE *out, bool json)
{
    gg_hint hint;
    void *room = cli_memory(gg_hint_bytes(wish->ask.player));
    cli_patience waiting = cli_begin_waiting("thinking");
    gg_hint_ask ask = wish->ask;
    ask.progress = &waiting.progress;
    const bool found = gg_hint_find(&ask, room, &hint);
    cli_end_waiting(&waiting);
    free(room);
    if (!found) return false;
    gg_text text = cli_text(WORDS_BYTES);
    if (json) {
        gg_json writer = gg_json_into(&text);
        gg_wire_hint(&writer, NULL, &ask, &hint);
        gg_put_char(&text, '\n');
    } else if (ask.also != NULL) {
        gg_put_why(&text, &ask, &hint);
        gg_put_char(&text, '\n');
    } else {
        gg_put_hint(&text, &ask, &hint);
    }
    gg_assert(!text.cut);
    if (json) {
        fputs(text.bytes, out);
    } else {
        for (char *line = strtok(text.bytes, "\n"); line != NULL; line = strtok(NULL, "\n"))
            cli_say_line(out, 3, line);
    }
    free(text.bytes);
    return true;
}

bool cli_say_reasons(const gg_match *match, uint32_t nth, const gg_player *player,
                     uint32_t playouts, FILE *out, bool json)
{
    const gg_entry *entry = &match->entries[nth];
    gg_state *before = cli_memory(match->rules->state_bytes);
    gg_state *view = cli_memory(match->rules->state_bytes);
    gg_teller teller = gg_teller_of(match, before);
    gg_teller_move(&teller, nth);
    match->rules->view(before, entry->side, view);
    const gg_names names = gg_names_of(match);
    const cli_hint_wish wish = {.ask = {.rules = match->rules,
                                        .view = view,
                                        .names = &names,
                                        .side = entry->side,
                                        .player = player,
                                        .playouts = playouts,
                                        .seed = 1,
                                        .also = &entry->action}};
    const bool said = cli_say_hint(&wish, out, json);
    free(before);
    free(view);
    return said;
}

typedef struct wishes {
    const char *side, *level, *playouts, *seed, *json, *tables, *at, *why;
} wishes;

int cli_read_playouts(const char *text, uint32_t *playouts)
{
    uint64_t number = 0;
    if (text != NULL && (!cli_read_number(text, &number) || number < 1 || number > PLAYOUTS_MAX))
        return cli_misuse("--playouts wants a number from 1 to %d, not \"%.40s\".", PLAYOUTS_MAX,
                          text);
    *playouts = (uint32_t)number;
    return CLI_GO_ON;
}

/* Of a record: why action number --why? */
static int reasons_for(const cli_game *game, const wishes *wish, const gg_player *player,
                       uint32_t playouts)
{
    const gg_match *match = &game->match;
    uint64_t number;
    if (!cli_read_number(wish->why, &number) || number < 1 || number > match->entry_count)
        return cli_misuse("--why wants the number of an action, 1 to %u, not \"%.40s\".",
                          match->entry_count, wish->why);
    const gg_entry *entry = &match->entries[number - 1];
    if (entry->side > GG_RED || entry->forced)
        return cli_no("nobody decided action %u: there was no choice.", (unsigned)number);
    const bool said =
        cli_say_reasons(match, (uint32_t)number - 1, player, playouts, stdout, wish->json != NULL);
    return said ? CLI_YES : cli_no("stopped; there is no answer.");
}

static int hint_for(const cli_game *game, const wishes *wish, gg_side side)
{
    uint32_t playouts = 0;
    uint64_t seed = 1;
    const gg_player *player = cli_find_level(wish->level == NULL ? "grenadier" : wish->level);
    if (player == NULL) return CLI_MISUSE;
    const int code = cli_read_playouts(wish->playouts, &playouts);
    if (code != CLI_GO_ON) return code;
    if (wish->why != NULL) return reasons_for(game, wish, player, playouts);
    if (wish->seed != NULL && !cli_read_number(wish->seed, &seed))
        return cli_misuse("--seed wants a number, not \"%.40s\".", wish->seed);
    gg_seat seat = cli_seat(&game->match, side);
    if (side == GG_NOBODY) {
        cli_leave(&seat);
        return cli_no("nobody decides here: the game itself goes on.");
    }
    if (!gg_seat_decides(&seat)) {
        cli_leave(&seat);
        return cli_not_now(&game->match, side);
    }
    const gg_names names = gg_names_of(&game->match);
    const cli_hint_wish it = {.ask = {.rules = seat.rules,
                                      .view = seat.view,
                                      .names = &names,
                                      .side = side,
                                      .player = player,
                                      .playouts = playouts,
                                      .seed = seed}};
    const bool said = cli_say_hint(&it, stdout, wish->json != NULL);
    cli_leave(&seat);
    return said ? CLI_YES : cli_no("stopped; there is no hint.");
}

int cli_hint(int argc, char **argv)
{
    static cli_game game;
    wishes wish = {.side = NULL};
    cli_list words = {0};
    const cli_flag flags[] = {
        {"--side", "SIDE", "blue or red; may be left out where only one can act", &wish.side, NULL},
        {"--level", "PLAYER", "who is asked (grenadier)", &wish.level, NULL},
        {"--playouts", "N", "how hard he thinks (300)", &wish.playouts, NULL},
        {"--at", "N", "of a record: after N actions", &wish.at, NULL},
        {"--why", "N", "of a record: why action N was done, and what else there was", &wish.why,
         NULL},
        {"--seed", "N", "another throw of his own dice (1)", &wish.seed, NULL},
        {"--tables", "FILE", "house rules for a position that has none", &wish.tables, NULL},
        {"--json", NULL, "one object", &wish.json, NULL},
    };
    const cli_call call = {"hint FILE [--side blue|red] [--level PLAYER] [--playouts N] [--at N] "
                           "[--why N] [--json]",
                           "The three best actions a computer player sees, with the chance to win "
                           "and what moves it.  He knows what the side may know.  The same call "
                           "gives the same hint.",
                           flags,
                           8,
                           1,
                           1};
    int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    if (wish.why != NULL && wish.side != NULL)
        return cli_misuse("--why is about who did the action; leave out --side.");
    uint64_t plies = UINT32_MAX;
    if (wish.at != NULL && (!cli_read_number(wish.at, &plies) || plies > UINT32_MAX))
        return cli_misuse("--at wants a number of actions, not \"%.40s\".", wish.at);
    gg_side side;
    code = cli_load_by(&game, words.items[0], (uint32_t)plies, wish.tables);
    if (code != CLI_GO_ON) return code;
    if (wish.at != NULL && (!game.is_record || game.match.entry_count < plies))
        return cli_misuse("%s has only %u actions.", game.file, game.match.entry_count);
    if (wish.why != NULL) side = GG_BLUE;
    else code = cli_find_side(&game.match, wish.side, &side);
    if (code == CLI_GO_ON) code = hint_for(&game, &wish, side);
    cli_unload(&game);
    return code;
}
