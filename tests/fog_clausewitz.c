/*
 * fog_clausewitz.c - what fog seals (CW-R116): in positions of random games all that the other side
 * may not know of face-down Brigades is made otherwise, and the view of that side must not change
 * by a byte.  Everything that a seat answers is made of its view (core/seat.h); what is told of
 * actions is looked at by the contract.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "core/position.h"
#include "rules/clausewitz/law/fight.h"
#include "support.h"

enum { GAMES = 3, STEPS = 260, EVERY = 5, OFFERS = 2048, NOTHING_LESS = 100 };

static int pick(gg_dice *dice, int count) { return (int)gg_dice_pick(dice, (uint32_t)count); }

static void make_otherwise(gg_state *s, unsigned b, gg_dice *dice)
{
    static const uint8_t kinds[] = {TYPE_LI, TYPE_LT, TYPE_HC, TYPE_LC, TYPE_FA};
    static const uint16_t did[] = {DID_ORDERED, DID_LIMITED, DID_BRAVE, DID_SPENT};
    gt_body *body = &s->bodies[b];
    const cw_type type = (cw_type)kinds[pick(dice, 5)];
    const cw_weapon weapon = type == TYPE_FA ? WEAPON_POUND12 : WEAPON_MUSKET;
    for (int slot = 0; slot < body->strength; slot++) {
        cw_unit *u = &s->units[b][slot];
        *u = cw_unit_of(s, type, weapon, cw_men_of_dice(s, type, 1 + pick(dice, 6)));
        u->specials ^= (uint16_t)(1 << pick(dice, SPECIALS));
    }
    snprintf(s->names.brigades[b], GG_CALLED_BYTES, "%d", pick(dice, 999));
    body->division = (uint8_t)pick(dice, DIVISIONS);
    body->flags = (uint8_t)pick(dice, 2);
    cw_brigade *brigade = &s->brigades[b];
    brigade->hits = (uint8_t)pick(dice, 9);
    brigade->reserve = (uint8_t)pick(dice, 9);
    brigade->actions = (uint8_t)pick(dice, 6);
    brigade->objective = (uint8_t)pick(dice, OBJECTIVES_MAX);
    brigade->parent = (uint8_t)pick(dice, (int)s->body_count + 1);
    brigade->lost = (uint8_t)pick(dice, 9);
    for (int i = 0; i < 4; i++)
        if (pick(dice, 2) == 0) body->did ^= did[i];
    for (int i = 0; i < ADCS_MAX && s->adcs[i].objective != 0; i++)
        if (s->adcs[i].to == b) s->adcs[i].objective = (uint8_t)(1 + pick(dice, 2));
    for (int g = 0; g < GENERALS_MAX && cw_is_here(s, b); g++)
        s->generals[body->side][g].actions = (uint8_t)pick(dice, 5);
}

typedef struct tally {
    int looked, hidden;
    bool same;
} tally;

/* For blue, for red and for a watcher. */
static void look(const gg_ruleset *rules, const gg_state *state, gg_dice *dice, tally *it)
{
    gg_state *other = room_for_state(rules), *views = room(2 * sizeof *views);
    for (gg_side side = GG_BLUE; side <= GG_NOBODY; side++) {
        *other = *state;
        for (unsigned b = 0; b < state->body_count; b++) {
            if (!cw_is_hidden(state, b, side)) continue;
            make_otherwise(other, b, dice);
            it->hidden++;
        }
        rules->view(state, side, &views[0]);
        rules->view(other, side, &views[1]);
        it->same = it->same && memcmp(&views[0], &views[1], sizeof *views) == 0;
        it->looked++;
    }
    free(other);
    free(views);
}

static void play(const gg_ruleset *rules, const char *named, bool scouting, gg_dice *dice,
                 tally *it)
{
    static gg_action offers[OFFERS];
    int32_t options[OPTIONS];
    gg_state *state = room_for_state(rules);
    for (int i = 0; i < OPTIONS; i++) options[i] = rules->options[i].standard;
    options[OPT_fog] = 1;
    options[OPT_scouting] = scouting;
    if (gg_setup(rules, state, scenario_named(rules, named), options, NULL).text != NULL)
        it->same = false;
    for (int step = 0; step < STEPS && it->same && !rules->turn(state).over; step++) {
        const gg_turn turn = rules->turn(state);
        const gg_side side = turn.deciding == GG_SIDES_NONE  ? GG_NOBODY
                             : turn.deciding & GG_SIDES_BLUE ? GG_BLUE
                                                             : GG_RED;
        const uint32_t count = rules->offer(state, side, offers, OFFERS);
        rules->apply(state, side, &offers[pick(dice, (int)count)], dice, NULL);
        if (step % EVERY == 0) look(rules, state, dice, it);
    }
    free(state);
}

/* Who stands behind which name is told to its side, and to nobody else. */
static void check_deals(const gg_ruleset *rules)
{
    enum { EVENTS = 64 };
    int32_t options[OPTIONS];
    gg_event events[EVENTS];
    gg_state *state = room_for_state(rules);
    gg_dice dice = gg_dice_random(1815);
    const gg_action deal = gg_action_on(ACTION_DEAL, GG_NO_UNIT, GG_NO_UNIT);
    int own = 0, others = 0;
    for (int i = 0; i < OPTIONS; i++) options[i] = rules->options[i].standard;
    options[OPT_fog] = 1;
    gg_setup(rules, state, scenario_named(rules, "maida"), options, NULL);
    while (state->phase == PHASE_DEAL) {
        const gg_side dealt = (gg_side)state->side;
        gg_log log = {.events = events, .limit = EVENTS};
        rules->apply(state, GG_NOBODY, &deal, &dice, &log);
        for (uint32_t i = 0; i < log.count; i++)
            for (gg_side side = GG_BLUE; side <= GG_NOBODY; side++)
                if (events[i].saying == S_DEALT && gg_event_is_seen(&events[i], side))
                    *(side == dealt ? &own : &others) += 1;
    }
    if (own > 0 && others == 0) tap_ok("maida: %d times a side is told what it was dealt", own);
    else tap_not_ok("maida: a side is told %d times what it was dealt, others %d", own, others);
    free(state);
}

int main(void)
{
    static const char *const named[] = {"picket", "corps", "maida"};
    const gg_ruleset *rules = ruleset_named("clausewitz");
    for (int scouting = 0; scouting < 2; scouting++) {
        for (int i = 0; i < GAMES; i++) {
            gg_dice dice = gg_dice_random(1815 + (uint64_t)i);
            tally it = {.same = true};
            play(rules, named[i], scouting != 0, &dice, &it);
            const char *how = scouting ? ", scouted" : "";
            if (it.same && it.hidden >= NOTHING_LESS)
                tap_ok("%s%s: %d views, %d sealed Brigades made otherwise", named[i], how,
                       it.looked, it.hidden);
            else
                tap_not_ok("%s%s: %s, %d sealed Brigades", named[i], how,
                           it.same ? "that proves too little" : "a view tells what is sealed",
                           it.hidden);
        }
    }
    check_deals(rules);
    return tap_done();
}
