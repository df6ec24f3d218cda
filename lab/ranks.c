/*
 * ranks.c - one run on many machines: dealing games to ranks, and playing what was dealt.  See
 * ranks.h.
 *
 * On each rank one thread, the clerk, has all the messages; the threads that play speak with it.
 * Where all must meet (when they come, when they leave) one that has died keeps the clerks of the
 * others for ever: so whoever waits for a clerk waits so long and goes without it.
 * SPDX-License-Identifier: MIT
 */
#include "lab/folder.h"
#include "lab/ranks.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    PAUSE_US = 500,
    MEETING_US = 20000000,  /* so long the others have time to come */
    PARTING_US = 5000000,   /* and to leave together */
    FAREWELL_US = 3000000,  /* so long the others have time to end */
    SILENCE_US = 60000000,  /* so long rank 0 may not answer */
    SENDING_US = 20000000,  /* so long a message may take to go: the others wait meanwhile */
    WRITING_US = 600000000, /* and so long it may write its files */
    HEAD = 9,               /* a message: what it is, and a game */
};
enum { ASK = 'A', LINE = 'L', BYE = 'B', PLAY = 'P', NONE = 'N', STOP = 'S', END = 'E' };

/* ---- Who is there. ---- */

bool lab_has_ranks(int *rank, int *ranks)
{
    const char *own = getenv("OMPI_COMM_WORLD_RANK"), *all = getenv("OMPI_COMM_WORLD_SIZE");
    if (own == NULL || all == NULL) return false;
    *rank = atoi(own);
    *ranks = atoi(all);
    return *ranks > 1 && *rank >= 0 && *rank < *ranks;
}

/* The file beside the program; NULL: it was built without. */
static const lab_post *load_post(void)
{
    char path[4096];
    const ssize_t count = readlink("/proc/self/exe", path, sizeof path - 32);
    if (count <= 0) return NULL;
    path[count] = 0;
    char *slash = strrchr(path, '/');
    snprintf(slash == NULL ? path : slash + 1, 32, "grognard-mpi.so");
    void *file = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    return file == NULL ? NULL : dlsym(file, LAB_POST_NAME);
}

/* ---- The clerk. ---- */

typedef enum stage { COMING, MET, LEAVING, GONE } stage;

typedef struct clerk {
    const lab_post *post;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t moved;
    stage stands; /* how far it has come: forward only */
} clerk;

static bool open_clerk(clerk *c, const lab_post *post, void *(*work)(void *), void *of)
{
    pthread_condattr_t by_monotonic_clock;
    c->post = post;
    pthread_condattr_init(&by_monotonic_clock);
    pthread_condattr_setclock(&by_monotonic_clock, CLOCK_MONOTONIC);
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->moved, &by_monotonic_clock);
    pthread_condattr_destroy(&by_monotonic_clock);
    return pthread_create(&c->thread, NULL, work, of) == 0;
}

static void move_to(clerk *c, stage to)
{
    pthread_mutex_lock(&c->lock);
    c->stands = to;
    pthread_cond_broadcast(&c->moved);
    pthread_mutex_unlock(&c->lock);
}

static bool has_come_to(clerk *c, stage to, int64_t most_us)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    const int64_t ns = until.tv_nsec + most_us % 1000000 * 1000;
    until.tv_sec += (time_t)(most_us / 1000000 + ns / 1000000000);
    until.tv_nsec = (long)(ns % 1000000000);
    pthread_mutex_lock(&c->lock);
    while (c->stands < to && pthread_cond_timedwait(&c->moved, &c->lock, &until) == 0) {}
    const bool has = c->stands >= to;
    pthread_mutex_unlock(&c->lock);
    return has;
}

static bool meet(clerk *c, int *rank, int *ranks)
{
    const bool good = c->post->begin(rank, ranks);
    move_to(c, MET);
    return good;
}

static void part(clerk *c, bool all)
{
    move_to(c, LEAVING);
    c->post->end(all);
    move_to(c, GONE);
}

