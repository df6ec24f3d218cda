/*
 * table.c - one game with its seats: what may happen to it.  See table.h.
 * SPDX-License-Identifier: MIT
 */
#include "server/table.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/load.h"
#include "core/numbers.h"
#include "core/position.h"

/* ---- Refusals. ---- */

static table_answer refuse(table_refusal *why, int status, const char *error, const char *text)
{
    *why = (table_refusal){.status = status, .error = error};
    snprintf(why->text, sizeof why->text, "%s", text);
    return TABLE_REFUSED;
}

static table_answer not_now(table_refusal *why, const char *text)
{
    return refuse(why, 409, "not-now", text);
}

/* ---- Setting up. ---- */

/* "name=value name=value"; `house` is NULL if the rules have no numbers. */
static bool read_options(const gg_ruleset *rules, const char *from, int32_t *options,
                         int16_t *house, gg_complaint *complaint)
{
    char text[STORE_OPTIONS_MAX], *rest = text;
    snprintf(text, sizeof text, "%s", from);
    for (char *one; (one = strtok_r(rest, " ", &rest)) != NULL;)
        if (!gg_load_option(rules, one, options, house, complaint)) return false;
    return true;
}

bool table_has_house(const gg_ruleset *rules, const char *text)
{
    int32_t options[GG_OPTIONS_MAX];
    int16_t house[GG_NUMBERS_MAX] = {0};
    gg_complaint complaint;
    if (rules->number_count == 0 || !read_options(rules, text, options, house, &complaint))
        return false;
    for (uint32_t row = 0; row < rules->number_count; row++)
        if (house[row] != 0) return true;
    return false;
}

static bool read_seat(table_seat *seat, const char *text)
{
    if (strcmp(text, "link") == 0) {
        seat->kind = SEAT_LINK;
    } else if (strcmp(text, "open") == 0) {
        seat->kind = SEAT_OPEN;
    } else {
        seat->kind = SEAT_COMPUTER;
        seat->player = gg_player_named(text);
        seat->taken = true;
        snprintf(seat->name, sizeof seat->name, "%s", text);
    }
    return seat->kind != SEAT_COMPUTER || seat->player != NULL;
}

/* Tries the set-up once, so that a bad combination of options is refused when it is asked for. */
static bool try_setup(const table *t, table_refusal *why)
{
    const gg_error error = table_set_up(t, table_use_room(t)->view);
    if (error.text == NULL) return true;
    refuse(why, 400, "bad-request", error.text);
    return false;
}

static bool read_row(table *t, const store_game *row, table_refusal *why)
{
    gg_complaint complaint;
    t->rules = gg_find_rules(row->ruleset, &complaint);
    if (t->rules == NULL) {
        refuse(why, 400, "bad-request", complaint.sentence);
        return false;
    }
    if (row->version > t->rules->version) {
        *why = (table_refusal){.status = 410, .error = "old-rules"};
        snprintf(why->text, sizeof why->text,
                 "This game is played by version %u of the rules of %s; this server has version"
                 " %u.",
                 row->version, t->rules->name, t->rules->version);
        return false;
    }
    t->row.version = row->version;
    t->options = malloc((t->rules->option_count + 1) * sizeof *t->options);
    gg_assert(t->options != NULL);
    for (uint32_t i = 0; i < t->rules->option_count; i++) t->options[i] = GG_OPTION_UNSET;
    if (t->rules->number_count > 0) t->house = calloc(t->rules->number_count, sizeof *t->house);
    if (!gg_find_scenario(t->rules, row->scenario, &t->scenario, &complaint)
        || !read_options(t->rules, row->options, t->options, t->house, &complaint)) {
        refuse(why, 400, "bad-request", complaint.sentence);
        return false;
    }
    t->names = table_names(t->rules, t->scenario);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        memcpy(t->seats[side].invitation, row->invitations[side], TABLE_HASH_BYTES);
        if (read_seat(&t->seats[side], row->seats[side])) continue;
        refuse(why, 400, "bad-request", "A seat is \"link\", \"open\" or a computer player.");
        return false;
    }
    if (!clock_read(row->clock, &t->clock)) {
        refuse(why, 400, "bad-request", "A clock is none, days or bank.");
        return false;
    }
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        if (t->seats[side].kind != SEAT_COMPUTER) clock_seat(&t->clock, side);
    return try_setup(t, why);
}

static bool copy_row(table_row *to, const store_game *from)
{
    memcpy(to->id, from->id, sizeof to->id);
    memcpy(to->earlier, from->earlier, sizeof to->earlier);
    memcpy(to->scenario, from->scenario, sizeof to->scenario);
    memcpy(to->seats, from->seats, sizeof to->seats);
    memcpy(to->clock, from->clock, sizeof to->clock);
    to->created = from->created;
    if (from->options[0] != '\0') to->options = strdup(from->options);
    return from->options[0] == '\0' || to->options != NULL;
}

