/*
 * ground.c - chapters 2 and 3: the deal, the hills, the course of the river, the bridges.
 *
 * The deal is one step of the game.  A pack given by the position is dealt as it lies; any
 * other is shuffled first, and again while the ground would part the armies (SQ-R67).
 * SPDX-License-Identifier: MIT
 */
#include "ground.h"

#include <string.h>

/* ---- T2: cards. ---- */

static bool is_jack(card c, int pack)
{
    (void)pack;
    return !is_joker(c) && rank_of(c) == 10;
}
static bool is_queen(card c, int pack)
{
    (void)pack;
    return !is_joker(c) && rank_of(c) == 11;
}
static bool is_king(card c, int pack)
{
    (void)pack;
    return !is_joker(c) && rank_of(c) == 12;
}
static bool is_any_joker(card c, int pack)
{
    (void)pack;
    return is_joker(c);
}
static bool is_any_card(card c, int pack)
{
    (void)c, (void)pack;
    return true;
}

/* SQ-2.7, SQ-13.1: diamonds and hearts are the suits 1 and 2. */
static bool is_red_ace(card c, int pack)
{
    return pack == PLAIN_CARDS && !is_joker(c) && rank_of(c) == 0
           && (suit_of(c) == 1 || suit_of(c) == 2);
}

/* SQ-R4: the area of a river card stays open, and a second one changes nothing. */
const card_row sq_card_rows[CARD_ROWS] = {
    {"J", "wood", is_jack, GROUND_WOOD, false, SQ_2_2},
    {"Q", "village", is_queen, GROUND_VILLAGE, false, SQ_2_3},
    {"K", "hill, level 1", is_king, GROUND_HILL, false, SQ_2_4},
    {"joker", "open; a river", is_any_joker, GROUND_OPEN, true, SQ_2_6},
    {"AH, AD (pack of 52)", "open; a river", is_red_ace, GROUND_OPEN, true, SQ_2_7},
    {"any other", "open", is_any_card, GROUND_OPEN, false, SQ_2_6},
};

static const card_row *row_of_card(card c, int pack)
{
    const card_row *row = sq_card_rows;
    while (!row->fits(c, pack)) row++;
    return row;
}

/* ---- T3: edges. ---- */

const edge_row sq_edge_rows[SUITS] = {
    {'C', "north", "column n, row 12", 0, 11, +1, 0, SOUTH, SQ_3_1},
    {'D', "east", "column l, row 13 - n", 11, 11, 0, -1, WEST, SQ_3_1},
    {'H', "south", "column 13 - n, row 1", 11, 0, -1, 0, NORTH, SQ_3_1},
    {'S', "west", "column a, row n", 0, 0, 0, +1, EAST, SQ_3_1},
};

static uint8_t slot_square(int slot)
{
    const edge_row *edge = &sq_edge_rows[slot / SIDE];
    int along = slot % SIDE;
    return (uint8_t)(edge->column + edge->right * along + SIDE * (edge->row + edge->up * along));
}

/* SQ-R5: the slots of the four edges are one ring, so a King runs on to the next edge. */
static int slot_of_card(card c) { return (suit_of(c) * SIDE + rank_of(c)) % SLOTS; }

/* ---- T4: what the river pays. ---- */

static bool is_hill(const gg_state *state, uint8_t square)
{
    return state->ground[square] == GROUND_HILL || state->ground[square] == GROUND_HILL2;
}

static bool is_village(const gg_state *state, uint8_t square)
{
    return square != NO_SQUARE && state->ground[square] == GROUND_VILLAGE;
}

static bool is_beside_village(const gg_state *state, uint8_t square)
{
    for (int way = 0; way < FACINGS; way++)
        if (is_village(state, step_from(square, (facing)way))) return true;
    return false;
}

static bool is_corner_to_village(const gg_state *state, uint8_t square)
{
    for (int way = 0; way < FACINGS; way++) {
        const uint8_t next = step_from(square, (facing)way);
        if (next != NO_SQUARE && is_village(state, step_from(next, right_of((facing)way))))
            return true;
    }
    return false;
}

static bool is_on_rim(const gg_state *state, uint8_t square)
{
    (void)state;
    int column = column_of(square), row = row_of(square);
    return column == 0 || row == 0 || column == SIDE - 1 || row == SIDE - 1;
}

