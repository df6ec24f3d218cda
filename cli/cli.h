/*
 * cli.h - what the subcommands of `grognard` share: the command line, files, loading, saying.
 *
 * Every subcommand is one file with one function, int cli_NAME(argc, argv), where argv[0] is
 * its own name.  It returns the exit code of the program.
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_H
#define CLI_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "core/danger.h"
#include "core/group.h"
#include "core/load.h"
#include "core/match.h"
#include "core/nearest.h"
#include "core/record.h"
#include "core/tell.h"
#include "core/text.h"
#include "core/wire.h"
#include "grognard.h"

enum {
    CLI_YES = 0,
    CLI_NO = 1,     /* the answer is no: a refused action, a record that does not hold */
    CLI_MISUSE = 2, /* the call cannot be understood or the input cannot be read */
    CLI_GO_ON = -1, /* nothing is decided yet */
};
enum { CLI_ROLLS_MAX = 32 };

/* ---- Subcommands. ---- */
int cli_games(int argc, char **argv);
int cli_scenarios(int argc, char **argv);
int cli_sheet(int argc, char **argv);
int cli_tables(int argc, char **argv);
int cli_clauses(int argc, char **argv);
int cli_new(int argc, char **argv);
int cli_show(int argc, char **argv);
int cli_legal(int argc, char **argv);
int cli_do(int argc, char **argv);
int cli_odds(int argc, char **argv);
int cli_hint(int argc, char **argv);
int cli_review(int argc, char **argv);
int cli_play(int argc, char **argv);
int cli_replay(int argc, char **argv);
int cli_players(int argc, char **argv);
int cli_bench(int argc, char **argv);
/* Only where the laboratory is built; lab/ has its own subcommands. */
int cli_lab(int argc, char **argv);
/* Only where the server is built. */
int cli_serve(int argc, char **argv);
int cli_verify(int argc, char **argv);
int cli_backup(int argc, char **argv);

/* ---- command.c: lists of commands. ---- */
typedef struct cli_command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *text;
} cli_command;

typedef struct cli_commands {
    const char *name;    /* "grognard lab": what is typed before the command */
    const char *text;    /* what they are for */
    const char *lead_in; /* of the example */
    const char *example;
    const cli_command *rows;
    int count;
} cli_commands;

/* Runs the command that argv[1] names, or answers --help; the exit code. */
int cli_run_command(const cli_commands *, int argc, char **argv);

/* ---- args.c: flags and words. ---- */
typedef struct cli_list {
    const char **items;
    int count;
} cli_list;

typedef struct cli_flag {
    const char *name;  /* "--side" */
    const char *value; /* how its value is called in the help; NULL: it has none */
    const char *text;  /* one line of help */
    const char **into; /* gets the value, or the name of the flag if it has none */
    cli_list *all;     /* in place of `into`, for a flag that may come again */
} cli_flag;

typedef struct cli_call {
    const char *usage; /* "show FILE [--side SIDE]": after the name of the program */
    const char *text;  /* what it does, in a sentence or two */
    const cli_flag *flags;
    int flag_count;
    int words_min, words_max;
} cli_call;

/* Sorts the arguments into flags and words and answers --help.  CLI_GO_ON, or an exit code. */
int cli_read_args(const cli_call *, int argc, char **argv, cli_list *words);
bool cli_read_number(const char *text, uint64_t *out); /* decimal, or 0x and hexadecimal */
/* What --seed says, or a fresh seed if it is not given; CLI_GO_ON, or an exit code. */
int cli_read_seed(const char *text, uint64_t *seed);
/* blue, red (or A, B) and, where that makes sense, all. */
int cli_read_side(const char *text, bool or_all, gg_side *out);
/* The words from `first` on as one line; in memory of its own. */
char *cli_join(const cli_list *words, int first);

