/* The initial water of a model as separate pools. */
#ifndef SPATE_MODEL_POOLS_H
#define SPATE_MODEL_POOLS_H

#include "model/model.h"

typedef struct pool {
    int64_t cells;
    double volume;      /* m3 */
    double x, y, depth; /* of its deepest cell */
    double level;       /* m, there */
} pool;

/* Pools are cells connected by faces with water on both sides. Returns the largest by volume first,
 * at most `most`, and the number of all in *count. Results on rank 0. Collective. */
spate_status model_pools(model *m, pool *largest, int most, int64_t *count);

#endif
