/*
 * play.h - a game at the table: the match, who sits where, and what the people are shown.
 */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include "cli/cli.h"
#include "players/players.h"

typedef struct cli_table {
    cli_game game;
    const gg_player *seats[2]; /* NULL: a person */
    gg_dice player_dice[2];    /* what the computers search with; never the match's */
    cli_teller teller;
    const char *record; /* where the record goes after every action, or NULL */
    char *saved;        /* where it was saved by hand, after ... */
    uint32_t saved_at;  /* ... so many actions */
    bool json, colour;
    char *shown;        /* the board as a person saw it last */
    int asked_phase;    /* the phase + 1 of the last question to a person */
    bool auto_phase;    /* a computer decides for the person ... */
    uint8_t auto_until; /* ... while this phase lasts */
    gg_side last_person; /* who was asked last; GG_NOBODY: nobody yet */
} cli_table;

typedef enum cli_choice { CLI_CHOSE, CLI_QUIT, CLI_INPUT_ENDED } cli_choice;

/* person.c: a person decides for this side; the action has been done when it returns CLI_CHOSE. */
cli_choice cli_me_decide(cli_table *, gg_side);
/* play.c: a computer decides for this side. */
void cli_computer_decide(cli_table *, gg_side, const gg_player *);
int cli_keep_record(const cli_table *); /* CLI_GO_ON, or an exit code */

/* board.c: the board as this side sees it, with the pieces beside it where there is room. */
void cli_say_board(const gg_match *, gg_side, bool colour);
/* The same if anything on it is new, else only how the game stands.  `shown` is what the person saw
 * last, NULL at first; who keeps it frees it. */
void cli_say_news(const gg_match *, gg_side, bool colour, char **shown);
void cli_say_units(const gg_match *, gg_side);

/* menu.c: what is offered, by piece, with numbers. */
typedef struct cli_offer {
    gg_action action;
    char *text, *words; /* in notation, and in plain words */
    int group;
} cli_offer;
typedef struct cli_group {
    char name[GG_NAME_MAX * 2]; /* "A1", or a word such as "end" */
    const char *words;          /* what the piece is, or "" */
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
void cli_menu_list(cli_menu *); /* by piece, if there is more than one */
/* The offers of a piece, or whose text holds all these words; false when there are none. */
bool cli_menu_list_some(cli_menu *, const char *words);
int cli_menu_group(const cli_menu *, const char *name); /* -1: none */
/* What a number on the screen or a text (also without its first word) stands for, or NULL. */
const cli_offer *cli_menu_find(const cli_menu *, const char *text);
int cli_menu_complete(const cli_menu *, const char *line, int at, char **out, int limit);

#endif
