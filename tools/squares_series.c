/*
 * squares_series.c - writes the tables of rules/squares/series.h: all series of tokens that matter,
 * found by the rules of movement themselves on an empty board.
 *
 *     squares-series OUT.c
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/squares/act.h"
#include "rules/squares/series.h"

enum { SERIES_MAX = 1024, ROWS_MAX = 256, MIDDLE = 5 + 5 * SIDE, SPAN = 2 * FRAME + 1 };

typedef struct series {
    int count, formings;
    uint32_t tokens;
    pose end;
    bool through[BOARD]; /* squares it needs */
} series;

static series found[SERIES_MAX];
static int found_count;
static const series *rows[SERIES_WORDS][SERIES_IN_WORD];
static int row_counts[SERIES_WORDS];

_Noreturn void gg_broken(const char *what, const char *file, int line)
{
    fprintf(stderr, "squares-series: %s:%d: %s\n", file, line, what);
    exit(1);
}

/* ---- All series. ---- */

static bool same_pose(const pose *a, const pose *b)
{
    return a->square1 == b->square1 && a->square2 == b->square2 && a->facing == b->facing
           && a->in_square == b->in_square;
}

static bool is_its_own(const mover *m, unsigned square)
{
    return square == NO_SQUARE || square == m->start.square1 || square == m->start.square2;
}

static void walk(const mover *m, const series *so_far, int points)
{
    for (int t = 0; t < TOKENS; t++) {
        /* Forming square is all the movement there is (SQ-R38). */
        if (is_reform_token((token)t) || (is_square_token((token)t) && so_far->count > 0)) continue;
        series next = *so_far;
        if (sq_take_token(m, &next.end, (token)t, so_far->count == 0).reason != R_LEGAL) continue;
        next.tokens |= (uint32_t)t << 4 * next.count++;
        next.formings += is_forming((token)t);
        if (!is_its_own(m, next.end.square1)) next.through[next.end.square1] = true;
        if (!is_its_own(m, next.end.square2)) next.through[next.end.square2] = true;
        gg_assert(found_count < SERIES_MAX);
        found[found_count++] = next;
        if (next.count < points && !next.end.in_square) walk(m, &next, points);
    }
}

/* The cheaper first: fewer tokens, fewer changes of formation, the order of tokens.def. */
static int compare(const void *a, const void *b)
{
    const series *one = a, *other = b;
    if (one->count != other->count) return one->count - other->count;
    if (one->formings != other->formings) return one->formings - other->formings;
    for (int i = 0; i < one->count; i++) {
        int difference = (int)(one->tokens >> 4 * i & 15) - (int)(other->tokens >> 4 * i & 15);
        if (difference != 0) return difference;
    }
    return 0;
}

static bool needs_no_more(const series *one, const series *other)
{
    for (int i = 0; i < BOARD; i++)
        if (one->through[i] && !other->through[i]) return false;
    return true;
}

/* ---- Rows: for each end the ways worth having, the cheapest first. ---- */

static int ways_to(const series *first, const series **ways)
{
    int count = 0;
    for (const series *it = first; it < found + found_count; it++) {
        bool better = false;
        if (!same_pose(&it->end, &first->end)) continue;
        for (int i = 0; i < count; i++) better = better || needs_no_more(ways[i], it);
        if (better) continue;
        gg_assert(count < SERIES_WORDS - 1);
        ways[count++] = it;
    }
    return count;
}

static bool is_new_end(const series *it)
{
    for (const series *before = found; before < it; before++)
        if (same_pose(&before->end, &it->end)) return false;
    return true;
}

static void put_row(int word, int at, const series *it)
{
    gg_assert(at < SERIES_IN_WORD);
    rows[word][at] = it;
    if (row_counts[word] <= at) row_counts[word] = at + 1;
}

/* An end and the ways to it. */
typedef struct end_row {
    int count;
    const series *ways[SERIES_WORDS];
} end_row;

/* Ends with several ways come first, so that those lie at the same places of their words; then
 * single tokens; then what begins alike, because the same squares bar it. */
