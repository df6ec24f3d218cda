/*
 * svg_names.c - names beside the things they name, placed so that none covers another.
 *
 * Every block and disc and every name already written is an obstacle.  For each name a fixed
 * list of places round its owner is tried, nearest first; a name for which there is no room is
 * left out (the mouse still finds it).  The same scene gives the same places everywhere.
 */
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

static int size_of_font(const svg_page *page)
{
    return svg_is_table(page) ? 32 : 20;
}

/* The upright box round a block, whichever way it faces: exact for right angles, and for the
 * others as wide as needed. */
svg_box svg_box_of(const svg_page *page, const gg_mark *mark)
{
    const svg_point at = svg_place_of(page, mark);
    int x = svg_length(page, mark->size.x) / 2, y = svg_length(page, mark->size.y) / 2;
    if (mark->shape == GG_DISC) y = x = x * 5 / 4;
    const int slant = mark->facing < 0 ? 0 : mark->facing % 900, swap = x;
    if (mark->facing >= 0 && (mark->facing + 450) / 900 % 2 != 0) x = y, y = swap;
    if (slant != 0 && mark->shape == GG_BLOCK) x = y = svg_root((int64_t)x * x + (int64_t)y * y);
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
    static const int8_t ways[][2] = {{0, 1}, {1, 0}, {-1, 0}, {0, -1},
                                     {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
    const svg_box own = svg_box_of(page, mark);
    const svg_box words = words_box(page, mark->label, 0, 0);
    const bool south = mark->facing > 900 && mark->facing < 2700;
    const int x = ways[number][0], y = south ? -ways[number][1] : ways[number][1];
    const int gap = 5, held = mark->shape == GG_DISC && mark->strength > 0 ? 12 : 0;
    const int front = mark->facing >= 0 && (y > 0) == south ? 14 : 0;
    const int middle = (own.top + own.bottom) / 2, font = size_of_font(page);
    const int across = (own.left + own.right) / 2;
    return (svg_point){
        x == 0  ? across
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

/* Words of the scene itself stand where the ruleset wants them; they are a third larger. */
static void put_label(const svg_page *page, const gg_mark *mark, crowd *taken)
{
    const svg_point at = svg_at(page, mark->at);
    const int half = (int)strlen(mark->label) * size_of_font(page) * 4 / 9;
    take(taken, (svg_box){at.x - half, at.y - 14, at.x + half, at.y + 14});
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
        if (mark->shape == GG_LABEL && mark->role != GG_ROLE_objective)
            put_label(page, mark, &taken);
        if (mark->role == GG_ROLE_objective) {
            const svg_point at = svg_at(page, mark->at);
            take(&taken, (svg_box){at.x - 4, at.y - 72, at.x + 52, at.y + 4});
        }
    }
    for (uint32_t i = 0; i < scene->count; i++)
        if (needs_name(page, &scene->marks[i])) put_name(page, &scene->marks[i], &taken);
}
