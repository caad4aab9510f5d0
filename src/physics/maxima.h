/* Maxima of a cell over a run: largest depth, speed and momentum, time of first arrival, and how
 * long it was deep. Knows one cell; times are those of the steps. */
#ifndef SPATE_PHYSICS_MAXIMA_H
#define SPATE_PHYSICS_MAXIMA_H

#include "base/real.h"

/* Squares, so that a step needs no root: u^2 + v^2 and (h u)^2 + (h v)^2, the latter being the
 * square of depth times speed. */
typedef struct maxima_peaks {
    calc depth, speed_squared, momentum_squared;
} maxima_peaks;

/* Speed and momentum count where the depth is at least `wet`, which is above 0. */
SPATE_FN maxima_peaks maxima_of(calc h, calc hu, calc hv, calc wet)
{
    const calc momentum_squared = hu * hu + hv * hv;
    const calc deep = max_r(h, wet);
    const maxima_peaks p = {.depth = h,
                            .speed_squared = h >= wet ? momentum_squared / (deep * deep) : C(0),
                            .momentum_squared = h >= wet ? momentum_squared : C(0)};
    return p;
}

SPATE_FN maxima_peaks maxima_higher(maxima_peaks a, maxima_peaks b)
{
    const maxima_peaks p = {.depth = max_r(a.depth, b.depth),
                            .speed_squared = max_r(a.speed_squared, b.speed_squared),
                            .momentum_squared = max_r(a.momentum_squared, b.momentum_squared)};
    return p;
}

/* Times of a cell: of arrival, and since when it is deeper than the threshold of the duration;
 * negative where there is no such time. */
#define MAXIMA_NEVER (-1)    /* arrival: dry at the start and ever since; since: not deep now */
#define MAXIMA_AT_START (-2) /* arrival: wet at the start, or not part of the grid */

typedef struct maxima_times {
    real arrival, since, duration;
} maxima_times;

/* Whether the cell passes a threshold at this depth. */
SPATE_FN int maxima_crosses(real arrival, real since, calc h, calc wet, calc deep)
{
    return ((arrival == (real)MAXIMA_NEVER) & (h >= wet)) | ((since >= 0) != (h > deep));
}

/* t: of the state, s. */
SPATE_FN maxima_times maxima_cross(maxima_times m, calc h, calc wet, calc deep, double t)
{
    if (m.arrival == (real)MAXIMA_NEVER && h >= wet)
        m.arrival = (real)t;
    if (h > deep && m.since < 0)
        m.since = (real)t;
    if (!(h > deep) && m.since >= 0) {
        m.duration = (real)((double)m.duration + ((double)(real)t - (double)m.since));
        m.since = (real)MAXIMA_NEVER;
    }
    return m;
}

SPATE_FN maxima_times maxima_begin(calc h, calc wet, calc deep, int active, double t)
{
    const maxima_times m = {.arrival = (real)(h >= wet || !active ? MAXIMA_AT_START : MAXIMA_NEVER),
                            .since = h > deep ? (real)t : (real)MAXIMA_NEVER,
                            .duration = 0};
    return m;
}

#endif
