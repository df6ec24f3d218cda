/*
 * pieces.c - tests of core/pieces.h: a game of five men with nine kinds of action, whose offers,
 * hands, sketches and answers are compared with what slow and obvious code makes of them.
 * SPDX-License-Identifier: MIT
 */
#include "unit.h"

#include "core/fields.h"
#include "core/picture.h"
#include "core/pieces.h"
#include "core/question.h"

/* ---- The game: men who walk, crawl, hit, throw and shout. ---- */

enum { MEN = 5, INCH = 1000, FAR = 20 * INCH, PLACES = 9, WORDS = 2, TIMES = 3 };
enum { FIGHT, NIGHT, DAWN, PHASES };
enum { WALK, CRAWL, HIT, THROW, SHOUT, CALL, END, RISE, RESIGN, KINDS };
enum { LEGAL, NOT_THERE, LIES, STANDS, NO_STONE, HOARSE, OWN, GONE, TOO_FAR, TOO_LOUD, REASONS };

struct gg_state {
    gg_point at[MEN];
    bool is_there[MEN], lies[MEN], has_stone[MEN], is_hoarse[MEN];
    uint8_t phase, over;
    gg_sides deciding;
};

static const gg_clause_def clauses[] = {{"", "", ""}, {"T-1", "Men", ""}, {"T-2", "Inches", ""}};
static const gg_reason_def reasons[REASONS] = {
    {"LEGAL", 0, "Legal."},
    {"NOT_THERE", 1, "He is not there."},
    {"LIES", 1, "He lies."},
    {"STANDS", 1, "He stands."},
    {"NO_STONE", 1, "He has no stone."},
    {"HOARSE", 1, "He is hoarse."},
    {"OWN", 1, "That is a friend."},
    {"GONE", 1, "Nobody is there."},
    {"TOO_FAR", 2, "That is too far."},
    {"TOO_LOUD", 1, "That is too loud."},
};

static const char *const words[] = {"", "help", "fire", NULL};
#define WHO GG_UNIT_FIELD("man", "", "a man", 0, MEN - 1, GG_AT(gg_action, who))
static const gg_field who_at[] = {
    WHO,
    GG_PLACE_FIELD("place", "", "a place", FAR, GG_AT(gg_action, at)),
};
static const gg_field who_whom[] = {
    WHO,
    GG_UNIT_FIELD("target", "", "a man", 0, MEN - 1, GG_AT(gg_action, whom)),
};
static const gg_field who_word_times[] = {
    WHO,
    GG_WORD_FIELD("word", "", "a word", words, .shift = 1, GG_AT(gg_action, item)),
    GG_NUMBER_FIELD("times", "", "how often", 1, TIMES, GG_AT(gg_action, args[0])),
};
static const gg_field whose[] = {
    GG_SIDE_FIELD("side", "", "a side", GG_RED, GG_AT(gg_action, flags)),
};

static gg_side side_of(unsigned who) { return who % 2 == 0 ? GG_BLUE : GG_RED; }

static int32_t size_of(int32_t n) { return n < 0 ? -n : n; }

/* Both ways at most so far. */
static bool is_in(const gg_state *s, const gg_action *action, gg_point to, int inches)
{
    const gg_point from = s->at[action->who];
    return size_of(to.x - from.x) <= inches * INCH && size_of(to.y - from.y) <= inches * INCH;
}

static int judged; /* how often somebody has asked */

static gg_verdict verdict(int reason)
{
    judged++;
    return (gg_verdict){.reason = (gg_reason)reason};
}

static gg_verdict may_walk(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)side;
    return verdict(s->lies[action->who] ? LIES : is_in(s, action, action->at, 3) ? LEGAL : TOO_FAR);
}

static gg_verdict may_crawl(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)side;
    const int there = is_in(s, action, action->at, 1) ? LEGAL : TOO_FAR;
    return verdict(!s->lies[action->who] ? STANDS : there);
}

static int aimed(const gg_state *s, gg_side side, const gg_action *action, int inches)
{
    if (action->whom >= MEN || !s->is_there[action->whom]) return GONE;
    if (side_of(action->whom) == side) return OWN;
    return is_in(s, action, s->at[action->whom], inches) ? LEGAL : TOO_FAR;
}

