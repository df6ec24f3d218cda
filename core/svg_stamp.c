/*
 * svg_stamp.c - small things drawn many times: trees, houses, reeds, stones, flames.
 *
 * A stamp is a few layers of one colour each, written as path data relative to its middle.  All
 * stamps of a kind in one place become one path per layer: a wood of two hundred trees is a
 * handful of elements, which keeps files small and a page quick.
 * SPDX-License-Identifier: MIT
 */
#include "core/svg.h"

enum { LAYERS_MAX = 6 };

typedef struct layer {
    const char *class, *path;
} layer;

/* A round crown is a point drawn with a thick round pen: nothing is shorter to write.
 * Houses are seen from the south: a wall with a door under a roof; the church has a spire. */
static const layer stamps[SVG_STAMPS][LAYERS_MAX] = {
    [SVG_TREE] = {{"crown-shade", "m3 5h.1"},
                  {"crown-edge", "h.1"},
                  {"crown", "h.1"},
                  {"crown-light", "m-3 -3h.1"}},
    [SVG_FIR] = {{"shade", "m-6 8a8 4 0 1 0 16 0a8 4 0 1 0 -16 0z"},
                 {"fir", "m0 -13l8 21h-16z"},
                 {"needle", "m0 -12l-7 19h5z"}},
    [SVG_HOUSE] = {{"shade", "m-9 9h22l4 -4v-5h-26z"},
                   {"wall", "m-10 -1h20v9h-20zm14 -8v-4h3v4z"},
                   {"roof", "m-13 0l5 -9h16l5 9z"},
                   {"door", "m-2 8v-5h4v5z"}},
    [SVG_BARN] = {{"shade", "m-6 9h17l3 -4v-7h-20z"},
                  {"wall", "m-8 -2l8 -9l8 9v10h-16z"},
                  {"roof old", "m-11 0l11 -12l11 12l-3 1l-8 -9l-8 9z"},
                  {"door", "m-2 8v-6h4v6z"}},
    [SVG_CHURCH] = {{"shade", "m-5 11h24l4 -5v-6h-28z"},
                    {"wall", "m-4 -1h20v11h-20zm-10 -8h10v19h-10z"},
                    {"roof old", "m-4 0l4 -9h13l4 9z"},
                    {"spire", "m-15 -9l6 -18l6 18zm6 -18v-7m-3 3h6"},
                    {"door", "m-11 10v-6h4v6z"}},
    [SVG_REED] = {{"reed", "m-9 0h18m-14 0l-2 -6m7 6v-8m5 8l2 -6"}},
    [SVG_STONE] = {{"shade", "m-7 4l4 3h9l5 -4z"}, {"stone", "m-8 4l2 -7l6 -3l7 4l1 6z"}},
    [SVG_CRAG] = {{"crag", "m-8 5l4 -8l3 4l4 -7l4 9m-9 2l2 -3m4 4l1 -3"}},
    [SVG_WAVE] = {{"wave", "m-8 0q4 -5 8 0t8 0"}},
    [SVG_FLAME] = {{"smoke", "m2 -14c-8 -4 -5 -14 3 -14c2 -9 15 -9 16 0c9 1 9 12 1 13"
                             "c-4 8 -16 8 -20 1z"},
                   {"flame", "m0 11c-12 -1 -12 -12 -6 -18c1 4 3 5 4 2c2 -5 1 -9 -1 -13"
                             "c8 3 9 9 10 13c2 -1 2 -3 2 -5c6 7 5 20 -9 21z"},
                   {"ember", "m0 9c-6 -1 -6 -7 -2 -11c1 3 3 2 3 -1c5 4 5 11 -1 12z"}},
};

void svg_spot_add(svg_spots *spots, svg_point at, svg_stamp stamp)
{
    if (spots->count >= SVG_SPOTS_MAX) return;
    spots->list[spots->count++] = (svg_spot){at, stamp};
}

static bool has_stamp(const svg_spots *spots, svg_stamp stamp)
{
    for (int i = 0; i < spots->count; i++)
        if (spots->list[i].stamp == stamp) return true;
    return false;
}

static void put_stamp(const svg_page *page, const svg_spots *spots, svg_stamp stamp, int size)
{
    for (int of = 0; of < LAYERS_MAX && stamps[stamp][of].class != NULL; of++) {
        const layer *it = &stamps[stamp][of];
        svg_put(page, "<path class=\"%s\" d=\"", it->class);
        for (int i = 0; i < spots->count; i++)
            if (spots->list[i].stamp == stamp)
                svg_put(page, "M%d %d%s", spots->list[i].at.x * 10 / size,
                        spots->list[i].at.y * 10 / size, it->path);
        svg_put(page, "\"/>\n");
    }
}

void svg_put_spots(const svg_page *page, const svg_spots *spots, int size)
{
    if (spots->count == 0) return;
    if (size != 10) svg_put(page, "<g transform=\"scale(%t)\">\n", size);
    for (svg_stamp stamp = 0; stamp < SVG_STAMPS; stamp++)
        if (has_stamp(spots, stamp)) put_stamp(page, spots, stamp, size);
    if (size != 10) svg_put(page, "</g>\n");
}
