/*
 * zip.h - files packed into one, in memory, as every system opens them.
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_ZIP_H
#define SERVER_ZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct zip_bytes {
    uint8_t *bytes;
    size_t count, limit;
} zip_bytes;

typedef struct zip {
    size_t most;    /* bytes it may come to */
    uint32_t stamp; /* date and time of its files, as zip writes them: zip_begin() */
    uint32_t files;
    zip_bytes packed; /* the files, and in the end the index, too */
    zip_bytes index;
} zip;

void zip_begin(zip *, size_t most, int64_t now); /* seconds since 1970 */
/* False, and nothing added: there is no room, or no memory.  Names are plain ASCII. */
bool zip_add(zip *, const char *name, const void *bytes, size_t count);
/* Adds the index; then `packed` is the whole. */
bool zip_end(zip *);
void zip_free(zip *);

#endif