static gg_verdict may_hit(const gg_state *s, gg_side side, const gg_action *action)
{
    return verdict(s->lies[action->who] ? LIES : aimed(s, side, action, 2));
}

static gg_verdict may_throw(const gg_state *s, gg_side side, const gg_action *action)
{
    return verdict(!s->has_stone[action->who] ? NO_STONE : aimed(s, side, action, 6));
}

static gg_verdict may_shout(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)side;
    const int loud = action->item == 2 && action->args[0] == TIMES ? TOO_LOUD : LEGAL;
    return verdict(s->is_hoarse[action->who] ? HOARSE : loud);
}

static gg_verdict may_call(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)s;
    return verdict(action->flags == side ? OWN : LEGAL);
}

static gg_verdict always(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)s, (void)side, (void)action;
    return verdict(LEGAL);
}

#define IN(phase) (UINT64_C(1) << (phase))
static const gg_action_def actions[KINDS] = {
    [WALK] = {.phases = IN(FIGHT), GG_FIELDS(who_at), .legal = may_walk},
    [CRAWL] = {.phases = IN(FIGHT) | IN(NIGHT), GG_FIELDS(who_at), .legal = may_crawl},
    [HIT] = {.phases = IN(FIGHT), GG_FIELDS(who_whom), .legal = may_hit},
    [THROW] = {.phases = IN(FIGHT), GG_FIELDS(who_whom), .legal = may_throw},
    [SHOUT] = {.phases = IN(NIGHT), GG_FIELDS(who_word_times), .legal = may_shout},
    [CALL] = {.phases = IN(NIGHT), GG_FIELDS(whose), .legal = may_call},
    [END] = {.phases = IN(FIGHT) | IN(NIGHT), .legal = always},
    [RISE] = {.phases = IN(DAWN), .legal = always},
    [RESIGN] = {.phases = GG_EVER, .legal = always},
};

static gg_turn turn(const gg_state *s)
{
    return (gg_turn){.phase = s->phase, .over = s->over, .deciding = s->deciding};
}

static void write_unit(const gg_state *s, gg_unit who, gg_text *out)
{
    assert_non_null(s);
    gg_put_words(out, "man %d", who);
}

static const gg_ruleset rules = {
    .actions = actions,
    .action_count = KINDS,
    .reasons = reasons,
    .reason_count = REASONS,
    .clauses = clauses,
    .corrections = gg_no_corrections,
    .clause_count = sizeof clauses / sizeof *clauses,
    .unit_count = MEN,
    .state_bytes = sizeof(gg_state),
    .measure = "inches",
    .turn = turn,
    .write_unit = write_unit,
};

static bool find(const gg_state *s, gg_unit who, gg_piece *out)
{
    if (who >= MEN || !s->is_there[who]) return false;
    *out = (gg_piece){s->at[who], side_of(who)};
    return true;
}

static gg_mark *draw(const gg_state *s, gg_unit who, gg_scene *scene)
{
    gg_mark *mark = gg_scene_unit(scene, GG_BLOCK, GG_ROLE_company, &rules, s, who, side_of(who));
    if (mark != NULL) mark->at = s->at[who];
    return mark;
}

/* To where he stands, and farther and farther to the north-east. */
static bool place(const gg_state *s, gg_unit who, uint32_t nth, gg_point *out)
{
    if (nth >= PLACES) return false;
    *out = (gg_point){s->at[who].x + (int32_t)nth * INCH / 2, s->at[who].y + (int32_t)nth * 100};
    return true;
}

/* Asked, he stands up and walks as he did when he was young. */
static void set_free(gg_state *s, gg_unit who) { s->lies[who] = false; }

static int32_t walk_of(const gg_state *s, gg_unit who)
{
    assert_true(s->is_there[who]);
    return 3 * INCH;
}

static int32_t throw_of(const gg_state *s, gg_unit who)
{
    return s->has_stone[who] ? 6 * INCH : 2 * INCH;
}

static const gg_pieces pieces = {
    .rules = &rules,
    .find = find,
    .draw = draw,
    .place = place,
    .of_unit = HOARSE,
    .not_there = NOT_THERE,
    .off_table = TOO_FAR,
    .set_free = set_free,
};

#define TYPED(name) tiny_##name
#define SHOW_TABLE(name) "tests/core/answers.def"
uint32_t tiny_offer(const gg_state *, gg_side, gg_action *out, uint32_t limit);
bool tiny_aim(const gg_state *, gg_side, gg_unit who, gg_unit whom, gg_point, int32_t facing,
              gg_action *);
