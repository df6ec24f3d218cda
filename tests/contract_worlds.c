/*
 * contract_worlds.c - two worlds that differ in a secret only: whatever others can ask, see or read
 * in them is the same, byte for byte, and so are the number and order of what they are asked, until
 * the secret is opened.
 *
 * The other kind of worlds are two guesses of one view: they differ in what a side has never seen,
 * and go on with the same actions and dice until something is seen of the difference.
 *
 * After a choice both worlds go on with the same choices: the watched side's own ones at random,
 * its opponent says in each step what closes it and so never does what it has chosen in secret.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "core/action.h"
#include "contract.h"
#include "core/danger.h"
#include "core/position.h"
#include "core/question.h"
#include "core/record.h"
#include "core/wire.h"

enum {
    STEPS = 24, /* after the choice */
    ASKED = 3,  /* actions whose odds and sketches are asked for at a step */
    RUNS = 256, /* of an enumeration; beyond, samples */
    SAMPLES = 16,
    OUTCOMES = 512,
    DUMP_BYTES = 4 * TEXT_MAX,
};

/* ---- Everything a seat can ask, as one text. ---- */

typedef struct asking {
    gg_outcomes_room room;
    gg_clash_room *clash;
    gg_scene_room *scenes;
    gg_state *view, *guess;
    gg_action *offers;
    gg_group_room group;
    gg_event events[CONTRACT_EVENTS];
} asking;

static asking *asking_make(const gg_ruleset *rules)
{
    asking *a = room(sizeof *a);
    a->scenes = room(sizeof *a->scenes);
    a->clash = room(sizeof *a->clash);
    for (int i = 0; i < GG_CLASH_DEPTH; i++) a->clash->scratch[i] = room_for_state(rules);
    for (int i = 0; i < GG_CLASH_STOPS; i++) a->clash->stops[i] = room_for_state(rules);
    a->clash->offers = room(rules->actions_max * sizeof *a->clash->offers);
    a->clash->fight = room(sizeof *a->clash->fight);
    a->clash->log = (gg_log){.events = a->events, .limit = CONTRACT_EVENTS};
    a->view = room_for_state(rules);
    a->guess = room_for_state(rules);
    a->offers = room(rules->actions_max * sizeof *a->offers);
    a->room = (gg_outcomes_room){.outcomes = room(OUTCOMES * sizeof(gg_outcome)),
                                 .outcome_limit = OUTCOMES,
                                 .slots = room(2 * OUTCOMES * sizeof(uint32_t)),
                                 .slot_count = 2 * OUTCOMES,
                                 .words = gg_text_over(room(TEXT_MAX), TEXT_MAX),
                                 .log = {.events = a->events, .limit = CONTRACT_EVENTS},
                                 .scratch = room_for_state(rules),
                                 .view = room_for_state(rules),
                                 .fight = room(sizeof(gg_fight))};
    a->group = (gg_group_room){
        .work = room_for_state(rules),
        .scratch = room_for_state(rules),
        .seen = room_for_state(rules),
        .offers = room(rules->actions_max * sizeof *a->group.offers),
        .scene = room(sizeof *a->group.scene),
        .log = {.events = room(GG_MATCH_EVENTS_MAX * sizeof(gg_event)),
                .limit = GG_MATCH_EVENTS_MAX},
    };
    return a;
}

static void asking_free(asking *a)
{
    for (int i = 0; i < GG_CLASH_DEPTH; i++) free(a->clash->scratch[i]);
    for (int i = 0; i < GG_CLASH_STOPS; i++) free(a->clash->stops[i]);
    free(a->clash->offers);
    free(a->clash->fight);
    free(a->clash);
    void *all[] = {a->scenes,
                   a->view,
                   a->guess,
                   a->room.outcomes,
                   a->room.slots,
                   a->room.words.bytes,
                   a->room.scratch,
                   a->room.view,
                   a->room.fight,
                   a->offers,
                   a->group.work,
                   a->group.scratch,
                   a->group.seen,
                   a->group.offers,
                   a->group.scene,
                   a->group.log.events,
                   a};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
}

