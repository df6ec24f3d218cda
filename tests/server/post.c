/*
 * post.c - accounts, clocks and messages as people meet them: a real server, with a mail server
 * and a webhook's receiver on this machine.
 *   post GROGNARD
 * Prints TAP.
 */
#include <arpa/inet.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "client.h"

enum { KEPT_BYTES = 1 << 20, WAIT_TRIES = 100, WAIT_US = 100000 };

static int counted, failed;

__attribute__((format(printf, 2, 3))) static void claim(bool so, const char *format, ...)
{
    va_list list;
    printf("%s %d - ", so ? "ok" : "not ok", ++counted);
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    putchar('\n');
    fflush(stdout);
    failed += !so;
}

_Noreturn void gg_broken(const char *what, const char *file, int line)
{
    printf("Bail out! %s:%d: %s\n", file, line, what);
    exit(1);
}

/* ---- A mail server, and a receiver of webhooks. ---- */

typedef struct post_office {
    int fd, port;
    bool is_mail;
    atomic_int status; /* what a webhook is answered */
    pthread_mutex_t lock;
    char kept[KEPT_BYTES]; /* all that came */
    size_t count;
} post_office;

static post_office mails = {.is_mail = true, .lock = PTHREAD_MUTEX_INITIALIZER};
static post_office hooks = {.status = 204, .lock = PTHREAD_MUTEX_INITIALIZER};

static void keep(post_office *p, const char *text)
{
    pthread_mutex_lock(&p->lock);
    const size_t length = strlen(text);
    if (p->count + length < sizeof p->kept) {
        memcpy(p->kept + p->count, text, length + 1);
        p->count += length;
    }
    pthread_mutex_unlock(&p->lock);
}

static void take_mails(post_office *p, FILE *in, FILE *out)
{
    char line[4096];
    bool data = false;
    fputs("220 here\r\n", out);
    while (fflush(out) == 0 && fgets(line, sizeof line, in) != NULL) {
        if (data && strcmp(line, ".\r\n") != 0) {
            keep(p, line);
            continue;
        }
        if (strncasecmp(line, "RCPT", 4) == 0) keep(p, line);
        data = !data && strncasecmp(line, "DATA", 4) == 0;
        fputs(data ? "354 go on\r\n" : "250 yes\r\n", out);
    }
}

static void take_hook(post_office *p, FILE *in, FILE *out)
{
    char line[4096];
    size_t length = 0;
    while (fgets(line, sizeof line, in) != NULL && strcmp(line, "\r\n") != 0)
        if (strncasecmp(line, "Content-Length:", 15) == 0) length = strtoul(line + 15, NULL, 10);
    if (length < sizeof line && fread(line, 1, length, in) == length) {
        line[length] = '\0';
        keep(p, line);
        keep(p, "\n");
    }
    fprintf(out,
            "HTTP/1.1 %d it\r\nLocation: http://127.0.0.1:%d/again\r\nContent-Length: 0\r\n\r\n",
            p->status, p->port);
}

static void *serve_post(void *to)
{
    post_office *p = to;
    for (int fd; (fd = accept(p->fd, NULL, NULL)) >= 0;) {
        FILE *in = fdopen(fd, "r"), *out = fdopen(dup(fd), "w");
        if (p->is_mail)
            take_mails(p, in, out);
        else
            take_hook(p, in, out);
        fclose(out);
        fclose(in);
    }
    return NULL;
}

static bool open_office(post_office *p)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    pthread_t thread;
    p->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(p->fd, (struct sockaddr *)&at, size) != 0 || listen(p->fd, 16) != 0
        || getsockname(p->fd, (struct sockaddr *)&at, &size) != 0)
        return false;
    p->port = ntohs(at.sin_port);
    return pthread_create(&thread, NULL, serve_post, p) == 0 && pthread_detach(thread) == 0;
}

static int times(post_office *p, const char *what)
{
    int found = 0;
    pthread_mutex_lock(&p->lock);
    for (const char *at = p->kept; (at = strstr(at, what)) != NULL; at++)
        found++;
    pthread_mutex_unlock(&p->lock);
    return found;
}

/* Waits until it has come so often; then a moment more, in case that it comes once too often. */
static bool comes(post_office *p, const char *what, int often)
{
    for (int i = 0; i < WAIT_TRIES && times(p, what) < often; i++)
        usleep(WAIT_US);
    return times(p, what) == often;
}

