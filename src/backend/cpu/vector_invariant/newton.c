/* Kernels of Newton's method: loops over cells, divided among threads by rows of tiles; compiled for
 * every precision and instruction set. Sums are made tile by tile and added exactly, so that they
 * do not depend on parts and ranks. Words: of a cell, read or written. */
#include "backend/vector_invariant/newton.h"

#include <math.h>
#include <string.h>

#include "backend/cpu/vector_invariant/tile_rate.h"

#define VI_SYMBOL(name) SPATE_JOIN(SPATE_NAME(name), SPATE_ISA)

static inline ptrdiff_t row_start(const grid_part *p, int j)
{
    return (ptrdiff_t)j * p->shape.pitch;
}

static inline tile_rectangle tile_of(const grid_part *p, int t)
{
    return rectangle_of_tile(&p->shape, t % p->shape.tiles_x, t / p->shape.tiles_x);
}

/* ---- sums ---- */

/* Columns of a tile are summed apart, so that their loop has no dependence. */
typedef struct columns {
    double of[SPATE_TILE_X];
} columns;

static void add_tile(vi_sum *to, const columns *c, int width)
{
    double sum = 0;
    for (int i = 0; i < width; ++i)
        sum += c->of[i];
    vi_add_tile(to, sum);
}

static void merge(vi_sum *to, const vi_sum *from)
{
#pragma omp critical(vi_newton_sums)
    vi_merge(to, from);
}

/* ---- the beginning of a step ---- */

static void copy_state(const vi_newton_view *v, const grid_part *p)
{
    const part_shape *s = &p->shape;
    const size_t bytes = sizeof(real) * (size_t)(s->nx + 2 * s->halo);
#pragma omp parallel for schedule(static)
    for (int j = -s->halo; j < s->ny + s->halo; ++j) {
        const ptrdiff_t o = (ptrdiff_t)j * s->pitch - s->halo;
        memcpy(v->iterate.h + o, v->before.h + o, bytes);
        memcpy(v->iterate.u + o, v->before.u + o, bytes);
        memcpy(v->iterate.v + o, v->before.v + o, bytes);
    }
}

static void add_cell(const vi_newton_view *v, ptrdiff_t o, int i, columns c[VI_GUESSED])
{
    double sums[VI_GUESSED] = {c[0].of[i], c[1].of[i], c[2].of[i]};
    vi_guess_at(v, o, sums);
    for (int n = 0; n < VI_GUESSED; ++n)
        c[n].of[i] = sums[n];
}

/* 3 words, and 6 for the copy. */
static void guess(grid_part *p, vi_sum *depths, vi_sum *velocities, vi_sum *cells)
{
    const vi_newton_view v = vi_newton_view_of(p);
    vi_sum *const to[VI_GUESSED] = {depths, velocities, cells};
    copy_state(&v, p);
#pragma omp parallel
    {
        vi_sum here[VI_GUESSED] = {{{0}, 0}, {{0}, 0}, {{0}, 0}};
#pragma omp for schedule(static)
        for (int t = 0; t < (int)tile_count(&p->shape); ++t) {
            const tile_rectangle r = tile_of(p, t);
            columns c[VI_GUESSED] = {{{0}}, {{0}}, {{0}}};
            for (int j = r.y0; j < r.y1; ++j)
                for (int i = r.x0; i < r.x1; ++i)
                    add_cell(&v, row_start(p, j) + i, i - r.x0, c);
            for (int n = 0; n < VI_GUESSED; ++n)
                add_tile(&here[n], &c[n], r.x1 - r.x0);
        }
        for (int n = 0; n < VI_GUESSED; ++n)
            merge(to[n], &here[n]);
    }
}

/* 3 words. */
static void couplings(grid_part *p, double depth)
{
    const vi_newton_view v = vi_newton_view_of(p);
#pragma omp parallel for schedule(static)
    for (int j = 0; j < p->shape.ny; ++j)
        for (ptrdiff_t o = row_start(p, j), end = o + p->shape.nx; o < end; ++o) {
            v.coupling[0][o] = (real)vi_coupling_at(&v, 0, o, (calc)depth);
            v.coupling[1][o] = (real)vi_coupling_at(&v, 1, o, (calc)depth);
        }
}

