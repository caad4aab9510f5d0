/* LAPACK as a peer, loaded when it is asked for: the program needs none, and some LAPACKs start threads as soon
 * as they are there. Lines go to threads in equal shares; each call is for one line (gtsv) or one share
 * (gttrs, pttrs). */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "bench/tridiag.h"

/* Fortran knows addresses only: one type serves both precisions. */
typedef void gtsv_fn(const int *n, const int *nrhs, void *dl, void *d, void *du, void *b,
                     const int *ldb, int *info);
typedef void gttrf_fn(const int *n, void *dl, void *d, void *du, void *du2, int *ipiv, int *info);
typedef void gttrs_fn(const char *trans, const int *n, const int *nrhs, const void *dl,
                      const void *d, const void *du, const void *du2, const int *ipiv, void *b,
                      const int *ldb, int *info, size_t length_of_trans);
typedef void pttrf_fn(const int *n, void *d, void *e, int *info);
typedef void pttrs_fn(const int *n, const int *nrhs, const void *d, const void *e, void *b,
                      const int *ldb, int *info);

/* Of f32 and f64. */
static struct {
    gtsv_fn *gtsv[2];
    gttrf_fn *gttrf[2];
    gttrs_fn *gttrs[2];
    pttrf_fn *pttrf[2];
    pttrs_fn *pttrs[2];
} lapack;

/* The factors of a shared matrix, in its precision: a, b, c, and the second diagonal above. */
static struct {
    void *diagonals[4];
    int *pivots;
} factors;

static size_t word(const tridiag_setup *s)
{
    return (size_t)s->precision / 8;
}

static int twin(const tridiag_setup *s)
{
    return s->precision == 64;
}

/* ---- general: one line, one call ---- */

static int gtsv_begin(const tridiag_setup *s, const tridiag_data *data)
{
    (void)data;
    return s->matrix == SPATE_TRIDIAG_GENERAL && s->layout == TRIDIAG_CONTIGUOUS;
}

/* The copies, for a line is overwritten by its solve. room: three diagonals. */
static void gtsv_line(const tridiag_setup *s, const tridiag_data *data, int64_t line, char *room)
{
    const size_t bytes = (size_t)s->n * word(s), at = (size_t)line * bytes;
    const int n = (int)s->n, one = 1;
    int info;
    memcpy(room, (const char *)data->a + at + word(s), bytes - word(s));
    memcpy(room + bytes, (const char *)data->b + at, bytes);
    memcpy(room + 2 * bytes, (const char *)data->c + at, bytes);
    memcpy((char *)data->x + at, (const char *)data->d + at, bytes);
    lapack.gtsv[twin(s)](&n, &one, room, room + bytes, room + 2 * bytes, (char *)data->x + at, &n,
                         &info);
}

static void gtsv_solve(const tridiag_setup *s, const tridiag_data *data)
{
#pragma omp parallel num_threads(s->threads)
    {
        char *room = malloc(3 * (size_t)s->n * word(s));
#pragma omp for schedule(static)
        for (int64_t line = 0; line < s->lines; ++line)
            if (room)
                gtsv_line(s, data, line, room);
        free(room);
    }
}

static void nothing(void) {}

/* ---- shared: factored once, a share of the lines at a call ---- */

static void factors_free(void)
{
    for (int k = 0; k < 4; ++k) {
        free(factors.diagonals[k]);
        factors.diagonals[k] = NULL;
    }
    free(factors.pivots);
    factors.pivots = NULL;
}

static void put(void *array, int64_t k, double v, int precision)
{
    if (precision == 32)
        ((float *)array)[k] = (float)v;
    else
        ((double *)array)[k] = v;
}

static int factors_make(const tridiag_setup *s, const tridiag_data *data)
{
    int have = (factors.pivots = malloc((size_t)s->n * sizeof(int))) != NULL;
    for (int k = 0; k < 4; ++k) {
        factors.diagonals[k] = calloc((size_t)s->n, word(s));
        have = have && factors.diagonals[k];
    }
    for (int64_t i = 0; i < s->n && have; ++i) {
        if (i > 0)
            put(factors.diagonals[0], i - 1, data->matrix[0][i], s->precision);
        put(factors.diagonals[1], i, data->matrix[1][i], s->precision);
        put(factors.diagonals[2], i, data->matrix[2][i], s->precision);
    }
    return have;
}

static int gttrs_begin(const tridiag_setup *s, const tridiag_data *data)
{
    const int n = (int)s->n;
    int info = 1;
    if (s->matrix == SPATE_TRIDIAG_GENERAL || s->layout != TRIDIAG_CONTIGUOUS)
        return 0;
    if (factors_make(s, data))
        lapack.gttrf[twin(s)](&n, factors.diagonals[0], factors.diagonals[1], factors.diagonals[2],
                              factors.diagonals[3], factors.pivots, &info);
    if (info != 0)
        factors_free();
    return info == 0;
}

