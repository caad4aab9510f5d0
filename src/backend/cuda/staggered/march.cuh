/* One step of an item with all terms: a block marches up it. Row by row it reads h, u, v and the bed once, and
 * writes h, u, v: 7 words per cell, and what lies around the item again, mostly from L2.
 *
 * In the iteration of row j the row j + LEAD arrives in shared memory. Fluxes of row j + 1 (x) and
 * j + 2 (y) follow, then the depths of row j + 1, then the velocities of row j. What one thread
 * writes and its neighbours read lies between two barriers. */
#ifndef SPATE_BACKEND_CUDA_STAGGERED_MARCH_CUH
#define SPATE_BACKEND_CUDA_STAGGERED_MARCH_CUH

#include "backend/cuda/staggered/items.cuh"
#include "backend/cuda/staggered/rows.cuh"

/* Values of a column that are on their way. */
typedef struct column_values {
    calc h, bed, u, v;
    unsigned code;
} column_values;

/* Where a thread reads and writes. */
typedef struct column {
    const real *h, *bed, *u, *v, *friction;
    const uint8_t *codes;
    real *to_h, *to_u, *to_v;
    ptrdiff_t pitch, at; /* at: of its column in row 0 */
    int last;            /* the highest row with values */
    int wanted;          /* the column is one of the item's own */
    calc strength;
} column;

static __device__ __forceinline__ column column_of(const stag_device &c, const stag_view &v,
                                                   item_box box)
{
    const grid_part &p = c.p;
    const int next = 1 - p.clock->now, i = box.x0 - STAG_HALO + (int)threadIdx.x;
    column k;
    k.h = v.h;
    k.bed = v.bed;
    k.u = v.vel[0];
    k.v = v.vel[1];
    k.friction = v.friction;
    k.codes = v.codes;
    k.to_h = (real *)p.field[FIELD_DEPTH][next];
    k.to_u = (real *)p.field[STAG_U][next];
    k.to_v = (real *)p.field[STAG_V][next];
    k.pitch = p.shape.pitch;
    k.at = min(i, p.shape.nx + STAG_HALO - 1); /* beyond, any value */
    k.last = p.shape.ny + STAG_HALO - 1;
    k.wanted = i >= box.x0 && i < box.x1;
    k.strength = v.strength;
    return k;
}

template <int KIND> static __device__ __forceinline__ column_values read_row(const column &k, int j)
{
    const ptrdiff_t o = (ptrdiff_t)min(j, k.last) * k.pitch + k.at;
    column_values v;
    v.h = (calc)__ldg(k.h + o);
    v.bed = (calc)__ldg(k.bed + o);
    v.u = (calc)__ldg(k.u + o);
    v.v = (calc)__ldg(k.v + o);
    v.code = KIND == STEP_EDGED ? k.codes[o] : 0u;
    return v;
}

template <int KIND>
static __device__ __forceinline__ void put_row(const strip &s, int j, const column_values &v)
{
    *big(s, s.l.h, j) = v.h;
    *big(s, s.l.bed, j) = v.bed;
    *big(s, s.l.u, j) = v.u;
    *big(s, s.l.v, j) = v.v;
    if (KIND == STEP_EDGED)
        *codes_of(s, j) = (uint8_t)v.code;
}

/* Friction strength of the face of an axis. */
static __device__ __forceinline__ calc strength_at(const column &k, int y, int j)
{
    if (!k.friction)
        return k.strength;
    const ptrdiff_t o = (ptrdiff_t)j * k.pitch + k.at;
    return C(0.5) * ((calc)k.friction[o - (y ? k.pitch : 1)] + (calc)k.friction[o]);
}

/* What a thread has seen of its column. */
typedef struct column_peaks {
    calc rate;
    unrest_value activity;
    int wrong;
} column_peaks;

/* Shares and limited fluxes around row j, where some cell of the rows j - 1 to j + 1 gives more than
 * it has. The whole block comes here or not. */
