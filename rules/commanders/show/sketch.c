/*
 * sketch.c - what an action means on the board before any die, and which action a hand means.
 *
 * Lines name kinds of troops, not units, so the rules choose who goes (CMD-R35).  A sketch finds
 * out by doing the action on a copy of the position: whoever is changed by it is meant.
 * SPDX-License-Identifier: MIT
 */
#include "rules/commanders/law/board.h"
#include "rules/commanders/law/planning.h"
#include "rules/commanders/show/show.h"
#include "core/board_question.h"

#include <string.h>

typedef struct chosen {
    int count;
    gg_unit units[UNITS];
} chosen;

typedef struct drawing {
    const gg_state *state;
    gg_scene *scene;
    gg_side side;
    bool is_legal;
} drawing;

static uint16_t refused(const drawing *d) { return d->is_legal ? 0 : GG_FLAG_REFUSED; }

/* ---- Who is meant. ---- */

/* Those whom a legal line changes. */
static chosen changed_by(const drawing *d, const gg_action *action)
{
    gg_state after = *d->state;
    chosen list = {.count = 0};
    commanders_actions[action->kind].apply(&after, d->side, action, NULL, NULL);
    for (gg_unit i = first_of(d->side); i < first_of(d->side) + UNITS; i++)
        if (memcmp(&after.units[i], &d->state->units[i], sizeof after.units[i]) != 0)
            list.units[list.count++] = i;
    return list;
}

/* Of a refused line: the first that stand there. */
static chosen standing_at(const drawing *d, int count, int of, int place)
{
    chosen list = {.count = 0};
    for (gg_unit i = first_of(d->side); i < first_of(d->side) + UNITS; i++) {
        const unit *u = &d->state->units[i];
        if (list.count < count && u->number != 0 && u->type == of && u->place == place)
            list.units[list.count++] = i;
    }
    return list;
}

static chosen troops_of(const drawing *d, const gg_action *action, int of, int place)
{
    return d->is_legal ? changed_by(d, action) : standing_at(d, action->flags, of, place);
}

static chosen one_of(gg_unit who) { return (chosen){.count = 1, .units = {who}}; }

/* ---- Marks. ---- */

static int standing_in(const drawing *d, int place)
{
    int count = 0;
    for (int i = first_of(d->side); i < first_of(d->side) + UNITS; i++) {
        const unit *u = &d->state->units[i];
        count += u->number != 0 && u->place == place && u->zone == 0 && !is_inside(u);
    }
    return count;
}

/* The units as they would stand in a place, behind those that are there. */
static void put_ghosts(const drawing *d, const chosen *list, int place)
{
    gg_state after = *d->state;
    int n = standing_in(d, place);
    for (int i = 0; i < list->count; i++) {
        unit *u = &after.units[list->units[i]];
        commanders_put(&after, u, place);
        u->status &= (uint8_t) ~(ROUTED | INSIDE);
        gg_mark *mark = commanders_draw_unit(&after, list->units[i], n++, d->scene);
        if (mark == NULL) return;
        mark->flags |= (uint16_t)(GG_FLAG_GHOST | refused(d));
    }
}

/* The unit where it is, because something is said of it. */
static gg_mark *put_chosen(const drawing *d, gg_unit who, uint16_t flags)
{
    gg_mark *mark = commanders_draw_standing(d->state, who, d->scene);
    if (mark == NULL) return NULL;
    mark->flags |= (uint16_t)(GG_FLAG_GHOST | flags | refused(d));
    return mark;
}

static gg_mark *put_arrow(const drawing *d, gg_role role, gg_point from, gg_point to)
{
    gg_mark *mark = gg_scene_add(d->scene, GG_ARROW, role);
    if (mark == NULL) return NULL;
    mark->side = d->side;
    mark->at = from;
    mark->to = to;
    mark->flags = refused(d);
    return mark;
}

static void put_march(const drawing *d, gg_role role, int count, int of, int from, int to)
{
    if (from == to) return;
    gg_mark *mark = put_arrow(d, role, commanders_middle_of(from), commanders_middle_of(to));
    if (mark == NULL) return;
    gg_text text = gg_text_over(mark->label, sizeof mark->label);
    gg_put_int(&text, count);
    gg_put_char(&text, commanders_letter((type)of));
}

