/* Claim: on one backend the answer has the same bits for any threads, parts, instruction set and
 * with dry tiles skipped or not, and after an interruption; and the fast backend has the bits of
 * the plain reference, where the scheme solves no lines (those are eliminated in another order
 * there: adi_reference.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene.h"
#include "schemes/description.h"

static int failures;

typedef struct baseline {
    scene scene;
    double *values;
    spate_stats stats;
} baseline;

static void compare(spate_context *ctx, const baseline *base, scene other, const char *what)
{
    double *values;
    spate_stats stats;
    char name[80];
    size_t first = 0;
    const spate_status status = scene_run(ctx, &other, &values, &stats);
    if (status == SPATE_ERROR_BACKEND) { /* an instruction set this machine lacks */
        printf("  skip  %s: %s\n", what, spate_message(ctx));
        return;
    }
    if (status != SPATE_OK)
        printf("  error %s: %s\n", what, spate_message(ctx));
    const size_t different =
        status == SPATE_OK ? scene_differences(&base->scene, base->values, values, &first) : 1;
    if (status == SPATE_OK && different)
        printf("  DIFFER %s: %zu values, %s first: %a and %a\n", what, different,
               scene_value_name(&base->scene, first, name, sizeof name), base->values[first],
               values[first]);
    else if (status == SPATE_OK)
        printf("  same  %s (%.0f %% of tiles awake)\n", what, 100 * stats.awake);
    failures += different > 0;
    free(values);
}

static const char *const skips[] = {"tiles skipped", "early exit", "bounding box"};

/* Each precision runs one half of the layouts, so that each has every number of threads, columns
 * and rows in half the runs. */
static void compare_layouts(spate_context *ctx, const baseline *base)
{
    const int half = base->scene.options.precision == 64;
    char what[80];
    for (int threads = 1; threads <= 2; ++threads)
        for (int px = 1; px <= 2; ++px)
            for (int py = 1; py <= 3; ++py) {
                if ((threads + px + py) % 2 != half)
                    continue;
                scene s = base->scene;
                s.options.threads = threads;
                s.options.parts_x = px;
                s.options.parts_y = py;
                s.options.skip = (spate_skip)((threads + py) % 3);
                snprintf(what, sizeof what, "%d threads, %dx%d parts, %s", threads, px, py,
                         skips[s.options.skip]);
                compare(ctx, base, s, what);
            }
}

/* Parts of unequal size; and a state that is saved by some of them and loaded by others. */
static void compare_weights(spate_context *ctx, const baseline *base)
{
    const char *columns = base->scene.options.nx < 100 ? "1,1x2,1,3" : "5,1x2,1,3";
    char what[80];
    scene s = base->scene;
    s.options.threads = 2;
    s.options.part_weights = columns;
    snprintf(what, sizeof what, "parts of weights %s", columns);
    compare(ctx, base, s, what);
    const spate_options afterwards = s.options;
    s.interrupted = 1;
    s.afterwards = &afterwards;
    s.options.part_weights = "1,4";
    snprintf(what, sizeof what, "saved by parts of weights 1,4 and loaded by %s", columns);
    compare(ctx, base, s, what);
}

static void compare_isas(spate_context *ctx, const baseline *base)
{
    static const char *const isas[] = {"base", "avx2", "avx512"};
    char what[80];
    for (int k = 0; k < 3; ++k) {
        scene s = base->scene;
        s.options.isa = isas[k];
        snprintf(what, sizeof what, "isa %s", isas[k]);
        compare(ctx, base, s, what);
    }
}

static int solves_lines(const baseline *base)
{
    return scheme_about(base->scene.options.scheme)->implicit;
}

