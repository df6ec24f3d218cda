/*
 * person_keep.c - taking back, keeping and leaving a game, as a person asks for it.
 * SPDX-License-Identifier: MIT
 */
#include "cli/person.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Taking back, and files. ---- */

/* Has this side chosen anything since the last roll or reveal? */
static bool may_undo(const cli_person *me)
{
    for (uint32_t i = me->match->barrier_at; i < me->match->entry_count; i++)
        if (me->match->entries[i].side == me->side && !me->match->entries[i].forced) return true;
    return false;
}

/* A computer that has answered already takes its answer back too. */
void cli_person_undo(cli_person *me, const char *rest)
{
    (void)rest;
    const gg_side other = me->side == GG_BLUE ? GG_RED : GG_BLUE;
    bool undone = false;
    while (may_undo(me) && !(undone = gg_match_undo(me->match, me->side)))
        if (me->table->seats[other] == NULL || !gg_match_undo(me->match, other)) break;
    if (!undone) {
        cli_say_line(me->out, 0,
                     "There is nothing to take back: undo never crosses a roll, nor what another "
                     "person did.");
        return;
    }
    cli_teller_move(&me->table->teller, me->match->entry_count);
    fprintf(me->out, "Taken back.\n");
    me->done = true;
}

bool cli_may_overwrite(const char *file)
{
    char question[256];
    if (!cli_is_terminal()) return false;
    snprintf(question, sizeof question, "%.160s is there already. Overwrite it? Type yes: ", file);
    char *answer = cli_ask_aside(question);
    const bool yes = answer != NULL && strcasecmp(answer, "yes") == 0;
    free(answer);
    return yes;
}

/* `save --force FILE`, or what was saved there by this very game. */
static bool may_write(cli_person *me, const char **file)
{
    static const char force[] = "--force ";
    const bool forced = strncmp(*file, force, sizeof force - 1) == 0;
    if (forced) *file += sizeof force - 1;
    const bool own = me->table->saved != NULL && strcmp(me->table->saved, *file) == 0;
    if (forced || own || !cli_would_overwrite(*file) || cli_may_overwrite(*file)) return true;
    if (cli_is_terminal()) {
        fprintf(me->out, "Nothing was written.\n");
        return false;
    }
    me->table->code =
        cli_misuse("%s is there already; --force before its name overwrites it.", *file);
    return false;
}

static bool save_text(cli_person *me, const char *file, const char *text)
{
    const int code = cli_write_file(file, text, strlen(text));
    if (code != CLI_GO_ON) {
        if (!cli_is_terminal()) me->table->code = code;
        return false;
    }
    fprintf(me->out, "Saved in %s.\n", file);
    return true;
}

static bool save_game(cli_person *me, const char *file)
{
    if (!may_write(me, &file)) return false;
    char *text = cli_record_text(me->match, GG_SEES_ALL);
    const bool good = save_text(me, file, text);
    free(text);
    if (!good) return false;
    char *name = strdup(file);
    free(me->table->saved);
    me->table->saved = name;
    me->table->saved_at = me->match->entry_count;
    return true;
}

void cli_person_save(cli_person *me, const char *rest)
{
    if (rest[0] == 0)
        fprintf(me->out, "Say where: save FILE.  `grognard play FILE` goes on with it.\n");
    else save_game(me, rest);
}

void cli_person_svg(cli_person *me, const char *rest)
{
    if (rest[0] == 0) {
        fprintf(me->out, "Say where: svg FILE.\n");
        return;
    }
    if (!may_write(me, &rest)) return;
    char *text = cli_svg(me->match->rules, me->match->state, me->side);
    save_text(me, rest, text);
    free(text);
}

void cli_person_auto(cli_person *me, const char *rest)
{
    if (strcmp(rest, "phase") == 0) {
        const gg_turn turn = gg_match_turn(me->match);
        me->table->auto_phase = true;
        me->table->auto_side = me->side;
        me->table->auto_until = turn.phase;
        me->table->auto_round = turn.round;
    } else if (rest[0] != 0) {
        fprintf(me->out, "Say `auto` or `auto phase`.\n");
        return;
    }
    cli_computer_decides(me->table, me->side, gg_player_named("greedy"));
    me->done = true;
}

static bool is_saved(const cli_person *me)
{
    return me->table->saved != NULL && me->table->saved_at == me->match->entry_count;
}

/* Where it lives is where it can be found again; else a person is asked for a name. */
void cli_person_quit(cli_person *me, const char *rest)
{
    (void)rest;
    cli_home *home = &me->table->home;
    if (home->file == NULL && !is_saved(me) && cli_is_terminal()) {
        char *file = cli_ask_aside("Keep the game? Type the name of a file, or only Return: ");
        const bool stay = file != NULL && file[0] != 0 && !save_game(me, file);
        free(file);
        if (stay) return;
    }
    me->done = me->quit = true;
    if (is_saved(me) && (home->file == NULL || home->in_folder)) {
        cli_discard(home); /* one place is enough */
        fprintf(me->out, "`grognard play %s` goes on with it.\n", me->table->saved);
    } else if (home->file == NULL) {
        fprintf(me->out, "The game %sis not kept.\n",
                me->table->saved != NULL ? "since `save` " : "");
    } else if (!home->is_there) {
        fprintf(me->out, "You have decided nothing yet, so there is nothing to keep.\n");
    }
}

bool cli_says_yes(const char *question)
{
    char *answer = cli_is_terminal() ? cli_ask_aside(question) : strdup("yes");
    const bool yes = answer != NULL && strcasecmp(answer, "yes") == 0;
    free(answer);
    return yes;
}

void cli_person_discard(cli_person *me, const char *rest)
{
    (void)rest;
    if (!me->table->home.in_folder) {
        fprintf(me->out, "Only a game that keeps itself can be thrown away; `quit` leaves.\n");
        return;
    }
    if (!cli_says_yes("Throw the game away? Type yes: ")) return;
    cli_discard(&me->table->home);
    fprintf(me->out, "The game is thrown away.\n");
    me->done = me->quit = true;
}
