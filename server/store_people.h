/*
 * store_people.h - what the store keeps of people: accounts, sessions, whose seat is whose, what
 * lists show of games, and messages that wait to be sent.  Like those of store.h these functions
 * are called in run() of a job only.
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_STORE_PEOPLE_H
#define SERVER_STORE_PEOPLE_H

#include "server/clock.h"
#include "server/store.h"

enum {
    STORE_ACCOUNT_NAME_MAX = 32,
    STORE_PASSWORD_MAX = 128, /* of the hash, as libsodium writes it */
    STORE_MAIL_MAX = 255,
    STORE_HOOK_MAX = 512,
    STORE_TROUBLE_MAX = 256,
    STORE_KEY_BYTES = 32,
    STORE_GAMES_LISTED = 200,
    STORE_SESSION_DAYS = 90, /* after its last use */
    STORE_DAY_MS = 24 * 3600 * 1000,
    STORE_AT_ONCE = 4, /* messages to one target */
    STORE_BROWSER_MAX = 32,
    STORE_SESSIONS_LISTED = 100,
    STORE_RECOVERY_SECONDS = 30 * 60,
    STORE_PAGE_MAX = 512,
    STORE_LISTED_BY_ONE = 3,  /* games of one maker that wait for whoever comes */
    STORE_LISTED_RUNNING = 6, /* and that are under way: who plays himself fills no list */
    STORE_LISTED_KEPT = 200,  /* of all: the oldest fall out */
    STORE_LISTED_SHOWN = 30,  /* that wait, and as many that are under way */
    STORE_LISTED_DAYS = 7,    /* so long they wait; so long nothing may have happened */
};

/* ---- Accounts. ---- */

typedef struct store_account {
    int64_t id; /* never given twice */
    char name[STORE_ACCOUNT_NAME_MAX];
    char password[STORE_PASSWORD_MAX];
    int64_t created;               /* seconds since 1970 */
    char mail[STORE_MAIL_MAX];     /* "": none */
    bool confirmed;                /* there is one */
    char new_mail[STORE_MAIL_MAX]; /* it is to be this one when that is confirmed; "": it stays */
    char webhook[STORE_HOOK_MAX];
    bool by_mail, digest;
    int64_t digest_at; /* milliseconds: when the next one is due */
    uint32_t remind;   /* hours */
    uint8_t trouble_channel;
    char trouble[STORE_TROUBLE_MAX];
    int64_t trouble_at;
    uint32_t sessions;
    char page[STORE_PAGE_MAX]; /* what is chosen in the page: "name=value name=value" */
} store_account;

/* Fills in the id; 0: the name is taken. */
bool store_add_account(store_session *, store_account *);
store_found store_find_account(store_session *, const char *name, store_account *);
store_found store_read_account(store_session *, int64_t id, store_account *);
/* A new address that waits to be confirmed is dropped, if there is an old one: somebody else may
 * have asked for it. */
bool store_set_password(store_session *, int64_t account, const char *password);
/* mail, confirmed, new_mail, webhook, by_mail, digest, digest_at, remind. */
bool store_set_settings(store_session *, const store_account *);
bool store_set_page(store_session *, int64_t account, const char *page);
/* "": this channel works again; what the other one has is not touched. */
bool store_set_trouble(store_session *, int64_t account, uint8_t channel, const char *text,
                       int64_t at);
/* With its notes and what it has said; overwritten in the file, too. */
bool store_drop_account(store_session *, int64_t account);

bool store_add_session(store_session *, const uint8_t hash[STORE_HASH_BYTES], int64_t account,
                       int64_t at, const char *browser);
store_found store_find_session(store_session *, const uint8_t hash[STORE_HASH_BYTES], int64_t now,
                               int64_t *account, char name[STORE_ACCOUNT_NAME_MAX], int64_t *used);
bool store_use_session(store_session *, const uint8_t hash[STORE_HASH_BYTES], int64_t now);
bool store_drop_session(store_session *, const uint8_t hash[STORE_HASH_BYTES]);
/* All but `kept`; NULL: all. */
bool store_drop_sessions(store_session *, int64_t account, const uint8_t *kept);
bool store_drop_old_sessions(store_session *, int64_t now);

