/* Stores signals until the run checks for them. */
#include "model/stop_signals.h"

#include <signal.h>
#include <stdatomic.h>
#include <time.h>

static const struct {
    int number;
    const char *name;
} signals[] = {{SIGINT, "SIGINT"},   {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"},
               {SIGXCPU, "SIGXCPU"}, {SIGUSR1, "SIGUSR1"}, {SIGUSR2, "SIGUSR2"}};
enum { SIGNALS = sizeof signals / sizeof *signals, PATIENCE_MS = 2000 };

static int nesting;
static struct sigaction before[SIGNALS];
/* Lock-free, as required in a signal handler. */
static atomic_int requested;        /* the first signal that was not Ctrl-C */
static atomic_llong interrupted_at; /* ms; 0: no Ctrl-C yet */

static long long now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1000LL * t.tv_sec + t.tv_nsec / 1000000 + 1; /* never 0 */
}

static void on_signal(int number)
{
    int none = 0;
    long long never = 0;
    if (number != SIGINT) {
        atomic_compare_exchange_strong(&requested, &none, number);
    } else if (!atomic_compare_exchange_strong(&interrupted_at, &never, now_ms()) &&
               now_ms() - never >= PATIENCE_MS) {
        signal(SIGINT, SIG_DFL);
        raise(SIGINT); /* delivered when this handler returns */
    }
}

void stop_signals_begin(void)
{
    if (nesting++ > 0)
        return;
    atomic_store(&requested, 0);
    atomic_store(&interrupted_at, 0);
    for (int k = 0; k < SIGNALS; ++k) {
        const struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
        sigaction(signals[k].number, &action, &before[k]);
        if (signals[k].number == SIGHUP && before[k].sa_handler == SIG_IGN)
            sigaction(SIGHUP, &before[k], NULL);
    }
}

void stop_signals_end(void)
{
    if (nesting == 0 || --nesting > 0)
        return;
    for (int k = 0; k < SIGNALS; ++k)
        sigaction(signals[k].number, &before[k], NULL);
}

int stop_signal(void)
{
    return atomic_load(&interrupted_at) ? SIGINT : atomic_load(&requested);
}

const char *stop_signal_name(int number)
{
    for (int k = 0; k < SIGNALS; ++k)
        if (signals[k].number == number)
            return signals[k].name;
    return "a signal";
}
