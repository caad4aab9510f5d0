/* Exchange of the ghosts of vectors (kry_shape) between the parts of this rank and of others. One
 * exchange object serves all vectors of one layout: those of a space, or of a level of a hierarchy.
 */
#ifndef SPATE_SOLVERS_KRYLOV_GHOSTS_H
#define SPATE_SOLVERS_KRYLOV_GHOSTS_H

#include "backend/krylov/device.h"
#include "backend/krylov/part.h"
#include "grid/grid.h"

typedef struct kry_ghosts kry_ghosts;

/* shapes: of each part of this rank in the partition; copied. stream: where the device's stream is
 * found, or NULL. Collective. NULL: no memory. */
kry_ghosts *kry_ghosts_create(spate_context *ctx, const kry_device *device, void *const *stream,
                              const grid *g, const partition *p, const kry_shape *shapes);
void kry_ghosts_destroy(kry_ghosts *e); /* collective */

/* Fills the ghosts on linked sides, corners included, of one vector: value (0, 0) for each part of
 * this rank, values of 4 or 8 bytes. Collective. */
void kry_ghosts_fill(kry_ghosts *e, void *const *vectors, size_t value_bytes);
/* Messages sent to other ranks so far. */
int64_t kry_ghosts_messages(const kry_ghosts *e);

#endif
