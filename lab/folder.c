/*
 * folder.c - the folder of a run.  See folder.h.
 * SPDX-License-Identifier: MIT
 */
#include "lab/folder.h"

#include "lab/summary.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

char *lab_path_in(const lab_folder *folder, const char *name)
{
    const size_t room = strlen(folder->path) + strlen(name) + 2;
    char *path = cli_memory(room);
    snprintf(path, room, "%s/%s", folder->path, name);
    return path;
}

uint64_t lab_games_of_shard(const lab_folder *folder)
{
    if (folder->games <= folder->shard) return 0;
    return (folder->games - folder->shard + folder->shards - 1) / folder->shards;
}

bool lab_is_complete(const lab_folder *folder)
{
    return folder->count == lab_games_of_shard(folder);
}

/* ---- What is played. ---- */

json_t *lab_run_json(const lab_setup *setup)
{
    const gg_ruleset *rules = setup->rules;
    json_t *options = json_object(), *numbers = json_object();
    char seed[24];
    for (uint32_t i = 0; i < rules->option_count; i++)
        if (setup->options[i] != GG_OPTION_UNSET)
            json_object_set_new(options, rules->options[i].name, json_integer(setup->options[i]));
    for (uint32_t i = 1; i < rules->number_count; i++)
        if (setup->house[i] != 0)
            json_object_set_new(numbers, rules->numbers[i].id,
                                json_integer(gg_number_value(rules->numbers, setup->house, i)));
    snprintf(seed, sizeof seed, "0x%016llx", (unsigned long long)setup->seed);
    return json_pack("{s:s, s:i, s:s, s:s, s:s, s:s, s:b, s:o, s:o}", "game", rules->name,
                     "version", (int)rules->version, "scenario",
                     rules->scenarios[setup->scenario].name, "blue", setup->names[GG_BLUE], "red",
                     setup->names[GG_RED], "seed", seed, "swap", (int)setup->swap, "options",
                     options, "numbers", numbers);
}

static void put_players(const lab_setup *setup, gg_text *text)
{
    gg_put(text, setup->names[GG_BLUE]);
    gg_put(text, " against ");
    gg_put(text, setup->names[GG_RED]);
    gg_put(text, ", seed ");
    gg_put_int(text, (int64_t)setup->seed);
}

const char *lab_say_players(const lab_setup *setup, char *bytes, uint32_t limit)
{
    gg_text text = gg_text_over(bytes, limit);
    put_players(setup, &text);
    return bytes;
}

const char *lab_say_run(const lab_setup *setup, char *bytes, uint32_t limit)
{
    gg_text text = gg_text_over(bytes, limit);
    gg_put(&text, setup->rules->name);
    gg_put_char(&text, ' ');
    gg_put(&text, setup->rules->scenarios[setup->scenario].name);
    gg_put(&text, ", ");
    put_players(setup, &text);
    return bytes;
}

static void put_pair(gg_text *out, const char *name, int64_t value)
{
    gg_put(out, " --option ");
    gg_put(out, name);
    gg_put_char(out, '=');
    gg_put_int(out, value);
}

void lab_put_command(gg_text *out, const lab_folder *folder)
{
    const lab_setup *setup = &folder->setup;
    const gg_ruleset *rules = setup->rules;
    gg_put(out, "grognard lab run ");
    gg_put(out, rules->name);
    gg_put_char(out, ' ');
    gg_put(out, rules->scenarios[setup->scenario].name);
    gg_put(out, " --blue ");
    gg_put(out, setup->names[GG_BLUE]);
    gg_put(out, " --red ");
    gg_put(out, setup->names[GG_RED]);
    gg_put(out, " --games ");
    gg_put_int(out, (int64_t)folder->games);
    gg_put(out, setup->seed <= INT64_MAX ? " --seed " : " --seed 0x"); /* as people wrote it */
    if (setup->seed <= INT64_MAX) gg_put_int(out, (int64_t)setup->seed);
    else gg_put_hex(out, setup->seed, 16);
    for (uint32_t i = 0; i < rules->option_count; i++)
        if (setup->options[i] != GG_OPTION_UNSET)
            put_pair(out, rules->options[i].name, setup->options[i]);
    for (uint32_t i = 1; i < rules->number_count; i++)
        if (setup->house[i] != 0)
            put_pair(out, rules->numbers[i].id, gg_number_value(rules->numbers, setup->house, i));
    if (setup->swap) gg_put(out, " --swap");
}

