/* Terrain and water from an integer hash of the place: the same on every rank and thread. */
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double noise(double x, double y, uint32_t seed)
{
    uint32_t v = (uint32_t)(int32_t)floor(x) * 73856093u ^ (uint32_t)(int32_t)floor(y) * 19349663u ^
                 seed * 83492791u;
    v ^= v >> 13;
    v *= 0x5bd1e995u;
    v ^= v >> 15;
    v *= 0x27d4eb2du;
    v ^= v >> 16;
    return v / 4294967296.0;
}

static double rough_bed(double x, double y, void *user)
{
    (void)user;
    return 300 + 1.5 * sin(0.21 * x) * cos(0.17 * y) + 0.8 * noise(x, y, 1);
}

static double patchy_level(double x, double y, void *user)
{
    (void)user;
    return 300.2 + (noise(x / 7, y / 5, 2) > 0.6 ? 1.1 : 0.0) + 0.1 * noise(x, y, 3);
}

static double stream(double x, double y, void *user)
{
    const double *sign = user;
    return *sign * 1.5 * (noise(x, y, 4) - 0.4);
}

static double with_holes(double x, double y, void *user)
{
    (void)user;
    return noise(x / 3, y / 2, 5) > 0.08;
}

static double pond(double x, double y, void *user)
{
    (void)user;
    return hypot(x - 60, y - 30) < 9 ? 303.0 : 0.0;
}

static double lake_with_wave(double x, double y, void *user)
{
    return pond(x, y, user) > 0 ? 303.0 : 301.5;
}

/* Puddles at rest in hollows far from the pond: wind must wake them. */
static double pond_and_puddles(double x, double y, void *user)
{
    return x > 150 && y < 40 ? 299.1 : pond(x, y, user);
}

static void make_lake(spate_options *o)
{
    o->edges[SPATE_WEST] = o->edges[SPATE_EAST] = SPATE_PERIODIC;
    o->edges[SPATE_SOUTH] = o->edges[SPATE_NORTH] = SPATE_PERIODIC;
    o->friction = SPATE_FRICTION_MANNING;
    o->friction_coefficient = 0.03;
}

static void add_forces(scene *s, int euler)
{
    spate_options *o = &s->options;
    s->level = pond_and_puddles;
    s->sources = euler ? SCENE_GREEN_AMPT : SCENE_CONSTANT_RATE;
    o->friction = euler ? SPATE_FRICTION_CHEZY : SPATE_FRICTION_MANNING;
    o->friction_coefficient = euler ? 30 : 0.04;
    o->bed_model = euler ? SPATE_BED_BILINEAR : SPATE_BED_CELLS;
    o->integrator = euler ? SPATE_EULER : SPATE_RK2;
    o->coriolis = euler ? 0.01 : 0;
}

scene scene_make(int variant, int precision)
{
    scene s = {.steps = 200, .level = patchy_level};
    spate_options *o = &s.options;
    spate_options_default(o);
    o->precision = precision;
    o->nx = 61;
    o->ny = 47;
    o->dx = 1.0;
    o->dy = 1.25;
    switch (variant) {
    case 0:
        o->edges[SPATE_EAST] = SPATE_OPEN;
        o->friction = SPATE_FRICTION_MANNING;
        o->friction_coefficient = 0.03;
        break;
    case 1:
        for (int e = 0; e < 4; ++e)
            o->edges[e] = SPATE_PERIODIC;
        o->bed_model = SPATE_BED_BILINEAR;
        break;
    case 2:
        for (int e = 0; e < 4; ++e)
            o->edges[e] = SPATE_OPEN;
        o->bed_model = SPATE_BED_BILINEAR;
        o->integrator = SPATE_EULER;
        o->friction = SPATE_FRICTION_CHEZY;
        o->friction_coefficient = 40;
        o->rain = 1e-4;
        break;
    default:
        o->nx = 203;
        o->ny = 101;
        o->dy = o->dx;
        o->cfl = 0.25; /* with square cells: some steps are redone */
        s.level = pond;
        break;
    }
    if (variant == SCENE_BOUNDARIES || variant == SCENE_BOUNDARIES_EULER) {
        s.boundaries = 1;
        o->nx = 61;
        o->ny = 47;
        o->dy = 1.25;
        o->cfl = 0.24;
        o->friction = SPATE_FRICTION_MANNING;
        o->friction_coefficient = 0.03;
        s.level = patchy_level;
    }
    if (variant == SCENE_BOUNDARIES_EULER) {
        o->bed_model = SPATE_BED_BILINEAR;
        o->integrator = SPATE_EULER;
    }
    if (variant == SCENE_LAKE || variant == SCENE_LAKE_EULER) {
        make_lake(o);
        s.level = lake_with_wave;
        s.steps = 60; /* before the wave is everywhere */
    }
    if (variant == SCENE_LAKE_EULER) {
        o->bed_model = SPATE_BED_BILINEAR;
        o->integrator = SPATE_EULER;
    }
    if (variant >= SCENE_SOURCES)
        add_forces(&s, variant == SCENE_SOURCES_EULER);
    return s;
}

