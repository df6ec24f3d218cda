/*
 * prospects.c - how well a side stands, in the eyes of a computer player.
 *
 * A player that looks one action ahead sees nothing happen while choices are sealed, so the score
 * also values what has been ordered and chosen: an attack by how its strength compares with what
 * stands there, a step forward by what it gains, a sector left thin by who could take it.  Whole
 * plans come about order by order: each line is offered massed, its worth rises with the next
 * line that goes the same way, and when no line is worth more than an order kept back, `ready` is
 * the best that is left.  All numbers here are taste, none is a rule.
 * SPDX-License-Identifier: MIT
 */
#include "core/judgement.h"
#include "rules/commanders/law/board.h"
#include "rules/commanders/law/bombardment.h"
#include "rules/commanders/law/combat.h"
#include "rules/commanders/law/planning.h"
#include "rules/commanders/law/scoring.h"
#include "rules/commanders/play/play.h"

#include <string.h>

enum {
    POINT = 260,        /* a victory point */
    SECTOR = 40,        /* a sector more */
    MAJORITY = 150,     /* more sectors than the enemy */
    HOLDING = 170,      /* each point a sector would bring at scoring */
    IN_RESERVE = 14,    /* a unit still waiting */
    THIN = 9,           /* an enemy more than there are defenders, next to a sector */
    FLANK = 25,         /* an attack over one border more */
    RALLY = 45,         /* an order kept for two routed units */
    GUNS_IN_REACH = 70, /* a battery ordered to where it has targets */
    SQUARE_TRIED = 25,
    CHARGE_TRIED = 15,
};

static const int worth[TYPES] = {100, 150, 250};

/* ---- What is on the board. ---- */

/* A unit by what it would be after so many more hits. */
static int unit_worth(const unit *u, int more)
{
    int full = worth[u->type];
    if (u->number == 0) return 0;
    if (u->place == PLACE_BOX) return full * 35 / 100;
    if (u->place >= GROUNDS) return 0;
    int state = is_routed(u) + more;
    if (state == 0) return full - (is_spent(u) ? 8 : 0) - (u->place >= SECTORS ? IN_RESERVE : 0);
    return state == 1 ? full * 25 / 100 : 0;
}

static int material(const gg_state *state, gg_side side, const hits *h)
{
    int sum = 0;
    for (int i = 0; i < ALL_UNITS; i++) {
        const unit *u = &state->units[i];
        bool own = side_of((gg_unit)i) == side;
        int value = unit_worth(u, h == NULL ? 0 : h->count[i]);
        if (u->place == PLACE_TAKEN) value -= POINT * commanders_type_points(state, (type)u->type);
        sum += own ? value : -value;
    }
    return sum;
}

static int ground(const gg_state *state, gg_side side)
{
    int lead = 0, sum = 0;
    uint8_t control[SECTORS];
    commanders_note_control(state, control);
    for (int sector = 0; sector < SECTORS; sector++) {
        if (control[sector] == GG_NOBODY) continue;
        gg_side holder = control[sector];
        int value = SECTOR + HOLDING * commanders_sector_points(state, holder, sector);
        sum += holder == side ? value : -value;
        lead += holder == side ? 1 : -1;
    }
    return sum + (lead > 0 ? MAJORITY : lead < 0 ? -MAJORITY : 0);
}

/* ---- What is meant to happen. ---- */

/* One sector as this side sees it: who would go in, who stands there, who is near. */
typedef struct outlook {
    int own[SECTORS], leaving[SECTORS], near[SECTORS]; /* near: enemies in the sectors next to it */
    int enemies[SECTORS], defence[SECTORS];
    int coming[SECTORS][TYPES], borders[SECTORS];
    uint16_t from[SECTORS];
} outlook;

/* Where a unit is about to go: by its order while planning, else by what has been said. */
static int intent(const gg_state *state, const unit *u)
{
    if (state->stage == PHASE_PLAN) return commanders_next_step(state, u);
    bool is_choosing = step_of(state) == STEP_GO || state->stage == PHASE_MOVE;
    return is_choosing && u->goal != 0 ? u->goal - 1 : NO_SECTOR;
}

static int defence_of(const unit *u)
{
    static const int strength[TYPES] = {10, 8, 9};
    return strength[u->type] - (is_spent(u) ? 3 : 0);
}