void table_write_row(const table *t, store_game *out)
{
    const table_row *row = &t->row;
    *out = (store_game){.version = row->version, .created = row->created};
    memcpy(out->id, row->id, sizeof out->id);
    memcpy(out->earlier, row->earlier, sizeof out->earlier);
    memcpy(out->scenario, row->scenario, sizeof out->scenario);
    memcpy(out->seats, row->seats, sizeof out->seats);
    memcpy(out->clock, row->clock, sizeof out->clock);
    snprintf(out->ruleset, sizeof out->ruleset, "%s", t->rules->name);
    if (row->options != NULL) snprintf(out->options, sizeof out->options, "%s", row->options);
    memcpy(out->secret, t->fair.secret, sizeof out->secret);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        memcpy(out->invitations[side], t->seats[side].invitation, TABLE_HASH_BYTES);
}

table *table_new(const store_game *row, table_refusal *why)
{
    table *t = calloc(1, sizeof *t);
    if (t == NULL) {
        refuse(why, 503, "unavailable", "There is no memory left.");
        return NULL;
    }
    if (!copy_row(&t->row, row)) {
        free(t);
        refuse(why, 503, "unavailable", "There is no memory left.");
        return NULL;
    }
    t->winner = t->draw_by = t->takeback_by = t->rematch_by = t->past.resigned = GG_NOBODY;
    table_read_end(t, row);
    memcpy(t->fair.secret, row->secret, FAIR_SECRET_BYTES);
    memcpy(t->fair.id, row->id, FAIR_ID_MAX);
    t->asked[GG_BLUE] = t->asked[GG_RED] = TABLE_NOT_ASKED;
    t->decided_at = row->created * 1000;
    if (read_row(t, row, why)) return t;
    table_free(t);
    return NULL;
}

void table_free(table *t)
{
    if (t == NULL) return;
    fair_forget(&t->fair);
    table_end_match(t);
    table_free_past(t);
    free(t->row.options);
    free(t->options);
    free(t->house);
    free(t->sealed);
    free(t->done);
    free(t);
}

/* ---- Questions. ---- */

bool table_is_ready(const table *t)
{
    return t->status == STORE_WAITING && t->seats[GG_BLUE].taken && t->seats[GG_RED].taken;
}

gg_sides table_deciding(const table *t)
{
    return t->status == STORE_PLAYING ? gg_match_turn(t->match).deciding : GG_SIDES_NONE;
}

bool table_has_computer(const table *t)
{
    return t->seats[GG_BLUE].kind == SEAT_COMPUTER || t->seats[GG_RED].kind == SEAT_COMPUTER;
}

gg_side table_computer(const table *t)
{
    const gg_sides deciding = table_deciding(t);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        if ((deciding >> side & 1) != 0 && t->seats[side].kind == SEAT_COMPUTER) return side;
    return GG_NOBODY;
}

/* ---- Time. ---- */

bool table_is_out_of_time(const table *t, int64_t now, gg_side *whose)
{
    return t->status == STORE_PLAYING && clock_is_out(&t->clock, now, whose);
}

int64_t table_deadline(const table *t, gg_side side)
{
    return clock_deadline(&t->clock.hands[side]);
}

/* After a deed: who is asked now, and is it a new question?  It is when round or phase is another
 * one, or when secret choices were opened: who was last to close is then asked again. */
static void ask_sides(table *t, const table_deed *deed, bool opened)
{
    const bool playing = t->status == STORE_PLAYING;
    const gg_turn turn = playing ? gg_match_turn(t->match) : (gg_turn){0};
    const uint32_t step = (uint32_t)turn.round << 8 | turn.phase;
    const bool fresh = opened || step != t->step;
    t->step = step;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        if ((turn.deciding >> side & 1) == 0) t->asked[side] = TABLE_NOT_ASKED;
        else if (fresh || t->asked[side] == TABLE_NOT_ASKED) t->asked[side] = deed->number;
    }
    clock_ask(&t->clock,
              (clock_turn){.deciding = turn.deciding,
                           .fresh = fresh,
                           .secret = turn.secret || turn.deciding == GG_SIDES_BOTH,
                           .earned = deed->kind == DEED_action},
              deed->life != 0 ? deed->life : deed->at);
}

/* ---- Accounts. ---- */

gg_side table_find_account(const table *t, int64_t account, gg_side meant)
{
    const gg_sides deciding = table_deciding(t);
    gg_side found = GG_NOBODY;
    for (gg_side side = GG_BLUE; account != 0 && side <= GG_RED; side++) {
        if (t->seats[side].account != account || (meant != GG_NOBODY && meant != side)) continue;
        if (found == GG_NOBODY || (deciding >> side & 1) != 0) found = side;
        if ((deciding >> side & 1) != 0) break;
    }
    return found;
}

bool table_write_claim(int64_t account, const char *name, char out[TABLE_TEXT_MAX])
{
    return table_may_name(name)
           && snprintf(out, TABLE_TEXT_MAX, "%lld %s", (long long)account, name) < TABLE_TEXT_MAX;
}

/* Free as long as nobody else has been asked since: a slip of the hand.  Later it takes consent;
 * a computer player always consents. */
bool table_can_take_back(const table *t, gg_side side, bool *freely)
{
    uint32_t entry;
    if (t->status != STORE_PLAYING || side > GG_RED) return false;
    if (!gg_match_last_of(t->match, side, &entry)) return false;
    const bool decides = (gg_match_turn(t->match).deciding >> side & 1) != 0;
    *freely =
        decides || t->match->entries[entry].sealed || t->seats[1 - side].kind == SEAT_COMPUTER;
    return true;
}

