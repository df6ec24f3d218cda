/*
 * notation.c - positions as text: one thing per line, readable, and read back byte for byte.
 *
 *     table 36 36              width and height in inches
 *     area hill level 1 value 4 held blue 20,16 28,16 28,20 20,20
 *     ad1 good 18,6 under ac0 holds 2
 *     a1 inf French avg 6 column 14,9 0 ad1 light skirm shaken 1 orders 1
 *
 * A number before a unit's place is its strength, the one after it its facing.  A line that names
 * a unit or commander again changes what it says and leaves the rest.
 */
#include "lucky.h"

#include <string.h>

/* ---- Names. ---- */

const char *const lg_type_names[TYPES] = {
#define TYPE(id, name, words, role, rout, clause) name,
#include "units.def"
#undef TYPE
};
const char *const lg_formation_names[FORMATIONS] = {
#define FORMATION(id, name, words, clause) name,
#include "units.def"
#undef FORMATION
};
const char *const lg_flag_names[FLAGS] = {
#define FLAG(id, name, words, clause) name,
#include "units.def"
#undef FLAG
};
const char *const lg_nation_names[NATIONS] = {
#define NATION(id, name, foot, guns, skirmishers, penalty, square, battery, mass, markers, line,   \
               words, clause)                                                                      \
    name,
#include "nations.def"
#undef NATION
};
const char *const lg_ground_names[GROUNDS] = {
#define GROUND(id, name, difficult, cover, open, sight, role, words, clause) name,
#include "ground.def"
#undef GROUND
};
const char *const lg_phase_names[PHASES] = {
#define PHASE(id, name, words, clause, orders) name,
#include "phases.def"
#undef PHASE
};
const char *const lg_quality_names[QUALITIES] = {"poor", "avg", "vet", "elite"};
const char *const lg_commander_quality_names[6] = {"none", "poor",      "able",
                                                   "good", "excellent", "brilliant"};

static const char *const did_names[] = {"acted",  "moved",   "charged",   "no_fire",   "fired",
                                        "evaded", "squared", "responded", "unlimbered"};
static const char *const status_names[] = {"disordered", "routing", "prepared", "must_leave"};
static const char *const charge_names[CHARGE_STATUSES] = {"none",   "declared", "closed",
                                                          "failed", "met",      "contact"};
static const char *const kind_names[] = {"charge", "counter", "break"};
static const char *const edge_names[] = {"north", "east", "south", "west"};
static const char *const ended_names[] = {"not", "broken", "time", "resigned"};
static const char level_letters[LEVELS + 1] = "ckd";
enum {
    DIDS = sizeof did_names / sizeof *did_names,
    STATUSES = sizeof status_names / sizeof *status_names
};

/* ---- Small writers and readers. ---- */

void lg_write_unit(const gg_state *s, gg_unit u, gg_text *out)
{
    if (u < s->unit_count) {
        gt_write_name((gt_name){s->units[u].side, -1, s->units[u].number}, level_letters, out);
    } else if (u >= UNITS_MAX && u - UNITS_MAX < s->commander_count) {
        const lg_commander *his = &s->commanders[u - UNITS_MAX];
        gt_write_name((gt_name){his->side, his->level, his->number}, level_letters, out);
    } else {
        gg_put_char(out, '?');
        gg_put_int(out, u);
    }
}

static unsigned unit_named(const gg_state *s, gt_name it)
{
    for (unsigned u = 0; u < s->unit_count && it.rank < 0; u++)
        if (s->units[u].side == it.side && s->units[u].number == it.number) return u;
    return NOBODY;
}

static unsigned commander_named(const gg_state *s, gt_name it)
{
    for (unsigned c = 0; c < s->commander_count && it.rank >= 0; c++) {
        const lg_commander *his = &s->commanders[c];
        if (his->side == it.side && his->level == it.rank && his->number == it.number) return c;
    }
    return NOBODY;
}

bool lg_scan_unit(const gg_state *s, gg_scan *scan, unsigned *unit)
{
    gg_scan here = *scan;
    gt_name it;
    if (!gt_scan_name(&here, level_letters, &it) || unit_named(s, it) == NOBODY) return false;
    *unit = unit_named(s, it);
    *scan = here;
    return true;
}

bool lg_scan_commander(const gg_state *s, gg_scan *scan, unsigned *commander)
{
    gg_scan here = *scan;
    gt_name it;
    if (!gt_scan_name(&here, level_letters, &it) || commander_named(s, it) == NOBODY) return false;
    *commander = commander_named(s, it);
    *scan = here;
    return true;
}

/* ---- Writing. ---- */

static void write_units_of(const gg_state *s, const char *word, uint64_t set, gg_text *out)
{
    if (set == 0) return;
    gg_put(out, word);
    for (int u = lg_next(&set); u != GG_NEVER; u = lg_next(&set)) {
        gg_put_char(out, ' ');
        lg_write_unit(s, (gg_unit)u, out);
    }
    gg_put_char(out, '\n');
}

