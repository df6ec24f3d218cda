/*
 * static.h - the files of the page, kept in memory, plain and compressed.
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
/* Answers a GET for a file, or for an address of the page itself. */
void pages_answer(const pages *, net *, net_id, const net_request *);

#endif
