/*
 * notify.c - messages from the store to the threads that send them, and back.  See notify.h.
 */
#include "server/notify.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/log.h"
#include "server/notify_send.h"

enum {
    LATE_MOST = 64,     /* fallen flags that are looked at in a second */
    DUE_MOST = 16,      /* messages */
    ALIVE_SECONDS = 10, /* how often the store is told that the server lives */
    ROUND_SECONDS = 60, /* digests, old sessions, and flags that could not be looked at */
    WEBHOOK_MAX = 16 * 1024,
};

struct notify {
    hall *hall;
    notify_options options;
    uint8_t key[STORE_KEY_BYTES];
    work *threads;
    uint32_t seconds;
    bool looking, stopped;
    uint32_t under_way;
    int64_t late_after; /* flags up to here were looked at in this round */
    notify_figures figures;
};

int64_t notify_pause(uint32_t tries)
{
    static const int64_t pauses[NOTIFY_TRIES - 1] = {60 * 1000, 10 * 60 * 1000};
    return tries == 0 || tries >= NOTIFY_TRIES ? 0 : pauses[tries - 1];
}

bool notify_can_call(const notify *n)
{
    return n->options.public_url != NULL;
}

bool notify_can_mail(const notify *n)
{
    return n->options.smtp != NULL && n->options.from != NULL && n->options.public_url != NULL;
}

const uint8_t *notify_key(const notify *n)
{
    return n->key;
}

notify_figures notify_count(const notify *n)
{
    return n->figures;
}

/* ---- One message. ---- */

typedef struct errand {
    store_job job;
    work_job work;
    notify *n;
    store_notice notice;
    store_listed *games; /* of a digest */
    uint32_t game_count;
    int64_t at; /* seconds */
    bool claimed, tried, sent, here;
    char error[SEND_ERROR_MAX];
} errand;

static void errand_free(errand *it)
{
    it->n->under_way--;
    free(it->games);
    free(it);
}

static void errand_over(store_job *job)
{
    errand_free((errand *)job);
}

static void keep_waiting(void *to, const store_listed *game)
{
    errand *it = to;
    if (game->status == STORE_PLAYING && (game->deciding >> game->side & 1) != 0)
        it->games[it->game_count++] = *game;
}

/* What came of it, into the store. */
static bool write_outcome(store_job *job, store_session *session)
{
    const errand *it = (const errand *)job;
    const store_notice *notice = &it->notice;
    const uint32_t tries = notice->tries + it->tried;
    const int64_t pause = notify_pause(tries);
    if (!it->tried && !it->here) /* the server stops: as if it had not been taken */
        return store_retry_notice(session, notice->id, notice->tries, it->at * 1000);
    bool well = !it->tried
                || store_set_trouble(session, notice->account.id, notice->channel,
                                     it->sent ? "" : it->error, it->at);
    if (well && !it->here && !it->sent && pause > 0)
        return store_retry_notice(session, notice->id, tries, it->at * 1000 + pause);
    return well && store_drop_notice(session, notice->id);
}

static void finish_errand(errand *it)
{
    it->job = (store_job){.run = write_outcome, .done = errand_over};
    it->at = hall_now_ms() / 1000;
    if (!store_write(it->n->hall->store, &it->job)) errand_free(it);
}

static void run_errand(work_job *job)
{
    errand *it = (errand *)(void *)((char *)job - offsetof(errand, work));
    const notify_options *options = &it->n->options;
    const notify_letter letter = {.notice = &it->notice, .games = it->games,
                                  .game_count = it->game_count, .key = it->n->key,
                                  .public_url = options->public_url, .at = it->at};
    char *bytes = malloc(MAIL_BYTES_MAX);
    it->tried = bytes != NULL;
    if (bytes == NULL) return;
    gg_text out = gg_text_over(bytes, MAIL_BYTES_MAX);
    if (it->notice.channel == CHANNEL_MAIL) {
        notify_put_mail(&letter, options->from, &out);
        it->sent = send_mail(options->smtp, options->from, it->notice.account.mail, bytes,
                             out.count, it->error);
    } else {
        notify_put_webhook(&letter, &out);
        it->sent = send_webhook(it->notice.account.webhook, bytes, options->loopback, it->error);
    }
    free(bytes);
}

static void errand_done(work_job *job)
{
    errand *it = (errand *)(void *)((char *)job - offsetof(errand, work));
    notify_figures *figures = &it->n->figures;
    if (it->sent) figures->sent++;
    else if (it->tried) figures->failed++;
    if (it->tried && !it->sent && notify_pause(it->notice.tries + 1) == 0) figures->given_up++;
    if (it->tried && !it->sent)
        log_say("not sent", "event", notify_event_name(it->notice.event), "channel",
                it->notice.channel == CHANNEL_MAIL ? "mail" : "webhook", "why", it->error, NULL);
    finish_errand(it);
}

