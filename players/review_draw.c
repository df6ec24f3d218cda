/*
 * review_draw.c - a review as a picture, and as a battle report in one HTML file.  See review.h.
 * SPDX-License-Identifier: MIT
 */
#include "players/review.h"

#include <string.h>

enum {
    WIDTH = 960,
    LEFT = 44,
    RIGHT = 16,
    TOP = 14,
    HEIGHT = 220, /* of the curve, */
    GAP = 26,
    LUCK = 44, /* and of the bars of luck below it, up and down */
    FOOT = 18,
};

/* ---- The curve. ---- */

static int32_t x_of(const gg_review *review, uint32_t ply)
{
    return LEFT + (int32_t)((uint64_t)(WIDTH - LEFT - RIGHT) * ply / review->plies);
}

static int32_t y_of(int32_t blue) { return TOP + HEIGHT - blue * HEIGHT / GG_VALUE_ONE; }

static void put_number(gg_text *out, const char *before, int32_t number, const char *after)
{
    gg_put(out, before);
    gg_put_int(out, number);
    gg_put(out, after);
}

static void put_line(gg_text *out, int32_t x1, int32_t y1, int32_t x2, int32_t y2,
                     const char *looks)
{
    put_number(out, "<line x1=\"", x1, "\"");
    put_number(out, " y1=\"", y1, "\"");
    put_number(out, " x2=\"", x2, "\"");
    put_number(out, " y2=\"", y2, "\" ");
    gg_put(out, looks);
    gg_put(out, "/>\n");
}

static void put_rounds(gg_text *out, const gg_review *review)
{
    const char *const looks = "stroke=\"currentColor\" opacity=\".15\"";
    uint32_t last = 0;
    for (uint32_t ply = 1; ply < review->plies; ply++) {
        if (review->rounds[ply] == review->rounds[ply - 1]) continue;
        const int32_t x = x_of(review, ply);
        put_line(out, x, TOP, x, TOP + HEIGHT, looks);
        if (last != 0 && x - x_of(review, last) < 24) continue;
        last = ply;
        put_number(out, "<text x=\"", x + 3, "\"");
        put_number(out, " y=\"", TOP + HEIGHT + 15, "\" font-size=\"11\" opacity=\".7\">");
        gg_put_int(out, review->rounds[ply]);
        gg_put(out, "</text>\n");
    }
}

static void put_scale(gg_text *out)
{
    for (int32_t percent = 0; percent <= 100; percent += 25) {
        const int32_t y = y_of(percent * 100);
        put_line(out, LEFT, y, WIDTH - RIGHT, y,
                 percent == 50 ? "stroke=\"currentColor\" opacity=\".5\""
                               : "stroke=\"currentColor\" opacity=\".15\"");
        put_number(out, "<text x=\"", LEFT - 6, "\"");
        put_number(out, " y=\"", y + 4, "\" text-anchor=\"end\" font-size=\"11\">");
        put_number(out, "", percent, " %</text>\n");
    }
}

/* Blue's share below the line, red's above it. */
static void put_shares(gg_text *out, const gg_review *review)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        const int32_t edge = side == GG_BLUE ? TOP + HEIGHT : TOP;
        put_number(out, "<path d=\"M", LEFT, " ");
        gg_put_int(out, edge);
        for (uint32_t ply = 0; ply <= review->plies; ply++) {
            put_number(out, "L", x_of(review, ply), " ");
            gg_put_int(out, y_of(review->chances[ply]));
        }
        put_number(out, "L", WIDTH - RIGHT, " ");
        put_number(out, "", edge, "Z\" fill=\"");
        gg_put(out,
               side == GG_BLUE ? "#3a6ea5\" opacity=\".35\"/>\n" : "#b5413a\" opacity=\".25\"/>\n");
    }
    gg_put(out, "<path fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" d=\"");
    for (uint32_t ply = 0; ply <= review->plies; ply++) {
        put_number(out, ply == 0 ? "M" : "L", x_of(review, ply), " ");
        gg_put_int(out, y_of(review->chances[ply]));
    }
    gg_put(out, "\"/>\n");
}

