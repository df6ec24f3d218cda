/*
 * notation.c - names, areas and lines as text.  See notation.h.
 * SPDX-License-Identifier: MIT
 */
#include "table/notation.h"

#include "core/fields.h"

#include <string.h>

enum { ONE = 1000 };

/* ---- Words. ---- */

void gt_put_word(gg_text *out, const char *word)
{
    gg_put_char(out, ' ');
    gg_put(out, word);
}

void gt_put_number(gg_text *out, const char *word, int number)
{
    gt_put_word(out, word);
    gg_put_char(out, ' ');
    gg_put_int(out, number);
}

void gt_put_at(gg_text *out, const char *word, gg_point at)
{
    if (word[0] != '\0') gt_put_word(out, word);
    gg_put_char(out, ' ');
    gg_put_table_place(out, at);
}

/* ---- Names. ---- */

void gt_write_name(gt_name it, const char *ranks, gg_text *out)
{
    gg_put_char(out, it.side == GG_BLUE ? 'a' : 'b');
    if (it.rank >= 0) gg_put_char(out, it.rank < (int)strlen(ranks) ? ranks[it.rank] : '?');
    gg_put_int(out, it.number);
}

bool gt_scan_name(gg_scan *scan, const char *ranks, gt_name *out)
{
    gg_scan here = *scan;
    int64_t number;
    const bool blue = gg_scan_char(&here, 'a');
    if (!blue && !gg_scan_char(&here, 'b')) return false;
    int rank = -1;
    for (int i = 0; ranks[i] != '\0' && rank < 0; i++)
        if (gg_scan_char(&here, ranks[i])) rank = i;
    const char digit = here.text[here.at];
    if (digit < '0' || digit > '9' || !gg_scan_int(&here, 0, 99, &number)) return false;
    const char next = here.text[here.at];
    if ((next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z') || next == '_') return false;
    *out = (gt_name){blue ? GG_BLUE : GG_RED, rank, (int)number};
    *scan = here;
    return true;
}

/* ---- Areas. ---- */

void gt_write_area(const gt_table *t, unsigned i, gg_text *out)
{
    static const char uncalled[GG_CALLED_BYTES];
    gt_write_called_area(t, i, uncalled, out);
}

void gt_write_called_area(const gt_table *t, unsigned i, const char called[GG_CALLED_BYTES],
                          gg_text *out)
{
    const gt_area *area = &t->areas[i];
    gg_point room[GT_CORNERS];
    int count;
    gg_put(out, "area");
    gg_put_quoted(out, called);
    gt_put_word(out, t->game->grounds[area->type].name);
    if (area->level > 0) gt_put_number(out, "level", area->level);
    if (area->value > 0) gt_put_number(out, "value", area->value);
    if (area->owner > 0) {
        gt_put_word(out, "held");
        gt_put_word(out, gg_side_name((gg_side)(area->owner - 1)));
    }
    if (area->burning) gt_put_word(out, "burning");
    const gg_point *corners = gt_corners(t, i, room, &count);
    for (int corner = 0; corner < count; corner++) gt_put_at(out, "", corners[corner]);
    gg_put_char(out, '\n');
}

static bool line_ends(gg_scan *scan)
{
    gg_scan_spaces(scan);
    return gg_scan_line_ends(scan);
}

/* A corner, or an end of a line. */
static bool scan_place(gg_scan *scan, gg_point *out)
{
    gg_scan here = *scan;
    gg_point at;
    if (!gg_scan_table_place(&here, &at) || at.x < -GT_FAR || at.x > GT_FAR || at.y < -GT_FAR
        || at.y > GT_FAR)
        return false;
    *out = at;
    *scan = here;
    return true;
}

static bool scan_kind(gg_scan *scan, const gt_ground *kinds, int count, int *out)
{
    gg_scan_spaces(scan);
    for (*out = 0; *out < count; ++*out)
        if (gg_scan_is(scan, kinds[*out].name)) return true;
    return false;
}

static gg_error read_number(gg_scan *scan, int high, uint8_t *out)
{
    int64_t number;
    gg_scan_spaces(scan);
    if (!gg_scan_int(scan, 1, high, &number))
        return gg_scan_error(scan, "expected a number that fits here");
    *out = (uint8_t)number;
    return gg_fine;
}

/* One word about an area, or one corner more. */
static gg_error read_word(gg_scan *scan, const gt_game *game, int limit, gt_area *area,
                          gg_point *corners, int *count)
{
    gg_side side;
    if (gg_scan_is(scan, "level")) return read_number(scan, game->levels, &area->level);
    if (gg_scan_is(scan, "value")) return read_number(scan, 99, &area->value);
    if (gg_scan_is(scan, "burning")) {
        area->burning = 1;
    } else if (gg_scan_is(scan, "held")) {
        gg_scan_spaces(scan);
        if (!gg_scan_side(scan, &side)) return gg_scan_error(scan, "expected blue or red");
        area->owner = (uint8_t)(side + 1);
    } else if (*count < limit && scan_place(scan, &corners[*count])) {
        ++*count;
    } else {
        return gg_scan_error(scan,
                             "expected a corner such as 8,15, or level, value, held, burning");
    }
    return gg_fine;
}

/* Rounded outwards to whole grains. */
static void set_bounds(const gt_game *game, const gg_point *corners, int count, gt_area *area)
{
    gg_point low = corners[0], high = corners[0];
    for (int i = 1; i < count; i++) {
        if (corners[i].x < low.x) low.x = corners[i].x;
        if (corners[i].y < low.y) low.y = corners[i].y;
        if (corners[i].x > high.x) high.x = corners[i].x;
        if (corners[i].y > high.y) high.y = corners[i].y;
    }
    const int32_t grain = game->grain;
    area->low_x = (int16_t)(low.x / grain - (low.x % grain < 0));
    area->low_y = (int16_t)(low.y / grain - (low.y % grain < 0));
    area->high_x = (int16_t)(high.x / grain + (high.x % grain > 0));
    area->high_y = (int16_t)(high.y / grain + (high.y % grain > 0));
}

static gg_error take_small(gg_scan *scan, const gt_game *game, const gg_point *corners, int count,
                           gt_area *area)
{
    gg_convex shape;
    if (!gg_convex_from(corners, count, &shape))
        return gg_scan_error(scan, "an area needs three to eight corners, strictly convex");
    enum { FAR = 300 * ONE }; /* what it can hold */
    for (int i = 0; i < count; i++) {
        const gg_point at = shape.at[i];
        if (at.x % game->grain != 0 || at.y % game->grain != 0)
            return gg_scan_error(scan, "corners are whole hundredths");
        if (at.x < -FAR || at.x > FAR || at.y < -FAR || at.y > FAR)
            return gg_scan_error(scan, "a corner lies too far away");
        area->x[i] = (int16_t)(at.x / game->grain);
        area->y[i] = (int16_t)(at.y / game->grain);
    }
    set_bounds(game, shape.at, count, area);
    return gg_fine;
}

static gg_error take_stored(gg_scan *scan, const gt_game *game, const gg_point *corners, int count,
                            gt_store *store, gt_area *area)
{
    if (!gt_polygon_is_simple(corners, count))
        return gg_scan_error(scan,
                             "an area needs three to 64 corners, no two of its edges meeting");
    if (store->count + count > store->limit)
        return gg_scan_error(scan, "there are too many corners");
    area->x[0] = (int16_t)(uint16_t)store->count;
    for (int i = 0; i < count; i++) store->at[store->count++] = corners[i];
    set_bounds(game, corners, count, area);
    return gg_fine;
}

gg_error gt_read_area(gg_scan *scan, const gt_game *game, gt_store *store, gt_area *out)
{
    gt_area area = {.count = 0};
    gg_point corners[GT_POLYGON];
    int count = 0, type;
    if (!scan_kind(scan, game->grounds, game->ground_count, &type))
        return gg_scan_error(scan, "expected a kind of ground");
    area.type = (uint8_t)type;
    while (!line_ends(scan)) {
        const gg_error error =
            read_word(scan, game, store == NULL ? GT_CORNERS : GT_POLYGON, &area, corners, &count);
        if (error.text != NULL) return error;
    }
    const gg_error error = store == NULL ? take_small(scan, game, corners, count, &area)
                                         : take_stored(scan, game, corners, count, store, &area);
    if (error.text != NULL) return error;
    area.count = (uint8_t)count;
    if ((game->grounds[type].flags & GT_HILL) && area.level == 0) area.level = 1;
    *out = area;
    return gg_fine;
}

/* ---- Lines. ---- */

void gt_write_lines(const gt_table *t, gg_text *out)
{
    for (unsigned i = 0; i < t->line_count; i++) {
        const gt_line *line = &t->lines[i];
        const bool begins = i == 0 || t->lines[i - 1].chain != line->chain;
        if (begins && i > 0) gg_put_char(out, '\n');
        if (begins) {
            gg_put(out, "line ");
            gg_put(out, t->game->lines[line->type].name);
            gt_put_at(out, "", line->from);
        }
        gt_put_at(out, "", line->to);
    }
    if (t->line_count > 0) gg_put_char(out, '\n');
}

gg_error gt_read_line(gg_scan *scan, const gt_game *game, gt_line *lines, int *count, int limit)
{
    int type, made = 0;
    gg_point from, to;
    if (!scan_kind(scan, game->lines, game->line_kinds, &type))
        return gg_scan_error(scan, "expected a kind of line");
    gg_scan_spaces(scan);
    if (!scan_place(scan, &from)) return gg_scan_error(scan, "expected a place such as 18,24");
    const int chain = *count == 0 ? 0 : lines[*count - 1].chain + 1;
    while (!line_ends(scan)) {
        if (!scan_place(scan, &to)) return gg_scan_error(scan, "expected a place such as 18,24");
        if (*count + made == limit) return gg_scan_error(scan, "there are too many lines");
        if (from.x == to.x && from.y == to.y)
            return gg_scan_error(scan, "a line does not end where it begins");
        lines[*count + made++] =
            (gt_line){.type = (uint8_t)type, .chain = (uint16_t)chain, .from = from, .to = to};
        from = to;
    }
    if (made == 0) return gg_scan_error(scan, "a line needs two places");
    *count += made;
    return gg_fine;
}