/* Whatever differs, it takes the same time. */
static bool is_same_hash(const uint8_t a[TABLE_HASH_BYTES], const uint8_t b[TABLE_HASH_BYTES])
{
    uint64_t differs = 0;
    for (size_t at = 0; at < TABLE_HASH_BYTES; at += sizeof differs) {
        uint64_t one, other;
        memcpy(&one, a + at, sizeof one);
        memcpy(&other, b + at, sizeof other);
        differs |= one ^ other;
    }
    return differs == 0;
}

bool table_find_who(const table *t, const uint8_t *hash, table_who *who)
{
    *who = (table_who){.side = GG_NOBODY};
    if (hash == NULL) return true;
    bool known = false;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) { /* all of them, in constant time */
        const table_seat *seat = &t->seats[side];
        const bool people = seat->kind != SEAT_COMPUTER;
        const bool plays = is_same_hash(hash, seat->token);
        const bool invited = is_same_hash(hash, seat->invitation);
        if (people && seat->taken && plays) {
            *who = (table_who){.side = side};
            known = true;
        } else if (people && invited && !known) {
            *who = (table_who){.side = side, .invited = !seat->taken, .spent = seat->taken};
            known = true;
        }
    }
    return known;
}

/* ---- Doing. ---- */

static uint64_t text_hash(const table_deed *deed)
{
    return gg_hash(deed->text, strlen(deed->text));
}

/* Grows a list in the heap to hold one more; false: there is no memory. */
static bool make_room(void **list, uint32_t count, uint32_t *limit, size_t size)
{
    if (count < *limit) return true;
    const uint32_t wider = *limit == 0 ? 8 : *limit * 2;
    void *grown = realloc(*list, wider * size);
    if (grown == NULL) return false;
    *list = grown;
    *limit = wider;
    return true;
}

static const table_done *find_done(const table *t, gg_side side, uint32_t ply)
{
    for (uint32_t i = t->done_count; i > 0; i--) {
        const table_done *done = &t->done[i - 1];
        const bool decides = done->kind == DEED_action || done->kind == DEED_takeback;
        if (!decides || done->side != side) continue;
        if (done->ply == ply) return done;
        if (done->ply < ply) return NULL;
    }
    return NULL;
}

static uint32_t last_own_ply(const table *t, gg_side side, bool *any)
{
    for (uint32_t i = t->done_count; i > 0; i--) {
        const table_done *done = &t->done[i - 1];
        *any = (done->kind == DEED_action || done->kind == DEED_takeback) && done->side == side;
        if (*any) return done->ply;
    }
    return *any = false, 0;
}

/* Was it decided knowing what there is to know?  See "Acting" in docs/http.md. */
static table_answer check_ply(const table *t, const table_deed *deed, table_refusal *why)
{
    const table_done *before = find_done(t, deed->side, deed->ply);
    if (before != NULL && before->kind == deed->kind && before->text == text_hash(deed))
        return TABLE_AGAIN;
    bool any;
    const uint32_t last = last_own_ply(t, deed->side, &any);
    const gg_turn turn = t->status == STORE_PLAYING ? gg_match_turn(t->match) : (gg_turn){0};
    const bool secret = turn.secret || turn.deciding == GG_SIDES_BOTH;
    const bool fresh = deed->ply == t->ply[deed->side]
                       || (secret && deed->ply < t->ply[deed->side] && (!any || last < deed->ply));
    if (before == NULL && fresh) return TABLE_DONE;
    refuse(why, 409, "stale", "Something has happened since: read on and decide anew.");
    return TABLE_REFUSED;
}

static void end_as(table *t, table_how how, gg_side winner)
{
    t->status = STORE_OVER;
    t->how = how;
    t->winner = winner;
}

/* The rules have the last word on whether it is over; `how` is what ended it, if they say so. */
static void tell_what_came(table *t, table_how how, table_ear *ear)
{
    const gg_turn turn = gg_match_turn(t->match);
    if (turn.over) end_as(t, how, turn.winner);
    table_tell_play(t, ear);
    if (t->status == STORE_OVER) table_tell_end(t, ear);
}

bool table_may_name(const char *name)
{
    const size_t length = strlen(name);
    if (length == 0 || length >= GG_PLAYER_NAME_MAX || name[0] == ' ' || name[length - 1] == ' ')
        return false;
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)name[i] < ' ' || name[i] == 127) return false;
    return true;
}

/* One letter of UTF-8; 0 at the end, or if it is broken. */
static uint32_t next_letter(const char **at)
{
    const unsigned char *bytes = (const unsigned char *)*at;
    const int more = bytes[0] < 0x80 ? 0 : bytes[0] < 0xe0 ? 1 : bytes[0] < 0xf0 ? 2 : 3;
    uint32_t letter = more == 0 ? bytes[0] : bytes[0] & (0x3fu >> more);
    for (int i = 1; i <= more; i++) {
        if ((bytes[i] & 0xc0) != 0x80) return 0;
        letter = letter << 6 | (bytes[i] & 0x3f);
    }
    *at += 1 + more;
    return letter;
}

typedef struct letters {
    uint32_t from, to;
} letters;

