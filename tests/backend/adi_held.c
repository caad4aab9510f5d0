/* Claim: where cells that would lose more water than they have form chains longer than the
 * passes of the outflow limit reach, all cells are limited to the water they had: no depth is
 * negative, no water is lost, and parts and backends have the same bits.
 *
 *   adi_held [--backend cuda] [--isa strict]  without a backend: the CPU in one part and in several
 *
 * A film runs east and north on flat ground, away from two walls, and all of it except a few
 * pools infiltrates at the end of the first step. Its fluxes remain. In the second step the
 * cells at the walls have no water to give, their neighbours only what these gave, and so on:
 * one cell further in every pass, LENGTH cells in all. A fraction that was not withdrawn would
 * leave a depth of -Q dt / (2 dx), which the test detects. Exits with 77 where there is no such
 * backend. */
#include <float.h>
#include <stdlib.h>

#include "backend/adi/adi.h"
#include "backend_args.h"
#include "check.h"

enum { LENGTH = 5 * ADI_SHARE_PASSES, CELLS = LENGTH * LENGTH, STEPS = 4, FIELDS = 3 };

#define FILM 0.02   /* m: twice the depth at which faces begin to flow */
#define SPEED 0.3   /* m/s, in both directions */
#define SINKING 1.0 /* m/s: absorbs the film in any possible step */

typedef struct outcome {
    double field[FIELDS][CELLS];
    double lowest; /* m: the smallest depth of all steps */
    spate_stats stats;
} outcome;

static spate_context *ctx;
static const char *backend, *isa;
static outcome plain[2], other; /* of f32 and f64 */

static double flat(double x, double y, void *user)
{
    (void)x;
    (void)y;
    return *(double *)user;
}

/* Pools in the path of the stream keep their water. */
static double sinking(double x, double y, void *user)
{
    (void)user;
    return (int)x % 13 == 11 && (int)y % 7 == 5 ? 0 : SINKING;
}

static spate_options options_of(int precision)
{
    spate_options o;
    spate_options_default(&o);
    o.scheme = "adi";
    o.precision = precision;
    o.nx = o.ny = LENGTH;
    o.dx = o.dy = 1;
    o.flood_depth = FILM / 2;
    return o;
}

static spate_status begin(spate_sim *sim)
{
    double bed = 0, film = FILM, speed = SPEED;
    spate_status s = spate_set_bed(sim, flat, &bed);
    if (s == SPATE_OK)
        s = spate_set_depth(sim, flat, &film);
    if (s == SPATE_OK)
        s = spate_set_velocity(sim, flat, flat, &speed);
    return s == SPATE_OK ? spate_set_infiltration(sim, sinking, NULL, NULL, NULL) : s;
}

static spate_status run(const spate_options *o, outcome *to)
{
    static const spate_field_name names[FIELDS] = {SPATE_DEPTH, SPATE_MOMENTUM_X, SPATE_MOMENTUM_Y};
    spate_sim *sim;
    spate_status s = spate_sim_create(ctx, o, &sim);
    if (s == SPATE_OK)
        s = begin(sim);
    to->lowest = INFINITY;
    for (int step = 0; step < STEPS && s == SPATE_OK; ++step) {
        s = spate_advance_steps(sim, 1);
        for (int f = 0; f < FIELDS && s == SPATE_OK; ++f)
            s = spate_get_field(sim, names[f], to->field[f]);
        for (int n = 0; n < CELLS; ++n)
            to->lowest = to->field[0][n] >= to->lowest ? to->lowest : to->field[0][n];
    }
    if (s == SPATE_OK)
        s = spate_get_stats(sim, &to->stats);
    if (s != SPATE_OK)
        printf("  %s\n", spate_message(ctx));
    spate_sim_destroy(sim);
    return s;
}

/* A half step rounds a depth twice, infiltration once more, by half a unit each. */
static void judge(const outcome *o, int precision)
{
    const double eps = precision == 32 ? (double)FLT_EPSILON : DBL_EPSILON;
    CHECK(o->lowest >= 0);
    CHECK(o->stats.infiltrated > 0.9 * FILM * CELLS); /* it did sink */
    CHECK(o->stats.redone == 0);                      /* none of these steps was rejected */
    CHECK_AT_MOST("mass error", fabs(o->stats.mass_error), 2.5 * eps * STEPS);
}

static void cells_are_held_to_what_they_had(void)
{
    for (int precision = 32; precision <= 64; precision += 32) {
        const spate_options o = options_of(precision);
        outcome *to = &plain[precision == 64];
        if (CHECK(run(&o, to) == SPATE_OK))
            judge(to, precision);
    }
}

static void compare(const spate_options *o)
{
    if (!CHECK(run(o, &other) == SPATE_OK))
        return;
    judge(&other, o->precision);
    CHECK(memcmp(other.field, plain[o->precision == 64].field, sizeof other.field) == 0);
}

static void parts_have_the_same_bits(void)
{
    for (int precision = 32; precision <= 64; precision += 32) {
        spate_options o = options_of(precision);
        o.parts_x = 2;
        o.parts_y = 3;
        compare(&o);
    }
}

static void the_backend_has_the_same_bits(void)
{
    for (int precision = 32; precision <= 64; precision += 32) {
        spate_options o = options_of(precision);
        o.backend = backend;
        o.isa = isa;
        compare(&o);
    }
}

int main(int argc, char **argv)
{
    backend = argument(argc, argv, "--backend", NULL);
    isa = argument(argc, argv, "--isa", "strict");
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    const spate_status status = backend ? try_backend(ctx, backend, isa) : SPATE_OK;
    if (status != SPATE_OK)
        return status == SPATE_ERROR_BACKEND ? TEST_SKIPPED : 1;
    RUN(cells_are_held_to_what_they_had);
    if (backend)
        RUN(the_backend_has_the_same_bits);
    else
        RUN(parts_have_the_same_bits);
    spate_context_destroy(ctx);
    return check_done();
}
