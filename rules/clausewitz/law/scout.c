/*
 * scout.c - before the battle: placing objectives (CW-R84), the scouting game (chapter 10, CW-R87,
 * CW-R88) and deployment (CW-R89, CW-R90).
 * SPDX-License-Identifier: MIT
 */
#include "fight.h"

/* ---- Numbers. ---- */

/* CW-T15: light troops bring more (CW-10.2). */
static int marker_count(const gg_state *s, gg_side side)
{
    int count = s->options[OPT_scout_base_markers];
    for (unsigned b = 0; b < s->body_count; b++)
        for (int slot = 0; s->bodies[b].side == side && slot < cw_count(s, b); slot++)
            count += (s->units[b][slot].specials & SPECIAL_MARKER) != 0;
    return count < MARKERS_MAX ? count : MARKERS_MAX;
}

/* CW-T13, CW-R97: by the troop bases of the larger army. */
int cw_objectives_each(const gg_state *s)
{
    int bases[2] = {0, 0};
    for (unsigned b = 0; b < s->body_count; b++) bases[s->bodies[b].side] += cw_count(s, b);
    const int most = bases[GG_BLUE] > bases[GG_RED] ? bases[GG_BLUE] : bases[GG_RED];
    if (most <= cw_number(s, N_division_bases)) return cw_number(s, N_division_objectives);
    if (most <= cw_number(s, N_corps_bases)) return cw_number(s, N_corps_objectives);
    return cw_number(s, N_army_objectives);
}

static int32_t edge_of(const gg_state *s, gg_side side) { return side == GG_BLUE ? 0 : s->height; }

static void place_markers(gg_state *s)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        const int count = marker_count(s, side);
        for (int i = 0; i < MARKERS_MAX; i++) {
            s->markers[side][i] = (cw_marker){.exists = i < count};
            if (i >= count) continue;
            s->markers[side][i].at = (gg_point){
                (int32_t)gg_rdiv((int64_t)s->width * (i + 1), count + 1), edge_of(s, side)};
        }
    }
}

/* ---- From one step to the next. ---- */

static void wait_for_deployment(gg_state *s)
{
    for (unsigned b = 0; b < s->body_count; b++) {
        gt_body *body = &s->bodies[b];
        if (body->removed != GONE_NOT) continue;
        gt_grid_take(s->strips, 1, s->cell, b, body->at);
        body->removed = GONE_WAITING;
        body->at = (gg_point){0, 0};
        body->facing = body->side == GG_BLUE ? 0 : GG_HALF_TURN;
    }
    for (unsigned g = FIRST_GENERAL; g < FIRST_MARKER; g++) {
        cw_general *his = cw_general_of(s, g);
        if (!cw_is_in_play(his)) continue;
        his->health = HEALTH_WAITING;
        his->at = (gg_point){0, 0};
    }
}

static void begin_scouting(gg_state *s)
{
    wait_for_deployment(s);
    place_markers(s);
    s->phase = PHASE_SCOUT;
    s->side = GG_BLUE;
}

static bool is_waiting(const gg_state *s, gg_side side)
{
    for (unsigned b = 0; b < s->body_count; b++)
        if (s->bodies[b].side == side && s->bodies[b].removed == GONE_WAITING) return true;
    for (int g = 0; g < GENERALS_MAX; g++)
        if (s->generals[side][g].health == HEALTH_WAITING) return true;
    return false;
}

/* Objectives lie, and the numbers are dealt. */
static void begin_deployment(gg_state *s)
{
    s->side = is_waiting(s, GG_BLUE) || !is_waiting(s, GG_RED) ? GG_BLUE : GG_RED;
    if (s->options[OPT_scouting]) begin_scouting(s);
    else s->phase = is_waiting(s, GG_BLUE) || is_waiting(s, GG_RED) ? PHASE_DEPLOY : PHASE_BEGIN;
}

/* CW-R116: under fog the numbers are dealt before anybody is set up. */
static void end_of_setup(gg_state *s)
{
    s->side = GG_BLUE;
    if (s->options[OPT_fog]) s->phase = PHASE_DEAL;
    else begin_deployment(s);
}

void cw_begin_setup(gg_state *s)
{
    const bool fog = s->options[OPT_fog], deploys = s->phase == PHASE_DEPLOY;
    if (s->turn == 1 && (s->phase == PHASE_BEGIN || (fog && deploys))) end_of_setup(s);
}

