/*
 * table_match.c - the match of a table, in as little memory as it needs: a server has thousands.
 *
 * A match on its own has room for the longest game its rules allow and for every offer there may
 * be.  Here entries and dice grow as the game does, and offers, events and views, which are needed
 * only while something is done, lie in a room that all tables of a thread share.  See table.h.
 * SPDX-License-Identifier: MIT
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/position.h"
#include "server/table.h"

enum { ENTRIES_FIRST = 8, FACES_FIRST = 3 * GG_FACES_MAX };

/* ---- The room of a thread. ---- */

static pthread_key_t room_key; /* frees it with its thread */
static pthread_once_t room_once = PTHREAD_ONCE_INIT;
static _Thread_local table_room *own_room;

static void free_room(void *of)
{
    table_room *room = of;
    free(room->offers);
    free(room->events);
    free(room->view);
    free(room->told);
    free(room->scratch);
    free(room->start);
    for (int i = 0; room->seen != NULL && i < TABLE_SEEN_MAX; i++)
        free(room->seen->sights[i].after);
    free(room->seen);
    if (room->last != NULL) free(room->last->state);
    free(room->last);
    free(room);
}

static void make_key(void) { gg_assert(pthread_key_create(&room_key, free_room) == 0); }

static table_room *new_room(void)
{
    uint32_t most = 1;
    for (int i = 0; gg_rulesets[i] != NULL; i++)
        if (gg_rulesets[i]->actions_max > most) most = gg_rulesets[i]->actions_max;
    table_room *room = calloc(1, sizeof *room);
    gg_assert(room != NULL);
    room->offers = malloc(most * sizeof *room->offers);
    room->events = malloc(GG_MATCH_EVENTS_MAX * sizeof *room->events);
    room->view = malloc(GG_STATE_BYTES_MAX);
    room->told = malloc(GG_STATE_BYTES_MAX);
    room->scratch = malloc(GG_STATE_BYTES_MAX);
    room->start = malloc(GG_STATE_BYTES_MAX);
    room->seen = calloc(1, sizeof *room->seen);
    room->last = calloc(1, sizeof *room->last);
    if (room->last != NULL) room->last->state = malloc(GG_STATE_BYTES_MAX);
    for (int i = 0; room->seen != NULL && i < TABLE_SEEN_MAX; i++)
        gg_assert((room->seen->sights[i].after = malloc(GG_STATE_BYTES_MAX)) != NULL);
    gg_assert(room->offers != NULL && room->events != NULL && room->view != NULL
              && room->told != NULL && room->scratch != NULL && room->start != NULL
              && room->seen != NULL && room->last != NULL && room->last->state != NULL);
    return room;
}

/* Looks on while a match does something.  When the log has to make room for more, events that were
 * seen are gone: then whoever tells of them does all of it again. */
static void see_entry(void *to, const gg_match *match, uint32_t first_event)
{
    table_seen *seen = to;
    if (seen->match != match) return;
    const bool lost = first_event < seen->end;
    seen->end = match->log.count;
    if (lost) seen->count = 0;
    seen->full = seen->full || lost || seen->count == TABLE_SEEN_MAX;
    if (seen->full) return;
    table_sight *sight = &seen->sights[seen->count++];
    sight->event = first_event;
    sight->event_count = seen->end - first_event;
    memcpy(sight->after, match->state, match->rules->state_bytes);
}

const table_room *table_use_room(const table *t)
{
    table_room *room = own_room;
    if (room == NULL) {
        pthread_once(&room_once, make_key);
        room = own_room = new_room();
        pthread_setspecific(room_key, room);
    }
    if (t->match != NULL && t->match->events != room->events) {
        t->match->offers = room->offers;
        t->match->events = t->match->log.events = room->events;
        t->match->log.count = 0;
        t->match->scratch = room->scratch;
        t->match->start = room->start;
        t->match->witness = see_entry;
        t->match->witness_to = room->seen;
    }
    return room;
}

gg_error table_set_up(const table *t, gg_state *out)
{
    table_start *last = table_use_room(t)->last;
    const size_t options = t->rules->option_count * sizeof *t->options;
    const size_t house = t->house == NULL ? 0 : t->rules->number_count * sizeof *t->house;
    if (last->rules != t->rules || last->scenario != t->scenario
        || memcmp(last->options, t->options, options) != 0
        || (house > 0 && memcmp(last->house, t->house, house) != 0)) {
        last->rules = NULL;
        memset(last->state, 0, t->rules->state_bytes);
        const gg_error error = gg_setup(t->rules, last->state, t->scenario, t->options, t->house);
        if (error.text != NULL) return error;
        last->rules = t->rules;
        last->scenario = t->scenario;
        memcpy(last->options, t->options, options);
        if (house > 0) memcpy(last->house, t->house, house);
    }
    memcpy(out, last->state, t->rules->state_bytes);
    return (gg_error){.text = NULL};
}

void table_find_start(const table *t)
{
    if (t->past.start != NULL) {
        memcpy(table_use_room(t)->start, t->past.start, t->rules->state_bytes);
        return;
    }
    const gg_error error = table_set_up(t, table_use_room(t)->start);
    gg_assert(error.text == NULL); /* it was tried when the table was made */
}

