/*
 * draw.c - what there is to see: ground, pieces, what was done last, and how the game stands.
 * SPDX-License-Identifier: MIT
 */
#include "core/board_question.h"
#include "core/picture.h"
#include "rules/squares/law/squares.h"

enum {
    CELL = 1000,
    FILLS = 780, /* how much of a square a block fills, so that neighbours stay apart */
};

static const uint8_t ground_roles[GROUNDS] = {
#define GROUND(id, letter, close_order, skirmishers, horse, guns, level, cover, slow, hides, role, \
               clause)                                                                             \
    [GROUND_##id] = GG_ROLE_##role,
#include "rules/squares/law/ground.def"
#undef GROUND
};

static const uint8_t kind_roles[KINDS] = {
#define KIND(id, name, arm, bases, move, quality, heavy, points, range, brow, role, ...)           \
    [KIND_##id] = GG_ROLE_##role,
#include "rules/squares/law/units.def"
#undef KIND
};

static gg_point middle_of(uint8_t square) { return gg_cell_middle(sq_point_of(square)); }

/* ---- Ground. ---- */

static void draw_cells(const gg_state *state, gg_scene *scene)
{
    for (uint8_t square = 0; square < BOARD; square++) {
        gg_mark *mark = gg_scene_add(scene, GG_CELL, (gg_role)ground_roles[state->ground[square]]);
        if (mark == NULL) return;
        mark->at = sq_point_of(square);
    }
}

static void draw_stretch(gg_scene *scene, gg_point from, gg_point to)
{
    gg_mark *mark = gg_scene_add(scene, GG_PATH, GG_ROLE_river);
    if (mark == NULL) return;
    mark->at = from;
    mark->to = to;
}

/* The point on the rim by which the river comes or goes: straight on if that leads out. */
static gg_point rim_of(uint8_t end, uint8_t next)
{
    static const gg_point half[FACINGS] = {
        [NORTH] = {0, CELL / 2},
        [EAST] = {CELL / 2, 0},
        [SOUTH] = {0, -CELL / 2},
        [WEST] = {-CELL / 2, 0},
    };
    gg_point at = middle_of(end);
    int best = -1;
    for (int way = 0; way < FACINGS; way++) {
        if (step_from(end, (facing)way) != NO_SQUARE) continue;
        if (best < 0 || step_from(end, behind((facing)way)) == next) best = way;
    }
    return best < 0 ? at : (gg_point){at.x + half[best].x, at.y + half[best].y};
}

/* Along the course where it is known; else the picture joins the river's squares by itself. */
static void draw_river(const gg_state *state, gg_scene *scene)
{
    int count = state->river_count;
    if (count < 2) return;
    const uint8_t *river = state->river;
    draw_stretch(scene, rim_of(river[0], river[1]), middle_of(river[0]));
    for (int i = 0; i + 1 < count; i++)
        draw_stretch(scene, middle_of(river[i]), middle_of(river[i + 1]));
    draw_stretch(scene, middle_of(river[count - 1]), rim_of(river[count - 1], river[count - 2]));
}

/* ---- Pieces. ---- */

/* Width of the front and depth: a line is two squares wide, a column two deep (SQ-R21). */
static gg_point size_of(const piece *it)
{
    switch (sq_form_of(it)) {
    case FORM_LINE: return (gg_point){CELL + FILLS, FILLS};
    case FORM_COLUMN: return (gg_point){FILLS, CELL + FILLS};
    case FORM_BLOCK:
    case FORM_SQUARE:
    case FORMS: break;
    }
    return (gg_point){FILLS, FILLS};
}

/* Who has acted matters while its side is on turn. */
static uint8_t flags_of(const piece *it, bool on_turn)
{
    int flags = 0;
    if (it->detachment <= 1 && !it->in_square) flags |= GG_FLAG_COMMAND; /* SQ-5.7 */
    if (it->acted && on_turn) flags |= GG_FLAG_ACTED;
    if (it->in_square) flags |= GG_FLAG_SQUARE;
    return (uint8_t)flags;
}

/* What is the same on the board and beside it. */
static gg_mark *add_piece(const gg_state *state, gg_unit who, gg_shape shape, gg_scene *scene)
{
    const piece *it = &state->pieces[who];
    gg_mark *mark = gg_scene_unit(scene, shape, (gg_role)kind_roles[it->kind], &squares_rules,
                                  state, who, side_of(who));
    if (mark != NULL) mark->strength = it->bases;
    return mark;
}

gg_mark *squares_draw_piece(const gg_state *state, gg_unit who, gg_scene *scene)
{
    enum { QUARTER = 900 };
    const piece *it = &state->pieces[who];
    gg_mark *mark = add_piece(state, who, GG_BLOCK, scene);
    if (mark == NULL) return NULL;
    gg_point one = middle_of(it->square1), two = one;
    if (it->square2 != NO_SQUARE) two = middle_of(it->square2);
    mark->flags = flags_of(it, side_of(who) == state->side && state->phase == PHASE_ACT);
    mark->at = (gg_point){(one.x + two.x) / 2, (one.y + two.y) / 2};
    mark->size = size_of(it);
    mark->facing = it->in_square ? -1 : it->facing * QUARTER;
    mark->to = sq_point_of(it->square1);
    return mark;
}

/* ---- What was done last. ---- */

static void draw_arrow(gg_scene *scene, gg_role role, uint8_t from, uint8_t to)
{
    if (from >= BOARD || to >= BOARD || from == to) return;
    gg_mark *mark = gg_scene_add(scene, GG_ARROW, role);
    if (mark == NULL) return;
    mark->at = middle_of(from);
    mark->to = middle_of(to);
}

static void draw_last(const gg_state *state, gg_scene *scene)
{
    if (state->last_who == GG_NO_UNIT) return;
    gg_role fight_role = state->last_fight == FIGHT_ATTACK ? GG_ROLE_last_move : GG_ROLE_last_shot;
    draw_arrow(scene, GG_ROLE_last_move, state->last_from, state->last_to);
    draw_arrow(scene, fight_role, state->last_to, state->last_target);
}

/* ---- How the game stands. ---- */

static void put_units(const gg_state *state, gg_text *out)
{
    gg_put_words(out, "; units %d:%d", sq_active_units(state, GG_BLUE),
                 sq_active_units(state, GG_RED));
}

static void put_over(const gg_state *state, gg_text *out)
{
    static const char *const how[] = {
        [ENDED_NOT] = "",
        [ENDED_TWICE] = " by twice the units",
        [ENDED_LIMIT] = " at the limit",
        [ENDED_RESIGN] = ", the other side resigned",
    };
    if (state->winner == GG_NOBODY) {
        gg_put(out, "Over: a draw");
    } else {
        gg_put_words(out, "Over: %s wins", gg_side_name(state->winner));
    }
    gg_put_words(out, "%s, round %d", how[state->result], state->round);
    put_units(state, out);
}

static void put_round(const gg_state *state, gg_text *out)
{
    gg_put_words(out, "Round %d, %s%s", state->round, gg_side_name(state->side),
                 state->phase == PHASE_ROLL ? " to roll" : " to act");
    if (state->phase == PHASE_ACT) {
        gg_put_words(out, ", dice: %d infantry, %d cavalry, %d artillery", state->pool[ARM_I],
                     state->pool[ARM_C], state->pool[ARM_A]);
    }
    put_units(state, out);
}

static void put_side(const gg_state *state, gg_text *out, const char *does)
{
    gg_put_words(out, "Set-up: %s%s", gg_side_name(state->side), does);
}

static void put_status(const gg_state *state, gg_text *out)
{
    switch ((phase)state->phase) {
    case PHASE_TERRAIN: gg_put(out, "Set-up: the ground is to be dealt"); break;
    case PHASE_ARMY: gg_put(out, "Set-up: the armies are to be rolled"); break;
    case PHASE_DESIGNATE: put_side(state, out, " names its special units"); break;
    case PHASE_DEPLOY: put_side(state, out, " places a piece"); break;
    case PHASE_FIRST: gg_put(out, "Set-up: who begins?"); break;
    case PHASE_ROLL:
    case PHASE_ACT: put_round(state, out); break;
    case PHASE_OVER: put_over(state, out); break;
    case PHASES: break;
    }
}

void squares_draw(const gg_state *state, gg_side side, gg_scene *scene)
{
    (void)side; /* nothing is hidden */
    gg_scene_begin(scene, &squares_rules, (gg_point){SIDE * CELL, SIDE * CELL}, CELL);
    gg_text stands = gg_text_over(scene->status, sizeof scene->status);
    put_status(state, &stands);
    draw_cells(state, scene);
    draw_river(state, scene);
    for (gg_unit who = 0; who < PIECES; who++) {
        if (state->pieces[who].status == STATUS_ON_BOARD) squares_draw_piece(state, who, scene);
        if (state->pieces[who].status == STATUS_UNPLACED) add_piece(state, who, GG_RESERVE, scene);
    }
    draw_last(state, scene);
}
