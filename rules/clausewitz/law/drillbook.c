/*
 * drillbook.c - what a Brigade does on the spot (chapter 13): formations, widths, facings, rests,
 * guns; and units that leave it and come back, skirmishers among them (CW-R70, CW-R71).
 * SPDX-License-Identifier: MIT
 */
#include "fight.h"

#include <string.h>

/* ---- Formations of units: one action for all of them (CW-6.1, CW-2.12). ---- */

static bool may_form(const cw_unit *u, int form)
{
    if (form == u->formation) return true;
    return cw_is_infantry(u) && u->type != TYPE_SK
           && (form == FORM_LINE || form == FORM_COLUMN || form == FORM_SQUARE);
}

gg_verdict cw_form_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const unsigned b = action->who;
    const gg_verdict verdict = cw_may_act(s, side, b, ACTION_FORM);
    bool changes = false;
    if (!cw_is_legal(verdict)) return verdict;
    for (int slot = 0; slot < SLOTS; slot++) {
        const int form = cw_packed_form(action->args[0], slot);
        if (slot >= cw_count(s, b) ? form >= 0 : !may_form(&s->units[b][slot], form))
            return cw_refuse(R_BAD_FORM);
        changes |= slot < cw_count(s, b) && form != s->units[b][slot].formation;
    }
    return changes ? cw_legal : cw_refuse(R_NO_CHANGE);
}

/* All infantry of it? */
static bool stands_in(const gg_state *s, unsigned b, cw_form form)
{
    for (int slot = 0; slot < cw_count(s, b); slot++)
        if (cw_is_infantry(&s->units[b][slot]) && s->units[b][slot].formation != form) return false;
    return true;
}

void cw_form_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    const unsigned b = action->who;
    (void)side;
    if (!cw_begin_act(s, b, ACTION_FORM, false, dice, log)) return;
    for (int slot = 0; slot < cw_count(s, b); slot++)
        s->units[b][slot].formation = (uint8_t)cw_packed_form(action->args[0], slot);
    const cw_saying saying = stands_in(s, b, FORM_LINE)     ? S_FORMS_LINE
                             : stands_in(s, b, FORM_COLUMN) ? S_FORMS_COLUMN
                             : stands_in(s, b, FORM_SQUARE) ? S_FORMS_SQUARE
                                                            : S_FORMS;
    cw_say(log, GG_STATUS, saying, (gg_unit)b, GG_NO_UNIT);
}

/* ---- Width (CW-R76, CW-R112). ---- */

/* How many abreast it stands if nobody says. */
int cw_usual_width(const gg_state *s, unsigned b)
{
    const int count = cw_count(s, b);
    return count < 3 ? count : count == 3 ? 3 : 2;
}

gg_verdict cw_width_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const unsigned b = action->who;
    const int wide = action->args[0], count = b < s->body_count ? cw_count(s, b) : 0;
    gg_verdict verdict = cw_may_act(s, side, b, ACTION_WIDTH);
    if (!cw_is_legal(verdict)) return verdict;
    if (wide < 1 || wide > 3) return cw_refuse(R_BAD_ORDER);
    if (!cw_is_order(action->args[1], count)) return cw_refuse(R_BAD_ORDER);
    if (wide > count) return cw_refuse_by(R_WIDTH_MOST, wide, count); /* CW-R112 */
    if (wide == gt_abreast(count, s->bodies[b].formation, 0)) return cw_refuse(R_NO_CHANGE);
    if (cw_in_zone(s, b)) return cw_refuse(R_IN_ZONE);
    cw_pose_is_legal(s, b, cw_pose(s, b), wide, &verdict);
    return verdict;
}

void cw_width_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    const unsigned b = action->who;
    (void)side;
    if (!cw_begin_act(s, b, ACTION_WIDTH, false, dice, log)) return;
    cw_reorder(s, b, action->args[1]);
    s->bodies[b].formation = (uint8_t)action->args[0];
    cw_say_number(log, GG_MOVE, S_WIDENS, (gg_unit)b, GG_NO_UNIT, action->args[0]);
    cw_check_all(s, log);
}

/* ---- About face (CW-R77). ---- */

