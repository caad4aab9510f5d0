/* Setup over parts: from a scheme and parts to the solver of their lines. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "parallel/comm.h"
#include "solvers/compact/distributed_device.h"

int64_t spate_compact_results_here(const spate_compact_scheme *scheme, int64_t n, int periodic,
                                   int64_t first, int64_t size)
{
    if (!scheme)
        return 0;
    const int64_t beyond = spate_compact_results(scheme, n, periodic) - n;
    return first + size == n ? size + beyond : size;
}

/* ---- the scheme ---- */

/* The numbers of a scheme in a fixed order. */
enum { MAX_NUMBERS = 7 + SPATE_COMPACT_PAIRS + SPATE_COMPACT_CLOSURES * (3 + SPATE_COMPACT_WIDTH) };

static void numbers_of(const spate_compact_scheme *s, double numbers[MAX_NUMBERS])
{
    double *to = numbers;
    memset(numbers, 0, MAX_NUMBERS * sizeof *numbers);
    *to++ = s->derivative;
    *to++ = (double)s->points;
    *to++ = s->odd != 0;
    *to++ = s->alpha;
    *to++ = s->centre;
    *to++ = s->pairs;
    *to++ = s->closures;
    for (int k = 0; k < s->pairs; ++k)
        *to++ = s->pair[k];
    for (int r = 0; r < s->closures; ++r) {
        const spate_compact_closure *e = &s->closure[r];
        *to++ = e->before;
        *to++ = e->after;
        *to++ = e->width;
        for (int k = 0; k < e->width; ++k)
            *to++ = e->value[k];
    }
}

static spate_status check_same_on_ranks(const spate_compact_distributed *c)
{
    double numbers[MAX_NUMBERS];
    numbers_of(&c->scheme, numbers);
    return solver_same_on_ranks(c->ctx, numbers, MAX_NUMBERS)
               ? SPATE_OK
               : fail_argument(c->ctx, "the compact scheme differs from rank to rank");
}

spate_status spate_compact_distributed_set_scheme(spate_compact_distributed *c,
                                                  const spate_compact_scheme *scheme)
{
    if (!c)
        return SPATE_ERROR_ARGUMENT;
    SPATE_TRY(comm_agree(c->ctx, spate_compact_check(c->ctx, scheme, NULL)));
    SPATE_TRY(comm_agree(c->ctx, compact_copy_scheme(c->ctx, scheme, &c->scheme, &c->scheme_name)));
    c->has_scheme = 1;
    c->ready = 0;
    return SPATE_OK;
}

static spate_status prepare_scheme(spate_compact_distributed *c)
{
    const spate_compact_distributed_options *o = &c->options;
    if (!c->has_scheme)
        return fail_argument(c->ctx,
                             "no scheme: name one or call spate_compact_distributed_set_scheme");
    SPATE_TRY(spate_compact_check(c->ctx, &c->scheme, &c->orders));
    if (o->periodic)
        c->orders.least = c->orders.interior;
    SPATE_TRY(compact_check_length(c->ctx, &c->scheme, o->periodic, o->direction, cut_inputs(c)));
    return compact_make_stencil(c->ctx, &c->scheme, o->spacing, o->periodic, o->precision,
                                &c->stencil);
}

/* ---- parts ---- */

static spate_status make_part_layout(spate_compact_distributed *c, int k)
{
    cut_part *p = &c->parts[k];
    const int d = c->options.direction;
    spate_compact_options o;
    char why[256];
    spate_compact_options_default(&o);
    o.direction = d;
    memcpy(o.size, p->given.size, sizeof o.size);
    memcpy(o.stride, p->given.stride, sizeof o.stride);
    memcpy(o.out_stride, p->given.out_stride, sizeof o.out_stride);
    p->results = spate_compact_results_here(&c->scheme, cut_inputs(c), c->options.periodic,
                                            p->given.first[d], p->given.size[d]);
    const spate_status status =
        compact_layout_make(c->ctx, &o, p->results > 0 ? p->results : 1, &p->layout);
    if (status == SPATE_OK)
        return SPATE_OK;
    snprintf(why, sizeof why, "%s", spate_message(c->ctx));
    return spate_fail(c->ctx, status, "part %d: %s", k, why);
}

