/* What the lanes of a warp leave of a row: its new state, the largest rate, what is wrong or has moved
 * (lane_step.cuh). */
#ifndef SPATE_BACKEND_CUDA_STAGGERED_LANE_RESULTS_CUH
#define SPATE_BACKEND_CUDA_STAGGERED_LANE_RESULTS_CUH

#include "backend/cuda/staggered/lane_march.cuh"

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
    int stirred; /* some depth of the item is not what it was */
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

/* Whether the depth of a cell that the lane owns has changed. */
template <int CELLS>
static __device__ __forceinline__ int depth_changes(const lane_row<CELLS> &old,
                                                    const lane_row<CELLS> &depth, int owned)
{
    unrest_value all = unrest_of(C(0), C(0));
#pragma unroll
    for (int c = 0; c < CELLS; ++c)
        if (c < owned)
            all = unrest_both(all, stag_activity(of(old, c), of(depth, c), C(0), C(0), C(0), C(0)));
    return unrest_seen(all);
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
            all = unrest_both(all, stag_activity(C(0), C(0), stored<WALLS>(l, 0, c), r.u[c],
                                                 stored<WALLS>(l, 1, c), r.v[c]));
    return r.stirred || unrest_seen(all);
}

template <int WALLS, int WHOLE, int CELLS>
static __device__ __forceinline__ void finish_lane(const lane_fields &k, const stag_pacing &pacing,
                                                   const lane_results<CELLS> &r, ptrdiff_t o,
                                                   lane_peaks *peaks)
{
    const int owned = WHOLE ? CELLS : r.owned;
    store_row<CELLS>(k.to_h + o, r.depth->at + LANE_REACH, owned);
    store_row<CELLS>(k.to_u + o, r.u, owned);
    store_row<CELLS>(k.to_v + o, r.v, owned);
    peaks->wrong |= has_nan<WHOLE>(r);
    peaks->rate = largest_rate<WALLS, WHOLE>(r, pacing, peaks->rate);
}

/* Stores a row and notes what it has become. All lanes come here. */
template <int ADVECTION, int WALLS, int CELLS>
static __device__ __forceinline__ void finish_lanes(const lane_fields &k, const stag_pacing &pacing,
                                                    const lane_results<CELLS> &r, ptrdiff_t o,
                                                    lane_peaks *peaks)
{
    if (r.owned == CELLS)
        finish_lane<WALLS, 1>(k, pacing, r, o, peaks);
    else if (r.owned > 0)
        finish_lane<WALLS, 0>(k, pacing, r, o, peaks);
    if (!peaks->moved && __any_sync(0xffffffffu, moves<WALLS>(r))) {
        peaks->moved = 1;
        /* an item at rest may sleep in the next step, and needs its own rate; others only what
         * exceeds that of the items before. By gravity alone memory is the limit, not roots */
        if (ADVECTION != STAG_LINEAR)
            peaks->rate = max_r(peaks->rate, (calc)bits_rate(*k.reached));
    }
}

#endif
