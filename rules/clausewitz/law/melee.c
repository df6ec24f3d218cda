/*
 * melee.c - contact (chapter 17): pushes and combats, what becomes of the loser, colours (25),
 * impetuous winners (21.4).  Charges and counter charges are in charge.c.
 * SPDX-License-Identifier: MIT
 */
#include "fight.h"

enum { ATTACKER, DEFENDER };
enum { LOST_NOBODY, LOST_ATTACKER, LOST_DEFENDER }; /* cw_melee.loser */
/* The steps of FRAME_MELEE.  Its set holds the Generals still to be asked. */
enum {
    AT_CONTACT,
    AT_JOIN,
    AT_DICE,
    AT_RESULT,
    AT_RISK,
    AT_COLOURS,
    AT_IMPETUOUS,
    AT_PUSH,
    AT_TEST /* after AT_RESULT, if the loser is on the table */
};

void cw_contact(gg_state *s, unsigned attacker, unsigned defender)
{
    if (!cw_is_here(s, attacker) || !cw_is_here(s, defender)) return; /* CW-15.2 */
    s->melee = (cw_melee){0};
    cw_push(s, FRAME_MELEE, attacker, defender);
}

static unsigned brigade_of(const cw_frame *frame, int which)
{
    return which == ATTACKER ? frame->who : frame->whom;
}

/* A General of the Brigade's side. */
static unsigned general_of(const gg_state *s, unsigned b, unsigned g)
{
    return FIRST_GENERAL + (unsigned)s->bodies[b].side * GENERALS_MAX + g;
}

/* ---- Who takes part (CW-R57, CW-R58). ---- */

static unsigned engaged_slots(const gg_state *s, unsigned b, unsigned other)
{
    const gt_table t = cw_table(s);
    const gt_shapes its = gt_shapes_of(&t, other);
    unsigned slots = 0;
    for (int slot = 0; slot < cw_count(s, b); slot++) {
        const gt_shapes own = {.count = 1, .at = {cw_base(s, b, slot)}};
        if (gt_shapes_within(&own, &its, s->options[OPT_engage_reach_tk])) slots |= 1u << slot;
    }
    return slots;
}

static bool any_engaged(const gg_state *s, unsigned b, unsigned slots, bool (*is)(const cw_unit *))
{
    for (int slot = 0; slot < cw_count(s, b); slot++)
        if ((slots >> slot & 1) && is(&s->units[b][slot])) return true;
    return false;
}

/* The middle of an engaged unit lies in ground of this kind or class. */
static bool any_engaged_in(const gg_state *s, unsigned b, unsigned slots, bool village)
{
    for (int slot = 0; slot < cw_count(s, b); slot++) {
        if (!(slots >> slot & 1)) continue;
        const gg_point at = cw_base_middle(s, b, slot);
        if (village ? cw_in_ground(s, at, GROUND_VILLAGE) : cw_in_class(s, at, DIFFICULT))
            return true;
    }
    return false;
}

/* With cavalry on either side (CW-17.3), or in close ground (CW-17.4). */
static bool is_combat(const gg_state *s, const cw_frame *frame)
{
    const uint8_t *engaged = s->melee.engaged;
    return any_engaged(s, frame->who, engaged[ATTACKER], cw_is_mounted)
           || any_engaged(s, frame->whom, engaged[DEFENDER], cw_is_mounted)
           || any_engaged_in(s, frame->whom, engaged[DEFENDER], false);
}

/* CW-2.4, CW-R78: Generals in contact with a Brigade that does not flee. */
static uint64_t generals_by(const gg_state *s, unsigned b)
{
    const gg_side side = (gg_side)s->bodies[b].side;
    uint64_t set = 0;
    for (unsigned g = 0; g < GENERALS_MAX && !cw_is_fleeing(s, b); g++) {
        const cw_general *his = &s->generals[side][g];
        if (cw_is_in_play(his)
            && cw_point_distance(s, his->at, b) <= cw_number(s, N_general_contact))
            set |= gt_bit(side * GENERALS_MAX + g);
    }
    return set;
}