static int count_markers(const gg_state *s, gg_side side, bool locked)
{
    int count = 0;
    for (int i = 0; i < MARKERS_MAX; i++)
        count += s->markers[side][i].exists && s->markers[side][i].locked == locked;
    return count;
}

static int unlocked(const gg_state *s, gg_side side) { return count_markers(s, side, false); }

static int placed(const gg_state *s)
{
    int count = 0;
    while (count < OBJECTIVES_MAX && s->objectives[count].number != 0) count++;
    return count;
}

/* Whose turn it is, once the choice of s->side is done. */
void cw_setup_on(gg_state *s, gg_log *log)
{
    (void)log;
    const gg_side next = gg_other(s->side);
    if (s->phase == PHASE_SETUP) {
        s->side = next;
        if (placed(s) < 2 * cw_objectives_each(s)) return;
        end_of_setup(s);
        return;
    }
    if (s->phase == PHASE_DEAL) {
        s->side = next;
        if (next == GG_BLUE) begin_deployment(s);
        return;
    }
    if (s->phase == PHASE_SCOUT) {
        if (unlocked(s, next) > 0) s->side = next;
        if (unlocked(s, s->side) > 0) return;
        s->phase = PHASE_DEPLOY;
        s->side = (gg_side)(s->first_locked == 0 ? GG_BLUE : s->first_locked - 1);
        s->scouted[GG_BLUE] = s->scouted[GG_RED] = 0;
        if (!is_waiting(s, s->side)) s->side = gg_other(s->side);
    } else if (is_waiting(s, next)) {
        s->side = next;
    }
    if (is_waiting(s, s->side)) return;
    s->phase = PHASE_BEGIN;
    s->side = GG_BLUE;
    s->first_locked = 0;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        for (int i = 0; i < MARKERS_MAX; i++) s->markers[side][i] = (cw_marker){.exists = 0};
}

/* ---- Objectives. ---- */

gg_verdict cw_objective_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)side;
    const gg_point at = action->at;
    const int32_t edge = cw_number(s, N_objective_edge), apart = cw_number(s, N_objective_apart);
    if (at.x < 0 || at.y < 0 || at.x > s->width || at.y > s->height)
        return cw_refuse_by(R_OBJECTIVE_EDGE, 0, edge / 10);
    int32_t least = at.x < at.y ? at.x : at.y;
    if (s->width - at.x < least) least = s->width - at.x;
    if (s->height - at.y < least) least = s->height - at.y;
    if (least < edge) return cw_refuse_by(R_OBJECTIVE_EDGE, least / 10, edge / 10);
    for (int i = 0; i < OBJECTIVES_MAX; i++) {
        if (s->objectives[i].number == 0) continue;
        const int32_t far = gg_distance(at, s->objectives[i].at);
        if (far < apart) return cw_refuse_by(R_OBJECTIVE_NEAR, far / 10, apart / 10);
    }
    return cw_legal;
}

void cw_objective_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                        gg_log *log)
{
    (void)dice;
    const int count = placed(s);
    s->objectives[count] = (cw_objective){.at = action->at,
                                          .number = (uint8_t)(count + 1),
                                          .placed_by = (uint8_t)(side + 1),
                                          .value = {1, 1}};
    gg_event *event = cw_say(log, GG_STATUS, S_OBJECTIVE_PLACED, GG_NO_UNIT, GG_NO_UNIT);
    if (event != NULL) event->amount = (int16_t)(count + 1), event->at = action->at;
}

/* ---- Scouting (CW-R88). ---- */

enum { SCOUT_STEP = 100 };

static const cw_marker *marker_of(const gg_state *s, gg_side side, unsigned unit)
{
    if (unit < FIRST_MARKER || unit >= NAMES) return NULL;
    const unsigned nth = unit - FIRST_MARKER;
    if (nth / MARKERS_MAX != side || !s->markers[side][nth % MARKERS_MAX].exists) return NULL;
    return &s->markers[side][nth % MARKERS_MAX];
}

/* Would an enemy marker be locked by one there, or by one so much nearer to it? */
static bool is_marker_within(const gg_state *s, gg_side side, gg_point at, int32_t nearer)
{
    const int64_t limit = cw_number(s, N_scout_lock) + nearer;
    for (int i = 0; i < MARKERS_MAX; i++) {
        const cw_marker *other = &s->markers[gg_other(side)][i];
        if (other->exists && !gg_is_farther(at, other->at, limit)) return true;
    }
    return false;
}

