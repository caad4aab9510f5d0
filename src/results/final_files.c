/* What is written once: the terrain as understood at the start; maxima and the last state at the end. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "parallel/comm.h"
#include "results/cf_file.h"
#include "results/chunks.h"
#include "results/files.h"
#include "results/run_state.h"

/* ---- as understood; on the writer's thread ---- */

static spate_status write_raster(spate_context *ctx, const results_plan *p, const char *name,
                                 const char *description, const char *unit, const float *values)
{
    const raster_output what = {.grid = p->grid, .description = description, .unit = unit};
    char *file = path_join(p->folder, name);
    if (!file)
        return spate_fail(ctx, SPATE_ERROR_MEMORY, "no memory to write %s", name);
    const spate_status status = raster_write(ctx, file, &what, values);
    free(file);
    return status;
}

spate_status write_understood(spate_context *ctx, void *user)
{
    const results *r = user;
    const results_plan *p = r->plan;
    if (!ctx)
        return SPATE_OK;
    SPATE_TRY(write_raster(ctx, p, "bed.tif", "elevation of the bed", "m", r->bed));
    if (p->manning)
        SPATE_TRY(write_raster(ctx, p, "manning.tif", "Manning's n", "s/m^(1/3)", p->manning));
    if (p->model_count == 0)
        return SPATE_OK;
    char *file = path_join(p->folder, "model.gpkg");
    if (!file)
        return spate_fail(ctx, SPATE_ERROR_MEMORY, "no memory to write model.gpkg");
    const spate_status status = vector_write(ctx, file, p->grid.crs, p->model, p->model_count);
    free(file);
    return status;
}

/* ---- maxima ---- */

static const struct {
    unsigned bit;
    spate_field_name field;
    const char *raster;
    cf_variable variable;
} maxima[] = {
    {MAXIMUM_DEPTH,
     SPATE_MAX_DEPTH,
     "max_depth.tif",
     {"max_depth", "flood_water_thickness", "largest depth", "m", 32, 0}},
    {MAXIMUM_LEVEL,
     SPATE_MAX_LEVEL,
     "max_level.tif",
     {"max_level", "water_surface_height_above_reference_datum", "largest level where it was wet",
      "m", 32, 0}},
    {MAXIMUM_SPEED,
     SPATE_MAX_SPEED,
     "max_speed.tif",
     {"max_speed", "flood_water_speed", "largest speed", "m s-1", 32, 0}},
    {MAXIMUM_HAZARD,
     SPATE_MAX_HAZARD,
     "max_hazard.tif",
     {"max_hazard", NULL, "largest product of depth and speed at one moment", "m2 s-1", 32, 0}},
    {MAXIMUM_ARRIVAL,
     SPATE_ARRIVAL,
     "arrival.tif",
     {"arrival", NULL, "first arrival of the water, since the start of the run", "s", 32, 0}},
    {MAXIMUM_DURATION,
     SPATE_DURATION,
     "duration.tif",
     {"duration", "flood_water_duration_above_threshold",
      "how long it was deeper than the threshold", "s", 32, 0}},
};
enum { MAXIMA = sizeof maxima / sizeof *maxima };

/* Beside the maxima, the bed. */
typedef struct final_file {
    cf_file file;       /* id -1 without NetCDF */
    chunk_file *chunks; /* of it; NULL: not yet, or closed */
    float *values;
} final_file;

/* No value where the cell takes no part. */
static void mask_f32(const float *bed, float *values, size_t cells)
{
#pragma omp parallel for schedule(static)
    for (size_t n = 0; n < cells; ++n)
        if (isnan(bed[n]))
            values[n] = (float)NAN;
}

#if SPATE_HAVE_NETCDF
static spate_status open_maxima(results *r, final_file *m)
{
    const char *names[MAXIMA + 1];
    int ids[MAXIMA + 1], count = 1;
    names[0] = cf_bed.name;
    SPATE_TRY(cf_define(r->ctx, &m->file, &cf_bed, &ids[0]));
    for (int k = 0; k < MAXIMA; ++k)
        if (r->plan->maxima & maxima[k].bit) {
            SPATE_TRY(cf_define(r->ctx, &m->file, &maxima[k].variable, &ids[count]));
            names[count++] = maxima[k].variable.name;
        }
    SPATE_TRY(cf_begin(r->ctx, &m->file, NULL));
    SPATE_TRY(chunks_open(r->ctx, &m->file, ids, names, count, &m->chunks));
    return chunks_put_f32(r->ctx, m->chunks, 0, r->bed, r->record.stats.threads);
}
#endif

static spate_status begin_maxima(results *r, final_file *m)
{
    const size_t cells = (size_t)(r->plan->grid.nx * r->plan->grid.ny);
    m->values = memory_alloc(cells * sizeof *m->values);
    if (!m->values)
        return spate_fail(r->ctx, SPATE_ERROR_MEMORY, "no memory to write maxima");
#if SPATE_HAVE_NETCDF
    char *file = path_join(r->plan->folder, "max.nc");
    if (!file)
        return spate_fail(r->ctx, SPATE_ERROR_MEMORY, "no memory to write maxima");
    const spate_status status = cf_create(r->ctx, file, r->plan, 0, &m->file);
    free(file);
    SPATE_TRY(status);
    return open_maxima(r, m);
#else
    return SPATE_OK;
#endif
}

