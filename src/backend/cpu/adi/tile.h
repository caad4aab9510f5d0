/* Tiles of faces that lie side by side in memory, the values of their cells, and prefetching for
 * the next tile. */
#ifndef SPATE_BACKEND_CPU_ADI_TILE_H
#define SPATE_BACKEND_CPU_ADI_TILE_H

#include "backend/cpu/adi/room.h"

/* Most faces of a strip, and faces of one loop: in open water a vector, for friction, whose root
 * begins in f32, a vector of f32. ADI_STRIPS: most strips of a tile. */
enum { ADI_BLOCK = 64, ADI_STEP = ADI_LANES, ADI_ROUGH_STEP = 16, ADI_STRIPS = 16 };
/* Faces of a strip along x, and its pitch: the cell at the back of the first face has a whole
 * vector, so that the others are aligned to cache lines. */
enum { ADI_ALONG = 32, ADI_PITCH_X = ADI_STEP + ADI_ALONG };
/* f64: 8 lanes of 40, or 5 rows of 64; f32: 16 lanes of 48. */
enum { ADI_TILE_CELLS = ADI_LANES * ADI_PITCH_X };

typedef struct adi_tile_cells {
    _Alignas(64) calc mid[ADI_TILE_CELLS];
    calc inverse[ADI_TILE_CELLS], predicted[ADI_TILE_CELLS], flow[ADI_TILE_CELLS];
    calc upwind[ADI_TILE_CELLS], first[ADI_TILE_CELLS], second[ADI_TILE_CELLS];
} adi_tile_cells;

/* Strips of `count` faces. Face k of strip s is at o[s] + k in memory. The cell in front of it is
 * number at + s pitch + k of `cells`, the one at its back is `back` before that. Its row goes to
 * a[s to_pitch + k] etc. */
typedef struct adi_tile {
    ptrdiff_t o[ADI_STRIPS];
    int strips, count, at, pitch, back;
    adi_tile_cells *cells;
    calc *a, *b, *c, *d;
    ptrdiff_t to_pitch;
    ptrdiff_t later; /* offset to the strip that is prefetched */
    int beside;      /* 1: the cells before and after a strip are read; no other strip has them */
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

/* Prefetches to the second-level cache. Strips are short and lie in many rows of many arrays,
 * which hardware prefetchers do not follow. Prefetches are spread over the loops: all at once they
 * would stall them. Addresses may lie beyond the end of an array: prefetching does not access
 * them. */
static inline __attribute__((always_inline)) void adi_prefetch(const void *array, ptrdiff_t o,
                                                               int count, size_t bytes)
{
    const uintptr_t from = (uintptr_t)array + (uintptr_t)o * bytes,
                    end = from + (uintptr_t)count * bytes;
    for (uintptr_t line = from & ~(uintptr_t)63; line < end; line += 64)
        __builtin_prefetch((const void *)line, 0, 2);
}

/* h and p are read on both sides of a strip, q in front of it, bed and codes in the strip alone. */
static inline __attribute__((always_inline)) void adi_prefetch_around(const adi_tile *t, int s,
                                                                      const real *array)
{
    adi_prefetch(array, t->o[s] + t->later - t->beside, t->count + 2 * t->beside, sizeof(real));
}

static inline __attribute__((always_inline)) void adi_prefetch_in_front(const adi_tile *t, int s,
                                                                        const real *array)
{
    adi_prefetch(array, t->o[s] + t->later, t->count + t->beside, sizeof(real));
}

/* Lines beside a tile of lines along x. */
static inline void adi_prefetch_side(const adi_view *v, ptrdiff_t o, int count)
{
    adi_prefetch(v->h, o, count, sizeof(real));
    adi_prefetch(v->p, o, count, sizeof(real));
    adi_prefetch(v->q, o, count, sizeof(real));
    adi_prefetch(v->q_before, o, count, sizeof(real));
}

#endif
