/* The rows of a whole step: those of the fields, of its scratch memory, and copies that continue
 * beyond periodic edges. Part of whole_step.c. */
#ifndef SPATE_BACKEND_CPU_VECTOR_INVARIANT_WHOLE_ROWS_H
#define SPATE_BACKEND_CPU_VECTOR_INVARIANT_WHOLE_ROWS_H

#include "backend/cpu/vector_invariant/sweep_scratch.h"

enum { STAGES = 3 };
/* Cells that a stage reads in the west and south of its results, and in the east and north. */
enum { BEFORE = 2, BEYOND = 1 };
/* The same of all stages. */
enum { SOUTH_WEST = STAGES * BEFORE, NORTH_EAST = STAGES * BEYOND };

/* Rings: those of each stage, and the state that each but the last makes. */
enum {
    RING_STATES = STAGES * RING_KINDS,
    WHOLE_KINDS = RING_STATES + (STAGES - 1) * STATE_VARIABLES
};
/* Copies of rows that end at a periodic edge. They are needed for longer. */
enum { COPIED_H, COPIED_U, COPIED_V, COPIED_BED, COPIED_CODES, COPIED_KINDS };
enum { COPIED_RING = 8 };
enum {
    ROW_COPIED = ROW_RINGS + RING * WHOLE_KINDS,
    WHOLE_COUNT = ROW_COPIED + COPIED_RING * COPIED_KINDS
};

_Static_assert(VI_WHOLE_WIDTH(sizeof(calc)) / SPATE_TILE_X + 2 <= 32, "a bit for each piece");

typedef struct whole {
    sweep s; /* of the rectangle, with the view of the last stage */
    vi_view v;
    int width, tiles; /* of a row */
    calc weight[STAGES];
    int ring_x, ring_y; /* periodic edges */
    int copies;         /* rows of the state are copied */
    int first[STAGES];  /* first row of a stage */
    int edged;          /* as in tile_rectangle, with what is computed around it */
    uint32_t edged_pieces[SOUTH_WEST + VI_WHOLE_HEIGHT + NORTH_EAST]; /* of each row */
} whole;

typedef struct state_row {
    calc *h, *u, *v;
} state_row;

static inline int wrapped(int i, int n)
{
    while (i < 0)
        i += n;
    while (i >= n)
        i -= n;
    return i;
}

/* The row of the part at row j, which may lie beyond a periodic edge. */
static inline int field_row(const whole *w, int j)
{
    return w->ring_y ? wrapped(j, w->s.part->shape.ny) : j;
}

static inline calc *stage_ring(const whole *w, int stage, int kind, int j)
{
    return row(&w->s, ROW_RINGS + place(j) * WHOLE_KINDS + stage * RING_KINDS + kind);
}

static inline calc *copied(const whole *w, int kind, int j)
{
    return row(&w->s, ROW_COPIED + (int)((unsigned)j % COPIED_RING) * COPIED_KINDS + kind);
}

static inline const calc *bed_row(const whole *w, int j)
{
    return w->copies ? copied(w, COPIED_BED, j) : at(&w->s, w->v.bed, field_row(w, j));
}

static inline const uint8_t *code_row(const whole *w, int j)
{
    return w->copies ? (const uint8_t *)copied(w, COPIED_CODES, j)
                     : w->v.codes + origin(&w->s, field_row(w, j));
}

static inline state_row of_state(const vi_state *s, ptrdiff_t o)
{
    return (state_row){(calc *)s->h + o, (calc *)s->u + o, (calc *)s->v + o};
}

/* Row j after so many stages. What all of them have made lies in no ring. */
static inline state_row state_after(const whole *w, int stages, int j)
{
    const int first = RING_STATES + (stages - 1) * STATE_VARIABLES;
    if (stages == STAGES)
        return of_state(&w->v.out, origin(&w->s, j));
    if (stages > 0)
        return (state_row){stage_ring(w, 0, first, j), stage_ring(w, 0, first + 1, j),
                           stage_ring(w, 0, first + 2, j)};
    if (w->copies)
        return (state_row){copied(w, COPIED_H, j), copied(w, COPIED_U, j), copied(w, COPIED_V, j)};
    return of_state(&w->v.base, origin(&w->s, field_row(w, j)));
}

/* ---- periodic edges ---- */

#define COPY_ROW(name, type)                                                                       \
    static void name(const whole *w, const type *from, type *to)                                   \
    {                                                                                              \
        const int nx = w->s.part->shape.nx, x0 = w->s.r->x0, end = w->width + NORTH_EAST;          \
        const int first = x0 < SOUTH_WEST ? -x0 : -SOUTH_WEST;                                     \
        const int inside = nx - x0 < end ? nx - x0 : end;                                          \
        for (int i = -SOUTH_WEST; i < first; ++i)                                                  \
            to[i] = from[wrapped(x0 + i, nx)];                                                     \
        memcpy(to + first, from + x0 + first, sizeof *to * (size_t)(inside - first));              \
        for (int i = inside; i < end; ++i)                                                         \
            to[i] = from[wrapped(x0 + i, nx)];                                                     \
    }
COPY_ROW(copy_values, calc)
COPY_ROW(copy_codes, uint8_t)

static void copy_row(const whole *w, int j)
{
    const vi_view *v = &w->v;
    const ptrdiff_t o = (ptrdiff_t)field_row(w, j) * v->pitch;
    copy_values(w, (const calc *)v->base.h + o, copied(w, COPIED_H, j));
    copy_values(w, (const calc *)v->base.u + o, copied(w, COPIED_U, j));
    copy_values(w, (const calc *)v->base.v + o, copied(w, COPIED_V, j));
    copy_values(w, (const calc *)v->bed + o, copied(w, COPIED_BED, j));
    if (w->edged)
        copy_codes(w, v->codes + o, (uint8_t *)copied(w, COPIED_CODES, j));
}

/* ---- walls ---- */

/* There is no water beyond them. In the rows of a rectangle this follows from the closed faces of
 * its tiles. */
static void clear_row(const whole *w, state_row r)
{
    for (int i = -ROW_LANES; i < ROW_END(w->width); ++i)
        r.h[i] = r.u[i] = r.v[i] = C(0);
}

#endif
