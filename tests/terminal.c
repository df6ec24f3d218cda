/*
 * terminal.c - people at a terminal: a pseudo-terminal is opened, keys are typed, the screen read.
 *
 *   terminal GROGNARD      (TAP)
 *
 * Nothing here waits for time to pass: each step waits for words to appear, and gives up after a
 * patience that only a broken program needs.
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE_MS = 150000, SCREEN_MAX = 1 << 20, ARGS_MAX = 24, COLUMNS = 80, LINES = 24 };

static const char *program;
static char folder[64], state[128]; /* where everything is written */
static int count, failed;

static void check(bool good, const char *what)
{
    printf("%sok %d - %s\n", good ? "" : "not ", ++count, what);
    failed += !good;
}

/* ---- A person. ---- */
static int terminal = -1;
static pid_t player;
static char screen[SCREEN_MAX]; /* what was shown since somebody sat down, or since forget() */
static size_t shown, read_to;   /* ... and how far it has been read */

static void forget(void)
{
    shown = read_to = 0;
    screen[0] = 0;
}

static void sit_down(int columns, int lines, const char *const *args)
{
    char *all[ARGS_MAX] = {(char *)(uintptr_t)program};
    struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)lines};
    int used = 1;
    for (; *args != NULL; args++) all[used++] = (char *)(uintptr_t)*args;
    forget();
    player = forkpty(&terminal, NULL, NULL, &size);
    if (player < 0) exit(2);
    if (player > 0) return;
    if (chdir(folder) != 0) _exit(3);
    setenv("XDG_STATE_HOME", state, 1);
    setenv("TERM", "xterm", 1);
    setenv("NO_COLOR", "1", 1);
    setenv("LC_ALL", "C", 1);
    unsetenv("PAGER");
    execv(program, all);
    _exit(3);
}

#define SIT(...) sit_down(COLUMNS, LINES, (const char *const[]){__VA_ARGS__, NULL})

/* More of what is shown; false at the end. */
static bool look(int patience)
{
    struct pollfd wait = {.fd = terminal, .events = POLLIN};
    if (poll(&wait, 1, patience) <= 0) return false;
    if (shown + 4096 >= sizeof screen) exit(2);
    const ssize_t got = read(terminal, screen + shown, 4096);
    if (got <= 0) return false;
    for (ssize_t i = 0; i < got; i++)
        if (screen[shown + (size_t)i] == 0) screen[shown + (size_t)i] = ' ';
    shown += (size_t)got;
    screen[shown] = 0;
    return true;
}

static void type(const char *keys)
{
    if (write(terminal, keys, strlen(keys)) < 0) failed++;
}

/* Reads on as far as these words; to a prompt from screen to screen. */
static bool sees(const char *words)
{
    const bool prompt = strcmp(words, "blue> ") == 0 || strcmp(words, "red> ") == 0;
    size_t turned = read_to;
    while (strstr(screen + read_to, words) == NULL) {
        const char *more = prompt ? strstr(screen + turned, "q: enough") : NULL;
        if (more != NULL) turned = (size_t)(more - screen) + 1, type(" ");
        if (!look(PATIENCE_MS)) return false;
    }
    read_to = (size_t)(strstr(screen + read_to, words) - screen) + strlen(words);
    return true;
}

static void expect(const char *words, const char *what)
{
    const bool good = sees(words);
    check(good, what);
    if (!good) printf("#   expected \"%s\", found: %.2000s\n", words, screen + read_to);
}

/* How it ended; a person who cannot leave is carried out. */
static int leave(void)
{
    int status = -1;
    while (look(PATIENCE_MS))
        ;
    for (int i = 0; i < PATIENCE_MS / 10 && waitpid(player, &status, WNOHANG) == 0; i++)
        usleep(10000);
    kill(player, SIGKILL);
    waitpid(player, NULL, 0);
    close(terminal);
    return status;
}

static bool ended_well(void)
{
    const int status = leave();
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* ---- Files. ---- */
static char *path_in(const char *where, const char *name)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", where, name);
    return path;
}

