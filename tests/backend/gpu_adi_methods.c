/* Claim: with every method of a backend for the lines of the ADI scheme, one step from rest equals
 * the CPU's up to the roundings of its elimination. Channels one cell wide, in every second row
 * (or column) of the grid, so that a step is one solve of their lines: no sweep depends on the
 * other.
 *
 *   gpu_adi_methods [--backend cuda] [--isa strict] [--method NAME] [--quick]
 *
 * The bound. From rest and without friction a row is (-L, 1 + 2 L, -L) with L = g h (dt / dx)^2 /
 * 4 <= MOST_L: the diagonal exceeds the rest by 1, and that of every reduced system by no less, so
 * that no inverse is larger than 1 (in the norm of maxima) and no flux x larger than the largest
 * right-hand side X = g h dt / dx |dw|. Where a row is combined with its neighbours the four new
 * values have at most four roundings each of sums that are no larger than a + 2 b + c <= 3 b and,
 * of the right-hand side, 4 b X: x moves by (4 * 3 + 4 * 4) u b X = 28 u b X in each round in
 * which rows are combined. Rounds of n rows: Thomas 2 (there and back), PCR and CR at most log2 n
 * + 2, twice for CR; cut lines: the first row of a chunk is combined once for each of its CHUNK
 * rows at most, then log2 n times in the tree. s14 has rows (-L, 1, L) and (-1, 1, 1) in turn: all
 * its pivots are sums of what is positive, |L| |U| has at most 1 + 2 L and 3 on its diagonal, a
 * row of levels acts on fluxes through 2 L, so that each of elimination, there and back moves x by
 * 4 u (1 + 22 L) X at most: less than two rounds. The rows themselves, where a backend contracts:
 * ten roundings of each value, less than two rounds more. Mixed, u is that of f64 until fluxes are
 * stored in f32, and so is their mean: two roundings of it on either side. Exits with 77 where
 * there is no such backend. */
#include <math.h>

#include "backend_args.h"
#include "bench/adi_peer.h"
#include "bench/tridiag_cusparse.h"
#include "gpu_adi_channels.h"
#include "run/backends.h"

enum { CHUNK = 16 }; /* the longer one, of f32 */

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

/* NaN counts as larger than everything: it must not pass. Cells without water hold 0 or NaN in
 * both. */
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
    const int mixed = strcmp(c->precision, "mixed") == 0;
    const double u = strcmp(c->precision, "f64") == 0 ? 0x1p-53 : 0x1p-24, dt = channels_dt();
    const double u_lines = mixed ? 0x1p-53 : u;
    const double deepest = CHANNEL_DEPTH + CHANNEL_WAVE,
                 most_l = CHANNEL_GRAVITY * deepest * dt * dt / (4 * CHANNEL_DX * CHANNEL_DX);
    const double most_x = CHANNEL_GRAVITY * deepest * dt / CHANNEL_DX * 2 * CHANNEL_WAVE;
    const double rounds =
        rounds_of(method, c->n + 1) + rounds_of("cut", c->n + 1) + (contracts ? 2 : 0);
    const double flux =
        28 * u_lines * (1 + 2 * most_l) * most_x * rounds + (mixed ? 2 * u * most_x : 0);
    /* Two faces with a quarter of dt / dx each, and the four roundings of a new depth on either
     * side. */
    const double depth = 2 * 0.25 * dt / CHANNEL_DX * flux + 8 * u * deepest;
    const double flux_apart = largest_difference(cpu->momentum, gpu->momentum, c, nx, cpu->cells);
    const double depth_apart = largest_difference(cpu->depth, gpu->depth, c, nx, cpu->cells);
    /* A channel of several cells flows; the flow must exceed the bound by far, or the test would
     * prove nothing. */
    const double flows = largest_of(cpu, c, nx);
    const int tells = c->n == 1 || flows > 10 * (flux + 2 * u * most_x);
    const int ok = tells && flux_apart <= flux + 2 * u * most_x && depth_apart <= depth;
    printf(
        "%s%-9s %s, %lld channels of %lld along %c: fluxes %.2e of %.2e m2/s apart (bound %.2e), depths %.2e m "
        "(bound %.2e)\n",
        ok ? "" : "FAIL: ", method, c->precision, (long long)c->count, (long long)c->n,
        c->axis == 0 ? 'x' : 'y', flux_apart, flows, flux, depth_apart, depth);
    return !ok;
}

