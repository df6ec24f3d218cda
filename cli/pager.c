/*
 * pager.c - what is longer than the screen is shown a screen at a time.
 *
 * Only where a person reads and types; into a pipe or a file everything goes at once.
 * SPDX-License-Identifier: MIT
 */
#include "cli/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/* Columns on the screen: escapes take none, and of a letter only its first byte does. */
int cli_shown_width(const char *line, size_t length)
{
    int width = 0;
    for (size_t i = 0; i < length; i++) {
        if (line[i] != '\033') {
            width += ((unsigned char)line[i] & 0xc0) != 0x80;
            continue;
        }
        while (i < length && line[i] != 'm') i++;
    }
    return width;
}

/* How many rows of the screen a line takes. */
static int rows_of(const char *line)
{
    const int columns = cli_terminal_width(), width = cli_shown_width(line, strcspn(line, "\n"));
    return width <= columns ? 1 : (width + columns - 1) / columns;
}

int cli_count_rows(const char *text)
{
    int rows = 0;
    while (*text != 0) {
        rows += rows_of(text);
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return rows;
}

/* Prints as many lines as fit into so many rows, at least one; what is left of the text. */
static const char *show_rows(const char *text, int room)
{
    bool first = true;
    while (*text != 0) {
        const int rows = rows_of(text);
        if (rows > room && !first) break;
        const size_t length = strcspn(text, "\n");
        fwrite(text, 1, length, stdout);
        fputc('\n', stdout);
        text += length + (text[length] == '\n');
        room -= rows;
        first = false;
    }
    fflush(stdout);
    return text;
}

/* One key, without waiting for Return; 0 at the end of the input. */
static char read_key(void)
{
    struct termios before, raw;
    char key = 0;
    if (tcgetattr(STDIN_FILENO, &before) != 0) return 0;
    raw = before;
    raw.c_lflag &= (tcflag_t) ~(ICANON | ECHO | ISIG); /* Ctrl-C leaves the pager, not the game */
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    if (tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) != 0) return 0;
    ssize_t count;
    while ((count = read(STDIN_FILENO, &key, 1)) < 0 && errno == EINTR)
        ;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &before);
    return count == 1 ? key : 0;
}

/* How many rows come next; 0: enough. */
static int ask_for_more(int screen)
{
    enum { CONTROL_C = 3, CONTROL_D = 4 };
    static const char words[] = "--More--  Space: a screen, Return: a line, q: enough";
    for (;;) {
        printf("%s", words);
        fflush(stdout);
        const char key = read_key();
        printf("\r%*s\r", (int)sizeof words - 1, "");
        if (key == 0 || key == 'q' || key == 'Q' || key == CONTROL_C || key == CONTROL_D) return 0;
        if (key == ' ' || key == 'f') return screen;
        if (key == '\r' || key == '\n') return 1;
    }
}

bool cli_page(const char *text)
{
    if (!cli_is_terminal()) {
        fputs(text, stdout);
        return true;
    }
    int room = cli_terminal_height() - 1; /* the last row is the prompt's */
    while (*text != 0) {
        text = show_rows(text, room);
        if (*text != 0 && (room = ask_for_more(cli_terminal_height() - 1)) == 0) break;
    }
    fflush(stdout);
    return *text == 0;
}
