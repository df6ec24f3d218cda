/*
 * clash.c - odds before every charge and every melee: games are played, and whenever what was
 * done led to the dice of a melee, or was a charge, it must have had odds before that went on to
 * the end of it.  What the odds say is compared with a walk of our own through the dice.
 *
 *     clash RULESET SCENARIO GAMES SEED
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/clash.h"
#include "core/seat.h"
#include "players/players.h"

enum { STEPS = 400, RUNS = 400, SAMPLES = 40, ASKED_MAX = 40, DEEP = 96 };

typedef struct asking {
    const gg_ruleset *rules;
    gg_clash_room *room;
    gg_state *view, *guess, *before;
    gg_action *offers;
    gg_event *events;
    uint32_t asked, exact, compared, replies, missing, begun, melees, wrong;
    double slowest;
    gg_action worst;
} asking;

static gg_clash_room *clash_room(const gg_ruleset *rules)
{
    gg_clash_room *all = room(sizeof *all);
    for (int i = 0; i < GG_CLASH_DEPTH; i++) all->scratch[i] = room_for_state(rules);
    for (int i = 0; i < GG_CLASH_STOPS; i++) all->stops[i] = room_for_state(rules);
    all->offers = room(rules->actions_max * sizeof *all->offers);
    all->log.events = room(GG_MATCH_EVENTS_MAX * sizeof(gg_event));
    all->log.limit = GG_MATCH_EVENTS_MAX;
    all->fight = room(sizeof *all->fight);
    return all;
}

/* ---- A walk of our own: every step enumerated by itself, from the state before it. ---- */

typedef struct own {
    const asking *it;
    const gg_action *begun, *answer;
    gg_side asking;
    double they, we, lost; /* lost: too deep, or somebody had to choose */
    uint32_t runs;
} own;

/* Does somebody of the side give way or worse in these events? */
static bool yields(const own *w, const gg_event *events, uint32_t count, bool ours)
{
    const gg_clash_rules *clash = w->it->rules->clash;
    for (uint32_t i = 0; i < count; i++) {
        if (events[i].who >= GG_FIGHT_UNITS) continue;
        const gg_side side = w->it->room->fight->sides[events[i].who];
        if (side > GG_RED || (side == w->asking) != ours) continue;
        for (uint32_t row = 0; row < clash->fate_count; row++)
            if (clash->fates[row].saying == events[i].saying
                && clash->fates[row].kind >= GG_FATE_YIELDS)
                return true;
    }
    return false;
}

static void walk(own *w, const gg_state *from, gg_side side, const gg_action *step, double weight,
                 bool they, bool we, bool answered, int deep);

static void go_on(own *w, const gg_state *now, double weight, bool they, bool we, bool answered,
                  int deep)
{
    const gg_ruleset *rules = w->it->rules;
    const gg_clash_rules *clash = rules->clash;
    const gg_turn turn = rules->turn(now);
    gg_action *offers = room(rules->actions_max * sizeof *offers);
    if (turn.over || clash->is_over(now, w->begun)) {
        w->they += they ? weight : 0;
        w->we += we ? weight : 0;
        w->runs++;
    } else if (deep == DEEP) {
        w->lost += weight;
    } else {
        const gg_side side = turn.deciding == 0                     ? GG_NOBODY
                             : (turn.deciding & GG_SIDES_BLUE) != 0 ? GG_BLUE
                                                                    : GG_RED;
        const uint32_t count = rules->offer(now, side, offers, rules->actions_max);
        const gg_action *step = count == 0 ? NULL : &offers[0];
        for (uint32_t i = 0; side != GG_NOBODY && i < count; i++)
            if (clash->passes >> offers[i].kind & 1) {
                step = &offers[i];
                break;
            }
        const bool answers = side != GG_NOBODY && side != w->asking && w->answer != NULL
                             && (clash->answers >> turn.phase & 1) != 0 && !answered
                             && rules->legal(now, side, w->answer).reason == 0;
        if (answers) step = w->answer;
        if (step == NULL) w->lost += weight;
        else walk(w, now, side, step, weight, they, we, answered || answers, deep + 1);
    }
    free(offers);
}

