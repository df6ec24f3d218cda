/*
 * contract_before.c - promises about what is asked before deciding: sketches, aiming, questions,
 * actions in words.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "core/action.h"
#include "contract.h"
#include "core/board_question.h"
#include "core/picture.h"

enum { SAMPLE = 12, QUESTIONS = 5 };

static const gg_state *here(const contract *c) { return c->match->state; }

/* ---- Marks. ---- */

/* What is wrong with a mark, or NULL. */
static const char *fault_of(const contract *c, const gg_scene *scene, const gg_mark *mark)
{
    if (mark->shape > GG_RESERVE) return "no such shape";
    if (mark->role == GG_ROLE_none || mark->role >= GG_ROLES) return "no such role";
    if (mark->side > GG_NOBODY) return "no such side";
    if (mark->unit >= c->rules->unit_count && mark->unit != GG_NO_UNIT) return "no such unit";
    if (mark->coat >= GG_COATS || mark->form > GG_FORM_UNLIMBERED) return "no such coat or form";
    if (memchr(mark->label, '\0', sizeof mark->label) == NULL) return "a label without end";
    if (mark->facing < -1 || mark->facing >= 3600) return "no such facing";
    if (mark->corners > 0 && (uint32_t)mark->first + mark->corners > scene->point_count)
        return "corners that are not there";
    if (mark->corners == 1) return "a single corner";
    if (mark->shape == GG_BLOCK && (mark->size.x <= 0 || mark->size.y <= 0)) return "no size";
    return NULL;
}

static void check_marks(contract *c, promise promised, const gg_scene *scene, const char *of)
{
    for (uint32_t i = 0; i < scene->count; i++) {
        const gg_mark *mark = &scene->marks[i];
        const char *fault = fault_of(c, scene, mark);
        contract_expect(c, promised, fault == NULL, "mark %u of `%s`: %s (shape %u, role %u)", i,
                        of, fault, mark->shape, mark->role);
    }
}

static bool same_marks(const gg_scene *one, const gg_scene *other)
{
    if (one->count != other->count || one->point_count != other->point_count) return false;
    for (uint32_t i = 0; i < one->count; i++) {
        const gg_mark *a = &one->marks[i], *b = &other->marks[i];
        if (a->shape != b->shape || a->role != b->role || a->side != b->side || a->flags != b->flags
            || a->unit != b->unit || a->strength != b->strength || a->markers != b->markers
            || a->marker != b->marker || a->facing != b->facing || a->corners != b->corners
            || a->at.x != b->at.x || a->at.y != b->at.y || a->to.x != b->to.x || a->to.y != b->to.y
            || strcmp(a->label, b->label) != 0)
            return false;
    }
    return memcmp(one->points, other->points, one->point_count * sizeof *one->points) == 0;
}

static gg_scene sketch_of(const contract *c, const gg_state *state, gg_side side,
                          const gg_action *action, gg_scene_room *memory)
{
    memset(memory, 0x5a, sizeof *memory);
    gg_scene scene = gg_scene_in(memory);
    c->rules->hand->sketch(state, side, action, &scene);
    return scene;
}

/* ---- Sketches. ---- */

/* With no room at all, with room for one mark, and without corners. */
static void sketch_in_little_room(contract *c, gg_side side, const gg_action *action)
{
    gg_mark one[2];
    gg_point points[2];
    for (uint32_t limit = 0; limit <= 1; limit++) {
        gg_scene scene = {.marks = one, .limit = limit};
        c->rules->hand->sketch(c->view, side, action, &scene);
        contract_expect(c, PROMISE_SKETCH, scene.count <= limit, "more marks than there is room");
        scene = (gg_scene){.marks = one, .limit = 1, .points = points, .point_limit = 1};
        c->rules->hand->sketch(c->view, side, action, &scene);
        contract_expect(c, PROMISE_SKETCH, scene.point_count <= 1, "more corners than room");
    }
}

