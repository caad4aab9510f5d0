/* Right-hand sides for the solver of distributed lines. Also finds NaN and infinite values of f
 * before g, which may be f, is written. */
#include <string.h>

#include "solvers/compact/distributed.h"

static double value_at(const spate_compact_distributed *c, const compact_span *s, int64_t i,
                       int64_t j, int64_t k)
{
    const ptrdiff_t at = (ptrdiff_t)((i - s->from) * s->stride + j * s->step[0] + k * s->step[1]);
    return solver_value(c->options.precision, s->at, at);
}

static void note_failure(spate_compact_distributed *c, int64_t line, int64_t point)
{
#pragma omp critical(spate_compact_distributed_failure)
    {
        cut_failure *f = &c->failure;
        if (!f->found || line < f->line || (line == f->line && point < f->point))
            *f = (cut_failure){1, line, point};
    }
}

/* Checks all values that some rows of one line read. The result does not depend on which part
 * checks. */
static void check_line(spate_compact_distributed *c, const cut_part *p, int64_t line, int64_t first,
                       int rows)
{
    const int u = c->across[0], v = c->across[1];
    const int64_t j = line % p->reads.lines_per_row, k = line / p->reads.lines_per_row;
    const int64_t number = p->given.first[u] + j + (p->given.first[v] + k) * c->options.size[u];
    const int64_t n = cut_inputs(c);
    for (int64_t row = first; row < first + rows; ++row) {
        int64_t from, to;
        compact_window(&p->reads, row, &from, &to);
        for (int s = 0; s < p->reads.count; ++s) {
            const compact_span *span = &p->spans[s];
            for (int64_t i = from > span->from ? from : span->from; i < to && i < span->to; ++i) {
                const double value = value_at(c, span, i, j, k);
                if (!solver_finite(value))
                    note_failure(c, number, (i + n) % n);
            }
        }
    }
}

void cut_fill_rows(void *user, const spate_line_panel *panel, void *a, void *b, void *c_unused,
                   void *d)
{
    spate_compact_distributed *c = user;
    const cut_part *p = &c->parts[c->part_of[panel->part]];
    (void)a, (void)b, (void)c_unused; /* the matrix is shared */
    /* a failed line is requested again; the cause is already known, and f may be overwritten */
    if (panel->lanes == 1) {
        memset(d, 0, (size_t)panel->rows * cut_bytes(c));
        return;
    }
    if (c->kernels->rhs(&p->reads, panel->line, panel->lanes, panel->first, panel->rows, d))
        for (int l = 0; l < panel->lanes; ++l)
            check_line(c, p, panel->line[l], panel->first, panel->rows);
}
