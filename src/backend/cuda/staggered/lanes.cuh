/* Rows of the staggered scheme in the lanes of a warp (common/lanes.cuh). */
#ifndef SPATE_BACKEND_CUDA_STAGGERED_LANES_CUH
#define SPATE_BACKEND_CUDA_STAGGERED_LANES_CUH

#include "backend/cuda/staggered/part.cuh"

/* Which faces of the last rows are open, the last row in the lowest bits: of a row the west faces of
 * the lane's columns, then their south faces. */
template <int CELLS> struct lane_open {
    enum { BITS = 2 * CELLS, ALL = (1 << BITS) - 1, WEST_FACES = (1 << CELLS) - 1, LAG = 2 };
    enum { LANES = (LANE_REACH + CELLS - 1) / CELLS }; /* that are seen on either side */
    unsigned rows;
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
    const unsigned here = open.rows >> (of_lane::LAG * of_lane::BITS) & (unsigned)of_lane::ALL;
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
    return open.rows >> ((of_lane::LAG - row) * of_lane::BITS + first + column) & 1u;
}

/* Whether all faces of the lane are open that velocities of this row see: of the outermost rows those
 * of u alone. */
template <int CELLS>
static __device__ __forceinline__ int all_are_open(const lane_open<CELLS> &open)
{
    typedef lane_open<CELLS> of_lane;
    const unsigned long long last = of_lane::WEST_FACES, inner = of_lane::ALL;
    const unsigned wanted = (unsigned)(last | inner << of_lane::BITS | inner << 2 * of_lane::BITS |
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
    int from;  /* column where it reads */
    int last;  /* the highest row that it reads */
    int x;     /* its first column */
    int owned; /* how many of its columns are the item's, from the first on */
    calc strength;
} lane_fields;

template <int CELLS>
static __device__ __forceinline__ lane_fields lane_fields_of(const stag_device &c,
                                                             const stag_view &v, item_box box,
                                                             int lag)
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
    f.reached = &c.control->next;
    f.pitch = p.shape.pitch;
    f.x = box.x0 - lane_west(CELLS) + lane * CELLS;
    f.from = min(f.x, beyond); /* beyond, any value */
    f.last = box.y1 + lag;
    f.owned = f.x < box.x0 ? 0 : max(0, min((int)CELLS, box.x1 - f.x));
    f.strength = v.strength;
    return f;
}

template <int WALLS, int CELLS>
static __device__ __forceinline__ lane_loads<CELLS> load_row(const lane_fields &f, int j)
{
    return load_columns<WALLS, CELLS>(f.h, f.bed, f.u, f.v, f.codes,
                                      (ptrdiff_t)j * f.pitch + f.from);
}

#endif
