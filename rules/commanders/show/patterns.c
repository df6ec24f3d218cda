/*
 * patterns.c - what somebody who makes a battle of commanders can put on the board.
 * SPDX-License-Identifier: MIT
 */
#include "rules/commanders/law/commanders.h"

const gg_pattern commanders_patterns[] = {
    {"", "the first step", "stage order_dice"},
    {"troops", "infantry", "{bI|rI}{1..} {at}"},
    {"troops", "cavalry", "{bC|rC}{1..} {at}"},
    {"troops", "artillery", "{bA|rA}{1..} {at}"},
    {"ground", "forest", "forest {squares}"},
    {"ground", "hill", "hill {squares}"},
    {"ground", "building", "building {squares}"},
    {"borders", "river", "river {border}"},
    {"borders", "bridge", "bridge {border}"},
    {"borders", "road", "road {border}"},
    {"objectives", "general", "general {blue|red} {at}"},
    {"objectives", "flag", "flag {blue|red} {at}"},
    {"objectives", "big flag", "big_flag {blue|red} {at}"},
    {"objectives", "wind rose", "rose nobody {at}"},
    {"objectives", "big wind rose", "big_rose nobody {at}"},
    {NULL, NULL, NULL},
};
