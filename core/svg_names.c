/*
 * svg_names.c - names beside the things they name, placed so that none covers another.
 *
 * Every block and disc and every name already written is an obstacle.  For each name a fixed
 * list of places round its owner is tried, nearest first; a name for which there is no room is
 * left out (the mouse still finds it).  The same scene gives the same places everywhere.  Flags
 * are in it because what is written keeps clear of them.
 * SPDX-License-Identifier: MIT
 */
#include "core/space.h"
#include "core/svg.h"

#include <string.h>

enum {
    BOXES_MAX = 1024,
    INSIDE = 56, /* blocks of this size carry their name themselves, but not on a table */
};

typedef struct crowd {
    svg_box list[BOXES_MAX];
    int count;
} crowd;

static int size_of_font(const svg_page *page) { return svg_is_table(page) ? 32 : 20; }

/* The upright box round a block, whichever way it faces. */
svg_box svg_box_of(const svg_page *page, const gg_mark *mark)
{
    const svg_point at = svg_place_of(page, mark);
    int x = svg_length(page, mark->size.x) / 2, y = svg_length(page, mark->size.y) / 2;
    if (mark->shape == GG_DISC) y = x = x * 5 / 4;
    if (mark->shape == GG_BLOCK && mark->facing > 0) {
        const gg_point one = gg_offset(mark->facing, (gg_point){x, y}),
                       other = gg_offset(mark->facing, (gg_point){x, -y});
        x = gg_size_of(one.x) > gg_size_of(other.x) ? gg_size_of(one.x) : gg_size_of(other.x);
        y = gg_size_of(one.y) > gg_size_of(other.y) ? gg_size_of(one.y) : gg_size_of(other.y);
    }
    return (svg_box){at.x - x, at.y - y, at.x + x, at.y + y};
}

static bool is_apart(svg_box one, svg_box other)
{
    return one.right <= other.left || other.right <= one.left || one.bottom <= other.top
           || other.bottom <= one.top;
}

static bool is_free(const crowd *taken, svg_box box)
{
    for (int i = 0; i < taken->count; i++)
        if (!is_apart(taken->list[i], box)) return false;
    return true;
}

static void take(crowd *taken, svg_box box)
{
    if (taken->count < BOXES_MAX) taken->list[taken->count++] = box;
}

/* Of the words, centred at x and standing on y; letters are counted as wide as the widest. */
static svg_box words_box(const svg_page *page, const char *words, int x, int y)
{
    const int font = size_of_font(page), half = (int)strlen(words) * font * 7 / 20 + 2;
    return (svg_box){x - half, y - font * 8 / 10, x + half, y + font * 2 / 10};
}

static bool is_on_field(const svg_page *page, svg_box box)
{
    return box.left >= page->left && box.top >= page->top && box.right <= page->left + page->width
           && box.bottom <= page->top + page->height;
}

