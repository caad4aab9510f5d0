/* Claim of gpu_tridiag_ways: persistent blocks solve one tile after the other, while the next
 * one is copied to shared memory. One solve of each kind of kernel, with a few tiles more than
 * an H200 runs at once: the minimum in which compute-sanitizer can find a race between tiles. */
#include <time.h>

#include "check.h"
#include "gpu_tridiag_ways.h"
#include "solvers/judge.h"

enum { JUDGED = 16 }; /* lines of a solve */

typedef struct trial {
    const char *algorithm;
    int precision, periodic;
    layout_kind layout;
    int64_t n, lines;
    int shared; /* a matrix */
} trial;

static const trial trials[] = {
    /* one line in a tile */
    {"thomas-pcr", 64, 0, LAYOUT_CONTIGUOUS, 2000, 280, 0},
    {"thomas-pcr", 32, 1, LAYOUT_ROWS, 4001, 280, 0},
    /* 8 and 16 adjacent lines */
    {"thomas-pcr", 64, 0, LAYOUT_INTERLEAVED, 500, 1080, 0},
    {"thomas-pcr", 32, 0, LAYOUT_Y, 500, 2140, 0},
    /* that clusters share */
    {"thomas-pcr", 64, 1, LAYOUT_INTERLEAVED, 1200, 510, 0},
    {"thomas-pcr", 32, 0, LAYOUT_Y, 1100, 1010, 0},
    /* in 19 segments */
    {"thomas-pcr", 64, 0, LAYOUT_CONTIGUOUS, 4700, 120, 0},
    {"thomas-pcr", 32, 0, LAYOUT_INTERLEAVED, 9000, 120, 0},
    /* shared matrices: contiguous; adjacent, prefetched, not prefetched, and by clusters */
    {"thomas-pcr", 32, 0, LAYOUT_CONTIGUOUS, 1000, 1080, 1},
    {"thomas-pcr", 64, 1, LAYOUT_INTERLEAVED, 1000, 1080, 1},
    {"thomas-pcr", 32, 0, LAYOUT_Y, 500, 4300, 1},
    {"thomas-pcr", 64, 0, LAYOUT_Y, 2000, 540, 1},
    /* a block for each line */
    {"pcr", 64, 0, LAYOUT_CONTIGUOUS, 300, 5, 0},
    {"cr", 64, 0, LAYOUT_CONTIGUOUS, 300, 5, 0},
    {"cr-pcr", 32, 0, LAYOUT_CONTIGUOUS, 300, 5, 0},
};

static void try_one(const trial *t)
{
    const spate_tridiag_class matrix = t->shared ? SPATE_TRIDIAG_SHARED : SPATE_TRIDIAG_GENERAL;
    const solve_variant variant = {.matrix = matrix,
                                   .layout = t->layout,
                                   .precision = t->precision,
                                   .check = 1,
                                   .algorithm = t->algorithm,
                                   .backend = backend};
    struct timespec from, to;
    systems s;
    int kept;
    double worst = 0;
    if (!CHECK(systems_make(&s, t->n, t->lines, t->periodic)))
        return;
    systems_fill(&s, MATRIX_DOMINANT, t->shared ? ROWS_SHARED : ROWS_FREE, t->precision);
    timespec_get(&from, TIME_UTC);
    CHECK(lines_solve(ctx, &variant, &s, &kept, NULL) == SPATE_OK && kept);
    timespec_get(&to, TIME_UTC);
    for (int64_t k = 0; k < JUDGED; ++k) {
        const double bad = judge_line(&s, k * (t->lines - 1) / (JUDGED - 1), MATRIX_DOMINANT,
                                      matrix, t->precision, t->algorithm);
        worst = bad <= worst ? worst : bad;
    }
    printf("  %s%s, f%d, %s%s, n %lld, %lld lines: residual %.2g of its bound, %.1f s\n",
           t->algorithm, t->shared ? ", shared" : "", t->precision, layout_names[t->layout],
           t->periodic ? ", periodic" : "", (long long)t->n, (long long)t->lines, worst,
           (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec));
    fflush(stdout);
    CHECK(worst <= 1);
    systems_free(&s);
}

void blocks_solve_one_tile_after_the_other(void)
{
    for (size_t k = 0; k < sizeof trials / sizeof *trials; ++k)
        try_one(&trials[k]);
}
