/*
 * patterns.c - what somebody who makes a battle of drill can put on the table.
 */
#include "drill.h"

const gg_pattern drill_patterns[] = {
    {"", "the first step", "phase orders"},
    {"troops", "company", "{A|B}{1..} files:3 {at}"},
    {"ground", "wood", "wood {at} 2"},
    {"ground", "redoubt", "redoubt {at} 1"},
    {NULL, NULL, NULL},
};
