/*
 * text.h - writing into bounded buffers and reading notation, without the C library's stdio.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_TEXT_H
#define GG_TEXT_H

#include <stdarg.h>
#include <string.h>

#include "grognard.h"

/* ---- Writing.  The two shortest are in line: everything that is told goes through them. ---- */
gg_text gg_text_over(char *bytes, uint32_t limit); /* an empty text over this memory */
void gg_put_bytes(gg_text *, const char *, uint32_t count);

static inline void gg_put(gg_text *out, const char *text)
{
    gg_put_bytes(out, text, (uint32_t)strlen(text));
}

static inline void gg_put_char(gg_text *out, char letter)
{
    if (out->count + 1 >= out->limit) {
        out->cut = true;
        return;
    }
    out->bytes[out->count++] = letter;
    out->bytes[out->count] = '\0';
}

/* How many bytes of a whole UTF-8 character stand here, with so many left; 0: these are none.
 * Overlong forms and surrogates are no characters. */
uint32_t gg_character_bytes(const char *, uint32_t left);
void gg_put_int(gg_text *, int64_t);
/* Words with things in them, as printf() has them: %s a text, %d an int, %c a letter, %% itself; %y
 * "yes" or "no" of a bool, %p the s of a plural ("%d order%p"), %t ticks as a length is written. */
void gg_put_words(gg_text *, const char *words, ...);
/* The same of the first `count` letters; what is left of the things is for who comes next. */
void gg_put_things(gg_text *, const char *words, uint32_t count, va_list *things);
void gg_put_signed(gg_text *, int64_t); /* with its sign: +1, -2 */
void gg_put_hex(gg_text *, uint64_t, int digits);
void gg_put_spaces(gg_text *, int count);
/* A number of so many hundredths as people write it: 450 is 4.5, 400 is 4, 1206 is 12.06. */
void gg_put_hundredths(gg_text *, int64_t);
/* The same with what the game measures in: "4.5 inches", "1 inch"; on a board the number alone. */
void gg_put_length(gg_text *, const gg_ruleset *, int64_t hundredths);
void gg_put_count(gg_text *, int64_t, const char *thing); /* "1 order", "2 orders" */
const char *gg_dice_word(int64_t count);                  /* "die", "dice" */
void gg_put_dice(gg_text *, int64_t count);               /* "1 die", "2 dice" */
/* Goes before each thing of a list: nothing, a comma, or " and " before the last. */
void gg_put_joint(gg_text *, int index, int count);
/* One more of the things that hold, if it does: after a comma, unless it is the first. */
void gg_put_more(gg_text *, bool holds, const char *words);
/* What is said where nothing of it held. */
static inline void gg_put_else(gg_text *out, const char *words)
{
    if (out->count == 0) gg_put(out, words);
}
/* The same for each bit; bit n is word n. */
void gg_put_bits(gg_text *, uint32_t bits, const char *const *words, int count);
void gg_put_of(gg_text *, int64_t, int64_t); /* "3 of 8" */
void gg_put_resignation(gg_text *, gg_side); /* "resign: red wins" */
const char *gg_wind_name(int32_t facing);    /* tenths of a degree, of eight: "north-east" */

/* Sentences of tables: "{who} loses {amount} base{s}", "{amount} {dice}".  `extra` may be NULL. */
/* one log line */
void gg_put_event(gg_text *, const gg_ruleset *, const gg_state *, const gg_event *);
/* Such a text for this event, without its clause. */
void gg_put_sentence(gg_text *, const gg_ruleset *, const gg_state *, const gg_event *,
                     const char *text);
/* Which faces count: "3 or more", "I or S". */
void gg_put_counting(gg_text *, const gg_check *, uint32_t faces);
void gg_put_verdict(gg_text *, const gg_ruleset *, gg_verdict); /* "Sentence. (SQ-7.1)" */
void gg_put_cited(gg_text *, const gg_ruleset *, gg_clause);    /* " (DR-8)" */
/* The words of an answer, to be written; a no with its reason, in words. */
gg_text gg_answer_words(gg_answer *);
void gg_answer_refused(gg_answer *, const gg_ruleset *, gg_verdict);
/* " \"Kempt\"", as a position has it; nothing where there is no name. */
void gg_put_quoted(gg_text *, const char called[GG_CALLED_BYTES]);
const char *gg_clause_number(const gg_ruleset *, gg_clause);
const char *gg_side_name(gg_side);       /* blue, red, nobody */
const char *gg_event_name(uint8_t kind); /* note, roll, move, loss, status, phase, reveal, end */
/* What came of a roll: "2 hits", or the words of the band. */
void gg_put_result(gg_text *, const gg_ruleset *, const gg_state *, const gg_check *,
                   const gg_event *);
void gg_put_face(gg_text *, const gg_check *, int face);

/* ---- Reading: a place in a text; each reader moves past what it read, or does not move. ---- */
struct gg_scan {
    const char *text;
    uint32_t at;
};

gg_scan gg_scan_over(const char *text);
bool gg_scan_spaces(gg_scan *); /* blanks and tabs; true if there were any */
/* The end of a thing: newline, ';', '#' comment or end of text.  Does not move. */
bool gg_scan_line_ends(const gg_scan *);
/* To the next line or ';' that holds something; comments and empty lines are passed over.
 * False at the end of the text. */
bool gg_scan_next_line(gg_scan *);
bool gg_scan_word_is(gg_scan *, const char *word);
/* This word, with no letter or digit after it. */
static inline bool gg_scan_is(gg_scan *scan, const char *word)
{
    return scan->text[scan->at] == word[0] && gg_scan_word_is(scan, word); /* as most are not */
}
bool gg_scan_char(gg_scan *, char);
bool gg_scan_int(gg_scan *, int64_t low, int64_t high, int64_t *out); /* decimal, with sign */
/* A word of letters, digits and any of "_.:-+|*?" into `out`; false if none or too long. */
bool gg_scan_word(gg_scan *, char *out, uint32_t limit);
/* A name between quotes, as gg_put_quoted() writes it.  NULL and nothing taken if there is none;
 * else NULL, or what was expected, at the letter that is wrong. */
const char *gg_scan_quoted(gg_scan *, char out[GG_CALLED_BYTES]);
bool gg_scan_side(gg_scan *, gg_side *); /* blue or red (also A or B) */
gg_error gg_scan_error(const gg_scan *, const char *text);
extern const gg_error gg_fine;

/* The line and column, from 1, of an offset. */
void gg_text_place(const char *text, uint32_t at, uint32_t *line, uint32_t *column);

/* name=value of a ruleset's option table; the value must be one the row allows. */
gg_error gg_scan_option(gg_scan *, const gg_ruleset *, uint32_t *row, int32_t *value);

#endif
