/* One rectangle through one stage: rows of fluxes, potential vorticity, weights and kinetic
 * energy roll through scratch memory of a few rows, so that fields are read once and written
 * once. A leapfrog step with lumped mass reads h, u, v of two times and the bed, and writes h,
 * u, v: 10 words per cell. A first Runge-Kutta stage reads h, u, v, bed: 7 words; the other two
 * read two states. What lies around a rectangle is computed again by each of its neighbours. */
#include "backend/cpu/vector_invariant/sweep.h"

#define SWEEP_WIDTH VI_SWEEP_WIDTH
#include "backend/cpu/vector_invariant/sweep_loops.h"
#include "backend/cpu/vector_invariant/sweep_scratch.h"

#define VI_SYMBOL(name) SPATE_JOIN(SPATE_NAME(name), SPATE_ISA)

size_t VI_SYMBOL(vi_scratch_bytes)(void)
{
    return sizeof(calc) * (size_t)ROW * (ROW_RINGS + RING * RING_KINDS);
}

static inline calc *ring(const sweep *s, int kind, int j)
{
    return row(s, ROW_RINGS + place(j) * RING_KINDS + kind);
}

/* ---- rows ahead ---- */

static inline ahead_rows ahead_of(const sweep *s, int j)
{
    const ahead_rows a = {.h = at(s, s->v.in.h, j),
                          .u = at(s, s->v.in.u, j),
                          .v = at(s, s->v.in.v, j),
                          .h_north = at(s, s->v.in.h, j + 1),
                          .u_north = at(s, s->v.in.u, j + 1),
                          .v_north = at(s, s->v.in.v, j + 1),
                          .next = s->v.pitch,
                          .codes = s->v.codes + origin(s, j),
                          .codes_north = s->v.codes + origin(s, j + 1),
                          .qx = ring(s, RING_QX, j),
                          .qx_north = ring(s, RING_QX, j + 1),
                          .qy_north = ring(s, RING_QY, j + 1),
                          .corner_north = ring(s, RING_CORNER, j + 1),
                          .corner_y_north = ring(s, RING_CORNER_Y, j + 1),
                          .kinetic = ring(s, RING_KINETIC, j),
                          .f = vi_coriolis(s->part, j + 1)};
    return a;
}

AHEAD(ahead, sweep, ahead_of(s, j), 1)

/* End of the tile of the rectangle whose first cell is i. */
static int tile_end(const sweep *s, int i)
{
    return i + SPATE_TILE_X < s->width ? i + SPATE_TILE_X : s->width;
}

/* Whether the tile of the rectangle at cell (i, j), or the nearest one in y, has closed faces. */
static int tile_is_edged(const sweep *s, int i, int j)
{
    const int low = j < s->r->y0 ? s->r->y0 : j, y = low < s->r->y1 ? low : s->r->y1 - 1;
    const ptrdiff_t first = (ptrdiff_t)(y / SPATE_TILE_Y) * s->part->shape.tiles_x;
    return s->part->tile_edged[first + (s->r->x0 + i) / SPATE_TILE_X];
}

/* Of row j + 1, whose corners belong to tiles with cells of rows j to j + 2. */
static SWEEP_NOINLINE void corners_edged(const sweep *s, int j)
{
    const ahead_rows a = ahead_of(s, j);
    for (int i = 0; i < s->width; i += SPATE_TILE_X)
        if (tile_is_edged(s, i, j) || tile_is_edged(s, i, j + 2))
            row_corners_edged(&a, i - 1, tile_end(s, i) + 1, s->v.form);
}

/* What the results of row j need that those of row j - 1 did not. */
static void rows_ahead(const sweep *s, int j)
{
    ahead(s, j);
    if (s->r->edged)
        corners_edged(s, j);
    const weight_rows to = {ring(s, RING_RISE, j), ring(s, RING_FALL, j), ring(s, RING_ALONG_X, j),
                            ring(s, RING_ALONG_Y, j)};
    if (s->v.form == VI_ENSTROPHY)
        weights_of_row(ring(s, RING_CORNER, j), ring(s, RING_CORNER, j + 1), to, s->width);
}

/* ---- results ---- */

static inline step_rows steps_of(const sweep *s, int j, const real *base, const real *in, real *to)
{
    const step_rows a = {.base = at(s, base, j),
                         .in = at(s, in, j),
                         .to = (calc *)to + origin(s, j),
                         .dt = s->v.dt,
                         .weight = s->v.weight};
    return a;
}