/* ---- Lines of troops. ---- */

static void sketch_order(const drawing *d, const gg_action *a)
{
    const order line = {.count = a->flags,
                        .type = (uint8_t)a->item,
                        .from = (uint8_t)a->at.x,
                        .step1 = (uint8_t)a->at.y,
                        .step2 = (uint8_t)a->args[0]};
    bool cancels = a->kind == ACTION_CANCEL;
    commanders_draw_order(d->scene, d->side, &line, 0,
                          (uint16_t)((cancels ? GG_FLAG_GHOST : 0) | refused(d)));
    if (cancels) return;
    chosen list = troops_of(d, a, a->item, a->at.x);
    put_ghosts(d, &list, a->args[0] > 0 ? a->args[0] - 1 : a->at.y);
}

/* Into a sector that is not friendly is an attack (CMD-4.5). */
static void sketch_troops(const drawing *d, const gg_action *a)
{
    chosen list = troops_of(d, a, a->item, a->at.x);
    bool attacks = a->kind == ACTION_GO && a->at.y < SECTORS
                   && !commanders_is_friendly(d->state, d->side, a->at.y);
    put_march(d, attacks ? GG_ROLE_plan_charge : GG_ROLE_plan, a->flags, a->item, a->at.x, a->at.y);
    put_ghosts(d, &list, a->at.y);
}

static void sketch_retreat(const drawing *d, const gg_action *a)
{
    if (a->at.x >= SECTORS) return;
    chosen list = troops_of(d, a, TYPE_C, a->at.x);
    int behind = commanders_behind(d->side, a->at.x);
    put_march(d, GG_ROLE_plan, a->flags, TYPE_C, a->at.x, behind);
    put_ghosts(d, &list, behind);
}

static void sketch_deploy(const drawing *d, const gg_action *a)
{
    chosen list = troops_of(d, a, a->item, reserve_of(d->side));
    put_ghosts(d, &list, a->at.x);
}

static gg_unit first_enemy(const drawing *d, int place)
{
    gg_side enemy = enemy_of(d->side);
    for (gg_unit i = first_of(enemy); i < first_of(enemy) + UNITS; i++)
        if (d->state->units[i].number != 0 && d->state->units[i].place == place) return i;
    return GG_NO_UNIT;
}

static void sketch_bombard(const drawing *d, const gg_action *a)
{
    chosen list = troops_of(d, a, TYPE_A, a->at.x);
    for (int i = 0; i < list.count; i++) put_chosen(d, list.units[i], GG_FLAG_CHOSEN);
    if (a->at.x == a->at.y) return;
    gg_mark *mark = put_arrow(d, GG_ROLE_plan_shot, commanders_middle_of(a->at.x),
                              commanders_middle_of(a->at.y));
    if (mark != NULL) mark->unit = first_enemy(d, a->at.y);
}

static void sketch_rally(const drawing *d, const gg_action *a)
{
    bool in_box = a->at.x == NO_SECTOR;
    chosen list = standing_at(d, 1, a->item, in_box ? PLACE_BOX : a->at.x);
    if (!in_box && d->is_legal) list = changed_by(d, a);
    put_ghosts(d, &list, in_box ? reserve_of(d->side) : a->at.x);
}

/* ---- Battle zones. ---- */

static const unit *unit_in(const drawing *d, int zone_id, gg_side side, int space)
{
    int number = commanders_zone_by_id(d->state, zone_id);
    if (number < 0 || space < 0 || space >= SPACES) return NULL;
    return commanders_in_space(d->state, &d->state->zones[number], side, space);
}

static gg_point space_of(const drawing *d, int zone_id, gg_side side, int space)
{
    return commanders_space_at(&d->state->zones[commanders_zone_by_id(d->state, zone_id)], side,
                               space);
}

