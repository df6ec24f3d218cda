/*
 * danger.c - what the enemy's guns and attacks could do to a unit in a place, by what stands on the
 * board.  Orders are secret, so none is looked at: each enemy counts as fresh and free to get any,
 * and stays where it is until it acts.
 * SPDX-License-Identifier: MIT
 */
#include "rules/commanders/law/board.h"
#include "rules/commanders/law/bombardment.h"
#include "rules/commanders/play/play.h"

#include "core/dice.h"

/* Everybody fresh, the unit in that place, and every battery that can fires there. */
static void lay_fire(gg_state *state, gg_side enemy, gg_unit who, int place)
{
    unit *target = &state->units[who];
    for (gg_unit i = 0; i < ALL_UNITS; i++) {
        unit *u = &state->units[i];
        u->goal = u->named = u->actions = 0;
        u->status &= (uint8_t)~SPENT;
    }
    if (target->place != place) target->status &= (uint8_t) ~(INSIDE | SQUARE);
    commanders_put(state, target, place);
    for (gg_unit i = first_of(enemy); i < first_of(enemy) + UNITS; i++) {
        unit *u = &state->units[i];
        if (!is_on_board(u) || is_routed(u) || u->type != TYPE_A) continue;
        gg_action at_walls = make_troops(ACTION_BOMBARD, 1, 1, u->place, place);
        bool can = commanders_fire_verdict(state, enemy, u->place, place).reason == R_LEGAL;
        if (can && is_inside(target))
            can = commanders_building_verdict(state, enemy, &at_walls).reason == R_LEGAL;
        if (!can) continue;
        u->goal = (uint8_t)(place + 1);
        u->named = is_inside(target) ? NAMED_BUILDING : NAMED_BOMBARDS;
    }
}

/* At least `needed` hits with so many such shells. */
static gg_fraction chance_of(const gg_state *state, const shell *s, int dice, int needed)
{
    gg_fraction odds[GG_OUTCOMES_MAX], sum = {0, 1};
    gg_check_odds(&commanders_bombardment_check, state->house, &s->query, odds);
    const gg_fraction hit = odds[0];
    for (unsigned fall = 0; fall < 1u << dice; fall++) {
        gg_fraction run = {1, 1};
        int struck = 0;
        for (int die = 0; die < dice; die++) {
            bool is_hit = (fall >> die & 1) != 0;
            gg_fraction_times(&run, is_hit ? hit : (gg_fraction){hit.bottom - hit.top, hit.bottom});
            struck += is_hit;
        }
        if (struck >= needed) gg_fraction_plus(&sum, run);
    }
    return sum;
}

static uint32_t find_fire(const gg_state *state, gg_unit who, gg_threat *out)
{
    shell shells[SHELLS_MAX];
    int shell_count = commanders_shells(state, shells, SHELLS_MAX);
    bool inside = is_inside(&state->units[who]);
    uint32_t count = 0;
    for (int i = 0, dice = 1; i < shell_count; i += dice, dice = 1) {
        const shell *s = &shells[i];
        if (inside ? !s->query.walls : s->whom != who) continue;
        while (inside && i + dice < shell_count && shells[i + dice].who == s->who) dice++;
        out[count++] =
            (gg_threat){.who = s->who,
                        .harm = chance_of(state, s, dice, inside ? number_razing_hits(state) : 1)};
    }
    return count;
}

/* CMD-4.10, CMD-4.11: across a border of the sector, or against a building within it. */
static bool may_attack(const gg_state *state, gg_unit foe, gg_unit who, int place)
{
    const unit *u = &state->units[foe];
    if (!is_on_board(u) || is_routed(u) || u->type == TYPE_A) return false;
    if (u->place >= SECTORS || place >= SECTORS) return false;
    bool is_outside = u->place == place && is_inside(&state->units[who]);
    return is_outside || commanders_is_adjacent(u->place, place);
}

bool commanders_threats(const gg_state *view, gg_side side, gg_unit who, gg_point at,
                        gg_threat *out, uint32_t *count)
{
    gg_state state = *view;
    gg_side enemy = enemy_of(side);
    int place = at.x;
    bool fights = place != view->units[who].place && place < SECTORS
                  && commanders_belonging(view, enemy, place) > 0;
    if (fights) return false;
    lay_fire(&state, enemy, who, place);
    *count = find_fire(&state, who, out);
    for (gg_unit i = first_of(enemy); i < first_of(enemy) + UNITS; i++)
        if (may_attack(&state, i, who, place))
            out[(*count)++] = (gg_threat){.who = i, .charges = true, .harm = {0, 1}};
    return true;
}
