/* Setup: from a scheme to factors and memory. */
#include <inttypes.h>

#include "base/memory.h"
#include "solvers/compact/device.h"
#include "solvers/tridiag/solver.h"

/* ---- lines ---- */

static spate_status make_layout(spate_compact *c)
{
    const spate_compact_options *o = &c->options;
    const int64_t n = o->size[o->direction];
    SPATE_TRY(compact_check_length(c->ctx, &c->scheme, o->periodic, o->direction, n));
    return compact_layout_make(c->ctx, o, spate_compact_results(&c->scheme, n, o->periodic),
                               &c->layout);
}

/* ---- the matrix ---- */

/* The tridiagonal solver provides the factors; the sweeps are in backend/cpu/compact. */
static spate_status factor_rows(spate_compact *c, const double *a, const double *b, const double *d)
{
    spate_tridiag_options o;
    spate_tridiag_options_default(&o);
    o.matrix = SPATE_TRIDIAG_SHARED;
    o.lines = (spate_lines){.n = c->layout.n, .stride = 1, .count = {1, 1}};
    o.precision = c->options.precision;
    o.periodic = c->options.periodic;
    o.backend = "cpu";
    o.threads = 1;
    spate_tridiag_destroy(c->matrix);
    c->matrix = NULL;
    SPATE_TRY(spate_tridiag_create(c->ctx, &o, &c->matrix));
    SPATE_TRY(spate_tridiag_set_matrix(c->matrix, a, b, d));
    return spate_tridiag_setup(c->matrix);
}

static spate_status factor(spate_compact *c)
{
    const int64_t n = c->layout.n;
    double *rows = memory_alloc(3 * (size_t)n * sizeof(double));
    if (!rows)
        return fail_memory(c->ctx, "no memory for a matrix of %" PRId64 " rows", n);
    compact_fill_matrix(&c->scheme, c->options.periodic, n, rows, rows + n, rows + 2 * n);
    const spate_status status = c->device ? compact_device_setup(c, rows, rows + n, rows + 2 * n)
                                          : factor_rows(c, rows, rows + n, rows + 2 * n);
    memory_free(rows);
    return status;
}

static int is_significant(const spate_compact *c, const void *values, int64_t i)
{
    const double unit = c->options.precision == 32 ? 0x1p-24 : 0x1p-53;
    const double v = tri_value(c->matrix, values, (ptrdiff_t)i);
    return !(v <= unit * unit && v >= -unit * unit);
}

/* The border of a periodic matrix decays from both ends. Entries below the square of the unit
 * roundoff are dropped: together they change no value by a rounding of the largest one. */
static void find_border(spate_compact *c)
{
    const tri_factors *f = &c->matrix->factors;
    c->border = c->options.periodic ? c->layout.n - 2 : 0;
    while (c->border > 0 && !is_significant(c, f->border, c->border - 1) &&
           !is_significant(c, f->last, c->border - 1))
        --c->border;
}

/* ---- memory ---- */

compact_problem compact_problem_of(const spate_compact *c)
{
    const compact_layout *l = &c->layout;
    return (compact_problem){.n = l->n,
                             .inputs = l->inputs,
                             .stride = l->stride,
                             .out_stride = l->out_stride,
                             .periodic = c->options.periodic,
                             .stencil = &c->stencil,
                             .factors = c->matrix->factors,
                             .border = c->border};
}

/* y of two panels should fit in a second-level cache of 1 MB, with the data in flight. With
 * adjacent lanes, wide rows give long contiguous accesses. Gathered lanes are separate streams,
 * of which a processor can prefetch a few dozen. */
enum {
    SCRATCH_WANTED = 400 << 10,
    MAX_REGISTERS = 32,
    GATHERED_REGISTERS = 8,
    PANELS_PER_THREAD = 4
};

/* Values that justify another thread: a few microseconds of work, as long as it takes to start
 * one. */
enum { VALUES_PER_THREAD = 8192 };

static int choose_team(const spate_compact *c)
{
    const int64_t shares = c->layout.inputs * c->layout.lines / VALUES_PER_THREAD;
    return shares < 1 ? 1 : shares < c->threads ? (int)shares : c->threads;
}

static int choose_lanes(const spate_compact *c, const compact_problem *shape)
{
    const int unit = (int)(64 / compact_value_bytes(c)); /* a whole cache line */
    int registers = c->layout.adjacent ? MAX_REGISTERS : GATHERED_REGISTERS;
    while (registers > 1 && (c->kernels->scratch_bytes(shape, registers * unit) > SCRATCH_WANTED ||
                             (c->team > 1 && compact_layout_panels(&c->layout, registers * unit) <
                                                 PANELS_PER_THREAD * c->team)))
        registers /= 2;
    return registers * unit;
}

static spate_status allocate_scratch(spate_compact *c)
{
    const compact_problem shape = compact_problem_of(c);
    const size_t unit = SPATE_ALIGNMENT;
    memory_free(c->scratch);
    c->team = choose_team(c);
    c->lanes = choose_lanes(c, &shape);
    c->scratch_bytes = (c->kernels->scratch_bytes(&shape, c->lanes) + unit - 1) / unit * unit;
    c->scratch = memory_alloc(2 * c->scratch_bytes * (size_t)c->team);
    return c->scratch ? SPATE_OK
                      : fail_memory(c->ctx,
                                    "no memory for lines of %" PRId64
                                    " values (%zu bytes for each of %d threads)",
                                    c->layout.inputs, 2 * c->scratch_bytes, c->team);
}

spate_status spate_compact_setup(spate_compact *c)
{
    if (!c)
        return SPATE_ERROR_ARGUMENT;
    c->ready = 0;
    if (!c->has_scheme)
        return fail_argument(c->ctx, "no scheme: name one or call spate_compact_set_scheme");
    SPATE_TRY(spate_compact_check(c->ctx, &c->scheme, &c->orders));
    if (c->options.periodic)
        c->orders.least = c->orders.interior;
    SPATE_TRY(make_layout(c));
    SPATE_TRY(compact_make_stencil(c->ctx, &c->scheme, c->options.spacing, c->options.periodic,
                                   c->options.precision, &c->stencil));
    SPATE_TRY(factor(c));
    if (!c->device) {
        find_border(c);
        SPATE_TRY(allocate_scratch(c));
    }
    c->ready = 1;
    return SPATE_OK;
}
