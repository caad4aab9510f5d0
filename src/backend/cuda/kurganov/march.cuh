/* One Runge-Kutta stage where there is much to do: each warp marches up a strip (kurganov_part.cuh). Per row
 * and lane: primitive values from h, hu, hv and bed, slopes, one x-face and one y-face per cell, the update
 * of the row below. What a row needs of its neighbours in y stays in registers; neighbours in x are
 * reached by shuffles. Every face is computed once but those at the rim of a strip.
 *
 * Traffic per cell: the first stage reads 4 words and writes 3, the second reads Q^n too: 7 and 3. The
 * strip re-reads 4 columns in 32 LANE_CELLS and 4 rows in `height`, mostly from L2.
 *
 * Instructions per cell in the loop (sm_90, cuobjdump, bilinear bed, no friction; first and second stage):
 * f32 297 and 324, f64 485 and 549. They, not the bytes, bound the speed (docs/internals/cuda.md). */
#ifndef SPATE_BACKEND_CUDA_KURGANOV_MARCH_CUH
#define SPATE_BACKEND_CUDA_KURGANOV_MARCH_CUH

#include "backend/cuda/kurganov/update.cuh"

/* Found by measuring (docs/internals/cuda.md): in f32 differences in y are kept from row to row and what the
 * update reads is read at the begin of a row; f64 has no registers left for that, and Q^n is brought to
 * L2 instead. */
enum { KEEPS_MORE = SPATE_CALC_BITS == 32 };

