/* Claims: the vector-invariant schemes have the same bits in any parts, on any number of threads
 * and after a state is loaded. A lake at rest stays so to the bit. Waves are stable up to the
 * limit of the Courant number and grow as theory says beyond it; a Courant number beyond it is
 * refused, as is everything else the schemes cannot do. */
#include "bits.h"
#include "schemes/flow.h"

/* ---- bits ---- */

static int same(const tape *a, const tape *b)
{
    return a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0;
}

static tape run_through(const bits_run *r)
{
    spate_sim *sim = bits_start(r);
    bits_first_half(sim);
    bits_second_half(sim);
    tape t = bits_save(sim);
    spate_sim_destroy(sim);
    return t;
}

/* Half of it in two rows of parts, the rest in three columns. */
static tape run_in_two_pieces(bits_run r)
{
    r.parts_y = 2;
    spate_sim *first = bits_start(&r);
    r.parts_y = 1;
    r.parts_x = 3;
    spate_sim *second = bits_start(&r);
    bits_first_half(first);
    tape half = bits_save(first);
    ok(spate_load(second, tape_read, &half));
    bits_second_half(second);
    tape t = bits_save(second);
    free(half.bytes);
    spate_sim_destroy(first);
    spate_sim_destroy(second);
    return t;
}

static void parts_threads_and_pieces_have_the_bits_of_one(void)
{
    bits_run r;
    for (int n = 0; bits_kind(n, &r); ++n) {
        tape one = run_through(&r), pieces = run_in_two_pieces(r);
        r.parts_x = 2;
        r.parts_y = 3;
        r.threads = 2;
        tape six = run_through(&r);
        bits_print(&r);
        printf(": %zu bytes\n", one.size);
        CHECK(one.size > (size_t)BITS_NX * BITS_NY * 3 * sizeof(float));
        CHECK(same(&one, &six));
        CHECK(same(&one, &pieces));
        free(one.bytes);
        free(pieces.bytes);
        free(six.bytes);
    }
}

/* Single loops that compute every value from the fields, with the same functions. */
static void plain_loops_have_the_same_bits(void)
{
    bits_run r;
    for (int n = 0; bits_kind(n, &r); ++n) {
        if (r.mass != SPATE_MASS_LUMPED || strcmp(r.scheme, "vi-semi-implicit") == 0)
            continue; /* they have none */
        tape fast = run_through(&r);
        r.backend = "reference";
        tape plain = run_through(&r);
        CHECK(same(&fast, &plain));
        free(fast.bytes);
        free(plain.bytes);
    }
}

/* ---- rest ---- */

static double still(double x, double y, void *user)
{
    (void)x, (void)y, (void)user;
    return 302;
}

static void a_lake_stays_at_rest(void)
{
    bits_run r;
    for (int n = 0; bits_kind(n, &r); ++n) {
        static double before[BITS_NX * BITS_NY], after[BITS_NX * BITS_NY];
        spate_sim *sim = bits_start(&r);
        ok(spate_set_level(sim, still, NULL));
        ok(spate_get_field(sim, SPATE_DEPTH, before));
        ok(spate_advance_steps(sim, 50));
        ok(spate_get_field(sim, SPATE_DEPTH, after));
        spate_stats stats;
        ok(spate_get_stats(sim, &stats));
        CHECK(memcmp(before, after, sizeof before) == 0);
        CHECK(stats.max_speed == 0 && stats.steps == 50);
        spate_sim_destroy(sim);
    }
}

/* ---- the linear limit ---- */

enum { GRID = 16 };
#define TINY 1e-8 /* of a wave on a depth of 1: its square is below rounding */

/* The shortest wave along both axes, with the largest frequency. */
static double checkers(double x, double y, void *user)
{
    (void)user;
    return 1 + TINY * ((((int)(x * GRID) + (int)(y * 2 * GRID)) & 1) ? 1 : -1);
}

