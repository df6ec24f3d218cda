/*
 * table_snapshot.c - a table as bytes, so that a long game need not be done again from its first
 * deed.  See table.h.
 *
 * One list of members serves both ways: each is either written or read.  No padding goes in, so two
 * tables with the same past have the same bytes, and a replay can prove a snapshot.
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "core/position.h"
#include "server/table.h"

enum { FORMAT = 2, EVERY = 256, PART = 16 };

typedef struct codec {
    bool writes;
    uint8_t *bytes;
    size_t count, limit;
    bool broken; /* it does not fit, or is none of this table */
} codec;

static void pass(codec *c, void *member, size_t size)
{
    if (c->broken || c->limit - c->count < size) {
        c->broken = true;
        return;
    }
    if (c->writes) memcpy(c->bytes + c->count, member, size);
    else memcpy(member, c->bytes + c->count, size);
    c->count += size;
}
#define PASS(member) pass(c, &(member), sizeof(member))

/* A number that must be the same: of another program, or of other rules, it is not. */
static void agree(codec *c, uint64_t number)
{
    uint64_t other = number;
    PASS(other);
    c->broken = c->broken || other != number;
}

/* How many follow; never more than there is room for. */
static uint32_t pass_count(codec *c, uint32_t count, uint64_t most)
{
    PASS(count);
    c->broken = c->broken || count > most;
    return c->broken ? 0 : count;
}

static void pass_text(codec *c, char *text, size_t limit)
{
    const uint32_t count = pass_count(c, c->writes ? (uint32_t)strlen(text) : 0, limit - 1);
    pass(c, text, count);
    if (!c->broken && !c->writes) text[count] = '\0';
}

static void pass_seat(codec *c, table_seat *seat)
{
    PASS(seat->taken);
    PASS(seat->account);
    PASS(seat->token);
    pass_text(c, seat->name, sizeof seat->name);
    pass_text(c, seat->account_name, sizeof seat->account_name);
}

static void pass_hand(codec *c, clock_hand *hand)
{
    PASS(hand->counts);
    PASS(hand->runs);
    PASS(hand->left);
    PASS(hand->since);
}

static void pass_secrets(codec *c, fair *f)
{
    const uint32_t count = pass_count(c, f->later_count, c->limit);
    for (uint32_t i = 0; i < count && !c->broken; i++) {
        fair_later one = c->writes ? f->later[i] : (fair_later){0};
        PASS(one.from);
        PASS(one.secret);
        c->broken = c->broken || (!c->writes && !fair_add_secret(f, one.from, one.secret));
        sodium_memzero(&one, sizeof one);
    }
}

static void pass_table(codec *c, table *t)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        pass_seat(c, &t->seats[side]);
        pass_text(c, t->fair.contributions[side], sizeof t->fair.contributions[side]);
        pass_hand(c, &t->clock.hands[side]);
        pass_hand(c, &t->clock.shown[side]);
        PASS(t->asked[side]);
        PASS(t->takebacks[side]);
    }
    pass_secrets(c, &t->fair);
    PASS(t->clock.secret);
    PASS(t->status);
    PASS(t->how);
    PASS(t->winner);
    PASS(t->draw_by);
    PASS(t->takeback_by);
    PASS(t->rematch_by);
    pass_text(c, t->rematch, sizeof t->rematch);
    PASS(t->decided_at);
    PASS(t->facts);
    PASS(t->takebacks_from);
    PASS(t->talk);
    PASS(t->step);
    PASS(t->ply);
}

static void pass_done(codec *c, table *t)
{
    const uint32_t count = pass_count(c, t->done_count, UINT32_MAX / sizeof *t->done);
    if (!c->writes && !c->broken) {
        table_done *done = calloc(count > 0 ? count : 1, sizeof *done);
        c->broken = done == NULL || count > c->limit;
        free(t->done);
        t->done = done;
        t->done_limit = t->done_count = c->broken ? 0 : count;
    }
    for (uint32_t i = 0; i < count && !c->broken; i++) {
        PASS(t->done[i].kind);
        PASS(t->done[i].side);
        PASS(t->done[i].ply);
        PASS(t->done[i].text);
    }
}

