/*
 * notation.c - positions as text.
 *
 *   position commanders 2     heading: the game and the version of its rules
 *   option terrain=1          one for each option that differs from its standard value
 *   stage combined_go         words of stages.def; default planning
 *   round 3; vp blue 4        also pool (sector points left), tie (who wins a drawn game), die
 *   forest a2; hill b3 c1; building b2; river a2|a3; bridge b2|b3; road b2|b3
 *   general blue b1; flag red a3; big_flag red c3; rose nobody b2; big_rose nobody b2 taken
 *   b1 blue 4I 2A 1I(s)       so many units of a type in a sector, numbered as they come;
 *                             (s) spent, (r) routed, (q) in square, (i) inside the building
 *   bI3 b1 spent              one unit by name: place, then words and key:value
 *   order blue 2I b1 b2       an order; it goes to the lowest numbers there that have none
 *
 * A written position lists every unit by name, and `plan` lines in place of `order` lines, as
 * the units say which line is theirs.  Zones, dice and what has been said in the present step
 * follow only where there are any.  Later lines override earlier ones.
 */
#include "commanders.h"

#include <string.h>

/* CMD-1.2 for the sectors. */
const char *const commanders_place_names[PLACES] = {
    "a1", "a2", "a3", "b1",  "b2",       "b3",  "c1",   "c2",
    "c3", "rb", "rr", "box", "captured", "out", "gone",
};

static const char *const marker_names[MARKERS] = {
    "", "general", "flag", "big_flag", "rose", "big_rose",
};

static const char *const ending_names[ENDINGS] = {
    "", "points", "rounds", "no_units", "morale", "resigned",
};

typedef struct bit_name {
    const char *word;
    uint8_t bit;
} bit_name;

static const bit_name status_names[] = {
    {"routed", ROUTED},
    {"spent", SPENT},
    {"square", SQUARE},
    {"inside", INSIDE},
};
static const bit_name deed_names[] = {
    {"reacted", REACTED},   {"retreated", RETREATED},
    {"withdrew", WITHDREW}, {"countercharges", COUNTERCHARGES},
    {"fought", FOUGHT},     {"declined", DECLINED},
    {"acted", ACTED},
};
static const bit_name terrain_names[] = {
    {"forest", FOREST}, {"hill", HILL}, {"building", BUILDING}};
static const bit_name border_names[] = {{"river", RIVER}, {"bridge", BRIDGE}, {"road", ROAD}};
enum { STATUS_NAMES = 4, DEED_NAMES = 7, GROUND_NAMES = 3 };

/* ---- Names. ---- */

void commanders_put_zone(gg_text *out, int id)
{
    if (id < ZONE_CONTESTED) {
        gg_put(out, commanders_place_names[commanders_border_ends[id][0]]);
        gg_put_char(out, '|');
        gg_put(out, commanders_place_names[commanders_border_ends[id][1]]);
    } else if (id < ZONE_BUILDING) {
        gg_put(out, commanders_place_names[(id - ZONE_CONTESTED) / CONTESTED_ZONES]);
        gg_put_char(out, '#');
        gg_put_int(out, (id - ZONE_CONTESTED) % CONTESTED_ZONES + 1);
    } else {
        gg_put(out, commanders_place_names[id - ZONE_BUILDING]);
        gg_put_char(out, '@');
    }
}

void commanders_write_unit(const gg_state *state, gg_unit who, gg_text *out)
{
    const unit *u = &state->units[who];
    gg_put_char(out, side_of(who) == GG_BLUE ? 'b' : 'r');
    if (u->number == 0) { /* nobody is called so in this game */
        gg_put_char(out, '-');
        gg_put_int(out, who - first_of(side_of(who)) + 1);
        return;
    }
    gg_put_char(out, commanders_letter((type)u->type));
    gg_put_int(out, u->number);
}

/* Who looks for a name tries points that are no place of ours: they have none. */
static const char *place_name(int32_t place)
{
    return place >= 0 && place < PLACES ? commanders_place_names[place] : "";
}

