/* Prints iterations, residuals and checksums of Krylov solves, and the messages of failing ones: run
 * alone and under mpirun, the output must be equal (ranks.sh). "ic" depends on the parts, which are
 * the same here for any number of ranks.
 *
 * krylov_hash [BACKEND] what every backend supports: cpu and cuda print the same
 * (backend/cut_ranks.sh) */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "bits.h"
#include "parallel/comm.h"
#include "solvers/stencils.h"

static spate_context *ctx;
static const char *backend; /* NULL: the CPU, everything it supports */
static int wrong;

/* Order-free: every rank adds its values. */
static int64_t hash_of_answer(const stencil *s)
{
    int64_t sum = 0;
    for (int64_t k = 0; k < (int64_t)s->nx * s->ny; ++k) {
        const struct {
            int64_t place;
            double value;
        } entry = {k, s->x[k]};
        if (!isnan(entry.value))
            sum += (int64_t)(hash_of(&entry, sizeof entry) >> 24);
    }
    comm_sum_count(ctx->comm, &sum, 1);
    return sum;
}

static void solve(stencil *s, spate_krylov_options o, const char *what)
{
    spate_krylov_stats stats = {0};
    o.parts_x = 2;
    o.parts_y = 4;
    o.backend = backend ? backend : "cpu";
    for (int64_t k = 0; k < (int64_t)s->nx * s->ny; ++k)
        s->x[k] = NAN;
    const spate_status status = stencil_solve(ctx, &o, s, &stats);
    if (status == SPATE_OK && spate_rank_count(ctx) > 1 &&
        (stats.messages == 0 || stats.reductions == 0)) {
        fprintf(stderr, "rank %d: nothing was sent\n", spate_rank(ctx));
        wrong = 1;
    }
    const int64_t hash = hash_of_answer(s);
    if (spate_rank(ctx) == 0)
        printf("%s %s %s f%d: status %d, %d iterations, residuals %a %a, %016" PRIx64 " %s\n", what,
               o.preconditioner, o.method, o.precision, (int)status, stats.iterations,
               stats.residual, stats.true_residual, (uint64_t)hash,
               status == SPATE_OK ? "" : spate_message(ctx));
}

/* The preconditioners that every backend has. */
static int is_everywhere(const char *name)
{
    return strcmp(name, "ic") != 0 && strcmp(name, "rrb") != 0 && strcmp(name, "multigrid") != 0;
}

/* Every preconditioner with both methods, in precisions that change. */
static void solve_all(stencil_kind kind, int points)
{
    static const int precisions[3] = {32, 64, SPATE_KRYLOV_MIXED};
    stencil s;
    int turn = 0;
    if (!stencil_make(&s, kind, 75, 66, points, 3))
        return;
    stencil_manufacture(&s, NULL);
    for (const char *const *name = spate_krylov_preconditioners(); *name; ++name)
        for (int k = 0; k < 2 && (!backend || is_everywhere(*name)); ++k, ++turn) {
            spate_krylov_options o = stencil_options(&s);
            o.preconditioner = *name;
            o.method = spate_krylov_methods()[k];
            o.precision = precisions[turn % 3];
            o.relative = 1e-2; /* a message in every iteration takes its time */
            o.threads = 0;
            solve(&s, o, stencil_names[kind]);
        }
    stencil_free(&s);
}

static void fail_in_every_way(void)
{
    stencil s;
    if (!stencil_make(&s, STENCIL_NEUMANN, 75, 66, 5, 3))
        return;
    spate_krylov_options o = stencil_options(&s);
    o.preconditioner = "none"; /* finds it in the first iteration */
    for (int k = 0; k < 75 * 66; ++k)
        s.b[k] = 1; /* nothing but what cannot be met */
    solve(&s, o, "singular");
    s.b[75 * 65] = NAN; /* of the last rank */
    solve(&s, o, "NaN");
    s.east[75 * 64 + 3] = INFINITY;
    solve(&s, o, "infinite matrix");
    stencil_free(&s);
}

int main(int argc, char **argv)
{
    backend = argc > 1 ? argv[1] : NULL;
    if (spate_context_create_parallel(&ctx) != SPATE_OK)
        return 1;
    solve_all(STENCIL_ISLANDS, 5);
    solve_all(STENCIL_RANDOM, 9);
    fail_in_every_way();
    spate_context_destroy(ctx);
    return wrong;
}
