/*
 * svg.c - the picture of a scene for eyes and paper: field, frame, layers, title and legend.
 *
 * The board is the same in a file of its own and on the page.  The file reads from top to
 * bottom: title, the board, how the game stands, and a legend of just those signs that occur.
 * SPDX-License-Identifier: MIT
 */
#include "core/svg.h"

#include <stdarg.h>
#include <string.h>

enum {
    FRAME = 40,       /* the band round a board that holds the letters and numbers */
    TABLE_FRAME = 84, /* round a measured table: it holds a ruler */
    PLAN_FRAME = 26,
    TICK = 1000, /* the ruler's inch or centimetre */
    MARGIN = 30,
    TITLE_HEIGHT = 74,
    STATUS_LINE = 32,
    STATUS_CHARS = 92, /* of one line */
    KEY_WIDTH = 300,   /* of one entry of the legend */
    KEY_HEIGHT = 58,
    SHEET = 1280, /* the width for which title and legend are drawn; they grow with it */
};

/* ---- Writing. ---- */
svg_point svg_at(const svg_page *page, gg_point at)
{
    const gg_scene *scene = page->scene;
    return (svg_point){
        page->left + (int)((int64_t)(at.x - scene->low.x) * page->units / page->ticks),
        page->top + (int)((int64_t)(scene->high.y - at.y) * page->units / page->ticks),
    };
}

int svg_length(const svg_page *page, int32_t ticks)
{
    return (int)((int64_t)ticks * page->units / page->ticks);
}

int svg_root(int64_t number)
{
    int64_t low = 0, high = INT32_MAX;
    while (low < high) {
        const int64_t middle = (low + high + 1) / 2;
        if (middle * middle <= number) low = middle;
        else high = middle - 1;
    }
    return (int)low;
}

int svg_jitter(int x, int y, int salt, int size)
{
    uint32_t mix = (uint32_t)x * 73856093u ^ (uint32_t)y * 19349663u ^ (uint32_t)salt * 83492791u;
    mix ^= mix >> 13;
    mix *= 0x5bd1e995u;
    mix ^= mix >> 15;
    return (int)(mix % (uint32_t)(2 * size + 1)) - size;
}

static void put_tenths(gg_text *out, int tenths)
{
    if (tenths < 0) gg_put_char(out, '-');
    const int size = tenths < 0 ? -tenths : tenths;
    gg_put_int(out, size / 10);
    if (size % 10 == 0) return;
    gg_put_char(out, '.');
    gg_put_int(out, size % 10);
}

void svg_put(const svg_page *page, const char *pattern, ...)
{
    va_list list;
    va_start(list, pattern);
    for (const char *at = pattern; *at != 0; at++) {
        const char kind = *at == '%' ? at[1] : '\0';
        if (kind == 'd') gg_put_int(page->out, va_arg(list, int));
        if (kind == 't') put_tenths(page->out, va_arg(list, int));
        if (kind == 's') gg_put(page->out, va_arg(list, const char *));
        if (kind == 'd' || kind == 't' || kind == 's') at++;
        else gg_put_char(page->out, *at);
    }
    va_end(list);
}

static void put_escaped(const svg_page *page, char character)
{
    switch (character) {
    case '&': gg_put(page->out, "&amp;"); break;
    case '<': gg_put(page->out, "&lt;"); break;
    case '>': gg_put(page->out, "&gt;"); break;
    case '"': gg_put(page->out, "&quot;"); break;
    default: gg_put_char(page->out, character); break;
    }
}

void svg_put_words(const svg_page *page, const char *words)
{
    while (*words != 0) put_escaped(page, *words++);
}

/* ---- The field and its scale. ---- */
static int32_t larger(int32_t one, int32_t other) { return one > other ? one : other; }

static void collect_ground(svg_page *page)
{
    memset(page->ground, GG_ROLE_open, sizeof page->ground);
    for (uint32_t i = 0; i < page->scene->count; i++) {
        const gg_mark *mark = &page->scene->marks[i];
        if (mark->shape != GG_CELL || !svg_is_ground((gg_role)mark->role)) continue;
        if (mark->at.x < 0 || mark->at.y < 0 || mark->at.x >= page->columns
            || mark->at.y >= page->rows)
            continue;
        page->ground[mark->at.y][mark->at.x] = mark->role;
    }
}

