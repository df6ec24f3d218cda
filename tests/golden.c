/*
 * golden.c - files that show what the games do, compared to the letter.
 *
 *   golden [--write|--retell] RULES_FOLDER [GAME]
 *
 * For each ruleset, in RULES_FOLDER/NAME/tests/golden:
 *   SCENARIO-PLAYER.grog and .log   a whole game, and its log as people read it
 *   perft.txt                       how many positions there are after 1, 2, 3 decisions
 *   sheet.txt                       the reference sheet
 *   scene.svg and scene.txt         a picture of a position in the middle of a game
 * And in tests/releases: games by older versions of the rules.  What still comes out
 * as it did is replayed; the rest is verified as far as it does, and shown as recorded.
 *
 * With --write they are written anew, the records by playing the games again; with --retell the
 * records stay, and what is told of them is written.  Without it they
 * are compared: a record is replayed as it stands, whoever played it.
 * SPDX-License-Identifier: MIT
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/action.h"
#include "core/numbers.h"
#include "core/picture.h"
#include "core/position.h"
#include "core/record.h"
#include "core/sheet.h"
#include "core/state_hash.h"
#include "players/batch.h"
#include "support.h"

enum {
    GOLDEN_BYTES = 1 << 22,
    PATH_BYTES = 512,
    SEED = 1805,
    DEPTH_MAX = 3,
    LEAVES_ENOUGH = 30000, /* no deeper than this many positions */
    OUTCOMES_MAX = 200,    /* of one action; one with more is rolled once */
};

static char *text, *other;
static bool is_writing, is_playing;

/* ---- Comparing or writing one file. ---- */

static uint32_t line_that_differs(const char *one, const char *two)
{
    uint32_t line = 1;
    for (; *one == *two && *one != '\0'; one++, two++) line += *one == '\n';
    return line;
}

/* The line with this number, for the message. */
static int line_at(const char *from, uint32_t number, const char **line)
{
    while (--number > 0) from = strchr(from, '\n') + 1;
    *line = from;
    return (int)strcspn(from, "\n");
}

static void settle(const char *path, const char *made)
{
    if (is_writing) {
        if (write_whole(path, made, strlen(made))) printf("%s\n", path);
        else tap_not_ok("%s can be written", path);
        return;
    }
    char *stored = read_whole(path, NULL);
    if (stored == NULL) {
        tap_not_ok("%s is there", path);
        tap_note("make golden writes it");
    } else if (strcmp(stored, made) != 0) {
        const char *was, *is;
        uint32_t line = line_that_differs(stored, made);
        int was_bytes = line_at(stored, line, &was), is_bytes = line_at(made, line, &is);
        tap_not_ok("%s is as it was", path);
        tap_note("line %u\nwas: %.*s\nis:  %.*s", line, was_bytes, was, is_bytes, is);
    } else {
        tap_ok("%s is as it was", path);
    }
    free(stored);
}

/* ---- Records and their logs. ---- */

static void write_log(gg_match *match, char *out_bytes)
{
    const gg_ruleset *rules = match->rules;
    gg_text out = gg_text_over(out_bytes, GOLDEN_BYTES);
    gg_state *state = room_for_state(rules), *before = room_for_state(rules);
    gg_event *events = room(GG_MATCH_EVENTS_MAX * sizeof *events);
    memcpy(state, match->start, rules->state_bytes);
    for (uint32_t i = 0; i < match->entry_count; i++) {
        const gg_entry *entry = &match->entries[i];
        gg_log log = {.events = events, .limit = GG_MATCH_EVENTS_MAX};
        gg_dice dice = gg_dice_scripted(match->faces + entry->face_first, entry->face_count);
        memcpy(before, state, rules->state_bytes);
        rules->apply(state, entry->side, &entry->action, &dice, &log);
        gg_put_int(&out, i + 1);
        gg_put(&out, entry->forced ? " [" : " ");
        gg_put(&out, gg_side_name(entry->side));
        gg_put_char(&out, ' ');
        gg_write_action(rules, before, &entry->action, &out);
        gg_put(&out, entry->forced ? "]\n" : "\n");
        for (uint32_t e = 0; e < log.count; e++) {
            gg_put(&out, "    ");
            gg_put_event(&out, rules, state, &events[e]);
            gg_put_char(&out, '\n');
        }
    }
    free(state);
    free(before);
    free(events);
}

static void with_ending(char *out, const char *path, const char *ending)
{
    snprintf(out, PATH_BYTES, "%.*s%s", (int)(strlen(path) - strlen(".grog")), path, ending);
}

