/*
 * table_names.c - what the units and places of a scenario are called, looked up once for all games
 * that are played of it: a game says names in every sentence.
 * SPDX-License-Identifier: MIT
 */
#include <pthread.h>
#include <stdlib.h>

#include "server/table.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct list {
    const char *text;
    gg_named *rows;
    uint32_t count;
    struct list *next;
} * lists; /* never shorter; its rows never change */

static struct list *new_list(const char *text)
{
    struct list *list = malloc(sizeof *list);
    if (list == NULL) return NULL;
    const uint32_t count = gg_list_names(text, NULL, 0);
    *list = (struct list){
        .text = text, .count = count, .next = lists, .rows = calloc(count + 1, sizeof *list->rows)};
    if (list->rows == NULL) {
        free(list);
        return NULL;
    }
    gg_list_names(text, list->rows, count);
    return lists = list;
}

gg_names table_names(const gg_ruleset *rules, uint32_t scenario)
{
    gg_names names = {.rules = rules, .text = rules->scenarios[scenario].position};
    if (names.text == NULL) return names;
    pthread_mutex_lock(&lock);
    struct list *list = lists;
    while (list != NULL && list->text != names.text) list = list->next;
    if (list == NULL) list = new_list(names.text);
    pthread_mutex_unlock(&lock);
    if (list == NULL) return names; /* no memory: the text is looked through */
    names.rows = list->rows;
    names.row_count = list->count;
    return names;
}
