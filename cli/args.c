/*
 * args.c - the command line: each subcommand lists its flags once, for reading and for --help.
 * SPDX-License-Identifier: MIT
 */
#include "cli/cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static bool is_control(const char *at, uint32_t bytes)
{
    const unsigned char *letter = (const unsigned char *)at;
    return bytes == 1 ? letter[0] < ' ' || letter[0] == 127 : letter[0] == 0xc2 && letter[1] < 0xa0;
}

/* A sentence quotes what was typed, and is one line of letters whatever that was. */
static void make_plain(char *sentence)
{
    for (char *at = sentence; *at != 0;) {
        const uint32_t whole = gg_character_bytes(at, (uint32_t)strlen(at));
        const uint32_t bytes = whole > 0 ? whole : 1;
        if (whole == 0 || is_control(at, bytes)) memset(at, '?', bytes);
        at += bytes;
    }
}

/* The sentence for people on stderr, and with --json the same as an object on stdout. */
static void say_trouble(int code, const gg_ruleset *rules, const gg_complaint *complaint)
{
    gg_complaint plain = *complaint;
    make_plain(plain.sentence);
    fflush(stdout); /* what was said before stays before */
    fprintf(stderr, "grognard: %s\n", plain.sentence);
    if (cli_wants_json()) cli_print_error_json(rules, &plain, code);
}

static int fail(int code, const char *format, va_list list) __attribute__((format(printf, 2, 0)));

static int fail(int code, const char *format, va_list list)
{
    gg_complaint complaint = {.is_no = code == CLI_NO};
    vsnprintf(complaint.sentence, sizeof complaint.sentence, format, list);
    say_trouble(code, NULL, &complaint);
    return code;
}

int cli_misuse(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fail(CLI_MISUSE, format, list);
    va_end(list);
    return CLI_MISUSE;
}

int cli_complain(const gg_ruleset *rules, const gg_complaint *complaint)
{
    const int code = complaint->is_no ? CLI_NO : CLI_MISUSE;
    say_trouble(code, rules, complaint);
    return code;
}

static bool json_is_wanted;

bool cli_wants_json(void) { return json_is_wanted; }

void cli_look_for_json(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--json") == 0) json_is_wanted = true;
}

const char *cli_nearest(const char *word, gg_name_row *names, const void *list, char *bytes,
                        uint32_t limit)
{
    gg_text text = gg_text_over(bytes, limit);
    gg_put_nearest(&text, word, names, list);
    return bytes;
}

static const char *flag_name(const void *list, int row)
{
    const cli_call *call = list;
    if (row < call->flag_count) return call->flags[row].name;
    return row == call->flag_count ? "--help" : NULL;
}

int cli_no(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fail(CLI_NO, format, list);
    va_end(list);
    return CLI_NO;
}

/* A usage may have several lines, one for each way to call it. */
static void print_calls(const char *usage)
{
    char line[512];
    for (const char *before = "Usage: grognard "; *usage != 0; before = "") {
        const size_t length = strcspn(usage, "\n");
        snprintf(line, sizeof line, "%s%.*s", before, (int)length, usage);
        cli_say_help(11, line);
        usage += length + (usage[length] == '\n');
    }
}

static void print_usage(const cli_call *call)
{
    char line[512];
    int widest = 0;
    print_calls(call->usage);
    printf("\n");
    cli_say_help(0, call->text);
    if (call->flag_count > 0) printf("\n");
    for (int i = 0; i < call->flag_count; i++) {
        const cli_flag *flag = &call->flags[i];
        const size_t value = flag->value != NULL ? strlen(flag->value) : 0;
        const int width = (int)(strlen(flag->name) + 1 + value);
        if (width > widest) widest = width;
    }
    for (int i = 0; i < call->flag_count; i++) {
        const cli_flag *flag = &call->flags[i];
        snprintf(line, sizeof line, "  %s %-*s  %s", flag->name,
                 widest - (int)strlen(flag->name) - 1, flag->value != NULL ? flag->value : "",
                 flag->text);
        cli_say_help(widest + 4, line);
    }
}

/* The same rows for tools/manuals.py. */
static void write_usage(gg_json *json, const void *of)
{
    const cli_call *call = of;
    gg_json_object(json, NULL);
    gg_json_string(json, "usage", call->usage);
    gg_json_string(json, "text", call->text);
    gg_json_array(json, "flags");
    for (int i = 0; i < call->flag_count; i++) {
        gg_json_object(json, NULL);
        gg_json_string(json, "name", call->flags[i].name);
        if (call->flags[i].value != NULL) gg_json_string(json, "value", call->flags[i].value);
        gg_json_string(json, "text", call->flags[i].text);
        gg_json_end(json);
    }
    gg_json_end(json);
    gg_json_end(json);
}