/* At whom: an arrow from the unit to the one in that space. */
static void put_blow(const drawing *d, gg_role role, gg_unit who, int zone_id, int space)
{
    const unit *whom = unit_in(d, zone_id, enemy_of(d->side), space);
    gg_mark *from = put_chosen(d, who, GG_FLAG_CHOSEN);
    if (from == NULL || whom == NULL) return;
    gg_mark *mark = put_arrow(d, role, from->at, space_of(d, zone_id, enemy_of(d->side), space));
    if (mark != NULL) mark->unit = index_of(d->state, whom);
}

/* Back behind the border from which they came. */
static void put_withdrawal(const drawing *d, gg_unit who, gg_point from)
{
    chosen list = one_of(who);
    put_ghosts(d, &list, d->state->units[who].place);
    const gg_mark *ghost = &d->scene->marks[d->scene->count - 1];
    put_arrow(d, GG_ROLE_plan, from, ghost->at);
}

static void sketch_spaces(const drawing *d, const gg_action *a)
{
    for (int space = 0; space < SPACES; space++) {
        const unit *u = (a->flags >> space & 1) != 0 ? unit_in(d, a->item, d->side, space) : NULL;
        if (u == NULL) continue;
        gg_unit who = index_of(d->state, u);
        if (a->kind == ACTION_SQUARE) put_chosen(d, who, GG_FLAG_SQUARE);
        if (a->kind == ACTION_COUNTERCHARGE) put_blow(d, GG_ROLE_plan_charge, who, a->item, space);
        if (a->kind == ACTION_WITHDRAW && d->scene->count < d->scene->limit)
            put_withdrawal(d, who, space_of(d, a->item, d->side, space));
    }
}

static void sketch_target(const drawing *d, const gg_action *a)
{
    const unit *by = NULL;
    if (a->item >= ZONE_BUILDING && a->item < ZONE_IDS)
        by = commanders_garrison(d->state, a->item - ZONE_BUILDING);
    if (by == NULL || side_of(index_of(d->state, by)) != d->side)
        by = unit_in(d, a->item, d->side, a->flags - 1);
    if (by == NULL) return;
    gg_role role = commanders_is_melee(d->state) ? GG_ROLE_plan_charge : GG_ROLE_plan_shot;
    put_blow(d, role, index_of(d->state, by), a->at.x, a->at.y - 1);
}

/* The unit whose die it is. */
static void sketch_reroll(const drawing *d, const gg_action *a)
{
    if (a->flags > GG_RED) return;
    const unit *u = unit_in(d, a->item, a->flags, a->at.x - 1);
    if (u != NULL) put_chosen(d, index_of(d->state, u), GG_FLAG_CHOSEN);
}

static void sketch_division(const drawing *d, const gg_action *a)
{
    division parts;
    int taken[SECTOR_ZONES] = {0};
    if (!d->is_legal || !commanders_division(d->state, d->side, a->at.x, &parts)) return;
    for (int i = 0; i < parts.count; i++) {
        int rank = (int)((uint32_t)a->args[0] >> (3 * i) & 7) - 1;
        const zone *z = &d->state->zones[parts.zones[rank]];
        gg_mark *mark = put_chosen(d, parts.units[i], 0);
        if (mark == NULL) return;
        gg_point from = mark->at;
        mark->at = commanders_space_at(z, d->side, taken[rank]++ % SPACES);
        put_arrow(d, GG_ROLE_plan, from, mark->at);
    }
}

/* Into a building and out of it. */
static void sketch_building(const drawing *d, const gg_action *a)
{
    if (!d->is_legal) return;
    const unit *garrison = commanders_garrison(d->state, a->at.x);
    gg_unit who = a->kind == ACTION_GARRISON ? commanders_garrison_unit(d->state, d->side, a->at.x)
                                             : index_of(d->state, garrison);
    if (a->kind == ACTION_LEAVE) {
        chosen list = one_of(who);
        put_ghosts(d, &list, a->at.x);
        return;
    }
    gg_state after = *d->state;
    after.units[who].status |= INSIDE;
    after.zone_count = 0; /* it leaves its space */
    gg_mark *mark = commanders_draw_standing(&after, who, d->scene);
    if (mark == NULL) return;
    mark->flags |= GG_FLAG_GHOST;
}

