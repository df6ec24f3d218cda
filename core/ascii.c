/*
 * ascii.c - the picture of a scene for terminals, line by line, with colours or without.
 *
 * A square of a board is five characters wide and two lines high.  A block writes its front
 * (^ > v <, # in square) and its name above, and below its strength, the letter of its arm,
 * a star on the command square of a block that fills two, ' when it has acted, and the ground.
 * Where the screen is too low for that a square is one line: ^A1I4'.
 *
 * A measured table has its measures at two edges.  It is pressed together where the screen is too
 * low, names that would cover each other move aside, and what finds no place is told below it.  Of
 * a plan of sectors the empty lines go first.  Colours only repeat what the letters say.
 * SPDX-License-Identifier: MIT
 */
#include "core/picture.h"

#include <string.h>

enum {
    CELL_WIDTH = 5,
    CELL_STEP = 6, /* with the gap between squares */
    CELL_LINES = 2,
    COLUMNS_MAX = 40,
    LINE_MAX = COLUMNS_MAX * CELL_STEP,
    TABLE_WIDTH = 76, /* of a measured table; its characters are twice as high as wide */
    TABLE_WIDTH_MAX = 160,
    TABLE_LINES_MAX = 64,
    TABLE_LINES_LEAST = 9,
    PLAN_LINES_LEAST = 15,
    MARGIN = 3, /* for the measures at the left */
    WORDS_WIDTH = 78,
    WORDS_WIDTH_LEAST = 38,
    WORDS_MAX = 2048,
};

/* How a character looks in colour; colours are of the 256 that terminals know. */
typedef struct style {
    uint8_t ink, paper;
    bool bold;
} style;

typedef struct line {
    char text[LINE_MAX + 1];
    style looks[LINE_MAX];
    bool taken[LINE_MAX]; /* by a name */
    int width;
} line;

static const style plain = {0, 0, false};

static const style ground_styles[GG_ROLES] = {
    [GG_ROLE_hill] = {94, 180, false},     [GG_ROLE_hill_high] = {230, 136, false},
    [GG_ROLE_wood] = {22, 108, false},     [GG_ROLE_village] = {88, 181, false},
    [GG_ROLE_building] = {88, 181, false}, [GG_ROLE_river] = {24, 110, false},
    [GG_ROLE_bridge] = {52, 179, false},   [GG_ROLE_road] = {52, 179, false},
};
static const style open_ground = {101, 187, false}, answer_style = {16, 228, true};

static style ground_style(gg_role role)
{
    return ground_styles[role].paper != 0 ? ground_styles[role] : open_ground;
}

/* The line with the name is brighter than the one below: so pieces above each other stay apart. */
static style troop_style(const gg_mark *mark, bool upper)
{
    const bool acted = (mark->flags & GG_FLAG_ACTED) != 0;
    if (mark->side == GG_BLUE && acted)
        return upper ? (style){16, 110, false} : (style){16, 67, false};
    if (mark->side == GG_RED && acted)
        return upper ? (style){16, 216, false} : (style){16, 173, false};
    if (mark->side == GG_BLUE) return upper ? (style){231, 25, true} : (style){195, 24, false};
    if (mark->side == GG_RED) return upper ? (style){231, 166, true} : (style){230, 130, false};
    return (style){231, 240, true};
}

/* ---- Lines. ---- */
static void line_clear(line *row, int width)
{
    memset(row, 0, sizeof *row);
    memset(row->text, ' ', (size_t)width);
    row->width = width;
}

static void line_put(line *row, int at, const char *words, int limit, style look)
{
    for (int i = 0; i < limit && words[i] != 0; i++) {
        if (at + i < 0 || at + i >= row->width) continue;
        row->text[at + i] = words[i];
        row->looks[at + i] = look;
    }
}

