/*
 * board.c - what a person at the table sees: the board, and beside it the pieces in words.
 * SPDX-License-Identifier: MIT
 */
#include "cli/play.h"
#include "core/picture.h"

#include <stdlib.h>
#include <string.h>

enum { UNITS_COLUMNS = 38 };

/* ---- The pieces. ---- */

/* Where a block stands: on a board the square at its front right first, then the other. */
static void put_squares(const gg_ruleset *rules, const gg_scene *scene, const gg_mark *mark,
                        gg_text *text)
{
    static const gg_point ahead[] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}},
                          right[] = {{1, 0}, {0, -1}, {-1, 0}, {0, 1}};
    const int32_t cell = scene->cell;
    if (cell <= 0) {
        rules->write_place(cell == GG_CELL_PLAN ? mark->to : mark->at, text);
        return;
    }
    const int quarter = mark->facing < 0 ? 0 : (int)((mark->facing + 450) / 900 % 4);
    const int32_t wide = mark->size.x / cell * cell / 2,
                  deep = mark->size.y / cell * cell / 2; /* from the middle of the block */
    const gg_point off = {right[quarter].x * wide + ahead[quarter].x * deep,
                          right[quarter].y * wide + ahead[quarter].y * deep};
    rules->write_place((gg_point){(mark->at.x + off.x) / cell, (mark->at.y + off.y) / cell}, text);
    if (wide == 0 && deep == 0) return;
    gg_put_char(text, '+');
    rules->write_place((gg_point){(mark->at.x - off.x) / cell, (mark->at.y - off.y) / cell}, text);
}

static void put_condition(const gg_mark *mark, gg_text *text)
{
    static const char *const forms[] = {
        [GG_FORM_NONE] = "",
        [GG_FORM_LINE] = " line",
        [GG_FORM_COLUMN] = " column",
        [GG_FORM_MARCH] = " march column",
        [GG_FORM_OPEN] = " open",
        [GG_FORM_SQUARE] = "",
        [GG_FORM_LIMBERED] = " limbered",
        [GG_FORM_UNLIMBERED] = " unlimbered",
    };
    gg_put(text, forms[mark->form]);
    if (mark->markers > 0)
        gg_put_words(text, ", %s %d", gg_marker_words[mark->marker], mark->markers);
    if ((mark->flags & GG_FLAG_DISORDERED) != 0) gg_put(text, ", disordered");
    if ((mark->flags & GG_FLAG_ROUTED) != 0) gg_put(text, ", routing");
    if ((mark->flags & GG_FLAG_COMMAND) != 0) gg_put(text, ", ordered");
}

static void unit_line(const gg_ruleset *rules, const gg_scene *scene, const gg_mark *mark,
                      char *bytes, uint32_t limit)
{
    static const char *const facings[] = {"N", "E", "S", "W"};
    gg_text text = gg_text_over(bytes, limit);
    gg_put(&text, mark->label);
    gg_put_spaces(&text, 6 - (int)text.count);
    if (mark->strength > 0) gg_put_int(&text, mark->strength);
    gg_put_char(&text, ' ');
    gg_put(&text, gg_roles[mark->role].words);
    gg_put_spaces(&text, 22 - (int)text.count);
    if (mark->shape == GG_RESERVE) {
        gg_put(&text, "not placed yet");
        return;
    }
    put_squares(rules, scene, mark, &text);
    gg_put_char(&text, ' ');
    if ((mark->flags & GG_FLAG_SQUARE) != 0) gg_put(&text, "square");
    else if (mark->facing >= 0) gg_put(&text, facings[(mark->facing + 450) / 900 % 4]);
    if (scene->cell == 0) put_condition(mark, &text); /* on boards the picture shows it */
    if ((mark->flags & GG_FLAG_ACTED) != 0) gg_put(&text, ", done");
}

/* What people call it, behind all else. */
static void put_name(const gg_seat *seat, gg_unit unit, gg_text *text)
{
    char code[GG_NAME_MAX], words[128];
    gg_text bytes = gg_text_over(code, sizeof code), name = gg_text_over(words, sizeof words);
    if (unit >= seat->rules->unit_count) return;
    seat->rules->write_unit(seat->view, unit, &bytes);
    if (code[0] != 0 && gg_put_unit_name(&name, &seat->names, seat->view, code))
        gg_put_words(text, "  %s", words);
}

/* The pieces of a side, one to a line; a block of two squares is named by its first mark.  With
 * their names, if there is a seat that knows them. */
static void put_units(const gg_ruleset *rules, const gg_scene *scene, gg_side side,
                      const gg_seat *names, gg_text *text)
{
    gg_unit last = GG_NO_UNIT;
    for (uint32_t i = 0; i < scene->count; i++) {
        char line[128];
        const gg_mark *mark = &scene->marks[i];
        const bool leads = mark->shape == GG_DISC && mark->role == GG_ROLE_commander;
        if (mark->shape != GG_BLOCK && mark->shape != GG_RESERVE && !leads) continue;
        if ((mark->flags & GG_FLAG_GHOST) != 0) continue;
        if (mark->side != side || mark->unit == last) continue;
        if (last == GG_NO_UNIT) gg_put(text, gg_side_name(side)), gg_put_char(text, '\n');
        last = mark->unit;
        unit_line(rules, scene, mark, line, sizeof line);
        gg_put(text, line);
        if (names != NULL) put_name(names, mark->unit, text);
        gg_put_char(text, '\n');
    }
}

