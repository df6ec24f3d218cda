/*
 * svg_ground.c - the country under a battle: hills with contours, woods, villages, rivers, bridges.
 *
 * On a board, squares of one kind that touch are drawn as one shape with a soft outline, so that
 * a ridge looks like a ridge and still shows which squares it fills.  The small irregularities
 * come from a hash of the place: the same scene gives the same picture everywhere.
 */
#include "core/svg.h"

#include <string.h>

/* ---- How the kinds of ground look. ---- */
typedef enum growth { BARE, TREES, HOUSES } growth;

typedef struct look {
    gg_role role, also; /* `also` lies on top of it and belongs to the same shape */
    const char *fill, *edge;
    int inset;    /* how far the outline keeps inside its squares */
    int contours; /* lines that follow the outline inwards */
    int shade;    /* how far its shadow falls: what stands high */
    growth growth;
} look;

static const look looks[] = {
    {.role = GG_ROLE_sector, .also = GG_ROLE_sector, .edge = "#b9b08c", .inset = 0},
    {.role = GG_ROLE_zone, .also = GG_ROLE_zone, .edge = "#b3a77c", .inset = 0},
    {.role = GG_ROLE_hill,
     .also = GG_ROLE_hill_high,
     .edge = "#a0854c",
     .inset = 4,
     .contours = 2,
     .shade = 4},
    {.role = GG_ROLE_hill_high,
     .also = GG_ROLE_hill_high,
     .edge = "#80642c",
     .inset = 6,
     .contours = 2,
     .shade = 5},
    {.role = GG_ROLE_wood, .also = GG_ROLE_wood, .edge = "#7a9c60", .inset = 3, .growth = TREES},
    {.role = GG_ROLE_village,
     .also = GG_ROLE_village,
     .edge = "#b3967a",
     .inset = 3,
     .growth = HOUSES},
    {.role = GG_ROLE_road, .also = GG_ROLE_road, .edge = "#a88f66", .inset = 12},
    {.role = GG_ROLE_building,
     .also = GG_ROLE_building,
     .edge = "#8a6a50",
     .inset = 3,
     .growth = HOUSES},
};
enum { LOOKS = sizeof looks / sizeof looks[0], CONTOUR_STEP = 8 };

/* ---- Outlines. ---- */
typedef enum heading { EAST, NORTH, WEST, SOUTH, HEADINGS } heading;
static const svg_point ahead[HEADINGS] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

/* An even spread of small numbers -size..size, the same for the same place. */
static int jitter(int x, int y, int salt, int size)
{
    uint32_t mix = (uint32_t)x * 73856093u ^ (uint32_t)y * 19349663u ^ (uint32_t)salt * 83492791u;
    mix ^= mix >> 13;
    mix *= 0x5bd1e995u;
    mix ^= mix >> 15;
    return (int)(mix % (uint32_t)(2 * size + 1)) - size;
}

static bool is_in(const svg_page *page, const look *shape, int column, int row)
{
    if (column < 0 || row < 0 || column >= page->columns || row >= page->rows) return false;
    uint8_t role = page->ground[row][column];
    return role == shape->role || role == shape->also;
}

/* A corner of the grid in the picture. */
static svg_point corner_at(const svg_page *page, int column, int row)
{
    return (svg_point){page->left + column * SVG_CELL, page->top + (page->rows - row) * SVG_CELL};
}

static svg_point middle_of(const svg_page *page, int column, int row)
{
    const svg_point low = corner_at(page, column, row);
    return (svg_point){low.x + SVG_CELL / 2, low.y - SVG_CELL / 2};
}

/* The square to the left or right of the edge that leaves a corner. */
static bool is_beside(const svg_page *page, const look *shape, svg_point corner, heading to,
                      int right)
{
    static const svg_point left_of[HEADINGS] = {{0, 0}, {-1, 0}, {-1, -1}, {0, -1}};
    const svg_point step = left_of[right ? (to + 3) % HEADINGS : to];
    return is_in(page, shape, corner.x + step.x, corner.y + step.y);
}

