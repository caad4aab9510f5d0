/* The reduced system of the chunks of a line: the system of their last unknowns z, solved by
 * PCR. */
#ifndef SPATE_BACKEND_CPU_TRIDIAG_CHUNKS_H
#define SPATE_BACKEND_CPU_TRIDIAG_CHUNKS_H

#include "backend/cpu/tridiag/tridiag.h"

enum { CHUNKS = 32, ALL = CHUNKS + 1 };

/* x of the first row of a chunk is y - g x[before] - h z. last_*: the last row of a chunk after
 * elimination. */
typedef struct chunk_ends {
    real y[ALL], g[ALL], h[ALL];
    real last_c[ALL], last_g[ALL], last_y[ALL], finite[ALL];
    tri_flag weak[ALL];
} chunk_ends;

/* Rows of the system of all z. q is a second right-hand side: the column of the last z if lines
 * are periodic. */
typedef struct chunk_row {
    real a, b, c, d, q;
} chunk_row;

/* z[k] = y - g z[k-1] - c' x of the first row of the next chunk, which is y' - g' z[k] - h'
 * z[k+1]. */
static inline chunk_row chunk_row_of(const chunk_ends *e, int k, int next)
{
    return (chunk_row){.a = e->last_g[k],
                       .b = 1 - e->last_c[k] * e->g[next],
                       .c = -(e->last_c[k] * e->h[next]),
                       .d = e->last_y[k] - e->last_c[k] * e->y[next]};
}

static inline chunk_row reduce(const chunk_row *row, const chunk_row *left, const chunk_row *right)
{
    const real kl = row->a / left->b, kr = row->c / right->b;
    return (chunk_row){-(left->a * kl), row->b - left->c * kl - right->a * kr, -(right->c * kr),
                       row->d - left->d * kl - right->d * kr,
                       row->q - left->q * kl - right->q * kr};
}

/* PCR: the solutions replace d and q. Returns whether a pivot lost its digits. */
static inline int reduce_all(const tri_problem *p, int count, chunk_row *now)
{
    const chunk_row outside = {0, 1, 0, 0, 0};
    chunk_row then[ALL];
    int weak = 0;
    for (int reach = 1; reach < count; reach *= 2) {
        for (int k = 0; k < count; ++k) {
            weak |= !(abs_r(now[k].b) > (real)p->pivot_limit);
            then[k] = reduce(&now[k], k < reach ? &outside : &now[k - reach],
                             k + reach < count ? &now[k + reach] : &outside);
        }
        memcpy(now, then, (size_t)count * sizeof *now);
    }
    for (int k = 0; k < count; ++k) {
        weak |= !(abs_r(now[k].b) > (real)p->pivot_limit);
        now[k].d = now[k].d / now[k].b;
        now[k].q = now[k].q / now[k].b;
    }
    return weak;
}

/* Periodic: the last z is removed from the system and its column becomes q. Its own row gives it
 * from the solutions y and q; then z = y - q (last z). */
static inline int reduce_bordered(const tri_problem *p, int count, chunk_row *now)
{
    const int inner = count - 1;
    const chunk_row last = now[inner];
    real d = last.d, pivot = last.b, lost = 0;
    int weak = 0;
    if (inner == 0) {
        pivot = last.a + last.b + last.c; /* one chunk, which is its own neighbour */
    } else {
        now[0].q = now[0].a;
        now[inner - 1].q = now[inner - 1].q + now[inner - 1].c;
        now[0].a = now[inner - 1].c = 0;
        weak = reduce_all(p, inner, now);
        const real left = last.a * now[inner - 1].q, right = last.c * now[0].q;
        lost = abs_r(left) + abs_r(right);
        pivot = last.b - left - right;
        d = last.d - last.a * now[inner - 1].d - last.c * now[0].d;
    }
    now[inner].d = pivot - pivot == 0 ? d / pivot : pivot - pivot; /* NaN for an infinite pivot */
    for (int k = 0; k < inner; ++k)
        now[k].d = now[k].d - now[k].q * now[inner].d;
    return weak || !(lost + abs_r(pivot) <= (real)p->growth_limit) ||
           !(abs_r(pivot) > (real)p->pivot_limit);
}

/* All z, stored from z[1] on; z[0] is the unknown before the line. Returns whether a pivot lost
 * its digits. */
static inline int find_z(const tri_problem *p, const chunk_ends *e, int count, real *z)
{
    chunk_row now[ALL];
    int weak = 0;
    for (int k = 0; k < count; ++k) {
        now[k] = chunk_row_of(e, k, k + 1 < count ? k + 1 : 0);
        if (k + 1 == count && !p->periodic) /* end of the line */
            now[k] = (chunk_row){.a = now[k].a, .b = 1, .d = e->last_y[k]};
        weak |= !(abs_r(now[k].b) <= (real)p->growth_limit);
    }
    if (!p->periodic)
        now[0].a = 0;
    weak |= p->periodic ? reduce_bordered(p, count, now) : reduce_all(p, count, now);
    for (int k = 0; k < count; ++k)
        z[k + 1] = now[k].d;
    z[0] = p->periodic ? z[count] : 0;
    return weak;
}

#endif
