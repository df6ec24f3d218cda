/*
 * contract_questions.c - promises about one position: offers, views, notation, pictures, garbage.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "core/action.h"
#include "contract.h"
#include "core/judgement.h"
#include "core/picture.h"
#include "core/position.h"
#include "core/state_hash.h"

static const gg_state *here(const contract *c) { return c->match->state; }

static bool decides(gg_turn turn, gg_side side)
{
    if (turn.over) return false;
    return side == GG_NOBODY ? turn.deciding == 0 : (turn.deciding >> side & 1) != 0;
}

static uint32_t offers_of(contract *c, const gg_state *state, gg_side side, gg_action *out)
{
    return c->rules->offer(state, side, out, c->rules->actions_max);
}

/* ---- Who decides what. ---- */

void check_turn(contract *c)
{
    gg_turn turn = c->rules->turn(here(c));
    contract_expect(c, PROMISE_TURN, turn.phase < c->rules->phase_count, "phase %u", turn.phase);
    contract_expect(c, PROMISE_TURN, turn.clause > 0 && turn.clause < c->rules->clause_count,
                    "clause %u", turn.clause);
    contract_expect(c, PROMISE_TURN, turn.winner <= GG_NOBODY && turn.over <= 1,
                    "winner %u, over %u", turn.winner, turn.over);
    contract_expect(c, PROMISE_TURN, turn.over || turn.winner == GG_NOBODY,
                    "%s has won and the game goes on", gg_side_name(turn.winner));
    contract_expect(c, PROMISE_TURN, (turn.deciding & ~GG_SIDES_BOTH) == 0, "deciding %u",
                    turn.deciding);
    uint32_t all = 0;
    for (gg_side side = GG_BLUE; side <= GG_NOBODY; side++) {
        uint32_t count = offers_of(c, here(c), side, c->offers);
        contract_expect(c, PROMISE_ASKED, count == 0 || decides(turn, side),
                        "%s is offered %u actions and does not decide", gg_side_name(side), count);
        contract_expect(c, PROMISE_WAY_ON, count > 0 || !decides(turn, side),
                        "%s decides and is offered nothing", gg_side_name(side));
        contract_expect(c, PROMISE_WAY_ON, side != GG_NOBODY || count <= 1,
                        "nobody is offered %u steps", count);
        all += count;
    }
    contract_expect(c, PROMISE_WAY_ON, all > 0 || turn.over, "a dead end");
}

/* A smaller limit gives as many, the first of them, and writes no further. */
static void check_fewer(contract *c, gg_side side, uint32_t count, uint32_t limit)
{
    memset(c->more, 0x5a, (count + 1) * sizeof *c->more);
    uint32_t fewer = c->rules->offer(here(c), side, c->more, limit);
    contract_expect(c, PROMISE_AGAIN,
                    fewer == limit && memcmp(c->more, c->offers, fewer * sizeof *c->more) == 0,
                    "with a limit of %u %u others are offered", limit, fewer);
    const uint8_t *after = (const uint8_t *)(c->more + limit);
    for (size_t i = 0; i < sizeof *c->more; i++)
        contract_expect(c, PROMISE_UNTOUCHED, after[i] == 0x5a,
                        "an offer was written past its limit");
}

void check_score(contract *c)
{
    const gg_ruleset *rules = c->rules;
    for (gg_side of = GG_BLUE; of <= GG_RED && rules->score_note_bytes > 0; of++) {
        const int32_t kept = rules->score(here(c), of, c->notes, NULL);
        const int32_t anew = rules->score(here(c), of, NULL, NULL);
        contract_expect(c, PROMISE_SCORED, kept == anew, "scored anew %d, %d by what was kept",
                        anew, kept);
    }
}

