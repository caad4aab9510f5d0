/* Claim: lines cut into parts have the bits of the CPU on a GPU, for all cuts and layouts, in
 * batches of any size, with host and device arrays; decoupled parts, too (gpu_cut_decoupled.c), and lines that are
 * whole in one part (gpu_cut_whole.c); failures are reported as on the CPU.
 *
 *   gpu_cut [--backend cuda] [--lines many]: many also as wide as a whole GPU
 *
 * Exits with 77 if there is no such backend. */
#include <stdlib.h>

#include "backend/cuda_load.h"
#include "backend_args.h"
#include "check.h"
#include "gpu_cut.h"

spate_context *ctx;
const char *backend;
const tri_device *device;

static int solved(const cut_variant *variant, systems *s)
{
    int kept;
    const spate_status status = cuts_solve(ctx, variant, OWNERS_BLOCKS, s, &kept, NULL);
    if (CHECK(status == SPATE_OK && kept))
        return 1;
    printf("  %s, n %lld, chunk %lld, %d parts: %s\n", variant->backend, (long long)s->n,
           (long long)variant->chunk, variant->parts,
           kept ? spate_message(ctx) : "memory beside the unknowns has changed");
    return 0;
}

static void compare(const cut_variant *variant, systems *s, const double *wanted)
{
    if (!solved(variant, s) ||
        CHECK(memcmp(s->x, wanted, (size_t)(s->n * s->lines) * sizeof(double)) == 0))
        return;
    printf("  class %d, f%d, n %lld, %lld lines, chunk %lld, %s%s, cuts", (int)variant->matrix,
           variant->precision, (long long)s->n, (long long)s->lines, (long long)variant->chunk,
           layout_names[variant->layout], s->periodic ? ", periodic" : "");
    for (int p = 1; p < variant->parts; ++p)
        printf(" %lld", (long long)variant->cut[p]);
    printf("\n");
}

/* ---- bits ---- */

/* Every fourth combination is tried; which ones depends on the length. */
static void cut_in_variants(const cut_variant *uncut, systems *s, const double *wanted)
{
    for (int parts = 1; parts <= 5; ++parts) {
        cut_variant variant = *uncut;
        const int turn = parts + (int)s->n;
        variant.backend = backend;
        variant.in_place = parts % 2;
        variant.device = turn % 2 ? device : NULL;
        variant.layout = (layout_kind)(turn % LAYOUTS);
        variant.mixed = parts % 3 == 0;
        variant.scratch = turn % 3 == 0 ? 1 : 0; /* a panel at a time */
        if (turn % 4 < 2)
            cuts_at_random(&variant, s->n, parts);
        else
            cuts_at_chunks(&variant, s->n, parts);
        compare(&variant, s, wanted);
    }
}

static void try_size(spate_tridiag_class matrix, int precision, int64_t n, int64_t lines,
                     int64_t chunk, int periodic)
{
    static const row_pattern patterns[] = {ROWS_FREE, ROWS_SHARED, ROWS_TOEPLITZ};
    systems s;
    double *wanted = malloc((size_t)(n * lines) * sizeof *wanted);
    const cut_variant variant = {.matrix = matrix,
                                 .precision = precision,
                                 .threads = 1,
                                 .chunk = chunk,
                                 .backend = "cpu",
                                 .parts = 1};
    if (!CHECK(systems_make(&s, n, lines, periodic) && wanted))
        abort();
    systems_fill(&s, MATRIX_DOMINANT, patterns[matrix], precision);
    if (solved(&variant, &s)) {
        memcpy(wanted, s.x, (size_t)(n * lines) * sizeof *wanted);
        cut_in_variants(&variant, &s, wanted);
    }
    systems_free(&s);
    free(wanted);
}

