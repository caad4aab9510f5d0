/* The ADI kernels of the CPU backend apart from matrix rows (rows.c) and fluxes (fluxes.c): loops
 * over the rows of a part, divided among threads. Compiled for each precision and
 * instruction set. */
#include <math.h>

#include "backend/adi/cells.h"

/* Without shares, as a constant for the compiler. */
static int whole_depth_row(const adi_view *v, adi_flows f, ptrdiff_t o, int count, real *to)
{
    f.share = NULL;
    return adi_depth_row(v, &f, o, count, to);
}

/* Depths: reads h, p, q at two times each; writes h: 6 words a cell. */
static int64_t depths(grid_part *part, int stage, int shared)
{
    const adi_view v = adi_view_of(part, stage);
    const adi_flows f = adi_flows_of(part, &v, stage, shared);
    real *const to =
        part->field[FIELD_DEPTH][stage == ADI_SWEEP_X ? ADI_NEW : 1 - part->clock->now];
    int64_t wrong = 0;
#pragma omp parallel for schedule(static) reduction(+ : wrong)
    for (int j = 0; j < part->shape.ny; ++j) {
        const ptrdiff_t o = (ptrdiff_t)j * part->shape.pitch;
        wrong += shared ? adi_shared_depth_row(&v, &f, o, part->shape.nx, to)
                        : whole_depth_row(&v, f, o, part->shape.nx, to);
    }
    adi_note_faces(part, &f, stage);
    return wrong;
}

static void begin_shares(grid_part *part, int stage, int all)
{
    const adi_view v = adi_view_of(part, stage);
    const adi_flows f = adi_flows_of(part, &v, stage, 0);
#pragma omp parallel for schedule(static)
    for (int j = 0; j < part->shape.ny; ++j)
        adi_begin_share_row(part, &v, &f, (ptrdiff_t)j * part->shape.pitch, all);
}

static void improve_shares(grid_part *part, int stage)
{
    const adi_view v = adi_view_of(part, stage);
    const adi_flows all = adi_flows_of(part, &v, stage, 0),
                    given = adi_flows_of(part, &v, stage, 1);
#pragma omp parallel for schedule(static)
    for (int j = 0; j < part->shape.ny; ++j)
        adi_improve_share_row(part, &v, &all, &given, (ptrdiff_t)j * part->shape.pitch);
    void *const improved = part->field[ADI_SHARES][1];
    part->field[ADI_SHARES][1] = part->field[ADI_SHARES][0];
    part->field[ADI_SHARES][0] = improved;
}

static void drain(grid_part *part, int stage)
{
    const adi_view v = adi_view_of(part, stage);
    const adi_flows f = adi_flows_of(part, &v, stage, 1);
    const int last = stage == ADI_SWEEP_Y; /* one more row of faces, where the part ends */
#pragma omp parallel for schedule(static)
    for (int j = 0; j < part->shape.ny + last; ++j)
        adi_drain_row(part, &f, stage, (ptrdiff_t)j * part->shape.pitch);
}

/* As adi_rate_row, with maxima over every RATES-th cell, which vectorises. */
static calc rate_row(const grid_part *p, int slot, int fluxes, ptrdiff_t o)
{
    enum { RATES = 64 };
    const real *h = (const real *)p->field[FIELD_DEPTH][slot] + o;
    const real *x = (const real *)p->field[ADI_P][fluxes] + o;
    const real *y = (const real *)p->field[ADI_Q][fluxes] + o, *north = y + p->shape.pitch;
    const uint8_t *codes = p->codes + o;
    const calc gravity = (calc)p->params.gravity, cfl = (calc)p->params.cfl;
    const calc dx = (calc)(1 / p->params.dx), dy = (calc)(1 / p->params.dy);
    const calc flood = adi_as_stored(adi_of(p)->flood_depth);
    calc most[RATES] = {0}, rate[RATES], all = C(0);
    for (int from = 0; from < p->shape.nx; from += RATES) {
        const int count = p->shape.nx - from < RATES ? p->shape.nx - from : RATES;
        for (int k = 0; k < count; ++k)
            rate[k] = adi_cell_rate((calc)h[from + k], (calc)x[from + k] + (calc)x[from + k + 1],
                                    (calc)y[from + k] + (calc)north[from + k], gravity, dx, dy, cfl,
                                    flood);
        for (int k = 0; k < count; ++k) /* fluxes at the faces of inactive cells belong to others */
            rate[k] = (codes[from + k] & CELL_INACTIVE) ? C(0) : rate[k];
        for (int k = 0; k < count; ++k)
            most[k] = max_r(most[k], rate[k]);
    }
    for (int k = 0; k < RATES; ++k)
        all = max_r(all, most[k]);
    return all;
}

