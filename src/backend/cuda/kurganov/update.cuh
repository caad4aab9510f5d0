/* What happens to a row of a strip whose faces are known, and what a warp reports of its rows. */
#ifndef SPATE_BACKEND_CUDA_KURGANOV_UPDATE_CUH
#define SPATE_BACKEND_CUDA_KURGANOV_UPDATE_CUH

#include "backend/cuda/kurganov/lanes.cuh"

/* Which kinds of items and runs a kernel is made for. RICH: wind, rotation, rain, ground, any law
 * of friction, and closed or listed faces; decided at run time. */
enum { FLAVOUR_BARE, FLAVOUR_MANNING, FLAVOUR_RICH, FLAVOUR_EDGED };
/* The only stage of an Euler step; the first and the second of a Runge-Kutta step. */
enum { KIND_EULER, KIND_FIRST, KIND_SECOND };

/* Largest rates that a lane has seen, and whether anything moved. */
typedef struct lane_peaks {
    calc face, cell;
    unrest_value activity;
} lane_peaks;

/* Rain and ground of a cell that the last stage leaves as q. */
static __device__ CUDA_OUT_OF_LINE kp_conserved with_sources(const grid_part &p, kp_conserved q,
                                                             const kp_stage &k, int water,
                                                             ptrdiff_t o, int now,
                                                             lane_peaks *peaks)
{
    const source_input source = part_source_at(&p, water, k.dt, o, now);
    const kp_sourced r = kp_water_sources(q, &source, water, p.field[FIELD_SUCTION][0] != NULL, &k);
    part_store_source(&p, water, o, 1 - now, r.carry, r.infiltrated);
    peaks->cell = max_r(peaks->cell, r.cell_rate);
    peaks->activity = unrest_both(peaks->activity, r.activity);
    return r.q;
}

/* What the row north of a y-face needs of it. */
typedef struct y_flux {
    calc mass, right, shear, speed;
} y_flux;

static __device__ __forceinline__ void y_fluxes(const kp_flux face[LANE_CELLS],
                                                y_flux to[LANE_CELLS])
{
#pragma unroll
    for (int n = 0; n < LANE_CELLS; ++n) {
        to[n].mass = face[n].mass;
        to[n].right = face[n].right;
        to[n].shear = face[n].shear;
        to[n].speed = face[n].speed;
    }
}

/* What the update of a row reads: Q, in the second stage Q^n, and the strength of friction. */
typedef struct row_input {
    calc raw[STATE_VARIABLES][LANE_CELLS], old[STATE_VARIABLES][LANE_CELLS], strength[LANE_CELLS];
} row_input;

template <int FLAVOUR, int KIND>
static __device__ __forceinline__ void load_input(const strip &s, const kp_stage &k, ptrdiff_t o,
                                                  int now, row_input *in)
{
    const grid_part &p = s.c->p;
#pragma unroll
    for (int v = 0; v < STATE_VARIABLES; ++v) {
        load_cells(s.in[v] + o, in->raw[v]);
        if (KIND == KIND_SECOND)
            load_cells((const real *)p.field[v][now] + o, in->old[v]);
    }
    if (FLAVOUR == FLAVOUR_MANNING || (FLAVOUR >= FLAVOUR_RICH && k.law)) {
        if (p.field[FIELD_FRICTION][0])
            load_cells((const real *)p.field[FIELD_FRICTION][0] + o, in->strength);
        else
            for (int n = 0; n < LANE_CELLS; ++n)
                in->strength[n] = s.c->strength;
    }
}

/* Where a stage writes, and what its sources are (WATER_KEPT ...). */
typedef struct stage_target {
    real *out[STATE_VARIABLES];
    int now, water;
} stage_target;

template <int FLAVOUR, int KIND>
static __device__ __forceinline__ stage_target target_of(const strip &s)
{
    const grid_part &p = s.c->p;
    const int out = part_slot_out(&p, s.stage);
    const int wet = FLAVOUR >= FLAVOUR_RICH && KIND != KIND_FIRST;
    const stage_target t = {{(real *)p.field[FIELD_DEPTH][out],
                             (real *)p.field[FIELD_MOMENTUM_X][out],
                             (real *)p.field[FIELD_MOMENTUM_Y][out]},
                            p.clock->now,
                            wet ? part_water_kind(&p) : WATER_KEPT};
    return t;
}

/* A row of cells and what its faces contribute, an entry for each cell of the lane. */
typedef struct row_of_cells {
    const kp_water *here;
    const unsigned *codes;
    const y_flux *south;
    const kp_flux *north;
    const x_part *x;
    const calc *source_y;
} row_of_cells;

/* The stage with what is known when the kernel is compiled. */
template <int FLAVOUR, int KIND>
static __device__ __forceinline__ kp_stage compiled_stage(kp_stage k)
{
    k.averaged = KIND == KIND_SECOND;
    k.last = KIND != KIND_FIRST;
    if (FLAVOUR == FLAVOUR_BARE)
        k.law = FRICTION_NONE;
    if (FLAVOUR == FLAVOUR_MANNING)
        k.law = FRICTION_MANNING;
    if (FLAVOUR < FLAVOUR_RICH)
        k.pushed = 0;
    return k;
}

/* Updates a row whose faces are all known; o: offset of the lane's first cell; wanted: how many of
 * the lane's cells count. */
