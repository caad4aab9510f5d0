/* Products with the matrix of the grid. A warp goes up a column of tiles; the vector that is
 * multiplied is made row by row in registers, and neighbours along x come from other lanes.
 * Traffic as on the CPU (backend/cpu/krylov/direction.c): 7 values for a direction. */
#ifndef SPATE_BACKEND_CUDA_KRYLOV_ROWS_CUH
#define SPATE_BACKEND_CUDA_KRYLOV_ROWS_CUH

#include "backend/cuda/krylov/krylov.cuh"

/* Rows of a warp: two of 34 are made twice. */
enum { KRY_CHUNK = 32, KRY_TILE_ROWS = 8 };

enum row_maker { MAKE_DIRECTION, MAKE_Z, READ_P };
enum row_user { KEEP_DIRECTION, KEEP_PRODUCT, KEEP_RESIDUAL, KEEP_SIZES };

struct kry_pass {
    const calc *old; /* p of the iteration before; the vector itself for READ_P */
    calc *made;      /* where rows are stored; NULL: nowhere */
    int given;       /* q has the product already */
    int always;      /* in every state */
};

/* Scalars that a thread needs. */
struct kry_weights {
    calc beta, back;
};

static __device__ __forceinline__ kry_weights kry_weights_of(const kry_part &k)
{
    return {(calc)k.scalars->beta, (calc)(1 / k.scalars->scale)};
}

/* What a kernel is compiled for: how rows are made (from which source of z), how many points, and
 * whether all values that the chunk reads are unknowns of the part, so that nothing is asked. */
template <int MAKER_, int SOURCE_, int POINTS_, bool INTERIOR_> struct kry_kind {
    enum { MAKER = MAKER_, SOURCE = SOURCE_, POINTS = POINTS_, INTERIOR = INTERIOR_ };
};

/* Whether (i, j) is an unknown of the part or a ghost that another part has. */
static __device__ __forceinline__ bool is_linked(const kry_shape &s, int i, int j)
{
    return (i >= 0 || s.linked[0]) && (i < s.nx || (i == s.nx && s.linked[1])) &&
           (j >= 0 || s.linked[2]) && (j < s.ny || s.linked[3]);
}

/* The vector at (i, j), 0 outside the grid. */
template <class KIND>
static __device__ __forceinline__ calc make_value(const kry_part &k, const kry_pass &w,
                                                  const kry_weights &by, int i, int j)
{
    if (!KIND::INTERIOR && !is_linked(k.shape, i, j))
        return C(0);
    const ptrdiff_t o = j * k.shape.pitch + i;
    if (KIND::MAKER == READ_P)
        return __ldg(w.old + o);
    calc z;
    if (KIND::SOURCE == KRY_FROM_Z)
        z = (calc)__ldg((const real *)k.z + o) * by.back;
    else if (KIND::SOURCE == KRY_FROM_R)
        z = __ldg((const calc *)k.r + o);
    else
        z = __ldg((const calc *)k.r + o) /
            __ldg((const calc *)k.matrix.centre + j * k.matrix.pitch + i);
    return KIND::MAKER == MAKE_Z ? z : z + by.beta * __ldg(w.old + o);
}

/* The chunk of a warp. */
struct kry_chunk {
    int i, i0, edge; /* column of the lane, of lane 0, and of the value beside the chunk */
    int j0, j1;
};

/* Values of a row: of the lane, and beside the chunk (lanes 0 and 31). */
struct kry_row {
    calc own, beside;
};

template <class KIND>
static __device__ __forceinline__ kry_row make_row(const kry_part &k, const kry_pass &w,
                                                   const kry_weights &by, const kry_chunk &c, int j)
{
    const int lane = kry_lane();
    kry_row r = {make_value<KIND>(k, w, by, c.i, j), C(0)};
    if (lane == 0 || lane == KRY_LANES - 1)
        r.beside = make_value<KIND>(k, w, by, c.edge, j);
    return r;
}

/* Stores a row with the ghosts that the chunk touches. */
template <class KIND>
static __device__ __forceinline__ void store_row(const kry_part &k, const kry_pass &w,
                                                 const kry_chunk &c, int j, const kry_row &r)
{
    const kry_shape &s = k.shape;
    calc *to = w.made + j * s.pitch;
    if (KIND::MAKER != MAKE_DIRECTION)
        return;
    if (KIND::INTERIOR || is_linked(s, c.i, j))
        to[c.i] = r.own;
    if (KIND::INTERIOR)
        return;
    const bool outer =
        (kry_lane() == 0 && c.edge == -1) || (kry_lane() == KRY_LANES - 1 && c.edge == s.nx);
    if (outer && is_linked(s, c.edge, j))
        to[c.edge] = r.beside;
}

static __device__ __forceinline__ calc from_west(const kry_row &r)
{
    const calc other = __shfl_up_sync(~0u, r.own, 1);
    return kry_lane() == 0 ? r.beside : other;
}

static __device__ __forceinline__ calc from_east(const kry_row &r)
{
    const calc other = __shfl_down_sync(~0u, r.own, 1);
    return kry_lane() == KRY_LANES - 1 ? r.beside : other;
}

/* Values around an unknown: rows south, own, north of columns west, own, east. */
struct kry_block {
    calc v[3][3];
};

template <int POINTS>
static __device__ __forceinline__ kry_block look_around(const kry_row &south, const kry_row &own,
                                                        const kry_row &north)
{
    kry_block b = {{{C(0), south.own, C(0)},
                    {from_west(own), own.own, from_east(own)},
                    {C(0), north.own, C(0)}}};
    if (POINTS == 9) {
        b.v[0][0] = from_west(south);
        b.v[0][2] = from_east(south);
        b.v[2][0] = from_west(north);
        b.v[2][2] = from_east(north);
    }
    return b;
}

/* south: the coupling to the row below. SIZES: of absolute values. */
template <int POINTS, bool SIZES>
static __device__ __forceinline__ calc multiply(const kry_matrix &m, ptrdiff_t o, calc south,
                                                calc north, const kry_block &b)
{
#define SIZE(a) (SIZES ? abs_r(a) : (a))
    const calc *east = (const calc *)m.east + o;
    calc q =
        KRY_PRODUCT_5(SIZE(__ldg((const calc *)m.centre + o)), SIZE(b.v[1][1]),
                      SIZE(__ldg(east - 1)), SIZE(b.v[1][0]), SIZE(__ldg(east)), SIZE(b.v[1][2]),
                      SIZE(south), SIZE(b.v[0][1]), SIZE(north), SIZE(b.v[2][1]));
    if (POINTS == 9) {
        const calc *ne = (const calc *)m.north_east + o, *nw = (const calc *)m.north_west + o;
        q += KRY_PRODUCT_DIAGONALS(SIZE(__ldg(ne - m.pitch - 1)), SIZE(b.v[0][0]),
                                   SIZE(__ldg(nw - m.pitch + 1)), SIZE(b.v[0][2]), SIZE(__ldg(nw)),
                                   SIZE(b.v[2][0]), SIZE(__ldg(ne)), SIZE(b.v[2][2]));
    }
#undef SIZE
    return q;
}

#endif
