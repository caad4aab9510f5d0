/* The peer: what a careful user of LAPACK would write. A loop makes the right-hand sides of as many
 * lines as fit a cache, gttrs solves them in place. */
#include "bench/compact.h"
#include "bench/lapack.h"

static const lapack_routines *lapack;
static lapack_matrix factors;

static void peer_end(void)
{
    lapack_matrix_free(&factors);
}

static int peer_begin(const compact_setup *s, const compact_data *data)
{
    const spate_compact_scheme *c = &data->scheme;
    const int64_t n = spate_compact_results(c, s->size[0], 0);
    int ok = s->direction == 0 && !s->periodic && lapack_matrix_make(&factors, n, s->precision);
    for (int64_t i = 0; ok && i < n; ++i)
        lapack_matrix_set_row(&factors, i, c->alpha, 1, c->alpha);
    for (int r = 0; ok && r < c->closures; ++r) {
        const spate_compact_closure *e = &c->closure[r];
        lapack_matrix_set_row(&factors, r, e->before, 1, e->after);
        lapack_matrix_set_row(&factors, n - 1 - r, e->after, 1, e->before);
    }
    ok = ok && lapack_matrix_factor(lapack, &factors);
    if (!ok)
        peer_end();
    return ok;
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
    const int64_t inputs = s->size[0], lines = s->size[1] * s->size[2];
    const int64_t n = spate_compact_results(&data->scheme, inputs, 0), pitch = data->out_stride[1];
    const int64_t share = lapack_lines_in_cache(n, s->precision);
#pragma omp parallel for schedule(static) num_threads(s->threads)
    for (int64_t first = 0; first < lines; first += share) {
        const int64_t end = first + share <= lines ? first + share : lines;
        for (int64_t k = first; k < end; ++k)
            if (s->precision == 64)
                right_hand_side_double(&data->scheme, inputs, n,
                                       (const double *)data->f + k * inputs,
                                       (double *)data->g + k * pitch);
            else
                right_hand_side_float(&data->scheme, inputs, n, (const float *)data->f + k * inputs,
                                      (float *)data->g + k * pitch);
        lapack_matrix_solve(lapack, &factors, (int)(end - first),
                            (char *)data->g + (size_t)(first * pitch * s->precision / 8),
                            (int)pitch);
    }
}

const compact_peer *compact_find_peer(const char **why)
{
    static const compact_peer peer = {"gttrs", peer_begin, peer_apply, peer_end};
    lapack = lapack_load(why);
    return lapack ? &peer : NULL;
}
