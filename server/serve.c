/*
 * serve.c - the whole server.  See serve.h; server/README.md has the plan.
 * SPDX-License-Identifier: MIT
 */
#include "server/serve.h"

#include <malloc.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "server/api.h"
#include "server/log.h"
#include "server/turns.h"

enum {
    BURST = 4,
    FILES_EACH = 20, /* that a browser loads for each call, about */
    NO_LIMIT = 1000000000,
    SECONDS_PER_HOUR = 3600,
    SAY_BURST = 40,
    SAY_PER_HOUR = 2 * SECONDS_PER_HOUR, /* lines of chat */
};

static net *running; /* for the signal handler */

static void on_signal(int signal)
{
    (void)signal;
    if (running != NULL) net_stop(running);
}

static void on_test_signal(int signal, siginfo_t *info, void *context)
{
    (void)context;
    const int64_t seconds =
        info->si_code == SI_QUEUE ? info->si_value.sival_int : 24 * SECONDS_PER_HOUR;
    if (signal == SIGUSR1) hall_move_time(seconds * 1000);
    else hall_set_wall(seconds * 1000);
}

static void watch_signals(bool for_tests)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    struct sigaction later = {.sa_sigaction = on_test_signal, .sa_flags = SA_SIGINFO};
    sigemptyset(&later.sa_mask);
    if (for_tests) sigaction(SIGUSR1, &later, NULL);
    if (for_tests) sigaction(SIGUSR2, &later, NULL);
}

static void wake(void *app) { net_wake(app); }

static void on_woken(void *app)
{
    api *a = app;
    hall_deliver(a->hall);
    if (a->hashers != NULL) work_deliver(a->hashers);
    if (a->notify != NULL) notify_deliver(a->notify);
    if (a->backups != NULL) backups_deliver(a->backups);
    if (a->inspection != NULL) inspection_deliver(a->inspection);
}

static void on_round(void *app) { store_go(((api *)app)->hall->store); }

static void on_second(void *app)
{
    api *a = app;
    hall_look_at_time(a->hall);
    hall_look_around(a->hall);
    if (!a->hall->stopping) notify_second(a->notify);
    hall_resume(a->hall);
    if (a->backups != NULL) backups_second(a->backups, hall_now_ms() / 1000, hall_ticks_ms());
    pages_refresh(a->pages);
}

static limits_rule rule_of(uint64_t burst, uint64_t per_hour)
{
    if (per_hour == 0 || burst > NO_LIMIT || per_hour > NO_LIMIT)
        return (limits_rule){NO_LIMIT, NO_LIMIT};
    return (limits_rule){(uint32_t)burst, (uint32_t)per_hour};
}

static hall_options hall_options_of(const serve_options *options)
{
    const uint64_t burst = (uint64_t)BURST * options->rate;
    const uint64_t per_hour = (uint64_t)options->rate * SECONDS_PER_HOUR;
    return (hall_options){
        .tables = &options->tables,
        .game_limit = options->games,
        .listeners_per_address = options->per_address,
        .thinkers = options->thinkers,
        .rules = {[LIMITS_REQUEST] = rule_of(burst, per_hour),
                  [LIMITS_PAGE] = rule_of(FILES_EACH * burst, FILES_EACH * per_hour),
                  [LIMITS_CREATE] = rule_of(options->creations, options->creations),
                  [LIMITS_SAY] = rule_of(SAY_BURST, options->rate == 0 ? 0 : SAY_PER_HOUR)},
    };
}

/* ---- People. ---- */

typedef struct first_job { /* where life goes on, and the key that signs links */
    store_job job;
    int64_t now;
    store_life life;
    store_session *session;
    bool restored; /* it is a copy of a store, as who starts it says, or it itself */
    uint32_t games;
    bool finished;
} first_job;

/* Who has seen what came after the copy was made has seen its next dice.  A game that is broken may
 * take no deed, and is not played on. */