/* with_reference: the plain loops too, which take longer than all else together. */
static void compare_ways(spate_context *ctx, const baseline *base, int parts, int with_reference)
{
    char what[80];
    scene s = base->scene;
    s.options.parts_x = s.options.parts_y = parts;
    scene halfway = s;
    halfway.interrupted = 1;
    snprintf(what, sizeof what, "saved and loaded halfway, %dx%d parts", parts, parts);
    compare(ctx, base, halfway, what);
    if (solves_lines(base))
        return;
    s.options.skip_still = 0;
    snprintf(what, sizeof what, "nothing skipped, %dx%d parts", parts, parts);
    compare(ctx, base, s, what);
    if (!with_reference)
        return;
    s.options.backend = "reference";
    snprintf(what, sizeof what, "reference backend, %dx%d parts", parts, parts);
    compare(ctx, base, s, what);
}

static void compare_all(spate_context *ctx, const baseline *base, int variant)
{
    compare_layouts(ctx, base);
    compare_weights(ctx, base);
    compare_isas(ctx, base);
    scene watched = base->scene;
    watched.watched = 1;
    compare(ctx, base, watched, "watched step by step");
    /* Whole in one precision, cut in the other. A scene is in one of them compared with the
     * reference: whole scenes and cut ones in turns. */
    const int words = base->scene.options.precision / 32;
    compare_ways(ctx, base, 1 + (variant + words) % 2, (variant / 2 + words) % 2);
}

/* Scenes that no longer reach what they are meant to test. */
static void check_scene(const baseline *base, int variant, int64_t steps)
{
    if (solves_lines(base))
        return;
    const int redoes = scheme_stages(&base->scene.options) > 1;
    if (variant == SCENE_POND && redoes && steps >= 20 && base->stats.redone == 0) {
        printf("  no step was redone: the scene no longer tests that\n");
        ++failures;
    }
    if (variant >= SCENE_POND && variant <= SCENE_LAKE_EULER && base->stats.awake > 0.9) {
        printf("  no tile slept: the scene no longer tests that\n");
        ++failures;
    }
}

static int one_scene(spate_context *ctx, int variant, const char *precision, int64_t steps,
                     const char *scheme)
{
    spate_options wanted = {.precision = 64};
    spate_options_set_precision(&wanted, precision);
    baseline base = {.scene = scene_make(variant, wanted.precision)};
    base.scene.options.line_precision = wanted.line_precision;
    if (strcmp(scheme, base.scene.options.scheme) != 0)
        scene_use_scheme(&base.scene, scheme);
    base.scene.air = scene_has_air(&base.scene);
    if (steps < base.scene.steps)
        base.scene.steps = steps;
    if (scene_run(ctx, &base.scene, &base.values, &base.stats) != SPATE_OK) {
        printf("%s: %s\n", scene_name(variant), spate_message(ctx));
        return 0;
    }
    printf("%s, %s: t = %.6g s, %lld steps, %lld redone, top speed %.3g m/s, mass error "
           "%.2g, %.0f %% of tiles awake\n",
           scene_name(variant), precision, base.stats.t, (long long)base.stats.steps,
           (long long)base.stats.redone, base.stats.max_speed, base.stats.mass_error,
           100 * base.stats.awake);
    check_scene(&base, variant, steps);
    compare_all(ctx, &base, variant);
    free(base.values);
    return 1;
}

/* same_bits [steps [variant [scheme [precision]]]]: 200 by default (the sanitizer builds take
 * fewer), all variants from that one on, f32 and f64. */
int main(int argc, char **argv)
{
    const int64_t steps = argc > 1 ? atoll(argv[1]) : 200;
    const int first = argc > 2 ? atoi(argv[2]) : 0;
    const char *scheme = argc > 3 ? argv[3] : "kurganov";
    spate_context *ctx;
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    const char *precisions[2] = {"f32", "f64"};
    if (argc > 4)
        precisions[0] = argv[4];
    for (int k = 0; k < (argc > 4 ? 1 : 2); ++k)
        for (int variant = first; variant < SCENE_VARIANTS; ++variant)
            if (!one_scene(ctx, variant, precisions[k], steps, scheme))
                return 1;
    spate_context_destroy(ctx);
    printf("%s\n", failures ? "bits differ" : "all bits equal");
    return failures != 0;
}
