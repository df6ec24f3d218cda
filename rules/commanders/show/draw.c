/*
 * draw.c - what there is to see: sectors, battle zones with their five spaces, units, tokens,
 * markers, reserves and routed boxes; in combat who faces whom, with dice and results.
 *
 * The board is drawn as a measured table of 76 by 82 hundreds, so that a hundred is a character
 * of the terminal and two hundred a line.  Blue looks north, red south; a spent unit is turned
 * sideways, a routed one has no front and an r after its name.
 * SPDX-License-Identifier: MIT
 */
#include "rules/commanders/law/board.h"
#include "rules/commanders/law/planning.h"
#include "rules/commanders/law/scoring.h"
#include "rules/commanders/show/show.h"

#include <string.h>

enum {
    WIDTH = 7600,
    HEIGHT = 8200,
    SECTOR_W = 2000,
    SECTOR_H = 1600,
    ZONE_W = 800,
    ZONE_H = 800,
    RESERVE_H = 900,
    PITCH_X = SECTOR_W + ZONE_W,
    PITCH_Y = SECTOR_H + ZONE_H,
    BLOCK = 415,
    SMALL = 190,
    PER_ROW = 3,
    RESERVE_ROW = 12,
    RESERVE_W = 5400,
    UNDER_FLAG = 450, /* who fights over an upright border leaves flags in sight */
};

static const uint8_t type_roles[TYPES] = {
#define TYPE(id, letter, name, movement, at_range, in_melee, dice, points, role, clause)           \
    GG_ROLE_##role,
#include "rules/commanders/law/units.def"
#undef TYPE
};

/* The lower left corner of a sector. */
static gg_point corner_of(int sector)
{
    return (gg_point){column_of(sector) * PITCH_X, RESERVE_H + row_of(sector) * PITCH_Y};
}

static gg_mark *put_area(gg_scene *scene, gg_role role, int x, int y, int width, int height)
{
    gg_mark *mark = gg_scene_add(scene, GG_AREA, role);
    if (mark == NULL) return NULL;
    mark->at = (gg_point){x + width / 2, y + height / 2};
    mark->size = (gg_point){width, height};
    return mark;
}

/* The area of a sector or reserve: its label is the name of the place, its `to` the place. */
gg_mark *commanders_draw_place(gg_scene *scene, gg_role role, int place)
{
    gg_point at = place < SECTORS ? corner_of(place) : (gg_point){0, 0};
    int reserve_y = place == RESERVE_BLUE ? 30 : HEIGHT - RESERVE_H + 30;
    gg_mark *mark = place < SECTORS
                        ? put_area(scene, role, at.x, at.y, SECTOR_W, SECTOR_H)
                        : put_area(scene, role, 0, reserve_y, RESERVE_W, RESERVE_H - 60);
    if (mark == NULL) return NULL;
    mark->to = (gg_point){place, 0};
    gg_text label = gg_text_over(mark->label, sizeof mark->label);
    gg_put(&label, commanders_place_names[place]);
    return mark;
}

static void put_label(gg_scene *scene, gg_point at, const char *words)
{
    gg_mark *mark = gg_scene_add(scene, GG_LABEL, GG_ROLE_text);
    if (mark == NULL) return;
    mark->at = at;
    gg_text text = gg_text_over(mark->label, sizeof mark->label);
    gg_put(&text, words);
}

/* ---- The ground. ---- */

static void put_name(const gg_state *state, gg_scene *scene, int sector)
{
    static const char *const markers[MARKERS] = {"",         "general", "flag",
                                                 "big flag", "rose",    "big rose"};
    char words[GG_NAME_MAX];
    gg_text text = gg_text_over(words, sizeof words);
    gg_point at = corner_of(sector);
    gg_put(&text, commanders_place_names[sector]);
    if (state->options[OPT_objectives] && state->marker[sector] != MARKER_NONE) {
        gg_put_char(&text, ' ');
        gg_put(&text, markers[state->marker[sector]]);
    } else if (!state->options[OPT_objectives] && row_of(sector) != 1) {
        gg_put(&text, column_of(sector) == 1 ? " command" : " flag"); /* CMD-R1 */
    }
    put_label(scene, (gg_point){at.x + SECTOR_W * 2 / 5, at.y + SECTOR_H - 100}, words);
}

/* Whoever gets points for controlling the sector takes them from this side; nobody's rose serves
 * both. */
