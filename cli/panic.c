/*
 * panic.c - what happens when an assertion fails: a bug report is printed, and the program ends.
 * SPDX-License-Identifier: MIT
 */
#include "cli/cli.h"

#include <stdlib.h>

static const gg_match *watched; /* the match that is being played, if any */
static bool panicking;

void cli_watch(const gg_match *match) { watched = match; }

_Noreturn void gg_broken(const char *what, const char *file, int line)
{
    fflush(stdout);
    fprintf(stderr, "grognard: this is a bug, please report it: %s:%d: %s\n", file, line, what);
    if (watched != NULL && !panicking) { /* telling the record may break too */
        static char bytes[1 << 20];
        panicking = true;
        gg_text text = gg_text_over(bytes, sizeof bytes);
        fputs("The record so far:\n", stderr);
        gg_record_write(watched, GG_NOBODY, true, &text);
        fputs(bytes, stderr);
    }
    abort();
}
