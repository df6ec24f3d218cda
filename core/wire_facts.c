/*
 * wire_facts.c - who is who, how the game is won and how far it is: as JSON.
 * SPDX-License-Identifier: MIT
 */
#include "core/names.h"
#include "core/wire_parts.h"

static void wire_fact(gg_json *json, const gg_ruleset *rules, const gg_state *view,
                      const gg_fact *fact)
{
    gg_json_object(json, NULL);
    if (fact->label[0] != 0) gg_json_string(json, "label", fact->label);
    if (fact->side < GG_NOBODY) gg_json_string(json, "side", gg_side_name(fact->side));
    gg_wire_said(json, "words", view, fact->words);
    wire_clause(json, rules, fact->clause);
    if (fact->needed != 0) {
        gg_json_int(json, "had", fact->had);
        gg_json_int(json, "needed", fact->needed);
    }
    gg_json_end(json);
}

static void wire_facts(gg_json *json, const char *key, const gg_ruleset *rules,
                       const gg_state *view, const gg_facts *facts)
{
    gg_json_array(json, key);
    for (uint32_t i = 0; i < facts->count; i++) wire_fact(json, rules, view, &facts->rows[i]);
    gg_json_end(json);
}

/* The coat that most of a side wears. */
static uint8_t coat_of(const gg_scene *scene, gg_side side)
{
    uint32_t counts[GG_COATS] = {0};
    uint8_t most = GG_COAT_none;
    for (uint32_t i = 0; i < scene->count; i++)
        if (scene->marks[i].side == side && scene->marks[i].unit != GG_NO_UNIT)
            counts[scene->marks[i].coat]++;
    for (uint8_t coat = GG_COAT_none + 1; coat < GG_COATS; coat++)
        if (counts[coat] > counts[most] || (most == GG_COAT_none && counts[coat] > 0)) most = coat;
    return most;
}

void gg_wire_status(gg_json *json, const gg_ruleset *rules, const gg_state *view,
                    const gg_scene *scene)
{
    gg_facts terms = {.count = 0};
    gg_wire_said(json, "status", view, scene->status);
    gg_json_object(json, "sides");
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        const uint8_t coat = coat_of(scene, side);
        gg_json_object(json, gg_side_name(side));
        wire_called(json, "called", view, gg_side_name(side));
        if (coat != GG_COAT_none) gg_json_string(json, "coat", wire_coat_name(coat));
        gg_json_end(json);
    }
    gg_json_end(json);
    rules->army->terms(view, &terms);
    wire_facts(json, "terms", rules, view, &terms);
}

void gg_wire_card(gg_json *json, const char *key, const gg_ruleset *rules, const gg_state *view,
                  gg_unit unit)
{
    gg_facts card = {.count = 0};
    if (unit < rules->unit_count) rules->army->describe(view, unit, &card);
    wire_facts(json, key, rules, view, &card);
}
