/* Claim: unlike devices that share a run give the bits of one of them alone, whichever is first,
 * whatever their shares, and also where a state is saved by some devices and loaded by others.
 *
 *   devices FIRST SECOND [steps [scheme [scenes]]]
 *   devices cpu:base cpu:avx2 20 kurganov 0,6,12
 *
 * Exits with 77 where this machine or build does not have one of the two. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene.h"

typedef struct comparison {
    spate_context *ctx;
    const char *first, *second;
    scene alone; /* one part on the first device */
    double *values;
    int compared, failures;
} comparison;

/* "AB" becomes the first device and the second, as options.devices names them. */
static const char *named(const comparison *c, const char *letters, char *text, size_t room)
{
    size_t used = 0;
    for (const char *l = letters; *l && used < room; ++l)
        used += (size_t)snprintf(text + used, room - used, "%s%s", l > letters ? "," : "",
                                 *l == 'A' ? c->first : c->second);
    return text;
}

static int rows_move(const char *scheme)
{
    return strcmp(scheme, "kurganov") == 0 || strcmp(scheme, "staggered") == 0;
}

static void compare(comparison *c, const scene *s, const char *how)
{
    double *values;
    spate_stats stats;
    char name[80];
    size_t at = 0, different = 1;
    const spate_status status = scene_run(c->ctx, s, &values, &stats);
    if (status == SPATE_OK)
        different = scene_differences(&c->alone, c->values, values, &at);
    if (status != SPATE_OK)
        printf("  error  %s: %s\n", how, spate_message(c->ctx));
    else if (different)
        printf("  DIFFER %s: %zu values, %s first: %a alone and %a\n", how, different,
               scene_value_name(&c->alone, at, name, sizeof name), c->values[at], values[at]);
    ++c->compared;
    c->failures += different > 0;
    free(values);
}

/* weights: NULL for a part of equal size for each device. */
static void share(comparison *c, const char *letters, const char *weights)
{
    char devices[128], how[200];
    scene s = c->alone;
    s.options.devices = named(c, letters, devices, sizeof devices);
    s.options.parts_x = s.options.parts_y = 0;
    s.options.part_weights = weights;
    snprintf(how, sizeof how, "%s, shares %s", devices, weights ? weights : "equal");
    compare(c, &s, how);
}

/* Halfway the state moves from some devices to others. */
static void move(comparison *c, const char *before, const char *after, const char *weights)
{
    char devices[2][128], how[300];
    scene s = c->alone;
    s.options.parts_x = s.options.parts_y = 0;
    s.options.devices = named(c, before, devices[0], sizeof devices[0]);
    spate_options afterwards = s.options;
    afterwards.devices = named(c, after, devices[1], sizeof devices[1]);
    afterwards.part_weights = weights;
    s.interrupted = 1;
    s.afterwards = &afterwards;
    snprintf(how, sizeof how, "saved by %s, loaded by %s", devices[0], devices[1]);
    compare(c, &s, how);
}

/* At random steps rows move between devices; some of these pause for a while. Between both halves
 * the state is saved and loaded where `interrupted`. */
static void repartition(comparison *c, const char *letters, int moves, spate_move method,
                        int interrupted)
{
    char devices[128], how[200], weights[32] = "1";
    scene s = c->alone;
    s.options.devices = named(c, letters, devices, sizeof devices);
    for (const char *d = devices; *d; ++d)
        if (*d == ',')
            strcat(weights, ",1");
    s.options.part_weights = weights; /* no trial */
    s.options.parts_x = s.options.parts_y = 0;
    s.options.tune = SPATE_TUNE_DYNAMIC;
    s.options.tune_every = INT64_MAX; /* no cuts of its own */
    s.options.move = method;
    s.moves = moves;
    s.interrupted = interrupted;
    snprintf(how, sizeof how, "%s, rows move (%d%s%s)", devices, moves,
             method == SPATE_MOVE_ALL ? ", all of them" : "", interrupted ? ", interrupted" : "");
    compare(c, &s, how);
}

static void compare_all(comparison *c)
{
    if (rows_move(c->alone.options.scheme)) {
        repartition(c, "AB", 1, SPATE_MOVE_ROWS, 0);
        repartition(c, "BAB", 2, SPATE_MOVE_ROWS, 0);
        repartition(c, "AB", 3, SPATE_MOVE_ALL, 0);
        repartition(c, "BA", 4, SPATE_MOVE_ROWS, 1);
    }
    share(c, "B", NULL);
    share(c, "AB", NULL);
    share(c, "AB", "3,1");
    share(c, "AB", "1,3");
    share(c, "BA", "3,1");
    share(c, "ABBA", NULL);
    share(c, "AB", "2,1x1,1,2"); /* six parts, three on each device */
    move(c, "AB", "B", NULL);
    move(c, "B", "BAA", "1,2,1");
}

/* Whether this machine and build have the device. */
static int exists(spate_context *ctx, const char *device)
{
    spate_options o;
    spate_sim *sim = NULL;
    spate_options_default(&o);
    o.nx = o.ny = 8;
    o.dx = o.dy = 1;
    o.devices = device;
    const spate_status status = spate_sim_create(ctx, &o, &sim);
    if (status != SPATE_OK)
        printf("%s\n", spate_message(ctx));
    spate_sim_destroy(sim);
    return status == SPATE_OK;
}

static void one_scene(comparison *c, int variant, int precision, int64_t steps, const char *scheme)
{
    spate_stats stats;
    c->alone = scene_make(variant, precision);
    if (strcmp(scheme, c->alone.options.scheme) != 0)
        scene_use_scheme(&c->alone, scheme);
    c->alone.maxima = 1;
    c->alone.moves = rows_move(scheme) ? MOVES_NONE : 0;
    c->alone.steps = steps < c->alone.steps ? steps : c->alone.steps;
    c->alone.options.backend = "auto"; /* required where devices are named */
    c->alone.options.devices = c->first;
    c->alone.options.parts_x = c->alone.options.parts_y = 1;
    const int before = c->failures;
    if (scene_run(c->ctx, &c->alone, &c->values, &stats) != SPATE_OK) {
        printf("%s: %s\n", scene_name(variant), spate_message(c->ctx));
        ++c->failures;
        return;
    }
    compare_all(c);
    printf("%s, f%d, %lld steps: %s\n", scene_name(variant), precision, (long long)stats.steps,
           c->failures > before ? "bits differ" : "all bits equal");
    free(c->values);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: devices FIRST SECOND [steps [scheme [scenes]]]\n");
        return 2;
    }
    const int64_t steps = argc > 3 ? atoll(argv[3]) : 20;
    const char *scheme = argc > 4 ? argv[4] : "kurganov", *scenes = argc > 5 ? argv[5] : "all";
    comparison c = {.first = argv[1], .second = argv[2]};
    if (spate_context_create(&c.ctx) != SPATE_OK)
        return 1;
    if (!exists(c.ctx, c.first) || !exists(c.ctx, c.second))
        return 77;
    for (int variant = 0; variant < SCENE_VARIANTS; ++variant)
        if (scene_is_listed(scenes, variant)) /* each precision has every second scene */
            one_scene(&c, variant, variant % 2 ? 32 : 64, steps, scheme);
    spate_context_destroy(c.ctx);
    printf("%d runs compared, %d differ\n", c.compared, c.failures);
    return c.failures || !c.compared;
}
