/*
 * sketch.c - before deciding: what an action means on the table, which action a hand means, and
 * what may be asked.  Measuring is free.
 */
#include "core/question.h"
#include "core/sketch.h"
#include "drill.h"

static bool is_there(const gg_state *view, gg_unit who)
{
    return who < UNITS && view->companies[who].files > 0;
}

/* ---- What an action means: by the rows of actions.def, at the end. ---- */

static void sketch_order(const gg_sketch *to)
{
    const gg_action *action = to->action;
    if (is_there(to->view, action->who) && action->item < ORDERS)
        gg_lay_words(to->scene, GG_ROLE_text, to->view->companies[action->who].at,
                     drill_order_words[action->item]);
}

static void sketch_move(const gg_sketch *to, gg_point end)
{
    const gg_unit who = to->action->who;
    gg_state after = *to->view;
    after.companies[who].at = end;
    gg_sketch_line(to, GG_ROLE_plan, drill_side_of(who), to->view->companies[who].at, end);
    gg_ghost(to, drill_draw_company(&after, who, to->scene));
}

static void sketch_march(const gg_sketch *to)
{
    if (is_there(to->view, to->action->who)) sketch_move(to, to->action->at);
}

static void put_arrow(const gg_sketch *to, gg_role role)
{
    const gg_unit who = to->action->who, whom = to->action->whom;
    gg_sketch_arrow(to, role, drill_side_of(who), to->view->companies[who].at,
                    to->view->companies[whom].at, whom);
}

static bool are_there(const gg_sketch *to)
{
    return is_there(to->view, to->action->who) && is_there(to->view, to->action->whom);
}

static void sketch_charge(const gg_sketch *to)
{
    const gg_state *view = to->view;
    if (!are_there(to)) return;
    sketch_move(to, drill_contact_point(view, view->companies[to->action->who].at,
                                        view->companies[to->action->whom].at));
    put_arrow(to, GG_ROLE_plan_charge);
}

static void sketch_shot(const gg_sketch *to)
{
    if (are_there(to)) put_arrow(to, GG_ROLE_plan_shot);
}

/* ---- What a hand means. ---- */

static bool can_be_written(gg_point at)
{
    return at.x >= -MEASURE_MAX && at.x <= MEASURE_MAX && at.y >= -MEASURE_MAX
           && at.y <= MEASURE_MAX;
}

bool drill_aim(const gg_state *view, gg_side side, gg_unit who, gg_unit whom, gg_point at,
               int32_t facing, gg_action *out)
{
    (void)facing; /* a company faces the enemy's edge */
    if (!is_there(view, who) || drill_side_of(who) != side) return false;
    const bool at_unit = whom != GG_NO_UNIT, acts = view->phase == PHASE_ACT;
    if (at_unit && (!is_there(view, whom) || drill_side_of(whom) == side)) return false;
    if (!acts && !(view->phase == PHASE_CLOSING && at_unit)) return false;
    if (!at_unit && !can_be_written(at)) return false;
    const bool shoots = view->companies[who].order == ORDER_SHOOT;
    *out = gg_action_on(!acts      ? ACTION_FIRE
                        : !at_unit ? ACTION_MARCH
                        : shoots   ? ACTION_SHOOT
                                   : ACTION_CHARGE,
                        who, whom);
    if (!at_unit) out->at = at;
    return true;
}

/* ---- What may be asked. ---- */

typedef struct reaching {
    gg_state ordered; /* to march, whatever it has been ordered */
    gg_unit who;
} reaching;

static reaching ordered_to_march(const gg_state *view, gg_unit who)
{
    reaching it = {*view, who};
    it.ordered.companies[who].order = ORDER_MARCH;
    it.ordered.companies[who].has_acted = 0;
    return it;
}

static bool may_end_at(void *with, gg_point at)
{
    const reaching *it = with;
    gg_action march = gg_action_on(ACTION_MARCH, it->who, GG_NO_UNIT);
    march.at = at;
    return drill_march_legal(&it->ordered, drill_side_of(it->who), &march).reason == R_LEGAL;
}

/* "A1 marches up to 6 inches, less into a wood. (DR-8)" */
static void tell(const gg_state *view, gg_unit who, const char *before, int32_t ticks,
                 const char *after, gg_answer *answer)
{
    gg_text out = gg_text_over(answer->words, sizeof answer->words);
    drill_write_unit(view, who, &out);
    gg_put(&out, before);
    gg_put_ticks(&out, &drill_rules, ticks);
    gg_put(&out, after);
    gg_put_words(&out, " (%s)", gg_clause_number(&drill_rules, answer->clause));
}

