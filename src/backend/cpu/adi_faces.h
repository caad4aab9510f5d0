/* Rows of faces that lie side by side in memory, tile by tile, in three loops: what follows from a cell alone, once for its
 * two faces; friction, whose root is of 32-bit numbers at first; and the rest. Loops see numbers of one size alone, so
 * that they fill whole vectors. In open water (adi_is_open_water) much is left out, with the same bits. Included
 * by the twins of adi_rows.c. */
#ifndef SPATE_BACKEND_CPU_ADI_FACES_H
#define SPATE_BACKEND_CPU_ADI_FACES_H

#include "backend/adi_view.h"
#include "backend/cpu/adi_codes.h"
#include "backend/cpu/adi_room.h"

/* Faces of a strip: at most, and those that loops for open water take at once. */
enum { ADI_BLOCK = 64, ADI_STEP = 16 };
/* Faces of lines along x at once, and room before them for the cell at the back, so that the others lie at the beginning
 * of a cache line. */
enum { ADI_ALONG = 32, ADI_PITCH_X = ADI_STEP + ADI_ALONG };
/* f64: 8 lanes of 48, or 5 rows of 64; f32: 16 lanes. */
enum { ADI_TILE_CELLS = ADI_LANES * ADI_PITCH_X };

typedef struct adi_tile_cells {
    _Alignas(64) calc mid[ADI_TILE_CELLS];
    calc inverse[ADI_TILE_CELLS], predicted[ADI_TILE_CELLS], flow[ADI_TILE_CELLS];
    calc upwind[ADI_TILE_CELLS], first[ADI_TILE_CELLS], second[ADI_TILE_CELLS];
} adi_tile_cells;

/* Strips of `count` faces. Face k of strip s is at o[s] + k in memory; the cell in front of it is number
 * at + s pitch + k of `cells`, the one at its back `back` before that. Rows go to a[s to_pitch + k] and so on. */
typedef struct adi_tile {
    ptrdiff_t o[ADI_LANES];
    int strips, count, at, pitch, back;
    adi_tile_cells *cells;
    calc *a, *b, *c, *d;
    ptrdiff_t to_pitch;
    ptrdiff_t later; /* from a strip to what is read soon, of `later_count` places */
    int later_count;
} adi_tile;

/* The values of a cell, those of open water first. */
enum { ADI_OPEN_VALUES = 5 };
static inline void adi_list_values(adi_tile_cells *c, calc *of[ADI_CELL_VALUES])
{
    calc *const all[] = {c->mid, c->inverse, c->predicted, c->flow, c->first, c->upwind, c->second};
    for (int v = 0; v < ADI_CELL_VALUES; ++v)
        of[v] = all[v];
}

enum { ADI_VALUES_OF_LINE = 64 / (int)sizeof(real) }; /* of a cache */

/* Strips are short and lie in many rows of many arrays, where no processor looks ahead by itself: what is read soon is
 * asked for here and there, not all at once, which would stop all else. To the second-level cache; it may lie behind the
 * end of an array, where no pointer may be: only its address counts. */
static inline __attribute__((always_inline)) void adi_ask(const void *array, ptrdiff_t o, int count,
                                                          size_t bytes)
{
    const uintptr_t from = (uintptr_t)array + (uintptr_t)o * bytes;
    for (size_t byte = 0; byte < (size_t)count * bytes; byte += 64)
        __builtin_prefetch((const void *)(from + byte), 0, 2);
}

static inline void adi_ask_for_all(const adi_view *v, ptrdiff_t o, int count)
{
    adi_ask(v->h, o, count, sizeof(real));
    adi_ask(v->p, o, count, sizeof(real));
    adi_ask(v->q, o, count, sizeof(real));
    adi_ask(v->q_before, o, count, sizeof(real));
}

#define ADI_LOOP static inline __attribute__((always_inline)) void

ADI_LOOP adi_put_cell(adi_tile_cells *to, int at, const adi_cell *c)
{
    to->mid[at] = c->mid;
    to->inverse[at] = c->inverse;
    to->predicted[at] = c->predicted;
    to->flow[at] = c->flow;
    to->upwind[at] = c->upwind;
    to->first[at] = c->first;
    to->second[at] = c->second;
}