/* The last link with this in it, without the host. */
static bool find_link(post_office *p, const char *what, char *out, size_t limit)
{
    const char *found = NULL;
    pthread_mutex_lock(&p->lock);
    for (const char *at = p->kept; (at = strstr(at, what)) != NULL; at++)
        found = at;
    if (found != NULL) snprintf(out, limit, "%.*s", (int)strcspn(found, " \r\n>"), found);
    pthread_mutex_unlock(&p->lock);
    return found != NULL;
}

/* ---- People. ---- */

typedef struct person {
    char cookie[256]; /* as a header */
} person;

static int port;

static bool take_cookie(answer it, int status, person *who)
{
    const char *at = strcasestr(it.headers, "set-cookie: ");
    const bool so = it.status == status && at != NULL;
    if (so)
        snprintf(who->cookie, sizeof who->cookie, "Cookie: %.*s\r\n", (int)strcspn(at + 12, ";"),
                 at + 12);
    else
        printf("# %d: %s\n", it.status, it.body == NULL ? "" : it.body);
    answer_free(&it);
    return so;
}

static answer as(const person *who, const char *method, const char *path, const char *body)
{
    return call_with(port, method, path, who == NULL ? "" : who->cookie, body);
}

static bool is(answer it, int status, const char *error)
{
    const bool so = it.status == status && strcmp(answer_text(&it, "error"), error) == 0;
    if (!so) printf("# %d: %s\n", it.status, it.body == NULL ? "" : it.body);
    answer_free(&it);
    return so;
}

static bool says(answer it, const char *what)
{
    const bool so = it.body != NULL && strstr(it.body, what) != NULL;
    if (!so) printf("# %d: %s\n", it.status, it.body == NULL ? "" : it.body);
    answer_free(&it);
    return so;
}

static person anna, bob;

static void make_accounts(void)
{
    person second;
    claim(take_cookie(as(NULL, "POST", "/api/accounts",
                         "{\"name\":\"Anna\",\"password\":\"correct horse\"}"),
                      201, &anna)
              && take_cookie(as(NULL, "POST", "/api/accounts",
                                "{\"name\":\"Bob\",\"password\":\"battery staple\"}"),
                             201, &bob),
          "two people make accounts");
    claim(
        is(as(NULL, "POST", "/api/accounts", "{\"name\":\"ANNA\",\"password\":\"battery staple\"}"),
           409, "spent"),
        "a name is taken whatever its capitals");
    claim(is(as(NULL, "POST", "/api/accounts",
                "{\"name\":\"Carl'--\",\"password\":\"battery staple\"}"),
             400, "bad-request")
              && is(as(NULL, "POST", "/api/accounts", "{\"name\":\"Carl\",\"password\":\"short\"}"),
                    400, "bad-request"),
          "names and passwords that will not do are refused");
    claim(take_cookie(
              as(NULL, "POST", "/api/login", "{\"name\":\"anna\",\"password\":\"correct horse\"}"),
              200, &second)
              && says(as(&second, "GET", "/api/me", NULL), "\"name\":\"Anna\""),
          "she logs in on another device");
    claim(is(as(&second, "POST", "/api/logout", "{}"), 200, "")
              && says(as(&second, "GET", "/api/me", NULL), "\"name\":null")
              && says(as(&anna, "GET", "/api/me", NULL), "\"name\":\"Anna\""),
          "and out, and only there");
    claim(is(as(NULL, "GET", "/api/me/games", NULL), 401, "session"),
          "who is not logged in has no games");
}

static void try_foreign_sites(void)
{
    char headers[512];
    snprintf(headers, sizeof headers,
             "%sOrigin: https://evil.example\r\nContent-Type: application/json\r\n", anna.cookie);
    claim(is(call_with(port, "POST", "/api/me/notify", headers, "{\"mail\":false}"), 403, "origin"),
          "another site cannot use her session");
    snprintf(headers, sizeof headers,
             "%sOrigin: http://127.0.0.1:%d\r\nHost: 127.0.0.1:%d\r\nContent-Type: text/plain\r\n",
             anna.cookie, port, port);
    claim(!is(call_with(port, "POST", "/api/me/notify", headers, "{\"mail\":false}"), 200, "")
              && says(as(&anna, "GET", "/api/me", NULL), "\"notify\":{\"mail\":true"),
          "nor can a form");
}