static bool is_any_square(const gg_state *state, uint8_t square)
{
    (void)state, (void)square;
    return true;
}

const river_row sq_river_rows[RIVER_ROWS] = {
    {"hill, any level", is_hill, 300000, SQ_3_3},
    {"village", is_village, 2000, SQ_R9},
    {"straight neighbour of a village square", is_beside_village, 1, SQ_3_4},
    {"diagonal neighbour of a village square", is_corner_to_village, 2, SQ_3_4},
    {"on the rim of the board", is_on_rim, 9, SQ_R8},
    {"any other, woods too", is_any_square, 6, SQ_R8},
};

static uint32_t river_cost(const gg_state *state, uint8_t square)
{
    int row = 0;
    while (!sq_river_rows[row].fits(state, square)) row++;
    return sq_river_rows[row].cost;
}

/* ---- The pack. ---- */

/* SQ-R2: suits C D H S, each from ace to King, then the jokers; then the shuffle. */
static void shuffle(gg_state *state, gg_dice *dice)
{
    int last = state->options[OPT_pack] - 1;
    memset(state->deck, 0, sizeof state->deck);
    for (int i = 0; i <= last; i++) state->deck[i] = (uint8_t)(i + 1);
    gg_roll_for(dice, "shuffle", GG_NO_UNIT, GG_NO_UNIT);
    for (int i = last; i >= 1; i--) {
        int j = gg_roll(dice, i + 1) - 1;
        uint8_t kept = state->deck[i];
        state->deck[i] = state->deck[j];
        state->deck[j] = kept;
    }
}

/* The next card that is not a joker (SQ-R5); false when the pack has run out (SQ-R7). */
static bool draw_card(const gg_state *state, int *next, card *out)
{
    while (*next < CARDS && state->deck[*next] != 0) {
        card c = (card)(state->deck[(*next)++] - 1);
        if (is_joker(c)) continue;
        *out = c;
        return true;
    }
    return false;
}

/* ---- The deal. ---- */

static uint8_t area_square(int area)
{
    return (uint8_t)(2 * (area % 6) + SIDE * 2 * (area / 6)); /* its south-west square (SQ-R3) */
}

/* SQ-2.1 to SQ-2.4, SQ-2.6; true when a river card fell. */
static bool lay_areas(gg_state *state)
{
    bool river = false;
    memset(state->ground, GROUND_OPEN, sizeof state->ground);
    for (int area = 0; area < AREAS; area++) {
        if (state->deck[area] == 0) continue;
        const card_row *row = row_of_card((card)(state->deck[area] - 1), state->options[OPT_pack]);
        uint8_t corner = area_square(area);
        river = river || row->river;
        state->ground[corner] = state->ground[corner + 1] = (uint8_t)row->ground;
        state->ground[corner + SIDE] = state->ground[corner + SIDE + 1] = (uint8_t)row->ground;
    }
    return river;
}

static bool is_hill_area(const gg_state *state, int area)
{
    return is_hill(state, area_square(area));
}

/* SQ-2.5, SQ-R13: each four hill areas raise the four squares about their common corner. */
static void raise_hills(gg_state *state)
{
    for (int area = 0; area + 7 < AREAS; area++) {
        if (area % 6 == 5) continue;
        if (!is_hill_area(state, area) || !is_hill_area(state, area + 1)) continue;
        if (!is_hill_area(state, area + 6) || !is_hill_area(state, area + 7)) continue;
        uint8_t middle = (uint8_t)(area_square(area) + SIDE + 1);
        state->ground[middle] = state->ground[middle + 1] = GROUND_HILL2;
        state->ground[middle + SIDE] = state->ground[middle + SIDE + 1] = GROUND_HILL2;
    }
}

/* ---- The course of the river (SQ-R8). ---- */

typedef struct course {
    uint8_t squares[BOARD];
    int count;
    facing in, out; /* the direction into the first square and out of the last */
} course;

/* The bends and the distance from the straight line in one number, bends first. */
enum { ONE_BEND = 1 << 20 };

