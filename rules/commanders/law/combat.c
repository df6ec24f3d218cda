/*
 * combat.c - targets, dice, modifiers and hits of both parts of a combat
 * (chapters 5 and 8; CMD-P10, CMD-P11, CMD-P13, CMD-P14, CMD-P17).
 *
 * The ranged part and melee differ in who rolls, in the modifier table and in what is a hit;
 * everything else is written once, with `melee` as the difference.  Both sides roll (CMD-5.5),
 * every unit that has the kind of attack (CMD-5.3, CMD-5.4), and no hit takes effect before all
 * dice of the part are read on the whole board (CMD-5.6, CMD-R18).
 * SPDX-License-Identifier: MIT
 */
#include "core/roll.h"
#include "board.h"
#include "combat.h"

#include <string.h>

bool commanders_is_melee(const gg_state *state) { return step_of(state) >= STEP_MELEE_AIM; }

/* ---- Modifiers: T1, T2 and terrain, read from ranged.def and melee.def. ---- */

const uint8_t commanders_ranged_cells[STANCES][STANCES] = {
#define CELL(me, enemy, ...) [STANCE_##me][STANCE_##enemy] = N_ranged_##me##_at_##enemy,
#define MOD(id, ...)
#include "ranged.def"
#undef MOD
};

const uint8_t commanders_melee_cells[STANCES][STANCES] = {
#define CELL(me, enemy, ...) [STANCE_##me][STANCE_##enemy] = N_melee_##me##_at_##enemy,
#define PRINTED CELL
#define MOD(id, ...)
#include "melee.def"
#undef MOD
};

#define ROLL ranged
#define QUERY fight_query
#define ROWS "rules/commanders/law/ranged.def"
#include "core/modifiers.def"
#define ROLL melee
#define QUERY fight_query
#define ROWS "rules/commanders/law/melee.def"
#include "core/modifiers.def"

/* A number of T1. */
static int cell_of(const gg_state *state, int row, int column, bool melee)
{
    return gg_number_value(commanders_numbers, state->house,
                           (melee ? commanders_melee_cells : commanders_ranged_cells)[row][column]);
}

