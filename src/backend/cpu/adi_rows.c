/* Rows of the ADI scheme in panels of lines, for the solver of cut lines. Compiled for each precision and instruction set.
 * Reads h (six cells), bed, p (five faces), q and q before (four each), and their values before where coefficients are
 * extrapolated; writes rows that stay in a cache. */
#include "backend/adi_view.h"

#define ADI_SYMBOL(name) SPATE_JOIN(SPATE_NAME(name), SPATE_ISA)

/* Faces of lines along x that are made at once before they are turned round. */
enum { ADI_BLOCK = 64 };

typedef struct adi_block {
    real a[ADI_BLOCK], b[ADI_BLOCK], c[ADI_BLOCK], d[ADI_BLOCK];
} adi_block;

/* `count` faces that lie side by side in memory, from o on. */
static inline __attribute__((always_inline)) void make_rows(const adi_view *view, ptrdiff_t o,
                                                            int count, int law, int extrapolated,
                                                            real *restrict a, real *restrict b,
                                                            real *restrict c, real *restrict d)
{
    const adi_view v = *view;
    for (int k = 0; k < count; ++k) {
        const adi_row row = adi_row_at(&v, o + k, law, extrapolated);
        a[k] = (real)row.a;
        b[k] = (real)row.b;
        c[k] = (real)row.c;
        d[k] = (real)row.d;
    }
}

typedef void rows_fn(const adi_view *v, ptrdiff_t o, int count, real *a, real *b, real *c, real *d);

/* A loop for every friction law and both kinds of coefficients; the step to the next cell is a constant in one direction. */
#define MAKE(name, axis_along, axis_across, law, extrapolated)                                     \
    static void name(const adi_view *view, ptrdiff_t o, int count, real *a, real *b, real *c,      \
                     real *d)                                                                      \
    {                                                                                              \
        adi_view v = *view;                                                                        \
        v.along = axis_along;                                                                      \
        v.across = axis_across;                                                                    \
        make_rows(&v, o, count, law, extrapolated, a, b, c, d);                                    \
    }
#define MAKE_LAWS(axis, along, across)                                                             \
    MAKE(axis##_none_0, along, across, FRICTION_NONE, 0)                                           \
    MAKE(axis##_none_1, along, across, FRICTION_NONE, 1)                                           \
    MAKE(axis##_manning_0, along, across, FRICTION_MANNING, 0)                                     \
    MAKE(axis##_manning_1, along, across, FRICTION_MANNING, 1)                                     \
    MAKE(axis##_chezy_0, along, across, FRICTION_CHEZY, 0)                                         \
    MAKE(axis##_chezy_1, along, across, FRICTION_CHEZY, 1)
MAKE_LAWS(x, 1, view->across)
MAKE_LAWS(y, view->along, 1)

static rows_fn *rows_for(const adi_view *v, int stage)
{
    static rows_fn *const table[2][3][2] = {
        {{x_none_0, x_none_1}, {x_manning_0, x_manning_1}, {x_chezy_0, x_chezy_1}},
        {{y_none_0, y_none_1}, {y_manning_0, y_manning_1}, {y_chezy_0, y_chezy_1}}};
    return table[stage != ADI_SWEEP_X][v->terms.law][v->terms.extrapolated];
}

/* The row of a lane, at its place in the panel. */
static void put_row(const adi_panel *p, int row, int lane, adi_row value)
{
    const ptrdiff_t at = (ptrdiff_t)row * p->lanes + lane;
    ((real *)p->a)[at] = (real)value.a;
    ((real *)p->b)[at] = (real)value.b;
    ((real *)p->c)[at] = (real)value.c;
    ((real *)p->d)[at] = (real)value.d;
}

static void turn_round(const adi_block *from, const adi_panel *p, int row, int rows, int lane)
{
    real *const to[4] = {p->a, p->b, p->c, p->d};
    const real *const values[4] = {from->a, from->b, from->c, from->d};
    for (int v = 0; v < 4; ++v) {
        real *column = to[v] + (ptrdiff_t)row * p->lanes + lane;
        for (int r = 0; r < rows; ++r)
            column[(ptrdiff_t)r * p->lanes] = values[v][r];
    }
}

static void rows_along_x(const adi_view *v, rows_fn *make, const adi_panel *p)
{
    adi_block block;
    for (int lane = 0; lane < p->lanes; ++lane)
        for (int row = 0; row < p->rows; row += ADI_BLOCK) {
            const int rows = p->rows - row < ADI_BLOCK ? p->rows - row : ADI_BLOCK;
            make(v, (ptrdiff_t)p->line[lane] * v->across + p->first + row, rows, block.a, block.b,
                 block.c, block.d);
            turn_round(&block, p, row, rows, lane);
        }
}

/* Lanes from `lane` on whose lines follow one another. */
static int neighbours(const adi_panel *p, int lane)
{
    int count = 1;
    while (lane + count < p->lanes && p->line[lane + count] == p->line[lane] + count)
        ++count;
    return count;
}

static void rows_along_y(const adi_view *v, rows_fn *make, const adi_panel *p)
{
    real *const a = p->a, *const b = p->b, *const c = p->c, *const d = p->d;
    for (int lane = 0, count; lane < p->lanes; lane += count) {
        count = neighbours(p, lane);
        for (int row = 0; row < p->rows; ++row) {
            const ptrdiff_t at = (ptrdiff_t)row * p->lanes + lane;
            make(v, (ptrdiff_t)(p->first + row) * v->along + (ptrdiff_t)p->line[lane], count,
                 a + at, b + at, c + at, d + at);
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
    rows_fn *const make = rows_for(&v, stage);
    if (stage == ADI_SWEEP_X) {
        rows_along_x(&v, make, panel);
        listed_along_x(part, &v, stage, panel);
    } else {
        rows_along_y(&v, make, panel);
        listed_along_y(part, &v, stage, panel);
    }
}
