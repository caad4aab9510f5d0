/* Kernels of the preconditioners without levels. */
#include "backend/cuda/krylov/krylov.cuh"
#include "backend/cuda/krylov/tables.cuh"
#include "backend/krylov/factor.h"

static void *allocate_word(void)
{
    return cuda_allocate(sizeof(unsigned long long));
}

/* Reads a word of the device and frees it. */
static unsigned long long take_word(const kry_part *part, void *word)
{
    unsigned long long value = 0;
    const cudaStream_t stream = kry_stream(part);
    cuda_ok(cudaMemcpyAsync(&value, word, sizeof value, cudaMemcpyDeviceToHost, stream),
            "reading a count");
    cuda_ok(cudaStreamSynchronize(stream), "reading a count");
    cuda_free(word);
    return value;
}

/* A word of the device, zero for the stream of the part. */
static unsigned long long *make_word(const kry_part *part)
{
    unsigned long long *word = (unsigned long long *)allocate_word();
    if (word)
        cuda_ok(cudaMemsetAsync(word, 0, sizeof *word, kry_stream(part)), "clearing a count");
    return word;
}

template <typename... Taken, typename... Given>
static void launch(void (*kernel)(Taken...), const kry_part *part, const char *doing,
                   const Given &...given)
{
    kry_launch(kernel, part, (long long)kry_tile_count(&part->shape), doing, *part, given...);
}

/* Couplings of unknown (i, j) times a vector. */
static __device__ __forceinline__ real neighbours(const kry_part &k, const kry_matrix &m,
                                                  const real *vector, int i, int j)
{
    const ptrdiff_t o = j * m.pitch + i, b = o - m.pitch, up = k.shape.pitch;
    const real *east = (const real *)m.east + o, *north = (const real *)m.north + o,
               *v = vector + j * up + i;
    real sum = KRY_NEIGHBOURS_5(__ldg(east - 1), v[-1], __ldg(east), v[1], __ldg(north - m.pitch),
                                v[-up], __ldg(north), v[up]);
    if (m.north_east) {
        const real *ne = (const real *)m.north_east, *nw = (const real *)m.north_west;
        sum += KRY_PRODUCT_DIAGONALS(__ldg(ne + b - 1), v[-up - 1], __ldg(nw + b + 1), v[-up + 1],
                                     __ldg(nw + o), v[up - 1], __ldg(ne + o), v[up + 1]);
    }
    return sum;
}

/* ---- Gershgorin ---- */

static __device__ __forceinline__ double size_of(const real *at)
{
    return (double)abs_r(*at);
}

static __global__ void __launch_bounds__(KRY_THREADS)
    ratio_kernel(const __grid_constant__ kry_part k, kry_matrix m, unsigned long long *most)
{
    const kry_tile t = kry_tile_here(k.shape);
    double mine = 0;
    for (int n = 0; n < t.rows; ++n) {
        const ptrdiff_t o = (t.j0 + n) * m.pitch + t.i, b = o - m.pitch;
        const real *east = (const real *)m.east + o, *north = (const real *)m.north + o;
        double sum =
            (size_of(east - 1) + size_of(east)) + (size_of(north - m.pitch) + size_of(north));
        if (m.north_east) {
            const real *ne = (const real *)m.north_east, *nw = (const real *)m.north_west;
            sum +=
                (size_of(ne + b - 1) + size_of(ne + o)) + (size_of(nw + b + 1) + size_of(nw + o));
        }
        const double ratio = sum / (double)((const real *)m.centre)[o];
        mine = ratio > mine ? ratio : mine;
    }
    if (mine > 0)
        atomicMax(most, (unsigned long long)__double_as_longlong(mine));
}

static double row_ratio(const kry_part *part, const kry_matrix *m)
{
    unsigned long long *most = make_word(part), bits;
    double ratio = 0;
    if (!most)
        return 0;
    launch(ratio_kernel, part, "row sums", *m, most);
    bits = take_word(part, most);
    memcpy(&ratio, &bits, sizeof ratio);
    return ratio;
}

/* ---- SSOR ---- */

static __global__ void __launch_bounds__(KRY_THREADS)
    relax_kernel(const __grid_constant__ kry_part k, kry_matrix m, double omega, int colour,
                 int first)
{
    const kry_shape &s = k.shape;
    const kry_tile t = kry_tile_here(s);
    const int four = m.north_east != NULL;
    if (!kry_running(k))
        return;
    for (int n = 0; n < t.rows; ++n) {
        const int j = t.j0 + n, mine = four ? (t.i & 1) + 2 * (j & 1) : (t.i + j) & 1;
        const ptrdiff_t o = j * s.pitch + t.i;
        const real in = ((const real *)k.in)[o],
                   centre = ((const real *)m.centre)[j * m.pitch + t.i];
        real *z = (real *)k.z;
        if (first)
            z[o] = mine == 0 ? in / centre : (real)0;
        else if (mine == colour)
            z[o] = kry_relaxed(in, (real)omega, neighbours(k, m, z, t.i, j), centre);
    }
}

