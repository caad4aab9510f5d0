/* The last state of a run, state.nc: what another run may start from. */
#include <stdlib.h>

#include "base/memory.h"
#include "parallel/comm.h"
#include "results/maps/cf_file.h"
#include "results/maps/chunks.h"
#include "results/folder/files.h"
#include "results/maps/final_rows.h"
#include "run/whole_rows.h"

#if SPATE_HAVE_NETCDF
enum { STATE_FIELDS = 4 };
static const struct {
    spate_field_name field;
    cf_variable variable;
} state[STATE_FIELDS] = {
    {SPATE_BED, {"bed", "altitude", "elevation of the bed", "m", 64, 0, NULL}},
    {SPATE_DEPTH, {"depth", "flood_water_thickness", "depth of the water", "m", 64, 1, NULL}},
    {SPATE_VELOCITY_X, {"u", "sea_water_x_velocity", "velocity towards x", "m s-1", 64, 1, NULL}},
    {SPATE_VELOCITY_Y, {"v", "sea_water_y_velocity", "velocity towards y", "m s-1", 64, 1, NULL}},
};

typedef struct state_file {
    cf_file file;
    chunk_file *chunks;
    double *values; /* NULL where rows come from the simulation */
} state_file;

static spate_status begin_file(results *r, state_file *f)
{
    const double end = r->record.stats.t;
    const char *names[STATE_FIELDS];
    int ids[STATE_FIELDS];
    char *file = path_join(r->plan->folder, "state.nc");
    spate_status status =
        file ? cf_create(r->ctx, file, r->plan, 1, &f->file)
             : spate_fail(r->ctx, SPATE_ERROR_MEMORY, "no memory to write state.nc");
    free(file);
    for (int k = 0; k < STATE_FIELDS && status == SPATE_OK; ++k) {
        names[k] = state[k].variable.name;
        status = cf_define(r->ctx, &f->file, &state[k].variable, &ids[k]);
    }
    SPATE_TRY(status);
    SPATE_TRY(cf_begin(r->ctx, &f->file, &end));
    return chunks_open(r->ctx, &f->file, ids, names, STATE_FIELDS, &f->chunks);
}

static spate_status put_fields(results *r, state_file *f, const final_field *fields, int first,
                               int count)
{
    chunk_field list[STATE_FIELDS];
    for (int k = 0; k < count; ++k)
        list[k] = (chunk_field){first + k, final_rows_f64(&fields[k])};
    return chunks_put_fields(r->ctx, f->chunks, list, count, r->record.stats.threads);
}

static spate_status end_file(results *r, state_file *f)
{
    chunk_file *chunks = f->chunks;
    f->chunks = NULL;
    SPATE_TRY(chunks_close(r->ctx, chunks));
    return cf_finish(r->ctx, &f->file);
}

static spate_status write_from_simulation(results *r, state_file *f)
{
    final_field fields[STATE_FIELDS];
    for (int k = 0; k < STATE_FIELDS; ++k) {
        SPATE_TRY(whole_rows_begin(r->sim, state[k].field));
        fields[k] = (final_field){.r = r, .name = state[k].field};
    }
    SPATE_TRY(begin_file(r, f));
    SPATE_TRY(put_fields(r, f, fields, 0, STATE_FIELDS));
    return end_file(r, f);
}

/* Of several ranks: one map after the other comes to rank 0. */
static spate_status begin_gathered(results *r, state_file *f)
{
    f->values = memory_alloc((size_t)(r->plan->grid.nx * r->plan->grid.ny) * sizeof *f->values);
    if (!f->values)
        return spate_fail(r->ctx, SPATE_ERROR_MEMORY, "no memory to write state.nc");
    return begin_file(r, f);
}

static spate_status write_gathered(results *r, state_file *f)
{
    spate_status status = comm_agree(r->ctx, r->rank == 0 ? begin_gathered(r, f) : SPATE_OK);
    for (int k = 0; k < STATE_FIELDS && status == SPATE_OK; ++k) {
        const final_field field = {.r = r, .name = state[k].field, .gathered = f->values};
        status = spate_get_field(r->sim, state[k].field, f->values);
        if (r->rank == 0 && status == SPATE_OK)
            status = put_fields(r, f, &field, k, 1);
        status = comm_agree(r->ctx, status);
    }
    if (r->rank == 0 && status == SPATE_OK)
        status = end_file(r, f);
    return comm_agree(r->ctx, status);
}

spate_status write_state(results *r)
{
    state_file f = {.file = {.id = -1}};
    const spate_status status =
        whole_rows_possible(r->sim) ? write_from_simulation(r, &f) : write_gathered(r, &f);
    if (f.chunks)
        chunks_abandon(f.chunks);
    if (r->rank == 0)
        cf_abandon(&f.file);
    memory_free(f.values);
    return status;
}
#else
spate_status write_state(results *r)
{
    (void)r;
    return SPATE_OK;
}
#endif
