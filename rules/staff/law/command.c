/*
 * command.c - orders and their roll (ST-2.1 to ST-2.20), carrying them out (ST-3.1, ST-3.2), follow
 * me and rally (ST-4.4 to ST-4.12).
 * SPDX-License-Identifier: MIT
 */
#include "core/roll.h"
#include "move.h"
#include "shoot.h"

#include <string.h>

/* ---- The roll of an order: the rating changed by T2 without floor or ceiling (ST-R31),
 * two dice, T1: a move at least for who reaches it (ST-2.17). ---- */

#define ROLL rating
#define QUERY staff_rating
#define ROWS "rules/staff/law/command.def"
#include "core/modifiers.def"

static int bare_rating(const void *query) { return ((const staff_rating *)query)->rating; }

/* ST-T1: what a score is; the moves are those of the last rows. */
enum {
    RESULT_BLUNDER,
    RESULT_FAILS,
    RESULT_RALLIES,
    RESULT_ONE,
    RESULT_TWO,
    RESULT_THREE,
    RESULTS
};
static const gg_band results[RESULTS] = {
    [RESULT_BLUNDER] = {.clause = ST_2_12, .text = "a blunder"},
    [RESULT_FAILS] = {.clause = ST_2_15, .text = "the order fails"},
    [RESULT_RALLIES] = {.clause = ST_R36, .text = "it rallies"},
    [RESULT_ONE] = {.clause = ST_2_17, .text = "1 move"},
    [RESULT_TWO] = {.clause = ST_2_18, .text = "2 moves"},
    [RESULT_THREE] = {.clause = ST_2_19, .text = "3 moves"},
};

/* ST-R31: 12 blunders at any rating.  Follow me gives its moves whatever the score (ST-R35). */
static int result_of(const int16_t *house, const void *query, int score, int rating)
{
    const staff_rating *q = query;
    const int under = rating - score;
    if (score >= gg_number_value(staff_numbers, house, N_blunder)) return RESULT_BLUNDER;
    if (under < 0) return RESULT_FAILS;
    if (q->is_rally) return RESULT_RALLIES;
    if (q->is_bare) return RESULT_ONE - 1 + gg_number_value(staff_numbers, house, N_followme_moves);
    return under >= gg_number_value(staff_numbers, house, N_three_moves) ? RESULT_THREE
           : under >= gg_number_value(staff_numbers, house, N_two_moves) ? RESULT_TWO
                                                                         : RESULT_ONE;
}

const gg_check staff_order_check = {
    .name = "order",
    .verb = "orders",
    .clause = ST_2_9,
    GG_SIXES(GG_SUM, gg_two_dice, staff_numbers),
    .needs = bare_rating,
    GG_MODS(rating_mods),
    .bands = results,
    .band_count = RESULTS,
    .held = result_of,
    .against = "rating",
    .rule = "2D6 against the staff rating, changed by these: {blunder} is a blunder, more than the "
            "rating fails, {two_moves} under it gives two moves, {three_moves} three, else "
            "one",
};

/* ST-R30: a joined commander is with his unit. */
int32_t staff_command_distance(const gg_state *s, unsigned row, unsigned u)
{
    const staff_commander *his = &s->commanders[row];
    if (his->joined == u + 1) return 0;
    const gg_convex dot = gg_dot(his->at), shape = staff_shape(s, u);
    return gg_distance_between(&dot, &shape);
}

/* The largest k with DIST > k steps. */
static int steps_to(const gg_state *s, unsigned row, unsigned u)
{
    const int32_t far = staff_command_distance(s, row, u), step = staff_number(s, N_cmd_step);
    return far <= step ? 0 : (int)((far - 1) / step);
}

