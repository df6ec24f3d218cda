/*
 * svg_land.c - the country of a measured table: polygons to scale, painted as on an old map.
 *
 * The thin outline of each area is exact, because players measure to it; what fills it (hachures,
 * contours, trees, roofs) is drawn inside and never hides it.  Areas are painted by kind, from
 * the lie of the land to what stands on it, so that crags on a hill show both.
 * SPDX-License-Identifier: MIT
 */
#include "core/space.h"
#include "core/svg.h"

/* ---- Shapes. ---- */
static svg_shape box_of(const svg_page *page, const gg_mark *mark)
{
    const gg_pose pose = {mark->at, gg_facing(mark->facing < 0 ? 0 : mark->facing)};
    const gg_box box = {mark->size.x / 2, mark->size.y / 2, -(mark->size.y / 2)};
    const gg_convex corners = gg_rectangle(pose, box);
    svg_shape shape = {.count = 4};
    for (int i = 0; i < 4; i++) shape.at[i] = svg_at(page, corners.at[i]);
    return shape;
}

static svg_shape round_of(const svg_page *page, const gg_mark *mark)
{
    enum { CORNERS = 36 };
    const svg_point middle = svg_at(page, mark->at);
    const int64_t radius = svg_length(page, mark->size.x) / 2;
    svg_shape shape = {.count = CORNERS};
    for (int i = 0; i < CORNERS; i++) {
        const int32_t way = GG_TURN / CORNERS * i;
        shape.at[i] = (svg_point){middle.x + (int)(radius * gg_sine(way) / GG_SINE_ONE),
                                  middle.y - (int)(radius * gg_cosine(way) / GG_SINE_ONE)};
    }
    return shape;
}

static bool is_near(gg_point at)
{
    return at.x >= -GG_SPACE_MAX && at.x <= GG_SPACE_MAX && at.y >= -GG_SPACE_MAX
           && at.y <= GG_SPACE_MAX;
}

svg_shape svg_shape_of(const svg_page *page, const gg_mark *mark)
{
    svg_shape shape = {.count = 0};
    if (!is_near(mark->at) || !is_near(mark->size)) return shape;
    if (mark->shape == GG_DISC) return round_of(page, mark);
    if (mark->corners == 0) return box_of(page, mark);
    for (int i = 0; i < mark->corners && shape.count < SVG_CORNERS_MAX; i++)
        shape.at[shape.count++] = svg_at(page, page->scene->points[mark->first + i]);
    return shape;
}

void svg_outline(const svg_page *page, const svg_shape *shape)
{
    for (int i = 0; i < shape->count; i++)
        svg_put(page, "%s%d %d", i == 0 ? "M" : "L", shape->at[i].x, shape->at[i].y);
    if (shape->count > 0) svg_put(page, "Z");
}

static svg_point next_of(const svg_shape *shape, int i)
{
    return shape->at[(i + 1) % shape->count];
}

/* By the edges that a ray to the right crosses. */
static bool is_inside(const svg_shape *shape, svg_point at)
{
    bool inside = false;
    for (int i = 0; i < shape->count; i++) {
        const svg_point a = shape->at[i], b = next_of(shape, i);
        if ((a.y > at.y) == (b.y > at.y)) continue;
        const int64_t side =
            (int64_t)(b.x - a.x) * (at.y - a.y) - (int64_t)(at.x - a.x) * (b.y - a.y);
        if ((side > 0) == (b.y > a.y)) inside = !inside;
    }
    return inside;
}

/* Twice the area; positive if the corners run clockwise in the picture. */
static int64_t area_of(const svg_shape *shape)
{
    int64_t sum = 0;
    for (int i = 0; i < shape->count; i++) {
        const svg_point a = shape->at[i], b = next_of(shape, i);
        sum += (int64_t)a.x * b.y - (int64_t)b.x * a.y;
    }
    return sum;
}

enum { ONE = 1024 }; /* the length of the direction of an edge */

typedef struct edge {
    svg_point from, to, inward; /* inward: ONE long, square to the edge */
    int length;
} edge;

