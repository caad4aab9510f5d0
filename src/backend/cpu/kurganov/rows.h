/* Rows of the sweep, and the loops that compute slopes and faces of one row of a rectangle. A loop
 * calls the physics and nothing else. Included by sweep.c only, once per precision and instruction
 * set.
 *
 * Rows are indexed by the distance from the rectangle's west edge; cells -2 to width + 1 have
 * primitive values, -1 to width slopes. Loops carry no dependence, hence `omp simd`. The flags
 * `bilinear`, `edged`, `flux`, `law`, ... are constants at every call: each combination is a loop
 * of its own. */
#ifndef SPATE_BACKEND_CPU_KURGANOV_ROWS_H
#define SPATE_BACKEND_CPU_KURGANOV_ROWS_H

#include "backend/kurganov/kurganov.h"
#include "physics/kurganov_update.h"

typedef struct water_row {
    calc *h, *w, *u, *v;
} water_row;

typedef struct bed_row { /* bilinear only: bed at the east (north) face minus the centre */
    calc *half_x, *half_y;
} bed_row;

/* Codes of a row of cells as numbers, so that vectors can select by them (edged
 * rectangles only). */
typedef struct code_row {
    calc *west, *south; /* FACE_IS_OPEN, _WALL, _CLAIMED or FACE_RUNS_ON */
    calc *outside;      /* 1: the cell is not active */
} code_row;

#define FACE_IS_OPEN C(0)
#define FACE_IS_WALL C(1)
#define FACE_IS_CLAIMED C(2)
#define FACE_RUNS_ON C(3) /* claimed too */

typedef struct flux_row {
    calc *mass, *left, *right, *shear, *speed;
} flux_row;

/* Depth and momentum of a row of the fields. */
typedef struct state_row {
    const real *h, *hu, *hv;
} state_row;

/* A row of cells with the rows south and north of it: what slopes and faces read. */
typedef struct stencil_rows {
    water_row south, here, north;
    bed_row beds;                             /* of `here` */
    code_row codes_south, codes, codes_north; /* edged only */
} stencil_rows;

/* What all row functions share: the length of a row, how to compute it, and with what. */
typedef struct row_rule {
    int width;
    int bilinear; /* bed model; the other one is `cells` */
    int edged;    /* faces may be closed, cells inactive */
    calc g, half_theta, h_dry;
} row_rule;

SPATE_FN kp_water load_water(water_row r, ptrdiff_t i)
{
    const kp_water q = {.h = r.h[i], .w = r.w[i], .u = r.u[i], .v = r.v[i]};
    return q;
}

SPATE_FN kp_conserved load_state(state_row r, ptrdiff_t i)
{
    const kp_conserved q = {(calc)r.h[i], (calc)r.hu[i], (calc)r.hv[i]};
    return q;
}

SPATE_FN void store_water(water_row r, ptrdiff_t i, kp_water q)
{
    r.h[i] = q.h;
    r.w[i] = q.w;
    r.u[i] = q.u;
    r.v[i] = q.v;
}

SPATE_FN kp_flux load_flux(flux_row r, ptrdiff_t i)
{
    const kp_flux f = {.mass = r.mass[i],
                       .left = r.left[i],
                       .right = r.right[i],
                       .shear = r.shear[i],
                       .speed = r.speed[i]};
    return f;
}

SPATE_FN void store_flux(flux_row r, ptrdiff_t i, kp_flux f)
{
    r.mass[i] = f.mass;
    r.left[i] = f.left;
    r.right[i] = f.right;
    r.shear[i] = f.shear;
    r.speed[i] = f.speed;
}

/* Cells from `first` on, at least `count`, in whole vectors: a few more cells than anyone reads,
 * for less than the odd ones by themselves would cost. Fields and scratch have room for them. */
enum { ROW_LANES = 64 / (int)sizeof(calc) };
#define FOR_CELLS(i, first, count)                                                                 \
    _Pragma("omp simd") for (int i = (first);                                                      \
                             i < (first) + ((count) + ROW_LANES - 1) / ROW_LANES * ROW_LANES; ++i)

static inline calc face_number(unsigned code, unsigned closed, unsigned claimed, unsigned runs_on)
{
    const calc listed = code & runs_on ? FACE_RUNS_ON : FACE_IS_CLAIMED;
    return code & claimed ? listed : code & closed ? FACE_IS_WALL : FACE_IS_OPEN;
}

SPATE_FN void row_codes(const uint8_t *codes, code_row out, int width)
{
    FOR_CELLS (i, -2, width + 4) {
        out.west[i] = face_number(codes[i], FACE_WEST_CLOSED, FACE_WEST_CLAIMED, FACE_WEST_RUNS_ON);
        out.south[i] =
            face_number(codes[i], FACE_SOUTH_CLOSED, FACE_SOUTH_CLAIMED, FACE_SOUTH_RUNS_ON);
        out.outside[i] = codes[i] & CELL_INACTIVE ? C(1) : C(0);
    }
}

