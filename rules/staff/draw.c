/*
 * draw.c - what there is to see.  So far the ground, the units and the commanders.
 */
#include "staff.h"
#include "table/draw.h"

static const uint8_t type_roles[TYPES] = {
#define TYPE(id, name, words, class, role, combat, shoot, save, stamina, weapon, rules, clause) \
    GG_ROLE_##role,
#include "units.def"
#undef TYPE
};
static const uint8_t line_roles[LINES] = {
#define LINE(id, name, words, formed, skirmish, horse, guns, role, clause) GG_ROLE_##role,
#include "ground.def"
#undef LINE
};
static const uint8_t nation_coats[NATIONS] = {
#define NATION(id, name, words, coat, clause) GG_COAT_##coat,
#include "units.def"
#undef NATION
};
static const uint8_t forms[FORMATIONS] = {
    [FORM_LINE] = GG_FORM_LINE,         [FORM_ACOL] = GG_FORM_COLUMN,
    [FORM_MCOL] = GG_FORM_MARCH,        [FORM_SQUARE] = GG_FORM_SQUARE,
    [FORM_SKIRM] = GG_FORM_OPEN,        [FORM_DEPLOYED] = GG_FORM_UNLIMBERED,
    [FORM_LIMBERED] = GG_FORM_LIMBERED, [FORM_GARRISON] = GG_FORM_NONE,
};

gg_mark *staff_draw_unit(const gg_state *s, unsigned u, gg_scene *scene)
{
    const staff_unit *it = &s->units[u];
    const gt_table t = staff_table(s);
    gg_mark *mark = gt_draw_body(&t, u, (gg_role)type_roles[it->type], scene);
    if (mark == NULL) return NULL;
    const int left = staff_stamina(s, u) - it->shaken;
    mark->strength = (uint8_t)(left < 0 ? 0 : left);
    mark->shaken = it->shaken;
    if (it->formation == FORM_SQUARE) mark->flags |= GG_FLAG_SQUARE;
    if (staff_is_disordered(it)) mark->flags |= GG_FLAG_DISORDERED;
    mark->coat = nation_coats[s->commanders[staff_commander_row(it)].nation];
    mark->form = forms[it->formation];
    return mark;
}

gg_mark *staff_draw_commander(const gg_state *s, unsigned row, gg_scene *scene)
{
    const staff_commander *his = &s->commanders[row];
    const gt_table t = staff_table(s);
    const int32_t size = row % BRIGADES_MAX == 0 ? INCH * 8 / 5 : INCH;
    return gt_draw_marker(&t, (gg_unit)(UNITS_MAX + row), (gg_side)(row / BRIGADES_MAX), his->at,
                          size, scene);
}

void staff_draw(const gg_state *s, gg_side side, gg_scene *scene)
{
    (void)side; /* nothing is hidden */
    const gt_table t = staff_table(s);
    gt_draw_table(&t, scene);
    gg_text status = gg_text_over(scene->status, sizeof scene->status);
    gg_put(&status, "Turn ");
    gg_put_int(&status, s->turn);
    gg_put(&status, s->active == GG_BLUE ? ", blue: " : ", red: ");
    gg_put(&status, staff_rules.phases[s->phase].name);
    gg_put_char(&status, '.');
    gt_draw_ground(&t, -1, scene);
    gt_draw_lines(&t, line_roles, scene);
    for (unsigned u = 0; u < s->unit_count; u++)
        if (staff_is_here(s, u)) staff_draw_unit(s, u, scene);
    for (unsigned row = 0; row < COMMANDERS_MAX; row++)
        if (s->commanders[row].there == THERE) staff_draw_commander(s, row, scene);
    gt_draw_objectives(&t, scene);
}
