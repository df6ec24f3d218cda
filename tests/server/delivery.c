/*
 * delivery.c - messages that do not get through: mail servers that are not there, refuse, hang or
 * are somebody else, and webhooks that lead where they may not.
 *   delivery GROGNARD
 * Prints TAP.
 * SPDX-License-Identifier: MIT
 */
#include <dlfcn.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "person.h"
#include "server/notify_send.h"
#include "tap.h"

enum { MINUTE = 60, DAY = 24 * 3600, WORDS_MAX = 24 };

static char folder[] = "/tmp/grognard-XXXXXX";

/* ---- Names that resolve to what a test wants. ---- */

static const struct {
    const char *name, *address;
} names[] = {
    {"self.test", "127.0.0.1"},   {"self6.test", "::1"},       {"mapped.test", "::ffff:127.0.0.1"},
    {"home.test", "192.168.1.1"}, {"office.test", "10.1.2.3"}, {"cloud.test", "169.254.169.254"},
    {"local6.test", "fd12::1"},   {"any.test", "0.0.0.0"},     {"tunnel.test", "2002:7f00:1::1"},
};

typedef int resolver(const char *, const char *, const struct addrinfo *, struct addrinfo **);

/* In place of the C library's, for libcurl too. */
int getaddrinfo(const char *restrict node, const char *restrict service,
                const struct addrinfo *restrict hints, struct addrinfo **restrict found)
{
    resolver *real;
    void *symbol = dlsym(RTLD_NEXT, "getaddrinfo");
    memcpy(&real, &symbol, sizeof real);
    for (size_t i = 0; node != NULL && i < sizeof names / sizeof names[0]; i++)
        if (strcmp(node, names[i].name) == 0) node = names[i].address;
    return real(node, service, hints, found);
}

/* ---- Certificates. ---- */

static bool run(const char *command)
{
    if (system(command) == 0) return true;
    printf("# %s\n", command);
    return false;
}

/* A root of its own, or one that `root` vouches for, for this name. */
static bool make_certificate(const char *name, const char *root, const char *other)
{
    char command[1024], by[256] = "-addext basicConstraints=critical,CA:TRUE";
    if (root != NULL)
        snprintf(by, sizeof by,
                 "-CA %s.pem -CAkey %s.key -addext basicConstraints=CA:FALSE"
                 " -addext subjectAltName=%s",
                 root, root, other);
    snprintf(command, sizeof command,
             "cd %s && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
             " -days 2 -subj /CN=%s -keyout %s.key -out %s.pem %s 2>log.%s",
             folder, name, name, name, by, name);
    return run(command);
}

static bool make_certificates(void)
{
    return make_certificate("root", NULL, NULL) && make_certificate("stranger", NULL, NULL)
           && make_certificate("good", "root", "IP:127.0.0.1")
           && make_certificate("misnamed", "root", "DNS:mail.example.org")
           && make_certificate("forged", "stranger", "IP:127.0.0.1");
}

static const char *file_of(const char *name, const char *kind)
{
    static char paths[4][256];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s.%s", folder, name, kind);
    return path;
}

static bool show(office *o, const char *certificate)
{
    return office_show(o, file_of(certificate, "pem"), file_of(certificate, "key"));
}

/* ---- Encrypted lines. ---- */

