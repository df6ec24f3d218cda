/*
 * api_me.c - what belongs to an account: its games, its messages, /next, and the links of mails.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/load.h"
#include "server/api.h"
#include "server/notify_send.h"

enum { REMIND_MAX = 72, HOUR_MAX = 23, PAGE_MAX = 2048, CHOICE_MAX = 24 };

/* ---- Who I am. ---- */

static bool needs_session(account_ask *ask)
{
    if (ask->who.account != 0) return false;
    api_account_refuse(ask, 401, "session", "Log in first.");
    return true;
}

static bool run_read(account_ask *ask, store_session *session)
{
    ask->found = store_read_account(session, ask->who.account, &ask->account);
    return ask->found != STORE_BROKEN;
}

static void write_trouble(gg_json *json, const store_account *account)
{
    if (account->trouble[0] == '\0') {
        gg_json_null(json, "trouble");
        return;
    }
    gg_json_object(json, "trouble");
    gg_json_string(json, "channel", account->trouble_channel == CHANNEL_MAIL ? "mail" : "webhook");
    gg_json_string(json, "text", account->trouble);
    gg_json_int(json, "at", account->trouble_at);
    gg_json_end(json);
}

static void write_settings(gg_json *json, const store_account *account)
{
    gg_json_object(json, "notify");
    gg_json_bool(json, "mail", account->by_mail);
    gg_json_bool(json, "digest", account->digest);
    if (account->digest_at != 0) gg_json_int(json, "digest_hour", notify_digest_hour(account));
    else gg_json_null(json, "digest_hour");
    gg_json_int(json, "remind", account->remind);
    if (account->webhook[0] != '\0') gg_json_string(json, "webhook", account->webhook);
    else gg_json_null(json, "webhook");
    gg_json_end(json);
    const char *address = account->confirmed ? account->mail : account->new_mail;
    gg_json_object(json, "mail");
    if (address[0] != '\0') gg_json_string(json, "address", address);
    else gg_json_null(json, "address");
    gg_json_bool(json, "confirmed", account->confirmed);
    if (account->confirmed && account->new_mail[0] != '\0')
        gg_json_string(json, "new", account->new_mail);
    gg_json_end(json);
}

/* ---- What is chosen in the page: light, pace, sounds.  The server only keeps it. ---- */

static bool is_word(const char *text)
{
    const size_t length = text == NULL ? 0 : strlen(text);
    return length > 0 && length <= CHOICE_MAX
           && strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")
                  == length;
}

static bool add_choice(char page[STORE_PAGE_MAX], const char *name, const char *value)
{
    const size_t had = strlen(page), room = STORE_PAGE_MAX - had;
    const int more = snprintf(page + had, room, "%s%s=%s", had > 0 ? " " : "", name, value);
    return more > 0 && (size_t)more < room;
}

/* The next "name=value" of a text that is taken apart; NULL: there is none. */
static char *next_choice(char **rest, char **value)
{
    char *name = *rest, *end = strchr(name, ' '), *mark = strchr(name, '=');
    if (mark == NULL) return NULL;
    *rest = end == NULL ? name + strlen(name) : end + 1;
    if (end != NULL) *end = '\0';
    *mark = '\0';
    *value = mark + 1;
    return name;
}

/* What the body says comes instead of what was there; null takes it away.  NULL: fine. */
static const char *merge_page(json_t *body, char page[STORE_PAGE_MAX])
{
    static const char too_much[] = "An account keeps 511 bytes of choices.";
    char merged[STORE_PAGE_MAX] = "", old[STORE_PAGE_MAX], *rest = old, *name, *value;
    memcpy(old, page, sizeof old);
    while ((name = next_choice(&rest, &value)) != NULL)
        if (json_object_get(body, name) == NULL && !add_choice(merged, name, value))
            return too_much;
    const char *key;
    json_t *chosen;
    json_object_foreach(body, key, chosen)
    {
        const char *word = json_string_value(chosen);
        if (!is_word(key) || (!json_is_null(chosen) && !is_word(word)))
            return "A choice has a name and a value, texts of 1 to 24 letters, digits, . _ or -;"
                   " or null.";
        if (word != NULL && !add_choice(merged, key, word)) return too_much;
    }
    memcpy(page, merged, sizeof merged);
    return NULL;
}

