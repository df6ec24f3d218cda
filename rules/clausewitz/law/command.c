/*
 * command.c - Generals and their chits, ADCs, orders and rallies (chapters 2, 7 and 8).  Objective
 * orders come from the CinC alone (CW-2.2).  That he acts first in turn 1 (CW-7.11) is true by
 * itself: nobody else has chits (CW-R102).
 * SPDX-License-Identifier: MIT
 */
#include "core/roll.h"
#include "fight.h"

bool cw_is_in_play(const cw_general *his)
{
    return his->health == HEALTH_WELL || his->health == HEALTH_WOUNDED;
}

/* ---- Chits (CW-7.3 to CW-7.5). ---- */

bool cw_has_general_with_actions(const gg_state *s, gg_side side)
{
    for (int g = 0; g < GENERALS_MAX; g++)
        if (cw_is_in_play(&s->generals[side][g]) && s->generals[side][g].actions > 0) return true;
    return false;
}

/* Five for each General who is activated (CW-7.4). */
void cw_fill_bag(gg_state *s)
{
    for (unsigned g = FIRST_GENERAL; g < FIRST_MARKER; g++) {
        cw_general *his = cw_general_of(s, g);
        const bool acts = cw_is_in_play(his) && his->activated;
        his->actions = (uint8_t)(acts ? cw_number(s, N_general_actions) : 0);
        s->bag[cw_general_side(g)] = (uint8_t)(s->bag[cw_general_side(g)] + his->actions);
    }
}

/* ---- Loss of the CinC (CW-R80). ---- */

static bool has_cinc(const gg_state *s, gg_side side)
{
    for (int g = 0; g < GENERALS_MAX; g++)
        if (s->generals[side][g].rank == RANK_CINC && cw_is_in_play(&s->generals[side][g]))
            return true;
    return false;
}

/* The spot where the last CinC was: who took over after another has a higher id. */
static gg_point spot_of_cinc(const gg_state *s, gg_side side)
{
    gg_point spot = s->generals[side][0].at;
    for (int g = 0; g < GENERALS_MAX; g++)
        if (s->generals[side][g].health != HEALTH_NONE && s->generals[side][g].rank == RANK_CINC)
            spot = s->generals[side][g].at;
    return spot;
}

/* Rating 4, at the R of the friendly Brigade nearest to the spot. */
static void find_staff_officer(gg_state *s, gg_side side, gg_log *log)
{
    const gg_point spot = spot_of_cinc(s, side);
    int nearest = -1, g = 0;
    int32_t least = INT32_MAX;
    for (unsigned b = 0; b < s->body_count; b++) {
        if (!cw_is_here(s, b) || s->bodies[b].side != side) continue;
        const int32_t far = cw_point_distance(s, spot, b);
        if (far < least) least = far, nearest = (int)b;
    }
    while (g < GENERALS_MAX && s->generals[side][g].health != HEALTH_NONE) g++;
    if (nearest < 0 || g == GENERALS_MAX) return;
    s->generals[side][g] = (cw_general){.at = s->bodies[nearest].at,
                                        .health = HEALTH_WELL,
                                        .rank = RANK_CINC,
                                        .rating = (uint8_t)cw_number(s, N_staff_rating),
                                        .activated = 1};
    cw_say(log, GG_STATUS, S_SUCCEEDS, (gg_unit)(FIRST_GENERAL + side * GENERALS_MAX + g),
           GG_NO_UNIT);
}

void cw_succeed(gg_state *s, gg_log *log)
{
    for (gg_side side = GG_BLUE; side <= GG_RED && s->options[OPT_cinc_succession]; side++) {
        bool had_any = false, found = false;
        for (int g = 0; g < GENERALS_MAX; g++)
            had_any |= s->generals[side][g].health != HEALTH_NONE;
        if (!had_any || has_cinc(s, side)) continue;
        for (int g = 0; g < GENERALS_MAX && !found; g++) {
            cw_general *his = &s->generals[side][g];
            if (!cw_is_in_play(his)) continue;
            his->rank = RANK_CINC;
            his->activated = 1;
            found = true;
            cw_say(log, GG_STATUS, S_SUCCEEDS, (gg_unit)(FIRST_GENERAL + side * GENERALS_MAX + g),
                   GG_NO_UNIT);
        }
        if (!found) find_staff_officer(s, side, log);
    }
}

