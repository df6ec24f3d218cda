/*
 * fight.c - the dice of an action and how it may end, in short.  See fight.h.
 * SPDX-License-Identifier: MIT
 */
#include "core/fight.h"
#include "core/dice.h"
#include "core/outcomes.h"
#include "core/tell.h"
#include "core/text.h"

#include <string.h>

/* How much endings may differ and still be one. */
typedef enum likeness {
    ALIKE_WHOLLY,
    ALIKE_BUT_LEFT,    /* but for what is left, and what dice came to */
    ALIKE_BUT_NUMBERS, /* but for numbers and places */
    ALIKE_BY_SIDE,     /* but for which units of a side it happens to */
    LIKENESSES
} likeness;

void gg_fight_begin(gg_fight *fight, const gg_ruleset *rules, const gg_state *view, gg_side side)
{
    gg_scene scene = gg_scene_in(&fight->scene);
    memset(fight->sides, GG_NOBODY, sizeof fight->sides);
    rules->draw(view, side, &scene);
    for (uint32_t i = 0; i < scene.count; i++) {
        const gg_mark *mark = &scene.marks[i];
        const bool is_body =
            mark->shape == GG_BLOCK || mark->shape == GG_DISC || mark->shape == GG_RESERVE;
        if (is_body && mark->unit < GG_FIGHT_UNITS) fight->sides[mark->unit] = mark->side;
    }
    gg_fight_forget(fight);
}

void gg_fight_forget(gg_fight *fight)
{
    fight->throw_count = fight->ending_count = 0;
    fight->rest = (gg_ending){.chance = {0, 1}};
}

/* ---- Throws. ---- */

static gg_throw *throw_of(gg_fight *fight, const gg_event *event, uint8_t nth)
{
    for (uint32_t i = 0; i < fight->throw_count; i++) {
        gg_throw *one = &fight->throws[i];
        if (one->event.check == event->check && one->event.who == event->who
            && one->event.whom == event->whom && one->nth == nth)
            return one;
    }
    if (fight->throw_count == GG_THROWS_MAX) return NULL;
    gg_throw *fresh = &fight->throws[fight->throw_count++];
    *fresh = (gg_throw){.event = *event, .nth = nth, .least = UINT8_MAX};
    fresh->event.line_count = 0;
    return fresh;
}

static void add_lines(gg_throw *to, const gg_event *event)
{
    for (int i = 0; i < event->line_count; i++) {
        int row = 0;
        while (row < to->event.line_count && to->event.lines[row].mod != event->lines[i].mod) row++;
        if (row == GG_LINES_MAX) continue;
        if (row == to->event.line_count) to->event.lines[to->event.line_count++] = event->lines[i];
        to->line_runs[row]++;
    }
}

static void add_result(gg_throw *to, const gg_check *check, const gg_event *event, uint64_t share)
{
    const bool by_band = check->band_count > 0;
    if (!by_band && check->kind == GG_SUM) return; /* one side's die of an opposed roll */
    int row = 0;
    while (row < to->result_count
           && (by_band ? to->results[row].band != event->band
                       : to->results[row].total != event->total))
        row++;
    if (row == GG_OUTCOMES_MAX) return;
    if (row == to->result_count) {
        to->results[to->result_count++].share = 0;
        to->results[row].total = event->total;
        to->results[row].band = event->band;
    }
    to->results[row].share += share;
}

static void add_throw(gg_fight *fight, const gg_ruleset *rules, const gg_event *event, uint8_t nth,
                      uint64_t share)
{
    gg_throw *one = throw_of(fight, event, nth);
    if (one == NULL) return;
    one->runs++;
    one->share += share;
    if (one->event.saying != event->saying) one->event.saying = 0; /* it tells what came of it */
    if (event->face_count < one->least) one->least = event->face_count;
    if (event->face_count > one->most) one->most = event->face_count;
    if (event->check == GG_NO_CHECK) return;
    add_lines(one, event);
    add_result(one, rules->checks[event->check], event, share);
}

