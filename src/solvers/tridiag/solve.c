/* Solves: arguments are checked, panels of lines handed to threads, failures told. */
#include <inttypes.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "solvers/tridiag/solver.h"

enum { MOST_LANES = 128 }; /* create.c: 8 registers of 16 values */

/* ---- arguments ---- */

static spate_status check_pointer(const spate_tridiag *t, const char *name, const void *p)
{
    const size_t bytes = tri_value_bytes(t);
    if (!p)
        return spate_fail(t->ctx, SPATE_ERROR_ARGUMENT, "%s is NULL", name);
    if ((uintptr_t)p % bytes)
        return spate_fail(t->ctx, SPATE_ERROR_ARGUMENT,
                          "%s is misaligned: values of %zu bytes do not lie at %p", name, bytes, p);
    return SPATE_OK;
}

/* x would overwrite values of the other array that are still needed. Records with several values (all
 * strides a multiple of the record) may reach into each other without touching. */
static int overlap(const spate_tridiag *t, const void *x, const void *other)
{
    const intptr_t bytes = (intptr_t)tri_value_bytes(t);
    const intptr_t distance = ((intptr_t)x - (intptr_t)other) / bytes;
    const intptr_t apart = distance < 0 ? -distance : distance;
    return apart < t->layout.extent && (!t->layout.divisor || apart % t->layout.divisor == 0);
}

static spate_status check_overlap(const spate_tridiag *t, const char *name, const void *x,
                                  const void *other)
{
    if (overlap(t, x, other))
        return spate_fail(t->ctx, SPATE_ERROR_ARGUMENT, "x and %s overlap", name);
    return SPATE_OK;
}

static spate_status check_ready(const spate_tridiag *t, int general)
{
    if (general != (t->matrix == SPATE_TRIDIAG_GENERAL))
        return spate_fail(t->ctx, SPATE_ERROR_ARGUMENT,
                          general ? "the matrix is shared: call spate_tridiag_solve_many"
                                  : "the matrix is general: call spate_tridiag_solve");
    if (!t->ready)
        return spate_fail(t->ctx, SPATE_ERROR_ARGUMENT, "call spate_tridiag_setup first");
    return SPATE_OK;
}

static spate_status check_sides(const spate_tridiag *t, const void *d, const void *x)
{
    SPATE_TRY(check_pointer(t, "d", d));
    SPATE_TRY(check_pointer(t, "x", x));
    return x == d ? SPATE_OK : check_overlap(t, "d", x, d);
}

spate_status spate_tridiag_solve(spate_tridiag *t, const void *a, const void *b, const void *c,
                                 const void *d, void *x)
{
    if (!t)
        return SPATE_ERROR_ARGUMENT;
    SPATE_TRY(check_ready(t, 1));
    SPATE_TRY(check_sides(t, d, x));
    const void *matrix[3] = {a, b, c};
    static const char *const names[3] = {"a", "b", "c"};
    for (int k = 0; k < 3; ++k) {
        SPATE_TRY(check_pointer(t, names[k], matrix[k]));
        SPATE_TRY(check_overlap(t, names[k], x, matrix[k]));
    }
    const tri_problem problem = {
        .n = t->layout.n,
        .stride = t->layout.stride,
        .periodic = t->periodic,
        .a = a,
        .b = b,
        .c = c,
        .d = d,
        .x = x,
    };
    return tri_solve_lines(t, &problem);
}

/* ---- panels ---- */

/* What a thread found; the first line counts, so that threads do not matter. */
typedef struct findings {
    tri_failure failure;
    int failed;
} findings;

static void note_failure(findings *f, tri_failure failure)
{
    if (!f->failed || failure.line < f->failure.line)
        f->failure = failure;
    f->failed = 1;
}

static int finite_at(const spate_tridiag *t, const void *x, ptrdiff_t offset)
{
    const double value =
        t->precision == 32 ? (double)((const float *)x)[offset] : ((const double *)x)[offset];
    return value - value == 0;
}

static void solve_panel(const spate_tridiag *t, const tri_problem *problem, int64_t number,
                        void *scratch, findings *found)
{
    ptrdiff_t offset[MOST_LANES];
    int64_t line[MOST_LANES];
    uint8_t flags[MOST_LANES];
    const int used = tri_layout_panel(&t->layout, t->lanes, number, offset, line);
    const tri_panel panel = {used, t->layout.adjacent, offset, flags};
    t->method->forward(problem, &panel, scratch);
    for (int l = 0; l < used; ++l)
        if (flags[l] & TRI_FAILED)
            note_failure(found, tri_find_failure(t, problem, line[l], offset[l]));
    t->method->backward(problem, &panel, scratch);
    for (int l = 0; l < used; ++l)
        if (!(flags[l] & TRI_FAILED) && !finite_at(t, problem->x, offset[l]))
            note_failure(found, (tri_failure){line[l], -1, "the solution overflows"});
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

spate_status tri_solve_lines(spate_tridiag *t, const tri_problem *problem)
{
    const int64_t panels = tri_layout_panels(&t->layout, t->lanes);
    findings all = {0};
#pragma omp parallel num_threads(t->threads)
    {
#ifdef _OPENMP
        char *scratch = t->scratch + (size_t)omp_get_thread_num() * t->scratch_bytes;
#else
        char *scratch = t->scratch;
#endif
        findings mine = {0};
#pragma omp for schedule(static) nowait
        for (int64_t k = 0; k < panels; ++k)
            solve_panel(t, problem, k, scratch, &mine);
#pragma omp critical(spate_tridiag_findings)
        if (mine.failed)
            note_failure(&all, mine.failure);
    }
    ++t->solves;
    return tell(t, &all);
}
