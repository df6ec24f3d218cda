/*
 * zone.c - where a body may be set up: all of it inside a zone, and clear of who stands already.
 * SPDX-License-Identifier: MIT
 */
#include "table/move.h"

bool gt_zone_holds(const gt_table *t, const gt_zone *zone, gg_point at)
{
    if (gt_is_outside(t, at)) return false;
    if (zone->at != NULL && gg_polygon_holds(zone->at, zone->count, at)) return true;
    const int32_t off[4] = {t->height - at.y, t->width - at.x, at.y, at.x};
    return off[zone->edge] <= zone->strip;
}

bool gt_is_in_zone(const gt_table *t, const gt_zone *zone, const gt_shapes *shapes)
{
    for (int i = 0; i < shapes->count; i++)
        for (int corner = 0; corner < shapes->at[i].count; corner++)
            if (!gt_zone_holds(t, zone, shapes->at[i].at[corner])) return false;
    return true;
}
