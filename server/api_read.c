/*
 * api_read.c - reading what clients send.  See api.h.
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/api.h"

enum { DEPTH_MAX = 8, TOKEN_LEAST = 22, TOKEN_BYTES = 16 };

/* The parser follows any depth it is given, so depth is counted first. */
static bool is_shallow(const char *bytes, size_t count)
{
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < count; i++) {
        const char c = bytes[i];
        if (quoted && c == '\\') i++;
        else if (c == '"') quoted = !quoted;
        else if (!quoted && (c == '{' || c == '[') && ++depth > DEPTH_MAX) return false;
        else if (!quoted && (c == '}' || c == ']')) depth--;
    }
    return true;
}

static bool is_among(const char *key, const char *const words[], size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(key, words[i]) == 0) return true;
    return false;
}

/* Members that mean the same wherever they stand: one of the wrong kind is refused, not taken for
 * one that is absent. */
static const char *find_wrong_member(json_t *body)
{
    static const char *const texts[] = {"game",  "scenario", "name",     "contribution",
                                        "token", "side",     "answer",   "action",
                                        "text",  "do",       "password", "new"};
    static const char *const numbers[] = {"ply", "since"};
    const char *key;
    json_t *member;
    json_object_foreach(body, key, member) /* a few: there are more words than members */
    {
        if (!json_is_string(member) && is_among(key, texts, sizeof texts / sizeof texts[0]))
            return "A member that is a text is something else.";
        if (!json_is_integer(member) && is_among(key, numbers, sizeof numbers / sizeof numbers[0]))
            return "\"ply\" and \"since\" are whole numbers.";
    }
    return NULL;
}

json_t *api_read_json(const char *bytes, size_t count, const char **trouble)
{
    json_error_t error;
    *trouble = "The JSON is nested too deeply.";
    if (!is_shallow(bytes, count)) return NULL;
    json_t *body = json_loadb(bytes, count, JSON_REJECT_DUPLICATES, &error);
    *trouble = "The body is no JSON object.";
    if (json_is_object(body)) *trouble = find_wrong_member(body);
    if (*trouble == NULL) return body;
    json_decref(body);
    return NULL;
}

/* ---- The message of every move. ---- */

typedef struct scan {
    const char *at, *end;
} scan;

static void skip_blanks(scan *in)
{
    while (in->at < in->end && (*in->at == ' ' || *in->at == '\n' || *in->at == '\t')) in->at++;
}

static bool take(scan *in, char wanted)
{
    skip_blanks(in);
    if (in->at == in->end || *in->at != wanted) return false;
    in->at++;
    return true;
}

/* A string of plain ASCII without escapes; where it lies. */
static bool take_string(scan *in, const char **text, size_t *count)
{
    if (!take(in, '"')) return false;
    *text = in->at;
    while (in->at < in->end && *in->at >= ' ' && *in->at < 127 && *in->at != '"' && *in->at != '\\')
        in->at++;
    *count = (size_t)(in->at - *text);
    return in->at < in->end && *in->at++ == '"';
}

static bool take_number(scan *in, uint32_t *number)
{
    enum { DIGITS_MAX = 9 };
    skip_blanks(in);
    const char *const first = in->at;
    *number = 0;
    while (in->at < in->end && *in->at >= '0' && *in->at <= '9' && in->at - first < DIGITS_MAX)
        *number = *number * 10 + (uint32_t)(*in->at++ - '0');
    return in->at > first && (*first != '0' || in->at == first + 1);
}

static bool is_word(const char *text, size_t count, const char *word)
{
    return count == strlen(word) && memcmp(text, word, count) == 0;
}

enum { HAS_DO = 1, HAS_ID = 2, HAS_PLY = 4, HAS_ACTION = 8, HAS_SIDE = 16 };