static gg_side loser_of(const gg_state *state, int sector)
{
    if (state->options[OPT_objectives]) return state->owner[sector];
    return row_of(sector) == home_row(GG_BLUE) ? GG_BLUE : GG_RED;
}

/* The flag of a sector, with the points it brings (CMD-12.3, CMD-14.1 to CMD-14.3). */
static void put_flag(const gg_state *state, gg_scene *scene, int sector)
{
    const bool marked = state->options[OPT_objectives] ? state->marker[sector] != MARKER_NONE
                                                       : row_of(sector) != 1; /* CMD-R1 */
    gg_mark *disc = marked ? gg_scene_add(scene, GG_DISC, GG_ROLE_objective) : NULL;
    if (disc == NULL) return;
    const gg_point at = corner_of(sector);
    disc->at = (gg_point){at.x + SECTOR_W - 260, at.y + SECTOR_H - 330};
    disc->size = (gg_point){180, 180};
    disc->side = loser_of(state, sector);
    const gg_side winner = disc->side == GG_BLUE ? GG_RED : GG_BLUE;
    gg_text label = gg_text_over(disc->label, sizeof disc->label);
    if (state->taken[sector]) gg_put_char(&label, '-');
    else gg_put_int(&label, commanders_sector_points(state, winner, sector));
}

static void put_sector(const gg_state *state, gg_scene *scene, int sector)
{
    gg_point at = corner_of(sector);
    int ground = state->terrain[sector];
    gg_role role = (ground & FOREST) != 0 ? GG_ROLE_wood
                   : (ground & HILL) != 0 ? GG_ROLE_hill
                                          : GG_ROLE_sector;
    commanders_draw_place(scene, role, sector);
    if ((ground & FOREST) != 0 && (ground & HILL) != 0)
        put_area(scene, GG_ROLE_hill, at.x, at.y, SECTOR_W, SECTOR_H / 3);
    if ((ground & BUILDING) != 0) {
        put_area(scene, GG_ROLE_building, at.x + 60, at.y + 60, 500, 380);
    }
}

/* A border as a battle zone: between columns upright, between rows lying. */
static void put_border(const gg_state *state, gg_scene *scene, int border)
{
    const uint8_t *ends = commanders_border_ends[border];
    gg_point low = corner_of(ends[0]);
    bool upright = row_of(ends[0]) == row_of(ends[1]);
    int x = upright ? low.x + SECTOR_W : low.x, y = upright ? low.y : low.y + SECTOR_H;
    int width = upright ? ZONE_W : SECTOR_W, height = upright ? SECTOR_H : ZONE_H;
    int features = state->borders[border];
    put_area(scene, GG_ROLE_zone, x, y, width, height);
    if ((features & RIVER) != 0) {
        if (upright) put_area(scene, GG_ROLE_river, x + width / 2 - 60, y, 120, height);
        else put_area(scene, GG_ROLE_river, x, y + height / 2 - 60, width, 120);
    }
    gg_role way = (features & BRIDGE) != 0 ? GG_ROLE_bridge : GG_ROLE_road;
    if ((features & (BRIDGE | ROAD)) == 0) return;
    if (upright) put_area(scene, way, x, y + height / 2 - 60, width, 120);
    else put_area(scene, way, x + width / 2 - 100, y, 200, height);
}

/* ---- Units. ---- */

static gg_mark *put_unit(const gg_state *state, gg_scene *scene, gg_unit who, gg_point at, int size)
{
    const unit *u = &state->units[who];
    gg_side side = side_of(who);
    gg_mark *mark = gg_scene_add(scene, GG_BLOCK, (gg_role)type_roles[u->type]);
    if (mark == NULL) return NULL;
    mark->at = at;
    mark->to = (gg_point){u->place, 0};
    mark->size = (gg_point){size, size};
    mark->side = side;
    mark->unit = who;
    if ((u->status & SQUARE) != 0) mark->flags |= GG_FLAG_SQUARE;
    if (is_spent(u)) mark->flags |= GG_FLAG_ACTED;
    if (is_routed(u)) mark->flags |= GG_FLAG_ROUTED;
    int north = side == GG_BLUE ? 0 : 1800;
    mark->facing = is_routed(u) ? -1 : is_spent(u) ? north + 900 : north;
    gg_text text = gg_text_over(mark->label, sizeof mark->label);
    gg_put_char(&text, commanders_letter((type)u->type));
    gg_put_int(&text, u->number);
    return mark;
}

