/*
 * bombardment.c - batteries firing over one or two sectors (chapter 10; CMD-P21).
 * SPDX-License-Identifier: MIT
 */
#include "core/roll.h"
#include "board.h"
#include "bombardment.h"
#include "combat.h"
#include "planning.h"

#include <string.h>

/* ---- The roll. ---- */

#define ROLL bombard
#define QUERY shell_query
#define ROWS "rules/commanders/law/bombardment.def"
#include "core/modifiers.def"

static const gg_band shell_bands[] = {
    {.number = N_hit_from, .clause = CMD_8_4, .text = "hit"},
    {.clause = CMD_8_4, .text = "no hit"},
};

const gg_check commanders_bombardment_check = {
    .name = "bombardment",
    .clause = CMD_P21,
    GG_SIXES(GG_SUM, gg_one_die, commanders_numbers),
    GG_MODS(bombard_mods),
    GG_BANDS(shell_bands),
    .rule =
        "{bombard_dice} {dice}, each at another target of a sector; not sorted, never re-rolled",
};

/* ---- Where a battery can fire (CMD-10.1, CMD-R24). ---- */

/* How many sectors away in a straight line: 1 or 2, else 0; `next` is the first of them. */
static int range_of(int from, int to, int *next)
{
    if (from >= SECTORS || to >= SECTORS) return 0;
    int columns = column_of(to) - column_of(from), rows = row_of(to) - row_of(from);
    if ((columns != 0) == (rows != 0)) return 0;
    int range = columns + rows < 0 ? -(columns + rows) : columns + rows;
    *next = from + (columns / range) * 3 + rows / range;
    return range;
}

static bool is_backwards(gg_side side, int from, int to)
{
    return side == GG_BLUE ? row_of(to) < row_of(from) : row_of(to) > row_of(from);
}

/* Artillery lies last of a side's units. */
static gg_unit first_battery(const gg_state *state, gg_side side)
{
    gg_unit first = (gg_unit)(first_of(side) + UNITS);
    while (first > first_of(side)) {
        const unit *u = &state->units[first - 1];
        if (u->number != 0 && u->type != TYPE_A) break;
        first--;
    }
    return first;
}

typedef enum obstacle { CLEAR, LOSES_DIE, ENEMY_BETWEEN } obstacle;

static bool stands_open(const gg_state *state, gg_side side, int sector)
{
    for (int i = first_of(side); i < first_of(side) + UNITS; i++) {
        const unit *u = &state->units[i];
        if (u->number != 0 && u->place == sector && !is_inside(u)) return true;
    }
    return false;
}

/* CMD-10.7, CMD-R23, CMD-R45, CMD-R59: what stands in the sector between. */
static obstacle obstacle_to(const gg_state *state, gg_side side, int from, int to)
{
    int next = 0;
    if (range_of(from, to, &next) != 2 || commanders_has(state, from, HILL)) return CLEAR;
    if (commanders_has(state, next, FOREST) || stands_open(state, side, next)) return LOSES_DIE;
    return stands_open(state, enemy_of(side), next) ? ENEMY_BETWEEN : CLEAR;
}

static bool is_unfired(const gg_state *state, const unit *u)
{
    return u->actions < number_artillery_moves(state) && !is_spent(u) && u->goal == 0;
}

static bool is_aimed(const gg_state *state, gg_side side, const unit *u, int next)
{
    if (u->order == 0) return false;
    const order *line = &state->plan[side][u->order - 1];
    return line->from == u->place && line->step1 == next;
}

gg_verdict commanders_building_verdict(const gg_state *state, gg_side side, const gg_action *action)
{
    int to = action->at.y;
    if (action->flags != 1 || !commanders_has(state, to, BUILDING)
        || obstacle_to(state, side, action->at.x, to) != CLEAR)
        return refuse(R_NO_BUILDING);
    const unit *garrison = commanders_garrison(state, to);
    bool is_own = garrison != NULL && side_of(index_of(state, garrison)) == side;
    return refuse(is_own ? R_NO_BUILDING : R_LEGAL);
}

static reason judge_direction(const gg_state *state, gg_side side, int from, int to)
{
    int next = 0;
    if (from >= SECTORS) return R_GUNS_IN_RESERVE;
    int range = range_of(from, to, &next);
    if (range == 0 || range > number_bombard_range(state)) return R_OUT_OF_RANGE;
    return is_backwards(side, from, to) && !state->options[OPT_bombard_back] ? R_BAD_DIRECTION
                                                                             : R_LEGAL;
}