/* False: it waits for the dead, in what is not ours; everything it may touch must stay. */
static bool close_clerk(clerk *c, int64_t most_us)
{
    if (!has_come_to(c, MET, most_us)) return false;
    while (!has_come_to(c, LEAVING, PARTING_US)) {} /* it ends by its own clock */
    if (!has_come_to(c, GONE, PARTING_US)) return false;
    pthread_join(c->thread, NULL);
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->moved);
    return true;
}

/* ---- Messages. ---- */

static void write_head(uint8_t *to, int what, uint64_t game)
{
    to[0] = (uint8_t)what;
    for (int i = 0; i < 8; i++) to[1 + i] = (uint8_t)(game >> 8 * i);
}

static uint64_t read_game(const uint8_t *from)
{
    uint64_t game = 0;
    for (int i = 0; i < 8; i++) game |= (uint64_t)from[1 + i] << 8 * i;
    return game;
}

static bool send_head(const lab_post *post, int to, int what, uint64_t game, long most_us)
{
    uint8_t head[HEAD];
    write_head(head, what, game);
    return post->send(to, head, sizeof head, most_us);
}

/* The next message in `bytes`, which has room for a line; its length, 0: there is none. */
static size_t next_message(const lab_post *post, uint8_t *bytes, int *from)
{
    size_t count;
    if (!post->look(from, &count)) return 0;
    gg_assert(count >= HEAD && count <= HEAD + LAB_ROW_BYTES);
    return post->take(*from, bytes, count) ? count : 0;
}

/* ---- Rank 0: the dealer. ---- */

typedef enum standing { FREE, DEALT, DONE } standing;

struct lab_dealer {
    const lab_post *post;
    lab_folder *folder;
    clerk clerk;
    int64_t opened_us;
    pthread_mutex_t lock; /* of what follows, and of the folder's file */
    uint8_t *games;       /* how each stands */
    uint64_t next, left;  /* the first that may be free; not done yet */
    bool is_second, not_kept;
    bool is_over;   /* nobody needs to play on */
    bool may_leave; /* everything is written */
    int ranks;
    bool *has_left; /* by rank */
    bool *is_lost;  /* by rank: does not take what is sent */
};
typedef struct lab_dealer dealer;

static bool is_done(void *about, uint64_t game)
{
    dealer *d = about;
    pthread_mutex_lock(&d->lock);
    const bool done = d->games[game] == DONE;
    pthread_mutex_unlock(&d->lock);
    return done;
}

static bool claim(void *about, uint64_t game)
{
    dealer *d = about;
    pthread_mutex_lock(&d->lock);
    const bool may = d->games[game] == FREE || (d->is_second && d->games[game] != DONE);
    if (may) d->games[game] = DEALT;
    pthread_mutex_unlock(&d->lock);
    return may;
}

/* The line that comes first counts; false: it cannot be written. */
static bool keep_line(dealer *d, uint64_t game, const char *line, size_t count)
{
    bool good = true;
    pthread_mutex_lock(&d->lock);
    if (d->games[game] != DONE) {
        good = !d->not_kept && lab_append(d->folder, line, count);
        if (good) d->games[game] = DONE, d->left--;
        else d->not_kept = true;
    }
    if (d->left == 0) lab_stop_all(true); /* whoever plays one again need not end it */
    pthread_mutex_unlock(&d->lock);
    return good;
}

static bool keep(void *about, void *of, uint64_t game)
{
    const lab_scribe *scribe = of;
    return keep_line(about, game, scribe->line.bytes, scribe->line.count);
}

/* Who does not take a message is dead, and is waited for no second time. */
static void tell(const dealer *d, int to, int what, uint64_t word, long most_us)
{
    if (!d->is_lost[to]) d->is_lost[to] = !send_head(d->post, to, what, word, most_us);
}

