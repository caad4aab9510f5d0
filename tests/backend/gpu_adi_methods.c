/* Claim: however a backend solves the lines of the ADI scheme, one step from rest is the CPU's but for the roundings of its
 * eliminations. Channels of one cell's width, every second row (or column) of the grid, so that a step is one solve of
 * their lines: nothing is carried from one sweep to the other.
 *
 *   gpu_adi_methods [--backend cuda] [--isa strict] [--method NAME] [--quick]
 *
 * The bound. From rest and without friction a row is (-L, 1 + 2 L, -L) with L = g h (dt / dx)^2 / 4 <= MOST_L: the diagonal
 * exceeds the rest by 1, and that of every reduced system by no less, so that no inverse is larger than 1 (in the norm of
 * maxima) and no flux x larger than the largest right-hand side X = g h dt / dx |dw|. Where a row is combined with its
 * neighbours the four new values have at most four roundings each of sums that are no larger than a + 2 b + c <= 3 b and,
 * of the right-hand side, 4 b X: x moves by (4 * 3 + 4 * 4) u b X = 28 u b X in each round in which rows are combined.
 * Rounds of n rows: Thomas 2 (there and back), PCR and CR at most log2 n + 2, twice for CR; cut lines: the first row of a
 * chunk is combined once for each of its CHUNK rows at most, then log2 n times in the tree. s14 has rows (-L, 1, L) and
 * (-1, 1, 1) in turn: all its pivots are sums of what is positive, |L| |U| has at most 1 + 2 L and 3 on its diagonal, a row
 * of levels acts on fluxes through 2 L, so that each of elimination, there and back moves x by 4 u (1 + 22 L) X at most: less
 * than two rounds. The rows themselves, where a backend contracts: ten roundings of each value, less than two rounds more.
 * Exits with 77 where there is no such backend. */
#include <math.h>
#include <stdlib.h>

#include "backend_args.h"

static const double DX = 10, DEEP = 10, WAVE = 0.4, GRAVITY = 9.81,
                    STRETCH = 2.8; /* dt sqrt(g h) / dx */
enum { CHUNK = 32 };

typedef struct channels {
    int axis, precision;
    int64_t n, count; /* cells of a channel; channels */
} channels;

typedef struct outcome {
    double *depth, *momentum;
    int64_t cells;
} outcome;

/* ---- the water ---- */

/* Of a place: between -1 and 1, by no rule that a mistake in an index could follow. */
static double noise(double x, double y)
{
    const uint64_t i = (uint64_t)(x / DX), j = (uint64_t)(y / DX);
    uint64_t k = (i * 0x9e3779b97f4a7c15u) ^ (j * 0xc2b2ae3d27d4eb4fu);
    k = (k ^ (k >> 29)) * 0xbf58476d1ce4e5b9u;
    return (double)((k ^ (k >> 32)) & 0xfffff) / 524287.5 - 1;
}

static double bed(double x, double y, void *user)
{
    (void)x, (void)y, (void)user;
    return -DEEP;
}

static double level(double x, double y, void *user)
{
    (void)user;
    return WAVE * noise(x, y);
}

static double is_channel(double x, double y, void *user)
{
    const channels *c = user;
    return (int64_t)((c->axis == 0 ? y : x) / DX) % 2 == 0;
}

/* ---- a step ---- */

static double step_length(void)
{
    return STRETCH * DX / sqrt(GRAVITY * DEEP);
}

static spate_options options_of(const channels *c, const char *backend, const char *isa,
                                const char *method)
{
    spate_options o;
    spate_options_default(&o);
    o.scheme = "adi";
    o.nx = c->axis == 0 ? c->n : 2 * c->count - 1;
    o.ny = c->axis == 0 ? 2 * c->count - 1 : c->n;
    o.dx = o.dy = DX;
    o.precision = c->precision;
    o.backend = backend;
    o.isa = isa;
    o.lines = method;
    o.courant = 100; /* dt_max rules */
    o.dt_max = step_length();
    o.extrapolate = 0;
    return o;
}

static spate_status run(spate_context *ctx, const channels *c, const spate_options *o, outcome *out)
{
    spate_sim *sim = NULL;
    channels copy = *c;
    out->cells = o->nx * o->ny;
    out->depth = malloc(sizeof(double) * (size_t)out->cells);
    out->momentum = malloc(sizeof(double) * (size_t)out->cells);
    if (!out->depth || !out->momentum)
        return SPATE_ERROR_MEMORY;
    spate_status status = spate_sim_create(ctx, o, &sim);
    if (status == SPATE_OK)
        status = spate_set_active(sim, is_channel, &copy);
    if (status == SPATE_OK)
        status = spate_set_bed(sim, bed, NULL);
    if (status == SPATE_OK)
        status = spate_set_level(sim, level, NULL);
    if (status == SPATE_OK)
        status = spate_advance_steps(sim, 1);
    if (status == SPATE_OK)
        status = spate_get_field(sim, SPATE_DEPTH, out->depth);
    if (status == SPATE_OK)
        status =
            spate_get_field(sim, c->axis == 0 ? SPATE_MOMENTUM_X : SPATE_MOMENTUM_Y, out->momentum);
    spate_sim_destroy(sim);
    return status;
}

static void release(outcome *o)
{
    free(o->depth);
    free(o->momentum);
}

/* ---- the judgement ---- */

static double rounds_of(const char *method, int64_t n)
{
    const double levels = ceil(log2((double)n + 1));
    if (strcmp(method, "s1") == 0)
        return 2;
    if (strcmp(method, "s14") == 0)
        return 6;
    if (method[0] == 's')
        return 2 * (levels + 2);
    return CHUNK + levels + 2;
}

