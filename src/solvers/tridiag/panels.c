/* Panels of lines handed to threads; weak lines repaired, failures told. */
#include <inttypes.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "solvers/tridiag/solver.h"

/* What a thread found. Counts and first lines do not depend on who found them. */
typedef struct findings {
    tri_failure failure;
    int failed;
    int64_t weak, repaired, first_weak; /* first_weak counts where weak does */
} findings;

static void note_failure(findings *f, tri_failure failure)
{
    if (!f->failed || failure.line < f->failure.line)
        f->failure = failure;
    f->failed = 1;
}

static void note_weak(findings *f, int64_t count, int64_t first)
{
    if (count && (!f->weak || first < f->first_weak))
        f->first_weak = first;
    f->weak += count;
}

/* One panel on its way, and the memory of its thread. */
typedef struct panel_work {
    const spate_tridiag *t;
    const tri_problem *problem;
    ptrdiff_t offset[TRI_MOST_LANES];
    int64_t line[TRI_MOST_LANES];
    uint8_t flags[TRI_MOST_LANES];
    uint8_t solved[TRI_MOST_LANES]; /* with pivoting: x waits in the repair space */
    int lanes;
    double *repair; /* n values for each lane, then a, b, c, then the band */
} panel_work;

static double *repaired_line(const panel_work *w, int lane)
{
    return w->repair + (ptrdiff_t)lane * w->problem->n;
}

/* Solves the line of a lane with pivoting; x is not written yet. */
static void repair_lane(panel_work *w, int lane, findings *found)
{
    const int64_t n = w->problem->n;
    double *a = repaired_line(w, w->t->lanes), *b = a + n, *c = b + n, *band = c + n;
    double *x = repaired_line(w, lane);
    for (int64_t i = 0; i < n; ++i) {
        const tri_row row = tri_read_row(w->t, w->problem, w->offset[lane], i);
        a[i] = row.a;
        b[i] = row.b;
        c[i] = row.c;
        x[i] = row.d;
    }
    const int64_t bad = tri_pivoted_solve(n, w->problem->periodic, a, b, c, x, band);
    if (bad >= 0) {
        const tri_failure singular = {w->line[lane], bad, "the matrix is singular"};
        const tri_failure other =
            tri_find_failure(w->t, w->problem, w->line[lane], w->offset[lane]);
        const tri_row row = tri_read_row(w->t, w->problem, w->offset[lane], bad);
        note_failure(found, tri_finite(row.a + row.b + row.c + row.d) ? singular : other);
        return;
    }
    w->solved[lane] = 1;
    ++found->repaired;
}

static void write_lane(const panel_work *w, int lane)
{
    const double *from = repaired_line(w, lane);
    const ptrdiff_t stride = w->problem->stride;
    for (int64_t i = 0; i < w->problem->n; ++i) {
        const ptrdiff_t place = w->offset[lane] + (ptrdiff_t)i * stride;
        if (w->t->precision == 32)
            ((float *)w->problem->x)[place] = (float)from[i];
        else
            ((double *)w->problem->x)[place] = from[i];
    }
}

/* Between the sweeps, while d is still there. */
static void look_at_flags(panel_work *w, findings *found)
{
    for (int l = 0; l < w->lanes; ++l) {
        if (w->t->check && w->t->weak_matrix)
            w->flags[l] |= TRI_WEAK;
        if (w->flags[l] & TRI_WEAK)
            note_weak(found, 1, w->line[l]);
        w->solved[l] = 0;
        if (w->t->repair &&
            w->flags[l]) /* a failed line is weak too, where it was given in numbers */
            repair_lane(w, l, found);
        else if (w->flags[l] & TRI_FAILED)
            note_failure(found, tri_find_failure(w->t, w->problem, w->line[l], w->offset[l]));
    }
}

static void look_at_solution(const panel_work *w, findings *found)
{
    for (int l = 0; l < w->lanes; ++l) {
        if (w->solved[l])
            write_lane(w, l);
        const int told = !w->solved[l] && (w->flags[l] & TRI_FAILED);
        if (!told && !tri_finite(tri_value(w->t, w->problem->x, w->offset[l])))
            note_failure(found, (tri_failure){w->line[l], -1,
                                              "the solution overflows, or d is not a number"});
    }
}

static void solve_panel(panel_work *w, int64_t number, void *scratch, findings *found)
{
    const tri_layout *layout = &w->t->layout;
    w->lanes = tri_layout_panel(layout, w->t->lanes, number, w->offset, w->line);
    const tri_panel panel = {w->lanes, layout->adjacent, w->offset, w->flags};
    w->t->method->forward(w->problem, &panel, scratch);
    look_at_flags(w, found);
    w->t->method->backward(w->problem, &panel, scratch);
    look_at_solution(w, found);
}

static spate_status tell(const spate_tridiag *t, const findings *found)
{
    const tri_failure *f = &found->failure;
    if (!found->failed)
        return SPATE_OK;
    if (f->row < 0)
        return spate_fail(t->ctx, SPATE_ERROR_NUMERICAL, "line %" PRId64 ": %s", f->line, f->what);
    return spate_fail(t->ctx, SPATE_ERROR_NUMERICAL, "line %" PRId64 ", row %" PRId64 ": %s",
                      f->line, f->row, f->what);
}

static void merge(findings *all, const findings *mine)
{
    if (mine->failed)
        note_failure(all, mine->failure);
    note_weak(all, mine->weak, mine->first_weak);
    all->repaired += mine->repaired;
}

/* The panels of one thread of the team. */
static void solve_share(const spate_tridiag *t, const tri_problem *problem, int64_t panels,
                        findings *found)
{
#ifdef _OPENMP
    const size_t thread = (size_t)omp_get_thread_num();
#else
    const size_t thread = 0;
#endif
    char *scratch = t->scratch + thread * t->scratch_bytes;
    panel_work work = {.t = t, .problem = problem};
    if (t->repair)
        work.repair = t->repair_space + thread * t->repair_values;
#pragma omp for schedule(static) nowait
    for (int64_t k = 0; k < panels; ++k)
        solve_panel(&work, k, scratch, found);
}

spate_status tri_solve_lines(spate_tridiag *t, const tri_problem *problem)
{
    const int64_t panels = tri_layout_panels(&t->layout, t->lanes);
    const int team = panels < t->threads ? (int)panels : t->threads;
    findings all = {0};
    (void)team; /* without OpenMP */
#pragma omp parallel num_threads(team)
    {
        findings mine = {0};
        solve_share(t, problem, panels, &mine);
#pragma omp critical(spate_tridiag_findings)
        merge(&all, &mine);
    }
    ++t->solves;
    t->weak_lines = all.weak;
    t->repaired_lines = all.repaired;
    t->first_weak_line = all.weak ? all.first_weak : -1;
    return tell(t, &all);
}
