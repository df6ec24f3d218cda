/*
 * hall.h - the open games: found, loaded, forgotten; who listens; what waits for a commit.
 *
 * Everything here runs on the loop.  Whoever wants something of a game makes an ask, which is run
 * when the game is there and nothing of it is on its way to the disk; see server/README.md.
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_HALL_H
#define SERVER_HALL_H

#include <jansson.h>

#include "server/limits.h"
#include "server/net.h"
#include "server/store_people.h"
#include "server/table.h"
#include "server/think.h"

enum {
    HALL_WAITING_MAX = 64,     /* asks that wait for one game; strangers' half of them at most */
    HALL_WATCHERS_MAX = 200,   /* of one game */
    HALL_PLAYERS_MAX = 16,     /* lines of each of its players, beside them */
    HALL_RECENT = 2,           /* tellings of each viewer that are kept in memory */
    HALL_STAGED_MAX = 8,       /* tellings of one commit */
    HALL_TEXT_BYTES = 1 << 20, /* the longest answer that is written here */
    HALL_LOG_BYTES = 16 << 20, /* the longest log or record */
    HALL_RECORD_BYTES = 256 << 10, /* room for most records */
    HALL_TOKEN_MAX = 65,
    HALL_HELLO_SECONDS = 10,
};

typedef struct hall hall;
struct history;
typedef struct hall_game hall_game;
typedef struct hall_client hall_client;

/* ---- Asks. ---- */

typedef struct hall_ask {
    struct hall_ask *next;
    /* Called when the game is at hand.  Ends in hall_reply..., hall_commit, or frees it. */
    void (*run)(hall *, hall_game *, struct hall_ask *);
    net_id peer;    /* 0: nobody waits for the answer */
    uint64_t from;  /* the address that asks (limits_key()); 0: the server itself */
    bool by_socket; /* answered by a message with `number` */
    json_int_t number;
    char id[FAIR_ID_MAX];
    bool has_token;
    uint8_t token[TABLE_HASH_BYTES]; /* its hash */
    json_t *body;                    /* NULL: none */
    bool is_read;                    /* an action, read without a body: `text` for `ply` */
    uint32_t ply;
    int64_t account; /* whose session it comes with; 0: nobody's */
    char account_name[STORE_ACCOUNT_NAME_MAX];
    uint8_t session[TABLE_HASH_BYTES]; /* account != 0: whose, hashed */
    gg_side meant;                     /* of an account that has both sides; GG_NOBODY: either */
    uint32_t since;                    /* UINT32_MAX: from now on */
    bool changes;        /* of a hello: send what changes, not the whole state each time */
    uint32_t done_count; /* of a chat line: its number */
    uint64_t seen;       /* of a computer's choice: the view it was made from */
    gg_side side;
    char text[TABLE_TEXT_MAX]; /* the last: hall_ask_new() does not clear all of it */
} hall_ask;

hall_ask *hall_ask_new(void); /* NULL: no memory */
void hall_ask_free(hall_ask *);
/* Runs it now or later; the hall owns it from here on. */
void hall_ask_run(hall *, hall_ask *);
/* Who has a token or a session claims to play; whether he does is known when the game is there. */
store_rank hall_rank(const hall_ask *);

/* ---- Answers. ---- */

/* An object is open for the fields; one answer at a time. */
gg_json *hall_reply_open(hall *, const hall_ask *, int status);
void hall_reply_send(hall *, hall_ask *); /* frees the ask */
void hall_refuse(hall *, hall_ask *, int status, const char *error, const char *text);
void hall_refuse_why(hall *, hall_ask *, const hall_game *, const table_refusal *);
/* A text that is no JSON object: a record, a log. */
void hall_reply_text(hall *, hall_ask *, const char *type, const char *bytes, size_t count);
/* The same for several: it is kept once, however slowly they read.  NULL: there is no memory. */
void hall_reply_message(hall *, hall_ask *, const char *type, net_message *);
void hall_reply_picture(hall *, hall_ask *, const char *type, const char *bytes, size_t count);

/* ---- Games. ---- */

