/*
 * draw.c - what there is to see: the table to scale, ground and roads, objectives, Brigades base by
 * base, Generals, ADCs on the road, scouting markers, the last move, and how the game stands.
 * SPDX-License-Identifier: MIT
 */
#include "rules/clausewitz/show/show.h"
#include "table/draw.h"

#include <string.h>

static gg_form form_of(const cw_unit *u)
{
    switch ((cw_form)u->formation) {
    case FORM_LINE: return u->type == TYPE_SK ? GG_FORM_OPEN : GG_FORM_LINE;
    case FORM_COLUMN: return GG_FORM_COLUMN;
    case FORM_SQUARE: return GG_FORM_SQUARE;
    case FORM_LIMBERED: return GG_FORM_LIMBERED;
    case FORM_UNLIMBERED: return GG_FORM_UNLIMBERED;
    case FORM_NONE:
    case FORMS: break;
    }
    return GG_FORM_NONE;
}

/* Actions left, behind the name: "A1 +3". */
static void put_actions(gg_mark *mark, int actions)
{
    char name[GG_NAME_MAX];
    memcpy(name, mark->label, sizeof name);
    gg_text label = gg_text_over(mark->label, sizeof mark->label);
    gg_put_words(&label, "%s +%d", name, actions);
}

/* One block for the Brigade; its first unit gives it its looks. */
static gg_mark *draw_brigade(const gg_state *s, unsigned b, gg_scene *scene)
{
    const gt_table t = cw_table(s);
    const cw_unit *first = &s->units[b][0];
    gg_mark *mark = gt_draw_body(&t, b, (gg_role)cw_unit_defs[first->type].role, scene);
    if (mark == NULL) return NULL;
    mark->form = (uint8_t)(first->type == TYPE_HIDDEN ? GG_FORM_NONE : form_of(first));
    mark->marker = GG_MARKER_HITS;
    mark->markers = s->brigades[b].hits;
    if (cw_any_form(s, b, FORM_SQUARE)) mark->flags |= GG_FLAG_SQUARE;
    if (cw_is_fleeing(s, b)) mark->flags |= GG_FLAG_ROUTED;
    if (s->bodies[b].did & DID_LIMITED) mark->flags |= GG_FLAG_DISORDERED;
    if (s->bodies[b].did & DID_ORDERED) mark->flags |= GG_FLAG_ACTED;
    if (s->active == b + 1) mark->flags |= GG_FLAG_CHOSEN;
    if (s->brigades[b].actions == 0) return mark;
    mark->flags |= GG_FLAG_COMMAND;
    put_actions(mark, s->brigades[b].actions);
    return mark;
}

static gg_mark *draw_general(const gg_state *s, gg_unit g, gg_scene *scene)
{
    const cw_general *his = cw_general_at(s, g);
    const gt_table t = cw_table(s);
    const int32_t size = his->rank == RANK_CINC ? 3 * CM : 5 * CM / 2; /* he is a point */
    gg_mark *mark = gt_draw_marker(&t, g, size, scene);
    if (mark != NULL && his->actions > 0) put_actions(mark, his->actions);
    return mark;
}

static void draw_adcs(const gg_state *s, gg_scene *scene)
{
    for (int i = 0; i < ADCS_MAX; i++) {
        const cw_adc *adc = &s->adcs[i];
        if (adc->objective == 0) continue;
        gg_mark *mark = gg_scene_add(scene, GG_DISC, GG_ROLE_token);
        if (mark == NULL) return;
        mark->side = adc->side;
        mark->at = adc->at;
        mark->size = (gg_point){3 * CM / 2, 3 * CM / 2};
        gg_text label = gg_text_over(mark->label, sizeof mark->label);
        if (adc->objective == OBJECTIVE_SEALED) {
            gg_put(&label, "ADC");
            continue;
        }
        gg_put(&label, "ADC>");
        cw_write_unit(s, adc->to, &label);
        gg_put_char(&label, ':');
        gg_put_int(&label, adc->objective);
    }
}

/* What it is called, below its flag, where the ground about it does not say so already. */
static void name_objective(const gg_state *s, int i, gg_scene *scene)
{
    const char *name = s->names.objectives[i];
    for (unsigned area = 0; area < s->area_count; area++)
        if (strcmp(s->names.areas[area], name) == 0) return;
    gg_mark *mark = name[0] == '\0' ? NULL : gg_scene_add(scene, GG_LABEL, GG_ROLE_village);
    if (mark == NULL) return;
    mark->at = (gg_point){s->objectives[i].at.x, s->objectives[i].at.y - 5 * CM / 4};
    gg_text label = gg_text_over(mark->label, sizeof mark->label);
    gg_put(&label, name);
}

/* "2 (1)": its number, and what holding it brings; "1 (3/1)" where blue gets 3 and red 1. */
static void put_worth(const gg_state *s, unsigned i, gg_text *label)
{
    const int blue = cw_objective_points(s, i, GG_BLUE), red = cw_objective_points(s, i, GG_RED);
    gg_put_words(label, "%d (%d", s->objectives[i].number, blue);
    if (red != blue) {
        gg_put_char(label, '/');
        gg_put_int(label, red);
    }
    gg_put_char(label, ')');
}

