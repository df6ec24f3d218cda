/*
 * accounts.c - names, passwords and sessions.  See accounts.h.
 * SPDX-License-Identifier: MIT
 */
#include "server/accounts.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/limits.h"

_Static_assert((int)STORE_PASSWORD_MAX >= (int)crypto_pwhash_STRBYTES, "a hash must fit");

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool account_may_name(const char *name)
{
    const size_t length = strlen(name);
    if (length < 2 || length >= STORE_ACCOUNT_NAME_MAX || !is_letter(name[0])) return false;
    for (size_t i = 0; i < length; i++)
        if (!is_letter(name[i]) && strchr("_.-", name[i]) == NULL) return false;
    return true;
}

/* A part of a mail address: no quoting, no comments, nothing that could end a header. */
static bool is_mail_part(const char *text, size_t count, const char *more)
{
    if (count == 0 || text[0] == '.' || text[count - 1] == '.') return false;
    for (size_t i = 0; i < count; i++) {
        if (!is_letter(text[i]) && strchr(more, text[i]) == NULL) return false;
        if (text[i] == '.' && text[i + 1] == '.') return false;
    }
    return true;
}

bool account_may_mail(const char *address)
{
    const char *at = strchr(address, '@');
    if (at == NULL || strlen(address) >= STORE_MAIL_MAX || at - address > 64) return false;
    return is_mail_part(address, (size_t)(at - address), ".!#$%&'*+/=?^_`{|}~-")
           && is_mail_part(at + 1, strlen(at + 1), ".-") && strchr(at, '.') != NULL;
}

bool account_hash(const char *password, char out[STORE_PASSWORD_MAX])
{
    memset(out, 0, STORE_PASSWORD_MAX);
    return crypto_pwhash_str_alg(out, password, strlen(password),
                                 crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                 crypto_pwhash_MEMLIMIT_INTERACTIVE, crypto_pwhash_ALG_ARGON2ID13)
           == 0;
}

bool account_verify(const char *password, const char *hash)
{
    if (hash[0] != '\0') return crypto_pwhash_str_verify(hash, password, strlen(password)) == 0;
    char nobody[STORE_PASSWORD_MAX];
    account_hash(password, nobody);
    return false;
}

/* ---- How often? ---- */

enum { NAME_KEY_MAX = STORE_ACCOUNT_NAME_MAX + 128 };

/* Books of limits.c: by name and address, by name, by address, by known browser, and for other
 * things.  Tries from one address that is used up do not count for the name, so that it takes many
 * addresses to keep an unknown browser out; a known one nobody keeps out. */
typedef enum book {
    PAIR,
    NAME,
    ADDRESS,
    KNOWN,
    CREATION,
    CONFIRMATION,
    MAILBOX,
    RECOVERY,
    RECOVERED,
    EXPORT,
    BOOKS
} book;

struct account_throttle {
    limits *books[BOOKS];
};

account_throttle *account_throttle_new(void)
{
    static const limits_rule rules[BOOKS] = {
        [PAIR] = {5, 20},      [NAME] = {50, 100},      [ADDRESS] = {30, 60}, [KNOWN] = {10, 20},
        [CREATION] = {10, 10}, [CONFIRMATION] = {5, 1}, [MAILBOX] = {5, 1},   [RECOVERY] = {20, 20},
        [RECOVERED] = {3, 3},  [EXPORT] = {3, 3},
    };
    account_throttle *t = calloc(1, sizeof *t);
    for (int i = 0; t != NULL && i < BOOKS; i++) {
        const limits_rule of_book[LIMITS_KINDS] = {[0] = rules[i]};
        t->books[i] = limits_new(of_book, 0);
        if (t->books[i] != NULL) continue;
        account_throttle_free(t);
        return NULL;
    }
    return t;
}

void account_throttle_free(account_throttle *t)
{
    for (int i = 0; t != NULL && i < BOOKS; i++) limits_free(t->books[i]);
    free(t);
}

static bool may(account_throttle *t, book which, const char *key, int64_t now)
{
    return limits_allow(t->books[which], key, (limits_kind)0, now);
}

/* Names and mail addresses count whatever their capitals. */
static void put_lower(const char *text, char *out, size_t limit)
{
    size_t i = 0;
    for (; text[i] != '\0' && i + 1 < limit; i++) out[i] = (char)tolower((unsigned char)text[i]);
    out[i] = '\0';
}

bool account_may_try(account_throttle *t, const char *name, const char *address, const char *known,
                     int64_t now)
{
    char lower[STORE_ACCOUNT_NAME_MAX], key[NAME_KEY_MAX];
    put_lower(name, lower, sizeof lower);
    snprintf(key, sizeof key, "%s %s", lower, known != NULL ? known : address);
    if (known != NULL) return may(t, KNOWN, key, now);
    return may(t, ADDRESS, address, now) && may(t, PAIR, key, now) && may(t, NAME, lower, now);
}

