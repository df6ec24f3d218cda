/*
 * signature.c - one hash for each ruleset, of every position and every event in a fixed batch of
 * games.  A change of play changes it; nothing else does, on no machine.
 *
 *   signature            prints them
 *   signature FILE       compares them with FILE, as TAP
 *   signature --of GAME  prints that of one game
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "players/batch.h"
#include "support.h"

enum { NAME_MAX_BYTES = 64 };

static uint64_t signature_of(const gg_ruleset *rules)
{
    gg_match *match = room(sizeof *match);
    void *memory = room(gg_match_bytes(rules));
    char *text = room(GG_SIGNATURE_ROOM);
    const uint64_t hash =
        gg_signature_of(rules, match, memory, gg_text_over(text, GG_SIGNATURE_ROOM));
    free(match);
    free(memory);
    free(text);
    return hash;
}

static void compare(const char *stored, const gg_ruleset *rules, const char *line)
{
    const char *found = strstr(stored, line);
    if (found != NULL && (found == stored || found[-1] == '\n')) {
        tap_ok("the signature of %s", rules->name);
        return;
    }
    tap_not_ok("the signature of %s", rules->name);
    tap_note("found %sif the play was meant to change: make signature > tests/signature.txt", line);
}

int main(int count, char **args)
{
    const char *only = count == 3 && strcmp(args[1], "--of") == 0 ? args[2] : NULL;
    char *stored = count == 2 ? read_whole(args[1], NULL) : NULL;
    if (count == 2 && stored == NULL) {
        tap_not_ok("%s can be read", args[1]);
        return tap_done();
    }
    for (const gg_ruleset *const *rules = gg_rulesets; *rules != NULL; rules++) {
        char line[NAME_MAX_BYTES];
        if (only != NULL && strcmp(only, (*rules)->name) != 0) continue;
        snprintf(line, sizeof line, "%s %016llx\n", (*rules)->name,
                 (unsigned long long)signature_of(*rules));
        if (stored == NULL) fputs(line, stdout);
        else compare(stored, *rules, line);
    }
    free(stored);
    return count == 2 ? tap_done() : 0;
}
