/* Claim: on a GPU lines have the same bits in every layout and batch; device pointers and streams
 * are accepted; weak lines are counted and repaired; failures are reported with line and row, and
 * other lines are solved.
 *
 *   gpu_tridiag_ways [--backend cuda] [--quick]
 *
 * quick, for compute-sanitizer: only checks that persistent blocks solve all tiles
 * (gpu_tridiag_turns.c). Exits with 77 if there is no such backend. */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include <stdlib.h>

#include "backend/cuda_load.h"
#include "backend/tridiag/device.h"
#include "backend_args.h"
#include "check.h"
#include "gpu_tridiag_ways.h"
#include "solvers/judge.h"

spate_context *ctx;
const char *backend;

/* ---- the same bits ---- */

static void solve_in(systems *s, int precision, layout_kind layout, int check)
{
    const solve_variant variant = {.layout = layout,
                                   .precision = precision,
                                   .check = check,
                                   .algorithm = "thomas-pcr",
                                   .backend = backend};
    int kept;
    if (!CHECK(lines_solve(ctx, &variant, s, &kept, NULL) == SPATE_OK && kept))
        printf("  n %lld, %s: %s\n", (long long)s->n, layout_names[layout], spate_message(ctx));
}

/* Checked, plain, or both. */
enum { CHECKED = 1, PLAIN = 2 };

/* The first of many lines, then alone. Lines that need no tile have one first. */
static void compare_layouts(int64_t n, int64_t lines, int precision, int periodic, int variants)
{
    const size_t bytes = (size_t)(n * lines) * sizeof(double);
    systems s;
    double *first = malloc(bytes);
    if (!CHECK(first && systems_make(&s, n, lines, periodic)))
        abort();
    systems_fill(&s, MATRIX_DOMINANT, ROWS_FREE, precision);
    setenv("SPATE_CUDA_SHORT", "0", 1);
    solve_in(&s, precision, LAYOUT_CONTIGUOUS, 0);
    unsetenv("SPATE_CUDA_SHORT");
    memcpy(first, s.x, bytes);
    for (int layout = 1; layout < 2 * LAYOUTS; ++layout) {
        if (!(variants & (layout % 2 ? CHECKED : PLAIN)))
            continue;
        solve_in(&s, precision, (layout_kind)(layout / 2), layout % 2);
        CHECK(memcmp(first, s.x, bytes) == 0);
    }
    s.lines = 1;
    solve_in(&s, precision, LAYOUT_CONTIGUOUS, 0);
    CHECK(memcmp(first, s.x, (size_t)n * sizeof(double)) == 0);
    s.lines = lines;
    systems_free(&s);
    free(first);
}

static void every_layout_and_batch_gives_the_same_bits(void)
{
    /* one chunk and several */
    static const int64_t lengths[] = {1, 2, 7, 8, 9, 10, 17, 64, 100, 257};
    /* lines that a cluster shares, segments: slow on the stand-in, so every layout, but not
     * every combination */
    static const int64_t long_lengths[] = {2050, 9001};
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; ++k)
        for (int precision = 32; precision <= 64; precision += 32)
            for (int periodic = 0; periodic <= (lengths[k] >= 3); ++periodic)
                for (int even = 0; even < 2; ++even)
                    compare_layouts(lengths[k], 21 + 3 * even, precision, periodic,
                                    CHECKED | PLAIN);
    for (int k = 0; k < 8; ++k) {
        const int even = k % 2, wide = k / 2 % 2;
        compare_layouts(long_lengths[k / 4], 5 + 3 * even, wide ? 64 : 32, even,
                        even == wide ? CHECKED : PLAIN);
    }
}

static void corner_entries_are_ignored(void)
{
    const solve_variant variant = {.precision = 64, .algorithm = "auto", .backend = backend};
    systems s;
    int kept;
    if (!CHECK(systems_make(&s, 30, LINES, 0)))
        return;
    systems_fill(&s, MATRIX_DOMINANT, ROWS_FREE, 64);
    for (int64_t line = 0; line < LINES; ++line)
        s.a[line * s.n] = s.c[(line + 1) * s.n - 1] = NAN;
    CHECK(lines_solve(ctx, &variant, &s, &kept, NULL) == SPATE_OK);
    systems_free(&s);
}

/* ---- device pointers ---- */

static const tri_device *table(void)
{
    const spate_backend *found = NULL;
    device_list list;
    cuda_named(backend, &list);
    CHECK(cuda_backend_on(ctx, &list, (machine_share){.rank = 0, .ranks = 1}, &found) == SPATE_OK);
    return found ? found->tridiag() : NULL;
}

/* a, b, c, d, x of the systems as they are, in f64, on the device. */
typedef struct device_lines {
    const tri_device *device;
    double *at[5];
    size_t bytes;
} device_lines;

