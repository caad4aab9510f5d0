/* The vector-invariant kernels in simple loops: one thread, cell by cell, every value computed from
 * the fields. The reference for the fast backends: same functions, same bits. It has lumped mass
 * alone. Compiled once per precision. */
#include <math.h>

#include "backend/vector_invariant/loops.h"
#include "backend/vector_invariant/plain.h"

/* Largest values of a tile. */
typedef struct tile_most {
    calc deepest, u, v;
} tile_most;

static void raise_most(tile_most *m, const vi_state *s, ptrdiff_t o)
{
    m->deepest = max_r(m->deepest, (calc)s->h[o]);
    m->u = max_r(m->u, abs_r((calc)s->u[o]));
    m->v = max_r(m->v, abs_r((calc)s->v[o]));
}

/* Largest rate of the tiles of a state. */
static double rate_of(const grid_part *p, const vi_state *s)
{
    double most = 0;
    for (int y0 = 0; y0 < p->shape.ny; y0 += SPATE_TILE_Y)
        for (int x0 = 0; x0 < p->shape.nx; x0 += SPATE_TILE_X) {
            const int y1 = y0 + SPATE_TILE_Y < p->shape.ny ? y0 + SPATE_TILE_Y : p->shape.ny;
            const int x1 = x0 + SPATE_TILE_X < p->shape.nx ? x0 + SPATE_TILE_X : p->shape.nx;
            const vi_pacing pacing = vi_pacing_of_rows(p, y0, y1);
            tile_most m = {C(0), C(0), C(0)};
            for (int j = y0; j < y1; ++j)
                for (int i = x0; i < x1; ++i)
                    raise_most(&m, s, (ptrdiff_t)j * p->shape.pitch + i);
            most = fmax(most, (double)vi_rate(m.deepest, m.u, m.v, &pacing));
        }
    return most;
}

static void scan(grid_part *p)
{
    const vi_state s = vi_slot(p, p->clock->now);
    p->clock->rate = rate_of(p, &s);
}

/* The base may be where the results go: each cell reads its own value alone. */
static void stage(grid_part *p, part_region region, int which)
{
    if (region == REGION_INNER)
        return; /* the reference does everything with the rim */
    ((vi_part *)p->own)->stage = which;
    const vi_view v = vi_view_of(p);
    for (int j = 0; j < p->shape.ny; ++j) {
        const vi_turning t = vi_turning_of(p, j);
        for (int i = 0; i < p->shape.nx; ++i) {
            const ptrdiff_t o = (ptrdiff_t)j * p->shape.pitch + i;
            const vi_result r = vi_result_at(&v, &t, o);
            v.out.h[o] = (real)r.h;
            v.out.u[o] = (real)r.u;
            v.out.v[o] = (real)r.v;
            if (!(p->codes[o] & CELL_INACTIVE) && !vi_is_wet(p, r.h))
                p->clock->face_rate = (double)INFINITY; /* the step fails */
        }
    }
    p->clock->next_rate = rate_of(p, &v.out);
}

const vi_kernels SPATE_NAME(vi_kernels_reference) = {
    .steps = {.base = {.isa = "plain", .scan = scan, .limiting = vi_limiting_cell, .show = vi_show},
              .begin = vi_begin,
              .stage = stage,
              .finish = vi_finish},
    .filter = vi_filter,
    .centre_changed = vi_centre_changed,
    .to_faces = vi_to_faces,
};
