/*
 * morale.c - morale and what comes of losing it: the target and the test (chapter 5, T14), damage
 * (18), withdrawals and flights (12, 19, T10), friends who see them (20), recovery, surrender (15).
 * SPDX-License-Identifier: MIT
 */
#include "core/roll.h"
#include "fight.h"

#include <string.h>

/* ---- The target and the test. ---- */

/* CW-T14: the bonuses are a reserve that hits use up, and stay when a unit is lost (CW-R38);
 * columns and squares help (CW-5.7, CW-6.18), but not a fleer; it is never better than the cap
 * (CW-5.8). */
int cw_needed(const gg_state *s, unsigned b)
{
    const cw_brigade *brigade = &s->brigades[b];
    int firm = 0;
    for (int slot = 0; slot < cw_count(s, b) && !cw_is_fleeing(s, b); slot++) {
        const unsigned form = s->units[b][slot].formation;
        firm += form == FORM_COLUMN || (form == FORM_SQUARE && s->options[OPT_square_morale]);
    }
    const int bonus = s->options[OPT_morale_per_unit] * brigade->reserve;
    const int needed = s->options[OPT_morale_base] - bonus + brigade->hits - firm;
    return needed > s->options[OPT_morale_cap] ? needed : s->options[OPT_morale_cap];
}

/* CW-R40: the rule of one enemy unit: 2, 1 or 0. */
static int cavalry_of(const gg_state *s, unsigned b, int slot)
{
    const unsigned specials = s->units[b][slot].specials;
    return specials & SPECIAL_CAVALRY2 ? 2 : specials & SPECIAL_CAVALRY1 ? 1 : 0;
}

/* The strongest of the enemy units near (CW-21.3); the charger's at any distance. */
static int cavalry_near(const gg_state *s, unsigned b, unsigned charger)
{
    const int32_t zone = cw_number(s, N_zone_of_control);
    const gt_table t = cw_table(s);
    const gt_shapes own = gt_shapes_of(&t, b);
    uint64_t near = cw_enemies_within(s, b, zone);
    int strongest = 0;
    if (charger != NOBODY && cw_is_here(s, charger)) near |= gt_bit(charger);
    while (near != 0) {
        const unsigned other = (unsigned)gg_next_bit(&near);
        for (int slot = 0; slot < cw_count(s, other); slot++) {
            const int its = cavalry_of(s, other, slot);
            if (its <= strongest) continue;
            const gt_shapes base = {.count = 1, .at = {cw_base(s, other, slot)}};
            if (other == charger || gt_shapes_within(&own, &base, zone)) strongest = its;
        }
    }
    return strongest;
}

static bool is_foot(const cw_unit *u) { return !cw_is_mounted(u); }

/* CW-R40: what the Brigade's infantry makes of it: 0 full (a Line, CW-6.6), 1 a step weaker, 2 none
 * (all in Square, CW-6.16). */
static int weakened(const gg_state *s, unsigned b)
{
    int found = 0, column = 0;
    for (int slot = 0; slot < cw_count(s, b); slot++) {
        const cw_unit *u = &s->units[b][slot];
        if (!cw_is_infantry(u)) continue;
        if (u->formation == FORM_LINE) return 0;
        found++;
        column += u->formation == FORM_COLUMN;
    }
    return found == 0 ? 0 : column > 0 ? 1 : 2;
}

cw_morale_query cw_morale_of(const gg_state *s, unsigned b, unsigned charger, bool rally)
{
    cw_morale_query query = {.needed = cw_needed(s, b), .is_rally = rally};
    const int less = weakened(s, b);
    if (!cw_any(s, b, is_foot) && !cw_any_special(s, b, SPECIAL_UNDISCIPLINED)) return query;
    query.cavalry = less == 2 ? 0 : cavalry_near(s, b, charger);
    query.weaker = less == 1;
    return query;
}

static int roll_morale(gg_state *s, unsigned b, unsigned charger, bool rally, gg_dice *dice,
                       gg_log *log)
{
    const cw_morale_query query = cw_morale_of(s, b, charger, rally);
    int face;
    return gg_roll_total(&cw_morale_check, CHECK_MORALE, s->house, &query, (gg_unit)b, GG_NO_UNIT,
                         dice, log, &face);
}

bool cw_may_roll_again(const gg_state *s, unsigned b)
{
    return !(s->bodies[b].did & DID_BRAVE) && cw_any_special(s, b, SPECIAL_BRAVE);
}