void commanders_write_place(gg_point place, gg_text *out)
{
    if (place.y == 1 && place.x >= 0 && place.x < ZONE_IDS) commanders_put_zone(out, place.x);
    if (place.y == 0 || place.y >= PLACE_PAIR) gg_put(out, place_name(place.x));
    if (place.y < PLACE_PAIR) return;
    gg_put_char(out, ' ');
    gg_put(out, place_name(place.y - PLACE_PAIR));
}

/* ---- Writing. ---- */

static void put_word(gg_text *out, const char *word)
{
    gg_put_char(out, ' ');
    gg_put(out, word);
}

static void put_key(gg_text *out, const char *key, int value)
{
    if (value == 0) return;
    put_word(out, key);
    gg_put_int(out, value);
}

static void put_key_place(gg_text *out, const char *key, int stored)
{
    if (stored == 0) return;
    put_word(out, key);
    gg_put(out, commanders_place_names[stored - 1]);
}

static void put_bits(gg_text *out, const bit_name *names, int count, int bits)
{
    for (int i = 0; i < count; i++)
        if ((bits & names[i].bit) != 0) put_word(out, names[i].word);
}

static void write_unit_line(const gg_state *state, gg_unit who, gg_text *out)
{
    const unit *u = &state->units[who];
    commanders_write_unit(state, who, out);
    put_word(out, commanders_place_names[u->place]);
    put_bits(out, status_names, STATUS_NAMES, u->status);
    put_key(out, "order:", u->order);
    put_key(out, "done:", u->done);
    put_key_place(out, "tried:", u->tried[0]);
    put_key_place(out, "tried:", u->tried[1]);
    put_key_place(out, "token:", u->token);
    put_key_place(out, "goal:", u->goal);
    put_key_place(out, "from:", u->from);
    put_bits(out, deed_names, DEED_NAMES, u->deeds);
    put_key(out, "hits:", u->hits);
    put_key(out, "named:", u->named);
    if (u->zone != 0) {
        put_word(out, "zone:");
        commanders_put_zone(out, state->zones[u->zone - 1].id);
    }
    gg_put_char(out, '\n');
}

/* `word a1 c2` for the sectors of a set; nothing for an empty one. */
static void write_sectors(const char *word, const char *side, uint16_t set, gg_text *out)
{
    if (set == 0) return;
    gg_put(out, word);
    if (side != NULL) put_word(out, side);
    for (int sector = 0; sector < SECTORS; sector++)
        if ((set >> sector & 1) != 0) put_word(out, commanders_place_names[sector]);
    gg_put_char(out, '\n');
}

static void write_side_int(const char *word, int side, int value, gg_text *out)
{
    gg_put(out, word);
    put_word(out, gg_side_name((gg_side)side));
    gg_put_char(out, ' ');
    gg_put_int(out, value);
    gg_put_char(out, '\n');
}

/* CMD-R70: one point for each round of the scenario, and one is gone with each. */
static int usual_pool(const gg_state *state)
{
    int left = state->options[OPT_rounds] - state->round + 1;
    return left < 0 ? 0 : left;
}

static void write_heading(const gg_state *state, gg_text *out)
{
    gg_put(out, "position commanders ");
    gg_put_int(out, (int)commanders_rules.version);
    gg_put_char(out, '\n');
    for (int i = 0; i < OPTIONS; i++) {
        if (state->options[i] == commanders_rules.options[i].standard) continue;
        gg_put(out, "option ");
        gg_put(out, commanders_rules.options[i].name);
        gg_put_char(out, '=');
        gg_put_int(out, state->options[i]);
        gg_put_char(out, '\n');
    }
    gg_write_house(&commanders_rules, state->house, out);
    gg_put(out, "stage ");
    gg_put(out, commanders_stages[state->stage].word);
    gg_put(out, "\nround ");
    gg_put_int(out, state->round);
    gg_put_char(out, '\n');
    for (int side = 0; side < 2; side++)
        write_side_int("vp", side, state->points[side], out);
    if (state->sector_pool != usual_pool(state)) {
        gg_put(out, "pool ");
        gg_put_int(out, state->sector_pool);
        gg_put_char(out, '\n');
    }
    if (state->tie != 0) {
        gg_put(out, "tie ");
        gg_put(out, gg_side_name((gg_side)(state->tie - 1)));
        gg_put_char(out, '\n');
    }
    for (int side = 0; side < 2; side++)
        if (state->order_die[side] != 0) write_side_int("die", side, state->order_die[side], out);
}

