/* One rectangle through one step: rows of fluxes, new depths and new velocities roll through
 * scratch memory of a few rows, so that the fields are read once and written once: h, u, v, bed
 * read, h, u, v written, 7 words per cell. What lies around a rectangle is computed again by each
 * of its neighbours. */
#include "backend/cpu/staggered/sweep.h"

#include "backend/cpu/common/common.h"
#include "backend/cpu/staggered/sweep_gravity.h"

#define STAG_SYMBOL(name) SPATE_JOIN(SPATE_NAME(name), SPATE_ISA)

size_t STAG_SYMBOL(stag_scratch_bytes)(void)
{
    return sizeof(calc) * (size_t)ROW * ROW_COUNT;
}

/* Rain, ground or inflows change the depths that are stored. */
static int has_sources(const grid_part *part)
{
    return part_water_kind(part) != WATER_KEPT || part->sources.inflow_cells.count;
}

static sweep start_sweep(const grid_part *part, const tile_rectangle *r, void *scratch)
{
    sweep s = {.part = part,
               .r = r,
               .scratch = scratch,
               .width = r->x1 - r->x0,
               .edged = r->edged,
               .v = stag_view_of(part)};
    s.masks = s.v.terms.advection == STAG_CENTRAL || s.v.terms.viscous != STAG_INVISCID;
    s.gravity = is_gravity_alone(&s.v.terms);
    s.streams = s.gravity && !has_sources(part) && cpu_common_of(part)->streams;
    for (int i = -ROW_BEFORE; i < s.width + ROW_BEYOND + ROW_LANES; ++i)
        row(&s, ROW_STRENGTH)[i] = s.v.strength;
    return s;
}

/* Rows before the first: fluxes of two, shares, and the depths and u of the last. */
static void begin_sweep(sweep *s)
{
    const int y0 = s->r->y0;
    clear_maxima(s);
    for (int j = y0 - 3; j <= y0 + 1 && !s->gravity; ++j)
        rows_ahead(s, j);
    for (int j = y0 - 2; j <= y0; ++j)
        fluxes(s, 0, j, few(s, ROWS_QX, j));
    for (int j = y0 - 2; j <= y0 + 1; ++j)
        fluxes(s, 1, j, few(s, ROWS_QY, j));
    for (int j = y0 - 2; j <= y0; ++j) {
        depths(s, j);
        shares(s, j);
    }
    limit_x(s, y0 - 1);
    limit_y(s, y0 - 1);
    limit_y(s, y0);
    limited_depths(s, y0 - 1);
    if (s->v.sielecki && !s->gravity)
        seen_new_u(s, y0 - 1);
}

/* Depths of row j, once those of row j + 1 are known before limits. */
static void follow_depths(sweep *s, int j)
{
    if (s->gravity) {
        gravity_depths(s, j + 1);
        missing_fluxes(s, j);
    } else {
        rows_ahead(s, j + 2);
        fluxes(s, 0, j + 1, few(s, ROWS_QX, j + 1));
        fluxes(s, 1, j + 2, few(s, ROWS_QY, j + 2));
        depths(s, j + 1);
    }
    shares(s, j + 1);
    limit_x(s, j);
    limit_y(s, j + 1);
    limited_depths(s, j);
}

static void follow_velocities(sweep *s, int j)
{
    if (s->gravity) {
        gravity_results(s, j);
        return;
    }
    row_of_u(s, j);
    row_of_v(s, j);
    s->edged ? edged_results(s, j) : plain_results(s, j);
}

void STAG_SYMBOL(stag_sweep)(const grid_part *part, const tile_rectangle *r, int stage,
                             void *scratch)
{
    (void)stage; /* there is one */
    sweep s = start_sweep(part, r, scratch);
    const int sources = has_sources(part);
    begin_sweep(&s);
    for (int j = r->y0; j < r->y1; ++j) {
        follow_depths(&s, j);
        follow_velocities(&s, j);
        if (sources)
            sources_of_row(&s, j);
        if ((j + 1) % SPATE_TILE_Y == 0 || j + 1 == r->y1)
            report_tiles(&s, j);
    }
    if (s.streams)
        stream_fence();
}
