/*
 * serve.c - `grognard serve`: the page and the game server.
 * SPDX-License-Identifier: MIT
 */
#include "server/serve.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli.h"
#include "core/numbers.h"

enum { TOKEN_LEAST = 16, TOKEN_MAX = 64, NAME_MAX_BYTES = 4096, PORT = 1805 };

static const char *said_host = "localhost"; /* for say_ready() */

static bool opens_page; /* --open, for say_ready() */

/* Opens the page in the user's browser, in a process that is nobody's child. */
static void open_page(const char *address)
{
    const pid_t child = fork();
    if (child == 0) {
        if (fork() == 0) execlp("xdg-open", "xdg-open", address, (char *)NULL);
        _exit(0);
    }
    if (child > 0) waitpid(child, NULL, 0);
}

/* Who listens everywhere should know it: others of the same network can come in. */
static void say_ready(int port)
{
    static const char *const local[] = {"localhost", "127.0.0.1", "::1", "[::1]"};
    static const char *const all[] = {"*", "0.0.0.0", "::", "[::]"};
    bool here = false, everywhere = false;
    for (size_t i = 0; i < sizeof local / sizeof local[0]; i++) {
        here = here || strcmp(said_host, local[i]) == 0;
        everywhere = everywhere || strcmp(said_host, all[i]) == 0;
    }
    const bool bare = !here && !everywhere && strchr(said_host, ':') != NULL && said_host[0] != '[';
    const char *host = here || everywhere ? "localhost" : said_host;
    printf("grognard: http://%s%s%s:%d/ (Ctrl-C stops it)%s\n", bare ? "[" : "", host,
           bare ? "]" : "", port,
           everywhere ? ": for all who can reach this machine, at its own addresses" : "");
    fflush(stdout);
    if (!opens_page) return;
    char address[NAME_MAX_BYTES];
    snprintf(address, sizeof address, "http://%s%s%s:%d/", bare ? "[" : "", host, bare ? "]" : "",
             port);
    open_page(address);
}

/* The page: `static` beside the program where it was built, share/grognard/page where it is
 * installed, below any prefix. */
static void own_folder(char *out, size_t limit)
{
    char name[NAME_MAX_BYTES];
    const ssize_t count = readlink("/proc/self/exe", name, sizeof name - 1);
    name[count > 0 ? count : 0] = '\0';
    char *slash = strrchr(name, '/');
    if (slash != NULL) *slash = '\0';
    const char *here = slash == NULL ? "." : name;
    snprintf(out, limit, "%s/static", here);
    if (access(out, F_OK) != 0) snprintf(out, limit, "%s/../share/grognard/page", here);
}

static bool make_folders(char *name)
{
    for (char *at = strchr(name + 1, '/');; at = strchr(at + 1, '/')) {
        if (at != NULL) *at = '\0';
        const bool made = mkdir(name, 0700) == 0 || errno == EEXIST;
        if (at != NULL) *at = '/';
        if (!made || at == NULL) return made;
    }
}

/* Where a person's data lives, unless told otherwise. */
static int own_store(char *out, size_t limit)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    char folder[NAME_MAX_BYTES];
    if (data != NULL && data[0] == '/') snprintf(folder, sizeof folder, "%s/grognard", data);
    else if (home != NULL && home[0] == '/')
        snprintf(folder, sizeof folder, "%s/.local/share/grognard", home);
    else return cli_misuse("there is no home folder for the games; say --store sqlite:FILE.");
    if (!make_folders(folder)) return cli_misuse("%s: %s.", folder, strerror(errno));
    snprintf(out, limit, "sqlite:%s/games.db", folder);
    return CLI_GO_ON;
}

typedef struct number {
    const char *flag, *text;
    uint32_t standard, least, most;
    uint32_t value;
} number;

