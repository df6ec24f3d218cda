/*
 * picture.h - the two renderers of a scene: SVG for people's eyes and paper, text for terminals.
 */
#ifndef GG_PICTURE_H
#define GG_PICTURE_H

#include "core/text.h"
#include "grognard.h"

enum { GG_SCENE_MARKS_MAX = 1024, GG_SCENE_POINTS_MAX = 4096 };

/* The memory of a scene; the owner keeps it as long as the scene. */
typedef struct gg_scene_room {
    gg_mark  marks[GG_SCENE_MARKS_MAX];
    gg_point points[GG_SCENE_POINTS_MAX];
} gg_scene_room;

/* The rows of core/roles.def. */
typedef struct gg_role_def {
    const char *name;
    char glyph;        /* for the terminal */
    const char *fill;  /* for the picture */
    const char *words; /* for people */
} gg_role_def;
extern const gg_role_def gg_roles[GG_ROLES];

gg_scene gg_scene_in(gg_scene_room *); /* an empty scene */
/* The block that stands at this point, drawn last if there are several; NULL: none. */
const gg_mark *gg_scene_block(const gg_scene *, gg_point at);
void gg_picture_svg(const gg_scene *, gg_text *out);
/* `colour`: ANSI colours; without it the picture is as readable. */
void gg_picture_text(const gg_scene *, bool colour, gg_text *out);

/* How many characters of the words fit into a line of so many, cut between words if that can be. */
uint32_t gg_picture_wrap(const char *words, uint32_t limit);

#endif
