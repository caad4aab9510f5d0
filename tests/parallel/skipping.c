/* Claim: what is skipped changes no bit of the water in two ponds far apart, with a still lake between
 * them; and each rule computes what it promises: tiles at rest the fewest, early exit every wet tile,
 * the bounding box everything between the ponds.
 *
 *   skipping [BACKEND [ISA]] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "spate/spate.h"

enum { NX = 640, NY = 160, STEPS = 6 };

static spate_context *ctx;
static const char *backend = "cpu", *isa = "auto";

static double flat(double x, double y, void *user)
{
    (void)x, (void)y, (void)user;
    return 300;
}

/* Two ponds whose dams break, near opposite corners; a lake at rest behind banks between them. */
static double depth(double x, double y, void *user)
{
    (void)user;
    return hypot(x - 40, y - 30) < 15 || hypot(x - 600, y - 130) < 15 ? 1 : 0;
}

static double lake(double x, double y, void *user)
{
    (void)user;
    const double r = hypot(x - 320, y - 80);
    return r < 30 ? 295 : r < 40 ? 305 : 300;
}

static double lake_level(double x, double y, void *user)
{
    return hypot(x - 320, y - 80) < 30 ? 299 : flat(x, y, user) + depth(x, y, user);
}

static spate_stats run(const char *scheme, int skip_still, spate_skip skip, double *h)
{
    spate_options o;
    spate_sim *sim = NULL;
    spate_stats stats = {0};
    spate_options_default(&o);
    o.nx = NX, o.ny = NY, o.dx = o.dy = 1;
    o.scheme = scheme;
    o.backend = backend;
    o.isa = isa;
    o.precision = 32;
    o.skip_still = skip_still;
    o.skip = skip;
    CHECK(spate_sim_create(ctx, &o, &sim) == SPATE_OK);
    CHECK(sim && spate_set_bed(sim, lake, NULL) == SPATE_OK);
    CHECK(sim && spate_set_level(sim, lake_level, NULL) == SPATE_OK);
    CHECK(sim && spate_advance_steps(sim, STEPS) == SPATE_OK);
    CHECK(sim && spate_get_stats(sim, &stats) == SPATE_OK);
    CHECK(sim && spate_get_field(sim, SPATE_DEPTH, h) == SPATE_OK);
    spate_sim_destroy(sim);
    return stats;
}

static void compare(const char *scheme)
{
    const size_t bytes = sizeof(double) * NX * NY;
    double *all = malloc(bytes), *h = malloc(bytes), awake[3];
    if (!all || !h)
        exit(1);
    const double everything = run(scheme, 0, SPATE_SKIP_TILES, all).awake;
    for (int skip = 0; skip < 3; ++skip) {
        awake[skip] = run(scheme, 1, (spate_skip)skip, h).awake;
        CHECK(memcmp(all, h, bytes) == 0);
    }
    printf(
        "%s: of %d tiles %.1f %% are computed with tiles at rest skipped, %.1f %% with early exit, "
        "%.1f %% in the bounding box\n",
        scheme, NX * NY / 256, 100 * awake[0], 100 * awake[1], 100 * awake[2]);
    CHECK(everything == 1);
    CHECK(awake[0] < awake[1]); /* the lake is wet and at rest */
    /* A tile and its neighbours hold a disc of r metres and what a step carries: at most (2 r / 32 + 4)
     * by (2 r / 8 + 4) tiles, so 2 x 5 x 8 and 6 x 12 of 400. The box has 20 columns and 18 rows.
     * A GPU has fewer and larger items than there are tiles. */
    CHECK(awake[1] < awake[2]);
    if (strcmp(backend, "cpu") == 0)
        CHECK(awake[1] < 152.0 / 400);
    CHECK(awake[2] >= 360.0 / 400);
    free(all);
    free(h);
}

static void kurganov_skips(void)
{
    compare("kurganov");
}

static void staggered_skips(void)
{
    compare("staggered");
}

int main(int argc, char **argv)
{
    backend = argc > 1 ? argv[1] : backend;
    isa = argc > 2 ? argv[2] : isa;
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(kurganov_skips);
    RUN(staggered_skips);
    spate_context_destroy(ctx);
    return check_done();
}