static void end_line(gg_text *out) { gg_put_char(out, '\n'); }

static void put_verdict_of(const gg_seat *seat, const gg_action *action, gg_text *out)
{
    const gg_verdict verdict = gg_seat_judge(seat, action);
    gg_put(out, "judged ");
    if (verdict.reason != 0) gg_put_verdict(out, seat->rules, verdict);
    end_line(out);
}

static void put_odds(const gg_seat *seat, const gg_action *action, asking *a, gg_text *out)
{
    if (gg_seat_judge(seat, action).reason != 0) return;
    const gg_seat_chances found = gg_seat_odds(seat, action, RUNS, SAMPLES, &a->room, a->guess);
    const gg_clash clash = gg_seat_clash(seat, action, RUNS / 16, SAMPLES / 4, a->clash, a->guess);
    gg_json json = gg_json_into(out);
    gg_wire_odds(&json, NULL,
                 &(gg_wire_odds_of){.seat = seat,
                                    .action = action,
                                    .chances = &found,
                                    .most = 20,
                                    .offers = a->offers,
                                    .clash = &clash});
    end_line(out);
}

static void put_offer(const gg_seat *seat, const gg_action *action, asking *a, gg_text *out)
{
    gg_scene sketch = gg_scene_in(a->scenes);
    gg_seat_sketch(seat, action, &sketch);
    gg_json json = gg_json_into(out);
    gg_wire_offer(&json, NULL, seat->rules, seat->view, seat->side, action, &sketch);
    end_line(out);
}

static void put_questions(const gg_seat *seat, gg_dice *dice, asking *a, gg_text *out)
{
    const uint32_t units = seat->rules->unit_count + 1u;
    for (int kind = GG_ASK_REACH; kind <= GG_ASK_CONTACT; kind++) {
        const gg_question question = {.kind = (uint8_t)kind,
                                      .who = (gg_unit)gg_dice_pick(dice, units),
                                      .whom = (gg_unit)gg_dice_pick(dice, units)};
        gg_scene scene = gg_scene_in(a->scenes);
        gg_answer answer;
        gg_action aimed;
        if (question.who >= seat->rules->unit_count) continue;
        gg_seat_ask(seat, &question, &answer, &scene);
        gg_json json = gg_json_into(out);
        gg_wire_answer(&json, NULL, seat->rules, seat->view, &answer);
        gg_wire_scene(&json, "picture", seat->rules, seat->view, &scene);
        gg_json_end(&json);
        end_line(out);
        if (gg_seat_aim(seat, question.who, question.whom, question.to, -1, &aimed))
            gg_seat_write(seat, &aimed, out), end_line(out);
    }
}

static void put_picture(const gg_seat *seat, asking *a, gg_text *out)
{
    gg_scene scene = gg_scene_in(a->scenes);
    gg_seat_draw(seat, &scene);
    gg_json json = gg_json_into(out);
    gg_wire_scene(&json, NULL, seat->rules, seat->view, &scene);
    end_line(out);
    json = gg_json_into(out);
    gg_wire_position(&json, NULL, seat->rules, seat->view);
    end_line(out);
}

/* How it stands, and some cards. */
static void put_facts(const gg_seat *seat, gg_dice *dice, asking *a, gg_text *out)
{
    enum { CARDS = 6 };
    gg_scene scene = gg_scene_in(a->scenes);
    gg_seat_draw(seat, &scene);
    gg_json json = gg_json_into(out);
    gg_json_object(&json, NULL);
    gg_wire_status(&json, seat->rules, seat->view, &scene);
    for (int i = 0; i < CARDS && seat->rules->unit_count > 0; i++)
        gg_wire_card(&json, "card", seat->rules, seat->view,
                     (gg_unit)gg_dice_pick(dice, seat->rules->unit_count));
    gg_json_end(&json);
    end_line(out);
}