template <int FLAVOUR, int KIND>
static __device__ __forceinline__ void update_row(const strip &s, const kp_stage &base,
                                                  const row_input &in, ptrdiff_t o, int wanted,
                                                  const row_of_cells &row, const stage_target &to,
                                                  lane_peaks *peaks)
{
    const int AVERAGED = KIND == KIND_SECOND;
    const y_flux *const south = row.south;
    const kp_flux *const north = row.north;
    const x_part *const x = row.x;
    kp_stage k = compiled_stage<FLAVOUR, KIND>(base);
    if (FLAVOUR >= FLAVOUR_RICH)
        k = kp_stage_in_row(k, &s.c->p, part_row_of(s.pitch, KP_HALO, o));
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
                               row.source_y[n]};
        const kp_conserved q = {in.raw[FIELD_DEPTH][n], in.raw[FIELD_MOMENTUM_X][n],
                                in.raw[FIELD_MOMENTUM_Y][n]};
        const kp_conserved q0 = {AVERAGED ? in.old[FIELD_DEPTH][n] : C(0),
                                 AVERAGED ? in.old[FIELD_MOMENTUM_X][n] : C(0),
                                 AVERAGED ? in.old[FIELD_MOMENTUM_Y][n] : C(0)};
        kp_result r = kp_update(&f, q, row.here[n], q0, k.law ? in.strength[n] : C(0), &k);
        const int active = FLAVOUR != FLAVOUR_EDGED || !(row.codes[n] & CELL_INACTIVE);
        if (!active) {
            r.q.h = r.q.hu = r.q.hv = C(0);
            r.face_rate = r.cell_rate = C(0);
            r.activity = unrest_of(C(0), C(0));
        }
        const int counts = n < wanted;
        if (counts) {
            peaks->face = max_r(peaks->face, r.face_rate);
            peaks->activity = unrest_both(peaks->activity, r.activity);
            if (k.last)
                peaks->cell = max_r(peaks->cell, r.cell_rate);
        }
        if (FLAVOUR >= FLAVOUR_RICH && to.water != WATER_KEPT && active && counts) {
            const kp_conserved stored = {(calc)(real)r.q.h, (calc)(real)r.q.hu, (calc)(real)r.q.hv};
            r.q = with_sources(s.c->p, stored, k, to.water, o + n, to.now, peaks);
        }
        h[n] = r.q.h;
        hu[n] = r.q.hu;
        hv[n] = r.q.hv;
    }
    store_cells(to.out[FIELD_DEPTH] + o, h, wanted);
    store_cells(to.out[FIELD_MOMENTUM_X] + o, hu, wanted);
    store_cells(to.out[FIELD_MOMENTUM_Y] + o, hv, wanted);
}

static __device__ __forceinline__ calc warp_largest(calc value)
{
#pragma unroll
    for (int step = 16; step > 0; step /= 2)
        value = max_r(value, __shfl_xor_sync(ALL_LANES, value, step));
    return value;
}

/* The strip that a warp computes of a box; slot: where the stage reads. */
static __device__ __forceinline__ strip strip_of(const cuda_part &c, item_box box, int stage,
                                                 int slot)
{
    strip s;
    const int lane = (int)(threadIdx.x & 31u), first = KP_HALO / LANE_CELLS;
    s.c = &c;
    s.box = box;
    s.stage = stage;
    s.column = box.x0 - KP_HALO + LANE_CELLS * lane;
    const int room = box.x1 - s.column;
    s.wanted = lane < first || lane >= 32 - first || room <= 0 ? 0
               : room < LANE_CELLS                             ? room
                                                               : LANE_CELLS;
    s.source = min(s.column, (c.p.shape.nx + KP_HALO - 1) & ~(LANE_CELLS - 1));
    for (int v = 0; v < STATE_VARIABLES; ++v)
        s.in[v] = (const real *)c.p.field[v][slot];
    s.bed = (const real *)c.p.field[FIELD_BED][0];
    s.pitch = c.p.shape.pitch;
    return s;
}

/* Most of them stay where instructions read them from, and take no registers. */
template <int FLAVOUR, int KIND>
static __device__ __forceinline__ kp_stage constants_of(const cuda_part &c, int stage)
{
    const spate_clock *clock = c.p.clock;
    kp_stage k = c.constants;
    k.last = KIND != KIND_FIRST;
    k.averaged = KIND == KIND_SECOND;
    k.dt = (calc)clock->dt;
    k.pushed = 0;
    if (FLAVOUR >= FLAVOUR_RICH) {
        k.pushed = kp_is_pushed(&c.p, stage);
        k.wind_x = (calc)clock->wind[stage][0];
        k.wind_y = (calc)clock->wind[stage][1];
    }
    return k;
}

/* What a warp has seen, and then several warps of an item. */
typedef struct item_peaks {
    calc face, cell;
    int moves;
} item_peaks;

static __device__ __forceinline__ item_peaks peaks_of_warp(lane_peaks peaks)
{
    const item_peaks all = {warp_largest(peaks.face), warp_largest(peaks.cell),
                            __any_sync(ALL_LANES, unrest_seen(peaks.activity))};
    return all;
}

/* By one thread. Others may report of the same item: all may raise, none may lower (the list
 * kernel has cleared). */
template <int KIND>
static __device__ __forceinline__ void report(const cuda_part &c, int item, int stage, int parity,
                                              item_peaks peaks)
{
    if (peaks.moves)
        c.moved[1 - parity][item] = 1;
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