static void walk(own *w, const gg_state *from, gg_side side, const gg_action *step, double weight,
                 bool they, bool we, bool answered, int deep)
{
    const gg_ruleset *rules = w->it->rules;
    gg_state *after = room_for_state(rules);
    gg_event *events = room(GG_MATCH_EVENTS_MAX * sizeof *events);
    const gg_action done = *step;
    gg_dice dice = gg_dice_enumerate();
    while (w->runs < 20000 && gg_dice_next(&dice)) {
        gg_log log = {.events = events, .limit = GG_MATCH_EVENTS_MAX};
        memcpy(after, from, rules->state_bytes);
        rules->apply(after, side, &done, &dice, &log);
        const double part = (double)dice.weight.top / (double)dice.weight.bottom;
        const bool more = they || yields(w, events, log.count, false),
                   ours = we || yields(w, events, log.count, true);
        go_on(w, after, weight * part, more, ours, answered, deep);
    }
    free(events);
    free(after);
}

static void compare(asking *it, const gg_state *state, gg_side side, const gg_action *action,
                    const gg_reply *reply)
{
    if (!reply->exact || reply->followed) return;
    own w = {.it = it,
             .begun = action,
             .answer = reply->action.kind == UINT8_MAX ? NULL : &reply->action,
             .asking = side};
    walk(&w, state, side, action, 1, false, false, false, 0);
    if (w.runs >= 20000 || w.lost > 0) return;
    it->compared++;
    const double they = (double)reply->they.share / (double)GG_SHARE_ONE,
                 we = (double)reply->we.share / (double)GG_SHARE_ONE;
    if (fabs(they - w.they) < 1e-9 && fabs(we - w.we) < 1e-9) return;
    it->wrong++;
    tap_note("`%s`: the enemy gives way %.6f, and by our own walk %.6f; we %.6f and %.6f",
             action_words(it->rules, state, action), they, w.they, we, w.we);
}

/* ---- Asking. ---- */

static bool adds_up(const asking *it, const gg_reply *reply)
{
    for (uint32_t i = 0; i < reply->fated_count; i++) {
        uint32_t runs = 0;
        for (uint32_t row = 0; row <= it->rules->clash->fate_count; row++)
            runs += reply->fated[i].parts[row].runs;
        if (runs != reply->runs) return false;
    }
    return reply->runs > 0;
}

static double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
    return (double)at.tv_sec * 1e3 + (double)at.tv_nsec / 1e6;
}

static gg_clash ask(asking *it, const gg_state *state, gg_side side, const gg_action *action)
{
    const gg_seat seat = gg_seat_at(it->rules, state, side, it->view);
    const double begun = now();
    const gg_clash clash = gg_seat_clash(&seat, action, RUNS, SAMPLES, it->room, it->guess);
    const double took = now() - begun;
    if (took > it->slowest) it->slowest = took, it->worst = *action;
    it->asked++;
    it->replies += clash.count;
    for (uint32_t i = 0; i < clash.count; i++) {
        it->exact += it->room->replies[i].exact;
        if (!adds_up(it, &it->room->replies[i])) it->wrong++;
    }
    if (getenv("CLASH_SAYS") != NULL)
        printf("# %s: %u replies, %s, %.1f ms\n", action_words(it->rules, state, action),
               clash.count, it->room->replies[0].exact ? "exact" : "sampled", took);
    if (it->compared < ASKED_MAX)
        for (uint32_t i = 0; i < clash.count; i++)
            compare(it, it->guess, side, action, &it->room->replies[i]);
    return clash;
}

/* ---- Playing. ---- */

static const char *const melees[] = {"melee", "combat", "attack", "strike"};

static bool is_melee(const gg_ruleset *rules, const gg_event *event)
{
    if (event->kind != GG_ROLL || event->check == GG_NO_CHECK) return false;
    for (size_t i = 0; i < sizeof melees / sizeof *melees; i++)
        if (strstr(rules->checks[event->check]->name, melees[i]) != NULL) return true;
    return false;
}

static bool is_charge(const gg_ruleset *rules, const gg_action *action)
{
    return strcmp(rules->actions[action->kind].word, "charge") == 0;
}

