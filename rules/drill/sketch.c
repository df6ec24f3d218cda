/*
 * sketch.c - before deciding: what an action means on the table, which action a hand means, and
 * what may be asked.  Measuring is free.
 */
#include "core/question.h"
#include "drill.h"

static bool is_there(const gg_state *view, gg_unit who)
{
    return who < UNITS && view->companies[who].files > 0;
}

static gg_verdict refusal(int reason) { return (gg_verdict){.reason = (gg_reason)reason}; }

/* ---- What an action means. ---- */

static void put_ghost(const gg_state *view, gg_unit who, gg_point at, uint16_t flags,
                      gg_scene *scene)
{
    gg_state after = *view;
    after.companies[who].at = at;
    gg_mark *mark = drill_draw_company(&after, who, scene);
    if (mark == NULL) return;
    mark->flags |= flags;
    mark->to = at;
}

static void put_arrow(const gg_state *view, gg_role role, const gg_action *action, gg_point from,
                      uint16_t flags, gg_scene *scene)
{
    const uint32_t before = scene->count;
    gg_lay_arrow(scene, role, drill_side_of(action->who), from, view->companies[action->whom].at);
    if (scene->count == before) return;
    scene->marks[before].unit = action->whom;
    scene->marks[before].flags |= flags;
}

static void sketch_move(const gg_state *view, const gg_action *action, gg_point to, uint16_t flags,
                        gg_scene *scene)
{
    const uint32_t before = scene->count;
    gg_lay_line(scene, GG_ROLE_plan, view->companies[action->who].at, to);
    if (scene->count > before) scene->marks[before].flags |= flags;
    put_ghost(view, action->who, to, flags | GG_FLAG_GHOST, scene);
}

void drill_sketch(const gg_state *view, gg_side side, const gg_action *action, gg_scene *scene)
{
    if (!is_there(view, action->who)) return;
    const company *c = &view->companies[action->who];
    const bool is_legal = drill_rules.legal(view, side, action).reason == R_LEGAL;
    const uint16_t flags = is_legal ? 0 : GG_FLAG_REFUSED;
    switch ((drill_action_kind)action->kind) {
    case ACTION_MARCH: sketch_move(view, action, action->at, flags, scene); break;
    case ACTION_CHARGE:
        if (!is_there(view, action->whom)) break;
        sketch_move(view, action,
                    drill_contact_point(view, c->at, view->companies[action->whom].at), flags,
                    scene);
        put_arrow(view, GG_ROLE_plan_charge, action, c->at, flags, scene);
        break;
    case ACTION_SHOOT:
    case ACTION_FIRE:
        if (is_there(view, action->whom))
            put_arrow(view, GG_ROLE_plan_shot, action, c->at, flags, scene);
        break;
    case ACTION_ORDER:
        if (action->item < ORDERS)
            gg_lay_words(scene, GG_ROLE_text, c->at, drill_order_words[action->item]);
        break;
    case ACTION_INITIATIVE:
    case ACTION_READY:
    case ACTION_END:
    case ACTION_STAND:
    case ACTION_RESIGN:
    case ACTIONS: break;
    }
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
    const bool at_unit = whom != GG_NO_UNIT, shoots = view->companies[who].order == ORDER_SHOOT;
    if (at_unit && (!is_there(view, whom) || drill_side_of(whom) == side)) return false;
    if (view->phase == PHASE_CLOSING && at_unit) {
        *out = drill_action(ACTION_FIRE, who, whom);
        return true;
    }
    if (view->phase != PHASE_ACT) return false;
    if (at_unit) {
        *out = drill_action(shoots ? ACTION_SHOOT : ACTION_CHARGE, who, whom);
        return true;
    }
    if (!can_be_written(at)) return false;
    *out = drill_action(ACTION_MARCH, who, GG_NO_UNIT);
    out->at = at;
    return true;
}

/* ---- What may be asked. ---- */

typedef struct reaching {
    const gg_state *view;
    gg_unit who;
} reaching;

/* DR-8, whatever it has been ordered. */
static bool may_end_at(void *with, gg_point at)
{
    const reaching *it = with;
    gg_state ordered = *it->view;
    gg_action march = drill_action(ACTION_MARCH, it->who, GG_NO_UNIT);
    march.at = at;
    ordered.companies[it->who].order = ORDER_MARCH;
    ordered.companies[it->who].has_acted = 0;
    return drill_march_legal(&ordered, drill_side_of(it->who), &march).reason == R_LEGAL;
}

