/* Rows of the ADI scheme in panels of lines, for the solver of cut lines. Compiled for each precision and instruction set.
 * Reads h (six cells), bed, p (five faces), q and q before (four each), and their values before where coefficients are
 * extrapolated; writes rows that stay in a cache. */
#include "backend/cpu/adi_faces.h"
#include "backend/cpu/tridiag_transpose.h"

#define ADI_SYMBOL(name) SPATE_JOIN(SPATE_NAME(name), SPATE_ISA)

/* The row of a lane, at its place in the panel. */
static void put_row(const adi_panel *p, int row, int lane, adi_row value)
{
    const ptrdiff_t at = (ptrdiff_t)row * p->lanes + lane;
    ((calc *)p->a)[at] = value.a;
    ((calc *)p->b)[at] = value.b;
    ((calc *)p->c)[at] = value.c;
    ((calc *)p->d)[at] = value.d;
}

/* Strips are short and lie in many rows of many arrays, where no processor looks ahead by itself. To the second-level
 * cache; what lies there may be behind the end of an array, where no pointer may be: only its address counts. */
static inline void look_ahead(const adi_view *v, ptrdiff_t o, int count)
{
    const void *const arrays[] = {v->h, v->bed, v->p, v->q, v->q_before, v->h_before, v->p_before};
    const int used = v->terms.extrapolated ? 7 : 5;
    for (int k = 0; k < used; ++k) {
        const uintptr_t from = (uintptr_t)arrays[k] + (uintptr_t)o * sizeof(real);
        for (size_t byte = 0; byte < (size_t)count * sizeof(real); byte += 64)
            __builtin_prefetch((const void *)(from + byte), 0, 2);
    }
    __builtin_prefetch((const void *)((uintptr_t)v->codes + (uintptr_t)o), 0, 2);
}

/* Whether there is water to speak of in all cells of a strip. */
static int is_wet(const adi_view *v, ptrdiff_t o, int count)
{
    calc least = (calc)v->h[o];
#pragma omp simd reduction(min : least)
    for (int k = 1; k < count; ++k)
        least = min_r((calc)v->h[o + k], least);
    return least > v->k.h_flood;
}

static int all_zero(const calc *values, int count, ptrdiff_t stride)
{
    int zero = 1;
    for (int k = 0; k < count; ++k)
        zero = zero && values[k * stride] == C(0);
    return zero;
}

/* ---- lines along x ---- */

/* Cells in front of the last faces that a thread has made: at the back of the first ones of the next call, which goes on
 * where this one ended. */
enum { LEFT_VALUES = 7, LEFT_LANES = 128 };
typedef struct cells_left {
    const kp_part *part;
    int64_t solve, line;
    int lanes, next;
    calc values[LEFT_VALUES][LEFT_LANES];
} cells_left;
_Static_assert(sizeof(cells_left) <= ADI_ROOM, "adi_panel.room is too small");

static int fits(const cells_left *c, const kp_part *part, const adi_panel *p)
{
    return c && c->part == part && c->solve == p->solve && c->line == p->line[0] &&
           c->lanes == p->lanes && c->next == p->first;
}

