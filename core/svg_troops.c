/*
 * svg_troops.c - the armies: blocks with side, arm, front, formation, coat, strength and state.
 *
 * The sides differ by colour and by the shape of their corners (blue square, red cut off), so
 * that a print without colours can be read too.  On a board signs and names stay upright; on a
 * measured table, where blocks are small and stand at any angle, the sign turns with the block
 * but never upside down, and the name stands beside it (svg_names.c).
 * SPDX-License-Identifier: MIT
 */
#include "core/svg.h"

enum {
    NOMINAL = 80,      /* the block for which signs and pips are drawn; others are scaled */
    NOMINAL_LINE = 40, /* the depth of a wide block for the same */
    ROOMY = 56,        /* the least width and height that hold a sign, a name and pips */
    BOX_WIDTH = 48,    /* of the sign */
    BOX_HEIGHT = 28,
};

const char *svg_side_class(gg_side side)
{
    return side == GG_BLUE ? "blue" : side == GG_RED ? "red" : "nobody";
}

/* ---- The sign of an arm, in a box 48 wide and 28 high about the origin. ---- */
typedef struct sign {
    const char *class, *path;
} sign;

#define CROSS "M-24 -14L24 14M-24 14L24 -14"
#define HALF(r, d) "a" #r " " #r " 0 1 0 " #d " 0"
#define DOT(x, y, r, d) "M" #x " " #y "m-" #r " 0" HALF(r, d) HALF(r, -d) "z"
#define STAR "M0 -13l3.3 8.6 9 .4-7.1 5.7 2.5 8.8-7.7-5.1-7.7 5.1 2.5-8.8-7.1-5.7 9-.4z"
static const sign signs[GG_ROLES][2] = {
    [GG_ROLE_infantry] = {{"sign", CROSS}},
    [GG_ROLE_guard] = {{"sign", CROSS}, {"star", STAR}},
    [GG_ROLE_conscript] = {{"sign dashed", CROSS}},
    [GG_ROLE_skirmisher] = {{"sign solid", DOT(-14, -5, 4, 8) DOT(0, 5, 4, 8) DOT(14, -5, 4, 8)}},
    [GG_ROLE_cavalry] = {{"sign", "M-24 14L24 -14"}},
    [GG_ROLE_heavy] = {{"sign solid", "M-24 14L24 -14V14Z"}},
    [GG_ROLE_artillery] = {{"sign solid", DOT(0, 0, 8, 16)}},
    [GG_ROLE_commander] = {{"star", STAR}},
    [GG_ROLE_company] = {{"sign", "M-24 0H24"}},
    [GG_ROLE_hidden] = {{"sign", "M-8 -6a8 8 0 1 1 11 7q-3 2-3 6M0 13v2"}},
    [GG_ROLE_token] = {{"sign", DOT(0, 0, 5, 10)}},
};
/* Guns show whether they can fire: the barrel towards the front, or the limber's wheels. */
static const sign limber = {"sign", "M-8 0H-12M8 0H12" DOT(-17, 0, 5, 10) DOT(17, 0, 5, 10)};
static const sign barrel = {"sign", "M-3 0V-14M3 0V-14M-12 -8V8M12 -8V8"};
#undef CROSS
#undef DOT
#undef HALF
#undef STAR

static void put_path(const svg_page *page, sign it)
{
    if (it.class != NULL) svg_put(page, "<path class=\"%s\" d=\"%s\"/>", it.class, it.path);
}

/* How good they are: a dark bar at the foot of the sign for the poor, a bright one for the good,
 * and another at its head for the best.  So it can be told without colours. */
static void put_quality(const svg_page *page, gg_quality quality)
{
    enum { BAR = 6 };
    if (quality == GG_QUALITY_USUAL) return;
    svg_put(page, "<path class=\"bar%s\" d=\"M%d %dh%dv%dh%dz",
            quality == GG_QUALITY_POOR ? " low" : "", -BOX_WIDTH / 2, BOX_HEIGHT / 2 - BAR,
            BOX_WIDTH, BAR, -BOX_WIDTH);
    if (quality == GG_QUALITY_ELITE)
        svg_put(page, "M%d %dh%dv%dh%dz", -BOX_WIDTH / 2, -BOX_HEIGHT / 2, BOX_WIDTH, BAR,
                -BOX_WIDTH);
    svg_put(page, "\"/>");
}