/* The same rows once more, added up but not listed: most rolls are explained to nobody. */
static int sum_of(const gg_state *state, const fight_query *q, bool melee)
{
    int sum = cell_of(state, q->row, q->column, melee);
    if (melee) {
#define CELL(...)
#define MOD(id, group, number, often, clause, text, times)                                         \
    if (times) sum += (number) + state->house[N_melee_##id];
#include "melee.def"
#undef MOD
    } else {
#define CELL(...)
#define MOD(id, group, number, often, clause, text, times)                                         \
    if (times) sum += (number) + state->house[N_ranged_##id];
#include "ranged.def"
#undef MOD
    }
    return sum;
}

static const gg_band hit_bands[] = {
    {.number = N_hit_from, .clause = CMD_8_4, .text = "hit"},
    {.clause = CMD_8_4, .text = "no hit"},
};

enum { HIT, NO_HIT };

const gg_check commanders_ranged_check = {
    .name = "ranged",
    .clause = CMD_P13,
    GG_SIXES(GG_SUM, gg_one_die, commanders_numbers),
    GG_MODS(ranged_mods),
    GG_BANDS(hit_bands),
    .rule = "{infantry_dice} die a unit, artillery {artillery_dice}, sorted; {lowest_result} at "
            "least and {highest_result} at most; against a unit that also rolls, {hit_from} or "
            "more and higher than its result",
};

const gg_check commanders_melee_check = {
    .name = "melee",
    .clause = CMD_P17,
    GG_SIXES(GG_SUM, gg_one_die, commanders_numbers),
    GG_MODS(melee_mods),
    GG_BANDS(hit_bands),
    .rule = "{melee_dice} die a unit, sorted; {lowest_result} at least and {highest_result} at "
            "most; where both units roll the higher result hits, a tie hits nobody",
};

/* CMD-R49: is the sector that anybody in this zone attacks a forest? */
static bool is_fought_in_forest(const gg_state *state, const zone *z)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        for (int space = 0; space < SPACES; space++) {
            const unit *u = commanders_in_space(state, z, side, space);
            if (u != NULL && is_attacking(u) && commanders_has(state, u->goal - 1, FOREST))
                return true;
        }
    return false;
}

static int slope_for(const gg_state *state, const unit *u)
{
    int from_hill = commanders_has(state, u->place, HILL),
        to_hill = commanders_has(state, u->goal - 1, HILL);
    return from_hill - to_hill; /* CMD-R49: level ground counts nothing */
}

static fight_query query_of(const gg_state *state, const zone *z, const unit *u, aim a, bool melee)
{
    gg_assert(u != NULL && a.target != NULL);
    fight_query q = {.row = (uint8_t)commanders_stance(u),
                     .column = (uint8_t)commanders_stance(a.target),
                     .unopposed = a.unopposed,
                     .spent = is_spent(u),
                     .fast = !melee && is_fast(state)};
    if (!state->options[OPT_terrain]) return q;
    q.forest = is_fought_in_forest(state, z);
    q.walls = z->id >= ZONE_BUILDING && is_attacking(u);
    if (!melee || !is_attacking(u)) return q;
    q.slope = (int8_t)slope_for(state, u);
    q.river = commanders_border_has(state, u->place, u->goal - 1, RIVER);
    return q;
}

/* CMD-R57: as attacking infantry, unopposed, and no terrain. */
static fight_query garrison_query(const gg_state *state, const unit *u, aim a, bool melee)
{
    return (fight_query){.row = STANCE_attacking_I,
                         .column = (uint8_t)commanders_stance(a.target),
                         .unopposed = true,
                         .spent = is_spent(u),
                         .fast = !melee && is_fast(state)};
}

/* CMD-8.3, CMD-8.14: all modifiers are added up, and only the result is held between 1 and 6. */
static int result_of(const gg_state *state, const fight_query *q, int die, bool melee)
{
    int result = die + sum_of(state, q, melee);
    int lowest = number_lowest_result(state), highest = number_highest_result(state);
    return result < lowest ? lowest : result > highest ? highest : result;
}

int commanders_result(const gg_state *state, const zone *z, const unit *u, aim a, int die,
                      bool melee)
{
    fight_query q = query_of(state, z, u, a, melee);
    return result_of(state, &q, die, melee);
}

/* ---- Targets (CMD-8.8, CMD-R37, CMD-R16). ---- */

/* CMD-7.14: a routed attacker can be attacked only by the unrouted attacker opposite it, or while
 * one stands there. */
static bool is_exposed(const gg_state *state, const zone *z, const unit *target, int space)
{
    if (!is_routed(target) || !is_attacking(target)) return true;
    gg_side enemy = enemy_of(side_of(index_of(state, target)));
    const unit *opposite = commanders_in_space(state, z, enemy, space);
    return opposite != NULL && is_attacking(opposite) && !is_routed(opposite);
}

static int contested_sector(const zone *z)
{
    if (z->id < ZONE_CONTESTED || z->id >= ZONE_BUILDING) return NO_SECTOR;
    return (z->id - ZONE_CONTESTED) / CONTESTED_ZONES;
}

/* May an unopposed unit of this zone attack that space of that zone? */
static bool may_target(const gg_state *state, const zone *z, const unit *u, const zone *there,
                       int space)
{
    gg_side enemy = enemy_of(side_of(index_of(state, u)));
    const unit *target = commanders_in_space(state, there, enemy, space);
    if (target == NULL || !is_exposed(state, there, target, space)) return false;
    if (u->type != TYPE_C || there == z) return there == z;
    if (contested_sector(z) != NO_SECTOR) return contested_sector(there) == contested_sector(z);
    return commanders_zone_touches(there, u->goal - 1) && target->place == u->goal - 1;
}

/* CMD-R57: any enemy in the zones over the borders of the garrison's sector. */
static bool garrison_may_target(const gg_state *state, const unit *garrison, const zone *there,
                                int space)
{
    gg_side enemy = enemy_of(side_of(index_of(state, garrison)));
    const unit *target = commanders_in_space(state, there, enemy, space);
    return target != NULL && commanders_zone_touches(there, garrison->place)
           && is_exposed(state, there, target, space);
}

/* CMD-R16: unrouted before routed, then the highest modifier, then first zone and lowest space. */
static const unit *default_target(const gg_state *state, const zone *z, const unit *u,
                                  const unit *except, bool melee)
{
    const unit *best = NULL;
    int best_worth = 0;
    stance row = z == NULL ? STANCE_attacking_I : commanders_stance(u);
    gg_side enemy = enemy_of(side_of(index_of(state, u)));
    for (int number = 0; number < state->zone_count; number++) {
        const zone *there = &state->zones[number];
        for (int space = 0; space < SPACES; space++) {
            bool may = z == NULL ? garrison_may_target(state, u, there, space)
                                 : may_target(state, z, u, there, space);
            if (!may) continue;
            const unit *target = commanders_in_space(state, there, enemy, space);
            if (target == except) continue;
            stance column = commanders_stance(target);
            int worth = cell_of(state, row, column, melee);
            if (!is_routed(target)) worth += 100;
            if (best != NULL && worth <= best_worth) continue;
            best = target;
            best_worth = worth;
        }
    }
    return best;
}

static bool has_attack(const unit *u, bool melee)
{
    return melee ? commanders_attacks_in_melee((type)u->type)
                 : commanders_attacks_at_range((type)u->type);
}

aim commanders_aim_of(const gg_state *state, const zone *z, gg_side side, int space, bool melee)
{
    aim none = {NULL, false};
    const unit *u = commanders_in_space(state, z, side, space);
    if (u == NULL || is_routed(u) || !has_attack(u, melee)) return none;
    const unit *opposite = commanders_in_space(state, z, enemy_of(side), space);
    if (!is_attacking(u)) { /* CMD-7.7: it only ever faces an unrouted attacker */
        bool faces = opposite != NULL && !is_routed(opposite);
        return (aim){faces ? opposite : NULL, false};
    }
    bool ignores = (z->ignores[side] >> space & 1) != 0;
    if (opposite != NULL && !ignores) return (aim){opposite, false};
    int declared = z->target[side][space];
    if (declared != 0) return (aim){&state->units[declared - 1], true};
    return (aim){default_target(state, z, u, opposite, melee),
                 true}; /* CMD-R38: never the one ignored */
}

/* The garrison that strikes out of this sector in this part, or NULL. */
static const unit *striking_garrison(const gg_state *state, int sector)
{
    const unit *garrison = commanders_garrison(state, sector);
    if (garrison == NULL || is_routed(garrison)) return NULL;
    return commanders_zone_by_id(state, ZONE_BUILDING + sector) < 0 ? garrison : NULL;
}

static aim garrison_aim(const gg_state *state, int sector, bool melee)
{
    const unit *garrison = striking_garrison(state, sector);
    if (garrison == NULL) return (aim){NULL, false};
    int declared = state->garrison_target[sector];
    if (declared != 0) return (aim){&state->units[declared - 1], true};
    return (aim){default_target(state, NULL, garrison, NULL, melee), true};
}

/* ---- Declarations (CMD-P10). ---- */

void commanders_aim_open(gg_state *state, gg_log *log)
{
    (void)log;
    commanders_take_positions(state);
}

/* The unit here that may name a target now: unopposed by `target`, by `ignore_routed` instead of
 * the routed one opposite. */
static const unit *who_may_name(const gg_state *state, const zone *z, gg_side side, int space,
                                action_kind *kind)
{
    const unit *u = commanders_in_space(state, z, side, space);
    if (u == NULL || !is_attacking(u) || is_routed(u)) return NULL;
    const unit *opposite = commanders_in_space(state, z, enemy_of(side), space);
    if (opposite != NULL && !is_routed(opposite)) return NULL;
    *kind = opposite == NULL ? ACTION_TARGET : ACTION_IGNORE_ROUTED;
    return has_attack(u, commanders_is_melee(state)) ? u : NULL;
}

static gg_action name_target(action_kind kind, int id, int space, const zone *there, int target)
{
    gg_action action = make_action(kind);
    action.item = (gg_unit)id;
    action.flags = (uint8_t)(space + 1);
    action.at = (gg_point){there->id, target + 1};
    return action;
}

/* Every target of every unit of one zone that has not named one. */
static uint32_t offer_zone(const gg_state *state, gg_side side, const zone *z, gg_action *out,
                           uint32_t count, uint32_t limit)
{
    for (int space = 0; space < SPACES; space++) {
        if (z->target[side][space] != 0) continue;
        action_kind kind = ACTION_TARGET;
        const unit *u = who_may_name(state, z, side, space, &kind);
        for (int number = 0; u != NULL && number < state->zone_count; number++) {
            const zone *there = &state->zones[number];
            for (int target = 0; target < SPACES; target++) {
                if (there == z && target == space)
                    continue; /* the one opposite, if it ignores it */
                if (may_target(state, z, u, there, target))
                    count = put_offer(out, count, limit,
                                      name_target(kind, z->id, space, there, target));
            }
        }
    }
    return count;
}

static uint32_t offer_garrisons(const gg_state *state, gg_side side, gg_action *out, uint32_t count,
                                uint32_t limit)
{
    if (!state->options[OPT_terrain]) return count;
    for (int sector = 0; sector < SECTORS; sector++) {
        const unit *garrison = striking_garrison(state, sector);
        if (garrison == NULL || side_of(index_of(state, garrison)) != side) continue;
        if (state->garrison_target[sector] != 0) continue;
        for (int number = 0; number < state->zone_count; number++)
            for (int target = 0; target < SPACES; target++)
                if (garrison_may_target(state, garrison, &state->zones[number], target))
                    count = put_offer(out, count, limit,
                                      name_target(ACTION_TARGET, ZONE_BUILDING + sector, 0,
                                                  &state->zones[number], target));
    }
    return count;
}

uint32_t commanders_aim_offer(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    uint32_t count = put_offer(out, 0, limit, make_action(ACTION_READY));
    for (int number = 0; number < state->zone_count; number++)
        count = offer_zone(state, side, &state->zones[number], out, count, limit);
    return offer_garrisons(state, side, out, count, limit);
}

bool commanders_aim_asks(const gg_state *state, gg_side side)
{
    gg_action two[2];
    return commanders_aim_offer(state, side, two, 2) > 1;
}

/* The garrison that `target b2@ 1 at ...` speaks of, if it is this side's and strikes out. */
static const unit *named_garrison(const gg_state *state, gg_side side, const gg_action *action)
{
    if (action->item < ZONE_BUILDING || action->flags != 1) return NULL;
    const unit *garrison = striking_garrison(state, action->item - ZONE_BUILDING);
    return garrison != NULL && side_of(index_of(state, garrison)) == side ? garrison : NULL;
}

gg_verdict commanders_target_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    int there = commanders_zone_by_id(state, action->at.x), target = action->at.y - 1;
    const unit *garrison = named_garrison(state, side, action);
    if (garrison != NULL) {
        if (action->kind == ACTION_IGNORE_ROUTED) return refuse(R_NOT_ROUTED);
        bool may = there >= 0 && garrison_may_target(state, garrison, &state->zones[there], target);
        return refuse(may ? R_LEGAL : R_BAD_TARGET);
    }
    bool ignores = action->kind == ACTION_IGNORE_ROUTED;
    int number = commanders_zone_by_id(state, action->item), space = action->flags - 1;
    const zone *z = number < 0 ? NULL : &state->zones[number];
    action_kind kind = ACTION_READY;
    const unit *u = z == NULL ? NULL : who_may_name(state, z, side, space, &kind);
    if (u == NULL || kind != action->kind) return refuse(ignores ? R_NOT_ROUTED : R_NOT_UNOPPOSED);
    bool may = there >= 0 && may_target(state, z, u, &state->zones[there], target)
               && !(there == number && target == space);
    return refuse(may ? R_LEGAL : R_BAD_TARGET);
}

