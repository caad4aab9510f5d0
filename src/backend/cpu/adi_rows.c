/* Rows of the ADI scheme in panels of lines, for the solver of cut lines. Compiled for each precision and instruction set.
 * Reads h (six cells), bed, p (five faces), q and q before (four each), and their values before where coefficients are
 * extrapolated; writes rows that stay in a cache. */
#include "backend/cpu/adi_faces.h"

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

/* Lanes along x that are made before they are turned round: a vector of them. */
enum { ADI_LANES = 64 / (int)sizeof(calc) };

typedef struct adi_turn {
    adi_block_cells cells[ADI_LANES];
    calc values[4][ADI_LANES][ADI_BLOCK]; /* a, b, c, d */
} adi_turn;

/* `lanes` lanes from `lane` on, `count` rows from `row` on. */
static void turn_round(const adi_turn *from, const adi_panel *p, int row, int count, int lane,
                       int lanes)
{
    calc *const to[4] = {p->a, p->b, p->c, p->d};
    for (int v = 0; v < 4; ++v)
        for (int r = 0; r < count; ++r) {
            calc *const at = to[v] + (ptrdiff_t)(row + r) * p->lanes + lane;
            for (int l = 0; l < lanes; ++l)
                at[l] = from->values[v][l][r];
        }
}

/* Cells of all lanes, then their faces: what was just stored is not at hand at once where it is read across its seams. */
static void rows_along_x(const adi_view *v, const adi_loops *make, const adi_panel *p)
{
    adi_turn t;
    for (int lane = 0; lane < p->lanes; lane += ADI_LANES)
        for (int row = 0; row < p->rows; row += ADI_BLOCK) {
            const int count = p->rows - row < ADI_BLOCK ? p->rows - row : ADI_BLOCK;
            const int lanes = p->lanes - lane < ADI_LANES ? p->lanes - lane : ADI_LANES;
            for (int l = 0; l < lanes; ++l)
                make->cells(v, (ptrdiff_t)p->line[lane + l] * v->across + p->first + row - 1,
                            count + 1, &t.cells[l]);
            for (int l = 0; l < lanes; ++l) {
                const adi_block block = {.o = (ptrdiff_t)p->line[lane + l] * v->across + p->first +
                                              row,
                                         .count = count,
                                         .first = 1,
                                         .back = &t.cells[l],
                                         .front = &t.cells[l],
                                         .a = t.values[0][l],
                                         .b = t.values[1][l],
                                         .c = t.values[2][l],
                                         .d = t.values[3][l]};
                adi_look_ahead(v, block.o + count, count);
                adi_make_faces(v, make, &block);
            }
            turn_round(&t, p, row, count, lane, lanes);
        }
}

/* Lanes from `lane` on whose lines follow one another, as many as fit a block. */
static int neighbours(const adi_panel *p, int lane)
{
    int count = 1;
    while (lane + count < p->lanes && count < ADI_BLOCK &&
           p->line[lane + count] == p->line[lane] + count)
        ++count;
    return count;
}

/* Rows along y after which what is asked for now has come. */
enum { ADI_AHEAD = 4 };

/* The cells in front of a row of faces are those at the back of the next. */
static void rows_along_y(const adi_view *v, const adi_loops *make, const adi_panel *p)
{
    adi_block_cells cells[2];
    for (int lane = 0, count; lane < p->lanes; lane += count) {
        const ptrdiff_t o = (ptrdiff_t)p->first * v->along + (ptrdiff_t)p->line[lane];
        count = neighbours(p, lane);
        make->cells(v, o - v->along, count, &cells[0]);
        for (int row = 0; row < p->rows; ++row) {
            const ptrdiff_t at = (ptrdiff_t)row * p->lanes + lane;
            const adi_block block = {.o = o + row * v->along,
                                     .count = count,
                                     .back = &cells[row % 2],
                                     .front = &cells[(row + 1) % 2],
                                     .a = (calc *)p->a + at,
                                     .b = (calc *)p->b + at,
                                     .c = (calc *)p->c + at,
                                     .d = (calc *)p->d + at};
            adi_look_ahead(v, block.o + ADI_AHEAD * v->along, count);
            make->cells(v, block.o, count, &cells[(row + 1) % 2]);
            adi_make_faces(v, make, &block);
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
        rows_along_x(&v, &make, panel);
        listed_along_x(part, &v, stage, panel);
    } else {
        rows_along_y(&v, &make, panel);
        listed_along_y(part, &v, stage, panel);
    }
}
