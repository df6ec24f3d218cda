/*
 * row.c - a game as one line of JSON.  See row.h.
 * SPDX-License-Identifier: MIT
 */
#include "lab/row.h"

#include "core/json.h"

#include <stdlib.h>
#include <string.h>

const char *const lab_place_names[] = {"stand", "fight", "lost", NULL};

/* ---- Writing. ---- */

static void write_clauses(gg_json *json, const gg_ruleset *rules, const lab_seen *seen)
{
    gg_json_object(json, "clauses");
    for (uint32_t i = 1; i < rules->clause_count; i++)
        if (seen->clauses[i] > 0) gg_json_int(json, rules->clauses[i].number, seen->clauses[i]);
    gg_json_end(json);
}

/* "check.row", with what a check is called written as one word. */
static void put_mod(gg_text *key, const gg_check *check, uint32_t row)
{
    gg_put(key, check->name);
    for (uint32_t i = 0; i < key->count; i++)
        if (key->bytes[i] == ' ') key->bytes[i] = '_';
    gg_put_char(key, '.');
    gg_put(key, check->mods[row].id);
}

/* How often each came up, or (judged) in how many rolls it could be left out, and changed what. */
static void write_mods(gg_json *json, const gg_ruleset *rules, const lab_seen *seen, bool judged)
{
    uint32_t at = 0;
    gg_json_object(json, judged ? "changed" : "mods");
    for (uint32_t c = 0; c < rules->check_count; c++)
        for (uint32_t m = 0; m < rules->checks[c]->mod_count; m++, at++) {
            char bytes[128];
            gg_text key = gg_text_over(bytes, sizeof bytes);
            if ((judged ? seen->judged : seen->mods)[at] == 0) continue;
            put_mod(&key, rules->checks[c], m);
            if (!judged) gg_json_int(json, bytes, seen->mods[at]);
            if (!judged) continue;
            gg_json_array(json, bytes);
            gg_json_int(json, NULL, seen->judged[at]);
            gg_json_int(json, NULL, seen->changed[at]);
            gg_json_end(json);
        }
    gg_json_end(json);
}

static void write_numbers(gg_json *json, const gg_ruleset *rules, const lab_seen *seen)
{
    gg_json_object(json, "numbers");
    for (uint32_t i = 1; i < rules->number_count; i++)
        if (seen->numbers[i] > 0) gg_json_int(json, rules->numbers[i].id, seen->numbers[i]);
    gg_json_end(json);
}

static void write_losses(gg_json *json, const lab_seen *seen)
{
    gg_json_object(json, "losses");
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        gg_json_object(json, gg_side_name(side));
        for (int role = 0; role < GG_ROLES; role++) {
            const lab_loss *loss = &seen->losses[side][role];
            if (loss->units == 0 && loss->strength == 0) continue;
            gg_json_array(json, gg_roles[role].name);
            gg_json_int(json, NULL, loss->units);
            gg_json_int(json, NULL, loss->strength);
            gg_json_end(json);
        }
        gg_json_end(json);
    }
    gg_json_end(json);
}

static void write_map(gg_json *json, const char *key, const lab_grid *grid, const uint32_t *counts)
{
    gg_json_array(json, key);
    for (int i = 0; i < grid->columns * grid->rows; i++)
        if (counts[i] > 0) gg_json_int(json, NULL, i), gg_json_int(json, NULL, counts[i]);
    gg_json_end(json);
}

static void write_places(gg_json *json, const lab_seen *seen)
{
    const lab_places *places = &seen->places;
    gg_json_object(json, "places");
    gg_json_int(json, "columns", seen->grid.columns);
    gg_json_int(json, "rows", seen->grid.rows);
    write_map(json, "stand_blue", &seen->grid, places->stand[GG_BLUE]);
    write_map(json, "stand_red", &seen->grid, places->stand[GG_RED]);
    write_map(json, "fight", &seen->grid, places->fight);
    write_map(json, "lost_blue", &seen->grid, places->lost[GG_BLUE]);
    write_map(json, "lost_red", &seen->grid, places->lost[GG_RED]);
    gg_json_end(json);
}

static void write_hex(gg_json *json, const char *key, uint64_t number)
{
    char bytes[24];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_put(&text, "0x");
    gg_put_hex(&text, number, 16);
    gg_json_string(json, key, bytes);
}