static void relax(const kry_part *part, const kry_matrix *m, double omega, int colour, int first)
{
    launch(relax_kernel, part, "relaxation", *m, omega, colour, first);
}

/* ---- Chebyshev ---- */

static __global__ void __launch_bounds__(KRY_THREADS)
    chebyshev_first_kernel(const __grid_constant__ kry_part k, kry_matrix m, real weight, real *d,
                           real *out)
{
    const kry_shape &s = k.shape;
    const kry_tile t = kry_tile_here(s);
    if (!kry_running(k))
        return;
    for (int n = 0; n < t.rows; ++n) {
        const ptrdiff_t o = (t.j0 + n) * s.pitch + t.i;
        out[o] = d[o] = weight * (((const real *)k.in)[o] /
                                  ((const real *)m.centre)[(t.j0 + n) * m.pitch + t.i]);
    }
}

static void chebyshev_first(const kry_part *part, const kry_matrix *m, double weight, void *d,
                            void *out)
{
    launch(chebyshev_first_kernel, part, "a polynomial", *m, (real)weight, (real *)d, (real *)out);
}

static __global__ void __launch_bounds__(KRY_THREADS)
    chebyshev_step_kernel(const __grid_constant__ kry_part k, kry_matrix m, real keep, real weight,
                          const real *z, real *d, real *out)
{
    const kry_shape &s = k.shape;
    const kry_tile t = kry_tile_here(s);
    if (!kry_running(k))
        return;
#pragma unroll 2
    for (int n = 0; n < t.rows; ++n) {
        const int j = t.j0 + n;
        const ptrdiff_t o = j * s.pitch + t.i;
        const real centre = __ldg((const real *)m.centre + j * m.pitch + t.i), own = z[o];
        const real product = centre * own + neighbours(k, m, z, t.i, j);
        const real step =
            kry_chebyshev_increment(keep, d[o], weight, ((const real *)k.in)[o], product, centre);
        d[o] = step;
        out[o] = own + step;
    }
}

static void chebyshev_step(const kry_part *part, const kry_matrix *m, kry_chebyshev_step step,
                           const void *z, void *d, void *out)
{
    launch(chebyshev_step_kernel, part, "a polynomial", *m, (real)step.keep, (real)step.weight,
           (const real *)z, (real *)d, (real *)out);
}

/* ---- the sparse approximate inverse ---- */

static __global__ void __launch_bounds__(KRY_THREADS)
    make_factor_kernel(const __grid_constant__ kry_part k, kry_matrix m, kry_factor f,
                       unsigned long long *failed)
{
    const kry_shape &s = k.shape;
    const kry_tile t = kry_tile_here(s);
    const int count = m.north_east ? KRY_G_COUNT : KRY_G_SOUTH_WEST;
    for (int n = 0; n < t.rows; ++n) {
        real g[KRY_G_COUNT] = {0};
        if (!kry_factor_row(&s, &m, t.i, t.j0 + n, g))
            atomicAdd(failed, 1ull);
        for (int c = 0; c < count; ++c)
            ((real *)f.g[c])[(t.j0 + n) * s.pitch + t.i] = g[c];
    }
}

static int64_t make_factor(const kry_part *part, const kry_matrix *m, const kry_factor *f)
{
    unsigned long long *failed = make_word(part);
    if (!failed)
        return 0;
    launch(make_factor_kernel, part, "a sparse inverse", *m, *f, failed);
    return (int64_t)take_word(part, failed);
}

static __global__ void __launch_bounds__(KRY_THREADS)
    factor_kernel(const __grid_constant__ kry_part k, kry_factor f, const real *from, real *to,
                  int transposed)
{
    const kry_shape &s = k.shape;
    const kry_tile t = kry_tile_here(s);
    if (!kry_running(k))
        return;
    for (int n = 0; n < t.rows; ++n) {
        const ptrdiff_t o = (t.j0 + n) * s.pitch + t.i, a = o + s.pitch, b = o - s.pitch;
        const real *own = (const real *)f.g[KRY_G_OWN], *west = (const real *)f.g[KRY_G_WEST],
                   *south = (const real *)f.g[KRY_G_SOUTH],
                   *sw = (const real *)f.g[KRY_G_SOUTH_WEST],
                   *se = (const real *)f.g[KRY_G_SOUTH_EAST];
        real sum = transposed
                       ? KRY_FACTOR_3(own[o], from[o], west[o + 1], from[o + 1], south[a], from[a])
                       : KRY_FACTOR_3(own[o], from[o], west[o], from[o - 1], south[o], from[b]);
        if (sw)
            sum += transposed ? sw[a + 1] * from[a + 1] + se[a - 1] * from[a - 1]
                              : sw[o] * from[b - 1] + se[o] * from[b + 1];
        to[o] = sum;
    }
}

