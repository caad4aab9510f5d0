/* The hierarchy of grids of RRB and multigrid on all parts of this rank, and across ranks.
 *
 * A level is distributed (each part has its nodes, half as many in each direction as on the level
 * before) as long as every part begins at an even node. From the first level where one does not, and
 * on small levels, every rank has the whole level and computes all of it (gathered). Kernels and
 * arithmetic are the same, so bits do not depend on the partition. */
#ifndef SPATE_SOLVERS_KRYLOV_LEVELS_H
#define SPATE_SOLVERS_KRYLOV_LEVELS_H

#include "backend/krylov/level_kernels.h"
#include "backend/krylov/schur.h"
#include "solvers/krylov/precondition.h"

enum { KRY_LEVELS_MOST = 32 };

/* Vectors of a level of a part, in the memory of the backend; NULL where there is none. */
typedef struct kry_level_memory {
    void *r, *z, *held, *planes; /* z: where it is not a vector of the solver */
    void *exact;                 /* planes in f64, where those of the level are f32 and A is f64 */
    void *matrix;                /* f64 */
    void *schur;                 /* in the precision of the conjugate gradients */
} kry_level_memory;

typedef struct kry_level {
    int64_t nx, ny; /* nodes of the whole level */
    int gathered;
    int count; /* parts of this rank; 1 if gathered */
    level_part *parts;
    level_part *exact; /* the same as set-up sees it: planes are those of memory->exact */
    kry_level_memory *memory;
    kry_shape *nodes, *quads; /* layouts of a node array and of a plane */
    /* NULL where there is one part, or the level is gathered. */
    kry_ghosts *r_ghosts, *quad_ghosts, *node_ghosts;
} kry_level;

typedef struct kry_levels {
    const level_kernels *kernels;    /* in the precision of the preconditioner */
    const level_kernels *cg_kernels; /* in that of the conjugate gradients */
    const schur_kernels *schur_kernels;
    const level_method *method, *setup_method;
    int multigrid;
    int schur; /* conjugate gradients run on E and O of level 0 */
    int count; /* levels; the last one is solved exactly */
    kry_level level[KRY_LEVELS_MOST];
    level_bottom bottom;
    /* The first gathered level, or `count`, and its parts as the passes of the level before leave
     * them: r, matrix and z are node arrays; z lies in that of the whole level. */
    int gathered_at;
    kry_level staged;
    void *whole;  /* a node array of the whole level */
    void *packed; /* room for what this rank sends, in the memory of the host */
    /* Levels from tail_at on are done at once, where a device can: their parts in its memory. */
    int tail_at;
    level_part *tail;
    void **pointers; /* one for each part of this rank */
} kry_levels;

/* Memory and layouts; on failure the context holds the message, and kry_levels_destroy releases what
 * there is. Collective. */
spate_status kry_levels_create(kry_solver *s, int multigrid, kry_levels **levels);
void kry_levels_destroy(kry_solver *s, kry_levels *levels);
static inline int kry_levels_are_mixed(const kry_solver *s)
{
    return kry_bytes(s) != kry_preconditioner_bytes(s);
}

/* Whether z of the parts of a level is a vector of the solver, or of one plane of it. */
static inline int kry_levels_z_is_solvers(const kry_levels *h, int number)
{
    if (h->level[number].gathered)
        return 0;
    return h->schur ? number == 1 && !h->method->own_z : number == 0;
}
/* Coefficients of all levels from the matrices of the parts. Collective. */
spate_status kry_levels_setup(kry_solver *s, kry_levels *levels);
/* Kernels of all levels see the scalars and the stream of the solver. */
void kry_levels_bind(const kry_solver *s, kry_levels *levels);
/* z = M^-1 in. Collective. */
void kry_levels_apply(kry_solver *s, kry_levels *levels);

/* Copies the parts of the last levels to the device, with all their pointers. */
void kry_levels_place_tail(kry_solver *s, kry_levels *levels);

/* ---- levels_gather.c ---- */

/* Sends r of the staged parts to all ranks; r of the gathered level is complete on return. */
void kry_levels_gather_r(kry_solver *s, kry_levels *levels);
/* The same of the matrix. Returns 0 if there is no memory. */
int kry_levels_gather_matrix(kry_solver *s, kry_levels *levels);

#endif