static void put_look(gg_text *out, style look)
{
    gg_put(out, "\033[0");
    if (look.bold) gg_put(out, ";1");
    if (look.ink != 0) gg_put(out, ";38;5;"), gg_put_int(out, look.ink);
    if (look.paper != 0) gg_put(out, ";48;5;"), gg_put_int(out, look.paper);
    gg_put(out, "m");
}

static void line_write(const line *row, bool colour, gg_text *out)
{
    style now = plain;
    for (int i = 0; i < row->width; i++) {
        const style next = row->looks[i];
        if (colour && (next.ink != now.ink || next.paper != now.paper || next.bold != now.bold))
            put_look(out, next);
        now = next;
        gg_put_char(out, row->text[i]);
    }
    if (colour) gg_put(out, "\033[0m");
}

/* Blanks at its end are worth nothing. */
static void line_end(gg_text *out)
{
    while (out->count > 0 && out->bytes[out->count - 1] == ' ') out->bytes[--out->count] = '\0';
    gg_put(out, "\n");
}

/* ---- Blocks on a board. ---- */
static char front_glyph(const gg_mark *mark)
{
    static const char glyphs[] = "^>v<";
    if ((mark->flags & GG_FLAG_SQUARE) != 0) return '#';
    return mark->facing < 0 ? ' ' : glyphs[(mark->facing + 450) / 900 % 4];
}

/* Of the squares of a block, is this the one at its front right? */
static bool is_front_right(const gg_mark *mark, gg_point middle)
{
    static const gg_point corners[] = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
    const gg_point corner = corners[mark->facing < 0 ? 0 : (mark->facing + 450) / 900 % 4];
    return (middle.x - mark->at.x) * corner.x >= 0 && (middle.y - mark->at.y) * corner.y >= 0;
}

static void put_block(line *row, int at, const gg_mark *mark, gg_point middle, gg_role ground,
                      bool upper)
{
    char cell[CELL_WIDTH + 1] = "     ";
    gg_text text = gg_text_over(cell, sizeof cell);
    if (upper) {
        gg_put_char(&text, front_glyph(mark));
        gg_put(&text, mark->label);
    } else {
        const bool command = is_front_right(mark, middle);
        const bool wide = mark->at.x != middle.x || mark->at.y != middle.y;
        if (mark->strength > 0 && command) gg_put_int(&text, mark->strength);
        gg_put_char(&text, gg_roles[mark->role].glyph);
        if (wide && command && (mark->flags & GG_FLAG_COMMAND) != 0) gg_put_char(&text, '*');
        if ((mark->flags & GG_FLAG_ACTED) != 0) gg_put_char(&text, '\'');
    }
    while (text.count < CELL_WIDTH) gg_put_char(&text, ' ');
    if (!upper && ground != GG_ROLE_open && cell[CELL_WIDTH - 1] == ' ')
        cell[CELL_WIDTH - 1] = gg_roles[ground].glyph;
    line_put(row, at, cell, CELL_WIDTH, troop_style(mark, upper));
}

static void put_ground(line *row, int at, gg_role role, bool upper)
{
    const char glyph = gg_roles[role].glyph;
    char cell[CELL_WIDTH + 1] = "     ";
    const bool sparse = role == GG_ROLE_open,
               full = role == GG_ROLE_river || role == GG_ROLE_bridge;
    for (int i = 0; i < CELL_WIDTH; i++)
        if (full || (sparse ? upper && i == CELL_WIDTH / 2 : i % 2 == (upper ? 1 : 0)))
            cell[i] = glyph;
    line_put(row, at, cell, CELL_WIDTH, ground_style(role));
}