static bool is_among(uint32_t letter, const letters *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (letter >= rows[i].from && letter <= rows[i].to) return true;
    return false;
}
#define AMONG(letter, rows) is_among(letter, rows, sizeof(rows) / sizeof *(rows))

/* What is not seen, or turns what follows: with it one could look like somebody else. */
static bool is_unseen(uint32_t letter)
{
    static const letters rows[] = {
        {0x80, 0xa0},     {0xad, 0xad},     {0x34f, 0x34f},     {0x61c, 0x61c},
        {0x115f, 0x1160}, {0x17b4, 0x17b5}, {0x180b, 0x180f},   {0x2000, 0x200f},
        {0x2028, 0x202f}, {0x205f, 0x206f}, {0x2800, 0x2800},   {0x3000, 0x3000},
        {0x3164, 0x3164}, {0xe000, 0xf8ff}, {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},
        {0xffa0, 0xffa0}, {0xfff0, 0xffff}, {0x1d173, 0x1d17a}, {0xe0000, 0x10ffff},
    };
    return AMONG(letter, rows);
}

/* Marks that are laid over the letter before them, and letters of ASCII in another dress. */
static bool is_disguise(uint32_t letter)
{
    static const letters rows[] = {
        {0x300, 0x36f},     {0x483, 0x489},   {0x1ab0, 0x1aff}, {0x1d00, 0x1d7f},
        {0x1dc0, 0x1dff},   {0x20d0, 0x20ff}, {0x2100, 0x214f}, {0x2160, 0x217f},
        {0x2460, 0x24ff},   {0xfe20, 0xfe2f}, {0xff01, 0xff5e}, {0x1d400, 0x1d7ff},
        {0x1f100, 0x1f18f},
    };
    return AMONG(letter, rows);
}

/* Scripts with letters that look like others': a name is of one of them.  Bits; 0: of any. */
static unsigned script_of(uint32_t letter)
{
    static const letters latin[] = {{'A', 'Z'},   {'a', 'z'},    {0xc0, 0xd6},
                                    {0xd8, 0xf6}, {0xf8, 0x2af}, {0x1e00, 0x1eff}};
    static const letters greek[] = {{0x370, 0x3ff}, {0x1f00, 0x1fff}};
    static const letters cyrillic[] = {{0x400, 0x52f}, {0x1c80, 0x1c8f}, {0xa640, 0xa69f}};
    static const letters others[] = {{0x530, 0x58f}, {0x13a0, 0x13ff}, {0x2c80, 0x2cff}};
    return (AMONG(letter, latin) ? 1u : 0) | (AMONG(letter, greek) ? 2u : 0)
           | (AMONG(letter, cyrillic) ? 4u : 0) | (AMONG(letter, others) ? 8u : 0);
}

bool table_may_sit_as(const char *name)
{
    unsigned scripts = 0;
    if (!table_may_name(name)) return false;
    for (const char *at = name; *at != '\0';) {
        const uint32_t letter = next_letter(&at);
        if (letter == 0 || is_unseen(letter) || is_disguise(letter)) return false;
        scripts |= script_of(letter);
    }
    return (scripts & (scripts - 1)) == 0;
}

bool table_write_sit(const uint8_t token[TABLE_HASH_BYTES], const char *name,
                     const char *contribution, char out[TABLE_TEXT_MAX])
{
    char hex[2 * TABLE_HASH_BYTES + 1];
    if (!table_may_sit_as(name) || !fair_may_contribute(contribution)) return false;
    sodium_bin2hex(hex, sizeof hex, token, TABLE_HASH_BYTES);
    return snprintf(out, TABLE_TEXT_MAX, "%s\n%s\n%s", hex, name, contribution) < TABLE_TEXT_MAX;
}

static table_answer do_sit(table *t, const table_deed *deed, table_refusal *why)
{
    char text[TABLE_TEXT_MAX], *rest = text;
    uint8_t token[TABLE_HASH_BYTES];
    memcpy(text, deed->text, sizeof text);
    const char *hex = strsep(&rest, "\n"), *name = strsep(&rest, "\n");
    const char *contribution = rest != NULL ? rest : "";
    if (name == NULL || !table_may_name(name) || !fair_may_contribute(contribution)
        || sodium_hex2bin(token, sizeof token, hex, strlen(hex), NULL, NULL, NULL) != 0)
        return refuse(why, 400, "bad-request",
                      "A name has 1 to 31 characters; a contribution is"
                      " a line of up to 64 printable characters of ASCII.");
    if (deed->side > GG_RED) return refuse(why, 400, "bad-request", "Say which side.");
    table_seat *seat = &t->seats[deed->side];
    if (seat->taken) {
        const bool same = sodium_memcmp(token, seat->token, sizeof token) == 0;
        if (same && seat->kind != SEAT_COMPUTER) return TABLE_AGAIN;
        return refuse(why, 409, "spent", "Somebody sits there already.");
    }
    seat->taken = true;
    memcpy(seat->token, token, sizeof token);
    snprintf(seat->name, sizeof seat->name, "%s", name);
    snprintf(t->fair.contributions[deed->side], FAIR_CONTRIBUTION_MAX, "%s", contribution);
    return TABLE_DONE;
}

