/* Rows of a strip in the lanes of a warp: what is known of a row of cells once the row north of it
 * has arrived. As the rows of cpu/vector_invariant/rows.h. */
#ifndef SPATE_BACKEND_CUDA_VECTOR_INVARIANT_ROWS_CUH
#define SPATE_BACKEND_CUDA_VECTOR_INVARIANT_ROWS_CUH

#include "backend/cuda/vector_invariant/part.cuh"

typedef lane_types<VI_CELLS>::vector vi_vector;
typedef lane_row<VI_CELLS> vi_row;

/* Fluxes are those through west and south faces, q that at south-west corners. Kinetic energy and
 * weights are known with the row to the north. */
typedef struct vi_line {
    vi_row h, bed, u, v, qx, qy, q;
    vi_row kinetic, rise, fall, along_x, along_y;
    unsigned codes;
} vi_line;

typedef lane_loads<VI_CELLS> vi_loads;

/* The state from which a stage steps, on its way. */
typedef struct vi_stored {
    vi_vector h, u, v;
} vi_stored;

/* Where a lane reads and writes. */
typedef struct vi_lane {
    int from;  /* column where it reads */
    int x;     /* its first column */
    int owned; /* how many of its columns are the item's, from the first on */
} vi_lane;

static __device__ __forceinline__ vi_lane lane_of(const vi_device &c, item_box box)
{
    const int beyond = (c.p.shape.nx + VI_HALO - 1) / VI_CELLS * VI_CELLS;
    vi_lane k;
    k.x = box.x0 - VI_CELLS + (int)(threadIdx.x % 32) * VI_CELLS;
    k.from = min(k.x, beyond); /* beyond, any value */
    k.owned = k.x < box.x0 ? 0 : max(0, min((int)VI_CELLS, box.x1 - k.x));
    return k;
}

template <int WALLS>
static __device__ __forceinline__ vi_loads load_row(const vi_view &v, ptrdiff_t o)
{
    return load_columns<WALLS, VI_CELLS>(v.in.h, v.bed, v.in.u, v.in.v, v.codes, o);
}

/* Not by the read-only cache: a leapfrog step replaces it. ALL: velocities, too. */
template <int ALL>
static __device__ __forceinline__ vi_stored load_base(const vi_view &v, ptrdiff_t o)
{
    vi_stored b = {};
    b.h = *(const vi_vector *)(v.base.h + o);
    if (ALL) {
        b.u = *(const vi_vector *)(v.base.u + o);
        b.v = *(const vi_vector *)(v.base.v + o);
    }
    return b;
}

static __device__ __forceinline__ int has_bits(const vi_line &l, int c, unsigned bits)
{
    return (l.codes >> (8 * c) & bits) != 0;
}

/* Active cells of the two columns beside the west side of column c. west: codes of the lane in the
 * west. */
static __device__ __forceinline__ calc active_beside(const vi_line &l, unsigned west, int c)
{
    const unsigned back = c > 0 ? l.codes >> (8 * (c - 1)) : west >> (8 * (VI_CELLS - 1));
    return (has_bits(l, c, CELL_INACTIVE) ? C(0) : C(1)) + (back & CELL_INACTIVE ? C(0) : C(1));
}

/* Potential vorticity at the corners between two rows of cells. */
template <int WALLS>
static __device__ __forceinline__ void see_corners(vi_line &l, const vi_line &south,
                                                   const vi_metric &m, calc f)
{
    const unsigned west = WALLS ? __shfl_up_sync(0xffffffffu, l.codes, 1u) : 0u;
    const unsigned south_west = WALLS ? __shfl_up_sync(0xffffffffu, south.codes, 1u) : 0u;
#pragma unroll
    for (int c = 0; c < VI_CELLS; ++c) {
        const calc turning =
            vi_vorticity(of(l.v, c - 1), of(l.v, c), of(south.u, c), of(l.u, c), &m);
        const calc depths = (of(l.h, c) + of(l.h, c - 1)) + (of(south.h, c) + of(south.h, c - 1));
        const calc cells =
            WALLS ? active_beside(l, west, c) + active_beside(south, south_west, c) : C(4);
        const calc vorticity = cells == C(4) ? turning : C(0);
        l.q.at[LANE_REACH + c] = vi_potential_vorticity(vorticity, f, depths, cells);
    }
    see_beside<0, 1>(l.q);
}

