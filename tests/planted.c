/*
 * planted.c - proves that the alarms ring: drill with one function broken at a time, and the
 * promise of the contract that must be found broken.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "core/action.h"
#include "core/position.h"
#include "contract.h"

static const gg_ruleset *real; /* drill as it is */
static uint32_t calls;         /* what a ruleset must not have: memory between calls */

static uint8_t *bytes_of(const gg_state *state)
{
    return (uint8_t *)(uintptr_t)state; /* const is cast away on purpose: these are bugs */
}

static bool now_and_then(uint32_t often) { return ++calls % often == 0; }

/* ---- Play. ---- */

/* A game that begins otherwise the second time. */
static const char *begins_anew(gg_state *state, const int32_t *options)
{
    static int times;
    const char *broken = real->settle(state, options);
    if (broken == NULL && options != NULL && times++ % 2 != 0) bytes_of(state)[0] ^= 1;
    return broken;
}

static const char *lets_nobody_begin(gg_state *state, const int32_t *options)
{
    const char *broken = real->settle(state, options);
    return broken == NULL && options != NULL ? "not today" : broken;
}

static gg_turn wins_early(const gg_state *state)
{
    gg_turn turn = real->turn(state);
    if (!turn.over && turn.round > 1) turn.winner = GG_BLUE;
    return turn;
}

/* Everything offered is said to be all, and of the marches none is offered. */
static gg_turn says_whole(const gg_state *state)
{
    gg_turn turn = real->turn(state);
    turn.whole = 1;
    return turn;
}

static uint32_t offers_the_last(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    uint32_t count = real->offer(state, side, out, limit);
    if (count == 0) return 0;
    out[0] = out[count - 1];
    return 1;
}

static int32_t scores_as_at_first(const gg_state *state, gg_side side, void *notes,
                                  int32_t own[GG_FEATURES_MAX])
{
    int32_t *first = notes;
    const int32_t score = real->score(state, side, NULL, own);
    if (first == NULL) return score;
    if (first[side] == 0) first[side] = score;
    return first[side];
}

static uint32_t offers_illegal(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    uint32_t count = real->offer(state, side, out, limit);
    if (count > 1) out[0] = (gg_action){.kind = 0, .who = GG_NO_UNIT, .whom = GG_NO_UNIT};
    return count;
}

static uint32_t offers_twice(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    uint32_t count = real->offer(state, side, out, limit);
    if (count > 2) out[1] = out[2];
    return count;
}

static uint32_t offers_to_others(const gg_state *state, gg_side side, gg_action *out,
                                 uint32_t limit)
{
    gg_turn turn = real->turn(state);
    if (turn.deciding == GG_SIDES_BLUE && side == GG_RED) side = GG_BLUE;
    return real->offer(state, side, out, limit);
}

static uint32_t offers_nothing(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    return real->turn(state).round == 2 ? 0 : real->offer(state, side, out, limit);
}

static uint32_t ignores_limit(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    (void)limit;
    return real->offer(state, side, out, real->actions_max);
}

static uint32_t offers_by_memory(const gg_state *state, gg_side side, gg_action *out,
                                 uint32_t limit)
{
    uint32_t count = real->offer(state, side, out, limit);
    if (count > 1 && now_and_then(5)) count--;
    return count;
}

static gg_verdict judges_with_effect(const gg_state *state, gg_side side, const gg_action *action)
{
    bytes_of(state)[0] ^= 1;
    return real->legal(state, side, action);
}

static gg_verdict has_no_reason(const gg_state *state, gg_side side, const gg_action *action)
{
    gg_verdict verdict = real->legal(state, side, action);
    if (verdict.reason != 0) verdict.reason = real->reason_count;
    return verdict;
}

static gg_verdict allows_anything(const gg_state *state, gg_side side, const gg_action *action)
{
    gg_turn turn = real->turn(state);
    if (!turn.over && side < GG_NOBODY && (turn.deciding >> side & 1) == 0)
        return (gg_verdict){0, 0, 0};
    return real->legal(state, side, action);
}