/* A deed that is done again: its dice, and the position that it led to. */
typedef struct again {
    gg_dice dice;
    uint64_t hash;
    bool is_hashed; /* false: that is not known */
} again;

static void run_match(table *t, const again *stored)
{
    const gg_dice *dice = &t->match->dice;
    table_run_match(t);
    if (stored == NULL) return;
    if (stored->is_hashed) table_run_as_before(t, stored->hash);
    else /* faces that are left were for what was taken */
        while (dice->face_next < dice->face_count && table_take_single(t)) {}
}

static table_answer do_begin(table *t, table_ear *ear, const again *stored, table_refusal *why)
{
    if (!table_is_ready(t)) return not_now(why, "Not everybody sits yet.");
    if (!table_begin_match(t)) return refuse(why, 503, "unavailable", "There is no memory left.");
    t->status = STORE_PLAYING;
    if (stored != NULL) t->match->dice = stored->dice;
    run_match(t, stored);
    tell_what_came(t, HOW_RULES, ear);
    return TABLE_DONE;
}

static table_answer refuse_by_rules(const table *t, gg_verdict verdict, table_refusal *why)
{
    *why = (table_refusal){.status = 422, .error = "refused", .by_rules = true, .verdict = verdict};
    gg_text text = gg_text_over(why->text, sizeof why->text);
    gg_put_verdict(&text, t->rules, verdict);
    return TABLE_REFUSED;
}

/* Was anybody else told of what this side just did? */
static bool is_known(const table *t, gg_side side, const uint32_t before[TABLE_VIEWERS])
{
    for (gg_side viewer = GG_BLUE; viewer < TABLE_VIEWERS; viewer++)
        if (viewer != side && t->ply[viewer] != before[viewer]) return true;
    return false;
}

/* Who plays on declines.  Who plays on in secret does so when it is opened: an offer that lapsed
 * before would tell of it. */
static void lapse_offers(table *t, gg_side side, bool opened)
{
    t->takeback_by = GG_NOBODY;
    if (opened || t->draw_by != side) t->draw_by = GG_NOBODY;
}

static table_answer do_action(table *t, const table_deed *deed, table_ear *ear, const again *stored,
                              table_refusal *why)
{
    gg_action action;
    gg_verdict verdict;
    gg_complaint complaint;
    memset(&action, 0, sizeof action);
    if (strchr(deed->text, '\n') != NULL) /* a record has a line for each action */
        return refuse(why, 422, "unreadable", "An action is one line.");
    gg_state *view = table_use_room(t)->view; /* what it says must not tell what is hidden */
    gg_match_view(t->match, deed->side, view);
    if (!gg_load_action(t->rules, view, deed->text, &action, &complaint))
        return refuse(why, 422, "unreadable", complaint.sentence);
    if (stored != NULL) t->match->dice = stored->dice;
    t->source.drawn = table_count_faces(t);
    table_begin_telling(t);
    switch (table_do_match(t, deed->side, &action, &verdict)) {
    case GG_MATCH_DONE: break;
    case GG_MATCH_REFUSED: return refuse_by_rules(t, verdict, why);
    case GG_MATCH_NOT_NOW: return not_now(why, "It is not your decision.");
    case GG_MATCH_FULL: return not_now(why, "The game is as long as its rules allow.");
    case GG_MATCH_DICE: return not_now(why, "The dice do not do for this action.");
    }
    run_match(t, stored);
    const bool resigned =
        gg_match_turn(t->match).over && gg_is_resignation(t->rules, view, &action);
    const uint32_t sealed = t->sealed_count;
    uint32_t before[TABLE_VIEWERS];
    memcpy(before, t->ply, sizeof before);
    tell_what_came(t, resigned ? HOW_RESIGNED : HOW_RULES, ear);
    if ((t->past.may_object >> deed->side & 1) != 0) {
        t->past.may_object &= (gg_sides) ~(1u << deed->side);
        t->facts++;
    }
    if (is_known(t, deed->side, before)) lapse_offers(t, deed->side, t->sealed_count < sealed);
    return TABLE_DONE;
}

static table_answer do_takeback(table *t, gg_side side, table_ear *ear, table_refusal *why)
{
    uint32_t entry;
    bool freely;
    const char *sentence = "There is nothing to take back: a die was rolled or a choice opened.";
    if (!table_can_take_back(t, side, &freely) || !gg_match_last_of(t->match, side, &entry))
        return not_now(why, sentence);
    const bool sealed = t->match->entries[entry].sealed;
    const uint32_t before = t->match->entry_count;
    if (!gg_match_undo(t->match, side)) return not_now(why, sentence);
    t->takeback_by = GG_NOBODY;
    table_retell(t);
    table_tell_takeback(t, side, sealed, before - t->match->entry_count, ear);
    return TABLE_DONE;
}

static table_answer do_offer(const table *t, const table_deed *deed, gg_side *by, bool allowed,
                             table_refusal *why)
{
    if (!allowed || deed->side > GG_RED) return not_now(why, "That cannot be offered now.");
    if (t->seats[1 - deed->side].kind == SEAT_COMPUTER)
        return not_now(why, "A computer player does not answer offers.");
    if (*by == deed->side) return TABLE_AGAIN;
    *by = deed->side;
    return TABLE_DONE;
}