static int compare_ends(const void *a, const void *b)
{
    const end_row *one = a, *other = b;
    const series *first = one->ways[0], *second = other->ways[0];
    if (one->count != other->count) return other->count - one->count;
    if ((first->count == 1) != (second->count == 1)) return first->count == 1 ? -1 : 1;
    for (int i = 0; i < first->count && i < second->count; i++) {
        int difference = (int)(first->tokens >> 4 * i & 15) - (int)(second->tokens >> 4 * i & 15);
        if (difference != 0) return difference;
    }
    return first->count - second->count;
}

static void make_rows(void)
{
    static end_row ends[2 * SERIES_IN_WORD];
    int count = 0;
    memset(rows, 0, sizeof rows);
    memset(row_counts, 0, sizeof row_counts);
    for (const series *it = found; it < found + found_count; it++) {
        if (!is_new_end(it)) continue;
        gg_assert(count < 2 * SERIES_IN_WORD);
        ends[count].count = ways_to(it, ends[count].ways);
        count++;
    }
    qsort(ends, (size_t)count, sizeof *ends, compare_ends);
    for (int i = 0; i < count; i++) {
        const end_row *it = &ends[i];
        gg_assert(i < SERIES_IN_WORD || (it->count == 1 && it->ways[0]->count > 1));
        put_row(i / SERIES_IN_WORD, i % SERIES_IN_WORD, it->ways[0]);
        if (it->count > 1) put_row(WORD_INSTEAD, i, it->ways[1]);
        if (it->count > 2) put_row(WORD_AT_LAST, i, it->ways[2]);
    }
}

/* ---- What offer.c asks of a row. ---- */

static bool is_one(const series *it) { return it->count == 1; }

static bool is_square(const series *it) { return it->end.in_square; }

/* Extends, closes up or forms square as its only token. */
static bool is_formed(const series *it)
{
    return it->count == 1 && (it->formings > 0 || is_square(it));
}

static bool is_plain(const series *it) { return it->formings == 0 && !is_square(it); }

/* SQ-R34: steps, or a turn first. */
static bool is_charge(const series *it)
{
    if (!is_plain(it)) return false;
    for (int i = 1; i < it->count; i++)
        if ((it->tokens >> 4 * i & 15) != TOKEN_F) return false;
    return true;
}

static pose start;

static bool is_back(const series *it) { return same_pose(&it->end, &start); }

static bool is_any(const series *it)
{
    (void)it;
    return true;
}

/* A way of cavalry to an end from which it may attack is the first one, or an attack were lost. */
static void check_charges(void)
{
    for (const series *it = found; it < found + found_count; it++) {
        if (!is_charge(it)) continue;
        bool is_first = false;
        for (int word = WORD_ENDS; word <= WORD_MORE_ENDS; word++)
            for (int i = 0; i < row_counts[word]; i++)
                is_first = is_first
                           || (same_pose(&rows[word][i]->end, &it->end) && is_charge(rows[word][i])
                               && needs_no_more(rows[word][i], it));
        gg_assert(is_first);
    }
}

/* ---- Writing. ---- */

static FILE *out;

static uint64_t set_of(int word, bool (*is_in)(const series *))
{
    uint64_t set = 0;
    for (int i = 0; i < row_counts[word]; i++)
        if (rows[word][i] != NULL && is_in(rows[word][i])) set |= UINT64_C(1) << i;
    return set;
}

static void write_set(bool (*is_in)(const series *))
{
    for (int word = 0; word < SERIES_WORDS; word++)
        fprintf(out, "%s0x%llxu", word == 0 ? "{{" : ", ", (unsigned long long)set_of(word, is_in));
    fputs("}}", out);
}

static unsigned asked; /* the square that is asked about */

static bool goes_through(const series *it) { return asked != NO_SQUARE && it->through[asked]; }

