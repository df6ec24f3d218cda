/*
 * sketch.c - ghosts, ways and arrows of an action that is only thought of.
 * SPDX-License-Identifier: MIT
 */
#include "core/sketch.h"

#include "core/question.h"

void gg_ghost(const gg_sketch *to, gg_mark *mark)
{
    if (mark == NULL) return;
    mark->flags |= to->flags;
    mark->to = mark->at;
}

void gg_sketch_line(const gg_sketch *to, gg_role role, gg_side side, gg_point from, gg_point until)
{
    if (from.x == until.x && from.y == until.y) return;
    const uint32_t before = to->scene->count;
    gg_lay_line(to->scene, role, from, until);
    if (to->scene->count == before) return;
    gg_mark *mark = &to->scene->marks[before];
    mark->side = side;
    mark->flags = to->flags & GG_FLAG_REFUSED;
}

void gg_sketch_arrow(const gg_sketch *to, gg_role role, gg_side side, gg_point from, gg_point until,
                     gg_unit whom)
{
    const uint32_t before = to->scene->count;
    gg_lay_arrow(to->scene, role, side, from, until);
    if (to->scene->count > before) to->scene->marks[before].unit = whom;
}

void gg_sketch_way(const gg_sketch *to, gg_side side, const gg_point *at, int count)
{
    gg_mark *mark = gg_scene_add(to->scene, GG_PATH, GG_ROLE_plan);
    if (mark == NULL) return;
    mark->side = side;
    mark->flags = to->flags & GG_FLAG_REFUSED;
    mark->at = at[0];
    mark->to = at[count - 1];
    for (int i = 0; i < count; i++) gg_scene_corner(to->scene, at[i]);
}