/* Half a setting would be found out only when the first mail does not come. */
static int judge_mail(const char *url, const char *smtp, const char *ca, const char *from)
{
    if (url != NULL
        && ((strncmp(url, "https://", 8) != 0 && strncmp(url, "http://", 7) != 0)
            || url[strlen(url) - 1] == '/' || strlen(url) > 200 || strpbrk(url, " \"<>?#") != NULL))
        return cli_misuse("--public-url is https://HOST or http://HOST, without a / at its end.");
    if (smtp != NULL && strncmp(smtp, "smtp://", 7) != 0 && strncmp(smtp, "smtps://", 8) != 0)
        return cli_misuse("--smtp begins with smtp:// or smtps://.");
    if (smtp != NULL && (from == NULL || url == NULL))
        return cli_misuse("--smtp needs --mail-from and --public-url too.");
    if (ca != NULL && (smtp == NULL || access(ca, R_OK) != 0))
        return cli_misuse("--smtp-ca is a file of certificates that can be read, for --smtp.");
    if (from != NULL && (strchr(from, '@') == NULL || strpbrk(from, " <>\r\n") != NULL))
        return cli_misuse("--mail-from is a mail address.");
    return CLI_GO_ON;
}

enum {
    PORT_AT,
    GAMES,
    CONNECTIONS,
    PER_ADDRESS,
    RATE,
    CREATIONS,
    ANSWERS,
    THINKERS,
    DELAY,
    BACKUP_EVERY,
    BACKUP_KEEP,
    SEED,
    NUMBERS
};

static number numbers[NUMBERS] = {
    [PORT_AT] = {"--port", NULL, PORT, 0, 65535, 0},
    [GAMES] = {"--games", NULL, 2000, 1, 1000000, 0},
    [CONNECTIONS] = {"--connections", NULL, 8000, 1, 100000, 0},
    [PER_ADDRESS] = {"--per-address", NULL, 128, 1, 100000, 0},
    [RATE] = {"--rate", NULL, 50, 0, 1000000, 0},
    [CREATIONS] = {"--creations", NULL, 60, 0, 1000000, 0},
    [ANSWERS] = {"--answers", NULL, 256, 32, 1000000, 0},
    [THINKERS] = {"--thinkers", NULL, 1, 1, 8, 0},
    [DELAY] = {"--notify-delay", NULL, 60, 0, 86400, 0},
    [BACKUP_EVERY] = {"--backup-every", NULL, 24, 1, 8760, 0},
    [BACKUP_KEEP] = {"--backup-keep", NULL, 14, 0, 4000, 0},
    [SEED] = {"--seed", NULL, 0, 0, 4000000000u, 0},
};

static int read_numbers(bool for_tests)
{
    for (int i = 0; i < NUMBERS; i++) {
        uint64_t value = numbers[i].standard;
        if (numbers[i].text != NULL
            && (!cli_read_number(numbers[i].text, &value) || value < numbers[i].least
                || value > numbers[i].most))
            return cli_misuse("%s needs a whole number from %u to %u, not \"%.40s\".",
                              numbers[i].flag, numbers[i].least, numbers[i].most, numbers[i].text);
        numbers[i].value = (uint32_t)value;
    }
    if (numbers[SEED].value != 0 && !for_tests)
        return cli_misuse("--seed makes dice that everybody can foresee: only with --for-tests.");
    return CLI_GO_ON;
}

static void take_numbers(serve_options *o)
{
    o->port = (int)numbers[PORT_AT].value;
    o->games = numbers[GAMES].value;
    o->connections = numbers[CONNECTIONS].value;
    o->per_address = numbers[PER_ADDRESS].value;
    o->rate = numbers[RATE].value;
    o->creations = numbers[CREATIONS].value;
    o->answers = numbers[ANSWERS].value;
    o->thinkers = numbers[THINKERS].value;
    o->notify_delay = numbers[DELAY].value;
    o->backup_hours = numbers[BACKUP_EVERY].value;
    o->backup_keep = numbers[BACKUP_KEEP].value;
    o->seed = numbers[SEED].value;
}