/* A block in one line: ^A1I4, with ' if it has acted, else its ground if there is room. */
static void put_low_block(line *row, int at, const gg_mark *mark, gg_point middle, gg_role ground)
{
    char cell[CELL_STEP + 1] = "      ";
    gg_text text = gg_text_over(cell, sizeof cell);
    gg_put_words(&text, "%c%s%c", front_glyph(mark), mark->label, gg_roles[mark->role].glyph);
    if (mark->strength > 0 && is_front_right(mark, middle)) gg_put_int(&text, mark->strength);
    if ((mark->flags & GG_FLAG_ACTED) != 0) gg_put_char(&text, '\'');
    else if (ground != GG_ROLE_open && text.count < CELL_WIDTH)
        gg_put_char(&text, gg_roles[ground].glyph);
    while (text.count < CELL_WIDTH) gg_put_char(&text, ' ');
    line_put(row, at, cell, (int)text.count, troop_style(mark, true));
}

/* What a question answers of this square: may it end here?  A star, for those without colours. */
static void put_answer(line *row, int at, const gg_scene *over, gg_point middle)
{
    for (uint32_t i = 0; over != NULL && i < over->count; i++) {
        const gg_mark *mark = &over->marks[i];
        if (mark->role != GG_ROLE_reach && mark->role != GG_ROLE_reserve) continue;
        const bool cell = mark->shape == GG_CELL && mark->at.x == middle.x / over->cell
                          && mark->at.y == middle.y / over->cell;
        const bool area = mark->shape == GG_AREA && mark->corners == 0
                          && mark->at.x - mark->size.x / 2 <= middle.x
                          && middle.x <= mark->at.x + mark->size.x / 2
                          && mark->at.y - mark->size.y / 2 <= middle.y
                          && middle.y <= mark->at.y + mark->size.y / 2;
        if (cell || area) line_put(row, at + CELL_WIDTH / 2, "*", 1, answer_style);
    }
}

static gg_role ground_on(const gg_scene *scene, int column, int row)
{
    for (uint32_t i = 0; i < scene->count; i++) {
        const gg_mark *mark = &scene->marks[i];
        if (mark->shape == GG_CELL && mark->at.x == column && mark->at.y == row)
            return (gg_role)mark->role;
    }
    return GG_ROLE_open;
}

/* Which line of a square: with both of them, or all in one. */
typedef enum part { UPPER, LOWER, ONLY } part;

static void put_board_row(const gg_scene *scene, const gg_scene *over, int columns, int row,
                          part which, line *out)
{
    const gg_mark *before = NULL;
    line_clear(out, columns * CELL_STEP - (which != ONLY));
    for (int column = 0; column < columns; column++) {
        const gg_point middle = {column * scene->cell + scene->cell / 2,
                                 row * scene->cell + scene->cell / 2};
        const gg_role ground = ground_on(scene, column, row);
        const gg_mark *block = gg_scene_block(scene, middle);
        const int at = column * CELL_STEP;
        if (block != NULL && which == ONLY) put_low_block(out, at, block, middle, ground);
        else if (block != NULL) put_block(out, at, block, middle, ground, which == UPPER);
        else put_ground(out, at, ground, which != LOWER);
        if (block == NULL && which != LOWER) put_answer(out, at, over, middle);
        /* The gap to the square before takes the colour of what fills both squares. */
        const bool joined =
            column > 0 && block == before && out->looks[at].paper == out->looks[at - 2].paper;
        if (column > 0 && out->text[at - 1] == ' ')
            out->looks[at - 1] = joined ? out->looks[at] : open_ground;
        before = block;
    }
}

static void put_letters(int columns, gg_text *out)
{
    for (int i = 0; i < columns; i++) {
        gg_put_spaces(out, CELL_STEP - 1);
        gg_put_char(out, (char)('a' + i % 26));
    }
    gg_put(out, "\n");
}

static void put_number(int number, gg_text *out)
{
    gg_put_spaces(out, number < 10 ? 1 : 0);
    gg_put_int(out, number);
}

static int board_rows(const gg_scene *scene)
{
    return (int)((scene->high.y - scene->low.y + scene->cell - 1) / scene->cell);
}