/* From the findings of the sweep along y. */
static calc found_rate(const grid_part *part)
{
    const part_params *k = &part->params;
    const adi_found *f = &adi_of(part)->found;
    return adi_rate((calc)f->deepest, (calc)f->swiftest, (calc)k->gravity, (calc)(1 / k->dx),
                    (calc)(1 / k->dy), (calc)k->cfl);
}

static void sources(grid_part *part)
{
    const int water = part_water_kind(part);
    calc rate = C(0);
    if (water == WATER_KEPT && adi_of(part)->found_holds) {
        part->clock->next_rate = fmax((double)found_rate(part), adi_inflows(part));
        return;
    }
#pragma omp parallel for schedule(static) reduction(max : rate)
    for (int j = 0; j < part->shape.ny; ++j) {
        adi_water_row(part, water, (ptrdiff_t)j * part->shape.pitch);
        rate = max_r(rate, rate_row(part, 1 - part->clock->now, ADI_NEW,
                                    (ptrdiff_t)j * part->shape.pitch));
    }
    part->clock->next_rate = fmax((double)rate, adi_inflows(part));
}

static void scan(grid_part *part)
{
    calc rate = C(0);
#pragma omp parallel for schedule(static) reduction(max : rate)
    for (int j = 0; j < part->shape.ny; ++j)
        rate = max_r(rate, rate_row(part, part->clock->now, part->clock->now,
                                    (ptrdiff_t)j * part->shape.pitch));
    part->clock->rate = (double)rate;
}

static void retime(grid_part *part, double ratio)
{
    const int ny = part->shape.ny, halo = part->shape.halo;
#pragma omp parallel for schedule(static)
    for (int j = -halo; j < ny + halo; ++j)
        adi_retime_row(part, ratio, (ptrdiff_t)j * part->shape.pitch);
}

static void gather_time(grid_part *part)
{
    const int ny = part->shape.ny, halo = part->shape.halo;
#pragma omp parallel for schedule(static)
    for (int j = -halo; j < ny + halo; ++j)
        adi_gather_time_row(part, (ptrdiff_t)j * part->shape.pitch);
}

static void launch(grid_part *part)
{
    const int ny = part->shape.ny, halo = part->shape.halo;
#pragma omp parallel for schedule(static)
    for (int j = -halo; j < ny + halo; ++j)
        adi_launch_row(part, (ptrdiff_t)j * part->shape.pitch);
}

static void show(grid_part *part)
{
#pragma omp parallel for schedule(static)
    for (int j = 0; j < part->shape.ny; ++j)
        adi_centre_row(part, (ptrdiff_t)j * part->shape.pitch);
}

static int centre_changed(grid_part *part)
{
    int changed = 0;
#pragma omp parallel for schedule(static) reduction(| : changed)
    for (int j = 0; j < part->shape.ny; ++j)
        changed |= adi_centre_differs(part, (ptrdiff_t)j * part->shape.pitch);
    return changed;
}

static void to_faces(grid_part *part)
{
#pragma omp parallel for schedule(static)
    for (int j = 0; j < part->shape.ny; ++j)
        adi_to_faces_row(part, (ptrdiff_t)j * part->shape.pitch);
}

#define ADI_SYMBOL(name) SPATE_JOIN(SPATE_NAME(name), SPATE_ISA)
#define ADI_TEXT(word) ADI_TEXT_OF(word)
#define ADI_TEXT_OF(word) #word

extern __typeof__(*((adi_kernels *)0)->rows) ADI_SYMBOL(adi_rows);
extern __typeof__(*((adi_kernels *)0)->store_fluxes) ADI_SYMBOL(adi_store_fluxes);
extern __typeof__(*((adi_kernels *)0)->end_sweep) ADI_SYMBOL(adi_end_sweep);
extern const adi_kernels ADI_SYMBOL(adi_kernels_cpu);
const adi_kernels ADI_SYMBOL(adi_kernels_cpu) = {
    .base = {.isa = ADI_TEXT(SPATE_ISA), .scan = scan, .limiting = adi_limiting_cell, .show = show},
    .mixed = sizeof(calc) > sizeof(real),
    .begin = adi_clock_begin,
    .finish = adi_clock_finish,
    .rows = ADI_SYMBOL(adi_rows),
    .store_fluxes = ADI_SYMBOL(adi_store_fluxes),
    .end_sweep = ADI_SYMBOL(adi_end_sweep),
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