typedef struct river_search {
    uint8_t open[BOARD]; /* reached and not taken yet */
    int open_count;
    uint32_t cost[BOARD];           /* T4 */
    uint32_t total[BOARD];          /* least cost from here to the end, both included */
    uint32_t after[BOARD][FACINGS]; /* least bends and distance from here on, entered so */
    uint8_t order[BOARD];           /* squares by their total */
    int order_count;
    bool is_on_way[BOARD]; /* on a cheapest way from the source */
} river_search;

/* What a square costs does not depend on where the river comes from: who reaches it first reaches
 * it cheapest. */
static void reach(river_search *search, const gg_state *state, uint8_t square, uint32_t total)
{
    if (square == NO_SQUARE || search->total[square] != UINT32_MAX) return;
    search->cost[square] = river_cost(state, square);
    search->total[square] = total + search->cost[square];
    search->open[search->open_count++] = square;
}

/* Takes the open square with the least total. */
static uint8_t take_least(river_search *search)
{
    int best = 0;
    gg_assert(search->open_count > 0); /* every square can be reached */
    for (int i = 1; i < search->open_count; i++)
        if (search->total[search->open[i]] < search->total[search->open[best]]) best = i;
    const uint8_t square = search->open[best];
    search->open[best] = search->open[--search->open_count];
    return square;
}

/* The totals, nearest first, until the source has its own. */
static void find_totals(river_search *search, const gg_state *state, uint8_t source, uint8_t end)
{
    uint8_t here;
    memset(search->total, UINT8_MAX, sizeof search->total);
    search->open_count = search->order_count = 0;
    reach(search, state, end, 0);
    do {
        here = take_least(search);
        search->order[search->order_count++] = here;
        for (int way = 0; way < FACINGS; way++)
            reach(search, state, step_from(here, (facing)way), search->total[here]);
    } while (here != source);
}

/* Is this the next square of a cheapest way to the end? */
static bool leads_on(const river_search *search, uint8_t here, uint8_t next)
{
    return next != NO_SQUARE && search->total[next] + search->cost[here] == search->total[here];
}

/* The squares that a cheapest way from the source goes through; nothing else matters any more. */
static void find_ways(river_search *search, uint8_t source)
{
    memset(search->is_on_way, 0, sizeof search->is_on_way);
    search->is_on_way[source] = true;
    for (int i = search->order_count - 1; i >= 0; i--) {
        const uint8_t here = search->order[i];
        for (int way = 0; way < FACINGS && search->is_on_way[here]; way++) {
            const uint8_t next = step_from(here, (facing)way);
            if (leads_on(search, here, next)) search->is_on_way[next] = true;
        }
    }
}

/* How far a square lies from the straight line between the ends: the D of SQ-R8. */
static uint32_t distance_from_line(uint8_t square, uint8_t source, uint8_t end)
{
    int x = column_of(square) - column_of(source), y = row_of(square) - row_of(source);
    int dx = column_of(end) - column_of(source), dy = row_of(end) - row_of(source);
    int cross = x * dy - y * dx;
    return (uint32_t)(cross < 0 ? -cross : cross);
}

/* Bends and distance of a cheapest way that goes on from here in this direction, the bend that may
 * be here not counted; NO_WAY: none does. */
enum { NO_WAY = INT32_MAX / 2 }; /* and a bend more is still a number */

static uint32_t beyond(const river_search *search, uint8_t here, facing out)
{
    const uint8_t next = step_from(here, out);
    return leads_on(search, here, next) ? search->after[next][out] : NO_WAY;
}

/* The same by each way into it, with the bend. */
static void least_beyond(const river_search *search, uint8_t here, uint32_t least[FACINGS])
{
    uint32_t straight[FACINGS], any = NO_WAY;
    for (int out = 0; out < FACINGS; out++) {
        straight[out] = beyond(search, here, (facing)out);
        if (straight[out] < any) any = straight[out];
    }
    for (int in = 0; in < FACINGS; in++)
        least[in] = straight[in] < any + ONE_BEND ? straight[in] : any + ONE_BEND;
}

/*
 * The course of SQ-R8.  The cost does not depend on the direction, so the cheapest ways are
 * found first; along these alone bends and distance are then worked out backwards from the
 * end, and a walk from the source takes the first best direction in the order N E S W.
 */