/* The point on an edge at `part` hundredths, kept `inset` to its left, and a little uneven. */
static svg_point edge_point(const svg_page *page, svg_point corner, heading to, int part, int inset)
{
    const svg_point start = corner_at(page, corner.x, corner.y);
    const heading in = (heading)((to + 1) % HEADINGS);
    const int off = inset + jitter(corner.x * 4 + (int)to, corner.y * 4 + part, 1, 2);
    return (svg_point){start.x + ahead[to].x * part + ahead[in].x * off,
                       start.y - ahead[to].y * part - ahead[in].y * off};
}

/* A smooth closed curve: it passes the middles between its points and bends towards each. */
typedef struct curve {
    const svg_page *page;
    svg_point first, last;
    int count;
} curve;

static void curve_add(curve *line, svg_point next)
{
    const svg_point middle = {(line->last.x + next.x) / 2, (line->last.y + next.y) / 2};
    if (line->count == 0) line->first = next;
    if (line->count == 1) svg_put(line->page, "M%d %d", middle.x, middle.y);
    if (line->count > 1)
        svg_put(line->page, "Q%d %d %d %d", line->last.x, line->last.y, middle.x, middle.y);
    line->last = next;
    line->count++;
}

/* Once round a shape, the shape on the left.  Squares that touch only at a corner stay apart. */
static void trace(const svg_page *page, const look *shape, svg_point start, int inset,
                  bool done[SVG_GRID_MAX][SVG_GRID_MAX])
{
    curve line = {.page = page};
    svg_point corner = start, second = {0, 0};
    heading to = EAST;
    do {
        if (to == EAST) done[corner.y][corner.x] = true;
        const int parts[] = {22, 50, 78};
        for (int i = 0; i < 3; i++) {
            curve_add(&line, edge_point(page, corner, to, parts[i], inset));
            if (line.count == 2) second = line.last;
        }
        corner = (svg_point){corner.x + ahead[to].x, corner.y + ahead[to].y};
        if (!is_beside(page, shape, corner, to, 0))
            to = (heading)((to + 1) % HEADINGS);
        else if (is_beside(page, shape, corner, to, 1))
            to = (heading)((to + 3) % HEADINGS);
    } while (corner.x != start.x || corner.y != start.y || to != EAST);
    const svg_point first = line.first;
    curve_add(&line, first);
    curve_add(&line, second);
    svg_put(page, "Z");
}

/* The path of every piece of ground of this look. */
static void outline(const svg_page *page, const look *shape, int inset)
{
    bool done[SVG_GRID_MAX][SVG_GRID_MAX];
    memset(done, 0, sizeof done);
    for (int row = 0; row < page->rows; row++)
        for (int column = 0; column < page->columns; column++)
            if (is_in(page, shape, column, row) && !is_in(page, shape, column, row - 1)
                && !done[row][column])
                trace(page, shape, (svg_point){column, row}, inset, done);
}

static bool is_present(const svg_page *page, gg_role role)
{
    for (int row = 0; row < page->rows; row++)
        for (int column = 0; column < page->columns; column++)
            if (page->ground[row][column] == role) return true;
    return false;
}

/* ---- Growth: trees and houses fill a square and show beyond the edges of a block on it. ---- */
typedef struct spot {
    int8_t x, y, kind;
} spot;

static const spot tree_spots[] = {
    {-36, -38, 0}, {-12, -42, 1}, {14, -38, 0}, {38, -34, 1}, {-42, -12, 1}, {-14, -14, 0},
    {12, -10, 1},  {40, -8, 0},   {-38, 14, 0}, {-10, 14, 1}, {16, 16, 0},   {41, 18, 1},
    {-34, 38, 1},  {-10, 40, 0},  {14, 42, 1},  {37, 40, 0},
};
static const spot house_spots[] = {
    {-30, -34, 0}, {6, -38, 0},  {36, -24, 1}, {-37, 0, 1}, {-8, -4, 2},
    {24, 6, 0},    {-25, 32, 0}, {10, 36, 1},  {38, 33, 0},
};
enum {
    TREES_EACH = sizeof tree_spots / sizeof tree_spots[0],
    HOUSES_EACH = sizeof house_spots / sizeof house_spots[0]
};

