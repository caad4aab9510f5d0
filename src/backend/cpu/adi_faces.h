/* Rows of faces that lie side by side in memory, in three loops: what follows from a cell alone, once for its two faces;
 * friction, whose root is of 32-bit numbers at first; and the rest. Loops see numbers of one size alone, so that they
 * fill whole vectors. Included by the twins of adi_rows.c. */
#ifndef SPATE_BACKEND_CPU_ADI_FACES_H
#define SPATE_BACKEND_CPU_ADI_FACES_H

#include <string.h>

#include "backend/adi_view.h"

/* Faces at once: a few vectors, whose cells stay in the first cache. */
enum { ADI_BLOCK = 64 };

/* One cell more than faces, where these follow one another along the line. */
typedef struct adi_block_cells {
    calc mid[ADI_BLOCK + 1], inverse[ADI_BLOCK + 1], predicted[ADI_BLOCK + 1];
    calc upwind[ADI_BLOCK + 1], first[ADI_BLOCK + 1], second[ADI_BLOCK + 1];
} adi_block_cells;

/* A block of faces: its first face and their number, the cells before and after each (number k of `back`, first + k of
 * `front`), and where rows go. */
typedef struct adi_block {
    ptrdiff_t o;
    int count, first;
    const adi_block_cells *back, *front;
    calc *a, *b, *c, *d;
} adi_block;

#define ADI_LOOP static inline __attribute__((always_inline)) void

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
        to->upwind[k] = c.upwind;
        to->first[k] = c.first;
        to->second[k] = c.second;
    }
}

/* damping: strengths in, where there is a map of them. */
ADI_LOOP adi_make_damping(const adi_view *view, const adi_block *block, adi_terms terms, int map,
                          calc *restrict damping)
{
    const adi_view v = *view;
    const calc *const back = block->back->inverse, *const front = block->front->inverse;
    const ptrdiff_t o = block->o;
    const int first = block->first;
    for (int k = 0; k < block->count && map; ++k)
        damping[k] = adi_strength_at(&v, o + k);
#pragma omp simd
    for (int k = 0; k < block->count; ++k)
        damping[k] = adi_damping_at(&v, o + k, back[k], front[first + k],
                                    map ? damping[k] : v.strength, &terms);
}

SPATE_FN adi_cell adi_cell_of(const adi_view *v, const adi_block_cells *cells, int k, ptrdiff_t o)
{
    const adi_cell c = {.h = (calc)v->h[o],
                        .bed = (calc)v->bed[o],
                        .mid = cells->mid[k],
                        .inverse = cells->inverse[k],
                        .predicted = cells->predicted[k],
                        .upwind = cells->upwind[k],
                        .first = cells->first[k],
                        .second = cells->second[k]};
    return c;
}

ADI_LOOP adi_make_rows(const adi_view *view, const adi_block *block, const calc *damping,
                       adi_terms terms)
{
    const adi_view v = *view;
    const adi_block_cells *const back = block->back, *const front = block->front;
    calc *const restrict a = block->a, *const restrict b = block->b, *const restrict c = block->c,
                         *const restrict d = block->d;
    const ptrdiff_t o = block->o;
    const int first = block->first;
#pragma omp simd
    for (int k = 0; k < block->count; ++k) {
        const adi_cell before = adi_cell_of(&v, back, k, o + k - v.along);
        const adi_cell after = adi_cell_of(&v, front, first + k, o + k);
        const adi_row row = adi_row_between(&v, o + k, before, after, damping[k], &terms);
        a[k] = row.a;
        b[k] = row.b;
        c[k] = row.c;
        d[k] = row.d;
    }
}

/* Closed faces are few and lie together: eight are looked at at once. */
static inline void adi_close_faces(const adi_view *v, const adi_block *block)
{
    const uint64_t closed = UINT64_C(0x0101010101010101) * v->closed;
    const uint8_t *const codes = v->codes + block->o;
    for (int from = 0; from < block->count; from += 8) {
        const int some = block->count - from < 8 ? block->count - from : 8;
        uint64_t eight = 0;
        memcpy(&eight, codes + from, (size_t)some);
        for (int k = from; k < from + some && (eight & closed); ++k)
            if (codes[k] & v->closed) {
                block->a[k] = block->c[k] = block->d[k] = 0;
                block->b[k] = 1;
            }
    }
}