static int write_run(const lab_folder *folder)
{
    char *path = lab_path_in(folder, "run.json");
    json_t *whole =
        json_pack("{s:o, s:I, s:[i,i]}", "run", lab_run_json(&folder->setup), "games",
                  (json_int_t)folder->games, "shard", (int)folder->shard + 1, (int)folder->shards);
    char *text = json_dumps(whole, JSON_INDENT(2));
    gg_assert(text != NULL);
    const size_t count = strlen(text);
    text[count] = '\n'; /* in place of its end */
    const int code = cli_write_file(path, text, count + 1);
    free(text);
    json_decref(whole);
    free(path);
    return code;
}

static bool read_pairs(lab_setup *setup, json_t *pairs)
{
    const char *name;
    json_t *value;
    json_object_foreach(pairs, name, value)
    {
        gg_complaint complaint;
        char text[128];
        snprintf(text, sizeof text, "%s=%lld", name, (long long)json_integer_value(value));
        if (!gg_load_option(setup->rules, text, setup->options, setup->house, &complaint))
            return false;
    }
    return true;
}

static bool setup_from(lab_setup *setup, const json_t *run)
{
    const char *game, *scenario, *blue, *red, *seed;
    int version, swap;
    json_t *options, *numbers;
    gg_complaint complaint;
    if (json_unpack((json_t *)run, "{s:s, s:i, s:s, s:s, s:s, s:s, s:b, s:o, s:o}", "game", &game,
                    "version", &version, "scenario", &scenario, "blue", &blue, "red", &red, "seed",
                    &seed, "swap", &swap, "options", &options, "numbers", &numbers)
        != 0)
        return false;
    *setup = (lab_setup){.rules = gg_find_rules(game, &complaint), .swap = swap != 0};
    for (int i = 0; i < GG_OPTIONS_MAX; i++) setup->options[i] = GG_OPTION_UNSET;
    return setup->rules != NULL && setup->rules->version == (uint32_t)version
           && lab_seat(setup, GG_BLUE, blue) == CLI_GO_ON
           && lab_seat(setup, GG_RED, red) == CLI_GO_ON
           && gg_find_scenario(setup->rules, scenario, &setup->scenario, &complaint)
           && cli_read_number(seed, &setup->seed) && read_pairs(setup, options)
           && read_pairs(setup, numbers);
}

/* Fills in setup, games and shard. */
static int read_run(lab_folder *folder)
{
    char *path = lab_path_in(folder, "run.json"), *text = NULL;
    int code = cli_read_file(path, &text);
    if (code == CLI_GO_ON) {
        json_t *whole = json_loads(text, 0, NULL), *run = NULL;
        json_int_t games = 0;
        int shard = 0, shards = 0;
        const bool good = whole != NULL
                          && json_unpack(whole, "{s:o, s:I, s:[i,i]}", "run", &run, "games", &games,
                                         "shard", &shard, &shards)
                                 == 0
                          && games > 0 && games <= LAB_GAMES_MAX && shard >= 1 && shard <= shards
                          && setup_from(&folder->setup, run)
                          && lab_try_setup(&folder->setup) == CLI_GO_ON;
        if (good) {
            folder->games = (uint64_t)games;
            folder->shard = (uint32_t)shard - 1;
            folder->shards = (uint32_t)shards;
        } else code = cli_misuse("%s tells of no run that this program can play.", path);
        json_decref(whole);
        free(text);
    }
    free(path);
    return code;
}

/* ---- The lines. ---- */

static int read_whole(const char *path, char **text, size_t *bytes)
{
    *text = NULL;
    *bytes = 0;
    FILE *file = fopen(path, "rb");
    if (file == NULL && errno == ENOENT) return CLI_GO_ON;
    if (file == NULL) return cli_misuse("%s cannot be opened: %s.", path, strerror(errno));
    struct stat about;
    if (fstat(fileno(file), &about) != 0 || !S_ISREG(about.st_mode)) {
        fclose(file);
        return cli_misuse("%s is no file that can be read.", path);
    }
    *text = cli_memory((size_t)about.st_size + 1);
    *bytes = fread(*text, 1, (size_t)about.st_size, file);
    const bool good = !ferror(file);
    fclose(file);
    return good ? CLI_GO_ON : cli_misuse("%s cannot be read: %s.", path, strerror(errno));
}

static int by_game(const void *one, const void *other)
{
    const lab_line *a = one, *b = other;
    return a->game < b->game ? -1 : a->game > b->game;
}

