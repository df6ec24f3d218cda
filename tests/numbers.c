/*
 * numbers.c - changes every number of the rules by one, one at a time, and asks who notices.
 *
 *   numbers RULES_FOLDER [GAME]
 *
 * A row is changed as a club would change it, by a house rule.  The clause tests of the game run by
 * it, those that name the row's clause first, then the golden records; the first that does not come
 * out as it should has noticed.  A row that nobody notices needs its reason in the file
 * RULES_FOLDER/GAME/tests/unnoticed.list, a line `id: reason`; a row that is listed there
 * and is noticed after all fails too.  No row may break the game: an assertion is no notice.
 * SPDX-License-Identifier: MIT
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "clauses.h"
#include "core/numbers.h"
#include "core/record.h"

enum { PATH_BYTES = 512, FILES_MAX = 128 };

typedef struct files {
    char path[FILES_MAX][PATH_BYTES];
    int count;
} files;

static int by_name(const void *one, const void *two)
{
    return strcmp((const char *)one, (const char *)two);
}

static void list_files(files *out, const char *folder, const char *ending)
{
    out->count = 0;
    DIR *open = opendir(folder);
    for (struct dirent *e; open != NULL && (e = readdir(open)) != NULL && out->count < FILES_MAX;) {
        const size_t length = strlen(e->d_name), end = strlen(ending);
        if (length > end && strcmp(e->d_name + length - end, ending) == 0)
            snprintf(out->path[out->count++], PATH_BYTES, "%s/%.200s", folder, e->d_name);
    }
    if (open != NULL) closedir(open);
    qsort(out->path, (size_t)out->count, sizeof out->path[0], by_name);
}

/* ---- Golden records: the same actions and dice by the changed rules. ---- */

typedef struct records {
    gg_match *match[FILES_MAX];
    void *memory[FILES_MAX]; /* of the match beside it */
    int count;
} records;

static void free_last(records *r)
{
    r->count--;
    free(r->match[r->count]);
    free(r->memory[r->count]);
}

static void load_records(const gg_ruleset *rules, const files *from, records *out)
{
    out->count = 0;
    for (int i = 0; i < from->count; i++) {
        char *text = read_whole(from->path[i], NULL);
        gg_match *match = room(sizeof *match);
        void *memory = room(gg_match_bytes(rules));
        const gg_record_trouble trouble = gg_record_replay(match, rules, memory, text, UINT32_MAX);
        free(text);
        out->match[out->count] = match;
        out->memory[out->count++] = memory;
        if (trouble.text == NULL) continue;
        tap_not_ok("%s: %s", from->path[i], trouble.text);
        free_last(out);
    }
}

/* Does an action become illegal, ask for other dice, or end in another state? */
static bool record_notices(const gg_match *match, const int16_t *house)
{
    const gg_ruleset *rules = match->rules;
    gg_state *standard = room_for_state(rules), *changed = room_for_state(rules);
    memcpy(standard, match->start, rules->state_bytes);
    memcpy(changed, match->start, rules->state_bytes);
    gg_set_house(rules, changed, house);
    bool noticed = false;
    for (uint32_t i = 0; i < match->entry_count && !noticed; i++) {
        const gg_entry *entry = &match->entries[i];
        const uint8_t *faces = match->faces + entry->face_first;
        gg_dice dice = gg_dice_scripted(faces, entry->face_count), again = dice;
        if (rules->legal(changed, entry->side, &entry->action).reason != 0) {
            noticed = true;
            break;
        }
        rules->apply(standard, entry->side, &entry->action, &dice, NULL);
        rules->apply(changed, entry->side, &entry->action, &again, NULL);
        noticed = again.trouble != GG_DICE_FINE || again.face_next != entry->face_count
                  || memcmp(standard, changed, rules->house_at) != 0;
    }
    free(standard);
    free(changed);
    return noticed;
}

/* ---- Rows with a reason. ---- */

/* The reason that stands beside this row, or NULL. */
static const char *reason_for(const char *list, const char *id)
{
    static char reason[MESSAGE_MAX];
    const size_t length = strlen(id);
    for (const char *at = list; at != NULL; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (strncmp(at, id, length) != 0 || at[length] != ':') continue;
        snprintf(reason, sizeof reason, "%.*s", (int)strcspn(at + length + 1, "\n"),
                 at + length + 1 + strspn(at + length + 1, " "));
        return reason[0] == '\0' ? NULL : reason;
    }
    return NULL;
}

/* Every line of the list names a row. */
static void check_list(const gg_ruleset *rules, const char *list)
{
    for (const char *at = list; at != NULL && *at != '\0'; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (*at == '\0' || *at == '#' || *at == '\n') continue;
        char id[64];
        snprintf(id, sizeof id, "%.*s", (int)strcspn(at, ":\n"), at);
        if (gg_find_number(rules, id) < 0)
            tap_not_ok("%s: %s is a row, since it stands in unnoticed.list", rules->name, id);
    }
}