/* Judges by what the side cannot know: the whole state's hash. */
static gg_verdict peeks(const gg_state *state, gg_side side, const gg_action *action)
{
    gg_verdict verdict = real->legal(state, side, action);
    bool odd = gg_hash(state, real->state_bytes) & 1;
    if (verdict.reason != 0 && odd) verdict.needed++;
    return verdict;
}

static void remembers(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                      gg_log *log)
{
    real->apply(state, side, action, dice, log);
    if (now_and_then(7)) bytes_of(state)[0] ^= 1;
}

static void minds_the_log(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                          gg_log *log)
{
    real->apply(state, side, action, dice, log);
    if (log == NULL && dice->requests == 0) bytes_of(state)[4] ^= 1;
}

/* Whether the other side is asked depends on what was chosen in secret. */
static void closes_for_both(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                            gg_log *log)
{
    const bool secret = real->turn(state).secret;
    gg_action ready;
    real->apply(state, side, action, dice, log);
    if (!secret || side > GG_RED || action->item % 2 == 0) return;
    const gg_side other = (gg_side)!side;
    if (gg_read_action(real, state, "ready", &ready).text == NULL
        && real->legal(state, other, &ready).reason == 0)
        real->apply(state, other, &ready, dice, log);
}

static void cites_nothing(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                          gg_log *log)
{
    real->apply(state, side, action, dice, log);
    if (log != NULL && log->count > 0) log->events[log->count - 1].clause = 0;
}

/* Everybody may read the last thing that happened, secret or not. */
static void tells_secrets(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                          gg_log *log)
{
    real->apply(state, side, action, dice, log);
    if (log != NULL && log->count > 0) log->events[log->count - 1].seen_by = GG_SIDES_ALL;
}

/* Says that everything lies open where it does not. */
static void opens_early(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                        gg_log *log)
{
    real->apply(state, side, action, dice, log);
    if (real->turn(state).deciding == GG_SIDES_BOTH) gg_log_add(log, GG_REVEAL, 1);
}

static void rolls_on_the_sly(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                             gg_log *log)
{
    if (side != GG_NOBODY) gg_roll(dice, 6);
    real->apply(state, side, action, dice, log);
}

/* ---- Knowledge. ---- */

static void shows_all(const gg_state *state, gg_side side, gg_state *out)
{
    (void)side;
    memcpy(out, state, real->state_bytes);
}

static void fades(const gg_state *state, gg_side side, gg_state *out)
{
    real->view(state, side, out);
    bytes_of(out)[0] ^= 1;
}

static void fancies(const gg_state *view, gg_side side, gg_dice *dice, gg_state *out)
{
    real->guess(view, side, dice, out);
    bytes_of(out)[8] ^= 1; /* a file more or fewer */
}

static const gg_check *previews_nothing(const gg_state *view, gg_side side, const gg_action *action,
                                        void *query)
{
    (void)view, (void)side, (void)action, (void)query;
    return NULL;
}

static const gg_check *previews_wrong(const gg_state *view, gg_side side, const gg_action *action,
                                      void *query)
{
    const gg_check *check = real->preview(view, side, action, query);
    if (check == real->checks[0]) ((uint8_t *)query)[8] ^= 1; /* the files of the shooter */
    return check;
}

/* ---- Before deciding. ---- */

static void sketches_with_effect(const gg_state *view, gg_side side, const gg_action *action,
                                 gg_scene *scene)
{
    real->hand->sketch(view, side, action, scene);
    bytes_of(view)[0] ^= 1;
}

static void sketches_nonsense(const gg_state *view, gg_side side, const gg_action *action,
                              gg_scene *scene)
{
    real->hand->sketch(view, side, action, scene);
    if (scene->count > 0) scene->marks[scene->count - 1].role = GG_ROLES;
}

static void sketches_as_refused(const gg_state *view, gg_side side, const gg_action *action,
                                gg_scene *scene)
{
    real->hand->sketch(view, side, action, scene);
    for (uint32_t i = 0; i < scene->count; i++) scene->marks[i].flags |= GG_FLAG_REFUSED;
}

