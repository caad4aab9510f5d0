/* Location of the rows of the chunks of a line, one chunk per lane. */
#ifndef SPATE_BACKEND_CPU_TRIDIAG_CHUNK_SOURCE_H
#define SPATE_BACKEND_CPU_TRIDIAG_CHUNK_SOURCE_H

#include "backend/cpu/tridiag/chunks.h"

enum { INPUTS = 4, PARTS = 3 /* c', g, y */ };

/* Chunks side by side. */
typedef struct chunk_group {
    int lanes;
    int64_t first, rows; /* first row in the line; rows of each chunk */
    real *parts;
} chunk_group;

/* The chunks of a group as lanes of a panel, of a line that starts at offset `start`. */
static inline tri_panel lanes_of(ptrdiff_t start, ptrdiff_t stride, const chunk_group *g,
                                 ptrdiff_t offset[CHUNKS])
{
    for (int l = 0; l < g->lanes; ++l)
        offset[l] = start + (ptrdiff_t)((g->first + l * g->rows) * stride);
    return (tri_panel){.lanes = g->lanes, .offset = offset};
}

/* Location of a, b, c and d of a group: in the line, or in the shared matrix. */
typedef struct chunk_source {
    const real *from[INPUTS];
    ptrdiff_t offset[2][CHUNKS];
    /* of the matrix and of the line; prefetching stays within the chunk of a lane */
    tri_problem part[2];
    tri_panel panel[2];
} chunk_source;

static inline void find_source(const tri_problem *p, const tri_panel *line, const chunk_group *g,
                               chunk_source *s)
{
    const tri_factors *f = &p->factors;
    const void *const own[] = {p->a, p->b, p->c}, *const shared[] = {f->a, f->b, f->c};
    for (int k = 0; k < 2; ++k) {
        const int here = k == 1 || p->a;
        s->part[k] = *p;
        s->part[k].n = g->rows;
        s->part[k].stride = here ? p->stride : 1;
        s->panel[k] = lanes_of(here ? line->offset[0] : 0, s->part[k].stride, g, s->offset[k]);
    }
    for (int k = 0; k < INPUTS - 1; ++k)
        s->from[k] = p->a ? own[k] : shared[k];
    s->from[INPUTS - 1] = p->d;
}

static inline void read_block(const tri_problem *p, const chunk_source *source,
                              const chunk_group *g, int64_t first, int rows, real *const *block)
{
    for (int k = 0; k < INPUTS; ++k) {
        const int line = k == INPUTS - 1;
        tri_gather(&source->part[line], &source->panel[line], source->from[k], first, rows,
                   block[k]);
    }
    if (p->periodic)
        return;
    if (first == 0 && g->first == 0)
        block[0][0] = 0; /* a[0] and c[n-1] are not part of the matrix */
    if (g->first + g->rows * g->lanes == p->n && first + rows == g->rows)
        block[2][(rows - 1) * g->lanes + g->lanes - 1] = 0;
}

#endif
