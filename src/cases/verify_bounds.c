/* What rounding alone may do to a run: the bound on the mass error and the floor below which no
 * order can be seen. Everything is derived here; nothing is fitted.
 *
 * Mass. A stage rounds the depth of a cell about twice, each time by at most half a unit in the
 * last place: at most eps h a stage, so eps times the number of stages in all. f64 is held to that.
 *
 * In f32 the same bound would let 0.1 % go in 10 000 stages. But errors of many cells cancel: one
 * rounding has the standard deviation ulp/sqrt(12), two have 0.41 eps h. If all N = cells x stages
 * errors were independent, the volume would wander by 0.41 eps h sqrt(N) cell volumes. They are not
 * quite:
 *   - Cells that hold the same depths (rows of a strip, mirror images) round alike: their errors
 *     add up before they are squared.
 *   - In time: the depth is a whole number of ulps, so the error depends only on the change d of
 *     the stage modulo an ulp, and is the same again until d has changed by an ulp. A change D
 *     over S stages means d ~ D/S and a change of d per stage ~ D/S^2: errors stay alike for about
 *     tau = S^2 eps h / D stages, at least 1 and at most S (a steady flow keeps its error).
 * So the variance is the sum, over groups of like cells, of (0.41 eps h count)^2 S tau; six
 * standard deviations are allowed, and one eps for the volumes themselves. Cells that have not
 * changed have rounded nothing.
 *
 * Mirror images. A line that is eliminated from one end to the other has other roundings than its image: a solve of waves of
 * Courant number C is off by at most 8 eps, its operations in a row, times its condition 1 + C^2, and no wave is damped. That
 * is the floor of such a case; explicit schemes (C = 1) stay far below.
 *
 * Floor. Roundings of a level w, each up to eps |w|, spread as waves: after S stages the error of a
 * depth is near eps |w| sqrt(S). */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "cases/verify_run.h"

static double epsilon(const verify_run *run)
{
    return run->opt.precision == 32 ? (double)FLT_EPSILON : DBL_EPSILON;
}

static int compare(const void *a, const void *b)
{
    const verify_pair *p = a, *q = b;
    if (p->h != q->h)
        return p->h < q->h ? -1 : 1;
    return p->h0 < q->h0 ? -1 : p->h0 > q->h0;
}

/* Sorted, so that like cells are neighbours; returns how many changed at all. */
static size_t changed_cells(const verify_run *run)
{
    size_t n = 0;
    for (int64_t k = 0; k < run->opt.nx * run->opt.ny; ++k)
        if (run->h[k] != run->h0[k])
            run->pairs[n++] = (verify_pair){run->h[k], run->h0[k]};
    qsort(run->pairs, n, sizeof *run->pairs, compare);
    return n;
}

/* Standard deviation of the volume over the volume of the larger of start and end, over eps. */
static double wander(const verify_run *run)
{
    const double stages = (double)run->stages;
    const size_t n = changed_cells(run);
    double variance = 0.0, start = 0.0, end = 0.0;
    for (size_t k = 0, count; k < n; k += count) {
        const verify_pair p = run->pairs[k];
        for (count = 1; k + count < n && compare(&p, &run->pairs[k + count]) == 0; ++count)
            ;
        const double h = fmax(p.h, p.h0), like = stages * stages * epsilon(run) * h;
        const double tau = fmin(fmax(like / fabs(p.h - p.h0), 1.0), stages);
        const double alike = 0.41 * h * (double)count;
        variance += alike * alike * stages * tau;
    }
    for (int64_t k = 0; k < run->opt.nx * run->opt.ny; ++k) {
        start += run->h0[k];
        end += run->h[k];
    }
    return sqrt(variance) / fmax(start, end);
}

static double mass_bound(const verify_run *run)
{
    if (run->opt.precision == 64)
        return epsilon(run) * (double)run->stages;
    return epsilon(run) * (1.0 + 6.0 * wander(run));
}

/* See the top; relative to the mean depth, as the errors are. */
static double rounding_floor(const verify_run *run)
{
    const spate_options *o = &run->opt;
    double sum = 0.0, top = 0.0;
    for (int64_t j = 0; j < o->ny; ++j)
        for (int64_t i = 0; i < o->nx; ++i) {
            const double x = o->x0 + ((double)i + 0.5) * o->dx;
            const double y = o->y0 + ((double)j + 0.5) * o->dy;
            const double b = run->c->bed ? run->c->bed(x, y, run->c->data) : 0.0;
            const double h = run->h[j * o->nx + i];
            sum += h;
            top = fmax(top, fabs(b) + h);
        }
    return epsilon(run) * sqrt((double)run->stages) * top * (double)(o->nx * o->ny) / sum;
}

static double mirror_floor(const verify_run *run)
{
    const double c = run->opt.courant;
    return 8 * epsilon(run) * (double)run->stages * (1 + c * c);
}

void verify_bounds(const verify_run *run, verify_row *row)
{
    row->mass_bound = mass_bound(run);
    row->floor = run->c->judgement == CASE_MIRRORS ? mirror_floor(run) : rounding_floor(run);
}