/* Draws something that depends on what the side cannot know. */
static void sketches_secrets(const gg_state *view, gg_side side, const gg_action *action,
                             gg_scene *scene)
{
    real->hand->sketch(view, side, action, scene);
    if (gg_hash(view, real->state_bytes) & 1) gg_scene_add(scene, GG_DISC, GG_ROLE_token);
}

static bool aims_beside(const gg_state *view, gg_side side, gg_unit who, gg_unit whom, gg_point at,
                        int32_t facing, gg_action *out)
{
    at.x += 2000;
    return real->hand->aim(view, side, who, whom, at, facing, out);
}

static bool aims_at_nothing(const gg_state *view, gg_side side, gg_unit who, gg_unit whom,
                            gg_point at, int32_t facing, gg_action *out)
{
    (void)view, (void)side, (void)who, (void)whom, (void)at, (void)facing, (void)out;
    return false;
}

static bool aims_with_the_wrong_hand(const gg_state *view, gg_side side, gg_unit who, gg_unit whom,
                                     gg_point at, int32_t facing, gg_action *out)
{
    if (!real->hand->aim(view, side, who, whom, at, facing, out)) return false;
    out->who = (gg_unit)(real->unit_count - 1 - out->who);
    return true;
}

/* Drill has no way-points: here is a march that forgets where it went first. */
static bool forgets_its_way(const gg_state *view, gg_side side, const gg_action *begun, gg_point at,
                            int32_t facing, gg_action *out)
{
    gg_unit who = begun->who;
    return who < real->unit_count && real->hand->aim(view, side, who, GG_NO_UNIT, at, facing, out)
           && out->kind == begun->kind;
}

static bool goes_on_as_another(const gg_state *view, gg_side side, const gg_action *begun,
                               gg_point at, int32_t facing, gg_action *out)
{
    (void)view, (void)side, (void)at, (void)facing;
    *out = *begun;
    out->who = (gg_unit)(real->unit_count - 1 - begun->who);
    return begun->who < real->unit_count;
}

static bool goes_nowhere(const gg_state *view, gg_side side, const gg_action *begun, gg_point at,
                         int32_t facing, gg_action *out)
{
    (void)view, (void)side, (void)at, (void)facing;
    *out = *begun;
    return true;
}

static bool goes_on_with_effect(const gg_state *view, gg_side side, const gg_action *begun,
                                gg_point at, int32_t facing, gg_action *out)
{
    (void)side, (void)begun, (void)at, (void)facing, (void)out;
    bytes_of(view)[0] ^= 1;
    return false;
}

static bool goes_on_by_memory(const gg_state *view, gg_side side, const gg_action *begun,
                              gg_point at, int32_t facing, gg_action *out)
{
    (void)view, (void)side, (void)at, (void)facing;
    *out = *begun;
    return now_and_then(3);
}

static void says_yes(const gg_state *view, gg_side side, const gg_question *question,
                     gg_answer *answer, gg_scene *scene)
{
    real->hand->ask(view, side, question, answer, scene);
    answer->yes = true;
}

static void says_nothing(const gg_state *view, gg_side side, const gg_question *question,
                         gg_answer *answer, gg_scene *scene)
{
    real->hand->ask(view, side, question, answer, scene);
    answer->words[0] = '\0';
}

static void minds_the_scene(const gg_state *view, gg_side side, const gg_question *question,
                            gg_answer *answer, gg_scene *scene)
{
    real->hand->ask(view, side, question, answer, scene);
    if (scene == NULL) answer->ticks++;
}

static void asks_with_effect(const gg_state *view, gg_side side, const gg_question *question,
                             gg_answer *answer, gg_scene *scene)
{
    real->hand->ask(view, side, question, answer, scene);
    bytes_of(view)[0] ^= 1;
}

static void says_no_word(const gg_state *view, gg_side side, const gg_action *action, gg_text *out)
{
    (void)view, (void)side, (void)action, (void)out;
}

/* The distance would tell the marches apart. */
static void says_the_same(const gg_state *view, gg_side side, const gg_action *action, gg_text *out)
{
    (void)view, (void)side;
    gg_put(out, action->whom < real->unit_count ? "fight" : "move");
}

