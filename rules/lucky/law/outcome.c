/*
 * outcome.c - what a combat leads to: losses, the risk to commanders, routs, retiring (chapters 7
 * and 9, LG-R98 to LG-R105, LG-R115 to LG-R117).
 * SPDX-License-Identifier: MIT
 */
#include "core/roll.h"
#include "fight.h"

static uint64_t side_of(const gg_state *s, gg_side side)
{
    return lg_of_side(s, side, s->fight.units);
}

/* ---- Losses. ---- */

/* LG-R98: off the lead; what it cannot bear comes off the others in unit order. */
static void share_losses(gg_state *s, gg_side side, int amount, gg_log *log)
{
    uint64_t rest = side_of(s, side) & ~gt_bit(s->fight.lead[side]);
    for (unsigned u = s->fight.lead[side]; u != NOBODY && amount > 0; u = gt_take(&rest)) {
        int borne = s->units[u].strength < amount ? s->units[u].strength : amount;
        lg_lose(s, u, borne, log);
        amount -= borne;
    }
}

static void beaten_losses(gg_state *s, gg_side loser, gg_log *log)
{
    const lg_fight *fight = &s->fight;
    bool by_cavalry = lg_is_horse(&s->units[fight->lead[gg_other(loser)]]);
    share_losses(s, loser, fight->difference, log);
    uint64_t rest = side_of(s, loser);
    for (unsigned u = gt_take(&rest); u != NOBODY; u = gt_take(&rest)) {
        if (!lg_is_on_table(s, u)) continue;
        if (lg_is_guns(&s->units[u])) {
            lg_tell(log, GG_NOTE, S_GUNS_LOST, u, lg_plain); /* LG-7.1 */
            lg_remove(s, u, REMOVED_DESTROYED, log);
        } else if (lg_is_foot(&s->units[u]) && by_cavalry /* LG-R104 */
                   && fight->difference < lg_number(s, N_rout_by)) {
            lg_tell(log, GG_NOTE, S_CUT_DOWN, u, lg_plain); /* LG-7.12 */
            lg_lose(s, u, lg_number(s, N_cut_down_loss), log);
        }
    }
}

/* ---- Risk to commanders (chapter 9). ---- */

typedef struct at_risk {
    uint8_t unit[COMMANDERS_MAX];
} at_risk;

/* Takes the commanders off their units, so that a unit may fall before he has rolled (LG-R115). */
static at_risk detach_all(gg_state *s)
{
    at_risk who;
    for (unsigned c = 0; c < COMMANDERS_MAX; c++) {
        lg_commander *his = &s->commanders[c];
        bool in = c < s->commander_count && his->attached != NOBODY
                  && (s->fight.units & gt_bit(his->attached));
        who.unit[c] = in ? his->attached : NOBODY;
        if (in) his->attached = NOBODY;
    }
    return who;
}

/* T14: the rows are read from the worst on. */
static lg_saying effect_of(const gg_state *s, int die)
{
    static const struct {
        uint8_t row;
        uint16_t effect;
    } effects[] = {{N_killed_to, S_KILLED},
                   {N_wounded_to, S_WOUNDED},
                   {N_captured_to, S_CAPTURED},
                   {N_escapes_to, S_NARROW_ESCAPE},
                   {N_horse_shot_to, S_HORSE_SHOT}};
    for (size_t i = 0; i < sizeof effects / sizeof *effects; i++)
        if (die <= lg_number(s, effects[i].row)) return (lg_saying)effects[i].effect;
    return S_FLESH_WOUND;
}

static void take_risk(gg_state *s, unsigned c, gg_dice *dice, gg_log *log)
{
    lg_commander *his = &s->commanders[c];
    gg_side winner = s->fight.winner;
    bool won = winner == his->side, drawn = winner == GG_NOBODY;
    int danger = lg_number(s, drawn ? N_danger_drawn : won ? N_danger_won : N_danger_lost);
    gg_unit who = (gg_unit)(UNITS_MAX + c);
    int die = gg_roll_die(dice, "danger", who, GG_NO_UNIT);
    lg_tell(log, GG_ROLL, die <= danger ? S_IN_DANGER : S_SAFE, who,
            (lg_told){.die = (uint8_t)die,
                      .amount = danger,
                      .clause = won     ? LG_9_1
                                : drawn ? LG_9_2
                                        : LG_9_3});
    if (die > danger) return;
    die = gg_roll_die(dice, "effect", who, GG_NO_UNIT);
    lg_tell(log, GG_ROLL, S_EFFECT, who, (lg_told){.die = (uint8_t)die});
    lg_saying effect = effect_of(s, die);
    if (effect == S_KILLED || effect == S_WOUNDED || effect == S_CAPTURED) {
        lg_commander_lost(s, c, effect, log);
        return;
    }
    lg_tell(log, GG_NOTE, effect, who, lg_plain);
    if (effect == S_NARROW_ESCAPE) his->mute = (uint8_t)lg_number(s, N_mute_turns); /* LG-R116 */
}