static void put_luck(gg_text *out, const gg_review *review)
{
    const int32_t middle = TOP + HEIGHT + GAP + LUCK;
    int32_t most = 500;
    for (uint32_t ply = 0; ply < review->plies; ply++) {
        const int32_t luck = review->each[ply].luck;
        if (luck > most) most = luck;
        if (-luck > most) most = -luck;
    }
    put_line(out, LEFT, middle, WIDTH - RIGHT, middle, "stroke=\"currentColor\" opacity=\".4\"");
    put_number(out, "<text x=\"", LEFT - 6, "\"");
    put_number(out, " y=\"", middle + 4, "\" text-anchor=\"end\" font-size=\"11\">luck</text>\n");
    for (uint32_t ply = 0; ply < review->plies; ply++) {
        const int32_t luck = review->each[ply].luck;
        const int32_t high = (luck < 0 ? -luck : luck) * LUCK / most;
        if (high == 0) continue;
        const int32_t wide = x_of(review, ply + 1) - x_of(review, ply);
        put_number(out, "<rect x=\"", x_of(review, ply), "\"");
        put_number(out, " y=\"", luck > 0 ? middle - high : middle, "\"");
        put_number(out, " width=\"", wide < 2 ? 2 : wide, "\"");
        put_number(out, " height=\"", high, "\" fill=\"");
        gg_put(out, luck > 0 ? "#3a6ea5\"/>\n" : "#b5413a\"/>\n");
    }
}

static void put_points(gg_text *out, const gg_review *review)
{
    for (uint32_t i = 0; i < review->turning_count; i++) {
        const uint32_t ply = review->turning[i];
        const int32_t x = x_of(review, ply + 1), y = y_of(review->chances[ply + 1]);
        put_number(out, "<g class=\"turning\" data-ply=\"", (int32_t)ply + 1, "\">");
        put_number(out, "<circle cx=\"", x, "\"");
        put_number(out, " cy=\"", y, "\" r=\"10\" fill=\"#f4d35e\" stroke=\"#2b2617\"/>");
        put_number(out, "<text x=\"", x, "\"");
        put_number(out, " y=\"", y + 4,
                   "\" text-anchor=\"middle\" font-size=\"12\" font-weight=\"bold\" "
                   "fill=\"#2b2617\">");
        put_number(out, "", (int32_t)i + 1, "</text></g>\n");
    }
}

static void put_svg(gg_text *out, const gg_review *review, bool alone)
{
    const int32_t high = TOP + HEIGHT + GAP + 2 * LUCK + FOOT;
    gg_put(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"curve\" viewBox=\"0 0 ");
    put_number(out, "", WIDTH, " ");
    put_number(out, "", high, "\" role=\"img\" font-family=\"sans-serif\" fill=\"currentColor\"");
    put_number(out, " data-left=\"", LEFT, "\"");
    put_number(out, " data-wide=\"", WIDTH - LEFT - RIGHT, "\"");
    put_number(out, " data-plies=\"", (int32_t)review->plies, "\"");
    if (alone) {
        put_number(out, " width=\"", WIDTH, "\"");
        put_number(out, " height=\"", high, "\"");
    }
    gg_put(out, ">\n<title>The chance of blue to win, and the luck of the dice</title>\n");
    if (alone) gg_put(out, "<rect width=\"100%\" height=\"100%\" fill=\"#faf7ec\"/>\n");
    put_scale(out);
    put_rounds(out, review);
    put_shares(out, review);
    put_luck(out, review);
    put_points(out, review);
    gg_put(out, "</svg>\n");
}

void gg_review_curve(gg_text *out, const gg_review *review, bool alone)
{
    put_svg(out, review, alone);
}