void check_offers(contract *c, gg_side side)
{
    uint32_t count = offers_of(c, here(c), side, c->offers);
    check_score(c);
    contract_expect(c, PROMISE_LEGAL, count <= c->rules->actions_max,
                    "%u offers, actions_max is %u", count, c->rules->actions_max);
    for (uint32_t i = 0; i < count; i++) {
        gg_verdict verdict = c->rules->legal(here(c), side, &c->offers[i]);
        contract_expect(c, PROMISE_LEGAL, verdict.reason == 0, "%s is offered `%s`, refused for %s",
                        gg_side_name(side), action_words(c->rules, here(c), &c->offers[i]),
                        verdict.reason < c->rules->reason_count
                            ? c->rules->reasons[verdict.reason].id
                            : "no known reason");
        for (uint32_t j = i + 1; j < count; j++)
            if (memcmp(&c->offers[i], &c->offers[j], sizeof *c->offers) == 0)
                contract_expect(c, PROMISE_UNIQUE, false, "`%s` is offered twice",
                                action_words(c->rules, here(c), &c->offers[i]));
        contract_expect(c, PROMISE_UNIQUE, true, "unique");
    }
    check_fewer(c, side, count, count / 2);
    if (count > 2) check_fewer(c, side, count, 2); /* what a match asks for: one, or more? */
}

/* ---- Questions have no memory and no effects. ---- */

void check_answers(contract *c, gg_side side)
{
    const gg_ruleset *rules = c->rules;
    static gg_scene_room memory;
    union {
        max_align_t aligned;
        uint8_t bytes[GG_QUERY_BYTES_MAX];
    } query;
    uint64_t before = gg_hash(here(c), rules->state_bytes);
    gg_turn one = rules->turn(here(c));
    uint32_t count = offers_of(c, here(c), side, c->offers);
    int32_t score = side == GG_NOBODY ? 0 : rules->score(here(c), side, NULL, NULL);
    for (uint32_t i = 0; i < count; i++) {
        rules->legal(here(c), side, &c->offers[i]);
        rules->preview(here(c), side, &c->offers[i], query.bytes);
    }
    rules->view(here(c), side, c->view);
    gg_dice dice = gg_dice_random(c->seed);
    rules->guess(c->view, side, &dice, c->copy);
    gg_scene scene = gg_scene_in(&memory);
    rules->draw(here(c), side, &scene);
    gg_text out = gg_text_over(c->text, TEXT_MAX);
    gg_write_position(rules, here(c), &out);
    gg_audit(rules, here(c));
    contract_expect(c, PROMISE_UNTOUCHED, gg_hash(here(c), rules->state_bytes) == before,
                    "a question changed the state");
    gg_turn two = rules->turn(here(c));
    contract_expect(c, PROMISE_AGAIN,
                    one.deciding == two.deciding && one.phase == two.phase && one.over == two.over
                        && one.winner == two.winner && one.round == two.round
                        && one.clause == two.clause,
                    "turn");
    uint32_t again = offers_of(c, here(c), side, c->more);
    contract_expect(c, PROMISE_AGAIN,
                    count == again && memcmp(c->offers, c->more, count * sizeof *c->more) == 0,
                    "offer");
    contract_expect(c, PROMISE_AGAIN,
                    side == GG_NOBODY || rules->score(here(c), side, NULL, NULL) == score, "score");
}

