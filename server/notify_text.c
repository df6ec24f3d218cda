/*
 * notify_text.c - what messages say.  See notify.h.
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "core/json.h"
#include "server/notify.h"

enum { BODY_MAX = 64 * 1024, ID_BYTES = 16, MINUTE_MS = 60 * 1000, HOURS_SAID = 48 };

const char *notify_event_name(uint8_t event)
{
    switch ((store_event)event) {
    case EVENT_BEGUN: return "begun";
    case EVENT_TURN: return "turn";
    case EVENT_OFFER:
    case EVENT_DRAW:
    case EVENT_TAKEBACK:
    case EVENT_REMATCH: return "offer";
    case EVENT_REMINDER: return "reminder";
    case EVENT_OVER: return "over";
    case EVENT_TEST: return "test";
    case EVENT_CONFIRM: return "confirm";
    case EVENT_DIGEST: return "digest";
    case EVENT_RECOVER: return "recover";
    case EVENT_MOVED: return "moved";
    }
    return "";
}

static const char *side_name(uint8_t side) { return side == GG_BLUE ? "Blue" : "Red"; }

static void put_moment(gg_text *out, int64_t ms)
{
    char text[64];
    const time_t at = (time_t)(ms / 1000);
    struct tm parts;
    gmtime_r(&at, &parts);
    strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &parts);
    gg_put(out, text);
}

static void put_game(const store_listed *game, gg_text *out)
{
    gg_put(out, game->ruleset);
    gg_put_char(out, ' ');
    gg_put(out, game->id);
    if (game->summary.round == 0) return;
    gg_put(out, ", round ");
    gg_put_int(out, game->summary.round);
}

static void put_as(const store_listed *game, gg_text *out)
{
    gg_put(out, " as ");
    gg_put(out, side_name(game->side));
    gg_put(out, " against ");
    gg_put(out, game->summary.names[1 - game->side]);
}

static uint32_t count_waiting(const notify_letter *letter)
{
    uint32_t count = 0;
    while (count < letter->game_count && letter->games[count].status == STORE_PLAYING) count++;
    return count;
}

static void put_count(gg_text *out, uint32_t count, const char *one, const char *many)
{
    gg_put_int(out, count);
    gg_put(out, count == 1 ? one : many);
}

static void put_digest_subject(const notify_letter *letter, gg_text *out)
{
    const uint32_t waiting = count_waiting(letter), ended = letter->game_count - waiting;
    if (waiting > 0) put_count(out, waiting, " game waits for you", " games wait for you");
    if (waiting > 0 && ended > 0) gg_put(out, ", ");
    if (ended > 0) put_count(out, ended, " game is over", " games are over");
}

void notify_put_subject(const notify_letter *letter, gg_text *out)
{
    const store_listed *game = &letter->notice->game;
    const store_event event = (store_event)letter->notice->event;
    if (game->id[0] != '\0') {
        put_game(game, out);
        gg_put(out, ": ");
    }
    switch (event) {
    case EVENT_BEGUN: gg_put(out, "begun, you play"); break;
    case EVENT_TURN: gg_put(out, "your turn"); break;
    case EVENT_OFFER: gg_put(out, "something is offered to you"); break;
    case EVENT_DRAW: gg_put(out, "a draw is offered to you"); break;
    case EVENT_TAKEBACK: gg_put(out, "you are asked to let an action be taken back"); break;
    case EVENT_REMATCH: gg_put(out, "a rematch is offered to you"); break;
    case EVENT_REMINDER: gg_put(out, "your clock runs out"); break;
    case EVENT_OVER:
        gg_put(out, "over. ");
        gg_put(out, game->summary.result);
        gg_put(out, " You played");
        break;
    case EVENT_TEST: gg_put(out, "a test message from grognard"); break;
    case EVENT_CONFIRM: gg_put(out, "confirm your address for grognard"); break;
    case EVENT_DIGEST: put_digest_subject(letter, out); break;
    case EVENT_RECOVER: gg_put(out, "a new password for grognard"); break;
    case EVENT_MOVED: gg_put(out, "another mail address for your account"); break;
    }
    if (game->id[0] != '\0') put_as(game, out);
}

static void put_link(const notify_letter *letter, const store_listed *game, gg_text *out)
{
    gg_put(out, letter->public_url);
    if (game == NULL || game->id[0] == '\0') {
        gg_put(out, "/next");
        return;
    }
    gg_put(out, "/game/");
    gg_put(out, game->id);
    gg_put(out, game->side == GG_BLUE ? "/blue" : "/red");
}

static void put_signed_link(const notify_letter *letter, mail_purpose purpose, int64_t until,
                            gg_text *out)
{
    char token[MAIL_LINK_MAX];
    const store_account *account = &letter->notice->account;
    mail_sign(letter->key, purpose, account->id, notify_address(letter->notice), until, token);
    gg_put(out, letter->public_url);
    gg_put(out, purpose == MAIL_CONFIRM ? "/mail/confirm?t=" : "/mail/off?t=");
    gg_put(out, token);
}

static void put_confirmation(const notify_letter *letter, gg_text *out)
{
    gg_put(out, "Somebody, you we hope, wants grognard to write to this address when a game waits"
                " for\nthe account ");
    gg_put(out, letter->notice->account.name);
    gg_put(out, ". If that is so, open this within two days:\n\n");
    put_signed_link(letter, MAIL_CONFIRM, letter->at + NOTIFY_CONFIRM_SECONDS, out);
    gg_put(out, "\n\nIf not, do nothing: you will not hear from us again.\n");
}

/* To the old address, whatever has become of it by now. */
static void put_moved(const notify_letter *letter, gg_text *out)
{
    const store_account *account = &letter->notice->account;
    const bool waits = account->new_mail[0] != '\0';
    gg_put(out, "Somebody, you we hope, has changed the mail address of the account ");
    gg_put(out, account->name);
    if (account->mail[0] == '\0') {
        gg_put(out, ": it has\nnone any more, and nobody who forgets its password finds a way"
                    " back in");
    } else {
        gg_put(out, ":\nits messages, and the way back in for a forgotten password, go to\n\n");
        gg_put(out, waits ? account->new_mail : account->mail);
        gg_put(out, waits ? "\n\nas soon as that is confirmed, and to this address until then"
                          : "\n\nfrom now on");
    }
    gg_put(out, ".\n\nIf it was not you, somebody knows your password: set another one at once,\n");
    gg_put(out, letter->public_url);
    gg_put(out, waits ? "/recover\nThat also drops the new address.\n" : "/account\n");
}

