/* Rows in the lanes of a warp: what arrives, the fluxes through its faces, and depths after the step
 * (lane_march.cuh). */
#ifndef SPATE_BACKEND_CUDA_STAGGERED_LANE_ROWS_CUH
#define SPATE_BACKEND_CUDA_STAGGERED_LANE_ROWS_CUH

#include "backend/cuda/staggered/lanes.cuh"

/* Order of velocities: a constant of the kernel, or of the run. */
enum { ORDER_HANSEN, ORDER_SIELECKI, ORDER_EITHER };

/* Friction law of a kernel: LAW_MANNING has one strength everywhere. */
enum { LAW_NONE, LAW_MANNING, LAW_ANY };

static __device__ __forceinline__ int lane_law(int law, const stag_view &v)
{
    return law == LAW_NONE ? FRICTION_NONE : law == LAW_MANNING ? FRICTION_MANNING : v.terms.law;
}

/* A row before the step, with its fluxes. */
template <int CELLS> struct lane_line {
    lane_row<CELLS> h, bed, qx, qy;
    lane_row<CELLS> u, v;                  /* claimed faces included */
    calc u_stored[CELLS], v_stored[CELLS]; /* WALLS: of claimed faces the flux */
    calc step_x[CELLS], step_y[CELLS];     /* of the bed, across the faces */
    unsigned codes;                        /* WALLS */
};

template <int WALLS, int CELLS>
static __device__ __forceinline__ int has_bits(const lane_line<CELLS> &l, int c, unsigned bits)
{
    return WALLS && (l.codes >> (8 * c) & bits) != 0;
}

template <int WALLS, int CELLS>
static __device__ __forceinline__ calc stored(const lane_line<CELLS> &l, int y, int c)
{
    if (WALLS)
        return y ? l.v_stored[c] : l.u_stored[c];
    return y ? of(l.v, c) : of(l.u, c);
}

/* The two cells of a face; of the bed only the difference counts. */
static __device__ __forceinline__ stag_pair pair_of(calc h_back, calc h_front, calc step)
{
    const stag_pair c = {h_back, h_front, C(0), step};
    return c;
}

/* ---- a row arrives ---- */

/* Flux of a face; its velocity, where it is claimed, is known after this. Returns whether the face is
 * open for sure: that of one that stands still takes more operations. */
template <int WALLS, int CELLS>
static __device__ __forceinline__ int face_arrives(lane_line<CELLS> &l, const stag_view &v, int y,
                                                   int c, const stag_pair &pair)
{
    lane_row<CELLS> &u = y ? l.v : l.u;
    calc &at = u.at[LANE_REACH + c];
    const calc given = at;
    const int claimed = has_bits<WALLS>(l, c, stag_claimed_bit(y));
    (y ? l.qy : l.qx).at[LANE_REACH + c] = claimed ? given : stag_face_flux(given, &pair);
    if (WALLS) {
        (y ? l.v_stored : l.u_stored)[c] = given;
        if (claimed)
            at = stag_boundary_velocity(given, pair.h_back, pair.h_front, v.g);
    }
    return stag_upstream(given, &pair) > v.axis[0].h_dry &&
           !has_bits<WALLS>(l, c, stag_claimed_bit(y) | stag_closed_bit(y));
}

template <int CELLS>
static __device__ __forceinline__ stag_pair old_pair_x(const lane_line<CELLS> &l, int c)
{
    return pair_of(of(l.h, c - 1), of(l.h, c), l.step_x[c]);
}

template <int CELLS>
static __device__ __forceinline__ stag_pair old_pair_y(const lane_line<CELLS> &l,
                                                       const lane_line<CELLS> &south, int c)
{
    return pair_of(of(south.h, c), of(l.h, c), l.step_y[c]);
}

/* Which faces of a row are open (lane_open). */
template <int WALLS, int CELLS>
static __device__ __forceinline__ unsigned open_faces(const lane_line<CELLS> &l,
                                                      const lane_line<CELLS> &south,
                                                      const stag_view &v)
{
    unsigned bits = 0;
#pragma unroll
    for (int n = 0; n < 2 * CELLS; ++n) {
        const int y = n >= CELLS, c = n % CELLS;
        const stag_pair pair = y ? old_pair_y(l, south, c) : old_pair_x(l, c);
        const calc open = stag_face_open(stag_face_depth(stored<WALLS>(l, y, c), &pair),
                                         v.axis[0].h_dry, has_bits<WALLS>(l, c, stag_closed_bit(y)),
                                         has_bits<WALLS>(l, c, stag_claimed_bit(y)));
        bits |= (open > C(0) ? 1u : 0u) << n;
    }
    return bits;
}