void tiny_ask(const gg_state *, gg_side, const gg_question *, gg_answer *, gg_scene *);
#include "core/pieces.def"

/* ---- Positions of chance, the same every time. ---- */

enum { POSITIONS = 3000, OFFERS_MAX = MEN * (2 * PLACES + 2 * MEN + WORDS * TIMES) + 4 };

static uint32_t seed;

static unsigned below(unsigned limit)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 16) % limit;
}

static gg_point some_place(int inches)
{
    return (gg_point){(int32_t)below((unsigned)(inches * INCH)),
                      (int32_t)below((unsigned)(inches * INCH))};
}

static gg_state some_state(void)
{
    gg_state s = {
        .phase = (uint8_t)below(PHASES),
        .over = below(10) == 0,
        .deciding = (gg_sides)below(4),
    };
    for (int i = 0; i < MEN; i++) {
        s.at[i] = some_place(8);
        s.is_there[i] = below(4) > 0;
        s.lies[i] = below(2) > 0;
        s.has_stone[i] = below(2) > 0;
        s.is_hoarse[i] = below(2) > 0;
    }
    return s;
}

static gg_action doing(unsigned kind, gg_unit who)
{
    return (gg_action){.kind = (uint8_t)kind, .who = who, .whom = GG_NO_UNIT};
}

static bool same_action(const gg_action *one, const gg_action *other)
{
    return memcmp(one, other, sizeof *one) == 0;
}

/* ---- Offers. ---- */

typedef struct list {
    gg_action rows[OFFERS_MAX];
    uint32_t count;
} list;

static void add(list *to, const gg_state *s, gg_side side, gg_action action)
{
    if (actions[action.kind].legal(s, side, &action).reason == LEGAL)
        to->rows[to->count++] = action;
}

static void add_of_man(list *to, const gg_state *s, gg_side side, unsigned kind, gg_unit who)
{
    gg_action action = doing(kind, who);
    for (uint32_t i = 0; i < PLACES && (kind == WALK || kind == CRAWL); i++) {
        place(s, who, i, &action.at);
        add(to, s, side, action);
    }
    for (gg_unit whom = 0; whom < MEN && (kind == HIT || kind == THROW); whom++) {
        action.whom = whom;
        add(to, s, side, action);
    }
    for (int i = 0; i < WORDS * TIMES && kind == SHOUT; i++) {
        action.item = (gg_unit)(i / TIMES + 2); /* its words begin at row 1, and are kept one on */
        action.args[0] = i % TIMES + 1;
        add(to, s, side, action);
    }
}

static bool decides(const gg_state *s, gg_side side)
{
    if (s->over) return false;
    if (side == GG_NOBODY) return s->deciding == 0;
    return side == GG_BLUE ? s->deciding == 1 || s->deciding == 3 : s->deciding >= 2;
}

/* All that there is, kind by kind as the rulebook would list it. */
static void list_slowly(list *to, const gg_state *s, gg_side side)
{
    to->count = 0;
    if (!decides(s, side)) return;
    for (gg_unit who = 0; who < MEN; who++) {
        if (!s->is_there[who] || side_of(who) != side) continue;
        if (s->phase == FIGHT) add_of_man(to, s, side, WALK, who);
        if (s->phase != DAWN) add_of_man(to, s, side, CRAWL, who);
        if (s->phase == FIGHT) add_of_man(to, s, side, HIT, who);
        if (s->phase == FIGHT) add_of_man(to, s, side, THROW, who);
        if (s->phase == NIGHT) add_of_man(to, s, side, SHOUT, who);
    }
    gg_action call = doing(CALL, GG_NO_UNIT);
    for (call.flags = GG_BLUE; s->phase == NIGHT && call.flags <= GG_RED; call.flags++)
        add(to, s, side, call);
    add(to, s, side, doing(s->phase == DAWN ? RISE : END, GG_NO_UNIT));
}