static void risk_all(gg_state *s, const at_risk *who, gg_dice *dice, gg_log *log)
{
    for (int i = 0; i < 2; i++) {
        gg_side side = i == 0 ? s->fight.attacker : gg_other(s->fight.attacker);
        for (unsigned c = 0; c < s->commander_count; c++)
            if (who->unit[c] != NOBODY && s->commanders[c].side == side) take_risk(s, c, dice, log);
    }
    for (unsigned c = 0; c < s->commander_count; c++) {
        if (who->unit[c] == NOBODY || !lg_is_present(&s->commanders[c])) continue;
        if (lg_is_on_table(s, who->unit[c])) s->commanders[c].attached = who->unit[c];
        else lg_commander_resettle(s, c, log);
    }
}

/* ---- Routs. ---- */

/* LG-R103: friends it runs through in the first of its way. */
static void shake_friends(gg_state *s, unsigned u, const gg_course *course, int32_t moved,
                          gg_log *log)
{
    const gt_table t = lg_table(s);
    const int32_t first = lg_length(s, N_rout_shakes);
    gt_set over;
    gt_goes_over(&t, course, u, moved < first ? moved : first, &over);
    for (int other = gt_next(&over); other != GG_NEVER; other = gt_next(&over))
        if (s->units[other].side == s->units[u].side && lg_stands(s, (unsigned)other))
            lg_shake(s, (unsigned)other, LG_7_15, log);
}

static void rout_move(gg_state *s, unsigned u, gg_point enemy, gg_log *log)
{
    const gt_table t = lg_table(s);
    gg_pose pose = {s->units[u].at, lg_direction(enemy, s->units[u].at) * 10}; /* LG-R102 */
    const gg_course course = gt_course_ahead(&t, u, pose);
    gt_forced way = lg_run(s, u, pose.facing / 10, S_RUNS, log);
    shake_friends(s, u, &course, way.k, log);
    lg_rout_ends(s, u, way.end, log);
}

static void rout_all(gg_state *s, gg_side loser, gg_log *log)
{
    uint64_t routing = 0, rest = side_of(s, loser);
    for (unsigned u = gt_take(&rest); u != NOBODY; u = gt_take(&rest)) {
        if (!lg_is_on_table(s, u)) continue;
        routing |= gt_bit(u);
        lg_rout(s, u, LG_7_11, log);
    }
    for (unsigned u = gt_take(&routing); u != NOBODY; u = gt_take(&routing))
        if (lg_is_on_table(s, u)) rout_move(s, u, s->fight.lead_at[gg_other(loser)], log);
}

/* ---- The whole of it. ---- */

static void shake_all(gg_state *s, uint64_t set, gg_clause clause, gg_log *log)
{
    for (unsigned u = gt_take(&set); u != NOBODY; u = gt_take(&set))
        if (lg_is_on_table(s, u)) lg_shake(s, u, clause, log);
}

static void draw_apply(gg_state *s, const at_risk *who, gg_dice *dice, gg_log *log)
{
    gg_side attacker = s->fight.attacker;
    lg_tell(log, GG_NOTE, S_DRAW, s->fight.lead[attacker],
            (lg_told){.whom = lg_whom(s->fight.lead[gg_other(attacker)])});
    lg_lose(s, s->fight.lead[attacker], lg_number(s, N_draw_loss), log); /* LG-7.5 */
    risk_all(s, who, dice, log);
    shake_all(s, s->fight.units, LG_7_4, log);
    s->fight.retiring = gg_those(s, side_of(s, attacker), lg_stands);
}