/* CMD-17.1, CMD-17.2 */
static reason judge_ground(const gg_state *state, int from, int to)
{
    int next = 0, range = range_of(from, to, &next);
    if (commanders_has(state, from, FOREST)) return R_FIRE_FROM_FOREST;
    bool hides = range == 2 && commanders_has(state, next, HILL);
    return hides && !commanders_has(state, from, HILL) ? R_HILL_BETWEEN : R_LEGAL;
}

gg_verdict commanders_fire_verdict(const gg_state *state, gg_side side, int from, int to)
{
    if (to == reserve_of(enemy_of(side))) return refuse(R_ENEMY_RESERVE);
    reason why = judge_direction(state, side, from, to);
    return refuse(why != R_LEGAL ? why : judge_ground(state, from, to));
}

gg_verdict commanders_bombard_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    int from = action->at.x, to = action->at.y, count = action->flags, next = 0;
    if (to == reserve_of(enemy_of(side))) return refuse(R_ENEMY_RESERVE);
    int range = range_of(from, to, &next), there = 0, unrouted = 0, unfired = 0, aimed = 0;
    for (int i = first_battery(state, side); i < first_of(side) + UNITS; i++) {
        const unit *u = &state->units[i];
        if (u->number == 0 || u->place != from) continue;
        there++;
        if (is_routed(u)) continue;
        unrouted++;
        if (!is_unfired(state, u)) continue;
        unfired++;
        aimed += range > 0 && is_aimed(state, side, u, next);
    }
    if (there >= count && unrouted < count) return refuse_count(R_ROUTED, unrouted, count);
    if (there >= count && unfired < count) return refuse_count(R_GUNS_ACTED, unfired, count);
    reason why = judge_direction(state, side, from, to);
    if (why != R_LEGAL) return refuse(why);
    if (aimed < count) return refuse_count(R_NO_FIRE_ORDER, aimed, count);
    why = judge_ground(state, from, to);
    if (why != R_LEGAL) return refuse(why);
    return action->item != 0 ? commanders_building_verdict(state, side, action) : refuse(R_LEGAL);
}

void commanders_bombard_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                              gg_log *log)
{
    (void)dice, (void)log;
    int left = action->flags, next = 0;
    range_of(action->at.x, action->at.y, &next);
    for (int i = first_of(side); i < first_of(side) + UNITS && left > 0; i++) {
        unit *u = &state->units[i];
        if (u->number == 0 || u->type != TYPE_A || u->place != action->at.x) continue;
        if (is_routed(u) || !is_unfired(state, u) || !is_aimed(state, side, u, next)) continue;
        u = commanders_stand_in(state, u);
        u->goal = (uint8_t)(action->at.y + 1);
        u->named = action->item != 0 ? NAMED_BUILDING : NAMED_BOMBARDS;
        left--;
    }
}

void commanders_bombard_open(gg_state *state, gg_log *log)
{
    (void)state;
    commanders_tell(log, GG_PHASE, S_PHASE_GUNS, GG_NO_UNIT, 0, 0, 0);
}

static bool might_fire(const gg_state *state, gg_side side, const unit *u)
{
    if (!is_on_board(u) || is_routed(u) || !is_unfired(state, u)) return false;
    for (int to = 0; to < SECTORS; to++)
        if (commanders_fire_verdict(state, side, u->place, to).reason == R_LEGAL) return true;
    return false;
}

/* CMD-R63: is there a battery that might fire, by what both sides know? */
bool commanders_bombard_asks(const gg_state *state, gg_side side)
{
    if (!commanders_may_have_more_orders(state, side)) return false;
    for (int i = first_battery(state, side); i < first_of(side) + UNITS; i++)
        if (might_fire(state, side, &state->units[i])) return true;
    return false;
}

/* Batteries that have an order and have not fired, by sector. */
static bool count_batteries(const gg_state *state, gg_side side, uint8_t count[GROUNDS])
{
    bool has_any = false;
    memset(count, 0, GROUNDS);
    for (int i = first_battery(state, side); i < first_of(side) + UNITS; i++) {
        const unit *u = &state->units[i];
        if (u->order == 0 || !is_on_board(u) || is_routed(u) || !is_unfired(state, u)) continue;
        count[u->place]++;
        has_any = true;
    }
    return has_any;
}