static staff_rating rating_for(const gg_state *s, unsigned row, unsigned u, const gg_action *action,
                               int count)
{
    const staff_commander *his = &s->commanders[row];
    const staff_unit *it = &s->units[u];
    const staff_statement said = staff_statement_of(action);
    const bool is_personal = action->kind != ACTION_ORDER;
    const unsigned nation = s->commanders[staff_commander_row(it)].nation;
    return (staff_rating){
        .rating = his->rating,
        /* whom he follows or rallies he has joined before the roll (ST-R35) */
        .steps = is_personal || staff_has_rule(s, u, RULE_MARAUDER) ? 0 : steps_to(s, row, u),
        .trait = his->trait,
        .is_bare = is_personal && s->options[OPT_followme_mode] == 1,
        .is_in_proximity = staff_is_in_proximity(s, u),
        .is_attack_column = it->formation == FORM_ACOL,
        .is_french = nation == NATION_FRENCH,
        .is_marching = it->formation == FORM_MCOL || it->formation == FORM_LIMBERED,
        .is_on_road = staff_is_on_road(s, staff_pose(s, u), staff_own_box(s, u)),
        .is_reliable = staff_has_rule(s, u, RULE_RELIABLE),
        .is_unreliable = staff_has_rule(s, u, RULE_UNRELIABLE),
        .has_charge = said.count > 0 && said.kinds[said.count - 1] == ORDER_CHARGE,
        .is_retreat = said.count > 0 && said.kinds[0] == ORDER_RETREAT,
        .is_first = his->given == (s->order.commander == row + 1 ? 1 : 0), /* the one in hand */
        .is_personal = is_personal,
        .is_rally = action->kind == ACTION_RALLY,
        .is_austrian_crowd = nation == NATION_AUSTRIAN && count > staff_number(s, N_austrian_units),
    };
}

static uint64_t named_by(const gg_action *action)
{
    if (action->kind == ACTION_ORDER) return staff_units_of(action);
    return action->who < UNITS_MAX ? gt_bit(action->who) : 0;
}

static int count_of(uint64_t set)
{
    int count = 0;
    while (set != 0) gg_next_bit(&set), count++;
    return count;
}

/* For an order: the lowest of its units (ST-R27), and its query. */
static int modified_rating(const gg_state *s, unsigned row, const gg_action *action,
                           staff_rating *out)
{
    uint64_t units = named_by(action);
    const int count = count_of(units);
    int lowest = INT32_MAX;
    for (unsigned u = gt_take(&units); u != NOBODY; u = gt_take(&units)) {
        const staff_rating query = rating_for(s, row, u, action, count);
        const int rating = query.rating + gg_check_mods(&staff_order_check, s->house, &query, NULL);
        if (rating >= lowest) continue;
        lowest = rating;
        if (out != NULL) *out = query;
    }
    return lowest;
}

/* ---- What an action says to units: packed in its arguments. ---- */

staff_statement staff_statement_of(const gg_action *action)
{
    staff_statement it = {.count = 0};
    const uint32_t packed = (uint32_t)action->args[2];
    for (int i = 0; i < STEPS_MAX; i++) {
        it.kinds[i] = (uint8_t)(packed >> (10 * i) & 31);
        it.items[i] = (uint8_t)(packed >> (10 * i + 5) & 31);
        if (it.kinds[i] != ORDER_NONE && it.count == i) it.count = (uint8_t)(i + 1);
    }
    for (int i = 0; i < GROUP_MAX; i++)
        it.targets[i] = (uint8_t)((uint32_t)action->args[3 + i / 4] >> (8 * (i % 4)) & 255);
    return it;
}

void staff_state_in(const staff_statement *it, gg_action *action)
{
    uint32_t packed = 0, targets[2] = {0, 0};
    for (int i = 0; i < STEPS_MAX; i++)
        packed |= (uint32_t)it->kinds[i] << (10 * i) | (uint32_t)it->items[i] << (10 * i + 5);
    for (int i = 0; i < GROUP_MAX; i++) targets[i / 4] |= (uint32_t)it->targets[i] << (8 * (i % 4));
    action->args[2] = (int32_t)packed;
    action->args[3] = (int32_t)targets[0];
    action->args[4] = (int32_t)targets[1];
}

uint64_t staff_units_of(const gg_action *action)
{
    return (uint64_t)(uint32_t)action->args[1] << 32 | (uint32_t)action->args[0];
}

