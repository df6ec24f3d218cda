/*
 * network.c - the network that corrects the judgement of commanders (core/network.h).
 * SPDX-License-Identifier: MIT
 */
#include "rules/commanders/play/play.h"

static const uint8_t bytes[] = {
#include "network.def"
};

const gg_network commanders_network = {bytes, sizeof bytes};