static void says_too_much(const gg_state *view, gg_side side, const gg_action *action, gg_text *out)
{
    while (!out->cut) real->say_action(view, side, action, out);
}

static void says_coordinates(const gg_state *view, gg_side side, const gg_action *action,
                             gg_text *out)
{
    real->say_action(view, side, action, out);
    gg_put(out, " to 30.642,13.974");
}

static void says_secrets(const gg_state *view, gg_side side, const gg_action *action, gg_text *out)
{
    real->say_action(view, side, action, out);
    if (gg_hash(view, real->state_bytes) & 1) gg_put_char(out, '!');
}

static void says_with_effect(const gg_state *view, gg_side side, const gg_action *action,
                             gg_text *out)
{
    real->say_action(view, side, action, out);
    bytes_of(view)[0]++;
}

/* ---- Notation, pictures, invariants. ---- */

static const char *misreads(gg_state *state, const int32_t *options)
{
    const char *broken = real->settle(state, options);
    if (broken == NULL && options == NULL) bytes_of(state)[0] ^= 1;
    return broken;
}

/* Rows of actions with one field more, or with another one. */
enum { FIELDS_MAX = 16 };
static gg_action_def actions[UINT8_MAX];
static gg_field fields[UINT8_MAX][FIELDS_MAX];

static const char *adds_a_number(gg_scan *scan, const gg_state *state, void *base)
{
    gg_action *action = base;
    (void)scan, (void)state;
    action->args[GG_ARGS - 1] = 1;
    return NULL;
}

static const char *reads_beyond(gg_scan *scan, const gg_state *state, void *base)
{
    (void)state, (void)base;
    /* core/seat.c's own word has nothing behind it that may be looked at */
    if (strcmp(scan->text, "ready") != 0) scan->at = (uint32_t)strlen(scan->text) + 7;
    return "expected something else";
}

static void writes_nothing(const gg_state *state, const void *base, gg_text *out)
{
    (void)state, (void)base, (void)out;
}

static void plant_field(gg_ruleset *rules, gg_field bad, bool is_last)
{
    for (int kind = 0; kind < rules->action_count; kind++) {
        gg_action_def *row = &actions[kind];
        *row = real->actions[kind];
        const int count = is_last ? row->field_count : 0;
        gg_assert(count < FIELDS_MAX);
        if (count > 0) memcpy(fields[kind], row->fields, (size_t)count * sizeof bad);
        fields[kind][count] = bad;
        row->fields = fields[kind];
        row->field_count = (uint8_t)(count + 1);
    }
    rules->actions = actions;
}

static void plant_action(gg_ruleset *rules)
{
    plant_field(rules,
                (gg_field){.name = "more",
                           .lead = "",
                           .kind = GG_FIELD_OWN,
                           .flags = GG_FIELD_OPTIONAL,
                           .read = adds_a_number,
                           .write = writes_nothing},
                true);
}

static void plant_beyond(gg_ruleset *rules)
{
    plant_field(rules,
                (gg_field){.name = "less",
                           .lead = "",
                           .kind = GG_FIELD_OWN,
                           .read = reads_beyond,
                           .write = writes_nothing},
                false);
}

static void plant_words(gg_ruleset *rules)
{
    for (int kind = 0; kind < rules->action_count; kind++) {
        actions[kind] = real->actions[kind];
        actions[kind].word = real->actions[0].word;
    }
    rules->actions = actions;
}

static const char *complains(const gg_state *state)
{
    return real->turn(state).round > 1 ? "all is lost" : real->audit(state);
}

static void draws_too_much(const gg_state *view, gg_side side, gg_scene *scene)
{
    real->draw(view, side, scene);
    while (gg_scene_add(scene, GG_DISC, GG_ROLE_token) != NULL) continue;
}

static const char *breaks(const gg_state *state)
{
    gg_assert(real->turn(state).round < 2);
    return real->audit(state);
}