static void look_at(outlook *o, const gg_state *state, gg_side side)
{
    memset(o, 0, sizeof *o);
    for (int i = 0; i < ALL_UNITS; i++) {
        const unit *u = &state->units[i];
        if (!is_on_board(u) || is_routed(u)) continue;
        bool own = side_of((gg_unit)i) == side;
        if (u->place < SECTORS && own) o->own[u->place]++;
        if (u->place < SECTORS && !own) {
            o->enemies[u->place]++;
            o->defence[u->place] += defence_of(u);
            for (const uint8_t *near = commanders_near[u->place]; *near != NO_SECTOR; near++)
                if (*near < SECTORS && u->type != TYPE_A) o->near[*near]++;
        }
        int goal = own ? intent(state, u) : NO_SECTOR;
        if (goal == NO_SECTOR) continue;
        if (u->place < SECTORS) o->leaving[u->place]++;
        if (goal >= SECTORS || goal == u->place) continue;
        o->coming[goal][u->type]++;
        if ((o->from[goal] >> u->place & 1) == 0) o->borders[goal]++;
        o->from[goal] |= (uint16_t)(1u << u->place);
    }
}

static int gain(const gg_state *state, gg_side side, int sector)
{
    return SECTOR + 40 + HOLDING * commanders_sector_points(state, side, sector);
}

/* Strength against strength: more attackers than defenders strike unopposed. */
static int assault(const gg_state *state, const outlook *o, gg_side side, int sector)
{
    const int *coming = o->coming[sector];
    int count = coming[TYPE_I] + coming[TYPE_C], enemies = o->enemies[sector];
    bool rides_alone = coming[TYPE_I] + coming[TYPE_A] == 0;
    int attack =
        10 * coming[TYPE_I] + (rides_alone ? 7 : 12) * coming[TYPE_C] + 13 * coming[TYPE_A];
    if (count > enemies) attack += 6 * (count - enemies);
    int edge = attack - o->defence[sector];
    int value = 6 * edge + FLANK * (o->borders[sector] - 1) - 15;
    bool takes_it = count > enemies && 10 * attack > 14 * o->defence[sector];
    return takes_it ? value + gain(state, side, sector) * 2 / 3 : value;
}

/* Guns that go in the non-combat phase, or into nothing, only move. */
static int step_forward(const gg_state *state, const outlook *o, gg_side side, int sector)
{
    int count = o->coming[sector][TYPE_I] + o->coming[sector][TYPE_C];
    if (count == 0) return 0;
    int risk = o->near[sector] - count - o->own[sector];
    int value = gain(state, side, sector) / 2 + 4 * count;
    return risk > 0 ? value - THIN * risk : value;
}

static int reinforcement(const gg_state *state, const outlook *o, gg_side side, int sector)
{
    int count = o->coming[sector][TYPE_I] + o->coming[sector][TYPE_C] + o->coming[sector][TYPE_A];
    int room =
        number_sector_room(state) - commanders_units_in(state, side, sector) + o->leaving[sector];
    int fresh = (o->from[sector] >> reserve_of(side) & 1) != 0 ? 12 : 0;
    int needed = o->near[sector] - o->own[sector] + o->leaving[sector];
    if (count > room) count = room;
    return count * fresh + (needed > 0 ? THIN * (count < needed ? count : needed) : 0);
}

/* What an enemy next door makes of a sector that is left thin. */
static int exposure(const gg_state *state, const outlook *o, gg_side side, int sector)
{
    int importance = 1 + commanders_sector_points(state, enemy_of(side), sector);
    int left = o->own[sector] - o->leaving[sector];
    int short_by = o->near[sector] - left, short_before = o->near[sector] - o->own[sector];
    if (short_by < 0) short_by = 0;
    if (short_before < 0) short_before = 0;
    return -THIN * importance * (short_by - short_before);
}

