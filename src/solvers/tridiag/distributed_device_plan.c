/* The tree of a bundle as a device takes it: from tapes, which one thread runs from one end to the other, to merges
 * in levels, which many run at once. */
#include <stdlib.h>
#include <string.h>

#include "solvers/tridiag/distributed_device.h"

/* A segment on the stack of a tape, and the unknowns on its two sides. */
typedef struct node {
    int32_t segment, before, last, level;
} node;

/* A tree while it grows. Everything in it was counted beforehand. */
typedef struct growing {
    tri_cut_tree *tree;
    tri_cut_chunk *chunks;
    tri_cut_row *rows;
    tri_cut_place *pieces;
    tri_cut_merge *merges, *sorted;
    tri_merge_factors *factors, *sorted_factors;
    int32_t *levels, *level; /* of each merge in its first order; first of each */
    node *stack;
} growing;

/* Hands out one block; with base NULL it only counts. */
typedef struct carver {
    char *base;
    size_t used;
} carver;

static void *carve(carver *c, size_t count, size_t size)
{
    void *at = c->base ? c->base + c->used : NULL;
    c->used += (count * size + 63) / 64 * 64;
    return at;
}

typedef struct counts {
    size_t ops, merges, rows, depth;
} counts;

static growing carve_tree(carver *c, const counts *n, tri_cut_tree *tree)
{
    growing g = {.tree = tree};
    g.chunks = carve(c, n->ops, sizeof *g.chunks);
    g.pieces = carve(c, n->ops, sizeof *g.pieces);
    g.rows = carve(c, n->rows, sizeof *g.rows);
    g.merges = carve(c, n->merges, sizeof *g.merges);
    g.sorted = carve(c, n->merges, sizeof *g.sorted);
    g.factors = carve(c, n->merges, sizeof *g.factors);
    g.sorted_factors = carve(c, n->merges, sizeof *g.sorted_factors);
    g.levels = carve(c, n->merges, sizeof *g.levels);
    g.level = carve(c, n->merges + 2, sizeof *g.level);
    g.stack = carve(c, n->depth + 1, sizeof *g.stack);
    return g;
}

/* ---- growing ---- */

static node push_chunk(growing *g, const spate_tridiag_distributed *t, const dist_op *op, int part,
                       int32_t before, int32_t last)
{
    tri_cut_tree *tree = g->tree;
    const node n = {tree->segments++, before, last, 0};
    g->chunks[tree->chunk_count++] =
        (tri_cut_chunk){.at = op->at,
                        .kept = tree->kept,
                        .part = part,
                        .rows = op->rows,
                        .segment = n.segment,
                        .before = before,
                        .last = last,
                        .no_before = op->row == 0 && !t->periodic,
                        .no_after = op->row + op->rows == t->n && !t->periodic};
    tree->kept += op->rows;
    return n;
}

static void push_place(growing *g, int64_t value, int part, int32_t number)
{
    g->pieces[g->tree->piece_count++] = (tri_cut_place){value, part, number};
}

static node push_merge(growing *g, const node *left, const node *right,
                       const tri_merge_factors *factors)
{
    const int32_t below = left->level > right->level ? left->level : right->level;
    const int k = g->tree->merge_count++;
    g->merges[k] =
        (tri_cut_merge){left->segment, right->segment, left->before, left->last, right->last};
    g->levels[k] = below;
    if (factors)
        g->factors[k] = *factors;
    return (node){left->segment, left->before, right->last, below + 1};
}

/* By level; within one in the order they came. */
static void sort_merges(growing *g)
{
    tri_cut_tree *tree = g->tree;
    int32_t to = 0;
    for (int32_t level = 0; to < tree->merge_count; ++level) {
        g->level[level] = to;
        for (int k = 0; k < tree->merge_count; ++k)
            if (g->levels[k] == level) {
                g->sorted[to] = g->merges[k];
                g->sorted_factors[to++] = g->factors[k];
            }
        tree->levels = level + 1;
    }
    g->level[tree->levels] = to;
    tree->chunks = g->chunks;
    tree->merges = g->sorted;
    tree->factors = g->sorted_factors;
    tree->level = g->level;
    tree->rows = g->rows;
    tree->pieces = g->pieces;
}

/* ---- where things are among the pieces and answers of a part ---- */

static int64_t node_value(const spate_tridiag_distributed *t, const dist_part *p, int node_number)
{
    return p->head * dist_row_values(t) + (int64_t)node_number * dist_segment_values(t);
}

static void push_rows(growing *g, const spate_tridiag_distributed *t, const dist_part *p, int part)
{
    const int64_t runs[2] = {p->head, p->tail}, at[2] = {0, p->n - p->tail};
    const int64_t value[2] = {0, node_value(t, p, p->nodes)};
    const int64_t answer[2] = {1, p->head + p->nodes + 1};
    for (int run = 0; run < 2; ++run)
        for (int64_t i = 0; i < runs[run]; ++i)
            g->rows[g->tree->row_count++] = (tri_cut_row){.at = at[run] + i,
                                                          .value = value[run] + i,
                                                          .apart = runs[run],
                                                          .answer = answer[run] + i,
                                                          .part = part};
}

/* ---- the parts of this rank ---- */

