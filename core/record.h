/*
 * record.h - the .grog record: text, one line per thing, and the proof that it is true.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_RECORD_H
#define GG_RECORD_H

#include "core/dice.h"
#include "core/match.h"
#include "core/text.h"

enum {
    GG_RECORD_FORMAT = 2, /* 1: its hashes are those of an older program, and are passed over */
    GG_HASH_DIGITS = 16,
};

/* Of the lines of a record up to there: core/record.c says what counts. */
uint64_t gg_record_hash(const char *text, uint32_t end);
/* What stands behind an action: the faces count too, so that a die changed for another that does
 * the same is found out. */
static inline uint64_t gg_entry_hash(uint64_t state, const uint8_t *faces, uint32_t count)
{
    return count == 0 ? state : gg_hash_on(state, faces, count);
}

/*
 * With `everything`: the whole record, for a finished game or for who may know all of it.
 * Without: this side's part (GG_NOBODY: a watcher's) while the game runs.  The seed is left out,
 * and so is, after the last opening, whatever would tell of the sealed choices of others; what the
 * side sees now stands there as a position.
 */
void gg_record_write(const gg_match *, gg_side, bool everything, gg_text *out);

const char *gg_viewer_name(gg_side); /* blue, red, or watcher for GG_NOBODY */

/* The ruleset a text is for (record or position: its heading says), or NULL with an error. */
const gg_ruleset *gg_record_ruleset(const char *text, gg_error *);
/* A record begins with "grognard"; anything else is read as a position. */
bool gg_record_is(const char *text);

/* What was read, where it is one side's part of a running game. */
typedef struct gg_record_part {
    bool is_part;
    bool hides;        /* there are things after the first `open` actions that are not opened yet */
    gg_side side;      /* whose; GG_NOBODY: a watcher's */
    uint32_t open;     /* actions that were played and proved */
    uint32_t told;     /* all it tells: those, and what the side knows of the rest */
    uint32_t lines_at; /* offset of the first line of that rest */
    uint32_t format;   /* of the record: in the first one no hash is compared */
    bool has_own_start; /* its scenario is another one today: the game begins as it did then */
    uint32_t verified;  /* its first actions, up to where it went on by other rules, or by none */
    uint32_t shown_at;  /* offset of the line after them */
    /* Rules were corrected since it was played, and it comes out otherwise by those of today: what
     * comes after the verified ones is shown as recorded. */
    bool is_corrected;
    uint32_t version;             /* by which it was played there */
    uint32_t behind, behind_at;   /* so many actions come after the match, and where: nobody knows
                                 * a position after them */
    uint32_t undone, undone_last; /* so many actions as far as this one count no longer: the game
                                   * went on from before them */
} gg_record_part;

/* "Played by version 1; verified up to action 37; from there on shown as recorded.", and which of
 * them no longer count. */
void gg_put_played_by(gg_text *, const gg_record_part *);
/* The first correction of the rules that was made after this version; its id is NULL if there is
 * none.  The others follow. */
const gg_correction *gg_corrections_since(const gg_ruleset *, uint32_t version);

typedef struct gg_record_trouble {
    const char *text;      /* NULL: every line is as it should be */
    uint32_t line, column; /* of the record, from 1 */
    uint32_t at;           /* offset in the text */
    /* where two things differ */
    char expected[GG_ACTION_TEXT_MAX], found[GG_ACTION_TEXT_MAX];
    gg_verdict verdict;  /* of a refused action */
    bool unreadable;     /* the text is damaged, as against: the game it tells is not true */
    gg_record_part part; /* filled as far as it was read */
} gg_record_trouble;

/*
 * Replays into `match` (memory as for gg_match_begin) and verifies: dice, legality, hashes, the
 * result and that the record is whole.  Stops after `plies` actions (UINT32_MAX: all).  Afterwards
 * the match stands at the last good action, with its dice where the game left them.
 * Where corrected rules play an action otherwise, the game goes on from the next position that the
 * record holds: the match begins there, and what led to it is its past (part.is_corrected).
 * One side's part is replayed as far as everything lies open (part.open).  Beyond, there is only
 * what the side sees at its end, and there the match begins anew at that position.
 */
gg_record_trouble gg_record_replay(gg_match *, const gg_ruleset *, void *memory, const char *text,
                                   uint32_t plies);

#endif
