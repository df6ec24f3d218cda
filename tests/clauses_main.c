/*
 * clauses_main.c - the clause tests as a program.
 *
 *   clauses [--must-fail] FILE...
 *
 * With --must-fail every test has to fail, with the words its line `fails` gives: so the runner
 * itself is tested.
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "clauses.h"

int main(int count, char **args)
{
    static clause_run how;
    how.must_fail = count > 1 && strcmp(args[1], "--must-fail") == 0;
    if (count < (how.must_fail ? 3 : 2)) {
        fprintf(stderr, "usage: clauses [--must-fail] FILE...\n");
        return 2;
    }
    for (int i = how.must_fail ? 2 : 1; i < count; i++) run_clause_file(args[i], &how);
    return tap_done();
}
