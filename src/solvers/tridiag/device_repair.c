/* Weak and failed lines on a device. Weak lines are fetched, solved with pivoting and written
 * back; failures are reported. Slow, and only used for lines that went wrong. */
#include <inttypes.h>

#include "base/memory.h"
#include "solvers/device_choice.h"
#include "solvers/tridiag/device_state.h"

/* One line in host memory, in the precision of the lines. */
typedef struct fetched_line {
    char *block;
    tri_problem problem; /* its arrays, stride 1 */
} fetched_line;

static ptrdiff_t offset_of(const tri_layout *l, int64_t line)
{
    return (ptrdiff_t)(line % l->count[0] * l->step[0] + line / l->count[0] * l->step[1]);
}

static int64_t number_of(const tri_layout *l, int64_t line)
{
    return line % l->count[0] * l->number[0] + line / l->count[0] * l->number[1];
}

/* Index of the line with a public number. */
static int64_t line_of(const tri_layout *l, int64_t number)
{
    const int outer = l->count[1] > 1 && l->number[1] > l->number[0];
    if (l->count[1] == 1)
        return number / l->number[0];
    const int64_t j = outer ? number % l->number[1] / l->number[0] : number / l->number[0];
    const int64_t k = outer ? number / l->number[1] : number % l->number[0] / l->number[1];
    return j + k * l->count[0];
}

static void copy_line(const spate_tridiag *t, void *to, size_t to_pitch, const void *from,
                      size_t from_pitch)
{
    const tri_on_device *g = t->device;
    g->table->copy(to, to_pitch, from, from_pitch, tri_value_bytes(t), (size_t)t->layout.n,
                   g->stream);
}

static spate_status fetch(const spate_tridiag *t, const tri_problem *p, int64_t line,
                          fetched_line *f)
{
    const size_t bytes = tri_value_bytes(t), n = (size_t)t->layout.n;
    const size_t pitch = (size_t)t->layout.stride * bytes,
                 place = (size_t)offset_of(&t->layout, line) * bytes;
    const void *from[4] = {p->a, p->b, p->c, p->d};
    void *to[4];
    *f = (fetched_line){.block = memory_alloc(4 * n * bytes), .problem = *p};
    if (!f->block)
        return fail_memory(t->ctx, "no memory for a line of %zu unknowns", n);
    for (int k = 0; k < 4; ++k) {
        to[k] = from[k] ? f->block + (size_t)k * n * bytes : NULL;
        if (from[k])
            copy_line(t, to[k], bytes, (const char *)from[k] + place, pitch);
    }
    f->problem.a = to[0];
    f->problem.b = to[1];
    f->problem.c = to[2];
    f->problem.d = to[3];
    f->problem.stride = 1;
    return device_status(t->ctx, t->device->table);
}

static spate_status report_line(const spate_tridiag *t, const tri_problem *p, int64_t line)
{
    fetched_line f;
    SPATE_TRY(fetch(t, p, line, &f));
    const tri_failure failure = tri_find_failure(t, &f.problem, number_of(&t->layout, line), 0);
    memory_free(f.block);
    return tri_report_failure(t, &failure);
}

/* Solves a fetched line with pivoting. x replaces d of the line, in its precision. */
static spate_status pivot(const spate_tridiag *t, const fetched_line *f, int64_t line)
{
    const int64_t n = t->layout.n;
    double *space = memory_alloc((size_t)(4 * n + tri_pivoted_space(n)) * sizeof(double));
    if (!space)
        return fail_memory(t->ctx, "no memory to repair a line");
    tri_failure failure = {number_of(&t->layout, line), -1, NULL};
    tri_repair_line(t, &f->problem, 0, space, space + n, &failure);
    void *out = f->block + 3 * (size_t)n * tri_value_bytes(t);
    for (int64_t i = 0; i < n && !failure.what; ++i) {
        if (t->precision == 32)
            ((float *)out)[i] = (float)space[i];
        else
            ((double *)out)[i] = space[i];
    }
    memory_free(space);
    return failure.what ? tri_report_failure(t, &failure) : SPATE_OK;
}

static spate_status repair(spate_tridiag *t, const tri_problem *p, int64_t line)
{
    const size_t bytes = tri_value_bytes(t), pitch = (size_t)t->layout.stride * bytes;
    fetched_line f;
    SPATE_TRY(fetch(t, p, line, &f));
    const spate_status status = pivot(t, &f, line);
    if (status == SPATE_OK) {
        copy_line(t, (char *)p->x + (size_t)offset_of(&t->layout, line) * bytes, pitch, f.problem.d,
                  bytes);
        ++t->repaired_lines;
    }
    memory_free(f.block);
    return status;
}

/* The failure with the lowest public number is reported. */
typedef struct first_failure {
    int64_t number, line;
} first_failure;

static void note_failure(first_failure *first, int64_t number, int64_t line)
{
    if (first->line < 0 || number < first->number)
        *first = (first_failure){number, line};
}

static void count_weak(spate_tridiag *t, int64_t number)
{
    if (!t->weak_lines || number < t->first_weak_line)
        t->first_weak_line = number;
    ++t->weak_lines;
}

/* Repairs the lines that can be repaired. The first failure is reported. */
static spate_status check_lines(spate_tridiag *t, const tri_problem *p)
{
    const uint8_t *flags = t->device->flags;
    first_failure first = {0, -1};
    spate_status fatal = SPATE_OK;
    for (int64_t line = 0; line < t->layout.lines && fatal == SPATE_OK; ++line) {
        const int64_t number = number_of(&t->layout, line);
        const unsigned found = flags[line] | (t->weak_matrix ? (unsigned)TRI_WEAK : 0u);
        if (found & TRI_WEAK)
            count_weak(t, number);
        if (!t->repair || !found) {
            if (found & TRI_FAILED)
                note_failure(&first, number, line);
            continue;
        }
        const spate_status status = repair(t, p, line);
        if (status == SPATE_OK && !(found & TRI_WEAK))
            count_weak(t, number); /* the elimination overflowed without a weak row */
        if (status == SPATE_ERROR_NUMERICAL)
            note_failure(&first, number, line);
        else
            fatal = status;
    }
    if (fatal != SPATE_OK || first.line < 0)
        return fatal;
    return t->repair ? repair(t, p, first.line) /* repeats the error message */
                     : report_line(t, p, first.line);
}

spate_status tri_device_check_lines(spate_tridiag *t, const tri_problem *p,
                                    const tri_device_report *report)
{
    t->weak_lines = t->repaired_lines = 0;
    t->first_weak_line = -1;
    if (t->check)
        return check_lines(t, p);
    return report->failed ? report_line(t, p, line_of(&t->layout, report->first_failed)) : SPATE_OK;
}