void lab_write_row(gg_text *out, const lab_table *table, uint64_t game)
{
    const gg_ruleset *rules = table->setup->rules;
    const lab_seen *seen = &table->seen;
    gg_json json = gg_json_into(out);
    gg_json_object(&json, NULL);
    gg_json_int(&json, "game", (int64_t)game);
    write_hex(&json, "seed", lab_game_seed(table->setup, game));
    gg_json_string(&json, "blue", lab_game_seat(table->setup, game, GG_BLUE));
    gg_json_string(&json, "red", lab_game_seat(table->setup, game, GG_RED));
    gg_json_string(&json, "winner", gg_side_name(seen->winner));
    gg_json_bool(&json, "over", seen->over);
    gg_json_string(&json, "clause", gg_clause_number(rules, seen->clause));
    gg_json_int(&json, "round", seen->round);
    gg_json_int(&json, "decisions_blue", seen->decisions[GG_BLUE]);
    gg_json_int(&json, "decisions_red", seen->decisions[GG_RED]);
    gg_json_int(&json, "steps", seen->steps);
    gg_json_int(&json, "offers", (int64_t)seen->offers);
    write_losses(&json, seen);
    write_clauses(&json, rules, seen);
    write_mods(&json, rules, seen, false);
    write_mods(&json, rules, seen, true);
    write_numbers(&json, rules, seen);
    write_places(&json, seen);
    write_hex(&json, "final", seen->final);
    gg_json_end(&json);
    gg_put_char(out, '\n');
    gg_assert(!out->cut);
}

lab_scribe *lab_open_scribe(const lab_setup *setup, bool looks)
{
    lab_scribe *scribe = cli_memory(sizeof *scribe);
    scribe->table = lab_open_table(setup, looks);
    scribe->line = cli_text(LAB_ROW_BYTES);
    return scribe;
}

void lab_close_scribe(void *of)
{
    lab_scribe *scribe = of;
    lab_close_table(scribe->table);
    free(scribe->line.bytes);
    free(scribe);
}

bool lab_play_row(void *of, uint64_t game)
{
    lab_scribe *scribe = of;
    if (!lab_play(scribe->table, game)) return false;
    scribe->line = gg_text_over(scribe->line.bytes, scribe->line.limit);
    if (scribe->table->looks) lab_write_row(&scribe->line, scribe->table, game);
    return true;
}

/* ---- Reading. ---- */

static int64_t int_of(const json_t *whole, const char *key)
{
    return json_integer_value(json_object_get(whole, key));
}

static void read_losses(lab_row *row)
{
    const json_t *losses = json_object_get(row->whole, "losses");
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        const char *arm;
        json_t *loss;
        json_object_foreach(json_object_get(losses, gg_side_name(side)), arm, loss)
        {
            row->units_lost[side] += json_integer_value(json_array_get(loss, 0));
            row->strength_lost[side] += json_integer_value(json_array_get(loss, 1));
        }
    }
}

bool lab_read_row(const char *line, size_t count, lab_row *row)
{
    json_t *whole = json_loadb(line, count, JSON_REJECT_DUPLICATES, NULL);
    *row = (lab_row){.whole = whole};
    if (whole == NULL) return false;
    row->game = (uint64_t)int_of(whole, "game");
    row->seed = json_string_value(json_object_get(whole, "seed"));
    row->winner = json_string_value(json_object_get(whole, "winner"));
    row->clause = json_string_value(json_object_get(whole, "clause"));
    row->final = json_string_value(json_object_get(whole, "final"));
    row->over = json_is_true(json_object_get(whole, "over"));
    row->round = int_of(whole, "round");
    row->decisions[GG_BLUE] = int_of(whole, "decisions_blue");
    row->decisions[GG_RED] = int_of(whole, "decisions_red");
    row->steps = int_of(whole, "steps");
    row->offers = int_of(whole, "offers");
    read_losses(row);
    const bool good = json_is_integer(json_object_get(whole, "game")) && row->seed != NULL
                      && row->winner != NULL && row->clause != NULL && row->final != NULL;
    if (!good) lab_drop_row(row);
    return good;
}

void lab_drop_row(lab_row *row)
{
    json_decref(row->whole);
    row->whole = NULL;
}
