/* Kernels of the conjugate gradients that combine vectors unknown by unknown, tile by tile. */
#include "backend/cuda/krylov/krylov.cuh"
#include "backend/cuda/krylov/tables.cuh"

/* Rows of a lane that are loaded before any is stored. */
enum { AT_ONCE = 4, MOST_ROWS = 8 };

struct weights {
    calc alpha, beta, scale, back;
};

static __device__ __forceinline__ weights weights_of(const kry_part &k)
{
    return {(calc)k.scalars->alpha, (calc)k.scalars->beta, (calc)k.scalars->scale,
            (calc)(1 / k.scalars->scale)};
}

/* Where precisions are the same, `in` is r. */
static __host__ __device__ __forceinline__ bool scales_input(const kry_part &k)
{
    return k.source == KRY_FROM_Z && k.in != k.r;
}

/* z from r and, where it is stored, from z. */
static __device__ __forceinline__ calc z_of(const kry_part &k, const weights &w, calc r,
                                            ptrdiff_t o, ptrdiff_t o_matrix)
{
    return k.source == KRY_FROM_Z   ? (calc)((const real *)k.z)[o] * w.back
           : k.source == KRY_FROM_R ? r
                                    : r / __ldg((const calc *)k.matrix.centre + o_matrix);
}

static void launch(void (*kernel)(const kry_part, int, int), const kry_part *part, int turn,
                   int fresh_x, const char *doing)
{
    kry_launch(kernel, part, (long long)kry_tile_count(&part->shape), doing, *part, turn, fresh_x);
}

/* ---- two reductions ---- */

static __global__ void __launch_bounds__(KRY_THREADS)
    update_kernel(const __grid_constant__ kry_part k, int turn, int fresh_x)
{
    const kry_shape &s = k.shape;
    const kry_tile t = kry_tile_here(s);
    if (!kry_running(k) || !t.exists)
        return;
    const weights w = weights_of(k);
    const calc *p = (const calc *)k.p[turn] + kry_offset(s, t, s.pitch),
               *q = (const calc *)k.q + kry_offset(s, t, s.pitch);
    calc *r = (calc *)k.r + kry_offset(s, t, s.pitch),
         *x = (calc *)k.x.first + kry_offset(s, t, k.x.pitch);
    const ptrdiff_t centre = t.j0 * k.matrix.pitch + t.i;
    double rr = 0, rz = 0;
#pragma unroll
    for (int first = 0; first < MOST_ROWS; first += AT_ONCE) {
        calc a[AT_ONCE], b[AT_ONCE], c[AT_ONCE], d[AT_ONCE];
#pragma unroll
        for (int n = 0; n < AT_ONCE; ++n)
            if (first + n < t.rows) {
                const ptrdiff_t o = (first + n) * s.pitch;
                a[n] = __ldg(p + o);
                b[n] = __ldg(q + o);
                c[n] = fresh_x ? C(0) : x[(first + n) * k.x.pitch];
                d[n] = r[o];
            }
#pragma unroll
        for (int n = 0; n < AT_ONCE; ++n)
            if (first + n < t.rows) {
                const ptrdiff_t o = (first + n) * s.pitch;
                x[(first + n) * k.x.pitch] = c[n] + w.alpha * a[n];
                const calc left = d[n] - w.alpha * b[n];
                r[o] = left;
                rr += (double)left * (double)left;
                if (k.source != KRY_FROM_Z)
                    rz += (double)left *
                          (double)z_of(k, w, left, 0, centre + (first + n) * k.matrix.pitch);
                else if (scales_input(k))
                    ((real *)k.in)[kry_offset(s, t, s.pitch) + o] = (real)(left * w.scale);
            }
    }
    kry_store_tile_sum(k, KRY_RR, t.number, rr);
    if (k.source != KRY_FROM_Z)
        kry_store_tile_sum(k, KRY_RZ, t.number, rz);
}

void KRY_CUDA(kry_update)(const kry_part *part, int turn, int fresh_x)
{
    launch(update_kernel, part, turn, fresh_x, "an update");
}

/* ---- one reduction ---- */

static __global__ void __launch_bounds__(KRY_THREADS)
    update_both_kernel(const __grid_constant__ kry_part k, int, int fresh_x)
{
    const kry_shape &s = k.shape;
    const kry_tile t = kry_tile_here(s);
    if (!kry_running(k) || !t.exists)
        return;
    const weights w = weights_of(k);
    const ptrdiff_t from = kry_offset(s, t, s.pitch);
    for (int n = 0; n < t.rows; ++n) {
        const ptrdiff_t o = from + n * s.pitch, o_matrix = (t.j0 + n) * k.matrix.pitch + t.i;
        calc *p = (calc *)k.p[0] + o, *product = (calc *)k.p[1] + o, *r = (calc *)k.r + o;
        calc *x = (calc *)k.x.first + kry_offset(s, t, k.x.pitch) + n * k.x.pitch;
        const calc z = z_of(k, w, *r, o, o_matrix);
        const calc direction = z + w.beta * *p;
        const calc along = __ldg((const calc *)k.q + o) + w.beta * *product;
        const calc left = *r - w.alpha * along;
        *p = direction;
        *product = along;
        *x = (fresh_x ? C(0) : *x) + w.alpha * direction;
        *r = left;
        if (scales_input(k))
            ((real *)k.in)[o] = (real)(left * w.scale);
    }
}

