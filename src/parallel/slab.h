/* Whole rows of the grid on rank 0: gathered from the parts, or distributed to them. Parts of rank
 * 0 are copied directly, those of other ranks are sent as messages. Knows bytes and boxes, not
 * fields. */
#ifndef SPATE_PARALLEL_SLAB_H
#define SPATE_PARALLEL_SLAB_H

#include "grid/grid.h"

typedef struct slab {
    spate_context *ctx;
    const grid *grid;
    const partition *partition;
    int first_part; /* of this rank */
    size_t value_bytes;
    int64_t rows; /* at most so many at once: a few megabytes */
    char *buffer; /* of messages; NULL where no other rank takes part */
} slab;

/* Copies rows [j, j + rows) of a local part, all its columns, between the part and a block whose
 * rows lie `pitch` bytes apart. The function defines the direction. */
typedef void slab_copy_fn(void *user, int local_part, int j, int rows, void *block, size_t pitch);

/* Collective, as are gather and scatter. Call close after a failed open too. */
spate_status slab_open(slab *s, spate_context *ctx, const grid *g, const partition *p,
                       size_t value_bytes);
void slab_close(slab *s);

/* Rows [j, j + rows) of the grid, at most s->rows. whole: nx * rows values on rank 0, not used on
 * others. */
void slab_gather(slab *s, int64_t j, int64_t rows, void *whole, slab_copy_fn *from_part,
                 void *user);
void slab_scatter(slab *s, int64_t j, int64_t rows, void *whole, slab_copy_fn *to_part, void *user);

#endif
