/*
 * question.c - what a player may ask before deciding: reach, line of fire, distance, front and
 * rear, who would be met.  Nothing is hidden in this game, so both sides may ask about all pieces.
 * SPDX-License-Identifier: MIT
 */
#include "rules/squares/law/act.h"
#include "core/board_question.h"

enum { QUARTER = 900 }; /* tenths of a degree */

/* ---- Words. ---- */

static void put_thing(const gg_state *state, gg_unit who, gg_point cell, gg_text *out)
{
    if (who == GG_NO_UNIT) squares_write_place(cell, out);
    else squares_write_unit(state, who, out);
}

/* What is asked about is not on the board. */
static void say_not_there(gg_answer *answer)
{
    gg_answer_refused(answer, &squares_rules, refuse(R_NOT_ON_BOARD));
}

/* ---- The squares of what is asked about. ---- */

typedef struct spot_list {
    int count;
    gg_point cells[2];
} spot_list;

static bool stands(const gg_state *state, gg_unit who)
{
    return who < PIECES && state->pieces[who].status == STATUS_ON_BOARD;
}

static spot_list spots_of(const gg_state *state, gg_unit who, gg_point cell)
{
    spot_list list = {.count = 0};
    if (who == GG_NO_UNIT) {
        if (is_on_board(cell)) list.cells[list.count++] = cell;
        return list;
    }
    if (!stands(state, who)) return list;
    list.cells[list.count++] = sq_point_of(state->pieces[who].square1);
    if (state->pieces[who].square2 != NO_SQUARE)
        list.cells[list.count++] = sq_point_of(state->pieces[who].square2);
    return list;
}

static bool holds(const spot_list *list, gg_point cell)
{
    for (int i = 0; i < list->count; i++)
        if (list->cells[i].x == cell.x && list->cells[i].y == cell.y) return true;
    return false;
}

static void put_line(gg_scene *scene, gg_role role, gg_point from, gg_point to)
{
    gg_put_stretch(scene, GG_PATH, role, gg_cell_middle(from), gg_cell_middle(to));
}

/* ---- Reach. ---- */

/* Where it may be deployed (SQ-R19). */
static uint32_t deploy_reach(const gg_state *state, gg_unit who, gg_point *places)
{
    uint32_t count = 0;
    gg_action action;
    for (uint8_t square = 0; square < BOARD; square++) {
        gg_point at = sq_point_of(square);
        if (squares_aim(state, side_of(who), who, GG_NO_UNIT, at, -1, &action)
            && squares_deploy_legal(state, side_of(who), &action).reason == R_LEGAL)
            places[count++] = at;
    }
    return count;
}

/* Why it may not act now, if it may not. */
static gg_verdict may_act_now(const gg_state *state, gg_unit who)
{
    const gg_action turns = {
        .kind = ACTION_ACT, .who = who, .whom = GG_NO_UNIT, .item = 1, .args = {TOKEN_R}};
    const gg_action reforms = {.kind = ACTION_ACT, .who = who, .item = 1, .args = {TOKEN_ZN}};
    return squares_rules.legal(state, side_of(who),
                               state->pieces[who].in_square ? &reforms : &turns);
}

/* "d4, e4 and f5-i5": squares come row by row, and three or more in a row are a stretch. */
static void put_squares(gg_text *out, const gg_point *places, uint32_t count)
{
    enum { STRETCH = 3 };
    for (uint32_t i = 0, next; i < count; i = next) {
        next = i + 1;
        while (next < count && places[next].y == places[i].y
               && places[next].x == places[next - 1].x + 1)
            next++;
        if (next - i < STRETCH) next = i + 1;
        if (i > 0) gg_put(out, next == count ? " and " : ", ");
        squares_write_place(places[i], out);
        if (next - i < STRETCH) continue;
        gg_put(out, "-");
        squares_write_place(places[next - 1], out);
    }
}