void commanders_target_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                             gg_log *log)
{
    (void)dice, (void)log;
    const zone *there = &state->zones[commanders_zone_by_id(state, action->at.x)];
    uint8_t target = there->space[enemy_of(side)][action->at.y - 1];
    if (named_garrison(state, side, action) != NULL) {
        state->garrison_target[action->item - ZONE_BUILDING] = target;
        return;
    }
    zone *z = &state->zones[commanders_zone_by_id(state, action->item)];
    z->target[side][action->flags - 1] = target;
    if (action->kind == ACTION_IGNORE_ROUTED)
        z->ignores[side] |= (uint8_t)(1u << (action->flags - 1));
}

uint8_t commanders_aim_close(gg_state *state, gg_log *log)
{
    bool named = false, ignored = false;
    for (int number = 0; number < state->zone_count; number++) {
        const zone *z = &state->zones[number];
        ignored |= (z->ignores[GG_BLUE] | z->ignores[GG_RED]) != 0;
        for (int i = 0; i < 2 * SPACES; i++) named |= z->target[i / SPACES][i % SPACES] != 0;
    }
    for (int sector = 0; sector < SECTORS; sector++) named |= state->garrison_target[sector] != 0;
    if (named) commanders_reveal(log, ACTION_TARGET);
    if (ignored) commanders_reveal(log, ACTION_IGNORE_ROUTED);
    return stage_at(state, commanders_is_melee(state) ? STEP_MELEE : STEP_VOLLEY);
}