/* ---- Riding points (CW-R31, CW-R33). ---- */

typedef struct ride {
    gg_point from;
    int32_t x, y;
    int steps;
} ride;

static ride ride_toward(gg_point from, gg_point to, int32_t most)
{
    const int32_t far = gg_distance(from, to), length = far < most ? far : most;
    if (far == 0) return (ride){.from = from};
    return (ride){from, (int32_t)gg_rdiv((int64_t)(to.x - from.x) * length, far),
                  (int32_t)gg_rdiv((int64_t)(to.y - from.y) * length, far),
                  (length + SAMPLE - 1) / SAMPLE};
}

static gg_point ride_at(const ride *it, int step)
{
    if (step == 0) return it->from;
    return (gg_point){it->from.x + (int32_t)gg_rdiv((int64_t)it->x * step, it->steps),
                      it->from.y + (int32_t)gg_rdiv((int64_t)it->y * step, it->steps)};
}

static gg_bounds bounds_of_ride(const ride *it)
{
    const gg_point from = it->from, to = {from.x + it->x, from.y + it->y};
    return (gg_bounds){{from.x < to.x ? from.x : to.x, from.y < to.y ? from.y : to.y},
                       {from.x > to.x ? from.x : to.x, from.y > to.y ? from.y : to.y}};
}

/* Is there ground about it that nobody may enter? */
static bool may_be_barred(const gg_state *s, const ride *it)
{
    const gt_table t = cw_table(s);
    const uint64_t impassable = cw_areas_from(s, IMPASSABLE);
    return impassable != 0 && gt_areas_among(&t, impassable, bounds_of_ride(it)) != 0;
}

/* Does a step of it lie in such ground? */
static bool is_way_barred(const gg_state *s, const ride *it)
{
    const bool may_be = may_be_barred(s, it);
    for (int step = 1; step <= it->steps && may_be; step++)
        if (cw_in_class(s, ride_at(it, step), IMPASSABLE)) return true;
    return false;
}

/* ---- The actions of a General. ---- */

gg_verdict cw_general_may_act(const gg_state *s, gg_side side, unsigned who)
{
    if (!cw_is_general(who) || cw_general_side(who) != side) return cw_refuse(R_NOT_YOURS);
    const cw_general *his = cw_general_at(s, who);
    if (!cw_is_in_play(his)) return cw_refuse(R_NO_GENERAL);
    if (!his->activated) return cw_refuse(R_NO_ADC);
    if (his->actions == 0) return cw_refuse(R_NO_ACTIONS);
    return cw_legal;
}

static void spend(gg_state *s, unsigned general)
{
    cw_general_of(s, general)->actions--;
    s->chit_used = 1;
}

gg_verdict cw_general_may_end(const gg_state *s, gg_side side, gg_point from, gg_point to,
                              int32_t most)
{
    if (to.x < 0 || to.y < 0 || to.x > s->width || to.y > s->height)
        return cw_refuse(R_GENERAL_OFF);
    const int32_t far = gg_distance(from, to);
    if (far > most) return cw_refuse_by(R_GENERAL_FAR, (far + 9) / 10, most / 10);
    const ride it = ride_toward(from, to, most);
    if (is_way_barred(s, &it)) return cw_refuse(R_GENERAL_BARRED);
    const gt_table t = cw_table(s);
    const int32_t near = cw_number(s, N_general_contact);
    gt_set enemies;
    gt_enemies_near(&t, side, (gg_bounds){to, to}, near, &enemies);
    for (uint64_t rest = enemies.bits[0]; rest != 0;) {
        const unsigned b = (unsigned)gg_next_bit(&rest);
        if (!cw_stands(s, b)) continue;
        const int32_t gap = cw_point_distance(s, to, b);
        if (gap <= near) return cw_refuse_by(R_GENERAL_ENEMY, gap / 10, near / 10);
    }
    return cw_legal;
}