/* Would it touch an enemy that it does not touch now? */
static bool meets_anew(const gg_state *s, unsigned b, gg_pose pose)
{
    const gt_table t = cw_table(s);
    const gt_shapes now = gt_shapes_of(&t, b);
    const gt_shapes will = gt_shapes_at(&t, b, pose, s->bodies[b].formation);
    gt_set near;
    gt_enemies_near(&t, s->bodies[b].side, gt_shapes_bounds(&will), TOLERANCE, &near);
    while (near.bits[0] != 0) {
        const gt_shapes its = gt_shapes_of(&t, (unsigned)gg_next_bit(&near.bits[0]));
        if (gt_shapes_within(&will, &its, TOLERANCE) && !gt_shapes_within(&now, &its, TOLERANCE))
            return true;
    }
    return false;
}

gg_verdict cw_face_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const unsigned b = action->who;
    gg_verdict verdict = cw_may_act(s, side, b, ACTION_FACE);
    if (!cw_is_legal(verdict)) return verdict;
    if (action->args[0] == s->bodies[b].facing) return cw_refuse(R_SAME_FACING);
    const gg_pose pose = gt_turn_about(cw_pose(s, b), cw_box(s, b), gg_facing(action->args[0]));
    if (!cw_pose_is_legal(s, b, pose, s->bodies[b].formation, &verdict)) return verdict;
    return meets_anew(s, b, pose) ? cw_refuse(R_NEW_CONTACT) : cw_legal;
}

void cw_face_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    const unsigned b = action->who;
    (void)side;
    if (!cw_begin_act(s, b, ACTION_FACE, false, dice, log)) return;
    cw_move_to(s, b, gt_turn_about(cw_pose(s, b), cw_box(s, b), gg_facing(action->args[0])));
    gg_event *event = cw_say(log, GG_MOVE, S_FACES, (gg_unit)b, GG_NO_UNIT);
    if (event != NULL) {
        event->at = event->to = s->bodies[b].at;
        event->amount = s->bodies[b].facing;
        event->had = (int16_t)(s->bodies[b].facing / 10); /* for the sentence: degrees */
    }
    cw_check_all(s, log);
}

/* ---- Rest, limber, unlimber. ---- */

gg_verdict cw_rest_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const gg_verdict verdict = cw_may_act(s, side, action->who, ACTION_REST);
    if (!cw_is_legal(verdict)) return verdict;
    if (cw_in_zone(s, action->who)) return cw_refuse(R_IN_ZONE);
    return s->brigades[action->who].hits > 0 ? cw_legal : cw_refuse(R_NOT_TIRED);
}

void cw_rest_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)side;
    if (!cw_begin_act(s, action->who, ACTION_REST, false, dice, log)) return;
    s->brigades[action->who].hits--;
    cw_say(log, GG_STATUS, S_RESTS, action->who, GG_NO_UNIT);
}

/* LIMBER and UNLIMBER: all guns of it. */
gg_verdict cw_guns_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const unsigned b = action->who;
    const gg_verdict verdict = cw_may_act(s, side, b, (cw_action_kind)action->kind);
    if (!cw_is_legal(verdict)) return verdict;
    const cw_form from = action->kind == ACTION_LIMBER ? FORM_UNLIMBERED : FORM_LIMBERED;
    return cw_any_form(s, b, from) ? cw_legal : cw_refuse(R_HAS_NO_GUNS);
}

void cw_guns_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    const unsigned b = action->who;
    const bool limbers = action->kind == ACTION_LIMBER;
    (void)side;
    if (!cw_begin_act(s, b, (cw_action_kind)action->kind, false, dice, log)) return;
    for (int slot = 0; slot < cw_count(s, b); slot++)
        if (cw_is_guns(&s->units[b][slot]))
            s->units[b][slot].formation = limbers ? FORM_LIMBERED : FORM_UNLIMBERED;
    cw_say(log, GG_STATUS, limbers ? S_LIMBERS : S_UNLIMBERS, action->who, GG_NO_UNIT);
}

/* ---- A Brigade of its own (CW-5.18). ---- */

/* The lowest free id: one set free by ATTACH, else the next unused; BRIGADES_MAX: none. */
static unsigned free_id(const gg_state *s)
{
    for (unsigned b = 0; b < s->body_count; b++)
        if (s->bodies[b].removed == GONE_ATTACHED) return b;
    return s->body_count;
}

