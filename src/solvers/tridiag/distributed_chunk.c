/* Passes the rows of a chunk to the kernels: in place, or gathered side by side. */
#include "solvers/tridiag/distributed_panel.h"

/* Rows of an operation, starting at its row `from`. */
typedef struct run_of_rows {
    const dist_op *op;
    int from, rows;
} run_of_rows;

void dist_get_rows(const dist_panel_run *c, int64_t at, int rows, char *const to[4])
{
    const tri_problem *p = &c->lanes->problem;
    const tri_rows_of of = {p, &c->lanes->panel};
    const void *const from[4] = {p->a, p->b, p->c, p->d};
    const int begin = dist_shared(c->t) ? 3 : 0;
    const spate_line_panel panel = {.part = c->part->local,
                                    .lanes = c->width,
                                    .rows = rows,
                                    .line = c->lanes->number,
                                    .first = c->part->first + at};
    if (c->t->fill)
        c->t->fill(c->t->user, &panel, begin ? NULL : to[0], begin ? NULL : to[1],
                   begin ? NULL : to[2], to[3]);
    for (int k = begin; k < 4 && !c->t->fill; ++k)
        c->t->kernels->get(&of, from[k], at, rows, to[k]);
}

static int in_place(const dist_panel_run *c)
{
    return c->lanes && c->lanes->panel.adjacent && !c->t->fill;
}

/* Address of rows: in scratch, or in place. */
static const char *offset_of(const dist_panel_run *c, const void *array, int64_t at)
{
    if (!c->lanes)
        return (const char *)array + (size_t)at * c->row;
    return (const char *)array +
           (c->lanes->offset[0] + at * c->lanes->problem.stride) * (ptrdiff_t)dist_bytes(c->t);
}

/* Bytes that one core can have in flight from memory. */
enum { AHEAD_BYTES = 12 << 10 };

static int rows_ahead(const dist_panel_run *c)
{
    const size_t row = c->row * (dist_shared(c->t) ? 1 : 4);
    return (int)((AHEAD_BYTES + row - 1) / row);
}

/* Position of supplied rows in the scratch blocks, in rows. As many as fit are requested at
 * once, including those of later chunks. */
static int64_t supplied_row(const dist_panel_run *c, int64_t at, int rows)
{
    dist_scratch *s = c->s;
    const int64_t left = c->part->n - c->part->tail - at;
    if (at < s->supplied_at || at + rows > s->supplied_at + s->supplied_rows) {
        s->supplied_at = at;
        s->supplied_rows = left < DIST_ROWS_SUPPLIED ? (int)left : DIST_ROWS_SUPPLIED;
        dist_get_rows(c, at, s->supplied_rows, s->block);
    }
    return at - s->supplied_at;
}

static tri_chunk chunk_of(const dist_panel_run *c, const run_of_rows *run)
{
    const int64_t first = run->op->row + run->from, place = run->op->at + run->from;
    const tri_problem *p = c->lanes ? &c->lanes->problem : NULL;
    char *const *raw = c->s->raw, *const *block = c->s->block;
    const void *at[4] = {p ? p->a : raw[0], p ? p->b : raw[1], p ? p->c : raw[2],
                         p ? p->d : raw[3]};
    const int gathered = c->lanes && !in_place(c), made = gathered && c->t->fill;
    const size_t skip = made ? (size_t)supplied_row(c, place, run->rows) * c->row : 0;
    if (gathered && !made)
        dist_get_rows(c, place, run->rows, block);
    for (int k = dist_shared(c->t) ? 3 : 0; k < 4; ++k)
        at[k] = gathered ? block[k] + skip : offset_of(c, at[k], place);
    return (tri_chunk){.a = at[0],
                       .b = at[1],
                       .c = at[2],
                       .d = at[3],
                       .pitch = in_place(c) ? p->stride : c->width,
                       .rows = run->rows,
                       .lanes = c->width,
                       .continues = run->from > 0,
                       .no_before = first == 0 && !c->t->periodic,
                       .no_after = first + run->rows == c->t->n && !c->t->periodic,
                       .far = in_place(c) ? rows_ahead(c) : 0};
}

/* Stored behind what merges keep. */
static char *kept_rows(const dist_panel_run *c, int64_t at)
{
    return c->kept + (size_t)(c->tape->merges + at) * (size_t)dist_kept_values(c->t) * c->row;
}

static void reduce_run(const dist_panel_run *c, const run_of_rows *run, char *to)
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

void dist_reduce_chunk(const dist_panel_run *c, const dist_op *op, char *to)
{
    const int at_once = c->t->fill ? DIST_ROWS_SUPPLIED : DIST_ROWS_AT_ONCE;
    const int most = !c->lanes || in_place(c) ? op->rows : at_once;
    for (int from = 0; from < op->rows; from += most) {
        const int left = op->rows - from;
        const run_of_rows run = {op, from, left < most ? left : most};
        reduce_run(c, &run, to);
    }
}

void dist_expand_chunk(const dist_panel_run *c, const dist_op *op, const char *before,
                       const char *last, char *x)
{
    const char *kept = kept_rows(c, op->at);
    if (dist_shared(c->t)) {
        const tri_row_factors f = dist_row_factors(c->t, c->tape, op->at);
        c->t->kernels->expand_shared(c->width, op->rows, &f, kept, before, last, x);
    } else {
        c->t->kernels->expand(c->width, op->rows, kept, before, last, x);
    }
}
