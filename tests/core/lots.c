/*
 * lots.c - tests of drawing one offer without listing all: each has the same chance, however the
 * lots are cut and however much of them is empty.
 */
#include "unit.h"

#include "core/lots.h"

enum { OFFERS = 6, DRAWN = 60000, EACH = DRAWN / OFFERS, SCATTER = 550 /* six deviations */ };

/* How many lie in each part, lot by lot; what is offered is numbered in that order. */
typedef struct cut {
    gg_lot lot;
    uint8_t holds[3];
} cut;
static const cut loose[] = {
    {{.kind = 0, .parts = 1, .bound = 4}, {1}},
    {{.kind = 1, .parts = 3, .bound = 2}, {2, 0, 1}},
    {{.kind = 2, .parts = 1, .bound = 1}, {0}},
    {{.kind = 3, .parts = 1, .bound = 3}, {2}},
};
static const cut empty[] = {
    /* nearly always in vain: the offers are listed at last */
    {{.kind = 0, .parts = 3, .bound = 20000}, {OFFERS, 0, 0}},
};
static const cut *cuts;
static uint32_t cut_count, listings;

static uint32_t lots(const gg_state *state, gg_side side, void *kept, gg_lot *out)
{
    (void)state, (void)side, (void)kept;
    for (uint32_t i = 0; i < cut_count; i++) out[i] = cuts[i].lot;
    return cut_count;
}

static uint32_t open_lot(const gg_state *state, gg_side side, void *kept, const gg_lot *lot,
                         uint32_t part, gg_action *out)
{
    (void)state, (void)side, (void)kept;
    uint16_t number = 0;
    for (uint32_t i = 0; i <= lot->kind; i++)
        for (uint32_t p = 0; p < (i == lot->kind ? part : cuts[i].lot.parts); p++)
            number = (uint16_t)(number + cuts[i].holds[p]);
    for (int i = 0; i < cuts[lot->kind].holds[part]; i++)
        out[i] = (gg_action){.who = (uint16_t)(number + i)};
    return cuts[lot->kind].holds[part];
}

static uint32_t offer(const gg_state *state, gg_side side, void *kept, gg_action *out,
                      uint32_t limit)
{
    (void)state, (void)side, (void)kept;
    assert_true(limit >= OFFERS);
    for (uint16_t i = 0; i < OFFERS; i++) out[i] = (gg_action){.who = i};
    listings++;
    return OFFERS;
}

static void draw_all(const gg_ruleset *rules)
{
    gg_dice dice = gg_dice_random(1809);
    gg_action room[OFFERS];
    int times[OFFERS] = {0};
    listings = 0;
    for (int i = 0; i < DRAWN; i++) times[gg_pick(rules, NULL, GG_BLUE, NULL, room, &dice).who]++;
    for (int i = 0; i < OFFERS; i++) assert_in_range(times[i], EACH - SCATTER, EACH + SCATTER);
}

static void each_offer_has_the_same_chance(void **unused)
{
    (void)unused;
    const gg_lot_rules in_lots = {.tell = lots, .open = open_lot};
    const gg_ruleset rules = {.actions_max = OFFERS, .offer = offer, .lots = &in_lots};
    cuts = loose;
    cut_count = sizeof loose / sizeof *loose;
    draw_all(&rules);
    assert_int_equal(listings, 0); /* 48 draws in vain of 14 places with 6 offers: never */
    cuts = empty;
    cut_count = sizeof empty / sizeof *empty;
    draw_all(&rules);
    assert_in_range(listings, DRAWN - DRAWN / 50, DRAWN);
}

static void without_lots_it_lists(void **unused)
{
    (void)unused;
    const gg_ruleset rules = {.actions_max = OFFERS, .offer = offer, .lots = &gg_no_lots};
    draw_all(&rules);
    assert_int_equal(listings, DRAWN);
}

/* All that is in them, in their order; and no more than fit, wherever in a part that ends. */
static void lots_are_listed(void **unused)
{
    (void)unused;
    const gg_lot_rules in_lots = {.tell = lots, .open = open_lot};
    cuts = loose;
    cut_count = sizeof loose / sizeof *loose;
    for (uint32_t limit = 0; limit <= OFFERS + 4; limit++) {
        gg_action room[OFFERS + 5];
        for (uint32_t i = 0; i < OFFERS + 5; i++) room[i] = (gg_action){.who = 77};
        const uint32_t count = gg_list_lots(&in_lots, NULL, GG_BLUE, NULL, room, limit);
        assert_int_equal(count, limit < OFFERS ? limit : OFFERS);
        for (uint32_t i = 0; i < OFFERS + 5; i++) assert_int_equal(room[i].who, i < count ? i : 77);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_offer_has_the_same_chance),
        cmocka_unit_test(without_lots_it_lists),
        cmocka_unit_test(lots_are_listed),
    };
    return run_units(tests);
}