/* ---- loops for both kinds of coefficients, every friction law, with and without viscosity ---- */

typedef void adi_cells_fn(const adi_view *v, ptrdiff_t o, int count, adi_block_cells *to);
typedef void adi_damping_fn(const adi_view *v, const adi_block *block, calc *damping);
typedef void adi_rows_fn(const adi_view *v, const adi_block *block, const calc *damping);

typedef struct adi_loops {
    adi_cells_fn *cells;
    adi_damping_fn *damping;
    adi_rows_fn *rows;
} adi_loops;

#define ADI_CELLS(extrapolated)                                                                    \
    static void adi_cells_##extrapolated(const adi_view *v, ptrdiff_t o, int count,                \
                                         adi_block_cells *to)                                      \
    {                                                                                              \
        adi_make_cells(v, o, count, extrapolated, to);                                             \
    }
#define ADI_DAMPING(name, law, extrapolated)                                                       \
    static void adi_##name##_##extrapolated(const adi_view *v, const adi_block *block,             \
                                            calc *damping)                                         \
    {                                                                                              \
        const adi_terms terms = {law, extrapolated, 0};                                            \
        if (v->friction)                                                                           \
            adi_make_damping(v, block, terms, 1, damping);                                         \
        else                                                                                       \
            adi_make_damping(v, block, terms, 0, damping);                                         \
    }
#define ADI_ROWS(extrapolated, mixed)                                                              \
    static void adi_rows_##extrapolated##mixed(const adi_view *v, const adi_block *block,          \
                                               const calc *damping)                                \
    {                                                                                              \
        const adi_terms terms = {FRICTION_NONE, extrapolated, mixed};                              \
        adi_make_rows(v, block, damping, terms);                                                   \
    }
ADI_CELLS(0)
ADI_CELLS(1)
ADI_DAMPING(free, FRICTION_NONE, 0)
ADI_DAMPING(manning, FRICTION_MANNING, 0)
ADI_DAMPING(manning, FRICTION_MANNING, 1)
ADI_DAMPING(chezy, FRICTION_CHEZY, 0)
ADI_DAMPING(chezy, FRICTION_CHEZY, 1)
ADI_ROWS(0, 0)
ADI_ROWS(0, 1)
ADI_ROWS(1, 0)
ADI_ROWS(1, 1)

static inline adi_loops adi_loops_for(const adi_terms *t)
{
    static adi_cells_fn *const cells[2] = {adi_cells_0, adi_cells_1};
    static adi_damping_fn *const damping[3][2] = {[FRICTION_NONE] = {adi_free_0, adi_free_0},
                                                  [FRICTION_MANNING] = {adi_manning_0,
                                                                        adi_manning_1},
                                                  [FRICTION_CHEZY] = {adi_chezy_0, adi_chezy_1}};
    static adi_rows_fn *const rows[2][2] = {{adi_rows_00, adi_rows_01}, {adi_rows_10, adi_rows_11}};
    const adi_loops loops = {cells[t->extrapolated], damping[t->law][t->extrapolated],
                             rows[t->extrapolated][t->mixed]};
    return loops;
}

/* Blocks are short and lie in many rows of many arrays, where no processor looks ahead by itself. To the second-level
 * cache; what lies there may be behind the end of an array, where no pointer may be: only its address counts. */
static inline void adi_look_ahead(const adi_view *v, ptrdiff_t o, int count)
{
    const void *const arrays[] = {v->h, v->bed, v->p, v->q, v->q_before, v->h_before, v->p_before};
    const int used = v->terms.extrapolated ? 7 : 5;
    for (int k = 0; k < used; ++k) {
        const uintptr_t from = (uintptr_t)arrays[k] + (uintptr_t)o * sizeof(real);
        for (size_t byte = 0; byte < (size_t)count * sizeof(real); byte += 64)
            __builtin_prefetch((const void *)(from + byte), 0, 2);
    }
    __builtin_prefetch((const void *)((uintptr_t)v->codes + (uintptr_t)o), 0, 2);
}

/* All but the cells. */
static inline void adi_make_faces(const adi_view *v, const adi_loops *make, const adi_block *block)
{
    calc damping[ADI_BLOCK];
    make->damping(v, block, damping);
    make->rows(v, block, damping);
    adi_close_faces(v, block);
}

#endif
