/*
 * thrown_dice.c - dice thrown by people: given on the command line, or asked for roll by roll.
 *
 * A rule never waits for a die.  The action is tried with the dice there are; if they run dry
 * nothing has happened, the next ones are asked for, and it is tried again.
 * SPDX-License-Identifier: MIT
 */
#include "cli/cli.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The letters on the game's dice: those of its first check. */
static const char *letters_of(const gg_ruleset *rules)
{
    for (uint32_t i = 0; i < rules->check_count; i++)
        if (rules->checks[i]->letters != NULL) return rules->checks[i]->letters;
    return "";
}

static void add_face(cli_throw *dice, uint8_t face)
{
    if (dice->count == dice->limit) {
        dice->limit = dice->limit > 0 ? 2 * dice->limit : 32;
        dice->faces = realloc(dice->faces, dice->limit);
        if (dice->faces == NULL) abort();
    }
    dice->faces[dice->count++] = face;
}

/* Names each letter once, though it may stand on several faces. */
static int refuse_face(const char *letters, const char *face)
{
    char bytes[2 * GG_DIE_SIDES_MAX + 1];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    for (const char *at = letters; *at != 0; at++) {
        if (strchr(letters, *at) != at) continue;
        gg_put_char(&text, ' ');
        gg_put_char(&text, *at);
    }
    const uint32_t whole = gg_character_bytes(face, (uint32_t)strlen(face));
    return cli_misuse("\"%.*s\" is no die: dice are numbers%s%s.", whole > 0 ? (int)whole : 1, face,
                      text.count > 0 ? " or the letters" : "", bytes);
}

int cli_read_dice(const gg_ruleset *rules, const char *text, cli_throw *dice)
{
    const char *letters = letters_of(rules);
    for (const char *at = strcmp(text, "ask") == 0 ? "" : text; *at != 0;) {
        if (*at == ',' || isspace((unsigned char)*at)) {
            at++;
            continue;
        }
        if (isdigit((unsigned char)*at)) {
            char *end;
            const unsigned long face = strtoul(at, &end, 10);
            if (face < 1 || face > GG_DIE_SIDES_MAX)
                return cli_misuse("no die shows %.*s; put commas between the dice.",
                                  end - at < 40 ? (int)(end - at) : 40, at);
            add_face(dice, (uint8_t)face);
            at = end;
            continue;
        }
        const char *letter = strchr(letters, toupper((unsigned char)*at));
        if (letter == NULL) return refuse_face(letters, at);
        add_face(dice, (uint8_t)(letter - letters + 1));
        at++;
    }
    return CLI_GO_ON;
}

/* "attack A1>B1" */
static void name_roll(const gg_match *match, char *bytes, uint32_t limit)
{
    const gg_dice *dice = &match->dice;
    gg_text text = gg_text_over(bytes, limit);
    gg_put(&text, dice->purpose != NULL ? dice->purpose : "this roll");
    if (dice->who != GG_NO_UNIT)
        gg_put_char(&text, ' '), match->rules->write_unit(match->state, dice->who, &text);
    if (dice->whom != GG_NO_UNIT)
        gg_put_char(&text, '>'), match->rules->write_unit(match->state, dice->whom, &text);
}

/* Asks for the dice of one roll; a slip of the pen is typed again. */
static int ask_dice(const gg_match *match, const char *name, cli_throw *dice)
{
    const int lacks = match->dice.asked_count;
    char prompt[192];
    snprintf(prompt, sizeof prompt, "%s, %d %s: ", name, lacks, gg_dice_word(lacks));
    char *line = cli_ask(prompt);
    if (line == NULL) return cli_misuse("no more dice for %s.", name);
    dice->typed_at = dice->count;
    if (cli_read_dice(match->rules, line, dice) != CLI_GO_ON) dice->count = dice->typed_at;
    free(line);
    return CLI_GO_ON;
}

static int mend_dice(const gg_match *match, cli_throw *dice)
{
    const int lacks = match->dice.asked_count;
    char name[128];
    name_roll(match, name, sizeof name);
    if (match->dice.trouble == GG_DICE_BAD_FACE) {
        const int code = cli_misuse("%s: a die of %d sides cannot show what was given.", name,
                                    match->dice.asked_sides);
        if (!cli_is_terminal() || dice->count == dice->typed_at) return code;
        dice->count = dice->typed_at;
        return CLI_GO_ON;
    }
    if (cli_is_terminal()) return ask_dice(match, name, dice);
    if (dice->used > 0)
        return cli_misuse("dice are left over: the action used %u of %u, and %s needs %d more.",
                          dice->used, dice->count, name, lacks);
    return cli_misuse("the dice do not suffice: %s needs %d more than the %u given.", name, lacks,
                      dice->count);
}

int cli_do_with_dice(gg_match *match, gg_side side, const gg_action *action, cli_throw *dice)
{
    for (;;) {
        const uint32_t next = match->dice.face_next;
        gg_verdict verdict;
        match->dice = gg_dice_scripted(dice->faces, dice->count);
        match->dice.face_next = next;
        switch (gg_match_do(match, side, action, &verdict)) {
        case GG_MATCH_DONE: return CLI_GO_ON;
        case GG_MATCH_REFUSED: return cli_refuse(match->rules, verdict);
        case GG_MATCH_NOT_NOW: return cli_not_now(match, side);
        case GG_MATCH_FULL: return cli_no("the record is full.");
        case GG_MATCH_DICE: break;
        }
        const int code = mend_dice(match, dice);
        if (code != CLI_GO_ON) return code;
    }
}