static void factor_apply(const kry_part *part, const kry_factor *f, void *out)
{
    launch(factor_kernel, part, "a sparse inverse", *f, (const real *)part->in, (real *)out, 0);
}

static void factor_apply_transposed(const kry_part *part, const kry_factor *f, const void *y)
{
    launch(factor_kernel, part, "a sparse inverse", *f, (const real *)y, (real *)part->z, 1);
}

/* ---- columns of tiles ---- */

static __global__ void __launch_bounds__(KRY_THREADS)
    make_columns_kernel(const __grid_constant__ kry_part k, kry_matrix m, real *pivots,
                        unsigned long long *bad)
{
    const kry_shape &s = k.shape;
    const kry_tile t = kry_tile_here(s);
    real below = 0;
    for (int n = 0; n < t.rows; ++n) {
        const ptrdiff_t o = (t.j0 + n) * m.pitch + t.i;
        const real centre = ((const real *)m.centre)[o];
        const real pivot =
            n > 0 ? kry_column_pivot(centre, ((const real *)m.north)[o - m.pitch], below) : centre;
        if (!(pivot > 0))
            atomicAdd(bad, 1ull);
        below = (real)1 / pivot;
        pivots[(t.j0 + n) * s.pitch + t.i] = below;
    }
}

static int64_t make_columns(const kry_part *part, const kry_matrix *m, void *pivots)
{
    unsigned long long *bad = make_word(part);
    if (!bad)
        return 0;
    launch(make_columns_kernel, part, "columns", *m, (real *)pivots, bad);
    return (int64_t)take_word(part, bad);
}

static __global__ void __launch_bounds__(KRY_THREADS)
    solve_columns_kernel(const __grid_constant__ kry_part k, kry_matrix m, const real *pivots)
{
    enum { ROWS = 8 };
    const kry_shape &s = k.shape;
    const kry_tile t = kry_tile_here(s);
    if (!kry_running(k) || !t.exists)
        return;
    const ptrdiff_t from = t.j0 * s.pitch + t.i, from_matrix = t.j0 * m.pitch + t.i;
    real in[ROWS], y[ROWS], pivot[ROWS], north[ROWS];
    double sum = 0;
#pragma unroll
    for (int n = 0; n < ROWS; ++n) {
        const bool here = n < t.rows;
        in[n] = here ? __ldg((const real *)k.in + from + n * s.pitch) : (real)0;
        pivot[n] = here ? __ldg(pivots + from + n * s.pitch) : (real)0;
        north[n] = here ? __ldg((const real *)m.north + from_matrix + n * m.pitch) : (real)0;
    }
#pragma unroll
    for (int n = 0; n < ROWS; ++n)
        y[n] = n == 0 ? in[n] : kry_column_forward(in[n], north[n - 1], pivot[n - 1], y[n - 1]);
#pragma unroll
    for (int n = ROWS - 1; n >= 0; --n)
        if (n < t.rows)
            y[n] = n == t.rows - 1
                       ? y[n] * pivot[n]
                       : kry_column_backward(y[n], north[n], y[n < ROWS - 1 ? n + 1 : n], pivot[n]);
#pragma unroll
    for (int n = 0; n < ROWS; ++n)
        if (n < t.rows) {
            ((real *)k.z)[from + n * s.pitch] = y[n];
            sum += (double)in[n] * (double)y[n];
        }
    kry_store_tile_sum(k, KRY_RZ, t.number, sum);
}

static void solve_columns(const kry_part *part, const kry_matrix *m, const void *pivots)
{
    launch(solve_columns_kernel, part, "columns", *m, (const real *)pivots);
}

extern "C" const kry_simple_kernels *SPATE_NAME(kry_simple_kernels_cuda)(void)
{
    static kry_simple_kernels table;
    table.row_ratio = row_ratio;
    table.relax = relax;
    table.chebyshev_first = chebyshev_first;
    table.chebyshev_step = chebyshev_step;
    table.make_factor = make_factor;
    table.factor_apply = factor_apply;
    table.factor_apply_transposed = factor_apply_transposed;
    table.make_columns = make_columns;
    table.solve_columns = solve_columns;
    return &table;
}