static void deal(dealer *d, int to)
{
    pthread_mutex_lock(&d->lock);
    while (d->next < d->folder->games && d->games[d->next] != FREE) d->next++;
    const bool none = d->next == d->folder->games || d->not_kept || lab_is_stopped();
    const uint64_t game = d->next;
    if (!none) d->games[game] = DEALT;
    pthread_mutex_unlock(&d->lock);
    tell(d, to, none ? NONE : PLAY, game, SENDING_US);
}

static void hear(dealer *d, const uint8_t *bytes, size_t count, int from)
{
    const uint64_t game = read_game(bytes);
    if (bytes[0] == ASK) deal(d, from);
    if (bytes[0] == BYE) d->has_left[from] = true;
    if (bytes[0] == LINE && game < d->folder->games)
        keep_line(d, game, (const char *)bytes + HEAD, count - HEAD);
}

static bool have_all_left(const dealer *d)
{
    for (int i = 1; i < d->ranks; i++)
        if (!d->has_left[i]) return false;
    return true;
}

static bool is_set(dealer *d, const bool *flag)
{
    pthread_mutex_lock(&d->lock);
    const bool set = *flag;
    pthread_mutex_unlock(&d->lock);
    return set;
}

static void set(dealer *d, bool *flag)
{
    pthread_mutex_lock(&d->lock);
    *flag = true;
    pthread_mutex_unlock(&d->lock);
}

static void tell_all(const dealer *d, int what, bool even_who_left, uint64_t word)
{
    for (int i = 1; i < d->ranks; i++)
        if (even_who_left || !d->has_left[i]) tell(d, i, what, word, FAREWELL_US);
}

/* The dealer's clerk: hears the others until everything is written and they have left. */
static void *clerk_of_dealer(void *of)
{
    dealer *d = of;
    uint8_t *bytes = cli_memory(HEAD + LAB_ROW_BYTES);
    int rank, from;
    bool told = false;
    if (!meet(&d->clerk, &rank, &d->ranks)) d->ranks = 1;
    d->has_left = cli_memory((size_t)d->ranks);
    d->is_lost = cli_memory((size_t)d->ranks);
    for (int64_t until = INT64_MAX; d->post->now_us() < until;) {
        const size_t count = next_message(d->post, bytes, &from);
        if (count > 0) hear(d, bytes, count, from);
        if (!told && is_set(d, &d->is_over)) {
            told = true;
            tell_all(d, STOP, false, 0);
        }
        const bool may_leave = is_set(d, &d->may_leave);
        if (may_leave && have_all_left(d)) break;
        if (count > 0) continue;
        usleep(PAUSE_US);
        if (may_leave && until == INT64_MAX) until = d->post->now_us() + FAREWELL_US;
    }
    const bool all = have_all_left(d);
    tell_all(d, END, true, all); /* nobody ends before everything is written */
    free(d->has_left);
    free(d->is_lost);
    free(bytes);
    part(&d->clerk, all);
    return NULL;
}

static void *open_scribe(void *about)
{
    return lab_open_scribe(&((const dealer *)about)->folder->setup, true);
}

lab_batch_end lab_play_dealt(lab_dealer *d, int threads)
{
    const lab_batch batch = {
        .first = d->folder->shard,
        .step = d->folder->shards,
        .count = d->folder->games - d->folder->shard,
        .threads = threads,
        .about = d,
        .open = open_scribe,
        .close = lab_close_scribe,
        .is_done = is_done,
        .claim = claim,
        .play = lab_play_row,
        .keep = keep,
        .thing = "games",
    };
    lab_play_batch(&batch); /* how it ends says nothing: others play, too */
    pthread_mutex_lock(&d->lock);
    d->is_second = true; /* what others have not sent yet */
    const bool go_on = d->left > 0 && !d->not_kept && !lab_is_stopped();
    pthread_mutex_unlock(&d->lock);
    if (go_on) lab_play_batch(&batch);
    pthread_mutex_lock(&d->lock);
    d->is_over = true;
    const lab_batch_end end = d->left == 0  ? LAB_ALL_PLAYED
                              : d->not_kept ? LAB_NOT_KEPT
                                            : LAB_STOPPED;
    pthread_mutex_unlock(&d->lock);
    lab_stop_all(false);
    return end;
}

