/* LAPACK as a peer. Lines are divided evenly among threads; each call is for one line (gtsv) or for
 * as many as fit a cache (gttrs, pttrs). */
#include <stdlib.h>
#include <string.h>

#include "bench/lapack.h"
#include "bench/tridiag.h"

static const lapack_routines *lapack;
static lapack_matrix factors; /* of a shared matrix */

static size_t word(const tridiag_setup *s)
{
    return (size_t)s->precision / 8;
}

static int twin(const tridiag_setup *s)
{
    return s->precision == 64;
}

/* ---- general: one line, one call ---- */

static int gtsv_begin(const tridiag_setup *s, const tridiag_arrays *arrays)
{
    (void)arrays;
    return s->matrix == SPATE_TRIDIAG_GENERAL && s->layout == TRIDIAG_CONTIGUOUS;
}

/* On copies, for a line is overwritten by its solve. room: three diagonals. */
static void gtsv_line(const tridiag_setup *s, const tridiag_data *data, int64_t line, char *room)
{
    const size_t bytes = (size_t)s->n * word(s), at = (size_t)line * bytes;
    const int n = (int)s->n, one = 1;
    int info;
    memcpy(room, (const char *)data->a + at + word(s), bytes - word(s));
    memcpy(room + bytes, (const char *)data->b + at, bytes);
    memcpy(room + 2 * bytes, (const char *)data->c + at, bytes);
    memcpy((char *)data->x + at, (const char *)data->d + at, bytes);
    lapack->gtsv[twin(s)](&n, &one, room, room + bytes, room + 2 * bytes, (char *)data->x + at, &n,
                          &info);
}

static int gtsv_solve(const tridiag_setup *s, const tridiag_arrays *arrays, int64_t count)
{
    for (int64_t k = 0; k < count; ++k) {
#pragma omp parallel num_threads(s->threads)
        {
            char *room = malloc(3 * (size_t)s->n * word(s));
#pragma omp for schedule(static)
            for (int64_t line = 0; line < s->lines; ++line)
                if (room)
                    gtsv_line(s, &arrays->host, line, room);
            free(room);
        }
    }
    return 1;
}

static void nothing(const tridiag_arrays *arrays)
{
    (void)arrays;
}

/* ---- shared: factored once, some lines at a call ---- */

static void end(const tridiag_arrays *arrays)
{
    (void)arrays;
    lapack_matrix_free(&factors);
}

static int make_matrix(const tridiag_setup *s, const tridiag_data *data)
{
    const int have = lapack_matrix_make(&factors, s->n, s->precision);
    for (int64_t i = 0; i < s->n && have; ++i)
        lapack_matrix_set_row(&factors, i, data->matrix[0][i], data->matrix[1][i],
                              data->matrix[2][i]);
    return have;
}

static int gttrs_begin(const tridiag_setup *s, const tridiag_arrays *arrays)
{
    if (s->matrix == SPATE_TRIDIAG_GENERAL || s->layout != TRIDIAG_CONTIGUOUS)
        return 0;
    const int ok = make_matrix(s, &arrays->host) && lapack_matrix_factor(lapack, &factors);
    if (!ok)
        end(arrays);
    return ok;
}

/* The matrix of the class `shared` is symmetric, that of Pade with its ends is not. */
static int pttrs_begin(const tridiag_setup *s, const tridiag_arrays *arrays)
{
    int info = 1;
    if (s->matrix != SPATE_TRIDIAG_SHARED || s->layout != TRIDIAG_CONTIGUOUS)
        return 0;
    if (make_matrix(s, &arrays->host))
        lapack->pttrf[twin(s)](&factors.n, factors.diagonals[1], factors.diagonals[0], &info);
    if (info != 0)
        end(arrays);
    return info == 0;
}

typedef void share_fn(const tridiag_setup *s, int lines, void *x);

static void gttrs_share(const tridiag_setup *s, int lines, void *x)
{
    lapack_matrix_solve(lapack, &factors, lines, x, (int)s->n);
}

static void pttrs_share(const tridiag_setup *s, int lines, void *x)
{
    int info;
    lapack->pttrs[twin(s)](&factors.n, &lines, factors.diagonals[1], factors.diagonals[0], x,
                           &factors.n, &info);
}

static int solve_shares(const tridiag_setup *s, const tridiag_data *data, int64_t count,
                        share_fn *solve)
{
    const int64_t share = lapack_lines_in_cache(s->n, s->precision);
    for (int64_t k = 0; k < count; ++k) {
#pragma omp parallel for schedule(static) num_threads(s->threads)
        for (int64_t line = 0; line < s->lines; line += share) {
            const int64_t lines = line + share <= s->lines ? share : s->lines - line;
            const size_t at = (size_t)(line * s->n) * word(s);
            memcpy((char *)data->x + at, (const char *)data->d + at,
                   (size_t)(lines * s->n) * word(s));
            solve(s, (int)lines, (char *)data->x + at);
        }
    }
    return 1;
}

static int gttrs_solve(const tridiag_setup *s, const tridiag_arrays *arrays, int64_t count)
{
    return solve_shares(s, &arrays->host, count, gttrs_share);
}

static int pttrs_solve(const tridiag_setup *s, const tridiag_arrays *arrays, int64_t count)
{
    return solve_shares(s, &arrays->host, count, pttrs_share);
}

const tridiag_peer *tridiag_lapack(const char **why)
{
    static const tridiag_peer peers[] = {{"lapack", "gtsv", gtsv_begin, gtsv_solve, nothing, 0, 0},
                                         {"lapack", "gttrs", gttrs_begin, gttrs_solve, end, 0, 0},
                                         {"lapack", "pttrs", pttrs_begin, pttrs_solve, end, 0, 0},
                                         {0}};
    lapack = lapack_load(why);
    return lapack ? peers : NULL;
}
