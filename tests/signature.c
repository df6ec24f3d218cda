/*
 * signature.c - one hash for each ruleset, of every position and every event in a fixed batch of
 * games.  A change of play changes it; nothing else does, on no machine.
 *
 *   signature            prints them
 *   signature FILE       compares them with FILE, as TAP
 */
#include <stdlib.h>
#include <string.h>

#include "games.h"

enum { GAMES = 24, NAME_MAX_BYTES = 64 };

static uint64_t mixed(uint64_t hash, const void *bytes, size_t count)
{
    uint64_t both[2] = {hash, gg_hash(bytes, count)};
    uint8_t little[16]; /* the same on machines that count from the other end */
    for (int i = 0; i < 16; i++)
        little[i] = (uint8_t)(both[i / 8] >> 8 * (i % 8));
    return gg_hash(little, sizeof little);
}

/* The position as text and the log as sentences: what people see, on every kind of machine. */
static void add_action(void *to, const gg_match *match)
{
    static char text[TEXT_MAX];
    uint64_t *hash = to;
    gg_text out = gg_text_over(text, sizeof text);
    match->rules->write_state(match->state, &out);
    for (uint32_t i = 0; i < match->log.count; i++) {
        gg_put_event(&out, match->rules, match->state, &match->events[i]);
        gg_put_char(&out, '\n');
    }
    *hash = mixed(*hash, text, out.count);
}

static uint64_t signature_of(const gg_ruleset *rules)
{
    gg_match *match = room(sizeof *match);
    void *memory = room(gg_match_bytes(rules));
    uint64_t hash = 0;
    for (uint32_t scenario = 0; scenario < rules->scenario_count; scenario++)
        for (uint64_t game = 1; game <= GAMES; game++)
            play_game(match, rules, memory, scenario, game, gg_player_named("random"), add_action,
                      &hash);
    free(match);
    free(memory);
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
    char *stored = count > 1 ? read_whole(args[1], NULL) : NULL;
    if (count > 1 && stored == NULL) {
        tap_not_ok("%s can be read", args[1]);
        return tap_done();
    }
    for (const gg_ruleset *const *rules = gg_rulesets; *rules != NULL; rules++) {
        char line[NAME_MAX_BYTES];
        snprintf(line, sizeof line, "%s %016llx\n", (*rules)->name,
                 (unsigned long long)signature_of(*rules));
        if (stored == NULL)
            fputs(line, stdout);
        else
            compare(stored, *rules, line);
    }
    free(stored);
    return stored == NULL && count == 1 ? 0 : tap_done();
}
