/* Signals that ask a run to stop: the first is kept, further ones are ignored, and only Ctrl-C
 * again after two seconds ends the program. The clock is the test's own: it is linked with
 * --wrap=clock_gettime. */
#include "model/stop_signals.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

static int clock_ms;
int __wrap_clock_gettime(clockid_t which, struct timespec *now);
int __wrap_clock_gettime(clockid_t which, struct timespec *now)
{
    (void)which;
    *now = (struct timespec){.tv_sec = 7 + clock_ms / 1000, .tv_nsec = clock_ms % 1000 * 1000000L};
    return 0;
}

typedef struct event {
    int at; /* ms */
    int signal;
} event;

/* Sends signals to a process: -N if signal N ended it, otherwise the signal that it would
 * follow. */
static int outcome(const event *list, int count)
{
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        stop_signals_begin();
        for (int k = 0; k < count; ++k) {
            clock_ms = list[k].at;
            raise(list[k].signal);
        }
        _exit(stop_signal());
    }
    int status = 0;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

#define OUTCOME(...)                                                                               \
    outcome((const event[]){__VA_ARGS__},                                                          \
            (int)(sizeof((const event[]){__VA_ARGS__}) / sizeof(event)))

static void every_kind_is_kept(void)
{
    static const int kinds[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU, SIGUSR1, SIGUSR2};
    for (int k = 0; k < 6; ++k)
        CHECK(OUTCOME({0, kinds[k]}) == kinds[k]);
    CHECK(outcome(NULL, 0) == 0);
}

static void further_signals_are_ignored(void)
{
    CHECK(OUTCOME({0, SIGTERM}, {0, SIGTERM}, {5000, SIGTERM}, {60000, SIGHUP}) == SIGTERM);
    CHECK(OUTCOME({0, SIGUSR1}, {1, SIGTERM}) == SIGUSR1);
    CHECK(OUTCOME({0, SIGINT}, {5000, SIGTERM}, {5001, SIGXCPU}) == SIGINT);
}

/* The first Ctrl-C counts, also where a batch system asked before. */
static void only_a_second_interrupt_after_two_seconds_ends_the_program(void)
{
    CHECK(OUTCOME({0, SIGINT}, {10, SIGINT}, {1999, SIGINT}) == SIGINT);
    CHECK(OUTCOME({0, SIGINT}, {2000, SIGINT}) == -SIGINT);
    CHECK(OUTCOME({0, SIGINT}, {1000, SIGINT}, {2500, SIGINT}) == -SIGINT);
    CHECK(OUTCOME({0, SIGTERM}, {3000, SIGINT}, {4000, SIGINT}) == SIGINT);
    CHECK(OUTCOME({0, SIGTERM}, {3000, SIGINT}, {5000, SIGINT}) == -SIGINT);
}

static void signals_mean_again_what_they_did(void)
{
    struct sigaction now;
    stop_signals_begin();
    stop_signals_begin();
    stop_signals_end(); /* as in runner_run: the outer handlers stay */
    CHECK(sigaction(SIGTERM, NULL, &now) == 0 && now.sa_handler != SIG_DFL);
    stop_signals_end();
    CHECK(sigaction(SIGTERM, NULL, &now) == 0 && now.sa_handler == SIG_DFL);
    CHECK(sigaction(SIGUSR1, NULL, &now) == 0 && now.sa_handler == SIG_DFL);
}

/* nohup: the run continues when its terminal is closed. */
static void a_hang_up_that_was_ignored_stays_ignored(void)
{
    signal(SIGHUP, SIG_IGN);
    CHECK(OUTCOME({0, SIGHUP}) == 0);
    signal(SIGHUP, SIG_DFL);
}

int main(void)
{
    RUN(every_kind_is_kept);
    RUN(further_signals_are_ignored);
    RUN(only_a_second_interrupt_after_two_seconds_ends_the_program);
    RUN(signals_mean_again_what_they_did);
    RUN(a_hang_up_that_was_ignored_stays_ignored);
    return check_done();
}
