/*
 * draw.c - what there is to see: the table to scale, ground, units with their markers, commanders,
 * the last move, what is being decided, and how the game stands.
 * SPDX-License-Identifier: MIT
 */
#include "rules/staff/show/show.h"
#include "table/draw.h"

static const uint8_t nation_coats[NATIONS] = {
#define NATION(id, name, words, coat, clause) GG_COAT_##coat,
#include "rules/staff/law/units.def"
#undef NATION
};
static const uint8_t forms[FORMATIONS] = {
    [FORM_LINE] = GG_FORM_LINE,         [FORM_ACOL] = GG_FORM_COLUMN,
    [FORM_MCOL] = GG_FORM_MARCH,        [FORM_SQUARE] = GG_FORM_SQUARE,
    [FORM_SKIRM] = GG_FORM_OPEN,        [FORM_DEPLOYED] = GG_FORM_UNLIMBERED,
    [FORM_LIMBERED] = GG_FORM_LIMBERED, [FORM_GARRISON] = GG_FORM_NONE,
};

/* ---- Troops. ---- */

/* By its special rules (ST-T20): what makes it obey, and what keeps it standing. */
static gg_quality quality_of(const gg_state *s, unsigned u)
{
    if (staff_has_rule(s, u, RULE_ELITE)) return GG_QUALITY_ELITE;
    if (staff_has_rule(s, u, RULE_UNRELIABLE)) return GG_QUALITY_POOR;
    return staff_has_rule(s, u, RULE_RELIABLE | RULE_STEADY) ? GG_QUALITY_GOOD : GG_QUALITY_USUAL;
}

/* Pips are what it can still take, markers its casualties: who has no pip left is shaken. */
static gg_mark *draw_unit(const gg_state *s, unsigned u, gg_scene *scene)
{
    const staff_unit *it = &s->units[u];
    const gt_table t = staff_table(s);
    gg_mark *mark = gt_draw_body(&t, u, (gg_role)staff_types[it->type].role, scene);
    if (mark == NULL) return NULL;
    const int left = staff_stamina(s, u) - s->more[u].casualties;
    mark->strength = (uint8_t)(left < 0 ? 0 : left);
    mark->marker = GG_MARKER_CASUALTIES;
    mark->markers = s->more[u].casualties;
    if (it->formation == FORM_SQUARE) mark->flags |= GG_FLAG_SQUARE;
    if (staff_is_disordered(it)) mark->flags |= GG_FLAG_DISORDERED;
    if (it->did & (DID_INITIATIVE | DID_ORDER | DID_SHOOT)) mark->flags |= GG_FLAG_ACTED;
    if (s->order.waiting & gt_bit(u)) mark->flags |= GG_FLAG_COMMAND;
    if (s->order.unit == u + 1 || (s->phase == PHASE_RESPOND && s->charge.target == u + 1))
        mark->flags |= GG_FLAG_CHOSEN;
    mark->coat = nation_coats[s->commanders[staff_commander_row(it)].nation];
    mark->form = forms[it->formation];
    mark->quality = (uint8_t)quality_of(s, u);
    return mark;
}

/* A point; rank is size. */
static gg_mark *draw_commander(const gg_state *s, gg_unit n, gg_scene *scene)
{
    const unsigned row = n - (unsigned)UNITS_MAX;
    const staff_commander *his = &s->commanders[row];
    const gt_table t = staff_table(s);
    const int32_t size = row % BRIGADES_MAX == 0 ? INCH * 8 / 5 : INCH;
    gg_mark *mark = gt_draw_marker(&t, n, size, scene);
    if (mark == NULL) return NULL;
    gg_text label = gg_text_over(mark->label, sizeof mark->label);
    staff_write_unit(s, n, &label);
    gg_put(&label, " "); /* and his rating */
    gg_put_int(&label, his->rating);
    if (his->did & CDID_ACT) mark->flags |= GG_FLAG_ACTED;
    if (s->commander == row + 1) mark->flags |= GG_FLAG_CHOSEN;
    return mark;
}

gg_mark *staff_draw_thing(const gg_state *s, gg_unit n, gg_scene *scene)
{
    return n < UNITS_MAX ? draw_unit(s, n, scene) : draw_commander(s, n, scene);
}