/* ---- Dice (CMD-P11, CMD-P22): zone by zone, blue's pool, then red's, each sorted. ---- */

/* CMD-2.4: two for artillery. */
static int dice_of(const gg_state *state, const unit *u, bool melee)
{
    return melee ? number_melee_dice(state) : commanders_type_dice(state, (type)u->type);
}

bool commanders_dice_asks(const gg_state *state, gg_side side)
{
    const bool melee = commanders_is_melee(state);
    for (int number = 0; number < state->zone_count; number++)
        for (int space = 0; space < SPACES; space++)
            if (commanders_aim_of(state, &state->zones[number], side, space, melee).target != NULL)
                return true;
    for (int sector = 0; sector < SECTORS && state->options[OPT_terrain]; sector++) {
        const unit *target = garrison_aim(state, sector, melee).target;
        if (target != NULL && side_of(index_of(state, target)) != side) return true;
    }
    return false;
}

static void say_pool(gg_log *log, const zone *z, gg_side side, int count, const uint8_t *shown)
{
    gg_event *event = gg_log_add(log, GG_ROLL, CMD_8_1);
    if (event == NULL) return;
    event->saying = side == GG_BLUE ? S_BLUE_DICE : S_RED_DICE;
    event->at = (gg_point){z->id, 1};
    event->amount = (int16_t)count;
    event->face_count = (uint8_t)count;
    memcpy(event->faces, shown, (size_t)count);
}

