/*
 * table.h - one game with its seats: what may happen to it, and what each viewer is told.
 *
 * A table has no thread, no clock and no I/O: time, secrets and names come in as arguments, so
 * that a game read back from the store becomes the same game.  Everything that happens is a deed;
 * table_do() judges a new one, or does a stored one again with the dice it had.
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_TABLE_H
#define SERVER_TABLE_H

#include "core/json.h"
#include "core/match.h"
#include "core/names.h"
#include "core/numbers.h"
#include "core/tell.h"
#include "players/players.h"
#include "server/clock.h"
#include "server/fair.h"
#include "server/store.h"

enum {
    TABLE_VIEWERS = 3, /* blue, red, and GG_NOBODY: the watchers */
    TABLE_TEXT_MAX = 512,
    TABLE_SENTENCE_MAX = 1200,
    TABLE_TOLD_BYTES = 512 * 1024, /* the longest telling */
    TABLE_HASH_BYTES = STORE_HASH_BYTES,
    TABLE_TAKEBACKS_MAX = 64, /* of one side since the last roll or reveal */
    TABLE_TALK_MAX = 2000,    /* deeds of one game that do not bring it nearer to its end */
};
#define TABLE_NOT_ASKED UINT32_MAX

typedef enum deed_kind {
#define DEED(number, name) DEED_##name = number,
#include "server/deeds.def"
#undef DEED
} deed_kind;

typedef struct table_deed {
    uint8_t kind;
    gg_side side; /* who does it; GG_NOBODY: the server */
    uint32_t ply; /* what the side had been told when it decided */
    bool agreed;  /* a takeback the other side consents to: no ply to check */
    int64_t at;   /* milliseconds since 1970 */
    int64_t life; /* the same moment in the server's life: the clocks' time; 0: as `at` */
    char text[TABLE_TEXT_MAX]; /* an action; of `sit` see table_write_sit() */
    /* When it is done: */
    uint32_t number;
    uint64_t hash;        /* of the state after it */
    const uint8_t *faces; /* what it rolled; in the table's own memory */
    uint32_t face_count;
} table_deed;

typedef enum table_answer {
    TABLE_DONE,
    TABLE_AGAIN,   /* this very deed was done before: nothing is changed */
    TABLE_REFUSED, /* see the refusal */
} table_answer;

typedef struct table_refusal {
    int status;        /* of HTTP */
    const char *error; /* the word for programs: docs/http.md */
    char text[TABLE_SENTENCE_MAX];
    bool by_rules;
    gg_verdict verdict; /* by_rules */
} table_refusal;

typedef enum seat_kind { SEAT_LINK, SEAT_OPEN, SEAT_COMPUTER } seat_kind;

typedef struct table_seat {
    seat_kind kind;
    const gg_player *player; /* SEAT_COMPUTER */
    bool taken;
    char name[GG_PLAYER_NAME_MAX];
    int64_t account; /* whose it is; 0: nobody's */
    char account_name[GG_PLAYER_NAME_MAX];
    uint8_t invitation[TABLE_HASH_BYTES], token[TABLE_HASH_BYTES]; /* hashes */
} table_seat;

typedef enum table_how {
    HOW_RULES,
    HOW_RESIGNED,
    HOW_AGREED,
    HOW_TIME,
    HOW_OBJECTED,
    HOW_UNRECORDED, /* by earlier rules, and no store knows who won */
    HOWS
} table_how;

typedef struct table_done { /* what is remembered of a deed, so that it is not done twice */
    uint8_t kind;
    gg_side side;
    uint32_t ply;
    uint64_t text;
} table_done;

typedef struct table_sealed { /* a secret choice that is not opened yet */
    uint32_t entry;
    uint16_t round;
    uint8_t phase;
    char text[GG_ACTION_TEXT_MAX];
    char words[GG_NAME_MAX + GG_WORDS_MAX];
} table_sealed;

/* Before a deed is redone, and when it has come out otherwise: it is as if it had not been. */
typedef struct table_mark {
    uint32_t entries, faces;
    store_status status;
} table_mark;