/* cuSPARSE instead of s2-pcr, as in the benchmark: CR and PCR too. */
static adi_peer *lend_peer(spate_context *ctx, const spate_options *o, const char *method)
{
    const spate_backend *backend = NULL;
    const char *why = "no backend";
    adi_peer *peer = NULL;
    if (strcmp(method, "s2-cusparse") != 0)
        return NULL;
    if (backend_choose(ctx, o, &backend) == SPATE_OK)
        peer = adi_peer_install(backend, o->precision, o->isa, &why);
    if (!peer)
        printf("not taken: %s\n", why);
    return peer;
}

/* Lines of n cells have n + 1 faces. The device decides which are too long for `fused`. */
static int is_not_for(const char *method, const channels *c)
{
    return strcmp(method, "fused") == 0 || /* never in mixed precision */
           (strcmp(method, "s2-cusparse") == 0 && c->n + 1 < CUSPARSE_LEAST_ROWS);
}

static int compare(spate_context *ctx, const channels *c, const char *backend, const char *isa,
                   const char *method)
{
    outcome cpu = {0}, gpu = {0};
    const spate_options here = channels_options(c, "cpu", "auto", "cut");
    const int lent = strcmp(method, "s2-cusparse") == 0;
    const spate_options there = channels_options(c, backend, isa, lent ? "s2-pcr" : method);
    if (lent && strcmp(c->precision, "mixed") ==
                    0) /* the external solver was used for lines of f64 before */
        return 0;
    adi_peer *peer = lend_peer(ctx, &there, method);
    if (lent && !peer)
        return 0;
    spate_status status = channels_run(ctx, c, &here, &cpu);
    if (status == SPATE_OK)
        status = channels_run(ctx, c, &there, &gpu);
    const int refused = status == SPATE_ERROR_ARGUMENT && is_not_for(method, c);
    if (status != SPATE_OK)
        printf("%s: %s: %s\n", refused ? "not taken" : "FAIL", method, spate_message(ctx));
    const int failed = status != SPATE_OK
                           ? !refused
                           : judge(c, method, strcmp(isa, "strict") != 0, here.nx, &cpu, &gpu);
    adi_peer_remove(peer);
    outcome_release(&cpu);
    outcome_release(&gpu);
    return failed;
}

/* The longest do not fit in shared memory: 3600 rows of PCR in f64, 14000 of CR in f32. */
static int compare_all(spate_context *ctx, const char *backend, const char *isa, const char *method,
                       int quick)
{
    static const int64_t shapes[][2] = {{1, 1},  {2, 3},    {5, 33},   {31, 2},
                                        {70, 9}, {257, 19}, {4000, 3}, {15000, 2}};
    static const char *const precisions[] = {"f32", "f64", "mixed"};
    const size_t count = sizeof shapes / sizeof *shapes - (quick ? 3 : 0);
    int failures = 0;
    for (size_t k = 0; k < count; ++k)
        for (int axis = 0; axis < 2; ++axis)
            for (size_t p = 0; p < sizeof precisions / sizeof *precisions; ++p) {
                const channels c = {axis, precisions[p], shapes[k][0], shapes[k][1]};
                failures += compare(ctx, &c, backend, isa, method);
            }
    return failures;
}

int main(int argc, char **argv)
{
    static const char *const methods[] = {"auto", "cut",    "fused",     "s1",
                                          "s14",  "s2-pcr", "s2-cr-pcr", "s2-cusparse"};
    const char *backend = argument(argc, argv, "--backend", "cuda");
    const char *isa = argument(argc, argv, "--isa", "strict");
    const char *wanted = argument(argc, argv, "--method", NULL);
    const int quick = argc > 1 && strcmp(argv[argc - 1], "--quick") == 0;
    spate_context *ctx;
    int failures = 0;
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    const channels one = {0, "f64", 3, 1};
    spate_options o = channels_options(&one, backend, isa, "auto");
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
