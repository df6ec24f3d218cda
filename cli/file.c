/*
 * file.c - reading whole files of a sane size, and writing files that are never half there.
 * SPDX-License-Identifier: MIT
 */
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

void *cli_memory(size_t bytes)
{
    void *memory = calloc(1, bytes > 0 ? bytes : 1);
    if (memory != NULL) return memory;
    fputs("grognard: there is not enough memory.\n", stderr);
    exit(CLI_MISUSE);
}

gg_text cli_text(uint32_t limit) { return gg_text_over(cli_memory(limit), limit); }

/* ---- Reading. ---- */

static int read_all(FILE *file, const char *name, char **text)
{
    char *bytes = cli_memory(GG_FILE_BYTES_MAX + 2);
    const size_t count = fread(bytes, 1, GG_FILE_BYTES_MAX + 1, file);
    gg_complaint complaint;
    int code = CLI_GO_ON;
    if (ferror(file)) code = cli_misuse("%s cannot be read: %s.", name, strerror(errno));
    else if (!gg_load_text(name, bytes, count, &complaint)) code = cli_complain(NULL, &complaint);
    if (code == CLI_GO_ON) *text = bytes;
    else free(bytes);
    return code;
}

int cli_read_file(const char *name, char **text)
{
    if (strcmp(name, "-") == 0) return read_all(stdin, "standard input", text);
    if (name[0] == 0) return cli_misuse("the name of a file is empty.");
    FILE *file = fopen(name, "rb");
    if (file == NULL) return cli_misuse("%s cannot be opened: %s.", name, strerror(errno));
    int code = read_all(file, name, text);
    fclose(file);
    return code;
}

/* ---- Writing. ---- */

static bool write_bytes(int file, const char *bytes, size_t count)
{
    while (count > 0) {
        const ssize_t done = write(file, bytes, count);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) return false;
        bytes += done;
        count -= (size_t)done;
    }
    return true;
}

/* Pipes and devices have no halves to protect, and renaming over them would destroy them. */
static int write_straight(const char *name, const char *bytes, size_t count)
{
    const int file = open(name, O_WRONLY);
    if (file < 0) return cli_misuse("%s cannot be opened for writing: %s.", name, strerror(errno));
    const bool good = write_bytes(file, bytes, count);
    const int trouble = errno;
    if (close(file) == 0 && good) return CLI_GO_ON;
    return cli_misuse("%s cannot be written: %s.", name, strerror(good ? errno : trouble));
}

/* The name itself is only safe when its folder is on the disk. */
static void sync_folder(const char *name)
{
    char *folder = strdup(name), *slash = folder != NULL ? strrchr(folder, '/') : NULL;
    if (slash != NULL) slash[slash == folder] = 0;
    const int file = open(slash != NULL ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file >= 0) {
        fsync(file);
        close(file);
    }
    free(folder);
}

/* `held` gets the new file, open and locked, if it is wanted. */
static int write_and_rename(const char *name, const char *bytes, size_t count, mode_t mode,
                            int *held)
{
    char *beside = cli_memory(strlen(name) + 16);
    sprintf(beside, "%s.XXXXXX" CLI_PART, name);
    const int file = mkstemps(beside, (int)strlen(CLI_PART));
    if (file < 0) {
        free(beside);
        return cli_misuse("%s cannot be written: %s.", name, strerror(errno));
    }
    bool good = fchmod(file, mode) == 0 && write_bytes(file, bytes, count) && fsync(file) == 0;
    int trouble = errno;
    if (held != NULL) flock(file, LOCK_EX | LOCK_NB); /* nobody else knows it yet */
    if (held == NULL && close(file) != 0 && good) good = false, trouble = errno;
    if (good && rename(beside, name) != 0) good = false, trouble = errno;
    if (good) sync_folder(name);
    if (!good) unlink(beside);
    if (!good && held != NULL) close(file);
    if (good && held != NULL) *held = file;
    free(beside);
    return good ? CLI_GO_ON : cli_misuse("%s cannot be written: %s.", name, strerror(trouble));
}

/* A file that is there keeps its mode, a new one has what the user's mask leaves. */
static mode_t usual_mode(bool there, const struct stat *about)
{
    if (there) return about->st_mode & 0777;
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

int cli_replace_file(const char *name, const char *bytes, size_t count, int mode, int *held)
{
    struct stat about;
    const bool there = stat(name, &about) == 0;
    if (name[0] == 0) return cli_misuse("the name of a file is empty.");
    if (there && S_ISDIR(about.st_mode)) return cli_misuse("%s is a folder, not a file.", name);
    if (there && !S_ISREG(about.st_mode)) return write_straight(name, bytes, count);
    char *real = there ? realpath(name, NULL) : NULL; /* a link stays, what it points to changes */
    const int code = write_and_rename(real != NULL ? real : name, bytes, count,
                                      mode >= 0 ? (mode_t)mode : usual_mode(there, &about), held);
    free(real);
    return code;
}

int cli_write_file(const char *name, const char *bytes, size_t count)
{
    if (strcmp(name, "-") != 0) return cli_replace_file(name, bytes, count, -1, NULL);
    fwrite(bytes, 1, count, stdout);
    return CLI_GO_ON;
}

bool cli_would_overwrite(const char *name)
{
    struct stat about;
    return stat(name, &about) == 0 && S_ISREG(about.st_mode);
}

int cli_finish_output(int code)
{
    const bool good = fflush(stdout) == 0 && !ferror(stdout);
    if (good || code != CLI_YES) return code;
    return cli_misuse("the output could not be written: %s.", strerror(errno));
}
