/* Rows of scratch memory of a sweep, what its loops share, and the rates of its tiles. Included by
 * the files that sweep rectangles, which define SWEEP_WIDTH: cells of the longest row. */
#ifndef SPATE_BACKEND_CPU_VECTOR_INVARIANT_SWEEP_SCRATCH_H
#define SPATE_BACKEND_CPU_VECTOR_INVARIANT_SWEEP_SCRATCH_H

#include "backend/cpu/common/tile_maxima.h"
#include "backend/cpu/vector_invariant/edged_rows.h"
#include "backend/cpu/vector_invariant/sweep.h"
#include "base/memory.h"

/* Room before cell 0 of a scratch row: keeps cell 0 aligned and the cells before it inside. */
enum { LEAD = 2 * SPATE_ALIGNMENT / (int)sizeof(calc) };
/* Odd multiple of the line: rows of scratch must not share a cache set. */
enum { ROW = LEAD + SWEEP_WIDTH + LEAD + SPATE_ALIGNMENT / (int)sizeof(calc) };

enum {
    ROW_DEEPEST, /* largest values of the columns of a row of tiles; infinite: the step fails */
    ROW_SWIFTEST_U,
    ROW_SWIFTEST_V,
    ROW_KEPT_DEEPEST, /* beside closed faces, before a row that is computed again there */
    ROW_KEPT_U,
    ROW_KEPT_V,
    ROW_RINGS
};
/* Then rings of RING rows of each kind. Those of one number of a row lie together, so that they
 * differ by constants. */
enum { RING = 4 };
enum {
    RING_QX,
    RING_QY,
    RING_CORNER, /* as in ahead_rows */
    RING_CORNER_Y,
    RING_KINETIC,
    RING_RISE,
    RING_FALL,
    RING_ALONG_X,
    RING_ALONG_Y,
    RING_KINDS
};

typedef struct sweep {
    const grid_part *part;
    const tile_rectangle *r;
    calc *scratch;
    int width, lumped;
    vi_view v;
    calc h_dry;
} sweep;

static inline calc *row(const sweep *s, int index)
{
    return s->scratch + (ptrdiff_t)index * ROW + LEAD;
}

/* Place of row j in a ring. RING is a power of two, and j may be negative. */
static inline int place(int j)
{
    return (int)((unsigned)j % RING);
}

/* Index in a field of the rectangle's west end in row j. */
static inline ptrdiff_t origin(const sweep *s, int j)
{
    return (ptrdiff_t)j * s->v.pitch + s->r->x0;
}

static inline const calc *at(const sweep *s, const real *field, int j)
{
    return (const calc *)field + origin(s, j);
}

/* ---- rates ---- */

static void clear_maxima(const sweep *s)
{
    tile_clear(row(s, ROW_DEEPEST), s->width);
    tile_clear(row(s, ROW_SWIFTEST_U), s->width);
    tile_clear(row(s, ROW_SWIFTEST_V), s->width);
}

/* Stores the rates of the tiles whose last row was j. */
static void report_tiles(const sweep *s, int j)
{
    const grid_part *p = s->part;
    const vi_pacing pacing = vi_pacing_of_rows(p, j / SPATE_TILE_Y * SPATE_TILE_Y, j + 1);
    const ptrdiff_t first =
        (ptrdiff_t)(j / SPATE_TILE_Y) * p->shape.tiles_x + s->r->x0 / SPATE_TILE_X;
    for (int i = 0; i < s->width; i += SPATE_TILE_X) {
        const ptrdiff_t tile = first + i / SPATE_TILE_X;
        const calc deepest = tile_largest(row(s, ROW_DEEPEST) + i);
        p->tile_face_rate[tile] = isinf(deepest) ? (double)INFINITY : 0;
        p->tile_cell_rate[tile] =
            (double)vi_rate(deepest, tile_largest(row(s, ROW_SWIFTEST_U) + i),
                            tile_largest(row(s, ROW_SWIFTEST_V) + i), &pacing);
    }
    clear_maxima(s);
}

#endif