bool account_may_create(account_throttle *t, const char *address, int64_t now)
{
    return may(t, CREATION, address, now);
}

bool account_may_confirm(account_throttle *t, int64_t account, const char *address, int64_t now)
{
    char key[32], lower[STORE_MAIL_MAX];
    snprintf(key, sizeof key, "%s %lld", address == NULL ? "test" : "mail", (long long)account);
    if (!may(t, CONFIRMATION, key, now)) return false;
    if (address == NULL) return true;
    put_lower(address, lower, sizeof lower);
    return may(t, MAILBOX, lower, now);
}

bool account_may_export(account_throttle *t, int64_t account, int64_t now)
{
    char key[32];
    snprintf(key, sizeof key, "%lld", (long long)account);
    return may(t, EXPORT, key, now);
}

bool account_may_recover(account_throttle *t, const char *who, const char *address, int64_t now)
{
    char lower[STORE_MAIL_MAX];
    if (!may(t, RECOVERY, address, now)) return false;
    if (who == NULL) return true;
    put_lower(who, lower, sizeof lower);
    return may(t, RECOVERED, lower, now);
}

void account_name_browser(const char *agent, char out[STORE_BROWSER_MAX])
{
    static const char *const browsers[][2] = {/* the first that is said: many say several */
                                              {"Edg/", "Edge"},          {"OPR/", "Opera"},
                                              {"Firefox/", "Firefox"},   {"Chrome/", "Chrome"},
                                              {"Chromium/", "Chromium"}, {"Safari/", "Safari"},
                                              {"curl/", "curl"}};
    static const char *const systems[][2] = {{"Android", "Android"}, {"iPhone", "an iPhone"},
                                             {"iPad", "an iPad"},    {"Windows", "Windows"},
                                             {"Mac OS X", "a Mac"},  {"Linux", "Linux"}};
    const char *browser = "a program", *system = NULL;
    for (size_t i = sizeof browsers / sizeof browsers[0]; i-- > 0;)
        if (strstr(agent, browsers[i][0]) != NULL) browser = browsers[i][1];
    for (size_t i = sizeof systems / sizeof systems[0]; i-- > 0;)
        if (strstr(agent, systems[i][0]) != NULL) system = systems[i][1];
    snprintf(out, STORE_BROWSER_MAX, "%s%s%s", browser, system == NULL ? "" : " on ",
             system == NULL ? "" : system);
}

/* ---- Cookies. ---- */

/* With https the names begin with __Host-: browsers then believe nobody but this very host, by
 * https, and the server believes no other name. */
static const char *const session_names[] = {"grognard", "__Host-grognard"};
static const char *const known_names[] = {"grognard-known", "__Host-grognard-known"};

/* The value of a cookie; 0: there is none, or it is too long. */
static size_t find_cookie(const char *header, const char *name, const char **value)
{
    const size_t length = strlen(name);
    for (const char *at = header; at != NULL && *at != '\0'; at = strchr(at, ';')) {
        at += strspn(at, " ;");
        if (strncmp(at, name, length) != 0 || at[length] != '=') continue;
        *value = at + length + 1;
        const size_t count = strcspn(*value, "; ");
        return count < HALL_TOKEN_MAX ? count : 0;
    }
    return 0;
}

static void write_cookie(const char *name, const char *value, int days, bool secure,
                         char out[ACCOUNTS_COOKIE_MAX])
{
    const int count = snprintf(out, ACCOUNTS_COOKIE_MAX,
                               "Set-Cookie: %s=%s; Path=/; HttpOnly; SameSite=Lax; Max-Age=%d%s"
                               "\r\n",
                               name, value, days * 24 * 3600, secure ? "; Secure" : "");
    gg_assert(count < ACCOUNTS_COOKIE_MAX);
}

bool account_read_cookie(const char *header, bool secure, uint8_t hash[STORE_HASH_BYTES])
{
    const char *value;
    const size_t count = find_cookie(header, session_names[secure], &value);
    if (count == 0) return false;
    crypto_generichash(hash, STORE_HASH_BYTES, (const uint8_t *)value, count, NULL, 0);
    return true;
}

void account_write_cookie(const char *token, bool secure, char out[ACCOUNTS_COOKIE_MAX])
{
    write_cookie(session_names[secure], token == NULL ? "" : token,
                 token == NULL ? 0 : STORE_SESSION_DAYS, secure, out);
}

/* ---- Known browsers: a number, and what only this server can make of it and the name. ---- */

