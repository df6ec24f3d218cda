/*
 * ascii.c - the picture of a scene for terminals, line by line, with colours or without.
 *
 * A square of a board is five characters wide and two lines high.  A block writes its front
 * (^ > v <, # in square) and its name above, and below its strength, the letter of its arm,
 * a star on the command square of a block that fills two, ' when it has acted, and the ground.
 * Colours only repeat what the letters say.
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
    WORDS_WIDTH = 78,
};

/* How a character looks in colour; colours are of the 256 that terminals know. */
typedef struct style {
    uint8_t ink, paper;
    bool bold;
} style;

typedef struct line {
    char text[LINE_MAX + 1];
    style looks[LINE_MAX];
    int width;
} line;

static const style plain = {0, 0, false};

static const style ground_styles[GG_ROLES] = {
    [GG_ROLE_hill] = {94, 180, false},     [GG_ROLE_hill_high] = {230, 136, false},
    [GG_ROLE_wood] = {22, 108, false},     [GG_ROLE_village] = {88, 181, false},
    [GG_ROLE_building] = {88, 181, false}, [GG_ROLE_river] = {24, 110, false},
    [GG_ROLE_bridge] = {52, 179, false},   [GG_ROLE_road] = {52, 179, false},
};
static const style open_ground = {101, 187, false};

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
    while (out->count > 0 && out->bytes[out->count - 1] == ' ')
        out->bytes[--out->count] = '\0';
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
    while (text.count < CELL_WIDTH)
        gg_put_char(&text, ' ');
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

static gg_role ground_on(const gg_scene *scene, int column, int row)
{
    for (uint32_t i = 0; i < scene->count; i++) {
        const gg_mark *mark = &scene->marks[i];
        if (mark->shape == GG_CELL && mark->at.x == column && mark->at.y == row)
            return (gg_role)mark->role;
    }
    return GG_ROLE_open;
}

