/*
 * chart.c - the pictures of the laboratory.  See chart.h.
 * SPDX-License-Identifier: MIT
 */
#include "lab/chart.h"

#include <math.h>
#include <string.h>

enum {
    LINE = 22,
    LEFT_MIN = 120,
    LETTER = 7,
    BAND = 260,
    GAP = 90,
    FOOT = 40,
    HEAD = 48,
    PLOT_WIDE = 480,
    PLOT_HIGH = 200,
    MARGIN = 44
};

#define BLUE "#3a66a8"
#define RED "#b3413a"
#define GREY "#8a8a82"
#define INK "#22221e"
#define FAINT "#d9d6cc"

void lab_put_xml(FILE *out, const char *words)
{
    for (; *words != 0; words++) {
        if (*words == '<') fputs("&lt;", out);
        else if (*words == '>') fputs("&gt;", out);
        else if (*words == '&') fputs("&amp;", out);
        else if (*words == '"') fputs("&quot;", out);
        else fputc(*words, out);
    }
}

static void begin(FILE *out, int wide, int high, const char *about)
{
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "height=\"%d\" font-family=\"sans-serif\" font-size=\"12\" fill=\"" INK "\" "
            "role=\"img\" aria-label=\"",
            wide, high, wide, high);
    lab_put_xml(out, about);
    fputs("\">\n", out);
}

static void put_words(FILE *out, double x, double y, const char *anchor, const char *words)
{
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    lab_put_xml(out, words);
    fputs("</text>\n", out);
}

static void put_box(FILE *out, double x, double y, double wide, double high, const char *fill)
{
    fprintf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n", x, y,
            wide, high, fill);
}

static void put_line(FILE *out, double x, double y, double x2, double y2, const char *colour)
{
    fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n", x, y,
            x2, y2, colour);
}

/* A round number that is at least this: 1, 2 or 5 and noughts. */
static double round_up(double number)
{
    if (number <= 0) return 1;
    const double power = pow(10, floor(log10(number)));
    for (int i = 0; i < 3; i++) {
        const double step = power * (i == 0 ? 1 : i == 1 ? 2 : 5);
        if (step >= number * (1 - 1e-9)) return step;
    }
    return power * 10;
}

/* The same for a count, so that a quarter of it is a whole number. */
static double round_up_count(uint64_t count)
{
    return count < 4 ? 4 : 4 * round_up((double)count / 4);
}

/* ---- The tornado. ---- */

static double reach_of(const lab_effect *effects, int count, bool rounds)
{
    double most = 0;
    for (int i = 0; i < count; i++) {
        const lab_interval *it = rounds ? &effects[i].rounds : &effects[i].share;
        const double reach = fmax(fabs(it->low), fabs(it->high));
        if (reach > most) most = reach;
    }
    return round_up(most);
}

static void put_effect(FILE *out, const lab_interval *it, double middle, double y, double reach,
                       const char *less, const char *more)
{
    const double half = BAND / 2.0, to = middle + it->value / reach * half;
    const double low = middle + fmax(it->low / reach, -1) * half;
    const double high = middle + fmin(it->high / reach, 1) * half;
    put_box(out, fmin(middle, to), y - 7, fabs(to - middle), 14, it->value < 0 ? less : more);
    put_line(out, low, y, high, y, INK);
    put_line(out, low, y - 4, low, y + 4, INK);
    put_line(out, high, y - 4, high, y + 4, INK);
}

static void put_axis(FILE *out, double middle, int bottom, double reach, double times,
                     const char *what)
{
    for (int i = -2; i <= 2; i++) {
        char words[40];
        const double x = middle + i * BAND / 4.0;
        put_line(out, x, HEAD - 6, x, bottom, i == 0 ? INK : FAINT);
        snprintf(words, sizeof words, "%+.3g", reach * i / 2 * times);
        put_words(out, x, bottom + 14, "middle", i == 0 ? "0" : words);
    }
    put_words(out, middle, bottom + 30, "middle", what);
}

static int room_for_names(const lab_effect *effects, int count)
{
    int most = LEFT_MIN;
    for (int i = 0; i < count; i++) {
        const int room = ((int)strlen(effects[i].name) + 4) * LETTER;
        if (room > most) most = room;
    }
    return most;
}

void lab_chart_tornado(FILE *out, const char *title, const lab_effect *effects, int count)
{
    const int left = room_for_names(effects, count);
    const int bottom = HEAD + count * LINE, wide = left + BAND * 2 + GAP + 80;
    const double share = reach_of(effects, count, false), rounds = reach_of(effects, count, true);
    const double first = left + BAND / 2.0 + 20, second = first + BAND + GAP;
    begin(out, wide, bottom + FOOT, "effects of changes on share and length");
    put_box(out, 0, 0, wide, bottom + FOOT, "#fffef9");
    put_words(out, 12, 20, "start", title);
    put_axis(out, first, bottom, share, 100, "blue's share, points of 100");
    put_axis(out, second, bottom, rounds, 1, "rounds");
    for (int i = 0; i < count; i++) {
        const double y = HEAD + LINE * (i + 0.5);
        char words[200];
        snprintf(words, sizeof words, "%s%s", effects[i].name, effects[i].is_certain ? " *" : "");
        put_words(out, left, y + 4, "end", words);
        put_effect(out, &effects[i].share, first, y, share, RED, BLUE);
        put_effect(out, &effects[i].rounds, second, y, rounds, GREY, GREY);
    }
    fputs("</svg>\n", out);
}

