/*
 * move.c - the steps of a unit but its charge: where each would end, whether it may be made, and
 * making it (ST-4.1 to ST-4.14, ST-6.1, ST-6.2, ST-R2, ST-R13, ST-R14, ST-R17 to ST-R19).
 * SPDX-License-Identifier: MIT
 */
#include "way.h"

/* ---- Where a step would end. ---- */

gg_box staff_place_box(const gg_state *s, unsigned u, const staff_place *place)
{
    if (place->formation != FORM_GARRISON) return staff_box(s, u, place->formation);
    return staff_building_box(s, staff_building(s, place->inside));
}

gg_convex staff_place_shape(const gg_state *s, unsigned u, const staff_place *place)
{
    return gg_rectangle(place->pose, staff_place_box(s, u, place));
}

/* The body centre stays, whatever the box (ST-R18). */
static gg_pose about_centre(gg_point centre, gg_box box, int32_t facing)
{
    return (gg_pose){gg_to_world((gg_pose){centre, facing}, (gg_point){0, -box.rear / 2}), facing};
}

bool staff_place_of(const gg_state *s, const gg_action *action, staff_place *out)
{
    const unsigned u = action->who;
    if (!staff_is_here(s, u)) return false;
    const staff_unit *it = &s->units[u];
    const gg_pose pose = staff_pose(s, u);
    const int32_t facing = gg_facing((int32_t)(action->args[0] % 360) * 10);
    staff_place place = {pose, it->formation, s->more[u].inside};
    unsigned area;
    switch ((staff_action_kind)action->kind) {
    case ACTION_GO:
    case ACTION_HANDLE: place.pose = (gg_pose){action->at, facing}; break;
    case ACTION_TURN:
        place.pose = about_centre(staff_centre(s, u), staff_own_box(s, u), facing);
        break;
    case ACTION_FORM:
        if (action->item >= FORM_DEPLOYED || (uint32_t)action->args[0] > GT_KEEP_RIGHT)
            return false;
        place.formation = (uint8_t)action->item;
        place.pose = gt_reform(pose, staff_own_box(s, u), staff_box(s, u, action->item),
                               (gt_keep)action->args[0]);
        break;
    case ACTION_LIMBER:
    case ACTION_UNLIMBER:
        place.formation = action->kind == ACTION_LIMBER ? FORM_LIMBERED : FORM_DEPLOYED;
        place.pose = about_centre(staff_centre(s, u), staff_box(s, u, place.formation), facing);
        break;
    case ACTION_ENTER:
        area = staff_building(s, action->item);
        if (area == NOBODY) return false;
        place = (staff_place){staff_building_pose(s, area), FORM_GARRISON, (uint8_t)action->item};
        break;
    case ACTION_LEAVE:
        if (action->item >= FORM_DEPLOYED) return false;
        place = (staff_place){{action->at, facing}, (uint8_t)action->item, 0};
        break;
    default: return false;
    }
    *out = place;
    return true;
}

/* ---- The limits of each step. ---- */

/* ST-R86: no step of a broken brigade ends nearer to the enemy than it began. */
static gg_verdict keeps_off(staff_mover *m, const gg_convex *will)
{
    const bool nears = staff_is_of_broken(m->s, m->unit) && staff_comes_nearer(m, will);
    return nears ? staff_refuse(R_BROKEN_BRIGADE) : staff_legal;
}

/* The same for who does not go. */
static gg_verdict place_keeps_off(const gg_state *s, unsigned u, const staff_place *place,
                                  staff_mover *m)
{
    if (!staff_is_of_broken(s, u)) return staff_legal;
    staff_mover own;
    if (m == NULL) staff_find_mover(s, u, m = &own);
    const gg_convex will = staff_place_shape(s, u, place);
    return keeps_off(m, &will);
}

