/* One Runge-Kutta stage of the items in a list: each warp marches up a strip (kurganov_part.cuh). Per row
 * and lane: primitive values from h, hu, hv and bed, slopes, one x-face and one y-face per cell, the update
 * of the row below. What a row needs of its neighbours in y stays in registers; neighbours in x are
 * reached by shuffles. Every face is computed once but those at the rim of a strip.
 *
 * Traffic per cell: the first stage reads 4 words and writes 3, the second reads Q^n too: 7 and 3. The
 * strip re-reads 4 columns in 32 LANE_CELLS and 4 rows in `height`, mostly from L2.
 *
 * Instructions per cell in the loop (sm_90, cuobjdump, bilinear bed, no friction; first and second stage):
 * f32 328 and 357, f64 620 and 662. They, not the bytes, bound the speed (docs/internals/cuda.md). */
#ifndef SPATE_BACKEND_CUDA_KURGANOV_STAGE_CUH
#define SPATE_BACKEND_CUDA_KURGANOV_STAGE_CUH

#include <limits.h>

#include "backend/cuda/kurganov_lanes.cuh"

/* Which kinds of items and runs a kernel is made for. RICH: wind, rotation, rain, ground, any law of
 * friction, and closed or listed faces; decided at run time. */
enum { FLAVOUR_BARE, FLAVOUR_MANNING, FLAVOUR_RICH, FLAVOUR_EDGED };
/* The only stage of an Euler step; the first and the second of a Runge-Kutta step. */
enum { KIND_EULER, KIND_FIRST, KIND_SECOND };

/* Largest rates and activity that a lane has seen. */
typedef struct lane_peaks {
    calc face, cell, activity;
} lane_peaks;

static __device__ __forceinline__ kp_source source_at(const kp_part &p, int water, calc dt,
                                                      ptrdiff_t o, int now)
{
    const kp_sources &s = p.sources;
    kp_source c = {};
    c.gain = (calc)p.clock->rain_amount;
    c.carry = (calc)((const real *)p.carry[now])[o];
    if (s.rain_map)
        c.gain = source_gain(c.gain, dt, (calc)((const real *)s.rain_map)[o]);
    if (water == WATER_INFILTRATES) {
        c.conductivity = (calc)((const real *)s.conductivity)[o];
        c.suction = s.suction ? (calc)((const real *)s.suction)[o] : C(0);
        c.deficit = s.deficit ? (calc)((const real *)s.deficit)[o] : C(0);
        c.infiltrated = ((const double *)s.infiltrated[now])[o];
    }
    return c;
}

/* Rain and ground of a cell that the last stage leaves as q. */
static __device__ __noinline__ kp_conserved with_sources(const kp_part &p, kp_conserved q,
                                                         const kp_stage &k, int water, ptrdiff_t o,
                                                         int now, lane_peaks *peaks)
{
    const kp_source source = source_at(p, water, k.dt, o, now);
    const kp_sourced r = kp_water_sources(q, &source, water, p.sources.suction != NULL, &k);
    ((real *)p.carry[1 - now])[o] = (real)r.carry;
    if (water == WATER_INFILTRATES)
        ((double *)p.sources.infiltrated[1 - now])[o] = r.infiltrated;
    peaks->cell = max_r(peaks->cell, r.cell_rate);
    peaks->activity = max_r(peaks->activity, r.activity);
    return r.q;
}

/* y-faces give this to the row north and south of them. */
typedef struct y_flux {
    calc mass, right, shear, speed;
} y_flux;

/* Updates a row whose faces are all known; o: offset of the lane's first cell; wanted: how many of the lane's
 * cells count. */
