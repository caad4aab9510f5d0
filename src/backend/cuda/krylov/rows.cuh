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
    static constexpr int MAKER = MAKER_, SOURCE = SOURCE_, POINTS = POINTS_;
    static constexpr bool INTERIOR = INTERIOR_;
};

/* Whether (i, j) is an unknown of the part or a ghost that another part has. */
static __device__ __forceinline__ bool is_linked(const kry_shape &s, int i, int j)
{
    return (i >= 0 || s.linked[0]) && (i < s.nx || (i == s.nx && s.linked[1])) &&
           (j >= 0 || s.linked[2]) && (j < s.ny || s.linked[3]);
}

/* What a value of the vector is made of. Loads are apart from arithmetic, so that those of the rows
 * to come are under way while a row is computed. */
struct kry_raw {
    calc z, centre, old;
};

template <class KIND>
static __device__ __forceinline__ kry_raw load_raw(const kry_part &k, const kry_pass &w, int i,
                                                   int j)
{
    const ptrdiff_t o = j * k.shape.pitch + i;
    kry_raw raw = {C(0), C(1), C(0)}; /* outside the grid */
    if (!KIND::INTERIOR && !is_linked(k.shape, i, j))
        return raw;
    if (KIND::MAKER != MAKE_Z)
        raw.old = __ldg(w.old + o);
    if (KIND::MAKER == READ_P)
        return raw;
    if (KIND::SOURCE == KRY_FROM_Z)
        raw.z = (calc)__ldg((const real *)k.z + o);
    else
        raw.z = __ldg((const calc *)k.r + o);
    if (KIND::SOURCE == KRY_FROM_R_OVER_CENTRE)
        raw.centre = __ldg((const calc *)k.matrix.centre + j * k.matrix.pitch + i);
    return raw;
}

/* The vector, 0 outside the grid. */
template <class KIND>
static __device__ __forceinline__ calc make_value(const kry_raw &raw, const kry_weights &by)
{
    if (KIND::MAKER == READ_P)
        return raw.old;
    const calc z = KIND::SOURCE == KRY_FROM_Z   ? raw.z * by.back
                   : KIND::SOURCE == KRY_FROM_R ? raw.z
                                                : raw.z / raw.centre;
    return KIND::MAKER == MAKE_Z ? z : z + by.beta * raw.old;
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
struct kry_raw_row {
    kry_raw own, beside;
};

template <class KIND>
static __device__ __forceinline__ kry_raw_row load_row(const kry_part &k, const kry_pass &w,
                                                       const kry_chunk &c, int j)
{
    const int lane = kry_lane();
    kry_raw_row r = {load_raw<KIND>(k, w, c.i, j), {C(0), C(1), C(0)}};
    if (lane == 0 || lane == KRY_LANES - 1)
        r.beside = load_raw<KIND>(k, w, c.edge, j);
    return r;
}

template <class KIND>
static __device__ __forceinline__ kry_row make_row(const kry_raw_row &raw, const kry_weights &by)
{
    return {make_value<KIND>(raw.own, by), make_value<KIND>(raw.beside, by)};
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

/* Couplings of an unknown; that to the south is the one to the north of the row below. */
struct kry_couplings {
    calc centre, west, east, north;
    calc sw, se, nw, ne; /* 9 points */
};

template <class KIND>
static __device__ __forceinline__ kry_couplings load_couplings(const kry_matrix &m, ptrdiff_t o)
{
    const calc *east = (const calc *)m.east + o;
    kry_couplings a = {__ldg((const calc *)m.centre + o),
                       __ldg(east - 1),
                       __ldg(east),
                       __ldg((const calc *)m.north + o),
                       C(0),
                       C(0),
                       C(0),
                       C(0)};
    if (KIND::POINTS == 9) {
        const calc *ne = (const calc *)m.north_east + o, *nw = (const calc *)m.north_west + o;
        a.sw = __ldg(ne - m.pitch - 1);
        a.se = __ldg(nw - m.pitch + 1);
        a.nw = __ldg(nw);
        a.ne = __ldg(ne);
    }
    return a;
}

template <class KIND>
static __device__ __forceinline__ calc multiply(const kry_couplings &a, calc south,
                                                const kry_block &b)
{
    calc q = KRY_PRODUCT_5(a.centre, b.v[1][1], a.west, b.v[1][0], a.east, b.v[1][2], south,
                           b.v[0][1], a.north, b.v[2][1]);
    if (KIND::POINTS == 9)
        q += KRY_PRODUCT_DIAGONALS(a.sw, b.v[0][0], a.se, b.v[0][2], a.nw, b.v[2][0], a.ne,
                                   b.v[2][2]);
    return q;
}

/* The same of absolute values. */
template <class KIND>
static __device__ __forceinline__ calc multiply_sizes(const kry_couplings &a, calc south,
                                                      const kry_block &b)
{
    const kry_couplings sizes = {abs_r(a.centre), abs_r(a.west), abs_r(a.east), abs_r(a.north),
                                 abs_r(a.sw),     abs_r(a.se),   abs_r(a.nw),   abs_r(a.ne)};
    kry_block values;
    for (int n = 0; n < 9; ++n)
        values.v[n / 3][n % 3] = abs_r(b.v[n / 3][n % 3]);
    return multiply<KIND>(sizes, abs_r(south), values);
}

#endif
