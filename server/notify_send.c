/*
 * notify_send.c - mails and webhooks on their way out.  See notify_send.h.
 * SPDX-License-Identifier: MIT
 */
#include "server/notify_send.h"

#include <curl/curl.h>
#include <netinet/in.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

/* ---- The end. ---- */

static atomic_int_fast64_t stopped_at; /* milliseconds, 0: it goes on */

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void send_stop(void) { stopped_at = now_ms(); }

bool send_is_stopped(void) { return stopped_at != 0; }

/* libcurl asks at least once a second, also while it waits for a name or for an answer. */
static int is_enough(void *of, curl_off_t all, curl_off_t got, curl_off_t all_up, curl_off_t up)
{
    (void)of, (void)all, (void)got, (void)all_up, (void)up;
    const int64_t since = stopped_at;
    return since != 0 && now_ms() - since > SEND_LAST_MS;
}

bool send_begin(void)
{
    stopped_at = 0;
    return curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

void send_end(void) { curl_global_cleanup(); }

/* ---- Where a webhook may go. ---- */

typedef struct network {
    uint32_t address;
    int bits;
} network;

/* What is not the public internet: IANA's registry of special-purpose addresses. */
static const network not_public[] = {
    {0x00000000, 8},  {0x0a000000, 8},  {0x64400000, 10}, {0x7f000000, 8},  {0xa9fe0000, 16},
    {0xac100000, 12}, {0xc0000000, 24}, {0xc0000200, 24}, {0xc01fc400, 24}, {0xc034c100, 24},
    {0xc0586300, 24}, {0xc0a80000, 16}, {0xc0af3000, 24}, {0xc6120000, 15}, {0xc6336400, 24},
    {0xcb007100, 24}, {0xe0000000, 4},  {0xf0000000, 4},
};

static bool may_reach_4(uint32_t address)
{
    for (size_t i = 0; i < sizeof not_public / sizeof not_public[0]; i++)
        if ((address ^ not_public[i].address) >> (32 - not_public[i].bits) == 0) return false;
    return true;
}

static uint32_t word_at(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* Only 2000::/3 is given out; of that not the tunnels, which carry other addresses inside. */
static bool may_reach_6(const uint8_t a[16])
{
    static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    if (memcmp(a, mapped, sizeof mapped) == 0) return may_reach_4(word_at(a + 12));
    const uint32_t begin = word_at(a);
    if (begin >> 29 != 1) return false;
    if (begin >> 9 == 0x20010000u >> 9) return false;                /* 2001::/23, Teredo too */
    if (begin == 0x20010db8u || begin >> 16 == 0x2002) return false; /* documentation, 6to4 */
    return begin >> 12 != 0x3fff0;                                   /* 3fff::/20 */
}

bool send_may_connect(const struct sockaddr *address, bool anywhere)
{
    if (address->sa_family == AF_INET) {
        struct sockaddr_in in;
        memcpy(&in, address, sizeof in);
        return anywhere || may_reach_4(ntohl(in.sin_addr.s_addr));
    }
    if (address->sa_family == AF_INET6) {
        struct sockaddr_in6 in;
        memcpy(&in, address, sizeof in);
        return anywhere || may_reach_6(in.sin6_addr.s6_addr);
    }
    return false;
}

const char *send_judge_address(const char *address)
{
    static const char *const schemes[] = {"https://", "http://"};
    const char *host = NULL;
    for (int i = 0; i < 2; i++)
        if (strncasecmp(address, schemes[i], strlen(schemes[i])) == 0)
            host = address + strlen(schemes[i]);
    if (host == NULL) return "A webhook begins with https:// or http://.";
    for (const char *at = address; *at != '\0'; at++)
        if (*at <= ' ' || *at > 126 || strchr("\"<>\\^`{|}", *at) != NULL)
            return "A webhook is an address without blanks.";
    const size_t count = strcspn(host, "/?#");
    if (count == 0 || memchr(host, '@', count) != NULL)
        return "A webhook has a host, and no user name.";
    return NULL;
}

/* ---- Sending. ---- */

typedef struct sending {
    const char *bytes;
    size_t left;
    size_t received;
    bool anywhere, refused;
} sending;

static size_t give(char *to, size_t size, size_t count, void *from)
{
    sending *it = from;
    const size_t room = size * count, part = it->left < room ? it->left : room;
    memcpy(to, it->bytes, part);
    it->bytes += part;
    it->left -= part;
    return part;
}

/* Nobody reads the answer, but it must end. */
static size_t drop(char *bytes, size_t size, size_t count, void *to)
{
    sending *it = to;
    (void)bytes;
    it->received += size * count;
    return it->received > SEND_ANSWER_MAX ? 0 : size * count;
}

/* Called with the address that the name has turned out to be, just before it is connected to. */
static curl_socket_t open_socket(void *to, curlsocktype purpose, struct curl_sockaddr *address)
{
    sending *it = to;
    if (purpose != CURLSOCKTYPE_IPCXN || !send_may_connect(&address->addr, it->anywhere)) {
        it->refused = true;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static CURL *begin(const char *address, sending *it)
{
    CURL *curl = curl_easy_init();
    if (curl == NULL) return NULL;
    curl_easy_setopt(curl, CURLOPT_URL, address);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)SEND_SECONDS);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)SEND_SECONDS / 2);
    curl_easy_setopt(curl, CURLOPT_PROXY, ""); /* not even one that the environment names */
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, drop);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, it);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, is_enough);
    curl_easy_setopt(curl, CURLOPT_QUICK_EXIT, 1L); /* nor is a name waited for */
    return curl;
}

