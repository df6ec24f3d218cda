/*
 * people.c - clocks, accounts, and how often an address or an account may knock.
 * SPDX-License-Identifier: MIT
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <arpa/inet.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/accounts.h"
#include "server/table.h"

enum { SECOND = 1000, HOUR = 3600 * SECOND, DAY = 24 * HOUR };

/* ---- Clocks. ---- */

static game_clock clock_of(const char *text)
{
    game_clock clock;
    assert_true(clock_read(text, &clock));
    clock_seat(&clock, GG_BLUE);
    clock_seat(&clock, GG_RED);
    return clock;
}

static void clocks_are_read(void **unused)
{
    (void)unused;
    static const char *const bad[] = {"",         "days",     "days 0",   "days 15",
                                      "days 3 4", "bank 600", "bank 0 5", "bank 600 10 1",
                                      "hours 3",  "none 1"};
    game_clock clock;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(clock_read(bad[i], &clock));
    assert_true(clock_read("bank 600 10", &clock));
    assert_int_equal(clock.allowance, 600 * SECOND);
    assert_int_equal(clock.increment, 10 * SECOND);
    assert_true(clock_read("bank 2592000 86400", &clock));
    assert_false(clock_read("bank 2592001 0", &clock));
    assert_false(clock_read("bank 1 86401", &clock));
    assert_false(clock_read("bank 4294967297 0", &clock)); /* 1 in 32 bits */
}

/* Increments do not add up without end. */
static void a_bank_has_room_for_thirty_days(void **unused)
{
    (void)unused;
    game_clock clock = clock_of("bank 2500000 86400");
    int64_t now = 0;
    for (int i = 0; i < 4; i++, now += SECOND) {
        clock_ask(&clock, (clock_turn){.deciding = GG_SIDES_BLUE}, now);
        clock_ask(&clock, (clock_turn){.deciding = GG_SIDES_RED, .earned = true}, now);
    }
    assert_int_equal(clock.hands[GG_BLUE].left, 30 * (int64_t)DAY);
}

static void days_begin_anew_with_each_question(void **unused)
{
    (void)unused;
    gg_side whose;
    game_clock clock = clock_of("days 2");
    clock_ask(&clock, (clock_turn){.deciding = GG_SIDES_BLUE, .fresh = true}, 0);
    assert_false(clock_is_out(&clock, 2 * DAY - 1, &whose));
    assert_true(clock_is_out(&clock, 2 * DAY, &whose));
    assert_int_equal(whose, GG_BLUE);
    clock_ask(&clock, (clock_turn){.deciding = GG_SIDES_BLUE, .earned = true}, DAY);
    assert_int_equal(clock_next_deadline(&clock), 2 * DAY); /* the same question */
    clock_ask(&clock, (clock_turn){.deciding = GG_SIDES_BLUE, .fresh = true}, DAY);
    assert_int_equal(clock_next_deadline(&clock), 3 * DAY);
    clock_ask(&clock, (clock_turn){.deciding = GG_SIDES_RED, .earned = true}, 2 * DAY);
    assert_int_equal(clock_deadline(&clock.hands[GG_BLUE]), CLOCK_NEVER);
    assert_int_equal(clock_deadline(&clock.hands[GG_RED]), 4 * DAY);
}

static void a_bank_is_spent_and_filled(void **unused)
{
    (void)unused;
    game_clock clock = clock_of("bank 60 10");
    clock_ask(&clock, (clock_turn){.deciding = GG_SIDES_BLUE}, 0);
    clock_ask(&clock, (clock_turn){.deciding = GG_SIDES_RED, .earned = true}, 25 * SECOND);
    assert_int_equal(clock.hands[GG_BLUE].left, 45 * SECOND);
    clock_ask(&clock, (clock_turn){.deciding = GG_SIDES_BLUE}, 30 * SECOND); /* a takeback */
    assert_int_equal(clock.hands[GG_RED].left, 55 * SECOND);
    assert_int_equal(clock_next_deadline(&clock), 75 * SECOND);
    clock_ask(&clock, (clock_turn){.deciding = GG_SIDES_NONE}, 20 * SECOND); /* a clock set back */
    assert_int_equal(clock.hands[GG_BLUE].left, 45 * SECOND);
}

