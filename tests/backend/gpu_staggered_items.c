/* Claim: an item of the staggered CUDA kernels is computed again, by the kernel of all terms, only where
 * a cell would give more than it has. The stand-in for a GPU counts such items; the CPU's own steps say
 * whether there is such a cell. A lake with islands has none, and a flood on dry ground has some. */
#define SPATE_REAL_BITS 32
#include <dlfcn.h>
#include <stdlib.h>

#include "backend/staggered/plain.h"
#include "backend_args.h"
#include "check.h"
#include "run/sim.h"
#include "schemes/flow.h"

static spate_context *ctx;

static void ok(spate_status status)
{
    if (status != SPATE_OK)
        printf("  %s\n", spate_message(ctx));
    CHECK(status == SPATE_OK);
}

/* Items of two columns for each lane are some 60 cells wide: several of them, away from edges too. */
enum { NX = 257, NY = 131, STEPS = 6 };

typedef struct scenery {
    double swell;  /* m, of the level at the start */
    double stream; /* m/s: to all sides of some cells: half as fast at each of their faces */
} scenery;

/* A deep lake with islands, around which are shallows of a few centimetres with steep edges. */
static double islands(double x, double y, void *user)
{
    const double hill = sin(0.19 * x + 0.05 * y) * cos(0.13 * y - 0.03 * x);
    (void)user;
    return hill > 0.7 ? 0.5 : hill > 0.2 ? -0.03 : -1.5;
}

static double swell(double x, double y, void *user)
{
    const scenery *s = user;
    return s->swell * sin(0.11 * x) * sin(0.07 * y);
}

static double stream_x(double x, double y, void *user)
{
    const scenery *s = user;
    (void)y;
    return s->stream * sin(0.5 * 3.14159265358979 * (x - 0.5));
}

static double stream_y(double x, double y, void *user)
{
    return stream_x(y, x, user);
}

static spate_sim *start(const scenery *s, const char *backend, int sielecki)
{
    spate_options o;
    spate_sim *sim = NULL;
    spate_options_default(&o);
    o.nx = NX, o.ny = NY, o.dx = o.dy = 1;
    o.scheme = "staggered";
    o.ordering = sielecki ? SPATE_SIELECKI : SPATE_HANSEN;
    o.advection = SPATE_ADVECT_CENTRAL;
    o.friction = SPATE_FRICTION_MANNING;
    o.friction_coefficient = 0.03;
    o.precision = SPATE_REAL_BITS;
    o.backend = backend;
    o.isa = strcmp(backend, "cpu") == 0 ? "auto" : "strict";
    o.threads = 1;
    ok(spate_sim_create(ctx, &o, &sim));
    ok(spate_set_bed(sim, islands, NULL));
    ok(spate_set_level(sim, swell, (void *)s));
    ok(spate_set_velocity(sim, stream_x, stream_y, (void *)s));
    return sim;
}

/* Cells that had to give more than they had in the last step, and those at a shore. */
typedef struct sight {
    int emptied, at_shore;
} sight;

static sight look_back(const spate_sim *sim)
{
    grid_part part = ((const flow *)sim->scheme)->parts[0];
    spate_clock clock = *part.clock;
    sight seen = {0, 0};
    clock.now = 1 - clock.now;
    part.clock = &clock;
    const stag_view v = stag_view_of(&part);
    for (int j = 1; j < NY; ++j)
        for (int i = 1; i < NX; ++i) {
            const ptrdiff_t o = j * v.step[1] + i;
            const int wet = v.h[o] > 0;
            seen.emptied += stag_share_at(&v, o) < C(1);
            seen.at_shore += wet != (v.h[o - 1] > 0) || wet != (v.h[o - v.step[1]] > 0);
        }
    return seen;
}

static sight on_the_cpu(const scenery *s, int sielecki)
{
    spate_sim *sim = start(s, "cpu", sielecki);
    sight all = {0, 0};
    for (int n = 0; n < STEPS; ++n) {
        ok(spate_advance_steps(sim, 1));
        const sight one = look_back(sim);
        all.emptied += one.emptied;
        all.at_shore += one.at_shore;
    }
    spate_sim_destroy(sim);
    return all;
}

static long long (*noted)(const char *what);

static long long on_the_stand_in(const scenery *s, int sielecki)
{
    spate_sim *sim = start(s, "cuda", sielecki);
    const long long before = noted("item computed again");
    ok(spate_advance_steps(sim, STEPS));
    spate_sim_destroy(sim);
    return noted("item computed again") - before;
}

static void items_are_computed_again_where_a_cell_is_emptied(void)
{
    static const scenery lake = {0.05, 0}, flood = {0.02, 30};
    for (int sielecki = 0; sielecki < 2; ++sielecki) {
        const sight a = on_the_cpu(&lake, sielecki), b = on_the_cpu(&flood, sielecki);
        const long long calm = on_the_stand_in(&lake, sielecki),
                        wild = on_the_stand_in(&flood, sielecki);
        printf(
            "  %s: lake: %d cells emptied, %d at shores, %lld items again; flood: %d, %d, %lld\n",
            sielecki ? "Sielecki" : "Hansen", a.emptied, a.at_shore, calm, b.emptied, b.at_shore,
            wild);
        CHECK(a.emptied == 0 && a.at_shore > 1000 && calm == 0);
        CHECK(b.emptied > 0 && wild > 0);
    }
}

/* The plug-in that the runs have loaded. */
static int find_counter(void)
{
    char path[1024];
    const char *folder = getenv("SPATE_PLUGINS");
    snprintf(path, sizeof path, "%s/libspate_cuda.so", folder ? folder : ".");
    void *library = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
    void *symbol = library ? dlsym(library, "host_noted") : NULL;
    memcpy(&noted, &symbol, sizeof symbol);
    return symbol != NULL;
}

int main(void)
{
    ok(spate_context_create(&ctx));
    const spate_status status = try_backend(ctx, "cuda", "strict");
    if (status != SPATE_OK || !find_counter()) {
        spate_context_destroy(ctx);
        return TEST_SKIPPED; /* no stand-in */
    }
    RUN(items_are_computed_again_where_a_cell_is_emptied);
    spate_context_destroy(ctx);
    return check_done();
}
