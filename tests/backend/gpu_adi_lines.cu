/* The fused sweeps of the ADI scheme against rows and lines of the CPU: the same bits (strict
 * build), or within rounding on quiet water (fast build). With --time N: their time, and that of
 * copying 7 words a cell and sweep, the minimum. Built for one precision and build; on a GPU by
 * nvcc, here on the stand-in (host_cuda/). */
#include <stdio.h>

#ifdef __CUDACC__
/* Replaces that file, which needs the whole plug-in; only launches are needed here. */
#define SPATE_BACKEND_CUDA_ADI_PLATFORM_CUH
#include "backend/cuda/tridiag/launch.cuh"
template <typename... Taken, typename... Given>
static void adi_launch(void (*kernel)(Taken...), long long blocks, int threads, cudaStream_t stream,
                       Given... given)
{
    tri_launch(kernel, blocks, threads, 0, stream, given...);
}
static __device__ inline void adi_raise(unsigned long long *at, double mine)
{
    if (threadIdx.x == 0)
        atomicMax(at, (unsigned long long)__double_as_longlong(mine));
}
#endif
#include "backend/cuda/adi/fused.cu"
#include "gpu_adi_lines_oracle.cuh"
#include "gpu_adi_lines_part.cuh"
#ifdef __CUDACC__
#include "gpu_adi_lines_time.cuh"

int cuda_ok(cudaError_t error, const char *doing)
{
    if (error != cudaSuccess)
        fprintf(stderr, "%s: %s\n", doing, cudaGetErrorString(error));
    return error == cudaSuccess;
}

static void finish_device(void)
{
    if (!cuda_ok(cudaDeviceSynchronize(), "sweeping"))
        exit(1);
}
#else
static void finish_device(void) {}
#endif

#ifdef SPATE_CUDA_FAST
enum { STRICT = 0 };
#else
enum { STRICT = 1 };
#endif

/* Number of values of faces and cells that differ, and the largest difference. */
typedef struct difference {
    long long count;
    double largest;
} difference;

static void compare(const real *found, const real *expected, int columns, int rows, ptrdiff_t pitch,
                    difference *d)
{
    for (int j = 0; j < rows; ++j)
        for (int i = 0; i < columns; ++i) {
            const real a = found[j * pitch + i], b = expected[j * pitch + i];
            d->count += memcmp(&a, &b, sizeof a) != 0;
            d->largest = fmax(d->largest, fabs((double)a - (double)b));
        }
}

static int check(lines_setup setup, int stage)
{
    lines_part p = lines_make(setup);
    const adi_device *d = &p.device;
    const int axis = stage == ADI_SWEEP_X ? 0 : 1;
    real *const flux = take_field(&p, 7, 7), *const depth = take_field(&p, 7, 7);
    real *const new_flux = (real *)p.part->field[axis == 0 ? ADI_P : ADI_Q][ADI_NEW];
    double bound_flux, bound_depth;
    /* so that values that a kernel does not write are found */
    for (int j = 0; j <= setup.ny; ++j)
        for (int i = 0; i <= setup.nx; ++i)
            new_flux[j * d->pitch + i] = adi_depths_of(p.part, stage)[j * d->pitch + i] = (real)NAN;
    const unsigned wrong =
        lines_expect(&p, stage, ADI_CHUNK, flux, depth, &bound_flux, &bound_depth);
    if (!adi_fused_fits(d, stage)) {
        printf("  %5d x %5d: does not fit\n", setup.nx, setup.ny);
        return 1;
    }
    adi_launch_before_sweep(d, stage, NULL);
    adi_fused_launch(d, stage, 0, NULL);
    finish_device();
    difference f = {}, h = {};
    compare(new_flux, flux, setup.nx + (axis == 0 && !setup.ring[0]),
            setup.ny + (axis == 1 && !setup.ring[1]), d->pitch, &f);
    compare(adi_depths_of(p.part, stage), depth, setup.nx, setup.ny, d->pitch, &h);
    const int counted = d->control->wrong[stage] == wrong || !STRICT;
    const int same = f.count == 0 && h.count == 0;
    const int close = f.largest <= bound_flux && h.largest <= bound_depth; /* NaN: fmax drops it */
    const int good = counted && (STRICT ? same : close);
    printf(
        "  %s %5d x %5d ring %d%d law %d ext %d mixed %d map %d rough %d: fluxes %lld differ, by %.2g "
        "of %.2g; depths %lld, %.2g of %.2g; wrong %u of %u %s\n",
        axis == 0 ? "x" : "y", setup.nx, setup.ny, setup.ring[0], setup.ring[1], setup.law,
        setup.extrapolated, setup.mixed, setup.map, setup.rough, f.count, f.largest, bound_flux,
        h.count, h.largest, bound_depth, d->control->wrong[stage], wrong, good ? "" : "<- WRONG");
    lines_release(&p);
    return !good;
}

/* some: number of shapes, from the smallest on. */
static int check_all(int quick, unsigned some)
{
    static const int sizes[][2] = {{1, 1},   {3, 5},    {7, 3},    {8, 9},     {15, 16},
                                   {31, 17}, {70, 33},  {33, 129}, {255, 10},  {256, 9},
                                   {9, 257}, {300, 12}, {12, 511}, {1025, 10}, {9, 1200}};
    static const int large[][2] = {{2048, 17}, {17, 2048}, {4096, 9},
                                   {9, 4100},  {8192, 8},  {8, 8191}};
    int failed = 0, n = 0;
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes && k < some; ++k)
        for (int ring = 0; ring < 2; ++ring)
            for (int stage = 0; stage < 2; ++stage, ++n) {
                const int rings = ring && sizes[k][0] >= 3 && sizes[k][1] >= 3;
                const lines_setup s = {sizes[k][0], sizes[k][1], {rings, rings}, n % 3,
                                       n / 2 % 2,   n / 4 % 2,   n / 6 % 2,      STRICT};
                failed += check(s, stage);
            }
    for (unsigned k = 0; k < sizeof large / sizeof *large && !quick; ++k)
        for (int stage = 0; stage < 2; ++stage) {
            const lines_setup s = {large[k][0], large[k][1], {0, 0}, FRICTION_MANNING,
                                   0,           0,           0,      STRICT};
            failed += check(s, stage);
        }
    return failed;
}

int main(int argc, char **argv)
{
    const int quick = argc > 1 && strcmp(argv[1], "--quick") == 0;
#ifdef __CUDACC__
    if (argc > 2 && strcmp(argv[1], "--time") == 0)
        return time_sweeps(argc - 2, argv + 2);
#endif
    const int small = argc > 1 && strcmp(argv[1], "--small") == 0; /* for slow tools */
    const int failed = check_all(quick || small, small ? 7 : ~0u);
    printf("%s f%d: %d wrong\n", STRICT ? "strict" : "fast", SPATE_REAL_BITS, failed);
    return failed > 0;
}
