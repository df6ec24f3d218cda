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

static const uint8_t nation_coats[NATIONS] = {
    [NATION_BRITISH] = GG_COAT_british,   [NATION_FRENCH] = GG_COAT_french,
    [NATION_PRUSSIAN] = GG_COAT_prussian, [NATION_RUSSIAN] = GG_COAT_russian,
    [NATION_AUSTRIAN] = GG_COAT_austrian, [NATION_SPANISH] = GG_COAT_spanish,
    [NATION_OTHER] = GG_COAT_other,
};

static gg_form form_of(const lg_unit *unit)
{
    switch ((lg_formation)unit->formation) {
    case FORM_LINE: return GG_FORM_LINE;
    case FORM_COLUMN:
    case FORM_MASS: return GG_FORM_COLUMN;
    case FORM_SQUARE: return GG_FORM_SQUARE;
    case FORM_LIMB: return GG_FORM_LIMBERED;
    case FORM_UNL: return GG_FORM_UNLIMBERED;
    case FORM_RIDING:
    case FORMATIONS: break;
    }
    return GG_FORM_NONE;
}

/* ---- Ground. ---- */

static gg_mark *draw_area(const lg_area *area, gg_role role, gg_scene *scene)
{
    gg_mark *mark = gg_scene_add(scene, GG_AREA, role);
    if (mark == NULL) return NULL;
    mark->size = (gg_point){(area->high_x - area->low_x) * HUNDREDTH,
                            (area->high_y - area->low_y) * HUNDREDTH};
    mark->at = (gg_point){(area->low_x + area->high_x) * (HUNDREDTH / 2),
                          (area->low_y + area->high_y) * (HUNDREDTH / 2)};
    for (int i = 0; i < area->count; i++)
        gg_scene_corner(scene, (gg_point){area->x[i] * HUNDREDTH, area->y[i] * HUNDREDTH});
    return mark;
}

/* Two stretches of a river that lie in one line with a gap between them: what is open there is a
 * crossing.  It means nothing to the rules; it only tells the eye why there is a gap. */
static void draw_crossing(const lg_area *one, const lg_area *other, gg_scene *scene)
{
    enum { WIDEST = 600, BEYOND = 25 }; /* hundredths */
    const int across = other->low_x - one->high_x, up = other->low_y - one->high_y;
    const bool level = one->low_y == other->low_y && one->high_y == other->high_y;
    const bool upright = one->low_x == other->low_x && one->high_x == other->high_x;
    const bool east = level && across > 0 && across <= WIDEST;
    if (!east && !(upright && up > 0 && up <= WIDEST)) return;
    const int low_x = east ? one->high_x : one->low_x - BEYOND;
    const int high_x = east ? other->low_x : one->high_x + BEYOND;
    const int low_y = east ? one->low_y - BEYOND : one->high_y;
    const int high_y = east ? one->high_y + BEYOND : other->low_y;
    gg_mark *mark = gg_scene_add(scene, GG_AREA, GG_ROLE_bridge);
    if (mark == NULL) return;
    mark->at = (gg_point){(low_x + high_x) * (HUNDREDTH / 2), (low_y + high_y) * (HUNDREDTH / 2)};
    mark->size = (gg_point){(high_x - low_x) * HUNDREDTH, (high_y - low_y) * HUNDREDTH};
    const gg_point corners[] = {{low_x, low_y}, {low_x, high_y}, {high_x, high_y}, {high_x, low_y}};
    for (int i = 0; i < 4; i++)
        gg_scene_corner(scene, (gg_point){corners[i].x * HUNDREDTH, corners[i].y * HUNDREDTH});
    mark->facing = east ? 0 : 900;
}

static void draw_ground(const gg_state *s, gg_scene *scene)
{
    for (int i = 0; i < s->area_count; i++) {
        const lg_area *area = &s->areas[i];
        draw_area(area,
                  area->type == GROUND_HILL && area->level == 2 ? GG_ROLE_hill_high
                                                                : (gg_role)ground_roles[area->type],
                  scene);
    }
    for (int i = 0; i < s->area_count; i++)
        for (int j = 0; j < s->area_count; j++)
            if (s->areas[i].type == GROUND_RIVER && s->areas[j].type == GROUND_RIVER)
                draw_crossing(&s->areas[i], &s->areas[j], scene);
    for (int i = 0; i < s->area_count; i++)
        if (s->areas[i].burning) draw_area(&s->areas[i], GG_ROLE_fire, scene);
}

