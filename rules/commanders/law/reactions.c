/*
 * reactions.c - retreat before combat, square and countercharge (chapter 6; CMD-P6, CMD-P8).
 * SPDX-License-Identifier: MIT
 */
#include "core/roll.h"
#include "board.h"
#include "combat.h"

/* ---- Retreats: cavalry of an attacked sector rides off before anything is rolled. ---- */

static bool is_attacked(const gg_state *state, gg_side owner, int sector)
{
    const unit *u = &state->units[first_of(enemy_of(owner))];
    for (int i = 0; i < UNITS; i++)
        if (u[i].goal == sector + 1 && u[i].place != sector) return true;
    return false;
}

static bool can_react(const unit *u)
{
    return u->number != 0 && (u->status & (ROUTED | SPENT | INSIDE)) == 0 && !is_attacking(u)
           && u->from == 0;
}

/* CMD-R12: how many may ride over the border behind, and find room there. */
static int room_behind(const gg_state *state, gg_side side, int sector)
{
    int behind = commanders_behind(side, sector);
    if (!commanders_is_friendly(state, side, behind)) return 0;
    if (behind < SECTORS && is_attacked(state, side, behind)) return 0;
    if (behind < SECTORS && commanders_belonging(state, enemy_of(side), behind) > 0)
        return 0; /* left empty in this phase, and walked into */
    int over = commanders_border_limit(state, sector, behind), room = number_sector_room(state);
    for (int i = first_of(side); i < first_of(side) + UNITS; i++) {
        const unit *u = &state->units[i];
        if (u->number == 0) continue;
        bool retreats = u->place == sector && u->named != 0;
        over -= retreats || (u->place == behind && u->from == sector + 1);
        room -= retreats || u->place == behind;
    }
    if (behind >= SECTORS) room = UNITS;
    return over < room ? over : room;
}

static int cavalry_free(const gg_state *state, gg_side side, int sector)
{
    int count = 0;
    for (uint64_t left = state->notes.in[side][sector]; left != 0;) {
        const unit *u = commanders_take(state, side, &left);
        count += u->type == TYPE_C && can_react(u) && u->named == 0;
    }
    return count;
}

/* How many more may retreat out of this sector. */
static int retreat_most(const gg_state *state, gg_side side, int sector)
{
    if (state->held[sector] != side) return 0;
    int free = cavalry_free(state, side, sector);
    if (free == 0 || !is_attacked(state, side, sector)) return 0;
    int room = room_behind(state, side, sector);
    return room < 0 ? 0 : room < free ? room : free;
}

/* Sectors with cavalry that could ride off. */
static uint32_t sectors_with_cavalry(const gg_state *state, gg_side side)
{
    uint32_t sectors = 0;
    for (int i = first_of(side); i < first_of(side) + UNITS; i++) {
        const unit *u = &state->units[i];
        if (u->type == TYPE_C && u->place < SECTORS && can_react(u)) sectors |= 1u << u->place;
    }
    return sectors;
}

bool commanders_retreat_asks(const gg_state *state, gg_side side)
{
    uint32_t sectors = sectors_with_cavalry(state, side);
    for (int sector = 0; sector < SECTORS; sector++)
        if ((sectors >> sector & 1) != 0 && retreat_most(state, side, sector) > 0) return true;
    return false;
}

gg_verdict commanders_retreat_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    int sector = action->at.x, count = action->flags;
    int free = cavalry_free(state, side, sector);
    if (free < count) return refuse_count(R_CANNOT_REACT, free, count);
    int most = sector < SECTORS ? retreat_most(state, side, sector) : 0;
    return most < count ? refuse_count(R_NO_RETREAT, most, count) : refuse(R_LEGAL);
}

void commanders_retreat_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                              gg_log *log)
{
    (void)dice, (void)log;
    int left = action->flags;
    for (int i = first_of(side); i < first_of(side) + UNITS && left > 0; i++) {
        unit *u = &state->units[i];
        if (u->place != action->at.x || u->type != TYPE_C || !can_react(u) || u->named != 0)
            continue;
        u->named = 1;
        left--;
    }
}