static bool give_secret(void *to, const store_unfinished *game)
{
    first_job *it = to;
    uint8_t secret[FAIR_SECRET_BYTES];
    char text[2 * FAIR_SECRET_BYTES + 1];
    fair_new_secret(secret); /* the loop waits for it */
    sodium_bin2hex(text, sizeof text, secret, sizeof secret);
    const store_deed deed = {.number = game->deeds,
                             .kind = DEED_restored,
                             .side = GG_NOBODY,
                             .hash = game->hash,
                             .is_hashed = game->is_hashed,
                             .at = it->now,
                             .life = game->clocked ? it->life.lived : 0,
                             .text = text};
    it->games += store_add_deed(it->session, game->id, &deed);
    sodium_memzero(text, sizeof text);
    return true;
}

static bool run_first(store_job *job, store_session *session)
{
    first_job *it = (first_job *)job;
    if (!store_begin_life(session, it->now, &it->life)) return false;
    it->restored = it->restored || it->life.copied != 0;
    it->session = session;
    it->games = 0;
    return !it->restored || store_read_unfinished(session, give_secret, it);
}

static void first_done(store_job *job) { ((first_job *)job)->finished = true; }

static void begin_life(hall *h, const first_job *first)
{
    char down[32], games[32], copied[32];
    snprintf(games, sizeof games, "%u", first->games);
    snprintf(copied, sizeof copied, "%lld", (long long)first->life.copied);
    if (first->restored)
        log_say("store restored", "copied", copied, "games", games, "text",
                "from here on their dice are drawn from a new secret", NULL);
    hall_begin_life(h, first->life.lived);
    if (first->life.alive == first->now) return;
    snprintf(down, sizeof down, "%lld", (long long)(first->now - first->life.alive));
    log_say("was down", "ms", down, "text", "no clock ran meanwhile", NULL);
}

