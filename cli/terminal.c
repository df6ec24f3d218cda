/*
 * terminal.c - a line from a person: edited, completed and remembered at a terminal, plainly read
 * from a pipe.
 *
 * Ctrl-C cancels a line and never ends the program in the middle of one; a kill or a hang-up gives
 * the terminal back as it was.  What is remembered of one person can be forgotten for the next:
 * the history, and what the editor cut and would paste.
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE /* ppoll */
#include "cli/cli.h"

#include <errno.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include <histedit.h>

enum {
    CHOICES_MAX = 4096,
    CHOICES_SHOWN = 120,
    HISTORY_MAX = 500,
    WIDTH_STANDARD = 80,
    WIDTH_LEAST = 40,
    HEIGHT_STANDARD = 24,
    HEIGHT_LEAST = 8,
};

/* ---- The terminal itself. ---- */

void cli_use_letters(void)
{
    setlocale(LC_CTYPE, "");
    /* Where nothing is said of letters they are those of Unicode, so that a name is kept whole; and
     * Unicode's own wherever they are, since in Turkish i is not the small letter of I. */
    const char *set = nl_langinfo(CODESET);
    if (strcmp(set, "ANSI_X3.4-1968") == 0 || strcmp(set, "UTF-8") == 0)
        setlocale(LC_CTYPE, "C.UTF-8");
}

bool cli_is_terminal(void) { return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO); }

/* What the terminal says, else what the environment says. */
static int size_of(bool wide, int standard)
{
    struct winsize size;
    uint64_t number;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && (wide ? size.ws_col : size.ws_row) > 0)
        return wide ? size.ws_col : size.ws_row;
    const char *text = getenv(wide ? "COLUMNS" : "LINES");
    if (text != NULL && cli_read_number(text, &number) && number > 0 && number < 1000)
        return (int)number;
    return standard;
}

static int columns_given;

void cli_in_columns(int columns) { columns_given = columns; }

int cli_terminal_width(void)
{
    if (columns_given > 0) return columns_given;
    const int width = size_of(true, WIDTH_STANDARD);
    return width < WIDTH_LEAST ? WIDTH_LEAST : width;
}

int cli_terminal_height(void)
{
    const int height = size_of(false, HEIGHT_STANDARD);
    return height < HEIGHT_LEAST ? HEIGHT_LEAST : height;
}

/* ---- Signals while a line is read: they are looked at between two keys. ---- */
static volatile sig_atomic_t caught_interrupt, caught_end, caught_stop, caught_resize;
static const int watched[] = {SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH};
enum { WATCHED = sizeof watched / sizeof watched[0] };

static void catch_signal(int number)
{
    if (number == SIGINT) caught_interrupt = 1;
    if (number == SIGTERM || number == SIGHUP) caught_end = number;
    if (number == SIGTSTP) caught_stop = 1;
    if (number == SIGWINCH) caught_resize = 1;
}

typedef struct before {
    struct sigaction actions[WATCHED];
    sigset_t mask;
} before;
static sigset_t open_mask; /* while a key is waited for, and only then, they come through */

static void watch_signals(before *was)
{
    struct sigaction action = {.sa_handler = catch_signal};
    sigset_t all;
    sigemptyset(&all);
    caught_interrupt = caught_stop = caught_resize = 0;
    for (int i = 0; i < WATCHED; i++) {
        sigaddset(&all, watched[i]);
        sigaction(watched[i], &action, &was->actions[i]);
    }
    sigprocmask(SIG_BLOCK, &all, &was->mask);
    open_mask = was->mask;
}

static void unwatch_signals(const before *was)
{
    for (int i = 0; i < WATCHED; i++) sigaction(watched[i], &was->actions[i], NULL);
    sigprocmask(SIG_SETMASK, &was->mask, NULL);
}

int cli_ended_by_signal(void) { return caught_end; }

/* ---- The editor. ---- */
static EditLine *editor;
static HistoryW *lines;
static wchar_t prompt_now[128];

static wchar_t *give_prompt(EditLine *el)
{
    (void)el;
    return prompt_now;
}

