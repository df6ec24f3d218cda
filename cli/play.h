/*
 * play.h - a game at the table: the match, who sits where, and what the people are shown.
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include <time.h>

#include "cli/cli.h"
#include "players/players.h"

/* keep.c: the file a game lives in while people play it. */
typedef struct cli_home {
    char *file;     /* NULL: it is kept nowhere */
    bool in_folder; /* of unfinished games, by a name of our own */
    bool is_there;  /* the file, with this game in it */
    bool is_held;   /* nobody else can play it ... */
    int lock;       /* ... while this is open */
    char *written;  /* what stands there */
} cli_home;

typedef struct cli_kept { /* one that lies in the folder */
    char *file;
    char game[32], scenario[32], seats[2][GG_PLAYER_NAME_MAX];
    uint32_t actions;
    time_t when;
    bool over, held;
} cli_kept;

/* Names a file in the folder, and makes none yet; false where there is no room or no folder. */
bool cli_keep_in_folder(cli_home *, const gg_match *);
/* So that no other terminal plays the game in this file.  CLI_GO_ON, or an exit code. */
int cli_hold(cli_home *, const char *file);
bool cli_is_in_folder(const char *file);
int cli_keep(cli_home *, const gg_match *); /* CLI_GO_ON, or an exit code */
void cli_discard(cli_home *);               /* only what lies in the folder */
void cli_leave_home(cli_home *);
/* Those in the folder, the newest first; how many. */
int cli_kept_games(cli_kept **);
void cli_forget_kept(cli_kept *, int count);
void cli_say_kept(const cli_kept *, int number);

typedef struct cli_table {
    cli_game game;
    const gg_player *seats[2]; /* NULL: a person */
    gg_dice player_dice[2];    /* what the computers search with; never the match's */
    void *player_memory[2];    /* what they keep between their decisions; NULL: nothing yet */
    void *player_room;         /* what they work in, as much as the one who needs most */
    void *helper_rooms[8];     /* and what the threads that help them work in */
    uint32_t threads;          /* that work on one decision */
    gg_effort effort;          /* what --think, --playouts and --style say */
    cli_teller teller;
    cli_home home;
    char *saved;       /* where it was saved by hand, after ... */
    uint32_t saved_at; /* ... so many actions */
    bool json, colour;
    char *shown;     /* the board as a person saw it last */
    char *said;      /* what was answered to an order that was done: told with what came of it */
    int asked_phase; /* the phase + 1 of the last question to a person */
    bool auto_phase; /* a computer decides for this side ... */
    gg_side auto_side;
    uint8_t auto_until; /* ... while this phase of this round lasts */
    uint16_t auto_round;
    int code;            /* of the whole call, if it is to be worse than how the game ends */
    gg_side last_person; /* who was asked last; GG_NOBODY: nobody yet */
} cli_table;

typedef enum cli_choice { CLI_CHOSE, CLI_QUIT, CLI_INPUT_ENDED, CLI_KILLED } cli_choice;

/* person.c: a person decides for this side; the action has been done when it returns CLI_CHOSE. */
cli_choice cli_person_decides(cli_table *, gg_side);
bool cli_may_overwrite(const char *file); /* person_keep.c: asks at a terminal; elsewhere no */
/* play.c: does a person play, and read it at a terminal? */
bool cli_is_watched(const cli_table *);
/* What happened since a person decided last, in memory of its own. */
char *cli_news(cli_table *);
/* think.c: a computer decides for this side; an empty line or Ctrl-C makes it move at once. */
void cli_computer_decides(cli_table *, gg_side, const gg_player *);
void cli_free_players(cli_table *);
uint32_t cli_processors(void); /* as many threads as one decision may have */
typedef void (*cli_interrupts)(int);
cli_interrupts cli_guard_interrupts(void); /* what was done about Ctrl-C before */
void cli_be_patient(void);                 /* a new decision: nobody has been impatient yet */

/* board.c: the board as this side sees it, in so many lines if that can be, with the pieces beside
 * it or below where there is room; the marks of `over`, if there is one, are laid on it. */
typedef struct cli_look {
    const gg_match *match;
    gg_side side;
    bool colour;
    int lines;
    const gg_scene *over;
    const char *beside; /* words that stand there in place of the pieces, or NULL */
} cli_look;
enum { CLI_BOARD_COLUMNS = 80 }; /* where something stands beside it */
void cli_say_board(const cli_look *, FILE *);
/* The same if anything on it is new, else only how the game stands, and false.  `shown` is what the
 * person saw last, NULL at first; who keeps it frees it. */
bool cli_say_news(const cli_look *, char **shown, FILE *);
void cli_say_units(const gg_match *, gg_side, FILE *);

/* menu.c: what is offered, by piece, with numbers. */
typedef struct cli_offer {
    gg_action action;
    char *text, *words; /* in notation, and in plain words */
    int group;
} cli_offer;
typedef struct cli_group {
    char name[GG_NAME_MAX * 2]; /* "A1", or a word such as "end" */
    char words[64];             /* what the piece is called, or what it is, or "" */
    uint32_t count;
} cli_group;

typedef struct cli_menu {
    cli_offer *offers;
    uint32_t offer_count;
    cli_group *groups;
    uint32_t group_count;
    /* What the numbers on the screen stand for: groups, or offers. */
    bool numbers_groups;
    uint32_t *numbers;
    uint32_t number_count;
} cli_menu;

void cli_menu_fill(cli_menu *, const gg_match *, gg_side);
void cli_menu_free(cli_menu *);
/* By piece, if there is more than one; brief: in as few lines as can be. */
void cli_menu_list(cli_menu *, bool brief, FILE *);
/* The offers of a piece, or whose text holds all these words; false when there are none. */
bool cli_menu_list_some(cli_menu *, const char *words, FILE *);
bool cli_menu_holds(const cli_menu *, uint32_t offer, const char *words); /* would be listed */
int cli_menu_group(const cli_menu *, const char *name);                   /* -1: none */
/* What a number on the screen or a text (also without its first word) stands for, or NULL. */
const cli_offer *cli_menu_find(const cli_menu *, const char *text);
int cli_menu_complete(const cli_menu *, const char *line, int at, char **out, int limit);

#endif
