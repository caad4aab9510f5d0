/* Matrix rows of lines along x: computed along the lines, which are contiguous in memory, and
 * transposed into the panel. Also the survey of the cells around a tile. Included by rows.c. */
#ifndef SPATE_BACKEND_CPU_ADI_ROWS_X_H
#define SPATE_BACKEND_CPU_ADI_ROWS_X_H

#include "backend/cpu/adi/loops.h"
#include "backend/cpu/tridiag/transpose.h"

/* Adds depths and beds of some cells: those at the back of the first faces of a tile. */
static void survey_cells(const adi_view *v, ptrdiff_t o, int count, adi_survey *s)
{
    const real *const h = v->h + o, *const bed = v->bed + o;
    calc shallowest = s->shallowest, highest = s->highest, lowest = s->lowest;
#pragma omp simd reduction(min : shallowest, lowest) reduction(max : highest)
    for (int k = 0; k < count; ++k) {
        shallowest = min_r((calc)h[k], shallowest);
        highest = max_r((calc)bed[k], highest);
        lowest = min_r((calc)bed[k], lowest);
    }
    s->shallowest = shallowest;
    s->highest = highest;
    s->lowest = lowest;
}

/* The same for neighbouring lines, whose beds do not matter. */
static void survey_depths(const adi_view *v, ptrdiff_t o, int count, adi_survey *s)
{
    const real *const h = v->h + o;
    calc shallowest = s->shallowest;
#pragma omp simd reduction(min : shallowest)
    for (int k = 0; k < count; ++k)
        shallowest = min_r((calc)h[k], shallowest);
    s->shallowest = shallowest;
}

static adi_survey survey_of_cell(const adi_view *v, ptrdiff_t o)
{
    const adi_survey s = {(calc)v->h[o], (calc)v->bed[o], (calc)v->bed[o], C(0)};
    return s;
}

static int all_zero(const calc *values, int count, ptrdiff_t stride)
{
    int zero = 1;
    for (int k = 0; k < count; ++k)
        zero = zero && values[k * stride] == C(0);
    return zero;
}

/* ---- lines along x ---- */

static int goes_on(const adi_room *room, const adi_panel *p)
{
    return room->lanes == p->lanes && room->line == p->line[0] && room->next == p->first;
}

/* Saves the cell at position `at` of every strip to `left`, or restores it. */
static void move_left(adi_left *left, const adi_tile *t, int at, int saving)
{
    calc *of[ADI_CELL_VALUES];
    adi_list_values(t->cells, of);
    for (int v = 0; v < (left->open ? ADI_OPEN_VALUES : ADI_CELL_VALUES); ++v)
        for (int s = 0; s < t->strips; ++s) {
            calc *const here = of[v] + at + s * t->pitch, *const there = &left->values[v][s];
            *(saving ? there : here) = *(saving ? here : there);
        }
}

static void make_first_cells(const adi_view *v, const adi_tile *t)
{
    for (int s = 0; s < t->strips; ++s) {
        const adi_cell c = adi_cell_at(v, t->o[s] - 1, v->terms.extrapolated);
        adi_put_cell(t->cells, t->at - 1 + s * t->pitch, &c);
    }
}

static void complete_first_cells(const adi_tile *t)
{
    for (int s = 0; s < t->strips; ++s)
        adi_complete_cell(t->cells, t->at - 1 + s * t->pitch);
}

typedef struct adi_transposed {
    _Alignas(64) calc values[4][ADI_LANES][ADI_ALONG]; /* a, b, c, d */
} adi_transposed;

/* `lanes` lanes from `lane` on, `count` rows from `row` on. */
static void transpose_tile(const adi_transposed *from, const adi_panel *p, int row, int count,
                           int lane, int lanes)
{
    calc *const to[4] = {p->a, p->b, p->c, p->d};
    const ptrdiff_t pitch = p->lanes; /* not read again after every store */
    for (int n = 0; n < 4; ++n) {
        calc *const first = to[n] + row * pitch + lane;
        int r = 0;
#if defined(TRI_REGISTER_TILES) && SPATE_REAL_BITS == SPATE_CALC_BITS
        for (; lanes == TRI_TILE && r + TRI_TILE <= count; r += TRI_TILE) {
            tri_vector v[TRI_TILE];
#pragma GCC unroll 16
            for (int l = 0; l < TRI_TILE; ++l)
                v[l] = tri_load(from->values[n][l] + r);
            tri_transpose(v);
#pragma GCC unroll 16
            for (int k = 0; k < TRI_TILE; ++k)
                tri_store(first + (r + tri_column(k)) * pitch, v[k]);
        }
#endif
        for (; r < count; ++r)
            for (int l = 0; l < lanes; ++l)
                first[r * pitch + l] = from->values[n][l][r];
    }
}