/* ---- Plots with axes. ---- */

typedef struct plot {
    FILE *out;
    double most; /* at the top */
} plot;

static plot begin_plot(FILE *out, double most, const char *about)
{
    begin(out, PLOT_WIDE + MARGIN + 14, PLOT_HIGH + MARGIN + 14, about);
    const plot p = {.out = out, .most = most > 0 ? most : 1};
    for (int i = 0; i <= 4; i++) {
        char words[24];
        const double y = 10 + PLOT_HIGH * (1 - i / 4.0);
        put_line(out, MARGIN, y, MARGIN + PLOT_WIDE, y, FAINT);
        snprintf(words, sizeof words, "%.3g", p.most * i / 4);
        put_words(out, MARGIN - 6, y + 4, "end", words);
    }
    return p;
}

static double height_of(const plot *p, double number) { return number / p->most * PLOT_HIGH; }

static void end_plot(const plot *p, const char *what)
{
    put_words(p->out, MARGIN + PLOT_WIDE / 2.0, PLOT_HIGH + 46, "middle", what);
    fputs("</svg>\n", p->out);
}

/* Names under so many columns, as many of them as there is room for. */
static void put_column_names(const plot *p, int count, int first)
{
    const double wide = (double)PLOT_WIDE / count;
    const int each = (int)(28 / wide) + 1;
    for (int i = 0; i < count; i++) {
        char words[16];
        if ((first + i) % each != 0) continue;
        snprintf(words, sizeof words, "%d", first + i);
        put_words(p->out, MARGIN + wide * (i + 0.5), PLOT_HIGH + 26, "middle", words);
    }
}

static int first_round(const uint64_t (*ended)[3], int rounds)
{
    int first = 0;
    while (first + 1 < rounds && ended[first][0] + ended[first][1] + ended[first][2] == 0) first++;
    return first;
}

void lab_chart_rounds(FILE *out, const uint64_t (*ended)[3], int rounds)
{
    static const char *const fills[3] = {BLUE, GREY, RED};
    static const int order[3] = {0, 2, 1};
    const int first = first_round(ended, rounds), count = rounds - first;
    uint64_t most = 0;
    for (int i = first; i < rounds; i++) {
        const uint64_t all = ended[i][0] + ended[i][1] + ended[i][2];
        if (all > most) most = all;
    }
    const plot p = begin_plot(out, round_up_count(most), "how many games ended in each round");
    const double wide = (double)PLOT_WIDE / count;
    for (int i = 0; i < count; i++) {
        double y = 10 + PLOT_HIGH;
        for (int k = 0; k < 3; k++) {
            const double high = height_of(&p, (double)ended[first + i][order[k]]);
            y -= high;
            const double x = MARGIN + wide * (i + 0.1);
            if (high > 0) put_box(out, x, y, wide * 0.8, high, fills[k]);
        }
    }
    put_column_names(&p, count, first);
    end_plot(&p, "games that ended in this round: blue won, drawn (grey), red won");
}

/* A band between two lines that climb round by round. */
static void put_band(const plot *p, const double *low, const double *high, int count,
                     const char *fill)
{
    const double wide = (double)PLOT_WIDE / (count > 1 ? count - 1 : 1);
    fputs("<path d=\"", p->out);
    for (int i = 0; i < count; i++)
        fprintf(p->out, "%s%.1f %.1f", i == 0 ? "M" : "L", MARGIN + wide * i,
                10 + PLOT_HIGH - height_of(p, high[i]));
    for (int i = count - 1; i >= 0; i--)
        fprintf(p->out, "L%.1f %.1f", MARGIN + wide * i, 10 + PLOT_HIGH - height_of(p, low[i]));
    fprintf(p->out, "Z\" fill=\"%s\"/>\n", fill);
}

void lab_chart_won_by(FILE *out, const uint64_t (*ended)[3], int rounds)
{
    enum { MOST = 1024 };
    double none[MOST] = {0}, blue[MOST], red[MOST], drawn[MOST], top[MOST];
    uint64_t all = 0, sum[3] = {0};
    if (rounds > MOST) rounds = MOST;
    for (int i = 0; i < rounds; i++) all += ended[i][0] + ended[i][1] + ended[i][2];
    for (int i = 0; i < rounds; i++) {
        for (int k = 0; k < 3; k++) sum[k] += ended[i][k];
        blue[i] = 100.0 * (double)sum[0] / (double)all;
        drawn[i] = 100.0 - 100.0 * (double)sum[1] / (double)all;
        red[i] = drawn[i] - 100.0 * (double)sum[2] / (double)all;
        top[i] = 100;
    }
    const plot p = begin_plot(out, 100, "share of all games won by the end of each round");
    if (rounds > 1) {
        put_band(&p, none, blue, rounds, BLUE);
        put_band(&p, red, drawn, rounds, GREY);
        put_band(&p, drawn, top, rounds, RED);
    }
    const double wide = (double)PLOT_WIDE / (rounds > 1 ? rounds - 1 : 1);
    const int each = (int)(28 / wide) + 1;
    for (int i = 0; i < rounds; i += each) {
        char words[16];
        snprintf(words, sizeof words, "%d", i);
        put_words(out, MARGIN + wide * i, PLOT_HIGH + 26, "middle", words);
    }
    end_plot(&p, "won by the end of this round, % of all games: blue below, red above");
}

