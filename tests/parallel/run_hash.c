/* Prints a line for every run of a fixed list: its name and three checksums of what a user gets
 * from it: the water (depth and discharges), the maxima, and the accounts (times, volumes, gauges).
 * The list holds all built-in cases with kurganov and adi in every precision, integrator and bed
 * model, those that stay wet also with the vector-invariant schemes, the scenes of the identity
 * tests, and a few runs of the schemes with velocities at faces. scripts/same-bits compares the lines
 * with those of an earlier commit. The SETTINGS change how a run is computed and must not change a
 * bit of it. Usage: run_hash [SETTING...]
 *   backend=NAME isa=NAME parts=PXxPY   as options of `spate run`
 *   weights=TEXT                        parts of unequal size, on grids of at least 6 rows of tiles
 *   resumed                             a second simulation continues the saved state of the first
 *   every=N                             only every Nth run
 *   only=TEXT                           only runs whose name contains TEXT */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "run_hash.h"
#include "schemes/description.h"

enum { CASE_CELLS = 70, CASE_ROWS = 20 };

/* As many of the wanted parts as fit into the grid; a part of less than 4 cells is too narrow for
 * ghost cells. */
static int fitting(int64_t cells, int tile, int parts)
{
    int64_t tiles = cells / tile + (cells % tile >= 4);
    tiles = tiles > 1 ? tiles : 1;
    return tiles < parts ? (int)tiles : parts;
}

static void apply_settings(const settings *s, spate_options *o)
{
    o->backend = s->backend;
    o->isa = s->isa;
    if (s->parts[0] > 0) {
        o->parts_x = fitting(o->nx, 32, s->parts[0]);
        o->parts_y = fitting(o->ny, 8, s->parts[1]);
    }
    if (o->ny >= 48)
        o->part_weights = s->weights;
    o->threads = o->parts_x > 1 ? 2 : 1;
}

/* ---- the list ---- */

/* Whether the run is among the wanted ones; the counter makes `every`. */
static int is_wanted(const settings *s, const char *name)
{
    static int counter;
    return (!s->only || strstr(name, s->only)) && counter++ % s->every == 0;
}

static void print_sums(spate_context *ctx, const char *name, spate_status status,
                       const checksums *sums)
{
    if (spate_rank(ctx) != 0)
        return;
    if (status == SPATE_OK)
        printf("%s %08" PRIx32 " %08" PRIx32 " %08" PRIx32 "\n", name, sums->water, sums->maxima,
               sums->accounts);
    else
        printf("%s error %d\n", name, (int)status);
    fflush(stdout);
}

static const char *const precisions[] = {"f32", "f64", "mixed"};

/* Runs that plain loops compute in another order, or that they alone can do, have another name. */
static const char *suffix(const settings *s, int adi, const builtin_case *c)
{
    return strcmp(s->backend, "reference") == 0 && (adi || (c && c->force)) ? "-reference" : "";
}

static void print_case(spate_context *ctx, const settings *s, const builtin_case *c,
                       const spate_options *o, const char *name)
{
    checksums sums = {0};
    if (is_wanted(s, name)) {
        const spate_status status = run_case(ctx, s, c, o, &sums);
        print_sums(ctx, name, status, &sums);
    }
}

static void run_kurganov(spate_context *ctx, const settings *s, const builtin_case *c)
{
    for (int k = 0; k < 8; ++k) {
        spate_options o;
        char name[120];
        builtin_case_options(c, CASE_CELLS, CASE_ROWS, &o);
        apply_settings(s, &o);
        spate_options_set_precision(&o, precisions[k & 1]);
        o.integrator = k & 2 ? SPATE_EULER : SPATE_RK2;
        o.bed_model = k & 4 ? SPATE_BED_BILINEAR : SPATE_BED_CELLS;
        snprintf(name, sizeof name, "case.%s.kurganov%s.%s.%s.%s", c->name, suffix(s, 0, c),
                 precisions[k & 1], k & 2 ? "euler" : "rk2", k & 4 ? "bilinear" : "cells");
        print_case(ctx, s, c, &o, name);
    }
}