void KRY_CUDA(kry_update_both)(const kry_part *part, int fresh_x)
{
    launch(update_both_kernel, part, 0, fresh_x, "an update");
}

/* ---- sums of products ---- */

enum { DOT_PQ, DOT_RZ, DOT_BB };

template <int WHAT>
static __global__ void __launch_bounds__(KRY_THREADS)
    dot_kernel(const __grid_constant__ kry_part k, int turn, int always)
{
    const kry_shape &s = k.shape;
    const kry_tile t = kry_tile_here(s);
    if ((!always && !kry_running(k)) || !t.exists)
        return;
    const weights w = weights_of(k);
    const ptrdiff_t from = kry_offset(s, t, s.pitch);
    double sum = 0;
    for (int n = 0; n < t.rows; ++n) {
        const ptrdiff_t o = from + n * s.pitch;
        calc a, b;
        if (WHAT == DOT_PQ) {
            a = ((const calc *)k.p[turn])[o];
            b = ((const calc *)k.q)[o];
        } else if (WHAT == DOT_BB) {
            a = b = ((const calc *)k.b.first)[kry_offset(s, t, k.b.pitch) + n * k.b.pitch];
        } else {
            a = ((const calc *)k.r)[o];
            b = z_of(k, w, a, o, (t.j0 + n) * k.matrix.pitch + t.i);
        }
        sum += (double)a * (double)b;
    }
    kry_store_tile_sum(k,
                       WHAT == DOT_PQ   ? KRY_PQ
                       : WHAT == DOT_RZ ? KRY_RZ
                                        : KRY_BB,
                       t.number, sum);
}

void KRY_CUDA(kry_dot_pq)(const kry_part *part, int turn)
{
    launch(dot_kernel<DOT_PQ>, part, turn, 0, "p.q");
}

void KRY_CUDA(kry_dot_rz)(const kry_part *part)
{
    launch(dot_kernel<DOT_RZ>, part, 0, 0, "r.z");
}

void KRY_CUDA(kry_norm_b)(const kry_part *part)
{
    launch(dot_kernel<DOT_BB>, part, 0, 1, "the norm of b");
}

/* ---- start ---- */

enum { R_FROM_B, P_FROM_X, ZERO_X, SCALE_INPUT };

template <int WHAT>
static __global__ void __launch_bounds__(KRY_THREADS)
    copy_kernel(const __grid_constant__ kry_part k, int, int)
{
    const kry_shape &s = k.shape;
    const kry_tile t = kry_tile_here(s);
    if (!t.exists)
        return;
    const weights w = weights_of(k);
    const ptrdiff_t from = kry_offset(s, t, s.pitch), from_x = kry_offset(s, t, k.x.pitch),
                    from_b = kry_offset(s, t, k.b.pitch);
    double sum = 0;
    for (int n = 0; n < t.rows; ++n) {
        const ptrdiff_t o = from + n * s.pitch;
        if (WHAT == R_FROM_B) {
            const calc b = ((const calc *)k.b.first)[from_b + n * k.b.pitch];
            ((calc *)k.r)[o] = b;
            sum += (double)b * (double)b;
        } else if (WHAT == P_FROM_X)
            ((calc *)k.p[0])[o] = ((const calc *)k.x.first)[from_x + n * k.x.pitch];
        else if (WHAT == ZERO_X)
            ((calc *)k.x.first)[from_x + n * k.x.pitch] = C(0);
        else
            ((real *)k.in)[o] = (real)(((const calc *)k.r)[o] * w.scale);
    }
    if (WHAT == R_FROM_B)
        kry_store_tile_sum(k, KRY_RR, t.number, sum);
}

void KRY_CUDA(kry_start)(const kry_part *part)
{
    launch(copy_kernel<R_FROM_B>, part, 0, 0, "a start");
}

void KRY_CUDA(kry_load_x)(const kry_part *part)
{
    launch(copy_kernel<P_FROM_X>, part, 0, 0, "a start");
}

void KRY_CUDA(kry_zero_x)(const kry_part *part)
{
    launch(copy_kernel<ZERO_X>, part, 0, 0, "x of nothing");
}

void KRY_CUDA(kry_scale_input)(const kry_part *part)
{
    if (scales_input(*part))
        launch(copy_kernel<SCALE_INPUT>, part, 0, 0, "a start");
}

void KRY_CUDA(kry_clear)(const kry_part *part)
{
    const kry_shape *s = &part->shape;
    const ptrdiff_t values = (s->planes - 1) * s->plane + s->ny * s->pitch + s->nx + 1;
    for (int n = 0; n < 2; ++n)
        cuda_ok(cudaMemsetAsync((calc *)part->p[n] - s->pitch - 1, 0,
                                sizeof(calc) * (size_t)(values + s->pitch + 1), kry_stream(part)),
                "clearing a direction");
}