static bool ends_before(const series *it)
{
    if (it->end.in_square || asked == NO_SQUARE) return false;
    front f = front_of(&it->end, (facing)it->end.facing);
    return f.ahead[0] == asked || (f.count == 2 && f.ahead[1] == asked);
}

static bool any_row(bool (*is_in)(const series *))
{
    for (int word = 0; word < SERIES_WORDS; word++)
        for (int i = 0; i < row_counts[word]; i++)
            if (rows[word][i] != NULL && is_in(rows[word][i])) return true;
    return false;
}

static int ahead_of(unsigned square)
{
    return row_of((uint8_t)square) - row_of((uint8_t)start.square1);
}

static int right_of_start(unsigned square)
{
    return column_of((uint8_t)square) - column_of((uint8_t)start.square1);
}

static void write_needs(const series *it, const unsigned *around, int ring)
{
    int needs[NEEDED_MAX], count = 0;
    for (int i = 0; i < ring; i++) {
        if (around[i] == NO_SQUARE || !it->through[around[i]]) continue;
        gg_assert(count < NEEDED_MAX);
        needs[count++] = i;
    }
    fprintf(out, "%d, {", count);
    for (int i = 0; i < count || i == 0; i++) fprintf(out, "%d,", i < count ? needs[i] : 0);
    fputs("}, 0},\n", out);
}

static void write_rows(const char *name, const unsigned *around, int ring)
{
    for (int word = 0; word < SERIES_WORDS; word++) {
        if (row_counts[word] == 0) continue;
        fprintf(out, "static const gg_action %s_acts_%d[%d] = {\n", name, word,
                (row_counts[word] / SERIES_AT_ONCE + 2) * SERIES_AT_ONCE);
        for (int i = 0; i < row_counts[word]; i++)
            if (rows[word][i] != NULL)
                fprintf(out,
                        "    [%d] = {.kind = ACTION_ACT, .whom = GG_NO_UNIT, .item = %d, "
                        ".args = {0x%x}},\n",
                        i, rows[word][i]->count, rows[word][i]->tokens);
        fprintf(out, "};\nstatic const series_end %s_ends_%d[] = {\n", name, word);
        for (int i = 0; i < row_counts[word]; i++) {
            const series *it = rows[word][i];
            if (it == NULL) continue;
            bool two = it->end.square2 != NO_SQUARE;
            fprintf(out, "    [%d] = {%d, %d, %d, %d, %u, %d, %u, ", i, ahead_of(it->end.square1),
                    right_of_start(it->end.square1), two ? ahead_of(it->end.square2) : 0,
                    two ? right_of_start(it->end.square2) : 0, it->end.facing, two,
                    (unsigned)(it->tokens & 15));
            write_needs(it, around, ring);
        }
        fputs("};\n", out);
    }
}

static void write_offsets(const unsigned *around, int count)
{
    static const int ahead_ways[FACINGS] = {WIDTH, 1, -WIDTH, -1};
    fputs("    .offsets = {", out);
    for (int way = NORTH; way < FACINGS; way++) {
        fputs("{", out);
        for (int i = 0; i < count; i++)
            fprintf(out, "%d,",
                    around[i] == NO_SQUARE /* its own square, which is free to it */
                        ? 0
                        : ahead_of(around[i]) * ahead_ways[way]
                              + right_of_start(around[i]) * ahead_ways[(way + 1) % FACINGS]);
        fputs("},\n                ", out);
    }
    fputs("},\n", out);
}

static void write_sets_of(const char *name, const unsigned *around, int count,
                          bool (*is_in)(const series *))
{
    fprintf(out, "    .%s = {\n", name);
    for (int i = 0; i < count; i++) {
        asked = around[i];
        fputs("        ", out);
        write_set(is_in);
        fputs(",\n", out);
    }
    fputs("    },\n", out);
}

/* Which of eight squares are not free, a bit each. */
static const unsigned *looked_at;
static unsigned look;

static bool is_barred(const series *it)
{
    for (int i = 0; i < LOOKS_AT_ONCE; i++)
        if (look >> i & 1 && looked_at[i] != NO_SQUARE && it->through[looked_at[i]]) return true;
    return false;
}

