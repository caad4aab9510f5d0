/* Claim: a line has the same bits alone and in any array, direction, layout and position, with
 * one thread or several, on every instruction set, in place or not; nothing but the results is
 * written. */
#include <stdlib.h>

#include "check.h"
#include "compacts.h"
#include "solvers/compact/solver.h"

static spate_context *ctx;
static spate_compact_scheme schemes[SCHEMES_MOST];
static int count, every;

enum { U = 67, V = 6 }; /* lines across */

typedef enum { PACKED, PITCHED, REVERSED, RECORDS, LAYOUTS } layout;

typedef struct trial {
    const compact_case *c;
    const double *f;      /* U * V lines, one after the other */
    const double *wanted; /* their results, line by line */
    int direction, threads, in_place;
    layout kind;
    const char *isa;
} trial;

static void strides_of(layout kind, const int64_t size[3], int64_t stride[3])
{
    const int64_t pitch = size[0] + (kind == PITCHED ? 7 : 0), step = kind == RECORDS ? 3 : 1;
    stride[0] = step;
    stride[1] = step * pitch;
    stride[2] = step * pitch * (size[1] + (kind == PITCHED ? 2 : 0));
    if (kind == REVERSED) { /* z is fastest */
        stride[2] = 1;
        stride[1] = size[2];
        stride[0] = size[2] * size[1];
    }
}

static void sizes_of(const trial *t, int64_t along, int64_t size[3])
{
    static const int64_t across[2] = {U, V};
    for (int d = 0, k = 0; d < 3; ++d)
        size[d] = d == t->direction ? along : across[k++];
}

static int64_t extent_of(const int64_t size[3], const int64_t stride[3])
{
    int64_t last = 0;
    for (int d = 0; d < 3; ++d)
        last += (size[d] - 1) * stride[d];
    return last + 1;
}

static int64_t place_of(const trial *t, const int64_t stride[3], int line, int64_t i)
{
    const int64_t across[2] = {line % U, line / U};
    int64_t place = 0;
    for (int d = 0, k = 0; d < 3; ++d)
        place += stride[d] * (d == t->direction ? i : across[k++]);
    return place;
}

static spate_status apply(const trial *t, const spate_compact_options *o, const void *f, void *g)
{
    spate_compact *handle = NULL;
    spate_status status = spate_compact_create(ctx, o, &handle);
    if (status == SPATE_OK)
        status = spate_compact_set_scheme(handle, t->c->scheme);
    if (status == SPATE_OK)
        status = spate_compact_setup(handle);
    if (status == SPATE_OK) {
        handle->kernels = compact_kernels_cpu(t->c->precision, t->isa);
        status = spate_compact_apply(handle, f, g);
    }
    spate_compact_destroy(handle);
    return status;
}

static const double UNTOUCHED = -77.25;

/* Number of values of g that differ from the lines alone, and of values between them that were
 * written. */
static int64_t wrong_values(const trial *t, const int64_t stride[3], void *g, int64_t values)
{
    const int64_t results = case_results(t->c);
    const int p = t->c->precision;
    int64_t wrong = 0;
    for (int line = 0; line < U * V; ++line)
        for (int64_t i = 0; i < results; ++i) {
            const int64_t at = place_of(t, stride, line, i);
            const double found = get_value(g, p, at);
            wrong += memcmp(&found, &t->wanted[line * results + i], sizeof found) != 0;
            put_value(g, p, at, UNTOUCHED);
        }
    for (int64_t k = 0; k < values && !t->in_place; ++k)
        wrong += get_value(g, p, k) != UNTOUCHED;
    return wrong;
}

static void try(const trial *t)
{
    const compact_case *c = t->c;
    spate_compact_options o;
    int64_t out_size[3];
    spate_compact_options_default(&o);
    o.direction = t->direction;
    o.precision = c->precision;
    o.periodic = c->periodic;
    o.spacing = c->spacing;
    o.threads = t->threads;
    sizes_of(t, c->n, o.size);
    sizes_of(t, case_results(c), out_size);
    strides_of(t->kind, o.size, o.stride);
    strides_of(t->kind, t->in_place ? o.size : out_size, o.out_stride);
    const int64_t values = extent_of(o.size, o.stride);
    const int64_t out_values = extent_of(out_size, o.out_stride);
    double *f = malloc((size_t)values * sizeof *f), *g = malloc((size_t)out_values * sizeof *g);
    for (int64_t k = 0; k < values; ++k)
        put_value(f, c->precision, k, 1e30); /* reading a gap would show */
    for (int64_t k = 0; k < out_values; ++k)
        put_value(g, c->precision, k, UNTOUCHED);
    for (int line = 0; line < U * V; ++line)
        for (int64_t i = 0; i < c->n; ++i)
            put_value(f, c->precision, place_of(t, o.stride, line, i), t->f[line * c->n + i]);
    void *to = t->in_place ? f : g;
    if (!CHECK(apply(t, &o, f, to) == SPATE_OK))
        printf("  %s\n", spate_message(ctx));
    if (!CHECK(wrong_values(t, o.out_stride, to, out_values) == 0))
        printf("  %s f%d n %lld%s, direction %d, layout %d, %d threads, %s%s\n", c->scheme->name,
               c->precision, (long long)c->n, c->periodic ? " periodic" : "", t->direction,
               (int)t->kind, t->threads, t->isa, t->in_place ? ", in place" : "");
    free(f);
    free(g);
}

static void try_all(trial t)
{
    static const char *const sets[] = {"auto", "base", "avx2"};
    for (t.direction = 0; t.direction < 3; ++t.direction)
        for (int kind = 0; kind < LAYOUTS; ++kind)
            for (int k = 0; k < 3; ++k) {
                if (!compact_kernels_cpu(64, sets[k]))
                    continue;
                t.kind = (layout)kind;
                t.isa = sets[k];
                t.threads = 1 + k;
                t.in_place = 0;
                try(&t);
                t.in_place = 1;
                if (k == 0 && case_results(t.c) <= t.c->n)
                    try(&t);
            }
}

static void one_case(const compact_case *c)
{
    const int64_t results = case_results(c);
    double *f = malloc((size_t)(U * V * c->n) * sizeof *f);
    double *wanted = malloc((size_t)(U * V * results) * sizeof *wanted);
    for (int64_t k = 0; k < U * V * c->n; ++k)
        f[k] = draw_between(-1, 1);
    for (int line = 0; line < U * V; ++line)
        CHECK(case_apply(ctx, c, f + line * c->n, wanted + line * results) == SPATE_OK);
    try_all((trial){.c = c, .f = f, .wanted = wanted});
    free(f);
    free(wanted);
}

static void lines_have_the_same_bits_everywhere(void)
{
    static const int64_t lengths[] = {14, 67};
    for (int k = 0; k < count; k += every)
        for (int j = 0; j < 8; ++j) {
            const compact_case c = {&schemes[k], j & 1, j & 2 ? 32 : 64, lengths[j / 4], 0.1};
            one_case(&c);
        }
}

/* Argument: uses every n-th scheme only, for slow builds with sanitizers. */
int main(int argc, char **argv)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    count = all_schemes(schemes);
    every = argc > 1 ? atoi(argv[1]) : 1;
    RUN(lines_have_the_same_bits_everywhere);
    spate_context_destroy(ctx);
    return check_done();
}