static void write_page(gg_json *json, const store_account *account)
{
    char text[STORE_PAGE_MAX], *rest = text, *name, *value;
    memcpy(text, account->page, sizeof text);
    gg_json_object(json, "page");
    while ((name = next_choice(&rest, &value)) != NULL) gg_json_string(json, name, value);
    gg_json_end(json);
}

void api_write_account(gg_json *json, const store_account *account)
{
    gg_json_string(json, "name", account->name);
    gg_json_int(json, "created", account->created);
    write_settings(json, account);
    write_page(json, account);
    write_trouble(json, account);
}

static void answer_me(account_ask *ask)
{
    gg_json *json = api_account_open(ask);
    if (ask->who.account == 0 || ask->found == STORE_NONE) {
        gg_json_null(json, "name");
    } else {
        api_write_account(json, &ask->account);
        gg_json_int(json, "sessions", ask->account.sessions);
    }
    gg_json_object(json, "can");
    gg_json_bool(json, "mail", notify_can_mail(ask->api->notify));
    gg_json_bool(json, "webhook", notify_can_call(ask->api->notify));
    gg_json_end(json);
    api_account_send(ask, 200, NULL);
}

static void read_me(account_ask *ask)
{
    if (ask->who.account == 0) answer_me(ask);
    else api_account_store(ask, false, run_read, answer_me);
}

/* ---- Settings. ---- */

/* A member that is there must be of its kind; NULL: fine. */
static const char *read_settings(const json_t *body, int64_t now, store_account *account)
{
    const json_t *by_mail = json_object_get(body, "mail");
    const json_t *digest = json_object_get(body, "digest");
    const json_t *webhook = json_object_get(body, "webhook");
    const char *address = json_string_value(webhook);
    uint32_t remind = account->remind, hour = notify_digest_hour(account);
    if ((by_mail != NULL && !json_is_boolean(by_mail))
        || (digest != NULL && !json_is_boolean(digest)))
        return "\"mail\" and \"digest\" are true or false.";
    if (json_object_get(body, "remind") != NULL
        && (!api_number(body, "remind", &remind) || remind > REMIND_MAX))
        return "\"remind\" is 0 to 72 hours.";
    if (json_object_get(body, "digest_hour") != NULL
        && (!api_number(body, "digest_hour", &hour) || hour > HOUR_MAX))
        return "\"digest_hour\" is 0 to 23, by UTC.";
    if (webhook != NULL && !json_is_null(webhook)
        && (address == NULL || strlen(address) >= sizeof account->webhook))
        return "\"webhook\" is an address of at most 511 characters, or null.";
    if (address != NULL && send_judge_address(address) != NULL) return send_judge_address(address);
    if (by_mail != NULL) account->by_mail = json_is_true(by_mail);
    if (hour != notify_digest_hour(account) || (json_is_true(digest) && !account->digest))
        account->digest_at = notify_digest_at(now, hour);
    if (digest != NULL) account->digest = json_is_true(digest);
    account->remind = remind;
    if (webhook != NULL)
        snprintf(account->webhook, sizeof account->webhook, "%s", address == NULL ? "" : address);
    return NULL;
}

/* What went wrong on the way to an address goes with the address. */
static bool forget_trouble(account_ask *ask, uint8_t channel, store_session *session)
{
    if (ask->account.trouble_channel == channel) ask->account.trouble[0] = '\0';
    return store_set_trouble(session, ask->account.id, channel, "", ask->now);
}

/* Read and written in one transaction, so that two tabs do not undo each other. */
static bool run_settings(account_ask *ask, store_session *session)
{
    ask->found = store_read_account(session, ask->who.account, &ask->account);
    if (ask->found == STORE_NONE) return true;
    return ask->found == STORE_FOUND
           && read_settings(ask->body, ask->now * 1000, &ask->account) == NULL
           && store_set_settings(session, &ask->account)
           && (json_object_get(ask->body, "webhook") == NULL
               || forget_trouble(ask, CHANNEL_WEBHOOK, session));
}