static edge edge_of(const svg_shape *shape, int i)
{
    edge it = {.from = shape->at[i], .to = next_of(shape, i)};
    const int x = it.to.x - it.from.x, y = it.to.y - it.from.y;
    const int turn = area_of(shape) > 0 ? 1 : -1;
    it.length = svg_root((int64_t)x * x + (int64_t)y * y);
    if (it.length == 0) return it;
    it.inward = (svg_point){-turn * (int)((int64_t)y * ONE / it.length),
                            turn * (int)((int64_t)x * ONE / it.length)};
    return it;
}

static svg_point along(const edge *it, int part, int inset)
{
    if (it->length == 0) return it->from;
    return (svg_point){it->from.x + (int)((int64_t)(it->to.x - it->from.x) * part / it->length)
                           + it->inward.x * inset / ONE,
                       it->from.y + (int)((int64_t)(it->to.y - it->from.y) * part / it->length)
                           + it->inward.y * inset / ONE};
}

/* The shape drawn in on all sides; a count of 0: it is too narrow for that. */
static svg_shape inset_of(const svg_shape *shape, int inset)
{
    svg_shape inner = {.count = shape->count};
    for (int i = 0; i < shape->count; i++) {
        const edge before = edge_of(shape, (i + shape->count - 1) % shape->count),
                   after = edge_of(shape, i);
        const int dot = (before.inward.x * after.inward.x + before.inward.y * after.inward.y) / ONE;
        const int across = ONE + dot < ONE / 4 ? ONE / 4 : ONE + dot;
        inner.at[i] =
            (svg_point){shape->at[i].x + (before.inward.x + after.inward.x) * inset / across,
                        shape->at[i].y + (before.inward.y + after.inward.y) * inset / across};
    }
    for (int i = 0; i < inner.count; i++) { /* each edge keeps its direction, or it has crossed */
        const svg_point a = shape->at[i], b = next_of(shape, i), c = inner.at[i],
                        d = next_of(&inner, i);
        const int64_t ahead =
            (int64_t)(b.x - a.x) * (d.x - c.x) + (int64_t)(b.y - a.y) * (d.y - c.y);
        if (ahead <= 0 || !is_inside(shape, c)) inner.count = 0;
    }
    return inner;
}

/* An uneven smooth line along the shape. */
static void put_wobbly(const svg_page *page, const svg_shape *shape)
{
    enum { PIECE = 64 };
    svg_curve line = {.page = page};
    for (int i = 0; i < shape->count; i++) {
        const edge it = edge_of(shape, i);
        const int pieces = it.length / PIECE + 1;
        for (int piece = 0; piece < pieces; piece++) {
            const int part = it.length * (2 * piece + 1) / (2 * pieces);
            const svg_point at = along(&it, part, 0);
            svg_curve_add(&line, along(&it, part, svg_jitter(at.x, at.y, 3, 5)));
        }
    }
    svg_curve_close(&line);
}

/* ---- Things scattered over an area. ---- */
typedef struct sowing {
    int step;   /* from one to the next */
    int margin; /* how far they keep inside */
    int size;   /* tenths */
    svg_stamp common, other;
    int others; /* of a hundred */
} sowing;

static bool is_well_inside(const svg_shape *shape, svg_point at, int margin)
{
    return is_inside(shape, (svg_point){at.x - margin, at.y - margin})
           && is_inside(shape, (svg_point){at.x + margin, at.y - margin})
           && is_inside(shape, (svg_point){at.x - margin, at.y + margin})
           && is_inside(shape, (svg_point){at.x + margin, at.y + margin});
}

static svg_box bounds_of(const svg_shape *shape)
{
    svg_box box = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
    for (int i = 0; i < shape->count; i++) {
        const svg_point at = shape->at[i];
        if (at.x < box.left) box.left = at.x;
        if (at.x > box.right) box.right = at.x;
        if (at.y < box.top) box.top = at.y;
        if (at.y > box.bottom) box.bottom = at.y;
    }
    return box;
}

/* Never a longer loop than this, whatever the size of the area. */
enum { SOWN_LINES_MAX = 200 };