static void ask_reach(const gg_state *state, gg_unit who, gg_answer *answer, gg_scene *scene)
{
    gg_point places[GG_REACH_MAX];
    bool deploys = state->phase == PHASE_DEPLOY && who < PIECES
                   && state->pieces[who].status == STATUS_UNPLACED;
    if (!deploys && !stands(state, who)) {
        say_not_there(answer);
        return;
    }
    uint32_t count = deploys ? deploy_reach(state, who, places) : sq_reach(state, who, places);
    gg_verdict verdict = deploys ? refuse(R_LEGAL) : may_act_now(state, who);
    for (uint32_t i = 0; i < count; i++) gg_put_cell(scene, GG_ROLE_reach, places[i]);
    answer->ticks = (int32_t)count;
    answer->yes = count > 0 && verdict.reason == R_LEGAL;
    answer->verdict = verdict;
    answer->clause = deploys                     ? SQ_R19
                     : verdict.reason != R_LEGAL ? squares_rules.reasons[verdict.reason].clause
                                                 : SQ_R22;
    gg_text out = gg_answer_words(answer);
    squares_write_unit(state, who, &out);
    gg_put_words(&out,
                 deploys                     ? " may be placed in %d square%p%s"
                 : verdict.reason == R_LEGAL ? " may end in %d square%p%s"
                                             : " could end in %d square%p%s",
                 (int)count, count > 0 ? ": " : "");
    put_squares(&out, places, count);
    gg_put(&out, ".");
    if (verdict.reason == R_LEGAL) return;
    gg_put(&out, " ");
    gg_put_verdict(&out, &squares_rules, verdict);
}

/* ---- The line of fire (SQ-8.9, SQ-R44, SQ-R45, SQ-R46). ---- */

typedef struct fire_line {
    facing way;
    uint8_t from, to;
    int n; /* squares from one to the other; 0: there is no such line */
} fire_line;

static fire_line line_ahead(const pose *p, facing way, const spot_list *aimed)
{
    front f = front_of(p, way);
    for (int i = 0; i < f.count; i++) {
        int n = 1;
        for (uint8_t square = f.ahead[i]; square != NO_SQUARE; n++) {
            if (holds(aimed, sq_point_of(square))) return (fire_line){way, f.from[i], square, n};
            square = step_from(square, way);
        }
    }
    return (fire_line){.way = way};
}

static fire_line line_to(const pose *p, const spot_list *aimed)
{
    if (!p->in_square) return line_ahead(p, (facing)p->facing, aimed);
    fire_line best = {.n = 0};
    for (int way = NORTH; way < FACINGS && best.n == 0; way++)
        best = line_ahead(p, (facing)way, aimed);
    return best;
}

/* The first piece between, or 0. */
static uint8_t first_between(const gg_state *state, const fire_line *line, gg_unit who,
                             uint8_t *square)
{
    *square = line->from;
    for (int k = 1; k < line->n; k++) {
        *square = step_from(*square, line->way);
        uint8_t mark = state->at[*square];
        if (mark != 0 && mark != who + 1) return mark;
    }
    return 0;
}

static int range_of(const gg_state *state, const piece *p, const fire_line *line)
{
    bool guns = squares_kinds[p->kind].holder == HOLDS_GUNS;
    return guns ? sq_gun_range(state, line->from, line->way) : squares_kinds[p->kind].range;
}

/* A question about the line of fire, worked out. */
typedef struct sight {
    const gg_state *state;
    const gg_question *question;
    const piece *piece;
    fire_line line;
    int range;
} sight;

/* Seen as far as this square, not beyond. */
static void put_cut(gg_scene *scene, const fire_line *line, uint8_t square, gg_answer *answer)
{
    answer->to = sq_point_of(square);
    put_line(scene, GG_ROLE_sight, sq_point_of(line->from), sq_point_of(square));
    put_line(scene, GG_ROLE_sight_cut, sq_point_of(square), sq_point_of(line->to));
}

/* "A3 cannot shoot at B1: ", and the reason is to follow. */
static gg_text begin_refusal(const sight *s, gg_verdict verdict, gg_answer *answer)
{
    answer->yes = false;
    answer->verdict = verdict;
    answer->clause = squares_rules.reasons[verdict.reason].clause;
    gg_text out = gg_answer_words(answer);
    squares_write_unit(s->state, s->question->who, &out);
    gg_put(&out, " cannot shoot at ");
    put_thing(s->state, s->question->whom, s->question->to, &out);
    gg_put(&out, ": ");
    return out;
}

static void end_sentence(gg_text *out, gg_clause clause)
{
    gg_put(out, ".");
    gg_put_cited(out, &squares_rules, clause);
}

/* "3 squares away, and it reaches 2." */
static void end_with_range(const sight *s, gg_text *out, gg_clause clause)
{
    gg_put_words(out, "%d square%p away, and it reaches %d", s->line.n, s->range);
    end_sentence(out, clause);
}