static int roll_again(gg_state *s, unsigned b, unsigned charger, bool rally, gg_dice *dice,
                      gg_log *log)
{
    s->bodies[b].did |= DID_BRAVE;
    return roll_morale(s, b, charger, rally, dice, log);
}

/* CW-R72: the first failed test of a turn, by itself, or the one that the owner picks.  He is not
 * asked about a face-down Brigade: the question would tell the other side what it is. */
bool cw_test(gg_state *s, unsigned b, unsigned charger, bool rally, int *margin, gg_dice *dice,
             gg_log *log)
{
    if (s->answered.kind == FRAME_BRAVE && s->answered.who == b) {
        *margin = s->answered.n;
        s->answered = (cw_frame){.kind = FRAME_NONE};
        return true;
    }
    *margin = roll_morale(s, b, charger, rally, dice, log);
    if (*margin >= 0 || !cw_may_roll_again(s, b)) return true;
    if (s->options[OPT_brave_choice] && !cw_is_face_down(s, b)) {
        cw_frame *frame = cw_push(s, FRAME_BRAVE, b, charger);
        frame->n = *margin;
        frame->set = rally;
        return false;
    }
    *margin = roll_again(s, b, charger, rally, dice, log);
    return true;
}

/* ---- The owner's answer (CW-R72, option brave_choice). ---- */

gg_verdict cw_reroll_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)side;
    return action->who == cw_top_of(s)->who ? cw_legal : cw_refuse(R_NOT_TESTED);
}

gg_verdict cw_keep_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    return cw_reroll_legal(s, side, action);
}

bool cw_is_action_waiting(const gg_state *s)
{
    static const gg_action none;
    return memcmp(&s->doing, &none, sizeof none) != 0;
}

/* In which an action was given, by what it stands on. */
static cw_phase phase_of_action(const gg_state *s)
{
    if (s->frame_count == 0) return s->active != 0 ? PHASE_ACTIVATE : PHASE_GENERAL;
    return cw_top_of(s)->kind == FRAME_CHARGE ? PHASE_CHARGED : PHASE_REACT;
}

/* What stopped at the test is done once more, and comes to the answer there: the action, or the
 * frame that is on top now.  A position that somebody wrote may hold an action that cannot be done:
 * it lapses. */
static void answer(gg_state *s, gg_side side, gg_dice *dice, gg_log *log)
{
    const gg_action doing = s->doing;
    const bool acts = cw_is_action_waiting(s);
    s->answered = *cw_top(s);
    cw_pop(s);
    if (!acts) return;
    s->phase = (uint8_t)phase_of_action(s);
    if (cw_is_legal(cw_judge(s, side, &doing)))
        cw_actions[doing.kind].apply(s, side, &doing, dice, log);
}

void cw_reroll_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    cw_frame *asks = cw_top(s);
    cw_say(log, GG_NOTE, S_ROLLS_AGAIN, action->who, GG_NO_UNIT);
    asks->n = roll_again(s, asks->who, asks->whom, asks->set != 0, dice, log);
    answer(s, side, dice, log);
}

void cw_keep_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    cw_say(log, GG_NOTE, S_LETS_STAND, action->who, GG_NO_UNIT);
    answer(s, side, dice, log);
}

/* CW-5.6: inside a Zone of Control; horse that engages a Column tests too (cw_begin_act). */
bool cw_must_test(const gg_state *s, unsigned b) { return cw_in_zone(s, b); }

int32_t cw_small_arms(const gg_state *s, unsigned b, bool far)
{
    int32_t longest = 0;
    for (int slot = 0; slot < cw_count(s, b); slot++) {
        const cw_unit *u = &s->units[b][slot];
        const int32_t reach = cw_is_infantry(u) ? cw_reach(s, (cw_weapon)u->weapon, far) : 0;
        if (reach > longest) longest = reach;
    }
    return longest;
}

cw_band cw_band_of(const gg_state *s, unsigned b)
{
    const gt_table t = cw_table(s);
    uint64_t enemies = cw_side_set(s, gg_other((gg_side)s->bodies[b].side), true);
    cw_band worst = BAND_OUTSIDE;
    while (enemies != 0 && worst != BAND_EFFECTIVE) {
        const unsigned other = (unsigned)gg_next_bit(&enemies);
        const int32_t far = cw_small_arms(s, other, true);
        if (far == 0 || !gt_is_within(&t, b, other, far)) continue;
        worst =
            gt_is_within(&t, b, other, cw_small_arms(s, other, false)) ? BAND_EFFECTIVE : BAND_LONG;
    }
    return worst;
}

