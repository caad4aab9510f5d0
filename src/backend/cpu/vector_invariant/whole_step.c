/* One rectangle through the three stages of a Runge-Kutta step at once. The second stage follows
 * the first by one row and the third by two, and what they make lies in scratch rows that stay in
 * the cache: a step reads h, u, v and the bed and writes h, u, v, 7 words per cell in place of 27.
 * What lies around a rectangle is computed again by each of its neighbours: 2 cells further for
 * each stage that follows. Each cell has the arithmetic of sweep.c.
 *
 * The part is the whole grid. Beyond periodic edges lie its own cells, beyond walls there is no
 * water. */
#include "backend/cpu/vector_invariant/sweep.h"

#define SWEEP_WIDTH VI_WHOLE_WIDTH(sizeof(calc))
#include "backend/cpu/vector_invariant/sweep_loops.h"
#include "backend/cpu/vector_invariant/whole_edges.h"

#define VI_SYMBOL(name) SPATE_JOIN(SPATE_NAME(name), SPATE_ISA)

size_t VI_SYMBOL(vi_whole_bytes)(void)
{
    return sizeof(calc) * (size_t)ROW * WHOLE_COUNT;
}

/* ---- rows ahead ---- */

static inline ahead_rows ahead_of(const whole *w, int stage, int j)
{
    const state_row here = state_after(w, stage, j), north = state_after(w, stage, j + 1);
    const ahead_rows a = {.h = here.h,
                          .u = here.u,
                          .v = here.v,
                          .h_north = north.h,
                          .u_north = north.u,
                          .v_north = north.v,
                          .next = w->v.pitch,
                          .codes = code_row(w, j),
                          .codes_north = code_row(w, j + 1),
                          .qx = stage_ring(w, stage, RING_QX, j),
                          .qx_north = stage_ring(w, stage, RING_QX, j + 1),
                          .qy_north = stage_ring(w, stage, RING_QY, j + 1),
                          .corner_north = stage_ring(w, stage, RING_CORNER, j + 1),
                          .corner_y_north = stage_ring(w, stage, RING_CORNER_Y, j + 1),
                          .kinetic = stage_ring(w, stage, RING_KINETIC, j),
                          .f = vi_coriolis(w->s.part, j + 1)};
    return a;
}

AHEAD(ahead_of_first, whole, ahead_of(s, 0, j), 1)
AHEAD(ahead_of_second, whole, ahead_of(s, 1, j), 0)
AHEAD(ahead_of_third, whole, ahead_of(s, 2, j), 0)

/* Of row j + 1, which lie between cells of rows j and j + 1. Those west of a wall turn nothing. */
static SWEEP_NOINLINE void corners_edged(const whole *w, int stage, int j, uint32_t pieces)
{
    const ahead_rows a = ahead_of(w, stage, j);
    const int at_wall = !w->ring_x && w->s.r->x0 == 0;
    for (uint32_t rest = at_wall ? pieces & ~UINT32_C(1) : pieces; rest; rest &= rest - 1) {
        const int n = first_piece(rest);
        row_corners_edged(&a, piece_first(w, n), piece_end(w, n), w->v.form);
    }
}

static void rows_ahead(const whole *w, int stage, int j)
{
    if (stage == 0 && w->copies)
        copy_row(w, j + 1);
    if (stage == 0)
        ahead_of_first(w, j);
    else if (stage == 1)
        ahead_of_second(w, j);
    else
        ahead_of_third(w, j);
    if (w->edged && (edged_pieces(w, j) | edged_pieces(w, j + 1)))
        corners_edged(w, stage, j, edged_pieces(w, j) | edged_pieces(w, j + 1));
    if (w->v.form == VI_ENSTROPHY)
        weights_of_row(stage_ring(w, stage, RING_CORNER, j),
                       stage_ring(w, stage, RING_CORNER, j + 1),
                       (weight_rows){stage_ring(w, stage, RING_RISE, j),
                                     stage_ring(w, stage, RING_FALL, j),
                                     stage_ring(w, stage, RING_ALONG_X, j),
                                     stage_ring(w, stage, RING_ALONG_Y, j)},
                       w->width);
}

/* ---- results ---- */

static inline cell_rows cells_of(const whole *w, int stage, int j, int along, int flux)
{
    const cell_rows a = {.h = state_after(w, stage, j).h,
                         .bed = bed_row(w, j),
                         .kinetic = stage_ring(w, stage, RING_KINETIC, j),
                         .rise = stage_ring(w, stage, RING_RISE, j),
                         .fall = stage_ring(w, stage, RING_FALL, j),
                         .along = stage_ring(w, stage, along, j),
                         .flux = stage_ring(w, stage, flux, j)};
    return a;
}

static inline result_rows results_of(const whole *w, int stage, int j, int form)
{
    const sweep *s = &w->s;
    const state_row base = state_after(w, 0, j), in = state_after(w, stage, j);
    const state_row to = state_after(w, stage + 1, j);
    const calc dt = w->v.dt, weight = w->weight[stage];
    const int corner_y = form == VI_ENERGY ? RING_CORNER_Y : RING_CORNER;
    const u_rows west = {.cells = cells_of(w, stage, j, RING_ALONG_X, RING_QY),
                         .north = stage_ring(w, stage, RING_QY, j + 1),
                         .corner = stage_ring(w, stage, RING_CORNER, j),
                         .corner_north = stage_ring(w, stage, RING_CORNER, j + 1),
                         .along_flux = stage_ring(w, stage, RING_QX, j)};
    const v_rows south = {.back = cells_of(w, stage, j - 1, RING_ALONG_Y, RING_QX),
                          .front = cells_of(w, stage, j, RING_ALONG_Y, RING_QX),
                          .corner = stage_ring(w, stage, corner_y, j),
                          .along_back = stage_ring(w, stage, RING_QY, j - 1),
                          .along_front = stage_ring(w, stage, RING_QY, j + 1)};
    const result_rows a = {.west = west,
                           .south = south,
                           .h = {base.h, in.h, to.h, dt, weight},
                           .u = {base.u, in.u, to.u, dt, weight},
                           .v = {base.v, in.v, to.v, dt, weight},
                           .deepest = row(s, ROW_DEEPEST),
                           .swiftest_u = row(s, ROW_SWIFTEST_U),
                           .swiftest_v = row(s, ROW_SWIFTEST_V),
                           .h_dry = s->h_dry,
                           .next = w->v.pitch};
    return a;
}

