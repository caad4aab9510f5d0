/* Rows of the staggered scheme in the lanes of a warp (common/lanes.cuh). */
#ifndef SPATE_BACKEND_CUDA_STAGGERED_LANES_CUH
#define SPATE_BACKEND_CUDA_STAGGERED_LANES_CUH

#include "backend/cuda/staggered/part.cuh"

/* As see_beside, for bits of columns, of which bit LANE_REACH is the first. */
template <int CELLS> static __device__ __forceinline__ unsigned see_bits_beside(unsigned own)
{
    const unsigned all = (1u << CELLS) - 1, few = (1u << LANE_REACH) - 1;
    const unsigned mine = own >> LANE_REACH & all;
    const unsigned west = __shfl_up_sync(0xffffffffu, mine, 1u);
    const unsigned east = __shfl_down_sync(0xffffffffu, mine, 1u);
    return west >> (CELLS - LANE_REACH) | mine << LANE_REACH | (east & few) << (LANE_REACH + CELLS);
}

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

#endif