static void write_ground(const gg_state *state, gg_text *out)
{
    for (int i = 0; i < GROUND_NAMES; i++) {
        uint16_t set = 0;
        for (int sector = 0; sector < SECTORS; sector++)
            if ((state->terrain[sector] & terrain_names[i].bit) != 0)
                set |= (uint16_t)(1u << sector);
        write_sectors(terrain_names[i].word, NULL, set, out);
    }
    for (int i = 0; i < GROUND_NAMES; i++) {
        bool has_any = false;
        for (int border = 0; border < BORDERS; border++) {
            if ((state->borders[border] & border_names[i].bit) == 0) continue;
            if (!has_any) gg_put(out, border_names[i].word);
            has_any = true;
            gg_put_char(out, ' ');
            commanders_put_zone(out, border);
        }
        if (has_any) gg_put_char(out, '\n');
    }
    for (int sector = 0; sector < SECTORS; sector++) {
        if (state->marker[sector] == MARKER_NONE) continue;
        gg_put(out, marker_names[state->marker[sector]]);
        put_word(out, gg_side_name(state->owner[sector]));
        put_word(out, commanders_place_names[sector]);
        if (state->taken[sector]) put_word(out, "taken");
        gg_put_char(out, '\n');
    }
}

/* The status of the phase, where it is not what the units of the moment say. */
static void write_held(const gg_state *state, gg_text *out)
{
    gg_state now = *state;
    uint16_t held[3] = {0, 0, 0};
    commanders_note_status(&now);
    for (int sector = 0; sector < SECTORS; sector++)
        if (now.held[sector] != state->held[sector])
            held[state->held[sector]] |= (uint16_t)(1u << sector);
    for (int side = 0; side < 3; side++)
        write_sectors("held", gg_side_name((gg_side)side), held[side], out);
}

static void write_plan(const gg_state *state, gg_text *out)
{
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < state->plan_count[side]; i++) {
            const order *line = &state->plan[side][i];
            gg_put(out, "plan");
            put_word(out, gg_side_name((gg_side)side));
            gg_put_char(out, ' ');
            gg_put_int(out, line->count);
            gg_put_char(out, commanders_letter((type)line->type));
            put_word(out, commanders_place_names[line->from]);
            put_word(out, commanders_place_names[line->step1]);
            if (line->step2 != 0) put_word(out, commanders_place_names[line->step2 - 1]);
            gg_put_char(out, '\n');
        }
}

static void put_unit_or_dash(const gg_state *state, int stored, gg_text *out)
{
    gg_put_char(out, ' ');
    if (stored == 0)
        gg_put_char(out, '-');
    else
        commanders_write_unit(state, (gg_unit)(stored - 1), out);
}

static void write_space(const gg_state *state, const zone *z, int side, int space, gg_text *out)
{
    if (z->target[side][space] != 0) {
        gg_put(out, "aim ");
        commanders_put_zone(out, z->id);
        put_unit_or_dash(state, z->space[side][space], out);
        put_unit_or_dash(state, z->target[side][space], out);
        if ((z->ignores[side] >> space & 1) != 0) put_word(out, "ignores");
        gg_put_char(out, '\n');
    }
    if (z->dice[side][space][0] == 0) return;
    gg_put(out, "dice ");
    commanders_put_zone(out, z->id);
    put_unit_or_dash(state, z->space[side][space], out);
    for (int which = 0; which < 2; which++)
        if (z->dice[side][space][which] != 0) put_key(out, "", z->dice[side][space][which]);
    gg_put_char(out, '\n');
}

/* zone b1|b2 b1 both bI1 bI2 - - - rI1 - - - - */
static void write_zone(const gg_state *state, const zone *z, gg_text *out)
{
    gg_put(out, "zone ");
    commanders_put_zone(out, z->id);
    put_word(out, commanders_is_border_zone(z) ? commanders_place_names[z->blue] : "-");
    put_word(out, z->attacks == GG_SIDES_BOTH   ? "both"
                  : z->attacks == GG_SIDES_BLUE ? "blue"
                                                : "red");
    for (int i = 0; i < 2 * SPACES; i++)
        put_unit_or_dash(state, z->space[i / SPACES][i % SPACES], out);
    gg_put_char(out, '\n');
}