static void guess_passwords(void)
{
    int wrong = 0, stopped = 0;
    person second;
    for (int i = 0; i < 8; i++) {
        answer it =
            as(NULL, "POST", "/api/login", "{\"name\":\"Bob\",\"password\":\"battery horse\"}");
        wrong += it.status == 401;
        stopped += it.status == 429;
        answer_free(&it);
    }
    claim(wrong == 5 && stopped == 3, "who guesses passwords is stopped after five");
    claim(is(as(NULL, "POST", "/api/login", "{\"name\":\"Nobody\",\"password\":\"battery horse\"}"),
             401, "login"),
          "a name that is none is answered like a wrong password");
    claim(take_cookie(
              as(NULL, "POST", "/api/login", "{\"name\":\"Anna\",\"password\":\"correct horse\"}"),
              200, &second)
              && says(as(&bob, "GET", "/api/me", NULL), "\"name\":\"Bob\""),
          "others, and sessions that are open, are not");
}

/* ---- Mail and webhook. ---- */

static void confirm_address(void)
{
    char link[256];
    claim(
        is(as(&anna, "POST", "/api/me/mail", "{\"address\":\"anna@example.org\\r\\nBcc: x@y.z\"}"),
           400, "bad-request"),
        "an address with a second line is none");
    claim(says(as(&anna, "POST", "/api/me/mail", "{\"address\":\"anna@example.org\"}"),
               "\"confirmed\":false")
              && comes(&mails, "RCPT TO:<anna@example.org>", 1)
              && find_link(&mails, "/mail/confirm?t=", link, sizeof link),
          "a link is mailed to a new address");
    claim(says(as(NULL, "GET", link, NULL), "<button>")
              && says(as(&anna, "GET", "/api/me", NULL), "\"confirmed\":false"),
          "looking at the link confirms nothing");
    claim(says(as(NULL, "POST", link, "confirm=yes"), "Confirmed")
              && says(as(&anna, "GET", "/api/me", NULL), "\"confirmed\":true"),
          "its button does");
    link[strlen(link) - 1] ^= 1;
    claim(says(as(NULL, "POST", link, ""), "not good"), "a changed link does not");
    char body[256];
    snprintf(body, sizeof body, "{\"webhook\":\"http://127.0.0.1:%d/hook\"}", hooks.port);
    claim(says(as(&bob, "POST", "/api/me/notify", body), "/hook")
              && is(as(&bob, "POST", "/api/me/notify/test", "{\"channel\":\"webhook\"}"), 200, "")
              && comes(&hooks, "\"event\":\"test\"", 1),
          "a webhook can be tried out");
}

static char game_id[32], blue_token[80];

static char *path_of(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "/api/games/%s%s", game_id, name);
    return path;
}

static bool sit(const person *who, const char *invitation, char token[80])
{
    char headers[512];
    snprintf(headers, sizeof headers, "%sAuthorization: Bearer %s\r\n",
             who == NULL ? "" : who->cookie, invitation);
    answer it = call_with(port, "POST", path_of("/sit"), headers, "{}");
    const bool so = it.status == 200;
    snprintf(token, 80, "%s", answer_text(&it, "token"));
    answer_free(&it);
    return so;
}

/* The dice say who begins: games are begun until it is blue. */
static bool create(char invitations[2][80])
{
    answer it = as(
        NULL, "POST", "/api/games",
        "{\"game\":\"squares\",\"scenario\":\"sq-tiny\",\"clock\":{\"kind\":\"days\",\"days\":2}}");
    snprintf(game_id, sizeof game_id, "%s", answer_text(&it, "id"));
    const json_t *seats = json_object_get(it.json, "seats");
    for (int side = 0; side < 2; side++) {
        const char *text = json_string_value(
            json_object_get(json_object_get(seats, side == 0 ? "blue" : "red"), "invitation"));
        snprintf(invitations[side], 80, "%s", text == NULL ? "" : text);
    }
    answer_free(&it);
    return invitations[0][0] != '\0';
}

static bool begin_as_blue(void)
{
    char invitations[2][80], red_token[80], headers[512];
    for (int i = 0; i < 40; i++) {
        if (!create(invitations) || !sit(NULL, invitations[0], blue_token)) return false;
        snprintf(headers, sizeof headers, "%sAuthorization: Bearer %s\r\n", anna.cookie,
                 blue_token);
        answer claimed = call_with(port, "POST", path_of("/claim"), headers, "{}");
        const bool hers = strcmp(answer_text(&claimed, "account"), "Anna") == 0;
        answer_free(&claimed);
        if (!hers || !sit(&bob, invitations[1], red_token)) return false;
        answer state = as(&anna, "GET", path_of(""), NULL);
        const bool begins =
            state.body != NULL && strstr(state.body, "\"deciding\":[\"blue\"]") != NULL;
        answer_free(&state);
        if (begins) return true;
    }
    return false;
}

