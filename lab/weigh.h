/*
 * weigh.h - what each number and option of the rules has changed in a run, on the same dice.
 * SPDX-License-Identifier: MIT
 */
#ifndef LAB_WEIGH_H
#define LAB_WEIGH_H

#include "lab/summary.h"

/* vary.c: the first games of the setup again with every number and option a little less and more,
 * as the JSON of `lab vary`; NULL, and a sentence: stopped before anything could be told. */
json_t *lab_weigh_all(const lab_setup *, uint64_t games, int threads);

/* For the report of a run: the chart and the table of what was weighed, or how that is done.
 * CLI_GO_ON, or an exit code after a sentence. */
int lab_put_weights(FILE *, const lab_folder *, const lab_summary *);

#endif
