/* Columns of a warp: a lane has CELLS neighbouring columns of a row in registers, read and
 * written as one vector, and gets the columns beside them from the next lanes. */
#ifndef SPATE_BACKEND_CUDA_COMMON_LANES_CUH
#define SPATE_BACKEND_CUDA_COMMON_LANES_CUH

#include "backend/cuda/common/platform.cuh" /* first: in tests it defines CUDA */

#include "backend/cuda/common/rate_bits.cuh"
#include "base/real.h"

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

/* Gets the value of the k-th column in the west, in the east; k from 1. All lanes come here. */
template <int CELLS> static __device__ __forceinline__ void see_west(lane_row<CELLS> &r, int k)
{
    const int lanes = (k + CELLS - 1) / CELLS;
    r.at[LANE_REACH - k] =
        __shfl_up_sync(0xffffffffu, r.at[LANE_REACH + lanes * CELLS - k], (unsigned)lanes);
}

template <int CELLS> static __device__ __forceinline__ void see_east(lane_row<CELLS> &r, int k)
{
    const int lanes = (k + CELLS - 1) / CELLS;
    r.at[LANE_REACH + CELLS - 1 + k] =
        __shfl_down_sync(0xffffffffu, r.at[LANE_REACH + CELLS - 1 + k - lanes * CELLS],
                         (unsigned)lanes);
}

/* Gets values of so many columns in the west and in the east. All lanes come here. */
template <int WEST, int EAST, int CELLS>
static __device__ __forceinline__ void see_beside(lane_row<CELLS> &r)
{
#pragma unroll
    for (int k = 1; k <= WEST; ++k)
        see_west(r, k);
#pragma unroll
    for (int k = 1; k <= EAST; ++k)
        see_east(r, k);
}

/* Vectors of values and of codes, a byte for each column. */
template <int CELLS> struct lane_types;

template <> struct lane_types<1> {
    typedef real vector;
    typedef unsigned char codes;
};

static __device__ __forceinline__ void unpack(const real &v, lane_row<1> &r)
{
    r.at[LANE_REACH] = v;
}

static __device__ __forceinline__ void pack(const calc *v, real *to)
{
    *to = (real)*v;
}

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

template <int CELLS>
static __device__ __forceinline__ unsigned load_codes(const uint8_t *codes, ptrdiff_t o)
{
    return (unsigned)__ldg((const typename lane_types<CELLS>::codes *)(codes + o));
}

/* Columns of a lane from offset o on; WALLS: with codes. */
template <int WALLS, int CELLS>
static __device__ __forceinline__ lane_loads<CELLS> load_columns(const real *h, const real *bed,
                                                                 const real *u, const real *v,
                                                                 const uint8_t *codes, ptrdiff_t o)
{
    typedef typename lane_types<CELLS>::vector vector;
    lane_loads<CELLS> l;
    l.h = __ldg((const vector *)(h + o));
    l.bed = __ldg((const vector *)(bed + o));
    l.u = __ldg((const vector *)(u + o));
    l.v = __ldg((const vector *)(v + o));
    l.codes = WALLS ? load_codes<CELLS>(codes, o) : 0u;
    return l;
}

/* The values of a row that has arrived. */
template <int CELLS, class line>
static __device__ __forceinline__ void unpack_own(const lane_loads<CELLS> &loads, line &l)
{
    unpack(loads.h, l.h);
    unpack(loads.bed, l.bed);
    unpack(loads.u, l.u);
    unpack(loads.v, l.v);
    l.codes = loads.codes;
}

/* The same; of depth and bed those of the column west of the lane, too. */
template <int CELLS, class line>
static __device__ __forceinline__ void unpack_columns(const lane_loads<CELLS> &loads, line &l)
{
    unpack_own(loads, l);
    see_beside<1, 0>(l.h);
    see_beside<1, 0>(l.bed);
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

/* The largest of all lanes. */
static __device__ __forceinline__ double warp_largest(double value)
{
    for (int step = 16; step > 0; step /= 2)
        value = larger(value, __shfl_xor_sync(0xffffffffu, value, step));
    return value;
}

#endif
