/* Claim: after rows have moved between two devices, the next step computes the tiles that were awake,
 * those that have changed owner and those beside them, and no others; no bit depends on it.
 *
 *   rest_after_move [SECOND]      the device beside a CPU; usual: another CPU
 *
 * Exits with 77 where this machine or build does not have the device. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "run/sim.h"
#include "unit_cells.h"

/* The balance looks after the fourth step, and moves rows itself. */
enum { NX = 256, NY = 512, TILE_ROWS = NY / SPATE_TILE_Y, BEFORE = 2, AFTER = 2 };

static spate_context *ctx;
static const char *second = "cpu";

static double bed(double x, double y, void *user)
{
    (void)x, (void)y, (void)user;
    return 0;
}

/* A pond in the north-west corner, far from the cut. In so many steps its water comes no further than
 * two cells a step. */
static double level(double x, double y, void *user)
{
    (void)user;
    return x < SPATE_TILE_X && y > NY - 2 * SPATE_TILE_Y ? 1 : -1;
}

static spate_sim *start(const char *devices)
{
    spate_options o = unit_cells(NX, NY);
    spate_sim *sim = NULL;
    o.precision = 64;
    o.devices = devices;
    o.tune = strchr(devices, ',') ? SPATE_TUNE_DYNAMIC : SPATE_TUNE_OFF;
    o.part_weights = o.tune ? "1,1" : NULL;
    o.tune_every = 1000;
    if (spate_sim_create(ctx, &o, &sim) != SPATE_OK || spate_set_bed(sim, bed, NULL) != SPATE_OK ||
        spate_set_level(sim, level, NULL) != SPATE_OK)
        printf("%s\n", spate_message(ctx));
    return sim;
}

static double *depths(spate_sim *sim)
{
    double *h = calloc((size_t)NX * NY, sizeof *h);
    CHECK(spate_get_field(sim, SPATE_DEPTH, h) == SPATE_OK);
    return h;
}

/* Tiles of the second device in one step, or in each of its attempts. The balance measures, too. */
static double tiles_of_a_step(spate_sim *sim)
{
    scheme_work before[2], after[2];
    sim->ops->measure(sim->scheme, 1);
    const int64_t from = sim->ops->split(sim->scheme, before).measured;
    CHECK(spate_advance_steps(sim, 1) == SPATE_OK);
    const int64_t to = sim->ops->split(sim->scheme, after).measured;
    return to > from ? (after[1].tiles - before[1].tiles) / (double)(to - from) : 0;
}

/* A GPU has 5 columns of items, here in 3 rows: of the pond, its item and the 3 around it; at the cut,
 * 5. Where rows have come, the item row that has them, and the one beside it. */
static void move_to(spate_sim *sim, int cut, int arriving, double most)
{
    const int64_t cuts[] = {0, (int64_t)cut * SPATE_TILE_Y, NY};
    CHECK(spate_repartition(sim, cuts) == SPATE_OK);
    const double all = (double)(TILE_ROWS - cut) * NX / SPATE_TILE_X;
    const double tiles = tiles_of_a_step(sim);
    printf("cut at row %d of tiles, %d have come: %g of %g tiles\n", cut, arriving, tiles, all);
    CHECK(tiles > 0 && tiles <= most * all);
}

static void tiles_at_rest_stay_at_rest(void)
{
    char devices[64];
    snprintf(devices, sizeof devices, "cpu,%s", second);
    spate_sim *sim = start(devices), *alone = start("cpu");
    if (!sim || !alone)
        return;
    CHECK(spate_advance_steps(sim, BEFORE) == SPATE_OK);
    move_to(sim, 34, 0, 9. / 15);
    move_to(sim, 30, 4, 12. / 15);
    CHECK(spate_advance_steps(alone, BEFORE + AFTER) == SPATE_OK);
    double *a = depths(sim), *b = depths(alone);
    CHECK(memcmp(a, b, sizeof *a * NX * NY) == 0);
    free(a);
    free(b);
    spate_sim_destroy(sim);
    spate_sim_destroy(alone);
}

static int exists(const char *device)
{
    spate_sim *sim = start(device);
    const int found = sim != NULL;
    spate_sim_destroy(sim);
    return found;
}

int main(int argc, char **argv)
{
    second = argc > 1 ? argv[1] : second;
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    if (!exists(second))
        return 77;
    RUN(tiles_at_rest_stay_at_rest);
    spate_context_destroy(ctx);
    return check_done();
}
