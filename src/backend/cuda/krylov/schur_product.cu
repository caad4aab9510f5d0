/* Products with the Schur complement on the nodes E and O. A warp goes up a column of tiles: lanes 0 to
 * 15 have E of 16 quads, lanes 16 to 31 have O of the same quads. The vector that is multiplied is
 * made row by row in registers; neighbours come from other lanes. Traffic as on the CPU: 18 values
 * per quad for a direction. */
#include "backend/cuda/krylov/krylov.cuh"
#include "backend/cuda/krylov/schur.cuh"

/* Rows of a warp: two of 34 are made twice. */
enum { CHUNK = 32, WIDTH = KRY_LANES / 2, TILE_ROWS = 4 };

enum maker { MAKE_DIRECTION, MAKE_Z, READ_P };
enum user { KEEP_DIRECTION, KEEP_PRODUCT, KEEP_RESIDUAL, KEEP_SIZES };

struct pass {
    const calc *old; /* p of the iteration before; the vector itself for READ_P */
    calc *made;      /* where rows are stored */
    int always;      /* in every state */
};

/* The chunk of a warp, and what its lane has. */
struct chunk {
    int plane, i; /* of the lane */
    int edge;     /* column of the value beside the chunk */
    bool at_edge; /* the lane has the first or the last column */
    int j0, j1;
    calc beta, back;
};

static __device__ __forceinline__ bool is_linked(const kry_shape &s, int i, int j)
{
    return (i >= 0 || s.linked[0]) && (i < s.nx || (i == s.nx && s.linked[1])) &&
           (j >= 0 || s.linked[2]) && (j < s.ny || s.linked[3]);
}

/* The vector at (i, j) of the lane's plane, 0 outside the grid. */
template <int MAKER>
static __device__ __forceinline__ calc make_value(const kry_part &k, const pass &w, const chunk &c,
                                                  int i, int j)
{
    if (!is_linked(k.shape, i, j))
        return C(0);
    const ptrdiff_t o = c.plane * k.shape.plane + j * k.shape.pitch + i;
    if (MAKER == READ_P)
        return w.old[o];
    const calc z = (calc)((const real *)k.z)[o] * c.back;
    return MAKER == MAKE_Z ? z : z + c.beta * w.old[o];
}

/* A row: values of the lane, and west and east of it; the same of the other plane. */
struct row {
    calc own, west, east;
    calc other, other_west, other_east;
};

template <int MAKER>
static __device__ __forceinline__ row make_row(const kry_part &k, const pass &w, const chunk &c,
                                               int j)
{
    const int column = kry_lane() % WIDTH;
    row r;
    r.own = make_value<MAKER>(k, w, c, c.i, j);
    const calc beside = c.at_edge ? make_value<MAKER>(k, w, c, c.edge, j) : C(0);
    r.west = __shfl_up_sync(~0u, r.own, 1);
    r.east = __shfl_down_sync(~0u, r.own, 1);
    if (column == 0)
        r.west = beside;
    if (column == WIDTH - 1)
        r.east = beside;
    r.other = __shfl_xor_sync(~0u, r.own, WIDTH);
    r.other_west = __shfl_xor_sync(~0u, r.west, WIDTH);
    r.other_east = __shfl_xor_sync(~0u, r.east, WIDTH);
    if (MAKER == MAKE_DIRECTION && (j >= c.j0 || j < 0) && (j < c.j1 || j == k.shape.ny)) {
        calc *to = w.made + c.plane * k.shape.plane + j * k.shape.pitch;
        if (is_linked(k.shape, c.i, j))
            to[c.i] = r.own;
        if (c.at_edge && (c.edge == -1 || c.edge == k.shape.nx) && is_linked(k.shape, c.edge, j))
            to[c.edge] = beside;
    }
    return r;
}

/* Coefficients of the lane's node: pointers to quad (0, 0), shifted for couplings of E. */
struct coefficients {
    const calc *centre, *east, *north, *d[4];
};

static __device__ __forceinline__ coefficients coefficients_of(const level_schur &s, int plane)
{
    coefficients a;
    a.centre = (const calc *)s.plane[plane ? S_O : S_E];
    a.east = (const calc *)s.plane[plane ? S_O_EAST : S_E_EAST];
    a.north = (const calc *)s.plane[plane ? S_O_NORTH : S_E_NORTH];
    a.d[0] = plane ? (const calc *)s.plane[S_SW] : (const calc *)s.plane[S_NE] - s.pitch - 1;
    a.d[1] = plane ? (const calc *)s.plane[S_SE] : (const calc *)s.plane[S_NW] - s.pitch;
    a.d[2] = plane ? (const calc *)s.plane[S_NW] : (const calc *)s.plane[S_SE] - 1;
    a.d[3] = plane ? (const calc *)s.plane[S_NE] : (const calc *)s.plane[S_SW];
    return a;
}

/* The same formula for E and O: diagonal neighbours are south-west, south-east, north-west and
 * north-east of the node. SIZES: of absolute values. */
template <bool SIZES>
static __device__ __forceinline__ calc multiply(const coefficients &a, ptrdiff_t k, ptrdiff_t pitch,
                                                int plane, const row &south, const row &own,
                                                const row &north)
{
#define SIZE(x) (SIZES ? abs_r(x) : (x))
    const calc sw = plane ? own.other : south.other_west, se = plane ? own.other_east : south.other,
               nw = plane ? north.other : own.other_west, ne = plane ? north.other_east : own.other;
    return KRY_PRODUCT_5(SIZE(__ldg(a.centre + k)), SIZE(own.own), SIZE(__ldg(a.east + k - 1)),
                         SIZE(own.west), SIZE(__ldg(a.east + k)), SIZE(own.east),
                         SIZE(__ldg(a.north + k - pitch)), SIZE(south.own),
                         SIZE(__ldg(a.north + k)), SIZE(north.own)) +
           KRY_PRODUCT_DIAGONALS(SIZE(__ldg(a.d[0] + k)), SIZE(sw), SIZE(__ldg(a.d[1] + k)),
                                 SIZE(se), SIZE(__ldg(a.d[2] + k)), SIZE(nw),
                                 SIZE(__ldg(a.d[3] + k)), SIZE(ne));
#undef SIZE
}