/* Cells in front of the faces of a tile. */
ADI_LOOP adi_make_cells(const adi_view *view, const adi_tile *t, int extrapolated)
{
    const adi_view v = *view;
    for (int s = 0; s < t->strips; ++s) {
        const ptrdiff_t o = t->o[s];
        const int at = t->at + s * t->pitch;
        adi_ask_for_all(&v, o + t->later, t->later_count);
#pragma omp simd
        for (int k = 0; k < t->count; ++k) {
            const adi_cell c = adi_cell_at(&v, o + k, extrapolated);
            adi_put_cell(t->cells, at + k, &c);
        }
    }
}

/* Of every ADI_STEP-th cell. */
typedef struct adi_surveys {
    _Alignas(64) calc shallowest[ADI_STEP];
    calc highest[ADI_STEP], lowest[ADI_STEP], swiftest[ADI_STEP];
} adi_surveys;

/* The same for open water, and whether it is. What is the same in both weights is put once. */
ADI_LOOP adi_make_open_cells(const adi_view *view, const adi_tile *t, int extrapolated,
                             adi_surveys *survey)
{
    const adi_view v = *view;
    adi_tile_cells *const restrict to = t->cells;
    adi_surveys seen = *survey;
    for (int s = 0; s < t->strips; ++s) {
        adi_ask(v.h, t->o[s] + t->later, t->later_count, sizeof(real));
        adi_ask(v.p, t->o[s] + t->later, t->later_count, sizeof(real));
        for (int from = 0; from < t->count; from += ADI_STEP) {
            const ptrdiff_t o = t->o[s] + from;
            const int at = t->at + s * t->pitch + from;
#pragma omp simd
            for (int k = 0; k < ADI_STEP; ++k) {
                const adi_cell c = adi_open_cell_at(&v, o + k, extrapolated);
                const calc flux = (calc)v.p[o + k] + (calc)v.p[o + k + v.along];
                seen.shallowest[k] = min_r(c.h, seen.shallowest[k]);
                seen.highest[k] = max_r(c.bed, seen.highest[k]);
                seen.lowest[k] = min_r(c.bed, seen.lowest[k]);
                seen.swiftest[k] = max_r(abs_r(flux), seen.swiftest[k]);
                if (extrapolated)
                    to->mid[at + k] = c.mid;
                to->inverse[at + k] = c.inverse;
                to->predicted[at + k] = c.predicted;
                to->flow[at + k] = c.flow;
                to->first[at + k] = c.first;
            }
        }
    }
    *survey = seen;
}

/* `count` faces of a strip; damping: strengths in, where there is a map of them. */
ADI_LOOP adi_damping_loop(const adi_view *v, ptrdiff_t o, const adi_tile_cells *cells, int at,
                          int back, int count, adi_terms terms, int map, calc *restrict damping)
{
    const calc *const inverse = cells->inverse + at, *const flow = cells->flow + at;
#pragma omp simd
    for (int k = 0; k < count; ++k)
        damping[k] = adi_damping(adi_mid_flux(v, o + k, terms.extrapolated),
                                 adi_across_of(flow[k - back], flow[k], terms.extrapolated),
                                 inverse[k - back], inverse[k], map ? damping[k] : v->strength,
                                 terms.law, &v->k);
}

ADI_LOOP adi_make_damping(const adi_view *view, const adi_tile *t, adi_terms terms, int map,
                          calc *restrict damping)
{
    const adi_view v = *view;
    for (int s = 0; s < t->strips; ++s) {
        const int at = t->at + s * t->pitch;
        calc *const to = damping + s * t->count;
        int from = 0;
        adi_ask(v.q, t->o[s] + t->later, t->later_count, sizeof(real));
        adi_ask(v.codes, t->o[s] + t->later, t->later_count, 1);
        for (int k = 0; k < t->count && map; ++k)
            to[k] = adi_strength_at(&v, t->o[s] + k);
        for (; from + ADI_STEP <= t->count; from += ADI_STEP)
            adi_damping_loop(&v, t->o[s] + from, t->cells, at + from, t->back, ADI_STEP, terms, map,
                             to + from);
        if (from < t->count)
            adi_damping_loop(&v, t->o[s] + from, t->cells, at + from, t->back, t->count - from,
                             terms, map, to + from);
    }
}

SPATE_FN adi_cell adi_cell_of(const adi_view *v, const adi_tile_cells *cells, int at, ptrdiff_t o,
                              const adi_terms *terms)
{
    const calc h = (calc)v->h[o];
    const adi_cell c = {.h = h,
                        .bed = (calc)v->bed[o],
                        .mid = terms->extrapolated ? cells->mid[at] : h,
                        .predicted = cells->predicted[at],
                        .upwind = terms->open ? C(0) : cells->upwind[at],
                        .first = cells->first[at],
                        .second = terms->open ? cells->first[at] : cells->second[at]};
    return c;
}