static void begin_melee(gg_state *s, cw_frame *frame, gg_dice *dice, gg_log *log)
{
    cw_say(log, GG_NOTE, S_CONTACT, (gg_unit)frame->who, (gg_unit)frame->whom);
    s->melee.engaged[ATTACKER] = (uint8_t)engaged_slots(s, frame->who, frame->whom);
    s->melee.engaged[DEFENDER] = (uint8_t)engaged_slots(s, frame->whom, frame->who);
    if (is_combat(s, frame)) {
        frame->set = generals_by(s, frame->who) | generals_by(s, frame->whom);
        frame->step = AT_JOIN;
        return;
    }
    cw_say(log, GG_NOTE, S_PUSHES, (gg_unit)frame->who, (gg_unit)frame->whom);
    frame->step = AT_PUSH; /* CW-R68 */
    cw_damage(s, frame->whom, cw_roll_d3(CW_17_2, (gg_unit)frame->whom, dice, log), log);
}

/* ---- Generals (CW-R78). ---- */

/* The attacker's first. */
unsigned cw_asked_general(const gg_state *s)
{
    const cw_frame *frame = &s->frames[s->frame_count - 1];
    const uint64_t side = (UINT64_C(1) << GENERALS_MAX) - 1;
    const uint64_t first = side << (s->bodies[frame->who].side * GENERALS_MAX);
    uint64_t asked = frame->set & first ? frame->set & first : frame->set;
    gg_assert(asked != 0);
    return FIRST_GENERAL + (unsigned)gg_next_bit(&asked);
}

gg_verdict cw_join_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)side;
    if (action->who != cw_asked_general(s)) return cw_refuse(R_NOT_ASKED);
    return cw_legal;
}

gg_verdict cw_decline_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    return cw_join_legal(s, side, action);
}

static void answer(gg_state *s, gg_side side, const gg_action *action, bool joins, gg_log *log)
{
    cw_frame *frame = cw_top(s);
    const unsigned g = action->who - FIRST_GENERAL;
    const int which = s->bodies[frame->who].side == side ? ATTACKER : DEFENDER;
    frame->set &= ~gt_bit(g);
    if (joins) s->melee.joined[which] |= (uint8_t)(1u << g % GENERALS_MAX);
    cw_say(log, GG_NOTE, joins ? S_JOINS : S_STAYS_OUT, action->who,
           (gg_unit)brigade_of(frame, which));
}

void cw_join_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)dice;
    answer(s, side, action, true, log);
}

void cw_decline_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                      gg_log *log)
{
    (void)dice;
    answer(s, side, action, false, log);
}

/* ---- Dice (T12). ---- */

/* CW-R99: the highest level of the engaged units, and what its hill adds. */
static int highest(const gg_state *s, unsigned b, unsigned slots, int *hill)
{
    int level = -1;
    *hill = N_NONE;
    for (int slot = 0; slot < cw_count(s, b); slot++) {
        const gg_point at = cw_base_middle(s, b, slot);
        if (!(slots >> slot & 1) || cw_level(s, at) <= level) continue;
        level = cw_level(s, at);
        *hill = level > 0 ? cw_hill_row(s, at) : N_NONE;
    }
    return level;
}

/* CW-R25: the zone in which the nearest unit of the side that made contact stands. */
static void find_flank(const gg_state *s, const cw_frame *frame, cw_dice_query *query)
{
    const unsigned enemy = frame->whom;
    for (int slot = 0; slot < cw_count(s, enemy); slot++)
        if ((s->melee.engaged[DEFENDER] >> slot & 1)
            && s->units[enemy][slot].formation == FORM_SQUARE)
            return;
    const cw_nearest own = cw_nearest_base(s, enemy, gt_bit(frame->who));
    const gg_zone zone = cw_zone_of(s, enemy, frame->who, own.slot);
    query->rear = zone == GG_ZONE_REAR;
    query->flank = zone == GG_ZONE_LEFT || zone == GG_ZONE_RIGHT;
}

/* What is added to each die of a side; its dice and what they need are not in it yet. */
static cw_dice_query melee_query(const gg_state *s, const cw_frame *frame, int which)
{
    const int other = 1 - which;
    cw_dice_query query = {.lowest = s->options[OPT_natural_one_misses] ? 2 : 1};
    int hill[2], level[2];
    for (int side = 0; side < 2; side++)
        level[side] = highest(s, brigade_of(frame, side), s->melee.engaged[side], &hill[side]);
    query.gentle = level[which] > level[other] && hill[which] == N_gentle_bonus;
    query.steep = level[which] > level[other] && hill[which] == N_steep_bonus;
    if (which == ATTACKER) find_flank(s, frame, &query);
    else query.village = any_engaged_in(s, frame->whom, s->melee.engaged[DEFENDER], true);
    return query;
}

