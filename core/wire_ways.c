/*
 * wire_ways.c - who went where by an action and what was lost, as the viewer sees it before and
 * after.
 *
 * Both are read off the two pictures, so every game has them: a unit that stands elsewhere has gone
 * there, by the way that the sketch of the action shows if it shows one, else straight.
 * SPDX-License-Identifier: MIT
 */
#include "core/wire_parts.h"

enum { NEAR = 1500 }; /* ticks between the end of a way and the unit that went it */

static bool is_body(const gg_mark *mark)
{
    return (mark->shape == GG_BLOCK || mark->shape == GG_DISC) && mark->unit != GG_NO_UNIT
           && (mark->flags & GG_FLAG_GHOST) == 0;
}

static const gg_mark *body_of(const gg_scene *scene, gg_unit unit)
{
    for (uint32_t i = 0; i < scene->count; i++)
        if (scene->marks[i].unit == unit && is_body(&scene->marks[i])) return &scene->marks[i];
    return NULL;
}

static int64_t apart(gg_point one, gg_point other)
{
    const int64_t x = (int64_t)one.x - other.x, y = (int64_t)one.y - other.y;
    return (x < 0 ? -x : x) + (y < 0 ? -y : y);
}

/* The sketched way from one of these places to the other. */
static const gg_mark *way_of(const gg_scene *sketch, gg_point from, gg_point to)
{
    const gg_mark *best = NULL;
    int64_t least = NEAR;
    for (uint32_t i = 0; i < sketch->count; i++) {
        const gg_mark *mark = &sketch->marks[i];
        if (mark->shape != GG_PATH || mark->corners < 2) continue;
        const gg_point *corners = &sketch->points[mark->first];
        const int64_t off = apart(corners[0], from) + apart(corners[mark->corners - 1], to);
        if (off < least) least = off, best = mark;
    }
    return best;
}

static void wire_way(gg_json *json, const gg_ruleset *rules, const gg_state *state,
                     const gg_scene *sketch, const gg_mark *before, const gg_mark *after)
{
    const gg_mark *way = way_of(sketch, before->at, after->at);
    gg_json_object(json, NULL);
    wire_unit(json, "unit", rules, state, before->unit);
    gg_json_array(json, "points");
    gg_wire_point(json, NULL, before->at);
    for (uint32_t i = 1; way != NULL && i + 1 < way->corners; i++)
        gg_wire_point(json, NULL, sketch->points[way->first + i]);
    gg_wire_point(json, NULL, after->at);
    gg_json_end(json);
    gg_json_end(json);
}

static void wire_loss(gg_json *json, const gg_ruleset *rules, const gg_state *state,
                      const gg_mark *before, const gg_mark *after)
{
    gg_json_object(json, NULL);
    wire_unit(json, "unit", rules, state, before->unit);
    gg_json_int(json, "had", wire_strength_of(before));
    gg_json_int(json, "left", after == NULL ? 0 : wire_strength_of(after));
    if (after == NULL) gg_json_bool(json, "gone", true);
    gg_wire_point(json, "at", after == NULL ? before->at : after->at);
    gg_json_end(json);
}

void wire_ways_before(gg_ways_room *room, const gg_teller *teller, gg_side viewer)
{
    const gg_match *match = teller->match;
    const gg_ruleset *rules = match->rules;
    room->then = gg_scene_in(&room->before);
    room->sketch = gg_scene_in(&room->sketched);
    if (teller->told >= match->entry_count) return;
    const gg_entry *entry = &match->entries[teller->told];
    gg_position_for(rules, teller->state, viewer, match->scratch);
    rules->draw(match->scratch, viewer == GG_SEES_ALL ? GG_NOBODY : viewer, &room->then);
    if (entry->sealed || entry->side == GG_NOBODY) return;
    /* as everybody sees it who is told the action */
    rules->view(teller->state, GG_NOBODY, match->scratch);
    rules->hand->sketch(match->scratch, entry->side, &entry->action, &room->sketch);
}

void wire_ways_after(gg_json *json, gg_ways_room *room, const gg_teller *teller, gg_side viewer)
{
    const gg_match *match = teller->match;
    const gg_ruleset *rules = match->rules;
    gg_scene now = gg_scene_in(&room->after);
    gg_position_for(rules, teller->state, viewer, match->scratch);
    rules->draw(match->scratch, viewer == GG_SEES_ALL ? GG_NOBODY : viewer, &now);
    const gg_state *view = match->scratch;
    gg_json_array(json, "ways");
    for (uint32_t i = 0; i < room->then.count; i++) {
        const gg_mark *before = &room->then.marks[i];
        const gg_mark *after = is_body(before) ? body_of(&now, before->unit) : NULL;
        if (after != NULL && apart(before->at, after->at) != 0)
            wire_way(json, rules, view, &room->sketch, before, after);
    }
    gg_json_end(json);
    gg_json_array(json, "losses");
    for (uint32_t i = 0; i < room->then.count; i++) {
        const gg_mark *before = &room->then.marks[i];
        if (!is_body(before)) continue;
        const gg_mark *after = body_of(&now, before->unit);
        if (after == NULL || wire_strength_of(after) < wire_strength_of(before))
            wire_loss(json, rules, view, before, after);
    }
    gg_json_end(json);
}