void lab_chart_histogram(FILE *out, const char *what, const uint64_t *counts, int bins,
                         double least, double most)
{
    uint64_t top = 0;
    for (int i = 0; i < bins; i++)
        if (counts[i] > top) top = counts[i];
    const plot p = begin_plot(out, round_up_count(top), what);
    const double wide = (double)PLOT_WIDE / bins;
    for (int i = 0; i < bins; i++) {
        const double high = height_of(&p, (double)counts[i]);
        if (high > 0)
            put_box(out, MARGIN + wide * i + 1, 10 + PLOT_HIGH - high, wide - 2, high, GREY);
    }
    for (int i = 0; i <= 4; i++) {
        char words[24];
        snprintf(words, sizeof words, "%.4g", least + (most - least) * i / 4);
        put_words(out, MARGIN + PLOT_WIDE * i / 4.0, PLOT_HIGH + 26, "middle", words);
    }
    end_plot(&p, what);
}

void lab_chart_bars(FILE *out, const lab_bar *bars, int count)
{
    const int wide = 640, from = 130;
    begin(out, wide, count * 40 + 10, "shares with their 95 % intervals");
    for (int i = 0; i < count; i++) {
        const double y = i * 40 + 16, size = wide - from - 70;
        char words[40];
        snprintf(words, sizeof words, "%.1f %%", bars[i].share.value * 100);
        put_words(out, from - 8, y + 4, "end", bars[i].name);
        put_box(out, from, y - 8, size * bars[i].share.value, 16, "#b9a56a");
        put_line(out, from + size * bars[i].share.low, y, from + size * bars[i].share.high, y, INK);
        put_words(out, from + size * bars[i].share.high + 6, y + 4, "start", words);
        put_words(out, from, y + 22, "start", bars[i].words);
    }
    fputs("</svg>\n", out);
}

/* ---- The flow: bands from the left, one for each winner and end. ---- */

enum { FLOW_HIGH = 260, FLOW_GAP = 14, FLOW_LEFT = 120, FLOW_RIGHT = 460, NODE = 14 };

static void put_flow_band(FILE *out, double left, double right, double high, const char *fill)
{
    const double from = FLOW_LEFT + NODE, to = FLOW_RIGHT, middle = (from + to) / 2;
    fprintf(out,
            "<path d=\"M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1fL%.1f %.1fC%.1f %.1f %.1f %.1f "
            "%.1f %.1fZ\" fill=\"%s\" fill-opacity=\"0.5\"/>\n",
            from, left, middle, left, middle, right, to, right, to, right + high, middle,
            right + high, middle, left + high, from, left + high, fill);
}

/* Its place and its name. */
static void put_node(FILE *out, double x, double y, double high, const char *fill, double words_at,
                     const char *anchor, const char *name, double share)
{
    char words[80];
    put_box(out, x, y, NODE, high, fill);
    snprintf(words, sizeof words, "%s %.1f %%", name, share * 100);
    put_words(out, words_at, y + high / 2 + 4, anchor, words);
}

void lab_chart_flow(FILE *out, const lab_flow *flows, int count)
{
    static const char *const fills[3] = {BLUE, RED, GREY};
    static const char *const names[3] = {"blue", "red", "drawn"};
    uint64_t all = 0, wins[3] = {0};
    double left[3], y = 10;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) wins[k] += flows[i].games[k], all += flows[i].games[k];
    const double unit = all > 0 ? (double)FLOW_HIGH / (double)all : 0;
    begin(out, 640, FLOW_HIGH + 20 + FLOW_GAP * (count > 2 ? count : 2), "how games end");
    for (int k = 0; k < 3; k++) {
        left[k] = y;
        if (wins[k] == 0) continue;
        put_node(out, FLOW_LEFT, y, (double)wins[k] * unit, fills[k], FLOW_LEFT - 8, "end",
                 names[k], (double)wins[k] / (double)all);
        y += (double)wins[k] * unit + FLOW_GAP;
    }
    double right = 10;
    for (int i = 0; i < count; i++) {
        const double from = right;
        for (int k = 0; k < 3; k++) {
            const double high = (double)flows[i].games[k] * unit;
            if (high > 0) put_flow_band(out, left[k], right, high, fills[k]);
            left[k] += high;
            right += high;
        }
        put_node(out, FLOW_RIGHT, from, right - from, INK, FLOW_RIGHT + NODE + 8, "start",
                 flows[i].name, (right - from) / FLOW_HIGH);
        right += FLOW_GAP;
    }
    fputs("</svg>\n", out);
}