void lg_fight_apply(gg_state *s, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)action;
    lg_fight *fight = &s->fight;
    gg_side attacker = fight->attacker, defender = gg_other(attacker);
    int one = lg_fight_total(s, attacker, dice, log),
        other = lg_fight_total(s, defender, dice, log);
    fight->difference = (uint8_t)(one > other ? one - other : other - one);
    fight->winner = one > other ? attacker : one < other ? defender : GG_NOBODY;
    fight->retiring = fight->occupying = fight->breaking = fight->beaten = 0;
    at_risk who = detach_all(s);
    if (fight->winner == GG_NOBODY) {
        draw_apply(s, &who, dice, log);
        return;
    }
    gg_side loser = gg_other(fight->winner);
    bool guns = lg_is_guns(&s->units[fight->lead[loser]]);
    bool routs = fight->difference >= lg_number(s, N_rout_by);
    lg_tell(log, GG_NOTE, routs && !guns ? S_ROUTED_BY : S_BEATEN_BY, fight->lead[loser],
            (lg_told){.whom = lg_whom(fight->lead[fight->winner]),
                      .amount = fight->difference,
                      .clause = guns ? LG_7_1 : 0});
    fight->beaten = side_of(s, loser);
    beaten_losses(s, loser, log);
    risk_all(s, &who, dice, log);
    if (routs) {
        rout_all(s, loser, log);
        return;
    }
    shake_all(s, fight->beaten, LG_7_8, log);
    fight->retiring = gg_those(s, fight->beaten, lg_stands);
}

/* ---- Retiring (LG-R99 to LG-R101). ---- */

unsigned lg_retire_next(const gg_state *s)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        if (s->fight.retiring & gt_bit(s->fight.lead[side])) return s->fight.lead[side];
    uint64_t rest = s->fight.retiring;
    return gt_take(&rest);
}

void lg_retire_range(const gg_state *s, unsigned u, int32_t *low, int32_t *high)
{
    const lg_unit *unit = &s->units[u];
    int32_t rate = lg_rate(s, unit);
    bool drawn = s->fight.winner == GG_NOBODY;
    *low = lg_number(s, drawn ? N_draw_retire : N_retire);
    *high = rate > *low ? rate : *low;
}

gg_verdict lg_retire_legal(const gg_state *s, const gg_action *action)
{
    if (action->who != lg_asked(s)) return lg_refuse(R_NOT_ASKED);
    int32_t low, high, asked = action->args[0];
    lg_retire_range(s, action->who, &low, &high);
    if (asked < low) return lg_refuse_by(R_RETIRES_TOO_LITTLE, asked, low);
    if (asked > high) return lg_refuse_by(R_RETIRES_TOO_FAR, asked, high);
    return lg_legal;
}

/* LG-R100, LG-7.9: which way it faces while it goes back and afterwards. */
static int32_t retire_facing(const gg_state *s, unsigned u)
{
    const lg_unit *unit = &s->units[u];
    if (s->fight.winner == GG_NOBODY) return unit->facing; /* LG-7.3 */
    gg_point enemy = s->fight.lead_at[gg_other(unit->side)];
    bool turns = lg_has_no_flanks(s, u) || s->fight.flank[gg_other(unit->side)]
                 || lg_ground_at(s, unit->at).building != NOBODY || !lg_is_in_front(s, u, enemy);
    return turns ? lg_direction(unit->at, enemy) : unit->facing;
}

void lg_retire(gg_state *s, unsigned u, int32_t hundredths, gg_log *log)
{
    lg_unit *unit = &s->units[u];
    bool beaten = s->fight.winner != GG_NOBODY;
    s->fight.retiring &= ~gt_bit(u);
    int32_t facing = retire_facing(s, u), back = (facing + 180) % 360;
    gt_forced way = lg_forced_move(s, u, facing, back, hundredths * HUNDREDTH, false);
    if (way.end == GT_DESTROYED || (beaten && way.k < lg_length(s, N_retire_room))) {
        lg_tell(log, GG_NOTE, S_NO_ROOM, u, lg_plain); /* LG-R101 */
        lg_remove(s, u, REMOVED_DESTROYED, log);
        return;
    }
    lg_move_to(s, u, gg_along(unit->at, back * 10, way.k), facing, S_RETIRES, log);
    if (!beaten || way.k >= lg_length(s, N_retire)) return;
    lg_tell(log, GG_NOTE, S_CUT_SHORT, u, (lg_told){.amount = way.k / 10});
    lg_lose(s, u, lg_number(s, N_retire_loss), log);
}

void lg_retire_apply(gg_state *s, const gg_action *action, gg_log *log)
{
    lg_retire(s, action->who, action->args[0], log);
}