/* ---- Damage (chapter 18). ---- */

void cw_damage(gg_state *s, unsigned b, int hits, gg_log *log)
{
    if (hits <= 0 || !cw_is_here(s, b)) return;
    cw_add_losses(&s->brigades[b], hits, hits);
    cw_say_number(log, GG_STATUS, S_HITS, (gg_unit)b, GG_NO_UNIT, hits);
    cw_push(s, FRAME_DAMAGE, b, NOBODY)->n = hits;
}

static int units_with_dice(const gg_state *s, unsigned b)
{
    int found = 0;
    for (int slot = 0; slot < cw_count(s, b); slot++) found += s->units[b][slot].dice > 0;
    return found;
}

/* CW-R56: the unit with most dice, the highest slot on ties; -1: none has any. */
static int who_loses(const gg_state *s, unsigned b)
{
    int most = 0, found = -1;
    for (int slot = 0; slot < cw_count(s, b); slot++) {
        if (s->units[b][slot].dice == 0 || s->units[b][slot].dice < most) continue;
        most = s->units[b][slot].dice;
        found = slot;
    }
    return found;
}

static void lose_die(gg_state *s, cw_frame *frame, int slot)
{
    if (slot < 0) return; /* CW-R45: a die that finds nothing is ignored */
    s->units[frame->who][slot].dice--;
    frame->m++;
}

/* Is this the damage of shots, and nothing of what they did is still to be told?  Other damage is
 * part of something that ends in a move. */
static bool is_end_of_fire(const gg_state *s)
{
    int below = s->frame_count;
    while (below > 0 && s->frames[below - 1].kind == FRAME_HITS) below--;
    if (below == 0) return false;
    const unsigned kind = s->frames[below - 1].kind;
    return kind == FRAME_WINDOW || kind == FRAME_CHARGE;
}

/* CW-R45: the batch is over; units without dice go, the rest closes up. */
static void end_damage(gg_state *s, unsigned b, int lost, gg_log *log)
{
    cw_pop(s);
    if (lost > 0) { cw_say_number(log, GG_LOSS, S_LOSES_DICE, (gg_unit)b, GG_NO_UNIT, lost); }
    const int before = cw_count(s, b);
    for (int slot = before - 1; slot >= 0; slot--) {
        if (s->units[b][slot].dice > 0) continue;
        if (cw_count(s, b) > 1) cw_say(log, GG_LOSS, S_LOSES_UNIT, (gg_unit)b, GG_NO_UNIT);
        cw_melee_forget(s, b, slot);
        cw_take_unit(s, b, slot);
    }
    if (cw_count(s, b) == 0) cw_remove(s, b, GONE_DESTROYED, log);
    else if (cw_count(s, b) < before && is_end_of_fire(s))
        cw_check_all(s, log); /* a narrower Brigade may be surrounded (CW-R67) */
}

/* Step 1: the owner has been asked which unit loses the die. */
cw_next cw_run_damage(gg_state *s, cw_frame *frame, gg_dice *dice, gg_log *log)
{
    const unsigned b = frame->who;
    const int needs = cw_number(s, N_damage);
    const bool owner_picks = s->options[OPT_loss_choice] != 0;
    if (!cw_is_here(s, b)) {
        cw_pop(s);
        return GO_ON;
    }
    if (frame->step == 1) {
        s->phase = PHASE_LOSS;
        return ASK;
    }
    if (frame->n == 0) {
        end_damage(s, b, frame->m, log);
        return GO_ON;
    }
    const int now = owner_picks ? 1 : frame->n < DICE_MAX ? frame->n : DICE_MAX;
    frame->n -= now;
    int lost = cw_roll_dice(s, CHECK_DAMAGE, now, needs, (gg_unit)b, GG_NO_UNIT, dice, log);
    if (owner_picks && lost > 0 && units_with_dice(s, b) > 1) {
        frame->step = 1;
        return GO_ON;
    }
    for (; lost > 0; lost--) lose_die(s, frame, who_loses(s, b));
    return GO_ON;
}