static void put_sign(const svg_page *page, const gg_mark *mark)
{
    svg_put(page, "<rect class=\"box\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>",
            -BOX_WIDTH / 2, -BOX_HEIGHT / 2, BOX_WIDTH, BOX_HEIGHT);
    put_quality(page, (gg_quality)mark->quality);
    put_path(page, signs[mark->role][0]);
    put_path(page, signs[mark->role][1]);
    if (mark->role == GG_ROLE_artillery && mark->form == GG_FORM_LIMBERED) put_path(page, limber);
    if (mark->role == GG_ROLE_artillery && mark->form == GG_FORM_UNLIMBERED) put_path(page, barrel);
}

/* In one row about its middle, in two if they are many. */
static void put_pips(const svg_page *page, int count, svg_point middle)
{
    if (count == 0) return;
    const int step = count > 6 ? 64 / count : 11, size = step > 9 ? 8 : step - 2;
    if (size < 2) {
        svg_put(page, "<text class=\"badge\" x=\"%d\" y=\"%d\">%d</text>", middle.x, middle.y + 8,
                count);
        return;
    }
    svg_put(page, "<path class=\"pip\" d=\"");
    for (int i = 0; i < count; i++)
        svg_put(page, "M%d %dh%dv%dh%dz", middle.x + i * step - (count - 1) * step / 2 - size / 2,
                middle.y - 4, size, 8, -size);
    svg_put(page, "\"/>");
}

/* A lozenge for each marker of fear, one above the other or side by side. */
static void put_markers(const svg_page *page, int count, svg_point first, svg_point step)
{
    if (count == 0) return;
    svg_put(page, "<path class=\"shaken\" d=\"");
    for (int i = 0; i < count && i < 4; i++)
        svg_put(page, "M%d %dl7 9l-7 9l-7 -9z", first.x + i * step.x, first.y + i * step.y - 9);
    svg_put(page, "\"/>");
}

/* ---- The body, drawn facing up and turned as a whole. ---- */

/* How much of each corner is cut off. */
static int cut_of(gg_side side, int width, int height)
{
    const int shorter = width < height ? width : height;
    return side == GG_RED ? shorter * 14 / 100 : 0;
}

static void put_shape(const svg_page *page, const char *class, int width, int height, int cut)
{
    const int x = width / 2, y = height / 2;
    if (cut == 0)
        svg_put(page, "<path class=\"%s\" d=\"M%d %dh%dv%dh%dz\"/>", class, -x, -y, 2 * x, 2 * y,
                -2 * x);
    else
        svg_put(page, "<path class=\"%s\" d=\"M%d %dh%dl%d %dv%dl%d %dh%dl%d %dv%dz\"/>", class,
                -x + cut, -y, 2 * (x - cut), cut, cut, 2 * (y - cut), -cut, cut, -2 * (x - cut),
                -cut, -cut, -2 * (y - cut));
}

/* Whose coat: a band of its cloth along the rear, piped with its facings. */
static void put_coat(const svg_page *page, const gg_mark *mark, int width, int height, int cut)
{
    static const char *const names[GG_COATS] = {
#define COAT(id, cloth, facings, words) #id,
#include "core/coats.def"
#undef COAT
    };
    if (mark->coat == GG_COAT_none || mark->coat >= GG_COATS) return;
    const int band = height / 6 > 6 ? height / 6 : 6, x = width / 2 - cut - 1, y = height / 2 - 1;
    svg_put(page,
            "<path class=\"cloth %s\" d=\"M%d %dh%dv%dh%dz\"/>"
            "<path class=\"facings %s\" d=\"M%d %dh%d\"/>",
            names[mark->coat], -x, y - band, 2 * x, band, -2 * x, names[mark->coat], -x, y - band,
            2 * x);
}

