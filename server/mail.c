/*
 * mail.c - the text of a mail.  See mail.h.
 * SPDX-License-Identifier: MIT
 */
#include "server/mail.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* An encoded word of 39 bytes is 64 characters; with "Subject: " before it the line still has
 * fewer than the 76 of RFC 2047.  57 bytes are a line of 76 characters. */
enum { WORD_BYTES = 39, LINE_BYTES = 57, MAC_BYTES = 16, BASE64_MAX = 128 };

static bool is_plain(const char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text > 126 || ((unsigned char)*text < ' ' && *text != '\n'))
            return false;
    return true;
}

static void put_base64(gg_text *out, const char *bytes, size_t count)
{
    char text[BASE64_MAX];
    sodium_bin2base64(text, sizeof text, (const uint8_t *)bytes, count,
                      sodium_base64_VARIANT_ORIGINAL);
    gg_put(out, text);
}

/* Encoded words of RFC 2047, split between characters, never within one.  A text that only looks
 * like an encoded word is encoded too: nobody hides behind a name like that; and a line feed in a
 * text never begins a header of its own. */
static void put_header_text(gg_text *out, const char *text)
{
    if (is_plain(text) && strchr(text, '\n') == NULL && strstr(text, "=?") == NULL) {
        gg_put(out, text);
        return;
    }
    for (size_t left = strlen(text); left > 0;) {
        size_t count = left < WORD_BYTES ? left : WORD_BYTES;
        while (count < left && count > 1 && ((unsigned char)text[count] & 0xc0) == 0x80) count--;
        gg_put(out, "=?UTF-8?B?");
        put_base64(out, text, count);
        gg_put(out, "?=");
        text += count;
        left -= count;
        if (left > 0) gg_put(out, "\r\n ");
    }
}

static void put_header(gg_text *out, const char *name, const char *value)
{
    gg_put(out, name);
    gg_put(out, ": ");
    gg_put(out, value);
    gg_put(out, "\r\n");
}

/* Lines of a text end in CR LF, encoded or not (RFC 2045, 6.8): `ended`, the CR is out. */
static char next_byte(const char **body, bool *ended)
{
    *ended = **body == '\n' && !*ended;
    return *ended ? '\r' : *(*body)++;
}

static void put_body(gg_text *out, const char *body)
{
    if (is_plain(body)) {
        gg_put(out, "Content-Transfer-Encoding: 7bit\r\n\r\n");
        for (; *body != '\0'; body++) {
            if (*body == '\n') gg_put_char(out, '\r');
            gg_put_char(out, *body);
        }
        return;
    }
    gg_put(out, "Content-Transfer-Encoding: base64\r\n\r\n");
    for (bool ended = false; *body != '\0';) {
        char line[LINE_BYTES];
        size_t count = 0;
        while (count < sizeof line && *body != '\0') line[count++] = next_byte(&body, &ended);
        put_base64(out, line, count);
        gg_put(out, "\r\n");
    }
}

void mail_write(const mail *m, gg_text *out)
{
    char date[64], value[512];
    const time_t at = (time_t)m->at;
    struct tm parts;
    gmtime_r(&at, &parts);
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S +0000", &parts);
    put_header(out, "Date", date);
    snprintf(value, sizeof value, "grognard <%s>", m->from);
    put_header(out, "From", value);
    snprintf(value, sizeof value, "<%s>", m->to);
    put_header(out, "To", value);
    gg_put(out, "Subject: ");
    put_header_text(out, m->subject);
    gg_put(out, "\r\n");
    snprintf(value, sizeof value, "<%s>", m->id);
    put_header(out, "Message-ID", value);
    if (m->off != NULL) {
        snprintf(value, sizeof value, "<%s>", m->off);
        put_header(out, "List-Unsubscribe", value);
        put_header(out, "List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
    }
    put_header(out, "Auto-Submitted", "auto-generated");
    put_header(out, "MIME-Version", "1.0");
    put_header(out, "Content-Type", "text/plain; charset=utf-8");
    put_body(out, m->body);
}

/* ---- Links. ---- */

static void make_mac(const uint8_t key[STORE_KEY_BYTES], mail_purpose purpose, int64_t account,
                     const char *address, int64_t until, uint8_t out[MAC_BYTES])
{
    char text[STORE_MAIL_MAX + 128];
    const int count =
        snprintf(text, sizeof text, "%s %lld %lld %s", purpose == MAIL_CONFIRM ? "confirm" : "off",
                 (long long)account, (long long)until, address);
    crypto_generichash(out, MAC_BYTES, (const uint8_t *)text, (size_t)count, key, STORE_KEY_BYTES);
}

void mail_sign(const uint8_t key[STORE_KEY_BYTES], mail_purpose purpose, int64_t account,
               const char *address, int64_t until, char out[MAIL_LINK_MAX])
{
    uint8_t mac[MAC_BYTES];
    char hex[2 * MAC_BYTES + 1];
    make_mac(key, purpose, account, address, until, mac);
    sodium_bin2hex(hex, sizeof hex, mac, sizeof mac);
    snprintf(out, MAIL_LINK_MAX, "%lld.%lld.%s", (long long)account, (long long)until, hex);
}

static bool read_signed(const char *text, int64_t *account, int64_t *until, const char **mac)
{
    char *end;
    if (text[0] < '1' || text[0] > '9') return false;
    *account = strtoll(text, &end, 10);
    if (*end != '.' || end[1] < '0' || end[1] > '9') return false;
    *until = strtoll(end + 1, &end, 10);
    *mac = end + 1;
    return *end == '.' && strlen(end + 1) == 2 * (size_t)MAC_BYTES;
}

bool mail_read_signed(const char *text, int64_t *account, int64_t *until)
{
    const char *mac;
    return read_signed(text, account, until, &mac);
}

bool mail_verify(const uint8_t key[STORE_KEY_BYTES], mail_purpose purpose, const char *text,
                 const char *address, int64_t now)
{
    uint8_t wanted[MAC_BYTES], got[MAC_BYTES];
    int64_t account, until;
    const char *hex;
    if (!read_signed(text, &account, &until, &hex) || (until != 0 && until < now)
        || sodium_hex2bin(got, sizeof got, hex, strlen(hex), NULL, NULL, NULL) != 0)
        return false;
    make_mac(key, purpose, account, address, until, wanted);
    return sodium_memcmp(wanted, got, sizeof got) == 0;
}