/* From what a side may know: the chances of both add up, and asking twice changes nothing. */
void check_judgement(contract *c, gg_side side)
{
    const gg_ruleset *rules = c->rules;
    int32_t one[2][GG_FEATURES_MAX], two[2][GG_FEATURES_MAX];
    if (side == GG_NOBODY) return;
    rules->view(here(c), side, c->view);
    memset(one, 0x55, sizeof one);
    memset(two, 0xaa, sizeof two);
    const int32_t over = rules->judgement->appraise(c->view, one);
    contract_expect(c, PROMISE_JUDGE, over >= 0 && over <= GG_PROGRESS_OVER, "%d of it is over",
                    over);
    contract_expect(c, PROMISE_JUDGE, rules->judgement->appraise(c->view, two) == over,
                    "asked again");
    for (uint32_t i = 0; i < rules->judgement->feature_count; i++)
        contract_expect(c, PROMISE_JUDGE, one[0][i] == two[0][i] && one[1][i] == two[1][i],
                        "%s: not told, or another one when asked again",
                        rules->judgement->features[i].id);
    if (!rules->turn(c->view).over) rules->score(c->view, side, NULL, two[0]);
    for (uint32_t i = 0; i < rules->judgement->feature_count && !rules->turn(c->view).over; i++)
        contract_expect(c, PROMISE_OWN, two[0][i] == one[side][i], "%s: %d, %d by the score",
                        rules->judgement->features[i].id, one[side][i], two[0][i]);
    const int32_t blue = gg_chance_to_win(rules, c->view, GG_BLUE);
    const int32_t red = gg_chance_to_win(rules, c->view, GG_RED);
    contract_expect(c, PROMISE_JUDGE, blue >= 0 && red >= 0 && blue + red == GG_CHANCE_SURE,
                    "blue wins in %d and red in %d of 10000", blue, red);
}

/* ---- Notation. ---- */

/* Writes and reads; memory that was not overwritten would show as 0x5a. */
static void check_text_of(contract *c, promise promised, const gg_state *state, const char *what)
{
    gg_text out = gg_text_over(c->text, TEXT_MAX);
    gg_write_position(c->rules, state, &out);
    contract_expect(c, promised, !out.cut, "%s is longer than %d bytes", what, TEXT_MAX);
    memset(c->copy, 0x5a, c->rules->state_bytes);
    gg_error error = gg_read_position(c->rules, c->text, c->copy);
    uint32_t line, column;
    gg_text_place(c->text, error.at, &line, &column);
    contract_expect(c, promised, error.text == NULL, "%s: line %u, column %u: %s\n%.1500s", what,
                    line, column, error.text, c->text);
    if (error.text != NULL) return;
    size_t at = 0, notes = c->rules->note_bytes;
    const uint8_t *one = (const uint8_t *)state, *two = (const uint8_t *)c->copy;
    if (notes > 0)
        contract_expect(
            c, PROMISE_NOTES,
            memcmp(one + c->rules->state_bytes - notes, two + c->rules->state_bytes - notes, notes)
                == 0,
            "%s: its notes would be made otherwise\n%.1500s", what, c->text);
    while (at < c->rules->state_bytes && one[at] == two[at]) at++;
    contract_expect(c, promised, at == c->rules->state_bytes,
                    "%s: byte %zu was %u and comes back as %u\n%.1500s", what, at, one[at], two[at],
                    c->text);
    contract_expect(c, PROMISE_HASH,
                    gg_state_hash(c->rules, state) == gg_state_hash(c->rules, c->copy),
                    "%s: it has another hash when it is read\n%.1500s", what, c->text);
    out = gg_text_over(c->more_text, TEXT_MAX);
    gg_write_position(c->rules, c->copy, &out);
    contract_expect(c, promised, strcmp(c->text, c->more_text) == 0, "%s: written otherwise again",
                    what);
}

void check_position_text(contract *c) { check_text_of(c, PROMISE_STATE_TEXT, here(c), "position"); }

void check_texts(contract *c)
{
    check_position_text(c);
    for (gg_side side = GG_BLUE; side <= GG_NOBODY; side++) {
        c->rules->view(here(c), side, c->view);
        check_text_of(c, PROMISE_VIEW_TEXT, c->view, gg_side_name(side));
    }
    const char *broken = gg_audit(c->rules, here(c));
    contract_expect(c, PROMISE_AUDIT, broken == NULL, "%s", broken);
}

/* ---- Views. ---- */

