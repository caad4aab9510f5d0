/* One Runge-Kutta stage where there is little to do, or where items have closed or listed faces:
 * the rows of a slab are computed side by side, a warp for each, so that a slab takes as long as
 * one row. What rows need of each other passes through shared memory.
 *
 * Two rows on either side are computed in part: for SLAB_ROWS rows there are SLAB_ROWS + 4 warps
 * that make primitive values, two less that make slopes in y, and all but three that make faces in
 * y; x-faces are made once. */
#ifndef SPATE_BACKEND_CUDA_KURGANOV_SLAB_CUH
#define SPATE_BACKEND_CUDA_KURGANOV_SLAB_CUH

#include "backend/cuda/kurganov/update.cuh"

/* Values of the lanes of a row, side by side: water, or what a face gives. */
typedef struct slab_row {
    cell_values value[4][32];
} slab_row;

static __device__ __forceinline__ void put(slab_row *row, int which, const calc from[LANE_CELLS])
{
    cell_values v;
#pragma unroll
    for (int n = 0; n < LANE_CELLS; ++n)
        v.v[n] = from[n];
    row->value[which][threadIdx.x & 31u] = v;
}

static __device__ __forceinline__ void get(const slab_row *row, int which, calc to[LANE_CELLS])
{
    const cell_values v = row->value[which][threadIdx.x & 31u];
#pragma unroll
    for (int n = 0; n < LANE_CELLS; ++n)
        to[n] = v.v[n];
}

static __device__ __forceinline__ void put_water(slab_row *row, const kp_water q[LANE_CELLS])
{
    calc h[LANE_CELLS], w[LANE_CELLS], u[LANE_CELLS], v[LANE_CELLS];
#pragma unroll
    for (int n = 0; n < LANE_CELLS; ++n) {
        h[n] = q[n].h;
        w[n] = q[n].w;
        u[n] = q[n].u;
        v[n] = q[n].v;
    }
    put(row, 0, h);
    put(row, 1, w);
    put(row, 2, u);
    put(row, 3, v);
}

static __device__ __forceinline__ void get_water(const slab_row *row, kp_water q[LANE_CELLS])
{
    calc h[LANE_CELLS], w[LANE_CELLS], u[LANE_CELLS], v[LANE_CELLS];
    get(row, 0, h);
    get(row, 1, w);
    get(row, 2, u);
    get(row, 3, v);
#pragma unroll
    for (int n = 0; n < LANE_CELLS; ++n) {
        const kp_water water = {h[n], w[n], u[n], v[n]};
        q[n] = water;
    }
}

/* What the row south of a y-face needs of it. */
static __device__ __forceinline__ void put_flux(slab_row *row, const kp_flux f[LANE_CELLS])
{
    kp_water as_water[LANE_CELLS];
#pragma unroll
    for (int n = 0; n < LANE_CELLS; ++n) {
        const kp_water w = {f[n].mass, f[n].left, f[n].shear, f[n].speed};
        as_water[n] = w;
    }
    put_water(row, as_water);
}

static __device__ __forceinline__ void get_flux(const slab_row *row, kp_flux f[LANE_CELLS])
{
    kp_water as_water[LANE_CELLS];
    get_water(row, as_water);
#pragma unroll
    for (int n = 0; n < LANE_CELLS; ++n) {
        const kp_flux flux = {as_water[n].h, as_water[n].w, C(0), as_water[n].u, as_water[n].v};
        f[n] = flux;
    }
}

/* What a lane holds of its row between the barriers. */
template <int BILINEAR> struct slab_lane {
    water_line<BILINEAR> line;
    row_input in;
    row_codes codes;
    kp_water south_side[LANE_CELLS];
    calc source[LANE_CELLS];
    x_part x[LANE_CELLS];
    kp_flux south[LANE_CELLS];
};

/* Water of a row; for rows that are updated also what the update reads, for those with slopes the
 * codes. */
