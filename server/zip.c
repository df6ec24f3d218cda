/*
 * zip.c - see zip.h.  The format is PKWARE's appnote, without what only large files need.
 * SPDX-License-Identifier: MIT
 */
#include "server/zip.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zlib.h>

enum {
    VERSION = 20, /* of the format: folders and deflate */
    DEFLATE = 8,
    FILES_MAX = 65535,
    END_BYTES = 22,
    SMALLEST = 4096,
};

/* ---- Bytes. ---- */

static bool make_room(zip_bytes *to, size_t count)
{
    size_t limit = to->limit == 0 ? SMALLEST : to->limit;
    while (limit - to->count < count) limit *= 2;
    if (limit == to->limit) return true;
    uint8_t *wider = realloc(to->bytes, limit);
    if (wider == NULL) return false;
    to->bytes = wider;
    to->limit = limit;
    return true;
}

static void put_bytes(zip_bytes *to, const void *bytes, size_t count)
{
    if (count > 0) memcpy(to->bytes + to->count, bytes, count);
    to->count += count;
}

/* The lowest byte first. */
static void put_number(zip_bytes *to, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) to->bytes[to->count++] = (uint8_t)(value >> (8 * i));
}

/* ---- Files. ---- */

typedef struct entry {
    const char *name;
    uint32_t sum, packed, size, at;
} entry;

enum { FILE_BYTES = 30, INDEX_BYTES = 46 };

/* What the head of a file and its line in the index have in common. */
static void put_entry(zip_bytes *to, const entry *it, uint32_t stamp)
{
    put_number(to, VERSION, 2);
    put_number(to, 0, 2); /* flags */
    put_number(to, DEFLATE, 2);
    put_number(to, stamp, 4);
    put_number(to, it->sum, 4);
    put_number(to, it->packed, 4);
    put_number(to, it->size, 4);
    put_number(to, (uint32_t)strlen(it->name), 2);
    put_number(to, 0, 2); /* nothing more behind the name */
}

static void put_file(zip_bytes *to, const entry *it, uint32_t stamp)
{
    put_number(to, 0x04034b50, 4);
    put_entry(to, it, stamp);
    put_bytes(to, it->name, strlen(it->name));
}

static void put_line(zip_bytes *to, const entry *it, uint32_t stamp)
{
    put_number(to, 0x02014b50, 4);
    put_number(to, VERSION, 2); /* made by */
    put_entry(to, it, stamp);
    put_number(to, 0, 2); /* no comment */
    put_number(to, 0, 2); /* on the first disk */
    put_number(to, 0, 2);
    put_number(to, 0, 4); /* attributes */
    put_number(to, it->at, 4);
    put_bytes(to, it->name, strlen(it->name));
}

/* To be freed; NULL: no memory. */
static uint8_t *deflated(const void *bytes, size_t count, size_t *packed)
{
    z_stream z = {.next_in = (z_const Bytef *)bytes, .avail_in = (uInt)count};
    if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, MAX_MEM_LEVEL,
                     Z_DEFAULT_STRATEGY)
        != Z_OK)
        return NULL;
    const size_t limit = deflateBound(&z, (uLong)count);
    uint8_t *out = malloc(limit);
    z.next_out = out;
    z.avail_out = (uInt)limit;
    const bool done = out != NULL && deflate(&z, Z_FINISH) == Z_STREAM_END;
    *packed = z.total_out;
    deflateEnd(&z);
    if (done) return out;
    free(out);
    return NULL;
}

void zip_begin(zip *z, size_t most, int64_t now)
{
    struct tm at;
    const time_t seconds = (time_t)now;
    *z = (zip){.most = most};
    if (gmtime_r(&seconds, &at) == NULL || at.tm_year < 80) return;
    const uint32_t date = (uint32_t)((at.tm_year - 80) << 9 | (at.tm_mon + 1) << 5 | at.tm_mday);
    z->stamp = date << 16 | (uint32_t)(at.tm_hour << 11 | at.tm_min << 5 | at.tm_sec / 2);
}

bool zip_add(zip *z, const char *name, const void *bytes, size_t count)
{
    size_t packed;
    uint8_t *body = count > z->most ? NULL : deflated(bytes, count, &packed);
    if (body == NULL) return false;
    const size_t head = FILE_BYTES + strlen(name), line = INDEX_BYTES + strlen(name);
    const bool fits =
        z->files < FILES_MAX
        && z->packed.count + head + packed + z->index.count + line + END_BYTES <= z->most
        && make_room(&z->packed, head + packed) && make_room(&z->index, line);
    if (fits) {
        const entry it = {.name = name,
                          .sum = (uint32_t)crc32(0, bytes, (uInt)count),
                          .packed = (uint32_t)packed,
                          .size = (uint32_t)count,
                          .at = (uint32_t)z->packed.count};
        put_file(&z->packed, &it, z->stamp);
        put_bytes(&z->packed, body, packed);
        put_line(&z->index, &it, z->stamp);
        z->files++;
    }
    free(body);
    return fits;
}

bool zip_end(zip *z)
{
    const uint32_t at = (uint32_t)z->packed.count;
    if (!make_room(&z->packed, z->index.count + END_BYTES)) return false;
    put_bytes(&z->packed, z->index.bytes, z->index.count);
    put_number(&z->packed, 0x06054b50, 4);
    put_number(&z->packed, 0, 4); /* one disk */
    put_number(&z->packed, z->files, 2);
    put_number(&z->packed, z->files, 2);
    put_number(&z->packed, (uint32_t)z->index.count, 4);
    put_number(&z->packed, at, 4);
    put_number(&z->packed, 0, 2); /* no comment */
    return true;
}

void zip_free(zip *z)
{
    free(z->packed.bytes);
    free(z->index.bytes);
    *z = (zip){.most = 0};
}
