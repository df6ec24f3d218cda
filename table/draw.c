/*
 * draw.c - ground, bodies, markers and sketches as marks of a scene.  See draw.h.
 * SPDX-License-Identifier: MIT
 */
#include "table/draw.h"

enum { ONE = 1000 };

void gt_draw_table(const gt_table *t, gg_scene *scene)
{
    gg_scene_begin(scene, t->game->rules, (gg_point){t->width, t->height}, 0);
    scene->measure = t->game->rules->measure;
}

/* ---- Ground. ---- */

static void draw_area(const gt_table *t, unsigned i, gg_role role, gg_scene *scene)
{
    gg_point room[GT_CORNERS];
    int count;
    const gg_bounds bounds = gt_area_bounds(t->game, &t->areas[i]);
    gg_mark *mark = gg_scene_add(scene, GG_AREA, role);
    if (mark == NULL) return;
    mark->size = (gg_point){bounds.high.x - bounds.low.x, bounds.high.y - bounds.low.y};
    mark->at = gt_area_middle(t->game, &t->areas[i]);
    const gg_point *corners = gt_corners(t, i, room, &count);
    for (int corner = 0; corner < count; corner++) gg_scene_corner(scene, corners[corner]);
}

/* Two stretches that lie in one line with a gap between them: what is open there is a crossing.  It
 * means nothing to the rules; it only tells the eye why there is a gap. */
static void draw_crossing(gg_bounds one, gg_bounds other, gg_scene *scene)
{
    enum { WIDEST = 6 * ONE, BEYOND = ONE / 4 };
    const int32_t across = other.low.x - one.high.x, up = other.low.y - one.high.y;
    const bool level = one.low.y == other.low.y && one.high.y == other.high.y;
    const bool upright = one.low.x == other.low.x && one.high.x == other.high.x;
    const bool east = level && across > 0 && across <= WIDEST;
    if (!east && !(upright && up > 0 && up <= WIDEST)) return;
    const gg_point low = east ? (gg_point){one.high.x, one.low.y - BEYOND}
                              : (gg_point){one.low.x - BEYOND, one.high.y};
    const gg_point high = east ? (gg_point){other.low.x, one.high.y + BEYOND}
                               : (gg_point){one.high.x + BEYOND, other.low.y};
    gg_mark *mark = gg_scene_add(scene, GG_AREA, GG_ROLE_bridge);
    if (mark == NULL) return;
    mark->at = (gg_point){(low.x + high.x) / 2, (low.y + high.y) / 2};
    mark->size = (gg_point){high.x - low.x, high.y - low.y};
    gg_scene_corner(scene, low);
    gg_scene_corner(scene, (gg_point){low.x, high.y});
    gg_scene_corner(scene, high);
    gg_scene_corner(scene, (gg_point){high.x, low.y});
    mark->facing = east ? 0 : GG_QUARTER;
}

void gt_draw_ground(const gt_table *t, int river, gg_scene *scene)
{
    for (unsigned i = 0; i < t->area_count; i++) {
        const gt_area *area = &t->areas[i];
        const gt_ground *ground = &t->game->grounds[area->type];
        const bool high = (ground->flags & GT_HILL) && area->level >= 2;
        draw_area(t, i, high ? GG_ROLE_hill_high : (gg_role)ground->role, scene);
    }
    for (unsigned i = 0; i < t->area_count; i++)
        for (unsigned j = 0; j < t->area_count; j++)
            if (t->areas[i].type == river && t->areas[j].type == river)
                draw_crossing(gt_area_bounds(t->game, &t->areas[i]),
                              gt_area_bounds(t->game, &t->areas[j]), scene);
    for (unsigned i = 0; i < t->area_count; i++)
        if (t->areas[i].burning) draw_area(t, i, GG_ROLE_fire, scene);
}

void gt_draw_lines(const gt_table *t, gg_scene *scene)
{
    for (const gt_line *it = t->lines; it < t->lines + t->line_count; it++)
        gg_lay_line(scene, (gg_role)t->game->lines[it->type].role, it->from, it->to);
}

