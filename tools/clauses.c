/*
 * clauses.c - clause x (code that cites it, modifiers, refusals, tests), for every ruleset.
 *
 *   clauses FILE...               prints the table
 *   clauses --check FILE...       the claims of completeness as TAP lines; exit 1 if one is false
 *   clauses --html FILE...        the table as a page
 *   clauses --index OUT.c FILE... the C file behind clause_index.h
 *
 * FILEs are the sources, tables and tests below rules/.  Clauses, modifiers, refusals and options
 * come from the rulesets themselves; who cites and who tests them is read from the files.
 * SPDX-License-Identifier: MIT
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grognard.h"

enum { LINE_BYTES = 4096, PLACE_BYTES = 160, CHECKS_MAX = 64 };

_Noreturn void gg_broken(const char *what, const char *file, int line)
{
    fprintf(stderr, "clauses: broken assertion at %s:%d: %s\n", file, line, what);
    abort();
}

/* ---- Growing lists of places. ---- */

typedef struct list {
    char **items;
    int count;
} list;

static void *grown(void *memory, size_t bytes)
{
    memory = realloc(memory, bytes);
    if (memory == NULL) {
        fprintf(stderr, "clauses: no memory\n");
        exit(2);
    }
    return memory;
}

static void add(list *to, const char *item)
{
    for (int i = 0; i < to->count; i++)
        if (strcmp(to->items[i], item) == 0) return;
    to->items = grown(to->items, (size_t)(to->count + 1) * sizeof *to->items);
    size_t bytes = strlen(item) + 1;
    to->items[to->count++] = memcpy(grown(NULL, bytes), item, bytes);
}

static void clear(list *it)
{
    for (int i = 0; i < it->count; i++) free(it->items[i]);
    free(it->items);
    *it = (list){0};
}

/* ---- What is found about one ruleset. ---- */

typedef struct use {
    list code, tests;
} use;

typedef struct survey {
    const gg_ruleset *rules;
    char prefix[16];        /* SQ */
    use *clauses;           /* one for each clause */
    list *refusals;         /* tests that name each reason */
    list *mods[CHECKS_MAX]; /* tests that name each row of each check */
    list *options;          /* tests that set each option */
    list bad_citations;
} survey;

static survey survey_of(const gg_ruleset *rules)
{
    survey s = {.rules = rules};
    const char *number = rules->clause_count > 1 ? rules->clauses[1].number : "";
    snprintf(s.prefix, sizeof s.prefix, "%.*s", (int)strcspn(number, "-"), number);
    s.clauses = calloc(rules->clause_count + 1u, sizeof *s.clauses);
    s.refusals = calloc(rules->reason_count + 1u, sizeof *s.refusals);
    s.options = calloc(rules->option_count + 1u, sizeof *s.options);
    bool good = s.clauses != NULL && s.refusals != NULL && s.options != NULL;
    for (int c = 0; c < rules->check_count && c < CHECKS_MAX && good; c++) {
        s.mods[c] = calloc(rules->checks[c]->mod_count + 1u, sizeof *s.mods[c]);
        good = s.mods[c] != NULL;
    }
    if (!good) exit(2);
    return s;
}

static int clause_numbered(const gg_ruleset *rules, const char *number)
{
    for (int c = 1; c < rules->clause_count; c++)
        if (strcmp(rules->clauses[c].number, number) == 0) return c;
    return 0;
}

/* ---- Citations: SQ-8.15 in words, SQ_8_15 in code. ---- */

/* SQ-8.15 as the compiler knows it. */
static void identifier_of(const char *number, char *out, size_t limit)
{
    snprintf(out, limit, "%s", number);
    for (char *c = out; *c != '\0'; c++)
        if (*c == '-' || *c == '.') *c = '_';
}

static int clause_with_identifier(const gg_ruleset *rules, const char *identifier)
{
    char wanted[64];
    for (int c = 1; c < rules->clause_count; c++) {
        identifier_of(rules->clauses[c].number, wanted, sizeof wanted);
        if (strcmp(wanted, identifier) == 0) return c;
    }
    return 0;
}

