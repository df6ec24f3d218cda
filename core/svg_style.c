/*
 * svg_style.c - how everything in a picture looks: one table of rules, written in two ways.
 *
 * In a rule `$name` is a paint of core/paints.def and `&` the class of every picture.  The page
 * gets variables, by day and by night, so that a theme is a matter of its style sheet; a picture
 * that stands alone gets plain colours, because not every reader of SVG knows variables.
 * SPDX-License-Identifier: MIT
 */
#include "core/svg.h"

#include <string.h>

typedef struct paint {
    const char *name, *day, *night;
} paint;

static const paint paints[] = {
#define PAINT(id, day, night) {#id, day, night},
#include "core/paints.def"
#undef PAINT
};
enum { PAINTS = sizeof paints / sizeof paints[0] };

typedef struct coat {
    const char *name, *cloth, *facings;
} coat;

static const coat coats[GG_COATS] = {
#define COAT(id, cloth, facings, words) {#id, cloth, facings},
#include "core/coats.def"
#undef COAT
};

typedef struct rule {
    const char *where, *what;
} rule;

static const rule rules[] = {
    /* The sheet of paper. */
    {"&", "font-family:'DejaVu Sans',Verdana,Helvetica,Arial,sans-serif;stroke-linejoin:round;"
          "stroke-linecap:round"},
    {"& text", "fill:$ink;stroke:none"},
    {"& .paper", "fill:$paper"},
    {"& .heading", "font:bold 38px Georgia,'DejaVu Serif',serif"},
    {"& .status", "font-size:23px"},
    {"& .key", "font-size:21px"},
    {"& .key-ground", "fill:$open;stroke:$sector_edge;stroke-width:3"},
    /* The frame. */
    {"& .frame", "fill:$frame;stroke:$frame_edge;stroke-width:3"},
    {"& .bevel", "fill:none;stroke:$frame_light;stroke-width:3;opacity:.8"},
    {"& .grain", "fill:none;stroke:$frame_edge;stroke-width:1.5;opacity:.28"},
    {"& .field", "fill:$open;stroke:$frame_edge;stroke-width:3"},
    {"& .tick", "fill:none;stroke:$frame_ink;stroke-width:2;opacity:.75;stroke-linecap:butt"},
    {"& .coordinate", "fill:$frame_ink;font-size:25px;font-weight:bold;text-anchor:middle"},
    {"&.table .coordinate", "font-size:34px"},
    {"& .grid", "fill:none;stroke:$grid;stroke-width:1.5;opacity:.38"},
    {"& .foot", "fill:none;stroke:$grid;stroke-width:2;opacity:.16"},
    {"& .cell,& .place", "fill:none;stroke:none;pointer-events:all"},
    /* Ground. */
    {"& .ground", "fill:none;stroke-width:2"},
    {"& .hill", "fill:$hill;stroke:$hill_edge"},
    {"& .hill_high", "fill:$hill_high;stroke:$hill_high_edge"},
    {"& .contour", "fill:none;stroke:$hill_edge;stroke-width:1.6;opacity:.7"},
    {"& .contour.hill_high", "fill:none;stroke:$hill_high_edge"},
    {"& .top", "fill:$hill_top;stroke:none;opacity:.22"},
    {"& .hachure", "fill:$hachure;stroke:none;opacity:.42"},
    {"& .hachure.hill_high", "fill:$hill_high_edge;stroke:none;opacity:.6"},
    {"& .shade", "fill:$shade;stroke:none;opacity:.22"},
    {"& .wood", "fill:$wood;stroke:$wood_edge"},
    {"& .crown-shade", "fill:none;stroke:$shade;stroke-width:18;opacity:.25"},
    {"& .crown-edge", "fill:none;stroke:$tree_edge;stroke-width:20"},
    {"& .crown", "fill:none;stroke:$tree;stroke-width:17"},
    {"& .crown-light", "fill:none;stroke:$tree_light;stroke-width:6;opacity:.8"},
    {"& .fir", "fill:$fir;stroke:$tree_edge;stroke-width:1.4"},
    {"& .needle", "fill:$tree_light;stroke:none;opacity:.55"},
    {"& .village,& .building", "fill:$village;stroke:$village_edge"},
    {"& .building", "fill:$building"},
    {"& .wall", "fill:$wall;stroke:$house_edge;stroke-width:1.2"},
    {"& .roof", "fill:$roof;stroke:$house_edge;stroke-width:1.2"},
    {"& .roof.old", "fill:$roof_dark"},
    {"& .spire", "fill:$spire;stroke:$house_edge;stroke-width:1.4"},
    {"& .door", "fill:$house_edge;stroke:none;opacity:.75"},
    {"& .bank", "fill:none;stroke:$bank;opacity:.3"},
    {"& .shore", "fill:none;stroke:$river_edge"},
    {"& .stream", "fill:none;stroke:$river"},
    {"& .current", "fill:none;stroke:$river_light;opacity:.65"},
    {"& .river,& .ford", "fill:$river;stroke:$river_edge"},
    {"& .water", "fill:$water;stroke:$river_edge"},
    {"& .wave", "fill:none;stroke:$river_edge;stroke-width:2;opacity:.7"},
    {"& .flow", "fill:none;stroke:$river_light;stroke-width:3;opacity:.8"},
    {"& .bridge", "fill:$bridge;stroke:$bridge_edge"},
    {"& .plank", "fill:none;stroke:$bridge_edge;stroke-width:1.6;opacity:.5"},
    {"& .rail", "fill:none;stroke:$bridge_edge;stroke-width:5"},
    {"& .road", "fill:$road;stroke:$road_edge"},
    {"& .way-edge", "fill:none;stroke:$road_edge"},
    {"& .way", "fill:none;stroke:$road"},
    {"& .hedge", "fill:$tree;stroke:$tree_edge"},
    {"& .hedge-edge", "fill:none;stroke:$tree_edge;stroke-linecap:round"},
    {"& .hedge-row", "fill:none;stroke:$tree;stroke-dasharray:7 4;stroke-linecap:round"},
    {"& .wall-edge", "fill:none;stroke:$house_edge"},
    {"& .wall-row", "fill:none;stroke:$wall;stroke-dasharray:13 2"},
    {"& .fort", "fill:$fort;stroke:$fort_edge;stroke-width:9"},
    {"& .rampart", "fill:none;stroke:$fort;stroke-width:3;opacity:.9"},
    {"& .glacis", "fill:none;stroke:$fort_edge;stroke-width:2.4;opacity:.7"},
    {"& .rough", "fill:$rough;fill-opacity:.28;stroke:$rough_edge;stroke-dasharray:10 7"},
    {"& .stone", "fill:$open;stroke:$rough_edge;stroke-width:1.8"},
    {"& .crag", "fill:none;stroke:$rough_edge;stroke-width:2"},
    {"& .marsh", "fill:$marsh;stroke:$marsh_edge;stroke-dasharray:3 8"},
    {"& .reed", "fill:none;stroke:$marsh_edge;stroke-width:2"},
    {"& .field-ground", "fill:$field;stroke:$field_edge"},
    {"& .furrow", "fill:none;stroke:$field_edge;stroke-width:1.6;opacity:.7"},
    {"& .sector", "fill:$sector;stroke:$sector_edge"},
    {"& .zone", "fill:$zone;stroke:$sector_edge"},
    {"& .flame", "fill:$fire;stroke:$roof_dark;stroke-width:1.2"},
    {"& .ember", "fill:$fire_light;stroke:none"},
    {"& .smoke", "fill:$smoke;stroke:none;opacity:.35"},
    /* Troops. */
    {"& .unit", "cursor:pointer"},
    {"& .body", "fill:$grey;stroke:$grey_dark;stroke-width:2.5"},
    {"& .blue .body", "fill:$blue;stroke:$blue_dark"},
    {"& .red .body", "fill:$red;stroke:$red_dark"},
    {"& .acted .body", "fill:$grey_acted"},
    {"& .blue.acted .body", "fill:$blue_acted"},
    {"& .red.acted .body", "fill:$red_acted"},
    {"& .routed .body", "fill:$grey_pale"},
    {"& .blue.routed .body", "fill:$blue_acted;stroke-dasharray:9 5"},
    {"& .red.routed .body", "fill:$red_acted;stroke-dasharray:9 5"},
    {"& .open .body,& .skirmisher .body", "stroke-dasharray:7 4"},
    {"& .piping", "fill:none;stroke:$pip;stroke-width:2;opacity:.6"},
    {"& .front", "fill:$grey_dark;stroke:$grey_dark;stroke-width:2"},
    {"& .blue .front", "fill:$blue_dark;stroke:$blue_dark"},
    {"& .red .front", "fill:$red_dark;stroke:$red_dark"},
    {"& .rank", "fill:none;stroke:$pip;stroke-width:2;opacity:.5;stroke-linecap:butt"},
    {"& .hollow", "fill:$halo;stroke:$grey_dark;stroke-width:2"},
    {"& .box", "fill:$grey_pale;stroke:$sign;stroke-width:1.8"},
    {"& .blue .box", "fill:$blue_pale"},
    {"& .red .box", "fill:$red_pale"},
    {"& .guard .box", "stroke-width:3"},
    {"& .skirmisher .box", "stroke-dasharray:4 3"},
    {"& .bar", "fill:$gold;stroke:$sign;stroke-width:1.2"},
    {"& .bar.low", "fill:$sign"},
    {"& .sign", "fill:none;stroke:$sign;stroke-width:2.4"},
    {"& .sign.solid", "fill:$sign;stroke:none"},
    {"& .sign.dashed", "stroke-dasharray:5 4"},
    {"& .star", "fill:$gold;stroke:$sign;stroke-width:1.5"},
    {"& .pip", "fill:$pip;stroke:$sign;stroke-width:.8"},
    {"& .badge", "fill:$white;font-size:25px;font-weight:bold;text-anchor:middle"},
    {"& .routed .badge,& .acted .badge", "fill:$sign"},
    {"& .name", "fill:$name;stroke:$halo;stroke-width:5;paint-order:stroke;font-size:20px;"
                "font-weight:bold;text-anchor:middle"},
    {"&.table .name", "font-size:32px;stroke-width:7"},
    {"& .words", "fill:$name;stroke:$halo;stroke-width:5;paint-order:stroke;font-size:26px;"
                 "font-style:italic;text-anchor:middle"},
    {"&.table .words", "font-size:34px;stroke-width:7"},
    {"& .pole", "fill:none;stroke:$sign;stroke-width:3"},
    {"& .banner", "fill:$gold;stroke:$sign;stroke-width:1.6"},
    {"& .white-flag", "fill:$white;stroke:$sign;stroke-width:1.8"},
    {"& .shaken", "fill:$gold;stroke:$sign;stroke-width:2"},
    {"& .done", "fill:none;stroke:$white;stroke-width:5"},
    {"& .done.inner", "stroke:$sign;stroke-width:2.4"},
    {"& .strike", "fill:none;stroke:$white;stroke-width:6"},
    {"& .strike.inner", "stroke:$sign;stroke-width:2.6"},
    {"& .chosen-rim", "fill:none;stroke:$gold;stroke-width:6"},
    {"& .ghost", "opacity:.55;pointer-events:none"},
    {"& .ghost .body", "fill-opacity:.35;stroke-dasharray:8 6"},
    {"& .refused .body", "stroke:$cut;stroke-width:4;stroke-dasharray:8 6"},
    {"& .disc", "fill:$grey;stroke:$grey_dark;stroke-width:2.5"},
    {"& .blue .disc,& .disc.blue", "fill:$blue;stroke:$blue_dark"},
    {"& .red .disc,& .disc.red", "fill:$red;stroke:$red_dark"},
    {"& .disc.objective", "fill:$gold"},
    {"& .flag", "fill:$gold;stroke:$sign;stroke-width:2"},
    {"& .blue .flag", "fill:$blue;stroke:$blue_dark"},
    {"& .red .flag", "fill:$red;stroke:$red_dark"},
    {"& .worth", "fill:$sign;font-size:30px;font-weight:bold;text-anchor:middle"},
    {"& .blue .worth,& .red .worth", "fill:$white"},
    /* What was done, and what is laid over the picture. */
    {"& .arrow", "fill:none;stroke:$last_move;stroke-width:7;opacity:.92"},
    {"& .head", "fill:$last_move;stroke:$last_move;stroke-width:2;opacity:.92"},
    {"& .rim", "fill:none;stroke:$rim;stroke-width:12;opacity:.85"},
    {"& .trace", "fill:none;stroke:$last_move;stroke-width:5;stroke-dasharray:2 12;opacity:.8"},
    {"& .lies", "fill:none;stroke:$ruler;stroke-width:4;pointer-events:none"},
    {"& .lies.area", "stroke-width:3;fill-opacity:.13"},
    {"& .lies.radius", "stroke:$radius;stroke-width:2.5;stroke-dasharray:12 9;opacity:.75"},
    {"& .lies.radius.blue", "stroke:$blue"},
    {"& .lies.radius.red", "stroke:$red"},
    {"& .lies.reach", "stroke:$reach;stroke-width:5"},
    {"& .lies.reach.area", "fill:$reach;fill-opacity:.16"},
    {"& .lies.reserve", "stroke:$reach;stroke-width:4;stroke-dasharray:20 12"},
    {"& .lies.reserve.area", "fill:$reach;fill-opacity:.1"},
    {"& .lies.sight", "stroke:$sight;stroke-width:5"},
    {"& .lies.sight_cut", "stroke:$cut;stroke-width:5;stroke-dasharray:14 9"},
    {"& .lies.cross", "stroke-dasharray:none;stroke-width:7"},
    {"& .lies.arc_front", "stroke:$reach"},
    {"& .lies.arc_front.area", "fill:$reach"},
    {"& .lies.arc_side", "stroke:$arc_side"},
    {"& .lies.arc_side.area", "fill:$arc_side"},
    {"& .lies.arc_rear", "stroke:$cut"},
    {"& .lies.arc_rear.area", "fill:$cut"},
    {"& .lies.range", "stroke:$range;stroke-dasharray:18 8"},
    {"& .lies.range.area", "fill:$range;fill-opacity:.08"},
    {"& .lies.control", "stroke:$radius;stroke-dasharray:3 7"},
    {"& .lies.control.blue", "stroke:$blue"},
    {"& .lies.control.red", "stroke:$red"},
    {"& .lies.ruler", "stroke:$ruler;stroke-width:4;stroke-linecap:butt"},
    {"& .lies.plan", "stroke:$plan"},
    {"& .last_shot", "stroke:$last_shot"},
    {"& .head.last_shot", "fill:$last_shot"},
    {"& .arrow.last_shot,& .arrow.plan_shot", "stroke-dasharray:4 13"},
    {"& .arrow.plan", "stroke:$plan;stroke-dasharray:18 11"},
    {"& .head.plan", "fill:$plan;stroke:$plan"},
    {"& .arrow.plan_shot,& .arrow.plan_charge", "stroke:$last_shot"},
    {"& .head.plan_shot,& .head.plan_charge", "fill:$last_shot;stroke:$last_shot"},
    {"& .arrow.blue.plan,& .head.blue.plan", "stroke:$blue"},
    {"& .head.blue.plan", "fill:$blue"},
    {"& .arrow.red.plan,& .head.red.plan", "stroke:$red"},
    {"& .head.red.plan", "fill:$red"},
    {"& .lies.refused,& .arrow.refused,& .head.refused", "stroke:$cut;stroke-dasharray:10 8"},
    {"& .head.refused", "fill:$cut;stroke-dasharray:none"},
};
enum { RULES = sizeof rules / sizeof rules[0] };