static void put_board_row(const gg_scene *scene, int columns, int row, bool upper, line *out)
{
    const gg_mark *before = NULL;
    line_clear(out, columns * CELL_STEP - 1);
    for (int column = 0; column < columns; column++) {
        const gg_point middle = {column * scene->cell + scene->cell / 2,
                                 row * scene->cell + scene->cell / 2};
        const gg_role ground = ground_on(scene, column, row);
        const gg_mark *block = gg_scene_block(scene, middle);
        const int at = column * CELL_STEP;
        if (block != NULL)
            put_block(out, at, block, middle, ground, upper);
        else
            put_ground(out, at, ground, upper);
        /* The gap to the square before takes the colour of what fills both squares. */
        const bool joined =
            column > 0 && block == before && out->looks[at].paper == out->looks[at - 2].paper;
        if (column > 0) out->looks[at - 1] = joined ? out->looks[at] : open_ground;
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

static void put_board(const gg_scene *scene, bool colour, gg_text *out)
{
    const int columns = (int)((scene->high.x - scene->low.x + scene->cell - 1) / scene->cell);
    const int rows = (int)((scene->high.y - scene->low.y + scene->cell - 1) / scene->cell);
    gg_assert(columns <= COLUMNS_MAX);
    put_letters(columns, out);
    for (int row = rows - 1; row >= 0; row--)
        for (int half = 0; half < CELL_LINES; half++) {
            line cells;
            put_board_row(scene, columns, row, half == 0, &cells);
            if (half == 0)
                put_number(row + 1, out);
            else
                gg_put_spaces(out, 2);
            gg_put_char(out, ' ');
            line_write(&cells, colour, out);
            if (half == 0) gg_put_char(out, ' '), put_number(row + 1, out);
            line_end(out);
        }
    put_letters(columns, out);
}

/* ---- A measured table: areas as letters, blocks by name. ---- */
/* "^a4!!~": facing up, two shaken markers, disordered; "^a5?" routs; "4 red": an objective and who
 * has it. */
static void put_table_name(const gg_mark *mark, gg_text *out)
{
    if (mark->shape == GG_BLOCK) gg_put_char(out, front_glyph(mark));
    gg_put(out, mark->label);
    for (int i = 0; i < mark->shaken && i < 4; i++)
        gg_put_char(out, '!');
    if ((mark->flags & GG_FLAG_DISORDERED) != 0) gg_put_char(out, '~');
    if ((mark->flags & GG_FLAG_ROUTED) != 0) gg_put_char(out, '?');
    if (mark->shape == GG_LABEL && mark->role == GG_ROLE_objective && mark->side < GG_NOBODY) {
        gg_put_char(out, ' ');
        gg_put(out, gg_side_name(mark->side));
    }
}

static void put_table_mark(const gg_scene *scene, const gg_mark *mark, gg_point low, gg_point high,
                           int32_t unit, line *out)
{
    const bool ground =
        mark->role < GG_ROLE_infantry && (mark->shape == GG_AREA || mark->shape == GG_DISC);
    if (ground && mark->at.y + mark->size.y / 2 >= low.y
        && mark->at.y - mark->size.y / 2 < high.y) {
        const char glyph[] = {gg_roles[mark->role].glyph, 0};
        const int first = (int)((mark->at.x - mark->size.x / 2 - scene->low.x) / unit);
        for (int i = 0; i <= mark->size.x / unit; i++)
            line_put(out, first + i, glyph, 1, ground_style((gg_role)mark->role));
    }
    const bool named = mark->shape == GG_BLOCK || mark->shape == GG_DISC || mark->shape == GG_LABEL;
    if (ground || !named || (mark->flags & GG_FLAG_GHOST) != 0) return;
    if (mark->at.y < low.y || mark->at.y >= high.y) return;
    char words[2 * GG_NAME_MAX];
    gg_text text = gg_text_over(words, sizeof words);
    put_table_name(mark, &text);
    line_put(out, (int)((mark->at.x - scene->low.x) / unit) - (int)text.count / 2, words,
             (int)text.count, mark->shape == GG_LABEL ? plain : troop_style(mark, true));
}

static void put_table(const gg_scene *scene, bool colour, gg_text *out)
{
    const int32_t wide = scene->high.x - scene->low.x,
                  unit = wide > TABLE_WIDTH ? wide / TABLE_WIDTH : 1;
    for (int32_t top = scene->high.y; top > scene->low.y; top -= 2 * unit) {
        line cells;
        line_clear(&cells, TABLE_WIDTH);
        const gg_point low = {scene->low.x, top - 2 * unit}, high = {scene->high.x, top};
        for (uint32_t i = 0; i < scene->count; i++)
            put_table_mark(scene, &scene->marks[i], low, high, unit, &cells);
        line_write(&cells, colour, out);
        line_end(out);
    }
}

/* ---- Words. ---- */
static void put_words(const char *words, gg_text *out)
{
    while (*words != 0) {
        const uint32_t cut = gg_picture_wrap(words, WORDS_WIDTH);
        gg_put_bytes(out, words, cut);
        gg_put(out, "\n");
        words += cut;
        while (*words == ' ')
            words++;
    }
}

static bool is_shown(const gg_scene *scene, gg_role role)
{
    for (uint32_t i = 0; i < scene->count; i++) {
        const gg_mark *mark = &scene->marks[i];
        if (mark->role == role
            && (mark->shape == GG_CELL || mark->shape == GG_AREA || mark->shape == GG_DISC
                || mark->shape == GG_BLOCK))
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
    gg_put_char(out, glyph);
    gg_put_char(out, ' ');
    gg_put(out, words);
}

static void put_keys(const gg_scene *scene, gg_text *out)
{
    uint32_t begin = out->count;
    uint16_t flags = 0;
    bool two_squares = false, shaken = false;
    const bool table = scene->cell == 0; /* there units have names and no letters */
    for (gg_role role = GG_ROLE_hill; role < GG_ROLES; role++)
        if (is_shown(scene, role) && gg_roles[role].glyph != ' '
            && !(table && role >= GG_ROLE_infantry && role <= GG_ROLE_objective))
            put_key(out, &begin, gg_roles[role].glyph, gg_roles[role].words);
    for (uint32_t i = 0; i < scene->count; i++) {
        const gg_mark *mark = &scene->marks[i];
        flags |= mark->flags;
        shaken |= mark->shaken > 0;
        two_squares |= (mark->flags & GG_FLAG_COMMAND) != 0 && scene->cell > 0
                       && (mark->size.x > scene->cell || mark->size.y > scene->cell);
    }
    if (two_squares) put_key(out, &begin, '*', "command square");
    if ((flags & GG_FLAG_SQUARE) != 0) put_key(out, &begin, '#', "in square");
    if (table) {
        if (shaken) put_key(out, &begin, '!', "shaken");
        if ((flags & GG_FLAG_DISORDERED) != 0) put_key(out, &begin, '~', "disordered");
        if ((flags & GG_FLAG_ROUTED) != 0) put_key(out, &begin, '?', "routing");
    } else if ((flags & GG_FLAG_ACTED) != 0) {
        put_key(out, &begin, '\'', "has acted");
    }
    if (out->count > begin) gg_put(out, "\n");
}

void gg_picture_text(const gg_scene *scene, bool colour, gg_text *out)
{
    put_words(scene->title, out);
    if (scene->cell > 0)
        put_board(scene, colour, out);
    else
        put_table(scene, colour, out);
    put_keys(scene, out);
    put_words(scene->status, out);
}