static void sow(const svg_shape *shape, const sowing *how, svg_spots *spots)
{
    const svg_box box = bounds_of(shape);
    const int step = how->step, first = how->margin + step / 4;
    for (int row = 0; row < SOWN_LINES_MAX; row++) {
        const int y = box.top + first + row * step;
        if (y >= box.bottom) return;
        for (int i = 0; i < SOWN_LINES_MAX; i++) {
            const int x = box.left + first + i * step + (row % 2) * step / 2;
            if (x >= box.right) break;
            const svg_point at = {x + svg_jitter(x, y, 1, step / 5),
                                  y + svg_jitter(x, y, 2, step / 5)};
            const bool other = svg_jitter(x, y, 4, 49) + 50 <= how->others;
            if (is_well_inside(shape, at, how->margin))
                svg_spot_add(spots, at, other ? how->other : how->common);
        }
    }
}

static void put_sown(const svg_page *page, const svg_shape *shape, const sowing *how)
{
    svg_spots spots = {.count = 0};
    sow(shape, how, &spots);
    svg_put_spots(page, &spots, how->size);
}

/* ---- The kinds of ground. ---- */
typedef void painter(const svg_page *, const svg_shape *, gg_role, int32_t facing);

static void put_outline(const svg_page *page, const svg_shape *shape, const char *class)
{
    svg_put(page, "<path class=\"ground %s\" d=\"", class);
    svg_outline(page, shape);
    svg_put(page, "\"/>\n");
}

static void put_plain(const svg_page *page, const svg_shape *shape, gg_role role, int32_t facing)
{
    (void)facing;
    put_outline(page, shape, gg_roles[role].name);
}

/* Short strokes down the slope, as wedges: broad and long where the light does not fall, which
 * comes from the upper left. */
static void put_hachures(const svg_page *page, const svg_shape *shape, gg_role role)
{
    const bool high = role == GG_ROLE_hill_high;
    const int step = high ? 11 : 14;
    svg_put(page, "<path class=\"hachure %s\" d=\"", gg_roles[role].name);
    for (int i = 0; i < shape->count; i++) {
        const edge it = edge_of(shape, i);
        const int dark = -(it.inward.x + it.inward.y) * 100 / ONE; /* -141 lit .. 141 dark */
        const int broad = 2 + (dark > 40) + (dark > 100);
        for (int part = step / 2; part + broad < it.length && part / step < 400; part += step) {
            const svg_point foot = along(&it, part, 2), side = along(&it, part + broad, 2);
            const int reach = 19 + dark / 15 + (high ? 6 : 0) + svg_jitter(foot.x, foot.y, 7, 5);
            const svg_point tip = along(&it, part, reach);
            svg_put(page, "M%d %dL%d %dL%d %dZ", foot.x, foot.y, tip.x, tip.y, side.x, side.y);
        }
    }
    svg_put(page, "\"/>\n");
}

static void put_hill(const svg_page *page, const svg_shape *shape, gg_role role, int32_t facing)
{
    const bool high = role == GG_ROLE_hill_high;
    const char *name = gg_roles[role].name;
    (void)facing;
    svg_put(page, "<path class=\"shade\" transform=\"translate(%d %d)\" d=\"", high ? 9 : 6,
            high ? 10 : 7);
    svg_outline(page, shape);
    svg_put(page, "\"/>\n");
    put_outline(page, shape, name);
    for (int i = 0, inset = 28; i < (high ? 3 : 2); i++, inset += high ? 22 : 34) {
        const svg_shape inner = inset_of(shape, inset);
        if (inner.count == 0) break;
        svg_put(page, "<path class=\"top\" d=\"");
        put_wobbly(page, &inner);
        svg_put(page, "\"/>\n<path class=\"contour %s\" d=\"", name);
        put_wobbly(page, &inner);
        svg_put(page, "\"/>\n");
    }
    put_hachures(page, shape, role);
}

static void put_wood(const svg_page *page, const svg_shape *shape, gg_role role, int32_t facing)
{
    static const sowing forest = {
        .step = 38, .margin = 13, .size = 16, .common = SVG_TREE, .other = SVG_FIR, .others = 30};
    static const sowing grove = {
        .step = 25, .margin = 10, .size = 10, .common = SVG_TREE, .other = SVG_FIR, .others = 40};
    (void)facing;
    put_outline(page, shape, gg_roles[role].name);
    put_sown(page, shape, svg_is_table(page) ? &forest : &grove);
}