static svg_page page_of(const gg_scene *scene, gg_text *out)
{
    svg_page page = {.out = out, .scene = scene, .units = SVG_INCH, .ticks = TICK};
    if (scene->measure != NULL && strcmp(scene->measure, "centimetres") == 0)
        page.units = SVG_CENTIMETRE;
    const int32_t wide = larger(scene->high.x - scene->low.x, 1),
                  high = larger(scene->high.y - scene->low.y, 1);
    page.left = page.top = TABLE_FRAME;
    if (scene->cell > 0) {
        page.units = SVG_CELL;
        page.ticks = scene->cell;
        page.left = page.top = FRAME;
        page.columns = (wide + scene->cell - 1) / scene->cell;
        page.rows = (high + scene->cell - 1) / scene->cell;
        gg_assert(page.columns <= SVG_GRID_MAX);
        gg_assert(page.rows <= SVG_GRID_MAX);
    }
    if (scene->cell == GG_CELL_PLAN) {
        page.units = SVG_PLAN;
        page.left = page.top = PLAN_FRAME;
    }
    page.width = page.columns > 0 ? page.columns * SVG_CELL : svg_length(&page, wide);
    page.height = page.rows > 0 ? page.rows * SVG_CELL : svg_length(&page, high);
    collect_ground(&page);
    return page;
}

static int board_width(const svg_page *page) { return page->width + 2 * page->left; }

static int board_height(const svg_page *page) { return page->height + 2 * page->top; }

gg_svg_map gg_svg_map_of(const gg_scene *scene)
{
    const svg_page page = page_of(scene, NULL);
    const gg_point zero = {scene->turned ? scene->low.x + scene->high.x : 0,
                           scene->turned ? scene->low.y + scene->high.y : 0};
    const svg_point origin = svg_at(&page, zero);
    const int units = scene->turned ? -page.units : page.units;
    return (gg_svg_map){origin.x,   origin.y,           units,
                        page.ticks, board_width(&page), board_height(&page)};
}

/* ---- The frame. ---- */
static void put_frame(const svg_page *page)
{
    const int wide = board_width(page), high = board_height(page), edge = page->left / 5;
    svg_put(page,
            "<rect class=\"frame\" x=\"2\" y=\"2\" width=\"%d\" height=\"%d\" rx=\"8\"/>"
            "<rect class=\"bevel\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"5\"/>\n",
            wide - 4, high - 4, edge, edge, wide - 2 * edge, high - 2 * edge);
    svg_put(page, "<path class=\"grain\" d=\"M4 4L%d %dM%d 4L%d %dM4 %dL%d %dM%d %dL%d %d\"/>\n",
            page->left, page->top, wide - 4, wide - page->left, page->top, high - 4, page->left,
            high - page->top, wide - 4, high - 4, wide - page->left, high - page->top);
    svg_put(page, "<rect class=\"field\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
            page->left, page->top, page->width, page->height);
}

/* Squares keep their names when the board is turned. */
static int column_of(const svg_page *page, int i)
{
    return page->scene->turned ? page->columns - 1 - i : i;
}

static int row_of(const svg_page *page, int i)
{
    return page->scene->turned ? page->rows - 1 - i : i;
}

static void put_letters(const svg_page *page)
{
    const int side = page->left / 2, down = 9;
    for (int i = 0; i < page->columns; i++) {
        const char letter[] = {(char)('a' + column_of(page, i) % 26), 0};
        const int x = page->left + i * SVG_CELL + SVG_CELL / 2;
        svg_put(page, "<text class=\"coordinate\" x=\"%d\" y=\"%d\">%s</text>", x,
                page->top - side + down, letter);
        svg_put(page, "<text class=\"coordinate\" x=\"%d\" y=\"%d\">%s</text>\n", x,
                page->top + page->height + side + down, letter);
    }
    for (int i = 0; i < page->rows; i++) {
        const int y = page->top + page->height - i * SVG_CELL - SVG_CELL / 2 + down;
        const int number = row_of(page, i) + 1;
        svg_put(page, "<text class=\"coordinate\" x=\"%d\" y=\"%d\">%d</text>", side, y, number);
        svg_put(page, "<text class=\"coordinate\" x=\"%d\" y=\"%d\">%d</text>\n",
                page->left + page->width + side, y, number);
    }
}

