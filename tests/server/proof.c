/*
 * proof.c - `grognard verify` proves what a server kept, and finds every change:
 *   proof GROGNARD SERVER-RIGGED DICE.PY
 * Games with the contributions of both sides, of one and of none, with choices taken back, ended by
 * their rules, by resigning and by agreement.  Of each finished record the lines are changed in
 * each of their fields, left out, doubled and moved; none of that may pass.  Then whole games of
 * every ruleset, whose dice a script draws again that knows nothing but docs/dice.md; and a server
 * that throws away what a player gave to the dice, which he finds out.  Prints TAP.
 * SPDX-License-Identifier: MIT
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "client.h"
#include "core/text.h"
#include "rigged.h"
#include "tap.h"

enum { ACTIONS = 9, LINES_MAX = 4000, HEADING = 12, WAIT_TRIES = 15000, WAIT_US = 20000 };

typedef struct trial {
    server_process server;
    char file[1100];
    int tried, missed;
} trial;

static int verify(const trial *t, const char *record, size_t count)
{
    int status = 0;
    FILE *out = fopen(t->file, "w");
    fwrite(record, 1, count, out);
    fclose(out);
    const pid_t child = fork();
    if (child == 0) {
        const int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDERR_FILENO);
        execl(t->server.binary, t->server.binary, "verify", "--quiet", t->file, (char *)NULL);
        _exit(127);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}

static void try_change(trial *t, const char *what, size_t line, const char *record, size_t count)
{
    const int code = verify(t, record, count);
    t->tried++;
    if (code == 1 || code == 2) return;
    if (t->missed++ < 5) printf("# line %zu, %s: exit code %d\n", line + 1, what, code);
}

/* ---- Changes. ---- */

typedef struct lines {
    const char *text;
    size_t begins[LINES_MAX + 1]; /* the last is the end */
    size_t count;
} lines;

static lines cut(const char *text)
{
    lines it = {.text = text};
    size_t at = 0;
    while (text[at] != '\0' && it.count < LINES_MAX) {
        it.begins[it.count++] = at;
        at += strcspn(text + at, "\n");
        at += text[at] == '\n';
    }
    it.begins[it.count] = at;
    return it;
}

static char another(char c)
{
    if (c >= '0' && c <= '9') return c == '9' ? '0' : (char)(c + 1);
    if (c >= 'a' && c <= 'f') return c == 'f' ? 'a' : (char)(c + 1); /* still a digit of hashes */
    return c == 'x' ? 'y' : 'x';
}

/* The last letter of each field. */
static void change_fields(trial *t, const lines *of, size_t line, char *scratch)
{
    const size_t begin = of->begins[line], end = of->begins[line + 1], all = of->begins[of->count];
    for (size_t i = begin; i + 1 < end; i++) {
        const char next = of->text[i + 1];
        if (of->text[i] == ' ' || (next != ' ' && next != '\n')) continue;
        memcpy(scratch, of->text, all + 1);
        scratch[i] = another(scratch[i]);
        try_change(t, "a field", line, scratch, all);
    }
}

static size_t put(char *out, size_t at, const lines *of, size_t line)
{
    const size_t count = of->begins[line + 1] - of->begins[line];
    memcpy(out + at, of->text + of->begins[line], count);
    return at + count;
}

typedef enum disorder { LEFT_OUT, DOUBLED, MOVED, DISORDERS } disorder;

static void change_order(trial *t, const lines *of, size_t line, disorder how, char *scratch)
{
    static const char *const names[] = {"left out", "doubled", "moved"};
    size_t at = 0;
    for (size_t i = 0; i < of->count; i++) {
        if (i == line && how == MOVED && i + 1 < of->count) {
            at = put(scratch, at, of, i + 1);
            at = put(scratch, at, of, i);
            i++;
            continue;
        }
        if (i != line || how != LEFT_OUT) at = put(scratch, at, of, i);
        if (i == line && how == DOUBLED) at = put(scratch, at, of, i);
    }
    scratch[at] = '\0';
    if (strcmp(scratch, of->text) != 0) try_change(t, names[how], line, scratch, at);
}

static void change_all(trial *t, const char *record)
{
    static lines of;
    of = cut(record);
    char *scratch = malloc(2 * strlen(record) + 2);
    t->tried = t->missed = 0;
    for (size_t line = 0; line < of.count; line++) {
        if (line > HEADING && line + 2 < of.count && line % 3 != 0) continue; /* it takes a while */
        change_fields(t, &of, line, scratch);
        for (disorder how = LEFT_OUT; how < DISORDERS; how++)
            change_order(t, &of, line, how, scratch);
    }
    for (size_t part = 1; part < 8; part++)
        try_change(t, "cut off", 0, record, strlen(record) * part / 8);
    free(scratch);
}

/* ---- Games. ---- */