uint32_t commanders_retreat_offer(const gg_state *state, gg_side side, gg_action *out,
                                  uint32_t limit)
{
    uint32_t count = put_offer(out, 0, limit, make_action(ACTION_READY));
    for (int sector = 0; sector < SECTORS; sector++) {
        gg_action retreat = make_action(ACTION_RETREAT);
        retreat.at.x = sector;
        retreat.flags = (uint8_t)retreat_most(state, side, sector);
        if (retreat.flags == 0) continue;
        count = put_offer(out, count, limit, retreat);
        if (retreat.flags == 1) continue;
        retreat.flags = 1;
        count = put_offer(out, count, limit, retreat);
    }
    return count;
}

uint8_t commanders_retreat_close(gg_state *state, gg_log *log)
{
    bool is_shown = false;
    for (gg_unit i = 0; i < ALL_UNITS; i++) {
        unit *u = &state->units[i];
        if (u->named == 0) continue;
        if (!is_shown) {
            commanders_reveal(log, ACTION_RETREAT);
            is_shown = true;
        }
        u->named = 0;
        u->deeds |= RETREATED;
        commanders_step_into(state, u, commanders_behind(side_of(i), u->place), log, S_RETREATS);
    }
    state->pass = 2; /* CMD-P6: where nobody is left the attackers walk in */
    return commanders_make_room(state, log);
}

/* ---- Squares and countercharges, by the positions laid out first (CMD-R10). ---- */

/* What the unit in this space could try: TRIES_SQUARE, TRIES_COUNTERCHARGE or neither. */
static int may_try(const gg_state *state, const zone *z, gg_side side, int space)
{
    const unit *u = commanders_in_space(state, z, side, space);
    const unit *enemy = commanders_in_space(state, z, enemy_of(side), space);
    if (u == NULL || enemy == NULL || !can_react(u) || u->named != 0) return 0;
    if (!is_attacking(enemy) || is_routed(enemy)) return 0;
    if (u->type == TYPE_I && enemy->type == TYPE_C && (u->status & SQUARE) == 0)
        return TRIES_SQUARE;
    return u->type == TYPE_C && enemy->type == TYPE_I ? TRIES_COUNTERCHARGE : 0;
}

bool commanders_react_asks(const gg_state *state, gg_side side)
{
    for (int z = 0; z < state->zone_count; z++)
        for (int space = 0; space < SPACES; space++)
            if (may_try(state, &state->zones[z], side, space) != 0) return true;
    return false;
}

gg_verdict commanders_react_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    int number = commanders_zone_by_id(state, action->item), asked = 0, able = 0;
    int wanted = action->kind == ACTION_SQUARE ? TRIES_SQUARE : TRIES_COUNTERCHARGE;
    bool again = false, fitting = true;
    for (int space = 0; space < SPACES; space++) {
        if ((action->flags >> space & 1) == 0) continue;
        const zone *z = number < 0 ? NULL : &state->zones[number];
        const unit *u = z == NULL ? NULL : commanders_in_space(state, z, side, space);
        asked++;
        able += u != NULL && can_react(u);
        again |= u != NULL && u->named != 0;
        fitting &= u != NULL && may_try(state, z, side, space) == wanted;
    }
    if (able < asked) return refuse_count(R_CANNOT_REACT, able, asked);
    if (again) return refuse(R_ALREADY_REACTS);
    if (fitting) return refuse(R_LEGAL);
    return refuse(wanted == TRIES_SQUARE ? R_NO_CAVALRY_THERE : R_NO_INFANTRY_THERE);
}

void commanders_react_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                            gg_log *log)
{
    (void)dice, (void)log;
    const zone *z = &state->zones[commanders_zone_by_id(state, action->item)];
    for (int space = 0; space < SPACES; space++)
        if ((action->flags >> space & 1) != 0)
            state->units[z->space[side][space] - 1].named =
                action->kind == ACTION_SQUARE ? TRIES_SQUARE : TRIES_COUNTERCHARGE;
}