/* ST-R13: in proximity a unit goes into its front or rear arc and turns little. */
static gg_verdict keeps_arc(const gg_state *s, unsigned u, gg_pose to)
{
    const gg_pose pose = staff_pose(s, u);
    const gg_point by = gg_to_local(pose, to.at);
    const int32_t aside = gg_size_of(by.x);
    const int32_t turn = gg_turn_between(pose.facing, to.facing) / 10;
    if (by.y < aside && -by.y < aside) return staff_refuse(R_NOT_AHEAD);
    if (turn > s->options[OPT_prox_turn])
        return staff_refuse_by(R_TURNS_TOO_FAR, turn, s->options[OPT_prox_turn]);
    return staff_legal;
}

bool staff_is_retreat(staff_mover *m, gg_pose to)
{
    const gg_point by = gg_to_local(m->was, to.at);
    const int32_t aside = gg_size_of(by.x);
    if (by.y >= 0 || -by.y < aside) return false;
    if (gg_turn_between(m->was.facing, to.facing) / 10 > staff_number(m->s, N_retreat_turn))
        return false;
    const gg_convex will = gg_rectangle(to, m->box);
    return !staff_comes_nearer(m, &will);
}

static bool is_place_sane(gg_point at)
{
    return at.x >= -GG_SPACE_MAX / 4 && at.x <= GG_SPACE_MAX / 4 && at.y >= -GG_SPACE_MAX / 4
           && at.y <= GG_SPACE_MAX / 4;
}

/* Into its front alone, where a victor goes on (ST-R81). */
static gg_verdict keeps_forward(const staff_mover *m, gg_point to)
{
    const gg_point by = gg_to_local(m->was, to);
    const bool is_ahead = by.y >= gg_size_of(by.x);
    return is_ahead ? staff_legal : staff_refuse(R_NOT_FORWARD);
}

/* What its formation, and what it did, says to a step of this kind. */
static gg_verdict may_move_at_all(const staff_mover *m, staff_action_kind kind)
{
    const staff_unit *it = &m->s->units[m->unit];
    if (kind == ACTION_HANDLE) {
        if (it->formation != FORM_DEPLOYED) return staff_refuse(R_NOT_DEPLOYED);
        return it->did & DID_HANDLE ? staff_refuse(R_HANDLED) : staff_legal;
    }
    if (it->formation == FORM_DEPLOYED) return staff_refuse(R_GUNS_DEPLOYED);
    if (it->formation == FORM_GARRISON) return staff_refuse(R_IS_GARRISON);
    if (it->formation == FORM_SQUARE && (it->did & DID_SQUARE)) return staff_refuse(R_SQUARE_MOVED);
    return staff_legal;
}

/* Judges `go` and `handle` in a phase that has them. */
static gg_verdict judge_move(staff_mover *m, gg_side side, const gg_action *action)
{
    const gg_state *s = m->s;
    gg_verdict verdict = staff_may_step(s, side, action, m);
    if (verdict.reason != R_LEGAL) return verdict;
    verdict = may_move_at_all(m, (staff_action_kind)action->kind);
    if (verdict.reason != R_LEGAL) return verdict;
    if ((uint32_t)action->args[0] >= 360 || !is_place_sane(action->at))
        return staff_refuse(R_OFF_TABLE);
    const gg_pose to = {action->at, (int32_t)action->args[0] * 10};
    if (s->phase == PHASE_VICTOR) verdict = keeps_forward(m, to.at);
    if (verdict.reason == R_LEGAL && m->is_held) verdict = keeps_arc(s, m->unit, to);
    if (verdict.reason != R_LEGAL) return verdict;
    const gg_convex will = gg_rectangle(to, m->box);
    verdict = keeps_off(m, &will);
    return verdict.reason != R_LEGAL ? verdict : staff_may_go_as(m, to, NOBODY, false);
}

