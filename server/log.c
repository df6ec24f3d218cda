/*
 * log.c - one JSON object per line on standard error.  See log.h.
 * SPDX-License-Identifier: MIT
 */
#include "server/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "core/json.h"

enum { LINE_MAX_BYTES = 2048 };

static int be_quiet;

void log_quiet(int quiet) { be_quiet = quiet; }

void log_say(const char *what, ...)
{
    if (be_quiet) return;
    char bytes[LINE_MAX_BYTES], when[32];
    const time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &utc);
    gg_text text = gg_text_over(bytes, sizeof bytes - 1);
    gg_json json = gg_json_into(&text);
    gg_json_object(&json, NULL);
    gg_json_string(&json, "at", when);
    gg_json_string(&json, "what", what);
    va_list list;
    va_start(list, what);
    for (const char *key; (key = va_arg(list, const char *)) != NULL;)
        gg_json_string(&json, key, va_arg(list, const char *));
    va_end(list);
    gg_json_end(&json);
    gg_put_char(&text, '\n');
    if (write(STDERR_FILENO, bytes, text.count) < 0) return; /* nobody reads it: so be it */
}