static bool locks_at(const gg_state *s, gg_side side, gg_point at)
{
    return is_marker_within(s, side, at, 0);
}

/* Where it really ends: at its goal, or at the first step so near to an enemy marker. */
gg_point cw_scout_end(const gg_state *s, gg_side side, gg_point from, gg_point to)
{
    const int32_t far = gg_distance(from, to);
    const int steps = (far + SCOUT_STEP - 1) / SCOUT_STEP;
    if (!is_marker_within(s, side, from, far + 2)) return to;
    for (int step = 1; step <= steps; step++) {
        const gg_point at = {from.x + (int32_t)gg_rdiv((int64_t)(to.x - from.x) * step, steps),
                             from.y + (int32_t)gg_rdiv((int64_t)(to.y - from.y) * step, steps)};
        if (locks_at(s, side, at)) return at;
    }
    return to;
}

static bool is_linked(const gg_state *s, gg_side side, const cw_marker *moved, gg_point at)
{
    const int32_t link = cw_number(s, N_scout_link);
    const int32_t home = side == GG_BLUE ? at.y : s->height - at.y;
    if (home <= link || at.x <= link || s->width - at.x <= link) return true;
    if (s->options[OPT_scout_edges] && s->height - home <= link) return true; /* CW-R117 */
    for (int i = 0; i < MARKERS_MAX; i++) {
        const cw_marker *other = &s->markers[side][i];
        if (other->exists && other != moved && gg_distance(at, other->at) <= link) return true;
    }
    return false;
}

gg_verdict cw_lock_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const cw_marker *it = marker_of(s, side, action->who);
    if (it == NULL) return cw_refuse(R_NOT_YOURS);
    return it->locked ? cw_refuse(R_MARKER_LOCKED) : cw_legal;
}

gg_verdict cw_scout_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const gg_verdict may = cw_lock_legal(s, side, action);
    if (!cw_is_legal(may)) return may;
    const cw_marker *it = marker_of(s, side, action->who);
    const int32_t most = cw_number(s, N_scout_move);
    if (action->at.x < 0 || action->at.y < 0 || action->at.x > s->width || action->at.y > s->height)
        return cw_refuse(R_OFF_TABLE);
    const int32_t far = gg_distance(it->at, action->at);
    if (far > most) return cw_refuse_by(R_MARKER_FAR, (far + 9) / 10, most / 10);
    const gg_point end = cw_scout_end(s, side, it->at, action->at);
    if (!is_linked(s, side, it, end))
        return cw_refuse_by(s->options[OPT_scout_edges] ? R_MARKER_OFF_EDGES : R_MARKER_ALONE, 0,
                            cw_number(s, N_scout_link) / 10);
    return cw_legal;
}

static void lock_marker(gg_state *s, gg_side side, int i, gg_log *log)
{
    if (s->markers[side][i].locked) return;
    s->markers[side][i].locked = 1;
    cw_say(log, GG_STATUS, S_LOCKS, (gg_unit)(FIRST_MARKER + side * MARKERS_MAX + i), GG_NO_UNIT);
}

/* CW-R90: both by one move, the mover; by timeout, the side with more locked, then A. */
static void scouted(gg_state *s, gg_side side, gg_log *log)
{
    s->scouted[side]++;
    for (int i = 0; i < 2 && s->first_locked == 0; i++) {
        const gg_side first = i == 0 ? side : gg_other(side);
        if (unlocked(s, first) == 0) s->first_locked = (uint8_t)(first + 1);
    }
    if (s->scouted[side] < s->options[OPT_scout_max] || unlocked(s, side) == 0) return;
    if (s->first_locked == 0) {
        const int red = count_markers(s, GG_RED, true), blue = count_markers(s, GG_BLUE, true);
        s->first_locked = (uint8_t)((red > blue ? GG_RED : GG_BLUE) + 1);
    }
    for (int i = 0; i < MARKERS_MAX; i++)
        if (s->markers[side][i].exists) lock_marker(s, side, i, log);
}