/* CW-R98: by the engaged enemy unit nearest to it, the lower slot on ties. */
static int needs_of(const gg_state *s, const cw_frame *frame, int which, int slot)
{
    const unsigned b = brigade_of(frame, which), enemy = brigade_of(frame, 1 - which);
    const gg_convex own = cw_base(s, b, slot);
    int32_t least = INT32_MAX;
    bool mounted = false;
    for (int its = 0; its < cw_count(s, enemy); its++) {
        if (!(s->melee.engaged[1 - which] >> its & 1)) continue;
        const gg_convex base = cw_base(s, enemy, its);
        const int32_t far = gg_distance_between(&own, &base);
        if (far >= least) continue;
        least = far;
        mounted = cw_is_mounted(&s->units[enemy][its]);
    }
    return mounted ? s->units[b][slot].horse : s->units[b][slot].foot;
}

/* CW-R51: guns have one number of dice, and use half of it. */
static int melee_dice(const gg_state *s, const cw_unit *u)
{
    if (!(u->specials & SPECIAL_ARTILLERY)) return u->dice;
    const int share = cw_number(s, N_artillery_share);
    return (u->dice + share - 1) / share;
}

/* Hits of one side: units in slot order, then its Generals. */
static int roll_side(gg_state *s, const cw_frame *frame, int which, gg_dice *dice, gg_log *log)
{
    const unsigned b = brigade_of(frame, which), enemy = brigade_of(frame, 1 - which);
    cw_dice_query query = melee_query(s, frame, which);
    int hits = 0, first_needs = 0;
    if (cw_is_fleeing(s, b)) return 0; /* CW-R61 */
    for (int slot = cw_count(s, b) - 1; slot >= 0; slot--)
        if (s->melee.engaged[which] >> slot & 1) first_needs = needs_of(s, frame, which, slot);
    for (int slot = 0; slot < cw_count(s, b); slot++) {
        const cw_unit *u = &s->units[b][slot];
        if (!(s->melee.engaged[which] >> slot & 1)) continue;
        query.needs = needs_of(s, frame, which, slot);
        query.dice = melee_dice(s, u);
        int own = cw_roll_all(s, CHECK_MELEE, &query, (gg_unit)b, (gg_unit)enemy, dice, log);
        const bool again = (u->specials & SPECIAL_DETERMINED) && own < query.dice;
        query.dice = 1;
        if (again)
            own += cw_roll_all(s, CHECK_MELEE, &query, (gg_unit)b, (gg_unit)enemy, dice, log);
        hits += own;
    }
    query.needs = first_needs;
    query.dice = cw_number(s, N_general_dice);
    for (unsigned g = 0; g < GENERALS_MAX; g++) {
        if (!(s->melee.joined[which] >> g & 1)) continue;
        const unsigned general = general_of(s, b, g);
        hits += cw_roll_all(s, CHECK_MELEE, &query, (gg_unit)general, (gg_unit)enemy, dice, log);
    }
    return hits;
}

static void roll_melee(gg_state *s, cw_frame *frame, gg_dice *dice, gg_log *log)
{
    const cw_frame this = *frame;
    frame->step = AT_RESULT;
    for (int which = 0; which < 2; which++)
        s->melee.hits[which] = (uint8_t)roll_side(s, &this, which, dice, log);
    cw_damage(s, this.who, s->melee.hits[DEFENDER], log);
    cw_damage(s, this.whom, s->melee.hits[ATTACKER], log); /* its dice are rolled first */
}

/* ---- Colours at stake (CW-R93). ---- */

static bool has_colours(const cw_unit *u)
{
    return u->type != TYPE_SK && !u->colours_lost && (cw_is_infantry(u) || cw_is_cavalry(u));
}

/* Once the Generals have been asked the set of the frame holds, by the slots in which they stood
 * before the damage dice: who of each side is gone, and who of those had colours at stake. */
static bool is_kept(const cw_frame *frame, int which, bool colours, int slot)
{
    return frame->set >> (16 * colours + 8 * which + slot) & 1;
}

static void keep(cw_frame *frame, int which, bool colours, int slot)
{
    frame->set |= gt_bit((unsigned)(16 * colours + 8 * which + slot));
}

/* Where the unit that stands in this slot now stood before the damage dice. */
static int slot_before(const cw_frame *frame, int which, int now)
{
    int slot = 0;
    while (slot < SLOTS - 1 && (is_kept(frame, which, false, slot) || now-- > 0)) slot++;
    return slot;
}

