/*
 * draw.c - what there is to see: the table to scale, ground, units with their markers,
 * commanders, the last move, and how the game stands.
 */
#include "core/picture.h"
#include "lucky.h"

static const uint8_t ground_roles[GROUNDS] = {
#define GROUND(id, name, difficult, cover, open, sight, role, words, clause)                       \
    [GROUND_##id] = GG_ROLE_##role,
#include "ground.def"
#undef GROUND
};

static const uint8_t type_roles[TYPES] = {
#define TYPE(id, name, words, role, rout, clause) [TYPE_##id] = GG_ROLE_##role,
#include "units.def"
#undef TYPE
};

static gg_role role_of(const lg_unit *unit)
{
    if (lg_is_foot(unit) && (unit->flags & FLAG_GUARD)) return GG_ROLE_guard;
    if (lg_is_foot(unit) && (unit->flags & FLAG_LANDWEHR)) return GG_ROLE_conscript;
    if (lg_is_horse(unit) && (unit->flags & FLAG_IMPACT)) return GG_ROLE_heavy;
    return (gg_role)type_roles[unit->type];
}

static void draw_areas(const gg_state *s, gg_scene *scene)
{
    for (int i = 0; i < s->area_count; i++) {
        const lg_area *area = &s->areas[i];
        gg_role role = area->type == GROUND_HILL && area->level == 2
                           ? GG_ROLE_hill_high
                           : (gg_role)ground_roles[area->type];
        gg_mark *mark = gg_scene_add(scene, GG_AREA, role);
        if (mark == NULL) return;
        mark->size = (gg_point){(area->high_x - area->low_x) * HUNDREDTH,
                                (area->high_y - area->low_y) * HUNDREDTH};
        mark->at = (gg_point){(area->low_x + area->high_x) * (HUNDREDTH / 2),
                              (area->low_y + area->high_y) * (HUNDREDTH / 2)};
    }
}

/* What an objective is worth and who has it, and which buildings burn. */
static void draw_area_words(const gg_state *s, gg_scene *scene)
{
    for (int i = 0; i < s->area_count; i++) {
        const lg_area *area = &s->areas[i];
        if (area->value == 0 && !area->burning) continue;
        gg_mark *mark =
            gg_scene_add(scene, GG_LABEL, area->value > 0 ? GG_ROLE_objective : GG_ROLE_text);
        if (mark == NULL) return;
        mark->at =
            (gg_point){(area->low_x + area->high_x) * (HUNDREDTH / 2), area->high_y * HUNDREDTH};
        if (area->owner > 0) mark->side = (gg_side)(area->owner - 1);
        gg_text label = gg_text_over(mark->label, sizeof mark->label);
        if (area->value > 0) gg_put_int(&label, area->value);
        if (area->owner > 0) gg_put(&label, area->owner == 1 ? " blue" : " red");
        if (area->burning) gg_put(&label, " fire");
    }
}

/* "a4!!~": two shaken markers, disordered. */
static void label_unit(const gg_state *s, unsigned u, gg_mark *mark)
{
    const lg_unit *unit = &s->units[u];
    gg_text label = gg_text_over(mark->label, sizeof mark->label);
    lg_write_unit(s, (gg_unit)u, &label);
    for (int i = 0; i < unit->shaken; i++)
        gg_put_char(&label, '!');
    if (unit->status & STATUS_DISORDERED) gg_put_char(&label, '~');
}

static void draw_units(const gg_state *s, gg_scene *scene)
{
    for (unsigned u = 0; u < s->unit_count; u++) {
        const lg_unit *unit = &s->units[u];
        if (!lg_is_on_table(s, u)) continue;
        gg_mark *mark = gg_scene_add(scene, GG_BLOCK, role_of(unit));
        if (mark == NULL) return;
        gg_box box = lg_box(s, unit->type, unit->formation);
        mark->unit = (gg_unit)u;
        mark->side = unit->side;
        mark->strength = unit->strength;
        mark->at = unit->at;
        mark->size = (gg_point){2 * box.half, box.front - box.rear};
        mark->facing = unit->facing * 10;
        if (unit->formation == FORM_SQUARE) mark->flags |= GG_FLAG_SQUARE;
        if (lg_is_routing(unit)) mark->flags |= GG_FLAG_ROUTED;
        if (unit->did & (DID_ACT | DID_FIRE)) mark->flags |= GG_FLAG_ACTED;
        if (unit->orders > 0) mark->flags |= GG_FLAG_COMMAND;
        label_unit(s, u, mark);
    }
}

static void draw_commanders(const gg_state *s, gg_scene *scene)
{
    for (unsigned c = 0; c < s->commander_count; c++) {
        const lg_commander *his = &s->commanders[c];
        if (!lg_is_present(his)) continue;
        gg_mark *mark = gg_scene_add(scene, GG_DISC, GG_ROLE_commander);
        if (mark == NULL) return;
        mark->unit = (gg_unit)(UNITS_MAX + c);
        mark->side = his->side;
        mark->at = his->at;
        mark->size = (gg_point){INCH, INCH};
        mark->strength = his->held;
        gg_text label = gg_text_over(mark->label, sizeof mark->label);
        lg_write_unit(s, mark->unit, &label);
    }
}

static void draw_last(const gg_state *s, gg_scene *scene)
{
    if (s->last_who == NOBODY || !lg_is_on_table(s, s->last_who)) return;
    const lg_unit *unit = &s->units[s->last_who];
    if (unit->at.x == s->last_from.x && unit->at.y == s->last_from.y) return;
    gg_mark *mark = gg_scene_add(scene, GG_ARROW, GG_ROLE_last_move);
    if (mark == NULL) return;
    mark->side = unit->side;
    mark->at = s->last_from;
    mark->to = unit->at;
}

static void put_army(const gg_state *s, gg_side side, gg_text *out)
{
    gg_put(out, side == GG_BLUE ? "Blue" : "Red");
    gg_put(out, " has lost ");
    gg_put_int(out, lg_lost_units(s, side));
    gg_put(out, " of ");
    gg_put_int(out, s->start_units[side]);
    gg_put(out, " units");
}

void lg_draw(const gg_state *s, gg_side side, gg_scene *scene)
{
    (void)side; /* nothing is hidden */
    scene->low = (gg_point){0, 0};
    scene->high = (gg_point){s->width, s->height};
    scene->cell = 0;
    gg_text title = gg_text_over(scene->title, sizeof scene->title);
    gg_put(&title, lucky_rules.title);
    gg_put(&title, " ");
    gg_put_int(&title, s->year);
    gg_text status = gg_text_over(scene->status, sizeof scene->status);
    gg_put(&status, "Turn ");
    gg_put_int(&status, s->turn);
    gg_put(&status, " of ");
    gg_put_int(&status, s->turns);
    gg_put(&status, s->active == GG_BLUE ? ", blue's player turn: " : ", red's player turn: ");
    gg_put(&status, lucky_rules.phases[s->phase].name);
    gg_put(&status, ". ");
    put_army(s, GG_BLUE, &status);
    gg_put(&status, "; ");
    put_army(s, GG_RED, &status);
    gg_put(&status, ".");
    draw_areas(s, scene);
    draw_units(s, scene);
    draw_commanders(s, scene);
    draw_area_words(s, scene);
    draw_last(s, scene);
}