/* Without central advection: columns beside those of the lane. */
template <int ADVECTION, int LAW, int CELLS>
static __device__ __forceinline__ void see_columns_at_once(lane_line<CELLS> &l)
{
    enum {
        MASS = ADVECTION == STAG_MOMENTUM || ADVECTION == STAG_AUTOMATIC,
        LINEAR = ADVECTION == STAG_LINEAR,
        ALONE = LINEAR && LAW == LAW_NONE /* no face sees another one */
    };
    if (ADVECTION == STAG_CENTRAL)
        return;
    see_beside<MASS, 1>(l.qx);
    see_beside<MASS, 0>(l.qy);
    if (ALONE)
        return;
    see_beside<!LINEAR, 1>(l.u);
    see_beside<1, LINEAR ? 0 : 1>(l.v);
}

/* A row of which the lane has its own columns, and of h and bed the one west of them. Returns which faces
 * are open; all but with central advection. */
template <int ADVECTION, int LAW, int WALLS, int CELLS>
static __device__ __forceinline__ unsigned row_arrives(lane_line<CELLS> &l,
                                                       const lane_line<CELLS> &south,
                                                       const stag_view &v)
{
    int sure = 1;
    if (threadIdx.x % 32 == 0) /* nothing is west of it: as much as possible may leave its cell */
        l.bed.at[LANE_REACH - 1] = l.bed.at[LANE_REACH];
#pragma unroll
    for (int c = 0; c < CELLS; ++c) {
        l.step_x[c] = of(l.bed, c) - of(l.bed, c - 1);
        l.step_y[c] = of(l.bed, c) - of(south.bed, c);
        sure &= face_arrives<WALLS>(l, v, 0, c, old_pair_x(l, c));
        sure &= face_arrives<WALLS>(l, v, 1, c, old_pair_y(l, south, c));
    }
    see_columns_at_once<ADVECTION, LAW>(l);
    if (ADVECTION == STAG_CENTRAL && __any_sync(0xffffffffu, !sure))
        return open_faces<WALLS>(l, south, v);
    return lane_open<CELLS>::ALL;
}

/* With central advection, columns beside those of the lane are seen when they are needed, which spares
 * registers: velocities around row j, whose lines are `low`, `here` and `high`, and fluxes of `high`,
 * whose depths are made next. */
template <int CELLS>
static __device__ __forceinline__ void see_columns(lane_line<CELLS> &low, lane_line<CELLS> &here,
                                                   lane_line<CELLS> &high)
{
    see_beside<0, 1>(high.qx);
    see_beside<0, 1>(low.u);
    see_beside<1, 0>(high.v);
    see_beside<1, 1>(here.u);
    see_beside<2, 2>(here.v);
}

/* ---- depths ---- */

template <int CELLS>
static __device__ __forceinline__ stag_sides sides_of_cell(const lane_line<CELLS> &l,
                                                           const lane_line<CELLS> &north, int c)
{
    const stag_sides q = {of(l.qx, c), of(l.qx, c + 1), of(l.qy, c), of(north.qy, c)};
    return q;
}

/* Whether a cell in a column that counts (bits) gives more than it has, to all lanes. */
template <int WALLS, int CELLS>
static __device__ __forceinline__ int row_is_short(const lane_line<CELLS> &l,
                                                   const lane_line<CELLS> &north,
                                                   const stag_view &v, unsigned counted)
{
    int is_short = 0;
#pragma unroll
    for (int c = 0; c < CELLS; ++c)
        is_short |=
            stag_outflow(sides_of_cell(l, north, c), v.axis[0].pace, v.axis[1].pace) > of(l.h, c) &&
            !has_bits<WALLS>(l, c, CELL_INACTIVE) && (counted >> c & 1u);
    return __any_sync(0xffffffffu, is_short);
}

/* Depths of a row after the step. Returns whether a cell that counts gives more than it has, to all
 * lanes. */
template <int WALLS, int CELLS>
static __device__ __forceinline__ int depths_after(const lane_line<CELLS> &l,
                                                   const lane_line<CELLS> &north,
                                                   const stag_view &v, unsigned counted,
                                                   lane_row<CELLS> &to)
{
    const calc dt_dx = v.axis[0].pace, dt_dy = v.axis[1].pace;
    int may_be_short = 0;
#pragma unroll
    for (int c = 0; c < CELLS; ++c) {
        const stag_sides q = sides_of_cell(l, north, c);
        const calc h = stag_new_depth(of(l.h, c), q, dt_dx, dt_dy);
        const int inactive = has_bits<WALLS>(l, c, CELL_INACTIVE);
        to.at[LANE_REACH + c] = inactive ? C(0) : h;
        may_be_short |= !(stag_throughflow(q, dt_dx, dt_dy) <= of(l.h, c)) && !inactive;
    }
    if (!__any_sync(0xffffffffu, may_be_short && counted))
        return 0;
    return row_is_short<WALLS>(l, north, v, counted);
}

#endif