void gt_draw_names(const gt_table *t, const char called[][GG_CALLED_BYTES], int32_t line,
                   gg_scene *scene)
{
    for (unsigned i = 0; i < t->area_count; i++) {
        if (called[i][0] == '\0') continue;
        const gg_bounds at = gt_area_bounds(t->game, &t->areas[i]);
        gg_mark *mark = gg_scene_add(scene, GG_LABEL, GG_ROLE_village);
        if (mark == NULL) return;
        const int32_t part = (at.high.y - at.low.y) / 4;
        mark->at = (gg_point){(at.low.x + at.high.x) / 2, at.high.y + line};
        if (at.low.y > 2 * line) mark->at.y = at.low.y - line / 2;
        else if (mark->at.y > t->height) /* from edge to edge: in it, beside no other such */
            mark->at.y = at.low.y + part * (int32_t)(i % 3 + 1);
        gg_text label = gg_text_over(mark->label, sizeof mark->label);
        gg_put(&label, called[i]);
    }
}

/* On a corner of the area where no block hides the flag, which flies up and to the right. */
static gg_point flag_place(gg_bounds area, const gg_scene *scene)
{
    const gg_point low = area.low, high = area.high;
    const gg_point places[] = {{high.x - ONE / 2, high.y},
                               {low.x, high.y},
                               {high.x, low.y},
                               {low.x - ONE, low.y},
                               {high.x, (low.y + high.y) / 2}};
    for (int i = 0; i < 5; i++) {
        const gg_point at = places[i];
        bool is_free = true;
        for (int32_t part = 0; part < 9; part++)
            if (gg_scene_block(scene,
                               (gg_point){at.x + part % 3 * ONE / 2, at.y + part / 3 * ONE * 3 / 4})
                != NULL)
                is_free = false;
        if (is_free) return at;
    }
    return places[0];
}

void gt_draw_objectives(const gt_table *t, gg_scene *scene)
{
    for (unsigned i = 0; i < t->area_count; i++) {
        const gt_area *area = &t->areas[i];
        if (area->value == 0) continue;
        gg_mark *mark = gg_scene_add(scene, GG_LABEL, GG_ROLE_objective);
        if (mark == NULL) return;
        mark->at = flag_place(gt_area_bounds(t->game, area), scene);
        if (area->owner > 0) mark->side = (gg_side)(area->owner - 1);
        gg_text label = gg_text_over(mark->label, sizeof mark->label);
        gg_put_int(&label, area->value);
    }
}

/* ---- Troops. ---- */

gg_mark *gt_draw_body(const gt_table *t, unsigned u, gg_role role, gg_scene *scene)
{
    const gt_body *body = &t->bodies[u];
    gg_mark *mark =
        gg_scene_unit(scene, GG_BLOCK, role, t->game->rules, t->state, (gg_unit)u, body->side);
    if (mark == NULL) return NULL;
    const gg_box box = gt_box(t, u);
    mark->strength = body->strength;
    mark->at = gt_centre(t, u);
    mark->size = (gg_point){2 * box.half, box.front - box.rear};
    mark->facing = body->facing * t->game->step;
    return mark;
}

gg_mark *gt_draw_marker(const gt_table *t, gg_unit unit, int32_t size, gg_scene *scene)
{
    gt_spot spot;
    if (!t->game->marker(t->state, unit, &spot)) return NULL;
    gg_mark *mark =
        gg_scene_unit(scene, GG_DISC, GG_ROLE_commander, t->game->rules, t->state, unit, spot.side);
    if (mark == NULL) return NULL;
    mark->at = spot.at;
    mark->size = (gg_point){size, size};
    return mark;
}

void gt_draw_radius(gg_side side, gg_point at, int32_t reach, gg_scene *scene)
{
    gg_mark *mark = gg_scene_disc(scene, GG_ROLE_radius, at, reach);
    if (mark != NULL) mark->side = side;
}

void gt_draw_units(const gt_table *t, gg_unit first, gg_unit last, gg_scene *scene)
{
    gt_spot spot;
    for (gg_unit n = first; n < last; n++)
        if (gt_find(t, n, &spot)) t->game->draw(t->state, n, scene);
}

gg_mark *gt_draw_last(const gt_table *t, unsigned u, gg_point from, gg_scene *scene)
{
    if (!gt_is_here(t, u) || (t->bodies[u].at.x == from.x && t->bodies[u].at.y == from.y))
        return NULL;
    gg_mark *block = t->game->draw(t->state, (gg_unit)u, scene);
    if (block == NULL) return NULL;
    block->at = from;
    block->flags = GG_FLAG_GHOST | GG_FLAG_ACTED;
    block->label[0] = '\0';
    gg_mark *mark = gg_scene_add(scene, GG_ARROW, GG_ROLE_last_move);
    if (mark == NULL) return block;
    mark->side = t->bodies[u].side;
    mark->at = from;
    mark->to = t->bodies[u].at;
    return block;
}
