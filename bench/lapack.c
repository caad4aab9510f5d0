/* LAPACK, loaded and called. */
#include "bench/lapack.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/arrays.h"

static void *find(void *library, int is_double, const char *name)
{
    char symbol[16];
    snprintf(symbol, sizeof symbol, "%c%s_", is_double ? 'd' : 's', name);
    return dlsym(library, symbol);
}

const lapack_routines *lapack_load(const char **why)
{
    static lapack_routines r;
    int have = 1;
#if SPATE_HAVE_LAPACK
    void *library = dlopen("liblapack.so.3", RTLD_NOW | RTLD_LOCAL); /* until the program ends */
    *why = "liblapack.so.3 cannot be loaded: no peers";
#else
    void *library = NULL;
    *why = "built without LAPACK: no peers";
#endif
    if (!library)
        return NULL;
    for (int k = 0; k < 2; ++k) {
        r.gtsv[k] = (gtsv_fn *)find(library, k, "gtsv");
        r.gttrf[k] = (gttrf_fn *)find(library, k, "gttrf");
        r.gttrs[k] = (gttrs_fn *)find(library, k, "gttrs");
        r.pttrf[k] = (pttrf_fn *)find(library, k, "pttrf");
        r.pttrs[k] = (pttrs_fn *)find(library, k, "pttrs");
        have = have && r.gtsv[k] && r.gttrf[k] && r.gttrs[k] && r.pttrf[k] && r.pttrs[k];
    }
    *why = have ? NULL : "liblapack.so.3 lacks a solver: no peers";
    return have ? &r : NULL;
}

int lapack_matrix_make(lapack_matrix *m, int64_t n, int precision)
{
    *m = (lapack_matrix){.n = (int)n, .precision = precision};
    m->pivots = malloc((size_t)n * sizeof *m->pivots);
    int have = m->pivots != NULL;
    for (int k = 0; k < 4; ++k) {
        m->diagonals[k] = calloc((size_t)n, (size_t)precision / 8);
        have = have && m->diagonals[k];
    }
    return have;
}

void lapack_matrix_set_row(lapack_matrix *m, int64_t i, double below, double main, double above)
{
    if (i > 0)
        array_set(m->diagonals[0], m->precision, i - 1, below);
    array_set(m->diagonals[1], m->precision, i, main);
    if (i < m->n - 1)
        array_set(m->diagonals[2], m->precision, i, above);
}

int lapack_matrix_factor(const lapack_routines *lapack, lapack_matrix *m)
{
    void *const *d = m->diagonals;
    int info = 1;
    lapack->gttrf[m->precision == 64](&m->n, d[0], d[1], d[2], d[3], m->pivots, &info);
    return info == 0;
}

void lapack_matrix_solve(const lapack_routines *lapack, const lapack_matrix *m, int lines, void *x,
                         int pitch)
{
    void *const *d = m->diagonals;
    int info;
    lapack->gttrs[m->precision == 64]("N", &m->n, &lines, d[0], d[1], d[2], d[3], m->pivots, x,
                                      &pitch, &info, 1);
}

void lapack_matrix_free(lapack_matrix *m)
{
    for (int k = 0; k < 4; ++k)
        free(m->diagonals[k]);
    free(m->pivots);
    *m = (lapack_matrix){0};
}

int64_t lapack_lines_in_cache(int64_t n, int precision)
{
    const int64_t cache = 256 << 10, lines = cache / (n * precision / 8);
    return lines > 1 ? lines : 1;
}