static void check_sketch(contract *c, gg_side side, const gg_action *action)
{
    static gg_scene_room memory, more_memory;
    const char *words = action_words(c->rules, here(c), action);
    const uint64_t before = gg_hash(c->view, c->rules->state_bytes);
    const gg_scene scene = sketch_of(c, c->view, side, action, &memory);
    contract_expect(c, PROMISE_UNTOUCHED, gg_hash(c->view, c->rules->state_bytes) == before,
                    "sketch changed the view");
    const gg_scene again = sketch_of(c, c->view, side, action, &more_memory);
    contract_expect(c, PROMISE_AGAIN, same_marks(&scene, &again), "sketch of `%s`", words);
    const gg_scene real = sketch_of(c, here(c), side, action, &more_memory);
    contract_expect(c, PROMISE_SKETCH, same_marks(&scene, &real),
                    "`%s` is drawn otherwise in the view", words);
    contract_expect(c, PROMISE_SKETCH, scene.count < scene.limit, "the sketch of `%s` is full",
                    words);
    check_marks(c, PROMISE_SKETCH, &scene, words);
    const bool is_legal = c->rules->legal(c->view, side, action).reason == 0;
    for (uint32_t i = 0; i < scene.count; i++)
        contract_expect(c, PROMISE_SKETCH,
                        is_legal == ((scene.marks[i].flags & GG_FLAG_REFUSED) == 0)
                            || (!is_legal && (scene.marks[i].flags & GG_FLAG_GHOST) == 0),
                        "`%s` is %s and drawn as if not", words, is_legal ? "legal" : "refused");
    sketch_in_little_room(c, side, action);
}

/* ---- Words. ---- */

typedef struct spoken {
    const gg_action *action;
    gg_unit who;
    bool cut;
    char words[GG_SAY_MAX];
} spoken;

static spoken words_of(const contract *c, const gg_state *state, gg_side side,
                       const gg_action *action)
{
    spoken it = {.action = action, .who = action->who};
    gg_text out = gg_text_over(it.words, sizeof it.words);
    c->rules->say_action(state, side, action, &out);
    it.cut = out.cut;
    return it;
}

/* One line of plain text, that says something. */
static bool is_a_line(const char *words)
{
    for (const char *at = words; *at != '\0'; at++)
        if (*at < ' ' || *at > '~') return false;
    return words[0] != '\0' && words[0] != ' ' && words[strlen(words) - 1] != ' ';
}

static spoken check_words(contract *c, gg_side side, const gg_action *action)
{
    const char *notation = action_words(c->rules, here(c), action);
    const spoken it = words_of(c, c->view, side, action);
    contract_expect(c, PROMISE_SAY, is_a_line(it.words), "`%s` is said as `%s`", notation,
                    it.words);
    contract_expect(c, PROMISE_PLAIN, is_plain(it.words), "`%s` is said as `%s`", notation,
                    it.words);
    const spoken again = words_of(c, c->view, side, action);
    contract_expect(c, PROMISE_AGAIN, strcmp(it.words, again.words) == 0, "words of `%s`",
                    notation);
    const spoken real = words_of(c, here(c), side, action);
    contract_expect(c, PROMISE_SAY, strcmp(it.words, real.words) == 0,
                    "`%s` is `%s` in the view and `%s` in truth", notation, it.words, real.words);
    return it;
}

static int compare_spoken(const void *a, const void *b)
{
    const spoken *one = a, *other = b;
    return one->who != other->who ? (one->who < other->who ? -1 : 1)
                                  : strcmp(one->words, other->words);
}

static void check_all_words(contract *c, gg_side side, uint32_t count)
{
    spoken *all = malloc((count + 1) * sizeof *all);
    const uint64_t before = gg_hash(c->view, c->rules->state_bytes);
    for (uint32_t i = 0; i < count; i++) {
        all[i] = check_words(c, side, &c->offers[i]);
        contract_expect(c, PROMISE_SAY, !all[i].cut, "the words of `%s` are too long: %s",
                        action_words(c->rules, here(c), &c->offers[i]), all[i].words);
    }
    contract_expect(c, PROMISE_UNTOUCHED, gg_hash(c->view, c->rules->state_bytes) == before,
                    "say_action changed the view");
    qsort(all, count, sizeof *all, compare_spoken);
    for (uint32_t i = 1; i < count; i++) {
        char other[GG_ACTION_TEXT_MAX];
        gg_text out = gg_text_over(other, sizeof other);
        gg_write_action(c->rules, here(c), all[i - 1].action, &out);
        contract_expect(c, PROMISE_SAY, compare_spoken(&all[i - 1], &all[i]) != 0,
                        "`%s` and `%s` both read `%s`", other,
                        action_words(c->rules, here(c), all[i].action), all[i].words);
    }
    free(all);
}

