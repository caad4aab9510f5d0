/* Compact differences over parts: options, defaults and checks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/options_size.h"
#include "base/threads.h"
#include "parallel/comm.h"
#include "solvers/compact/distributed_device.h"

static spate_compact_distributed_options defaults(void)
{
    spate_compact_distributed_options o;
    memset(&o, 0, sizeof o);
    o.struct_size = sizeof o;
    o.size[0] = o.size[1] = o.size[2] = 1;
    o.spacing = 1;
    o.precision = 64;
    o.reduced = "auto";
    o.backend = "auto";
    o.memory = SPATE_MEMORY_HOST;
    return o;
}

void spate_compact_distributed_options_default_sized(spate_compact_distributed_options *o,
                                                     size_t size)
{
    const spate_compact_distributed_options all = defaults();
    options_give(o, size, &all, sizeof all);
}

/* Options shared with compact.h are checked there; chunk and tolerance by the solver of the
 * lines. */
static spate_status check_options(spate_compact_distributed *c,
                                  const spate_compact_distributed_options *o)
{
    spate_compact_options whole;
    spate_compact *checked = NULL;
    spate_compact_options_default(&whole);
    whole.scheme = o->scheme;
    whole.direction = o->direction;
    whole.spacing = o->spacing;
    whole.periodic = o->periodic;
    whole.precision = o->precision;
    whole.threads = o->threads;
    whole.backend = "cpu";
    const spate_status status = spate_compact_create(c->ctx, &whole, &checked);
    spate_compact_destroy(checked);
    SPATE_TRY(status);
    SPATE_TRY(compact_check_sizes(c->ctx, o->size, INT64_C(1) << 52));
    if (!o->reduced || strlen(o->reduced) >= sizeof c->reduced)
        return fail_argument(c->ctx, "reduced is %s%s%s; \"auto\" is the default",
                             o->reduced ? "\"" : "", o->reduced ? o->reduced : "NULL",
                             o->reduced ? "\"" : "");
    if (!o->backend || strlen(o->backend) >= sizeof c->backend)
        return fail_argument(c->ctx, "backend is %s; \"auto\" is the default",
                             o->backend ? "too long" : "NULL");
    return SPATE_OK;
}

static spate_status copy_options(spate_compact_distributed *c,
                                 const spate_compact_distributed_options *o)
{
    SPATE_TRY(check_options(c, o));
    c->options = *o;
    strcpy(c->reduced, o->reduced);
    c->options.reduced = c->reduced;
    snprintf(c->backend, sizeof c->backend, "%s", o->backend);
    c->options.backend = c->backend;
    c->options.scheme = NULL; /* the string belongs to the caller */
    c->has_scheme = o->scheme && spate_compact_find(o->scheme, &c->scheme);
    c->across[0] = o->direction == 0 ? 1 : 0;
    c->across[1] = o->direction == 2 ? 1 : 2;
    c->threads = threads_for(o->threads);
    c->kernels = compact_rhs_kernels_cpu(o->precision, "auto");
    return SPATE_OK;
}

/* ---- parts ---- */

static spate_status copy_parts(spate_compact_distributed *c, const spate_compact_part *parts,
                               int count)
{
    if (count < 0 || (count > 0 && !parts))
        return fail_argument(c->ctx, "%s",
                             count < 0 ? "the number of parts is negative" : "parts is NULL");
    c->parts = calloc((size_t)count + 1, sizeof *c->parts);
    c->part_of = calloc((size_t)count + 1, sizeof *c->part_of);
    c->x = calloc((size_t)count + 1, sizeof *c->x);
    if (!c->parts || !c->part_of || !c->x)
        return fail_memory(c->ctx, "no memory for %d parts", count);
    c->count = count;
    for (int k = 0; k < count; ++k) {
        spate_compact_part *p = &c->parts[k].given;
        *p = parts[k];
        if (compact_packed(p->stride)) {
            p->stride[0] = 1;
            p->stride[1] = p->size[0];
            p->stride[2] = p->size[0] * p->size[1];
        }
        if (compact_packed(p->out_stride))
            memcpy(p->out_stride, p->stride, sizeof p->stride);
    }
    return SPATE_OK;
}

/* Numbers that must be the same on all ranks; none of them is NaN. */
static spate_status check_same_on_ranks(const spate_compact_distributed *c)
{
    const spate_compact_distributed_options *o = &c->options;
    enum { NUMBERS = 9 };
    const double mine[NUMBERS] = {(double)o->size[0], (double)o->size[1], (double)o->size[2],
                                  o->direction,       o->spacing,         o->periodic != 0,
                                  o->precision,       c->device != NULL,  o->memory};
    return solver_same_on_ranks(c->ctx, mine, NUMBERS)
               ? SPATE_OK
               : fail_argument(c->ctx,
                               "the options of compact differences differ from rank to rank");
}

static spate_status fill(spate_compact_distributed *c, const spate_compact_distributed_options *o,
                         const spate_compact_part *parts, int count)
{
    spate_status status = copy_options(c, o);
    if (status == SPATE_OK)
        status = copy_parts(c, parts, count);
    if (status == SPATE_OK)
        status = cut_device_create(c, o);
    SPATE_TRY(comm_agree(c->ctx, status));
    SPATE_TRY(check_same_on_ranks(c));
    return cut_find_boxes(c);
}

spate_status spate_compact_distributed_create(spate_context *ctx,
                                              const spate_compact_distributed_options *options,
                                              const spate_compact_part *parts, int count,
                                              spate_compact_distributed **c)
{
    if (c)
        *c = NULL;
    if (!ctx)
        return SPATE_ERROR_ARGUMENT;
    if (!options || !c)
        return fail_argument(ctx, "%s is NULL", options ? "the handle" : "options");
    spate_compact_distributed *made = calloc(1, sizeof *made);
    spate_compact_distributed_options o = defaults();
    spate_status status =
        made ? options_take(ctx, "spate_compact_distributed_options", options, &o, sizeof o)
             : fail_memory(ctx, "no memory for compact differences");
    status = comm_agree(ctx, status);
    if (made && status == SPATE_OK) {
        made->ctx = ctx;
        status = fill(made, &o, parts, count);
    }
    if (status != SPATE_OK) {
        spate_compact_distributed_destroy(made);
        return status;
    }
    *c = made;
    return SPATE_OK;
}

void spate_compact_distributed_destroy(spate_compact_distributed *c)
{
    if (!c)
        return;
    cut_free_halo(c);
    spate_tridiag_distributed_destroy(c->lines);
    cut_device_destroy(c);
    free(c->boxes);
    free(c->parts);
    free(c->part_of);
    free(c->x);
    free(c->scheme_name);
    free(c);
}