/* The lowest number that no Brigade of the side has or had, but the one whose row it takes. */
static uint8_t free_number(const gg_state *s, gg_side side, unsigned row)
{
    for (int number = 1;; number++) {
        bool taken = false;
        for (unsigned b = 0; b < s->body_count; b++)
            taken |= b != row && s->bodies[b].side == side && s->bodies[b].number == number;
        if (!taken) return (uint8_t)number;
    }
}

/* A Brigade of this one unit beside its parent: it counts as ordered and has no actions. */
static unsigned stand_alone(gg_state *s, unsigned parent, const cw_unit *unit, gg_pose pose)
{
    const gt_body *from = &s->bodies[parent];
    const unsigned b = free_id(s);
    const uint8_t number = free_number(s, (gg_side)from->side, b);
    gg_assert(b < BRIGADES_MAX);
    memset(s->names.brigades[b], 0, sizeof s->names.brigades[b]); /* the row may have had one */
    s->bodies[b] = (gt_body){.at = pose.at,
                             .facing = (int16_t)pose.facing,
                             .did = (uint16_t)(DID_ORDERED | (from->did & DID_REVEALED)),
                             .side = from->side,
                             .number = number,
                             .division = from->division,
                             .strength = 1,
                             .formation = 1};
    s->brigades[b] = (cw_brigade){.reserve = unit->morale,
                                  .objective = s->brigades[parent].objective,
                                  .parent = (uint8_t)(parent + 1)};
    s->units[b][0] = *unit;
    for (int slot = 1; slot < SLOTS; slot++) s->units[b][slot] = (cw_unit){.type = TYPE_HIDDEN};
    if (b == s->body_count) s->body_count++;
    gt_grid_put(s->strips, 1, s->cell, b, pose.at);
    return b;
}

/* CW-R70: within reach of the parent as it stands once closed up, clear of everybody. */
static gg_verdict may_stand_alone(const gg_state *after, unsigned parent, unsigned b)
{
    const gt_table t = cw_table(after);
    const int32_t reach = cw_number(after, N_attach_reach), gap = cw_number(after, N_keep_off);
    const int32_t far = gt_distance(&t, b, parent);
    gg_verdict verdict;
    if (far > reach) return cw_refuse_by(R_DETACH_FAR, (far + 9) / 10, reach / 10);
    gt_set near;
    const gt_shapes own = gt_shapes_of(&t, b);
    /* It was nowhere before: CW-R18 makes no allowance for it, as it does for who fled there. */
    if (!cw_is_on_table(after, BRIGADES_MAX, &own)) return cw_refuse(R_OFF_TABLE);
    if (!cw_pose_is_legal(after, b, cw_pose(after, b), 1, &verdict)) return verdict;
    gt_enemies_near(&t, after->bodies[b].side, gt_shapes_bounds(&own), gap, &near);
    while (near.bits[0] != 0) {
        const int32_t its = gt_distance(&t, b, (unsigned)gg_next_bit(&near.bits[0]));
        if (its <= gap) return cw_refuse_by(R_DETACH_ENEMY, its / 10, gap / 10);
    }
    return cw_legal;
}

static gg_pose pose_of(const gg_action *action)
{
    return (gg_pose){action->at, gg_facing(action->args[0])};
}

/* ---- Detaching a unit. ---- */

static unsigned detach(gg_state *s, unsigned parent, int slot, gg_pose pose)
{
    const cw_unit unit = s->units[parent][slot];
    cw_brigade *from = &s->brigades[parent];
    const uint8_t share = (uint8_t)(from->hits / s->bodies[parent].strength);
    const unsigned b = stand_alone(s, parent, &unit, pose);
    from->hits = (uint8_t)(from->hits - share);
    from->reserve = (uint8_t)(from->reserve > unit.morale ? from->reserve - unit.morale : 0);
    s->brigades[b].hits = share;
    cw_take_unit(s, parent, slot);
    return b;
}

gg_verdict cw_detach_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const gg_verdict verdict = cw_may_act(s, side, action->who, ACTION_DETACH);
    if (!cw_is_legal(verdict)) return verdict;
    if (cw_count(s, action->who) < 2) return cw_refuse(R_LAST_UNIT);
    if (action->args[1] < 0 || action->args[1] >= cw_count(s, action->who))
        return cw_refuse(R_NO_SUCH);
    if (free_id(s) == BRIGADES_MAX) return cw_refuse(R_NO_ROOM);
    gg_state after = *s;
    const unsigned b = detach(&after, action->who, action->args[1], pose_of(action));
    return may_stand_alone(&after, action->who, b);
}