static void put_board(const gg_scene *scene, const gg_frame *frame, int room, gg_text *out)
{
    const int columns = (int)((scene->high.x - scene->low.x + scene->cell - 1) / scene->cell);
    const int rows = board_rows(scene);
    const bool low = room < CELL_LINES * rows + 2;
    gg_assert(columns <= COLUMNS_MAX);
    put_letters(columns, out);
    for (int row = rows - 1; row >= 0; row--)
        for (int half = 0; half < (low ? 1 : CELL_LINES); half++) {
            line cells;
            put_board_row(scene, frame->over, columns, row,
                          low         ? ONLY
                          : half == 0 ? UPPER
                                      : LOWER,
                          &cells);
            if (half == 0) put_number(row + 1, out);
            else gg_put_spaces(out, 2);
            gg_put_char(out, ' ');
            line_write(&cells, frame->colour, out);
            if (half == 0) gg_put_char(out, ' '), put_number(row + 1, out);
            line_end(out);
        }
    if (!low || room >= rows + 2) put_letters(columns, out);
}

/* ---- Words. ---- */
static uint32_t frame_width(const gg_frame *frame)
{
    const int width = frame->columns > 0 ? frame->columns - 1 : WORDS_WIDTH;
    return (uint32_t)(width < WORDS_WIDTH_LEAST ? WORDS_WIDTH_LEAST : width);
}

static void put_words(const char *words, uint32_t width, gg_text *out)
{
    while (*words != 0) {
        const uint32_t cut = gg_picture_wrap(words, width);
        gg_put_bytes(out, words, cut);
        gg_put(out, "\n");
        words += cut;
        while (*words == ' ') words++;
    }
}

static int count_lines(const char *words, uint32_t width)
{
    int count = 0;
    for (; *words != 0; count++) {
        words += gg_picture_wrap(words, width);
        while (*words == ' ' || *words == '\n') words++;
    }
    return count;
}

/* ---- A measured table: areas as letters, blocks by name. ---- */
typedef struct canvas {
    line rows[TABLE_LINES_MAX];
    int count, width;
    int32_t across, up; /* ticks to a character, and to a line */
    gg_point low, high;
} canvas;

/* As wide as the screen if it is high enough for that; pressed together if it is too low. */
static void canvas_begin(canvas *c, const gg_scene *scene, const gg_frame *frame, int room)
{
    const int32_t wide = scene->high.x - scene->low.x, high = scene->high.y - scene->low.y;
    int64_t width = TABLE_WIDTH;
    if (frame->columns > TABLE_WIDTH + MARGIN && room < TABLE_LINES_MAX && scene->cell == 0)
        width = (int64_t)wide * 2 * room / (high > 0 ? high : 1);
    if (width > TABLE_WIDTH_MAX) width = TABLE_WIDTH_MAX;
    if (width < TABLE_WIDTH) width = TABLE_WIDTH;
    if (frame->columns > 0 && width > frame->columns - MARGIN - 1)
        width = frame->columns - MARGIN - 1;
    if (width < WORDS_WIDTH_LEAST) width = WORDS_WIDTH_LEAST;
    c->width = (int)width;
    c->across = wide > c->width ? wide / c->width : 1;
    c->up = 2 * c->across;
    const int least = scene->cell == 0 && room < TABLE_LINES_MAX ? room : TABLE_LINES_MAX;
    if ((high + c->up - 1) / c->up > least) c->up = (high + least - 1) / least;
    c->count = (int)((high + c->up - 1) / c->up);
    if (c->count < 1) c->count = 1;
    c->low = scene->low;
    c->high = scene->high;
    for (int row = 0; row < c->count; row++) line_clear(&c->rows[row], c->width);
}

static int row_at(const canvas *c, int32_t y)
{
    const int row = (int)((c->high.y - 1 - y) / c->up);
    return row < 0 ? 0 : row >= c->count ? c->count - 1 : row;
}

static int column_at(const canvas *c, int32_t x) { return (int)((x - c->low.x) / c->across); }