/* On a corner of the area where no block hides the flag, which flies up and to the right. */
static gg_point flag_place(const lg_area *area, const gg_scene *scene)
{
    const gg_point low = {area->low_x * HUNDREDTH, area->low_y * HUNDREDTH},
                   high = {area->high_x * HUNDREDTH, area->high_y * HUNDREDTH};
    const gg_point places[] = {{high.x - INCH / 2, high.y}, {low.x, high.y}, {high.x, low.y},
                               {low.x - INCH, low.y},       {high.x, (low.y + high.y) / 2}};
    for (int i = 0; i < 5; i++) {
        const gg_point at = places[i];
        bool is_free = true;
        for (int32_t part = 0; part < 9; part++)
            if (gg_scene_block(scene, (gg_point){at.x + part % 3 * INCH / 2,
                                                 at.y + part / 3 * INCH * 3 / 4}) != NULL)
                is_free = false;
        if (is_free) return at;
    }
    return places[0];
}

/* What an objective is worth and who has it. */
static void draw_objectives(const gg_state *s, gg_scene *scene)
{
    for (int i = 0; i < s->area_count; i++) {
        const lg_area *area = &s->areas[i];
        if (area->value == 0) continue;
        gg_mark *mark = gg_scene_add(scene, GG_LABEL, GG_ROLE_objective);
        if (mark == NULL) return;
        mark->at = flag_place(area, scene);
        if (area->owner > 0) mark->side = (gg_side)(area->owner - 1);
        gg_text label = gg_text_over(mark->label, sizeof mark->label);
        gg_put_int(&label, area->value);
    }
}

/* ---- Troops. ---- */

gg_mark *lg_draw_unit(const gg_state *s, unsigned u, gg_scene *scene)
{
    const lg_unit *unit = &s->units[u];
    gg_mark *mark = gg_scene_add(scene, GG_BLOCK, role_of(unit));
    if (mark == NULL) return NULL;
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
    if (unit->status & STATUS_DISORDERED) mark->flags |= GG_FLAG_DISORDERED;
    if (unit->orders > 0) mark->flags |= GG_FLAG_COMMAND;
    mark->shaken = unit->shaken;
    mark->coat = nation_coats[unit->nation];
    mark->form = (uint8_t)form_of(unit);
    gg_text label = gg_text_over(mark->label, sizeof mark->label);
    lg_write_unit(s, (gg_unit)u, &label);
    return mark;
}

gg_mark *lg_draw_commander(const gg_state *s, unsigned c, gg_scene *scene)
{
    const lg_commander *his = &s->commanders[c];
    gg_mark *mark = gg_scene_add(scene, GG_DISC, GG_ROLE_commander);
    if (mark == NULL) return NULL;
    mark->unit = (gg_unit)(UNITS_MAX + c);
    mark->side = his->side;
    mark->at = his->at;
    const int32_t size = his->level == LEVEL_CINC    ? INCH * 8 / 5
                         : his->level == LEVEL_CORPS ? INCH * 13 / 10
                                                     : INCH; /* he is a point; rank is size */
    mark->size = (gg_point){size, size};
    mark->strength = (uint8_t)(his->held + his->pool); /* what he has to give */
    gg_text label = gg_text_over(mark->label, sizeof mark->label);
    lg_write_unit(s, mark->unit, &label);
    return mark;
}

static void draw_troops(const gg_state *s, gg_scene *scene)
{
    for (unsigned u = 0; u < s->unit_count; u++)
        if (lg_is_on_table(s, u)) lg_draw_unit(s, u, scene);
    for (unsigned c = 0; c < s->commander_count; c++)
        if (lg_is_present(&s->commanders[c])) lg_draw_commander(s, c, scene);
}

