/* Options of the tridiagonal solvers: defaults, checks, the choice of algorithm, allocation. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/options_size.h"
#include "base/threads.h"
#include "solvers/device_choice.h"
#include "solvers/tridiag/device.h"
#include "solvers/tridiag/solver.h"

static spate_tridiag_options defaults(void)
{
    spate_tridiag_options o;
    memset(&o, 0, sizeof o);
    o.struct_size = sizeof o;
    o.matrix = SPATE_TRIDIAG_GENERAL;
    o.precision = 64;
    o.algorithm = "auto";
    o.backend = "auto";
    return o;
}

void spate_tridiag_options_default_sized(spate_tridiag_options *o, size_t size)
{
    const spate_tridiag_options all = defaults();
    options_give(o, size, &all, sizeof all);
}

int tri_known_class(spate_tridiag_class matrix)
{
    return matrix == SPATE_TRIDIAG_GENERAL || matrix == SPATE_TRIDIAG_SHARED ||
           matrix == SPATE_TRIDIAG_TOEPLITZ;
}

const char *const *spate_tridiag_algorithms(spate_tridiag_class matrix)
{
    static const char *const general[] = {"thomas", "cr", "pcr", "cr-pcr", "thomas-pcr", NULL};
    static const char *const shared[] = {"thomas", "cr", "pcr", "cr-pcr", "thomas-pcr", NULL};
    static const char *const toeplitz[] = {"thomas", "toeplitz-cr", "cr", "pcr",
                                           "cr-pcr", "thomas-pcr",  NULL};
    static const char *const none[] = {NULL};
    if (!tri_known_class(matrix))
        return none;
    if (matrix == SPATE_TRIDIAG_TOEPLITZ)
        return toeplitz;
    return matrix == SPATE_TRIDIAG_GENERAL ? general : shared;
}

static spate_status check_options(spate_context *ctx, const spate_tridiag_options *o)
{
    if (!tri_known_class(o->matrix))
        return fail_argument(ctx, "matrix is %d; it must be a value of spate_tridiag_class",
                             (int)o->matrix);
    if (o->periodic && o->lines.n < 3)
        return fail_argument(ctx, "lines.n is %lld; periodic lines have at least 3 unknowns",
                             (long long)o->lines.n);
    if (o->matrix == SPATE_TRIDIAG_TOEPLITZ && o->lines.n < 2)
        return fail_argument(ctx, "lines.n is %lld; a Toeplitz matrix has a first and a last row",
                             (long long)o->lines.n);
    if (o->precision != 32 && o->precision != 64)
        return fail_argument(ctx, "precision is %d; it must be 32 or 64", o->precision);
    if (o->threads < 0)
        return fail_argument(ctx, "threads is %d; it must be 0 (all) or more", o->threads);
    if (!o->algorithm || !o->backend)
        return fail_argument(ctx, "%s is NULL; \"auto\" is the default",
                             o->algorithm ? "backend" : "algorithm");
    return device_check(ctx, "tridiagonal lines", o->backend, o->memory);
}

const tri_method *tri_methods(const spate_tridiag *t)
{
    if (t->matrix == SPATE_TRIDIAG_TOEPLITZ)
        return t->kernels->toeplitz;
    if (t->matrix == SPATE_TRIDIAG_SHARED)
        return t->kernels->shared;
    return t->periodic ? t->kernels->periodic : t->kernels->general;
}

static spate_status choose_method(spate_tridiag *t, const char *wanted)
{
    t->kernels = tri_kernels_cpu(t->precision, "auto");
    const char *name = strcmp(wanted, "auto") == 0 ? tri_best_algorithm(t) : wanted;
    for (const tri_method *m = tri_methods(t); m->name; ++m)
        if (strcmp(m->name, name) == 0)
            t->method = m;
    if (!t->method && strcmp(name, "toeplitz-cr") == 0)
        return fail_argument(t->ctx,
                             "algorithm \"toeplitz-cr\" is only for SPATE_TRIDIAG_TOEPLITZ");
    if (!t->method)
        return fail_argument(
            t->ctx, "no algorithm \"%s\" for %s of this class; see spate_tridiag_algorithms",
            wanted, t->periodic ? "periodic lines" : "lines");
    return SPATE_OK;
}

static spate_status fill(spate_tridiag *t, const spate_tridiag_options *o)
{
    SPATE_TRY(check_options(t->ctx, o));
    SPATE_TRY(tri_layout_make(t->ctx, &o->lines, &t->layout));
    t->matrix = o->matrix;
    t->precision = o->precision;
    t->periodic = o->periodic != 0;
    t->repair = o->repair != 0;
    t->check = o->check || o->repair;
    t->threads = threads_for(o->threads);
    return device_wanted(o->backend, o->memory) ? tri_device_create(t, o)
                                                : choose_method(t, o->algorithm);
}

spate_status spate_tridiag_create(spate_context *ctx, const spate_tridiag_options *options,
                                  spate_tridiag **t)
{
    if (t)
        *t = NULL;
    if (!ctx)
        return SPATE_ERROR_ARGUMENT;
    if (!options || !t)
        return fail_argument(ctx, "%s is NULL", options ? "the handle" : "options");
    spate_tridiag_options o = defaults();
    SPATE_TRY(options_take(ctx, "spate_tridiag_options", options, &o, sizeof o));
    spate_tridiag *made = calloc(1, sizeof *made);
    if (!made)
        return fail_memory(ctx, "no memory for a tridiagonal solver");
    made->ctx = ctx;
    made->first_weak_line = -1;
    const spate_status status = fill(made, &o);
    if (status != SPATE_OK) {
        spate_tridiag_destroy(made);
        return status;
    }
    *t = made;
    return SPATE_OK;
}

void spate_tridiag_destroy(spate_tridiag *t)
{
    if (!t)
        return;
    tri_device_destroy(t);
    memory_free(t->scratch);
    memory_free(t->repair_space);
    memory_free(t->shared[0]);
    memory_free(t->factor_block);
    memory_free(t->level_block);
    free(t);
}

/* What is kept between the two sweeps should fit in the second-level cache or a share of the
 * third. Panel rows should be long enough for the memory system: halving them costs more than
 * doubling the scratch (measured, EPYC 9004). */
