/*
 * notify.c - messages from the store to the threads that send them, and back.  See notify.h.
 * SPDX-License-Identifier: MIT
 */
#include "server/notify.h"

#include <sodium.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/log.h"
#include "server/notify_send.h"

enum {
    LATE_MOST = 64,           /* fallen flags that are looked at in a second */
    DUE_MOST = 16,            /* messages */
    ALIVE_SECONDS = 10,       /* how often the store is told that the server lives */
    ROUND_MS = 60 * 1000,     /* digests, old sessions, and flags that could not be looked at */
    HERE_MS = 10 * 60 * 1000, /* who seemed to look at the game is looked for again */
    HOUR_MS = 3600 * 1000,
    CHANNELS = 2,
    READ_MOST = 4 * DUE_MOST, /* of which some wait for their target */
    QUICK = 256,
};

struct notify {
    hall *hall;
    notify_options options;
    uint8_t key[STORE_KEY_BYTES];
    work *threads[CHANNELS];
    uint32_t under_way[CHANNELS];
    struct errand *errands; /* those */
    uint64_t quick[QUICK];  /* targets that were, hashed */
    bool again;             /* look around at once */
    uint32_t seconds;
    bool looking, stopped;
    int64_t round_at;   /* when the last round began */
    int64_t late_after; /* flags up to here were looked at in this round */
    notify_figures figures;
};

int64_t notify_pause(uint32_t tries)
{
    static const int64_t pauses[NOTIFY_TRIES - 1] = {60 * 1000, 10 * 60 * 1000};
    return tries == 0 || tries >= NOTIFY_TRIES ? 0 : pauses[tries - 1];
}

int64_t notify_digest_at(int64_t now_ms, uint32_t hour)
{
    const int64_t today = now_ms - now_ms % STORE_DAY_MS + (int64_t)hour * HOUR_MS;
    return today > now_ms ? today : today + STORE_DAY_MS;
}

uint32_t notify_digest_hour(const store_account *account)
{
    return account->digest_at == 0 ? NOTIFY_DIGEST_HOUR
                                   : (uint32_t)(account->digest_at % STORE_DAY_MS / HOUR_MS);
}

bool notify_can_call(const notify *n) { return n->options.public_url != NULL; }

bool notify_can_mail(const notify *n)
{
    return n->options.smtp != NULL && n->options.from != NULL && n->options.public_url != NULL;
}

const uint8_t *notify_key(const notify *n) { return n->key; }

notify_figures notify_count(const notify *n) { return n->figures; }

/* ---- One message. ---- */

const char *notify_address(const store_notice *notice)
{
    return notice->address[0] != '\0' ? notice->address : notice->account.mail;
}

typedef enum fate {
    FATE_AGAIN, /* as if it had not been taken */
    FATE_LATER, /* he seems to look at the game: is he still there in a while? */
    FATE_DROPPED,
    FATE_TRIED,
} fate;

typedef struct errand {
    store_job job;
    work_job work;
    notify *n;
    store_notice notice;
    store_listed *games; /* of a digest */
    uint32_t game_count;
    int64_t at;                   /* seconds */
    char token[NOTIFY_TOKEN_MAX]; /* of a way back in: here and in the mail, nowhere else */
    uint8_t token_hash[STORE_HASH_BYTES];
    bool claimed, sent, slow;
    struct errand *next; /* under way */
    fate fate;
    char error[SEND_ERROR_MAX];
} errand;

static uint64_t *quick_of(notify *n, const store_notice *notice, uint64_t *hash)
{
    *hash = gg_hash(notice->target, strlen(notice->target)) + notice->channel;
    return &n->quick[*hash % QUICK];
}

