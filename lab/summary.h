/*
 * summary.h - what a run says: shares with their intervals, lengths, ends, losses, and what of the
 * rules came up.
 */
#ifndef LAB_SUMMARY_H
#define LAB_SUMMARY_H

#include "lab/figures.h"
#include "lab/folder.h"

enum { LAB_ROUNDS_MAX = 512 };

typedef struct lab_summary {
    const gg_ruleset *rules;
    uint64_t games, wins[2], draws, unfinished;
    uint64_t pairs_first; /* of games in which the players sit the other way round: won by the one
                           * who is named first */
    uint64_t ended[LAB_ROUNDS_MAX][3];        /* by round and winner */
    lab_mean round, decisions, steps, offers; /* offers: of a decision, game by game */
    lab_mean units_lost[2], strength_lost[2];
    json_t *ends;                     /* clause: count */
    json_t *clauses, *mods, *numbers; /* id: [times, games] */
    json_t *changed;                  /* modifier: [rolls read without it, of them changed] */
    json_t *losses[2];                /* arm: [units, strength] */
    json_t *places;                   /* map: [cell: count] as in the rows, added up */
    int columns, rows;
} lab_summary;

/* CLI_GO_ON, or an exit code. */
int lab_sum_up(const lab_folder *, lab_summary *);
void lab_drop_summary(lab_summary *);
void lab_say_summary(const lab_folder *, const lab_summary *, FILE *);
json_t *lab_summary_json(const lab_folder *, const lab_summary *);
/* summary.txt and summary.json. */
int lab_write_summary(const lab_folder *);
/* JSON on one line, as every --json answer of the program is. */
void lab_print_json(const json_t *);
const char *lab_clause_gist(const gg_ruleset *, const char *number);

#endif