/* Lines across a column, a line along a column of march: how deep it stands. */
static void put_form(const svg_page *page, const gg_mark *mark, int width, int height)
{
    const int x = width / 2 - 3, y = height / 2 - 6;
    if (mark->form == GG_FORM_COLUMN)
        svg_put(page, "<path class=\"rank\" d=\"M%d %dh%dM%d %dh%dM%d %dh%d\"/>", -x, -y / 3, 2 * x,
                -x, y / 8, 2 * x, -x, y * 5 / 9, 2 * x);
    if (mark->form == GG_FORM_MARCH)
        svg_put(page, "<path class=\"rank\" d=\"M%d %dL0 %dL%d %dM%d %dL0 %dL%d %d\"/>", -x, 0,
                -x / 2, x, 0, -x, x, x / 2, x, x);
}

/* A thick edge and an arrowhead, so that the way it faces can be seen across a table; ragged if
 * the ranks are in disorder. */
static void put_front(const svg_page *page, const gg_mark *mark, int width, int height, int cut)
{
    const int x = width / 2 - cut, y = -height / 2, shorter = width < height ? width : height;
    const int thick = shorter > 50 ? 9 : 6, head = shorter > 50 ? 14 : 11;
    if ((mark->flags & GG_FLAG_DISORDERED) != 0) {
        const int teeth = 2 * x / 16 + 1;
        svg_put(page, "<path class=\"front\" d=\"M%d %d", -x, y);
        for (int i = 0; i < teeth; i++)
            svg_put(page, "L%d %dL%d %d", -x + 2 * x * (2 * i + 1) / (2 * teeth), y + 2 * thick,
                    -x + 2 * x * (i + 1) / teeth, y);
        svg_put(page, "Z\"/>");
    } else {
        svg_put(page, "<path class=\"front\" d=\"M%d %dh%dv%dh%dz\"/>", -x, y, 2 * x, thick,
                -2 * x);
    }
    svg_put(page, "<path class=\"front\" d=\"M%d %dL0 %dL%d %dZ\"/>", -head, y, y - head, head, y);
}

/* In square: four fronts and an open middle. */
static void put_square(const svg_page *page, int width, int height)
{
    const int x = width / 2, y = height / 2, wall = (x < y ? x : y) / 4;
    put_shape(page, "hollow", width * 3 / 4, height * 3 / 4, 0);
    svg_put(page,
            "<path class=\"front\" fill-rule=\"evenodd\" d=\"M%d %dh%dv%dh%dzM%d %dh%dv%dh%dz\"/>",
            -x, -y, 2 * x, 2 * y, -2 * x, -x + wall / 2, -y + wall / 2, 2 * x - wall, 2 * y - wall,
            -2 * x + wall);
    svg_put(page,
            "<path class=\"front\" d=\"M-9 %dL0 %dL9 %dZM-9 %dL0 %dL9 %dZM%d -9L%d 0L%d 9ZM%d "
            "-9L%d 0L%d 9Z\"/>",
            -y, -y - 11, -y, y, y + 11, y, -x, -x - 11, -x, x, x + 11, x);
}

/* The ghost of one who has acted is where it was; only its place there is known. */
static bool is_past(const gg_mark *mark)
{
    return (mark->flags & GG_FLAG_GHOST) != 0 && (mark->flags & GG_FLAG_ACTED) != 0;
}

static void put_body(const svg_page *page, const gg_mark *mark, int width, int height)
{
    const int cut = cut_of(mark->side, width, height);
    if ((mark->flags & GG_FLAG_CHOSEN) != 0)
        put_shape(page, "chosen-rim", width + 12, height + 12, cut);
    put_shape(page, "body", width, height, cut);
    if (mark->side == GG_RED && cut > 3)
        put_shape(page, "piping", width - 9, height - 9, cut * 7 / 10);
    put_form(page, mark, width, height);
    if ((mark->flags & GG_FLAG_GHOST) == 0) put_coat(page, mark, width, height, cut);
    if ((mark->flags & GG_FLAG_SQUARE) != 0) put_square(page, width, height);
    else if (mark->facing >= 0 && !is_past(mark)) put_front(page, mark, width, height, cut);
}

