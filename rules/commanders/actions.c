/*
 * actions.c - actions as text: one line, words separated by blanks, as a player says them.
 */
#include "commanders.h"

#include <string.h>

/* ---- Writing. ---- */

static void put_place(gg_text *out, int place)
{
    gg_put_char(out, ' ');
    gg_put(out, place >= 0 && place < PLACES ? commanders_place_names[place] : "?");
}

static void put_troops(gg_text *out, int count, int of)
{
    gg_put_char(out, ' ');
    gg_put_int(out, count);
    gg_put_char(out, of < TYPES ? commanders_letter((type)of) : '?');
}

static void put_zone(gg_text *out, int id)
{
    gg_put_char(out, ' ');
    if (id >= 0 && id < ZONE_IDS)
        commanders_put_zone(out, id);
    else
        gg_put_char(out, '?');
}

static void put_number(gg_text *out, int number)
{
    gg_put_char(out, ' ');
    gg_put_int(out, number);
}

/* The status by which `divide` tells like units apart. */
static void put_letters(gg_text *out, const unit *u)
{
    static const struct {
        uint8_t bit;
        char letter;
    } letters[] = {{SQUARE, 'q'}, {SPENT, 's'}, {ROUTED, 'r'}};
    bool is_open = false;
    for (int i = 0; i < 3; i++) {
        if ((u->status & letters[i].bit) == 0) continue;
        gg_put_char(out, is_open ? ',' : '(');
        gg_put_char(out, letters[i].letter);
        is_open = true;
    }
    if (u->from != 0) {
        gg_put_char(out, is_open ? ',' : '(');
        gg_put_char(out, 'm');
        is_open = true;
    }
    if (is_open) gg_put_char(out, ')');
}

static bool is_like(const unit *one, const unit *other)
{
    return one->type == other->type && one->status == other->status
           && (one->from != 0) == (other->from != 0);
}

int commanders_alike(const gg_state *state, const division *d, uint32_t zones, int rank, int i)
{
    int count = 0;
    if ((int)(zones >> (3 * i) & 7) - 1 != rank) return 0;
    for (int j = 0; j < d->count; j++) {
        if ((int)(zones >> (3 * j) & 7) - 1 != rank
            || !is_like(&state->units[d->units[i]], &state->units[d->units[j]]))
            continue;
        if (j < i) return 0;
        count++;
    }
    return count;
}

/* 2I+1I(s): the units of one zone, like ones together. */
static void put_list(const gg_state *state, const division *d, uint32_t zones, int rank,
                     gg_text *out)
{
    bool has_any = false;
    gg_put_char(out, ' ');
    for (int i = 0; i < d->count; i++) {
        const unit *u = &state->units[d->units[i]];
        int count = commanders_alike(state, d, zones, rank, i);
        if (count == 0) continue;
        if (has_any) gg_put_char(out, '+');
        has_any = true;
        gg_put_int(out, count);
        gg_put_char(out, commanders_letter((type)u->type));
        put_letters(out, u);
    }
    if (!has_any) gg_put_char(out, '0');
}

static void put_division(const gg_state *state, const gg_action *action, gg_text *out)
{
    division d = {.count = 0};
    put_place(out, action->at.x);
    if (action->at.x < 0 || action->at.x >= SECTORS) return;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        if (!commanders_division(state, side, action->at.x, &d)) continue;
        if (commanders_divide_legal(state, side, action).reason != R_LEGAL) continue;
        for (int rank = 0; rank < d.zone_count; rank++) {
            put_zone(out, state->zones[d.zones[rank]].id);
            put_list(state, &d, (uint32_t)action->args[0], rank, out);
        }
        return;
    }
}

