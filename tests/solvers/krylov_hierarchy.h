/* A hierarchy (RRB or multigrid) on its own, without the conjugate gradients of the library: one part,
 * the matrix of a test, and M^-1 r by a call. */
#ifndef TESTS_SOLVERS_KRYLOV_HIERARCHY_H
#define TESTS_SOLVERS_KRYLOV_HIERARCHY_H

#include "base/context.h"
#include "krylov_matrices.h"
#include "solvers/krylov/levels.h"
#include "solvers/krylov/preconditioners.h"

typedef struct hierarchy {
    const test_matrix *m;
    int precision, schur;
    spate_context *ctx;
    kry_solver s;
    kry_part part;
    kry_shape shape;
    kry_scalars scalars;
    void *copy[5];
    kry_levels *levels;
} hierarchy;

/* on_grid: M acts on all unknowns; else on those with even i + j (5 points). */
static inline void hierarchy_create(hierarchy *h, const test_matrix *m, int multigrid,
                                    int precision, int on_grid)
{
    static const double *const none = NULL;
    const double *from[5] = {m->centre, m->east, m->north, m->nine ? m->ne : none,
                             m->nine ? m->nw : none};
    const size_t bytes = precision == 32 ? sizeof(float) : sizeof(double);
    memset(h, 0, sizeof *h);
    spate_context_create(&h->ctx);
    h->m = m;
    h->precision = precision;
    h->schur = !m->nine && !on_grid;
    h->s = (kry_solver){.ctx = h->ctx,
                        .choice = {.points = m->nine ? 9 : 5, .precision = precision},
                        .grid = {.nx = m->nx, .ny = m->ny},
                        .partition = {.px = 1, .py = 1, .ranks = 1},
                        .threads = 2,
                        .isa = "auto",
                        .part_count = 1,
                        .grid_shapes = &h->shape,
                        .parts = &h->part,
                        .scalars = &h->scalars};
    h->s.preconditioner = kry_find_preconditioner(multigrid ? "multigrid" : "rrb");
    if (!h->schur)
        h->s.preconditioner = h->s.preconditioner->on_grid;
    h->shape = kry_shape_complete(&h->s, 0, (kry_shape){.nx = m->nx, .ny = m->ny, .planes = 1});
    for (int k = 0; k < 5; ++k) {
        if (!from[k])
            continue;
        h->copy[k] = kry_vector_alloc(&h->s, &h->shape, bytes);
        for (int j = 0; j < m->ny; ++j)
            for (int i = 0; i < m->nx; ++i) {
                const double v = from[k][j * m->pitch + i];
                if (precision == 32)
                    ((float *)h->copy[k])[j * h->shape.pitch + i] = (float)v;
                else
                    ((double *)h->copy[k])[j * h->shape.pitch + i] = v;
            }
    }
    h->part.matrix =
        (kry_matrix){h->copy[0], h->copy[1], h->copy[2], h->copy[3], h->copy[4], h->shape.pitch};
    h->part.shape = h->shape;
    if (h->schur)
        h->part.shape = kry_shape_complete(
            &h->s, 0, (kry_shape){.nx = (m->nx + 1) / 2, .ny = (m->ny + 1) / 2, .planes = 2});
    const size_t inner = kry_preconditioner_bytes(&h->s);
    h->part.in = kry_vector_alloc(&h->s, &h->part.shape, inner);
    h->part.z = kry_vector_alloc(&h->s, &h->part.shape, inner);
    CHECK(kry_levels_create(&h->s, multigrid, &h->levels) == SPATE_OK);
    CHECK(kry_levels_setup(&h->s, h->levels) == SPATE_OK);
}

static inline void hierarchy_destroy(hierarchy *h)
{
    const size_t inner = kry_preconditioner_bytes(&h->s);
    kry_levels_destroy(&h->s, h->levels);
    kry_vector_free(&h->s, &h->part.shape, inner, h->part.in);
    kry_vector_free(&h->s, &h->part.shape, inner, h->part.z);
    for (int k = 0; k < 5; ++k)
        kry_vector_free(&h->s, &h->shape, kry_bytes(&h->s), h->copy[k]);
    spate_context_destroy(h->ctx);
}