static void move_left(cells_left *c, int lane, const adi_tile *t, int at, int saving)
{
    adi_tile_cells *const cells = t->cells;
    calc *const of[LEFT_VALUES] = {cells->mid,    cells->inverse, cells->predicted, cells->flow,
                                   cells->upwind, cells->first,   cells->second};
    for (int v = 0; v < LEFT_VALUES; ++v)
        for (int s = 0; s < t->strips; ++s) {
            calc *const here = of[v] + at + s * t->pitch, *const there = &c->values[v][lane + s];
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

typedef struct adi_turn {
    _Alignas(64) calc values[4][ADI_LANES][ADI_ALONG]; /* a, b, c, d */
} adi_turn;

/* `lanes` lanes from `lane` on, `count` rows from `row` on. */
static void turn_round(const adi_turn *from, const adi_panel *p, int row, int count, int lane,
                       int lanes)
{
    calc *const to[4] = {p->a, p->b, p->c, p->d};
    for (int n = 0; n < 4; ++n) {
        calc *const first = to[n] + (ptrdiff_t)row * p->lanes + lane;
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
                tri_store(first + (ptrdiff_t)(r + tri_column(k)) * p->lanes, v[k]);
        }
#endif
        for (; r < count; ++r)
            for (int l = 0; l < lanes; ++l)
                first[(ptrdiff_t)r * p->lanes + l] = from->values[n][l][r];
    }
}

/* Lines side by side in open water, as far as the cells at the back of the first faces tell. */
static int may_be_open(const adi_view *v, const adi_panel *p, const adi_tile *t, int lane)
{
    const ptrdiff_t last = t->o[t->strips - 1];
    for (int s = 1; s < t->strips; ++s)
        if (p->line[lane + s] != p->line[lane] + s)
            return 0;
    return all_zero(t->cells->upwind + t->at - 1, t->strips, t->pitch) &&
           is_wet(v, t->o[0] - v->across - 1, t->count + 1) &&
           is_wet(v, last + v->across - 1, t->count + 1);
}

static void tile_along_x(const adi_view *v, const adi_loops *make, const adi_panel *p,
                         const adi_tile *t, int lane, int row)
{
    adi_turn turn;
    adi_tile here = *t;
    for (int s = 0; s < t->strips; ++s)
        look_ahead(v, t->o[s] + t->count, t->count);
    look_ahead(v, t->o[0] - v->across + t->count, t->count);
    look_ahead(v, t->o[t->strips - 1] + v->across + t->count, t->count);
    here.a = turn.values[0][0];
    here.b = turn.values[1][0];
    here.c = turn.values[2][0];
    here.d = turn.values[3][0];
    here.to_pitch = ADI_ALONG;
    const int open = may_be_open(v, p, t, lane) && adi_is_open_tile(v, make, t);
    if (!open)
        make->cells(v, t);
    adi_make_faces(v, make, &here, open);
    turn_round(&turn, p, row, t->count, lane, t->strips);
    for (int s = 0; s < t->strips && open; ++s)
        adi_complete_cell(t->cells, t->at + t->count - 1 + s * t->pitch);
}

static void rows_along_x(const kp_part *part, const adi_view *v, const adi_loops *make,
                         const adi_panel *p)
{
    adi_tile_cells cells;
    cells_left *const left = p->lanes <= LEFT_LANES ? p->room : NULL;
    const int known = fits(left, part, p);
    for (int lane = 0; lane < p->lanes; lane += ADI_LANES)
        for (int row = 0, count; row < p->rows; row += count) {
            count = p->rows - row < ADI_ALONG ? p->rows - row : ADI_ALONG;
            adi_tile t = {.strips = p->lanes - lane < ADI_LANES ? p->lanes - lane : ADI_LANES,
                          .count = count,
                          .at = ADI_STEP,
                          .pitch = ADI_PITCH_X,
                          .back = 1,
                          .cells = &cells};
            for (int s = 0; s < t.strips; ++s)
                t.o[s] = (ptrdiff_t)p->line[lane + s] * v->across + p->first + row;
            if (known && row == 0)
                move_left(left, lane, &t, t.at - 1, 0);
            else
                make_first_cells(v, &t);
            tile_along_x(v, make, p, &t, lane, row);
            if (left && row + count == p->rows)
                move_left(left, lane, &t, t.at + count - 1, 1);
        }
    if (left) {
        left->part = part;
        left->solve = p->solve;
        left->line = p->line[0];
        left->lanes = p->lanes;
        left->next = p->first + p->rows;
    }
}

/* ---- lines along y ---- */

/* Lanes from `lane` on whose lines follow one another, as many as fit a strip. */
static int neighbours(const adi_panel *p, int lane)
{
    int count = 1;
    while (lane + count < p->lanes && count < ADI_BLOCK &&
           p->line[lane + count] == p->line[lane] + count)
        ++count;
    return count;
}

/* Few: what a call of memcpy costs counts. */
static inline void copy_values(const calc *from, int count, calc *to)
{
#pragma omp simd
    for (int k = 0; k < count; ++k)
        to[k] = from[k];
}

/* The last row of cells is the first one of the next tile. */
static void move_last_row(const adi_tile *t, int open)
{
    adi_tile_cells *const cells = t->cells;
    calc *const of[LEFT_VALUES] = {cells->mid,    cells->inverse, cells->predicted, cells->flow,
                                   cells->upwind, cells->first,   cells->second};
    const int from = t->strips * t->pitch;
    for (int k = 0; k < t->count && open; ++k)
        adi_complete_cell(cells, from + k);
    for (int v = 0; v < LEFT_VALUES; ++v)
        copy_values(of[v] + from, t->count, of[v]);
}

/* Lines side by side in open water, as far as the row of cells at the back and those beside tell. */
static int may_be_open_along_y(const adi_view *v, const adi_tile *t)
{
    int wet = all_zero(t->cells->upwind, t->count, 1);
    for (int s = -1; s < t->strips && wet; ++s) {
        const ptrdiff_t o = t->o[0] + s * v->along;
        wet = (calc)v->h[o - 1] > v->k.h_flood && (calc)v->h[o + t->count] > v->k.h_flood;
    }
    return wet;
}

static void tile_along_y(const adi_view *v, const adi_loops *make, const adi_tile *t)
{
    for (int s = 0; s < t->strips; ++s)
        look_ahead(v, t->o[s] + t->strips * v->along, t->count);
    const int open = may_be_open_along_y(v, t) && adi_is_open_tile(v, make, t);
    if (!open)
        make->cells(v, t);
    adi_make_faces(v, make, t, open);
    move_last_row(t, open);
}

static void rows_along_y(const adi_view *v, const adi_loops *make, const adi_panel *p)
{
    adi_tile_cells cells;
    for (int lane = 0, count; lane < p->lanes; lane += count) {
        count = neighbours(p, lane);
        adi_tile t = {.strips = 1, .count = count, .pitch = count, .back = count, .cells = &cells};
        const int fit = ADI_TILE_CELLS / count - 1, most = fit < ADI_LANES ? fit : ADI_LANES;
        const ptrdiff_t o = (ptrdiff_t)p->first * v->along + (ptrdiff_t)p->line[lane];
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
            tile_along_y(v, make, &t);
        }
    }
}

/* ---- faces that boundaries have ---- */

static void listed_along_x(const kp_part *part, const adi_view *v, int stage, const adi_panel *p)
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

static void listed_along_y(const kp_part *part, const adi_view *v, int stage, const adi_panel *p)
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

extern void ADI_SYMBOL(adi_rows)(const kp_part *part, int stage, const adi_panel *panel);

void ADI_SYMBOL(adi_rows)(const kp_part *part, int stage, const adi_panel *panel)
{
    const adi_view v = adi_view_of(part, stage);
    const adi_loops make = adi_loops_for(&v.terms);
    if (stage == ADI_SWEEP_X) {
        rows_along_x(part, &v, &make, panel);
        listed_along_x(part, &v, stage, panel);
    } else {
        rows_along_y(&v, &make, panel);
        listed_along_y(part, &v, stage, panel);
    }
}
