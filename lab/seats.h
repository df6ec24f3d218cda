/*
 * seats.h - players as the laboratory's calls name them: "guard", "guard@200" for so many playouts
 * a turn, "guard@200:bold" in that style, "guard@200:trust=0:ahead=2" with other numbers in its
 * row.  Strangers and the knower may sit down here too.
 * SPDX-License-Identifier: MIT
 */
#ifndef LAB_SEATS_H
#define LAB_SEATS_H

#include "core/network.h"
#include "lab/game.h"
#include "lab/rating.h"
#include "players/search.h"

typedef struct lab_seats {
    uint32_t count;
    const gg_player *players[LAB_PLAYERS_MAX];
    gg_effort efforts[LAB_PLAYERS_MAX];
    gg_level rows[LAB_PLAYERS_MAX];
    char names[LAB_PLAYERS_MAX][LAB_SEAT_NAME_MAX];
    gg_network network;
    uint8_t network_bytes[GG_NETWORK_BYTES_MAX];
} lab_seats;

/* One name; without a `row` its numbers cannot be changed.  CLI_GO_ON, or an exit code. */
int lab_read_seat(const char *text, const gg_player **, gg_effort *, gg_level *row);
/* A list with commas between; CLI_GO_ON, or an exit code. */
int lab_read_seats(lab_seats *, const char *list);
/* The network in this file, for the rows that say net=1; NULL: the game's own. */
int lab_read_network(lab_seats *, const gg_ruleset *, const char *file);

#endif