void svg_ground_symbols(const svg_page *page)
{
    svg_put(page, "<g id=\"tree\"><ellipse cx=\"2\" cy=\"5\" rx=\"10\" ry=\"8\" fill=\"#33501f\" "
                  "opacity=\".35\"/>"
                  "<circle r=\"9\" fill=\"#5c8a45\" stroke=\"#38592a\" stroke-width=\"1.4\"/>"
                  "<path d=\"M-5 -2a6 6 0 0 1 6 -4\" fill=\"none\" stroke=\"#9cc07f\" "
                  "stroke-width=\"2\" stroke-linecap=\"round\"/></g>\n");
    svg_put(page, "<g id=\"fir\"><ellipse cx=\"2\" cy=\"8\" rx=\"8\" ry=\"4\" fill=\"#33501f\" "
                  "opacity=\".35\"/>"
                  "<path d=\"M0 -13L8 8H-8Z\" fill=\"#4a7840\" stroke=\"#2f4f2a\" "
                  "stroke-width=\"1.4\" stroke-linejoin=\"round\"/>"
                  "<path d=\"M0 -13L-8 8H-2Z\" fill=\"#6d9a58\"/></g>\n");
    /* Seen from the south: a wall with a door under a roof; the church has a spire. */
    svg_put(page,
            "<g id=\"house\" stroke=\"#4a2a1c\" stroke-width=\"1.2\" stroke-linejoin=\"round\">"
            "<path d=\"M-9 9H13l4 -4V0H-9Z\" fill=\"#3a2a18\" stroke=\"none\" opacity=\".25\"/>"
            "<path d=\"M-10 -1H10V8H-10Z\" fill=\"#f4ead6\"/><path d=\"M-13 0L-8 -9H8L13 0Z\" "
            "fill=\"#b5573c\"/>"
            "<path d=\"M-2 8V3H2V8\" fill=\"#6b4a30\"/><path d=\"M4 -9v-4h3v4\" "
            "fill=\"#d9c3a6\"/></g>\n");
    svg_put(page,
            "<g id=\"barn\" stroke=\"#4a2a1c\" stroke-width=\"1.2\" stroke-linejoin=\"round\">"
            "<path d=\"M-6 9H11l3 -4V-2H-6Z\" fill=\"#3a2a18\" stroke=\"none\" opacity=\".25\"/>"
            "<path d=\"M-8 -2L0 -11L8 -2V8H-8Z\" fill=\"#f0e2c8\"/><path d=\"M-11 0L0 -12L11 0L8 "
            "1L0 -8L-8 1Z\" fill=\"#93452f\"/>"
            "<path d=\"M-2 8V2H2V8\" fill=\"#6b4a30\"/></g>\n");
    svg_put(page,
            "<g id=\"church\" stroke=\"#3d3328\" stroke-width=\"1.2\" stroke-linejoin=\"round\">"
            "<path d=\"M-5 11H19l4 -5V0H-5Z\" fill=\"#3a2a18\" stroke=\"none\" opacity=\".25\"/>"
            "<path d=\"M-4 -1H16V10H-4Z\" fill=\"#f4ead6\"/><path d=\"M-4 0L0 -9H13L17 0Z\" "
            "fill=\"#8f4a34\"/>"
            "<path d=\"M-14 -9H-4V10H-14Z\" fill=\"#e9dcc2\"/><path d=\"M-15 -9L-9 -27L-3 -9Z\" "
            "fill=\"#5f6b73\"/>"
            "<path d=\"M-9 -27v-7M-12 -31h6\" fill=\"none\" stroke-width=\"1.6\"/><path d=\"M-11 "
            "10V4H-7V10\" fill=\"#6b4a30\"/></g>\n");
}