/* 3 words. */
static void centres(grid_part *p)
{
    const vi_newton_view v = vi_newton_view_of(p);
#pragma omp parallel for schedule(static)
    for (int j = 0; j < p->shape.ny; ++j)
        for (ptrdiff_t o = row_start(p, j), end = o + p->shape.nx; o < end; ++o)
            v.centre[o] = (real)vi_centre_at(&v, o);
}

/* ---- an iteration ---- */

/* 8 words. */
static void unsolved(grid_part *p)
{
    const vi_newton_view v = vi_newton_view_of(p);
#pragma omp parallel for schedule(static)
    for (int j = 0; j < p->shape.ny; ++j)
        for (ptrdiff_t o = row_start(p, j), end = o + p->shape.nx; o < end; ++o) {
            v.solved.u[o] = (real)vi_unsolved_at(&v, 0, o);
            v.solved.v[o] = (real)vi_unsolved_at(&v, 1, o);
        }
}

static void right_row(const vi_newton_view *v, ptrdiff_t first, int width, double weight,
                      double scale, columns *c)
{
    for (int i = 0; i < width; ++i) {
        v->right[first + i] = (real)vi_right_at(v, first + i);
        c->of[i] += scale * vi_square_at(v, first + i, weight);
    }
}

/* Reads x, what the stage made of it, and couplings; writes the right-hand side: 9 words. */
static void right(grid_part *p, double weight, double scale, vi_sum *squares)
{
    const vi_newton_view v = vi_newton_view_of(p);
#pragma omp parallel
    {
        vi_sum here = {{0}, 0};
#pragma omp for schedule(static)
        for (int t = 0; t < (int)tile_count(&p->shape); ++t) {
            const tile_rectangle r = tile_of(p, t);
            columns c = {{0}};
            for (int j = r.y0; j < r.y1; ++j)
                right_row(&v, row_start(p, j) + r.x0, r.x1 - r.x0, weight, scale, &c);
            add_tile(&here, &c, r.x1 - r.x0);
        }
        merge(squares, &here);
    }
}

/* Reads x, h' and what the stage made of u and v; writes x, u' and v': 11 words. */
static void increase(grid_part *p)
{
    const vi_newton_view v = vi_newton_view_of(p);
#pragma omp parallel for schedule(static)
    for (int j = 0; j < p->shape.ny; ++j)
        for (ptrdiff_t o = row_start(p, j), end = o + p->shape.nx; o < end; ++o) {
            vi_increase_at(&v, 0, o);
            vi_increase_at(&v, 1, o);
            vi_raise_depth_at(&v, o, C(1));
        }
}

/* 9 words. */
static void retreat(grid_part *p, double fraction)
{
    const vi_newton_view v = vi_newton_view_of(p);
#pragma omp parallel for schedule(static)
    for (int j = 0; j < p->shape.ny; ++j)
        for (ptrdiff_t o = row_start(p, j), end = o + p->shape.nx; o < end; ++o) {
            vi_retreat_at(&v, 0, o, (calc)fraction);
            vi_retreat_at(&v, 1, o, (calc)fraction);
            vi_raise_depth_at(&v, o, -(calc)fraction);
        }
}

/* 5 words. */
static void settle(grid_part *p)
{
    const vi_newton_view v = vi_newton_view_of(p);
    double most = 0;
#pragma omp parallel for schedule(static) reduction(max : most)
    for (int t = 0; t < (int)tile_count(&p->shape); ++t) {
        const tile_rectangle r = tile_of(p, t);
        for (int j = r.y0; j < r.y1; ++j)
            for (int i = r.x0; i < r.x1; ++i) {
                v.solved.u[row_start(p, j) + i] = v.iterate.u[row_start(p, j) + i];
                v.solved.v[row_start(p, j) + i] = v.iterate.v[row_start(p, j) + i];
            }
        most = fmax(most, vi_tile_rate(p, &v.solved, &r));
    }
    p->clock->next_rate = most;
}

extern const vi_newton_kernels VI_SYMBOL(vi_newton_kernels_cpu);
const vi_newton_kernels VI_SYMBOL(vi_newton_kernels_cpu) = {
    .guess = guess,
    .couplings = couplings,
    .centres = centres,
    .unsolved = unsolved,
    .right = right,
    .increase = increase,
    .retreat = retreat,
    .settle = settle,
};
