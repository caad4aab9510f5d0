/* The peer: what a careful user of LAPACK would write. A loop makes the right-hand sides of as many lines as fit a
 * cache, gttrs solves them in place. Loaded when it is asked for (see tridiag_lapack.c). */
#include <dlfcn.h>
#include <stdlib.h>

#include "bench/compact.h"

/* Fortran knows addresses only: one type serves both precisions. */
typedef void gttrf_fn(const int *n, void *dl, void *d, void *du, void *du2, int *ipiv, int *info);
typedef void gttrs_fn(const char *trans, const int *n, const int *nrhs, const void *dl,
                      const void *d, const void *du, const void *du2, const int *ipiv, void *b,
                      const int *ldb, int *info, size_t length_of_trans);

static struct {
    gttrf_fn *gttrf[2];
    gttrs_fn *gttrs[2];
} lapack; /* of f32 and f64 */

static struct {
    void *diagonals[4]; /* below, main, above, second above */
    int *pivots;
} factors;

static int is_double(const compact_setup *s)
{
    return s->precision == 64;
}

static size_t word(const compact_setup *s)
{
    return (size_t)s->precision / 8;
}

static void peer_end(void)
{
    for (int k = 0; k < 4; ++k) {
        free(factors.diagonals[k]);
        factors.diagonals[k] = NULL;
    }
    free(factors.pivots);
    factors.pivots = NULL;
}

static void put(const compact_setup *s, void *array, int64_t k, double v)
{
    if (is_double(s))
        ((double *)array)[k] = v;
    else
        ((float *)array)[k] = (float)v;
}

static void put_row(const compact_setup *s, int64_t n, int64_t i, double before, double after)
{
    if (i > 0)
        put(s, factors.diagonals[0], i - 1, before);
    put(s, factors.diagonals[1], i, 1);
    if (i < n - 1)
        put(s, factors.diagonals[2], i, after);
}

static void put_matrix(const compact_setup *s, const spate_compact_scheme *c, int64_t n)
{
    for (int64_t i = 0; i < n; ++i)
        put_row(s, n, i, c->alpha, c->alpha);
    for (int r = 0; r < c->closures; ++r) {
        put_row(s, n, r, c->closure[r].before, c->closure[r].after);
        put_row(s, n, n - 1 - r, c->closure[r].after, c->closure[r].before);
    }
}

static int peer_begin(const compact_setup *s, const compact_data *data)
{
    const int n = (int)spate_compact_results(&data->scheme, s->size[0], 0);
    int info = 1, have = (factors.pivots = malloc((size_t)n * sizeof(int))) != NULL;
    for (int k = 0; k < 4; ++k) {
        factors.diagonals[k] = calloc((size_t)n, word(s));
        have = have && factors.diagonals[k];
    }
    if (have && s->direction == 0 && !s->periodic) {
        put_matrix(s, &data->scheme, n);
        lapack.gttrf[is_double(s)](&n, factors.diagonals[0], factors.diagonals[1],
                                   factors.diagonals[2], factors.diagonals[3], factors.pivots,
                                   &info);
    }
    if (info != 0)
        peer_end();
    return info == 0;
}

/* One line; the compiler sees constant strides and vectorises the interior. */
#define RIGHT_HAND_SIDE(real)                                                                      \
    static void right_hand_side_##real(const spate_compact_scheme *c, int64_t inputs, int64_t n,   \
                                       const real *f, real *g)                                     \
    {                                                                                              \
        const int64_t left = c->points == SPATE_COMPACT_TO_HALF ? 0 : 1;                           \
        const int64_t right = c->points == SPATE_COMPACT_FROM_HALF ? 0 : 1;                        \
        const real sign = c->odd ? -1 : 1, centre = (real)c->centre;                               \
        for (int r = 0; r < c->closures; ++r) {                                                    \
            g[r] = g[n - 1 - r] = 0;                                                               \
            for (int k = 0; k < c->closure[r].width; ++k) {                                        \
                const real v = (real)c->closure[r].value[k];                                       \
                g[r] += v * f[k];                                                                  \
                g[n - 1 - r] += sign * v * f[inputs - 1 - k];                                      \
            }                                                                                      \
        }                                                                                          \
        for (int k = 0; k < c->pairs; ++k) {                                                       \
            const real v = (real)c->pair[k];                                                       \
            for (int64_t i = c->closures; i < n - c->closures; ++i)                                \
                g[i] =                                                                             \
                    (k ? g[i] : centre * f[i]) + v * (f[i + right + k] + sign * f[i - left - k]);  \
        }                                                                                          \
    }
RIGHT_HAND_SIDE(float)
RIGHT_HAND_SIDE(double)

static void peer_apply(const compact_setup *s, const compact_data *data)
{
    const int64_t inputs = s->size[0], lines = s->size[1] * s->size[2], cache = 256 << 10;
    const int64_t n = spate_compact_results(&data->scheme, inputs, 0), pitch = data->out_stride[1];
    const int ldb = (int)pitch;
    const int64_t share = cache / (n * (int64_t)word(s)) > 0 ? cache / (n * (int64_t)word(s)) : 1;
#pragma omp parallel for schedule(static) num_threads(s->threads)
    for (int64_t first = 0; first < lines; first += share) {
        const int count = (int)(first + share <= lines ? share : lines - first), rows = (int)n;
        int info;
        for (int64_t k = first; k < first + count; ++k)
            if (is_double(s))
                right_hand_side_double(&data->scheme, inputs, n,
                                       (const double *)data->f + k * inputs,
                                       (double *)data->g + k * pitch);
            else
                right_hand_side_float(&data->scheme, inputs, n, (const float *)data->f + k * inputs,
                                      (float *)data->g + k * pitch);
        lapack.gttrs[is_double(s)]("N", &rows, &count, factors.diagonals[0], factors.diagonals[1],
                                   factors.diagonals[2], factors.diagonals[3], factors.pivots,
                                   (char *)data->g + (size_t)(first * pitch) * word(s), &ldb, &info,
                                   1);
    }
}

#if SPATE_HAVE_LAPACK

const compact_peer *compact_find_peer(const char **why)
{
    static const compact_peer peer = {"gttrs", peer_begin, peer_apply, peer_end};
    void *library = dlopen("liblapack.so.3", RTLD_NOW | RTLD_LOCAL); /* until the program ends */
    *why = "liblapack.so.3 cannot be loaded: no peer";
    if (!library)
        return NULL;
    lapack.gttrf[0] = (gttrf_fn *)dlsym(library, "sgttrf_");
    lapack.gttrf[1] = (gttrf_fn *)dlsym(library, "dgttrf_");
    lapack.gttrs[0] = (gttrs_fn *)dlsym(library, "sgttrs_");
    lapack.gttrs[1] = (gttrs_fn *)dlsym(library, "dgttrs_");
    const int have = lapack.gttrf[0] && lapack.gttrf[1] && lapack.gttrs[0] && lapack.gttrs[1];
    *why = have ? NULL : "liblapack.so.3 lacks gttrs: no peer";
    return have ? &peer : NULL;
}

#else

const compact_peer *compact_find_peer(const char **why)
{
    (void)peer_begin, (void)peer_apply, (void)peer_end;
    *why = "built without LAPACK: no peer";
    return NULL;
}

#endif
