/*
 * nearest.c - the name that somebody meant.  See nearest.h.
 * SPDX-License-Identifier: MIT
 */
#include "core/nearest.h"

#include <string.h>

enum { WORD_MAX = 40 };

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static int least(int one, int other) { return one < other ? one : other; }

/* How many letters must be changed, put in, left out or swapped with the next. */
static int distance(const char *from, int from_length, const char *to, int to_length)
{
    int rows[3][WORD_MAX + 1];
    for (int j = 0; j <= to_length; j++) rows[0][j] = j;
    for (int i = 1; i <= from_length; i++) {
        int *now = rows[i % 3];
        const int *before = rows[(i + 2) % 3], *earlier = rows[(i + 1) % 3];
        now[0] = i;
        for (int j = 1; j <= to_length; j++) {
            const char a = lower(from[i - 1]), b = lower(to[j - 1]);
            now[j] = least(before[j - 1] + (a != b), least(before[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && a == lower(to[j - 2]) && b == lower(from[i - 2]))
                now[j] = least(now[j], earlier[j - 2] + 1);
        }
    }
    return rows[from_length % 3][to_length];
}

static bool begins_with(const char *name, const char *word)
{
    while (*word != 0 && lower(*name) == lower(*word)) name++, word++;
    return *word == 0;
}

const char *gg_nearest_name(const char *word, gg_name_row *name_of, const void *list)
{
    const size_t length = strlen(word);
    const char *best = NULL, *begun = NULL;
    int begun_count = 0, best_distance = (int)(length + 2) / 3 + 1;
    if (length == 0 || length > WORD_MAX) return NULL;
    for (int row = 0; name_of(list, row) != NULL; row++) {
        const char *name = name_of(list, row);
        const size_t name_length = strlen(name);
        if (name_length == 0 || name_length > WORD_MAX) continue;
        const int far = distance(word, (int)length, name, (int)name_length);
        if (far < best_distance && far < (int)name_length) best = name, best_distance = far;
        if (length > 1 && begins_with(name, word)) begun = name, begun_count++;
    }
    return begun_count == 1 ? begun : best;
}

void gg_put_nearest(gg_text *out, const char *word, gg_name_row *name_of, const void *list)
{
    const char *name = gg_nearest_name(word, name_of, list);
    if (name == NULL) return;
    gg_put_words(out, " (did you mean %s?)", name);
}
