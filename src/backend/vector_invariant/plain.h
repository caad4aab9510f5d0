/* The vector-invariant schemes cell by cell: every value is computed directly from the fields of a
 * part. The reference backend uses it everywhere, others where they need single values. */
#ifndef SPATE_BACKEND_VECTOR_INVARIANT_PLAIN_H
#define SPATE_BACKEND_VECTOR_INVARIANT_PLAIN_H

#include "backend/vector_invariant/cell.h"

/* ---- fluxes, potential vorticity, kinetic energy ---- */

/* Flux through the west (y: south) face of cell o. */
SPATE_FN calc vi_flux_at(const vi_view *v, int y, ptrdiff_t o)
{
    const ptrdiff_t back = o - (y ? v->pitch : 1);
    return vi_flux((calc)v->in.h[back], (calc)v->in.h[o], (calc)(y ? v->in.v : v->in.u)[o]);
}

SPATE_FN calc vi_active_at(const vi_view *v, ptrdiff_t o)
{
    return v->codes[o] & CELL_INACTIVE ? C(0) : C(1);
}

/* q at the south-west corner of cell o. f: the Coriolis parameter there. */
SPATE_FN calc vi_potential_vorticity_at(const vi_view *v, ptrdiff_t o, calc f)
{
    const vi_state *s = &v->in;
    const ptrdiff_t south = o - v->pitch;
    const calc cells = (vi_active_at(v, o) + vi_active_at(v, o - 1)) +
                       (vi_active_at(v, south) + vi_active_at(v, south - 1));
    const calc depths =
        ((calc)s->h[o] + (calc)s->h[o - 1]) + ((calc)s->h[south] + (calc)s->h[south - 1]);
    const calc vorticity = vi_vorticity((calc)s->v[o - 1], (calc)s->v[o], (calc)s->u[south],
                                        (calc)s->u[o], &v->metric);
    return vi_potential_vorticity(cells == C(4) ? vorticity : C(0), f, depths, cells);
}

SPATE_FN calc vi_kinetic_at(const vi_view *v, ptrdiff_t o)
{
    return vi_kinetic(v->form, (calc)v->in.u[o], (calc)v->in.u[o + 1], (calc)v->in.v[o],
                      (calc)v->in.v[o + v->pitch]);
}

/* Of cell o. f_south, f_north: at its corners. */
SPATE_FN vi_weights vi_weights_at(const vi_view *v, ptrdiff_t o, calc f_south, calc f_north)
{
    const ptrdiff_t north = o + v->pitch;
    return vi_weights_of(vi_potential_vorticity_at(v, o, f_south),
                         vi_potential_vorticity_at(v, o + 1, f_south),
                         vi_potential_vorticity_at(v, north, f_north),
                         vi_potential_vorticity_at(v, north + 1, f_north));
}

/* ---- rates of change ---- */

SPATE_FN calc vi_depth_rate_at(const vi_view *v, ptrdiff_t o)
{
    return vi_depth_rate(vi_flux_at(v, 0, o), vi_flux_at(v, 0, o + 1), vi_flux_at(v, 1, o),
                         vi_flux_at(v, 1, o + v->pitch), &v->metric);
}

SPATE_FN calc vi_slope_at(const vi_view *v, int y, ptrdiff_t o)
{
    const ptrdiff_t back = o - (y ? v->pitch : 1);
    const vi_pair c = {(calc)v->in.h[back], (calc)v->in.h[o],       (calc)v->bed[back],
                       (calc)v->bed[o],     vi_kinetic_at(v, back), vi_kinetic_at(v, o)};
    return vi_slope(&c, y ? v->metric.per_y : v->metric.per_x, v->metric.g);
}

/* The Coriolis parameter at corners: those in the south and north of the row of cells, and those
 * one row further south. */
typedef struct vi_turning {
    calc f_before, f_south, f_north;
} vi_turning;