static void check_record(const gg_ruleset *rules, gg_match *match, void *memory, const char *path)
{
    char log_path[PATH_BYTES];
    char *record = read_whole(path, NULL);
    gg_record_trouble trouble = gg_record_replay(match, rules, memory, record, UINT32_MAX);
    if (trouble.text != NULL) {
        tap_not_ok("%s replays", path);
        tap_note("line %u: %s\nexpected: %s\nfound: %s", trouble.line, trouble.text,
                 trouble.expected, trouble.found);
    } else {
        tap_ok("%s replays", path);
        write_log(match, other);
        with_ending(log_path, path, ".log");
        settle(log_path, other);
    }
    free(record);
}

static void write_record(const gg_ruleset *rules, gg_match *match, void *memory, const char *folder,
                         uint32_t scenario, const gg_player *player)
{
    char path[PATH_BYTES], log_path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s-%s.grog", folder, rules->scenarios[scenario].name,
             player->name);
    gg_play_game(match, rules, memory, scenario, SEED + scenario, player, NULL, NULL);
    gg_text out = gg_text_over(text, GOLDEN_BYTES);
    gg_record_write(match, GG_NOBODY, true, &out);
    settle(path, text);
    write_log(match, other);
    with_ending(log_path, path, ".log");
    settle(log_path, other);
}

static bool is_record(const char *name)
{
    size_t length = strlen(name);
    return length > 5 && strcmp(name + length - 5, ".grog") == 0;
}

/* In the order of their names, or the numbers of the tests would wander. */
static int by_name(const void *one, const void *two)
{
    return strcmp((const char *)one, (const char *)two);
}

static void do_records(const gg_ruleset *rules, gg_match *match, void *memory, const char *folder)
{
    if (is_playing) {
        for (uint32_t s = 0; s < rules->scenario_count; s++)
            for (const gg_player *const *player = gg_players; *player != NULL; player++)
                /* the yardsticks: levels may grow wiser */
                if ((*player)->level == NULL)
                    write_record(rules, match, memory, folder, s, *player);
        return;
    }
    static char names[64][PATH_BYTES];
    size_t count = 0;
    DIR *open = opendir(folder);
    for (struct dirent *entry; open != NULL && (entry = readdir(open)) != NULL && count < 64;)
        if (is_record(entry->d_name))
            snprintf(names[count++], PATH_BYTES, "%s/%.200s", folder, entry->d_name);
    if (open != NULL) closedir(open);
    qsort(names, count, sizeof names[0], by_name);
    for (size_t i = 0; i < count; i++) check_record(rules, match, memory, names[i]);
    if (count == 0) tap_not_ok("%s holds records", folder);
}

/* ---- Perft. ---- */

/*
 * Positions after so many decisions.  Every offered action is taken with every outcome of its
 * dice, if there are no more than OUTCOMES_MAX.  An action with more is rolled once, with dice
 * that depend on the position alone, and so is each step that nobody decides (deals, the roll
 * before a turn): the tree is one of decisions.  `sum` adds up the hashes of the positions: it
 * does not depend on the order, and a single wrong byte anywhere changes it.
 */
typedef struct perft {
    uint64_t positions, sum;
} perft;

static void count_from(const gg_ruleset *, const gg_state *, int decisions, perft *);

static void count_after(const gg_ruleset *rules, const gg_state *state, gg_side side,
                        const gg_action *action, int decisions, perft *out)
{
    gg_state *after = room_for_state(rules);
    uint32_t outcomes = side == GG_NOBODY ? OUTCOMES_MAX + 1 : 0;
    for (gg_dice dice = gg_dice_enumerate(); outcomes <= OUTCOMES_MAX && gg_dice_next(&dice);
         outcomes++) {
        memcpy(after, state, rules->state_bytes);
        rules->apply(after, side, action, &dice, NULL);
        if (dice.trouble != GG_DICE_FINE) outcomes = OUTCOMES_MAX;
    }
    if (outcomes > OUTCOMES_MAX) {
        gg_dice dice = gg_dice_random(gg_state_hash(rules, state));
        memcpy(after, state, rules->state_bytes);
        rules->apply(after, side, action, &dice, NULL);
        count_from(rules, after, decisions, out);
    } else {
        for (gg_dice dice = gg_dice_enumerate(); gg_dice_next(&dice);) {
            memcpy(after, state, rules->state_bytes);
            rules->apply(after, side, action, &dice, NULL);
            count_from(rules, after, decisions, out);
        }
    }
    free(after);
}