/* A unit is gone in a melee: those behind it close up, and its colours are remembered. */
void cw_melee_forget(gg_state *s, unsigned b, int slot)
{
    for (int i = s->frame_count; i-- > 0;) {
        cw_frame *frame = &s->frames[i];
        if (frame->kind != FRAME_MELEE) continue;
        for (int which = 0; which < 2; which++) {
            if (brigade_of(frame, which) != b) continue;
            const unsigned slots = s->melee.engaged[which], below = (1u << slot) - 1;
            const int was = slot_before(frame, which, slot);
            keep(frame, which, false, was);
            if ((slots >> slot & 1) && has_colours(&s->units[b][slot]))
                keep(frame, which, true, was);
            s->melee.engaged[which] = (uint8_t)((slots & below) | (slots >> 1 & ~below));
        }
        return;
    }
}

static void take_colours(gg_state *s, const cw_frame *frame, gg_dice *dice, gg_log *log)
{
    const int which = s->melee.loser - LOST_ATTACKER;
    const unsigned loser = brigade_of(frame, which), winner = brigade_of(frame, 1 - which);
    const int needs = cw_number(s, N_colour_taken);
    int taken = 0, now = 0; /* `now`: where the unit stands, if it does */
    for (int slot = 0; slot < SLOTS; slot++) {
        const bool gone = is_kept(frame, which, false, slot);
        cw_unit *u = gone ? NULL : &s->units[loser][now];
        const bool engaged = !gone && (s->melee.engaged[which] >> now & 1) != 0;
        now += !gone;
        if (gone ? !is_kept(frame, which, true, slot) : !engaged || !has_colours(u)) continue;
        const int won =
            cw_roll_dice(s, CHECK_COLOURS, 1, needs, (gg_unit)winner, (gg_unit)loser, dice, log);
        if (!gone) u->colours_lost = (uint8_t)won;
        taken += won;
    }
    if (taken == 0) return;
    const gg_side side = (gg_side)s->bodies[winner].side;
    s->colours[side] =
        (uint8_t)(s->colours[side] + taken > UINT8_MAX ? UINT8_MAX : s->colours[side] + taken);
    cw_say_number(log, GG_STATUS, S_TAKES_COLOURS, (gg_unit)winner, (gg_unit)loser, taken);
}

/* ---- The result (CW-R59). ---- */

static int who_lost(const gg_state *s, const cw_frame *frame)
{
    const bool attacker = cw_is_here(s, frame->who), defender = cw_is_here(s, frame->whom);
    if (!attacker || !defender)
        return attacker ? LOST_DEFENDER : defender ? LOST_ATTACKER : LOST_NOBODY;
    if (cw_is_fleeing(s, frame->whom)) return LOST_DEFENDER; /* CW-R61: run down */
    const uint8_t *hits = s->melee.hits;
    return hits[ATTACKER] > hits[DEFENDER]   ? LOST_DEFENDER
           : hits[ATTACKER] < hits[DEFENDER] ? LOST_ATTACKER
                                             : LOST_NOBODY;
}

static void say_result(const gg_state *s, const cw_frame *frame, gg_log *log)
{
    const int loser = s->melee.loser;
    const bool attacker_won = loser != LOST_ATTACKER;
    cw_say_numbers(log, GG_NOTE, loser == LOST_NOBODY ? S_TIES : S_WINS,
                   (gg_unit)(attacker_won ? frame->who : frame->whom),
                   (gg_unit)(attacker_won ? frame->whom : frame->who),
                   s->melee.hits[attacker_won ? ATTACKER : DEFENDER],
                   s->melee.hits[attacker_won ? DEFENDER : ATTACKER]);
}

/* CW-R92: the captor has lost a melee. */
static void free_captives(gg_state *s, unsigned loser, unsigned winner, gg_log *log)
{
    for (unsigned g = FIRST_GENERAL; g < FIRST_MARKER; g++) {
        const cw_general *his = cw_general_at(s, g);
        if (his->health == HEALTH_CAPTIVE && his->captor == loser + 1)
            cw_free(s, g, s->bodies[winner].at, log);
    }
}

enum { RESULT_GROUND, RESULT_RECOIL, RESULT_ROUT, BADLY = 99 }; /* the option melee_result */

