/*
 * table_worlds.c - measured tables of chance.  See table_worlds.h.
 * SPDX-License-Identifier: MIT
 */
#include "tests/table_worlds.h"

/* ---- Chance. ---- */

static uint64_t random_state = 0x1806;

uint64_t random_bits(void)
{
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

int32_t between(int32_t low, int32_t high)
{
    return low + (int32_t)(random_bits() % (uint64_t)(high - low + 1));
}

int cases(int quick)
{
    const char *deep = getenv("GG_DEEP");
    return deep != NULL && deep[0] == '1' ? 50 * quick : quick;
}

/* ---- Tables. ---- */

const gt_ground grounds[GROUNDS] = {
    [WOOD] = {.name = "wood", .words = "a wood", .flags = GT_SLOW | GT_CLOSED, .height = 2},
    [HILL] = {.name = "hill", .words = "a hill", .flags = GT_HILL},
    [DEEP] = {.name = "deep", .words = "deep water", .flags = GT_BARRED},
    [HOUSE] = {.name = "house", .words = "a house", .flags = GT_BUILDING, .height = 2, .cover = 2},
};
/* Sizes in grains of 10 ticks: a line and a column. */
const int16_t numbers[4] = {600, 150, 300, 400};
#define SIZES                                                                                      \
    .sizes = {{{0, 1}, {2, 3}}}, .all_sizes = {{0, 1}, {2, 3}}, .all_sizes_count = 2,              \
    .grounds = grounds, .ground_count = GROUNDS, .tolerance = 50, .grain = 10, .step = 10,         \
    .routing = 1
const gt_game by_centre = {SIZES, .fore = 5, .aft = 5};
const gt_game by_front = {SIZES, .fore = 0, .aft = 10};
const gt_game by_bases = {
    .grounds = grounds,
    .ground_count = GROUNDS,
    .tolerance = 20,
    .grain = 20,
    .step = 1,
    .routing = 1,
    .base = {4000, 3000},
};
const gt_game *const games[3] = {&by_centre, &by_front, &by_bases};

void put_body(world *w, unsigned u)
{
    gt_grid_put(w->strips, w->t.words, w->t.cell, u, w->bodies[u].at);
}

void random_body(world *w, unsigned u)
{
    const bool bases = w->t.game->base.x != 0;
    w->bodies[u] = (gt_body){
        .at = {between(0, w->t.width), between(0, w->t.height)},
        .facing = (int16_t)(bases ? between(0, 3599) : between(0, 359)),
        .side = (uint8_t)between(0, 1),
        .strength = (uint8_t)between(1, GT_BASES_MAX),
        .formation = (uint8_t)(bases ? between(1, 3) : between(0, 1)),
        .status = between(0, 5) == 0,
        .removed = between(0, 9) == 0,
    };
    if (between(0, 2) == 0) w->bodies[u].facing = (int16_t)(w->bodies[u].facing / 90 * 90);
    if (w->bodies[u].removed == 0) put_body(w, u);
}

/* A strictly convex one with corners in grains. */
static void random_small(world *w, unsigned i)
{
    gg_convex shape = {.count = 0};
    do {
        gg_point corners[4];
        const gg_point at = {10 * between(0, 3000), 10 * between(0, 3000)};
        for (int k = 0; k < 4; k++)
            corners[k] = (gg_point){at.x + 10 * between(-500, 500), at.y + 10 * between(-500, 500)};
        if (!gg_convex_from(corners, between(3, 4), &shape)) shape.count = 0;
    } while (shape.count == 0);
    gt_area *area = &w->areas[i];
    *area = (gt_area){.type = (uint8_t)between(0, GROUNDS - 1), .count = (uint8_t)shape.count};
    area->level = area->type == HILL ? (uint8_t)between(1, 3) : 0;
    const gg_bounds bounds = gg_bounds_of(&shape);
    for (int k = 0; k < shape.count; k++) {
        area->x[k] = (int16_t)(shape.at[k].x / 10);
        area->y[k] = (int16_t)(shape.at[k].y / 10);
    }
    area->low_x = (int16_t)(bounds.low.x / 10), area->low_y = (int16_t)(bounds.low.y / 10);
    area->high_x = (int16_t)(bounds.high.x / 10), area->high_y = (int16_t)(bounds.high.y / 10);
}

/* A star about a middle: any number of corners, seldom convex, always simple. */
int random_polygon(gg_point *out, gg_point middle, int32_t size)
{
    int count;
    do {
        count = between(3, GT_POLYGON);
        for (int i = 0; i < count; i++)
            out[i] = gg_along(middle, gg_facing(i * GG_TURN / count), between(size / 8, size));
    } while (!gt_polygon_is_simple(out, count));
    const int half = between(0, 1) == 0 ? count / 2 : 0;
    for (int i = 0; i < half; i++) { /* the other way round */
        const gg_point swap = out[i];
        out[i] = out[count - 1 - i], out[count - 1 - i] = swap;
    }
    return count;
}

static void random_stored(world *w, unsigned i)
{
    gg_point *corners = w->corners + GT_POLYGON * i;
    const gg_point middle = {between(0, 30000), between(0, 30000)};
    const int count = random_polygon(corners, middle, between(1000, 6000));
    gt_area *area = &w->areas[i];
    *area = (gt_area){.type = (uint8_t)between(0, GROUNDS - 1),
                      .count = (uint8_t)count,
                      .x = {(int16_t)(GT_POLYGON * i)},
                      .low_x = (int16_t)((middle.x - 6000) / 20 - 1),
                      .low_y = (int16_t)((middle.y - 6000) / 20 - 1),
                      .high_x = (int16_t)((middle.x + 6000) / 20 + 1),
                      .high_y = (int16_t)((middle.y + 6000) / 20 + 1)};
    area->level = area->type == HILL ? (uint8_t)between(1, 3) : 0;
}

void random_world(world *w, const gt_game *game, unsigned count)
{
    memset(w, 0, sizeof *w);
    w->t = (gt_table){
        .game = game,
        .bodies = w->bodies,
        .areas = w->areas,
        .corners = game == &by_bases ? w->corners : NULL,
        .lines = w->lines,
        .strips = w->strips,
        .numbers = game == &by_bases ? NULL : numbers,
        .width = 30000,
        .height = 24000,
        .body_count = (uint16_t)count,
        .words = (uint16_t)((count + 63) / 64),
        .area_count = AREAS,
        .cell = gt_cell(30000, 24000),
    };
    for (unsigned u = 0; u < count; u++) random_body(w, u);
    for (unsigned i = 0; i < AREAS; i++)
        if (game == &by_bases) random_stored(w, i);
        else random_small(w, i);
    if (between(0, 1) == 0) gt_survey(&w->t);
}

gg_point random_place(void) { return (gg_point){between(-2000, 32000), between(-2000, 26000)}; }
