/*
 * json-lines.c - is standard input one JSON object per line, at least one line, with these keys in
 * each object?   json-lines [KEY]...
 * SPDX-License-Identifier: MIT
 */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

int main(int count, char **args)
{
    static char line[1 << 22];
    int number = 0;
    while (fgets(line, sizeof line, stdin) != NULL) {
        json_error_t error;
        number++;
        if (strchr(line, '\n') == NULL) {
            printf("line %d does not end\n", number);
            return 1;
        }
        json_t *object = json_loads(line, JSON_REJECT_DUPLICATES, &error);
        if (!json_is_object(object)) {
            printf("line %d is no object: %s\n", number, error.text);
            return 1;
        }
        for (int i = 1; i < count; i++) {
            if (json_object_get(object, args[i]) == NULL) {
                printf("line %d has no %s: %.200s", number, args[i], line);
                return 1;
            }
        }
        json_decref(object);
    }
    if (number == 0) printf("there is no line\n");
    return number == 0 ? 1 : 0;
}
