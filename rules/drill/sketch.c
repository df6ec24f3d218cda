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
static uint32_t places(const gg_state *state, gg_unit who, gg_point *out)
{
    static const int directions[8][2] = {{0, 1000},  {707, 707},   {1000, 0},  {707, -707},
                                         {0, -1000}, {-707, -707}, {-1000, 0}, {-707, 707}};
    const gg_point at = state->companies[who].at;
    const int32_t farthest = drill_length(state, N_march);
    const int32_t step = drill_length(state, N_march_in_wood);
    uint32_t count = 0;
    for (int direction = 0; direction < 8; direction++) {
        const int *by = directions[direction];
        for (int32_t far = step, ring = 0; far <= farthest && ring < RINGS; far += step, ring++)
            out[count++] = (gg_point){at.x + far * by[0] / 1000, at.y + far * by[1] / 1000};
    }
    return count;
}

/* What core makes of the rows of actions.def: offers, what a hand means, sketches. */
static const gg_pieces pieces = {
    .rules = &drill_rules,
    .find = find,
    .draw = drill_draw_company,
    .places = places,
    .not_there = R_GONE,
    .off_table = R_OFF_TABLE,
    .measured = DR_1,
};

#include "core/pieces.def"

/* ---- What an action means, where core does not know. ---- */

static void sketch_order(const gg_sketch *to)
{
    gg_piece its;
    if (find(to->view, to->action->who, &its) && to->action->item < ORDERS)
        gg_lay_words(to->scene, GG_ROLE_text, its.at, drill_order_words[to->action->item]);
}

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

/* "A1 marches up to 6 inches, less into a wood. (DR-8)" */
static void tell(const gg_state *view, gg_unit who, const char *before, int32_t ticks,
                 const char *after, gg_answer *answer)
{
    gg_text out = gg_answer_words(answer);
    drill_write_unit(view, who, &out);
    gg_put(&out, before);
    gg_put_ticks(&out, &drill_rules, ticks);
    gg_put(&out, after);
    gg_put_cited(&out, &drill_rules, answer->clause);
}

static void ask_reach(const gg_state *view, gg_unit who, gg_answer *answer, gg_scene *scene)
{
    enum { CELLS = 24 };
    const gg_state ordered = ordered_to_march(view, who);
    const bool in_wood = drill_is_in(view, view->companies[who].at, GROUND_WOOD);
    gg_trace_places(scene, &pieces, &ordered, gg_action_on(ACTION_MARCH, who, GG_NO_UNIT),
                    drill_length(view, N_march) + INCH, CELLS);
    answer->yes = true;
    answer->clause = DR_8;
    answer->ticks = drill_length(view, in_wood ? N_march_in_wood : N_march);
    tell(view, who, " marches up to ", answer->ticks, ", less into a wood.", answer);
}

static void ask_range(const gg_state *view, gg_unit who, gg_answer *answer, gg_scene *scene)
{
    char muskets[GG_FACT_MAX];
    gg_text out = gg_text_over(muskets, sizeof muskets);
    answer->yes = answer->ticks <= drill_reach(view);
    answer->clause = DR_11;
    gg_lay_sight(scene, answer->from, answer->yes ? answer->to : answer->from, answer->to);
    gg_put(&out, ", and muskets reach ");
    gg_put_ticks(&out, &drill_rules, drill_reach(view));
    gg_put_char(&out, '.');
    tell(view, who,
         answer->yes ? " has that in reach: " : " does not reach so far: ", answer->ticks, muskets,
         answer);
}

/* A company has no flanks, only a circle in which it shoots. */
static void ask_arcs(const gg_state *view, gg_unit who, gg_answer *answer, gg_scene *scene)
{
    answer->yes = true;
    answer->clause = DR_11;
    answer->ticks = drill_reach(view);
    gg_scene_disc(scene, GG_ROLE_range, answer->from, answer->ticks);
    tell(view, who, " shoots all round, up to ", answer->ticks, ".", answer);
}

static void ask_contact(const gg_state *view, gg_unit who, gg_unit whom, gg_answer *answer)
{
    const gg_state ordered = ordered_to_march(view, who);
    const gg_action charge = gg_action_on(ACTION_CHARGE, who, whom);
    const bool at_unit = whom != GG_NO_UNIT;
    const gg_verdict may =
        at_unit ? drill_charge_legal(&ordered, drill_side_of(who), &charge) : drill_legal;
    gg_text out = gg_answer_words(answer);
    if (may.reason != R_LEGAL) {
        gg_answer_refused(answer, &drill_rules, may);
        answer->clause = DR_9;
        return;
    }
    answer->yes = at_unit;
    answer->unit = whom;
    answer->clause = DR_9;
    drill_write_unit(view, who, &out);
    gg_put(&out,
           at_unit ? " would come to an inch from it and strike. (DR-9)" : " meets nobody there.");
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
