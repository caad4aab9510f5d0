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

/* A row before the step, with its fluxes. */
template <int CELLS> struct lane_line {
    lane_row<CELLS> h, bed, qx, qy;
    lane_row<CELLS> u, v;                  /* claimed faces included */
    calc u_stored[CELLS], v_stored[CELLS]; /* WALLS: of claimed faces the flux */
    calc step_x[CELLS], step_y[CELLS];     /* of the bed, across the faces */
    unsigned open_x, open_y;               /* central: bits of columns */
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

/* Flux of a face; its velocity, where it is claimed, is known after this. */
template <int ADVECTION, int WALLS, int CELLS>
static __device__ __forceinline__ void face_arrives(lane_line<CELLS> &l, const stag_view &v, int y,
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
    if (ADVECTION == STAG_CENTRAL) {
        const calc open = stag_face_open(stag_face_depth(given, &pair), v.axis[y].h_dry,
                                         has_bits<WALLS>(l, c, stag_closed_bit(y)), claimed);
        (y ? l.open_y : l.open_x) |= (open > C(0) ? 1u : 0u) << (LANE_REACH + c);
    }
}

template <int ADVECTION, int LAW, int WALLS, int CELLS>
static __device__ __forceinline__ void row_arrives(lane_line<CELLS> &l,
                                                   const lane_line<CELLS> &south,
                                                   const lane_loads<CELLS> &loads,
                                                   const stag_view &v)
{
    enum {
        MASS = ADVECTION == STAG_MOMENTUM || ADVECTION == STAG_AUTOMATIC,
        LINEAR = ADVECTION == STAG_LINEAR,
        ALONE = LINEAR && LAW == FRICTION_NONE /* no face sees another one */
    };
    unpack(loads.h, l.h);
    unpack(loads.bed, l.bed);
    unpack(loads.u, l.u);
    unpack(loads.v, l.v);
    l.codes = loads.codes;
    l.open_x = l.open_y = 0;
    see_beside<1, 0>(l.h);
    see_beside<1, 0>(l.bed);
#pragma unroll
    for (int c = 0; c < CELLS; ++c) {
        l.step_x[c] = of(l.bed, c) - of(l.bed, c - 1);
        l.step_y[c] = of(l.bed, c) - of(south.bed, c);
        face_arrives<ADVECTION, WALLS>(l, v, 0, c,
                                       pair_of(of(l.h, c - 1), of(l.h, c), l.step_x[c]));
        face_arrives<ADVECTION, WALLS>(l, v, 1, c,
                                       pair_of(of(south.h, c), of(l.h, c), l.step_y[c]));
    }
    see_beside<MASS, 1>(l.qx);
    see_beside<MASS, 0>(l.qy);
    if (!ALONE) {
        see_beside<!LINEAR, 1>(l.u);
        see_beside<ADVECTION == STAG_CENTRAL ? 2 : 1, LINEAR                      ? 0
                                                      : ADVECTION == STAG_CENTRAL ? 2
                                                                                  : 1>(l.v);
    }
    if (ADVECTION == STAG_CENTRAL) {
        l.open_x = see_bits_beside<CELLS>(l.open_x);
        l.open_y = see_bits_beside<CELLS>(l.open_y);
    }
}

/* ---- depths ---- */

/* Depths of a row after the step. Returns whether a cell of a lane that counts gives more than it
 * has. In the outermost column of the first and the last lane that may be a mistake, which costs
 * time and no more. */
template <int WALLS, int CELLS>
static __device__ __forceinline__ int depths_after(const lane_line<CELLS> &l,
                                                   const lane_line<CELLS> &north,
                                                   const stag_view &v, int counted,
                                                   lane_row<CELLS> &to)
{
    const calc dt_dx = v.axis[0].pace, dt_dy = v.axis[1].pace;
    int is_short = 0;
#pragma unroll
    for (int c = 0; c < CELLS; ++c) {
        const stag_sides q = {of(l.qx, c), of(l.qx, c + 1), of(l.qy, c), of(north.qy, c)};
        const calc h = stag_new_depth(of(l.h, c), q, dt_dx, dt_dy);
        const int inactive = has_bits<WALLS>(l, c, CELL_INACTIVE);
        to.at[LANE_REACH + c] = inactive ? C(0) : h;
        is_short |= stag_outflow(q, dt_dx, dt_dy) > of(l.h, c) && !inactive;
    }
    see_beside<1, 0>(to);
    return is_short && counted;
}

/* ---- velocities ---- */

/* ALL_OPEN: every face that is asked for is, which spares products. */
template <int ALL_OPEN> static __device__ __forceinline__ calc open_at(unsigned bits, int column)
{
    return ALL_OPEN || (bits >> (LANE_REACH + column) & 1u) ? C(1) : C(0);
}

/* Rows around the one whose velocities are made; low2 and high2 with central advection alone. */
template <int CELLS> struct lane_window {
    const lane_line<CELLS> *low2, *low, *here, *high, *high2;
    const lane_row<CELLS> *depth_low, *depth;
    const lane_row<CELLS> *u_low, *u_here; /* as v sees them */
};

template <int ADVECTION, int ALL_OPEN, int CELLS>
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
        f.open.back = open_at<ALL_OPEN>(w.here->open_x, c - 1);
        f.open.front = open_at<ALL_OPEN>(w.here->open_x, c + 1);
        f.open.low = open_at<ALL_OPEN>(w.low->open_x, c);
        f.open.high = open_at<ALL_OPEN>(w.high->open_x, c);
        f.open.low2 = open_at<ALL_OPEN>(w.low2->open_x, c);
        f.open.high2 = open_at<ALL_OPEN>(w.high2->open_x, c);
    }
    if (stag_moves_mass(ADVECTION))
        f.mass = stag_turnover_of(of(w.here->qx, c - 1), of(w.here->qx, c), of(w.here->qx, c + 1),
                                  of(w.here->qy, c - 1) + of(w.here->qy, c),
                                  of(w.high->qy, c - 1) + of(w.high->qy, c),
                                  f.cells.h_back + f.cells.h_front, v.axis[0].pace,
                                  v.axis[0].pace_across);
    return f;
}

