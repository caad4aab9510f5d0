/* The solver for schemes: it works on the parts of a simulation, with their devices, and reads the
 * matrix and the right-hand side from fields of these parts, without a copy. */
#ifndef SPATE_SOLVERS_KRYLOV_PARTS_H
#define SPATE_SOLVERS_KRYLOV_PARTS_H

#include "solvers/krylov/solver.h"

/* As spate_krylov_create, for the grid, the partition and the devices of a simulation (`devices`: one
 * for each part of this rank, all of one backend). nx, ny, parts_x, parts_y, pitch, backend and
 * memory of the options are not used. The partition is borrowed. */
spate_status kry_create_on(spate_context *ctx, const spate_krylov_options *o, const grid *g,
                           const partition *p, const part_device *const *devices, kry_solver **s);

/* The matrix of each part, in the memory of its device: pointers to cell (0, 0) of fields with at
 * least one ring of ghosts, of which those on linked sides are valid. They are borrowed: setup and
 * solves read them. A face field of the scheme (face i is the west face of cell i) is given as
 * `field + 1` for east and `field + pitch` for north; couplings at the outer edges must be 0.
 * Values are not checked. Call spate_krylov_setup afterwards, and after every change of values. */
spate_status kry_use_matrix(kry_solver *s, const kry_matrix *parts);

/* As spate_krylov_solve; no ghosts of b or x are read or written. */
spate_status kry_solve_arrays(kry_solver *s, const kry_array *b, const kry_array *x);

/* Words that an iteration must move for each unknown: of conjugate gradients, and of this
 * preconditioner with its usual options. NULL or a name that is none: without a preconditioner. */
typedef struct kry_words {
    double gradients, preconditioner;
} kry_words;
kry_words kry_iteration_words(const char *preconditioner);

#endif