static void put_trees(const svg_page *page, svg_point centre, int column, int row)
{
    for (int i = 0; i < TREES_EACH; i++) {
        const spot *at = &tree_spots[i];
        svg_put(page, "<use href=\"#%s\" x=\"%d\" y=\"%d\"/>", at->kind != 0 ? "fir" : "tree",
                centre.x + at->x + jitter(column, row, 10 + i, 3),
                centre.y + at->y + jitter(column, row, 40 + i, 3));
    }
    svg_put(page, "\n");
}

static void put_houses(const svg_page *page, svg_point centre, int column, int row)
{
    static const char *const kinds[] = {"house", "barn", "church"};
    const int mirror = (column + row) % 2 != 0 ? -1 : 1; /* villages of one plan look dull */
    const bool church = column % 2 == 0 && row % 2 == 0; /* one to a village is enough */
    for (int i = 0; i < HOUSES_EACH; i++) {
        const spot *at = &house_spots[i];
        svg_put(page, "<use href=\"#%s\" x=\"%d\" y=\"%d\"/>",
                kinds[at->kind == 2 && !church ? 0 : at->kind],
                centre.x + mirror * at->x + jitter(column, row, 10 + i, 2),
                centre.y + at->y + jitter(column, row, 40 + i, 3));
    }
    svg_put(page, "\n");
}

static void put_growth(const svg_page *page, const look *shape)
{
    for (int row = page->rows - 1; row >= 0; row--)
        for (int column = 0; column < page->columns; column++) {
            if (page->ground[row][column] != shape->role) continue;
            const svg_point centre = middle_of(page, column, row);
            if (shape->growth == TREES) put_trees(page, centre, column, row);
            if (shape->growth == HOUSES) put_houses(page, centre, column, row);
        }
}

static void put_look(const svg_page *page, const look *shape)
{
    if (!is_present(page, shape->role) && !is_present(page, shape->also)) return;
    if (shape->shade > 0) {
        svg_put(page, "<path transform=\"translate(%d %d)\" opacity=\".22\" fill=\"#3a2c10\" d=\"",
                shape->shade, shape->shade);
        outline(page, shape, shape->inset);
        svg_put(page, "\"/>\n");
    }
    svg_put(page, "<path fill=\"%s\" stroke=\"%s\" stroke-width=\"2\" d=\"",
            gg_roles[shape->role].fill,
            shape->edge);
    outline(page, shape, shape->inset);
    svg_put(page, "\"/>\n");
    for (int i = 1; i <= shape->contours; i++) {
        svg_put(page, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.3\" opacity=\"%s\" d=\"",
                shape->edge, i == 1 ? ".75" : ".45");
        outline(page, shape, shape->inset + i * CONTOUR_STEP);
        svg_put(page, "\"/>\n");
    }
    if (shape->growth != BARE) put_growth(page, shape);
}

/* ---- Rivers: a ribbon through the middles of its squares. ---- */
static bool is_water(const svg_page *page, int column, int row)
{
    if (column < 0 || row < 0 || column >= page->columns || row >= page->rows) return false;
    const uint8_t role = page->ground[row][column];
    return role == GG_ROLE_river || role == GG_ROLE_bridge;
}

static bool is_path_of(const gg_mark *mark, gg_role role)
{
    return mark->shape == GG_PATH && mark->role == role;
}

static bool has_path(const svg_page *page, gg_role role)
{
    for (uint32_t i = 0; i < page->scene->count; i++)
        if (is_path_of(&page->scene->marks[i], role)) return true;
    return false;
}

/* Water does not run along a ruler: the points of its course stray a little. */
static svg_point stray(svg_point at)
{
    return (svg_point){at.x + jitter(at.x, at.y, 5, 9), at.y + jitter(at.x, at.y, 6, 9)};
}