/* Any action that can be read can be drawn and said. */
void check_sketch_of_text(contract *c, const gg_action *read)
{
    for (gg_side side = GG_BLUE; side <= GG_NOBODY; side++) {
        c->rules->view(here(c), side, c->view);
        check_sketch(c, side, read);
        check_words(c, side, read);
    }
}

/* ---- Aiming. ---- */

static const gg_mark *ghost_of(const gg_scene *scene)
{
    for (uint32_t i = 0; i < scene->count; i++)
        if (scene->marks[i].shape == GG_BLOCK && (scene->marks[i].flags & GG_FLAG_GHOST) != 0
            && scene->marks[i].unit != GG_NO_UNIT)
            return &scene->marks[i];
    return NULL;
}

static gg_unit target_of(const gg_scene *scene)
{
    for (uint32_t i = 0; i < scene->count; i++)
        if (scene->marks[i].shape == GG_ARROW && scene->marks[i].unit != GG_NO_UNIT
            && (scene->marks[i].role == GG_ROLE_plan_shot
                || scene->marks[i].role == GG_ROLE_plan_charge))
            return scene->marks[i].unit;
    return GG_NO_UNIT;
}

/* On a measured table a hand is as good as a ruler: a twentieth of its unit. */
static bool ends_there(const gg_scene *scene, gg_point place, int32_t off)
{
    for (uint32_t i = 0; i < scene->count; i++) {
        const gg_mark *mark = &scene->marks[i];
        const int32_t x = mark->to.x - place.x, y = mark->to.y - place.y;
        if (mark->shape == GG_BLOCK && (mark->flags & GG_FLAG_GHOST) != 0 && x <= off && x >= -off
            && y <= off && y >= -off)
            return true;
    }
    return false;
}

/* Does the unit stand there already? */
static bool stands_so(const gg_scene *drawn, const gg_mark *ghost)
{
    for (uint32_t i = 0; i < drawn->count; i++) {
        const gg_mark *mark = &drawn->marks[i];
        if (mark->shape == GG_BLOCK && mark->unit == ghost->unit && mark->at.x == ghost->at.x
            && mark->at.y == ghost->at.y && mark->facing == ghost->facing)
            return true;
    }
    return false;
}

/* The hand that puts the unit down where the ghost of an offer stands means that, or the like. */
static void check_aim(contract *c, gg_side side, const gg_action *offered, const gg_scene *drawn)
{
    static gg_scene_room memory, more_memory;
    const gg_scene scene = sketch_of(c, c->view, side, offered, &memory);
    const gg_mark *ghost = ghost_of(&scene);
    const gg_unit whom = target_of(&scene);
    if (ghost == NULL || (whom == GG_NO_UNIT && stands_so(drawn, ghost))) return;
    gg_action meant;
    const char *words = action_words(c->rules, here(c), offered);
    const bool is_meant =
        c->rules->hand->aim(c->view, side, ghost->unit, whom, ghost->to, ghost->facing, &meant);
    contract_expect(c, PROMISE_AIM, is_meant, "nothing is meant where `%s` ends", words);
    if (!is_meant) return;
    char said[GG_ACTION_TEXT_MAX];
    strcpy(said, words);
    words = action_words(c->rules, here(c), &meant);
    contract_expect(c, PROMISE_AIM, c->rules->legal(c->view, side, &meant).reason == 0,
                    "where `%s` ends, `%s` is meant and refused: %s", said, words,
                    c->rules->reasons[c->rules->legal(c->view, side, &meant).reason].id);
    const gg_scene other = sketch_of(c, c->view, side, &meant, &more_memory);
    if (whom == GG_NO_UNIT)
        contract_expect(c, PROMISE_AIM, ends_there(&other, ghost->to, drawn->cell == 0 ? 50 : 0),
                        "where `%s` ends, `%s` is meant and ends elsewhere", said, words);
    else
        contract_expect(c, PROMISE_AIM, target_of(&other) == whom,
                        "at the target of `%s`, `%s` is meant and has another", said, words);
}

