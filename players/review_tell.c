/*
 * review_tell.c - a review in words, and as JSON.  See review.h.
 * SPDX-License-Identifier: MIT
 */
#include "core/action.h"
#include "core/names.h"
#include "players/review.h"

#include <string.h>

enum { BAR = 40, COLUMN = 26 };

/* ---- Pieces of sentences, for the page of text and the page of pictures. ---- */

static int32_t for_side(int32_t chance, gg_side side)
{
    return side == GG_RED ? GG_VALUE_ONE - chance : chance;
}

/* With the names that people use in place of the codes. */
static void put_named(gg_text *out, const gg_review *review, const gg_state *state,
                      const char *words)
{
    const gg_names names = gg_names_of(review->ask->match);
    gg_put_named(out, &names, state, words);
}

void gg_put_review_action(gg_text *out, const gg_review *review, uint32_t ply, gg_state *before,
                          gg_state *view)
{
    char bytes[512];
    gg_text words = gg_text_over(bytes, sizeof bytes);
    const gg_match *match = review->ask->match;
    const gg_entry *entry = &match->entries[ply];
    gg_teller teller = gg_teller_of(match, before);
    gg_teller_move(&teller, ply);
    (void)view;
    if (entry->side <= GG_RED) {
        gg_put(out, gg_side_name(entry->side));
        gg_put(out, ", ");
    }
    gg_tell_words(&teller, &words);
    put_named(out, review, before, bytes);
}

/* The better action in words; `before` holds the state. */
static void put_better(gg_text *out, const gg_review *review, uint32_t ply, const gg_state *before,
                       gg_state *view)
{
    const gg_ruleset *rules = review->ask->match->rules;
    const gg_side side = review->ask->match->entries[ply].side;
    char bytes[512];
    gg_text words = gg_text_over(bytes, sizeof bytes);
    rules->view(before, side, view);
    gg_put_spoken(&words, rules, view, side, &review->each[ply].better);
    put_named(out, review, before, bytes);
}

static bool has_better(const gg_review *review, uint32_t ply)
{
    const gg_review_ply *it = &review->each[ply];
    const gg_action *done = &review->ask->match->entries[ply].action;
    return it->looked && it->loss >= 100 && memcmp(&it->better, done, sizeof *done) != 0;
}

/* What the dice and the decision did, for whom, and what would have been better. */
void gg_put_review_turning(gg_text *out, const gg_review *review, uint32_t ply,
                           const gg_state *before, gg_state *view)
{
    const gg_review_ply *it = &review->each[ply];
    const gg_side side = review->ask->match->entries[ply].side;
    const gg_side told = side > GG_RED ? GG_BLUE : side;
    const int32_t luck = told == GG_RED ? -it->luck : it->luck;
    if (it->rolled && (luck >= 50 || luck <= -50)) {
        gg_put(out, luck > 0 ? "The dice gave " : "The dice cost ");
        gg_put(out, gg_side_name(told));
        gg_put_char(out, ' ');
        gg_put_percent(out, luck < 0 ? -luck : luck);
        gg_put(out, ". ");
    }
    gg_put(out, "The chance of ");
    gg_put(out, gg_side_name(told));
    gg_put(out, " went from ");
    gg_put_percent(out, for_side(review->chances[ply], told));
    gg_put(out, " to ");
    gg_put_percent(out, for_side(review->chances[ply + 1], told));
    gg_put_char(out, '.');
    if (has_better(review, ply)) {
        gg_put(out, it->is_mistake ? " Better by " : " Perhaps better, by ");
        gg_put_percent(out, it->loss);
        gg_put(out, " (within ");
        gg_put_int(out, (it->loss_error + 99) / 100);
        gg_put(out, "): ");
        put_better(out, review, ply, before, view);
        gg_put_char(out, '.');
    } else if (it->looked) {
        gg_put(out, " Nothing better is known.");
    } else if (it->decided) {
        gg_put(out, " It was not looked for anything better.");
    }
}

void gg_put_review_end(gg_text *out, const gg_review *review)
{
    const gg_match *match = review->ask->match;
    if (!review->over) {
        gg_put(out, "The game is not over: this is about its first ");
        gg_put_count(out, review->plies, "action");
    } else if (review->end.winner == GG_NOBODY) {
        gg_put(out, "Drawn after ");
        gg_put_count(out, review->plies, "action");
    } else {
        gg_put(out, review->end.winner == GG_BLUE ? "Blue" : "Red");
        gg_put(out, " wins after ");
        gg_put_count(out, review->plies, "action");
    }
    if (review->over && review->end.clause != 0) {
        gg_put(out, " (");
        gg_put(out, gg_clause_number(match->rules, review->end.clause));
        gg_put_char(out, ')');
    }
    gg_put_char(out, '.');
}