void cw_detach_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)side;
    if (!cw_begin_act(s, action->who, ACTION_DETACH, false, dice, log)) return;
    const unsigned b = detach(s, action->who, action->args[1], pose_of(action));
    gg_event *event = cw_say(log, GG_MOVE, S_DETACHES, action->who, (gg_unit)b);
    if (event != NULL) event->at = action->at, event->amount = (int16_t)action->args[0];
    cw_check_all(s, log);
}

/* ---- Skirmishers: light companies, a die of each unit (CW-2.13, CW-23.4). ---- */

static bool is_donor(const cw_unit *u)
{
    return (u->type == TYPE_LI || u->type == TYPE_LT) && u->dice >= 2;
}

/* Every unit that can gives a die (with the option: only in name) to a new base. */
static unsigned send_skirmishers(gg_state *s, unsigned parent, gg_pose pose)
{
    int donors = 0, rifles = 0;
    for (int slot = 0; slot < cw_count(s, parent); slot++) {
        if (!is_donor(&s->units[parent][slot])) continue;
        donors++;
        rifles += s->units[parent][slot].weapon == WEAPON_RIFLE;
    }
    const cw_unit unit = cw_unit_of(s, TYPE_SK, rifles == donors ? WEAPON_RIFLE : WEAPON_MUSKET,
                                    cw_men_of_dice(s, TYPE_SK, donors));
    const unsigned b = stand_alone(s, parent, &unit, pose);
    s->bodies[b].flags = FLAG_SKIRMISH;
    for (int slot = 0; slot < cw_count(s, parent) && !s->options[OPT_skirmish_extra]; slot++) {
        cw_unit *u = &s->units[parent][slot];
        if (!is_donor(u)) continue;
        u->dice--;
        u->lent[u->lent[0] != 0] = (uint8_t)(b + 1);
    }
    return b;
}

void cw_forget_loan(gg_state *s, unsigned skirmishers)
{
    for (unsigned b = 0; b < s->body_count; b++)
        for (int slot = 0; slot < SLOTS; slot++) {
            uint8_t *lent = s->units[b][slot].lent;
            if (lent[1] == skirmishers + 1) lent[1] = 0;
            if (lent[0] == skirmishers + 1) lent[0] = lent[1], lent[1] = 0;
        }
}

gg_verdict cw_skirmish_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const gg_verdict verdict = cw_may_act(s, side, action->who, ACTION_SKIRMISH);
    if (!cw_is_legal(verdict)) return verdict;
    if (!cw_any(s, action->who, is_donor)) return cw_refuse(R_NO_SKIRMISHERS);
    for (unsigned b = 0; b < s->body_count; b++)
        if (cw_is_here(s, b) && (s->bodies[b].flags & FLAG_SKIRMISH)
            && s->brigades[b].parent == action->who + 1)
            return cw_refuse(R_HAS_SKIRMISHERS);
    if (free_id(s) == BRIGADES_MAX) return cw_refuse(R_NO_ROOM);
    gg_state after = *s;
    const unsigned b = send_skirmishers(&after, action->who, pose_of(action));
    return may_stand_alone(&after, action->who, b);
}

void cw_skirmish_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                       gg_log *log)
{
    (void)side;
    if (!cw_begin_act(s, action->who, ACTION_SKIRMISH, false, dice, log)) return;
    const unsigned b = send_skirmishers(s, action->who, pose_of(action));
    gg_event *event = cw_say(log, GG_MOVE, S_SKIRMISHERS_OUT, action->who, (gg_unit)b);
    if (event != NULL) event->at = action->at, event->amount = (int16_t)action->args[0];
    cw_check_all(s, log);
}

/* ---- Attaching. ---- */

/* The detached one of the two; BRIGADES_MAX: they are no kin. */
static unsigned child_of(const gg_state *s, unsigned b, unsigned other)
{
    if (s->brigades[other].parent == b + 1) return other;
    return s->brigades[b].parent == other + 1 ? b : BRIGADES_MAX;
}

