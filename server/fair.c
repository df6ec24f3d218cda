/*
 * fair.c - dice that can be proved.  See fair.h; docs/dice.md has the formula for players.
 * SPDX-License-Identifier: MIT
 */
#include "server/fair.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 64, WORD_BYTES = 4, MESSAGE_MAX = 256 };

_Static_assert(FAIR_SECRET_BYTES == crypto_generichash_KEYBYTES, "the secret is the key");

static struct { /* for tests only */
    bool seeded;
    uint8_t seed[randombytes_SEEDBYTES];
} rows;

void fair_seed_for_tests(uint64_t seed)
{
    rows.seeded = true;
    memset(rows.seed, 0, sizeof rows.seed);
    memcpy(rows.seed, &seed, sizeof seed);
}

void fair_random(void *out, size_t count)
{
    if (!rows.seeded) {
        randombytes_buf(out, count);
        return;
    }
    randombytes_buf_deterministic(out, count, rows.seed);
    sodium_increment(rows.seed + sizeof(uint64_t), sizeof rows.seed - sizeof(uint64_t));
}

void fair_new_secret(uint8_t secret[FAIR_SECRET_BYTES]) { fair_random(secret, FAIR_SECRET_BYTES); }

void fair_commitment(const fair *f, const uint8_t secret[FAIR_SECRET_BYTES],
                     uint8_t out[FAIR_HASH_BYTES])
{
    static const char kind[] = "grognard secret 1\n";
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, FAIR_HASH_BYTES);
    crypto_generichash_update(&state, (const uint8_t *)kind, sizeof kind - 1);
    crypto_generichash_update(&state, (const uint8_t *)f->id, strlen(f->id));
    crypto_generichash_update(&state, (const uint8_t *)"\n", 1);
    crypto_generichash_update(&state, secret, FAIR_SECRET_BYTES);
    crypto_generichash_final(&state, out, FAIR_HASH_BYTES);
}

bool fair_add_secret(fair *f, uint64_t from, const uint8_t secret[FAIR_SECRET_BYTES])
{
    fair_later *wider = realloc(f->later, (f->later_count + 1) * sizeof *wider);
    if (wider == NULL) return false;
    f->later = wider;
    wider[f->later_count].from = from;
    memcpy(wider[f->later_count++].secret, secret, FAIR_SECRET_BYTES);
    return true;
}

void fair_forget(fair *f)
{
    sodium_memzero(f->secret, sizeof f->secret);
    if (f->later != NULL) sodium_memzero(f->later, f->later_count * sizeof *f->later);
    free(f->later);
    f->later = NULL;
    f->later_count = 0;
}

/* The one that this die is drawn with. */
static const uint8_t *secret_of(const fair *f, uint64_t number)
{
    const uint8_t *secret = f->secret;
    for (uint32_t i = 0; i < f->later_count && f->later[i].from <= number; i++)
        secret = f->later[i].secret;
    return secret;
}

bool fair_may_contribute(const char *text)
{
    const size_t length = strlen(text);
    if (length >= FAIR_CONTRIBUTION_MAX) return false;
    for (size_t i = 0; i < length; i++)
        if (text[i] < ' ' || text[i] > '~') return false;
    return length == 0 || (text[0] != ' ' && text[length - 1] != ' ');
}