void staff_units_in(uint64_t units, gg_action *action)
{
    action->args[0] = (int32_t)(uint32_t)units;
    action->args[1] = (int32_t)(uint32_t)(units >> 32);
}

/* ---- Orders. ---- */

gg_verdict staff_command_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const unsigned row = action->who - (unsigned)UNITS_MAX;
    if (action->who < UNITS_MAX || row >= COMMANDERS_MAX || row / BRIGADES_MAX != side
        || row % BRIGADES_MAX == 0 || s->commanders[row].there != THERE
        || (s->commanders[row].did & CDID_ACT))
        return staff_refuse(R_NO_COMMANDER);
    return staff_legal;
}

void staff_command_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                         gg_log *log)
{
    (void)side, (void)dice, (void)log;
    s->commander = (uint8_t)(action->who - UNITS_MAX + 1);
    s->phase = PHASE_COMMAND;
}

gg_verdict staff_may_be_ordered(const gg_state *s, gg_side side, unsigned u)
{
    const unsigned row = s->commander - 1u;
    if (u >= UNITS_MAX || !staff_is_here(s, u) || s->units[u].side != side)
        return staff_refuse(R_NO_SUCH_UNIT);
    const staff_unit *it = &s->units[u];
    if (row % BRIGADES_MAX != 0 && staff_commander_row(it) != row) return staff_refuse(R_NOT_HIS);
    if (it->did & DID_INITIATIVE) return staff_refuse(R_USED_INITIATIVE);
    if (it->did & DID_ORDER) return staff_refuse(R_ORDERED);
    if (staff_is_disordered(it)) return staff_refuse(R_DISORDERED);
    if (staff_is_engaged(s, u)) return staff_refuse(R_ENGAGED);
    if (s->turn < s->more[u].hold_until)
        return staff_refuse_by(R_HELD, s->turn, s->more[u].hold_until);
    return staff_legal;
}

static gg_verdict is_linked(const gg_state *s, uint64_t units)
{
    uint64_t rest = units;
    const unsigned first = gt_take(&rest);
    const unsigned nation = s->commanders[staff_commander_row(&s->units[first])].nation;
    const int32_t link =
        staff_number(s, nation == NATION_PRUSSIAN ? N_prussian_link : N_group_link);
    uint64_t linked = gt_bit(first), before = 0;
    while (linked != before) {
        before = linked;
        for (uint64_t others = units & ~linked; others != 0;) {
            const unsigned u = (unsigned)gg_next_bit(&others);
            for (uint64_t them = linked; them != 0;)
                if (staff_is_within(s, u, (unsigned)gg_next_bit(&them), link)) linked |= gt_bit(u);
        }
    }
    return linked == units ? staff_legal : staff_refuse_by(R_NOT_LINKED, 0, link / 10);
}

static gg_verdict is_sound(const gg_state *s, gg_side side, const staff_statement *said, int units)
{
    int targets = 0;
    if (said->count == 0) return staff_refuse(R_NOBODY_NAMED);
    while (targets < GROUP_MAX && said->targets[targets] != 0) targets++;
    for (int i = 0; i < STEPS_MAX; i++) {
        if (said->kinds[i] >= ORDERS || (said->kinds[i] == ORDER_NONE) != (i >= said->count))
            return staff_refuse(R_NOBODY_NAMED);
        if (said->kinds[i] == ORDER_CHARGE && i != said->count - 1)
            return staff_refuse(R_CHARGE_LAST);
        if (said->kinds[i] == ORDER_FORM && said->items[i] >= FORM_DEPLOYED)
            return staff_refuse(R_NO_FORMATION);
        if (said->kinds[i] == ORDER_ENTER && staff_building(s, said->items[i]) == NOBODY)
            return staff_refuse(R_NO_SUCH_HOUSE);
    }
    const bool charges = said->kinds[said->count - 1] == ORDER_CHARGE;
    if (charges ? targets != 1 && targets != units : targets != 0) return staff_refuse(R_NO_TARGET);
    for (int i = 0; i < GROUP_MAX; i++) {
        if (i >= targets && said->targets[i] != 0) return staff_refuse(R_NO_TARGET);
        const unsigned target = said->targets[i] - 1u;
        if (i < targets && (!staff_is_here(s, target) || s->units[target].side == side))
            return staff_refuse(R_NO_TARGET);
    }
    return staff_legal;
}