void commanders_write_action(const gg_state *state, const gg_action *a, gg_text *out)
{
    if (a->kind >= ACTION_KINDS) {
        gg_put_char(out, '?');
        return;
    }
    gg_put(out, commanders_actions[a->kind].word);
    switch ((action_form)commanders_actions[a->kind].form) {
    case FORM_WORD: break;
    case FORM_ORDER:
        put_troops(out, a->flags, a->item), put_place(out, a->at.x), put_place(out, a->at.y);
        if (a->args[0] > 0) put_place(out, a->args[0] - 1);
        break;
    case FORM_TROOPS:
        put_troops(out, a->flags, a->item), put_place(out, a->at.x), put_place(out, a->at.y);
        break;
    case FORM_SIDE: put_place(out, a->at.x), put_place(out, a->at.y); break;
    case FORM_RETREAT: put_troops(out, a->flags, TYPE_C), put_place(out, a->at.x); break;
    case FORM_DIVIDE: put_division(state, a, out); break;
    case FORM_SPACES:
        put_zone(out, a->item);
        for (int space = 0; space < SPACES; space++)
            if ((a->flags >> space & 1) != 0) put_number(out, space + 1);
        break;
    case FORM_TARGET:
        put_zone(out, a->item), put_number(out, a->flags), gg_put(out, " at");
        put_zone(out, a->at.x), put_number(out, a->at.y);
        break;
    case FORM_REROLL:
        put_zone(out, a->item), gg_put_char(out, ' '), gg_put(out, gg_side_name(a->flags));
        put_number(out, a->at.x);
        if (a->at.y > 0) put_number(out, a->at.y);
        break;
    case FORM_SECTOR: put_place(out, a->at.x); break;
    case FORM_BOMBARD:
        put_place(out, a->at.x), put_place(out, a->at.y);
        if (a->item != 0)
            gg_put(out, " building");
        else if (a->flags != 1)
            put_number(out, a->flags);
        break;
    case FORM_RALLY:
        gg_put_char(out, ' '),
            gg_put_char(out, a->item < TYPES ? commanders_letter((type)a->item) : '?');
        if (a->at.x != NO_SECTOR) put_place(out, a->at.x);
        break;
    case FORM_DEPLOY: put_troops(out, a->flags, a->item), put_place(out, a->at.x); break;
    case FORMS: break;
    }
}

/* ---- Reading. ---- */

typedef struct reader {
    gg_scan scan;
    const char *trouble;
} reader;

static bool fail(reader *r, const char *trouble)
{
    if (r->trouble == NULL) r->trouble = trouble;
    return false;
}

static bool read_place(reader *r, int32_t *place)
{
    int found;
    gg_scan_spaces(&r->scan);
    if (!commanders_scan_place(&r->scan, &found, GROUNDS))
        return fail(r, "expected a sector (a1 to c3) or a reserve (rb, rr)");
    *place = found;
    return true;
}

static bool read_troops(reader *r, gg_action *out)
{
    int64_t count;
    int of;
    gg_scan_spaces(&r->scan);
    gg_scan here = r->scan;
    if (!gg_scan_int(&here, 1, UNITS, &count) || !commanders_scan_type(&here, &of))
        return fail(r, "expected units such as 2I, 1C or 1A");
    r->scan = here;
    out->flags = (uint8_t)count;
    out->item = (gg_unit)of;
    return true;
}

static bool read_zone(reader *r, int *id)
{
    gg_scan_spaces(&r->scan);
    return commanders_scan_zone(&r->scan, id)
           || fail(r, "expected a zone such as b1|b2, b2#1 or b2@");
}

static bool read_number(reader *r, int low, int high, int *out, const char *wanted)
{
    int64_t number;
    gg_scan_spaces(&r->scan);
    if (!gg_scan_int(&r->scan, low, high, &number)) return fail(r, wanted);
    *out = (int)number;
    return true;
}

static bool is_at_end(reader *r)
{
    gg_scan_spaces(&r->scan);
    return r->scan.text[r->scan.at] == '\0' || r->scan.text[r->scan.at] == '\n';
}

static bool read_spaces(reader *r, gg_action *out)
{
    int id, space;
    if (!read_zone(r, &id)) return false;
    out->item = (gg_unit)id;
    do {
        if (!read_number(r, 1, SPACES, &space, "expected a space, 1 to 5")) return false;
        out->flags |= (uint8_t)(1u << (space - 1));
    } while (!is_at_end(r));
    return true;
}

static bool read_target(reader *r, gg_action *out)
{
    int own, space, other, target;
    if (!read_zone(r, &own) || !read_number(r, 1, SPACES, &space, "expected a space, 1 to 5"))
        return false;
    gg_scan_spaces(&r->scan);
    if (!gg_scan_is(&r->scan, "at")) return fail(r, "expected at");
    if (!read_zone(r, &other) || !read_number(r, 1, SPACES, &target, "expected a space, 1 to 5"))
        return false;
    out->item = (gg_unit)own;
    out->flags = (uint8_t)space;
    out->at = (gg_point){other, target};
    return true;
}

static bool read_reroll(reader *r, gg_action *out)
{
    int id, space, which = 0;
    gg_side side;
    if (!read_zone(r, &id)) return false;
    gg_scan_spaces(&r->scan);
    if (!gg_scan_side(&r->scan, &side)) return fail(r, "expected blue or red: whose die it is");
    if (!read_number(r, 1, SPACES, &space, "expected a space, 1 to 5")) return false;
    if (!is_at_end(r) && !read_number(r, 1, 2, &which, "expected 1 or 2: which of its dice"))
        return false;
    out->item = (gg_unit)id;
    out->flags = side;
    out->at = (gg_point){space, which};
    return true;
}