template <int FLAVOUR, int KIND>
static __device__ __forceinline__ void update_row(
    const strip &s, const kp_stage &base, ptrdiff_t o, int wanted, const kp_water here[LANE_CELLS],
    const y_flux south[LANE_CELLS], const kp_flux north[LANE_CELLS], const x_part x[LANE_CELLS],
    const calc source_y[LANE_CELLS], const unsigned *codes, int now, real *const out[KP_VARIABLES],
    int water, lane_peaks *peaks)
{
    const int AVERAGED = KIND == KIND_SECOND;
    const kp_part &p = s.c->p;
    kp_stage k = base;
    k.averaged = AVERAGED;
    k.last = KIND != KIND_FIRST;
    if (FLAVOUR == FLAVOUR_BARE)
        k.law = FRICTION_NONE;
    if (FLAVOUR == FLAVOUR_MANNING)
        k.law = FRICTION_MANNING;
    if (FLAVOUR < FLAVOUR_RICH)
        k.pushed = 0;
    calc raw[KP_VARIABLES][LANE_CELLS], old[KP_VARIABLES][LANE_CELLS], strength[LANE_CELLS];
#pragma unroll
    for (int v = 0; v < KP_VARIABLES; ++v) {
        load_cells(s.in[v] + o, raw[v]);
        if (AVERAGED)
            load_cells((const real *)p.state[now][v] + o, old[v]);
    }
    if (k.law) {
        if (p.friction)
            load_cells((const real *)p.friction + o, strength);
        else
            for (int n = 0; n < LANE_CELLS; ++n)
                strength[n] = s.c->strength;
    }
    calc h[LANE_CELLS], hu[LANE_CELLS], hv[LANE_CELLS];
#pragma unroll
    for (int n = 0; n < LANE_CELLS; ++n) {
        /* Differences are done already: the other face is zero. */
        const kp_surround f = {{C(0), C(0), C(0), C(0), C(0)},
                               {x[n].mass, x[n].along, C(0), x[n].shear, x[n].speed},
                               {south[n].mass, C(0), south[n].right, south[n].shear,
                                south[n].speed},
                               {north[n].mass, north[n].left, C(0), north[n].shear, north[n].speed},
                               C(-0.0), /* adds nothing, to the bit */
                               source_y[n]};
        const kp_conserved q = {raw[KP_H][n], raw[KP_HU][n], raw[KP_HV][n]};
        const kp_conserved q0 = {AVERAGED ? old[KP_H][n] : C(0), AVERAGED ? old[KP_HU][n] : C(0),
                                 AVERAGED ? old[KP_HV][n] : C(0)};
        kp_result r = kp_update(&f, q, here[n], q0, k.law ? strength[n] : C(0), &k);
        const int active = FLAVOUR != FLAVOUR_EDGED || !(codes[n] & CELL_INACTIVE);
        if (!active) {
            r.q.h = r.q.hu = r.q.hv = C(0);
            r.face_rate = r.cell_rate = r.activity = C(0);
        }
        const int counts = n < wanted;
        peaks->face = max_r(peaks->face, counts ? r.face_rate : C(0));
        peaks->activity = max_r(peaks->activity, counts ? r.activity : C(0));
        if (k.last)
            peaks->cell = max_r(peaks->cell, counts ? r.cell_rate : C(0));
        if (FLAVOUR >= FLAVOUR_RICH && water != WATER_KEPT && active && counts) {
            const kp_conserved stored = {(calc)(real)r.q.h, (calc)(real)r.q.hu, (calc)(real)r.q.hv};
            r.q = with_sources(p, stored, k, water, o + n, now, peaks);
        }
        h[n] = r.q.h;
        hu[n] = r.q.hu;
        hv[n] = r.q.hv;
    }
    store_cells(out[KP_H] + o, h, wanted);
    store_cells(out[KP_HU] + o, hu, wanted);
    store_cells(out[KP_HV] + o, hv, wanted);
}

static __device__ __forceinline__ calc warp_largest(calc value)
{
#pragma unroll
    for (int step = 16; step > 0; step /= 2)
        value = max_r(value, __shfl_xor_sync(ALL_LANES, value, step));
    return value;
}

/* Blocks per multiprocessor that the registers must leave room for; found by measuring (docs/internals/cuda.md). */
#define STAGE_BLOCKS (SPATE_CALC_BITS == 32 ? 4 : 2)

