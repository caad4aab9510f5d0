/* The scene of the identity tests: random wet and dry terrain with inactive cells, moving water, an
 * open edge, friction; uneven sizes. Everything that may change bits is in it. */
#ifndef SPATE_TESTS_PARALLEL_SCENE_H
#define SPATE_TESTS_PARALLEL_SCENE_H

#include <stddef.h>
#include <stdint.h>

#include "spate/spate.h"

typedef struct scene {
    spate_options options;
    spate_field_fn level;
    int64_t steps;
    int boundaries;
    int sources; /* SCENE_NO_SOURCES ... */
} scene;

enum { SCENE_NO_SOURCES, SCENE_CONSTANT_RATE, SCENE_GREEN_AMPT };

/* variant 0: walls and an open edge, cells bed, RK2, Manning. 1: periodic, bilinear bed, RK2, no
 * friction. 2: bilinear, Euler, Chezy, rain, open edges. 3: a small pond in a large dry area (tiles
 * wake up), cells, RK2, at a Courant number where steps are redone. 4: a wave in a large lake at rest,
 * periodic (tiles of still water sleep), cells, RK2, Manning, steps redone too. 5: the same with the
 * bilinear bed and Euler steps. 6: all kinds of boundaries, crests and a section, cells, RK2, Manning;
 * 7: the same with the bilinear bed and Euler steps. 8: the pond with every source, constant
 * infiltration, RK2, cells, Manning. 9: the same with Green-Ampt, Coriolis, Euler, bilinear, Chezy. */
enum {
    SCENE_POND = 3,
    SCENE_LAKE,
    SCENE_LAKE_EULER,
    SCENE_BOUNDARIES,
    SCENE_BOUNDARIES_EULER,
    SCENE_SOURCES,
    SCENE_SOURCES_EULER,
    SCENE_VARIANTS
};
/* Volumes through the section and boundaries, after the fields. */
enum { SCENE_VOLUMES = 1 + 3 * 8 };
scene scene_make(int variant, int precision);

/* Runs the scene and returns depth, hu, hv one after another (3 nx ny values), then SCENE_VOLUMES
 * volumes; freed by the caller; NULL on other ranks than 0. On failure the status is returned and *fields is NULL. */
spate_status scene_run(spate_context *ctx, const scene *s, double **fields, spate_stats *stats);

/* Boundaries, crests and a section for the grid of variants 6 and 7. */
spate_status scene_add_boundaries(spate_sim *sim);

/* All values of scene_run. */
size_t scene_values(const scene *s);
/* Of a scene with sources: sets them; advances, with a rain map for part of the time. */
spate_status scene_add_sources(spate_sim *sim, const scene *s);
spate_status scene_advance_under_cloud(spate_sim *sim, const scene *s);

/* 64-bit checksum of the bits (FNV-1a). */
uint64_t scene_hash(const scene *s, const double *fields);

#endif