/* A password never goes over a line that others can read, nor to somebody who only says that he
 * is the mail server. */
static void set_encryption(CURL *curl, const send_server *server)
{
    const bool must = strchr(server->address, '@') != NULL || server->ca != NULL;
    const bool always = strncasecmp(server->address, "smtps:", 6) == 0;
    curl_easy_setopt(curl, CURLOPT_USE_SSL, must ? (long)CURLUSESSL_ALL : (long)CURLUSESSL_TRY);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, must || always ? 1L : 0L);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, must || always ? 2L : 0L);
    if (server->ca == NULL) return;
    curl_easy_setopt(curl, CURLOPT_CAINFO, server->ca);
    curl_easy_setopt(curl, CURLOPT_CAPATH, NULL);
}

static void judge_delivery(CURL *curl, CURLcode code, char error[SEND_ERROR_MAX])
{
    long status = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    if (code == CURLE_OPERATION_TIMEDOUT)
        snprintf(error, SEND_ERROR_MAX, "the mail server did not answer in time");
    else if (code == CURLE_COULDNT_CONNECT || code == CURLE_COULDNT_RESOLVE_HOST)
        snprintf(error, SEND_ERROR_MAX, "the mail server cannot be reached");
    else if (code == CURLE_USE_SSL_FAILED)
        snprintf(error, SEND_ERROR_MAX, "the mail server does not encrypt");
    else if (code == CURLE_PEER_FAILED_VERIFICATION)
        snprintf(error, SEND_ERROR_MAX, "the mail server's certificate is not good");
    else if (code == CURLE_LOGIN_DENIED)
        snprintf(error, SEND_ERROR_MAX, "the mail server does not take the server's password");
    else if (status >= 400) snprintf(error, SEND_ERROR_MAX, "the mail server answered %ld", status);
    else snprintf(error, SEND_ERROR_MAX, "%s", curl_easy_strerror(code));
}

bool send_mail(const send_server *server, const char *from, const char *to, const char *bytes,
               size_t count, char error[SEND_ERROR_MAX])
{
    sending it = {.bytes = bytes, .left = count};
    CURL *curl = begin(server->address, &it);
    char sender[300], receiver[300];
    snprintf(sender, sizeof sender, "<%s>", from);
    snprintf(receiver, sizeof receiver, "<%s>", to);
    struct curl_slist *receivers = curl_slist_append(NULL, receiver);
    snprintf(error, SEND_ERROR_MAX, "there is no memory left");
    CURLcode code = CURLE_OUT_OF_MEMORY;
    if (curl != NULL && receivers != NULL) {
        curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
        curl_easy_setopt(curl, CURLOPT_MAIL_FROM, sender);
        curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, receivers);
        curl_easy_setopt(curl, CURLOPT_READFUNCTION, give);
        curl_easy_setopt(curl, CURLOPT_READDATA, &it);
        curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
        set_encryption(curl, server);
        code = curl_easy_perform(curl);
        judge_delivery(curl, code, error);
    }
    curl_slist_free_all(receivers);
    curl_easy_cleanup(curl);
    return code == CURLE_OK;
}

static bool judge_answer(CURL *curl, CURLcode code, const sending *it, char error[SEND_ERROR_MAX])
{
    long status = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    if (it->refused) snprintf(error, SEND_ERROR_MAX, "the address is not in the public internet");
    else if (it->received > SEND_ANSWER_MAX)
        snprintf(error, SEND_ERROR_MAX, "the answer was too long");
    else if (code == CURLE_OPERATION_TIMEDOUT)
        snprintf(error, SEND_ERROR_MAX, "the address did not answer in time");
    else if (code == CURLE_COULDNT_CONNECT || code == CURLE_COULDNT_RESOLVE_HOST)
        snprintf(error, SEND_ERROR_MAX, "the address cannot be reached");
    else if (code == CURLE_PEER_FAILED_VERIFICATION)
        snprintf(error, SEND_ERROR_MAX, "the certificate of the address is not good");
    else if (code != CURLE_OK) snprintf(error, SEND_ERROR_MAX, "%s", curl_easy_strerror(code));
    else snprintf(error, SEND_ERROR_MAX, "the address answered %ld", status);
    return code == CURLE_OK && !it->refused && status >= 200 && status < 300;
}

bool send_webhook(const char *address, const char *json, bool anywhere, char error[SEND_ERROR_MAX])
{
    sending it = {.anywhere = anywhere};
    CURL *curl = begin(address, &it);
    struct curl_slist *headers = curl_slist_append(NULL, "Content-Type: application/json");
    bool sent = false;
    snprintf(error, SEND_ERROR_MAX, "there is no memory left");
    if (curl != NULL && headers != NULL) {
        curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
        curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
        curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
        curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, &it);
        curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
        curl_easy_setopt(curl, CURLOPT_POSTFIELDS, json);
        curl_easy_setopt(curl, CURLOPT_USERAGENT, "grognard");
        sent = judge_answer(curl, curl_easy_perform(curl), &it, error);
    }
    curl_slist_free_all(headers);
    curl_easy_cleanup(curl);
    return sent;
}
