/* What the vector-invariant schemes do to one cell apart from their stages: rates, filter, momentum
 * at cells. For every backend. */
#ifndef SPATE_BACKEND_VECTOR_INVARIANT_CELL_H
#define SPATE_BACKEND_VECTOR_INVARIANT_CELL_H

#include "backend/vector_invariant/view.h"

SPATE_FN int vi_is_closed(const uint8_t *codes, int y, ptrdiff_t o)
{
    return (codes[o] & (y ? FACE_SOUTH_CLOSED : FACE_WEST_CLOSED)) != 0;
}

/* False for NaN. */
SPATE_FN int vi_is_wet(const grid_part *p, calc h)
{
    return h > (calc)p->params.dry_depth;
}

SPATE_FN calc vi_rate_at(const vi_state *s, const vi_pacing *pacing, ptrdiff_t o)
{
    return vi_rate((calc)s->h[o], abs_r((calc)s->u[o]), abs_r((calc)s->v[o]), pacing);
}

/* ---- mass matrix ---- */

/* 1 where the velocity of the back face of cell o is an unknown. */
SPATE_FN calc vi_is_free(const uint8_t *codes, int y, ptrdiff_t o)
{
    return vi_is_closed(codes, y, o) ? C(0) : C(1);
}

typedef struct vi_mass_row {
    calc a, b, c, d;
} vi_mass_row;

/* The matrix row of the back face of cell o, for its acceleration. That of a closed face is 0. */
SPATE_FN vi_mass_row vi_mass_row_at(const uint8_t *codes, int y, ptrdiff_t step, ptrdiff_t o,
                                    calc force)
{
    const calc here = vi_is_free(codes, y, o);
    const vi_mass_row r = {.a = here * vi_is_free(codes, y, o - step) * C(VI_MASS_SIDE),
                           .b = here > C(0) ? C(VI_MASS_CENTRE) : C(1),
                           .c = here * vi_is_free(codes, y, o + step) * C(VI_MASS_SIDE),
                           .d = C(VI_MASS_SCALE) * force};
    return r;
}

/* M p at the back face i of a row of cells, to which codes and p point. Closed faces are apart. */
SPATE_FN calc vi_mass_product_at(const uint8_t *codes, int y, ptrdiff_t i, const calc *p,
                                 ptrdiff_t step)
{
    return vi_is_closed(codes, y, i) ? p[i] : vi_mass_product(p[i - step], p[i], p[i + step]);
}

/* The velocity of an open face that follows, from those of the base and of the state read. */
SPATE_FN calc vi_velocity_from(const vi_view *v, calc base, calc in, calc rate)
{
    return plus_zero(v->blends ? vi_blended(base, in, v->dt, rate, v->weight)
                               : vi_advanced(base, v->dt, rate));
}

SPATE_FN calc vi_accelerated(const vi_view *v, int y, ptrdiff_t o, calc rate)
{
    const real *base = y ? v->base.v : v->base.u, *in = y ? v->in.v : v->in.u;
    const calc u = vi_velocity_from(v, (calc)base[o], v->blends ? (calc)in[o] : C(0), rate);
    return vi_is_closed(v->codes, y, o) ? C(0) : u;
}

/* ---- filter ---- */

SPATE_FN void vi_filter_value(const vi_part *own, real *now, real *before, real after)
{
    const calc d = vi_displacement((calc)*before, (calc)*now, (calc)after, (calc)own->filter);
    const calc share = (calc)own->filter_share;
    *now = (real)((calc)*now + share * d);
    *before = (real)((calc)after + (share - C(1)) * d);
}

/* The new state goes to the slot of the state before. */
SPATE_FN void vi_filter_at(const grid_part *p, ptrdiff_t o)
{
    const int now = p->clock->now;
    const vi_state at = vi_slot(p, now), before = vi_slot(p, 1 - now), after = vi_between(p);
    vi_filter_value(vi_of(p), &at.h[o], &before.h[o], after.h[o]);
    vi_filter_value(vi_of(p), &at.u[o], &before.u[o], after.u[o]);
    vi_filter_value(vi_of(p), &at.v[o], &before.v[o], after.v[o]);
}

/* ---- cells and faces ---- */

/* Cells that no other part sees as ghosts. */
typedef struct vi_inner {
    int x0, x1, y0, y1;
} vi_inner;

SPATE_FN vi_inner vi_inner_of(const part_shape *s)
{
    vi_inner b = {s->linked[0] ? VI_HALO : 0, s->linked[1] ? s->nx - VI_HALO : s->nx,
                  s->linked[2] ? VI_HALO : 0, s->linked[3] ? s->ny - VI_HALO : s->ny};
    if (b.x1 < b.x0)
        b.x0 = b.x1 = s->nx;
    if (b.y1 < b.y0)
        b.y0 = b.y1 = s->ny;
    return b;
}

/* hu (hv) of a cell: its depth times the mean velocity of its faces. */
SPATE_FN calc vi_centred(const grid_part *p, int y, ptrdiff_t o)
{
    const vi_state s = vi_slot(p, p->clock->now);
    const real *u = y ? s.v : s.u;
    const calc sum = (calc)u[o] + (calc)u[o + (y ? p->shape.pitch : 1)];
    return plus_zero((calc)s.h[o] * (C(0.5) * sum));
}

/* Velocity of the back face of cell o: the mean of its two cells, whose ghost cells are valid; 0 if
 * the face is closed. */
SPATE_FN void vi_face_from_cells(const grid_part *p, int y, ptrdiff_t o)
{
    const vi_state s = vi_slot(p, p->clock->now);
    const real *from = (const real *)p->field[y ? FIELD_MOMENTUM_Y : FIELD_MOMENTUM_X][0];
    real *to = y ? s.v : s.u;
    const ptrdiff_t back = o - (y ? p->shape.pitch : 1);
    const int open = !vi_is_closed(p->codes, y, o) && vi_is_wet(p, (calc)s.h[o]) &&
                     vi_is_wet(p, (calc)s.h[back]);
    const calc u = C(0.5) * (div_r((calc)from[back], at_least_tiny((calc)s.h[back])) +
                             div_r((calc)from[o], at_least_tiny((calc)s.h[o])));
    to[o] = (real)(open ? plus_zero(u) : C(0));
}

#endif