static void put_table_ground(canvas *c, const gg_mark *mark)
{
    const char glyph[] = {gg_roles[mark->role].glyph, 0};
    const int first = column_at(c, mark->at.x - mark->size.x / 2);
    for (int row = 0; row < c->count; row++) {
        const int32_t top = c->high.y - row * c->up, bottom = top - c->up;
        if (mark->at.y + mark->size.y / 2 < bottom || mark->at.y - mark->size.y / 2 >= top)
            continue;
        for (int i = 0; i <= mark->size.x / c->across; i++)
            line_put(&c->rows[row], first + i, glyph, 1, ground_style((gg_role)mark->role));
    }
}

/* Whether the outline of an area goes round the point. */
static bool is_inside(const gg_scene *scene, const gg_mark *mark, gg_point at)
{
    bool inside = false;
    for (int i = 0, j = mark->corners - 1; i < mark->corners; j = i++) {
        const gg_point a = scene->points[mark->first + i], b = scene->points[mark->first + j];
        if ((a.y > at.y) == (b.y > at.y)) continue;
        const int64_t cut = a.x + (int64_t)(b.x - a.x) * (at.y - a.y) / (b.y - a.y);
        if (at.x < cut) inside = !inside;
    }
    return inside;
}

static void put_table_answer(canvas *c, const gg_scene *over, const gg_mark *mark)
{
    for (int row = 0; row < c->count; row++)
        for (int column = 0; column < c->width; column++) {
            const gg_point middle = {c->low.x + column * c->across + c->across / 2,
                                     c->high.y - row * c->up - c->up / 2};
            if (is_inside(over, mark, middle))
                line_put(&c->rows[row], column, "*", 1, answer_style);
        }
}

/* "^a4!!~": facing up, two markers, disordered; "^a5?" routs; "$4 red": an objective, what
 * it is worth and who has it. */
static void put_table_name(const gg_mark *mark, gg_text *out)
{
    if (mark->shape == GG_BLOCK) gg_put_char(out, front_glyph(mark));
    if (mark->role == GG_ROLE_objective) gg_put_char(out, gg_roles[mark->role].glyph);
    gg_put(out, mark->label);
    for (int i = 0; i < mark->markers && i < 4; i++) gg_put_char(out, '!');
    if ((mark->flags & GG_FLAG_DISORDERED) != 0) gg_put_char(out, '~');
    if ((mark->flags & GG_FLAG_ROUTED) != 0) gg_put_char(out, '?');
    if (mark->shape == GG_LABEL && mark->role == GG_ROLE_objective && mark->side < GG_NOBODY) {
        gg_put_char(out, ' ');
        gg_put(out, gg_side_name(mark->side));
    }
}

static bool is_free(const canvas *c, int row, int at, int length, int gap)
{
    if (row < 0 || row >= c->count || at < 0 || at + length > c->width) return false;
    for (int i = at - gap; i < at + length + gap; i++)
        if (i >= 0 && i < c->width && c->rows[row].taken[i]) return false;
    return true;
}

/* The free place nearest to where it belongs in this line; `gap` blanks are kept from others. */
static bool find_in_line(const canvas *c, int row, int *at, int length, int gap)
{
    for (int step = 0; step <= 2 * length; step++) {
        const int aside = step % 2 == 0 ? step / 2 : -(step + 1) / 2;
        if (!is_free(c, row, *at + aside, length, gap)) continue;
        *at += aside;
        return true;
    }
    return false;
}

/* Beside where it belongs, else a line above or below.  On a plan the line says to whom it belongs,
 * so that it would rather stand close there. */
static bool find_place(const canvas *c, bool plan, int *row, int *at, int length)
{
    static const struct {
        int line, gap;
    } on_table[] = {{0, 1}, {1, 1}, {-1, 1}, {0, 0}, {1, 0}, {-1, 0}},
      on_plan[] = {{0, 1}, {0, 0}, {1, 1}, {-1, 1}, {1, 0}, {-1, 0}};
    for (int i = 0; i < 6; i++) {
        const int step = plan ? on_plan[i].line : on_table[i].line;
        const int gap = plan ? on_plan[i].gap : on_table[i].gap;
        if (!find_in_line(c, *row + step, at, length, gap)) continue;
        *row += step;
        return true;
    }
    return false;
}

