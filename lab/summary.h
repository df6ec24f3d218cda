/*
 * summary.h - what a run says: shares with their intervals, lengths, ends, losses, and what of the
 * rules came up.
 * SPDX-License-Identifier: MIT
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
    bool has_pairs;       /* --swap: two games on the same dice; in both of a pair it was so */
    struct {
        uint64_t wins[2], draws, unfinished, first, second;
        json_t *ends;
    } both;
    struct { /* the game before, which may be the first of a pair */
        int64_t game;
        int won; /* a side; GG_NOBODY: drawn; beyond: unfinished */
        bool first, second;
        char end[32];
    } before;
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

/* The share of what came up in so many games, and in both games of a pair so often. */
lab_interval lab_share(const lab_summary *, uint64_t of, uint64_t both);
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