static void find_course(const gg_state *state, uint8_t source, uint8_t end, course *river)
{
    river_search search;
    find_totals(&search, state, source, end);
    find_ways(&search, source);
    for (int i = 0; i < search.order_count; i++) {
        uint8_t here = search.order[i];
        if (!search.is_on_way[here]) continue;
        uint32_t off = distance_from_line(here, source, end), rest[FACINGS];
        if (here != end) least_beyond(&search, here, rest);
        else
            for (int in = 0; in < FACINGS; in++) rest[in] = in == (int)river->out ? 0 : ONE_BEND;
        for (int in = 0; in < FACINGS; in++) search.after[here][in] = off + rest[in];
    }
    facing in = river->in;
    river->count = 0;
    for (uint8_t here = source; here != end; here = step_from(here, in)) {
        river->squares[river->count++] = here;
        uint32_t least[FACINGS];
        least_beyond(&search, here, least);
        facing out = NORTH;
        while (beyond(&search, here, out) + (in == out ? 0 : ONE_BEND) != least[in])
            out = right_of(out);
        in = out;
    }
    river->squares[river->count++] = end;
}

/* SQ-R7: on clockwise from hill and village to the first slot that is neither. */
static int fit_slot(const gg_state *state, int slot)
{
    for (int tried = 0; tried < SLOTS; tried++, slot = (slot + 1) % SLOTS) {
        uint8_t square = slot_square(slot);
        if (!is_hill(state, square) && !is_village(state, square)) return slot;
    }
    return -1;
}

/* SQ-3.1 to SQ-3.4; false when the cards do not give two ends. */
static bool find_river(const gg_state *state, int *next, course *river)
{
    card c;
    if (!draw_card(state, next, &c)) return false;
    int first = fit_slot(state, slot_of_card(c));
    if (first < 0) return false;
    int second = first;
    while (slot_square(second) == slot_square(first)) {
        if (!draw_card(state, next, &c)) return false;
        second = fit_slot(state, slot_of_card(c));
    }
    river->in = sq_edge_rows[first / SIDE].flow;
    river->out = behind(sq_edge_rows[second / SIDE].flow);
    find_course(state, slot_square(first), slot_square(second), river);
    return true;
}

/* SQ-R6: the squares of the river lose any other ground. */
static void lay_river(gg_state *state, const course *river)
{
    state->river_count = (uint8_t)river->count;
    memcpy(state->river, river->squares, (size_t)river->count);
    for (int i = 0; i < river->count; i++) state->ground[river->squares[i]] = GROUND_RIVER;
}

/* ---- Bridges (SQ-R10, SQ-R11). ---- */

typedef enum site { SITE_NONE, SITE_FAIR, SITE_GOOD } site;

static facing way_between(uint8_t from, uint8_t to)
{
    facing way = NORTH;
    while (step_from(from, way) != to) way = right_of(way);
    return way;
}

static site site_at(const gg_state *state, const course *river, int i)
{
    const uint8_t *squares = river->squares;
    facing in = i == 0 ? river->in : way_between(squares[i - 1], squares[i]);
    facing out = i + 1 == river->count ? river->out : way_between(squares[i], squares[i + 1]);
    if (in != out) return SITE_NONE;
    site result = SITE_GOOD;
    for (int bank = 0; bank < 2; bank++) {
        uint8_t cross = step_from(squares[i], bank == 0 ? left_of(in) : right_of(in));
        if (cross == NO_SQUARE || state->ground[cross] == GROUND_RIVER) return SITE_NONE;
        if (state->ground[cross] == GROUND_WOOD || state->ground[cross] == GROUND_VILLAGE)
            result = SITE_FAIR;
    }
    return result;
}

/* Marks the river squares beside what is left of a village area; false if there is none. */
static bool find_candidates(const gg_state *state, const course *river, int area,
                            bool candidates[BOARD])
{
    bool any = false;
    uint8_t corner = area_square(area);
    for (int i = 0; i < river->count; i++) {
        candidates[i] = false;
        for (int way = 0; way < FACINGS; way++) {
            uint8_t beside = step_from(river->squares[i], (facing)way);
            if (!is_village(state, beside)) continue;
            bool here = beside == corner || beside == corner + 1 || beside == corner + SIDE
                        || beside == corner + SIDE + 1;
            candidates[i] = candidates[i] || here;
        }
        any = any || candidates[i];
    }
    return any;
}