/* Nothing else is said in it: what cannot be written is no order. */
static bool is_plain(const gg_action *action, const staff_statement *said)
{
    gg_action plain = gg_action_on((staff_action_kind)action->kind, action->who, GG_NO_UNIT);
    staff_statement it = *said;
    for (int i = 0; i < STEPS_MAX; i++)
        if (it.kinds[i] != ORDER_FORM && it.kinds[i] != ORDER_ENTER) it.items[i] = 0;
    staff_state_in(&it, &plain);
    if (action->kind == ACTION_ORDER) {
        plain.who = GG_NO_UNIT;
        staff_units_in(staff_units_of(action), &plain);
    }
    return memcmp(&plain, action, sizeof plain) == 0;
}

/* ST-R44 */
static bool is_alone(const gg_state *s, unsigned u)
{
    return s->units[u].formation == FORM_GARRISON || s->notes.stands[u].in_wood;
}

gg_verdict staff_order_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const uint64_t units = staff_units_of(action);
    const int count = count_of(units);
    if (count == 0 || count > GROUP_MAX) return staff_refuse(R_NOBODY_NAMED);
    unsigned brigade = NOBODY;
    for (uint64_t rest = units; rest != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&rest);
        const gg_verdict may = staff_may_be_ordered(s, side, u);
        if (may.reason != R_LEGAL) return may;
        if (count > 1 && is_alone(s, u)) return staff_refuse(R_ONLY_ALONE);
        if (brigade != NOBODY && s->units[u].division != brigade)
            return staff_refuse(R_NOT_HIS); /* ST-22.1: of one brigade per order */
        brigade = s->units[u].division;
    }
    const gg_verdict linked = is_linked(s, units);
    if (linked.reason != R_LEGAL) return linked;
    const staff_statement said = staff_statement_of(action);
    if (!is_plain(action, &said)) return staff_refuse(R_NOBODY_NAMED);
    return is_sound(s, side, &said, count);
}

/* Follow me and rally: he is near enough to join (ST-4.6, ST-4.12). */
static gg_verdict may_join(const gg_state *s, gg_side side, unsigned u)
{
    const gg_verdict may = staff_may_be_ordered(s, side, u);
    if (may.reason != R_LEGAL) return may;
    const int32_t far = staff_command_distance(s, s->commander - 1u, u);
    const int32_t needed = staff_number(s, N_cmd_join);
    return far > needed ? staff_refuse_by(R_HE_IS_FAR, (far + 9) / 10, needed / 10) : staff_legal;
}

gg_verdict staff_followme_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const gg_verdict may = may_join(s, side, action->who);
    if (may.reason != R_LEGAL) return may;
    const staff_statement said = staff_statement_of(action);
    if (!is_plain(action, &said)) return staff_refuse(R_NOBODY_NAMED);
    return is_sound(s, side, &said, 1);
}

gg_verdict staff_rally_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const gg_verdict may = may_join(s, side, action->who);
    if (may.reason != R_LEGAL) return may;
    if (s->more[action->who].casualties == 0) return staff_refuse(R_NO_CASUALTY);
    if (s->options[OPT_rally_only_shaken] && !staff_is_shaken(s, action->who))
        return staff_refuse(R_NOT_SHAKEN);
    return staff_legal;
}

/* ---- What comes of the roll. ---- */

/* ST-R39: a failed roll may be made again with the army commander near. */
static bool may_reroll(const gg_state *s)
{
    const unsigned row = s->order.commander - 1u, army = row / BRIGADES_MAX * BRIGADES_MAX;
    const staff_commander *his = &s->commanders[row], *above = &s->commanders[army];
    return s->options[OPT_army_role] == 1 && row != army && above->there == THERE
           && his->there == THERE && !(his->did & CDID_REROLL)
           && !gg_is_farther(his->at, above->at, staff_number(s, N_army_reach));
}

