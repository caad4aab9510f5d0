/* Memory layout of the lines of f and g, and their division into panels. Does not access values. */
#include <inttypes.h>

#include "solvers/compact/solver.h"

/* Fewer adjacent lines than this do not fill a register: they are gathered. */
enum { MIN_ADJACENT = 4 };

int compact_packed(const int64_t stride[3])
{
    return stride[0] == 0 && stride[1] == 0 && stride[2] == 0;
}

spate_status compact_check_sizes(spate_context *ctx, const int64_t size[3], int64_t max_values)
{
    for (int d = 0; d < 3; ++d)
        if (size[d] < 1)
            return fail_argument(ctx,
                                 "size[%d] is %" PRId64
                                 "; it must be at least 1 (1 for an unused direction)",
                                 d, size[d]);
    int64_t all = size[0];
    if (__builtin_mul_overflow(all, size[1], &all) || __builtin_mul_overflow(all, size[2], &all) ||
        all > max_values)
        return fail_argument(ctx,
                             "%" PRId64 " x %" PRId64 " x %" PRId64
                             " values exceed the address space",
                             size[0], size[1], size[2]);
    return SPATE_OK;
}

/* Lines of an array with `along` values in the direction of the lines. */
static spate_status lines_of(spate_context *ctx, const spate_compact_options *o, const char *name,
                             const int64_t stride[3], int64_t along, spate_lines *lines)
{
    const int d = o->direction, u = d == 0 ? 1 : 0, v = d == 2 ? 1 : 2;
    for (int k = 0; k < 3; ++k)
        if (stride[k] < 1 && (k == d ? along : o->size[k]) > 1)
            return fail_argument(ctx,
                                 "%s[%d] is %" PRId64 "; with several values it must be at least 1",
                                 name, k, stride[k]);
    *lines = (spate_lines){.n = along,
                           .stride = stride[d] > 0 ? stride[d] : 1,
                           .count = {o->size[u], o->size[v]},
                           .step = {stride[u], stride[v]}};
    return SPATE_OK;
}

static void swap_directions(compact_layout *t)
{
    const int64_t count = t->count[0], number = t->number[0];
    const ptrdiff_t step = t->step[0], out_step = t->out_step[0];
    t->count[0] = t->count[1];
    t->number[0] = t->number[1];
    t->step[0] = t->step[1];
    t->out_step[0] = t->out_step[1];
    t->count[1] = count;
    t->number[1] = number;
    t->step[1] = step;
    t->out_step[1] = out_step;
}

static int is_contiguous(const compact_layout *t)
{
    return t->count[1] > 1 && t->step[1] == t->count[0] * t->step[0] &&
           t->out_step[1] == t->count[0] * t->out_step[0] &&
           t->number[1] == t->count[0] * t->number[0];
}

static int is_adjacent(const compact_layout *t, int k)
{
    return t->step[k] == 1 && t->out_step[k] == 1 && t->count[k] >= MIN_ADJACENT;
}

static void set_layout(compact_layout *t, const spate_lines *in, const spate_lines *out)
{
    t->inputs = in->n;
    t->n = out->n;
    t->stride = in->stride;
    t->out_stride = out->stride;
    t->lines = in->count[0] * in->count[1];
    for (int k = 0; k < 2; ++k) {
        t->count[k] = in->count[k];
        t->step[k] = in->count[k] > 1 ? in->step[k] : 0;
        t->out_step[k] = in->count[k] > 1 ? out->step[k] : 0;
        t->number[k] = k ? in->count[0] : 1;
    }
    t->same_layout =
        t->stride == t->out_stride && t->step[0] == t->out_step[0] && t->step[1] == t->out_step[1];
    if (t->count[0] == 1 || is_adjacent(t, 1))
        swap_directions(t);
    if (is_contiguous(t)) {
        t->count[0] *= t->count[1];
        t->count[1] = 1;
    }
    t->adjacent = is_adjacent(t, 0);
}

spate_status compact_layout_make(spate_context *ctx, const spate_compact_options *o,
                                 int64_t results, compact_layout *t)
{
    SPATE_TRY(compact_check_sizes(ctx, o->size, INT64_MAX));
    const int64_t packed[3] = {1, o->size[0], o->size[0] * o->size[1]};
    const int64_t *stride = compact_packed(o->stride) ? packed : o->stride;
    const int64_t *out_stride = compact_packed(o->out_stride) ? stride : o->out_stride;
    spate_lines in, out;
    tri_layout check_in, check_out;
    SPATE_TRY(lines_of(ctx, o, "stride", stride, o->size[o->direction], &in));
    SPATE_TRY(lines_of(ctx, o, "out_stride", out_stride, results, &out));
    SPATE_TRY(tri_layout_make(ctx, &in, &check_in));
    if (tri_layout_make(ctx, &out, &check_out) != SPATE_OK)
        return fail_argument(ctx,
                             "%" PRId64 " results along a line do not fit out_stride %" PRId64
                             ", %" PRId64 ", %" PRId64 ": values of g would overlap",
                             results, out_stride[0], out_stride[1], out_stride[2]);
    set_layout(t, &in, &out);
    t->extent = check_in.extent;
    t->out_extent = check_out.extent;
    t->divisor = solver_common_divisor(check_in.divisor, check_out.divisor);
    return SPATE_OK;
}

int64_t compact_layout_panels(const compact_layout *t, int lanes)
{
    return panel_count(t->count, t->adjacent, lanes);
}

int compact_layout_panel(const compact_layout *t, int lanes, int64_t panel, ptrdiff_t *offset,
                         ptrdiff_t *out_offset, int64_t *number)
{
    int64_t first;
    const int used = panel_lines(t->count, t->adjacent, lanes, panel, &first);
    for (int l = 0; l < used; ++l) {
        const int64_t j = (first + l) % t->count[0], k = (first + l) / t->count[0];
        offset[l] = (ptrdiff_t)(j * t->step[0] + k * t->step[1]);
        out_offset[l] = (ptrdiff_t)(j * t->out_step[0] + k * t->out_step[1]);
        number[l] = j * t->number[0] + k * t->number[1];
    }
    return used;
}

int compact_layout_overlap(const compact_layout *l, size_t bytes, const void *f, const void *g)
{
    const intptr_t ahead = ((intptr_t)g - (intptr_t)f) / (intptr_t)bytes; /* offset of g from f */
    const intptr_t apart = ahead < 0 ? -ahead : ahead;
    if (ahead >= 0 ? ahead >= l->extent : apart >= l->out_extent)
        return 0;
    return !l->divisor || apart % l->divisor == 0;
}
