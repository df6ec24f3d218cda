/*
 * stand.c - where a body may stand: on the table, on nobody.  See move.h.
 * SPDX-License-Identifier: MIT
 */
#include "table/move.h"

bool gt_is_off_table(const gt_table *t, const gg_convex *shape)
{
    return gt_are_off_table(t, gg_bounds_of(shape));
}

bool gt_is_outside(const gt_table *t, gg_point at)
{
    return at.x < 0 || at.y < 0 || at.x > t->width || at.y > t->height;
}

typedef struct standing {
    const gg_convex *shape;
    gg_point at;
    gt_circles own;
    int32_t far; /* nobody farther than this, in x or in y, matters */
} standing;

/* Most are told apart by their circles. */
static inline bool lies_on(const gt_table *t, const standing *it, unsigned other)
{
    const int32_t tolerance = t->game->tolerance;
    const gg_point its_at = t->bodies[other].at;
    const int32_t x = its_at.x - it->at.x, y = its_at.y - it->at.y;
    if (gt_is_beyond(x, it->far) || gt_is_beyond(y, it->far)) return false;
    const gt_circles its = gt_body_circles(t, other);
    const int64_t square = (int64_t)x * x + (int64_t)y * y, far = it->own.outer + its.outer;
    if (square > far * far) return false;
    const int64_t surely = it->own.inner + its.inner - tolerance - 1;
    if (surely >= 0 && square <= surely * surely) return true;
    const gg_convex shape = gt_shape(t, other);
    return gg_overlaps(it->shape, &shape, tolerance);
}

bool gt_is_occupied(const gt_table *t, unsigned u, const gg_convex *shape, gg_point at,
                    unsigned formation, const gt_set *among)
{
    standing it = {.shape = shape, .at = at, .own = gt_circles_in(t, u, formation)};
    it.far = (int32_t)it.own.outer + gt_reach(t);
    for (unsigned word = 0; word < (unsigned)among->words; word++) {
        uint64_t rest = among->bits[word];
        if (word == u / 64) rest &= ~gt_bit(u % 64);
        while (rest != 0)
            if (lies_on(t, &it, 64 * word + (unsigned)gg_next_bit(&rest))) return true;
    }
    return false;
}

int gt_stands_on(const gt_table *t, unsigned u, const gt_shapes *shapes, const gt_set *among)
{
    gt_set rest = *among;
    if (u < t->body_count) gt_drop(&rest, u);
    for (int other = gt_next(&rest); other != GG_NEVER; other = gt_next(&rest)) {
        const gt_shapes its = gt_shapes_of(t, (unsigned)other);
        if (gt_shapes_overlap(shapes, &its, t->game->tolerance)) return other;
    }
    return GG_NEVER;
}

void gt_placed_in(const gt_table *t, unsigned area, gt_set *out)
{
    gt_set near;
    gt_placed_near(t, gt_area_bounds(t->game, &t->areas[area]), 0, &near);
    *out = gt_none(t);
    for (int u = gt_next(&near); u != GG_NEVER; u = gt_next(&near))
        if (gt_holds(t, area, t->bodies[u].at)) gt_add(out, (unsigned)u);
}

int gt_holder(const gt_table *t, unsigned area, unsigned but)
{
    gt_set inside;
    gt_placed_in(t, area, &inside);
    if (but < t->body_count) gt_drop(&inside, but);
    return gt_next(&inside);
}