static void write_commander(const gg_state *s, unsigned c, gg_text *out)
{
    const lg_commander *his = &s->commanders[c];
    lg_write_unit(s, (gg_unit)(UNITS_MAX + c), out);
    gt_put_word(out, lg_commander_quality_names[his->quality]);
    gt_put_at(out, "", his->at);
    if (his->superior != NOBODY) {
        gt_put_word(out, "under ");
        lg_write_unit(s, (gg_unit)(UNITS_MAX + his->superior), out);
    }
    if (his->gone > 0) gt_put_number(out, "gone", his->gone);
    if (his->mute > 0) gt_put_number(out, "mute", his->mute);
    if (his->held > 0) gt_put_number(out, "holds", his->held);
    if (his->pool > 0) gt_put_number(out, "pool", his->pool);
    if (his->given > 0) gt_put_number(out, "given", his->given);
    if (his->moved) gt_put_word(out, "moved");
    if (his->closed) gt_put_word(out, "closed");
    gg_put_char(out, '\n');
}

static void write_flags(const gg_state *s, const lg_unit *unit, gg_text *out)
{
    for (int i = 0; i < FLAGS; i++)
        if (unit->flags >> i & 1) gt_put_word(out, lg_flag_names[i]);
    if (!(unit->flags & FLAG_SKIRM) && lg_skirmish_default(s, unit)) gt_put_word(out, "no_skirm");
}

static void write_unit_line(const gg_state *s, unsigned u, gg_text *out)
{
    const lg_unit *unit = &s->units[u];
    lg_write_unit(s, (gg_unit)u, out);
    gt_put_word(out, lg_type_names[unit->type]);
    gt_put_word(out, lg_nation_names[unit->nation]);
    gt_put_word(out, lg_quality_names[unit->quality]);
    gg_put_char(out, ' ');
    gg_put_int(out, unit->strength);
    gt_put_word(out, lg_formation_names[unit->formation]);
    gt_put_at(out, "", unit->at);
    gg_put_char(out, ' ');
    gg_put_int(out, unit->facing);
    if (unit->division != NOBODY) {
        gg_put_char(out, ' ');
        lg_write_unit(s, (gg_unit)(UNITS_MAX + unit->division), out);
    }
    write_flags(s, unit, out);
    if (unit->start != unit->strength) {
        gt_put_word(out, "start:"); /* one word, so that it is never taken for the strength */
        gg_put_int(out, unit->start);
    }
    if (unit->removed == REMOVED_DESTROYED) gt_put_word(out, "destroyed");
    if (unit->removed == REMOVED_LEFT) gt_put_word(out, "left");
    if (unit->shaken > 0) gt_put_number(out, "shaken", unit->shaken);
    for (int i = 0; i < STATUSES; i++)
        if (unit->status >> i & 1) gt_put_word(out, status_names[i]);
    if (unit->orders > 0) gt_put_number(out, "orders", unit->orders);
    for (int i = 0; i < DIDS; i++)
        if (unit->did >> i & 1) gt_put_word(out, did_names[i]);
    gg_put_char(out, '\n');
}

static void write_attached(const gg_state *s, unsigned c, gg_text *out)
{
    if (s->commanders[c].attached == NOBODY) return;
    gg_put(out, "attached ");
    lg_write_unit(s, (gg_unit)(UNITS_MAX + c), out);
    gg_put_char(out, ' ');
    lg_write_unit(s, s->commanders[c].attached, out);
    gg_put_char(out, '\n');
}

static void write_charge(const gg_state *s, unsigned u, gg_text *out)
{
    const lg_charge *it = &s->charges[u];
    if (it->status == CHARGE_NONE) return;
    gg_put(out, "charging ");
    lg_write_unit(s, (gg_unit)u, out);
    gg_put_char(out, ' ');
    lg_write_unit(s, it->target, out);
    gt_put_word(out, kind_names[it->kind]);
    gt_put_word(out, charge_names[it->status]);
    gt_put_number(out, "order", it->order);
    gt_put_number(out, "facing", it->facing);
    gt_put_number(out, "k", it->k);
    gt_put_number(out, "of", it->k_declared);
    gt_put_number(out, "allowance", it->allowance);
    gt_put_number(out, "gone", it->moved);
    gt_put_at(out, "start", it->start);
    gt_put_at(out, "from", it->declared);
    gt_put_at(out, "at", it->target_at);
    if (it->flank) gt_put_word(out, "flank");
    gg_put_char(out, '\n');
}

static void put_unit(const gg_state *s, const char *word, unsigned u, gg_text *out)
{
    gt_put_word(out, word);
    gg_put_char(out, ' ');
    lg_write_unit(s, (gg_unit)u, out);
}

