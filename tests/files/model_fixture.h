/* Shared by the tests of model/: a folder of their own, small rasters, a case built from text, the
 * log. */
#ifndef TESTS_FILES_MODEL_FIXTURE_H
#define TESTS_FILES_MODEL_FIXTURE_H

#include <ftw.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "io/gdal_plugin.h"
#include "io/raster.h"
#include "model/model.h"
#include "spate_config.h"

static spate_context *ctx;
static char folder[64];
static char log_text[65536];

static inline void keep_log(spate_log_level level, const char *text, void *user)
{
    (void)level;
    (void)user;
    const size_t used = strlen(log_text);
    snprintf(log_text + used, sizeof log_text - used, "%s\n", text);
}

static inline int remove_entry(const char *name, const struct stat *s, int flag, struct FTW *f)
{
    (void)s;
    (void)flag;
    (void)f;
    return remove(name);
}

static inline int fixture_open(void)
{
    snprintf(folder, sizeof folder, "/tmp/spate_model_XXXXXX");
    if (!mkdtemp(folder) || spate_context_create(&ctx) != SPATE_OK)
        return 0;
    spate_set_log(ctx, keep_log, NULL);
    return 1;
}

static inline int fixture_close(void)
{
    spate_context_destroy(ctx);
    nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    return check_done();
}

static inline const char *in_folder(const char *name)
{
    static char whole[512];
    snprintf(whole, sizeof whole, "%s/%s", folder, name);
    return whole;
}

static inline void write_text(const char *name, const char *text)
{
    FILE *f = fopen(in_folder(name), "w");
    if (CHECK(f != NULL)) {
        fputs(text, f);
        fclose(f);
    }
}

/* The value of a cell, i to the east and j to the north; NaN: no data. */
typedef double cell_value(int i, int j);

static inline void write_asc(const char *name, int nx, int ny, double x0, double y0, double cell,
                             cell_value *value)
{
    FILE *f = fopen(in_folder(name), "w");
    if (!CHECK(f != NULL))
        return;
    fprintf(f, "ncols %d\nnrows %d\nxllcorner %.17g\nyllcorner %.17g\ncellsize %.17g\n", nx, ny, x0,
            y0, cell);
    fprintf(f, "NODATA_value -9999\n");
    for (int j = ny - 1; j >= 0; --j)
        for (int i = 0; i < nx; ++i) {
            const double v = value(i, j);
            fprintf(f, "%.17g%c", isnan(v) ? -9999 : v, i + 1 < nx ? ' ' : '\n');
        }
    fclose(f);
}

/* Head of every case; the rest is the test's. */
#define CASE "spate: 1\ntime: {end: 10 s}\n"

static inline spate_status try_build(const char *text, model **out)
{
    casefile *file = NULL;
    *out = NULL;
    log_text[0] = 0;
    static const char *const asc[] = {"output.rasters=asc"};
    const char *why;
    const int without_gdal = !gdal_plugin_get(&why);
    spate_status status =
        casefile_parse(ctx, in_folder("case.yaml"), text, strlen(text), asc, without_gdal, &file);
    if (status == SPATE_OK)
        status = model_build(ctx, file, out);
    if (status != SPATE_OK && file)
        casefile_free(file);
    return status;
}

static inline model *build(const char *text)
{
    model *m = NULL;
    if (!CHECK(try_build(text, &m) == SPATE_OK))
        printf("  %s\n", spate_message(ctx));
    return m;
}

/* The case fails with this status, and the message holds this text. */
static inline void check_refused(const char *text, spate_status wanted, const char *part)
{
    model *m = NULL;
    const spate_status got = try_build(text, &m);
    if (!CHECK(got == wanted))
        printf("  status %d: %s\n", (int)got, spate_message(ctx));
    CHECK_CONTAINS(spate_message(ctx), part);
    model_free(m);
}

static inline double *field_of(model *m, spate_field_name name)
{
    double *values = calloc((size_t)(m->grid.nx * m->grid.ny), sizeof *values);
    CHECK(values && spate_get_field(m->sim, name, values) == SPATE_OK);
    return values;
}

/* The grid has nx x ny cells, and a field these values. */
static inline void check_field(model *m, spate_field_name name, int nx, int ny, cell_value *value,
                               double tolerance)
{
    double *values = field_of(m, name);
    if (CHECK(m->grid.nx == nx && m->grid.ny == ny))
        for (int n = 0; n < nx * ny; ++n)
            CHECK_NEAR(values[n], value(n % nx, n / nx), tolerance);
    free(values);
}

/* Both cases leave the same values of a field, to the bit. */
static inline void check_same_field(model *a, model *b, spate_field_name name)
{
    double *p = field_of(a, name), *q = field_of(b, name);
    CHECK(a->grid.nx == b->grid.nx && a->grid.ny == b->grid.ny);
    CHECK(memcmp(p, q, (size_t)(a->grid.nx * a->grid.ny) * sizeof *p) == 0);
    free(p);
    free(q);
}

/* Whether files other than .asc and .csv can be read here. */
static inline int have_gdal(void)
{
    crs_info info;
    return crs_describe(ctx, "EPSG:27700", &info) == SPATE_OK;
}

#endif
