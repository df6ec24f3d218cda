/*
 * terminal.c - people at a terminal: a pseudo-terminal is opened, keys are typed, the screen read.
 *
 *   terminal GROGNARD      (TAP)
 *
 * Nothing here waits for time to pass: each step waits for words to appear, and gives up after a
 * patience that only a broken program needs.
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

/* Reads on as far as these words. */
static bool sees(const char *words)
{
    while (strstr(screen + read_to, words) == NULL)
        if (!look(PATIENCE_MS)) return false;
    read_to = (size_t)(strstr(screen + read_to, words) - screen) + strlen(words);
    return true;
}

static void type(const char *keys)
{
    if (write(terminal, keys, strlen(keys)) < 0) failed++;
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
    const bool asked = sees("blue> ");
    snprintf(what, sizeof what, "%s %s at %dx%d: board, choice and prompt in one screen", game,
             scenario, columns, lines);
    check(asked && strstr(screen, "--More--") == NULL && lines_shown() <= lines, what);
    if (!asked || lines_shown() > lines)
        printf("#   %d lines, found: %.3000s\n", lines_shown(), screen);
    if (!asked) type("q");
    type("?\r");
    expect("--More--", "   the help is longer, and is paged");
    type("  ");
    expect("blue> ", "   Space goes on to its end");
    type("frobnicate\r");
    expect("? tells what can be typed", "   an unknown word points to ?");
    type("quit\r");
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
    test_curtain();
    test_move_now();
    test_undone();
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
