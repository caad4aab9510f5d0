/* Laps by name. */
#define _GNU_SOURCE
#include "base/phases.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/timers.h"

/* Field 22 of /proc/self/stat: ticks from boot to the start of the process. The second field, the
 * program name, may contain blanks, so fields are counted from its closing bracket. */
static double started_after_boot(void)
{
    char text[1024];
    unsigned long long ticks = 0;
    FILE *file = fopen("/proc/self/stat", "r");
    const size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
        fclose(file);
    text[length] = '\0';
    const char *at = strrchr(text, ')');
    for (int field = 2; at && field < 22; ++field)
        at = strchr(at + 1, ' ');
    if (!at || sscanf(at, "%llu", &ticks) != 1)
        return -1;
    return (double)ticks / (double)sysconf(_SC_CLK_TCK);
}

double process_seconds(void)
{
#ifdef CLOCK_BOOTTIME
    struct timespec now;
    const double started = started_after_boot();
    if (started >= 0 && clock_gettime(CLOCK_BOOTTIME, &now) == 0) {
        const double since = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec - started;
        return since > 0 ? since : 0;
    }
#endif
    return 0;
}

void phases_begin(phases *p)
{
    const double since = process_seconds();
    *p = (phases){.mark = timers_now() - since};
}

void phases_lap(phases *p, const char *name)
{
    int k = 0;
    if (p->mark == 0)
        return;
    while (k < p->count && strcmp(p->names[k], name) != 0)
        ++k;
    if (k == MOST_PHASES)
        return; /* the time goes to the next phase */
    const double now = timers_now();
    p->names[k] = name;
    p->seconds[k] += now - p->mark;
    p->count = k == p->count ? k + 1 : p->count;
    p->mark = now;
}
