/*
 * svg_over.c - what lies on top: arrows of what was done or is meant, command radii, objectives,
 * and the marks of sketches and answers (reach, rulers, lines of sight, arcs).
 * SPDX-License-Identifier: MIT
 */
#include "core/svg.h"

static const char *refused_class(const gg_mark *mark)
{
    return (mark->flags & GG_FLAG_REFUSED) != 0 ? " refused" : "";
}

/* What answers a question: roles that only ever lie on top. */
static bool is_answer(const gg_mark *mark)
{
    return mark->role >= GG_ROLE_reach && mark->role <= GG_ROLE_plan_charge;
}

/* ---- Arrows. ---- */

/* An arrow with a light rim, so that it shows on any ground and over blocks. */
static void put_arrow(const svg_page *page, svg_point from, svg_point to, const gg_mark *mark)
{
    const int64_t x = to.x - (int64_t)from.x, y = to.y - (int64_t)from.y;
    const int length = svg_root(x * x + y * y);
    if (length < 4) return;
    const svg_point neck = {to.x - (int)(x * 24 / length), to.y - (int)(y * 24 / length)};
    const svg_point wing = {(int)(-y * 13 / length), (int)(x * 13 / length)};
    const char *name = gg_roles[mark->role].name, *side = svg_side_class(mark->side);
    svg_put(page, "<path class=\"rim\" d=\"M%d %dL%d %dM%d %dL%d %dL%d %dZ\"/>", from.x, from.y,
            neck.x, neck.y, to.x, to.y, neck.x + wing.x, neck.y + wing.y, neck.x - wing.x,
            neck.y - wing.y);
    svg_put(page, "<path class=\"arrow %s %s%s\" d=\"M%d %dL%d %d\"/>", name, side,
            refused_class(mark), from.x, from.y, neck.x, neck.y);
    svg_put(page, "<path class=\"head %s %s%s\" d=\"M%d %dL%d %dL%d %dZ\"/>\n", name, side,
            refused_class(mark), to.x, to.y, neck.x + wing.x, neck.y + wing.y, neck.x - wing.x,
            neck.y - wing.y);
}

/* Arrows run from middle to middle; on a board or plan their ends keep off what stands there. */
static void put_arrow_mark(const svg_page *page, const gg_mark *mark)
{
    enum { PLAN_END = 70 };
    svg_point from = svg_at(page, mark->at), to = svg_at(page, mark->to);
    const int64_t x = to.x - (int64_t)from.x, y = to.y - (int64_t)from.y;
    const int length = svg_root(x * x + y * y);
    if (length > SVG_CELL / 2 && page->columns > 0) {
        const int head = 34, tail = gg_scene_block(page->scene, mark->at) != NULL ? 40 : 0;
        from = (svg_point){from.x + (int)(x * tail / length), from.y + (int)(y * tail / length)};
        to = (svg_point){to.x - (int)(x * head / length), to.y - (int)(y * head / length)};
    } else if (page->scene->cell == GG_CELL_PLAN && length > 4 * PLAN_END) {
        from = (svg_point){from.x + (int)(x * PLAN_END / length),
                           from.y + (int)(y * PLAN_END / length)};
        to = (svg_point){to.x - (int)(x * PLAN_END / length), to.y - (int)(y * PLAN_END / length)};
    }
    if (svg_is_table(page)) { /* up to the block that stands there, if it is far enough */
        const gg_mark *block = gg_scene_block(page->scene, mark->to);
        const int wide = block == NULL ? 0 : svg_length(page, block->size.x) / 2;
        const int deep = block == NULL ? 0 : svg_length(page, block->size.y) / 2;
        const int half = wide < deep ? wide : deep;
        if (length > half + 40)
            to = (svg_point){to.x - (int)(x * half / length), to.y - (int)(y * half / length)};
    }
    put_arrow(page, from, to, mark);
    if (mark->label[0] == 0 || length == 0) return;
    /* Who goes, as on an order sheet: beside the head. */
    enum { BACK = 34, ASIDE = 38 };
    svg_put(page, "<text class=\"words\" x=\"%d\" y=\"%d\">",
            to.x - (int)((x * BACK + y * ASIDE) / length),
            to.y - (int)((y * BACK - x * ASIDE) / length) + 9);
    svg_put_words(page, mark->label);
    svg_put(page, "</text>\n");
}