/* How often this roll was made before in the same log. */
static uint8_t times_before(const gg_log *log, uint32_t at)
{
    const gg_event *event = &log->events[at];
    uint8_t times = 0;
    for (uint32_t i = 0; i < at; i++) {
        const gg_event *one = &log->events[i];
        if (one->kind == GG_ROLL && one->face_count > 0 && one->check == event->check
            && one->who == event->who && one->whom == event->whom)
            times++;
    }
    return times;
}

/* ---- Endings. ---- */

static bool names(const char *text, const char *field) { return strstr(text, field) != NULL; }

/* Is it told as something that came of the dice?  Of a roll, if its sentence says of whom; of a
 * move only where it leads somewhere, or nothing else is told of the unit. */
static bool is_part(const gg_ruleset *rules, const gg_event *event, const gg_ending *so_far)
{
    const char *text = rules->sayings[event->saying].text;
    if (event->saying == 0) return false;
    switch ((gg_event_kind)event->kind) {
    case GG_LOSS:
    case GG_STATUS:
    case GG_END: return true;
    case GG_ROLL: return event->check != GG_NO_CHECK && names(text, "{who");
    case GG_MOVE: break;
    case GG_NOTE:
    case GG_PHASE:
    case GG_REVEAL: return false;
    }
    if (names(text, "{to}")) return true;
    for (uint32_t i = 0; i < so_far->count; i++)
        if (so_far->parts[i].who == event->who) return false;
    return true;
}

/* Numbers that its sentence does not tell are no part of it. */
static gg_happening part_of(const gg_fight *fight, const gg_ruleset *rules, const gg_event *event)
{
    const char *text = rules->sayings[event->saying].text;
    gg_happening part = {.kind = (gg_event_kind)event->kind,
                         .saying = event->saying,
                         .who = event->who,
                         .whom = event->whom,
                         .side = GG_NOBODY,
                         .times = 1};
    if (event->who < GG_FIGHT_UNITS) part.side = fight->sides[event->who];
    if (names(text, "{amount")) part.amount[0] = part.amount[1] = event->amount;
    if (names(text, "{had")) part.had[0] = part.had[1] = event->had;
    if (names(text, "{total")) part.total[0] = part.total[1] = event->total;
    if (names(text, "{at}")) part.at = event->at;
    if (names(text, "{to}")) part.to = event->to;
    part.any_place = names(text, "{to:course}"); /* how far and where to is seen on the board */
    return part;
}

static bool same_numbers(const int16_t one[2], const int16_t other[2])
{
    return one[0] == other[0] && one[1] == other[1];
}

static bool same_place(gg_point one, gg_point other)
{
    return one.x == other.x && one.y == other.y;
}

static bool parts_alike(const gg_happening *one, const gg_happening *other, likeness how)
{
    if (one->saying != other->saying || one->kind != other->kind) return false;
    if (how == ALIKE_BY_SIDE)
        return one->side == other->side && one->times == other->times
               && (one->side != GG_NOBODY || one->who == other->who);
    if (one->who != other->who || one->whom != other->whom) return false;
    if (how == ALIKE_BUT_NUMBERS) return true;
    if (!same_numbers(one->amount, other->amount)) return false;
    if (how == ALIKE_BUT_LEFT) return true;
    return same_numbers(one->had, other->had) && same_numbers(one->total, other->total)
           && same_place(one->at, other->at) && same_place(one->to, other->to)
           && one->any_place == other->any_place;
}

static bool endings_alike(const gg_ending *one, const gg_ending *other, likeness how)
{
    if (one->count != other->count) return false;
    for (uint32_t i = 0; i < one->count; i++)
        if (!parts_alike(&one->parts[i], &other->parts[i], how)) return false;
    return true;
}

static void widen(int16_t range[2], const int16_t by[2])
{
    if (by[0] < range[0]) range[0] = by[0];
    if (by[1] > range[1]) range[1] = by[1];
}