/* ---- Writing. ---- */
typedef enum palette { VARIABLES, DAY } palette;

static size_t name_length(const char *at)
{
    size_t length = 0;
    while ((at[length] >= 'a' && at[length] <= 'z') || at[length] == '_') length++;
    return length;
}

static const paint *paint_named(const char *name, size_t length)
{
    for (int i = 0; i < PAINTS; i++)
        if (strlen(paints[i].name) == length && memcmp(paints[i].name, name, length) == 0)
            return &paints[i];
    return NULL;
}

/* Returns how many characters of the rule it took. */
static size_t put_paint(gg_text *out, const char *name, palette with)
{
    const size_t length = name_length(name);
    const paint *found = paint_named(name, length);
    gg_assert(found != NULL);
    if (with == DAY) {
        gg_put(out, found->day);
    } else {
        gg_put_words(out, "var(--map-%s)", found->name);
    }
    return length;
}

static void put_rule(gg_text *out, const char *pattern, palette with)
{
    for (const char *at = pattern; *at != 0; at++) {
        if (*at == '$') at += put_paint(out, at + 1, with);
        else if (*at == '&') gg_put(out, ".picture");
        else gg_put_char(out, *at);
    }
}

static void put_coat(gg_text *out, const coat *of, bool facings, palette with)
{
    gg_put_words(out, "%s%s%s", facings ? ".picture .facings." : ".picture .cloth.", of->name,
                 facings ? "{fill:none;stroke-width:3;stroke:" : "{stroke:none;fill:");
    if (with == VARIABLES) {
        gg_put_words(out, "%s%s)}\n", facings ? "var(--map-facings_" : "var(--map-cloth_",
                     of->name);
    } else {
        gg_put(out, facings ? of->facings : of->cloth);
        gg_put(out, "}\n");
    }
}