ADI_LOOP adi_rows_loop(const adi_view *v, ptrdiff_t o, const adi_tile *t, int at, int count,
                       const calc *damping, ptrdiff_t to, adi_terms terms)
{
    calc *const restrict a = t->a + to, *const restrict b = t->b + to,
                         *const restrict c = t->c + to, *const restrict d = t->d + to;
    const adi_tile_cells *const cells = t->cells;
    const int back = t->back;
#pragma omp simd
    for (int k = 0; k < count; ++k) {
        const adi_cell before = adi_cell_of(v, cells, at + k - back, o + k - v->along, &terms);
        const adi_cell after = adi_cell_of(v, cells, at + k, o + k, &terms);
        const adi_row row = adi_row_between(v, o + k, before, after, damping[k], &terms);
        a[k] = row.a;
        b[k] = row.b;
        c[k] = row.c;
        d[k] = row.d;
    }
}

ADI_LOOP adi_make_rows(const adi_view *view, const adi_tile *t, const calc *damping,
                       adi_terms terms)
{
    const adi_view v = *view;
    const int at_once = terms.open ? ADI_STEP : t->count;
    for (int s = 0; s < t->strips; ++s) {
        adi_ask(v.q_before, t->o[s] + t->later, t->later_count, sizeof(real));
        adi_ask(v.bed, t->o[s] + t->later, t->later_count, sizeof(real));
        if (terms.extrapolated) {
            adi_ask(v.h_before, t->o[s] + t->later, t->later_count, sizeof(real));
            adi_ask(v.p_before, t->o[s] + t->later, t->later_count, sizeof(real));
        }
        for (int from = 0; from < t->count; from += at_once)
            adi_rows_loop(&v, t->o[s] + from, t, t->at + s * t->pitch + from,
                          terms.open ? ADI_STEP : t->count, damping + s * t->count + from,
                          s * t->to_pitch + from, terms);
    }
}

static inline void adi_close_strip(const adi_view *v, const adi_tile *t, int s)
{
    const uint8_t *const codes = v->codes + t->o[s];
    if (!adi_any_code(codes, t->count, v->closed))
        return;
    for (int k = 0; k < t->count; ++k)
        if (codes[k] & v->closed) {
            const ptrdiff_t to = s * t->to_pitch + k;
            t->a[to] = t->c[to] = t->d[to] = C(0);
            t->b[to] = C(1);
        }
}

/* ---- loops for both kinds of coefficients, every friction law, with and without other terms ---- */

typedef void adi_cells_fn(const adi_view *v, const adi_tile *t);
typedef void adi_open_cells_fn(const adi_view *v, const adi_tile *t, adi_surveys *survey);
typedef void adi_damping_fn(const adi_view *v, const adi_tile *t, calc *damping);
typedef void adi_rows_fn(const adi_view *v, const adi_tile *t, const calc *damping);

typedef struct adi_loops {
    adi_cells_fn *cells;
    adi_open_cells_fn *open_cells;
    adi_damping_fn *damping;
    adi_rows_fn *rows, *open_rows;
} adi_loops;

#define ADI_CELLS(extrapolated)                                                                    \
    static void adi_cells_##extrapolated(const adi_view *v, const adi_tile *t)                     \
    {                                                                                              \
        adi_make_cells(v, t, extrapolated);                                                        \
    }                                                                                              \
    static void adi_open_cells_##extrapolated(const adi_view *v, const adi_tile *t,                \
                                              adi_surveys *survey)                                 \
    {                                                                                              \
        adi_make_open_cells(v, t, extrapolated, survey);                                           \
    }
#define ADI_DAMPING(name, law, extrapolated)                                                       \
    static void adi_##name##_##extrapolated(const adi_view *v, const adi_tile *t, calc *damping)   \
    {                                                                                              \
        const adi_terms terms = {law, extrapolated, 0, 0, 0};                                      \
        if (v->friction)                                                                           \
            adi_make_damping(v, t, terms, 1, damping);                                             \
        else                                                                                       \
            adi_make_damping(v, t, terms, 0, damping);                                             \
    }
#define ADI_ROWS(extrapolated, mixed, unpushed, open)                                              \
    static void adi_rows_##extrapolated##mixed##unpushed##open(const adi_view *v,                  \
                                                               const adi_tile *t,                  \
                                                               const calc *damping)                \
    {                                                                                              \
        const adi_terms terms = {FRICTION_NONE, extrapolated, mixed, unpushed, open};              \
        adi_make_rows(v, t, damping, terms);                                                       \
    }
