/*
 * json.c - the writer of JSON.  See json.h.
 * SPDX-License-Identifier: MIT
 */
#include "core/json.h"

#include <string.h>

gg_json gg_json_into(gg_text *out) { return (gg_json){.out = out}; }

static bool is_begun(const gg_json *json) { return (json->begun >> json->depth & 1) != 0; }

static bool has_room(const gg_text *out, uint32_t count)
{
    return count < out->limit - out->count; /* and a zero */
}

/* What stands before every value: a comma, and its key. */
static void begin_value(gg_json *json, const char *key)
{
    gg_text *out = json->out;
    const bool in_array = json->depth == 0 || (json->arrays >> json->depth & 1) != 0;
    gg_assert(in_array == (key == NULL));
    gg_assert(json->depth > 0 || !is_begun(json));
    const uint32_t count = key == NULL ? 0 : (uint32_t)strlen(key);
    if (!has_room(out, count + 4)) {
        out->cut = true;
        return;
    }
    char *at = out->bytes + out->count;
    if (is_begun(json)) *at++ = ',';
    json->begun |= 1u << json->depth;
    if (key != NULL) {
        *at++ = '"';
        memcpy(at, key, count);
        at += count;
        *at++ = '"';
        *at++ = ':';
    }
    *at = '\0';
    out->count = (uint32_t)(at - out->bytes);
}

static void open_level(gg_json *json, const char *key, bool is_array)
{
    begin_value(json, key);
    gg_assert(json->depth + 1 < GG_JSON_DEPTH_MAX);
    const uint32_t bit = 1u << ++json->depth;
    json->begun &= ~bit;
    json->arrays = is_array ? json->arrays | bit : json->arrays & ~bit;
    gg_put_char(json->out, is_array ? '[' : '{');
}

void gg_json_object(gg_json *json, const char *key) { open_level(json, key, false); }

void gg_json_array(gg_json *json, const char *key) { open_level(json, key, true); }

void gg_json_end(gg_json *json)
{
    gg_assert(json->depth > 0);
    gg_put_char(json->out, (json->arrays >> json->depth & 1) != 0 ? ']' : '}');
    json->depth--;
}

/* ---- Strings. ---- */

static bool is_plain(char c) { return c >= ' ' && c < 127 && c != '"' && c != '\\'; }

/* The same for eight bytes at once.  The first three tests may take a byte above a true find for
 * another one, never miss one: so "no find" is exact, and that is all that is asked. */
static bool are_plain(const char *at)
{
    const uint64_t ones = 0x0101010101010101, tops = 0x8080808080808080;
    uint64_t word;
    memcpy(&word, at, sizeof word);
    const uint64_t quote = word ^ ones * '"', slash = word ^ ones * '\\';
    const uint64_t found =
        (word - ones * ' ') | (quote - ones) | (slash - ones) | (word + ones) | word;
    return (found & tops) == 0;
}

/* How many bytes from here on stand in a JSON string as they are. */
static uint32_t plain_bytes(const char *at, uint32_t left)
{
    uint32_t count = 0;
    while (left - count >= 8 && are_plain(at + count)) count += 8;
    while (count < left && is_plain(at[count])) count++;
    return count;
}

/* Up to seven bytes in the middle of a word that is plain otherwise. */
static bool are_few_plain(const char *at, uint32_t count)
{
    char word[8] = "        ";
    if (count >= 4) { /* all but four of them may be looked at twice */
        memcpy(word, at, 4);
        memcpy(word + 4, at + count - 4, 4);
    } else if (count > 0) {
        word[0] = at[0];
        word[1] = at[count / 2];
        word[2] = at[count - 1];
    }
    return are_plain(word);
}

/* Do all of them?  The last eight are looked at together, whether or not some were before. */
static bool are_all_plain(const char *at, uint32_t count)
{
    if (count < 8) return are_few_plain(at, count);
    for (uint32_t i = 0; i + 8 <= count; i += 8)
        if (!are_plain(at + i)) return false;
    return are_plain(at + count - 8);
}

enum { ESCAPE_BYTES_MAX = 6 };

/* The bytes at `at` as they stand in a JSON string; how many of them it took. */
static uint32_t escape(const char *at, uint32_t left, char out[ESCAPE_BYTES_MAX], uint32_t *written)
{
    static const char shorts[] = "\"\\\n\t\r\b\f", letters[] = "\"\\ntrbf";
    const unsigned char c = (unsigned char)*at;
    const char *known = c != 0 ? strchr(shorts, c) : NULL;
    if (known != NULL) {
        out[0] = '\\';
        out[1] = letters[known - shorts];
        *written = 2;
        return 1;
    }
    const uint32_t whole = gg_character_bytes(at, left);
    if (c >= ' ' && c != 127 && whole > 0) {
        memcpy(out, at, whole);
        *written = whole;
        return whole;
    }
    static const char digits[] = "0123456789abcdef";
    memcpy(out, whole > 0 ? "\\u0000" : "\\ufffd", ESCAPE_BYTES_MAX);
    if (whole > 0) out[4] = digits[c >> 4], out[5] = digits[c & 15];
    *written = ESCAPE_BYTES_MAX;
    return 1;
}

