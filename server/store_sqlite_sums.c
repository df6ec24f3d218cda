/*
 * store_sqlite_sums.c - sums over what was written, for statements: sum_of(...) of any values, and
 * xor_of(a, b) of two sums, or xor_of(a) of many.  See DEED_SUM in store_sqlite.c.
 *
 * A bit that flips on the disk can take rows out of a table without a trace: what is searched is
 * not found, and nothing fails.  The sums stand somewhere else than what they are of.
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <string.h>

#include "server/store_sqlite.h"

typedef struct sum_key { /* of SipHash: what came before, and the type of the value */
    uint64_t before, type;
} sum_key;
_Static_assert(sizeof(sum_key) == crypto_shorthash_KEYBYTES, "it is a key");
_Static_assert(crypto_shorthash_BYTES == sizeof(uint64_t), "a sum is a number of SQLite's");

/* An algorithm with a name: a later program must come to the same sums. */
static uint64_t sum_on(uint64_t sum, sqlite3_value *value)
{
    const sum_key key = {.before = sum, .type = (uint64_t)sqlite3_value_type(value)};
    const sqlite3_int64 number = sqlite3_value_int64(value);
    const bool is_number = key.type == SQLITE_INTEGER;
    const void *bytes = is_number ? (const void *)&number : sqlite3_value_blob(value);
    const size_t count = is_number ? sizeof number : (size_t)sqlite3_value_bytes(value);
    uint64_t out = 0;
    crypto_shorthash((uint8_t *)&out, bytes, count, (const uint8_t *)&key);
    return out;
}

static void sum_of(sqlite3_context *context, int count, sqlite3_value **values)
{
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) sum = sum_on(sum, values[i]);
    sqlite3_result_int64(context, (sqlite3_int64)sum);
}

static void xor_of(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    sqlite3_result_int64(context, sqlite3_value_int64(values[0]) ^ sqlite3_value_int64(values[1]));
}

static void xor_on(sqlite3_context *context, int count, sqlite3_value **values)
{
    sqlite3_int64 *sum = sqlite3_aggregate_context(context, sizeof *sum);
    (void)count;
    if (sum != NULL) *sum ^= sqlite3_value_int64(values[0]);
}

static void xor_end(sqlite3_context *context)
{
    const sqlite3_int64 *sum = sqlite3_aggregate_context(context, sizeof *sum);
    if (sum == NULL) sqlite3_result_error_nomem(context);
    else sqlite3_result_int64(context, *sum);
}

static bool add(sqlite3 *db, const char *name, int values,
                void (*function)(sqlite3_context *, int, sqlite3_value **),
                void (*step)(sqlite3_context *, int, sqlite3_value **))
{
    return sqlite3_create_function(db, name, values, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL,
                                   function, step, step == NULL ? NULL : xor_end)
           == SQLITE_OK;
}

bool store_session_begin(store_session *session)
{
    return add(session->db, "sum_of", -1, sum_of, NULL)
           && add(session->db, "xor_of", 2, xor_of, NULL)
           && add(session->db, "xor_of", 1, NULL, xor_on) && store_people_begin(session);
}