static void stop_and_go_on(EditLine *el)
{
    caught_stop = 0;
    el_wset(el, EL_PREP_TERM, 0);
    kill(getpid(), SIGSTOP);
    el_wset(el, EL_PREP_TERM, 1);
    el_wset(el, EL_REFRESH);
}

static cli_redraw *redrawer;
static void *redrawer_about;

void cli_redraw_with(cli_redraw *redraw, void *about)
{
    redrawer = redraw;
    redrawer_about = about;
}

/* What was typed so far stays, below what is drawn. */
static void change_size(EditLine *el)
{
    caught_resize = 0;
    if (redrawer != NULL) printf("\n"), redrawer(redrawer_about);
    el_resize(el);
    el_wset(el, EL_REFRESH);
}

/* The next key, put together from its bytes; 1, or -1 where the line ends here. */
static int read_key(EditLine *el, wchar_t *key)
{
    mbstate_t letter = {0};
    for (;;) {
        char byte;
        struct pollfd wait = {.fd = STDIN_FILENO, .events = POLLIN};
        const int ready = ppoll(&wait, 1, NULL, &open_mask);
        const bool interrupted = ready < 0 && errno == EINTR;
        if (caught_interrupt || caught_end != 0) return -1;
        if (caught_stop) stop_and_go_on(el);
        if (caught_resize) change_size(el);
        if (interrupted) continue;
        const ssize_t count = ready > 0 ? read(STDIN_FILENO, &byte, 1) : -1;
        /* A terminal that reads no key is gone; whoever reads may see that before SIGHUP comes. */
        if (count != 1) return caught_end = SIGHUP, -1;
        switch (mbrtowc(key, &byte, 1, &letter)) {
        case (size_t)-1: memset(&letter, 0, sizeof letter); continue; /* no letter at all */
        case (size_t)-2: continue;                                    /* more bytes belong to it */
        default: return 1;
        }
    }
}

static unsigned char complete_line(EditLine *el, int key);

static void open_editor(void)
{
    HistEventW event;
    editor = el_init("grognard", stdin, stdout, stderr);
    lines = history_winit();
    if (editor == NULL || lines == NULL) return;
    history_w(lines, &event, H_SETSIZE, HISTORY_MAX);
    history_w(lines, &event, H_SETUNIQUE, 1);
    el_wset(editor, EL_PROMPT, give_prompt);
    el_wset(editor, EL_EDITOR, L"emacs");
    el_wset(editor, EL_HIST, history_w, lines);
    el_wset(editor, EL_SIGNAL, 0);
    el_wset(editor, EL_GETCFN, read_key);
    el_wset(editor, EL_ADDFN, L"grognard-complete", L"Completes a word", complete_line);
    el_wset(editor, EL_BIND, L"^I", L"grognard-complete", NULL);
    el_wset(editor, EL_BIND, L"^R", L"em-inc-search-prev", NULL);
    el_source(editor, NULL);
}

void cli_forget_lines(void)
{
    if (editor != NULL) el_end(editor);
    if (lines != NULL) history_wend(lines);
    editor = NULL;
    lines = NULL;
}

/* ---- Completing. ---- */
static cli_complete *completer;
static void *completer_about;

void cli_complete_with(cli_complete *complete, void *about)
{
    completer = complete;
    completer_about = about;
}

static void show_choices(char *const *choices, int count)
{
    size_t widest = 0;
    for (int i = 0; i < count; i++)
        if (strlen(choices[i]) > widest) widest = strlen(choices[i]);
    const int fit = cli_terminal_width() / ((int)widest + 2), columns = fit > 0 ? fit : 1;
    for (int i = 0; i < count && i < CHOICES_SHOWN; i++)
        printf("%s%-*s", i % columns == 0 ? "\n" : "", (int)widest + 2, choices[i]);
    if (count > CHOICES_SHOWN) printf("\n... and %d more", count - CHOICES_SHOWN);
    printf("\n");
    fflush(stdout);
}

/* Those that begin with what is typed of the word, moved to the front. */
static int keep_fitting(char **choices, int count, const char *typed)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (strncmp(choices[i], typed, strlen(typed)) == 0) {
            char *fitting = choices[i];
            choices[i] = choices[kept];
            choices[kept++] = fitting;
        }
    }
    return kept;
}

