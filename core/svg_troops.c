/*
 * svg_troops.c - the armies: blocks with side colour, the sign of the arm, front, flag and bases.
 *
 * The sides differ by colour and by the shape of their corners (blue square, red round), so that
 * a print without colours can be read too.  Signs and names stay upright whichever way a block
 * faces; only its body, its front edge and its flag turn.
 */
#include "core/svg.h"

enum {
    BADGE = 60, /* the least width and height that hold a sign, a name and pips */
    FLAG_INSET = 5,
};

typedef struct livery {
    const char *body, *dark, *pale;
    int corner;
} livery;

static const livery liveries[] = {
    [GG_BLUE] = {.body = "#2b5fa8", .dark = "#142f57", .pale = "#dfe9f7", .corner = 3},
    [GG_RED] = {.body = "#c8452b", .dark = "#6b1d0f", .pale = "#fbe5df", .corner = 17},
    [GG_NOBODY] = {.body = "#6b6b63", .dark = "#33332e", .pale = "#ecece4", .corner = 8},
};
/* Of blocks that have acted. */
static const livery worn[] = {
    [GG_BLUE] = {.body = "#8ea8cc", .dark = "#54698b", .pale = "#e6ecf5", .corner = 3},
    [GG_RED] = {.body = "#dd9d8d", .dark = "#9a6a5e", .pale = "#f8ebe7", .corner = 17},
    [GG_NOBODY] = {.body = "#a9a9a1", .dark = "#77776f", .pale = "#f0f0ea", .corner = 8},
};

/* ---- The sign of an arm, in a box 40 wide and 25 high about the origin. ---- */
#define CROSS "<path d=\"M-20 -12L20 12M-20 12L20 -12\""
#define INK " fill=\"#1d1d1d\"/>"
static const char *const signs[GG_ROLES] = {
    [GG_ROLE_infantry] = CROSS "/>",
    [GG_ROLE_guard] =
        CROSS "/><path d=\"M0 -11.5l2.9 7.6 8 .4-6.3 5 2.2 7.8-6.8-4.5-6.8 4.5 2.2-7.8"
              "-6.3-5 8-.4z\" fill=\"#f2c230\" stroke-width=\"1.5\"/>",
    [GG_ROLE_conscript] = CROSS " stroke-dasharray=\"5 4\"/>",
    [GG_ROLE_skirmisher] =
        "<circle cx=\"-12\" cy=\"-4\" r=\"3\"" INK "<circle cx=\"0\" cy=\"4\" r=\"3\"" INK
        "<circle cx=\"12\" cy=\"-4\" r=\"3\"" INK,
    [GG_ROLE_cavalry] = "<path d=\"M-20 12L20 -12\"/>",
    [GG_ROLE_heavy] = "<path d=\"M-20 12L20 -12V12Z\"" INK,
    [GG_ROLE_artillery] = "<circle r=\"6\"" INK,
    [GG_ROLE_commander] = "<path d=\"M0 -10l3 7 7 0-6 4 2 7-6-4-6 4 2-7-6-4 7 0z\"" INK,
    [GG_ROLE_company] = "<path d=\"M-20 0H20\"/>",
    [GG_ROLE_token] = "<circle r=\"4\"/>",
};
#undef CROSS
#undef INK

static void put_sign(const svg_page *page, gg_role role, const livery *colours, int y)
{
    svg_put(
        page,
        "<g transform=\"translate(0 %d)\" fill=\"none\" stroke=\"#1d1d1d\" stroke-width=\"2.2\">"
        "<rect x=\"-20\" y=\"-12\" width=\"40\" height=\"24\" fill=\"%s\" "
        "stroke-width=\"%s\"%s/>%s</g>",
        y, colours->pale, role == GG_ROLE_guard ? "3" : "1.6",
        role == GG_ROLE_skirmisher ? " stroke-dasharray=\"4 3\"" : "",
        signs[role] != NULL ? signs[role] : "");
}

static void put_pips(const svg_page *page, const gg_mark *mark, int y)
{
    const int step = mark->strength > 6 ? 8 : 11, across = (mark->strength - 1) * step;
    for (int i = 0; i < mark->strength; i++)
        svg_put(page,
                "<rect x=\"%d\" y=\"%d\" width=\"7\" height=\"7\" fill=\"#fff\" stroke=\"#222\" "
                "stroke-width=\".7\"/>",
                i * step - across / 2 - 3, y - 3);
}

