/* A small torus of cells, and the faces of a cell computed from its state: the physics functions
 * are called as a backend calls them, cell by cell. Every cell has a whole neighbourhood. */
#ifndef TESTS_UNIT_PATCH_H
#define TESTS_UNIT_PATCH_H

#include "physics/kurganov_update.h"

enum { PATCH = 6 }; /* cells along each side: the stencil of a cell is 5 wide */

typedef struct patch {
    int bilinear;
    calc g, h_dry, half_theta, inv_dx, inv_dy;
    /* [row][column]; bed: of the cell, or its south-west corner. */
    real h[PATCH][PATCH], hu[PATCH][PATCH], hv[PATCH][PATCH], bed[PATCH][PATCH];
} patch;

static inline int patch_wrap(int i)
{
    return (i + 2 * PATCH) % PATCH;
}

static inline kp_bed patch_bed(const patch *p, int i, int j)
{
    const int x = patch_wrap(i), y = patch_wrap(j), e = patch_wrap(i + 1), n = patch_wrap(j + 1);
    if (!p->bilinear)
        return (kp_bed){.centre = (calc)p->bed[y][x]};
    return kp_bilinear_bed((calc)p->bed[y][x], (calc)p->bed[y][e], (calc)p->bed[n][x],
                           (calc)p->bed[n][e]);
}

static inline kp_conserved patch_state(const patch *p, int i, int j)
{
    const int x = patch_wrap(i), y = patch_wrap(j);
    return (kp_conserved){(calc)p->h[y][x], (calc)p->hu[y][x], (calc)p->hv[y][x]};
}

static inline kp_water patch_water(const patch *p, int i, int j)
{
    const kp_conserved q = patch_state(p, i, j);
    return kp_primitive(q.h, q.hu, q.hv, patch_bed(p, i, j).centre, p->h_dry);
}

static inline calc patch_sloped(const patch *p, int i, int j)
{
    const kp_bed b = patch_bed(p, i, j);
    const calc h = patch_water(p, i, j).h;
    return p->bilinear
               ? kp_bilinear_submerged(h, b.half_x, b.half_y)
               : kp_cells_submerged(h, patch_water(p, i - 1, j).h, patch_water(p, i + 1, j).h,
                                    patch_water(p, i, j - 1).h, patch_water(p, i, j + 1).h);
}

/* Along y: of the turned water. */
static inline kp_slope patch_slope(const patch *p, int i, int j, int along_y)
{
    const int di = !along_y, dj = along_y;
    kp_water b = patch_water(p, i - di, j - dj), q = patch_water(p, i, j),
             f = patch_water(p, i + di, j + dj);
    if (along_y)
        b = kp_turned(b), q = kp_turned(q), f = kp_turned(f);
    const kp_bed bed = patch_bed(p, i, j);
    return kp_cell_slope(b, q, f, p->bilinear, along_y ? bed.half_y : bed.half_x,
                         patch_sloped(p, i, j), p->half_theta);
}

/* The west (south) face of a cell. */
static inline kp_flux patch_face(const patch *p, int i, int j, int along_y)
{
    const int bi = i - !along_y, bj = j - along_y;
    kp_water l = patch_water(p, bi, bj), r = patch_water(p, i, j);
    if (along_y)
        l = kp_turned(l), r = kp_turned(r);
    return kp_face(kp_forward_side(l, patch_slope(p, bi, bj, along_y)),
                   kp_backward_side(r, patch_slope(p, i, j, along_y)), p->g);
}

static inline kp_surround patch_surround(const patch *p, int i, int j)
{
    const calc h = patch_water(p, i, j).h;
    return (kp_surround){.west = patch_face(p, i, j, 0),
                         .east = patch_face(p, i + 1, j, 0),
                         .south = patch_face(p, i, j, 1),
                         .north = patch_face(p, i, j + 1, 1),
                         .source_x = kp_bed_source(h, patch_slope(p, i, j, 0).w, p->g),
                         .source_y = kp_bed_source(h, patch_slope(p, i, j, 1).w, p->g)};
}

/* One Euler stage without friction or rain. */
static inline kp_result patch_update(const patch *p, const kp_surround *f, int i, int j, double dt)
{
    const kp_conserved q = patch_state(p, i, j);
    const kp_stage k = {.last = 1,
                        .dt = (calc)dt,
                        .g = p->g,
                        .h_dry = p->h_dry,
                        .inv_dx = p->inv_dx,
                        .inv_dy = p->inv_dy};
    return kp_update(f, q, patch_water(p, i, j), q, C(0), &k);
}

#endif
