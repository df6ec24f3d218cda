/*
 * person.h - people with accounts, for tests: their sessions, their settings, their games.
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_SERVER_PERSON_H
#define TESTS_SERVER_PERSON_H

#include "client.h"
#include "office.h"

typedef struct person {
    int port;
    char cookie[256]; /* as a header */
} person;

/* Answers are freed; what was not expected is printed. */
bool is(answer, int status, const char *error);
bool says(answer, const char *what);
/* Asks until the answer has this in it. */
bool comes_to_say(const person *, const char *path, const char *what);

answer as(const person *, const char *method, const char *path, const char *body);
bool take_cookie(answer, int status, person *);
bool person_join(person *, int port, const char *name);
/* Gives the address, and the password that person_join() took. */
answer person_mail(const person *, const char *address);
/* Gives the address, follows the link, presses the button. */
bool person_confirm(const person *, office *mails, const char *address);
bool person_set(const person *, const char *settings);
bool person_test(const person *, const char *channel);

/* It is later by so many seconds.  Twice at once may be once only: signals do not stand in line. */
void move_time(const server_process *, int seconds);
void set_wall(const server_process *, int seconds); /* the clock on the wall is set by so much */

/* A game of two of them, which waits for the first when it has begun. */
typedef struct pair_game {
    char id[32], first[8], second[8]; /* their sides */
} pair_game;

bool pair_begin(pair_game *, const person *first, const person *second, const char *clock);
/* The same; `tokens` are those of the seats, blue's first. */
bool pair_begin_with(pair_game *, const person *first, const person *second, const char *clock,
                     char tokens[2][80]);
answer pair_as(const pair_game *, const person *, const char *method, const char *name,
               const char *body);
/* He acts until somebody else decides. */
bool pair_pass_on(const pair_game *, const person *, const char *side);

#endif
