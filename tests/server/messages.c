/*
 * messages.c - where webhooks may go, the texts of mails and digests, and messages in the store.
 * SPDX-License-Identifier: MIT
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <arpa/inet.h>
#include <netdb.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/mail.h"
#include "server/notify.h"
#include "server/notify_send.h"

enum { SECOND = 1000, HOUR = 3600 * SECOND, DAY = 24 * HOUR };

/* ---- Where webhooks may go. ---- */

static const struct {
    const char *host;
    bool may;
} hosts[] = {
    {"127.0.0.1", false},
    {"127.255.255.254", false},
    {"0.0.0.0", false},
    {"0", false},
    {"2130706433", false},
    {"0x7f000001", false},
    {"0177.0.0.1", false},
    {"127.1", false},
    {"10.0.0.1", false},
    {"10.255.255.255", false},
    {"172.16.0.1", false},
    {"172.31.255.255", false},
    {"172.32.0.1", true},
    {"172.15.255.255", true},
    {"192.168.1.1", false},
    {"192.169.0.1", true},
    {"169.254.169.254", false},
    {"100.64.0.1", false},
    {"100.127.255.255", false},
    {"100.128.0.1", true},
    {"192.0.0.8", false},
    {"192.0.2.1", false},
    {"198.18.0.1", false},
    {"198.19.255.1", false},
    {"198.51.100.1", false},
    {"203.0.113.9", false},
    {"224.0.0.1", false},
    {"239.255.255.250", false},
    {"240.0.0.1", false},
    {"255.255.255.255", false},
    {"8.8.8.8", true},
    {"162.159.128.233", true},
    {"::1", false},
    {"::", false},
    {"::ffff:127.0.0.1", false},
    {"::ffff:10.0.0.1", false},
    {"::ffff:169.254.169.254", false},
    {"::ffff:8.8.8.8", true},
    {"::127.0.0.1", false},
    {"64:ff9b::7f00:1", false},
    {"64:ff9b::808:808", false},
    {"fe80::1", false},
    {"febf::1", false},
    {"fc00::1", false},
    {"fd12:3456::1", false},
    {"fec0::1", false},
    {"ff02::1", false},
    {"100::1", false},
    {"2001::1", false},
    {"2001:db8::1", false},
    {"2002:7f00:1::1", false},
    {"3fff::1", false},
    {"2606:4700::6810:1", true},
    {"2a00:1450:4001::200e", true},
};

static void webhooks_reach_the_public_internet_only(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof hosts / sizeof hosts[0]; i++) {
        struct addrinfo *found = NULL;
        const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
        assert_int_equal(getaddrinfo(hosts[i].host, "80", &hints, &found), 0);
        for (const struct addrinfo *at = found; at != NULL; at = at->ai_next)
            if (send_may_connect(at->ai_addr, false) != hosts[i].may)
                fail_msg("%s: %d", hosts[i].host, !hosts[i].may);
        freeaddrinfo(found);
    }
    const struct sockaddr other = {.sa_family = AF_UNIX};
    assert_false(send_may_connect(&other, true));
}

static void webhooks_that_are_none(void **unused)
{
    (void)unused;
    static const char *const bad[] = {"",
                                      "ftp://example.org/",
                                      "file:///etc/passwd",
                                      "//example.org",
                                      "gopher://x",
                                      "http://",
                                      "http://user@example.org/",
                                      "https://a:b@127.0.0.1/",
                                      "http://exa mple.org",
                                      "http://a\r\nb"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_non_null(send_judge_address(bad[i]));
    assert_null(send_judge_address("https://discord.com/api/webhooks/1/abc_def?wait=true"));
}

/* The name is resolved by curl, and what it resolves to is refused before it is connected to. */
static void webhooks_are_stopped_at_the_socket(void **unused)
{
    (void)unused;
    static const char *const bad[] = {
        "http://127.0.0.1:9/",          "http://localhost:9/",    "http://[::1]:9/",
        "http://2130706433:9/",         "http://0x7f.1:9/",       "http://0.0.0.0:9/",
        "http://[::ffff:127.0.0.1]:9/", "http://169.254.169.254/"};
    char error[SEND_ERROR_MAX];
    assert_true(send_begin());
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(send_webhook(bad[i], "{}", false, error));
        if (strcmp(error, "the address is not in the public internet") != 0)
            fail_msg("%s: %s", bad[i], error);
    }
    assert_false(send_webhook("http://127.0.0.1:9/", "{}", true, error)); /* nobody is there */
    assert_string_not_equal(error, "the address is not in the public internet");
    send_end();
}

/* ---- Texts. ---- */

