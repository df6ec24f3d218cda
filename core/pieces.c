/*
 * pieces.c - offers, hands, sketches and questions of units that stand at a point.  See pieces.h.
 * SPDX-License-Identifier: MIT
 */
#include "core/pieces.h"

#include "core/action.h"
#include "core/picture.h"
#include "core/question.h"

#include <string.h>

static bool belongs_to(const gg_action_def *row, unsigned phase)
{
    return (row->phases >> phase & 1) != 0;
}

static bool is_at(const gg_field *field, size_t offset) { return field->offset == offset; }

/* A kind of action whose first field is the unit that acts. */
static bool is_of_unit(const gg_action_def *row)
{
    return row->field_count > 0 && row->fields[0].kind == GG_FIELD_UNIT
           && is_at(&row->fields[0], offsetof(gg_action, who));
}

/* ---- Offers. ---- */

typedef struct offers {
    const gg_pieces *pieces;
    const gg_state *state;
    gg_side side;
    gg_action *out;
    uint32_t count, limit;
} offers;

/* False: nothing of this kind is legal, whatever it is aimed at. */
static bool propose(offers *to, const gg_action *action)
{
    const gg_action_def *row = &to->pieces->rules->actions[action->kind];
    const gg_reason reason = row->legal(to->state, to->side, action).reason;
    if (reason == 0 && to->count < to->limit) to->out[to->count++] = *action;
    return reason == 0 || reason > to->pieces->of_unit;
}

/* The values that a field may hold, as they are kept: from the first to the last. */
static void find_values(const gg_field *field, int32_t *first, int32_t *last)
{
    *first = field->low;
    *last = field->high;
    if (field->kind != GG_FIELD_WORD) return;
    *first = *last = 0;
    while (field->words[*last] != NULL) ++*last;
    --*last;
}

/* Every action that begins like this one and whose fields from the nth on hold what they may. */
static bool propose_fields(offers *to, gg_action *action, int nth)
{
    const gg_action_def *row = &to->pieces->rules->actions[action->kind];
    if (nth == row->field_count) return propose(to, action);
    const gg_field *field = &row->fields[nth];
    if (field->kind == GG_FIELD_PLACE) {
        for (uint32_t i = 0; to->pieces->place(to->state, action->who, i, &action->at); i++)
            if (!propose_fields(to, action, nth + 1)) return false;
        return true;
    }
    int32_t value, last;
    for (find_values(field, &value, &last); value <= last; value++) {
        if (field->kind == GG_FIELD_WORD && field->words[value][0] == '\0') continue;
        gg_field_set(&(gg_thing){.base = action}, field, value + field->shift);
        if (!propose_fields(to, action, nth + 1)) return false;
    }
    return true;
}

/* Of a unit, or (GG_NO_UNIT) what is no unit's; the last action is to resign, which nobody is
 * offered. */
static void propose_kinds(offers *to, unsigned phase, gg_unit who)
{
    const gg_ruleset *rules = to->pieces->rules;
    for (uint8_t kind = 0; kind + 1 < rules->action_count; kind++) {
        if (!belongs_to(&rules->actions[kind], phase)) continue;
        const bool is_units = is_of_unit(&rules->actions[kind]);
        gg_action action = gg_action_on(kind, who, GG_NO_UNIT);
        if (is_units == (who != GG_NO_UNIT)) propose_fields(to, &action, is_units);
    }
}

uint32_t gg_offer_pieces(const gg_pieces *pieces, const gg_state *state, gg_side side,
                         gg_action *out, uint32_t limit)
{
    const gg_turn turn = pieces->rules->turn(state);
    const bool decides =
        side == GG_NOBODY ? turn.deciding == GG_SIDES_NONE : (turn.deciding >> side & 1) != 0;
    offers to = {.pieces = pieces, .state = state, .side = side, .out = out, .limit = limit};
    if (turn.over || !decides) return 0;
    for (gg_unit who = 0; who < pieces->rules->unit_count; who++) {
        gg_piece it;
        if (pieces->find(state, who, &it) && it.side == side) propose_kinds(&to, turn.phase, who);
    }
    propose_kinds(&to, turn.phase, GG_NO_UNIT);
    return to.count;
}

/* ---- What a hand means. ---- */

