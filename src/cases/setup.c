/* From a case to a simulation: options, boundaries and initial fields. Converts the functions of
 * a case, which have a data argument, to the callbacks of the public interface. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "backend/common/faces.h"
#include "cases/case.h"
#include "run/sim.h"

/* Whether some cell of the coarsest grid is dry at the start. */
static int begins_dry(const builtin_case *c)
{
    spate_options o;
    builtin_case_options(c, c->sizes[0], 1, &o);
    for (int64_t n = 0; n < o.nx * o.ny; ++n) {
        const double x = o.x0 + ((double)(n % o.nx) + 0.5) * o.dx;
        const double y = o.y0 + ((double)(n / o.nx) + 0.5) * o.dy;
        const double bed = c->bed ? c->bed(x, y, c->data) : 0;
        const int active = !c->active || c->active(x, y, c->data) != 0;
        const double h = c->level ? c->level(x, y, c->data) - bed : c->exact(x, y, 0, c->data).h;
        if (active && !(h > o.dry_depth))
            return 1;
    }
    return 0;
}

/* Abilities that the case needs, SCHEME_SOURCES | ... */
static unsigned needed(const builtin_case *c)
{
    unsigned all = 0;
    for (int n = 0; n < c->gate_count; ++n)
        all |= c->gates[n].froude > 0 ? SCHEME_FAST_INFLOW : 0u;
    all |= c->rain > 0 ? SCHEME_SOURCES : 0u;
    all |= c->friction != SPATE_FRICTION_NONE ? SCHEME_FORCES : 0u;
    all |= c->coriolis != 0 || c->coriolis_beta != 0 ? SCHEME_ROTATION : 0u;
    return all | (c->shore || begins_dry(c) ? SCHEME_DRY : 0u);
}

/* Kinds of faces that it needs: bits 1u << face_kind. */
static unsigned needed_faces(const builtin_case *c)
{
    unsigned all = c->sea ? 1u << FACE_LEVEL : 0u;
    for (int e = SPATE_WEST; e <= SPATE_NORTH; ++e)
        all |= c->edges[e] == SPATE_OPEN ? 1u << FACE_OPEN : 0u;
    for (int n = 0; n < c->gate_count; ++n)
        all |= 1u << (c->gates[n].kind == SPATE_BOUNDARY_DISCHARGE ? FACE_DISCHARGE : FACE_OUTFALL);
    return all;
}

int builtin_case_judges(const builtin_case *c, const char *scheme)
{
    const scheme_description *about = scheme_about(scheme);
    if (!about)
        return 0;
    for (int e = SPATE_WEST; e <= SPATE_NORTH; ++e)
        if (c->edges[e] == SPATE_PERIODIC && about->can.least_ring == SCHEME_NO_RING)
            return 0;
    if (c->force)
        return about->can.forced_on != NULL;
    if (needed(c) & ~about->can.has || needed_faces(c) & ~about->can.face_kinds)
        return 0;
    return !c->fast || about->claims.fast_flow;
}

static int64_t at_least_one(double cells)
{
    return cells < 1.5 ? 1 : (int64_t)llround(cells);
}

void builtin_case_options(const builtin_case *c, int size, int rows, spate_options *opt)
{
    spate_options_default(opt);
    opt->x0 = c->x0;
    opt->y0 = c->y0;
    if (c->strip == 'y') {
        opt->ny = size;
        opt->dy = c->height / size;
        opt->nx = rows > 0 ? rows : at_least_one(c->width / opt->dy);
        opt->dx = rows > 0 ? opt->dy : c->width / (double)opt->nx;
    } else {
        opt->nx = size;
        opt->dx = c->width / size;
        opt->ny = c->strip && rows > 0 ? rows : at_least_one(c->height / opt->dx);
        opt->dy = c->strip && rows > 0 ? opt->dx : c->height / (double)opt->ny;
    }
    for (int e = 0; e < 4; ++e)
        opt->edges[e] = c->edges[e];
    opt->bed_model = c->bed_model;
    opt->integrator = c->integrator;
    opt->friction = c->friction;
    opt->friction_coefficient = c->friction_coefficient;
    opt->rain = c->rain;
    opt->coriolis = c->coriolis;
    opt->coriolis_beta = c->coriolis_beta;
    opt->coriolis_y = c->coriolis_y;
    opt->viscosity = c->viscosity;
    opt->extrapolate = !c->as_printed;
    if (c->force) {
        const scheme_description *forced = scheme_that_can_be_forced();
        opt->scheme = forced->name;
        opt->backend = forced->can.forced_on;
    }
    opt->gravity = CASE_GRAVITY;
}

