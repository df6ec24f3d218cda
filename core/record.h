/*
 * record.h - the .grog record: text, one line per thing, and the proof that it is true.
 */
#ifndef GG_RECORD_H
#define GG_RECORD_H

#include "core/match.h"
#include "core/text.h"

enum { GG_RECORD_FORMAT = 1 };

/*
 * With `everything`: the whole record, for a finished game or for who may know all of it.
 * Without: what this side (GG_NOBODY: a watcher) may know while the game runs; the sealed choices
 * of others are left out, and so are the seed and the hashes that would tell of them.
 */
void gg_record_write(const gg_match *, gg_side, bool everything, gg_text *out);

/* The ruleset a text is for (record or position: its heading says), or NULL with an error. */
const gg_ruleset *gg_record_ruleset(const char *text, gg_error *);
/* A record begins with "grognard"; anything else is read as a position. */
bool gg_record_is(const char *text);

typedef struct gg_record_trouble {
    const char *text;     /* NULL: every line is as it should be */
    uint32_t    line;     /* of the record, from 1 */
    uint32_t    at;       /* offset in the text */
    /* where two things differ */
    char        expected[GG_ACTION_TEXT_MAX], found[GG_ACTION_TEXT_MAX];
    gg_verdict  verdict;  /* of a refused action */
    bool        unreadable; /* the text is damaged, as against: the game it tells is not true */
} gg_record_trouble;

/*
 * Replays into `match` (memory as for gg_match_begin) and verifies: dice, legality, hashes, the
 * result and that the record is whole.  Stops after `plies` actions (UINT32_MAX: all).  Afterwards
 * the match stands at the last good action, with its dice where the game left them.
 */
gg_record_trouble gg_record_replay(gg_match *, const gg_ruleset *, void *memory, const char *text,
                                   uint32_t plies);

#endif
