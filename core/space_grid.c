/*
 * space_grid.c - who is near: a uniform grid over the table, held as one set of things for each
 * column and each row.  A thing lies in one column and one row, so what the two sets share is
 * what the cells hold, and looking costs by the number of strips, not by the army.
 */
#include "core/space.h"

#include <string.h>

void gg_grid_clear(gg_grid *grid, int32_t width, int32_t height)
{
    memset(grid, 0, sizeof *grid);
    int32_t longer = width > height ? width : height;
    grid->cell = longer / GG_GRID_STRIPS + 1;
}

/* Things off the table are kept in the outermost strips. */
static int strip_of(const gg_grid *grid, int32_t at)
{
    if (at < 0) return 0;
    int32_t strip = at / grid->cell;
    return strip < GG_GRID_STRIPS ? strip : GG_GRID_STRIPS - 1;
}

void gg_grid_put(gg_grid *grid, int thing, gg_point at)
{
    gg_set_add(&grid->columns[strip_of(grid, at.x)], thing);
    gg_set_add(&grid->rows[strip_of(grid, at.y)], thing);
}

void gg_grid_take(gg_grid *grid, int thing, gg_point from)
{
    gg_set_drop(&grid->columns[strip_of(grid, from.x)], thing);
    gg_set_drop(&grid->rows[strip_of(grid, from.y)], thing);
}

/* What lies in the strips from the one that holds `low` to the one that holds `high`. */
static gg_set any_of(const gg_grid *grid, const gg_set *strips, int32_t low, int32_t high)
{
    gg_set all = {{0}};
    int i = strip_of(grid, low);
    do {
        for (int word = 0; word < GG_GRID_WORDS; word++)
            all.bits[word] |= strips[i].bits[word];
        i++;
    } while (i < GG_GRID_STRIPS && i * grid->cell <= high);
    return all;
}

gg_set gg_grid_within(const gg_grid *grid, gg_bounds bounds, int32_t reach)
{
    gg_set columns = any_of(grid, grid->columns, bounds.low.x - reach, bounds.high.x + reach);
    gg_set rows = any_of(grid, grid->rows, bounds.low.y - reach, bounds.high.y + reach);
    for (int word = 0; word < GG_GRID_WORDS; word++)
        rows.bits[word] &= columns.bits[word];
    return rows;
}

gg_set gg_grid_near(const gg_grid *grid, gg_point at, int32_t reach)
{
    return gg_grid_within(grid, (gg_bounds){at, at}, reach);
}

/* ---- Sets. ---- */

const uint8_t gg_bit_places[64] = {
    0,  1,  2,  53, 3,  7,  54, 27, 4,  38, 41, 8,  34, 55, 48, 28, 62, 5,  39, 46, 44, 42,
    22, 9,  24, 35, 59, 56, 49, 18, 29, 11, 63, 52, 6,  26, 37, 40, 33, 47, 61, 45, 43, 21,
    23, 58, 17, 10, 51, 25, 36, 32, 60, 20, 57, 16, 50, 31, 19, 15, 30, 14, 13, 12,
};

bool gg_set_has(const gg_set *set, int thing)
{
    return set->bits[thing / 64] >> (thing % 64) & 1;
}

void gg_set_add(gg_set *set, int thing)
{
    gg_assert(thing >= 0 && thing < GG_GRID_THINGS);
    set->bits[thing / 64] |= (uint64_t)1 << (thing % 64);
}

void gg_set_drop(gg_set *set, int thing)
{
    gg_assert(thing >= 0 && thing < GG_GRID_THINGS);
    set->bits[thing / 64] &= ~((uint64_t)1 << (thing % 64));
}
