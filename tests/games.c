/*
 * games.c - plays whole games for the tests.
 */
#include "games.h"

#include <stdlib.h>
#include <string.h>

static gg_side side_to_choose(gg_turn turn)
{
    return turn.deciding & GG_SIDES_BLUE ? GG_BLUE : GG_RED;
}

static void done(gg_match_answer answer)
{
    if (answer == GG_MATCH_DONE) return;
    fprintf(stderr, "a game between computers stopped: answer %d\n", (int)answer);
    exit(2);
}

/* Steps that nobody decides are taken one by one, so that each is told on its own. */
static bool take_forced(gg_match *match)
{
    gg_side side;
    gg_action action;
    gg_verdict verdict;
    if (!gg_match_forced(match, &side, &action)) return false;
    done(gg_match_do(match, side, &action, &verdict));
    match->entries[match->entry_count - 1].forced = 1;
    return true;
}

void play_game(gg_match *match, const gg_ruleset *rules, void *memory, uint32_t scenario,
               uint64_t seed, const gg_player *player, game_each *each, void *to)
{
    gg_action *offers = room(rules->actions_max * sizeof *offers);
    gg_state *view = room_for_state(rules);
    gg_dice thoughts = gg_dice_random(~seed);
    if (gg_match_begin(match, rules, memory, scenario, NULL, gg_dice_random(seed)).text != NULL)
        exit(2);
    match->seed = seed;
    match->has_seed = true;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        snprintf(match->seats[side], GG_PLAYER_NAME_MAX, "%s", player->name);
    while (!gg_match_turn(match).over) {
        gg_match_clear_log(match);
        if (!take_forced(match)) {
            gg_side side = side_to_choose(gg_match_turn(match));
            gg_action action;
            gg_verdict verdict;
            gg_match_view(match, side, view);
            uint32_t count = rules->offer(view, side, offers, rules->actions_max);
            player->choose(rules, view, side, offers, count, &thoughts, &action);
            done(gg_match_do(match, side, &action, &verdict));
        }
        if (each != NULL) each(to, match);
    }
    free(offers);
    free(view);
}