static table_answer do_decline(const table_deed *deed, gg_side *by, table_refusal *why)
{
    if (*by == GG_NOBODY || *by == deed->side) return not_now(why, "Nothing is offered to you.");
    *by = GG_NOBODY;
    return TABLE_DONE;
}

static table_answer do_end(table *t, table_how how, gg_side winner, table_ear *ear,
                           table_refusal *why)
{
    if (t->status != STORE_PLAYING) return not_now(why, "The game is not under way.");
    end_as(t, how, winner);
    table_tell_end(t, ear);
    return TABLE_DONE;
}

static table_answer do_claim(table *t, const table_deed *deed, table_refusal *why)
{
    char *name;
    const int64_t account = strtoll(deed->text, &name, 10);
    if (account <= 0 || *name != ' ' || !table_may_name(name + 1) || deed->side > GG_RED)
        return refuse(why, 400, "bad-request", "That is no account.");
    table_seat *seat = &t->seats[deed->side];
    if (seat->kind == SEAT_COMPUTER) return not_now(why, "Nobody sits there.");
    if (seat->account == account) return TABLE_AGAIN;
    if (seat->account != 0)
        return refuse(why, 409, "spent", "This seat is another account's already.");
    seat->account = account;
    snprintf(seat->account_name, sizeof seat->account_name, "%s", name + 1);
    return TABLE_DONE;
}

/* The account is gone: whoever has the seat's token may put it into another one. */
static table_answer do_leave(table *t, const table_deed *deed, table_refusal *why)
{
    if (deed->side > GG_RED) return refuse(why, 400, "bad-request", "Say which side.");
    table_seat *seat = &t->seats[deed->side];
    if (seat->account == 0 || seat->account != strtoll(deed->text, NULL, 10))
        return not_now(why, "This seat is not that account's.");
    seat->account = 0;
    seat->account_name[0] = '\0';
    return TABLE_DONE;
}

/* The store is a copy, and who has seen what came after it was made has seen dice: those that are
 * not drawn yet are others from here on. */
static table_answer do_restore(table *t, const table_deed *deed, table_refusal *why)
{
    uint8_t secret[FAIR_SECRET_BYTES];
    if (t->status == STORE_OVER) return not_now(why, "The game is over.");
    if (strlen(deed->text) != 2 * sizeof secret
        || sodium_hex2bin(secret, sizeof secret, deed->text, 2 * sizeof secret, NULL, NULL, NULL)
               != 0)
        return refuse(why, 400, "bad-request", "That is no secret.");
    const uint64_t dice = table_count_faces(t);
    if (!fair_add_secret(&t->fair, dice + 1, secret))
        return refuse(why, 503, "unavailable", "There is no memory left.");
    return TABLE_DONE;
}

/* "OLD NEW": the game stands already where it goes on.  Who plays on accepts it. */
static table_answer do_corrected(table *t, const table_deed *deed, table_ear *ear,
                                 table_refusal *why)
{
    const uint32_t version = (uint32_t)strtoul(deed->text, NULL, 10);
    if (t->status != STORE_PLAYING || version == 0 || t->past.start == NULL)
        return not_now(why, "No rule of this game was corrected.");
    t->past.version = version;
    t->past.may_object = GG_SIDES_NONE;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        if (t->seats[side].kind != SEAT_COMPUTER) t->past.may_object |= (gg_sides)(1u << side);
    t->draw_by = t->takeback_by = GG_NOBODY;
    table_tell_corrected(t, ear);
    return TABLE_DONE;
}

static table_answer do_objected(table *t, gg_side side, table_ear *ear, table_refusal *why)
{
    if (side > GG_RED || (t->past.may_object >> side & 1) == 0)
        return not_now(why, "There is nothing to object to.");
    t->past.may_object = GG_SIDES_NONE;
    return do_end(t, HOW_OBJECTED, GG_NOBODY, ear, why);
}

static table_answer do_rematch(table *t, const table_deed *deed, table_refusal *why)
{
    if (t->status != STORE_OVER || t->rematch[0] != '\0')
        return not_now(why, "There is no rematch to begin.");
    if (strlen(deed->text) >= sizeof t->rematch) return not_now(why, "That is no game.");
    memcpy(t->rematch, deed->text, strlen(deed->text) + 1);
    t->rematch_by = GG_NOBODY;
    return TABLE_DONE;
}

