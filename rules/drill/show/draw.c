/*
 * draw.c - what to draw of a position.  The reference sheet is in sheet.def.
 * SPDX-License-Identifier: MIT
 */
#include "core/picture.h"
#include "rules/drill/law/drill.h"

enum { BLOCK_WIDTH = 1600, BLOCK_DEPTH = 700 };

/* ---- The scene. ---- */

static void draw_circle(const circle *it, gg_scene *scene)
{
    if (it->ground != GROUND_NONE)
        gg_scene_disc(scene, it->ground == GROUND_WOOD ? GG_ROLE_wood : GG_ROLE_building, it->at,
                      it->radius);
}

gg_mark *drill_draw_company(const gg_state *view, gg_unit who, gg_scene *scene)
{
    const company *c = &view->companies[who];
    gg_mark *mark = c->files == 0 ? NULL
                                  : gg_scene_unit(scene, GG_BLOCK, GG_ROLE_company, &drill_rules,
                                                  view, who, drill_side_of(who));
    if (mark == NULL) return NULL;
    mark->strength = c->files;
    mark->at = c->at;
    mark->size = (gg_point){BLOCK_WIDTH, BLOCK_DEPTH};
    mark->facing = mark->side == GG_BLUE ? 0 : 1800; /* towards the enemy's edge */
    if (c->has_acted) mark->flags |= GG_FLAG_ACTED;
    if (c->is_shaken) mark->flags |= GG_FLAG_ROUTED;
    return mark;
}

/* The charge that waits for closing fire. */
static void draw_charge(const gg_state *view, gg_scene *scene)
{
    gg_mark *mark = view->charged == 0 ? NULL : gg_scene_add(scene, GG_ARROW, GG_ROLE_last_move);
    if (mark == NULL) return;
    mark->side = view->side;
    mark->at = view->companies[view->mover - 1].at;
    mark->to = view->companies[view->charged - 1].at;
}

static void write_status(const gg_state *view, gg_side side, gg_text *out)
{
    static const char *const words[PHASES] = {"orders are written", "initiative is rolled",
                                              "%s's turn", "%s may use closing fire",
                                              "over: %s wins"};
    const gg_side about = view->phase == PHASE_ACT       ? view->side
                          : view->phase == PHASE_CLOSING ? gg_other(view->side)
                                                         : view->winner;
    const bool is_drawn = view->phase == PHASE_OVER && view->winner == GG_NOBODY;
    gg_put_words(out, "round %d of %d, ", view->round, view->options[OPT_rounds]);
    gg_put_words(out, is_drawn ? "over: a draw" : words[view->phase], gg_side_name(about));
    if (view->phase == PHASE_ORDERS && side <= GG_RED && (view->ready >> side & 1) != 0)
        gg_put(out, "; you are ready");
}

void drill_draw(const gg_state *view, gg_side side, gg_scene *scene)
{
    gg_scene_begin(scene, &drill_rules, (gg_point){TABLE_WIDTH, TABLE_DEPTH}, 0);
    gg_text status = gg_text_over(scene->status, sizeof scene->status);
    write_status(view, side, &status);
    for (int i = 0; i < CIRCLES; i++) draw_circle(&view->circles[i], scene);
    for (gg_unit who = 0; who < UNITS; who++) drill_draw_company(view, who, scene);
    draw_charge(view, scene);
}

/* ---- The reference sheet, of the rows in sheet.def. ---- */

#include "core/sheet.def"