/* The token stands behind a #: no server's log ever has it. */
static void put_recovery(const notify_letter *letter, gg_text *out)
{
    gg_put(out, "Somebody, you we hope, has forgotten the password of the account ");
    gg_put(out, letter->notice->account.name);
    gg_put(out, ".\nWith this link you can set a new one, once and within half an hour:\n\n");
    gg_put(out, letter->public_url);
    gg_put(out, "/recover#");
    gg_put(out, letter->token);
    gg_put(out, "\n\nIf it was not you, do nothing: the password stays as it is.\n");
}

/* Whoever reads it lives in another zone: so also how long that is. */
static void put_deadline(const notify_letter *letter, int64_t deadline, gg_text *out)
{
    const int64_t minutes = deadline / MINUTE_MS - letter->at / 60, hours = (minutes + 30) / 60;
    put_moment(out, deadline);
    if (minutes <= 0) return;
    gg_put(out, ", in ");
    if (minutes < 90) put_count(out, (uint32_t)minutes, " minute", " minutes");
    else if (hours <= HOURS_SAID) put_count(out, (uint32_t)hours, " hour", " hours");
    else put_count(out, (uint32_t)((hours + 12) / 24), " day", " days");
}

static void put_listed(const notify_letter *letter, const store_listed *game, gg_text *out)
{
    const int64_t deadline = game->summary.deadlines[game->side];
    put_game(game, out);
    put_as(game, out);
    if (game->status == STORE_OVER) {
        gg_put(out, ": over. ");
        gg_put(out, game->summary.result);
    } else if (deadline != CLOCK_NEVER) {
        gg_put(out, ", until ");
        put_deadline(letter, deadline, out);
    }
    gg_put_char(out, '\n');
    put_link(letter, game, out);
    gg_put(out, "\n\n");
}

static void put_list(const notify_letter *letter, gg_text *out)
{
    for (uint32_t i = 0; i < letter->game_count && i < NOTIFY_LISTED; i++)
        put_listed(letter, &letter->games[i], out);
    if (letter->game_count <= NOTIFY_LISTED) return;
    gg_put(out, "And ");
    gg_put_int(out, letter->game_count - NOTIFY_LISTED);
    gg_put(out, " more. This leads to the next that waits for you:\n");
    put_link(letter, NULL, out);
    gg_put_char(out, '\n');
}

static void put_one(const notify_letter *letter, gg_text *out)
{
    const store_listed *game = &letter->notice->game;
    notify_put_subject(letter, out);
    gg_put(out, ".\n");
    if (game->id[0] != '\0' && game->status == STORE_PLAYING
        && game->summary.deadlines[game->side] != CLOCK_NEVER) {
        gg_put(out, "Your time is up on ");
        put_deadline(letter, game->summary.deadlines[game->side], out);
        gg_put(out, ".\n");
    }
    gg_put_char(out, '\n');
    put_link(letter, game, out);
    gg_put(out, "\n");
}