template <int KIND>
static __device__ __forceinline__ void limit_rows(const strip &s, const stag_view &v, int j,
                                                  int below, int here, int above)
{
    if (above) {
        const calc share = stag_share(*big(s, s.l.h, j + 1), outflow_of(s, v, j + 1));
        *small(s, s.l.share, j + 1) = has_code<KIND>(s, j + 1, 0, CELL_INACTIVE) ? C(1) : share;
    }
    __syncthreads();
    calc *qx = small(s, s.l.qx, j), *qy = big(s, s.l.qy, j + 1);
    const calc *share = small(s, s.l.share, j), *north = small(s, s.l.share, j + 1);
    const calc x = here ? stag_limited_flux(*qx, share[-1], share[0]) : *qx;
    const calc y =
        here || above ? stag_limited_flux(*qy, here ? *share : C(1), above ? *north : C(1)) : *qy;
    __syncthreads(); /* shares of fluxes as they were */
    *qx = x;
    *qy = y;
    __syncthreads();
    if (below || here || above)
        store_depth<KIND>(s, v, j);
    __syncthreads();
}

/* Rain and ground of a cell whose depth is stored. */
static __device__ CUDA_OUT_OF_LINE void add_sources(const stag_device &c, stag_pacing pacing,
                                                    int water, ptrdiff_t o, column_peaks *peaks)
{
    const int active = part_water_cell(&c.p, water, o);
    peaks->activity = unrest_both(peaks->activity, unrest_of(active ? C(1) : C(0), C(0)));
    peaks->rate = max_r(peaks->rate, stag_own_rate_at(&c.p, &pacing, 1 - c.p.clock->now, o));
}

/* Velocities of row j, and all results of its cells. */
template <int KIND>
static __device__ __forceinline__ void finish_row(const stag_device &c, const strip &s,
                                                  const stag_view &v, const column &k, int j,
                                                  int first, int water, column_peaks *peaks)
{
    const calc u = velocity_of<KIND>(s, v, 0, j, strength_at(k, 0, j));
    if (v.sielecki) {
        const int claimed = has_code<KIND>(s, j, 0, FACE_WEST_CLAIMED);
        *small(s, s.l.new_u, j) = claimed ? *seen(s, 0, j) : u;
        __syncthreads();
    }
    if (j < first)
        return;
    const calc w = velocity_of<KIND>(s, v, 1, j, strength_at(k, 1, j));
    const calc *depth = small(s, s.l.depth, j);
    const calc h = *depth;
    if (!k.wanted)
        return;
    const ptrdiff_t o = (ptrdiff_t)j * k.pitch + k.at;
    k.to_h[o] = (real)h;
    k.to_u[o] = (real)u;
    k.to_v[o] = (real)w;
    const calc deepest = max_r(h, max_r(depth[-1], *small(s, s.l.depth, j - 1)));
    const calc pace_u = has_code<KIND>(s, j, 0, FACE_WEST_CLAIMED) ? C(0) : u;
    const calc pace_v = has_code<KIND>(s, j, 0, FACE_SOUTH_CLAIMED) ? C(0) : w;
    peaks->activity =
        unrest_both(peaks->activity,
                    stag_activity(*big(s, s.l.h, j), h, *raw(s, 0, j), u, *raw(s, 1, j), w));
    if (!has_code<KIND>(s, j, 0, CELL_INACTIVE)) {
        peaks->rate = max_r(peaks->rate, stag_rate(deepest, pace_u, pace_v, &v.pacing));
        peaks->wrong |= !(h >= C(0));
        if (water != WATER_KEPT)
            add_sources(c, v.pacing, water, o, peaks);
    }
}

/* Fluxes, masks and pulls of the rows that have become possible with row j + LEAD. */
template <int KIND>
static __device__ __forceinline__ void flux_rows(const strip &s, const stag_view &v, int j)
{
    const calc qx = flux_of<KIND>(s, v, 0, j + 1);
    const calc qy = flux_of<KIND>(s, v, 1, j + 2);
    *small(s, s.l.qx, j + 1) = qx;
    *big(s, s.l.qy, j + 2) = qy;
    if (s.l.pull_x >= 0) {
        *big(s, s.l.pull_x, j + 1) = pull_of<KIND>(s, v, 0, j + 1);
        *big(s, s.l.pull_y, j + 1) = pull_of<KIND>(s, v, 1, j + 1);
    }
}

template <int KIND>
static __device__ __forceinline__ void mask_rows(const strip &s, const stag_view &v, int j)
{
    if (s.l.open_x < 0)
        return;
    *big(s, s.l.open_x, j + 2) = open_of<KIND>(s, v, 0, j + 2);
    *big(s, s.l.open_y, j + 2) = open_of<KIND>(s, v, 1, j + 2);
}

