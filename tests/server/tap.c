/*
 * tap.c - claims.  See tap.h.
 * SPDX-License-Identifier: MIT
 */
#include "tap.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "grognard.h"

static int counted, failed;

void claim(bool so, const char *format, ...)
{
    va_list list;
    printf("%s %d - ", so ? "ok" : "not ok", ++counted);
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    putchar('\n');
    fflush(stdout);
    failed += !so;
}

int claims_failed(void) { return failed; }

int claims_end(void)
{
    printf("1..%d\n", counted);
    return failed > 0;
}

_Noreturn void gg_broken(const char *what, const char *file, int line)
{
    printf("Bail out! %s:%d: %s\n", file, line, what);
    exit(1);
}
