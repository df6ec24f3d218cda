/*
 * question.c - what a player may ask before deciding: where a unit may go, what a battery can fire
 * at, how far it is, and who stands there.  Where troops stand is known to all; of orders only the
 * asker's own are in a view.
 * SPDX-License-Identifier: MIT
 */
#include "rules/commanders/law/board.h"
#include "rules/commanders/law/bombardment.h"
#include "rules/commanders/show/show.h"
#include "core/board_question.h"

static void put_name(const gg_state *view, gg_unit who, int place, gg_text *out)
{
    if (who != GG_NO_UNIT) commanders_write_unit(view, who, out);
    else gg_put(out, commanders_place_names[place]);
}

static void put_area(gg_scene *scene, gg_role role, int place)
{
    if (scene != NULL) commanders_draw_place(scene, role, place);
}

static void put_line(gg_scene *scene, gg_role role, int from, int to)
{
    if (from != to)
        gg_put_stretch(scene, GG_PATH, role, commanders_middle_of(from), commanders_middle_of(to));
}

/* The place asked about: a unit's, or the one named; -1: none on the board. */
static int place_of(const gg_state *view, gg_unit who, gg_point at)
{
    if (who == GG_NO_UNIT) return at.y == 0 && at.x >= 0 && at.x < GROUNDS ? at.x : -1;
    if (who >= ALL_UNITS || !is_on_board(&view->units[who])) return -1;
    return view->units[who].place;
}

/* Moves from one to the other; a reserve is left and entered through its home sectors. */
static int moves_between(int from, int to)
{
    if (from == to) return 0;
    if (to < SECTORS) return commanders_distance(from, to);
    int least = BORDERS;
    for (const uint8_t *near = commanders_near[to]; *near != NO_SECTOR; near++) {
        int moves = commanders_distance(from, *near) + 1;
        least = moves < least ? moves : least;
    }
    return least;
}

static void say_nowhere(gg_answer *answer)
{
    gg_answer_nothing(answer, "That is not on the board.");
    answer->clause = CMD_1_3;
}

/* ---- Reach. ---- */

static void put_places(gg_text *out, uint16_t places)
{
    bool is_first = true;
    for (int place = 0; place < GROUNDS; place++) {
        if ((places >> place & 1) == 0) continue;
        gg_put(out, is_first ? " " : ", ");
        gg_put(out, commanders_place_names[place]);
        is_first = false;
    }
}

static void ask_reach(const gg_state *view, gg_side side, gg_unit who, gg_answer *answer,
                      gg_scene *scene)
{
    int from = who == GG_NO_UNIT ? -1 : place_of(view, who, (gg_point){0, 0});
    if (from < 0) {
        say_nowhere(answer);
        return;
    }
    bool is_own = side_of(who) == side;
    uint16_t places = is_own ? commanders_reach(view, side, who) : commanders_neighbours[from];
    if (!is_own) places &= (uint16_t) ~(1u << reserve_of(side)); /* CMD-4.11 */
    for (int place = 0; place < GROUNDS; place++)
        if ((places >> place & 1) != 0) put_area(scene, GG_ROLE_reach, place);
    answer->yes = is_own && places != 0;
    answer->clause = is_own ? CMD_3_4 : CMD_1_3;
    answer->from = answer->to = (gg_point){from, 0};
    gg_text out = gg_answer_words(answer);
    commanders_write_unit(view, who, &out);
    if (!is_own) gg_put(&out, " is the enemy's; next to it are");
    else if (places == 0) gg_put(&out, " goes nowhere in this step");
    else gg_put(&out, view->stage == PHASE_PLAN ? " may be ordered to" : " may go to");
    put_places(&out, places);
    gg_put_char(&out, '.');
    gg_put_cited(&out, &commanders_rules, answer->clause);
}

/* ---- Fire over sectors. ---- */

static void ask_sight(const gg_state *view, const gg_question *question, gg_answer *answer,
                      gg_scene *scene)
{
    int from = question->who == GG_NO_UNIT ? -1 : place_of(view, question->who, (gg_point){0, 0});
    int to = place_of(view, question->whom, question->to);
    if (from < 0 || to < 0) {
        say_nowhere(answer);
        return;
    }
    answer->from = (gg_point){from, 0};
    answer->to = (gg_point){to, 0};
    answer->clause = CMD_10_1;
    gg_text out = gg_answer_words(answer);
    if (view->units[question->who].type != TYPE_A) {
        put_line(scene, GG_ROLE_sight_cut, from, to);
        gg_put(&out, "Only batteries fire beyond the battle zone before them.");
        gg_put_cited(&out, &commanders_rules, CMD_10_1);
        return;
    }
    answer->verdict = commanders_fire_verdict(view, side_of(question->who), from, to);
    answer->yes = answer->verdict.reason == R_LEGAL;
    put_line(scene, answer->yes ? GG_ROLE_sight : GG_ROLE_sight_cut, from, to);
    if (!answer->yes) {
        answer->clause = commanders_rules.reasons[answer->verdict.reason].clause;
        gg_put_verdict(&out, &commanders_rules, answer->verdict);
        return;
    }
    answer->ticks = moves_between(from, to);
    commanders_write_unit(view, question->who, &out);
    gg_put_words(&out, " can bombard %s, %d%s away, if its order leads that way.",
                 commanders_place_names[to], answer->ticks,
                 answer->ticks == 1 ? " sector" : " sectors");
    gg_put_cited(&out, &commanders_rules, CMD_10_1);
}

