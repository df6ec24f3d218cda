/*
 * edits.c - how the text of a position becomes that of another one.  See position.h.
 * SPDX-License-Identifier: MIT
 */
#include "core/lines.h"
#include "core/numbers.h"
#include "core/position.h"

#include <string.h>

/* ---- What is different. ---- */

typedef struct change {
    const gg_ruleset *rules;
    const gg_state *before, *now;
    gg_changes changes;
    gg_text *room; /* for lines while they are compared */
    gg_json *json;
    uint32_t line;    /* of the earlier text: the next one that is looked at */
    uint16_t *counts; /* the lines of each kind: of the earlier text, and then of the other */
} change;

typedef struct piece { /* of a text; its lines are whole */
    const char *at, *end;
} piece;

static uint32_t count_lines(piece text)
{
    uint32_t lines = 0;
    for (; text.at < text.end; lines++)
        text.at = (const char *)memchr(text.at, '\n', (size_t)(text.end - text.at)) + 1;
    return lines;
}

static piece take_line(piece *rest)
{
    const piece line = {rest->at, memchr(rest->at, '\n', (size_t)(rest->end - rest->at))};
    rest->at = line.end + 1;
    return line;
}

static bool is_same_piece(piece a, piece b)
{
    return a.end - a.at == b.end - b.at && memcmp(a.at, b.at, (size_t)(a.end - a.at)) == 0;
}

/* [first, count, line, line, ...]: from the first line on so many are replaced by these. */
static void put_edit(gg_json *json, uint32_t first, uint32_t count, piece fresh)
{
    gg_json_array(json, NULL);
    gg_json_int(json, NULL, first);
    gg_json_int(json, NULL, count);
    while (fresh.at < fresh.end) {
        const piece line = take_line(&fresh);
        gg_json_bytes(json, NULL, line.at, (uint32_t)(line.end - line.at));
    }
    gg_json_end(json);
}

/* As many lines as before are replaced one by one; more or fewer of them together. */
static void compare_lines(change *c, piece old, piece new, uint16_t *kept)
{
    const uint32_t first = c->line, count = count_lines(old), fresh = count_lines(new);
    c->line += count;
    *kept = (uint16_t)(*kept + fresh - count);
    if (is_same_piece(old, new)) return;
    if (count != fresh) {
        put_edit(c->json, first, count, new);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        const piece was = take_line(&old), is = take_line(&new);
        if (!is_same_piece(was, is)) put_edit(c->json, first + i, 1, (piece){is.at, is.end + 1});
    }
}

/* What stands in the room: the lines as they were, to `middle`, and as they are. */
static void compare_room(change *c, uint32_t middle, uint16_t *kept)
{
    const char *bytes = c->room->bytes;
    if (c->room->cut) c->json->out->cut = true;
    else
        compare_lines(c, (piece){bytes, bytes + middle},
                      (piece){bytes + middle, bytes + c->room->count}, kept);
}

static void clear_room(change *c) { *c->room = gg_text_over(c->room->bytes, c->room->limit); }

/* Of a thing that is the same as before. */
static void pass_thing(change *c, const gg_line_def *line, uint32_t nth)
{
    const gg_thing thing = gg_thing_in(c->rules, c->before, line, nth);
    if (gg_line_is_there(line, c->before, nth)) c->line += gg_line_is_said(&thing, line);
}

static void compare_thing(change *c, const gg_line_def *line, uint32_t nth, uint16_t *kept)
{
    clear_room(c);
    if (gg_line_is_there(line, c->before, nth))
        gg_write_line(c->rules, c->before, line, nth, c->room);
    const uint32_t middle = c->room->count;
    if (gg_line_is_there(line, c->now, nth)) gg_write_line(c->rules, c->now, line, nth, c->room);
    compare_room(c, middle, kept);
}

/* Only those things are looked at that can have changed. */
static void compare_things(change *c, const gg_line_def *line, bool may_differ, uint16_t *kept)
{
    const uint32_t first = c->line, count = *kept, things = gg_things_in(line);
    uint32_t next = 0;
    for (uint32_t nth = 0;; nth++) {
        if (!may_differ) nth = gg_next_difference(line, &c->changes, nth);
        if (nth >= things) break;
        for (; next < nth; next++) pass_thing(c, line, next);
        compare_thing(c, line, next++, kept);
    }
    c->line = first + count;
}

static bool has_same_heading(const change *c)
{
    const uint32_t options = c->rules->option_count * (uint32_t)sizeof(int16_t);
    const uint32_t numbers = c->rules->number_count * (uint32_t)sizeof(int16_t);
    return !gg_is_changed(&c->changes, c->rules->options_at, options)
           && !gg_is_changed(&c->changes, c->rules->house_at, numbers);
}

static void compare_heading(change *c)
{
    if (has_same_heading(c)) {
        c->line += c->counts[0];
        return;
    }
    clear_room(c);
    gg_write_position_heading(c->rules, c->before, c->room);
    const uint32_t middle = c->room->count;
    gg_write_position_heading(c->rules, c->now, c->room);
    compare_room(c, middle, &c->counts[0]);
}

/* Lines of the game's own. */
static void compare_own(change *c, const gg_line_def *line, uint16_t *kept)
{
    clear_room(c);
    line->write(c->before, c->room);
    const uint32_t middle = c->room->count;
    line->write(c->now, c->room);
    const char *bytes = c->room->bytes;
    if (!c->room->cut && 2 * middle == c->room->count && memcmp(bytes, bytes + middle, middle) == 0)
        c->line += *kept;
    else compare_room(c, middle, kept);
}

void gg_write_position_edits(const gg_ruleset *rules, const gg_state *before, const gg_state *now,
                             uint16_t *counts, gg_text *room, gg_json *json)
{
    change c = {
        .rules = rules, .before = before, .now = now, .counts = counts, .room = room, .json = json};
    gg_find_changes(rules, NULL, before, now, rules->state_bytes, &c.changes);
    compare_heading(&c);
    for (int row = 0; row < rules->line_count; row++) {
        const gg_line_def *line = &rules->lines[row];
        const bool may_differ = gg_kind_may_differ(line, &c.changes);
        uint16_t *kept = &counts[row + 1];
        if (line->write == NULL) compare_things(&c, line, may_differ, kept);
        else if (may_differ) compare_own(&c, line, kept);
        else c.line += *kept;
    }
}

void gg_count_position_lines(const gg_ruleset *rules, const gg_state *state, gg_text *room,
                             uint16_t *counts)
{
    uint32_t begin = 0;
    *room = gg_text_over(room->bytes, room->limit);
    gg_write_position_heading(rules, state, room);
    for (int row = 0; row <= rules->line_count; row++) {
        if (row > 0) gg_write_line_kind(rules, state, &rules->lines[row - 1], room);
        counts[row] =
            (uint16_t)count_lines((piece){room->bytes + begin, room->bytes + room->count});
        begin = room->count;
    }
}