static int movements(const gg_state *state, gg_side side)
{
    outlook o;
    int sum = 0;
    look_at(&o, state, side);
    for (int sector = 0; sector < SECTORS; sector++) {
        const int *coming = o.coming[sector];
        if (o.leaving[sector] > 0) sum += exposure(state, &o, side, sector);
        if (coming[TYPE_I] + coming[TYPE_C] + coming[TYPE_A] == 0) continue;
        if (o.own[sector] > 0) sum += reinforcement(state, &o, side, sector);
        else if (o.enemies[sector] > 0) sum += assault(state, &o, side, sector);
        else sum += step_forward(state, &o, side, sector);
    }
    return sum;
}

/* Batteries ordered to where they find somebody within two sectors. */
static int guns_ordered(const gg_state *state, gg_side side)
{
    int sum = 0;
    for (int i = first_of(side); i < first_of(side) + UNITS; i++) {
        const unit *u = &state->units[i];
        if (!is_on_board(u) || u->type != TYPE_A || u->order == 0 || u->place >= SECTORS) continue;
        int next = commanders_next_step(state, u);
        if (next >= SECTORS) continue;
        int beyond = commanders_ahead(u->place, next);
        bool is_forward =
            side == GG_BLUE ? row_of(next) >= row_of(u->place) : row_of(next) <= row_of(u->place);
        int there = commanders_belonging(state, enemy_of(side), next);
        if (beyond != NO_SECTOR) there += commanders_belonging(state, enemy_of(side), beyond);
        if (there > 0 && is_forward) sum += GUNS_IN_REACH;
    }
    return sum;
}

/* Orders kept back are worth something once there is somebody to rally. */
static int orders_kept(const gg_state *state, gg_side side)
{
    int box[TYPES] = {0}, patients = 0;
    for (int i = first_of(side); i < first_of(side) + UNITS; i++) {
        const unit *u = &state->units[i];
        if (u->place == PLACE_BOX) box[u->type]++;
        patients += is_on_board(u) && is_routed(u) && u->type == TYPE_A ? 3 : 0;
    }
    patients += box[TYPE_I] / number_rally_takes(state) + box[TYPE_C] / number_rally_takes(state);
    int saved = commanders_orders_saved(state, side);
    return RALLY * (saved < patients ? saved : patients);
}

/* ---- What has been said in the other steps. ---- */

/* One against one, dice not yet thrown: how often each side hits, in 36ths. */
static int duel(const gg_state *state, const zone *z, gg_side side, int space)
{
    const unit *u = commanders_in_space(state, z, side, space);
    const unit *other = commanders_in_space(state, z, enemy_of(side), space);
    if (other == NULL || is_routed(other)) return 20;
    aim a = {other, false}, b = {u, false};
    bool strikes_back = commanders_attacks_in_melee((type)other->type);
    int sum = 0;
    for (int mine = 1; mine <= 6; mine++) {
        int result = commanders_result(state, z, u, a, mine, true);
        for (int its = 1; its <= 6; its++) {
            int back = strikes_back ? commanders_result(state, z, other, b, its, true)
                                    : number_hit_from(state) - 1;
            if (result > back) sum += worth[other->type];
            else if (back > result && strikes_back) sum -= worth[u->type];
        }
    }
    return sum / 36;
}

/* A side that withdraws what would lose, and stays where it would win. */
static int withdrawals(const gg_state *state, gg_side side)
{
    int sum = 0;
    for (int number = 0; number < state->zone_count; number++)
        for (int space = 0; space < SPACES; space++) {
            const zone *z = &state->zones[number];
            const unit *u = commanders_in_space(state, z, side, space);
            if (u != NULL && u->named != 0) sum -= duel(state, z, side, space) + 30;
        }
    for (int sector = 0; sector < SECTORS; sector++)
        if ((state->said[side] >> sector & 1) != 0)
            sum += commanders_belonging(state, side, sector) <= 2 ? 30 : -10;
    return sum;
}

static int retreats(const gg_state *state, gg_side side)
{
    int sum = 0;
    for (int i = first_of(side); i < first_of(side) + UNITS; i++) {
        const unit *u = &state->units[i];
        if (u->named == 0) continue;
        int attackers = 0, guns = 0;
        for (int j = first_of(enemy_of(side)); j < first_of(enemy_of(side)) + UNITS; j++) {
            const unit *enemy = &state->units[j];
            if (enemy->goal != u->place + 1) continue;
            attackers++;
            guns += enemy->type == TYPE_A;
        }
        int own = commanders_belonging(state, side, u->place);
        sum += 10 * (attackers - own) + 25 * guns;
        for (int j = first_of(side); j < first_of(side) + UNITS; j++)
            if (state->units[j].place == u->place && state->units[j].type == TYPE_A) sum -= 60;
    }
    return sum;
}

