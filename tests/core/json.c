/*
 * json.c - tests of the JSON writer: commas, escapes, texts of any length, and what does not fit.
 * What it writes is read back by another's reader.
 * SPDX-License-Identifier: MIT
 */
#include "unit.h"

#include "core/json.h"

#include <jansson.h>

static void commas_and_levels(void **unused)
{
    (void)unused;
    char bytes[256];
    gg_text out = gg_text_over(bytes, sizeof bytes);
    gg_json json = gg_json_into(&out);
    gg_json_object(&json, NULL);
    gg_json_int(&json, "a", -12);
    gg_json_array(&json, "b");
    gg_json_bool(&json, NULL, true);
    gg_json_null(&json, NULL);
    gg_json_object(&json, NULL);
    gg_json_end(&json);
    gg_json_array(&json, NULL);
    gg_json_string(&json, NULL, "x");
    gg_json_end(&json);
    gg_json_end(&json);
    gg_json_string(&json, "c", "");
    gg_json_end(&json);
    assert_string_equal(bytes, "{\"a\":-12,\"b\":[true,null,{},[\"x\"]],\"c\":\"\"}");
    assert_int_equal(json.depth, 0);
}

static void decimals_lose_their_noughts(void **unused)
{
    (void)unused;
    char bytes[128];
    gg_text out = gg_text_over(bytes, sizeof bytes);
    gg_json json = gg_json_into(&out);
    gg_json_array(&json, NULL);
    gg_json_decimal(&json, NULL, 12345, 3);
    gg_json_decimal(&json, NULL, 5000000000, 8);
    gg_json_decimal(&json, NULL, 1, 6);
    gg_json_decimal(&json, NULL, 0, 4);
    gg_json_decimal(&json, NULL, 1666666667, 8);
    gg_json_hundredths(&json, NULL, -5);
    gg_json_hundredths(&json, NULL, -150);
    gg_json_hundredths(&json, NULL, 6300);
    gg_json_end(&json);
    assert_string_equal(bytes, "[12.345,50,0.000001,0,16.66666667,-0.05,-1.5,63]");
}

/* Written short and as a text of somebody else's: both must read back as they were. */
static void reads_back(const char *words, size_t count, const char *expected)
{
    static char bytes[4096];
    gg_text out = gg_text_over(bytes, sizeof bytes);
    gg_json json = gg_json_into(&out);
    uint32_t mark;
    gg_json_object(&json, NULL);
    gg_json_bytes(&json, "short", words, (uint32_t)count);
    gg_json_open_text(&json, "long", &mark);
    gg_put_bytes(&out, words, (uint32_t)count);
    gg_json_close_text(&json, mark);
    gg_json_int(&json, "after", 1);
    gg_json_end(&json);
    assert_false(out.cut);
    json_t *read = json_loads(bytes, JSON_ALLOW_NUL, NULL);
    assert_non_null(read);
    assert_string_equal(json_string_value(json_object_get(read, "short")), expected);
    assert_string_equal(json_string_value(json_object_get(read, "long")), expected);
    assert_int_equal(json_integer_value(json_object_get(read, "after")), 1);
    json_decref(read);
}

static void strings_read_back(void **unused)
{
    (void)unused;
    reads_back("", 0, "");
    reads_back("a \"b\" \\ c/d\n\te\r\b\f", 18, "a \"b\" \\ c/d\n\te\r\b\f");
    reads_back("\x01\x1f\x7f", 3, "\x01\x1f\x7f");
    reads_back("caf\xc3\xa9 \xe2\x80\x94 \xf0\x9f\x90\x8e", 14,
               "caf\xc3\xa9 \xe2\x80\x94 \xf0\x9f\x90\x8e");
}

/* Bytes that are no characters become replacement characters, one each. */
static void what_is_no_text_is_replaced(void **unused)
{
    (void)unused;
    const char *replaced = "\xef\xbf\xbd";
    char expected[16];
    reads_back("\xff", 1, replaced);
    reads_back("\xc0\x80", 2, strcat(strcpy(expected, replaced), replaced)); /* overlong */
    strcat(strcat(strcpy(expected, replaced), replaced), replaced);
    reads_back("\xed\xa0\x80", 3, expected); /* half a surrogate pair */
    reads_back("a\xe2\x82", 3, strcat(strcat(strcpy(expected, "a"), replaced), replaced));
}

static void what_does_not_fit_is_cut(void **unused)
{
    (void)unused;
    static char words[300];
    memset(words, '\n', sizeof words - 1);
    for (uint32_t limit = 2; limit < 700; limit++) {
        char bytes[700];
        memset(bytes, '#', sizeof bytes);
        gg_text out = gg_text_over(bytes, limit);
        gg_json json = gg_json_into(&out);
        uint32_t mark;
        gg_json_array(&json, NULL);
        gg_json_open_text(&json, NULL, &mark);
        gg_put(&out, words);
        gg_json_close_text(&json, mark);
        gg_json_end(&json);
        assert_int_equal(out.cut, limit < 2 * 299 + 5); /* ["\n..."] and its zero */
        assert_true(out.count < limit);
        assert_int_equal(bytes[out.count], 0);
        for (uint32_t i = limit; i < sizeof bytes; i++) assert_int_equal(bytes[i], '#');
    }
}

static void misuse_breaks(void **unused)
{
    (void)unused;
    char bytes[64];
    gg_text out = gg_text_over(bytes, sizeof bytes);
    gg_json json = gg_json_into(&out);
    assert_breaks(gg_json_end(&json));
    gg_json_object(&json, NULL);
    assert_breaks(gg_json_int(&json, NULL, 1));
    gg_json_array(&json, "list");
    assert_breaks(gg_json_int(&json, "key", 1));
    gg_json_end(&json);
    gg_json_end(&json);
    assert_breaks(gg_json_int(&json, NULL, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commas_and_levels),        cmocka_unit_test(decimals_lose_their_noughts),
        cmocka_unit_test(strings_read_back),        cmocka_unit_test(what_is_no_text_is_replaced),
        cmocka_unit_test(what_does_not_fit_is_cut), cmocka_unit_test(misuse_breaks),
    };
    return run_units(tests);
}