static void computers_are_on_no_clock(void **unused)
{
    (void)unused;
    gg_side whose;
    game_clock clock;
    assert_true(clock_read("days 1", &clock));
    clock_seat(&clock, GG_BLUE);
    clock_ask(&clock, (clock_turn){.deciding = GG_SIDES_RED}, 0);
    assert_false(clock_is_out(&clock, 100 * (int64_t)DAY, &whose));
}

static void secret_clocks_do_not_tell(void **unused)
{
    (void)unused;
    gg_side whose;
    game_clock clock = clock_of("bank 100 0");
    clock_ask(&clock, (clock_turn){.deciding = GG_SIDES_BOTH, .secret = true, .fresh = true}, 0);
    assert_true(clock_is_out(&clock, 100 * SECOND, &whose));
    assert_int_equal(whose, GG_NOBODY); /* both at once */
    const clock_hand before = clock.shown[GG_BLUE];
    clock_ask(&clock, (clock_turn){.deciding = GG_SIDES_RED, .secret = true, .earned = true},
              30 * SECOND);
    assert_memory_equal(&before, &clock.shown[GG_BLUE], sizeof before);
    assert_false(clock.hands[GG_BLUE].runs);
    assert_int_equal(clock.hands[GG_BLUE].left, 70 * SECOND);
    clock_ask(&clock, (clock_turn){.deciding = GG_SIDES_BOTH, .secret = true, .fresh = true},
              40 * SECOND); /* opened, and the next secret step */
    assert_int_equal(clock.shown[GG_BLUE].left, 70 * SECOND);
    assert_int_equal(clock.shown[GG_RED].left, 60 * SECOND);
}

/* A server that looks at the clocks often, is stopped, sleeps, and has its clock set. */
static void life_is_time_that_the_server_was_there(void **unused)
{
    (void)unused;
    static const struct {
        clock_reading by;              /* the machine's clocks go on by this ... */
        int64_t lived;                 /* ... life by this */
        int64_t away, asleep, stepped; /* and this was found out */
    } looks[] = {
        {{1000, 0, 1000}, 1000, 0, 0, 0},
        {{CLOCK_AWAY_MS, 0, CLOCK_AWAY_MS}, CLOCK_AWAY_MS, 0, 0, 0}, /* much to do */
        {{12000, 0, 12000}, 1000, 11000, 0, 0},                      /* stopped */
        {{1000, 7 * DAY, 7 * DAY + 1000}, 1000, 0, 7 * (int64_t)DAY, 0},
        {{10, 0, 10 + HOUR}, 10, 0, 0, HOUR},  /* the clock is set ... */
        {{10, 0, 10 - HOUR}, 10, 0, 0, -HOUR}, /* ... and back again */
        {{9000, 0, 9000 + HOUR}, 1000, 8000, 0, HOUR},
        {{1000, 0, 1100}, 1000, 0, 0, 0},   /* a little is no matter ... */
        {{1000, 0, 1450}, 1000, 0, 0, 550}, /* ... until it is much */
        {{-5, 0, 0}, 0, 0, 0, 0},           /* which must not happen */
    };
    clock_reading now = {.ticks = 1, .asleep = 50, .wall = 1794729600000};
    clock_life life;
    int64_t lived = 77;
    clock_begin(&life, lived, &now);
    assert_int_equal(clock_wall_of(&life, 77), now.wall);
    for (size_t i = 0; i < sizeof looks / sizeof looks[0]; i++) {
        now.ticks += looks[i].by.ticks;
        now.asleep += looks[i].by.asleep;
        now.wall += looks[i].by.wall;
        const clock_gap gap = clock_look(&life, &now);
        assert_int_equal(life.lived, lived += looks[i].lived);
        assert_int_equal(gap.away, looks[i].away);
        assert_int_equal(gap.asleep, looks[i].asleep);
        assert_int_equal(gap.stepped, looks[i].stepped);
        assert_true(llabs(clock_wall_of(&life, life.lived) - now.wall) <= CLOCK_STEP_MS);
    }
    assert_int_equal(clock_wall_of(NULL, 77), 77);
}

