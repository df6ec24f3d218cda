/*
 * words.c - actions in plain words, for people who do not read the notation.
 *
 * Units are named where an action picks them out, and counted where it does not; spaces of a zone
 * are never numbered for a reader who can be told who stands there.
 * SPDX-License-Identifier: MIT
 */
#include "rules/commanders/law/board.h"
#include "rules/commanders/show/show.h"

/* ---- Things. ---- */

static const char *place(int which)
{
    if (which == RESERVE_BLUE) return "blue's reserve";
    if (which == RESERVE_RED) return "red's reserve";
    return which >= 0 && which < SECTORS ? commanders_place_names[which] : "nowhere";
}

static const char *troops(int of) { return of < TYPES ? commanders_type_words[of] : "units"; }

static void put_zone(gg_text *out, int id)
{
    if (id < 0 || id >= ZONE_IDS) gg_put(out, "nowhere");
    else if (id < ZONE_CONTESTED)
        gg_put_words(out, "between %s and %s", place(commanders_border_ends[id][0]),
                     place(commanders_border_ends[id][1]));
    else if (id < ZONE_BUILDING)
        gg_put_words(out, "in zone %d of %s", (id - ZONE_CONTESTED) % CONTESTED_ZONES + 1,
                     place((id - ZONE_CONTESTED) / CONTESTED_ZONES));
    else gg_put_words(out, "in the building of %s", place(id - ZONE_BUILDING));
}

void commanders_write_zone(const gg_state *state, int64_t id, gg_text *out)
{
    (void)state;
    put_zone(out, (int)id);
}

/* Who stands in a space, 0 to 4; for a garrison the zone alone says it.  NULL: nobody. */
static const unit *unit_in(const gg_state *state, int id, gg_side side, int space)
{
    int number = commanders_zone_by_id(state, id);
    if (id >= ZONE_BUILDING && id < ZONE_IDS) {
        const unit *garrison = commanders_garrison(state, id - ZONE_BUILDING);
        if (garrison != NULL && side_of(index_of(state, garrison)) == side) return garrison;
    }
    if (number < 0 || side > GG_RED || space < 0 || space >= SPACES) return NULL;
    return commanders_in_space(state, &state->zones[number], side, space);
}

static void put_unit_in(const gg_state *state, int id, gg_side side, int space, gg_text *out)
{
    const unit *u = unit_in(state, id, side, space);
    if (u != NULL) commanders_write_unit(state, index_of(state, u), out);
    else gg_put_words(out, "space %d", space + 1);
}

/* ---- Orders and moves. ---- */

static void say_order(const gg_action *a, gg_text *out)
{
    gg_put_words(
        out, a->kind == ACTION_ORDER ? "order %d %s from %s" : "cancel the order of %d %s from %s",
        a->flags, troops(a->item), place(a->at.x));
    if (a->args[0] > 0) gg_put_words(out, " by %s to %s", place(a->at.y), place(a->args[0] - 1));
    else gg_put_words(out, " to %s", place(a->at.y));
}

static void say_troops(const gg_action *a, gg_text *out)
{
    const char *does = a->kind == ACTION_GO      ? "send"
                       : a->kind == ACTION_ENTER ? "enter with"
                                                 : "move";
    gg_put_words(out, "%s %d %s from %s to %s%s", does, a->flags, troops(a->item), place(a->at.x),
                 place(a->at.y), a->kind == ACTION_ROAD ? " by road" : "");
}

static void say_retreat(const gg_action *a, gg_text *out)
{
    gg_put_words(out, "retreat with %d %s from %s", a->flags, troops(TYPE_C), place(a->at.x));
}

static void say_stay(const gg_action *a, gg_text *out)
{
    gg_put_words(out, "let nobody enter %s from %s", place(a->at.y), place(a->at.x));
}

static void say_bombard(const gg_action *a, gg_text *out)
{
    gg_put_words(
        out, a->item != 0 ? "bombard the building of %s from %s" : "bombard %s from %s with %d %s",
        place(a->at.y), place(a->at.x), a->flags, troops(TYPE_A));
}