gg_verdict cw_ride_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const gg_verdict may = cw_general_may_act(s, side, action->who);
    if (!cw_is_legal(may)) return may;
    return cw_general_may_end(s, side, cw_general_at(s, action->who)->at, action->at,
                              cw_number(s, N_general_move));
}

void cw_ride_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)side, (void)dice;
    cw_general *his = cw_general_of(s, action->who);
    cw_say_move(log, S_RIDES, action->who, GG_NO_UNIT, his->at, action->at);
    his->at = action->at;
    spend(s, action->who);
}

void cw_pass_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)action, (void)dice;
    gg_event *event = cw_say(log, GG_NOTE, S_PASSES, GG_NO_UNIT, GG_NO_UNIT);
    /* CW-R116: an order that gave nothing looks the same */
    if (event != NULL && cw_is_secret(s)) event->seen_by = (gg_sides)(1u << side);
    s->chit_used = 1;
}

/* ---- ADCs (CW-8.2 to CW-8.7). ---- */

/* One who has become CinC too is still the General of his Division (CW-R80). */
static bool is_god(const cw_general *his) { return his->division != 0; }

static bool has_god(const gg_state *s, gg_side side, int division)
{
    for (int g = 0; g < GENERALS_MAX; g++) {
        const cw_general *his = &s->generals[side][g];
        if (is_god(his) && his->division == division && cw_is_in_play(his)) return true;
    }
    return false;
}

static bool is_addressee(const gg_state *s, gg_side side, unsigned whom)
{
    if (cw_is_general(whom)) {
        const cw_general *his = cw_general_at(s, whom);
        return cw_general_side(whom) == side && is_god(his) && cw_is_in_play(his);
    }
    return whom < s->body_count && cw_is_here(s, whom) && s->bodies[whom].side == side
           && !has_god(s, side, s->bodies[whom].division); /* CW-R32 */
}

gg_verdict cw_aide_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const gg_verdict may = cw_general_may_act(s, side, action->who);
    int under_way = 0;
    if (!cw_is_legal(may)) return may;
    if (cw_general_at(s, action->who)->rank != RANK_CINC) return cw_refuse(R_NOT_CINC);
    if (!is_addressee(s, side, action->whom)) return cw_refuse(R_NOT_ADDRESSEE);
    if (action->args[0] < 1 || action->args[0] > OBJECTIVES_MAX
        || s->objectives[action->args[0] - 1].number == 0)
        return cw_refuse(R_NO_OBJECTIVE);
    const gg_point via = action->at;
    if (via.x < 0 || via.y < 0 || via.x > s->width || via.y > s->height)
        return cw_refuse(R_VIA_OFF);
    for (int i = 0; i < ADCS_MAX && s->adcs[i].objective != 0; i++)
        under_way += s->adcs[i].objective != 0 && s->adcs[i].side == side;
    if (under_way >= ADCS_MAX / 2) return cw_refuse_by(R_TOO_MANY_ADCS, under_way, ADCS_MAX / 2);
    return cw_legal;
}

void cw_aide_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)dice;
    int i = 0;
    while (s->adcs[i].objective != 0) i++;
    const gg_point from = cw_general_at(s, action->who)->at, via = action->at;
    /* A via point at distance 0 is dropped (CW-R31). */
    const bool has_via = (via.x != 0 || via.y != 0) && !gg_is_same_place(via, from);
    s->adcs[i] = (cw_adc){.at = from,
                          .via = has_via ? via : (gg_point){0, 0},
                          .to = action->whom,
                          .side = side,
                          .objective = (uint8_t)action->args[0],
                          .rides = (uint8_t)s->options[OPT_adc_rides],
                          .has_via = has_via};
    gg_event *event =
        cw_say_number(log, GG_MOVE, S_SENDS_ADC, action->who, action->whom, action->args[0]);
    if (event != NULL) event->at = event->to = from;
    spend(s, action->who);
}

