/*
 * typed.c - orders and questions in which people type names for codes.  See names.h.
 * SPDX-License-Identifier: MIT
 */
#include "core/names.h"

#include <string.h>

enum { TYPED_MAX = 512 }; /* a longer text is left as it is */

/* The longest name that begins at one letter of the text. */
typedef struct heard {
    gg_unit unit; /* the first that is called so */
    uint16_t length, alike;
} heard;

static char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

/* Letters beyond ASCII belong to words too. */
static bool is_of_word(char it)
{
    return (it >= '0' && it <= '9') || (lower(it) >= 'a' && lower(it) <= 'z') || it == '_'
           || (unsigned char)it >= 0x80;
}

/* Does the name stand here, as whole words? */
static bool stands_at(const char *typed, uint32_t at, const char *name, uint32_t length)
{
    if (at > 0 && is_of_word(typed[at - 1]) && is_of_word(name[0])) return false;
    for (uint32_t i = 0; i < length; i++)
        if (typed[at + i] == 0 || lower(typed[at + i]) != lower(name[i])) return false;
    return !is_of_word(typed[at + length]) || !is_of_word(name[length - 1]);
}

/* The code of a unit of this view and its name; false: it has none that may be known. */
static bool name_of(const gg_names *names, const gg_state *view, gg_unit unit, gg_text *code,
                    gg_text *name)
{
    names->rules->write_unit(view, unit, code);
    return code->count > 0 && code->bytes[0] != '?'
           && gg_put_unit_name(name, names, view, code->bytes) && name->count > 0 && !name->cut;
}

static void listen_for(const char *typed, gg_unit unit, const gg_text *name, heard *all)
{
    for (uint32_t at = 0; typed[at] != 0; at++) {
        heard *one = &all[at];
        if (one->length > name->count || !stands_at(typed, at, name->bytes, name->count)) continue;
        if (one->length == name->count) one->alike++;
        else *one = (heard){.unit = unit, .length = (uint16_t)name->count, .alike = 1};
    }
}

static void complain_alike(const gg_names *names, const gg_state *view, const char *typed,
                           uint32_t at, const heard *one, gg_complaint *to)
{
    memset(to, 0, sizeof *to);
    to->column = at + 1;
    gg_text out = gg_text_over(to->sentence, sizeof to->sentence);
    gg_put_char(&out, '"');
    gg_put_bytes(&out, typed + at, one->length);
    gg_put_words(&out, "\" is the name of %d units; type the code of one of them: ", one->alike);
    int told = 0;
    for (gg_unit unit = one->unit; unit < names->rules->unit_count; unit++) {
        char bytes[GG_NAME_MAX], words[TYPED_MAX];
        gg_text code = gg_text_over(bytes, sizeof bytes), name = gg_text_over(words, sizeof words);
        if (!name_of(names, view, unit, &code, &name) || name.count != one->length
            || !stands_at(typed, at, words, name.count))
            continue;
        gg_put_joint(&out, told++, one->alike);
        gg_put(&out, bytes);
    }
    gg_put_char(&out, '.');
}

/* Does the code of such a unit stand before it?  "A1 3rd Foot", as sentences have it. */
static bool follows_code(const gg_names *names, const gg_state *view, const char *typed,
                         uint32_t at, const heard *one)
{
    for (gg_unit unit = one->unit; unit < names->rules->unit_count; unit++) {
        char bytes[GG_NAME_MAX], words[TYPED_MAX];
        gg_text code = gg_text_over(bytes, sizeof bytes), name = gg_text_over(words, sizeof words);
        const bool is_so = name_of(names, view, unit, &code, &name) && name.count == one->length
                           && stands_at(typed, at, words, name.count);
        const uint32_t before = code.count + 1; /* a blank too */
        if (is_so && at >= before && typed[at - 1] == ' '
            && memcmp(typed + at - before, bytes, code.count) == 0
            && (at == before || !is_of_word(typed[at - before - 1])))
            return true;
    }
    return false;
}

bool gg_put_coded(gg_text *out, const gg_names *names, const gg_state *view, const char *typed,
                  gg_complaint *to)
{
    heard all[TYPED_MAX] = {{0}};
    if (strlen(typed) >= TYPED_MAX) {
        gg_put(out, typed);
        return true;
    }
    for (gg_unit unit = 0; unit < names->rules->unit_count; unit++) {
        char bytes[GG_NAME_MAX], words[TYPED_MAX];
        gg_text code = gg_text_over(bytes, sizeof bytes), name = gg_text_over(words, sizeof words);
        if (name_of(names, view, unit, &code, &name)) listen_for(typed, unit, &name, all);
    }
    for (uint32_t at = 0; typed[at] != 0;) {
        if (all[at].length == 0) {
            gg_put_char(out, typed[at++]);
            continue;
        }
        if (follows_code(names, view, typed, at, &all[at])) { /* said twice */
            if (out->count > 0) out->bytes[--out->count] = 0;
            at += all[at].length;
            continue;
        }
        if (all[at].alike > 1) {
            complain_alike(names, view, typed, at, &all[at], to);
            return false;
        }
        names->rules->write_unit(view, all[at].unit, out);
        at += all[at].length;
    }
    return true;
}

bool gg_load_typed(const gg_names *names, const gg_state *view, const char *typed,
                   gg_action *action, gg_complaint *to)
{
    char bytes[TYPED_MAX + GG_NAME_MAX];
    gg_text coded = gg_text_over(bytes, sizeof bytes);
    if (gg_load_action(names->rules, view, typed, action, to)) return true;
    gg_complaint alike;
    if (!gg_put_coded(&coded, names, view, typed, &alike)) {
        *to = alike;
        return false;
    }
    if (coded.cut || strcmp(bytes, typed) == 0) return false; /* the first complaint holds */
    return gg_load_action(names->rules, view, bytes, action, to);
}
