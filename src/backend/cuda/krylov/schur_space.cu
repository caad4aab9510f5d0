/* From the grid to the nodes E and O and back, once for each solve. Traffic as on the CPU
 * (backend/cpu/krylov/schur_space.c). */
#include "backend/cuda/krylov/krylov.cuh"
#include "backend/cuda/krylov/schur.cuh"

/* ---- reduce ---- */

/* A thread for each quad of the part, in warps of 16 x 2. */
struct quad {
    int I, J;
    bool exists;
};

static __device__ __forceinline__ quad quad_here(const kry_shape &s)
{
    const int width = 32, across = (s.nx + width - 1) / width;
    const long long warp = kry_warp();
    quad q;
    q.I = (int)(warp % across) * width + kry_lane();
    q.J = (int)(warp / across);
    q.exists = q.I < s.nx && q.J < s.ny;
    return q;
}

static void launch_quads(void (*kernel)(const kry_part, const level_part, kry_array, kry_array),
                         const kry_part *part, const level_part *l, const kry_array *a,
                         const kry_array *b, const char *doing)
{
    const long long across = (part->shape.nx + 31) / 32;
    kry_launch(kernel, part, across * part->shape.ny, doing, *part, *l, *a, *b);
}

static __device__ __forceinline__ calc at(const kry_array &a, int i, int j)
{
    return __ldg((const calc *)a.first + j * a.pitch + i);
}

static __device__ __forceinline__ calc coefficient(const kry_part &k, const void *array, int i,
                                                   int j)
{
    return __ldg((const calc *)array + j * k.matrix.pitch + i);
}

static __global__ void __launch_bounds__(KRY_THREADS)
    scale_kernel(const __grid_constant__ kry_part k, const __grid_constant__ level_part l,
                 kry_array b, kry_array)
{
    const quad q = quad_here(k.shape);
    const int i = 2 * q.I, j = 2 * q.J;
    calc *to = (calc *)k.p[0] + q.J * k.shape.pitch + q.I;
    if (!q.exists)
        return;
    if (i + 1 < l.nx)
        to[0] = at(b, i + 1, j) / coefficient(k, k.matrix.centre, i + 1, j);
    if (j + 1 < l.ny)
        to[k.shape.plane] = at(b, i, j + 1) / coefficient(k, k.matrix.centre, i, j + 1);
}

void SCHUR_CUDA(scale_reds)(const kry_part *part, const level_part *l, const kry_array *given_b)
{
    launch_quads(scale_kernel, part, l, given_b, given_b, "reducing a right-hand side");
}

/* The couplings of node (i, j) times the values around it. */
static __device__ __forceinline__ calc around(const kry_part &k, int i, int j, calc w, calc e,
                                              calc s, calc n)
{
    return KRY_NEIGHBOURS(coefficient(k, k.matrix.east, i - 1, j), w,
                          coefficient(k, k.matrix.east, i, j), e,
                          coefficient(k, k.matrix.north, i, j - 1), s,
                          coefficient(k, k.matrix.north, i, j), n);
}

static __global__ void __launch_bounds__(KRY_THREADS)
    reduce_kernel(const __grid_constant__ kry_part k, const __grid_constant__ level_part l,
                  kry_array b, kry_array)
{
    const quad q = quad_here(k.shape);
    const int i = 2 * q.I, j = 2 * q.J;
    const ptrdiff_t o = q.J * k.shape.pitch + q.I, p = k.shape.pitch;
    const calc *r1 = (const calc *)k.p[0] + o, *r2 = r1 + k.shape.plane;
    calc *to = (calc *)k.b.first + o;
    if (!q.exists)
        return;
    to[0] = KRY_REDUCED(at(b, i, j), around(k, i, j, r1[-1], r1[0], r2[-p], r2[0]));
    if (i + 1 < l.nx && j + 1 < l.ny)
        to[k.shape.plane] =
            KRY_REDUCED(at(b, i + 1, j + 1), around(k, i + 1, j + 1, r2[0], r2[1], r1[0], r1[p]));
}

void SCHUR_CUDA(reduce)(const kry_part *part, const level_part *l, const kry_array *given_b)
{
    launch_quads(reduce_kernel, part, l, given_b, given_b, "reducing a right-hand side");
}

static __global__ void __launch_bounds__(KRY_THREADS)
    take_kernel(const __grid_constant__ kry_part k, const __grid_constant__ level_part l,
                kry_array x, kry_array)
{
    const quad q = quad_here(k.shape);
    const int i = 2 * q.I, j = 2 * q.J;
    calc *to = (calc *)k.x.first + q.J * k.shape.pitch + q.I;
    if (!q.exists)
        return;
    to[0] = at(x, i, j);
    if (i + 1 < l.nx && j + 1 < l.ny)
        to[k.shape.plane] = at(x, i + 1, j + 1);
}

void SCHUR_CUDA(take_x)(const kry_part *part, const level_part *l, const kry_array *given_x)
{
    launch_quads(take_kernel, part, l, given_x, given_x, "reducing a start");
}

/* ---- expand ---- */

/* x of any unknown of the grid. */
static __device__ __forceinline__ calc expanded(const kry_part &k, const kry_array &b, int i, int j)
{
    const ptrdiff_t o = (j >> 1) * k.shape.pitch + (i >> 1), p = k.shape.pitch;
    const calc *e = (const calc *)k.x.first + o, *x_o = e + k.shape.plane;
    if ((i & 1) == (j & 1))
        return (i & 1) ? x_o[0] : e[0];
    const calc sum = (i & 1) ? around(k, i, j, e[0], e[1], x_o[-p], x_o[0])
                             : around(k, i, j, x_o[-1], x_o[0], e[0], e[p]);
    return KRY_EXPANDED(at(b, i, j), sum, coefficient(k, k.matrix.centre, i, j));
}

/* A warp for each tile of the grid, which has the number of a tile of the space. */
static __global__ void __launch_bounds__(KRY_THREADS)
    expand_kernel(const __grid_constant__ kry_part k, const __grid_constant__ level_part l,
                  kry_array b, kry_array x)
{
    kry_part grid = k;
    grid.shape.nx = l.nx;
    grid.shape.ny = l.ny;
    grid.shape.planes = 1;
    const kry_tile t = kry_tile_here(grid.shape);
    double with_b = 0, with_c = 0;
    if (!t.exists)
        return;
    for (int n = 0; n < t.rows; ++n) {
        const int j = t.j0 + n;
        const calc value = expanded(k, b, t.i, j);
        ((calc *)x.first)[j * x.pitch + t.i] = value;
        with_b += (double)value * (double)at(b, t.i, j);
        with_c += (double)coefficient(k, k.matrix.centre, t.i, j) * ((double)value * (double)value);
    }
    kry_store_tile_sum(grid, KRY_PQ, t.number, with_b);
    kry_store_tile_sum(grid, KRY_SIZE, t.number, with_c);
}

void SCHUR_CUDA(expand)(const kry_part *part, const level_part *l, const kry_array *given_b,
                        const kry_array *given_x)
{
    const long long tiles = (long long)((l->nx + KRY_LANES - 1) / KRY_LANES) * ((l->ny + 7) / 8);
    kry_launch(expand_kernel, part, tiles, "expanding a solution", *part, *l, *given_b, *given_x);
}

extern "C" const schur_kernels *SPATE_NAME(schur_kernels_cuda)(void)
{
    static schur_kernels table;
#define PLACE(name) table.name = SCHUR_CUDA(name);
    SCHUR_EACH(PLACE)
#undef PLACE
    return &table;
}