template <int BILINEAR, int FLAVOUR, int KIND>
static __device__ __forceinline__ void march(const strip &s, const kp_stage &k, lane_peaks *peaks)
{
    const int EDGED = FLAVOUR == FLAVOUR_EDGED;
    const kp_part &p = s.c->p;
    const int now = p.clock->now, slot_out = kp_slot_out(&p, s.stage);
    real *const out[KP_VARIABLES] = {(real *)p.state[slot_out][KP_H],
                                     (real *)p.state[slot_out][KP_HU],
                                     (real *)p.state[slot_out][KP_HV]};
    const int water = FLAVOUR >= FLAVOUR_RICH && KIND != KIND_FIRST ? kp_water_of(&p) : WATER_KEPT;
    const calc g = k.g, h_dry = k.h_dry;

    /* Rows: `below` is j - 1, `line` is j, `above` is j + 1. What the next iteration needs is read in this
     * one: values and bed of row j + 2, with a bilinear bed also the corners of row j + 3 (fields on the
     * device have room for one row more). */
    const int y0 = s.box.y0, y1 = s.box.y1;
    const ptrdiff_t pitch = s.pitch;
    ptrdiff_t o =
        (ptrdiff_t)(y0 - 2) * pitch + s.source; /* of row j + 2 in the loop; here of y0 - 2 */
    unsigned codes_below[LANE_CELLS], codes[LANE_CELLS], codes_above[LANE_CELLS];
    if (EDGED) {
        load_codes(s, o, codes_below);
        load_codes(s, o + pitch, codes);
        load_codes(s, o + 2 * pitch, codes_above);
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
        calc sloped[LANE_CELLS], below_h[LANE_CELLS];
#pragma unroll
        for (int n = 0; n < LANE_CELLS; ++n)
            below_h[n] = below[n].h;
        find_sloped<BILINEAR, EDGED>(line, below_h, above.q, codes, codes_above, sloped);

        kp_flux face[LANE_CELLS];
        calc source_here[LANE_CELLS];
#pragma unroll
        for (int n = 0; n < LANE_CELLS; ++n) {
            const kp_water q = kp_turned(line.q[n]);
            kp_sight seen = {kp_turned(below[n]), kp_turned(above.q[n])};
            if (EDGED)
                seen =
                    kp_seen(seen, q, kp_barrier_of(codes[n], 1), kp_barrier_of(codes_above[n], 1));
            const kp_slope slope =
                kp_cell_slope(seen.back, q, seen.forward, BILINEAR,
                              BILINEAR ? line.half_y[n] : C(0), sloped[n], s.c->half_theta);
            face[n] = face_between<EDGED>(s, north_side[n], kp_backward_side(q, slope),
                                          EDGED ? codes[n] : 0u, EDGED ? codes_below[n] : 0u,
                                          s.column + n, j, 1, g);
            north_side[n] = kp_forward_side(q, slope);
            source_here[n] = kp_bed_source(q.h, slope.w, g);
        }
        if (KIND == KIND_SECOND) /* Q^n of the row after the next update comes from far away */
#pragma unroll
            for (int v = 0; v < KP_VARIABLES; ++v)
                asm volatile(
                    "prefetch.global.L2 [%0];" ::"l"((const real *)p.state[now][v] + (o - pitch)));
        update_row<FLAVOUR, KIND>(s, k, o - 3 * pitch, j > y0 ? s.wanted : 0, below, south, face,
                                  x_below, source_below, codes_below, now, out, water, peaks);
        x_faces<BILINEAR, EDGED>(s, line, sloped, codes, j, g, x_below);
#pragma unroll
        for (int n = 0; n < LANE_CELLS; ++n) {
            south[n].mass = face[n].mass;
            south[n].right = face[n].right;
            south[n].shear = face[n].shear;
            south[n].speed = face[n].speed;
            source_below[n] = source_here[n];
            below[n] = line.q[n];
            if (EDGED) {
                codes_below[n] = codes[n];
                codes[n] = codes_above[n];
            }
        }
        line = above;
        if (EDGED)
            load_codes(s, o, codes_above);
    }
}

/* Into how many slices of rows the items of a list are cut, so that few items keep many warps busy. In units
 * of 0.5 us, as measured on an H200: a warp needs START to begin, and a row takes ROW_ALONE where few warps
 * share a scheduler, else ROW for each of them; a slice has two rows more than it updates. Each lane weighs
 * one number of slices. */
