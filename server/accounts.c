/*
 * accounts.c - names, passwords and sessions.  See accounts.h.
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

const char *account_judge_password(const char *password, const char *name)
{
    const size_t length = strlen(password);
    if (length < ACCOUNTS_PASSWORD_LEAST || length > ACCOUNTS_PASSWORD_MOST)
        return "A password has 8 to 128 bytes.";
    if (strcasecmp(password, name) == 0) return "The password must not be the name.";
    size_t same = 1;
    while (password[same] == password[0])
        same++;
    return same == length ? "A password of one letter only is none." : NULL;
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
                                 crypto_pwhash_MEMLIMIT_INTERACTIVE,
                                 crypto_pwhash_ALG_ARGON2ID13) == 0;
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

/* Four books of limits.c: by name and address, by name, by address, and for other things. */
struct account_throttle {
    limits *pair, *name, *address, *creation, *confirmation;
};

static limits *new_book(uint32_t burst, uint32_t per_hour)
{
    const limits_rule rules[LIMITS_KINDS] = {[0] = {burst, per_hour}};
    return limits_new(rules, 0);
}

account_throttle *account_throttle_new(void)
{
    account_throttle *t = calloc(1, sizeof *t);
    if (t == NULL) return NULL;
    t->pair = new_book(5, 20);
    t->name = new_book(50, 100);
    t->address = new_book(30, 60);
    t->creation = new_book(10, 10);
    t->confirmation = new_book(5, 1);
    if (t->pair != NULL && t->name != NULL && t->address != NULL && t->creation != NULL
        && t->confirmation != NULL)
        return t;
    account_throttle_free(t);
    return NULL;
}

void account_throttle_free(account_throttle *t)
{
    if (t == NULL) return;
    limits_free(t->pair);
    limits_free(t->name);
    limits_free(t->address);
    limits_free(t->creation);
    limits_free(t->confirmation);
    free(t);
}

static bool may(limits *book, const char *key, int64_t now)
{
    return limits_allow(book, key, (limits_kind)0, now);
}

bool account_may_try(account_throttle *t, const char *name, const char *address, int64_t now)
{
    char lower[STORE_ACCOUNT_NAME_MAX] = "", key[NAME_KEY_MAX];
    for (size_t i = 0; name[i] != '\0' && i + 1 < sizeof lower; i++)
        lower[i] = (char)tolower((unsigned char)name[i]);
    snprintf(key, sizeof key, "%s %s", lower, address);
    return may(t->address, address, now) && may(t->pair, key, now) && may(t->name, lower, now);
}

bool account_may_create(account_throttle *t, const char *address, int64_t now)
{
    return may(t->creation, address, now);
}

bool account_may_confirm(account_throttle *t, int64_t account, int64_t now)
{
    char key[32];
    snprintf(key, sizeof key, "%lld", (long long)account);
    return may(t->confirmation, key, now);
}

/* ---- Cookies. ---- */

static const char *cookie_name(bool secure)
{
    return secure ? "__Host-grognard" : "grognard";
}

bool account_read_cookie(const char *header, bool secure, uint8_t hash[STORE_HASH_BYTES])
{
    const char *name = cookie_name(secure);
    const size_t length = strlen(name);
    for (const char *at = header; at != NULL && *at != '\0';) {
        at += strspn(at, " ;");
        if (strncmp(at, name, length) == 0 && at[length] == '=') {
            const char *value = at + length + 1;
            const size_t count = strcspn(value, "; ");
            if (count == 0 || count >= HALL_TOKEN_MAX) return false;
            crypto_generichash(hash, STORE_HASH_BYTES, (const uint8_t *)value, count, NULL, 0);
            return true;
        }
        at = strchr(at, ';');
    }
    return false;
}

void account_write_cookie(const char *token, bool secure, char out[ACCOUNTS_COOKIE_MAX])
{
    snprintf(out, ACCOUNTS_COOKIE_MAX,
             "Set-Cookie: %s=%s; Path=/; HttpOnly; SameSite=Lax; Max-Age=%d%s\r\n",
             cookie_name(secure), token == NULL ? "" : token,
             token == NULL ? 0 : STORE_SESSION_DAYS * 24 * 3600, secure ? "; Secure" : "");
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

account_sessions *account_sessions_new(void)
{
    return calloc(1, sizeof(account_sessions));
}

void account_sessions_free(account_sessions *s)
{
    free(s);
}

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

uint64_t account_sessions_epoch(const account_sessions *s)
{
    return s->epoch;
}

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