static gg_unit any_unit(contract *c)
{
    const uint32_t picked = gg_dice_pick(&c->dice, c->rules->unit_count + 2u);
    return picked == c->rules->unit_count ? GG_NO_UNIT : (gg_unit)picked;
}

static gg_point any_place(contract *c, const gg_scene *drawn)
{
    const uint32_t width = (uint32_t)(drawn->high.x - drawn->low.x) + 1;
    const uint32_t height = (uint32_t)(drawn->high.y - drawn->low.y) + 1;
    const gg_point at = {drawn->low.x + (int32_t)gg_dice_pick(&c->dice, width),
                         drawn->low.y + (int32_t)gg_dice_pick(&c->dice, height)};
    if (gg_dice_pick(&c->dice, 16) == 0)
        return (gg_point){(int32_t)gg_dice_bits(&c->dice), (int32_t)gg_dice_bits(&c->dice)};
    return gg_scene_place(drawn, at);
}

/* Wherever a hand goes: nothing changes, and what it means can be written, read and judged. */
static void check_any_aim(contract *c, gg_side side, const gg_scene *drawn)
{
    gg_action meant, read;
    char words[GG_ACTION_TEXT_MAX];
    const uint64_t before = gg_hash(c->view, c->rules->state_bytes);
    const gg_unit who = any_unit(c), whom = gg_dice_pick(&c->dice, 2) ? GG_NO_UNIT : any_unit(c);
    const int32_t facing = (int32_t)gg_dice_pick(&c->dice, 3601) - 1;
    const bool is_meant =
        c->rules->hand->aim(c->view, side, who, whom, any_place(c, drawn), facing, &meant);
    contract_expect(c, PROMISE_UNTOUCHED, gg_hash(c->view, c->rules->state_bytes) == before,
                    "aim changed the view");
    if (!is_meant) return;
    gg_text out = gg_text_over(words, sizeof words);
    gg_write_action(c->rules, c->view, &meant, &out);
    gg_error error = gg_read_action(c->rules, c->view, words, &read);
    contract_expect(c, PROMISE_AIM, error.text == NULL && !out.cut,
                    "`%s` is meant and cannot be read back", words);
    if (error.text != NULL) return;
    contract_expect(c, PROMISE_AIM, memcmp(&meant, &read, sizeof read) == 0,
                    "`%s` is meant and reads back as another action", words);
    check_sketch(c, side, &meant);
}

/* ---- Going on. ---- */

static const gg_mark *way_of(const gg_scene *scene)
{
    for (uint32_t i = 0; i < scene->count; i++)
        if (scene->marks[i].shape == GG_PATH && scene->marks[i].corners > 0)
            return &scene->marks[i];
    return NULL;
}

/* Is the way of the first the beginning of the way of the second? */
static bool begins_as(const gg_scene *first, const gg_scene *second)
{
    const gg_mark *begun = way_of(first), *whole = way_of(second);
    if (begun == NULL) return true;
    return whole != NULL && whole->corners >= begun->corners
           && memcmp(first->points + begun->first, second->points + whole->first,
                     begun->corners * sizeof(gg_point))
                  == 0;
}

/* A little further than the ghost stands, or anywhere. */
static gg_point any_next_place(contract *c, const gg_scene *drawn, const gg_mark *ghost)
{
    enum { NEAR = 6000 };
    if (ghost == NULL || gg_dice_pick(&c->dice, 4) == 0) return any_place(c, drawn);
    return (gg_point){ghost->to.x + (int32_t)gg_dice_pick(&c->dice, 2 * NEAR + 1) - NEAR,
                      ghost->to.y + (int32_t)gg_dice_pick(&c->dice, 2 * NEAR + 1) - NEAR};
}