/* A sentence for stderr, after the name of the program; returns CLI_MISUSE or CLI_NO. */
__attribute__((format(printf, 1, 2))) int cli_misuse(const char *format, ...);
__attribute__((format(printf, 1, 2))) int cli_no(const char *format, ...);
/* The same, whichever it is; the rules may be NULL where they say nothing in it. */
int cli_complain(const gg_ruleset *, const gg_complaint *);
/* Was --json said?  Then a failure is an object on stdout besides. */
bool cli_wants_json(void);
void cli_look_for_json(int argc, char **argv);
/* " (did you mean greedy?)" or "", in `bytes`, which are returned. */
const char *cli_nearest(const char *word, gg_name_row *, const void *list, char *bytes,
                        uint32_t limit);

/* ---- file.c: whole files, or nothing. ---- */
void *cli_memory(size_t bytes);                   /* zeroed; the program ends if there is none */
gg_text cli_text(uint32_t limit);                 /* an empty text in memory of its own */
int cli_read_file(const char *name, char **text); /* "-" is standard input */
/* Writes a temporary file, NAME.??????.part, and renames it; "-" is standard output.  CLI_GO_ON,
 * or an exit code. */
#define CLI_PART ".part"
int cli_write_file(const char *name, const char *bytes, size_t count);
/* The same for a file of this mode (-1: as it was, or as the user's mask says); `held` gets it open
 * and locked, if it is wanted. */
int cli_replace_file(const char *name, const char *bytes, size_t count, int mode, int *held);
bool cli_would_overwrite(const char *name); /* a file is there, and no device or pipe */
/* Everything printed so far must have arrived: the exit code turns bad if it did not. */
int cli_finish_output(int code);

/* ---- load.c: games, positions, records. ---- */
typedef struct cli_game {
    const gg_ruleset *rules;
    const char *file; /* what to call it in messages */
    char *text;
    void *memory;
    bool is_record;
    gg_record_part part; /* of a record that is one side's part of a running game */
    gg_match match;
} cli_game;

const gg_ruleset *cli_find_rules(const char *name); /* NULL, and a sentence on stderr */
/* GAME [SCENARIO], what --option said, and the file of --tables, which may be NULL; CLI_GO_ON, or
 * an exit code. */
int cli_begin(cli_game *, const cli_list *words, const cli_list *options, const char *tables,
              gg_dice);
/* A file of the numbers of the rules, into `house`; CLI_GO_ON, or an exit code. */
int cli_read_tables(const gg_ruleset *, const char *file, int16_t *house);
/* The head of a log: which numbers are not the standard ones; nothing for standard rules. */
void cli_say_house(const gg_match *, FILE *);
/* By which rules an old record was played, and which of them were corrected since. */
void cli_say_played_by(const cli_game *, FILE *);
/* A position, or a record replayed as far as `plies`; CLI_GO_ON, or an exit code. */
int cli_load(cli_game *, const char *file, uint32_t plies);
/* The same by the house rules of a file, if one is named; only for positions without their own. */
int cli_load_by(cli_game *, const char *file, uint32_t plies, const char *tables);
void cli_unload(cli_game *);
uint64_t cli_fresh_seed(void);
/* The side that acts, by the text of --side, which may be NULL where only one can: GG_NOBODY when
 * the game itself has to move.  CLI_GO_ON, or an exit code. */
int cli_find_side(const gg_match *, const char *text, gg_side *);
/* The seat that asks: whatever is asked on behalf of a side goes through it.  GG_NOBODY is the game
 * itself, asked by who has the file.  Its view is in memory of its own. */
gg_seat cli_seat(const gg_match *, gg_side);
void cli_leave(gg_seat *);
/* Reads an action typed by a person; CLI_GO_ON, or an exit code. */
int cli_read_action(const gg_seat *, const char *text, gg_action *); /* with names, or codes */
/* The record, or this viewer's part of it (GG_SEES_ALL: all), in memory of its own. */
char *cli_record_text(const gg_match *, gg_side viewer);