static void join_parts(gg_happening *into, const gg_happening *other)
{
    widen(into->amount, other->amount);
    widen(into->had, other->had);
    widen(into->total, other->total);
    if (!same_place(into->at, other->at) || !same_place(into->to, other->to) || other->any_place)
        into->any_place = true;
    if (into->whom != other->whom) into->whom = GG_NO_UNIT;
}

static void join_endings(gg_ending *into, const gg_ending *other)
{
    into->runs += other->runs;
    into->share += other->share;
    if (into->chance.bottom != 0
        && (other->chance.bottom == 0 || !gg_fraction_plus(&into->chance, other->chance)))
        into->chance = (gg_fraction){0, 0};
}

void gg_fight_throws(gg_fight *fight, const gg_ruleset *rules, gg_side viewer, gg_fraction chance,
                     const gg_log *log)
{
    const uint64_t share = gg_share_of(chance);
    for (uint32_t i = 0; i < log->count; i++) {
        gg_event event;
        if (log->events[i].kind == GG_ROLL && log->events[i].face_count > 0
            && gg_event_for(viewer, &log->events[i], &event))
            add_throw(fight, rules, &event, times_before(log, i), share);
    }
}

void gg_fight_run(gg_fight *fight, const gg_ruleset *rules, gg_side viewer, gg_fraction chance,
                  const gg_log *log)
{
    gg_ending ending = {.chance = chance, .share = gg_share_of(chance), .runs = 1};
    bool thrown = false;
    for (uint32_t i = 0; i < log->count; i++) {
        gg_event event;
        if (!gg_event_for(viewer, &log->events[i], &event)) continue;
        const bool is_throw = event.kind == GG_ROLL && event.face_count > 0;
        if (is_throw) add_throw(fight, rules, &event, times_before(log, i), ending.share);
        thrown = thrown || is_throw;
        if (thrown && ending.count < GG_PARTS_MAX && is_part(rules, &event, &ending))
            ending.parts[ending.count++] = part_of(fight, rules, &event);
    }
    for (uint32_t i = 0; i < fight->ending_count; i++) {
        if (!endings_alike(&fight->endings[i], &ending, ALIKE_WHOLLY)) continue;
        join_endings(&fight->endings[i], &ending);
        return;
    }
    if (fight->ending_count < GG_ENDINGS_MAX) fight->endings[fight->ending_count++] = ending;
    else join_endings(&fight->rest, &ending);
}

/* ---- Fewer of them. ---- */

/* What happens in any case is no news of this ending. */
static void drop_common(gg_fight *fight)
{
    gg_ending *first = &fight->endings[0];
    for (uint32_t part = 0; part < first->count;) {
        const gg_happening common = first->parts[part];
        bool everywhere = fight->ending_count > 1;
        for (uint32_t i = 1; i < fight->ending_count && everywhere; i++) {
            const gg_ending *one = &fight->endings[i];
            everywhere = false;
            for (uint32_t k = 0; k < one->count && !everywhere; k++)
                everywhere = parts_alike(&one->parts[k], &common, ALIKE_WHOLLY);
        }
        if (!everywhere) {
            part++;
            continue;
        }
        for (uint32_t i = 0; i < fight->ending_count; i++) {
            gg_ending *one = &fight->endings[i];
            uint32_t k = 0;
            while (!parts_alike(&one->parts[k], &common, ALIKE_WHOLLY)) k++;
            memmove(&one->parts[k], &one->parts[k + 1],
                    (one->count - k - 1) * sizeof one->parts[0]);
            one->count--;
        }
    }
}

/* The same thing that happens to several of a side is one thing, so many times. */
static void gather_by_side(gg_ending *ending)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < ending->count; i++) {
        const gg_happening part = ending->parts[i];
        uint32_t k = 0;
        while (k < kept
               && (ending->parts[k].saying != part.saying || ending->parts[k].side != part.side
                   || part.side == GG_NOBODY || part.kind == GG_END))
            k++;
        if (k == kept) {
            ending->parts[kept++] = part;
            continue;
        }
        join_parts(&ending->parts[k], &part);
        ending->parts[k].who = GG_NO_UNIT;
        ending->parts[k].times++;
    }
    ending->count = kept;
}