static __device__ __forceinline__ int slices_of(const cuda_part &c, int count)
{
    const float START = 4.0f, ROW_ALONE = SPATE_CALC_BITS == 32 ? 3.0f : 3.4f,
                ROW = SPATE_CALC_BITS == 32 ? 1.0f : 2.1f;
    const int lane = (int)(threadIdx.x & 31u), power = min(lane, c.height_power);
    const int warps = count << power, waves = warps / c.resident, rest = warps - waves * c.resident;
    const float rows = (float)(c.height >> power) + 2.0f, each = 1.0f / (float)c.schedulers;
    const float full = START + rows * ROW * ((float)c.resident * each);
    const float last = START + rows * fmaxf(ROW_ALONE, ROW * ceilf((float)rest * each));
    const float cost = (float)waves * full + (rest ? last : 0.0f);
    /* The least cost, and the fewest slices where several have it. */
    const unsigned key = ((unsigned)fminf(cost * 4.0f, 1e8f) << 4) | (unsigned)power;
    const int fits = warps <= c.most_warps || power == 0;
    return 1 << (__reduce_min_sync(ALL_LANES, fits ? key : 0xffffffffu) & 15u);
}

/* The rows of one slice; none beyond the grid. */
static __device__ __forceinline__ item_box slice_of(const cuda_part &c, int item, int slice,
                                                    int slices)
{
    item_box b = item_of(c, item);
    const int rows = c.height / slices;
    b.y0 = min(b.y0 + slice * rows, b.y1);
    b.y1 = min(b.y0 + rows, b.y1);
    return b;
}

template <int BILINEAR, int FLAVOUR, int KIND>
static __global__ void __launch_bounds__(32 * WARPS, FLAVOUR == FLAVOUR_EDGED ? 2 : STAGE_BLOCKS)
    stage_kernel(const __grid_constant__ cuda_part c, int stage, part_region region)
{
    const cuda_control *control = c.control;
    const int edged = FLAVOUR == FLAVOUR_EDGED;
    const int number = (int)(blockIdx.x * WARPS + threadIdx.x / 32);
    const int count = edged ? control->edged : control->plain;
    if (!control->running || count == 0)
        return;
    const int slices = slices_of(c, count);
    if (number >= count * slices)
        return;
    /* Neighbours in the list are neighbours in x: they go to the same block. */
    const int item = (edged ? c.edged_list : c.plain_list)[number % count],
              lane = (int)(threadIdx.x & 31u);
    const int slot = kp_slot_in(&c.p, stage);
    strip s;
    s.c = &c;
    s.box = slice_of(c, item, number / count, slices);
    if (s.box.y0 == s.box.y1)
        return;
    if (region != REGION_ALL && item_in_rim(c, item_of(c, item)) != (region == REGION_RIM))
        return;
    s.stage = stage;
    s.column = s.box.x0 - KP_HALO + LANE_CELLS * lane;
    const int first = KP_HALO / LANE_CELLS, room = s.box.x1 - s.column;
    s.wanted = lane < first || lane >= 32 - first || room <= 0 ? 0
               : room < LANE_CELLS                             ? room
                                                               : LANE_CELLS;
    s.source = min(s.column, (c.p.shape.nx + KP_HALO - 1) & ~(LANE_CELLS - 1));
    for (int v = 0; v < KP_VARIABLES; ++v)
        s.in[v] = (const real *)c.p.state[slot][v];
    s.bed = (const real *)c.p.bed;
    s.pitch = c.p.shape.pitch;

    kp_stage k = c.constants;
    k.last = KIND != KIND_FIRST;
    k.dt = (calc)c.p.clock->dt;
    if (FLAVOUR >= FLAVOUR_RICH)
        k = kp_stage_of(&c.p, stage);
    lane_peaks peaks = {C(0), C(0), C(0)};
    march<BILINEAR, FLAVOUR, KIND>(s, k, &peaks);

    peaks.face = warp_largest(peaks.face);
    peaks.cell = warp_largest(peaks.cell);
    const int moves = __any_sync(ALL_LANES, peaks.activity > C(0));
    if (lane != 0)
        return;
    /* Other slices of the item do the same: all may raise, none may lower (the list kernel has cleared). */
    if (moves)
        c.moved[1 - control->parity][item] = 1;
    const unsigned long long face = rate_bits((double)peaks.face),
                             cell = rate_bits((double)peaks.cell);
    atomicMax((unsigned long long *)&c.face_rate[item], face);
    atomicMax(&c.control->stage_face[stage], face);
    if (KIND != KIND_FIRST) {
        atomicMax((unsigned long long *)&c.cell_rate[item], cell);
        atomicMax(&c.control->next_cell, cell);
    }
}

#endif
