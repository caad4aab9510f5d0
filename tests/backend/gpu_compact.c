/* Claim: on a GPU every scheme, periodic and with its closures, in both precisions, gives the
 * results of its definition within the rounding errors, and a line the same bits in every
 * direction, layout and batch, in place or not.
 *
 *   gpu_compact [--backend cuda] [--quick]
 *
 * Exits with 77 if there is no such backend. */
#include <stdlib.h>

#include "backend_args.h"
#include "check.h"
#include "gpu_compact.h"

static spate_context *ctx;
static const char *backend;
static spate_compact_scheme schemes[SCHEMES_MOST];
static int count, quick;

/* ---- lines in arrays ---- */

enum { U = 13, V = 4, LINES = U * V }; /* across */

/* Of f and g: U and V lines, `direction` along them. */
typedef struct arrangement {
    int direction, reversed, gap, in_place; /* reversed: z is fastest */
} arrangement;

static void strides_of(const arrangement *a, const int64_t size[3], int64_t stride[3])
{
    int64_t step = 1;
    for (int k = 0; k < 3; ++k) {
        const int d = a->reversed ? 2 - k : k;
        stride[d] = step;
        step *= size[d] + a->gap;
    }
}

static int64_t extent_of(const int64_t size[3], const int64_t stride[3])
{
    int64_t last = 0;
    for (int d = 0; d < 3; ++d)
        last += (size[d] - 1) * stride[d];
    return last + 1;
}

static void sizes_of(const arrangement *a, int64_t along, int64_t size[3])
{
    static const int64_t across[2] = {U, V};
    for (int d = 0, k = 0; d < 3; ++d)
        size[d] = d == a->direction ? along : across[k++];
}

static int64_t place_of(const arrangement *a, const int64_t stride[3], int line, int64_t i)
{
    const int64_t across[2] = {line % U, line / U};
    int64_t place = 0;
    for (int d = 0, k = 0; d < 3; ++d)
        place += stride[d] * (d == a->direction ? i : across[k++]);
    return place;
}

static spate_status apply(const compact_case *c, const spate_compact_options *o, const void *f,
                          void *g)
{
    spate_compact *handle = NULL;
    spate_status status = spate_compact_create(ctx, o, &handle);
    if (status == SPATE_OK)
        status = spate_compact_set_scheme(handle, c->scheme);
    if (status == SPATE_OK)
        status = spate_compact_setup(handle);
    if (status == SPATE_OK)
        status = spate_compact_apply(handle, f, g);
    spate_compact_destroy(handle);
    return status;
}

static const double UNTOUCHED = -77.25;

/* Applies to contiguous lines of f; returns the number of values outside g that were written. */
static int64_t apply_lines(const compact_case *c, const arrangement *a, const double *f, double *g)
{
    const int64_t results = case_results(c);
    const int p = c->precision;
    spate_compact_options o;
    int64_t out_size[3], written = 0;
    spate_compact_options_default(&o);
    o.direction = a->direction;
    o.precision = p;
    o.periodic = c->periodic;
    o.spacing = c->spacing;
    o.backend = backend;
    sizes_of(a, c->n, o.size);
    sizes_of(a, results, out_size);
    strides_of(a, o.size, o.stride);
    strides_of(a, a->in_place ? o.size : out_size, o.out_stride);
    const int64_t values = extent_of(o.size, o.stride);
    const int64_t out_values = extent_of(out_size, o.out_stride);
    double *in = calloc((size_t)values, sizeof *in), *out = calloc((size_t)out_values, sizeof *in);
    for (int64_t k = 0; k < values; ++k)
        put_value(in, p, k, UNTOUCHED);
    for (int64_t k = 0; k < out_values; ++k)
        put_value(out, p, k, UNTOUCHED);
    for (int line = 0; line < LINES; ++line)
        for (int64_t i = 0; i < c->n; ++i)
            put_value(in, p, place_of(a, o.stride, line, i), f[line * c->n + i]);
    void *to = a->in_place ? in : out;
    if (!CHECK(apply(c, &o, in, to) == SPATE_OK))
        printf("  %s, n %lld: %s\n", c->scheme->name, (long long)c->n, spate_message(ctx));
    for (int line = 0; line < LINES; ++line)
        for (int64_t i = 0; i < results; ++i) {
            const int64_t at = place_of(a, o.out_stride, line, i);
            g[line * results + i] = get_value(to, p, at);
            put_value(to, p, at, UNTOUCHED);
        }
    for (int64_t k = 0; k < out_values && !a->in_place; ++k)
        written += get_value(to, p, k) != UNTOUCHED;
    free(in);
    free(out);
    return written;
}

