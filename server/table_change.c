/*
 * table_change.c - what is different for one viewer since he was shown the game last.
 *
 * Most deeds move a few troops: the lines of the position that are other ones, the turn, perhaps a
 * clock.  A table_sheet remembers what the viewer was shown, and the difference is taken from that
 * alone: two games that differ only in what he may not know differ in no byte here either.
 */
#include <stdlib.h>
#include <string.h>

#include "core/position.h"
#include "core/wire.h"
#include "server/table.h"

/* ---- Lines: of a text that is cut at every newline, as JavaScript's split("\n") does. ---- */

typedef struct piece { /* of a text */
    const char *at, *end;
} piece;

static uint32_t count_newlines(piece text)
{
    uint32_t lines = 0;
    for (const char *at = text.at; at < text.end; at++)
        lines += *at == '\n';
    return lines;
}

/* Takes the next line off it, without its newline; false: that was the last. */
static bool take_line(piece *rest, piece *line)
{
    line->at = rest->at;
    const char *end = memchr(rest->at, '\n', (size_t)(rest->end - rest->at));
    line->end = end == NULL ? rest->end : end;
    rest->at = end == NULL ? rest->end : end + 1;
    return end != NULL;
}

static bool is_same(piece a, piece b)
{
    return a.end - a.at == b.end - b.at && memcmp(a.at, b.at, (size_t)(a.end - a.at)) == 0;
}

/* [first, count, line, line, ...]: from the first line on so many are replaced by these. */
static void begin_edit(gg_json *json, uint32_t first, uint32_t count)
{
    gg_json_array(json, NULL);
    gg_json_int(json, NULL, first);
    gg_json_int(json, NULL, count);
}

static void put_line(gg_json *json, piece line)
{
    gg_json_bytes(json, NULL, line.at, (uint32_t)(line.end - line.at));
}

/* As many lines as before: those that are other ones are replaced where they stand. */
static void edit_in_place(gg_json *json, uint32_t number, piece before, piece now)
{
    piece run = now; /* lines that are other ones, from `first` on */
    uint32_t first = 0, count = 0;
    for (bool more = true; more || count > 0; number++) {
        piece old = {0}, new = {0};
        const piece here = now;
        bool differs = false;
        if (more) {
            more = take_line(&now, &new);
            take_line(&before, &old);
            differs = !is_same(old, new);
        }
        if (differs && count++ == 0) {
            first = number;
            run = here;
        }
        if (differs || count == 0) continue;
        begin_edit(json, first, count);
        for (; count > 0; count--) {
            take_line(&run, &new);
            put_line(json, new);
        }
        gg_json_end(json);
    }
}

/* More lines, or fewer: all of them are replaced.  `last`: the one behind the last newline, too. */
static void edit_all(gg_json *json, uint32_t number, piece before, piece now, bool last)
{
    begin_edit(json, number, count_newlines(before) + last);
    for (uint32_t lines = count_newlines(now) + last; lines > 0; lines--) {
        piece line;
        take_line(&now, &line);
        put_line(json, line);
    }
    gg_json_end(json);
}

/* How many bytes at the front of both are the same, to the end of a line. */
static size_t same_front(piece a, piece b)
{
    const size_t first = (size_t)(a.end - a.at), second = (size_t)(b.end - b.at);
    const size_t least = first < second ? first : second;
    size_t count = 0;
    while (count + 8 <= least && memcmp(a.at + count, b.at + count, 8) == 0)
        count += 8;
    while (count < least && a.at[count] == b.at[count])
        count++;
    while (count > 0 && a.at[count - 1] != '\n')
        count--;
    return count;
}

/* Does a line begin so far from its end?  The piece itself begins with one. */
static bool begins_line(piece text, size_t count)
{
    return count == (size_t)(text.end - text.at) || *(text.end - count - 1) == '\n';
}

/* And at the back of both, from the beginning of a line of both. */
static size_t same_back(piece a, piece b)
{
    const size_t first = (size_t)(a.end - a.at), second = (size_t)(b.end - b.at);
    const size_t least = first < second ? first : second;
    size_t count = 0;
    while (count + 8 <= least && memcmp(a.end - count - 8, b.end - count - 8, 8) == 0)
        count += 8;
    while (count < least && *(a.end - count - 1) == *(b.end - count - 1))
        count++;
    while (count > 0 && !(begins_line(a, count) && begins_line(b, count)))
        count--;
    return count;
}

void table_write_edits(gg_json *json, const char *key, const char *before, uint32_t before_count,
                       const char *now, uint32_t now_count)
{
    piece old = {before, before + before_count}, new = {now, now + now_count};
    const size_t front = same_front(old, new);
    const uint32_t first = count_newlines((piece){old.at, old.at + front});
    old.at += front;
    new.at += front;
    const size_t back = same_back(old, new);
    old.end -= back;
    new.end -= back;
    gg_json_array(json, key);
    if (count_newlines(old) == count_newlines(new)) edit_in_place(json, first, old, new);
    else edit_all(json, first, old, new, back == 0);
    gg_json_end(json);
}

/* ---- Sheets. ---- */

static table_page *keep_page(table_page *page)
{
    if (page != NULL) page->holders++;
    return page;
}

static void drop_page(table_page **page)
{
    if (*page != NULL && --(*page)->holders == 0) free(*page);
    *page = NULL;
}

void table_sheet_free(table_sheet *sheet)
{
    drop_page(&sheet->page);
    *sheet = (table_sheet){0};
}

void table_draft_clear(table_draft *draft)
{
    drop_page(&draft->page);
    drop_page(&draft->before);
    draft->rules = NULL;
}