static void draw_last(const gg_state *s, const gt_table *t, gg_scene *scene)
{
    const unsigned u = s->last_who - 1u;
    gg_mark *block = gt_draw_last(t, u, s->last_from, scene);
    if (block != NULL) /* held by its front: the block lies behind that */
        block->at =
            staff_centre_at((gg_pose){s->last_from, s->units[u].facing * 10}, staff_own_box(s, u));
}

/* The commander who acts: how far he orders without a penalty. */
static void draw_reach(const gg_state *s, gg_scene *scene)
{
    if (s->commander == 0 || s->phase == PHASE_OVER) return;
    const unsigned row = s->commander - 1u;
    gt_draw_radius((gg_side)(row / BRIGADES_MAX), s->commanders[row].at,
                   staff_number(s, N_cmd_step), scene);
}

/* ---- Words. ---- */

static void put_name(const gg_state *s, unsigned row, gg_text *out)
{
    if (s->commanders[row].name[0] != '\0') gg_put(out, s->commanders[row].name);
    else staff_write_unit(s, (gg_unit)(UNITS_MAX + row), out);
}

/* Who acts, his rating, what is in hand. */
static void put_command(const gg_state *s, gg_text *out)
{
    if (s->commander != 0) {
        gg_put_char(out, ' ');
        put_name(s, s->commander - 1u, out);
        gg_put_words(out, ", rating %d.", s->commanders[s->commander - 1u].rating);
    }
    if (s->phase == PHASE_EXECUTE) {
        gg_put(out, " Moves granted: ");
        gg_put_int(out, s->order.granted);
        if (s->order.unit != 0) {
            gg_put(out, "; ");
            staff_write_unit(s, (gg_unit)(s->order.unit - 1), out);
            gg_put_words(out, " has %d left", s->order.granted - s->order.used);
        }
        gg_put_char(out, '.');
    }
    if (s->phase == PHASE_RESPOND) {
        gg_put_char(out, ' ');
        staff_write_unit(s, (gg_unit)(s->charge.charger - 1), out);
        gg_put(out, " charges ");
        staff_write_unit(s, (gg_unit)(s->charge.target - 1), out);
        gg_put_char(out, '.');
    }
}

static void put_army(const gg_state *s, gg_side side, gg_text *out)
{
    int units = 0, lost = 0, shaken = 0, brigades = 0, broken = 0, gone;
    for (unsigned u = 0; u < s->unit_count; u++) {
        if (s->units[u].side != side) continue;
        units++;
        if (s->units[u].removed) lost++;
        else if (staff_is_shaken(s, u)) shaken++;
    }
    for (unsigned row = side * (unsigned)BRIGADES_MAX + 1; row % BRIGADES_MAX != 0; row++) {
        if (staff_brigade_strength(s, row, &gone) == 0) continue;
        brigades++;
        broken += s->commanders[row].broken;
    }
    gg_put(out, side == GG_BLUE ? "Blue: " : "Red: ");
    gg_put_of(out, lost, units);
    gg_put_words(out, " units lost, %d shaken, ", shaken);
    gg_put_of(out, broken, brigades);
    gg_put(out, brigades == 1 ? " brigade broken" : " brigades broken");
}

static void put_status(const gg_state *s, gg_text *out)
{
    gg_put(out, "Turn ");
    gg_put_of(out, s->turn, s->options[OPT_turn_limit]);
    gg_put_words(out, "%s%s.",
                 s->active == GG_BLUE ? ", blue's player turn: " : ", red's player turn: ",
                 staff_rules.phases[s->phase].name);
    put_command(s, out);
    gg_put_char(out, ' ');
    put_army(s, GG_BLUE, out);
    gg_put(out, ". ");
    put_army(s, GG_RED, out);
    gg_put_char(out, '.');
}

void staff_draw(const gg_state *s, gg_side side, gg_scene *scene)
{
    (void)side; /* nothing is hidden */
    const gt_table t = staff_table(s);
    gt_draw_table(&t, scene);
    gg_text status = gg_text_over(scene->status, sizeof scene->status);
    put_status(s, &status);
    gt_draw_ground(&t, -1, scene);
    gt_draw_lines(&t, scene);
    gt_draw_names(&t, s->area_names, INCH, scene);
    draw_reach(s, scene);
    draw_last(s, &t, scene);
    gt_draw_units(&t, 0, NAMES, scene);
    gt_draw_objectives(&t, scene);
}
