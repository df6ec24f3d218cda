/*
 * audit.c - what is true of every body on every measured table, whatever the rules.
 * SPDX-License-Identifier: MIT
 */
#include "table/move.h"
#include "table/notation.h"

const char *gt_audit_place(const gt_table *t, unsigned u)
{
    const gt_body *body = &t->bodies[u];
    if (gt_is_outside(t, body->at)) return "a unit's centre is off the table";
    for (unsigned other = 0; other < u; other++)
        if (gt_is_here(t, other)
            && !gg_is_farther(body->at, t->bodies[other].at, t->game->tolerance))
            return "two units stand on one spot";
    gt_set here;
    gt_placed_near(t, (gg_bounds){body->at, body->at}, 0, &here);
    return gt_has(&here, u) ? NULL : "a unit is not where the grid has it";
}

static bool are_near(const gg_point *at, int count)
{
    for (int i = 0; i < count; i++)
        if (at[i].x < -GT_FAR || at[i].x > GT_FAR || at[i].y < -GT_FAR || at[i].y > GT_FAR)
            return false;
    return true;
}

/* Of one area: what later chapters go by.  `stored` corners belong to those before it. */
static const char *audit_area(const gt_table *t, unsigned i, int *stored, int corner_count)
{
    const gt_area *area = &t->areas[i];
    gg_point room[GT_CORNERS];
    int count;
    if (area->type >= t->game->ground_count) return "an area is of no kind";
    if (area->owner > GG_RED + 1 || area->burning > 1) return "an area is held by nobody there is";
    if (t->corners == NULL && area->count > GT_CORNERS) return "an area has too many corners";
    if (t->corners != NULL && (uint16_t)area->x[0] != *stored)
        return "an area does not begin where the one before it ends";
    *stored += area->count;
    if (t->corners != NULL && *stored > corner_count) return "an area has too many corners";
    const gg_point *corners = gt_corners(t, i, room, &count);
    if (!are_near(corners, count)) return "a corner lies too far away";
    return gt_polygon_is_simple(corners, count) ? NULL : "the edges of an area meet";
}

const char *gt_audit_ground(const gt_table *t, int corner_count)
{
    int stored = 0;
    if (t->area_count > GT_AREAS_MAX) return "there are too many areas";
    for (unsigned i = 0; i < t->area_count; i++) {
        const char *broken = audit_area(t, i, &stored, corner_count);
        if (broken != NULL) return broken;
    }
    for (unsigned i = 0; i < t->line_count; i++)
        if (t->lines[i].type >= t->game->line_kinds || !are_near(&t->lines[i].from, 1)
            || !are_near(&t->lines[i].to, 1))
            return "a line is of no kind, or too far away";
    return NULL;
}
