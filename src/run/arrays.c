/* Fields from and to arrays of the caller, with any steps between values. */
#include <stdlib.h>

#include "base/need.h"
#include "parallel/comm.h"
#include "parallel/slab.h"
#include "run/field_rows.h"
#include "run/field_source.h"
#include "run/whole_rows.h"

/* ---- what an array has ---- */

static ptrdiff_t place(const spate_array *a, int64_t i, int64_t j)
{
    return (ptrdiff_t)((i - a->i0) * a->step_x + (j - a->j0) * a->step_y);
}

/* With steps and sizes written out. corners: 1 where the array has those of a bilinear bed. */
static spate_status complete(const spate_sim *sim, const spate_array *given, int corners,
                             const char *name, spate_array *a)
{
    const int64_t nx = sim->grid.nx + corners, ny = sim->grid.ny + corners;
    SPATE_NEED(sim->ctx, given, "the array is NULL");
    *a = *given;
    if (a->precision != 32 && a->precision != 64)
        return fail_argument(sim->ctx, "%s: precision of the array is %d; it must be 32 or 64",
                             name, a->precision);
    if (a->nx == 0 && a->ny == 0)
        a->nx = nx - a->i0, a->ny = ny - a->j0;
    if (a->i0 < 0 || a->j0 < 0 || a->nx < 1 || a->ny < 1 || a->nx > nx - a->i0 ||
        a->ny > ny - a->j0)
        return fail_argument(sim->ctx,
                             "%s: the array has %lld x %lld values from (%lld, %lld) on; the grid "
                             "has %lld x %lld",
                             name, (long long)a->nx, (long long)a->ny, (long long)a->i0,
                             (long long)a->j0, (long long)nx, (long long)ny);
    if (a->step_x == 0 && a->step_y == 0)
        a->step_x = 1, a->step_y = a->nx;
    if ((uintptr_t)a->values % (a->precision == 32 ? sizeof(float) : sizeof(double)))
        return fail_argument(sim->ctx, "%s: the array begins at %p, between two values", name,
                             a->values);
    return SPATE_OK;
}

/* ---- in ---- */

static void read_row(const void *user, int64_t i, int64_t j, int n, double *values)
{
    const spate_array *a = user;
    const ptrdiff_t first = place(a, i, j), step = (ptrdiff_t)a->step_x;
    if (a->precision == 32)
        for (int k = 0; k < n; ++k)
            values[k] = (double)((const float *)a->values)[first + k * step];
    else
        for (int k = 0; k < n; ++k)
            values[k] = ((const double *)a->values)[first + k * step];
}

/* A source of the values of an array, which must have all that this rank asks for. Collective. */
static spate_status source_of(const spate_sim *sim, const spate_array *given, int corners,
                              const char *name, spate_array *a, field_source *source)
{
    int64_t i0, j0, i1, j1;
    spate_get_local_box(sim, &i0, &j0, &i1, &j1);
    i1 += corners && i1 == sim->grid.nx;
    j1 += corners && j1 == sim->grid.ny;
    spate_status status = complete(sim, given, corners, name, a);
    if (status == SPATE_OK && !a->values)
        status = fail_argument(sim->ctx, "%s: values of the array is NULL", name);
    if (status == SPATE_OK &&
        (a->i0 > i0 || a->j0 > j0 || a->i0 + a->nx < i1 || a->j0 + a->ny < j1))
        status = fail_argument(sim->ctx,
                               "%s: the array has [%lld, %lld) x [%lld, %lld); this process needs "
                               "[%lld, %lld) x [%lld, %lld) (spate_get_local_box)",
                               name, (long long)a->i0, (long long)(a->i0 + a->nx), (long long)a->j0,
                               (long long)(a->j0 + a->ny), (long long)i0, (long long)i1,
                               (long long)j0, (long long)j1);
    *source = (field_source){.row = read_row, .user = a};
    return comm_agree(sim->ctx, status);
}

