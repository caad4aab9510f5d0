/* The loops of faces.h, compiled for the terms of a run, and a tile from its cells to its rows. */
#ifndef SPATE_BACKEND_CPU_ADI_LOOPS_H
#define SPATE_BACKEND_CPU_ADI_LOOPS_H

#include "backend/cpu/adi/faces.h"

/* ---- loops for both kinds of coefficients, every friction law, with and without other
 * terms ---- */

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
        const adi_terms terms = {law, extrapolated, 0, 0, 0, 0};                                   \
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
        const adi_terms terms = {FRICTION_NONE, extrapolated, mixed, unpushed, open, 0};           \
        adi_make_rows(v, t, damping, terms);                                                       \
    }
#define ADI_ROWS_OF(extrapolated, mixed)                                                           \
    ADI_ROWS(extrapolated, mixed, 0, 0)                                                            \
    ADI_ROWS(extrapolated, mixed, 0, 1)                                                            \
    ADI_ROWS(extrapolated, mixed, 1, 0)                                                            \
    ADI_ROWS(extrapolated, mixed, 1, 1)
/* Loops with air pressure have wind and viscosity too, which may be 0. */
#define ADI_AIRED(extrapolated, open)                                                              \
    static void adi_aired_##extrapolated##open(const adi_view *v, const adi_tile *t,               \
                                               const calc *damping)                                \
    {                                                                                              \
        const adi_terms terms = {FRICTION_NONE, extrapolated, 1, 0, open, 1};                      \
        adi_make_rows(v, t, damping, terms);                                                       \
    }
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
ADI_AIRED(0, 0)
ADI_AIRED(0, 1)
ADI_AIRED(1, 0)
ADI_AIRED(1, 1)

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
    static adi_rows_fn *const aired[2][2] = {{adi_aired_00, adi_aired_01},
                                             {adi_aired_10, adi_aired_11}};
    adi_rows_fn *const *const both =
        t->aired ? aired[t->extrapolated] : rows[t->extrapolated][t->mixed][t->unpushed];
    const adi_loops loops = {cells[t->extrapolated], open_cells[t->extrapolated],
                             damping[t->law][t->extrapolated], both[0], both[1]};
    return loops;
}

/* ---- a tile ---- */

/* Whether all cells of a tile and `around` are in open water; computes the cells as if
 * they were. */
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

/* Completes a cell of open water with the values that cells elsewhere have. */
static inline void adi_complete_cell(adi_tile_cells *cells, int at)
{
    cells->upwind[at] = C(0);
    cells->second[at] = cells->first[at];
}

/* From cells to rows. */
static inline void adi_make_faces(const adi_view *v, const adi_loops *make, const adi_tile *t,
                                  int open)
{
    _Alignas(64) calc damping[ADI_TILE_CELLS];
    make->damping(v, t, damping);
    (open ? make->open_rows : make->rows)(v, t, damping);
    for (int s = 0; s < t->strips; ++s)
        adi_close_strip(v, t, s);
}

#endif