static device_lines upload(const systems *s)
{
    device_lines g = {.device = table(), .bytes = (size_t)(s->n * s->lines) * sizeof(double)};
    const double *from[5] = {s->a, s->b, s->c, s->d, s->d};
    for (int k = 0; k < 5; ++k) {
        g.at[k] = g.device->allocate(g.bytes);
        if (!CHECK(g.at[k]))
            abort();
        g.device->copy(g.at[k], g.bytes, from[k], g.bytes, g.bytes, 1, NULL);
    }
    return g;
}

static void release(const device_lines *g)
{
    for (int k = 0; k < 5; ++k)
        g->device->release(g->at[k]);
}

static spate_tridiag *create_for_device(const systems *s, int repair)
{
    spate_tridiag_options o;
    spate_tridiag *t = NULL;
    spate_tridiag_options_default(&o);
    o.lines = layout_lines(LAYOUT_CONTIGUOUS, s->n, s->lines);
    o.backend = backend;
    o.memory = SPATE_MEMORY_DEVICE;
    o.repair = repair;
    CHECK(spate_tridiag_create(ctx, &o, &t) == SPATE_OK);
    CHECK(spate_tridiag_setup(t) == SPATE_OK);
    return t;
}

static void device_pointers_are_accepted(void)
{
    systems s;
    if (!CHECK(systems_make(&s, 500, LINES, 0)))
        return;
    systems_fill(&s, MATRIX_DOMINANT, ROWS_FREE, 64);
    for (int in_place = 0; in_place < 2; ++in_place) {
        const device_lines g = upload(&s);
        spate_tridiag *t = create_for_device(&s, in_place);
        CHECK(spate_tridiag_set_stream(t, NULL) == SPATE_OK);
        CHECK(spate_tridiag_solve(t, g.at[0], g.at[1], g.at[2], g.at[in_place ? 4 : 3], g.at[4]) ==
              SPATE_OK);
        CHECK(spate_tridiag_wait(t) == SPATE_OK);
        g.device->copy(s.x, g.bytes, g.at[4], g.bytes, g.bytes, 1, NULL);
        for (int64_t line = 0; line < LINES; ++line)
            CHECK(judge_line(&s, line, MATRIX_DOMINANT, SPATE_TRIDIAG_GENERAL, 64, "pcr") <= 1);
        spate_tridiag_destroy(t);
        release(&g);
    }
    systems_free(&s);
}

/* Solves that were not waited for report a failure at the next wait, once. */
static void a_wait_reports_earlier_failures(void)
{
    systems s;
    if (!CHECK(systems_make(&s, 50, LINES, 0)))
        return;
    systems_fill(&s, MATRIX_DOMINANT, ROWS_FREE, 64);
    s.b[9 * s.n + 7] = NAN;
    const device_lines g = upload(&s);
    spate_tridiag *t = create_for_device(&s, 0);
    for (int k = 0; k < 3; ++k)
        CHECK(spate_tridiag_solve(t, g.at[0], g.at[1], g.at[2], g.at[4], g.at[4]) == SPATE_OK);
    CHECK(spate_tridiag_wait(t) == SPATE_ERROR_NUMERICAL);
    CHECK_CONTAINS(spate_message(ctx), "line 9, row 7: b is not a finite number");
    CHECK(spate_tridiag_wait(t) == SPATE_OK);
    spate_tridiag_destroy(t);
    release(&g);
    systems_free(&s);
}

int main(int argc, char **argv)
{
    int quick = 0;
    backend = argument(argc, argv, "--backend", "cuda");
    for (int k = 1; k < argc; ++k)
        quick |= strcmp(argv[k], "--quick") == 0;
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    const spate_status status = try_tridiag(ctx, backend);
    if (status == SPATE_OK && quick)
        RUN(blocks_solve_one_tile_after_the_other);
    else if (status == SPATE_OK) {
        RUN(every_layout_and_batch_gives_the_same_bits);
        RUN(lines_that_share_a_matrix_give_the_same_bits_everywhere);
        RUN(weak_lines_are_counted_and_repaired);
        RUN(dominant_columns_are_as_weak_as_on_the_cpu);
        RUN(failures_are_reported_by_line);
        RUN(a_line_that_blocks_share_is_written_whole_or_not_at_all);
        RUN(corner_entries_are_ignored);
        RUN(device_pointers_are_accepted);
        RUN(a_wait_reports_earlier_failures);
        RUN(wrong_options_are_refused);
        RUN(auto_chooses_pcr_if_lines_are_few_and_short);
    }
    spate_context_destroy(ctx);
    if (status != SPATE_OK)
        return status == SPATE_ERROR_BACKEND ? TEST_SKIPPED : 1;
    return check_done();
}