/* Whoever has to answer is asked one thing at a time, or a few if he was quick the last time. */
static bool is_asked(notify *n, const store_notice *notice)
{
    uint64_t hash;
    int under_way = 0;
    const bool quick = *quick_of(n, notice, &hash) == hash;
    for (const errand *at = n->errands; at != NULL; at = at->next)
        under_way +=
            at->notice.channel == notice->channel && strcmp(at->notice.target, notice->target) == 0;
    return under_way >= (quick ? STORE_AT_ONCE : 1);
}

static void note_speed(errand *it)
{
    uint64_t hash, *quick = quick_of(it->n, &it->notice, &hash);
    const bool well = it->sent && !it->slow;
    if (well) *quick = hash;
    else if (*quick == hash) *quick = 0;
    it->n->again |= well; /* there may be more for him */
}

static void errand_free(errand *it)
{
    errand **at = &it->n->errands;
    while (*at != it) at = &(*at)->next;
    *at = it->next;
    it->n->under_way[it->notice.channel - 1]--;
    sodium_memzero(it->token, sizeof it->token);
    free(it->games);
    free(it);
}

static void errand_over(store_job *job) { errand_free((errand *)job); }

static bool waits(const store_listed *game)
{
    return game->status == STORE_PLAYING && (game->deciding >> game->side & 1) != 0;
}

static void keep_for_digest(void *to, const store_listed *game)
{
    errand *it = to;
    it->games[it->game_count++] = *game;
}

/* The ends of games that a digest tells: once it is sent they are told, or when nobody tries any
 * more.  If the account has no digest now, each gets a mail of its own. */
static bool settle(const errand *it, store_session *session, bool over)
{
    const store_account *account = &it->notice.account;
    return it->notice.event != EVENT_DIGEST
           || store_settle_digest(session, account->id, over && account->digest);
}

/* What came of it, into the store. */
static bool write_outcome(store_job *job, store_session *session)
{
    const errand *it = (const errand *)job;
    const store_notice *notice = &it->notice;
    const int64_t now = it->at * 1000, pause = notify_pause(notice->tries + 1);
    switch (it->fate) {
    case FATE_AGAIN:
        return settle(it, session, false)
               && store_retry_notice(session, notice->id, notice->tries, now);
    case FATE_LATER: return store_retry_notice(session, notice->id, notice->tries, now + HERE_MS);
    case FATE_DROPPED: return settle(it, session, true) && store_drop_notice(session, notice->id);
    case FATE_TRIED: break;
    }
    if (!store_set_trouble(session, notice->account.id, notice->channel, it->sent ? "" : it->error,
                           it->at))
        return false;
    if (it->slow && !it->sent
        && !store_defer_notices(session, notice->channel, notice->target, now + notify_pause(1)))
        return false;
    const bool over = it->sent || pause == 0;
    if (!settle(it, session, over)) return false;
    if (over) return store_drop_notice(session, notice->id);
    return store_retry_notice(session, notice->id, notice->tries + 1, now + pause);
}

static void finish_errand(errand *it, fate decided)
{
    it->job = (store_job){.run = write_outcome, .done = errand_over};
    it->at = hall_now_ms() / 1000;
    it->fate = decided;
    if (!store_write(it->n->hall->store, &it->job)) errand_free(it);
}

static void run_errand(work_job *job)
{
    errand *it = (errand *)(void *)((char *)job - offsetof(errand, work));
    const notify_options *options = &it->n->options;
    const send_server server = {.address = options->smtp, .ca = options->smtp_ca};
    const notify_letter letter = {.notice = &it->notice,
                                  .games = it->games,
                                  .game_count = it->game_count,
                                  .key = it->n->key,
                                  .public_url = options->public_url,
                                  .at = it->at,
                                  .token = it->token};
    char *bytes = malloc(MAIL_BYTES_MAX);
    if (bytes == NULL) return;
    it->fate = FATE_TRIED;
    const int64_t begun = hall_ticks_ms();
    gg_text out = gg_text_over(bytes, MAIL_BYTES_MAX);
    if (it->notice.channel == CHANNEL_MAIL) {
        notify_put_mail(&letter, options->from, &out);
        it->sent = send_mail(&server, options->from, notify_address(&it->notice), bytes, out.count,
                             it->error);
    } else {
        notify_put_webhook(&letter, &out);
        it->sent = send_webhook(it->notice.account.webhook, bytes, options->anywhere, it->error);
    }
    it->slow = hall_ticks_ms() - begun >= NOTIFY_SLOW_MS;
    if (!it->sent && send_is_stopped()) it->fate = FATE_AGAIN; /* it was no fault of the other's */
    free(bytes);
}