/* ---- The board. ---- */

static int widest(const char *text)
{
    int most = 0;
    while (*text != 0) {
        const size_t length = strcspn(text, "\n");
        const int width = cli_shown_width(text, length);
        if (width > most) most = width;
        text += length + (text[length] == '\n');
    }
    return most;
}

/* Two texts side by side, the right one from this column on. */
static void say_beside(const char *left, const char *right, int column, FILE *out)
{
    while (*left != 0 || *right != 0) {
        const size_t left_length = strcspn(left, "\n"), right_length = strcspn(right, "\n");
        const int width = cli_shown_width(left, left_length);
        fprintf(out, "%.*s%*s%.*s\n", (int)left_length, left,
                right_length > 0 && width < column ? column - width : 0, "", (int)right_length,
                right);
        left += left_length + (left[left_length] == '\n');
        right += right_length + (right[right_length] == '\n');
    }
}

static int larger(int one, int other) { return one > other ? one : other; }

static int count_lines(const char *text)
{
    int count = 0;
    for (; *text != 0; text++) count += *text == '\n';
    return count;
}

static char *units_of(const gg_ruleset *rules, const gg_scene *scene, gg_sides sides,
                      const gg_seat *names)
{
    gg_text text = cli_text(1 << 15);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        if ((sides >> side & 1) != 0) put_units(rules, scene, side, names, &text);
    return text.bytes;
}

/* Everything but the sentence below it and, on a table, who has orders: those are given one by one
 * and told as they are given.  As text of its own. */
static char *shown_of(const gg_match *match, gg_side side)
{
    gg_scene scene;
    cli_draw(match->rules, match->state, side, &scene);
    cli_sign(match, &scene);
    gg_text board = cli_text(1 << 18);
    scene.status[0] = 0;
    for (uint32_t i = 0; scene.cell == 0 && i < scene.count; i++) {
        if (scene.marks[i].role == GG_ROLE_commander) scene.marks[i].strength = 0;
        scene.marks[i].flags &= (uint16_t)~GG_FLAG_COMMAND;
    }
    gg_picture_text(&scene, false, &board);
    char *units = units_of(match->rules, &scene, GG_SIDES_BOTH, NULL);
    gg_put(&board, units);
    free(units);
    return board.bytes;
}

bool cli_say_news(const cli_look *look, char **shown, FILE *out)
{
    char *now = shown_of(look->match, look->side);
    const bool is_new = *shown == NULL || strcmp(*shown, now) != 0;
    if (is_new) {
        cli_say_board(look, out);
    } else {
        gg_scene scene;
        cli_draw(look->match->rules, look->match->state, look->side, &scene);
        cli_say_line(out, 0, scene.status);
    }
    free(*shown);
    *shown = now;
    return is_new;
}

/* Side by side if there is room for it; false, and nothing said, if there is none. */
static bool say_units_beside(const gg_match *match, const gg_scene *scene, const gg_seat *names,
                             bool always, FILE *out)
{
    char *blue = units_of(match->rules, scene, GG_SIDES_BLUE, names),
         *red = units_of(match->rules, scene, GG_SIDES_RED, names);
    const int column = larger(widest(blue) + 2, UNITS_COLUMNS);
    const bool fits = column + widest(red) <= cli_terminal_width();
    if (fits) say_beside(blue, red, column, out);
    else if (always) fprintf(out, "%s%s", blue, red);
    free(blue);
    free(red);
    return fits || always;
}

static void say_units(const gg_match *match, gg_side side, bool named, FILE *out)
{
    gg_scene scene;
    cli_draw(match->rules, match->state, side, &scene);
    gg_seat seat = cli_seat(match, side);
    if (!say_units_beside(match, &scene, &seat, named, out))
        say_units_beside(match, &scene, NULL, true, out);
    cli_leave(&seat);
}

/* The pieces stand beside the board, or below it if the terminal is high rather than wide. */
void cli_say_board(const cli_look *look, FILE *out)
{
    gg_scene scene;
    cli_draw(look->match->rules, look->match->state, look->side, &scene);
    cli_sign(look->match, &scene);
    gg_text board = cli_text(1 << 18);
    char *units = units_of(look->match->rules, &scene, GG_SIDES_BOTH, NULL);
    const bool plan = scene.cell == GG_CELL_PLAN; /* sectors show their units; `units` lists them */
    const int needed = CLI_BOARD_COLUMNS + larger(widest(units), UNITS_COLUMNS);
    const bool beside =
        look->beside != NULL
        || (!plan && count_lines(units) <= look->lines && cli_terminal_width() >= needed);
    const gg_frame frame = {.colour = look->colour,
                            .columns = beside ? CLI_BOARD_COLUMNS : cli_terminal_width(),
                            .lines = larger(look->lines, 1),
                            .over = look->over};
    gg_picture_text_in(&scene, &frame, &board);
    const char *right = look->beside != NULL ? look->beside : units;
    if (beside) say_beside(board.bytes, right, CLI_BOARD_COLUMNS, out);
    else fputs(board.bytes, out);
    const int lines = count_lines(board.bytes) + count_lines(units) / 2 + 1;
    if (!beside && !plan && lines <= look->lines) say_units(look->match, look->side, false, out);
    free(units);
    free(board.bytes);
}

void cli_say_units(const gg_match *match, gg_side side, FILE *out)
{
    say_units(match, side, true, out);
}