/* By a way-point more: the way there is still the same, and a legal one ends where it should. */
static void check_go_on(contract *c, gg_side side, const gg_action *begun, const gg_scene *drawn)
{
    static gg_scene_room memory, more_memory;
    const gg_ruleset *rules = c->rules;
    if (rules->hand->go_on == gg_no_way_points) return; /* and no die is spent on it */
    const gg_scene before = sketch_of(c, c->view, side, begun, &memory);
    const gg_point at = any_next_place(c, drawn, ghost_of(&before));
    const int32_t facing = (int32_t)gg_dice_pick(&c->dice, 3601) - 1;
    const uint64_t hash = gg_hash(c->view, rules->state_bytes);
    gg_action on, again;
    memset(&on, 0x5a, sizeof on);
    memset(&again, 0x5a, sizeof again);
    const bool goes = rules->hand->go_on(c->view, side, begun, at, facing, &on);
    contract_expect(c, PROMISE_UNTOUCHED, gg_hash(c->view, rules->state_bytes) == hash,
                    "go_on changed the view");
    const bool goes_again = rules->hand->go_on(c->view, side, begun, at, facing, &again);
    contract_expect(c, PROMISE_AGAIN, goes == goes_again && memcmp(&on, &again, sizeof on) == 0,
                    "go_on answers otherwise the second time");
    if (!goes) return;
    char said[GG_ACTION_TEXT_MAX];
    strcpy(said, action_words(rules, here(c), begun));
    const char *words = action_words(rules, here(c), &on);
    contract_expect(c, PROMISE_GO_ON, on.kind == begun->kind && on.who == begun->who,
                    "`%s` goes on as `%s`", said, words);
    const gg_scene after = sketch_of(c, c->view, side, &on, &more_memory);
    contract_expect(c, PROMISE_GO_ON, begins_as(&before, &after),
                    "`%s` goes on as `%s`, which begins otherwise", said, words);
    if (rules->legal(c->view, side, &on).reason == 0)
        contract_expect(c, PROMISE_GO_ON, ends_there(&after, at, 50),
                        "`%s` goes on to %d,%d as `%s`, which ends elsewhere", said, at.x, at.y,
                        words);
    check_action_text(c, here(c), side, &on);
    check_sketch(c, side, &on);
}

/* ---- Questions. ---- */

static bool same_answers(const gg_answer *a, const gg_answer *b)
{
    return a->yes == b->yes && a->clause == b->clause && a->verdict.reason == b->verdict.reason
           && a->verdict.had == b->verdict.had && a->verdict.needed == b->verdict.needed
           && a->ticks == b->ticks && a->unit == b->unit && a->from.x == b->from.x
           && a->from.y == b->from.y && a->to.x == b->to.x && a->to.y == b->to.y
           && strcmp(a->words, b->words) == 0;
}

static gg_question any_question(contract *c, int kind, const gg_scene *drawn)
{
    return (gg_question){
        .kind = (uint8_t)kind,
        .who = any_unit(c),
        .whom = gg_dice_pick(&c->dice, 3) == 0 ? GG_NO_UNIT : any_unit(c),
        .from = any_place(c, drawn),
        .to = any_place(c, drawn),
    };
}

static void check_answer(contract *c, const gg_question *question, const gg_answer *answer)
{
    const gg_ruleset *rules = c->rules;
    const bool in_tables = answer->clause < rules->clause_count
                           && answer->verdict.reason < rules->reason_count
                           && (answer->unit < rules->unit_count || answer->unit == GG_NO_UNIT);
    contract_expect(c, PROMISE_ASK, in_tables, "question %u: clause %u, reason %u, unit %u",
                    question->kind, answer->clause, answer->verdict.reason, answer->unit);
    contract_expect(c, PROMISE_ASK,
                    memchr(answer->words, '\0', sizeof answer->words) != NULL
                        && answer->words[0] != '\0' && strchr(answer->words, '{') == NULL,
                    "question %u is answered with no words", question->kind);
    contract_expect(c, PROMISE_ASK, answer->ticks >= -1, "question %u: %d ticks", question->kind,
                    answer->ticks);
    /* A reach may say why not further. */
    contract_expect(c, PROMISE_ASK,
                    !answer->yes || question->kind == GG_ASK_REACH || answer->verdict.reason == 0,
                    "question %u: yes, and yet `%s`", question->kind, answer->words);
}