bool staff_begin_moves(staff_mover *m, gg_side side, staff_action_kind kind)
{
    const gg_action action = gg_action_on(kind, (gg_unit)m->unit, GG_NO_UNIT);
    return staff_duty_of(m->s, side, &action, &m->duty).reason == R_LEGAL
           && may_move_at_all(m, kind).reason == R_LEGAL;
}

bool staff_can_reach(staff_mover *m, const gg_action *action)
{
    const gg_state *s = m->s;
    const gg_pose to = {action->at, (int32_t)action->args[0] * 10};
    if (!m->is_headed) {
        if (s->phase == PHASE_VICTOR && keeps_forward(m, to.at).reason != R_LEGAL) return false;
        if (m->is_held && keeps_arc(s, m->unit, to).reason != R_LEGAL) return false;
    }
    return staff_can_go(m, to, NOBODY, false);
}

bool staff_move_fits(staff_mover *m, const gg_action *action)
{
    const gg_state *s = m->s;
    if (staff_is_of_broken(s, m->unit)) {
        const gg_pose to = {action->at, (int32_t)action->args[0] * 10};
        const gg_convex will = gg_rectangle(to, m->box);
        if (keeps_off(m, &will).reason != R_LEGAL) return false;
    }
    return staff_does(s, action, &m->duty, m);
}

bool staff_can_move(staff_mover *m, const gg_action *action)
{
    return staff_can_reach(m, action) && staff_move_fits(m, action);
}

gg_verdict staff_move_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    if (action->who >= UNITS_MAX || !staff_is_here(s, action->who))
        return staff_refuse(R_NO_SUCH_UNIT);
    staff_mover m;
    staff_find_mover(s, action->who, &m);
    return judge_move(&m, side, action);
}

/* Where all that do not go end, and what a broken brigade may not do. */
static gg_verdict find_end(const gg_state *s, const gg_action *action, staff_mover *m,
                           staff_place *place)
{
    if ((uint32_t)action->args[0] >= 360 || !is_place_sane(action->at)
        || !staff_place_of(s, action, place))
        return staff_refuse(R_OFF_TABLE);
    return place_keeps_off(s, action->who, place, m);
}

/* ST-R14 */
static gg_verdict may_turn(const gg_state *s, const gg_action *action)
{
    const unsigned u = action->who;
    if (s->units[u].formation == FORM_GARRISON) return staff_refuse(R_IS_GARRISON);
    const int32_t turn =
        gg_turn_between(s->units[u].facing * 10, gg_facing(action->args[0] % 360 * 10)) / 10;
    if (turn > s->options[OPT_prox_turn] && staff_is_in_proximity(s, u))
        return staff_refuse_by(R_TURNS_TOO_FAR, turn, s->options[OPT_prox_turn]);
    return staff_legal;
}

/* T9: who may take which formation. */
static bool may_form(const gg_state *s, unsigned u, unsigned formation)
{
    const staff_unit *it = &s->units[u];
    const bool is_small = s->more[u].size == SIZE_TINY;
    if (staff_is_guns(it)) return false;
    switch ((staff_formation)formation) {
    case FORM_LINE:
    case FORM_MCOL: return true;
    case FORM_ACOL:
    case FORM_SQUARE: return staff_is_foot(it) && !is_small;
    case FORM_SKIRM: return staff_has_rule(s, u, RULE_SKIRMISH);
    case FORM_DEPLOYED:
    case FORM_LIMBERED:
    case FORM_GARRISON:
    case FORMATIONS: break;
    }
    return false;
}

/* ST-R17 */
static gg_verdict may_take_form(const gg_state *s, const gg_action *action)
{
    const unsigned u = action->who;
    if (s->units[u].formation == FORM_GARRISON) return staff_refuse(R_IS_GARRISON);
    if ((uint32_t)action->args[0] > GT_KEEP_RIGHT || !may_form(s, u, action->item)
        || staff_box(s, u, action->item).half == 0)
        return staff_refuse(R_NO_FORMATION);
    if (s->units[u].formation == action->item) return staff_refuse(R_SAME_FORMATION);
    return staff_legal;
}