/* What the enemy could do to one of its units where it stands, and in a row of places about it. */
static void put_danger(const gg_seat *seat, gg_dice *dice, asking *a, gg_text *out)
{
    enum { TRIES = 8 }; /* for a unit that is there and its own */
    const uint32_t row = gg_dice_pick(dice, GG_DANGER_SIDE);
    gg_danger found[GG_DANGER_SIDE + 1];
    gg_unit unit = GG_NO_UNIT;
    for (int i = 0; gg_knows_danger(seat->rules) && unit == GG_NO_UNIT && i < TRIES; i++) {
        unit = (gg_unit)gg_dice_pick(dice, seat->rules->unit_count);
        if (!gg_danger_now(seat, unit, &a->group, &found[0])) unit = GG_NO_UNIT;
    }
    if (unit == GG_NO_UNIT) return;
    const uint32_t count = 1 + gg_danger_row(seat, unit, row, &a->group, &found[1]);
    for (uint32_t i = 0; i < count; i++) {
        gg_put(out, "danger ");
        gg_put_int(out, (int64_t)found[i].fire);
        for (uint32_t foe = 0; foe < found[i].foe_count; foe++) {
            gg_put_char(out, ' ');
            gg_put_int(out, found[i].foes[foe]);
        }
        end_line(out);
    }
}

/* `dice` picks what is asked: equal dice, equal questions. */
static void put_all(contract *c, const gg_match *match, gg_side side, gg_dice dice, gg_text *out)
{
    asking *a = asking_make(c->rules);
    const gg_seat seat = gg_seat_at(c->rules, match->state, side, a->view);
    const uint32_t count = gg_seat_offers(&seat, c->offers, c->rules->actions_max);
    put_picture(&seat, a, out);
    gg_put_int(out, count);
    end_line(out);
    for (uint32_t i = 0; i < count; i++) gg_seat_write(&seat, &c->offers[i], out), end_line(out);
    for (uint32_t i = 0; i < ASKED && count > 0; i++) {
        gg_action action = c->offers[gg_dice_pick(&dice, count)];
        if (i == 0) action = c->offers[count - 1]; /* in secret steps what closes them */
        put_offer(&seat, &action, a, out);
        put_odds(&seat, &action, a, out);
        action.who = (gg_unit)gg_dice_pick(&dice, c->rules->unit_count + 1u);
        action.kind = (uint8_t)(action.kind + gg_dice_pick(&dice, 3));
        put_verdict_of(&seat, &action, out);
    }
    put_questions(&seat, &dice, a, out);
    put_facts(&seat, &dice, a, out);
    put_danger(&seat, &dice, a, out);
    gg_record_write(match, side, false, out);
    asking_free(a);
}

/* ---- Outcomes. ---- */

static bool reads_alike(const gg_outcomes *all, const gg_outcome *one, const gg_outcome *other)
{
    uint32_t length, more;
    const char *words = gg_outcome_words(all, one, true, &length);
    const char *others = gg_outcome_words(all, other, true, &more);
    return length == more && memcmp(words, others, length) == 0
           && one->turn.deciding == other->turn.deciding && one->turn.phase == other->turn.phase
           && one->turn.over == other->turn.over && one->turn.winner == other->turn.winner;
}