void gg_put_review_heading(gg_text *out, const gg_review *review)
{
    const gg_match *match = review->ask->match;
    gg_put(out, match->rules->title);
    if (match->scenario < match->rules->scenario_count) {
        gg_put(out, ": ");
        gg_put(out, match->rules->scenarios[match->scenario].title);
    }
}

void gg_put_review_judge(gg_text *out, const gg_review *review)
{
    gg_put(out, "The chances are those of ");
    gg_put(out, review->ask->player->title);
    gg_put(out, ", from ");
    gg_put_count(out, review->games, "game");
    gg_put(out, " that he played on from moments of this one; the mean square of what he was "
                "off in them is ");
    gg_put(out, "0.");
    if (review->square < 1000) gg_put_char(out, '0');
    gg_put_int(out, review->square / 100);
    gg_put(out, ". For mistakes he thought about ");
    gg_put_int(out, review->sides[GG_BLUE].looked + review->sides[GG_RED].looked);
    gg_put(out, " of ");
    gg_put_int(out, review->sides[GG_BLUE].decisions + review->sides[GG_RED].decisions);
    gg_put(out, " decisions, with ");
    gg_put_int(out, review->playouts);
    gg_put(out, " playouts each.");
}

/* ---- The page of text. ---- */

static void end_row(gg_text *out)
{
    while (out->count > 0 && out->bytes[out->count - 1] == ' ') out->bytes[--out->count] = 0;
    gg_put_char(out, '\n');
}

static void pad_to(gg_text *out, uint32_t from, uint32_t width)
{
    while (out->count - from < width && !out->cut) gg_put_char(out, ' ');
}

static void put_bar(gg_text *out, const char *label, uint32_t number, int32_t blue)
{
    const uint32_t from = out->count;
    gg_put(out, label);
    if (number > 0) gg_put_int(out, number);
    pad_to(out, from, 10);
    const uint32_t at = out->count;
    gg_put_percent(out, blue);
    pad_to(out, at, 6);
    gg_put_char(out, '|');
    for (int32_t i = 0; i < BAR; i++)
        gg_put_char(out, i < (blue * BAR + 5000) / GG_VALUE_ONE ? '#' : i == BAR / 2 ? '.' : ' ');
    gg_put(out, "|\n");
}

static void put_curve(gg_text *out, const gg_review *review)
{
    gg_put(out, "\nThe chance of blue to win, after each round:\n");
    put_bar(out, "start", 0, review->chances[0]);
    for (uint32_t ply = 0; ply < review->plies; ply++)
        if (ply + 1 == review->plies || review->rounds[ply + 1] != review->rounds[ply])
            put_bar(out, "round ", review->rounds[ply], review->chances[ply + 1]);
}

static void put_figure(gg_text *out, int32_t figure, int32_t error, bool has_error)
{
    const uint32_t from = out->count;
    gg_put_percent_signed(out, figure);
    if (has_error && error > 0) {
        gg_put(out, " (within ");
        gg_put_int(out, (error + 99) / 100);
        gg_put_char(out, ')');
    }
    pad_to(out, from, COLUMN - 6);
}

static void put_row(gg_text *out, const char *label, int32_t blue, int32_t red)
{
    const uint32_t from = out->count;
    gg_put(out, label);
    pad_to(out, from, COLUMN);
    put_figure(out, blue, 0, false);
    put_figure(out, red, 0, false);
    end_row(out);
}

static void put_mistakes(gg_text *out, const gg_review_side *side)
{
    const uint32_t from = out->count;
    gg_put_percent_signed(out, -side->loss);
    gg_put(out, " (");
    gg_put_int(out, side->mistakes);
    gg_put(out, " in ");
    gg_put_int(out, side->looked);
    gg_put_char(out, ')');
    pad_to(out, from, COLUMN - 6);
}

static void put_chance_row(gg_text *out, const char *label, int32_t blue)
{
    uint32_t from = out->count;
    gg_put(out, label);
    pad_to(out, from, COLUMN);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        from = out->count;
        gg_put_percent(out, for_side(blue, side));
        pad_to(out, from, COLUMN - 6);
    }
    end_row(out);
}

