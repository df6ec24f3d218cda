/*
 * offer.c - what a piece that may act is offered: all there is.
 *
 * Each different end that legal() allows, which is where and how the piece stands and whom it
 * fights, is offered once, by the cheapest series of tokens that leads there.
 *
 * This is where a game spends its time.  So all series that matter are worked out beforehand
 * (series.h): each square about a piece is looked at once, and a square that is not free strikes
 * out, as bits of a word, all series that go through it.  The rules themselves are not here: what
 * ground stops or takes a piece is asked of move.c, whom it can fight of fight.c, and both judge
 * for legal() too.  tests/squares_ends.c compares the offers with every series there is.
 */
#include "act.h"
#include "series.h"

#include <string.h>

/* ---- The board to walk on. ---- */

/* A square as a series sees it.  Whatever is free and does not stop a piece holds any piece, so
 * that a series goes there whoever goes it.  Free ground that stops pieces (SQ-R28, SQ-R12) may
 * take one as its first token: it has a bit for each holder of whom it takes any at all. */
enum {
    SEEN_FREE = 0,
    SEEN_BARRED = 0x80,         /* this bit is in all that are not free */
    SEEN_BLOCKED = 0x80 | 0x20, /* friends, enemies and the edge have this one too */
    SEEN_ENEMY = 0x80 | 0x20 | 0x40,
    ENEMY_BIT = 0x40,
    SEEN_HOLDERS = (1 << HOLDERS) - 1,
};

#define GROUND(id, letter, close_order, skirmishers, horse, guns, level, cover, slow, ...)         \
    _Static_assert(slow || GROUND_##id == GROUND_RIVER                                             \
                       || ((int)(close_order) >= ROOM && skirmishers >= ROOM - 1 && horse >= ROOM  \
                           && guns >= ROOM / 2),                                                   \
                   "ground that does not stop a piece holds any");
enum { ROOM = 4 }; /* SQ-5.4 to SQ-5.6 */
#include "ground.def"
#undef GROUND

#define TAKES(close_order, skirmishers, horse, guns)                                               \
    ((close_order > 0) << HOLDS_CLOSE_ORDER | (skirmishers > 0) << HOLDS_SKIRMISHERS               \
     | (horse > 0) << HOLDS_HORSE | (guns > 0) << HOLDS_GUNS)

