/* Solves of stencils by the library, in parts and in any precision. */
#include <stdlib.h>

#include "stencils.h"

static size_t count_of(const stencil *s)
{
    return (size_t)s->nx * (size_t)s->ny;
}

spate_krylov_options stencil_options(const stencil *s)
{
    spate_krylov_options o;
    spate_krylov_options_default(&o);
    o.nx = s->nx;
    o.ny = s->ny;
    o.points = s->points;
    o.threads = 1;
    o.true_residual = 1;
    o.log = 1;
    o.pitch = s->nx;
    return o;
}

static void *converted(const double *from, size_t count, int precision)
{
    const size_t bytes = precision == 32 ? sizeof(float) : sizeof(double);
    void *to = malloc(bytes * count);
    for (size_t o = 0; o < count && to; ++o)
        if (precision == 32)
            ((float *)to)[o] = (float)from[o];
        else
            ((double *)to)[o] = from[o];
    return to;
}

static void *part_of(const stencil_solver *open, int k, const stencil *s, int n)
{
    spate_krylov_part part;
    if (spate_krylov_get_part(open->k, n, &part) != SPATE_OK)
        abort();
    return (char *)open->block[k] + (size_t)(part.j0 * s->nx + part.i0) *
                                        (open->precision == 32 ? sizeof(float) : sizeof(double));
}

enum { B = 5, X = 6, MOST_PARTS = 64 };

spate_status stencil_open(spate_context *ctx, const spate_krylov_options *o, const stencil *s,
                          stencil_solver *open)
{
    const double *const fields[5] = {s->centre, s->east, s->north, s->north_east, s->north_west};
    spate_krylov_matrix m[MOST_PARTS] = {{0}};
    *open = (stencil_solver){.precision = o->precision};
    spate_status status = spate_krylov_create(ctx, o, &open->k);
    if (status != SPATE_OK)
        return status;
    open->parts = spate_krylov_part_count(open->k);
    if (open->parts > MOST_PARTS)
        abort();
    for (int k = 0; k < 5; ++k)
        open->block[k] = converted(fields[k], count_of(s), o->precision);
    for (int n = 0; n < open->parts; ++n) {
        m[n].centre = part_of(open, 0, s, n);
        m[n].east = part_of(open, 1, s, n);
        m[n].north = part_of(open, 2, s, n);
        m[n].north_east = s->points == 9 ? part_of(open, 3, s, n) : NULL;
        m[n].north_west = s->points == 9 ? part_of(open, 4, s, n) : NULL;
    }
    status = spate_krylov_set_matrix(open->k, m);
    return status == SPATE_OK ? spate_krylov_setup(open->k) : status;
}

static void take_answer(const stencil_solver *open, int n, stencil *s)
{
    spate_krylov_part part;
    if (spate_krylov_get_part(open->k, n, &part) != SPATE_OK)
        abort();
    for (int j = 0; j < part.ny; ++j)
        for (int i = 0; i < part.nx; ++i) {
            const size_t at = (size_t)((part.j0 + j) * s->nx + part.i0 + i);
            s->x[at] = open->precision == 32 ? (double)((const float *)open->block[X])[at]
                                             : ((const double *)open->block[X])[at];
        }
}

spate_status stencil_run(stencil_solver *open, stencil *s)
{
    const void *b[MOST_PARTS];
    void *x[MOST_PARTS];
    free(open->block[B]);
    free(open->block[X]);
    open->block[B] = converted(s->b, count_of(s), open->precision);
    open->block[X] = converted(s->x, count_of(s), open->precision);
    for (int n = 0; n < open->parts; ++n) {
        b[n] = part_of(open, B, s, n);
        x[n] = part_of(open, X, s, n);
    }
    const spate_status status = spate_krylov_solve(open->k, b, x);
    for (int n = 0; n < open->parts; ++n)
        take_answer(open, n, s);
    return status;
}

void stencil_close(stencil_solver *open)
{
    spate_krylov_destroy(open->k);
    for (int k = 0; k < 7; ++k)
        free(open->block[k]);
    *open = (stencil_solver){0};
}

spate_status stencil_solve(spate_context *ctx, const spate_krylov_options *o, stencil *s,
                           spate_krylov_stats *stats)
{
    stencil_solver open;
    spate_status status = stencil_open(ctx, o, s, &open);
    if (status == SPATE_OK)
        status = stencil_run(&open, s);
    if (stats && open.k)
        spate_krylov_get_stats(open.k, stats);
    stencil_close(&open);
    return status;
}