/* The matrix of the class `shared` is symmetric, that of Pade with its ends is not. */
static int pttrs_begin(const tridiag_setup *s, const tridiag_data *data)
{
    const int n = (int)s->n;
    int info = 1;
    if (s->matrix != SPATE_TRIDIAG_SHARED || s->layout != TRIDIAG_CONTIGUOUS)
        return 0;
    if (factors_make(s, data))
        lapack.pttrf[twin(s)](&n, factors.diagonals[1], factors.diagonals[0], &info);
    if (info != 0)
        factors_free();
    return info == 0;
}

/* Right-hand sides that fit a cache are copied and solved at a time. */
static int64_t share_of(const tridiag_setup *s)
{
    const int64_t cache = 256 << 10, lines = cache / (s->n * (int64_t)word(s));
    return lines > 1 ? lines : 1;
}

typedef void share_fn(const tridiag_setup *s, int lines, void *x);

static void gttrs_share(const tridiag_setup *s, int lines, void *x)
{
    const int n = (int)s->n;
    int info;
    lapack.gttrs[twin(s)]("N", &n, &lines, factors.diagonals[0], factors.diagonals[1],
                          factors.diagonals[2], factors.diagonals[3], factors.pivots, x, &n, &info,
                          1);
}

static void pttrs_share(const tridiag_setup *s, int lines, void *x)
{
    const int n = (int)s->n;
    int info;
    lapack.pttrs[twin(s)](&n, &lines, factors.diagonals[1], factors.diagonals[0], x, &n, &info);
}

static void solve_shares(const tridiag_setup *s, const tridiag_data *data, share_fn *solve)
{
    const int64_t share = share_of(s);
#pragma omp parallel for schedule(static) num_threads(s->threads)
    for (int64_t line = 0; line < s->lines; line += share) {
        const int64_t lines = line + share <= s->lines ? share : s->lines - line;
        const size_t at = (size_t)(line * s->n) * word(s);
        memcpy((char *)data->x + at, (const char *)data->d + at, (size_t)(lines * s->n) * word(s));
        solve(s, (int)lines, (char *)data->x + at);
    }
}

static void gttrs_solve(const tridiag_setup *s, const tridiag_data *data)
{
    solve_shares(s, data, gttrs_share);
}

static void pttrs_solve(const tridiag_setup *s, const tridiag_data *data)
{
    solve_shares(s, data, pttrs_share);
}

/* ---- the library ---- */

static const tridiag_peer peers[] = {{"lapack", "gtsv", gtsv_begin, gtsv_solve, nothing},
                                     {"lapack", "gttrs", gttrs_begin, gttrs_solve, factors_free},
                                     {"lapack", "pttrs", pttrs_begin, pttrs_solve, factors_free},
                                     {0}};
static const tridiag_peer *const none = &peers[sizeof peers / sizeof *peers - 1];

#if SPATE_HAVE_LAPACK

static void *symbol(void *library, char precision, const char *name)
{
    char text[16];
    snprintf(text, sizeof text, "%c%s_", precision, name);
    return dlsym(library, text);
}

static int load(void *library)
{
    int have = 1;
    for (int k = 0; k < 2; ++k) {
        const char p = "sd"[k];
        lapack.gtsv[k] = (gtsv_fn *)symbol(library, p, "gtsv");
        lapack.gttrf[k] = (gttrf_fn *)symbol(library, p, "gttrf");
        lapack.gttrs[k] = (gttrs_fn *)symbol(library, p, "gttrs");
        lapack.pttrf[k] = (pttrf_fn *)symbol(library, p, "pttrf");
        lapack.pttrs[k] = (pttrs_fn *)symbol(library, p, "pttrs");
        have = have && lapack.gtsv[k] && lapack.gttrf[k] && lapack.gttrs[k] && lapack.pttrf[k] &&
               lapack.pttrs[k];
    }
    return have;
}

const tridiag_peer *tridiag_lapack(const char **why)
{
    void *library = dlopen("liblapack.so.3", RTLD_NOW | RTLD_LOCAL); /* until the program ends */
    *why = !library        ? "liblapack.so.3 cannot be loaded: no peers"
           : load(library) ? NULL
                           : "liblapack.so.3 lacks a solver: no peers";
    return *why ? none : peers;
}

#else

const tridiag_peer *tridiag_lapack(const char **why)
{
    *why = "built without LAPACK: no peers";
    return none;
}

#endif