/* ---- sentences.c: logs, refusals, ends. ---- */
/* A line of words; on a terminal broken between words, with later lines set in by `indent`. */
void cli_say_line(FILE *, int indent, const char *words);
void cli_say_help(int indent, const char *words); /* the same on stdout, in a pipe too */
void cli_say_events(const gg_match *, const gg_state *, const gg_log *, gg_side viewer, FILE *);
/* who.c: all that is to be known of a unit (false: there is none called so), and what wins. */
bool cli_say_card(const gg_match *, gg_side, const char *name, FILE *);
void cli_say_terms(const gg_match *, gg_side, FILE *);
void cli_say_verdict(const gg_ruleset *, gg_verdict, FILE *);
int cli_refuse(const gg_ruleset *, gg_verdict); /* on stderr, and the exit code */
int cli_not_now(const gg_match *, gg_side);     /* it is another's decision, or over */
/* Every modifier of a roll with its clause. */
void cli_say_why(const gg_ruleset *, const gg_state *, const gg_event *, FILE *);
void cli_say_end(const gg_match *, FILE *);

/* ---- tell.c: a match told action by action, each followed by what came of it. ---- */
typedef struct cli_teller {
    gg_teller story;
    gg_side viewer;
    bool json;
    gg_event rolls[CLI_ROLLS_MAX]; /* what `why` explains */
    uint32_t roll_count;
} cli_teller;

cli_teller cli_teller_for(const gg_match *, gg_side viewer, bool json);
void cli_teller_free(cli_teller *);
/* Tells what happened since, up to `until` actions; with `out` NULL it only catches up. */
void cli_tell(cli_teller *, uint32_t until, FILE *out);
/* To a place earlier (or later) in the match, without a word. */
void cli_teller_move(cli_teller *, uint32_t told);

/* ---- json.c: the same for programs. ---- */
/* One line; the writer may be called again, with more room. */
typedef void cli_json_writer(gg_json *, const void *of);
void cli_print_json(cli_json_writer *, const void *of);
/* Why something failed; `code` is how the program would end. */
void cli_print_error_json(const gg_ruleset *, const gg_complaint *, int code);
void cli_print_words_json(const char *event, const char *words);    /* not if there are none */
void cli_print_position_json(const gg_ruleset *, const gg_state *); /* with whose turn it is */
void cli_print_scene_json(const gg_ruleset *, const gg_state *, const gg_scene *);
void cli_print_offer_json(const gg_seat *, const gg_action *);
void cli_print_events_json(const gg_ruleset *, const gg_state *, const gg_log *, gg_side viewer);

/* ---- outcomes.c: the outcomes of an action, for `odds` and for people at play. ---- */
void cli_say_odds(const gg_seat *, const gg_action *, FILE *);
void cli_print_odds_json(const gg_seat *, const gg_action *);

/* ---- thrown_dice.c: dice thrown by people. ---- */
typedef struct cli_throw {
    uint8_t *faces;
    uint32_t count, limit;
    uint32_t typed_at; /* where the line begins that a person typed last */
    uint32_t used;     /* by the action itself, when the game's own steps go on with the rest */
} cli_throw;

/* Numbers, with commas or blanks between them, and the game's own letters; "ask" is none yet. */
int cli_read_dice(const gg_ruleset *, const char *text, cli_throw *);
/* Does the action with these dice, asking on a terminal for those that are missing.  CLI_GO_ON, or
 * an exit code after saying what is wrong. */
int cli_do_with_dice(gg_match *, gg_side, const gg_action *, cli_throw *);

/* ---- sheet.c ---- */
/* The whole sheet, or (in text) the tables about a word; CLI_NO when there are none. */
int cli_say_sheet(const gg_ruleset *, const int16_t *house, const char *about, bool html, FILE *);

/* ---- picture.c ---- */
void cli_draw(const gg_ruleset *, const gg_state *, gg_side viewer,
              gg_scene *); /* marks in its own memory */
