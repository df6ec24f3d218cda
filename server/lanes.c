/*
 * lanes.c - what waits for a few threads.  See lanes.h.
 *
 * Fairness by turns: an item takes as many turns of its asker as it costs, and begins with the
 * asker's next one, but with none that is past.  So a newcomer comes into the present turn, and an
 * asker with ten items of cost 1 waiting is spread over ten turns.
 * SPDX-License-Identifier: MIT
 */
#include "server/lanes.h"

#include <stdlib.h>
#include <time.h>

#include "core/dice.h"

int64_t lanes_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool lanes_is_late(const lanes_item *item)
{
    return item->deadline != 0 && lanes_now() > item->deadline;
}

bool lanes_open(lanes_queue *l, const lanes_rule rules[LANES_MAX])
{
    bool well = true;
    pthread_mutex_init(&l->lock, NULL);
    pthread_cond_init(&l->filled, NULL);
    l->serial = 0;
    l->closed = false;
    for (int i = 0; i < LANES_MAX; i++) {
        l->lanes[i] = (lanes_lane){.limit = rules[i].limit, .each = rules[i].each};
        if (rules[i].limit > 0)
            l->lanes[i].heap = malloc(rules[i].limit * sizeof *l->lanes[i].heap);
        well = well && (rules[i].limit == 0 || l->lanes[i].heap != NULL);
    }
    return well;
}

void lanes_free(lanes_queue *l)
{
    for (int i = 0; i < LANES_MAX; i++) {
        gg_assert(l->lanes[i].count == 0);
        free(l->lanes[i].heap);
    }
    pthread_mutex_destroy(&l->lock);
    pthread_cond_destroy(&l->filled);
}

/* ---- The heap of one lane. ---- */

static bool is_before(const lanes_item *one, const lanes_item *other)
{
    return one->turn != other->turn ? one->turn < other->turn : one->serial < other->serial;
}

static void sift_up(lanes_lane *lane, uint32_t at)
{
    lanes_item *item = lane->heap[at];
    for (; at > 0 && is_before(item, lane->heap[(at - 1) / 2]); at = (at - 1) / 2)
        lane->heap[at] = lane->heap[(at - 1) / 2];
    lane->heap[at] = item;
}

static void sift_down(lanes_lane *lane, uint32_t at)
{
    lanes_item *item = lane->heap[at];
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= lane->count) break;
        if (child + 1 < lane->count && is_before(lane->heap[child + 1], lane->heap[child])) child++;
        if (!is_before(lane->heap[child], item)) break;
        lane->heap[at] = lane->heap[child];
        at = child;
    }
    lane->heap[at] = item;
}

static uint32_t place_of(uint64_t key)
{
    return (uint32_t)(gg_hash(&key, sizeof key) % LANES_KEYS);
}

static uint32_t cost_of(const lanes_item *item) { return item->cost == 0 ? 1 : item->cost; }

static bool push(lanes_lane *lane, lanes_item *item)
{
    const uint32_t place = place_of(item->key);
    if (lane->count == lane->limit || (item->key != 0 && lane->waiting[place] >= lane->each))
        return false;
    const uint64_t next = lane->turns[place];
    item->turn = next > lane->turn && item->key != 0 ? next : lane->turn;
    if (item->key != 0) lane->turns[place] = item->turn + cost_of(item);
    lane->waiting[place]++;
    lane->heap[lane->count++] = item;
    sift_up(lane, lane->count - 1);
    return true;
}

static lanes_item *pull(lanes_lane *lane, uint32_t at)
{
    lanes_item *item = lane->heap[at];
    lane->heap[at] = lane->heap[--lane->count];
    if (at < lane->count) {
        sift_down(lane, at);
        sift_up(lane, at);
    }
    lane->waiting[place_of(item->key)]--;
    return item;
}

static bool find(const lanes_lane *lane, const lanes_item *item, uint32_t *at)
{
    for (*at = 0; *at < lane->count; ++*at)
        if (lane->heap[*at] == item) return true;
    return false;
}

/* ---- */