static void put_table(gg_text *out, const gg_review *review)
{
    const gg_review_side *sides = review->sides;
    const uint32_t from = out->count + 1;
    gg_put_char(out, '\n');
    pad_to(out, from, COLUMN);
    gg_put(out, "blue                red\n");
    put_chance_row(out, "chance at the start", review->chances[0]);
    const uint32_t luck = out->count;
    gg_put(out, "luck of its own dice");
    pad_to(out, luck, COLUMN);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        put_figure(out, sides[side].luck, sides[side].luck_error, true);
    end_row(out);
    put_row(out, "luck of the game's dice", sides[GG_NOBODY].luck, -sides[GG_NOBODY].luck);
    put_row(out, "play against each other", review->play, -review->play);
    put_chance_row(out, "chance at the end", review->chances[review->plies]);
    const uint32_t at = out->count;
    gg_put(out, "lost by clear mistakes");
    pad_to(out, at, COLUMN);
    put_mistakes(out, &sides[GG_BLUE]);
    put_mistakes(out, &sides[GG_RED]);
    end_row(out);
}

static void put_turning(gg_text *out, const gg_review *review, gg_state *one, gg_state *two)
{
    if (review->turning_count > 0) gg_put(out, "\nTurning points:\n");
    for (uint32_t i = 0; i < review->turning_count; i++) {
        const uint32_t ply = review->turning[i];
        gg_put_int(out, i + 1);
        gg_put(out, ". Action ");
        gg_put_int(out, ply + 1);
        gg_put(out, ", round ");
        gg_put_int(out, review->rounds[ply]);
        gg_put(out, ": ");
        gg_put_review_action(out, review, ply, one, two);
        gg_put(out, ".\n   ");
        gg_put_review_turning(out, review, ply, one, two);
        gg_put_char(out, '\n');
    }
}

static void put_unit(gg_text *out, const gg_review *review, const gg_review_unit *unit)
{
    const gg_match *match = review->ask->match;
    const gg_names names = gg_names_of(match);
    if (unit->name[0] == 0) gg_put(out, gg_roles[unit->role].words);
    else gg_put_named(out, &names, match->state, unit->name);
}

void gg_put_review_losses(gg_text *out, const gg_review *review, gg_side side, bool gone)
{
    int count = 0, nth = 0;
    for (uint32_t i = 0; i < review->unit_count; i++)
        count += review->units[i].side == side && (review->units[i].has == 0) == gone;
    for (uint32_t i = 0; i < review->unit_count; i++) {
        const gg_review_unit *unit = &review->units[i];
        if (unit->side != side || (unit->has == 0) != gone) continue;
        gg_put_joint(out, nth++, count);
        put_unit(out, review, unit);
        if (!gone && unit->has < unit->had && unit->role != GG_ROLE_commander) {
            gg_put(out, " (");
            gg_put_int(out, unit->has);
            gg_put(out, " of ");
            gg_put_int(out, unit->had);
            gg_put_char(out, ')');
        }
    }
    if (count == 0) gg_put(out, gone ? "nobody" : "nothing");
}

void gg_put_review(gg_text *out, const gg_review *review, gg_state *one, gg_state *two)
{
    const gg_match *match = review->ask->match;
    gg_put_review_heading(out, review);
    gg_put(out, ".  Blue is ");
    gg_put(out, match->seats[GG_BLUE][0] == 0 ? "somebody" : match->seats[GG_BLUE]);
    gg_put(out, ", red is ");
    gg_put(out, match->seats[GG_RED][0] == 0 ? "somebody" : match->seats[GG_RED]);
    gg_put(out, ".\n");
    gg_put_review_end(out, review);
    gg_put_char(out, '\n');
    put_curve(out, review);
    put_table(out, review);
    put_turning(out, review, one, two);
    gg_put_char(out, '\n');
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        gg_put(out, side == GG_BLUE ? "Blue lost " : "Red lost ");
        gg_put_review_losses(out, review, side, true);
        gg_put(out, "; it has left ");
        gg_put_review_losses(out, review, side, false);
        gg_put(out, ".\n");
    }
    gg_put_char(out, '\n');
    gg_put_review_judge(out, review);
    gg_put_char(out, '\n');
}

/* ---- For programs. ---- */

static void wire_side(gg_json *json, const char *key, const gg_review_side *side)
{
    gg_json_object(json, key);
    gg_json_hundredths(json, "luck", side->luck);
    gg_json_hundredths(json, "luck_error", side->luck_error);
    gg_json_hundredths(json, "choice", side->choice);
    gg_json_hundredths(json, "loss", side->loss);
    gg_json_int(json, "rolls", side->rolls);
    gg_json_int(json, "decisions", side->decisions);
    gg_json_int(json, "looked", side->looked);
    gg_json_int(json, "mistakes", side->mistakes);
    gg_json_end(json);
}