static void errand_done(work_job *job)
{
    errand *it = (errand *)(void *)((char *)job - offsetof(errand, work));
    notify_figures *figures = &it->n->figures;
    if (it->fate == FATE_TRIED) note_speed(it);
    if (it->fate == FATE_TRIED && it->sent) figures->sent++;
    if (it->fate == FATE_TRIED && !it->sent) {
        figures->failed++;
        figures->given_up += notify_pause(it->notice.tries + 1) == 0;
        log_say("not sent", "event", notify_event_name(it->notice.event), "channel",
                it->notice.channel == CHANNEL_MAIL ? "mail" : "webhook", "why", it->error, NULL);
    }
    finish_errand(it, it->fate);
}

/* Settings change while a message waits: nothing goes to an address that is not confirmed, or to
 * somebody who has turned it off. */
static bool is_wanted(const store_notice *notice)
{
    const store_account *account = &notice->account;
    if (notice->channel == CHANNEL_WEBHOOK) return account->webhook[0] != '\0';
    if (notice->event == EVENT_CONFIRM) return strcmp(account->new_mail, notice->address) == 0;
    if (notice->event == EVENT_MOVED) /* unless he has thought better of it */
        return strcmp(account->mail, notice->address) != 0 || account->new_mail[0] != '\0';
    if (notice->event == EVENT_TEST || notice->event == EVENT_RECOVER) return account->confirmed;
    if (!account->confirmed || !account->by_mail) return false;
    if (notice->event == EVENT_DIGEST) return account->digest;
    return !account->digest || notice->event == EVENT_REMINDER;
}

static bool claim(store_job *job, store_session *session)
{
    errand *it = (errand *)job;
    store_account *account = &it->notice.account;
    it->game_count = 0;
    if (!store_claim_notice(session, it->notice.id, &it->claimed)) return false;
    if (!it->claimed) return true;
    if (it->token[0] != '\0'
        && !store_add_recovery(session, account->id, it->token_hash,
                               it->at + STORE_RECOVERY_SECONDS))
        return false;
    return store_read_account(session, account->id, account) == STORE_FOUND
           && (it->games == NULL || store_claim_digest(session, account->id, keep_for_digest, it));
}

/* Of a digest: what he looks at just now does not wait for him. */
static bool has_something_to_say(errand *it)
{
    uint32_t kept = 0;
    if (it->notice.event != EVENT_DIGEST) return true;
    for (uint32_t i = 0; i < it->game_count; i++)
        if (!waits(&it->games[i]) || !hall_is_here(it->n->hall, it->games[i].id, it->games[i].side))
            it->games[kept++] = it->games[i];
    it->game_count = kept;
    return kept > 0;
}

/* Deadlines as people read them. */
static void put_on_wall(errand *it)
{
    const int64_t shift = it->n->hall->time.life.shift;
    for (uint32_t i = 0; i <= it->game_count; i++) {
        store_listed *game = i == 0 ? &it->notice.game : &it->games[i - 1];
        for (int side = 0; side < 2; side++)
            if (game->summary.deadlines[side] != CLOCK_NEVER)
                game->summary.deadlines[side] += shift;
    }
}

