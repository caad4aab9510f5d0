/* Rows of a chunk: found where they lie, or brought side by side, and handed to the kernels. */
#include "solvers/tridiag/distributed_climb.h"

/* Rows that are brought side by side at once: those of four arrays fit the first-level cache. */
enum { ROWS_AT_ONCE = 16 };

/* Rows of an op from its row `from` on. */
typedef struct run_of_rows {
    const dist_op *op;
    int from, rows;
} run_of_rows;

static const void *rows_at(const dist_climb *c, int k, const void *array, const run_of_rows *run)
{
    const int64_t at = run->op->at + run->from;
    if (!array)
        return NULL;
    if (!c->lanes)
        return (const char *)array + (size_t)at * c->row;
    if (c->lanes->panel.adjacent)
        return (const char *)array +
               (c->lanes->offset[0] + at * c->lanes->problem.stride) * (ptrdiff_t)dist_bytes(c->t);
    const tri_rows_of of = {&c->lanes->problem, &c->lanes->panel};
    c->t->kernels->get(&of, array, at, run->rows, c->s->block[k]);
    return c->s->block[k];
}

/* What one core can have on its way from memory. */
enum { AHEAD_BYTES = 12 << 10 };

static int rows_ahead(const dist_climb *c)
{
    const size_t row = c->row * (dist_shared(c->t) ? 1 : 4);
    return (int)((AHEAD_BYTES + row - 1) / row);
}

static tri_chunk chunk_of(const dist_climb *c, const run_of_rows *run)
{
    const int in_place = c->lanes && c->lanes->panel.adjacent;
    const int64_t first = run->op->row + run->from;
    const tri_problem *p = c->lanes ? &c->lanes->problem : NULL;
    char *const *raw = c->s->raw;
    const void *const arrays[4] = {p ? p->a : raw[0], p ? p->b : raw[1], p ? p->c : raw[2],
                                   p ? p->d : raw[3]};
    const int begin = dist_shared(c->t) ? 3 : 0;
    const void *at[4] = {0};
    for (int k = begin; k < 4; ++k)
        at[k] = rows_at(c, k, arrays[k], run);
    return (tri_chunk){.a = at[0],
                       .b = at[1],
                       .c = at[2],
                       .d = at[3],
                       .pitch = in_place ? p->stride : c->width,
                       .rows = run->rows,
                       .lanes = c->width,
                       .continues = run->from > 0,
                       .no_before = first == 0 && !c->t->periodic,
                       .no_after = first + run->rows == c->t->n && !c->t->periodic,
                       .far = in_place ? rows_ahead(c) : 0};
}

/* Behind what merges keep. */
static char *kept_rows(const dist_climb *c, int64_t at)
{
    return c->kept + (size_t)(c->tape->merges + at) * (size_t)dist_kept_values(c->t) * c->row;
}

static void reduce_run(const dist_climb *c, const run_of_rows *run, char *to)
{
    const tri_chunk chunk = chunk_of(c, run);
    const int64_t kept_from = run->from > 0 ? run->from - 1 : 0;
    char *kept = kept_rows(c, run->op->at + kept_from);
    if (dist_shared(c->t)) {
        const tri_row_factors f = dist_row_factors(c->t, c->tape, run->op->at + run->from);
        c->t->kernels->reduce_shared(&chunk, &f, to, kept);
        return;
    }
    if (c->judge)
        c->t->kernels->dominance(&chunk, &c->found->dominance);
    c->t->kernels->reduce(&chunk, to, kept);
}

void dist_reduce_chunk(const dist_climb *c, const dist_op *op, char *to)
{
    const int in_place = !c->lanes || c->lanes->panel.adjacent;
    const int most = in_place ? op->rows : ROWS_AT_ONCE;
    for (int from = 0; from < op->rows; from += most) {
        const int left = op->rows - from;
        const run_of_rows run = {op, from, left < most ? left : most};
        reduce_run(c, &run, to);
    }
}

void dist_expand_chunk(const dist_climb *c, const dist_op *op, const char *before, const char *last,
                       char *x)
{
    const char *kept = kept_rows(c, op->at);
    if (dist_shared(c->t)) {
        const tri_row_factors f = dist_row_factors(c->t, c->tape, op->at);
        c->t->kernels->expand_shared(c->width, op->rows, &f, kept, before, last, x);
    } else {
        c->t->kernels->expand(c->width, op->rows, kept, before, last, x);
    }
}
