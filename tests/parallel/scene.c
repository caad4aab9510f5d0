/* Which scenes there are. */
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "schemes/description.h"

double scene_x(const scene *s, double x, double width)
{
    return x / ((double)s->options.nx * s->options.dx) * width;
}

double scene_y(const scene *s, double y, double height)
{
    return y / ((double)s->options.ny * s->options.dy) * height;
}

int scene_within(const scene *s, double x, double y, double centre_x, double centre_y,
                 double radius)
{
    const double rx = fmax(radius, 203.0 / (double)s->options.nx),
                 ry = fmax(radius, 101.0 / (double)s->options.ny);
    return hypot((scene_x(s, x, 203) - centre_x) / rx, (scene_y(s, y, 101) - centre_y) / ry) < 1;
}

const char *scene_name(int variant)
{
    static const char *const names[SCENE_VARIANTS] = {
        "patches",          "periodic",   "open edges",         "pond",    "lake",
        "lake, Euler",      "boundaries", "boundaries, Euler",  "sources", "sources, Euler",
        "steep, wet & dry", "dry",        "everything at once",
    };
    return names[variant];
}

static void set_edges(spate_options *o, spate_edge edge)
{
    for (int e = 0; e < 4; ++e)
        o->edges[e] = edge;
}

static void set_friction(spate_options *o, spate_friction_law law, double coefficient)
{
    o->friction = law;
    o->friction_coefficient = coefficient;
}

/* In its longest steps: 1 / (1 + theta/2). */
static void set_euler(spate_options *o)
{
    o->integrator = SPATE_EULER;
    o->cfl = 1 / (1 + 0.5 * o->theta);
}

static void set_first_order(spate_options *o)
{
    o->bed_model = SPATE_BED_BILINEAR;
    set_euler(o);
}

/* Patches of water on a small grid. */
static void make_small(scene *s, int variant)
{
    spate_options *o = &s->options;
    s->streams = 1;
    set_friction(o, SPATE_FRICTION_MANNING, 0.03);
    switch (variant) {
    case SCENE_PATCHES: o->edges[SPATE_EAST] = SPATE_OPEN; break;
    case SCENE_PERIODIC:
        set_edges(o, SPATE_PERIODIC);
        set_friction(o, SPATE_FRICTION_NONE, 0);
        o->bed_model = SPATE_BED_BILINEAR;
        break;
    case SCENE_OPEN:
        set_edges(o, SPATE_OPEN);
        set_friction(o, SPATE_FRICTION_CHEZY, 40);
        set_first_order(o);
        o->rain = 1e-4;
        break;
    case SCENE_BOUNDARIES_EULER: set_first_order(o); break;
    case SCENE_STEEP:
        o->edges[SPATE_NORTH] = SPATE_OPEN;
        s->bed = scene_cliffs;
        s->level = scene_pools_on_cliffs;
        s->friction_map = 1;
        break;
    default: break;
    }
    s->boundaries = variant == SCENE_BOUNDARIES || variant == SCENE_BOUNDARIES_EULER;
}

/* Square cells and the largest Courant number: some steps are redone. */
static void make_large(scene *s)
{
    spate_options *o = &s->options;
    o->nx = 203;
    o->ny = 101;
    o->dy = o->dx;
    o->cfl = 0.95;
    s->level = scene_pond;
}

static void make_lake(scene *s, int euler)
{
    make_large(s);
    set_edges(&s->options, SPATE_PERIODIC);
    set_friction(&s->options, SPATE_FRICTION_MANNING, 0.03);
    s->level = scene_lake_with_wave;
    s->steps = 60; /* before the wave is everywhere */
    if (euler)
        set_first_order(&s->options);
}

static void make_sources(scene *s, int euler)
{
    make_large(s);
    s->level = scene_pond_and_puddles;
    s->sources = euler ? SCENE_GREEN_AMPT : SCENE_CONSTANT_RATE;
    if (euler) {
        set_first_order(&s->options);
        set_friction(&s->options, SPATE_FRICTION_CHEZY, 30);
        s->options.coriolis = 0.01;
    } else {
        set_friction(&s->options, SPATE_FRICTION_MANNING, 0.04);
    }
}

