/* Rows of a march in shared memory (lane_step.cuh). With central advection a row is needed in five steps of
 * the march. There it takes no registers while it is on its way from global memory and while it waits, and
 * it is not moved. A lane reads what it has written itself, so that there are no barriers. */
#ifndef SPATE_BACKEND_CUDA_STAGGERED_LANE_SHELF_CUH
#define SPATE_BACKEND_CUDA_STAGGERED_LANE_SHELF_CUH

#include "backend/cuda/staggered/lane_rows.cuh"

/* Places of fields, a vector for each lane: of the five rows around row j; of the last row and of the one on
 * its way; of the last row alone. */
enum {
    KEPT_U = 0 * 32,
    KEPT_V = 1 * 32,
    KEPT_STEP_X = 2 * 32,
    KEPT_STEP_Y = 3 * 32,
    KEPT_ROW = 4 * 32
};
enum { LAST_H = 0 * 32, LAST_BED = 1 * 32, LAST_DEPTH = 2 * 32, LAST_ROW = 3 * 32 };
enum { LAST_QX = 0 * 32, LAST_QY = 1 * 32, LAST_FLUXES = 2 * 32 };

template <int CELLS> struct lane_shelf {
    typedef typename lane_types<CELLS>::vector vector;
    enum {
        ROWS = 5 * KEPT_ROW, /* from here on the last rows, then fluxes */
        FLUXES = ROWS + 2 * LAST_ROW,
        BYTES = (FLUXES + LAST_FLUXES) * (int)sizeof(vector) /* of a warp */
    };
    vector *own;     /* the lane's first one */
    unsigned oldest; /* where row j - 2 begins; the others follow it, around the end */
    unsigned
        arrived; /* where h and bed of the last row begin, and depths of the row that is made */
};

/* Bytes of shared memory of a block. */
template <int ADVECTION, int CELLS> static size_t shelf_bytes(int threads)
{
    return ADVECTION == STAG_CENTRAL ? threads / 32 * (size_t)lane_shelf<CELLS>::BYTES : 0;
}

template <int CELLS> static __device__ __forceinline__ void clear_shelf(lane_shelf<CELLS> &s)
{
    typedef lane_shelf<CELLS> shelf;
    s.own = (typename shelf::vector *)(cuda_shared_memory() + threadIdx.x / 32 * shelf::BYTES) +
            threadIdx.x % 32;
    s.oldest = 0;
    s.arrived = shelf::ROWS;
}

/* A place of the rows, or the same behind their end. */
template <int CELLS> static __device__ __forceinline__ unsigned around_end(unsigned place)
{
    return min(place, place - (unsigned)lane_shelf<CELLS>::ROWS);
}

/* Fields of the n-th of the five rows, the oldest first. */
template <int CELLS>
static __device__ __forceinline__ typename lane_types<CELLS>::vector *kept(
    const lane_shelf<CELLS> &s, int n)
{
    return s.own + around_end<CELLS>(s.oldest + (unsigned)(n * KEPT_ROW));
}

/* Those of the last row, and of the other one: the one before, and then the one on its way. */
template <int CELLS>
static __device__ __forceinline__ typename lane_types<CELLS>::vector *last(
    const lane_shelf<CELLS> &s)
{
    return s.own + s.arrived;
}

template <int CELLS>
static __device__ __forceinline__ typename lane_types<CELLS>::vector *other(
    const lane_shelf<CELLS> &s)
{
    return s.own + (2 * lane_shelf<CELLS>::ROWS + LAST_ROW - s.arrived);
}

/* Asks for a row, which arrives in the places of the oldest ones; what these have must have been read. */
template <int CELLS>
static __device__ __forceinline__ void ask_row(const lane_shelf<CELLS> &s, const lane_fields &f,
                                               ptrdiff_t o)
{
    cuda_copy_to_shared(&other(s)[LAST_H], f.h + o);
    cuda_copy_to_shared(&other(s)[LAST_BED], f.bed + o);
    cuda_copy_to_shared(&kept(s, 0)[KEPT_U], f.u + o);
    cuda_copy_to_shared(&kept(s, 0)[KEPT_V], f.v + o);
}