static spate_status fill(spate_sim *sim, const scene *s)
{
    static double forward = 1, backward = -1;
    spate_status status = spate_set_active(sim, with_holes, NULL);
    if (status == SPATE_OK)
        status = spate_set_bed(sim, rough_bed, NULL);
    if (status == SPATE_OK)
        status = spate_set_level(sim, s->level, NULL);
    if (status == SPATE_OK && s->boundaries)
        status = scene_add_boundaries(sim);
    if (status == SPATE_OK && s->level != lake_with_wave && s->level != pond_and_puddles)
        status = spate_set_velocity(sim, stream, NULL, s->options.rain > 0 ? &backward : &forward);
    return status;
}

static spate_status get_volumes(spate_sim *sim, double *volumes)
{
    spate_status status = spate_get_section(sim, 0, &volumes[0]);
    for (int b = 0; b < 8 && status == SPATE_OK; ++b) {
        spate_boundary_stats stats;
        status = spate_get_boundary(sim, b, &stats);
        volumes[1 + 3 * b] = stats.entered;
        volumes[2 + 3 * b] = stats.left;
        volumes[3 + 3 * b] = stats.shortfall;
    }
    return status;
}

spate_status scene_run(spate_context *ctx, const scene *s, double **fields, spate_stats *stats)
{
    const size_t cells = (size_t)(s->options.nx * s->options.ny);
    spate_sim *sim;
    *fields = NULL;
    spate_status status = spate_sim_create(ctx, &s->options, &sim);
    if (status != SPATE_OK)
        return status;
    status = fill(sim, s);
    if (status == SPATE_OK && s->sources)
        status = scene_add_sources(sim, s);
    if (status == SPATE_OK)
        status =
            s->sources ? scene_advance_under_cloud(sim, s) : spate_advance_steps(sim, s->steps);
    double *values =
        spate_rank(ctx) == 0 ? calloc(3 * cells + SCENE_VOLUMES, sizeof *values) : NULL;
    static const spate_field_name names[3] = {SPATE_DEPTH, SPATE_MOMENTUM_X, SPATE_MOMENTUM_Y};
    for (int k = 0; k < 3 && status == SPATE_OK; ++k)
        status = spate_get_field(sim, names[k], values ? values + (size_t)k * cells : NULL);
    double volumes[SCENE_VOLUMES] = {0};
    if (status == SPATE_OK && s->boundaries)
        status = get_volumes(sim, volumes);
    if (values)
        memcpy(values + 3 * cells, volumes, sizeof volumes);
    if (status == SPATE_OK)
        status = spate_get_stats(sim, stats);
    spate_sim_destroy(sim);
    if (status == SPATE_OK)
        *fields = values;
    else
        free(values);
    return status;
}

size_t scene_values(const scene *s)
{
    return 3 * (size_t)(s->options.nx * s->options.ny) + SCENE_VOLUMES;
}

uint64_t scene_hash(const scene *s, const double *fields)
{
    const size_t bytes = scene_values(s) * sizeof *fields;
    const unsigned char *p = (const unsigned char *)fields;
    uint64_t h = UINT64_C(14695981039346656037);
    for (size_t n = 0; n < bytes; ++n)
        h = (h ^ p[n]) * UINT64_C(1099511628211);
    return h;
}
