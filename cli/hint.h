/*
 * hint.h - asking a computer player what he thinks, from the terminal.
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_HINT_H
#define CLI_HINT_H

#include <signal.h>

#include "cli/cli.h"
#include "players/hint.h"

/* Somebody waits: how far it is stands on stderr of a terminal, and Ctrl-C ends it. */
typedef struct cli_patience {
    gg_progress progress;
    bool shows;
    struct sigaction before;
} cli_patience;
cli_patience cli_begin_waiting(const char *words); /* the words stay where they are */
bool cli_end_waiting(cli_patience *);              /* false: it was cut short */

typedef struct cli_hint_wish {
    gg_hint_ask ask; /* all but the progress */
} cli_hint_wish;
/* With `ask.also`: why that action?  Else the three best.  False: it was cut short, and nothing is
 * said. */
bool cli_say_hint(const cli_hint_wish *, FILE *, bool json);
/* Why was entry number `nth` (from 0) done?  By the judgement of this player, with what the side
 * knew.  False: it was cut short. */
bool cli_say_reasons(const gg_match *, uint32_t nth, const gg_player *, uint32_t playouts, FILE *,
                     bool json);
/* A player who thinks ahead; NULL, and a sentence on stderr. */
const gg_player *cli_find_level(const char *name);
/* What --playouts says, or 0 if it is not given; CLI_GO_ON, or an exit code. */
int cli_read_playouts(const char *text, uint32_t *playouts);

#endif