/* Strokes that follow the marks of a path: one mark, one piece from `at` to `to`.  Pieces that
 * meet are one line, which bends towards the points where they meet. */
static void path_of_marks(const svg_page *page, gg_role role)
{
    gg_point last = {INT32_MIN, INT32_MIN};
    svg_point end = {0, 0};
    bool open = false;
    for (uint32_t i = 0; i < page->scene->count; i++) {
        const gg_mark *mark = &page->scene->marks[i];
        if (!is_path_of(mark, role)) continue;
        const bool runs_on = open && mark->at.x == last.x && mark->at.y == last.y;
        const svg_point start = svg_at(page, mark->at), from = runs_on ? stray(start) : start;
        end = svg_at(page, mark->to);
        const svg_point to = stray(end), middle = {(from.x + to.x) / 2, (from.y + to.y) / 2};
        if (runs_on)
            svg_put(page, "Q%d %d %d %d", from.x, from.y, middle.x, middle.y);
        else
            svg_put(page, "M%d %dL%d %d", from.x, from.y, middle.x, middle.y);
        last = mark->to;
        open = true;
    }
    if (open) svg_put(page, "L%d %d", end.x, end.y);
}

/* Where the stream enters or leaves a square: half way to the next one, or over the rim. */
static int stream_ends(const svg_page *page, int column, int row, svg_point ends[HEADINGS])
{
    const svg_point centre = middle_of(page, column, row), bed = stray(centre);
    int count = 0;
    for (heading to = EAST; to < HEADINGS; to++) {
        if (!is_water(page, column + ahead[to].x, row + ahead[to].y)) continue;
        const svg_point next = stray(middle_of(page, column + ahead[to].x, row + ahead[to].y));
        ends[count++] = (svg_point){(bed.x + next.x) / 2, (bed.y + next.y) / 2};
    }
    for (heading to = EAST; to < HEADINGS && count == 1; to++) {
        const int x = column + ahead[to].x, y = row + ahead[to].y;
        if (x >= 0 && y >= 0 && x < page->columns && y < page->rows) continue;
        ends[count++] = (svg_point){centre.x + ahead[to].x * SVG_CELL / 2,
                                    centre.y - ahead[to].y * SVG_CELL / 2};
    }
    return count;
}

/* Without marks for its course a river joins the squares that touch. */
static void path_of_square(const svg_page *page, int column, int row)
{
    const svg_point bed = stray(middle_of(page, column, row));
    svg_point ends[HEADINGS];
    const int count = stream_ends(page, column, row, ends);
    if (count == 2) {
        svg_put(page, "M%d %dQ%d %d %d %d", ends[0].x, ends[0].y, bed.x, bed.y, ends[1].x,
                ends[1].y);
        return;
    }
    for (int i = 0; i < count; i++)
        svg_put(page, "M%d %dL%d %d", bed.x, bed.y, ends[i].x, ends[i].y);
    if (count == 0) svg_put(page, "M%d %dh1", bed.x, bed.y); /* a pond */
}

static void river_path(const svg_page *page)
{
    if (has_path(page, GG_ROLE_river)) {
        path_of_marks(page, GG_ROLE_river);
        return;
    }
    for (int row = 0; row < page->rows; row++)
        for (int column = 0; column < page->columns; column++)
            if (is_water(page, column, row)) path_of_square(page, column, row);
}

static void put_waves(const svg_page *page)
{
    svg_put(page, "<g fill=\"none\" stroke=\"#4f86a8\" stroke-width=\"2\" stroke-linecap=\"round\" "
                  "opacity=\".75\">\n");
    for (int row = 0; row < page->rows; row++)
        for (int column = 0; column < page->columns; column++) {
            if (page->ground[row][column] != GG_ROLE_river) continue;
            svg_point at = stray(middle_of(page, column, row)), ends[HEADINGS];
            if (stream_ends(page, column, row, ends) == 2) /* the middle of the curve */
                at = (svg_point){(ends[0].x + 2 * at.x + ends[1].x) / 4,
                                 (ends[0].y + 2 * at.y + ends[1].y) / 4};
            for (int i = 0; i < 3; i++)
                svg_put(page, "<path d=\"M%d %dq4 -5 8 0t8 0\"/>",
                        at.x - 8 + jitter(column, row, 20 + i, 9), at.y - 10 + 11 * i);
        }
    svg_put(page, "</g>\n");
}