/* A feature that is another one each time. */
static int32_t appraises_by_memory(const gg_state *view, int32_t values[2][GG_FEATURES_MAX])
{
    (void)view;
    values[GG_BLUE][0] = now_and_then(2);
    values[GG_RED][0] = 0;
    return 0;
}

/* More of the game is over than there is. */
static int32_t appraises_too_much(const gg_state *view, int32_t values[2][GG_FEATURES_MAX])
{
    (void)view;
    values[GG_BLUE][0] = values[GG_RED][0] = 0;
    return 2000;
}

/* A feature that a side has none of, and one of it beside the score. */
static int32_t appraises_nothing(const gg_state *view, int32_t values[2][GG_FEATURES_MAX])
{
    (void)view;
    values[GG_BLUE][0] = values[GG_RED][0] = 0;
    return 0;
}

static int32_t scores_one_more(const gg_state *view, gg_side side, void *notes,
                               int32_t own[GG_FEATURES_MAX])
{
    if (own != NULL) own[0] = 1;
    return real->score(view, side, notes, NULL);
}

/* ---- The alarms. ---- */

typedef struct bug {
    const char *what;
    promise alarm;
    void (*plant)(gg_ruleset *);
} bug;

#define BUG(name, member, function)                                                                \
    static void plant_##name(gg_ruleset *rules) { rules->member = function; }
#define HAND_BUG(name, member, function)                                                           \
    static void plant_##name(gg_ruleset *rules)                                                    \
    {                                                                                              \
        static gg_hand_rules hand;                                                                 \
        hand = *rules->hand;                                                                       \
        hand.member = function;                                                                    \
        rules->hand = &hand;                                                                       \
    }
BUG(setup, settle, begins_anew)
BUG(never, settle, lets_nobody_begin)
BUG(turn, turn, wins_early)
BUG(illegal, offer, offers_illegal)
BUG(twice, offer, offers_twice)
BUG(others, offer, offers_to_others)
BUG(nothing, offer, offers_nothing)
BUG(limit, offer, ignores_limit)
BUG(memory, offer, offers_by_memory)
BUG(effect, legal, judges_with_effect)
BUG(reason, legal, has_no_reason)
BUG(anything, legal, allows_anything)
BUG(peeks, legal, peeks)
BUG(remembers, apply, remembers)
BUG(log, apply, minds_the_log)
BUG(cites, apply, cites_nothing)
BUG(tells, apply, tells_secrets)
BUG(opens, apply, opens_early)
BUG(closes, apply, closes_for_both)
BUG(sly, apply, rolls_on_the_sly)
BUG(shows, view, shows_all)
BUG(fades, view, fades)
BUG(fancies, guess, fancies)
BUG(unseen, preview, previews_nothing)
BUG(wrong, preview, previews_wrong)
HAND_BUG(sketch_effect, sketch, sketches_with_effect)
HAND_BUG(nonsense, sketch, sketches_nonsense)
HAND_BUG(refused, sketch, sketches_as_refused)
HAND_BUG(sketch_secret, sketch, sketches_secrets)
HAND_BUG(beside, aim, aims_beside)
HAND_BUG(aimless, aim, aims_at_nothing)
HAND_BUG(wrong_hand, aim, aims_with_the_wrong_hand)
HAND_BUG(forgets, go_on, forgets_its_way)
HAND_BUG(another, go_on, goes_on_as_another)
HAND_BUG(nowhere, go_on, goes_nowhere)
HAND_BUG(on_effect, go_on, goes_on_with_effect)
HAND_BUG(on_memory, go_on, goes_on_by_memory)
HAND_BUG(yes, ask, says_yes)
HAND_BUG(wordless, ask, says_nothing)
HAND_BUG(scene, ask, minds_the_scene)
HAND_BUG(ask_effect, ask, asks_with_effect)
BUG(silent, say_action, says_no_word)
BUG(same_words, say_action, says_the_same)
BUG(long_words, say_action, says_too_much)
BUG(coordinates, say_action, says_coordinates)
BUG(secret_words, say_action, says_secrets)
BUG(say_effect, say_action, says_with_effect)
BUG(misreads, settle, misreads)
BUG(audit, audit, complains)
BUG(breaks, audit, breaks)
BUG(draws, draw, draws_too_much)
#undef HAND_BUG
#undef BUG