/* In sums that compilers do for many squares at a time. */
static inline uint8_t seen_free(uint8_t its_ground, uint8_t river)
{
    uint8_t seen = its_ground == GROUND_RIVER ? river : 0;
#define GROUND(id, letter, close_order, skirmishers, horse, guns, level, cover, slow, ...)         \
    if (slow && its_ground == GROUND_##id)                                                         \
        seen = SEEN_BARRED | TAKES(close_order, skirmishers, horse, guns);
#include "ground.def"
#undef GROUND
    return seen;
}

static inline uint8_t seen_river(const gg_state *state)
{
    return SEEN_BARRED | (state->options[OPT_river_ford] ? SEEN_HOLDERS : 0);
}

/* Loops over whole arrays, which compilers do many squares at a time. */
static void look_around(const gg_state *state, gg_side side, uint8_t seen[PLACES])
{
    const uint8_t blue = side == GG_BLUE ? SEEN_BLOCKED : SEEN_ENEMY;
    const uint8_t red = side == GG_BLUE ? SEEN_ENEMY : SEEN_BLOCKED;
    const uint8_t river = seen_river(state);
    uint8_t board[BOARD];
    for (int square = 0; square < BOARD; square++) {
        uint8_t mark = state->at[square], free = seen_free(state->ground[square], river);
        board[square] = mark == 0 ? free : mark <= UNITS ? blue : red;
    }
    memset(seen, SEEN_BLOCKED, FIRST_PLACE);
    for (int row = 0; row < SIDE; row++) {
        memcpy(&seen[FIRST_PLACE + row * WIDTH], &board[row * SIDE], SIDE);
        memset(&seen[FIRST_PLACE + row * WIDTH + SIDE], SEEN_BLOCKED, WIDTH - SIDE);
    }
    memset(&seen[FIRST_PLACE + SIDE * WIDTH], SEEN_BLOCKED, FRAME * WIDTH);
}

#define ROW(n)                                                                                     \
    PLACE(n, 0), PLACE(n, 1), PLACE(n, 2), PLACE(n, 3), PLACE(n, 4), PLACE(n, 5), PLACE(n, 6),     \
        PLACE(n, 7), PLACE(n, 8), PLACE(n, 9), PLACE(n, 10), PLACE(n, 11)
#define PLACE(row, column) FIRST_PLACE + (row)*WIDTH + (column)
static const uint16_t places[BOARD] = {ROW(0), ROW(1), ROW(2), ROW(3), ROW(4),  ROW(5),
                                       ROW(6), ROW(7), ROW(8), ROW(9), ROW(10), ROW(11)};
#undef PLACE
#undef ROW

static const int ways[FACINGS] = {[NORTH] = WIDTH, [EAST] = 1, [SOUTH] = -WIDTH, [WEST] = -1};

static inline uint8_t square_of(unsigned place)
{
    unsigned from_first = place - FIRST_PLACE;
    return (uint8_t)(from_first % WIDTH + from_first / WIDTH * SIDE);
}

/* ---- One piece. ---- */

typedef struct offering {
    const gg_state *state;
    uint8_t *seen; /* the board; the piece itself is lifted off it */
    uint64_t foes; /* the blocks of the board where enemies are */
    const piece *piece;
    unsigned who, holder;
    unsigned one, two; /* its places; two is the same as one if it has no other */
    bool is_stopped;   /* it has a single point where it stands */
} offering;

#define ACT(n, all)                                                                                \
    {                                                                                              \
        .kind = ACTION_ACT, .whom = GG_NO_UNIT, .item = n, .args = { all }                         \
    }

static inline gg_action *put(const offering *o, gg_action *out, const gg_action *act)
{
    *out = *act;
    out->who = (gg_unit)o->who;
    return out + 1;
}

static gg_action *put_tokens(const offering *o, gg_action *out, uint32_t tokens, unsigned count)
{
    const gg_action act = ACT((uint16_t)count, (int32_t)tokens);
    return put(o, out, &act);
}

/* The fight, if there is anybody to fight from there. */
static gg_action *put_fight(const offering *o, const mover *m, gg_action *out, const pose *end,
                            const gg_action *act, fight f)
{
    targets found;
    gg_action *next = put(o, out, act);
    out->flags = (uint8_t)f;
    return sq_find_targets(m, end, out, &found).reason == R_LEGAL ? next : out;
}

/* ---- Which rows of its table are open to a piece. ---- */

/* What stands in the way of the series. */
typedef struct looked {
    row_set barred;
    /* of the first word: rows through ground that stops pieces, and those that go there for sure */
    uint64_t stopping, entering;
} looked;

static inline void add_rows(row_set *to, const row_set *rows)
{
    for (int i = 0; i < SERIES_WORDS; i++) to->words[i] |= rows->words[i];
}

/* SQ-R31: whom it touched when it began it does not attack again, unless its kind may. */
static inline bool may_renew(const offering *o)
{
    const int16_t *options = o->state->options;
    switch ((holder)o->holder) {
    case HOLDS_CLOSE_ORDER: return options[OPT_inf_renewed_attack] != 0;
    case HOLDS_HORSE: return options[OPT_cav_standing_attack] != 0;
    case HOLDS_SKIRMISHERS:
    case HOLDS_GUNS:
    case HOLDERS: break;
    }
    return true;
}

/* The rows that end before one of these enemies. */
static void find_faced(const offering *o, const mover *m, const series_table *table, uint64_t foes,
                       row_set *faced)
{
    const int16_t *offsets = table->offsets[o->piece->facing];
    bool renews = may_renew(o);
    for (int i = 0; foes != 0; i++, foes >>= 1) {
        if ((foes & 1) == 0) continue;
        uint8_t mark = o->state->at[square_of(o->one + (unsigned)offsets[i])];
        if (renews || !touched(m, mark)) add_rows(faced, &table->faces[i]);
    }
}

/* A bit for each of eight squares that is not free; `seen` gets all bits of all of them. */
static inline unsigned look_at_eight(const uint8_t *here, const int16_t *offsets, unsigned *seen)
{
    unsigned taken = 0;
    for (int i = 0; i < LOOKS_AT_ONCE; i++) {
        *seen |= here[offsets[i]];
        taken |= (unsigned)(here[offsets[i]] / SEEN_BARRED) << i;
    }
    return taken;
}

/* The enemies, as bits, and the ground that stops pieces. */
static uint64_t look_closer(const offering *o, const series_table *table, looked *it)
{
    const int16_t *offsets = table->offsets[o->piece->facing];
    const uint8_t *here = o->seen + o->one;
    uint64_t foes = 0;
    for (int i = 0; i < table->ring; i++) {
        unsigned seen = here[offsets[i]];
        if (seen == SEEN_ENEMY) foes |= UINT64_C(1) << i;
        if ((seen >> o->holder & 1) == 0) continue;
        ground its_ground = (ground)o->state->ground[square_of(o->one + (unsigned)offsets[i])];
        int room = capacity(o->state, its_ground, (kind)o->piece->kind);
        if (o->one == o->two && room >= o->piece->bases) it->entering |= table->needs[i].words[0];
        else it->stopping |= table->needs[i].words[0];
    }
    return foes;
}

static uint64_t look_further(const offering *o, const series_table *table)
{
    const int16_t *offsets = table->offsets[o->piece->facing];
    const uint8_t *here = o->seen + o->one;
    uint64_t foes = 0;
    for (int i = table->ring; i < table->around; i++)
        foes |= (uint64_t)(here[offsets[i]] == SEEN_ENEMY) << i;
    return foes;
}

/* What bars the series; the enemies about it come back as bits, one for each square. */
static inline uint64_t look_about(const offering *o, const series_table *table, bool small,
                                  looked *it)
{
    const int16_t *offsets = table->offsets[o->piece->facing];
    const uint8_t *here = o->seen + o->one;
    unsigned seen = 0, taken = look_at_eight(here, offsets, &seen);
    if (small) {
        it->barred.words[0] = table->barred[taken];
    } else {
        if (table->ring > LOOKS_AT_ONCE)
            taken |= look_at_eight(here, offsets + LOOKS_AT_ONCE, &seen) << LOOKS_AT_ONCE;
        for (int i = 0; taken != 0; i++, taken >>= 1)
            if (taken & 1) add_rows(&it->barred, &table->needs[i]);
    }
    uint64_t foes = 0;
    if ((seen & (ENEMY_BIT | 1u << o->holder)) != 0) foes = look_closer(o, table, it);
    if ((o->foes & squares_near[table->span][o->piece->square1]) != 0)
        foes |= look_further(o, table);
    return foes;
}

/* Of rows of one token, those that move.c allows. */
static uint64_t take_first(const offering *o, const series_table *table, uint64_t rows)
{
    mover m = mover_of(o->state, (gg_unit)o->who);
    uint64_t taken = 0;
    for (int i = 0; rows >> i != 0; i++) {
        if ((rows >> i & 1) == 0) continue;
        pose end = m.start;
        token first = (token)table->ends[0][i].first_token;
        taken |= (uint64_t)(sq_take_token(&m, &end, first, true).reason == R_LEGAL) << i;
    }
    return taken;
}

/* ---- Offering them. ---- */

static inline gg_action *put_rows(gg_action *out, const gg_action *acts, uint64_t rows,
                                  unsigned who)
{
    /* Of four rows: the first that is open, and how many from there on; 0: there are gaps. */
    static const struct {
        uint8_t first, count;
    } runs[1 << SERIES_AT_ONCE] = {
        [1] = {0, 1}, [2] = {1, 1}, [3] = {0, 2},  [4] = {2, 1},  [6] = {1, 2},
        [7] = {0, 3}, [8] = {3, 1}, [12] = {2, 2}, [14] = {1, 3}, [15] = {0, 4}};
    for (; rows != 0; rows >>= SERIES_AT_ONCE, acts += SERIES_AT_ONCE) {
        unsigned some = rows & ((1u << SERIES_AT_ONCE) - 1);
        if (some == 0) continue;
        /* Written is more than is open; what comes next is written over it. */
        if (runs[some].count != 0) {
            memcpy(out, acts + runs[some].first, SERIES_AT_ONCE * sizeof *out);
            for (int i = 0; i < SERIES_AT_ONCE; i++) out[i].who = (gg_unit)who;
            out += runs[some].count;
            continue;
        }
        for (int i = 0; i < SERIES_AT_ONCE; i++) {
            *out = acts[i];
            out->who = (gg_unit)who;
            out += some >> i & 1;
        }
    }
    return out;
}

static pose pose_at(const offering *o, const series_end *end)
{
    unsigned way = o->piece->facing, right = right_of((facing)way);
    pose it = {.square2 = NO_SQUARE, .facing = (way + end->turned) % FACINGS};
    it.square1 =
        square_of(o->one + (unsigned)(end->ahead1 * ways[way] + end->right1 * ways[right]));
    if (end->in_two)
        it.square2 =
            square_of(o->one + (unsigned)(end->ahead2 * ways[way] + end->right2 * ways[right]));
    return it;
}

static gg_action *put_fights(const offering *o, const mover *m, gg_action *out,
                             const series_table *table, const row_set *rows, fight after_move)
{
    for (int word = 0; word < table->words; word++) {
        uint64_t left = rows->words[word];
        for (int i = 0; left != 0; i++, left >>= 1) {
            if ((left & 1) == 0) continue;
            pose end = pose_at(o, &table->ends[word][i]);
            out = put_fight(o, m, out, &end, &table->acts[word][i], after_move);
        }
    }
    return out;
}

/* The rows after which it may fight those it faces there. */
static row_set fighting_rows(const offering *o, const series_table *table, const row_set *open,
                             const row_set *faced, fight after_move)
{
    row_set rows = *open;
    for (int i = 0; i < SERIES_WORDS; i++) {
        /* Guns look further than ahead. */
        if (o->holder != HOLDS_GUNS) rows.words[i] &= faced->words[i];
        if (o->holder == HOLDS_HORSE) rows.words[i] &= table->charge.words[i];
        /* A shot from where it stood is no other for having turned aside and back. */
        if (after_move == FIGHT_SHOOT) rows.words[i] &= ~table->back.words[i];
    }
    return rows;
}

/* Each end once: another way is offered only where those before it are barred. */
static inline void keep_one_way(row_set *open, int words)
{
    if (words <= WORD_INSTEAD) return;
    open->words[WORD_INSTEAD] &= ~open->words[WORD_ENDS];
    open->words[WORD_AT_LAST] &= ~(open->words[WORD_ENDS] | open->words[WORD_INSTEAD]);
}

static inline bool is_foe_ahead(const offering *o, unsigned way)
{
    return o->seen[(int)o->one + ways[way]] == SEEN_ENEMY
           || o->seen[(int)o->two + ways[way]] == SEEN_ENEMY;
}

/* Guns see along the line as far as the first piece (SQ-R45); the others only ahead. */
static bool is_foe_in_sight(const offering *o)
{
    unsigned way = o->piece->facing;
    if (o->holder != HOLDS_GUNS) return is_foe_ahead(o, way);
    const uint8_t *seen = o->seen + o->one + ways[way];
    while ((*seen & SEEN_BLOCKED) != SEEN_BLOCKED) seen += ways[way];
    return *seen == SEEN_ENEMY;
}

/* SQ-R31: cavalry attacks from where it stands, infantry only with inf_renewed_attack. */
static gg_action *offer_standing(const offering *o, const mover *m, gg_action *out)
{
    static const gg_action stays = ACT(0, 0);
    bool horse = o->holder == HOLDS_HORSE, foot = o->holder == HOLDS_CLOSE_ORDER;
    if (!horse) out = put_fight(o, m, out, &m->start, &stays, FIGHT_SHOOT);
    if (horse || (foot && o->state->options[OPT_inf_renewed_attack]))
        out = put_fight(o, m, out, &m->start, &stays, FIGHT_ATTACK);
    return out;
}

/* The fights that there may be: where it stands, and after these rows. */
typedef struct fights {
    mover mover;
    row_set rows;
    fight after_move;
    bool stands;
} fights;

/* False: there are none. */
static bool find_fights(const offering *o, const series_table *table, const row_set *open,
                        uint64_t foes, fights *found)
{
    found->after_move = fight_after_move(o->state, (holder)o->holder);
    found->stands = is_foe_in_sight(o);
    if (!found->stands && found->after_move == FIGHT_NONE) return false;
    found->mover = mover_of(o->state, (gg_unit)o->who);
    found->rows = (row_set){{0}};
    if (found->after_move == FIGHT_NONE) return true;
    row_set faced = {{0}};
    find_faced(o, &found->mover, table, foes, &faced);
    found->rows = fighting_rows(o, table, open, &faced, found->after_move);
    return true;
}

static gg_action *offer_fights(const offering *o, gg_action *out, const series_table *table,
                               const row_set *open, uint64_t foes)
{
    fights found;
    if (!find_fights(o, table, open, foes, &found)) return out;
    if (found.stands) out = offer_standing(o, &found.mover, out);
    if (found.after_move == FIGHT_NONE) return out;
    return put_fights(o, &found.mover, out, table, &found.rows, found.after_move);
}

/* `words`: those of the table that have rows; the enemies about it come back too. */
static inline row_set open_rows(const offering *o, const series_table *table, int words,
                                uint64_t *foes)
{
    looked it = {.stopping = 0};
    row_set open = o->is_stopped ? table->one : table->all;
    *foes = look_about(o, table, words == 1, &it);
    uint64_t doubtful = it.stopping & table->one.words[0];
    if (o->is_stopped) doubtful |= table->formed.words[0];
    for (int i = 0; i < words; i++) open.words[i] &= ~it.barred.words[i];
    /* From one square a token goes through one square. */
    open.words[0] |= it.entering & table->one.words[0];
    if (doubtful != 0) open.words[0] = (open.words[0] & ~doubtful) | take_first(o, table, doubtful);
    keep_one_way(&open, words);
    return open;
}

static inline gg_action *offer_table(const offering *o, gg_action *out, const series_table *table,
                                     int words)
{
    uint64_t foes;
    row_set open = open_rows(o, table, words, &foes);
    if (foes != 0 || o->holder == HOLDS_GUNS) out = offer_fights(o, out, table, &open, foes);
    for (int i = 0; i < words; i++) out = put_rows(out, table->acts[i], open.words[i], o->who);
    return out;
}

/* Most pieces have a table of one word and eight squares. */
static gg_action *offer_small(const offering *o, gg_action *out, const series_table *table)
{
    return offer_table(o, out, table, 1);
}

static gg_action *offer_large(const offering *o, gg_action *out, const series_table *table)
{
    return offer_table(o, out, table, SERIES_WORDS);
}

static inline unsigned points_here(const offering *o)
{
    return o->is_stopped ? 1 : (unsigned)moves_of(o->state, (kind)o->piece->kind);
}

/* SQ-R25: further on for a column that only marches. */
static gg_action *offer_march(const offering *o, gg_action *out)
{
    mover m = mover_of(o->state, (gg_unit)o->who);
    unsigned march = (unsigned)sq_march_points_of(&m), place = o->one, points = points_here(o);
    if (march == points) return out;                    /* no column, or held */
    for (unsigned count = 1; count <= march; count++) { /* the rear goes where the front was */
        place += (unsigned)ways[o->piece->facing];
        if (o->seen[place] != SEEN_FREE) return out;
        if (count > points) out = put_tokens(o, out, 0, count);
    }
    return out;
}

static gg_action *offer_shots_from_square(const offering *o, gg_action *out)
{
    static const gg_action stays = ACT(0, 0);
    mover m = mover_of(o->state, (gg_unit)o->who);
    for (unsigned way = NORTH; way < FACINGS; way++)
        if (is_foe_ahead(o, way))
            out = put_fight(o, &m, out, &m.start, &stays, (fight)(FIGHT_SHOOT_N + way));
    return out;
}

static gg_action *offer_reforms(const offering *o, gg_action *out)
{
    for (unsigned way = NORTH; way < FACINGS; way++) out = put_tokens(o, out, TOKEN_ZN + way, 1);
    return out;
}

/* ---- All of it. ---- */

static inline void look_from(offering *o, gg_unit who)
{
    const piece *p = o->piece = &o->state->pieces[who];
    pose start = pose_of(p);
    o->who = who;
    o->holder = squares_kinds[p->kind].holder;
    o->is_stopped = is_stopped(o->state, &start);
    o->one = places[p->square1];
    o->two = p->square2 == NO_SQUARE ? o->one : places[p->square2];
}

static gg_action *offer_piece(offering *o, gg_unit who, gg_action *out)
{
    look_from(o, who);
    if (o->piece->in_square) return offer_reforms(o, offer_shots_from_square(o, out));
    o->seen[o->one] = o->seen[o->two] = SEEN_FREE; /* it is not in its own way */
    const series_table *table = series_of(o->state, o->piece);
    out = table->barred != NULL ? offer_small(o, out, table) : offer_large(o, out, table);
    if (o->state->options[OPT_march_bonus] != 0) out = offer_march(o, out);
    o->seen[o->one] = o->seen[o->two] = SEEN_BLOCKED;
    return out;
}

static offering offering_of(const gg_state *state, gg_side side, uint8_t seen[PLACES])
{
    look_around(state, side, seen);
    return (offering){.state = state, .seen = seen, .foes = sq_blocks_of(state, other_side(side))};
}

uint32_t sq_piece_offer(const gg_state *state, gg_unit who, gg_action out[OFFERS_PER_PIECE_MAX])
{
    uint8_t seen[PLACES];
    offering o = offering_of(state, side_of(who), seen);
    return (uint32_t)(offer_piece(&o, who, out) - out);
}

static gg_action *copy_some(gg_action *to, const gg_action *end, const gg_action *from,
                            const gg_action *from_end)
{
    while (to < end && from < from_end) *to++ = *from++;
    return to;
}

uint32_t sq_act_offer(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    gg_action *next = out, *end = out + limit, spare[OFFERS_PER_PIECE_MAX];
    gg_unit first = (gg_unit)(side * UNITS), after = (gg_unit)(first + state->piece_count[side]);
    uint8_t seen[PLACES];
    offering o = offering_of(state, side, seen);
    unsigned kinds = kinds_with_dice(state);
    for (gg_unit who = first; who < after && next < end; who++) {
        if (!may_act(&state->pieces[who], kinds)) continue;
        /* where little room is left: as many as fit */
        gg_action *into = end - next >= OFFERS_PER_PIECE_MAX ? next : spare;
        gg_action *reached = offer_piece(&o, who, into);
        next = into == next ? reached : copy_some(next, end, spare, reached);
    }
    if (next < end) *next++ = gg_action_of(ACTION_END);
    return (uint32_t)(next - out);
}