/* Its second and last field is what the hand points at: a unit, or a place that can be written. */
static bool takes(const gg_action_def *row, gg_unit whom, gg_point at)
{
    const gg_field *field = &row->fields[1];
    if (row->field_count != 2 || !is_of_unit(row)) return false;
    if (whom != GG_NO_UNIT)
        return field->kind == GG_FIELD_UNIT && is_at(field, offsetof(gg_action, whom));
    return field->kind == GG_FIELD_PLACE && at.x >= field->low && at.x <= field->high
           && at.y >= field->low && at.y <= field->high;
}

bool gg_aim_piece(const gg_pieces *pieces, const gg_state *view, gg_side side, gg_unit who,
                  gg_unit whom, gg_point at, gg_action *out)
{
    const gg_ruleset *rules = pieces->rules;
    const unsigned phase = rules->turn(view).phase;
    gg_piece its, other;
    if (!pieces->find(view, who, &its) || its.side != side) return false;
    if (whom != GG_NO_UNIT && (!pieces->find(view, whom, &other) || other.side == side))
        return false;
    int best = -1; /* how far a refusal came; legal is farther than all */
    for (uint8_t kind = 0; kind < rules->action_count; kind++) {
        if (!belongs_to(&rules->actions[kind], phase) || !takes(&rules->actions[kind], whom, at))
            continue;
        gg_action action = gg_action_on(kind, who, whom);
        if (whom == GG_NO_UNIT) action.at = at;
        const gg_reason reason = rules->actions[kind].legal(view, side, &action).reason;
        const int far = reason == 0 ? rules->reason_count : reason;
        if (far <= best) continue;
        best = far;
        *out = action;
    }
    return best >= 0;
}

/* ---- Sketches. ---- */

void gg_sketch_piece(const gg_pieces *pieces, const gg_sketch *to, gg_point end)
{
    const gg_unit who = to->action->who;
    gg_piece its;
    if (!pieces->find(to->view, who, &its)) return;
    gg_sketch_line(to, GG_ROLE_plan, its.side, its.at, end);
    gg_mark *mark = pieces->draw(to->view, who, to->scene);
    if (mark != NULL) mark->at = end;
    gg_ghost(to, mark);
}

void gg_sketch_target(const gg_pieces *pieces, const gg_sketch *to, gg_role role)
{
    gg_piece its, other;
    if (pieces->find(to->view, to->action->who, &its)
        && pieces->find(to->view, to->action->whom, &other))
        gg_sketch_arrow(to, role, its.side, its.at, other.at, to->action->whom);
}

void gg_sketch_word(const gg_pieces *pieces, const gg_sketch *to)
{
    const gg_action_def *row = &pieces->rules->actions[to->action->kind];
    gg_action copy = *to->action;
    gg_piece its;
    if (!pieces->find(to->view, copy.who, &its)) return;
    for (int i = 0; i < row->field_count; i++) {
        const gg_field *field = &row->fields[i];
        if (field->kind != GG_FIELD_WORD) continue;
        int32_t first, last;
        find_values(field, &first, &last);
        const int64_t word = gg_field_value(&(gg_thing){.base = &copy}, field) - field->shift;
        if (word >= first && word <= last)
            gg_lay_words(to->scene, GG_ROLE_text, its.at, field->words[word]);
    }
}

/* ---- Questions. ---- */

enum { FARTHEST = 1000 * 1000 }; /* nothing that can be written is farther off */

static bool can_be_written(gg_point at)
{
    return at.x >= -FARTHEST && at.x <= FARTHEST && at.y >= -FARTHEST && at.y <= FARTHEST;
}

/* Where a unit stands, or the place itself; false: it is not there. */
static bool find_end(const gg_pieces *pieces, const gg_state *view, gg_unit unit, gg_point *at)
{
    gg_piece its;
    if (unit == GG_NO_UNIT) return true;
    if (!pieces->find(view, unit, &its)) return false;
    *at = its.at;
    return true;
}

/* Where it begins and ends, and how far that is.  False: it is refused, and told why. */
static bool begin_answer(const gg_pieces *pieces, const gg_state *view, const gg_question *question,
                         gg_answer *answer)
{
    gg_point from = question->from, to = question->to;
    const bool has_begin = question->who != GG_NO_UNIT || question->kind == GG_ASK_MEASURE;
    const bool is_there = has_begin && find_end(pieces, view, question->who, &from)
                          && find_end(pieces, view, question->whom, &to);
    *answer = gg_no_answer();
    if (!is_there) {
        gg_answer_refused(answer, pieces->rules, (gg_verdict){.reason = pieces->not_there});
        return false;
    }
    answer->from = from;
    answer->to = to;
    if (!can_be_written(from) || !can_be_written(to)) {
        gg_answer_refused(answer, pieces->rules, (gg_verdict){.reason = pieces->off_table});
        return false;
    }
    answer->ticks = gg_distance(from, to);
    return true;
}