/* Every sentence of the log is another. */
static void plant_sayings(gg_ruleset *rules, const char *text)
{
    static gg_saying sayings[UINT8_MAX];
    for (int i = 0; i < rules->saying_count; i++) {
        sayings[i] = rules->sayings[i];
        sayings[i].text = text;
    }
    rules->sayings = sayings;
}

static void plant_one_points(gg_ruleset *rules) { plant_sayings(rules, "blue has won, 1 points"); }

static void plant_no_reason(gg_ruleset *rules) { plant_sayings(rules, "blue wins"); }

/* A line that is there in every other round, and no row says what that follows from. */
static bool is_there_by_the_clock(const gg_state *state, uint32_t nth)
{
    (void)nth;
    return real->turn(state).round % 2 == 0;
}

static void plant_clock(gg_ruleset *rules)
{
    static gg_line_def lines[UINT8_MAX];
    memcpy(lines, rules->lines, rules->line_count * sizeof *lines);
    for (int row = 0; row < rules->line_count; row++)
        if (strcmp(lines[row].word, "initiative") == 0) lines[row].is_there = is_there_by_the_clock;
    rules->lines = lines;
}

static const gg_feature feature = {"planted", 100, 100, "a planted bug"};

static void plant_feature(gg_ruleset *rules)
{
    static gg_judgement_rules forgetful;
    forgetful = gg_no_judgement;
    forgetful.features = &feature;
    forgetful.feature_count = 1;
    forgetful.appraise = appraises_by_memory;
    rules->judgement = &forgetful;
}

static void plant_progress(gg_ruleset *rules)
{
    static gg_judgement_rules hasty;
    hasty = gg_no_judgement;
    hasty.features = &feature;
    hasty.feature_count = 1;
    hasty.appraise = appraises_too_much;
    rules->judgement = &hasty;
}

static void plant_own(gg_ruleset *rules)
{
    static gg_judgement_rules wrong;
    wrong = gg_no_judgement;
    wrong.features = &feature;
    wrong.feature_count = 1;
    wrong.appraise = appraises_nothing;
    rules->judgement = &wrong;
    rules->score = scores_one_more;
}

static void plant_whole(gg_ruleset *rules)
{
    rules->turn = says_whole;
    rules->offer = offers_the_last;
}

/* Eight bytes of notes behind drill's own: its actions count there, its lines do not. */
static void notes_what_it_did(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                              gg_log *log)
{
    real->apply(state, side, action, dice, log);
    bytes_of(state)[real->state_bytes]++;
}

static void plant_notes(gg_ruleset *rules)
{
    rules->note_bytes = 8;
    rules->state_bytes += rules->note_bytes;
    rules->apply = notes_what_it_did;
}

static void plant_scored(gg_ruleset *rules)
{
    rules->score_note_bytes = 2 * sizeof(int32_t);
    rules->score = scores_as_at_first;
}

static void plant_endless(gg_ruleset *rules) { rules->decisions_max = 12; }

static void plant_phases(gg_ruleset *rules) { rules->phase_count = 1; }