/* Outcomes that differ for the side that asks read differently, and together they are certain. */
void check_outcomes(contract *c, gg_side side, const gg_action *action)
{
    asking *a = asking_make(c->rules);
    const gg_side viewer = side == GG_NOBODY ? GG_SEES_ALL : side;
    const gg_seat seat = gg_seat_at(c->rules, c->match->state, viewer, a->view);
    const gg_seat_chances found = gg_seat_odds(&seat, action, RUNS, SAMPLES, &a->room, a->guess);
    const gg_outcomes *all = &found.outcomes;
    const gg_outcome *outcomes = all->room->outcomes;
    const char *named = action_words(c->rules, seat.view, action);
    uint64_t share = all->rest.share;
    for (uint32_t i = 0; i < all->count; i++) {
        share += outcomes[i].share;
        for (uint32_t k = 0; all->rest.runs == 0 && k < i; k++)
            contract_expect(c, PROMISE_APART, !reads_alike(all, &outcomes[i], &outcomes[k]),
                            "two outcomes of `%s` read alike: %.*s", named, (int)outcomes[i].length,
                            all->room->words.bytes + outcomes[i].first);
    }
    /* each share is rounded down by less than a part */
    contract_expect(c, PROMISE_APART, share <= GG_SHARE_ONE && GG_SHARE_ONE - share <= all->runs,
                    "the outcomes of `%s` do not add up to one", named);
    asking_free(a);
}

/* ---- Two worlds. ---- */

typedef struct worlds {
    uint32_t choice; /* the entry in which they differ */
    gg_match *match[2];
    void *memory[2];
    char *text[2];
} worlds;

static bool begin_world(contract *c, worlds *w, int which)
{
    gg_text text = gg_text_over(c->text, TEXT_MAX);
    w->match[which] = room(sizeof *w->match[which]);
    w->memory[which] = room(gg_match_bytes(c->rules));
    w->text[which] = room(DUMP_BYTES);
    gg_record_write(c->match, GG_NOBODY, true, &text);
    return gg_record_replay(w->match[which], c->rules, w->memory[which], c->text, UINT32_MAX).text
           == NULL;
}

static void end_worlds(worlds *w)
{
    for (int i = 0; i < 2; i++) {
        free(w->match[i]);
        free(w->memory[i]);
        free(w->text[i]);
    }
}

/* The first line in which they differ, for the message. */
static void first_difference(const char *one, const char *other, char *out, size_t limit)
{
    size_t at = 0, line = 0;
    for (; one[at] != '\0' && one[at] == other[at]; at++)
        if (one[at] == '\n') line = at + 1;
    if (at > line + 60) line = at - 60; /* a line may be long */
    snprintf(out, limit, "`%.200s` or `%.200s`", one + line, other + line);
}

/* Do others than the chooser find both worlds the same? */
static bool look_alike(contract *c, worlds *w, gg_side chooser, int steps)
{
    const gg_dice dice = gg_dice_random(gg_dice_bits(&c->dice));
    bool same = true;
    for (gg_side side = GG_BLUE; side <= GG_NOBODY; side++) {
        if (side == chooser) continue;
        for (int i = 0; i < 2; i++) {
            gg_text out = gg_text_over(w->text[i], DUMP_BYTES);
            put_all(c, w->match[i], side, dice, &out);
            gg_assert(!out.cut);
        }
        const bool equal = strcmp(w->text[0], w->text[1]) == 0;
        char found[1024] = "";
        if (!equal) first_difference(w->text[0], w->text[1], found, sizeof found);
        contract_expect(c, PROMISE_WORLDS, equal, "%s, %d steps after a secret choice of %s: %s",
                        side == GG_NOBODY ? "a watcher" : gg_side_name(side), steps,
                        gg_side_name(chooser), found);
        same = same && equal;
    }
    return same;
}

typedef enum onward { GOES_ON, OPENED, STUCK } onward;

static onward do_one(worlds *w, int which, gg_side side, const gg_action *action, uint64_t seed)
{
    gg_verdict verdict;
    gg_match *match = w->match[which];
    match->dice = gg_dice_random(seed); /* so that hidden rolls do not move the others */
    match->has_seed = false;
    gg_match_clear_log(match);
    if (gg_match_do(match, side, action, &verdict) != GG_MATCH_DONE) return STUCK;
    return !match->entries[w->choice].sealed || gg_match_turn(match).over ? OPENED : GOES_ON;
}