/* Behind it first, where no front and no enemy is; then round about. */
static svg_point try_place(const svg_page *page, const gg_mark *mark, int number)
{
    static const int8_t ways[][2] = {{0, 1}, {1, 0},  {-1, 0}, {0, -1},
                                     {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
    const svg_box own = svg_box_of(page, mark);
    const svg_box words = words_box(page, mark->label, 0, 0);
    const bool south = mark->facing > 900 && mark->facing < 2700;
    const int x = ways[number][0], y = south ? -ways[number][1] : ways[number][1];
    const int gap = 5, held = mark->shape == GG_DISC && mark->strength > 0 ? 12 : 0;
    const int front = mark->facing >= 0 && (y > 0) == south ? 14 : 0;
    const int middle = (own.top + own.bottom) / 2, font = size_of_font(page);
    const int across = (own.left + own.right) / 2;
    return (svg_point){x == 0  ? across
                       : x > 0 ? own.right + words.right + (y == 0 ? gap : -gap)
                               : own.left - words.right - (y == 0 ? gap : -gap),
                       y == 0  ? middle + font * 3 / 10
                       : y > 0 ? own.bottom - words.top + gap + front + held
                               : own.top - words.bottom - gap - front};
}
enum { PLACES = 8 };

static void put_name(const svg_page *page, const gg_mark *mark, crowd *taken)
{
    for (int i = 0; i < PLACES; i++) {
        const svg_point at = try_place(page, mark, i);
        const svg_box box = words_box(page, mark->label, at.x, at.y);
        if (!is_on_field(page, box) || !is_free(taken, box)) continue;
        take(taken, box);
        svg_put(page, "<text class=\"name %s\" x=\"%d\" y=\"%d\">", svg_side_class(mark->side),
                at.x, at.y);
        svg_put_words(page, mark->label);
        svg_put(page, "</text>\n");
        return;
    }
}

static bool needs_name(const svg_page *page, const gg_mark *mark)
{
    if (mark->label[0] == 0 || (mark->flags & GG_FLAG_GHOST) != 0) return false;
    if (mark->shape == GG_DISC)
        return mark->role == GG_ROLE_commander
               || (mark->role == GG_ROLE_token && svg_is_table(page));
    if (mark->shape != GG_BLOCK) return false;
    return svg_is_table(page) || svg_length(page, mark->size.x) < INSIDE
           || svg_length(page, mark->size.y) < INSIDE;
}

static bool is_obstacle(const gg_mark *mark)
{
    if ((mark->flags & GG_FLAG_GHOST) != 0) return false;
    return mark->shape == GG_BLOCK
           || (mark->shape == GG_DISC
               && (mark->role == GG_ROLE_commander || mark->role == GG_ROLE_token));
}

/* ---- Flags: on a table the cloth flies above whoever stands before it. ---- */

int svg_flag_width(const gg_mark *flag)
{
    enum { LEAST = 48, LETTER = 14, HEM = 18 };
    const int wide = LETTER * (int)strlen(flag->label) + HEM;
    return wide > LEAST ? wide : LEAST;
}

static svg_box cloth_box(svg_point at, int lift, int wide)
{
    return (svg_box){at.x - 4, at.y - 72 - lift, at.x + wide + 4, at.y - 26 - lift};
}

static bool is_covered(const svg_page *page, svg_box box)
{
    for (uint32_t i = 0; i < page->scene->count; i++) {
        const gg_mark *mark = &page->scene->marks[i];
        if (is_obstacle(mark) && !is_apart(svg_box_of(page, mark), box)) return true;
    }
    return false;
}

int svg_flag_lift(const svg_page *page, const gg_mark *flag)
{
    enum { STEP = 12, MOST = 180 };
    const svg_point at = svg_at(page, flag->at);
    for (int lift = 0; svg_is_table(page) && lift <= MOST; lift += STEP) {
        const svg_box box = cloth_box(at, lift, svg_flag_width(flag));
        if (is_on_field(page, box) && !is_covered(page, box)) return lift;
    }
    return 0;
}

static void take_flag(const svg_page *page, const gg_mark *flag, crowd *taken)
{
    const svg_point at = svg_at(page, flag->at);
    const int lift = svg_flag_lift(page, flag);
    svg_box box = cloth_box(at, lift, svg_flag_width(flag));
    if (lift == 0) box.bottom = at.y + 4;
    take(taken, box);
    if (lift > 0) take(taken, (svg_box){at.x - 4, box.bottom, at.x + 4, at.y + 4});
}

/* ---- Words of the scene itself: where the ruleset wants them, a third larger; on a table near
 * there, or not at all, where somebody stands or another name is. ---- */

static svg_box label_box(int half, int high, svg_point at)
{
    return (svg_box){at.x - half, at.y - high, at.x + half, at.y + high};
}

static bool find_label_place(const svg_page *page, int half, svg_point *at, const crowd *taken)
{
    static const int8_t ways[][2] = {{0, 0}, {0, 3},  {0, 6}, {0, -3}, {-4, 2},
                                     {4, 2}, {-8, 2}, {8, 2}, {0, 9},  {0, -6}};
    const svg_point wanted = *at;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        *at = (svg_point){wanted.x + ways[i][0] * 12, wanted.y + ways[i][1] * 12};
        const svg_box box = label_box(half, 16, *at); /* as near to its flag as it is wanted */
        if (is_free(taken, box) && (i == 0 || is_on_field(page, box))) return true;
    }
    return false;
}

static void put_label(const svg_page *page, const gg_mark *mark, crowd *taken)
{
    svg_point at = svg_at(page, mark->at);
    const int half = (int)strlen(mark->label) * size_of_font(page) * 4 / 9;
    const bool seeks = svg_is_table(page) || mark->role == GG_ROLE_village; /* a place of its own */
    if (seeks && !find_label_place(page, half, &at, taken)) return;
    take(taken, label_box(half, svg_is_table(page) ? 20 : 14, at));
    svg_put(page, "<text class=\"words\" x=\"%d\" y=\"%d\">", at.x, at.y + 8);
    svg_put_words(page, mark->label);
    svg_put(page, "</text>\n");
}

void svg_names(const svg_page *page)
{
    const gg_scene *scene = page->scene;
    crowd taken = {.count = 0};
    for (uint32_t i = 0; i < scene->count; i++) {
        const gg_mark *mark = &scene->marks[i];
        if (is_obstacle(mark)) take(&taken, svg_box_of(page, mark));
        if (mark->role == GG_ROLE_objective) take_flag(page, mark, &taken);
    }
    for (uint32_t i = 0; i < scene->count; i++) {
        const gg_mark *mark = &scene->marks[i];
        if (mark->shape == GG_LABEL && mark->role != GG_ROLE_objective)
            put_label(page, mark, &taken);
    }
    for (uint32_t i = 0; i < scene->count; i++)
        if (needs_name(page, &scene->marks[i])) put_name(page, &scene->marks[i], &taken);
}