static void make_dry(scene *s)
{
    make_large(s);
    s->level = scene_no_water;
    s->sources = SCENE_CONSTANT_RATE;
    set_euler(&s->options);
}

static void make_everything(scene *s)
{
    s->level = scene_deep;
    s->streams = s->boundaries = s->friction_map = 1;
    s->sources = SCENE_GREEN_AMPT;
    s->options.bed_model = SPATE_BED_BILINEAR;
    s->options.coriolis = -0.01;
    s->options.coriolis_beta = 4e-4; /* f changes its sign in the middle */
    set_friction(&s->options, SPATE_FRICTION_CHEZY, 35);
}

scene scene_make(int variant, int precision)
{
    scene s = {.steps = 200, .bed = scene_rough_bed, .level = scene_patchy_level};
    spate_options *o = &s.options;
    spate_options_default(o);
    o->backend = "cpu";
    o->precision = precision;
    o->nx = 61;
    o->ny = 47;
    o->dx = 1.0;
    o->dy = 1.25;
    s.maxima = variant % 2;
    o->advection = (spate_advection)((variant + 2) % 6); /* every one, in every order */
    o->ordering = (spate_ordering)(variant / 2 % 2);
    o->slip = (spate_slip)(variant / 4 % 2);
    switch (variant) {
    case SCENE_POND:
        make_large(&s);
        s.streams = 1;
        break;
    case SCENE_LAKE:
    case SCENE_LAKE_EULER: make_lake(&s, variant == SCENE_LAKE_EULER); break;
    case SCENE_SOURCES:
    case SCENE_SOURCES_EULER: make_sources(&s, variant == SCENE_SOURCES_EULER); break;
    case SCENE_DRY: make_dry(&s); break;
    case SCENE_EVERYTHING: make_everything(&s); break;
    default: make_small(&s, variant); break;
    }
    return s;
}

/* Steps of several cells, longer where water is let in; what was first order in time stays so. */
void scene_use_scheme(scene *s, const char *scheme)
{
    spate_options *o = &s->options;
    o->scheme = scheme;
    o->bed_model = SPATE_BED_CELLS;
    o->extrapolate = o->integrator == SPATE_RK2;
    o->courant = 0.5;
    for (int e = 0; e < 4 && scheme_about(scheme)->can.least_ring == SCHEME_NO_RING; ++e)
        o->edges[e] = o->edges[e] == SPATE_PERIODIC ? SPATE_WALL : o->edges[e];
    o->viscosity = s->friction_map ? 0.2 : 0;
    if (scheme_option_of(scheme_about(scheme),
                         "solver.transport")) { /* and steps longer than waves */
        o->courant = 3;
        o->transport = s->boundaries ? SPATE_TRANSPORT_LAGRANGIAN
                       : s->sources  ? SPATE_TRANSPORT_SUBSTEPPED
                                     : SPATE_TRANSPORT_EXPLICIT;
        o->advection = o->advection == SPATE_ADVECT_CENTRAL ? SPATE_ADVECT_LIMITED : o->advection;
        o->drying = s->friction_map ? SPATE_DRYING_MASKS : SPATE_DRYING_NEWTON;
        o->preconditioner = s->maxima ? "multigrid" : "rrb";
        o->tolerance = 1e-3; /* bits must agree wherever a solve ends: few iterations are enough */
    }
}

int scene_has_air(const scene *s)
{
    return s->boundaries && (scheme_about(s->options.scheme)->can.has & SCHEME_AIR) != 0;
}

void scene_resize(scene *s, int64_t nx, int64_t ny)
{
    spate_options *o = &s->options;
    o->nx = nx;
    o->ny = ny;
    s->whole |= nx * ny < 16;
    const int needed = o->scheme ? scheme_about(o->scheme)->can.least_ring : 2;
    const int least = needed > 2 ? needed : 2; /* cells of a ring */
    for (int e = 0; e < 4; ++e)
        if ((e < SPATE_SOUTH ? nx : ny) < least && o->edges[e] == SPATE_PERIODIC)
            o->edges[e] = SPATE_WALL;
}

int scene_is_listed(const char *list, int variant)
{
    if (!list || strcmp(list, "all") == 0)
        return 1;
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',')
        if (atoi(at) == variant)
            return 1;
    return 0;
}