static void put_on(gg_text *out, uint8_t square)
{
    gg_put(out, " on ");
    squares_write_place(sq_point_of(square), out);
}

static void put_way(gg_text *out, int count, facing way, const char *before)
{
    if (count == 0) return;
    gg_put_words(out, "%s%d %s", before, count, gg_wind_name((int32_t)way * QUARTER));
}

/* SQ-8.9: where it looks, and where the other is. */
static void say_aside(const sight *s, const spot_list *aimed, gg_answer *answer)
{
    gg_text out = begin_refusal(s, refuse(R_STRAIGHT_AHEAD), answer);
    int across = aimed->cells[0].x - answer->from.x, along = aimed->cells[0].y - answer->from.y;
    if (s->piece->in_square) {
        gg_put(&out, "a square shoots straight to one of its sides");
    } else {
        gg_put_words(&out, "it faces %s and shoots straight ahead only",
                     gg_wind_name((int32_t)s->piece->facing * QUARTER));
    }
    if (across == 0 && along == 0) {
        gg_put(&out, ", not at itself");
    } else {
        gg_put(&out, "; the target is ");
        put_way(&out, along < 0 ? -along : along, along < 0 ? SOUTH : NORTH, "");
        put_way(&out, across < 0 ? -across : across, across < 0 ? WEST : EAST,
                along != 0 ? " and " : "");
        gg_put(&out, " of it");
    }
    end_sentence(&out, answer->clause);
}

static void say_blocked(const sight *s, uint8_t mark, uint8_t square, gg_answer *answer)
{
    bool friend = !is_enemy_mark(mark, side_of(s->question->who));
    gg_text out = begin_refusal(s, refuse(R_MASKED_BY_FRIEND), answer);
    answer->unit = (gg_unit)(mark - 1);
    if (!friend) answer->verdict = refuse(R_LEGAL); /* it may shoot, but at somebody else */
    squares_write_unit(s->state, answer->unit, &out);
    put_on(&out, square);
    gg_put(&out, " stands first in its line of fire");
    end_sentence(&out, answer->clause);
}

static void say_too_far(const sight *s, gg_answer *answer)
{
    bool guns = squares_kinds[s->piece->kind].holder == HOLDS_GUNS;
    gg_verdict verdict =
        guns ? (gg_verdict){R_OUT_OF_RANGE, s->line.n, s->range} : refuse(R_NOBODY_AHEAD);
    gg_text out = begin_refusal(s, verdict, answer);
    if (!guns) answer->clause = SQ_8_2;
    end_with_range(s, &out, answer->clause);
}

static void say_hidden(const sight *s, uint8_t square, gg_answer *answer)
{
    ground its = (ground)s->state->ground[square];
    gg_text out = begin_refusal(s, refuse(R_HIDDEN), answer);
    gg_put(&out, its == GROUND_WOOD      ? "the wood"
                 : its == GROUND_VILLAGE ? "the village"
                                         : "the hill");
    put_on(&out, square);
    gg_put(&out, " hides it");
    end_sentence(&out, answer->clause);
}

static void say_clear(const sight *s, gg_answer *answer)
{
    const gg_question *question = s->question;
    bool enemy = question->whom != GG_NO_UNIT && side_of(question->whom) != side_of(question->who);
    answer->yes = true;
    answer->clause = s->line.n > 1 ? SQ_8_5 : SQ_8_9;
    gg_text out = gg_answer_words(answer);
    squares_write_unit(s->state, question->who, &out);
    gg_put(&out, enemy ? " sees " : " has a clear line of fire to ");
    put_thing(s->state, question->whom, question->to, &out);
    gg_put(&out, enemy ? " and can shoot at it: " : ": ");
    end_with_range(s, &out, answer->clause);
}

