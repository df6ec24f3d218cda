/*
 * svg_ground.c - the country of a board: hills with contours, woods, villages, rivers, bridges.
 *
 * On a board, squares of one kind that touch are drawn as one shape with a soft outline, so that
 * a ridge looks like a ridge and still shows which squares it fills.  The small irregularities
 * come from a hash of the place: the same scene gives the same picture everywhere.
 * SPDX-License-Identifier: MIT
 */
#include "core/svg.h"

#include <string.h>

/* ---- How the kinds of ground look. ---- */
typedef enum growth { BARE, TREES, HOUSES, STONES, REEDS } growth;

typedef struct look {
    gg_role role, also; /* `also` lies on top of it and belongs to the same shape */
    int inset;          /* how far the outline keeps inside its squares */
    int contours;       /* lines that follow the outline inwards */
    int shade;          /* how far its shadow falls: what stands high */
    growth growth;
} look;

static const look looks[] = {
    {.role = GG_ROLE_field, .also = GG_ROLE_field, .inset = 3},
    {.role = GG_ROLE_hill, .also = GG_ROLE_hill_high, .inset = 4, .contours = 2, .shade = 4},
    {.role = GG_ROLE_hill_high, .also = GG_ROLE_hill_high, .inset = 6, .contours = 2, .shade = 5},
    {.role = GG_ROLE_rough, .also = GG_ROLE_rough, .inset = 3, .growth = STONES},
    {.role = GG_ROLE_marsh, .also = GG_ROLE_marsh, .inset = 3, .growth = REEDS},
    {.role = GG_ROLE_water, .also = GG_ROLE_water, .inset = 3},
    {.role = GG_ROLE_wood, .also = GG_ROLE_wood, .inset = 3, .growth = TREES},
    {.role = GG_ROLE_village, .also = GG_ROLE_village, .inset = 3, .growth = HOUSES},
    {.role = GG_ROLE_road, .also = GG_ROLE_road, .inset = 12},
    {.role = GG_ROLE_building, .also = GG_ROLE_building, .inset = 3, .growth = HOUSES},
    {.role = GG_ROLE_fort, .also = GG_ROLE_fort, .inset = 8},
};
enum { LOOKS = sizeof looks / sizeof looks[0], CONTOUR_STEP = 8 };

/* ---- Outlines. ---- */
typedef enum heading { EAST, NORTH, WEST, SOUTH, HEADINGS } heading;
static const svg_point ahead[HEADINGS] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

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
    const int off = inset + svg_jitter(corner.x * 4 + (int)to, corner.y * 4 + part, 1, 2);
    return (svg_point){start.x + ahead[to].x * part + ahead[in].x * off,
                       start.y - ahead[to].y * part - ahead[in].y * off};
}

void svg_curve_add(svg_curve *line, svg_point next)
{
    const svg_point middle = {(line->last.x + next.x) / 2, (line->last.y + next.y) / 2};
    if (line->count == 0) line->first = next;
    if (line->count == 1) {
        line->second = next;
        svg_put(line->page, "M%d %d", middle.x, middle.y);
    }
    if (line->count > 1)
        svg_put(line->page, "Q%d %d %d %d", line->last.x, line->last.y, middle.x, middle.y);
    line->last = next;
    line->count++;
}

void svg_curve_close(svg_curve *line)
{
    if (line->count < 3) return;
    svg_curve_add(line, line->first);
    svg_curve_add(line, line->second);
    svg_put(line->page, "Z");
}

