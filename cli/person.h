/*
 * person.h - a person at the table: what can be typed, and where each of it is done.
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_PERSON_H
#define CLI_PERSON_H

#include "cli/play.h"

/* Where a person stands in one decision. */
typedef struct cli_person {
    cli_table *table;
    gg_match *match;
    gg_side side;
    cli_menu menu;
    uint32_t told; /* how many actions this person knew of when asked last */
    FILE *out; /* what is said goes there first, so that it can be paged, or wrapped for programs */
    bool done, quit;
} cli_person;

typedef void cli_request(cli_person *, const char *rest);

/* person_ask.c: what a person may ask. */
cli_request cli_person_list, cli_person_board, cli_person_units, cli_person_card, cli_person_terms,
    cli_person_why, cli_person_log, cli_person_sheet, cli_person_clause, cli_person_reach,
    cli_person_sight, cli_person_measure, cli_person_arcs, cli_person_contact, cli_person_hint,
    cli_person_reasons, cli_person_group, cli_person_targets, cli_person_danger;
void cli_person_fire_all(cli_person *); /* everybody at its best target */

/* person_keep.c: taking back, keeping and leaving a game. */
cli_request cli_person_undo, cli_person_save, cli_person_svg, cli_person_auto, cli_person_quit,
    cli_person_discard;
bool cli_says_yes(const char *question); /* without a terminal: yes */

/* person_order.c: orders. */
cli_request cli_person_odds, cli_person_resign;
/* What was typed with codes for names; false: a name is ambiguous, and that has been said. */
bool cli_person_coded(const cli_person *, const char *typed, char *coded, uint32_t limit);
/* An order in notation or by its number, or a unit whose orders are to be listed. */
void cli_person_orders(cli_person *, const char *line);
cli_complete cli_person_complete;

/* person.c: the commands, by name; NULL beyond the last. */
const char *cli_person_command(int row);

#endif
