/*
 * scoring.h - points, the end, and how a battle is set up (chapters 12 to 14 and 16).
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMANDERS_SCORING_H
#define COMMANDERS_SCORING_H

#include "commanders.h"

/* ---- setup.c (chapter 13). ---- */
/* A scenario with these options, which are in the state already; NULL, or why not. */
const char *commanders_set_up(gg_state *, const int32_t *options);
int commanders_points_at_start(const gg_state *);
gg_verdict commanders_deploy_ready(const gg_state *, gg_side);

/* ---- scoring.c (chapters 12, 14, 16). ---- */
void commanders_end(gg_state *, ended, gg_side winner, gg_log *);
/* What this side scores each round, or once, for controlling the sector. */
int commanders_sector_points(const gg_state *, gg_side, int sector);
gg_clause commanders_ending_clause(const gg_state *);

#endif
