/*
 * sheet.c - what the rows of the reference sheet (sheet.def) cannot say alone.
 * SPDX-License-Identifier: MIT
 */
#include "rules/commanders/law/board.h"
#include "rules/commanders/show/show.h"
#include "core/position.h"

#include "core/sheet.h"

#include <string.h>

static void pour_stages(gg_sheet *sheet)
{
    static const char *const kinds[] = {[SECRET] = "both in secret, until each says ready",
                                        [ORDERED] = "both in secret, until each says ready",
                                        [OWN] = "nobody: dice or counting",
                                        [OPEN] = "openly, in turn",
                                        [OVER] = "nobody any more"};
    gg_sheet_head(sheet, "The round, step by step", "Step|Who decides|Clause");
    for (int i = 0; i < PHASES; i++)
        gg_sheet_row(sheet, commanders_rules.phases[i].clause, "%s|%s",
                     commanders_rules.phases[i].name, kinds[commanders_stages[i].kind]);
}

/* ---- T1: row the unit rolling, column the unit it attacks. ---- */

/* A passive unit, or one in square, only ever faces attackers. */
static bool can_face(stance row, stance column)
{
    return row <= STANCE_attacking_A || column <= STANCE_attacking_A;
}

static type type_of(stance row)
{
    if (row == STANCE_square) return TYPE_I;
    return (type)(row <= STANCE_attacking_A ? row - STANCE_attacking_I : row - STANCE_passive_I);
}

static void put_cell(const gg_sheet *sheet, char letter, uint8_t row, gg_text *out)
{
    gg_put_char(out, letter);
    gg_put_signed(out, gg_number_value(commanders_numbers, sheet->house, row));
}

static void cell_t1(gg_sheet *sheet, stance row, stance column)
{
    char words[16];
    gg_text text = gg_text_over(words, sizeof words);
    bool range = commanders_attacks_at_range(type_of(row)),
         melee = commanders_attacks_in_melee(type_of(row));
    bool never =
        row == STANCE_passive_C && column == STANCE_attacking_A; /* it has withdrawn (CMD-R42) */
    if (!can_face(row, column) || never) {
        gg_sheet_cell(sheet, never ? "-" : "");
        return;
    }
    if (range) put_cell(sheet, 'r', commanders_ranged_cells[row][column], &text);
    if (range && melee) gg_put_char(&text, ' ');
    if (melee) put_cell(sheet, 'm', commanders_melee_cells[row][column], &text);
    gg_sheet_cell(sheet, words);
}

static void pour_t1(gg_sheet *sheet)
{
    static const char *const stance_words[STANCES] = {
#define STANCE(id, words) words,
#include "rules/commanders/law/stances.def"
#undef STANCE
    };
    gg_sheet_head(
        sheet, "T1 Combat modifiers: r ranged, m melee, by the unit attacked",
        "Who rolls|att inf|att cav|att art|square|pass inf|pass cav|pass art|routed|Clause");
    for (int row = 0; row < STANCE_routed; row++) {
        gg_sheet_cell(sheet, stance_words[row]);
        for (int column = 0; column < STANCES; column++)
            cell_t1(sheet, (stance)row, (stance)column);
        gg_sheet_cell_clause(sheet, CMD_R2);
    }
}

/* ---- T3: the set-ups, counted in the scenarios themselves. ---- */

static void cell_troops(gg_sheet *sheet, const gg_state *state, gg_side side, int place)
{
    char words[24];
    gg_text text = gg_text_over(words, sizeof words);
    for (int of = 0; of < TYPES; of++) {
        int count = 0;
        for (int i = first_of(side); i < first_of(side) + UNITS; i++) {
            const unit *u = &state->units[i];
            count += u->number != 0 && u->type == of && u->place == place;
        }
        if (count == 0) continue;
        if (text.count > 0) gg_put_char(&text, ' ');
        gg_put_int(&text, count);
        gg_put_char(&text, commanders_letter((type)of));
    }
    gg_sheet_cell(sheet, text.count > 0 ? words : "-");
}

