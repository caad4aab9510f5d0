/* Rows of the mass matrix from forces, and velocities from its solution: loops over the rows and
 * lines of a panel. */
#include "backend/cpu/vector_invariant/mass.h"

#include "backend/vector_invariant/cell.h"

#define VI_SYMBOL(name) SPATE_JOIN(SPATE_NAME(name), SPATE_ISA)

/* Where the unknowns of a panel lie in the fields and in its arrays. Loops go along rows of the
 * fields. */
typedef struct span {
    int outer, inner;
    ptrdiff_t field_outer, in_outer, in_inner; /* from one to the next */
} span;

/* pitch: of the panel's arrays. */
static span span_of(const grid_part *p, const vi_panel *panel, int pitch)
{
    return panel->y ? (span){panel->rows, panel->lanes, p->shape.pitch, pitch, 1}
                    : (span){panel->lanes, panel->rows, 0, 1, pitch};
}

/* The field's index of unknown (n, k) of the loops. Lanes of a panel along y may be any columns. */
static inline ptrdiff_t at(const grid_part *p, const vi_panel *panel, int n, int k)
{
    return panel->y ? (ptrdiff_t)(panel->first + n) * p->shape.pitch + panel->line[k]
                    : panel->line[n] * p->shape.pitch + panel->first + k;
}

static void fill_right(const grid_part *p, const vi_panel *panel, calc *d)
{
    const real *force = (const real *)p->field[panel->y ? VI_FORCE_Y : VI_FORCE_X][0];
    const span s = span_of(p, panel, panel->lanes);
    for (int n = 0; n < s.outer; ++n)
        for (int k = 0; k < s.inner; ++k)
            d[n * s.in_outer + k * s.in_inner] = C(VI_MASS_SCALE) * (calc)force[at(p, panel, n, k)];
}

void VI_SYMBOL(vi_mass_rows)(const grid_part *p, const vi_panel *panel, void *a, void *b, void *c,
                             void *d)
{
    const real *force = (const real *)p->field[panel->y ? VI_FORCE_Y : VI_FORCE_X][0];
    const span s = span_of(p, panel, panel->lanes);
    const ptrdiff_t step = panel->y ? p->shape.pitch : 1;
    if (!a) {
        fill_right(p, panel, d);
        return;
    }
    for (int n = 0; n < s.outer; ++n)
        for (int k = 0; k < s.inner; ++k) {
            const ptrdiff_t o = at(p, panel, n, k), i = n * s.in_outer + k * s.in_inner;
            const vi_mass_row r = vi_mass_row_at(p->codes, panel->y, step, o, (calc)force[o]);
            ((calc *)a)[i] = r.a;
            ((calc *)b)[i] = r.b;
            ((calc *)c)[i] = r.c;
            ((calc *)d)[i] = r.d;
        }
}

void VI_SYMBOL(vi_accelerate)(const grid_part *p, const vi_panel *panel, const void *x, int pitch)
{
    const vi_view v = vi_view_of(p);
    real *to = panel->y ? v.out.v : v.out.u;
    const span s = span_of(p, panel, pitch);
    for (int n = 0; n < s.outer; ++n)
        for (int k = 0; k < s.inner; ++k) {
            const ptrdiff_t o = at(p, panel, n, k);
            to[o] = (real)vi_accelerated(&v, panel->y, o,
                                         ((const calc *)x)[n * s.in_outer + k * s.in_inner]);
        }
}

void VI_SYMBOL(vi_accelerate_all)(const grid_part *p, int y, const void *x)
{
    const vi_view v = vi_view_of(p);
    real *to = y ? v.out.v : v.out.u;
#ifdef _OPENMP
#pragma omp parallel for schedule(static)
#endif
    for (int j = 0; j < p->shape.ny; ++j)
        for (int i = 0; i < p->shape.nx; ++i) {
            const ptrdiff_t o = j * p->shape.pitch + i;
            to[o] = (real)vi_accelerated(&v, y, o, ((const calc *)x)[o]);
        }
}

void VI_SYMBOL(vi_mass_product)(const grid_part *part, int y, const void *p, void *product,
                                ptrdiff_t pitch, void *stream)
{
    (void)stream;
    const ptrdiff_t step = y ? pitch : 1;
#ifdef _OPENMP
#pragma omp parallel for schedule(static)
#endif
    for (int j = 0; j < part->shape.ny; ++j) {
        const calc *from = (const calc *)p + j * pitch;
        calc *to = (calc *)product + j * pitch;
        const uint8_t *codes = part->codes + j * part->shape.pitch;
        for (int i = 0; i < part->shape.nx; ++i)
            to[i] = vi_mass_product_at(codes, y, i, from, step);
    }
}
