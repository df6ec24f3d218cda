/*
 * sketch.c - before deciding: what is offered, what an action means on the table, which action a
 * hand means, and what may be asked.  Measuring is free.
 * SPDX-License-Identifier: MIT
 */
#include "core/pieces.h"
#include "rules/drill/law/drill.h"

static bool find(const gg_state *state, gg_unit who, gg_piece *out)
{
    if (who >= UNITS || state->companies[who].files == 0) return false;
    *out = (gg_piece){state->companies[who].at, drill_side_of(who)};
    return true;
}

/* DR-8 allows any point in reach: a ring and half a ring of eight points each are offered. */
static bool place(const gg_state *state, gg_unit who, uint32_t nth, gg_point *out)
{
    static const int directions[8][2] = {{0, 1000},  {707, 707},   {1000, 0},  {707, -707},
                                         {0, -1000}, {-707, -707}, {-1000, 0}, {-707, 707}};
    if (nth >= 8 * RINGS) return false;
    const int *by = directions[nth / RINGS];
    const gg_point at = state->companies[who].at;
    const int32_t far = drill_length(state, N_march_in_wood) * (int32_t)(nth % RINGS + 1);
    *out = (gg_point){at.x + far * by[0] / 1000, at.y + far * by[1] / 1000};
    return true;
}

/* Questions ask what a company could do, whatever its orders are. */
static void set_free(gg_state *state, gg_unit who)
{
    state->companies[who].order = ORDER_MARCH;
    state->companies[who].has_acted = 0;
}

static int32_t march_of(const gg_state *view, gg_unit who)
{
    return drill_march_max(view, who, view->companies[who].at);
}

/* What core wants to know to offer, to read a hand, to sketch and to answer (answers.def). */
static const gg_pieces pieces = {
    .rules = &drill_rules,
    .find = find,
    .draw = drill_draw_company,
    .place = place,
    .of_unit = R_UNLOADED,
    .not_there = R_GONE,
    .off_table = R_OFF_TABLE,
    .set_free = set_free,
};

#include "core/pieces.def"

/* DR-9: to an inch from the enemy, and at him. */
static void sketch_charge(const gg_sketch *to)
{
    gg_piece its, other;
    if (!find(to->view, to->action->who, &its) || !find(to->view, to->action->whom, &other)) return;
    gg_sketch_piece(&pieces, to, drill_contact_point(to->view, its.at, other.at));
    gg_sketch_target(&pieces, to, GG_ROLE_plan_charge);
}

#include "core/sketches.def"