/* A line that was under way when the machine stopped is not counted; it is the last one. */
static int find_lines(lab_folder *folder, const char *path)
{
    static const char head[] = "{\"game\":";
    uint64_t limit = 0;
    for (size_t i = 0; i < folder->bytes; i++) limit += folder->text[i] == '\n';
    free(folder->lines);
    folder->lines = cli_memory((size_t)(limit + 1) * sizeof *folder->lines);
    folder->count = 0;
    size_t at = 0;
    while (folder->count < limit) {
        const char *line = folder->text + at;
        const char *newline = memchr(line, '\n', folder->bytes - at);
        const size_t count = (size_t)(newline - line) + 1;
        char *end = NULL;
        const bool begins = count > sizeof head && memcmp(line, head, sizeof head - 1) == 0;
        const uint64_t game = begins ? strtoull(line + sizeof head - 1, &end, 10) : 0;
        if (!begins || *end != ',' || line[count - 2] != '}' || game >= folder->games
            || game % folder->shards != folder->shard)
            return cli_misuse("line %llu of %s is no game of this run.",
                              (unsigned long long)folder->count + 1, path);
        folder->lines[folder->count++] = (lab_line){.game = game, .at = at, .count = count};
        at += count;
    }
    folder->bytes = at;
    qsort(folder->lines, folder->count, sizeof *folder->lines, by_game);
    for (uint64_t i = 1; i < folder->count; i++)
        if (folder->lines[i].game == folder->lines[i - 1].game)
            return cli_misuse("game %llu stands twice in %s.",
                              (unsigned long long)folder->lines[i].game, path);
    return CLI_GO_ON;
}

int lab_read_lines(lab_folder *folder)
{
    char *path = lab_path_in(folder, "games.jsonl");
    free(folder->text);
    int code = read_whole(path, &folder->text, &folder->bytes);
    if (code == CLI_GO_ON) code = find_lines(folder, path);
    free(path);
    return code;
}

int lab_read_folder(lab_folder *folder, const char *path)
{
    *folder = (lab_folder){.path = path, .lock = -1, .file = -1};
    const int code = read_run(folder);
    return code == CLI_GO_ON ? lab_read_lines(folder) : code;
}

/* ---- A run that goes on. ---- */

static int hold_folder(lab_folder *folder)
{
    if (mkdir(folder->path, 0777) != 0 && errno != EEXIST)
        return cli_misuse("%s cannot be made: %s.", folder->path, strerror(errno));
    folder->lock = open(folder->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder->lock < 0)
        return cli_misuse("%s cannot be opened: %s.", folder->path, strerror(errno));
    if (flock(folder->lock, LOCK_EX | LOCK_NB) != 0)
        return cli_misuse("another grognard works in %s.", folder->path);
    return CLI_GO_ON;
}

static int another_run(const lab_folder *found)
{
    char words[300];
    return cli_misuse("%s holds another run: %s, part %u of %u; choose another folder.",
                      found->path, lab_say_run(&found->setup, words, sizeof words),
                      found->shard + 1, found->shards);
}

/* Is the run that the folder holds the one that is asked for?  It may have grown. */
static int compare_runs(lab_folder *folder)
{
    lab_folder found = {.path = folder->path, .lock = -1, .file = -1};
    int code = read_run(&found);
    if (code != CLI_GO_ON) return code;
    json_t *here = lab_run_json(&found.setup), *wanted = lab_run_json(&folder->setup);
    if (!json_equal(here, wanted) || found.shard != folder->shard || found.shards != folder->shards)
        code = another_run(&found);
    else if (found.games > folder->games)
        code = cli_misuse("%s holds a run of %llu games already, more than %llu.", folder->path,
                          (unsigned long long)found.games, (unsigned long long)folder->games);
    else if (found.games < folder->games) code = write_run(folder);
    json_decref(here);
    json_decref(wanted);
    return code;
}

/* A file of somebody else's that has the name of one of ours; NULL: there is none. */
static const char *find_stranger(const lab_folder *folder)
{
    static const char *const names[] = {"games.jsonl", "games.csv", "games.sqlite", "summary.txt",
                                        "summary.json"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *path = lab_path_in(folder, names[i]);
        const bool is_there = access(path, F_OK) == 0;
        free(path);
        if (is_there) return names[i];
    }
    return NULL;
}

static int claim_folder(lab_folder *folder)
{
    char *run = lab_path_in(folder, "run.json");
    const bool has_run = access(run, F_OK) == 0;
    free(run);
    if (has_run) return compare_runs(folder);
    const char *stranger = find_stranger(folder);
    if (stranger != NULL)
        return cli_misuse("%s holds %s and does not tell of which run; choose another folder.",
                          folder->path, stranger);
    return write_run(folder);
}