/* Where the n-th unit of a side stands in a place: three in a row, red above blue. */
static gg_point slot_at(gg_side side, int place, int n, int pitch)
{
    if (place >= SECTORS) {
        int y = place == RESERVE_BLUE ? 0 : HEIGHT - RESERVE_H;
        return (gg_point){260 + n % RESERVE_ROW * 440,
                          y + RESERVE_H - 290 - n / RESERVE_ROW * pitch};
    }
    gg_point at = corner_of(place);
    int row = n / PER_ROW;
    int y = side == GG_BLUE ? at.y + 1050 - 500 * row : at.y + SECTOR_H - 450 - 500 * row;
    return (gg_point){at.x + 450 + n % PER_ROW * 550, y};
}

enum { PITCH = 340, PITCH_CROWDED = 210 };

gg_mark *commanders_draw_unit(const gg_state *state, gg_unit who, int n, gg_scene *scene)
{
    int place = state->units[who].place, most = place < SECTORS ? ROOM_MAX : 2 * RESERVE_ROW;
    return put_unit(state, scene, who, slot_at(side_of(who), place, n % most, PITCH),
                    place < SECTORS ? BLOCK : SMALL);
}

/* Where the garrison of a building stands. */
static gg_point inside_at(int sector)
{
    gg_point at = corner_of(sector);
    return (gg_point){at.x + 310, at.y + 290};
}

/* Units of a sector that do not stand in a zone. */
static void put_units_of(const gg_state *state, gg_scene *scene, int sector)
{
    int placed[2] = {0, 0};
    for (gg_unit i = 0; i < ALL_UNITS; i++) {
        const unit *u = &state->units[i];
        if (u->number == 0 || u->place != sector || u->zone != 0) continue;
        if (is_inside(u)) {
            put_unit(state, scene, i, inside_at(sector), SMALL);
            continue;
        }
        gg_side side = side_of(i);
        put_unit(state, scene, i, slot_at(side, sector, placed[side]++, PITCH), BLOCK);
    }
}

static void put_count(gg_text *text, const gg_state *state, gg_side side, int place)
{
    int count[TYPES] = {0};
    bool has_any = false;
    for (int i = first_of(side); i < first_of(side) + UNITS; i++) {
        const unit *u = &state->units[i];
        if (u->number != 0 && u->place == place) count[u->type]++;
    }
    for (int of = 0; of < TYPES; of++) {
        if (count[of] == 0) continue;
        has_any = true;
        gg_put_words(text, " %d%c", count[of], commanders_letter((type)of));
    }
    if (!has_any) gg_put(text, " -");
}

/* The track of victory points: a disc for each, the ones won in the colour of the side. */
static void put_track(const gg_state *state, gg_scene *scene, gg_side side, int y)
{
    int length = state->options[OPT_victory], room = WIDTH - RESERVE_W - 300;
    for (int point = 0; point < length; point++) {
        gg_mark *disc = gg_scene_add(scene, GG_DISC, GG_ROLE_token);
        if (disc == NULL) return;
        disc->at = (gg_point){RESERVE_W + 200 + room * point / (length > 1 ? length - 1 : 1), y};
        disc->size = (gg_point){point < state->points[side] ? 120 : 50,
                                point < state->points[side] ? 120 : 50};
        disc->side = point < state->points[side] ? side : GG_NOBODY;
    }
}

/* The reserve, and beside it the routed box, the prisoners of the round and the points. */
static void put_reserve(const gg_state *state, gg_scene *scene, gg_side side)
{
    int y = side == GG_BLUE ? 0 : HEIGHT - RESERVE_H, placed = 0;
    bool is_crowded = commanders_units_in(state, side, reserve_of(side)) > 2 * RESERVE_ROW;
    int pitch = is_crowded ? PITCH_CROWDED : PITCH;
    static const char *const words[3] = {"box", "taken", "points"};
    commanders_draw_place(scene, GG_ROLE_sector, reserve_of(side));
    put_area(scene, GG_ROLE_zone, RESERVE_W + 100, y + 30, WIDTH - RESERVE_W - 100, RESERVE_H - 60);
    put_label(scene, (gg_point){600, y + RESERVE_H - 110},
              side == GG_BLUE ? "blue's reserve" : "red's reserve");
    for (gg_unit i = first_of(side); i < first_of(side) + UNITS; i++) {
        const unit *u = &state->units[i];
        if (u->number == 0 || u->place != reserve_of(side)) continue;
        put_unit(state, scene, i, slot_at(side, reserve_of(side), placed++, pitch), SMALL);
    }
    for (int line = 0; line < 3; line++) {
        char label[GG_NAME_MAX];
        gg_text text = gg_text_over(label, sizeof label);
        gg_put(&text, words[line]);
        if (line == 0) put_count(&text, state, side, PLACE_BOX);
        else if (line == 1) put_count(&text, state, enemy_of(side), PLACE_TAKEN);
        else gg_put_char(&text, ' '), gg_put_int(&text, state->points[side]);
        put_label(scene, (gg_point){(RESERVE_W + WIDTH) / 2, y + RESERVE_H - 160 - 190 * line},
                  label);
    }
    put_track(state, scene, side, y + 130);
}