static void offers_are_all_that_is_legal(void **unused)
{
    (void)unused;
    int listed[KINDS] = {0};
    seed = 1;
    for (int i = 0; i < POSITIONS; i++) {
        const gg_state s = some_state();
        const gg_side side = (gg_side)(i % 3);
        list slow, fast;
        list_slowly(&slow, &s, side);
        fast.count = tiny_offer(&s, side, fast.rows, OFFERS_MAX);
        assert_int_equal(fast.count, slow.count);
        assert_memory_equal(fast.rows, slow.rows, slow.count * sizeof *slow.rows);
        for (uint32_t j = 0; j < slow.count; j++) listed[slow.rows[j].kind]++;
    }
    for (int kind = 0; kind < RESIGN; kind++) assert_true(listed[kind] > 100);
}

static void offers_end_where_there_is_no_more_room(void **unused)
{
    (void)unused;
    seed = 2;
    for (int i = 0; i < POSITIONS; i++) {
        const gg_state s = some_state();
        const gg_side side = (gg_side)(i % 2);
        list whole, part;
        memset(&part, 0xee, sizeof part);
        const list untouched = part;
        whole.count = tiny_offer(&s, side, whole.rows, OFFERS_MAX);
        const uint32_t room = below(whole.count + 1);
        assert_int_equal(tiny_offer(&s, side, part.rows, room), room);
        assert_memory_equal(part.rows, whole.rows, room * sizeof *part.rows);
        assert_memory_equal(&part.rows[room], &untouched.rows[room],
                            (OFFERS_MAX - room) * sizeof *part.rows);
    }
}

/* What is refused for the man's own sake is judged once, not for each place, target and word. */
static void a_refusal_of_his_own_answers_for_all_targets(void **unused)
{
    (void)unused;
    gg_pieces each = pieces;
    each.of_unit = LEGAL;
    gg_state s = {.deciding = GG_SIDES_BLUE, .is_there = {true, true}, .lies = {true}};
    s.is_hoarse[0] = true;
    list fast, slow;
    judged = 0;
    fast.count = gg_offer_pieces(&pieces, &s, GG_BLUE, fast.rows, OFFERS_MAX);
    assert_int_equal(judged, 1 + PLACES + 1 + 1 + 1); /* walk, crawl, hit, throw, end */
    judged = 0;
    slow.count = gg_offer_pieces(&each, &s, GG_BLUE, slow.rows, OFFERS_MAX);
    assert_int_equal(judged, PLACES + PLACES + MEN + MEN + 1);
    assert_int_equal(fast.count, slow.count);
    assert_memory_equal(fast.rows, slow.rows, slow.count * sizeof *slow.rows);
    s.phase = NIGHT;
    judged = 0;
    gg_offer_pieces(&pieces, &s, GG_BLUE, fast.rows, OFFERS_MAX);
    assert_int_equal(judged, PLACES + 1 + 2 + 1); /* crawl, shout, call both sides, end */
}

/* ---- What a hand means. ---- */

/* The first of these kinds that is legal, or else the one whose refusal comes last. */
static bool better_of(const gg_state *s, gg_side side, const gg_action *hand, unsigned first,
                      unsigned second, gg_action *out)
{
    gg_action one = *hand, other = *hand;
    one.kind = (uint8_t)first;
    other.kind = (uint8_t)second;
    const int why = actions[first].legal(s, side, &one).reason;
    const int why_other = actions[second].legal(s, side, &other).reason;
    const bool is_first = why == LEGAL || (why_other != LEGAL && why >= why_other);
    *out = is_first ? one : other;
    return true;
}

static bool aim_slowly(const gg_state *s, gg_side side, const gg_action *hand, gg_action *out)
{
    const bool at_man = hand->whom != GG_NO_UNIT;
    if (hand->who >= MEN || !s->is_there[hand->who] || side_of(hand->who) != side) return false;
    if (at_man && (hand->whom >= MEN || !s->is_there[hand->whom])) return false;
    if (at_man && side_of(hand->whom) == side) return false;
    if (!at_man && (size_of(hand->at.x) > FAR || size_of(hand->at.y) > FAR)) return false;
    if (s->phase == FIGHT && at_man) return better_of(s, side, hand, HIT, THROW, out);
    if (s->phase == FIGHT) return better_of(s, side, hand, WALK, CRAWL, out);
    if (s->phase == NIGHT && !at_man) return better_of(s, side, hand, CRAWL, CRAWL, out);
    return false;
}