static __device__ __forceinline__ void weigh(vi_line &south, const vi_line &l)
{
#pragma unroll
    for (int c = 0; c < VI_CELLS; ++c) {
        const vi_weights w =
            vi_weights_of(of(south.q, c), of(south.q, c + 1), of(l.q, c), of(l.q, c + 1));
        south.rise.at[LANE_REACH + c] = w.rise;
        south.fall.at[LANE_REACH + c] = w.fall;
        south.along_x.at[LANE_REACH + c] = w.along_x;
        south.along_y.at[LANE_REACH + c] = w.along_y;
    }
    see_beside<1, 0>(south.rise);
    see_beside<1, 0>(south.fall);
    see_beside<1, 0>(south.along_x);
}

/* A row arrives north of the row `south`. f: at its south-west corners. */
template <int FORM, int WALLS>
static __device__ __forceinline__ void row_arrives(vi_line &l, vi_line &south,
                                                   const vi_loads &loads, const vi_metric &m,
                                                   calc f)
{
    unpack_columns(loads, l);
    see_beside<0, 1>(l.u);
    see_beside<1, 0>(l.v);
#pragma unroll
    for (int c = 0; c < VI_CELLS; ++c) {
        l.qx.at[LANE_REACH + c] = vi_flux(of(l.h, c - 1), of(l.h, c), of(l.u, c));
        l.qy.at[LANE_REACH + c] = vi_flux(of(south.h, c), of(l.h, c), of(l.v, c));
        south.kinetic.at[LANE_REACH + c] =
            vi_kinetic(FORM, of(south.u, c), of(south.u, c + 1), of(south.v, c), of(l.v, c));
    }
    see_beside<FORM == VI_ENSTROPHY, 1>(l.qx);
    see_beside<1, 0>(l.qy);
    see_beside<1, 0>(south.kinetic);
    see_corners<WALLS>(l, south, m, f);
    if (FORM == VI_ENSTROPHY)
        weigh(south, l);
}

/* ---- rates of change of row `here` ---- */

static __device__ __forceinline__ calc depth_rate(const vi_line &here, const vi_line &north, int c,
                                                  const vi_metric &m)
{
    return vi_depth_rate(of(here.qx, c), of(here.qx, c + 1), of(here.qy, c), of(north.qy, c), &m);
}

template <int FORM>
static __device__ __forceinline__ calc u_rate(const vi_line &here, const vi_line &north, int c,
                                              const vi_metric &m)
{
    const vi_pair pair = {of(here.h, c - 1), of(here.h, c),           of(here.bed, c - 1),
                          of(here.bed, c),   of(here.kinetic, c - 1), of(here.kinetic, c)};
    const vi_rotation r = {of(here.q, c),
                           of(north.q, c),
                           {of(here.qy, c - 1), of(here.qy, c), of(north.qy, c - 1),
                            of(north.qy, c)},
                           {of(here.rise, c - 1), of(here.fall, c - 1), of(here.rise, c),
                            of(here.fall, c)},
                           {of(here.along_x, c - 1), of(here.along_x, c), of(here.qx, c - 1),
                            of(here.qx, c + 1), m.dy_per_dx}};
    return vi_u_rate(FORM, &r, vi_slope(&pair, m.per_x, m.g));
}

template <int FORM>
static __device__ __forceinline__ calc v_rate(const vi_line &low, const vi_line &here,
                                              const vi_line &north, int c, const vi_metric &m)
{
    const vi_pair pair = {of(low.h, c),    of(here.h, c),      of(low.bed, c),
                          of(here.bed, c), of(low.kinetic, c), of(here.kinetic, c)};
    const vi_rotation r = {of(here.q, c),
                           of(here.q, c + 1),
                           {of(low.qx, c), of(here.qx, c), of(low.qx, c + 1), of(here.qx, c + 1)},
                           {of(low.rise, c), of(low.fall, c), of(here.rise, c), of(here.fall, c)},
                           {of(low.along_y, c), of(here.along_y, c), of(low.qy, c), of(north.qy, c),
                            m.dx_per_dy}};
    return vi_v_rate(FORM, &r, vi_slope(&pair, m.per_y, m.g));
}

#endif
