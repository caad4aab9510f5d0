/* One step from the state that the CPU has after some steps, on the CPU and on the
 * other backend. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "gpu_fast.h"
#include "scene.h"
#include "schemes/description.h"

/* How far two roundings of the same step may differ, in units of eps times the largest elevation
 * and speed that occur. A face takes at most 64 rounded operations (slopes, depths, velocities,
 * celerities and the flux), and so does what is not a flux (bed, friction, sources). Four faces
 * count with a Courant number of 1/4 at most. The second stage passes the error of the first on,
 * at most doubled. */
enum { OPERATIONS = 64, BOUND = (4 * OPERATIONS / 4 + OPERATIONS) * (1 + 2) };

typedef struct scale {
    double eps, elevation, speed; /* of the whole grid */
} scale;

/* Elevations are kept relative to a level among them, so none is larger than their range. */
static scale scale_of(const scene *s, const double *values)
{
    const spate_options *o = &s->options;
    const size_t cells = (size_t)(o->nx * o->ny);
    const double *h = scene_field(s, values, SPATE_DEPTH),
                 *hu = scene_field(s, values, SPATE_MOMENTUM_X),
                 *hv = scene_field(s, values, SPATE_MOMENTUM_Y);
    double low = INFINITY, high = -INFINITY, fastest = 0;
    for (size_t n = 0; n < cells; ++n) {
        const double x = ((double)(n % (size_t)o->nx) + 0.5) * o->dx,
                     y = ((double)(n / (size_t)o->nx) + 0.5) * o->dy;
        const double bed = s->bed(x, y, (void *)s);
        low = fmin(low, bed);
        high = fmax(high, bed + h[n]);
        if (h[n] > o->dry_depth)
            fastest = fmax(fastest, hypot(hu[n], hv[n]) / h[n]);
    }
    const double elevation = high - low;
    return (scale){.eps = o->precision == 32 ? 0x1p-23 : 0x1p-52,
                   .elevation = elevation,
                   .speed = fastest + sqrt(o->gravity * elevation)};
}

/* Whether a depth within reach of the step is so near the dry threshold that rounding decides. */
static int near_threshold(const scene *s, const double *h, size_t n, double reach_of_rounding)
{
    const int64_t nx = s->options.nx, ny = s->options.ny, i = (int64_t)n % nx, j = (int64_t)n / nx;
    const int64_t reach = scheme_about(s->options.scheme)->halo_width * scheme_stages(&s->options);
    for (int64_t b = j - reach < 0 ? 0 : j - reach; b <= j + reach && b < ny; ++b)
        for (int64_t a = i - reach < 0 ? 0 : i - reach; a <= i + reach && a < nx; ++a)
            if (fabs(h[b * nx + a] - s->options.dry_depth) <= reach_of_rounding)
                return 1;
    return 0;
}

typedef struct judgement {
    double worst;      /* in units of eps and the scale, flips left out */
    size_t flips, bad; /* cells beyond the bound: next to a threshold, and not */
} judgement;

static judgement judge(const scene *s, const double *cpu, const double *other)
{
    static const spate_field_name fields[3] = {SPATE_DEPTH, SPATE_MOMENTUM_X, SPATE_MOMENTUM_Y};
    const size_t cells = (size_t)(s->options.nx * s->options.ny);
    const scale k = scale_of(s, cpu);
    const double *h = scene_field(s, cpu, SPATE_DEPTH);
    judgement j = {0};
    for (int f = 0; f < 3; ++f) {
        const double *a = scene_field(s, cpu, fields[f]), *b = scene_field(s, other, fields[f]);
        const double unit = k.eps * k.elevation * (f == 0 ? 1 : k.speed);
        for (size_t n = 0; n < cells; ++n) {
            const double far = fabs(a[n] - b[n]) / unit;
            if (far <= BOUND)
                j.worst = fmax(j.worst, far);
            else if (near_threshold(s, h, n, BOUND * k.eps * k.elevation))
                ++j.flips;
            else
                ++j.bad;
        }
    }
    return j;
}

/* Steps on the CPU, and one more there or elsewhere. */
static spate_status step(const fast_backend *b, scene s, const spate_options *last, double **values)
{
    spate_stats stats;
    s.interrupted = 1;
    s.first = s.steps - 1;
    s.afterwards = last;
    return scene_run(b->ctx, &s, values, &stats);
}

static int compare_step(const fast_backend *b, int variant, int precision)
{
    scene s = scene_make(variant, precision);
    if (b->scheme)
        scene_use_scheme(&s, b->scheme);
    s.steps = 31;
    const spate_options cpu = s.options;
    spate_options other = s.options;
    other.backend = b->backend;
    other.isa = b->isa;
    double *a = NULL, *c = NULL;
    spate_status status = step(b, s, &cpu, &a);
    if (status == SPATE_OK)
        status = step(b, s, &other, &c);
    const judgement j = status == SPATE_OK ? judge(&s, a, c) : (judgement){.bad = 1};
    if (status != SPATE_OK)
        printf("FAIL f%d %s: %s\n", precision, scene_name(variant), spate_message(b->ctx));
    else
        printf("%s one step, f%d %s: %.3g eps of the scale (at most %d), %zu flips at the dry "
               "threshold, %zu cells beyond\n",
               j.bad ? "FAIL" : "ok  ", precision, scene_name(variant), j.worst, BOUND, j.flips,
               j.bad);
    free(a);
    free(c);
    return j.bad > 0;
}

int fast_steps(const fast_backend *b)
{
    int failures = 0;
    for (int precision = 32; precision <= 64; precision += 32)
        for (int variant = 0; variant < SCENE_VARIANTS; ++variant)
            failures += compare_step(b, variant, precision);
    return failures;
}