/* NaN is larger than everything: it must not pass. Cells that are no water hold 0 or NaN in both. */
static double largest_difference(const double *a, const double *b, const channels *c, int64_t nx,
                                 int64_t cells)
{
    double most = 0;
    for (int64_t k = 0; k < cells; ++k) {
        const int64_t row = c->axis == 0 ? k / nx : k % nx;
        const double apart = fabs(a[k] - b[k]);
        if (row % 2 == 0 && !(apart <= most))
            most = isnan(apart) ? INFINITY : apart;
    }
    return most;
}

static double largest_of(const outcome *o, const channels *c, int64_t nx)
{
    double most = 0;
    for (int64_t k = 0; k < o->cells; ++k)
        if ((c->axis == 0 ? k / nx : k % nx) % 2 == 0)
            most = fmax(most, fabs(o->momentum[k]));
    return most;
}

static int judge(const channels *c, const char *method, int contracts, int64_t nx,
                 const outcome *cpu, const outcome *gpu)
{
    const double u = c->precision == 32 ? 0x1p-24 : 0x1p-53, dt = step_length();
    const double deepest = DEEP + WAVE, most_l = GRAVITY * deepest * dt * dt / (4 * DX * DX);
    const double most_x = GRAVITY * deepest * dt / DX * 2 * WAVE;
    const double rounds =
        rounds_of(method, c->n + 1) + rounds_of("cut", c->n + 1) + (contracts ? 2 : 0);
    const double flux = 28 * u * (1 + 2 * most_l) * most_x * rounds;
    /* Two faces' worth of it a quarter of dt / dx each, and the four roundings of a new depth on either side. */
    const double depth = 2 * 0.25 * dt / DX * flux + 8 * u * deepest;
    const double flux_apart = largest_difference(cpu->momentum, gpu->momentum, c, nx, cpu->cells);
    const double depth_apart = largest_difference(cpu->depth, gpu->depth, c, nx, cpu->cells);
    /* A channel of several cells flows; a bound that such a flow does not exceed by far would claim nothing. */
    const double flows = largest_of(cpu, c, nx);
    const int tells = c->n == 1 || flows > 10 * (flux + 2 * u * most_x);
    const int ok = tells && flux_apart <= flux + 2 * u * most_x && depth_apart <= depth;
    printf(
        "%s%-9s f%d, %lld channels of %lld along %c: fluxes %.2e of %.2e m2/s apart (bound %.2e), depths %.2e m "
        "(bound %.2e)\n",
        ok ? "" : "FAIL: ", method, c->precision, (long long)c->count, (long long)c->n,
        c->axis == 0 ? 'x' : 'y', flux_apart, flows, flux, depth_apart, depth);
    return !ok;
}

static int compare(spate_context *ctx, const channels *c, const char *backend, const char *isa,
                   const char *method)
{
    outcome cpu = {0}, gpu = {0};
    const spate_options here = options_of(c, "cpu", "auto", "cut");
    const spate_options there = options_of(c, backend, isa, method);
    spate_status status = run(ctx, c, &here, &cpu);
    if (status == SPATE_OK)
        status = run(ctx, c, &there, &gpu);
    if (status != SPATE_OK)
        printf("FAIL: %s: %s\n", method, spate_message(ctx));
    const int failed =
        status != SPATE_OK || judge(c, method, strcmp(isa, "strict") != 0, here.nx, &cpu, &gpu);
    release(&cpu);
    release(&gpu);
    return failed;
}

/* The longest are beyond what a block keeps in shared memory: 3600 rows of PCR in f64, 14000 of CR in f32. */
static int compare_all(spate_context *ctx, const char *backend, const char *isa, const char *method,
                       int quick)
{
    static const int64_t shapes[][2] = {{1, 1},   {2, 3},    {5, 33},   {31, 2},
                                        {64, 40}, {257, 19}, {4000, 3}, {15000, 2}};
    const size_t count = sizeof shapes / sizeof *shapes - (quick ? 2 : 0);
    int failures = 0;
    for (size_t k = 0; k < count; ++k)
        for (int axis = 0; axis < 2; ++axis)
            for (int precision = 32; precision <= 64; precision += 32) {
                const channels c = {axis, precision, shapes[k][0], shapes[k][1]};
                failures += compare(ctx, &c, backend, isa, method);
            }
    return failures;
}

int main(int argc, char **argv)
{
    static const char *const methods[] = {"auto", "cut",    "fused",    "s1",
                                          "s14",  "s2-pcr", "s2-cr-pcr"};
    const char *backend = argument(argc, argv, "--backend", "cuda");
    const char *isa = argument(argc, argv, "--isa", "strict");
    const char *wanted = argument(argc, argv, "--method", NULL);
    const int quick = argc > 1 && strcmp(argv[argc - 1], "--quick") == 0;
    spate_context *ctx;
    int failures = 0;
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    const channels one = {0, 64, 3, 1};
    spate_options o = options_of(&one, backend, isa, "auto");
    spate_sim *sim = NULL;
    const spate_status status = tell_backend(ctx, spate_sim_create(ctx, &o, &sim));
    spate_sim_destroy(sim);
    for (size_t k = 0; k < sizeof methods / sizeof *methods && status == SPATE_OK; ++k)
        if (!wanted || strcmp(wanted, methods[k]) == 0)
            failures += compare_all(ctx, backend, isa, methods[k], quick);
    if (status == SPATE_OK)
        printf("%s (%s): %d failures\n", backend, isa, failures);
    spate_context_destroy(ctx);
    if (status != SPATE_OK)
        return status == SPATE_ERROR_BACKEND ? TEST_SKIPPED : 1;
    return failures != 0;
}