/* The draft as a page that stays; NULL: there is no memory. */
static table_page *page_of(table_draft *draft)
{
    if (draft->page != NULL) return draft->page;
    table_page *page = malloc(sizeof *page + draft->text.count);
    if (page == NULL) return NULL;
    *page = (table_page){.holders = 1, .count = draft->text.count};
    memcpy(page->bytes, draft->text.bytes, page->count);
    return draft->page = page;
}

static bool is_page(const table_page *page, const table_draft *draft)
{
    if (page == draft->page) return page != NULL;
    return page != NULL && page->count == draft->text.count
           && memcmp(page->bytes, draft->text.bytes, page->count) == 0;
}

static bool is_same_hand(const clock_hand *a, const clock_hand *b)
{
    return a->counts == b->counts && a->runs == b->runs && a->left == b->left
           && a->since == b->since;
}

/* The parts of the state that a deed of play can change, but for the position. */
static void fill_sheet(const table *t, gg_side viewer, table_sheet *sheet)
{
    bool freely;
    sheet->filled = true;
    sheet->facts = t->facts;
    sheet->ply = t->ply[viewer];
    sheet->turn = t->rules->turn(table_use_room(t)->view);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        sheet->hands[side] = *table_hand(t, viewer, side);
    sheet->shift = t->clock.kind == CLOCK_NONE ? 0 : clock_wall_of(t->life, 0);
    sheet->draw_by = t->draw_by;
    sheet->takeback_by = t->takeback_by;
    sheet->rematch_by = t->rematch_by;
    sheet->can_take_back = table_can_take_back(t, viewer, &freely);
}

typedef struct comparison {
    const table *t;
    gg_side viewer;
    const table_sheet *before, *now;
    table_draft *draft;
    gg_json *json;
    bool any;
} comparison;

/* What the other side was just sent is not found out again, if it was shown the same before. */
static void write_lines(gg_json *json, table_page *before, table_draft *draft)
{
    static const char key[] = "lines";
    static const table_page nothing = {0};
    if (before != NULL && draft->before == before) {
        gg_json_copy(json, key, draft->edits, draft->edit_count);
        return;
    }
    const table_page *from = before == NULL ? &nothing : before;
    const uint32_t begin = json->out->count;
    table_write_edits(json, key, from->bytes, from->count, draft->text.bytes, draft->text.count);
    const char *edits = strchr(json->out->bytes + begin, '[');
    const size_t count = json->out->cut || edits == NULL ? 0 : strlen(edits);
    if (count == 0 || count > sizeof draft->edits) return;
    drop_page(&draft->before);
    draft->before = keep_page(before);
    draft->edit_count = (uint32_t)count;
    memcpy(draft->edits, edits, count);
}

static void write_change(comparison *c)
{
    const table_sheet *before = c->before, *now = c->now;
    const bool turns = memcmp(&before->turn, &now->turn, sizeof now->turn) != 0;
    const bool moves = !is_page(before->page, c->draft);
    const bool ticks = before->shift != now->shift
                       || !is_same_hand(&before->hands[0], &now->hands[0])
                       || !is_same_hand(&before->hands[1], &now->hands[1]);
    const bool offers = before->draw_by != now->draw_by || before->takeback_by != now->takeback_by
                        || before->rematch_by != now->rematch_by;
    const bool regrets = before->can_take_back != now->can_take_back;
    if (before->ply != now->ply) gg_json_int(c->json, "ply", now->ply);
    if (turns) {
        gg_json_object(c->json, "turn");
        gg_wire_turn(c->json, c->t->rules, table_use_room(c->t)->view);
        gg_json_end(c->json);
    }
    if (moves) write_lines(c->json, before->page, c->draft);
    if (ticks) table_write_clock(c->t, c->viewer, c->json);
    if (offers) table_write_offers(c->t, c->json);
    if (regrets) gg_json_bool(c->json, "takeback", now->can_take_back);
    c->any = before->ply != now->ply || turns || moves || ticks || offers || regrets;
}

static void write_draft(const table *t, table_draft *draft)
{
    const gg_state *view = table_use_room(t)->view;
    const size_t bytes = t->rules->state_bytes;
    if (draft->rules == t->rules && memcmp(draft->view, view, bytes) == 0) return;
    table_draft_clear(draft);
    draft->rules = t->rules;
    memcpy(draft->view, view, bytes);
    draft->text = gg_text_over(draft->text.bytes, draft->text.limit);
    gg_write_position(t->rules, view, &draft->text);
}

table_change table_find_change(const table *t, gg_side viewer, table_sheet *sheet,
                               table_draft *draft, gg_json *json)
{
    table_sheet now = *sheet;
    if (t->match == NULL) { /* there is no position to compare: rare, and short */
        const bool same = sheet->filled && sheet->facts == t->facts;
        sheet->filled = true;
        sheet->facts = t->facts;
        drop_page(&sheet->page);
        return same ? CHANGE_NONE : CHANGE_ALL;
    }
    gg_match_view(t->match, viewer, table_use_room(t)->view);
    fill_sheet(t, viewer, &now);
    write_draft(t, draft);
    comparison c = {.t = t, .viewer = viewer, .before = sheet, .now = &now,
                    .draft = draft, .json = json};
    const bool comparable = sheet->filled && sheet->facts == t->facts;
    if (comparable) write_change(&c);
    if (comparable && !c.any) return CHANGE_NONE;
    if (!is_page(sheet->page, draft)) {
        drop_page(&sheet->page);
        sheet->page = keep_page(page_of(draft));
    }
    now.page = sheet->page;
    now.filled = now.page != NULL; /* without memory the next one is whole again */
    *sheet = now;
    return comparable && !json->out->cut ? CHANGE_SOME : CHANGE_ALL;
}