static bool read_bombard(reader *r, gg_action *out)
{
    int count = 1;
    if (!read_place(r, &out->at.x) || !read_place(r, &out->at.y)) return false;
    if (gg_scan_is(&r->scan, "building")
        || (gg_scan_spaces(&r->scan) && gg_scan_is(&r->scan, "building")))
        out->item = 1;
    else if (!is_at_end(r)
             && !read_number(r, 1, UNITS, &count, "expected a number of batteries or building"))
        return false;
    out->flags = (uint8_t)count;
    return true;
}

static bool read_rally(reader *r, gg_action *out)
{
    int of;
    gg_scan_spaces(&r->scan);
    if (!commanders_scan_type(&r->scan, &of)) return fail(r, "expected I, C or A");
    out->item = (gg_unit)of;
    out->at.x = NO_SECTOR;
    if (of == TYPE_C || (of == TYPE_I && is_at_end(r))) return true;
    return read_place(r, &out->at.x);
}

/* ---- divide: lists of units become the zone of each. ---- */

typedef struct pick { /* part of a list: 2I, 1I(s) or 1I(r,m), and the zone that gets them */
    int count, of, rank;
    uint8_t status;
    bool moved, has_letters;
} pick;
enum { PICKS_MAX = GG_ACTION_TEXT_MAX / 2 };

typedef struct dividing {
    const gg_state *state;
    const division *d;
    pick picks[PICKS_MAX];
    int pick_count;
    uint8_t ranks[2 * ROOM_MAX]; /* zone of each unit (+1) */
    bool is_wrong;           /* names what is not there: for the judge, not for the reader */
} dividing;

static bool read_status(reader *r, pick *p)
{
    if (!gg_scan_char(&r->scan, '(')) return true;
    p->has_letters = true;
    do {
        if (gg_scan_char(&r->scan, 's'))
            p->status |= SPENT;
        else if (gg_scan_char(&r->scan, 'r'))
            p->status |= ROUTED;
        else if (gg_scan_char(&r->scan, 'q'))
            p->status |= SQUARE;
        else if (gg_scan_char(&r->scan, 'm'))
            p->moved = true;
        else
            return fail(r, "expected s, r, q or m");
    } while (gg_scan_char(&r->scan, ','));
    return gg_scan_char(&r->scan, ')') || fail(r, "expected )");
}

static bool read_list(reader *r, dividing *w, int rank)
{
    gg_scan_spaces(&r->scan);
    if (gg_scan_is(&r->scan, "0")) return true;
    do {
        int64_t count;
        pick p = {.rank = rank};
        if (!gg_scan_int(&r->scan, 1, UNITS, &count) || !commanders_scan_type(&r->scan, &p.of))
            return fail(r, "expected units such as 2I or 2I+1C, or 0");
        if (!read_status(r, &p)) return false;
        p.count = (int)count;
        if (w->pick_count < PICKS_MAX)
            w->picks[w->pick_count++] = p;
        else
            w->is_wrong = true;
    } while (gg_scan_char(&r->scan, '+'));
    return true;
}

static bool read_lists(reader *r, dividing *w)
{
    uint32_t seen = 0;
    do {
        int id, rank = 0;
        if (!read_zone(r, &id)) return false;
        while (rank < w->d->zone_count && w->state->zones[w->d->zones[rank]].id != id)
            rank++;
        if (rank == w->d->zone_count || (seen >> rank & 1) != 0) w->is_wrong = true;
        seen |= 1u << rank;
        if (!read_list(r, w, rank)) return false;
    } while (!is_at_end(r));
    return true;
}

/* A letter picks units of that status.  Those of which the letters say all are served first, then
 * those of which there is more to say, as a routed unit may be spent too; what has no letters
 * gets whom CMD-R35 names of the rest. */
typedef enum serving { BY_ALL_LETTERS, BY_LETTERS, BY_RANK, SERVINGS } serving;

static bool is_served(const unit *u, const pick *p, serving now)
{
    bool has_moved = u->from != 0;
    if (u->type != p->of || p->has_letters != (now != BY_RANK)) return false;
    if (now == BY_ALL_LETTERS) return u->status == p->status && has_moved == p->moved;
    return (u->status & p->status) == p->status && (has_moved || !p->moved);
}

static void serve(dividing *w, pick *p, serving now)
{
    for (int i = 0; i < w->d->count && p->count > 0; i++) {
        if (w->ranks[i] != 0 || !is_served(&w->state->units[w->d->units[i]], p, now)) continue;
        w->ranks[i] = (uint8_t)(p->rank + 1);
        p->count--;
    }
}