static void ask_reach(const gg_state *view, gg_unit who, gg_answer *answer, gg_scene *scene)
{
    enum { CELLS = 24 };
    reaching it = {view, who};
    const gg_point at = view->companies[who].at;
    const int32_t march = drill_length(view, N_march), edge = march + INCH;
    const gg_bounds about = {{at.x - edge, at.y - edge}, {at.x + edge, at.y + edge}};
    gg_trace(scene, GG_ROLE_reach, about, CELLS, may_end_at, &it);
    answer->yes = true;
    answer->clause = DR_8;
    const bool in_wood = drill_is_in(view, at, GROUND_WOOD);
    answer->ticks = in_wood ? drill_length(view, N_march_in_wood) : march;
    gg_text out = gg_text_over(answer->words, sizeof answer->words);
    drill_write_unit(view, who, &out);
    gg_put(&out, " marches up to ");
    gg_put_ticks(&out, &drill_rules, answer->ticks);
    gg_put(&out, ", less into a wood. (DR-8)");
}

static void ask_range(const gg_state *view, const gg_question *question, gg_answer *answer,
                      gg_scene *scene)
{
    const bool reached = answer->ticks <= drill_reach(view);
    answer->yes = reached;
    answer->clause = DR_11;
    gg_lay_sight(scene, answer->from, reached ? answer->to : answer->from, answer->to);
    gg_text out = gg_text_over(answer->words, sizeof answer->words);
    drill_write_unit(view, question->who, &out);
    gg_put(&out, reached ? " has that in reach: " : " does not reach so far: ");
    gg_put_ticks(&out, &drill_rules, answer->ticks);
    gg_put(&out, ", and muskets reach ");
    gg_put_ticks(&out, &drill_rules, drill_reach(view));
    gg_put(&out, ". (DR-11)");
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
    gg_text out = gg_text_over(answer->words, sizeof answer->words);
    drill_write_unit(view, who, &out);
    gg_put(&out, " shoots all round, up to ");
    gg_put_ticks(&out, &drill_rules, answer->ticks);
    gg_put(&out, ". (DR-11)");
}

static void ask_contact(const gg_state *view, const gg_question *question, gg_answer *answer)
{
    gg_action charge = drill_action(ACTION_CHARGE, question->who, question->whom);
    gg_state ordered = *view;
    ordered.companies[question->who].order = ORDER_MARCH;
    ordered.companies[question->who].has_acted = 0;
    if (question->whom != GG_NO_UNIT)
        answer->verdict = drill_charge_legal(&ordered, drill_side_of(question->who), &charge);
    answer->yes = question->whom != GG_NO_UNIT && answer->verdict.reason == R_LEGAL;
    answer->unit = answer->yes ? question->whom : GG_NO_UNIT;
    answer->clause = DR_9;
    gg_text out = gg_text_over(answer->words, sizeof answer->words);
    if (answer->verdict.reason != R_LEGAL) {
        gg_put_verdict(&out, &drill_rules, answer->verdict);
        return;
    }
    drill_write_unit(view, question->who, &out);
    gg_put(&out, answer->yes ? " would come to an inch from it and strike. (DR-9)"
                             : " meets nobody there.");
}

static void put_refusal(gg_answer *answer, int reason, gg_clause clause)
{
    answer->verdict = refusal(reason);
    answer->clause = clause;
    gg_text out = gg_text_over(answer->words, sizeof answer->words);
    gg_put_verdict(&out, &drill_rules, answer->verdict);
}

void drill_ask(const gg_state *view, gg_side side, const gg_question *question, gg_answer *answer,
               gg_scene *scene)
{
    (void)side;
    *answer = gg_no_answer();
    const bool by_unit = question->who != GG_NO_UNIT, at_unit = question->whom != GG_NO_UNIT;
    if ((by_unit && !is_there(view, question->who)) || (at_unit && !is_there(view, question->whom))
        || (!by_unit && question->kind != GG_ASK_MEASURE)) {
        put_refusal(answer, R_GONE, DR_2);
        return;
    }
    answer->from = by_unit ? view->companies[question->who].at : question->from;
    answer->to = at_unit ? view->companies[question->whom].at : question->to;
    if (!can_be_written(answer->from) || !can_be_written(answer->to)) {
        put_refusal(answer, R_OFF_TABLE, DR_1);
        return;
    }
    answer->ticks = gg_distance(answer->from, answer->to);
    switch ((gg_question_kind)question->kind) {
    case GG_ASK_REACH: ask_reach(view, question->who, answer, scene); return;
    case GG_ASK_SIGHT: ask_range(view, question, answer, scene); return;
    case GG_ASK_MEASURE: ask_measure(answer, scene); return;
    case GG_ASK_ARCS: ask_arcs(view, question->who, answer, scene); return;
    case GG_ASK_CONTACT: ask_contact(view, question, answer); return;
    }
}