static inline cell_rows cells_of(const sweep *s, int j, int along, int flux)
{
    const cell_rows a = {.h = at(s, s->v.in.h, j),
                         .bed = at(s, s->v.bed, j),
                         .kinetic = ring(s, RING_KINETIC, j),
                         .rise = ring(s, RING_RISE, j),
                         .fall = ring(s, RING_FALL, j),
                         .along = ring(s, along, j),
                         .flux = ring(s, flux, j)};
    return a;
}

static inline result_rows results_of(const sweep *s, int j, int form)
{
    const vi_state *base = &s->v.base, *in = &s->v.in, *out = &s->v.out;
    const u_rows west = {.cells = cells_of(s, j, RING_ALONG_X, RING_QY),
                         .north = ring(s, RING_QY, j + 1),
                         .corner = ring(s, RING_CORNER, j),
                         .corner_north = ring(s, RING_CORNER, j + 1),
                         .along_flux = ring(s, RING_QX, j)};
    const v_rows south = {.back = cells_of(s, j - 1, RING_ALONG_Y, RING_QX),
                          .front = cells_of(s, j, RING_ALONG_Y, RING_QX),
                          .corner = ring(s, form == VI_ENERGY ? RING_CORNER_Y : RING_CORNER, j),
                          .along_back = ring(s, RING_QY, j - 1),
                          .along_front = ring(s, RING_QY, j + 1)};
    const result_rows a = {.west = west,
                           .south = south,
                           .h = steps_of(s, j, base->h, in->h, out->h),
                           .u = steps_of(s, j, base->u, in->u, s->lumped ? out->u : s->v.force_x),
                           .v = steps_of(s, j, base->v, in->v, s->lumped ? out->v : s->v.force_y),
                           .deepest = row(s, ROW_DEEPEST),
                           .swiftest_u = row(s, ROW_SWIFTEST_U),
                           .swiftest_v = row(s, ROW_SWIFTEST_V),
                           .h_dry = s->h_dry,
                           .next = s->v.pitch};
    return a;
}

/* One loop for each form, with and without blending, of velocities or forces. */
RESULTS(velocities, sweep, results_of(s, j, form), .lumped = 1, .rates = 1, .fetches = FETCH_ALL)
RESULTS(blended_velocities, sweep, results_of(s, j, form), .blends = 1, .lumped = 1, .rates = 1,
        .fetches = FETCH_ALL)
RESULTS(forces, sweep, results_of(s, j, form), .rates = 1, .fetches = FETCH_ALL)
RESULTS(blended_forces, sweep, results_of(s, j, form), .blends = 1, .rates = 1,
        .fetches = FETCH_ALL)

static void results_of_kind(const sweep *s, int j)
{
    if (s->lumped && s->v.blends)
        blended_velocities(s, j, 0, s->width);
    else if (s->lumped)
        velocities(s, j, 0, s->width);
    else if (s->v.blends)
        blended_forces(s, j, 0, s->width);
    else
        forces(s, j, 0, s->width);
}

/* The same with closed faces in some tiles. */
static SWEEP_NOINLINE void edged_results(const sweep *s, int j)
{
    const result_rows a = results_of(s, j, s->v.form);
    const uint8_t *codes = s->v.codes + origin(s, j);
    const column_maxima kept = {row(s, ROW_KEPT_DEEPEST), row(s, ROW_KEPT_U), row(s, ROW_KEPT_V)};
    for (int i = 0; i < s->width; i += SPATE_TILE_X)
        if (tile_is_edged(s, i, j))
            keep_maxima(&a, codes, kept, i, tile_end(s, i), 1);
    results_of_kind(s, j);
    for (int i = 0; i < s->width; i += SPATE_TILE_X)
        if (tile_is_edged(s, i, j))
            close_faces(&a, codes, kept, i, tile_end(s, i), 1, s->lumped);
}

void VI_SYMBOL(vi_sweep)(const grid_part *part, const tile_rectangle *r, int stage, void *scratch)
{
    (void)stage; /* that of the view */
    sweep s = {.part = part,
               .r = r,
               .scratch = scratch,
               .width = r->x1 - r->x0,
               .lumped = vi_of(part)->lumped,
               .v = vi_view_of(part),
               .h_dry = (calc)part->params.dry_depth};
    clear_maxima(&s);
    rows_ahead(&s, r->y0 - 2);
    rows_ahead(&s, r->y0 - 1);
    for (int j = r->y0; j < r->y1; ++j) {
        rows_ahead(&s, j);
        if (r->edged)
            edged_results(&s, j);
        else
            results_of_kind(&s, j);
        if ((j + 1) % SPATE_TILE_Y == 0 || j + 1 == r->y1)
            report_tiles(&s, j);
    }
}
