/*
 * audit.c - what is true of every body on every measured table, whatever the rules.
 */
#include "table/move.h"

const char *gt_audit_place(const gt_table *t, unsigned u)
{
    const gt_body *body = &t->bodies[u];
    if (gt_is_outside(t, body->at)) return "a unit's centre is off the table";
    for (unsigned other = 0; other < u; other++)
        if (gt_is_here(t, other)
            && !gt_is_farther(body->at, t->bodies[other].at, t->game->tolerance))
            return "two units stand on one spot";
    gt_set here;
    gt_placed_near(t, (gg_bounds){body->at, body->at}, 0, &here);
    return gt_has(&here, u) ? NULL : "a unit is not where the grid has it";
}

const char *gt_audit_areas(const gt_table *t)
{
    if (t->area_count > GT_AREAS_MAX) return "there are too many areas";
    for (unsigned i = 0; i < t->area_count; i++) {
        gg_point room[GT_CORNERS];
        int count;
        if (t->areas[i].type >= t->game->ground_count) return "an area is of no kind";
        const gg_point *corners = gt_corners(t, i, room, &count);
        if (!gt_polygon_is_simple(corners, count)) return "the edges of an area meet";
    }
    return NULL;
}
