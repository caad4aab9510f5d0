/* Claim: a strict backend has the bits of the CPU: every field, maxima, clock and account of every
 * scene, at sizes that fill no tile, in all precisions, with tiles skipped or not, in one part or
 * several, and across a checkpoint that one writes and the other reads.
 *
 *   gpu_bits [--backend cuda] [--isa strict] [--scheme kurganov] [--lines auto] [--steps N]
 *            [--size 61x47] [--scene 0,6,12] [--dt-max S] [--precision f32,f64,mixed] [--cells all]
 *            [--terms gravity|central|deep]
 *
 * Precisions are those that the scheme has. --steps: 40, or 10 with a scheme of long steps.
 * --cells all: no cell is inactive, so that there are stretches of a grid without a closed face,
 * which kernels may treat apart. --terms gravity: scenes without advection, friction and viscosity.
 * central: with central advection, Manning friction and no other terms; deep: the same in deep water
 * that moves everywhere.
 * One line for each scene, one more for each difference. Exits with
 * 77 where there is no such backend, with 1 where something differs or nothing was compared. */
#include <inttypes.h>
#include <stdlib.h>

#include "backend_args.h"
#include "scene.h"
#include "schemes/description.h"

typedef struct size {
    int64_t nx, ny;
} size;

typedef struct comparison {
    spate_context *ctx;
    const char *backend, *isa, *scheme, *lines;
    int64_t steps;
    double dt_max;                   /* 0: that of the scene; short steps are all of one length */
    int whole;                       /* no cell is inactive */
    const char *terms;               /* scene, gravity, central or deep */
    const char *scenes, *precisions; /* lists, with commas; NULL: all */
    int runs, failures;
} comparison;

typedef struct baseline {
    scene scene;
    char name[80];
    double *values;
    int compared, different;
} baseline;

static void compare(comparison *c, baseline *base, const scene *other, const char *how)
{
    double *values = NULL;
    spate_stats stats;
    char name[80];
    size_t first = 0, different = 1;
    const spate_status status = scene_run(c->ctx, other, &values, &stats);
    if (status != SPATE_OK)
        printf("FAIL   %s, %s: %s\n", base->name, how, spate_message(c->ctx));
    else
        different = scene_differences(&base->scene, base->values, values, &first);
    if (status == SPATE_OK && different)
        printf("DIFFER %s, %s: %s is %a, on the CPU %a; %zu of %zu values differ\n", base->name,
               how, scene_value_name(&base->scene, first, name, sizeof name), values[first],
               base->values[first], different, scene_values(&base->scene));
    ++base->compared;
    base->different += different > 0;
    free(values);
}

static scene on_backend(const comparison *c, const baseline *base)
{
    scene s = base->scene;
    s.options.backend = c->backend;
    s.options.isa = c->isa;
    if (c->lines)
        s.options.lines = c->lines;
    return s;
}

/* As many of the parts asked for as the grid has tiles for; a last tile too thin for ghosts is no
 * part by itself. */
static int fitting(int64_t cells, int tile, int parts)
{
    enum { WIDEST_HALO = 4 };
    int64_t tiles = (cells + tile - 1) / tile;
    const int64_t last = cells - (tiles - 1) * tile;
    if (tiles <= parts && tiles > 1 && last < WIDEST_HALO)
        --tiles;
    return tiles < parts ? (int)tiles : parts;
}

static void compare_parts(comparison *c, baseline *base, int px, int py)
{
    char how[80];
    scene s = on_backend(c, base);
    s.options.parts_x = fitting(s.options.nx, 32, px);
    s.options.parts_y = fitting(s.options.ny, 8, py);
    if (s.options.parts_x * s.options.parts_y == 1)
        return;
    for (int skip = 1; skip >= 0; --skip) {
        s.options.skip_still = skip;
        snprintf(how, sizeof how, "%dx%d parts%s", s.options.parts_x, s.options.parts_y,
                 skip ? "" : ", nothing skipped");
        compare(c, base, &s, how);
    }
}

/* Halfway the other backend takes over. */
static void compare_relay(comparison *c, baseline *base)
{
    const spate_options cpu = base->scene.options;
    scene s = on_backend(c, base);
    const spate_options other = s.options;
    s.interrupted = 1;
    s.afterwards = &cpu;
    compare(c, base, &s, "resumed on the CPU");
    s.options = cpu;
    s.afterwards = &other;
    compare(c, base, &s, "begun on the CPU");
    s.options = other;
    compare(c, base, &s, "resumed where it began");
}

static void choose_terms(const char *terms, scene *s)
{
    spate_options *o = &s->options;
    const int gravity = strcmp(terms, "gravity") == 0, deep = strcmp(terms, "deep") == 0;
    if (strcmp(terms, "scene") == 0)
        return;
    o->advection = gravity ? SPATE_ADVECT_NONE : SPATE_ADVECT_CENTRAL;
    o->friction = gravity ? SPATE_FRICTION_NONE : SPATE_FRICTION_MANNING;
    o->friction_coefficient = gravity ? 0 : 0.03;
    o->viscosity = 0;
    s->friction_map = 0;
    if (gravity)
        return;
    o->rain = o->coriolis = o->coriolis_beta = 0;
    if (deep) {
        s->level = scene_deep;
        s->streams = 1;
    }
}

