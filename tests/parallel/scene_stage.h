/* What the files of a scene share among themselves. */
#ifndef SPATE_TESTS_PARALLEL_SCENE_STAGE_H
#define SPATE_TESTS_PARALLEL_SCENE_STAGE_H

#include "scene.h"

/* A simulation and what the scene knows of it. */
typedef struct stage {
    spate_sim *sim;
    int boundary[SCENE_BOUNDARY_COUNT], has_section;
} stage;

/* Everything that is compared; values is NULL on other ranks than 0. */
spate_status scene_gather(const stage *g, const scene *s, double *values, spate_stats *stats);

#endif