uint32_t commanders_bombard_offer(const gg_state *state, gg_side side, gg_action *out,
                                  uint32_t limit)
{
    uint8_t there[GROUNDS];
    uint32_t count = put_offer(out, 0, limit, make_action(ACTION_READY));
    if (!count_batteries(state, side, there)) return count;
    for (int from = 0; from < SECTORS; from++) {
        int batteries = there[from], next;
        for (int to = 0; to < SECTORS && batteries > 0; to++) {
            if (range_of(from, to, &next) == 0) continue;
            int most = batteries;
            gg_action fire = make_troops(ACTION_BOMBARD, most, 0, from, to);
            while (most > 0 && commanders_bombard_legal(state, side, &fire).reason != R_LEGAL)
                fire.flags = (uint8_t)--most;
            if (most == 0) continue;
            count = put_offer(out, count, limit, fire);
            fire.flags = 1;
            if (most > 1) count = put_offer(out, count, limit, fire);
            fire.item = 1;
            if (commanders_bombard_legal(state, side, &fire).reason == R_LEGAL)
                count = put_offer(out, count, limit, fire);
        }
    }
    return count;
}

uint8_t commanders_bombard_close(gg_state *state, gg_log *log)
{
    bool is_shown = false;
    for (gg_unit i = 0; i < ALL_UNITS; i++) {
        const unit *u = &state->units[i];
        if (u->goal == 0) continue;
        if (!is_shown) {
            commanders_reveal(log, ACTION_BOMBARD);
            is_shown = true;
        }
        commanders_tell(log, GG_MOVE, S_FIRES, i, u->place, u->goal - 1, 0);
    }
    return PHASE_BOMBARDMENT;
}

/* ---- Targets (CMD-10.2, CMD-R44, CMD-R45). ---- */

/* All count as passive, also batteries that fire themselves. */
static stance kind_of(const unit *u)
{
    if (is_routed(u)) return STANCE_routed;
    return (u->status & SQUARE) != 0 ? STANCE_square : (stance)(STANCE_passive_I + u->type);
}

typedef struct volley {
    const gg_state *state;
    shell *out;
    int count, limit;
    bool is_targeted[2][ALL_UNITS]; /* by a battery of that side, in this phase */
} volley;

static gg_unit first_target(const volley *v, gg_side by, int sector, gg_unit except)
{
    gg_unit best = GG_NO_UNIT, first = first_of(enemy_of(by));
    int best_rank = 0;
    for (gg_unit i = first; i < first + UNITS; i++) {
        const unit *u = &v->state->units[i];
        if (u->number == 0 || u->place != sector || is_inside(u) || i == except) continue;
        int rank = (kind_of(u) + (is_routed(u) ? u->type : 0)) * 2 + v->is_targeted[by][i];
        if (best != GG_NO_UNIT && rank >= best_rank) continue;
        best = i;
        best_rank = rank;
    }
    return best;
}

/* CMD-10.3, CMD-R46: tokens lie there from earlier rounds; this phase's are set when it ends.
 * One or many, the bonus is the same (CMD-10.11). */
static bool has_token(const gg_state *state, gg_side side, int sector)
{
    for (int i = first_battery(state, side); i < first_of(side) + UNITS; i++)
        if (state->units[i].token == sector + 1) return true;
    return false;
}

static void add_shell(volley *v, gg_unit who, gg_unit whom, int sector, int range, bool walls)
{
    gg_side side = side_of(who);
    if (whom == GG_NO_UNIT && !walls) return;
    gg_assert(v->count < v->limit);
    stance column = walls ? STANCE_passive_I : kind_of(&v->state->units[whom]);
    v->out[v->count++] = (shell){.who = who,
                                 .whom = whom,
                                 .query = {.column = (uint8_t)column,
                                           .range = (uint8_t)range,
                                           .token = has_token(v->state, side, sector),
                                           .walls = walls}};
    if (!walls) v->is_targeted[side][whom] = true;
}

/* Both dice go to one sector (CMD-10.6); only an enemy in between splits them (CMD-10.10). */
static void aim_battery(volley *v, gg_unit who)
{
    const unit *u = &v->state->units[who];
    gg_side side = side_of(who);
    int to = u->goal - 1, next = 0, range = range_of(u->place, to, &next);
    int dice = number_bombard_dice(v->state);
    if (u->named == NAMED_BUILDING) {
        for (int i = 0; i < dice; i++) add_shell(v, who, GG_NO_UNIT, to, range, true);
        return;
    }
    gg_unit first = first_target(v, side, to, GG_NO_UNIT);
    switch (obstacle_to(v->state, side, u->place, to)) {
    case CLEAR:
        add_shell(v, who, first, to, range, false);
        if (first != GG_NO_UNIT && dice > 1)
            add_shell(v, who, first_target(v, side, to, first), to, range, false);
        break;
    case LOSES_DIE:
        if (dice > 1) add_shell(v, who, first, to, range, false);
        break;
    case ENEMY_BETWEEN:
        add_shell(v, who, first, to, range, false);
        if (dice > 1) add_shell(v, who, first_target(v, side, next, GG_NO_UNIT), next, 1, false);
        break;
    }
}