/* The way of a move through its corners, dotted. */
static void put_trace(const svg_page *page, const gg_mark *mark, const char *class)
{
    svg_put(page, "<path class=\"%s %s %s%s\" d=\"", class, gg_roles[mark->role].name,
            svg_side_class(mark->side), refused_class(mark));
    for (int i = 0; i < mark->corners; i++) {
        const svg_point at = svg_at(page, page->scene->points[mark->first + i]);
        svg_put(page, "%s%d %d", i == 0 ? "M" : "L", at.x, at.y);
    }
    if (mark->corners == 0) {
        const svg_point from = svg_at(page, mark->at), to = svg_at(page, mark->to);
        svg_put(page, "M%d %dL%d %d", from.x, from.y, to.x, to.y);
    }
    svg_put(page, "\"/>\n");
}

void svg_arrows(const svg_page *page)
{
    for (uint32_t i = 0; i < page->scene->count; i++) {
        const gg_mark *mark = &page->scene->marks[i];
        if (mark->shape == GG_ARROW) put_arrow_mark(page, mark);
        if (mark->shape == GG_PATH && !svg_is_ground((gg_role)mark->role) && !is_answer(mark))
            put_trace(page, mark, "trace");
    }
}

void svg_arrow_key(const svg_page *page, gg_role role, svg_point centre)
{
    const gg_mark mark = {.role = (uint8_t)role, .side = GG_NOBODY};
    svg_put(page, "<g transform=\"translate(%d %d) scale(.8)\">", centre.x, centre.y);
    put_arrow(page, (svg_point){-28, 0}, (svg_point){28, 0}, &mark);
    svg_put(page, "</g>\n");
}

/* ---- Command radii and objectives. ---- */
static void put_circle(const svg_page *page, const gg_mark *mark)
{
    const svg_point at = svg_at(page, mark->at);
    const int radius = svg_length(page, mark->size.x) / 2;
    svg_put(page, "<circle class=\"lies area %s %s%s\" cx=\"%d\" cy=\"%d\" r=\"%d\"/>\n",
            gg_roles[mark->role].name, svg_side_class(mark->side), refused_class(mark), at.x, at.y,
            radius > 0 ? radius : 0);
}

void svg_radii(const svg_page *page)
{
    svg_put(page, "<svg x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" viewBox=\"%d %d %d %d\">\n",
            page->left, page->top, page->width, page->height, page->left, page->top, page->width,
            page->height);
    for (uint32_t i = 0; i < page->scene->count; i++) {
        const gg_mark *mark = &page->scene->marks[i];
        if (mark->shape == GG_DISC && mark->role == GG_ROLE_radius) put_circle(page, mark);
    }
    svg_put(page, "</svg>\n");
}

/* Pole and cloth, as wide as what is written on it. */
static void put_flag(const svg_page *page, const gg_mark *mark, int top)
{
    const int wide = svg_flag_width(mark);
    svg_put(page,
            "<path class=\"shade\" d=\"M-4 0a10 5 0 1 0 20 0a10 5 0 1 0 -20 0z\"/>"
            "<path class=\"pole\" d=\"M0 0V%d\"/>"
            "<path class=\"flag\" d=\"M1 %dc%d -7 %d 6 %d 0v36c-%d 6 -%d -7 -%d 0z\"/>",
            top, top, wide * 7 / 24, wide * 7 / 12, wide, wide * 5 / 12, wide * 17 / 24, wide);
    if (mark->label[0] != 0) {
        svg_put(page, "<text class=\"worth\" x=\"%d\" y=\"%d\">", wide / 2 + 1, top + 29);
        svg_put_words(page, mark->label);
        svg_put(page, "</text>");
    }
    svg_put(page, "</g>\n");
}