static void write_barred(const char *name, const unsigned *around)
{
    looked_at = around;
    fprintf(out, "static const uint64_t %s_barred[LOOKS] = {\n", name);
    for (look = 0; look < LOOKS; look++)
        fprintf(out, "0x%llxu,\n", (unsigned long long)set_of(0, is_barred));
    fputs("};\n", out);
}

/* Those that a series needs, the eight filled up with squares that are none; then those that one
 * ends before. */
static int find_around(unsigned around[BOARD], int *ring)
{
    int count = 0;
    for (asked = 0; asked < BOARD; asked++)
        if (any_row(goes_through)) around[count++] = asked;
    while (count % LOOKS_AT_ONCE != 0) around[count++] = NO_SQUARE;
    *ring = count;
    for (asked = 0; asked < BOARD; asked++)
        if (!any_row(goes_through) && any_row(ends_before)) around[count++] = asked;
    gg_assert(count <= AROUND_MAX && *ring <= 2 * LOOKS_AT_ONCE);
    return count;
}

static int span_of(const unsigned *around, int count)
{
    int span = 0;
    for (int i = 0; i < count; i++) {
        if (around[i] == NO_SQUARE) continue;
        if (abs(ahead_of(around[i])) > span) span = abs(ahead_of(around[i]));
        if (abs(right_of_start(around[i])) > span) span = abs(right_of_start(around[i]));
    }
    gg_assert(span <= FRAME);
    return span;
}

static void write_places(void)
{
    int ones = 0, all = 0;
    fputs("    .rows = {", out);
    for (int word = 0; word < SERIES_WORDS; word++) {
        fprintf(out, "%d, ", row_counts[word]);
        all += row_counts[word];
    }
    for (int i = 0; i < row_counts[WORD_ENDS]; i++)
        if (is_one(rows[WORD_ENDS][i])) ones = i + 1;
    fprintf(out, "},\n    .rows_all = %d,\n    .ones = %d,\n", all, ones);
}

static void write_sets(void)
{
    static const struct {
        const char *name;
        bool (*is_in)(const series *);
    } sets[] = {{"all", is_any},
                {"formed", is_formed},
                {"one", is_one},
                {"charge", is_charge},
                {"back", is_back}};
    for (unsigned i = 0; i < sizeof sets / sizeof *sets; i++) {
        fprintf(out, "    .%s = ", sets[i].name);
        write_set(sets[i].is_in);
        fputs(",\n", out);
    }
}

static void write_table(const char *name)
{
    unsigned around[BOARD];
    int ring, words = 0, count = find_around(around, &ring);
    for (int word = 0; word < SERIES_WORDS; word++)
        if (row_counts[word] > 0) words = word + 1;
    bool small = words == 1 && ring == LOOKS_AT_ONCE;
    write_rows(name, around, ring);
    if (small) write_barred(name, around);
    fprintf(out, "static const series_table %s = {\n", name);
    for (int word = 0; word < words; word++)
        if (row_counts[word] > 0)
            fprintf(out, "    .acts[%d] = %s_acts_%d,\n    .ends[%d] = %s_ends_%d,\n", word, name,
                    word, word, name, word);
    if (small) fprintf(out, "    .barred = %s_barred,\n", name);
    write_sets();
    fprintf(out, "    .span = %d,\n    .ring = %d,\n    .around = %d,\n    .words = %d,\n",
            span_of(around, count), ring, count, words);
    write_places();
    write_offsets(around, count);
    write_sets_of("needs", around, count, goes_through);
    write_sets_of("faces", around, count, ends_before);
    fputs("};\n\n", out);
}

/* ---- Which blocks are near. ---- */

static uint64_t block_of(int square)
{
    return UINT64_C(1) << (square / SIDE / BLOCK * (SIDE / BLOCK) + square % SIDE / BLOCK);
}

