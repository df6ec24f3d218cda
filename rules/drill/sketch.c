/*
 * sketch.c - before deciding: what is offered, what an action means on the table, which action a
 * hand means, and what may be asked.  Measuring is free.
 */
#include "core/picture.h"
#include "core/pieces.h"
#include "core/question.h"
#include "drill.h"

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

/* What core makes of the rows of actions.def: offers, what a hand means, sketches. */
static const gg_pieces pieces = {
    .rules = &drill_rules,
    .find = find,
    .draw = drill_draw_company,
    .place = place,
    .of_unit = R_UNLOADED,
    .not_there = R_GONE,
    .off_table = R_OFF_TABLE,
    .measured = DR_1,
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

/* ---- What may be asked. ---- */

static gg_state ordered_to_march(const gg_state *view, gg_unit who)
{
    gg_state ordered = *view;
    ordered.companies[who].order = ORDER_MARCH;
    ordered.companies[who].has_acted = 0;
    return ordered;
}

static void ask_reach(const gg_state *view, gg_unit who, gg_answer *answer, gg_scene *scene)
{
    enum { CELLS = 24 };
    const gg_state ordered = ordered_to_march(view, who);
    const bool in_wood = drill_is_in(view, view->companies[who].at, GROUND_WOOD);
    gg_trace_places(scene, &pieces, &ordered, gg_action_on(ACTION_MARCH, who, GG_NO_UNIT),
                    drill_length(view, N_march) + INCH, CELLS);
    answer->yes = true;
    answer->ticks = drill_length(view, in_wood ? N_march_in_wood : N_march);
    gg_answer_said(&pieces, view, who, DR_8, 0, "{who} marches up to {ticks}, less into a wood.",
                   answer);
}

static void ask_range(const gg_state *view, gg_unit who, gg_answer *answer, gg_scene *scene)
{
    answer->yes = answer->ticks <= drill_reach(view);
    gg_lay_sight(scene, answer->from, answer->yes ? answer->to : answer->from, answer->to);
    gg_answer_said(&pieces, view, who, DR_11, drill_reach(view),
                   answer->yes ? "{who} has that in reach: {ticks}, and muskets reach {limit}."
                               : "{who} does not reach so far: {ticks}, and muskets reach {limit}.",
                   answer);
}

/* A company has no flanks, only a circle in which it shoots. */
static void ask_arcs(const gg_state *view, gg_unit who, gg_answer *answer, gg_scene *scene)
{
    answer->yes = true;
    answer->ticks = drill_reach(view);
    gg_scene_disc(scene, GG_ROLE_range, answer->from, answer->ticks);
    gg_answer_said(&pieces, view, who, DR_11, 0, "{who} shoots all round, up to {ticks}.", answer);
}

static void ask_contact(const gg_state *view, gg_unit who, gg_unit whom, gg_answer *answer)
{
    const gg_state ordered = ordered_to_march(view, who);
    const gg_action charge = gg_action_on(ACTION_CHARGE, who, whom);
    const bool at_unit = whom != GG_NO_UNIT;
    const gg_verdict may =
        at_unit ? drill_charge_legal(&ordered, drill_side_of(who), &charge) : drill_legal;
    answer->yes = at_unit && may.reason == R_LEGAL;
    answer->unit = answer->yes ? whom : GG_NO_UNIT;
    if (may.reason != R_LEGAL) gg_answer_refused(answer, &drill_rules, may);
    else if (!at_unit)
        gg_answer_said(&pieces, view, who, 0, 0, "{who} meets nobody there.", answer);
    else
        gg_answer_said(&pieces, view, who, DR_9, 0,
                       "{who} would come to an inch from it and strike.", answer);
    answer->clause = DR_9;
}

void drill_ask(const gg_state *view, gg_side side, const gg_question *question, gg_answer *answer,
               gg_scene *scene)
{
    (void)side;
    const gg_unit who = question->who;
    if (!gg_ask_pieces(&pieces, view, question, answer)) return;
    switch ((gg_question_kind)question->kind) {
    case GG_ASK_REACH: ask_reach(view, who, answer, scene); return;
    case GG_ASK_SIGHT: ask_range(view, who, answer, scene); return;
    case GG_ASK_MEASURE: gg_answer_distance(&pieces, answer, scene); return;
    case GG_ASK_ARCS: ask_arcs(view, who, answer, scene); return;
    case GG_ASK_CONTACT: ask_contact(view, who, question->whom, answer); return;
    }
}