static void pour_setups(gg_sheet *sheet)
{
    gg_sheet_head(sheet, "T3 Set-ups", "Scenario|Side|Right|Centre|Left|Reserve");
    for (uint32_t i = 0; i < SCENARIOS; i++) {
        gg_state state;
        gg_error error = gg_setup(&commanders_rules, &state, i, NULL, NULL);
        gg_assert(error.text == NULL);
        for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
            int right = side == GG_BLUE ? 2 : 0;
            gg_sheet_row(sheet, 0, "%s|%s", commanders_scenarios[i].name, gg_side_name(side));
            cell_troops(sheet, &state, side, right * 3 + home_row(side));
            cell_troops(sheet, &state, side, 3 + home_row(side));
            cell_troops(sheet, &state, side, (2 - right) * 3 + home_row(side));
            cell_troops(sheet, &state, side, reserve_of(side));
        }
    }
}

/* ---- What can be said, and why it may be refused. ---- */

static void pour_actions(gg_sheet *sheet)
{
    static const char *const forms[FORMS][2] = {
        [FORM_WORD] = {"nothing", ""},
        [FORM_ORDER] = {"COUNT+TYPE SECTOR STEP1 [STEP2]", "2C c1 c2 c3"},
        [FORM_TROOPS] = {"COUNT+TYPE FROM TO", "2I b1 b2"},
        [FORM_SIDE] = {"FROM TO", "c1 c2"},
        [FORM_RETREAT] = {"COUNT+C SECTOR", "2C c2"},
        [FORM_DIVIDE] = {"SECTOR ZONE LIST [ZONE LIST]...", "b2 a2|b2 2I b1|b2 1I+1A"},
        [FORM_SPACES] = {"ZONE SPACE [SPACE]...", "c1|c2 1 2"},
        [FORM_TARGET] = {"ZONE SPACE at ZONE SPACE", "b1|b2 3 at b1|b2 1"},
        [FORM_REROLL] = {"ZONE SIDE SPACE [1 or 2]", "a2|b2 red 1"},
        [FORM_SECTOR] = {"SECTOR", "b2"},
        [FORM_BOMBARD] = {"FROM TO [COUNT or building]", "b1 b3 2"},
        [FORM_RALLY] = {"I or C, or A SECTOR, or I SECTOR", "A b1"},
        [FORM_DEPLOY] = {"COUNT+TYPE SECTOR", "4I b1"},
    };
    gg_sheet_head(sheet, "What can be said", "Word|What follows|For instance");
    for (int kind = ACTION_READY; kind < ACTIONS; kind++) {
        const char *word = commanders_actions[kind].word;
        const char *const *form = forms[commanders_forms[kind]];
        gg_sheet_row(sheet, 0, "%s|%s|%s%s%s", word, form[0], word, form[1][0] != '\0' ? " " : "",
                     form[1]);
    }
}

/* The sentence of a refusal, with N for its numbers. */
static void cell_sentence(gg_sheet *sheet, const char *sentence)
{
    char words[160];
    gg_text text = gg_text_over(words, sizeof words);
    while (*sentence != '\0') {
        bool is_number = *sentence == '{';
        gg_put_char(&text, is_number ? 'N' : *sentence);
        sentence = is_number ? strchr(sentence, '}') + 1 : sentence + 1;
    }
    gg_sheet_cell(sheet, words);
}

static void pour_reasons(gg_sheet *sheet)
{
    gg_sheet_head(sheet, "T4 Refusals", "Refused because|Clause");
    for (int i = 1; i < REASONS; i++) {
        cell_sentence(sheet, commanders_rules.reasons[i].text);
        gg_sheet_cell_clause(sheet, commanders_rules.reasons[i].clause);
    }
}

#include "core/sheet.def"