static void set_settings(account_ask *ask)
{
    store_account trial = {0};
    if (needs_session(ask)) return;
    const char *trouble = read_settings(ask->body, ask->now * 1000, &trial);
    if (trouble != NULL) api_account_refuse(ask, 400, "bad-request", trouble);
    else api_account_store(ask, true, run_settings, answer_me);
}

/* Read and written in one transaction, too; `fits`: there was room for it. */
static bool run_page(account_ask *ask, store_session *session)
{
    ask->found = store_read_account(session, ask->who.account, &ask->account);
    ask->fits = true;
    if (ask->found != STORE_FOUND) return ask->found == STORE_NONE;
    ask->fits = merge_page(ask->body, ask->account.page) == NULL;
    return !ask->fits || store_set_page(session, ask->account.id, ask->account.page);
}

static void page_is_set(account_ask *ask)
{
    if (ask->fits) answer_me(ask);
    else api_account_refuse(ask, 400, "bad-request", merge_page(ask->body, ask->account.page));
}

static void set_page(account_ask *ask)
{
    char trial[STORE_PAGE_MAX] = "";
    if (needs_session(ask)) return;
    const char *trouble = merge_page(ask->body, trial);
    if (trouble != NULL) api_account_refuse(ask, 400, "bad-request", trouble);
    else api_account_store(ask, true, run_page, page_is_set);
}

/* A mail that goes to the address in force before anything changes, and to the new one. */
static bool write_both(account_ask *ask, const char *old, const char *fresh, store_session *session)
{
    const int64_t account = ask->account.id, now = hall_now_ms();
    return (old[0] == '\0'
            || store_add_own_notice(session, account, CHANNEL_MAIL, EVENT_MOVED, now, old))
           && (fresh[0] == '\0'
               || store_add_own_notice(session, account, CHANNEL_MAIL, EVENT_CONFIRM, now, fresh));
}

/* The address in force stays so until the new one is confirmed; without one there is none. */
static bool run_mail(account_ask *ask, store_session *session)
{
    const char *address = api_string(ask->body, "address"), *fresh = address;
    store_account *account = &ask->account;
    char old[STORE_MAIL_MAX];
    ask->found = store_read_account(session, ask->who.account, account);
    if (ask->found != STORE_FOUND) return ask->found == STORE_NONE;
    memcpy(old, account->mail, sizeof old);
    if (address == NULL) {
        account->mail[0] = '\0';
        account->confirmed = false;
    } else if (!account->confirmed) {
        account->by_mail = true;
    }
    const bool stays = address != NULL && strcmp(address, old) == 0; /* it changes his mind */
    if (fresh == NULL || stays) fresh = "";
    snprintf(account->new_mail, sizeof account->new_mail, "%s", fresh);
    return store_set_settings(session, account)
           && (address != NULL || forget_trouble(ask, CHANNEL_MAIL, session))
           && write_both(ask, stays ? "" : old, fresh, session);
}

/* Only who has the password uses them up. */
static void change_mail(account_ask *ask)
{
    const char *address = api_string(ask->body, "address");
    if (address != NULL
        && !account_may_confirm(ask->api->throttle, ask->who.account, address, hall_ticks_ms()))
        api_account_refuse(ask, 429, "too-fast", "So many addresses: wait an hour.");
    else api_account_store(ask, true, run_mail, answer_me);
}

static void set_mail(account_ask *ask)
{
    const json_t *address = json_object_get(ask->body, "address");
    if (needs_session(ask)) return;
    if (address == NULL
        || (!json_is_null(address)
            && (!json_is_string(address) || !account_may_mail(json_string_value(address)))))
        api_account_refuse(ask, 400, "bad-request", "\"address\" is a mail address, or null.");
    else if (json_is_string(address) && !notify_can_mail(ask->api->notify))
        api_account_refuse(ask, 409, "not-now", "This server sends no mails.");
    else api_account_prove(ask, change_mail);
}

