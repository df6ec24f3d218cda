/*
 * dress.c - what a scenario's text adds to a picture: coats, the country round about, and names of
 * places.  See names.h.
 *
 * All of it is for the eye.  The rows stand behind a '#', so that no game reads them; nothing is
 * decided by them, and no state has them.
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

bool gg_is_dress(const char *row)
{
    static const char *const words[] = {"#coat ", "#land ", "#line ", "#place "};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strncmp(row, words[i], strlen(words[i])) == 0) return true;
    return false;
}
