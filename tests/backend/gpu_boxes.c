/* Claim: compact differences of an array cut into boxes have the bits of the CPU on a GPU, for
 * every scheme and direction, for all cuts and layouts of parts, in batches of any size, with host
 * and device arrays; NaN and infinite values are reported as on the CPU.
 *
 *   gpu_boxes [--backend cuda]
 *
 * Exits with 77 if there is no such backend. */
#include <math.h>
#include <stdlib.h>

#include "backend/cuda_load.h"
#include "backend_args.h"
#include "check.h"
#include "solvers/boxes.h"
#include "solvers/compacts.h"

static spate_context *ctx;
static const char *backend;
static const tri_device *device;
static spate_compact_scheme schemes[SCHEMES_MOST];
static int scheme_count;

static void describe(const box_variant *variant)
{
    printf("  %s f%d%s along %c, %d x %d x %d parts%s, layout %d%s, chunk %lld%s, %s%s\n",
           variant->scheme->name, variant->precision, variant->periodic ? " periodic" : "",
           "xyz"[variant->direction], variant -> parts[0], variant -> parts[1], variant -> parts[2],
           variant -> wall ? " (wall)" : "", (int)variant->layout, variant->mixed ? " mixed" : "",
           (long long)variant->chunk, variant->in_place ? ", in place" : "", variant->backend,
           variant->device ? " memory" : "");
}

static int applied(const box_variant *variant, const double *f, double *g)
{
    int kept;
    spate_compact_distributed_stats stats = {.backend = ""};
    const spate_status status = boxes_apply(ctx, variant, BOX_BLOCKS, f, g, &kept, &stats);
    if (CHECK(status == SPATE_OK && kept && strncmp(stats.backend, variant->backend, 3) == 0))
        return 1;
    describe(variant);
    printf("  %s\n", status ? spate_message(ctx) : "memory beside the results has changed");
    return 0;
}

/* ---- bits ---- */

static void compare(const box_variant *variant, const double *f, const double *wanted)
{
    const size_t bytes = (size_t)boxes_results(variant) * sizeof(double);
    double *g = calloc(1, bytes);
    if (!g)
        abort();
    if (applied(variant, f, g) && !CHECK(memcmp(g, wanted, bytes) == 0))
        describe(variant);
    free(g);
}

/* Cycles through layouts, cuts and memory of arrays. */
static void cut_in_variants(box_variant variant, int turn, const double *f, const double *wanted)
{
    static const int parts[][3] = {{1, 1, 1}, {2, 2, 1}, {3, 1, 2}, {1, 4, 1}, {4, 1, 3}};
    variant.backend = backend;
    for (int k = 0; k < 5; ++k, ++turn) {
        variant.in_place = turn % 2;
        variant.device = turn % 3 ? device : NULL;
        variant.layout = (box_layout)(turn % BOX_LAYOUTS);
        variant.mixed = turn % 5 == 2;
        variant.wall = turn % 4 == 1;
        variant.scratch = turn % 3 == 0; /* a panel at a time */
        if (turn % 7 == 3)
            boxes_even(&variant, parts[k][0], parts[k][1], parts[k][2]);
        else
            boxes_at_random(&variant, parts[k][0], parts[k][1], parts[k][2]);
        compare(&variant, f, wanted);
    }
}

static void one_case(box_variant variant, int turn)
{
    const int64_t values = variant.size[0] * variant.size[1] * variant.size[2];
    double *f = malloc((size_t)values * sizeof *f);
    double *wanted = calloc((size_t)boxes_results(&variant), sizeof *wanted);
    if (!f || !wanted)
        abort();
    for (int64_t k = 0; k < values; ++k)
        f[k] = draw_between(-1, 1);
    variant.spacing = 0.1;
    variant.reduced = "gather";
    variant.threads = 1;
    variant.backend = "cpu";
    boxes_even(&variant, 1, 1, 1);
    if (applied(&variant, f, wanted))
        cut_in_variants(variant, turn, f, wanted);
    free(f);
    free(wanted);
}

static void every_scheme_has_the_bits_of_the_cpu(void)
{
    int turn = 0;
    for (int k = 0; k < scheme_count; ++k)
        for (int direction = 0; direction < 3; ++direction, ++turn) {
            box_variant variant = {.scheme = &schemes[k],
                                   .size = {9, 9, 9},
                                   .direction = direction,
                                   .periodic = turn % 2,
                                   .precision = turn / 2 % 2 ? 64 : 32,
                                   .chunk = turn % 3 ? 8 : 5};
            variant.size[direction] = 37;
            one_case(variant, turn);
        }
}