template <int BILINEAR, int FLAVOUR, int KIND>
static __device__ __forceinline__ void slab_water(const strip &s, const kp_stage &k, ptrdiff_t o,
                                                  int slopes, int updates, int now,
                                                  slab_lane<BILINEAR> &m)
{
    const bed_row bed = load_bed<BILINEAR>(s, o);
    bed_row north = bed;
    if (BILINEAR)
        north = load_bed<BILINEAR>(s, o + s.pitch);
    const lane_row row = load_row(s, o);
    if (FLAVOUR == FLAVOUR_EDGED && slopes) {
        load_codes(s, o - s.pitch, m.codes.below);
        load_codes(s, o, m.codes.here);
        load_codes(s, o + s.pitch, m.codes.above);
    }
    if (updates)
        load_input<FLAVOUR, KIND>(s, k, o, now, &m.in);
    m.line = water_of<BILINEAR>(row, bed, north, k.h_dry);
}

/* Both sides of a row at its y-faces, from the water of the rows below and above it; its x-faces
 * if it is updated. The north side goes to north_row. */
template <int BILINEAR, int EDGED>
static __device__ __forceinline__ void slab_sides(const strip &s, calc g, int j, int updates,
                                                  const slab_row *water, slab_row *north_row,
                                                  slab_lane<BILINEAR> &m)
{
    kp_water below[LANE_CELLS], above[LANE_CELLS], north_side[LANE_CELLS];
    get_water(water - 1, below);
    get_water(water + 1, above);
    calc sloped[LANE_CELLS], below_h[LANE_CELLS];
#pragma unroll
    for (int n = 0; n < LANE_CELLS; ++n)
        below_h[n] = below[n].h;
    find_sloped<BILINEAR, EDGED>(m.line, below_h, above, m.codes.here, m.codes.above, sloped);
#pragma unroll
    for (int n = 0; n < LANE_CELLS; ++n) {
        const kp_water q = kp_turned(m.line.q[n]);
        const kp_slope slope =
            slope_in_y<BILINEAR, EDGED>(s, q, below[n], above[n], m.codes, n,
                                        BILINEAR ? m.line.half_y[n] : C(0), sloped[n]);
        m.south_side[n] = kp_backward_side(q, slope);
        north_side[n] = kp_forward_side(q, slope);
        m.source[n] = kp_bed_source(q.h, slope.w, g);
    }
    put_water(north_row, north_side);
    if (updates)
        x_faces<BILINEAR, EDGED>(s, m.line, sloped, m.codes.here, j, g, m.x);
}

/* South faces of a row; side_row: the north side of the row below. */
template <int BILINEAR, int EDGED>
static __device__ __forceinline__ void slab_y_faces(const strip &s, calc g, int j,
                                                    const slab_row *side_row, slab_row *flux_row,
                                                    slab_lane<BILINEAR> &m)
{
    kp_water side[LANE_CELLS];
    get_water(side_row, side);
#pragma unroll
    for (int n = 0; n < LANE_CELLS; ++n) {
        const face_place at = {s.column + n, j, 1, EDGED ? m.codes.here[n] : 0u,
                               EDGED ? m.codes.below[n] : 0u};
        m.south[n] = face_between<EDGED>(s, side[n], m.south_side[n], at, g);
    }
    put_flux(flux_row, m.south);
}

