/* A lane's cells of one row of a strip: water, slopes and faces. */
#ifndef SPATE_BACKEND_CUDA_KURGANOV_LANES_CUH
#define SPATE_BACKEND_CUDA_KURGANOV_LANES_CUH

#include "backend/cuda/kurganov/lane_values.cuh"

typedef struct lane_row {
    calc h[LANE_CELLS], hu[LANE_CELLS], hv[LANE_CELLS];
} lane_row;

/* Bed of the lane's cells, or of the corners south-west of them and of the next. */
typedef struct bed_row {
    calc z[LANE_CELLS + 1];
} bed_row;

/* ---- the strip of a warp ---- */

typedef struct strip {
    const cuda_part *c;
    item_box box;
    int column; /* of the lane's first cell */
    int source; /* the same, or the last column there is */
    int wanted; /* how many of the lane's cells the warp updates: from the first on */
    int stage;
    const real *in[STATE_VARIABLES], *bed;
    ptrdiff_t pitch;
} strip;

/* o: offset of the lane's first cell in that row. Lanes beyond the grid read its last columns
 * again, and nobody asks for what they make of it; all rows that are asked for exist. */
static __device__ __forceinline__ lane_row load_row(const strip &s, ptrdiff_t o)
{
    lane_row r;
    load_cells(s.in[FIELD_DEPTH] + o, r.h);
    load_cells(s.in[FIELD_MOMENTUM_X] + o, r.hu);
    load_cells(s.in[FIELD_MOMENTUM_Y] + o, r.hv);
    return r;
}

template <int BILINEAR>
static __device__ __forceinline__ bed_row load_bed(const strip &s, ptrdiff_t o)
{
    bed_row r;
    load_cells(s.bed + o, r.z);
    if (BILINEAR)
        r.z[LANE_CELLS] = (calc)__ldg(s.bed + o + LANE_CELLS);
    return r;
}

/* A row of cells: primitive values and, with a bilinear bed, half the rise of the bed along x and
 * y. */
template <int BILINEAR> struct water_line {
    kp_water q[LANE_CELLS];
    calc half_x[BILINEAR ? LANE_CELLS : 1], half_y[BILINEAR ? LANE_CELLS : 1];
};

/* north: the corners of the row north of this one, with a bilinear bed. */
template <int BILINEAR>
static __device__ __forceinline__ water_line<BILINEAR> water_of(const lane_row &r,
                                                                const bed_row &bed,
                                                                const bed_row &north, calc h_dry)
{
    water_line<BILINEAR> line;
#pragma unroll
    for (int n = 0; n < LANE_CELLS; ++n) {
        calc centre = bed.z[n];
        if (BILINEAR) {
            const kp_bed b = kp_bilinear_bed(bed.z[n], bed.z[n + 1], north.z[n], north.z[n + 1]);
            centre = b.centre;
            line.half_x[n] = b.half_x;
            line.half_y[n] = b.half_y;
        }
        line.q[n] = kp_primitive(r.h[n], r.hu[n], r.hv[n], centre, h_dry);
    }
    return line;
}

/* Codes of the lane's cells of a row, and of the rows below and above it. */
typedef struct row_codes {
    unsigned below[LANE_CELLS], here[LANE_CELLS], above[LANE_CELLS];
} row_codes;

static __device__ __forceinline__ void load_codes(const strip &s, ptrdiff_t o,
                                                  unsigned codes[LANE_CELLS])
{
#pragma unroll
    for (int n = 0; n < LANE_CELLS; ++n)
        codes[n] = s.c->p.codes[o + n];
}

/* Slope in y of cell n of the lane, whose water q is as a y-face sees it. */
template <int BILINEAR, int EDGED>
static __device__ __forceinline__ kp_slope slope_in_y(const strip &s, kp_water q, kp_water below,
                                                      kp_water above, const row_codes &codes, int n,
                                                      calc half_bed, calc sloped)
{
    kp_sight seen = {kp_turned(below), kp_turned(above)};
    if (EDGED)
        seen = kp_seen(seen, q, kp_barrier_of(codes.here[n], 1), kp_barrier_of(codes.above[n], 1));
    return kp_cell_slope(seen.back, q, seen.forward, BILINEAR, half_bed, sloped, s.c->half_theta);
}

