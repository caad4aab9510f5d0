/* A tree for a device while it grows from tapes (distributed_device_plan.c): segments and unknowns are counted, merges are
 * sorted into levels. */
#ifndef SPATE_SOLVERS_TRIDIAG_DISTRIBUTED_DEVICE_TREE_H
#define SPATE_SOLVERS_TRIDIAG_DISTRIBUTED_DEVICE_TREE_H

#include "solvers/tridiag/distributed_device.h"

/* A segment on the stack of a tape, and the unknowns on its two sides. */
typedef struct dist_node {
    int32_t segment, before, last, level;
} dist_node;

/* A tree while it grows. Everything in it was counted beforehand. */
typedef struct dist_growing {
    tri_cut_tree *tree;
    tri_cut_chunk *chunks;
    tri_cut_row *rows;
    tri_cut_place *pieces;
    tri_cut_merge *merges, *sorted;
    tri_merge_factors *factors, *sorted_factors;
    int32_t *levels, *level; /* of each merge in its first order; first of each */
    dist_node *stack;
} dist_growing;

/* Each gives the new segment. part: -1 in the top. */
dist_node dist_grow_chunk(dist_growing *g, const spate_tridiag_distributed *t, const dist_op *op,
                          int part, int32_t before, int32_t last);
dist_node dist_grow_merge(dist_growing *g, const dist_node *left, const dist_node *right,
                          const tri_merge_factors *factors);
/* A segment among the pieces of a part. */
void dist_grow_piece(dist_growing *g, int64_t value, int part, int32_t segment);
/* Merges by level; then the tree has all that grew. */
void dist_grow_end(dist_growing *g);

#endif