static bool run_test(account_ask *ask, store_session *session)
{
    ask->found = store_read_account(session, ask->who.account, &ask->account);
    if (ask->found != STORE_FOUND) return ask->found == STORE_NONE;
    ask->fits =
        ask->channel == CHANNEL_MAIL ? ask->account.confirmed : ask->account.webhook[0] != '\0';
    return !ask->fits
           || store_add_own_notice(session, ask->account.id, ask->channel, EVENT_TEST,
                                   hall_now_ms(), "");
}

static void tested(account_ask *ask)
{
    if (ask->fits) answer_me(ask);
    else api_account_refuse(ask, 409, "not-now", "There is no address that is confirmed.");
}

static void test_channel(account_ask *ask)
{
    const char *channel = api_string(ask->body, "channel");
    if (needs_session(ask)) return;
    ask->channel = channel == NULL                   ? 0
                   : strcmp(channel, "mail") == 0    ? CHANNEL_MAIL
                   : strcmp(channel, "webhook") == 0 ? CHANNEL_WEBHOOK
                                                     : 0;
    if (ask->channel == 0)
        api_account_refuse(ask, 400, "bad-request", "\"channel\" is mail or webhook.");
    else if (!account_may_confirm(ask->api->throttle, ask->who.account, NULL, hall_ticks_ms()))
        api_account_refuse(ask, 429, "too-fast", "So many tests: wait an hour.");
    else api_account_store(ask, true, run_test, tested);
}

/* ---- My games. ---- */

static void keep_game(void *to, const store_listed *game)
{
    account_ask *ask = to;
    if (ask->game_count < STORE_GAMES_LISTED) ask->games[ask->game_count++] = *game;
}

static bool run_games(account_ask *ask, store_session *session)
{
    ask->game_count = 0;
    return store_read_games(session, ask->who.account, keep_game, ask);
}

/* By rules that this program does not have: it can be kept and not played. */
bool api_has_old_rules(const store_listed *game)
{
    gg_complaint complaint;
    const gg_ruleset *rules = gg_find_rules(game->ruleset, &complaint);
    return rules == NULL || rules->version < game->version;
}

bool api_has_house(const store_listed *game)
{
    gg_complaint complaint;
    const gg_ruleset *rules = gg_find_rules(game->ruleset, &complaint);
    return rules != NULL && table_has_house(rules, game->options);
}

static bool is_mine_now(const store_listed *game)
{
    return game->status == STORE_PLAYING && (game->deciding >> game->side & 1) != 0
           && !api_has_old_rules(game);
}

static void put_address(const store_listed *game, char out[64])
{
    snprintf(out, 64, "/game/%s/%s", game->id, gg_side_name(game->side));
}

static void write_result(gg_json *json, const store_summary *summary)
{
    if (summary->how[0] == '\0') {
        gg_json_null(json, "result");
        return;
    }
    gg_json_object(json, "result");
    if (summary->winner > GG_RED) gg_json_null(json, "winner");
    else gg_json_string(json, "winner", gg_side_name(summary->winner));
    gg_json_string(json, "how", summary->how);
    gg_json_string(json, "text", summary->result);
    gg_json_end(json);
}

void api_write_game(gg_json *json, const store_listed *game, const clock_life *life)
{
    static const char *const statuses[] = {"waiting", "playing", "over"};
    char address[64];
    put_address(game, address);
    gg_json_string(json, "id", game->id);
    gg_json_string(json, "game", game->ruleset);
    gg_json_string(json, "scenario", game->scenario);
    gg_json_string(json, "side", gg_side_name(game->side));
    gg_json_string(json, "status", statuses[game->status]);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) { /* who does not sit has no name yet */
        const char *name = game->summary.names[side];
        if (name[0] != '\0') gg_json_string(json, gg_side_name(side), name);
        else gg_json_null(json, gg_side_name(side));
    }
    gg_json_int(json, "round", game->summary.round);
    gg_json_bool(json, "yours", is_mine_now(game));
    if (api_has_house(game)) gg_json_bool(json, "house", true);
    if (api_has_old_rules(game)) gg_json_bool(json, "old_rules", true);
    if (game->summary.deadlines[game->side] != CLOCK_NEVER)
        gg_json_int(json, "deadline", clock_wall_of(life, game->summary.deadlines[game->side]));
    gg_json_int(json, "changed", game->changed);
    write_result(json, &game->summary);
    gg_json_string(json, "address", address);
}