/* A periodic run whose largest frequency times dt is z, whatever the scheme would allow. */
static spate_sim *start_checkers(const char *scheme, spate_mass_matrix mass, double z)
{
    const double stiffness = mass == SPATE_MASS_LUMPED ? 4 : 12;
    spate_options o = square_options(scheme, GRID);
    o.dy = o.dx / 2;
    o.mass_matrix = mass;
    o.dt_max = z / sqrt(stiffness / (o.dx * o.dx) + stiffness / (o.dy * o.dy));
    spate_sim *sim = start(&o, NULL, checkers, NULL, NULL);
    flow *k = sim->scheme;
    k->parts[0].params.cfl = 2;
    ((vi_part *)k->parts[0].own)->cfl_limit = 2;
    return sim;
}

static double height(spate_sim *sim)
{
    return (state_at(sim, FIELD_DEPTH, 0, 0) - 1) / -TINY;
}

/* A step of the Runge-Kutta method multiplies a wave by R = 1 + i z - z^2 / 2 - i z^3 / 6, of
 * size 1 at z = sqrt(3). Each stage rounds depths of 1 to an epsilon, 3e-8 of the wave. */
static void runge_kutta_waves_grow_beyond_the_limit_alone(void)
{
    enum { STEPS = 40 };
    const double factors[] = {0.5, 0.99, 1, 1.02};
    for (int n = 0; n < 8; ++n) {
        const double z = factors[n % 4] * sqrt(3.0);
        const double real = 1 - z * z / 2, imaginary = z - z * z * z / 6;
        const double size = hypot(real, imaginary), turn = atan2(imaginary, real);
        spate_sim *sim = start_checkers("vi-rk3", n / 4, z);
        double worst = 0;
        for (int k = 1; k <= STEPS; ++k) {
            ok(spate_advance_steps(sim, 1));
            worst = fmax(worst, fabs(height(sim) / pow(size, k) - cos(k * turn)));
        }
        printf("  mass %d, %g of the limit: %.4f per step, ", n / 4, factors[n % 4], size);
        CHECK_AT_MOST("difference from theory", worst / pow(fmin(size, 1), -STEPS), STEPS * 1e-6);
        CHECK((size > 1 + 1e-9) == (factors[n % 4] > 1));
        spate_sim_destroy(sim);
    }
}

/* Leapfrog: x = a exp(i n w) + b (-1)^n exp(-i n w) with sin w = z stays below (|x0| + |x1|) /
 * cos w. Beyond z = 1 it turns by a quarter and grows by z + sqrt(z^2 - 1) in each step. */
static void check_leapfrog(spate_mass_matrix mass)
{
    enum { STEPS = 60 };
    spate_sim *sim = start_checkers("vi-leapfrog", mass, 0.98);
    double most = 0;
    for (int k = 1; k <= 10 * STEPS; ++k) {
        ok(spate_advance_steps(sim, 1));
        most = fmax(most, fabs(height(sim)));
    }
    CHECK_AT_MOST("0.98 of the limit: height", most, 2 / sqrt(1 - 0.98 * 0.98));
    spate_sim_destroy(sim);

    const double z = 1.02, growth = z + sqrt(z * z - 1);
    sim = start_checkers("vi-leapfrog", mass, z);
    ok(spate_advance_steps(sim, STEPS - 2));
    const double before = height(sim);
    ok(spate_advance_steps(sim, 2));
    /* The other solution has become growth^(-2 STEPS) of this one, and its square TINY growth^STEPS
     * of it: less than 1e-3 both. */
    printf("  1.02 of it: %.6f in two steps\n", height(sim) / before);
    CHECK_NEAR(height(sim) / before, -growth * growth, 2e-3);
    spate_sim_destroy(sim);
}

static void leapfrog_waves_grow_beyond_the_limit_alone(void)
{
    check_leapfrog(SPATE_MASS_LUMPED);
    check_leapfrog(SPATE_MASS_CONSISTENT);
}

