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

/* Some cells more, of which nothing but depths and beds is asked: those at the back of the first faces of a tile. */
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

/* The same for lines beside, whose beds do not matter. */
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

/* Cells at the place `at` of every strip go to those that are left, or come from there. */
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

/* What lies around a tile: the lines beside, the cells at the back of the first faces. 0: not open whatever is in it. */
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

/* begins_open: of the cells at the back of the first faces nothing is known but what cells in open water have. Returns
 * whether those of the tile are in open water. */
static int tile_along_x(const adi_view *v, const adi_loops *make, const adi_panel *p,
                        const adi_tile *t, int lane, int row, int begins_open)
{
    adi_turn turn;
    adi_survey around;
    adi_tile here = *t;
    here.a = turn.values[0][0];
    here.b = turn.values[1][0];
    here.c = turn.values[2][0];
    here.d = turn.values[3][0];
    here.to_pitch = ADI_ALONG;
    here.later = t->count + ADI_VALUES_OF_LINE; /* this tile looks at the face behind its own */
    here.later_count = t->count;
    const int open = survey_along_x(v, p, t, lane, begins_open, &around) &&
                     adi_is_open_tile(v, make, &here, &around);
    if (!open) {
        if (begins_open)
            complete_first_cells(t);
        make->cells(v, &here);
    }
    adi_make_faces(v, make, &here, open);
    adi_ask_for_all(v, t->o[0] - v->across + here.later, t->count);
    adi_ask_for_all(v, t->o[t->strips - 1] + v->across + here.later, t->count);
    turn_round(&turn, p, row, t->count, lane, t->strips);
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

/* Some lanes of a panel. left: by the call before, if known; then by this one. */
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

static void rows_along_y(const adi_view *v, const adi_loops *make, const adi_panel *p)
{
    adi_tile_cells cells;
    for (int lane = 0, count; lane < p->lanes; lane += count) {
        count = neighbours(p, lane);
        adi_tile t = {.strips = 1, .count = count, .pitch = count, .back = count, .cells = &cells};
        const int fit = ADI_TILE_CELLS / count - 1, most = fit < ADI_LANES ? fit : ADI_LANES;
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
            t.later = t.strips * v->along - 1; /* and the lines beside */
            t.later_count = count + 1 + ADI_VALUES_OF_LINE;
            open = tile_along_y(v, make, &t, open);
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

extern __typeof__(*((adi_kernels *)0)->rows) ADI_SYMBOL(adi_rows);

void ADI_SYMBOL(adi_rows)(const kp_part *part, int stage, const adi_panel *panel)
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