struct lane_sums {
    double a, b, c;
};

template <int USER>
static __device__ __forceinline__ void use_product(const kry_part &k, ptrdiff_t o, calc v,
                                                   calc product, calc sizes, lane_sums *sums)
{
    if (USER == KEEP_RESIDUAL) {
        const calc r = __ldg((const calc *)k.b.first + o) - product;
        ((calc *)k.r)[o] = r;
        sums->a += (double)r * (double)r;
        return;
    }
    sums->a += (double)v * (double)product;
    if (USER == KEEP_SIZES)
        sums->b += (double)abs_r(v) * (double)sizes;
    else
        ((calc *)k.q)[o] = product;
    if (USER == KEEP_PRODUCT) {
        const calc r = __ldg((const calc *)k.r + o);
        sums->b += (double)r * (double)v;
        sums->c += (double)r * (double)r;
    }
}

template <int USER>
static __device__ __forceinline__ void close_tile(const kry_part &k, ptrdiff_t tile,
                                                  lane_sums *sums)
{
    kry_store_tile_sum(k, USER == KEEP_RESIDUAL ? KRY_RR : KRY_PQ, tile, sums->a);
    if (USER == KEEP_SIZES)
        kry_store_tile_sum(k, KRY_SIZE, tile, sums->b);
    if (USER == KEEP_PRODUCT) {
        kry_store_tile_sum(k, KRY_RZ, tile, sums->b);
        kry_store_tile_sum(k, KRY_RR, tile, sums->c);
    }
    sums->a = sums->b = sums->c = 0;
}

template <int MAKER, int USER>
static __global__ void __launch_bounds__(KRY_THREADS)
    schur_kernel(const __grid_constant__ kry_part k, const __grid_constant__ level_schur s,
                 const __grid_constant__ pass w)
{
    const int across = kry_tiles_x(&k.shape), column = kry_lane() % WIDTH;
    const long long number = kry_warp();
    chunk c;
    c.plane = kry_lane() / WIDTH;
    c.i = (int)(number % across) * WIDTH + column;
    c.edge = column == 0 ? c.i - 1 : c.i + 1;
    c.at_edge = column == 0 || column == WIDTH - 1;
    c.j0 = (int)(number / across) * CHUNK;
    c.j1 = min(c.j0 + (int)CHUNK, k.shape.ny);
    if (c.j0 >= k.shape.ny || !(w.always || kry_running(k)))
        return;
    c.beta = (calc)k.scalars->beta;
    c.back = (calc)(1 / k.scalars->scale);
    const coefficients a = coefficients_of(s, c.plane);
    lane_sums sums = {0, 0, 0};
    row south = make_row<MAKER>(k, w, c, c.j0 - 1), own = make_row<MAKER>(k, w, c, c.j0);
#pragma unroll 2
    for (int j = c.j0; j < c.j1; ++j) {
        const row north = make_row<MAKER>(k, w, c, j + 1);
        if (c.i < k.shape.nx) {
            const ptrdiff_t q = j * s.pitch + c.i;
            const calc product = multiply<false>(a, q, s.pitch, c.plane, south, own, north);
            const calc sizes = USER == KEEP_SIZES
                                   ? multiply<true>(a, q, s.pitch, c.plane, south, own, north)
                                   : C(0);
            use_product<USER>(k, c.plane * k.shape.plane + j * k.shape.pitch + c.i, own.own,
                              product, sizes, &sums);
        }
        if (j % TILE_ROWS == TILE_ROWS - 1 || j == c.j1 - 1)
            close_tile<USER>(k, (ptrdiff_t)(j / TILE_ROWS) * across + number % across, &sums);
        south = own;
        own = north;
    }
}

template <int MAKER, int USER>
static void run(const kry_part *part, const level_schur *s, const pass &w)
{
    const long long chunks =
        (long long)kry_tiles_x(&part->shape) * ((part->shape.ny + CHUNK - 1) / CHUNK);
    kry_launch(schur_kernel<MAKER, USER>, part, chunks, "a product", *part, *s, w);
}

void SCHUR_CUDA(direction)(const kry_part *part, const level_schur *s, int turn)
{
    const pass w = {(const calc *)part->p[1 - turn], (calc *)part->p[turn], 0};
    run<MAKE_DIRECTION, KEEP_DIRECTION>(part, s, w);
}

void SCHUR_CUDA(product)(const kry_part *part, const level_schur *s)
{
    const pass w = {NULL, NULL, 0};
    run<MAKE_Z, KEEP_PRODUCT>(part, s, w);
}

void SCHUR_CUDA(residual)(const kry_part *part, const level_schur *s)
{
    const pass w = {(const calc *)part->p[0], NULL, 1};
    run<READ_P, KEEP_RESIDUAL>(part, s, w);
}

void SCHUR_CUDA(judge)(const kry_part *part, const level_schur *s, int turn)
{
    const pass w = {(const calc *)part->p[turn], NULL, 1};
    run<READ_P, KEEP_SIZES>(part, s, w);
}
