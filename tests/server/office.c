/*
 * office.c - a mail server and a receiver of webhooks for tests.  See office.h.
 * SPDX-License-Identifier: MIT
 */
#include "office.h"

#include <arpa/inet.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum { WAIT_TRIES = 600, WAIT_US = 100000, STAY_TRIES = 25, LINE_BYTES = 4096, BACKLOG = 16 };
enum { LETTER_BYTES = 1 << 17 };

/* Before each mail, and between bodies. */
static const char cut[] = "\f\n";

/* ---- What came. ---- */

static void append(char *to, size_t *count, size_t limit, const char *text)
{
    const size_t length = strlen(text);
    if (*count + length >= limit) return;
    memcpy(to + *count, text, length + 1);
    *count += length;
}

static void keep(office *o, const char *text)
{
    pthread_mutex_lock(&o->guard);
    append(o->kept, &o->count, sizeof o->kept, text);
    pthread_mutex_unlock(&o->guard);
}

int office_times(office *o, const char *what)
{
    int found = 0;
    pthread_mutex_lock(&o->guard);
    for (const char *at = o->kept; (at = strstr(at, what)) != NULL; at++) found++;
    pthread_mutex_unlock(&o->guard);
    return found;
}

bool office_gets(office *o, const char *what, int often)
{
    for (int i = 0; i < WAIT_TRIES && office_times(o, what) < often; i++) usleep(WAIT_US);
    const int found = office_times(o, what);
    if (found != often) printf("# %s: %d times, not %d\n", what, found, often);
    return found == often;
}

bool office_stays(office *o, const char *what, int often)
{
    for (int i = 0; i < STAY_TRIES && office_times(o, what) == often; i++) usleep(WAIT_US);
    return office_times(o, what) == often;
}

static const char *find_last(const office *o, const char *what)
{
    const char *found = NULL;
    for (const char *at = o->kept; (at = strstr(at, what)) != NULL; at++) found = at;
    return found;
}

bool office_find(office *o, const char *what, char *out, size_t limit)
{
    pthread_mutex_lock(&o->guard);
    const char *found = find_last(o, what);
    if (found != NULL) snprintf(out, limit, "%.*s", (int)strcspn(found, " \r\n>"), found);
    pthread_mutex_unlock(&o->guard);
    return found != NULL;
}

char *office_letter(office *o, const char *what)
{
    char *letter = NULL;
    pthread_mutex_lock(&o->guard);
    const char *found = find_last(o, what), *begin = found;
    while (begin != NULL && begin > o->kept && *begin != cut[0]) begin--;
    if (found != NULL) letter = strndup(begin, (size_t)(found - begin) + strcspn(found, "\f"));
    pthread_mutex_unlock(&o->guard);
    return letter;
}

void office_clear(office *o)
{
    pthread_mutex_lock(&o->guard);
    o->count = o->plain_count = 0;
    o->kept[0] = o->plain[0] = '\0';
    pthread_mutex_unlock(&o->guard);
}

bool office_overheard(office *o, const char *what)
{
    pthread_mutex_lock(&o->guard);
    const bool so = strcasestr(o->plain, what) != NULL;
    pthread_mutex_unlock(&o->guard);
    return so;
}

/* ---- The line: plain or encrypted. ---- */

typedef struct line {
    office *o;
    int fd;
    SSL *ssl; /* NULL: plain */
    char letter[LETTER_BYTES];
    size_t count;
} line;

/* Whoever reads what came finds a mail or a body whole or not at all. */
static void gather(line *l, const char *text)
{
    append(l->letter, &l->count, sizeof l->letter, text);
}

static void keep_letter(line *l)
{
    keep(l->o, l->letter);
    l->count = 0;
}

static bool encrypt(line *l)
{
    l->ssl = SSL_new(l->o->certificates);
    SSL_set_fd(l->ssl, l->fd);
    return SSL_accept(l->ssl) == 1;
}

static void say(line *l, const char *text)
{
    const int count = (int)strlen(text);
    if (l->ssl != NULL) SSL_write(l->ssl, text, count);
    else if (write(l->fd, text, (size_t)count) < 0) return; /* it has hung up */
}

static bool hear_byte(line *l, char *byte)
{
    return (l->ssl != NULL ? SSL_read(l->ssl, byte, 1) : (int)read(l->fd, byte, 1)) == 1;
}

static bool hear(line *l, char text[LINE_BYTES])
{
    size_t count = 0;
    while (count + 1 < LINE_BYTES && hear_byte(l, &text[count]))
        if (text[count++] == '\n') break;
    text[count] = '\0';
    if (l->ssl == NULL) {
        pthread_mutex_lock(&l->o->guard);
        append(l->o->plain, &l->o->plain_count, sizeof l->o->plain, text);
        pthread_mutex_unlock(&l->o->guard);
    }
    return count > 0;
}

static void hang(line *l)
{
    for (char byte; hear_byte(l, &byte);) {}
}

/* ---- Mails. ---- */

static bool begins(const char *text, const char *word)
{
    return strncasecmp(text, word, strlen(word)) == 0;
}

