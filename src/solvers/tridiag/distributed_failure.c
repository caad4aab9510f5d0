/* Lines that failed: their causes, and the agreement of all ranks. Slow, and only called after a
 * failure. */
#include <inttypes.h>
#include <math.h>

#include "parallel/comm.h"
#include "solvers/tridiag/distributed_panel.h"
#include "solvers/tridiag/solver.h"

/* ---- diagnostics ---- */

static int comes_first(const dist_diagnostics *a, const dist_diagnostics *b)
{
    if (!a->what || !b->what)
        return a->what != NULL;
    if (a->bundle != b->bundle)
        return a->bundle < b->bundle;
    return a->line != b->line ? a->line < b->line : a->row < b->row;
}

/* Returns NaN if an argument is NaN. */
static double larger(double a, double b)
{
    return a <= b ? b : a;
}

void dist_merge_diagnostics(dist_diagnostics *all, const dist_diagnostics *mine)
{
    const dist_diagnostics first = comes_first(mine, all) ? *mine : *all;
    const double dropped = larger(mine->dropped, all->dropped);
    const double amplified = larger(mine->amplified, all->amplified);
    const double dominance = larger(mine->dominance, all->dominance);
    *all = first;
    all->dropped = dropped;
    all->amplified = amplified;
    all->dominance = dominance;
}

/* ---- the cause ---- */

typedef struct line_of_part {
    const spate_tridiag_distributed *t;
    const dist_line_at *at;
    const dist_part *part;
    int64_t line;
} line_of_part;

static double value_at(const line_of_part *l, const void *array, int64_t i)
{
    const ptrdiff_t at = l->at->offset + (ptrdiff_t)i * l->at->stride;
    return solver_value(l->t->precision, array, at);
}

/* a, b, c and d as supplied by the caller. */
static tri_row given_row(const line_of_part *l, int64_t i)
{
    const int shared = dist_shared(l->t);
    const dist_arrays *r = l->at->arrays;
    double wide[4] = {0, 0, 0, 0};
    float narrow[4] = {0, 0, 0, 0};
    void *to[4];
    if (!l->t->fill)
        return (tri_row){shared ? 0 : value_at(l, r->a, i), shared ? 0 : value_at(l, r->b, i),
                         shared ? 0 : value_at(l, r->c, i), value_at(l, r->d, i)};
    for (int k = 0; k < 4; ++k)
        to[k] = shared && k < 3 ? NULL : l->t->precision == 32 ? (void *)&narrow[k] : &wide[k];
    const spate_line_panel panel = {.part = l->part->local,
                                    .lanes = 1,
                                    .rows = 1,
                                    .line = &l->line,
                                    .first = l->part->first + i};
    l->t->fill(l->t->user, &panel, to[0], to[1], to[2], to[3]);
    for (int k = 0; k < 4 && l->t->precision == 32; ++k)
        wide[k] = (double)narrow[k];
    return (tri_row){wide[0], wide[1], wide[2], wide[3]};
}

static tri_row row_at(const line_of_part *l, int64_t i)
{
    const int64_t row = l->part->first + i;
    tri_row r = given_row(l, i);
    if (dist_shared(l->t)) {
        r.a = l->t->shared[0][row];
        r.b = l->t->shared[1][row];
        r.c = l->t->shared[2][row];
    } else if (!l->t->periodic) {
        r.a = row == 0 ? 0 : r.a;
        r.c = row == l->t->n - 1 ? 0 : r.c;
    }
    return r;
}

/* The first row of a chunk whose pivot is 0 or overflows, computed as in the kernels. */
static int64_t bad_pivot(const line_of_part *l, const dist_op *op)
{
    double pivot = 0, c = 0;
    for (int64_t i = 0; i < op->rows - 1; ++i) {
        const tri_row row = row_at(l, op->at + i);
        const double upper =
            i ? solver_rounded(l->t->precision, c * solver_rounded(l->t->precision, 1 / pivot)) : 0;
        pivot = i ? solver_rounded(l->t->precision,
                                   row.b - solver_rounded(l->t->precision, row.a * upper))
                  : row.b;
        if (pivot == 0 || !solver_finite(pivot))
            return op->row + i;
        c = row.c;
    }
    return DIST_NO_ROW;
}