/* ---- The battle report. ---- */

static void put_escaped(gg_text *out, const char *words)
{
    for (; *words != 0; words++) {
        if (*words == '<') gg_put(out, "&lt;");
        else if (*words == '>') gg_put(out, "&gt;");
        else if (*words == '&') gg_put(out, "&amp;");
        else if (*words == '"') gg_put(out, "&quot;");
        else gg_put_char(out, *words);
    }
}

/* The moment before an action, with what was done and what would have been better drawn in. */
static void put_moment(gg_text *out, const gg_review *review, uint32_t ply,
                       const gg_review_room *room)
{
    const gg_match *match = review->ask->match;
    const gg_ruleset *rules = match->rules;
    const gg_entry *entry = &match->entries[ply];
    gg_scene board = gg_scene_in(room->board), over = gg_scene_in(room->over);
    gg_teller teller = gg_teller_of(match, room->one);
    gg_teller_move(&teller, ply);
    rules->draw(room->one, GG_NOBODY, &board);
    if (entry->side <= GG_RED) {
        rules->view(room->one, entry->side, room->two);
        rules->hand->sketch(room->two, entry->side, &entry->action, &over);
    }
    gg_svg_board_over(&board, over.count > 0 ? &over : NULL, out);
}

static void put_turning(gg_text *out, const gg_review *review, const gg_review_room *room)
{
    char bytes[1024];
    for (uint32_t i = 0; i < review->turning_count; i++) {
        const uint32_t ply = review->turning[i];
        gg_text words = gg_text_over(bytes, sizeof bytes);
        put_number(out, "<section class=\"turning\"><h2>", (int32_t)i + 1, ". ");
        gg_put_review_action(&words, review, ply, room->one, room->two);
        if (bytes[0] >= 'a' && bytes[0] <= 'z') bytes[0] = (char)(bytes[0] - 'a' + 'A');
        put_escaped(out, bytes);
        put_number(out, "</h2><p class=\"when\">Action ", (int32_t)ply + 1, ", round ");
        put_number(out, "", review->rounds[ply], "</p>\n<p>");
        words = gg_text_over(bytes, sizeof bytes);
        gg_put_review_turning(&words, review, ply, room->one, room->two);
        put_escaped(out, bytes);
        gg_put(out, "</p>\n<figure>");
        put_moment(out, review, ply, room);
        gg_put(out, "</figure></section>\n");
    }
}

static void put_cell(gg_text *out, int32_t figure, int32_t error)
{
    gg_put(out, "<td>");
    gg_put_percent_signed(out, figure);
    if (error > 0) put_number(out, " <small>within ", (error + 99) / 100, "</small>");
    gg_put(out, "</td>");
}

static void put_row(gg_text *out, const char *label, int32_t blue, int32_t blue_error, int32_t red,
                    int32_t red_error)
{
    gg_put(out, "<tr><th scope=\"row\">");
    gg_put(out, label);
    gg_put(out, "</th>");
    put_cell(out, blue, blue_error);
    put_cell(out, red, red_error);
    gg_put(out, "</tr>\n");
}

static void put_table(gg_text *out, const gg_review *review)
{
    const gg_review_side *blue = &review->sides[GG_BLUE], *red = &review->sides[GG_RED];
    const gg_review_side *game = &review->sides[GG_NOBODY];
    gg_put(out, "<table><thead><tr><td></td><th scope=\"col\">Blue</th><th scope=\"col\">Red</th>"
                "</tr></thead><tbody>\n");
    for (int end = 0; end < 2; end++) {
        const int32_t chance = review->chances[end == 0 ? 0 : review->plies];
        gg_put(out, end == 0 ? "<tr><th scope=\"row\">Chance at the start</th><td>"
                             : "<tr><th scope=\"row\">Chance at the end</th><td>");
        gg_put_percent(out, chance);
        gg_put(out, "</td><td>");
        gg_put_percent(out, GG_VALUE_ONE - chance);
        gg_put(out, "</td></tr>\n");
        if (end == 1) continue;
        put_row(out, "Luck of its own dice", blue->luck, blue->luck_error, red->luck,
                red->luck_error);
        put_row(out, "Luck of the game's dice", game->luck, game->luck_error, -game->luck,
                game->luck_error);
        put_row(out, "Play against each other", review->play, 0, -review->play, 0);
    }
    put_row(out, "Lost by clear mistakes", -blue->loss, 0, -red->loss, 0);
    gg_put(out, "</tbody></table>\n");
}