static void write_fight(const gg_state *s, gg_text *out)
{
    const lg_fight none = {.winner = GG_NOBODY}, *fight = &s->fight;
    if (memcmp(fight, &none, sizeof none) == 0) return;
    gg_put(out, "fight");
    gt_put_word(out, gg_side_name(fight->base));
    gt_put_word(out, gg_side_name(fight->attacker));
    put_unit(s, "lead", fight->lead[GG_BLUE], out);
    put_unit(s, "lead", fight->lead[GG_RED], out);
    gt_put_at(out, "at", fight->lead_at[GG_BLUE]);
    gt_put_at(out, "at", fight->lead_at[GG_RED]);
    gt_put_word(out, "winner");
    gt_put_word(out, gg_side_name(fight->winner));
    gt_put_number(out, "by", fight->difference);
    gt_put_number(out, "flank", fight->flank[GG_BLUE]);
    gt_put_number(out, "flank", fight->flank[GG_RED]);
    put_unit(s, "breaker", fight->breaker, out);
    gt_put_number(out, "fired", fight->breaker_fired_at);
    gt_put_number(out, "run_down", fight->run_down);
    gg_put_char(out, '\n');
    write_units_of(s, "fighting", fight->units, out);
    write_units_of(s, "retiring", fight->retiring, out);
    write_units_of(s, "occupying", fight->occupying, out);
    write_units_of(s, "breaking", fight->breaking, out);
    write_units_of(s, "beaten", fight->beaten, out);
}

static void write_frame(const gg_state *s, const lg_frame *frame, gg_text *out)
{
    gg_put(out, "frame");
    gt_put_word(out, gg_side_name(frame->winner));
    put_unit(s, "lead", frame->lead, out);
    gg_put_char(out, '\n');
    write_units_of(s, "frame_breaking", frame->breaking, out);
    write_units_of(s, "frame_beaten", frame->beaten, out);
}

static void write_heading(const gg_state *s, gg_text *out)
{
    gg_put(out, "position lucky 1\n");
    for (int i = 0; i < OPTIONS; i++) {
        if (s->options[i] == lucky_rules.options[i].standard) continue;
        gg_put(out, "option ");
        gg_put(out, lucky_rules.options[i].name);
        gg_put_char(out, '=');
        gg_put_int(out, s->options[i]);
        gg_put_char(out, '\n');
    }
    if (s->practice) gg_put(out, "practice\n");
    gg_put(out, "table ");
    gt_write_ticks(s->width, out);
    gg_put_char(out, ' ');
    gt_write_ticks(s->height, out);
    gg_put(out, "\nyear ");
    gg_put_int(out, s->year);
    gg_put(out, "\nturns ");
    gg_put_int(out, s->turns);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        gg_put(out, "\nhome ");
        gg_put(out, gg_side_name(side));
        gt_put_word(out, edge_names[s->home[side] / 90]);
    }
    gg_put(out, "\nturn ");
    gg_put_int(out, s->turn);
    gt_put_word(out, gg_side_name(s->active));
    gt_put_word(out, lg_phase_names[s->phase]);
    gg_put_char(out, '\n');
}

static int count_units(const gg_state *s, gg_side side)
{
    int count = 0;
    for (unsigned u = 0; u < s->unit_count; u++)
        count += s->units[u].side == side;
    return count;
}

static void write_rest(const gg_state *s, gg_text *out)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        if (s->start_units[side] == count_units(s, side)) continue;
        gg_put(out, "start ");
        gg_put(out, gg_side_name(side));
        gg_put_char(out, ' ');
        gg_put_int(out, s->start_units[side]);
        gg_put_char(out, '\n');
    }
    if (s->open_division != NOBODY) {
        gg_put(out, "open ");
        lg_write_unit(s, (gg_unit)(UNITS_MAX + s->open_division), out);
        gg_put_char(out, '\n');
    }
    if (s->charge_count > 0) {
        gg_put(out, "declared ");
        gg_put_int(out, s->charge_count);
        gg_put_char(out, '\n');
    }
    if (s->ended != ENDED_NOT) {
        gg_put(out, "ended ");
        gg_put(out, ended_names[s->ended]);
        gt_put_word(out, gg_side_name(s->winner));
        gg_put_char(out, '\n');
    }
    if (s->last_who != NOBODY) {
        gg_put(out, "last ");
        lg_write_unit(s, s->last_who, out);
        gt_put_at(out, "", s->last_from);
        gg_put_char(out, '\n');
    }
}

void lg_write_state(const gg_state *s, gg_text *out)
{
    gt_table t = lg_table(s);
    write_heading(s, out);
    for (int i = 0; i < s->area_count; i++)
        gt_write_area(&t, (unsigned)i, out);
    for (unsigned c = 0; c < s->commander_count; c++)
        write_commander(s, c, out);
    for (unsigned u = 0; u < s->unit_count; u++)
        write_unit_line(s, u, out);
    for (unsigned c = 0; c < s->commander_count; c++)
        write_attached(s, c, out);
    for (unsigned u = 0; u < s->unit_count; u++)
        write_charge(s, u, out);
    for (int i = 0; i < s->combat_count; i++)
        write_units_of(s, "combat", s->combats[i], out);
    write_fight(s, out);
    for (int i = 0; i < s->frame_count; i++)
        write_frame(s, &s->frames[i], out);
    write_rest(s, out);
}

/* ---- Reading. ---- */

typedef struct reader {
    gg_scan scan;
    gg_state *s;
    bool skirm_said[UNITS_MAX], start_said[UNITS_MAX], strength_said[UNITS_MAX];
    int start[2]; /* -1: as many as there are */
} reader;

static gg_error wrong(const reader *r, const char *text)
{
    return gg_scan_error(&r->scan, text);
}

