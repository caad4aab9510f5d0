/* One Runge-Kutta stage where there is much to do: each warp marches up a strip
 * (part.cuh). Per row and lane: primitive values from h, hu, hv and bed, slopes, one
 * x-face and one y-face per cell, the update of the row below. What a row needs of its neighbours
 * in y stays in registers; neighbours in x are reached by shuffles. Every face is computed once
 * but those at the rim of a strip.
 *
 * Traffic per cell: the first stage reads 4 words and writes 3, the second reads Q^n too: 7 and 3.
 * The strip re-reads 4 columns in 32 LANE_CELLS and 4 rows in `height`, mostly from L2.
 *
 * Instructions per cell in the loop (sm_90, cuobjdump, bilinear bed, no friction; first and second
 * stage): f32 297 and 324, f64 485 and 549. They, not the bytes, bound the speed
 * (docs/internals/cuda.md). */
#ifndef SPATE_BACKEND_CUDA_KURGANOV_MARCH_CUH
#define SPATE_BACKEND_CUDA_KURGANOV_MARCH_CUH

#include "backend/cuda/kurganov/update.cuh"

/* Found by measuring (docs/internals/cuda.md): in f32 differences in y are kept from row to row,
 * and the input of the update is read at the beginning of a row. f64 has no registers left for
 * that; Q^n is prefetched to L2 instead. */
enum { KEEPS_MORE = SPATE_CALC_BITS == 32 };

/* What a lane keeps from row to row. In the loop `below` is row j - 1, `line` row j, and `next`
 * with `bed` what was read of row j + 1. With a bilinear bed the corners of row j + 2 are read,
 * too (fields on the device have room for one row more). */
template <int BILINEAR> struct marching {
    ptrdiff_t o; /* of row j + 1 */
    row_codes codes;
    bed_row bed, bed_north;
    water_line<BILINEAR> line;
    lane_row next;
    kp_water below[LANE_CELLS], north_side[LANE_CELLS];
    kp_difference back[LANE_CELLS]; /* to the row below */
    y_flux south[LANE_CELLS];
    x_part x_below[LANE_CELLS];
    calc source_below[LANE_CELLS];
};

/* Before row y0 - 1. */
template <int BILINEAR, int EDGED>
static __device__ __forceinline__ void begin_march(const strip &s, calc h_dry,
                                                   marching<BILINEAR> &m)
{
    const ptrdiff_t pitch = s.pitch, o = (ptrdiff_t)(s.box.y0 - 2) * pitch + s.source;
    if (EDGED) {
        load_codes(s, o, m.codes.below);
        load_codes(s, o + pitch, m.codes.here);
        load_codes(s, o + 2 * pitch, m.codes.above);
    }
    m.bed = load_bed<BILINEAR>(s, o);
    m.bed_north = load_bed<BILINEAR>(s, o + pitch);
    m.line = water_of<BILINEAR>(load_row(s, o), m.bed, m.bed_north, h_dry);
#pragma unroll
    for (int n = 0; n < LANE_CELLS; ++n)
        m.below[n] = m.line.q[n];
    m.bed = m.bed_north;
    m.bed_north = load_bed<BILINEAR>(s, o + 2 * pitch);
    m.line = water_of<BILINEAR>(load_row(s, o + pitch), m.bed, m.bed_north, h_dry);
    m.bed = m.bed_north;
    m.o = o + 2 * pitch;
    m.next = load_row(s, m.o);
    if (BILINEAR)
        m.bed_north = load_bed<BILINEAR>(s, m.o + pitch);
#pragma unroll
    for (int n = 0; n < LANE_CELLS; ++n)
        m.back[n] = kp_difference_of(kp_turned(m.below[n]), kp_turned(m.line.q[n]));
}

/* Water of row j + 1; what the next iteration needs is read for it. */
template <int BILINEAR>
static __device__ __forceinline__ water_line<BILINEAR> read_ahead(const strip &s, calc h_dry,
                                                                  marching<BILINEAR> &m)
{
    const water_line<BILINEAR> above = water_of<BILINEAR>(m.next, m.bed, m.bed_north, h_dry);
    m.o += s.pitch;
    m.next = load_row(s, m.o);
    if (BILINEAR) {
        m.bed = m.bed_north;
        m.bed_north = load_bed<BILINEAR>(s, m.o + s.pitch);
    } else {
        m.bed = load_bed<BILINEAR>(s, m.o);
    }
    return above;
}

/* South faces of row j, and the bed slope source of its cells. */
template <int BILINEAR, int EDGED>
static __device__ __forceinline__ void march_y_faces(
    const strip &s, const water_line<BILINEAR> &above, const calc sloped[LANE_CELLS], int j, calc g,
    marching<BILINEAR> &m, kp_flux face[LANE_CELLS], calc source[LANE_CELLS])
{
#pragma unroll
    for (int n = 0; n < LANE_CELLS; ++n) {
        const kp_water q = kp_turned(m.line.q[n]);
        const calc half_bed = BILINEAR ? m.line.half_y[n] : C(0);
        kp_slope slope;
        if (KEEPS_MORE && !EDGED) {
            const kp_difference forward = kp_difference_of(q, kp_turned(above.q[n]));
            slope = kp_model_slope(m.back[n], forward, q.h, BILINEAR, half_bed, sloped[n],
                                   s.c->half_theta);
            m.back[n] = forward;
        } else {
            slope = slope_in_y<BILINEAR, EDGED>(s, q, m.below[n], above.q[n], m.codes, n, half_bed,
                                                sloped[n]);
        }
        const face_place at = {s.column + n, j, 1, EDGED ? m.codes.here[n] : 0u,
                               EDGED ? m.codes.below[n] : 0u};
        face[n] = face_between<EDGED>(s, m.north_side[n], kp_backward_side(q, slope), at, g);
        m.north_side[n] = kp_forward_side(q, slope);
        source[n] = kp_bed_source(q.h, slope.w, g);
    }
}