/* Every twelfth inch has its number, every twentieth centimetre. */
static int ruler_step(const svg_page *page) { return page->units == SVG_CENTIMETRE ? 20 : 12; }

/* How long the tick of the ruler at so many inches is. */
static int tick_length(const svg_page *page, int inch)
{
    const int step = ruler_step(page);
    return inch % step == 0 ? 26 : inch % (step / 2) == 0 ? 20 : 12;
}

/* Where an inch of the ruler lies; it is counted from where the table's corner is. */
static int ruler_x(const svg_page *page, int inch)
{
    if (page->scene->turned) return page->left + page->width - inch * page->units;
    return page->left + inch * page->units;
}

static int ruler_y(const svg_page *page, int inch)
{
    if (page->scene->turned) return page->top + inch * page->units;
    return page->top + page->height - inch * page->units;
}

static void put_ticks(const svg_page *page)
{
    const int right = page->left + page->width, bottom = page->top + page->height;
    svg_put(page, "<path class=\"tick\" d=\"");
    for (int i = 0; i * page->units <= page->width; i++) {
        const int x = ruler_x(page, i), tick = tick_length(page, i);
        svg_put(page, "M%d %dv%dM%d %dv%d", x, page->top - 3, -tick, x, bottom + 3, tick);
    }
    for (int i = 0; i * page->units <= page->height; i++) {
        const int y = ruler_y(page, i), tick = tick_length(page, i);
        svg_put(page, "M%d %dh%dM%d %dh%d", page->left - 3, y, -tick, right + 3, y, tick);
    }
    svg_put(page, "\"/>\n");
}

static void put_ruler(const svg_page *page)
{
    enum { AWAY = 50 };
    const int step = ruler_step(page);
    const int right = page->left + page->width, bottom = page->top + page->height;
    put_ticks(page);
    for (int i = 0; i * page->units <= page->width; i += step) {
        const int x = ruler_x(page, i);
        svg_put(page, "<text class=\"coordinate\" x=\"%d\" y=\"%d\">%d</text>", x,
                page->top - AWAY + 14, i);
        svg_put(page, "<text class=\"coordinate\" x=\"%d\" y=\"%d\">%d</text>\n", x,
                bottom + AWAY + 10, i);
    }
    for (int i = 0; i * page->units <= page->height; i += step) {
        const int y = ruler_y(page, i) + 12;
        svg_put(page, "<text class=\"coordinate\" x=\"%d\" y=\"%d\">%d</text>", page->left - AWAY,
                y, i);
        svg_put(page, "<text class=\"coordinate\" x=\"%d\" y=\"%d\">%d</text>\n", right + AWAY, y,
                i);
    }
    if (page->scene->measure == NULL || page->scene->measure[0] == 0) return;
    svg_put(page, "<text class=\"coordinate\" x=\"%d\" y=\"%d\">", ruler_x(page, step / 2),
            bottom + AWAY + 10);
    svg_put_words(page, page->scene->measure);
    svg_put(page, "</text>\n");
}

/* ---- The board: layer upon layer. ---- */
static void put_grid(const svg_page *page)
{
    svg_put(page, "<path class=\"grid\" d=\"");
    for (int i = 1; i < page->columns; i++)
        svg_put(page, "M%d %dv%d", page->left + i * SVG_CELL, page->top, page->height);
    for (int i = 1; i < page->rows; i++)
        svg_put(page, "M%d %dh%d", page->left, page->top + i * SVG_CELL, page->width);
    svg_put(page, "\"/>\n");
}

/* Faint lines a foot apart, so that the eye has something to measure by. */
static void put_feet(const svg_page *page)
{
    const int foot = ruler_step(page) * page->units;
    svg_put(page, "<path class=\"foot\" d=\"");
    for (int x = foot; x < page->width; x += foot)
        svg_put(page, "M%d %dv%d", page->left + x, page->top, page->height);
    for (int y = foot; y < page->height; y += foot)
        svg_put(page, "M%d %dh%d", page->left, page->top + page->height - y, page->width);
    svg_put(page, "\"/>\n");
}

