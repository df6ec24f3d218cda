/*
 * embed.c - turns scenario files into a C file, so that the rules need to open none.
 *
 *     embed PREFIX OUT.c FILE...
 *
 * Each file opens with lines `title`, `size`, `length` and `about` (which may come several times)
 * and goes on with the position, from the line `position` to the end.  The scenario is called as
 * the file without its directory and `.grog`, and stands in the order of the command line.
 * SPDX-License-Identifier: MIT
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_BYTES_MAX = 65536, WORDS_MAX = 1024 };

typedef struct scenario {
    char title[WORDS_MAX], size[WORDS_MAX], length[WORDS_MAX], about[WORDS_MAX];
    const char *position;
} scenario;

static _Noreturn void fail(const char *file, const char *why)
{
    fprintf(stderr, "embed: %s: %s\n", file, why);
    exit(2);
}

static char *read_whole(const char *path, char *bytes)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) fail(path, "cannot be opened");
    size_t count = fread(bytes, 1, FILE_BYTES_MAX, file);
    bool bad = ferror(file) != 0;
    fclose(file);
    if (bad) fail(path, "cannot be read");
    if (count == FILE_BYTES_MAX) fail(path, "is too long for a scenario");
    if (memchr(bytes, '\0', count) != NULL) fail(path, "is not a text");
    bytes[count] = '\0';
    return bytes;
}

/* Adds the rest of a line to what is there, with a blank between. */
static void add_words(const char *path, char *words, const char *text, size_t length)
{
    size_t before = strlen(words);
    if (before + length + 2 > WORDS_MAX) fail(path, "has a line that is too long");
    if (before > 0) words[before++] = ' ';
    memcpy(words + before, text, length);
    words[before + length] = '\0';
}

/* The value of a line `word value`, or NULL if it begins otherwise. */
static const char *value_of(const char *line, const char *word)
{
    size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && line[length] == ' ' ? line + length + 1 : NULL;
}

static void read_scenario(const char *path, char *bytes, scenario *out)
{
    struct {
        const char *word;
        char *words;
    } fields[] = {
        {"title", out->title},
        {"size", out->size},
        {"length", out->length},
        {"about", out->about},
    };
    enum { FIELDS = sizeof fields / sizeof fields[0] };
    memset(out, 0, sizeof *out);
    for (const char *line = read_whole(path, bytes); *line != '\0';) {
        if (value_of(line, "position") != NULL) {
            out->position = line;
            break;
        }
        const char *end = line + strcspn(line, "\n"), *value = NULL;
        for (int i = 0; i < FIELDS && value == NULL; i++) {
            value = value_of(line, fields[i].word);
            if (value != NULL) add_words(path, fields[i].words, value, (size_t)(end - value));
        }
        if (value == NULL && end > line && *line != '#')
            fail(path, "has a line before the position that is not title, size, length or about");
        line = *end == '\0' ? end : end + 1;
    }
    for (int i = 0; i < FIELDS; i++)
        if (fields[i].words[0] == '\0') fail(path, "lacks its title, size, length or about");
    if (out->position == NULL) fail(path, "lacks its position");
}

/* As C strings, one for each line: a long one would pass what compilers must take. */
static void put_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\') fprintf(out, "\\%c", *text);
        else if (*text == '\n') fputs(text[1] == '\0' ? "\\n" : "\\n\"\n        \"", out);
        else if ((unsigned char)*text < ' ') fprintf(out, "\\%03o", (unsigned)*text);
        else fputc(*text, out);
    }
    fputc('"', out);
}

static void put_field(FILE *out, const char *name, const char *text)
{
    fprintf(out, "        .%s = ", name);
    put_string(out, text);
    fputs(",\n", out);
}

static void put_scenario(FILE *out, const char *path, const scenario *it)
{
    char name[WORDS_MAX];
    const char *slash = strrchr(path, '/'), *file = slash == NULL ? path : slash + 1;
    size_t length = strlen(file), ending = strlen(".grog");
    if (length <= ending || length >= WORDS_MAX || strcmp(file + length - ending, ".grog") != 0)
        fail(path, "is not called NAME.grog");
    memcpy(name, file, length - ending);
    name[length - ending] = '\0';
    fputs("    {\n", out);
    put_field(out, "name", name);
    put_field(out, "title", it->title);
    put_field(out, "size", it->size);
    put_field(out, "length", it->length);
    put_field(out, "text", it->about);
    put_field(out, "position", it->position);
    fputs("    },\n", out);
}

int main(int count, char **words)
{
    static char bytes[FILE_BYTES_MAX + 1];
    static scenario it;
    if (count < 4) {
        fputs("usage: embed PREFIX OUT.c FILE...\n", stderr);
        return 2;
    }
    const char *prefix = words[1], *path = words[2];
    FILE *out = fopen(path, "w");
    if (out == NULL) fail(path, "cannot be written");
    fprintf(out,
            "/* Made by tools/embed.c from the scenario files; not to be edited. */\n"
            "#include \"grognard.h\"\n\nextern const gg_scenario %s_scenarios[];\n"
            "extern const uint16_t %s_scenario_count;\n\n"
            "const gg_scenario %s_scenarios[] = {\n",
            prefix, prefix, prefix);
    for (int i = 3; i < count; i++) {
        read_scenario(words[i], bytes, &it);
        put_scenario(out, words[i], &it);
    }
    fprintf(out, "};\nconst uint16_t %s_scenario_count = %d;\n", prefix, count - 3);
    if (fclose(out) != 0) fail(path, "cannot be written");
    return 0;
}