SPATE_FN vi_turning vi_turning_of(const grid_part *p, int j)
{
    const vi_turning t = {vi_coriolis(p, j - 1), vi_coriolis(p, j), vi_coriolis(p, j + 1)};
    return t;
}

/* u_t at the west face of cell o, which is open. */
SPATE_FN calc vi_u_rate_at(const vi_view *v, const vi_turning *t, ptrdiff_t o)
{
    const ptrdiff_t north = o + v->pitch;
    vi_rotation r = {.crossing = {vi_flux_at(v, 1, o - 1), vi_flux_at(v, 1, o),
                                  vi_flux_at(v, 1, north - 1), vi_flux_at(v, 1, north)}};
    if (v->form == VI_ENSTROPHY) {
        const vi_weights back = vi_weights_at(v, o - 1, t->f_south, t->f_north);
        const vi_weights front = vi_weights_at(v, o, t->f_south, t->f_north);
        r.across = (vi_across){back.rise, back.fall, front.rise, front.fall};
        r.along = (vi_along){back.along_x, front.along_x, vi_flux_at(v, 0, o - 1),
                             vi_flux_at(v, 0, o + 1), v->metric.dy_per_dx};
    } else {
        r.q_low = vi_potential_vorticity_at(v, o, t->f_south);
        r.q_high = vi_potential_vorticity_at(v, north, t->f_north);
    }
    return vi_u_rate(v->form, &r, vi_slope_at(v, 0, o));
}

/* v_t at its south face, which is open. */
SPATE_FN calc vi_v_rate_at(const vi_view *v, const vi_turning *t, ptrdiff_t o)
{
    const ptrdiff_t south = o - v->pitch;
    vi_rotation r = {.crossing = {vi_flux_at(v, 0, south), vi_flux_at(v, 0, o),
                                  vi_flux_at(v, 0, south + 1), vi_flux_at(v, 0, o + 1)}};
    if (v->form == VI_ENSTROPHY) {
        const vi_weights back = vi_weights_at(v, south, t->f_before, t->f_south);
        const vi_weights front = vi_weights_at(v, o, t->f_south, t->f_north);
        r.across = (vi_across){back.rise, back.fall, front.rise, front.fall};
        r.along = (vi_along){back.along_y, front.along_y, vi_flux_at(v, 1, south),
                             vi_flux_at(v, 1, o + v->pitch), v->metric.dx_per_dy};
    } else {
        r.q_low = vi_potential_vorticity_at(v, o, t->f_south);
        r.q_high = vi_potential_vorticity_at(v, o + 1, t->f_south);
    }
    return vi_v_rate(v->form, &r, vi_slope_at(v, 1, o));
}

/* ---- a stage ---- */

SPATE_FN calc vi_stepped(const vi_view *v, calc base, calc in, calc rate)
{
    return v->blends ? vi_blended(base, in, v->dt, rate, v->weight)
                     : vi_advanced(base, v->dt, rate);
}

/* What a stage makes of cell o and its west and south faces. With a mass matrix u and v are
 * forces. */
typedef struct vi_result {
    calc h, u, v;
} vi_result;

SPATE_FN vi_result vi_result_at(const vi_view *v, const vi_turning *t, ptrdiff_t o)
{
    const int lumped = !v->force_x;
    vi_result r = {vi_stepped(v, (calc)v->base.h[o], (calc)v->in.h[o], vi_depth_rate_at(v, o)),
                   C(0), C(0)};
    if (!vi_is_closed(v->codes, 0, o)) {
        const calc rate = vi_u_rate_at(v, t, o);
        r.u = lumped ? plus_zero(vi_stepped(v, (calc)v->base.u[o], (calc)v->in.u[o], rate)) : rate;
    }
    if (!vi_is_closed(v->codes, 1, o)) {
        const calc rate = vi_v_rate_at(v, t, o);
        r.v = lumped ? plus_zero(vi_stepped(v, (calc)v->base.v[o], (calc)v->in.v[o], rate)) : rate;
    }
    return r;
}

#endif
