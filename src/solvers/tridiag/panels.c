/* Solves panels of lines with several threads. Repairs weak lines and reports failures. */
#include "solvers/tridiag/solver.h"

/* Results of the checks of one thread. Counts and first lines do not depend on the distribution
 * over threads. */
typedef struct diagnostics {
    tri_failure failure;
    int failed;
    int64_t weak, repaired, first_weak; /* first_weak is valid if weak > 0 */
} diagnostics;

static void note_failure(diagnostics *f, tri_failure failure)
{
    if (!f->failed || failure.line < f->failure.line)
        f->failure = failure;
    f->failed = 1;
}

static void note_weak(diagnostics *f, int64_t count, int64_t first)
{
    if (count && (!f->weak || first < f->first_weak))
        f->first_weak = first;
    f->weak += count;
}

/* A panel in progress, and the memory of its thread. */
typedef struct panel_work {
    const spate_tridiag *t;
    const tri_problem *problem;
    ptrdiff_t offset[TRI_MAX_LANES];
    int64_t line[TRI_MAX_LANES];
    uint8_t flags[TRI_MAX_LANES];
    uint8_t solved[TRI_MAX_LANES]; /* with pivoting; x is in the repair space */
    int lanes;
    double *repair; /* n values for each lane, then a, b, c, then the band matrix */
} panel_work;

static double *repaired_line(const panel_work *w, int lane)
{
    return w->repair + (ptrdiff_t)lane * w->problem->n;
}

/* Solves the line of a lane with pivoting; x is not written yet. */
static void repair_lane(panel_work *w, int lane, diagnostics *found)
{
    tri_failure failure = {w->line[lane], -1, NULL};
    const int finite = tri_repair_line(w->t, w->problem, w->offset[lane], repaired_line(w, lane),
                                       repaired_line(w, w->t->lanes), &failure);
    if (finite && !(w->flags[lane] & TRI_WEAK)) /* the elimination overflowed without a weak row */
        note_weak(found, 1, w->line[lane]);
    if (failure.what) {
        note_failure(found, failure);
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

/* Runs between the sweeps, while d is not overwritten yet. */
static void check_flags(panel_work *w, diagnostics *found)
{
    for (int l = 0; l < w->lanes; ++l) {
        if (w->t->check && w->t->weak_matrix)
            w->flags[l] |= TRI_WEAK;
        if (w->flags[l] & TRI_WEAK)
            note_weak(found, 1, w->line[l]);
        w->solved[l] = 0;
        if (w->t->repair && w->flags[l])
            repair_lane(w, l, found);
        else if (w->flags[l] & TRI_FAILED)
            note_failure(found, tri_find_failure(w->t, w->problem, w->line[l], w->offset[l]));
    }
}

static void check_solution(const panel_work *w, diagnostics *found)
{
    for (int l = 0; l < w->lanes; ++l) {
        const unsigned reported = w->t->repair ? TRI_FAILED | TRI_WEAK : TRI_FAILED;
        int overflows = w->flags[l] & TRI_OVERFLOWS && !(w->flags[l] & reported);
        if (w->solved[l]) {
            write_lane(w, l);
            overflows = !solver_finite(tri_value(w->t, w->problem->x, w->offset[l]));
        }
        if (overflows)
            note_failure(found, (tri_failure){w->line[l], -1, "the solution overflows"});
    }
}

/* Panels of a thread: one in the backward sweep, one in the forward sweep, one that is
 * prefetched. */
enum { PANELS_IN_PROGRESS = 3 };

static tri_panel panel_of(panel_work *w, const panel_work *next, int64_t number)
{
    return (tri_panel){.lanes = w->lanes,
                       .adjacent = w->t->layout.adjacent,
                       .mirrored = number % 2 != 0,
                       .offset = w->offset,
                       .next = next && next->lanes == w->lanes ? next->offset : NULL,
                       .flags = w->flags};
}

static void locate_panel(panel_work *w, int64_t number)
{
    w->lanes = tri_layout_panel(&w->t->layout, w->t->lanes, number, w->offset, w->line);
}

/* Solves panels first ... end - 1. The backward sweep of a panel is fused with the forward sweep
 * of the next. */
static void solve_panels(panel_work work[PANELS_IN_PROGRESS], int64_t first, int64_t end,
                         void *scratch, diagnostics *found)
{
    const tri_method *method = work->t->method;
    const tri_problem *problem = work->problem;
    tri_panel backward, forward;
    if (first < end)
        locate_panel(&work[first % PANELS_IN_PROGRESS], first);
    for (int64_t k = first; k <= end; ++k) {
        panel_work *now = &work[k % PANELS_IN_PROGRESS],
                   *next = &work[(k + 1) % PANELS_IN_PROGRESS],
                   *before = &work[(k + PANELS_IN_PROGRESS - 1) % PANELS_IN_PROGRESS];
        const int has_backward = k > first, has_forward = k < end;
        if (k + 1 < end)
            locate_panel(next, k + 1);
        if (has_forward)
            forward = panel_of(now, k + 1 < end ? next : NULL, k);
        if (has_backward && has_forward && before->lanes == now->lanes) {
            method->sweep(problem, &backward, &forward, scratch);
        } else {
            if (has_backward)
                method->sweep(problem, &backward, NULL, scratch);
            if (has_forward)
                method->sweep(problem, NULL, &forward, scratch);
        }
        if (has_backward)
            check_solution(before, found);
        if (has_forward)
            check_flags(now, found);
        backward = forward;
    }
}

static void merge(diagnostics *all, const diagnostics *mine)
{
    if (mine->failed)
        note_failure(all, mine->failure);
    note_weak(all, mine->weak, mine->first_weak);
    all->repaired += mine->repaired;
}

static void solve_panels_of_thread(const spate_tridiag *t, const tri_problem *problem,
                                   int64_t panels, diagnostics *found)
{
    int64_t first, end;
    const size_t thread = (size_t)solver_thread_range(panels, &first, &end);
    panel_work work[PANELS_IN_PROGRESS];
    for (int k = 0; k < PANELS_IN_PROGRESS; ++k) {
        work[k].t = t;
        work[k].problem = problem;
        work[k].repair = t->repair ? t->repair_space + thread * t->repair_values : NULL;
    }
    solve_panels(work, first, end, t->scratch + thread * t->scratch_bytes, found);
}

spate_status tri_solve_lines(spate_tridiag *t, const tri_problem *problem)
{
    const int64_t panels = tri_layout_panels(&t->layout, t->lanes);
    const int team = panels < t->threads ? (int)panels : t->threads;
    diagnostics all = {0};
    (void)team; /* without OpenMP */
#pragma omp parallel num_threads(team)
    {
        diagnostics mine = {0};
        solve_panels_of_thread(t, problem, panels, &mine);
#pragma omp critical(spate_tridiag_diagnostics)
        merge(&all, &mine);
    }
    ++t->solves;
    t->weak_lines = all.weak;
    t->repaired_lines = all.repaired;
    t->first_weak_line = all.weak ? all.first_weak : -1;
    return all.failed ? tri_report_failure(t, &all.failure) : SPATE_OK;
}