static void ask_reach(const gg_state *view, gg_unit who, gg_answer *answer, gg_scene *scene)
{
    enum { CELLS = 24 };
    reaching it = ordered_to_march(view, who);
    const gg_point at = view->companies[who].at;
    const int32_t march = drill_length(view, N_march), edge = march + INCH;
    const gg_bounds about = {{at.x - edge, at.y - edge}, {at.x + edge, at.y + edge}};
    gg_trace(scene, GG_ROLE_reach, about, CELLS, may_end_at, &it);
    answer->yes = true;
    answer->clause = DR_8;
    const bool in_wood = drill_is_in(view, at, GROUND_WOOD);
    answer->ticks = in_wood ? drill_length(view, N_march_in_wood) : march;
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

static void ask_measure(gg_answer *answer, gg_scene *scene)
{
    answer->yes = true;
    answer->clause = DR_1;
    gg_lay_ruler(scene, &drill_rules, (gg_ruler){answer->from, answer->to}, answer->ticks);
    gg_text out = gg_text_over(answer->words, sizeof answer->words);
    gg_put_ticks(&out, &drill_rules, answer->ticks);
    gg_put_char(&out, '.');
}

/* A company has no flanks, only a circle in which it shoots. */
static void ask_arcs(const gg_state *view, gg_unit who, gg_answer *answer, gg_scene *scene)
{
    answer->yes = true;
    answer->clause = DR_11;
    answer->ticks = drill_reach(view);
    gg_mark *mark = scene == NULL ? NULL : gg_scene_add(scene, GG_DISC, GG_ROLE_range);
    if (mark != NULL) {
        mark->at = view->companies[who].at;
        mark->size = (gg_point){2 * answer->ticks, 2 * answer->ticks};
    }
    tell(view, who, " shoots all round, up to ", answer->ticks, ".", answer);
}

static void ask_contact(const gg_state *view, gg_unit who, gg_unit whom, gg_answer *answer)
{
    const reaching it = ordered_to_march(view, who);
    const gg_action charge = gg_action_on(ACTION_CHARGE, who, whom);
    const bool at_unit = whom != GG_NO_UNIT;
    if (at_unit) answer->verdict = drill_charge_legal(&it.ordered, drill_side_of(who), &charge);
    answer->yes = at_unit && answer->verdict.reason == R_LEGAL;
    answer->unit = answer->yes ? whom : GG_NO_UNIT;
    answer->clause = DR_9;
    gg_text out = gg_text_over(answer->words, sizeof answer->words);
    if (answer->verdict.reason != R_LEGAL) {
        gg_put_verdict(&out, &drill_rules, answer->verdict);
        return;
    }
    drill_write_unit(view, who, &out);
    gg_put(&out, answer->yes ? " would come to an inch from it and strike. (DR-9)"
                             : " meets nobody there.");
}

static void put_refusal(gg_answer *answer, drill_reason reason)
{
    gg_text out = gg_text_over(answer->words, sizeof answer->words);
    answer->verdict = (gg_verdict){.reason = (gg_reason)reason};
    answer->clause = drill_rules.reasons[reason].clause;
    gg_put_verdict(&out, &drill_rules, answer->verdict);
}

void drill_ask(const gg_state *view, gg_side side, const gg_question *question, gg_answer *answer,
               gg_scene *scene)
{
    (void)side;
    const gg_unit who = question->who, whom = question->whom;
    const bool by_unit = who != GG_NO_UNIT, at_unit = whom != GG_NO_UNIT;
    *answer = gg_no_answer();
    if ((by_unit && !is_there(view, who)) || (at_unit && !is_there(view, whom))
        || (!by_unit && question->kind != GG_ASK_MEASURE)) {
        put_refusal(answer, R_GONE);
        return;
    }
    answer->from = by_unit ? view->companies[who].at : question->from;
    answer->to = at_unit ? view->companies[whom].at : question->to;
    if (!can_be_written(answer->from) || !can_be_written(answer->to)) {
        put_refusal(answer, R_OFF_TABLE);
        return;
    }
    answer->ticks = gg_distance(answer->from, answer->to);
    switch ((gg_question_kind)question->kind) {
    case GG_ASK_REACH: ask_reach(view, who, answer, scene); return;
    case GG_ASK_SIGHT: ask_range(view, who, answer, scene); return;
    case GG_ASK_MEASURE: ask_measure(answer, scene); return;
    case GG_ASK_ARCS: ask_arcs(view, who, answer, scene); return;
    case GG_ASK_CONTACT: ask_contact(view, who, whom, answer); return;
    }
}

#include "core/sketches.def"
