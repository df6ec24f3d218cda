/*
 * api_read.c - reading what clients send.  See api.h.
 */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

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

json_t *api_read_json(const char *bytes, size_t count, const char **trouble)
{
    json_error_t error;
    *trouble = "The JSON is nested too deeply.";
    if (!is_shallow(bytes, count)) return NULL;
    json_t *body = json_loadb(bytes, count, JSON_REJECT_DUPLICATES, &error);
    *trouble = "The body is no JSON object.";
    if (json_is_object(body)) return body;
    json_decref(body);
    return NULL;
}

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

bool api_same_origin(const net_request *request)
{
    if (request->origin[0] == '\0') return true; /* no browser */
    const char *host = strstr(request->origin, "://");
    return host != NULL && request->host[0] != '\0' && strcmp(host + 3, request->host) == 0;
}
