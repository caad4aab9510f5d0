/* Claims of gpu_tridiag_ways: impossible options are refused with a message; auto chooses PCR if
 * lines are so few and short that its chain of operations is shorter, if PCR accepts such lines,
 * and thomas-pcr otherwise. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "gpu_tridiag_ways.h"
#include "solvers/lines.h"

static spate_status try_options(const char *on, spate_memory memory, const char *algorithm)
{
    spate_tridiag_options o;
    spate_tridiag *t = NULL;
    spate_tridiag_options_default(&o);
    o.lines = layout_lines(LAYOUT_CONTIGUOUS, 8, 1);
    o.backend = on;
    o.memory = memory;
    o.algorithm = algorithm;
    const spate_status status = spate_tridiag_create(ctx, &o, &t);
    CHECK((status == SPATE_OK) == (t != NULL));
    if (t && strcmp(on, "cpu") == 0) {
        CHECK(spate_tridiag_set_stream(t, NULL) == SPATE_ERROR_ARGUMENT);
        CHECK(spate_tridiag_wait(t) == SPATE_OK);
    }
    spate_tridiag_destroy(t);
    return status;
}

void wrong_options_are_refused(void)
{
    CHECK(try_options("cpu", SPATE_MEMORY_DEVICE, "auto") == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "cannot access device memory");
    CHECK(try_options("cpu", SPATE_MEMORY_HOST, "auto") == SPATE_OK);
    CHECK(try_options(backend, SPATE_MEMORY_HOST, "gauss") == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "\"gauss\"");
    CHECK(try_options("cuda:", SPATE_MEMORY_HOST, "auto") == SPATE_ERROR_BACKEND);
    CHECK(try_options("auto", (spate_memory)7, "auto") == SPATE_ERROR_ARGUMENT);
    CHECK(try_options("auto", SPATE_MEMORY_DEVICE, "auto") == SPATE_OK);
}

static const char *choice(layout_kind layout, int precision, int periodic, int64_t n, int64_t lines)
{
    spate_tridiag_options o;
    spate_tridiag *t = NULL;
    spate_tridiag_stats stats = {.algorithm = "none"};
    spate_tridiag_options_default(&o);
    o.lines = layout_lines(layout, n, lines);
    o.backend = backend;
    o.precision = precision;
    o.periodic = periodic;
    if (CHECK(spate_tridiag_create(ctx, &o, &t) == SPATE_OK && spate_tridiag_setup(t) == SPATE_OK))
        spate_tridiag_get_stats(t, &stats);
    spate_tridiag_destroy(t);
    return stats.algorithm;
}

void auto_chooses_pcr_if_lines_are_few_and_short(void)
{
    static const struct {
        int precision, periodic;
        int64_t n, lines;
        const char *algorithm;
    } cases[] = {
        {32, 0, 64, 64, "pcr"},        {32, 0, 9, 1, "pcr"},          {32, 0, 8, 1, "thomas-pcr"},
        {32, 0, 65, 64, "thomas-pcr"}, {32, 0, 64, 65, "thomas-pcr"}, {32, 1, 64, 64, "thomas-pcr"},
        {64, 0, 64, 64, "thomas-pcr"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k)
        for (int layout = 0; layout < LAYOUTS; ++layout) {
            const char *chosen = choice((layout_kind)layout, cases[k].precision, cases[k].periodic,
                                        cases[k].n, cases[k].lines);
            if (!CHECK(strcmp(chosen, cases[k].algorithm) == 0))
                printf("  f%d, n %lld, %lld lines, %s: %s\n", cases[k].precision,
                       (long long)cases[k].n, (long long)cases[k].lines, layout_names[layout],
                       chosen);
        }
}
