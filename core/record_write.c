/*
 * record_write.c - the .grog record, written.  record.c says what stands in it, and reads it.
 * SPDX-License-Identifier: MIT
 */
#include "core/action.h"
#include "core/record.h"

#include "core/dice.h"
#include "core/names.h"
#include "core/numbers.h"
#include "core/position.h"
#include "core/state_hash.h"

#include <string.h>

const char *gg_viewer_name(gg_side side)
{
    return side == GG_NOBODY ? "watcher" : gg_side_name(side);
}

/* ---- Positions. ---- */

/* The text of a position, each line after a bar; it is written straight into the record and then
 * indented in place, so that no buffer is needed. */
static void write_position(const gg_match *match, const char *word, const gg_state *state,
                           const char *names, gg_text *out)
{
    gg_put(out, word);
    gg_put_char(out, '\n');
    uint32_t first = out->count;
    gg_write_position(match->rules, state, out);
    gg_write_names(out, &(gg_names){.rules = match->rules, .text = names});
    uint32_t lines = 1;
    for (uint32_t i = first; i + 1 < out->count; i++) lines += out->bytes[i] == '\n';
    if (out->cut || out->count + 2 * lines + 1 > out->limit) {
        out->cut = true;
        return;
    }
    uint32_t from = out->count, to = out->count + 2 * lines;
    out->bytes[to] = '\0';
    out->count = to;
    while (from > first) { /* from the end, so that nothing is overwritten before it has moved */
        char c = out->bytes[--from];
        out->bytes[--to] = c;
        if (from == first || out->bytes[from - 1] == '\n') {
            out->bytes[--to] = ' ';
            out->bytes[--to] = '|';
        }
    }
}

/* What is written for whom: `open` actions lie open from the start on; `hides`: what comes after
 * them may lack something. */
typedef struct part {
    gg_side side;
    bool everything, hides, starts_hidden;
    uint32_t open;
} part;

/*
 * Where a part can no longer tell everything is a thing that both sides know: the first decision
 * made in secret, or roll not shown to all, since everything was last opened.  Whether somebody
 * has chosen anything there does not matter, so that the place tells nothing of it.
 */
static part part_of(const gg_match *match, gg_side side, bool everything)
{
    part p = {.side = side, .everything = everything, .open = match->entry_count};
    if (everything) return p;
    match->rules->view(match->start, side, match->scratch);
    if (match->scenario >= match->rules->scenario_count /* a scenario is known to everybody */
        && memcmp(match->scratch, match->start, match->rules->state_bytes) != 0)
        p.starts_hidden = p.hides = true, p.open = 0;
    for (uint32_t i = 0; i < match->entry_count; i++) {
        const gg_entry *entry = &match->entries[i];
        const bool closed = entry->secret || (entry->dice_seen_by >> side & 1) == 0;
        if (closed && !p.hides) p.hides = true, p.open = i;
        if (entry->opens) p.hides = p.starts_hidden = false, p.open = match->entry_count;
    }
    p.hides |= gg_turn_is_secret(gg_match_turn(match));
    return p;
}

static void write_start(const gg_match *match, part p, gg_text *out)
{
    const gg_state *start = match->start;
    if (p.starts_hidden) {
        match->rules->view(match->start, p.side, match->scratch);
        start = match->scratch;
    }
    write_position(match, "position", start, match->names, out);
}

/* What a scenario began with: later versions may have it otherwise, or not at all. */
static void write_set_up(const gg_match *match, gg_text *out)
{
    gg_put(out, "start ");
    gg_put_hex(out, gg_state_hash(match->rules, match->start), GG_HASH_DIGITS);
    write_position(match, "", match->start, NULL, out);
}

static void write_seed(const gg_match *match, gg_text *out)
{
    if (!match->has_seed) return;
    gg_put(out, "seed xoshiro ");
    gg_put_hex(out, match->seed, GG_HASH_DIGITS);
    gg_put_char(out, '\n');
}

static void write_heading(const gg_match *match, part p, gg_text *out)
{
    const gg_ruleset *rules = match->rules;
    gg_put_words(out, "grognard %d\nruleset %s %d", GG_RECORD_FORMAT, rules->name,
                 match->past_version != 0 ? match->past_version : rules->version);
    if (match->scenario < rules->scenario_count) {
        gg_put(out, "\nscenario ");
        gg_put(out, rules->scenarios[match->scenario].name);
    }
    gg_put_char(out, '\n');
    for (uint32_t i = 0; i < rules->option_count; i++) {
        if (match->options[i] == GG_OPTION_UNSET) continue;
        gg_put_words(out, "option %s=%d\n", rules->options[i].name, match->options[i]);
    }
    if (match->scenario < rules->scenario_count)
        gg_write_house(rules, gg_house_of(rules, match->start), out);
    if (!p.everything) {
        gg_put_words(out, "view %s\n", gg_viewer_name(p.side));
    } else {
        write_seed(match, out);
    }
    for (gg_side s = GG_BLUE; s <= GG_RED; s++) {
        if (match->seats[s][0] == '\0') continue;
        gg_put_words(out, "%s %s\n", gg_side_name(s), match->seats[s]);
    }
    if (match->heading != NULL) gg_put(out, match->heading);
    if (match->scenario >= rules->scenario_count) write_start(match, p, out);
    else write_set_up(match, out);
}