/* A line of its own file, or of the environment: not of the command line, which everybody sees. */
static int read_token(const char *file, serve_options *o)
{
    static char line[TOKEN_MAX + 2];
    const char *said = getenv("GROGNARD_METRICS_TOKEN");
    if (file == NULL && said == NULL) return CLI_GO_ON;
    FILE *from = file == NULL ? NULL : fopen(file, "r");
    if (file != NULL && from == NULL) return cli_misuse("%s: %s.", file, strerror(errno));
    if (from == NULL) snprintf(line, sizeof line, "%s", said);
    else if (fgets(line, sizeof line, from) == NULL) line[0] = '\0';
    if (from != NULL) fclose(from);
    line[strcspn(line, "\r\n")] = '\0';
    if (strlen(line) < TOKEN_LEAST || strlen(line) > TOKEN_MAX || strchr(line, ' ') != NULL)
        return cli_misuse("a token for /metrics has %d to %d characters and no blank.", TOKEN_LEAST,
                          TOKEN_MAX);
    o->metrics_token = line;
    return CLI_GO_ON;
}

/* `tables GAME` stands at the head of the file, so it says itself which game it is for. */
static const gg_ruleset *game_of_tables(const char *text)
{
    gg_scan scan = gg_scan_over(text);
    char name[64];
    gg_complaint complaint;
    if (!gg_scan_next_line(&scan) || !gg_scan_is(&scan, "tables")) return NULL;
    gg_scan_spaces(&scan);
    return gg_scan_word(&scan, name, sizeof name) ? gg_find_rules(name, &complaint) : NULL;
}

static int read_tables(const cli_list *files, serve_tables *out)
{
    static int16_t houses[SERVE_TABLES_MAX][GG_NUMBERS_MAX]; /* as long as the server runs */
    for (int i = 0; i < files->count; i++) {
        char *text = NULL;
        int code = cli_read_file(files->items[i], &text);
        if (code != CLI_GO_ON) return code;
        const gg_ruleset *rules = game_of_tables(text);
        free(text);
        if (rules == NULL)
            return cli_misuse("%s does not begin with `tables GAME`, as `grognard tables` prints"
                              " it.",
                              files->items[i]);
        for (int j = 0; j < out->count; j++)
            if (strcmp(out->games[j], rules->name) == 0)
                return cli_misuse("--tables came twice for %s.", rules->name);
        if (out->count == SERVE_TABLES_MAX) return cli_misuse("--tables came too often.");
        code = cli_read_tables(rules, files->items[i], houses[out->count]);
        if (code != CLI_GO_ON) return code;
        out->games[out->count] = rules->name;
        out->houses[out->count] = houses[out->count];
        out->count++;
    }
    return CLI_GO_ON;
}

/* What was not said. */
static int fill_in(serve_options *o)
{
    static char where[NAME_MAX_BYTES + 64], pages[NAME_MAX_BYTES + 64];
    if (o->smtp == NULL) o->smtp = getenv("GROGNARD_SMTP");
    if (o->host == NULL) o->host = said_host;
    said_host = o->host;
    int code = judge_mail(o->public_url, o->smtp, o->smtp_ca, o->mail_from);
    if (code == CLI_GO_ON && o->store == NULL) {
        code = own_store(where, sizeof where);
        o->store = where;
    }
    own_folder(pages, sizeof pages);
    if (o->folder == NULL) o->folder = pages;
    return code;
}

typedef struct switches { /* flags without a value; NULL: not said */
    const char *open, *proxy, *private_webhooks, *for_tests, *restored;
} switches;

static void take_switches(serve_options *o, const switches *said)
{
    opens_page = said->open != NULL;
    o->behind_proxy = said->proxy != NULL;
    o->private_webhooks = said->private_webhooks != NULL;
    o->for_tests = said->for_tests != NULL;
    o->restored = said->restored != NULL;
}

static int read_values(const char *token_file, const cli_list *tables, serve_options *o)
{
    int code = read_numbers(o->for_tests);
    if (code == CLI_GO_ON) code = read_token(token_file, o);
    if (code == CLI_GO_ON) code = fill_in(o);
    if (code == CLI_GO_ON) code = read_tables(tables, &o->tables);
    if (code == CLI_GO_ON) take_numbers(o);
    return code;
}