/* A line that is not in the way of anything but rules: the whole of it is cut. */
static void say_sight(const sight *s, const spot_list *aimed, gg_answer *answer, gg_scene *scene)
{
    const fire_line *line = &s->line;
    uint8_t cut = NO_SQUARE, mark = 0, hiding = NO_SQUARE;
    if (line->n > 0) {
        mark = first_between(s->state, line, s->question->who, &cut);
        hiding = sq_hiding_square(s->state, line->from, line->to, line->way, line->n);
    }
    bool shoots = squares_kinds[s->piece->kind].range > 0;
    if (shoots && line->n > 0 && mark != 0) {
        put_cut(scene, line, cut, answer);
        say_blocked(s, mark, cut, answer);
    } else if (shoots && line->n > 0 && line->n <= s->range && hiding != NO_SQUARE) {
        put_cut(scene, line, hiding, answer);
        say_hidden(s, hiding, answer);
    } else if (shoots && line->n > 0 && line->n <= s->range) {
        put_line(scene, GG_ROLE_sight, answer->from, answer->to);
        say_clear(s, answer);
    } else {
        put_line(scene, GG_ROLE_sight_cut, answer->from, answer->to);
        if (!shoots) {
            gg_text out = begin_refusal(s, refuse(R_CAVALRY_SHOOTS), answer);
            gg_put(&out, "cavalry attacks straight ahead and never shoots");
            end_sentence(&out, answer->clause);
        } else if (line->n == 0) {
            say_aside(s, aimed, answer);
        } else {
            say_too_far(s, answer);
        }
    }
}

static void ask_sight(const gg_state *state, const gg_question *question, gg_answer *answer,
                      gg_scene *scene)
{
    spot_list aimed = spots_of(state, question->whom, question->to);
    if (!stands(state, question->who) || aimed.count == 0) {
        say_not_there(answer);
        return;
    }
    sight s = {.state = state, .question = question, .piece = &state->pieces[question->who]};
    pose stand = pose_of(s.piece);
    s.line = line_to(&stand, &aimed);
    answer->from = sq_point_of(s.piece->square1);
    answer->to = aimed.cells[0];
    if (s.line.n > 0) {
        answer->from = sq_point_of(s.line.from);
        answer->to = sq_point_of(s.line.to);
        answer->ticks = s.line.n;
        s.range = range_of(state, s.piece, &s.line);
    }
    say_sight(&s, &aimed, answer, scene);
}

/* ---- Distance. ---- */

static void ask_measure(const gg_state *state, const gg_question *question, gg_answer *answer,
                        gg_scene *scene)
{
    spot_list from = spots_of(state, question->who, question->from);
    spot_list to = spots_of(state, question->whom, question->to);
    gg_measure_cells(from.cells, from.count, to.cells, to.count, answer);
    if (!answer->yes) {
        say_not_there(answer);
        return;
    }
    int across = answer->to.x - answer->from.x, along = answer->to.y - answer->from.y;
    answer->clause = SQ_R22;
    put_line(scene, GG_ROLE_ruler, answer->from, answer->to);
    gg_text out = gg_answer_words(answer);
    put_thing(state, question->who, question->from, &out);
    gg_put(&out, " to ");
    put_thing(state, question->whom, question->to, &out);
    gg_put_words(&out, ": %d square%p", answer->ticks);
    if (across != 0 && along != 0)
        gg_put_words(&out, ", %d across and %d along", across < 0 ? -across : across,
                     along < 0 ? -along : along);
    gg_put(&out, ".");
}

/* ---- Front, flanks, rear. ---- */

static void put_around(gg_scene *scene, gg_role role, const spot_list *own, facing way)
{
    for (int i = 0; i < own->count; i++) {
        uint8_t here = (uint8_t)(own->cells[i].x + SIDE * own->cells[i].y);
        uint8_t next = step_from(here, way);
        if (next != NO_SQUARE && !holds(own, sq_point_of(next)))
            gg_put_cell(scene, role, sq_point_of(next));
    }
}

static int put_range(const gg_state *state, gg_unit who, gg_scene *scene)
{
    const piece *p = &state->pieces[who];
    if (squares_kinds[p->kind].holder != HOLDS_GUNS) return squares_kinds[p->kind].range;
    int range = sq_gun_range(state, p->square1, (facing)p->facing);
    uint8_t square = p->square1;
    for (int n = 1; n <= range; n++) {
        square = step_from(square, (facing)p->facing);
        if (square == NO_SQUARE) break;
        gg_put_cell(scene, GG_ROLE_range, sq_point_of(square));
        if (state->at[square] != 0) break; /* SQ-R45 */
    }
    return range;
}