void table_begin_telling(table *t)
{
    const table_room *room = table_use_room(t);
    t->teller = (gg_teller){.match = t->match, .state = room->told, .told = t->match->entry_count};
    memcpy(t->teller.state, t->match->state, t->rules->state_bytes);
    gg_match_clear_log(t->match);
    room->seen->match = t->match;
    room->seen->first = t->match->entry_count;
    room->seen->count = room->seen->end = 0;
    room->seen->full = false;
}

void table_forget_seen(const table *t) { table_use_room(t)->seen->match = NULL; }

const table_sight *table_seen_entry(const table *t, uint32_t entry)
{
    const table_seen *seen = table_use_room(t)->seen;
    const bool is =
        seen->match == t->match && entry >= seen->first && entry - seen->first < seen->count;
    return is ? &seen->sights[entry - seen->first] : NULL;
}

/* ---- Beginning and growing. ---- */

/* Moves the states out of the large piece that the match began in: those that it cannot do without
 * from one deed to the next. */
static bool move_states(table *t)
{
    const size_t bytes = (t->rules->state_bytes + 15) / 16 * 16;
    gg_match *match = t->match;
    char *at = t->memory = malloc(2 * bytes);
    if (at == NULL) return false;
    memcpy(at, match->state, t->rules->state_bytes);
    memcpy(at + bytes, match->barrier, t->rules->state_bytes);
    match->state = (gg_state *)(void *)at;
    match->barrier = (gg_state *)(void *)(at + bytes);
    return true;
}

bool table_grow_match(table *t, uint32_t entries, uint32_t faces)
{
    gg_match *match = t->match;
    const uint32_t entries_now = match->entry_limit, faces_now = match->face_limit;
    uint32_t wanted = match->entry_count + entries, wanted_faces = match->face_count + faces;
    if (wanted > t->entries_most) wanted = t->entries_most;
    if (wanted_faces > t->faces_most) wanted_faces = t->faces_most;
    if (wanted > entries_now) {
        gg_entry *grown = realloc(match->entries, wanted * sizeof *grown);
        if (grown == NULL) return false;
        match->entries = grown;
        match->entry_limit = wanted;
    }
    if (wanted_faces > faces_now) {
        uint8_t *grown = realloc(match->faces, wanted_faces);
        if (grown == NULL) return false;
        match->faces = grown;
        match->face_limit = wanted_faces;
    }
    return match->entry_limit > entries_now || match->face_limit > faces_now;
}

bool table_begin_match(table *t)
{
    void *large = malloc(gg_match_bytes(t->rules));
    t->match = malloc(sizeof *t->match);
    if (large == NULL || t->match == NULL) {
        free(large);
        free(t->match);
        t->match = NULL;
        return false;
    }
    t->source = (fair_source){.fair = &t->fair};
    gg_match_begin_empty(t->match, t->rules, large, gg_dice_drawn(fair_draw, &t->source));
    const gg_error error = table_set_up(t, t->match->state);
    gg_assert(error.text == NULL); /* it was tried when the table was made */
    t->match->scenario = t->scenario;
    memcpy(t->match->options, t->options, t->rules->option_count * sizeof *t->options);
    gg_match_begin_filled(t->match);
    t->entries_most = t->match->entry_limit;
    t->faces_most = t->match->face_limit;
    t->match->entry_limit = t->match->face_limit = 0;
    t->match->entries = NULL;
    t->match->faces = NULL;
    const bool moved = move_states(t) && table_grow_match(t, ENTRIES_FIRST, FACES_FIRST);
    free(large);
    t->match->events = NULL;
    table_use_room(t);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        memcpy(t->match->seats[side], t->seats[side].name, GG_PLAYER_NAME_MAX);
    if (moved) table_begin_telling(t);
    else table_end_match(t);
    return moved;
}

void table_end_match(table *t)
{
    if (t->match != NULL) {
        free(t->match->entries);
        free(t->match->faces);
    }
    free(t->match);
    free(t->memory);
    t->match = NULL;
    t->memory = NULL;
}

/* ---- Doing. ---- */

static bool make_more_room(table *t)
{
    return table_grow_match(t, t->match->entry_count / 2 + ENTRIES_FIRST,
                            t->match->face_count / 2 + FACES_FIRST);
}

gg_match_answer table_do_match(table *t, gg_side side, const gg_action *action, gg_verdict *verdict)
{
    gg_match_answer answer;
    table_use_room(t);
    do answer = gg_match_do(t->match, side, action, verdict);
    while (answer == GG_MATCH_FULL && make_more_room(t));
    return answer;
}

void table_run_match(table *t)
{
    table_use_room(t);
    while (gg_match_run(t->match) == GG_MATCH_FULL && make_more_room(t)) {}
}

/* Older servers took any single offer, also where the rules allow more than they offer.  What they
 * took is not among the deeds. */
bool table_take_single(table *t)
{
    gg_match_answer answer = GG_MATCH_NOT_NOW;
    if (t->match == NULL) return false;
    table_use_room(t);
    do answer = gg_match_take_single(t->match);
    while (answer == GG_MATCH_FULL && make_more_room(t));
    if (answer == GG_MATCH_DONE) table_run_match(t);
    return answer == GG_MATCH_DONE;
}

/* That it was this, and where it ended, the deed's hash proves. */
void table_run_as_before(table *t, uint64_t hash)
{
    enum { TAKEN_MAX = 64 };
    for (int i = 0; i < TAKEN_MAX && gg_match_hash(t->match) != hash && table_take_single(t); i++) {
    }
}