static void greet(line *l)
{
    say(l, "250-here\r\n");
    if (l->o->locks == OFFICE_STARTTLS && l->ssl == NULL) say(l, "250-STARTTLS\r\n");
    if (l->o->wants_login) say(l, "250-AUTH PLAIN\r\n");
    say(l, "250 SIZE 1000000\r\n");
}

static void take_letter(line *l)
{
    char text[LINE_BYTES];
    say(l, "354 go on\r\n");
    gather(l, cut);
    while (hear(l, text) && strcmp(text, ".\r\n") != 0) gather(l, text[0] == '.' ? text + 1 : text);
    keep_letter(l);
    say(l, "250 yes\r\n");
}

/* One command; false: that was the last. */
static bool obey(line *l, const char *text)
{
    char answer[32];
    const int status = l->o->status;
    if (begins(text, "EHLO")) {
        greet(l);
    } else if (begins(text, "STARTTLS") && l->o->locks == OFFICE_STARTTLS) {
        say(l, "220 go on\r\n");
        return encrypt(l);
    } else if (begins(text, "AUTH PLAIN")) {
        char secret[LINE_BYTES];
        say(l, "334 \r\n");
        if (!hear(l, secret)) return false;
        keep(l->o, secret);
        say(l, "235 welcome\r\n");
    } else if (begins(text, "RCPT")) {
        keep(l->o, text);
        if (status == OFFICE_HANGS) return hang(l), false;
        snprintf(answer, sizeof answer, "%d so\r\n", status);
        say(l, answer);
    } else if (begins(text, "DATA")) {
        take_letter(l);
    } else {
        say(l, begins(text, "QUIT") ? "221 bye\r\n" : "250 yes\r\n");
    }
    return !begins(text, "QUIT");
}

static void take_mails(line *l)
{
    char text[LINE_BYTES];
    say(l, "220 here\r\n");
    while (hear(l, text) && obey(l, text)) {}
}

/* ---- Webhooks. ---- */

static void take_hook(line *l)
{
    char text[LINE_BYTES], answer[256];
    size_t length = 0, count = 0;
    gather(l, cut);
    while (hear(l, text) && strcmp(text, "\r\n") != 0) {
        if (begins(text, "Content-Length:")) length = strtoul(text + 15, NULL, 10);
        gather(l, text);
    }
    while (count < length && count + 1 < sizeof text && hear_byte(l, &text[count])) count++;
    text[count] = '\0';
    gather(l, text);
    gather(l, "\n");
    keep_letter(l);
    if (l->o->status == OFFICE_HANGS) hang(l);
    snprintf(answer, sizeof answer,
             "HTTP/1.1 %d it\r\nLocation: http://127.0.0.1:%d/again\r\nContent-Length: 0\r\n\r\n",
             l->o->status, l->o->port);
    say(l, answer);
}

/* ---- The office. ---- */

static void *serve_one(void *to)
{
    line *l = to;
    if (l->o->locks != OFFICE_TLS || encrypt(l)) {
        if (l->o->is_mail) take_mails(l);
        else take_hook(l);
    }
    if (l->ssl != NULL) SSL_free(l->ssl);
    ERR_clear_error();
    close(l->fd);
    free(l);
    return NULL;
}

static void *serve_all(void *to)
{
    office *o = to;
    const int door = o->fd;
    for (int fd; (fd = accept(door, NULL, NULL)) >= 0;) {
        line *l = calloc(1, sizeof *l);
        pthread_t thread;
        *l = (line){.o = o, .fd = fd};
        o->calls++;
        if (pthread_create(&thread, NULL, serve_one, l) == 0) pthread_detach(thread);
    }
    close(door);
    return NULL;
}

bool office_show(office *o, const char *certificate, const char *key)
{
    SSL_CTX *made = SSL_CTX_new(TLS_server_method());
    SSL_CTX_free(o->certificates);
    o->certificates = made;
    return made != NULL && SSL_CTX_use_certificate_chain_file(made, certificate) == 1
           && SSL_CTX_use_PrivateKey_file(made, key, SSL_FILETYPE_PEM) == 1;
}

bool office_open(office *o)
{
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)o->port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    pthread_t thread;
    const int yes = 1;
    signal(SIGPIPE, SIG_IGN); /* who calls may hang up in the middle of a word */
    if (o->port == 0) pthread_mutex_init(&o->guard, NULL);
    if (o->status == 0) o->status = o->is_mail ? 250 : 204;
    o->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    setsockopt(o->fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(o->fd, (struct sockaddr *)&at, size) != 0 || listen(o->fd, BACKLOG) != 0
        || getsockname(o->fd, (struct sockaddr *)&at, &size) != 0)
        return false;
    o->port = ntohs(at.sin_port);
    return pthread_create(&thread, NULL, serve_all, o) == 0 && pthread_detach(thread) == 0;
}

void office_shut(office *o)
{
    shutdown(o->fd, SHUT_RDWR); /* accept() comes back, and closes it */
    usleep(WAIT_US);
    SSL_CTX_free(o->certificates); /* lines that are still open have it too */
    o->certificates = NULL;
}