static void ask_arcs(const gg_state *state, gg_unit who, gg_answer *answer, gg_scene *scene)
{
    if (!stands(state, who)) {
        say_not_there(answer);
        return;
    }
    const piece *p = &state->pieces[who];
    spot_list own = spots_of(state, who, (gg_point){0, 0});
    facing way = (facing)p->facing;
    answer->yes = true;
    answer->clause = SQ_R39;
    answer->from = answer->to = own.cells[0];
    gg_text out = gg_answer_words(answer);
    squares_write_unit(state, who, &out);
    if (p->in_square) {
        for (int side = NORTH; side < FACINGS; side++)
            put_around(scene, GG_ROLE_arc_front, &own, (facing)side);
        answer->clause = SQ_R38;
        gg_put(&out, " is in square: it has no rear, and shoots one way of its choice.");
        gg_put_cited(&out, &squares_rules, SQ_R38);
        return;
    }
    put_around(scene, GG_ROLE_arc_front, &own, way);
    put_around(scene, GG_ROLE_arc_side, &own, left_of(way));
    put_around(scene, GG_ROLE_arc_side, &own, right_of(way));
    put_around(scene, GG_ROLE_arc_rear, &own, behind(way));
    int range = put_range(state, who, scene);
    answer->ticks = range;
    gg_put(&out, " fights straight ahead and ");
    if (range == 0) gg_put(&out, "never shoots");
    else gg_put_words(&out, "shoots up to %d square%p", range);
    gg_put(&out, "; an attack from behind gets a die more, flanks do not count.");
    gg_put_cited(&out, &squares_rules, SQ_R39);
}

/* ---- Contact. ---- */

/* Straight along a row or column from the command square to the other one. */
static fire_line straight(uint8_t from, gg_point to)
{
    for (int way = NORTH; way < FACINGS; way++) {
        int n = 0;
        for (uint8_t square = from; square != NO_SQUARE; n++) {
            gg_point here = sq_point_of(square);
            if (n > 0 && here.x == to.x && here.y == to.y)
                return (fire_line){(facing)way, from, square, n};
            square = step_from(square, (facing)way);
        }
    }
    return (fire_line){.n = 0};
}

static void ask_contact(const gg_state *state, const gg_question *question, gg_answer *answer,
                        gg_scene *scene)
{
    spot_list aimed = spots_of(state, question->whom, question->to);
    if (!stands(state, question->who) || aimed.count == 0) {
        say_not_there(answer);
        return;
    }
    uint8_t from = state->pieces[question->who].square1, last;
    fire_line line = straight(from, aimed.cells[0]);
    if (line.n == 0 && aimed.count == 2) line = straight(from, aimed.cells[1]);
    answer->from = sq_point_of(from);
    answer->to = aimed.cells[0];
    answer->clause = SQ_R22;
    gg_text out = gg_answer_words(answer);
    if (line.n == 0) {
        gg_put(&out, "That is not straight along a row or a column.");
        gg_put_cited(&out, &squares_rules, SQ_R22);
        return;
    }
    uint8_t mark = first_between(state, &line, question->who, &last);
    if (mark == 0) {
        last = line.to;
        mark = state->at[last] == question->who + 1 ? 0 : state->at[last];
    }
    answer->to = sq_point_of(last);
    answer->ticks = gg_cells_apart(answer->from, answer->to) - 1;
    put_line(scene, mark != 0 ? GG_ROLE_plan_charge : GG_ROLE_plan, answer->from, answer->to);
    squares_write_unit(state, question->who, &out);
    if (mark == 0) {
        answer->ticks++;
        gg_put(&out, " meets nobody on the way.");
        return;
    }
    answer->yes = true;
    answer->unit = (gg_unit)(mark - 1);
    answer->clause = SQ_8_1;
    gg_put(&out, " meets ");
    squares_write_unit(state, answer->unit, &out);
    gg_put_words(&out, " after %d square%p.", answer->ticks);
}

void squares_ask(const gg_state *state, gg_side side, const gg_question *question,
                 gg_answer *answer, gg_scene *scene)
{
    (void)side;
    gg_answer_nothing(answer, "");
    switch ((gg_question_kind)question->kind) {
    case GG_ASK_REACH: ask_reach(state, question->who, answer, scene); return;
    case GG_ASK_SIGHT: ask_sight(state, question, answer, scene); return;
    case GG_ASK_MEASURE: ask_measure(state, question, answer, scene); return;
    case GG_ASK_ARCS: ask_arcs(state, question->who, answer, scene); return;
    case GG_ASK_CONTACT: ask_contact(state, question, answer, scene); return;
    }
    gg_answer_nothing(answer, "Nobody can ask that.");
}