static bool sit(game *g, const answer *made, gg_side side, const char *contribution)
{
    char path[96], body[200];
    const json_t *seat = json_object_get(json_object_get(made->json, "seats"), gg_side_name(side));
    snprintf(path, sizeof path, "/api/games/%s/sit", g->id);
    if (contribution == NULL) snprintf(body, sizeof body, "{\"name\":\"nobody\"}");
    else snprintf(body, sizeof body, "{\"name\":\"a name\",\"contribution\":\"%s\"}", contribution);
    answer sat =
        call(g->port, "POST", path, json_string_value(json_object_get(seat, "invitation")), body);
    snprintf(g->tokens[side], sizeof g->tokens[side], "%s", answer_text(&sat, "token"));
    const bool well = sat.status == 200;
    answer_free(&sat);
    return well;
}

static bool begin(game *g, int port, const gg_ruleset *rules, const char *blue, const char *red)
{
    char body[160];
    *g = (game){.port = port, .rules = rules};
    snprintf(body, sizeof body, "{\"game\":\"%s\"}", rules->name);
    answer made = call(port, "POST", "/api/games", NULL, body);
    snprintf(g->id, sizeof g->id, "%s", answer_text(&made, "id"));
    const bool well =
        made.status == 201 && sit(g, &made, GG_BLUE, blue) && sit(g, &made, GG_RED, red);
    answer_free(&made);
    return well;
}

/* A random game, in which sides change their minds where they may. */
static void play(const game *g, gg_dice *dice, int actions)
{
    for (int i = 0; i < actions; i++) {
        bool acted = false;
        for (gg_side side = GG_BLUE; side <= GG_RED && !acted; side++) {
            char action[GG_ACTION_TEXT_MAX];
            int64_t ply;
            answer state = game_get(g, side, "");
            if (game_choose(g, &state, side, dice, action, sizeof action, &ply)) {
                answer done = game_act(g, side, ply, action);
                acted = done.status == 200;
                answer_free(&done);
            }
            answer_free(&state);
            if (!acted || i % 5 != 4) continue;
            answer back = game_post(g, side, "takeback", "{}");
            answer_free(&back);
        }
        if (!acted) break;
    }
}

static void end(const game *g, bool agrees)
{
    answer one = game_post(g, GG_BLUE, agrees ? "draw" : "resign", "{}");
    answer_free(&one);
    if (!agrees) return;
    answer two = game_post(g, GG_RED, "draw", "{\"answer\":\"accept\"}");
    answer_free(&two);
}

static void prove(trial *t, const gg_ruleset *rules, const char *blue, const char *red, bool agrees)
{
    game g;
    gg_dice dice = gg_dice_random(1809);
    if (!begin(&g, t->server.port, rules, blue, red)) {
        claim(false, "%s: a game begins", rules->name);
        return;
    }
    play(&g, &dice, ACTIONS);
    answer early = game_get(&g, GG_NOBODY, "record");
    claim(early.body != NULL && strstr(early.body, "server secret") == NULL
              && verify(t, early.body, early.count) != 0,
          "%s: while the game runs there is no secret, and nothing to prove", rules->name);
    answer_free(&early);
    end(&g, agrees);
    answer record = game_get(&g, GG_NOBODY, "record");
    claim(record.status == 200 && verify(t, record.body, record.count) == 0,
          "%s, contributions \"%s\" and \"%s\": proved", rules->name, blue == NULL ? "" : blue,
          red == NULL ? "" : red);
    if (record.body != NULL) change_all(t, record.body);
    claim(t->missed == 0 && t->tried > 40, "%s: %d changes, %d not found", rules->name, t->tried,
          t->missed);
    answer_free(&record);
}

/* ---- By the formula alone. ---- */

/* Says how many of which sides, unless it is to fail. */
static bool draw(const trial *t, const char *script, bool fails)
{
    char line[4096];
    snprintf(line, sizeof line, "set -o pipefail; python3 '%s' '%s' %s", script, t->file,
             fails ? ">/dev/null 2>&1" : "| sed 's/^.*: /# /'");
    char command[5000];
    snprintf(command, sizeof command, "bash -c \"%s\"", line);
    fflush(stdout);
    return system(command) == 0;
}