static bool number_after(reader *r, int64_t low, int64_t high, int64_t *out)
{
    gg_scan here = r->scan;
    gg_scan_spaces(&here);
    if (!gg_scan_int(&here, low, high, out)) return false;
    r->scan = here;
    return true;
}

static bool line_ends(reader *r)
{
    gg_scan_spaces(&r->scan);
    return gg_scan_line_ends(&r->scan);
}

/* Words with a number behind them, for units and commanders alike. */
typedef struct numbered {
    const char *word;
    int low, high;
    uint8_t *to;
} numbered;

static gg_error read_numbered(reader *r, const numbered *words, int count, bool *found)
{
    *found = false;
    for (int i = 0; i < count; i++) {
        int64_t number;
        if (!gg_scan_is(&r->scan, words[i].word)) continue;
        *found = true;
        if (!number_after(r, words[i].low, words[i].high, &number))
            return wrong(r, "expected a number that fits here");
        *words[i].to = (uint8_t)number;
        break;
    }
    return gg_fine;
}

static gg_error read_area(reader *r)
{
    gg_state *s = r->s;
    gg_scan_spaces(&r->scan);
    if (s->area_count == AREAS_MAX) return wrong(r, "there are too many areas");
    gg_error error = gt_read_area(&r->scan, &lg_game, NULL, &s->areas[s->area_count]);
    if (error.text == NULL) s->area_count++;
    return error;
}

static gg_error read_commander_word(reader *r, lg_commander *his)
{
    gg_state *s = r->s;
    const numbered words[] = {{"gone", 0, 2, &his->gone},
                              {"mute", 0, 2, &his->mute},
                              {"holds", 0, 3, &his->held},
                              {"pool", 0, 99, &his->pool},
                              {"given", 0, 99, &his->given}};
    bool found;
    unsigned other;
    int quality;
    gg_error error = read_numbered(r, words, 5, &found);
    if (error.text != NULL || found) return error;
    if (gt_scan_row(&r->scan, lg_commander_quality_names, 6, &quality)) {
        if (quality == 0) return wrong(r, "expected poor, able, good, excellent or brilliant");
        his->quality = (uint8_t)quality;
    } else if (gg_scan_is(&r->scan, "under")) {
        gg_scan_spaces(&r->scan);
        if (!lg_scan_commander(s, &r->scan, &other))
            return wrong(r, "expected a commander named before");
        his->superior = (uint8_t)other;
    } else if (gg_scan_is(&r->scan, "moved")) {
        his->moved = 1;
    } else if (gg_scan_is(&r->scan, "closed")) {
        his->closed = 1;
    } else if (!gt_scan_place(&r->scan, &his->at)) {
        return wrong(r, "expected a place such as 18,4 or a word about a commander");
    }
    return gg_fine;
}

static gg_error read_commander(reader *r, gt_name it)
{
    gg_state *s = r->s;
    unsigned c = commander_named(s, it);
    if (c == NOBODY) {
        if (s->commander_count == COMMANDERS_MAX) return wrong(r, "there are too many commanders");
        c = s->commander_count++;
        s->commanders[c] = (lg_commander){.side = it.side,
                                          .level = (uint8_t)it.rank,
                                          .number = (uint8_t)it.number,
                                          .superior = NOBODY,
                                          .quality = 2,
                                          .attached = NOBODY};
        for (unsigned other = 0; other < c && it.rank > LEVEL_CINC;
             other++) /* the CinC, unless it says otherwise */
            if (s->commanders[other].side == it.side && s->commanders[other].level == LEVEL_CINC)
                s->commanders[c].superior = (uint8_t)other;
    }
    while (!line_ends(r)) {
        gg_error error = read_commander_word(r, &s->commanders[c]);
        if (error.text != NULL) return error;
    }
    return gg_fine;
}

/* Words that set bits. */
static bool scan_bit(reader *r, const char *const *names, int count, int *bit)
{
    return gt_scan_row(&r->scan, names, count, bit);
}

static bool read_unit_flag(reader *r, unsigned u)
{
    lg_unit *unit = &r->s->units[u];
    int bit;
    if (scan_bit(r, lg_flag_names, FLAGS, &bit)) {
        unit->flags |= (uint8_t)(1 << bit);
        if (bit == FLAG_ROW_SKIRM) r->skirm_said[u] = true;
    } else if (gg_scan_is(&r->scan, "no_skirm")) {
        unit->flags &= (uint8_t)~FLAG_SKIRM;
        r->skirm_said[u] = true;
    } else if (scan_bit(r, status_names, STATUSES, &bit)) {
        unit->status |= (uint8_t)(1 << bit);
    } else if (scan_bit(r, did_names, DIDS, &bit)) {
        unit->did |= (uint16_t)(1 << bit);
    } else if (gg_scan_is(&r->scan, "fresh")) {
        unit->did = unit->status = unit->shaken = 0;
    } else if (gg_scan_is(&r->scan, "destroyed")) {
        unit->removed = REMOVED_DESTROYED;
    } else if (gg_scan_is(&r->scan, "left")) {
        unit->removed = REMOVED_LEFT;
    } else {
        return false;
    }
    return true;
}

