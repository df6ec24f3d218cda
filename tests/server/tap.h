/*
 * tap.h - what the programs that test a whole server have in common: claims, printed as TAP.
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_SERVER_TAP_H
#define TESTS_SERVER_TAP_H

#include <stdbool.h>

/* "ok 7 - the server starts", or "not ok". */
__attribute__((format(printf, 2, 3))) void claim(bool so, const char *format, ...);
/* How many were wrong so far. */
int claims_failed(void);
/* The plan; what main() returns. */
int claims_end(void);

#endif
