/* Options of the simulation that must be known when it is made: solver, periodic edges, laws. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/terrain/layers.h"
#include "schemes/flow_params.h"

static const char *const edge_names[4] = {"west", "east", "south", "north"};

/* Both ends of a direction must be asked for, so that nobody closes a ring unawares. */
static spate_status periodic_edges(model *m)
{
    const case_node *list = case_get(casefile_root(m->file), "boundaries"), *asked[4] = {NULL};
    for (int k = 0; k < case_count(list); ++k) {
        const case_node *entry = case_at(list, k);
        const char *edge = case_text(entry, "edge");
        if (!case_get(entry, "periodic") || !case_flag(entry, "periodic") || !edge)
            continue;
        for (int e = 0; e < 4; ++e)
            if (strcmp(edge, edge_names[e]) == 0)
                asked[e] = entry;
    }
    for (int e = 0; e < 4; ++e) {
        if (asked[e] && !asked[e ^ 1])
            return case_fail(m->file, asked[e], SPATE_ERROR_ARGUMENT,
                             "the %s edge is periodic and the %s edge is not; make both periodic",
                             edge_names[e], edge_names[e ^ 1]);
        if (asked[e])
            m->options.edges[e] = SPATE_PERIODIC;
    }
    return SPATE_OK;
}

static double coriolis(const case_node *root)
{
    const double earth = 7.292115e-5; /* rad/s, IERS */
    if (!case_get(root, "coriolis"))
        return 0;
    const double latitude = case_number(root, "coriolis.latitude");
    return isnan(latitude) ? case_number(root, "coriolis.f")
                           : 2 * earth * sin(latitude * acos(-1) / 180);
}

static void friction_law(model *m)
{
    const case_quantity q = case_quantity_of(m->file, casefile_root(m->file), "manning");
    const int number = q.form == QUANTITY_NUMBER;
    if (q.form == QUANTITY_ABSENT || (number && !(q.number > 0)))
        return; /* no law at all costs nothing */
    m->options.friction = SPATE_FRICTION_MANNING;
    m->options.friction_coefficient = number ? q.number : 0;
}

static spate_status parts(model *m, const case_node *root)
{
    const char *text = case_text(root, "solver.parts");
    char rest;
    m->options.part_weights = case_text(root, "solver.part_weights");
    if (!text)
        return SPATE_OK;
    if (sscanf(text, "%dx%d%c", &m->options.parts_x, &m->options.parts_y, &rest) != 2)
        return case_fail(m->file, case_get(root, "solver.parts"), SPATE_ERROR_ARGUMENT,
                         "\"%s\" is not a number of parts along x and y, such as 2x3", text);
    return SPATE_OK;
}

/* Keys that one scheme alone looks at: nobody should wonder why they change nothing. */
static void warn_of_idle_keys(model *m, const case_node *root)
{
    static const struct {
        const char *key, *scheme;
    } owned[] = {{"solver.cfl", "kurganov"},        {"solver.limiter", "kurganov"},
                 {"solver.integrator", "kurganov"}, {"solver.courant", "adi"},
                 {"solver.time_order", "adi"},      {"solver.flood_depth", "adi"},
                 {"solver.dry_depth", "kurganov"},  {"solver.lines", "adi"}};
    for (size_t k = 0; k < sizeof owned / sizeof *owned; ++k) {
        const case_node *given = case_get(root, owned[k].key);
        if (given && strcmp(m->options.scheme, owned[k].scheme) != 0)
            case_warn(m->file, given, "this is for scheme %s and has no effect on %s",
                      owned[k].scheme, m->options.scheme);
    }
}

/* Until version 0.1 cfl was counted in one direction and at most 0.25. A case of that time runs, in shorter steps
 * than it needs. */
#define MOST_CFL_ONCE 0.25

static spate_status check_cfl(model *m, const case_node *root)
{
    const case_node *given = case_get(root, "solver.cfl");
    const double cfl = m->options.cfl, most = kp_most_cfl(&m->options);
    if (!given)
        return SPATE_OK;
    if (cfl > most)
        return case_fail(m->file, given, SPATE_ERROR_ARGUMENT,
                         "%g is too large for integrator euler with limiter %g: give at most %.3g",
                         cfl, m->options.theta, most);
    if (cfl <= MOST_CFL_ONCE)
        case_warn(m->file, given,
                  "cfl now counts both directions together: %g makes steps shorter than they need "
                  "to be; remove the key for the usual %.3g",
                  cfl, kp_usual_cfl(&m->options));
    return SPATE_OK;
}

/* A film that does not move has not arrived. */
static spate_status wet_depth(model *m, const case_node *root)
{
    const double wet = case_number(root, "output.wet_depth");
    if (wet >= m->options.dry_depth)
        return SPATE_OK;
    return case_fail(
        m->file, case_get(root, "output.wet_depth"), SPATE_ERROR_ARGUMENT,
        "output.wet_depth is %g m, below solver.dry_depth, %g m, up to which water does "
        "not move; raise the one or lower the other",
        wet, m->options.dry_depth);
}

spate_status model_solver_options(model *m)
{
    const case_node *root = casefile_root(m->file);
    spate_options *o = &m->options;
    spate_options_default(o);
    o->scheme = case_text(root, "solver.scheme");
    o->backend = case_text(root, "solver.backend");
    o->isa = case_text(root, "solver.isa");
    spate_options_set_precision(o, case_text(root, "solver.precision"));
    o->threads = (int)case_integer(root, "solver.threads");
    o->integrator =
        strcmp(case_text(root, "solver.integrator"), "euler") == 0 ? SPATE_EULER : SPATE_RK2;
    o->bed_model = strcmp(case_text(root, "terrain.bed"), "bilinear") == 0 ? SPATE_BED_BILINEAR
                                                                           : SPATE_BED_CELLS;
    o->cfl = case_get(root, "solver.cfl") ? case_number(root, "solver.cfl") : 0;
    o->courant = case_number(root, "solver.courant");
    o->extrapolate = case_integer(root, "solver.time_order") == 2;
    o->lines = case_text(root, "solver.lines");
    o->viscosity = case_number(root, "solver.viscosity");
    o->flood_depth = case_number(root, "solver.flood_depth");
    o->theta = case_number(root, "solver.limiter");
    o->dry_depth = case_number(root, "solver.dry_depth");
    o->dt_max = case_number(root, "solver.dt_max");
    o->gravity = case_number(root, "solver.gravity");
    o->skip_still = case_flag(root, "solver.skip_still");
    o->coriolis = coriolis(root);
    warn_of_idle_keys(m, root);
    SPATE_TRY(check_cfl(m, root));
    SPATE_TRY(wet_depth(m, root));
    SPATE_TRY(parts(m, root));
    friction_law(m);
    return periodic_edges(m);
}