static bool read_unit_kind(reader *r, unsigned u, bool *formed)
{
    lg_unit *unit = &r->s->units[u];
    int row;
    if (gt_scan_row(&r->scan, lg_type_names, TYPES, &row)) {
        unit->type = (uint8_t)row;
        static const uint8_t usual[TYPES] = {FORM_COLUMN, FORM_RIDING, FORM_UNL, FORM_UNL};
        if (!*formed) unit->formation = usual[row];
    } else if (gt_scan_row(&r->scan, lg_nation_names, NATIONS, &row)) {
        unit->nation = (uint8_t)row;
    } else if (gt_scan_row(&r->scan, lg_quality_names, QUALITIES, &row)) {
        unit->quality = (uint8_t)row;
    } else if (gt_scan_row(&r->scan, lg_formation_names, FORMATIONS, &row)) {
        unit->formation = (uint8_t)row;
        *formed = true;
    } else {
        return false;
    }
    return true;
}

static gg_error read_unit_word(reader *r, unsigned u, bool *placed, bool *formed)
{
    gg_state *s = r->s;
    lg_unit *unit = &s->units[u];
    const numbered words[] = {{"shaken", 0, 3, &unit->shaken},
                              {"orders", 0, ORDERS_MAX, &unit->orders}};
    bool found;
    int64_t number;
    unsigned c;
    gg_scan here = r->scan;
    if (gg_scan_is(&here, "start") && gg_scan_char(&here, ':')
        && gg_scan_int(&here, 0, 12, &number)) {
        unit->start = (uint8_t)number;
        r->start_said[u] = true;
        r->scan = here;
        return gg_fine;
    }
    gg_error error = read_numbered(r, words, 2, &found);
    if (error.text != NULL || found || read_unit_flag(r, u) || read_unit_kind(r, u, formed))
        return error;
    if (gt_scan_place(&r->scan, &unit->at)) {
        *placed = true;
    } else if (lg_scan_commander(s, &r->scan, &c)) {
        unit->division = (uint8_t)c;
    } else if (!*placed && gg_scan_int(&r->scan, 0, 12, &number)) {
        unit->strength = (uint8_t)number;
        r->strength_said[u] = true;
        if (!r->start_said[u]) unit->start = (uint8_t)number;
    } else if (*placed && gg_scan_int(&r->scan, 0, 359, &number)) {
        unit->facing = (int16_t)number;
    } else {
        return wrong(r, "expected a word about a unit: kind, nation, quality, strength, formation, "
                        "place, facing");
    }
    return gg_fine;
}

static gg_error read_unit(reader *r, gt_name it)
{
    gg_state *s = r->s;
    unsigned u = unit_named(s, it);
    bool formed = u != NOBODY, placed = false;
    if (u == NOBODY) {
        if (s->unit_count == UNITS_MAX) return wrong(r, "there are too many units");
        u = s->unit_count++;
        s->units[u] = (lg_unit){.side = it.side,
                                .number = (uint8_t)it.number,
                                .division = NOBODY,
                                .nation = it.side == GG_BLUE ? NATION_FRENCH : NATION_AUSTRIAN,
                                .quality = AVERAGE,
                                .formation = FORM_COLUMN,
                                .facing = it.side == GG_BLUE ? 0 : 180};
    }
    while (!line_ends(r)) {
        gg_error error = read_unit_word(r, u, &placed, &formed);
        if (error.text != NULL) return error;
    }
    return gg_fine;
}

static gg_error read_set(reader *r, uint64_t *out)
{
    while (!line_ends(r)) {
        unsigned u;
        if (!lg_scan_unit(r->s, &r->scan, &u)) return wrong(r, "expected units named before");
        *out |= lg_bit(u);
    }
    return gg_fine;
}

/* A fixed row of words and values; each reader says what it wanted. */
static bool take_word(reader *r, const char *word)
{
    gg_scan_spaces(&r->scan);
    return gg_scan_is(&r->scan, word);
}

static bool take_number(reader *r, const char *word, int64_t high, int64_t *out)
{
    return take_word(r, word) && number_after(r, 0, high, out);
}

static bool take_unit(reader *r, const char *word, uint8_t *out)
{
    unsigned u;
    if (word[0] != '\0' && !take_word(r, word)) return false;
    gg_scan_spaces(&r->scan);
    if (!lg_scan_unit(r->s, &r->scan, &u)) return false;
    *out = (uint8_t)u;
    return true;
}

static bool take_place(reader *r, const char *word, gg_point *out)
{
    if (!take_word(r, word)) return false;
    gg_scan_spaces(&r->scan);
    return gt_scan_place(&r->scan, out);
}

static bool take_side(reader *r, bool nobody, uint8_t *out)
{
    gg_side side = GG_NOBODY;
    gg_scan_spaces(&r->scan);
    if (!(nobody && gg_scan_is(&r->scan, "nobody")) && !gg_scan_side(&r->scan, &side)) return false;
    *out = side;
    return true;
}

