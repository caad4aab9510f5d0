/* The errors that rounding alone may cause: the bound of the mass error, and the floor below
 * which no order can be measured. Both are derived here and not fitted.
 *
 * Mass. A stage rounds the depth of a cell about twice, each time by at most half a unit in the
 * last place. That is at most eps h in a stage, and eps times the number of stages in a run. f64
 * must keep this bound.
 *
 * In f32 the same bound would allow a loss of 0.1 % in 10 000 stages. But errors of many cells
 * cancel: one rounding has the standard deviation ulp/sqrt(12), two have 0.41 eps h. If all N =
 * cells x stages errors were independent, the standard deviation of the volume would be 0.41 eps
 * h sqrt(N) cell volumes. They are not fully independent:
 *   - Cells with equal depths (rows of a strip, mirror images) have equal errors, which add up.
 *   - The depth is a whole number of ulps, so that the error of a stage depends only on the change
 *     d in the stage modulo one ulp. It stays the same until d has changed by one ulp. A change D
 *     over S stages means d ~ D/S and a change of d per stage ~ D/S^2: errors are equal for about
 *     tau = S^2 eps h / D stages, at least 1 and at most S (steady flow).
 * The variance is therefore the sum over groups of equal cells of (0.41 eps h count)^2 S tau.
 * Six standard deviations are allowed, and one eps for the volumes themselves. Cells whose depth
 * is unchanged have no rounding error.
 *
 * Mirror images. A line that is eliminated from one end to the other rounds differently from its
 * mirror image. A solve for waves of Courant number C has an error of at most 8 eps (its
 * operations for one matrix row) times its condition 1 + C^2, and waves are not damped. That is
 * the floor of such a case. Explicit schemes (C = 1) stay far below.
 *
 * A glide image is computed in the same order, x alone, so that errors differ by no more; where flow
 * is unstable they then grow with it (`growth` of the case).
 *
 * Floor. Rounding errors of a level w, each up to eps |w|, spread as waves. After S stages the
 * error of a depth is about eps |w| sqrt(S). */
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

/* Sorts the cells whose depth changed, so that equal cells are neighbours. Returns their number. */
static size_t changed_cells(const verify_run *run)
{
    size_t n = 0;
    for (int64_t k = 0; k < run->opt.nx * run->opt.ny; ++k)
        if (run->h[k] != run->h0[k])
            run->pairs[n++] = (verify_pair){run->h[k], run->h0[k]};
    qsort(run->pairs, n, sizeof *run->pairs, compare);
    return n;
}

/* Standard deviation of the volume over the larger of the volumes at start and end, over eps. */
static double volume_deviation(const verify_run *run)
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
    return epsilon(run) * (1.0 + 6.0 * volume_deviation(run));
}

/* Relative to the mean depth, as the errors are. */
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
    switch (run->c->judgement) {
    case CASE_MIRRORS: row->floor = mirror_floor(run); break;
    case CASE_GLIDE: row->floor = mirror_floor(run) * run->c->growth; break;
    default: row->floor = rounding_floor(run);
    }
}