/* Once round a shape, the shape on the left.  Squares that touch only at a corner stay apart. */
static void trace(const svg_page *page, const look *shape, svg_point start, int inset,
                  bool done[SVG_GRID_MAX][SVG_GRID_MAX])
{
    svg_curve line = {.page = page};
    svg_point corner = start;
    heading to = EAST;
    do {
        if (to == EAST) done[corner.y][corner.x] = true;
        const int parts[] = {22, 50, 78};
        for (int i = 0; i < 3; i++)
            svg_curve_add(&line, edge_point(page, corner, to, parts[i], inset));
        corner = (svg_point){corner.x + ahead[to].x, corner.y + ahead[to].y};
        if (!is_beside(page, shape, corner, to, 0)) to = (heading)((to + 1) % HEADINGS);
        else if (is_beside(page, shape, corner, to, 1)) to = (heading)((to + 3) % HEADINGS);
    } while (corner.x != start.x || corner.y != start.y || to != EAST);
    svg_curve_close(&line);
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
typedef struct place {
    int8_t x, y;
    uint8_t stamp;
} place;

static const place trees[] = {
    {-36, -38, SVG_TREE}, {-12, -42, SVG_FIR},  {14, -38, SVG_TREE}, {38, -34, SVG_FIR},
    {-42, -12, SVG_FIR},  {-14, -14, SVG_TREE}, {12, -10, SVG_FIR},  {40, -8, SVG_TREE},
    {-38, 14, SVG_TREE},  {-10, 14, SVG_FIR},   {16, 16, SVG_TREE},  {41, 18, SVG_FIR},
    {-34, 38, SVG_FIR},   {-10, 40, SVG_TREE},  {14, 42, SVG_FIR},   {37, 40, SVG_TREE},
};
static const place houses[] = {
    {-30, -34, SVG_HOUSE}, {6, -38, SVG_HOUSE},  {36, -24, SVG_BARN},
    {-37, 0, SVG_BARN},    {-8, -4, SVG_CHURCH}, {24, 6, SVG_HOUSE},
    {-25, 32, SVG_HOUSE},  {10, 36, SVG_BARN},   {38, 33, SVG_HOUSE},
};
static const place stones[] = {
    {-30, -32, SVG_CRAG}, {8, -34, SVG_STONE}, {36, -20, SVG_CRAG}, {-38, 2, SVG_STONE},
    {24, 10, SVG_CRAG},   {-20, 30, SVG_CRAG}, {12, 36, SVG_STONE}, {38, 34, SVG_STONE},
};
static const place reeds[] = {
    {-30, -32, SVG_REED}, {8, -38, SVG_REED}, {34, -22, SVG_REED}, {-36, 2, SVG_REED},
    {0, -6, SVG_REED},    {28, 12, SVG_REED}, {-20, 32, SVG_REED}, {14, 38, SVG_REED},
};

typedef struct plants {
    const place *list;
    int count;
} plants;

static plants plants_of(growth kind)
{
#define ALL(list)                                                                                  \
    (plants) { list, (int)(sizeof list / sizeof list[0]) }
    switch (kind) {
    case TREES: return ALL(trees);
    case HOUSES: return ALL(houses);
    case STONES: return ALL(stones);
    case REEDS: return ALL(reeds);
    case BARE: break;
    }
#undef ALL
    return (plants){NULL, 0};
}

static void plant(const svg_page *page, const look *shape, int column, int row, svg_spots *spots)
{
    const svg_point centre = middle_of(page, column, row);
    const bool village = shape->growth == HOUSES;
    const int mirror = village && (column + row) % 2 != 0 ? -1 : 1; /* one plan would look dull */
    const bool church = column % 2 == 0 && row % 2 == 0;            /* one to a village is enough */
    const plants all = plants_of(shape->growth);
    for (int i = 0; i < all.count; i++) {
        const place *at = &all.list[i];
        const svg_point spot = {centre.x + mirror * at->x + svg_jitter(column, row, 10 + i, 3),
                                centre.y + at->y + svg_jitter(column, row, 40 + i, 3)};
        svg_spot_add(spots, spot,
                     at->stamp == SVG_CHURCH && !church ? SVG_HOUSE : (svg_stamp)at->stamp);
    }
}

/* Row by row: the stamps of a square are few, those of a board may be more than fit at once. */
static void put_growth(const svg_page *page, const look *shape)
{
    for (int row = page->rows - 1; row >= 0; row--) {
        svg_spots spots = {.count = 0};
        for (int column = 0; column < page->columns; column++)
            if (page->ground[row][column] == shape->role) plant(page, shape, column, row, &spots);
        svg_put_spots(page, &spots, 10);
    }
}

static void put_look(const svg_page *page, const look *shape)
{
    const char *name = gg_roles[shape->role].name;
    if (!is_present(page, shape->role) && !is_present(page, shape->also)) return;
    if (shape->shade > 0) {
        svg_put(page, "<path class=\"shade\" transform=\"translate(%d %d)\" d=\"", shape->shade,
                shape->shade);
        outline(page, shape, shape->inset);
        svg_put(page, "\"/>\n");
    }
    svg_put(page, "<path class=\"ground %s%s\" d=\"", name,
            shape->role == GG_ROLE_field ? "-ground" : "");
    outline(page, shape, shape->inset);
    svg_put(page, "\"/>\n");
    for (int i = 1; i <= shape->contours; i++) {
        svg_put(page, "<path class=\"contour %s\" d=\"", name);
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
    return (svg_point){at.x + svg_jitter(at.x, at.y, 5, 9), at.y + svg_jitter(at.x, at.y, 6, 9)};
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
        if (runs_on) svg_put(page, "Q%d %d %d %d", from.x, from.y, middle.x, middle.y);
        else svg_put(page, "M%d %dL%d %d", from.x, from.y, middle.x, middle.y);
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
    svg_put(page, "<path class=\"wave\" d=\"");
    for (int row = 0; row < page->rows; row++)
        for (int column = 0; column < page->columns; column++) {
            if (page->ground[row][column] != GG_ROLE_river) continue;
            svg_point at = stray(middle_of(page, column, row)), ends[HEADINGS];
            if (stream_ends(page, column, row, ends) == 2) /* the middle of the curve */
                at = (svg_point){(ends[0].x + 2 * at.x + ends[1].x) / 4,
                                 (ends[0].y + 2 * at.y + ends[1].y) / 4};
            for (int i = 0; i < 3; i++)
                svg_put(page, "M%d %dq4 -5 8 0t8 0", at.x - 8 + svg_jitter(column, row, 20 + i, 9),
                        at.y - 10 + 11 * i);
        }
    svg_put(page, "\"/>\n");
}

static void put_river(const svg_page *page)
{
    static const struct {
        const char *class;
        int width;
    } strokes[] = {{"bank", 70}, {"shore", 62}, {"stream", 56}, {"current", 34}, {"current", 14}};
    if (!is_present(page, GG_ROLE_river) && !is_present(page, GG_ROLE_bridge)
        && !has_path(page, GG_ROLE_river))
        return;
    for (size_t i = 0; i < sizeof strokes / sizeof strokes[0]; i++) {
        svg_put(page, "<path class=\"%s\" stroke-width=\"%d\" d=\"", strokes[i].class,
                strokes[i].width);
        river_path(page);
        svg_put(page, "\"/>\n");
    }
    put_waves(page);
}

/* A bridge drawn lying west to east and turned by so many degrees. */
static void put_bridge(const svg_page *page, svg_point centre, int turn)
{
    svg_put(page,
            "<g transform=\"translate(%d %d) rotate(%d)\">"
            "<path class=\"ground bridge\" d=\"M-46 -18L-36 -15H36L46 -18V18L36 15H-36L-46 18Z\"/>"
            "<path class=\"plank\" d=\"M-28 -14V14M-14 -14V14M0 -14V14M14 -14V14M28 -14V14\"/>"
            "<path class=\"rail\" d=\"M-46 -19L-36 -16H36L46 -19M-46 19L-36 16H36L46 19\"/></g>\n",
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

void svg_ground(const svg_page *page)
{
    for (int i = 0; i < LOOKS; i++) put_look(page, &looks[i]);
    put_river(page);
    put_bridges(page);
}

/* ---- The legend shows each kind of ground as a square of it, at two fifths of the size. ---- */

/* A little field of one square: everything above draws it without knowing. */
static void put_square_key(const svg_page *page, gg_role role)
{
    svg_page sample = *page;
    gg_scene nothing = {.count = 0};
    sample.scene = &nothing;
    sample.left = sample.top = -SVG_CELL / 2;
    sample.columns = sample.rows = 1;
    sample.ground[0][0] = (uint8_t)role;
    if (role == GG_ROLE_river || role == GG_ROLE_bridge) {
        sample.columns = 3; /* a stretch of it: the stream comes from somewhere */
        sample.left -= SVG_CELL;
        sample.ground[0][0] = sample.ground[0][2] = GG_ROLE_river;
        sample.ground[0][1] = (uint8_t)role;
    }
    svg_ground(&sample);
}

void svg_ground_key(const svg_page *page, gg_role role, svg_point centre)
{
    static const svg_shape square = {4, {{-46, -46}, {46, -46}, {46, 46}, {-46, 46}}};
    static const svg_shape strip = {4, {{-50, -22}, {50, -22}, {50, 22}, {-50, 22}}};
    const bool narrow = role == GG_ROLE_river || role == GG_ROLE_bridge || role == GG_ROLE_road
                        || role == GG_ROLE_ford || role == GG_ROLE_hedge || role == GG_ROLE_wall;
    svg_put(page, "<g transform=\"translate(%d %d) scale(.42)\">", centre.x, centre.y);
    svg_put(page, "<svg x=\"-52\" y=\"-52\" width=\"104\" height=\"104\" "
                  "viewBox=\"-52 -52 104 104\">"
                  "<rect class=\"key-ground\" x=\"-50\" y=\"-50\" width=\"100\" height=\"100\"/>");
    if (page->columns > 0) put_square_key(page, role);
    else svg_land_area(page, role, narrow ? &strip : &square, 900);
    svg_put(page, "</svg></g>\n");
}
