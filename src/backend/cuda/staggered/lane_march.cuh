/* One step of an item with few terms: a warp marches up it with rows in registers, without shared
 * memory and barriers. Row by row it reads h, u, v and the bed once, and writes h, u, v: 7 words per
 * cell, and what lies around the item again, mostly from L2. Items with closed or claimed faces
 * (WALLS) read a byte more.
 *
 * No flux is limited here. If a cell gives more than it has, the item is left to the kernel with all
 * terms, which computes it anew (march.cuh). */
#ifndef SPATE_BACKEND_CUDA_STAGGERED_LANE_MARCH_CUH
#define SPATE_BACKEND_CUDA_STAGGERED_LANE_MARCH_CUH

#include "backend/cuda/staggered/items.cuh"
#include "backend/cuda/staggered/lane_rows.cuh"

/* ---- velocities ---- */

/* SMOOTH: every face that is asked for is open, which spares products. */
template <int SMOOTH, int CELLS>
static __device__ __forceinline__ calc open_at(const lane_open<CELLS> &open, int row, int y, int c)
{
    return SMOOTH || is_open(open, row, y, c) ? C(1) : C(0);
}

/* Rows around the one whose velocities are made; low2 and high2 with central advection alone. */
template <int CELLS> struct lane_window {
    const lane_line<CELLS> *low2, *low, *here, *high, *high2;
    const lane_row<CELLS> *depth_low, *depth;
    const lane_row<CELLS> *u_low, *u_here; /* as v sees them */
    const lane_open<CELLS> *open;
};

template <int ADVECTION, int SMOOTH, int CELLS>
static __device__ __forceinline__ stag_face face_x(const lane_window<CELLS> &w, const stag_view &v,
                                                   int c)
{
    stag_face f = {};
    f.cells = pair_of(of(*w.depth, c - 1), of(*w.depth, c), w.here->step_x[c]);
    f.u.back = of(w.here->u, c - 1);
    f.u.front = of(w.here->u, c + 1);
    f.u.low = of(w.low->u, c);
    f.u.high = of(w.high->u, c);
    f.u.across_low = C(0.5) * (of(w.here->v, c - 1) + of(w.here->v, c));
    f.u.across_high = C(0.5) * (of(w.high->v, c - 1) + of(w.high->v, c));
    if (ADVECTION == STAG_CENTRAL) {
        f.u.low2 = of(w.low2->u, c);
        f.u.high2 = of(w.high2->u, c);
        f.open.back = open_at<SMOOTH>(*w.open, 0, 0, c - 1);
        f.open.front = open_at<SMOOTH>(*w.open, 0, 0, c + 1);
        f.open.low = open_at<SMOOTH>(*w.open, -1, 0, c);
        f.open.high = open_at<SMOOTH>(*w.open, 1, 0, c);
        f.open.low2 = open_at<SMOOTH>(*w.open, -2, 0, c);
        f.open.high2 = open_at<SMOOTH>(*w.open, 2, 0, c);
    }
    if (stag_moves_mass(ADVECTION))
        f.mass = stag_turnover_of(of(w.here->qx, c - 1), of(w.here->qx, c), of(w.here->qx, c + 1),
                                  of(w.here->qy, c - 1) + of(w.here->qy, c),
                                  of(w.high->qy, c - 1) + of(w.high->qy, c),
                                  f.cells.h_back + f.cells.h_front, v.axis[0].pace,
                                  v.axis[0].pace_across);
    return f;
}

