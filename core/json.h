/*
 * json.h - writing JSON into a bounded text, one value after the other.
 *
 * Commas are the writer's business.  In an object every value has a key; in an array, and at the
 * top, the key is NULL.  Keys are our own words (letters, digits and '_') and written as they are.
 * Text that is not UTF-8 comes out as replacement characters, so that whatever stands in a file,
 * what is written is JSON.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_JSON_H
#define GG_JSON_H

#include "core/text.h"

enum { GG_JSON_DEPTH_MAX = 32 };

typedef struct gg_json {
    gg_text *out;
    const struct gg_names *names; /* what is said to people says these; NULL: codes */
    uint32_t depth;               /* objects and arrays that are open */
    uint32_t arrays;              /* bit n: level n is an array */
    uint32_t begun;               /* bit n: level n has a value already */
} gg_json;

gg_json gg_json_into(gg_text *);

void gg_json_object(gg_json *, const char *key);
void gg_json_array(gg_json *, const char *key);
void gg_json_end(gg_json *); /* of the object or array opened last */

void gg_json_string(gg_json *, const char *key, const char *value);
void gg_json_bytes(gg_json *, const char *key, const char *value, uint32_t count);
void gg_json_int(gg_json *, const char *key, int64_t);
void gg_json_bool(gg_json *, const char *key, bool);
void gg_json_null(gg_json *, const char *key);
/* A value that was written before: JSON as it stands. */
void gg_json_copy(gg_json *, const char *key, const char *bytes, uint32_t count);
/* A number with so many decimals, given in its last decimal: (12345, 3) is 12.345; noughts at its
 * end are left out. */
void gg_json_decimal(gg_json *, const char *key, uint64_t, int decimals);
/* One given in hundredths, of either sign: -150 is -1.5. */
void gg_json_hundredths(gg_json *, const char *key, int64_t);

/* A string that others write, however long: put it into json->out between these two. */
void gg_json_open_text(gg_json *, const char *key, uint32_t *mark);
void gg_json_close_text(gg_json *, uint32_t mark);

#endif
