/* Builds a case whose searches cross the cuts between ranks (a winding inlet, holes, classes
 * that only some ranks see) and prints hashes of what was understood, on rank 0: the same for
 * any number of ranks. */
#include <ftw.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bits.h"
#include "model/model.h"
#include "parallel/comm.h"

enum { NX = 96, NY = 96 };

static spate_context *ctx;
static char folder[64];

/* ---- inputs, made by rank 0 ---- */

/* In the west ridges with a gap at one end in turn: an inlet that winds from south to north. */
static int is_ridge(int i, int j)
{
    return i == 48 || (i < 48 && j % 6 == 5 && (j % 12 == 5 ? i < 45 : i > 2));
}

/* In the east a winding of NoData that only its southern end joins to the edge. */
static int is_outside(int i, int j)
{
    const int row = j % 4 == 0 && i >= 64 && i <= 90;
    const int turn = i == (j % 8 < 4 ? 90 : 64);
    return j < 90 && (row || turn);
}

static int is_hole(int i, int j)
{
    return (i == 20 && (j == 63 || j == 64)) || (i == 56 && j >= 22 && j <= 49) ||
           (i == 2 && j == 2);
}

static double terrain(int i, int j)
{
    if (is_outside(i, j) || is_hole(i, j))
        return NAN;
    return is_ridge(i, j) ? 3 : -1 - 0.001 * i - 0.01 * (j % 3);
}

static double classes(int i, int j)
{
    return j < 24 ? 1 : j < 60 ? 2 + i % 2 : 7;
}

static double heights(int i, int j)
{
    return sin(0.37 * i) + cos(0.21 * j * i);
}

static int write_asc(const char *name, double cell, double (*value)(int i, int j))
{
    char path_of_file[128];
    snprintf(path_of_file, sizeof path_of_file, "%s/%s", folder, name);
    FILE *f = fopen(path_of_file, "w");
    if (!f)
        return 0;
    fprintf(f, "ncols %d\nnrows %d\nxllcorner 0\nyllcorner 0\ncellsize %g\nNODATA_value -9999\n",
            NX, NY, cell);
    for (int j = NY - 1; j >= 0; --j)
        for (int i = 0; i < NX; ++i)
            fprintf(f, "%.17g%c", isnan(value(i, j)) ? -9999 : value(i, j),
                    i + 1 < NX ? ' ' : '\n');
    return fclose(f) == 0;
}

static int write_table(const char *name, const char *text)
{
    char path_of_file[128];
    snprintf(path_of_file, sizeof path_of_file, "%s/%s", folder, name);
    FILE *f = fopen(path_of_file, "w");
    return f && fputs(text, f) >= 0 && fclose(f) == 0;
}

static int make_inputs(void)
{
    snprintf(folder, sizeof folder, "/tmp/spate_ranks_XXXXXX");
    int ok = 1;
    if (spate_rank(ctx) == 0)
        ok = mkdtemp(folder) && write_asc("terrain.asc", 2, terrain) &&
             write_asc("classes.asc", 2, classes) && write_asc("heights.asc", 2, heights) &&
             write_table("all.csv", "class,manning\n1,0.02\n2,0.03\n3,0.04\n7,0.05\n") &&
             write_table("some.csv", "class,manning\n2,0.03\n");
    comm_broadcast(ctx->comm, folder, sizeof folder);
    comm_broadcast(ctx->comm, &ok, sizeof ok);
    return ok;
}

static int remove_entry(const char *name, const struct stat *s, int flag, struct FTW *f)
{
    (void)s;
    (void)flag;
    (void)f;
    return remove(name);
}

/* ---- what comes out ---- */

static void say_field(model *m, const char *name, spate_field_name field)
{
    const size_t count = (size_t)(m->grid.nx * m->grid.ny);
    double *values = calloc(count, sizeof *values);
    if (values && spate_get_field(m->sim, field, values) == SPATE_OK && spate_rank(ctx) == 0) {
        double sum = 0;
        for (size_t n = 0; n < count; ++n)
            sum += values[n];
        printf("%s %016" PRIx64 " sum %.17g\n", name, hash_of(values, count * sizeof *values), sum);
    }
    free(values);
}

static void say_model(model *m)
{
    say_field(m, "bed", SPATE_BED);
    say_field(m, "active", SPATE_ACTIVE);
    say_field(m, "depth", SPATE_DEPTH);
    spate_advance_steps(m->sim, 5); /* friction and crests reach the velocities */
    say_field(m, "u after 5 steps", SPATE_VELOCITY_X);
    model_measure_departure(m);
    if (spate_rank(ctx) == 0)
        printf("departure %.17g mean %.17g at %g %g, %lld filled\n", m->departure.largest,
               m->departure.mean, m->departure.x, m->departure.y, (long long)m->departure.filled);
}

/* Without the folder's name, which is another in every run. */
static void say_message(spate_status status)
{
    printf("status %d: ", (int)status);
    for (const char *at = spate_message(ctx); *at; ++at)
        if (strncmp(at, folder, strlen(folder)) == 0)
            at += strlen(folder) - 1;
        else
            putchar(*at);
    putchar('\n');
}

/* Builds a case and prints the result. */
static void say_case(const char *text)
{
    char name[128];
    casefile *file = NULL;
    model *m = NULL;
    snprintf(name, sizeof name, "%s/case.yaml", folder);
    spate_status status = casefile_parse(ctx, name, text, strlen(text), NULL, 0, &file);
    if (status == SPATE_OK)
        status = model_build(ctx, file, &m);
    if (status == SPATE_OK)
        say_model(m);
    else if (spate_rank(ctx) == 0)
        say_message(status);
    if (!m && file)
        casefile_free(file);
    model_free(m);
}

#define HEAD "spate: 1\ntime: {end: 1 h}\n"

int main(void)
{
    if (spate_context_create_parallel(&ctx) != SPATE_OK || !make_inputs())
        return 1;
    say_case(HEAD
             "terrain: {file: terrain.asc, nodata: -0.5 m,"
             " walls: {line: [[100, 0], [100, 192]], crest: -0.2 m}}\n"
             "manning: {classes: classes.asc, table: all.csv}\n"
             "boundaries: [{name: sea, edge: south, level: 0.2 m}]\n"
             "initial: [{level: 0.1 m, connected_to: sea},"
             " {depth: 0.7 m, u: 0.5 m/s, within: [[4, 80], [40, 80], [40, 120], [4, 120]]}]\n");
    say_case(HEAD "grid: {resolution: 3 m}\nterrain: {file: heights.asc, bed: bilinear}\n"
                  "boundaries: [{name: w, edge: west, periodic: yes},"
                  " {name: e, edge: east, periodic: yes}, {name: s, edge: south, periodic: yes},"
                  " {name: n, edge: north, periodic: yes}]\ninitial: [{level: 2.5 m}]\n");
    say_case(HEAD "terrain: {file: terrain.asc}\n");
    say_case(HEAD "terrain: {file: heights.asc}\n"
                  "manning: {classes: classes.asc, table: some.csv}\n");
    comm_max(ctx->comm, &(double){0}, 1); /* all have read before the folder goes */
    if (spate_rank(ctx) == 0)
        nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    spate_context_destroy(ctx);
    return 0;
}