static const bug bugs[] = {
    {"settle() begins otherwise the second time", PROMISE_SETUP, plant_setup},
    {"settle() lets no game begin", PROMISE_SETUP, plant_never},
    {"turn() names a winner while the game goes on", PROMISE_TURN, plant_turn},
    {"turn() names a phase that is not there", PROMISE_TURN, plant_phases},
    {"offer() offers what is not legal", PROMISE_LEGAL, plant_illegal},
    {"offer() offers something twice", PROMISE_UNIQUE, plant_twice},
    {"offer() offers to a side that does not decide", PROMISE_ASKED, plant_others},
    {"offer() offers nothing", PROMISE_WAY_ON, plant_nothing},
    {"turn() says that one offer of many is all there is", PROMISE_WHOLE, plant_whole},
    {"offer() writes past its limit", PROMISE_UNTOUCHED, plant_limit},
    {"offer() remembers the last call", PROMISE_AGAIN, plant_memory},
    {"legal() changes the state", PROMISE_UNTOUCHED, plant_effect},
    {"legal() gives no known reason", PROMISE_GARBAGE, plant_reason},
    {"legal() lets a side act that does not decide", PROMISE_GARBAGE, plant_anything},
    {"legal() judges by what is hidden", PROMISE_VIEW_LEGAL, plant_peeks},
    {"apply() remembers the last call", PROMISE_APPLY, plant_remembers},
    {"apply() does something else without a log", PROMISE_APPLY, plant_log},
    {"a line follows from what its row does not say", PROMISE_HASH, plant_clock},
    {"apply() keeps notes that nobody would make", PROMISE_NOTES, plant_notes},
    {"score() keeps what no longer holds", PROMISE_SCORED, plant_scored},
    {"apply() tells an event without a clause", PROMISE_CITES, plant_cites},
    {"apply() tells a secret", PROMISE_SECRET, plant_tells},
    {"apply() opens what is still hidden", PROMISE_SECRET, plant_opens},
    {"apply() asks others by what was chosen in secret", PROMISE_WORLDS, plant_closes},
    {"view() shows one world and not the other", PROMISE_WORLDS, plant_shows},
    {"apply() rolls a die that was not foretold", PROMISE_PREVIEW, plant_sly},
    {"view() shows what is hidden", PROMISE_SECRET, plant_shows},
    {"view() of a view is another", PROMISE_VIEW_VIEW, plant_fades},
    {"guess() contradicts the view", PROMISE_GUESS, plant_fancies},
    {"preview() foretells nothing", PROMISE_PREVIEW, plant_unseen},
    {"preview() foretells another roll", PROMISE_PREVIEW, plant_wrong},
    {"sketch() changes the state", PROMISE_UNTOUCHED, plant_sketch_effect},
    {"sketch() draws what there is no role for", PROMISE_SKETCH, plant_nonsense},
    {"sketch() draws a legal action as refused", PROMISE_SKETCH, plant_refused},
    {"sketch() draws what is hidden", PROMISE_SKETCH, plant_sketch_secret},
    {"sketch() lets a choice be seen", PROMISE_SECRET, plant_sketch_secret},
    {"aim() means another place", PROMISE_AIM, plant_beside},
    {"aim() means nothing", PROMISE_AIM, plant_aimless},
    {"aim() means another unit", PROMISE_AIM, plant_wrong_hand},
    {"go_on() forgets its way", PROMISE_GO_ON, plant_forgets},
    {"go_on() means another unit", PROMISE_GO_ON, plant_another},
    {"go_on() goes nowhere", PROMISE_GO_ON, plant_nowhere},
    {"go_on() changes the state", PROMISE_UNTOUCHED, plant_on_effect},
    {"go_on() remembers", PROMISE_AGAIN, plant_on_memory},
    {"ask() says yes and why not", PROMISE_ASK, plant_yes},
    {"ask() has no words", PROMISE_ASK, plant_wordless},
    {"ask() answers otherwise without a scene", PROMISE_AGAIN, plant_scene},
    {"ask() changes the state", PROMISE_UNTOUCHED, plant_ask_effect},
    {"say_action() says nothing", PROMISE_SAY, plant_silent},
    {"say_action() says the same of two", PROMISE_SAY, plant_same_words},
    {"say_action() says too much", PROMISE_SAY, plant_long_words},
    {"say_action() says coordinates", PROMISE_PLAIN, plant_coordinates},
    {"a saying speaks of 1 points", PROMISE_PLAIN, plant_one_points},
    {"the end says only who wins", PROMISE_REASON, plant_no_reason},
    {"say_action() says what is hidden", PROMISE_SAY, plant_secret_words},
    {"say_action() lets a choice be heard", PROMISE_SECRET, plant_secret_words},
    {"say_action() changes the state", PROMISE_UNTOUCHED, plant_say_effect},
    {"settle() makes another position", PROMISE_STATE_TEXT, plant_misreads},
    {"a field is read beyond the end", PROMISE_BAD_TEXT, plant_beyond},
    {"a field reads another action", PROMISE_MOVE_TEXT, plant_action},
    {"a row writes another action", PROMISE_MOVE_TEXT, plant_words},
    {"audit() finds something", PROMISE_AUDIT, plant_audit},
    {"an assertion breaks", PROMISE_SOUND, plant_breaks},
    {"appraise() remembers", PROMISE_JUDGE, plant_feature},
    {"appraise() finds more of the game over than there is", PROMISE_JUDGE, plant_progress},
    {"score() finds more of a feature than appraise()", PROMISE_OWN, plant_own},
    {"draw() fills the scene", PROMISE_DRAW, plant_draws},
    {"the game goes on for ever", PROMISE_ENDS, plant_endless},
};