int cli_serve(int argc, char **argv)
{
    serve_options o = {.ready = say_ready};
    switches said = {0};
    const char *token_file = NULL;
    cli_list tables = {0};
    const cli_flag flags[] = {
        {"--port", "N", "the port; 0 takes a free one (default 1805)", &numbers[PORT_AT].text,
         NULL},
        {"--host", "HOST",
         "an address, a name, or * for every address (default localhost: this machine only)",
         &o.host, NULL},
        {"--store", "WHERE", "sqlite:FILE (default: in your data folder)", &o.store, NULL},
        {"--static", "FOLDER", "the page (default: the one that came with this program)", &o.folder,
         NULL},
        {"--open", NULL, "opens the page in your browser (needs xdg-open)", &said.open, NULL},
        {"--behind-proxy", NULL, "believe X-Forwarded-For: only behind a proxy of your own",
         &said.proxy, NULL},
        {"--games", "N", "games kept in memory (default 2000)", &numbers[GAMES].text, NULL},
        {"--connections", "N", "connections in all (default 8000)", &numbers[CONNECTIONS].text,
         NULL},
        {"--per-address", "N", "boards that are open at one address (default 128)",
         &numbers[PER_ADDRESS].text, NULL},
        {"--rate", "N", "requests a second from one address (default 50; 0: no limit)",
         &numbers[RATE].text, NULL},
        {"--creations", "N", "new games an hour from one address (default 60; 0: no limit)",
         &numbers[CREATIONS].text, NULL},
        {"--answers", "MB", "answers that wait for slow readers, on all lines (default 256)",
         &numbers[ANSWERS].text, NULL},
        {"--thinkers", "N", "threads for computer players (default 1)", &numbers[THINKERS].text,
         NULL},
        {"--tables", "FILE", "house rules for new games; may come again, once for each game", NULL,
         &tables},
        {"--public-url", "URL", "where people find this server: needed for mails and webhooks",
         &o.public_url, NULL},
        {"--smtp", "URL", "smtp://HOST:PORT or smtps://..., for mails (default: $GROGNARD_SMTP)",
         &o.smtp, NULL},
        {"--smtp-ca", "FILE", "certificates that vouch for the mail server (default: the system's)",
         &o.smtp_ca, NULL},
        {"--mail-from", "ADDRESS", "the address that mails come from", &o.mail_from, NULL},
        {"--notify-delay", "N", "seconds before a message goes out (default 60)",
         &numbers[DELAY].text, NULL},
        {"--metrics-token", "FILE", "who has the token in it reads /metrics (default: nobody)",
         &token_file, NULL},
        {"--backup", "FOLDER", "keep copies of the store there", &o.backup, NULL},
        {"--backup-every", "HOURS", "how often (default 24)", &numbers[BACKUP_EVERY].text, NULL},
        {"--backup-keep", "N", "how many; 0: all (default 14)", &numbers[BACKUP_KEEP].text, NULL},
        {"--restored", NULL, "the store is a copy that does not say so", &said.restored, NULL},
        {"--private-webhooks", NULL, "webhooks may call the server's own network: among friends",
         &said.private_webhooks, NULL},
        {"--seed", "N", "of all dice, with --for-tests only", &numbers[SEED].text, NULL},
        {"--for-tests", NULL, "SIGUSR1 makes it tomorrow: never on a real server", &said.for_tests,
         NULL},
    };
    const cli_call call = {
        .usage = "serve [--port N] [--store sqlite:FILE] [--static FOLDER]",
        .text = "Serves the page and the games: docs/http.md has the protocol.  SIGTERM stops it.",
        .flags = flags,
        .flag_count = sizeof flags / sizeof flags[0]};
    cli_list words = {0};
    char error[512] = "";
    int code = cli_read_args(&call, argc, argv, &words);
    take_switches(&o, &said);
    if (code == CLI_GO_ON) code = read_values(token_file, &tables, &o);
    if (code != CLI_GO_ON) return code;
    if (serve(&o, error, sizeof error)) return CLI_YES;
    return cli_misuse("%s.", error);
}