static bool open_people(api *a, const serve_options *options, char *error, size_t limit)
{
    static const char https[] = "https://";
    first_job first = {.job = {.run = run_first, .done = first_done},
                       .now = hall_now_ms(),
                       .restored = options->restored};
    const notify_options how = {.smtp = options->smtp,
                                .smtp_ca = options->smtp_ca,
                                .from = options->mail_from,
                                .public_url = options->public_url,
                                .anywhere = options->private_webhooks};
    a->public_url = options->public_url;
    a->has_metrics = options->metrics_token != NULL;
    if (a->has_metrics) api_hash_token(options->metrics_token, a->metrics_token);
    a->secure =
        options->public_url != NULL && strncmp(options->public_url, https, sizeof https - 1) == 0;
    a->hall->notify_delay = (int64_t)options->notify_delay * 1000;
    if (!store_write(a->hall->store, &first.job)) return false;
    store_go(a->hall->store);
    while (!first.finished) { /* nobody is connected yet: nobody waits */
        store_deliver(a->hall->store);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    if (!first.job.ok) {
        snprintf(error, limit, "the store %s cannot be used: %s", options->store,
                 store_trouble(a->hall->store));
        return false;
    }
    begin_life(a->hall, &first);
    a->throttle = account_throttle_new();
    a->sessions = account_sessions_new();
    a->hashers = work_open(ACCOUNTS_HASHERS, ACCOUNTS_WAITING, wake, a->net);
    a->notify = notify_open(a->hall, &how, first.life.key, wake, a->net);
    return a->throttle != NULL && a->sessions != NULL && a->hashers != NULL && a->notify != NULL;
}

/* Before the store closes: what was claimed and not sent goes back into it. */
static void stop_people(api *a)
{
    work *hashers = a->hashers;
    a->hashers = NULL;
    if (hashers != NULL) work_close(hashers);
    if (a->notify != NULL) notify_stop(a->notify);
}

static void close_people(api *a)
{
    notify_free(a->notify);
    account_sessions_free(a->sessions);
    account_throttle_free(a->throttle);
}

static bool begin_inspection(api *a, const serve_options *options)
{
    a->inspection = inspection_begin(options->store, wake, a->net);
    return a->inspection != NULL;
}

static bool open_backups(api *a, const serve_options *options)
{
    const backup_times times = {
        .folder = options->backup, .hours = options->backup_hours, .keep = options->backup_keep};
    if (options->backup == NULL) return true;
    a->backups = backups_open(options->store, &times, wake, a->net);
    return a->backups != NULL;
}

static bool open_all(api *a, const serve_options *options, char *error, size_t limit)
{
    const net_options how = {.host = options->host,
                             .port = options->port,
                             .connections_max = (int)options->connections,
                             .behind_proxy = options->behind_proxy,
                             .unsent_max = (size_t)options->answers << 20};
    const net_hooks hooks = {.app = a,
                             .admit = api_admit,
                             .released = api_released,
                             .household = api_household,
                             .request = api_request,
                             .socket = api_socket,
                             .text = api_text,
                             .closed = api_closed,
                             .woken = on_woken,
                             .round = on_round,
                             .second = on_second};
    const hall_options hall_how = hall_options_of(options);
    snprintf(error, limit, "there is no memory left");
    a->pages = pages_open(options->folder);
    a->hall = hall_open(&hall_how);
    if (a->pages == NULL || a->hall == NULL || !api_open(a)) return false;
    a->net = a->hall->net = net_open(&how, hooks, error, limit);
    if (a->net == NULL) return false;
    char why[256] = "";
    a->hall->store =
        store_open(options->store, (store_hooks){.app = a->net, .wake = wake}, why, sizeof why);
    if (a->hall->store == NULL) {
        snprintf(error, limit, "the store %s cannot be opened: %s", options->store, why);
        return false;
    }
    a->hall->thinkers = thinkers_start(options->thinkers, wake, a->net);
    return a->hall->thinkers != NULL && open_people(a, options, error, limit)
           && open_backups(a, options) && begin_inspection(a, options);
}

/* What was judged is written, what was written is answered; then the lines are hung up. */
static void close_all(api *a)
{
    hall *h = a->hall;
    const bool ran = h != NULL && h->store != NULL && h->thinkers != NULL;
    if (ran) {
        h->stopping = true;
        hall_stop_all_thinking(h);
        backups *b = a->backups;
        a->backups = NULL;
        backups_close(b);
        inspection *inspected = a->inspection;
        a->inspection = NULL;
        inspection_end(inspected);
        thinkers_stop(h->thinkers);
        stop_people(a);
        store_stop(h->store);
        hall_stop(h);
        net_drain(a->net);
    }
    if (a->net != NULL) net_close(a->net);
    if (h != NULL && h->thinkers != NULL) thinkers_free(h->thinkers);
    if (h != NULL && h->store != NULL) store_close(h->store);
    if (h != NULL) hall_close(h);
    if (a->pages != NULL) pages_free(a->pages);
    close_people(a);
    api_close(a);
}

/* Games come and go all the time: what one frees the next needs, and need not go back to the kernel
 * page by page meanwhile. */
static void keep_memory(void)
{
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
    mallopt(M_TOP_PAD, 4 << 20);
    mallopt(M_MMAP_THRESHOLD, 8 << 20);
}

bool serve(const serve_options *options, char *error, size_t limit)
{
    api a = {0};
    keep_memory();
    umask(077); /* whatever file it makes is its owner's alone */
    if (sodium_init() < 0) {
        snprintf(error, limit, "this machine gives no random numbers");
        return false;
    }
    if (options->for_tests && options->seed != 0) fair_seed_for_tests(options->seed);
    const bool opened = open_all(&a, options, error, limit);
    if (opened) {
        char port[16], places[512];
        running = a.net;
        watch_signals(options->for_tests);
        snprintf(port, sizeof port, "%d", net_port(a.net));
        net_put_places(a.net, places, sizeof places);
        log_say("listening", "addresses", places, "port", port, "store", options->store, "pages",
                options->folder, NULL);
        if (options->ready != NULL) options->ready(net_port(a.net));
        turns_shorten(TURNS_LOOP_US);
        net_run(a.net);
        log_say("stopping", NULL);
    }
    close_all(&a);
    running = NULL;
    if (opened) log_say("stopped", NULL);
    return opened;
}