static void put_tokens(const gg_state *state, gg_scene *scene)
{
    for (gg_unit i = 0; i < ALL_UNITS; i++) {
        const unit *u = &state->units[i];
        if (u->token == 0) continue;
        gg_point at = corner_of(u->token - 1);
        gg_mark *mark = gg_scene_add(scene, GG_DISC, GG_ROLE_token);
        if (mark == NULL) return;
        mark->at = (gg_point){at.x + SECTOR_W - 120 - 150 * (i % 3), at.y + 100};
        mark->size = (gg_point){110, 110};
        mark->side = side_of(i);
        gg_text text = gg_text_over(mark->label, sizeof mark->label);
        gg_put_char(&text, 'o');
    }
}

/* ---- Combat. ---- */

/* Where a space of a side lies: each side on its own side of the border. */
gg_point commanders_space_at(const zone *z, gg_side side, int space)
{
    int number = 0;
    if (z->id >= ZONE_CONTESTED && z->id < ZONE_BUILDING)
        number = (z->id - ZONE_CONTESTED) % CONTESTED_ZONES;
    if (commanders_is_border_zone(z)) {
        const uint8_t *ends = commanders_border_ends[z->id];
        gg_point low = corner_of(ends[0]);
        bool is_first = commanders_zone_sector(z, side) == ends[0];
        if (row_of(ends[0]) == row_of(ends[1]))
            return (gg_point){low.x + SECTOR_W + (is_first ? -150 : ZONE_W + 150),
                              low.y + SECTOR_H - UNDER_FLAG - 260 * space};
        return (gg_point){low.x + 200 + 400 * space,
                          low.y + SECTOR_H + (is_first ? 100 : ZONE_H - 100)};
    }
    int sector =
        z->id >= ZONE_BUILDING ? z->id - ZONE_BUILDING : (z->id - ZONE_CONTESTED) / CONTESTED_ZONES;
    gg_point low = corner_of(sector);
    int top = low.y + SECTOR_H - 330 - 420 * number;
    return (gg_point){low.x + 200 + 400 * space, side == GG_BLUE ? top - 200 : top};
}

/* Before the unit, towards the enemy. */
static gg_point dice_at(const zone *z, gg_side side, gg_point unit_at)
{
    if (!commanders_is_border_zone(z))
        return (gg_point){unit_at.x, unit_at.y + (side == GG_BLUE ? 100 : -100)};
    const uint8_t *ends = commanders_border_ends[z->id];
    int forward = commanders_zone_sector(z, side) == ends[0] ? 1 : -1;
    if (row_of(ends[0]) == row_of(ends[1])) return (gg_point){unit_at.x + 380 * forward, unit_at.y};
    return (gg_point){unit_at.x, unit_at.y + 200 * forward};
}

/* "5=4": the die before a unit and what it comes to; a battery shows its two dice. */
static void put_dice(const gg_state *state, gg_scene *scene, const zone *z, gg_side side, int space,
                     gg_point at)
{
    const uint8_t *dice = z->dice[side][space];
    if (dice[0] == 0) return;
    bool melee = commanders_is_melee(state);
    aim a = commanders_aim_of(state, z, side, space, melee);
    const unit *u = commanders_in_space(state, z, side, space);
    char words[GG_NAME_MAX];
    gg_text text = gg_text_over(words, sizeof words);
    gg_put_words(&text, "%d%c%d", dice[0], dice[1] != 0 ? ',' : '=',
                 dice[1] != 0 ? dice[1] : commanders_result(state, z, u, a, dice[0], melee));
    put_label(scene, at, words);
}

static void put_zone(const gg_state *state, gg_scene *scene, const zone *z)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        for (int space = 0; space < SPACES; space++) {
            if (z->space[side][space] == 0) continue;
            gg_point at = commanders_space_at(z, side, space);
            put_unit(state, scene, (gg_unit)(z->space[side][space] - 1), at, SMALL);
            put_dice(state, scene, z, side, space, dice_at(z, side, at));
        }
}

