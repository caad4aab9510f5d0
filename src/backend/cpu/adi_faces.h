/* Rows of faces that lie side by side in memory, in two loops: what follows from a cell alone is found once for its two
 * faces. Loops see numbers of one size alone, so that they fill whole vectors. Included by the twins of adi_rows.c. */
#ifndef SPATE_BACKEND_CPU_ADI_FACES_H
#define SPATE_BACKEND_CPU_ADI_FACES_H

#include "backend/adi_view.h"

/* Faces at once: a few vectors, whose cells stay in the first cache. */
enum { ADI_BLOCK = 64 };

#define ADI_LOOP static inline __attribute__((always_inline)) void

/* One cell more than faces, where these follow one another along the line. */
typedef struct adi_block_cells {
    calc mid[ADI_BLOCK + 1], inverse[ADI_BLOCK + 1], predicted[ADI_BLOCK + 1];
    calc velocity[ADI_BLOCK + 1], upwind[ADI_BLOCK + 1];
} adi_block_cells;

/* Where rows go. */
typedef struct adi_block_rows {
    real *a, *b, *c, *d;
} adi_block_rows;

/* Of the faces of a block. Where there is no map it is filled once and left alone. */
typedef struct adi_block_friction {
    calc strength[ADI_BLOCK];
} adi_block_friction;

static inline void adi_fill_friction(const adi_view *v, adi_block_friction *to)
{
    for (int k = 0; k < ADI_BLOCK; ++k)
        to->strength[k] = v->strength;
}

static inline void adi_look_up_friction(const adi_view *v, ptrdiff_t o, int count,
                                        adi_block_friction *to)
{
    for (int k = 0; k < count && v->friction; ++k)
        to->strength[k] = adi_strength_at(v, o + k);
}

/* `count` cells from o on. */
ADI_LOOP adi_make_cells(const adi_view *view, ptrdiff_t o, int count, int extrapolated,
                        adi_block_cells *restrict to)
{
    const adi_view v = *view;
#pragma omp simd
    for (int k = 0; k < count; ++k) {
        const adi_cell c = adi_cell_at(&v, o + k, extrapolated);
        to->mid[k] = c.mid;
        to->inverse[k] = c.inverse;
        to->predicted[k] = c.predicted;
        to->velocity[k] = c.velocity;
        to->upwind[k] = c.upwind;
    }
}

SPATE_FN adi_cell adi_cell_of(const adi_view *v, const adi_block_cells *cells, int k, ptrdiff_t o)
{
    const adi_cell c = {.h = (calc)v->h[o],
                        .bed = (calc)v->bed[o],
                        .mid = cells->mid[k],
                        .inverse = cells->inverse[k],
                        .predicted = cells->predicted[k],
                        .velocity = cells->velocity[k],
                        .upwind = cells->upwind[k]};
    return c;
}

/* A block of faces: its first face and their number, the cells before and after each (number k of `back`, first + k of
 * `front`), and where rows go. */
typedef struct adi_block {
    ptrdiff_t o;
    int count, first;
    const adi_block_cells *back, *front;
    adi_block_friction *friction;
    adi_block_rows to;
} adi_block;

ADI_LOOP adi_make_faces(const adi_view *view, const adi_block *block, adi_terms terms)
{
    const adi_view v = *view;
    const adi_block_cells *const back = block->back, *const front = block->front;
    const calc *const strength = block->friction->strength;
    real *const restrict a = block->to.a, *const restrict b = block->to.b,
                         *const restrict c = block->to.c, *const restrict d = block->to.d;
    const ptrdiff_t o = block->o;
    const int first = block->first;
#pragma omp simd
    for (int k = 0; k < block->count; ++k) {
        const adi_cell before = adi_cell_of(&v, back, k, o + k - v.along);
        const adi_cell after = adi_cell_of(&v, front, first + k, o + k);
        const adi_row row = adi_row_between(&v, o + k, before, after, strength[k], &terms);
        a[k] = (real)row.a;
        b[k] = (real)row.b;
        c[k] = (real)row.c;
        d[k] = (real)row.d;
    }
}

/* Closed faces are few and lie together. */
static inline void adi_close_faces(const adi_view *v, const adi_block *block)
{
    const uint8_t *const codes = v->codes + block->o;
    unsigned any = 0;
    for (int k = 0; k < block->count; ++k)
        any |= codes[k];
    for (int k = 0; k < block->count && (any & v->closed); ++k)
        if (codes[k] & v->closed) {
            block->to.a[k] = block->to.c[k] = block->to.d[k] = 0;
            block->to.b[k] = 1;
        }
}

/* ---- loops for every friction law, with and without extrapolation and viscosity ---- */

typedef void adi_cells_fn(const adi_view *v, ptrdiff_t o, int count, adi_block_cells *to);
typedef void adi_faces_fn(const adi_view *v, const adi_block *block);

typedef struct adi_loops {
    adi_cells_fn *cells;
    adi_faces_fn *faces;
} adi_loops;

#define ADI_CELLS(name, extrapolated)                                                              \
    static void name(const adi_view *v, ptrdiff_t o, int count, adi_block_cells *to)               \
    {                                                                                              \
        adi_make_cells(v, o, count, extrapolated, to);                                             \
    }
ADI_CELLS(adi_cells_printed, 0)
ADI_CELLS(adi_cells_extrapolated, 1)

#define ADI_FACES(law, extrapolated, mixed)                                                        \
    static void adi_faces_##law##extrapolated##mixed(const adi_view *v, const adi_block *block)    \
    {                                                                                              \
        const adi_terms terms = {law, extrapolated, mixed};                                        \
        adi_look_up_friction(v, block->o, block->count, block->friction);                          \
        adi_make_faces(v, block, terms);                                                           \
        adi_close_faces(v, block);                                                                 \
    }
#define ADI_LAW(law)                                                                               \
    ADI_FACES(law, 0, 0) ADI_FACES(law, 0, 1) ADI_FACES(law, 1, 0) ADI_FACES(law, 1, 1)
ADI_LAW(0)
ADI_LAW(1)
ADI_LAW(2)

#define ADI_ROW_OF_LAW(law)                                                                        \
    {                                                                                              \
        {adi_faces_##law##00, adi_faces_##law##01},                                                \
        {                                                                                          \
            adi_faces_##law##10, adi_faces_##law##11                                               \
        }                                                                                          \
    }

static inline adi_loops adi_loops_for(const adi_terms *t)
{
    _Static_assert(FRICTION_NONE == 0 && FRICTION_MANNING == 1 && FRICTION_CHEZY == 2,
                   "loops are named by the numbers of the laws");
    static adi_faces_fn *const faces[3][2][2] = {ADI_ROW_OF_LAW(0), ADI_ROW_OF_LAW(1),
                                                 ADI_ROW_OF_LAW(2)};
    const adi_loops loops = {t->extrapolated ? adi_cells_extrapolated : adi_cells_printed,
                             faces[t->law][t->extrapolated][t->mixed]};
    return loops;
}

#endif