spate_status spate_set_array(spate_sim *sim, spate_field_name field, const spate_array *array)
{
    SIM_ENTER(sim);
    static const struct {
        spate_field_name field;
        const char *name;
        spate_status (*set)(spate_sim *, field_source);
    } known[] = {{SPATE_ACTIVE, "active", sim_set_active},
                 {SPATE_BED, "bed", sim_set_bed},
                 {SPATE_LEVEL, "level", sim_set_level},
                 {SPATE_DEPTH, "depth", sim_set_depth},
                 {SPATE_FRICTION, "friction", sim_set_friction}};
    for (size_t k = 0; k < sizeof known / sizeof *known; ++k) {
        const int corners =
            known[k].field == SPATE_BED && sim->options.bed_model == SPATE_BED_BILINEAR;
        spate_array a;
        field_source source;
        if (known[k].field != field)
            continue;
        SPATE_TRY(source_of(sim, array, corners, known[k].name, &a, &source));
        return known[k].set(sim, source);
    }
    return fail_argument(sim->ctx,
                         "field is %d: arrays are for SPATE_ACTIVE, SPATE_BED, SPATE_LEVEL, "
                         "SPATE_DEPTH and SPATE_FRICTION; spate_set_velocity_arrays and "
                         "spate_set_rain_array have their own calls",
                         (int)field);
}

spate_status spate_set_velocity_arrays(spate_sim *sim, const spate_array *u, const spate_array *v)
{
    SIM_ENTER(sim);
    spate_array along[2];
    field_source source[2] = {{0}, {0}};
    if (u)
        SPATE_TRY(source_of(sim, u, 0, "velocity u", &along[0], &source[0]));
    if (v)
        SPATE_TRY(source_of(sim, v, 0, "velocity v", &along[1], &source[1]));
    return sim_set_velocity(sim, source[0], source[1]);
}

spate_status spate_set_rain_array(spate_sim *sim, const spate_array *rain)
{
    SIM_ENTER(sim);
    spate_array a;
    field_source source = {0};
    if (rain)
        SPATE_TRY(source_of(sim, rain, 0, "rain", &a, &source));
    return sim_set_rain_map(sim, source);
}

/* ---- out ---- */

static void write_values(const spate_array *a, int64_t i, int64_t j, int n, const double *values)
{
    const ptrdiff_t first = place(a, i, j), step = (ptrdiff_t)a->step_x;
    if (a->precision == 32)
        for (int k = 0; k < n; ++k)
            ((float *)a->values)[first + k * step] = (float)values[k];
    else
        for (int k = 0; k < n; ++k)
            ((double *)a->values)[first + k * step] = values[k];
}

/* This process has the whole grid. */
static void copy_rows(spate_sim *sim, spate_field_name field, const spate_array *a)
{
#pragma omp parallel for schedule(static) num_threads(sim->threads)
    for (int64_t j = a->j0; j < a->j0 + a->ny; ++j) {
        double values[FIELD_PIECE];
        for (int64_t i = a->i0; i < a->i0 + a->nx; i += FIELD_PIECE) {
            const int64_t left = a->i0 + a->nx - i;
            const int n = left < FIELD_PIECE ? (int)left : FIELD_PIECE;
            whole_row(sim, field, i, j, n, values);
            write_values(a, i, j, n, values);
        }
    }
}

typedef struct wanted_field {
    spate_sim *sim;
    spate_field_name field;
} wanted_field;

static void gather_rows(void *user, int part, int j, int rows, void *block, size_t pitch)
{
    const wanted_field *w = user;
    const int nx = w->sim->ops->shape(w->sim->scheme, part)->nx;
    for (int row = 0; row < rows; ++row)
        for (int i = 0; i < nx; i += FIELD_PIECE)
            field_piece(w->sim, w->field, part, i, j + row,
                        nx - i < FIELD_PIECE ? nx - i : FIELD_PIECE,
                        (double *)((char *)block + (size_t)row * pitch) + i);
}