template <int ADVECTION, int ALL_OPEN, int CELLS>
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
        f.open.back = open_at<ALL_OPEN>(w.low->open_y, c);
        f.open.front = open_at<ALL_OPEN>(w.high->open_y, c);
        f.open.low = open_at<ALL_OPEN>(w.here->open_y, c - 1);
        f.open.high = open_at<ALL_OPEN>(w.here->open_y, c + 1);
        f.open.low2 = open_at<ALL_OPEN>(w.here->open_y, c - 2);
        f.open.high2 = open_at<ALL_OPEN>(w.here->open_y, c + 2);
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
    if (LAW == FRICTION_NONE || !k.friction)
        return k.strength;
    return C(0.5) * ((calc)k.friction[o - (y ? k.pitch : 1)] + (calc)k.friction[o]);
}

/* The new velocities of a row; of claimed faces the flux. */
template <int ADVECTION, int LAW, int WALLS, int ALL_OPEN, int CELLS>
static __device__ __forceinline__ void velocities_of(const lane_window<CELLS> &w,
                                                     const lane_fields &k, const stag_view &v,
                                                     int y, int j, calc *to)
{
    const stag_terms terms = {ADVECTION, LAW == FRICTION_NONE ? FRICTION_NONE : v.terms.law,
                              STAG_INVISCID, 0};
    const ptrdiff_t o = (ptrdiff_t)j * k.pitch + k.from;
#pragma unroll
    for (int c = 0; c < CELLS; ++c) {
        stag_face f =
            y ? face_y<ADVECTION, ALL_OPEN>(w, v, c) : face_x<ADVECTION, ALL_OPEN>(w, v, c);
        f.u.here = stored<WALLS>(*w.here, y, c);
        f.across = C(0.5) * (f.u.across_low + f.u.across_high);
        f.strength = lane_strength<LAW>(k, y, o + c);
        const calc u = stag_new_velocity(&f, &terms, &v.axis[y]);
        const calc closed = has_bits<WALLS>(*w.here, c, stag_claimed_bit(y)) ? f.u.here : C(0);
        to[c] = has_bits<WALLS>(*w.here, c, stag_closed_bit(y)) ? closed : u;
    }
}

/* Whether all faces that the row's velocities see are open, in all lanes. */
template <int CELLS> static __device__ __forceinline__ int all_are_open(const lane_window<CELLS> &w)
{
    const unsigned all = (1u << (CELLS + 2 * LANE_REACH)) - 1;
    const unsigned x =
        w.low2->open_x & w.low->open_x & w.here->open_x & w.high->open_x & w.high2->open_x;
    const unsigned y = w.low->open_y & w.here->open_y & w.high->open_y;
    return !__any_sync(0xffffffffu, (x & y) != all);
}

template <int ADVECTION, int LAW, int WALLS, int CELLS>
static __device__ __forceinline__ void velocities_after(const lane_window<CELLS> &w, int open,
                                                        const lane_fields &k, const stag_view &v,
                                                        int y, int j, calc *to)
{
    if (ADVECTION == STAG_CENTRAL && open)
        velocities_of<ADVECTION, LAW, WALLS, 1>(w, k, v, y, j, to);
    else
        velocities_of<ADVECTION, LAW, WALLS, 0>(w, k, v, y, j, to);
}

#endif
