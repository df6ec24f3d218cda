/*
 * plans.c - three plans, one game: what commanders tells of orders that are not carried out.
 *
 *   plans [--games N] [--first SEED]
 *
 * From the same position one side writes three plans that begin alike; two of them go on, each in
 * its own way.  It carries out only what all three share.  Until the plans lie open the other side
 * and a watcher must see, be told and be asked the same in all three worlds (CMD-R63): the view,
 * the true turn, the events and the part of the record, byte for byte.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "core/position.h"
#include "core/record.h"
#include "core/tell.h"
#include "support.h"

enum { WORLDS = 3, STEPS_MAX = 600, SHARED_MAX = 5, MORE_MAX = 7, ROUNDS_BEFORE = 3 };

typedef struct world {
    gg_match *match;
    void *memory;
    gg_state *view;
    char *text;
} world;

typedef struct game {
    const gg_ruleset *rules;
    uint64_t seed;
    gg_dice dice; /* the test's own */
    gg_side planner;
    world worlds[WORLDS];
    gg_action *offers;
    gg_state *scratch;
    uint64_t compared;
    char trouble[MESSAGE_MAX];
} game;

/* ---- Doing. ---- */

static gg_turn turn_of(const game *g) { return gg_match_turn(g->worlds[0].match); }

static bool is_planning(const game *g, gg_turn turn)
{
    return strcmp(g->rules->phases[turn.phase].name, "planning") == 0;
}

/* With dice of its own for each action, so that what one world rolls more moves nothing. */
static bool do_in(world *w, gg_side side, const gg_action *action, uint64_t seed)
{
    gg_verdict verdict;
    gg_match_clear_log(w->match);
    w->match->dice = gg_dice_random(seed);
    return gg_match_do(w->match, side, action, &verdict) == GG_MATCH_DONE;
}

static bool do_in_all(game *g, gg_side side, const gg_action *action)
{
    uint64_t seed = gg_dice_bits(&g->dice);
    bool done = true;
    for (int i = 0; i < WORLDS; i++) done &= do_in(&g->worlds[i], side, action, seed);
    if (!done)
        snprintf(g->trouble, sizeof g->trouble, "`%s` is not legal in all three",
                 action_words(g->rules, g->worlds[0].match->state, action));
    return done;
}

/* One of what is offered in this world; closing the step is as likely as everything else. */
static gg_action pick(game *g, const world *w, gg_side side)
{
    uint32_t count = g->rules->offer(w->match->state, side, g->offers, g->rules->actions_max);
    gg_assert(count > 0);
    return count == 1 || gg_dice_pick(&g->dice, 3) == 0
               ? g->offers[0]
               : g->offers[1 + gg_dice_pick(&g->dice, count - 1)];
}

static gg_side who_decides(game *g, gg_turn turn)
{
    if (turn.deciding == 0) return GG_NOBODY;
    if (turn.deciding == GG_SIDES_BOTH) return (gg_side)gg_dice_pick(&g->dice, 2);
    return turn.deciding == GG_SIDES_BLUE ? GG_BLUE : GG_RED;
}

/* ---- What the planner says with the orders that all share. ---- */

/* The units that have been told something in this step, by name. */
static void put_told(const game *g, const gg_state *state, char *out, char *text)
{
    gg_text written = gg_text_over(text, TEXT_MAX);
    gg_write_position(g->rules, state, &written);
    out[0] = '\0';
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n"))
        if (strstr(line, " goal:") != NULL || strstr(line, " named:") != NULL)
            strncat(out, line, strcspn(line, " ") + 1);
}

/* Would the same units do it in all worlds?  Elsewhere another may have an order for the same step,
 * and to send that one is to carry out another order. */