/* The chooser closes its part of the step, in each world by itself: nobody may see whether it was
 * asked.  Every game in which sides choose in secret has this word for it. */
static onward close_part(contract *c, worlds *w, gg_side chooser, uint64_t seed)
{
    onward next = GOES_ON;
    for (int i = 0; i < 2 && next == GOES_ON; i++) {
        const gg_state *state = w->match[i]->state;
        const gg_turn turn = gg_match_turn(w->match[i]);
        gg_action action;
        if (turn.over || (turn.deciding >> chooser & 1) == 0) continue;
        if (gg_read_action(c->rules, state, "ready", &action).text != NULL
            || c->rules->legal(state, chooser, &action).reason != 0) {
            if (c->rules->offer(state, chooser, c->offers, c->rules->actions_max) == 0)
                return STUCK;
            action = c->offers[0];
        }
        next = do_one(w, i, chooser, &action, seed);
    }
    return next;
}

/* The same action in both, for the side that is watched or for the game itself. */
static onward do_both(contract *c, worlds *w, gg_side side, uint64_t seed)
{
    const uint32_t count =
        c->rules->offer(w->match[0]->state, side, c->offers, c->rules->actions_max);
    if (count == 0) return STUCK;
    /* mostly on, so that much happens in the steps there are */
    const gg_action action =
        c->offers[gg_dice_pick(&c->dice, 2) == 0 ? count - 1 : gg_dice_pick(&c->dice, count)];
    uint32_t drawn[2];
    for (int i = 0; i < 2; i++) {
        const uint32_t before = w->match[i]->face_count;
        const onward next = do_one(w, i, side, &action, seed);
        if (next != GOES_ON) return next;
        drawn[i] = w->match[i]->face_count - before;
    }
    /* Where the secret is how many hidden dice one step rolls (the couriers of commanders), the
     * dice after them in that step are others: chance, which the two worlds no longer share. */
    return drawn[0] == drawn[1] ? GOES_ON : OPENED;
}

static onward go_on(contract *c, worlds *w, gg_side chooser)
{
    const uint64_t seed = gg_dice_bits(&c->dice);
    const gg_turn one = gg_match_turn(w->match[0]), two = gg_match_turn(w->match[1]);
    const gg_side watched = (gg_side)!chooser;
    if (one.over || two.over) return OPENED;
    if ((one.deciding >> watched & 1) != 0 && (two.deciding >> watched & 1) != 0
        && gg_dice_pick(&c->dice, 2) == 0)
        return do_both(c, w, watched, seed);
    if (((one.deciding | two.deciding) >> chooser & 1) != 0) return close_part(c, w, chooser, seed);
    if (one.deciding == 0 && two.deciding == 0) return do_both(c, w, GG_NOBODY, seed);
    return do_both(c, w, watched, seed);
}

/* Does the last step in each tell this side openly different things? */
static bool are_worlds_apart(const worlds *w, gg_side side)
{
    return are_told_apart(w->match[0]->log.events, w->match[0]->log.count, w->match[1]->log.events,
                          w->match[1]->log.count, side);
}

static bool are_worlds_rolled_apart(const gg_ruleset *rules, const worlds *w, gg_side side)
{
    const gg_match *one = w->match[0], *other = w->match[1];
    return are_rolled_apart(rules, &(deed){one->state, &one->log},
                            &(deed){other->state, &other->log}, side);
}