static gg_point some_end(const gg_state *s)
{
    static const gg_point ends[] = {
        {FAR, -FAR}, {FAR + 1, 0}, {-FAR - 1, 0}, {0, FAR + 1}, {0, -FAR - 1}, {-FAR, FAR},
    };
    const gg_point about = s->at[below(MEN)], by = some_place(4);
    return below(4) == 0 ? ends[below(6)] : (gg_point){about.x + by.x, about.y + by.y};
}

static void a_hand_means_what_is_legal_or_nearly(void **unused)
{
    (void)unused;
    int meant[KINDS] = {0}, nothing = 0;
    seed = 3;
    for (int i = 0; i < 10 * POSITIONS; i++) {
        const gg_state s = some_state();
        const gg_side side = (gg_side)below(2);
        gg_action hand = doing(0, (gg_unit)below(MEN + 1));
        if (below(2) > 0) hand.whom = (gg_unit)below(MEN + 1);
        else hand.at = some_end(&s);
        const gg_point at = hand.whom == GG_NO_UNIT ? hand.at : some_place(9);
        gg_action fast, slow;
        const bool is_meant = aim_slowly(&s, side, &hand, &slow);
        assert_int_equal(tiny_aim(&s, side, hand.who, hand.whom, at, 0, &fast), is_meant);
        if (is_meant) assert_true(same_action(&fast, &slow));
        if (is_meant) meant[slow.kind]++;
        else nothing++;
    }
    assert_true(nothing > 100);
    for (int kind = WALK; kind <= THROW; kind++) assert_true(meant[kind] > 100);
    for (int kind = SHOUT; kind < KINDS; kind++) assert_int_equal(meant[kind], 0);
}

/* ---- Sketches. ---- */

static gg_scene_room memory;
static const gg_state three = {
    /* man 3 is not there */
    .at = {{1000, 2000}, {4000, 6000}, {9000, 1000}},
    .is_there = {true, true, true},
};

/* The marks that a sketcher lays down. */
static gg_scene sketched(gg_sketcher *sketcher, gg_action action)
{
    gg_scene scene = gg_scene_in(&memory);
    sketcher(&(gg_sketch){&three, GG_RED, &action, &scene, GG_FLAG_GHOST | GG_FLAG_REFUSED});
    return scene;
}

static void assert_at(gg_point at, int32_t x, int32_t y)
{
    assert_int_equal(at.x, x);
    assert_int_equal(at.y, y);
}

static void a_move_is_a_way_and_a_ghost(void **unused)
{
    (void)unused;
    gg_action walk = doing(WALK, 1);
    walk.at = (gg_point){5000, 7000};
    const gg_scene scene = sketched(sketch_move, walk);
    assert_int_equal(scene.count, 2);
    const gg_mark *way = &scene.marks[0], *ghost = &scene.marks[1];
    assert_int_equal(way->shape, GG_PATH);
    assert_int_equal(way->role, GG_ROLE_plan);
    assert_int_equal(way->side, GG_RED);
    assert_int_equal(way->flags, GG_FLAG_REFUSED);
    assert_at(way->at, 4000, 6000);
    assert_at(way->to, 5000, 7000);
    assert_int_equal(ghost->shape, GG_BLOCK);
    assert_int_equal(ghost->unit, 1);
    assert_string_equal(ghost->label, "man 1");
    assert_int_equal(ghost->flags, GG_FLAG_GHOST | GG_FLAG_REFUSED);
    assert_at(ghost->at, 5000, 7000);
    assert_at(ghost->to, 5000, 7000);
    assert_int_equal(sketched(sketch_move, doing(WALK, 3)).count, 0);
    assert_int_equal(sketched(sketch_move, doing(WALK, GG_NO_UNIT)).count, 0);
}

static void a_shot_is_an_arrow(void **unused)
{
    (void)unused;
    gg_action shot = doing(THROW, 0);
    shot.whom = 1;
    const gg_scene scene = sketched(sketch_shot, shot);
    assert_int_equal(scene.count, 1);
    assert_int_equal(scene.marks[0].shape, GG_ARROW);
    assert_int_equal(scene.marks[0].role, GG_ROLE_plan_shot);
    assert_int_equal(scene.marks[0].side, GG_BLUE);
    assert_int_equal(scene.marks[0].unit, 1);
    assert_at(scene.marks[0].at, 1000, 2000);
    assert_at(scene.marks[0].to, 4000, 6000);
    shot.whom = 3;
    assert_int_equal(sketched(sketch_shot, shot).count, 0);
    shot = doing(THROW, 3);
    shot.whom = 0;
    assert_int_equal(sketched(sketch_shot, shot).count, 0);
}

