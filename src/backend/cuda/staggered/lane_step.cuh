/* The kernel of lane_march.cuh: a warp for each item. */
#ifndef SPATE_BACKEND_CUDA_STAGGERED_LANE_STEP_CUH
#define SPATE_BACKEND_CUDA_STAGGERED_LANE_STEP_CUH

#include "backend/cuda/staggered/lane_march.cuh"

enum { LANE_BLOCK = 128, LANE_ITEMS = LANE_BLOCK / 32 };

/* What a lane has seen of its columns. */
typedef struct lane_peaks {
    calc rate;
    int moved; /* some lane's cell was not at rest */
    int wrong;
} lane_peaks;

/* Whether a rate may be larger than the largest so far, without a root: sqrt(g h) diagonal is at
 * most the room that the flow leaves below it. The factors exceed 1 by more than the roundings of
 * stag_rate and of these lines add up to, so that no larger rate is missed. */
static __device__ __forceinline__ int may_exceed(calc rate, calc deepest, calc u, calc v,
                                                 const stag_pacing &p)
{
    const calc more = C(1) + C(16) * SPATE_CALC_EPSILON;
    const calc flow = abs_r(u) * p.inverse_dx + abs_r(v) * p.inverse_dy;
    const calc room = rate - (flow + p.mixing) * more;
    return !(room > C(0) &&
             ((p.g * p.diagonal) * (p.diagonal * (more * more))) * deepest <= room * room);
}

/* The new state of a row, of which a lane owns the first columns. */
template <int CELLS> struct lane_results {
    const lane_line<CELLS> *line; /* before the step */
    const lane_row<CELLS> *low, *depth;
    const calc *u, *v;
    int owned;
};

/* WHOLE: all columns of the lane are owned. */
template <int WALLS, int WHOLE, int CELLS>
static __device__ __forceinline__ int counts(const lane_results<CELLS> &r, int c)
{
    return (WHOLE || c < r.owned) && !has_bits<WALLS>(*r.line, c, CELL_INACTIVE);
}

template <int WALLS, int WHOLE, int CELLS>
static __device__ __forceinline__ calc largest_rate(const lane_results<CELLS> &r,
                                                    const stag_pacing &pacing, calc rate)
{
    calc deepest[CELLS], x[CELLS], y[CELLS];
    int larger_ones = 0;
#pragma unroll
    for (int c = 0; c < CELLS; ++c) {
        deepest[c] = max_r(of(*r.depth, c), max_r(of(*r.depth, c - 1), of(*r.low, c)));
        x[c] = has_bits<WALLS>(*r.line, c, FACE_WEST_CLAIMED) ? C(0) : r.u[c];
        y[c] = has_bits<WALLS>(*r.line, c, FACE_SOUTH_CLAIMED) ? C(0) : r.v[c];
        larger_ones |=
            counts<WALLS, WHOLE>(r, c) && may_exceed(rate, deepest[c], x[c], y[c], pacing);
    }
    if (!larger_ones)
        return rate;
#pragma unroll
    for (int c = 0; c < CELLS; ++c)
        if (counts<WALLS, WHOLE>(r, c))
            rate = max_r(rate, stag_rate(deepest[c], x[c], y[c], &pacing));
    return rate;
}

/* Whether a depth is NaN. None is negative, so that one shows in the sum. */
template <int WHOLE, int CELLS>
static __device__ __forceinline__ int has_nan(const lane_results<CELLS> &r)
{
    calc sum = C(0);
#pragma unroll
    for (int c = 0; c < CELLS; ++c)
        sum = sum + (WHOLE || c < r.owned ? of(*r.depth, c) : C(0));
    return !(sum >= C(0));
}

/* Whether a cell was not at rest or is not any more. */
template <int WALLS, int CELLS>
static __device__ __forceinline__ int moves(const lane_results<CELLS> &r)
{
    const lane_line<CELLS> &l = *r.line;
    unrest_value all = unrest_of(C(0), C(0));
#pragma unroll
    for (int c = 0; c < CELLS; ++c)
        if (c < r.owned)
            all =
                unrest_both(all, stag_activity(of(l.h, c), of(*r.depth, c), stored<WALLS>(l, 0, c),
                                               r.u[c], stored<WALLS>(l, 1, c), r.v[c]));
    return unrest_seen(all);
}

template <int WALLS, int WHOLE, int CELLS>
static __device__ __forceinline__ void finish_lane(const lane_fields &k, const stag_pacing &pacing,
                                                   const lane_results<CELLS> &r, int j,
                                                   lane_peaks *peaks)
{
    const ptrdiff_t o = (ptrdiff_t)j * k.pitch + k.x;
    const int owned = WHOLE ? CELLS : r.owned;
    store_row<CELLS>(k.to_h + o, r.depth->at + LANE_REACH, owned);
    store_row<CELLS>(k.to_u + o, r.u, owned);
    store_row<CELLS>(k.to_v + o, r.v, owned);
    peaks->wrong |= has_nan<WHOLE>(r);
    peaks->rate = largest_rate<WALLS, WHOLE>(r, pacing, peaks->rate);
}

/* Stores a row and notes what it has become. All lanes come here. */
template <int WALLS, int CELLS>
static __device__ __forceinline__ void finish_lanes(const lane_fields &k, const stag_pacing &pacing,
                                                    const lane_results<CELLS> &r, int j,
                                                    lane_peaks *peaks)
{
    if (r.owned == CELLS)
        finish_lane<WALLS, 1>(k, pacing, r, j, peaks);
    else if (r.owned > 0)
        finish_lane<WALLS, 0>(k, pacing, r, j, peaks);
    if (!peaks->moved)
        peaks->moved = __any_sync(0xffffffffu, moves<WALLS>(r));
}

