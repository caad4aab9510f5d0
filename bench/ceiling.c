/* Copy and triad over arrays far larger than any cache, the loops of STREAM written anew. The best
 * of several passes counts: a ceiling is what the machine can do. */
#include "bench/ceiling.h"
#include "base/timers.h"

#include <math.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "bench/frame.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { PASSES = 8, LINE = 8 /* doubles per cache line */, PAGE = 1 << 21 };

/* Copied within a device; its caches hold tens of megabytes. */
static const double DEVICE_BYTES = 1 << 30;

typedef void (*sweep)(double *a, double *b, double *c, size_t n);

/* The empty asm keeps the compiler from turning the loop into memcpy, whose stores it chooses. */
static void copy_plain(double *a, double *b, double *c, size_t n)
{
    (void)c;
    for (size_t i = 0; i < n; i += LINE) {
        for (size_t k = i; k < i + LINE; ++k)
            a[k] = b[k];
        __asm__ volatile("");
    }
}

static void triad_plain(double *a, double *b, double *c, size_t n)
{
    for (size_t i = 0; i < n; i += LINE) {
        for (size_t k = i; k < i + LINE; ++k)
            a[k] = b[k] + 3.0 * c[k];
        __asm__ volatile("");
    }
}

#ifdef __SSE2__
static void copy_streaming(double *a, double *b, double *c, size_t n)
{
    (void)c;
    for (size_t i = 0; i < n; i += 2)
        _mm_stream_pd(a + i, _mm_load_pd(b + i));
    _mm_sfence();
}

static void triad_streaming(double *a, double *b, double *c, size_t n)
{
    const __m128d s = _mm_set1_pd(3.0);
    for (size_t i = 0; i < n; i += 2)
        _mm_stream_pd(a + i, _mm_add_pd(_mm_load_pd(b + i), _mm_mul_pd(s, _mm_load_pd(c + i))));
    _mm_sfence();
}
#else
#define copy_streaming NULL
#define triad_streaming NULL
#endif

/* Every thread sweeps its own stretch, the one it touched first. */
static void sweep_all(sweep loop, double *const arrays[3], size_t chunks, size_t chunk, int threads)
{
    (void)threads; /* in a build without OpenMP */
#pragma omp parallel for schedule(static) num_threads(threads)
    for (size_t k = 0; k < chunks; ++k)
        loop(arrays[0] + k * chunk, arrays[1] + k * chunk, arrays[2] + k * chunk, chunk);
}

static void fill(double *a, double *b, double *c, size_t n)
{
    for (size_t i = 0; i < n; ++i) {
        a[i] = 0;
        b[i] = 1;
        c[i] = 2;
    }
}

static double best_gbs(sweep loop, int words, double *const arrays[3], size_t chunks, size_t chunk,
                       int threads)
{
    double best = INFINITY;
    for (int pass = 0; pass < PASSES && loop; ++pass) {
        const double begun = timers_now();
        sweep_all(loop, arrays, chunks, chunk, threads);
        best = fmin(best, timers_now() - begun);
    }
    return loop ? 1e-9 * words * (double)(chunks * chunk * sizeof(double)) / best : NAN;
}

/* 256 MB an array, less where memory is short. Tests set fewer: their figures mean nothing. */
static size_t pages_of_array(void)
{
    const char *wanted = getenv("SPATE_BENCH_CEILING_MB");
    const int megabytes = wanted ? atoi(wanted) : bench_free_memory() > 3e9 ? 256 : 64;
    return megabytes > 2 ? (size_t)megabytes / 2 : 1;
}

static ceiling measure(int threads, int triads)
{
    const size_t chunk = PAGE / sizeof(double), chunks = pages_of_array();
    ceiling c = {(double)(chunks * chunk), NAN, NAN, NAN, NAN};
    double *arrays[3];
    int have = 1;
    for (int k = 0; k < 3; ++k) {
        arrays[k] = aligned_alloc(PAGE, chunks * PAGE);
        have = have && arrays[k];
        if (arrays[k])
            madvise(arrays[k], chunks * PAGE, MADV_HUGEPAGE);
    }
    if (have) {
        sweep_all(fill, arrays, chunks, chunk, threads);
        c.copy = best_gbs(copy_plain, 2, arrays, chunks, chunk, threads);
        c.copy_streaming = best_gbs(copy_streaming, 2, arrays, chunks, chunk, threads);
    }
    if (have && triads) {
        c.triad = best_gbs(triad_plain, 3, arrays, chunks, chunk, threads);
        c.triad_streaming = best_gbs(triad_streaming, 3, arrays, chunks, chunk, threads);
    }
    for (int k = 0; k < 3; ++k)
        free(arrays[k]);
    return c;
}

ceiling ceiling_measure(int threads)
{
    return measure(threads, 1);
}

double ceiling_copy(const ceiling *c)
{
    return fmax(c->copy, c->copy_streaming); /* ignores NaN */
}

double ceiling_copy_of(const spate_backend *backend, int threads)
{
    if (!backend->copy_bandwidth) {
        const ceiling c = measure(threads, 0);
        return ceiling_copy(&c);
    }
    const double measured = backend->copy_bandwidth(backend, DEVICE_BYTES);
    return measured > 0 ? 1e-9 * measured : NAN;
}