void cw_scout_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)dice;
    const int i = (action->who - FIRST_MARKER) % MARKERS_MAX;
    cw_marker *it = &s->markers[side][i];
    const gg_point from = it->at;
    it->at = cw_scout_end(s, side, from, action->at);
    cw_say_move(log, S_SCOUTS, action->who, GG_NO_UNIT, from, it->at);
    if (locks_at(s, side, it->at)) {
        const gg_side enemy = gg_other(side);
        lock_marker(s, side, i, log);
        for (int other = 0; other < MARKERS_MAX; other++)
            if (s->markers[enemy][other].exists
                && gg_distance(it->at, s->markers[enemy][other].at) <= cw_number(s, N_scout_lock))
                lock_marker(s, enemy, other, log);
    }
    scouted(s, side, log);
}

void cw_lock_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)dice;
    lock_marker(s, side, (action->who - FIRST_MARKER) % MARKERS_MAX, log);
    scouted(s, side, log);
}

/* ---- Deployment (CW-R89, CW-R90). ---- */

/* (x1, edge), the markers in order of x, (xm, edge); beside it the strip. */
typedef struct area {
    gg_point at[MARKERS_MAX + 2];
    gt_zone zone;
} area;

/* CW-R113: equal corners one after the other are one. */
static void add_corner(area *to, gg_point at)
{
    const int count = to->zone.count;
    if (count > 0 && to->at[count - 1].x == at.x && to->at[count - 1].y == at.y) return;
    to->at[to->zone.count++] = at;
}

static int sort_markers(const gg_state *s, gg_side side, gg_point out[MARKERS_MAX])
{
    int count = 0;
    for (int i = 0; i < MARKERS_MAX; i++) {
        if (!s->markers[side][i].exists) continue;
        const gg_point one = s->markers[side][i].at;
        int at = count++;
        for (; at > 0 && one.x < out[at - 1].x; at--) out[at] = out[at - 1];
        out[at] = one;
    }
    return count;
}

/* CW-10.7: what they enclose. */
static void find_area(const gg_state *s, gg_side side, area *out)
{
    gg_point sorted[MARKERS_MAX];
    const int count = sort_markers(s, side, sorted);
    out->zone = (gt_zone){.at = count > 0 ? out->at : NULL,
                          .edge = side == GG_BLUE ? 2 : 0,
                          .strip = cw_number(s, N_deploy_strip)};
    if (count == 0) return;
    add_corner(out, (gg_point){sorted[0].x, edge_of(s, side)});
    for (int i = 0; i < count; i++) add_corner(out, sorted[i]);
    add_corner(out, (gg_point){sorted[count - 1].x, edge_of(s, side)});
}

/* CW-R89 */
static bool is_in_area(const gg_state *s, gg_side side, gg_point at)
{
    const gt_table t = cw_table(s);
    area own;
    find_area(s, side, &own);
    return gt_zone_holds(&t, &own.zone, at);
}

static gg_verdict may_deploy(const gg_state *s, gg_side side, unsigned b)
{
    if (b >= s->body_count || s->bodies[b].side != side) return cw_refuse(R_NOT_YOURS);
    return s->bodies[b].removed == GONE_WAITING ? cw_legal : cw_refuse(R_DEPLOYED);
}

/* Every slot of the first `count` once, the others as they are. */
bool cw_is_order(int32_t packed, int count)
{
    int seen = 0;
    if (packed < 0 || packed >> (3 * SLOTS) != 0) return false;
    for (int slot = 0; slot < SLOTS; slot++) {
        const int from = cw_packed_slot(packed, slot);
        if (slot >= count && from != slot) return false;
        if (slot < count && from >= count) return false;
        seen |= 1 << from;
    }
    return seen == (1 << SLOTS) - 1;
}

/* CW-R41: infantry takes Line, Column or Square (skirmishers Line), guns are limbered or not. */
bool cw_may_form(const cw_unit *u, int form)
{
    if (u->type == TYPE_SK) return form == FORM_LINE;
    if (cw_is_infantry(u)) return form >= FORM_LINE && form <= FORM_SQUARE;
    if (cw_is_guns(u)) return form == FORM_LIMBERED || form == FORM_UNLIMBERED;
    return form == FORM_NONE;
}

/* Formations of the slots as they will stand; 0: as they are. */
static bool are_forms(const gg_state *s, unsigned b, int32_t order, int32_t forms)
{
    if (forms == 0) return true;
    if (forms < 0 || forms >> (3 * SLOTS) != 0) return false;
    for (int slot = 0; slot < SLOTS; slot++) {
        const int form = cw_packed_form(forms, slot);
        if (slot >= cw_count(s, b) ? form >= 0
                                   : !cw_may_form(&s->units[b][cw_packed_slot(order, slot)], form))
            return false;
    }
    return true;
}