static void claim_done(store_job *job)
{
    errand *it = (errand *)job;
    notify *n = it->n;
    const uint8_t channel = it->notice.channel;
    const bool can = channel == CHANNEL_MAIL ? notify_can_mail(n) : notify_can_call(n);
    if (!job->ok || !it->claimed) {
        errand_free(it);
    } else if (!can || !is_wanted(&it->notice) || !has_something_to_say(it)) {
        finish_errand(it, FATE_DROPPED);
    } else {
        put_on_wall(it);
        it->work = (work_job){.run = run_errand, .done = errand_done};
        it->fate = FATE_AGAIN;
        if (n->stopped || !work_ask(n->threads[channel - 1], &it->work))
            finish_errand(it, FATE_AGAIN);
    }
}

/* Is it still worth sending?  Who looks at the game knows.  But a lid that was closed looks for a
 * while like somebody who thinks: whose turn it is is looked for again, until he acts. */
static bool is_put_off(errand *it)
{
    const store_notice *notice = &it->notice;
    if (notice->game.id[0] == '\0'
        || !hall_is_here(it->n->hall, notice->game.id, notice->game.side))
        return false;
    it->fate =
        notice->event == EVENT_TURN || notice->event == EVENT_REMINDER ? FATE_LATER : FATE_DROPPED;
    return true;
}

/* 128 random bits, made anew for each try: the store has a hash, and the last one counts. */
static void make_token(errand *it)
{
    uint8_t bits[(NOTIFY_TOKEN_MAX - 1) / 2];
    randombytes_buf(bits, sizeof bits);
    sodium_bin2hex(it->token, sizeof it->token, bits, sizeof bits);
    crypto_generichash(it->token_hash, sizeof it->token_hash, (const uint8_t *)it->token,
                       strlen(it->token), NULL, 0);
}

static bool take_due(notify *n, const store_notice *notice)
{
    if (is_asked(n, notice)) return false; /* it is found again */
    errand *it = calloc(1, sizeof *it);
    const bool lists = notice->event == EVENT_DIGEST;
    if (it != NULL && lists) it->games = calloc(STORE_GAMES_LISTED, sizeof *it->games);
    if (it == NULL || (lists && it->games == NULL)) {
        free(it);
        return false;
    }
    it->n = n;
    it->notice = *notice;
    it->at = hall_now_ms() / 1000;
    n->under_way[notice->channel - 1]++;
    it->next = n->errands;
    n->errands = it;
    if (notice->event == EVENT_RECOVER) make_token(it);
    const bool put_off = is_put_off(it);
    it->job = (store_job){.run = put_off ? write_outcome : claim,
                          .done = put_off ? errand_over : claim_done};
    if (!store_write(n->hall->store, &it->job)) errand_free(it);
    return true;
}

/* ---- Once a second. ---- */

typedef struct look {
    store_job job;
    notify *n;
    int64_t now, lived, after;
    uint32_t due_most[CHANNELS];
    char late[LATE_MOST][FAIR_ID_MAX];
    int64_t late_until;
    uint32_t late_count, due_count;
    store_notice due[CHANNELS * (READ_MOST + NOTIFY_WAITING / 2)];
} look;

static void keep_late(void *to, const char *game, int64_t deadline)
{
    look *it = to;
    snprintf(it->late[it->late_count++], FAIR_ID_MAX, "%s", game);
    it->late_until = deadline;
}

static void keep_due(void *to, const store_notice *notice)
{
    look *it = to;
    it->due[it->due_count++] = *notice;
}

static bool run_look(store_job *job, store_session *session)
{
    look *it = (look *)job;
    it->late_count = it->due_count = 0;
    bool well = store_read_late(session, it->after, it->lived, LATE_MOST, keep_late, it);
    for (uint8_t i = 0; well && i < CHANNELS; i++)
        well = store_read_due(session, i + 1, it->now, it->due_most[i], keep_due, it);
    return well;
}