enum { SCRATCH_WANTED = 2304 << 10 };

static int choose_lanes(const spate_tridiag *t, const tri_problem *shape)
{
    const int least = t->layout.adjacent || t->matrix == SPATE_TRIDIAG_GENERAL ? 2 : 1;
    /* One register of the widest instruction set, on every CPU: a panel row is a whole cache
     * line. */
    const int unit = (int)(64 / tri_value_bytes(t));
    if (t->method->lanes > 0)
        return t->method->lanes;
    int registers = t->layout.adjacent ? 4 : 2;
    while (registers > least && t->method->scratch_bytes(shape, registers * unit) > SCRATCH_WANTED)
        registers /= 2;
    return registers * unit;
}

/* Scratch of the sweeps, and per thread the repaired lines of a panel, one line and its band
 * matrix. */
static spate_status allocate_scratch(spate_tridiag *t)
{
    const tri_problem shape = {.n = t->layout.n, .periodic = t->periodic};
    const size_t unit = SPATE_ALIGNMENT, n = (size_t)t->layout.n;
    memory_free(t->scratch);
    memory_free(t->repair_space);
    t->repair_space = NULL;
    t->lanes = choose_lanes(t, &shape);
    t->scratch_bytes = (t->method->scratch_bytes(&shape, t->lanes) + unit - 1) / unit * unit;
    t->scratch = memory_alloc(t->scratch_bytes * (size_t)t->threads);
    if (t->repair) {
        t->repair_values = n * (size_t)(t->lanes + 3) + (size_t)tri_pivoted_space(t->layout.n);
        t->repair_space = memory_alloc(t->repair_values * (size_t)t->threads * sizeof(double));
    }
    if (!t->scratch || (t->repair && !t->repair_space))
        return fail_memory(t->ctx,
                           "no memory for lines of %zu unknowns (%zu bytes for each of %d threads)",
                           n, t->scratch_bytes + t->repair_values * sizeof(double), t->threads);
    return SPATE_OK;
}

spate_status spate_tridiag_setup(spate_tridiag *t)
{
    if (!t)
        return SPATE_ERROR_ARGUMENT;
    t->ready = 0;
    if (t->matrix != SPATE_TRIDIAG_GENERAL) {
        SPATE_TRY(tri_factor(t));
        if (!t->device)
            SPATE_TRY(tri_make_levels(t));
    }
    SPATE_TRY(t->device ? tri_device_setup(t) : allocate_scratch(t));
    t->ready = 1;
    return SPATE_OK;
}

void spate_tridiag_get_stats(const spate_tridiag *t, spate_tridiag_stats *stats)
{
    if (!stats)
        return;
    *stats = (spate_tridiag_stats){0};
    if (!t)
        return;
    const int words = t->matrix == SPATE_TRIDIAG_GENERAL ? 5 : 2;
    *stats = (spate_tridiag_stats){
        .algorithm = t->device ? tri_device_algorithm(t) : t->method->name,
        .backend = t->device ? "cuda" : "cpu",
        .threads = t->threads,
        .floor_bytes = (double)words * (double)tri_value_bytes(t) * (double)t->layout.n *
                       (double)t->layout.lines,
        .solves = t->solves,
        .weak_lines = t->weak_lines,
        .repaired_lines = t->repaired_lines,
        .first_weak_line = t->first_weak_line,
    };
}