static void draw_objectives(const gg_state *s, gg_scene *scene)
{
    for (int i = 0; i < OBJECTIVES_MAX; i++) {
        const cw_objective *it = &s->objectives[i];
        if (it->number == 0) continue;
        gg_mark *mark = gg_scene_add(scene, GG_LABEL, GG_ROLE_objective);
        if (mark == NULL) return;
        mark->at = it->at;
        for (gg_side side = GG_BLUE; side <= GG_RED; side++)
            if (cw_points_now(s, (unsigned)i, side) > 0) mark->side = side;
        gg_text label = gg_text_over(mark->label, sizeof mark->label);
        put_worth(s, (unsigned)i, &label);
        name_objective(s, i, scene);
    }
}

static gg_mark *draw_scout(const gg_state *s, gg_unit m, gg_scene *scene)
{
    const gt_table t = cw_table(s);
    gg_mark *mark = gt_draw_marker(&t, m, 2 * CM, scene);
    if (mark != NULL) {
        mark->role = GG_ROLE_token;
        if (cw_scout_at(s, m)->locked) mark->flags |= GG_FLAG_ACTED;
    }
    return mark;
}

gg_mark *cw_draw_thing(const gg_state *s, gg_unit n, gg_scene *scene)
{
    if (n < BRIGADES_MAX) return draw_brigade(s, n, scene);
    return cw_is_general(n) ? draw_general(s, n, scene) : draw_scout(s, n, scene);
}

/* Who has still to be set up waits beside the table. */
static void draw_waiting(const gg_state *s, gg_scene *scene)
{
    for (unsigned b = 0; b < s->body_count; b++) {
        if (s->bodies[b].removed != GONE_WAITING) continue;
        const cw_unit *first = &s->units[b][0];
        gg_mark *mark = gg_scene_add(scene, GG_RESERVE, (gg_role)cw_unit_defs[first->type].role);
        if (mark == NULL) return;
        mark->unit = (gg_unit)b;
        mark->side = s->bodies[b].side;
        mark->strength = s->bodies[b].strength;
        gg_text label = gg_text_over(mark->label, sizeof mark->label);
        cw_write_unit(s, (gg_unit)b, &label);
    }
}

/* Does a flag stand in this name? */
static bool is_flag_in(const gg_state *s, gg_point at)
{
    enum { ASIDE = 9 * CM, BELOW = 4 * CM, ABOVE = 6 * CM }; /* a flag and what it is called */
    for (int i = 0; i < OBJECTIVES_MAX; i++) {
        const cw_objective *it = &s->objectives[i];
        if (it->number != 0 && at.x > it->at.x - ASIDE && at.x < it->at.x + ASIDE
            && at.y > it->at.y - BELOW && at.y < it->at.y + ABOVE)
            return true;
    }
    return false;
}

/* What the ground is called: below it, or above it or in it where an objective has its flag. */
static void draw_ground_names(const gg_state *s, gg_scene *scene)
{
    const gt_table t = cw_table(s);
    uint32_t n = scene->count;
    gt_draw_names(&t, s->names.areas, 5 * CM / 2, scene);
    for (unsigned i = 0; i < s->area_count && n < scene->count; i++) {
        if (s->names.areas[i][0] == '\0') continue;
        gg_mark *mark = &scene->marks[n++];
        const gg_bounds at = gt_area_bounds(t.game, &s->areas[i]);
        if (is_flag_in(s, mark->at)) mark->at.y = at.high.y + 3 * CM / 2;
        if (is_flag_in(s, mark->at)) mark->at.y = (at.low.y + at.high.y) / 2;
    }
}

static void put_status(const gg_state *s, gg_text *out)
{
    gg_put(out, "Turn ");
    gg_put_of(out, s->turn, s->options[OPT_turns]);
    gg_put_words(out, ": %s. Points: blue %d, red %d. Chits in the bag: blue %d, red %d.",
                 clausewitz_rules.phases[s->phase].name, s->score[GG_BLUE], s->score[GG_RED],
                 s->bag[GG_BLUE], s->bag[GG_RED]);
    if (s->active == 0 && s->phase == PHASE_GENERAL)
        gg_put(out,
               s->chit == GG_BLUE + 1 ? " Blue's chit is in play." : " Red's chit is in play.");
    if (s->active == 0) return;
    gg_put_char(out, ' ');
    cw_write_unit(s, (gg_unit)(s->active - 1), out);
    if (s->units[s->active - 1][0].type == TYPE_HIDDEN) {
        gg_put(out, " is activated.");
        return;
    }
    gg_put(out, " has ");
    gg_put_count(out, s->brigades[s->active - 1].actions, "action");
    gg_put(out, " left.");
}

void cw_draw(const gg_state *s, gg_side side, gg_scene *scene)
{
    (void)side; /* a view has blanked what it may not know */
    const gt_table t = cw_table(s);
    gt_draw_table(&t, scene);
    gg_text status = gg_text_over(scene->status, sizeof scene->status);
    put_status(s, &status);
    gt_draw_ground(&t, GROUND_RIVER, scene);
    gt_draw_lines(&t, scene);
    draw_ground_names(s, scene);
    gt_draw_last(&t, s->last_who - 1u, s->last_from, scene);
    gt_draw_units(&t, 0, FIRST_MARKER, scene);
    draw_adcs(s, scene);
    if (s->phase == PHASE_SCOUT || s->phase == PHASE_DEPLOY)
        gt_draw_units(&t, FIRST_MARKER, NAMES, scene);
    draw_waiting(s, scene);
    draw_objectives(s, scene);
}
