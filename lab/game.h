/*
 * game.h - one game of the laboratory: what is played, and how, and what is seen of it.
 * SPDX-License-Identifier: MIT
 */
#ifndef LAB_GAME_H
#define LAB_GAME_H

#include "cli/cli.h"
#include "core/numbers.h"
#include "core/picture.h"
#include "players/players.h"

enum { LAB_SEAT_NAME_MAX = 48 };

/* What is played: everything that decides how game number n of a run goes. */
typedef struct lab_setup {
    const gg_ruleset *rules;
    uint32_t scenario;
    int32_t options[GG_OPTIONS_MAX]; /* GG_OPTION_UNSET: as the scenario has it */
    int16_t house[GG_NUMBERS_MAX];
    const gg_player *players[2];
    gg_effort efforts[2];             /* of these two; zeros: as their rows say */
    char names[2][LAB_SEAT_NAME_MAX]; /* of these two with their effort, as "guard@200" */
    uint64_t seed;                    /* of the run */
    uint32_t openings; /* of each game up to so many decisions are taken by chance first */
    bool swap; /* games come in pairs with the same dice, the players change sides in between */
    /* Where each game begins, as a text that can be read; NULL: at the scenario. */
    void (*write_start)(const struct lab_setup *, uint64_t game, gg_text *);
    const void *about_start;
} lab_setup;

/* The flags that say what is played; every subcommand that plays has them. */
typedef struct lab_wishes {
    const char *blue, *red, *seed, *tables, *swap, *threads;
    cli_list options;
} lab_wishes;
enum { LAB_WISH_FLAGS = 7 };
/* Writes the flags for them into `flags`, which has room for LAB_WISH_FLAGS. */
void lab_wish_flags(lab_wishes *, cli_flag *flags);
/* GAME [SCENARIO] in `words` and the wishes; CLI_GO_ON, or an exit code. */
int lab_read_setup(lab_setup *, const cli_list *words, const lab_wishes *);
/* Who plays this side: "greedy", "guard@200", "guard:bold"; CLI_GO_ON, or an exit code. */
int lab_seat(lab_setup *, gg_side, const char *name);
/* What --threads says, else one for each processor; CLI_GO_ON, or an exit code. */
int lab_read_threads(const char *text, int *threads);
/* A whole number low .. high; CLI_GO_ON, or an exit code that names the flag. */
int lab_read_count(const char *flag, const char *text, uint64_t low, uint64_t high, uint64_t *out);
/* Can a game begin so?  CLI_GO_ON, or an exit code. */
int lab_try_setup(const lab_setup *);

uint64_t lab_game_seed(const lab_setup *, uint64_t game);
const gg_player *lab_game_player(const lab_setup *, uint64_t game, gg_side);
const char *lab_game_seat(const lab_setup *, uint64_t game, gg_side);
gg_effort lab_game_effort(const lab_setup *, uint64_t game, gg_side);

/* ---- What is seen of a game. ---- */
enum {
    LAB_GRID_MAX = 64,      /* columns and rows of the map of places */
    LAB_TABLE_COLUMNS = 24, /* of a table without squares */
    LAB_UNITS_MAX = 1024,
    LAB_START_BYTES = 8192, /* of a position that a game begins at */
};

/* The map of places: squares of a board, or a grid laid over a table. */
typedef struct lab_grid {
    int columns, rows;
    gg_point low, size; /* in the points of the scene */
} lab_grid;
lab_grid lab_grid_of(const gg_scene *);

typedef struct lab_places {
    uint32_t stand[2][LAB_GRID_MAX * LAB_GRID_MAX]; /* at the beginning of each round */
    uint32_t fight[LAB_GRID_MAX * LAB_GRID_MAX];    /* rolls between two units */
    uint32_t lost[2][LAB_GRID_MAX * LAB_GRID_MAX];  /* where a unit was seen last */
} lab_places;

typedef struct lab_loss {
    uint32_t units, strength;
} lab_loss;

/* What came of it.  Counters are as long as the ruleset's tables. */
typedef struct lab_seen {
    bool over; /* false: the record was full before the game was over */
    gg_side winner;
    gg_clause clause;                    /* that ended it */
    uint32_t round, decisions[2], steps; /* steps: what nobody had to decide */
    uint64_t offers;                     /* in all decisions together */
    lab_loss losses[2][GG_ROLES];
    uint64_t final; /* hash of the last position */
    uint32_t *clauses, *mods, *numbers;
    /* Of the modifiers' rolls: how many could be read again without the modifier, and in how many
     * of them the result is another on the same dice. */
    uint32_t *judged, *changed;
    lab_grid grid;
    lab_places places;
} lab_seen;

/* A roll's modifiers are counted in one list: this is where those of a check begin, and for
 * check_count how many there are. */
uint32_t lab_mods_before(const gg_ruleset *, uint32_t check);

/* ---- One that plays: memory for a game and what is seen of it. ---- */
typedef struct lab_table {
    const lab_setup *setup;
    gg_match match;
    void *memory, *player_memory[2], *player_room;
    gg_state *view;
    bool looks; /* false: only who won, how long, how many decisions */
    lab_seen seen;
    struct lab_eyes *eyes;
    /* Told at the beginning and after each action; NULL: nobody listens. */
    void (*watch)(void *to, struct lab_table *);
    void *to;
} lab_table;

lab_table *lab_open_table(const lab_setup *, bool looks);
void lab_close_table(lab_table *);
/* Plays game number `game` of the run; false: it was stopped on the way. */
bool lab_play(lab_table *, uint64_t game);

/* For who watches: does another turn begin here, as the search sees it (another round, an earlier
 * phase, the other side alone)?  `last` is the watcher's, and of no turn before the first. */
bool lab_is_turn(const lab_table *, gg_turn *last);
gg_turn lab_no_turn(void);

/* gather.c */
struct lab_eyes *lab_open_eyes(const gg_ruleset *);
void lab_close_eyes(struct lab_eyes *);
void lab_see_begin(lab_table *);
void lab_see_action(lab_table *); /* after each: its events are in the match's log */
void lab_see_end(lab_table *);

#endif