void check_worlds(contract *c, gg_side chooser)
{
    const gg_ruleset *rules = c->rules;
    const uint32_t count = rules->offer(c->match->state, chooser, c->offers, rules->actions_max);
    if (count < 2) return;
    const gg_action choice[2] = {c->offers[gg_dice_pick(&c->dice, count)],
                                 c->offers[gg_dice_pick(&c->dice, count)]};
    if (choice[0].kind != choice[1].kind || memcmp(&choice[0], &choice[1], sizeof choice[0]) == 0)
        return;
    worlds w = {.choice = c->match->entry_count};
    onward next = GOES_ON;
    for (int i = 0; i < 2 && next == GOES_ON; i++)
        next = begin_world(c, &w, i) ? do_one(&w, i, chooser, &choice[i], 1) : STUCK;
    const bool apart = next == GOES_ON
                       && (are_worlds_apart(&w, (gg_side)!chooser)
                           || are_worlds_rolled_apart(rules, &w, (gg_side)!chooser));
    for (int step = 0; next == GOES_ON && !apart && step < STEPS; step++) {
        if (!look_alike(c, &w, chooser, step)) break;
        next = go_on(c, &w, chooser);
    }
    contract_expect(c, PROMISE_WORLDS, next != STUCK,
                    "a secret of %s takes choices from the other side", gg_side_name(chooser));
    end_worlds(&w);
}

/* ---- Worlds that differ in what a side has never seen. ---- */

/* Is this the line of a unit: does its first word name one? */
static bool is_of_unit(const contract *c, const gg_state *state, const char *line, size_t length)
{
    char word[GG_NAME_MAX];
    size_t count = 0;
    while (count < length && count + 1 < sizeof word && line[count] != ' ')
        word[count] = line[count], count++;
    word[count] = '\0';
    return gg_find_unit(c->rules, state, GG_NOBODY, word) != GG_NO_UNIT;
}

/* What two guesses differ in was never seen; so nobody may see what it is called either: in this
 * one it is called otherwise.  (A guess has no names but those of the view, which would hide it if
 * the view told a name too many.) */
static void rename_unseen(const contract *c, const gg_state *other, gg_state *state)
{
    if (!c->rules->names->are_kept) return;
    char *text = room(3 * (size_t)TEXT_MAX);
    gg_text ours = gg_text_over(text, TEXT_MAX), its = gg_text_over(text + TEXT_MAX, TEXT_MAX);
    gg_text out = gg_text_over(text + 2 * (size_t)TEXT_MAX, TEXT_MAX);
    gg_write_position(c->rules, state, &ours);
    gg_write_position(c->rules, other, &its);
    const char *line = ours.bytes, *its_line = its.bytes;
    while (*line != '\0' && *its_line != '\0') {
        const size_t length = strcspn(line, "\n"), its_length = strcspn(its_line, "\n");
        const bool same = length == its_length && memcmp(line, its_line, length) == 0;
        const bool renamed = !same && is_of_unit(c, state, line, length);
        const char *name = renamed ? memchr(line, '"', length) : NULL;
        const char *behind = name == NULL ? NULL : strchr(name + 1, '"');
        gg_put_bytes(&out, line, (uint32_t)(name == NULL ? length : (size_t)(name - line)));
        if (renamed) gg_put(&out, name == NULL ? " \"Nobody\"" : "\"Nobody\"");
        if (behind != NULL) gg_put_bytes(&out, behind + 1, (uint32_t)(line + length - behind - 1));
        gg_put_char(&out, '\n');
        line += length + (line[length] != '\0');
        its_line += its_length + (its_line[its_length] != '\0');
    }
    gg_assert(!out.cut && *line == '\0' && *its_line == '\0');
    gg_assert(gg_read_position(c->rules, out.bytes, state).text == NULL);
    free(text);
}

/* What `watched` may guess, as a game that begins there. */
static void begin_guessed(contract *c, worlds *w, int which, gg_side watched)
{
    c->rules->view(c->match->state, watched, c->view);
    c->rules->guess(c->view, watched, &c->dice, c->copy);
    if (which == 1) rename_unseen(c, w->match[0]->state, c->copy);
    w->match[which] = room(sizeof *w->match[which]);
    w->memory[which] = room(gg_match_bytes(c->rules));
    w->text[which] = room(DUMP_BYTES);
    gg_match_begin_at(w->match[which], c->rules, w->memory[which], c->copy, gg_dice_random(1));
}