/* The citation at this place, without the full stop of its sentence; its length, or 0. */
static size_t citation_at(const char *text, const char *prefix, char *out, size_t limit)
{
    size_t head = strlen(prefix);
    if (strncmp(text, prefix, head) != 0 || (text[head] != '-' && text[head] != '_')) return 0;
    size_t length = head + 1;
    while (isalnum((unsigned char)text[length])
           || (text[length] == '.' && text[head] == '-' && isdigit((unsigned char)text[length + 1]))
           || (text[length] == '_' && text[head] == '_'))
        length++;
    if (length == head + 1 || length >= limit) return 0;
    memcpy(out, text, length);
    out[length] = '\0';
    return length;
}

/* Every citation of the line is entered; one in words that names no clause is a mistake.  One in
 * code is the compiler's business. */
static void find_citations(survey *s, const char *line, const char *place, bool in_test)
{
    bool is_row = strncmp(line + strspn(line, " "), "CLAUSE(", 7) == 0;
    for (const char *at = line; *at != '\0'; at++) {
        char cited[64];
        bool inside = at > line && (isalnum((unsigned char)at[-1]) || at[-1] == '_');
        size_t length = inside ? 0 : citation_at(at, s->prefix, cited, sizeof cited);
        if (length == 0) continue;
        bool in_words = cited[strlen(s->prefix)] == '-';
        int clause =
            in_words ? clause_numbered(s->rules, cited) : clause_with_identifier(s->rules, cited);
        if (clause == 0 && in_words) {
            char mistake[PLACE_BYTES + 80];
            snprintf(mistake, sizeof mistake, "%s cites %s", place, cited);
            add(&s->bad_citations, mistake);
        }
        if (clause != 0 && !is_row && !in_test) add(&s->clauses[clause].code, place);
        at += length - 1;
    }
}

/* ---- Tests. ---- */

static char *word_after(char *line, const char *command)
{
    line += strspn(line, " \t");
    size_t length = strlen(command);
    if (strncmp(line, command, length) != 0 || (line[length] != ' ' && line[length] != '\t'))
        return NULL;
    return line + length + strspn(line + length, " \t");
}

static void read_clauses_line(survey *s, char *rest, const char *test)
{
    for (char *word = strtok(rest, " \t\r\n"); word != NULL; word = strtok(NULL, " \t\r\n")) {
        int clause = clause_numbered(s->rules, word);
        if (clause != 0) add(&s->clauses[clause].tests, test);
    }
}

static void read_refuse_line(survey *s, char *rest, const char *test)
{
    char *colon = strstr(rest, " : ");
    if (colon == NULL) return;
    char *reason = strtok(colon + 3, " \t\r\n");
    for (int r = 1; reason != NULL && r < s->rules->reason_count; r++)
        if (strcmp(s->rules->reasons[r].id, reason) == 0) add(&s->refusals[r], test);
}

/* `roll attack A1>B1 rear +1, dice 5`: the check with the longest name that fits, then items. */
static void read_roll_line(survey *s, char *rest, const char *test)
{
    int best = -1;
    size_t best_length = 0;
    for (int c = 0; c < s->rules->check_count && c < CHECKS_MAX; c++) {
        size_t length = strlen(s->rules->checks[c]->name);
        bool fits = strncmp(rest, s->rules->checks[c]->name, length) == 0
                    && (isspace((unsigned char)rest[length]) || rest[length] == '\0');
        if (fits && length > best_length) {
            best = c;
            best_length = length;
        }
    }
    if (best < 0) return;
    const gg_check *check = s->rules->checks[best];
    for (char *word = strtok(rest + best_length, " ,\t\r\n"); word != NULL;
         word = strtok(NULL, " ,\t\r\n"))
        for (int m = 0; m < check->mod_count; m++)
            if (strcmp(check->mods[m].id, word) == 0) add(&s->mods[best][m], test);
}

static void read_options(survey *s, const char *line, const char *test)
{
    for (int o = 0; o < s->rules->option_count; o++) {
        char wanted[64];
        snprintf(wanted, sizeof wanted, "%s=", s->rules->options[o].name);
        const char *at = strstr(line, wanted);
        if (at != NULL && (at == line || at[-1] == ' ' || at[-1] == '\t'))
            add(&s->options[o], test);
    }
}

