/* What the CPU kernels of simple preconditioners share. */
#ifndef SPATE_BACKEND_CPU_KRYLOV_SIMPLE_H
#define SPATE_BACKEND_CPU_KRYLOV_SIMPLE_H

#include "backend/cpu/krylov/krylov.h"
#include "backend/krylov/simple.h"

#define KRY_SIMPLE(name) extern __typeof__(*((kry_simple_kernels *)0)->name) KRY_SYMBOL(kry_##name)

/* Rows of the matrix and of a vector around row j, from column 0 on. */
typedef struct kry_rows {
    const real *centre, *east, *north, *south;
    const real *ne, *nw, *sw, *se; /* NULL: 5 points. sw, se: of the row to the south */
    const real *v, *vs, *vn;
} kry_rows;

static inline kry_rows kry_rows_at(const kry_part *part, const kry_matrix *m, const void *vector,
                                   int j)
{
    const ptrdiff_t at = j * m->pitch, below = at - m->pitch, o = j * part->shape.pitch;
    kry_rows r = {.centre = (const real *)m->centre + at,
                  .east = (const real *)m->east + at,
                  .north = (const real *)m->north + at,
                  .south = (const real *)m->north + below,
                  .v = (const real *)vector + o,
                  .vs = (const real *)vector + o - part->shape.pitch,
                  .vn = (const real *)vector + o + part->shape.pitch};
    if (m->north_east) {
        r.ne = (const real *)m->north_east + at;
        r.nw = (const real *)m->north_west + at;
        r.sw = (const real *)m->north_east + below;
        r.se = (const real *)m->north_west + below;
    }
    return r;
}

/* Couplings of unknown i times its neighbours. */
static inline real kry_neighbours_5(const kry_rows *r, int i)
{
    return KRY_NEIGHBOURS_5(r->east[i - 1], r->v[i - 1], r->east[i], r->v[i + 1], r->south[i],
                            r->vs[i], r->north[i], r->vn[i]);
}

static inline real kry_neighbours_9(const kry_rows *r, int i)
{
    return kry_neighbours_5(r, i) + KRY_PRODUCT_DIAGONALS(r->sw[i - 1], r->vs[i - 1], r->se[i + 1],
                                                          r->vs[i + 1], r->nw[i], r->vn[i - 1],
                                                          r->ne[i], r->vn[i + 1]);
}

#endif
