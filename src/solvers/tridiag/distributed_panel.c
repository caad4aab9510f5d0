/* One panel of lines: up the tree within a part, through the top, and down again. Independent of
 * ranks and threads. */
#include <string.h>

#include "solvers/tridiag/distributed_panel.h"

/* ---- up ---- */

static const char *piece_of(const dist_panel_run *c, const dist_op *op)
{
    const size_t before = (size_t)c->b->parts[op->part].head * (size_t)dist_row_values(c->t) +
                          (size_t)op->node * (size_t)dist_segment_values(c->t);
    return c->s->pieces[op->part] + before * c->row;
}

static void run_up(const dist_panel_run *c)
{
    const tri_segment_kernels *k = c->t->kernels;
    const size_t segment = (size_t)dist_segment_values(c->t) * c->row;
    const size_t kept = (size_t)dist_kept_values(c->t) * c->row;
    char *top = c->s->stack; /* end of the last segment */
    int merges = 0;
    for (int i = 0; i < c->tape->count; ++i) {
        const dist_op *op = &c->tape->ops[i];
        if (op->kind != DIST_MERGE) {
            if (op->kind == DIST_CHUNK)
                dist_reduce_chunk(c, op, top);
            else
                memcpy(top, piece_of(c, op), segment);
            top += segment;
            continue;
        }
        top -= segment;
        if (dist_shared(c->t))
            k->merge_shared(c->width, &c->tape->merge[merges], top - segment, top,
                            c->kept + (size_t)merges * kept);
        else
            k->merge(c->width, top - segment, top, c->kept + (size_t)merges * kept);
        ++merges;
    }
}

/* ---- down ---- */

/* Rows of x are stored from the end of the scratch, last rows of the part first. Returns space
 * for more rows: */
static char *space_for(const dist_panel_run *c, int rows)
{
    return c->s->x + (size_t)(c->s->x_from - rows) * c->row;
}

/* Outputs all rows in scratch; they start at row `first` of the part. Keeps the first of them as
 * the next row of those that follow. */
static void output_rows(const dist_panel_run *c, int64_t first)
{
    const tri_rows_of of = {&c->lanes->problem, &c->lanes->panel};
    const int most = dist_x_rows(c->t), rows = most - c->s->x_from;
    const char *x = c->s->x + (size_t)c->s->x_from * c->row;
    if (rows == 0)
        return;
    const spate_line_panel panel = {.part = c->part->local,
                                    .lanes = c->lanes->used,
                                    .rows = rows,
                                    .line = c->lanes->number,
                                    .first = c->part->first + first};
    if (c->t->receive)
        c->t->receive(c->t->user, &panel, x, c->width);
    else
        c->t->kernels->put(&of, x, first, rows, c->lanes->problem.x);
    memmove(c->s->x + (size_t)most * c->row, x, c->row);
    c->s->x_from = most;
}

/* Outputs rows of a cut chunk, which the top has solved. */
static void output_answers(const dist_panel_run *c, const char *x, int64_t first, int rows)
{
    memcpy(space_for(c, rows), x, (size_t)rows * c->row);
    c->s->x_from -= rows;
    output_rows(c, first);
}

/* A NaN reaches the first row of its chunk during back substitution. */
static void check_row(const dist_panel_run *c, const char *x, int answered)
{
    for (int l = 0; l < c->lanes->used; ++l) {
        if (!solver_finite(solver_value(c->t->precision, x, l)))
            dist_note_failure(c->t, c->b, c->part, c->panel, l, answered, c->found);
    }
}

static void put_chunk(const dist_panel_run *c, const dist_op *op, const char *before,
                      const char *last)
{
    char *x = space_for(c, op->rows);
    dist_expand_chunk(c, op, before, last, x);
    check_row(c, x, 0);
    c->s->x_from -= op->rows;
    /* The `receive` callback gets several chunks at once, as far as they fit; cuts are at
     * multiples of that. */
    if (!c->t->receive || op->at % DIST_ROWS_SUPPLIED == 0 || c->s->x_from < c->t->chunk)
        output_rows(c, op->at);
}

/* In the top: x of a cut chunk is the answer for its rows. */
static void answer_chunk(const dist_panel_run *c, const dist_op *op, const char *before,
                         const char *last)
{
    dist_expand_chunk(c, op, before, last, c->s->last + (size_t)(op->piece + 1) * c->row);
}

/* The stack holds pairs: the unknown before a segment and its last unknown. It starts with
 * `height` pairs. */
static void run_down(const dist_panel_run *c, int height)
{
    const tri_segment_kernels *k = c->t->kernels;
    const size_t kept = (size_t)dist_kept_values(c->t) * c->row;
    char *top = c->s->bounds + (size_t)height * 2 * c->row;
    int merges = c->tape->merges;
    for (int i = c->tape->count - 1; i >= 0; --i) {
        const dist_op *op = &c->tape->ops[i];
        char *before = top - 2 * c->row, *last = before + c->row;
        if (op->kind == DIST_MERGE) {
            const char *of = c->kept + (size_t)--merges * kept;
            char *middle = top;
            if (dist_shared(c->t))
                k->split_shared(c->width, &c->tape->merge[merges], of, before, last, middle);
            else
                k->split(c->width, of, before, last, middle);
            memcpy(top + c->row, last, c->row);
            memcpy(last, middle, c->row);
            top += 2 * c->row;
            continue;
        }
        if (op->kind == DIST_PIECE)
            memcpy(c->s->last + (size_t)(op->piece + 1) * c->row, last, c->row);
        else if (c->lanes)
            put_chunk(c, op, before, last);
        else
            answer_chunk(c, op, before, last);
        top = before;
    }
}