/* A game that goes on by corrected rules, or ended by earlier ones. */
typedef struct table_past {
    gg_text text;    /* its record up to where it goes on; NULL bytes: it is not such a game */
    gg_state *start; /* how it stood there */
    uint32_t count;  /* actions in the text */
    uint32_t faces;  /* dice rolled before */
    uint32_t verified, verified_bytes; /* actions that came out as they were, and their text */
    uint32_t version;                  /* of the rules until then; 0: nobody was told yet */
    gg_sides may_object;
    uint32_t passed_from; /* the deed that came out otherwise; 0: none */
    uint32_t undone;      /* actions behind the verified ones that count no longer: there was no
                           * standing */
    table_mark mark;      /* where its deeds began to be passed over */
    bool was_over;        /* the store has it as over, ... */
    table_how was_how;    /* ... ended like this, ... */
    gg_side was_winner;
    gg_side resigned; /* ... or by an action that was passed over; GG_NOBODY: it was none */
    bool passes;      /* its stored deeds are passed over, as far as a standing */
    bool is_due;      /* a deed `corrected` is due */
} table_past;

typedef struct table_row { /* what it was created with, as far as nothing else says it */
    char id[FAIR_ID_MAX], earlier[FAIR_ID_MAX];
    char scenario[STORE_NAME_MAX], seats[2][STORE_NAME_MAX], clock[STORE_NAME_MAX];
    char *options; /* NULL: none were chosen */
    int64_t created;
    uint32_t version; /* of the rules, when it was made */
} table_row;

typedef struct table {
    table_row row;
    const gg_ruleset *rules;
    uint32_t scenario;
    gg_names names;   /* what its units and places are called */
    int32_t *options; /* a value for each option of the rules */
    int16_t *house;   /* a difference for each number of the rules; NULL: it has none */
    fair fair;
    fair_source source;
    table_seat seats[2];
    store_status status;
    table_how how; /* when it is over */
    gg_side winner;
    gg_side draw_by, takeback_by, rematch_by; /* who offers; GG_NOBODY: nobody */
    char rematch[FAIR_ID_MAX];
    int64_t decided_at; /* when the last deed that others know of was done: milliseconds */
    uint32_t facts; /* counts the deeds that change more than position, turn, clocks and offers */
    game_clock clock;
    const clock_life *life;  /* of the server; NULL: its time is that on the wall */
    uint32_t takebacks[2];   /* of each side since ... */
    uint32_t takebacks_from; /* ... so many entries cannot be taken back any more */
    uint32_t talk;           /* takebacks, offers and the like, of both */
    uint32_t asked[2];       /* the deed that asked this side; TABLE_NOT_ASKED */
    uint32_t step;           /* round and phase of the question */

    table_past past;
    gg_match *match;                   /* NULL before the game begins */
    void *memory;                      /* of its states: the last one, and that at the barrier */
    uint32_t entries_most, faces_most; /* what its rules may need: there is less room at first */
    gg_teller teller;                  /* at its end, but while something is told */
    table_sealed *sealed;
    uint32_t sealed_count, sealed_limit;
    uint32_t ply[TABLE_VIEWERS];
    table_done *done;
    uint32_t done_count, done_limit;
} table;

/* Where tellings go.  One per thread: it is large. */
typedef struct table_ear {
    void (*hear)(void *to, gg_side viewer, uint32_t ply, const char *json, uint32_t count);
    void *to;
    gg_sides viewers; /* whom to tell; plies are counted for all */
    gg_text texts[TABLE_VIEWERS];
    gg_state *view; /* room for one of any game */
    gg_event events[GG_MATCH_EVENTS_MAX];
} table_ear;

table_ear *table_ear_new(void);
void table_ear_free(table_ear *);

/* A table for this row; NULL and a refusal if its game, version, scenario, options, seats or clock
 * are not known here. */
table *table_new(const store_game *, table_refusal *);
void table_free(table *);
/* All that it was created with, as table_new() takes it. */
void table_write_row(const table *, store_game *);
/* Are there house rules among these options of a row? */
bool table_has_house(const gg_ruleset *, const char *options);

/* Judges the deed and does it, forced steps included; tells it to `ear` (NULL: nobody listens). */
table_answer table_do(table *, table_deed *, table_ear *, table_refusal *);
/* Does a stored deed again; false, and a sentence, if it is not what the store says. */
bool table_redo(table *, const store_deed *, table_ear *, const char **trouble);

/* The table as bytes, to be freed (table_snapshot.c); NULL: there is no match yet, or no memory. */
uint8_t *table_write_snapshot(const table *, size_t *count);
/* Is it time for one, after so many deeds, when the last was of `last`?  Every 256 deeds; of a game
 * that has lasted very long more seldom, so that what snapshots cost each deed is bounded. */
bool table_wants_snapshot(uint32_t done, uint32_t last);
/* The table again; NULL if these are not the bytes of one of this row, by this program. */
table *table_read_snapshot(const store_game *, const uint8_t *bytes, size_t count);