static void count_from(const gg_ruleset *rules, const gg_state *state, int decisions, perft *out)
{
    gg_turn turn = rules->turn(state);
    if (decisions == 0 || turn.over) {
        out->positions++;
        out->sum += gg_state_hash(rules, state);
        return;
    }
    gg_side side = turn.deciding == 0              ? GG_NOBODY
                   : turn.deciding & GG_SIDES_BLUE ? GG_BLUE
                                                   : GG_RED;
    gg_action *offers = room(rules->actions_max * sizeof *offers);
    uint32_t count = rules->offer(state, side, offers, rules->actions_max);
    for (uint32_t i = 0; i < count; i++)
        count_after(rules, state, side, &offers[i], decisions - (side != GG_NOBODY), out);
    free(offers);
}

/* Past the deals and rolls that come before the first decision. */
static void go_to_first_decision(const gg_ruleset *rules, gg_state *state)
{
    gg_dice dice = gg_dice_random(SEED);
    gg_action step;
    while (rules->turn(state).deciding == 0 && rules->offer(state, GG_NOBODY, &step, 1) == 1)
        rules->apply(state, GG_NOBODY, &step, &dice, NULL);
}

static void do_perft(const gg_ruleset *rules, const char *folder)
{
    char path[PATH_BYTES], line[PATH_BYTES];
    gg_text out = gg_text_over(text, GOLDEN_BYTES);
    gg_state *state = room_for_state(rules);
    gg_put(&out,
           "# scenario, decisions, positions after them, sum of their hashes (tests/golden.c)\n");
    for (uint32_t s = 0; s < rules->scenario_count; s++) {
        if (gg_setup(rules, state, s, NULL, NULL).text != NULL) exit(2);
        go_to_first_decision(rules, state);
        perft found = {0, 0};
        for (int depth = 1; depth <= DEPTH_MAX && found.positions < LEAVES_ENOUGH; depth++) {
            found = (perft){0, 0};
            count_from(rules, state, depth, &found);
            snprintf(line, sizeof line, "%s %d %llu %016llx\n", rules->scenarios[s].name, depth,
                     (unsigned long long)found.positions, (unsigned long long)found.sum);
            gg_put(&out, line);
        }
    }
    free(state);
    snprintf(path, sizeof path, "%s/perft.txt", folder);
    settle(path, text);
}

/* ---- Sheet and pictures. ---- */

static void do_sheet(const gg_ruleset *rules, const char *folder)
{
    char path[PATH_BYTES];
    static gg_sheet sheet;
    gg_text out = gg_text_over(text, GOLDEN_BYTES);
    gg_sheet_write(&sheet, rules, NULL, false, &out);
    snprintf(path, sizeof path, "%s/sheet.txt", folder);
    settle(path, text);
}

/* The middle of the first scenario's record between the strongest players. */
static void do_pictures(const gg_ruleset *rules, gg_match *match, void *memory, const char *folder)
{
    char path[PATH_BYTES];
    static gg_scene_room ground;
    uint32_t last = 0;
    while (gg_players[last + 1] != NULL && gg_players[last + 1]->level == NULL) last++;
    snprintf(path, sizeof path, "%s/%s-%s.grog", folder,
             rules->scenarios[rules->scenario_count - 1].name, gg_players[last]->name);
    char *record = read_whole(path, NULL);
    if (record == NULL) {
        tap_not_ok("%s is there", path);
        return;
    }
    gg_record_replay(match, rules, memory, record, UINT32_MAX);
    gg_record_replay(match, rules, memory, record, match->entry_count / 3);
    free(record);
    gg_scene scene = gg_scene_in(&ground);
    rules->draw(match->state, GG_NOBODY, &scene);
    gg_text out = gg_text_over(text, GOLDEN_BYTES);
    gg_picture_svg(&scene, &out);
    snprintf(path, sizeof path, "%s/scene.svg", folder);
    settle(path, text);
    out = gg_text_over(text, GOLDEN_BYTES);
    gg_picture_text(&scene, false, &out);
    snprintf(path, sizeof path, "%s/scene.txt", folder);
    settle(path, text);
}

/* ---- Records of older versions. ---- */

/* Its first actions are verified, and the others shown, by the version that its file is named for.
 * One of format 1 holds no later position. */
static bool is_shown(int version, const gg_match *match, const gg_record_part *part)
{
    return part->is_corrected && part->version == (uint32_t)version
           && match->entry_count == part->verified && part->verified + part->behind == part->told;
}