/* One whole game of each scenario, by two computer players. */
static void draw_again(const trial *t, const char *script, const gg_ruleset *rules)
{
    for (uint32_t i = 0; i < rules->scenario_count; i++) {
        game g;
        bool over =
            game_begin(&g, t->server.port, rules, rules->scenarios[i].name, "random", "random");
        for (int tries = 0; over && tries < WAIT_TRIES; tries++) {
            answer state = game_get(&g, GG_NOBODY, "");
            const bool done = strcmp(answer_text(&state, "status"), "over") == 0;
            answer_free(&state);
            if (done) break;
            over = tries + 1 < WAIT_TRIES;
            usleep(WAIT_US);
        }
        answer record = game_get(&g, GG_NOBODY, "record");
        const bool proved =
            over && record.status == 200 && verify(t, record.body, record.count) == 0;
        claim(proved && draw(t, script, false), "%s %s: all its dice follow from docs/dice.md",
              rules->name, rules->scenarios[i].name);
        char *faces = record.body == NULL ? NULL : strstr(record.body, "server sides ");
        if (faces != NULL) faces[13] = faces[13] == '9' ? '8' : (char)(faces[13] + 1);
        claim(faces == NULL
                  || (verify(t, record.body, record.count) == 1 && !draw(t, script, true)),
              "and not from other sides");
        answer_free(&record);
    }
}

/* ---- What a player has kept. ---- */

typedef struct kept {
    const char *id, *side, *commitment, *contribution;
} kept;

/* The exit code of `verify RECORD --mine FILE`. */
static int verify_mine(const trial *t, const kept *k)
{
    char name[1200], line[4000];
    snprintf(name, sizeof name, "%s.mine", t->file);
    FILE *out = fopen(name, "w");
    fprintf(out, "grognard mine 1\ngame %s\nside %s\ncommitment %s\ncontribution %s\n", k->id,
            k->side, k->commitment, k->contribution);
    fclose(out);
    snprintf(line, sizeof line, "'%s' verify '%s' --mine '%s' >/dev/null 2>&1", t->server.binary,
             t->file, name);
    const int status = system(line);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void check_mine(trial *t, const char *contribution, bool swaps)
{
    game g;
    gg_dice dice = gg_dice_random(7);
    char commitment[80];
    if (!begin(&g, t->server.port, gg_rulesets[0], contribution, "red's own")) {
        claim(false, "a game begins");
        return;
    }
    answer state = game_get(&g, GG_BLUE, "");
    snprintf(commitment, sizeof commitment, "%s",
             json_string_value(json_object_get(json_object_get(state.json, "dice"), "commitment")));
    answer_free(&state);
    play(&g, &dice, ACTIONS);
    end(&g, false);
    answer record = game_get(&g, GG_NOBODY, "record");
    claim(verify(t, record.body, record.count) == 0, "%s: the record is consistent in itself",
          swaps ? "a server that cheats" : "one that does not");
    answer_free(&record);
    const kept mine = {g.id, "blue", commitment, contribution};
    kept other = mine;
    claim(verify_mine(t, &mine) == (swaps ? 1 : 0),
          swaps ? "but what he kept was not used: he finds out" : "and what he kept was used");
    if (swaps) return;
    other.contribution = "another line";
    claim(verify_mine(t, &other) == 1, "another contribution is found");
    other = mine;
    commitment[5] = another(commitment[5]);
    claim(verify_mine(t, &other) == 1, "another promise is found");
    other.id = "zzzzzzzz";
    claim(verify_mine(t, &other) == 2, "another game is none of its business");
    other.side = "green";
    claim(verify_mine(t, &other) == 2, "nor is what cannot be read");
}

static void try_mine(trial *t, const char *rigged_binary)
{
    char name[128], program[1024];
    check_mine(t, "7 of hearts", false);
    claim(server_stop(&t->server) == 0, "it stops when it is told to");
    rigged *switches = rigged_new(name);
    if (switches == NULL) return;
    snprintf(program, sizeof program, "%s", t->server.binary);
    switches->swaps = 1;
    snprintf(t->server.binary, sizeof t->server.binary, "%s", rigged_binary);
    claim(server_restart(&t->server), "a server of another kind");
    snprintf(t->server.binary, sizeof t->server.binary, "%s", program);
    check_mine(t, "7 of hearts", true);
    rigged_free(switches, name);
    unsetenv(RIGGED_SWITCHES);
}

int main(int argc, char **argv)
{
    static trial t;
    static const struct {
        const char *blue, *red;
        bool agrees;
    } ways[] = {{"7 of hearts", "queen of spades", false},
                {"mine", NULL, true},
                {NULL, NULL, false},
                {NULL, "~!@#$%^&*() only red's", true}};
    if (argc < 4 || !server_start(&t.server, argv[1])) {
        puts("Bail out! the server does not start");
        return 1;
    }
    snprintf(t.file, sizeof t.file, "%s/record.grog", t.server.folder);
    for (int i = 0; gg_rulesets[i] != NULL; i++)
        prove(&t, gg_rulesets[i], ways[i % 4].blue, ways[i % 4].red, ways[i % 4].agrees);
    for (int i = 0; gg_rulesets[i] != NULL; i++) draw_again(&t, argv[3], gg_rulesets[i]);
    try_mine(&t, argv[2]);
    claim(server_stop(&t.server) == 0, "it stops when it is told to");
    if (claims_failed() == 0) server_clean(&t.server);
    return claims_end();
}