/* The others close up, so that they stand in the order in which they were sent. */
static void drop_adc(gg_state *s, cw_adc *adc)
{
    for (; adc < &s->adcs[ADCS_MAX - 1]; adc++) *adc = adc[1];
    *adc = (cw_adc){.objective = 0};
}

/* CW-8.4: the Division's objective, the General is activated; of a Brigade its own objective. */
/* In contact (CW-8.3) he stays (CW-2.9); one more only changes the objective (CW-2.10). */
static void arrive(gg_state *s, cw_adc *adc, gg_log *log)
{
    gg_event *event =
        cw_say_number(log, GG_MOVE, S_ADC_ARRIVES, GG_NO_UNIT, adc->to, adc->objective);
    if (event != NULL) event->at = event->to = adc->at;
    if (cw_is_general(adc->to)) {
        cw_general *his = cw_general_of(s, adc->to);
        s->division_objective[adc->side][his->division] = adc->objective;
        his->has_adc = 1;
        if (!his->activated) cw_say(log, GG_STATUS, S_ACTIVATED, adc->to, GG_NO_UNIT);
        his->activated = 1; /* his chits come next turn (CW-8.5) */
    } else {
        s->brigades[adc->to].objective = adc->objective;
    }
    drop_adc(s, adc);
}

/* The enemies who may catch somebody on this ride. */
static uint64_t about_ride(const gg_state *s, gg_side side, const ride *it)
{
    enum { ROUNDED = 4 };
    const gt_table t = cw_table(s);
    const gg_point to = {it->from.x + it->x, it->from.y + it->y};
    const gt_way way = gt_way_between(it->from, to);
    const int32_t reach = cw_number(s, N_general_contact) + ROUNDED;
    uint64_t found = 0;
    gt_set near;
    gt_enemies_near(&t, side, bounds_of_ride(it), reach, &near);
    while (near.bits[0] != 0) {
        const unsigned b = (unsigned)gg_next_bit(&near.bits[0]);
        const gt_circles its = {gt_body_circles(&t, b).outer, -1};
        if (cw_stands(s, b) && gt_way_within(&way, s->bodies[b].at, its, reach) != 0)
            found |= gt_bit(b);
    }
    return found;
}

static bool adc_is_caught(const gg_state *s, gg_point at, uint64_t by)
{
    const gt_table t = cw_table(s);
    const int32_t reach = cw_number(s, N_general_contact);
    while (by != 0) {
        const unsigned b = (unsigned)gg_next_bit(&by);
        if (gt_point_is_within(&t, at, b, reach)) return true;
    }
    return false;
}

static bool is_with_addressee(const gg_state *s, const cw_adc *adc, gg_point at)
{
    const int32_t reach = cw_number(s, N_general_contact);
    if (cw_is_general(adc->to)) return !gg_is_farther(at, cw_general_at(s, adc->to)->at, reach);
    const gt_table t = cw_table(s);
    return gt_point_is_within(&t, at, adc->to, reach);
}

static bool has_addressee(const gg_state *s, const cw_adc *adc)
{
    return cw_is_general(adc->to) ? cw_is_in_play(cw_general_at(s, adc->to))
                                  : cw_is_here(s, adc->to);
}

static void capture_adc(gg_state *s, cw_adc *adc, gg_point at, gg_log *log)
{
    gg_event *event = cw_say(log, GG_LOSS, S_ADC_CAPTURED, GG_NO_UNIT, adc->to);
    if (event != NULL) event->at = at;
    drop_adc(s, adc);
}

static void lose_adc(gg_state *s, cw_adc *adc, gg_log *log)
{
    cw_say(log, GG_NOTE, S_ADC_LOST, GG_NO_UNIT, adc->to);
    drop_adc(s, adc);
}

void cw_lose_adcs(gg_state *s, unsigned to, gg_log *log)
{
    for (int i = 0; i < ADCS_MAX && s->adcs[i].objective != 0;) {
        if (s->adcs[i].to == to) lose_adc(s, &s->adcs[i], log);
        else i++;
    }
}