static void an_order_is_its_word(void **unused)
{
    (void)unused;
    gg_action shout = doing(SHOUT, 2);
    for (gg_unit row = 1; row <= WORDS; row++) {
        shout.item = row + 1;
        const gg_scene scene = sketched(sketch_order, shout);
        assert_int_equal(scene.count, 1);
        assert_int_equal(scene.marks[0].shape, GG_LABEL);
        assert_string_equal(scene.marks[0].label, words[row]);
        assert_at(scene.marks[0].at, 9000, 1000);
    }
    for (int i = 0; i < 2; i++) { /* words that there are not, on either side of them */
        shout.item = i == 0 ? 0 : WORDS + 2;
        assert_int_equal(sketched(sketch_order, shout).count, 0);
    }
    assert_int_equal(sketched(sketch_order, doing(SHOUT, 3)).count, 0);
    assert_int_equal(sketched(sketch_order, doing(WALK, 0)).count, 0); /* it has no word */
}

/* ---- Questions. ---- */

/* The least whole number whose square is not less. */
static int32_t root_of(int64_t square)
{
    int64_t root = 0;
    while (root * root < square) root++;
    return (int32_t)root;
}

static int32_t measured(gg_point from, gg_point to)
{
    const int64_t x = to.x - from.x, y = to.y - from.y;
    return root_of(x * x + y * y);
}

static const char *length_of(int32_t ticks)
{
    static char texts[2][GG_NAME_MAX];
    static int turns;
    char *text = texts[turns++ % 2];
    gg_text out = gg_text_over(text, GG_NAME_MAX);
    gg_put_ticks(&out, &rules, ticks);
    return text;
}

/* What is answered, and how far that is, of men who are there and places that can be. */
static void answer_slowly(const gg_state *s, const gg_question *it, gg_point from, gg_point to,
                          gg_answer *out)
{
    const int32_t far = measured(from, to), arm = s->has_stone[it->who % MEN] ? 6000 : 2000;
    char *said = out->words;
    *out = (gg_answer){.yes = true, .clause = 1, .ticks = far, .unit = GG_NO_UNIT};
    gg_state standing = *s;
    gg_action hit = doing(HIT, it->who);
    hit.whom = it->whom;
    switch ((gg_question_kind)it->kind) {
    case GG_ASK_REACH:
        out->ticks = 3000;
        sprintf(said, "man %d walks 3 inches. (T-1)", it->who);
        return;
    case GG_ASK_SIGHT:
        out->yes = far <= arm;
        if (out->yes)
            sprintf(said, "man %d: %s of %s. (T-1)", it->who, length_of(far), length_of(arm));
        else sprintf(said, "man %d: %s {whose} { (T-1)", it->who, length_of(far));
        return;
    case GG_ASK_MEASURE:
        out->clause = 2;
        sprintf(said, "%s. (T-2)", length_of(far));
        return;
    case GG_ASK_ARCS:
        out->ticks = arm;
        sprintf(said, "man %d throws %s, %s. (T-1)", it->who, length_of(arm), length_of(arm));
        return;
    case GG_ASK_CONTACT:
        standing.lies[it->who] = false;
        if (it->whom != GG_NO_UNIT) out->verdict = may_hit(&standing, side_of(it->who), &hit);
        const gg_reason_def *why = &reasons[out->verdict.reason];
        out->yes = it->whom != GG_NO_UNIT && out->verdict.reason == LEGAL;
        if (out->yes) out->unit = it->whom;
        if (out->verdict.reason != LEGAL) out->clause = why->clause;
        if (out->yes) sprintf(said, "man %d hits him. (T-1)", it->who);
        else if (it->whom == GG_NO_UNIT) sprintf(said, "man %d hits nobody. (T-1)", it->who);
        else sprintf(said, "%s (%s)", why->text, clauses[why->clause].number);
        return;
    }
}