static const char *about(const char *before, const char *after)
{
    static char text[128];
    snprintf(text, sizeof text, "%s%s%s", before, game_id, after);
    return text;
}

static void begin_game(void)
{
    char headers[512];
    claim(begin_as_blue(),
          "a guest sits down and her account claims the seat; another comes with his");
    snprintf(headers, sizeof headers, "%sAuthorization: Bearer %s\r\n", bob.cookie, blue_token);
    claim(is(call_with(port, "POST", path_of("/claim"), headers, "{}"), 409, "spent"),
          "nobody else's can");
    claim(says(as(&anna, "GET", path_of(""), NULL), "\"you\":\"blue\"")
              && says(as(&bob, "GET", path_of(""), NULL), "\"you\":\"red\"")
              && says(as(NULL, "GET", path_of(""), NULL), "\"you\":\"watcher\""),
          "sessions play without tokens");
    claim(comes(&mails, about("Subject: squares ", ", round 1: your turn as Blue against Bob\r\n"),
                1),
          "she is told by mail that it is her turn");
    answer it = as(&anna, "GET", "/next", NULL);
    claim(it.status == 302 && strstr(it.headers, "/game/") != NULL, "/next leads her to a game");
    answer_free(&it);
    claim(says(as(&anna, "GET", "/api/me/games", NULL), "\"yours\":true"), "her list says so");
}

/* She acts until it is his turn. */
static bool pass_on(const person *who, const char *side)
{
    for (int i = 0; i < 20; i++) {
        char body[64], wanted[32];
        answer it = as(who, "GET", path_of(""), NULL);
        snprintf(wanted, sizeof wanted, "\"deciding\":[\"%s\"]", side);
        const bool done = it.body != NULL && strstr(it.body, wanted) == NULL;
        snprintf(body, sizeof body, "{\"ply\":%d,\"action\":\"end\"}",
                 (int)answer_number(&it, "ply"));
        answer_free(&it);
        if (done) return true;
        answer acted = as(who, "POST", path_of("/action"), body);
        if (acted.status != 200) printf("# %d: %s\n", acted.status, acted.body);
        answer_free(&acted);
    }
    return false;
}

static void play_by_post(server_process *s)
{
    stream open;
    char link[256];
    claim(pass_on(&anna, "blue"), "she acts with her session, until it is his turn");
    server_kill(s);
    claim(server_restart(s), "the server is killed and comes back");
    claim(comes(&hooks, about("\"event\":\"turn\",\"game\":\"squares\",\"id\":\"", "\""), 1),
          "he is told by webhook, once");
    claim(stream_open(&open, port, game_id, false, blue_token, 0), "she looks at the game");
    const int before = times(&mails, "your turn as");
    claim(pass_on(&bob, "red"), "he acts, until it is hers");
    usleep(25 * WAIT_US);
    claim(times(&mails, "your turn as") == before, "who looks at the game is sent no mail");
    stream_close(&open);
    claim(find_link(&mails, "/mail/off?t=", link, sizeof link)
              && says(as(NULL, "GET", link, NULL), "<button>")
              && says(as(NULL, "POST", link, "List-Unsubscribe=One-Click"), "No more mails")
              && says(as(&anna, "GET", "/api/me", NULL), "\"notify\":{\"mail\":false"),
          "each mail has a link that turns them off");
}

/* ---- Trouble, and time. ---- */

static void try_three_times(server_process *s)
{
    const int before = times(&hooks, "\"event\":\"test\"");
    hooks.status = 302;
    claim(is(as(&bob, "POST", "/api/me/notify/test", "{\"channel\":\"webhook\"}"), 200, "")
              && comes(&hooks, "\"event\":\"test\"", before + 1),
          "a webhook that leads elsewhere is not followed");
    for (int i = 0;
         i < WAIT_TRIES && !says(as(&bob, "GET", "/api/me", NULL), "the address answered 302"); i++)
        usleep(WAIT_US);
    claim(says(as(&bob, "GET", "/api/me", NULL),
               "{\"channel\":\"webhook\",\"text\":\"the address answered 302\""),
          "and he sees what went wrong");
    kill(s->pid, SIGUSR1); /* tomorrow */
    claim(comes(&hooks, "\"event\":\"test\"", before + 2), "it is tried again later");
    usleep(5 * WAIT_US);
    kill(s->pid, SIGUSR1);
    claim(comes(&hooks, "\"event\":\"test\"", before + 3), "and a third time");
    hooks.status = 204;
}

