/*
 * turns.c - a thread that asks for short turns is let in sooner, and gets no more of the processor
 * than before; those that it starts do not come by them.
 * SPDX-License-Identifier: MIT
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/turns.h"

static turns_kept mine(void)
{
    turns_kept how;
    if (!turns_look(&how)) skip(); /* this kernel does not tell */
    return how;
}

static void *look(void *to)
{
    turns_look(to);
    return NULL;
}

static bool has_turns(const turns_kept *how) /* whose length one may ask for */
{
    enum { OTHER = 0, BATCH = 3 };
    return how->nanoseconds != 0 && (how->policy == OTHER || how->policy == BATCH);
}

static void only_the_turns_are_shorter(void **unused)
{
    (void)unused;
    turns_kept later;
    pthread_t thread;
    const turns_kept before = mine();
    turns_shorten(TURNS_STORE_US);
    const turns_kept after = mine();
    assert_int_equal(after.policy, before.policy);
    assert_int_equal(after.nice, before.nice);
    assert_int_equal(after.priority, before.priority);
    if (!has_turns(&before) || (after.flags & TURNS_NOT_INHERITED) == 0) return; /* refused */
    assert_int_equal(after.nanoseconds, TURNS_STORE_US * 1000);
    assert_int_equal(pthread_create(&thread, NULL, look, &later), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(later.nanoseconds, before.nanoseconds);
    /* Who stands before others is not so for its threads: the kernel gives that to nobody's. */
    assert_int_equal(later.nice, before.nice < 0 ? 0 : before.nice);
}

/* From here on the kernel refuses this call, as an older one does or a container's rules. */
static bool refuse(unsigned call, unsigned with)
{
    struct sock_filter lines[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | with),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {.len = 4, .filter = lines};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
           && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

/* In a process of its own: 0, it goes on as it was and has said nothing; 77: no such rules here. */
static int go_on_refused(unsigned call, unsigned with)
{
    char said[8];
    turns_kept before = {0}, after = {0};
    int pipes[2];
    if (pipe(pipes) != 0 || !refuse(call, with)) return 77;
    dup2(pipes[1], STDOUT_FILENO);
    dup2(pipes[1], STDERR_FILENO);
    const bool told = turns_look(&before);
    turns_shorten(TURNS_STORE_US);
    if (turns_look(&after) != told || told != (call == SYS_sched_setattr)) return 1;
    if (told && memcmp(&before, &after, sizeof after) != 0) return 2;
    for (int i = 0; i < 3; i++) close(i == 2 ? pipes[1] : i + 1);
    return read(pipes[0], said, sizeof said) == 0 ? 0 : 3;
}

static void a_kernel_may_refuse(void **unused)
{
    static const unsigned calls[] = {SYS_sched_setattr, SYS_sched_getattr};
    static const unsigned answers[] = {EPERM, EINVAL, ENOSYS, E2BIG};
    (void)unused;
    mine();
    for (int i = 0; i < 8; i++) {
        int status = 0;
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) _exit(go_on_refused(calls[i % 2], answers[i / 2]));
        assert_int_equal(waitpid(child, &status, 0), child);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 77) skip();
        assert_int_equal(status, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kernel_may_refuse),
        cmocka_unit_test(only_the_turns_are_shorter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