static void write_garrisons(const gg_state *state, gg_text *out)
{
    for (int sector = 0; sector < SECTORS; sector++) {
        if (state->garrison_target[sector] != 0) {
            gg_put(out, "aim ");
            commanders_put_zone(out, ZONE_BUILDING + sector);
            put_unit_or_dash(state, state->garrison_target[sector], out);
            gg_put_char(out, '\n');
        }
        if (state->garrison_die[sector] != 0) {
            gg_put(out, "dice ");
            commanders_put_zone(out, ZONE_BUILDING + sector);
            put_key(out, "", state->garrison_die[sector]);
            gg_put_char(out, '\n');
        }
    }
}

static void write_hitters(const gg_state *state, gg_text *out)
{
    for (gg_unit i = 0; i < ALL_UNITS; i++) {
        uint32_t by = state->units[i].hitters;
        if (by == 0) continue;
        gg_put(out, "hit ");
        commanders_write_unit(state, i, out);
        for (int n = 0; n < UNITS; n++)
            if ((by >> n & 1) != 0)
                put_unit_or_dash(state, first_of(enemy_of(side_of(i))) + n + 1, out);
        gg_put_char(out, '\n');
    }
}

static void write_combat(const gg_state *state, gg_text *out)
{
    for (int number = 0; number < state->zone_count; number++)
        write_zone(state, &state->zones[number], out);
    for (int number = 0; number < state->zone_count; number++)
        for (int i = 0; i < 2 * SPACES; i++)
            write_space(state, &state->zones[number], i / SPACES, i % SPACES, out);
    write_garrisons(state, out);
    write_hitters(state, out);
    for (int side = 0; side < 2; side++)
        for (int sector = 0; sector < SECTORS; sector++) {
            if (state->rerolls[side][sector] == 0) continue;
            gg_put(out, "rerolls");
            put_word(out, gg_side_name((gg_side)side));
            put_word(out, commanders_place_names[sector]);
            put_key(out, "", state->rerolls[side][sector]);
            gg_put_char(out, '\n');
        }
    if (state->pass != 0)
        gg_put(out, "pass"), put_key(out, "", state->pass), gg_put_char(out, '\n');
    if (commanders_stages[state->stage].kind != OPEN) return;
    gg_put(out, "combat");
    put_word(out, commanders_place_names[state->reroll_at]);
    put_word(out, gg_side_name(state->reroll_side));
    if (state->reroll_passes != 0)
        put_word(out, "passed"),
            put_word(out, state->reroll_passes == GG_SIDES_BLUE ? "blue" : "red");
    gg_put_char(out, '\n');
}

static void write_said(const gg_state *state, gg_text *out)
{
    for (int side = 0; side < 2; side++) {
        write_sectors("said", gg_side_name((gg_side)side), state->said[side], out);
        write_sectors("settled", gg_side_name((gg_side)side), state->settled[side], out);
        for (int of = 0; of < TYPES; of++) {
            if (state->rally[side][of] == 0) continue;
            gg_put(out, "rally");
            put_word(out, gg_side_name((gg_side)side));
            gg_put_char(out, ' ');
            gg_put_int(out, state->rally[side][of]);
            gg_put_char(out, commanders_letter((type)of));
            gg_put_char(out, '\n');
        }
    }
    if (commanders_stages[state->stage].kind == SECRET) {
        static const char *const who[] = {"none", "blue", "red", "both"};
        gg_put(out, "ready ");
        gg_put(out, who[state->ready]);
        gg_put_char(out, '\n');
    }
    if (state->result == ENDED_NOT) return;
    gg_put(out, "result ");
    gg_put(out, gg_side_name(state->winner));
    put_word(out, ending_names[state->result]);
    gg_put_char(out, '\n');
}

void commanders_write_state(const gg_state *state, gg_text *out)
{
    write_heading(state, out);
    write_ground(state, out);
    write_plan(state, out);
    for (gg_unit i = 0; i < ALL_UNITS; i++)
        if (state->units[i].number != 0) write_unit_line(state, i, out);
    write_held(state, out);
    write_combat(state, out);
    write_said(state, out);
}