/* ---- The body, drawn facing up and turned as a whole. ---- */
static void put_body(const svg_page *page, const gg_mark *mark, const livery *colours, int width,
                     int height)
{
    const int x = -width / 2, y = -height / 2;
    const bool loose = mark->role == GG_ROLE_skirmisher;
    svg_put(page,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"#1b1408\" "
            "opacity=\".3\" transform=\"translate(2 3)\"/>",
            x, y, width, height, colours->corner);
    svg_put(page,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"%s\" "
            "stroke=\"%s\" stroke-width=\"2\"%s/>",
            x, y, width, height, colours->corner, colours->body, colours->dark,
            loose ? " stroke-dasharray=\"7 4\"" : "");
    if ((mark->flags & GG_FLAG_CHOSEN) != 0)
        svg_put(page,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"none\" "
                "stroke=\"#f2c230\" stroke-width=\"6\"/>",
                x - 4, y - 4, width + 8, height + 8, colours->corner + 3);
}

/* A thick edge and an arrowhead: the way it faces can be seen across a table. */
static void put_front(const svg_page *page, const livery *colours, int width, int height)
{
    const int half = width / 2 - 2, y = -height / 2;
    const int thick = height < BADGE ? 4 : 9, head = width < BADGE ? 6 : 13;
    svg_put(page,
            "<path d=\"M%d %dH%d\" stroke=\"%s\" stroke-width=\"%d\" stroke-linecap=\"round\"/>",
            -half, y + 2, half, colours->dark, thick);
    svg_put(page, "<path d=\"M%d %dL0 %dL%d %dZ\" fill=\"%s\"/>", -head, y, y - head + 1, head, y,
            colours->dark);
}

/* In square: four fronts and an open middle. */
static void put_square(const svg_page *page, const livery *colours, int width, int height)
{
    const int x = width / 2 - 1, y = height / 2 - 1;
    svg_put(page,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" stroke=\"%s\" "
            "stroke-width=\"2\"/>",
            -x + 12, -y + 12, 2 * x - 24, 2 * y - 24, "#f3eeda", colours->dark);
    svg_put(page,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"%s\" "
            "stroke-width=\"7\"/>",
            -x, -y, 2 * x, 2 * y, colours->dark);
    svg_put(page,
            "<path d=\"M-8 %dL0 %dL8 %dZM-8 %dL0 %dL8 %dZM%d -8L%d 0L%d 8ZM%d -8L%d 0L%d 8Z\" "
            "fill=\"%s\"/>",
            -y, -y - 11, -y, y, y + 11, y, -x, -x - 11, -x, x, x + 11, x, colours->dark);
}

/* ---- One block. ---- */
static const char *facing_words(int32_t facing)
{
    static const char *const words[] = {"north", "north-east", "east", "south-east",
                                        "south", "south-west", "west", "north-west"};
    return words[(facing + 225) / 450 % 8];
}

/* For screen readers and for the mouse that rests on a block. */
static void put_title(const svg_page *page, const gg_mark *mark)
{
    svg_put(page, "<title>");
    svg_put_words(page, mark->label);
    svg_put(page, "%s%s", mark->label[0] != 0 ? ": " : "", gg_roles[mark->role].words);
    if (mark->strength > 0) svg_put(page, ", strength %d", (int)mark->strength);
    if ((mark->flags & GG_FLAG_SQUARE) != 0)
        svg_put(page, ", in square");
    else if (mark->facing >= 0)
        svg_put(page, ", facing %s", facing_words(mark->facing));
    if ((mark->flags & GG_FLAG_ACTED) != 0) svg_put(page, ", has acted");
    svg_put(page, "</title>");
}

