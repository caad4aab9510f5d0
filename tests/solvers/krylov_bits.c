/* Claim: threads and parts change no bit of x, of the residuals and of their number. Exempt: "ic",
 * whose factors stop at the borders of parts; there threads change nothing.
 *
 *   krylov_bits [N]   every N-th combination only */
#include <stdlib.h>

#include "check.h"
#include "stencils.h"

static spate_context *ctx;
static int every = 1, turn;

typedef struct answer {
    double *x, *log;
    int logged;
    spate_krylov_stats stats;
} answer;

static size_t count_of(const stencil *s)
{
    return (size_t)s->nx * (size_t)s->ny;
}

static answer solve(stencil *s, const spate_krylov_options *o)
{
    answer a = {0};
    stencil_solver open;
    const double *log;
    for (size_t k = 0; k < count_of(s); ++k)
        s->x[k] = o->warm_start ? (double)(k % 7) : 0;
    if (!CHECK(stencil_open(ctx, o, s, &open) == SPATE_OK && stencil_run(&open, s) == SPATE_OK))
        printf("  %s: %s\n", o->preconditioner, spate_message(ctx));
    spate_krylov_get_stats(open.k, &a.stats);
    if (spate_krylov_get_log(open.k, &log, &a.logged) != SPATE_OK)
        a.logged = 0;
    a.x = malloc(sizeof *a.x * count_of(s));
    a.log = malloc(sizeof *a.log * (size_t)(a.logged + 1));
    if (!a.x || !a.log)
        abort();
    memcpy(a.x, s->x, sizeof *a.x * count_of(s));
    memcpy(a.log, log, sizeof *a.log * (size_t)a.logged);
    stencil_close(&open);
    return a;
}

static void forget(answer *a)
{
    free(a->x);
    free(a->log);
}

static int same(const stencil *s, const answer *a, const answer *b)
{
    return a->stats.iterations == b->stats.iterations && a->logged == b->logged &&
           memcmp(&a->stats.true_residual, &b->stats.true_residual, sizeof(double)) == 0 &&
           memcmp(a->log, b->log, sizeof *a->log * (size_t)a->logged) == 0 &&
           memcmp(a->x, b->x, sizeof *a->x * count_of(s)) == 0;
}

typedef struct division {
    int threads, parts_x, parts_y;
} division;

static void compare(stencil *s, spate_krylov_options o)
{
    static const division divisions[] = {{2, 1, 1}, {3, 1, 1}, {1, 2, 1}, {1, 1, 3}, {2, 3, 4}};
    const int of_parts = strcmp(o.preconditioner, "ic") == 0;
    answer first = solve(s, &o);
    for (size_t k = 0; k < sizeof divisions / sizeof *divisions; ++k) {
        const division *d = &divisions[k];
        if (of_parts && d->parts_x * d->parts_y > 1)
            continue;
        o.threads = d->threads;
        o.parts_x = d->parts_x;
        o.parts_y = d->parts_y;
        answer other = solve(s, &o);
        if (!CHECK(same(s, &first, &other)))
            printf("  %s %s f%d: %d threads, %d x %d parts: %d iterations instead of %d\n",
                   o.preconditioner, o.method, o.precision, d->threads, d->parts_x, d->parts_y,
                   other.stats.iterations, first.stats.iterations);
        forget(&other);
    }
    forget(&first);
}

static void compare_all(stencil_kind kind, int nx, int ny, int points)
{
    static const int precisions[3] = {32, 64, SPATE_KRYLOV_MIXED};
    stencil s;
    if (!CHECK(stencil_make(&s, kind, nx, ny, points, 3)))
        return;
    stencil_manufacture(&s, NULL);
    for (const char *const *name = spate_krylov_preconditioners(); *name; ++name)
        for (int k = 0; k < 6; ++k) {
            spate_krylov_options o = stencil_options(&s);
            o.preconditioner = *name;
            o.method = spate_krylov_methods()[k % 2];
            o.precision = precisions[k / 2];
            o.relative = o.precision == 32 ? 1e-4 : 1e-6;
            o.warm_start = k % 3 == 1;
            if (turn++ % every == 0)
                compare(&s, o);
        }
    stencil_free(&s);
}

static void islands_of_five_points(void)
{
    compare_all(STENCIL_ISLANDS, 101, 67, 5);
}

static void random_matrices_of_nine_points(void)
{
    compare_all(STENCIL_RANDOM, 96, 40, 9);
}

/* A solve does not depend on those before it. */
static void solves_have_no_memory(void)
{
    stencil s;
    stencil_solver open;
    static double first[90 * 61];
    CHECK(stencil_make(&s, STENCIL_RANDOM, 90, 61, 5, 1));
    stencil_manufacture(&s, NULL);
    for (const char *const *name = spate_krylov_preconditioners(); *name; ++name)
        for (int method = 0; method < 2; ++method) {
            spate_krylov_options o = stencil_options(&s);
            o.preconditioner = *name;
            o.method = spate_krylov_methods()[method];
            CHECK(stencil_open(ctx, &o, &s, &open) == SPATE_OK);
            CHECK(stencil_run(&open, &s) == SPATE_OK);
            memcpy(first, s.x, sizeof first);
            const double good = s.b[77];
            s.b[77] += 1e6;
            CHECK(stencil_run(&open, &s) == SPATE_OK);
            CHECK(memcmp(first, s.x, sizeof first) != 0);
            s.b[77] = NAN;
            CHECK(stencil_run(&open, &s) == SPATE_ERROR_NUMERICAL);
            s.b[77] = good;
            CHECK(stencil_run(&open, &s) == SPATE_OK);
            CHECK(memcmp(first, s.x, sizeof first) == 0);
            stencil_close(&open);
        }
    stencil_free(&s);
}

int main(int argc, char **argv)
{
    every = argc > 1 ? atoi(argv[1]) : 1;
    if (every < 1 || spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(islands_of_five_points);
    RUN(random_matrices_of_nine_points);
    RUN(solves_have_no_memory);
    spate_context_destroy(ctx);
    return check_done();
}