/* One house near the middle gives way to a church, which needs the room of its neighbours. */
static void build_church(svg_spots *spots, int size)
{
    const svg_point at = spots->list[spots->count / 2].at;
    int kept = 0;
    for (int i = 0; i < spots->count; i++) {
        const int x = spots->list[i].at.x - at.x, y = spots->list[i].at.y - at.y;
        const bool near = x > -3 * size && x < 3 * size && y > -3 * size && y < 2 * size;
        if (!near) spots->list[kept++] = spots->list[i];
    }
    spots->count = kept;
    svg_spot_add(spots, at, SVG_CHURCH);
}

static void put_village(const svg_page *page, const svg_shape *shape, gg_role role, int32_t facing)
{
    static const sowing houses = {
        .step = 40, .margin = 16, .size = 13, .common = SVG_HOUSE, .other = SVG_BARN, .others = 35};
    static const sowing hamlet = {
        .step = 28, .margin = 11, .size = 10, .common = SVG_HOUSE, .other = SVG_BARN, .others = 35};
    const sowing *how = svg_is_table(page) ? &houses : &hamlet;
    svg_spots spots = {.count = 0};
    (void)facing;
    put_outline(page, shape, gg_roles[role].name);
    sow(shape, how, &spots);
    if (spots.count > 6) build_church(&spots, how->size);
    svg_put_spots(page, &spots, how->size);
}

static void put_rough(const svg_page *page, const svg_shape *shape, gg_role role, int32_t facing)
{
    static const sowing crags = {
        .step = 46, .margin = 12, .size = 13, .common = SVG_CRAG, .other = SVG_STONE, .others = 45};
    put_plain(page, shape, role, facing);
    put_sown(page, shape, &crags);
}

static void put_marsh(const svg_page *page, const svg_shape *shape, gg_role role, int32_t facing)
{
    static const sowing reeds = {
        .step = 42, .margin = 10, .size = 14, .common = SVG_REED, .other = SVG_WAVE, .others = 30};
    put_plain(page, shape, role, facing);
    put_sown(page, shape, &reeds);
}

/* The corner from which the longer pair of sides of a four-cornered area runs. */
static int lengthwise(const svg_shape *shape)
{
    return edge_of(shape, 0).length >= edge_of(shape, 1).length ? 0 : 1;
}

/* Lines from end to end that swing a little from side to side. */
static void put_flow(const svg_page *page, const svg_shape *shape)
{
    enum { LINES = 3, PIECE = 46 };
    const int first = lengthwise(shape);
    const edge one = edge_of(shape, first), two = edge_of(shape, (first + 2) % 4);
    const int pieces = one.length / PIECE + 1;
    svg_put(page, "<path class=\"flow\" d=\"");
    for (int i = 1; i <= LINES; i++)
        for (int piece = 0; piece <= pieces; piece++) {
            const svg_point a = along(&one, one.length * piece / pieces, 0),
                            b = along(&two, two.length - two.length * piece / pieces, 0);
            const int sway = svg_jitter(piece, i, first, 12) + i * 100 / (LINES + 1);
            svg_put(page, "%s%d %d",
                    piece == 0   ? "M"
                    : piece == 1 ? "Q"
                                 : " ",
                    a.x + (b.x - a.x) * sway / 100, a.y + (b.y - a.y) * sway / 100);
            if (piece == pieces && pieces % 2 == 1) /* a curve needs pairs of points */
                svg_put(page, " %d %d", (a.x + b.x) / 2, (a.y + b.y) / 2);
        }
    svg_put(page, "\"/>\n");
}

static void put_river(const svg_page *page, const svg_shape *shape, gg_role role, int32_t facing)
{
    static const sowing waves = {
        .step = 60, .margin = 12, .size = 14, .common = SVG_WAVE, .other = SVG_WAVE};
    svg_put(page, "<path class=\"bank\" stroke-width=\"13\" d=\"");
    svg_outline(page, shape);
    svg_put(page, "\"/>\n");
    put_plain(page, shape, role, facing);
    if (shape->count == 4 && role == GG_ROLE_river) put_flow(page, shape);
    else put_sown(page, shape, &waves);
}

/* Stepping stones across the water. */
static void put_ford(const svg_page *page, const svg_shape *shape, gg_role role, int32_t facing)
{
    static const sowing stones = {
        .step = 24, .margin = 8, .size = 8, .common = SVG_STONE, .other = SVG_STONE};
    put_plain(page, shape, role, facing);
    put_sown(page, shape, &stones);
}