/* ---- Distance. ---- */

static void ask_measure(const gg_state *view, const gg_question *question, gg_answer *answer,
                        gg_scene *scene)
{
    int from = place_of(view, question->who, question->from);
    int to = place_of(view, question->whom, question->to);
    if (from < 0 || to < 0) {
        say_nowhere(answer);
        return;
    }
    answer->yes = true;
    answer->from = (gg_point){from, 0};
    answer->to = (gg_point){to, 0};
    answer->ticks = moves_between(from, to);
    answer->clause = CMD_R26;
    put_line(scene, GG_ROLE_ruler, from, to);
    gg_text out = gg_answer_words(answer);
    put_name(view, question->who, from, &out);
    gg_put(&out, " to ");
    put_name(view, question->whom, to, &out);
    gg_put_words(&out, ": %d%s", answer->ticks, answer->ticks == 1 ? " move." : " moves.");
    gg_put_cited(&out, &commanders_rules, CMD_R26);
}

/* ---- Ahead, beside, behind. ---- */

static void ask_arcs(const gg_state *view, gg_unit who, gg_answer *answer, gg_scene *scene)
{
    int from = who == GG_NO_UNIT ? -1 : place_of(view, who, (gg_point){0, 0});
    if (from < 0) {
        say_nowhere(answer);
        return;
    }
    gg_side side = side_of(who);
    uint16_t fire = 0;
    bool guns = view->units[who].type == TYPE_A;
    for (const uint8_t *near = commanders_near[from]; *near != NO_SECTOR; near++) {
        bool beside = *near < SECTORS && from < SECTORS && row_of(*near) == row_of(from);
        bool behind = from < SECTORS && *near == commanders_behind(side, from);
        put_area(scene,
                 beside   ? GG_ROLE_arc_side
                 : behind ? GG_ROLE_arc_rear
                          : GG_ROLE_arc_front,
                 *near);
    }
    for (int to = 0; to < SECTORS && guns; to++) {
        if (to == from || commanders_fire_verdict(view, side, from, to).reason != R_LEGAL) continue;
        fire |= (uint16_t)(1u << to);
        put_area(scene, GG_ROLE_range, to);
    }
    answer->yes = true;
    answer->from = answer->to = (gg_point){from, 0};
    answer->clause = guns ? CMD_10_1 : CMD_1_3;
    gg_text out = gg_answer_words(answer);
    commanders_write_unit(view, who, &out);
    gg_put(&out, guns && fire != 0 ? " can bombard"
                 : guns            ? " cannot bombard from here"
                                   : " is next to");
    put_places(&out, guns ? fire : commanders_neighbours[from]);
    gg_put_char(&out, '.');
    gg_put_cited(&out, &commanders_rules, answer->clause);
}

/* ---- Contact. ---- */

static void ask_contact(const gg_state *view, const gg_question *question, gg_answer *answer,
                        gg_scene *scene)
{
    int from = question->who == GG_NO_UNIT ? -1 : place_of(view, question->who, (gg_point){0, 0});
    int to = place_of(view, question->whom, question->to), count = 0;
    if (from < 0 || to < 0) {
        say_nowhere(answer);
        return;
    }
    gg_side enemy = enemy_of(side_of(question->who));
    for (gg_unit i = first_of(enemy); i < first_of(enemy) + UNITS; i++) {
        const unit *u = &view->units[i];
        if (u->number == 0 || u->place != to) continue;
        if (count++ == 0) answer->unit = i;
    }
    answer->yes = count > 0;
    answer->from = (gg_point){from, 0};
    answer->to = (gg_point){to, 0};
    answer->ticks = moves_between(from, to);
    answer->clause = CMD_1_7;
    put_line(scene, count > 0 ? GG_ROLE_plan_charge : GG_ROLE_plan, from, to);
    gg_text out = gg_answer_words(answer);
    gg_put(&out, commanders_place_names[to]);
    gg_put(&out, count == 0 ? " holds nobody of the enemy" : " holds ");
    if (count > 0) gg_put_int(&out, count);
    if (count > 0) gg_put(&out, count == 1 ? " unit of the enemy" : " units of the enemy");
    gg_put_char(&out, '.');
    gg_put_cited(&out, &commanders_rules, CMD_1_7);
}

void commanders_ask(const gg_state *view, gg_side side, const gg_question *question,
                    gg_answer *answer, gg_scene *scene)
{
    gg_answer_nothing(answer, "");
    switch ((gg_question_kind)question->kind) {
    case GG_ASK_REACH: ask_reach(view, side, question->who, answer, scene); return;
    case GG_ASK_SIGHT: ask_sight(view, question, answer, scene); return;
    case GG_ASK_MEASURE: ask_measure(view, question, answer, scene); return;
    case GG_ASK_ARCS: ask_arcs(view, question->who, answer, scene); return;
    case GG_ASK_CONTACT: ask_contact(view, question, answer, scene); return;
    }
    gg_answer_nothing(answer, "Nobody can ask that.");
}