static void run_adi(spate_context *ctx, const settings *s, const builtin_case *c)
{
    for (int k = 0; k < 3; ++k) {
        spate_options o;
        char name[120];
        builtin_case_options(c, CASE_CELLS, CASE_ROWS, &o);
        apply_settings(s, &o);
        spate_options_set_precision(&o, precisions[k]);
        o.scheme = "adi";
        o.bed_model = SPATE_BED_CELLS;
        snprintf(name, sizeof name, "case.%s.adi%s.%s", c->name, suffix(s, 1, c), precisions[k]);
        print_case(ctx, s, c, &o, name);
    }
}

/* Each has kernels or an order of its own. Plain loops have explicit steps with lumped mass. */
static const struct {
    const char *scheme, *name;
    spate_form form;
    spate_mass_matrix mass;
    double filter;
} invariant_runs[] = {{"vi-leapfrog", "energy", SPATE_FORM_ENERGY, SPATE_MASS_LUMPED, 0},
                      {"vi-leapfrog", "enstrophy.filter", SPATE_FORM_ENSTROPHY, SPATE_MASS_LUMPED,
                       0.05},
                      {"vi-leapfrog", "paper.lines", SPATE_FORM_PAPER, SPATE_MASS_CONSISTENT, 0},
                      {"vi-rk3", "energy", SPATE_FORM_ENERGY, SPATE_MASS_LUMPED, 0},
                      {"vi-rk3", "paper.cg", SPATE_FORM_PAPER, SPATE_MASS_CG, 0},
                      {"vi-semi-implicit", "energy", SPATE_FORM_ENERGY, SPATE_MASS_LUMPED, 0},
                      {"vi-semi-implicit", "paper.lines", SPATE_FORM_PAPER, SPATE_MASS_CONSISTENT,
                       0},
                      {.scheme = NULL}};

static void run_vector_invariant(spate_context *ctx, const settings *s, const builtin_case *c)
{
    const int plain = strcmp(s->backend, "reference") == 0;
    if (!builtin_case_judges(c, invariant_runs[0].scheme))
        return;
    for (int k = 0; invariant_runs[k / 2].scheme; ++k) {
        spate_options o;
        char name[120];
        builtin_case_options(c, CASE_CELLS, CASE_ROWS, &o);
        apply_settings(s, &o);
        spate_options_set_precision(&o, precisions[k & 1]);
        o.scheme = invariant_runs[k / 2].scheme;
        o.form = invariant_runs[k / 2].form;
        o.mass_matrix = invariant_runs[k / 2].mass;
        o.filter = invariant_runs[k / 2].filter;
        o.bed_model = SPATE_BED_CELLS;
        o.cfl = 0; /* the usual one */
        snprintf(name, sizeof name, "case.%s.%s.%s.%s", c->name, o.scheme,
                 invariant_runs[k / 2].name, precisions[k & 1]);
        if (!plain || (o.mass_matrix == SPATE_MASS_LUMPED && !scheme_about(o.scheme)->implicit))
            print_case(ctx, s, c, &o, name);
    }
}

static void run_scene_with(spate_context *ctx, const settings *set, int variant, const char *scheme,
                           const char *precision)
{
    const int adi = strcmp(scheme, "adi") == 0;
    spate_options wanted = {.precision = 64};
    char name[120];
    checksums sums = {0};
    spate_options_set_precision(&wanted, precision);
    scene s = scene_make(variant, wanted.precision);
    s.options.line_precision = wanted.line_precision;
    if (strcmp(scheme, "kurganov") != 0)
        scene_use_scheme(&s, scheme);
    s.air = scene_has_air(&s);
    apply_settings(set, &s.options);
    snprintf(name, sizeof name, "scene.%s.%s%s.%s", scene_name(variant), scheme,
             suffix(set, adi, NULL), precision);
    for (char *at = name; *at; ++at)
        *at = *at == ' ' ? '_' : *at;
    if (is_wanted(set, name)) {
        const spate_status status = run_scene(ctx, set, &s, &sums);
        print_sums(ctx, name, status, &sums);
    }
}

static void run_scenes(spate_context *ctx, const settings *set, int variant)
{
    for (int k = 0; k < 5; ++k)
        run_scene_with(ctx, set, variant, k < 2 ? "kurganov" : "adi",
                       precisions[k < 2 ? k : k - 2]);
}

/* ---- schemes that the list got later: at its end, so that `every` chooses the runs before as it did ---- */

