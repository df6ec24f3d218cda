/*
 * log.h - what the server says of itself: one JSON object per line on standard error.
 *
 * No tokens, no invitations, no chat, no bodies: what is logged can be shown to anybody.
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_LOG_H
#define SERVER_LOG_H

/* log_say("what", "key", "value", ..., NULL): pairs of texts. */
__attribute__((sentinel)) void log_say(const char *what, ...);
void log_quiet(int quiet); /* for tests */

#endif
