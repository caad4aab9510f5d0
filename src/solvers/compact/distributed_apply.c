/* Apply over parts: checks arguments, exchanges halos, solves the lines, reports failures. */

#include "parallel/comm.h"
#include "solvers/compact/distributed_device.h"

/* ---- arguments ---- */

static spate_status check_part(const spate_compact_distributed *c, int k, const void *f,
                               const void *g)
{
    const cut_part *p = &c->parts[k];
    SPATE_TRY(solver_check_pointer(c->ctx, "f", k, f, cut_bytes(c)));
    if (p->results == 0)
        return SPATE_OK; /* g is ignored */
    SPATE_TRY(solver_check_pointer(c->ctx, "g", k, g, cut_bytes(c)));
    if (f == g && p->layout.same_layout && p->results <= p->layout.inputs)
        return SPATE_OK; /* a line is read before it is written, in all parts of this process */
    if (compact_layout_overlap(&p->layout, cut_bytes(c), f, g))
        return fail_argument(c->ctx, "f and g of part %d overlap", k);
    return SPATE_OK;
}

static spate_status check_arrays(const spate_compact_distributed *c, const void *const *f,
                                 void *const *g)
{
    if (!c->ready)
        return fail_argument(c->ctx, "call spate_compact_distributed_setup first");
    if (c->count > 0 && (!f || !g))
        return fail_argument(c->ctx, "the array of pointers %s is NULL", f ? "g" : "f");
    for (int k = 0; k < c->count; ++k)
        SPATE_TRY(check_part(c, k, f[k], g[k]));
    return SPATE_OK;
}

/* ---- failures ---- */

/* Minimum over ranks without a failure. */
#define NONE 0x1p60

static spate_status report_failure(const spate_compact_distributed *c)
{
    const cut_failure *f = &c->failure;
    const double line = solver_min_over_ranks(c->ctx, f->found ? (double)f->line : NONE);
    const double point =
        solver_min_over_ranks(c->ctx,
                              f->found && (double)f->line == line ? (double)f->point : NONE);
    if (line == NONE)
        return spate_fail(c->ctx, SPATE_ERROR_NUMERICAL, "the results of a line overflow");
    return spate_fail(c->ctx, SPATE_ERROR_NUMERICAL,
                      "line %.0f, point %.0f: f is not a finite number", line, point);
}

/* Status of a solve or wait, with the message for this solver. Collective. */
static spate_status final_status(spate_compact_distributed *c, spate_status status)
{
    if (status != SPATE_ERROR_NUMERICAL)
        return status;
    if (c->device)
        cut_device_collect(c);
    return report_failure(c);
}

spate_status spate_compact_distributed_apply(spate_compact_distributed *c, const void *const *f,
                                             void *const *g)
{
    if (!c)
        return SPATE_ERROR_ARGUMENT;
    SPATE_TRY(comm_agree(c->ctx, check_arrays(c, f, g)));
    c->failure = (cut_failure){0};
    for (int k = 0; k < c->line_parts; ++k)
        c->x[k] = g[c->part_of[k]];
    ++c->applied;
    if (c->device)
        return final_status(c, cut_device_apply(c, f));
    cut_exchange(c, f);
    return final_status(c, spate_tridiag_distributed_solve_rows(c->lines, cut_fill_rows, NULL, c,
                                                                c->x));
}

spate_status spate_compact_distributed_wait(spate_compact_distributed *c)
{
    if (!c)
        return SPATE_ERROR_ARGUMENT;
    if (!c->device || !c->device->pending)
        return SPATE_OK;
    c->device->pending = 0;
    return final_status(c, spate_tridiag_distributed_wait(c->lines));
}

/* ---- traffic ---- */

void spate_compact_distributed_get_stats(const spate_compact_distributed *c,
                                         spate_compact_distributed_stats *stats)
{
    if (!stats)
        return;
    *stats = (spate_compact_distributed_stats){0};
    if (!c)
        return;
    const compact_shift shift = compact_shift_of(c->scheme.points);
    const cut_halo *h = &c->halo;
    spate_tridiag_distributed_stats lines;
    spate_tridiag_distributed_get_stats(c->lines, &lines);
    *stats = (spate_compact_distributed_stats){
        .scheme = c->scheme.name,
        .reduced = lines.reduced,
        .backend = lines.backend,
        .threads = lines.threads,
        .orders = c->orders,
        .reach = {shift.left + c->scheme.pairs - 1, shift.right + c->scheme.pairs - 1},
        .results = spate_compact_results(&c->scheme, cut_inputs(c), c->options.periodic),
        .chunk = lines.chunk,
        .sent_bytes = lines.sent_bytes,
        .messages = lines.messages,
        .dropped = lines.dropped,
        .applied = c->applied,
    };
    for (int k = 0; k < h->send_count; ++k)
        stats->halo_bytes += (double)h->sends[k].bytes;
    if (c->applied > 0) {
        stats->sent_bytes += stats->halo_bytes;
        stats->messages += h->send_count;
    }
    for (int k = 0; k < c->count; ++k) {
        const cut_part *p = &c->parts[k];
        stats->floor_bytes += (double)(p->layout.inputs + p->results) * (double)p->layout.lines *
                              (double)cut_bytes(c);
    }
    /* Sent values are packed and read again; received values are written and read. */
    stats->interface_bytes = lines.interface_bytes + 2 * (double)(h->send_bytes + h->receive_bytes);
    stats->counted_bytes = stats->floor_bytes + stats->interface_bytes;
}