struct hall_game {
    char id[FAIR_ID_MAX];
    hall_game *next_in_bucket;
    hall_game *newer, *older; /* least recently used goes first */
    table *table;             /* NULL while it is being loaded, or when it has left memory */
    bool busy;                /* being loaded, or a deed is on its way to the disk */
    thought *thought;         /* of a computer player; NULL: none thinks */
    uint64_t from;      /* the address of its maker, or of the player heard last; 0: unknown */
    void *minds[2];     /* what it kept from its last decision; NULL: nothing */
    store_job *loading; /* that reads it, so long */
    uint32_t snapshot;  /* the deeds of the last one */
    bool unproved;      /* which it was loaded by, and nobody has proved */
    bool fresh;         /* it does not exist before its first commit */
    int64_t maker;      /* of a fresh one that anybody may join; 0: nobody may */
    bool listed;        /* its row has the status below */
    store_status status;
    hall_ask *first_waiting; /* the best of them, in the order they came */
    uint32_t waiting_count;
    hall_client *clients;
    uint32_t client_count, player_count; /* of them, those who look as a side */
    bool here_old;                       /* watchers have come or gone, and nobody was told yet */
    struct {
        net_message *message;
        uint32_t ply;
    } recent[TABLE_VIEWERS][HALL_RECENT];
    struct {
        net_message *message;
        uint32_t ply;
        gg_side viewer;
    } staged[HALL_STAGED_MAX];
    uint32_t staged_count;
    struct hall_shown {
        table_sheet sheet;
        uint32_t version;    /* counts what was shown: 0 is nothing */
        bool old;            /* something has happened since */
        net_message *whole;  /* this version, once somebody needs it */
        net_message *change; /* from the version before; NULL: there is no such thing */
    } shown[TABLE_VIEWERS];
};

/* What a commit changes in lists and messages (hall_keep.c).  Games without accounts and clocks
 * keep nothing: they cost nothing either. */
typedef struct hall_kept {
    bool any;
    bool seated;        /* somebody sat down in a game that may be listed */
    int64_t maker;      /* it is to be listed; 0: it is not */
    int64_t account[2]; /* newly claimed; 0: not */
    store_summary summary;
    struct {
        bool acted, stopped; /* did something; does not decide any more */
        uint8_t event;       /* what to tell; 0: nothing */
        bool reminded;       /* a reminder is due before the deadline */
        uint32_t number;     /* the deed it is about */
    } sides[2];
    int64_t at, next; /* now; when messages go out */
    int64_t shift;    /* from life to the wall */
} hall_kept;
void hall_keep(const hall *, const hall_game *, const table_deed *, int count, hall_kept *);
bool hall_keep_write(const hall_kept *, const char *game, store_session *);

/* A flag has fallen: the game ends, the ask is answered; false: none has. */
bool hall_end_late(hall *, hall_game *, hall_ask *);
void hall_look_at_clock(hall *, const char *id); /* when its deadline has come */
/* Does this side's player look at the game just now? */
bool hall_is_here(hall *, const char *id, gg_side);

/* The game's deeds go to the disk; then the answer that is open goes out, and the tellings. */
void hall_commit(hall *, hall_game *, hall_ask *, const table_deed *deeds, int count);
/* A new game: its row, too.  NULL: there is no room; the table is freed then. */
hall_game *hall_add_game(hall *, table *);
void hall_fresh_id(char out[FAIR_ID_MAX]);
hall_game *hall_find(hall *, const char *id); /* NULL: it is not here */
/* The last who listened is gone: a game that is over leaves memory, and maybe the hall. */
void hall_rest(hall *, hall_game *);
/* It is not to be trusted any more: it is read from the store again, now if anybody looks. */
void hall_read_again(hall *, hall_game *);
/* Who asks?  False, and answered, if the token is none of this game's, or the seat is the seat of
 * an account that the ask does not come from: there a token alone opens nothing. */
bool hall_know(hall *, hall_game *, hall_ask *, table_who *);

/* ---- Listeners (hall_listen.c). ---- */