static void put_troops(gg_text *out, const gg_review *review)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        char bytes[8192];
        gg_text words = gg_text_over(bytes, sizeof bytes);
        gg_put(&words, side == GG_BLUE ? "Blue lost " : "Red lost ");
        gg_put_review_losses(&words, review, side, true);
        gg_put(&words, "; it has left ");
        gg_put_review_losses(&words, review, side, false);
        gg_put_char(&words, '.');
        gg_put(out, "<p>");
        put_escaped(out, bytes);
        gg_put(out, "</p>\n");
    }
}

static void put_end_picture(gg_text *out, const gg_review *review, const gg_review_room *room)
{
    const gg_match *match = review->ask->match;
    gg_scene board = gg_scene_in(room->board);
    match->rules->draw(match->state, GG_NOBODY, &board);
    gg_put(out, "<figure>");
    gg_svg_board(&board, out);
    gg_put(out, "<figcaption>The field at the end. ");
    put_escaped(out, board.status);
    gg_put(out, "</figcaption></figure>\n");
}

static const char style[] =
    "body{font:17px/1.5 Georgia,'DejaVu Serif',serif;max-width:60rem;margin:2rem auto;"
    "padding:0 1rem;color:#2b2617;background:#faf7ec}h1,h2{line-height:1.2}"
    "figure{margin:1rem 0}figure svg{width:"
    "100%;height:auto;max-height:40rem}table{border-collapse:collapse}th,td{padding:.2rem .8rem;"
    "text-align:left;border-bottom:1px solid #c9bd94}.when,figcaption,.judge{color:#6b6040}"
    "svg.curve{width:100%;height:auto}@media print{section{break-inside:avoid}}\n";

void gg_review_page(gg_text *out, const gg_review *review, const gg_review_room *room)
{
    char bytes[1024];
    const gg_match *match = review->ask->match;
    gg_text words = gg_text_over(bytes, sizeof bytes);
    gg_put_review_heading(&words, review);
    gg_put(out, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>");
    put_escaped(out, bytes);
    gg_put(out, "</title><style>\n");
    gg_put(out, style);
    gg_svg_style(out);
    gg_put(out, "</style></head><body>\n<h1>");
    put_escaped(out, bytes);
    gg_put(out, "</h1>\n<p>Blue: ");
    put_escaped(out, match->seats[GG_BLUE][0] == 0 ? "somebody" : match->seats[GG_BLUE]);
    gg_put(out, ". Red: ");
    put_escaped(out, match->seats[GG_RED][0] == 0 ? "somebody" : match->seats[GG_RED]);
    gg_put(out, ". ");
    words = gg_text_over(bytes, sizeof bytes);
    gg_put_review_end(&words, review);
    put_escaped(out, bytes);
    gg_put(out, "</p>\n");
    put_svg(out, review, false);
    put_table(out, review);
    put_turning(out, review, room);
    gg_put(out, "<h2>After the battle</h2>\n");
    put_troops(out, review);
    put_end_picture(out, review, room);
    gg_put(out, "<p class=\"judge\">");
    words = gg_text_over(bytes, sizeof bytes);
    gg_put_review_judge(&words, review);
    put_escaped(out, bytes);
    gg_put(out, " The chance at the start, the luck of all dice and what the two made of it "
                "against each other add up to the end.</p>\n</body></html>\n");
}