lab_dealer *lab_open_dealer(lab_folder *folder)
{
    dealer *d = cli_memory(sizeof *d);
    *d = (dealer){.post = load_post(), .folder = folder};
    if (d->post == NULL) {
        cli_misuse("mpirun has started several of this program, and it was built without MPI; "
                   "--shard and lab merge do without.");
        free(d);
        return NULL;
    }
    d->games = cli_memory(folder->games);
    for (uint64_t i = 0; i < folder->games; i++) {
        const bool ours = i % folder->shards == folder->shard && !folder->is_done[i];
        d->games[i] = ours ? FREE : DONE;
        d->left += ours;
    }
    pthread_mutex_init(&d->lock, NULL);
    d->opened_us = d->post->now_us();
    const bool is_there = open_clerk(&d->clerk, d->post, clerk_of_dealer, d);
    gg_assert(is_there);
    return d;
}

void lab_close_dealer(lab_dealer *d)
{
    if (d == NULL) return;
    set(d, &d->is_over);
    set(d, &d->may_leave);
    const int64_t waited = d->post->now_us() - d->opened_us;
    if (!close_clerk(&d->clerk, waited < MEETING_US ? MEETING_US - waited : 0)) {
        set(d, &d->not_kept); /* should it come after all, the folder is closed */
        return;
    }
    pthread_mutex_destroy(&d->lock);
    free(d->games);
    free(d);
}

/* ---- The other ranks. ---- */

typedef struct rank {
    const lab_post *post;
    clerk clerk;
    const lab_setup *setup;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t changed;
    int wanted, asked; /* threads that want a game; those asked for */
    int given;         /* games that came for them */
    uint64_t games[LAB_THREADS_MAX];
    const lab_scribe *to_send; /* a line on its way */
    uint64_t sent_game;
    bool none, is_over, is_silent;
    bool may_end, all; /* rank 0 has written everything; nobody is missing */
} rank;

typedef struct player_of_rank {
    rank *of;
    lab_scribe *scribe;
    uint64_t game;
} player_of_rank;

static void *open_player(void *about)
{
    player_of_rank *p = cli_memory(sizeof *p);
    p->of = about;
    p->scribe = lab_open_scribe(p->of->setup, true);
    return p;
}

static void close_player(void *of)
{
    lab_close_scribe(((player_of_rank *)of)->scribe);
    free(of);
}

static bool want_game(rank *r, uint64_t *game)
{
    pthread_mutex_lock(&r->lock);
    r->wanted++;
    while (r->given == 0 && !r->none) pthread_cond_wait(&r->changed, &r->lock);
    r->wanted--;
    const bool found = r->given > 0;
    if (found) *game = r->games[--r->given];
    pthread_mutex_unlock(&r->lock);
    return found;
}

static bool play_dealt(void *of, uint64_t turn)
{
    player_of_rank *p = of;
    (void)turn;
    return want_game(p->of, &p->game) && lab_play_row(p->scribe, p->game);
}

/* Waits until the line has gone: the scribe writes the next one over it. */
static bool send_line(void *about, void *of, uint64_t turn)
{
    rank *r = about;
    const player_of_rank *p = of;
    (void)turn;
    pthread_mutex_lock(&r->lock);
    r->to_send = p->scribe;
    r->sent_game = p->game;
    while (r->to_send != NULL && !r->is_silent) pthread_cond_wait(&r->changed, &r->lock);
    const bool good = !r->is_silent;
    pthread_mutex_unlock(&r->lock);
    return good;
}

