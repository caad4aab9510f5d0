/* The progress line. */
#include "progress.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "base/timers.h"

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

static void print_duration(double seconds)
{
    const long s = lround(seconds);
    if (s >= 3600)
        fprintf(stderr, "%ld h %02ld min", s / 3600, s / 60 % 60);
    else if (s >= 60)
        fprintf(stderr, "%ld min %02ld s", s / 60, s % 60);
    else
        fprintf(stderr, "%ld s", s);
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
    const double rate = (double)(step - p->shown_step) * p->cell_stages / (now - p->shown);
    fprintf(stderr, "%s%3d %%  t = %.4g of %.4g s  dt = %.3g s  %.1f Mcell-stages/s  ",
            p->terminal ? "\r" : "", percent, t, p->t_end, dt, 1e-6 * rate);
    if (!isnan(p->mass_error))
        fprintf(stderr, "mass error %.1e  ", p->mass_error);
    const double done = (t - p->t_begun) / fmax(p->t_end - p->t_begun, 1e-300);
    print_duration((now - p->begun) * (1 - done) / fmax(done, 1e-9));
    fputs(p->terminal ? " left\033[K" : " left\n", stderr);
    p->shown = now;
    p->shown_step = step;
    p->percent = percent;
}

void progress_end(progress *p)
{
    if (!p->silent && p->terminal)
        fputs("\r\033[K", stderr);
}
