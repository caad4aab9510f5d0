/* Tiles of faces that lie side by side in memory, what is kept of their cells, and how what is read soon is asked for. */
#ifndef SPATE_BACKEND_CPU_ADI_TILE_H
#define SPATE_BACKEND_CPU_ADI_TILE_H

#include "backend/cpu/adi/room.h"

/* Faces of a strip: at most, and those that loops take at once: for open water a vector, for friction, whose root begins
 * with numbers of 32 bits, a vector of those. */
enum { ADI_BLOCK = 64, ADI_STEP = ADI_LANES, ADI_ROUGH_STEP = 16, ADI_STRIPS = 16 };
/* Faces of lines along x at once, and room before them for the cell at the back, so that the others lie at the beginning
 * of a cache line. */
enum { ADI_ALONG = 32, ADI_PITCH_X = ADI_STEP + ADI_ALONG };
/* f64: 8 lanes of 40, or 5 rows of 64; f32: 16 lanes of 48. */
enum { ADI_TILE_CELLS = ADI_LANES * ADI_PITCH_X };

typedef struct adi_tile_cells {
    _Alignas(64) calc mid[ADI_TILE_CELLS];
    calc inverse[ADI_TILE_CELLS], predicted[ADI_TILE_CELLS], flow[ADI_TILE_CELLS];
    calc upwind[ADI_TILE_CELLS], first[ADI_TILE_CELLS], second[ADI_TILE_CELLS];
} adi_tile_cells;

/* Strips of `count` faces. Face k of strip s is at o[s] + k in memory; the cell in front of it is number
 * at + s pitch + k of `cells`, the one at its back `back` before that. Rows go to a[s to_pitch + k] and so on. */
typedef struct adi_tile {
    ptrdiff_t o[ADI_STRIPS];
    int strips, count, at, pitch, back;
    adi_tile_cells *cells;
    calc *a, *b, *c, *d;
    ptrdiff_t to_pitch;
    ptrdiff_t later; /* from a strip to one that is read soon */
    int beside;      /* 1: places before and behind it are read, too, which no other strip has */
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
    const uintptr_t from = (uintptr_t)array + (uintptr_t)o * bytes,
                    end = from + (uintptr_t)count * bytes;
    for (uintptr_t line = from & ~(uintptr_t)63; line < end; line += 64)
        __builtin_prefetch((const void *)line, 0, 2);
}

/* h and p on both sides of lines, q in front of them, bed and codes in them alone. */
static inline __attribute__((always_inline)) void adi_ask_around(const adi_tile *t, int s,
                                                                 const real *array)
{
    adi_ask(array, t->o[s] + t->later - t->beside, t->count + 2 * t->beside, sizeof(real));
}

static inline __attribute__((always_inline)) void adi_ask_in_front(const adi_tile *t, int s,
                                                                   const real *array)
{
    adi_ask(array, t->o[s] + t->later, t->count + t->beside, sizeof(real));
}

/* Lines beside a tile of lines along x. */
static inline void adi_ask_for_side(const adi_view *v, ptrdiff_t o, int count)
{
    adi_ask(v->h, o, count, sizeof(real));
    adi_ask(v->p, o, count, sizeof(real));
    adi_ask(v->q, o, count, sizeof(real));
    adi_ask(v->q_before, o, count, sizeof(real));
}

#endif
