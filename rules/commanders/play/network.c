/*
 * network.c - the network that corrects the judgement of commanders (core/network.h).
 */
#include "rules/commanders/law/commanders.h"

static const uint8_t bytes[] = {
#include "network.def"
};

const gg_network commanders_network = {bytes, sizeof bytes};