/* ---- Corrected rules (table_correct.c). ---- */

/* How it stands after its last deed, for a program with other rules: to be freed.  NULL: there is
 * no match, or no memory. */
uint8_t *table_write_standing(const table *, size_t *count);
/* Does a stored deed that comes out otherwise today belong to rules that were corrected since? */
bool table_was_corrected(const table *);
table_mark table_mark_here(const table *);
/* From there on the stored deeds are passed over; false: there is no memory. */
bool table_begin_passing(table *, table_mark);
bool table_pass(table *, const store_deed *);
/* It ended by earlier rules while its deeds were passed over: as the store has it. */
void table_end_as_recorded(table *, table_ear *);
void table_read_end(table *, const store_game *);
/* All its deeds were read: if they are still passed over, it goes on here, and is_due, or over.
 * Without a standing it goes on from where they began to be passed over. */
bool table_end_passing(table *, const uint8_t *standing, size_t count, table_ear *);
/* It goes on from the standing after this deed `corrected`, which is done again next. */
bool table_go_on(table *, const store_deed *, const uint8_t *standing, size_t count);
/* The text of the deed `corrected`: the version that was, that which is, and how many of the last
 * actions count no longer. */
void table_write_corrected(const table *, char out[TABLE_TEXT_MAX]);
void table_free_past(table *);
/* "rules" of the state and of what is told: which rules, and may this side object? */
void table_write_corrections(const table *, gg_side viewer, gg_json *);
void table_tell_corrected(table *, table_ear *);
uint32_t table_count_faces(const table *); /* dice of the game so far */

/* The text of the deed `sit`. */
bool table_write_sit(const uint8_t token[TABLE_HASH_BYTES], const char *name,
                     const char *contribution, char out[TABLE_TEXT_MAX]);
bool table_may_name(const char *name);   /* as the store has it */
bool table_may_sit_as(const char *name); /* today: it is what it looks like */
/* Everybody sits: the deed `begin` is due. */
bool table_is_ready(const table *);
/* Which sides decide now; none if it is not under way. */
gg_sides table_deciding(const table *);
bool table_has_computer(const table *);
/* A computer player that has to decide; GG_NOBODY: none. */
gg_side table_computer(const table *);
/* Has a flag fallen by then (in life)?  Whose; GG_NOBODY: both at once. */
bool table_is_out_of_time(const table *, int64_t now, gg_side *whose);
/* When this side's flag falls, in life; CLOCK_NEVER. */
int64_t table_deadline(const table *, gg_side);
/* The side that is this account's; of two the one meant, else the one that decides. */
gg_side table_find_account(const table *, int64_t account, gg_side meant);
/* The text of the deed `claimed`. */
bool table_write_claim(int64_t account, const char *name, char out[TABLE_TEXT_MAX]);
/* Can this side take back its last choice, and may it do so without asking? */
bool table_can_take_back(const table *, gg_side, bool *freely);

/* ---- Who is it? ---- */
typedef struct table_who {
    gg_side side; /* GG_NOBODY: a watcher */
    bool invited; /* the token is an invitation that is still good */
    bool spent;   /* ... or was used */
} table_who;
/* `hash` NULL: no token.  False: a token that is none of this game. */
bool table_find_who(const table *, const uint8_t *hash, table_who *);

/* ---- What is sent (table_tell.c). ---- */
/* Without the braces around it: the fields of the state as this one may know it. */
void table_write_state(const table *, const table_who *, gg_json *);
void table_write_record(table *, gg_side viewer, gg_text *out);
const char *table_how_name(table_how);
void table_put_result(const table *, gg_text *out); /* a sentence */

/* ---- What is different since a viewer was shown it last (table_change.c). ---- */
typedef struct table_page { /* what he may know; viewers who know the same share one */
    uint32_t holders;
    uint16_t *counts; /* of its lines, in words; behind the view */
    _Alignas(max_align_t) uint8_t view[];
} table_page;
typedef struct table_sheet { /* what he was shown; all noughts: nothing */
    bool filled;
    bool can_take_back;
    gg_side draw_by, takeback_by, rematch_by;
    uint32_t facts, ply;
    gg_turn turn;
    clock_hand hands[2];
    int64_t shift; /* what his deadlines were written by */
    table_page *page;
} table_sheet;
void table_sheet_free(table_sheet *);
/* What another viewer of the same game was shown is kept once, if it is the same. */
void table_sheet_share(table_sheet *, const table_sheet *other, const gg_ruleset *);