/* The results of a part in the form of the tridiagonal solver. */
static spate_line_part rows_of_part(const spate_compact_distributed *c, const cut_part *p)
{
    const int d = c->options.direction, u = c->across[0], v = c->across[1];
    const spate_compact_part *g = &p->given;
    return (spate_line_part){.bundle = g->first[u] + g->first[v] * c->options.size[u],
                             .first = g->first[d],
                             .lines = {.n = p->results,
                                       .stride = g->out_stride[d] > 0 ? g->out_stride[d] : 1,
                                       .count = {g->size[u], g->size[v]},
                                       .step = {g->out_stride[u], g->out_stride[v]}}};
}

static spate_status create_lines(spate_compact_distributed *c)
{
    spate_tridiag_distributed_options o;
    spate_line_part *parts = calloc((size_t)c->count + 1, sizeof *parts);
    const spate_status memory =
        parts ? SPATE_OK : fail_memory(c->ctx, "no memory for %d parts", c->count);
    spate_tridiag_distributed_options_default(&o);
    o.matrix = SPATE_TRIDIAG_SHARED;
    o.n = spate_compact_results(&c->scheme, cut_inputs(c), c->options.periodic);
    o.precision = c->options.precision;
    o.periodic = c->options.periodic;
    o.chunk = c->options.chunk;
    o.reduced = c->options.reduced;
    o.tolerance = c->options.tolerance;
    o.threads = c->options.threads;
    o.backend = c->device ? c->options.backend : "cpu";
    o.memory = c->options.memory;
    o.scratch = c->options.scratch;
    c->line_parts = 0;
    for (int k = 0; parts && k < c->count; ++k)
        if (c->parts[k].results > 0) {
            parts[c->line_parts] = rows_of_part(c, &c->parts[k]);
            c->part_of[c->line_parts++] = k;
        }
    spate_status status = comm_agree(c->ctx, memory);
    if (status == SPATE_OK)
        status = spate_tridiag_distributed_create(c->ctx, &o, parts, c->line_parts, &c->lines);
    free(parts);
    return status;
}

static spate_status set_matrix(spate_compact_distributed *c)
{
    const int64_t n = spate_compact_results(&c->scheme, cut_inputs(c), c->options.periodic);
    double *rows = memory_alloc(3 * (size_t)n * sizeof(double));
    spate_status status =
        rows ? SPATE_OK : fail_memory(c->ctx, "no memory for a matrix of %" PRId64 " rows", n);
    status = comm_agree(c->ctx, status);
    if (status == SPATE_OK) {
        compact_fill_matrix(&c->scheme, c->options.periodic, n, rows, rows + n, rows + 2 * n);
        status = spate_tridiag_distributed_set_matrix(c->lines, rows, rows + n, rows + 2 * n);
    }
    memory_free(rows);
    return status;
}

spate_status spate_compact_distributed_setup(spate_compact_distributed *c)
{
    if (!c)
        return SPATE_ERROR_ARGUMENT;
    c->ready = 0;
    spate_tridiag_distributed_destroy(c->lines);
    c->lines = NULL;
    spate_status status = prepare_scheme(c);
    for (int k = 0; k < c->count && status == SPATE_OK; ++k)
        status = make_part_layout(c, k);
    SPATE_TRY(comm_agree(c->ctx, status));
    SPATE_TRY(check_same_on_ranks(c));
    SPATE_TRY(cut_plan_halo(c));
    SPATE_TRY(create_lines(c));
    SPATE_TRY(set_matrix(c));
    SPATE_TRY(spate_tridiag_distributed_setup(c->lines));
    if (c->device)
        SPATE_TRY(spate_tridiag_distributed_set_stream(c->lines, c->device->stream));
    c->ready = 1;
    return SPATE_OK;
}
