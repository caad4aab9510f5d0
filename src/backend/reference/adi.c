/* The ADI scheme in plain loops: one thread, line by line, solved by the Thomas algorithm. The
 * reference for the fast backends: the same rows, another order of elimination. Compiled once per
 * precision. */
#include <math.h>
#include <stdlib.h>

#include "backend/adi/cells.h"
#include "backend/reference/adi_line.h"
#include "backend/reference/adi_thomas.h"

static adi_row row_of(const adi_line *l, const adi_view *v, int n)
{
    const adi_place at = adi_place_of(l, n);
    adi_row row =
        at.listed ? adi_listed_row(l->part, v, at.listed, at.o, l->stage) : adi_row_at(v, at.o);
    if (adi_of(l->part)->force)
        row.d += adi_forced(l, v, &at);
    return row;
}

static void sweep_schur(grid_part *part, int stage)
{
    const int x = stage == ADI_SWEEP_X, ring = adi_of(part)->ring[!x];
    const int cells = x ? part->shape.nx : part->shape.ny, faces = cells + !ring,
              lines = x ? part->shape.ny : part->shape.nx;
    const adi_view v = adi_view_of(part, stage);
    real *to = part->field[x ? ADI_P : ADI_Q][ADI_NEW];
    adi_row *rows = malloc(sizeof *rows * (size_t)faces);
    calc *work = malloc(sizeof *work * 3 * (size_t)faces);
    const int ok = rows && work;
    for (int k = 0; k < lines && ok; ++k) {
        const adi_line l = {part, stage, k};
        calc *const value = work + faces;
        for (int n = 0; n < faces; ++n)
            rows[n] = row_of(&l, &v, n);
        if (ring)
            adi_thomas_ring(rows, faces, work, value, work + 2 * faces);
        else
            adi_thomas(rows, faces, work, value);
        for (int n = 0; n < faces; ++n)
            to[k * v.across + n * v.along] = (real)value[n];
    }
    if (!ok)
        part->clock->face_rate = (double)INFINITY; /* the step fails */
    free(rows);
    free(work);
}

extern void SPATE_NAME(adi_penta_sweep)(grid_part *part, int stage);

static void sweep(grid_part *part, int stage)
{
    if (adi_of(part)->method == ADI_PENTA)
        SPATE_NAME(adi_penta_sweep)(part, stage);
    else
        sweep_schur(part, stage);
}

#define EACH_ROW(part, call)                                                                       \
    for (int j = 0; j < (part)->shape.ny; ++j) {                                                   \
        const ptrdiff_t o = (ptrdiff_t)j * (part)->shape.pitch;                                    \
        call;                                                                                      \
    }
#define EACH_ROW_AND_GHOSTS(part, call)                                                            \
    for (int j = -(part)->shape.halo; j < (part)->shape.ny + (part)->shape.halo; ++j) {            \
        const ptrdiff_t o = (ptrdiff_t)j * (part)->shape.pitch;                                    \
        call;                                                                                      \
    }

static int64_t depths(grid_part *part, int stage, int shared)
{
    const adi_view v = adi_view_of(part, stage);
    const adi_flows f = adi_flows_of(part, &v, stage, shared);
    real *const to =
        part->field[FIELD_DEPTH][stage == ADI_SWEEP_X ? ADI_NEW : 1 - part->clock->now];
    int64_t wrong = 0;
    EACH_ROW(part, wrong += shared ? adi_shared_depth_row(&v, &f, o, part->shape.nx, to)
                                   : adi_depth_row(&v, &f, o, part->shape.nx, to))
    adi_note_faces(part, &f, stage);
    return wrong;
}

static void begin_shares(grid_part *part, int stage, int all)
{
    const adi_view v = adi_view_of(part, stage);
    const adi_flows f = adi_flows_of(part, &v, stage, 0);
    EACH_ROW(part, adi_begin_share_row(part, &v, &f, o, all))
}

static void improve_shares(grid_part *part, int stage)
{
    const adi_view v = adi_view_of(part, stage);
    const adi_flows all = adi_flows_of(part, &v, stage, 0),
                    given = adi_flows_of(part, &v, stage, 1);
    EACH_ROW(part, adi_improve_share_row(part, &v, &all, &given, o))
    adi_swap(&part->field[ADI_SHARES][0], &part->field[ADI_SHARES][1]);
}

static void drain(grid_part *part, int stage)
{
    const adi_view v = adi_view_of(part, stage);
    const adi_flows f = adi_flows_of(part, &v, stage, 1);
    EACH_ROW(part, adi_drain_row(part, &f, stage, o))
    if (stage == ADI_SWEEP_Y)
        adi_drain_row(part, &f, stage, (ptrdiff_t)part->shape.ny * part->shape.pitch);
}

static void scan(grid_part *part)
{
    calc rate = C(0);
    EACH_ROW(part, rate = max_r(rate, adi_rate_row(part, part->clock->now, part->clock->now, o)))
    part->clock->rate = (double)rate;
}

static void sources(grid_part *part)
{
    const int water = part_water_kind(part);
    calc rate = C(0);
    EACH_ROW(part, adi_water_row(part, water, o))
    EACH_ROW(part, rate = max_r(rate, adi_rate_row(part, 1 - part->clock->now, ADI_NEW, o)))
    part->clock->next_rate = fmax((double)rate, adi_inflows(part));
}

static void gather_time(grid_part *part)
{
    EACH_ROW_AND_GHOSTS(part, adi_gather_time_row(part, o))
}

static void launch(grid_part *part)
{
    EACH_ROW_AND_GHOSTS(part, adi_launch_row(part, o))
}

static void retime(grid_part *part, double ratio)
{
    EACH_ROW_AND_GHOSTS(part, adi_retime_row(part, ratio, o))
}

static void show(grid_part *part)
{
    EACH_ROW(part, adi_centre_row(part, o))
}

static int centre_changed(grid_part *part)
{
    int changed = 0;
    EACH_ROW(part, changed |= adi_centre_differs(part, o))
    return changed;
}

static void to_faces(grid_part *part)
{
    EACH_ROW(part, adi_to_faces_row(part, o))
}

extern const adi_kernels SPATE_NAME(adi_kernels_reference);
const adi_kernels SPATE_NAME(adi_kernels_reference) = {
    .base = {.isa = "plain", .scan = scan, .limiting = adi_limiting_cell, .show = show},
    .mixed = sizeof(calc) > sizeof(real),
    .begin = adi_clock_begin,
    .finish = adi_clock_finish,
    .sweep = sweep,
    .depths = depths,
    .begin_shares = begin_shares,
    .improve_shares = improve_shares,
    .drain = drain,
    .sources = sources,
    .gather_time = gather_time,
    .launch = launch,
    .retime = retime,
    .centre_changed = centre_changed,
    .to_faces = to_faces,
};