RESULTS(first_stage, whole, results_of(s, 0, j, form), .lumped = 1, .fetches = FETCH_BED)
RESULTS(second_stage, whole, results_of(s, 1, j, form), .blends = 1, .lumped = 1)
RESULTS(third_stage, whole, results_of(s, 2, j, form), .blends = 1, .lumped = 1, .rates = 1,
        .fetches = FETCH_TO)

static void results_of_stage(const whole *w, int stage, int j, int first, int end)
{
    if (stage == 0)
        first_stage(w, j, first, end);
    else if (stage == 1)
        second_stage(w, j, first, end);
    else
        third_stage(w, j, first, end);
}

/* The same with closed faces in some pieces. */
static SWEEP_NOINLINE void edged_results(const whole *w, int stage, int j, int first, int end,
                                         uint32_t pieces)
{
    const sweep *s = &w->s;
    const int rates = stage == STAGES - 1;
    const result_rows a = results_of(w, stage, j, w->v.form);
    const uint8_t *codes = code_row(w, j);
    const column_maxima kept = {row(s, ROW_KEPT_DEEPEST), row(s, ROW_KEPT_U), row(s, ROW_KEPT_V)};
    for (uint32_t rest = pieces; rest; rest &= rest - 1) {
        const int n = first_piece(rest);
        keep_maxima(&a, codes, kept, piece_first(w, n), piece_end(w, n), rates);
    }
    results_of_stage(w, stage, j, first, end);
    for (uint32_t rest = pieces; rest; rest &= rest - 1) {
        const int n = first_piece(rest);
        close_faces(&a, codes, kept, piece_first(w, n), piece_end(w, n), rates, 1);
    }
}

static void results(const whole *w, int stage, int j)
{
    const int last = stage == STAGES - 1;
    const int first = last ? 0 : -ROW_LANES, end = last ? w->width : ROW_END(w->width);
    const uint32_t all = w->edged ? edged_pieces(w, j) : 0;
    const uint32_t pieces = last ? all & inner_pieces(w) : all;
    if (pieces)
        edged_results(w, stage, j, first, end, pieces);
    else
        results_of_stage(w, stage, j, first, end);
}

/* ---- the wave front ---- */

/* The rates of a row of tiles whose last row was j. Columns beyond the rectangle are those of other
 * tiles. */
static void report(const whole *w, int j)
{
    calc *deepest = row(&w->s, ROW_DEEPEST);
    for (int i = w->width; i < ROW_END(w->width); ++i)
        deepest[i] = C(0);
    report_tiles(&w->s, j);
}

static void stage_row(const whole *w, int stage, int j)
{
    const tile_rectangle *r = w->s.r;
    const int later = STAGES - 1 - stage;
    if (j < r->y0 - later * BEFORE || j >= r->y1 + later * BEYOND)
        return;
    if (!w->ring_y && (j < 0 || j >= w->s.part->shape.ny)) {
        clear_row(w, state_after(w, stage + 1, j));
        return;
    }
    if (j == w->first[stage]) {
        if (stage == 0 && w->copies)
            copy_row(w, j - 2);
        rows_ahead(w, stage, j - 2);
        rows_ahead(w, stage, j - 1);
    }
    rows_ahead(w, stage, j);
    results(w, stage, j);
    if (stage == STAGES - 1 && ((j + 1) % SPATE_TILE_Y == 0 || j + 1 == r->y1))
        report(w, j);
}

static void wave_front(whole *w)
{
    const tile_rectangle *r = w->s.r;
    for (int stage = 0; stage < STAGES; ++stage) {
        const int first = r->y0 - (STAGES - 1 - stage) * BEFORE;
        w->first[stage] = w->ring_y || first > 0 ? first : 0;
    }
    clear_maxima(&w->s);
    for (int j = r->y0 - (STAGES - 1) * BEFORE; j < r->y1 + STAGES - 1; ++j)
        for (int stage = 0; stage < STAGES; ++stage)
            stage_row(w, stage, j - stage);
}

/* ---- set-up ---- */

void VI_SYMBOL(vi_whole_sweep)(const grid_part *part, const tile_rectangle *r, int stage,
                               void *scratch)
{
    (void)stage; /* all of them */
    const part_shape *p = &part->shape;
    whole w = {.s = {.part = part,
                     .r = r,
                     .scratch = scratch,
                     .width = r->x1 - r->x0,
                     .lumped = 1,
                     .v = vi_view_at(part, VI_THIRD),
                     .h_dry = (calc)part->params.dry_depth},
               .ring_x = p->linked[0],
               .ring_y = p->linked[2]};
    for (int n = 0; n < STAGES; ++n)
        w.weight[n] = vi_view_at(part, VI_FIRST + n).weight;
    w.v = w.s.v;
    w.width = w.s.width;
    w.tiles = (w.width + SPATE_TILE_X - 1) / SPATE_TILE_X;
    w.copies = w.ring_x && (r->x0 < SOUTH_WEST || r->x1 + NORTH_EAST > p->nx);
    find_edged_pieces(&w);
    wave_front(&w);
}