/* The listed face at a place; the lists are sorted by row, then column. NULL: not listed. */
static __device__ boundary_face *find_face(const boundary_list &list, int i, int j)
{
    int low = list.row_start[j], high = list.row_start[j + 1];
    while (low < high) {
        const int middle = (low + high) / 2;
        if (list.faces[middle].i < i)
            low = middle + 1;
        else
            high = middle;
    }
    return low < list.row_start[j + 1] && list.faces[low].i == i ? &list.faces[low] : NULL;
}

/* The flux of a face that a boundary has claimed, where this warp updates the cell that
 * needs it. */
static __device__ CUDA_OUT_OF_LINE kp_flux claimed_flux(const strip &s, int i, int j, int along_y,
                                                        kp_water l, kp_water r)
{
    kp_flux f = {C(0), C(0), C(0), C(0), C(0)};
    const grid_part &p = s.c->p;
    const boundary_list &list = along_y ? p.boundary_y : p.boundary_x;
    if (!list.count || j < 0 || j > p.shape.ny || (!along_y && j >= p.shape.ny))
        return f;
    boundary_face *face = find_face(list, i, j);
    if (face && face->kind != FACE_PROBE &&
        face_claimed_by(face, along_y, s.box.x0, s.box.x1, s.box.y0, s.box.y1).here)
        f = kp_listed_flux(&p, face, l, r, s.stage, (calc)p.params.gravity);
    return f;
}

/* The west (axis_y: south) face of cell (i, j), with the codes of the two cells beside it. */
typedef struct face_place {
    int i, j, axis_y;
    unsigned code, code_left;
} face_place;

template <int EDGED>
static __device__ __forceinline__ kp_flux face_between(const strip &s, kp_water l, kp_water r,
                                                       const face_place &at, calc g)
{
    if (!EDGED)
        return kp_face(l, r, g);
    const unsigned closed = at.axis_y ? FACE_SOUTH_CLOSED : FACE_WEST_CLOSED;
    const unsigned claimed = at.axis_y ? FACE_SOUTH_CLAIMED : FACE_WEST_CLAIMED;
    if (at.code & claimed)
        return claimed_flux(s, at.i, at.j, at.axis_y, l, r);
    return kp_guarded_face(l, r, (at.code & closed) != 0, !(at.code_left & CELL_INACTIVE), g);
}

/* What x-faces do to a row of cells: differences of what the two faces give, and the bed's part. */
typedef struct x_part {
    calc mass, along, shear, speed;
} x_part;

/* Slopes in x of the lane's cells. */
template <int BILINEAR, int EDGED>
static __device__ __forceinline__ void slopes_in_x(const strip &s, const water_line<BILINEAR> &line,
                                                   const calc sloped[LANE_CELLS],
                                                   const unsigned *codes,
                                                   kp_slope slope[LANE_CELLS])
{
    if (EDGED) {
        const unsigned code_east = __shfl_down_sync(ALL_LANES, codes[0], 1);
        const kp_water before = water_from_west(line.q[LANE_CELLS - 1]),
                       after = water_from_east(line.q[0]);
#pragma unroll
        for (int n = 0; n < LANE_CELLS; ++n) {
            const unsigned next = n + 1 < LANE_CELLS ? codes[n + 1] : code_east;
            const kp_sight there = {n > 0 ? line.q[n - 1] : before,
                                    n + 1 < LANE_CELLS ? line.q[n + 1] : after};
            const kp_sight seen =
                kp_seen(there, line.q[n], kp_barrier_of(codes[n], 0), kp_barrier_of(next, 0));
            slope[n] = kp_cell_slope(seen.back, line.q[n], seen.forward, BILINEAR,
                                     BILINEAR ? line.half_x[n] : C(0), sloped[n], s.c->half_theta);
        }
    } else {
        kp_difference forward[LANE_CELLS];
#pragma unroll
        for (int n = 0; n + 1 < LANE_CELLS; ++n)
            forward[n] = kp_difference_of(line.q[n], line.q[n + 1]);
        forward[LANE_CELLS - 1] =
            kp_difference_of(line.q[LANE_CELLS - 1], water_from_east(line.q[0]));
        const kp_difference back = difference_from_west(forward[LANE_CELLS - 1]);
#pragma unroll
        for (int n = 0; n < LANE_CELLS; ++n)
            slope[n] =
                kp_model_slope(n > 0 ? forward[n - 1] : back, forward[n], line.q[n].h, BILINEAR,
                               BILINEAR ? line.half_x[n] : C(0), sloped[n], s.c->half_theta);
    }
}