/* The numbers 1 to 5 where nobody stands. */
static void put_spaces(const gg_state *state, gg_scene *scene, int border)
{
    const uint8_t *ends = commanders_border_ends[border];
    bool upright = row_of(ends[0]) == row_of(ends[1]);
    gg_point low = corner_of(ends[0]);
    if (commanders_zone_by_id(state, border) >= 0) return;
    for (int space = 0; space < SPACES; space++) {
        const char words[] = {(char)('1' + space), '\0'};
        gg_point at =
            upright
                ? (gg_point){low.x + SECTOR_W + ZONE_W / 2, low.y + SECTOR_H - 200 - 300 * space}
                : (gg_point){low.x + 200 + 400 * space, low.y + SECTOR_H + ZONE_H / 2};
        put_label(scene, at, words);
    }
}

gg_mark *commanders_draw_standing(const gg_state *state, gg_unit who, gg_scene *scene)
{
    const unit *u = &state->units[who];
    gg_side side = side_of(who);
    if (!is_on_board(u)) return NULL;
    for (int number = 0; number < state->zone_count; number++) {
        const zone *z = &state->zones[number];
        for (int space = 0; space < SPACES; space++)
            if (z->space[side][space] == who + 1)
                return put_unit(state, scene, who, commanders_space_at(z, side, space), SMALL);
    }
    if (is_inside(u)) return put_unit(state, scene, who, inside_at(u->place), SMALL);
    int n = 0;
    for (gg_unit i = first_of(side); i < who; i++) {
        const unit *other = &state->units[i];
        n +=
            other->number != 0 && other->place == u->place && other->zone == 0 && !is_inside(other);
    }
    return commanders_draw_unit(state, who, n, scene);
}

/* ---- What is meant, and words. ---- */

gg_point commanders_middle_of(int place)
{
    if (place >= SECTORS)
        return (gg_point){RESERVE_W / 2,
                          place == RESERVE_BLUE ? RESERVE_H / 2 : HEIGHT - RESERVE_H / 2};
    gg_point at = corner_of(place);
    return (gg_point){at.x + SECTOR_W / 2, at.y + SECTOR_H / 2};
}

static gg_mark *put_arrow(gg_scene *scene, gg_role role, int from, int to)
{
    gg_mark *mark = gg_scene_add(scene, GG_ARROW, role);
    if (mark == NULL) return NULL;
    mark->at = commanders_middle_of(from);
    mark->to = commanders_middle_of(to);
    return mark;
}

/* Lines of one border lie side by side, each kind of troops on its own track. */
static void shift(gg_mark *mark, int of)
{
    int by = 170 * (of - TYPE_C);
    bool upright = mark->at.x == mark->to.x;
    *(upright ? &mark->at.x : &mark->at.y) += by;
    *(upright ? &mark->to.x : &mark->to.y) += by;
}

void commanders_draw_order(gg_scene *scene, gg_side side, const order *line, int done,
                           uint16_t flags)
{
    int steps[] = {line->from, line->step1, line->step2 - 1};
    for (int i = done; i < (line->step2 != 0 ? 2 : 1); i++) {
        gg_mark *mark = put_arrow(scene, GG_ROLE_plan, steps[i], steps[i + 1]);
        if (mark == NULL) return;
        mark->side = side;
        mark->flags = flags;
        shift(mark, line->type);
        gg_text text = gg_text_over(mark->label, sizeof mark->label);
        gg_put_int(&text, line->count);
        gg_put_char(&text, commanders_letter((type)line->type));
    }
}

/* The steps of a line that all its units have behind them; 2 if none of them will do anything more
 * by it: it has gone there, is spent, routed or out, or has fired. */
static int steps_done(const gg_state *state, gg_side side, int line)
{
    int least = 2;
    for (gg_unit i = first_of(side); i < first_of(side) + UNITS; i++) {
        const unit *u = &state->units[i];
        if (u->order != line + 1 || !is_on_board(u) || is_spent(u) || is_routed(u)) continue;
        if (u->actions >= moves_of(state, u->type)) continue;
        if (commanders_next_step(state, u) == NO_SECTOR) continue;
        if (u->done < least) least = u->done;
    }
    return least;
}

/* CMD-3.6: the own orders lie before their owner until scoring, and a view has no others; while
 * they are carried out they are drawn faintly, and what is done of them is drawn no more. */