static const struct {
    const char *scheme, *name;
    spate_advection advection;
    spate_ordering ordering;
} face_runs[] = {{"staggered", "linear", SPATE_ADVECT_NONE, SPATE_HANSEN},
                 {"staggered", "energy", SPATE_ADVECT_ENERGY, SPATE_HANSEN},
                 {"staggered", "momentum", SPATE_ADVECT_MOMENTUM, SPATE_SIELECKI},
                 {"staggered", "automatic", SPATE_ADVECT_AUTOMATIC, SPATE_SIELECKI},
                 {"staggered", "central", SPATE_ADVECT_CENTRAL, SPATE_HANSEN},
                 {"staggered", "limited", SPATE_ADVECT_LIMITED, SPATE_HANSEN},
                 {"semi-implicit", "usual", SPATE_ADVECT_MOMENTUM, SPATE_HANSEN}};
enum { FACE_RUNS = sizeof face_runs / sizeof *face_runs };

static void run_face_schemes(spate_context *ctx, const settings *s, const builtin_case *c)
{
    for (int k = 0; k < 2 * FACE_RUNS; ++k) {
        spate_options o;
        char name[120];
        builtin_case_options(c, CASE_CELLS, CASE_ROWS, &o);
        apply_settings(s, &o);
        spate_options_set_precision(&o, precisions[k & 1]);
        o.scheme = face_runs[k / 2].scheme;
        o.advection = face_runs[k / 2].advection;
        o.ordering = face_runs[k / 2].ordering;
        o.bed_model = SPATE_BED_CELLS;
        o.cfl = 0; /* the usual one */
        snprintf(name, sizeof name, "case.%s.%s.%s.%s", c->name, o.scheme, face_runs[k / 2].name,
                 precisions[k & 1]);
        print_case(ctx, s, c, &o, name);
    }
}

static void run_face_scenes(spate_context *ctx, const settings *s, int variant)
{
    for (int k = 0; k < 4; ++k)
        run_scene_with(ctx, s, variant, k < 2 ? "staggered" : "semi-implicit", precisions[k & 1]);
}

static int parse(int argc, char **argv, settings *s)
{
    *s = (settings){.backend = "cpu", .isa = "auto", .every = 1};
    for (int k = 1; k < argc; ++k) {
        const char *a = argv[k];
        if (strncmp(a, "backend=", 8) == 0)
            s->backend = a + 8;
        else if (strncmp(a, "isa=", 4) == 0)
            s->isa = a + 4;
        else if (strncmp(a, "only=", 5) == 0)
            s->only = a + 5;
        else if (strncmp(a, "weights=", 8) == 0)
            s->weights = a + 8;
        else if (strcmp(a, "resumed") == 0)
            s->resumed = 1;
        else if (sscanf(a, "every=%d", &s->every) != 1 &&
                 sscanf(a, "parts=%dx%d", &s->parts[0], &s->parts[1]) != 2)
            return 0;
    }
    return s->every > 0;
}

int main(int argc, char **argv)
{
    settings s;
    spate_context *ctx;
    if (!parse(argc, argv, &s)) {
        fprintf(
            stderr,
            "usage: run_hash [backend=NAME] [isa=NAME] [parts=PXxPY] [weights=W,W,...] [resumed] "
            "[every=N] [only=TEXT]\n");
        return 2;
    }
    if (spate_context_create_parallel(&ctx) != SPATE_OK)
        return 1;
    for (const builtin_case *const *c = builtin_cases(); *c; ++c) {
        if ((*c)->force && strcmp(s.backend, "reference") != 0)
            continue; /* only plain loops can be forced */
        run_kurganov(ctx, &s, *c);
        run_adi(ctx, &s, *c);
        run_vector_invariant(ctx, &s, *c);
    }
    for (int variant = 0; variant < SCENE_VARIANTS; ++variant)
        run_scenes(ctx, &s, variant);
    if (strcmp(s.backend, "reference") != 0) { /* which has no semi-implicit steps */
        run_face_schemes(ctx, &s, builtin_case_find("tidal_islands"));
        for (int variant = 0; variant < SCENE_VARIANTS; ++variant)
            run_face_scenes(ctx, &s, variant);
    }
    spate_context_destroy(ctx);
    return 0;
}
