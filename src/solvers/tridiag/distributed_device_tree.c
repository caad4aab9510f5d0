/* Builds a tree: tape operations are appended to lists, and merges are assigned to levels. */
#include "solvers/tridiag/distributed_device_tree.h"

dist_node dist_add_chunk(dist_tree_builder *g, const spate_tridiag_distributed *t,
                         const dist_op *op, int part, int32_t before, int32_t last)
{
    tri_cut_tree *tree = g->tree;
    const dist_node n = {tree->segments++, before, last, 0};
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

void dist_add_piece(dist_tree_builder *g, int64_t value, int part, int32_t number)
{
    g->pieces[g->tree->piece_count++] = (tri_cut_place){value, part, number};
}

dist_node dist_add_merge(dist_tree_builder *g, const dist_node *left, const dist_node *right,
                         const tri_merge_factors *factors)
{
    const int32_t below = left->level > right->level ? left->level : right->level;
    const int k = g->tree->merge_count++;
    g->merges[k] =
        (tri_cut_merge){left->segment, right->segment, left->before, left->last, right->last};
    g->levels[k] = below;
    if (factors)
        g->factors[k] = *factors;
    return (dist_node){left->segment, left->before, right->last, below + 1};
}

/* Keeps the order within a level. */
void dist_finish_tree(dist_tree_builder *g)
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