static void links_prove_themselves(void **unused)
{
    (void)unused;
    const uint8_t key[STORE_KEY_BYTES] = {5}, other[STORE_KEY_BYTES] = {6};
    char link[MAIL_LINK_MAX];
    int64_t account, until;
    mail_sign(key, MAIL_CONFIRM, 12, "a@b.org", 1000, link);
    assert_true(mail_read_signed(link, &account, &until));
    assert_int_equal(account, 12);
    assert_true(mail_verify(key, MAIL_CONFIRM, link, "a@b.org", 1000));
    assert_false(mail_verify(key, MAIL_CONFIRM, link, "a@b.org", 1001));
    assert_false(mail_verify(key, MAIL_CONFIRM, link, "x@b.org", 1000));
    assert_false(mail_verify(key, MAIL_OFF, link, "a@b.org", 1000));
    assert_false(mail_verify(other, MAIL_CONFIRM, link, "a@b.org", 1000));
    link[1] = '3';
    assert_false(mail_verify(key, MAIL_CONFIRM, link, "a@b.org", 1000));
    static const char *const bad[] = {"", "1", "1.", "1.2", "1.2.", "-1.2.00", "1.2.zz", "1.-2.00"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(mail_verify(key, MAIL_OFF, bad[i], "a@b.org", 0));
}

static void mails_are_mails(void **unused)
{
    (void)unused;
    char bytes[4096];
    gg_text out = gg_text_over(bytes, sizeof bytes);
    const mail plain = {.from = "g@b.org",
                        .to = "a@b.org",
                        .subject = "your turn",
                        .body = "one\ntwo\n",
                        .off = "https://x/off?t=1",
                        .id = "1@b.org"};
    mail_write(&plain, &out);
    assert_non_null(strstr(bytes, "Date: Thu, 01 Jan 1970 00:00:00 +0000\r\n"));
    assert_non_null(strstr(bytes, "\r\nList-Unsubscribe: <https://x/off?t=1>\r\n"
                                  "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"));
    assert_non_null(strstr(bytes, "\r\n\r\none\r\ntwo\r\n"));
    out = gg_text_over(bytes, sizeof bytes);
    const mail foreign = {.from = "g@b.org",
                          .to = "a@b.org",
                          .body = "z\xc3\xa4h\n",
                          .id = "1@b.org",
                          .subject = "gegen Bl\xc3\xbc"
                                     "cher"};
    mail_write(&foreign, &out);
    assert_non_null(strstr(bytes, "\r\nSubject: =?UTF-8?B?Z2VnZW4gQmzDvGNoZXI=?=\r\n"));
    assert_non_null(strstr(bytes, "base64\r\n\r\nesOkaA0K\r\n")); /* its line ends in CR LF */
    for (const char *at = bytes; *at != '\0'; at++) assert_true((unsigned char)*at < 128);
}

/* Lines of at most 76 characters, whose words are whole characters and together the text. */
static void subjects_are_one_header(void **unused)
{
    (void)unused;
    static const char *const subjects[] = {
        "turn against x\nBcc: y@z.org", "against =?UTF-8?B?eA==?=",
        "gegen \xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2"
        "\xe5\xad\x97\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5\xad\x97"
        "\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5\xad\x97"};
    for (size_t i = 0; i < sizeof subjects / sizeof subjects[0]; i++) {
        char bytes[4096], text[512] = "";
        size_t length = 0;
        gg_text out = gg_text_over(bytes, sizeof bytes);
        const mail m = {.from = "g@b.org",
                        .to = "a@b.org",
                        .body = "x\n",
                        .id = "1@b.org",
                        .subject = subjects[i]};
        mail_write(&m, &out);
        assert_null(strstr(bytes, "\nBcc:"));
        const char *at = strstr(bytes, "\r\nSubject: =?UTF-8?B?");
        assert_non_null(at);
        for (at += 2; strncmp(at, "Message-ID:", 11) != 0; at = strstr(at, "\r\n") + 2) {
            const char *word = strstr(at, "=?UTF-8?B?") + 10, *end = strstr(word, "?=\r\n");
            size_t count;
            assert_true(strcspn(at, "\r") <= 76);
            assert_int_equal(sodium_base642bin((uint8_t *)text + length, sizeof text - length, word,
                                               (size_t)(end - word), NULL, &count, NULL,
                                               sodium_base64_VARIANT_ORIGINAL),
                             0);
            assert_int_not_equal((unsigned char)text[length] & 0xc0, 0x80);
            length += count;
        }
        text[length] = '\0';
        assert_string_equal(text, subjects[i]);
    }
}

/* What is encoded in lines is one text: only its last line may be filled up. */
static void long_bodies_are_one_text(void **unused)
{
    (void)unused;
    char bytes[4096], text[1024], body[512] = "", wanted[1024] = "";
    size_t count;
    for (int i = 0; i < 30; i++) {
        strcat(body, i % 3 == 0 ? "\n" : "z\xc3\xa4h und ");
        strcat(wanted, i % 3 == 0 ? "\r\n" : "z\xc3\xa4h und ");
    }
    gg_text out = gg_text_over(bytes, sizeof bytes);
    const mail m = {
        .from = "g@b.org", .to = "a@b.org", .body = body, .id = "1@b.org", .subject = "x"};
    mail_write(&m, &out);
    const char *begin = strstr(bytes, "base64\r\n\r\n") + 10;
    assert_int_equal(sodium_base642bin((uint8_t *)text, sizeof text, begin, strlen(begin), "\r\n",
                                       &count, NULL, sodium_base64_VARIANT_ORIGINAL),
                     0);
    text[count] = '\0';
    assert_string_equal(text, wanted);
    assert_true(strcspn(begin, "\r") <= 76);
}

/* A try that came through although it seemed lost is known again by its id. */
static void tries_have_one_id(void **unused)
{
    (void)unused;
    static char one[MAIL_BYTES_MAX], two[MAIL_BYTES_MAX];
    const uint8_t key[STORE_KEY_BYTES] = {1}, other[STORE_KEY_BYTES] = {2};
    store_notice notice = {.id = 7, .event = EVENT_TEST, .channel = CHANNEL_MAIL};
    notify_letter letter = {.notice = &notice, .public_url = "https://p.org", .key = key, .at = 9};
    for (int i = 0; i < 3; i++) {
        gg_text out = gg_text_over(one, sizeof one);
        notify_put_mail(&letter, "g@b.org", &out);
        if (i == 0) notice.tries = 1, letter.at = 99;
        else if (i == 1) notice.id = 8;
        else letter.key = other;
        out = gg_text_over(two, sizeof two);
        notify_put_mail(&letter, "g@b.org", &out);
        const char *first = strstr(one, "\r\nMessage-ID: <");
        const char *second = strstr(two, "\r\nMessage-ID: <");
        assert_non_null(first);
        assert_non_null(second);
        assert_true((strncmp(first, second, 15 + 32 + 9) == 0) == (i == 0));
    }
}

static void digests_have_an_hour(void **unused)
{
    (void)unused;
    const int64_t noon = 20000 * (int64_t)DAY + 12 * (int64_t)HOUR;
    assert_int_equal(notify_digest_at(noon, 13), noon + HOUR);
    assert_int_equal(notify_digest_at(noon, 12), noon + DAY);
    assert_int_equal(notify_digest_at(noon - 1, 12), noon);
    assert_int_equal(notify_digest_at(noon, 3), noon + 15 * (int64_t)HOUR);
    const store_account one = {.digest_at = noon}, none = {.digest_at = 0};
    assert_int_equal(notify_digest_hour(&one), 12);
    assert_int_equal(notify_digest_hour(&none), NOTIFY_DIGEST_HOUR);
}

static void messages_say_which_game(void **unused)
{
    (void)unused;
    const store_notice notice = {
        .event = EVENT_TURN,
        .channel = CHANNEL_WEBHOOK,
        .game = {.id = "k3f9q2dw",
                 .ruleset = "squares",
                 .side = GG_RED,
                 .summary = {.names = {"<!channel> @everyone", "Anna"}, .round = 3}}};
    const uint8_t key[STORE_KEY_BYTES] = {0};
    const notify_letter letter = {.notice = &notice, .public_url = "https://p.org", .key = key};
    char bytes[4096];
    gg_text out = gg_text_over(bytes, sizeof bytes);
    notify_put_webhook(&letter, &out);
    json_t *json = json_loadb(bytes, out.count, 0, NULL);
    assert_non_null(json);
    assert_string_equal(json_string_value(json_object_get(json, "content")),
                        "squares k3f9q2dw, round 3: your turn as Red against"
                        " \\<!channel\\> @everyone."
                        " https://p.org/game/k3f9q2dw/red");
    assert_non_null(strstr(json_string_value(json_object_get(json, "text")), "&lt;!channel&gt;"));
    assert_int_equal(
        json_array_size(json_object_get(json_object_get(json, "allowed_mentions"), "parse")), 0);
    assert_string_equal(json_string_value(json_object_get(json, "event")), "turn");
    json_decref(json);
}

static void messages_say_what_is_offered(void **unused)
{
    (void)unused;
    static const struct {
        store_event event;
        const char *text;
    } cases[] = {
        {EVENT_DRAW, "squares k3f9q2dw: a draw is offered to you as Blue against Bob"},
        {EVENT_TAKEBACK, "squares k3f9q2dw: you are asked to let an action be taken back as Blue"
                         " against Bob"},
        {EVENT_REMATCH, "squares k3f9q2dw: a rematch is offered to you as Blue against Bob"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const store_notice notice = {
            .event = (uint8_t)cases[i].event,
            .game = {.id = "k3f9q2dw", .ruleset = "squares", .summary = {.names = {"", "Bob"}}}};
        const notify_letter letter = {.notice = &notice};
        char bytes[256];
        gg_text out = gg_text_over(bytes, sizeof bytes);
        notify_put_subject(&letter, &out);
        assert_string_equal(bytes, cases[i].text);
        assert_string_equal(notify_event_name(notice.event), "offer");
    }
}

static void three_tries(void **unused)
{
    (void)unused;
    assert_true(notify_pause(1) > 0 && notify_pause(2) > notify_pause(1));
    assert_int_equal(notify_pause(3), 0);
}

/* ---- Messages in the store. ---- */

typedef struct job {
    store_job job;
    bool (*run)(store_session *);
    bool finished;
} job;

static bool run_job(store_job *it, store_session *session) { return ((job *)it)->run(session); }

static void job_done(store_job *it) { ((job *)it)->finished = true; }

static void wake(void *app) { (void)app; }

static int64_t anna, bob;
static store_notice due[8];
static uint32_t due_count;
static store_listed listed[8];
static uint32_t listed_count;

static void keep_due(void *to, const store_notice *notice)
{
    (void)to;
    if (due_count < 8) due[due_count++] = *notice;
}

static void keep_listed(void *to, const store_listed *game)
{
    (void)to;
    if (listed_count < 8) listed[listed_count++] = *game;
}

static bool read_due(store_session *session, int64_t now)
{
    due_count = 0;
    return store_read_due(session, CHANNEL_MAIL, now, 8, keep_due, NULL)
           && store_read_due(session, CHANNEL_WEBHOOK, now, 8, keep_due, NULL);
}

#define MUST(what)                                                                                 \
    do {                                                                                           \
        if (!(what)) {                                                                             \
            print_error("line %d: %s\n", __LINE__, #what);                                         \
            return false;                                                                          \
        }                                                                                          \
    } while (0)

static bool set_up(store_session *session)
{
    store_game row = {.id = "game1",
                      .ruleset = "squares",
                      .version = 1,
                      .scenario = "sq-tiny",
                      .seats = {"link", "link"},
                      .clock = "days 2",
                      .created = 1};
    store_account a = {.name = "Anna", .password = "x", .created = 1}, b = a, again;
    strcpy(b.name, "Bob");
    store_life life;
    MUST(store_begin_life(session, 1000, &life) && life.alive == 1000 && life.lived == 1000);
    MUST(store_add_game(session, &row) && store_add_account(session, &a) && a.id > 0);
    MUST(store_add_account(session, &b) && b.id > a.id);
    again = a;
    strcpy(again.name, "ANNA");
    MUST(store_add_account(session, &again) && again.id == 0);
    anna = a.id, bob = b.id;
    strcpy(a.mail, "a@b.org");
    a.confirmed = a.by_mail = true;
    a.remind = 12;
    strcpy(a.webhook, "https://example.org/x");
    MUST(store_set_settings(session, &a)
         && store_find_account(session, "aNNa", &again) == STORE_FOUND);
    MUST(again.id == anna && again.confirmed && strcmp(again.webhook, a.webhook) == 0);
    MUST(again.page[0] == '\0' && store_set_page(session, anna, "pace=350 show=slow")
         && store_read_account(session, anna, &again) == STORE_FOUND
         && strcmp(again.page, "pace=350 show=slow") == 0
         && store_read_account(session, bob, &again) == STORE_FOUND && again.page[0] == '\0');
    MUST(store_set_owner(session, "game1", GG_BLUE, anna)
         && store_set_owner(session, "game1", GG_RED, bob));
    MUST(store_set_owner(session, "game1", GG_BLUE, bob)); /* changes nothing */
    const store_summary summary = {.names = {"Anna", "Bob"},
                                   .round = 2,
                                   .winner = GG_NOBODY,
                                   .deadlines = {5000, CLOCK_NEVER}};
    MUST(store_set_summary(session, "game1", &summary));
    return store_set_status(session, "game1", STORE_PLAYING, GG_SIDES_BLUE, 1);
}

static bool sent_once_by_each_way(store_session *session)
{
    bool claimed;
    MUST(store_add_notices(session, "game1", GG_BLUE, EVENT_TURN, 7, 100));
    MUST(store_add_notices(session, "game1", GG_BLUE, EVENT_TURN, 7, 100)); /* the same turn */
    MUST(store_add_notices(session, "game1", GG_RED, EVENT_TURN, 7, 100));  /* Bob wants none */
    MUST(read_due(session, 99) && due_count == 0);
    MUST(read_due(session, 100) && due_count == 2 && due[0].channel != due[1].channel);
    MUST(due[0].account.id == anna && strcmp(due[0].game.id, "game1") == 0
         && due[0].game.side == GG_BLUE);
    MUST(strcmp(due[0].game.summary.names[1], "Bob") == 0);
    MUST(store_claim_notice(session, due[0].id, &claimed) && claimed);
    MUST(store_claim_notice(session, due[0].id, &claimed) && !claimed);
    const int64_t first = due[0].id, second = due[1].id;
    MUST(read_due(session, 100) && due_count == 1 && due[0].id == second);
    MUST(store_retry_notice(session, first, 1, 200));
    MUST(read_due(session, 200) && due_count == 2 && (due[0].tries == 1 || due[1].tries == 1));
    MUST(store_void_notices(session, "game1", GG_BLUE, false)); /* she acts */
    return read_due(session, 1000) && due_count == 0;
}

/* She acts while the message is on its way, and it does not get through: nothing is left of it. */
static bool void_while_it_is_sent(store_session *session)
{
    bool claimed;
    MUST(store_add_notices(session, "game1", GG_BLUE, EVENT_TURN, 9, 100));
    MUST(read_due(session, 100) && due_count == 2);
    const int64_t first = due[0].id, second = due[1].id;
    MUST(store_claim_notice(session, first, &claimed) && claimed);
    MUST(store_void_notices(session, "game1", GG_BLUE, false));
    MUST(store_retry_notice(session, first, 1, 100) && read_due(session, 1000) && due_count == 0);
    MUST(store_claim_notice(session, first, &claimed) && !claimed);
    return store_claim_notice(session, second, &claimed) && !claimed;
}

static bool trouble_is_of_one_way(store_session *session)
{
    store_account a;
    MUST(store_set_trouble(session, anna, CHANNEL_MAIL, "x", 5));
    MUST(store_set_trouble(session, anna, CHANNEL_WEBHOOK, "", 6));
    MUST(store_read_account(session, anna, &a) == STORE_FOUND && strcmp(a.trouble, "x") == 0
         && a.trouble_channel == CHANNEL_MAIL && a.trouble_at == 5);
    MUST(store_set_trouble(session, anna, CHANNEL_MAIL, "", 7));
    return store_read_account(session, anna, &a) == STORE_FOUND && a.trouble[0] == '\0';
}

static bool reminders_wait_for_the_deadline(store_session *session)
{
    const int64_t deadline = 48 * (int64_t)HOUR;
    MUST(store_add_reminder(session, "game1", GG_BLUE, 8, deadline, 0));
    MUST(read_due(session, 36 * (int64_t)HOUR - 1) && due_count == 0);
    MUST(read_due(session, 36 * (int64_t)HOUR) && due_count == 2 && due[0].event == EVENT_REMINDER);
    MUST(store_void_notices(session, "game1", GG_BLUE, false) && read_due(session, deadline)
         && due_count == 2);
    MUST(store_void_notices(session, "game1", GG_BLUE, true) && read_due(session, deadline)
         && due_count == 0);
    MUST(store_add_reminder(session, "game1", GG_BLUE, 9, deadline,
                            40 * (int64_t)HOUR)); /* too late */
    return read_due(session, deadline) && due_count == 0;
}

static bool a_digest_a_day(store_session *session)
{
    store_account a;
    MUST(store_read_account(session, anna, &a) == STORE_FOUND);
    a.digest = true;
    MUST(store_set_settings(session, &a));
    MUST(store_add_notices(session, "game1", GG_BLUE, EVENT_TURN, 20, 0) && read_due(session, 0));
    MUST(due_count == 1 && due[0].channel == CHANNEL_WEBHOOK
         && store_drop_notice(session, due[0].id));
    MUST(store_add_digests(session, 1000) && store_add_digests(session, 2000));
    MUST(read_due(session, 2000) && due_count == 1 && due[0].event == EVENT_DIGEST);
    MUST(store_drop_notice(session, due[0].id) && store_add_digests(session, 3000));
    MUST(store_add_reminder(session, "game1", GG_BLUE, 21, 48 * (int64_t)HOUR, 0)
         && read_due(session, 48 * (int64_t)HOUR) && due_count == 2
         && due[0].channel == CHANNEL_MAIL && store_void_notices(session, "game1", GG_BLUE, true));
    MUST(read_due(session, 3000) && due_count == 0);
    MUST(store_add_digests(session, 1000 + DAY) && read_due(session, 1000 + DAY) && due_count == 1);
    return store_drop_notice(session, due[0].id);
}

static bool reads_digest(store_session *session, uint32_t count)
{
    listed_count = 0;
    return store_claim_digest(session, anna, keep_listed, NULL) && listed_count == count;
}

/* An end waits for a digest, is put back by one that was not sent, and told by one.  What ends
 * while it is sent waits for the next.  Without a digest it gets a mail of its own. */
static bool an_end_is_told_by_one_digest(store_session *session)
{
    store_account a;
    MUST(reads_digest(session, 1) && listed[0].status == STORE_PLAYING);
    MUST(store_set_status(session, "game1", STORE_OVER, 0, 1));
    MUST(store_add_digests(session, 9 * (int64_t)DAY) && read_due(session, 9 * (int64_t)DAY)
         && due_count == 0); /* nothing waits, and she has ended it herself */
    MUST(store_add_notices(session, "game1", GG_BLUE, EVENT_OVER, 40, 0));
    MUST(read_due(session, DAY) && due_count == 1 && due[0].channel == CHANNEL_WEBHOOK
         && store_drop_notice(session, due[0].id));
    MUST(store_add_digests(session, 10 * (int64_t)DAY) && read_due(session, 10 * (int64_t)DAY)
         && due_count == 1 && due[0].event == EVENT_DIGEST
         && store_drop_notice(session, due[0].id));
    MUST(reads_digest(session, 1) && store_settle_digest(session, anna, false));
    MUST(reads_digest(session, 1));
    MUST(store_add_notices(session, "game1", GG_BLUE, EVENT_OVER, 41, 0));
    MUST(store_settle_digest(session, anna, true));
    MUST(reads_digest(session, 1) && store_settle_digest(session, anna, true));
    MUST(reads_digest(session, 0));
    MUST(store_add_notices(session, "game1", GG_BLUE, EVENT_OVER, 42, 0));
    MUST(store_read_account(session, anna, &a) == STORE_FOUND);
    a.digest = false;
    MUST(store_set_settings(session, &a) && read_due(session, 0) && due_count == 3);
    while (read_due(session, 0) && due_count > 0) MUST(store_drop_notice(session, due[0].id));
    a.digest = true;
    return store_set_settings(session, &a)
           && store_set_status(session, "game1", STORE_PLAYING, GG_SIDES_BLUE, 1);
}

static bool what_was_being_sent_is_given_up(store_session *session)
{
    bool claimed;
    store_life first, second;
    MUST(store_add_own_notice(session, anna, CHANNEL_MAIL, EVENT_TEST, 1, ""));
    MUST(store_add_own_notice(session, anna, CHANNEL_MAIL, EVENT_TEST, 2, ""));
    MUST(read_due(session, 0) && due_count == 2
         && store_claim_notice(session, due[0].id, &claimed));
    MUST(store_set_alive(session, 4000, 3000) && store_begin_life(session, 4500, &first));
    MUST(first.alive == 4000 && first.lived == 3000);
    MUST(read_due(session, 0) && due_count == 1 && store_drop_notice(session, due[0].id));
    listed_count = 0;
    MUST(store_read_games(session, anna, keep_listed, NULL) && listed_count == 1);
    MUST(listed[0].summary.deadlines[GG_BLUE] == 5000
         && listed[0].summary.deadlines[GG_RED] == CLOCK_NEVER);
    MUST(store_begin_life(session, 4500, &second) && second.alive == 4500 && second.lived == 3000);
    return memcmp(first.key, second.key, sizeof first.key) == 0;
}

/* A reminder keeps its distance from the deadline, which moves on while no clock runs; what is to
 * be sent in a minute is sent in a minute, even if the clock is set back by a year. */
static bool messages_move_with_the_clocks(store_session *session)
{
    const int64_t deadline = 48 * (int64_t)HOUR, year = 365 * (int64_t)DAY;
    store_life life;
    store_account a;
    MUST(store_set_alive(session, year, 1000));
    MUST(store_add_reminder(session, "game1", GG_BLUE, 30, year + deadline, year));
    MUST(store_add_notices(session, "game1", GG_BLUE, EVENT_OVER, 30, year + 60));
    MUST(store_move_notices(session, year, HOUR, 0)); /* an hour away */
    MUST(read_due(session, year + 60) && due_count == 1 && due[0].event == EVENT_OVER);
    MUST(read_due(session, year + 37 * (int64_t)HOUR - 1) && due_count == 1);
    MUST(read_due(session, year + 37 * (int64_t)HOUR) && due_count == 3);
    MUST(store_move_notices(session, 0, 0, -year)); /* set back by a year */
    MUST(read_due(session, 59) && due_count == 0);
    MUST(read_due(session, 60) && due_count == 1);
    MUST(read_due(session, 37 * (int64_t)HOUR) && due_count == 3);
    MUST(store_set_alive(session, 0, 1000) && store_begin_life(session, HOUR, &life)); /* down */
    MUST(read_due(session, 60) && due_count == 1);
    MUST(read_due(session, 38 * (int64_t)HOUR - 1) && due_count == 1);
    MUST(read_due(session, 38 * (int64_t)HOUR) && due_count == 3);
    MUST(store_begin_life(session, 0, &life)); /* ... and set back meanwhile */
    MUST(read_due(session, 37 * (int64_t)HOUR) && due_count == 3 && read_due(session, -HOUR)
         && due_count == 0);
    MUST(store_read_account(session, anna, &a) == STORE_FOUND);
    MUST(a.digest_at > 0 && a.digest_at <= (int64_t)DAY); /* not in a year */
    MUST(store_void_notices(session, "game1", GG_BLUE, true));
    return read_due(session, INT64_MAX) && due_count == 1 && store_drop_notice(session, due[0].id);
}

/* Twenty for a host that does not answer are before one for another: it is not kept waiting. */
static bool a_slow_target_waits_alone(store_session *session)
{
    store_account a;
    int mails = 0, slow = 0;
    MUST(store_read_account(session, bob, &a) == STORE_FOUND);
    strcpy(a.webhook, "http://Slow.example:81/a");
    MUST(store_set_settings(session, &a));
    MUST(store_read_account(session, anna, &a) == STORE_FOUND);
    strcpy(a.webhook, "https://quick.example/b");
    MUST(store_set_settings(session, &a));
    for (int i = 0; i < 20; i++)
        MUST(store_add_own_notice(session, bob, CHANNEL_WEBHOOK, EVENT_TEST, i, ""));
    MUST(store_add_own_notice(session, anna, CHANNEL_WEBHOOK, EVENT_TEST, 99, ""));
    MUST(store_add_own_notice(session, anna, CHANNEL_MAIL, EVENT_TEST, 99, ""));
    MUST(read_due(session, 100) && due_count == STORE_AT_ONCE + 2);
    for (uint32_t i = 0; i < due_count; i++) {
        mails += due[i].channel == CHANNEL_MAIL && strcmp(due[i].target, "a@b.org") == 0;
        slow += strcmp(due[i].target, "slow.example") == 0;
        MUST(i > 2 || due[i].account.id != bob || strcmp(due[i].target, "slow.example") == 0);
    }
    MUST(mails == 1 && slow == STORE_AT_ONCE);
    MUST(store_defer_notices(session, CHANNEL_WEBHOOK, "slow.example", 5000));
    MUST(read_due(session, 4999) && due_count == 2 && due[0].account.id == anna);
    MUST(read_due(session, 5000) && due_count == STORE_AT_ONCE + 2);
    while (read_due(session, 5000) && due_count > 0) MUST(store_drop_notice(session, due[0].id));
    return due_count == 0;
}

/* Of a notice with an address of its own. */
static bool a_mail_may_go_elsewhere(store_session *session)
{
    store_account a;
    MUST(store_read_account(session, anna, &a) == STORE_FOUND && a.confirmed);
    strcpy(a.new_mail, "New@c.org");
    MUST(store_set_settings(session, &a));
    MUST(store_add_own_notice(session, anna, CHANNEL_MAIL, EVENT_CONFIRM, 1, a.new_mail));
    MUST(store_add_own_notice(session, anna, CHANNEL_MAIL, EVENT_MOVED, 1, a.mail));
    MUST(read_due(session, 0) && due_count == 2);
    for (uint32_t i = 0; i < due_count; i++) {
        const bool fresh = due[i].event == EVENT_CONFIRM;
        MUST(strcmp(due[i].address, fresh ? "New@c.org" : "a@b.org") == 0);
        MUST(strcmp(due[i].target, fresh ? "new@c.org" : "a@b.org") == 0);
        MUST(strcmp(due[i].account.new_mail, "New@c.org") == 0);
    }
    MUST(store_defer_notices(session, CHANNEL_MAIL, "new@c.org", 5000));
    MUST(read_due(session, 4999) && due_count == 1 && due[0].event == EVENT_MOVED);
    MUST(read_due(session, 5000) && due_count == 2);
    while (read_due(session, 5000) && due_count > 0) MUST(store_drop_notice(session, due[0].id));
    MUST(store_set_password(session, anna, "z")
         && store_read_account(session, anna, &a) == STORE_FOUND);
    MUST(a.new_mail[0] == '\0' && strcmp(a.mail, "a@b.org") == 0 && a.confirmed);
    MUST(store_read_account(session, bob, &a) == STORE_FOUND && !a.confirmed);
    strcpy(a.new_mail, "bob@c.org");
    MUST(store_set_settings(session, &a) && store_set_password(session, bob, "z"));
    MUST(store_read_account(session, bob, &a) == STORE_FOUND);
    return strcmp(a.new_mail, "bob@c.org") == 0; /* there is no older one to come back to */
}

static bool accounts_go_for_good(store_session *session)
{
    const uint8_t one[STORE_HASH_BYTES] = {1}, two[STORE_HASH_BYTES] = {2};
    char name[STORE_ACCOUNT_NAME_MAX];
    int64_t account = 0, used;
    store_account a;
    const int64_t later = 1000 + (int64_t)STORE_SESSION_DAYS * 24 * 3600;
    MUST(store_add_session(session, one, anna, 1000, "")
         && store_add_session(session, two, anna, 1000, "curl"));
    MUST(store_find_session(session, one, later, &account, name, &used) == STORE_FOUND
         && account == anna);
    MUST(store_find_session(session, one, later + 1, &account, name, &used) == STORE_NONE);
    MUST(store_drop_sessions(session, anna, two));
    MUST(store_find_session(session, one, 1000, &account, name, &used) == STORE_NONE);
    MUST(store_find_session(session, two, 1000, &account, name, &used) == STORE_FOUND);
    MUST(store_drop_account(session, anna));
    MUST(store_find_session(session, two, 1000, &account, name, &used) == STORE_NONE);
    MUST(store_read_account(session, anna, &a) == STORE_NONE && read_due(session, INT64_MAX)
         && due_count == 0);
    listed_count = 0;
    MUST(store_read_games(session, bob, keep_listed, NULL) && listed_count == 1
         && listed[0].side == GG_RED);
    store_account next = {.name = "Anna", .password = "y", .created = 2};
    return store_add_account(session, &next) && next.id > bob;
}

static void the_store_keeps_people(void **unused)
{
    (void)unused;
    static bool (*const steps[])(store_session *) = {set_up,
                                                     sent_once_by_each_way,
                                                     void_while_it_is_sent,
                                                     trouble_is_of_one_way,
                                                     reminders_wait_for_the_deadline,
                                                     a_digest_a_day,
                                                     an_end_is_told_by_one_digest,
                                                     what_was_being_sent_is_given_up,
                                                     messages_move_with_the_clocks,
                                                     a_slow_target_waits_alone,
                                                     a_mail_may_go_elsewhere,
                                                     accounts_go_for_good};
    char folder[] = "/tmp/grognard-XXXXXX", where[64], error[256] = "", command[64];
    assert_non_null(mkdtemp(folder));
    snprintf(where, sizeof where, "sqlite:%s/x.db", folder);
    store *s = store_open(where, (store_hooks){.wake = wake}, error, sizeof error);
    assert_non_null(s);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        job it = {.job = {.run = run_job, .done = job_done}, .run = steps[i]};
        assert_true(store_write(s, &it.job));
        for (int tries = 0; !it.finished && tries < 20000; tries++) {
            store_deliver(s);
            usleep(500);
        }
        if (!it.finished || !it.job.ok) fail_msg("step %zu", i);
    }
    store_close(s);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(webhooks_reach_the_public_internet_only),
        cmocka_unit_test(webhooks_that_are_none),
        cmocka_unit_test(webhooks_are_stopped_at_the_socket),
        cmocka_unit_test(links_prove_themselves),
        cmocka_unit_test(mails_are_mails),
        cmocka_unit_test(subjects_are_one_header),
        cmocka_unit_test(long_bodies_are_one_text),
        cmocka_unit_test(tries_have_one_id),
        cmocka_unit_test(digests_have_an_hour),
        cmocka_unit_test(messages_say_which_game),
        cmocka_unit_test(messages_say_what_is_offered),
        cmocka_unit_test(three_tries),
        cmocka_unit_test(the_store_keeps_people),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
