/* The tree of a bundle in the form that a device needs. Tapes, which one thread runs from end to
 * end, become levels of merges, which many threads run at once. */
#include <stdlib.h>
#include <string.h>

#include "solvers/tridiag/distributed_device_tree.h"

typedef struct counts {
    size_t ops, merges, rows, depth;
} counts;

static dist_tree_builder carve_tree(block_carver *c, const counts *n, tri_cut_tree *tree)
{
    dist_tree_builder g = {.tree = tree};
    g.chunks = solver_carve(c, (n->ops) * sizeof *g.chunks);
    g.pieces = solver_carve(c, (n->ops) * sizeof *g.pieces);
    g.rows = solver_carve(c, (n->rows) * sizeof *g.rows);
    g.merges = solver_carve(c, (n->merges) * sizeof *g.merges);
    g.sorted = solver_carve(c, (n->merges) * sizeof *g.sorted);
    g.factors = solver_carve(c, (n->merges) * sizeof *g.factors);
    g.sorted_factors = solver_carve(c, (n->merges) * sizeof *g.sorted_factors);
    g.levels = solver_carve(c, (n->merges) * sizeof *g.levels);
    g.level = solver_carve(c, (n->merges + 2) * sizeof *g.level);
    g.stack = solver_carve(c, (n->depth + 1) * sizeof *g.stack);
    return g;
}

/* ---- positions among the pieces and answers of a part ---- */

static int64_t node_value(const spate_tridiag_distributed *t, const dist_part *p, int node_number)
{
    return p->head * dist_row_values(t) + (int64_t)node_number * dist_segment_values(t);
}

static void push_rows(dist_tree_builder *g, const spate_tridiag_distributed *t, const dist_part *p,
                      int part)
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

static void add_part(dist_tree_builder *g, const spate_tridiag_distributed *t, const dist_part *p,
                     int part, tri_cut_place *ends, int *end_count)
{
    int height = 0, merges = 0;
    const int32_t before = g->tree->unknowns;
    int32_t last = before;
    for (int k = 0; k < p->tape.count; ++k) {
        const dist_op *op = &p->tape.ops[k];
        if (op->kind == DIST_MERGE) {
            --height;
            g->stack[height - 1] = dist_add_merge(g, &g->stack[height - 1], &g->stack[height],
                                                  dist_shared(t) ? &p->tape.merge[merges++] : NULL);
        } else {
            g->stack[height++] = dist_add_chunk(g, t, op, part, last, last + 1);
            ++last;
        }
    }
    g->tree->unknowns = last + 1;
    ends[(*end_count)++] = (tri_cut_place){p->head, part, before};
    for (int k = 0; k < height; ++k) {
        dist_add_piece(g, node_value(t, p, k), part, g->stack[k].segment);
        ends[(*end_count)++] = (tri_cut_place){p->head + 1 + k, part, g->stack[k].last};
    }
    push_rows(g, t, p, part);
}

/* ---- the top ---- */

static void add_top(dist_tree_builder *g, const spate_tridiag_distributed *t, const dist_bundle *b)
{
    int height = 0, merges = 0;
    for (int k = 0; k < b->top.count; ++k) {
        const dist_op *op = &b->top.ops[k];
        const int32_t piece = (int32_t)op->piece;
        if (op->kind == DIST_MERGE) {
            --height;
            g->stack[height - 1] = dist_add_merge(g, &g->stack[height - 1], &g->stack[height],
                                                  dist_shared(t) ? &b->top.merge[merges++] : NULL);
        } else if (op->kind == DIST_CHUNK) {
            g->stack[height++] = dist_add_chunk(g, t, op, -1, piece, piece + op->rows);
        } else {
            const dist_node n = {g->tree->segments++, piece, piece + 1, 0};
            dist_add_piece(g, node_value(t, &b->parts[op->part], op->node), op->part, n.segment);
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

static tri_cut_part part_of(const spate_tridiag_distributed *t, const dist_bundle *b,
                            const dist_part *p)
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
    if (dist_shared(t) && dist_decoupled(t, b)) {
        const dist_cut *cut = &b->cuts[p - b->parts];
        to.face = cut->face;
        to.coupling = cut->coupling;
        to.scale = cut->scale;
    }
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
    s->exchanged = b->exchanged;
    s->panels = b->batch;
    s->fused = dist_is_fused(b);
    s->decoupled = dist_decoupled(t, b);
    s->slots = s->fused ? 1 : DIST_SLOTS;
    s->part_count = b->part_count;
    s->local_count = b->local_count;
    if (dist_shared(t) && !s->decoupled) {
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
        block_carver c = {plan.block, 0};
        dist_tree_builder lower = carve_tree(&c, &below, &plan.spec.below);
        dist_tree_builder upper = carve_tree(&c, &top, &plan.spec.top);
        tri_cut_part *parts = solver_carve(&c, (size_t)b->part_count * sizeof *parts);
        tri_cut_place *end = solver_carve(&c, ends * sizeof *end);
        if (counting) {
            plan.block = calloc(1, c.used + 1);
            if (!plan.block)
                return plan;
            continue;
        }
        fill_spec(t, b, &plan.spec);
        for (int p = 0; p < b->part_count; ++p) {
            parts[p] = part_of(t, b, &b->parts[p]);
            if (b->parts[p].local >= 0)
                add_part(&lower, t, &b->parts[p], p, end, &plan.spec.end_count);
        }
        add_top(&upper, t, b);
        dist_finish_tree(&lower);
        dist_finish_tree(&upper);
        plan.spec.parts = parts;
        plan.spec.ends = end;
    }
    return plan;
}