/* ---- the claims ---- */

static void draw_lines(const compact_case *c, double *f)
{
    for (int64_t k = 0; k < LINES * c->n; ++k) {
        const double v = draw_between(-1, 1) * draw_size(1e-3, 1e3);
        f[k] = c->precision == 32 ? (double)(float)v : v;
    }
}

/* First x contiguous; everything else must have its bits. */
static void one_case(const compact_case *c, long double *worst)
{
    static const arrangement others[] = {{1, 0, 0, 0}, {2, 0, 0, 1}, {0, 1, 0, 0}, {0, 0, 3, 1},
                                         {2, 0, 3, 0}, {1, 1, 1, 0}, {0, 0, 0, 1}};
    static int turn;
    const arrangement first = {0, 0, 0, 0};
    const int64_t results = case_results(c);
    double *f = malloc((size_t)(LINES * c->n) * sizeof *f);
    double *g = malloc((size_t)(LINES * results) * sizeof *g);
    double *again = malloc((size_t)(LINES * results) * sizeof *g);
    draw_lines(c, f);
    CHECK(apply_lines(c, &first, f, g) == 0);
    for (int line = 0; line < LINES; line += 7) {
        const long double ratio = compact_judge(c, f + line * c->n, g + line * results);
        *worst = ratio <= *worst ? *worst : ratio;
    }
    for (size_t k = 0; k < sizeof others / sizeof *others; ++k) {
        arrangement a = others[k];
        if (quick && (int)k % 3 != turn % 3)
            continue;
        a.in_place &= results <= c->n;
        CHECK(apply_lines(c, &a, f, again) == 0);
        if (!CHECK(memcmp(g, again, (size_t)(LINES * results) * sizeof *g) == 0))
            printf("  %s f%d n %lld%s: arrangement %d differs\n", c->scheme->name, c->precision,
                   (long long)c->n, c->periodic ? " periodic" : "", (int)k);
    }
    ++turn;
    free(f);
    free(g);
    free(again);
}

/* Some lengths for each scheme, all of them over the schemes: one chunk, several, and lines that
 * do not fit in a block. */
static void every_scheme_is_right_wherever_lines_lie(void)
{
    static const int64_t lengths[] = {13, 17, 18, 40, 64, 137, 200, 600};
    enum { LENGTHS = sizeof lengths / sizeof *lengths };
    const int each = quick ? 1 : LENGTHS, known = quick ? LENGTHS - 1 : LENGTHS;
    int next = 0;
    for (int k = 0; k < count; ++k)
        for (int j = quick ? k & 1 : 0; j < 4; j += quick ? 2 : 1) {
            long double worst = 0;
            char what[96];
            for (int l = 0; l < each; ++l, next = (next + 3) % known) {
                const compact_case c = {&schemes[k], j & 1, j & 2 ? 32 : 64, lengths[next],
                                        draw_size(1e-3, 1e3)};
                one_case(&c, &worst);
            }
            snprintf(what, sizeof what, "%s%s f%d: largest residual over its bound",
                     schemes[k].name, j & 1 ? " periodic" : "", j & 2 ? 32 : 64);
            CHECK_AT_MOST(what, worst, 1);
        }
}

static void lines_that_no_block_holds_are_right_too(void)
{
    static const char *const names[] = {"first-6", "filter-8", "from-half-first-6"};
    long double worst = 0;
    for (int k = 0; k < (quick ? 1 : 3); ++k)
        for (int j = 0; j < (quick ? 1 : 4); ++j) {
            spate_compact_scheme s;
            if (!CHECK(spate_compact_find(names[k], &s)))
                continue;
            const compact_case c = {&s, (j + k) & 1, (j + k) & 2 ? 32 : 64, quick ? 4700 : 8800,
                                    0.1};
            one_case(&c, &worst);
        }
    CHECK_AT_MOST("largest residual over its bound", worst, 1);
}

int main(int argc, char **argv)
{
    backend = argument(argc, argv, "--backend", "cuda");
    quick = argc > 1 && strcmp(argv[argc - 1], "--quick") == 0;
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    const spate_status status = try_tridiag(ctx, backend);
    if (status != SPATE_OK)
        return status == SPATE_ERROR_BACKEND ? TEST_SKIPPED : 1;
    count = all_schemes(schemes);
    RUN(every_scheme_is_right_wherever_lines_lie);
    RUN(lines_that_no_block_holds_are_right_too);
    spate_context_destroy(ctx);
    return check_done();
}