/* The same for every try, so that one which came through after all is known again; and no other
 * server's, whatever they have in common. */
static void write_id(const notify_letter *letter, const char *from, char out[NOTIFY_LINE_MAX])
{
    const char *domain = strchr(from, '@');
    const int64_t number = letter->notice->id;
    uint8_t hash[ID_BYTES];
    char hex[2 * ID_BYTES + 1];
    crypto_generichash(hash, sizeof hash, (const uint8_t *)&number, sizeof number, letter->key,
                       STORE_KEY_BYTES);
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    snprintf(out, NOTIFY_LINE_MAX, "%s%s", hex, domain == NULL ? "@grognard" : domain);
}

void notify_put_mail(const notify_letter *letter, const char *from, gg_text *out)
{
    char subject[NOTIFY_LINE_MAX], off[NOTIFY_LINE_MAX], id[NOTIFY_LINE_MAX];
    static _Thread_local char body[BODY_MAX];
    const bool recovers = letter->notice->event == EVENT_RECOVER;
    const bool moved = letter->notice->event == EVENT_MOVED;
    const bool asked_for = letter->notice->event == EVENT_CONFIRM || recovers || moved;
    gg_text text = gg_text_over(subject, sizeof subject);
    notify_put_subject(letter, &text);
    text = gg_text_over(off, sizeof off);
    put_signed_link(letter, MAIL_OFF, 0, &text);
    text = gg_text_over(body, sizeof body);
    if (recovers) put_recovery(letter, &text);
    else if (moved) put_moved(letter, &text);
    else if (asked_for) put_confirmation(letter, &text);
    else if (letter->notice->event == EVENT_DIGEST) put_list(letter, &text);
    else put_one(letter, &text);
    if (!asked_for) {
        gg_put(&text, "\n-- \nNo more mails like this: ");
        gg_put(&text, off);
        gg_put_char(&text, '\n');
    }
    write_id(letter, from, id);
    const mail m = {.from = from,
                    .to = notify_address(letter->notice),
                    .subject = subject,
                    .body = body,
                    .off = asked_for ? NULL : off,
                    .id = id,
                    .at = letter->at};
    mail_write(&m, out);
}

/* Slack reads <...> as commands and & as the beginning of a letter. */
static void put_for_slack(const char *text, gg_text *out)
{
    for (; *text != '\0'; text++) {
        if (*text == '<') gg_put(out, "&lt;");
        else if (*text == '>') gg_put(out, "&gt;");
        else if (*text == '&') gg_put(out, "&amp;");
        else gg_put_char(out, *text);
    }
}

/* Discord reads these as the beginning of a link, a mention or a weight of the letters. */
static void put_for_discord(const char *text, gg_text *out)
{
    for (; *text != '\0'; text++) {
        if (strchr("\\*_~`|[]<>", *text) != NULL) gg_put_char(out, '\\');
        gg_put_char(out, *text);
    }
}

void notify_put_webhook(const notify_letter *letter, gg_text *out)
{
    char line[NOTIFY_LINE_MAX], link[NOTIFY_LINE_MAX];
    char discord[4 * NOTIFY_LINE_MAX], slack[8 * NOTIFY_LINE_MAX];
    const store_listed *game = &letter->notice->game;
    gg_text text = gg_text_over(link, sizeof link);
    put_link(letter, game, &text);
    text = gg_text_over(line, sizeof line);
    notify_put_subject(letter, &text);
    gg_put(&text, ". ");
    text = gg_text_over(discord, sizeof discord);
    put_for_discord(line, &text);
    gg_put(&text, link);
    text = gg_text_over(slack, sizeof slack);
    put_for_slack(line, &text);
    gg_put(&text, link);
    gg_json json = gg_json_into(out);
    gg_json_object(&json, NULL);
    gg_json_string(&json, "content", discord);
    gg_json_string(&json, "text", slack);
    gg_json_object(&json, "allowed_mentions"); /* a name like @everyone wakes nobody at Discord */
    gg_json_array(&json, "parse");
    gg_json_end(&json);
    gg_json_end(&json);
    gg_json_string(&json, "event", notify_event_name(letter->notice->event));
    if (game->id[0] != '\0') {
        gg_json_string(&json, "game", game->ruleset);
        gg_json_string(&json, "id", game->id);
        gg_json_string(&json, "side", game->side == GG_BLUE ? "blue" : "red");
        gg_json_int(&json, "round", game->summary.round);
    }
    gg_json_string(&json, "url", link);
    gg_json_end(&json);
}