static bool is_place(int32_t place) { return place >= 0 && place < GROUNDS; }

/* Are the parts of the action within the board?  What was read always is. */
static bool is_drawable(const gg_action *a, action_form form)
{
    bool two = form == FORM_ORDER || form == FORM_TROOPS || form == FORM_BOMBARD;
    bool one =
        form == FORM_RETREAT || form == FORM_DEPLOY || form == FORM_SECTOR || form == FORM_DIVIDE;
    bool kind =
        form == FORM_ORDER || form == FORM_TROOPS || form == FORM_DEPLOY || form == FORM_RALLY;
    if (kind && a->item >= TYPES) return false;
    if (form == FORM_ORDER && (a->args[0] < 0 || a->args[0] > GROUNDS)) return false;
    if (form == FORM_RALLY) return a->at.x == NO_SECTOR || is_place(a->at.x);
    if (two && !is_place(a->at.y)) return false;
    return !(two || one) || is_place(a->at.x);
}

void commanders_sketch(const gg_state *view, gg_side side, const gg_action *action, gg_scene *scene)
{
    if (side > GG_RED || action->kind >= ACTIONS) return;
    action_form form = (action_form)commanders_forms[action->kind];
    if (!is_drawable(action, form)) return;
    const drawing d = {
        .state = view,
        .scene = scene,
        .side = side,
        .is_legal = commanders_rules.legal(view, side, action).reason == R_LEGAL,
    };
    switch (form) {
    case FORM_ORDER: sketch_order(&d, action); break;
    case FORM_TROOPS: sketch_troops(&d, action); break;
    case FORM_RETREAT: sketch_retreat(&d, action); break;
    case FORM_DIVIDE: sketch_division(&d, action); break;
    case FORM_SPACES: sketch_spaces(&d, action); break;
    case FORM_TARGET: sketch_target(&d, action); break;
    case FORM_REROLL: sketch_reroll(&d, action); break;
    case FORM_SECTOR: sketch_building(&d, action); break;
    case FORM_BOMBARD: sketch_bombard(&d, action); break;
    case FORM_RALLY: sketch_rally(&d, action); break;
    case FORM_DEPLOY: sketch_deploy(&d, action); break;
    case FORM_WORD:
    case FORM_SIDE: /* they stay where they are */
    case FORMS: break;
    }
}

/* ---- What a hand means. ---- */

/* Units that a line cannot tell apart. */
static bool is_like(const gg_state *view, gg_unit one, gg_unit other)
{
    const unit *a = &view->units[one], *b = &view->units[other];
    return side_of(one) == side_of(other) && a->type == b->type && a->place == b->place
           && a->status == b->status && a->zone == b->zone && (a->order != 0) == (b->order != 0)
           && commanders_next_step(view, a) == commanders_next_step(view, b);
}

static int cost_of(const gg_state *view, const gg_action *action, gg_unit whom)
{
    return (void)view, (void)whom, action->flags;
}

/* A hand moves one unit, whatever the offer was for. */
static void make_single(const gg_state *view, gg_side side, gg_action *action)
{
    action_form form = (action_form)commanders_forms[action->kind];
    bool counts = form == FORM_ORDER || form == FORM_TROOPS || form == FORM_RETREAT
                  || form == FORM_DEPLOY || form == FORM_BOMBARD;
    gg_action single = *action;
    single.flags = 1;
    if (counts && commanders_rules.legal(view, side, &single).reason == R_LEGAL) *action = single;
}

/* An order that has been given, put back. */
static bool take_back(const gg_state *view, gg_side side, const unit *u, int place, gg_action *out)
{
    const order *line = &view->plan[side][u->order - 1];
    if (place != u->place) return false;
    *out = make_troops(ACTION_CANCEL, line->count, line->type, line->from, line->step1);
    out->args[0] = line->step2;
    return true;
}