/* Fluxes through the west faces of the lane's cells and what they and the east faces add up to. */
template <int BILINEAR, int EDGED>
static __device__ __forceinline__ void x_faces(const strip &s, const water_line<BILINEAR> &line,
                                               const calc sloped[LANE_CELLS], const unsigned *codes,
                                               int j, calc g, x_part out[LANE_CELLS])
{
    kp_slope slope[LANE_CELLS];
    slopes_in_x<BILINEAR, EDGED>(s, line, sloped, codes, slope);
    const unsigned code_west = EDGED ? __shfl_up_sync(ALL_LANES, codes[LANE_CELLS - 1], 1) : 0u;
    kp_flux west[LANE_CELLS];
    kp_water left = water_from_west(kp_forward_side(line.q[LANE_CELLS - 1], slope[LANE_CELLS - 1]));
#pragma unroll
    for (int n = 0; n < LANE_CELLS; ++n) {
        const face_place at = {s.column + n, j, 0, EDGED ? codes[n] : 0u,
                               EDGED ? (n > 0 ? codes[n - 1] : code_west) : 0u};
        west[n] = face_between<EDGED>(s, left, kp_backward_side(line.q[n], slope[n]), at, g);
        left = kp_forward_side(line.q[n], slope[n]);
    }
    const kp_flux beyond = flux_from_east(west[0]);
#pragma unroll
    for (int n = 0; n < LANE_CELLS; ++n) {
        const kp_flux east = n + 1 < LANE_CELLS ? west[n + 1] : beyond;
        out[n].mass = east.mass - west[n].mass;
        out[n].along = (east.left - west[n].right) + kp_bed_source(line.q[n].h, slope[n].w, g);
        out[n].shear = east.shear - west[n].shear;
        out[n].speed = max_r(west[n].speed, east.speed);
    }
}

/* Where slopes are allowed: 1 or 0. */
template <int BILINEAR, int EDGED>
static __device__ __forceinline__ void find_sloped(const water_line<BILINEAR> &line,
                                                   const calc south_h[LANE_CELLS],
                                                   const kp_water north[LANE_CELLS],
                                                   const unsigned *codes,
                                                   const unsigned *codes_north,
                                                   calc sloped[LANE_CELLS])
{
    if (BILINEAR) {
#pragma unroll
        for (int n = 0; n < LANE_CELLS; ++n)
            sloped[n] = kp_bilinear_submerged(line.q[n].h, line.half_x[n], line.half_y[n]);
        return;
    }
    const calc west = __shfl_up_sync(ALL_LANES, line.q[LANE_CELLS - 1].h, 1);
    const calc east = __shfl_down_sync(ALL_LANES, line.q[0].h, 1);
    const unsigned code_east = EDGED ? __shfl_down_sync(ALL_LANES, codes[0], 1) : 0u;
#pragma unroll
    for (int n = 0; n < LANE_CELLS; ++n) {
        const calc h = line.q[n].h;
        calc w = n > 0 ? line.q[n - 1].h : west, e = n + 1 < LANE_CELLS ? line.q[n + 1].h : east;
        calc so = south_h[n], no = north[n].h;
        if (EDGED) {
            const unsigned next = n + 1 < LANE_CELLS ? codes[n + 1] : code_east;
            w = codes[n] & FACE_WEST_CLOSED ? h : w;
            e = next & FACE_WEST_CLOSED ? h : e;
            so = codes[n] & FACE_SOUTH_CLOSED ? h : so;
            no = codes_north[n] & FACE_SOUTH_CLOSED ? h : no;
        }
        sloped[n] = kp_cells_submerged(h, w, e, so, no);
    }
}

#endif
