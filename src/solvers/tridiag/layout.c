/* Checks of spate_lines, and panels of lines. */
#include "solvers/tridiag/layout.h"

#include <inttypes.h>

#include "solvers/common.h"

/* Fewer adjacent lines than this do not fill a register: they are gathered. */
enum { MIN_ADJACENT = 4 };

typedef struct direction {
    int64_t count, step;
} direction;

/* Adds the index range of a direction to *span. Returns 0 if it exceeds the address space. */
static int add_span(direction d, int64_t *span)
{
    int64_t mine;
    return !__builtin_mul_overflow(d.count - 1, d.step, &mine) &&
           !__builtin_add_overflow(*span, mine, span) &&
           *span < PTRDIFF_MAX / (int64_t)sizeof(double);
}

static void sort_by_step(direction d[3])
{
    for (int pass = 0; pass < 2; ++pass)
        for (int k = 0; k < 2; ++k)
            if (d[k].step > d[k + 1].step) {
                const direction t = d[k];
                d[k] = d[k + 1];
                d[k + 1] = t;
            }
}

static spate_status check_numbers(spate_context *ctx, const spate_lines *l)
{
    if (l->n < 1)
        return fail_argument(ctx, "lines.n is %" PRId64 "; a line has at least 1 unknown", l->n);
    if (l->stride < 1)
        return fail_argument(ctx, "lines.stride is %" PRId64 "; it must be at least 1", l->stride);
    for (int k = 0; k < 2; ++k) {
        if (l->count[k] < 1)
            return fail_argument(ctx, "lines.count[%d] is %" PRId64 "; it must be at least 1", k,
                                 l->count[k]);
        if (l->count[k] > 1 && l->step[k] < 1)
            return fail_argument(ctx,
                                 "lines.step[%d] is %" PRId64 "; with several lines it must be at "
                                 "least 1",
                                 k, l->step[k]);
    }
    return SPATE_OK;
}

/* No two unknowns share an index if each direction steps over the range of all finer ones. */
static spate_status check_overlaps(spate_context *ctx, const spate_lines *l, tri_layout *layout)
{
    direction d[3] = {{l->n, l->stride}, {l->count[0], l->step[0]}, {l->count[1], l->step[1]}};
    int64_t span = 0;
    layout->divisor = 0;
    for (int k = 0; k < 3; ++k)
        if (d[k].count == 1)
            d[k].step = 0;
        else
            layout->divisor = solver_common_divisor(layout->divisor, d[k].step);
    sort_by_step(d);
    for (int k = 0; k < 3; ++k) {
        if (d[k].count > 1 && d[k].step <= span)
            return fail_argument(ctx,
                                 "lines overlap: a step of %" PRId64
                                 " must exceed the range of %" PRId64
                                 " values of the smaller steps",
                                 d[k].step, span + 1);
        if (!add_span(d[k], &span))
            return fail_argument(ctx,
                                 "lines exceed the address space: n %" PRId64 ", %" PRId64
                                 " x %" PRId64 " lines",
                                 l->n, l->count[0], l->count[1]);
    }
    layout->extent = span + 1;
    return SPATE_OK;
}

static void swap_directions(tri_layout *t)
{
    const int64_t count = t->count[0], number = t->number[0];
    const ptrdiff_t step = t->step[0];
    t->count[0] = t->count[1];
    t->step[0] = t->step[1];
    t->number[0] = t->number[1];
    t->count[1] = count;
    t->step[1] = step;
    t->number[1] = number;
}

static int is_contiguous(const tri_layout *t)
{
    return t->count[1] > 1 && t->step[1] == t->count[0] * t->step[0] &&
           t->number[1] == t->count[0] * t->number[0];
}

spate_status tri_layout_make(spate_context *ctx, const spate_lines *l, tri_layout *t)
{
    SPATE_TRY(check_numbers(ctx, l));
    SPATE_TRY(check_overlaps(ctx, l, t));
    t->n = l->n;
    t->stride = l->stride;
    t->lines = l->count[0] * l->count[1];
    for (int k = 0; k < 2; ++k) {
        t->count[k] = l->count[k];
        t->step[k] = l->count[k] > 1 ? l->step[k] : 0;
        t->number[k] = k ? l->count[0] : 1;
    }
    if (t->count[0] == 1 || (t->step[1] == 1 && t->count[1] >= MIN_ADJACENT))
        swap_directions(t);
    if (is_contiguous(t)) {
        t->count[0] *= t->count[1];
        t->count[1] = 1;
    }
    t->adjacent = t->step[0] == 1 && t->count[0] >= MIN_ADJACENT;
    return SPATE_OK;
}

int64_t panel_count(const int64_t count[2], int adjacent, int lanes)
{
    return adjacent ? (count[0] + lanes - 1) / lanes * count[1]
                    : (count[0] * count[1] + lanes - 1) / lanes;
}

int panel_lines(const int64_t count[2], int adjacent, int lanes, int64_t panel, int64_t *first)
{
    int64_t end = count[0] * count[1];
    *first = panel * lanes;
    if (adjacent) {
        const int64_t in_row = (count[0] + lanes - 1) / lanes, row = panel / in_row;
        *first = row * count[0] + panel % in_row * lanes;
        end = (row + 1) * count[0];
    }
    return end - *first < lanes ? (int)(end - *first) : lanes;
}

int64_t tri_layout_panels(const tri_layout *t, int lanes)
{
    return panel_count(t->count, t->adjacent, lanes);
}

int tri_layout_panel(const tri_layout *t, int lanes, int64_t panel, ptrdiff_t *offset,
                     int64_t *number)
{
    int64_t first;
    const int used = panel_lines(t->count, t->adjacent, lanes, panel, &first);
    for (int l = 0; l < used; ++l) {
        const int64_t j = (first + l) % t->count[0], k = (first + l) / t->count[0];
        offset[l] = (ptrdiff_t)(j * t->step[0] + k * t->step[1]);
        number[l] = j * t->number[0] + k * t->number[1];
    }
    return used;
}

int tri_layout_overlap(const tri_layout *l, size_t value_bytes, const void *x, const void *other)
{
    const intptr_t distance = ((intptr_t)x - (intptr_t)other) / (intptr_t)value_bytes;
    const intptr_t apart = distance < 0 ? -distance : distance;
    return apart < l->extent && (!l->divisor || apart % l->divisor == 0);
}