static int run(const char *command)
{
    char line[2048];
    snprintf(line, sizeof line, "cd '%s' && export XDG_STATE_HOME='%s' g='%s'; %s", folder, state,
             program, command);
    const int status = system(line);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool is_there(const char *name) { return access(path_in(folder, name), F_OK) == 0; }

/* ---- The tests. ---- */

/* Blue's plan, what blue typed and what blue cut must not reach red by any key. */
static void test_curtain(void)
{
    SIT("play", "commanders", "skirmish", "--blue", "me", "--red", "me", "--seed", "7");
    expect("blue> ", "blue plans first");
    type("odds order 2I b1 b2\r");
    expect("blue> ", "blue asks for odds");
    type("order 2I b1 b2\r");
    expect("blue> ", "blue gives an order");
    type("secret-of-blue\025"); /* cut with Ctrl-U, to be pasted with Ctrl-Y */
    type("ready\r");
    expect("The screen is red's now", "a curtain falls");
    type("\003");
    expect("Press Enter", "Ctrl-C does not lift it");
    type("\r");
    expect("red> ", "red sits down");
    forget();
    type("\033[A\033[A\033[A"); /* the lines before */
    type("\031");               /* Ctrl-Y */
    type("\022b1 b2\007");      /* Ctrl-R, and Ctrl-G to give up */
    type("\025nonsense-of-red\r");
    expect("no order and no command", "red types something");
    check(strstr(screen, "secret-of-blue") == NULL, "what blue cut cannot be pasted");
    check(strstr(screen, "order 2I") == NULL && strstr(screen, "odds order") == NULL,
          "what blue typed is forgotten");
    expect("red> ", "red is asked again");
    type("\033[A");
    expect("nonsense-of-red", "red's own line is remembered");
    type("\003");
    expect("leaves the game", "Ctrl-C cancels the line");
    expect("red> ", "and asks again");
    type("discard\r");
    expect("Type yes", "discard asks");
    type("yes\r");
    check(ended_well(), "red throws the game away");
    check(run("test -z \"$(ls $XDG_STATE_HOME/grognard)\"") == 0, "and nothing is left of it");
}

/* Ten minutes a turn, and an empty line: it moves now, and so for the rest of its turn. */
static void test_move_now(void)
{
    SIT("play", "squares", "sq-tiny", "--blue", "marshal", "--red", "me", "--seed", "2", "--think",
        "600000");
    expect("The Marshal thinks:", "who thinks, and how far he is");
    type("\r");
    expect("red> ", "an empty line makes him move now");
    type("quit\r");
    leave();
}

static void test_leaving(void)
{
    SIT("play", "squares", "sq-tiny", "--red", "greedy", "--seed", "2");
    expect("is kept in", "it says where the game is kept");
    expect("blue> ", "a first decision");
    type("half a line\003");
    expect("leaves the game.)", "Ctrl-C cancels a line and says how to leave");
    expect("blue> ", "and asks again");
    type("act A1 F none\r");
    expect("blue> ", "an order after it is obeyed");
    type("\003");
    expect("leaves the game.)", "Ctrl-C once more");
    expect("blue> ", "and asks again");
    type("\003");
    expect("Leave the game?", "twice asks");
    type("no\r");
    expect("blue> ", "no: the game goes on");
    type("\004");
    expect("Leave the game?", "Ctrl-D asks");
    type("yes\r");
    expect("--resume", "yes leaves, and tells how to go on");
    check(ended_well(), "with exit code 0");
    check(run("test \"$(stat -c %a $XDG_STATE_HOME/grognard/*.grog)\" = 600") == 0,
          "the file is its owner's alone");
    check(run("test \"$(stat -c %a $XDG_STATE_HOME/grognard)\" = 700") == 0, "so is its folder");
    check(run("$g replay $XDG_STATE_HOME/grognard/*.grog | grep -q 'blue act A1 F none'") == 0,
          "it is a true record with the order in it");
    check(run("$g play </dev/null | grep -q 'squares sq-tiny, me against greedy'") == 0,
          "`play` alone lists it");
    SIT("play", "--resume");
    expect("me, red is greedy", "--resume goes on");
    expect("blue> ", "at the same place");
    type("log\r");
    expect("blue act A1 F none", "with what was done");
    kill(player, SIGKILL);
    leave();
    check(run("$g replay --quiet $XDG_STATE_HOME/grognard/*.grog") == 0,
          "a kill leaves a true record");
}

/* What throws something away is asked once, and a no throws nothing away. */
static void test_undone(void)
{
    SIT("play", "squares", "sq-tiny", "--red", "greedy", "--seed", "2");
    expect("blue> ", "a first decision");
    type("end\r");
    expect("This leaves something undone. Still possible: act (A1", "who could still act is named");
    expect("Type yes: ", "and a person is asked");
    type("no\r");
    expect("blue> ", "no: nothing is ended");
    type("act A1 F none\r");
    expect("blue> ", "and who was left can act");
    type("end\r");
    expect("Type yes: ", "asked again");
    type("yes\r");
    expect("blue end", "yes ends it");
    expect("blue> ", "and it is blue's turn again");
    type("discard\r");
    expect("Type yes: ", "the game is left");
    type("yes\r");
    leave();
}

/* A unit is typed by its name too, and Tab knows both. */
static void test_names(void)
{
    SIT("play", "squares", "sq-tiny", "--red", "greedy", "--seed", "2");
    expect("blue> ", "a first decision");
    type("units\r");
    expect("3rd Foot", "units are listed with their names");
    expect("blue> ", "and the decision stands");
    type("reach Bell's B\t");
    expect("attery ", "Tab completes the rest of a name");
    type("\025odds act 3r\t");
    expect("d Foot ", "and a name in an order");
    type("\025act 3rd foot F no\t");
    expect("ne ", "and what comes behind a name");
    type("\r");
    expect("act A1 F none", "the order is told by its code");
    expect("blue> ", "a second decision");
    type("discard\r");
    expect("Type yes: ", "the game is left");
    type("yes\r");
    leave();
}

static void test_signals(void)
{
    SIT("play", "--resume", "1");
    expect("blue> ", "a resumed game");
    type("act A2 F none\r");
    expect("blue> ", "one order more");
    kill(player, SIGTERM);
    int status = leave();
    check(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM, "SIGTERM ends it as SIGTERM does");
    check(run("grep -q 'blue act A2 F none' $XDG_STATE_HOME/grognard/*.grog") == 0,
          "with the order kept");
    SIT("play", "--resume");
    expect("blue> ", "once more");
    run("cat $XDG_STATE_HOME/grognard/*.grog >before.txt");
    type("auto\r");
    expect("blue> ", "and one more decision");
    close(terminal); /* the terminal is gone: SIGHUP */
    status = -1;
    for (int i = 0; i < PATIENCE_MS / 10 && waitpid(player, &status, WNOHANG) == 0; i++)
        usleep(10000);
    check(WIFSIGNALED(status) && WTERMSIG(status) == SIGHUP, "a hang-up ends it");
    if (status != SIGHUP) printf("#   wait status %d\n", status);
    check(run("test $(cat $XDG_STATE_HOME/grognard/*.grog | wc -l) -gt $(wc -l <before.txt)") == 0,
          "with the decision kept");
}

static void test_two_terminals(void)
{
    SIT("play", "--resume");
    expect("blue> ", "one terminal plays");
    check(run("$g play --resume 2>&1 </dev/null | grep -q 'another terminal'") == 0,
          "another one cannot play the same game");
    type("quit\r");
    check(ended_well(), "quit leaves without a question, for nothing is lost");
    run("rm $XDG_STATE_HOME/grognard/*.grog");
}

static void test_files(void)
{
    SIT("play", "squares", "sq-tiny", "--red", "greedy", "--seed", "2");
    expect("blue> ", "a game");
    type("save na\303\257ve.grog\r");
    expect("Saved in", "saved under a name with a letter outside ASCII");
    expect("blue> ", "and the game goes on");
    check(is_there("na\303\257ve.grog"), "the name is whole");
    type("save na\303\257ve.grog\r");
    expect("Saved in", "the game's own file may be written again");
    expect("blue> ", "and the game goes on");
    run("echo precious >other.grog");
    type("save other.grog\r");
    expect("Overwrite it?", "another's file asks");
    type("no\r");
    expect("Nothing was written", "no: nothing is written");
    expect("blue> ", "and the game goes on");
    type("svg other.grog\r");
    expect("Overwrite it?", "so does a picture");
    type("\r");
    expect("blue> ", "Return is no");
    check(run("grep -q precious other.grog") == 0, "the file is as it was");
    type("quit\r");
    check(ended_well(), "leaving");
    SIT("play", "na\303\257ve.grog");
    expect("kept in na", "a saved game says that it keeps what follows");
    expect("blue> ", "and goes on");
    type("act A1 F none\r");
    expect("blue> ", "an order");
    kill(player, SIGKILL);
    leave();
    check(run("grep -q 'blue act A1 F none' na\303\257ve.grog") == 0, "and keeps what follows");
}

static void test_auto_phase(void)
{
    SIT("play", "squares", "sq-tiny", "--blue", "me", "--red", "me", "--seed", "2");
    expect("blue> ", "two people");
    type("auto phase\r");
    expect("red> ", "`auto phase` ends with blue's turn: red is asked");
    type("discard\r");
    expect("Type yes", "away with it");
    type("yes\r");
    leave();
    SIT("play", "commanders", "skirmish", "--blue", "me", "--red", "me", "--seed", "7");
    expect("blue> ", "a game of secret plans");
    type("auto phase\r");
    expect("The screen is red's now", "`auto phase` seals blue's plan and not red's");
    type("\r");
    expect("red> ", "red plans for himself");
    type("discard\r");
    expect("Type yes", "away with it");
    type("yes\r");
    leave();
}

/* How many lines are shown from the top of the board to the prompt. */
static int lines_shown(void)
{
    static const char *const tops[] = {"Squares\r", "     a     b", "Commanders, round",
                                       "Give me lucky", "Drill, the null"};
    const char *board = NULL;
    int lines = 1;
    for (unsigned i = 0; i < sizeof tops / sizeof *tops && board == NULL; i++)
        for (const char *at = screen; (at = strstr(at, tops[i])) != NULL; at++) board = at;
    for (const char *at = board != NULL ? board : screen; *at != 0; at++) lines += *at == '\n';
    return lines;
}

static void test_screen(const char *game, const char *scenario, int columns, int lines)
{
    char what[160];
    sit_down(columns, lines,
             (const char *const[]){"play", game, scenario, "--blue", "me", "--red", "greedy",
                                   "--seed", "3", NULL});
    while (strstr(screen, "blue> ") == NULL && strstr(screen, "q: enough") == NULL)
        if (!look(PATIENCE_MS)) break;
    snprintf(what, sizeof what, "%s %s at %dx%d: board and choice in one screen", game, scenario,
             columns, lines);
    check(strstr(screen, "1) ") != NULL && lines_shown() <= lines, what);
    if (lines_shown() > lines) printf("#   %d lines, found: %.3000s\n", lines_shown(), screen);
    expect("blue> ", "   the prompt, behind what happened");
    type("?\r");
    expect("--More--", "   the help is longer, and is paged");
    type("  ");
    expect("blue> ", "   Space goes on to its end");
    type("frobnicate\r");
    expect("? tells what can be typed", "   an unknown word points to ?");
    type("quit\r");
    leave();
}

/* ---- What a person sees of the enemy's turns. ---- */

/* The screen as a terminal has it, row by row: what has scrolled off it is gone. */
enum { ROWS_MAX = 48, ROW_MAX = 160, ACTIONS_MAX = 4096 };
static struct {
    char rows[ROWS_MAX][ROW_MAX];
    bool seen[ROWS_MAX];
    int columns, lines, x, y, feeds;
    char escape[16];
    size_t escaped; /* bytes of an escape sequence so far; 0: none */
    int lost;       /* rows that scrolled off before anybody could read them */
} glass;
static bool was_seen[ACTIONS_MAX]; /* the enemy's action with this number */

static void open_glass(int columns, int lines)
{
    memset(&glass, 0, sizeof glass);
    glass.columns = columns;
    glass.lines = lines;
    for (int i = 0; i < lines; i++) memset(glass.rows[i], ' ', ROW_MAX - 1), glass.seen[i] = true;
    memset(was_seen, 0, sizeof was_seen);
}

static void feed_line(void)
{
    glass.feeds++;
    if (++glass.y < glass.lines) return;
    glass.y--;
    glass.lost += !glass.seen[0];
    memmove(glass.rows[0], glass.rows[1], (size_t)(glass.lines - 1) * ROW_MAX);
    memmove(glass.seen, glass.seen + 1, (size_t)(glass.lines - 1) * sizeof *glass.seen);
    memset(glass.rows[glass.y], ' ', ROW_MAX - 1);
    glass.seen[glass.y] = true; /* an empty row loses nothing */
}

static void put_letter(char letter)
{
    if (glass.x >= glass.columns) glass.x = 0, feed_line();
    glass.rows[glass.y][glass.x++] = letter;
    /* what is typed behind the prompt is known to whoever typed it */
    if (letter != ' ' && strncmp(glass.rows[glass.y], "blue> ", 6) != 0)
        glass.seen[glass.y] = false;
}

static void obey_escape(void)
{
    const int number = atoi(glass.escape + 1), far = number > 0 ? number : 1;
    switch (glass.escape[glass.escaped - 1]) {
    case 'K': memset(glass.rows[glass.y] + glass.x, ' ', (size_t)(ROW_MAX - 1 - glass.x)); break;
    case 'C': glass.x += far; break;
    case 'D': glass.x -= far; break;
    case 'A': glass.y -= far; break;
    default: break; /* colours */
    }
    if (glass.x < 0) glass.x = 0;
    if (glass.x > glass.columns) glass.x = glass.columns;
    if (glass.y < 0) glass.y = 0;
    glass.escaped = 0;
}

static void show_on_glass(char byte)
{
    if (glass.escaped > 0 || byte == '\033') {
        if (byte != '\033') glass.escape[glass.escaped - 1] = byte;
        if (glass.escaped++ + 1 == sizeof glass.escape) glass.escaped = 0;
        const bool is_last = glass.escaped > 2 && byte >= '@' && byte <= '~';
        if (is_last) glass.escaped--, obey_escape();
        return;
    }
    if (byte == '\r') glass.x = 0;
    else if (byte == '\n') feed_line();
    else if (byte == '\b') glass.x -= glass.x > 0;
    else if ((byte & 0xc0) != 0x80 && (unsigned char)byte >= ' ') put_letter(byte);
}

/* The program waits for a person, who reads all that stands there. */
static void read_glass(void)
{
    for (int i = 0; i < glass.lines; i++) {
        glass.seen[i] = true;
        for (const char *at = glass.rows[i]; (at = strstr(at, "red ")) != NULL; at++) {
            const char *number = at;
            if (number > glass.rows[i] && number[-1] == '[') number--;
            if (number < glass.rows[i] + 3 || strncmp(number - 2, ". ", 2) != 0) continue;
            number -= 2;
            while (number > glass.rows[i] && number[-1] >= '0' && number[-1] <= '9') number--;
            const int action = atoi(number);
            if (action > 0 && action < ACTIONS_MAX) was_seen[action] = true;
        }
    }
}

static bool stands_at_cursor(const char *words)
{
    const int length = (int)strlen(words);
    return glass.x >= length
           && strncmp(glass.rows[glass.y] + glass.x - length, words, (size_t)length) == 0;
}

/* Shows what comes until the program waits; false: it has ended. */
static bool wait_on_glass(void)
{
    static size_t drawn;
    const int feeds = glass.feeds;
    if (read_to == 0) drawn = 0, read_to = 1;
    for (;;) {
        while (drawn < shown) show_on_glass(screen[drawn++]);
        if (glass.feeds > feeds && (stands_at_cursor("blue> ") || stands_at_cursor("enough")))
            return read_glass(), true;
        if (shown > SCREEN_MAX / 2) shown = drawn = 0;
        if (!look(PATIENCE_MS)) return read_glass(), false;
    }
}

/* Plays a game, every decision by `auto`, and counts the enemy's turns and those of which any
 * action was never on the screen while the program waited. */
static void play_on_glass(const char *const game[2], const char *seed, int columns, int lines,
                          int *turns, int *unseen)
{
    char record[64], line[4096];
    snprintf(record, sizeof record, "%s-%s-%d.grog", game[1], seed, columns);
    sit_down(columns, lines,
             (const char *const[]){"play", game[0], game[1], "--blue", "me", "--red", "greedy",
                                   "--seed", seed, "--record", record, NULL});
    open_glass(columns, lines);
    wait_on_glass();
    glass.lost = 0; /* what it says at the beginning may go by */
    do type(stands_at_cursor("blue> ") ? "auto\r" : " ");
    while (wait_on_glass());
    leave();
    FILE *file = fopen(path_in(folder, record), "r");
    bool in_turn = false, missed = false;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        char *rest;
        const long action = strtol(line, &rest, 10);
        if (action <= 0 || action >= ACTIONS_MAX) continue;
        const bool is_red = strncmp(rest, " red ", 5) == 0 || strncmp(rest, " [red ", 6) == 0;
        if (is_red) missed |= !was_seen[action], in_turn = true;
        if (strncmp(rest, " blue ", 6) != 0 || !in_turn) continue;
        ++*turns;
        *unseen += missed;
        in_turn = missed = false;
    }
    if (file != NULL) fclose(file);
}

