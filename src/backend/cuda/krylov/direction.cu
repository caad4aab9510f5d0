/* Directions, products and residuals (rows.cuh). */
#include "backend/cuda/krylov/rows.cuh"
#include "backend/cuda/krylov/tables.cuh"

/* Sums of a lane over the rows of a tile. */
struct lane_sums {
    double a, b, c;
};

template <int USER>
static __device__ __forceinline__ void use_product(const kry_part &k, const kry_pass &w, int i,
                                                   int j, calc v, calc product, calc sizes,
                                                   lane_sums *sums)
{
    const ptrdiff_t o = j * k.shape.pitch + i;
    if (USER == KEEP_RESIDUAL) {
        const calc r = __ldg((const calc *)k.b.first + j * k.b.pitch + i) - product;
        ((calc *)k.r)[o] = r;
        sums->a += (double)r * (double)r;
        return;
    }
    sums->a += (double)v * (double)product;
    if (USER == KEEP_SIZES)
        sums->b += (double)abs_r(v) * (double)sizes;
    else if (USER == KEEP_DIRECTION || !w.given)
        ((calc *)k.q)[o] = product;
    if (USER == KEEP_PRODUCT) {
        const calc r = __ldg((const calc *)k.r + o);
        sums->b += (double)r * (double)v;
        sums->c += (double)r * (double)r;
    }
}

template <int USER>
static __device__ __forceinline__ void close_tile(const kry_part &k, const kry_chunk &c, int j,
                                                  lane_sums *sums)
{
    const ptrdiff_t tile =
        (ptrdiff_t)(j / KRY_TILE_ROWS) * kry_tiles_x(&k.shape) + c.i0 / KRY_LANES;
    kry_store_tile_sum(k, USER == KEEP_RESIDUAL ? KRY_RR : KRY_PQ, tile, sums->a);
    if (USER == KEEP_SIZES)
        kry_store_tile_sum(k, KRY_SIZE, tile, sums->b);
    if (USER == KEEP_PRODUCT) {
        kry_store_tile_sum(k, KRY_RZ, tile, sums->b);
        kry_store_tile_sum(k, KRY_RR, tile, sums->c);
    }
    *sums = {0, 0, 0};
}

/* While row j is computed, the vector of row j + 2 and the couplings of row j + 1 are loaded. */
template <int USER, class KIND>
static __device__ __forceinline__ void run_chunk(const kry_part &k, const kry_pass &w,
                                                 const kry_chunk &c)
{
    const kry_weights by = kry_weights_of(k);
    const kry_matrix &m = k.matrix;
    const bool inside = KIND::INTERIOR || c.i < k.shape.nx;
    const bool given = (USER == KEEP_PRODUCT || USER == KEEP_RESIDUAL) && w.given;
    const bool multiplies = inside && !given; /* otherwise there may be no matrix */
    const ptrdiff_t first = c.j0 * m.pitch + c.i;
    const kry_couplings none = {};
    lane_sums sums = {0, 0, 0};
    kry_row south = make_row<KIND>(load_row<KIND>(k, w, c, c.j0 - 1), by),
            own = make_row<KIND>(load_row<KIND>(k, w, c, c.j0), by);
    kry_raw_row next = load_row<KIND>(k, w, c, c.j0 + 1);
    kry_couplings a = multiplies ? load_couplings<KIND>(m, first) : none;
    calc to_south = multiplies ? __ldg((const calc *)m.north + first - m.pitch) : C(0);
    if (c.j0 == 0)
        store_row<KIND>(k, w, c, -1, south);
#pragma unroll 2
    for (int j = c.j0; j < c.j1; ++j) {
        const bool more = j + 1 < c.j1;
        const kry_raw_row after = more ? load_row<KIND>(k, w, c, j + 2) : next;
        const kry_couplings above =
            more && multiplies ? load_couplings<KIND>(m, (j + 1) * m.pitch + c.i) : none;
        const kry_row north = make_row<KIND>(next, by);
        const kry_block b = look_around<KIND::POINTS>(south, own, north);
        store_row<KIND>(k, w, c, j, own);
        if (inside) {
            const calc product = given ? __ldg((const calc *)k.q + j * k.shape.pitch + c.i)
                                       : multiply<KIND>(a, to_south, b);
            const calc sizes = USER == KEEP_SIZES ? multiply_sizes<KIND>(a, to_south, b) : C(0);
            use_product<USER>(k, w, c.i, j, own.own, product, sizes, &sums);
        }
        if (j % KRY_TILE_ROWS == KRY_TILE_ROWS - 1 || !more)
            close_tile<USER>(k, c, j, &sums);
        to_south = a.north;
        a = above;
        south = own;
        own = north;
        next = after;
    }
    if (c.j1 == k.shape.ny)
        store_row<KIND>(k, w, c, c.j1, own);
}

