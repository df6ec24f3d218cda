/*
 * static.c - the files of the page.  See static.h.
 *
 * All of them lie in memory: they are few, and the loop never waits for a disk.  Each has a tag
 * made of its bytes, so a browser that has it is told so.  FILE.br is no file of its own but FILE
 * squeezed by the page's build, for browsers that take it.
 * SPDX-License-Identifier: MIT
 */
#include "server/static.h"

#include <dirent.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <zlib.h>

#include "grognard.h"

enum {
    FILES_MAX = 2048, /* those that were replaced included */
    FILE_MAX = 32 << 20,
    DEPTH_MAX = 6,
    TAG_BYTES = 12,
    SQUEEZE_LEAST = 512, /* smaller files are not worth it */
    SETTLE_SECONDS = 2,  /* a build that is going on is left alone */
    KEPT_SECONDS = 300,  /* a replaced file: an answer with it may still be on its way */
    COPY_SECONDS = 60,   /* who copies a folder copies FILE.br before or after FILE */
};

typedef struct {
    unsigned char *bytes; /* NULL: there are none */
    size_t count;
} packing;

typedef struct file {
    char path[NET_PATH_MAX]; /* as in the address, with its slash */
    const char *type;
    packing plain, gzip, brotli;
    char tag[2 * TAG_BYTES + 3];
    time_t replaced; /* 0: it is the present one */
} file;

struct pages {
    char folder[4096];
    file *files[FILES_MAX];
    int count;
    struct timespec changed; /* of the index */
};

static const struct {
    const char *end, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".wasm", "application/wasm"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".json", "application/json"},
    {".map", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".txt", "text/plain; charset=utf-8"},
    {".woff2", "font/woff2"},
};

static const char *type_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot != NULL && i < sizeof types / sizeof types[0]; i++)
        if (strcmp(dot, types[i].end) == 0) return types[i].type;
    return "application/octet-stream";
}

static void squeeze(file *f)
{
    z_stream stream = {0};
    if (f->plain.count < SQUEEZE_LEAST || strstr(f->type, "png") != NULL
        || strstr(f->type, "woff") != NULL)
        return;
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY)
        != Z_OK)
        return;
    const size_t limit = deflateBound(&stream, (uLong)f->plain.count);
    f->gzip.bytes = malloc(limit);
    stream.next_in = f->plain.bytes;
    stream.avail_in = (uInt)f->plain.count;
    stream.next_out = f->gzip.bytes;
    stream.avail_out = (uInt)limit;
    const bool done = f->gzip.bytes != NULL && deflate(&stream, Z_FINISH) == Z_STREAM_END;
    f->gzip.count = stream.total_out;
    deflateEnd(&stream);
    if (done && f->gzip.count < f->plain.count) return;
    free(f->gzip.bytes);
    f->gzip.bytes = NULL;
}

static void free_file(file *f)
{
    free(f->plain.bytes);
    free(f->gzip.bytes);
    free(f->brotli.bytes);
    free(f);
}

static packing read_bytes(const char *name, size_t count)
{
    packing b = {.bytes = malloc(count + 1), .count = count};
    FILE *in = fopen(name, "rb");
    const bool read = b.bytes != NULL && in != NULL && fread(b.bytes, 1, count, in) == count;
    if (in != NULL) fclose(in);
    if (read) return b;
    free(b.bytes);
    return (packing){0};
}

static bool is_brotli(const char *name)
{
    const size_t length = strlen(name);
    return length > 3 && strcmp(name + length - 3, ".br") == 0;
}

/* What is older than its file is of another build. */
static void read_brotli(file *f, const char *name, const struct stat *about)
{
    char squeezed[4096 + 2 * NET_PATH_MAX + 4];
    struct stat found;
    snprintf(squeezed, sizeof squeezed, "%s.br", name);
    if (lstat(squeezed, &found) != 0 || !S_ISREG(found.st_mode) || found.st_size >= about->st_size
        || found.st_mtime + COPY_SECONDS < about->st_mtime)
        return;
    f->brotli = read_bytes(squeezed, (size_t)found.st_size);
}