/* Planks across the way, rails along it. */
static void put_bridge(const svg_page *page, const svg_shape *shape, gg_role role, int32_t facing)
{
    enum { PLANK = 13 };
    put_plain(page, shape, role, facing);
    if (shape->count != 4) return;
    const bool sideways = facing >= 0 && (facing + 450) / 900 % 2 != 0;
    const edge sample = edge_of(shape, 0);
    const bool level = (sample.to.x - sample.from.x) * (sample.to.x - sample.from.x)
                       > (sample.to.y - sample.from.y) * (sample.to.y - sample.from.y);
    const int first = facing < 0 ? lengthwise(shape) : level == sideways ? 0 : 1;
    const edge one = edge_of(shape, first), two = edge_of(shape, (first + 2) % 4);
    svg_put(page, "<path class=\"plank\" d=\"");
    for (int part = PLANK; part < one.length && part / PLANK < 200; part += PLANK) {
        const svg_point a = along(&one, part, 0), b = along(&two, two.length - part, 0);
        svg_put(page, "M%d %dL%d %d", a.x, a.y, b.x, b.y);
    }
    svg_put(page, "\"/>\n<path class=\"rail\" d=\"M%d %dL%d %dM%d %dL%d %d\"/>\n", one.from.x,
            one.from.y, one.to.x, one.to.y, two.from.x, two.from.y, two.to.x, two.to.y);
}

/* A rampart with its slope outwards. */
static void put_fort(const svg_page *page, const svg_shape *shape, gg_role role, int32_t facing)
{
    enum { STEP = 15 };
    svg_put(page, "<path class=\"glacis\" d=\"");
    for (int i = 0; i < shape->count; i++) {
        const edge it = edge_of(shape, i);
        for (int part = STEP / 2; part < it.length && part / STEP < 400; part += STEP) {
            const svg_point foot = along(&it, part, 0), tip = along(&it, part, -15);
            svg_put(page, "M%d %dL%d %d", foot.x, foot.y, tip.x, tip.y);
        }
    }
    svg_put(page, "\"/>\n");
    put_plain(page, shape, role, facing);
    const svg_shape inner = inset_of(shape, 11);
    svg_put(page, "<path class=\"rampart\" d=\"");
    svg_outline(page, &inner);
    svg_put(page, "\"/>\n");
}

static void put_field(const svg_page *page, const svg_shape *shape, gg_role role, int32_t facing)
{
    enum { FURROW = 16 };
    (void)role, (void)facing;
    put_outline(page, shape, "field-ground");
    if (shape->count != 4) return;
    const int first = lengthwise(shape);
    const edge one = edge_of(shape, first), two = edge_of(shape, (first + 2) % 4);
    svg_put(page, "<path class=\"furrow\" d=\"");
    for (int part = FURROW; part < one.length && part / FURROW < 400; part += FURROW) {
        const svg_point a = along(&one, part, 6), b = along(&two, two.length - part, 6);
        svg_put(page, "M%d %dL%d %d", a.x, a.y, b.x, b.y);
    }
    svg_put(page, "\"/>\n");
}

/* In the order of painting. */
static const struct {
    gg_role role;
    painter *paint;
} painters[] = {
    {GG_ROLE_sector, put_plain},    {GG_ROLE_zone, put_plain},       {GG_ROLE_hill, put_hill},
    {GG_ROLE_hill_high, put_hill},  {GG_ROLE_field, put_field},      {GG_ROLE_marsh, put_marsh},
    {GG_ROLE_water, put_river},     {GG_ROLE_river, put_river},      {GG_ROLE_ford, put_ford},
    {GG_ROLE_rough, put_rough},     {GG_ROLE_road, put_plain},       {GG_ROLE_wood, put_wood},
    {GG_ROLE_hedge, put_plain},     {GG_ROLE_wall, put_plain},       {GG_ROLE_fort, put_fort},
    {GG_ROLE_village, put_village}, {GG_ROLE_building, put_village}, {GG_ROLE_bridge, put_bridge},
};
enum { PAINTERS = sizeof painters / sizeof painters[0] };