/* NAME.??????.part of a file of the run: who wrote it was killed. */
static bool is_left_behind(const char *name)
{
    static const char *const files[] = {"run.json", "games.jsonl", "games.csv", "summary.json",
                                        "summary.txt"};
    const size_t length = strlen(name), end = sizeof ".??????" CLI_PART - 1;
    if (length <= end || strcmp(name + length - strlen(CLI_PART), CLI_PART) != 0) return false;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (strlen(files[i]) == length - end && memcmp(name, files[i], length - end) == 0)
            return name[length - end] == '.';
    return false;
}

static void sweep_folder(const lab_folder *folder)
{
    DIR *all = opendir(folder->path);
    for (struct dirent *one; all != NULL && (one = readdir(all)) != NULL;)
        if (is_left_behind(one->d_name)) unlinkat(folder->lock, one->d_name, 0);
    if (all != NULL) closedir(all);
}

static int open_lines(lab_folder *folder)
{
    char *path = lab_path_in(folder, "games.jsonl");
    folder->file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    const bool good = folder->file >= 0 && ftruncate(folder->file, (off_t)folder->bytes) == 0
                      && lseek(folder->file, 0, SEEK_END) >= 0;
    const int code =
        good ? CLI_GO_ON : cli_misuse("%s cannot be written: %s.", path, strerror(errno));
    free(path);
    return code;
}

int lab_open_folder(lab_folder *folder, const char *path, const lab_setup *setup, uint64_t games,
                    uint32_t shard, uint32_t shards)
{
    *folder = (lab_folder){.path = path,
                           .setup = *setup,
                           .games = games,
                           .shard = shard,
                           .shards = shards,
                           .lock = -1,
                           .file = -1};
    int code = hold_folder(folder);
    if (code == CLI_GO_ON) code = claim_folder(folder);
    if (code == CLI_GO_ON) sweep_folder(folder);
    if (code == CLI_GO_ON) code = lab_read_lines(folder);
    if (code == CLI_GO_ON) code = open_lines(folder);
    if (code != CLI_GO_ON) return code;
    folder->is_done = cli_memory(games);
    for (uint64_t i = 0; i < folder->count; i++) folder->is_done[folder->lines[i].game] = true;
    return CLI_GO_ON;
}

bool lab_append(lab_folder *folder, const char *line, size_t count)
{
    size_t done = 0;
    while (done < count) {
        const ssize_t more = write(folder->file, line + done, count - done);
        if (more < 0 && errno == EINTR) continue;
        if (more < 0) {
            const int trouble = errno;
            const bool cut = ftruncate(folder->file, (off_t)folder->bytes) == 0;
            cli_misuse("a game could not be written to %s: %s; those before it are kept%s.",
                       folder->path, strerror(trouble), cut ? "" : ", with half a line after them");
            return false;
        }
        done += (size_t)more;
    }
    folder->bytes += count;
    return true;
}

/* ---- The end. ---- */

static bool is_sorted(const lab_folder *folder)
{
    for (uint64_t i = 1; i < folder->count; i++)
        if (folder->lines[i].at < folder->lines[i - 1].at) return false;
    return true;
}

static int sort_lines(lab_folder *folder)
{
    if (is_sorted(folder)) return CLI_GO_ON;
    char *sorted = cli_memory(folder->bytes + 1), *path = lab_path_in(folder, "games.jsonl");
    size_t at = 0;
    for (uint64_t i = 0; i < folder->count; i++) {
        lab_line *line = &folder->lines[i];
        memcpy(sorted + at, folder->text + line->at, line->count);
        line->at = at;
        at += line->count;
    }
    const int code = cli_write_file(path, sorted, at);
    free(path);
    free(folder->text);
    folder->text = sorted;
    return code;
}

int lab_finish_folder(lab_folder *folder)
{
    int code = CLI_GO_ON;
    if (folder->file >= 0 && fsync(folder->file) != 0)
        code =
            cli_misuse("%s could not be written to the disk: %s.", folder->path, strerror(errno));
    if (folder->file >= 0) close(folder->file);
    folder->file = -1;
    if (code == CLI_GO_ON) code = lab_read_lines(folder);
    if (code != CLI_GO_ON || !lab_is_complete(folder)) return code;
    code = sort_lines(folder);
    if (code == CLI_GO_ON) code = lab_write_stores(folder);
    return code == CLI_GO_ON ? lab_write_summary(folder) : code;
}

void lab_close_folder(lab_folder *folder)
{
    if (folder->file >= 0) close(folder->file);
    if (folder->lock >= 0) close(folder->lock);
    free(folder->text);
    free(folder->lines);
    free(folder->is_done);
    *folder = (lab_folder){.lock = -1, .file = -1};
}