static void check_view_for(contract *c, gg_side side)
{
    const gg_ruleset *rules = c->rules;
    memset(c->view, 0x5a, rules->state_bytes);
    memset(c->seen, 0xa5, rules->state_bytes);
    rules->view(here(c), side, c->view);
    rules->view(here(c), side, c->seen);
    contract_expect(c, PROMISE_VIEW_VIEW, same_state(rules, c->view, c->seen),
                    "two views of %s differ", gg_side_name(side));
    rules->view(c->view, side, c->seen);
    contract_expect(c, PROMISE_VIEW_VIEW, same_state(rules, c->view, c->seen),
                    "the view of %s's view differs", gg_side_name(side));
    memset(c->copy, 0x5a, rules->state_bytes);
    gg_dice dice = gg_dice_random(gg_dice_bits(&c->dice));
    rules->guess(c->view, side, &dice, c->copy);
    rules->view(c->copy, side, c->seen);
    contract_expect(c, PROMISE_GUESS, same_state(rules, c->view, c->seen),
                    "%s guesses a position that would look otherwise", gg_side_name(side));
    const char *broken = gg_audit(rules, c->copy);
    contract_expect(c, PROMISE_GUESS, broken == NULL, "%s guesses an unsound position: %s",
                    gg_side_name(side), broken);
}

void check_views(contract *c)
{
    const gg_ruleset *rules = c->rules;
    gg_turn turn = rules->turn(here(c));
    for (gg_side side = GG_BLUE; side <= GG_NOBODY; side++) {
        check_view_for(c, side);
        if (!decides(turn, side)) continue;
        uint32_t count = offers_of(c, here(c), side, c->offers);
        uint32_t seen = offers_of(c, c->view, side, c->more);
        contract_expect(c, PROMISE_VIEW_LEGAL,
                        count == seen && memcmp(c->offers, c->more, count * sizeof *c->more) == 0,
                        "%s is offered %u actions and sees %u", gg_side_name(side), count, seen);
        for (uint32_t i = 0; i < count; i++) {
            gg_verdict verdict = rules->legal(c->view, side, &c->offers[i]);
            contract_expect(c, PROMISE_VIEW_LEGAL, verdict.reason == 0,
                            "`%s` is refused in the view",
                            action_words(rules, here(c), &c->offers[i]));
        }
    }
}

/* ---- Pictures. ---- */

/* Seen from the north: every mark lies as far from the other corner, and nothing else is new. */
static void check_turned(contract *c, gg_scene *scene)
{
    static gg_scene_room kept;
    const gg_scene before = *scene;
    memcpy(kept.marks, scene->marks, scene->count * sizeof *scene->marks);
    memcpy(kept.points, scene->points, scene->point_count * sizeof *scene->points);
    gg_scene_turn(scene, scene);
    for (uint32_t i = 0; i < scene->count; i++) {
        const gg_mark *mark = &scene->marks[i], *old = &kept.marks[i];
        const gg_point both = {scene->low.x + scene->high.x, scene->low.y + scene->high.y};
        const int32_t cell = scene->cell > 0 && mark->shape == GG_CELL ? scene->cell : 1;
        const int32_t last = mark->shape == GG_CELL && scene->cell > 0;
        contract_expect(c, PROMISE_TURN_TABLE,
                        mark->at.x + old->at.x == both.x / cell - last
                            && mark->at.y + old->at.y == both.y / cell - last,
                        "mark %u at %d,%d goes to %d,%d", i, old->at.x, old->at.y, mark->at.x,
                        mark->at.y);
        contract_expect(c, PROMISE_TURN_TABLE,
                        old->facing < 0 ? mark->facing == old->facing
                                        : mark->facing == (old->facing + 1800) % 3600,
                        "mark %u faces %d and then %d", i, old->facing, mark->facing);
        contract_expect(c, PROMISE_TURN_TABLE,
                        mark->unit == old->unit && mark->role == old->role
                            && mark->flags == old->flags && strcmp(mark->label, old->label) == 0,
                        "mark %u is another thing", i);
    }
    gg_text out = gg_text_over(c->text, TEXT_MAX);
    gg_svg_board(scene, &out);
    contract_expect(c, PROMISE_TURN_TABLE, !out.cut && out.count > 0, "the turned picture");
    gg_scene_turn(scene, scene);
    contract_expect(
        c, PROMISE_TURN_TABLE,
        scene->turned == before.turned
            && memcmp(kept.marks, scene->marks, scene->count * sizeof *scene->marks) == 0
            && memcmp(kept.points, scene->points, scene->point_count * sizeof *scene->points) == 0,
        "turned round and back it is another");
}