static const cli_flag *find_flag(const cli_call *call, const char *name, size_t length)
{
    for (int i = 0; i < call->flag_count; i++)
        if (strlen(call->flags[i].name) == length
            && strncmp(call->flags[i].name, name, length) == 0)
            return &call->flags[i];
    return NULL;
}

/* All lists of one call share a memory that lasts as long as the program. */
static const char **shelf;
static int shelf_free;

static void keep(cli_list *list, const char *item, int limit)
{
    if (list->items == NULL) {
        list->items = shelf + shelf_free;
        shelf_free += limit;
    }
    list->items[list->count++] = item;
}

/* One flag with its value, which follows after = or as the next argument. */
static int take_flag(const cli_call *call, int argc, char **argv, int *at)
{
    const char *name = argv[*at], *equals = strchr(name, '=');
    const size_t length = equals != NULL ? (size_t)(equals - name) : strlen(name);
    const cli_flag *flag = find_flag(call, name, length);
    if (flag == NULL) {
        char word[41], near[80];
        snprintf(word, sizeof word, "%.*s", (int)(length > 40 ? 40 : length), name);
        return cli_misuse("%s does not know the flag %s%s; --help lists them.", argv[0], word,
                          cli_nearest(word, flag_name, call, near, sizeof near));
    }
    if (flag->value == NULL && equals != NULL) return cli_misuse("%s takes no value.", flag->name);
    const char *value = flag->value == NULL ? flag->name : equals != NULL ? equals + 1 : NULL;
    if (value == NULL) {
        if (*at + 1 >= argc)
            return cli_misuse("%s needs a value: %s %s.", flag->name, flag->name, flag->value);
        value = argv[++*at];
    }
    if (flag->all != NULL) {
        keep(flag->all, value, argc);
        return CLI_GO_ON;
    }
    if (*flag->into != NULL) return cli_misuse("%s is given twice.", flag->name);
    *flag->into = value;
    return CLI_GO_ON;
}

int cli_read_args(const cli_call *call, int argc, char **argv, cli_list *words)
{
    bool only_words = false;
    shelf = cli_memory((size_t)argc * (size_t)(call->flag_count + 1) * sizeof *shelf);
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            if (json_is_wanted) cli_print_json(write_usage, call);
            else print_usage(call);
            return CLI_YES;
        }
    for (int i = 1; i < argc; i++) {
        if (!only_words && strcmp(argv[i], "--") == 0) {
            only_words = true;
        } else if (!only_words && strncmp(argv[i], "--", 2) == 0) {
            int code = take_flag(call, argc, argv, &i);
            if (code != CLI_GO_ON) return code;
        } else {
            keep(words, argv[i], argc);
        }
    }
    const int usage = (int)strcspn(call->usage, "\n"); /* a sentence is one line */
    if (words->count < call->words_min)
        return cli_misuse("something is missing; usage: grognard %.*s", usage, call->usage);
    if (words->count > call->words_max)
        return cli_misuse("\"%.40s\" is one word too many; usage: grognard %.*s",
                          words->items[call->words_max], usage, call->usage);
    return CLI_GO_ON;
}

bool cli_read_number(const char *text, uint64_t *out)
{
    const bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    if (text[0] < '0' || text[0] > '9') return false; /* strtoull takes signs and blanks */
    char *end;
    errno = 0;
    *out = strtoull(hex ? text + 2 : text, &end, hex ? 16 : 10);
    return errno == 0 && *end == 0 && end != text && !(hex && end == text + 2);
}

int cli_read_seed(const char *text, uint64_t *seed)
{
    if (text == NULL) *seed = cli_fresh_seed();
    else if (!cli_read_number(text, seed))
        return cli_misuse("--seed needs a whole number of at most 64 bits, not \"%.40s\".", text);
    return CLI_GO_ON;
}

int cli_read_side(const char *text, bool or_all, gg_side *out)
{
    gg_scan scan = gg_scan_over(text);
    if (or_all && strcmp(text, "all") == 0) {
        *out = GG_SEES_ALL;
        return CLI_GO_ON;
    }
    if (gg_scan_side(&scan, out) && text[scan.at] == 0) return CLI_GO_ON;
    return cli_misuse("\"%.40s\" is no side; say blue%s.", text,
                      or_all ? ", red or all" : " or red");
}

char *cli_join(const cli_list *words, int first)
{
    size_t length = 1;
    for (int i = first; i < words->count; i++) length += strlen(words->items[i]) + 1;
    char *line = cli_memory(length);
    for (int i = first; i < words->count; i++) {
        if (i > first) strcat(line, " ");
        strcat(line, words->items[i]);
    }
    return line;
}