static void order_done(gg_state *s, bool goes_on)
{
    const bool is_last = s->order.action != ACTION_ORDER;
    s->order = (staff_order){.units = 0};
    const unsigned row = s->commander - 1u;
    const bool is_there = s->commanders[row].there == THERE;
    if (is_last || !is_there) { /* ST-R35, ST-R37: he makes no own move */
        s->commanders[row].did |= CDID_ACT;
        s->commander = 0;
        s->phase = row % BRIGADES_MAX == 0 ? PHASE_SHOOT : PHASE_PICK;
    } else if (goes_on) {
        s->phase = PHASE_COMMAND;
    } else {
        s->phase = row % BRIGADES_MAX == 0 ? PHASE_ARMY : PHASE_RIDE;
    }
}

/* ST-20.1: columns far from the enemy still do the first step. */
static uint64_t free_movers(const gg_state *s)
{
    uint64_t set = 0;
    for (uint64_t rest = s->order.units; rest != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&rest);
        const unsigned form = s->units[u].formation;
        if ((form == FORM_MCOL || form == FORM_LIMBERED) && !staff_is_in_proximity(s, u))
            set |= gt_bit(u);
    }
    return set;
}

/* ST-2.16, ST-R32. */
static void order_failed(gg_state *s)
{
    const uint64_t movers =
        s->options[OPT_free_move] && s->order.action == ACTION_ORDER ? free_movers(s) : 0;
    if (movers == 0) {
        order_done(s, false);
        return;
    }
    s->order.waiting = movers;
    s->order.granted = 1;
    s->order.is_free = 1;
    s->phase = PHASE_EXECUTE;
}

static void order_succeeds(gg_state *s, int moves, gg_log *log)
{
    if (s->order.action == ACTION_RALLY) {
        uint64_t units = s->order.units;
        const unsigned u = gt_take(&units);
        staff_shed(s, u, staff_number(s, N_rally_casualties));
        staff_say(log, GG_STATUS, S_RALLIES, (gg_unit)u, GG_NO_UNIT);
        order_done(s, false);
        return;
    }
    s->order.granted = (uint8_t)moves;
    s->order.waiting = s->order.units;
    s->phase = PHASE_EXECUTE;
}

/* One order may cover several (ST-2.3): it and how many more. */
static staff_saying of_group(staff_saying saying, uint64_t others)
{
    if (others == 0) return saying;
    return saying == S_ORDER_WORKS   ? S_GROUP_WORKS
           : saying == S_ORDER_FAILS ? S_GROUP_FAILS
           : saying == S_BLUNDERS    ? S_GROUP_BLUNDERS
                                     : saying;
}

static void say_roll(const gg_state *s, const int *faces, int rating, const staff_rating *query,
                     staff_saying saying, int moves, gg_log *log)
{
    const int total = faces[0] + faces[1];
    uint64_t others = s->order.units;
    const gg_unit first = (gg_unit)gt_take(&others);
    gg_event *event = staff_say_number(log, GG_ROLL, of_group(saying, others),
                                       (gg_unit)(UNITS_MAX + s->order.commander - 1), first, moves);
    if (event == NULL) return;
    gg_show_dice(event, faces[0], faces[1]);
    event->check = CHECK_ORDER;
    event->total = (int16_t)total;
    event->band = (uint8_t)result_of(s->house, query, total, rating);
    while (gt_take(&others) != NOBODY) event->had++;
    event->needs = (uint8_t)query->rating;
    gg_check_mods(&staff_order_check, s->house, query, event);
}

/* The order in hand as the action it was. */
static gg_action in_hand(const gg_state *s)
{
    gg_action action = gg_action_on((staff_action_kind)s->order.action, GG_NO_UNIT, GG_NO_UNIT);
    uint64_t units = s->order.units;
    staff_state_in(&s->order.statement, &action);
    staff_units_in(s->order.units, &action);
    action.who = (gg_unit)gt_take(&units);
    return action;
}