/* k: in the table; number: of those that are written, from 1. */
static spate_status put_maximum(results *r, final_file *m, int k, int number)
{
    const size_t cells = (size_t)(r->plan->grid.nx * r->plan->grid.ny);
    mask_f32(r->bed, m->values, cells);
    if (!r->plan->no_geotiff)
        SPATE_TRY(write_raster(r->ctx, r->plan, maxima[k].raster, maxima[k].variable.long_name,
                               maxima[k].variable.units, m->values));
#if SPATE_HAVE_NETCDF
    return chunks_put_f32(r->ctx, m->chunks, number, m->values, r->record.stats.threads);
#else
    (void)number;
    return SPATE_OK;
#endif
}

static spate_status end_maxima(results *r, final_file *m)
{
#if SPATE_HAVE_NETCDF
    chunk_file *chunks = m->chunks;
    m->chunks = NULL;
    SPATE_TRY(chunks_close(r->ctx, chunks));
    return cf_finish(r->ctx, &m->file);
#else
    (void)r, (void)m;
    return SPATE_OK;
#endif
}

static spate_status take_maxima(results *r, final_file *m)
{
    int number = 0;
    SPATE_TRY(comm_agree(r->ctx, r->rank == 0 ? begin_maxima(r, m) : SPATE_OK));
    for (int k = 0; k < MAXIMA; ++k) {
        if (!(r->plan->maxima & maxima[k].bit))
            continue;
        ++number;
        SPATE_TRY(spate_get_field_f32(r->sim, maxima[k].field, m->values));
        SPATE_TRY(comm_agree(r->ctx, r->rank == 0 ? put_maximum(r, m, k, number) : SPATE_OK));
    }
    return comm_agree(r->ctx, r->rank == 0 ? end_maxima(r, m) : SPATE_OK);
}

/* Lets go of what a failure left. */
static void drop_final(results *r, final_file *m)
{
#if SPATE_HAVE_NETCDF
    if (m->chunks)
        chunks_abandon(m->chunks);
    if (r->rank == 0)
        cf_abandon(&m->file);
#else
    (void)r;
#endif
    memory_free(m->values);
}

spate_status write_maxima(results *r)
{
    final_file m = {.file = {.id = -1}};
    if (!r->plan->maxima)
        return SPATE_OK;
    const spate_status status = take_maxima(r, &m);
    drop_final(r, &m);
    return status;
}

/* ---- the last state ---- */

#if SPATE_HAVE_NETCDF
enum { STATE_FIELDS = 4 };
static const struct {
    spate_field_name field;
    cf_variable variable;
} state[STATE_FIELDS] = {
    {SPATE_BED, {"bed", "altitude", "elevation of the bed", "m", 64, 0}},
    {SPATE_DEPTH, {"depth", "flood_water_thickness", "depth of the water", "m", 64, 1}},
    {SPATE_VELOCITY_X, {"u", "sea_water_x_velocity", "velocity towards x", "m s-1", 64, 1}},
    {SPATE_VELOCITY_Y, {"v", "sea_water_y_velocity", "velocity towards y", "m s-1", 64, 1}},
};

typedef struct state_file {
    cf_file file;
    chunk_file *chunks;
    double *values;
} state_file;

static spate_status begin_state(results *r, state_file *f)
{
    const double end = r->record.stats.t;
    const char *names[STATE_FIELDS];
    int ids[STATE_FIELDS];
    char *file = path_join(r->plan->folder, "state.nc");
    f->values = memory_alloc((size_t)(r->plan->grid.nx * r->plan->grid.ny) * sizeof *f->values);
    spate_status status = SPATE_OK;
    if (!file || !f->values)
        status = spate_fail(r->ctx, SPATE_ERROR_MEMORY, "no memory to write state.nc");
    else
        status = cf_create(r->ctx, file, r->plan, 1, &f->file);
    free(file);
    for (int k = 0; k < STATE_FIELDS && status == SPATE_OK; ++k) {
        names[k] = state[k].variable.name;
        status = cf_define(r->ctx, &f->file, &state[k].variable, &ids[k]);
    }
    SPATE_TRY(status);
    SPATE_TRY(cf_begin(r->ctx, &f->file, &end));
    return chunks_open(r->ctx, &f->file, ids, names, STATE_FIELDS, &f->chunks);
}

static spate_status put_state(results *r, state_file *f, int variable)
{
    const int64_t cells = r->plan->grid.nx * r->plan->grid.ny;
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < cells; ++k)
        if (isnan(r->bed[k]))
            f->values[k] = (double)NAN;
    return chunks_put_f64(r->ctx, f->chunks, variable, f->values, r->record.stats.threads);
}

static spate_status end_state(results *r, state_file *f)
{
    chunk_file *chunks = f->chunks;
    f->chunks = NULL;
    SPATE_TRY(chunks_close(r->ctx, chunks));
    return cf_finish(r->ctx, &f->file);
}

spate_status write_state(results *r)
{
    state_file f = {.file = {.id = -1}};
    spate_status status = comm_agree(r->ctx, r->rank == 0 ? begin_state(r, &f) : SPATE_OK);
    for (int k = 0; k < STATE_FIELDS && status == SPATE_OK; ++k) {
        status = spate_get_field(r->sim, state[k].field, f.values);
        if (r->rank == 0 && status == SPATE_OK)
            status = put_state(r, &f, k);
        status = comm_agree(r->ctx, status);
    }
    if (r->rank == 0 && status == SPATE_OK)
        status = end_state(r, &f);
    if (f.chunks)
        chunks_abandon(f.chunks);
    if (r->rank == 0)
        cf_abandon(&f.file);
    memory_free(f.values);
    return comm_agree(r->ctx, status);
}
#else
spate_status write_state(results *r)
{
    (void)r;
    return SPATE_OK;
}
#endif