void check_picture(contract *c)
{
    static gg_scene_room memory;
    for (gg_side side = GG_BLUE; side <= GG_NOBODY; side++) {
        c->rules->view(here(c), side, c->view);
        memset(&memory, 0x5a, sizeof memory);
        gg_scene scene = gg_scene_in(&memory);
        c->rules->draw(c->view, side, &scene);
        contract_expect(c, PROMISE_DRAW, scene.count < scene.limit, "the scene is full");
        for (uint32_t i = 0; i < scene.count; i++) {
            const gg_mark *mark = &scene.marks[i];
            contract_expect(c, PROMISE_DRAW,
                            mark->shape <= GG_RESERVE && mark->role < GG_ROLES
                                && mark->side <= GG_NOBODY
                                && (mark->unit < c->rules->unit_count || mark->unit == GG_NO_UNIT)
                                && memchr(mark->label, '\0', sizeof mark->label) != NULL,
                            "mark %u: shape %u, role %u, side %u, unit %u", i, mark->shape,
                            mark->role, mark->side, mark->unit);
        }
        gg_text out = gg_text_over(c->text, TEXT_MAX);
        gg_picture_text(&scene, false, &out);
        contract_expect(c, PROMISE_DRAW, !out.cut && out.count > 0, "the text picture");
        for (uint32_t i = 0; i < out.count; i++)
            contract_expect(c, PROMISE_DRAW, c->text[i] != '\033',
                            "colours without being asked for");
        out = gg_text_over(c->text, TEXT_MAX);
        gg_picture_text(&scene, true, &out);
        contract_expect(c, PROMISE_DRAW, !out.cut, "the coloured picture");
        out = gg_text_over(c->text, TEXT_MAX);
        gg_picture_svg(&scene, &out);
        contract_expect(c, PROMISE_DRAW, !out.cut && strstr(c->text, "</svg>") != NULL,
                        "the SVG picture");
        check_turned(c, &scene);
    }
}

/* ---- Garbage. ---- */

static uint32_t pick(contract *c, uint32_t count) { return gg_dice_pick(&c->dice, count); }

/* Any bytes at all, or an offered action with one field changed. */
static gg_action garbage_of(contract *c, const gg_action *offered)
{
    gg_action action = *offered;
    uint8_t *bytes = (uint8_t *)&action;
    switch (pick(c, 6)) {
    case 0:
        for (size_t i = 0; i < sizeof action; i++) bytes[i] = (uint8_t)pick(c, 256);
        break;
    case 1: bytes[pick(c, sizeof action)] = (uint8_t)pick(c, 256); break;
    case 2: action.kind = (uint8_t)pick(c, 16); break;
    case 3: action.who = (gg_unit)pick(c, c->rules->unit_count + 2u); break;
    case 4: action.args[pick(c, GG_ARGS)] = (int32_t)gg_dice_bits(&c->dice); break;
    default:
        action.at.x += (int32_t)pick(c, 5) - 2;
        action.whom = (gg_unit)pick(c, c->rules->unit_count + 2u);
        break;
    }
    return action;
}

/* What is legal can be done, and its notation means the same; bytes that the action does not use
 * need not come back. */