static void compare_scene(comparison *c, int variant, const char *precision, size grid)
{
    spate_options wanted = {0};
    spate_options_set_precision(&wanted, precision);
    baseline base = {.scene = scene_make(variant, wanted.precision)};
    spate_stats stats;
    snprintf(base.name, sizeof base.name, "%lldx%lld %s %s", (long long)grid.nx, (long long)grid.ny,
             precision, scene_name(variant));
    if (scheme_about(c->scheme) != scheme_about(NULL)) /* a scene is made for the default scheme */
        scene_use_scheme(&base.scene, c->scheme);
    base.scene.options.line_precision = wanted.line_precision;
    /* not where all is deep: air pressure brings wind and viscosity with it */
    base.scene.air =
        scheme_about(c->scheme)->implicit && base.scene.boundaries && variant != SCENE_EVERYTHING;
    scene_resize(&base.scene, grid.nx, grid.ny);
    base.scene.whole |= c->whole;
    choose_terms(c->terms, &base.scene);
    if (c->dt_max > 0)
        base.scene.options.dt_max = c->dt_max;
    base.scene.steps = c->steps < base.scene.steps ? c->steps : base.scene.steps;
    if (scene_run(c->ctx, &base.scene, &base.values, &stats) != SPATE_OK) {
        printf("FAIL   %s on the CPU: %s\n", base.name, spate_message(c->ctx));
        ++c->failures;
        return;
    }
    scene s = on_backend(c, &base);
    compare(c, &base, &s, "one part");
    s.options.skip_still = 0;
    compare(c, &base, &s, "nothing skipped");
    s = on_backend(c, &base);
    s.watched = 1;
    compare(c, &base, &s, "watched");
    compare_parts(c, &base, 2, 1);
    compare_parts(c, &base, 2, 3);
    compare_relay(c, &base);
    printf("%s %s: %d runs, %lld steps, %lld redone, %.0f %% of tiles awake, top speed %.3g m/s\n",
           base.different ? "differ" : "same  ", base.name, base.compared, (long long)stats.steps,
           (long long)stats.redone, 100 * stats.awake, stats.max_speed);
    fflush(stdout);
    c->runs += base.compared;
    c->failures += base.different;
    free(base.values);
}

static void compare_scenes(comparison *c, size grid)
{
    static const struct {
        const char *name;
        unsigned ability;
    } precisions[] = {{"f32", SCHEME_F32}, {"f64", SCHEME_F64}, {"mixed", SCHEME_MIXED}};
    for (int variant = 0; variant < SCENE_VARIANTS; ++variant) {
        if (!scene_is_listed(c->scenes, variant))
            continue;
        for (int n = 0; n < 3; ++n)
            if (scheme_about(c->scheme)->can.has & precisions[n].ability &&
                (!c->precisions || strstr(c->precisions, precisions[n].name)))
                compare_scene(c, variant, precisions[n].name, grid);
    }
}

/* Of one size, or of those that find most. */
static int compare_sizes(comparison *c, const char *only)
{
    static const size sizes[] = {{1, 1}, {61, 47}, {4097, 3}, {3, 4097}, {257, 130}};
    size asked;
    char more;
    if (!only) {
        for (size_t n = 0; n < sizeof sizes / sizeof *sizes; ++n)
            compare_scenes(c, sizes[n]);
        return 1;
    }
    if (sscanf(only, "%" SCNd64 "x%" SCNd64 "%c", &asked.nx, &asked.ny, &more) != 2 ||
        asked.nx < 1 || asked.ny < 1) {
        printf("FAIL: --size %s: columns and rows are wanted, as in 61x47\n", only);
        return 0;
    }
    compare_scenes(c, asked);
    return 1;
}

/* Steps of a scheme with transport of its own are six times as long in a scene (scene_use_scheme), and each is many
 * kernels. */
static const char *usual_steps(const char *scheme)
{
    const int long_steps = scheme_option_of(scheme_about(scheme), "solver.transport") != NULL;
    return long_steps ? "10" : "40";
}

int main(int argc, char **argv)
{
    comparison c = {.backend = argument(argc, argv, "--backend", "cuda"),
                    .isa = argument(argc, argv, "--isa", "strict"),
                    .scheme = argument(argc, argv, "--scheme", "kurganov"),
                    .lines = argument(argc, argv, "--lines", NULL),
                    .dt_max = atof(argument(argc, argv, "--dt-max", "0")),
                    .whole = strcmp(argument(argc, argv, "--cells", "some"), "all") == 0,
                    .terms = argument(argc, argv, "--terms", "scene"),
                    .scenes = argument(argc, argv, "--scene", NULL),
                    .precisions = argument(argc, argv, "--precision", NULL)};
    if (!scheme_about(c.scheme)) {
        printf("FAIL: --scheme %s: there is no such scheme\n", c.scheme);
        return 1;
    }
    c.steps = atoll(argument(argc, argv, "--steps", usual_steps(c.scheme)));
    if (spate_context_create(&c.ctx) != SPATE_OK)
        return 1;
    const spate_status status = try_backend(c.ctx, c.backend, c.isa);
    const int compared =
        status == SPATE_OK && compare_sizes(&c, argument(argc, argv, "--size", NULL));
    spate_context_destroy(c.ctx);
    if (status != SPATE_OK)
        return status == SPATE_ERROR_BACKEND ? TEST_SKIPPED : 1;
    if (compared && c.runs == 0)
        printf(
            "FAIL: no run was compared: there are scenes 0 to %d, in the precisions of the scheme\n",
            SCENE_VARIANTS - 1);
    else if (compared)
        printf("%d runs on %s (%s): %d differ or failed\n", c.runs, c.backend, c.isa, c.failures);
    return !compared || c.failures != 0 || c.runs == 0;
}