static void read_test_line(survey *s, char *line, const char *path, char *test)
{
    char *rest;
    if ((rest = word_after(line, "test")) != NULL)
        snprintf(test, PLACE_BYTES, "%s:%.*s", path, (int)strcspn(rest, " \t\r\n"), rest);
    if (line[strspn(line, " \t")] == '#') return;
    read_options(s, line, test);
    if ((rest = word_after(line, "clauses")) != NULL) read_clauses_line(s, rest, test);
    else if ((rest = word_after(line, "refuse")) != NULL) read_refuse_line(s, rest, test);
    else if ((rest = word_after(line, "roll")) != NULL) read_roll_line(s, rest, test);
}

/* ---- Files. ---- */

/* rules/squares/law/fight.c, wherever the tree lies. */
static const char *path_in_tree(const char *path)
{
    const char *found = path;
    for (const char *at = path; (at = strstr(at, "rules/")) != NULL; at++)
        if (at == path || at[-1] == '/') found = at;
    return found;
}

static void read_file(survey *s, const char *path)
{
    const char *shown = path_in_tree(path);
    size_t length = strlen(path);
    bool is_test =
        length > 4 && strcmp(path + length - 4, ".txt") == 0 && strstr(shown, "/tests/") != NULL;
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fprintf(stderr, "clauses: cannot read %s\n", path);
        exit(2);
    }
    char line[LINE_BYTES], test[PLACE_BYTES] = "", place[PLACE_BYTES];
    for (int number = 1; fgets(line, sizeof line, file) != NULL; number++) {
        snprintf(place, sizeof place, "%s:%d", shown, number);
        /* The name of a test is no citation: SQ-8.15b is the second one for SQ-8.15. */
        if (!is_test || word_after(line, "test") == NULL) find_citations(s, line, place, is_test);
        if (is_test) read_test_line(s, line, shown, test);
    }
    fclose(file);
}

/* Is the file in this ruleset's folder? */
static bool is_of(const gg_ruleset *rules, const char *path)
{
    char folder[64];
    snprintf(folder, sizeof folder, "rules/%s/", rules->name);
    return strncmp(path_in_tree(path), folder, strlen(folder)) == 0;
}

/* ---- The table. ---- */

static void print_table(const survey *s)
{
    const gg_ruleset *rules = s->rules;
    printf("%s\n", rules->title);
    printf("  %-10s %5s %5s %5s %5s  %s\n", "clause", "code", "mods", "refus", "tests", "title");
    for (int c = 1; c < rules->clause_count; c++) {
        int mods = 0, reasons = 0;
        for (int i = 0; i < rules->check_count; i++)
            for (int m = 0; m < rules->checks[i]->mod_count; m++)
                mods += rules->checks[i]->mods[m].clause == c;
        for (int r = 1; r < rules->reason_count; r++) reasons += rules->reasons[r].clause == c;
        printf("  %-10s %5d %5d %5d %5d  %s\n", rules->clauses[c].number, s->clauses[c].code.count,
               mods, reasons, s->clauses[c].tests.count, rules->clauses[c].title);
    }
    putchar('\n');
}

/* ---- The claims. ---- */

static int claims, claims_failed;

static void claim(const survey *s, const char *what, int all, const list *missing)
{
    claims++;
    claims_failed += missing->count > 0;
    printf("%s %d - %s: %s (%d)\n", missing->count > 0 ? "not ok" : "ok", claims, s->rules->name,
           what, all);
    for (int i = 0; i < missing->count; i++) printf("#   %s\n", missing->items[i]);
}

/* A row that two checks share is named when it is named for either. */
static bool mod_is_named(const survey *s, const gg_mod *wanted)
{
    for (int c = 0; c < s->rules->check_count; c++) {
        const gg_check *check = s->rules->checks[c];
        for (int m = 0; m < check->mod_count; m++)
            if (strcmp(check->mods[m].id, wanted->id) == 0
                && check->mods[m].clause == wanted->clause
                && strcmp(check->mods[m].text, wanted->text) == 0 && s->mods[c][m].count > 0)
                return true;
    }
    return false;
}