gg_verdict cw_lose_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const cw_frame *top = &s->frames[s->frame_count - 1];
    const int32_t slot = action->args[0];
    (void)side;
    if (action->who != top->who) return cw_refuse(R_NOT_ASKED);
    if (slot < 0 || slot >= cw_count(s, top->who) || s->units[top->who][slot].dice == 0)
        return cw_refuse(R_NO_DICE_LEFT);
    return cw_legal;
}

void cw_lose_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)side, (void)dice, (void)log;
    lose_die(s, cw_top(s), action->args[0]);
    cw_top(s)->step = 0;
}

/* ---- Where a forced move goes (CW-R23, CW-R24). ---- */

int32_t cw_march_rate(const gg_state *s, unsigned b)
{
    return cw_number(s, cw_is_horse(s, b) ? N_march_horse : N_march_foot);
}

int32_t cw_flee_step(const gg_state *s, unsigned b)
{
    return cw_number(s, cw_is_horse(s, b) ? N_flee_horse : N_flee_foot);
}

/* Away from the nearest unit of the enemy who is named, else from the nearest that stands, else
 * from the nearest; false: there is no enemy. */
static bool away_from(const gg_state *s, unsigned b, unsigned enemy, gg_zone *zone,
                      int32_t *direction)
{
    const gg_side other = gg_other((gg_side)s->bodies[b].side);
    uint64_t among = enemy != NOBODY && cw_is_here(s, enemy) ? gt_bit(enemy) : 0;
    if (among == 0) among = cw_side_set(s, other, true);
    if (among == 0) among = cw_side_set(s, other, false);
    if (among == 0) return false;
    const cw_nearest nearest = cw_nearest_base(s, b, among);
    *zone = cw_zone_of(s, b, (unsigned)nearest.brigade, nearest.slot);
    *direction = gt_away(s->bodies[b].facing, *zone);
    return true;
}

/* CW-R23: squares form columns and guns limber before any forced move. */
static void make_ready(gg_state *s, unsigned b)
{
    for (int slot = 0; slot < cw_count(s, b); slot++) {
        cw_unit *u = &s->units[b][slot];
        if (u->formation == FORM_SQUARE) u->formation = FORM_COLUMN;
        if (u->formation == FORM_UNLIMBERED) u->formation = FORM_LIMBERED;
    }
}

static gt_shapes shapes_at(const gg_state *s, unsigned b, gg_pose pose)
{
    const gt_table t = cw_table(s);
    return gt_shapes_at(&t, b, pose, s->bodies[b].formation);
}

static gg_pose gone_to(const gg_state *s, unsigned b, int32_t direction, int32_t distance)
{
    const gg_pose from = cw_pose(s, b);
    return (gg_pose){gg_along(from.at, direction, distance), from.facing};
}

static bool is_barred(const gg_state *s, unsigned b, const gt_shapes *shapes)
{
    return cw_touches(s, shapes, IMPASSABLE) && !cw_all_special(s, b, SPECIAL_ELBRUC);
}

/* ---- Withdrawing. ---- */

/* Is every sample of a way this long free?  A wary Brigade also keeps its distance at each of them
 * (CW-R111). */
static bool is_way_free(const gg_state *s, unsigned b, int32_t direction, int32_t length, bool wary)
{
    const gt_shapes own = shapes_at(s, b, cw_pose(s, b));
    int32_t last = wary ? cw_enemy_gap(s, b, &own) : GG_NEVER;
    for (int32_t at = 0; at < length;) {
        at = at + SAMPLE < length ? at + SAMPLE : length;
        const gt_shapes shapes = shapes_at(s, b, gone_to(s, b, direction, at));
        if (!cw_is_on_table(s, b, &shapes) || is_barred(s, b, &shapes)
            || cw_overlaps(s, b, &shapes, 0) >= 0)
            return false;
        const int32_t gap = wary ? cw_enemy_gap(s, b, &shapes) : GG_NEVER;
        if (gap != GG_NEVER && (last == GG_NEVER || gap <= last)) return false;
        last = gap;
    }
    return true;
}