static gg_verdict may_change(const gg_state *s, const gg_action *action)
{
    const unsigned formation = s->units[action->who].formation;
    switch ((staff_action_kind)action->kind) {
    case ACTION_TURN: return may_turn(s, action);
    case ACTION_FORM: return may_take_form(s, action);
    case ACTION_LIMBER:
        return formation == FORM_DEPLOYED ? staff_legal : staff_refuse(R_NOT_DEPLOYED);
    default: break;
    }
    return formation == FORM_LIMBERED ? staff_legal : staff_refuse(R_NOT_LIMBERED);
}

gg_verdict staff_change_fits(const gg_state *s, gg_side side, const gg_action *action,
                             staff_mover *m, staff_place *place)
{
    const gg_verdict may = staff_may_step(s, side, action, m);
    if (may.reason != R_LEGAL) return may;
    const gg_verdict change = may_change(s, action);
    return change.reason != R_LEGAL ? change : find_end(s, action, m, place);
}

/* Turning, forming, limbering and unlimbering. */
gg_verdict staff_change_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    staff_place place;
    const gg_verdict fits = staff_change_fits(s, side, action, NULL, &place);
    return fits.reason != R_LEGAL ? fits : staff_may_stand(s, action->who, &place, NULL);
}

gg_verdict staff_can_enter(const gg_state *s, unsigned u, unsigned nth)
{
    const unsigned area = staff_building(s, nth);
    if (area == NOBODY) return staff_refuse(R_NO_SUCH_HOUSE);
    if (!staff_is_foot(&s->units[u])) return staff_refuse(R_NOT_INFANTRY);
    if (s->units[u].formation == FORM_GARRISON) return staff_refuse(R_IS_GARRISON);
    if (staff_garrison(s, area) != NOBODY) return staff_refuse(R_HOUSE_HELD);
    const staff_place place = {
        .pose = staff_building_pose(s, area), .formation = FORM_GARRISON, .inside = (uint8_t)nth};
    if (staff_is_in_proximity(s, u)) {
        const gg_point centre = staff_centre_at(place.pose, staff_building_box(s, area));
        const gg_zone arc = staff_arc(s, u, centre);
        if (arc != GG_ZONE_FRONT && arc != GG_ZONE_REAR) return staff_refuse(R_NOT_AHEAD);
    }
    const gg_verdict off = place_keeps_off(s, u, &place, NULL);
    if (off.reason != R_LEGAL) return off;
    const gg_verdict way = staff_way_in(s, u, area, &place);
    if (way.reason != R_LEGAL) return way;
    const gg_convex own = staff_shape(s, u), house = staff_place_shape(s, u, &place);
    const int32_t had = gg_distance_between(&own, &house);
    const int32_t needed = staff_rate(s, u) - staff_number(s, N_enter_cost);
    return had > needed ? staff_refuse_length(R_HOUSE_TOO_FAR, had, needed) : staff_legal;
}

gg_verdict staff_enter_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const gg_verdict may = staff_may_step(s, side, action, NULL);
    return may.reason != R_LEGAL ? may : staff_can_enter(s, action->who, action->item);
}

gg_verdict staff_leave_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const gg_verdict may = staff_may_step(s, side, action, NULL);
    if (may.reason != R_LEGAL) return may;
    const unsigned u = action->who;
    if (s->units[u].formation != FORM_GARRISON) return staff_refuse(R_NOT_A_GARRISON);
    const bool is_open =
        action->item == FORM_LINE || action->item == FORM_ACOL || action->item == FORM_SKIRM;
    if (!is_open || !may_form(s, u, action->item)) return staff_refuse(R_NO_FORMATION);
    staff_place place;
    gg_verdict end = find_end(s, action, NULL, &place);
    if (end.reason == R_LEGAL) end = staff_may_stand(s, u, &place, NULL);
    if (end.reason != R_LEGAL) return end;
    const gg_convex own = staff_shape(s, u), will = staff_place_shape(s, u, &place);
    const int32_t had = gg_distance_between(&own, &will), needed = staff_number(s, N_leave_within);
    return had > needed ? staff_refuse_length(R_LEAVES_TOO_FAR, had, needed) : staff_legal;
}
/* ---- Putting units where they are. ---- */

