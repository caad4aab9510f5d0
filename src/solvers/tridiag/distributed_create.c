/* Options of distributed lines: defaults, checks, and the choice of the solver of the reduced
 * system. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/options_size.h"
#include "base/threads.h"
#include "parallel/comm.h"
#include "solvers/tridiag/distributed_device.h"
#include "solvers/tridiag/solver.h"

enum { CHUNK_DEFAULT = 64, CHUNK_MAX = 1 << 20 };

static const char *const reduced_names[] = {"gather", "all-to-all", "neighbours", "auto"};

static spate_tridiag_distributed_options defaults(void)
{
    spate_tridiag_distributed_options o;
    memset(&o, 0, sizeof o);
    o.struct_size = sizeof o;
    o.matrix = SPATE_TRIDIAG_GENERAL;
    o.precision = 64;
    o.reduced = "auto";
    o.backend = "auto";
    o.memory = SPATE_MEMORY_HOST;
    return o;
}

void spate_tridiag_distributed_options_default_sized(spate_tridiag_distributed_options *o,
                                                     size_t size)
{
    const spate_tridiag_distributed_options all = defaults();
    options_give(o, size, &all, sizeof all);
}

static spate_status check_numbers(spate_context *ctx, const spate_tridiag_distributed_options *o)
{
    const int64_t least = o->periodic ? 3 : o->matrix == SPATE_TRIDIAG_TOEPLITZ ? 2 : 1;
    if (o->n < least)
        return fail_argument(ctx, "n is %" PRId64 "; %s have at least %" PRId64 " rows", o->n,
                             o->periodic  ? "periodic lines"
                             : least == 2 ? "lines of a Toeplitz matrix"
                                          : "lines",
                             least);
    if (o->precision != 32 && o->precision != 64)
        return fail_argument(ctx, "precision is %d; it must be 32 or 64", o->precision);
    if (o->chunk < 0 || o->chunk > CHUNK_MAX)
        return fail_argument(ctx, "chunk is %" PRId64 "; it must be 0 (default) to %d", o->chunk,
                             CHUNK_MAX);
    if (o->threads < 0)
        return fail_argument(ctx, "threads is %d; it must be 0 (all) or more", o->threads);
    if (!(o->tolerance >= 0 && o->tolerance < 1))
        return fail_argument(ctx, "tolerance is %g; it must be at least 0 and below 1",
                             o->tolerance);
    return SPATE_OK;
}

static spate_status check_options(spate_context *ctx, const spate_tridiag_distributed_options *o,
                                  dist_reduced *wanted)
{
    if (!tri_known_class(o->matrix))
        return fail_argument(ctx, "matrix is %d; it must be a value of spate_tridiag_class",
                             (int)o->matrix);
    SPATE_TRY(check_numbers(ctx, o));
    if (!o->reduced)
        return fail_argument(ctx, "reduced is NULL; \"auto\" is the default");
    for (int k = 0; k <= DIST_AUTO; ++k)
        if (strcmp(o->reduced, reduced_names[k]) == 0) {
            *wanted = (dist_reduced)k;
            return SPATE_OK;
        }
    return fail_argument(ctx,
                         "reduced is \"%s\"; there are auto, gather, all-to-all and neighbours",
                         o->reduced);
}

/* Options that must be the same on all ranks. */
static spate_status check_same_on_ranks(const spate_tridiag_distributed *t)
{
    const double mine[8] = {(double)t->matrix, (double)t->n,      t->precision, t->periodic,
                            (double)t->chunk,  (double)t->wanted, t->tolerance, t->device != NULL};
    return solver_same_on_ranks(t->ctx, mine, 8)
               ? SPATE_OK
               : fail_argument(t->ctx,
                               "the options of lines cut into parts differ from rank to rank");
}

static spate_status fill(spate_tridiag_distributed *t, const spate_tridiag_distributed_options *o,
                         const spate_line_part *parts, int count)
{
    spate_status status = check_options(t->ctx, o, &t->wanted);
    if (status == SPATE_OK && (count < 0 || (count > 0 && !parts)))
        status = fail_argument(t->ctx, "%s",
                               count < 0 ? "the number of parts is negative" : "parts is NULL");
    SPATE_TRY(comm_agree(t->ctx, status));
    t->matrix = o->matrix;
    t->n = o->n;
    t->chunk = o->chunk ? o->chunk : CHUNK_DEFAULT;
    t->chunk = t->chunk < t->n ? t->chunk : t->n;
    t->precision = o->precision;
    t->periodic = o->periodic != 0;
    t->threads = threads_for(o->threads);
    t->tolerance = o->tolerance;
    t->kernels = tri_segment_kernels_cpu(t->precision, "auto");
    t->local_count = count;
    SPATE_TRY(comm_agree(t->ctx, dist_device_create(t, o)));
    SPATE_TRY(check_same_on_ranks(t));
    t->layouts = calloc((size_t)count + 1, sizeof *t->layouts);
    status = t->layouts ? SPATE_OK : fail_memory(t->ctx, "no memory for %d parts", count);
    SPATE_TRY(comm_agree(t->ctx, status));
    return dist_find_bundles(t, parts, count);
}