/* u as the v of the same row sees it. */
template <int ORDER, int CELLS>
static __device__ __forceinline__ lane_row<CELLS> seen_by_v(const lane_row<CELLS> &u,
                                                            const lane_row<CELLS> &new_u,
                                                            int sielecki)
{
    if (ORDER == ORDER_HANSEN)
        return u;
    if (ORDER == ORDER_SIELECKI)
        return new_u;
    lane_row<CELLS> r = u;
#pragma unroll
    for (int c = 0; c <= CELLS; ++c)
        r.at[LANE_REACH + c] = sielecki ? of(new_u, c) : of(u, c);
    return r;
}

/* Marches up an item. Returns 0 if a cell gives more than it has: then nothing of it counts.
 *
 * With the row j + LAG the depths of row j become known, and then its velocities. Depths are
 * followed from two rows before the item, of which v sees one, to the row after it. */
template <int ADVECTION, int LAW, int WALLS, int ORDER, int CELLS>
static __device__ __forceinline__ int lane_march(const stag_device &c, const stag_view &v,
                                                 item_box box, lane_peaks *peaks)
{
    enum { LAG = ADVECTION == STAG_CENTRAL ? 2 : 1, LINES = 2 * LAG + 1 };
    const int sielecki = ORDER == ORDER_SIELECKI || (ORDER == ORDER_EITHER && v.sielecki);
    const lane_fields k = lane_fields_of<CELLS>(c, v, box);
    /* whether outflow of the lane counts: the item's columns, and two beside them */
    const int counted = k.x + CELLS > box.x0 - 2 && k.x < box.x1 + 2;
    const int base = box.y0 - 3 - sielecki;
    lane_line<CELLS> lines[LINES] = {}; /* lines[LAG] is row j */
    lane_row<CELLS> depth = {}, new_u = {};
    lane_loads<CELLS> loads = load_row<WALLS, CELLS>(k, base);
#pragma unroll 1
    for (int j = base - LAG; j <= box.y1; ++j) {
        const lane_loads<CELLS> now = loads;
        if (j < box.y1)
            loads = load_row<WALLS, CELLS>(k, j + LAG + 1);
#pragma unroll
        for (int n = 0; n + 1 < LINES; ++n)
            lines[n] = lines[n + 1];
        row_arrives<ADVECTION, LAW, WALLS>(lines[2 * LAG], lines[2 * LAG - 1], now, v);
        if (j <= base)
            continue;
        const lane_row<CELLS> low = depth;
        if (__any_sync(0xffffffffu,
                       depths_after<WALLS>(lines[LAG], lines[LAG + 1], v, counted, depth)))
            return 0;
        if (j < box.y0 - sielecki || j == box.y1)
            continue;
        calc x[CELLS], y[CELLS];
        lane_window<CELLS> w = {&lines[0],       &lines[LAG - 1],   &lines[LAG],
                                &lines[LAG + 1], &lines[LINES - 1], &low,
                                &depth,          &lines[LAG - 1].u, &lines[LAG].u};
        const int open = ADVECTION == STAG_CENTRAL && all_are_open(w);
        velocities_after<ADVECTION, LAW, WALLS>(w, open, k, v, 0, j, x);
        const lane_row<CELLS> u_low = seen_by_v<ORDER>(lines[LAG - 1].u, new_u, sielecki);
        if (ORDER != ORDER_HANSEN) {
#pragma unroll
            for (int n = 0; n < CELLS; ++n)
                new_u.at[LANE_REACH + n] =
                    has_bits<WALLS>(lines[LAG], n, FACE_WEST_CLAIMED) ? of(lines[LAG].u, n) : x[n];
            see_beside<0, 1>(new_u);
        }
        const lane_row<CELLS> u_here = seen_by_v<ORDER>(lines[LAG].u, new_u, sielecki);
        if (j < box.y0)
            continue;
        w.u_low = &u_low;
        w.u_here = &u_here;
        velocities_after<ADVECTION, LAW, WALLS>(w, open, k, v, 1, j, y);
        const lane_results<CELLS> r = {&lines[LAG], &low, &depth, x, y, k.owned};
        finish_lanes<WALLS>(k, v.pacing, r, j, peaks);
    }
    return 1;
}

/* Blocks of a multiprocessor, by the registers that kernels need. */
template <int ADVECTION, int LAW> struct lane_blocks {
    enum {
        COUNT = ADVECTION == STAG_LINEAR && LAW == FRICTION_NONE ? 4
                : SPATE_REAL_BITS == 32                          ? 3
                                                                 : 2
    };
};

template <int ADVECTION, int LAW, int WALLS, int ORDER, int CELLS>
static __global__ void __launch_bounds__(LANE_BLOCK, (lane_blocks<ADVECTION, LAW>::COUNT))
    lane_kernel(const __grid_constant__ stag_device c, const stag_view *__restrict__ view)
{
    const int place = (int)blockIdx.x * LANE_ITEMS + (int)threadIdx.x / 32;
    const int leads = threadIdx.x % 32 == 0;
    stag_control *control = c.control;
    if (!control->running || place >= (WALLS ? control->edged : control->plain))
        return;
    const int item = (WALLS ? c.edged_list : c.plain_list)[place];
    const stag_view v = *view;
    lane_peaks peaks = {C(0), 0, 0};
    if (!lane_march<ADVECTION, LAW, WALLS, ORDER, CELLS>(c, v, item_of(c, item), &peaks)) {
        if (leads)
            c.short_list[atomicAdd(&control->short_items, 1)] = item;
        return;
    }
    const double rate = warp_largest((double)peaks.rate);
    if (peaks.wrong)
        control->wrong = 1;
    if (leads)
        report_item(c, item, rate, peaks.moved);
}

#endif
