/* The rate of a tile of the vector-invariant schemes, which bounds the time step. */
#ifndef SPATE_BACKEND_CPU_VECTOR_INVARIANT_TILE_RATE_H
#define SPATE_BACKEND_CPU_VECTOR_INVARIANT_TILE_RATE_H

#include "backend/cpu/common/tile_rectangle.h"
#include "backend/vector_invariant/cell.h"

/* From the largest values of the tile, as the sweep does. */
static inline double vi_tile_rate(const grid_part *part, const vi_state *s, const tile_rectangle *r)
{
    const vi_pacing pacing = vi_pacing_of_rows(part, r->y0, r->y1);
    calc deepest = C(0), u = C(0), v = C(0);
    for (int j = r->y0; j < r->y1; ++j)
        for (int i = r->x0; i < r->x1; ++i) {
            const ptrdiff_t o = (ptrdiff_t)j * part->shape.pitch + i;
            deepest = max_r(deepest, (calc)s->h[o]);
            u = max_r(u, abs_r((calc)s->u[o]));
            v = max_r(v, abs_r((calc)s->v[o]));
        }
    return (double)vi_rate(deepest, u, v, &pacing);
}

#endif