/* A flag in the colour of who holds it, with what it is worth; it stands on its place, on a longer
 * pole where somebody stands before it. */
void svg_objective(const svg_page *page, const gg_mark *mark)
{
    const svg_point at = svg_at(page, mark->at);
    svg_put(page, "<g class=\"goal %s\" transform=\"translate(%d %d)\">",
            svg_side_class(mark->side), at.x, at.y);
    put_flag(page, mark, -66 - svg_flag_lift(page, mark));
}

void svg_objective_key(const svg_page *page, const gg_mark *mark, svg_point centre)
{
    gg_mark key = {.shape = GG_LABEL, .role = GG_ROLE_objective, .side = GG_NOBODY};
    gg_text label = gg_text_over(key.label, sizeof key.label);
    gg_put(&label, mark->label);
    svg_put(page, "<g class=\"goal nobody\" transform=\"translate(%d %d) scale(.5)\">",
            centre.x - svg_flag_width(&key) / 4, centre.y + 16);
    put_flag(page, &key, -66);
}

void svg_objectives(const svg_page *page)
{
    for (uint32_t i = 0; i < page->scene->count; i++) {
        const gg_mark *mark = &page->scene->marks[i];
        if (mark->role == GG_ROLE_objective) svg_objective(page, mark);
    }
}

/* ---- Sketches and answers. ---- */
static void put_words(const svg_page *page, const gg_mark *mark, svg_point at)
{
    if (mark->label[0] == 0) return;
    svg_put(page, "<text class=\"words\" x=\"%d\" y=\"%d\">", at.x, at.y);
    svg_put_words(page, mark->label);
    svg_put(page, "</text>\n");
}

/* Large areas have many corners; they are written straight from the scene. */
static void put_area(const svg_page *page, const gg_mark *mark)
{
    if (mark->corners == 0) {
        const svg_shape shape = svg_shape_of(page, mark);
        svg_put(page, "<path class=\"lies area %s %s%s\" d=\"", gg_roles[mark->role].name,
                svg_side_class(mark->side), refused_class(mark));
        svg_outline(page, &shape);
        svg_put(page, "\"/>\n");
    } else {
        svg_put(page, "<path class=\"lies area %s %s%s\" d=\"", gg_roles[mark->role].name,
                svg_side_class(mark->side), refused_class(mark));
        for (int i = 0; i < mark->corners; i++) {
            const svg_point at = svg_at(page, page->scene->points[mark->first + i]);
            svg_put(page, "%s%d %d", i == 0 ? "M" : "L", at.x, at.y);
        }
        svg_put(page, "Z\"/>\n");
    }
}

typedef struct stretch {
    svg_point from, to;
} stretch;

static stretch ends_of(const svg_page *page, const gg_mark *mark)
{
    if (mark->corners == 0) return (stretch){svg_at(page, mark->at), svg_at(page, mark->to)};
    const gg_point *points = &page->scene->points[mark->first];
    return (stretch){svg_at(page, points[0]), svg_at(page, points[mark->corners - 1])};
}

/* A tick at every inch, a longer one at every sixth. */
static void put_ruler(const svg_page *page, const gg_mark *mark)
{
    enum { TICK = 1000, TICKS_MAX = 200 };
    const stretch it = ends_of(page, mark);
    const int64_t x = it.to.x - (int64_t)it.from.x, y = it.to.y - (int64_t)it.from.y;
    const int length = svg_root(x * x + y * y), step = svg_length(page, TICK);
    if (length == 0 || step == 0) return;
    svg_put(page, "<path class=\"lies ruler\" d=\"");
    for (int i = 0; i <= length / step && i < TICKS_MAX; i++) {
        const int half = i % 6 == 0 ? 16 : 8;
        const int64_t part = (int64_t)i * step;
        const svg_point at = {it.from.x + (int)(x * part / length),
                              it.from.y + (int)(y * part / length)};
        const svg_point wing = {(int)(-y * half / length), (int)(x * half / length)};
        svg_put(page, "M%d %dL%d %d", at.x - wing.x, at.y - wing.y, at.x + wing.x, at.y + wing.y);
    }
    svg_put(page, "\"/>\n");
}