/* ---- Row by row. ---- */

static bool clauses_notice(const files *tests, const gg_number *row, const char *clause,
                           clause_run *how)
{
    static char number[96];
    const int value = row->standard < row->high ? row->standard + 1 : row->standard - 1;
    snprintf(number, sizeof number, "%s=%d", row->id, value);
    how->number = number;
    how->naming = clause;
    for (int i = 0; i < tests->count; i++)
        if (!run_clause_file(tests->path[i], how)) return true;
    how->naming = NULL;
    for (int i = 0; i < tests->count; i++)
        if (!run_clause_file(tests->path[i], how)) return true;
    return false;
}

static bool records_notice(const gg_ruleset *rules, const records *golden, uint32_t row,
                           clause_run *how)
{
    int16_t house[GG_NUMBERS_MAX] = {0};
    house[row] = rules->numbers[row].standard < rules->numbers[row].high ? 1 : -1;
    if (setjmp(*broken_catch()) != 0) {
        how->is_broken = true;
        snprintf(how->message, sizeof how->message, "%s", broken_text());
        return true;
    }
    bool noticed = false;
    for (int i = 0; i < golden->count && !noticed; i++)
        noticed = record_notices(golden->match[i], house);
    broken_release();
    if (noticed) snprintf(how->noticed, sizeof how->noticed, "a golden record");
    return noticed;
}

/* As it is, every test passes: else nothing could be told. */
static void check_standard(const gg_ruleset *rules, const files *tests)
{
    static clause_run how;
    char number[96];
    snprintf(number, sizeof number, "%s=%d", rules->numbers[1].id, rules->numbers[1].standard);
    how = (clause_run){.number = number};
    for (int i = 0; i < tests->count; i++)
        if (!run_clause_file(tests->path[i], &how)) {
            tap_not_ok("%s: with standard numbers nobody notices anything", rules->name);
            tap_note("%s", how.message);
        }
}

static void do_row(const gg_ruleset *rules, const files *tests, const records *golden,
                   const char *list, uint32_t row)
{
    static clause_run how;
    const gg_number *number = &rules->numbers[row];
    const char *reason = reason_for(list, number->id);
    how = (clause_run){.number = NULL};
    if (number->standard < number->low || number->standard > number->high
        || number->low == number->high) {
        tap_not_ok("%s %s: its standard lies within what it allows", rules->name, number->id);
        return;
    }
    const bool noticed =
        clauses_notice(tests, number, gg_clause_number(rules, number->clause), &how)
        || records_notice(rules, golden, row, &how);
    if (noticed && how.is_broken) {
        tap_not_ok("%s %s breaks nothing", rules->name, how.number);
        tap_note("%s", how.message);
    } else if (noticed && reason != NULL) {
        tap_not_ok("%s %s is not noticed, as unnoticed.list says", rules->name, how.number);
        tap_note("%s notices", how.noticed);
    } else if (noticed) {
        tap_ok("%s %s: %s", rules->name, how.number, how.noticed);
    } else if (reason != NULL) {
        tap_ok("%s %s is not noticed: %s", rules->name, how.number, reason);
    } else {
        tap_not_ok("%s %s is noticed", rules->name, how.number);
    }
}

static void do_game(const gg_ruleset *rules, const char *folder)
{
    static files tests, golden_files;
    static records golden;
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s/tests", folder, rules->name);
    list_files(&tests, path, ".txt");
    snprintf(path, sizeof path, "%s/%s/tests/golden", folder, rules->name);
    list_files(&golden_files, path, ".grog");
    load_records(rules, &golden_files, &golden);
    snprintf(path, sizeof path, "%s/%s/tests/unnoticed.list", folder, rules->name);
    char *list = read_whole(path, NULL);
    check_list(rules, list);
    check_standard(rules, &tests);
    for (uint32_t row = 1; row < rules->number_count; row++)
        do_row(rules, &tests, &golden, list, row);
    free(list);
    while (golden.count > 0) free_last(&golden);
}

int main(int count, char **args)
{
    if (count < 2 || count > 3) {
        fprintf(stderr, "usage: numbers RULES_FOLDER [GAME]\n");
        return 2;
    }
    int games = 0;
    for (const gg_ruleset *const *r = gg_rulesets; *r != NULL; r++) {
        if ((*r)->number_count == 0 || (count == 3 && strcmp((*r)->name, args[2]) != 0)) continue;
        do_game(*r, args[1]);
        games++;
    }
    if (games == 0) tap_ok("no game here has its numbers as rows");
    return tap_done();
}