/* Sixteen words for this die; a further block is only needed if all sixteen are uneven ones. */
static void block_of(const fair *f, uint64_t number, uint32_t block, uint8_t out[BLOCK_BYTES])
{
    char bytes[MESSAGE_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_put(&text, "grognard die 1\n");
    gg_put(&text, f->id);
    gg_put(&text, "\n");
    gg_put(&text, f->contributions[GG_BLUE]);
    gg_put(&text, "\n");
    gg_put(&text, f->contributions[GG_RED]);
    gg_put(&text, "\n");
    gg_put_int(&text, (int64_t)number);
    gg_put(&text, "\n");
    gg_put_int(&text, block);
    gg_put(&text, "\n");
    gg_assert(!text.cut);
    crypto_generichash(out, BLOCK_BYTES, (const uint8_t *)bytes, text.count, secret_of(f, number),
                       FAIR_SECRET_BYTES);
}

int fair_face(const fair *f, uint64_t number, int sides)
{
    /* Words at or above the last whole multiple of `sides` would favour the low faces. */
    const uint64_t even = ((uint64_t)1 << 32) / (uint32_t)sides * (uint32_t)sides;
    for (uint32_t block = 0;; block++) {
        uint8_t bytes[BLOCK_BYTES];
        block_of(f, number, block, bytes);
        for (int at = 0; at < BLOCK_BYTES; at += WORD_BYTES) {
            const uint32_t word = (uint32_t)bytes[at] | (uint32_t)bytes[at + 1] << 8
                                  | (uint32_t)bytes[at + 2] << 16 | (uint32_t)bytes[at + 3] << 24;
            if (word < even) return 1 + (int)(word % (uint32_t)sides);
        }
    }
}

int fair_draw(void *source, int sides)
{
    fair_source *from = source;
    return fair_face(from->fair, ++from->drawn, sides);
}

/* ---- In the record. ---- */

static void put_hex(gg_text *out, const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) gg_put_hex(out, bytes[i], 2);
}

static void put_commitment(const fair *f, const uint8_t secret[FAIR_SECRET_BYTES], gg_text *out)
{
    uint8_t commitment[FAIR_HASH_BYTES];
    fair_commitment(f, secret, commitment);
    put_hex(out, commitment, sizeof commitment);
}

/* How many dice there were by then stands beside a secret only: while the game runs it might tell
 * one side what the other has rolled in the dark. */
void fair_write_heading(const fair *f, bool over, gg_text *out)
{
    gg_put(out, "server game ");
    gg_put(out, f->id);
    gg_put(out, "\nserver commitment ");
    put_commitment(f, f->secret, out);
    for (uint32_t i = 0; i < f->later_count; i++) {
        gg_put(out, "\nserver restored-commitment ");
        put_commitment(f, f->later[i].secret, out);
    }
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        if (f->contributions[side][0] == '\0') continue;
        gg_put(out, "\nserver contribution ");
        gg_put(out, gg_side_name(side));
        gg_put_char(out, ' ');
        gg_put(out, f->contributions[side]);
    }
    if (over) {
        const uint8_t room[FAIR_HASH_BYTES] = {0};
        gg_put(out, "\nserver secret ");
        put_hex(out, f->secret, sizeof f->secret);
        for (uint32_t i = 0; i < f->later_count; i++) {
            gg_put(out, "\nserver restored-secret ");
            gg_put_int(out, (int64_t)f->later[i].from);
            gg_put_char(out, ' ');
            put_hex(out, f->later[i].secret, FAIR_SECRET_BYTES);
        }
        gg_put(out, "\nserver seal ");
        put_hex(out, room, sizeof room);
    }
    gg_put_char(out, '\n');
}

/* ---- The sides of each die. ---- */

enum { COLUMNS = 90 };
static const char sides_line[] = "server sides";

typedef struct walk { /* plays a game again as it was told, and writes down what was rolled */
    const gg_match *match;
    gg_text *out;
    uint32_t drawn, run, column;
    int sides; /* of the last `run` dice */
} walk;

static void put_run(walk *w)
{
    if (w->run == 0) return;
    if (w->column == 0 || w->column > COLUMNS) {
        if (w->column > 0) gg_put_char(w->out, '\n');
        gg_put(w->out, sides_line);
        w->column = sizeof sides_line - 1;
    }
    const uint32_t before = w->out->count;
    gg_put_char(w->out, ' ');
    gg_put_int(w->out, w->sides);
    if (w->run > 1) {
        gg_put_char(w->out, '*');
        gg_put_int(w->out, w->run);
    }
    w->column += w->out->count - before;
    w->run = 0;
}

static int draw_told(void *to, int sides)
{
    walk *w = to;
    if (sides != w->sides) put_run(w);
    w->sides = sides;
    w->run++;
    const int told = w->drawn < w->match->face_count ? w->match->faces[w->drawn] : 1;
    w->drawn++;
    return told >= 1 && told <= sides ? told : 1;
}