static int32_t turned_to(const gg_scene *scene, int32_t at, bool up)
{
    if (!scene->turned) return at;
    return up ? scene->low.y + scene->high.y - at : scene->low.x + scene->high.x - at;
}

/* What found no place: "b12 24,31". */
static void put_left_out(const gg_scene *scene, const gg_mark *mark, const char *name, gg_text *out)
{
    gg_put_words(out, "%s%s %d,%d", out->count > 0 ? ", " : "Too close to draw: ", name,
                 turned_to(scene, mark->at.x, false) / 1000,
                 turned_to(scene, mark->at.y, true) / 1000);
}

static void put_table_mark(canvas *c, const gg_scene *scene, const gg_mark *mark, gg_text *left_out)
{
    char words[2 * GG_NAME_MAX];
    gg_text text = gg_text_over(words, sizeof words);
    put_table_name(mark, &text);
    const int length = (int)text.count;
    int row = row_at(c, mark->at.y), at = column_at(c, mark->at.x) - length / 2;
    if (length == 0) return;
    if (at + length > c->width) at = c->width - length;
    if (at < 0) at = 0;
    if (!find_place(c, scene->cell != 0, &row, &at, length)) {
        if (scene->cell == 0) put_left_out(scene, mark, words, left_out);
        return;
    }
    line_put(&c->rows[row], at, words, length,
             mark->shape == GG_LABEL ? plain : troop_style(mark, true));
    for (int i = at; i < at + length; i++)
        if (i >= 0 && i < c->width) c->rows[row].taken[i] = true;
}

/* Country that is only drawn: on a plan signs in the sectors stand for it. */
static bool is_country(const gg_mark *mark)
{
    return mark->role < GG_ROLE_sector && (mark->flags & GG_FLAG_GHOST) != 0;
}

static bool is_ground(const gg_mark *mark)
{
    if (is_country(mark)) return false;
    return mark->role < GG_ROLE_infantry && (mark->shape == GG_AREA || mark->shape == GG_DISC);
}

static bool is_named(const gg_mark *mark)
{
    return !is_ground(mark) && (mark->flags & GG_FLAG_GHOST) == 0
           && (mark->shape == GG_BLOCK || mark->shape == GG_DISC || mark->shape == GG_LABEL);
}

/* Troops have the first choice of a place, then who leads them, then words. */
static void put_names(canvas *c, const gg_scene *scene, gg_text *left_out)
{
    static const uint8_t order[] = {GG_BLOCK, GG_DISC, GG_LABEL};
    for (int turn = 0; turn < 3; turn++)
        for (uint32_t i = 0; i < scene->count; i++) {
            const gg_mark *mark = &scene->marks[i];
            if (is_named(mark) && mark->shape == order[turn])
                put_table_mark(c, scene, mark, left_out);
        }
}

/* The measure at the left, every so many, where a line holds one. */
static void put_measure(const canvas *c, const gg_scene *scene, int row, int32_t every,
                        gg_text *out)
{
    const int32_t top = c->high.y - row * c->up, bottom = top - c->up;
    int32_t number = -1;
    for (int32_t at = every; at < c->high.y; at += every) {
        const int32_t there = turned_to(scene, at, true);
        if (there >= bottom && there < top) number = at / 1000;
    }
    if (number < 0) {
        gg_put_spaces(out, MARGIN);
        return;
    }
    put_number((int)number, out);
    gg_put_char(out, ' ');
}

