/* The bed as the files of a run hold it: f32, NaN in inactive cells. */
#include <math.h>

#include "base/memory.h"
#include "parallel/comm.h"
#include "results/run_state.h"
#include "run/whole_rows.h"

enum { PIECE = 512 };

static void read_piece(const results *r, int64_t i, int64_t j, int n)
{
    double bed[PIECE], active[PIECE];
    float *to = r->bed + j * r->plan->grid.nx + i;
    whole_row(r->sim, SPATE_BED, i, j, n, bed);
    whole_row(r->sim, SPATE_ACTIVE, i, j, n, active);
    for (int k = 0; k < n; ++k)
        to[k] = active[k] != 0 ? (float)bed[k] : (float)NAN;
}

/* For one rank that holds the whole grid. */
static spate_status read_bed(results *r)
{
    const int64_t nx = r->plan->grid.nx, ny = r->plan->grid.ny;
    SPATE_TRY(whole_rows_begin(r->sim, SPATE_BED));
    SPATE_TRY(whole_rows_begin(r->sim, SPATE_ACTIVE));
#pragma omp parallel for schedule(static)
    for (int64_t j = 0; j < ny; ++j)
        for (int64_t i = 0; i < nx; i += PIECE)
            read_piece(r, i, j, nx - i < PIECE ? (int)(nx - i) : PIECE);
    return SPATE_OK;
}

static spate_status gather_bed(results *r)
{
    const int64_t cells = r->plan->grid.nx * r->plan->grid.ny;
    float *active = r->rank == 0 ? memory_alloc((size_t)cells * sizeof *active) : NULL;
    spate_status status = SPATE_OK;
    if (r->rank == 0 && !active)
        status = fail_memory(r->ctx, "no memory for results");
    status = comm_agree(r->ctx, status);
    if (status == SPATE_OK)
        status = spate_get_field_f32(r->sim, SPATE_BED, r->bed);
    if (status == SPATE_OK)
        status = spate_get_field_f32(r->sim, SPATE_ACTIVE, active);
    const int64_t known = active && status == SPATE_OK ? cells : 0;
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < known; ++k)
        if (active[k] == 0)
            r->bed[k] = (float)NAN;
    memory_free(active);
    return status;
}

spate_status bed_map_read(results *r)
{
    return whole_rows_possible(r->sim) ? read_bed(r) : gather_bed(r);
}
