/*
 * store.h - durable storage, behind an interface that another database can take over.
 *
 * Work for the store is a job: a struct of the caller's that begins with a store_job.  Its run()
 * is called on a thread of the store, with a session whose functions are below; its done() on the
 * loop, when the loop calls store_deliver().  Writes that are waiting share one transaction and
 * one commit, so run() of a write may be called twice (if a neighbour fails, each is tried alone)
 * and must do the same again.  `ok` in done() means: committed, and on the disk.
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_STORE_H
#define SERVER_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "server/fair.h"
#include "server/lanes.h"
#include "server/queue.h"

enum {
    STORE_HASH_BYTES = 32,
    STORE_NAME_MAX = 64,
    STORE_TEXT_MAX = 4096,
    STORE_OPTIONS_MAX = 1024,
    STORE_CHAT_PAGE = 200,  /* lines of chat of one room that are read back at most ... */
    STORE_CHAT_KEPT = 1000, /* ... and that are kept */
};

typedef struct store store;
typedef struct store_session store_session;

/* Who is read for first: what is short before what is long, who plays before who looks. */
typedef enum store_rank {
    STORE_FIRST,      /* a row or two: accounts, sessions, lists */
    STORE_PLAYER,     /* for who plays, or says that he does */
    STORE_WATCHER,    /* for who listens, or is logged in */
    STORE_STRANGER,   /* for anybody */
    STORE_BACKGROUND, /* for nobody in particular */
    STORE_RANKS
} store_rank;

typedef struct store_job {
    queue_link link;
    lanes_item wait; /* of reads: store_rank() fills it in; all noughts is STORE_FIRST */
    bool (*run)(struct store_job *, store_session *);
    void (*done)(struct store_job *);
    bool ok;
    bool late; /* and not ok: its time was up before it was read */
} store_job;

typedef struct store_hooks {
    void *app;
    void (*wake)(void *app); /* from any thread: there is something to deliver */
} store_hooks;

/* "sqlite:FILE".  NULL, and a sentence in `error`, if it cannot be opened. */
store *store_open(const char *where, store_hooks, char *error, size_t error_limit);
/* Finishes what is queued; done() of it is called here.  Nothing more is taken. */
void store_stop(store *);
void store_close(store *); /* stops it first, if nobody has */
/* False, and the job untouched, when too much is waiting already.  What is to be written waits for
 * store_go(), so that all that comes of one round of the loop is in one commit (and the writer is
 * woken once). */
bool store_write(store *, store_job *);
void store_go(store *);
/* Several threads read; one of them is kept free for what is short, one more for who plays. */
bool store_read(store *, store_job *);
/* For whom it is read, and who asks (0: the server): before store_read().  With the rank comes a
 * deadline; a long run() looks at it, too. */
void store_rank_job(store_job *, store_rank, uint64_t who);
void store_raise(store *, store_job *, store_rank); /* somebody better waits for the same */
bool store_is_late(const store_job *);
void store_deliver(store *);       /* on the loop; ends with a store_go() */
bool store_is_well(const store *); /* the last commit succeeded */
/* Why a write failed that was just delivered, while there is no other. */
const char *store_trouble(const store *);

typedef struct store_figures {
    uint64_t commits, writes, failures, late;
    uint32_t waiting;
    int64_t oldest_write; /* how long the oldest of each has waited: milliseconds */
    int64_t oldest_read[STORE_RANKS];
} store_figures;
store_figures store_count(store *);

/* ---- Copies. ---- */

typedef struct store_copying {
    const char *from;          /* a file, which a server may be writing to */
    const char *into;          /* an empty one */
    bool (*goes_on)(void *to); /* asked now and then; false ends it.  NULL: it goes on */
    void *to;
} store_copying;
/* The store as it is at this moment, in a file by itself and on the disk; false, and a sentence.
 * It ends, however much is written meanwhile.  On any thread. */
bool store_copy(const store_copying *, char *error, size_t error_limit);
/* Calls run() with a session that reads the file, then looks whether it is whole: false, and
 * `error` says why not, or is what run() left there when it said false. */
typedef struct store_visiting {
    const char *file;
    bool quick; /* indexes are not compared with their tables */
    bool (*run)(void *to, store_session *);
    bool (*goes_on)(void *to); /* as above */
    void *to;
} store_visiting;
bool store_visit(const store_visiting *, char *error, size_t error_limit);
/* Is it of this program's format? */
bool store_is_current(store_session *);
typedef struct store_size {
    uint64_t games, deeds;
} store_size;
bool store_measure(store_session *, store_size *);
/* Ids of all games, those in which something happened last first, until `each` says false. */
bool store_read_ids(store_session *, bool (*each)(void *to, const char *game), void *to);

/* ---- Games.  All of these are called in run() only. ---- */

/* What is fixed when a game is created. */
typedef struct store_game {
    char id[FAIR_ID_MAX];
    char ruleset[STORE_NAME_MAX];
    uint32_t version;
    char scenario[STORE_NAME_MAX];
    char options[STORE_OPTIONS_MAX];          /* "name=value name=value" */
    char seats[2][STORE_NAME_MAX];            /* link, open, or a computer player */
    uint8_t invitations[2][STORE_HASH_BYTES]; /* hashes */
    uint8_t secret[FAIR_SECRET_BYTES];
    char clock[STORE_NAME_MAX]; /* "none", "days 3", "bank 600 10" */
    char earlier[FAIR_ID_MAX];  /* the game it is the rematch of, or "" */
    int64_t created;            /* seconds since 1970 */
    /* Of one that is read: */
    uint32_t deeds; /* what has happened to it since, and ... */
    uint64_t sum;   /* ... a sum of that */
    bool is_over;
    uint8_t winner; /* of one that is over, if the lists have it: else `how` is "" */
    char how[16];
} store_game;

