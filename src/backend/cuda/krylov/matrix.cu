/* Checks of the matrix, its centre from row sums, its rounding; and the table of the kernels of
 * conjugate gradients in one precision. */
#include "backend/cuda/krylov/krylov.cuh"
#include "backend/cuda/krylov/tables.cuh"

struct edge_flags {
    uint8_t at[4];
};

static __global__ void __launch_bounds__(KRY_THREADS)
    wrong_kernel(kry_shape s, const calc *field, kry_coefficient kind, edge_flags edges,
                 unsigned long long *first)
{
    const kry_tile t = kry_tile_here(s);
    for (int n = 0; n < t.rows; ++n) {
        const int j = t.j0 + n;
        if (kry_is_wrong(field[j * s.pitch + t.i], kind,
                         kry_leaves_grid(&s, kind, edges.at, t.i, j)))
            atomicMin(first,
                      (unsigned long long)j * (unsigned long long)s.nx + (unsigned long long)t.i);
    }
}

int64_t KRY_CUDA(kry_find_wrong)(const kry_shape *shape, const void *field, kry_coefficient kind,
                                 const uint8_t edges[4])
{
    const unsigned long long none = ~0ull;
    unsigned long long found = none;
    unsigned long long *first = (unsigned long long *)cuda_allocate(sizeof *first);
    const kry_part part = {};
    const edge_flags flags = {{edges[0], edges[1], edges[2], edges[3]}};
    if (!first)
        return -1; /* the device has no memory left: the solve will say so */
    cuda_ok(cudaMemcpyAsync(first, &none, sizeof none, cudaMemcpyHostToDevice, cuda_stream()),
            "checking a matrix");
    kry_launch(wrong_kernel, &part, (long long)kry_tile_count(shape), "checking a matrix", *shape,
               (const calc *)field, kind, flags, first);
    cuda_ok(cudaMemcpyAsync(&found, first, sizeof found, cudaMemcpyDeviceToHost, cuda_stream()),
            "checking a matrix");
    cuda_ok(cudaStreamSynchronize(cuda_stream()), "checking a matrix");
    cuda_free(first);
    return found == none ? -1 : (int64_t)found;
}

static __global__ void __launch_bounds__(KRY_THREADS)
    shift_kernel(const __grid_constant__ kry_part k, calc *centre)
{
    const kry_tile t = kry_tile_here(k.shape);
    for (int n = 0; n < t.rows; ++n) {
        const ptrdiff_t o = (t.j0 + n) * k.matrix.pitch + t.i;
        centre[o] -= kry_coupling_sum(&k.matrix, o);
    }
}

void KRY_CUDA(kry_centre_from_shift)(const kry_part *part)
{
    kry_launch(shift_kernel, part, (long long)kry_tile_count(&part->shape), "centres", *part,
               (calc *)part->matrix.centre);
}

static __global__ void __launch_bounds__(KRY_THREADS)
    round_kernel(kry_shape s, const calc *from, ptrdiff_t pitch, real *to)
{
    const int across = (s.nx + 2 + KRY_LANES - 1) / KRY_LANES;
    const int i = (int)(kry_warp() % across) * KRY_LANES + kry_lane() - 1,
              j = (int)(kry_warp() / across) - 1;
    if (j <= s.ny && i <= s.nx)
        to[j * s.pitch + i] = (real)from[j * pitch + i];
}

void KRY_CUDA(kry_round_field)(const kry_shape *shape, const void *from, ptrdiff_t pitch, void *to)
{
    const kry_part part = {};
    const long long across = (shape->nx + 2 + KRY_LANES - 1) / KRY_LANES;
    kry_launch(round_kernel, &part, across * (shape->ny + 2), "a matrix in f32", *shape,
               (const calc *)from, pitch, (real *)to);
}

extern "C" const kry_cg_kernels *SPATE_NAME(kry_cg_kernels_cuda)(void)
{
    static kry_cg_kernels table;
#define PLACE(name) table.name = KRY_CUDA(kry_##name);
    KRY_EACH_CG(PLACE)
    return &table;
}