static void run_out_of_time(void)
{
    for (int i = 0;
         i < WAIT_TRIES && !says(as(&anna, "GET", path_of(""), NULL), "\"how\":\"time\""); i++)
        usleep(WAIT_US);
    claim(says(as(&anna, "GET", path_of(""), NULL), "\"status\":\"over\"")
              && says(as(&bob, "GET", "/api/me/games", NULL), "\"how\":\"time\""),
          "after two days the flag has fallen, and both see it");
    claim(comes(&hooks, about("\"event\":\"over\",\"game\":\"squares\",\"id\":\"", "\""), 1),
          "he is told");
}

static void survive_an_outage(server_process *s)
{
    char tokens[2][80];
    answer it = as(NULL, "POST", "/api/games",
                   "{\"game\":\"squares\",\"scenario\":\"sq-tiny\",\"clock\":{\"kind\":\"bank\","
                   "\"seconds\":2,\"increment\":0}}");
    snprintf(game_id, sizeof game_id, "%s", answer_text(&it, "id"));
    const json_t *seats = json_object_get(it.json, "seats");
    for (int side = 0; side < 2; side++)
        claim(sit(NULL,
                  json_string_value(json_object_get(
                      json_object_get(seats, side == 0 ? "blue" : "red"), "invitation")),
                  tokens[side]),
              "%s sits down at a clock of two seconds", side == 0 ? "blue" : "red");
    answer_free(&it);
    claim(server_stop(s) == 0, "the server stops");
    sleep(3);
    claim(server_restart(s)
              && says(call(port, "GET", path_of(""), tokens[0], NULL), "\"status\":\"playing\""),
          "three seconds later nobody has lost");
    bool over = false;
    for (int i = 0; i < WAIT_TRIES && !over; i++) {
        usleep(WAIT_US);
        it = call(port, "GET", path_of(""), tokens[0], NULL);
        over = strcmp(answer_text(&it, "status"), "over") == 0;
        answer_free(&it);
    }
    claim(over && says(call(port, "GET", path_of(""), tokens[1], NULL), "\"how\":\"time\""),
          "but then one has");
    it = call(port, "POST", path_of("/action"), tokens[0], "{\"ply\":1,\"action\":\"end\"}");
    claim(it.status == 409, "an action that comes too late is not done");
    answer_free(&it);
}

static void leave(void)
{
    person second;
    claim(is(as(&anna, "POST", "/api/me/password",
                "{\"password\":\"wrong wrong\",\"new\":\"another horse\"}"),
             401, "login"),
          "a password is not changed without the old one");
    claim(take_cookie(
              as(NULL, "POST", "/api/login", "{\"name\":\"Anna\",\"password\":\"correct horse\"}"),
              200, &second)
              && is(as(&anna, "POST", "/api/me/password",
                       "{\"password\":\"correct horse\",\"new\":\"another horse\"}"),
                    200, "")
              && says(as(&second, "GET", "/api/me", NULL), "\"name\":null")
              && says(as(&anna, "GET", "/api/me", NULL), "\"name\":\"Anna\""),
          "a new password ends every other session");
    claim(is(as(&anna, "POST", "/api/me/delete", "{\"password\":\"another horse\"}"), 200, "")
              && says(as(&anna, "GET", "/api/me", NULL), "\"name\":null"),
          "an account can be deleted");
}

int main(int argc, char **argv)
{
    server_process s;
    char smtp[64];
    if (argc != 2 || !open_office(&mails) || !open_office(&hooks)) return 1;
    snprintf(smtp, sizeof smtp, "smtp://127.0.0.1:%d", mails.port);
    const char *const words[] = {"--rate",         "0",
                                 "--creations",    "0",
                                 "--public-url",   "http://games.example",
                                 "--smtp",         smtp,
                                 "--mail-from",    "games@example.org",
                                 "--notify-delay", "1",
                                 "--for-tests",    NULL};
    claim(server_start_limited(&s, argv[1], words), "the server starts");
    port = s.port;
    make_accounts();
    try_foreign_sites();
    guess_passwords();
    confirm_address();
    survive_an_outage(&s); /* before time is moved, which a restart forgets */
    begin_game();
    play_by_post(&s);
    try_three_times(&s);
    run_out_of_time();
    leave();
    claim(server_stop(&s) == 0, "the server stops cleanly");
    printf("1..%d\n", counted);
    if (failed == 0)
        server_clean(&s);
    else
        printf("# see %s\n", s.folder);
    return failed > 0;
}
