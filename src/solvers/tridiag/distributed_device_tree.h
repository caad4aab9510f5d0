/* Construction of a tree for a device from tapes (distributed_device_plan.c): numbers segments
 * and unknowns, and sorts merges into levels. */
#ifndef SPATE_SOLVERS_TRIDIAG_DISTRIBUTED_DEVICE_TREE_H
#define SPATE_SOLVERS_TRIDIAG_DISTRIBUTED_DEVICE_TREE_H

#include "solvers/tridiag/distributed_device.h"

/* A segment on the stack of a tape, and the unknowns at its two ends. */
typedef struct dist_node {
    int32_t segment, before, last, level;
} dist_node;

/* A tree under construction. All sizes are computed beforehand. */
typedef struct dist_tree_builder {
    tri_cut_tree *tree;
    tri_cut_chunk *chunks;
    tri_cut_row *rows;
    tri_cut_place *pieces;
    tri_cut_merge *merges, *sorted;
    tri_merge_factors *factors, *sorted_factors;
    int32_t *levels, *level; /* level of each merge in tape order; first merge of each level */
    dist_node *stack;
} dist_tree_builder;

/* Both return the new segment. part: -1 in the top. */
dist_node dist_add_chunk(dist_tree_builder *g, const spate_tridiag_distributed *t,
                         const dist_op *op, int part, int32_t before, int32_t last);
dist_node dist_add_merge(dist_tree_builder *g, const dist_node *left, const dist_node *right,
                         const tri_merge_factors *factors);
/* Adds a segment to the pieces of a part. */
void dist_add_piece(dist_tree_builder *g, int64_t value, int part, int32_t segment);
/* Sorts merges by level and sets the pointers of the tree. */
void dist_finish_tree(dist_tree_builder *g);

#endif
