/* Shared matrices: the part of the elimination that does not depend on right-hand sides, once,
 * in f64. The operations are those of backend/cpu/tridiag/segments.c and merge.c, in the same
 * order. */
#include <inttypes.h>
#include <stdlib.h>

#include "solvers/tridiag/distributed.h"
#include "solvers/tridiag/solver.h"

/* Arrays of the rows of a tape, as doubles and, behind them, as floats. */
enum { ARRAYS = 5 };
typedef struct row_arrays {
    double *lower, *scale, *upper, *weight, *border;
} row_arrays;

static row_arrays arrays_of(const dist_tape *tape)
{
    double *at = (double *)(void *)tape->rows;
    const int64_t n = tape->row_count;
    return (row_arrays){at, at + n, at + 2 * n, at + 3 * n, at + 4 * n};
}

tri_row_factors dist_row_factors(const spate_tridiag_distributed *t, const dist_tape *tape,
                                 int64_t at)
{
    const int64_t n = tape->row_count;
    const int narrow = t->precision == 32;
    const size_t bytes = dist_bytes(t);
    const char *first = tape->rows + (narrow ? ARRAYS * (size_t)n * sizeof(double) : 0);
    const char *row = first + (size_t)at * bytes;
    const size_t array = (size_t)n * bytes;
    return (tri_row_factors){row, row + array, row + 2 * array, row + 3 * array, row + 4 * array};
}

/* bad: first row whose pivot is 0, NaN or infinite, or -1. */
typedef struct factoring {
    const spate_tridiag_distributed *t;
    int64_t bad;
} factoring;

static double checked(factoring *f, double pivot, int64_t row)
{
    if (f->bad < 0 && (pivot == 0 || !solver_finite(pivot) || !solver_finite(1 / pivot)))
        f->bad = row;
    return pivot;
}

static dist_segment factor_chunk(factoring *f, const dist_op *op, const row_arrays *rows)
{
    double *const *m = f->t->shared;
    dist_segment s = {.q = 0,
                      .r = -1,
                      .e = m[0][op->row],
                      .p = m[1][op->row],
                      .c = m[2][op->row],
                      .last = op->row + op->rows - 1};
    rows->lower[op->at] = s.e;
    for (int64_t i = 1; i < op->rows; ++i) {
        const int64_t row = op->row + i, at = op->at + i - 1;
        const double scale = 1 / checked(f, s.p, row - 1), upper = s.c * scale, q = s.e * scale;
        rows->scale[at] = scale;
        rows->upper[at] = upper;
        rows->weight[at] = s.r;
        rows->border[at] = q;
        rows->lower[at + 1] = m[0][row];
        s.q = s.q - s.r * q;
        s.r = -(s.r * upper);
        s.p = m[1][row] - m[0][row] * upper;
        s.e = -(m[0][row] * q);
        s.c = m[2][row];
    }
    const int64_t last = op->at + op->rows - 1;
    rows->scale[last] = rows->upper[last] = rows->weight[last] = rows->border[last] = 0;
    return s;
}

static dist_segment factor_merge(factoring *f, const dist_segment *a, const dist_segment *b,
                                 tri_merge_factors *merge)
{
    const double scale = 1 / checked(f, a->p - a->c * b->q, a->last);
    *merge = (tri_merge_factors){.c = a->c,
                                 .scale = scale,
                                 .weight = a->r,
                                 .lower = b->e,
                                 .q = a->e * scale,
                                 .r = -(a->c * b->r) * scale};
    return (dist_segment){.q = a->q - a->r * merge->q,
                          .r = -(a->r * merge->r),
                          .e = -(b->e * merge->q),
                          .p = b->p - b->e * merge->r,
                          .c = b->c,
                          .last = b->last};
}

static int allocate_arrays(dist_tape *tape)
{
    const size_t rows = ARRAYS * (size_t)tape->row_count;
    if (!tape->rows)
        tape->rows = malloc(rows * (sizeof(double) + sizeof(float)) + 1);
    if (!tape->merge)
        tape->merge = malloc(((size_t)tape->merges + 1) * sizeof *tape->merge);
    return tape->rows && tape->merge;
}

static void round_rows(const spate_tridiag_distributed *t, const dist_tape *tape)
{
    const double *wide = (const double *)(const void *)tape->rows;
    const int64_t values = ARRAYS * tape->row_count;
    float *narrow = (float *)(void *)(tape->rows + (size_t)values * sizeof(double));
    for (int64_t k = 0; k < values && t->precision == 32; ++k)
        narrow[k] = (float)wide[k];
}

typedef struct segment_stack {
    dist_segment *at;
    int height;
} segment_stack;

/* Runs the tape and leaves its stack. Returns 0 without memory. */
static int factor_tape(factoring *f, const dist_bundle *b, dist_tape *tape, segment_stack *stack)
{
    stack->at = calloc((size_t)tape->depth + 1, sizeof *stack->at);
    if (!stack->at || !allocate_arrays(tape))
        return 0;
    const row_arrays rows = arrays_of(tape);
    int merges = 0;
    for (int k = 0; k < tape->count; ++k) {
        const dist_op *op = &tape->ops[k];
        dist_segment *top = stack->at + stack->height;
        if (op->kind == DIST_MERGE) {
            top[-2] = factor_merge(f, &top[-2], &top[-1], &tape->merge[merges++]);
            --stack->height;
            continue;
        }
        *top = op->kind == DIST_CHUNK ? factor_chunk(f, op, &rows)
                                      : b->parts[op->part].segments[op->node];
        ++stack->height;
    }
    round_rows(f->t, tape);
    return 1;
}

static int factor_part(factoring *f, const dist_bundle *b, dist_part *p)
{
    segment_stack stack = {0};
    free(p->segments);
    p->segments = malloc(((size_t)p->nodes + 1) * sizeof *p->segments);
    const int made = p->segments && factor_tape(f, b, &p->tape, &stack);
    for (int k = 0; k < stack.height && made; ++k)
        p->segments[k] = stack.at[k];
    free(stack.at);
    return made;
}

static int factor_top(factoring *f, dist_bundle *b)
{
    segment_stack stack = {0};
    const int made = factor_tape(f, b, &b->top, &stack);
    if (made) {
        const dist_segment *s = stack.at;
        const double pivot = f->t->periodic ? s->p + s->e - s->c * (s->q + s->r) : s->p;
        b->top_c = s->c;
        b->top_scale = 1 / checked(f, pivot, f->t->n - 1);
    }
    free(stack.at);
    return made;
}

spate_status dist_factor_bundle(spate_tridiag_distributed *t, dist_bundle *b)
{
    factoring f = {t, -1};
    int made = 1;
    for (int p = 0; p < b->part_count; ++p)
        made = made && factor_part(&f, b, &b->parts[p]);
    if (b->top.count)
        made = made && factor_top(&f, b);
    if (!made)
        return fail_memory(t->ctx, "no memory for factors of %" PRId64 " rows", t->n);
    if (f.bad >= 0)
        return spate_fail(t->ctx, SPATE_ERROR_NUMERICAL,
                          "row %" PRId64 " of the shared matrix: the pivot is 0 or not a finite "
                          "number; the matrix is singular or needs pivoting",
                          f.bad);
    return SPATE_OK;
}