/* CMD-8.1: sorted from high to low, taken in order of space; artillery takes its two together.
 * Only how many of each face there are matters, so that is all that is asked for. */
static void roll_pool(gg_state *state, zone *z, gg_side side, bool melee, gg_dice *dice,
                      gg_log *log)
{
    static const uint8_t kind_of[6] = {0, 1, 2, 3, 4, 5};
    int counts[GG_KINDS_MAX], rolled = 0;
    uint8_t need[SPACES] = {0}, shown[DICE_MAX * SPACES];
    gg_unit first = GG_NO_UNIT;
    for (int space = 0; space < SPACES; space++) {
        if (commanders_aim_of(state, z, side, space, melee).target == NULL) continue;
        unit *u = &state->units[z->space[side][space] - 1];
        if (first == GG_NO_UNIT) first = index_of(state, u);
        need[space] = (uint8_t)dice_of(state, u, melee);
        rolled += need[space];
        if (melee && (is_attacking(u) || state->options[OPT_cav_spent] == 0)) u->deeds |= FOUGHT;
    }
    if (rolled == 0) return;
    gg_roll_for(dice, melee ? "melee" : "ranged", first, GG_NO_UNIT);
    gg_roll_kinds(dice, rolled, 6, kind_of, 6, counts, shown);
    say_pool(log, z, side, rolled, shown);
    int face = 6;
    for (int space = 0; space < SPACES; space++)
        for (int which = 0; which < need[space]; which++) {
            while (counts[face - 1] == 0) face--;
            counts[face - 1]--;
            z->dice[side][space][which] = (uint8_t)face;
        }
}

