/*
 * static.h - the files of the page, kept in memory, plain and compressed.
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_STATIC_H
#define SERVER_STATIC_H

#include <stdbool.h>

#include "server/net.h"

typedef struct pages pages;

/* The files under this folder; a folder that is not there is a set of no files, and the page then
 * says how to build it. */
pages *pages_open(const char *folder);
void pages_free(pages *);
/* Reads them again if the folder's index has changed. */
void pages_refresh(pages *);
/* It is a file, or an address that the page reads. */
bool pages_has(const pages *, const char *path);
/* A page that says why there is nothing else. */
void pages_refuse(net *, net_id, int status, const char *title, const char *words);
/* Answers a GET for a file, or for an address of the page itself. */
void pages_answer(const pages *, net *, net_id, const net_request *);

#endif