/* A number of 0 changes no roll, so no roll can name it. */
static bool is_zero(const gg_check *check, const gg_mod *mod)
{
    return check->numbers != NULL && check->numbers[mod->number].standard == 0;
}

static void check_clauses(const survey *s)
{
    list untested = {0}, uncited = {0};
    for (int c = 1; c < s->rules->clause_count; c++) {
        if (s->clauses[c].tests.count == 0) add(&untested, s->rules->clauses[c].number);
        if (s->clauses[c].code.count == 0) add(&uncited, s->rules->clauses[c].number);
    }
    claim(s, "every clause has a test", s->rules->clause_count - 1, &untested);
    claim(s, "every clause is cited by the code", s->rules->clause_count - 1, &uncited);
    claim(s, "every citation names a clause", s->bad_citations.count, &s->bad_citations);
    clear(&untested);
    clear(&uncited);
}

static void check_rows(const survey *s)
{
    const gg_ruleset *rules = s->rules;
    list mods = {0}, reasons = {0}, options = {0};
    int all = 0;
    for (int c = 0; c < rules->check_count; c++) {
        for (int m = 0; m < rules->checks[c]->mod_count; m++) {
            char name[PLACE_BYTES];
            all++;
            snprintf(name, sizeof name, "%s %s", rules->checks[c]->name,
                     rules->checks[c]->mods[m].id);
            if (!is_zero(rules->checks[c], &rules->checks[c]->mods[m])
                && !mod_is_named(s, &rules->checks[c]->mods[m]))
                add(&mods, name);
        }
    }
    for (int r = 1; r < rules->reason_count; r++)
        if (s->refusals[r].count == 0) add(&reasons, rules->reasons[r].id);
    for (int o = 0; o < rules->option_count; o++)
        if (s->options[o].count == 0) add(&options, rules->options[o].name);
    claim(s, "every modifier is named by a test", all, &mods);
    claim(s, "every refusal is named by a test", rules->reason_count - 1, &reasons);
    claim(s, "every option is set by a test", rules->option_count, &options);
    clear(&mods);
    clear(&reasons);
    clear(&options);
}

/* ---- The index and the page. ---- */

static void write_strings(FILE *out, const list *items, const char *kind, int ruleset, int clause)
{
    fprintf(out, "static const char *const %s_%d_%d[] = {", kind, ruleset, clause);
    for (int i = 0; i < items->count; i++) fprintf(out, "\n    \"%s\",", items->items[i]);
    fprintf(out, "%sNULL};\n", items->count > 0 ? "\n    " : "");
}

static bool write_index(const survey *surveys, int count, const char *path)
{
    FILE *out = fopen(path, "w");
    if (out == NULL) return false;
    fprintf(out, "/* Made by tools/clauses from the files below rules/. */\n#include "
                 "\"tools/clause_index.h\"\n\n"
                 "#include <stddef.h>\n\n");
    for (int r = 0; r < count; r++) {
        for (int c = 1; c < surveys[r].rules->clause_count; c++) {
            write_strings(out, &surveys[r].clauses[c].code, "code", r, c);
            write_strings(out, &surveys[r].clauses[c].tests, "tests", r, c);
        }
        fprintf(out, "static const clause_use uses_%d[] = {\n", r);
        for (int c = 1; c < surveys[r].rules->clause_count; c++)
            fprintf(out, "    {\"%s\", code_%d_%d, tests_%d_%d},\n",
                    surveys[r].rules->clauses[c].number, r, c, r, c);
        fprintf(out, "};\n\n");
    }
    fprintf(out, "const struct clause_index clause_indexes[] = {\n");
    for (int r = 0; r < count; r++)
        fprintf(out, "    {\"%s\", uses_%d, %d},\n", surveys[r].rules->name, r,
                surveys[r].rules->clause_count - 1);
    fprintf(out, "    {NULL, NULL, 0},\n};\n");
    return fclose(out) == 0;
}