void cw_withdraw(gg_state *s, unsigned b, unsigned enemy, int32_t distance, bool by_will,
                 gg_log *log)
{
    const gg_pose from = cw_pose(s, b);
    const bool wary = by_will && cw_all(s, b, cw_is_guns);
    int32_t direction, length = distance;
    gg_zone zone;
    make_ready(s, b);
    if (!away_from(s, b, enemy, &zone, &direction)) return;
    while (length > 0 && !is_way_free(s, b, direction, length, wary))
        length = length > SAMPLE ? length - SAMPLE : 0;
    const gg_pose to = gone_to(s, b, direction, length);
    cw_run_over(s, b, from, direction, length, log);
    cw_move_to(s, b, to);
    if (zone != GG_ZONE_FRONT) { /* it ends facing the enemy, if it can */
        const gg_pose turned =
            gt_turn_about(cw_pose(s, b), cw_box(s, b), gg_facing(direction + GG_HALF_TURN));
        gg_verdict verdict;
        if (cw_pose_is_legal(s, b, turned, s->bodies[b].formation, &verdict))
            cw_move_to(s, b, turned);
    }
    cw_say_move(log, S_WITHDRAWS, (gg_unit)b, GG_NO_UNIT, from.at, to.at);
    cw_check_all(s, log);
}

/* ---- Running away. ---- */

/* The centres are those of CW-R4, each turned to the world on its own. */
static bool is_centre_out(const gg_state *s, unsigned b, gg_pose pose)
{
    const gt_table t = cw_table(s);
    const int count = cw_count(s, b);
    for (int slot = 0; slot < count; slot++) {
        const gg_point own = gt_base_centre(cw_game.base, count, s->bodies[b].formation, slot);
        if (gt_is_outside(&t, gg_to_world(pose, own))) return true;
    }
    return false;
}

enum { FLIGHT_OVER = 10 * CM }; /* CW-R24: so much farther it looks for a free place */

typedef struct flight {
    int32_t direction, length;
    bool left;        /* the table */
    uint64_t friends; /* CW-R66: who was within the zone at a sample */
} flight;

/* How far it gets (CW-R24).  Samples beyond the distance are looked at only for a free place. */
static void find_flight(const gg_state *s, unsigned b, int32_t distance, flight *out)
{
    const uint64_t friends = cw_side_set(s, (gg_side)s->bodies[b].side, false);
    const int32_t farthest = distance + FLIGHT_OVER;
    int32_t limit = distance;
    bool limited = false, arrived = false;
    if (distance == 0) { /* without a step it stays, if it may */
        const gt_shapes here = shapes_at(s, b, cw_pose(s, b));
        arrived = cw_overlaps(s, b, &here, 0) < 0;
    }
    for (int32_t at = 0; at < farthest && !limited && !arrived;) {
        const int32_t next = at < distance && at + SAMPLE > distance ? distance : at + SAMPLE;
        const gg_pose pose = gone_to(s, b, out->direction, next);
        const gt_shapes shapes = shapes_at(s, b, pose);
        if (is_barred(s, b, &shapes) || cw_overlaps(s, b, &shapes, friends) >= 0) {
            limited = true;
            limit = at < distance ? at : distance;
        } else if (is_centre_out(s, b, pose)) {
            out->left = true;
            out->length = next;
            return;
        } else if (next >= distance && cw_overlaps(s, b, &shapes, 0) < 0) {
            arrived = true;
            limit = next;
        }
        at = next;
    }
    for (out->length = limit; !arrived && out->length > 0;) { /* back to a free place */
        const gt_shapes shapes = shapes_at(s, b, gone_to(s, b, out->direction, out->length));
        if (cw_overlaps(s, b, &shapes, 0) < 0) break;
        out->length = out->length > SAMPLE ? out->length - SAMPLE : 0;
    }
}

/* Friends, not fleeing, who were near it at a sample of its way. */
static void find_witnesses(const gg_state *s, unsigned b, flight *out)
{
    const gt_table t = cw_table(s);
    const int32_t zone = cw_number(s, N_zone_of_control);
    const int64_t own = gt_body_circles(&t, b).outer;
    uint64_t rest = cw_side_set(s, (gg_side)s->bodies[b].side, true) & ~gt_bit(b);
    while (rest != 0) {
        const unsigned other = (unsigned)gg_next_bit(&rest);
        const gt_shapes its = gt_shapes_of(&t, other);
        const int32_t round = (int32_t)(own + gt_body_circles(&t, other).outer) + zone + 1;
        for (int32_t at = 0;;) {
            const gg_pose there = gone_to(s, b, out->direction, at);
            /* Samples that are surely too far away need no shapes. */
            const int32_t short_by = gg_distance(there.at, s->bodies[other].at) - round;
            if (short_by > 0) {
                if (at >= out->length) break;
                at += (1 + short_by / SAMPLE) * SAMPLE;
                if (at > out->length) at = out->length;
                continue;
            }
            const gt_shapes shapes = shapes_at(s, b, there);
            if (gt_shapes_within(&shapes, &its, zone)) {
                out->friends |= gt_bit(other);
                break;
            }
            if (at >= out->length) break;
            at = at + SAMPLE < out->length ? at + SAMPLE : out->length;
        }
    }
}