/* Blue's batteries in sector order, then number, then red's. */
int commanders_shells(const gg_state *state, shell *out, int limit)
{
    volley v = {.state = state, .out = out, .limit = limit};
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        for (int sector = 0; sector < SECTORS; sector++)
            for (gg_unit i = first_battery(state, side); i < first_of(side) + UNITS; i++) {
                const unit *u = &state->units[i];
                if (u->place == sector && u->goal != 0) aim_battery(&v, i);
            }
    return v.count;
}

/* ---- Dice, hits, tokens. ---- */

bool commanders_bombardment_asks(const gg_state *state, gg_side side)
{
    bool fires = false;
    for (int i = first_of(side); i < first_of(side) + UNITS; i++)
        fires |= state->units[i].goal != 0;
    if (!fires) return false;
    shell shells[SHELLS_MAX];
    const int count = commanders_shells(state, shells, SHELLS_MAX);
    for (int i = 0; i < count; i++)
        if (side_of(shells[i].who) == side) return true;
    return false;
}

/* CMD-10.5: who fired has its token there; who did not loses it.  There is one for each battery
 * (CMD-13.5). */
uint8_t commanders_bombardment_over(gg_state *state, gg_log *log)
{
    for (gg_unit i = 0; i < ALL_UNITS; i++) {
        unit *u = &state->units[i];
        if (u->type != TYPE_A) continue;
        u->token = is_on_board(u) ? u->goal : 0;
        if (u->goal == 0) continue;
        commanders_use_action(u, u->goal - 1);
        u->status |= SPENT;
        commanders_tell(log, GG_STATUS, S_TOKEN, i, u->place, u->goal - 1, 0);
        u->goal = u->named = u->deeds = 0;
    }
    return PHASE_COMBINED_GO;
}

static bool roll_shell(const gg_state *state, const shell *s, gg_dice *dice, gg_log *log)
{
    return gg_roll_check(&commanders_bombardment_check, CHECK_BOMBARDMENT, state->house, &s->query,
                         s->who, s->whom, dice, log)
           == 0;
}

/* CMD-R58: both hits of one battery bring it down, with whoever is inside. */
static void raze(gg_state *state, int sector, gg_log *log)
{
    const unit *garrison = commanders_garrison(state, sector);
    commanders_tell(log, GG_LOSS, S_RAZED, GG_NO_UNIT, sector, 0, 0);
    if (garrison != NULL) {
        gg_unit who = index_of(state, garrison);
        commanders_tell(log, GG_LOSS, S_IS_DESTROYED, who, sector, 0, 0);
        commanders_take_off(state, &state->units[who], PLACE_GONE);
    }
    state->terrain[sector] &= (uint8_t)~BUILDING;
}

/* All dice of both sides, then all hits together (CMD-10.8); shells capture nobody (CMD-10.4). */
uint8_t commanders_bombardment_roll(gg_state *state, gg_dice *dice, gg_log *log)
{
    shell shells[SHELLS_MAX];
    uint8_t count[ALL_UNITS] = {0}, at_walls[ALL_UNITS] = {0};
    int shell_count = commanders_shells(state, shells, SHELLS_MAX);
    for (int i = 0; i < shell_count; i++) {
        if (!roll_shell(state, &shells[i], dice, log)) continue;
        if (shells[i].query.walls) at_walls[shells[i].who]++;
        else count[shells[i].whom]++;
    }
    for (int i = 0; i < ALL_UNITS; i++)
        if (at_walls[i] >= number_razing_hits(state)
            && commanders_has(state, state->units[i].goal - 1, BUILDING))
            raze(state, state->units[i].goal - 1, log);
    for (gg_unit i = 0; i < ALL_UNITS; i++) {
        unit *u = &state->units[i];
        if (count[i] == 0) continue;
        commanders_strike(state, u, count[i], 0, log);
        if (u->place != PLACE_OUT) continue;
        u->place = PLACE_GONE;
        commanders_tell(log, GG_LOSS, S_IS_DESTROYED, i, 0, 0, 0);
    }
    return commanders_bombardment_over(state, log);
}
