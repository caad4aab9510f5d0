/* Rows of scratch memory of a sweep, and what its loops share. The files sweep_*.h are parts of
 * sweep.c. */
#ifndef SPATE_BACKEND_CPU_STAGGERED_SWEEP_SCRATCH_H
#define SPATE_BACKEND_CPU_STAGGERED_SWEEP_SCRATCH_H

#include "backend/cpu/staggered/rows.h"
#include "backend/cpu/staggered/sweep.h"
#include "base/memory.h"

#define SWEEP_NOINLINE __attribute__((noinline))

/* Room before cell 0 of a scratch row: keeps cell 0 aligned and the cells before it inside. */
enum { LEAD = SPATE_ALIGNMENT / (int)sizeof(calc) };
/* Odd multiple of the line: rows of scratch must not share a cache set. */
enum { ROW = LEAD + STAG_SWEEP_WIDTH + 2 * LEAD + SPATE_ALIGNMENT / 2 / (int)sizeof(calc) };

/* Rings of rows: fluxes, shares and new values of 4 rows, old velocities and masks of 8. */
enum { FEW = 4, MANY = 8 };
enum {
    ROWS_QX = 0,
    ROWS_QY = ROWS_QX + FEW,
    ROWS_SHARE = ROWS_QY + FEW,
    ROWS_DEPTH = ROWS_SHARE + FEW,
    ROWS_NEW_U = ROWS_DEPTH + FEW,
    ROWS_U = ROWS_NEW_U + FEW, /* edged rectangles: velocities of claimed faces replace fluxes */
    ROWS_V = ROWS_U + MANY,
    ROWS_OPEN_X = ROWS_V + MANY,
    ROWS_OPEN_Y = ROWS_OPEN_X + MANY,
    ROWS_PULL_X = ROWS_OPEN_Y + MANY,
    ROWS_PULL_Y = ROWS_PULL_X + MANY,
    ROW_CHANGE = ROWS_PULL_Y + MANY,
    ROW_STRENGTH,
    ROW_ACTIVITY,
    ROW_RATE,
    ROW_COUNT
};

/* What the loops of one sweep share. */
typedef struct sweep {
    const grid_part *part;
    const tile_rectangle *r;
    calc *scratch;
    int width, edged, masks;
    int gravity; /* nothing else acts */
    int streams; /* results bypass the caches */
    stag_view v;
    int shorts[FEW]; /* 1: some share of the row is below 1 */
    int wrong;       /* some depth is NaN */
    int moving;      /* all tiles of this row are known to move */
} sweep;

static inline calc *row(const sweep *s, int index)
{
    return s->scratch + (ptrdiff_t)index * ROW + LEAD;
}

static inline calc *few(const sweep *s, int rows, int j)
{
    return row(s, rows + ((j + FEW) & (FEW - 1))); /* j >= -4 */
}

static inline calc *many(const sweep *s, int rows, int j)
{
    return row(s, rows + ((j + MANY) & (MANY - 1)));
}

/* Index in a field of the rectangle's west end in row j. */
static inline ptrdiff_t origin(const sweep *s, int j)
{
    return (ptrdiff_t)j * s->part->shape.pitch + s->r->x0;
}

/* Old velocities of a row of faces, claimed ones included. */
static inline const calc *velocities(const sweep *s, int y, int j)
{
    return s->edged ? many(s, y ? ROWS_V : ROWS_U, j) : (const calc *)s->v.vel[y] + origin(s, j);
}

#endif