static void put_cells(const svg_page *page)
{
    for (int row = 0; row < page->rows; row++)
        for (int column = 0; column < page->columns; column++)
            svg_put(page,
                    "<rect class=\"cell\" data-cell=\"%d,%d\" x=\"%d\" y=\"%d\" width=\"%d\" "
                    "height=\"%d\"/>\n",
                    column_of(page, column), row_of(page, row), page->left + column * SVG_CELL,
                    page->top + (page->rows - 1 - row) * SVG_CELL, SVG_CELL, SVG_CELL);
}

/* On a plan an area that has a name is the place that `to` tells. */
static void put_places(const svg_page *page)
{
    for (uint32_t i = 0; i < page->scene->count; i++) {
        const gg_mark *mark = &page->scene->marks[i];
        if (mark->shape != GG_AREA || mark->label[0] == 0) continue;
        const int wide = svg_length(page, mark->size.x), high = svg_length(page, mark->size.y);
        const svg_point at = svg_at(page, mark->at);
        svg_put(page,
                "<rect class=\"place\" data-place=\"%d\" x=\"%d\" y=\"%d\" width=\"%d\" "
                "height=\"%d\"/>\n",
                (int)mark->to.x, at.x - wide / 2, at.y - high / 2, larger(wide, 0),
                larger(high, 0));
    }
}

/* A nested picture cuts off what lies outside the field, without needing a name for it. */
static void put_land(const svg_page *page)
{
    svg_put(page, "<g class=\"layer land\">\n");
    svg_put(page, "<svg x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" viewBox=\"%d %d %d %d\">\n",
            page->left, page->top, page->width, page->height, page->left, page->top, page->width,
            page->height);
    if (page->columns > 0) svg_ground(page);
    if (svg_is_table(page)) put_feet(page);
    svg_land(page);
    svg_put(page, "</svg>\n");
    if (page->columns > 0) put_grid(page);
    if (page->columns > 0) put_cells(page);
    if (page->scene->cell == GG_CELL_PLAN) put_places(page);
    svg_put(page, "</g>\n");
}

static void put_layer(const svg_page *page, const char *name, void (*layer)(const svg_page *))
{
    svg_put(page, "<g class=\"layer %s\">\n", name);
    layer(page);
    svg_put(page, "</g>\n");
}

static void put_edge(const svg_page *page)
{
    put_frame(page);
    if (page->columns > 0) put_letters(page);
    if (svg_is_table(page)) put_ruler(page);
}

static void put_marks(const svg_page *page)
{
    svg_radii(page);
    svg_fires(page);
    svg_objectives(page);
}

/* The same page with the marks of another scene. */
static svg_page page_with(const svg_page *page, const gg_scene *over, gg_scene *laid)
{
    svg_page with = *page;
    *laid = *over;
    laid->low = page->scene->low;
    laid->high = page->scene->high;
    laid->cell = page->scene->cell;
    laid->turned = page->scene->turned;
    with.scene = laid;
    return with;
}

/* `over`: laid in, its areas under the troops; or NULL. */
static void put_board(const svg_page *page, const gg_scene *over)
{
    gg_scene laid;
    put_layer(page, "edge", put_edge);
    put_land(page);
    put_layer(page, "marks", put_marks);
    if (over != NULL) {
        const svg_page with = page_with(page, over, &laid);
        put_layer(&with, "underlay", svg_under);
    }
    put_layer(page, "troops", svg_troops);
    put_layer(page, "arrows", svg_arrows);
    put_layer(page, "names", svg_names);
    svg_put(page, "<g class=\"layer overlay\">\n");
    svg_answers(page);
    if (over != NULL) {
        const svg_page with = page_with(page, over, &laid);
        svg_above(&with);
    }
    svg_put(page, "</g>\n");
}

static const char *kind_of(const gg_scene *scene)
{
    return scene->cell > 0 ? "board" : scene->cell == 0 ? "table" : "plan";
}

void gg_svg_board(const gg_scene *scene, gg_text *out) { gg_svg_board_over(scene, NULL, out); }

void gg_svg_board_over(const gg_scene *scene, const gg_scene *over, gg_text *out)
{
    const svg_page page = page_of(scene, out);
    svg_put(&page,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture %s\" "
            "viewBox=\"0 0 %d %d\">\n",
            kind_of(scene), board_width(&page), board_height(&page));
    put_board(&page, over);
    svg_put(&page, "</svg>\n");
}

