/*
 * think.c - worker threads in which computer players choose.  See think.h.
 */
#include "server/think.h"

#include <pthread.h>
#include <stdlib.h>

#include "core/text.h"

enum { THREADS_MAX = 8, WAITING_MAX = 4096, STACK_BYTES = 8 << 20 };

struct thinkers {
    queue asked, finished;
    pthread_t threads[THREADS_MAX];
    uint32_t count;
    void (*wake)(void *app);
    void *app;
};

static void think(thought *it)
{
    const gg_ruleset *rules = it->rules;
    gg_action *offers = malloc(rules->actions_max * sizeof *offers);
    it->chosen = false;
    if (offers == NULL) return;
    const uint32_t count = rules->offer(it->view, it->side, offers, rules->actions_max);
    if (count > 0) {
        gg_dice dice = gg_dice_random(it->seed);
        gg_action action;
        it->player->choose(rules, it->view, it->side, offers, count, &dice, NULL, &action);
        gg_text text = gg_text_over(it->text, sizeof it->text);
        rules->write_action(it->view, &action, &text);
        it->chosen = !text.cut;
    }
    free(offers);
}

static void *think_on(void *to)
{
    thinkers *t = to;
    for (queue_link *at; (at = queue_take(&t->asked)) != NULL;) {
        think((thought *)at);
        queue_put(&t->finished, at);
        t->wake(t->app);
    }
    return NULL;
}

thinkers *thinkers_start(uint32_t threads, void (*wake)(void *app), void *app)
{
    thinkers *t = calloc(1, sizeof *t);
    if (t == NULL) return NULL;
    t->wake = wake;
    t->app = app;
    queue_open(&t->asked, WAITING_MAX);
    queue_open(&t->finished, UINT32_MAX);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    for (uint32_t i = 0; i < threads && i < THREADS_MAX; i++)
        if (pthread_create(&t->threads[t->count], &attributes, think_on, t) == 0) t->count++;
    pthread_attr_destroy(&attributes);
    return t;
}

static void drop_all(queue *q)
{
    for (queue_link *at; (at = queue_take_all(q, 1, false)) != NULL;)
        thought_free((thought *)at);
}

void thinkers_stop(thinkers *t)
{
    queue_close(&t->asked);
    drop_all(&t->asked);
    for (uint32_t i = 0; i < t->count; i++)
        pthread_join(t->threads[i], NULL);
    t->count = 0;
}

void thinkers_free(thinkers *t)
{
    drop_all(&t->asked);
    drop_all(&t->finished);
    queue_free(&t->asked);
    queue_free(&t->finished);
    free(t);
}

bool thinkers_ask(thinkers *t, thought *it)
{
    return t->count > 0 && queue_put(&t->asked, &it->link);
}

thought *thinkers_next(thinkers *t)
{
    return (thought *)queue_take_all(&t->finished, 1, false);
}

uint32_t thinkers_waiting(thinkers *t)
{
    return queue_count(&t->asked);
}

void thought_free(thought *it)
{
    free(it->view);
    free(it);
}