static gg_verdict deploys_apart(const gg_state *s, unsigned b, const gt_shapes *shapes)
{
    const gt_table t = cw_table(s);
    for (unsigned other = 0; other < s->body_count; other++) {
        if (!cw_is_here(s, other)) continue;
        const bool own = s->bodies[other].side == s->bodies[b].side;
        const int32_t gap = cw_number(s, own ? N_deploy_gap : N_start_gap);
        const gt_shapes its = gt_shapes_of(&t, other);
        if (!gt_shapes_within(shapes, &its, gap - 1)) continue;
        return cw_refuse_by(own ? R_DEPLOY_CLOSE : R_DEPLOY_ENEMY,
                            gt_shapes_distance(shapes, &its) / 10, gap / 10);
    }
    return cw_legal;
}

gg_verdict cw_deploy_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const unsigned b = action->who;
    const gg_verdict may = may_deploy(s, side, b);
    if (!cw_is_legal(may)) return may;
    if (action->args[1] < 1 || action->args[1] > 3) return cw_refuse(R_BAD_ORDER);
    if (!cw_is_order(action->args[2], cw_count(s, b))) return cw_refuse(R_BAD_ORDER);
    if (!are_forms(s, b, action->args[2], action->args[3])) return cw_refuse(R_BAD_FORM);
    if (action->args[0] < 0 || action->args[0] >= GG_TURN || action->at.x < 0 || action->at.y < 0
        || action->at.x > s->width || action->at.y > s->height)
        return cw_refuse(R_NOT_IN_AREA);
    const gt_table t = cw_table(s);
    const gg_pose pose = {action->at, action->args[0]};
    const gt_shapes shapes = gt_shapes_at(&t, b, pose, (unsigned)action->args[1]);
    area own;
    find_area(s, side, &own);
    if (!gt_is_in_zone(&t, &own.zone, &shapes)) return cw_refuse(R_NOT_IN_AREA);
    if (!cw_may_enter_impassable(s, b) && cw_touches(s, &shapes, IMPASSABLE))
        return cw_refuse(R_IMPASSABLE);
    return deploys_apart(s, b, &shapes);
}

/* The units of a Brigade in another order. */
void cw_reorder(gg_state *s, unsigned b, int32_t packed)
{
    cw_unit old[SLOTS];
    for (int slot = 0; slot < SLOTS; slot++) old[slot] = s->units[b][slot];
    for (int slot = 0; slot < cw_count(s, b); slot++)
        s->units[b][slot] = old[cw_packed_slot(packed, slot)];
}

void cw_deploy_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)side, (void)dice;
    const unsigned b = action->who;
    gt_body *body = &s->bodies[b];
    body->at = action->at;
    body->facing = (int16_t)action->args[0];
    body->formation = (uint8_t)action->args[1];
    body->removed = GONE_NOT;
    cw_reorder(s, b, action->args[2]);
    for (int slot = 0; slot < cw_count(s, b) && action->args[3] != 0; slot++)
        s->units[b][slot].formation = (uint8_t)cw_packed_form(action->args[3], slot);
    gt_grid_put(s->strips, 1, s->cell, b, body->at);
    gg_event *event = cw_say(log, GG_MOVE, S_DEPLOYS, action->who, GG_NO_UNIT);
    if (event == NULL) return;
    event->at = event->to = action->at;
    event->amount = body->facing, event->had = body->formation;
}

gg_verdict cw_skip_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    return may_deploy(s, side, action->who);
}

void cw_skip_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)side, (void)dice;
    cw_say(log, GG_LOSS, S_LEFT_OUT, action->who, GG_NO_UNIT);
    cw_remove(s, action->who, GONE_NOT_DEPLOYED, log);
}

gg_verdict cw_place_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    if (!cw_is_general(action->who) || cw_general_side(action->who) != side)
        return cw_refuse(R_NOT_YOURS);
    if (cw_general_at(s, action->who)->health != HEALTH_WAITING) return cw_refuse(R_DEPLOYED);
    return is_in_area(s, side, action->at) ? cw_legal : cw_refuse(R_NOT_IN_AREA);
}

void cw_place_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)side, (void)dice;
    cw_general *his = cw_general_of(s, action->who);
    his->health = HEALTH_WELL;
    his->at = action->at;
    cw_say_move(log, S_DEPLOYS, action->who, GG_NO_UNIT, action->at, action->at);
}