/* ---- Words. ---- */
static const char *form_words(const gg_mark *mark)
{
    switch ((gg_form)mark->form) {
    case GG_FORM_LINE: return "line";
    case GG_FORM_COLUMN: return "column";
    case GG_FORM_MARCH: return "march";
    case GG_FORM_OPEN: return "open";
    case GG_FORM_LIMBERED: return "limbered";
    case GG_FORM_UNLIMBERED: return "unlimbered";
    case GG_FORM_SQUARE:
    case GG_FORM_NONE: break;
    }
    return "";
}

static const char *const quality_words[] = {
    [GG_QUALITY_USUAL] = "",
    [GG_QUALITY_POOR] = "poor",
    [GG_QUALITY_GOOD] = "good",
    [GG_QUALITY_ELITE] = "elite",
};

/* What flags are called: in the class of a unit, and for people. */
static const struct {
    uint16_t flag;
    const char *class, *words;
} flag_words[] = {
    {GG_FLAG_SQUARE, "square", "in square"}, {GG_FLAG_ACTED, "acted", "has acted"},
    {GG_FLAG_ROUTED, "routed", "routed"},    {GG_FLAG_DISORDERED, "disordered", "disordered"},
    {GG_FLAG_CHOSEN, "chosen", ""},          {GG_FLAG_GHOST, "ghost", ""},
    {GG_FLAG_REFUSED, "refused", ""},
};
enum { FLAG_WORDS = sizeof flag_words / sizeof flag_words[0] };

/* For screen readers and for the mouse that rests on a block. */
static void put_title(const svg_page *page, const gg_mark *mark)
{
    if ((mark->flags & GG_FLAG_GHOST) != 0) return;
    svg_put(page, "<title>");
    svg_put_words(page, mark->label);
    svg_put(page, "%s%s", mark->label[0] != 0 ? ": " : "", gg_roles[mark->role].words);
    if (mark->quality != GG_QUALITY_USUAL) svg_put(page, ", %s", quality_words[mark->quality]);
    if (mark->strength > 0) svg_put(page, ", strength %d", (int)mark->strength);
    if (form_words(mark)[0] != 0) svg_put(page, ", %s", form_words(mark));
    if (mark->facing >= 0 && (mark->flags & GG_FLAG_SQUARE) == 0)
        svg_put(page, ", facing %s", gg_wind_name(mark->facing));
    if (mark->markers > 0)
        svg_put(page, ", %s %d", gg_marker_words[mark->marker], (int)mark->markers);
    for (int i = 0; i < FLAG_WORDS; i++)
        if ((mark->flags & flag_words[i].flag) != 0 && flag_words[i].words[0] != 0)
            svg_put(page, ", %s", flag_words[i].words);
    svg_put(page, "</title>");
}

static void put_classes(const svg_page *page, const gg_mark *mark)
{
    svg_put(page, "unit %s %s", svg_side_class(mark->side), gg_roles[mark->role].name);
    if (form_words(mark)[0] != 0) svg_put(page, " %s", form_words(mark));
    for (int i = 0; i < FLAG_WORDS; i++)
        if ((mark->flags & flag_words[i].flag) != 0) svg_put(page, " %s", flag_words[i].class);
}

static void open_group(const svg_page *page, const gg_mark *mark, svg_point at)
{
    svg_put(page, "<g class=\"");
    put_classes(page, mark);
    svg_put(page, "\"");
    if (mark->unit != GG_NO_UNIT && (mark->flags & GG_FLAG_GHOST) == 0)
        svg_put(page, " data-unit=\"%d\"", (int)mark->unit);
    svg_put(page, " transform=\"translate(%d %d)\">", at.x, at.y);
    put_title(page, mark);
}

/* ---- What stands on the body. ---- */

