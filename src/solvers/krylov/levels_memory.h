/* Vectors of the levels of parts. */
#ifndef SPATE_SOLVERS_KRYLOV_LEVELS_MEMORY_H
#define SPATE_SOLVERS_KRYLOV_LEVELS_MEMORY_H

#include "solvers/krylov/levels.h"

/* Lists for so many parts. All functions here return 0 if there is no memory. */
int kry_level_lists(kry_level *l, int count);
/* Vectors of a part of a level whose layouts are known, and the pointers to them. */
int kry_level_allocate(const kry_solver *s, kry_levels *h, int number, int part);
/* Parts of the level that is gathered, as the passes of the level before leave them. */
int kry_level_stage(const kry_solver *s, kry_levels *h);
int kry_level_allocate_bottom(const kry_solver *s, kry_levels *h);

void kry_level_release(const kry_solver *s, kry_level *l);
void kry_level_release_bottom(const kry_solver *s, kry_levels *h);

/* ---- levels_create.c ---- */

/* The nodes of a local part on level `number`; its quads are the nodes of the next level. */
kry_shape kry_level_layout(const kry_solver *s, int part, int number);
/* Sizes of a part from its layouts. */
void kry_level_describe(const kry_solver *s, kry_level *l, int part);

#endif
