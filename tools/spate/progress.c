/* The progress line. */
#include "progress.h"

#include <math.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/timers.h"
#include "progress_line.h"

enum { LONGEST = 255 };

progress progress_begin(double t_end, double cell_stages_per_step, int silent)
{
    const double now = timers_now();
    const progress p = {.t_end = t_end,
                        .cell_stages = cell_stages_per_step,
                        .begun = now,
                        .shown = now,
                        .terminal = isatty(STDERR_FILENO),
                        .silent = silent,
                        .mass_error = NAN};
    return p;
}

/* Asked before every line: terminals change their width. The last column stays empty, because some
 * terminals begin a new line after it. */
static int columns(const progress *p)
{
    struct winsize size;
    if (!p->terminal)
        return LONGEST;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return 79;
    return size.ws_col - 1;
}

static int due(const progress *p, double now, int percent)
{
    if (p->terminal)
        return now - p->shown >= 0.1;
    return percent / 5 > p->percent / 5;
}

void progress_step(progress *p, double t, double dt, int64_t step)
{
    if (p->silent)
        return;
    const double now = timers_now(), share = p->t_end > 0 ? t / p->t_end : 1;
    const int percent = (int)(100 * share);
    if (!due(p, now, percent))
        return;
    const double done = (t - p->t_begun) / fmax(p->t_end - p->t_begun, 1e-300);
    const progress_values values = {.percent = percent,
                                    .t = t,
                                    .t_end = p->t_end,
                                    .dt = dt,
                                    .rate = (double)(step - p->shown_step) * p->cell_stages /
                                            (now - p->shown),
                                    .mass_error = p->mass_error,
                                    .left = (now - p->begun) * (1 - done) / fmax(done, 1e-9)};
    char line[LONGEST + 1];
    progress_line(&values, columns(p), line, sizeof line);
    fprintf(stderr, p->terminal ? "\r%s\033[K" : "%s\n", line);
    p->shown = now;
    p->shown_step = step;
    p->percent = percent;
}

void progress_end(progress *p)
{
    if (!p->silent && p->terminal)
        fputs("\r\033[K", stderr);
}