/* CMD-11.2: who is not called by his sector lies in the box. */
static void say_rally(const gg_action *a, gg_text *out)
{
    const bool boxed = a->at.x == NO_SECTOR;
    gg_put_words(out, boxed ? "rally %s: of two in the box one comes back" : "rally %s in %s",
                 troops(a->item), place(a->at.x));
}

static void say_sector(const gg_action *a, gg_text *out)
{
    gg_put_words(out,
                 a->kind == ACTION_GARRISON ? "put a unit into the building of %s"
                                            : "let the garrison come out in %s",
                 place(a->at.x));
}

static void say_deploy(const gg_action *a, gg_text *out)
{
    gg_put_words(out, "place %d %s in %s", a->flags, troops(a->item), place(a->at.x));
}

/* ---- Combat. ---- */

static void say_spaces(const gg_state *state, gg_side side, const gg_action *a, gg_text *out)
{
    int count = 0, told = 0;
    gg_put(out, a->kind == ACTION_SQUARE          ? "form square with "
                : a->kind == ACTION_COUNTERCHARGE ? "countercharge with "
                                                  : "withdraw with ");
    for (int space = 0; space < SPACES; space++) count += a->flags >> space & 1;
    for (int space = 0; space < SPACES; space++) {
        if ((a->flags >> space & 1) == 0) continue;
        gg_put_joint(out, told++, count);
        put_unit_in(state, a->item, side, space, out);
    }
    gg_put(out, ", ");
    put_zone(out, a->item);
}

static void say_target(const gg_state *state, gg_side side, const gg_action *a, gg_text *out)
{
    gg_side enemy = side == GG_BLUE ? GG_RED : side == GG_RED ? GG_BLUE : GG_NOBODY;
    put_unit_in(state, a->item, side, a->flags - 1, out);
    if (a->kind == ACTION_IGNORE_ROUTED) gg_put(out, " passes over the routed and");
    gg_put(out, commanders_is_melee(state) ? " attacks " : " shoots at ");
    put_unit_in(state, a->at.x, enemy, a->at.y - 1, out);
}

/* The face that lies there, 1 to 6; 0: none, or not known. */
static int face_of(const gg_state *state, const gg_action *a)
{
    int number = commanders_zone_by_id(state, a->item), which = a->at.y > 0 ? a->at.y - 1 : 0;
    if (number >= 0 && a->flags <= GG_RED && a->at.x >= 1 && a->at.x <= SPACES && which < 2)
        return state->zones[number].dice[a->flags][a->at.x - 1][which];
    if (a->item >= ZONE_BUILDING && a->item < ZONE_IDS)
        return state->garrison_die[a->item - ZONE_BUILDING];
    return 0;
}

static void say_reroll(const gg_state *state, const gg_action *a, gg_text *out)
{
    int face = face_of(state, a);
    gg_put(out, "re-roll ");
    put_unit_in(state, a->item, a->flags, a->at.x - 1, out);
    gg_put(out, a->at.y == 0 ? "'s die" : a->at.y == 1 ? "'s first die" : "'s second die");
    if (face != 0) gg_put_words(out, ", a %d", face);
}

/* ---- Dividing a sector's units among its zones. ---- */

/* As seen from the sector: over which border, or which zone of its own. */
static void put_way_of(gg_text *out, int sector, int id)
{
    if (id >= ZONE_CONTESTED) {
        put_zone(out, id);
        return;
    }
    const uint8_t *ends = commanders_border_ends[id];
    bool ours = ends[0] == sector || ends[1] == sector;
    gg_put_words(out, ours ? "towards %s" : "by %s", place(ends[0] == sector ? ends[1] : ends[0]));
}

static void put_part(const gg_state *state, const division *d, uint32_t zones, int rank,
                     gg_text *out)
{
    int parts = 0, told = 0;
    for (int i = 0; i < d->count; i++) parts += commanders_alike(state, d, zones, rank, i) > 0;
    for (int i = 0; i < d->count; i++) {
        const unit *u = &state->units[d->units[i]];
        int count = commanders_alike(state, d, zones, rank, i);
        if (count == 0) continue;
        gg_put_joint(out, told++, parts);
        gg_put_int(out, count);
        if (u->from != 0) gg_put(out, " moved");
        if (is_spent(u)) gg_put(out, " spent");
        if (is_routed(u)) gg_put(out, " routed");
        gg_put_words(out, " %s", commanders_type_words[u->type]);
        if ((u->status & SQUARE) != 0) gg_put(out, " in square");
    }
    if (parts == 0) gg_put(out, "nobody");
}