template <int ADVECTION, int SMOOTH, int CELLS>
static __device__ __forceinline__ stag_face face_y(const lane_window<CELLS> &w, const stag_view &v,
                                                   int c)
{
    stag_face f = {};
    f.cells = pair_of(of(*w.depth_low, c), of(*w.depth, c), w.here->step_y[c]);
    f.u.back = of(w.low->v, c);
    f.u.front = of(w.high->v, c);
    f.u.low = of(w.here->v, c - 1);
    f.u.high = of(w.here->v, c + 1);
    f.u.across_low = C(0.5) * (of(*w.u_low, c) + of(*w.u_here, c));
    f.u.across_high = C(0.5) * (of(*w.u_low, c + 1) + of(*w.u_here, c + 1));
    if (ADVECTION == STAG_CENTRAL) {
        f.u.low2 = of(w.here->v, c - 2);
        f.u.high2 = of(w.here->v, c + 2);
        f.open.back = open_at<SMOOTH>(*w.open, -1, 1, c);
        f.open.front = open_at<SMOOTH>(*w.open, 1, 1, c);
        f.open.low = open_at<SMOOTH>(*w.open, 0, 1, c - 1);
        f.open.high = open_at<SMOOTH>(*w.open, 0, 1, c + 1);
        f.open.low2 = open_at<SMOOTH>(*w.open, 0, 1, c - 2);
        f.open.high2 = open_at<SMOOTH>(*w.open, 0, 1, c + 2);
    }
    if (stag_moves_mass(ADVECTION))
        f.mass = stag_turnover_of(of(w.low->qy, c), of(w.here->qy, c), of(w.high->qy, c),
                                  of(w.low->qx, c) + of(w.here->qx, c),
                                  of(w.low->qx, c + 1) + of(w.here->qx, c + 1),
                                  f.cells.h_back + f.cells.h_front, v.axis[1].pace,
                                  v.axis[1].pace_across);
    return f;
}

/* Friction strength of the face of an axis at offset o. */
template <int LAW>
static __device__ __forceinline__ calc lane_strength(const lane_fields &k, int y, ptrdiff_t o)
{
    if (LAW != LAW_ANY || !k.friction)
        return k.strength;
    return C(0.5) * ((calc)__ldg(k.friction + o - (y ? k.pitch : 1)) + (calc)__ldg(k.friction + o));
}

/* Constants of an axis. What both have is one value, which takes one register. */
static __device__ __forceinline__ stag_axis lane_axis(const stag_view &v, int y)
{
    stag_axis k = v.axis[y];
    k.dt = v.axis[0].dt;
    k.h_dry = v.axis[0].h_dry;
    k.h_flood = v.axis[0].h_flood;
    if (y) {
        k.pace = v.axis[0].pace_across;
        k.pace_across = v.axis[0].pace;
    }
    return k;
}

/* The new velocities of a row, where the lane is at offset o; of claimed faces the flux. SMOOTH: all
 * faces are open, and the cells as stag_is_smooth says. */
template <int ADVECTION, int LAW, int WALLS, int SMOOTH, int CELLS>
static __device__ __forceinline__ void velocities_of(const lane_window<CELLS> &w,
                                                     const lane_fields &k, const stag_view &v,
                                                     int y, ptrdiff_t o, calc *to)
{
    const stag_terms terms = {ADVECTION, lane_law(LAW, v), STAG_INVISCID, 0, SMOOTH};
    const stag_axis axis = lane_axis(v, y);
#pragma unroll
    for (int c = 0; c < CELLS; ++c) {
        stag_face f = y ? face_y<ADVECTION, SMOOTH>(w, v, c) : face_x<ADVECTION, SMOOTH>(w, v, c);
        f.u.here = stored<WALLS>(*w.here, y, c);
        f.across = C(0.5) * (f.u.across_low + f.u.across_high);
        f.strength = lane_strength<LAW>(k, y, o + c);
        const calc u = stag_new_velocity(&f, &terms, &axis);
        const calc closed = has_bits<WALLS>(*w.here, c, stag_claimed_bit(y)) ? f.u.here : C(0);
        to[c] = has_bits<WALLS>(*w.here, c, stag_closed_bit(y)) ? closed : u;
    }
}

/* Whether the row is smooth and all faces that its velocities see are open, in all lanes that are seen. */
template <int WALLS, int CELLS>
static __device__ __forceinline__ int row_is_smooth(const lane_window<CELLS> &w, const stag_view &v,
                                                    int seen)
{
    int smooth = all_are_open(*w.open);
#pragma unroll
    for (int c = 0; c < CELLS; ++c)
        smooth &= stag_is_smooth(stored<WALLS>(*w.here, 0, c), stored<WALLS>(*w.here, 1, c),
                                 of(*w.depth, c), v.pacing.g);
    return !__any_sync(0xffffffffu, !smooth && seen);
}

#endif