static const struct {
    const char *what;
    office_lock locks;
    const char *certificate;
    bool login, root;
    const char *error; /* NULL: it arrives */
} lines[] = {
    {"smtps:// with a password arrives", OFFICE_TLS, "good", true, true, NULL},
    {"smtp:// with a password arrives encrypted", OFFICE_STARTTLS, "good", true, true, NULL},
    {"smtp:// with --smtp-ca arrives encrypted", OFFICE_STARTTLS, "good", false, true, NULL},
    {"no password to a server that does not encrypt", OFFICE_PLAIN, "good", true, true,
     "the mail server does not encrypt"},
    {"nor without --smtp-ca", OFFICE_PLAIN, "good", true, false,
     "the mail server does not encrypt"},
    {"no mail to a server that does not encrypt, with --smtp-ca", OFFICE_PLAIN, "good", false, true,
     "the mail server does not encrypt"},
    {"smtps:// to a server that a stranger vouches for", OFFICE_TLS, "forged", true, true,
     "the mail server's certificate is not good"},
    {"smtp:// to a server that a stranger vouches for", OFFICE_STARTTLS, "forged", true, true,
     "the mail server's certificate is not good"},
    {"smtps:// to a server of another name", OFFICE_TLS, "misnamed", true, true,
     "the mail server's certificate is not good"},
    {"smtp:// to a server of another name", OFFICE_STARTTLS, "misnamed", true, true,
     "the mail server's certificate is not good"},
    {"smtps:// to a server that the system does not trust", OFFICE_TLS, "good", false, false,
     "the mail server's certificate is not good"},
    {"smtp:// to a server that the system does not trust", OFFICE_STARTTLS, "good", true, false,
     "the mail server's certificate is not good"},
    {"without either, encrypted if it can be", OFFICE_STARTTLS, "forged", false, false, NULL},
    {"without either, in clear if it cannot", OFFICE_PLAIN, "good", false, false, NULL},
};

static void try_line(size_t i)
{
    static const char bytes[] = "Subject: x\r\n\r\nhere\r\n";
    static office all[sizeof lines / sizeof lines[0]]; /* somebody may still speak to the last */
    office *to = &all[i];
    char address[128], error[SEND_ERROR_MAX] = "";
    to->is_mail = to->wants_login = true;
    to->locks = lines[i].locks;
    if (!show(to, lines[i].certificate) || !office_open(to)) return claim(false, "opens");
    snprintf(address, sizeof address, "%s://%s127.0.0.1:%d",
             lines[i].locks == OFFICE_TLS ? "smtps" : "smtp",
             lines[i].login ? "user:pass%20word@" : "", to->port);
    const send_server server = {.address = address,
                                .ca = lines[i].root ? file_of("root", "pem") : NULL};
    const bool sent =
        send_mail(&server, "g@example.org", "a@example.org", bytes, sizeof bytes - 1, error);
    const bool wanted = lines[i].error == NULL;
    bool well = sent == wanted && (office_times(to, "here") == 1) == wanted
                && !office_overheard(to, "AUTH");
    if (!wanted) well = well && strcmp(error, lines[i].error) == 0;
    if (lines[i].locks != OFFICE_PLAIN) well = well && !office_overheard(to, "RCPT");
    /* "\0user\0pass word" in Base64. */
    well = well && (office_times(to, "AHVzZXIAcGFzcyB3b3Jk") == 1) == (wanted && lines[i].login);
    claim(well, "%s%s%s", lines[i].what, sent ? "" : ": ", sent ? "" : error);
    office_shut(to);
}

static void try_lines(void)
{
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) try_line(i);
}

/* ---- Webhooks that lead inside. ---- */