void fair_write_sides(const gg_match *match, gg_state *scratch, gg_text *out)
{
    walk w = {.match = match, .out = out};
    memcpy(scratch, match->start, match->rules->state_bytes);
    for (uint32_t i = 0; i < match->entry_count; i++) {
        const gg_entry *entry = &match->entries[i];
        gg_dice dice = gg_dice_drawn(draw_told, &w);
        match->rules->apply(scratch, entry->side, &entry->action, &dice, NULL);
    }
    put_run(&w);
    if (w.column > 0) gg_put_char(out, '\n');
}

bool fair_has_sides(const char *record, const char *lines)
{
    const char *first = strstr(record, "\nserver sides ");
    if (first == NULL) return true;
    for (const char *at = first + 1; strncmp(at, sides_line, sizeof sides_line - 1) == 0;) {
        const size_t count = strcspn(at, "\r\n");
        if (strncmp(at, lines, count) != 0 || lines[count] != '\n') return false;
        lines += count + 1;
        at += count;
        at += strspn(at, "\r\n");
    }
    return lines[0] == '\0';
}

/* The rest of the line that begins with these words; NULL: there is none.  Only the heading is
 * read: the first action ends it. */
static const char *seek_line(const char *record, const char *words)
{
    const size_t length = strlen(words);
    for (const char *line = record; *line != '\0' && !(*line >= '0' && *line <= '9');) {
        if (strncmp(line, words, length) == 0) return line + length;
        line += strcspn(line, "\r\n");
        line += strspn(line, "\r\n");
    }
    return NULL;
}

/* The same into `out`; false also if it is too long. */
static bool find_line(const char *record, const char *words, char *out, size_t limit)
{
    const char *rest = seek_line(record, words);
    const size_t count = rest == NULL ? limit : strcspn(rest, "\r\n");
    if (count >= limit) return false;
    memcpy(out, rest, count);
    out[count] = '\0';
    return true;
}

uint64_t fair_dice_before(const char *record)
{
    const char *told = seek_line(record, "server dice ");
    return told == NULL ? 0 : strtoull(told, NULL, 10);
}

static bool read_hex(const char *text, uint8_t *out, size_t count)
{
    size_t read = 0;
    const char *end = NULL;
    return strlen(text) == 2 * count
           && sodium_hex2bin(out, count, text, 2 * count, NULL, &read, &end) == 0 && read == count
           && *end == '\0';
}

/* The line behind this one, with the same words; NULL: there is none. */
static const char *seek_next(const char *rest, const char *words)
{
    return seek_line(rest + strcspn(rest, "\r\n"), words);
}

/* "57 0f3a..." of a secret that came later, and what was promised of it. */
static fair_told read_later(const char *told, const char *promise, fair *f)
{
    enum { HEX_MAX = 2 * FAIR_HASH_BYTES + 1 };
    char hex[HEX_MAX], promised[HEX_MAX];
    uint8_t secret[FAIR_SECRET_BYTES], commitment[FAIR_HASH_BYTES], other[FAIR_HASH_BYTES];
    char *digits;
    const uint64_t from = strtoull(told, &digits, 10);
    const uint64_t last = f->later_count == 0 ? 1 : f->later[f->later_count - 1].from;
    if (*digits != ' ' || from < last || strcspn(digits + 1, "\r\n") != HEX_MAX - 1
        || strcspn(promise, "\r\n") != HEX_MAX - 1)
        return FAIR_DAMAGED;
    snprintf(hex, sizeof hex, "%s", digits + 1);
    snprintf(promised, sizeof promised, "%s", promise);
    if (!read_hex(hex, secret, sizeof secret) || !read_hex(promised, commitment, sizeof commitment)
        || !fair_add_secret(f, from, secret))
        return FAIR_DAMAGED;
    fair_commitment(f, secret, other);
    return sodium_memcmp(commitment, other, sizeof other) == 0 ? FAIR_TOLD : FAIR_OTHER;
}