SPATE_FN kp_barrier barrier_of(calc face)
{
    const kp_barrier b = {.closed = face > FACE_IS_OPEN,
                          .claimed = face > FACE_IS_WALL,
                          .runs_on = face > FACE_IS_CLAIMED};
    return b;
}

/* Primitive values of a row; reads h, hu, hv and the bed: 4 words per cell. */
SPATE_FN void row_primitive(state_row q, const real *bed, ptrdiff_t pitch, water_row out,
                            bed_row beds, row_rule k)
{
    FOR_CELLS (i, -2, k.width + 4) {
        calc centre = (calc)bed[i];
        if (k.bilinear) {
            const kp_bed b = kp_bilinear_bed((calc)bed[i], (calc)bed[i + 1], (calc)bed[i + pitch],
                                             (calc)bed[i + pitch + 1]);
            centre = b.centre;
            beds.half_x[i] = b.half_x;
            beds.half_y[i] = b.half_y;
        }
        store_water(out, i,
                    kp_primitive((calc)q.h[i], (calc)q.hu[i], (calc)q.hv[i], centre, k.h_dry));
    }
}

/* Which cells of a row get slopes (1) and which are flat (0). */
SPATE_FN void row_submerged(stencil_rows a, calc *sloped, row_rule k)
{
    FOR_CELLS (i, -1, k.width + 2) {
        const calc h = a.here.h[i], west = a.here.h[i - 1], east = a.here.h[i + 1];
        if (k.bilinear) {
            sloped[i] = kp_bilinear_submerged(h, a.beds.half_x[i], a.beds.half_y[i]);
        } else if (k.edged) {
            sloped[i] =
                kp_cells_submerged(h, a.codes.west[i] > FACE_IS_OPEN ? h : west,
                                   a.codes.west[i + 1] > FACE_IS_OPEN ? h : east,
                                   a.codes.south[i] > FACE_IS_OPEN ? h : a.south.h[i],
                                   a.codes_north.south[i] > FACE_IS_OPEN ? h : a.north.h[i]);
        } else {
            sloped[i] = kp_cells_submerged(h, west, east, a.south.h[i], a.north.h[i]);
        }
    }
}

/* South and north sides of a row of cells; with `flux`, the y-faces south of it. side_north holds
 * the north sides of the row before and is replaced by those of this row. */
SPATE_FN void row_faces_y(stencil_rows a, const calc *sloped, int flux, water_row side_north,
                          flux_row out, calc *source, row_rule k)
{
    FOR_CELLS (i, 0, k.width) {
        const kp_water q = kp_turned(load_water(a.here, i));
        kp_sight n = {kp_turned(load_water(a.south, i)), kp_turned(load_water(a.north, i))};
        if (k.edged)
            n = kp_seen(n, q, barrier_of(a.codes.south[i]), barrier_of(a.codes_north.south[i]));
        const kp_slope s =
            kp_cell_slope(n.back, q, n.forward, k.bilinear, k.bilinear ? a.beds.half_y[i] : C(0),
                          sloped[i], k.half_theta);
        if (flux) {
            const kp_water l = load_water(side_north, i), r = kp_backward_side(q, s);
            store_flux(out, i,
                       k.edged ? kp_guarded_face(l, r, a.codes.south[i] > FACE_IS_OPEN,
                                                 a.codes_south.outside[i] <= C(0), k.g)
                               : kp_face(l, r, k.g));
        }
        store_water(side_north, i, kp_forward_side(q, s));
        source[i] = kp_bed_source(q.h, s.w, k.g);
    }
}

/* West and east sides of a row of cells, one more at either end. */
SPATE_FN void row_sides_x(stencil_rows a, const calc *sloped, water_row side_west,
                          water_row side_east, calc *source, row_rule k)
{
    FOR_CELLS (i, -1, k.width + 2) {
        const kp_water q = load_water(a.here, i);
        kp_sight n = {load_water(a.here, i - 1), load_water(a.here, i + 1)};
        if (k.edged)
            n = kp_seen(n, q, barrier_of(a.codes.west[i]), barrier_of(a.codes.west[i + 1]));
        const kp_slope s =
            kp_cell_slope(n.back, q, n.forward, k.bilinear, k.bilinear ? a.beds.half_x[i] : C(0),
                          sloped[i], k.half_theta);
        store_water(side_west, i, kp_backward_side(q, s));
        store_water(side_east, i, kp_forward_side(q, s));
        source[i] = kp_bed_source(q.h, s.w, k.g);
    }
}

SPATE_FN void row_faces_x(water_row side_west, water_row side_east, code_row codes, flux_row out,
                          row_rule k)
{
    FOR_CELLS (i, 0, k.width + 1) {
        const kp_water l = load_water(side_east, i - 1), r = load_water(side_west, i);
        store_flux(out, i,
                   k.edged ? kp_guarded_face(l, r, codes.west[i] > FACE_IS_OPEN,
                                             codes.outside[i - 1] <= C(0), k.g)
                           : kp_face(l, r, k.g));
    }
}

#endif