static gg_error read_charge(reader *r)
{
    uint8_t u;
    lg_charge it = {.target = 0};
    int kind, status;
    int64_t order, facing, k, of, allowance, gone;
    if (!take_unit(r, "", &u) || !take_unit(r, "", &it.target))
        return wrong(r, "expected charger and target");
    gg_scan_spaces(&r->scan);
    if (!gt_scan_row(&r->scan, kind_names, 3, &kind))
        return wrong(r, "expected charge, counter or break");
    gg_scan_spaces(&r->scan);
    if (!gt_scan_row(&r->scan, charge_names, CHARGE_STATUSES, &status) || status == CHARGE_NONE)
        return wrong(r, "expected declared, closed, failed, met or contact");
    if (!take_number(r, "order", 255, &order) || order == 0
        || !take_number(r, "facing", 359, &facing) || !take_number(r, "k", CONTACT_MAX, &k)
        || !take_number(r, "of", CONTACT_MAX, &of)
        || !take_number(r, "allowance", CONTACT_MAX, &allowance)
        || !take_number(r, "gone", CONTACT_MAX, &gone) || !take_place(r, "start", &it.start)
        || !take_place(r, "from", &it.declared) || !take_place(r, "at", &it.target_at))
        return wrong(r,
                     "expected order, facing, k, of, allowance, gone, start, from, at of a charge");
    it.flank = take_word(r, "flank");
    it.kind = (uint8_t)kind, it.status = (uint8_t)status, it.order = (uint8_t)order;
    it.facing = (int16_t)facing, it.k = (uint16_t)k, it.k_declared = (uint16_t)of;
    it.allowance = (uint16_t)allowance, it.moved = (uint16_t)gone;
    r->s->charges[u] = it;
    return gg_fine;
}

static gg_error read_fight(reader *r)
{
    lg_fight *it = &r->s->fight;
    int64_t by, flank[2], fired, run_down;
    if (!take_side(r, false, &it->base) || !take_side(r, false, &it->attacker)
        || !take_unit(r, "lead", &it->lead[0]) || !take_unit(r, "lead", &it->lead[1])
        || !take_place(r, "at", &it->lead_at[0]) || !take_place(r, "at", &it->lead_at[1])
        || !take_word(r, "winner") || !take_side(r, true, &it->winner)
        || !take_number(r, "by", 255, &by) || !take_number(r, "flank", 1, &flank[0])
        || !take_number(r, "flank", 1, &flank[1]) || !take_unit(r, "breaker", &it->breaker)
        || !take_number(r, "fired", 1, &fired) || !take_number(r, "run_down", 1, &run_down))
        return wrong(r, "expected sides, lead, lead, at, at, winner, by, flank, flank, breaker, "
                        "fired, run_down");
    it->difference = (uint8_t)by;
    it->flank[0] = (uint8_t)flank[0], it->flank[1] = (uint8_t)flank[1];
    it->breaker_fired_at = (uint8_t)fired, it->run_down = (uint8_t)run_down;
    return gg_fine;
}

static gg_error read_attached(reader *r)
{
    unsigned c;
    gg_scan_spaces(&r->scan);
    if (!lg_scan_commander(r->s, &r->scan, &c))
        return wrong(r, "expected a commander named before");
    if (!take_unit(r, "", &r->s->commanders[c].attached))
        return wrong(r, "expected a unit named before");
    return gg_fine;
}

static gg_error read_frame(reader *r)
{
    gg_state *s = r->s;
    if (s->frame_count == FRAMES_MAX) return wrong(r, "there are too many frames");
    lg_frame *frame = &s->frames[s->frame_count];
    if (!take_side(r, false, &frame->winner) || !take_unit(r, "lead", &frame->lead))
        return wrong(r, "expected the side and its lead");
    s->frame_count++;
    return gg_fine;
}

static gg_error read_frame_set(reader *r, bool beaten)
{
    gg_state *s = r->s;
    if (s->frame_count == 0) return wrong(r, "expected a frame before this");
    lg_frame *frame = &s->frames[s->frame_count - 1];
    return read_set(r, beaten ? &frame->beaten : &frame->breaking);
}

static gg_error read_turn(reader *r)
{
    int64_t number;
    int phase;
    if (!number_after(r, 1, 200, &number)) return wrong(r, "expected the number of the turn");
    r->s->turn = (uint8_t)number;
    gg_scan_spaces(&r->scan);
    gg_scan_side(&r->scan, &r->s->active);
    gg_scan_spaces(&r->scan);
    if (gt_scan_row(&r->scan, lg_phase_names, PHASES, &phase)) r->s->phase = (uint8_t)phase;
    return gg_fine;
}

static gg_error read_home(reader *r)
{
    uint8_t side;
    int edge;
    if (!take_side(r, false, &side)) return wrong(r, "expected blue or red");
    gg_scan_spaces(&r->scan);
    if (!gt_scan_row(&r->scan, edge_names, 4, &edge))
        return wrong(r, "expected north, east, south or west");
    r->s->home[side] = (int16_t)(90 * edge);
    return gg_fine;
}

static gg_error read_table(reader *r)
{
    enum { LEAST = 12 * INCH, MOST = 144 * INCH };
    gg_scan_spaces(&r->scan);
    if (!gt_scan_ticks(&r->scan, LEAST, MOST, &r->s->width))
        return wrong(r, "expected a width of 12 to 144 inches");
    gg_scan_spaces(&r->scan);
    if (!gt_scan_ticks(&r->scan, LEAST, MOST, &r->s->height))
        return wrong(r, "expected a height of 12 to 144 inches");
    return gg_fine;
}