static void put_ruler(const canvas *c, const gg_scene *scene, int32_t every, gg_text *out)
{
    line ruler;
    line_clear(&ruler, c->width);
    for (int32_t at = 0; at <= c->high.x; at += every) {
        char digits[12];
        gg_text text = gg_text_over(digits, sizeof digits);
        gg_put_int(&text, at / 1000);
        const int column = column_at(c, turned_to(scene, at, false));
        const int length = (int)text.count, left = column - length / 2;
        line_put(&ruler,
                 left < 0                   ? 0
                 : left + length > c->width ? c->width - length
                                            : left,
                 digits, length, plain);
    }
    gg_put_spaces(out, MARGIN);
    line_write(&ruler, false, out);
    line_end(out);
}

/* How much of a line of a plan can be missed: 0 not at all, 1 ground, 2 the numbers of spaces, 3
 * nothing is there. */
static int worth_of(const line *row)
{
    int worth = 3;
    for (int i = 0; i < row->width; i++) {
        const char c = row->text[i];
        if (c == ' ') continue;
        const bool digit = c >= '0' && c <= '9';
        if (row->taken[i] && !digit) return 0;
        worth = row->taken[i] && worth > 2 ? 2 : !row->taken[i] && worth > 1 ? 1 : worth;
    }
    return worth;
}

/* Leaves out lines until so many are left: the empty ones first. */
static void squeeze(canvas *c, int room)
{
    for (int worth = 3; worth > 0; worth--)
        for (int row = c->count - 1; row >= 0 && c->count > room; row--) {
            if (worth_of(&c->rows[row]) != worth) continue;
            memmove(&c->rows[row], &c->rows[row + 1],
                    (size_t)(c->count - row - 1) * sizeof c->rows[0]);
            c->count--;
        }
}

static void fill_canvas(canvas *c, const gg_scene *scene, const gg_scene *over, gg_text *left_out)
{
    for (uint32_t i = 0; i < scene->count; i++)
        if (is_ground(&scene->marks[i])) put_table_ground(c, &scene->marks[i]);
    for (uint32_t i = 0; over != NULL && i < over->count; i++) {
        const gg_mark *mark = &over->marks[i];
        const bool answers = mark->role == GG_ROLE_reach || mark->role == GG_ROLE_reserve;
        if (mark->shape == GG_AREA && answers) put_table_answer(c, over, mark);
    }
    put_names(c, scene, left_out);
}

static void put_table(const gg_scene *scene, const gg_frame *frame, int room, gg_text *out)
{
    static const int32_t steps[] = {6000, 12000, 24000, 60000};
    const bool measured = scene->cell == 0;
    const uint32_t width = frame_width(frame);
    canvas c;
    char words[WORDS_MAX];
    gg_text left_out = gg_text_over(words, sizeof words);
    canvas_begin(&c, scene, frame, room - measured);
    fill_canvas(&c, scene, frame->over, &left_out);
    if (!measured) squeeze(&c, room);
    const int told = count_lines(words, width);
    if (told > 0 && c.count + told + measured > room && room - told >= TABLE_LINES_LEAST) {
        left_out = gg_text_over(words, sizeof words);
        canvas_begin(&c, scene, frame, room - measured - told);
        fill_canvas(&c, scene, frame->over, &left_out);
    }
    int step = 0;
    while (step < 3 && steps[step] < 2 * c.up) step++;
    for (int row = 0; row < c.count; row++) {
        if (measured) put_measure(&c, scene, row, steps[step], out);
        line_write(&c.rows[row], frame->colour, out);
        line_end(out);
    }
    if (measured) put_ruler(&c, scene, steps[step], out);
    put_words(words, width, out);
}

/* ---- The meaning of the signs. ---- */
static bool is_shown(const gg_scene *scene, gg_role role)
{
    for (uint32_t i = 0; i < scene->count; i++) {
        const gg_mark *mark = &scene->marks[i];
        if (mark->role == role
            && (mark->shape == GG_CELL || mark->shape == GG_AREA || mark->shape == GG_DISC
                || mark->shape == GG_BLOCK || role == GG_ROLE_objective || is_country(mark)))
            return true;
    }
    return false;
}

