/*
 * picture.h - the two renderers of a scene: SVG for people's eyes and paper, text for terminals.
 *
 * The SVG names what things are and leaves the looks to a style sheet: no colour and no font is
 * written into it.  Its structure, for pages that reach into it:
 *
 *   <svg class="picture board|table|plan">       a board of squares, a measured table, a plan
 *     <g class="layer edge">                     the frame with its letters or its ruler
 *     <g class="layer land">                     the ground, and on top of it
 *       <rect class="cell" data-cell="3,7">      each square of a board (column, row), or
 *       <rect class="place" data-place="4">      each sector of a plan: they take the clicks
 *     <g class="layer marks">                    command radii, objectives, fires
 *     <g class="layer troops">
 *       <g class="unit blue infantry line acted" data-unit="12">   with a <title> in words;
 *                       side; role; line column march open square limbered unlimbered;
 *                       acted routed chosen disordered ghost refused
 *     <g class="layer arrows"> <g class="layer names">
 *     <g class="layer overlay">                  empty: where gg_svg_overlay() is laid in
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_PICTURE_H
#define GG_PICTURE_H

#include "core/text.h"
#include "grognard.h"

enum { GG_SCENE_MARKS_MAX = 1024, GG_SCENE_POINTS_MAX = 4096 };

/* The memory of a scene; the owner keeps it as long as the scene. */
typedef struct gg_scene_room {
    gg_mark marks[GG_SCENE_MARKS_MAX];
    gg_point points[GG_SCENE_POINTS_MAX];
} gg_scene_room;

/* The rows of core/roles.def. */
typedef struct gg_role_def {
    const char *name;
    char glyph;        /* for the terminal */
    const char *words; /* for people */
} gg_role_def;
extern const gg_role_def gg_roles[GG_ROLES];
extern const char *const gg_marker_words[]; /* by gg_marker: "shaken", "hits", "casualties" */

/* What a legend says of the role: of flags also what is written on them. */
const char *gg_key_words(gg_role);

gg_scene gg_scene_in(gg_scene_room *); /* an empty scene */
/* Begins a game's picture: its title, the corner across from 0,0, its `cell`. */
void gg_scene_begin(gg_scene *, const gg_ruleset *, gg_point high, int32_t cell);
/* The mark of a unit, labelled with its name; a disc about a place.  NULL: there is no room. */
gg_mark *gg_scene_unit(gg_scene *, gg_shape, gg_role, const gg_ruleset *, const gg_state *, gg_unit,
                       gg_side);
gg_mark *gg_scene_disc(gg_scene *, gg_role, gg_point at, int32_t radius);
/* The block that stands at this point, drawn last if there are several; NULL: none. */
const gg_mark *gg_scene_block(const gg_scene *, gg_point at);
/* As red sees it, from the north; `board` says where the corners are, and may be the scene itself.
 * What is laid over a board that was turned is turned as well. */
void gg_scene_turn(gg_scene *, const gg_scene *board);
/* The scenario's title above the picture, before what the game wrote there. */
void gg_scene_entitle(gg_scene *, const char *scenario);

/* ---- SVG. ---- */
/* A file of its own: title, board, how the game stands, and the meaning of the signs. */
void gg_picture_svg(const gg_scene *, gg_text *out);
/* The same with the marks of another scene laid in, their areas under the troops. */
void gg_picture_svg_over(const gg_scene *, const gg_scene *over, gg_text *out);
/* The board alone, for a page that has the style sheet. */
void gg_svg_board(const gg_scene *, gg_text *out);
/* The same with the marks of another scene (or NULL) laid in. */
void gg_svg_board_over(const gg_scene *, const gg_scene *over, gg_text *out);
/* The marks of another scene as elements to lay into the board's layer "overlay". */
void gg_svg_overlay(const gg_scene *overlay, const gg_scene *board, gg_text *out);
/* The meaning of the signs that occur, as a picture `width` units wide. */
void gg_svg_legend(const gg_scene *, int width, gg_text *out);
/* The style sheet of the page: --map- variables for day and for :root[data-theme=dark], and the
 * rules that use them. */
void gg_svg_style(gg_text *out);

/* Where a point of the scene lies in the board's SVG: x + at.x * units / ticks to the right,
 * y - at.y * units / ticks down; of a board that was turned `units` is negative, and the points are
 * those it had before.  The view box begins at 0 0. */
typedef struct gg_svg_map {
    int32_t x, y;
    int32_t units, ticks;
    int32_t width, height; /* of the view box */
} gg_svg_map;
gg_svg_map gg_svg_map_of(const gg_scene *);

/* ---- Text. ---- */
/* `colour`: ANSI colours; without it the picture is as readable. */
void gg_picture_text(const gg_scene *, bool colour, gg_text *out);
/* The same for a screen: in so many columns and lines if that can be (0: as it comes), with the
 * areas, squares and names of another scene laid over it (NULL: none). */
typedef struct gg_frame {
    bool colour;
    int columns, lines;
    const gg_scene *over;
} gg_frame;
void gg_picture_text_in(const gg_scene *, const gg_frame *, gg_text *out);

/* How many characters of the words fit into a line of so many, cut between words if that can be. */
uint32_t gg_picture_wrap(const char *words, uint32_t limit);

#endif
