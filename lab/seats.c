/*
 * seats.c - reads who is to play.  See seats.h.
 * SPDX-License-Identifier: MIT
 */
#include "lab/seats.h"

#include "cli/cli.h"
#include "lab/knower.h"
#include "players/strangers.h"

#include <string.h>

enum { PLAYOUTS_MAX = 1 << 24 };

static const char *player_name(const void *of, int row)
{
    (void)of;
    return gg_players[row] != NULL ? gg_players[row]->name : NULL;
}

/* The numbers of a row that a call may change, and how large they may be. */
static int set_number(gg_level *row, const char *name, uint64_t to)
{
    const uint8_t byte = to > UINT8_MAX ? UINT8_MAX : (uint8_t)to;
    const uint16_t word = to > UINT16_MAX ? UINT16_MAX : (uint16_t)to;
    if (strcmp(name, "ahead") == 0) row->ahead = byte;
    else if (strcmp(name, "tries") == 0) row->tries = byte;
    else if (strcmp(name, "temperature") == 0) row->temperature = word;
    else if (strcmp(name, "overlooks") == 0) row->overlooks = word;
    else if (strcmp(name, "trust") == 0) row->trust = byte > 10 ? 10 : byte;
    else if (strcmp(name, "base") == 0) row->base = byte;
    else if (strcmp(name, "guesses") == 0) row->guesses = byte;
    else if (strcmp(name, "heads") == 0) row->heads = byte;
    else if (strcmp(name, "net") == 0) row->net = byte > 0;
    else if (strcmp(name, "calm") == 0) row->calm = byte > 4 ? 4 : byte;
    else if (strcmp(name, "drawn") == 0) row->drawn = byte > 100 ? 100 : byte;
    else if (strcmp(name, "doubt") == 0) row->doubt = byte > 100 ? 100 : byte;
    else if (strcmp(name, "lean") == 0) row->lean = byte;
    else if (strcmp(name, "faith") == 0) row->faith = byte;
    else if (strcmp(name, "luck") == 0) row->luck = byte;
    else if (strcmp(name, "each") == 0) row->each = byte;
    else
        return cli_misuse("a level has no number \"%.40s\"; it has ahead, tries, temperature, "
                          "overlooks, trust, base, guesses, heads, net, calm, drawn, "
                          "doubt, lean, faith, luck and each.",
                          name);
    return CLI_GO_ON;
}

static int read_manner(char *text, gg_effort *effort, gg_level *row)
{
    uint64_t number;
    for (int i = GG_STYLE_BOLD; i <= GG_STYLE_CAREFUL; i++)
        if (strcmp(text, gg_style_name((gg_style)i)) == 0) {
            effort->style = (gg_style)i;
            return CLI_GO_ON;
        }
    char *is = strchr(text, '=');
    if (is == NULL)
        return cli_misuse("behind a colon stands bold, steady or careful, or a number of the "
                          "level's row as trust=5, and not \"%.40s\".",
                          text);
    *is = '\0';
    if (row == NULL)
        return cli_misuse("numbers of a level's row are for `lab ladder` and `lab tune`.");
    effort->row = row;
    const int code = lab_read_count(text, is + 1, 0, UINT16_MAX, &number);
    return code == CLI_GO_ON ? set_number(row, text, number) : code;
}

int lab_read_seat(const char *text, const gg_player **player, gg_effort *effort, gg_level *row)
{
    char name[LAB_SEAT_NAME_MAX], near[64];
    uint64_t playouts = 0;
    snprintf(name, sizeof name, "%s", text);
    char *manner = strchr(name, ':');
    if (manner != NULL) *manner++ = '\0';
    char *count = strchr(name, '@');
    if (count != NULL) *count++ = '\0';
    *player = gg_player_named(name);
    for (int i = 0; *player == NULL && gg_strangers[i] != NULL; i++)
        if (strcmp(gg_strangers[i]->name, name) == 0) *player = gg_strangers[i];
    if (strcmp(name, "knower") == 0) *player = lab_knower();
    *effort = (gg_effort){.playouts = 0};
    if (*player == NULL)
        return cli_misuse("there is no computer player \"%.40s\"%s; `grognard players` lists them.",
                          name, cli_nearest(name, player_name, NULL, near, sizeof near));
    if ((count != NULL || manner != NULL) && (*player)->level == NULL)
        return cli_misuse("%s does not search: it has no playouts.", name);
    int code = CLI_GO_ON;
    if (count != NULL) code = lab_read_count("behind @", count, 1, PLAYOUTS_MAX, &playouts);
    effort->playouts = (uint32_t)playouts;
    if (manner == NULL) return code;
    if (row != NULL) *row = *(*player)->level;
    while (code == CLI_GO_ON && manner != NULL) {
        char *next = strchr(manner, ':');
        if (next != NULL) *next++ = '\0';
        code = read_manner(manner, effort, row);
        manner = next;
    }
    return code;
}

int lab_read_seats(lab_seats *seats, const char *list)
{
    for (const char *at = list; at != NULL && *at != '\0';) {
        const char *comma = strchr(at, ',');
        const size_t length = comma == NULL ? strlen(at) : (size_t)(comma - at);
        const uint32_t row = seats->count;
        if (row == LAB_PLAYERS_MAX)
            return cli_misuse("at most %d players at a time.", LAB_PLAYERS_MAX);
        snprintf(seats->names[row], LAB_SEAT_NAME_MAX, "%.*s", (int)length, at);
        const int code = lab_read_seat(seats->names[row], &seats->players[row],
                                       &seats->efforts[row], &seats->rows[row]);
        if (code != CLI_GO_ON) return code;
        seats->count++;
        at = comma == NULL ? NULL : comma + 1;
    }
    return CLI_GO_ON;
}

/* Numbers with commas between, as tools/train/network.py writes them. */
static int read_bytes(lab_seats *seats, const char *file)
{
    FILE *in = fopen(file, "r");
    unsigned number;
    uint32_t count = 0;
    if (in == NULL) return cli_misuse("%s cannot be read.", file);
    while (count < GG_NETWORK_BYTES_MAX && fscanf(in, " %3u,", &number) == 1 && number < 256)
        seats->network_bytes[count++] = (uint8_t)number;
    const bool whole = feof(in) != 0;
    fclose(in);
    seats->network = (gg_network){.bytes = seats->network_bytes, .count = count};
    return whole ? CLI_GO_ON
                 : cli_misuse("%s: after %u numbers there is none from 0 to 255, or "
                              "there are too many.",
                              file, count);
}

int lab_read_network(lab_seats *seats, const gg_ruleset *rules, const char *file)
{
    const gg_network *network = rules->judgement->network;
    if (file != NULL) {
        const int code = read_bytes(seats, file);
        if (code != CLI_GO_ON) return code;
        network = &seats->network;
        const char *wrong = gg_network_check(rules, network);
        if (wrong != NULL) return cli_misuse("%s: %s.", file, wrong);
    }
    for (uint32_t i = 0; i < seats->count; i++) {
        if (seats->efforts[i].row == NULL || seats->rows[i].net != 1) continue;
        if (network->count == 0)
            return cli_misuse("%s has no network: --network FILE names one.", rules->name);
        seats->rows[i].network = network;
    }
    return CLI_GO_ON;
}