static void grow_part(growing *g, const spate_tridiag_distributed *t, const dist_part *p, int part,
                      tri_cut_place *ends, int *end_count)
{
    int height = 0, merges = 0;
    const int32_t before = g->tree->unknowns;
    int32_t last = before;
    for (int k = 0; k < p->tape.count; ++k) {
        const dist_op *op = &p->tape.ops[k];
        if (op->kind == DIST_MERGE) {
            --height;
            g->stack[height - 1] = push_merge(g, &g->stack[height - 1], &g->stack[height],
                                              dist_shared(t) ? &p->tape.merge[merges++] : NULL);
        } else {
            g->stack[height++] = push_chunk(g, t, op, part, last, last + 1);
            ++last;
        }
    }
    g->tree->unknowns = last + 1;
    ends[(*end_count)++] = (tri_cut_place){p->head, part, before};
    for (int k = 0; k < height; ++k) {
        push_place(g, node_value(t, p, k), part, g->stack[k].segment);
        ends[(*end_count)++] = (tri_cut_place){p->head + 1 + k, part, g->stack[k].last};
    }
    push_rows(g, t, p, part);
}

/* ---- the top ---- */

static void grow_top(growing *g, const spate_tridiag_distributed *t, const dist_bundle *b)
{
    int height = 0, merges = 0;
    for (int k = 0; k < b->top.count; ++k) {
        const dist_op *op = &b->top.ops[k];
        const int32_t piece = (int32_t)op->piece;
        if (op->kind == DIST_MERGE) {
            --height;
            g->stack[height - 1] = push_merge(g, &g->stack[height - 1], &g->stack[height],
                                              dist_shared(t) ? &b->top.merge[merges++] : NULL);
        } else if (op->kind == DIST_CHUNK) {
            g->stack[height++] = push_chunk(g, t, op, -1, piece, piece + op->rows);
        } else {
            const node n = {g->tree->segments++, piece, piece + 1, 0};
            push_place(g, node_value(t, &b->parts[op->part], op->node), op->part, n.segment);
            g->stack[height++] = n;
        }
    }
    for (int p = 0; p < b->part_count; ++p)
        push_rows(g, t, &b->parts[p], p);
    g->tree->unknowns = (int)b->pieces + 1;
}

/* ---- all ---- */

static void count_tape(counts *n, const dist_tape *tape)
{
    n->ops += (size_t)tape->count;
    n->merges += (size_t)tape->merges;
    n->depth = n->depth > (size_t)tape->depth ? n->depth : (size_t)tape->depth;
}

static tri_cut_part part_of(const spate_tridiag_distributed *t, const dist_part *p)
{
    tri_cut_part to = {.local = p->local,
                       .n = p->n,
                       .stride = (ptrdiff_t)p->stride,
                       .step = {(ptrdiff_t)p->step[0], (ptrdiff_t)p->step[1]},
                       .pieces = dist_piece_values(t, p),
                       .answers = dist_answer_values(p),
                       .answer = p->piece};
    if (dist_shared(t) && p->local >= 0)
        to.factors = dist_row_factors(t, &p->tape, 0);
    return to;
}

static void fill_spec(const spate_tridiag_distributed *t, const dist_bundle *b, tri_cut_spec *s)
{
    s->precision = t->precision;
    s->shared = dist_shared(t);
    s->periodic = t->periodic;
    s->lines = b->lines;
    s->count0 = b->count[0];
    s->number[0] = b->exchanged ? b->count[1] : 1;
    s->number[1] = b->exchanged ? 1 : b->count[0];
    s->panels = b->batch;
    s->fused = dist_is_fused(b);
    s->slots = s->fused ? 1 : DIST_SLOTS;
    s->part_count = b->part_count;
    s->local_count = b->local_count;
    if (dist_shared(t)) {
        s->top_factors = dist_row_factors(t, &b->top, 0);
        s->top_c = b->top_c;
        s->top_scale = b->top_scale;
    }
}

dist_device_plan dist_device_plan_of(const spate_tridiag_distributed *t, const dist_bundle *b)
{
    dist_device_plan plan = {.block = NULL};
    counts below = {0}, top = {0};
    size_t ends = 0;
    for (int p = 0; p < b->part_count; ++p) {
        const dist_part *part = &b->parts[p];
        top.rows += (size_t)(part->head + part->tail);
        if (part->local < 0)
            continue;
        count_tape(&below, &part->tape);
        below.rows += (size_t)(part->head + part->tail);
        ends += (size_t)part->nodes + 1;
    }
    count_tape(&top, &b->top);
    for (int counting = 1; counting >= 0; --counting) {
        carver c = {plan.block, 0};
        growing lower = carve_tree(&c, &below, &plan.spec.below);
        growing upper = carve_tree(&c, &top, &plan.spec.top);
        tri_cut_part *parts = carve(&c, (size_t)b->part_count, sizeof *parts);
        tri_cut_place *end = carve(&c, ends, sizeof *end);
        if (counting) {
            plan.block = calloc(1, c.used + 1);
            if (!plan.block)
                return plan;
            continue;
        }
        fill_spec(t, b, &plan.spec);
        for (int p = 0; p < b->part_count; ++p) {
            parts[p] = part_of(t, &b->parts[p]);
            if (b->parts[p].local >= 0)
                grow_part(&lower, t, &b->parts[p], p, end, &plan.spec.end_count);
        }
        grow_top(&upper, t, b);
        sort_merges(&lower);
        sort_merges(&upper);
        plan.spec.parts = parts;
        plan.spec.ends = end;
    }
    return plan;
}
