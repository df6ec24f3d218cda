/*
 * wire_scene.c - what is drawn, mark by mark, for programs that draw for themselves.
 * SPDX-License-Identifier: MIT
 */
#include "core/wire_parts.h"

static const char *shape_name(uint8_t shape)
{
    switch ((gg_shape)shape) {
    case GG_CELL: return "cell";
    case GG_BLOCK: return "block";
    case GG_DISC: return "disc";
    case GG_AREA: return "area";
    case GG_PATH: return "path";
    case GG_ARROW: return "arrow";
    case GG_LABEL: return "label";
    case GG_RESERVE: return "reserve";
    }
    return "";
}

const char *wire_form_name(uint8_t form)
{
    switch ((gg_form)form) {
    case GG_FORM_NONE: return "";
    case GG_FORM_LINE: return "line";
    case GG_FORM_COLUMN: return "column";
    case GG_FORM_MARCH: return "march";
    case GG_FORM_OPEN: return "open";
    case GG_FORM_SQUARE: return "square";
    case GG_FORM_LIMBERED: return "limbered";
    case GG_FORM_UNLIMBERED: return "unlimbered";
    }
    return "";
}

const char *wire_coat_name(uint8_t coat)
{
    static const char *const names[GG_COATS] = {
#define COAT(id, cloth, facings, text) #id,
#include "core/coats.def"
#undef COAT
    };
    gg_assert(coat < GG_COATS);
    return names[coat];
}

const char *wire_quality_name(uint8_t quality)
{
    switch ((gg_quality)quality) {
    case GG_QUALITY_USUAL: return "";
    case GG_QUALITY_POOR: return "poor";
    case GG_QUALITY_GOOD: return "good";
    case GG_QUALITY_ELITE: return "elite";
    }
    return "";
}

void wire_markers(gg_json *json, const gg_mark *mark)
{
    gg_json_int(json, "markers", mark->markers);
    if (mark->markers > 0) gg_json_string(json, "marker", gg_marker_words[mark->marker]);
}

void wire_flags(gg_json *json, uint16_t flags)
{
    static const struct {
        uint16_t flag;
        const char *name;
    } names[] = {
        {GG_FLAG_COMMAND, "command"}, {GG_FLAG_ACTED, "acted"},
        {GG_FLAG_SQUARE, "square"},   {GG_FLAG_ROUTED, "routed"},
        {GG_FLAG_CHOSEN, "chosen"},   {GG_FLAG_DISORDERED, "disordered"},
        {GG_FLAG_GHOST, "ghost"},     {GG_FLAG_REFUSED, "refused"},
    };
    gg_json_array(json, "flags");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if ((flags & names[i].flag) != 0) gg_json_string(json, NULL, names[i].name);
    gg_json_end(json);
}

/* Two numbers: scenes have many points, and scripts read them so. */
static void wire_pair(gg_json *json, const char *key, gg_point at)
{
    gg_json_array(json, key);
    gg_json_int(json, NULL, at.x);
    gg_json_int(json, NULL, at.y);
    gg_json_end(json);
}

uint8_t wire_strength_of(const gg_mark *mark)
{
    return mark->role == GG_ROLE_commander ? 0 : mark->strength;
}

static void wire_mark(gg_json *json, const gg_scene *scene, const gg_mark *mark)
{
    gg_json_object(json, NULL);
    gg_json_string(json, "shape", shape_name(mark->shape));
    gg_json_string(json, "role", gg_roles[mark->role].name);
    wire_pair(json, "at", mark->at);
    if (mark->shape == GG_PATH || mark->shape == GG_ARROW) wire_pair(json, "to", mark->to);
    if (mark->size.x != 0 || mark->size.y != 0) wire_pair(json, "size", mark->size);
    if (mark->corners > 0) gg_json_array(json, "corners");
    for (uint32_t i = 0; i < mark->corners; i++)
        wire_pair(json, NULL, scene->points[mark->first + i]);
    if (mark->corners > 0) gg_json_end(json);
    if (mark->side < GG_NOBODY) gg_json_string(json, "side", gg_side_name(mark->side));
    if (mark->unit != GG_NO_UNIT) gg_json_int(json, "unit", mark->unit);
    if (mark->label[0] != 0) gg_json_string(json, "label", mark->label);
    if (mark->strength != 0)
        gg_json_int(json, wire_strength_of(mark) == 0 ? "orders" : "strength", mark->strength);
    if (mark->markers != 0) wire_markers(json, mark);
    if (mark->facing >= 0) gg_json_int(json, "facing", mark->facing);
    if (mark->coat != GG_COAT_none) gg_json_string(json, "coat", wire_coat_name(mark->coat));
    if (mark->form != GG_FORM_NONE) gg_json_string(json, "form", wire_form_name(mark->form));
    if (mark->quality != GG_QUALITY_USUAL)
        gg_json_string(json, "quality", wire_quality_name(mark->quality));
    if (mark->flags != 0) wire_flags(json, mark->flags);
    gg_json_end(json);
}

void gg_wire_scene(gg_json *json, const char *key, const gg_ruleset *rules, const gg_state *state,
                   const gg_scene *scene)
{
    gg_json_object(json, key);
    gg_json_string(json, "game", rules->name);
    gg_json_int(json, "version", rules->version);
    gg_wire_turn(json, rules, state);
    gg_json_string(json, "title", scene->title);
    gg_json_string(json, "status", scene->status);
    gg_json_int(json, "cell", scene->cell);
    wire_pair(json, "low", scene->low);
    wire_pair(json, "high", scene->high);
    gg_json_array(json, "marks");
    for (uint32_t i = 0; i < scene->count; i++) wire_mark(json, scene, &scene->marks[i]);
    gg_json_end(json);
    gg_json_end(json);
}
