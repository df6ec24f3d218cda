/*
 * sketch.c - ghosts, ways and arrows of bodies and markers.  See sketch.h.
 * SPDX-License-Identifier: MIT
 */
#include "table/sketch.h"

/* The ghost's `to` is where a hand would put it down: where a body is held. */
void gt_ghost_in(const gt_game *game, const gg_sketch *to, const gg_state *would, gg_unit n)
{
    const gt_table t = game->table(would);
    gg_mark *mark = game->draw(would, n, to->scene);
    gg_ghost(to, mark);
    if (mark != NULL && n < t.body_count) mark->to = t.bodies[n].at;
}

void gt_ghost(const gt_game *game, const gg_sketch *to, gg_unit n)
{
    const gt_table t = game->table(to->view);
    gt_spot spot;
    if (gt_find(&t, n, &spot)) gt_ghost_in(game, to, to->view, n);
}

void gt_ghosts(const gt_game *game, const gg_sketch *to, uint64_t bodies)
{
    for (unsigned u = gt_take(&bodies); u != GT_NOBODY; u = gt_take(&bodies))
        gt_ghost(game, to, (gg_unit)u);
}

void gt_sketch_move(const gt_game *game, const gg_sketch *to, gg_role role, const gg_state *would,
                    gg_unit n)
{
    const gt_table was = game->table(to->view), will = game->table(would);
    gt_spot from, end;
    if (!gt_find(&will, n, &end)) return;
    if (gt_find(&was, n, &from)) gg_sketch_line(to, role, end.side, from.at, end.at);
    gt_ghost_in(game, to, would, n);
}

void gt_sketch_ride(const gt_game *game, const gg_sketch *to, gg_unit n, gg_point end)
{
    const gt_table t = game->table(to->view);
    gt_spot from;
    if (n < t.body_count || !gt_find(&t, n, &from)) return;
    gg_sketch_line(to, GG_ROLE_plan, from.side, from.at, end);
    gg_mark *mark = game->draw(to->view, n, to->scene);
    if (mark != NULL) mark->at = end;
    gg_ghost(to, mark);
}

void gt_sketch_aim(const gt_game *game, const gg_sketch *to, gg_role role, gg_unit who,
                   gg_point from, gg_unit whom)
{
    const gt_table t = game->table(to->view);
    gt_spot own, its;
    if (!gt_find(&t, who, &own) || !gt_find(&t, whom, &its)) return;
    gg_sketch_arrow(to, role, own.side, from, whom < t.body_count ? gt_centre(&t, whom) : its.at,
                    whom);
}

void gt_sketch_arrow(const gt_game *game, const gg_sketch *to, gg_role role, gg_unit who,
                     gg_unit whom)
{
    const gt_table t = game->table(to->view);
    gt_spot own;
    if (gt_find(&t, who, &own)) gt_sketch_aim(game, to, role, who, own.at, whom);
}
