/*
 * length.c - an action costs the same however long the game has lasted.
 *   length            claims what can be counted, as TAP
 *   length DEEDS      plays so many deeds, for who counts instructions (bench/server/length.sh)
 * The game is the tests' own `secret`, without an end: choices in secret, reveals and rolls.
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/position.h"
#include "server/hall.h"
#include "server/table.h"
#include "tap.h"
#include "tests/secret.h"

enum { TEXT_MAX = 1 << 16, DEEDS = 9000, SNAPSHOT_BYTES_A_DEED = 1600 };
#define NOW 1794729600000

/* ---- A game without an end. ---- */

static gg_ruleset for_ever;
const gg_ruleset *const gg_rulesets[] = {&for_ever, NULL};

static void apply_for_ever(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                           gg_log *log)
{
    secret_rules.apply(state, side, action, dice, log);
    if (secret_rules.turn(state).over) gg_setup(&secret_rules, state, 0, NULL, NULL);
}

typedef struct seen {
    table *t;
    table_ear *ear;
    table_draft draft;
    table_sheet sheets[TABLE_VIEWERS];
    gg_text text;
    uint64_t heard; /* bytes */
    uint64_t kept;  /* bytes of snapshots */
    uint32_t snapshot;
    uint32_t sealed_most;
} seen;

static void hear(void *to, gg_side viewer, uint32_t ply, const char *json, uint32_t count)
{
    (void)viewer, (void)ply, (void)json;
    ((seen *)to)->heard += count;
}

static void do_deed(seen *s, deed_kind kind, gg_side side, const char *text)
{
    table_refusal why;
    table_deed deed = {.kind = (uint8_t)kind, .side = side, .at = NOW};
    if (side < TABLE_VIEWERS) deed.ply = s->t->ply[side];
    snprintf(deed.text, sizeof deed.text, "%s", text);
    if (table_do(s->t, &deed, s->ear, &why) != TABLE_DONE) {
        printf("Bail out! %s: %s\n", text, why.text);
        exit(1);
    }
    for (gg_side viewer = GG_BLUE; viewer <= GG_RED; viewer++) {
        s->text = gg_text_over(s->text.bytes, TEXT_MAX);
        gg_json json = gg_json_into(&s->text);
        gg_json_object(&json, NULL);
        table_find_change(s->t, viewer, &s->sheets[viewer], &s->draft, &json);
    }
    const gg_match *match = s->t->match;
    if (match != NULL && match->entry_count - match->sealed_from > s->sealed_most)
        s->sealed_most = match->entry_count - match->sealed_from;
    if (!table_wants_snapshot(s->t->done_count, s->snapshot)) return;
    size_t count = 0;
    free(table_write_snapshot(s->t, &count));
    s->kept += count;
    s->snapshot = s->t->done_count;
}

static void begin(seen *s)
{
    table_refusal why;
    store_game row = {.id = "testgame",
                      .version = 1,
                      .seats = {"link", "link"},
                      .created = NOW / 1000,
                      .ruleset = "secret",
                      .scenario = "plain",
                      .clock = "none"};
    memset(row.secret, 5, sizeof row.secret);
    *s = (seen){.t = table_new(&row, &why),
                .ear = table_ear_new(),
                .draft = {.view = malloc(GG_STATE_BYTES_MAX),
                          .text = {.bytes = malloc(TEXT_MAX), .limit = TEXT_MAX}},
                .text = {.bytes = malloc(TEXT_MAX), .limit = TEXT_MAX}};
    s->ear->hear = hear;
    s->ear->to = s;
    s->ear->viewers = GG_SIDES_ALL;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        uint8_t token[TABLE_HASH_BYTES];
        char text[TABLE_TEXT_MAX];
        memset(token, side + 1, sizeof token);
        table_write_sit(token, "somebody", "a line", text);
        do_deed(s, DEED_sit, side, text);
    }
    do_deed(s, DEED_begin, GG_NOBODY, "");
}

static void play_round(seen *s, uint32_t number)
{
    do_deed(s, DEED_action, GG_BLUE, number % 2 == 0 ? "bid 1" : "bid 3");
    do_deed(s, DEED_action, GG_RED, "bid 2");
    do_deed(s, DEED_action, GG_RED, "ready");
    do_deed(s, DEED_action, GG_BLUE, "ready");
}

static void end(seen *s)
{
    for (int viewer = 0; viewer < TABLE_VIEWERS; viewer++) table_sheet_free(&s->sheets[viewer]);
    table_draft_clear(&s->draft);
    free(s->draft.view);
    free(s->draft.text.bytes);
    free(s->text.bytes);
    table_ear_free(s->ear);
    table_free(s->t);
}

/* Every log that is not too long finds room, also one that has half of all there may be. */
static void room_for_logs(void)
{
    size_t has = 0;
    int often = 0;
    for (size_t least = 400; has < HALL_LOG_BYTES && often < 100; often++, least = has + 400) {
        const size_t room = hall_log_room(has, least <= HALL_LOG_BYTES ? least : HALL_LOG_BYTES);
        if (room < has + 1) break;
        has = room;
    }
    claim(has == HALL_LOG_BYTES && often < 20, "a log grows to %zu bytes in %d steps", has, often);
    claim(hall_log_room(has, has + 1) == 0, "and no further");
}

int main(int argc, char **argv)
{
    seen s;
    const uint32_t deeds = argc > 1 ? (uint32_t)atoi(argv[1]) : DEEDS;
    if (sodium_init() < 0) return 1;
    for_ever = secret_rules;
    for_ever.apply = apply_for_ever;
    for_ever.decisions_max = 40000;
    begin(&s);
    for (uint32_t i = 0; s.t->done_count < deeds; i++) play_round(&s, i);
    const uint32_t done = s.t->done_count;
    const uint64_t heard = s.heard, kept = s.kept;
    const uint32_t sealed = s.sealed_most;
    end(&s);
    if (argc > 1) return 0;
    claim(done >= DEEDS && heard > done, "a game of %u deeds is played and told", done);
    claim(sealed <= 8, "never more than %u entries wait for a reveal", sealed);
    claim(kept > 0 && kept / done < SNAPSHOT_BYTES_A_DEED, "snapshots are %llu bytes for each deed",
          (unsigned long long)(kept / done));
    room_for_logs();
    return claims_end();
}
