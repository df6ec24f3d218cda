/*
 * dress.c - what a scenario's text adds to a picture: coats, the country round about, and names of
 * places.  See names.h.
 *
 * All of it is for the eye.  The rows stand behind a '#', so that no game reads them; nothing is
 * decided by them, and no state has them.
 * SPDX-License-Identifier: MIT
 */
#include "core/fields.h"
#include "core/names.h"
#include "core/picture.h"

#include <string.h>

enum { CORNERS_MAX = 24 };

/* The next line of the text that begins with this word, from `*line` on; the scanner stands behind
 * the word.  In a record the lines of a position stand behind a bar. */
static bool next_row(const char **line, const char *word, gg_scan *scan)
{
    while (**line != 0) {
        const char *at = *line + strspn(*line, " \t|");
        const size_t count = strlen(word);
        const bool found = strncmp(at, word, count) == 0 && (at[count] == ' ' || at[count] == '\t');
        *line += strcspn(*line, "\n");
        *line += **line == '\n';
        if (!found) continue;
        *scan = gg_scan_over(at + count);
        gg_scan_spaces(scan);
        return true;
    }
    return false;
}

/* ---- Coats: #coat blue british ---- */

static uint8_t coat_named(gg_scan *scan)
{
    static const char *const ids[GG_COATS] = {
#define COAT(id, cloth, facings, text) #id,
#include "core/coats.def"
#undef COAT
    };
    for (uint8_t coat = 0; coat < GG_COATS; coat++)
        if (gg_scan_is(scan, ids[coat])) return coat;
    return GG_COAT_none;
}

static void put_coats(const char *text, gg_scene *scene)
{
    uint8_t coats[] = {GG_COAT_none, GG_COAT_none};
    gg_scan scan;
    gg_side side;
    for (const char *line = text; next_row(&line, "#coat", &scan);)
        if (gg_scan_side(&scan, &side) && gg_scan_spaces(&scan)) coats[side] = coat_named(&scan);
    for (uint32_t i = 0; i < scene->count; i++) {
        gg_mark *mark = &scene->marks[i];
        if (mark->side < GG_NOBODY && mark->unit != GG_NO_UNIT && mark->coat == GG_COAT_none)
            mark->coat = coats[mark->side];
    }
}

/* ---- Country: #land wood 1,2 3,2 3,4 and #line river 0,5 7.6,5 ---- */

/* A role of ground by its name; GG_ROLE_none: there is none. */
static gg_role scan_ground(gg_scan *scan)
{
    for (int role = GG_ROLE_none + 1; role < GG_ROLE_sector; role++)
        if (gg_scan_is(scan, gg_roles[role].name)) return (gg_role)role;
    return GG_ROLE_none;
}

static void put_country(const char *text, const char *word, gg_shape shape, gg_scene *scene)
{
    gg_scan scan;
    for (const char *line = text; next_row(&line, word, &scan);) {
        gg_point corners[CORNERS_MAX];
        int count = 0;
        const gg_role role = scan_ground(&scan);
        while (gg_scan_spaces(&scan) && count < CORNERS_MAX
               && gg_scan_table_place(&scan, &corners[count]))
            count++;
        if (role == GG_ROLE_none || count < (shape == GG_AREA ? 3 : 2)) continue;
        gg_mark *mark = gg_scene_add(scene, shape, role);
        if (mark == NULL) return;
        mark->flags = GG_FLAG_GHOST; /* it is only drawn */
        mark->at = corners[0];
        mark->to = corners[count - 1];
        for (int i = 0; i < count; i++) gg_scene_corner(scene, corners[i]);
    }
}

/* ---- Places. ---- */

/* #place 24,36 Great Redoubt */
static void put_places(const char *text, gg_scene *scene)
{
    gg_scan scan;
    gg_point at;
    for (const char *line = text; next_row(&line, "#place", &scan);) {
        if (!gg_scan_table_place(&scan, &at) || !gg_scan_spaces(&scan)) continue;
        gg_mark *mark = gg_scene_add(scene, GG_LABEL, GG_ROLE_village);
        if (mark == NULL) return;
        mark->at = at;
        gg_text label = gg_text_over(mark->label, sizeof mark->label);
        const char *name = scan.text + scan.at;
        gg_put_bytes(&label, name, (uint32_t)strcspn(name, "\r\n"));
    }
}