/* Other ranks have some of it: rows of the whole width pass through `room` on rank 0. */
static spate_status gather(spate_sim *sim, spate_field_name field, const spate_array *a)
{
    const int first = comm_rank(sim->ctx->comm) == 0;
    wanted_field w = {sim, field};
    slab s = {0};
    double *room = NULL;
    spate_status status = slab_open(&s, sim->ctx, &sim->grid, &sim->partition, sizeof(double));
    if (status == SPATE_OK && first) {
        room = malloc((size_t)(s.rows * sim->grid.nx) * sizeof *room);
        status = room ? SPATE_OK : fail_memory(sim->ctx, "no memory for rows of a field");
    }
    status = comm_agree(sim->ctx, status);
    const int64_t end = a->j0 + a->ny;
    for (int64_t j = a->j0; j < end && status == SPATE_OK; j += s.rows) {
        const int64_t rows = end - j < s.rows ? end - j : s.rows;
        slab_gather(&s, j, rows, room, gather_rows, &w);
        for (int64_t row = 0; first && row < rows; ++row)
            for (int64_t i = 0; i < a->nx; i += FIELD_PIECE)
                write_values(a, a->i0 + i, j + row,
                             (int)(a->nx - i < FIELD_PIECE ? a->nx - i : FIELD_PIECE),
                             room + row * sim->grid.nx + a->i0 + i);
    }
    free(room);
    slab_close(&s);
    return status;
}

spate_status spate_get_array(spate_sim *sim, spate_field_name field, const spate_array *array)
{
    SIM_ENTER(sim);
    double mark = timers_now();
    spate_array a;
    spate_status status = field_available(sim, field);
    if (status == SPATE_OK)
        status = complete(sim, array, 0, "field", &a);
    if (status == SPATE_OK && comm_rank(sim->ctx->comm) == 0 && !a.values)
        status = fail_argument(sim->ctx, "field: values of the array is NULL on rank 0");
    SPATE_TRY(comm_agree(sim->ctx, status));
    if (whole_rows_possible(sim))
        copy_rows(sim, field, &a);
    else
        status = gather(sim, field, &a);
    timers_lap(&sim->timers, SPATE_SECTION_OUTPUT, &mark);
    return status;
}

/* ---- views ---- */

int spate_part_count(const spate_sim *sim)
{
    return sim ? sim->part_count : 0;
}

/* A view without its address. */
static spate_status view_of(const spate_sim *sim, spate_field_name field, int n, int *which,
                            spate_view *view)
{
    *which = field == SPATE_DEPTH        ? FIELD_DEPTH
             : field == SPATE_MOMENTUM_X ? FIELD_MOMENTUM_X
                                         : FIELD_MOMENTUM_Y;
    if (field != SPATE_DEPTH && field != SPATE_MOMENTUM_X && field != SPATE_MOMENTUM_Y)
        return fail_argument(sim->ctx,
                             "field is %d: there are views of SPATE_DEPTH, SPATE_MOMENTUM_X and "
                             "SPATE_MOMENTUM_Y; spate_get_array copies the others",
                             (int)field);
    if (n < 0 || n >= sim->part_count)
        return fail_argument(sim->ctx, "part %d does not exist: this process has %d", n,
                             sim->part_count);
    const box b = partition_box(&sim->partition, &sim->grid, sim->first_part + n);
    *view = (spate_view){.precision = sim->options.precision,
                         .pitch = sim->ops->shape(sim->scheme, n)->pitch,
                         .i0 = b.i0,
                         .j0 = b.j0,
                         .nx = b.nx,
                         .ny = b.ny};
    return SPATE_OK;
}

spate_status spate_get_view(spate_sim *sim, spate_field_name field, int n, spate_view *view)
{
    int which;
    SIM_ENTER(sim);
    SPATE_NEED(sim->ctx, view, "view is NULL");
    SPATE_TRY(view_of(sim, field, n, &which, view));
    view->values = sim->ops->field(sim->scheme, n, which);
    return SPATE_OK;
}

spate_status spate_get_device_view(spate_sim *sim, spate_field_name field, int n, spate_view *view)
{
    int which;
    SIM_ENTER(sim);
    SPATE_NEED(sim->ctx, view, "view is NULL");
    SPATE_TRY(view_of(sim, field, n, &which, view));
    return sim->ops->device_field(sim->scheme, n, which, &view->values);
}