/* Whole, and to its first action only. */
static void check_old(const char *name, const char *path, bool agrees)
{
    char *record = read_whole(path, NULL);
    gg_error error;
    const gg_ruleset *rules = record == NULL ? NULL : gg_record_ruleset(record, &error);
    if (rules == NULL) {
        tap_not_ok("%s is there", path);
        free(record);
        return;
    }
    gg_match *match = room(sizeof *match);
    void *memory = room(gg_match_bytes(rules));
    static const uint32_t plies[] = {UINT32_MAX, 1};
    for (int i = 0; i < 2; i++) {
        const gg_record_trouble trouble = gg_record_replay(match, rules, memory, record, plies[i]);
        const bool good =
            trouble.text == NULL
            && (i == 1   ? match->entry_count + trouble.part.behind == 1
                : agrees ? !trouble.part.is_corrected
                         : is_shown(atoi(strchr(name, '-') + 1), match, &trouble.part));
        const char *what = agrees ? "is replayed" : "is shown as recorded";
        if (good) {
            tap_ok("%s %s %s", name, what, i == 0 ? "" : "early");
            continue;
        }
        tap_not_ok("%s %s %s", name, what, i == 0 ? "" : "early");
        tap_note("line %u: %s %s %s; verified %u of %u", trouble.line,
                 trouble.text == NULL ? "fine" : trouble.text, trouble.expected, trouble.found,
                 trouble.part.verified, trouble.part.told);
    }
    free(memory);
    free(match);
    free(record);
}

/* Somebody whose game was played by an earlier version reads what is otherwise now. */
static void check_corrections(const gg_ruleset *rules)
{
    uint32_t version = 1;
    bool good = true;
    for (const gg_correction *row = rules->corrections; row->id != NULL; row++) {
        good = good && (row->version == version || row->version == version + 1) && row->clause != 0
               && row->clause < rules->clause_count && row->text[strlen(row->text) - 1] == '.';
        version = row->version;
    }
    if (good && version == rules->version)
        tap_ok("%s: each version says what it corrects", rules->name);
    else tap_not_ok("%s: each version says what it corrects", rules->name);
}

/* Every record of a folder; what its name says differs, differs. */
static void do_folder(const char *folder)
{
    char path[PATH_BYTES];
    DIR *files = opendir(folder);
    for (const struct dirent *file; files != NULL && (file = readdir(files)) != NULL;) {
        const char *end = strstr(file->d_name, ".grog");
        if (end == NULL || end[5] != '\0') continue;
        snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
        check_old(file->d_name, path, strstr(file->d_name, "-differs") == NULL);
    }
    if (files != NULL) closedir(files);
}

/* tests/releases: a folder for what each release wrote. */
static void do_old_records(const char *rules_folder)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/../tests/releases", rules_folder);
    DIR *releases = opendir(path);
    uint32_t count = 0;
    for (const struct dirent *one; releases != NULL && (one = readdir(releases)) != NULL;) {
        if (one->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/../tests/releases/%s", rules_folder, one->d_name);
        do_folder(path);
        count++;
    }
    if (releases != NULL) closedir(releases);
    if (count > 0) tap_ok("records of %u releases", count);
    else tap_not_ok("there are records of releases");
}

int main(int count, char **args)
{
    is_playing = count > 1 && strcmp(args[1], "--write") == 0;
    is_writing = is_playing || (count > 1 && strcmp(args[1], "--retell") == 0);
    char **rest = args + 1 + is_writing;
    const int named = count - 1 - is_writing;
    if (named < 1 || named > 2) {
        fprintf(stderr, "usage: golden [--write|--retell] RULES_FOLDER [GAME]\n");
        return 2;
    }
    text = room(GOLDEN_BYTES);
    other = room(GOLDEN_BYTES);
    for (const gg_ruleset *const *r = gg_rulesets; *r != NULL; r++) {
        char folder[PATH_BYTES];
        if (named == 2 && strcmp(rest[1], (*r)->name) != 0) continue;
        gg_match *match = room(sizeof *match);
        void *memory = room(gg_match_bytes(*r));
        snprintf(folder, sizeof folder, "%s/%s/tests/golden", rest[0], (*r)->name);
        if (is_writing) mkdir(folder, 0777);
        do_records(*r, match, memory, folder);
        if (!is_writing) check_corrections(*r);
        do_perft(*r, folder);
        do_sheet(*r, folder);
        do_pictures(*r, match, memory, folder);
        free(memory);
        free(match);
    }
    if (!is_writing && named < 2) do_old_records(rest[0]);
    free(text);
    free(other);
    return is_writing ? 0 : tap_done();
}
