/* Errors of one finished run. Sums are not exact, because the last bits of an error do not
 * matter. */
#include <math.h>

#include "cases/verify_reference.h"
#include "cases/verify_run.h"

/* Sums and maxima of differences over cells, and what they are relative to. */
typedef struct tally {
    double sum_h, max_h, sum_q, max_q; /* of differences */
    double depth;                      /* sum of reference depths */
    int64_t cells;
} tally;

/* A NaN anywhere makes every error NaN. */
static double larger(double a, double b)
{
    return isnan(a) || a >= b ? a : b;
}

static void add(tally *t, double dh, double dqx, double dqy, double depth)
{
    const double dq = sqrt(dqx * dqx + dqy * dqy);
    t->sum_h += fabs(dh);
    t->sum_q += dq;
    t->max_h = larger(t->max_h, fabs(dh));
    t->max_q = larger(t->max_q, dq);
    t->depth += depth;
    t->cells += 1;
}

static void finish(const tally *t, verify_row *row)
{
    const double n = (double)t->cells, mean = t->depth / n;
    const double momentum = mean * sqrt(CASE_GRAVITY * mean);
    row->l1_h = t->sum_h / t->depth;
    row->linf_h = t->max_h / mean;
    row->l1_hu = t->sum_q / (n * momentum);
    row->linf_hu = t->max_q / momentum;
}

int verify_in_window(const builtin_case *c, double x, double y)
{
    const double at = c->strip == 'y' ? y : x;
    return c->window_from == c->window_to || (at > c->window_from && at < c->window_to);
}

/* ---- a solution, or a reference in its place ---- */

int verify_has_solution(const builtin_case *c)
{
    return c->judgement == CASE_ORDER || c->judgement == CASE_BOUND;
}

static int is_compared(const verify_run *run, int64_t i, int64_t j, double *x, double *y)
{
    const spate_options *o = &run->opt;
    *x = o->x0 + ((double)i + 0.5) * o->dx;
    *y = o->y0 + ((double)j + 0.5) * o->dy;
    return verify_in_window(run->c, *x, *y);
}

/* Velocities: sums, and what they are relative to. */
typedef struct speeds {
    double sum, square, max;
    int64_t cells;
} speeds;

static void add_velocity(speeds *s, const verify_run *run, int64_t k)
{
    const case_state e = run->target[k];
    const double over = run->h[k] > 0 ? 1 / run->h[k] : 0;
    const double du = run->hu[k] * over - e.u, dv = run->hv[k] * over - e.v;
    const double d = sqrt(du * du + dv * dv);
    s->sum += d;
    s->square += d * d;
    s->max = larger(s->max, d);
    s->cells += 1;
}

/* mean: of the target depths. */
static void finish_velocities(const verify_run *run, double mean, verify_row *row)
{
    const spate_options *o = &run->opt;
    speeds s = {0};
    double x, y;
    for (int64_t j = 0; j < o->ny; ++j)
        for (int64_t i = 0; i < o->nx; ++i)
            if (is_compared(run, i, j, &x, &y) &&
                run->target[j * o->nx + i].h >= VERIFY_DEEP * mean)
                add_velocity(&s, run, j * o->nx + i);
    const double n = (double)s.cells, wave = sqrt(CASE_GRAVITY * mean);
    row->l1_u = s.sum / (n * wave);
    row->l2_u = sqrt(s.square / n) / wave;
    row->linf_u = s.max / wave;
}

static void against_target(const verify_run *run, verify_row *row)
{
    const spate_options *o = &run->opt;
    tally t = {0};
    double x, y, square = 0;
    for (int64_t j = 0; j < o->ny; ++j)
        for (int64_t i = 0; i < o->nx; ++i) {
            if (!is_compared(run, i, j, &x, &y))
                continue;
            const int64_t k = j * o->nx + i;
            const case_state e = run->reference
                                     ? verify_reference_at(run->reference, o->nx, o->ny, i, j)
                                     : run->c->exact(x, y, run->stats.t, run->c->data);
            const double dh = run->h[k] - e.h;
            run->target[k] = e;
            square += dh * dh;
            add(&t, dh, run->hu[k] - e.h * e.u, run->hv[k] - e.h * e.v, e.h);
        }
    finish(&t, row);
    const double mean = t.depth / (double)t.cells;
    row->l2_h = sqrt(square / (double)t.cells) / mean;
    finish_velocities(run, mean, row);
}

