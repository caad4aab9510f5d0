/* Claims of gpu_cut about decoupled parts ("neighbours"). */
#include <stdlib.h>

#include "check.h"
#include "gpu_cut.h"

static spate_status solve_decoupled(cut_variant variant, const char *on, systems *s,
                                    double *dropped)
{
    int kept = 0;
    spate_tridiag_distributed_stats stats = {.reduced = ""};
    variant.backend = on;
    variant.device = on == backend ? variant.device : NULL;
    const spate_status status = cuts_solve(ctx, &variant, OWNERS_BLOCKS, s, &kept, &stats);
    *dropped = stats.dropped;
    if (status == SPATE_OK)
        CHECK(kept && strcmp(stats.reduced, "neighbours") == 0);
    return status;
}

/* The same cuts on both: bits, bound and, if it is above the tolerance, the message. */
static void decouple(cut_variant variant, systems *s, spate_status wanted_status)
{
    const size_t bytes = (size_t)(s->n * s->lines) * sizeof(double);
    double dropped[2], *wanted = malloc(bytes);
    char cpu_message[200];
    if (!wanted)
        abort();
    CHECK(solve_decoupled(variant, "cpu", s, &dropped[0]) == wanted_status);
    snprintf(cpu_message, sizeof cpu_message, "%s", spate_message(ctx));
    memcpy(wanted, s->x, bytes);
    CHECK(solve_decoupled(variant, backend, s, &dropped[1]) == wanted_status);
    if (wanted_status != SPATE_OK && !CHECK(strcmp(cpu_message, spate_message(ctx)) == 0))
        printf("  cpu \"%s\", %s \"%s\"\n", cpu_message, backend, spate_message(ctx));
    if (wanted_status == SPATE_OK &&
        !CHECK(memcmp(wanted, s->x, bytes) == 0 && dropped[0] == dropped[1]))
        printf("  class %d f%d%s: dropped %.17g on the cpu, %.17g on %s\n", (int)variant.matrix,
               variant.precision, s->periodic ? " periodic" : "", dropped[0], dropped[1], backend);
    free(wanted);
}

void decoupled_parts_have_the_bits_of_the_cpu(void)
{
    static const row_pattern patterns[] = {ROWS_FREE, ROWS_SHARED, ROWS_TOEPLITZ};
    for (int k = 0; k < 12; ++k) {
        systems s;
        cut_variant variant = {.matrix = (spate_tridiag_class)(k % 3),
                               .precision = k % 4 < 2 ? 64 : 32,
                               .chunk = 16,
                               .layout = (layout_kind)(k % LAYOUTS),
                               .mixed = k % 5 == 1,
                               .in_place = k % 2,
                               .reduced = k % 3 && k % 2 ? "auto" : "neighbours",
                               .tolerance = 0.9,
                               .device = k % 2 ? device : NULL,
                               .scratch = k % 3 == 2};
        if (!CHECK(systems_make(&s, 160, 40, k / 3 % 2)))
            abort();
        systems_fill(&s, MATRIX_DOMINANT, patterns[variant.matrix], variant.precision);
        if (k % 4)
            cuts_at_chunks(&variant, s.n, 4);
        else
            variant.parts = 3, variant.cut[1] = 51, variant.cut[2] = 107;
        decouple(variant, &s, SPATE_OK);
        variant.tolerance = 0;
        variant.reduced = "neighbours";
        for (int p = 0; p < variant.parts; ++p) /* parts of 5 rows are coupled */
            variant.cut[p] = 5 * p;
        decouple(variant, &s, SPATE_ERROR_NUMERICAL);
        variant.tolerance = 0.9; /* here every term of a cut is above rounding */
        decouple(variant, &s, SPATE_OK);
        if (variant.matrix == SPATE_TRIDIAG_GENERAL) {
            s.a[7 * s.n + 60] = 3 * s.b[7 * s.n + 60]; /* not dominant */
            decouple(variant, &s, SPATE_ERROR_NUMERICAL);
        }
        systems_free(&s);
    }
}