/* CMD-R57: after all zones, blue's garrisons first, in sector order; not sorted. */
static void roll_garrisons(gg_state *state, bool melee, gg_dice *dice, gg_log *log)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        for (int sector = 0; sector < SECTORS; sector++) {
            aim a = garrison_aim(state, sector, melee);
            if (a.target == NULL) continue;
            gg_unit who = index_of(state, commanders_garrison(state, sector));
            if (side_of(who) != side) continue;
            gg_roll_for(dice, melee ? "melee" : "ranged", who, index_of(state, a.target));
            state->garrison_die[sector] = (uint8_t)gg_roll(dice, 6);
            gg_event *event = gg_log_add(log, GG_ROLL, CMD_R57);
            if (event == NULL) continue;
            event->saying = S_GARRISON_DIE;
            event->who = who;
            event->whom = index_of(state, a.target);
            event->face_count = 1;
            event->faces[0] = state->garrison_die[sector];
        }
}

uint8_t commanders_dice_roll(gg_state *state, gg_dice *dice, gg_log *log)
{
    bool melee = commanders_is_melee(state);
    for (int number = 0; number < state->zone_count; number++)
        for (gg_side side = GG_BLUE; side <= GG_RED; side++)
            roll_pool(state, &state->zones[number], side, melee, dice, log);
    if (state->options[OPT_terrain]) roll_garrisons(state, melee, dice, log);
    return stage_at(state, melee ? STEP_MELEE_REROLL : STEP_RANGED_REROLL);
}

/* ---- Results (CMD-P13, CMD-P17). ---- */

/* What one die of a unit came to, told to whoever listens. */
static void say_result(gg_log *log, const gg_state *state, const unit *u, const unit *target,
                       const fight_query *q, int die, int result, int against, bool is_hit,
                       bool melee)
{
    gg_event *event = gg_log_add(log, GG_ROLL, against > 0 ? (melee ? CMD_8_7 : CMD_8_6) : CMD_8_4);
    if (event == NULL) return;
    event->check = melee ? CHECK_MELEE : CHECK_RANGED;
    event->who = index_of(state, u);
    event->whom = index_of(state, target);
    event->face_count = 1; /* base stays 0: it was thrown with the pool */
    event->faces[0] = (uint8_t)die;
    int sum = gg_check_mods(melee ? &commanders_melee_check : &commanders_ranged_check,
                            state->house, q, event);
    gg_assert(sum == sum_of(state, q, melee)); /* two readings of one table */
    event->total = (int16_t)result;
    event->band = is_hit ? HIT : NO_HIT;
    event->saying = against > 0 ? S_AGAINST : S_AGAINST_4;
    event->had = (int16_t)(against > 0 ? against : number_hit_from(state));
}

/* CMD-R14: the better of a unit's results, or 0 if it rolls nothing at the one opposite it. */
static int best_result(const gg_state *state, const zone *z, gg_side side, int space, bool melee)
{
    aim a = commanders_aim_of(state, z, side, space, melee);
    if (a.target == NULL || a.unopposed || z->dice[side][space][0] == 0) return 0;
    const unit *u = commanders_in_space(state, z, side, space);
    fight_query q = query_of(state, z, u, a, melee);
    int high = z->dice[side][space][0], other = z->dice[side][space][1];
    return result_of(state, &q, high > other ? high : other, melee);
}

/* CMD-8.4 to CMD-8.7; whoever attacks unopposed needs no more than four (CMD-R15). */
static bool is_hit(const gg_state *state, int result, int against, bool melee)
{
    if (against == 0) return result >= number_hit_from(state);
    return result > against && (melee || result >= number_hit_from(state));
}