/* ---- refusals ---- */

/* change: what is wrong with the options. */
static void check_refused(const char *scheme, void (*change)(spate_options *opt),
                          const char *message)
{
    spate_options o = square_options(scheme, GRID);
    spate_sim *sim = NULL;
    change(&o);
    CHECK(spate_sim_create(ctx, &o, &sim) != SPATE_OK);
    CHECK_CONTAINS(spate_message(ctx), message);
    spate_sim_destroy(sim);
}

static void too_fast_for_leapfrog(spate_options *o)
{
    o->cfl = 0.36;
}

static void too_fast_for_the_mass_matrix(spate_options *o)
{
    o->mass_matrix = SPATE_MASS_CONSISTENT;
    o->cfl = 0.21;
}

static void too_fast_for_runge_kutta(spate_options *o)
{
    o->cfl = 0.62;
}

static void with_rain(spate_options *o)
{
    o->rain = 1e-6;
}

static void with_friction(spate_options *o)
{
    o->friction = SPATE_FRICTION_MANNING;
    o->friction_coefficient = 0.03;
}

static void with_an_open_edge(spate_options *o)
{
    o->edges[SPATE_WEST] = o->edges[SPATE_EAST] = SPATE_WALL;
    o->edges[SPATE_EAST] = SPATE_OPEN;
}

static void with_viscosity(spate_options *o)
{
    o->viscosity = 1;
}

static void with_a_filter(spate_options *o)
{
    o->filter = 0.1;
}

static void in_plain_loops_with_a_mass_matrix(spate_options *o)
{
    o->backend = "reference";
    o->mass_matrix = SPATE_MASS_CONSISTENT;
}

static double beach(double x, double y, void *user)
{
    (void)y, (void)user;
    return x;
}

static double half_full(double x, double y, void *user)
{
    (void)x, (void)y, (void)user;
    return 0.5;
}

static void what_they_cannot_do_is_refused(void)
{
    check_refused("vi-leapfrog", too_fast_for_leapfrog, "lumped mass beyond 0.3536");
    check_refused("vi-rk3", too_fast_for_runge_kutta, "lumped mass beyond 0.6124");
    check_refused("vi-leapfrog", too_fast_for_the_mass_matrix, "consistent mass beyond 0.2041");
    check_refused("vi-rk3", with_rain, "rain: scheme \"vi-rk3\" has none; use scheme \"kurganov\"");
    check_refused("vi-rk3", with_friction, "friction: scheme \"vi-rk3\" has none");
    check_refused("vi-rk3", with_an_open_edge, "has walls and periodic edges only");
    check_refused("vi-rk3", with_viscosity, "viscosity");
    check_refused("vi-rk3", with_a_filter, "filter is 0.1: scheme \"vi-rk3\" has none");
    check_refused("vi-rk3", in_plain_loops_with_a_mass_matrix, "has lumped mass alone");
    spate_options o = square_options("vi-leapfrog", GRID);
    spate_sim *sim = start(&o, beach, half_full, NULL, NULL);
    CHECK(spate_advance_steps(sim, 1) != SPATE_OK);
    CHECK_CONTAINS(spate_message(ctx), "cell (8, 0) is dry");
    CHECK_CONTAINS(spate_message(ctx), "use scheme \"kurganov\" or ");
    spate_sim_destroy(sim);
}

int main(void)
{
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    RUN(parts_threads_and_pieces_have_the_bits_of_one);
    RUN(plain_loops_have_the_same_bits);
    RUN(a_lake_stays_at_rest);
    RUN(runge_kutta_waves_grow_beyond_the_limit_alone);
    RUN(leapfrog_waves_grow_beyond_the_limit_alone);
    RUN(what_they_cannot_do_is_refused);
    spate_context_destroy(ctx);
    return check_done();
}
