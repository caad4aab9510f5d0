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

/* Returns which faces are open; all but with central advection. */
template <int ADVECTION, int WALLS, int CELLS>
static __device__ __forceinline__ unsigned row_arrives(lane_line<CELLS> &l,
                                                       const lane_line<CELLS> &south,
                                                       const lane_loads<CELLS> &loads,
                                                       const stag_view &v)
{
    int sure = 1;
    unpack(loads.h, l.h);
    unpack(loads.bed, l.bed);
    unpack(loads.u, l.u);
    unpack(loads.v, l.v);
    l.codes = loads.codes;
    see_beside<1, 0>(l.h);
    see_beside<1, 0>(l.bed);
    if (threadIdx.x % 32 == 0) /* nothing is west of it: as much as possible may leave its cell */
        l.bed.at[LANE_REACH - 1] = l.bed.at[LANE_REACH];
#pragma unroll
    for (int c = 0; c < CELLS; ++c) {
        l.step_x[c] = of(l.bed, c) - of(l.bed, c - 1);
        l.step_y[c] = of(l.bed, c) - of(south.bed, c);
        sure &= face_arrives<WALLS>(l, v, 0, c, old_pair_x(l, c));
        sure &= face_arrives<WALLS>(l, v, 1, c, old_pair_y(l, south, c));
    }
    if (ADVECTION == STAG_CENTRAL && __any_sync(0xffffffffu, !sure))
        return open_faces<WALLS>(l, south, v);
    return lane_open<CELLS>::ALL;
}

/* Columns beside those of the lane, in the row whose turn it is and in the next one, which it has
 * seen as `high` before. */
template <int ADVECTION, int LAW, int CELLS>
static __device__ __forceinline__ void see_columns(lane_line<CELLS> &here, lane_line<CELLS> &high)
{
    enum {
        MASS = ADVECTION == STAG_MOMENTUM || ADVECTION == STAG_AUTOMATIC,
        LINEAR = ADVECTION == STAG_LINEAR,
        ALONE = LINEAR && LAW == LAW_NONE /* no face sees another one */
    };
    see_beside<MASS, 1>(here.qx);
    see_beside<MASS, 0>(high.qy);
    if (ALONE)
        return;
    see_beside<1, 0>(high.v);
    see_beside<!LINEAR, 1>(here.u);
    if (ADVECTION == STAG_CENTRAL)
        see_west<2>(here.v);
    see_beside<0, LINEAR ? 0 : ADVECTION == STAG_CENTRAL ? 2 : 1>(here.v);
}

/* ---- depths ---- */

template <int CELLS>
static __device__ __forceinline__ stag_sides sides_of_cell(const lane_line<CELLS> &l,
                                                           const lane_line<CELLS> &north, int c)
{
    const stag_sides q = {of(l.qx, c), of(l.qx, c + 1), of(l.qy, c), of(north.qy, c)};
    return q;
}

/* Depths of a row after the step. Returns whether a cell of a lane that counts gives more than it
 * has, to all lanes. In the outermost column of the first and the last lane that may be a mistake,
 * which costs time and no more. */
template <int WALLS, int CELLS>
static __device__ __forceinline__ int depths_after(const lane_line<CELLS> &l,
                                                   const lane_line<CELLS> &north,
                                                   const stag_view &v, int counted,
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
    see_beside<1, 0>(to);
    if (!__any_sync(0xffffffffu, may_be_short && counted))
        return 0;
    int is_short = 0;
#pragma unroll
    for (int c = 0; c < CELLS; ++c)
        is_short |= stag_outflow(sides_of_cell(l, north, c), dt_dx, dt_dy) > of(l.h, c) &&
                    !has_bits<WALLS>(l, c, CELL_INACTIVE);
    return __any_sync(0xffffffffu, is_short && counted);
}

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

/* The new velocities of a row; of claimed faces the flux. SMOOTH: all faces are open, and the cells
 * as stag_is_smooth says. */
template <int ADVECTION, int LAW, int WALLS, int SMOOTH, int CELLS>
static __device__ __forceinline__ void velocities_of(const lane_window<CELLS> &w,
                                                     const lane_fields &k, const stag_view &v,
                                                     int y, int j, calc *to)
{
    const stag_terms terms = {ADVECTION, lane_law(LAW, v), STAG_INVISCID, 0, SMOOTH};
    const stag_axis axis = lane_axis(v, y);
    const ptrdiff_t o = (ptrdiff_t)j * k.pitch + k.from;
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

/* Whether the row is smooth and all faces that its velocities see are open, in all lanes that count. */
template <int WALLS, int CELLS>
static __device__ __forceinline__ int row_is_smooth(const lane_window<CELLS> &w, const stag_view &v,
                                                    int counted)
{
    int smooth = all_are_open(*w.open);
#pragma unroll
    for (int c = 0; c < CELLS; ++c)
        smooth &= stag_is_smooth(stored<WALLS>(*w.here, 0, c), stored<WALLS>(*w.here, 1, c),
                                 of(*w.depth, c), v.pacing.g);
    return !__any_sync(0xffffffffu, !smooth && counted);
}

template <int ADVECTION, int LAW, int WALLS, int CELLS>
static __device__ __forceinline__ void velocities_after(const lane_window<CELLS> &w, int smooth,
                                                        const lane_fields &k, const stag_view &v,
                                                        int y, int j, calc *to)
{
    if (ADVECTION == STAG_CENTRAL && smooth)
        velocities_of<ADVECTION, LAW, WALLS, 1>(w, k, v, y, j, to);
    else
        velocities_of<ADVECTION, LAW, WALLS, 0>(w, k, v, y, j, to);
}

#endif