void gg_svg_overlay(const gg_scene *overlay, const gg_scene *board, gg_text *out)
{
    const svg_page page = page_of(board, out);
    gg_scene laid;
    const svg_page with = page_with(&page, overlay, &laid);
    svg_over(&with);
}

/* ---- The legend. ---- */
typedef struct legend {
    const svg_page *page;
    const gg_scene *over; /* what is laid over it, or NULL */
    int x, y, count, per_row;
    bool drawing;
} legend;

static svg_point key_at(const legend *keys)
{
    return (svg_point){keys->x + keys->count % keys->per_row * KEY_WIDTH + 26,
                       keys->y + keys->count / keys->per_row * KEY_HEIGHT + KEY_HEIGHT / 2};
}

static void put_key_words(legend *keys, const char *words)
{
    const svg_point at = key_at(keys);
    if (keys->drawing) {
        svg_put(keys->page, "<text class=\"key\" x=\"%d\" y=\"%d\">", at.x + 38, at.y + 7);
        svg_put_words(keys->page, words);
        svg_put(keys->page, "</text>\n");
    }
    keys->count++;
}

static const gg_mark *first_of(const gg_scene *scene, gg_shape shape, gg_role role)
{
    for (uint32_t i = 0; i < scene->count; i++)
        if (scene->marks[i].shape == shape && scene->marks[i].role == role
            && (scene->marks[i].flags & GG_FLAG_GHOST) == 0)
            return &scene->marks[i];
    return NULL;
}

static void put_block_key(legend *keys, gg_mark key, const char *words)
{
    key.label[0] = 0;
    key.strength = 0;
    key.unit = GG_NO_UNIT;
    if (keys->drawing) svg_troop_key(keys->page, &key, key_at(keys));
    put_key_words(keys, words);
}

static void put_flag_key(legend *keys, uint16_t flag, const char *words)
{
    const gg_scene *scene = keys->page->scene;
    for (uint32_t i = 0; i < scene->count; i++) {
        gg_mark key = scene->marks[i];
        if (key.shape != GG_BLOCK || (key.flags & flag) == 0) continue;
        key.flags = flag;
        key.facing = flag == GG_FLAG_SQUARE || flag == GG_FLAG_ROUTED ? -1 : 0;
        key.markers = key.coat = 0;
        put_block_key(keys, key, words);
        return;
    }
}

static void put_marker_key(legend *keys)
{
    static const char *const words[] = {[GG_MARKER_SHAKEN] = "shaken, once for each",
                                        [GG_MARKER_HITS] = "hits, one mark each",
                                        [GG_MARKER_CASUALTIES] = "casualties, one mark each"};
    const gg_scene *scene = keys->page->scene;
    for (uint32_t i = 0; i < scene->count; i++) {
        gg_mark key = scene->marks[i];
        if (key.shape != GG_BLOCK || key.markers == 0) continue;
        key.markers = 1;
        key.flags = key.coat = 0;
        key.facing = 0;
        put_block_key(keys, key, words[key.marker]);
        return;
    }
}

static void put_arm_key(legend *keys, gg_role role)
{
    const gg_mark *mark = first_of(keys->page->scene, GG_BLOCK, role);
    if (mark == NULL) return;
    gg_mark key = {.shape = GG_BLOCK, .role = (uint8_t)role, .side = GG_NOBODY};
    put_block_key(keys, key, gg_roles[role].words);
}

static void put_coat_key(legend *keys, gg_coat coat)
{
    static const char *const words[GG_COATS] = {
#define COAT(id, cloth, facings, text) text,
#include "core/coats.def"
#undef COAT
    };
    const gg_scene *scene = keys->page->scene;
    for (uint32_t i = 0; i < scene->count; i++) {
        const gg_mark *mark = &scene->marks[i];
        if (mark->shape != GG_BLOCK || mark->coat != coat) continue;
        gg_mark key = {.shape = GG_BLOCK, .side = mark->side, .coat = (uint8_t)coat, .facing = -1};
        put_block_key(keys, key, words[coat]);
        return;
    }
}

