/* Row functions of the sweep: each is a loop over one row of a rectangle that calls the physics
 * and nothing else. Included by kurganov_sweep.c only, once per precision and instruction set.
 *
 * Rows are indexed by the distance from the rectangle's west edge; cells -2 to width + 1 have
 * primitive values, -1 to width slopes. Loops carry no dependence, hence `omp simd`. The arguments
 * `edged`, `flux`, `law`, ... are constants at every call: each combination is a loop of its own.
 */
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

/* Codes of a row of cells as numbers, so that vectors can select by them (edged rectangles only).
 */
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

SPATE_FN kp_water load_water(water_row r, ptrdiff_t i)
{
    const kp_water q = {.h = r.h[i], .w = r.w[i], .u = r.u[i], .v = r.v[i]};
    return q;
}

SPATE_FN void store_water(water_row r, ptrdiff_t i, kp_water q)
{
    r.h[i] = q.h;
    r.w[i] = q.w;
    r.u[i] = q.u;
    r.v[i] = q.v;
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
SPATE_FN void row_primitive(const real *h, const real *hu, const real *hv, const real *bed,
                            ptrdiff_t pitch, int bilinear, water_row out, bed_row beds, int width,
                            calc h_dry)
{
    FOR_CELLS (i, -2, width + 4) {
        calc centre = (calc)bed[i];
        if (bilinear) {
            const kp_bed b = kp_bilinear_bed((calc)bed[i], (calc)bed[i + 1], (calc)bed[i + pitch],
                                             (calc)bed[i + pitch + 1]);
            centre = b.centre;
            beds.half_x[i] = b.half_x;
            beds.half_y[i] = b.half_y;
        }
        store_water(out, i, kp_primitive((calc)h[i], (calc)hu[i], (calc)hv[i], centre, h_dry));
    }
}

/* Which cells of a row get slopes (1) and which are flat (0). */
SPATE_FN void row_submerged(water_row south, water_row here, water_row north, bed_row beds,
                            int bilinear, int edged, code_row codes, code_row codes_north,
                            calc *sloped, int width)
{
    FOR_CELLS (i, -1, width + 2) {
        const calc h = here.h[i];
        if (bilinear) {
            sloped[i] = kp_bilinear_submerged(h, beds.half_x[i], beds.half_y[i]);
        } else if (edged) {
            sloped[i] = kp_cells_submerged(h, codes.west[i] > FACE_IS_OPEN ? h : here.h[i - 1],
                                           codes.west[i + 1] > FACE_IS_OPEN ? h : here.h[i + 1],
                                           codes.south[i] > FACE_IS_OPEN ? h : south.h[i],
                                           codes_north.south[i] > FACE_IS_OPEN ? h : north.h[i]);
        } else {
            sloped[i] = kp_cells_submerged(h, here.h[i - 1], here.h[i + 1], south.h[i], north.h[i]);
        }
    }
}

/* South and north sides of a row of cells; with `flux`, the y-faces south of it. side_north holds
 * the north sides of the row before and is replaced by those of this row. */
SPATE_FN void row_faces_y(water_row south, water_row here, water_row north, bed_row beds,
                          const calc *sloped, int bilinear, int edged, int flux,
                          code_row codes_south, code_row codes, code_row codes_north,
                          water_row side_north, flux_row out, calc *source, int width,
                          calc half_theta, calc g)
{
    FOR_CELLS (i, 0, width) {
        const kp_water q = kp_turned(load_water(here, i));
        kp_sight n = {kp_turned(load_water(south, i)), kp_turned(load_water(north, i))};
        if (edged)
            n = kp_seen(n, q, barrier_of(codes.south[i]), barrier_of(codes_north.south[i]));
        const kp_slope s = kp_cell_slope(n.back, q, n.forward, bilinear,
                                         bilinear ? beds.half_y[i] : C(0), sloped[i], half_theta);
        if (flux) {
            const kp_water l = load_water(side_north, i), r = kp_backward_side(q, s);
            store_flux(out, i,
                       edged ? kp_guarded_face(l, r, codes.south[i] > FACE_IS_OPEN,
                                               codes_south.outside[i] <= C(0), g)
                             : kp_face(l, r, g));
        }
        store_water(side_north, i, kp_forward_side(q, s));
        source[i] = kp_bed_source(q.h, s.w, g);
    }
}

/* West and east sides of a row of cells, one more at either end. */
SPATE_FN void row_sides_x(water_row here, bed_row beds, const calc *sloped, int bilinear, int edged,
                          code_row codes, water_row side_west, water_row side_east, calc *source,
                          int width, calc half_theta, calc g)
{
    FOR_CELLS (i, -1, width + 2) {
        const kp_water q = load_water(here, i);
        kp_sight n = {load_water(here, i - 1), load_water(here, i + 1)};
        if (edged)
            n = kp_seen(n, q, barrier_of(codes.west[i]), barrier_of(codes.west[i + 1]));
        const kp_slope s = kp_cell_slope(n.back, q, n.forward, bilinear,
                                         bilinear ? beds.half_x[i] : C(0), sloped[i], half_theta);
        store_water(side_west, i, kp_backward_side(q, s));
        store_water(side_east, i, kp_forward_side(q, s));
        source[i] = kp_bed_source(q.h, s.w, g);
    }
}

SPATE_FN void row_faces_x(water_row side_west, water_row side_east, int edged, code_row codes,
                          flux_row out, int width, calc g)
{
    FOR_CELLS (i, 0, width + 1) {
        const kp_water l = load_water(side_east, i - 1), r = load_water(side_west, i);
        store_flux(out, i,
                   edged ? kp_guarded_face(l, r, codes.west[i] > FACE_IS_OPEN,
                                           codes.outside[i - 1] <= C(0), g)
                         : kp_face(l, r, g));
    }
}

/* Everything the update of a row reads and writes. */
typedef struct update_row {
    flux_row x, south, north;
    const calc *source_x, *source_y;
    water_row here;             /* primitive values of the stage's state */
    const real *h, *hu, *hv;    /* the stage's state */
    const real *h0, *hu0, *hv0; /* Q^n */
    const real *strength;       /* of friction, per cell (or the constant, repeated) */
    const calc *outside;
    real *h_out, *hu_out, *hv_out;
    calc *activity, *face_max, *cell_max; /* largest so far by column */
} update_row;

SPATE_FN kp_flux load_flux(flux_row r, ptrdiff_t i)
{
    const kp_flux f = {.mass = r.mass[i],
                       .left = r.left[i],
                       .right = r.right[i],
                       .shear = r.shear[i],
                       .speed = r.speed[i]};
    return f;
}

/* Stage one reads 4 words of the fields and writes 3; stage two also reads Q^n: 10 words. */
SPATE_FN void row_update(update_row a, int width, int edged, kp_stage k)
{
#pragma omp simd
    for (int i = 0; i < width; ++i) {
        const kp_surround f = {.west = load_flux(a.x, i),
                               .east = load_flux(a.x, i + 1),
                               .south = load_flux(a.south, i),
                               .north = load_flux(a.north, i),
                               .source_x = a.source_x[i],
                               .source_y = a.source_y[i]};
        const kp_conserved q = {(calc)a.h[i], (calc)a.hu[i], (calc)a.hv[i]};
        const kp_conserved q0 =
            k.averaged ? (kp_conserved){(calc)a.h0[i], (calc)a.hu0[i], (calc)a.hv0[i]} : q;
        kp_result r =
            kp_update(&f, q, load_water(a.here, i), q0, k.law ? (calc)a.strength[i] : C(0), &k);
        if (edged) {
            const int active = a.outside[i] <= C(0);
            r.q.h = active ? r.q.h : C(0);
            r.q.hu = active ? r.q.hu : C(0);
            r.q.hv = active ? r.q.hv : C(0);
            r.face_rate = active ? r.face_rate : C(0);
            r.cell_rate = active ? r.cell_rate : C(0);
            r.activity = active ? r.activity : C(0);
        }
        a.h_out[i] = (real)r.q.h;
        a.hu_out[i] = (real)r.q.hu;
        a.hv_out[i] = (real)r.q.hv;
        a.activity[i] = max_r(a.activity[i], r.activity);
        a.face_max[i] = max_r(a.face_max[i], r.face_rate);
        if (k.last)
            a.cell_max[i] = max_r(a.cell_max[i], r.cell_rate);
    }
}

/* What rain and ground read and write of a row that the last stage has written. */
typedef struct source_row {
    const calc *gain, *outside;
    const real *carry_in, *conductivity, *suction, *deficit;
    const double *infiltrated_in;
    real *h, *hu, *hv, *carry_out;
    double *infiltrated_out;
    calc *activity, *cell_max;
} source_row;

/* Beyond the row just written, reads and writes 1 word; with ground also 1 or 3, and 2 of f64. */
SPATE_FN void row_sources(source_row a, int width, int edged, int water, int green_ampt, kp_stage k)
{
    const int ground = water == WATER_INFILTRATES;
#pragma omp simd
    for (int i = 0; i < width; ++i) {
        const int active = !edged || a.outside[i] <= C(0);
        const source_input s = {.carry = (calc)a.carry_in[i],
                                .gain = active ? a.gain[i] : C(0),
                                .conductivity = ground ? (calc)a.conductivity[i] : C(0),
                                .suction = green_ampt ? (calc)a.suction[i] : C(0),
                                .deficit = green_ampt ? (calc)a.deficit[i] : C(0),
                                .infiltrated = ground ? a.infiltrated_in[i] : 0};
        const kp_conserved q = {(calc)a.h[i], (calc)a.hu[i], (calc)a.hv[i]};
        const kp_sourced r = kp_water_sources(q, &s, water, green_ampt, &k);
        a.h[i] = (real)r.q.h;
        a.hu[i] = (real)r.q.hu;
        a.hv[i] = (real)r.q.hv;
        a.carry_out[i] = (real)r.carry;
        if (ground)
            a.infiltrated_out[i] = r.infiltrated;
        a.activity[i] = max_r(a.activity[i], r.activity);
        a.cell_max[i] = max_r(a.cell_max[i], r.cell_rate);
    }
}

#endif
