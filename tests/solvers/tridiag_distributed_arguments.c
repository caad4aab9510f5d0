/* Claim: a wrong argument of the distributed solver gives a status and a message that names it.
 * Unusual but valid arguments are accepted. */
#include <stdlib.h>

#include "check.h"
#include "spate/tridiag_distributed.h"

static spate_context *ctx;

static double a[64], b[64], c[64], d[64], x[64];

static spate_tridiag_distributed_options options(int64_t n)
{
    spate_tridiag_distributed_options o;
    spate_tridiag_distributed_options_default(&o);
    o.n = n;
    return o;
}

static spate_line_part part(int64_t bundle, int64_t first, int64_t n)
{
    return (spate_line_part){bundle, first, {n, 1, {2, 1}, {n, 0}}};
}

static void fill(void)
{
    for (int k = 0; k < 64; ++k) {
        a[k] = c[k] = 1;
        b[k] = 4;
        d[k] = k;
        x[k] = 0;
    }
}

static void refused(const spate_tridiag_distributed_options *o, const spate_line_part *parts,
                    int count, const char *sentence)
{
    spate_tridiag_distributed *t = (spate_tridiag_distributed *)&a;
    const spate_status status = spate_tridiag_distributed_create(ctx, o, parts, count, &t);
    CHECK(status == SPATE_ERROR_ARGUMENT);
    CHECK(t == NULL);
    CHECK_CONTAINS(spate_message(ctx), sentence);
}

static void wrong_options_are_named(void)
{
    const spate_line_part whole = part(0, 0, 8);
    spate_tridiag_distributed_options o = options(0);
    refused(&o, &whole, 1, "n is 0; lines have at least 1 rows");
    o = options(2), o.periodic = 1;
    refused(&o, &whole, 1, "n is 2; periodic lines have at least 3 rows");
    o = options(1), o.matrix = SPATE_TRIDIAG_TOEPLITZ;
    refused(&o, &whole, 1, "n is 1; lines of a Toeplitz matrix have at least 2 rows");
    o = options(8), o.precision = 16;
    refused(&o, &whole, 1, "precision is 16");
    o = options(8), o.chunk = -1;
    refused(&o, &whole, 1, "chunk is -1");
    o = options(8), o.threads = -2;
    refused(&o, &whole, 1, "threads is -2");
    o = options(8), o.tolerance = NAN;
    refused(&o, &whole, 1, "tolerance is nan");
    o = options(8), o.reduced = "scatter";
    refused(&o, &whole, 1, "reduced is \"scatter\"; there are auto, gather");
    o = options(8), o.reduced = NULL;
    refused(&o, &whole, 1, "reduced is NULL");
    o = options(8), o.matrix = (spate_tridiag_class)9;
    refused(&o, &whole, 1, "matrix is 9");
    o = options(8);
    refused(&o, NULL, 1, "parts is NULL");
    refused(&o, &whole, -1, "the number of parts is negative");
    refused(NULL, &whole, 1, "options is NULL");
}

static void wrong_parts_are_named(void)
{
    const spate_tridiag_distributed_options o = options(8);
    spate_line_part two[2] = {part(3, 0, 5), part(3, 5, 2)};
    refused(&o, two, 2, "bundle 3: row 7 is in no part");
    two[1] = part(3, 4, 4);
    refused(&o, two, 2, "bundle 3: row 4 is in more than one part");
    two[1] = part(3, 6, 2);
    refused(&o, two, 2, "bundle 3: row 5 is in no part");
    two[1] = part(4, 5, 3);
    refused(&o, two, 2, "bundle 3: row 5 is in no part");
    two[1] = part(3, 5, 4);
    refused(&o, two, 2, "part 1 has rows 5 to 8, lines 0 to 7");
    two[1] = part(-1, 5, 3);
    refused(&o, two, 2, "part 1: bundle is -1");
    two[1] = part(3, 5, 0);
    refused(&o, two, 2, "lines.n is 0");
    two[1] = part(3, 5, 3);
    two[1].lines.count[0] = 3;
    refused(&o, two, 2, "the part at row 5 has 3 x 1 lines, that at row 0 2 x 1");
    two[1] = part(3, 5, 3);
    two[1].lines.step[0] = 2;
    refused(&o, two, 2, "lines overlap");
}

static spate_tridiag_distributed *solver(spate_tridiag_class matrix)
{
    const spate_line_part two[2] = {part(0, 5, 3), part(0, 0, 5)};
    spate_tridiag_distributed_options o = options(8);
    spate_tridiag_distributed *t = NULL;
    o.matrix = matrix;
    CHECK(spate_tridiag_distributed_create(ctx, &o, two, 2, &t) == SPATE_OK);
    return t;
}