template <int MAKER, int USER, int SOURCE, int POINTS>
static __global__ void __launch_bounds__(KRY_THREADS)
    pass_kernel(const __grid_constant__ kry_part k, const __grid_constant__ kry_pass w)
{
    const kry_shape &s = k.shape;
    const int across = kry_tiles_x(&s);
    const long long chunk = kry_warp();
    const int i0 = (int)(chunk % across) * KRY_LANES, j0 = (int)(chunk / across) * KRY_CHUNK;
    const kry_chunk c = {i0 + kry_lane(), i0, i0 + (kry_lane() == 0 ? -1 : (int)KRY_LANES), j0,
                         min(j0 + (int)KRY_CHUNK, s.ny)};
    if (j0 >= s.ny || !(w.always || kry_running(k)))
        return;
    if (i0 > 0 && i0 + KRY_LANES < s.nx && j0 > 0 && j0 + KRY_CHUNK < s.ny)
        run_chunk<USER, kry_kind<MAKER, SOURCE, POINTS, true>>(k, w, c);
    else
        run_chunk<USER, kry_kind<MAKER, SOURCE, POINTS, false>>(k, w, c);
}

template <int MAKER, int USER, int SOURCE>
static void run_from(const kry_part *part, const kry_pass &w)
{
    const kry_shape *s = &part->shape;
    const long long chunks = (long long)kry_tiles_x(s) * ((s->ny + KRY_CHUNK - 1) / KRY_CHUNK);
    if (part->matrix.north_east)
        kry_launch(pass_kernel<MAKER, USER, SOURCE, 9>, part, chunks, "a product of 9 points",
                   *part, w);
    else
        kry_launch(pass_kernel<MAKER, USER, SOURCE, 5>, part, chunks, "a product of 5 points",
                   *part, w);
}

template <int MAKER, int USER> static void run(const kry_part *part, const kry_pass &w)
{
    if (MAKER == READ_P || part->source == KRY_FROM_R)
        run_from<MAKER, USER, KRY_FROM_R>(part, w);
    else if (part->source == KRY_FROM_Z)
        run_from<MAKER, USER, KRY_FROM_Z>(part, w);
    else
        run_from<MAKER, USER, KRY_FROM_R_OVER_CENTRE>(part, w);
}

void KRY_CUDA(kry_direction)(const kry_part *part, int turn)
{
    run<MAKE_DIRECTION, KEEP_DIRECTION>(part, {(const calc *)part->p[1 - turn],
                                               (calc *)part->p[turn], 0, 0});
}

void KRY_CUDA(kry_product)(const kry_part *part, int given)
{
    run<MAKE_Z, KEEP_PRODUCT>(part, {NULL, NULL, given, 0});
}

void KRY_CUDA(kry_residual)(const kry_part *part, int given)
{
    run<READ_P, KEEP_RESIDUAL>(part, {(const calc *)part->p[0], NULL, given, 1});
}

void KRY_CUDA(kry_judge)(const kry_part *part, int turn)
{
    run<READ_P, KEEP_SIZES>(part, {(const calc *)part->p[turn], NULL, 0, 1});
}

/* ---- rows without a product ---- */

template <int MAKER, int SOURCE>
static __global__ void __launch_bounds__(KRY_THREADS)
    rows_kernel(const __grid_constant__ kry_part k, const __grid_constant__ kry_pass w)
{
    typedef kry_kind<MAKER, SOURCE, 5, true> kind;
    const kry_shape &s = k.shape;
    const int across = (s.nx + 2 + KRY_LANES - 1) / KRY_LANES;
    const int i = (int)(kry_warp() % across) * KRY_LANES + kry_lane() - 1,
              j = (int)(kry_warp() / across) - 1;
    if (j <= s.ny && is_linked(s, i, j) && (w.always || kry_running(k)))
        w.made[j * s.pitch + i] = make_value<kind>(load_raw<kind>(k, w, i, j), kry_weights_of(k));
}

template <int MAKER> static void run_rows_of_plane(const kry_part *part, const kry_pass &w)
{
    const long long warps =
        (long long)((part->shape.nx + 2 + KRY_LANES - 1) / KRY_LANES) * (part->shape.ny + 2);
    if (part->source == KRY_FROM_R)
        kry_launch(rows_kernel<MAKER, KRY_FROM_R>, part, warps, "a direction", *part, w);
    else if (part->source == KRY_FROM_Z)
        kry_launch(rows_kernel<MAKER, KRY_FROM_Z>, part, warps, "a direction", *part, w);
    else
        kry_launch(rows_kernel<MAKER, KRY_FROM_R_OVER_CENTRE>, part, warps, "a direction", *part,
                   w);
}

template <int MAKER> static void run_rows(const kry_part *part, const kry_pass &w)
{
    for (int plane = 0; plane < part->shape.planes; ++plane) {
        const ptrdiff_t at = plane * part->shape.plane;
        kry_part of_plane = *part;
        kry_pass pass = w;
        of_plane.r = (calc *)part->r + at;
        of_plane.z = (real *)part->z + at;
        pass.old += at;
        pass.made += at;
        run_rows_of_plane<MAKER>(&of_plane, pass);
    }
}

void KRY_CUDA(kry_combine)(const kry_part *part, int turn)
{
    run_rows<MAKE_DIRECTION>(part, {(const calc *)part->p[1 - turn], (calc *)part->p[turn], 0, 1});
}

void KRY_CUDA(kry_make_z)(const kry_part *part, void *to)
{
    run_rows<MAKE_Z>(part, {NULL, (calc *)to, 0, 0});
}