static int reactions(const gg_state *state, gg_side side)
{
    int sum = 0;
    for (int i = first_of(side); i < first_of(side) + UNITS; i++) {
        if (state->units[i].named == TRIES_SQUARE) sum += SQUARE_TRIED;
        if (state->units[i].named == TRIES_COUNTERCHARGE) sum += CHARGE_TRIED;
    }
    return sum;
}

/* Each shell by its chance to hit and what it would hit. */
static int shells_fired(const gg_state *state, gg_side side)
{
    shell shells[SHELLS_MAX];
    int sum = 0, count = commanders_shells(state, shells, SHELLS_MAX);
    for (int i = 0; i < count; i++) {
        if (side_of(shells[i].who) != side) continue;
        int need =
            number_hit_from(state)
            - gg_check_mods(&commanders_bombardment_check, state->house, &shells[i].query, NULL);
        int faces = need > 6 ? 0 : need < 1 ? 6 : 7 - need;
        int value = shells[i].whom == GG_NO_UNIT ? 40 : worth[state->units[shells[i].whom].type];
        sum += 2 + faces * value / 8;
    }
    return sum;
}

static int rallies(const gg_state *state, gg_side side)
{
    int sum = 65 * state->rally[side][TYPE_I] + 95 * state->rally[side][TYPE_C];
    for (int i = first_of(side); i < first_of(side) + UNITS; i++)
        if (state->units[i].named != 0) sum += worth[state->units[i].type] * 3 / 4;
    return sum;
}

/* Those told to stay out, or left out by an order to others. */
static int entering(const gg_state *state, gg_side side)
{
    int sum = 0;
    for (int i = first_of(side); i < first_of(side) + UNITS; i++) {
        const unit *u = &state->units[i];
        if (u->goal == 0 || u->named != 0 || is_routed(u)) continue;
        if ((state->said[side] >> (u->goal - 1) & 1) != 0) sum -= 30;
    }
    return sum;
}

/* Guns and infantry in the centre, cavalry on the wings. */
static int deployment(const gg_state *state, gg_side side)
{
    int sum = 0;
    for (int i = first_of(side); i < first_of(side) + UNITS; i++) {
        const unit *u = &state->units[i];
        if (!is_on_board(u) || u->place >= SECTORS) continue;
        bool is_centre = column_of(u->place) == 1;
        sum += IN_RESERVE
               + (u->type == TYPE_C   ? (is_centre ? -4 : 3)
                  : u->type == TYPE_A ? (is_centre ? 9 : 0)
                                      : 2);
    }
    return sum;
}

/* What the orders written so far promise; of a state in the step of planning. */
int commanders_plan_worth(const gg_state *state, gg_side side)
{
    return movements(state, side) + guns_ordered(state, side) + orders_kept(state, side);
}

static int said_in_step(const gg_state *state, gg_side side)
{
    switch ((step_id)step_of(state)) {
    case STEP_GO: return movements(state, side);
    case STEP_RETREAT: return retreats(state, side);
    case STEP_REACT: return reactions(state, side);
    case STEP_WITHDRAW: return withdrawals(state, side);
    case STEP_ENTER: return entering(state, side);
    case STEP_ROOM:
    case STEP_DIVIDE:
    case STEP_REACTIONS:
    case STEP_RANGED_AIM:
    case STEP_VOLLEY:
    case STEP_RANGED_REROLL:
    case STEP_MELEE_AIM:
    case STEP_MELEE:
    case STEP_MELEE_REROLL: return 0;
    case STEPS: break;
    }
    if (state->stage == PHASE_DEPLOY) return deployment(state, side);
    if (state->stage == PHASE_PLAN) return commanders_plan_worth(state, side);
    if (state->stage == PHASE_BOMBARD) return shells_fired(state, side);
    if (state->stage == PHASE_MOVE) return movements(state, side);
    return state->stage == PHASE_RALLY ? rallies(state, side) : 0;
}

