/* The scenes of the identity tests: random terrain with inactive cells, moving water, every
 * boundary, source and option, at any size. Everything that may change bits is in one of them. */
#ifndef SPATE_TESTS_PARALLEL_SCENE_H
#define SPATE_TESTS_PARALLEL_SCENE_H

#include <stddef.h>
#include <stdint.h>

#include "spate/spate.h"

typedef struct scene {
    spate_options options;
    spate_field_fn bed, level; /* user: the scene */
    int64_t steps;
    int64_t first;    /* steps before the interruption; 0: half of them */
    double until;     /* s: the end of an uninterrupted run, in place of steps; 0: none */
    int whole;        /* no cell is inactive */
    int streams;      /* water moves at the start */
    int boundaries;   /* all kinds, crests and a section */
    int sources;      /* SCENE_NO_SOURCES ... */
    int air;          /* pressure of the air changes in time and place: scheme "adi" */
    int friction_map; /* of options.friction */
    int maxima;
    /* Above 0: devices get other rows at random steps, in another way for each number. MOVES_NONE:
     * the run stops at these steps, because a checkpoint counts the stops. */
    int moves;
    int watched;     /* an observer is set in the first half; then everything is read */
    int interrupted; /* halfway the state is saved, and a new simulation goes on with it */
    const spate_options *afterwards; /* of that simulation; NULL: the same */
} scene;

enum { MOVES_NONE = -1 };
enum { SCENE_NO_SOURCES, SCENE_CONSTANT_RATE, SCENE_GREEN_AMPT };

/* In the order of scene_name. A small pond in a large dry area: tiles wake up, and steps are
 * redone. A wave in a large lake at rest: tiles of still water sleep. */
enum {
    SCENE_PATCHES,          /* wet and dry; walls and an open edge; cells bed, RK2, Manning */
    SCENE_PERIODIC,         /* the same water; bilinear bed, RK2, no friction */
    SCENE_OPEN,             /* the same water, rain; bilinear bed, Euler, Chezy */
    SCENE_POND,             /* cells, RK2 */
    SCENE_LAKE,             /* periodic; cells, RK2, Manning */
    SCENE_LAKE_EULER,       /* bilinear */
    SCENE_BOUNDARIES,       /* all kinds, crests, a section; cells, RK2, Manning */
    SCENE_BOUNDARIES_EULER, /* bilinear */
    SCENE_SOURCES,          /* the pond with every source; cells, RK2, Manning */
    SCENE_SOURCES_EULER,    /* Green-Ampt, Coriolis, bilinear, Chezy */
    SCENE_STEEP,            /* cliffs from cell to cell; cells, RK2, Manning map */
    SCENE_DRY,              /* no water but what sources bring; cells, Euler */
    SCENE_EVERYTHING,       /* deep water, boundaries and sources; bilinear, RK2, Chezy map */
    SCENE_VARIANTS
};
const char *scene_name(int variant);
/* Whether a list of numbers, with commas, has this one; NULL and "all" have every one. */
int scene_is_listed(const char *list, int variant);

/* In the size that suits it best; every second one tracks maxima. */
scene scene_make(int variant, int precision);
/* For another scheme than "kurganov": boundaries and beds that it lacks are replaced by what it
 * has. */
void scene_use_scheme(scene *s, const char *scheme);
/* Whether the scene has air pressure with this scheme. After scene_use_scheme. */
int scene_has_air(const scene *s);
/* With so many cells; edges too near to each other for a ring are not periodic. After
 * scene_use_scheme. */
void scene_resize(scene *s, int64_t nx, int64_t ny);

/* Runs the scene. *values: scene_values numbers, on rank 0 (NULL on others); freed by the caller.
 * On failure the status is returned and *values is NULL. */
spate_status scene_run(spate_context *ctx, const scene *s, double **values, spate_stats *stats);

/* Depth, hu, hv, the maxima and the infiltrated water, cell by cell; then accounts, clock, a few
 * cells, and a checksum of the saved state. */
size_t scene_values(const scene *s);
/* The value of a field at every cell; NULL where the scene does not keep it. */
const double *scene_field(const scene *s, const double *values, spate_field_name field);
/* "depth of cell (3, 4)". */
const char *scene_value_name(const scene *s, size_t n, char *text, size_t room);
/* Values that differ in a bit; *first: the first one. NaN is NaN, whatever its bits. */
size_t scene_differences(const scene *s, const double *a, const double *b, size_t *first);
/* 64-bit checksum of the bits (FNV-1a). */
uint64_t scene_hash(const scene *s, const double *values);

/* ---- parts of a scene; `user` of every function of the place is the scene ---- */

/* Scales positions as if the grid had this many metres along x and y, so that they fit every
 * size. */
double scene_x(const scene *s, double x, double width);
double scene_y(const scene *s, double y, double height);
/* Whether the place is in a disc of a grid of 203 x 101 m; of at least one cell in any. */
int scene_within(const scene *s, double x, double y, double centre_x, double centre_y,
                 double radius);

enum { SCENE_BOUNDARY_COUNT = 10, SCENE_INFLOW_COUNT = 2 };
/* Volumes of the section, the boundaries and the inflows. */
enum { SCENE_VOLUMES = 1 + 4 * SCENE_BOUNDARY_COUNT + 2 * SCENE_INFLOW_COUNT };
/* added[n]: the number of boundary n in the simulation, -1 where the grid has no face for it. */
spate_status scene_add_boundaries(spate_sim *sim, const scene *s, int added[SCENE_BOUNDARY_COUNT],
                                  int *has_section);
spate_status scene_add_sources(spate_sim *sim, const scene *s);
spate_status scene_add_air(spate_sim *sim, const scene *s);
/* Advances through the first half of the run, or the second, with a rain map for part of
 * the time. */
spate_status scene_advance_under_cloud(spate_sim *sim, const scene *s, int second);

/* So many steps, with moves of rows between them. */
spate_status scene_advance_steps(spate_sim *sim, const scene *s, int64_t steps);
void scene_moves_begin(const scene *s);

double scene_rough_bed(double x, double y, void *user);
double scene_cliffs(double x, double y, void *user);
double scene_patchy_level(double x, double y, void *user);
double scene_pools_on_cliffs(double x, double y, void *user);
double scene_pond(double x, double y, void *user);
double scene_pond_and_puddles(double x, double y, void *user);
double scene_lake_with_wave(double x, double y, void *user);
double scene_deep(double x, double y, void *user);
double scene_no_water(double x, double y, void *user);
double scene_stream(double x, double y, void *user);
double scene_holes(double x, double y, void *user);
double scene_friction(double x, double y, void *user);

#endif