void svg_land_area(const svg_page *page, gg_role role, const svg_shape *shape, int32_t facing)
{
    for (int i = 0; i < PAINTERS; i++)
        if (painters[i].role == role && shape->count > 2)
            painters[i].paint(page, shape, role, facing);
}

/* ---- Roads, rivers, hedges and walls that run along a line. ---- */
static void put_course(const svg_page *page, const gg_mark *mark)
{
    if (mark->corners == 0) {
        const svg_point from = svg_at(page, mark->at), to = svg_at(page, mark->to);
        svg_put(page, "M%d %dL%d %d", from.x, from.y, to.x, to.y);
        return;
    }
    const gg_point *points = &page->scene->points[mark->first];
    svg_point last = svg_at(page, points[0]);
    svg_put(page, "M%d %d", last.x, last.y);
    for (int i = 1; i < mark->corners; i++) {
        const svg_point at = svg_at(page, points[i]);
        if (i + 1 == mark->corners) {
            svg_put(page, "L%d %d", at.x, at.y);
            break;
        }
        const svg_point next = svg_at(page, points[i + 1]);
        svg_put(page, "Q%d %d %d %d", at.x, at.y, (at.x + next.x) / 2, (at.y + next.y) / 2);
    }
}

static void put_path(const svg_page *page, const gg_mark *mark)
{
    static const struct {
        gg_role role;
        const char *edge, *line, *middle;
        int width; /* where the mark gives none */
    } looks[] = {{GG_ROLE_road, "way-edge", "way", NULL, 22},
                 {GG_ROLE_hedge, "hedge-edge", "hedge-row", NULL, 9},
                 {GG_ROLE_wall, "wall-edge", "wall-row", NULL, 8},
                 {GG_ROLE_river, "shore", "stream", "current", 22}};
    int row = 0;
    while (looks[row].role != (gg_role)mark->role && looks[row].role != GG_ROLE_river) row++;
    const int given = svg_length(page, mark->size.x), width = given > 0 ? given : looks[row].width;
    const struct {
        const char *class;
        int width;
    } strokes[] = {
        {looks[row].edge, width + 5}, {looks[row].line, width}, {looks[row].middle, width / 3}};
    for (int i = 0; i < 3 && strokes[i].class != NULL; i++) {
        svg_put(page, "<path class=\"%s\" stroke-width=\"%d\" d=\"", strokes[i].class,
                strokes[i].width);
        put_course(page, mark);
        svg_put(page, "\"/>\n");
    }
}

/* ---- All of it. ---- */
static bool is_land(const gg_mark *mark, gg_role role)
{
    return mark->role == role && (mark->shape == GG_AREA || mark->shape == GG_DISC);
}

void svg_land(const svg_page *page)
{
    const gg_scene *scene = page->scene;
    for (int of = 0; of < PAINTERS; of++)
        for (uint32_t i = 0; i < scene->count; i++) {
            const gg_mark *mark = &scene->marks[i];
            const gg_role role = painters[of].role;
            const bool way = role == GG_ROLE_road || role == GG_ROLE_hedge || role == GG_ROLE_wall
                             || (role == GG_ROLE_river && page->columns == 0);
            const bool runs = way && mark->shape == GG_PATH && mark->role == role;
            const bool faint = (mark->flags & GG_FLAG_GHOST) != 0; /* country that is only drawn */
            if (!runs && !is_land(mark, role)) continue;
            if (faint) svg_put(page, "<g class=\"ghost\">\n");
            if (runs) put_path(page, mark);
            else {
                const svg_shape shape = svg_shape_of(page, mark);
                svg_land_area(page, role, &shape, mark->facing);
            }
            if (faint) svg_put(page, "</g>\n");
        }
}

/* Flames over what burns. */
void svg_fires(const svg_page *page)
{
    static const sowing flames = {
        .step = 58, .margin = 14, .size = 18, .common = SVG_FLAME, .other = SVG_FLAME};
    for (uint32_t i = 0; i < page->scene->count; i++) {
        const gg_mark *mark = &page->scene->marks[i];
        if (!is_land(mark, GG_ROLE_fire)) continue;
        const svg_shape shape = svg_shape_of(page, mark);
        put_sown(page, &shape, &flames);
    }
}