/* It turns to where it runs if it has room for that, and is seen there too (CW-R109). */
static void turn_and_run(gg_state *s, unsigned b, flight *way)
{
    const gg_pose turned = gt_turn_about(cw_pose(s, b), cw_box(s, b), way->direction);
    const gt_shapes shapes = shapes_at(s, b, turned);
    if (cw_overlaps(s, b, &shapes, 0) >= 0 || is_barred(s, b, &shapes)
        || is_centre_out(s, b, turned))
        return;
    cw_move_to(s, b, turned);
    way->length = 0;
    find_witnesses(s, b, way);
}

bool cw_run_away(gg_state *s, unsigned b, unsigned enemy, int32_t distance, bool turns,
                 uint64_t *friends_near, gg_log *log)
{
    const gg_pose from = cw_pose(s, b);
    flight way = {.direction = from.facing};
    gg_zone zone;
    make_ready(s, b);
    if (away_from(s, b, enemy, &zone, &way.direction)) find_flight(s, b, distance, &way);
    const gg_pose to = gone_to(s, b, way.direction, way.length);
    find_witnesses(s, b, &way);
    cw_run_over(s, b, from, way.direction, way.length, log); /* but a fleer takes nobody */
    cw_move_to(s, b, to);
    if (way.left) {
        cw_remove(s, b, GONE_LEFT, log);
    } else {
        if (turns) turn_and_run(s, b, &way);
        cw_say_move(log, turns ? S_FLEES : S_GIVES_WAY, (gg_unit)b,
                    enemy == NOBODY ? GG_NO_UNIT : (gg_unit)enemy, from.at, to.at);
    }
    *friends_near = way.friends;
    return !way.left;
}

/* CW-R45: not even a General could save it. */
static bool disperses(const gg_state *s, unsigned b)
{
    return s->options[OPT_disperse_above] > 0 && cw_needed(s, b) > s->options[OPT_disperse_above];
}

static bool has_panic(const gg_state *s)
{
    for (int i = 0; i < s->frame_count; i++)
        if (s->frames[i].kind == FRAME_PANIC) return true;
    return false;
}

void cw_flee(gg_state *s, unsigned b, unsigned enemy, int32_t distance, gg_log *log)
{
    gt_body *body = &s->bodies[b];
    uint64_t friends = 0;
    body->status |= STATUS_FLEEING;
    s->brigades[b].actions = 0;
    body->did |= DID_ORDERED; /* CW-R43 */
    cw_end_activation(s, b);
    if (disperses(s, b)) {
        flight nowhere = {.direction = body->facing};
        find_witnesses(s, b, &nowhere);
        friends = nowhere.friends;
        cw_remove(s, b, GONE_DISPERSED, log);
    } else {
        cw_run_away(s, b, enemy, distance, true, &friends, log);
    }
    cw_check_all(s, log);
    if (!s->options[OPT_panic_tests] || friends == 0) return;
    if (!has_panic(s)) s->panicked = 0; /* a new chain */
    cw_push(s, FRAME_PANIC, b, NOBODY)->set = friends;
}

/* ---- Failed tests (CW-T10). ---- */

/* Outside small-arms range nobody is hurt (CW-19.1, CW-19.2), inside
 * long range only who flees (CW-19.3); either way its offence is over for this turn (CW-19.7). */

void cw_fail(gg_state *s, unsigned b, unsigned enemy, int margin, cw_band band)
{
    cw_frame *frame = cw_push(s, FRAME_FAIL, b, enemy);
    frame->n = margin;
    frame->m = (int32_t)band;
}

static int hits_of_failing(gg_state *s, const cw_frame *frame, bool flees, gg_dice *dice,
                           gg_log *log)
{
    if (frame->m == BAND_OUTSIDE || (frame->m == BAND_LONG && !flees)) return 0;
    if (frame->m == BAND_LONG) return cw_number(s, N_long_flee_hits);
    if (!flees) return cw_number(s, N_near_withdraw_hits);
    return cw_roll_d3(CW_19_6, (gg_unit)frame->who, dice, log);
}