/* Where unknown (i, j) is in a vector of the space; -1: it is not part of it. */
static inline ptrdiff_t place_of(const hierarchy *h, int i, int j)
{
    if (!h->schur)
        return j * h->part.shape.pitch + i;
    if ((i + j) & 1)
        return -1;
    return (i & 1) * h->part.shape.plane + (j >> 1) * h->part.shape.pitch + (i >> 1);
}

/* z = M^-1 r; unknowns that are not in the space are not read, and 0 in z. */
static inline void hierarchy_apply(hierarchy *h, const double *r, double *z)
{
    const test_matrix *m = h->m;
    const int single = kry_preconditioner_bytes(&h->s) == sizeof(float);
    for (int j = 0; j < m->ny; ++j)
        for (int i = 0; i < m->nx; ++i) {
            const ptrdiff_t k = place_of(h, i, j);
            if (k >= 0 && single)
                ((float *)h->part.in)[k] = (float)r[j * m->pitch + i];
            else if (k >= 0)
                ((double *)h->part.in)[k] = r[j * m->pitch + i];
        }
    kry_levels_apply(&h->s, h->levels);
    for (int j = 0; j < m->ny; ++j)
        for (int i = 0; i < m->nx; ++i) {
            const ptrdiff_t k = place_of(h, i, j);
            z[j * m->pitch + i] = k < 0    ? 0
                                  : single ? (double)((float *)h->part.z)[k]
                                           : ((double *)h->part.z)[k];
        }
}

/* y = S x for the unknowns with even i + j, the others eliminated; x is 0 there. w: room. */
static inline void multiply_schur(const test_matrix *m, const double *x, double *y, double *w)
{
    multiply(m, x, w);
    for (int j = 0; j < m->ny; ++j)
        for (int i = 0; i < m->nx; ++i) {
            const ptrdiff_t k = j * m->pitch + i;
            w[k] = (i + j) & 1 ? x[k] - w[k] / m->centre[k] : x[k];
        }
    multiply(m, w, y);
    for (int j = 0; j < m->ny; ++j)
        for (int i = 0; i < m->nx; ++i)
            if ((i + j) & 1)
                y[j * m->pitch + i] = 0;
}

/* Conjugate gradients from zero for a random right-hand side until |r| <= tolerance |b|. Returns the
 * number of iterations. */
static inline int iterations_of(hierarchy *h, double tolerance, int most)
{
    const test_matrix *m = h->m;
    double *r = vector_create(m), *z = vector_create(m), *p = vector_create(m),
           *q = vector_create(m), *w = vector_create(m);
    int count = 0;
    vector_draw(m, r);
    for (int j = 0; h->schur && j < m->ny; ++j)
        for (int i = 0; i < m->nx; ++i)
            if ((i + j) & 1)
                r[j * m->pitch + i] = 0;
    const double stop = tolerance * tolerance * vector_dot(m, r, r);
    double before = 0;
    while (vector_dot(m, r, r) > stop && count < most) {
        hierarchy_apply(h, r, z);
        const double rz = vector_dot(m, r, z), beta = count ? rz / before : 0;
        for (int j = 0; j < m->ny; ++j)
            for (int i = 0; i < m->nx; ++i)
                p[j * m->pitch + i] = z[j * m->pitch + i] + beta * p[j * m->pitch + i];
        if (h->schur)
            multiply_schur(m, p, q, w);
        else
            multiply(m, p, q);
        const double alpha = rz / vector_dot(m, p, q);
        for (int j = 0; j < m->ny; ++j)
            for (int i = 0; i < m->nx; ++i)
                r[j * m->pitch + i] -= alpha * q[j * m->pitch + i];
        before = rz;
        ++count;
    }
    vector_free(m, r), vector_free(m, z), vector_free(m, p), vector_free(m, q), vector_free(m, w);
    return count;
}

#endif
