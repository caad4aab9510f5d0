/* Whole fields on rank 0, in either precision. */
#include "base/need.h"
#include "parallel/comm.h"
#include "parallel/slab.h"
#include "run/field_rows.h"

/* The field to gather, as f64 or f32. */
typedef struct wanted {
    spate_sim *sim;
    spate_field_name name;
    int single;
} wanted;

static void gather_row(const wanted *w, int part, int j, void *row)
{
    const int nx = w->sim->ops->shape(w->sim->scheme, part)->nx;
    double values[FIELD_PIECE];
    for (int i = 0; i < nx; i += FIELD_PIECE) {
        const int n = nx - i < FIELD_PIECE ? nx - i : FIELD_PIECE;
        if (!w->single) {
            field_piece(w->sim, w->name, part, i, j, n, (double *)row + i);
            continue;
        }
        field_piece(w->sim, w->name, part, i, j, n, values);
        for (int k = 0; k < n; ++k)
            ((float *)row)[i + k] = (float)values[k];
    }
}

static void gather_rows(void *user, int part, int j, int rows, void *block, size_t pitch)
{
    const wanted *w = user;
#pragma omp parallel for schedule(static) num_threads(w->sim->threads)
    for (int row = 0; row < rows; ++row)
        gather_row(w, part, j + row, (char *)block + (size_t)row * pitch);
}

static spate_status gather(spate_sim *sim, spate_field_name name, void *values, int single)
{
    double mark = timers_now();
    const size_t value_bytes = single ? sizeof(float) : sizeof(double);
    wanted w = {.sim = sim, .name = name, .single = single};
    slab s = {0};
    spate_status status = field_available(sim, name);
    if (status == SPATE_OK && comm_rank(sim->ctx->comm) == 0 && !values)
        status = fail_argument(sim->ctx, "values is NULL on rank 0");
    status = comm_agree(sim->ctx, status);
    if (status == SPATE_OK)
        status = slab_open(&s, sim->ctx, &sim->grid, &sim->partition, value_bytes);
    for (int64_t j = 0; j < sim->grid.ny && status == SPATE_OK; j += s.rows) {
        const int64_t rows = sim->grid.ny - j < s.rows ? sim->grid.ny - j : s.rows;
        char *whole = values ? (char *)values + (size_t)(j * sim->grid.nx) * value_bytes : NULL;
        slab_gather(&s, j, rows, whole, gather_rows, &w);
    }
    slab_close(&s);
    timers_lap(&sim->timers, SPATE_SECTION_OUTPUT, &mark);
    return status;
}

spate_status spate_get_field(spate_sim *sim, spate_field_name name, double *values)
{
    SIM_ENTER(sim);
    return gather(sim, name, values, 0);
}

spate_status spate_get_field_f32(spate_sim *sim, spate_field_name name, float *values)
{
    SIM_ENTER(sim);
    return gather(sim, name, values, 1);
}