/* For characters: the country of a plan and the names of its sectors, where its battle has them. */
void cli_sign(const gg_match *, gg_scene *);
void cli_show_text(const gg_ruleset *, const gg_state *, gg_side viewer, bool colour, FILE *);
char *cli_svg(const gg_ruleset *, const gg_state *, gg_side viewer); /* in memory of its own */
bool cli_wants_colour(FILE *); /* a terminal, and NO_COLOR is not set */

/* The same of a scene, with the marks of another laid over it if there is one. */
char *cli_svg_of(const gg_scene *board, const gg_scene *over);
void cli_show_scene(const gg_scene *, const gg_scene *over, bool colour, FILE *);

/* ---- question.c: reach, sight, measure, arcs, contact. ---- */
/* Asks the rules with what the viewer may know; false: this game answers no questions. */
bool cli_answer(const gg_seat *, const gg_question *, gg_answer *, gg_scene *);
/* " (did you mean a1?)" or "", for a word that names no unit; in `bytes`, which are returned. */
const char *cli_nearest_unit(const gg_seat *, const char *typed, char *bytes, uint32_t limit);
/* The answer and the marks that draw it, one line. */
void cli_print_answer_json(const gg_seat *, const gg_answer *, const gg_scene *marks);

/* ---- group.c: orders to several units at once. ---- */
/* "a1 a2 to 54:24", "ad1 north 6", "a1 a2 form line"; false: it is nothing of the kind. */
bool cli_read_group(const gg_seat *, const char *text, gg_group *);
void cli_group_of_all(const gg_seat *, gg_group *); /* everybody fires */
void cli_find_group(const gg_seat *, const gg_group *, gg_group_plan *);
void cli_say_group(const gg_seat *, const gg_group_plan *, FILE *); /* a line for each */
/* What enemies could do to a unit here and there; false: it is not to be told. */
bool cli_say_danger(const gg_seat *, const char *name, FILE *);

/* ---- terminal.c: a line from a person. ---- */
void cli_use_letters(void); /* of the user's language, else of Unicode; at the start */
/* Offers what may come after the words typed so far; fills `out` with words in their own memory. */
typedef int cli_complete(void *about, const char *line, int at, char **out, int limit);
void cli_complete_with(cli_complete *, void *about);
/* The next line without its end, in memory of its own; NULL: there is none, and
 * cli_line_fate() tells why. */
char *cli_ask(const char *prompt);
char *cli_ask_aside(const char *prompt); /* the same; the line is not remembered */
typedef enum cli_fate {
    CLI_LINE_TYPED,
    CLI_LINE_CANCELLED, /* Ctrl-C */
    CLI_LINE_ENDED,     /* Ctrl-D, or the input is at its end */
    CLI_LINE_KILLED,    /* the program is asked to end, or the terminal is gone */
} cli_fate;
cli_fate cli_line_fate(void);  /* of the last line that was asked for */
int cli_ended_by_signal(void); /* which one it was; 0: none */
/* Forgets what was typed, cut and searched for: the next line is another person's. */
void cli_forget_lines(void);
bool cli_is_terminal(void); /* a person reads and types */
int cli_terminal_width(void);
int cli_terminal_height(void);
void cli_in_columns(int columns); /* what is said next has only so many; 0: all again */
/* What is drawn anew when the terminal has another size while a line is typed; NULL: nothing. */
typedef void cli_redraw(void *about);
void cli_redraw_with(cli_redraw *, void *about);

/* ---- pager.c: what is longer than the screen. ---- */
bool cli_page(const char *text); /* into a pipe all at once; false: the reader had enough */
int cli_shown_width(const char *line, size_t length); /* columns; colours take none */
int cli_count_rows(const char *text);                 /* of the screen */

/* ---- panic.c ---- */
void cli_watch(const gg_match *); /* the match whose record is told should anything break */

#endif