/* Survey of the neighbouring lines and of the cells at the back of the first faces of a tile.
 * Returns 0 if the tile cannot be in open water. */
static int survey_along_x(const adi_view *v, const adi_panel *p, const adi_tile *t, int lane,
                          int begins_open, adi_survey *s)
{
    const int last = t->strips - 1;
    *s = survey_of_cell(v, t->o[0] - 1);
    for (int k = 1; k < t->strips; ++k) {
        survey_cells(v, t->o[k] - 1, 1, s);
        if (p->line[lane + k] != p->line[lane] + k)
            return 0;
    }
    survey_depths(v, t->o[0] - v->across - 1, t->count + 1, s);
    survey_depths(v, t->o[last] + v->across - 1, t->count + 1, s);
    return begins_open || all_zero(t->cells->upwind + t->at - 1, t->strips, t->pitch);
}

/* begins_open: the cells at the back of the first faces have only the values of cells in open
 * water. Returns whether the cells of the tile are in open water. */
static int tile_along_x(const adi_view *v, const adi_loops *make, const adi_panel *p,
                        const adi_tile *t, int lane, int row, int begins_open)
{
    adi_transposed transpose;
    adi_survey around;
    adi_tile here = *t;
    here.a = transpose.values[0][0];
    here.b = transpose.values[1][0];
    here.c = transpose.values[2][0];
    here.d = transpose.values[3][0];
    here.to_pitch = ADI_ALONG;
    here.later = t->count + ADI_VALUES_OF_LINE; /* this tile reads the face behind its own */
    const int open = survey_along_x(v, p, t, lane, begins_open, &around) &&
                     adi_is_open_tile(v, make, &here, &around);
    if (!open) {
        if (begins_open)
            complete_first_cells(t);
        make->cells(v, &here);
    }
    adi_make_faces(v, make, &here, open);
    adi_prefetch_side(v, t->o[0] - v->across + here.later, t->count);
    adi_prefetch_side(v, t->o[t->strips - 1] + v->across + here.later, t->count);
    transpose_tile(&transpose, p, row, t->count, lane, t->strips);
    return open;
}

static adi_tile tile_of_lanes(const adi_view *v, const adi_panel *p, int lane, int row, int count,
                              adi_tile_cells *cells)
{
    adi_tile t = {.strips = p->lanes - lane < ADI_LANES ? p->lanes - lane : ADI_LANES,
                  .count = count,
                  .at = ADI_STEP,
                  .pitch = ADI_PITCH_X,
                  .back = 1,
                  .cells = cells};
    for (int s = 0; s < t.strips; ++s)
        t.o[s] = (ptrdiff_t)p->line[lane + s] * v->across + p->first + row;
    return t;
}

/* Some lanes of a panel. left: cells from the call before, if known; then from this one. */
static void lanes_along_x(const adi_view *v, const adi_loops *make, const adi_panel *p, int lane,
                          int known, adi_left *left)
{
    adi_tile_cells cells;
    for (int row = 0, count, open; row < p->rows; row += count) {
        count = p->rows - row < ADI_ALONG ? p->rows - row : ADI_ALONG;
        const adi_tile t = tile_of_lanes(v, p, lane, row, count, &cells);
        const int kept = known || row > 0;
        if (kept)
            move_left(left, &t, t.at - 1, 0);
        else
            make_first_cells(v, &t);
        open = tile_along_x(v, make, p, &t, lane, row, kept && left->open);
        left->open = open;
        move_left(left, &t, t.at + count - 1, 1);
    }
}

static void rows_along_x(adi_room *room, const adi_loops *make, const adi_panel *p)
{
    const int known = goes_on(room, p), fits = p->lanes <= ADI_GROUPS * ADI_LANES;
    for (int lane = 0; lane < p->lanes; lane += ADI_LANES)
        lanes_along_x(&room->view, make, p, lane, known, &room->left[fits ? lane / ADI_LANES : 0]);
    room->line = p->line[0];
    room->lanes = fits ? p->lanes : 0;
    room->next = p->first + p->rows;
}

#endif