static void count_hit(hits *h, const gg_state *state, const unit *u, const unit *target)
{
    gg_unit who = index_of(state, u), whom = index_of(state, target);
    h->count[whom]++;
    h->scored[who]++;
    if (u->type != TYPE_A) h->by[whom] |= 1u << (who - first_of(side_of(who)));
}

static void count_space(const gg_state *state, const zone *z, gg_side side, int space, bool melee,
                        hits *h, gg_log *log)
{
    if (z->dice[side][space][0] == 0) return;
    aim a = commanders_aim_of(state, z, side, space, melee);
    const unit *u = commanders_in_space(state, z, side, space);
    if (a.target == NULL) return; /* a die at nobody, as only hands write it */
    fight_query q = query_of(state, z, u, a, melee);
    int against = a.unopposed ? 0 : best_result(state, z, enemy_of(side), space, melee);
    for (int which = 0; which < 2 && z->dice[side][space][which] != 0; which++) {
        int die = z->dice[side][space][which], result = result_of(state, &q, die, melee);
        bool hit = is_hit(state, result, against, melee);
        if (hit) count_hit(h, state, u, a.target);
        if (log != NULL) say_result(log, state, u, a.target, &q, die, result, against, hit, melee);
    }
}

void commanders_count_hits(const gg_state *state, bool melee, hits *h, gg_log *log)
{
    memset(h, 0, sizeof *h);
    for (int number = 0; number < state->zone_count; number++)
        for (int space = 0; space < SPACES; space++)
            for (gg_side side = GG_BLUE; side <= GG_RED; side++)
                count_space(state, &state->zones[number], side, space, melee, h, log);
    for (int sector = 0; sector < SECTORS && state->options[OPT_terrain]; sector++) {
        if (state->garrison_die[sector] == 0) continue;
        aim a = garrison_aim(state, sector, melee);
        const unit *u = commanders_garrison(state, sector);
        if (u == NULL || a.target == NULL) continue; /* a die of nobody, as only hands write it */
        fight_query q = garrison_query(state, u, a, melee);
        int result = result_of(state, &q, state->garrison_die[sector], melee);
        if (is_hit(state, result, 0, melee)) count_hit(h, state, u, a.target);
        if (log != NULL)
            say_result(log, state, u, a.target, &q, state->garrison_die[sector], result, 0,
                       is_hit(state, result, 0, melee), melee);
    }
}

/* ---- Hits (CMD-P14, CMD-R39). ---- */

/* One hit routs, a second one puts it out of the game (CMD-2.10, CMD-8.15), also both dice of one
 * battery (CMD-8.12); who takes it is settled at CMD-P18. */
void commanders_strike(gg_state *state, unit *u, int count, uint32_t by, gg_log *log)
{
    gg_unit who = index_of(state, u);
    if (count == 1 && !is_routed(u)) {
        u->status = (uint8_t)((u->status | ROUTED) & ~SQUARE); /* CMD-R52 */
        commanders_tell(log, GG_LOSS, S_IS_ROUTED, who, u->place, 0, 0);
        return;
    }
    commanders_tell(log, GG_LOSS, S_IS_OUT, who, u->place, 0, 0);
    commanders_take_off(state, u, PLACE_OUT);
    u->hitters = by;
}

static void clear_dice(gg_state *state)
{
    for (int number = 0; number < state->zone_count; number++) {
        zone *z = &state->zones[number];
        memset(z->dice, 0, sizeof z->dice);
        memset(z->target, 0, sizeof z->target);
        memset(z->ignores, 0, sizeof z->ignores);
    }
    commanders_clear_spaces(state);
    memset(state->garrison_target, 0, sizeof state->garrison_target);
    memset(state->garrison_die, 0, sizeof state->garrison_die);
}

/* All hits of the board are noted, then applied together. */
void commanders_apply_hits(gg_state *state, gg_log *log)
{
    hits h;
    commanders_count_hits(state, commanders_is_melee(state), &h, log);
    for (int i = 0; i < ALL_UNITS; i++) {
        unit *u = &state->units[i];
        u->hits = (uint8_t)(u->hits + h.scored[i]);
        if (h.count[i] > 0) commanders_strike(state, u, h.count[i], h.by[i], log);
    }
    clear_dice(state);
}