/* The site of this quality nearest along the river to a candidate, the lower index on a tie. */
static int nearest_site(const course *river, const site *sites, site at_least,
                        const bool candidates[BOARD], int *distance)
{
    int best = -1;
    *distance = BOARD;
    for (int j = 0; j < river->count; j++) {
        if (sites[j] < at_least) continue;
        for (int i = 0; i < river->count; i++) {
            int apart = i < j ? j - i : i - j;
            if (!candidates[i] || apart >= *distance) continue;
            *distance = apart;
            best = j;
        }
    }
    return best;
}

static int village_bridge(const course *river, const site *sites, const bool candidates[BOARD])
{
    enum { GOOD_WITHIN = 2 };
    int distance;
    int at = nearest_site(river, sites, SITE_GOOD, candidates, &distance);
    if (at >= 0 && distance <= GOOD_WITHIN) return at;
    at = nearest_site(river, sites, SITE_FAIR, candidates, &distance);
    if (at >= 0) return at;
    at = 0;
    while (!candidates[at]) at++;
    return at;
}

/* SQ-3.5; false when no village lies beside the river. */
static bool village_bridges(gg_state *state, const course *river, const site *sites)
{
    bool any = false;
    for (int area = 0; area < AREAS; area++) {
        if (state->deck[area] == 0 || !is_queen((card)(state->deck[area] - 1), 0)) continue;
        bool candidates[BOARD];
        if (!find_candidates(state, river, area, candidates)) continue;
        any = true;
        int at = village_bridge(river, sites, candidates);
        state->ground[river->squares[at]] = GROUND_BRIDGE;
    }
    return any;
}

/* SQ-3.6: from this index on, up or down the river, to the first site without a bridge. */
static void bridge_from(gg_state *state, const course *river, const site *sites, int at, int step)
{
    bool any_good = false;
    for (int i = 0; i < river->count; i++) any_good = any_good || sites[i] == SITE_GOOD;
    for (int tried = 0; tried < river->count; tried++) {
        uint8_t square = river->squares[at];
        if (sites[at] >= (any_good ? SITE_GOOD : SITE_FAIR)
            && state->ground[square] != GROUND_BRIDGE) {
            state->ground[square] = GROUND_BRIDGE;
            return;
        }
        at = (at + step + river->count) % river->count;
    }
}

static void lay_bridges(gg_state *state, const course *river, int *next)
{
    site sites[BOARD];
    for (int i = 0; i < river->count; i++) sites[i] = site_at(state, river, i);
    if (village_bridges(state, river, sites)) return;
    card c;
    int length = river->count;
    if (draw_card(state, next, &c)) bridge_from(state, river, sites, rank_of(c) % length, +1);
    if (draw_card(state, next, &c))
        bridge_from(state, river, sites, length - 1 - rank_of(c) % length, -1);
}

/* ---- Do the armies meet? (SQ-R67) ---- */

bool sq_armies_can_meet(const gg_state *state)
{
    enum { FULL = 4, NEAR_ROWS = 3 };
    bool seen[BOARD] = {false};
    uint8_t open[BOARD];
    int count = 0;
    for (uint8_t s = 0; s < NEAR_ROWS * SIDE; s++) {
        if (capacity(state, (ground)state->ground[s], KIND_CAV) < FULL) continue;
        seen[s] = true;
        open[count++] = s;
    }
    while (count > 0) {
        uint8_t here = open[--count];
        if (row_of(here) >= SIDE - NEAR_ROWS) return true;
        for (int way = 0; way < FACINGS; way++) {
            uint8_t next = step_from(here, (facing)way);
            if (next == NO_SQUARE || seen[next]) continue;
            if (capacity(state, (ground)state->ground[next], KIND_CAV) < FULL) continue;
            seen[next] = true;
            open[count++] = next;
        }
    }
    return false;
}

/* ---- The step. ---- */

static void say_area(gg_log *log, saying what, gg_clause clause, uint8_t from, uint8_t to)
{
    gg_event *event = gg_log_add(log, GG_NOTE, clause);
    if (event == NULL) return;
    event->saying = (uint16_t)what;
    event->at = sq_point_of(from);
    event->to = sq_point_of(to);
}