enum { TABLE_EDITS_MAX = 4096, TABLE_TURN_MAX = 512 };
/* A view that is compared with what was shown before: while the next one is the same, as both
 * sides' are where nothing is hidden, it need not be kept twice, nor be compared again with the
 * page that both were shown. */
typedef struct table_draft {
    const gg_ruleset *rules;
    gg_state *view; /* GG_STATE_BYTES_MAX */
    gg_text text;   /* room for lines */
    bool counted;
    uint16_t counts[UINT8_MAX + 1]; /* of its lines, by kinds (core/position.h) */
    table_page *page;               /* the same view, once somebody is shown it */
    table_page *before; /* and how it differs from this one: `edits`; none: in nothing */
    uint32_t edit_count;
    char edits[TABLE_EDITS_MAX];
    /* The turn that was written last: it is the next viewer's, too, and often the next game's. */
    const gg_ruleset *turn_rules;
    gg_turn turn;
    uint32_t turn_count;
    char turn_text[TABLE_TURN_MAX];
} table_draft;
void table_draft_clear(table_draft *); /* lets go of its pages */

typedef enum table_change {
    CHANGE_NONE, /* what he was shown is still so */
    CHANGE_SOME, /* the fields that are other ones are written */
    CHANGE_ALL,  /* the state has to be shown whole */
} table_change;
/* Compares, writes the fields into the object that is open, and notes what is shown now. */
table_change table_find_change(const table *, gg_side viewer, table_sheet *, table_draft *,
                               gg_json *);

/* What things are called in a scenario (table_names.c). */
gg_names table_names(const gg_ruleset *, uint32_t scenario);

/* ---- The match of a table (table_match.c). ---- */
enum { TABLE_SEEN_MAX = 4 };
/* What was done last, as it was seen while it was done: who tells of it need not do it again. */
typedef struct table_sight {
    gg_state *after;             /* GG_STATE_BYTES_MAX */
    uint32_t event, event_count; /* in the match's log */
} table_sight;
typedef struct table_seen {
    const gg_match *match;
    uint32_t first, count; /* entries */
    uint32_t end;          /* of the log, when something was done last */
    bool full;             /* what came then was not kept */
    table_sight sights[TABLE_SEEN_MAX];
} table_seen;

typedef struct table_start {
    const gg_ruleset *rules; /* NULL: nothing was set up yet */
    uint32_t scenario;
    int32_t options[GG_OPTIONS_MAX];
    int16_t house[GG_NUMBERS_MAX];
    gg_state *state; /* GG_STATE_BYTES_MAX */
} table_start;

/* What is needed only while something is done: all tables of a thread share it. */
typedef struct table_room {
    gg_action *offers;
    gg_event *events;
    /* Each of GG_STATE_BYTES_MAX: */
    gg_state *view;
    gg_state *told;            /* the teller's */
    gg_state *scratch, *start; /* the match's */
    table_seen *seen;
    table_start *last; /* what was set up last: the next game is often the same */
} table_room;
/* From here on, until another table is used, the match of this one works in this thread's room. */
const table_room *table_use_room(const table *);
gg_error table_set_up(const table *, gg_state *); /* how the game begins */
void table_find_start(const table *);             /* match->start is how the game began */
void table_begin_telling(table *);                /* what is done next will be told */
const table_sight *table_seen_entry(const table *, uint32_t entry); /* NULL: it was not seen */
void table_forget_seen(const table *);                              /* entries were taken back */
bool table_begin_match(table *);                                    /* false: there is no memory */
void table_end_match(table *);
/* Room for so many more; false: the rules do not want it, or there is no memory. */
bool table_grow_match(table *, uint32_t entries, uint32_t faces);
gg_match_answer table_do_match(table *, gg_side, const gg_action *, gg_verdict *);
void table_run_match(table *); /* what nobody decides */
/* Of a stored deed: what an older server took for somebody besides, if that leads there. */
void table_run_as_before(table *, uint64_t hash);
bool table_take_single(table *); /* one of these offers; false: there is none */

/* Between table.c and its neighbours. */
void table_write_terms(const game_clock *, gg_json *); /* without its hands */
void table_write_clock(const table *, gg_side viewer, gg_json *);
void table_write_offers(const table *, gg_json *);
/* A side's clock as this viewer may know it. */
const clock_hand *table_hand(const table *, gg_side viewer, gg_side);
void table_tell_play(table *, table_ear *);
void table_tell_takeback(table *, gg_side, bool sealed, uint32_t count, table_ear *);
void table_tell_end(table *, table_ear *);
void table_retell(table *); /* after a takeback: what is sealed, from the barrier on */

#endif
