/*
 * support.c - TAP lines, caught assertions, files and memory for the test programs.
 * SPDX-License-Identifier: MIT
 */
#include "core/action.h"
#include "support.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static int tap_count, tap_failed;

__attribute__((format(printf, 2, 0))) static void tap_line(const char *head, const char *format,
                                                           va_list args)
{
    tap_count++;
    printf("%s %d - ", head, tap_count);
    vprintf(format, args);
    putchar('\n');
}

void tap_ok(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tap_line("ok", format, args);
    va_end(args);
}

void tap_not_ok(const char *format, ...)
{
    va_list args;
    tap_failed++;
    va_start(args, format);
    tap_line("not ok", format, args);
    va_end(args);
}

/* Every line of a note gets its own '#', or TAP would read it as a result. */
void tap_note(const char *format, ...)
{
    char text[8 * MESSAGE_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n"))
        printf("#   %s\n", line);
}

int tap_done(void)
{
    printf("1..%d\n", tap_count);
    return tap_failed == 0 ? 0 : 1;
}

static jmp_buf broken_place;
static bool broken_is_awaited;
static char broken_words[MESSAGE_MAX];

jmp_buf *broken_catch(void)
{
    broken_is_awaited = true;
    return &broken_place;
}

void broken_release(void) { broken_is_awaited = false; }

const char *broken_text(void) { return broken_words; }

_Noreturn void gg_broken(const char *what, const char *file, int line)
{
    snprintf(broken_words, sizeof broken_words, "broken assertion at %s:%d: %s", file, line, what);
    if (broken_is_awaited) {
        broken_is_awaited = false;
        longjmp(broken_place, 1);
    }
    fprintf(stderr, "%s\n", broken_words);
    abort();
}

void *room(size_t bytes)
{
    void *memory = calloc(1, bytes > 0 ? bytes : 1);
    if (memory == NULL) {
        fprintf(stderr, "no memory for %zu bytes\n", bytes);
        exit(2);
    }
    return memory;
}

gg_state *room_for_state(const gg_ruleset *rules) { return room(rules->state_bytes); }

char *read_whole(const char *path, size_t *count)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) return NULL;
    size_t limit = 65536, used = 0;
    char *bytes = room(limit);
    size_t got;
    while ((got = fread(bytes + used, 1, limit - used - 1, file)) > 0) {
        used += got;
        if (limit - used < 2) {
            char *more = room(2 * limit);
            memcpy(more, bytes, used);
            free(bytes);
            bytes = more;
            limit *= 2;
        }
    }
    fclose(file);
    bytes[used] = '\0';
    if (count != NULL) *count = used;
    return bytes;
}

bool write_whole(const char *path, const char *text, size_t count)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL) return false;
    bool good = fwrite(text, 1, count, file) == count;
    return fclose(file) == 0 && good;
}

const gg_ruleset *ruleset_named(const char *name)
{
    for (const gg_ruleset *const *r = gg_rulesets; *r != NULL; r++)
        if (strcmp((*r)->name, name) == 0) return *r;
    return NULL;
}

uint32_t scenario_named(const gg_ruleset *rules, const char *name)
{
    for (uint32_t i = 0; i < rules->scenario_count; i++)
        if (strcmp(rules->scenarios[i].name, name) == 0) return i;
    return UINT32_MAX;
}

bool same_state(const gg_ruleset *rules, const gg_state *one, const gg_state *other)
{
    return memcmp(one, other, rules->state_bytes) == 0;
}

const char *action_words(const gg_ruleset *rules, const gg_state *state, const gg_action *action)
{
    static char words[2 * GG_ACTION_TEXT_MAX];
    gg_text out = gg_text_over(words, sizeof words);
    gg_write_action(rules, state, action, &out);
    return words;
}
