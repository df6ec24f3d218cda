/*
 * proxy.c - behind a proxy all connections come from one address: people are counted, limited and
 * told apart by the one the proxy saw.
 *   proxy GROGNARD
 * Prints TAP.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <unistd.h>

#include "client.h"
#include "tap.h"

enum { EACH = 4, PEOPLE = 12, WAIT_TRIES = 1200, WAIT_US = 100000 };

static bool knock(stream *s, int port, const char *id, int number, const char *forwarded)
{
    char header[128];
    snprintf(header, sizeof header, "X-Forwarded-For: %s\r\n", forwarded);
    return stream_knock(s, port, id, number % 2 == 0, "", header);
}

static void many_people(int port, const char *id)
{
    stream all[PEOPLE];
    int open = 0;
    for (int i = 0; i < PEOPLE; i++) {
        char address[32];
        snprintf(address, sizeof address, "192.0.2.%d", i + 1);
        open += knock(&all[i], port, id, i, address);
    }
    claim(open == PEOPLE, "%d people listen through one proxy, where one may have %d lines", PEOPLE,
          EACH);
    for (int i = 0; i < PEOPLE; i++) stream_close(&all[i]);
}

/* What a client writes into the header itself stands before what the proxy adds. */
static void one_of_them(int port, const char *id)
{
    stream all[EACH + 2];
    int open = 0;
    for (int i = 0; i < EACH + 2; i++) {
        char list[64];
        snprintf(list, sizeof list, "203.0.113.%d, 198.51.100.7", i + 1);
        open += knock(&all[i], port, id, i, list);
    }
    claim(open == EACH, "one of them has %d, whatever address he claims to have", EACH);
    for (int i = 0; i < EACH + 2; i++) stream_close(&all[i]);
    bool again = false;
    for (int tries = 0; tries < WAIT_TRIES && !again; tries++) {
        again = knock(&all[0], port, id, 0, "198.51.100.7");
        stream_close(&all[0]);
        usleep(WAIT_US);
    }
    claim(again, "lines that he closes are his again");
}

static void without_a_proxy(const char *binary)
{
    static const char *const words[] = {"--per-address", "4", "--rate", "0", NULL};
    server_process s;
    stream all[EACH + 2];
    int open = 0;
    game g;
    claim(server_start_limited(&s, binary, words), "a server without a proxy starts");
    game_begin(&g, s.port, gg_rulesets[0], gg_rulesets[0]->scenarios[0].name, "link", "link");
    for (int i = 0; i < EACH + 2; i++) {
        char address[32];
        snprintf(address, sizeof address, "192.0.2.%d", i + 1);
        open += knock(&all[i], s.port, g.id, i, address);
    }
    claim(open == EACH, "there the header is nothing: %d lines, and no more", EACH);
    for (int i = 0; i < EACH + 2; i++) stream_close(&all[i]);
    claim(server_stop(&s) == 0, "it stops");
    server_clean(&s);
}

int main(int argc, char **argv)
{
    static const char *const words[] = {
        "--behind-proxy", "--per-address", "4", "--rate", "0", NULL};
    server_process s;
    game g;
    if (argc < 2) return 2;
    claim(server_start_limited(&s, argv[1], words), "a server behind a proxy starts");
    game_begin(&g, s.port, gg_rulesets[0], gg_rulesets[0]->scenarios[0].name, "link", "link");
    many_people(s.port, g.id);
    one_of_them(s.port, g.id);
    claim(server_stop(&s) == 0, "it stops");
    server_clean(&s);
    without_a_proxy(argv[1]);
    return claims_end();
}
