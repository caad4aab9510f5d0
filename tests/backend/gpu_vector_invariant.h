/* Runs of the vector-invariant schemes on a backend: walls with or without blocks of inactive cells, or
 * periodic edges; a bed; rotation that varies. */
#ifndef SPATE_TESTS_GPU_VECTOR_INVARIANT_H
#define SPATE_TESTS_GPU_VECTOR_INVARIANT_H

#include <string.h>

#include "schemes/vector_invariant/frame.h"

/* Walls on four sides, with blocks of inactive cells or without; else a ring in both directions. */
enum { RING, WALLS_AND_BLOCKS, WALLS };
typedef struct run {
    const char *scheme;
    spate_form form;
    double filter;
    int precision, nx, ny, walls;
    spate_mass_matrix mass;
    spate_newton_mass newton_mass;
} run;

/* Where a run is, and in how many parts. */
typedef struct place {
    const char *backend, *isa;
    int parts_x, parts_y;
} place;

static const place on_cpu = {"cpu", "auto", 1, 1};

#define IMPLICIT "vi-semi-implicit"
#define LINES SPATE_MASS_CONSISTENT
#define GRADIENTS SPATE_MASS_CG

/* Lines of a ring and lines between walls have one matrix, those between blocks each their own. Of one
 * matrix, lines that are whole in a part are solved in one kernel, where a block has 16 chunks of 64 rows along
 * y: of 1100 rows two blocks share a line. */
static const run runs[] = {
    {"vi-leapfrog", SPATE_FORM_ENSTROPHY, 0, 64, 61, 47, 1, .mass = SPATE_MASS_LUMPED},
    {"vi-leapfrog", SPATE_FORM_ENERGY, 0, 32, 257, 35, 0, .mass = SPATE_MASS_LUMPED},
    {"vi-leapfrog", SPATE_FORM_PAPER, 0.1, 64, 67, 35, 0, .mass = SPATE_MASS_LUMPED},
    {"vi-rk3", SPATE_FORM_ENSTROPHY, 0, 32, 131, 35, 0, .mass = SPATE_MASS_LUMPED},
    {"vi-rk3", SPATE_FORM_ENERGY, 0, 64, 67, 35, 1, .mass = SPATE_MASS_LUMPED},
    {"vi-rk3", SPATE_FORM_PAPER, 0, 32, 61, 47, 1, .mass = SPATE_MASS_LUMPED},
    {"vi-leapfrog", SPATE_FORM_ENSTROPHY, 0.1, 32, 43, 35, 1, .mass = LINES},
    {"vi-rk3", SPATE_FORM_PAPER, 0, 64, 67, 19, 0, .mass = LINES},
    {"vi-leapfrog", SPATE_FORM_ENERGY, 0, 64, 131, 67, WALLS, .mass = LINES},
    {"vi-rk3", SPATE_FORM_ENERGY, 0, 32, 197, 130, WALLS, .mass = LINES},
    {"vi-leapfrog", SPATE_FORM_ENERGY, 0, 64, 37, 1100, RING, .mass = LINES},
    {"vi-leapfrog", SPATE_FORM_ENERGY, 0, 32, 43, 27, 1, .mass = GRADIENTS},
    {IMPLICIT, SPATE_FORM_ENERGY, 0, 64, 43, 35, 1, .mass = SPATE_MASS_LUMPED},
    {IMPLICIT, SPATE_FORM_PAPER, 0, 32, 37, 19, 0, .mass = LINES},
    {IMPLICIT, SPATE_FORM_ENSTROPHY, 0, 64, 37, 27, 1, LINES, SPATE_NEWTON_CONSISTENT},
};
enum { RUNS = sizeof runs / sizeof *runs };

static inline int is_implicit(const run *r)
{
    return strcmp(r->scheme, IMPLICIT) == 0;
}

/* What the process must have one device for. */
static inline int solves(const run *r)
{
    return is_implicit(r) || r->mass != SPATE_MASS_LUMPED;
}

static inline void print_run(const run *r)
{
    printf("  %s, form %d, mass %d %d, filter %g, f%d, %dx%d%s\n", r->scheme, (int)r->form,
           (int)r->mass, (int)r->newton_mass, r->filter, r->precision, r->nx, r->ny,
           r->walls == RING    ? ""
           : r->walls == WALLS ? ", walls"
                               : ", walls and blocks");
}

static inline double wave(double x, int64_t n)
{
    return sin(2 * PI * x / (double)n);
}

static inline double bed(double x, double y, void *user)
{
    const run *r = user;
    return 300 + 0.4 * wave(x, r->nx) * wave(y + 3, r->ny);
}

static inline double level(double x, double y, void *user)
{
    const run *r = user;
    return 302 + 0.2 * wave(2 * x, r->nx) * wave(y, r->ny);
}

static inline double stream(double x, double y, void *user)
{
    const run *r = user;
    return 0.3 * wave(x, r->nx) * wave(2 * y + 5, r->ny);
}

static inline double active(double x, double y, void *user)
{
    (void)user;
    return !(x > 20 && x < 29 && y > 11 && y < 30) && (int)(x / 3) % 17 + (int)y % 13 != 8;
}

/* courant: of implicit steps. */
enum { COURANT = 2 };

static inline spate_options options_of(const run *r, const place *p)
{
    spate_options o;
    spate_options_default(&o);
    o.nx = r->nx;
    o.ny = r->ny;
    o.dx = 1;
    o.dy = 0.8;
    o.scheme = r->scheme;
    o.precision = r->precision;
    o.form = r->form;
    o.mass_matrix = r->mass;
    o.newton_mass = r->newton_mass;
    o.tolerance = r->mass == GRADIENTS ? 1e-3 : o.tolerance;
    o.courant = is_implicit(r) ? COURANT : o.courant;
    o.filter = r->filter;
    o.coriolis = 0.05;
    o.coriolis_beta = r->walls ? 0.001 : 0;
    o.backend = p->backend;
    o.isa = p->isa;
    o.threads = 1;
    o.parts_x = p->parts_x;
    o.parts_y = p->parts_y;
    for (int e = 0; e < 4; ++e)
        o.edges[e] = r->walls ? SPATE_WALL : SPATE_PERIODIC;
    return o;
}

static inline spate_sim *start_with(const run *r, const spate_options *o)
{
    spate_sim *sim = NULL;
    ok(spate_sim_create(ctx, o, &sim));
    if (r->walls == WALLS_AND_BLOCKS)
        ok(spate_set_active(sim, active, NULL));
    ok(spate_set_bed(sim, bed, (void *)r));
    ok(spate_set_level(sim, level, (void *)r));
    ok(spate_set_velocity(sim, stream, stream, (void *)r));
    return sim;
}

/* ---- gpu_vector_invariant_fast.c ---- */

/* Steps on a fast backend differ from those on the CPU by rounding alone. */
void compare_fast(spate_context *context, const place *there);

#endif
