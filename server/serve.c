/*
 * serve.c - the whole server.  See serve.h; server/README.md has the plan.
 */
#include "server/serve.h"

#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/api.h"
#include "server/log.h"

enum { BURST = 4, NO_LIMIT = 1000000000, SECONDS_PER_HOUR = 3600 };

static net *running; /* for the signal handler */

static void on_signal(int signal)
{
    (void)signal;
    if (running != NULL) net_stop(running);
}

static void watch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
}

static void wake(void *app)
{
    net_wake(app);
}

static void on_woken(void *app)
{
    hall_deliver(((api *)app)->hall);
}

static void on_second(void *app)
{
    api *a = app;
    hall_greet_late(a->hall);
    pages_refresh(a->pages);
}

static limits_rule rule_of(uint32_t burst, uint32_t per_hour)
{
    return per_hour == 0 ? (limits_rule){NO_LIMIT, NO_LIMIT} : (limits_rule){burst, per_hour};
}

static hall_options hall_options_of(const serve_options *options)
{
    return (hall_options){
        .game_limit = options->games,
        .connections_per_address = options->per_address,
        .thinkers = options->thinkers,
        .rules = {[LIMITS_REQUEST] = rule_of(BURST * options->rate,
                                             options->rate * SECONDS_PER_HOUR),
                  [LIMITS_CREATE] = rule_of(options->creations, options->creations)},
    };
}

static bool open_all(api *a, const serve_options *options, char *error, size_t limit)
{
    const net_options how = {.host = options->host, .port = options->port,
                             .connections_max = (int)options->connections,
                             .behind_proxy = options->behind_proxy};
    const net_hooks hooks = {.app = a, .admit = api_admit, .released = api_released,
                             .request = api_request, .socket = api_socket, .text = api_text,
                             .closed = api_closed, .woken = on_woken, .second = on_second};
    const hall_options hall_how = hall_options_of(options);
    snprintf(error, limit, "there is no memory left");
    a->pages = pages_open(options->folder);
    a->hall = hall_open(&hall_how);
    if (a->pages == NULL || a->hall == NULL || !api_open(a)) return false;
    a->net = a->hall->net = net_open(&how, hooks, error, limit);
    if (a->net == NULL) return false;
    char why[256] = "";
    a->hall->store = store_open(options->store, (store_hooks){.app = a->net, .wake = wake}, why,
                                sizeof why);
    if (a->hall->store == NULL) {
        snprintf(error, limit, "the store %s cannot be opened: %s", options->store, why);
        return false;
    }
    a->hall->thinkers = thinkers_start(options->thinkers, wake, a->net);
    return a->hall->thinkers != NULL;
}

/* What was judged is written, what was written is answered; then the lines are hung up. */
static void close_all(api *a)
{
    hall *h = a->hall;
    const bool ran = h != NULL && h->store != NULL && h->thinkers != NULL;
    if (ran) {
        h->stopping = true;
        thinkers_stop(h->thinkers);
        store_stop(h->store);
        hall_stop(h);
        net_drain(a->net);
    }
    if (a->net != NULL) net_close(a->net);
    if (h != NULL && h->thinkers != NULL) thinkers_free(h->thinkers);
    if (h != NULL && h->store != NULL) store_close(h->store);
    if (h != NULL) hall_close(h);
    if (a->pages != NULL) pages_free(a->pages);
    api_close(a);
}

bool serve(const serve_options *options, char *error, size_t limit)
{
    api a = {0};
    if (sodium_init() < 0) {
        snprintf(error, limit, "this machine gives no random numbers");
        return false;
    }
    const bool opened = open_all(&a, options, error, limit);
    if (opened) {
        char port[16];
        running = a.net;
        watch_signals();
        snprintf(port, sizeof port, "%d", net_port(a.net));
        log_say("listening", "port", port, "store", options->store, "pages", options->folder, NULL);
        if (options->ready != NULL) options->ready(net_port(a.net));
        net_run(a.net);
        log_say("stopping", NULL);
    }
    close_all(&a);
    running = NULL;
    if (opened) log_say("stopped", NULL);
    return opened;
}