static void put_river(const svg_page *page)
{
    static const struct {
        const char *colour, *opacity;
        int width;
    } strokes[] = {
        {"#7d7550", ".3", 70}, {"#4f86a8", "1", 62},  {"#9cc4dc", "1", 56},
        {"#b4d5e8", ".7", 34}, {"#c4dfee", ".6", 14},
    };
    if (!is_present(page, GG_ROLE_river) && !has_path(page, GG_ROLE_river)) return;
    svg_put(page, "<g fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n");
    for (size_t i = 0; i < sizeof strokes / sizeof strokes[0]; i++) {
        svg_put(page, "<path stroke=\"%s\" stroke-width=\"%d\" opacity=\"%s\" d=\"",
                strokes[i].colour, strokes[i].width, strokes[i].opacity);
        river_path(page);
        svg_put(page, "\"/>\n");
    }
    svg_put(page, "</g>\n");
    put_waves(page);
}

/* A bridge drawn lying west to east and turned by so many degrees. */
static void put_bridge(const svg_page *page, svg_point centre, int turn)
{
    svg_put(page,
            "<g transform=\"translate(%d %d) rotate(%d)\">"
            "<path d=\"M-46 -18L-36 -15H36L46 -18V18L36 15H-36L-46 18Z\" fill=\"#c9a77a\" "
            "stroke=\"#6d4f2a\" stroke-width=\"2\"/>"
            "<path d=\"M-28 -14V14M-14 -14V14M0 -14V14M14 -14V14M28 -14V14\" stroke=\"#9c7a4c\" "
            "stroke-width=\"2\"/>"
            "<path d=\"M-46 -19L-36 -16H36L46 -19M-46 19L-36 16H36L46 19\" fill=\"none\" "
            "stroke=\"#5a3f1f\" stroke-width=\"5\" "
            "stroke-linecap=\"round\" stroke-linejoin=\"round\"/></g>\n",
            centre.x, centre.y, turn);
}

/* The way over: across the stream, and slanting where the stream bends under it. */
static int bridge_turn(const svg_page *page, int column, int row)
{
    bool flows[HEADINGS];
    for (heading to = EAST; to < HEADINGS; to++)
        flows[to] = is_water(page, column + ahead[to].x, row + ahead[to].y);
    if (flows[EAST] && flows[WEST]) return 90;
    if (flows[NORTH] && flows[SOUTH]) return 0;
    if ((flows[EAST] && flows[NORTH]) || (flows[WEST] && flows[SOUTH])) return 315;
    if ((flows[EAST] && flows[SOUTH]) || (flows[WEST] && flows[NORTH])) return 45;
    return flows[EAST] || flows[WEST] ? 90 : 0;
}

static void put_bridges(const svg_page *page)
{
    for (int row = 0; row < page->rows; row++)
        for (int column = 0; column < page->columns; column++) {
            if (page->ground[row][column] != GG_ROLE_bridge) continue;
            put_bridge(page, middle_of(page, column, row), bridge_turn(page, column, row));
        }
}

/* ---- A measured table: areas are rectangles about their middle. ---- */
static void put_area(const svg_page *page, const gg_mark *mark)
{
    const svg_point at = svg_at(page, mark->at);
    const int width = svg_length(page, mark->size.x), height = svg_length(page, mark->size.y);
    svg_put(page,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"12\" fill=\"%s\" "
            "stroke=\"#8a7a50\" stroke-width=\"2\"",
            at.x - width / 2, at.y - height / 2, width, height, gg_roles[mark->role].fill);
    if (mark->facing > 0)
        svg_put(page, " transform=\"rotate(%d %d %d)\"", (int)(mark->facing / 10), at.x, at.y);
    svg_put(page, "/>\n");
}