/* What the threads want said; false: there was nothing. */
static bool speak(rank *r, uint8_t *bytes)
{
    pthread_mutex_lock(&r->lock);
    const bool asks = r->wanted > r->asked + r->given && !r->none;
    const lab_scribe *line = r->to_send;
    const uint64_t game = r->sent_game;
    if (asks) r->asked++;
    pthread_mutex_unlock(&r->lock);
    if (asks && !send_head(r->post, 0, ASK, 0, SILENCE_US)) r->is_silent = true;
    if (line == NULL) return asks;
    write_head(bytes, LINE, game);
    memcpy(bytes + HEAD, line->line.bytes, line->line.count);
    const bool good = r->post->send(0, bytes, HEAD + line->line.count, SILENCE_US);
    pthread_mutex_lock(&r->lock);
    r->to_send = NULL;
    r->is_silent = r->is_silent || !good;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
    return true;
}

static void obey(rank *r, const uint8_t *bytes)
{
    pthread_mutex_lock(&r->lock);
    if (r->asked > 0 && (bytes[0] == PLAY || bytes[0] == NONE)) r->asked--;
    if (bytes[0] == END) r->may_end = true, r->all = read_game(bytes) != 0;
    if (bytes[0] == PLAY) r->games[r->given++] = read_game(bytes);
    else r->none = true;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
    if (bytes[0] == STOP) lab_stop_all(true);
}

/* Rank 0 answers at once or not at all. */
static void fall_silent(rank *r)
{
    pthread_mutex_lock(&r->lock);
    r->none = r->is_silent = true;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
    lab_stop_all(true);
}

static bool has_ended(rank *r, bool *waits)
{
    pthread_mutex_lock(&r->lock);
    const bool over = r->is_over;
    *waits = r->asked > 0;
    if (lab_is_stopped() && !r->none) {
        r->none = true;
        pthread_cond_broadcast(&r->changed);
    }
    pthread_mutex_unlock(&r->lock);
    return over;
}

static void *clerk_of_rank(void *of)
{
    rank *r = of;
    uint8_t *bytes = cli_memory(HEAD + LAB_ROW_BYTES);
    int own, ranks, from;
    bool waits = false;
    if (!meet(&r->clerk, &own, &ranks)) fall_silent(r);
    int64_t heard = r->post->now_us();
    while (!has_ended(r, &waits)) {
        const bool spoke = speak(r, bytes);
        const size_t count = next_message(r->post, bytes, &from);
        if (count > 0) obey(r, bytes);
        if (count > 0 || spoke || !waits) heard = r->post->now_us();
        if (count > 0) continue;
        usleep(PAUSE_US);
        if (r->post->now_us() - heard > SILENCE_US) fall_silent(r);
    }
    const bool good = !r->is_silent && send_head(r->post, 0, BYE, 0, SILENCE_US);
    const int64_t until = r->post->now_us() + WRITING_US;
    while (good && !r->may_end && r->post->now_us() < until) {
        if (next_message(r->post, bytes, &from) > 0) obey(r, bytes);
        else usleep(PAUSE_US);
    }
    free(bytes);
    part(&r->clerk, r->all);
    return NULL;
}

int lab_serve_rank(const lab_setup *setup, int threads)
{
    rank *r = cli_memory(sizeof *r);
    *r = (rank){.post = load_post(), .setup = setup};
    if (r->post == NULL) {
        free(r);
        return CLI_MISUSE; /* rank 0 says so */
    }
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->changed, NULL);
    lab_catch_signals();
    if (!open_clerk(&r->clerk, r->post, clerk_of_rank, r)) return CLI_MISUSE;
    if (!has_come_to(&r->clerk, MET, MEETING_US))
        return cli_misuse("the ranks have not met; one of them may have died.");
    const lab_batch batch = {.count = UINT64_MAX,
                             .threads = threads,
                             .about = r,
                             .open = open_player,
                             .close = close_player,
                             .play = play_dealt,
                             .keep = send_line};
    lab_play_batch(&batch);
    pthread_mutex_lock(&r->lock);
    r->is_over = true;
    pthread_mutex_unlock(&r->lock);
    const bool is_gone = close_clerk(&r->clerk, 0);
    const int code = r->is_silent ? cli_misuse("rank 0 is silent.") : CLI_YES;
    if (is_gone) free(r);
    return code;
}