static void merge(gg_fight *fight, likeness how)
{
    uint32_t kept = 0;
    if (how == ALIKE_BY_SIDE)
        for (uint32_t i = 0; i < fight->ending_count; i++) gather_by_side(&fight->endings[i]);
    for (uint32_t i = 0; i < fight->ending_count; i++) {
        uint32_t k = 0;
        while (k < kept && !endings_alike(&fight->endings[k], &fight->endings[i], how)) k++;
        if (k == kept) {
            fight->endings[kept++] = fight->endings[i];
            continue;
        }
        gg_ending *into = &fight->endings[k];
        join_endings(into, &fight->endings[i]);
        for (uint32_t part = 0; part < into->count; part++) {
            join_parts(&into->parts[part], &fight->endings[i].parts[part]);
            if (into->parts[part].who != fight->endings[i].parts[part].who)
                into->parts[part].who = GG_NO_UNIT;
        }
    }
    fight->ending_count = kept;
}

static void sort_endings(gg_fight *fight)
{
    for (uint32_t i = 1; i < fight->ending_count; i++) {
        const gg_ending one = fight->endings[i];
        uint32_t k = i;
        for (; k > 0 && fight->endings[k - 1].share < one.share; k--)
            fight->endings[k] = fight->endings[k - 1];
        fight->endings[k] = one;
    }
}

void gg_fight_finish(gg_fight *fight)
{
    if (fight->ending_count == 0) return;
    drop_common(fight);
    for (int how = ALIKE_WHOLLY; how < LIKENESSES; how++) {
        if (how > ALIKE_WHOLLY && fight->ending_count <= GG_ENDINGS_TOLD) break;
        merge(fight, (likeness)how);
    }
    sort_endings(fight);
    while (fight->ending_count > GG_ENDINGS_TOLD)
        join_endings(&fight->rest, &fight->endings[--fight->ending_count]);
    for (uint32_t i = 0; i < fight->ending_count; i++)
        if (fight->endings[i].chance.bottom != 0)
            fight->endings[i].chance = gg_fraction_reduce(fight->endings[i].chance);
    if (fight->rest.chance.bottom != 0) fight->rest.chance = gg_fraction_reduce(fight->rest.chance);
}

/* ---- Words. ---- */

enum { SENTENCE_MAX = 320 };

/* "{amount}" as "1 to 3", where that is so; true if it was. */
static bool put_range(gg_text *out, const int16_t range[2], const char *as, size_t length)
{
    if (length != 0 || range[0] == range[1]) {
        (void)as;
        return false;
    }
    gg_put_words(out, "%d to %d", range[0], range[1]);
    return true;
}

/* The last word that was put goes: a place that is not told needs no "to" before it. */
static void drop_word(gg_text *out, uint32_t from)
{
    while (out->count > from && out->bytes[out->count - 1] == ' ') out->count--;
    while (out->count > from && out->bytes[out->count - 1] != ' ') out->count--;
    while (out->count > from && out->bytes[out->count - 1] == ' ') out->count--;
    out->bytes[out->count] = 0;
}

static void put_who(gg_text *out, const gg_happening *part)
{
    if (part->times == 1) gg_put(out, "one");
    else gg_put_int(out, part->times);
    gg_put_words(out, " of %s%s", gg_side_name(part->side), part->times == 1 ? "'s" : "'s: each");
}

static bool starts(const char *name, size_t length, const char *field)
{
    return length >= strlen(field) && memcmp(name, field, strlen(field)) == 0;
}

/* One field of a sentence, where the part says less (or more) of it than an event could; false: as
 * an event would. */
