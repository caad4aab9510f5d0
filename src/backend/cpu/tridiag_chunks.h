/* What is left of the chunks of a line: a system of their last unknowns, solved by PCR. */
#ifndef SPATE_BACKEND_CPU_TRIDIAG_CHUNKS_H
#define SPATE_BACKEND_CPU_TRIDIAG_CHUNKS_H

#include "backend/cpu/tridiag.h"

enum { CHUNKS = 32, ALL = CHUNKS + 1 };

/* x of the first row of a chunk is y - g x[before] - h z; the last row of a chunk, as the elimination left it. */
typedef struct chunk_ends {
    real y[ALL], g[ALL], h[ALL];
    real last_c[ALL], last_g[ALL], last_y[ALL], finite[ALL];
    tri_flag weak[ALL];
} chunk_ends;

/* Rows of the system of all z. */
typedef struct chunk_row {
    real a, b, c, d;
} chunk_row;

static inline chunk_row reduce(const chunk_row *row, const chunk_row *left, const chunk_row *right)
{
    const real kl = row->a / left->b, kr = row->c / right->b;
    return (chunk_row){-(left->a * kl), row->b - left->c * kl - right->a * kr, -(right->c * kr),
                       row->d - left->d * kl - right->d * kr};
}

/* z[k] = y - g z[k-1] - c' x of the first row of the next chunk, which is y' - g' z[k] - h' z[k+1]. Returns whether
 * a pivot lost its digits. */
static inline int find_z(const tri_problem *p, const chunk_ends *e, int count, real *z)
{
    const chunk_row outside = {0, 1, 0, 0};
    chunk_row now[ALL], then[ALL];
    int weak = 0;
    for (int k = 0; k < count; ++k) {
        now[k] = (chunk_row){e->last_g[k], 1, 0, e->last_y[k]};
        if (k + 1 < count) {
            now[k].b = 1 - e->last_c[k] * e->g[k + 1];
            now[k].c = -(e->last_c[k] * e->h[k + 1]);
            now[k].d = e->last_y[k] - e->last_c[k] * e->y[k + 1];
        }
        weak |= !(abs_r(now[k].b) <= (real)p->growth_limit);
    }
    now[0].a = 0;
    for (int reach = 1; reach < count; reach *= 2) {
        for (int k = 0; k < count; ++k) {
            weak |= !(abs_r(now[k].b) > (real)p->pivot_limit);
            then[k] = reduce(&now[k], k < reach ? &outside : &now[k - reach],
                             k + reach < count ? &now[k + reach] : &outside);
        }
        memcpy(now, then, (size_t)count * sizeof *now);
    }
    z[0] = 0;
    for (int k = 0; k < count; ++k) {
        weak |= !(abs_r(now[k].b) > (real)p->pivot_limit);
        z[k + 1] = now[k].d / now[k].b;
    }
    return weak;
}

#endif