static void say_areas(const gg_state *state, gg_log *log)
{
    for (int area = 0; area < AREAS; area++) {
        if (state->deck[area] == 0) continue;
        const card_row *row = row_of_card((card)(state->deck[area] - 1), state->options[OPT_pack]);
        saying what = row->ground == GROUND_WOOD      ? S_AREA_WOOD
                      : row->ground == GROUND_VILLAGE ? S_AREA_VILLAGE
                      : row->ground == GROUND_HILL    ? S_AREA_HILL
                                                      : S_NONE;
        if (what == S_NONE) continue;
        uint8_t corner = area_square(area);
        say_area(log, what, row->clause, corner, (uint8_t)(corner + SIDE + 1));
    }
}

static void say_ground(const gg_state *state, bool by_cards, gg_log *log)
{
    if (log == NULL) return;
    say_areas(state, log);
    for (uint8_t s = 0; s < BOARD; s++) /* the south-west square of each second tile */
        if (state->ground[s] == GROUND_HILL2 && column_of(s) % 2 == 1 && row_of(s) % 2 == 1)
            say_area(log, S_AREA_HILL2, SQ_2_5, s, (uint8_t)(s + SIDE + 1));
    if (state->river_count == 0) {
        say_area(log, S_NO_RIVER, SQ_2_6, 0, 0);
        return;
    }
    say_area(log, S_RIVER, SQ_3_2, state->river[0], state->river[state->river_count - 1]);
    for (int i = 0; i < state->river_count; i++) {
        uint8_t square = state->river[i];
        if (state->ground[square] == GROUND_BRIDGE)
            say_area(log, S_BRIDGE, by_cards ? SQ_3_6 : SQ_3_5, square, square);
    }
}

/* One deal of the pack as it lies; true when the bridges came from cards. */
static bool deal_once(gg_state *state)
{
    course river;
    int next = AREAS;
    bool has_river = lay_areas(state);
    raise_hills(state);
    state->river_count = 0;
    memset(state->river, 0, sizeof state->river);
    if (!has_river || !find_river(state, &next, &river)) return false;
    lay_river(state, &river);
    int before = next;
    lay_bridges(state, &river, &next);
    return next > before;
}

/* A card that leaves its area open and brings no river. */
static bool is_plain(card c, int pack)
{
    bool red_ace = rank_of(c) == 0 && (suit_of(c) == 1 || suit_of(c) == 2);
    return rank_of(c) < 10 && !(red_ace && pack == PLAIN_CARDS);
}

static bool is_named(const uint8_t deck[CARDS], card c)
{
    for (int i = 0; i < CARDS; i++)
        if (deck[i] == c + 1) return true;
    return false;
}

/* The places of the deal that were not named get plain cards, number cards before aces; a pack
 * has too few for some of the things one may want to try, and then the rest come twice. */
void sq_fill_deck(gg_state *state)
{
    int pack = state->options[OPT_pack], place = 0;
    for (int pass = 0; pass < 3; pass++) {
        for (card c = 0; c < PLAIN_CARDS; c++) {
            while (place < AREAS && state->deck[place] != 0) place++;
            if (place == AREAS) return;
            if (!is_plain(c, pack) || (rank_of(c) == 0) != (pass == 1)) continue;
            if (pass < 2 && is_named(state->deck, c)) continue;
            state->deck[place] = (uint8_t)(c + 1);
        }
    }
}

void sq_deal(gg_state *state, gg_dice *dice, gg_log *log)
{
    bool by_cards, given = state->deck_given != 0;
    int again = 0;
    for (;; again++) {
        if (!given) shuffle(state, dice);
        by_cards = deal_once(state);
        if (given || sq_armies_can_meet(state)) break;
        if (dice->trouble != GG_DICE_FINE) break; /* these dice cannot tell: nobody reads on */
    }
    if (again > 0) squares_say_number(log, GG_NOTE, S_DEALT_AGAIN, GG_NO_UNIT, GG_NO_UNIT, again);
    say_ground(state, by_cards, log);
    memset(state->deck, 0, sizeof state->deck);
    state->deck_given = 0;
}
