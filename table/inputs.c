/*
 * inputs.c - the rows of a network that are on.  See inputs.h.
 * SPDX-License-Identifier: MIT
 */
#include "table/inputs.h"

static int32_t part_of(int32_t at, int32_t length, int32_t parts)
{
    if (at < 0 || length <= 0) return 0; /* a body that reaches over the edge is at the edge */
    const int64_t part = (int64_t)at * parts / length;
    return (int32_t)(part < parts ? part : parts - 1);
}

/* The cell of a place; red turns the table about, so that its own edge is below. */
static uint32_t cell_of(const gt_table *t, gg_point at, gg_side side)
{
    if (side == GG_RED) at = (gg_point){t->width - at.x, t->height - at.y};
    const int32_t column = part_of(at.x, t->width, GT_CELLS_WIDE);
    return (uint32_t)(part_of(at.y, t->height, GT_CELLS_DEEP) * GT_CELLS_WIDE + column);
}

uint32_t gt_inputs(const gt_table *t, const gt_telling *game, gg_side side, gg_input *out,
                   uint32_t limit)
{
    const uint32_t states_at = 2u * GT_CELLS * game->kinds;
    const uint32_t bands_at = states_at + 2u * GT_CELLS * game->states;
    uint32_t count = 0;
    for (unsigned u = 0; u < t->body_count && count + GT_INPUTS_EACH <= limit; u++) {
        if (!gt_is_here(t, u)) continue;
        const gt_told it = game->tell(t->state, u);
        const uint32_t whose = t->bodies[u].side == side ? 0 : 1;
        const uint32_t cell = cell_of(t, t->bodies[u].at, side);
        const uint32_t kind = whose * game->kinds + it.kind,
                       state = whose * game->states + it.state;
        const uint32_t band = it.left < game->bands ? it.left : game->bands - 1u;
        gg_assert(it.kind < game->kinds && it.state < game->states);
        if (it.left > 0) out[count++] = (gg_input){(uint16_t)(kind * GT_CELLS + cell), it.left, 0};
        out[count++] = (gg_input){(uint16_t)(states_at + state * GT_CELLS + cell), 1, 0};
        out[count++] = (gg_input){(uint16_t)(bands_at + kind * game->bands + band), 1, 0};
    }
    return count;
}