static file *read_file(const char *name, const char *path, const struct stat *about)
{
    file *f = calloc(1, sizeof *f);
    if (f == NULL) return NULL;
    f->plain = read_bytes(name, (size_t)about->st_size);
    if (f->plain.bytes == NULL) {
        free_file(f);
        return NULL;
    }
    uint8_t hash[crypto_generichash_BYTES_MIN];
    crypto_generichash(hash, sizeof hash, f->plain.bytes, f->plain.count, NULL, 0);
    f->tag[0] = '"';
    sodium_bin2hex(f->tag + 1, sizeof f->tag - 1, hash, TAG_BYTES);
    strcat(f->tag, "\"");
    snprintf(f->path, sizeof f->path, "%s", path);
    f->type = type_of(path);
    squeeze(f);
    read_brotli(f, name, about);
    return f;
}

/* A link may lead to another place in the folder, never out of it. */
static bool is_within(const pages *p, const char *name)
{
    char *folder = realpath(p->folder, NULL), *real = realpath(name, NULL);
    const size_t length = folder == NULL ? 0 : strlen(folder);
    const bool within = folder != NULL && real != NULL && strncmp(real, folder, length) == 0
                        && (real[length] == '/' || folder[length - 1] == '/');
    free(folder);
    free(real);
    return within;
}

static void read_folder(pages *p, const char *path, int depth)
{
    char name[4096 + 2 * NET_PATH_MAX], below[2 * NET_PATH_MAX];
    snprintf(name, sizeof name, "%s%s", p->folder, path);
    DIR *folder = opendir(name);
    if (folder == NULL) return;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        struct stat about;
        if (entry->d_name[0] == '.' || is_brotli(entry->d_name)) continue;
        if (snprintf(below, sizeof below, "%s/%s", path, entry->d_name) >= NET_PATH_MAX) continue;
        snprintf(name, sizeof name, "%s%s", p->folder, below);
        if (stat(name, &about) != 0 || !is_within(p, name)) continue;
        if (S_ISDIR(about.st_mode) && depth < DEPTH_MAX) read_folder(p, below, depth + 1);
        if (!S_ISREG(about.st_mode) || about.st_size > FILE_MAX || p->count == FILES_MAX) continue;
        file *f = read_file(name, below, &about);
        if (f != NULL) p->files[p->count++] = f;
    }
    closedir(folder);
}

static struct timespec index_time(const pages *p)
{
    char name[4200];
    struct stat about;
    snprintf(name, sizeof name, "%s/index.html", p->folder);
    return stat(name, &about) == 0 ? about.st_mtim : (struct timespec){0};
}

pages *pages_open(const char *folder)
{
    pages *p = calloc(1, sizeof *p);
    if (p == NULL) return NULL;
    snprintf(p->folder, sizeof p->folder, "%s", folder);
    p->changed = index_time(p);
    read_folder(p, "", 0);
    return p;
}

void pages_free(pages *p)
{
    for (int i = 0; i < p->count; i++) free_file(p->files[i]);
    free(p);
}

void pages_refresh(pages *p)
{
    const struct timespec index = index_time(p);
    const time_t now = time(NULL);
    const bool same = index.tv_sec == p->changed.tv_sec && index.tv_nsec == p->changed.tv_nsec;
    if (same || (index.tv_sec <= now && now - index.tv_sec < SETTLE_SECONDS)) return;
    p->changed = index;
    int kept = 0;
    for (int i = 0; i < p->count; i++) {
        file *f = p->files[i];
        if (f->replaced != 0 && now - f->replaced > KEPT_SECONDS) {
            free_file(f);
            continue;
        }
        if (f->replaced == 0) f->replaced = now;
        p->files[kept++] = f;
    }
    p->count = kept;
    read_folder(p, "", 0);
}