/* The dice of skirmishers that are left go back, one each, to the donors still there. */
static void give_back(gg_state *s, unsigned parent, unsigned child)
{
    int left = s->units[child][0].dice;
    for (int slot = 0; slot < cw_count(s, parent) && left > 0; slot++) {
        cw_unit *u = &s->units[parent][slot];
        if (u->lent[0] != child + 1 && u->lent[1] != child + 1) continue;
        u->dice++;
        left--;
    }
}

static void merge(gg_state *s, unsigned parent, unsigned child)
{
    gt_body *to = &s->bodies[parent];
    const gt_body *from = &s->bodies[child];
    cw_brigade *joining = &s->brigades[child];
    cw_add_losses(&s->brigades[parent], joining->hits, joining->lost);
    joining->lost = 0; /* CW-R115: once */
    to->did |= from->did;
    if (from->flags & FLAG_SKIRMISH) {
        give_back(s, parent, child);
    } else {
        s->brigades[parent].reserve = (uint8_t)(s->brigades[parent].reserve + joining->reserve);
        s->units[parent][to->strength++] = s->units[child][0];
    }
    for (unsigned b = 0; b < s->body_count; b++) /* a child of the child becomes the parent's */
        if (s->brigades[b].parent == child + 1) s->brigades[b].parent = (uint8_t)(parent + 1);
    for (unsigned g = FIRST_GENERAL; g < FIRST_MARKER; g++)
        if (cw_general_of(s, g)->captor == child + 1)
            cw_general_of(s, g)->captor = (uint8_t)(parent + 1);
}

static gg_verdict may_merge(const gg_state *s, unsigned parent, unsigned child)
{
    const gt_table t = cw_table(s);
    const int32_t reach = cw_number(s, N_attach_reach), far = gt_distance(&t, parent, child);
    const unsigned both[] = {parent, child};
    for (int i = 0; i < 2; i++) {
        if (cw_is_fleeing(s, both[i])) return cw_refuse(R_IS_FLEEING);
        if (s->bodies[both[i]].did & DID_LIMITED) return cw_refuse(R_IS_LIMITED);
    }
    if (cw_count(s, child) != 1) return cw_refuse(R_NOT_ONE_UNIT);
    const bool skirmishers = s->bodies[child].flags & FLAG_SKIRMISH;
    if (!skirmishers && cw_count(s, parent) >= SLOTS) return cw_refuse(R_FULL);
    if (far > reach) return cw_refuse_by(R_ATTACH_FAR, (far + 9) / 10, reach / 10);
    if (skirmishers) return cw_legal;
    gg_state after = *s;
    gg_verdict verdict;
    merge(&after, parent, child);
    cw_remove(&after, child, GONE_ATTACHED, NULL);
    const gt_table then = cw_table(&after);
    const gt_shapes shapes = gt_shapes_of(&then, parent);
    if (!cw_is_on_table(s, parent, &shapes)) return cw_refuse(R_OFF_TABLE);
    cw_pose_is_legal(&after, parent, cw_pose(s, parent), s->bodies[parent].formation, &verdict);
    return verdict;
}

gg_verdict cw_attach_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const unsigned b = action->who, other = action->whom;
    const gg_verdict verdict = cw_may_act(s, side, b, ACTION_ATTACH);
    if (!cw_is_legal(verdict)) return verdict;
    if (other >= s->body_count || s->bodies[other].side != side) return cw_refuse(R_NOT_YOURS);
    if (!cw_is_here(s, other)) return cw_refuse(R_GONE);
    const unsigned child = child_of(s, b, other);
    if (child == BRIGADES_MAX) return cw_refuse(R_NOT_KIN);
    return may_merge(s, child == b ? other : b, child);
}

void cw_attach_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    const unsigned child = child_of(s, action->who, action->whom);
    const unsigned parent = child == action->who ? action->whom : action->who;
    (void)side;
    if (!cw_begin_act(s, action->who, ACTION_ATTACH, false, dice, log)) return;
    cw_say(log, GG_MOVE, S_ATTACHES, (gg_unit)parent, (gg_unit)child);
    if (s->bodies[child].did & DID_REVEALED) cw_reveal(s, parent, log); /* CW-R96: it stays so */
    merge(s, parent, child);
    cw_remove(s, child, GONE_ATTACHED, log);
    cw_check_all(s, log);
}
