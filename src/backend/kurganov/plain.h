/* The scheme cell by cell: every value is computed directly from the fields of a part. The
 * reference backend uses it everywhere, others for single faces. */
#ifndef SPATE_BACKEND_KURGANOV_PLAIN_H
#define SPATE_BACKEND_KURGANOV_PLAIN_H

#include "backend/kurganov/boundary.h"
#include "physics/kurganov_update.h"

/* A part with the slot a kernel reads. */
typedef struct plain_view {
    const grid_part *part;
    const real *h, *hu, *hv, *bed;
    const uint8_t *codes;
    ptrdiff_t pitch;
    int bilinear;
    calc g, half_theta, h_dry;
} plain_view;

SPATE_FN plain_view plain_view_of(const grid_part *p, int slot)
{
    const plain_view v = {.part = p,
                          .h = (const real *)p->field[FIELD_DEPTH][slot],
                          .hu = (const real *)p->field[FIELD_MOMENTUM_X][slot],
                          .hv = (const real *)p->field[FIELD_MOMENTUM_Y][slot],
                          .bed = (const real *)p->field[FIELD_BED][0],
                          .codes = p->codes,
                          .pitch = p->shape.pitch,
                          .bilinear = p->params.bed_model == BED_BILINEAR,
                          .g = (calc)p->params.gravity,
                          .half_theta = (calc)(0.5 * p->params.theta),
                          .h_dry = (calc)(real)p->params.dry_depth};
    return v;
}

SPATE_FN ptrdiff_t plain_at(const plain_view *s, int i, int j)
{
    return (ptrdiff_t)j * s->pitch + i;
}

SPATE_FN kp_bed flat_bed(calc centre)
{
    const kp_bed b = {.centre = centre, .half_x = C(0), .half_y = C(0)};
    return b;
}

SPATE_FN kp_bed plain_bed(const plain_view *s, int i, int j)
{
    const ptrdiff_t o = plain_at(s, i, j);
    if (!s->bilinear)
        return flat_bed((calc)s->bed[o]);
    return kp_bilinear_bed((calc)s->bed[o], (calc)s->bed[o + 1], (calc)s->bed[o + s->pitch],
                           (calc)s->bed[o + s->pitch + 1]);
}

SPATE_FN kp_water plain_water(const plain_view *s, int i, int j)
{
    const ptrdiff_t o = plain_at(s, i, j);
    return kp_primitive((calc)s->h[o], (calc)s->hu[o], (calc)s->hv[o], plain_bed(s, i, j).centre,
                        s->h_dry);
}

SPATE_FN int plain_code(const plain_view *s, int i, int j, unsigned bit)
{
    return (s->codes[plain_at(s, i, j)] & bit) != 0;
}

SPATE_FN calc plain_depth_across(const plain_view *s, int i, int j, int ni, int nj, int closed)
{
    return closed ? plain_water(s, i, j).h : plain_water(s, ni, nj).h;
}

SPATE_FN calc plain_sloped(const plain_view *s, int i, int j)
{
    const kp_bed b = plain_bed(s, i, j);
    const calc h = plain_water(s, i, j).h;
    if (s->bilinear)
        return kp_bilinear_submerged(h, b.half_x, b.half_y);
    return kp_cells_submerged(
        h, plain_depth_across(s, i, j, i - 1, j, plain_code(s, i, j, FACE_WEST_CLOSED)),
        plain_depth_across(s, i, j, i + 1, j, plain_code(s, i + 1, j, FACE_WEST_CLOSED)),
        plain_depth_across(s, i, j, i, j - 1, plain_code(s, i, j, FACE_SOUTH_CLOSED)),
        plain_depth_across(s, i, j, i, j + 1, plain_code(s, i, j + 1, FACE_SOUTH_CLOSED)));
}

/* Slope along x, or along y with velocities turned. */
SPATE_FN kp_slope plain_slope(const plain_view *s, int i, int j, int along_y)
{
    const int di = !along_y, dj = along_y;
    kp_water q = plain_water(s, i, j);
    kp_sight there = {.back = plain_water(s, i - di, j - dj),
                      .forward = plain_water(s, i + di, j + dj)};
    if (along_y) {
        q = kp_turned(q);
        there.back = kp_turned(there.back);
        there.forward = kp_turned(there.forward);
    }
    const kp_sight seen = kp_seen(there, q, kp_barrier_of(s->codes[plain_at(s, i, j)], along_y),
                                  kp_barrier_of(s->codes[plain_at(s, i + di, j + dj)], along_y));
    const kp_bed bed = plain_bed(s, i, j);
    return kp_cell_slope(seen.back, q, seen.forward, s->bilinear, along_y ? bed.half_y : bed.half_x,
                         plain_sloped(s, i, j), s->half_theta);
}

/* The two sides of the west (south) face of a cell, velocities turned for y. */
typedef struct plain_sides {
    kp_water l, r;
} plain_sides;

SPATE_FN plain_sides plain_sides_of(const plain_view *s, int i, int j, int along_y)
{
    const int bi = i - !along_y, bj = j - along_y;
    kp_water l = plain_water(s, bi, bj), r = plain_water(s, i, j);
    if (along_y) {
        l = kp_turned(l);
        r = kp_turned(r);
    }
    const plain_sides both = {.l = kp_forward_side(l, plain_slope(s, bi, bj, along_y)),
                              .r = kp_backward_side(r, plain_slope(s, i, j, along_y))};
    return both;
}

/* The flux of a face that no boundary has claimed. */
SPATE_FN kp_flux plain_flux(const plain_view *s, int i, int j, int along_y)
{
    const unsigned closed = along_y ? FACE_SOUTH_CLOSED : FACE_WEST_CLOSED;
    const plain_sides side = plain_sides_of(s, i, j, along_y);
    return kp_guarded_face(side.l, side.r, plain_code(s, i, j, closed),
                           !plain_code(s, i - !along_y, j - along_y, CELL_INACTIVE), s->g);
}

#endif
