/*
 * unit.h - what every unit test of core/ includes: cmocka, in the order it wants, and TAP output.
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_UNIT_H
#define TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "../support.h"

/* Runs the group with TAP output; gives the exit status. */
#define run_units(tests)                                                                           \
    (cmocka_set_message_output(CM_OUTPUT_TAP),                                                     \
     cmocka_run_group_tests(tests, NULL, NULL) == 0 ? 0 : 1)

#define assert_fraction(it, wanted_top, wanted_bottom)                                             \
    do {                                                                                           \
        gg_fraction reduced_ = gg_fraction_reduce(it);                                             \
        assert_int_equal(reduced_.top, wanted_top);                                                \
        assert_int_equal(reduced_.bottom, wanted_bottom);                                          \
    } while (0)

/* The statement must break an assertion of the code under test. */
#define assert_breaks(statement)                                                                   \
    do {                                                                                           \
        volatile int broke_ = 0;                                                                   \
        if (setjmp(*broken_catch()) == 0) {                                                        \
            statement;                                                                             \
        } else {                                                                                   \
            broke_ = 1;                                                                            \
        }                                                                                          \
        broken_release();                                                                          \
        assert_int_equal(broke_, 1);                                                               \
    } while (0)

#endif
