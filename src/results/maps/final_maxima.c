/* Maxima at the end of a run: max.nc and a GeoTIFF each. */
#include <stdlib.h>

#include "base/memory.h"
#include "parallel/comm.h"
#include "results/maps/cf_file.h"
#include "results/maps/chunks.h"
#include "results/folder/files.h"
#include "results/maps/final_rows.h"
#include "run/whole_rows.h"

static const struct {
    unsigned bit;
    spate_field_name field;
    const char *raster;
    cf_variable variable;
} maxima[] = {
    {MAXIMUM_DEPTH,
     SPATE_MAX_DEPTH,
     "max_depth.tif",
     {"max_depth", "flood_water_thickness", "largest depth", "m", 32, 0, NULL}},
    {MAXIMUM_LEVEL,
     SPATE_MAX_LEVEL,
     "max_level.tif",
     {"max_level", "water_surface_height_above_reference_datum", "largest level where it was wet",
      "m", 32, 0, NULL}},
    {MAXIMUM_SPEED,
     SPATE_MAX_SPEED,
     "max_speed.tif",
     {"max_speed", "flood_water_speed", "largest speed", "m s-1", 32, 0, NULL}},
    {MAXIMUM_HAZARD,
     SPATE_MAX_HAZARD,
     "max_hazard.tif",
     {"max_hazard", NULL, "largest product of depth and speed at one moment", "m2 s-1", 32, 0,
      NULL}},
    {MAXIMUM_ARRIVAL,
     SPATE_ARRIVAL,
     "arrival.tif",
     {"arrival", NULL, "first arrival of the water, since the start of the run", "s", 32, 0, NULL}},
    {MAXIMUM_DURATION,
     SPATE_DURATION,
     "duration.tif",
     {"duration", "flood_water_duration_above_threshold",
      "how long it was deeper than the threshold", "s", 32, 0, NULL}},
    {MAXIMUM_HAZARD_ARR,
     SPATE_HAZARD_ARR,
     "hazard_arr.tif",
     {"hazard_arr", NULL,
      "worst hazard class H1 to H6, Australian Rainfall and Runoff 2019 (1 is H1, 6 is H6)", "1",
      32, 0,
      "H1_generally_safe H2_unsafe_for_small_vehicles "
      "H3_unsafe_for_vehicles_children_and_the_elderly H4_unsafe_for_people_and_vehicles "
      "H5_unsafe_buildings_need_special_design H6_unsafe_all_buildings_may_fail"}},
    {MAXIMUM_HAZARD_UK,
     SPATE_HAZARD_UK,
     "hazard_uk.tif",
     {"hazard_uk", NULL,
      "worst hazard to people, British rating of 2008 (1 low, 2 moderate, 3 significant, 4 extreme)",
      "1", 32, 0,
      "low_caution moderate_danger_for_some significant_danger_for_most extreme_danger_for_all"}},
};
enum { MAXIMA = sizeof maxima / sizeof *maxima };

/* max.nc on its way, and what it takes where ranks share the grid. */
typedef struct maxima_file {
    cf_file file;       /* id -1 without NetCDF */
    chunk_file *chunks; /* of it; NULL: not yet, or closed */
    float *values;      /* NULL where rows come from the simulation */
} maxima_file;

static spate_status write_raster(results *r, int k, const final_field *field)
{
    const cf_variable *v = &maxima[k].variable;
    const raster_output what = {.grid = r->plan->grid,
                                .description = v->long_name,
                                .unit = v->units};
    const raster_rows rows = final_rows_raster(field);
    if (r->plan->no_geotiff)
        return SPATE_OK;
    char *file = raster_path(r->plan, maxima[k].raster);
    if (!file)
        return spate_fail(r->ctx, SPATE_ERROR_MEMORY, "no memory to write %s", maxima[k].raster);
    const spate_status status =
        raster_write_rows(r->ctx, file, &what, &rows, r->record.stats.threads);
    free(file);
    return status;
}

#if SPATE_HAVE_NETCDF
static spate_status define_maxima(results *r, maxima_file *m)
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