/* On a plan the words of a sector begin with its code: "b2 flag" becomes "b2 Marengo". */
static void name_sectors(const gg_names *names, gg_scene *scene)
{
    for (uint32_t i = 0; i < scene->count && scene->cell == GG_CELL_PLAN; i++) {
        gg_mark *mark = &scene->marks[i];
        char code[GG_NAME_MAX], called[GG_NAME_MAX];
        gg_text name = gg_text_over(called, sizeof called);
        const size_t count = strcspn(mark->label, " ");
        if (mark->shape != GG_LABEL || count == 0) continue;
        memcpy(code, mark->label, count);
        code[count] = 0;
        if (!gg_put_called(&name, names, NULL, code)) continue;
        if (count + 1 + name.count >= sizeof mark->label) continue;
        gg_text label = gg_text_over(mark->label, sizeof mark->label);
        gg_put_words(&label, "%s %s", code, called);
    }
}

void gg_names_dress(const gg_names *names, gg_scene *scene)
{
    if (names->text == NULL) return;
    put_coats(names->text, scene);
    put_country(names->text, "#land", GG_AREA, scene);
    put_country(names->text, "#line", GG_PATH, scene);
    put_places(names->text, scene);
    name_sectors(names, scene);
}

/* ---- On a plan in characters. ---- */

static bool holds(const gg_mark *sector, gg_point at)
{
    const gg_point low = {sector->at.x - sector->size.x / 2, sector->at.y - sector->size.y / 2};
    return at.x >= low.x && at.x < low.x + sector->size.x && at.y >= low.y
           && at.y < low.y + sector->size.y;
}

/* Does it reach into the sector?  An area does so by its edge: none is larger than a sector. */
static bool reaches_into(const gg_scene *scene, const gg_mark *land, const gg_mark *sector)
{
    enum { PARTS = 8 };
    const gg_point *corners = &scene->points[land->first];
    for (int i = land->shape == GG_AREA ? 0 : 1; i < land->corners; i++) {
        const gg_point a = corners[i > 0 ? i - 1 : land->corners - 1], b = corners[i];
        for (int part = 0; part <= PARTS; part++) {
            const gg_point at = {a.x + (b.x - a.x) * part / PARTS,
                                 a.y + (b.y - a.y) * part / PARTS};
            if (holds(sector, at)) return true;
        }
    }
    return false;
}

/* "~:v" behind the name of the sector. */
static void sign_sector(gg_scene *scene, const gg_mark *sector, int32_t y, uint32_t first,
                        uint32_t end)
{
    char signs[GG_NAME_MAX];
    gg_text text = gg_text_over(signs, sizeof signs);
    for (uint32_t i = first; i < end; i++) {
        const char sign = gg_roles[scene->marks[i].role].glyph;
        if (memchr(signs, sign, text.count) == NULL
            && reaches_into(scene, &scene->marks[i], sector))
            gg_put_char(&text, sign);
    }
    gg_mark *mark = text.count > 0 ? gg_scene_add(scene, GG_LABEL, GG_ROLE_text) : NULL;
    if (mark == NULL) return;
    mark->at = (gg_point){sector->at.x + sector->size.x * 3 / 8, y}; /* towards its right edge */
    memcpy(mark->label, signs, sizeof mark->label);
}

/* Where the label that begins with this code stands; -1: there is none. */
static int32_t height_of_label(const gg_scene *scene, const char *code)
{
    const size_t count = strlen(code);
    for (uint32_t i = 0; i < scene->count; i++) {
        const gg_mark *mark = &scene->marks[i];
        if (mark->shape == GG_LABEL && strncmp(mark->label, code, count) == 0
            && (mark->label[count] == 0 || mark->label[count] == ' '))
            return mark->at.y;
    }
    return -1;
}

void gg_names_sign(const gg_names *names, gg_scene *scene)
{
    if (names->text == NULL || scene->cell != GG_CELL_PLAN) return;
    const uint32_t first = scene->count;
    put_country(names->text, "#land", GG_AREA, scene);
    put_country(names->text, "#line", GG_PATH, scene);
    const uint32_t end = scene->count;
    for (uint32_t i = 0; i < first && first < end; i++) {
        const gg_mark sector = scene->marks[i];
        if (sector.shape != GG_AREA || sector.label[0] == 0) continue;
        const int32_t y = height_of_label(scene, sector.label);
        if (y >= 0) sign_sector(scene, &sector, y, first, end);
    }
    name_sectors(names, scene);
}

bool gg_is_dress(const char *row)
{
    static const char *const words[] = {"#coat ", "#land ", "#line ", "#place "};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strncmp(row, words[i], strlen(words[i])) == 0) return true;
    return false;
}