/* Of a game that goes on by corrected rules: the record of what was before, and which they are. */
static void write_past(const gg_match *match, gg_text *out)
{
    const char *names = strchr(match->past, '\n') + 1; /* of the game, after the format */
    const uint32_t named = (uint32_t)(strchr(names, '\n') + 1 - match->past);
    gg_put_bytes(out, match->past, named);
    if (match->heading != NULL) gg_put(out, match->heading);
    gg_put_bytes(out, match->past + named, match->past_bytes - named);
    gg_put_words(out, "rules %d", match->rules->version);
    const gg_correction *row = gg_corrections_since(match->rules, match->past_version);
    for (; row->id != NULL; row++)
        gg_put_words(out, " %s", gg_clause_number(match->rules, row->clause));
    gg_put_char(out, '\n');
    write_seed(match, out);
}

static void write_move(const gg_match *match, const gg_state *before, const gg_entry *entry,
                       gg_text *out)
{
    if (entry->forced) gg_put_char(out, '[');
    if (entry->side != GG_NOBODY) {
        gg_put(out, gg_side_name(entry->side));
        gg_put_char(out, ' ');
    }
    gg_write_action(match->rules, before, &entry->action, out);
    if (entry->forced) gg_put_char(out, ']');
}

static void write_faces(const gg_match *match, const gg_entry *entry, gg_text *out)
{
    for (uint32_t f = 0; f < entry->face_count; f++) {
        gg_put_char(out, ' ');
        gg_put_int(out, match->faces[entry->face_first + f]);
    }
}

static void write_entry(const gg_match *match, part p, uint32_t number, bool is_open,
                        const gg_entry *entry, gg_text *out)
{
    gg_put_int(out, number);
    gg_put_char(out, ' ');
    write_move(match, match->scratch, entry, out);
    gg_put(out, " :");
    if (is_open || (entry->dice_seen_by >> p.side & 1) != 0) write_faces(match, entry, out);
    else gg_put(out, " ?"); /* even their number would tell */
    gg_put(out, " #");
}

/* Of an entry that lies open: elsewhere a hash would tell what is sealed. */
static void write_hash(const gg_match *match, const gg_entry *entry, uint64_t hash, gg_text *out)
{
    gg_put_char(out, ' ');
    gg_put_hex(out, gg_entry_hash(hash, match->faces + entry->face_first, entry->face_count),
               GG_HASH_DIGITS);
}

/*
 * Actions are written by the state they were made in (a unit may be named by what it then was),
 * so the game is played once more on the scratch copy.  Where a round ends, and at the end of what
 * lies open, the position is written, too.  Returns the number of the last action.
 */
static uint32_t write_entries(const gg_match *match, part p, gg_text *out)
{
    _Alignas(max_align_t) char room[GG_STATE_BYTES_MAX];
    const gg_ruleset *rules = match->rules;
    gg_state *before = (gg_state *)room, *state = match->scratch;
    gg_hasher hasher;
    uint32_t number = p.everything ? match->past_count : 0, round = rules->turn(match->start).round;
    uint64_t hash = gg_state_hash(rules, match->start);
    memcpy(state, match->start, rules->state_bytes);
    gg_begin_hashes(rules, &hasher);
    for (uint32_t i = 0; i < match->entry_count; i++) {
        const gg_entry *entry = &match->entries[i];
        const bool is_open = i < p.open;
        const bool is_written = p.everything || !entry->sealed || entry->side == p.side;
        if (p.hides && i == p.open) gg_put(out, "hidden\n");
        if (is_written) write_entry(match, p, ++number, is_open, entry, out);
        memcpy(before, state, rules->state_bytes);
        gg_dice faces = gg_dice_scripted(match->faces + entry->face_first, entry->face_count);
        rules->apply(state, entry->side, &entry->action, &faces, NULL);
        gg_assert(faces.trouble == GG_DICE_FINE);
        if (is_open) hash = gg_state_hash_after(&hasher, before, hash, state);
        if (is_open) write_hash(match, entry, hash, out);
        if (is_written) gg_put_char(out, '\n');
        if (is_open && (rules->turn(state).round != round || i + 1 == p.open))
            write_position(match, "stands", state, NULL, out);
        round = rules->turn(state).round;
    }
    if (p.hides && p.open == match->entry_count) gg_put(out, "hidden\n");
    return number;
}

void gg_record_write(const gg_match *match, gg_side side, bool everything, gg_text *out)
{
    const part p = part_of(match, side, everything);
    const uint32_t first = out->count;
    if (match->past != NULL && everything) write_past(match, out);
    else write_heading(match, p, out);
    uint32_t told = write_entries(match, p, out);
    if (match->behind != NULL && everything) {
        gg_put_bytes(out, match->behind, match->behind_bytes);
        told += match->behind_count;
    }
    if (p.hides) {
        match->rules->view(match->state, side, match->scratch);
        write_position(match, "present", match->scratch, match->names, out);
    }
    gg_turn turn = gg_match_turn(match);
    if (turn.over) {
        gg_put_words(out, "result %s %s\n",
                     turn.winner == GG_NOBODY ? "draw" : gg_side_name(turn.winner),
                     gg_clause_number(match->rules, turn.clause));
    }
    const uint64_t hash = out->cut ? 0 : gg_record_hash(out->bytes + first, out->count - first);
    gg_put_words(out, "end %d ", told);
    gg_put_hex(out, hash, GG_HASH_DIGITS);
    gg_put_char(out, '\n');
}
