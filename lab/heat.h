/*
 * heat.h - where units stand, fight and are lost, laid over the picture of the board.
 * SPDX-License-Identifier: MIT
 */
#ifndef LAB_HEAT_H
#define LAB_HEAT_H

#include "lab/summary.h"

/* The maps of a run as figures of a page that has the style sheet of the boards.  CLI_GO_ON, or an
 * exit code. */
int lab_put_heat(FILE *, const lab_folder *, const lab_summary *);

#endif