static void pass_match(codec *c, table *t)
{
    gg_match *match = t->match;
    const size_t state = t->rules->state_bytes;
    const uint32_t entries = pass_count(c, match->entry_count, t->entries_most);
    const uint32_t faces = pass_count(c, match->face_count, t->faces_most);
    const uint32_t barrier = pass_count(c, match->barrier_at, entries);
    if (!c->writes && !c->broken) {
        table_grow_match(t, entries, faces);
        c->broken = match->entry_limit < entries || match->face_limit < faces;
    }
    if (c->broken) return;
    match->entry_count = entries;
    match->face_count = faces;
    match->barrier_at = barrier;
    pass(c, match->state, state);
    pass(c, match->barrier, state);
    pass(c, match->entries, match->entry_count * sizeof *match->entries);
    pass(c, match->faces, match->face_count);
}

static void pass_sealed(codec *c, table *t)
{
    const uint32_t count = pass_count(c, t->sealed_count, t->match->entry_count);
    if (!c->writes && !c->broken) {
        t->sealed = calloc(count > 0 ? count : 1, sizeof *t->sealed);
        c->broken = t->sealed == NULL;
        t->sealed_count = t->sealed_limit = c->broken ? 0 : count;
    }
    for (uint32_t i = 0; i < count && !c->broken; i++) {
        table_sealed *one = &t->sealed[i];
        PASS(one->entry);
        PASS(one->round);
        PASS(one->phase);
        pass_text(c, one->text, sizeof one->text);
        pass_text(c, one->words, sizeof one->words);
        c->broken = c->broken || one->entry >= t->match->entry_count;
    }
}

static void pass_all(codec *c, table *t)
{
    agree(c, FORMAT);
    agree(c, t->rules->version);
    agree(c, t->rules->state_bytes);
    agree(c, sizeof(gg_entry));
    agree(c, gg_hash(t->row.id, strlen(t->row.id)));
    pass_table(c, t);
    pass_done(c, t);
    pass_match(c, t);
    pass_sealed(c, t);
}

/* What is written follows the match to its last entry, as it does after each deed. */
static bool is_whole(const table *t)
{
    return t->match != NULL && t->teller.told == t->match->entry_count
           && t->past.text.bytes == NULL;
}

static size_t room_for(const table *t)
{
    return 8192 + t->fair.later_count * sizeof(fair_later) + 2 * (size_t)t->rules->state_bytes
           + t->done_count * (size_t)16 + t->match->entry_count * sizeof(gg_entry)
           + t->match->face_count + t->sealed_count * sizeof(table_sealed);
}

bool table_wants_snapshot(uint32_t done, uint32_t last)
{
    const uint32_t pause = last / PART > EVERY ? last / PART : EVERY;
    return done >= last + pause;
}

uint8_t *table_write_snapshot(const table *t, size_t *count)
{
    if (!is_whole(t)) return NULL;
    const size_t limit = room_for(t);
    codec c = {.writes = true, .bytes = malloc(limit + sizeof(uint64_t)), .limit = limit};
    if (c.bytes == NULL) return NULL;
    pass_all(&c, (table *)(uintptr_t)t); /* writing changes nothing of it */
    const uint64_t hash = gg_hash(c.bytes, c.count);
    memcpy(c.bytes + c.count, &hash, sizeof hash);
    *count = c.count + sizeof hash;
    if (!c.broken) return c.bytes;
    free(c.bytes);
    return NULL;
}

/* Another program may keep a state otherwise, in as many bytes. */
static bool is_sound(const table *t)
{
    return gg_audit(t->rules, t->match->state) == NULL
           && gg_audit(t->rules, t->match->barrier) == NULL;
}

table *table_read_snapshot(const store_game *row, const uint8_t *bytes, size_t count)
{
    uint64_t hash;
    table_refusal why;
    if (count < sizeof hash) return NULL;
    memcpy(&hash, bytes + count - sizeof hash, sizeof hash);
    if (gg_hash(bytes, count - sizeof hash) != hash) return NULL;
    table *t = table_new(row, &why);
    if (t == NULL) return NULL;
    codec c = {.bytes = (uint8_t *)(uintptr_t)bytes, .limit = count - sizeof hash};
    const bool begun = table_begin_match(t);
    if (begun) pass_all(&c, t);
    if (begun && !c.broken && c.count == c.limit && is_sound(t)) {
        for (gg_side side = GG_BLUE; side <= GG_RED; side++)
            memcpy(t->match->seats[side], t->seats[side].name, GG_PLAYER_NAME_MAX);
        t->teller.told = t->match->entry_count;
        return t;
    }
    table_free(t);
    return NULL;
}
