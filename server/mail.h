/*
 * mail.h - the text of a mail as it goes over the wire (RFC 5322), and links that prove themselves.
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_MAIL_H
#define SERVER_MAIL_H

#include "core/text.h"
#include "server/store_people.h"

enum { MAIL_BYTES_MAX = 256 * 1024, MAIL_LINK_MAX = 160 };

typedef struct mail {
    const char *from, *to; /* addresses */
    const char *subject;   /* UTF-8, one line */
    const char *body;      /* UTF-8, lines end in \n */
    const char *off;       /* the address that turns mails off; NULL: none */
    const char *id;        /* of the message, without its brackets */
    int64_t at;            /* seconds since 1970 */
} mail;

void mail_write(const mail *, gg_text *out);

typedef enum mail_purpose { MAIL_CONFIRM, MAIL_OFF } mail_purpose;

/* What stands behind ?t= of a link: signed, good for this account and address until then. */
void mail_sign(const uint8_t key[STORE_KEY_BYTES], mail_purpose, int64_t account,
               const char *address, int64_t until, char out[MAIL_LINK_MAX]);
/* Whose it says it is; to be checked with the account's address. */
bool mail_read_signed(const char *text, int64_t *account, int64_t *until);
bool mail_verify(const uint8_t key[STORE_KEY_BYTES], mail_purpose, const char *text,
                 const char *address, int64_t now);

#endif