struct hall_client {
    hall_client *next_in_bucket;
    hall_client *next, *before; /* of the same game */
    net_id peer;
    bool is_socket, greeted;
    char id[FAIR_ID_MAX];
    uint64_t from; /* its address (limits_key()) */
    int64_t opened;
    bool has_token; /* what a socket said hello with, hashed */
    uint8_t token[TABLE_HASH_BYTES];
    bool has_session; /* the cookie of its handshake, hashed */
    uint8_t session[TABLE_HASH_BYTES];
    int64_t account; /* of a side: whose session it came with; 0: nobody's */
    hall_game *game; /* NULL: does not listen yet */
    table_who who;
    uint32_t told;    /* the last ply sent */
    bool catching_up; /* a log is being read for it */
    bool takes_changes;
    uint32_t version;   /* of hall_game.shown, that it has */
    net_message *state; /* the last state sent to one with an invitation */
};

/* NULL: as many of this address listen as may. */
hall_client *hall_client_new(hall *, net_id, const char *id, const char *address, bool is_socket);
hall_client *hall_client_of(hall *, net_id);
gg_side hall_viewer(const hall_client *); /* as whom it looks */
void hall_client_gone(hall *, net_id);
/* From now on it hears of the game, after what it has missed since `told`. */
bool hall_listen(hall *, hall_game *, hall_client *, const table_who *, uint32_t told);
void hall_pump(hall *, hall_client *); /* sends what it has not got yet */
void hall_pump_all(hall *, hall_game *);
void hall_drop_clients(hall *, hall_game *); /* hangs up on all of them */
/* Hangs up on those who listen as a side by a session of this account: by this one (`only`), or by
 * all of them but one (`kept`, or NULL).  Asks of theirs that wait for a game are nobody's. */
void hall_end_sessions(hall *, int64_t account, const uint8_t *only, const uint8_t *kept);
/* The seat is this account's now: hangs up on all others who listen as its side. */
void hall_end_others(hall *, const hall_game *, gg_side, int64_t account);
void hall_tell_here(hall *, hall_game *);
/* Once a second: hangs up on sockets that do not say hello, tells of watchers who came and went. */
void hall_look_around(hall *);
/* Hangs up on a watcher, if there is one: somebody may want to play. */
void hall_shed(hall *);
/* Is there a place for one more who listens as this one? */
bool hall_may_listen(const hall_game *, const table_who *);
void hall_to_all(hall *, hall_game *, net_message *); /* drops it; NULL: nothing is sent */
/* A chat line for those who may read it. */
void hall_say(hall *, hall_game *, uint8_t room, net_message *);
bool hall_may_read(const table *, const table_who *, uint8_t room);
gg_sides hall_viewers(const hall_game *); /* who listens */
void hall_count_here(const hall_game *, bool here[2], uint32_t *watchers);

/* ---- What is read from the store on its threads (hall_read.c). ---- */

/* The tellings after `since` for this viewer: one line each. */
void hall_read_log(hall *, hall_ask *, hall_game *, gg_side viewer, uint32_t since);
/* The same for who listens and has been away too long; false: it cannot be done now. */
bool hall_catch_up(hall *, hall_game *, hall_client *, gg_side viewer);
void hall_read_record(hall *, hall_ask *, hall_game *, gg_side viewer);
/* Bytes to make room for, for what has room for `has` and needs `least`: as much again, while it
 * may be that long; 0: it would be too long. */
size_t hall_log_room(size_t has, size_t least);

typedef struct hall_reading { /* a game on its way from the store into memory */
    const store_job *job;
    store_session *session;
    const clock_life *life;
    store_game row;
    table *table;      /* NULL: see the refusal */
    table_ear *ear;    /* whom to tell; NULL: nobody */
    gg_side viewer;    /* that is this one, and */
    uint32_t since;    /* he knows the tellings up to there */
    bool by_deeds;     /* from the first deed on, whatever snapshots there are */
    uint32_t until;    /* by_deeds: no more than so many; 0: all */
    uint32_t snapshot; /* the one it began with; 0: none */
    bool proved;       /* which is as a replay would have it */
    uint32_t redone;   /* deeds done again */
    const char *trouble;
    table_refusal why;
} hall_reading;
/* On a thread of the store. */
void hall_read_game(hall_reading *, store_session *, const char *id);
/* To be freed; NULL: it is longer than HALL_LOG_BYTES, or there is no memory. */
char *hall_write_record(table *, gg_side viewer, size_t *count);
extern const table_refusal hall_too_much; /* the server has too much to do */

