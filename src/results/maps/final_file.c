/* Final fields come from the simulation where one rank holds the whole grid. Otherwise one field
 * after the other is gathered on rank 0. */
#include "results/maps/final_file.h"

#include <stdlib.h>

#include "base/memory.h"
#include "parallel/comm.h"
#include "results/folder/files.h"
#include "results/maps/chunks.h"
#include "results/maps/final_rows.h"
#include "results/maps/qgis_style.h"
#include "run/whole_rows.h"

enum { MOST_VARIABLES = 16 };

typedef struct final_file {
    const char *name;
    const final_variable *list;
    int count;
    cf_file file;       /* id -1 without NetCDF */
    chunk_file *chunks; /* NULL: not yet open, or closed */
    void *values;       /* the gathered field; NULL where rows come from the simulation */
} final_file;

static int is_single(const final_file *f)
{
    return f->list[0].variable.bits == 32;
}

static spate_status no_memory(results *r, const char *name)
{
    return fail_memory(r->ctx, "no memory to write %s", name);
}

static spate_status write_raster(results *r, const final_variable *v, const final_field *field)
{
    const raster_output what = {.grid = r->plan->grid,
                                .description = v->variable.long_name,
                                .unit = v->variable.units};
    const raster_rows rows = final_rows_raster(field);
    if (!v->raster || r->plan->no_geotiff)
        return SPATE_OK;
    char *file = raster_path(r->plan, v->raster);
    if (!file)
        return no_memory(r, v->raster);
    spate_status status = raster_write_rows(r->ctx, file, &what, &rows, r->record.stats.threads);
    if (status == SPATE_OK)
        status = qgis_style_write(r->ctx, file, v->variable.name);
    free(file);
    return status;
}

#if SPATE_HAVE_NETCDF
static spate_status begin_file(results *r, final_file *f)
{
    const char *names[MOST_VARIABLES];
    int ids[MOST_VARIABLES], frames = 0;
    for (int k = 0; k < f->count; ++k)
        frames = frames || f->list[k].variable.over_time;
    char *file = path_join(r->plan->folder, f->name);
    spate_status status =
        file ? cf_create(r->ctx, file, r->plan, frames, &f->file) : no_memory(r, f->name);
    free(file);
    for (int k = 0; k < f->count && status == SPATE_OK; ++k) {
        names[k] = f->list[k].variable.name;
        status = cf_define(r->ctx, &f->file, &f->list[k].variable, &ids[k]);
    }
    SPATE_TRY(status);
    SPATE_TRY(cf_begin(r->ctx, &f->file, &r->record.stats.t));
    return chunks_open(r->ctx, &f->file, ids, names, f->count, &f->chunks);
}

/* Fields number first to first + count - 1 of the list. */
static spate_status put_fields(results *r, final_file *f, const final_field *fields, int first,
                               int count)
{
    chunk_field list[MOST_VARIABLES];
    for (int k = 0; k < count; ++k)
        list[k] = (chunk_field){first + k, is_single(f) ? final_rows_f32(&fields[k])
                                                        : final_rows_f64(&fields[k])};
    return chunks_put_fields(r->ctx, f->chunks, list, count, r->record.stats.threads);
}

static spate_status end_file(results *r, final_file *f)
{
    chunk_file *chunks = f->chunks;
    f->chunks = NULL;
    SPATE_TRY(chunks_close(r->ctx, chunks));
    return cf_finish(r->ctx, &f->file);
}

static void abandon_file(const results *r, final_file *f)
{
    if (f->chunks)
        chunks_abandon(f->chunks);
    if (r->rank == 0)
        cf_abandon(&f->file);
}
#else
static spate_status begin_file(results *r, final_file *f)
{
    (void)r, (void)f;
    return SPATE_OK;
}

static spate_status put_fields(results *r, final_file *f, const final_field *fields, int first,
                               int count)
{
    (void)r, (void)f, (void)fields, (void)first, (void)count;
    return SPATE_OK;
}

static spate_status end_file(results *r, final_file *f)
{
    (void)r, (void)f;
    return SPATE_OK;
}

static void abandon_file(const results *r, final_file *f)
{
    (void)r, (void)f;
}
#endif

static spate_status write_from_simulation(results *r, final_file *f)
{
    final_field fields[MOST_VARIABLES];
    SPATE_TRY(begin_file(r, f));
    for (int k = 0; k < f->count; ++k) {
        fields[k] = (final_field){.r = r, .name = f->list[k].field};
        SPATE_TRY(whole_rows_begin(r->sim, f->list[k].field));
        SPATE_TRY(write_raster(r, &f->list[k], &fields[k]));
    }
    SPATE_TRY(put_fields(r, f, fields, 0, f->count));
    return end_file(r, f);
}

static spate_status begin_gathered(results *r, final_file *f)
{
    const size_t cells = (size_t)(r->plan->grid.nx * r->plan->grid.ny);
    f->values = memory_alloc(cells * (is_single(f) ? sizeof(float) : sizeof(double)));
    return f->values ? begin_file(r, f) : no_memory(r, f->name);
}

static spate_status put_gathered(results *r, final_file *f, int k)
{
    const final_field field = {.r = r, .name = f->list[k].field, .gathered = f->values};
    SPATE_TRY(write_raster(r, &f->list[k], &field));
    return put_fields(r, f, &field, k, 1);
}

static spate_status write_gathered(results *r, final_file *f)
{
    SPATE_TRY(comm_agree(r->ctx, r->rank == 0 ? begin_gathered(r, f) : SPATE_OK));
    for (int k = 0; k < f->count; ++k) {
        SPATE_TRY(is_single(f) ? spate_get_field_f32(r->sim, f->list[k].field, f->values)
                               : spate_get_field(r->sim, f->list[k].field, f->values));
        SPATE_TRY(comm_agree(r->ctx, r->rank == 0 ? put_gathered(r, f, k) : SPATE_OK));
    }
    return comm_agree(r->ctx, r->rank == 0 ? end_file(r, f) : SPATE_OK);
}

spate_status final_file_write(results *r, const char *name, const final_variable *list, int count)
{
    final_file f = {.name = name, .list = list, .count = count, .file = {.id = -1}};
    const spate_status status =
        whole_rows_possible(r->sim) ? write_from_simulation(r, &f) : write_gathered(r, &f);
    abandon_file(r, &f); /* frees what a failure left */
    memory_free(f.values);
    return status;
}
