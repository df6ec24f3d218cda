/*
 * terminal.c - a line from a person: edited, completed and remembered at a terminal, plainly read
 * from a pipe.
 */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <editline/readline.h>

enum { CHOICES_MAX = 4096, WIDTH_STANDARD = 80, WIDTH_LEAST = 40, HEIGHT_STANDARD = 24 };

static cli_complete *completer;
static void *completer_about;

void cli_complete_with(cli_complete *complete, void *about)
{
    completer = complete;
    completer_about = about;
}

bool cli_is_terminal(void)
{
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

int cli_terminal_width(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return WIDTH_STANDARD;
    return size.ws_col < WIDTH_LEAST ? WIDTH_LEAST : size.ws_col;
}

int cli_terminal_height(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0) return HEIGHT_STANDARD;
    return size.ws_row;
}

static char *ask_plainly(const char *prompt)
{
    char *line = NULL;
    size_t limit = 0;
    if (cli_is_terminal()) fputs(prompt, stdout);
    fflush(stdout);
    ssize_t count = getline(&line, &limit, stdin);
    if (count < 0) {
        free(line);
        return NULL;
    }
    while (count > 0 && (line[count - 1] == '\n' || line[count - 1] == '\r'))
        line[--count] = 0;
    return line;
}

static char *choices[CHOICES_MAX];
static int choice_count, choice_next;

static char *next_choice(const char *text, int state)
{
    if (state == 0) choice_next = 0;
    while (choice_next < choice_count) {
        const char *choice = choices[choice_next++];
        if (strncmp(choice, text, strlen(text)) == 0) return strdup(choice);
    }
    return NULL;
}

static char **complete_word(const char *text, int start, int end)
{
    (void)end;
    rl_attempted_completion_over = 1; /* never the names of files */
    if (completer == NULL) return NULL;
    choice_count = completer(completer_about, rl_line_buffer, start, choices, CHOICES_MAX);
    char **matches = rl_completion_matches(text, next_choice);
    while (choice_count > 0)
        free(choices[--choice_count]);
    return matches;
}

char *cli_ask(const char *prompt)
{
    static bool ready;
    static char blanks[] = " \t";
    if (!cli_is_terminal()) return ask_plainly(prompt);
    if (!ready) {
        rl_readline_name = "grognard";
        rl_initialize();
        rl_attempted_completion_function = complete_word;
        rl_completer_word_break_characters = blanks;
        rl_basic_word_break_characters = blanks;
        using_history();
        ready = true;
    }
    fflush(stdout);
    char *line = readline(prompt);
    if (line != NULL && line[0] != 0) add_history(line);
    return line;
}