static void answer_games(account_ask *ask)
{
    uint32_t waiting = 0;
    for (uint32_t i = 0; i < ask->game_count; i++) waiting += is_mine_now(&ask->games[i]);
    gg_json *json = api_account_open(ask);
    gg_json_int(json, "waiting", waiting);
    gg_json_array(json, "games");
    for (uint32_t i = 0; i < ask->game_count; i++) {
        gg_json_object(json, NULL);
        api_write_game(json, &ask->games[i], &ask->api->hall->time.life);
        gg_json_end(json);
    }
    api_account_send(ask, 200, NULL);
}

static void read_games(account_ask *ask, account_step *then)
{
    ask->games = calloc(STORE_GAMES_LISTED, sizeof *ask->games);
    if (ask->games == NULL) api_account_refuse(ask, 503, "unavailable", "There is no memory left.");
    else api_account_store(ask, false, run_games, then);
}

static void list_games(account_ask *ask)
{
    if (!needs_session(ask)) read_games(ask, answer_games);
}

static void export(account_ask *ask)
{
    if (!needs_session(ask)) api_export(ask);
}

/* ---- /next ---- */

static void answer_page(account_ask *ask)
{
    pages_answer(ask->api->pages, ask->api->net, ask->peer, ask->request);
    api_account_free(ask);
}

static void answer_next(account_ask *ask)
{
    char address[64], headers[128];
    uint32_t first = 0;
    while (first < ask->game_count && !is_mine_now(&ask->games[first])) first++;
    if (first == ask->game_count) {
        answer_page(ask);
        return;
    }
    put_address(&ask->games[first], address);
    snprintf(headers, sizeof headers, "Location: %s\r\nCache-Control: no-store\r\n", address);
    net_reply(ask->api->net, ask->peer,
              &(net_answer){
                  .status = 302, .type = "text/plain", .headers = headers, .body = "", .count = 0});
    api_account_free(ask);
}

static void go_next(account_ask *ask)
{
    if (ask->who.account == 0) answer_page(ask);
    else read_games(ask, answer_next);
}

/* ---- Links of mails. ---- */

/* The page itself may not be built, and a mail program may come without its scripts: so these few
 * lines stand for themselves. */
static void answer_small_page(account_ask *ask, int status, const char *title, const char *text,
                              const char *button)
{
    char body[PAGE_MAX], form[256] = "";
    if (button != NULL)
        snprintf(form, sizeof form,
                 "<form method=\"post\"><button class=\"main\">%s</button></form>\n", button);
    const int count = snprintf(
        body, sizeof body,
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n"
        "<link rel=\"stylesheet\" href=\"/page.css\">\n<title>%s</title>\n"
        "<main class=\"sheet-page narrow\">\n<section class=\"order flat\">\n<h1>%s</h1>\n"
        "<p>%s</p>\n%s<p><a href=\"/\">To the games</a></p>\n</section>\n</main>\n</html>\n",
        title, title, text, form);
    net_reply(ask->api->net, ask->peer,
              &(net_answer){.status = status,
                            .type = "text/html; charset=utf-8",
                            .headers = "Cache-Control: no-store\r\n",
                            .body = body,
                            .count = (size_t)count});
    api_account_free(ask);
}

static bool is_confirming(const account_ask *ask)
{
    return strcmp(ask->request->path, "/mail/confirm") == 0;
}

/* From here on it is the address of the account. */
static bool confirm(account_ask *ask, store_session *session)
{
    memcpy(ask->account.mail, ask->account.new_mail, sizeof ask->account.mail);
    ask->account.new_mail[0] = '\0';
    ask->account.confirmed = true;
    return store_set_settings(session, &ask->account) && forget_trouble(ask, CHANNEL_MAIL, session);
}