static size_t common_length(char *const *choices, int count)
{
    size_t length = strlen(choices[0]);
    for (int i = 1; i < count; i++)
        for (size_t at = 0; at < length; at++)
            if (choices[i][at] != choices[0][at]) length = at;
    return length;
}

static unsigned char finish_word(EditLine *el, char **choices, int count, const char *typed)
{
    const int fitting = keep_fitting(choices, count, typed);
    if (fitting == 0) return CC_REFRESH_BEEP;
    const size_t have = strlen(typed), common = common_length(choices, fitting);
    if (common > have) {
        char *more = strndup(choices[0] + have, common - have);
        el_insertstr(el, more);
        free(more);
    }
    if (fitting == 1) {
        el_insertstr(el, " ");
        return CC_REFRESH;
    }
    if (common > have) return CC_REFRESH;
    show_choices(choices, fitting);
    return CC_REDISPLAY;
}

static unsigned char complete_line(EditLine *el, int key)
{
    static char *choices[CHOICES_MAX];
    (void)key;
    const LineInfo *info = el_line(el);
    char *line = strndup(info->buffer, (size_t)(info->cursor - info->buffer));
    const char *blank = strrchr(line, ' ');
    const int at = blank != NULL ? (int)(blank - line) + 1 : 0;
    int count = completer != NULL ? completer(completer_about, line, at, choices, CHOICES_MAX) : 0;
    const unsigned char code = finish_word(el, choices, count, line + at);
    while (count > 0) free(choices[--count]);
    free(line);
    return code;
}

/* ---- Asking. ---- */
static cli_fate fate;

cli_fate cli_line_fate(void) { return fate; }

static char *ask_plainly(const char *prompt)
{
    char *line = NULL;
    size_t limit = 0;
    if (cli_is_terminal()) fputs(prompt, stdout);
    fflush(stdout);
    ssize_t count = getline(&line, &limit, stdin);
    fate = count < 0 ? CLI_LINE_ENDED : CLI_LINE_TYPED;
    if (count < 0) {
        free(line);
        return NULL;
    }
    while (count > 0 && (line[count - 1] == '\n' || line[count - 1] == '\r')) line[--count] = 0;
    return line;
}

static char *edit_line(bool remember)
{
    int count = 0;
    el_wset(editor, EL_PREP_TERM, 1); /* before the prompt: Ctrl-D behind it must be a key */
    const wchar_t *typed = el_wgets(editor, &count);
    fate = caught_end != 0    ? CLI_LINE_KILLED
           : caught_interrupt ? CLI_LINE_CANCELLED
           : typed == NULL    ? CLI_LINE_ENDED
                              : CLI_LINE_TYPED;
    if (fate != CLI_LINE_TYPED) {
        if (fate != CLI_LINE_KILLED) printf("\n");
        el_wset(editor, EL_PREP_TERM, 0);
        return NULL;
    }
    const size_t length = wcscspn(typed, L"\r\n"), limit = (length + 1) * MB_LEN_MAX;
    wchar_t *line = cli_memory((length + 1) * sizeof *line);
    char *bytes = cli_memory(limit);
    wmemcpy(line, typed, length);
    HistEventW event;
    if (remember && length > 0) history_w(lines, &event, H_ENTER, line);
    if (wcstombs(bytes, line, limit - 1) == (size_t)-1) bytes[0] = 0;
    free(line);
    return bytes;
}

static char *ask(const char *prompt, bool remember)
{
    before was;
    if (!cli_is_terminal()) return ask_plainly(prompt);
    fflush(stdout);
    if (editor == NULL) open_editor();
    if (editor == NULL || lines == NULL) return ask_plainly(prompt);
    if (mbstowcs(prompt_now, prompt, sizeof prompt_now / sizeof *prompt_now - 1) == (size_t)-1)
        prompt_now[0] = 0;
    watch_signals(&was);
    char *line = edit_line(remember);
    unwatch_signals(&was);
    return line;
}

char *cli_ask(const char *prompt) { return ask(prompt, true); }

char *cli_ask_aside(const char *prompt) { return ask(prompt, false); }