bool lanes_put(lanes_queue *l, lanes_item *item)
{
    gg_assert(item->lane < LANES_MAX);
    pthread_mutex_lock(&l->lock);
    item->since = lanes_now();
    item->serial = l->serial++;
    const bool fits = !l->closed && push(&l->lanes[item->lane], item);
    if (fits) pthread_cond_broadcast(&l->filled); /* not everybody takes of every lane */
    pthread_mutex_unlock(&l->lock);
    return fits;
}

static lanes_item *take_first(lanes_queue *l, uint32_t set)
{
    for (int i = 0; i < LANES_MAX; i++) {
        lanes_lane *lane = &l->lanes[i];
        if ((set >> i & 1) == 0 || lane->count == 0) continue;
        lanes_item *item = pull(lane, 0);
        if (item->turn > lane->turn) lane->turn = item->turn;
        return item;
    }
    return NULL;
}

lanes_item *lanes_take(lanes_queue *l, uint32_t set, bool wait)
{
    pthread_mutex_lock(&l->lock);
    lanes_item *item = take_first(l, set);
    while (item == NULL && wait && !l->closed) {
        pthread_cond_wait(&l->filled, &l->lock);
        item = take_first(l, set);
    }
    pthread_mutex_unlock(&l->lock);
    return item;
}

lanes_item *lanes_take_small(lanes_queue *l, uint8_t at, uint64_t key, uint32_t cost)
{
    lanes_item *best = NULL;
    uint32_t best_at = 0;
    pthread_mutex_lock(&l->lock);
    lanes_lane *lane = &l->lanes[at];
    for (uint32_t i = 0; i < lane->count; i++) {
        lanes_item *item = lane->heap[i];
        if (item->key == key || cost_of(item) > cost) continue;
        if (best != NULL && !is_before(item, best)) continue;
        best = item;
        best_at = i;
    }
    if (best != NULL) pull(lane, best_at);
    pthread_mutex_unlock(&l->lock);
    return best;
}

void lanes_raise(lanes_queue *l, lanes_item *item, uint8_t lane)
{
    uint32_t at;
    pthread_mutex_lock(&l->lock);
    if (lane < item->lane && l->lanes[lane].count < l->lanes[lane].limit
        && find(&l->lanes[item->lane], item, &at)) {
        pull(&l->lanes[item->lane], at);
        const uint8_t before = item->lane;
        item->lane = lane;
        if (!push(&l->lanes[lane], item)) {
            item->lane = before;
            push(&l->lanes[before], item); /* its place is still free */
        }
        pthread_cond_broadcast(&l->filled);
    }
    pthread_mutex_unlock(&l->lock);
}

bool lanes_remove(lanes_queue *l, lanes_item *item)
{
    uint32_t at;
    pthread_mutex_lock(&l->lock);
    const bool waits = find(&l->lanes[item->lane], item, &at);
    if (waits) pull(&l->lanes[item->lane], at);
    pthread_mutex_unlock(&l->lock);
    return waits;
}

void lanes_close(lanes_queue *l)
{
    pthread_mutex_lock(&l->lock);
    l->closed = true;
    pthread_cond_broadcast(&l->filled);
    pthread_mutex_unlock(&l->lock);
}

uint32_t lanes_count(lanes_queue *l, uint32_t set)
{
    uint32_t count = 0;
    pthread_mutex_lock(&l->lock);
    for (int i = 0; i < LANES_MAX; i++)
        if ((set >> i & 1) != 0) count += l->lanes[i].count;
    pthread_mutex_unlock(&l->lock);
    return count;
}

int64_t lanes_oldest(lanes_queue *l, uint32_t set)
{
    const int64_t now = lanes_now();
    int64_t oldest = 0;
    pthread_mutex_lock(&l->lock);
    for (int i = 0; i < LANES_MAX; i++)
        for (uint32_t k = 0; (set >> i & 1) != 0 && k < l->lanes[i].count; k++)
            if (now - l->lanes[i].heap[k]->since > oldest)
                oldest = now - l->lanes[i].heap[k]->since;
    pthread_mutex_unlock(&l->lock);
    return oldest;
}
