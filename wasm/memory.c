/*
 * memory.c - memory, requests and responses of the wasm build, and what happens when an assertion
 * fails.
 * SPDX-License-Identifier: MIT
 */
#include "wasm/wasm.h"

#include <stdalign.h>
#include <string.h>

enum { PAGE_BYTES = 65536, RESPONSE_BYTES = 1 << 18, STATES = 4 };

/* The page's: throws, with the sentence. */
__attribute__((import_module("env"), import_name("panic"))) _Noreturn void panic(const char *words,
                                                                                 uint32_t length);

_Noreturn void gg_broken(const char *what, const char *file, int line)
{
    static char bytes[1024];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_put(&text, "this is a bug, please report it: ");
    gg_put(&text, file);
    gg_put_char(&text, ':');
    gg_put_int(&text, line);
    gg_put(&text, ": ");
    gg_put(&text, what);
    panic(text.bytes, text.count);
}

/* Memory only grows: what was too small for a larger game is not given back. */
void *wasm_memory(size_t bytes)
{
    static char *at, *end;
    bytes = (bytes + 15) / 16 * 16;
    if (bytes > (size_t)(end - at)) {
        const size_t pages = (bytes + PAGE_BYTES - 1) / PAGE_BYTES;
        const size_t before = __builtin_wasm_memory_grow(0, pages);
        gg_assert(before != SIZE_MAX);
        if (end != (char *)(before * PAGE_BYTES)) at = (char *)(before * PAGE_BYTES);
        end = (char *)((before + pages) * PAGE_BYTES);
    }
    void *memory = at;
    at += bytes;
    memset(memory, 0, bytes);
    return memory;
}

gg_state *wasm_room_for_state(uint32_t which)
{
    static alignas(max_align_t) unsigned char bytes[STATES][GG_STATE_BYTES_MAX];
    gg_assert(which < STATES);
    return (gg_state *)(void *)bytes[which];
}

/* ---- Requests. ---- */

static char *asked;
static uint32_t asked_bytes, asked_limit;

/* Where a request of so many bytes goes. */
EXPORT(request) char *request(uint32_t bytes);
char *request(uint32_t bytes)
{
    if (bytes + 1 > asked_limit) {
        asked_limit = 2 * bytes + 1024;
        asked = wasm_memory(asked_limit);
    }
    asked_bytes = bytes;
    asked[bytes] = 0;
    return asked;
}

char *wasm_word(uint32_t number)
{
    char *at = request(asked_bytes), *const end = at + asked_bytes;
    for (; number > 0 && at < end; number--) at += strlen(at) + 1;
    return at < end ? at : end;
}

/* ---- Responses. ---- */

static gg_text answer;

EXPORT(response) const char *response(void);
const char *response(void) { return answer.bytes; }

uint32_t wasm_write(wasm_writer *write, const wasm_call *call)
{
    if (answer.limit == 0) answer = gg_text_over(wasm_memory(RESPONSE_BYTES), RESPONSE_BYTES);
    for (;;) {
        answer = gg_text_over(answer.bytes, answer.limit);
        write(&answer, call);
        if (!answer.cut) return answer.count;
        const uint32_t limit = 2 * answer.limit;
        answer = gg_text_over(wasm_memory(limit), limit);
    }
}

static wasm_json_writer *json_writer; /* of the call under way */

static void write_json(gg_text *out, const wasm_call *call)
{
    gg_json json = gg_json_into(out);
    const gg_names names = call->slot == NULL ? (gg_names){0} : gg_names_of(&call->slot->match);
    if (call->slot != NULL) json.names = &names;
    json_writer(&json, call);
    gg_assert(json.depth == 0);
}

uint32_t wasm_respond(wasm_json_writer *write, const wasm_call *call)
{
    json_writer = write;
    return wasm_write(write_json, call);
}
