/* Rows of the staggered scheme in the lanes of a warp (common/lanes.cuh). */
#ifndef SPATE_BACKEND_CUDA_STAGGERED_LANES_CUH
#define SPATE_BACKEND_CUDA_STAGGERED_LANES_CUH

#include "backend/cuda/staggered/part.cuh"

/* Bits of five rows of faces, 2 CELLS each. */
template <int CELLS> struct lane_bits {
    typedef unsigned type;
};

template <> struct lane_bits<4> {
    typedef unsigned long long type;
};

/* Which faces of the last rows are open, the last row in the lowest bits: of a row the west faces of
 * the lane's columns, then their south faces. */
template <int CELLS> struct lane_open {
    enum { BITS = 2 * CELLS, ALL = (1 << BITS) - 1, WEST_FACES = (1 << CELLS) - 1, LAG = 2 };
    enum { LANES = (LANE_REACH + CELLS - 1) / CELLS }; /* that are seen on either side */
    typename lane_bits<CELLS>::type rows;
    /* the next lanes' faces of the row whose turn it is, LAG before the last */
    unsigned west[LANES], east[LANES];
};

template <int CELLS>
static __device__ __forceinline__ void add_row(lane_open<CELLS> &open, unsigned faces)
{
    open.rows = open.rows << lane_open<CELLS>::BITS | faces;
}

/* Asks the next lanes. All lanes come here. */
template <int CELLS> static __device__ __forceinline__ void see_open_beside(lane_open<CELLS> &open)
{
    typedef lane_open<CELLS> of_lane;
    const unsigned here =
        (unsigned)(open.rows >> (of_lane::LAG * of_lane::BITS)) & (unsigned)of_lane::ALL;
#pragma unroll
    for (int n = 0; n < of_lane::LANES; ++n) {
        open.west[n] = __shfl_up_sync(0xffffffffu, here, n + 1u);
        open.east[n] = __shfl_down_sync(0xffffffffu, here, n + 1u);
    }
}

/* Whether the face of a column is open; row: 0 for the one whose turn it is, above it positive. */
template <int CELLS>
static __device__ __forceinline__ unsigned is_open(const lane_open<CELLS> &open, int row, int y,
                                                   int column)
{
    typedef lane_open<CELLS> of_lane;
    const int first = y ? CELLS : 0;
    if (column < 0)
        return open.west[(-column - 1) / CELLS] >> (first + (CELLS + column % CELLS) % CELLS) & 1u;
    if (column >= CELLS)
        return open.east[column / CELLS - 1] >> (first + column % CELLS) & 1u;
    return (unsigned)(open.rows >> ((of_lane::LAG - row) * of_lane::BITS + first + column)) & 1u;
}

/* Whether all faces of the lane are open that velocities of this row see: of the outermost rows those
 * of u alone. */
template <int CELLS>
static __device__ __forceinline__ int all_are_open(const lane_open<CELLS> &open)
{
    typedef lane_open<CELLS> of_lane;
    const unsigned long long last = of_lane::WEST_FACES, inner = of_lane::ALL;
    typedef typename lane_bits<CELLS>::type bits;
    const bits wanted = (bits)(last | inner << of_lane::BITS | inner << 2 * of_lane::BITS |
                               inner << 3 * of_lane::BITS | last << 4 * of_lane::BITS);
    return (open.rows & wanted) == wanted;
}

/* Where a lane reads and writes. */
typedef struct lane_fields {
    const real *h, *bed, *u, *v, *friction; /* friction NULL: strength everywhere */
    const uint8_t *codes;
    real *to_h, *to_u, *to_v;
    const unsigned long long *reached; /* bits of the largest rate of this step so far */
    ptrdiff_t pitch;
    int from;  /* column where it reads and writes */
    int x;     /* its first column */
    int owned; /* how many of its columns are the item's, from the first on */
    calc strength;
} lane_fields;

/* The slot of a field that is not read. In this form a pointer takes no registers: it is the same in all
 * lanes, and the compiler sees that. */
static __device__ __forceinline__ real *other_slot(const grid_part &p, int field, const real *read)
{
    return (real *)p.field[field][0] + ((const real *)p.field[field][1] - read);
}

template <int CELLS>
static __device__ __forceinline__ lane_fields lane_fields_of(const stag_device &c,
                                                             const stag_view &v, item_box box)
{
    const grid_part &p = c.p;
    const int lane = (int)(threadIdx.x % 32);
    const int beyond = (p.shape.nx + STAG_HALO - 1) / CELLS * CELLS;
    lane_fields f;
    f.h = v.h;
    f.bed = v.bed;
    f.u = v.vel[0];
    f.v = v.vel[1];
    f.friction = v.friction;
    f.codes = v.codes;
    f.to_h = other_slot(p, FIELD_DEPTH, v.h);
    f.to_u = other_slot(p, STAG_U, v.vel[0]);
    f.to_v = other_slot(p, STAG_V, v.vel[1]);
    f.reached = &c.control->next;
    f.pitch = p.shape.pitch;
    f.x = box.x0 - lane_west(CELLS) + lane * CELLS;
    f.from = min(f.x, beyond); /* beyond, any value */
    f.owned = f.x < box.x0 ? 0 : max(0, min((int)CELLS, box.x1 - f.x));
    f.strength = v.strength;
    return f;
}

template <int WALLS, int CELLS>
static __device__ __forceinline__ lane_loads<CELLS> load_row(const lane_fields &f, ptrdiff_t o)
{
    return load_columns<WALLS, CELLS>(f.h, f.bed, f.u, f.v, f.codes, o);
}

#endif
