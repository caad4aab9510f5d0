/* One panel of lines: up the tree within a part, across the top, and down again. Knows no ranks and no threads. */
#include <string.h>

#include "solvers/tridiag/distributed.h"

typedef struct climb {
    const spate_tridiag_distributed *t;
    const dist_tape *tape;
    const dist_lanes *lanes; /* NULL in the top: its rows lie side by side in scratch */
    dist_scratch *s;
    size_t row; /* bytes of a row of lanes */
    int width;  /* lanes */
    char *kept;
    const dist_bundle *b;
    const dist_part *part; /* NULL in the top */
    int64_t panel;
    int judge; /* dominance is looked at */
    dist_findings *found;
} climb;

/* ---- rows of a chunk ---- */

static const void *rows_at(const climb *c, int k, const void *array, const dist_op *op)
{
    if (!array)
        return NULL;
    if (!c->lanes)
        return (const char *)array + (size_t)op->at * c->row;
    if (c->lanes->panel.adjacent)
        return (const char *)array + (c->lanes->offset[0] + op->at * c->lanes->problem.stride) *
                                         (ptrdiff_t)dist_bytes(c->t);
    const tri_rows_of of = {&c->lanes->problem, &c->lanes->panel};
    c->t->kernels->get(&of, array, op->at, op->rows, c->s->block[k]);
    return c->s->block[k];
}

/* What one core can have on its way from memory. */
enum { AHEAD_BYTES = 12 << 10 };

static int rows_ahead(const climb *c)
{
    const size_t row = c->row * (dist_shared(c->t) ? 1 : 4);
    return (int)((AHEAD_BYTES + row - 1) / row);
}

static tri_chunk chunk_of(const climb *c, const dist_op *op)
{
    const int in_place = c->lanes && c->lanes->panel.adjacent;
    const tri_problem *p = c->lanes ? &c->lanes->problem : NULL;
    char *const *raw = c->s->raw;
    const void *const arrays[4] = {p ? p->a : raw[0], p ? p->b : raw[1], p ? p->c : raw[2],
                                   p ? p->d : raw[3]};
    const int begin = dist_shared(c->t) ? 3 : 0;
    const void *at[4] = {0};
    for (int k = begin; k < 4; ++k)
        at[k] = rows_at(c, k, arrays[k], op);
    return (tri_chunk){.a = at[0],
                       .b = at[1],
                       .c = at[2],
                       .d = at[3],
                       .pitch = in_place ? p->stride : c->width,
                       .rows = op->rows,
                       .lanes = c->width,
                       .no_before = op->row == 0 && !c->t->periodic,
                       .no_after = op->row + op->rows == c->t->n && !c->t->periodic,
                       .far = in_place ? rows_ahead(c) : 0};
}

/* ---- up ---- */

/* Behind what merges keep. */
static char *kept_rows(const climb *c, const dist_op *op)
{
    return c->kept + (size_t)(c->tape->merges + op->at) * (size_t)dist_kept_values(c->t) * c->row;
}

static void reduce_chunk(const climb *c, const dist_op *op, char *to)
{
    const tri_chunk chunk = chunk_of(c, op);
    char *kept = kept_rows(c, op);
    if (c->judge && !dist_shared(c->t))
        c->t->kernels->dominance(&chunk, &c->found->dominance);
    if (dist_shared(c->t)) {
        const tri_row_factors f = dist_row_factors(c->t, c->tape, op->at);
        c->t->kernels->reduce_shared(&chunk, &f, to, kept);
    } else {
        c->t->kernels->reduce(&chunk, to, kept);
    }
}

static const char *piece_of(const climb *c, const dist_op *op)
{
    const size_t before = (size_t)c->b->parts[op->part].head * (size_t)dist_row_values(c->t) +
                          (size_t)op->node * (size_t)dist_segment_values(c->t);
    return c->s->pieces[op->part] + before * c->row;
}

