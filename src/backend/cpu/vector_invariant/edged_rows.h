/* Rows beside walls: what the loops of rows.h computed as if no face were closed is computed again
 * where one is. Part of sweep.c. */
#ifndef SPATE_BACKEND_CPU_VECTOR_INVARIANT_EDGED_ROWS_H
#define SPATE_BACKEND_CPU_VECTOR_INVARIANT_EDGED_ROWS_H

#include <string.h>

#include "backend/cpu/vector_invariant/rows.h"

/* Cells that are judged together: where none of them has an odd code, nothing is done. */
enum { BLOCK = (int)sizeof(uint64_t) };

/* Whether some code of the cells i to i + BLOCK - 1 has one of these bits. */
SPATE_FN int block_has(const uint8_t *codes, int i, uint8_t bits)
{
    uint64_t block;
    memcpy(&block, codes + i, sizeof block);
    return (block & bits * UINT64_C(0x0101010101010101)) != 0;
}

SPATE_FN calc is_active(const uint8_t *codes, int i)
{
    return codes[i] & CELL_INACTIVE ? C(0) : C(1);
}

SPATE_FN int some_are_inactive(const ahead_rows *a, int i)
{
    return block_has(a->codes, i, CELL_INACTIVE) | block_has(a->codes, i - 1, CELL_INACTIVE) |
           block_has(a->codes_north, i, CELL_INACTIVE) |
           block_has(a->codes_north, i - 1, CELL_INACTIVE);
}

/* Once more, at corners with an inactive cell. The depth of such a cell is 0. */
static void row_corners_edged(const ahead_rows *a, int first, int end, int form)
{
    const uint8_t *low = a->codes, *high = a->codes_north;
    for (int i = first; i < end; ++i) {
        if ((i - first) % BLOCK == 0 && !some_are_inactive(a, i)) {
            i += BLOCK - 1;
            continue;
        }
        if (!((low[i] | low[i - 1] | high[i] | high[i - 1]) & CELL_INACTIVE))
            continue;
        const calc cells = (is_active(low, i) + is_active(low, i - 1)) +
                           (is_active(high, i) + is_active(high, i - 1));
        const calc q = vi_potential_vorticity(C(0), a->f, depths_around(a, i), cells);
        store_corner(a, i, form, q, vi_turn_corner(q, a->qy_north[i - 1], a->qy_north[i]),
                     vi_turn_corner(q, a->qx[i], a->qx_north[i]));
    }
}

/* ---- closed faces ---- */

enum { ODD_CELL = FACE_WEST_CLOSED | FACE_SOUTH_CLOSED | CELL_INACTIVE };

/* Maxima of columns before a row. */
typedef struct column_maxima {
    calc *deepest, *u, *v;
} column_maxima;

/* Keeps the maxima of blocks that close_faces will compute again. rates: as in result_kind. */
static void keep_maxima(const result_rows *a, const uint8_t *codes, column_maxima kept, int first,
                        int end, int rates)
{
    for (int i = first; i < end; i += BLOCK)
        if (block_has(codes, i, ODD_CELL)) {
            memcpy(kept.deepest + i, a->deepest + i, BLOCK * sizeof(calc));
            if (!rates)
                continue;
            memcpy(kept.u + i, a->swiftest_u + i, BLOCK * sizeof(calc));
            memcpy(kept.v + i, a->swiftest_v + i, BLOCK * sizeof(calc));
        }
}

SPATE_FN calc raised(calc most, const step_rows *u, int i, int lumped)
{
    return max_r(most, abs_r(lumped ? u->to[i] : u->in[i]));
}

/* Closed faces stand still. Inactive cells have no water, and no step fails for them. */
static void close_faces(const result_rows *a, const uint8_t *codes, column_maxima kept, int first,
                        int end, int rates, int lumped)
{
    for (int i = first; i < end; ++i) {
        if (i % BLOCK == 0 && !block_has(codes, i, ODD_CELL)) {
            i += BLOCK - 1;
            continue;
        }
        if (!(codes[i] & ODD_CELL))
            continue;
        a->deepest[i] = codes[i] & CELL_INACTIVE
                            ? kept.deepest[i]
                            : max_r(kept.deepest[i], depth_to_raise(a->h.to[i], a->h_dry, rates));
        a->u.to[i] = vi_is_closed(codes, 0, i) ? C(0) : a->u.to[i];
        a->v.to[i] = vi_is_closed(codes, 1, i) ? C(0) : a->v.to[i];
        if (!rates)
            continue;
        a->swiftest_u[i] = raised(kept.u[i], &a->u, i, lumped);
        a->swiftest_v[i] = raised(kept.v[i], &a->v, i, lumped);
    }
}

#endif
