/*
 * scene.c - a scene is a bounded list of marks that a ruleset fills and a renderer reads.
 * SPDX-License-Identifier: MIT
 */
#include "core/picture.h"

#include <string.h>

const gg_role_def gg_roles[GG_ROLES] = {
#define ROLE(id, glyph, paint, words) {#id, glyph, words},
#include "core/roles.def"
#undef ROLE
};

const char *const gg_marker_words[] = {[GG_MARKER_SHAKEN] = "shaken",
                                       [GG_MARKER_HITS] = "hits",
                                       [GG_MARKER_CASUALTIES] = "casualties"};

const char *gg_key_words(gg_role role)
{
    return role == GG_ROLE_objective ? "objective and its points" : gg_roles[role].words;
}

gg_scene gg_scene_in(gg_scene_room *room)
{
    return (gg_scene){.marks = room->marks,
                      .limit = GG_SCENE_MARKS_MAX,
                      .points = room->points,
                      .point_limit = GG_SCENE_POINTS_MAX};
}

gg_mark *gg_scene_add(gg_scene *scene, gg_shape shape, gg_role role)
{
    if (scene->count >= scene->limit) return NULL;
    gg_mark *mark = &scene->marks[scene->count++];
    *mark = (gg_mark){
        .shape = (uint8_t)shape,
        .role = (uint8_t)role,
        .side = GG_NOBODY,
        .unit = GG_NO_UNIT,
        .facing = -1,
    };
    return mark;
}

void gg_scene_begin(gg_scene *scene, const gg_ruleset *rules, gg_point high, int32_t cell)
{
    scene->low = (gg_point){0, 0};
    scene->high = high;
    scene->cell = cell;
    gg_text title = gg_text_over(scene->title, sizeof scene->title);
    gg_put(&title, rules->title);
}

gg_mark *gg_scene_unit(gg_scene *scene, gg_shape shape, gg_role role, const gg_ruleset *rules,
                       const gg_state *state, gg_unit unit, gg_side side)
{
    gg_mark *mark = gg_scene_add(scene, shape, role);
    if (mark == NULL) return NULL;
    mark->side = side;
    mark->unit = unit;
    gg_text label = gg_text_over(mark->label, sizeof mark->label);
    rules->write_unit(state, unit, &label);
    return mark;
}

gg_mark *gg_scene_disc(gg_scene *scene, gg_role role, gg_point at, int32_t radius)
{
    gg_mark *mark = scene == NULL ? NULL : gg_scene_add(scene, GG_DISC, role);
    if (mark == NULL) return NULL;
    mark->at = at;
    mark->size = (gg_point){2 * radius, 2 * radius};
    return mark;
}

bool gg_scene_corner(gg_scene *scene, gg_point at)
{
    gg_assert(scene->count > 0);
    if (scene->point_count >= scene->point_limit) return false;
    gg_mark *mark = &scene->marks[scene->count - 1];
    if (mark->corners == 0) mark->first = (uint16_t)scene->point_count;
    gg_assert(mark->first + mark->corners == scene->point_count);
    scene->points[scene->point_count++] = at;
    mark->corners++;
    return true;
}

void gg_scene_turn(gg_scene *scene, const gg_scene *board)
{
    enum { HALF = 1800, WHOLE = 3600 };
    const gg_point both = {board->low.x + board->high.x, board->low.y + board->high.y};
    const int32_t cell = board->cell > 0 ? board->cell : 1;
    for (uint32_t i = 0; i < scene->count; i++) {
        gg_mark *mark = &scene->marks[i];
        const gg_point end =
            mark->shape == GG_CELL ? (gg_point){both.x / cell - 1, both.y / cell - 1} : both;
        const bool has_end = mark->shape == GG_ARROW || mark->shape == GG_PATH;
        mark->at = (gg_point){end.x - mark->at.x, end.y - mark->at.y};
        if (has_end) mark->to = (gg_point){end.x - mark->to.x, end.y - mark->to.y};
        if (mark->facing >= 0) mark->facing = (mark->facing + HALF) % WHOLE;
    }
    for (uint32_t i = 0; i < scene->point_count; i++)
        scene->points[i] = (gg_point){both.x - scene->points[i].x, both.y - scene->points[i].y};
    scene->turned = !scene->turned;
}

static bool is_sideways(const gg_mark *mark)
{
    return mark->facing >= 0 && (mark->facing + 450) / 900 % 2 != 0;
}

static bool covers(const gg_mark *mark, gg_point at)
{
    const int32_t width = is_sideways(mark) ? mark->size.y : mark->size.x;
    const int32_t height = is_sideways(mark) ? mark->size.x : mark->size.y;
    const int32_t x = at.x - mark->at.x, y = at.y - mark->at.y;
    return 2 * (x < 0 ? -x : x) <= width && 2 * (y < 0 ? -y : y) <= height;
}

const gg_mark *gg_scene_block(const gg_scene *scene, gg_point at)
{
    for (uint32_t i = scene->count; i > 0; i--)
        if (scene->marks[i - 1].shape == GG_BLOCK && covers(&scene->marks[i - 1], at))
            return &scene->marks[i - 1];
    return NULL;
}

void gg_scene_entitle(gg_scene *scene, const char *scenario)
{
    char game[sizeof scene->title];
    memcpy(game, scene->title, sizeof game);
    gg_text title = gg_text_over(scene->title, sizeof scene->title);
    gg_put(&title, scenario);
    if (scenario[0] != 0 && game[0] != 0) gg_put(&title, ": ");
    gg_put(&title, game);
}

uint32_t gg_picture_wrap(const char *words, uint32_t limit)
{
    const size_t length = strlen(words);
    if (length <= limit) return (uint32_t)length;
    uint32_t cut = limit;
    while (cut > 1 && words[cut] != ' ') cut--;
    return cut > 1 ? cut : limit;
}
