/*
 * folder.h - the folder of a run.
 *
 *   run.json       what is played: two folders with the same run hold the same games
 *   games.jsonl    a line for each game; while the run goes on in the order they were finished, at
 *                  its end in their own order
 *   games.csv games.sqlite summary.json summary.txt    made of it when all games are played
 * SPDX-License-Identifier: MIT
 */
#ifndef LAB_FOLDER_H
#define LAB_FOLDER_H

#include "lab/batch.h"
#include "lab/row.h"

typedef struct lab_line {
    uint64_t game;
    size_t at, count; /* in the text; with its newline */
} lab_line;

typedef struct lab_folder {
    const char *path;
    lab_setup setup;
    uint64_t games;         /* of the whole run */
    uint32_t shard, shards; /* this folder has games shard, shard + shards, ... from 0 */
    int lock, file;         /* the folder, held; games.jsonl, open to go on with; -1: not */
    char *text;             /* games.jsonl as it was read */
    size_t bytes;
    lab_line *lines; /* in the order of their games */
    uint64_t count;
    bool *is_done; /* for each game of the run */
} lab_folder;

enum { LAB_GAMES_MAX = 100000000 };

/* Every one gives CLI_GO_ON, or an exit code after a sentence. */
/* The folder for this run, made if it is not there; a folder that holds another run is not
 * touched. */
int lab_open_folder(lab_folder *, const char *path, const lab_setup *, uint64_t games,
                    uint32_t shard, uint32_t shards);
/* A folder as it is, to look at. */
int lab_read_folder(lab_folder *, const char *path);
int lab_read_lines(lab_folder *);
/* Adds a line, which is on its way to the disk then.  False, and a sentence: it could not be, and
 * nothing of it is there. */
bool lab_append(lab_folder *, const char *line, size_t count);
/* When nothing more comes: lines in their order, and what is made of them. */
int lab_finish_folder(lab_folder *);
void lab_close_folder(lab_folder *);

bool lab_is_complete(const lab_folder *);
uint64_t lab_games_of_shard(const lab_folder *);
char *lab_path_in(const lab_folder *, const char *name); /* in memory of its own */
/* What is played, as JSON; the same text for the same run. */
json_t *lab_run_json(const lab_setup *);
/* "squares sq-tiny, greedy against greedy, seed 1" for people, in `bytes`, which are returned. */
const char *lab_say_run(const lab_setup *, char *bytes, uint32_t limit);
/* "greedy against greedy, seed 1", likewise. */
const char *lab_say_players(const lab_setup *, char *bytes, uint32_t limit);
/* The command that plays it again. */
void lab_put_command(gg_text *, const lab_folder *);

/* record.c: plays a game of the run once more; it must end as its row says, if it has one. */
int lab_replay_row(lab_table *, const lab_folder *, uint64_t game);

/* ranks.c: one run on all ranks that were started together.  On rank 0 a dealer (NULL, and a
 * sentence: it cannot be); closing it, when all is written and said, lets the others end. */
typedef struct lab_dealer lab_dealer;
lab_dealer *lab_open_dealer(lab_folder *);
lab_batch_end lab_play_dealt(lab_dealer *, int threads);
void lab_close_dealer(lab_dealer *);
/* On the other ranks: plays what it is dealt until there is no more; an exit code. */
int lab_serve_rank(const lab_setup *, int threads);

/* store.c: the rows as a table for everybody, and as a database. */
int lab_write_stores(const lab_folder *);

#endif