static void look_done(store_job *job)
{
    look *it = (look *)job;
    notify *n = it->n;
    n->looking = false;
    if (job->ok && !n->stopped) {
        for (uint32_t i = 0; i < it->late_count; i++) hall_look_at_clock(n->hall, it->late[i]);
        if (it->late_count > 0) n->late_after = it->late_until;
        uint32_t taken[CHANNELS] = {0};
        for (uint32_t i = 0; i < it->due_count; i++)
            if (taken[it->due[i].channel - 1] < DUE_MOST)
                taken[it->due[i].channel - 1] += take_due(n, &it->due[i]);
    }
    free(it);
}

/* A message that is found again while it is being claimed is claimed but once. */
static void look_around(notify *n)
{
    if (n->looking) return;
    look *it = malloc(sizeof *it); /* it is large, and most of it is never looked at */
    if (it == NULL) return;
    it->job = (store_job){.run = run_look, .done = look_done};
    it->n = n;
    it->now = hall_now_ms();
    it->lived = hall_life_ms(n->hall);
    it->after = n->late_after;
    for (int i = 0; i < CHANNELS; i++)
        it->due_most[i] = n->under_way[i] < NOTIFY_WAITING / 2 ? READ_MOST + n->under_way[i] : 0;
    n->looking = store_read(n->hall->store, &it->job);
    if (!n->looking) free(it);
}

typedef struct chore {
    store_job job;
    int64_t now, lived;
    bool round;
} chore;

static bool run_chore(store_job *job, store_session *session)
{
    const chore *it = (const chore *)job;
    return store_set_alive(session, it->now, it->lived)
           && (!it->round
               || (store_add_digests(session, it->now)
                   && store_drop_old_sessions(session, it->now / 1000)));
}

static void chore_done(store_job *job) { free(job); }

static void do_chores(notify *n, bool round)
{
    chore *it = calloc(1, sizeof *it);
    if (it == NULL) return;
    it->job = (store_job){.run = run_chore, .done = chore_done};
    it->now = hall_now_ms();
    it->lived = hall_life_ms(n->hall);
    it->round = round;
    if (!store_write(n->hall->store, &it->job)) free(it);
}

void notify_second(notify *n)
{
    const int64_t now = hall_now_ms();
    const bool round = now - n->round_at >= ROUND_MS || now < n->round_at;
    if (round) {
        n->round_at = now;
        n->late_after = 0;
    }
    if (round || n->seconds % ALIVE_SECONDS == 0) do_chores(n, round);
    n->seconds++;
    look_around(n);
}

void notify_deliver(notify *n)
{
    for (int i = 0; i < CHANNELS; i++)
        if (n->threads[i] != NULL) work_deliver(n->threads[i]);
    if (!n->again || n->looking || n->stopped) return;
    n->again = false;
    look_around(n);
}

/* ---- Beginning and end. ---- */

notify *notify_open(hall *h, const notify_options *options, const uint8_t key[STORE_KEY_BYTES],
                    void (*wake)(void *app), void *app)
{
    notify *n = calloc(1, sizeof *n);
    if (n == NULL || !send_begin()) {
        free(n);
        return NULL;
    }
    n->hall = h;
    n->options = *options;
    memcpy(n->key, key, sizeof n->key);
    for (int i = 0; i < CHANNELS; i++)
        n->threads[i] = work_open(NOTIFY_THREADS, NOTIFY_WAITING, wake, app);
    if (n->threads[0] != NULL && n->threads[1] != NULL) return n;
    for (int i = 0; i < CHANNELS; i++)
        if (n->threads[i] != NULL) work_close(n->threads[i]);
    notify_free(n);
    return NULL;
}

void notify_stop(notify *n)
{
    n->stopped = true;
    send_stop();
    do_chores(n, false); /* alive until now */
    for (int i = 0; i < CHANNELS; i++) {
        work_close(n->threads[i]);
        n->threads[i] = NULL;
    }
    while (n->under_way[0] + n->under_way[1] > 0) { /* claimed and not sent: it goes back */
        store_deliver(n->hall->store);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

void notify_free(notify *n)
{
    if (n == NULL) return;
    send_end();
    free(n);
}