static bool put_field(gg_text *out, const gg_happening *part, const char *name, size_t length,
                      bool *many)
{
    const int16_t *range = starts(name, length, "amount")  ? part->amount
                           : starts(name, length, "had")   ? part->had
                           : starts(name, length, "total") ? part->total
                                                           : NULL;
    const char *as = memchr(name, ':', length);
    if (range != NULL) {
        *many = range[0] != range[1];
        return put_range(out, range, as, as == NULL ? 0 : (size_t)(name + length - as));
    }
    if (length == 1 && name[0] == 's' && *many) {
        gg_put_char(out, 's');
        return true;
    }
    if (starts(name, length, "whom")) {
        if (part->whom == GG_NO_UNIT) gg_put(out, "another");
        return part->whom == GG_NO_UNIT;
    }
    if (starts(name, length, "who") && part->who == GG_NO_UNIT && part->side != GG_NOBODY) {
        put_who(out, part);
        return true;
    }
    if (part->any_place && starts(name, length, "to:course")) {
        while (out->count > 0 && out->bytes[out->count - 1] == ' ') out->bytes[--out->count] = 0;
        return true;
    }
    if (part->any_place && (starts(name, length, "at") || starts(name, length, "to"))) {
        drop_word(out, 0);
        return true;
    }
    return false;
}

/* The sentence of a part as a text that gg_put_sentence() finishes; what is left afterwards can be
 * seen on the board. */
static void put_template(gg_text *out, const gg_happening *part, const char *whole)
{
    bool many = false;
    char text_bytes[SENTENCE_MAX];
    gg_text cut = gg_text_over(text_bytes, sizeof text_bytes);
    const char *left = strstr(whole, ", {had} left"), *text = text_bytes;
    gg_put_bytes(&cut, whole, (uint32_t)(left == NULL ? strlen(whole) : (size_t)(left - whole)));
    for (;;) {
        const char *open = strchr(text, '{'), *close = open == NULL ? NULL : strchr(open, '}');
        if (close == NULL) break;
        gg_put_bytes(out, text, (uint32_t)(open - text));
        if (!put_field(out, part, open + 1, (size_t)(close - open - 1), &many))
            gg_put_bytes(out, open, (uint32_t)(close - open + 1));
        text = close + 1;
    }
    gg_put(out, text);
    /* sentences of the log may end in a full stop */
    if (out->count > 0 && out->bytes[out->count - 1] == '.') out->bytes[--out->count] = 0;
}

void gg_put_ending(gg_text *out, const gg_ruleset *rules, const gg_state *state,
                   const gg_ending *ending)
{
    if (ending->count == 0) gg_put(out, "nothing");
    for (uint32_t i = 0; i < ending->count; i++) {
        const gg_happening *part = &ending->parts[i];
        char bytes[SENTENCE_MAX];
        gg_text text = gg_text_over(bytes, sizeof bytes);
        const gg_event event = {.kind = (uint8_t)part->kind,
                                .saying = part->saying,
                                .who = part->who,
                                .whom = part->whom,
                                .amount = part->amount[0],
                                .had = part->had[0],
                                .total = part->total[0],
                                .at = part->at,
                                .to = part->to};
        put_template(&text, part, rules->sayings[part->saying].text);
        const bool same = i > 0 && part[-1].who == part->who && part->who != GG_NO_UNIT
                          && strncmp(bytes, "{who} ", 6) == 0;
        if (i > 0) gg_put(out, same && i + 1 == ending->count ? " and " : ", ");
        gg_put_sentence(out, rules, state, &event, same ? bytes + 6 : bytes);
    }
}

void gg_put_throw(gg_text *out, const gg_ruleset *rules, const gg_state *state, const gg_throw *one)
{
    const gg_event *event = &one->event;
    if (event->check != GG_NO_CHECK) gg_put(out, rules->checks[event->check]->name);
    else if (event->saying == 0) gg_put(out, "roll");
    else gg_put_sentence(out, rules, state, event, rules->sayings[event->saying].text);
}

void gg_put_throw_result(gg_text *out, const gg_ruleset *rules, const gg_state *state,
                         const gg_throw *one, int result)
{
    const gg_event event = {.total = one->results[result].total, .band = one->results[result].band};
    gg_put_result(out, rules, state, rules->checks[one->event.check], &event);
}