static fair_told read_all_later(const char *record, fair *f)
{
    static const char secret[] = "server restored-secret ";
    static const char commitment[] = "server restored-commitment ";
    const char *told = seek_line(record, secret), *promise = seek_line(record, commitment);
    fair_told read = FAIR_TOLD;
    while (told != NULL && promise != NULL && read == FAIR_TOLD) {
        read = read_later(told, promise, f);
        told = seek_next(told, secret);
        promise = seek_next(promise, commitment);
    }
    return read == FAIR_TOLD && (told != NULL || promise != NULL) ? FAIR_DAMAGED : read;
}

fair_told fair_read_heading(const char *record, fair *f)
{
    char text[2 * FAIR_HASH_BYTES + 2];
    uint8_t commitment[FAIR_HASH_BYTES], other[FAIR_HASH_BYTES];
    memset(f, 0, sizeof *f);
    if (!find_line(record, "server game ", f->id, sizeof f->id))
        return strstr(record, "\nserver ") == NULL ? FAIR_ABSENT : FAIR_DAMAGED;
    if (!find_line(record, "server commitment ", text, sizeof text)
        || !read_hex(text, commitment, FAIR_HASH_BYTES))
        return FAIR_DAMAGED;
    static const char *const contributed[] = {"server contribution blue ",
                                              "server contribution red "};
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        char line[FAIR_CONTRIBUTION_MAX] = {0};
        if (!find_line(record, contributed[side], line, sizeof line)) continue;
        memcpy(f->contributions[side], line, sizeof line);
    }
    if (strstr(record, "\nserver secret ") == NULL) return FAIR_NOT_OVER;
    if (!find_line(record, "server secret ", text, sizeof text)
        || !read_hex(text, f->secret, FAIR_SECRET_BYTES))
        return FAIR_DAMAGED;
    fair_commitment(f, f->secret, other);
    if (sodium_memcmp(commitment, other, sizeof other) != 0) return FAIR_OTHER;
    return read_all_later(record, f);
}

/* ---- The seal. ---- */

enum { SEAL_DIGITS = 2 * FAIR_HASH_BYTES };

/* Lines may have come to end in \r\n on their way: it is no change. */
static void hash_lines(crypto_generichash_state *state, const char *bytes, size_t count)
{
    while (count > 0) {
        const char *end = memchr(bytes, '\r', count);
        const size_t some = end == NULL ? count : (size_t)(end - bytes);
        crypto_generichash_update(state, (const uint8_t *)bytes, some);
        bytes += some + (end != NULL);
        count -= some + (end != NULL);
    }
}

/* The digits of the seal are left out. */
static void hash_record(const fair *f, const char *record, const char *seal,
                        uint8_t out[FAIR_HASH_BYTES])
{
    static const char kind[] = "grognard record 1\n";
    crypto_generichash_state state;
    crypto_generichash_init(&state, f->secret, FAIR_SECRET_BYTES, FAIR_HASH_BYTES);
    crypto_generichash_update(&state, (const uint8_t *)kind, sizeof kind - 1);
    hash_lines(&state, record, (size_t)(seal - record));
    hash_lines(&state, seal + SEAL_DIGITS, strlen(seal + SEAL_DIGITS));
    crypto_generichash_final(&state, out, FAIR_HASH_BYTES);
}

static const char *find_seal(const char *record)
{
    const char *seal = seek_line(record, "server seal ");
    return seal != NULL && strcspn(seal, "\r\n") == SEAL_DIGITS ? seal : NULL;
}

void fair_seal(const fair *f, char *record)
{
    uint8_t hash[FAIR_HASH_BYTES];
    char digits[SEAL_DIGITS + 1];
    const char *seal = find_seal(record);
    if (seal == NULL) return;
    hash_record(f, record, seal, hash);
    sodium_bin2hex(digits, sizeof digits, hash, sizeof hash);
    memcpy(record + (seal - record), digits, SEAL_DIGITS);
}

bool fair_is_sealed(const fair *f, const char *record)
{
    uint8_t hash[FAIR_HASH_BYTES];
    char digits[SEAL_DIGITS + 1];
    const char *seal = find_seal(record);
    if (seal == NULL) return false;
    hash_record(f, record, seal, hash);
    sodium_bin2hex(digits, sizeof digits, hash, sizeof hash);
    return memcmp(seal, digits, SEAL_DIGITS) == 0;
}
