/*
 * refused.c - names and passwords that nobody gets: names of those who look after a server or play
 * for it, and passwords that are tried first.  See accounts.h.
 * SPDX-License-Identifier: MIT
 */
#include <ctype.h>
#include <string.h>

#include "players/players.h"
#include "server/accounts.h"

enum { FOLDED_MAX = ACCOUNTS_PASSWORD_MOST + 1 };

/* ---- What a text is to somebody who reads or guesses. ---- */

/* In small letters, and letters in place of what looks like one. */
static char fold(char c)
{
    static const char looks[] = "0o1i3e4a5s7t@a$s!i";
    for (size_t i = 0; looks[i] != '\0'; i += 2)
        if (looks[i] == c) return looks[i + 1];
    return (char)tolower((unsigned char)c);
}

static void fold_text(const char *text, size_t count, char out[FOLDED_MAX])
{
    if (count >= FOLDED_MAX) count = FOLDED_MAX - 1;
    for (size_t i = 0; i < count; i++) out[i] = fold(text[i]);
    out[count] = '\0';
}

/* All that `is` says of it, in small letters. */
static void pick(const char *text, int (*is)(int), char out[FOLDED_MAX])
{
    size_t count = 0;
    for (; *text != '\0' && count + 1 < FOLDED_MAX; text++)
        if (is((unsigned char)*text)) out[count++] = (char)tolower((unsigned char)*text);
    out[count] = '\0';
}

/* ---- Names. ---- */

static const char *const reserved[] = {
#define RESERVED(name) #name,
#include "server/reserved.def"
#undef RESERVED
};

static bool is_reserved(const char *name)
{
    char title[FOLDED_MAX];
    for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++)
        if (strcmp(name, reserved[i]) == 0) return true;
    for (const gg_player *const *player = gg_players; *player != NULL; player++) {
        pick((*player)->title, isalpha, title);
        if (strcmp(name, (*player)->name) == 0 || strcmp(name, title) == 0) return true;
    }
    return false;
}

const char *account_judge_name(const char *name)
{
    static const char sentence[] = "This name belongs to the server, to who looks after it, or to a"
                                   " computer player: choose another.";
    char plain[FOLDED_MAX], folded[FOLDED_MAX], letters[FOLDED_MAX];
    pick(name, isalpha, plain); /* "Admin_1" is admin, ... */
    fold_text(name, strlen(name), folded);
    pick(folded, isalpha, letters); /* ... and so is "4dm1n" */
    return is_reserved(plain) || is_reserved(letters) ? sentence : NULL;
}

/* ---- Passwords. ---- */

static const char *const common[] = {
#define COMMON(word) #word,
#include "server/passwords.def"
#undef COMMON
};

static bool is_common(const char *word)
{
    for (size_t i = 0; i < sizeof common / sizeof common[0]; i++)
        if (strcmp(word, common[i]) == 0) return true;
    return false;
}

/* "12345678", "11223344", "87654321", "1234567890": nothing but the next or the same. */
static bool is_run(const char *text, int step)
{
    size_t at = 1;
    while (text[at - 1] != '\0' && text[at] != '\0') {
        const int by = text[at] - text[at - 1];
        const bool wraps = by == -9 * step && isdigit((unsigned char)text[at]);
        if (by != 0 && by != step && !wraps) return false;
        at++;
    }
    return true;
}

static bool is_row(const char *text)
{
    static const char *const rows[] = {
        "qwertyuiopasdfghjklzxcvbnm",
        "qwertzuiopasdfghjklyxcvbnm",
        "azertyuiopqsdfghjklmwxcvbn",
        "qazwsxedcrfvtgbyhnujmikolp",
        "poiuytrewqlkjhgfdsamnbvcxz",
        "1qaz2wsx3edc4rfv5tgb6yhn",
        "147258369147",
        "741852963741",
        "159357159357",
        "789456123789",
        "123654789123",
        "321654987321",
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strstr(rows[i], text) != NULL) return true;
    return false;
}

/* "abcabcabc": a piece of at most four letters, again and again. */
static bool repeats(const char *text)
{
    const size_t length = strlen(text);
    for (size_t piece = 1; piece <= 4 && 2 * piece <= length; piece++) {
        size_t at = piece;
        while (at < length && text[at] == text[at - piece]) at++;
        if (at == length) return true;
    }
    return false;
}

static bool is_easy(const char *text)
{
    return strlen(text) <= 2 || is_run(text, 1) || is_run(text, -1) || is_row(text) || repeats(text)
           || is_common(text);
}

/* What is left without digits and signs before and behind. */
static void take_core(const char *text, char out[FOLDED_MAX])
{
    size_t count = strlen(text);
    while (count > 0 && !isalpha((unsigned char)text[count - 1]) && (text[count - 1] & 0x80) == 0)
        count--;
    while (count > 0 && !isalpha((unsigned char)*text) && (*text & 0x80) == 0) {
        text++;
        count--;
    }
    fold_text(text, count, out);
}

const char *account_judge_password(const char *password, const char *name)
{
    static const char first[] = "This password is among the first that are tried: choose another.";
    const size_t length = strlen(password);
    char core[FOLDED_MAX], whole[FOLDED_MAX], letters[FOLDED_MAX], digits[FOLDED_MAX];
    char folded[FOLDED_MAX];
    if (length < ACCOUNTS_PASSWORD_LEAST || length > ACCOUNTS_PASSWORD_MOST)
        return "A password has 8 to 128 bytes.";
    take_core(password, core);
    fold_text(password, length, whole);
    fold_text(name, strlen(name), folded);
    if (strcmp(whole, folded) == 0 || (folded[0] != '\0' && strcmp(core, folded) == 0))
        return "The password must not be the name, nor that with a number.";
    pick(password, isalpha, letters);
    pick(password, isdigit, digits);
    const bool plain = strlen(letters) + strlen(digits) == length;
    const bool easy = is_common(core) || is_common(whole) || repeats(password)
                      || (plain && (is_row(password) || (is_easy(letters) && is_easy(digits))));
    return easy ? first : NULL;
}
