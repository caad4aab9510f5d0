/* What is written once: the terrain as understood at the start; maxima and the last state at the end. */
#include <math.h>
#include <stdlib.h>

#include "parallel/comm.h"
#include "results/cf_file.h"
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

typedef struct final_file {
    cf_file file; /* id -1 without NetCDF */
    int ids[MAXIMA], bed;
    float *values;
} final_file;

static spate_status begin_maxima(results *r, final_file *m)
{
    const size_t cells = (size_t)(r->plan->grid.nx * r->plan->grid.ny);
    m->values = malloc(cells * sizeof *m->values);
    if (!m->values)
        return spate_fail(r->ctx, SPATE_ERROR_MEMORY, "no memory to write maxima");
#if SPATE_HAVE_NETCDF
    char *file = path_join(r->plan->folder, "max.nc");
    if (!file)
        return spate_fail(r->ctx, SPATE_ERROR_MEMORY, "no memory to write maxima");
    const spate_status status = cf_create(r->ctx, file, r->plan, 0, &m->file);
    free(file);
    SPATE_TRY(status);
    SPATE_TRY(cf_define(r->ctx, &m->file, &cf_bed, &m->bed));
    for (int k = 0; k < MAXIMA; ++k)
        if (r->plan->maxima & maxima[k].bit)
            SPATE_TRY(cf_define(r->ctx, &m->file, &maxima[k].variable, &m->ids[k]));
    SPATE_TRY(cf_begin(r->ctx, &m->file, NULL));
    for (size_t k = 0; k < cells; ++k)
        m->values[k] = r->bed[k];
    return cf_put_f32(r->ctx, &m->file, m->bed, m->values);
#else
    return SPATE_OK;
#endif
}

static spate_status put_maximum(results *r, final_file *m, int k)
{
    const size_t cells = (size_t)(r->plan->grid.nx * r->plan->grid.ny);
    for (size_t n = 0; n < cells; ++n)
        if (isnan(r->bed[n]))
            m->values[n] = (float)NAN;
    if (!r->plan->no_geotiff)
        SPATE_TRY(write_raster(r->ctx, r->plan, maxima[k].raster, maxima[k].variable.long_name,
                               maxima[k].variable.units, m->values));
#if SPATE_HAVE_NETCDF
    return cf_put_f32(r->ctx, &m->file, m->ids[k], m->values);
#else
    return SPATE_OK;
#endif
}

static spate_status take_maxima(results *r, final_file *m)
{
    SPATE_TRY(comm_agree(r->ctx, r->rank == 0 ? begin_maxima(r, m) : SPATE_OK));
    for (int k = 0; k < MAXIMA; ++k) {
        if (!(r->plan->maxima & maxima[k].bit))
            continue;
        SPATE_TRY(spate_get_field_f32(r->sim, maxima[k].field, m->values));
        SPATE_TRY(comm_agree(r->ctx, r->rank == 0 ? put_maximum(r, m, k) : SPATE_OK));
    }
    spate_status status = SPATE_OK;
#if SPATE_HAVE_NETCDF
    if (r->rank == 0)
        status = cf_finish(r->ctx, &m->file);
#endif
    return comm_agree(r->ctx, status);
}

static void end_final(results *r, final_file *m)
{
#if SPATE_HAVE_NETCDF
    if (r->rank == 0)
        cf_abandon(&m->file);
#else
    (void)r;
#endif
    free(m->values);
}

spate_status write_maxima(results *r)
{
    final_file m = {.file = {.id = -1}};
    if (!r->plan->maxima)
        return SPATE_OK;
    const spate_status status = take_maxima(r, &m);
    end_final(r, &m);
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

static spate_status begin_state(results *r, cf_file *f, int ids[STATE_FIELDS], double **values)
{
    const double end = r->record.stats.t;
    char *file = path_join(r->plan->folder, "state.nc");
    *values = malloc((size_t)(r->plan->grid.nx * r->plan->grid.ny) * sizeof **values);
    spate_status status = SPATE_OK;
    if (!file || !*values)
        status = spate_fail(r->ctx, SPATE_ERROR_MEMORY, "no memory to write state.nc");
    else
        status = cf_create(r->ctx, file, r->plan, 1, f);
    free(file);
    for (int k = 0; k < STATE_FIELDS && status == SPATE_OK; ++k)
        status = cf_define(r->ctx, f, &state[k].variable, &ids[k]);
    return status == SPATE_OK ? cf_begin(r->ctx, f, &end) : status;
}

static spate_status put_state(results *r, cf_file *f, int variable, double *values)
{
    const int64_t cells = r->plan->grid.nx * r->plan->grid.ny;
    for (int64_t k = 0; k < cells; ++k)
        if (isnan(r->bed[k]))
            values[k] = (double)NAN;
    return cf_put_f64(r->ctx, f, variable, values);
}

spate_status write_state(results *r)
{
    cf_file file = {.id = -1};
    int ids[STATE_FIELDS] = {0};
    double *values = NULL;
    spate_status status =
        comm_agree(r->ctx, r->rank == 0 ? begin_state(r, &file, ids, &values) : SPATE_OK);
    for (int k = 0; k < STATE_FIELDS && status == SPATE_OK; ++k) {
        status = spate_get_field(r->sim, state[k].field, values);
        if (r->rank == 0 && status == SPATE_OK)
            status = put_state(r, &file, ids[k], values);
        status = comm_agree(r->ctx, status);
    }
    if (r->rank == 0 && status == SPATE_OK)
        status = cf_finish(r->ctx, &file);
    if (r->rank == 0)
        cf_abandon(&file);
    free(values);
    return comm_agree(r->ctx, status);
}
#else
spate_status write_state(results *r)
{
    (void)r;
    return SPATE_OK;
}
#endif
