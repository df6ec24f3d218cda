/*
 * store_rights.h - who may read the store's files: its owner.
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_STORE_RIGHTS_H
#define SERVER_STORE_RIGHTS_H

#include <stdbool.h>
#include <stddef.h>

/* A file that is not there is made, empty, for its owner alone (SQLite gives its -wal and -shm the
 * rights of the file).  From one that is there, the rights of strangers are taken away; a group's
 * stay: somebody gave them; a file that is no store is left as it is.  False, and a sentence, if
 * strangers could still read it. */
bool store_keep_private(const char *file, char *error, size_t error_limit);

#endif
