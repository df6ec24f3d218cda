/*
 * scene.c - a scene is a bounded list of marks that a ruleset fills and a renderer reads.
 */
#include "core/picture.h"

#include <string.h>

gg_scene gg_scene_over(gg_mark *marks, uint32_t limit)
{
    return (gg_scene){.marks = marks, .count = 0, .limit = limit};
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

uint32_t gg_picture_wrap(const char *words, uint32_t limit)
{
    const size_t length = strlen(words);
    if (length <= limit) return (uint32_t)length;
    uint32_t cut = limit;
    while (cut > 1 && words[cut] != ' ')
        cut--;
    return cut > 1 ? cut : limit;
}