/* So many steps, whichever way they lead, do not bring him to his addressee. */
static int steps_before(const gg_state *s, const cw_adc *adc, const ride *it)
{
    enum { ROUNDED = 4 };
    const gt_table t = cw_table(s);
    const bool general = cw_is_general(adc->to);
    const gg_point its = general ? cw_general_at(s, adc->to)->at : s->bodies[adc->to].at;
    const int64_t outer = general ? 0 : gt_body_circles(&t, adc->to).outer;
    const int64_t between =
        gg_distance(it->from, its) - cw_number(s, N_general_contact) - outer - ROUNDED;
    const int64_t steps = between < 0 ? 0 : between / SAMPLE;
    return steps < it->steps ? (int)steps : it->steps;
}

/* True: it is no longer under way. */
static bool ride_adc(gg_state *s, cw_adc *adc, gg_log *log)
{
    if (!has_addressee(s, adc)) {
        lose_adc(s, adc, log);
        return true;
    }
    if (is_with_addressee(s, adc, adc->at)) {
        arrive(s, adc, log);
        return true;
    }
    adc->rides--;
    const gg_point goal = adc->has_via             ? adc->via
                          : cw_is_general(adc->to) ? cw_general_at(s, adc->to)->at
                                                   : s->bodies[adc->to].at;
    const ride it = ride_toward(adc->at, goal, cw_number(s, N_adc_ride));
    const uint64_t enemies = about_ride(s, (gg_side)adc->side, &it);
    const bool may_be = may_be_barred(s, &it);
    const int alone = enemies == 0 && !may_be ? steps_before(s, adc, &it) : 0;
    if (alone > 0) adc->at = ride_at(&it, alone);
    for (int step = alone + 1; step <= it.steps; step++) {
        const gg_point at = ride_at(&it, step);
        if (may_be && cw_in_class(s, at, IMPASSABLE)) break;
        adc->at = at;
        if (adc_is_caught(s, at, enemies)) {
            capture_adc(s, adc, at, log);
            return true;
        }
        if (is_with_addressee(s, adc, at)) {
            arrive(s, adc, log);
            return true;
        }
    }
    if (adc->has_via && gg_is_same_place(adc->at, adc->via)) {
        adc->has_via = 0;
        adc->via = (gg_point){0, 0};
    }
    cw_say_move(log, S_ADC_RIDES, GG_NO_UNIT, adc->to, it.from, adc->at);
    return false;
}

void cw_ride_adcs(gg_state *s, gg_side side, gg_log *log)
{
    for (int i = 0; i < ADCS_MAX && s->adcs[i].objective != 0;) {
        const bool rides = s->adcs[i].side == side && s->adcs[i].rides > 0;
        if (!rides || !ride_adc(s, &s->adcs[i], log)) i++;
    }
}

void cw_catch_adcs(gg_state *s, unsigned b, const gt_shapes *shapes, gg_log *log)
{
    for (int i = 0; i < ADCS_MAX && s->adcs[i].objective != 0;) {
        cw_adc *adc = &s->adcs[i];
        const gt_shapes dot = {.count = 1, .at = {gg_dot(adc->at)}};
        if (adc->side != s->bodies[b].side
            && gt_shapes_within(&dot, shapes, cw_number(s, N_general_contact)))
            capture_adc(s, adc, adc->at, log);
        else i++;
    }
}

/* ---- Orders (T2). ---- */

gg_verdict cw_order_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const gg_verdict may = cw_general_may_act(s, side, action->who);
    const unsigned b = action->whom;
    if (!cw_is_legal(may)) return may;
    if (b >= s->body_count || s->bodies[b].side != side) return cw_refuse(R_NOT_YOURS);
    if (!cw_is_here(s, b)) return cw_refuse(R_GONE);
    const cw_general *his = cw_general_at(s, action->who);
    if (his->rank == RANK_GOD && his->division != s->bodies[b].division)
        return cw_refuse(R_OTHER_DIVISION);
    if (cw_is_fleeing(s, b)) return cw_refuse(R_IS_FLEEING);
    if (s->bodies[b].did & DID_LIMITED) return cw_refuse(R_IS_LIMITED);
    if (s->bodies[b].did & DID_ORDERED) return cw_refuse(R_WAS_ORDERED);
    return cw_legal;
}