/* The loser is on the table: its test, and what comes of it. */
static void test_loser(gg_state *s, cw_frame *frame, gg_dice *dice, gg_log *log)
{
    const bool is_defender = s->melee.loser == LOST_DEFENDER;
    const unsigned loser = is_defender ? frame->whom : frame->who;
    const unsigned winner = is_defender ? frame->who : frame->whom;
    const int option = s->options[OPT_melee_result];
    int margin;
    if (cw_is_fleeing(s, loser)) {
        frame->step = AT_RISK;
        frame->n = 1;
        cw_flee(s, loser, winner, cw_flee_step(s, loser), log);
        return;
    }
    if (!cw_test(s, loser, NOBODY, false, &margin, dice, log)) return;
    frame->step = AT_RISK;
    if (margin < 0) {
        frame->n = 1; /* its colours may be taken */
        cw_fail(s, loser, winner, option == RESULT_ROUT ? BADLY : -margin, BAND_EFFECTIVE);
    } else if (option == RESULT_RECOIL && is_defender) {
        frame->m = 1; /* the winner had to withdraw */
        cw_withdraw(s, winner, loser, cw_march_rate(s, winner), false, log);
    } else {
        cw_end_activation(s, loser);
        cw_withdraw(s, loser, winner, cw_march_rate(s, loser), false, log);
    }
}

static void settle_melee(gg_state *s, cw_frame *frame, gg_log *log)
{
    s->melee.loser = (uint8_t)who_lost(s, frame);
    const unsigned attacker = frame->who, defender = frame->whom;
    say_result(s, frame, log);
    frame->step = s->melee.loser == LOST_NOBODY ? AT_IMPETUOUS : AT_RISK;
    if (s->melee.loser == LOST_NOBODY) {
        frame->m = 1;
        if (cw_is_here(s, attacker)) /* a tie: it goes back, and may go on acting */
            cw_withdraw(s, attacker, defender, cw_march_rate(s, attacker), false, log);
        return;
    }
    const unsigned loser = s->melee.loser == LOST_DEFENDER ? defender : attacker;
    if (!cw_is_here(s, loser)) {
        frame->n = 1;
        return;
    }
    free_captives(s, loser, loser == defender ? attacker : defender, log);
    frame->step = AT_TEST;
}

/* CW-9.2: Generals who took part on the side that lost, one after the other. */
static void risk_next(gg_state *s, cw_frame *frame, gg_dice *dice, gg_log *log)
{
    const int which = s->melee.loser - LOST_ATTACKER;
    uint64_t joined = s->melee.joined[which];
    if (joined == 0) {
        frame->step = AT_COLOURS;
        return;
    }
    const unsigned g = (unsigned)gg_next_bit(&joined);
    s->melee.joined[which] = (uint8_t)joined;
    cw_risk(s, general_of(s, brigade_of(frame, which), g), dice, log);
}

/* ---- Impetuous (CW-21.4, CW-R69). ---- */

/* CW-R75: mounted units keep off Squares, guns alone keep off everybody (CW-R74). */
static bool is_too_near(const gg_state *s, unsigned b, const gt_shapes *shapes, uint64_t enemies)
{
    const gt_table t = cw_table(s);
    const bool horse = cw_any(s, b, cw_is_mounted), guns = cw_all(s, b, cw_is_guns);
    while (enemies != 0 && (horse || guns)) {
        const unsigned other = (unsigned)gg_next_bit(&enemies);
        const gt_shapes its = gt_shapes_of(&t, other);
        if ((guns || cw_any_form(s, other, FORM_SQUARE))
            && gt_shapes_within(shapes, &its, cw_number(s, N_keep_off) - 1))
            return true;
    }
    return false;
}

int cw_advance(gg_state *s, unsigned b, int32_t length, gg_log *log)
{
    const gt_table t = cw_table(s);
    const gg_pose from = cw_pose(s, b);
    const gt_going going = cw_going(s, b, from.facing, length);
    const uint64_t enemies = cw_side_set(s, gg_other((gg_side)s->bodies[b].side), false);
    int whom;
    int32_t last = 0;
    const int32_t contact = cw_first_contact(s, &going, enemies, TOLERANCE, &whom);
    const int32_t most = contact != GG_NEVER ? contact : length;
    while (last < most) { /* to the last sample that is legal */
        const int32_t at = last + SAMPLE < most ? last + SAMPLE : most;
        const gt_shapes shapes =
            gt_shapes_at(&t, b, gt_gone_to(&going, at), s->bodies[b].formation);
        const bool barred =
            cw_touches(s, &shapes, IMPASSABLE) && !cw_all_special(s, b, SPECIAL_ELBRUC);
        if (barred || !cw_is_on_table(s, b, &shapes) || cw_overlaps(s, b, &shapes, 0) >= 0
            || is_too_near(s, b, &shapes, enemies))
            break;
        last = at;
    }
    cw_run_over(s, b, from, from.facing, last, log);
    cw_move_to(s, b, gt_gone_to(&going, last));
    return contact != GG_NEVER && last == contact ? whom : -1;
}