static void put_quality_key(legend *keys, gg_quality quality, const char *words)
{
    const gg_scene *scene = keys->page->scene;
    for (uint32_t i = 0; i < scene->count; i++) {
        if (scene->marks[i].shape != GG_BLOCK || scene->marks[i].quality != quality) continue;
        gg_mark key = {.shape = GG_BLOCK,
                       .side = GG_NOBODY,
                       .role = GG_ROLE_infantry,
                       .quality = (uint8_t)quality,
                       .facing = -1};
        put_block_key(keys, key, words);
        return;
    }
}

static void put_side_key(legend *keys, gg_side side, const char *words)
{
    const gg_scene *scene = keys->page->scene;
    for (uint32_t i = 0; i < scene->count; i++) {
        if (scene->marks[i].shape != GG_BLOCK || scene->marks[i].side != side) continue;
        gg_mark key = {.shape = GG_BLOCK, .side = side, .facing = side == GG_BLUE ? 0 : 1800};
        put_block_key(keys, key, words);
        return;
    }
}

static void put_ground_key(legend *keys, gg_role role)
{
    const gg_scene *scene = keys->page->scene;
    if (!svg_is_ground(role) || role == GG_ROLE_sector || role == GG_ROLE_zone) return;
    if (first_of(scene, GG_CELL, role) == NULL && first_of(scene, GG_AREA, role) == NULL
        && first_of(scene, GG_DISC, role) == NULL && first_of(scene, GG_PATH, role) == NULL)
        return;
    if (keys->drawing) svg_ground_key(keys->page, role, key_at(keys));
    put_key_words(keys, gg_roles[role].words);
}

static bool occurs(const legend *keys, gg_shape shape, gg_role role)
{
    return first_of(keys->page->scene, shape, role) != NULL
           || (keys->over != NULL && first_of(keys->over, shape, role) != NULL);
}

static void put_other_keys(legend *keys, gg_role role)
{
    const gg_mark *disc = first_of(keys->page->scene, GG_DISC, role);
    const gg_mark *label = first_of(keys->page->scene, GG_LABEL, role);
    if (role == GG_ROLE_objective && (disc != NULL || label != NULL)) {
        const gg_mark *flag = disc != NULL ? disc : label;
        if (keys->drawing) svg_objective_key(keys->page, flag, key_at(keys));
        put_key_words(keys, gg_key_words(role));
    }
    if (disc != NULL && role == GG_ROLE_commander) {
        gg_mark key = *disc;
        key.label[0] = 0;
        key.strength = 0;
        key.unit = GG_NO_UNIT;
        if (keys->drawing) svg_troop_key(keys->page, &key, key_at(keys));
        put_key_words(keys, gg_roles[role].words);
    }
    if (occurs(keys, GG_ARROW, role)) {
        if (keys->drawing) svg_arrow_key(keys->page, role, key_at(keys));
        put_key_words(keys, gg_roles[role].words);
        return;
    }
    const bool line = occurs(keys, GG_PATH, role);
    const bool area = disc != NULL || occurs(keys, GG_AREA, role) || occurs(keys, GG_CELL, role);
    if (role < GG_ROLE_radius || role > GG_ROLE_plan_charge || (!line && !area)) return;
    if (keys->drawing) svg_over_key(keys->page, role, area, key_at(keys));
    put_key_words(keys, gg_roles[role].words);
}

static void put_keys(legend *keys)
{
    put_side_key(keys, GG_BLUE, "blue, and its front");
    put_side_key(keys, GG_RED, "red, and its front");
    for (gg_coat coat = GG_COAT_none + 1; coat < GG_COATS; coat++) put_coat_key(keys, coat);
    put_quality_key(keys, GG_QUALITY_ELITE, "elite troops");
    put_quality_key(keys, GG_QUALITY_GOOD, "good troops");
    put_quality_key(keys, GG_QUALITY_POOR, "poor troops");
    for (gg_role role = GG_ROLE_hill; role < GG_ROLES; role++) {
        put_ground_key(keys, role);
        put_arm_key(keys, role);
        put_other_keys(keys, role);
    }
    put_flag_key(keys, GG_FLAG_COMMAND, keys->page->columns > 0 ? "command square" : "has orders");
    put_flag_key(keys, GG_FLAG_SQUARE, "in square");
    put_flag_key(keys, GG_FLAG_ACTED, "has acted");
    put_flag_key(keys, GG_FLAG_DISORDERED, "disordered");
    put_marker_key(keys);
    put_flag_key(keys, GG_FLAG_ROUTED, "routed");
}