/* Checked and done in one transaction. */
static bool run_link(account_ask *ask, store_session *session)
{
    const bool confirms = is_confirming(ask);
    const char *text = ask->request->query + 2;
    int64_t account, until;
    ask->fits = false;
    if (!mail_read_signed(text, &account, &until)) return true;
    ask->found = store_read_account(session, account, &ask->account);
    if (ask->found != STORE_FOUND) return ask->found == STORE_NONE;
    ask->fits = mail_verify(notify_key(ask->api->notify), confirms ? MAIL_CONFIRM : MAIL_OFF, text,
                            confirms ? ask->account.new_mail : ask->account.mail, ask->now);
    if (!ask->fits || ask->request->method != NET_POST) return true;
    if (!confirms) ask->account.by_mail = false;
    return confirms ? confirm(ask, session) : store_set_settings(session, &ask->account);
}

static void answer_link(account_ask *ask)
{
    const bool confirms = is_confirming(ask), done = ask->request->method == NET_POST;
    char whose[128]; /* a name has no characters that HTML would read */
    snprintf(whose, sizeof whose, "Then the games of the account %s may write to it.",
             ask->account.name);
    if (!ask->fits)
        answer_small_page(ask, 404, "This link is not good any more",
                          "Log in and ask for a new one.", NULL);
    else if (confirms)
        answer_small_page(ask, 200, done ? "Confirmed" : "Is this your address?",
                          done ? "You will be told by mail when a game waits for you." : whose,
                          done ? NULL : "Yes, it is mine");
    else
        answer_small_page(ask, 200, done ? "No more mails" : "No more mails?",
                          done ? "You can turn them on again in your settings."
                               : "Games will not write to you any more.",
                          done ? NULL : "Turn them off");
}

/* The signed link is what is believed here, so that it works without a session, and from a mail
 * program; a foreign page that knew the link could as well open it. */
static void open_link(api *a, net_id id, const net_request *request)
{
    account_ask *ask = calloc(1, sizeof *ask);
    if (ask != NULL) ask->request = malloc(sizeof *ask->request);
    if (ask == NULL || ask->request == NULL || strncmp(request->query, "t=", 2) != 0) {
        if (ask != NULL) free(ask->request);
        free(ask);
        api_answer_error(a, id, 404, "unknown", "There is no such link.");
        return;
    }
    ask->api = a;
    ask->peer = id;
    ask->now = hall_now_ms() / 1000;
    *ask->request = *request;
    ask->request->body = NULL;
    api_account_store(ask, request->method == NET_POST, run_link, answer_link);
}

/* ---- The calls. ---- */

bool api_me_request(api *a, net_id id, const net_request *request)
{
    static const struct {
        const char *path;
        net_method method;
        account_step *step;
    } calls[] = {
        {"/api/me", NET_GET, read_me},
        {"/api/me/games", NET_GET, list_games},
        {"/api/me/export", NET_GET, export},
        {"/api/me/notify", NET_POST, set_settings},
        {"/api/me/page", NET_POST, set_page},
        {"/api/me/mail", NET_POST, set_mail},
        {"/api/me/notify/test", NET_POST, test_channel},
        {"/next", NET_GET, go_next},
    };
    const net_method method = request->method == NET_HEAD ? NET_GET : request->method;
    if (strcmp(request->path, "/mail/confirm") == 0 || strcmp(request->path, "/mail/off") == 0) {
        if (method == NET_GET || method == NET_POST) open_link(a, id, request);
        else api_answer_error(a, id, 405, "method", "Not by this method.");
        return true;
    }
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        if (strcmp(request->path, calls[i].path) != 0) continue;
        if (method != calls[i].method) {
            api_answer_error(a, id, 405, "method", "Not by this method.");
            return true;
        }
        account_ask *ask = api_account_ask(a, id, request);
        if (ask == NULL) return true;
        ask->request = malloc(sizeof *ask->request);
        if (ask->request == NULL) {
            api_account_refuse(ask, 503, "unavailable", "There is no memory left.");
            return true;
        }
        *ask->request = *request;
        ask->request->body = NULL;
        api_account_begin(ask, calls[i].step);
        return true;
    }
    return false;
}
