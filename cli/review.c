/*
 * review.c - `grognard review FILE`: a game that was played, looked back upon.
 * SPDX-License-Identifier: MIT
 */
#include "cli/hint.h"
#include "players/review.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

typedef struct wishes {
    const char *level, *playouts, *json, *folder, *html, *svg;
} wishes;

typedef struct told { /* a review and what is needed to tell it */
    gg_review review;
    gg_review_room room;
} told;

static int64_t tell_time(void *to)
{
    struct timespec now;
    (void)to;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- What is written. ---- */

static void write_text(gg_text *out, const told *it)
{
    gg_put_review(out, &it->review, it->room.one, it->room.two);
}

static void write_json(gg_text *out, const told *it)
{
    gg_json json = gg_json_into(out);
    gg_wire_review(&json, NULL, &it->review, it->room.one, it->room.two);
    gg_put_char(out, '\n');
}

static void write_curve(gg_text *out, const told *it) { gg_review_curve(out, &it->review, true); }

static void write_page(gg_text *out, const told *it)
{
    gg_review_page(out, &it->review, &it->room);
}

typedef void writer(gg_text *, const told *);

static gg_text written(writer *write, const told *it)
{
    for (uint32_t limit = 1 << 18;; limit *= 2) {
        gg_text text = cli_text(limit);
        write(&text, it);
        if (!text.cut) return text;
        free(text.bytes);
    }
}

static int save(const char *file, writer *write, const told *it)
{
    gg_text text = written(write, it);
    const int code = cli_write_file(file, text.bytes, text.count);
    free(text.bytes);
    return code;
}

static int save_all(const char *folder, const told *it)
{
    static const struct file {
        const char *name;
        writer *write;
    } files[] = {{"review.txt", write_text},
                 {"review.json", write_json},
                 {"curve.svg", write_curve},
                 {"report.html", write_page}};
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return cli_misuse("the folder %s cannot be made: %s.", folder, strerror(errno));
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const size_t length = strlen(folder) + strlen(files[i].name) + 2;
        char *name = cli_memory(length);
        snprintf(name, length, "%s/%s", folder, files[i].name);
        const int code = save(name, files[i].write, it);
        free(name);
        if (code != CLI_GO_ON) return code;
    }
    return CLI_GO_ON;
}

/* Lines of a paragraph are broken for the terminal; what is drawn with characters is not. */
static void say_review(const told *it)
{
    gg_text text = written(write_text, it);
    for (char *line = text.bytes, *end; *line != 0; line = end) {
        end = strchr(line, '\n');
        *end++ = 0;
        cli_say_line(stdout, 3, line);
    }
    free(text.bytes);
}

static int tell(const told *it, const wishes *wish)
{
    int code = CLI_GO_ON;
    if (wish->folder != NULL) code = save_all(wish->folder, it);
    if (code == CLI_GO_ON && wish->html != NULL) code = save(wish->html, write_page, it);
    if (code == CLI_GO_ON && wish->svg != NULL) code = save(wish->svg, write_curve, it);
    if (code != CLI_GO_ON) return code;
    const bool to_stdout = (wish->html != NULL && strcmp(wish->html, "-") == 0)
                           || (wish->svg != NULL && strcmp(wish->svg, "-") == 0);
    if (wish->json != NULL) {
        gg_text text = written(write_json, it);
        fputs(text.bytes, stdout);
        free(text.bytes);
    } else if (!to_stdout) {
        say_review(it);
    }
    return CLI_YES;
}

static int review_match(const cli_game *game, const wishes *wish)
{
    static gg_scene_room board, over;
    told it = {.room = {.board = &board, .over = &over}};
    uint32_t playouts = 0;
    const gg_player *player = cli_find_level(wish->level == NULL ? "line" : wish->level);
    if (player == NULL) return CLI_MISUSE;
    int code = cli_read_playouts(wish->playouts, &playouts);
    if (code != CLI_GO_ON) return code;
    cli_patience waiting = cli_begin_waiting("looking back");
    waiting.progress.now_ms = tell_time;
    const gg_review_ask ask = {.match = &game->match,
                               .player = player,
                               .playouts = playouts,
                               .progress = &waiting.progress};
    void *room = cli_memory(gg_review_bytes(&game->match, player));
    const bool found = gg_review_find(&ask, room, &it.review);
    cli_end_waiting(&waiting);
    it.room.one = cli_memory(game->rules->state_bytes);
    it.room.two = cli_memory(game->rules->state_bytes);
    code = found ? tell(&it, wish) : cli_no("stopped; there is no review.");
    free(it.room.one);
    free(it.room.two);
    free(room);
    return code;
}

/* What cannot be reviewed, and why; CLI_GO_ON: it can. */
static int judge_file(const cli_game *game)
{
    if (!game->is_record)
        return cli_misuse("%s is a position, not a record; `grognard hint` looks at positions.",
                          game->file);
    if (game->part.hides)
        return cli_no("%s is the part of %s in a running game: it can be reviewed when the game is "
                      "over and everything lies open.",
                      game->file, gg_viewer_name(game->part.side));
    if (game->match.entry_count == 0) return cli_no("nothing has been done in %s yet.", game->file);
    return CLI_GO_ON;
}

int cli_review(int argc, char **argv)
{
    static cli_game game;
    wishes wish = {.level = NULL};
    cli_list words = {0};
    const cli_flag flags[] = {
        {"--level", "PLAYER", "who judges and thinks (line)", &wish.level, NULL},
        {"--playouts", "N", "his effort for a decision (160): then no clock is looked at",
         &wish.playouts, NULL},
        {"--out", "DIR", "writes review.txt, review.json, curve.svg and report.html there",
         &wish.folder, NULL},
        {"--html", "FILE", "a battle report in prose and pictures", &wish.html, NULL},
        {"--svg", "FILE", "the curve", &wish.svg, NULL},
        {"--json", NULL, "one object", &wish.json, NULL},
    };
    const cli_call call = {"review FILE [--level PLAYER] [--playouts N] [--out DIR] [--html FILE] "
                           "[--svg FILE] [--json]",
                           "Looks back on a record: the chance to win after every action, luck "
                           "apart from play, turning points with a better action, who was lost.",
                           flags,
                           6,
                           1,
                           1};
    int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    code = cli_load(&game, words.items[0], UINT32_MAX);
    if (code == CLI_GO_ON) code = judge_file(&game);
    if (code == CLI_GO_ON) code = review_match(&game, &wish);
    cli_unload(&game);
    return code;
}
