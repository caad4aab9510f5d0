/* The scratch memory of a sweep: which rows it has and where they are. Included by sweep.c only. */
#ifndef SPATE_BACKEND_CPU_KURGANOV_SWEEP_SCRATCH_H
#define SPATE_BACKEND_CPU_KURGANOV_SWEEP_SCRATCH_H

#include "backend/cpu/kurganov/rows.h"
#include "backend/cpu/kurganov/sweep.h"
#include "base/memory.h"

#define SWEEP_NOINLINE __attribute__((noinline))

/* Room before cell 0 of a scratch row: keeps cell 0 aligned and cells -2, -1 inside. */
enum { LEAD = SPATE_ALIGNMENT / (int)sizeof(calc) };
/* Odd multiple of the line: rows of scratch must not share a cache set either. */
enum { ROW = LEAD + KP_SWEEP_WIDTH + LEAD + SPATE_ALIGNMENT / 2 / (int)sizeof(calc) };

enum { WATER_ROWS = 4, BED_ROWS = 2, CODE_ROWS = 3, FLUX_ROWS = 5 };
enum {
    ROW_WATER = 0,                          /* ring of 3: rows j - 1, j, j + 1 */
    ROW_BED = ROW_WATER + 3 * WATER_ROWS,   /* ring of 3 */
    ROW_CODES = ROW_BED + 3 * BED_ROWS,     /* ring of 3 */
    ROW_SLOPED = ROW_CODES + 3 * CODE_ROWS, /* ring of 2: rows j - 1, j */
    ROW_NORTH_SIDE = ROW_SLOPED + 2,
    ROW_FLUX_Y = ROW_NORTH_SIDE + WATER_ROWS,  /* ring of 2: faces j - 1, j */
    ROW_SOURCE_Y = ROW_FLUX_Y + 2 * FLUX_ROWS, /* ring of 2 */
    ROW_WEST_SIDE = ROW_SOURCE_Y + 2,
    ROW_EAST_SIDE = ROW_WEST_SIDE + WATER_ROWS,
    ROW_FLUX_X = ROW_EAST_SIDE + WATER_ROWS,
    ROW_SOURCE_X = ROW_FLUX_X + FLUX_ROWS,
    ROW_ACTIVITY,
    ROW_FACE_MAX,
    ROW_CELL_MAX,
    ROW_STRENGTH,
    ROW_GAIN,
    ROW_LISTED, /* south and north sides of listed y-faces */
    ROW_COUNT = ROW_LISTED + 2 * WATER_ROWS
};

/* What the loops of one sweep share. */
typedef struct sweep {
    const grid_part *part;
    const tile_rectangle *r;
    calc *scratch;
    int width, stage;
    int bilinear, edged;
    calc g, half_theta, h_dry;
    const real *in[STATE_VARIABLES];
    const real *bed;
    int last; /* the stage writes Q^(n+1) */
} sweep;

static inline calc *row(const sweep *s, int index)
{
    return s->scratch + (ptrdiff_t)index * ROW + LEAD;
}

static inline int ring(int j, int size)
{
    return (j + 4 * size) % size; /* j >= -2 */
}

static inline water_row water_rows(const sweep *s, int first)
{
    return (water_row){row(s, first), row(s, first + 1), row(s, first + 2), row(s, first + 3)};
}

static inline water_row water_at(const sweep *s, int j)
{
    return water_rows(s, ROW_WATER + WATER_ROWS * ring(j, 3));
}

static inline bed_row bed_at(const sweep *s, int j)
{
    const int first = ROW_BED + BED_ROWS * ring(j, 3);
    return (bed_row){row(s, first), row(s, first + 1)};
}

static inline flux_row flux_rows(const sweep *s, int first)
{
    return (flux_row){row(s, first), row(s, first + 1), row(s, first + 2), row(s, first + 3),
                      row(s, first + 4)};
}

static inline flux_row flux_y_at(const sweep *s, int j)
{
    return flux_rows(s, ROW_FLUX_Y + FLUX_ROWS * ring(j, 2));
}

/* Index in a field of the rectangle's west end in row j. */
static inline ptrdiff_t origin(const sweep *s, int j)
{
    return (ptrdiff_t)j * s->part->shape.pitch + s->r->x0;
}

static inline code_row codes_at(const sweep *s, int j)
{
    const int first = ROW_CODES + CODE_ROWS * ring(j, 3);
    return (code_row){row(s, first), row(s, first + 1), row(s, first + 2)};
}

static inline stencil_rows stencil_at(const sweep *s, int j)
{
    return (stencil_rows){.south = water_at(s, j - 1),
                          .here = water_at(s, j),
                          .north = water_at(s, j + 1),
                          .beds = bed_at(s, j),
                          .codes_south = codes_at(s, j - 1),
                          .codes = codes_at(s, j),
                          .codes_north = codes_at(s, j + 1)};
}

static inline calc *sloped_at(const sweep *s, int j)
{
    return row(s, ROW_SLOPED + ring(j, 2));
}

static inline calc *source_y_at(const sweep *s, int j)
{
    return row(s, ROW_SOURCE_Y + ring(j, 2));
}

/* A row of a field, or of what stands in for a field that the run does not have. */
static inline real *field_row(void *field, ptrdiff_t o, void *otherwise)
{
    return field ? (real *)field + o : (real *)otherwise;
}

#endif