static void test_enemy_turns(int columns, int lines)
{
    static const char *const games[][2] = {{"lucky", "outpost"},
                                           {"staff", "two-battalions"},
                                           {"squares", "sq-tiny"},
                                           {"clausewitz", "picket"}};
    enum { GAMES = sizeof games / sizeof *games };
    int turns = 0, unseen = 0, lost = 0;
    char what[120], seed[8];
    for (int i = 0; i < 8 * GAMES && turns < 100; i++) {
        snprintf(seed, sizeof seed, "%d", 3 + i / GAMES);
        play_on_glass(games[i % GAMES], seed, columns, lines, &turns, &unseen);
        lost += glass.lost;
    }
    snprintf(what, sizeof what, "all of %d turns of the enemy are seen at %dx%d (%d are not)",
             turns, columns, lines, unseen);
    check(turns >= 100 && unseen == 0, what);
    snprintf(what, sizeof what, "and no row goes by unread (%d do)", lost);
    check(lost == 0, what);
}

/* Another size while a line is typed: the board anew, what happened, and the line as it was. */
static void test_resize(void)
{
    struct winsize wide = {.ws_col = 120, .ws_row = 40}, low = {.ws_col = 70, .ws_row = 16};
    SIT("play", "lucky", "outpost", "--red", "greedy", "--seed", "3");
    expect("blue> ", "a first decision");
    type("auto\r");
    expect("blue> ", "an order");
    type("lis");
    expect("lis", "half a line");
    ioctl(terminal, TIOCSWINSZ, &wide);
    expect("Give me lucky generals!", "the board is drawn anew");
    check(strstr(screen + read_to, "2. blue give") != NULL || sees("2. blue give"),
          "with what happened beside it");
    expect("h hill, w wood", "as large as the terminal is now");
    expect("blue> lis", "and the line is as it was");
    type("t\r");
    expect("1) ", "it can be finished");
    expect("blue> ", "and is obeyed");
    forget();
    ioctl(terminal, TIOCSWINSZ, &low);
    expect("blue> ", "a small terminal");
    check(lines_shown() <= 16 && strstr(screen, "a1") != NULL,
          "has board and choice in one screen");
    type("discard\r");
    expect("Type yes", "away with it");
    type("yes\r");
    leave();
}

