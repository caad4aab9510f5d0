/* Claim: parts that exchange states every few steps, and compute cells of their neighbours
 * meanwhile, give the bits of one part, whatever the cuts, the number of steps and the devices, and
 * also where tiles sleep, steps are redone and a state is loaded halfway.
 *
 *   ghost_zones [steps [scheme [scenes [devices]]]]
 *   mpirun -n 3 ghost_zones 20 kurganov 0,6,12
 *
 * Under mpirun the run with one part for each rank and an exchange in every step is the judge. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene.h"

typedef struct comparison {
    spate_context *ctx;
    const char *devices; /* of all runs but the judge's; NULL: one */
    scene judge;
    double *values;
    int compared, failures;
} comparison;

static void compare(comparison *c, const scene *s, const char *how)
{
    double *values;
    spate_stats stats;
    char name[80];
    size_t at = 0, different = 0;
    const spate_status status = scene_run(c->ctx, s, &values, &stats);
    if (status != SPATE_OK) {
        printf("  error  %s: %s\n", how, spate_message(c->ctx));
        ++c->failures;
        return;
    }
    if (values)
        different = scene_differences(&c->judge, c->values, values, &at);
    if (different)
        printf("  DIFFER %s: %zu values, %s first: %a and %a\n", how, different,
               scene_value_name(&c->judge, at, name, sizeof name), c->values[at], values[at]);
    ++c->compared;
    c->failures += different > 0;
    free(values);
}

static scene on_devices(const comparison *c)
{
    scene s = c->judge;
    if (c->devices)
        s.options.backend = "auto"; /* required where devices are named */
    s.options.devices = c->devices;
    return s;
}

static void cut(comparison *c, const char *weights, int px, int py, int every)
{
    scene s = on_devices(c);
    char how[80];
    s.options.exchange_every = every;
    s.options.part_weights = weights;
    s.options.parts_x = px;
    s.options.parts_y = py;
    snprintf(how, sizeof how, "%s %dx%d, every %d", weights ? weights : "", px, py, every);
    compare(c, &s, how);
}

/* Halfway the state moves to a run with other parts and another number of steps. */
static void move(comparison *c, int before, int after)
{
    scene s = on_devices(c);
    char how[80];
    s.options.parts_x = s.options.parts_y = 2;
    s.options.exchange_every = before;
    spate_options afterwards = s.options;
    afterwards.parts_x = 1;
    afterwards.parts_y = 3;
    afterwards.exchange_every = after;
    s.interrupted = 1;
    s.afterwards = &afterwards;
    snprintf(how, sizeof how, "saved with %d, loaded with %d", before, after);
    compare(c, &s, how);
}

/* Exchanges that take longer, as in the experiments of docs/theory/overlap_and_skipping.md. */
static void delay(comparison *c)
{
    scene s = on_devices(c);
    s.options.parts_x = 1;
    s.options.parts_y = 2;
    s.options.exchange_every = 2;
    s.options.exchange_delay = 1e-4;
    compare(c, &s, "with a delay");
}

static void compare_all(comparison *c)
{
    const int ranks = spate_rank_count(c->ctx);
    if (ranks > 1) {
        cut(c, NULL, 0, 0, 2);
        cut(c, NULL, 2, 2, 3);
        return;
    }
    delay(c);
    cut(c, NULL, 2, 2, 3); /* zones end where others begin */
    if (c->devices)
        return;
    cut(c, NULL, 1, 2, 2);
    cut(c, NULL, 1, 3, 4);
    cut(c, "5,1x2,1,3", 0, 0, 2);
    cut(c, NULL, 1, 4, 7); /* zones wider than parts */
    move(c, 2, 5);
}

static void one_scene(comparison *c, int variant, int precision, int64_t steps, const char *scheme)
{
    spate_stats stats;
    c->judge = scene_make(variant, precision);
    if (strcmp(scheme, c->judge.options.scheme) != 0)
        scene_use_scheme(&c->judge, scheme);
    scene_resize(&c->judge, 203, 101); /* enough tiles for all cuts */
    for (int e = 0; e < 4; ++e)
        if (c->judge.options.edges[e] == SPATE_PERIODIC)
            c->judge.options.edges[e] = SPATE_WALL;
    c->judge.maxima = 1;
    c->judge.steps = steps < c->judge.steps ? steps : c->judge.steps;
    const int before = c->failures;
    if (scene_run(c->ctx, &c->judge, &c->values, &stats) != SPATE_OK) {
        printf("%s: %s\n", scene_name(variant), spate_message(c->ctx));
        ++c->failures;
        return;
    }
    compare_all(c);
    if (spate_rank(c->ctx) == 0)
        printf("%s, f%d, %lld steps, %lld redone, %.0f %% of tiles awake: %s\n",
               scene_name(variant), precision, (long long)stats.steps, (long long)stats.redone,
               100 * stats.awake, c->failures > before ? "bits differ" : "all bits equal");
    free(c->values);
}

int main(int argc, char **argv)
{
    const int64_t steps = argc > 1 ? atoll(argv[1]) : 20;
    const char *scheme = argc > 2 ? argv[2] : "kurganov", *scenes = argc > 3 ? argv[3] : "all";
    comparison c = {.devices = argc > 4 ? argv[4] : NULL};
    if (spate_context_create_parallel(&c.ctx) != SPATE_OK)
        return 1;
    for (int variant = 0; variant < SCENE_VARIANTS; ++variant)
        if (scene_is_listed(scenes, variant)) /* each precision has every second scene */
            one_scene(&c, variant, variant % 2 ? 32 : 64, steps, scheme);
    if (spate_rank(c.ctx) == 0)
        printf("%d runs compared, %d differ\n", c.compared, c.failures);
    spate_context_destroy(c.ctx);
    return c.failures || !c.compared;
}