static void solves_out_of_order_are_named(void)
{
    const void *const in[2] = {d, d + 32};
    void *const out[2] = {x, x + 32};
    spate_tridiag_distributed *t = solver(SPATE_TRIDIAG_SHARED);
    CHECK(spate_tridiag_distributed_solve_many(t, in, out) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "call spate_tridiag_distributed_setup first");
    CHECK(spate_tridiag_distributed_solve(t, in, in, in, in, out) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "call spate_tridiag_distributed_solve_many");
    CHECK(spate_tridiag_distributed_setup(t) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "the shared matrix was not set");
    CHECK(spate_tridiag_distributed_set_toeplitz(t, NULL) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "is for SPATE_TRIDIAG_TOEPLITZ");
    CHECK(spate_tridiag_distributed_set_matrix(t, a, NULL, c) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "b is NULL");
    CHECK(spate_tridiag_distributed_solve_many(NULL, in, out) == SPATE_ERROR_ARGUMENT);
    spate_tridiag_distributed_destroy(t);
}

static void wrong_arrays_are_named(void)
{
    spate_tridiag_distributed *t = solver(SPATE_TRIDIAG_GENERAL);
    const void *in[2] = {d, d + 32}, *other[2] = {a, b};
    void *out[2] = {x, x + 32};
    CHECK(spate_tridiag_distributed_setup(t) == SPATE_OK);
    CHECK(spate_tridiag_distributed_solve(t, in, in, NULL, in, out) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "an array of pointers is NULL");
    out[1] = NULL;
    CHECK(spate_tridiag_distributed_solve(t, other, other, other, in, out) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "x of part 1 is NULL");
    out[1] = d + 33;
    CHECK(spate_tridiag_distributed_solve(t, other, other, other, in, out) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "x and d of part 1 overlap");
    out[1] = b;
    CHECK(spate_tridiag_distributed_solve(t, other, other, other, in, out) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "x and a of part 1 overlap");
    out[1] = (char *)x + 32 * sizeof *x + 1;
    CHECK(spate_tridiag_distributed_solve(t, other, other, other, in, out) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "x of part 1 is misaligned");
    CHECK(spate_tridiag_distributed_solve_rows(t, NULL, NULL, NULL, out) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "the callback that supplies rows is NULL");
    spate_tridiag_distributed_destroy(t);
}

/* Setup again after another matrix; parts in any order; no parts at all. */
static void unusual_valid_arguments_are_accepted(void)
{
    spate_tridiag_distributed *t = solver(SPATE_TRIDIAG_SHARED);
    const void *const in[2] = {d, d + 32};
    void *const out[2] = {x, x + 32};
    const spate_tridiag_distributed_options o = options(8);
    fill();
    for (int again = 0; again < 2; ++again) {
        b[3] = again ? 5 : 4;
        CHECK(spate_tridiag_distributed_set_matrix(t, a, b, c) == SPATE_OK);
        CHECK(spate_tridiag_distributed_setup(t) == SPATE_OK);
        CHECK(spate_tridiag_distributed_solve_many(t, in, out) == SPATE_OK);
        /* Row 3 of line 0 is the fourth of the second part, with its neighbours. |a| + |c| <=
         * |b| / 2, so w <= 2, kappa = 3 and |x| <= 63 / 2; 8 rows have 8 * 7 + 12 + 6 roundings
         * (judge.h), and the residual is at most (|a| + |b| + |c|) w times the change. */
        CHECK_NEAR(x[34] + b[3] * x[35] + x[36], d[35], 7 * 2 * 74 * 3 * 31.5 * 0x1p-53);
    }
    b[3] = 0, a[3] = 0, c[3] = 0;
    CHECK(spate_tridiag_distributed_set_matrix(t, a, b, c) == SPATE_OK);
    CHECK(spate_tridiag_distributed_setup(t) == SPATE_ERROR_NUMERICAL);
    CHECK_CONTAINS(spate_message(ctx), "row 3 of the shared matrix: the pivot is 0");
    CHECK(spate_tridiag_distributed_solve_many(t, in, out) == SPATE_ERROR_ARGUMENT);
    spate_tridiag_distributed_destroy(t);
    CHECK(spate_tridiag_distributed_create(ctx, &o, NULL, 0, &t) == SPATE_OK);
    CHECK(spate_tridiag_distributed_setup(t) == SPATE_OK);
    CHECK(spate_tridiag_distributed_solve(t, NULL, NULL, NULL, NULL, NULL) == SPATE_OK);
    spate_tridiag_distributed_destroy(t);
    spate_tridiag_distributed_destroy(NULL);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    fill();
    RUN(wrong_options_are_named);
    RUN(wrong_parts_are_named);
    RUN(solves_out_of_order_are_named);
    RUN(wrong_arrays_are_named);
    RUN(unusual_valid_arguments_are_accepted);
    spate_context_destroy(ctx);
    return check_done();
}