static void roll_order(gg_state *s, gg_dice *dice, gg_log *log)
{
    const gg_action action = in_hand(s);
    staff_rating query;
    const unsigned row = s->order.commander - 1u;
    const int rating = modified_rating(s, row, &action, &query);
    gg_roll_for(dice, "order", (gg_unit)(UNITS_MAX + row), action.who);
    int faces[2];
    faces[0] = gg_roll(dice, 6);
    faces[1] = gg_roll(dice, 6);
    const int result = result_of(s->house, &query, faces[0] + faces[1], rating);
    if (result == RESULT_BLUNDER) {
        say_roll(s, faces, rating, &query, S_BLUNDERS, 0, log);
        s->phase = PHASE_BLUNDER;
    } else if (result == RESULT_FAILS) {
        say_roll(s, faces, rating, &query, S_ORDER_FAILS, 0, log);
        if (may_reroll(s)) s->phase = PHASE_ROLLED;
        else order_failed(s);
    } else if (result == RESULT_RALLIES) {
        say_roll(s, faces, rating, &query, S_RALLY_WORKS, 0, log);
        order_succeeds(s, 0, log);
    } else {
        const int moves = result - RESULT_ONE + 1;
        say_roll(s, faces, rating, &query, S_ORDER_WORKS, moves, log);
        order_succeeds(s, moves, log);
    }
}

/* The roll that an order, or rolling it again, makes first. */
const gg_check *staff_order_preview(const gg_state *s, const gg_action *action, void *query)
{
    staff_rating it = {.rating = 0};
    if (s->commander == 0) return NULL;
    if (action->kind != ACTION_REROLL) {
        modified_rating(s, s->commander - 1u, action, &it);
    } else {
        if (s->order.commander == 0) return NULL;
        const gg_action again = in_hand(s);
        modified_rating(s, s->order.commander - 1u, &again, &it);
    }
    memcpy(query, &it, sizeof it);
    return &staff_order_check;
}

static void begin_order(gg_state *s, const gg_action *action, gg_dice *dice, gg_log *log)
{
    staff_commander *his = &s->commanders[s->commander - 1];
    s->order = (staff_order){.units = named_by(action),
                             .statement = staff_statement_of(action),
                             .commander = s->commander,
                             .action = action->kind};
    if (his->given < 99) his->given++;
    for (uint64_t rest = s->order.units; rest != 0;) s->units[gg_next_bit(&rest)].did |= DID_ORDER;
    if (action->kind != ACTION_ORDER) {
        his->did |= CDID_LAST; /* and he joins it (ST-4.5, ST-4.11) */
        his->joined = (uint8_t)(action->who + 1);
        his->at = s->units[action->who].at;
    }
    roll_order(s, dice, log);
}

void staff_order_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                       gg_log *log)
{
    (void)side;
    begin_order(s, action, dice, log);
}

void staff_followme_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                          gg_log *log)
{
    (void)side;
    begin_order(s, action, dice, log);
}

void staff_rally_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                       gg_log *log)
{
    (void)side;
    begin_order(s, action, dice, log);
}

void staff_stop_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                      gg_log *log)
{
    (void)side, (void)action, (void)dice, (void)log;
    s->phase = (s->commander - 1) % BRIGADES_MAX == 0 ? PHASE_ARMY : PHASE_RIDE;
}

void staff_reroll_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                        gg_log *log)
{
    (void)side, (void)action;
    s->commanders[s->order.commander - 1].did |= CDID_REROLL;
    roll_order(s, dice, log);
}

void staff_keep_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                      gg_log *log)
{
    (void)side, (void)action, (void)dice, (void)log;
    order_failed(s);
}

/* ---- Going on: who of the order still moves. ---- */

void staff_go_on_with_order(gg_state *s)
{
    for (uint64_t rest = s->order.waiting; rest != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&rest);
        if (!staff_is_here(s, u) || staff_is_engaged(s, u)
            || (s->units[u].status & STATUS_RETREATED))
            staff_end_of_unit(s, u);
    }
    if (s->order.waiting == 0) order_done(s, !s->order.is_free);
}

void staff_order_over(gg_state *s) { order_done(s, false); }
