/* A run of the vector-invariant schemes with everything that its bits could depend on: walls,
 * blocks, a bed, a beta plane, one periodic direction, a step that is cut short; and its saved
 * state. */
#ifndef TESTS_SCHEMES_VECTOR_INVARIANT_BITS_H
#define TESTS_SCHEMES_VECTOR_INVARIANT_BITS_H

#include "frame.h"
#include "tape.h"

enum { BITS_NX = 150, BITS_NY = 70, BITS_STEPS = 14 };

typedef struct bits_run {
    const char *scheme;
    spate_form form;
    spate_mass_matrix mass;
    spate_newton_mass newton_mass;
    double filter;
    int precision, threads, parts_x, parts_y;
    const char *backend, *isa; /* NULL: cpu, auto */
} bits_run;

static inline double bits_hills(double x, double y, void *user)
{
    (void)user;
    return 0.4 * sin(0.21 * x) * cos(2 * PI * y / BITS_NY) + 300;
}

static inline double bits_level(double x, double y, void *user)
{
    (void)user;
    return 302 + 0.3 * exp(-0.005 * ((x - 70) * (x - 70) + (y - 30) * (y - 30)));
}

static inline double bits_stream(double x, double y, void *user)
{
    (void)user;
    return 0.3 * sin(0.1 * x) * cos(2 * PI * y / BITS_NY);
}

static inline double bits_active(double x, double y, void *user)
{
    (void)user;
    return !(x > 60 && x < 68 && y > 20 && y < 40) && (int)(x / 3) % 17 + (int)y % 13 != 8;
}

static inline spate_sim *bits_start(const bits_run *r)
{
    spate_options o;
    spate_sim *sim = NULL;
    spate_options_default(&o);
    o.nx = BITS_NX;
    o.ny = BITS_NY;
    o.dx = 1;
    o.dy = 0.8;
    o.scheme = r->scheme;
    o.precision = r->precision;
    o.backend = r->backend ? r->backend : "cpu";
    o.isa = r->isa ? r->isa : "auto";
    o.threads = r->threads;
    o.parts_x = r->parts_x;
    o.parts_y = r->parts_y;
    o.form = r->form;
    o.mass_matrix = r->mass;
    o.newton_mass = r->newton_mass;
    o.courant = 3;
    o.filter = r->filter;
    o.coriolis = 0.05;
    o.coriolis_beta = 1e-3;
    o.edges[SPATE_WEST] = o.edges[SPATE_EAST] = SPATE_PERIODIC;
    ok(spate_sim_create(ctx, &o, &sim));
    ok(spate_set_active(sim, bits_active, NULL));
    ok(spate_set_bed(sim, bits_hills, NULL));
    ok(spate_set_level(sim, bits_level, NULL));
    ok(spate_set_velocity(sim, bits_stream, bits_stream, NULL));
    ok(spate_track_maxima(sim, 0.01, 0.3));
    return sim;
}

/* The first half of the steps ends at a given time, with a step of another length. */
static inline void bits_first_half(spate_sim *sim)
{
    ok(spate_advance_steps(sim, BITS_STEPS / 2 - 3));
    spate_stats stats;
    ok(spate_get_stats(sim, &stats));
    ok(spate_advance(sim, stats.t + 2.3 * stats.dt));
}

static inline void bits_second_half(spate_sim *sim)
{
    ok(spate_advance_steps(sim, BITS_STEPS / 2));
}

/* The caller frees its bytes. */
static inline tape bits_save(spate_sim *sim)
{
    tape t = {0};
    ok(spate_save(sim, tape_write, &t));
    return t;
}

/* All kinds of runs, one after another; returns 0 after the last. */
static inline int bits_kind(int n, bits_run *r)
{
    static const bits_run kinds[] = {
        {.scheme = "vi-leapfrog", .form = SPATE_FORM_ENSTROPHY, .precision = 64},
        {.scheme = "vi-leapfrog", .form = SPATE_FORM_ENERGY, .precision = 32},
        {.scheme = "vi-leapfrog", .form = SPATE_FORM_PAPER, .precision = 64, .filter = 0.1},
        {.scheme = "vi-rk3", .form = SPATE_FORM_ENSTROPHY, .precision = 32},
        {.scheme = "vi-rk3", .form = SPATE_FORM_ENERGY, .precision = 64},
        {.scheme = "vi-leapfrog",
         .form = SPATE_FORM_PAPER,
         .mass = SPATE_MASS_CONSISTENT,
         .precision = 64},
        {.scheme = "vi-rk3",
         .form = SPATE_FORM_ENERGY,
         .mass = SPATE_MASS_CONSISTENT,
         .precision = 32},
        {.scheme = "vi-leapfrog",
         .form = SPATE_FORM_ENERGY,
         .mass = SPATE_MASS_CG,
         .precision = 64,
         .filter = 0.05},
        {.scheme = "vi-semi-implicit", .form = SPATE_FORM_ENERGY, .precision = 32},
        {.scheme = "vi-semi-implicit",
         .form = SPATE_FORM_PAPER,
         .mass = SPATE_MASS_CONSISTENT,
         .precision = 64},
        {.scheme = "vi-semi-implicit",
         .form = SPATE_FORM_ENSTROPHY,
         .mass = SPATE_MASS_CONSISTENT,
         .newton_mass = SPATE_NEWTON_CONSISTENT,
         .precision = 64},
    };
    if (n >= (int)(sizeof kinds / sizeof *kinds))
        return 0;
    *r = kinds[n];
    r->threads = r->parts_x = r->parts_y = 1;
    return 1;
}

static inline void bits_print(const bits_run *r)
{
    printf("  %s, form %d, mass %d, filter %g, f%d", r->scheme, (int)r->form, (int)r->mass,
           r->filter, r->precision);
}

#endif