cw_command_query cw_command_of(const gg_state *s, unsigned general, unsigned b)
{
    cw_command_query q = {.general = cw_general_at(s, general)->rating,
                          .brigade = cw_rating(s, b),
                          .is_drilled = cw_any_special(s, b, SPECIAL_DRILLED)};
    for (int slot = 0; slot < cw_count(s, b); slot++)
        q.light += cw_unit_defs[s->units[b][slot].type].command;
    return q;
}

/* CW-13.1; what the roll or the distance takes away is lost altogether (CW-R30). */
void cw_order_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)side;
    const unsigned b = action->whom;
    const cw_command_query q = cw_command_of(s, action->who, b);
    const int all = cw_number(s, N_brigade_actions);
    gg_event unseen = {.kind = GG_ROLL};
    spend(s, action->who);
    gg_event *event = gg_roll_event(&cw_command_check, CHECK_COMMAND, action->who, action->whom,
                                    dice, log, &unseen);
    gg_check_roll(&cw_command_check, s->house, &q, dice, event);
    /* the faces are read before modifiers (CW-R34) */
    const bool best = event->faces[0] == 6 && event->faces[1] == 6;
    const bool worst = event->faces[0] == 1 && event->faces[1] == 1;
    const int32_t far = cw_point_distance(s, cw_general_at(s, action->who)->at, b);
    const int less = far / cw_number(s, N_order_step);
    int actions = all + (event->total < 0 ? event->total : 0);
    if (actions < 0) actions = 0;
    actions = actions > less ? actions - less : 0;
    if (best) actions = all;
    if (worst) cw_general_of(s, action->who)->actions = 0; /* CW-R36 */
    s->bodies[b].did |= DID_ORDERED;
    s->brigades[b].actions = (uint8_t)actions;
    if (worst) cw_say(log, GG_STATUS, S_BLUNDERS, action->who, action->whom);
    if (less > 0 && !best) {
        const int32_t hundredths = far / 10 < INT16_MAX ? far / 10 : INT16_MAX;
        cw_say_numbers(log, GG_NOTE, S_DISTANCE, action->who, action->whom, less, hundredths);
    }
    cw_say_number(log, GG_STATUS, best ? S_ALL_ACTIONS : S_GETS_ACTIONS, action->who, action->whom,
                  actions);
    if (actions > 0 || cw_is_face_down(s, b)) s->active = (uint8_t)(b + 1); /* CW-R101 */
}

/* ---- Rally (CW-R81). ---- */

gg_verdict cw_rally_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const gg_verdict may = cw_general_may_act(s, side, action->who);
    const unsigned b = action->whom;
    if (!cw_is_legal(may)) return may;
    if (b >= s->body_count || s->bodies[b].side != side) return cw_refuse(R_NOT_YOURS);
    if (!cw_is_here(s, b)) return cw_refuse(R_GONE);
    if (!cw_is_fleeing(s, b)) return cw_refuse(R_NOT_FLEEING);
    const int32_t far = cw_point_distance(s, cw_general_at(s, action->who)->at, b);
    const int32_t near = cw_number(s, N_general_contact);
    if (far > near) return cw_refuse_by(R_NOT_IN_CONTACT, (far + 9) / 10, near / 10);
    return cw_legal;
}

void cw_rally_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    int margin;
    (void)side;
    if (!cw_test(s, action->whom, NOBODY, true, &margin, dice, log)) return;
    spend(s, action->who);
    if (margin >= 0) {
        s->bodies[action->whom].status &= (uint8_t)~STATUS_FLEEING;
        s->bodies[action->whom].did |= DID_SPENT; /* until the next turn */
        cw_say(log, GG_STATUS, S_RALLIED, action->who, action->whom);
        cw_check_all(s, log);
        return;
    }
    cw_say(log, GG_STATUS, S_NOT_RALLIED, action->who, action->whom);
    cw_risk(s, action->who, dice, log);
}