static legend legend_at(const svg_page *page, const gg_scene *over, svg_point at, int width)
{
    const int fit = width / KEY_WIDTH;
    return (legend){.page = page,
                    .over = over,
                    .x = at.x,
                    .y = at.y,
                    .per_row = fit > 0 ? fit : 1,
                    .drawing = true};
}

static int legend_height(const svg_page *page, const gg_scene *over, int width)
{
    legend keys = legend_at(page, over, (svg_point){0, 0}, width);
    keys.drawing = false;
    put_keys(&keys);
    return (keys.count + keys.per_row - 1) / keys.per_row * KEY_HEIGHT;
}

void gg_svg_legend(const gg_scene *scene, int width, gg_text *out)
{
    const svg_page page = page_of(scene, out);
    svg_put(&page,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture legend\" "
            "viewBox=\"0 0 %d %d\">\n",
            width, legend_height(&page, NULL, width));
    legend keys = legend_at(&page, NULL, (svg_point){0, 0}, width);
    put_keys(&keys);
    svg_put(&page, "</svg>\n");
}

/* ---- A file of its own. ---- */

/* Returns the y where the next thing may begin. */
static int put_status(const svg_page *page, int y)
{
    const char *rest = page->scene->status;
    while (*rest != 0) {
        const uint32_t cut = gg_picture_wrap(rest, STATUS_CHARS);
        y += STATUS_LINE;
        svg_put(page, "<text class=\"status\" x=\"4\" y=\"%d\">", y);
        for (uint32_t i = 0; i < cut; i++) put_escaped(page, rest[i]);
        svg_put(page, "</text>\n");
        rest += cut;
        while (*rest == ' ') rest++;
    }
    return y;
}

static int status_height(const svg_page *page)
{
    gg_text nowhere = gg_text_over((char[1]){0}, 1);
    svg_page blank = *page;
    blank.out = &nowhere;
    return put_status(&blank, 0);
}

/* Lengths of title and legend, which are drawn for a sheet of SHEET units, in hundredths. */
static int growth_of(const svg_page *page) { return larger(board_width(page) * 100 / SHEET, 100); }

static void put_head(const svg_page *page, int width, int height, int growth)
{
    svg_put(page,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture %s\" "
            "viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">\n<title>",
            kind_of(page->scene), width, height, width * 80 / growth, height * 80 / growth);
    svg_put_words(page, page->scene->title);
    svg_put(page, "</title>\n<desc>");
    svg_put_words(page, page->scene->status);
    svg_put(page, "</desc>\n");
    svg_plain_style(page);
    svg_put(page, "<rect class=\"paper\" width=\"%d\" height=\"%d\"/>\n", width, height);
    svg_put(page, "<text class=\"heading\" transform=\"scale(%d.%d%d)\" x=\"%d\" y=\"52\">",
            growth / 100, growth / 10 % 10, growth % 10, MARGIN);
    svg_put_words(page, page->scene->title);
    svg_put(page, "</text>\n");
}

void gg_picture_svg_over(const gg_scene *scene, const gg_scene *over, gg_text *out)
{
    const svg_page page = page_of(scene, out);
    const int growth = growth_of(&page), margin = MARGIN * growth / 100;
    const int head = TITLE_HEIGHT * growth / 100, sheet = board_width(&page) * 100 / growth;
    const int status = 10 + status_height(&page) + 22;
    const int foot = (status + legend_height(&page, over, sheet) + 24) * growth / 100;
    put_head(&page, board_width(&page) + 2 * margin, head + board_height(&page) + foot, growth);
    svg_put(&page, "<g transform=\"translate(%d %d)\">\n", margin, head);
    put_board(&page, over);
    svg_put(&page, "</g>\n<g transform=\"translate(%d %d) scale(%d.%d%d)\">\n", margin,
            head + board_height(&page), growth / 100, growth / 10 % 10, growth % 10);
    put_status(&page, 10);
    legend keys = legend_at(&page, over, (svg_point){4, status}, sheet);
    put_keys(&keys);
    svg_put(&page, "</g>\n</svg>\n");
}

void gg_picture_svg(const gg_scene *scene, gg_text *out) { gg_picture_svg_over(scene, NULL, out); }