/* Step 0: hits; step 1: the move. */
cw_next cw_run_fail(gg_state *s, cw_frame *frame, gg_dice *dice, gg_log *log)
{
    const cw_frame this = *frame;
    const unsigned b = this.who;
    const bool flees = this.n > cw_number(s, N_withdraw_by);
    if (!cw_is_here(s, b)) {
        cw_pop(s);
        return GO_ON;
    }
    if (this.step == 0) {
        frame->step = 1;
        cw_damage(s, b, hits_of_failing(s, &this, flees, dice, log), log);
        return GO_ON;
    }
    cw_pop(s);
    if (flees) {
        const int steps = s->options[OPT_flee_plus_one] + s->brigades[b].actions;
        cw_flee(s, b, this.whom, steps * cw_flee_step(s, b), log);
        return GO_ON;
    }
    s->bodies[b].did |= DID_LIMITED; /* CW-R43 */
    cw_end_activation(s, b);
    cw_withdraw(s, b, this.whom, cw_march_rate(s, b), false, log);
    return GO_ON;
}

/* ---- Broken friends: once for each flight (CW-20.1), with the usual results (CW-20.2). ---- */

cw_next cw_run_panic(gg_state *s, cw_frame *frame, gg_dice *dice, gg_log *log)
{
    int margin = 0;
    frame->set &= ~s->panicked;
    if (frame->set == 0) {
        cw_pop(s);
        if (!has_panic(s)) s->panicked = 0;
        return GO_ON;
    }
    uint64_t rest = frame->set;
    const unsigned b = (unsigned)gg_next_bit(&rest);
    const bool stands = cw_stands(s, b);
    if (stands && !cw_test(s, b, NOBODY, false, &margin, dice, log)) return GO_ON;
    frame->set = rest;
    if (stands) s->panicked |= gt_bit(b);
    if (margin < 0) cw_fail(s, b, NOBODY, -margin, cw_band_of(s, b));
    return GO_ON;
}

/* ---- Recovery and surrender. ---- */

bool cw_recover(gg_state *s, unsigned b, gg_dice *dice, gg_log *log)
{
    int margin;
    const uint64_t enemies = cw_side_set(s, gg_other((gg_side)s->bodies[b].side), false);
    if (!cw_test(s, b, NOBODY, false, &margin, dice, log)) return false;
    if (margin >= 0 || (enemies == 0 && !disperses(s, b))) {
        s->bodies[b].status &= (uint8_t)~STATUS_FLEEING;
        cw_say(log, GG_STATUS, S_RECOVERS, (gg_unit)b, GG_NO_UNIT);
        return true;
    }
    cw_say(log, GG_STATUS, S_RUNS_ON, (gg_unit)b, GG_NO_UNIT);
    cw_flee(s, b, NOBODY, cw_number(s, N_recovery_steps) * cw_flee_step(s, b), log);
    return true;
}

/* CW-15.1: enemies in all four directions. */
bool cw_is_surrounded(const gg_state *s, unsigned b, uint64_t enemies)
{
    const int32_t reach = cw_number(s, N_zone_of_control);
    const gt_table t = cw_table(s);
    const gg_point at = s->bodies[b].at;
    const gt_set among = {.words = 1, .bits = {enemies}};
    gt_set about; /* one enemy Brigade is never on all sides: most are done with here */
    gt_near_among(&t, &among, (gg_bounds){at, at}, reach + (int32_t)gt_body_circles(&t, b).outer,
                  &about);
    if ((about.bits[0] & (about.bits[0] - 1)) == 0) return false;
    const gt_shapes own = gt_shapes_of(&t, b);
    uint64_t near = cw_enemies_within(s, b, reach);
    unsigned zones = 0;
    while (near != 0 && zones != 0xf) {
        const unsigned other = (unsigned)gg_next_bit(&near);
        for (int slot = 0; slot < cw_count(s, other); slot++) {
            const gt_shapes base = {.count = 1, .at = {cw_base(s, other, slot)}};
            if (!gt_shapes_within(&own, &base, reach)) continue;
            zones |= 1u << cw_zone_of(s, b, other, slot);
        }
    }
    return zones == 0xf;
}