/* ---- other judgements ---- */

static void against_start(const verify_run *run, verify_row *row)
{
    tally t = {0};
    for (int64_t k = 0; k < run->opt.nx * run->opt.ny; ++k)
        add(&t, run->h[k] - run->h0[k], run->hu[k], run->hv[k], run->h0[k]);
    finish(&t, row);
}

/* A mirror in x and a mirror in the diagonal generate all eight symmetries of the square. */
static void against_images(const verify_run *run, verify_row *row)
{
    const int64_t n = run->opt.nx;
    tally t = {0};
    for (int64_t j = 0; j < n; ++j)
        for (int64_t i = 0; i < n; ++i) {
            const int64_t k = j * n + i, mirror = j * n + (n - 1 - i), diagonal = i * n + j;
            add(&t, run->h[k] - run->h[mirror], run->hu[k] + run->hu[mirror],
                run->hv[k] - run->hv[mirror], run->h[k]);
            add(&t, run->h[k] - run->h[diagonal], run->hu[k] - run->hv[diagonal],
                run->hv[k] - run->hu[diagonal], run->h[k]);
        }
    finish(&t, row);
}

/* Only the mirror images in x and in y. */
static void against_mirrors(const verify_run *run, verify_row *row)
{
    const int64_t nx = run->opt.nx, ny = run->opt.ny;
    tally t = {0};
    for (int64_t j = 0; j < ny; ++j)
        for (int64_t i = 0; i < nx; ++i) {
            const int64_t k = j * nx + i, x = j * nx + (nx - 1 - i), y = (ny - 1 - j) * nx + i;
            add(&t, run->h[k] - run->h[x], run->hu[k] + run->hu[x], run->hv[k] - run->hv[x],
                run->h[k]);
            add(&t, run->h[k] - run->h[y], run->hu[k] - run->hu[y], run->hv[k] + run->hv[y],
                run->h[k]);
        }
    finish(&t, row);
}

/* The image in y = height / 2, moved by half of the width. */
static void against_glide(const verify_run *run, verify_row *row)
{
    const int64_t nx = run->opt.nx, ny = run->opt.ny;
    tally t = {0};
    for (int64_t j = 0; j < ny; ++j)
        for (int64_t i = 0; i < nx; ++i) {
            const int64_t k = j * nx + i, image = (ny - 1 - j) * nx + (i + nx / 2) % nx;
            add(&t, run->h[k] - run->h[image], run->hu[k] - run->hu[image],
                run->hv[k] + run->hv[image], run->h[k]);
        }
    finish(&t, row);
}

/* The rain is computed from the case, not from the account of the run. */
static void against_rain(const verify_run *run, verify_row *row)
{
    const builtin_case *c = run->c;
    const double rain = c->rain * run->stats.t * c->width * c->height;
    row->l1_h = fabs(run->stats.volume - run->stats.initial_volume - rain) / rain;
}

static int all_sound(const verify_run *run)
{
    for (int64_t k = 0; k < run->opt.nx * run->opt.ny; ++k)
        if (!(run->h[k] >= 0.0) || !isfinite(run->h[k] + run->hu[k] + run->hv[k]))
            return 0;
    return 1;
}

void verify_measure(const verify_run *run, verify_row *row)
{
    row->sound = all_sound(run);
    if (run->reference || verify_has_solution(run->c)) {
        against_target(run, row);
        return;
    }
    switch (run->c->judgement) {
    case CASE_AT_REST: against_start(run, row); break;
    case CASE_ORDER:
    case CASE_BOUND: break; /* above */
    case CASE_SYMMETRY: against_images(run, row); break;
    case CASE_MIRRORS: against_mirrors(run, row); break;
    case CASE_GLIDE: against_glide(run, row); break;
    case CASE_VOLUME: against_rain(run, row); break;
    case CASE_MASS: break;
    }
}