/* Where the line of sight ends that does not get through. */
static void put_cross(const svg_page *page, const gg_mark *mark)
{
    const svg_point at = ends_of(page, mark).to;
    svg_put(page, "<path class=\"lies %s cross\" d=\"M%d %dl30 30m0 -30l-30 30\"/>\n",
            gg_roles[mark->role].name, at.x - 15, at.y - 15);
}

static void put_line(const svg_page *page, const gg_mark *mark)
{
    put_trace(page, mark, "rim");
    put_trace(page, mark, "lies");
    if (mark->role == GG_ROLE_ruler) put_ruler(page, mark);
    if (mark->role == GG_ROLE_sight_cut) put_cross(page, mark);
    const stretch it = ends_of(page, mark);
    put_words(page, mark, (svg_point){(it.from.x + it.to.x) / 2, (it.from.y + it.to.y) / 2 - 24});
}

static void put_cell(const svg_page *page, const gg_mark *mark)
{
    enum { INSET = 5 };
    const svg_point at =
        svg_at(page, (gg_point){mark->at.x * page->ticks, (mark->at.y + 1) * page->ticks});
    svg_put(page,
            "<rect class=\"lies area %s %s%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
            "rx=\"8\"/>\n",
            gg_roles[mark->role].name, svg_side_class(mark->side), refused_class(mark),
            at.x + INSET, at.y + INSET, SVG_CELL - 2 * INSET, SVG_CELL - 2 * INSET);
}

static void put_areas(const svg_page *page, bool only_answers)
{
    const gg_scene *scene = page->scene;
    for (uint32_t i = 0; i < scene->count; i++) {
        const gg_mark *mark = &scene->marks[i];
        if (only_answers && !is_answer(mark)) continue;
        if (mark->shape == GG_CELL) put_cell(page, mark);
        if (mark->shape == GG_AREA) put_area(page, mark);
        if (mark->shape == GG_DISC && mark->role != GG_ROLE_commander) put_circle(page, mark);
    }
}

static void put_lines(const svg_page *page, bool only_answers)
{
    const gg_scene *scene = page->scene;
    for (uint32_t i = 0; i < scene->count; i++) {
        const gg_mark *mark = &scene->marks[i];
        if (mark->shape == GG_PATH && (!only_answers || is_answer(mark))) put_line(page, mark);
    }
}

/* Wide things first, then lines: each shows above the one before. */
void svg_answers(const svg_page *page)
{
    put_areas(page, true);
    put_lines(page, true);
}

void svg_under(const svg_page *page) { put_areas(page, false); }

void svg_over_key(const svg_page *page, gg_role role, bool is_area, svg_point centre)
{
    svg_put(page, "<path class=\"lies%s %s\" d=\"M%d %d%s\"/>\n", is_area ? " area" : "",
            gg_roles[role].name, centre.x - 22, centre.y - (is_area ? 16 : 0),
            is_area ? "h44v32h-44z" : "h44");
}

/* Troops, arrows and words lie above everything flat. */
void svg_above(const svg_page *page)
{
    const gg_scene *scene = page->scene;
    put_lines(page, false);
    for (uint32_t i = 0; i < scene->count; i++) {
        const gg_mark *mark = &scene->marks[i];
        if (mark->shape == GG_BLOCK) svg_block(page, mark);
        if (mark->shape == GG_DISC && mark->role == GG_ROLE_commander) svg_commander(page, mark);
    }
    for (uint32_t i = 0; i < scene->count; i++) {
        const gg_mark *mark = &scene->marks[i];
        if (mark->shape == GG_ARROW) put_arrow_mark(page, mark);
        if (mark->shape == GG_LABEL) {
            const svg_point at = svg_at(page, mark->at);
            put_words(page, mark, (svg_point){at.x, at.y + 9});
        }
    }
}

void svg_over(const svg_page *page)
{
    svg_under(page);
    svg_above(page);
}