static double bed_of(double x, double y, void *user)
{
    const builtin_case *c = user;
    return c->bed ? c->bed(x, y, c->data) : 0.0;
}

static double level_of(double x, double y, void *user)
{
    const builtin_case *c = user;
    return c->level(x, y, c->data);
}

static double depth_of(double x, double y, void *user)
{
    const builtin_case *c = user;
    return c->exact(x, y, 0.0, c->data).h;
}

static double active_of(double x, double y, void *user)
{
    const builtin_case *c = user;
    return c->active(x, y, c->data);
}

static double u_of(double x, double y, void *user)
{
    const builtin_case *c = user;
    return c->exact(x, y, 0.0, c->data).u;
}

static double v_of(double x, double y, void *user)
{
    const builtin_case *c = user;
    return c->exact(x, y, 0.0, c->data).v;
}

static int on_edge(const spate_face *face, void *edge)
{
    return face->edge == *(const int *)edge;
}

/* The level is interpolated linearly between these points. For a tide of one period the error is
 * (2 pi / SEA_POINTS)^2 / 8 of its amplitude, 3e-7. */
enum { SEA_POINTS = 4096 };

static spate_status add_sea(const builtin_case *c, spate_sim *sim)
{
    int edge = c->sea->edge;
    double *t = malloc(2 * (SEA_POINTS + 1) * sizeof *t);
    if (!t)
        return SPATE_ERROR_MEMORY;
    double *const level = t + SEA_POINTS + 1;
    for (int n = 0; n <= SEA_POINTS; ++n) {
        t[n] = c->t_end * n / SEA_POINTS;
        level[n] = c->sea->level(t[n]);
    }
    const spate_series series = {.count = SEA_POINTS + 1, .t = t, .value = level};
    const spate_boundary sea = {.name = "sea",
                                .kind = SPATE_BOUNDARY_LEVEL,
                                .takes = on_edge,
                                .user = &edge,
                                .series = &series,
                                .series_count = 1};
    const spate_status s = spate_add_boundary(sim, &sea);
    free(t);
    return s;
}

static spate_status add_gate(spate_sim *sim, const case_gate *g)
{
    const spate_options *o = &sim->options;
    int edge = g->edge;
    const int across_x = edge == SPATE_WEST || edge == SPATE_EAST;
    const double width = across_x ? o->dy * (double)o->ny : o->dx * (double)o->nx;
    const double t = 0, discharge = g->q * width;
    const spate_series series = {.count = 1, .t = &t, .value = &discharge};
    const spate_boundary b = {.name = g->kind == SPATE_BOUNDARY_DISCHARGE ? "inflow" : "outflow",
                              .kind = g->kind,
                              .takes = on_edge,
                              .user = &edge,
                              .series = &series,
                              .series_count = g->kind == SPATE_BOUNDARY_DISCHARGE,
                              .froude = g->froude};
    return spate_add_boundary(sim, &b);
}

spate_status builtin_case_apply(const builtin_case *c, spate_sim *sim)
{
    void *user = (void *)c; /* the callbacks only read it */
    spate_status s = SPATE_OK;

    if (c->active)
        s = spate_set_active(sim, active_of, user);
    if (!s)
        s = spate_set_bed(sim, bed_of, user);
    if (!s && c->sea)
        s = add_sea(c, sim);
    for (int k = 0; !s && k < c->gate_count; ++k)
        s = add_gate(sim, &c->gates[k]);
    if (!s && c->force)
        s = sim_set_force(sim, c->force);
    if (s)
        return s;
    if (c->level)
        return spate_set_level(sim, level_of, user);
    s = spate_set_depth(sim, depth_of, user);
    return s ? s : spate_set_velocity(sim, u_of, v_of, user);
}