/* One of the signs used above, with its meaning; `begin` is where the line begins. */
static void put_key(gg_text *out, uint32_t *begin, char glyph, const char *words)
{
    const uint32_t needs = 2 + (uint32_t)strlen(words);
    if (out->count > *begin) {
        const bool fits = out->count - *begin + 2 + needs <= WORDS_WIDTH;
        gg_put(out, fits ? ", " : ",\n");
        if (!fits) *begin = out->count;
    }
    gg_put_words(out, "%c %s", glyph, words);
}

static void put_keys(const gg_scene *scene, gg_text *out)
{
    uint32_t begin = out->count;
    uint16_t flags = 0;
    bool two_squares = false;
    const char *markers = NULL;
    const bool table = scene->cell == 0; /* there units have names and no letters */
    for (gg_role role = GG_ROLE_hill; role < GG_ROLES; role++)
        if (is_shown(scene, role) && gg_roles[role].glyph != ' '
            && !(table && role >= GG_ROLE_infantry && role < GG_ROLE_objective))
            put_key(out, &begin, gg_roles[role].glyph, gg_key_words(role));
    for (uint32_t i = 0; i < scene->count; i++) {
        const gg_mark *mark = &scene->marks[i];
        flags |= mark->flags;
        if (mark->markers > 0) markers = gg_marker_words[mark->marker];
        two_squares |= (mark->flags & GG_FLAG_COMMAND) != 0 && scene->cell > 0
                       && (mark->size.x > scene->cell || mark->size.y > scene->cell);
    }
    if (two_squares) put_key(out, &begin, '*', "command square");
    if ((flags & GG_FLAG_SQUARE) != 0) put_key(out, &begin, '#', "in square");
    if (table) {
        if (markers != NULL) put_key(out, &begin, '!', markers);
        if ((flags & GG_FLAG_DISORDERED) != 0) put_key(out, &begin, '~', "disordered");
        if ((flags & GG_FLAG_ROUTED) != 0) put_key(out, &begin, '?', "routing");
    } else if ((flags & GG_FLAG_ACTED) != 0) {
        put_key(out, &begin, '\'', "has acted");
    }
    if (out->count > begin) gg_put(out, "\n");
}

/* How many lines the picture itself must have. */
static int least_lines(const gg_scene *scene)
{
    return scene->cell > 0    ? board_rows(scene) + 1
           : scene->cell == 0 ? TABLE_LINES_LEAST
                              : PLAN_LINES_LEAST;
}

/* Where lines are few the meaning of the signs goes first, then the title. */
void gg_picture_text_in(const gg_scene *scene, const gg_frame *frame, gg_text *out)
{
    const uint32_t width = frame_width(frame);
    char keys[WORDS_MAX];
    gg_text text = gg_text_over(keys, sizeof keys);
    put_keys(scene, &text);
    if (frame->over != NULL) gg_put(&text, "* may end here\n");
    int room = 1 << 20;
    bool titled = true, explained = true;
    if (frame->lines > 0) {
        const int least = least_lines(scene);
        int explains = 0;
        for (uint32_t i = 0; i < text.count; i++) explains += keys[i] == '\n';
        room = frame->lines - count_lines(scene->status, width);
        explained = room - explains - count_lines(scene->title, width) >= least;
        if (explained) room -= explains;
        titled = room - count_lines(scene->title, width) >= least;
        if (titled) room -= count_lines(scene->title, width);
        if (room < least) room = least;
    }
    if (titled) put_words(scene->title, width, out);
    if (scene->cell > 0) put_board(scene, frame, room, out);
    else put_table(scene, frame, room, out);
    if (explained) gg_put(out, keys);
    put_words(scene->status, width, out);
}

void gg_picture_text(const gg_scene *scene, bool colour, gg_text *out)
{
    gg_picture_text_in(scene, &(gg_frame){.colour = colour}, out);
}