/* Each unit alone, and all of a zone that can do the same. */
uint32_t commanders_react_offer(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    uint32_t count = put_offer(out, 0, limit, make_action(ACTION_READY));
    for (int number = 0; number < state->zone_count; number++) {
        const zone *z = &state->zones[number];
        int together[3] = {0, 0, 0};
        for (int space = 0; space < SPACES; space++) {
            int tries = may_try(state, z, side, space);
            if (tries == 0) continue;
            gg_action action =
                make_action(tries == TRIES_SQUARE ? ACTION_SQUARE : ACTION_COUNTERCHARGE);
            action.item = z->id;
            action.flags = (uint8_t)(1 << space);
            together[tries] |= action.flags;
            count = put_offer(out, count, limit, action);
        }
        for (int tries = TRIES_SQUARE; tries <= TRIES_COUNTERCHARGE; tries++) {
            if ((together[tries] & (together[tries] - 1)) == 0) continue;
            gg_action action =
                make_action(tries == TRIES_SQUARE ? ACTION_SQUARE : ACTION_COUNTERCHARGE);
            action.item = z->id;
            action.flags = (uint8_t)together[tries];
            count = put_offer(out, count, limit, action);
        }
    }
    return count;
}

uint8_t commanders_react_close(gg_state *state, gg_log *log)
{
    bool tried[3] = {false, false, false};
    for (int i = 0; i < ALL_UNITS; i++) tried[state->units[i].named] = true;
    if (tried[TRIES_SQUARE]) commanders_reveal(log, ACTION_SQUARE);
    if (tried[TRIES_COUNTERCHARGE]) commanders_reveal(log, ACTION_COUNTERCHARGE);
    return stage_at(state, STEP_REACTIONS);
}

/* ---- The dice (CMD-P8). ---- */

static const gg_mod reaction_mods[] = {
    {"reaction", CMD_6_2, 0, "", "reaction", NULL, gg_one_die, N_reaction}, /* counts once */
};

static const gg_band reaction_bands[] = {
    {.number = N_hit_from, .clause = CMD_8_4, .text = "success"},
    {.clause = CMD_8_4, .text = "failure"},
};

const gg_check commanders_reaction_check = {
    .name = "reaction",
    .clause = CMD_P8,
    GG_SIXES(GG_SUM, gg_one_die, commanders_numbers),
    .mods = reaction_mods,
    .mod_count = 1,
    GG_BANDS(reaction_bands),
    .rule =
        "one die for each unit that tries: square against cavalry, countercharge against infantry",
};

bool commanders_reactions_asks(const gg_state *state, gg_side side)
{
    for (int number = 0; number < state->zone_count; number++)
        for (int space = 0; space < SPACES; space++) {
            const unit *u = commanders_in_space(state, &state->zones[number], side, space);
            if (u != NULL && u->named != 0) return true;
        }
    return false;
}

static void roll_reaction(gg_state *state, zone *z, gg_side side, unit *u, gg_dice *dice,
                          gg_log *log)
{
    gg_unit who = index_of(state, u);
    gg_event *event = gg_log_add(log, GG_ROLL, u->named == TRIES_SQUARE ? CMD_6_2 : CMD_6_4);
    if (event != NULL) {
        event->check = CHECK_REACTION;
        event->who = who;
    }
    gg_roll_for(dice, "reaction", who, GG_NO_UNIT);
    bool succeeds = gg_check_roll(&commanders_reaction_check, state->house, NULL, dice, event) == 0;
    u->deeds |= REACTED; /* CMD-6.6: spent at the end of the phase, whatever came of it */
    if (succeeds && u->named == TRIES_SQUARE) {
        u->status |= SQUARE; /* no protection from fire: see T1 (CMD-6.8) */
        commanders_tell(log, GG_STATUS, S_FORMS_SQUARE, who, u->place, 0, 0);
    } else if (succeeds) { /* CMD-R13 */
        u->goal = (uint8_t)(commanders_zone_sector(z, enemy_of(side)) + 1);
        u->deeds |= COUNTERCHARGES;
        z->attacks |= (uint8_t)(1u << side);
        commanders_tell(log, GG_STATUS, S_CHARGES, who, u->place, u->goal - 1, 0);
    }
    u->named = 0;
}

/* CMD-R11: blue's units first, zone by zone and by space, then red's. */
uint8_t commanders_reactions_roll(gg_state *state, gg_dice *dice, gg_log *log)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        for (int number = 0; number < state->zone_count; number++)
            for (int space = 0; space < SPACES; space++) {
                zone *z = &state->zones[number];
                int who = z->space[side][space];
                if (who == 0 || state->units[who - 1].named == 0) continue;
                roll_reaction(state, z, side, &state->units[who - 1], dice, log);
            }
    return stage_at(state, STEP_RANGED_AIM);
}