/* Round ground, with its growth round the edge and in the middle. */
static void put_round(const svg_page *page, const gg_mark *mark)
{
    static const spot ring[] = {{0, -7, 0}, {5, -5, 1}, {7, 0, 0},   {5, 5, 1}, {0, 7, 0},
                                {-5, 5, 1}, {-7, 0, 0}, {-5, -5, 1}, {0, 0, 1}};
    const svg_point at = svg_at(page, mark->at);
    const int radius = svg_length(page, mark->size.x) / 2;
    svg_put(
        page,
        "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\" stroke=\"#8a7a50\" stroke-width=\"2\"/>",
        at.x, at.y, radius, gg_roles[mark->role].fill);
    for (int i = 0; i < 9 && mark->role == GG_ROLE_wood; i++)
        svg_put(page, "<use href=\"#%s\" x=\"%d\" y=\"%d\"/>", ring[i].kind != 0 ? "fir" : "tree",
                at.x + ring[i].x * radius / 9, at.y + ring[i].y * radius / 9);
    if (mark->role == GG_ROLE_building || mark->role == GG_ROLE_village)
        svg_put(page, "<use href=\"#house\" x=\"%d\" y=\"%d\"/>", at.x, at.y);
    svg_put(page, "\n");
}

void svg_ground(const svg_page *page)
{
    for (int i = 0; i < LOOKS; i++)
        put_look(page, &looks[i]);
    for (uint32_t i = 0; i < page->scene->count; i++) {
        const gg_mark *mark = &page->scene->marks[i];
        if (mark->shape == GG_AREA) put_area(page, mark);
        if (mark->shape == GG_DISC && svg_is_ground((gg_role)mark->role)) put_round(page, mark);
    }
    if (has_path(page, GG_ROLE_road)) {
        svg_put(
            page,
            "<path fill=\"none\" stroke=\"%s\" stroke-width=\"18\" stroke-linejoin=\"round\" d=\"",
            gg_roles[GG_ROLE_road].fill);
        path_of_marks(page, GG_ROLE_road);
        svg_put(page, "\"/>\n");
    }
    put_river(page);
    put_bridges(page);
}

/* ---- The legend shows each kind of ground as a square of it, at two fifths of the size. ---- */
void svg_ground_key(const svg_page *page, gg_role role, svg_point centre)
{
    /* A little field of one square: everything above draws it without knowing. */
    svg_page sample = *page;
    gg_scene nothing = {.count = 0};
    sample.scene = &nothing;
    sample.left = sample.top = -SVG_CELL / 2;
    sample.columns = sample.rows = 1;
    sample.ground[0][0] = (uint8_t)role;
    svg_put(page, "<g transform=\"translate(%d %d) scale(.42)\">", centre.x, centre.y);
    svg_put(page,
            "<rect x=\"-50\" y=\"-50\" width=\"100\" height=\"100\" fill=\"%s\" stroke=\"#8a7f5c\" "
            "stroke-width=\"3\"/>",
            gg_roles[GG_ROLE_open].fill);
    if (role == GG_ROLE_river || role == GG_ROLE_bridge) {
        sample.columns = 3; /* a stretch of it: the stream comes from somewhere */
        sample.left -= SVG_CELL;
        sample.ground[0][0] = sample.ground[0][2] = GG_ROLE_river;
        sample.ground[0][1] = (uint8_t)role;
        svg_put(
            page,
            "<svg x=\"-50\" y=\"-50\" width=\"100\" height=\"100\" viewBox=\"-50 -50 100 100\">");
        svg_ground(&sample);
        svg_put(page, "</svg>");
    } else {
        svg_ground(&sample);
    }
    svg_put(page, "</g>\n");
}
