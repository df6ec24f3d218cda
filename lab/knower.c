/*
 * knower.c - a player that knows guard's code, to find out what that is worth: where both choose in
 * secret it lets guard choose for the other side, with dice of its own, in each of the worlds it
 * thinks in, and looks for the best answer to these plans.  What it gains over guard against guard
 * is how far guard can be exploited, as far as this search finds it.
 *
 * It sits at the ladder only, as `knower` or `knower@300`: both have so many playouts a turn.  It
 * sees its side's view and nothing else.
 * SPDX-License-Identifier: MIT
 */
#include "lab/knower.h"

#include "cli/cli.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 200 }; /* of one secret choice */

/* What the other side's thoughts need, one for each thread. */
typedef struct mind {
    const gg_ruleset *rules; /* the game's, whose guess is asked where nothing is chosen now */
    const gg_player *guard;
    gg_effort effort;
    void *memory, *room;
    gg_state *view;
    gg_action *offers;
} mind;

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void free_mind(void *of)
{
    mind *m = of;
    free(m->memory);
    free(m->room);
    free(m->view);
    free(m->offers);
    free(m);
}

static void make_key(void) { pthread_key_create(&key, free_mind); }

static mind *mind_of(const gg_decision *d)
{
    pthread_once(&once, make_key);
    mind *m = pthread_getspecific(key);
    if (m == NULL) {
        m = cli_memory(sizeof *m);
        m->guard = gg_player_named("guard");
        m->memory = cli_memory(m->guard->memory_bytes);
        m->room = cli_memory(m->guard->room_bytes);
        m->view = cli_memory(GG_STATE_BYTES_MAX);
        m->offers = cli_memory(GG_SEARCH_OFFERS * sizeof *m->offers);
        pthread_setspecific(key, m);
    }
    m->rules = d->rules;
    m->effort = (gg_effort){.playouts = d->effort.playouts};
    return m;
}

/* The other side's secret choice, as guard makes it. */
static void guess_by_asking(const gg_state *view, gg_side side, gg_dice *dice, gg_state *out)
{
    const mind *m = pthread_getspecific(key);
    const gg_ruleset *rules = m->rules;
    const gg_side other = side == GG_BLUE ? GG_RED : GG_BLUE;
    const gg_turn begun = rules->turn(view);
    if (!begun.secret || (begun.deciding >> other & 1) == 0) {
        rules->guess(view, side, dice, out);
        return;
    }
    memcpy(out, view, rules->state_bytes);
    memset(m->memory, 0, m->guard->memory_bytes);
    for (int i = 0; i < STEPS_MAX; i++) {
        const gg_turn turn = rules->turn(out);
        gg_action action;
        if (turn.over || turn.phase != begun.phase || (turn.deciding >> other & 1) == 0) return;
        rules->view(out, other, m->view);
        const gg_decision d = {.rules = rules,
                               .view = m->view,
                               .offers = m->offers,
                               .side = other,
                               .dice = dice,
                               .count = rules->offer(m->view, other, m->offers, rules->actions_max),
                               .effort = m->effort,
                               .memory = m->memory,
                               .room = m->room};
        m->guard->choose(m->guard, &d, &action);
        rules->apply(out, other, &action, dice, NULL);
    }
}

/* As guard, but that it goes by what it knows and mixes nothing. */
static void choose_knowing(const gg_player *self, const gg_decision *d, gg_action *out)
{
    gg_ruleset rules = *mind_of(d)->rules;
    gg_level row = *gg_player_named("guard")->level;
    gg_decision known = *d;
    rules.guess = guess_by_asking;
    row.guesses = GG_GUESSES_ALWAYS;
    row.temperature = 1;
    known.rules = &rules;
    known.effort.row = &row;
    gg_search_choose(self, &known, out);
}

const gg_player *lab_knower(void)
{
    static gg_player knower;
    const gg_player *guard = gg_player_named("guard");
    if (knower.name == NULL) {
        knower = *guard;
        knower.title = knower.text = "knows guard's code";
        knower.choose = choose_knowing;
        knower.name = "knower";
    }
    return &knower;
}