template <int KIND>
static __device__ __forceinline__ void march(const stag_device &c, const strip &s,
                                             const stag_view &v, item_box box, int *short_rows,
                                             column_peaks *peaks)
{
    enum { LEAD = 3 };
    const column k = column_of(c, v, box);
    const int water = part_water_kind(&c.p);
    const int first = box.y0 - LEAD - 2, tx = (int)threadIdx.x;
    const int counts = tx >= 2 && tx < STRIP_THREADS - 2;
    int below = 0, here = 0;
    for (int j = box.y0 - STAG_HALO; j < first + LEAD; ++j) /* rows before the loop */
        put_row<KIND>(s, j, read_row<KIND>(k, j));
    column_values next = read_row<KIND>(k, first + LEAD),
                  after = read_row<KIND>(k, first + LEAD + 1);
    __syncthreads();
    for (int j = box.y0 - STAG_HALO; j < first + LEAD; ++j)
        see_velocities<KIND>(s, v.g, j);
#pragma unroll 1
    for (int j = first; j < box.y1; ++j) {
        put_row<KIND>(s, j + LEAD, next);
        next = after;
        after = read_row<KIND>(k, j + LEAD + 2);
        if (tx == 0)
            short_rows[(j + 1) & (SMALL - 1)] = 0;
        __syncthreads();
        see_velocities<KIND>(s, v.g, j + LEAD);
        __syncthreads();
        flux_rows<KIND>(s, v, j);
        __syncthreads();
        store_depth<KIND>(s, v, j + 1);
        mask_rows<KIND>(s, v, j);
        if (counts && j + 1 >= box.y0 - 2 && outflow_of(s, v, j + 1) > *big(s, s.l.h, j + 1))
            short_rows[(j + 1) & (SMALL - 1)] = 1;
        __syncthreads();
        const int above = short_rows[(j + 1) & (SMALL - 1)];
        if (j >= box.y0 - 3 && (below || here || above))
            limit_rows<KIND>(s, v, j, below, here, above);
        if (j >= box.y0 - v.sielecki)
            finish_row<KIND>(c, s, v, k, j, box.y0, water, peaks);
        below = here;
        here = above;
    }
}

/* Lists of entries: plain ones, edged ones, and those that lane_march.cuh leaves. */
enum { LIST_PLAIN, LIST_EDGED, LIST_SHORT };

/* One step of the item or piece of an entry, by a block. */
template <int KIND>
static __device__ __forceinline__ void step_entry(const stag_device &c, const row_layout &l,
                                                  const stag_view &view, int entry)
{
    __shared__ int short_rows[SMALL], moves;
    __shared__ double rates[STRIP_THREADS / 32];
    const stag_view v = view;
    const strip s = strip_of(l);
    column_peaks peaks = {C(0), unrest_of(C(0), C(0)), 0};
    if (threadIdx.x == 0)
        moves = 0;
    __syncthreads();
    march<KIND>(c, s, v, entry_box(c, entry), short_rows, &peaks);
    const double rate = warp_largest((double)peaks.rate);
    if (threadIdx.x % 32 == 0)
        rates[threadIdx.x / 32] = rate;
    if (unrest_seen(peaks.activity))
        moves = 1;
    if (peaks.wrong)
        c.control->wrong = 1;
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    double most = 0;
    for (int n = 0; n < STRIP_THREADS / 32; ++n)
        most = larger(most, rates[n]);
    report_item(c, item_in(entry), most, moves);
}

/* A block takes every so many entries, as there are blocks. */
template <int KIND>
static __global__ void __launch_bounds__(STRIP_THREADS)
    step_kernel(const __grid_constant__ stag_device c, const __grid_constant__ row_layout l,
                const stag_view *__restrict__ view, int which)
{
    const stag_control *control = c.control;
    const int *list = which == LIST_PLAIN   ? c.plain_list
                      : which == LIST_EDGED ? c.edged_list
                                            : c.short_list;
    const int count = !control->running     ? 0
                      : which == LIST_PLAIN ? control->plain
                      : which == LIST_EDGED ? control->edged
                                            : control->short_items;
    for (int n = (int)blockIdx.x; n < count; n += (int)gridDim.x)
        step_entry<KIND>(c, l, *view, list[n]);
}

#endif