static bool claim(store_job *job, store_session *session)
{
    errand *it = (errand *)job;
    it->game_count = 0;
    return store_claim_notice(session, it->notice.id, &it->claimed)
           && (it->notice.event != EVENT_DIGEST
               || store_read_games(session, it->notice.account.id, keep_waiting, it));
}

static void claim_done(store_job *job)
{
    errand *it = (errand *)job;
    const uint8_t channel = it->notice.channel;
    const bool can = channel == CHANNEL_MAIL ? notify_can_mail(it->n) : notify_can_call(it->n);
    const bool any = it->notice.event != EVENT_DIGEST || it->game_count > 0;
    if (!job->ok || !it->claimed) {
        errand_free(it);
        return;
    }
    it->work = (work_job){.run = run_errand, .done = errand_done};
    it->here = !can || !any; /* nothing to send it with, or nothing to say */
    if (it->here || it->n->stopped || !work_ask(it->n->threads, &it->work)) finish_errand(it);
}

/* Is it still worth sending?  Who looks at the game knows. */
static void take_due(notify *n, const store_notice *notice)
{
    errand *it = calloc(1, sizeof *it);
    if (it == NULL) return;
    it->n = n;
    it->notice = *notice;
    it->at = hall_now_ms() / 1000;
    it->here = notice->game.id[0] != '\0'
               && hall_is_here(n->hall, notice->game.id, notice->game.side);
    if (notice->event == EVENT_DIGEST) {
        it->games = calloc(STORE_GAMES_LISTED, sizeof *it->games);
        if (it->games == NULL) {
            free(it);
            return;
        }
    }
    n->under_way++;
    it->job = (store_job){.run = it->here ? write_outcome : claim,
                          .done = it->here ? errand_over : claim_done};
    if (!store_write(n->hall->store, &it->job)) errand_free(it);
}

/* ---- Once a second. ---- */

typedef struct look {
    store_job job;
    notify *n;
    int64_t now, after;
    uint32_t due_most;
    char late[LATE_MOST][FAIR_ID_MAX];
    int64_t late_until;
    uint32_t late_count, due_count;
    store_notice due[DUE_MOST];
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
    return store_read_late(session, it->after, it->now, LATE_MOST, keep_late, it)
           && store_read_due(session, it->now, it->due_most, keep_due, it);
}

static void look_done(store_job *job)
{
    look *it = (look *)job;
    notify *n = it->n;
    n->looking = false;
    if (job->ok && !n->stopped) {
        for (uint32_t i = 0; i < it->late_count; i++)
            hall_look_at_clock(n->hall, it->late[i]);
        if (it->late_count > 0) n->late_after = it->late_until;
        for (uint32_t i = 0; i < it->due_count; i++)
            take_due(n, &it->due[i]);
    }
    free(it);
}

/* A message that is found again while it is being claimed is claimed but once. */
static void look_around(notify *n)
{
    if (n->looking) return;
    look *it = calloc(1, sizeof *it);
    if (it == NULL) return;
    it->job = (store_job){.run = run_look, .done = look_done};
    it->n = n;
    it->now = hall_now_ms();
    it->after = n->late_after;
    it->due_most = n->under_way < NOTIFY_WAITING / 2 ? DUE_MOST : 0;
    n->looking = store_read(n->hall->store, &it->job);
    if (!n->looking) free(it);
}

typedef struct chore {
    store_job job;
    int64_t now;
    bool round;
} chore;

static bool run_chore(store_job *job, store_session *session)
{
    const chore *it = (const chore *)job;
    return store_set_alive(session, it->now)
           && (!it->round || (store_add_digests(session, it->now)
                              && store_drop_old_sessions(session, it->now / 1000)));
}

static void chore_done(store_job *job)
{
    free(job);
}

static void do_chores(notify *n, bool round)
{
    chore *it = calloc(1, sizeof *it);
    if (it == NULL) return;
    it->job = (store_job){.run = run_chore, .done = chore_done};
    it->now = hall_now_ms();
    it->round = round;
    if (!store_write(n->hall->store, &it->job)) free(it);
}

void notify_second(notify *n)
{
    const bool round = n->seconds % ROUND_SECONDS == 0;
    if (round) n->late_after = 0;
    if (n->seconds % ALIVE_SECONDS == 0) do_chores(n, round);
    n->seconds++;
    look_around(n);
}

void notify_deliver(notify *n)
{
    if (n->threads != NULL) work_deliver(n->threads);
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
    n->threads = work_open(NOTIFY_THREADS, NOTIFY_WAITING, wake, app);
    if (n->threads != NULL) return n;
    notify_free(n);
    return NULL;
}

void notify_stop(notify *n)
{
    n->stopped = true;
    do_chores(n, false); /* alive until now: what comes is an outage */
    work_close(n->threads);
    n->threads = NULL;
    while (n->under_way > 0) { /* what was claimed and not sent goes back */
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
