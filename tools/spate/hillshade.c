/* Slopes and light. */
#include "hillshade.h"

#include <math.h>
#include <stddef.h>

/* Slope at a point, from those neighbours that have a height. */
static double slope(const relief *r, int i, int j, int along_x)
{
    const int at = along_x ? i : j, count = along_x ? r->nx : r->ny;
    const double *here = r->z + (size_t)j * (size_t)r->nx + (size_t)i;
    const ptrdiff_t next = along_x ? 1 : r->nx;
    const int back = at > 0 && !isnan(here[-next]), forward = at + 1 < count && !isnan(here[next]);
    if (!back && !forward)
        return 0;
    const double rise = here[forward ? next : 0] - here[back ? -next : 0];
    return rise / ((back + forward) * (along_x ? r->dx : r->dy));
}

/* The mean slope becomes a quarter, but the whole relief becomes at most an eighth of the width: a
 * low mound must not look like a mountain. */
double hillshade_stretch(const relief *r)
{
    double low = INFINITY, high = -INFINITY, sum = 0;
    size_t count = 0;
    for (int j = 0; j < r->ny; ++j) {
        for (int i = 0; i < r->nx; ++i) {
            const double z = r->z[(size_t)j * (size_t)r->nx + (size_t)i];
            if (isnan(z))
                continue;
            low = fmin(low, z);
            high = fmax(high, z);
            sum += hypot(slope(r, i, j, 1), slope(r, i, j, 0));
            ++count;
        }
    }
    const double range = high - low, size = fmax(r->nx * r->dx, r->ny * r->dy);
    if (count == 0 || !(range > 1e-9 * (fabs(high) + 1e-6)))
        return 0;
    const double mean = sum / (double)count;
    return fmin(0.25 / mean, 0.125 * size / range);
}

double hillshade_at(const relief *r, int i, int j, double stretch)
{
    const double zx = stretch * slope(r, i, j, 1), zy = stretch * slope(r, i, j, 0);
    const double level = sqrt(0.5); /* light on a level surface: the sine of 45 degrees */
    const double lit = fmax((0.5 * (zx - zy) + level) / sqrt(1 + zx * zx + zy * zy), 0);
    return lit < level ? lit / level - 1 : (lit - level) / (1 - level);
}
