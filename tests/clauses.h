/*
 * clauses.h - running files of clause tests: as they are, or with one number of the rules changed.
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_CLAUSES_H
#define TESTS_CLAUSES_H

#include "support.h"

typedef struct clause_run {
    bool must_fail;     /* every test has to fail, with the words its line `fails` gives */
    const char *number; /* "id=value": a house rule under every position and every start; then
                         * nothing is printed, and the first test that fails ends the run */
    const char *naming; /* only the tests whose line `clauses` names this one; NULL: all */
    /* Of the test that failed with a changed number: */
    char noticed[MESSAGE_MAX]; /* its name */
    char message[MESSAGE_MAX];
    bool is_broken; /* an assertion or the audit failed: the row allows what it must not */
} clause_run;

/* Prints a line of TAP for each test of the file.  With a changed number false says that a test
 * failed. */
bool run_clause_file(const char *path, clause_run *);

#endif