/* ---- Accounts. ---- */

/* Guests may have any letters, but none by which they look like somebody else. */
static void names_are_what_they_look_like(void **unused)
{
    (void)unused;
    static const char *const good[] = {"Anna",
                                       "Zo\u00eb",
                                       "Jos\u00e9 M. 2",
                                       "\u0410\u043d\u043d\u0430",
                                       "\u03a9\u03bc\u03ad\u03b3\u03b1",
                                       "\u674e \u660e"};
    static const char *const bad[] = {"Ann\u0430",
                                      "\u0391nna",
                                      "A\u0302nna",
                                      "\uff21nna",
                                      "\u24b6nna",
                                      "An\u200bna",
                                      "\u0391\u043d\u043d\u0430"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_true(table_may_sit_as(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) assert_false(table_may_sit_as(bad[i]));
}

static void names_of_accounts(void **unused)
{
    (void)unused;
    static const char *const good[] = {"Al", "Anna", "a.b-c_d", "1812",
                                       "abcdefghijklmnopqrstuvwxyz12345"};
    static const char *const bad[] = {"",
                                      "A",
                                      "_a",
                                      "a b",
                                      "'; DROP TABLE accounts;--",
                                      "\xc3\x84nna",
                                      "a/b",
                                      "abcdefghijklmnopqrstuvwxyz123456"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_true(account_may_name(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) assert_false(account_may_name(bad[i]));
}

static void nobody_is_named_like_the_server(void **unused)
{
    (void)unused;
    static const char *const good[] = {"Anna",      "Madmin",   "Moderato", "Adminton", "1812",
                                       "Guardiola", "Line.man", "Mods4u",   "Duval",    "Roots"};
    static const char *const bad[] = {
        "admin",  "Admin",    "ADMIN",       "admin1", "ad-min",  "4dm1n",
        "greedy", "computer", "moderator",   "Root_",  "mod",     "Guard2",
        "line",   "m4rsh4l",  "The.Marshal", "random", "5upport", "Sergeant-Lemaire"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        if (account_judge_name(good[i]) != NULL) fail_msg("%s is refused", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (account_judge_name(bad[i]) == NULL) fail_msg("%s is allowed", bad[i]);
    for (const gg_player *const *player = gg_players; *player != NULL; player++)
        assert_non_null(account_judge_name((*player)->name));
}

static void what_is_tried_first_is_no_password(void **unused)
{
    (void)unused;
    static const char *const good[] = {"correct horse",     "battery staple",
                                       "Tr0ub4dor&3",       "kX7!pQ2z",
                                       "sunshine on leith", "20071815",
                                       "password of mine",  "\xc3\xa4\xc3\xb6\xc3\xbc\xc3\x9f",
                                       "mehlwurm 12345678", "abcdefgi",
                                       "qwertz und mehr",   "annakarenina",
                                       "12345678 Schafe"};
    static const char *const bad[] = {
        "short",     "aaaaaaaaaa", "12345678",   "123456789",  "1234567890", "87654321",
        "abcdefgh",  "11223344",   "password",   "Password1!", "P@ssw0rd",   "passw0rd99",
        "qwertyui",  "qwertz123",  "1q2w3e4r",   "1qaz2wsx",   "abcd1234",   "abc12345",
        "aa123456",  "abcabcabc",  "12121212",   "iloveyou",   "iloveyou2",  "letmein!!",
        "welcome1",  "trustno11",  "dragon123",  "147258369",  "grognard1",  "Napoleon1815",
        "asdfghjkl", "zxcvbnm1",   "0987654321", "admin123",   "sunshine",   "football",
        "superman",  "princess1",  "1234qwer",   "qwer1234",   "asdf1234",   "!!!!!!!!"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        if (account_judge_password(good[i], "Anna") != NULL) fail_msg("%s is refused", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (account_judge_password(bad[i], "Anna") == NULL) fail_msg("%s is allowed", bad[i]);
    assert_non_null(account_judge_password("ANNAKARENINA", "AnnaKarenina"));
    assert_non_null(account_judge_password("AnnaKarenina1", "AnnaKarenina"));
    assert_non_null(account_judge_password("1234anna", "Anna"));
    assert_null(account_judge_password("anna karenina", "Anna"));
    assert_null(account_judge_password("wertvoll ist", ""));
}

static void mail_addresses(void **unused)
{
    (void)unused;
    static const char *const good[] = {"a@b.org", "first.last+games@sub.example.org"};
    static const char *const bad[] = {"",
                                      "a",
                                      "@b.org",
                                      "a@",
                                      "a@b",
                                      "a b@c.org",
                                      "a@b.org\r\nBcc: x@y.z",
                                      "\"a\"@b.org",
                                      "a@b@c.org",
                                      "a..b@c.org",
                                      ".a@b.org",
                                      "a@b..org",
                                      "<a@b.org>",
                                      "a,b@c.org",
                                      "a@[127.0.0.1]"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_true(account_may_mail(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) assert_false(account_may_mail(bad[i]));
}

static void passwords_are_argon2id(void **unused)
{
    (void)unused;
    char hash[STORE_PASSWORD_MAX];
    assert_true(account_hash("correct horse", hash));
    unsigned kibibytes, passes, lanes; /* at least what is thought enough today */
    assert_int_equal(sscanf(hash, "$argon2id$v=19$m=%u,t=%u,p=%u$", &kibibytes, &passes, &lanes),
                     3);
    assert_true(kibibytes >= 19 * 1024 && passes >= 2 && lanes >= 1);
    char again[STORE_PASSWORD_MAX];
    assert_true(account_hash("correct horse", again));
    assert_string_not_equal(hash, again); /* each has its own salt */
    assert_true(account_verify("correct horse", hash));
    assert_false(account_verify("correct horsE", hash));
    assert_false(account_verify("", ""));
}

static void cookies(void **unused)
{
    (void)unused;
    char header[ACCOUNTS_COOKIE_MAX];
    uint8_t hash[STORE_HASH_BYTES], other[STORE_HASH_BYTES];
    account_write_cookie("abc", true, header);
    assert_non_null(strstr(header, "__Host-grognard=abc; Path=/; HttpOnly; SameSite=Lax"));
    assert_non_null(strstr(header, "; Secure\r\n"));
    account_write_cookie("abc", false, header);
    assert_null(strstr(header, "Secure"));
    assert_true(account_read_cookie("a=b; grognard=abc; c=d", false, hash));
    assert_true(account_read_cookie("grognard=abc", false, other));
    assert_memory_equal(hash, other, sizeof hash);
    assert_false(account_read_cookie("xgrognard=abc; grognardx=abc", false, hash));
    /* Neither is taken for the other: a __Host- cookie proves that this host set it by https. */
    assert_false(account_read_cookie("grognard=abc", true, hash));
    assert_false(account_read_cookie("__Host-grognard=abc", false, hash));
    assert_true(account_read_cookie("grognard=evil; __Host-grognard=abc", true, hash));
    assert_memory_equal(hash, other, sizeof hash);
    assert_false(account_read_cookie("grognard=", false, hash));
    assert_false(account_read_cookie("", false, hash));
    char longer[HALL_TOKEN_MAX + 16];
    snprintf(longer, sizeof longer, "grognard=%0*d", HALL_TOKEN_MAX, 0);
    assert_false(account_read_cookie(longer, false, hash));
    account_write_cookie(NULL, true, header);
    assert_non_null(strstr(header, "__Host-grognard=; Path=/; "));
    assert_non_null(strstr(header, "Max-Age=0; Secure\r\n"));
}

static void tries_are_counted(void **unused)
{
    (void)unused;
    account_throttle *t = account_throttle_new();
    int allowed = 0;
    for (int i = 0; i < 20; i++)
        allowed += account_may_try(t, i % 2 == 0 ? "Anna" : "ANNA", "192.0.2.1", NULL, 1000);
    assert_int_equal(allowed, 5);
    assert_true(account_may_try(t, "Anna", "192.0.2.9", NULL, 1000)); /* she herself, elsewhere */
    assert_true(account_may_try(t, "Bob", "192.0.2.1", NULL, 1000));
    assert_false(account_may_try(t, "Anna", "192.0.2.1", NULL, 1000 + 2 * 60 * 1000));
    assert_true(account_may_try(t, "Anna", "192.0.2.1", NULL, 1000 + 4 * 60 * 1000));
    account_throttle_free(t);
}

/* Strangers from everywhere: the name is closed to browsers that it does not know, and to no other;
 * and one address alone cannot close it. */
static void nobody_is_locked_out(void **unused)
{
    (void)unused;
    account_throttle *t = account_throttle_new();
    char address[32];
    int allowed = 0;
    for (int i = 0; i < 100; i++) {
        snprintf(address, sizeof address, "198.51.100.%d", i);
        allowed += account_may_try(t, "Carl", address, NULL, 1000);
    }
    assert_int_equal(allowed, 50);
    assert_false(account_may_try(t, "Carl", "192.0.2.7", NULL, 1000));
    allowed = 0;
    for (int i = 0; i < 40; i++)
        allowed += account_may_try(t, "Carl", "198.51.100.1", "0011223344556677", 1000);
    assert_int_equal(allowed, 10);
    assert_true(account_may_try(t, "Carl", "198.51.100.1", "8899aabbccddeeff", 1000));
    const int64_t hour = 3600 * 1000;
    for (int64_t now = 2 * hour; now < 200 * hour; now += hour / 60) /* one who never tires */
        account_may_try(t, "Dora", "203.0.113.5", NULL, now);
    assert_true(account_may_try(t, "Dora", "192.0.2.7", NULL, 200 * hour));
    account_throttle_free(t);
}

static void browsers_are_known(void **unused)
{
    (void)unused;
    const uint8_t key[STORE_KEY_BYTES] = {1}, other_key[STORE_KEY_BYTES] = {2};
    char header[ACCOUNTS_COOKIE_MAX], cookies[ACCOUNTS_COOKIE_MAX], known[ACCOUNTS_KNOWN_MAX];
    account_write_known(key, "Anna", true, header);
    assert_non_null(strstr(header, "; Path=/; HttpOnly; SameSite=Lax; Max-Age="));
    assert_non_null(strstr(header, "; Secure\r\n"));
    snprintf(cookies, sizeof cookies, "__Host-grognard=abc; %.*s", (int)strcspn(header + 12, ";"),
             header + 12);
    assert_true(account_read_known(key, "aNNA", cookies, true, known));
    assert_int_equal(strlen(known), 16);
    assert_false(account_read_known(key, "Bob", cookies, true, known));
    assert_false(account_read_known(other_key, "Anna", cookies, true, known));
    assert_false(account_read_known(key, "Anna", cookies, false, known));
    assert_false(account_read_known(key, "Anna", "__Host-grognard-known=00", true, known));
    char *last = cookies + strlen(cookies) - 1;
    *last = *last == '0' ? '1' : '0';
    assert_false(account_read_known(key, "Anna", cookies, true, known));
    uint8_t hash[STORE_HASH_BYTES]; /* and it is no session */
    assert_false(account_read_cookie(strstr(cookies, "__Host-grognard-known"), true, hash));
}

static void mailboxes_are_spared(void **unused)
{
    (void)unused;
    account_throttle *t = account_throttle_new();
    int allowed = 0;
    for (int account = 1; account <= 40; account++)
        allowed += account_may_confirm(t, account, account % 2 == 0 ? "a@b.org" : "A@B.org", 1000);
    assert_int_equal(allowed, 5);
    assert_true(account_may_confirm(t, 1, "c@b.org", 1000));
    for (int i = 0; i < 3; i++) account_may_confirm(t, 1, "d@b.org", 1000);
    assert_false(account_may_confirm(t, 1, "e@b.org", 1000));
    assert_true(account_may_confirm(t, 1, NULL, 1000)); /* tests are counted apart */
    account_throttle_free(t);
}

/* ---- How often. ---- */

static void buckets_fill_again(void **unused)
{
    (void)unused;
    const limits_rule rules[LIMITS_KINDS] = {
        [LIMITS_REQUEST] = {3, 60}, [LIMITS_CREATE] = {4000000000u, 4000000000u}};
    limits *l = limits_new(rules, 2);
    for (int i = 0; i < 3; i++) assert_true(limits_allow(l, "192.0.2.1", LIMITS_REQUEST, 5));
    assert_false(limits_allow(l, "192.0.2.1", LIMITS_REQUEST, 5));
    assert_false(limits_allow(l, "::ffff:192.0.2.1", LIMITS_REQUEST, 5)); /* the same */
    assert_true(limits_allow(l, "192.0.2.2", LIMITS_REQUEST, 5));
    assert_true(limits_allow(l, "192.0.2.1", LIMITS_REQUEST, 5 + 60 * SECOND));
    assert_false(limits_allow(l, "192.0.2.1", LIMITS_REQUEST, 5 + 60 * SECOND));
    const int64_t late = 5 + 400 * (int64_t)DAY; /* full, and no more than that */
    for (int i = 0; i < 3; i++) assert_true(limits_allow(l, "192.0.2.1", LIMITS_REQUEST, late));
    assert_false(limits_allow(l, "192.0.2.1", LIMITS_REQUEST, late));
    for (int64_t now = 0; now < 40000 * (int64_t)DAY; now += 400 * (int64_t)DAY)
        assert_true(limits_allow(l, "192.0.2.3", LIMITS_CREATE, now)); /* as good as no limit */
    for (int i = 0; i < 3; i++)                                        /* one household */
        assert_true(limits_allow(l, i == 1 ? "2001:db8::5" : "2001:db8::6", LIMITS_REQUEST, 5));
    assert_false(limits_allow(l, "2001:db8:0:0:1::1", LIMITS_REQUEST, 5));
    assert_true(limits_allow(l, "2001:db8:0:1::1", LIMITS_REQUEST, 5));
    for (int i = 0; i < 3; i++) assert_true(limits_allow_account(l, 7, LIMITS_REQUEST, 5));
    assert_false(limits_allow_account(l, 7, LIMITS_REQUEST, 5));
    assert_true(limits_allow_account(l, 8, LIMITS_REQUEST, 5));
    limits_free(l);
}

static void an_address_has_room(void **unused)
{
    (void)unused;
    const limits_rule rules[LIMITS_KINDS] = {{0}};
    limits *l = limits_new(rules, 2);
    static const limits_room rooms[] = {
        LIMITS_ROOM,     LIMITS_ROOM,     LIMITS_ROOM,    LIMITS_ROOM, /* half of four times two */
        LIMITS_CROWDED,  LIMITS_CROWDED,  LIMITS_CROWDED, LIMITS_CROWDED, /* the rest */
        LIMITS_TOO_MANY, LIMITS_TOO_MANY, LIMITS_FULL,    LIMITS_FULL};
    for (size_t i = 0; i < sizeof rooms / sizeof rooms[0]; i++)
        assert_int_equal(limits_connect(l, "192.0.2.1", 100, 5), rooms[i]);
    assert_int_equal(limits_connect(l, "192.0.2.2", 100, 5), LIMITS_ROOM);
    limits_disconnect(l, "192.0.2.1");
    assert_int_equal(limits_connect(l, "192.0.2.1", 100, 5), LIMITS_TOO_MANY);
    static const limits_room few[] = {LIMITS_ROOM, LIMITS_CROWDED, LIMITS_TOO_MANY, LIMITS_TOO_MANY,
                                      LIMITS_FULL};
    for (size_t i = 0; i < sizeof few / sizeof few[0]; i++) /* others have nearly all */
        assert_int_equal(limits_connect(l, "192.0.2.3", 1, 5), few[i]);
    const uint64_t key = limits_key(l, "192.0.2.1"), other = limits_key(l, "192.0.2.2");
    assert_true(limits_listen(l, key, 5) && limits_listen(l, key, 5));
    assert_false(limits_listen(l, key, 5));
    assert_true(limits_listen(l, other, 5));
    limits_leave(l, key);
    assert_true(limits_listen(l, key, 5));
    limits_free(l);
}

/* Addresses in the same row of one table are not so in another's: nobody can work out whom he would
 * push aside. */
static void rows_cannot_be_foreseen(void **unused)
{
    (void)unused;
    enum { STRANGERS = 40000 };
    const limits_rule rules[LIMITS_KINDS] = {[LIMITS_REQUEST] = {1, 1}};
    int forgotten[2] = {0, 0}, differ = 0;
    static bool first[STRANGERS];
    for (int turn = 0; turn < 2; turn++) {
        limits *l = limits_new(rules, 1);
        for (int pass = 0; pass < 2; pass++)
            for (int i = 0; i < STRANGERS; i++) {
                char address[32];
                snprintf(address, sizeof address, "10.%d.%d.1", i / 200, i % 200);
                const bool anew = limits_allow(l, address, LIMITS_REQUEST, 5 + pass) && pass == 1;
                forgotten[turn] += anew;
                if (turn == 0 && pass == 1) first[i] = anew;
                else if (pass == 1) differ += first[i] != anew;
            }
        limits_free(l);
    }
    assert_true(forgotten[0] > 0 && forgotten[1] > 0);
    assert_true(differ > STRANGERS / 100);
}

static void sessions_in_memory(void **unused)
{
    (void)unused;
    account_sessions *s = account_sessions_new();
    const uint8_t one[STORE_HASH_BYTES] = {1}, two[STORE_HASH_BYTES] = {2};
    const account_who who = {.account = 7, .name = "Anna", .seen = DAY};
    const uint64_t epoch = account_sessions_epoch(s);
    account_sessions_keep(s, one, &who, epoch);
    account_sessions_keep(s, two, &who, epoch);
    assert_int_equal(account_sessions_find(s, one, DAY)->account, 7);
    assert_null(account_sessions_find(s, one, 3 * (int64_t)DAY)); /* the store is asked again */
    account_sessions_drop_all(s, 7, two);
    assert_null(account_sessions_find(s, one, DAY));
    assert_non_null(account_sessions_find(s, two, DAY));
    account_sessions_keep(s, one, &who, epoch); /* what the store said before that */
    assert_null(account_sessions_find(s, one, DAY));
    account_sessions_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clocks_are_read),
        cmocka_unit_test(a_bank_has_room_for_thirty_days),
        cmocka_unit_test(days_begin_anew_with_each_question),
        cmocka_unit_test(a_bank_is_spent_and_filled),
        cmocka_unit_test(computers_are_on_no_clock),
        cmocka_unit_test(secret_clocks_do_not_tell),
        cmocka_unit_test(life_is_time_that_the_server_was_there),
        cmocka_unit_test(names_of_accounts),
        cmocka_unit_test(nobody_is_named_like_the_server),
        cmocka_unit_test(what_is_tried_first_is_no_password),
        cmocka_unit_test(names_are_what_they_look_like),
        cmocka_unit_test(mail_addresses),
        cmocka_unit_test(passwords_are_argon2id),
        cmocka_unit_test(cookies),
        cmocka_unit_test(tries_are_counted),
        cmocka_unit_test(nobody_is_locked_out),
        cmocka_unit_test(browsers_are_known),
        cmocka_unit_test(mailboxes_are_spared),
        cmocka_unit_test(buckets_fill_again),
        cmocka_unit_test(an_address_has_room),
        cmocka_unit_test(rows_cannot_be_foreseen),
        cmocka_unit_test(sessions_in_memory),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
