/* Claims of gpu_cut about decoupled parts ("neighbours"). */
#include <stdlib.h>

#include "check.h"
#include "gpu_cut.h"

static spate_status solve_decoupled(cut_way way, const char *on, systems *s, double *dropped)
{
    int kept = 0;
    spate_tridiag_distributed_stats stats = {.reduced = ""};
    way.backend = on;
    way.device = on == backend ? way.device : NULL;
    const spate_status status = cuts_solve(ctx, &way, OWNERS_BLOCKS, s, &kept, &stats);
    *dropped = stats.dropped;
    if (status == SPATE_OK)
        CHECK(kept && strcmp(stats.reduced, "neighbours") == 0);
    return status;
}

/* The same cuts on both: bits, bound and, where it is above the tolerance, the sentence. */
static void decouple(cut_way way, systems *s, spate_status wanted_status)
{
    const size_t bytes = (size_t)(s->n * s->lines) * sizeof(double);
    double dropped[2], *wanted = malloc(bytes);
    char told[200];
    if (!wanted)
        abort();
    CHECK(solve_decoupled(way, "cpu", s, &dropped[0]) == wanted_status);
    snprintf(told, sizeof told, "%s", spate_message(ctx));
    memcpy(wanted, s->x, bytes);
    CHECK(solve_decoupled(way, backend, s, &dropped[1]) == wanted_status);
    if (wanted_status != SPATE_OK && !CHECK(strcmp(told, spate_message(ctx)) == 0))
        printf("  cpu \"%s\", %s \"%s\"\n", told, backend, spate_message(ctx));
    if (wanted_status == SPATE_OK &&
        !CHECK(memcmp(wanted, s->x, bytes) == 0 && dropped[0] == dropped[1]))
        printf("  class %d f%d%s: dropped %.17g on the cpu, %.17g on %s\n", (int)way.matrix,
               way.precision, s->periodic ? " periodic" : "", dropped[0], dropped[1], backend);
    free(wanted);
}

void decoupled_parts_have_the_bits_of_the_cpu(void)
{
    static const row_pattern patterns[] = {ROWS_FREE, ROWS_SHARED, ROWS_TOEPLITZ};
    for (int k = 0; k < 12; ++k) {
        systems s;
        cut_way way = {.matrix = (spate_tridiag_class)(k % 3),
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
        systems_fill(&s, MATRIX_DOMINANT, patterns[way.matrix], way.precision);
        if (k % 4)
            cuts_at_chunks(&way, s.n, 4);
        else
            way.parts = 3, way.cut[1] = 51, way.cut[2] = 107;
        decouple(way, &s, SPATE_OK);
        way.tolerance = 0;
        way.reduced = "neighbours";
        for (int p = 0; p < way.parts; ++p) /* parts of 5 rows are coupled */
            way.cut[p] = 5 * p;
        decouple(way, &s, SPATE_ERROR_NUMERICAL);
        way.tolerance = 0.9; /* here every term of a cut is above rounding */
        decouple(way, &s, SPATE_OK);
        if (way.matrix == SPATE_TRIDIAG_GENERAL) {
            s.a[7 * s.n + 60] = 3 * s.b[7 * s.n + 60]; /* not dominant */
            decouple(way, &s, SPATE_ERROR_NUMERICAL);
        }
        systems_free(&s);
    }
}
