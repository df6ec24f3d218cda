/*
 * brigade.c - brigades of bases: a pose of the middle of the front edge, up to five bases of one
 * size, standing three, two or one wide.  Rows are centred on each other; slots run from the left
 * of the first row.
 * SPDX-License-Identifier: MIT
 */
#include "table/table.h"

int gt_rows(int bases, int wide) { return (bases + wide - 1) / wide; }

int gt_abreast(int bases, int wide, int row)
{
    const int left = bases - row * wide;
    return left < wide ? left : wide;
}

gg_point gt_base_centre(gg_point base, int bases, int wide, int slot)
{
    const int row = slot / wide, abreast = gt_abreast(bases, wide, row);
    return (gg_point){(2 * (slot % wide) - abreast + 1) * base.x / 2, -(base.y * row + base.y / 2)};
}

gg_box gt_brigade_box(gg_point base, int bases, int wide)
{
    return (gg_box){gt_abreast(bases, wide, 0) * base.x / 2, 0, -base.y * gt_rows(bases, wide)};
}

/* Each corner is turned to the table on its own, so that bases of one row have the corners they
 * share in common. */
gg_convex gt_base_shape(gg_pose brigade, gg_point base, int bases, int wide, int slot)
{
    const gg_point centre = gt_base_centre(base, bases, wide, slot);
    const int32_t x = base.x / 2, y = base.y / 2;
    return (gg_convex){
        .count = 4,
        .at = {gg_to_world(brigade, (gg_point){centre.x - x, centre.y + y}),
               gg_to_world(brigade, (gg_point){centre.x + x, centre.y + y}),
               gg_to_world(brigade, (gg_point){centre.x + x, centre.y - y}),
               gg_to_world(brigade, (gg_point){centre.x - x, centre.y - y})},
    };
}

/* Row by row: what two neighbours share is turned once. */
void gt_base_shapes(gg_pose brigade, gg_point base, int bases, int wide,
                    gg_convex out[GT_BASES_MAX])
{
    gg_assert(base.x % 2 == 0 && base.y % 2 == 0);
    for (int first = 0, row = 0; first < bases; first += wide, row++) {
        const int abreast = gt_abreast(bases, wide, row);
        gg_point at[2 * (GT_BASES_MAX + 1)];
        for (int i = 0; i <= abreast; i++) {
            const int32_t x = (2 * i - abreast) * (base.x / 2);
            at[i] = (gg_point){x, -base.y * row};
            at[abreast + 1 + i] = (gg_point){x, -base.y * (row + 1)};
        }
        gg_all_to_world(brigade, at, 2 * (abreast + 1), at);
        for (int i = 0; i < abreast; i++) {
            const gg_point *front = &at[i], *rear = &at[abreast + 1 + i];
            out[first + i].count = 4;
            out[first + i].at[0] = front[0];
            out[first + i].at[1] = front[1];
            out[first + i].at[2] = rear[1];
            out[first + i].at[3] = rear[0];
        }
    }
}