/* The oldest row gives way to the one that was asked for. */
template <int CELLS> static __device__ __forceinline__ void turn_shelf(lane_shelf<CELLS> &s)
{
    s.oldest = around_end<CELLS>(s.oldest + (unsigned)KEPT_ROW);
    s.arrived = 2 * lane_shelf<CELLS>::ROWS + LAST_ROW - s.arrived;
}

template <int CELLS>
static __device__ __forceinline__ void take(const typename lane_types<CELLS>::vector &from,
                                            calc *to)
{
    lane_row<CELLS> r;
    unpack(from, r);
#pragma unroll
    for (int c = 0; c < CELLS; ++c)
        to[c] = of(r, c);
}

/* Gets the row that has arrived, of the one before it what fluxes and depths need, and the oldest u. */
template <int CELLS>
static __device__ __forceinline__ void take_arrived(const lane_shelf<CELLS> &s,
                                                    lane_line<CELLS> *lines)
{
    typedef lane_shelf<CELLS> shelf;
    lane_line<CELLS> &arrived = lines[4], &before = lines[3];
    unpack(last(s)[LAST_H], arrived.h);
    unpack(last(s)[LAST_BED], arrived.bed);
    unpack(kept(s, 4)[KEPT_U], arrived.u);
    unpack(kept(s, 4)[KEPT_V], arrived.v);
    unpack(other(s)[LAST_H], before.h);
    unpack(other(s)[LAST_BED], before.bed);
    unpack(s.own[shelf::FLUXES + LAST_QX], before.qx);
    unpack(s.own[shelf::FLUXES + LAST_QY], before.qy);
    unpack(kept(s, 0)[KEPT_U], lines[0].u);
}

/* Keeps what is known of the row that has arrived. WALLS: velocities of claimed faces are known now. */
template <int WALLS, int CELLS>
static __device__ __forceinline__ void keep_arrived(const lane_shelf<CELLS> &s,
                                                    const lane_line<CELLS> &l)
{
    typedef lane_shelf<CELLS> shelf;
    pack(l.step_x, &kept(s, 4)[KEPT_STEP_X]);
    pack(l.step_y, &kept(s, 4)[KEPT_STEP_Y]);
    pack(l.qx.at + LANE_REACH, &s.own[shelf::FLUXES + LAST_QX]);
    pack(l.qy.at + LANE_REACH, &s.own[shelf::FLUXES + LAST_QY]);
    if (WALLS) {
        pack(l.u.at + LANE_REACH, &kept(s, 4)[KEPT_U]);
        pack(l.v.at + LANE_REACH, &kept(s, 4)[KEPT_V]);
    }
}

/* Keeps depths after the step of the row above row j, and gets those of row j and of the one below. */
template <int CELLS>
static __device__ __forceinline__ void turn_depths(const lane_shelf<CELLS> &s,
                                                   const lane_row<CELLS> &made,
                                                   lane_row<CELLS> &depth, lane_row<CELLS> &low)
{
    unpack(other(s)[LAST_DEPTH], depth);
    unpack(last(s)[LAST_DEPTH], low);
    pack(made.at + LANE_REACH, &last(s)[LAST_DEPTH]);
}

/* Gets the rows whose velocities those of row j see. */
template <int CELLS>
static __device__ __forceinline__ void take_around(const lane_shelf<CELLS> &s,
                                                   lane_line<CELLS> *lines)
{
#pragma unroll
    for (int n = 1; n <= 3; ++n) {
        unpack(kept(s, n)[KEPT_U], lines[n].u);
        unpack(kept(s, n)[KEPT_V], lines[n].v);
    }
    take<CELLS>(kept(s, 2)[KEPT_STEP_X], lines[2].step_x);
    take<CELLS>(kept(s, 2)[KEPT_STEP_Y], lines[2].step_y);
}

/* WALLS: velocities of row j as they are stored, which only claimed faces need. */
template <int CELLS>
static __device__ __forceinline__ void take_stored(const lane_fields &f, ptrdiff_t o,
                                                   lane_line<CELLS> &l)
{
    typedef typename lane_types<CELLS>::vector vector;
    take<CELLS>(__ldg((const vector *)(f.u + o)), l.u_stored);
    take<CELLS>(__ldg((const vector *)(f.v + o)), l.v_stored);
}

#endif
