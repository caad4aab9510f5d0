/* Options of the simulation that must be known when it is made: solver, periodic edges, laws. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/terrain/layers.h"
#include "schemes/description.h"

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

/* In place of a raster that is read later; options need a positive number. */
#define CHEZY_UNTIL_READ 60.0

static double coriolis(const case_node *root)
{
    const double earth = 7.292115e-5; /* rad/s, IERS */
    if (!case_get(root, "coriolis"))
        return 0;
    const double latitude = case_number(root, "coriolis.latitude");
    return isnan(latitude) ? case_number(root, "coriolis.f")
                           : 2 * earth * sin(latitude * acos(-1) / 180);
}

/* The beta plane of a grid, which is known by now. */
static void beta_plane(const model *m, const case_node *root, spate_options *o)
{
    if (!case_get(root, "coriolis"))
        return;
    const double y = case_number(root, "coriolis.reference_y");
    const double middle = m->grid.y0 + 0.5 * (double)m->grid.ny * m->grid.dy;
    o->coriolis_beta = case_number(root, "coriolis.beta");
    o->coriolis_y = o->coriolis_beta == 0 ? 0 : isnan(y) ? middle : y;
}

static spate_status check_beta(const model *m, const case_node *root)
{
    if (m->options.coriolis_beta == 0 || m->options.edges[SPATE_SOUTH] != SPATE_PERIODIC)
        return SPATE_OK;
    return case_fail(m->file, case_get(root, "coriolis.beta"), SPATE_ERROR_ARGUMENT,
                     "f would jump where the periodic south and north edges are joined; remove "
                     "coriolis.beta, or make these edges walls");
}

/* Chezy's law, where the case has its coefficient. Returns 1 if so. */
static int chezy_law(model *m)
{
    const case_quantity q = case_quantity_of(m->file, casefile_root(m->file), "chezy");
    if (q.form == QUANTITY_ABSENT)
        return 0;
    m->options.friction = SPATE_FRICTION_CHEZY;
    m->options.friction_coefficient = q.form == QUANTITY_NUMBER ? q.number : CHEZY_UNTIL_READ;
    return 1;
}

static void friction_law(model *m)
{
    if (chezy_law(m))
        return;
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
    m->options.devices = case_text(root, "solver.devices");
    if (!text)
        return SPATE_OK;
    if (sscanf(text, "%dx%d%c", &m->options.parts_x, &m->options.parts_y, &rest) != 2)
        return case_fail(m->file, case_get(root, "solver.parts"), SPATE_ERROR_ARGUMENT,
                         "\"%s\" is not a number of parts along x and y, such as 2x3", text);
    return SPATE_OK;
}

static void tuning(const case_node *root, spate_options *o)
{
    spate_tuning_mode_of(case_text(root, "solver.tune"), &o->tune);
    o->tune_every = (int64_t)case_number(root, "solver.tune_every");
    o->move =
        strcmp(case_text(root, "solver.tune_move"), "all") == 0 ? SPATE_MOVE_ALL : SPATE_MOVE_ROWS;
    o->tune_keep = 1;
}

static void read_option(model *m, const case_node *root, const scheme_option *o)
{
    if (!o->fallback && !case_get(root, o->key))
        return;
    if (scheme_option_is_number(o))
        scheme_option_set_number(o, &m->options, case_number(root, o->key));
    else
        scheme_option_set_word(o, &m->options, case_text(root, o->key));
}

/* An option that the scheme does not have, a number that is too large beside the others, or one
 * that is probably not meant. Of schemes with the same key the one in use decides. Options that must
 * be obeyed are refused when the simulation is made. */
static spate_status check_option(const model *m, const case_node *given, const scheme_option *o)
{
    const scheme_description *scheme = scheme_about(m->options.scheme);
    const scheme_option *own = scheme_option_of(scheme, o->key);
    const double most = own && own->most ? own->most(&m->options) : INFINITY;
    char text[256];
    if (!given)
        return SPATE_OK;
    if (!o->must_be_obeyed && !own)
        case_warn(m->file, given, "this is for scheme %s and has no effect on \"%s\"",
                  scheme_names_with(0, o->key, text, sizeof text), scheme->name);
    if (scheme_option_is_number(o) && scheme_option_number(o, &m->options) > most)
        return case_fail(m->file, given, SPATE_ERROR_ARGUMENT,
                         "%g is too large: give at most %.3g; %s",
                         scheme_option_number(o, &m->options), most, own->most_because);
    if (own && own->doubt && own->doubt(&m->options, text, sizeof text))
        case_warn(m->file, given, "%s", text);
    return SPATE_OK;
}

static spate_status scheme_options(model *m, const case_node *root)
{
    for (const scheme_option *o = scheme_option_next(NULL); o; o = scheme_option_next(o))
        read_option(m, root, o);
    for (const scheme_option *o = scheme_option_next(NULL); o; o = scheme_option_next(o))
        SPATE_TRY(check_option(m, case_get(root, o->key), o));
    return SPATE_OK;
}

/* A film that does not move has not arrived. */
static spate_status wet_depth(model *m, const case_node *root)
{
    const double wet = case_number(root, "output.wet_depth");
    if (wet >= m->options.dry_depth)
        return SPATE_OK;
    return case_fail(m->file, case_get(root, "output.wet_depth"), SPATE_ERROR_ARGUMENT,
                     "output.wet_depth is %g m, below solver.dry_depth, %g m, up to which water "
                     "does not move; raise the one or lower the other",
                     wet, m->options.dry_depth);
}

static spate_skip skip_of(const char *word)
{
    return strcmp(word, "early_exit") == 0     ? SPATE_SKIP_EARLY_EXIT
           : strcmp(word, "bounding_box") == 0 ? SPATE_SKIP_BOUNDING_BOX
                                               : SPATE_SKIP_TILES;
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
    o->bed_model = strcmp(case_text(root, "terrain.bed"), "bilinear") == 0 ? SPATE_BED_BILINEAR
                                                                           : SPATE_BED_CELLS;
    o->dt_max = case_number(root, "solver.dt_max");
    o->gravity = case_number(root, "solver.gravity");
    o->skip_still = case_flag(root, "solver.skip_still");
    o->skip = skip_of(case_text(root, "solver.skip"));
    o->exchange_every = (int)case_integer(root, "solver.exchange_every");
    tuning(root, o);
    o->coriolis = coriolis(root);
    beta_plane(m, root, o);
    SPATE_TRY(scheme_options(m, root));
    SPATE_TRY(wet_depth(m, root));
    SPATE_TRY(parts(m, root));
    friction_law(m);
    SPATE_TRY(periodic_edges(m));
    return check_beta(m, root);
}
