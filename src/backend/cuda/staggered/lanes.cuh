/* Columns of a warp: a lane has CELLS neighbouring columns of a row in registers, read and
 * written as one vector, and gets the columns beside them from the next lanes. */
#ifndef SPATE_BACKEND_CUDA_STAGGERED_LANES_CUH
#define SPATE_BACKEND_CUDA_STAGGERED_LANES_CUH

#include "backend/cuda/staggered/part.cuh"

/* Columns beyond its own that a lane sees on either side. */
enum { LANE_REACH = 2 };

/* Values of a row: at[LANE_REACH] is that of the lane's first column. */
template <int CELLS> struct lane_row {
    calc at[CELLS + 2 * LANE_REACH];
};

template <int CELLS> static __device__ __forceinline__ calc of(const lane_row<CELLS> &r, int column)
{
    return r.at[LANE_REACH + column];
}

/* Gets values of so many columns in the west and in the east. All lanes come here. */
template <int WEST, int EAST, int CELLS>
static __device__ __forceinline__ void see_beside(lane_row<CELLS> &r)
{
#pragma unroll
    for (int k = 1; k <= WEST; ++k)
        r.at[LANE_REACH - k] = __shfl_up_sync(0xffffffffu, r.at[LANE_REACH + CELLS - k], 1u);
#pragma unroll
    for (int k = 0; k < EAST; ++k)
        r.at[LANE_REACH + CELLS + k] = __shfl_down_sync(0xffffffffu, r.at[LANE_REACH + k], 1u);
}

/* The same for bits of columns, of which bit LANE_REACH is the first. */
template <int CELLS> static __device__ __forceinline__ unsigned see_bits_beside(unsigned own)
{
    const unsigned all = (1u << CELLS) - 1, few = (1u << LANE_REACH) - 1;
    const unsigned mine = own >> LANE_REACH & all;
    const unsigned west = __shfl_up_sync(0xffffffffu, mine, 1u);
    const unsigned east = __shfl_down_sync(0xffffffffu, mine, 1u);
    return west >> (CELLS - LANE_REACH) | mine << LANE_REACH | (east & few) << (LANE_REACH + CELLS);
}

/* Vectors of values and of codes, a byte for each column. */
template <int CELLS> struct lane_types;

template <> struct lane_types<2> {
#if SPATE_REAL_BITS == 32
    typedef float2 vector;
#else
    typedef double2 vector;
#endif
    typedef unsigned short codes;
};

static __device__ __forceinline__ void unpack(const lane_types<2>::vector &v, lane_row<2> &r)
{
    r.at[LANE_REACH] = v.x;
    r.at[LANE_REACH + 1] = v.y;
}

static __device__ __forceinline__ void pack(const calc *v, lane_types<2>::vector *to)
{
    const lane_types<2>::vector p = {v[0], v[1]};
    *to = p;
}

#if SPATE_REAL_BITS == 32
template <> struct lane_types<4> {
    typedef float4 vector;
    typedef unsigned codes;
};

static __device__ __forceinline__ void unpack(const float4 &v, lane_row<4> &r)
{
    r.at[LANE_REACH] = v.x;
    r.at[LANE_REACH + 1] = v.y;
    r.at[LANE_REACH + 2] = v.z;
    r.at[LANE_REACH + 3] = v.w;
}

static __device__ __forceinline__ void pack(const calc *v, float4 *to)
{
    const float4 p = {v[0], v[1], v[2], v[3]};
    *to = p;
}
#endif

/* A row on its way. */
template <int CELLS> struct lane_loads {
    typename lane_types<CELLS>::vector h, bed, u, v;
    unsigned codes;
};

/* Where a lane reads and writes. */
typedef struct lane_fields {
    const real *h, *bed, *u, *v, *friction; /* friction NULL: strength everywhere */
    const uint8_t *codes;
    real *to_h, *to_u, *to_v;
    ptrdiff_t pitch;
    int from;  /* column where it reads */
    int x;     /* its first column */
    int owned; /* how many of its columns are the item's, from the first on */
    calc strength;
} lane_fields;

template <int CELLS>
static __device__ __forceinline__ lane_fields lane_fields_of(const stag_device &c,
                                                             const stag_view &v, item_box box)
{
    const grid_part &p = c.p;
    const int next = 1 - p.clock->now, lane = (int)(threadIdx.x % 32);
    const int beyond = (p.shape.nx + STAG_HALO - 1) / CELLS * CELLS;
    lane_fields f;
    f.h = v.h;
    f.bed = v.bed;
    f.u = v.vel[0];
    f.v = v.vel[1];
    f.friction = v.friction;
    f.codes = v.codes;
    f.to_h = (real *)p.field[FIELD_DEPTH][next];
    f.to_u = (real *)p.field[STAG_U][next];
    f.to_v = (real *)p.field[STAG_V][next];
    f.pitch = p.shape.pitch;
    f.x = box.x0 - STAG_HALO + lane * CELLS;
    f.from = min(f.x, beyond); /* beyond, any value */
    f.owned = f.x < box.x0 ? 0 : max(0, min((int)CELLS, box.x1 - f.x));
    f.strength = v.strength;
    return f;
}

template <int WALLS, int CELLS>
static __device__ __forceinline__ lane_loads<CELLS> load_row(const lane_fields &f, int j)
{
    typedef typename lane_types<CELLS>::vector vector;
    typedef typename lane_types<CELLS>::codes codes;
    const ptrdiff_t o = (ptrdiff_t)j * f.pitch + f.from;
    lane_loads<CELLS> l;
    l.h = __ldg((const vector *)(f.h + o));
    l.bed = __ldg((const vector *)(f.bed + o));
    l.u = __ldg((const vector *)(f.u + o));
    l.v = __ldg((const vector *)(f.v + o));
    l.codes = WALLS ? (unsigned)__ldg((const codes *)(f.codes + o)) : 0u;
    return l;
}

template <int CELLS>
static __device__ __forceinline__ void store_row(real *to, const calc *values, int owned)
{
    if (owned == CELLS) {
        pack(values, (typename lane_types<CELLS>::vector *)to);
        return;
    }
#pragma unroll
    for (int c = 0; c < CELLS; ++c)
        if (c < owned)
            to[c] = (real)values[c];
}

#endif