static void check_question(contract *c, gg_side side, const gg_question *question)
{
    static gg_scene_room memory;
    gg_answer one, two;
    const uint64_t before = gg_hash(c->view, c->rules->state_bytes);
    memset(&one, 0x5a, sizeof one);
    memset(&two, 0xa5, sizeof two);
    memset(&memory, 0x5a, sizeof memory);
    gg_scene scene = gg_scene_in(&memory);
    c->rules->hand->ask(c->view, side, question, &one, &scene);
    contract_expect(c, PROMISE_UNTOUCHED, gg_hash(c->view, c->rules->state_bytes) == before,
                    "ask changed the view");
    c->rules->hand->ask(c->view, side, question, &two, NULL);
    check_answer(c, question, &one);
    contract_expect(c, PROMISE_AGAIN, same_answers(&one, &two),
                    "question %u is answered `%s`, and without a scene `%s`", question->kind,
                    one.words, two.words);
    contract_expect(c, PROMISE_ASK, scene.count < scene.limit, "question %u fills the scene",
                    question->kind);
    check_marks(c, PROMISE_ASK, &scene, one.words);
}

void check_before(contract *c, gg_side side)
{
    static gg_scene_room memory;
    const gg_ruleset *rules = c->rules;
    rules->view(here(c), side, c->view);
    gg_scene drawn = gg_scene_in(&memory);
    rules->draw(c->view, side, &drawn);
    const uint32_t count = rules->offer(here(c), side, c->offers, rules->actions_max);
    check_all_words(c, side, count);
    for (uint32_t i = 0; i < SAMPLE && count > 0; i++) {
        const gg_action offered = c->offers[gg_dice_pick(&c->dice, count)];
        check_sketch(c, side, &offered);
        check_aim(c, side, &offered, &drawn);
        check_any_aim(c, side, &drawn);
        check_go_on(c, side, &offered, &drawn);
    }
    contract_expect(c, PROMISE_AIM, true, "aimed");
    for (int kind = 0; kind < QUESTIONS; kind++) {
        const gg_question question = any_question(c, kind, &drawn);
        check_question(c, side, &question);
    }
}

/* Two positions that a side cannot tell apart look the same in its sketches, words and answers. */
void check_secret_before(contract *c, gg_side side, const gg_state *one, const gg_state *other)
{
    static gg_scene_room memory, more_memory;
    const gg_ruleset *rules = c->rules;
    const uint32_t count = rules->offer(one, side, c->offers, rules->actions_max);
    for (uint32_t i = 0; i < SAMPLE && count > 0; i++) {
        const gg_action offered = c->offers[gg_dice_pick(&c->dice, count)];
        const gg_scene first = sketch_of(c, one, side, &offered, &memory);
        const gg_scene second = sketch_of(c, other, side, &offered, &more_memory);
        contract_expect(c, PROMISE_SECRET, same_marks(&first, &second),
                        "%s sees a secret in the sketch of `%s`", gg_side_name(side),
                        action_words(rules, one, &offered));
        const spoken here_said = words_of(c, one, side, &offered);
        const spoken there_said = words_of(c, other, side, &offered);
        contract_expect(c, PROMISE_SECRET, strcmp(here_said.words, there_said.words) == 0,
                        "%s reads a secret: `%s` or `%s`", gg_side_name(side), here_said.words,
                        there_said.words);
    }
    gg_scene drawn = gg_scene_in(&memory);
    rules->draw(c->view, side, &drawn);
    for (int kind = 0; kind < QUESTIONS; kind++) {
        const gg_question question = any_question(c, kind, &drawn);
        gg_answer first, second;
        memset(&first, 0, sizeof first);
        memset(&second, 0, sizeof second);
        rules->view(one, side, c->view);
        rules->view(other, side, c->seen);
        rules->hand->ask(c->view, side, &question, &first, NULL);
        rules->hand->ask(c->seen, side, &question, &second, NULL);
        contract_expect(c, PROMISE_SECRET, same_answers(&first, &second),
                        "%s is told a secret by question %d: `%s` or `%s`", gg_side_name(side),
                        kind, first.words, second.words);
    }
}