enum {
    NUMBER_BYTES = 8,
    PROOF_BYTES = 16,
    KNOWN_BYTES = NUMBER_BYTES + PROOF_BYTES,
    KNOWN_DAYS = 360
};
_Static_assert((int)ACCOUNTS_KNOWN_MAX > 2 * (int)KNOWN_BYTES, "it must fit");

static void prove(const uint8_t key[STORE_KEY_BYTES], const char *name, uint8_t out[KNOWN_BYTES])
{
    char text[STORE_ACCOUNT_NAME_MAX + 2 * NUMBER_BYTES + 32], lower[STORE_ACCOUNT_NAME_MAX];
    char number[2 * NUMBER_BYTES + 1];
    put_lower(name, lower, sizeof lower);
    sodium_bin2hex(number, sizeof number, out, NUMBER_BYTES);
    const int count = snprintf(text, sizeof text, "known browser %s %s", number, lower);
    crypto_generichash(out + NUMBER_BYTES, PROOF_BYTES, (const uint8_t *)text, (size_t)count, key,
                       STORE_KEY_BYTES);
}

void account_write_known(const uint8_t key[STORE_KEY_BYTES], const char *name, bool secure,
                         char out[ACCOUNTS_COOKIE_MAX])
{
    uint8_t bytes[KNOWN_BYTES];
    char value[ACCOUNTS_KNOWN_MAX];
    randombytes_buf(bytes, NUMBER_BYTES);
    prove(key, name, bytes);
    sodium_bin2hex(value, sizeof value, bytes, sizeof bytes);
    write_cookie(known_names[secure], value, KNOWN_DAYS, secure, out);
}

bool account_read_known(const uint8_t key[STORE_KEY_BYTES], const char *name, const char *header,
                        bool secure, char known[ACCOUNTS_KNOWN_MAX])
{
    uint8_t told[KNOWN_BYTES], bytes[KNOWN_BYTES];
    const char *value;
    if (find_cookie(header, known_names[secure], &value) != 2 * KNOWN_BYTES
        || sodium_hex2bin(told, sizeof told, value, 2 * KNOWN_BYTES, NULL, NULL, NULL) != 0)
        return false;
    memcpy(bytes, told, NUMBER_BYTES);
    prove(key, name, bytes);
    sodium_bin2hex(known, ACCOUNTS_KNOWN_MAX, bytes, NUMBER_BYTES);
    return sodium_memcmp(told, bytes, sizeof bytes) == 0;
}

/* ---- Sessions in memory: a table of fixed size; who does not fit is read from the store. ---- */

enum { PLACES = 8192, DAY_MS = 24 * 3600 * 1000 };

struct account_sessions {
    uint64_t epoch;
    struct {
        uint8_t hash[STORE_HASH_BYTES];
        account_who who;
    } places[PLACES];
};

account_sessions *account_sessions_new(void) { return calloc(1, sizeof(account_sessions)); }

void account_sessions_free(account_sessions *s) { free(s); }

static size_t place_of(const uint8_t hash[STORE_HASH_BYTES])
{
    return (size_t)(hash[0] | hash[1] << 8) % PLACES;
}

const account_who *account_sessions_find(account_sessions *s, const uint8_t hash[STORE_HASH_BYTES],
                                         int64_t now)
{
    const size_t at = place_of(hash);
    if (s->places[at].who.account == 0 || now - s->places[at].who.seen > DAY_MS
        || sodium_memcmp(s->places[at].hash, hash, STORE_HASH_BYTES) != 0)
        return NULL;
    return &s->places[at].who;
}

uint64_t account_sessions_epoch(const account_sessions *s) { return s->epoch; }

void account_sessions_keep(account_sessions *s, const uint8_t hash[STORE_HASH_BYTES],
                           const account_who *who, uint64_t epoch)
{
    const size_t at = place_of(hash);
    if (epoch != s->epoch) return;
    memcpy(s->places[at].hash, hash, STORE_HASH_BYTES);
    s->places[at].who = *who;
}

void account_sessions_drop(account_sessions *s, const uint8_t hash[STORE_HASH_BYTES])
{
    const size_t at = place_of(hash);
    s->epoch++;
    if (memcmp(s->places[at].hash, hash, STORE_HASH_BYTES) == 0) s->places[at].who.account = 0;
}

void account_sessions_drop_all(account_sessions *s, int64_t account, const uint8_t *kept)
{
    s->epoch++;
    for (size_t i = 0; i < PLACES; i++)
        if (s->places[i].who.account == account
            && (kept == NULL || memcmp(s->places[i].hash, kept, STORE_HASH_BYTES) != 0))
            s->places[i].who.account = 0;
}