static void try_class(spate_tridiag_class matrix)
{
    static const int64_t sizes[][3] = {/* n, lines, chunk */
                                       {1, 3, 64},   {2, 5, 1},      {3, 17, 2},    {31, 70, 8},
                                       {64, 33, 64}, {100, 7, 3},    {130, 70, 64}, {256, 40, 16},
                                       {257, 9, 16}, {1024, 32, 64}, {300, 33, 128}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; ++k)
        for (int precision = 32; precision <= 64; precision += 32) {
            const int periodic = sizes[k][0] > 2 && (k + (size_t)precision / 32) % 2;
            if (matrix != SPATE_TRIDIAG_TOEPLITZ || sizes[k][0] > 1)
                try_size(matrix, precision, sizes[k][0], sizes[k][1], sizes[k][2], periodic);
        }
}

static void general_lines_have_the_bits_of_the_cpu(void)
{
    try_class(SPATE_TRIDIAG_GENERAL);
}

static void lines_of_a_shared_matrix_have_the_bits_of_the_cpu(void)
{
    try_class(SPATE_TRIDIAG_SHARED);
}

static void toeplitz_lines_have_the_bits_of_the_cpu(void)
{
    try_class(SPATE_TRIDIAG_TOEPLITZ);
}

/* ---- failures ---- */

enum { LINES = 45 };

static cut_variant failing_variant(const char *on, int k)
{
    cut_variant variant = {.precision = 64,
                           .chunk = 8,
                           .backend = on,
                           .in_place = k % 2,
                           .layout = (layout_kind)(k % LAYOUTS),
                           .device = on == backend && k % 4 < 2 ? device : NULL};
    if (k % 3 == 0)
        cuts_at_chunks(&variant, 50, 3);
    else
        cuts_at_random(&variant, 50, 3);
    return variant;
}

/* The same message as the CPU's; all other lines are solved. */
static void failures_are_reported_as_by_the_cpu(void)
{
    for (int k = 0; k < 2 * LAYOUTS; ++k) {
        systems s;
        char cpu_message[200];
        double *wanted = malloc(50 * LINES * sizeof *wanted);
        cut_variant variant = failing_variant("cpu", k);
        int kept;
        if (!CHECK(systems_make(&s, 50, LINES, k % 5 == 4) && wanted))
            abort();
        systems_fill(&s, MATRIX_DOMINANT, ROWS_FREE, 64);
        if (k % 2)
            s.d[13 * s.n + 24] = k % 4 == 1 ? NAN : INFINITY;
        s.b[17 * s.n + 16] = k % 3 ? 0 : NAN;
        s.a[17 * s.n + 16] = 0;
        s.d[33 * s.n + 7] = 1e308;
        s.b[33 * s.n + 7] = 1e-3;
        s.a[33 * s.n + 7] = s.c[33 * s.n + 7] = 0;
        CHECK(cuts_solve(ctx, &variant, OWNERS_BLOCKS, &s, &kept, NULL) == SPATE_ERROR_NUMERICAL);
        snprintf(cpu_message, sizeof cpu_message, "%s", spate_message(ctx));
        memcpy(wanted, s.x, 50 * LINES * sizeof *wanted);
        variant.backend = backend;
        variant.device = k % 4 < 2 ? device : NULL;
        CHECK(cuts_solve(ctx, &variant, OWNERS_BLOCKS, &s, &kept, NULL) == SPATE_ERROR_NUMERICAL);
        if (!CHECK(strcmp(cpu_message, spate_message(ctx)) == 0))
            printf("  variant %d: cpu \"%s\", %s \"%s\"\n", k, cpu_message, backend,
                   spate_message(ctx));
        for (int64_t line = 0; line < LINES; ++line)
            if (line != 13 && line != 17 && line != 33)
                CHECK(memcmp(&s.x[line * s.n], &wanted[line * s.n], 50 * sizeof *wanted) == 0);
        systems_free(&s);
        free(wanted);
    }
}

/* ---- arguments ---- */