template <int BILINEAR, int FLAVOUR, int KIND>
static __device__ __forceinline__ void march(const strip &s, const kp_stage &k, lane_peaks *peaks)
{
    const int EDGED = FLAVOUR == FLAVOUR_EDGED, KEEPS = KEEPS_MORE && !EDGED;
    const grid_part &p = s.c->p;
    const int now = p.clock->now, slot_out = kp_slot_out(&p, s.stage);
    real *const out[STATE_VARIABLES] = {(real *)p.field[FIELD_DEPTH][slot_out],
                                     (real *)p.field[FIELD_MOMENTUM_X][slot_out],
                                     (real *)p.field[FIELD_MOMENTUM_Y][slot_out]};
    const int water = FLAVOUR >= FLAVOUR_RICH && KIND != KIND_FIRST ? part_water_kind(&p) : WATER_KEPT;
    const calc g = k.g, h_dry = k.h_dry;

    /* Rows: `below` is j - 1, `line` is j, `above` is j + 1. What the next iteration needs is read in this
     * one: values and bed of row j + 2, with a bilinear bed also the corners of row j + 3 (fields on the
     * device have room for one row more). */
    const int y0 = s.box.y0, y1 = s.box.y1;
    const ptrdiff_t pitch = s.pitch;
    ptrdiff_t o =
        (ptrdiff_t)(y0 - 2) * pitch + s.source; /* of row j + 2 in the loop; here of y0 - 2 */
    row_codes codes;
    if (EDGED) {
        load_codes(s, o, codes.below);
        load_codes(s, o + pitch, codes.here);
        load_codes(s, o + 2 * pitch, codes.above);
    }
    bed_row bed = load_bed<BILINEAR>(s, o), bed_north = load_bed<BILINEAR>(s, o + pitch);
    water_line<BILINEAR> line = water_of<BILINEAR>(load_row(s, o), bed, bed_north, h_dry);
    kp_water below[LANE_CELLS];
#pragma unroll
    for (int n = 0; n < LANE_CELLS; ++n)
        below[n] = line.q[n];
    bed = bed_north;
    bed_north = load_bed<BILINEAR>(s, o + 2 * pitch);
    line = water_of<BILINEAR>(load_row(s, o + pitch), bed, bed_north, h_dry);
    bed = bed_north;
    o += 2 * pitch;
    lane_row next = load_row(s, o);
    if (BILINEAR)
        bed_north = load_bed<BILINEAR>(s, o + pitch);
    kp_water north_side[LANE_CELLS] = {};
    kp_difference back[LANE_CELLS]; /* differences to the row below */
#pragma unroll
    for (int n = 0; n < LANE_CELLS; ++n)
        back[n] = kp_difference_of(kp_turned(below[n]), kp_turned(line.q[n]));
    y_flux south[LANE_CELLS] = {};
    x_part x_below[LANE_CELLS] = {};
    calc source_below[LANE_CELLS] = {};

    /* The same instructions for every row, with no branch: the first and the last row do a little that
     * nobody asks for, and no value has to move out of the way of another branch. */
#pragma unroll 1
    for (int j = y0 - 1; j <= y1; ++j) {
        const water_line<BILINEAR> above = water_of<BILINEAR>(next, bed, bed_north, h_dry);
        o += pitch;
        next = load_row(s, o);
        if (BILINEAR) {
            bed = bed_north;
            bed_north = load_bed<BILINEAR>(s, o + pitch);
        } else {
            bed = load_bed<BILINEAR>(s, o);
        }
        row_input in;
        if (KEEPS)
            load_input<FLAVOUR, KIND>(s, k, o - 3 * pitch, now, &in);
        calc sloped[LANE_CELLS], below_h[LANE_CELLS];
#pragma unroll
        for (int n = 0; n < LANE_CELLS; ++n)
            below_h[n] = below[n].h;
        find_sloped<BILINEAR, EDGED>(line, below_h, above.q, codes.here, codes.above, sloped);

        kp_flux face[LANE_CELLS];
        calc source_here[LANE_CELLS];
#pragma unroll
        for (int n = 0; n < LANE_CELLS; ++n) {
            const kp_water q = kp_turned(line.q[n]);
            const calc half_bed = BILINEAR ? line.half_y[n] : C(0);
            kp_slope slope;
            if (KEEPS) {
                const kp_difference forward = kp_difference_of(q, kp_turned(above.q[n]));
                slope = kp_model_slope(back[n], forward, q.h, BILINEAR, half_bed, sloped[n],
                                       s.c->half_theta);
                back[n] = forward;
            } else {
                slope = slope_in_y<BILINEAR, EDGED>(s, q, below[n], above.q[n], codes, n, half_bed,
                                                    sloped[n]);
            }
            face[n] = face_between<EDGED>(s, north_side[n], kp_backward_side(q, slope),
                                          EDGED ? codes.here[n] : 0u, EDGED ? codes.below[n] : 0u,
                                          s.column + n, j, 1, g);
            north_side[n] = kp_forward_side(q, slope);
            source_here[n] = kp_bed_source(q.h, slope.w, g);
        }
        if (!KEEPS) {
            if (KIND == KIND_SECOND) /* Q^n of the row after the next update comes from far away */
#pragma unroll
                for (int v = 0; v < STATE_VARIABLES; ++v)
                    cuda_prefetch((const real *)p.field[v][now] + (o - pitch));
            load_input<FLAVOUR, KIND>(s, k, o - 3 * pitch, now, &in);
        }
        update_row<FLAVOUR, KIND>(s, k, in, o - 3 * pitch, j > y0 ? s.wanted : 0, below, south,
                                  face, x_below, source_below, codes.below, now, out, water, peaks);
        x_faces<BILINEAR, EDGED>(s, line, sloped, codes.here, j, g, x_below);
#pragma unroll
        for (int n = 0; n < LANE_CELLS; ++n) {
            south[n].mass = face[n].mass;
            south[n].right = face[n].right;
            south[n].shear = face[n].shear;
            south[n].speed = face[n].speed;
            source_below[n] = source_here[n];
            below[n] = line.q[n];
            if (EDGED) {
                codes.below[n] = codes.here[n];
                codes.here[n] = codes.above[n];
            }
        }
        line = above;
        if (EDGED)
            load_codes(s, o, codes.above);
    }
}

template <int BILINEAR, int FLAVOUR, int KIND>
static __global__ void __launch_bounds__(32 * WARPS, FLAVOUR == FLAVOUR_EDGED ? 2 : MARCH_BLOCKS)
    march_kernel(const __grid_constant__ cuda_part c, int stage, part_region region)
{
    const cuda_control *control = c.control;
    const int edged = FLAVOUR == FLAVOUR_EDGED;
    const int number = (int)(blockIdx.x * WARPS + threadIdx.x / 32);
    if (!control->running || number >= (edged ? control->edged : control->plain) ||
        slabs_are_faster(c, control->plain + control->edged))
        return;
    /* Neighbours in the list are neighbours in x: they go to the same block. */
    const int item = (edged ? c.edged_list : c.plain_list)[number];
    const item_box box = item_of(c, item);
    if (region != REGION_ALL && item_in_rim(c, box) != (region == REGION_RIM))
        return;
    const strip s = strip_of(c, box, stage, kp_slot_in(&c.p, stage));
    const kp_stage k = constants_of<FLAVOUR, KIND>(c, stage);
    lane_peaks peaks = {C(0), C(0), unrest_of(C(0), C(0))};
    march<BILINEAR, FLAVOUR, KIND>(s, k, &peaks);
    const item_peaks all = peaks_of_warp(peaks);
    if ((threadIdx.x & 31u) == 0)
        report<KIND>(c, item, stage, control->parity, all);
}

#endif