/* Row j becomes the one below. */
template <int BILINEAR, int EDGED>
static __device__ __forceinline__ void shift_rows(const strip &s, const water_line<BILINEAR> &above,
                                                  const kp_flux face[LANE_CELLS],
                                                  const calc source[LANE_CELLS],
                                                  marching<BILINEAR> &m)
{
    y_fluxes(face, m.south);
#pragma unroll
    for (int n = 0; n < LANE_CELLS; ++n) {
        m.source_below[n] = source[n];
        m.below[n] = m.line.q[n];
        if (EDGED) {
            m.codes.below[n] = m.codes.here[n];
            m.codes.here[n] = m.codes.above[n];
        }
    }
    m.line = above;
    if (EDGED)
        load_codes(s, m.o, m.codes.above);
}

template <int BILINEAR, int FLAVOUR, int KIND>
static __device__ __forceinline__ void march(const strip &s, const kp_stage &k, lane_peaks *peaks)
{
    const int EDGED = FLAVOUR == FLAVOUR_EDGED, KEEPS = KEEPS_MORE && !EDGED;
    const stage_target to = target_of<FLAVOUR, KIND>(s);
    const int y0 = s.box.y0, y1 = s.box.y1;
    const ptrdiff_t pitch = s.pitch;
    marching<BILINEAR> m = {};
    begin_march<BILINEAR, EDGED>(s, k.h_dry, m);

    /* The same instructions for every row, without a branch: the first and the last row compute a
     * little that is not used, and no value has to move out of the way of another branch. */
#pragma unroll 1
    for (int j = y0 - 1; j <= y1; ++j) {
        const water_line<BILINEAR> above = read_ahead<BILINEAR>(s, k.h_dry, m);
        row_input in;
        if (KEEPS)
            load_input<FLAVOUR, KIND>(s, k, m.o - 3 * pitch, to.now, &in);
        calc sloped[LANE_CELLS], below_h[LANE_CELLS];
#pragma unroll
        for (int n = 0; n < LANE_CELLS; ++n)
            below_h[n] = m.below[n].h;
        find_sloped<BILINEAR, EDGED>(m.line, below_h, above.q, m.codes.here, m.codes.above, sloped);
        kp_flux face[LANE_CELLS];
        calc source[LANE_CELLS];
        march_y_faces<BILINEAR, EDGED>(s, above, sloped, j, k.g, m, face, source);
        if (!KEEPS) {
            if (KIND == KIND_SECOND) /* Q^n of the row after the next update comes from far away */
#pragma unroll
                for (int v = 0; v < STATE_VARIABLES; ++v)
                    cuda_prefetch((const real *)s.c->p.field[v][to.now] + (m.o - pitch));
            load_input<FLAVOUR, KIND>(s, k, m.o - 3 * pitch, to.now, &in);
        }
        const row_of_cells below = {m.below, m.codes.below, m.south,
                                    face,    m.x_below,     m.source_below};
        update_row<FLAVOUR, KIND>(s, k, in, m.o - 3 * pitch, j > y0 ? s.wanted : 0, below, to,
                                  peaks);
        x_faces<BILINEAR, EDGED>(s, m.line, sloped, m.codes.here, j, k.g, m.x_below);
        shift_rows<BILINEAR, EDGED>(s, above, face, source, m);
    }
}

template <int BILINEAR, int FLAVOUR, int KIND>
static __global__ void __launch_bounds__(32 * WARPS, FLAVOUR == FLAVOUR_EDGED ? 2 : MARCH_BLOCKS)
    march_kernel(const __grid_constant__ cuda_part c, int stage, part_region region)
{
    const cuda_control *control = c.control;
    const int edged = FLAVOUR == FLAVOUR_EDGED;
    const int number = (int)(blockIdx.x * WARPS + threadIdx.x / 32);
    const item_list list = list_of(c, edged, region);
    if (!control->running || number >= list.count ||
        (region != REGION_RIM && slabs_are_faster(c, control->plain + control->edged)))
        return;
    /* Neighbours in the list are neighbours in x: they go to the same block. */
    const int item = list.items[number];
    const item_box box = item_of(c, item);
    if (region == REGION_INNER && item_in_rim(c, box))
        return;
    const strip s = strip_of(c, box, stage, part_slot_in(&c.p, stage));
    const kp_stage k = constants_of<FLAVOUR, KIND>(c, stage);
    lane_peaks peaks = {C(0), C(0), unrest_of(C(0), C(0))};
    march<BILINEAR, FLAVOUR, KIND>(s, k, &peaks);
    const item_peaks all = peaks_of_warp(peaks);
    if ((threadIdx.x & 31u) == 0)
        report<KIND>(c, item, stage, control->parity, all);
}

#endif