static gg_error read_option(reader *r)
{
    uint32_t row;
    int32_t value;
    gg_scan_spaces(&r->scan);
    gg_error error = gg_scan_option(&r->scan, &lucky_rules, &row, &value);
    if (error.text == NULL) r->s->options[row] = (int16_t)value;
    return error;
}

static gg_error read_ended(reader *r)
{
    int how;
    gg_scan_spaces(&r->scan);
    if (!gt_scan_row(&r->scan, ended_names, 4, &how))
        return wrong(r, "expected broken, time or resigned");
    r->s->ended = (uint8_t)how;
    if (!take_side(r, true, &r->s->winner)) return wrong(r, "expected the winner");
    return gg_fine;
}

static gg_error read_small(reader *r, const char *word)
{
    gg_state *s = r->s;
    int64_t number;
    uint8_t side;
    unsigned c;
    switch (word[0]) {
    case 'y':
        if (!number_after(r, 1700, 1900, &number))
            return wrong(r, "expected a year from 1700 to 1900");
        s->year = (uint16_t)number;
        break;
    case 't':
        if (!number_after(r, 1, 200, &number)) return wrong(r, "expected a number of turns");
        s->turns = (uint8_t)number;
        break;
    case 's':
        if (!take_side(r, false, &side) || !number_after(r, 0, 200, &number))
            return wrong(r, "expected a side and its units");
        r->start[side] = (int)number;
        break;
    case 'd':
        if (!number_after(r, 0, 255, &number))
            return wrong(r, "expected how many charges were declared");
        s->charge_count = (uint8_t)number;
        break;
    case 'o':
        gg_scan_spaces(&r->scan);
        if (!lg_scan_commander(s, &r->scan, &c))
            return wrong(r, "expected a division named before");
        s->open_division = (uint8_t)c;
        break;
    default:
        if (!take_unit(r, "", &s->last_who)) return wrong(r, "expected a unit");
        gg_scan_spaces(&r->scan);
        if (!gt_scan_place(&r->scan, &s->last_from)) return wrong(r, "expected a place");
        break;
    }
    return gg_fine;
}

static gg_error read_heading(reader *r)
{
    int64_t version;
    gg_scan_spaces(&r->scan);
    if (!gg_scan_is(&r->scan, "lucky")) return wrong(r, "expected a position of lucky");
    if (!line_ends(r) && (!gg_scan_int(&r->scan, 0, 1000000, &version) || version != 1))
        return wrong(r, "this version of the position is not known");
    return gg_fine;
}

static gg_error read_waiting(reader *r)
{
    gg_state *s = r->s;
    if (s->combat_count == COMBATS_MAX) return wrong(r, "there are too many combats");
    gg_error error = read_set(r, &s->combats[s->combat_count]);
    s->combat_count++;
    return error;
}

static gg_error read_line(reader *r)
{
    static const char *const small[] = {"year", "turns", "start", "declared", "open", "last"};
    gg_state *s = r->s;
    gt_name it;
    int row;
    if (gg_scan_is(&r->scan, "position")) return read_heading(r);
    if (gg_scan_is(&r->scan, "option")) return read_option(r);
    if (gg_scan_is(&r->scan, "practice")) return s->practice = 1, gg_fine;
    if (gg_scan_is(&r->scan, "table")) return read_table(r);
    if (gg_scan_is(&r->scan, "home")) return read_home(r);
    if (gg_scan_is(&r->scan, "turn")) return read_turn(r);
    if (gg_scan_is(&r->scan, "area")) return read_area(r);
    if (gg_scan_is(&r->scan, "attached")) return read_attached(r);
    if (gg_scan_is(&r->scan, "charging")) return read_charge(r);
    if (gg_scan_is(&r->scan, "combat")) return read_waiting(r);
    if (gg_scan_is(&r->scan, "fight")) return read_fight(r);
    if (gg_scan_is(&r->scan, "fighting")) return read_set(r, &s->fight.units);
    if (gg_scan_is(&r->scan, "retiring")) return read_set(r, &s->fight.retiring);
    if (gg_scan_is(&r->scan, "occupying")) return read_set(r, &s->fight.occupying);
    if (gg_scan_is(&r->scan, "breaking")) return read_set(r, &s->fight.breaking);
    if (gg_scan_is(&r->scan, "beaten")) return read_set(r, &s->fight.beaten);
    if (gg_scan_is(&r->scan, "frame")) return read_frame(r);
    if (gg_scan_is(&r->scan, "frame_breaking")) return read_frame_set(r, false);
    if (gg_scan_is(&r->scan, "frame_beaten")) return read_frame_set(r, true);
    if (gg_scan_is(&r->scan, "ended")) return read_ended(r);
    if (gt_scan_row(&r->scan, small, 6, &row)) return read_small(r, small[row]);
    if (gt_scan_name(&r->scan, level_letters, &it))
        return it.rank < 0 ? read_unit(r, it) : read_commander(r, it);
    return wrong(r,
                 "expected a line of a lucky position: table, year, area, a commander, a unit ...");
}

