/*
 * facts.c - rows for people: cards of units, terms of victory.  See grognard.h.
 */
#include "core/text.h"

static gg_fact *next_row(gg_facts *facts)
{
    gg_assert(facts->count < GG_FACTS_MAX);
    return &facts->rows[facts->count++];
}

gg_text gg_facts_add(gg_facts *facts, const char *label, gg_clause clause, const char *words)
{
    gg_fact *fact = next_row(facts);
    *fact = (gg_fact){.label = label, .clause = clause, .side = GG_NOBODY};
    gg_text text = gg_text_over(fact->words, sizeof fact->words);
    gg_put(&text, words);
    return text;
}

gg_text gg_facts_term(gg_facts *facts, gg_side side, gg_clause clause, int32_t had, int32_t needed,
                      const char *words)
{
    const gg_text text = gg_facts_add(facts, "", clause, words);
    gg_fact *fact = &facts->rows[facts->count - 1];
    fact->side = side;
    fact->had = had;
    fact->needed = needed;
    return text;
}