static void say_answer(const gg_pieces *pieces, const gg_state *view, gg_unit who, int32_t limit,
                       const char *words, gg_answer *answer)
{
    static const char *const parts[] = {"{who}", "{ticks}", "{limit}"};
    gg_text out = gg_answer_words(answer);
    while (*words != '\0') {
        int part = 0;
        while (part < 3 && strncmp(words, parts[part], strlen(parts[part])) != 0) part++;
        if (part == 0) pieces->rules->write_unit(view, who, &out);
        else if (part < 3) gg_put_ticks(&out, pieces->rules, part == 1 ? answer->ticks : limit);
        else gg_put_char(&out, *words);
        words += part < 3 ? strlen(parts[part]) : 1;
    }
    gg_put_cited(&out, pieces->rules, answer->clause);
}

typedef struct trying {
    const gg_pieces *pieces;
    const gg_state *state;
    gg_side side;
    gg_action action;
} trying;

static gg_verdict judge(const trying *it)
{
    return it->pieces->rules->actions[it->action.kind].legal(it->state, it->side, &it->action);
}

static bool may_end_at(void *with, gg_point at)
{
    trying *it = with;
    it->action.at = at;
    return judge(it).reason == 0;
}

/* All places about the unit that it may reach; a little more is looked at. */
static void trace_places(trying *it, gg_point at, int32_t limit, gg_scene *scene)
{
    enum { CELLS = 24, MORE = 1000 };
    const int32_t most = limit + MORE;
    const gg_bounds about = {{at.x - most, at.y - most}, {at.x + most, at.y + most}};
    gg_trace(scene, GG_ROLE_reach, about, CELLS, may_end_at, it);
}

/* Lays the answer down and says whether it is yes; the ends of the question are known. */
static gg_verdict answer_it(trying *it, const gg_question *question, int32_t limit,
                            gg_answer *answer, gg_scene *scene)
{
    const gg_point from = answer->from, to = answer->to;
    answer->yes = true;
    switch ((gg_question_kind)question->kind) {
    case GG_ASK_REACH:
        answer->ticks = limit;
        trace_places(it, from, limit, scene);
        break;
    case GG_ASK_SIGHT:
        answer->yes = answer->ticks <= limit;
        gg_lay_sight(scene, from, answer->yes ? to : from, to);
        break;
    case GG_ASK_MEASURE:
        gg_lay_ruler(scene, it->pieces->rules, (gg_ruler){from, to}, answer->ticks);
        break;
    case GG_ASK_ARCS:
        answer->ticks = limit;
        gg_scene_disc(scene, GG_ROLE_range, from, limit);
        break;
    case GG_ASK_CONTACT:
        answer->unit = question->whom;
        answer->yes = question->whom != GG_NO_UNIT;
        if (answer->yes) return judge(it);
        break;
    }
    return (gg_verdict){.reason = 0};
}

static void answer_by_row(const gg_pieces *pieces, const gg_piece_answer *row, const gg_state *view,
                          const gg_question *question, gg_answer *answer, gg_scene *scene)
{
    _Alignas(max_align_t) char room[GG_STATE_BYTES_MAX];
    const gg_unit who = question->who;
    gg_piece its = {.side = GG_NOBODY};
    if (!begin_answer(pieces, view, question, answer)) return;
    memcpy(room, view, pieces->rules->state_bytes);
    if (pieces->find(view, who, &its)) pieces->set_free((gg_state *)room, who);
    trying it = {pieces, (gg_state *)room, its.side, gg_action_on(row->kind, who, question->whom)};
    const int32_t limit = row->limit == NULL ? 0 : row->limit(view, who);
    const gg_verdict verdict = answer_it(&it, question, limit, answer, scene);
    answer->clause = row->clause;
    if (verdict.reason != 0) {
        answer->unit = GG_NO_UNIT;
        gg_answer_refused(answer, pieces->rules, verdict);
        return;
    }
    say_answer(pieces, view, who, limit, answer->yes ? row->yes : row->no, answer);
}

void gg_ask_pieces(const gg_pieces *pieces, const gg_piece_answer *row, const gg_state *view,
                   gg_side side, const gg_question *question, gg_answer *answer, gg_scene *scene)
{
    if (row->yes == NULL) pieces->ask(view, side, question, answer, scene);
    else answer_by_row(pieces, row, view, question, answer, scene);
}