/* The sector between, for two steps of cavalry: straight on if that can be. */
static int between(int from, int to)
{
    int found = NO_SECTOR;
    for (const uint8_t *near = commanders_near[from]; *near != NO_SECTOR; near++)
        if (*near < SECTORS && commanders_is_adjacent(*near, to)
            && (found == NO_SECTOR || commanders_ahead(from, *near) == to))
            found = *near;
    return found;
}

/* Where nothing is offered: the line whose refusal says why. */
static bool aim_in_vain(const gg_state *view, const unit *u, int to, gg_action *out)
{
    int from = u->place;
    action_kind kind = ACTIONS;
    if (from == to || !is_on_board(u)) return false;
    if (view->stage == PHASE_PLAN) kind = ACTION_ORDER;
    if (view->stage == PHASE_MOVE) kind = ACTION_MOVE;
    if (view->stage == PHASE_DEPLOY) kind = ACTION_DEPLOY;
    if (view->stage == PHASE_BOMBARD) kind = ACTION_BOMBARD;
    if (step_of(view) == STEP_GO) kind = ACTION_GO;
    if (step_of(view) == STEP_ENTER) kind = ACTION_ENTER;
    if (kind == ACTIONS || (kind == ACTION_BOMBARD && u->type != TYPE_A)) return false;
    *out = make_troops(kind, 1, u->type, from, to);
    if (kind == ACTION_BOMBARD) out->item = 0;
    if (kind == ACTION_DEPLOY) out->at = (gg_point){to, 0};
    int middle = between(from, to);
    if (kind == ACTION_ORDER && moves_of(view, u->type) > 1 && middle != NO_SECTOR
        && !commanders_is_adjacent(from, to)) {
        out->at.y = middle;
        out->args[0] = to + 1;
    }
    return true;
}

/* In these steps a unit of the enemy stands for the place it is in. */
static bool is_about_places(const gg_state *view)
{
    int step = step_of(view);
    return step == STEPS || step == STEP_GO || step == STEP_ROOM || step == STEP_ENTER;
}

bool commanders_aim(const gg_state *view, gg_side side, gg_unit who, gg_unit whom, gg_point at,
                    int32_t facing, gg_action *out)
{
    if (who >= ALL_UNITS || side_of(who) != side || view->units[who].number == 0) return false;
    if (whom != GG_NO_UNIT && (whom >= ALL_UNITS || view->units[whom].number == 0)) return false;
    const unit *u = &view->units[who];
    if (whom != GG_NO_UNIT && is_about_places(view)) {
        at = (gg_point){view->units[whom].place, 0};
        whom = GG_NO_UNIT;
    }
    bool is_somewhere = is_place(at.x) && at.y == 0;
    gg_action offers[ACTIONS_MAX], meant;
    const gg_hand hand = {
        .who = who, .whom = whom, .at = at, .facing = facing, .is_like = is_like, .cost = cost_of};
    uint32_t count = commanders_rules.offer(view, side, offers, ACTIONS_MAX);
    if (gg_aim_at_offers(&commanders_rules, view, side, &hand, offers, count, &meant))
        make_single(view, side, &meant);
    else if (view->stage == PHASE_PLAN && u->order != 0)
        return is_somewhere && take_back(view, side, u, at.x, out);
    else if (!is_somewhere || whom != GG_NO_UNIT || !aim_in_vain(view, u, at.x, &meant))
        return false;
    *out = meant;
    return true;
}

uint16_t commanders_reach(const gg_state *view, gg_side side, gg_unit who)
{
    gg_action offers[ACTIONS_MAX];
    gg_point places[GG_REACH_MAX];
    const gg_hand hand = {.who = who, .whom = GG_NO_UNIT, .facing = -1, .is_like = is_like};
    uint32_t count = commanders_rules.offer(view, side, offers, ACTIONS_MAX);
    uint32_t found =
        gg_reach_of_offers(&commanders_rules, view, side, &hand, offers, count, places);
    uint16_t reach = 0;
    for (uint32_t i = 0; i < found; i++)
        if (is_place(places[i].x) && places[i].x != view->units[who].place)
            reach |= (uint16_t)(1u << places[i].x);
    return reach;
}