/* What happened to it. */
typedef struct store_deed {
    uint32_t number; /* from 0 */
    uint8_t kind, side;
    uint32_t ply;
    uint64_t hash;
    bool is_hashed; /* by the rows of its game; an older program took bytes */
    int64_t at;     /* milliseconds since 1970 */
    int64_t life;   /* of a game with clocks: the same in the server's life; 0: as `at` */
    const char *text;
    const uint8_t *faces;
    uint32_t face_count;
} store_deed;

typedef enum store_status { STORE_WAITING, STORE_PLAYING, STORE_OVER } store_status;

typedef enum store_found { STORE_FOUND, STORE_NONE, STORE_BROKEN } store_found;

bool store_add_game(store_session *, const store_game *);
bool store_add_deed(store_session *, const char *game, const store_deed *);
/* For lists: whose decision it is, as a set of sides.  Written only when somebody lists the game,
 * or when its status is another one: see hall.c. */
bool store_set_status(store_session *, const char *game, store_status, uint8_t deciding,
                      int64_t at);
/* Games that are under way and in which a computer player decides, with ids after this one;
 * `for_people`: only those in which somebody plays against it. */
bool store_read_computers(store_session *, const char *after, bool for_people, uint32_t most,
                          void (*each)(void *to, const char *game), void *to);
/* STORE_BROKEN also if the row has changed, or has left its deeds behind. */
store_found store_read_game(store_session *, const char *id, store_game *);
/* Calls `each` for every deed from `first` on, until it says false.  False also, and a sentence, if
 * they are not those that its tally knows of; if not all are read, only their number is
 * compared: what follows a snapshot was looked at when that was found. */
bool store_read_deeds(store_session *, const store_game *, uint32_t first,
                      bool (*each)(void *to, const store_deed *), void *to, const char **trouble);
/* Is its row as it was written, and are there as many deeds as its tally knows of?  `whole`: and
 * are they those?  False also if that cannot be read. */
bool store_check_game(store_session *, const char *id, bool whole);

/* Games that are not over: what a further deed that changes no position has to say. */
typedef struct store_unfinished {
    char id[FAIR_ID_MAX];
    bool clocked;
    uint32_t deeds;
    uint64_t hash; /* after the last of them */
    bool is_hashed;
} store_unfinished;
/* Until `each` says false, which is false; it may add a deed to that game. */
bool store_read_unfinished(store_session *, bool (*each)(void *to, const store_unfinished *),
                           void *to);

/* ---- Snapshots: what so many deeds come to.  They save time, and prove nothing by themselves. */

typedef struct store_snapshot {
    uint32_t number; /* of deeds */
    uint32_t ply[3]; /* what blue, red and the watchers had been told by then */
    bool proved;     /* a replay came to the same */
    uint8_t *bytes;  /* of one that is read: to be freed */
    size_t count;
} store_snapshot;
bool store_add_snapshot(store_session *, const char *game, const store_snapshot *);
/* The last one, of `most` deeds at most, at which this viewer (0 to 2) had been told no more than
 * `ply`.  None, if it and the deeds since do not come to the game's tally. */
store_found store_read_snapshot(store_session *, const char *game, uint8_t viewer, uint32_t ply,
                                uint32_t most, store_snapshot *);
bool store_prove_snapshot(store_session *, const char *game, uint32_t number);
bool store_drop_snapshots(store_session *, const char *game);

/* ---- Standings: how a game stands after its last deed, for a program with other rules. ---- */

typedef struct store_standing {
    uint32_t number; /* of deeds */
    bool kept;       /* a game goes on from it; others go when there is a later one */
    uint8_t *bytes;  /* of one that is read: to be freed */
    size_t count;
} store_standing;
bool store_add_standing(store_session *, const char *game, const store_standing *);
/* The one of so many deeds; 0: the last one. */
store_found store_read_standing(store_session *, const char *game, uint32_t number,
                                store_standing *);

/* ---- Words: chat lines and notes. ---- */

typedef struct store_line {
    uint32_t number; /* from 1, in its game */
    uint8_t room;    /* 0 players, 1 watchers */
    uint8_t side;
    int64_t at;      /* seconds */
    int64_t account; /* who said it; 0: nobody who has one */
    const char *name, *text;
} store_line;

/* Fills in the number.  What was said longest ago in this room goes, if it is too much. */
bool store_add_line(store_session *, const char *game, store_line *);
/* The last of each of these rooms (a bit for each), in order: nobody can talk another room's words
 * away. */
bool store_read_lines(store_session *, const char *game, uint8_t rooms,
                      void (*each)(void *to, const store_line *), void *to);
bool store_set_note(store_session *, const char *game, uint8_t side, const char *text, int64_t at);
/* `out` has STORE_TEXT_MAX bytes; "" when there is none. */
bool store_read_note(store_session *, const char *game, uint8_t side, char *out);

#endif
