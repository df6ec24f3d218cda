/*
 * draw.c - what to draw of a position, and the tables of the reference sheet.
 */
#include "drill.h"

#include <string.h>

enum { LAYER_GROUND, LAYER_COMPANIES, LAYER_ARROWS, BLOCK_WIDTH = 1600, BLOCK_DEPTH = 700 };

/* ---- The scene. ---- */

static void draw_circle(const circle *it, gg_scene *scene)
{
    if (it->ground == GROUND_NONE) return;
    gg_mark *mark =
        gg_scene_add(scene, GG_DISC, it->ground == GROUND_WOOD ? GG_ROLE_wood : GG_ROLE_building);
    if (mark == NULL) return;
    mark->layer = LAYER_GROUND;
    mark->at = it->at;
    mark->size = (gg_point){2 * it->radius, 2 * it->radius};
}

gg_mark *drill_draw_company(const gg_state *view, gg_unit who, gg_scene *scene)
{
    const company *c = &view->companies[who];
    gg_mark *mark = c->files == 0 ? NULL : gg_scene_add(scene, GG_BLOCK, GG_ROLE_company);
    if (mark == NULL) return NULL;
    mark->layer = LAYER_COMPANIES;
    mark->side = drill_side_of(who);
    mark->unit = who;
    mark->strength = c->files;
    mark->at = c->at;
    mark->size = (gg_point){BLOCK_WIDTH, BLOCK_DEPTH};
    mark->facing = mark->side == GG_BLUE ? 0 : 1800; /* towards the enemy's edge */
    if (c->has_acted) mark->flags |= GG_FLAG_ACTED;
    if (c->is_shaken) mark->flags |= GG_FLAG_ROUTED;
    gg_text label = gg_text_over(mark->label, sizeof mark->label);
    drill_write_unit(view, who, &label);
    return mark;
}

/* The charge that waits for closing fire. */
static void draw_charge(const gg_state *view, gg_scene *scene)
{
    gg_mark *mark = view->charged == 0 ? NULL : gg_scene_add(scene, GG_ARROW, GG_ROLE_last_move);
    if (mark == NULL) return;
    mark->layer = LAYER_ARROWS;
    mark->side = view->side;
    mark->at = view->companies[view->mover - 1].at;
    mark->to = view->companies[view->charged - 1].at;
}

static void write_status(const gg_state *view, gg_side side, gg_text *out)
{
    gg_put_words(out, "round %d of %d, ", view->round, view->options[OPT_rounds]);
    switch ((drill_phase)view->phase) {
    case PHASE_ORDERS: gg_put(out, "orders are written"); break;
    case PHASE_INITIATIVE: gg_put(out, "initiative is rolled"); break;
    case PHASE_ACT:
        gg_put(out, gg_side_name(view->side));
        gg_put(out, "'s turn");
        break;
    case PHASE_CLOSING:
        gg_put(out, gg_side_name(drill_enemy_of(view->side)));
        gg_put(out, " may use closing fire");
        break;
    case PHASE_OVER:
        gg_put(out, "over: ");
        gg_put(out, view->winner == GG_NOBODY ? "a draw" : gg_side_name(view->winner));
        if (view->winner != GG_NOBODY) gg_put(out, " wins");
        break;
    case PHASES: break;
    }
    if (view->phase == PHASE_ORDERS && side <= GG_RED && (view->ready >> side & 1) != 0)
        gg_put(out, "; you are ready");
}

void drill_draw(const gg_state *view, gg_side side, gg_scene *scene)
{
    scene->cell = 0;
    scene->low = (gg_point){0, 0};
    scene->high = (gg_point){TABLE_WIDTH, TABLE_DEPTH};
    gg_text title = gg_text_over(scene->title, sizeof scene->title);
    gg_put(&title, drill_rules.title);
    gg_text status = gg_text_over(scene->status, sizeof scene->status);
    write_status(view, side, &status);
    for (int i = 0; i < CIRCLES; i++) draw_circle(&view->circles[i], scene);
    for (gg_unit who = 0; who < UNITS; who++) drill_draw_company(view, who, scene);
    draw_charge(view, scene);
}

/* ---- The reference sheet. ---- */

void drill_sheet(gg_sheet *sheet)
{
    static const char *const order_columns[] = {"Order", "The company may", "Clause"};
    static const char *const ground_columns[] = {"Ground", "Cover", "March", "Clause"};
    gg_sheet_table(sheet, "Orders", order_columns, 3);
    gg_sheet_cell(sheet, drill_order_words[ORDER_HOLD]);
    gg_sheet_cell(sheet, "use closing fire; rally");
    gg_sheet_cell_clause(sheet, DR_10);
    gg_sheet_cell(sheet, drill_order_words[ORDER_MARCH]);
    gg_sheet_cell(sheet, "march, or charge");
    gg_sheet_cell_clause(sheet, DR_8);
    gg_sheet_cell(sheet, drill_order_words[ORDER_SHOOT]);
    gg_sheet_cell(sheet, "shoot");
    gg_sheet_cell_clause(sheet, DR_11);
    gg_sheet_table(sheet, "Ground (inches)", ground_columns, 4);
    gg_sheet_cell(sheet, "open");
    gg_sheet_cell(sheet, "none");
    gg_sheet_cell_length(sheet, N_march, INCH / TENTH);
    gg_sheet_cell_clause(sheet, DR_8);
    gg_sheet_cell(sheet, drill_ground_words[GROUND_WOOD]);
    gg_sheet_cell(sheet, "light");
    gg_sheet_cell_length(sheet, N_march_in_wood, INCH / TENTH);
    gg_sheet_cell_clause(sheet, DR_8);
    gg_sheet_cell(sheet, drill_ground_words[GROUND_REDOUBT]);
    gg_sheet_cell(sheet, "heavy");
    gg_sheet_cell_length(sheet, N_march, INCH / TENTH);
    gg_sheet_cell_clause(sheet, DR_13);
    gg_sheet_check(sheet, &drill_shooting);
    gg_sheet_check(sheet, &drill_striking);
    gg_sheet_options(sheet);
}