static bool means_the_same(game *g, gg_side side, const gg_action *action)
{
    char told[WORLDS][MESSAGE_MAX];
    for (int i = 0; i < WORLDS; i++) {
        world *w = &g->worlds[i];
        if (g->rules->legal(w->match->state, side, action).reason != 0) return false;
        gg_dice none = gg_dice_random(1);
        memcpy(g->scratch, w->match->state, g->rules->state_bytes);
        g->rules->apply(g->scratch, side, action, &none, NULL);
        put_told(g, g->scratch, told[i], w->text);
    }
    return strcmp(told[0], told[1]) == 0 && strcmp(told[0], told[2]) == 0;
}

static gg_action pick_shared(game *g, gg_side side)
{
    gg_action action = pick(g, &g->worlds[0], side);
    bool by_orders = g->rules->turn(g->worlds[0].match->state).secret && side == g->planner;
    if (by_orders && !means_the_same(g, side, &action))
        g->rules->offer(g->worlds[0].match->state, side, &action, 1); /* ready */
    return action;
}

/* ---- Comparing. ---- */

static void put_events(const game *g, const world *w, gg_side viewer, gg_text *out)
{
    for (uint32_t i = 0; i < w->match->log.count; i++) {
        gg_event event;
        if (!gg_event_for(viewer, &w->match->events[i], &event)) continue;
        gg_put_event(out, g->rules, w->view, &event);
        gg_put_char(out, '\n');
    }
}

static bool same_for(game *g, gg_side viewer)
{
    for (int i = 0; i < WORLDS; i++) {
        world *w = &g->worlds[i];
        gg_text out = gg_text_over(w->text, TEXT_MAX);
        gg_match_view(w->match, viewer, w->view);
        put_events(g, w, viewer, &out);
        gg_record_write(w->match, viewer, false, &out);
        gg_turn turn = gg_match_turn(w->match), first = turn_of(g);
        g->compared++;
        const char *differs = NULL;
        if (!same_state(g->rules, w->view, g->worlds[0].view)) differs = "the view";
        if (strcmp(w->text, g->worlds[0].text) != 0) differs = "the events or the record";
        if (memcmp(&turn, &first, sizeof turn) != 0) differs = "whose turn it is";
        if (differs == NULL) continue;
        snprintf(g->trouble, sizeof g->trouble, "%s is told by %s, in %s", gg_viewer_name(viewer),
                 differs, g->rules->phases[first.phase].name);
        return false;
    }
    return true;
}

/* ---- A game. ---- */

static bool begin(game *g, uint32_t scenario)
{
    int32_t options[GG_OPTIONS_MAX];
    for (uint32_t i = 0; i < GG_OPTIONS_MAX; i++) {
        bool is_switch = i < g->rules->option_count && g->rules->options[i].high == 1;
        options[i] = is_switch && gg_dice_pick(&g->dice, 3) == 0
                         ? (int32_t)gg_dice_pick(&g->dice, 2)
                         : GG_OPTION_UNSET;
        /* blue's couriers roll first: with more of them red's roll others of the same dice */
        bool couriers = is_switch && strcmp(g->rules->options[i].name, "order_distance") == 0;
        if (couriers && g->planner == GG_BLUE) options[i] = 0;
    }
    for (int i = 0; i < WORLDS; i++) {
        world *w = &g->worlds[i];
        const gg_error error = gg_match_begin(w->match, g->rules, w->memory, scenario, options,
                                              NULL, gg_dice_random(1));
        if (error.text != NULL) return false;
    }
    return true;
}

/* All worlds alike, to the planning of a round picked at random; false: the game was over first. */
static bool play_to_plans(game *g)
{
    uint32_t round = 1 + gg_dice_pick(&g->dice, ROUNDS_BEFORE);
    for (int step = 0; step < 10 * STEPS_MAX; step++) {
        gg_turn turn = turn_of(g);
        if (turn.over || (is_planning(g, turn) && turn.round >= round)) return !turn.over;
        gg_side side = who_decides(g, turn);
        gg_action action = pick(g, &g->worlds[0], side);
        if (!do_in_all(g, side, &action)) return false;
    }
    return false;
}

static bool is_order(const game *g, const gg_state *state, const gg_action *action)
{
    return strncmp(action_words(g->rules, state, action), "order ", 6) == 0;
}

