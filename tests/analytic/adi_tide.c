/* A tide with friction in a closed channel: case tidal_channel against the solution it was made
 * from (tide_reference.h), and the ADI scheme against amplitude and phase of that solution along
 * the channel. */
#include <math.h>
#include <stdlib.h>

#include "cases/case.h"
#include "check.h"
#include "tide_reference.h"

enum { NODES = 32, STEPS = 4096, PERIODS = 8 };

/* Fourier sums over a period: mean, and cosine and sine of the tide and of its first overtide. */
enum { MEAN, COSINE, SINE, COSINE_2, SINE_2, PARTS };

typedef struct station {
    double parts[PARTS];
} station;

static void add(station *s, double level, double phase, double weight)
{
    const double waves[PARTS] = {1, 2 * cos(phase), 2 * sin(phase), 2 * cos(2 * phase),
                                 2 * sin(2 * phase)};
    for (int k = 0; k < PARTS; ++k)
        s->parts[k] += weight * level * waves[k];
}

/* ---- the reference ---- */

static station at_nodes[TIDE_MOST_NODES];

static void gather(const tide_solution *now, int step, void *user)
{
    (void)user;
    for (int i = 0; i < now->nodes; ++i)
        add(&at_nodes[i], now->h[i] - TIDE_DEPTH, 2 * CASE_PI * step / now->steps,
            1.0 / now->steps);
}

static double between_nodes(const double *values, double x)
{
    double c[TIDE_MOST_NODES], sum = 0;
    tide_coefficients(values, NODES, c);
    for (int k = 0; k < NODES; ++k)
        sum += c[k] * cos(k * acos(2 * x / TIDE_LENGTH - 1));
    return sum;
}

static station reference_at(double x)
{
    station s;
    double values[NODES];
    for (int k = 0; k < PARTS; ++k) {
        for (int i = 0; i < NODES; ++i)
            values[i] = at_nodes[i].parts[k];
        s.parts[k] = between_nodes(values, x);
    }
    return s;
}

/* Coefficients of the kinks in |q| q decrease with about the 4th power of their number: with 32
 * nodes (the table has 40) an error of less than 2e-6 m and m2/s is left, a tenth of that of the
 * finest grid of the case. */
static void the_table_is_the_periodic_solution(void)
{
    static tide_solution s;
    tide_solve(NODES, STEPS, PERIODS, gather, NULL, &s);
    double depth = 0, flux = 0;
    for (int n = 0; n <= 100; ++n) {
        const double x = TIDE_LENGTH * n / 100;
        const exact_flow e = exact_tide(x);
        depth = fmax(depth, fabs(e.h - between_nodes(s.h, x)));
        flux = fmax(flux, fabs(e.h * e.u - between_nodes(s.q, x)));
    }
    CHECK_AT_MOST("a period later depths differ by, m", s.change, 1e-10);
    CHECK_AT_MOST("depths of the table differ by, m", depth, 2e-6);
    CHECK_AT_MOST("fluxes of the table differ by, m2/s", flux, 5e-6);
}

/* ---- the scheme ---- */

enum { SAMPLES = 96, PLACES = 5 };

static spate_context *ctx;

static void ok(spate_status status)
{
    if (status != SPATE_OK)
        printf("  %s\n", spate_message(ctx));
    CHECK(status == SPATE_OK);
}

/* Fourier sums in the cells nearest to PLACES positions; x: their centres. */
static void run_of(int cells, double courant, station *at, double *x)
{
    const builtin_case *c = builtin_case_find("tidal_channel");
    spate_options o;
    spate_sim *sim;
    double *level = calloc((size_t)cells, sizeof *level);
    builtin_case_options(c, cells, 1, &o);
    o.scheme = "adi";
    o.backend = "cpu";
    o.precision = 64;
    o.threads = 1;
    o.courant = courant;
    ok(spate_sim_create(ctx, &o, &sim));
    ok(builtin_case_apply(c, sim));
    for (int n = 0; n < SAMPLES; ++n) {
        ok(spate_advance(sim, TIDE_PERIOD * (n + 1) / SAMPLES));
        ok(spate_get_field(sim, SPATE_DEPTH, level));
        for (int k = 0; k < PLACES; ++k) {
            const int i = k * (cells - 1) / (PLACES - 1);
            x[k] = (i + 0.5) * o.dx;
            add(&at[k], level[i] - TIDE_DEPTH, 2 * CASE_PI * (n + 1) / SAMPLES, 1.0 / SAMPLES);
        }
    }
    spate_sim_destroy(sim);
    free(level);
}

/* Largest error of the complex amplitudes of tide and overtide, m. */
static double error_of(int cells, double courant, int say)
{
    station at[PLACES] = {{{0}}};
    double x[PLACES], worst = 0;
    run_of(cells, courant, at, x);
    for (int k = 0; k < PLACES; ++k) {
        const station r = reference_at(x[k]);
        const double *a = at[k].parts, *b = r.parts;
        const double tide = hypot(a[COSINE] - b[COSINE], a[SINE] - b[SINE]);
        const double over = hypot(a[COSINE_2] - b[COSINE_2], a[SINE_2] - b[SINE_2]);
        worst = fmax(worst, fmax(tide, over));
        if (say)
            printf(
                "  %5.1f km: amplitude %.5f m (%.5f), lag %.3f degrees (%.3f), overtide %.5f m (%.5f)\n",
                x[k] / 1000, hypot(a[COSINE], a[SINE]), hypot(b[COSINE], b[SINE]),
                atan2(a[SINE], a[COSINE]) * 180 / CASE_PI - 60,
                atan2(b[SINE], b[COSINE]) * 180 / CASE_PI - 60, hypot(a[COSINE_2], a[SINE_2]),
                hypot(b[COSINE_2], b[SINE_2]));
    }
    return worst;
}

/* Second order, measured on two grids of finite resolution, as in `spate verify`. */
static void amplitude_and_phase_are_of_second_order(void)
{
    static const double courants[] = {1, 2};
    for (int c = 0; c < 2; ++c) {
        const double coarse = error_of(100, courants[c], 0), fine = error_of(200, courants[c], 1);
        printf("  Courant number %g: off by %.2e m with 100 cells, %.2e m with 200: order %.2f\n",
               courants[c], coarse, fine, log2(coarse / fine));
        CHECK(log2(coarse / fine) > 1.8);
    }
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(the_table_is_the_periodic_solution);
    RUN(amplitude_and_phase_are_of_second_order);
    spate_context_destroy(ctx);
    return check_done();
}