static void questions_are_about_men_or_places(void **unused)
{
    (void)unused;
    int refused = 0, answered[GG_ASK_CONTACT + 1][2] = {{0}};
    seed = 4;
    for (int i = 0; i < POSITIONS; i++) {
        const gg_state s = some_state();
        const gg_question question = {
            .kind = (uint8_t)below(GG_ASK_CONTACT + 1),
            .who = below(4) == 0 ? GG_NO_UNIT : (gg_unit)below(MEN + 1),
            .whom = below(2) == 0 ? GG_NO_UNIT : (gg_unit)below(MEN + 1),
            .from = some_place(9),
            .to = some_place(9),
        };
        const bool of_man = question.who != GG_NO_UNIT, at_man = question.whom != GG_NO_UNIT;
        const bool begins = of_man ? question.who < MEN && s.is_there[question.who]
                                   : question.kind == GG_ASK_MEASURE;
        const bool ends = !at_man || (question.whom < MEN && s.is_there[question.whom]);
        gg_answer fast, slow = {.clause = 1,
                                .verdict = {.reason = NOT_THERE},
                                .ticks = GG_NEVER,
                                .unit = GG_NO_UNIT,
                                .words = "He is not there. (T-1)"};
        const gg_point from = begins && of_man ? s.at[question.who] : question.from;
        const gg_point to = ends && at_man ? s.at[question.whom] : question.to;
        if (begins && ends) answer_slowly(&s, &question, from, to, &slow);
        tiny_ask(&s, GG_BLUE, &question, &fast, NULL);
        assert_string_equal(fast.words, slow.words);
        assert_int_equal(fast.yes, slow.yes);
        assert_int_equal(fast.clause, slow.clause);
        assert_int_equal(fast.verdict.reason, slow.verdict.reason);
        assert_int_equal(fast.ticks, slow.ticks);
        assert_int_equal(fast.unit, slow.unit);
        if (begins && ends) assert_at(fast.from, from.x, from.y);
        if (begins && ends) assert_at(fast.to, to.x, to.y);
        if (begins && ends) answered[question.kind][slow.yes]++;
        else refused++;
    }
    assert_true(refused > 100 && answered[GG_ASK_SIGHT][0] > 20
                && answered[GG_ASK_CONTACT][0] > 20);
    for (int kind = 0; kind <= GG_ASK_CONTACT; kind++) assert_true(answered[kind][1] > 5);
}

static void nobody_measures_to_where_nothing_can_be(void **unused)
{
    (void)unused;
    enum { FARTHEST = 1000 * INCH };
    for (int i = 0; i < 16; i++) {
        const int32_t out = i < 8 ? 0 : 1, far = FARTHEST + out;
        const int32_t sign = i % 2 == 0 ? 1 : -1;
        const gg_point end = i / 2 % 2 == 0 ? (gg_point){sign * far, 0} : (gg_point){0, sign * far};
        gg_question question = {.kind = GG_ASK_MEASURE, .who = GG_NO_UNIT, .whom = GG_NO_UNIT};
        if (i / 4 % 2 == 0) question.from = end;
        else question.to = end;
        gg_answer answer;
        tiny_ask(&three, GG_BLUE, &question, &answer, NULL);
        assert_int_equal(answer.yes, out == 0);
        assert_int_equal(answer.verdict.reason, out == 0 ? LEGAL : TOO_FAR);
        assert_int_equal(answer.ticks, out == 0 ? FARTHEST : GG_NEVER);
    }
}

/* Who answers where there is no row: he is handed the question and who asks. */
static void ask_another(const gg_state *s, gg_side side, const gg_question *question,
                        gg_answer *answer, gg_scene *scene)
{
    assert_ptr_equal(s, &three);
    assert_null(scene);
    *answer = (gg_answer){.ticks = side, .unit = question->who};
}

static void what_has_no_row_is_asked_of_another(void **unused)
{
    (void)unused;
    static const gg_piece_answer none;
    gg_pieces others = pieces;
    others.ask = ask_another;
    const gg_question question = {.kind = GG_ASK_ARCS, .who = 2, .whom = GG_NO_UNIT};
    gg_answer answer;
    gg_ask_pieces(&others, &none, &three, GG_RED, &question, &answer, NULL);
    assert_int_equal(answer.ticks, GG_RED);
    assert_int_equal(answer.unit, 2);
    const gg_piece_answer row = {.limit = throw_of, .clause = 1, .yes = "{who}"};
    gg_ask_pieces(&others, &row, &three, GG_RED, &question, &answer, NULL);
    assert_string_equal(answer.words, "man 2 (T-1)");
}