static void say_division(const gg_state *state, gg_side side, const gg_action *a, gg_text *out)
{
    division d = {.count = 0};
    gg_put_words(out, "divide %s", place(a->at.x));
    if (side > GG_RED || commanders_rules.legal(state, side, a).reason != R_LEGAL) return;
    if (!commanders_division(state, side, a->at.x, &d)) return;
    for (int rank = 0; rank < d.zone_count; rank++) {
        gg_put(out, rank == 0 ? ": " : ", ");
        put_part(state, &d, (uint32_t)a->args[0], rank, out);
        gg_put_char(out, ' ');
        put_way_of(out, a->at.x, state->zones[d.zones[rank]].id);
    }
}

/* ---- Single words. ---- */

/* What is over for the side that says `ready`, and what follows when both have. */
static const char *ready_words(const gg_state *state)
{
    switch ((step_id)step_of(state)) {
    case STEP_GO: return "nobody else goes; moves are shown";
    case STEP_ROOM: return "done with who finds room";
    case STEP_RETREAT: return "no more retreats";
    case STEP_DIVIDE: return "done dividing; zones are shown";
    case STEP_REACT: return "no more reactions; their dice follow";
    case STEP_RANGED_AIM: return "no more targets; ranged dice follow";
    case STEP_WITHDRAW: return "no more withdrawals; melee follows";
    case STEP_MELEE_AIM: return "no more targets; melee dice follow";
    case STEP_ENTER: return "nobody else enters; the phase ends";
    case STEP_REACTIONS:
    case STEP_VOLLEY:
    case STEP_RANGED_REROLL:
    case STEP_MELEE:
    case STEP_MELEE_REROLL:
    case STEPS: break;
    }
    if (state->stage == PHASE_DEPLOY) return "deployment is done; planning follows";
    if (state->stage == PHASE_PLAN) return "the plan is done; fast movement follows";
    if (state->stage == PHASE_BOMBARD) return "no more bombardments; their dice follow";
    if (state->stage == PHASE_MOVE) return "no more moves; rally follows";
    if (state->stage == PHASE_RALLY) return "no more rallies; scoring follows";
    return "done with this step";
}

static void say_word(const gg_state *state, gg_side side, const gg_action *a, gg_text *out)
{
    static const char *const words[ACTIONS] = {
        [ACTION_ORDERS] = "roll for the number of orders",
        [ACTION_COURIERS] = "roll for the couriers",
        [ACTION_REACTIONS] = "roll for the reactions",
        [ACTION_VOLLEY] = "roll the ranged dice",
        [ACTION_MELEE] = "roll the melee dice",
        [ACTION_BOMBARDMENT] = "roll the bombardment dice",
        [ACTION_SCORE] = "score the round",
        [ACTION_PASS] = "no re-roll now",
    };
    if (a->kind == ACTION_READY) gg_put(out, ready_words(state));
    else if (a->kind == ACTION_RESIGN) gg_put_resignation(out, side);
    else gg_put(out, words[a->kind]);
}

void commanders_say_action(const gg_state *state, gg_side side, const gg_action *a, gg_text *out)
{
    gg_assert(a->kind < ACTIONS);
    switch ((action_form)commanders_forms[a->kind]) {
    case FORM_WORD: say_word(state, side, a, out); break;
    case FORM_ORDER: say_order(a, out); break;
    case FORM_TROOPS: say_troops(a, out); break;
    case FORM_SIDE: say_stay(a, out); break;
    case FORM_RETREAT: say_retreat(a, out); break;
    case FORM_DIVIDE: say_division(state, side, a, out); break;
    case FORM_SPACES: say_spaces(state, side, a, out); break;
    case FORM_TARGET: say_target(state, side, a, out); break;
    case FORM_REROLL: say_reroll(state, a, out); break;
    case FORM_SECTOR: say_sector(a, out); break;
    case FORM_BOMBARD: say_bombard(a, out); break;
    case FORM_RALLY: say_rally(a, out); break;
    case FORM_DEPLOY: say_deploy(a, out); break;
    case FORMS: break;
    }
}