static void decide(asking *it, gg_match *match, gg_side side, gg_dice *dice,
                   const gg_player *player, void *memory, void *work, gg_action *out)
{
    const gg_ruleset *rules = it->rules;
    rules->view(match->state, side, it->view);
    const uint32_t count = rules->offer(it->view, side, it->offers, rules->actions_max);
    gg_assert(count > 0);
    *out = it->offers[gg_dice_pick(dice, count)];
    for (uint32_t i = 0, from = gg_dice_pick(dice, count); i < count; i++) {
        const gg_action *one = &it->offers[(from + i) % count];
        if (!is_charge(rules, one) || gg_dice_pick(dice, 2) == 0) continue;
        *out = *one;
        return;
    }
    if (gg_dice_pick(dice, 4) == 0) return;
    const gg_decision decision = {.rules = rules,
                                  .view = it->view,
                                  .offers = it->offers,
                                  .count = count,
                                  .side = side,
                                  .dice = dice,
                                  .memory = memory,
                                  .room = work};
    player->choose(player, &decision, out);
}

static void play(asking *it, uint32_t scenario, uint64_t seed)
{
    const gg_ruleset *rules = it->rules;
    const gg_player *player = gg_player_named("greedy");
    gg_match match;
    void *memory = room(gg_match_bytes(rules)), *work = room(player->room_bytes + 64),
         *kept = room(player->memory_bytes + 64);
    gg_dice dice = gg_dice_random(seed);
    gg_match_begin(&match, rules, memory, scenario, NULL, NULL, gg_dice_random(seed + 1));
    for (int step = 0; step < STEPS; step++) {
        gg_match_clear_log(&match);
        gg_match_run(&match);
        const gg_turn turn = gg_match_turn(&match);
        gg_verdict verdict;
        gg_action action;
        if (turn.over) break;
        const gg_side side = (turn.deciding & GG_SIDES_BLUE) != 0 ? GG_BLUE : GG_RED;
        decide(it, &match, side, &dice, player, kept, work, &action);
        memcpy(it->before, match.state, rules->state_bytes);
        gg_match_clear_log(&match);
        if (gg_match_do(&match, side, &action, &verdict) != GG_MATCH_DONE) break;
        gg_match_run(&match);
        bool melee = false;
        for (uint32_t i = 0; i < match.log.count; i++)
            melee = melee || is_melee(rules, &match.log.events[i]);
        const bool charge = is_charge(rules, &action);
        if (!melee && !charge && !rules->clash->begins(it->before, &action)) continue;
        it->melees += melee;
        it->begun += charge;
        if (it->asked >= 4000) continue;
        const gg_clash clash = ask(it, it->before, side, &action);
        if (clash.count == 0) {
            it->missing++;
            tap_note("no odds before `%s` (%s)", action_words(rules, it->before, &action),
                     rules->phases[turn.phase].name);
        }
    }
    free(kept);
    free(work);
    free(memory);
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: clash RULESET SCENARIO GAMES SEED\n");
        return 2;
    }
    const gg_ruleset *rules = ruleset_named(argv[1]);
    const uint32_t scenario = scenario_named(rules, argv[2]);
    asking it = {.rules = rules,
                 .room = clash_room(rules),
                 .view = room_for_state(rules),
                 .guess = room_for_state(rules),
                 .before = room_for_state(rules),
                 .offers = room(rules->actions_max * sizeof(gg_action))};
    const uint64_t seed = strtoull(argv[4], NULL, 10);
    for (uint64_t game = 0; game < strtoull(argv[3], NULL, 10); game++)
        play(&it, scenario, seed + 2 * game);
    tap_note("%u asked, %u charges, %u melees; %u answers, %u exact, %u compared; slowest %.1f ms "
             "(%s)",
             it.asked, it.begun, it.melees, it.replies, it.exact, it.compared, it.slowest,
             action_words(rules, it.before, &it.worst));
    if (it.missing == 0 && it.begun + it.melees > 0) tap_ok("odds before every charge and melee");
    else tap_not_ok("%u of %u have no odds", it.missing, it.begun + it.melees);
    if (it.wrong == 0) tap_ok("their chances are those of a walk of our own");
    else tap_not_ok("%u are wrong", it.wrong);
    return tap_done();
}