int32_t commanders_score(const gg_state *view, gg_side side, void *noted,
                         int32_t own[GG_FEATURES_MAX])
{
    if (own != NULL) gg_own_features(&commanders_rules, view, side, own);
    (void)noted;
    if (side > GG_RED) return 0;
    gg_side enemy = enemy_of(side);
    if (view->stage == PHASE_OVER) {
        if (view->winner == GG_NOBODY) return 0;
        return view->winner == side ? 1000000 : -1000000;
    }
    hits h;
    bool dice_lie = commanders_stages[view->stage].kind == OPEN; /* count them as if they stayed */
    if (dice_lie) commanders_count_hits(view, commanders_is_melee(view), &h, NULL);
    int lead = view->points[side] - view->points[enemy];
    return POINT * lead + material(view, side, dice_lie ? &h : NULL) + ground(view, side)
           + said_in_step(view, side);
}

/* ---- What a win is made of, for core/judgement.h: features.def has the rows. ---- */

static void appraise_units(const gg_state *state, int32_t values[2][GG_FEATURES_MAX])
{
    static const uint8_t steady[TYPES] = {F_foot, F_horse, F_guns};
    for (int i = 0; i < ALL_UNITS; i++) {
        const unit *u = &state->units[i];
        const gg_side side = side_of((gg_unit)i);
        int32_t *its = values[side];
        if (u->number == 0) continue;
        if (u->place == PLACE_BOX) its[F_boxed]++;
        if (u->place == PLACE_TAKEN || u->place == PLACE_OUT)
            values[enemy_of(side)][F_prizes] += commanders_type_points(state, (type)u->type);
        if (u->place >= GROUNDS) continue;
        if (is_routed(u)) {
            its[F_routed]++;
            continue;
        }
        its[steady[u->type]]++;
        its[F_spent] += is_spent(u);
        const int goal = intent(state, u), at = goal < GROUNDS ? goal : u->place;
        if (at >= SECTORS) its[F_reserve]++;
        else its[F_forward] += side == GG_BLUE ? row_of(at) : 2 - row_of(at);
    }
}

static void appraise_ground(const gg_state *state, int32_t values[2][GG_FEATURES_MAX])
{
    uint8_t control[SECTORS];
    commanders_note_control(state, control);
    for (int sector = 0; sector < SECTORS; sector++) {
        const gg_side holder = control[sector];
        if (holder == GG_NOBODY) continue;
        values[holder][F_sectors]++;
        values[holder][F_income] += commanders_sector_points(state, holder, sector);
    }
    const int lead = values[GG_BLUE][F_sectors] - values[GG_RED][F_sectors];
    values[lead > 0 ? GG_BLUE : GG_RED][F_most] = lead != 0;
}

/* Who could come, and who stands there. */
static void appraise_threats(const gg_state *state, gg_side side, int32_t *its)
{
    outlook o;
    look_at(&o, state, side);
    for (int sector = 0; sector < SECTORS; sector++) {
        if (o.own[sector] == 0) continue;
        const int missing = o.near[sector] - o.own[sector];
        its[F_thin] += missing > 0 ? missing : 0;
        its[F_alone] += o.own[sector] <= 2 && o.near[sector] > 0;
        if (missing > 0) its[F_at_stake] += commanders_sector_points(state, enemy_of(side), sector);
    }
}

int32_t commanders_appraise(const gg_state *state, int32_t values[2][GG_FEATURES_MAX])
{
    memset(values, 0, 2 * sizeof values[0]);
    appraise_units(state, values);
    appraise_ground(state, values);
    const int victory = state->options[OPT_victory], rounds = state->options[OPT_rounds];
    int most = 0;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        const int points = state->points[side];
        appraise_threats(state, side, values[side]);
        values[side][F_points] = points;
        values[side][F_close] = points + 2 >= victory;
        values[side][F_leads] = points > state->points[enemy_of(side)];
        if (points > most) most = points;
    }
    const int by_points = state->options[OPT_morale] || victory < 1 ? 0 : 1024 * most / victory;
    const int by_rounds = 1024 * (state->round - 1) / (rounds < 1 ? 1 : rounds);
    const int over = by_points > by_rounds ? by_points : by_rounds;
    return over > 1024 ? 1024 : over < 0 ? 0 : over;
}