static void print_escaped(const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '<') printf("&lt;");
        else if (*text == '>') printf("&gt;");
        else if (*text == '&') printf("&amp;");
        else putchar(*text);
    }
}

static void print_cell(const list *items)
{
    printf("<td>");
    for (int i = 0; i < items->count; i++) {
        if (i > 0) printf("<br>");
        print_escaped(items->items[i]);
    }
    printf("</td>");
}

static void print_html_row(const survey *s, int c)
{
    const gg_ruleset *rules = s->rules;
    list mods = {0}, reasons = {0};
    for (int i = 0; i < rules->check_count; i++) {
        for (int m = 0; m < rules->checks[i]->mod_count; m++) {
            char name[PLACE_BYTES];
            snprintf(name, sizeof name, "%s: %s %s", rules->checks[i]->name,
                     rules->checks[i]->mods[m].value, rules->checks[i]->mods[m].text);
            if (rules->checks[i]->mods[m].clause == c) add(&mods, name);
        }
    }
    for (int r = 1; r < rules->reason_count; r++)
        if (rules->reasons[r].clause == c) add(&reasons, rules->reasons[r].text);
    printf("<tr id=\"%s\"><th scope=\"row\">%s</th><td><b>", rules->clauses[c].number,
           rules->clauses[c].number);
    print_escaped(rules->clauses[c].title);
    printf("</b><br>");
    print_escaped(rules->clauses[c].gist);
    printf("</td>");
    print_cell(&s->clauses[c].code);
    print_cell(&mods);
    print_cell(&reasons);
    print_cell(&s->clauses[c].tests);
    printf("</tr>\n");
    clear(&mods);
    clear(&reasons);
}

static void print_html(const survey *surveys, int count)
{
    printf("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Clauses, code "
           "and tests</title>\n"
           "<style>body{font:14px/1.4 serif;margin:2em}table{border-collapse:collapse}"
           "td,th{border:1px solid #999;padding:.2em .5em;text-align:left;vertical-align:top}"
           "td{font-size:12px}</style>\n");
    for (int r = 0; r < count; r++) {
        printf("<h1>");
        print_escaped(surveys[r].rules->title);
        printf("</"
               "h1>\n<table><thead><tr><th>Clause<th>Gist<th>Code<th>Modifiers<th>Refusals<th>"
               "Tests</tr></thead>\n");
        for (int c = 1; c < surveys[r].rules->clause_count; c++) print_html_row(&surveys[r], c);
        printf("</table>\n");
    }
    printf("</html>\n");
}

int main(int count, char **args)
{
    const char *mode = count > 1 && strncmp(args[1], "--", 2) == 0 ? args[1] : "";
    bool is_index = strcmp(mode, "--index") == 0;
    int first = mode[0] == '\0' ? 1 : is_index ? 3 : 2;
    if (first >= count
        || (mode[0] != '\0' && !is_index && strcmp(mode, "--check") != 0
            && strcmp(mode, "--html") != 0)) {
        fprintf(stderr, "usage: clauses [--check | --html | --index OUT.c] FILE...\n");
        return 2;
    }
    static survey surveys[32]; /* kept to the end of the program, with all it holds */
    int rulesets = 0;
    for (; gg_rulesets[rulesets] != NULL && rulesets < 32; rulesets++) {
        surveys[rulesets] = survey_of(gg_rulesets[rulesets]);
        for (int i = first; i < count; i++)
            if (is_of(gg_rulesets[rulesets], args[i])) read_file(&surveys[rulesets], args[i]);
    }
    if (is_index) return write_index(surveys, rulesets, args[2]) ? 0 : 2;
    if (strcmp(mode, "--html") == 0) print_html(surveys, rulesets);
    for (int r = 0; r < rulesets && strcmp(mode, "--check") == 0; r++) {
        check_clauses(&surveys[r]);
        check_rows(&surveys[r]);
    }
    for (int r = 0; r < rulesets && mode[0] == '\0'; r++) print_table(&surveys[r]);
    if (claims > 0) printf("1..%d\n", claims);
    return claims_failed > 0 ? 1 : 0;
}
