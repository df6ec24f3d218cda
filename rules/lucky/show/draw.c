/*
 * draw.c - what there is to see: the table to scale, ground, units with their markers,
 * commanders, the last move, and how the game stands.
 * SPDX-License-Identifier: MIT
 */
#include "rules/lucky/show/show.h"
#include "table/draw.h"

static const uint8_t type_roles[TYPES] = {
#define TYPE(id, name, words, role, clause) [TYPE_##id] = GG_ROLE_##role,
#include "rules/lucky/law/units.def"
#undef TYPE
};

static gg_role role_of(const lg_unit *unit)
{
    if (lg_is_foot(unit) && (unit->flags & FLAG_GUARD)) return GG_ROLE_guard;
    if (lg_is_foot(unit) && (unit->flags & FLAG_LANDWEHR)) return GG_ROLE_conscript;
    if (lg_is_horse(unit) && (unit->flags & FLAG_IMPACT)) return GG_ROLE_heavy;
    return (gg_role)type_roles[unit->type];
}

static const uint8_t forms[FORMATIONS] = {
#define FORMATION(id, name, words, drawn, clause) [FORM_##id] = GG_FORM_##drawn,
#include "rules/lucky/law/units.def"
#undef FORMATION
};

/* ---- Troops. ---- */

/* LG-R125. */
static const uint8_t qualities[QUALITIES] = {
    [POOR] = GG_QUALITY_POOR,
    [AVERAGE] = GG_QUALITY_USUAL,
    [VETERAN] = GG_QUALITY_GOOD,
    [ELITE] = GG_QUALITY_ELITE,
};

static gg_mark *draw_unit(const gg_state *s, unsigned u, gg_scene *scene)
{
    const lg_unit *unit = &s->units[u];
    gt_table t = lg_table(s);
    gg_mark *mark = gt_draw_body(&t, u, role_of(unit), scene);
    if (mark == NULL) return NULL;
    if (unit->formation == FORM_SQUARE) mark->flags |= GG_FLAG_SQUARE;
    if (lg_is_routing(unit)) mark->flags |= GG_FLAG_ROUTED;
    if (unit->did & (DID_ACT | DID_FIRE)) mark->flags |= GG_FLAG_ACTED;
    if (unit->status & STATUS_DISORDERED) mark->flags |= GG_FLAG_DISORDERED;
    if (unit->orders > 0) mark->flags |= GG_FLAG_COMMAND;
    mark->markers = unit->shaken;
    mark->coat = lg_nations[unit->nation].coat;
    mark->form = forms[unit->formation];
    mark->quality = qualities[lg_quality_of(s, u)];
    return mark;
}

static gg_mark *draw_commander(const gg_state *s, gg_unit n, gg_scene *scene)
{
    const lg_commander *his = &s->commanders[n - UNITS_MAX];
    const int32_t size = his->level == LEVEL_CINC    ? INCH * 8 / 5
                         : his->level == LEVEL_CORPS ? INCH * 13 / 10
                                                     : INCH; /* he is a point; rank is size */
    gt_table t = lg_table(s);
    gg_mark *mark = gt_draw_marker(&t, n, size, scene);
    if (mark != NULL) mark->strength = (uint8_t)(his->held + his->pool); /* what he has to give */
    return mark;
}

gg_mark *lg_draw_thing(const gg_state *s, gg_unit n, gg_scene *scene)
{
    return n < UNITS_MAX ? draw_unit(s, n, scene) : draw_commander(s, n, scene);
}

/* How far the orders reach of who gives them now. */
static void draw_radii(const gg_state *s, gg_scene *scene)
{
    for (unsigned c = 0; c < s->commander_count; c++) {
        const lg_commander *his = &s->commanders[c];
        if (!lg_is_present(his) || his->side != s->active || his->level != LEVEL_DIVISION) continue;
        gt_draw_radius(his->side, his->at, lg_command_range(s, (lg_level)his->level), scene);
    }
}

/* ---- Words. ---- */

static void put_army(const gg_state *s, gg_side side, gg_text *out)
{
    gg_put(out, side == GG_BLUE ? "Blue" : "Red");
    gg_put(out, " has lost ");
    gg_put_of(out, lg_lost_units(s, side), s->start_units[side]);
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
    gt_table t = lg_table(s);
    gt_draw_table(&t, scene);
    gg_text status = gg_text_over(scene->status, sizeof scene->status);
    gg_put(&status, "Turn ");
    gg_put_of(&status, s->turn, s->turns);
    gg_put_words(&status, ", %d%s%s. ", s->year,
                 s->active == GG_BLUE ? ", blue's player turn: " : ", red's player turn: ",
                 lucky_rules.phases[s->phase].name);
    put_army(s, GG_BLUE, &status);
    gg_put(&status, "; ");
    put_army(s, GG_RED, &status);
    gg_put(&status, ".");
    put_orders(s, &status);
    gt_draw_ground(&t, GROUND_RIVER, scene);
    draw_radii(s, scene);
    gt_draw_last(&t, s->last_who, s->last_from, scene);
    gt_draw_units(&t, 0, NAMES, scene);
    gt_draw_objectives(&t, scene);
}
