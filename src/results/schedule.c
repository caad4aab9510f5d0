/* Due times. */
#include "results/schedule.h"

#include <math.h>

double schedule_next(const schedule *s, double t)
{
    if (!(s->every > 0) || t >= s->end)
        return (double)INFINITY;
    if (t < 0)
        return 0;
    double k = floor(t / s->every) + 1;
    while ((k - 1) * s->every > t)
        --k;
    while (k * s->every <= t)
        ++k;
    /* A multiple that differs from the end only by rounding is the end. */
    const double next = k * s->every;
    return next > s->end - 1e-9 * s->every ? s->end : next;
}

int schedule_due(const schedule *s, double t)
{
    return s->every > 0 && t > s->last && (t >= s->end || t >= schedule_next(s, s->last));
}