/* ---- What the lines leave open. ---- */

static int default_strength(const gg_state *s, const lg_unit *unit)
{
    static const uint8_t first[TYPES] = {OPT_s_inf_poor, OPT_s_cav_poor, OPT_s_foot_poor,
                                         OPT_s_horse_poor};
    int row = unit->flags & FLAG_COSSACK ? OPT_s_cossack_poor : first[unit->type];
    return s->options[row + unit->quality]; /* T18 */
}

static const char *finish_unit(reader *r, unsigned u)
{
    gg_state *s = r->s;
    lg_unit *unit = &s->units[u];
    bool foot = unit->formation <= FORM_SQUARE, guns = unit->formation >= FORM_LIMB;
    if (lg_is_foot(unit) != foot || lg_is_guns(unit) != guns)
        return "a unit is in a formation of another arm";
    if (unit->formation == FORM_MASS && !lg_may_mass(unit)) return "this nation has no mass column";
    for (unsigned c = 0; c < s->commander_count;
         c++) /* unless it says another: the first division */
        if (unit->division == NOBODY && s->commanders[c].side == unit->side
            && s->commanders[c].level == LEVEL_DIVISION)
            unit->division = (uint8_t)c;
    if (unit->nation == NATION_SPANISH)
        unit->quality = unit->flags & FLAG_GUARD ? AVERAGE : POOR; /* LG-R126, LG-11.9 */
    if (!r->skirm_said[u] && lg_skirmish_default(s, unit)) unit->flags |= FLAG_SKIRM;
    if (unit->strength == 0 && unit->removed == REMOVED_NOT && !r->strength_said[u]) {
        unit->strength = (uint8_t)default_strength(s, unit);
        if (!r->start_said[u]) unit->start = unit->strength;
    }
    if (unit->removed == REMOVED_NOT)
        gt_grid_put(s->grid.strips, 1, s->grid.cell, u, unit->at);
    return NULL;
}

static const char *finish_commander(gg_state *s, unsigned c)
{
    lg_commander *his = &s->commanders[c];
    if (his->superior != NOBODY
        && (s->commanders[his->superior].side != his->side
            || s->commanders[his->superior].level >= his->level))
        return "a commander is under somebody who is not his superior";
    if (his->level == LEVEL_DIVISION && his->quality > 3)
        return "a division commander is poor, able or good";
    if (his->attached != NOBODY) his->at = s->units[his->attached].at;
    return NULL;
}

static const char *finish(reader *r)
{
    gg_state *s = r->s;
    s->grid = (lg_grid){.cell = gt_cell(s->width, s->height)};
    for (unsigned c = 0; c < s->commander_count; c++) {
        const char *broken = finish_commander(s, c);
        if (broken != NULL) return broken;
    }
    for (unsigned u = 0; u < s->unit_count; u++) {
        const char *broken = finish_unit(r, u);
        if (broken != NULL) return broken;
    }
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        s->start_units[side] =
            (uint8_t)(r->start[side] >= 0 ? r->start[side] : count_units(s, side));
    return lg_audit(s);
}

static gg_error read_position(const char *text, const int32_t *options, gg_state *out)
{
    gg_state fresh;
    memset(&fresh, 0, sizeof fresh);
    fresh.width = fresh.height = 48 * INCH;
    fresh.home[GG_BLUE] = 180;
    fresh.year = 1812;
    fresh.turn = 1, fresh.turns = 12;
    fresh.phase = PHASE_M1;
    fresh.open_division = fresh.last_who = NOBODY;
    fresh.winner = fresh.fight.winner = GG_NOBODY;
    for (int i = 0; i < OPTIONS; i++)
        fresh.options[i] = (int16_t)lucky_rules.options[i].standard;
    reader r = {.scan = gg_scan_over(text), .s = &fresh, .start = {-1, -1}};
    while (gg_scan_next_line(&r.scan)) {
        gg_error error = read_line(&r);
        if (error.text != NULL) return error;
        if (!line_ends(&r)) return wrong(&r, "expected the end of the line");
    }
    for (int i = 0; options != NULL && i < OPTIONS; i++)
        if (options[i] != GG_OPTION_UNSET) fresh.options[i] = (int16_t)options[i];
    const char *broken = finish(&r);
    if (broken != NULL) return wrong(&r, broken);
    *out = fresh;
    return gg_fine;
}

gg_error lg_read_state(const char *text, gg_state *out)
{
    return read_position(text, NULL, out);
}

/* LG-R135: the scenario fixes it, also who begins. */
gg_error lg_setup(gg_state *s, uint32_t scenario, const int32_t *options, const int16_t *house)
{
    (void)house; /* its numbers are not rows yet */
    gg_assert(lucky_scenario_count == LUCKY_SCENARIOS && scenario < LUCKY_SCENARIOS);
    gg_error error = read_position(lucky_scenarios[scenario].position, options, s);
    if (error.text != NULL) return error;
    lg_prepare(s);
    lg_hold_objectives(s, NULL);
    lg_play_on(s, NULL);
    return gg_fine;
}