static void go_up(const climb *c)
{
    const tri_segment_kernels *k = c->t->kernels;
    const size_t segment = (size_t)dist_segment_values(c->t) * c->row;
    const size_t kept = (size_t)dist_kept_values(c->t) * c->row;
    char *top = c->s->stack; /* behind the last segment */
    int merges = 0;
    for (int i = 0; i < c->tape->count; ++i) {
        const dist_op *op = &c->tape->ops[i];
        if (op->kind != DIST_MERGE) {
            if (op->kind == DIST_CHUNK)
                reduce_chunk(c, op, top);
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

static void expand_chunk(const climb *c, const dist_op *op, const char *before, const char *last,
                         char *x)
{
    const char *kept = kept_rows(c, op);
    if (dist_shared(c->t)) {
        const tri_row_factors f = dist_row_factors(c->t, c->tape, op->at);
        c->t->kernels->expand_shared(c->width, op->rows, &f, kept, before, last, x);
    } else {
        c->t->kernels->expand(c->width, op->rows, kept, before, last, x);
    }
}

static void write_rows(const climb *c, const char *x, int64_t first, int64_t rows)
{
    const tri_rows_of of = {&c->lanes->problem, &c->lanes->panel};
    if (rows)
        c->t->kernels->put(&of, x, first, (int)rows, c->lanes->problem.x);
}

/* A value that is no number reaches the first row of its chunk on the way back. */
static void look_at_row(const climb *c, const char *x, int answered)
{
    for (int l = 0; l < c->lanes->used; ++l) {
        const double value = c->t->precision == 32 ? (double)((const float *)(const void *)x)[l]
                                                   : ((const double *)(const void *)x)[l];
        if (!(value - value == 0))
            dist_note_failure(c->t, c->b, c->part, c->panel, l, answered, c->found);
    }
}

static void put_chunk(const climb *c, const dist_op *op, const char *before, const char *last)
{
    expand_chunk(c, op, before, last, c->s->x);
    look_at_row(c, c->s->x, 0);
    write_rows(c, c->s->x, op->at, op->rows);
}

/* In the top: x of a chunk that is cut is the answer for its rows. */
static void answer_chunk(const climb *c, const dist_op *op, const char *before, const char *last)
{
    expand_chunk(c, op, before, last, c->s->last + (size_t)(op->piece + 1) * c->row);
}

/* The stack holds pairs: the unknown before a segment and its last one. `height` of them are there. */
static void go_down(const climb *c, int height)
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

static climb climb_of(const spate_tridiag_distributed *t, const dist_bundle *b,
                      const dist_tape *tape, const dist_lanes *lanes, dist_scratch *s, char *kept)
{
    return (climb){.t = t,
                   .b = b,
                   .tape = tape,
                   .lanes = lanes,
                   .s = s,
                   .row = (size_t)b->lanes * dist_bytes(t),
                   .width = b->lanes,
                   .kept = kept};
}

/* Rows of a cut chunk go to the top as they are: all a, all b, all c, all d. */
static char *send_rows(const climb *c, int64_t first, int64_t rows, char *to)
{
    const tri_problem *p = &c->lanes->problem;
    const void *const arrays[4] = {p->a, p->b, p->c, p->d};
    tri_panel panel = c->lanes->panel;
    const tri_rows_of of = {p, &panel};
    for (int k = dist_shared(c->t) ? 3 : 0; k < 4 && rows; ++k) {
        c->t->kernels->get(&of, arrays[k], first, (int)rows, to);
        to += (size_t)rows * c->row;
    }
    return to;
}

void dist_part_up(const spate_tridiag_distributed *t, const dist_bundle *b, const dist_part *p,
                  int64_t panel, dist_scratch *s, char *pieces, char *kept, dist_findings *found)
{
    dist_lanes lanes;
    dist_find_lanes(t, b, p, panel, &lanes);
    climb c = climb_of(t, b, &p->tape, &lanes, s, kept);
    c.found = found;
    c.judge = t->reduced == DIST_NEIGHBOURS;
    const size_t nodes = (size_t)p->nodes * (size_t)dist_segment_values(t) * c.row;
    go_up(&c);
    pieces = send_rows(&c, 0, p->head, pieces);
    memcpy(pieces, s->stack, nodes);
    send_rows(&c, p->n - p->tail, p->tail, pieces + nodes);
}

void dist_part_down(const spate_tridiag_distributed *t, const dist_bundle *b, const dist_part *p,
                    int64_t panel, dist_scratch *s, const char *answers, char *kept,
                    dist_findings *found)
{
    dist_lanes lanes;
    dist_find_lanes(t, b, p, panel, &lanes);
    climb c = climb_of(t, b, &p->tape, &lanes, s, kept);
    c.part = p;
    c.found = found;
    c.panel = panel;
    const char *nodes = answers + (size_t)p->head * c.row;
    /* While d is still there. A part with a cause of its own gets no number as its last unknown. */
    look_at_row(&c, answers + (size_t)(dist_answer_values(p) - 1) * c.row, 1);
    for (int k = 0; k < p->nodes; ++k)
        memcpy(s->bounds + (size_t)k * 2 * c.row, nodes + (size_t)k * c.row, 2 * c.row);
    go_down(&c, p->nodes);
    write_rows(&c, answers + c.row, 0, p->head);
    write_rows(&c, nodes + (size_t)(p->nodes + 1) * c.row, p->n - p->tail, p->tail);
}

/* ---- the top ---- */

static void collect_rows(const climb *c)
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
    const climb c = climb_of(t, b, &b->top, NULL, s, s->kept);
    collect_rows(&c);
    go_up(&c);
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
    go_down(&c, 1);
    for (int p = 0; p < b->part_count; ++p)
        memcpy(s->answers[p], s->last + (size_t)b->parts[p].piece * c.row,
               (size_t)dist_answer_values(&b->parts[p]) * c.row);
}