/* The worst rule among the engaged units: what its die needs; 0: none has it. */
static int impetuous_needs(const gg_state *s, const cw_frame *frame)
{
    int worst = 0;
    for (int slot = 0; slot < cw_count(s, frame->who); slot++) {
        const unsigned specials = s->units[frame->who][slot].specials;
        if (!(s->melee.engaged[ATTACKER] >> slot & 1)) continue;
        const int needs = specials & SPECIAL_IMPETUOUS4   ? cw_number(s, N_impetuous4)
                          : specials & SPECIAL_IMPETUOUS3 ? cw_number(s, N_impetuous3)
                                                          : 0;
        if (needs > worst) worst = needs;
    }
    return worst;
}

/* Turns about its centre (CW-R11) to the bearing of the nearest enemy (CW-R7), and goes on. */
static void rush_on(gg_state *s, unsigned b, gg_log *log)
{
    const uint64_t enemies = cw_side_set(s, gg_other((gg_side)s->bodies[b].side), false);
    s->brigades[b].actions = 0;
    cw_end_activation(s, b);
    cw_say(log, GG_STATUS, S_RUSHES_ON, (gg_unit)b, GG_NO_UNIT);
    if (enemies == 0) return;
    const cw_nearest nearest = cw_nearest_base(s, b, enemies);
    const gg_point own = cw_middle(s, b),
                   its = cw_base_middle(s, (unsigned)nearest.brigade, nearest.slot);
    const gg_pose turned = gt_turn_about(cw_pose(s, b), cw_box(s, b), gg_bearing_to(own, its, 1));
    gg_verdict verdict;
    if (cw_pose_is_legal(s, b, turned, s->bodies[b].formation, &verdict)) cw_move_to(s, b, turned);
    const int whom =
        cw_advance(s, b, cw_number(s, cw_is_horse(s, b) ? N_quick_horse : N_quick_foot), log);
    cw_check_all(s, log);
    if (whom >= 0) cw_contact(s, b, (unsigned)whom);
}

static void end_melee(gg_state *s, const cw_frame *frame, gg_dice *dice, gg_log *log)
{
    const cw_frame this = *frame;
    const unsigned b = this.who;
    const int needs = impetuous_needs(s, &this);
    const bool may = s->melee.loser == LOST_DEFENDER && this.m == 0 && cw_stands(s, b)
                     && !s->impetuous_used && needs > 0;
    cw_pop(s);
    s->melee = (cw_melee){0};
    if (may) s->impetuous_used = 1; /* CW-R110: whatever comes of it */
    if (may && cw_roll_dice(s, CHECK_IMPETUOUS, 1, needs, (gg_unit)b, GG_NO_UNIT, dice, log) == 0)
        rush_on(s, b, log);
    else cw_check_all(s, log);
}

/* ---- Step by step. ---- */

static void end_push(gg_state *s, const cw_frame *frame, gg_log *log)
{
    const unsigned pusher = frame->who, pushed = frame->whom;
    cw_pop(s);
    s->melee = (cw_melee){0};
    if (cw_is_here(s, pushed)) cw_flee(s, pushed, pusher, cw_number(s, N_push_back), log);
}

cw_next cw_run_melee(gg_state *s, cw_frame *frame, gg_dice *dice, gg_log *log)
{
    switch (frame->step) {
    case AT_CONTACT: begin_melee(s, frame, dice, log); break;
    case AT_JOIN:
        if (frame->set != 0) return s->phase = PHASE_JOIN, ASK;
        frame->step = AT_DICE;
        break;
    case AT_DICE: roll_melee(s, frame, dice, log); break;
    case AT_RESULT: settle_melee(s, frame, log); break;
    case AT_TEST: test_loser(s, frame, dice, log); break;
    case AT_RISK: risk_next(s, frame, dice, log); break;
    case AT_COLOURS:
        frame->step = AT_IMPETUOUS;
        if (s->options[OPT_colours] && frame->n == 1) take_colours(s, frame, dice, log);
        break;
    case AT_IMPETUOUS: end_melee(s, frame, dice, log); break;
    case AT_PUSH: end_push(s, frame, log); break;
    default: gg_assert(!"no such step of a melee");
    }
    return GO_ON;
}
