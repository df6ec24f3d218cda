/*
 * heat.c - maps of places over the picture of the board.  See heat.h.
 * SPDX-License-Identifier: MIT
 */
#include "lab/heat.h"

#include "lab/batch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct board {
    gg_scene_room room;
    gg_scene scene; /* the ground alone */
    char *svg;      /* without its end */
    gg_svg_map map;
    lab_grid grid;
} board;

/* The ground, and what belongs to it. */
static bool is_ground(const gg_mark *mark)
{
    return mark->role < GG_ROLE_infantry || mark->role == GG_ROLE_objective
           || (mark->role == GG_ROLE_text && mark->unit == GG_NO_UNIT);
}

/* The board when the first decision of a game is made: some games lay their ground by dice. */
static void draw_start(board *b, const lab_setup *setup, uint64_t game)
{
    gg_match match;
    void *memory = cli_memory(gg_match_bytes(setup->rules));
    const uint64_t seed = lab_game_seed(setup, game);
    const gg_error error = gg_match_begin(&match, setup->rules, memory, setup->scenario,
                                          setup->options, setup->house, gg_dice_random(seed));
    gg_assert(error.text == NULL);
    gg_match_run(&match);
    b->scene = gg_scene_in(&b->room);
    setup->rules->draw(match.state, GG_NOBODY, &b->scene);
    b->grid = lab_grid_of(&b->scene);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < b->scene.count; i++)
        if (is_ground(&b->scene.marks[i])) b->scene.marks[kept++] = b->scene.marks[i];
    b->scene.count = kept;
    free(memory);
}

static bool is_same_ground(const board *one, const board *other)
{
    return one->scene.count == other->scene.count
           && one->scene.point_count == other->scene.point_count
           && memcmp(one->room.marks, other->room.marks, one->scene.count * sizeof *one->room.marks)
                  == 0
           && memcmp(one->room.points, other->room.points,
                     one->scene.point_count * sizeof *one->room.points)
                  == 0;
}

static void paint(board *b)
{
    for (uint32_t limit = 1 << 18;; limit *= 2) {
        gg_text text = cli_text(limit);
        gg_svg_board(&b->scene, &text);
        if (!text.cut) {
            char *end = strstr(text.bytes, "</svg>");
            gg_assert(end != NULL);
            for (char *next = end; next != NULL; next = strstr(end + 1, "</svg>")) end = next;
            *end = 0;
            b->svg = text.bytes;
            b->map = gg_svg_map_of(&b->scene);
            return;
        }
        free(text.bytes);
    }
}

/* ---- One map. ---- */

static double x_of(const board *b, int32_t x)
{
    return b->map.x + (double)x * b->map.units / b->map.ticks;
}

static double y_of(const board *b, int32_t y)
{
    return b->map.y - (double)y * b->map.units / b->map.ticks;
}

/* Nothing is clear, the most is nearly opaque; the root shows the rare ones too. */
static void put_cells(FILE *out, const board *b, const json_t *counts, const char *colour)
{
    json_int_t most = 0;
    for (size_t i = 0; i < json_array_size(counts); i++) {
        const json_int_t count = json_integer_value(json_array_get(counts, i));
        if (count > most) most = count;
    }
    fprintf(out, "<g fill=\"%s\" stroke=\"none\">\n", colour);
    for (size_t i = 0; i < json_array_size(counts); i++) {
        const json_int_t count = json_integer_value(json_array_get(counts, i));
        const int32_t column = (int32_t)i % b->grid.columns, row = (int32_t)i / b->grid.columns;
        const int32_t left = b->grid.low.x + column * b->grid.size.x;
        const int32_t low = b->grid.low.y + row * b->grid.size.y;
        int32_t right = left + b->grid.size.x, high = low + b->grid.size.y;
        if (count == 0) continue;
        if (right > b->scene.high.x) right = b->scene.high.x;
        if (high > b->scene.high.y) high = b->scene.high.y;
        fprintf(out,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
                "fill-opacity=\"%.2f\"><title>%lld</title></rect>\n",
                x_of(b, left), y_of(b, high), x_of(b, right) - x_of(b, left),
                y_of(b, low) - y_of(b, high), 0.85 * sqrt((double)count / (double)most),
                (long long)count);
    }
    fputs("</g>\n", out);
}

static void put_map(FILE *out, const board *b, const lab_summary *sum, const char *key,
                    const char *colour, const char *words)
{
    fprintf(out, "<figure class=\"heat\">%s", b->svg);
    put_cells(out, b, json_object_get(sum->places, key), colour);
    fprintf(out, "</svg><figcaption>%s</figcaption></figure>\n", words);
}

int lab_put_heat(FILE *out, const lab_folder *folder, const lab_summary *sum)
{
    board *b = cli_memory(sizeof *b), *other = cli_memory(sizeof *other);
    draw_start(b, &folder->setup, 0);
    draw_start(other, &folder->setup, 1);
    paint(b);
    int code = CLI_GO_ON;
    if (b->grid.columns != sum->columns || b->grid.rows != sum->rows)
        code = cli_misuse("the places in %s are not those of this board: another build of the "
                          "program made them.",
                          folder->path);
    else {
        fputs("<h2>Where</h2>\n<p>The darker, the more often, over all games; a square under the "
              "pointer tells how often.",
              out);
        if (!is_same_ground(b, other))
            fputs(" The ground is another in every game: this is that of game 0.", out);
        fputs("</p>\n", out);
        put_map(out, b, sum, "stand_blue", "#1f4fa0", "where blue's units stand, round by round");
        put_map(out, b, sum, "stand_red", "#a81f1f", "where red's units stand, round by round");
        put_map(out, b, sum, "fight", "#6a2a8a", "where two enemies roll against each other");
        put_map(out, b, sum, "lost_blue", "#1f4fa0", "where blue's lost units were seen last");
        put_map(out, b, sum, "lost_red", "#a81f1f", "where red's lost units were seen last");
    }
    free(b->svg);
    free(b);
    free(other);
    return code;
}