/* Of what lies face down a view tells what it is called: its notes are the state's. */
static void names_the_hidden(const gg_state *state, gg_side side, gg_state *out)
{
    const uint32_t notes = real->state_bytes - real->note_bytes;
    real->view(state, side, out);
    memcpy(bytes_of(out) + notes, bytes_of(state) + notes, real->note_bytes);
}

/* Everybody sees what is rolled for an order, also to a Brigade that lies face down. */
static void tells_orders(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                         gg_log *log)
{
    const uint32_t first = log == NULL ? 0 : log->count;
    real->apply(state, side, action, dice, log);
    for (uint32_t i = first; log != NULL && i < log->count; i++)
        if (log->events[i].kind == GG_ROLL) log->events[i].seen_by = GG_SIDES_ALL;
}

static void plant_names(gg_ruleset *rules) { rules->view = names_the_hidden; }
static void plant_orders(gg_ruleset *rules) { rules->apply = tells_orders; }

/* A name decides nothing, and an order is given by one side only: these need a game with fog. */
static const bug fog_bugs[] = {
    {"view() names what is hidden", PROMISE_WORLDS, plant_names},
    {"apply() tells what was rolled for a secret order", PROMISE_SECRET, plant_orders},
};

static void check_fog(const bug *planted)
{
    enum { GAMES = 3 };
    gg_ruleset rules = *real;
    planted->plant(&rules);
    contract *c = contract_make(&rules, rules.scenario_count - 1);
    for (uint32_t i = 0; i < rules.option_count; i++) {
        if (strcmp(rules.options[i].name, "fog") == 0) c->fixed[i] = 1;
        if (strcmp(rules.options[i].name, "turns") == 0) c->fixed[i] = 2;
    }
    for (uint64_t game = 1; game <= GAMES && c->broken[planted->alarm] == 0; game++)
        contract_play(c, game, true);
    if (c->broken[planted->alarm] > 0) tap_ok("found: %s", planted->what);
    else tap_not_ok("found: %s", planted->what);
    contract_free(c);
}

/* Whoever is caught by an assertion is left by a jump, and the room it had stays behind: what the
   address sanitizer calls a leak is none here. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "detect_leaks=0"; }

int main(void)
{
    enum { GAMES = 12 };
    real = ruleset_named("drill");
    if (real == NULL) {
        tap_not_ok("there is a ruleset drill");
        return tap_done();
    }
    for (size_t i = 0; i < sizeof bugs / sizeof *bugs; i++) {
        gg_ruleset rules = *real;
        bugs[i].plant(&rules);
        calls = 0;
        contract *c = contract_make(&rules, 0);
        for (uint64_t game = 1; game <= GAMES && c->broken[bugs[i].alarm] == 0; game++)
            contract_play(c, game, true);
        if (c->broken[bugs[i].alarm] > 0) tap_ok("found: %s", bugs[i].what);
        else tap_not_ok("found: %s", bugs[i].what);
        contract_free(c);
    }
    real = ruleset_named("clausewitz");
    for (size_t i = 0; real != NULL && i < sizeof fog_bugs / sizeof *fog_bugs; i++)
        check_fog(&fog_bugs[i]);
    return tap_done();
}