spate_status spate_tridiag_distributed_create(spate_context *ctx,
                                              const spate_tridiag_distributed_options *options,
                                              const spate_line_part *parts, int count,
                                              spate_tridiag_distributed **t)
{
    if (t)
        *t = NULL;
    if (!ctx)
        return SPATE_ERROR_ARGUMENT;
    if (!options || !t)
        return fail_argument(ctx, "%s is NULL", options ? "the handle" : "options");
    spate_tridiag_distributed *made = calloc(1, sizeof *made);
    spate_tridiag_distributed_options o = defaults();
    spate_status status =
        made ? options_take(ctx, "spate_tridiag_distributed_options", options, &o, sizeof o)
             : fail_memory(ctx, "no memory for a tridiagonal solver");
    status = comm_agree(ctx, status);
    if (made && status == SPATE_OK) {
        made->ctx = ctx;
        status = fill(made, &o, parts, count);
    }
    if (status != SPATE_OK) {
        spate_tridiag_distributed_destroy(made);
        return status;
    }
    *t = made;
    return SPATE_OK;
}

void spate_tridiag_distributed_destroy(spate_tridiag_distributed *t)
{
    if (!t)
        return;
    dist_pipeline_destroy(t->pipeline);
    dist_device_destroy(t);
    dist_free_memory(t);
    dist_free_bundles(t);
    mailbox_destroy(t->box);
    memory_free(t->shared[0]);
    free(t->layouts);
    free(t);
}

/* ---- setup ---- */

static spate_status plan_all(spate_tridiag_distributed *t)
{
    t->dropped = 0;
    for (int k = 0; k < t->bundle_count; ++k) {
        SPATE_TRY(dist_plan_bundle(t, &t->bundles[k]));
        if (dist_shared(t))
            SPATE_TRY(dist_factor_bundle(t, &t->bundles[k]));
        if (dist_shared(t) && dist_decoupled(t, &t->bundles[k]))
            SPATE_TRY(dist_bound_shared(t, &t->bundles[k]));
    }
    return SPATE_OK;
}

/* Plans all bundles. *allowed: whether the couplings of a shared matrix may be dropped; the same
 * on all ranks. */
static spate_status try_reduced(spate_tridiag_distributed *t, dist_reduced reduced, int *allowed)
{
    t->reduced = reduced;
    SPATE_TRY(comm_agree(t->ctx, plan_all(t)));
    double worst[2] = {t->dropped, !(t->dropped - t->dropped == 0)};
    comm_max(t->ctx->comm, worst, 2);
    t->dropped = worst[0];
    *allowed = worst[1] == 0 && worst[0] <= dist_tolerance(t);
    return SPATE_OK;
}

/* All-to-all if lines are cut over ranks and every rank gets panels to solve. */
static dist_reduced exact_choice(spate_tridiag_distributed *t)
{
    double seen[2] = {0, 0}; /* cut over ranks; too few panels */
    for (int k = 0; k < t->bundle_count; ++k) {
        const dist_bundle *b = &t->bundles[k];
        seen[0] = b->rank_count > 1 ? 1 : seen[0];
        seen[1] = b->panels < b->rank_count ? 1 : seen[1];
    }
    comm_max(t->ctx->comm, seen, 2);
    return seen[0] > 0 && seen[1] == 0 ? DIST_ALL_TO_ALL : DIST_GATHER;
}

static spate_status choose_reduced(spate_tridiag_distributed *t)
{
    int allowed = 0;
    const int automatic = t->wanted == DIST_AUTO;
    const int may_drop = automatic && t->tolerance > 0 && dist_shared(t);
    if (t->wanted == DIST_NEIGHBOURS || may_drop) {
        SPATE_TRY(try_reduced(t, DIST_NEIGHBOURS, &allowed));
        if (allowed)
            return SPATE_OK;
        if (!automatic)
            return spate_fail(
                t->ctx, SPATE_ERROR_NUMERICAL,
                "couplings across a part may cause errors of %.3g of the largest value, "
                "above the tolerance of %.3g: \"neighbours\" cannot be used for this matrix",
                t->dropped, dist_tolerance(t));
    }
    return try_reduced(t, automatic ? exact_choice(t) : t->wanted, &allowed);
}

spate_status spate_tridiag_distributed_setup(spate_tridiag_distributed *t)
{
    if (!t)
        return SPATE_ERROR_ARGUMENT;
    t->ready = 0;
    spate_status status = SPATE_OK;
    if (dist_shared(t) && !t->shared[0])
        status = fail_argument(t->ctx, "the shared matrix was not set");
    SPATE_TRY(comm_agree(t->ctx, status));
    SPATE_TRY(choose_reduced(t));
    SPATE_TRY(comm_agree(t->ctx, dist_allocate(t)));
    if (t->device)
        SPATE_TRY(comm_agree(t->ctx, dist_device_setup(t)));
    SPATE_TRY(dist_pipeline_create(t));
    t->ready = 1;
    return SPATE_OK;
}
