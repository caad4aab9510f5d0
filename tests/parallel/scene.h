/* The scene of the identity tests: random wet and dry terrain with inactive cells, moving water, an
 * open edge, friction; uneven sizes. Everything that may change bits is in it. */
#ifndef SPATE_TESTS_PARALLEL_SCENE_H
#define SPATE_TESTS_PARALLEL_SCENE_H

#include <stdint.h>

#include "spate/spate.h"

typedef struct scene {
    spate_options options;
    spate_field_fn level;
    int64_t steps;
    int sources; /* SCENE_NO_SOURCES ... */
} scene;

enum { SCENE_NO_SOURCES, SCENE_CONSTANT_RATE, SCENE_GREEN_AMPT };

/* variant 0: walls and an open edge, cells bed, RK2, Manning. 1: periodic, bilinear bed, RK2, no
 * friction. 2: bilinear, Euler, Chezy, rain, open edges. 3: a small pond in a large dry area (tiles
 * wake up), cells, RK2, at a Courant number where steps are redone. 4: a wave in a large lake at rest,
 * periodic (tiles of still water sleep), cells, RK2, Manning, steps redone too. 5: the same with the
 * bilinear bed and Euler steps. 6: the pond with every source, constant infiltration, RK2, cells,
 * Manning. 7: the same with Green-Ampt, Coriolis, Euler, bilinear, Chezy. */
enum {
    SCENE_POND = 3,
    SCENE_LAKE,
    SCENE_LAKE_EULER,
    SCENE_SOURCES,
    SCENE_SOURCES_EULER,
    SCENE_VARIANTS
};
scene scene_make(int variant, int precision);

/* Runs the scene and returns depth, hu, hv one after another (3 nx ny values, freed by the caller; NULL
 * on other ranks than 0). On failure the status is returned and *fields is NULL. */
spate_status scene_run(spate_context *ctx, const scene *s, double **fields, spate_stats *stats);

/* Of a scene with sources: sets them; advances, with a rain map for part of the time. */
spate_status scene_add_sources(spate_sim *sim, const scene *s);
spate_status scene_advance_under_cloud(spate_sim *sim, const scene *s);

/* 64-bit checksum of the bits (FNV-1a). */
uint64_t scene_hash(const scene *s, const double *fields);

#endif