/* ---- Snapshots (hall_snapshot.c). ---- */

/* After a commit or a load: is it time for one? */
void hall_keep_snapshot(hall *, hall_game *);
/* It was loaded by a snapshot that nobody has proved: in a quiet moment a replay does. */
void hall_prove_snapshot(hall *, hall_game *);

/* ---- Computer players. ---- */

/* If one has to decide in this game, and does not think already about what is so now. */
void hall_begin_thinking(hall *, hall_game *);
void hall_stop_thinking(hall *, hall_game *);
/* Somebody has come to look: the thought that nobody waited for is waited for. */
void hall_hurry_thinking(hall *, hall_game *);
/* Computers play against each other, and nobody looks. */
bool hall_is_unwatched(const hall_game *);
void hall_stop_all_thinking(hall *); /* what was lost is thought again after the next start */
void hall_resume(hall *); /* those whose thought was lost (hall_resume.c); once a second */

/* ---- The hall itself. ---- */

typedef struct hall_figures { /* for /metrics; counted on the loop */
    uint64_t requests, messages, refused, created, deeds, loaded, computer_moves, logs;
    uint64_t redone; /* deeds done again to read games back */
    uint64_t wrong_snapshots;
    uint32_t games, clients;
} hall_figures;

struct hall {
    net *net;
    store *store;
    thinkers *thinkers;
    limits *limits;
    hall_game **buckets;
    uint32_t bucket_count;
    hall_game *newest, *oldest;
    const struct serve_tables *tables; /* house rules of new games */
    uint32_t game_limit;               /* tables in memory */
    int64_t full_at;                   /* when there was no room for one more; 0: never */
    uint32_t shed_at;                  /* the bucket of clients where hall_shed() goes on */
    hall_client **client_buckets;
    struct history *histories; /* being read (hall_read.c) */
    table_ear *ear;            /* the loop's */
    gg_text text;              /* the answer that is open */
    table_draft draft;         /* a position, while it is compared with the last one */
    gg_json json;
    int status;
    bool stopping;
    struct { /* hall_time.c */
        clock_life life;
        int64_t moved; /* by tests, as far as it is part of life */
        clock_gap gap; /* found, and not told yet */
        bool found;
    } time;
    int64_t notify_delay; /* milliseconds before a message goes out */
    struct {              /* where hall_resume() is in the store */
        char after[FAIR_ID_MAX];
        bool asked;
        int64_t next; /* hall_ticks_ms */
    } resume;
    hall_figures figures;
};

/* The house rules of games that do not say their own; NULL: standard. */
const int16_t *hall_house(const hall *, const gg_ruleset *);

typedef struct hall_options {
    const struct serve_tables *tables; /* as long as the hall is open */
    uint32_t game_limit;               /* games kept in memory */
    limits_rule rules[LIMITS_KINDS];
    uint32_t listeners_per_address;
    uint32_t thinkers;
} hall_options;

/* What is not as it should be, in a word for /healthz; NULL: all is well. */
const char *hall_trouble(hall *);

hall *hall_open(const hall_options *);
void hall_stop(hall *);  /* who waits is told that the server stops; who listens, good-bye */
void hall_close(hall *); /* when nobody is connected any more */
/* ---- Time (hall_time.c). ---- */
int64_t hall_now_ms(void);   /* on the wall, since 1970: for people to read */
int64_t hall_ticks_ms(void); /* never goes back */
/* So much of the server's life has passed (clock.h): what players' clocks run by.  On the loop. */
int64_t hall_life_ms(hall *);
void hall_begin_life(hall *, int64_t lived);
void hall_stamp(hall *, table_deed *); /* it happens now */
void hall_look_at_time(hall *); /* once a second: says when the server was away, moves deadlines */
/* For tests: so much time passes; or the clock on the wall is set, and none does. */
void hall_move_time(int64_t ms);
void hall_set_wall(int64_t ms);

void hall_deliver(hall *); /* what the other threads have finished */

#endif
