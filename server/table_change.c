/*
 * table_change.c - what is different for one viewer since he was shown the game last.
 *
 * Most deeds move a few troops: the lines of the position that are other ones, the turn, perhaps a
 * clock.  A table_sheet remembers what the viewer was shown, and the difference is taken from that
 * alone: two games that differ only in what he may not know differ in no byte here either.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "core/position.h"
#include "core/wire.h"
#include "server/table.h"

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

void table_sheet_share(table_sheet *sheet, const table_sheet *other, const gg_ruleset *rules)
{
    if (sheet->page == NULL || other->page == NULL || sheet->page == other->page
        || memcmp(sheet->page->view, other->page->view, rules->state_bytes) != 0)
        return;
    drop_page(&sheet->page);
    sheet->page = keep_page(other->page);
}

void table_draft_clear(table_draft *draft)
{
    drop_page(&draft->page);
    drop_page(&draft->before);
    draft->rules = NULL;
    draft->counted = false;
}

/* The draft as a page that stays; NULL: there is no memory. */
static table_page *page_of(table_draft *draft)
{
    if (draft->page != NULL) return draft->page;
    const gg_ruleset *rules = draft->rules;
    const size_t view = (rules->state_bytes + 1) / 2 * 2, kinds = 1 + rules->line_count;
    table_page *page = malloc(sizeof *page + view + kinds * sizeof *page->counts);
    if (page == NULL) return NULL;
    page->holders = 1;
    page->counts = (uint16_t *)(void *)(page->view + view);
    memcpy(page->view, draft->view, rules->state_bytes);
    if (!draft->counted) gg_count_position_lines(rules, draft->view, &draft->text, draft->counts);
    memcpy(page->counts, draft->counts, kinds * sizeof *page->counts);
    return draft->page = page;
}

static bool is_page(const table_page *page, const table_draft *draft)
{
    if (page == draft->page) return page != NULL;
    return page != NULL && memcmp(page->view, draft->view, draft->rules->state_bytes) == 0;
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

/* The lines that are other ones; false: there are none, for not everything of a view is said. */
static bool find_lines(const table_page *before, table_draft *draft, gg_json *json)
{
    const gg_json untouched = *json;
    const uint32_t begin = json->out->count;
    gg_json_array(json, "lines");
    const uint32_t empty = json->out->count;
    memcpy(draft->counts, before->counts, (1 + draft->rules->line_count) * sizeof *draft->counts);
    gg_write_position_edits(draft->rules, (const gg_state *)before->view, draft->view,
                            draft->counts, &draft->text, json);
    draft->counted = !json->out->cut;
    const bool any = json->out->cut || json->out->count > empty;
    if (any) {
        gg_json_end(json);
        return true;
    }
    *json = untouched;
    json->out->count = begin;
    json->out->bytes[begin] = '\0';
    return false;
}

/* What the other side was just sent is not found out again, if it was shown the same before. */
static bool write_lines(table_page *before, table_draft *draft, gg_json *json)
{
    if (is_page(before, draft)) return false;
    if (draft->before == before) {
        if (draft->edit_count > 0) gg_json_copy(json, "lines", draft->edits, draft->edit_count);
        return draft->edit_count > 0;
    }
    const uint32_t begin = json->out->count;
    const bool any = find_lines(before, draft, json);
    const char *edits = any ? strchr(json->out->bytes + begin, '[') : NULL;
    const size_t count = edits == NULL ? 0 : strlen(edits);
    if (json->out->cut || count > sizeof draft->edits) return any;
    drop_page(&draft->before);
    draft->before = keep_page(before);
    draft->edit_count = (uint32_t)count;
    memcpy(draft->edits, edits == NULL ? "" : edits, count);
    return any;
}

static void write_turn(comparison *c)
{
    table_draft *draft = c->draft;
    const gg_ruleset *rules = c->t->rules;
    if (draft->turn_rules == rules
        && memcmp(&draft->turn, &c->now->turn, sizeof draft->turn) == 0) {
        gg_json_copy(c->json, "turn", draft->turn_text, draft->turn_count);
        return;
    }
    gg_json_object(c->json, "turn");
    const uint32_t begin = c->json->out->count - 1;
    gg_wire_turn(c->json, rules, table_use_room(c->t)->view);
    gg_json_end(c->json);
    const uint32_t count = c->json->out->count - begin;
    if (c->json->out->cut || count > TABLE_TURN_MAX) return;
    draft->turn_rules = rules;
    draft->turn = c->now->turn;
    draft->turn_count = count;
    memcpy(draft->turn_text, c->json->out->bytes + begin, count);
}

static void write_change(comparison *c)
{
    const table_sheet *before = c->before, *now = c->now;
    const bool turns = memcmp(&before->turn, &now->turn, sizeof now->turn) != 0;
    const bool ticks = before->shift != now->shift
                       || !is_same_hand(&before->hands[0], &now->hands[0])
                       || !is_same_hand(&before->hands[1], &now->hands[1]);
    const bool offers = before->draw_by != now->draw_by || before->takeback_by != now->takeback_by
                        || before->rematch_by != now->rematch_by;
    const bool regrets = before->can_take_back != now->can_take_back;
    if (before->ply != now->ply) gg_json_int(c->json, "ply", now->ply);
    if (turns) write_turn(c);
    const bool moves = write_lines(before->page, c->draft, c->json);
    if (ticks) table_write_clock(c->t, c->viewer, c->json);
    if (offers) table_write_offers(c->t, c->json);
    if (regrets) gg_json_bool(c->json, "takeback", now->can_take_back);
    c->any = before->ply != now->ply || turns || moves || ticks || offers || regrets;
}

static void make_draft(const table *t, table_draft *draft)
{
    const gg_state *view = table_use_room(t)->view;
    const size_t bytes = t->rules->state_bytes;
    if (draft->rules == t->rules && memcmp(draft->view, view, bytes) == 0) return;
    table_draft_clear(draft);
    draft->rules = t->rules;
    memcpy(draft->view, view, bytes);
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
    make_draft(t, draft);
    comparison c = {
        .t = t, .viewer = viewer, .before = sheet, .now = &now, .draft = draft, .json = json};
    const bool comparable = sheet->filled && sheet->facts == t->facts && sheet->page != NULL;
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