static void place_unit(gg_state *s, unsigned u, const staff_place *place)
{
    staff_unit *it = &s->units[u];
    gt_grid_take(s->grid.strips, 1, s->grid.cell, u, it->at);
    it->at = place->pose.at;
    it->facing = (int16_t)(place->pose.facing / 10);
    it->formation = place->formation;
    s->more[u].inside = place->inside;
    gt_grid_put(s->grid.strips, 1, s->grid.cell, u, it->at);
}

staff_place staff_place_now(const gg_state *s, unsigned u)
{
    return (staff_place){staff_pose(s, u), s->units[u].formation, s->more[u].inside};
}

void staff_think_so(gg_state *s, unsigned u, const staff_place *place)
{
    place_unit(s, u, place);
    staff_note_stand(s, u);
}

void staff_put(gg_state *s, unsigned u, const staff_place *place, gg_log *log)
{
    const staff_unit *it = &s->units[u];
    s->last_who = (uint8_t)(u + 1);
    s->last_from = it->at;
    place_unit(s, u, place);
    staff_note_unit(s, u);
    for (int row = 0; row < COMMANDERS_MAX; row++)
        if (s->commanders[row].joined == u + 1) s->commanders[row].at = it->at;
    staff_ride_down(s, u, log);
}
/* ---- Doing it. ---- */

static void step_to(gg_state *s, const gg_action *action, staff_saying saying, gg_log *log)
{
    const staff_place from = staff_place_now(s, action->who);
    staff_place place;
    const bool is_place = staff_place_of(s, action, &place);
    gg_assert(is_place);
    staff_put(s, action->who, &place, log);
    staff_say_step(s, action->who, saying, &from, log);
}

/* A move that may be fired at on its way (ST-R67). */
static void go_to(gg_state *s, const gg_action *action, staff_saying saying, gg_log *log)
{
    const unsigned u = action->who;
    const gg_point centre = staff_centre(s, u);
    const staff_phase back = (staff_phase)s->phase;
    step_to(s, action, saying, log);
    if (back == PHASE_INITIATIVE && staff_is_disordered(&s->units[u]))
        s->units[u].status |= STATUS_RETREATED; /* ST-R25 */
    staff_step_done(s, u, false);
    if (back != PHASE_VICTOR) staff_begin_crossing(s, u, centre, back);
}

void staff_go_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)side, (void)dice;
    if (s->units[action->who].formation == FORM_SQUARE) s->units[action->who].did |= DID_SQUARE;
    go_to(s, action, S_GOES, log);
}

void staff_handle_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                        gg_log *log)
{
    (void)side, (void)dice;
    s->units[action->who].did |= DID_HANDLE;
    go_to(s, action, S_HANDLES, log);
}

/* A step that draws no fire; one into a building takes the moves that are left with it (ST-R19). */
void staff_step_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                      gg_log *log)
{
    static const staff_saying sayings[ACTIONS] = {
        [ACTION_TURN] = S_TURNS,         [ACTION_FORM] = S_FORMS_LINE, [ACTION_LIMBER] = S_LIMBERS,
        [ACTION_UNLIMBER] = S_UNLIMBERS, [ACTION_ENTER] = S_ENTERS,    [ACTION_LEAVE] = S_LEAVES,
    };
    (void)side, (void)dice;
    step_to(s, action, sayings[action->kind], log);
    staff_step_done(s, action->who, action->kind == ACTION_ENTER);
}