static table_answer do_kind(table *t, const table_deed *deed, table_ear *ear, const again *stored,
                            table_refusal *why)
{
    const bool playing = t->status == STORE_PLAYING;
    const gg_side other = deed->side <= GG_RED ? 1 - deed->side : GG_NOBODY;
    bool freely;
    switch ((deed_kind)deed->kind) {
    case DEED_sit: return do_sit(t, deed, why);
    case DEED_begin: return do_begin(t, ear, stored, why);
    case DEED_action:
        if (!playing) return not_now(why, "The game is not under way.");
        return do_action(t, deed, ear, stored, why);
    case DEED_takeback: return do_takeback(t, deed->side, ear, why);
    case DEED_takeback_asked:
        return do_offer(t, deed, &t->takeback_by, table_can_take_back(t, deed->side, &freely), why);
    case DEED_takeback_declined: return do_decline(deed, &t->takeback_by, why);
    case DEED_resigned: return do_end(t, HOW_RESIGNED, other, ear, why);
    case DEED_out_of_time: return do_end(t, HOW_TIME, other, ear, why);
    case DEED_draw_offered: return do_offer(t, deed, &t->draw_by, playing, why);
    case DEED_draw_declined: return do_decline(deed, &t->draw_by, why);
    case DEED_draw_agreed: return do_end(t, HOW_AGREED, GG_NOBODY, ear, why);
    case DEED_rematch_offered:
        return do_offer(t, deed, &t->rematch_by, t->status == STORE_OVER && t->rematch[0] == '\0',
                        why);
    case DEED_rematch_declined: return do_decline(deed, &t->rematch_by, why);
    case DEED_rematch: return do_rematch(t, deed, why);
    case DEED_claimed: return do_claim(t, deed, why);
    case DEED_left: return do_leave(t, deed, why);
    case DEED_restored: return do_restore(t, deed, why);
    case DEED_corrected: return do_corrected(t, deed, ear, why);
    case DEED_objected: return do_objected(t, deed->side, ear, why);
    }
    return refuse(why, 400, "bad-request", "There is no such deed.");
}

/* Does a deed of this kind change more than position, turn, clocks and offers? */
static bool changes_facts(deed_kind kind)
{
    switch (kind) {
    case DEED_action:
    case DEED_takeback:
    case DEED_takeback_asked:
    case DEED_takeback_declined:
    case DEED_draw_offered:
    case DEED_draw_declined:
    case DEED_rematch_offered:
    case DEED_rematch_declined: return false;
    case DEED_sit:
    case DEED_begin:
    case DEED_resigned:
    case DEED_draw_agreed:
    case DEED_out_of_time:
    case DEED_rematch:
    case DEED_claimed:
    case DEED_left:
    case DEED_restored:
    case DEED_corrected:
    case DEED_objected: break;
    }
    return true;
}

/* ---- Bounds: whoever loads a game does all its deeds again. ---- */

/* Does it bring the game nearer to its end, or belong to its beginning?  The rules see to it that
 * there are not too many of those. */
static bool is_talk(deed_kind kind)
{
    switch (kind) {
    case DEED_takeback:
    case DEED_takeback_asked:
    case DEED_takeback_declined:
    case DEED_draw_offered:
    case DEED_draw_declined:
    case DEED_rematch_offered:
    case DEED_rematch_declined:
    case DEED_claimed: return true;
    case DEED_sit:
    case DEED_begin:
    case DEED_action:
    case DEED_resigned:
    case DEED_draw_agreed:
    case DEED_out_of_time:
    case DEED_rematch:
    case DEED_left: /* of an account that is gone: as many as there were claims */
    case DEED_restored:
    case DEED_corrected:
    case DEED_objected: break;
    }
    return false;
}

/* Only what is new is judged: a stored game is as long as it is. */
static table_answer check_bounds(const table *t, const table_deed *deed, table_refusal *why)
{
    if (!is_talk((deed_kind)deed->kind)) return TABLE_DONE;
    if (t->talk >= TABLE_TALK_MAX)
        return not_now(why, "So much was offered and taken back in this game: play on.");
    if (deed->kind == DEED_takeback && t->match != NULL && t->takebacks_from == t->match->barrier_at
        && t->takebacks[deed->side] >= TABLE_TAKEBACKS_MAX)
        return not_now(why, "So much was taken back already: now decide.");
    return TABLE_DONE;
}

static void count_talk(table *t, const table_deed *deed)
{
    if (!is_talk((deed_kind)deed->kind)) return;
    t->talk++;
    if (deed->kind != DEED_takeback) return;
    if (t->takebacks_from != t->match->barrier_at) {
        t->takebacks_from = t->match->barrier_at;
        t->takebacks[GG_BLUE] = t->takebacks[GG_RED] = 0;
    }
    t->takebacks[deed->side]++;
}

static void note_done(table *t, table_deed *deed, uint32_t faces_before, uint32_t sealed_before)
{
    deed->number = t->done_count;
    if (t->match != NULL) {
        deed->hash = gg_match_hash(t->match);
        deed->faces = t->match->faces + faces_before;
        deed->face_count = t->match->face_count - faces_before;
    }
    t->done[t->done_count++] = (table_done){
        .kind = deed->kind, .side = deed->side, .ply = deed->ply, .text = text_hash(deed)};
    ask_sides(t, deed, deed->kind == DEED_action && t->sealed_count < sealed_before);
}

static table_answer do_it(table *t, table_deed *deed, table_ear *ear, const again *stored,
                          table_refusal *why)
{
    if (!make_room((void **)&t->done, t->done_count, &t->done_limit, sizeof *t->done))
        return refuse(why, 503, "unavailable", "There is no memory left.");
    const uint32_t faces = t->match == NULL ? 0 : t->match->face_count;
    const uint32_t sealed = t->sealed_count;
    uint32_t before[TABLE_VIEWERS];
    memcpy(before, t->ply, sizeof before);
    const store_status status = t->status;
    const table_answer answer = do_kind(t, deed, ear, stored, why);
    if (answer != TABLE_DONE) return answer;
    note_done(t, deed, faces, sealed);
    count_talk(t, deed);
    if (t->status != status || changes_facts((deed_kind)deed->kind)) t->facts++;
    const bool chooses = deed->kind == DEED_action || deed->kind == DEED_takeback;
    if (!chooses || is_known(t, deed->side, before)) t->decided_at = deed->at;
    return TABLE_DONE;
}