/* ---- a part ---- */

static dist_panel_run panel_run_of(const spate_tridiag_distributed *t, const dist_bundle *b,
                                   const dist_tape *tape, const dist_lanes *lanes, dist_scratch *s,
                                   char *kept)
{
    return (dist_panel_run){.t = t,
                            .b = b,
                            .tape = tape,
                            .lanes = lanes,
                            .s = s,
                            .row = (size_t)b->lanes * dist_bytes(t),
                            .width = b->lanes,
                            .kept = kept};
}

/* Rows of a cut chunk are sent to the top unchanged: all a, all b, all c, all d. */
static char *send_rows(const dist_panel_run *c, int64_t first, int64_t rows, char *to)
{
    const size_t bytes = (size_t)rows * c->row, next = dist_shared(c->t) ? 0 : bytes;
    char *const at[4] = {to, to + next, to + 2 * next, to + 3 * next};
    if (rows)
        dist_get_rows(c, first, (int)rows, at);
    return to + (size_t)dist_row_values(c->t) * bytes;
}

void dist_part_up(const spate_tridiag_distributed *t, const dist_bundle *b, const dist_part *p,
                  int64_t panel, dist_scratch *s, char *pieces, char *kept, dist_diagnostics *found)
{
    dist_lanes lanes;
    dist_find_lanes(t, b, p, panel, &lanes);
    dist_panel_run c = panel_run_of(t, b, &p->tape, &lanes, s, kept);
    c.part = p;
    c.found = found;
    c.judge = t->reduced == DIST_NEIGHBOURS;
    s->supplied_rows = 0;
    const size_t nodes = (size_t)p->nodes * (size_t)dist_segment_values(t) * c.row;
    run_up(&c);
    pieces = send_rows(&c, 0, p->head, pieces);
    memcpy(pieces, s->stack, nodes);
    send_rows(&c, p->n - p->tail, p->tail, pieces + nodes);
}

void dist_part_down(const spate_tridiag_distributed *t, const dist_bundle *b, const dist_part *p,
                    int64_t panel, dist_scratch *s, const char *answers, char *kept,
                    dist_diagnostics *found)
{
    dist_lanes lanes;
    dist_find_lanes(t, b, p, panel, &lanes);
    dist_panel_run c = panel_run_of(t, b, &p->tape, &lanes, s, kept);
    c.part = p;
    c.found = found;
    c.panel = panel;
    const char *nodes = answers + (size_t)p->head * c.row;
    /* Before d may be overwritten. If the cause is in this part, its last unknown is NaN or
     * infinite. */
    check_row(&c, answers + (size_t)(dist_answer_values(p) - 1) * c.row, 1);
    for (int k = 0; k < p->nodes; ++k)
        memcpy(s->bounds + (size_t)k * 2 * c.row, nodes + (size_t)k * c.row, 2 * c.row);
    s->x_from = dist_x_rows(t);
    /* The last rows first. */
    output_answers(&c, nodes + (size_t)(p->nodes + 1) * c.row, p->n - p->tail, (int)p->tail);
    run_down(&c, p->nodes);
    output_rows(&c, p->head);
    output_answers(&c, answers + c.row, 0, (int)p->head);
}

/* ---- the top ---- */

static void collect_rows(const dist_panel_run *c)
{
    const int first = dist_shared(c->t) ? 3 : 0;
    size_t at = 0;
    for (int p = 0; p < c->b->part_count; ++p) {
        const dist_part *part = &c->b->parts[p];
        const size_t nodes = (size_t)part->nodes * (size_t)dist_segment_values(c->t) * c->row;
        const int64_t runs[2] = {part->head, part->tail};
        const char *from = c->s->pieces[p];
        for (int r = 0; r < 2; ++r) {
            const size_t bytes = (size_t)runs[r] * c->row;
            for (int k = first; k < 4; ++k, from += bytes)
                memcpy(c->s->raw[k] + at, from, bytes);
            at += bytes;
            from += r == 0 ? nodes : 0;
        }
    }
}

void dist_top(const spate_tridiag_distributed *t, const dist_bundle *b, dist_scratch *s)
{
    const dist_panel_run c = panel_run_of(t, b, &b->top, NULL, s, s->kept);
    collect_rows(&c);
    run_up(&c);
    char *before = s->bounds, *last = s->bounds + c.row;
    if (dist_shared(t))
        t->kernels->close_shared(b->lanes, t->periodic, b->top_c, b->top_scale, s->stack, last);
    else
        t->kernels->close(b->lanes, t->periodic, s->stack, last);
    if (t->periodic)
        memcpy(before, last, c.row);
    else
        memset(before, 0, c.row);
    memcpy(s->last, before, c.row);
    run_down(&c, 1);
    for (int p = 0; p < b->part_count; ++p)
        memcpy(s->answers[p], s->last + (size_t)b->parts[p].piece * c.row,
               (size_t)dist_answer_values(&b->parts[p]) * c.row);
}
