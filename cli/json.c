/*
 * json.c - events, refusals, positions and scenes for programs: one object, one line.
 */
#include "cli/cli.h"
#include "core/picture.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

void cli_print_json(cli_json *object)
{
    json_dumpf(object, stdout, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(10));
    putchar('\n');
    json_decref(object);
}

/* ---- Small parts. ---- */
static void add_clause(json_t *object, const gg_ruleset *rules, gg_clause clause)
{
    if (clause != 0)
        json_object_set_new(object, "clause", json_string(gg_clause_number(rules, clause)));
}

static void add_unit(json_t *object, const char *key, const gg_ruleset *rules,
                     const gg_state *state, gg_unit unit)
{
    if (unit == GG_NO_UNIT) return;
    char bytes[2 * GG_NAME_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    rules->write_unit(state, unit, &text);
    json_object_set_new(object, key, json_string(bytes));
}

static void add_place(json_t *object, const char *key, const gg_ruleset *rules, gg_point at)
{
    char bytes[64];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    rules->write_place(at, &text);
    json_object_set_new(object, key, json_string(bytes));
}

cli_json *cli_mods_json(const gg_ruleset *rules, const gg_check *check, const gg_event *event)
{
    json_t *mods = json_array();
    for (int i = 0; i < event->line_count; i++) {
        const gg_mod *mod = &check->mods[event->lines[i].mod];
        json_t *line = json_pack("{s:s}", "id", mod->id);
        add_clause(line, rules, mod->clause);
        json_object_set_new(line, "amount", json_integer(event->lines[i].amount));
        json_object_set_new(line, "text", json_string(mod->text));
        json_array_append_new(mods, line);
    }
    return mods;
}

/* ---- Events. ---- */
static void add_roll(json_t *object, const gg_ruleset *rules, const gg_event *event)
{
    const gg_check *check = rules->checks[event->check];
    char bytes[256];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    if (event->line_count > 0)
        json_object_set_new(object, "mods", cli_mods_json(rules, check, event));
    if (check->kind == GG_HITS) json_object_set_new(object, "base", json_integer(event->base));
    json_object_set_new(object, "total", json_integer(event->total));
    gg_put_result(&text, check, event);
    json_object_set_new(object, "result", json_string(bytes));
}

static void add_faces(json_t *object, const gg_event *event)
{
    if (event->face_count == 0) return;
    json_t *dice = json_array();
    for (int i = 0; i < event->face_count; i++)
        json_array_append_new(dice, json_integer(event->faces[i]));
    json_object_set_new(object, "dice", dice);
}

/* Which of its fields an event fills is told by its sentence: the ones the saying names. */
static void add_saying(json_t *object, const gg_ruleset *rules, const gg_event *event)
{
    const gg_saying *saying = &rules->sayings[event->saying];
    json_object_set_new(object, "saying", json_string(saying->id));
    if (strstr(saying->text, "{at}") != NULL) add_place(object, "at", rules, event->at);
    if (strstr(saying->text, "{to}") != NULL) add_place(object, "to", rules, event->to);
    if (strstr(saying->text, "{amount}") != NULL)
        json_object_set_new(object, "amount", json_integer(event->amount));
    if (strstr(saying->text, "{had}") != NULL)
        json_object_set_new(object, "had", json_integer(event->had));
    if (strstr(saying->text, "{total}") != NULL)
        json_object_set_new(object, "total", json_integer(event->total));
}

cli_json *cli_event_json(const gg_ruleset *rules, const gg_state *state, const gg_event *event)
{
    const bool is_check = event->kind == GG_ROLL && event->check != GG_NO_CHECK;
    json_t *object = json_pack("{s:s}", "event", gg_event_name(event->kind));
    if (is_check)
        json_object_set_new(object, "check", json_string(rules->checks[event->check]->name));
    add_clause(object, rules, event->clause);
    add_unit(object, "who", rules, state, event->who);
    add_unit(object, "whom", rules, state, event->whom);
    add_faces(object, event);
    if (is_check) add_roll(object, rules, event);
    if (event->saying != 0) add_saying(object, rules, event);
    char bytes[2048];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_put_event(&text, rules, state, event);
    json_object_set_new(object, "text", json_string(bytes));
    return object;
}

void cli_print_events_json(const gg_ruleset *rules, const gg_state *state, const gg_log *log,
                           gg_side viewer)
{
    for (uint32_t i = 0; i < log->count; i++) {
        gg_event event;
        if (cli_event_for(viewer, &log->events[i], &event))
            cli_print_json(cli_event_json(rules, state, &event));
    }
}

cli_json *cli_verdict_json(const gg_ruleset *rules, gg_verdict verdict)
{
    const gg_reason_def *reason = &rules->reasons[verdict.reason];
    char bytes[1024];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_put_verdict(&text, rules, verdict);
    json_t *object = json_pack("{s:s, s:s}", "event", "refused", "reason", reason->id);
    add_clause(object, rules, reason->clause);
    if (strstr(reason->text, "{had}") != NULL)
        json_object_set_new(object, "had", json_integer(verdict.had));
    if (strstr(reason->text, "{needed}") != NULL)
        json_object_set_new(object, "needed", json_integer(verdict.needed));
    json_object_set_new(object, "text", json_string(bytes));
    return object;
}

/* ---- Positions. ---- */
static void add_turn(json_t *object, const gg_ruleset *rules, const gg_state *state)
{
    const gg_turn turn = rules->turn(state);
    json_t *deciding = json_array();
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        if ((turn.deciding >> side & 1) != 0)
            json_array_append_new(deciding, json_string(gg_side_name(side)));
    json_object_set_new(object, "phase", json_string(rules->phases[turn.phase].name));
    json_object_set_new(object, "round", json_integer(turn.round));
    json_object_set_new(object, "deciding", deciding);
    json_object_set_new(object, "over", json_boolean(turn.over));
    if (turn.over)
        json_object_set_new(object, "winner",
                            turn.winner == GG_NOBODY ? json_null()
                                                     : json_string(gg_side_name(turn.winner)));
    add_clause(object, rules, turn.clause);
}

cli_json *cli_position_json(const gg_ruleset *rules, const gg_state *state)
{
    gg_text text = cli_text(1 << 16);
    char hash[17];
    gg_text digits = gg_text_over(hash, sizeof hash);
    rules->write_state(state, &text);
    gg_put_hex(&digits, gg_hash(state, rules->state_bytes), 16);
    json_t *object = json_pack("{s:s, s:s, s:i}", "event", "position", "game", rules->name,
                               "version", (int)rules->version);
    add_turn(object, rules, state);
    json_object_set_new(object, "hash", json_string(hash));
    json_object_set_new(object, "position", json_string(text.bytes));
    free(text.bytes);
    return object;
}

/* ---- Scenes. ---- */
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

static json_t *point_json(gg_point at)
{
    return json_pack("[i,i]", (int)at.x, (int)at.y);
}

static json_t *flags_json(uint8_t flags)
{
    static const char *const names[] = {"command", "acted", "square", "routed", "chosen"};
    json_t *list = json_array();
    for (int i = 0; i < 5; i++)
        if ((flags >> i & 1) != 0) json_array_append_new(list, json_string(names[i]));
    return list;
}

static json_t *mark_json(const gg_mark *mark)
{
    json_t *object = json_pack("{s:s, s:s, s:o}", "shape", shape_name(mark->shape), "role",
                               gg_roles[mark->role].name, "at", point_json(mark->at));
    if (mark->shape == GG_PATH || mark->shape == GG_ARROW)
        json_object_set_new(object, "to", point_json(mark->to));
    if (mark->size.x != 0 || mark->size.y != 0)
        json_object_set_new(object, "size", point_json(mark->size));
    if (mark->side < GG_NOBODY)
        json_object_set_new(object, "side", json_string(gg_side_name(mark->side)));
    if (mark->unit != GG_NO_UNIT) json_object_set_new(object, "unit", json_integer(mark->unit));
    if (mark->label[0] != 0) json_object_set_new(object, "label", json_string(mark->label));
    if (mark->strength != 0) json_object_set_new(object, "strength", json_integer(mark->strength));
    if (mark->facing >= 0) json_object_set_new(object, "facing", json_integer(mark->facing));
    if (mark->layer != 0) json_object_set_new(object, "layer", json_integer(mark->layer));
    if (mark->flags != 0) json_object_set_new(object, "flags", flags_json(mark->flags));
    return object;
}

cli_json *cli_scene_json(const gg_ruleset *rules, const gg_state *state, const gg_scene *scene)
{
    json_t *object = json_pack("{s:s, s:i}", "game", rules->name, "version", (int)rules->version);
    add_turn(object, rules, state);
    json_object_set_new(object, "title", json_string(scene->title));
    json_object_set_new(object, "status", json_string(scene->status));
    json_object_set_new(object, "cell", json_integer(scene->cell));
    json_object_set_new(object, "low", point_json(scene->low));
    json_object_set_new(object, "high", point_json(scene->high));
    json_t *marks = json_array();
    for (uint32_t i = 0; i < scene->count; i++)
        json_array_append_new(marks, mark_json(&scene->marks[i]));
    json_object_set_new(object, "marks", marks);
    return object;
}
