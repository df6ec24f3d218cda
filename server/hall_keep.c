/*
 * hall_keep.c - what a commit changes in people's lists, and whom it makes a message for.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "server/hall.h"

static void summarize(const table *t, store_summary *s)
{
    s->winner = t->winner;
    if (t->match != NULL) s->round = gg_match_turn(t->match).round;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        snprintf(s->names[side], sizeof s->names[side], "%s", t->seats[side].name);
        s->deadlines[side] = t->status == STORE_PLAYING ? table_deadline(t, side) : CLOCK_NEVER;
    }
    if (t->status != STORE_OVER) return;
    gg_text text = gg_text_over(s->result, sizeof s->result);
    table_put_result(t, &text);
    snprintf(s->how, sizeof s->how, "%s", table_how_name(t->how));
}

/* 0: nothing is offered. */
static store_event offer_of(uint8_t kind)
{
    if (kind == DEED_draw_offered) return EVENT_DRAW;
    if (kind == DEED_takeback_asked) return EVENT_TAKEBACK;
    return kind == DEED_rematch_offered ? EVENT_REMATCH : 0;
}

/* Whoever did it knows; the others hear of the most important thing that came of it. */
static void tell_side(const table *t, gg_side side, const table_deed *deeds, int count,
                      hall_kept *kept)
{
    bool begins = false, ends = false, claimed = false;
    store_event offered = 0;
    for (int i = 0; i < count; i++) {
        kept->sides[side].acted |= deeds[i].side == side;
        begins |= deeds[i].kind == DEED_begin;
        if (deeds[i].side != side && offer_of(deeds[i].kind) != 0)
            offered = offer_of(deeds[i].kind);
        ends |= t->status == STORE_OVER
                && (deeds[i].kind < DEED_rematch_offered || deeds[i].kind == DEED_objected);
        claimed |= deeds[i].kind == DEED_claimed && deeds[i].side == side;
    }
    kept->sides[side].stopped = t->asked[side] == TABLE_NOT_ASKED;
    if (count == 0 || t->seats[side].account == 0) return;
    const bool asked = t->asked[side] != TABLE_NOT_ASKED && t->asked[side] >= deeds[0].number;
    const bool late = deeds[0].kind == DEED_out_of_time; /* his own deed, but he was not there */
    kept->sides[side].number = deeds[count - 1].number;
    kept->sides[side].reminded = (asked || claimed) && t->clock.kind != CLOCK_NONE;
    if (kept->sides[side].acted && !late) return;
    kept->sides[side].event = ends     ? EVENT_OVER
                              : asked  ? EVENT_TURN
                              : begins ? EVENT_BEGUN
                                       : offered;
}

static bool has_open_seat(const table *t) /* or had one: no other game is ever listed */
{
    return t->seats[GG_BLUE].kind == SEAT_OPEN || t->seats[GG_RED].kind == SEAT_OPEN;
}

void hall_keep(const hall *h, const hall_game *game, const table_deed *deeds, int count,
               hall_kept *kept)
{
    const table *t = game->table;
    *kept = (hall_kept){0};
    kept->any = t->clock.kind != CLOCK_NONE || t->seats[0].account != 0 || t->seats[1].account != 0;
    kept->maker = game->fresh ? game->maker : 0;
    for (int i = 0; i < count; i++) kept->seated |= deeds[i].kind == DEED_sit && has_open_seat(t);
    kept->at = hall_now_ms();
    if (kept->any || kept->seated) summarize(t, &kept->summary);
    if (!kept->any) return;
    kept->shift = h->time.life.shift;
    kept->next = kept->at + h->notify_delay;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) tell_side(t, side, deeds, count, kept);
    for (int i = 0; i < count; i++)
        if (deeds[i].kind == DEED_claimed)
            kept->account[deeds[i].side] = t->seats[deeds[i].side].account;
}

/* What is to be seen of it by whoever looks for an opponent. */
static bool write_listed(const hall_kept *kept, const char *game, store_session *session)
{
    return (kept->maker == 0 || store_list_game(session, game, kept->maker, kept->at / 1000))
           && (!kept->seated || store_name_listed(session, game, &kept->summary));
}

bool hall_keep_write(const hall_kept *kept, const char *game, store_session *session)
{
    bool well = write_listed(kept, game, session);
    if (!kept->any) return well;
    well = well && store_set_summary(session, game, &kept->summary);
    for (uint8_t side = GG_BLUE; well && side <= GG_RED; side++) {
        const uint32_t number = kept->sides[side].number;
        const int64_t deadline = kept->summary.deadlines[side];
        if (kept->account[side] != 0)
            well = store_set_owner(session, game, side, kept->account[side]);
        if (well && (kept->sides[side].acted || kept->sides[side].stopped))
            well = store_void_notices(session, game, side, kept->sides[side].stopped);
        if (well && kept->sides[side].event != 0)
            well = store_add_notices(session, game, side, (store_event)kept->sides[side].event,
                                     number, kept->next);
        if (well && kept->sides[side].reminded && deadline != CLOCK_NEVER)
            well =
                store_add_reminder(session, game, side, number, deadline + kept->shift, kept->at);
    }
    return well;
}
