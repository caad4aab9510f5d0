/* Wall time from clock_gettime. */
#define _POSIX_C_SOURCE 199309L
#include "base/timers.h"

#include <errno.h>
#include <time.h>

void timers_sleep(double seconds)
{
    struct timespec left = {.tv_sec = (time_t)seconds};
    left.tv_nsec = (long)(1e9 * (seconds - (double)left.tv_sec));
    while (nanosleep(&left, &left) != 0 && errno == EINTR)
        ;
}

void timers_await(double when)
{
    enum { TURN_MICROSECONDS = 200 }; /* a sleeper may be woken so late */
    const double asleep = when - timers_now() - 1e-6 * TURN_MICROSECONDS;
    if (asleep > 0)
        timers_sleep(asleep);
    while (timers_now() < when)
        ;
}

double timers_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void timers_lap(timers *t, spate_section section, double *mark)
{
    const double now = timers_now();
    t->seconds[section] += now - *mark - (t->inner_since >= *mark ? t->inner : 0);
    t->inner = 0;
    *mark = now;
}

void timers_inner(timers *t, spate_section section, double begun)
{
    const double spent = timers_now() - begun;
    t->seconds[section] += spent;
    if (!(t->inner > 0))
        t->inner_since = begun;
    t->inner += spent;
}

const char *spate_section_name(spate_section section)
{
    static const char *const names[SPATE_SECTION_COUNT] = {
        [SPATE_SECTION_SETUP] = "set-up",       [SPATE_SECTION_STAGE] = "stages",
        [SPATE_SECTION_HALO] = "halo exchange", [SPATE_SECTION_REDUCE] = "reductions",
        [SPATE_SECTION_OUTPUT] = "output",
    };
    return (unsigned)section < SPATE_SECTION_COUNT ? names[section] : "unknown";
}