static void put_escaped(gg_text *out, const char *bytes, uint32_t count)
{
    for (uint32_t i = 0; i < count;) {
        char escaped[ESCAPE_BYTES_MAX];
        uint32_t length = plain_bytes(bytes + i, count - i);
        gg_put_bytes(out, bytes + i, length);
        i += length;
        if (i == count) break;
        i += escape(bytes + i, count - i, escaped, &length);
        gg_put_bytes(out, escaped, length);
    }
}

static void put_quoted(gg_text *out, const char *bytes, uint32_t count)
{
    if (has_room(out, count + 2) && are_all_plain(bytes, count)) {
        char *at = out->bytes + out->count;
        at[0] = '"';
        memcpy(at + 1, bytes, count);
        memcpy(at + 1 + count, "\"", 2);
        out->count += count + 2;
        return;
    }
    gg_put_char(out, '"');
    put_escaped(out, bytes, count);
    gg_put_char(out, '"');
}

void gg_json_bytes(gg_json *json, const char *key, const char *value, uint32_t count)
{
    begin_value(json, key);
    put_quoted(json->out, value, count);
}

void gg_json_string(gg_json *json, const char *key, const char *value)
{
    gg_json_bytes(json, key, value, (uint32_t)strlen(value));
}

void gg_json_open_text(gg_json *json, const char *key, uint32_t *mark)
{
    begin_value(json, key);
    gg_put_char(json->out, '"');
    *mark = json->out->count;
}

/* How much longer the text gets when it is escaped; `plain` bytes at its front do not change. */
static uint64_t extra_bytes(const char *bytes, uint32_t count, uint32_t *plain)
{
    uint64_t extra = 0;
    *plain = plain_bytes(bytes, count);
    for (uint32_t i = *plain; i < count;) {
        char escaped[ESCAPE_BYTES_MAX];
        uint32_t length;
        const uint32_t took = escape(bytes + i, count - i, escaped, &length);
        extra += length - took;
        i += took;
        i += plain_bytes(bytes + i, count - i);
    }
    return extra;
}

/* What has to be escaped moves to the right by just as much as it grows, and is escaped from there
 * to where it stood: what is written never overtakes what is still to be read. */
void gg_json_close_text(gg_json *json, uint32_t mark)
{
    gg_text *out = json->out;
    uint32_t plain;
    if (out->cut) return;
    const uint64_t extra = extra_bytes(out->bytes + mark, out->count - mark, &plain);
    if (out->count + extra + 1 >= out->limit) {
        out->cut = true;
        return;
    }
    const uint32_t count = out->count - mark - plain;
    char *to = out->bytes + mark + plain, *from = to + extra;
    memmove(from, to, count);
    for (uint32_t i = 0; i < count;) {
        char escaped[ESCAPE_BYTES_MAX];
        uint32_t length;
        const uint32_t took = escape(from + i, count - i, escaped, &length);
        memcpy(to, escaped, length);
        to += length;
        i += took;
        length = plain_bytes(from + i, count - i);
        memmove(to, from + i, length);
        to += length;
        i += length;
    }
    *to = '\0';
    out->count = (uint32_t)(to - out->bytes);
    gg_put_char(out, '"');
}

/* ---- Numbers and the rest. ---- */

void gg_json_int(gg_json *json, const char *key, int64_t value)
{
    begin_value(json, key);
    gg_put_int(json->out, value);
}

void gg_json_bool(gg_json *json, const char *key, bool value)
{
    begin_value(json, key);
    gg_put(json->out, value ? "true" : "false");
}

void gg_json_null(gg_json *json, const char *key)
{
    begin_value(json, key);
    gg_put(json->out, "null");
}

void gg_json_copy(gg_json *json, const char *key, const char *bytes, uint32_t count)
{
    begin_value(json, key);
    gg_put_bytes(json->out, bytes, count);
}

void gg_json_hundredths(gg_json *json, const char *key, int64_t value)
{
    begin_value(json, key);
    gg_put_hundredths(json->out, value);
}

void gg_json_decimal(gg_json *json, const char *key, uint64_t value, int decimals)
{
    uint64_t one = 1;
    begin_value(json, key);
    for (; decimals > 0 && value % 10 == 0; decimals--) value /= 10;
    for (int i = 0; i < decimals; i++) one *= 10;
    gg_put_int(json->out, (int64_t)(value / one));
    if (decimals == 0) return;
    gg_put_char(json->out, '.');
    for (one /= 10; one > 0; one /= 10) gg_put_char(json->out, (char)('0' + value / one % 10));
}