static spate_status try_options(const char *on, spate_memory memory, const char *reduced)
{
    spate_tridiag_distributed_options o;
    spate_tridiag_distributed *t = NULL;
    const spate_line_part part = {0, 0, {8, 1, {4, 1}, {8, 0}}};
    spate_tridiag_distributed_options_default(&o);
    o.n = 8;
    o.backend = on;
    o.memory = memory;
    o.reduced = reduced;
    const spate_status status = spate_tridiag_distributed_create(ctx, &o, &part, 1, &t);
    CHECK((status == SPATE_OK) == (t != NULL));
    if (t && strcmp(on, "cpu") == 0) {
        CHECK(spate_tridiag_distributed_set_stream(t, NULL) == SPATE_ERROR_ARGUMENT);
        CHECK(spate_tridiag_distributed_wait(t) == SPATE_OK);
    }
    if (t && strcmp(on, backend) == 0)
        CHECK(spate_tridiag_distributed_set_stream(t, NULL) == SPATE_OK);
    spate_tridiag_distributed_destroy(t);
    return status;
}

static void wrong_options_are_refused(void)
{
    CHECK(try_options("cpu", SPATE_MEMORY_DEVICE, "auto") == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "cannot access device memory");
    CHECK(try_options("cpu", SPATE_MEMORY_HOST, "auto") == SPATE_OK);
    CHECK(try_options(backend, SPATE_MEMORY_HOST, "gather") == SPATE_OK);
    CHECK(try_options(backend, SPATE_MEMORY_HOST, "neighbours") == SPATE_OK);
    CHECK(try_options("abacus", SPATE_MEMORY_HOST, "auto") == SPATE_ERROR_BACKEND);
    CHECK(try_options(NULL, SPATE_MEMORY_HOST, "auto") == SPATE_ERROR_ARGUMENT);
    CHECK(try_options("auto", (spate_memory)7, "auto") == SPATE_ERROR_ARGUMENT);
    CHECK(try_options("auto", SPATE_MEMORY_DEVICE, "auto") == SPATE_OK);
}

static void host_callbacks_supply_no_rows_for_a_device(void)
{
    cut_variant variant = {
        .precision = 64, .chunk = 8, .parts = 1, .supplied = 1, .backend = backend};
    systems s;
    int kept;
    if (!CHECK(systems_make(&s, 8, 1, 0)))
        abort();
    systems_fill(&s, MATRIX_DOMINANT, ROWS_FREE, 64);
    CHECK(cuts_solve(ctx, &variant, OWNERS_BLOCKS, &s, &kept, NULL) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "callbacks that supply rows");
    systems_free(&s);
}

static const tri_device *table(void)
{
    const spate_backend *found = NULL;
    device_list list;
    cuda_named(backend, &list);
    CHECK(cuda_backend_on(ctx, &list, (machine_share){.rank = 0, .ranks = 1}, &found) == SPATE_OK);
    return found ? found->tridiag() : NULL;
}

int main(int argc, char **argv)
{
    backend = argument(argc, argv, "--backend", "cuda");
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    const spate_status status = try_tridiag(ctx, backend);
    if (status == SPATE_OK) {
        device = table();
        RUN(general_lines_have_the_bits_of_the_cpu);
        RUN(lines_of_a_shared_matrix_have_the_bits_of_the_cpu);
        RUN(toeplitz_lines_have_the_bits_of_the_cpu);
        RUN(decoupled_parts_have_the_bits_of_the_cpu);
        RUN(whole_lines_have_the_bits_of_the_cpu);
        if (strcmp(argument(argc, argv, "--lines", "few"), "many") == 0)
            RUN(many_whole_lines_have_the_bits_of_the_cpu);
        RUN(whole_lines_fail_as_on_the_cpu);
        RUN(failures_are_reported_as_by_the_cpu);
        RUN(wrong_options_are_refused);
        RUN(host_callbacks_supply_no_rows_for_a_device);
    }
    spate_context_destroy(ctx);
    if (status != SPATE_OK)
        return status == SPATE_ERROR_BACKEND ? TEST_SKIPPED : 1;
    return check_done();
}
