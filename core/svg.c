/*
 * svg.c - the picture of a scene for eyes and paper: page, field, frame, legend.
 *
 * The page reads from top to bottom: title, the field with its coordinates, what the state of
 * the game is, and a legend of just those signs that occur.
 */
#include "core/svg.h"

#include <stdarg.h>
#include <string.h>

enum {
    TITLE_HEIGHT = 78,
    FRAME = 34, /* the band round a board that holds the coordinates */
    STATUS_LINE = 32,
    STATUS_CHARS = 96, /* of one line */
    KEY_WIDTH = 300,   /* of one entry of the legend */
    KEY_HEIGHT = 58,
    TABLE_CELLS = 12, /* the longer side of a measured table, in SVG_CELL */
};

/* ---- Writing. ---- */
svg_point svg_at(const svg_page *page, gg_point at)
{
    const gg_scene *scene = page->scene;
    return (svg_point){
        page->left + (int)((int64_t)(at.x - scene->low.x) * SVG_CELL / page->unit),
        page->top + (int)((int64_t)(scene->high.y - at.y) * SVG_CELL / page->unit),
    };
}

int svg_length(const svg_page *page, int32_t ticks)
{
    return (int)((int64_t)ticks * SVG_CELL / page->unit);
}

void svg_put(const svg_page *page, const char *pattern, ...)
{
    va_list list;
    va_start(list, pattern);
    for (const char *at = pattern; *at != 0; at++) {
        const bool number = at[0] == '%' && at[1] == 'd', word = at[0] == '%' && at[1] == 's';
        if (number) gg_put_int(page->out, va_arg(list, int));
        if (word) gg_put(page->out, va_arg(list, const char *));
        if (number || word)
            at++;
        else
            gg_put_char(page->out, *at);
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
    while (*words != 0)
        put_escaped(page, *words++);
}

/* ---- The page. ---- */
static int32_t larger(int32_t one, int32_t other)
{
    return one > other ? one : other;
}

static void measure(svg_page *page)
{
    const gg_scene *scene = page->scene;
    const int32_t wide = larger(scene->high.x - scene->low.x, 1),
                  high = larger(scene->high.y - scene->low.y, 1);
    page->unit = scene->cell > 0 ? scene->cell : larger(larger(wide, high) / TABLE_CELLS, 1);
    page->width = svg_length(page, wide + (scene->cell > 0 ? scene->cell - 1 : 0));
    page->height = svg_length(page, high + (scene->cell > 0 ? scene->cell - 1 : 0));
    if (scene->cell > 0) {
        page->columns = page->width / SVG_CELL;
        page->rows = page->height / SVG_CELL;
        gg_assert(page->columns <= SVG_GRID_MAX);
        gg_assert(page->rows <= SVG_GRID_MAX);
        page->width = page->columns * SVG_CELL;
        page->height = page->rows * SVG_CELL;
    }
    page->left = SVG_MARGIN;
    page->top = TITLE_HEIGHT + FRAME;
}

static void collect_ground(svg_page *page)
{
    memset(page->ground, GG_ROLE_open, sizeof page->ground);
    for (uint32_t i = 0; i < page->scene->count; i++) {
        const gg_mark *mark = &page->scene->marks[i];
        if (mark->shape != GG_CELL) continue;
        if (mark->at.x < 0 || mark->at.y < 0 || mark->at.x >= page->columns
            || mark->at.y >= page->rows)
            continue;
        page->ground[mark->at.y][mark->at.x] = mark->role;
    }
}

/* ---- The field and its frame. ---- */
static void put_field(const svg_page *page)
{
    svg_put(
        page, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\" fill=\"#4d4633\"/>\n",
        page->left - FRAME, page->top - FRAME, page->width + 2 * FRAME, page->height + 2 * FRAME);
    svg_put(page,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#e9e4c9\" "
            "stroke=\"#2b2617\" stroke-width=\"3\"/>\n",
            page->left, page->top, page->width, page->height);
}

static void put_grid(const svg_page *page)
{
    svg_put(
        page,
        "<path fill=\"none\" stroke=\"#6b6040\" stroke-opacity=\".38\" stroke-width=\"1.5\" d=\"");
    for (int i = 1; i < page->columns; i++)
        svg_put(page, "M%d %dv%d", page->left + i * SVG_CELL, page->top, page->height);
    for (int i = 1; i < page->rows; i++)
        svg_put(page, "M%d %dh%d", page->left, page->top + i * SVG_CELL, page->width);
    svg_put(page, "\"/>\n");
}

static void put_coordinates(const svg_page *page)
{
    svg_put(page,
            "<g font-size=\"21\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"#f3ecd2\">\n");
    for (int i = 0; i < page->columns; i++) {
        const char letter[] = {(char)('a' + i % 26), 0};
        const int x = page->left + i * SVG_CELL + SVG_CELL / 2;
        svg_put(page, "<text x=\"%d\" y=\"%d\">%s</text><text x=\"%d\" y=\"%d\">%s</text>\n", x,
                page->top - 10, letter, x, page->top + page->height + 25, letter);
    }
    for (int i = 0; i < page->rows; i++) {
        const int y = page->top + page->height - i * SVG_CELL - SVG_CELL / 2 + 8;
        svg_put(page, "<text x=\"%d\" y=\"%d\">%d</text><text x=\"%d\" y=\"%d\">%d</text>\n",
                page->left - FRAME / 2, y, i + 1, page->left + page->width + FRAME / 2, y, i + 1);
    }
    svg_put(page, "</g>\n");
}

/* ---- Words below the field; each returns the y where the next thing may begin. ---- */
static int put_status(const svg_page *page, int y)
{
    const char *rest = page->scene->status;
    while (*rest != 0) {
        const uint32_t cut = gg_picture_wrap(rest, STATUS_CHARS);
        y += STATUS_LINE;
        svg_put(page, "<text x=\"%d\" y=\"%d\" font-size=\"24\" fill=\"#2b2617\">", page->left, y);
        for (uint32_t i = 0; i < cut; i++)
            put_escaped(page, rest[i]);
        svg_put(page, "</text>\n");
        rest += cut;
        while (*rest == ' ')
            rest++;
    }
    return y;
}

/* ---- The legend. ---- */
typedef struct legend {
    const svg_page *page;
    int y, count, per_row;
    bool drawing;
} legend;

static svg_point key_at(const legend *keys)
{
    return (svg_point){keys->page->left + keys->count % keys->per_row * KEY_WIDTH + 26,
                       keys->y + keys->count / keys->per_row * KEY_HEIGHT + KEY_HEIGHT / 2};
}

static void put_key_words(legend *keys, const char *words)
{
    const svg_point at = key_at(keys);
    if (keys->drawing) {
        svg_put(keys->page, "<text x=\"%d\" y=\"%d\" font-size=\"21\" fill=\"#2b2617\">", at.x + 36,
                at.y + 7);
        svg_put_words(keys->page, words);
        svg_put(keys->page, "</text>\n");
    }
    keys->count++;
}

static const gg_mark *first_of(const gg_scene *scene, gg_shape shape, gg_role role)
{
    for (uint32_t i = 0; i < scene->count; i++)
        if (scene->marks[i].shape == shape && scene->marks[i].role == role) return &scene->marks[i];
    return NULL;
}

static const gg_mark *first_with(const gg_scene *scene, uint8_t flag)
{
    for (uint32_t i = 0; i < scene->count; i++)
        if (scene->marks[i].shape == GG_BLOCK && (scene->marks[i].flags & flag) != 0)
            return &scene->marks[i];
    return NULL;
}

static void put_flag_key(legend *keys, uint8_t flag, const char *words)
{
    const gg_mark *mark = first_with(keys->page->scene, flag);
    if (mark == NULL) return;
    gg_mark key = *mark;
    key.flags = flag;
    key.strength = 0;
    key.label[0] = 0;
    key.facing = flag == GG_FLAG_SQUARE ? -1 : 0;
    if (keys->drawing) svg_troop_key(keys->page, &key, key_at(keys));
    put_key_words(keys, words);
}

static void put_arm_key(legend *keys, gg_role role)
{
    const gg_mark *mark = first_of(keys->page->scene, GG_BLOCK, role);
    if (mark == NULL) return;
    gg_mark key = *mark;
    key.side = GG_NOBODY;
    key.flags = 0;
    key.facing = 0;
    key.label[0] = 0;
    if (keys->drawing) svg_troop_key(keys->page, &key, key_at(keys));
    put_key_words(keys, gg_roles[role].words);
}

static void put_side_key(legend *keys, gg_side side, const char *words)
{
    const gg_scene *scene = keys->page->scene;
    for (uint32_t i = 0; i < scene->count; i++) {
        if (scene->marks[i].shape != GG_BLOCK || scene->marks[i].side != side) continue;
        const gg_mark key = {.shape = GG_BLOCK,
                             .side = side,
                             .unit = GG_NO_UNIT,
                             .facing = side == GG_BLUE ? 0 : 1800};
        if (keys->drawing) svg_troop_key(keys->page, &key, key_at(keys));
        put_key_words(keys, words);
        return;
    }
}

static void put_keys(legend *keys)
{
    const gg_scene *scene = keys->page->scene;
    put_side_key(keys, GG_BLUE, "blue, and its front");
    put_side_key(keys, GG_RED, "red, and its front");
    for (gg_role role = GG_ROLE_hill; role < GG_ROLES; role++) {
        const bool ground =
            svg_is_ground(role)
            && (first_of(scene, GG_CELL, role) != NULL || first_of(scene, GG_AREA, role) != NULL
                || first_of(scene, GG_DISC, role) != NULL);
        if (ground && keys->drawing) svg_ground_key(keys->page, role, key_at(keys));
        if (ground) put_key_words(keys, gg_roles[role].words);
        put_arm_key(keys, role);
        if (first_of(scene, GG_ARROW, role) == NULL) continue;
        if (keys->drawing) svg_arrow_key(keys->page, role, key_at(keys));
        put_key_words(keys, gg_roles[role].words);
    }
    put_flag_key(keys, GG_FLAG_COMMAND, "command square");
    put_flag_key(keys, GG_FLAG_SQUARE, "in square");
    put_flag_key(keys, GG_FLAG_ACTED, "has acted");
    put_flag_key(keys, GG_FLAG_ROUTED, "routed");
}

static legend legend_at(const svg_page *page, int y, bool drawing)
{
    const int fit = page->width / KEY_WIDTH;
    return (legend){.page = page, .y = y, .per_row = fit > 0 ? fit : 1, .drawing = drawing};
}

static int legend_height(const svg_page *page)
{
    legend keys = legend_at(page, 0, false);
    put_keys(&keys);
    return (keys.count + keys.per_row - 1) / keys.per_row * KEY_HEIGHT;
}

static int status_height(const svg_page *page)
{
    gg_text nowhere = gg_text_over((char[1]){0}, 1);
    svg_page blank = *page;
    blank.out = &nowhere;
    return put_status(&blank, 0);
}

/* ---- The whole. ---- */
static void put_head(const svg_page *page, int width, int height)
{
    svg_put(page,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "height=\"%d\" role=\"img\" "
            "font-family=\"'DejaVu Sans', Verdana, Helvetica, Arial, sans-serif\">\n",
            width, height, width * 2 / 3, height * 2 / 3);
    svg_put(page, "<title>");
    svg_put_words(page, page->scene->title);
    svg_put(page, "</title>\n<desc>");
    svg_put_words(page, page->scene->status);
    svg_put(page, "</desc>\n<defs>\n");
    svg_ground_symbols(page);
    svg_put(page,
            "<clipPath id=\"field\"><rect x=\"%d\" y=\"%d\" width=\"%d\" "
            "height=\"%d\"/></clipPath>\n</defs>\n",
            page->left, page->top, page->width, page->height);
    svg_put(page, "<rect width=\"%d\" height=\"%d\" fill=\"#faf7ec\"/>\n", width, height);
    svg_put(page,
            "<text x=\"%d\" y=\"54\" font-size=\"38\" font-weight=\"bold\" font-family=\"Georgia, "
            "'DejaVu Serif', serif\" "
            "fill=\"#2b2617\">",
            page->left - FRAME);
    svg_put_words(page, page->scene->title);
    svg_put(page, "</text>\n");
}

void gg_picture_svg(const gg_scene *scene, gg_text *out)
{
    svg_page page = {.out = out, .scene = scene};
    measure(&page);
    collect_ground(&page);
    const int below = page.top + page.height + FRAME + 8;
    const int legend_top = below + status_height(&page) + 22;
    put_head(&page, page.width + 2 * SVG_MARGIN, legend_top + legend_height(&page) + 22);
    put_field(&page);
    svg_put(&page, "<g clip-path=\"url(#field)\">\n");
    svg_ground(&page);
    svg_put(&page, "</g>\n");
    put_grid(&page);
    if (page.columns > 0) put_coordinates(&page);
    svg_troops(&page);
    svg_arrows(&page);
    put_status(&page, below);
    legend keys = legend_at(&page, legend_top, true);
    put_keys(&keys);
    svg_put(&page, "</svg>\n");
}
