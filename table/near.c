/*
 * near.c - who is near: a uniform grid over the table, held as one set of bodies for each column
 * and each row.  A body lies in one column and one row, so what the two sets share is what the
 * cells hold, and looking costs by the number of strips, not by the army.
 * SPDX-License-Identifier: MIT
 */
#include "table/table.h"

bool gt_is_empty(const gt_set *set)
{
    for (int word = 0; word < set->words; word++)
        if (set->bits[word] != 0) return false;
    return true;
}

/* ---- The grid. ---- */

int32_t gt_cell(int32_t width, int32_t height)
{
    return (width > height ? width : height) / GT_STRIPS + 1;
}

/* Whoever is off the table is kept in the outermost strips. */
static int strip_of(int32_t cell, int32_t at)
{
    if (at < 0) return 0;
    const int32_t strip = at / cell;
    return strip < GT_STRIPS ? strip : GT_STRIPS - 1;
}

void gt_grid_put(uint64_t *strips, int words, int32_t cell, unsigned u, gg_point at)
{
    gg_assert(u < 64u * (unsigned)words);
    const int column = strip_of(cell, at.x), row = GT_STRIPS + strip_of(cell, at.y);
    strips[column * words + (int)(u / 64)] |= gt_bit(u % 64);
    strips[row * words + (int)(u / 64)] |= gt_bit(u % 64);
}

void gt_grid_take(uint64_t *strips, int words, int32_t cell, unsigned u, gg_point from)
{
    gg_assert(u < 64u * (unsigned)words);
    const int column = strip_of(cell, from.x), row = GT_STRIPS + strip_of(cell, from.y);
    strips[column * words + (int)(u / 64)] &= ~gt_bit(u % 64);
    strips[row * words + (int)(u / 64)] &= ~gt_bit(u % 64);
}

/* One word of what lies in the strips from the one that holds `low` to that with `high`. */
static uint64_t any_of(const uint64_t *strips, int words, int32_t cell, int32_t low, int32_t high)
{
    const uint64_t *strip = strips + strip_of(cell, low) * words,
                   *last = strips + strip_of(cell, high) * words;
    uint64_t all = *strip;
    while (strip < last) all |= *(strip += words);
    return all;
}

void gt_placed_near(const gt_table *t, gg_bounds bounds, int32_t reach, gt_set *out)
{
    const int words = t->words;
    const int32_t cell = t->cell;
    const uint64_t *columns = t->strips, *rows = columns + GT_STRIPS * words;
    out->words = words;
    for (int word = 0; word < words; word++)
        out->bits[word] =
            any_of(columns + word, words, cell, bounds.low.x - reach, bounds.high.x + reach)
            & any_of(rows + word, words, cell, bounds.low.y - reach, bounds.high.y + reach);
}

/* ---- Bodies. ---- */

void gt_near_cells(const gt_table *t, gg_bounds bounds, int32_t reach, gt_set *out)
{
    gt_placed_near(t, bounds, reach + gt_reach(t), out);
}

/* Those that may reach so near to the bounds, by their places.  Word by word, without gt_next: it
 * is asked more often than anything else. */
static void keep_nearest(const gt_table *t, gt_set *set, gg_bounds bounds, int32_t reach)
{
    for (int word = 0; word < set->words; word++) {
        const gt_body *bodies = t->bodies + 64 * word;
        for (uint64_t rest = set->bits[word]; rest != 0;) {
            const uint64_t bit = rest & (0 - rest);
            const int i = gg_next_bit(&rest);
            const int32_t most =
                reach + (int32_t)gt_body_circles(t, (unsigned)(64 * word + i)).outer;
            const gg_point at = bodies[i].at;
            if (at.x < bounds.low.x - most || at.x > bounds.high.x + most
                || at.y < bounds.low.y - most || at.y > bounds.high.y + most)
                set->bits[word] &= ~bit;
        }
    }
}

void gt_near(const gt_table *t, gg_bounds bounds, int32_t reach, gt_set *out)
{
    gt_near_cells(t, bounds, reach, out);
    keep_nearest(t, out, bounds, reach);
}

void gt_enemies_near(const gt_table *t, gg_side side, gg_bounds bounds, int32_t reach, gt_set *out)
{
    gt_near_cells(t, bounds, reach, out);
    for (int word = 0; word < out->words; word++) {
        const gt_body *bodies = t->bodies + 64 * word;
        for (uint64_t rest = out->bits[word]; rest != 0;) {
            const uint64_t bit = rest & (0 - rest);
            if (bodies[gg_next_bit(&rest)].side == side) out->bits[word] &= ~bit;
        }
    }
    keep_nearest(t, out, bounds, reach);
}

void gt_near_among(const gt_table *t, const gt_set *among, gg_bounds bounds, int32_t reach,
                   gt_set *out)
{
    gt_near_cells(t, bounds, reach, out);
    for (int word = 0; word < out->words; word++) out->bits[word] &= among->bits[word];
    keep_nearest(t, out, bounds, reach);
}

void gt_keep_standing(const gt_table *t, gt_set *set)
{
    gt_set rest = *set;
    for (int u = gt_next(&rest); u != GG_NEVER; u = gt_next(&rest))
        if (gt_is_routing(t, (unsigned)u)) gt_drop(set, (unsigned)u);
}

/* ---- By their places alone. ---- */

static int64_t squared_between(gg_point one, gg_point other)
{
    const int64_t x = other.x - one.x, y = other.y - one.y;
    return x * x + y * y;
}

int gt_nearest_place(const gt_body *bodies, uint64_t among, gg_point from)
{
    int found = GG_NEVER;
    int64_t nearest = INT64_MAX;
    while (among != 0) {
        const int u = gg_next_bit(&among);
        const int64_t square = squared_between(from, bodies[u].at);
        if (square >= nearest) continue;
        nearest = square;
        found = u;
    }
    return found;
}

int gt_nearest_places(const gt_body *bodies, uint64_t among, gg_point from, int limit,
                      unsigned *out)
{
    int64_t far[64];
    int count = 0;
    gg_assert(limit <= 64);
    while (among != 0) {
        const unsigned u = (unsigned)gg_next_bit(&among);
        const int64_t square = squared_between(from, bodies[u].at);
        int place = count < limit ? count++ : limit;
        for (; place > 0 && square < far[place - 1]; place--)
            if (place < limit) far[place] = far[place - 1], out[place] = out[place - 1];
        if (place < limit) far[place] = square, out[place] = u;
    }
    return count;
}

int gt_nearest_enemy(const gt_table *t, gg_side side, const gt_shapes *from, int32_t limit,
                     int32_t *distance)
{
    int found = GG_NEVER;
    gt_set near;
    gt_enemies_near(t, side, gt_shapes_bounds(from), limit, &near);
    for (int u = gt_next(&near); u != GG_NEVER; u = gt_next(&near)) {
        if (gt_is_routing(t, (unsigned)u)) continue;
        const gt_shapes its = gt_shapes_of(t, (unsigned)u);
        if (!gt_shapes_within(from, &its, limit)) continue;
        *distance = gt_shapes_distance(from, &its);
        limit = *distance - 1;
        found = u;
    }
    return found;
}
