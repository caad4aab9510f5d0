/* From a scheme to the rows of a line: stencils of the right-hand sides, and the matrix. */
#include <inttypes.h>

#include "solvers/compact/solver.h"

/* ---- lines ---- */

static int64_t min_values(const spate_compact_scheme *s, int periodic)
{
    int64_t least = 2 * s->pairs + (s->points == SPATE_COMPACT_SAME);
    if (periodic)
        return least > 3 ? least : 3;
    for (int r = 0; r < s->closures; ++r)
        least = s->closure[r].width > least ? s->closure[r].width : least;
    while (spate_compact_results(s, least, 0) < 2 * s->closures)
        ++least; /* closure rows of the two ends must not overlap */
    return least;
}

spate_status compact_check_length(spate_context *ctx, const spate_compact_scheme *s, int periodic,
                                  int direction, int64_t n)
{
    const int64_t least = min_values(s, periodic);
    if (!periodic && s->closures == 0)
        return fail_argument(ctx, "the scheme has no closures: it is for periodic lines");
    if (n < least)
        return fail_argument(ctx,
                             "size[%d] is %" PRId64 "; lines of this scheme have at least %" PRId64
                             " values",
                             direction, n, least);
    return SPATE_OK;
}

/* ---- the right-hand side ---- */

static void make_end_row(const spate_compact_closure *from, double factor, compact_end_row *to)
{
    to->width = from->width;
    for (int k = 0; k < from->width; ++k)
        to->value[k] = from->value[k] * factor;
}

/* In the mirror image an odd derivative changes its sign; everything else stays. */
spate_status compact_make_stencil(spate_context *ctx, const spate_compact_scheme *s, double h,
                                  int periodic, int precision, compact_stencil *stencil)
{
    const compact_shift shift = compact_shift_of(s->points);
    const double factor = s->derivative == 0 ? 1 : s->derivative == 1 ? 1 / h : 1 / (h * h);
    const double most = precision == 32 ? 0x1p120 : 0x1p1000;
    if (!(factor < most && factor > 1 / most))
        return fail_argument(ctx, "spacing is %g: its powers are out of the range of f%d", h,
                             precision);
    *stencil = (compact_stencil){.parity = s->odd                            ? COMPACT_ODD
                                           : s->points == SPATE_COMPACT_SAME ? COMPACT_CENTRED
                                                                             : COMPACT_EVEN,
                                 .pairs = s->pairs,
                                 .left = shift.left,
                                 .right = shift.right,
                                 .centre = s->centre * factor,
                                 .closures = periodic ? 0 : s->closures};
    for (int k = 0; k < s->pairs; ++k)
        stencil->pair[k] = s->pair[k] * factor;
    for (int r = 0; r < stencil->closures; ++r) {
        make_end_row(&s->closure[r], factor, &stencil->first[r]);
        make_end_row(&s->closure[r], s->odd ? -factor : factor, &stencil->last[r]);
    }
    return SPATE_OK;
}

/* ---- the matrix ---- */

void compact_fill_matrix(const spate_compact_scheme *s, int periodic, int64_t n, double *a,
                         double *b, double *c)
{
    for (int64_t i = 0; i < n; ++i) {
        a[i] = c[i] = s->alpha;
        b[i] = 1;
    }
    for (int r = 0; r < (periodic ? 0 : s->closures); ++r) {
        const spate_compact_closure *end = &s->closure[r];
        a[r] = c[n - 1 - r] = end->before;
        c[r] = a[n - 1 - r] = end->after;
    }
}