static void check_legal_garbage(contract *c, gg_side side, const gg_action *action)
{
    const gg_ruleset *rules = c->rules;
    const char *words = action_words(rules, here(c), action);
    gg_dice one = gg_dice_random(c->seed + c->step), two = one;
    memcpy(c->copy, here(c), rules->state_bytes);
    memcpy(c->second, here(c), rules->state_bytes);
    rules->apply(c->copy, side, action, &one, NULL);
    const char *broken = gg_audit(rules, c->copy);
    contract_expect(c, PROMISE_GARBAGE, broken == NULL, "after `%s`: %s", words, broken);
    gg_action read;
    gg_error error = gg_read_action(rules, here(c), words, &read);
    contract_expect(c, PROMISE_MOVE_TEXT, error.text == NULL, "`%s`: %s", words, error.text);
    if (error.text != NULL) return;
    gg_verdict verdict = rules->legal(here(c), side, &read);
    contract_expect(c, PROMISE_MOVE_TEXT, verdict.reason == 0, "`%s` is legal until it is written",
                    words);
    if (verdict.reason != 0) return;
    rules->apply(c->second, side, &read, &two, NULL);
    contract_expect(c, PROMISE_MOVE_TEXT, same_state(rules, c->copy, c->second),
                    "`%s` means something else when it is read back", words);
}

void check_garbage(contract *c, gg_side side, const gg_action *offered)
{
    const gg_ruleset *rules = c->rules;
    gg_action action = garbage_of(c, offered);
    for (gg_side asker = GG_BLUE; asker <= GG_NOBODY; asker++) {
        gg_verdict verdict = rules->legal(here(c), asker, &action);
        contract_expect(c, PROMISE_GARBAGE, verdict.reason < rules->reason_count, "reason %u",
                        verdict.reason);
        if (verdict.reason != 0 && verdict.reason < rules->reason_count) {
            gg_text out = gg_text_over(c->text, TEXT_MAX);
            gg_put_verdict(&out, rules, verdict);
            contract_expect(
                c, PROMISE_GARBAGE, out.count > 0 && rules->reasons[verdict.reason].clause > 0,
                "a refusal without words or clause: %s", rules->reasons[verdict.reason].id);
        }
        if (verdict.reason != 0) continue;
        contract_expect(c, PROMISE_GARBAGE, decides(rules->turn(here(c)), asker),
                        "`%s` is legal for %s, who does not decide",
                        action_words(rules, here(c), &action), gg_side_name(asker));
        check_legal_garbage(c, asker, &action);
    }
    rules->view(here(c), side, c->view);
    gg_verdict seen = rules->legal(c->view, side, &action);
    gg_verdict real = rules->legal(here(c), side, &action);
    contract_expect(c, PROMISE_VIEW_LEGAL,
                    seen.reason == real.reason && seen.had == real.had
                        && seen.needed == real.needed,
                    "%s: %s in the view, %s in truth", gg_side_name(side),
                    rules->reasons[seen.reason].id, rules->reasons[real.reason].id);
}

/* ---- All there is. ---- */

static bool is_resignation(const contract *c, const gg_action *action)
{
    static const char word[GG_ACTION_TEXT_MAX] = "resign"; /* a ruleset may read beyond its end */
    gg_action resign = {.kind = 0};
    return gg_read_action(c->rules, here(c), word, &resign).text == NULL
           && action->kind == resign.kind;
}

/* Legal and not offered: then it must do what the offered one does. */
static void check_unlisted(contract *c, gg_side side, const gg_action *only, const gg_action *other)
{
    if (c->rules->legal(here(c), side, other).reason != 0 || is_resignation(c, other)) return;
    gg_dice one = gg_dice_random(c->seed + c->step), two = one;
    memcpy(c->copy, here(c), c->rules->state_bytes);
    memcpy(c->second, here(c), c->rules->state_bytes);
    c->rules->apply(c->copy, side, only, &one, NULL);
    c->rules->apply(c->second, side, other, &two, NULL);
    contract_expect(c, PROMISE_WHOLE, same_state(c->rules, c->copy, c->second), "%s may also `%s`",
                    gg_side_name(side), action_words(c->rules, here(c), other));
}

/* Where the match would take the single offer: every kind of action with every unit, and likely
 * numbers for the rest. */