static void find_cause(const line_of_part *l, dist_diagnostics *found)
{
    const dist_part *p = l->part;
    for (int64_t i = 0; i < p->n; ++i) {
        const tri_row row = row_at(l, i);
        const char *wrong = tri_wrong_input(&row);
        if (wrong) {
            found->what = wrong;
            found->row = p->first + i;
            return;
        }
    }
    for (int k = 0; k < p->tape.count; ++k) {
        const dist_op *op = &p->tape.ops[k];
        const int64_t row = op->kind == DIST_CHUNK ? bad_pivot(l, op) : DIST_NO_ROW;
        if (row < found->row) {
            found->row = row;
            found->what = "the pivot is 0 or overflows; the matrix is singular or needs pivoting";
        }
    }
}

void dist_note_failure_at(const spate_tridiag_distributed *t, const dist_bundle *b,
                          const dist_part *p, int64_t panel, int lane, int answered,
                          const dist_line_at *at, dist_diagnostics *found)
{
    dist_diagnostics mine = {.what = answered ? "the elimination overflows or meets a pivot of 0"
                                              : "the solution overflows",
                             .bundle = b->number,
                             .line = dist_line_number(b, panel, lane),
                             .row = DIST_NO_ROW};
    if (found->what &&
        (found->bundle < mine.bundle || (found->bundle == mine.bundle && found->line < mine.line)))
        return;
    const line_of_part line = {t, at, p, mine.line};
    if (answered)
        find_cause(&line, &mine);
    if (comes_first(&mine, found))
        dist_merge_diagnostics(found, &mine);
}

void dist_note_failure(const spate_tridiag_distributed *t, const dist_bundle *b, const dist_part *p,
                       int64_t panel, int lane, int answered, dist_diagnostics *found)
{
    const dist_line_at at = {&t->arrays[p->local], dist_line_offset(b, p, panel, lane),
                             (ptrdiff_t)p->stride};
    dist_note_failure_at(t, b, p, panel, lane, answered, &at, found);
}

/* ---- agreement ---- */

/* Minimum over ranks without a failure. */
#define NONE 0x1p60

static spate_status report_line(spate_tridiag_distributed *t, const dist_diagnostics *f)
{
    const double bundle = solver_min_over_ranks(t->ctx, f->what ? (double)f->bundle : NONE);
    const int same_bundle = f->what && (double)f->bundle == bundle;
    const double line = solver_min_over_ranks(t->ctx, same_bundle ? (double)f->line : NONE);
    const int same_line = same_bundle && (double)f->line == line;
    const double row = solver_min_over_ranks(t->ctx, same_line ? (double)f->row : NONE);
    spate_status status = SPATE_OK;
    if (same_line && (double)f->row == row)
        status = row < DIST_NO_ROW
                     ? spate_fail(t->ctx, SPATE_ERROR_NUMERICAL,
                                  "bundle %" PRId64 ", line %" PRId64 ", row %" PRId64 ": %s",
                                  f->bundle, f->line, f->row, f->what)
                     : spate_fail(t->ctx, SPATE_ERROR_NUMERICAL,
                                  "bundle %" PRId64 ", line %" PRId64 ": %s", f->bundle, f->line,
                                  f->what);
    return comm_agree(t->ctx, status);
}

static double nan_to_infinity(double value)
{
    return isnan(value) ? INFINITY : value;
}

static spate_status report_bound(spate_tridiag_distributed *t, double bound, double dominance)
{
    t->dropped = bound;
    if (!(dominance <= 1))
        return spate_fail(t->ctx, SPATE_ERROR_NUMERICAL,
                          "rows are not diagonally dominant (|a| + |c| is up to %.3g |b|): what "
                          "\"neighbours\" drops has no bound",
                          dominance);
    if (!(bound <= dist_tolerance(t)))
        return spate_fail(
            t->ctx, SPATE_ERROR_NUMERICAL,
            "couplings across a part may cause errors of %.3g of the largest value, "
            "above the tolerance of %.3g: \"neighbours\" cannot be used for these matrices",
            bound, dist_tolerance(t));
    return SPATE_OK;
}

spate_status dist_agree_status(spate_tridiag_distributed *t, const dist_diagnostics *found)
{
    double all[4] = {found->what != NULL, nan_to_infinity(found->dropped),
                     nan_to_infinity(found->amplified), nan_to_infinity(found->dominance)};
    comm_max(t->ctx->comm, all, 4);
    if (all[0] > 0)
        return report_line(t, found);
    if (t->reduced == DIST_NEIGHBOURS && !dist_shared(t))
        return report_bound(t, nan_to_infinity(all[1] * all[2]), all[3]);
    return SPATE_OK;
}