static const file *find_file(const pages *p, const char *path)
{
    for (int i = 0; i < p->count; i++)
        if (p->files[i]->replaced == 0 && strcmp(p->files[i]->path, path) == 0) return p->files[i];
    return NULL;
}

/* Addresses that the page itself reads: docs/http.md. */
static bool is_of_the_page(const char *path)
{
    static const char *const begins[] = {"/game/", "/join/", "/@/", "/play/", "/learn/"};
    if (strcmp(path, "/") == 0 || strcmp(path, "/next") == 0 || strcmp(path, "/recover") == 0)
        return true;
    if (strchr(path, '.') != NULL) return false;
    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++)
        if (strncmp(path, begins[i], strlen(begins[i])) == 0) return true;
    return false;
}

static void answer_with(net *n, net_id id, const net_request *request, const file *f)
{
    char headers[256];
    const char *encoding = "";
    const packing *sent = &f->plain;
    if (request->takes_brotli && f->brotli.bytes != NULL) {
        encoding = "Content-Encoding: br\r\n";
        sent = &f->brotli;
    } else if (request->takes_gzip && f->gzip.bytes != NULL) {
        encoding = "Content-Encoding: gzip\r\n";
        sent = &f->gzip;
    }
    snprintf(headers, sizeof headers,
             "ETag: %s\r\nCache-Control: no-cache\r\nVary: Accept-Encoding\r\n%s", f->tag,
             encoding);
    const bool known =
        strstr(request->if_none_match, f->tag) != NULL || strcmp(request->if_none_match, "*") == 0;
    net_reply(n, id,
              &(net_answer){.status = known ? 304 : 200,
                            .type = f->type,
                            .headers = headers,
                            .body = sent->bytes,
                            .count = known ? 0 : sent->count,
                            .lasting = true});
}

void pages_refuse(net *n, net_id id, int status, const char *title, const char *words)
{
    char body[1024];
    const int count = snprintf(body, sizeof body,
                               "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">"
                               "<meta name=\"viewport\" content=\"width=device-width\">"
                               "<title>%s</title><h1>%s</h1><p>%s</p></html>\n",
                               title, title, words);
    net_reply(n, id,
              &(net_answer){
                  .status = status,
                  .type = "text/html; charset=utf-8",
                  .headers = status == 429 ? "Retry-After: 5\r\nCache-Control: no-store\r\n" : NULL,
                  .body = body,
                  .count = (size_t)count});
}

/* The page reads its own addresses, from behind the # of "/": so its files need no paths, and what
 * stands behind the # here, a token, is carried over by the browser and never sent. */
static void send_to_page(net *n, net_id id, const char *path)
{
    char headers[NET_PATH_MAX + 64];
    snprintf(headers, sizeof headers, "Location: /?at=%s\r\nCache-Control: no-store\r\n", path);
    net_reply(n, id,
              &(net_answer){.status = 302, .type = "text/plain", .headers = headers, .body = ""});
}

static bool is_plain(const char *path)
{
    return strspn(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-@/")
           == strlen(path);
}

bool pages_has(const pages *p, const char *path)
{
    return is_of_the_page(path) || find_file(p, path) != NULL;
}

void pages_answer(const pages *p, net *n, net_id id, const net_request *request)
{
    const file *f = find_file(p, request->path);
    const bool page = f == NULL && is_of_the_page(request->path) && is_plain(request->path);
    if (page) f = find_file(p, "/index.html");
    if (f != NULL && strcmp(request->path, "/") != 0 && page) send_to_page(n, id, request->path);
    else if (f != NULL) answer_with(n, id, request, f);
    else if (page)
        pages_refuse(n, id, 200, "grognard",
                     "The server runs, but its page is not built: <code>make static</code> builds"
                     " it, and this server finds it by itself. The <a href=\"/api/rules\">protocol"
                     "</a> works without it.");
    else pages_refuse(n, id, 404, "Not found", "There is nothing at this address.");
}