typedef struct store_listed_session {
    uint8_t hash[STORE_HASH_BYTES];
    int64_t created, used; /* seconds; created 0: before that was noted */
    char browser[STORE_BROWSER_MAX];
} store_listed_session;
typedef struct store_sessions {
    uint32_t count;
    store_listed_session items[STORE_SESSIONS_LISTED];
} store_sessions;
/* Those that are still good, the ones used last first. */
bool store_list_sessions(store_session *, int64_t account, int64_t now, store_sessions *);

/* A mail with a way back in, for the accounts of this name or confirmed address; none is fine. */
bool store_ask_recovery(store_session *, const char *who, int64_t now_ms);
/* The token of that mail, hashed; one for an account: the last. */
bool store_add_recovery(store_session *, int64_t account, const uint8_t hash[STORE_HASH_BYTES],
                        int64_t until);
/* Whose it is, 0 if it is nobody's any more; `use`: from here on it is not. */
bool store_find_recovery(store_session *, const uint8_t hash[STORE_HASH_BYTES], int64_t now,
                         bool use, int64_t *account);

/* ---- Games as lists show them. ---- */

bool store_set_owner(store_session *, const char *game, uint8_t side, int64_t account);

typedef struct store_summary {
    char names[2][STORE_NAME_MAX];
    uint32_t round;
    int64_t deadlines[2]; /* in the server's life (clock.h); CLOCK_NEVER: the clock stands */
    uint8_t winner;
    char how[STORE_NAME_MAX]; /* "": not over */
    char result[STORE_NAME_MAX];
} store_summary;
bool store_set_summary(store_session *, const char *game, const store_summary *);

typedef struct store_listed {
    char id[FAIR_ID_MAX], ruleset[STORE_NAME_MAX], scenario[STORE_NAME_MAX];
    uint32_t version; /* of the rules; only in lists, as these are: */
    char options[STORE_OPTIONS_MAX];
    uint8_t side, deciding;
    store_status status;
    int64_t changed;            /* seconds */
    char clock[STORE_NAME_MAX]; /* only of those that anybody may join */
    store_summary summary;
} store_listed;
/* Those that wait for this account first, by their deadlines; what is over last. */
bool store_read_games(store_session *, int64_t account,
                      void (*each)(void *to, const store_listed *), void *to);
/* All seats of an account, and one game as its owner's list shows it. */
bool store_read_seats(store_session *, int64_t account,
                      void (*each)(void *to, const char *game, uint8_t side), void *to);
store_found store_read_own_game(store_session *, int64_t account, const char *game, uint8_t side,
                                store_listed *);
/* What it has said, in all games. */
bool store_read_own_lines(store_session *, int64_t account,
                          void (*each)(void *to, const char *game, const store_line *), void *to);
/* Anybody may join this game.  `maker`: an account, or an address as a number below 0.  What is too
 * much falls out of the list: of his first, then of everybody's. */
bool store_list_game(store_session *, const char *game, int64_t maker, int64_t now);
/* Who sits there now; nothing if it is not listed. */
bool store_name_listed(store_session *, const char *game, const store_summary *);
/* Those in which somebody waits for an opponent (`side` is free), the newest first; then those
 * under way.  Of the summaries only the names are there. */
bool store_read_listed(store_session *, int64_t now, void (*each)(void *to, const store_listed *),
                       void *to);
/* Games whose flag has fallen, with deadlines later than `after`, both in life. */
bool store_read_late(store_session *, int64_t after_ms, int64_t now_ms, uint32_t most,
                     void (*each)(void *to, const char *game, int64_t deadline), void *to);

/* ---- Messages that wait to be sent. ---- */

typedef enum store_channel { CHANNEL_MAIL = 1, CHANNEL_WEBHOOK = 2 } store_channel;