#define ADI_ROWS_OF(extrapolated, mixed)                                                           \
    ADI_ROWS(extrapolated, mixed, 0, 0)                                                            \
    ADI_ROWS(extrapolated, mixed, 0, 1)                                                            \
    ADI_ROWS(extrapolated, mixed, 1, 0)                                                            \
    ADI_ROWS(extrapolated, mixed, 1, 1)
ADI_CELLS(0)
ADI_CELLS(1)
ADI_DAMPING(free, FRICTION_NONE, 0)
ADI_DAMPING(manning, FRICTION_MANNING, 0)
ADI_DAMPING(manning, FRICTION_MANNING, 1)
ADI_DAMPING(chezy, FRICTION_CHEZY, 0)
ADI_DAMPING(chezy, FRICTION_CHEZY, 1)
ADI_ROWS_OF(0, 0)
ADI_ROWS_OF(0, 1)
ADI_ROWS_OF(1, 0)
ADI_ROWS_OF(1, 1)

#define ADI_ROWS_PAIR(extrapolated, mixed)                                                         \
    {                                                                                              \
        {adi_rows_##extrapolated##mixed##00, adi_rows_##extrapolated##mixed##01},                  \
        {                                                                                          \
            adi_rows_##extrapolated##mixed##10, adi_rows_##extrapolated##mixed##11                 \
        }                                                                                          \
    }

static inline adi_loops adi_loops_for(const adi_terms *t)
{
    static adi_cells_fn *const cells[2] = {adi_cells_0, adi_cells_1};
    static adi_open_cells_fn *const open_cells[2] = {adi_open_cells_0, adi_open_cells_1};
    static adi_damping_fn *const damping[3][2] = {[FRICTION_NONE] = {adi_free_0, adi_free_0},
                                                  [FRICTION_MANNING] = {adi_manning_0,
                                                                        adi_manning_1},
                                                  [FRICTION_CHEZY] = {adi_chezy_0, adi_chezy_1}};
    static adi_rows_fn *const rows[2][2][2][2] = {{ADI_ROWS_PAIR(0, 0), ADI_ROWS_PAIR(0, 1)},
                                                  {ADI_ROWS_PAIR(1, 0), ADI_ROWS_PAIR(1, 1)}};
    adi_rows_fn *const *const both = rows[t->extrapolated][t->mixed][t->unpushed];
    const adi_loops loops = {cells[t->extrapolated], open_cells[t->extrapolated],
                             damping[t->law][t->extrapolated], both[0], both[1]};
    return loops;
}

/* ---- a tile ---- */

/* Whether water is open in all cells of a tile and in `around`; its cells are made for that. */
static inline int adi_is_open_tile(const adi_view *v, const adi_loops *make, const adi_tile *t,
                                   const adi_survey *around)
{
    adi_surveys some;
    adi_survey all = *around;
    if (t->count % ADI_STEP)
        return 0;
    for (int k = 0; k < ADI_STEP; ++k) {
        some.shallowest[k] = all.shallowest;
        some.highest[k] = all.highest;
        some.lowest[k] = all.lowest;
        some.swiftest[k] = all.swiftest;
    }
    make->open_cells(v, t, &some);
    for (int k = 0; k < ADI_STEP; ++k) {
        all.shallowest = min_r(some.shallowest[k], all.shallowest);
        all.highest = max_r(some.highest[k], all.highest);
        all.lowest = min_r(some.lowest[k], all.lowest);
        all.swiftest = max_r(some.swiftest[k], all.swiftest);
    }
    return adi_is_open_water(&all, v->terms.extrapolated, &v->k);
}

/* Weights of the cells of an open tile, or those of strip 0 that others will see, as all cells have them. */
static inline void adi_complete_cell(adi_tile_cells *cells, int at)
{
    cells->upwind[at] = C(0);
    cells->second[at] = cells->first[at];
}

/* From cells to rows. */
static inline void adi_make_faces(const adi_view *v, const adi_loops *make, const adi_tile *t,
                                  int open)
{
    _Alignas(64) calc damping[ADI_LANES * ADI_BLOCK];
    make->damping(v, t, damping);
    (open ? make->open_rows : make->rows)(v, t, damping);
    for (int s = 0; s < t->strips; ++s)
        adi_close_strip(v, t, s);
}

#endif
