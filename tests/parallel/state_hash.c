/* Prints checksums of saved states, of runs that continue from them, and of their maxima: run alone
 * and under mpirun, the lines must be equal (ranks.sh). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "poison.h"
#include "spate/spate.h"
#include "tape.h"

enum { NX = 101, NY = 67, CELLS = NX * NY, STEPS = 30 };

static double bed(double x, double y, void *user)
{
    (void)user;
    return 0.01 * x + ((int)(x / 7) % 3 == (int)(y / 5) % 2 ? 0.4 : 0);
}

static double level(double x, double y, void *user)
{
    (void)user;
    return x < 30 && y < 50 ? 2.5 : 0.3;
}

static double active(double x, double y, void *user)
{
    (void)user;
    return (int)(x / 4) % 9 != 4 || (int)(y / 3) % 5 != 2;
}

static spate_status make(spate_context *ctx, int precision, spate_sim **sim)
{
    spate_options o;
    spate_options_default(&o);
    o.nx = NX, o.ny = NY;
    o.dx = o.dy = 1;
    o.precision = precision;
    o.rain = precision == 32 ? 1e-5 : 0;
    for (int e = 0; e < 4; ++e)
        o.edges[e] = SPATE_OPEN;
    spate_status status = spate_sim_create(ctx, &o, sim);
    if (status == SPATE_OK)
        status = spate_set_active(*sim, active, NULL);
    if (status == SPATE_OK)
        status = spate_set_bed(*sim, bed, NULL);
    if (status == SPATE_OK)
        status = spate_set_level(*sim, level, NULL);
    if (status == SPATE_OK)
        status = spate_track_maxima(*sim, 0.01, 0.2);
    return status;
}

/* Every field, the gauges, and the statistics of a run. */
static spate_status report(spate_context *ctx, spate_sim *sim, const char *what)
{
    static double values[CELLS];
    static float narrow[CELLS];
    const int64_t cells[3][2] = {{3, 4}, {NX - 1, NY - 1}, {50, 33}};
    double at[3][5];
    spate_stats stats;
    int64_t i, j;
    const int root = spate_rank(ctx) == 0;
    spate_status status = SPATE_OK;
    for (int f = SPATE_DEPTH; f <= SPATE_DURATION && status == SPATE_OK; ++f) {
        status = spate_get_field(sim, (spate_field_name)f, root ? values : NULL);
        if (status == SPATE_OK)
            status = spate_get_field_f32(sim, (spate_field_name)f, root ? narrow : NULL);
        if (root)
            printf("%s field %d %016" PRIx64 " %016" PRIx64 "\n", what, f,
                   hash_of(values, sizeof values), hash_of(narrow, sizeof narrow));
    }
    if (status == SPATE_OK)
        status = spate_get_cells(sim, 3, cells, at);
    if (status == SPATE_OK)
        status = spate_get_limiting_cell(sim, &i, &j);
    if (status == SPATE_OK)
        status = spate_get_stats(sim, &stats);
    if (root && status == SPATE_OK)
        printf("%s cells %016" PRIx64 " limiting %lld %lld t %a volume %a left %a rain %a\n", what,
               hash_of(at, sizeof at), (long long)i, (long long)j, stats.t, stats.volume,
               stats.left, stats.entered);
    return status;
}

/* A negative depth put into the loaded state: the failure reads the same on every rank. */
static spate_status report_failure(spate_context *ctx, spate_sim *sim, tape *t)
{
    t->at = 0;
    const spate_status status = spate_load(sim, tape_read, t);
    if (status != SPATE_OK)
        return status;
    poison_depth(sim, 20, 50, -1);
    if (spate_advance_steps(sim, 1) != SPATE_ERROR_NUMERICAL)
        return SPATE_ERROR_INTERNAL;
    if (spate_rank(ctx) == 0 || strstr(spate_message(ctx), "in cell (20, 50)") == NULL)
        printf("%s\n", spate_message(ctx));
    return SPATE_OK;
}

static spate_status run(spate_context *ctx, int precision)
{
    tape t = {0};
    spate_sim *sim = NULL, *resumed = NULL;
    spate_status status = make(ctx, precision, &sim);
    if (status == SPATE_OK)
        status = spate_advance_steps(sim, STEPS);
    if (status == SPATE_OK)
        status = spate_save(sim, tape_write, &t);
    if (status == SPATE_OK && spate_rank(ctx) == 0)
        printf("f%d state %016" PRIx64 ", %zu bytes\n", precision, hash_of(t.bytes, t.size),
               t.size);
    if (status == SPATE_OK)
        status = make(ctx, precision, &resumed);
    if (status == SPATE_OK)
        status = spate_load(resumed, tape_read, &t);
    if (status == SPATE_OK)
        status = spate_advance_steps(resumed, STEPS);
    if (status == SPATE_OK)
        status = report(ctx, resumed, precision == 32 ? "f32" : "f64");
    if (status == SPATE_OK)
        status = report_failure(ctx, resumed, &t);
    t.size /= 2; /* torn: refused on every rank */
    t.at = 0;
    if (status == SPATE_OK && spate_load(resumed, tape_read, &t) != SPATE_ERROR_DATA)
        status = spate_rank(ctx) == 0 ? SPATE_ERROR_INTERNAL : SPATE_OK;
    spate_sim_destroy(sim);
    spate_sim_destroy(resumed);
    free(t.bytes);
    return status;
}

int main(void)
{
    spate_context *ctx;
    int failed = 0;
    if (spate_context_create_parallel(&ctx) != SPATE_OK)
        return 1;
    for (int precision = 32; precision <= 64; precision += 32)
        if (run(ctx, precision) != SPATE_OK) {
            fprintf(stderr, "rank %d: %s\n", spate_rank(ctx), spate_message(ctx));
            failed = 1;
        }
    spate_context_destroy(ctx);
    return failed;
}
