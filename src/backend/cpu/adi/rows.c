/* Matrix rows of the ADI scheme in panels of lines, for the distributed solver. Compiled for each
 * precision and instruction set. Reads h (six cells), bed, p (five faces), q and q before (four
 * each), and their values before where coefficients are extrapolated; writes rows that stay in a
 * cache. */
#include "backend/adi/listed_row.h"
#include "backend/cpu/adi/rows_x.h"

#define ADI_SYMBOL(name) SPATE_JOIN(SPATE_NAME(name), SPATE_ISA)

/* Writes one row of a lane to the panel. */
static void put_row(const adi_panel *p, int row, int lane, adi_row value)
{
    const ptrdiff_t at = (ptrdiff_t)row * p->lanes + lane;
    ((calc *)p->a)[at] = value.a;
    ((calc *)p->b)[at] = value.b;
    ((calc *)p->c)[at] = value.c;
    ((calc *)p->d)[at] = value.d;
}

/* ---- lines along y ---- */

/* Number of lanes from `lane` on whose lines are adjacent, at most a strip. */
static int neighbours(const adi_panel *p, int lane)
{
    int count = 1;
    while (lane + count < p->lanes && count < ADI_BLOCK &&
           p->line[lane + count] == p->line[lane] + count)
        ++count;
    return count;
}

/* For few values: the cost of a call of memcpy would matter. */
static inline void copy_values(const calc *from, int count, calc *to)
{
#pragma omp simd
    for (int k = 0; k < count; ++k)
        to[k] = from[k];
}

/* The last row of cells becomes the first one of the next tile. */
static void move_last_row(const adi_tile *t, int open)
{
    calc *of[ADI_CELL_VALUES];
    adi_list_values(t->cells, of);
    for (int v = 0; v < (open ? ADI_OPEN_VALUES : ADI_CELL_VALUES); ++v)
        copy_values(of[v] + t->strips * t->pitch, t->count, of[v]);
}

/* As survey_along_x. */
static int survey_along_y(const adi_view *v, const adi_tile *t, int begins_open, adi_survey *s)
{
    const ptrdiff_t back = t->o[0] - v->along;
    *s = survey_of_cell(v, back);
    survey_cells(v, back, t->count, s);
    for (int k = -1; k < t->strips; ++k) {
        const ptrdiff_t o = t->o[0] + k * v->along;
        survey_depths(v, o - 1, 1, s);
        survey_depths(v, o + t->count, 1, s);
    }
    return begins_open || all_zero(t->cells->upwind, t->count, 1);
}

/* As tile_along_x. */
static int tile_along_y(const adi_view *v, const adi_loops *make, const adi_tile *t,
                        int begins_open)
{
    adi_survey around;
    const int open =
        survey_along_y(v, t, begins_open, &around) && adi_is_open_tile(v, make, t, &around);
    for (int k = 0; k < t->count && begins_open && !open; ++k)
        adi_complete_cell(t->cells, k);
    if (!open)
        make->cells(v, t);
    adi_make_faces(v, make, t, open);
    move_last_row(t, open);
    return open;
}

/* Rows of a tile: its cells, its rows and their input fit the first-level cache. */
enum { ROWS_ALONG_Y = 8 };

static void rows_along_y(const adi_view *v, const adi_loops *make, const adi_panel *p)
{
    adi_tile_cells cells;
    for (int lane = 0, count; lane < p->lanes; lane += count) {
        count = neighbours(p, lane);
        adi_tile t = {.strips = 1, .count = count, .pitch = count, .back = count, .cells = &cells};
        const int fit = ADI_TILE_CELLS / count - 1, most = fit < ROWS_ALONG_Y ? fit : ROWS_ALONG_Y;
        const ptrdiff_t o = (ptrdiff_t)p->first * v->along + (ptrdiff_t)p->line[lane];
        int open = 0;
        t.o[0] = o - v->along;
        make->cells(v, &t);
        t.at = count;
        for (int row = 0; row < p->rows; row += t.strips) {
            const ptrdiff_t to = (ptrdiff_t)row * p->lanes + lane;
            t.strips = p->rows - row < most ? p->rows - row : most;
            for (int s = 0; s < t.strips; ++s)
                t.o[s] = o + (row + s) * v->along;
            t.a = (calc *)p->a + to;
            t.b = (calc *)p->b + to;
            t.c = (calc *)p->c + to;
            t.d = (calc *)p->d + to;
            t.to_pitch = p->lanes;
            t.later = t.strips * v->along;
            t.beside = 1;
            open = tile_along_y(v, make, &t, open);
        }
    }
}

/* ---- faces with boundaries ---- */

static void listed_along_x(const grid_part *part, const adi_view *v, int stage, const adi_panel *p)
{
    const boundary_list *list = &part->boundary_x;
    for (int lane = 0; lane < p->lanes && list->count; ++lane) {
        const int j = (int)p->line[lane];
        for (int n = list->row_start[j]; n < list->row_start[j + 1]; ++n) {
            const boundary_face *f = &list->faces[n];
            if (f->outward && f->kind != FACE_PROBE && f->i >= p->first &&
                f->i < p->first + p->rows)
                put_row(p, f->i - p->first, lane,
                        adi_listed_row(part, v, f, (ptrdiff_t)j * v->across + f->i, stage));
        }
    }
}

static void listed_along_y(const grid_part *part, const adi_view *v, int stage, const adi_panel *p)
{
    const boundary_list *list = &part->boundary_y;
    for (int row = 0; row < p->rows && list->count; ++row) {
        const int j = p->first + row;
        for (int n = list->row_start[j]; n < list->row_start[j + 1]; ++n) {
            const boundary_face *f = &list->faces[n];
            for (int lane = 0; lane < p->lanes && f->outward && f->kind != FACE_PROBE; ++lane)
                if (p->line[lane] == f->i)
                    put_row(p, row, lane,
                            adi_listed_row(part, v, f, (ptrdiff_t)j * v->along + f->i, stage));
        }
    }
}

extern __typeof__(*((adi_kernels *)0)->rows) ADI_SYMBOL(adi_rows);

void ADI_SYMBOL(adi_rows)(const grid_part *part, int stage, const adi_panel *panel)
{
    adi_room *const room = adi_enter_room(panel->room, part, stage, panel->solve);
    const adi_view *const v = &room->view;
    const adi_loops make = adi_loops_for(&v->terms);
    if (stage == ADI_SWEEP_X) {
        rows_along_x(room, &make, panel);
        listed_along_x(part, v, stage, panel);
    } else {
        rows_along_y(v, &make, panel);
        listed_along_y(part, v, stage, panel);
    }
}