static void wire_turning(gg_json *json, const gg_review *review, uint32_t ply, gg_state *one,
                         gg_state *two)
{
    const gg_match *match = review->ask->match;
    const gg_review_ply *it = &review->each[ply];
    const gg_side side = match->entries[ply].side;
    char bytes[1024];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_json_object(json, NULL);
    gg_json_int(json, "ply", ply + 1);
    gg_json_int(json, "round", review->rounds[ply]);
    gg_json_string(json, "side", gg_side_name(side));
    gg_put_review_action(&text, review, ply, one, two);
    gg_json_string(json, "words", bytes);
    text = gg_text_over(bytes, sizeof bytes);
    gg_put_review_turning(&text, review, ply, one, two);
    gg_json_string(json, "text", bytes);
    gg_json_hundredths(json, "before", review->chances[ply]);
    gg_json_hundredths(json, "after", review->chances[ply + 1]);
    gg_json_hundredths(json, "luck", it->luck);
    if (it->looked) {
        gg_json_hundredths(json, "loss", it->loss);
        gg_json_hundredths(json, "loss_error", it->loss_error);
    }
    if (has_better(review, ply)) {
        text = gg_text_over(bytes, sizeof bytes);
        match->rules->view(one, side, two);
        gg_write_action(match->rules, two, &it->better, &text);
        gg_json_string(json, "better", bytes);
        text = gg_text_over(bytes, sizeof bytes);
        put_better(&text, review, ply, one, two);
        gg_json_string(json, "better_words", bytes);
    }
    gg_json_end(json);
}

static void wire_units(gg_json *json, const gg_review *review)
{
    char bytes[128];
    gg_json_array(json, "units");
    for (uint32_t i = 0; i < review->unit_count; i++) {
        const gg_review_unit *unit = &review->units[i];
        gg_json_object(json, NULL);
        gg_text called = gg_text_over(bytes, sizeof bytes);
        put_unit(&called, review, unit);
        gg_json_string(json, "name", unit->name);
        gg_json_string(json, "called", bytes);
        gg_json_string(json, "side", gg_side_name(unit->side));
        gg_json_string(json, "words", gg_roles[unit->role].words);
        gg_json_int(json, "had", unit->had);
        gg_json_int(json, "has", unit->has);
        gg_json_end(json);
    }
    gg_json_end(json);
}

static void wire_plies(gg_json *json, const gg_review *review)
{
    gg_json_array(json, "actions");
    for (uint32_t ply = 0; ply < review->plies; ply++) {
        const gg_review_ply *it = &review->each[ply];
        gg_json_object(json, NULL);
        gg_json_int(json, "ply", ply + 1);
        gg_json_string(json, "side", gg_side_name(review->ask->match->entries[ply].side));
        gg_json_hundredths(json, "chance", review->chances[ply + 1]);
        gg_json_hundredths(json, "choice", it->choice);
        if (it->rolled) {
            gg_json_hundredths(json, "luck", it->luck);
            gg_json_hundredths(json, "luck_error", it->luck_error);
        }
        if (it->looked) {
            gg_json_hundredths(json, "loss", it->loss);
            gg_json_hundredths(json, "loss_error", it->loss_error);
            gg_json_bool(json, "mistake", it->is_mistake);
        }
        gg_json_end(json);
    }
    gg_json_end(json);
}

void gg_wire_review(gg_json *json, const char *key, const gg_review *review, gg_state *one,
                    gg_state *two)
{
    char bytes[1024];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_json_object(json, key);
    gg_json_string(json, "event", "review");
    gg_json_string(json, "game", review->ask->match->rules->name);
    gg_json_string(json, "player", review->ask->player->name);
    gg_json_string(json, "title", review->ask->player->title);
    gg_put_review_end(&text, review);
    gg_json_string(json, "ending", bytes);
    text = gg_text_over(bytes, sizeof bytes);
    gg_put_review_judge(&text, review);
    gg_json_string(json, "judge", bytes);
    gg_json_int(json, "plies", review->plies);
    gg_json_int(json, "games", review->games);
    gg_json_int(json, "playouts", review->playouts);
    gg_json_decimal(json, "square", (uint64_t)review->square, 4);
    gg_json_bool(json, "over", review->over);
    if (review->over && review->end.winner != GG_NOBODY)
        gg_json_string(json, "winner", gg_side_name(review->end.winner));
    gg_json_hundredths(json, "start", review->chances[0]);
    gg_json_hundredths(json, "end", review->chances[review->plies]);
    gg_json_hundredths(json, "play", review->play);
    gg_json_object(json, "sides");
    for (gg_side side = GG_BLUE; side <= GG_NOBODY; side++)
        wire_side(json, gg_side_name(side), &review->sides[side]);
    gg_json_end(json);
    gg_json_array(json, "turning");
    for (uint32_t i = 0; i < review->turning_count; i++)
        wire_turning(json, review, review->turning[i], one, two);
    gg_json_end(json);
    wire_units(json, review);
    wire_plies(json, review);
    gg_json_end(json);
}