/* How far the orders reach of who gives them now. */
static void draw_radii(const gg_state *s, gg_scene *scene)
{
    for (unsigned c = 0; c < s->commander_count; c++) {
        const lg_commander *his = &s->commanders[c];
        if (!lg_is_present(his) || his->side != s->active || his->level != LEVEL_DIVISION) continue;
        gg_mark *mark = gg_scene_add(scene, GG_DISC, GG_ROLE_radius);
        if (mark == NULL) return;
        const int32_t range = lg_command_range((lg_level)his->level);
        mark->at = his->at;
        mark->side = his->side;
        mark->size = (gg_point){2 * range, 2 * range};
    }
}

/* Where the last to move came from.  Its facing there is not kept, so its ghost has no front. */
static void draw_last(const gg_state *s, gg_scene *scene)
{
    if (s->last_who == NOBODY || !lg_is_on_table(s, s->last_who)) return;
    const lg_unit *unit = &s->units[s->last_who];
    if (unit->at.x == s->last_from.x && unit->at.y == s->last_from.y) return;
    gg_mark *ghost = lg_draw_unit(s, s->last_who, scene);
    if (ghost == NULL) return;
    ghost->at = s->last_from;
    ghost->flags = GG_FLAG_GHOST | GG_FLAG_ACTED;
    ghost->label[0] = '\0';
    gg_mark *mark = gg_scene_add(scene, GG_ARROW, GG_ROLE_last_move);
    if (mark == NULL) return;
    mark->side = unit->side;
    mark->at = s->last_from;
    mark->to = unit->at;
}

/* ---- Words. ---- */

static void put_army(const gg_state *s, gg_side side, gg_text *out)
{
    gg_put(out, side == GG_BLUE ? "Blue" : "Red");
    gg_put(out, " has lost ");
    gg_put_int(out, lg_lost_units(s, side));
    gg_put(out, " of ");
    gg_put_int(out, s->start_units[side]);
    gg_put(out, " units");
}

/* Who has orders to hand on or to put on units, while that is being decided. */
static void put_orders(const gg_state *s, gg_text *out)
{
    const char *before = " Orders to give: ";
    for (unsigned c = 0; s->phase <= PHASE_C4 && c < s->commander_count; c++) {
        const lg_commander *his = &s->commanders[c];
        const int orders = s->phase == PHASE_C4 ? his->held : his->pool;
        if (his->side != s->active || !lg_is_present(his) || orders == 0) continue;
        gg_put(out, before);
        lg_write_unit(s, (gg_unit)(UNITS_MAX + c), out);
        gg_put_char(out, ' ');
        gg_put_int(out, orders);
        before = ", ";
    }
    if (before[0] == ',') gg_put_char(out, '.');
}

void lg_draw(const gg_state *s, gg_side side, gg_scene *scene)
{
    (void)side; /* nothing is hidden */
    scene->low = (gg_point){0, 0};
    scene->high = (gg_point){s->width, s->height};
    scene->cell = 0;
    scene->measure = lucky_rules.measure;
    gg_text title = gg_text_over(scene->title, sizeof scene->title);
    gg_put(&title, lucky_rules.title);
    gg_text status = gg_text_over(scene->status, sizeof scene->status);
    gg_put(&status, "Turn ");
    gg_put_int(&status, s->turn);
    gg_put(&status, " of ");
    gg_put_int(&status, s->turns);
    gg_put(&status, ", ");
    gg_put_int(&status, s->year);
    gg_put(&status, s->active == GG_BLUE ? ", blue's player turn: " : ", red's player turn: ");
    gg_put(&status, lucky_rules.phases[s->phase].name);
    gg_put(&status, ". ");
    put_army(s, GG_BLUE, &status);
    gg_put(&status, "; ");
    put_army(s, GG_RED, &status);
    gg_put(&status, ".");
    put_orders(s, &status);
    draw_ground(s, scene);
    draw_radii(s, scene);
    draw_last(s, scene);
    draw_troops(s, scene);
    draw_objectives(s, scene);
}