/* One that both worlds allow; false: there is none. */
static bool choose_common(contract *c, const worlds *w, gg_side side, gg_action *out)
{
    const uint32_t count =
        c->rules->offer(w->match[0]->state, side, c->offers, c->rules->actions_max);
    for (int tries = 0; count > 0 && tries < 8; tries++) {
        *out = c->offers[gg_dice_pick(&c->dice, count)];
        if (c->rules->legal(w->match[1]->state, side, out).reason == 0) return true;
    }
    return false;
}

/* Is a side told of anything but its own unit? */
static bool is_told_of_others(const gg_match *match, gg_side side, gg_unit own)
{
    for (uint32_t i = 0; i < match->log.count; i++)
        if (gg_event_is_seen(&match->log.events[i], side) && match->log.events[i].who != own)
            return true;
    return false;
}

/* From this entry on: does one lay open what was secret at the start? */
static bool opens_since(const gg_match *match, uint32_t first)
{
    for (uint32_t i = first; i < match->entry_count; i++)
        if (match->entries[i].opens) return true;
    return false;
}

/* Both worlds take the same action with the same dice.  What comes of it may be seen: then they are
 * worlds apart, and that is no secret. */
static bool go_on_alike(contract *c, worlds *w, gg_side watched)
{
    const gg_turn turn = gg_match_turn(w->match[0]), other = gg_match_turn(w->match[1]);
    const uint64_t seed = gg_dice_bits(&c->dice);
    gg_action action;
    if (turn.over || turn.deciding != other.deciding || turn.phase != other.phase) return false;
    const gg_side side = turn.deciding == 0               ? GG_NOBODY
                         : turn.deciding == GG_SIDES_BLUE ? GG_BLUE
                         : turn.deciding == GG_SIDES_RED  ? GG_RED
                                                          : watched;
    if (!choose_common(c, w, side, &action)) return false;
    uint32_t drawn[2];
    bool opened = false;
    for (int i = 0; i < 2; i++) {
        gg_verdict verdict;
        gg_match *match = w->match[i];
        const uint32_t before = match->face_count, first = match->entry_count;
        match->dice = gg_dice_random(seed);
        match->has_seed = false;
        gg_match_clear_log(match);
        if (gg_match_do(match, side, &action, &verdict) != GG_MATCH_DONE) return false;
        drawn[i] = match->face_count - before;
        opened = opened || opens_since(match, first);
    }
    c->rules->view(w->match[0]->state, watched, c->view);
    c->rules->view(w->match[1]->state, watched, c->seen);
    const bool same = memcmp(c->view, c->seen, c->rules->state_bytes) == 0;
    const bool told = are_worlds_apart(w, watched);
    const bool over = gg_match_turn(w->match[0]).over; /* then nothing is secret any more */
    if (side == watched && drawn[0] == drawn[1] && !over
        && !is_told_of_others(w->match[0], watched, action.who))
        contract_expect(c, PROMISE_WORLDS, same || told,
                        "%s can tell what it has never seen by its own `%s`", gg_side_name(watched),
                        action_words(c->rules, c->view, &action));
    return same && !told && !opened && drawn[0] == drawn[1];
}

void check_guessed_worlds(contract *c, gg_side watched)
{
    enum { ALIKE = 12 };
    worlds w = {.choice = 0};
    for (int i = 0; i < 2; i++) begin_guessed(c, &w, i, watched);
    bool on = memcmp(w.match[0]->state, w.match[1]->state, c->rules->state_bytes) != 0;
    for (int step = 0; on && step < ALIKE; step++)
        on = look_alike(c, &w, (gg_side)!watched, step) && go_on_alike(c, &w, watched);
    end_worlds(&w);
}