static void put_rules(gg_text *out, palette with)
{
    for (int i = 0; i < RULES; i++) {
        put_rule(out, rules[i].where, with);
        gg_put(out, "{");
        put_rule(out, rules[i].what, with);
        gg_put(out, "}\n");
    }
    for (int i = GG_COAT_none + 1; i < GG_COATS; i++) {
        put_coat(out, &coats[i], false, with);
        put_coat(out, &coats[i], true, with);
    }
}

static void put_variable(gg_text *out, const char *kind, const char *name, const char *value)
{
    gg_put_words(out, "--map-%s%s:%s;\n", kind, name, value);
}

void gg_svg_style(gg_text *out)
{
    gg_put(out, ":root{\n");
    for (int i = 0; i < PAINTS; i++) put_variable(out, "", paints[i].name, paints[i].day);
    for (int i = GG_COAT_none + 1; i < GG_COATS; i++) {
        put_variable(out, "cloth_", coats[i].name, coats[i].cloth);
        put_variable(out, "facings_", coats[i].name, coats[i].facings);
    }
    gg_put(out, "}\n:root[data-theme=dark]{\n");
    for (int i = 0; i < PAINTS; i++) put_variable(out, "", paints[i].name, paints[i].night);
    gg_put(out, "}\n");
    put_rules(out, VARIABLES);
}

void svg_plain_style(const svg_page *page)
{
    gg_put(page->out, "<style>\n");
    put_rules(page->out, DAY);
    gg_put(page->out, "</style>\n");
}
