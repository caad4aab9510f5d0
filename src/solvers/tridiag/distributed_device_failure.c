/* Lines that failed on a device: copies their rows to the host and searches for the cause there. */
#include <stdlib.h>

#include "solvers/tridiag/distributed_device.h"

/* Index of a line in the bundle, from its public number. */
static int64_t line_of(const dist_bundle *b, int64_t number)
{
    return b->exchanged ? number % b->count[1] * b->count[0] + number / b->count[1] : number;
}

/* Copies the rows of a line of a part; a, b and c only of general matrices. Returns NULL without
 * memory. */
static char *fetch(const spate_tridiag_distributed *t, const dist_part *p, ptrdiff_t offset)
{
    const dist_on_device *g = t->device;
    const tri_device_arrays *r = &g->arrays[p->local];
    const void *const from[4] = {r->a, r->b, r->c, r->d};
    const size_t value = dist_bytes(t), rows = (size_t)p->n;
    char *to = malloc(4 * rows * value);
    for (int k = dist_shared(t) ? 3 : 0; k < 4 && to; ++k)
        g->memory->copy(to + (size_t)k * rows * value, value,
                        (const char *)from[k] + offset * (ptrdiff_t)value,
                        (size_t)p->stride * value, value, rows, g->stream);
    return to;
}

static void check_part(const spate_tridiag_distributed *t, const dist_bundle *b, const dist_part *p,
                       dist_diagnostics *found)
{
    const int64_t key = t->device->first_failed[p->local];
    if (key == TRI_CUT_NONE)
        return;
    const int64_t line = line_of(b, key / 2), panel = line / b->lanes;
    const int lane = (int)(line % b->lanes);
    const size_t array = (size_t)p->n * dist_bytes(t);
    if (t->device->rhs) { /* the caller of dist_solve_rhs knows the cause */
        dist_note_failure_at(t, b, p, panel, lane, 0, NULL, found);
        return;
    }
    char *rows = fetch(t, p, dist_line_offset(b, p, panel, lane));
    const dist_arrays here = {rows, rows + array, rows + 2 * array, rows + 3 * array, NULL};
    const dist_line_at at = {&here, 0, 1};
    if (rows)
        dist_note_failure_at(t, b, p, panel, lane, key % 2 == 0, &at, found);
    free(rows);
}

int64_t dist_rhs_not_finite(const spate_tridiag_distributed *t)
{
    return t->device->not_finite;
}

void dist_device_collect(spate_tridiag_distributed *t, dist_diagnostics *found)
{
    dist_on_device *g = t->device;
    g->not_finite = TRI_CUT_NONE;
    for (int k = 0; k < t->bundle_count; ++k) {
        const dist_bundle *b = &t->bundles[k];
        tri_cut_report report = {.first_failed = g->first_failed};
        g->table->report(g->solvers[k], g->stream, &report);
        g->not_finite = report.not_finite < g->not_finite ? report.not_finite : g->not_finite;
        const dist_diagnostics bounds = {.dropped = report.dropped,
                                         .amplified = report.amplified,
                                         .dominance = report.dominance};
        dist_merge_diagnostics(found, &bounds);
        for (int p = 0; p < b->part_count; ++p)
            if (b->parts[p].local >= 0)
                check_part(t, b, &b->parts[p], found);
    }
}