/* Names that were typed become codes: what is stored outlives the names of its scenario. */
static table_answer write_codes(table *t, table_deed *deed, table_refusal *why)
{
    gg_action action;
    gg_complaint complaint;
    char bytes[TABLE_TEXT_MAX];
    gg_text coded = gg_text_over(bytes, sizeof bytes);
    if (deed->kind != DEED_action || t->match == NULL) return TABLE_DONE;
    gg_state *view = table_use_room(t)->view;
    gg_match_view(t->match, deed->side, view);
    if (gg_load_action(t->rules, view, deed->text, &action, &complaint)) return TABLE_DONE;
    if (!gg_put_coded(&coded, &t->names, view, deed->text, &complaint))
        return refuse(why, 422, "unreadable", complaint.sentence);
    if (!coded.cut) memcpy(deed->text, bytes, coded.count + 1);
    return TABLE_DONE;
}

table_answer table_do(table *t, table_deed *deed, table_ear *ear, table_refusal *why)
{
    deed->hash = 0;
    deed->faces = NULL;
    deed->face_count = 0;
    if (deed->agreed) deed->ply = t->ply[deed->side];
    const table_answer coded = write_codes(t, deed, why);
    if (coded != TABLE_DONE) return coded;
    if (deed->kind == DEED_action || (deed->kind == DEED_takeback && !deed->agreed)) {
        const table_answer answer = check_ply(t, deed, why);
        if (answer != TABLE_DONE) return answer;
    }
    const table_answer bounded = check_bounds(t, deed, why);
    if (bounded != TABLE_DONE) return bounded;
    return do_it(t, deed, ear, NULL, why);
}

static table_deed deed_of(const store_deed *stored)
{
    return (table_deed){.kind = stored->kind,
                        .side = stored->side,
                        .ply = stored->ply,
                        .at = stored->at,
                        .life = stored->life};
}

/* Can it be done only when the game is over? */
static bool is_afterwards(deed_kind kind)
{
    return kind == DEED_rematch_offered || kind == DEED_rematch_declined || kind == DEED_rematch;
}

/* What the deed did beside the match, and that it was done. */
static bool pass_over(table *t, table_deed *deed, const store_deed *stored, table_ear *ear)
{
    table_refusal why;
    const bool is_play = deed->kind == DEED_action || deed->kind == DEED_takeback;
    if (!make_room((void **)&t->done, t->done_count, &t->done_limit, sizeof *t->done)
        || !table_pass(t, stored))
        return false;
    if (is_afterwards((deed_kind)deed->kind)) table_end_as_recorded(t, ear);
    if (deed->kind == DEED_begin) t->status = STORE_PLAYING;
    else if (!is_play) do_kind(t, deed, ear, NULL, &why);
    t->done[t->done_count++] = (table_done){
        .kind = deed->kind, .side = deed->side, .ply = deed->ply, .text = text_hash(deed)};
    return true;
}

/* False, and a sentence: it does not come out as it is stored. */
static bool redo(table *t, table_deed *deed, const store_deed *stored, table_ear *ear,
                 const char **trouble)
{
    table_refusal why;
    const again before = {.dice = gg_dice_scripted(stored->faces, stored->face_count),
                          .hash = stored->hash,
                          .is_hashed = stored->is_hashed};
    *trouble = "a deed cannot be done again";
    table_answer answer = do_it(t, deed, ear, &before, &why);
    if (t->match != NULL)
        t->match->dice = gg_dice_scripted(NULL, 0); /* what was taken rolls no more */
    while (answer != TABLE_DONE && !stored->is_hashed && table_take_single(t))
        answer = do_it(t, deed, ear, &before, &why);
    if (answer != TABLE_DONE) return false;
    *trouble = "the dice of a deed do not fit it";
    if (deed->face_count != stored->face_count) return false;
    *trouble = "the position after a deed is another one";
    return !stored->is_hashed || deed->hash == stored->hash;
}

bool table_redo(table *t, const store_deed *stored, table_ear *ear, const char **trouble)
{
    table_deed deed = deed_of(stored);
    *trouble = "a deed is missing";
    if (stored->number != t->done_count) return false;
    *trouble = "a deed is too long";
    if (snprintf(deed.text, sizeof deed.text, "%s", stored->text) >= (int)sizeof deed.text)
        return false;
    if (t->past.passes) return pass_over(t, &deed, stored, ear);
    const table_mark mark = table_mark_here(t);
    const bool known = t->past.passed_from != 0 && stored->number == t->past.passed_from;
    if (!known && redo(t, &deed, stored, ear, trouble)) {
        if (t->match != NULL) t->match->dice = gg_dice_drawn(fair_draw, &t->source);
        return true;
    }
    if (!table_was_corrected(t)) return false;
    t->done_count = t->past.passed_from = stored->number;
    return table_begin_passing(t, mark) && pass_over(t, &deed, stored, ear);
}