int main(int argc, char **argv)
{
    static const char *const scenarios[][2] = {
        {"squares", "sq-large"},      {"squares", "sq-vimeiro"},   {"squares", "sq-random"},
        {"commanders", "marengo"},    {"commanders", "leuthen"},   {"lucky", "borodino"},
        {"commanders", "hougoumont"}, {"lucky", "bridge-village"}, {"drill", "drill-line"},
    };
    if (argc != 2) return 2;
    program = realpath(argv[1], NULL);
    strcpy(folder, "/tmp/grognard-terminal-XXXXXX");
    if (program == NULL || mkdtemp(folder) == NULL) return 2;
    snprintf(state, sizeof state, "%s/state", folder);
    signal(SIGPIPE, SIG_IGN);
    setvbuf(stdout, NULL, _IOLBF, 0);
    test_enemy_turns(80, 24);
    test_enemy_turns(120, 40);
    test_resize();
    test_curtain();
    test_move_now();
    test_undone();
    test_names();
    test_leaving();
    test_signals();
    test_two_terminals();
    test_files();
    test_auto_phase();
    for (unsigned i = 0; i < sizeof scenarios / sizeof *scenarios; i++)
        test_screen(scenarios[i][0], scenarios[i][1], COLUMNS, LINES);
    run("rm -r \"$PWD\"");
    printf("1..%d\n", count);
    return failed > 0;
}