static uint64_t blocks_near(int square, int span)
{
    uint64_t blocks = 0;
    for (int other = 0; other < BOARD; other++)
        if (abs(other % SIDE - square % SIDE) <= span && abs(other / SIDE - square / SIDE) <= span)
            blocks |= block_of(other);
    return blocks;
}

static void write_blocks(void)
{
    fputs("const uint64_t squares_blocks[NO_SQUARE + 1] = {\n", out);
    for (int square = 0; square < BOARD; square++)
        fprintf(out, "0x%llxu,\n", (unsigned long long)block_of(square));
    fputs("};\nconst uint64_t squares_near[ANYWHERE + 1][BOARD] = {\n", out);
    for (int span = 0; span <= ANYWHERE; span++)
        for (int square = 0; square < BOARD; square++)
            fprintf(out, "%s0x%llxu,%s\n", square == 0 ? "{" : "",
                    (unsigned long long)blocks_near(square, span == ANYWHERE ? SIDE : span),
                    square == BOARD - 1 ? "}," : "");
    fputs("};\n", out);
}

/* ---- All of them. ---- */

static void make_table(const char *name, kind its_kind, series_shape shape, int points)
{
    static gg_state state;
    memset(&state, 0, sizeof state);
    const kind_row *row = &squares_kinds[its_kind];
    bool one_base = shape == SHAPE_SINGLE && sq_is_close_order(its_kind);
    state.pieces[0] =
        (piece){.kind = (uint8_t)its_kind, .bases = one_base ? (uint8_t)1 : row->bases};
    uint8_t other = shape == SHAPE_LINE     ? sq_other_square(FORM_LINE, MIDDLE, NORTH)
                    : shape == SHAPE_COLUMN ? sq_other_square(FORM_COLUMN, MIDDLE, NORTH)
                                            : NO_SQUARE;
    sq_piece_put(&state, 0, MIDDLE, other, NORTH);
    mover m = mover_of(&state, 0);
    start = m.start;
    found_count = 0;
    series begun = {.end = start};
    walk(&m, &begun, points);
    qsort(found, (size_t)found_count, sizeof *found, compare);
    make_rows();
    if (row->holder == HOLDS_HORSE) check_charges();
    write_table(name);
}

int main(int argc, char **argv)
{
    static const char *const shapes[SHAPES] = {"single", "block", "line", "column"};
    /* one of each holder: kinds that share one move alike */
    static const kind kinds[HOLDERS] = {KIND_INF, KIND_SKIRM, KIND_CAV, KIND_ART};
    static const char *const names[HOLDERS] = {"foot", "skirmishers", "horse", "guns"};
    char name[32];
    out = argc == 2 ? fopen(argv[1], "w") : NULL;
    if (out == NULL) {
        fputs("usage: squares-series OUT.c\n", stderr);
        return 2;
    }
    fputs("/* Written by tools/squares_series.c: see rules/squares/series.h. */\n"
          "#include \"rules/squares/series.h\"\n\n",
          out);
    for (int points = 1; points <= POINTS_MAX; points++)
        for (int holder = 0; holder < HOLDERS; holder++)
            for (int shape = 0; shape < SHAPES; shape++) {
                if (shape != SHAPE_SINGLE && !sq_is_close_order(kinds[holder])) continue;
                snprintf(name, sizeof name, "%s_%s_%d", names[holder], shapes[shape], points);
                make_table(name, kinds[holder], (series_shape)shape, points);
            }
    fputs("const series_table *const squares_series[POINTS_MAX][HOLDERS][SHAPES] = {\n", out);
    for (int points = 1; points <= POINTS_MAX; points++)
        for (int holder = 0; holder < HOLDERS; holder++)
            for (int shape = 0; shape < SHAPES; shape++)
                if (shape == SHAPE_SINGLE || sq_is_close_order(kinds[holder]))
                    fprintf(out, "    [%d][%d][%d] = &%s_%s_%d,\n", points - 1, holder, shape,
                            names[holder], shapes[shape], points);
    fputs("};\n", out);
    write_blocks();
    return fclose(out) == 0 ? 0 : 1;
}
