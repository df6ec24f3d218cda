/*
 * main.c - feeds files to a fuzz target:   fuzz_NAME FILE_OR_FOLDER...     (one TAP line)
 * SPDX-License-Identifier: MIT
 */
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { FILE_MAX = 1 << 20, PATH_BYTES = 1024 };

static int files;

static void feed_file(const char *path)
{
    static uint8_t bytes[FILE_MAX];
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(2);
    }
    size_t count = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    uint8_t *exact = malloc(count > 0 ? count : 1); /* so that sanitizers see the end */
    if (exact == NULL) exit(2);
    for (size_t i = 0; i < count; i++) exact[i] = bytes[i];
    fprintf(stderr, "%s\n", path);
    LLVMFuzzerTestOneInput(exact, count);
    free(exact);
    files++;
}

static void feed(const char *path)
{
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISDIR(about.st_mode)) {
        feed_file(path);
        return;
    }
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        char inside[PATH_BYTES];
        if (entry->d_name[0] == '.') continue;
        snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name);
        feed(inside);
    }
    if (folder != NULL) closedir(folder);
}

int main(int count, char **args)
{
    for (int i = 1; i < count; i++) feed(args[i]);
    if (files == 0) printf("not ok 1 - there are files to feed\n");
    else printf("ok 1 - %d files were fed and nothing broke\n", files);
    printf("1..1\n");
    return files == 0;
}