/* Like units cannot be told apart: the first of them goes to the first zone, in whatever order the
 * line names the zones. */
static void sort_alike(dividing *w)
{
    for (int i = 0; i < w->d->count; i++)
        for (int j = i + 1; j < w->d->count; j++) {
            uint8_t rank = w->ranks[i];
            if (w->ranks[j] >= rank
                || !is_like(&w->state->units[w->d->units[i]], &w->state->units[w->d->units[j]]))
                continue;
            w->ranks[i] = w->ranks[j];
            w->ranks[j] = rank;
        }
}

static void serve_all(dividing *w)
{
    for (serving now = BY_ALL_LETTERS; now < SERVINGS; now++)
        for (int i = 0; i < w->pick_count; i++)
            serve(w, &w->picks[i], now);
    for (int i = 0; i < w->pick_count; i++)
        w->is_wrong |= w->picks[i].count > 0;
    sort_alike(w);
}

/* Whose division is meant: the side that has units to divide there (never both). */
static bool find_division(const gg_state *state, int sector, division *d)
{
    for (gg_side side = GG_BLUE; side <= GG_RED && sector < SECTORS; side++)
        if (step_of(state) == STEP_DIVIDE && commanders_division(state, side, sector, d))
            return true;
    memset(d, 0, sizeof *d);
    return false;
}

static bool read_division(reader *r, const gg_state *state, gg_action *out)
{
    division d;
    dividing w = {.state = state, .d = &d};
    if (!read_place(r, &out->at.x)) return false;
    w.is_wrong = !find_division(state, out->at.x, &d);
    if (!read_lists(r, &w)) return false;
    serve_all(&w);
    uint32_t zones = 0;
    for (int i = 0; i < d.count; i++)
        zones |= (uint32_t)w.ranks[i] << (3 * i);
    out->args[0] = w.is_wrong ? 0 : (int32_t)zones;
    out->flags = w.is_wrong;
    return true;
}

static bool read_form(reader *r, const gg_state *state, gg_action *out)
{
    switch ((action_form)commanders_actions[out->kind].form) {
    case FORM_WORD: return true;
    case FORM_ORDER: {
        int32_t step2;
        if (!read_troops(r, out) || !read_place(r, &out->at.x) || !read_place(r, &out->at.y))
            return false;
        if (is_at_end(r)) return true;
        if (!read_place(r, &step2)) return false;
        out->args[0] = step2 + 1;
        return true;
    }
    case FORM_TROOPS:
        return read_troops(r, out) && read_place(r, &out->at.x) && read_place(r, &out->at.y);
    case FORM_SIDE: return read_place(r, &out->at.x) && read_place(r, &out->at.y);
    case FORM_RETREAT:
        if (!read_troops(r, out)) return false;
        if (out->item != TYPE_C) return fail(r, "only cavalry retreats: expected such as 2C");
        out->item = 0;
        return read_place(r, &out->at.x);
    case FORM_DIVIDE: return read_division(r, state, out);
    case FORM_SPACES: return read_spaces(r, out);
    case FORM_TARGET: return read_target(r, out);
    case FORM_REROLL: return read_reroll(r, out);
    case FORM_SECTOR: return read_place(r, &out->at.x);
    case FORM_BOMBARD: return read_bombard(r, out);
    case FORM_RALLY: return read_rally(r, out);
    case FORM_DEPLOY: return read_troops(r, out) && read_place(r, &out->at.x);
    case FORMS: break;
    }
    return false;
}

gg_error commanders_read_action(const gg_state *state, const char *text, gg_action *out)
{
    reader r = {.scan = gg_scan_over(text)};
    int kind = 0;
    gg_scan_spaces(&r.scan);
    bool is_bare = r.scan.text[r.scan.at] >= '0' && r.scan.text[r.scan.at] <= '9';
    if (is_bare) kind = ACTION_ORDER; /* `2C c1 c2 c3`, as on an order sheet */
    while (kind < ACTION_KINDS && !is_bare
           && !gg_scan_is(&r.scan, commanders_actions[kind].word))
        kind++;
    if (kind == ACTION_KINDS)
        return gg_scan_error(&r.scan,
                             "expected a word such as order, go, ready, target, bombard or rally");
    gg_action action = make_action((action_kind)kind);
    if (!read_form(&r, state, &action)) return gg_scan_error(&r.scan, r.trouble);
    if (!is_at_end(&r)) return gg_scan_error(&r.scan, "expected the end of the line");
    *out = action;
    return gg_fine;
}