/* The front right corner of a block; `turn` in tenths of a degree. */
static svg_point front_right(int width, int height, int32_t turn)
{
    enum { INSET = 5 };
    static const svg_point corners[] = {{1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
    const int quarter = (int)((turn + 450) / 900 % 4);
    const bool sideways = quarter % 2 != 0;
    return (svg_point){corners[quarter].x * ((sideways ? height : width) / 2 - INSET),
                       corners[quarter].y * ((sideways ? width : height) / 2 - INSET)};
}

/* The flag stands on the front right base and flies outwards, clear of name and pips. */
static void put_flag(const svg_page *page, svg_point at)
{
    svg_put(page,
            "<g transform=\"translate(%d %d) scale(%d 1)\"><path class=\"pole\" d=\"M0 8V-13\"/>"
            "<path class=\"banner\" d=\"M1 -13l14 5-14 6z\"/></g>",
            at.x, at.y + 2, at.x < 0 ? -1 : 1);
}

/* Done for this turn: a tick on the corner that has no flag. */
static void put_tick(const svg_page *page, svg_point flag)
{
    svg_put(page,
            "<path class=\"done\" d=\"M%d %dl6 7l11 -15\"/>"
            "<path class=\"done inner\" d=\"M%d %dl6 7l11 -15\"/>",
            -flag.x - 8, -flag.y, -flag.x - 8, -flag.y);
}

/* On a board the badge of a block of two squares stands on the one with the flag. */
static svg_point badge_place(const svg_page *page, int width, int height, svg_point corner)
{
    const int longer = width > height ? width : height, shorter = width > height ? height : width;
    const int off = page->columns > 0 && longer > SVG_CELL ? (longer - shorter) / 2 : 0;
    const bool along_x = (int64_t)corner.x * corner.x > (int64_t)corner.y * corner.y;
    return (svg_point){along_x ? (corner.x < 0 ? -off : off) : 0,
                       along_x ? 0 : (corner.y < 0 ? -off : off)};
}

/* Upright: sign, name and pips, kept off the front edge. */
static void put_badge(const svg_page *page, const gg_mark *mark, svg_point at, int size)
{
    static const svg_point away[] = {{0, 4}, {-4, 0}, {0, -4}, {4, 0}};
    const svg_point off =
        mark->facing < 0 ? (svg_point){0, 0} : away[(mark->facing + 450) / 900 % 4];
    const bool bare = mark->label[0] == 0 && mark->strength == 0;
    svg_put(page, "<g transform=\"translate(%d %d) scale(%t)\">", at.x + off.x, at.y + off.y,
            size * 10 / NOMINAL);
    svg_put(page, "<g transform=\"translate(0 %d)\">", bare ? 0 : -14);
    put_sign(page, mark);
    svg_put(page, "</g>");
    if (mark->label[0] != 0) {
        svg_put(page, "<text class=\"badge\" y=\"22\">");
        svg_put_words(page, mark->label);
        svg_put(page, "</text>");
    }
    put_pips(page, mark->strength, (svg_point){0, 31});
    put_markers(page, mark->markers, (svg_point){-33, -14}, (svg_point){0, 16});
    svg_put(page, "</g>");
}

/* Of a wide block: between its sign and its edge. */
static int pips_middle(int half_width) { return half_width < 80 ? (20 + half_width) / 2 : 50; }

/* Its pips beside its sign, where they do not run out of it; else below. */
static bool is_drawn_wide(const gg_mark *mark, int width, int height)
{
    enum { OVER = 5 }; /* the gap before the first one and half of the last may go */
    if (height * 5 >= width * 3) return false;
    const int half = width * NOMINAL_LINE / (height > 0 ? height : 1) / 2;
    return mark->strength > 6 || pips_middle(half) + mark->strength * 11 / 2 <= half + OVER;
}

/* Turned with the block, never upside down. */
static void put_turned(const svg_page *page, const gg_mark *mark, int width, int height)
{
    const int32_t facing = mark->facing < 0 ? 0 : mark->facing;
    const bool flipped = facing > 900 && facing <= 2700, wide = is_drawn_wide(mark, width, height);
    const int front = flipped ? -1 : 1, turn = (int)(flipped ? facing - 1800 : facing);
    int scale =
        wide ? height * 10 / NOMINAL_LINE : (width < height ? width : height) * 10 / NOMINAL;
    if (scale < 1) scale = 1;
    const int coat = mark->coat != GG_COAT_none ? 1 : 0;
    const char *aim = flipped && mark->role == GG_ROLE_artillery ? " rotate(180)" : "";
    svg_put(page, "<g transform=\"rotate(%t) scale(%t)\">", turn, scale);
    if (wide) {
        svg_put(page, "<g transform=\"translate(0 %d) scale(.75 .68)%s\">", front * (2 - coat),
                aim);
        put_sign(page, mark);
        svg_put(page, "</g>");
        put_pips(page, mark->strength,
                 (svg_point){pips_middle(width * 10 / scale / 2), front * (3 - 2 * coat)});
        put_markers(page, mark->markers, (svg_point){-30, front * (3 - 2 * coat)},
                    (svg_point){-17, 0});
    } else {
        svg_put(page, "<g transform=\"translate(0 %d) scale(1.1)%s\">", front * -6, aim);
        put_sign(page, mark);
        svg_put(page, "</g>");
        put_pips(page, mark->strength, (svg_point){0, front * (20 + 3 * (1 - coat))});
        put_markers(page, mark->markers, (svg_point){-33, front * -20}, (svg_point){0, front * 17});
    }
    svg_put(page, "</g>");
}

/* Routed: its sign struck out, under a white flag; the name stays readable. */
static void put_rout(const svg_page *page, int width, int height, bool named)
{
    const int x = width / 3, y = named ? height / 5 : height / 3, middle = named ? -height / 6 : 0;
    for (int pass = 0; pass < 2; pass++)
        svg_put(page, "<path class=\"strike%s\" d=\"M%d %dL%d %dM%d %dL%d %d\"/>",
                pass == 0 ? "" : " inner", -x, middle - y, x, middle + y, -x, middle + y, x,
                middle - y);
    svg_put(page,
            "<g transform=\"translate(%d %d)\"><path class=\"pole\" d=\"M0 18V-26\"/>"
            "<path class=\"white-flag\" d=\"M1 -26c8 -5 14 5 25 0v18c-11 5 -17 -5 -25 0z\"/></g>",
            width / 2 - 8, -height / 2 + 6);
}

/* ---- One block. ---- */
void svg_block(const svg_page *page, const gg_mark *mark)
{
    const svg_point at = svg_at(page, mark->at);
    const int width = svg_length(page, mark->size.x), height = svg_length(page, mark->size.y);
    const bool routed = (mark->flags & GG_FLAG_ROUTED) != 0;
    const bool ghost = (mark->flags & GG_FLAG_GHOST) != 0;
    /* A routed unit without a front lies on its side. */
    const int32_t turn = mark->facing >= 0 ? mark->facing % 3600 : routed ? 900 : 0;
    const bool roomy = width >= ROOMY && height >= ROOMY && !svg_is_table(page);
    const svg_point corner = front_right(width, height, turn);
    open_group(page, mark, at);
    if (!ghost) {
        svg_put(page, "<g transform=\"translate(3 4) rotate(%t)\">", (int)turn);
        put_shape(page, "shade", width, height, cut_of(mark->side, width, height));
        svg_put(page, "</g>");
    }
    svg_put(page, "<g transform=\"rotate(%t)\">", (int)turn);
    put_body(page, mark, width, height);
    svg_put(page, "</g>");
    if (roomy && !ghost)
        put_badge(page, mark, badge_place(page, width, height, corner),
                  width < height ? width : height);
    else if (!ghost) put_turned(page, mark, width, height);
    if ((mark->flags & GG_FLAG_COMMAND) != 0 && !ghost) put_flag(page, corner);
    if (routed && !ghost) put_rout(page, width, height, roomy);
    if ((mark->flags & GG_FLAG_ACTED) != 0 && roomy && !ghost) put_tick(page, corner);
    svg_put(page, "</g>\n");
}

/* ---- Commanders and tokens. ---- */

/* Who rides with a unit is drawn at its corner: its sign must stay readable. */
svg_point svg_place_of(const svg_page *page, const gg_mark *mark)
{
    svg_point at = svg_at(page, mark->at);
    if (mark->shape != GG_DISC || mark->role != GG_ROLE_commander) return at;
    const gg_mark *block = gg_scene_block(page->scene, mark->at);
    if (block == NULL || block->at.x != mark->at.x || block->at.y != mark->at.y) return at;
    const svg_box box = svg_box_of(page, block);
    return (svg_point){box.right, box.top};
}

/* Blue is a disc, red a lozenge; the star grows with his rank, the pips are orders he holds. */
void svg_commander(const svg_page *page, const gg_mark *mark)
{
    const svg_point at = svg_place_of(page, mark);
    const int radius = svg_length(page, mark->size.x) / 2, edge = radius * 5 / 4;
    open_group(page, mark, at);
    if (mark->side == GG_RED)
        svg_put(page,
                "<path class=\"shade\" transform=\"translate(3 4)\" d=\"M0 %dL%d 0L0 %dL%d 0Z\"/>"
                "<path class=\"disc\" d=\"M0 %dL%d 0L0 %dL%d 0Z\"/>",
                -edge, edge, edge, -edge, -edge, edge, edge, -edge);
    else
        svg_put(page,
                "<circle class=\"shade\" cx=\"3\" cy=\"4\" r=\"%d\"/>"
                "<circle class=\"disc\" r=\"%d\"/>",
                radius, radius);
    svg_put(page, "<g transform=\"scale(%t)\">", radius * 10 / 20);
    put_path(page, signs[GG_ROLE_commander][0]);
    svg_put(page, "</g>");
    if (mark->strength > 0)
        put_pips(page, mark->strength, (svg_point){0, (mark->side == GG_RED ? edge : radius) + 7});
    svg_put(page, "</g>\n");
}

static void put_disc(const svg_page *page, const gg_mark *mark)
{
    const svg_point at = svg_at(page, mark->at);
    const int radius = svg_length(page, mark->size.x) / 2;
    if (mark->unit != GG_NO_UNIT && svg_is_table(page)) { /* one that a hand may move */
        open_group(page, mark, at);
        svg_put(page, "<circle class=\"disc %s\" r=\"%d\"/></g>\n", gg_roles[mark->role].name,
                radius > 0 ? radius : 0);
        return;
    }
    svg_put(page, "<circle class=\"disc %s %s\" cx=\"%d\" cy=\"%d\" r=\"%d\"/>\n",
            gg_roles[mark->role].name, svg_side_class(mark->side), at.x, at.y,
            radius > 0 ? radius : 0);
}

void svg_troops(const svg_page *page)
{
    for (uint32_t i = 0; i < page->scene->count; i++) {
        const gg_mark *mark = &page->scene->marks[i];
        if (mark->shape == GG_BLOCK) svg_block(page, mark);
        if (mark->shape != GG_DISC) continue;
        if (mark->role == GG_ROLE_commander) svg_commander(page, mark);
        if (mark->role == GG_ROLE_token || mark->role == GG_ROLE_company) put_disc(page, mark);
    }
}

void svg_troop_key(const svg_page *page, const gg_mark *mark, svg_point centre)
{
    svg_page sample = *page;
    sample.left = sample.top = 0;
    svg_put(page, "<g transform=\"translate(%d %d) scale(.56)\">", centre.x, centre.y);
    gg_mark key = *mark;
    const int32_t size = (mark->shape == GG_DISC ? 44 : 74) * page->ticks / page->units;
    key.at = (gg_point){page->scene->low.x, page->scene->high.y}; /* the origin of the sample */
    key.size = (gg_point){size, size};
    key.facing = mark->facing;
    if (key.shape == GG_DISC) svg_commander(&sample, &key);
    else svg_block(&sample, &key);
    svg_put(page, "</g>\n");
}