/* The rows of a box that has no more than SLAB_ROWS of them. */
template <int BILINEAR, int FLAVOUR, int KIND>
static __device__ __forceinline__ void slab(const strip &s, const kp_stage &k,
                                            slab_row exchange[2][SLAB_WARPS], lane_peaks *peaks)
{
    const int EDGED = FLAVOUR == FLAVOUR_EDGED;
    const stage_target to = target_of<FLAVOUR, KIND>(s);
    const int warp = (int)threadIdx.x / 32, rows = s.box.y1 - s.box.y0,
              j = s.box.y0 - KP_HALO + warp;
    const ptrdiff_t o = (ptrdiff_t)j * s.pitch + s.source;
    const int here = warp < rows + 4, slopes = warp >= 1 && warp < rows + 3,
              faces = warp >= 2 && warp < rows + 3, updates = warp >= 2 && warp < rows + 2;
    slab_lane<BILINEAR> m;
    if (here) {
        slab_water<BILINEAR, FLAVOUR, KIND>(s, k, o, slopes, updates, to.now, m);
        put_water(&exchange[0][warp], m.line.q);
    }
    __syncthreads();
    if (slopes)
        slab_sides<BILINEAR, EDGED>(s, k.g, j, updates, &exchange[0][warp], &exchange[1][warp], m);
    __syncthreads();
    if (faces)
        slab_y_faces<BILINEAR, EDGED>(s, k.g, j, &exchange[1][warp - 1], &exchange[0][warp], m);
    __syncthreads();
    if (!updates)
        return;
    kp_flux north[LANE_CELLS];
    y_flux south[LANE_CELLS];
    get_flux(&exchange[0][warp + 1], north);
    y_fluxes(m.south, south);
    const row_of_cells row = {m.line.q, m.codes.here, south, north, m.x, m.source};
    update_row<FLAVOUR, KIND>(s, k, m.in, o, s.wanted, row, to, peaks);
}

/* What the warps of a slab have seen, one place for each in memory that they no longer need. */
template <int KIND>
static __device__ __forceinline__ void report_slab(const cuda_part &c, int item, int stage,
                                                   int parity, lane_peaks peaks,
                                                   item_peaks of_warps[SLAB_WARPS])
{
    item_peaks all = peaks_of_warp(peaks);
    const int warp = (int)threadIdx.x / 32, lane = (int)threadIdx.x % 32;
    if (lane == 0)
        of_warps[warp] = all;
    __syncthreads();
    if (warp != 0)
        return;
    if (lane < SLAB_WARPS)
        all = of_warps[lane];
    all.face = warp_largest(all.face);
    all.cell = warp_largest(all.cell);
    all.moves = __any_sync(ALL_LANES, all.moves);
    if (lane == 0)
        report<KIND>(c, item, stage, parity, all);
}

/* A block takes one slab after the other. What does not depend on the lists is read before it is
 * known whether it is needed: a slab is short, and each wait for memory shows. */
template <int BILINEAR, int FLAVOUR, int KIND>
static __global__ void __launch_bounds__(32 * SLAB_WARPS,
                                         FLAVOUR == FLAVOUR_EDGED ? 1 : SLAB_BLOCKS)
    slab_kernel(const __grid_constant__ cuda_part c, int stage, part_region region)
{
    __shared__ slab_row exchange[2][SLAB_WARPS];
    const cuda_control *control = c.control;
    const int edged = FLAVOUR == FLAVOUR_EDGED;
    const item_list list = list_of(c, edged, region);
    int item = list.items[(int)blockIdx.x / c.slabs];
    const int running = control->running, parity = control->parity;
    const int plain_count = control->plain, edged_count = control->edged;
    const int slot = part_slot_in(&c.p, stage);
    const kp_stage k = constants_of<FLAVOUR, KIND>(c, stage);
    if (!running || (region != REGION_RIM && !slabs_are_faster(c, plain_count + edged_count)))
        return;
    const int slabs = list.count * c.slabs;
    for (int number = (int)blockIdx.x; number < slabs; number += (int)gridDim.x) {
        if (number >= (int)gridDim.x)
            item = list.items[number / c.slabs];
        item_box box = item_of(c, item);
        if (region == REGION_INNER && item_in_rim(c, box))
            continue;
        box.y0 += number % c.slabs * SLAB_ROWS;
        box.y1 = min(box.y0 + SLAB_ROWS, box.y1);
        if (box.y0 >= box.y1)
            continue;
        lane_peaks peaks = {C(0), C(0), unrest_of(C(0), C(0))};
        slab<BILINEAR, FLAVOUR, KIND>(strip_of(c, box, stage, slot), k, exchange, &peaks);
        report_slab<KIND>(c, item, stage, parity, peaks, (item_peaks *)exchange[1]);
        /* The next slab writes to exchange[1] only after a barrier. */
    }
}

#endif