/* What is laid down for the answer to a question about man 1. */
static gg_scene answered(gg_question_kind kind, gg_point to)
{
    gg_scene scene = gg_scene_in(&memory);
    gg_answer answer;
    const gg_question question = {.kind = (uint8_t)kind, .who = 1, .whom = GG_NO_UNIT, .to = to};
    tiny_ask(&three, GG_BLUE, &question, &answer, &scene);
    return scene;
}

static void answers_are_laid_down(void **unused)
{
    (void)unused;
    gg_scene scene = answered(GG_ASK_MEASURE, (gg_point){7000, 2000});
    assert_int_equal(scene.count, 2);
    assert_int_equal(scene.marks[0].role, GG_ROLE_ruler);
    assert_at(scene.marks[0].at, 4000, 6000);
    assert_at(scene.marks[0].to, 7000, 2000);
    assert_string_equal(scene.marks[1].label, "5 inches");
    scene = answered(GG_ASK_SIGHT, (gg_point){5000, 6000}); /* an inch */
    assert_int_equal(scene.count, 1);
    assert_int_equal(scene.marks[0].role, GG_ROLE_sight);
    assert_at(scene.marks[0].to, 5000, 6000);
    scene = answered(GG_ASK_SIGHT, (gg_point){7000, 2000}); /* five, and he throws two */
    assert_int_equal(scene.count, 2);
    assert_int_equal(scene.marks[1].role, GG_ROLE_sight_cut);
    assert_at(scene.marks[1].at, 4000, 6000);
    assert_at(scene.marks[1].to, 7000, 2000);
    scene = answered(GG_ASK_ARCS, (gg_point){0, 0});
    assert_int_equal(scene.count, 1);
    assert_int_equal(scene.marks[0].role, GG_ROLE_range);
    assert_int_equal(scene.marks[0].size.x, 2 * 2000);
    assert_at(scene.marks[0].at, 4000, 6000);
    assert_int_equal(answered(GG_ASK_CONTACT, (gg_point){0, 0}).count, 0);
}

/* He may go three inches each way: a square about him, to a hundredth of a cell. */
static void places_are_traced_by_the_judge(void **unused)
{
    (void)unused;
    enum { CELLS = 24, NEAR = 4 * INCH, HAIR = 2 * NEAR / CELLS / 100 + 1 };
    const gg_scene scene = answered(GG_ASK_REACH, (gg_point){0, 0});
    assert_int_equal(scene.count, 1);
    assert_int_equal(scene.marks[0].role, GG_ROLE_reach);
    gg_point low = scene.points[0], high = low;
    for (uint32_t i = 0; i < scene.point_count; i++) {
        const gg_point at = scene.points[i];
        gg_action walk = doing(WALK, 1);
        walk.at = at;
        assert_int_equal(may_walk(&three, GG_RED, &walk).reason, LEGAL);
        low = (gg_point){at.x < low.x ? at.x : low.x, at.y < low.y ? at.y : low.y};
        high = (gg_point){at.x > high.x ? at.x : high.x, at.y > high.y ? at.y : high.y};
    }
    assert_in_range(low.x, 1000, 1000 + HAIR);
    assert_in_range(low.y, 3000, 3000 + HAIR);
    assert_in_range(high.x, 7000 - HAIR, 7000);
    assert_in_range(high.y, 9000 - HAIR, 9000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(offers_are_all_that_is_legal),
        cmocka_unit_test(offers_end_where_there_is_no_more_room),
        cmocka_unit_test(a_refusal_of_his_own_answers_for_all_targets),
        cmocka_unit_test(a_hand_means_what_is_legal_or_nearly),
        cmocka_unit_test(a_move_is_a_way_and_a_ghost),
        cmocka_unit_test(a_shot_is_an_arrow),
        cmocka_unit_test(an_order_is_its_word),
        cmocka_unit_test(questions_are_about_men_or_places),
        cmocka_unit_test(nobody_measures_to_where_nothing_can_be),
        cmocka_unit_test(what_has_no_row_is_asked_of_another),
        cmocka_unit_test(answers_are_laid_down),
        cmocka_unit_test(places_are_traced_by_the_judge),
    };
    return run_units(tests);
}