static void try_inside(void)
{
    static office hooks;
    char address[96], error[SEND_ERROR_MAX];
    static const char *const hosts[] = {
        "127.0.0.1",          "127.1",           "2130706433", "0x7f000001", "0177.0.0.1", "[::1]",
        "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "localhost",  "LocalHost",  "0.0.0.0"};
    const size_t count = sizeof hosts / sizeof hosts[0],
                 all = count + sizeof names / sizeof names[0];
    if (!office_open(&hooks)) return claim(false, "the receiver opens");
    bool well = true;
    for (size_t i = 0; i < all; i++) {
        const char *host = i < count ? hosts[i] : names[i - count].name;
        snprintf(address, sizeof address, "http://%s:%d/", host, hooks.port);
        const bool refused = !send_webhook(address, "{}", false, error)
                             && strcmp(error, "the address is not in the public internet") == 0;
        if (!refused) printf("# %s: %s\n", host, error);
        well = well && refused;
    }
    claim(well && hooks.calls == 0,
          "webhooks never call this machine or its network: %zu names of it", all);
    snprintf(address, sizeof address, "http://self.test:%d/", hooks.port);
    claim(send_webhook(address, "{}", true, error) && hooks.calls == 1,
          "but with --private-webhooks, by a name that resolves to it");
    hooks.status = 307;
    claim(!send_webhook(address, "{}", true, error) && hooks.calls == 2
              && strcmp(error, "the address answered 307") == 0,
          "and nowhere else, if it leads on");
    hooks.status = OFFICE_HANGS;
    claim(!send_webhook(address, "{}", true, error)
              && strcmp(error, "the address did not answer in time") == 0,
          "who does not answer is not waited for");
    office_shut(&hooks);
}

/* ---- A server and its mail server. ---- */

static office mails = {.is_mail = true}, hooks;
static person anna, bob;

static bool start(server_process *s, const char *binary, const char *smtp, const char *const *more)
{
    static const char *words[WORDS_MAX];
    static const char *const all[] = {"--rate",       "0",
                                      "--creations",  "0",
                                      "--public-url", "http://games.example",
                                      "--mail-from",  "games@example.org",
                                      "--for-tests"};
    size_t count = 0;
    for (; count < sizeof all / sizeof all[0]; count++) words[count] = all[count];
    if (smtp != NULL) words[count++] = "--smtp", words[count++] = smtp;
    for (; *more != NULL; more++) words[count++] = *more;
    words[count] = NULL;
    return server_start_limited(s, binary, words) && person_join(&anna, s->port, "Anna")
           && person_join(&bob, s->port, "Bob");
}

static bool has_trouble(const person *who, const char *channel, const char *text)
{
    char what[256];
    snprintf(what, sizeof what, "\"trouble\":{\"channel\":\"%s\",\"text\":\"%s\"", channel, text);
    return comes_to_say(who, "/api/me", what);
}

static bool has_none(const person *who) { return comes_to_say(who, "/api/me", "\"trouble\":null"); }

/* One message: its mail server is not there, then says later, then says never. */
static void try_three_times(server_process *s)
{
    static const char named[] = "RCPT TO:<anna@example.org>";
    office_shut(&mails);
    claim(person_test(&anna, "mail")
              && has_trouble(&anna, "mail", "the mail server cannot be reached"),
          "a mail server that is not there: she sees it");
    mails.status = 451;
    const int before = office_times(&mails, named);
    claim(office_open(&mails), "it comes back, busy");
    move_time(s, 40);
    claim(office_stays(&mails, named, before), "it is not tried again within a minute");
    move_time(s, 20);
    claim(office_gets(&mails, named, before + 1)
              && has_trouble(&anna, "mail", "the mail server answered 451"),
          "then it is: she sees the newer trouble");
    claim(server_stop(s) == 0 && server_restart(s), "the server stops and starts");
    move_time(s, 9 * MINUTE); /* that its clock was set back by a minute meanwhile is no matter */
    claim(office_stays(&mails, named, before + 1), "the second pause is longer, and outlives it");
    mails.status = 550;
    move_time(s, MINUTE);
    claim(office_gets(&mails, named, before + 2)
              && has_trouble(&anna, "mail", "the mail server answered 550"),
          "then the third try");
    move_time(s, DAY);
    claim(office_stays(&mails, named, before + 2)
              && says(call(s->port, "GET", "/metrics", METRICS_TOKEN, NULL),
                      "\ngrognard_messages_given_up_total 1\n"),
          "and no fourth");
    mails.status = 250;
    claim(person_test(&anna, "mail") && has_none(&anna), "one that arrives ends the trouble");
}

static long failures(const server_process *s)
{
    static const char line[] = "\ngrognard_messages_failed_total ";
    answer all = call(s->port, "GET", "/metrics", METRICS_TOKEN, NULL);
    const char *at = all.body == NULL ? NULL : strstr(all.body, line);
    const long count = at == NULL ? -1 : strtol(at + strlen(line), NULL, 10);
    answer_free(&all);
    return count;
}

static const char letter_to_her[] = "\r\nTo: <anna@example.org>\r\n";

/* Threads of the mails are held.  Gives how many mails she had got before. */
static int try_hanging(const server_process *s)
{
    static const char named[] = "RCPT TO:<anna@example.org>";
    mails.status = OFFICE_HANGS;
    const long failed = failures(s);
    const int before = office_times(&hooks, "\"event\":\"test\""),
              asked = office_times(&mails, named), letters = office_times(&mails, letter_to_her);
    bool sent = person_test(&anna, "mail");
    usleep(2000); /* what is asked for twice in a millisecond is one message */
    sent = person_test(&anna, "mail") && sent;
    for (int i = 0; i < 2400 && office_times(&mails, named) == asked; i++) usleep(50000);
    claim(sent && office_times(&mails, named) > asked, "a mail server hangs");
    claim(person_test(&bob, "webhook") && office_gets(&hooks, "\"event\":\"test\"", before + 1)
              && says(as(&anna, "GET", "/api/me", NULL), "\"trouble\":null"),
          "webhooks go out meanwhile");
    claim(has_trouble(&anna, "mail", "the mail server did not answer in time"),
          "it is given up after a while");
    mails.status = 250;
    /* The second may have come to it late, and then it arrives at once; or it waits, too. */
    for (int i = 0; i < 2400; i++) {
        const long arrived = office_times(&mails, letter_to_her) - letters;
        if (failures(s) - failed + arrived >= 2) break;
        usleep(50000);
    }
    return letters;
}

static void try_two_ways(server_process *s, int letters)
{
    char body[96];
    snprintf(body, sizeof body, "{\"webhook\":\"http://127.0.0.1:%d/secret-hook\"}", hooks.port);
    move_time(s, 2 * MINUTE);
    claim(office_gets(&mails, letter_to_her, letters + 2) && has_none(&anna),
          "tried again, both arrive");
    hooks.status = 500;
    claim(person_set(&bob, body) && person_test(&bob, "webhook")
              && has_trouble(&bob, "webhook", "the address answered 500"),
          "his webhook fails");
    claim(person_confirm(&bob, &mails, "bob@example.org")
              && has_trouble(&bob, "webhook", "the address answered 500"),
          "a mail that arrives does not say that the webhook works");
    claim(person_set(&bob, "{\"webhook\":null}") && has_none(&bob),
          "a webhook that is forgotten takes its trouble along");
    hooks.status = 204;
}

/* A message waits for its second try, and meanwhile it is not wanted any more. */
static void try_second_thoughts(server_process *s)
{
    pair_game g;
    static const char old[] = "RCPT TO:<anna@example.org>";
    claim(person_set(&bob, "{\"mail\":false}")
              && pair_begin(&g, &bob, &anna, "{\"kind\":\"none\"}"),
          "they begin a game");
    mails.status = 451;
    int before = office_times(&mails, old);
    claim(pair_pass_on(&g, &bob, g.first) && office_gets(&mails, old, before + 1)
              && has_trouble(&anna, "mail", "the mail server answered 451"),
          "it is her turn, but the mail does not get through");
    claim(pair_pass_on(&g, &anna, g.second), "she plays");
    mails.status = 250;
    move_time(s, 2 * MINUTE);
    claim(office_stays(&mails, "your turn as", 0), "what has passed is not told any more");
    mails.status = 450;
    before = office_times(&mails, old);
    claim(pair_pass_on(&g, &bob, g.first) && office_gets(&mails, old, before + 1)
              && has_trouble(&anna, "mail", "the mail server answered 450"),
          "the next one does not get through either");
    claim(is(as(&anna, "POST", "/api/me/mail", "{\"address\":null,\"password\":\"correct horse\"}"),
             200, "")
              && is(person_mail(&anna, "new@example.org"), 200, ""),
          "she has no address now, and gives another");
    mails.status = 250;
    move_time(s, 2 * MINUTE);
    claim(office_gets(&mails, "\r\nTo: <new@example.org>\r\n", 1)
              && office_stays(&mails, "your turn as", 0),
          "nothing but the link goes to an address that is not confirmed");
}

static void try_shapes(void)
{
    char *letter = office_letter(&hooks, "\"event\":\"test\"");
    char *body = letter == NULL ? NULL : strstr(letter, "\r\n{");
    json_t *json = body == NULL ? NULL : json_loads(body + 2, JSON_DISABLE_EOF_CHECK, NULL);
    const char *discord = json_string_value(json_object_get(json, "content"));
    const char *slack = json_string_value(json_object_get(json, "text"));
    const json_t *parse = json_object_get(json_object_get(json, "allowed_mentions"), "parse");
    claim(letter != NULL && strncmp(letter, "\f\nPOST /hook HTTP/1.1\r\n", 22) == 0
              && strcasestr(letter, "\r\nContent-Type: application/json\r\n") != NULL,
          "a webhook is a POST of JSON");
    claim(discord != NULL && strstr(discord, "http://games.example/next") != NULL && slack != NULL
              && strstr(slack, "http://games.example/next") != NULL && json_is_array(parse)
              && json_array_size(parse) == 0,
          "as Discord and Slack read it");
    json_decref(json);
    free(letter);
}

static bool log_has(const server_process *s, const char *what)
{
    char command[2300];
    snprintf(command, sizeof command, "grep -qiF '%s' '%s/log'", what, s->folder);
    return system(command) == 0;
}

static void end(server_process *s)
{
    claim(server_stop(s) == 0, "the server stops cleanly");
    if (claims_failed() == 0) server_clean(s);
    else printf("# see %s\n", s->folder);
}

static void try_bad_days(const char *binary)
{
    server_process s;
    char smtp[64], body[96];
    const char *const more[] = {"--private-webhooks", "--notify-delay", "1", NULL};
    snprintf(smtp, sizeof smtp, "smtp://127.0.0.1:%d", mails.port);
    snprintf(body, sizeof body, "{\"webhook\":\"http://127.0.0.1:%d/hook\"}", hooks.port);
    claim(start(&s, binary, smtp, more) && person_confirm(&anna, &mails, "anna@example.org")
              && person_set(&bob, body),
          "a server, with mails and webhooks");
    try_three_times(&s);
    const int letters = try_hanging(&s);
    try_shapes();
    try_two_ways(&s, letters);
    try_second_thoughts(&s);
    claim(log_has(&s, "not sent") && !log_has(&s, "example.org") && !log_has(&s, "hook\"}")
              && !log_has(&s, "secret-hook"),
          "the log tells of the troubles, and no address");
    end(&s);
}

/* With a password, from the environment as docs/operating.md has it. */
static void try_with_password(const char *binary)
{
    server_process s;
    char smtp[96], link[256];
    const char *const more[] = {"--smtp-ca", file_of("root", "pem"), "--notify-delay", "1", NULL};
    static office safe = {.is_mail = true, .locks = OFFICE_STARTTLS, .wants_login = true};
    claim(show(&safe, "good") && office_open(&safe), "a mail server that encrypts");
    snprintf(smtp, sizeof smtp, "smtp://games:correct-battery@127.0.0.1:%d", safe.port);
    setenv("GROGNARD_SMTP", smtp, 1);
    claim(start(&s, binary, NULL, more) && is(person_mail(&anna, "anna@example.org"), 200, "")
              && office_gets(&safe, "\r\nTo: <anna@example.org>\r\n", 1)
              && office_find(&safe, "/mail/confirm?t=", link, sizeof link),
          "a mail by --smtp-ca and a password from the environment");
    claim(show(&safe, "forged") && is(person_mail(&bob, "bob@example.org"), 200, "")
              && has_trouble(&bob, "mail", "the mail server's certificate is not good"),
          "somebody else in its place gets nothing");
    claim(!office_overheard(&safe, "AUTH") && !office_overheard(&safe, "example.org>")
              && !log_has(&s, "correct-battery") && !log_has(&s, "example.org>"),
          "nobody overhears the password or the addresses; the log has neither");
    char *body = NULL;
    answer me = as(&bob, "GET", "/api/me", NULL);
    body = me.body;
    claim(body != NULL && strstr(body, "battery") == NULL, "nor does he see it");
    answer_free(&me);
    unsetenv("GROGNARD_SMTP");
    end(&s);
    office_shut(&safe);
}

/* Twelve messages for somebody whose host takes the call and says nothing; then one for another.
 * They are due together, however long the games took to begin. */
static void try_silence(const char *binary)
{
    enum { GAMES = 12, PATIENCE_S = 40, STOP_S = 8, HOUR = 60 * MINUTE };
    server_process s;
    char body[96], still[96];
    bool well = true;
    const char *const more[] = {"--private-webhooks", "--notify-delay", "3600", NULL};
    static office silent, quick;
    silent.status = OFFICE_HANGS;
    claim(office_open(&silent) && office_open(&quick) && start(&s, binary, NULL, more),
          "a server, a host that is silent, and one that answers");
    snprintf(still, sizeof still, "{\"webhook\":\"http://127.0.0.1:%d/silent\"}", silent.port);
    well = person_set(&anna, still);
    for (int i = 0; i < GAMES; i++) {
        pair_game g;
        well = well && pair_begin(&g, &anna, &bob, "{\"kind\":\"none\"}")
               && pair_pass_on(&g, &anna, g.first) && pair_pass_on(&g, &bob, g.second);
    }
    move_time(&s, 2 * HOUR);
    for (int i = 0; i < 2400 && silent.calls == 0; i++) usleep(50000);
    claim(well && silent.calls > 0, "it has %d messages for the silent one", GAMES);
    snprintf(body, sizeof body, "{\"webhook\":\"http://localhost:%d/quick\"}", quick.port);
    const time_t begun = time(NULL);
    claim(person_set(&bob, body) && person_test(&bob, "webhook")
              && office_gets(&quick, "\"event\":\"test\"", 1) && time(NULL) - begun <= PATIENCE_S,
          "the other's comes at once (after %d s)", (int)(time(NULL) - begun));
    claim(silent.calls == 1, "and the silent one is asked one thing at a time");
    const time_t told = time(NULL);
    const int code = server_stop(&s), took = (int)(time(NULL) - told);
    claim(code == 0 && took <= STOP_S, "a server that stops does not wait for who is silent (%d s)",
          took);
    claim(server_restart(&s), "it comes back");
    const int before = silent.calls;
    move_time(&s, 4 * HOUR); /* a new start has forgotten that it was so late */
    for (int i = 0; i < 2400 && silent.calls == before; i++) usleep(50000);
    claim(silent.calls > before, "and has not forgotten what it had to say");
    end(&s);
    office_shut(&silent);
    office_shut(&quick);
}

static void try_public_only(const char *binary)
{
    server_process s;
    char body[96];
    const char *const more[] = {"--notify-delay", "1", NULL};
    const int before = hooks.calls;
    snprintf(body, sizeof body, "{\"webhook\":\"http://127.0.0.1:%d/hook\"}", hooks.port);
    claim(start(&s, binary, NULL, more) && person_set(&bob, body) && person_test(&bob, "webhook")
              && has_trouble(&bob, "webhook", "the address is not in the public internet")
              && hooks.calls == before,
          "a server calls no webhook of its own machine, and says why");
    end(&s);
}

int main(int argc, char **argv)
{
    if (argc != 2 || mkdtemp(folder) == NULL || !office_open(&mails) || !office_open(&hooks))
        return 1;
    claim(make_certificates() && send_begin(), "certificates are made");
    try_lines();
    try_inside();
    try_bad_days(argv[1]);
    try_with_password(argv[1]);
    try_public_only(argv[1]);
    try_silence(argv[1]);
    send_end();
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (claims_failed() == 0) run(command);
    return claims_end();
}