typedef enum store_event { /* numbers in the store, never reused */
                           EVENT_BEGUN = 1,
                           EVENT_TURN = 2,
                           EVENT_OFFER = 3, /* in older stores: of one of the last three */
                           EVENT_REMINDER = 4,
                           EVENT_OVER = 5,
                           EVENT_TEST = 6,
                           EVENT_CONFIRM = 7,
                           EVENT_DIGEST = 8,
                           EVENT_RECOVER = 9,
                           EVENT_DRAW = 10,
                           EVENT_TAKEBACK = 11,
                           EVENT_REMATCH = 12,
                           EVENT_MOVED = 13
} store_event;

typedef struct store_notice {
    int64_t id;
    uint8_t channel, event;
    uint32_t tries;               /* so far */
    char address[STORE_MAIL_MAX]; /* of a mail: see store_add_own_notice() */
    char target[STORE_MAIL_MAX];  /* who has to answer: the webhook's host, or the mail address */
    store_account account;
    store_listed game; /* its id is "" if the message is about no game */
} store_notice;

/* For the account whose seat it is, if there is one, by what it wants to be sent and how.  An
 * account with a digest gets no mails of single turns; the end of a game waits for it ... */
bool store_add_notices(store_session *, const char *game, uint8_t side, store_event,
                       uint32_t number, int64_t next_ms);
/* ... but is reminded: a digest may come too late.  `remind` hours before the deadline, if that
 * is after `now`; both on the wall. */
bool store_add_reminder(store_session *, const char *game, uint8_t side, uint32_t number,
                        int64_t deadline_ms, int64_t now_ms);
/* `address`: of a mail that does not go to the account's; "": it does. */
bool store_add_own_notice(store_session *, int64_t account, uint8_t channel, store_event,
                          int64_t number, const char *address);
/* Reminders only with `stopped`.  What is just being sent is not tried again. */
bool store_void_notices(store_session *, const char *game, uint8_t side, bool stopped);
/* At most STORE_AT_ONCE for each target, first one of each: who has much to be sent, or does not
 * answer, is waited for by nobody else. */
bool store_read_due(store_session *, uint8_t channel, int64_t now_ms, uint32_t most,
                    void (*each)(void *to, const store_notice *), void *to);
/* From here on it is never sent again, unless it is put back; `claimed`: it was still there. */
bool store_claim_notice(store_session *, int64_t id, bool *claimed);
/* Unless it was made void meanwhile. */
bool store_retry_notice(store_session *, int64_t id, uint32_t tries, int64_t next_ms);
bool store_drop_notice(store_session *, int64_t id);
/* This target is slow: what else there is for it waits until then. */
bool store_defer_notices(store_session *, uint8_t channel, const char *target, int64_t until_ms);
/* One mail a day, always at the same hour, for those who want it so: if a game waits for them or
 * the end of one has not been told. */
bool store_add_digests(store_session *, int64_t now_ms);
/* What a digest tells, in the order of store_read_games(): games that wait, and ended games whose
 * message waits for it.  These messages are claimed. */
bool store_claim_digest(store_session *, int64_t account,
                        void (*each)(void *to, const store_listed *), void *to);
/* `told`: nobody tells these ends again; else they wait for the next mail. */
bool store_settle_digest(store_session *, int64_t account, bool told);

/* ---- The server's own life. ---- */

/* Now it is `now` on the wall, and so much of the server's life has passed. */
bool store_set_alive(store_session *, int64_t now_ms, int64_t lived_ms);
typedef struct store_life {
    int64_t alive, lived;         /* when the last server was there last: on the wall, in life */
    uint8_t key[STORE_KEY_BYTES]; /* signs links: made once */
    int64_t copied; /* it is a copy, made then on the wall, that was not used yet; 0: it is none */
} store_life;
/* On start: what was being sent when it stopped is given up.  Life goes on where it ended, and a
 * copy is none any more. */
bool store_begin_life(store_session *, int64_t now_ms, store_life *);
/* No clock ran for so long, or the clock on the wall was set by so much: reminders keep their
 * distance from the deadline, other messages from now. */
bool store_move_notices(store_session *, int64_t now_ms, int64_t paused, int64_t stepped);

#endif
