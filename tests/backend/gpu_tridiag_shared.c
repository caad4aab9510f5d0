/* Claim of gpu_tridiag_ways: lines with a shared matrix have the same bits in every layout and
 * batch, for each of the kernels that shared_tile.cu chooses from. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "gpu_tridiag_ways.h"
#include "solvers/lines.h"

static void solve_in(systems *s, int precision, layout_kind layout, int in_place)
{
    const solve_variant variant = {.matrix = SPATE_TRIDIAG_SHARED,
                                   .layout = layout,
                                   .precision = precision,
                                   .in_place = in_place,
                                   .algorithm = "thomas-pcr",
                                   .backend = backend};
    int kept;
    if (!CHECK(lines_solve(ctx, &variant, s, &kept, NULL) == SPATE_OK && kept))
        printf("  n %lld, %s: %s\n", (long long)s->n, layout_names[layout], spate_message(ctx));
}

/* A contiguous line alone, then all of them in each layout. */
static void compare_layouts(int64_t n, int64_t lines, int precision, int periodic)
{
    const size_t bytes = (size_t)(n * lines) * sizeof(double);
    systems s;
    double *alone = malloc((size_t)n * sizeof *alone), *first = malloc(bytes);
    if (!CHECK(alone && first && systems_make(&s, n, lines, periodic)))
        abort();
    systems_fill(&s, MATRIX_DOMINANT, ROWS_SHARED, precision);
    s.lines = 1;
    solve_in(&s, precision, LAYOUT_CONTIGUOUS, 0);
    memcpy(alone, s.x, (size_t)n * sizeof *alone);
    s.lines = lines;
    for (int layout = 0; layout < LAYOUTS; ++layout) {
        solve_in(&s, precision, (layout_kind)layout, layout % 2);
        if (layout == 0)
            memcpy(first, s.x, bytes);
        if (!CHECK(memcmp(first, s.x, bytes) == 0))
            printf("  f%d, n %lld, %lld lines, %s differs\n", precision, (long long)n,
                   (long long)lines, layout_names[layout]);
    }
    CHECK(memcmp(first, alone, (size_t)n * sizeof *alone) == 0);
    systems_free(&s);
    free(alone);
    free(first);
}

void lines_that_share_a_matrix_give_the_same_bits_everywhere(void)
{
    /* Adjacent lines in f32: prefetched, not prefetched, prefetched again, shared by a cluster.
     * In f64 the second is as the first. Odd lengths: the first chunk has missing rows. There
     * are more tiles than blocks of the stand-in, and the last is not full. */
    static const struct {
        int64_t n, lines;
    } sizes[] = {{64, 150}, {257, 75}, {777, 75}, {2050, 37}};
    for (int k = 0; k < 8; ++k) {
        const int size = k / 2, wide = k % 2;
        compare_layouts(sizes[size].n, sizes[size].lines, wide ? 64 : 32, (size + wide) % 2);
    }
}