/* Parts aligned to 16 bytes, whole chunks, complete and incomplete groups of rows. */
static void long_lines_have_the_bits_of_the_cpu(void)
{
    for (int k = 0; k < scheme_count; k += 3)
        for (int precision = 32; precision <= 64; precision += 32) {
            box_variant variant = {.scheme = &schemes[k],
                                   .size = {256, 8, 5},
                                   .periodic = k / 3 % 2,
                                   .precision = precision,
                                   .spacing = 0.1,
                                   .chunk = 16};
            double f[256 * 8 * 5], wanted[257 * 8 * 5];
            for (int n = 0; n < 256 * 8 * 5; ++n)
                f[n] = draw_between(-1, 1);
            variant.backend = "cpu";
            boxes_even(&variant, 1, 1, 1);
            if (!applied(&variant, f, wanted))
                continue;
            variant.backend = backend;
            variant.device = device;
            compare(&variant, f, wanted);
            boxes_even(&variant, 4, 1, 1);
            compare(&variant, f, wanted);
        }
}

/* ---- failures ---- */

/* The same message as the CPU's; all other lines are correct. */
static void values_that_are_not_finite_are_reported_as_by_the_cpu(void)
{
    enum { N = 24, M = 10, ALL = N * M * M };
    for (int k = 0; k < 12; ++k) {
        double f[ALL], wanted[ALL], g[ALL];
        char cpu_message[200];
        int kept;
        box_variant variant = {.scheme = &schemes[1],
                               .size = {M, M, M},
                               .direction = k % 3,
                               .periodic = k % 2,
                               .precision = k % 4 < 2 ? 64 : 32,
                               .spacing = k < 10 ? 1 : 1e-3,
                               .chunk = 4,
                               .in_place = k / 3 % 2,
                               .layout = (box_layout)(k % BOX_LAYOUTS),
                               .backend = "cpu"};
        variant.size[variant.direction] = N;
        for (int n = 0; n < ALL; ++n)
            f[n] = draw_between(-1, 1);
        const int one = draw_below(ALL), another = draw_below(ALL);
        if (k < 10)
            f[one] = k % 5 ? NAN : INFINITY;
        f[another] = k < 10 ? -INFINITY : variant.precision == 64 ? 1e308 : 1e38; /* g overflows */
        boxes_at_random(&variant, 3, 2, 2);
        CHECK(boxes_apply(ctx, &variant, BOX_BLOCKS, f, wanted, &kept, NULL) ==
              SPATE_ERROR_NUMERICAL);
        snprintf(cpu_message, sizeof cpu_message, "%s", spate_message(ctx));
        variant.backend = backend;
        variant.device = k % 2 ? device : NULL;
        CHECK(boxes_apply(ctx, &variant, BOX_BLOCKS, f, g, &kept, NULL) == SPATE_ERROR_NUMERICAL);
        if (!CHECK(strcmp(cpu_message, spate_message(ctx)) == 0))
            printf("  variant %d: cpu \"%s\", %s \"%s\"\n", k, cpu_message, backend,
                   spate_message(ctx));
        for (int n = 0; n < ALL; ++n)
            if (isfinite(wanted[n]))
                CHECK(g[n] == wanted[n]);
    }
}

/* ---- arguments ---- */

static spate_status try_options(const char *on, spate_memory memory)
{
    spate_compact_distributed_options o;
    spate_compact_distributed *c = NULL;
    const spate_compact_part part = {.size = {16, 4, 1}};
    spate_compact_distributed_options_default(&o);
    o.scheme = "first-6";
    o.size[0] = 16;
    o.size[1] = 4;
    o.backend = on;
    o.memory = memory;
    const spate_status status = spate_compact_distributed_create(ctx, &o, &part, 1, &c);
    CHECK((status == SPATE_OK) == (c != NULL));
    if (c && strcmp(on, "cpu") == 0) {
        CHECK(spate_compact_distributed_set_stream(c, NULL) == SPATE_ERROR_ARGUMENT);
        CHECK(spate_compact_distributed_wait(c) == SPATE_OK);
    }
    if (c && strcmp(on, backend) == 0)
        CHECK(spate_compact_distributed_set_stream(c, NULL) == SPATE_OK);
    spate_compact_distributed_destroy(c);
    return status;
}

static void wrong_options_are_refused(void)
{
    CHECK(try_options("cpu", SPATE_MEMORY_DEVICE) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "cannot access device memory");
    CHECK(try_options("cpu", SPATE_MEMORY_HOST) == SPATE_OK);
    CHECK(try_options(backend, SPATE_MEMORY_HOST) == SPATE_OK);
    CHECK(try_options("abacus", SPATE_MEMORY_HOST) == SPATE_ERROR_BACKEND);
    CHECK(try_options(NULL, SPATE_MEMORY_HOST) == SPATE_ERROR_ARGUMENT);
    CHECK(try_options("auto", (spate_memory)7) == SPATE_ERROR_ARGUMENT);
    CHECK(try_options("auto", SPATE_MEMORY_DEVICE) == SPATE_OK);
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
        scheme_count = all_schemes(schemes);
        RUN(every_scheme_has_the_bits_of_the_cpu);
        RUN(long_lines_have_the_bits_of_the_cpu);
        RUN(values_that_are_not_finite_are_reported_as_by_the_cpu);
        RUN(wrong_options_are_refused);
    }
    spate_context_destroy(ctx);
    if (status != SPATE_OK)
        return status == SPATE_ERROR_BACKEND ? TEST_SKIPPED : 1;
    return check_done();
}