static void write_plans(game *g)
{
    uint32_t shared = gg_dice_pick(&g->dice, SHARED_MAX + 1);
    for (uint32_t i = 0; i < shared; i++) {
        gg_action action = pick(g, &g->worlds[0], g->planner);
        if (is_order(g, g->worlds[0].match->state, &action)) do_in_all(g, g->planner, &action);
    }
    for (int which = 1; which < WORLDS; which++)
        for (uint32_t i = gg_dice_pick(&g->dice, MORE_MAX) + 1; i > 0; i--) {
            world *w = &g->worlds[which];
            gg_action action = pick(g, w, g->planner);
            if (is_order(g, w->match->state, &action)) do_in(w, g->planner, &action, 1);
        }
    for (int i = 0; i < WORLDS; i++) gg_match_clear_log(g->worlds[i].match);
}

static bool play_on(game *g)
{
    for (int step = 0; step < STEPS_MAX; step++) {
        gg_turn turn = turn_of(g);
        if (turn.over || strcmp(g->rules->phases[turn.phase].name, "scoring") == 0) return true;
        for (gg_side viewer = GG_BLUE; viewer <= GG_NOBODY; viewer++)
            if (viewer != g->planner && !same_for(g, viewer)) return false;
        gg_side side = who_decides(g, turn);
        gg_action action;
        if (is_planning(g, turn) && side == g->planner) /* no more of it */
            g->rules->offer(g->worlds[0].match->state, side, &action, 1);
        else action = side == g->planner ? pick_shared(g, side) : pick(g, &g->worlds[0], side);
        if (!do_in_all(g, side, &action)) return false;
    }
    return true;
}

static void check_scenario(game *g, uint32_t scenario, uint64_t first, uint64_t games)
{
    g->compared = 0;
    const char *name = g->rules->scenarios[scenario].name;
    for (g->seed = first; g->seed < first + games; g->seed++) {
        g->dice = gg_dice_random(g->seed * 9 + scenario);
        g->planner = (gg_side)gg_dice_pick(&g->dice, 2);
        g->trouble[0] = '\0';
        bool begun = begin(g, scenario) && play_to_plans(g);
        if (begun) write_plans(g);
        if (begun && g->trouble[0] == '\0') play_on(g);
        if (g->trouble[0] == '\0') continue;
        tap_not_ok("commanders %s: orders not carried out tell nothing", name);
        tap_note("seed %llu: %s", (unsigned long long)g->seed, g->trouble);
        return;
    }
    if (g->compared > 0)
        tap_ok("commanders %s: orders not carried out tell nothing (%llu)", name,
               (unsigned long long)g->compared);
    else tap_not_ok("commanders %s: there was something to compare", name);
}

int main(int count, char **args)
{
    uint64_t games = 12, first = 1;
    for (int i = 1; i + 1 < count; i += 2) {
        if (strcmp(args[i], "--games") == 0) games = strtoull(args[i + 1], NULL, 10);
        if (strcmp(args[i], "--first") == 0) first = strtoull(args[i + 1], NULL, 10);
    }
    game *g = room(sizeof *g);
    g->rules = ruleset_named("commanders");
    g->offers = room(g->rules->actions_max * sizeof *g->offers);
    g->scratch = room_for_state(g->rules);
    for (int i = 0; i < WORLDS; i++)
        g->worlds[i] = (world){.match = room(sizeof(gg_match)),
                               .memory = room(gg_match_bytes(g->rules)),
                               .view = room_for_state(g->rules),
                               .text = room(TEXT_MAX)};
    for (uint32_t scenario = 0; scenario < g->rules->scenario_count; scenario++)
        check_scenario(g, scenario, first, games);
    for (int i = 0; i < WORLDS; i++) {
        free(g->worlds[i].match);
        free(g->worlds[i].memory);
        free(g->worlds[i].view);
        free(g->worlds[i].text);
    }
    free(g->offers);
    free(g->scratch);
    free(g);
    return tap_done();
}