static spate_status begin_file(results *r, maxima_file *m)
{
    char *file = path_join(r->plan->folder, "max.nc");
    if (!file)
        return spate_fail(r->ctx, SPATE_ERROR_MEMORY, "no memory to write maxima");
    const spate_status status = cf_create(r->ctx, file, r->plan, 0, &m->file);
    free(file);
    SPATE_TRY(status);
    return define_maxima(r, m);
}

/* first: the number in the file of the first of them. */
static spate_status put_variables(results *r, maxima_file *m, const final_field *fields, int first,
                                  int count)
{
    chunk_field list[MAXIMA];
    for (int n = 0; n < count; ++n)
        list[n] = (chunk_field){first + n, final_rows_f32(&fields[n])};
    return chunks_put_fields(r->ctx, m->chunks, list, count, r->record.stats.threads);
}

static spate_status end_file(results *r, maxima_file *m)
{
    chunk_file *chunks = m->chunks;
    m->chunks = NULL;
    SPATE_TRY(chunks_close(r->ctx, chunks));
    return cf_finish(r->ctx, &m->file);
}

static void drop_file(const results *r, maxima_file *m)
{
    if (m->chunks)
        chunks_abandon(m->chunks);
    if (r->rank == 0)
        cf_abandon(&m->file);
}
#else
static spate_status begin_file(results *r, maxima_file *m)
{
    (void)r, (void)m;
    return SPATE_OK;
}

static spate_status put_variables(results *r, maxima_file *m, const final_field *fields, int first,
                                  int count)
{
    (void)r, (void)m, (void)fields, (void)first, (void)count;
    return SPATE_OK;
}

static spate_status end_file(results *r, maxima_file *m)
{
    (void)r, (void)m;
    return SPATE_OK;
}

static void drop_file(const results *r, maxima_file *m)
{
    (void)r, (void)m;
}
#endif

/* One rank has it all: every file from the simulation as it stands. */
static spate_status write_from_simulation(results *r, maxima_file *m)
{
    final_field fields[MAXIMA];
    int count = 0;
    SPATE_TRY(begin_file(r, m));
    for (int k = 0; k < MAXIMA; ++k) {
        if (!(r->plan->maxima & maxima[k].bit))
            continue;
        fields[count] = (final_field){.r = r, .name = maxima[k].field};
        SPATE_TRY(whole_rows_begin(r->sim, maxima[k].field));
        SPATE_TRY(write_raster(r, k, &fields[count]));
        ++count;
    }
    SPATE_TRY(put_variables(r, m, fields, 1, count));
    return end_file(r, m);
}

/* ---- of several ranks: one map after the other comes to rank 0 ---- */

static spate_status begin_gathered(results *r, maxima_file *m)
{
    const size_t cells = (size_t)(r->plan->grid.nx * r->plan->grid.ny);
    m->values = memory_alloc(cells * sizeof *m->values);
    if (!m->values)
        return spate_fail(r->ctx, SPATE_ERROR_MEMORY, "no memory to write maxima");
    return begin_file(r, m);
}

/* k: in the table; number: in the file. */
static spate_status put_gathered(results *r, maxima_file *m, int k, int number)
{
    const final_field field = {.r = r, .name = maxima[k].field, .gathered = m->values};
    SPATE_TRY(write_raster(r, k, &field));
    return put_variables(r, m, &field, number, 1);
}

static spate_status write_gathered(results *r, maxima_file *m)
{
    int number = 0;
    SPATE_TRY(comm_agree(r->ctx, r->rank == 0 ? begin_gathered(r, m) : SPATE_OK));
    for (int k = 0; k < MAXIMA; ++k) {
        if (!(r->plan->maxima & maxima[k].bit))
            continue;
        ++number;
        SPATE_TRY(spate_get_field_f32(r->sim, maxima[k].field, m->values));
        SPATE_TRY(comm_agree(r->ctx, r->rank == 0 ? put_gathered(r, m, k, number) : SPATE_OK));
    }
    return comm_agree(r->ctx, r->rank == 0 ? end_file(r, m) : SPATE_OK);
}

spate_status write_maxima(results *r)
{
    maxima_file m = {.file = {.id = -1}};
    if (!r->plan->maxima)
        return SPATE_OK;
    const spate_status status =
        whole_rows_possible(r->sim) ? write_from_simulation(r, &m) : write_gathered(r, &m);
    drop_file(r, &m); /* what a failure left */
    memory_free(m.values);
    return status;
}