static void put_sheet(const gg_state *state, gg_side side, gg_scene *scene)
{
    if (side > GG_RED || state->stage >= PHASE_SCORING) return;
    const bool plans = state->stage == PHASE_PLAN;
    for (int i = 0; i < state->plan_count[side]; i++)
        commanders_draw_order(scene, side, &state->plan[side][i],
                              plans ? 0 : steps_done(state, side, i), plans ? 0 : GG_FLAG_GHOST);
}

/* What has been chosen: by everybody, or, in a secret step, by the viewer. */
static void put_arrows(const gg_state *state, gg_scene *scene)
{
    uint16_t drawn[GROUNDS] = {0};
    for (int i = 0; i < ALL_UNITS; i++) {
        const unit *u = &state->units[i];
        if (u->goal == 0 || u->place >= GROUNDS || (drawn[u->place] >> (u->goal - 1) & 1) != 0)
            continue;
        drawn[u->place] |= (uint16_t)(1u << (u->goal - 1));
        bool is_fire = state->stage == PHASE_BOMBARD || state->stage == PHASE_BOMBARDMENT;
        gg_role role = is_fire ? GG_ROLE_last_shot : GG_ROLE_last_move;
        if (u->place != u->goal - 1) put_arrow(scene, role, u->place, u->goal - 1);
    }
}

/* An order goes to one's own reserve alone, so it need not say whose. */
static const char *goal_name(int place)
{
    return place < SECTORS ? commanders_place_names[place] : "reserve";
}

static void put_plan(const gg_state *state, gg_side side, gg_text *out)
{
    gg_put_int(out, commanders_orders_left(state, side, NO_SECTOR));
    gg_put(out, " orders left");
    for (int i = 0; i < state->plan_count[side]; i++) {
        const order *line = &state->plan[side][i];
        gg_put_words(out, "%s%d%c %s to %s", i == 0 ? ": " : ", ", line->count,
                     commanders_letter((type)line->type), goal_name(line->from),
                     goal_name(line->step1));
        if (line->step2 != 0) gg_put_words(out, " and %s", goal_name(line->step2 - 1));
    }
    gg_put(out, ". ");
}

static void put_words(const gg_state *state, gg_side side, gg_scene *scene)
{
    gg_text title = gg_text_over(scene->title, sizeof scene->title);
    gg_put_words(&title, "Commanders, round %d: %s", state->round,
                 commanders_rules.phases[state->stage].name);
    gg_text status = gg_text_over(scene->status, sizeof scene->status);
    if (state->stage == PHASE_OVER) {
        gg_put(&status, state->winner == GG_NOBODY ? "Drawn"
                        : state->winner == GG_BLUE ? "Blue wins"
                                                   : "Red wins");
        gg_put(&status, ". ");
    }
    gg_put_words(&status, "Points: blue %d, red %d", state->points[GG_BLUE], state->points[GG_RED]);
    if (!state->options[OPT_morale])
        gg_put(&status, "; sector pool "), gg_put_int(&status, state->sector_pool);
    gg_put(&status, ". ");
    if (side <= GG_RED && state->stage == PHASE_PLAN) put_plan(state, side, &status);
    else if (side <= GG_RED && state->stage == PHASE_RALLY)
        gg_put_int(&status, commanders_orders_saved(state, side)),
            gg_put(&status, " orders saved. ");
}

void commanders_draw(const gg_state *view, gg_side side, gg_scene *scene)
{
    scene->low = (gg_point){0, 0};
    scene->high = (gg_point){WIDTH, HEIGHT};
    scene->cell = GG_CELL_PLAN;
    for (int border = 0; border < BORDERS; border++) put_border(view, scene, border);
    for (int sector = 0; sector < SECTORS; sector++) put_sector(view, scene, sector);
    put_reserve(view, scene, GG_BLUE);
    put_reserve(view, scene, GG_RED);
    for (int sector = 0; sector < SECTORS; sector++) {
        put_name(view, scene, sector);
        put_flag(view, scene, sector);
    }
    for (int border = 0; border < BORDERS; border++) put_spaces(view, scene, border);
    put_tokens(view, scene);
    for (int sector = 0; sector < SECTORS; sector++) put_units_of(view, scene, sector);
    for (int number = 0; number < view->zone_count; number++)
        put_zone(view, scene, &view->zones[number]);
    put_sheet(view, side, scene);
    put_arrows(view, scene);
    put_words(view, side, scene);
}