void check_whole(contract *c, gg_side side)
{
    enum { KINDS = 40 };
    const gg_turn turn = c->rules->turn(here(c));
    if (!turn.whole || !decides(turn, side) || side == GG_NOBODY) return;
    if (offers_of(c, here(c), side, c->offers) != 1) return;
    const gg_action only = c->offers[0];
    contract_expect(c, PROMISE_WHOLE, true, "one");
    for (uint32_t kind = 0; kind < KINDS; kind++)
        for (uint32_t who = 0; who <= c->rules->unit_count; who++) {
            gg_action other = {.kind = (uint8_t)kind, .who = (gg_unit)who};
            if (who == c->rules->unit_count) other.who = GG_NO_UNIT;
            other.flags = (uint8_t)pick(c, 4);
            other.whom = (gg_unit)pick(c, c->rules->unit_count + 1u);
            if (pick(c, 2) == 0) other.whom = GG_NO_UNIT;
            other.item = (gg_unit)pick(c, 4);
            other.at = (gg_point){(int32_t)pick(c, 12), (int32_t)pick(c, 12)};
            other.args[0] = (int32_t)pick(c, 3) * 100;
            check_unlisted(c, side, &only, &other);
        }
}

/* Changes, drops or adds a few bytes; never a zero, which would end the text. */
static void spoil(contract *c, char *text, uint32_t limit)
{
    uint32_t length = (uint32_t)strlen(text);
    for (uint32_t times = 1 + pick(c, 3); times > 0 && length > 0; times--) {
        uint32_t at = pick(c, length);
        static const char likely[] = " \n;:#-+0123456789ABXabcdefghijklNESW|.";
        char byte = pick(c, 4) == 0 ? (char)(1 + pick(c, 255)) : likely[pick(c, sizeof likely - 1)];
        switch (pick(c, 4)) {
        case 0: text[at] = byte; break;
        case 1: memmove(text + at, text + at + 1, length-- - at); break;
        case 2:
            if (length + 2 > limit) break;
            memmove(text + at + 1, text + at, ++length - at);
            text[at] = byte;
            break;
        default:
            if (pick(c, 4) == 0) text[at] = '\0';
            length = (uint32_t)strlen(text);
            break;
        }
    }
}

void check_bad_text(contract *c, const gg_action *offered)
{
    const gg_ruleset *rules = c->rules;
    gg_action action;
    gg_text out = gg_text_over(c->text, TEXT_MAX);
    gg_write_action(rules, here(c), offered, &out);
    spoil(c, c->text, GG_ACTION_TEXT_MAX);
    memset(&action, 0, sizeof action);
    gg_error error = gg_read_action(rules, here(c), c->text, &action);
    contract_expect(c, PROMISE_BAD_TEXT, error.text == NULL || error.at <= strlen(c->text),
                    "an error at %u of `%s`", error.at, c->text);
    if (error.text == NULL) {
        check_sketch_of_text(c, &action);
        for (gg_side side = GG_BLUE; side <= GG_NOBODY; side++)
            contract_expect(c, PROMISE_BAD_TEXT,
                            rules->legal(here(c), side, &action).reason < rules->reason_count,
                            "reason");
    }
    out = gg_text_over(c->text, TEXT_MAX);
    gg_write_position(rules, here(c), &out);
    spoil(c, c->text, TEXT_MAX);
    memset(c->copy, 0x5a, rules->state_bytes);
    memset(c->second, 0x5a, rules->state_bytes);
    error = gg_read_position(rules, c->text, c->copy);
    contract_expect(c, PROMISE_BAD_TEXT, error.text == NULL || error.at <= strlen(c->text),
                    "an error at %u of a position of %zu bytes", error.at, strlen(c->text));
    contract_expect(c, PROMISE_BAD_TEXT,
                    error.text == NULL || same_state(rules, c->copy, c->second),
                    "%s, and the output was changed", error.text);
    const char *broken = error.text == NULL ? gg_audit(rules, c->copy) : NULL;
    contract_expect(c, PROMISE_BAD_TEXT, broken == NULL, "an unsound position is read: %s\n%.1500s",
                    broken, c->text);
}
