/* Apply: checks arguments, distributes panels of lines over threads, reports failures. */
#include <inttypes.h>

#include "solvers/compact/device.h"

/* ---- arguments ---- */

static spate_status check_arrays(const spate_compact *c, const void *f, const void *g)
{
    const compact_layout *l = &c->layout;
    SPATE_TRY(solver_check_pointer(c->ctx, "f", -1, f, compact_value_bytes(c)));
    SPATE_TRY(solver_check_pointer(c->ctx, "g", -1, g, compact_value_bytes(c)));
    if (f == g && l->same_layout && l->n <= l->inputs)
        return SPATE_OK; /* a line is read before it is written */
    if (compact_layout_overlap(l, compact_value_bytes(c), f, g))
        return fail_argument(c->ctx, "f and g overlap");
    return SPATE_OK;
}

/* ---- panels ---- */

/* The first line that failed, whichever thread found it. */
typedef struct failure {
    int failed;
    int64_t line, point; /* point -1: f is finite, its results are not */
} failure;

static void note_failure(failure *f, int64_t line, int64_t point)
{
    if (!f->failed || line < f->line)
        *f = (failure){1, line, point};
}

static int64_t first_not_finite(const spate_compact *c, const void *f, ptrdiff_t offset)
{
    for (int64_t i = 0; i < c->layout.inputs; ++i) {
        const ptrdiff_t at = offset + (ptrdiff_t)i * c->layout.stride;
        if (!solver_finite(solver_value(c->options.precision, f, at)))
            return i;
    }
    return -1;
}

/* A panel in progress. */
typedef struct panel_work {
    compact_panel panel;
    ptrdiff_t offset[COMPACT_MAX_LANES], out_offset[COMPACT_MAX_LANES];
    int64_t line[COMPACT_MAX_LANES];
    uint8_t flags[COMPACT_MAX_LANES];
} panel_work;

static void locate_panel(const spate_compact *c, int64_t number, panel_work *w)
{
    w->panel = (compact_panel){.lanes = compact_layout_panel(&c->layout, c->lanes, number,
                                                             w->offset, w->out_offset, w->line),
                               .adjacent = c->layout.adjacent,
                               .offset = w->offset,
                               .out_offset = w->out_offset,
                               .flags = w->flags};
}

/* Runs before f may be overwritten. */
static void check_flags(const spate_compact *c, const compact_problem *problem, const panel_work *w,
                        failure *found)
{
    for (int l = 0; l < w->panel.lanes; ++l)
        if (w->flags[l])
            note_failure(found, w->line[l], first_not_finite(c, problem->f, w->offset[l]));
}

/* One panel in the backward sweep, one in the forward sweep, one that is prefetched. */
enum { PANELS_IN_PROGRESS = 3 };

/* Panels first ... end - 1. The backward sweep of a panel is fused with the forward sweep of the
 * next. */
static void apply_panels(const spate_compact *c, const compact_problem *problem, int64_t first,
                         int64_t end, char *scratch, failure *found)
{
    panel_work work[PANELS_IN_PROGRESS];
    locate_panel(c, first, &work[first % PANELS_IN_PROGRESS]);
    for (int64_t k = first; k <= end; ++k) {
        panel_work *now = &work[k % PANELS_IN_PROGRESS],
                   *next = &work[(k + 1) % PANELS_IN_PROGRESS];
        const panel_work *before = &work[(k + PANELS_IN_PROGRESS - 1) % PANELS_IN_PROGRESS];
        if (k + 1 < end) {
            locate_panel(c, k + 1, next);
            if (next->panel.lanes == now->panel.lanes)
                now->panel.next = next->offset;
        }
        now->panel.scratch = scratch + (size_t)(k % 2) * c->scratch_bytes;
        c->kernels->sweep(problem, k > first ? &before->panel : NULL, k < end ? &now->panel : NULL);
        if (k < end)
            check_flags(c, problem, now, found);
    }
}

static void apply_panels_of_thread(const spate_compact *c, const compact_problem *problem,
                                   int64_t panels, failure *found)
{
    int64_t first, end;
    const int thread = solver_thread_range(panels, &first, &end);
    if (first < end)
        apply_panels(c, problem, first, end, c->scratch + 2 * (size_t)thread * c->scratch_bytes,
                     found);
}

spate_status compact_apply_lines(spate_compact *c, const compact_problem *problem)
{
    const int64_t panels = compact_layout_panels(&c->layout, c->lanes);
    const int team = panels < c->team ? (int)panels : c->team;
    failure all = {0};
    (void)team; /* without OpenMP */
#pragma omp parallel num_threads(team)
    {
        failure mine = {0};
        apply_panels_of_thread(c, problem, panels, &mine);
#pragma omp critical(spate_compact_failure)
        if (mine.failed)
            note_failure(&all, mine.line, mine.point);
    }
    ++c->applied;
    if (!all.failed)
        return SPATE_OK;
    if (all.point < 0)
        return spate_fail(c->ctx, SPATE_ERROR_NUMERICAL, "line %" PRId64 ": the result overflows",
                          all.line);
    return spate_fail(c->ctx, SPATE_ERROR_NUMERICAL,
                      "line %" PRId64 ", point %" PRId64 ": f is not a finite number", all.line,
                      all.point);
}

/* Beyond this many bytes g leaves the cache before it is read: use streaming stores. */
enum { STREAMED = 16 << 20 };

spate_status spate_compact_apply(spate_compact *c, const void *f, void *g)
{
    if (!c)
        return SPATE_ERROR_ARGUMENT;
    if (!c->ready)
        return fail_argument(c->ctx, "call spate_compact_setup first");
    SPATE_TRY(check_arrays(c, f, g));
    if (c->device)
        return compact_device_apply(c, f, g);
    compact_problem problem = compact_problem_of(c);
    problem.f = f;
    problem.g = g;
    problem.stream = c->layout.out_extent > STREAMED / (int64_t)compact_value_bytes(c);
    return compact_apply_lines(c, &problem);
}
