/* Prints checksums of saved states, of runs that continue from them, and of their maxima: run alone and
 * under mpirun, the lines must be equal (ranks.sh). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spate/spate.h"

enum { NX = 101, NY = 67, CELLS = NX * NY, STEPS = 30 };

typedef struct tape {
    unsigned char bytes[8 << 20];
    size_t size, at;
} tape;

static int tape_write(const void *bytes, uint64_t count, void *user)
{
    tape *t = user;
    if (count > sizeof t->bytes - t->size)
        return 0;
    memcpy(t->bytes + t->size, bytes, count);
    t->size += count;
    return 1;
}

static int tape_read(void *bytes, uint64_t count, void *user)
{
    tape *t = user;
    if (count > t->size - t->at)
        return 0;
    memcpy(bytes, t->bytes + t->at, count);
    t->at += count;
    return 1;
}

static unsigned long long hash(const void *data, size_t bytes) /* FNV-1a */
{
    const unsigned char *p = data;
    uint64_t h = UINT64_C(14695981039346656037);
    for (size_t n = 0; n < bytes; ++n)
        h = (h ^ p[n]) * UINT64_C(1099511628211);
    return h;
}

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
            printf("%s field %d %016llx %016llx\n", what, f, hash(values, sizeof values),
                   hash(narrow, sizeof narrow));
    }
    if (status == SPATE_OK)
        status = spate_get_cells(sim, 3, cells, at);
    if (status == SPATE_OK)
        status = spate_get_limiting_cell(sim, &i, &j);
    if (status == SPATE_OK)
        status = spate_get_stats(sim, &stats);
    if (root && status == SPATE_OK)
        printf("%s cells %016llx limiting %lld %lld t %a volume %a left %a rain %a\n", what,
               hash(at, sizeof at), (long long)i, (long long)j, stats.t, stats.volume, stats.left,
               stats.entered);
    return status;
}

/* A negative depth put into the saved state: the failure reads the same on every rank. */
static spate_status report_failure(spate_context *ctx, spate_sim *sim, tape *t, int precision)
{
    static const char name[] = "depth";
    const float negative = -1;
    const double negative_wide = -1;
    size_t at = 16;
    while (at + 64 < t->size && memcmp(t->bytes + at, name, sizeof name) != 0)
        ++at;
    if (spate_rank(ctx) == 0) {
        const size_t cell = 50 * NX + 20;
        if (precision == 32)
            memcpy(t->bytes + at + 64 + cell * sizeof negative, &negative, sizeof negative);
        else
            memcpy(t->bytes + at + 64 + cell * sizeof negative_wide, &negative_wide,
                   sizeof negative_wide);
    }
    t->at = 0;
    const spate_status status = spate_load(sim, tape_read, t);
    if (status != SPATE_OK)
        return status;
    if (spate_advance_steps(sim, 1) != SPATE_ERROR_NUMERICAL)
        return SPATE_ERROR_INTERNAL;
    if (spate_rank(ctx) == 0 || strstr(spate_message(ctx), "in cell (20, 50)") == NULL)
        printf("%s\n", spate_message(ctx));
    return SPATE_OK;
}

static spate_status run(spate_context *ctx, int precision)
{
    static tape t;
    spate_sim *sim = NULL, *resumed = NULL;
    t.size = t.at = 0;
    spate_status status = make(ctx, precision, &sim);
    if (status == SPATE_OK)
        status = spate_advance_steps(sim, STEPS);
    if (status == SPATE_OK)
        status = spate_save(sim, tape_write, &t);
    if (status == SPATE_OK && spate_rank(ctx) == 0)
        printf("f%d state %016llx, %zu bytes\n", precision, hash(t.bytes, t.size), t.size);
    if (status == SPATE_OK)
        status = make(ctx, precision, &resumed);
    if (status == SPATE_OK)
        status = spate_load(resumed, tape_read, &t);
    if (status == SPATE_OK)
        status = spate_advance_steps(resumed, STEPS);
    if (status == SPATE_OK)
        status = report(ctx, resumed, precision == 32 ? "f32" : "f64");
    if (status == SPATE_OK)
        status = report_failure(ctx, resumed, &t, precision);
    t.size /= 2; /* torn: refused on every rank */
    t.at = 0;
    if (status == SPATE_OK && spate_load(resumed, tape_read, &t) != SPATE_ERROR_DATA)
        status = spate_rank(ctx) == 0 ? SPATE_ERROR_INTERNAL : SPATE_OK;
    spate_sim_destroy(sim);
    spate_sim_destroy(resumed);
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