/* Which member it was; 0: none that is known here. */
static uint32_t take_member(scan *in, hall_ask *ask)
{
    const char *key, *text;
    size_t length, count;
    uint32_t number;
    if (!take_string(in, &key, &length) || !take(in, ':')) return 0;
    if (is_word(key, length, "ply")) return take_number(in, &ask->ply) ? HAS_PLY : 0;
    if (is_word(key, length, "id")) {
        if (!take_number(in, &number)) return 0;
        ask->number = number;
        return HAS_ID;
    }
    if (!take_string(in, &text, &count)) return 0;
    if (is_word(key, length, "do")) return is_word(text, count, "action") ? HAS_DO : 0;
    if (is_word(key, length, "side")) {
        ask->meant = is_word(text, count, "blue") ? GG_BLUE : GG_RED;
        return ask->meant == GG_BLUE || is_word(text, count, "red") ? HAS_SIDE : 0;
    }
    if (!is_word(key, length, "action") || count >= GG_ACTION_TEXT_MAX) return 0;
    memcpy(ask->text, text, count);
    ask->text[count] = '\0';
    return HAS_ACTION;
}

bool api_read_action(const char *text, size_t count, hall_ask *ask)
{
    scan in = {text, text + count};
    uint32_t has = 0;
    if (!take(&in, '{')) return false;
    do {
        const uint32_t member = take_member(&in, ask);
        if (member == 0 || (has & member) != 0) return false;
        has |= member;
    } while (take(&in, ','));
    const uint32_t needed = HAS_DO | HAS_PLY | HAS_ACTION;
    ask->is_read = (has & needed) == needed && take(&in, '}') && in.at == in.end;
    return ask->is_read;
}

/* ---- Members. ---- */

const char *api_string(const json_t *body, const char *key)
{
    return json_string_value(json_object_get(body, key));
}

bool api_number(const json_t *body, const char *key, uint32_t *out)
{
    const json_t *value = json_object_get(body, key);
    const json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < 0 || number >= UINT32_MAX) return false;
    *out = (uint32_t)number;
    return true;
}

gg_side api_side(const json_t *body, const char *key)
{
    const char *text = api_string(body, key);
    for (gg_side side = GG_BLUE; text != NULL && side <= GG_RED; side++)
        if (strcmp(text, gg_side_name(side)) == 0) return side;
    return GG_NOBODY;
}

bool api_is_id(const char *text, size_t count)
{
    if (count == 0 || count >= FAIR_ID_MAX) return false;
    for (size_t i = 0; i < count; i++)
        if (!(text[i] >= 'a' && text[i] <= 'z') && !(text[i] >= '0' && text[i] <= '9'))
            return false;
    return true;
}

void api_hash_token(const char *token, uint8_t out[TABLE_HASH_BYTES])
{
    crypto_generichash(out, TABLE_HASH_BYTES, (const uint8_t *)token, strlen(token), NULL, 0);
}

void api_fresh_token(char out[HALL_TOKEN_MAX])
{
    uint8_t bytes[TOKEN_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(out, HALL_TOKEN_MAX, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

bool api_is_token(const char *text)
{
    const size_t count = strlen(text);
    return count >= TOKEN_LEAST && count < HALL_TOKEN_MAX
           && strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
                  == count;
}

static bool read_ply(const char *text, uint32_t *out)
{
    char *end;
    if (text[0] < '0' || text[0] > '9') return false;
    const unsigned long long number = strtoull(text, &end, 10);
    if ((*end != '\0' && *end != '&') || number >= UINT32_MAX) return false;
    *out = (uint32_t)number;
    return true;
}

uint32_t api_since(const net_request *request)
{
    uint32_t since = UINT32_MAX;
    const char *at = strncmp(request->query, "since=", 6) == 0 ? request->query
                                                               : strstr(request->query, "&since=");
    if (at != NULL) read_ply(strchr(at, '=') + 1, &since);
    else read_ply(request->last_event_id, &since);
    return since;
}

/* Where people come by https a page that came by http is another site: somebody on the way may have
 * written it. */
bool api_same_origin(const api *a, const net_request *request)
{
    static const char https[] = "https://";
    const char *origin = request->origin, *host = strstr(origin, "://");
    if (origin[0] == '\0') return true; /* no browser */
    if (a->public_url != NULL && strcmp(origin, a->public_url) == 0) return true;
    if (host == NULL || (a->secure && strncmp(origin, https, sizeof https - 1) != 0)) return false;
    return request->host[0] != '\0' && strcasecmp(host + 3, request->host) == 0;
}

bool api_is_json(const char *content_type)
{
    static const char json[] = "application/json";
    const size_t length = sizeof json - 1;
    return strncasecmp(content_type, json, length) == 0
           && (content_type[length] == '\0' || strchr(" ;", content_type[length]) != NULL);
}