/* The front right corner of a block; `turn` in tenths of a degree. */
static svg_point front_right(int width, int height, int32_t turn)
{
    static const svg_point corners[] = {{1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
    const int quarter = (int)((turn + 450) / 900 % 4);
    const bool sideways = quarter % 2 != 0;
    return (svg_point){corners[quarter].x * ((sideways ? height : width) / 2 - FLAG_INSET),
                       corners[quarter].y * ((sideways ? width : height) / 2 - FLAG_INSET)};
}

/* The flag stands on the front right base and flies outwards, clear of name and pips. */
static void put_flag(const svg_page *page, svg_point at)
{
    svg_put(
        page,
        "<g transform=\"translate(%d %d) scale(%d 1)\"><path d=\"M0 8V-13\" stroke=\"#3a2a10\" "
        "stroke-width=\"2.4\"/>"
        "<path d=\"M1 -13l13 4-13 5z\" fill=\"#f2c230\" stroke=\"#3a2a10\" stroke-width=\"1.2\"/>"
        "<circle cy=\"8\" r=\"2.4\" fill=\"#3a2a10\"/></g>",
        at.x, at.y + 2, at.x < 0 ? -1 : 1);
}

/* Done for this turn: a tick on the corner that has no flag. */
static void put_tick(const svg_page *page, svg_point flag)
{
    svg_put(page,
            "<g transform=\"translate(%d %d)\" fill=\"none\" stroke-linejoin=\"round\">"
            "<path d=\"M-8 0l6 7 11-15\" stroke=\"#fff\" stroke-width=\"9\"/>"
            "<path d=\"M-8 0l6 7 11-15\" stroke=\"#1d1d1d\" stroke-width=\"4\"/></g>",
            -flag.x, -flag.y);
}

/* On a board the badge of a block of two squares stands on the one with the flag. */
static svg_point badge_place(const svg_page *page, int width, int height, svg_point corner)
{
    const int longer = width > height ? width : height, shorter = width > height ? height : width;
    const int off = page->columns > 0 && longer > SVG_CELL ? (longer - shorter) / 2 : 0;
    const bool along_x = corner.x * corner.x > corner.y * corner.y;
    return (svg_point){along_x ? (corner.x < 0 ? -off : off) : 0,
                       along_x ? 0 : (corner.y < 0 ? -off : off)};
}

/* Sign, name and pips of a block that has room for them. */
static void put_badge(const svg_page *page, const gg_mark *mark, const livery *colours,
                      svg_point at)
{
    const bool hollow = (mark->flags & GG_FLAG_SQUARE) != 0;
    svg_put(page, "<g transform=\"translate(%d %d)\">", at.x, at.y);
    put_sign(page, (gg_role)mark->role, colours, hollow ? -14 : -15);
    svg_put(
        page,
        "<text y=\"%d\" font-size=\"%d\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"%s\">",
        hollow ? 16 : 17, mark->label[0] != 0 && mark->label[3] != 0 ? 20 : 22,
        hollow ? "#1d1d1d" : "#fff");
    svg_put_words(page, mark->label);
    svg_put(page, "</text>");
    if (mark->strength > 0) put_pips(page, mark, hollow ? 24 : 26);
    svg_put(page, "</g>");
}

/* Small blocks on a measured table are named beside: name and strength. */
static void put_caption(const svg_page *page, const gg_mark *mark, int away)
{
    svg_put(page,
            "<text y=\"%d\" font-size=\"17\" font-weight=\"bold\" text-anchor=\"middle\" "
            "fill=\"#1d1d1d\" stroke=\"#f3eeda\" "
            "stroke-width=\"4\" paint-order=\"stroke\">",
            away);
    svg_put_words(page, mark->label);
    if (mark->strength > 0) svg_put(page, " %d", (int)mark->strength);
    svg_put(page, "</text>");
}

static void put_block(const svg_page *page, const gg_mark *mark)
{
    const bool acted = (mark->flags & GG_FLAG_ACTED) != 0;
    const livery *colours =
        &(acted ? worn : liveries)[mark->side <= GG_NOBODY ? mark->side : GG_NOBODY];
    const svg_point at = svg_at(page, mark->at);
    const int width = svg_length(page, mark->size.x), height = svg_length(page, mark->size.y);
    const int32_t turn = mark->facing < 0 ? 0 : mark->facing;
    svg_put(page, "<g transform=\"translate(%d %d)\"", at.x, at.y);
    if (mark->unit != GG_NO_UNIT) svg_put(page, " data-unit=\"%d\"", (int)mark->unit);
    svg_put(page, ">");
    put_title(page, mark);
    svg_put(page, "<g transform=\"rotate(%d)\">", (int)(turn / 10));
    put_body(page, mark, colours, width, height);
    if ((mark->flags & GG_FLAG_SQUARE) != 0)
        put_square(page, colours, width, height);
    else if (mark->facing >= 0)
        put_front(page, colours, width, height);
    svg_put(page, "</g>");
    const bool roomy = width >= BADGE && height >= BADGE;
    const svg_point corner = front_right(width, height, turn);
    if (roomy && (mark->label[0] != 0 || mark->strength > 0))
        put_badge(page, mark, colours, badge_place(page, width, height, corner));
    if (!roomy) put_caption(page, mark, height / 2 + 19);
    if ((mark->flags & GG_FLAG_COMMAND) != 0) put_flag(page, corner);
    if ((mark->flags & GG_FLAG_ROUTED) != 0)
        svg_put(page,
                "<path d=\"M%d %dL%d %dM%d %dL%d %d\" stroke=\"#fff\" stroke-width=\"4\" "
                "opacity=\".85\"/>",
                -width / 3, -height / 3, width / 3, height / 3, -width / 3, height / 3, width / 3,
                -height / 3);
    if (acted && roomy) put_tick(page, corner);
    svg_put(page, "</g>\n");
}

static void put_disc(const svg_page *page, const gg_mark *mark)
{
    const svg_point at = svg_at(page, mark->at);
    const char *fill =
        mark->side < GG_NOBODY ? liveries[mark->side].body : gg_roles[mark->role].fill;
    svg_put(
        page,
        "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\" stroke=\"#222\" stroke-width=\"2\"/>\n",
        at.x, at.y, svg_length(page, mark->size.x) / 2, fill);
}

static void put_label(const svg_page *page, const gg_mark *mark)
{
    const svg_point at = svg_at(page, mark->at);
    svg_put(page,
            "<text x=\"%d\" y=\"%d\" font-size=\"22\" font-style=\"italic\" text-anchor=\"middle\" "
            "fill=\"#222\" "
            "stroke=\"#f3eeda\" stroke-width=\"4\" paint-order=\"stroke\">",
            at.x, at.y + 7);
    svg_put_words(page, mark->label);
    svg_put(page, "</text>\n");
}

void svg_troops(const svg_page *page)
{
    for (uint32_t i = 0; i < page->scene->count; i++) {
        const gg_mark *mark = &page->scene->marks[i];
        if (mark->shape == GG_BLOCK) put_block(page, mark);
        if (mark->shape == GG_DISC && !svg_is_ground((gg_role)mark->role)) put_disc(page, mark);
        if (mark->shape == GG_LABEL) put_label(page, mark);
    }
}

void svg_troop_key(const svg_page *page, const gg_mark *mark, svg_point centre)
{
    svg_page sample = *page;
    sample.left = sample.top = 0;
    svg_put(page, "<g transform=\"translate(%d %d) scale(.56)\">", centre.x, centre.y);
    gg_mark key = *mark;
    key.at = (gg_point){page->scene->low.x, page->scene->high.y}; /* the origin of the sample */
    key.size = (gg_point){page->unit * 74 / 100, page->unit * 74 / 100};
    put_block(&sample, &key);
    svg_put(page, "</g>\n");
}

/* ---- Arrows: what was done last. ---- */
static int root(int number)
{
    int guess = 0;
    while ((guess + 1) * (guess + 1) <= number)
        guess++;
    return guess;
}

/* An arrow with a light rim, so that it shows on any ground and over blocks. */
static void put_arrow(const svg_page *page, svg_point from, svg_point to, gg_role role)
{
    const int x = to.x - from.x, y = to.y - from.y, length = root(x * x + y * y);
    if (length < 4) return;
    const svg_point neck = {to.x - x * 24 / length, to.y - y * 24 / length};
    const svg_point wing = {-y * 13 / length, x * 13 / length};
    const char *dashes = role == GG_ROLE_last_shot ? " stroke-dasharray=\"4 13\"" : "";
    for (int pass = 0; pass < 2; pass++) {
        const char *colour = pass == 0 ? "#fffbe8" : gg_roles[role].fill;
        svg_put(page,
                "<g fill=\"%s\" stroke=\"%s\" stroke-linecap=\"round\" stroke-linejoin=\"round\" "
                "opacity=\".9\">",
                colour, colour);
        svg_put(page, "<path d=\"M%d %dL%d %d\" fill=\"none\" stroke-width=\"%d\"%s/>", from.x,
                from.y, neck.x, neck.y, pass == 0 ? 12 : 7, dashes);
        svg_put(page, "<path d=\"M%d %dL%d %dL%d %dZ\" stroke-width=\"%d\"/></g>\n", to.x, to.y,
                neck.x + wing.x, neck.y + wing.y, neck.x - wing.x, neck.y - wing.y,
                pass == 0 ? 7 : 2);
    }
}

/* Arrows run from middle to middle; the ends are kept off the signs of the blocks. */
void svg_arrows(const svg_page *page)
{
    for (uint32_t i = 0; i < page->scene->count; i++) {
        const gg_mark *mark = &page->scene->marks[i];
        if (mark->shape != GG_ARROW) continue;
        svg_point from = svg_at(page, mark->at), to = svg_at(page, mark->to);
        const int x = to.x - from.x, y = to.y - from.y, length = root(x * x + y * y);
        if (length > SVG_CELL / 2) {
            const int head = 34, tail = gg_scene_block(page->scene, mark->at) != NULL ? 40 : 0;
            from = (svg_point){from.x + x * tail / length, from.y + y * tail / length};
            to = (svg_point){to.x - x * head / length, to.y - y * head / length};
        }
        put_arrow(page, from, to, (gg_role)mark->role);
    }
}

void svg_arrow_key(const svg_page *page, gg_role role, svg_point centre)
{
    put_arrow(page, (svg_point){centre.x - 20, centre.y}, (svg_point){centre.x + 22, centre.y},
              role);
}
