/* Closed faces in the rows of a whole step: which tiles of a rectangle and around it have some.
 * Part of whole_step.c. */
#ifndef SPATE_BACKEND_CPU_VECTOR_INVARIANT_WHOLE_EDGES_H
#define SPATE_BACKEND_CPU_VECTOR_INVARIANT_WHOLE_EDGES_H

#include "backend/cpu/vector_invariant/whole_rows.h"

static inline int nearest(int i, int n)
{
    return i < 0 ? 0 : i < n ? i : n - 1;
}

/* Whether the tile with cell (i, j) has closed faces in it or beside it. Beyond a wall it is the
 * one at the wall. */
static int is_edged(const whole *w, int i, int j)
{
    const part_shape *p = &w->s.part->shape;
    const int x = w->ring_x ? wrapped(i, p->nx) : nearest(i, p->nx);
    const int y = w->ring_y ? wrapped(j, p->ny) : nearest(j, p->ny);
    return w->s.part->tile_edged[(ptrdiff_t)(y / SPATE_TILE_Y) * p->tiles_x + x / SPATE_TILE_X];
}

/* A row in pieces: -1 is what counts west of the rectangle, then come its tiles, then what counts
 * east of it. Each begins where a block of codes may begin. */
_Static_assert((int)SOUTH_WEST <= (int)BLOCK, "one block in the west");

static inline int piece_first(const whole *w, int n)
{
    return n < 0 ? -BLOCK : n < w->tiles ? n * SPATE_TILE_X : w->width / BLOCK * BLOCK;
}

static inline int piece_end(const whole *w, int n)
{
    const int tile_end = (n + 1) * SPATE_TILE_X;
    return n == w->tiles         ? (w->width + NORTH_EAST + BLOCK - 1) / BLOCK * BLOCK
           : tile_end < w->width ? tile_end
                                 : w->width;
}

/* Whether a piece of row j has closed faces. The ends of a row may see two tiles. */
static int piece_is_edged(const whole *w, int n, int j)
{
    const tile_rectangle *r = w->s.r;
    if (n < 0)
        return is_edged(w, r->x0 - SOUTH_WEST, j) || is_edged(w, r->x0 - 1, j);
    if (n == w->tiles)
        return is_edged(w, r->x1, j) || is_edged(w, r->x1 + NORTH_EAST - 1, j);
    return is_edged(w, r->x0 + n * SPATE_TILE_X, j);
}

/* Bits of the pieces of row j that have some: bit n + 1 for piece n. */
static inline uint32_t edged_pieces(const whole *w, int j)
{
    return w->edged_pieces[j - w->s.r->y0 + SOUTH_WEST];
}

/* All but those beside the rectangle. */
static inline uint32_t inner_pieces(const whole *w)
{
    return (UINT32_C(2) << w->tiles) - 2;
}

/* The first of some pieces. A loop over them: for (rest = pieces; rest; rest &= rest - 1). */
static inline int first_piece(uint32_t pieces)
{
    return __builtin_ctz(pieces) - 1;
}

static void find_edged_pieces(whole *w)
{
    w->edged = 0;
    for (int j = w->s.r->y0 - SOUTH_WEST; j < w->s.r->y1 + NORTH_EAST; ++j) {
        uint32_t pieces = 0;
        for (int n = -1; n <= w->tiles; ++n)
            pieces |= (uint32_t)piece_is_edged(w, n, j) << (n + 1);
        w->edged_pieces[j - w->s.r->y0 + SOUTH_WEST] = pieces;
        w->edged |= pieces != 0;
    }
}

#endif
